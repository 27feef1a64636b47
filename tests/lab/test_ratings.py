"""Ratings: the fit against known strengths, interrupted ladders, and their page."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from kletka import Spec
from kletka.cli import main
from kletka.lab.journal import InvalidJournal
from kletka.lab.ladder_sums import known_ladder, read_sums, sums_to_json
from kletka.lab.ratings import (
    InvalidLadder,
    Ladder,
    LadderPlan,
    Pairing,
    Rating,
    Ratings,
    expected,
    rate,
    run_ladder,
)
from kletka.lab.ratings_page import ratings_summary, write_ratings
from kletka.lab.worker_pools import open_pool

SPEC = Spec("kamiken(size=3)")
PLAN = LadderPlan(("random", "level1", "level2"), SPEC)


def ladder_of(strengths: dict[str, float], first_move: float, games: int) -> Ladder:
    """A ladder in which every pair has exactly the expected scores."""
    ladder = Ladder(LadderPlan(tuple(strengths), SPEC))
    for first in strengths:
        for second in strengths:
            if first != second:
                share = expected(strengths[first] - strengths[second] + first_move)
                won = share * games
                ladder.pairings[first, second] = Pairing(won, 0, games - won)
    return ladder


def test_known_strengths_are_found_again() -> None:
    strengths = {"level1": 1000.0, "level2": 1150.0, "level3": 1420.0}
    ratings = rate(ladder_of(strengths, 60.0, 20_000))
    assert [rating.agent for rating in ratings.ratings] == ["level3", "level2", "level1"]
    for rating in ratings.ratings:
        assert rating.elo == pytest.approx(strengths[rating.agent], abs=1)
        assert rating.low < strengths[rating.agent] < rating.high
    assert ratings.first_move[0] == pytest.approx(60, abs=1)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """About 95 of 100 intervals contain the truth, in matches drawn from known strengths."""
    chance = np.random.default_rng(5)
    strengths = {"a": 0.0, "b": 100.0, "c": 250.0}
    truth = {player: elo - sum(strengths.values()) / 3 for player, elo in strengths.items()}
    held = 0
    for _ in range(60):
        ladder = ladder_of(strengths, 0.0, 40)
        for pairing in ladder.pairings.values():
            pairing.wins = float(chance.binomial(40, pairing.wins / 40))
            pairing.losses = 40 - pairing.wins
        rated = rate(ladder).ratings
        mean = sum(rating.elo for rating in rated) / 3
        held += sum(r.low - mean < truth[r.agent] < r.high - mean for r in rated)
    assert 0.90 <= held / 180 <= 0.99


def test_an_agent_that_never_wins_has_a_rating() -> None:
    ladder = Ladder(LadderPlan(("strong", "weak"), SPEC))
    for _ in range(10):
        ladder.add("strong", "weak", 1.0)
        ladder.add("weak", "strong", 0.0)
    strong, weak = rate(ladder).ratings
    assert 400 < strong.elo - weak.elo < 1500
    assert strong.score == 1.0


def test_a_draw_counts_half() -> None:
    ladder = Ladder(LadderPlan(("one", "other"), SPEC))
    for _ in range(10):
        ladder.add("one", "other", 0.5)
        ladder.add("other", "one", 0.5)
    one, other = rate(ladder).ratings
    assert one.elo == pytest.approx(other.elo)


def test_impossible_ladders_are_refused() -> None:
    for players in ((), ("level1",), ("level1", "level1")):
        with pytest.raises(InvalidLadder, match="at least two agents"):
            LadderPlan(players, SPEC)
    with pytest.raises(InvalidLadder, match="is for 3"):
        LadderPlan(("level1", "random"), Spec("vyun(board=3x3,players=3)"))
    with pytest.raises(InvalidLadder, match="no game"):
        rate(Ladder(PLAN))


def test_all_pairs_meet_in_both_seats_before_the_next_opening() -> None:
    games = [PLAN.task(number) for number in range(12)]
    assert [game[0].agents for game in games[:6]] == [pair for pair in PLAN.pairs for _ in range(2)]
    assert [game[1] for game in games] == [0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3]


class Interrupted(Exception):
    pass


def test_an_interrupted_ladder_is_continued_and_can_grow(tmp_path: Path) -> None:
    out = tmp_path / "ladder.ndjson"
    counted: list[int] = []

    def interrupt(ladder: Ladder) -> None:
        if ladder.played == 4:
            raise Interrupted

    whole = run_ladder(PLAN, 1)
    with pytest.raises(Interrupted):
        run_ladder(PLAN, 1, out=out, report=interrupt)
    again = run_ladder(PLAN, 1, out=out, report=lambda ladder: counted.append(ladder.played))
    assert again == whole
    assert counted == [5, 6]
    with open_pool(workers=1) as pool:
        longer = run_ladder(PLAN, 2, pool=pool, out=out)
    assert longer == run_ladder(PLAN, 2)
    first = json.loads(out.read_text().splitlines()[0])
    assert first["ladder"]["players"] == list(PLAN.agents)
    with pytest.raises(InvalidJournal, match="holds another ladder"):
        run_ladder(LadderPlan(PLAN.agents, SPEC, seed=2), 1, out=out)


def test_the_sums_of_a_ladder_are_kept_and_not_played_again(tmp_path: Path) -> None:
    sums = tmp_path / "ratings" / "sums.json"
    played = known_ladder(PLAN, 1, sums=sums)
    assert sums.read_text("utf-8") == sums_to_json(played)

    def refuse(ladder: Ladder) -> None:
        raise AssertionError("a game was played")

    assert known_ladder(PLAN, 1, sums=sums, report=refuse) == played
    assert rate(known_ladder(PLAN, 1, sums=sums, report=refuse)) == rate(played)
    assert read_sums(sums, PLAN, 2) is None
    assert read_sums(sums, LadderPlan(PLAN.agents, SPEC, seed=2), 1) is None
    sums.write_text(sums.read_text("utf-8").replace('"version": "', '"version": "older than '))
    assert read_sums(sums, PLAN, 1) is None
    assert read_sums(tmp_path / "nothing.json", PLAN, 1) is None
    sums.write_text("[]")
    assert read_sums(sums, PLAN, 1) is None


def test_a_pairing_counts_shared_wins_as_draws() -> None:
    pairing = Pairing()
    for share in (1.0, 0.5, 0.0, 0.5):
        pairing.add(share)
    assert pairing == Pairing(1, 2, 1)
    assert pairing.score == 2
    assert pairing.games == 4


def ratings_of(*elo: tuple[str, float, float]) -> Ratings:
    rated = [Rating(name, value, value - half, value + half, 10, 0.5) for name, value, half in elo]
    plan = LadderPlan(tuple(name for name, _, _ in elo), SPEC)
    return Ratings(plan, tuple(rated), (30.0, 10.0, 50.0), 10)


def test_sentences_place_the_inventor() -> None:
    ladder = ratings_of(("level2", 1300, 20), ("inventor", 1100, 20), ("level1", 1000, 20))
    assert "stands between level 1 and level 2. No two intervals overlap." in str(
        ratings_summary(ladder)
    )
    last = ratings_of(("level1", 1000, 60), ("inventor", 950, 60))
    assert "stands below all others" in str(ratings_summary(last))
    assert "level 1 and the inventor's style" in str(ratings_summary(last))
    assert "ниже всех остальных" in ratings_summary(last).ru
    close = ratings_of(("level2", 1050, 60), ("level1", 1000, 60), ("random", 950, 60))
    assert "The intervals of all neighbours overlap" in str(ratings_summary(close))


def test_the_command_writes_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["lab", "ratings", str(SPEC), "--players", "random,level1", "--rounds", "2"]
    words += ["--workers", "1", "--games", str(tmp_path / "games"), "--lang", "en"]
    main([*words, "--out", str(tmp_path)])
    printed = capsys.readouterr().out
    assert "kamiken(size=3,komi=0.5), 4 games" in printed
    for ending in ("", ".ru"):
        markdown = (tmp_path / f"ratings{ending}.md").read_text("utf-8")
        for name in re.findall(r"!\[[^]]+\]\(([^)]+)\)", markdown):
            ET.fromstring((tmp_path / name).read_text("utf-8"))
        assert "--rounds 2" in markdown
    assert len(list((tmp_path / "games").iterdir())) == 1


def test_a_page_has_several_ladders(tmp_path: Path) -> None:
    ladders = [ratings_of(("level2", 1300, 20), ("level1", 1000, 20))] * 2
    files = write_ratings(ladders, "kletka lab ratings", tmp_path)
    assert {file.suffix for file in files} == {".md", ".html", ".svg"}
