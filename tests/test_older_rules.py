"""Games that were played by older rules are read and replayed as they were played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kletka import Position, Record, Spec
from kletka.errors import InvalidSpec
from kletka.record import RULES_TAG

FOLDER = Path(__file__).parent / "older_rules"  # GAME-VERSION.jsonl, written by those versions
GAMES = [
    (path.stem, json.loads(line))
    for path in sorted(FOLDER.glob("*.jsonl"))
    for line in path.read_text().splitlines()
]
IDS = [f"{number} {game['written_spec']}" for number, (_, game) in enumerate(GAMES)]


def check_replay(record: Record, game: dict[str, Any]) -> None:
    """The record has the same players to move, choices and end as the older rules had."""
    assert record.parting is None
    assert not record.unread
    assert record.rules == record.start.variant.face.rules_version
    *before, end = record.positions()
    assert [position.to_move for position in before] == game["to_move"]
    assert [len(position.moves) for position in before] == game["legal_counts"]
    assert end.over
    assert list(end.points) == game["points"]


@pytest.mark.parametrize(("stem", "game"), GAMES, ids=IDS)
def test_a_record_of_older_rules_replays_as_it_was_played(stem: str, game: dict[str, Any]) -> None:
    version = stem.rpartition("-")[2]
    tag = f'[{RULES_TAG} "{version}"]\n'
    assert tag in game["record"]
    record = Record.parse(game["record"])
    check_replay(record, game)
    assert record.result == game["record"].split()[-1]
    assert record.end == Position.parse(game["end"], int(version))
    assert Record.parse(str(record)) == record
    # An even older record has no version, and its spec may leave options to their defaults.
    written = str(record).splitlines()[0]
    assert written.startswith("[Spec ")
    spec = game["record"].splitlines()[0]
    brief = game["record"].replace(tag, "").replace(spec, f'[Spec "{game["written_spec"]}"]')
    assert Record.parse(brief) == record
    data = {
        "spec": game["written_spec"],
        "rules": int(version),
        "turns": list(record.turns),
        "players": list(record.players),
    }
    assert Record.from_json(data) == record


def test_ydyumby_the_options_of_version_1() -> None:
    for text, meant in {
        "ydyumby": "ydyumby(board=8x8,players=2,supply=24,out=now)",
        "ydyumby(supply=32)": "ydyumby(board=8x8,players=2,supply=32,out=now)",
        "ydyumby(players=3,board=hex5)": "ydyumby(board=hex5,players=3,supply=16,out=now)",
        "ydyumby(board=10x10,players=4)": "ydyumby(board=10x10,players=4,supply=19,out=now)",
        "ydyumby(board=..#../...../#...#)": (
            "ydyumby(board=..#../...../#...#,players=2,supply=5,out=now)"
        ),
    }.items():
        assert Spec.of_version(text, 1) == meant
        assert Spec.of_version(meant, 1) == meant
        assert Spec.of_version(text, 2) == Spec(text)
    for wrong in ("ydyumby(board=2x2)", "ydyumby(players=9)", "ydyumby(board=3x3,players=8)"):
        with pytest.raises(InvalidSpec):
            Spec.of_version(wrong, 1)
