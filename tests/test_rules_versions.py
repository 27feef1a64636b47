"""Records of older rules: read as they were meant, or up to where the rules part."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import kletka
from kletka import InvalidRecord, Record, Spec
from kletka.errors import InvalidSpec, KletkaError
from kletka.faces import face_of
from kletka.record import RULES_TAG
from kletka.spec import _read

# C3 is taken already: no rules of today allow turn 3.
OLD = """\
[Spec "kamiken(size=5,komi=0.5)"]
[RulesVersion "2"]
[White ""]
[Black ""]
[Result "1-0"]

1. C3 2. B2 3. C3 {as it was} 4. A1 1-0
"""


@pytest.fixture
def third_version(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Today's rules of Kamiken are version 3."""
    monkeypatch.setattr(type(face_of("kamiken")), "rules_version", 3)
    _read.cache_clear()
    yield
    _read.cache_clear()


def test_the_version_is_written_and_read() -> None:
    record = Record.begin("kamiken(size=5)").play("C3")
    assert record.rules == 2
    assert record.parting is None
    assert f'[{RULES_TAG} "2"]' in str(record)
    assert record.to_json()["rules"] == 2
    for copy in (Record.parse(str(record)), Record.from_json(record.to_json())):
        assert copy == record
    assert RULES_TAG not in record.tags


def test_no_version_means_the_first() -> None:
    text = '[Spec "kamiken(size=9)"]\n[RulesVersion "1"]\n\n1. C3 2. B2 *\n'
    old = Record.parse(text)
    assert old.spec == "kamiken(size=9,komi=0.5)"
    assert Record.parse(text.replace(f'[{RULES_TAG} "1"]\n', "")) == old
    data = {**old.to_json(), "spec": "kamiken(size=9)", "rules": 1}
    assert Record.from_json(data) == old
    del data["rules"]
    assert Record.from_json(data) == old


@pytest.mark.parametrize("version", ["3", "99999"])
def test_a_newer_version_is_refused_in_one_sentence(version: str) -> None:
    text = str(Record.begin("kamiken(size=5)").play("C3"))
    newer = text.replace(f'{RULES_TAG} "2"', f'{RULES_TAG} "{version}"')
    with pytest.raises(InvalidRecord, match=f"needs version {version} of the rules") as refused:
        Record.parse(newer)
    assert "обновите" in refused.value.say("ru")
    with pytest.raises(InvalidRecord, match=f"needs version {version} of the rules"):
        Record.from_json({**Record.parse(text).to_json(), "rules": int(version)})


@pytest.mark.parametrize("version", ["", "0", "-1", "1.5", "Japanese", "9" * 5000])
def test_what_is_no_version_is_refused(version: str) -> None:
    text = str(Record.begin("kamiken(size=5)"))
    wrong = text.replace(f'{RULES_TAG} "2"', f'{RULES_TAG} "{version}"')
    with pytest.raises(InvalidRecord, match="line 2: the version of the rules is a whole number"):
        Record.parse(wrong)


def test_a_spec_of_older_rules_means_what_it_meant() -> None:
    assert Spec.of_version("kamiken(size=9)", 1) == "kamiken(size=9,komi=0.5)"
    assert Spec.of_version("kamiken", 1) == "kamiken(size=9,komi=0.5)"
    assert Spec.of_version("kamiken(size=9)", 2) == Spec("kamiken(size=9)")
    assert Spec("kamiken(size=9)") == "kamiken(size=9,komi=1.5)"
    with pytest.raises(InvalidSpec, match="version 3"):
        Spec.of_version("kamiken(size=9)", 3)
    old = Record.parse('[Spec "kamiken(size=9)"]\n\n1. C3 2. B2 *\n')
    assert old.spec == "kamiken(size=9,komi=0.5)"
    assert old.rules == 2, "with the options that mean the old reading it is one of today's"
    assert old.parting is None
    position = str(kletka.start("kamiken(size=9,komi=0.5)"))
    assert kletka.Position.parse(position, 1).spec == "kamiken(size=9,komi=0.5)"
    assert kletka.Position.parse(position.replace(",komi=0.5", ""), 1) == old.start
    assert f'[{RULES_TAG} "2"]' in str(old)
    assert old.to_json()["rules"] == 2
    assert Record.parse(str(old)) == old


def test_what_was_illegal_in_all_versions_is_refused() -> None:
    """Only the usual komi is another since version 1."""
    with pytest.raises(InvalidRecord, match=r"move 3\. C3"):
        Record.parse(OLD.replace(f'{RULES_TAG} "2"', f'{RULES_TAG} "1"'))


@pytest.mark.usefixtures("third_version")
def test_a_record_is_read_up_to_where_the_rules_part() -> None:
    record = Record.parse(OLD)
    assert record.turns == ("C3", "B2")
    assert record.unread == ("C3", "A1")
    assert record.result == "1-0"
    assert record.rules == 2
    assert record.parting is not None
    assert "version 2 of the rules" in record.parting.en
    assert "turn 3, 'C3'" in record.parting.en
    assert "ход 3, 'C3'" in record.parting.ru
    assert str(record) == OLD, "nothing is lost"
    assert Record.parse(str(record)) == record
    assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record
    with pytest.raises(KletkaError, match="version 2 of the rules"):
        record.play("A1")
    assert record.undo().unread == ("C3",)
    assert record.undo().undo().undo().turns == ("C3",)


@pytest.mark.usefixtures("third_version")
def test_a_result_by_older_rules_is_kept() -> None:
    text = OLD.replace("3. C3 {as it was} 4. A1 1-0", "1-0")
    record = Record.parse(text)
    assert (record.result, record.rules, record.unread) == ("1-0", 2, ())
    assert record.parting is not None
    assert "its result would not be 1-0" in record.parting.en
    assert Record.parse(str(record)) == record
    assert record.play("A1").result == "*"
    with pytest.raises(InvalidRecord, match="the result is"):
        Record.parse(text.replace("1-0", "1-1"))


def test_todays_rules_still_refuse_an_illegal_turn() -> None:
    with pytest.raises(InvalidRecord, match=r"move 3\. C3"):
        Record.parse(OLD)
