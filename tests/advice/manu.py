"""Manu's advice by definition: all turns are played out on the judge's board."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Sequence

from tests.judges.manu import Crossing, Judge, crossing_named

Criteria = dict[str, dict[str, float]]
KEPT = 3  # with fewer stones in reserve it is better to take back own ones


def criteria(judge: Judge, moves: Sequence[str]) -> Criteria:
    return {move: numbers(judge, move) for move in judge.moves()}


def numbers(judge: Judge, move: str) -> dict[str, float]:
    if re.fullmatch("[A-Z][0-9]+", move):
        return placement(judge, move)
    player = judge.player
    length, taken, regained = (0, 0, 0) if move == "stop" else best(judge, turns(judge, move))
    return {
        "series_length": length,
        "stones_taken": taken,
        "stones_regained": regained,
        "reserve": judge.reserve[player] + regained,
        "complete": 1,
    }


def placement(judge: Judge, move: str) -> dict[str, float]:
    x, y = crossing = crossing_named(move)
    player = judge.player
    after = copy.deepcopy(judge)
    after.play(move)
    after.player = player  # the opponent does nothing
    length, taken, _ = best(judge, pairs(after, move))
    gaps = [abs(x - a) + abs(y - b) for a, b in judge.stones]
    return {
        "pair_series": length,
        "pair_stones": taken,
        "lines": sum(lines(after, crossing)),
        "same_line": sum(
            owner == player and (a == x or b == y) for (a, b), owner in judge.stones.items()
        ),
        "evenness": min(gaps, default=2 * judge.size),
        "reserve": judge.reserve[player] - 1,
        "complete": 1,
    }


Turn = tuple[int, int, int]  # captures, enemy stones taken, own stones taken back


def best(judge: Judge, found: Iterator[Turn]) -> Turn:
    low = judge.reserve[judge.player] < KEPT
    return max(found, key=lambda turn: (*turn[:2], turn[2] if low else -turn[2]), default=(0, 0, 0))


def turns(judge: Judge, move: str) -> Iterator[Turn]:
    """Every turn that goes on with a jump or a capture."""
    player = judge.player
    after = copy.deepcopy(judge)
    after.play(move)
    captures = int(move[0] in "^@")
    taken = after.taken[player] - judge.taken[player]
    regained = after.reserve[player] - judge.reserve[player]
    further = [] if after.jumper is None else [m for m in after.moves() if m != "stop"]
    if not further:
        yield captures, taken, regained
    for step in further:
        for more in turns(after, step):
            yield captures + more[0], taken + more[1], regained + more[2]


def pairs(judge: Judge, stone: str) -> Iterator[Turn]:
    """Every turn in which a stone jumps or is the pivot of the first capture."""
    for jump in [move for move in judge.moves() if ">" in move]:
        if jump.startswith(f"{stone}>"):
            yield from turns(judge, jump)
            continue
        after = copy.deepcopy(judge)
        after.play(jump)
        taken = after.taken[judge.player] - judge.taken[judge.player]
        regained = after.reserve[judge.player] - judge.reserve[judge.player]
        for capture in after.moves() if after.jumper is not None else []:
            if re.fullmatch(rf"[\^@]{stone}([+-][0-9]+)?", capture):
                for more in turns(after, capture):
                    yield more[0], taken + more[1], regained + more[2]


def lines(judge: Judge, stone: Crossing) -> Iterator[bool]:
    """For each line from a stone whether rule 2 allows a jump."""
    for pivot, direction, distance in judge.seen(stone):
        end = judge.landing(stone, pivot, direction, distance)
        yield (
            judge.stones[pivot] != judge.player
            and end is not None
            and not judge.beside_own(end, leaving=stone)
        )
