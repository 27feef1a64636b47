"""Matches that may be interrupted, on one process or on a crew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kletka.engine.match import MatchResult, SequentialTest, decided, play_match, play_named
from kletka.engine.players import read_player
from kletka.lab.executors import Crew, in_order
from kletka.lab.match_file import MatchFile, MatchPlan


def run_match(
    plan: MatchPlan,
    games: int,
    *,
    crew: Crew | None = None,
    out: Path | None = None,
    test: SequentialTest | None = None,
    report: Callable[[MatchResult], None] | None = None,
) -> MatchResult:
    """Play a match up to so many games, or until its test is decided.

    With `out` every game is written there at once, and those that are there already are not
    played again. Games count in their order, whoever is ready first.
    """
    file = MatchFile(out, plan) if out else None
    begun = list(file.games) if file else []

    def keep(result: MatchResult) -> None:
        if file:
            file.add(result.games[-1])
        if report:
            report(result)

    if crew is None:
        return play_match(
            [read_player(name) for name in plan.players],
            plan.spec,
            games,
            seed=plan.seed,
            opening_plies=plan.opening,
            test=test,
            report=keep,
            begun=begun,
        )
    result = MatchResult(plan.players, begun)
    if decided(result, test):
        return result
    tasks = (
        (plan.players, plan.spec, number, plan.seed, plan.opening, True)
        for number in range(len(begun), games)
    )
    played = in_order(crew, play_named, tasks)
    for game in played:
        result.games.append(game)
        keep(result)
        if decided(result, test):
            played.close()
            break
    return result
