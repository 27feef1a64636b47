"""Matches that may be interrupted, on one process or on a pool."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kletka.agents import read_agent
from kletka.agents.match import (
    GameResult,
    MatchResult,
    SequentialTest,
    decided,
    play_match,
    play_named,
)
from kletka.lab.match_file import MatchFile, MatchPlan
from kletka.lab.worker_pools import WorkerPool, map_in_order


def run_match(
    plan: MatchPlan,
    games: int,
    *,
    pool: WorkerPool | None = None,
    out: Path | None = None,
    test: SequentialTest | None = None,
    report: Callable[[MatchResult], None] | None = None,
    every: Callable[[GameResult], None] | None = None,
    to_the_end: bool = True,
) -> MatchResult:
    """Play a match up to so many games, or until its test is decided.

    With `out` every game is written there at once, and those that are there already are not
    played again. Games count in their order, whoever is ready first. `report` is called after a
    game that has just been played, `every` with each game of the match. A game that need not go
    to the end stops when somebody has proved to win.
    """
    result = MatchResult(plan.players)
    file = MatchFile(out, plan) if out else None
    for game in file.games() if file else ():
        result.add(game)
        if every:
            every(game)

    def keep(result: MatchResult) -> None:
        assert result.last is not None
        if file:
            file.add(result.last)
        if every:
            every(result.last)
        if report:
            report(result)

    if pool is None:
        return play_match(
            [read_agent(name) for name in plan.players],
            plan.spec,
            games,
            seed=plan.seed,
            opening_plies=plan.opening,
            to_the_end=to_the_end,
            test=test,
            report=keep,
            begun=result,
        )
    if decided(result, test):
        return result
    tasks = (
        (plan.players, plan.spec, number, plan.seed, plan.opening, to_the_end)
        for number in range(result.played, games)
    )
    played = map_in_order(pool, play_named, tasks)
    for game in played:
        result.add(game)
        keep(result)
        if decided(result, test):
            played.close()
            break
    return result
