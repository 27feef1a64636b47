"""Matches that can be interrupted and continued, in this process or on a pool of workers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from kletka.agents.match import (
    GameResult,
    MatchResult,
    MatchTerms,
    SequentialTest,
    decided,
    play_here,
    play_named,
)
from kletka.lab.match_file import MatchFile
from kletka.lab.worker_pools import WorkerPool, map_in_order


def play_match(
    terms: MatchTerms,
    games: int,
    *,
    pool: WorkerPool | None = None,
    out: Path | None = None,
    test: SequentialTest | None = None,
    report: Callable[[MatchResult], None] | None = None,
    every: Callable[[GameResult], None] | None = None,
) -> MatchResult:
    """Play a match of at most `games` games, or until its test is decided.

    With `out` every game is written there at once, and games already there are not played again.
    Games count in their order, even if a pool finishes a later one first. `report` is called after
    each new game, `every` with each game of the match.

    Raises AgentNotStarted for a program that cannot be started, and AgentFailed at the end if an
    agent has forfeited every game.
    """
    result = MatchResult(terms.agents)
    file = MatchFile(out, terms) if out else None
    for game in file.games() if file else ():
        result.add(game)
        if every:
            every(game)
    numbers = range(result.played, games)
    result.stopped = decided(result, test)
    if not numbers or result.stopped:
        return result
    if pool is None:
        played = play_here(terms, numbers)
    else:
        played = map_in_order(pool, play_named, ((terms, number) for number in numbers))
    with closing(played):
        for game in played:
            result.add(game)
            if file:
                file.add(game)
            if every:
                every(game)
            if report:
                report(result)
            if decided(result, test):
                result.stopped = True
                break
    result.check_played()
    return result
