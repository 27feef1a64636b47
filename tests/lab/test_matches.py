"""Interrupted matches are continued, and nothing is lost or mixed up."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from kletka import Spec
from kletka.agents.match import GameResult, MatchResult, MatchTerms, SequentialTest
from kletka.lab.journal import InvalidJournal
from kletka.lab.matches import play_match
from kletka.lab.worker_pools import open_pool

TERMS = MatchTerms(("level1", "random"), Spec("kamiken(size=4)"), seed=3)


class Interrupted(Exception):
    pass


def interrupt_after(games: int):  # type: ignore[no-untyped-def]
    def report(result: MatchResult) -> None:
        if result.played == games:
            raise Interrupted

    return report


def test_an_interrupted_match_is_continued(tmp_path: Path) -> None:
    whole = play_match(TERMS, 6)
    out = tmp_path / "match.ndjson"
    with pytest.raises(Interrupted):
        play_match(TERMS, 6, out=out, report=interrupt_after(4))
    counted: list[int] = []
    result = play_match(TERMS, 6, out=out, report=lambda result: counted.append(result.played))
    assert counted == [5, 6]
    assert result == whole
    assert play_match(TERMS, 6, out=out, report=interrupt_after(6)) == whole


def test_the_file_has_a_line_for_each_game(tmp_path: Path) -> None:
    out = tmp_path / "match.ndjson"
    played: list[GameResult] = []
    play_match(TERMS, 2, out=out, every=played.append)
    again: list[GameResult] = []
    play_match(TERMS, 2, out=out, every=again.append)
    assert again == played
    first, *games = [json.loads(line) for line in out.read_text().splitlines()]
    assert first["match"] == {
        "players": ["level1", "random"],
        "spec": "kamiken(size=4,komi=0.5)",
        "seed": 3,
        "opening": 2,
    }
    assert [game["game"] for game in games] == [0, 1]
    assert [game["moves"] for game in games] == [
        [str(move) for move in game.moves] for game in played
    ]


@pytest.mark.parametrize("cut", [1, 30, 10_000])
def test_a_line_cut_short_is_played_again(tmp_path: Path, cut: int) -> None:
    out = tmp_path / "match.ndjson"
    whole = play_match(TERMS, 3, out=out)
    written = out.read_bytes()
    out.write_bytes(written[: max(len(written) - cut, 20)])
    assert play_match(TERMS, 3, out=out) == whole
    assert out.read_bytes() == written


def test_another_match_in_the_file_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "match.ndjson"
    play_match(TERMS, 1, out=out)
    written = out.read_bytes()
    for other in (
        MatchTerms(("level2", "random"), TERMS.spec, 3),
        MatchTerms(TERMS.agents, Spec("kamiken(size=5)"), 3),
        MatchTerms(TERMS.agents, TERMS.spec, 4),
        MatchTerms(TERMS.agents, TERMS.spec, 3, 0),
    ):
        with pytest.raises(InvalidJournal, match=r"holds another match \(players=.*level1"):
            play_match(other, 1, out=out)
    assert out.read_bytes() == written


@pytest.mark.parametrize("text", ["a letter", "a letter\nto a friend\n", "{}\n", "[1]\n", "\n"])
def test_a_file_of_another_kind_is_not_changed(tmp_path: Path, text: str) -> None:
    out = tmp_path / "letter.txt"
    out.write_text(text)
    with pytest.raises(InvalidJournal, match="is not a file of a match"):
        play_match(TERMS, 1, out=out)
    assert out.read_text() == text


def test_a_line_that_is_not_the_next_game_is_named(tmp_path: Path) -> None:
    out = tmp_path / "match.ndjson"
    play_match(TERMS, 2, out=out)
    lines = out.read_text().splitlines(keepends=True)
    out.write_text("".join([*lines, lines[1]]))
    with pytest.raises(InvalidJournal, match="line 4: this is not game 2"):
        play_match(TERMS, 4, out=out)


def test_processes_play_the_same_match(tmp_path: Path) -> None:
    out = tmp_path / "match.ndjson"
    alone = play_match(TERMS, 6)
    with open_pool(workers=2) as pool:
        with pytest.raises(Interrupted):
            play_match(TERMS, 6, pool=pool, out=out, report=interrupt_after(3))
        assert play_match(TERMS, 6, pool=pool, out=out) == alone


def test_games_may_stop_when_they_are_proved_to_be_won() -> None:
    terms = MatchTerms(("engine@2000", "random"), Spec("kamiken(size=5)"))
    whole: list[GameResult] = []
    alone: list[GameResult] = []
    spread: list[GameResult] = []
    play_match(terms, 2, every=whole.append)
    cut_short = replace(terms, to_the_end=False)
    play_match(cut_short, 2, every=alone.append)
    with open_pool(workers=1) as pool:
        play_match(cut_short, 2, pool=pool, every=spread.append)
    assert alone == spread
    for short, long in zip(alone, whole, strict=True):
        assert len(short.moves) < len(long.moves)
        assert short.shares == long.shares


def test_a_decided_test_ends_the_match(tmp_path: Path) -> None:
    out = tmp_path / "match.ndjson"
    terms = MatchTerms(("level4", "random"), TERMS.spec)
    test = SequentialTest(0.5, 0.9)
    result = play_match(terms, 500, out=out, test=test)
    assert result.played < 100
    assert result.stopped
    assert not play_match(terms, 2).stopped
    assert play_match(terms, 500, out=out, test=test, report=interrupt_after(1)) == result
    with open_pool(workers=1) as pool:
        again = play_match(terms, 500, pool=pool, out=out, test=test, report=interrupt_after(1))
        assert again == result


def test_the_command_continues_after_being_killed(tmp_path: Path) -> None:
    out = tmp_path / "match.ndjson"
    words = ["match", "level3", "random", "--spec", "kamiken(size=6)", "--games", "8"]
    command = [sys.executable, "-m", "kletka", *words, "--out", str(out)]
    running = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    while not out.exists() or out.read_bytes().count(b"\n") < 3:
        assert running.poll() is None
        time.sleep(0.02)
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    before = out.read_bytes().splitlines()[:3]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert out.read_bytes().splitlines()[:3] == before
    assert out.read_bytes().count(b"\n") == 9
    assert done.stdout.startswith("level3 ")
