"""Records of older rules: read as they were meant, or up to where the rules part."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

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
[RulesVersion "1"]
[White ""]
[Black ""]
[Result "1-0"]

1. C3 2. B2 3. C3 {as it was} 4. A1 1-0
"""


@pytest.fixture
def second_version(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Today's rules of Kamiken are version 2; in version 1 the komi was 3.5 unless given."""

    def as_then(self: object, given: Mapping[str, str], version: int) -> Mapping[str, str]:
        assert version == 1
        return {"komi": "3.5", **given}

    kind = type(face_of("kamiken"))
    monkeypatch.setattr(kind, "rules_version", 2)
    monkeypatch.setattr(kind, "options_of_version", as_then)
    _read.cache_clear()
    yield
    _read.cache_clear()


def test_the_version_is_written_and_read() -> None:
    record = Record.begin("kamiken(size=5)").play("C3")
    assert record.rules == 1
    assert record.parting is None
    assert f'[{RULES_TAG} "1"]' in str(record)
    assert record.to_json()["rules"] == 1
    for copy in (Record.parse(str(record)), Record.from_json(record.to_json())):
        assert copy == record
    assert RULES_TAG not in record.tags


def test_no_version_means_the_first() -> None:
    text = str(Record.begin("kamiken(size=5)").play("C3"))
    assert Record.parse(text.replace(f'[{RULES_TAG} "1"]\n', "")) == Record.parse(text)
    data = Record.parse(text).to_json()
    del data["rules"]
    assert Record.from_json(data) == Record.parse(text)


@pytest.mark.parametrize("version", ["2", "99999"])
def test_a_newer_version_is_refused_in_one_sentence(version: str) -> None:
    text = str(Record.begin("kamiken(size=5)").play("C3"))
    newer = text.replace(f'{RULES_TAG} "1"', f'{RULES_TAG} "{version}"')
    with pytest.raises(InvalidRecord, match=f"needs version {version} of the rules") as refused:
        Record.parse(newer)
    assert "обновите" in refused.value.say("ru")
    with pytest.raises(InvalidRecord, match=f"needs version {version} of the rules"):
        Record.from_json({**Record.parse(text).to_json(), "rules": int(version)})


@pytest.mark.parametrize("version", ["", "0", "-1", "1.5", "Japanese", "9" * 5000])
def test_what_is_no_version_is_refused(version: str) -> None:
    text = str(Record.begin("kamiken(size=5)"))
    wrong = text.replace(f'{RULES_TAG} "1"', f'{RULES_TAG} "{version}"')
    with pytest.raises(InvalidRecord, match="line 2: the version of the rules is a whole number"):
        Record.parse(wrong)


@pytest.mark.usefixtures("second_version")
def test_a_spec_of_older_rules_means_what_it_meant() -> None:
    assert Spec.of_version("kamiken(size=5)", 1) == "kamiken(size=5,komi=3.5)"
    assert Spec.of_version("kamiken(size=5)", 2) == Spec("kamiken(size=5)")
    assert Spec("kamiken(size=5)") != "kamiken(size=5,komi=3.5)"
    with pytest.raises(InvalidSpec, match="version 3"):
        Spec.of_version("kamiken(size=5)", 3)
    old = Record.parse('[Spec "kamiken(size=5)"]\n\n1. C3 2. B2 *\n')
    assert old.spec == "kamiken(size=5,komi=3.5)"
    assert old.rules == 2, "with the options that mean the old reading it is one of today's"
    assert old.parting is None
    position = str(kletka.start("kamiken(size=5)")).replace("komi=0.5", "komi=1")
    assert kletka.Position.parse(position, 1).spec == "kamiken(size=5,komi=1)"
    assert Record.parse(str(old)) == old


@pytest.mark.usefixtures("second_version")
def test_a_record_is_read_up_to_where_the_rules_part() -> None:
    record = Record.parse(OLD)
    assert record.turns == ("C3", "B2")
    assert record.unread == ("C3", "A1")
    assert record.result == "1-0"
    assert record.rules == 1
    assert record.parting is not None
    assert "version 1 of the rules" in record.parting.en
    assert "turn 3, 'C3'" in record.parting.en
    assert "ход 3, 'C3'" in record.parting.ru
    assert str(record) == OLD, "nothing is lost"
    assert Record.parse(str(record)) == record
    assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record
    with pytest.raises(KletkaError, match="version 1 of the rules"):
        record.play("A1")
    assert record.undo().unread == ("C3",)
    assert record.undo().undo().undo().turns == ("C3",)


@pytest.mark.usefixtures("second_version")
def test_a_result_by_older_rules_is_kept() -> None:
    text = OLD.replace("3. C3 {as it was} 4. A1 1-0", "1-0")
    record = Record.parse(text)
    assert (record.result, record.rules, record.unread) == ("1-0", 1, ())
    assert record.parting is not None
    assert "its result 1-0" in record.parting.en
    assert Record.parse(str(record)) == record
    assert record.play("A1").result == "*"
    with pytest.raises(InvalidRecord, match="the result is"):
        Record.parse(text.replace("1-0", "1-1"))


def test_todays_rules_still_refuse_an_illegal_turn() -> None:
    with pytest.raises(InvalidRecord, match=r"move 3\. C3"):
        Record.parse(OLD)
