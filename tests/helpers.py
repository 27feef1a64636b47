"""Helpers for several test files: judges, random games, and reading texts of positions."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from string import ascii_uppercase
from typing import NamedTuple, Protocol

import numpy as np

import kletka
from kletka import Move, Position, Spec
from kletka.games.walks import run_playouts

HERE = Path(__file__).parent


class Judge(Protocol):
    """A naive implementation of a game, independent of ours."""

    def to_move(self) -> int | None: ...
    def moves(self) -> list[str]: ...
    def play(self, move: str) -> None: ...
    def points(self) -> list[float]: ...
    def winners(self) -> list[int]: ...


def judge_of(spec: str, moves: Sequence[str] = ()) -> Judge:
    """The judge of a game after some moves."""
    read = Spec(spec)
    options = {
        name: float(value) if isinstance(value, Fraction) else value
        for name, value in read.options.items()
    }
    judge: Judge = import_module(f"tests.judges.{read.game}").Judge(**options)
    for move in moves:
        judge.play(move)
    return judge


def compare_with_judge(position: Position, judge: Judge) -> None:
    """Compare both answers about a position; an AssertionError shows the two where they differ."""
    names = sorted(str(move) for move in position.moves)
    ours = (position.to_move, names, list(position.points), list(position.winners))
    judges = (judge.to_move(), sorted(judge.moves()), judge.points(), judge.winners())
    what = ("to move", "moves", "points", "winners")
    differ = [
        f"{name}: {answer}, and by the judge {judged}"
        for name, answer, judged in zip(what, ours, judges, strict=True)
        if answer != judged
    ]
    assert not differ, "\n".join([str(position), *differ])


def compare_game_with_judge(spec: str, seed: int, plies: int | None = None) -> int:
    """Play a random game with both implementations and compare them at every ply.

    Returns the number of positions compared.
    """
    judge, compared = judge_of(spec), 0
    for position, move in random_game(spec, seed, plies):
        compare_with_judge(position, judge)
        compared += 1
        if move is not None:
            judge.play(move)
    return compared


def judge_perft(judge: Judge, depth: int) -> int:
    moves = judge.moves()
    if depth == 1:
        return len(moves)
    return sum(judge_perft(after(judge, move), depth - 1) for move in moves)


def judge_divide(judge: Judge, depth: int) -> dict[str, int]:
    return {
        move: judge_perft(after(judge, move), depth - 1) if depth > 1 else 1
        for move in judge.moves()
    }


def after(judge: Judge, move: str) -> Judge:
    played = copy.deepcopy(judge)
    played.play(move)
    return played


# Random games.


def random_game(
    spec: str, seed: int, plies: int | None = None
) -> Iterator[tuple[Position, str | None]]:
    """Each position of a random game with the move played in it, None for the last."""
    yield from random_game_from(kletka.start(spec), random.Random(f"{spec} {seed}"), plies)


def random_game_from(
    position: Position, chance: random.Random, plies: int | None = None
) -> Iterator[tuple[Position, str | None]]:
    played = 0
    while not position.over and (plies is None or played < plies):
        move = random_move(position, chance)
        yield position, move
        position = position.play(move)
        played += 1
    yield position, None


def random_move(position: Position, chance: random.Random) -> str:
    """A random legal move: rarely a pass or a stop, often a jump or a capture."""
    names = [str(move) for move in position.moves]
    rare = [name for name in names if name in ("pass", "stop")]
    if rare and chance.random() < 0.06:
        return rare[0]
    captures = [name for name in names if name[0] in "^@"]
    if captures and chance.random() < 0.9:
        leaps = [name for name in captures if name[0] == "^"]
        return chance.choice(leaps if leaps and chance.random() < 0.5 else captures)
    takes_long = [name for name in names if ">" in name]
    if takes_long and chance.random() < 0.5:
        return chance.choice(takes_long)
    return chance.choice([name for name in names if name not in rare] or names)


def random_position(spec: str, seed: int, plies: int) -> Position:
    """The position after that many random moves, or the last one if the game ends before."""
    position = kletka.start(spec)
    for position, _ in random_game(spec, seed, plies):  # noqa: B007  # the last is wanted
        pass
    return position


def playouts(position: Position, count: int, seed: int) -> tuple[int, tuple[float, ...]]:
    """The number of moves in `count` random games of the kernels, and the sums of their points."""
    variant = position.variant
    scratch = np.zeros(variant.rules.scratch_size(variant.tables), np.int32)
    sums = np.zeros(len(variant.players), np.float64)
    rng = np.array([seed], np.uint64)
    moves = run_playouts(variant.number, position.state, variant.tables, rng, scratch, count, sums)
    return int(moves), tuple(sums.tolist())


def check_playouts(position: Position, count: int) -> None:
    """Random games end, do not change the position, and are the same for the same seed."""
    before = str(position)
    first = playouts(position, count, seed=11)
    assert playouts(position, count, seed=11) == first
    assert str(position) == before
    assert (first[0] == 0) == position.over
    if position.over:
        assert first[1] == tuple(count * p for p in position.points)


# Rings of Vyun: random games rarely close one, let alone one inside another.


def rectangle_ring(left: int, top: int, right: int, bottom: int) -> list[str]:
    """The squares along the rim of a rectangle, clockwise; A1 is at 0, 0."""
    way = [(x, top) for x in range(left, right)] + [(right, y) for y in range(top, bottom)]
    way += [(x, bottom) for x in range(right, left, -1)]
    way += [(left, y) for y in range(bottom, top, -1)]
    return [f"{ascii_uppercase[x]}{y + 1}" for x, y in way]


def square_ring(side: int, at: int = 0) -> list[str]:
    return rectangle_ring(at, at, at + side - 1, at + side - 1)


def ring(squares: Sequence[str]) -> list[str]:
    """The moves of a sprout that grows through all these squares and back to the first."""
    return [squares[0], *(f"{a}>{b}" for a, b in pairwise([*squares, squares[0]]))]


def play_alone(position: Position, moves: Sequence[str]) -> Position:
    """Let the player to move play all these moves while the others pass."""
    for number, move in enumerate(moves):
        for _ in range(len(position.players) - 1 if number else 0):
            position = position.play("pass")
        position = position.play(move)
    return position


def game_of_rings(spec: str, seed: int, rings: int) -> Iterator[tuple[Position, list[str]]]:
    """Positions of a game in which players grow rings on random rectangles, with the moves."""
    position, chance = kletka.start(spec), random.Random(seed)
    columns, rows = position.board.columns, position.board.rows
    moves: list[str] = []
    walls: set[frozenset[str]] = set()
    grown = 0
    for _ in range(60 * rings):
        if grown == rings:
            return
        left, right = sorted(chance.sample(range(columns), 2))
        top, bottom = sorted(chance.sample(range(rows), 2))
        squares = rectangle_ring(left, top, right, bottom)
        crossed = {frozenset(pair) for pair in pairwise([*squares, squares[0]])}
        if walls & crossed or Move(squares[0]) not in position.moves:
            continue
        walls |= crossed
        others = ["pass"] * (len(position.players) - 1)
        added = [move for growing in ring(squares) for move in (*others, growing)][len(others) :]
        for move in added:
            position = position.play(move)
        moves += added
        yield position, list(moves)
        grown += 1


# Texts.


def standing(position: Position) -> dict[str, str]:
    """The letter of the piece on each place, read from the text of the position."""
    rows = str(position).split()[1].split("/")
    letters: list[str] = []
    for row in rows:
        for token in re.findall(r"[0-9]+|[a-z]", row):
            letters += [""] * int(token) if token.isdigit() else [token]
    return {
        name: letter for name, letter in zip(position.board.names, letters, strict=True) if letter
    }


# Files.


class GoldenGame(NamedTuple):
    spec: str
    moves: list[str]
    legal_counts: list[int]
    to_move: list[int]
    over: bool
    scores: list[float]


def golden_games() -> list[GoldenGame]:
    lines = (HERE / "golden" / "games.jsonl").read_text().splitlines()
    return [GoldenGame(**json.loads(line)) for line in lines]


def check_golden_game(game: GoldenGame) -> None:
    position = kletka.start(game.spec)
    for move, count, player in zip(game.moves, game.legal_counts, game.to_move, strict=True):
        assert (position.to_move, len(position.moves)) == (player, count), position
        position = position.play(move)
    assert position.over == game.over
    komi = Fraction(Spec(game.spec).options.get("komi", 0))
    points = [Fraction(p) for p in position.points]
    points[1] -= komi
    assert points == game.scores


class PerftLine(NamedTuple):
    spec: str
    moves: tuple[str, ...]
    counts: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.spec} | {' '.join(self.moves)}"


def perft_lines(game: str) -> list[PerftLine]:
    lines = []
    for text in (HERE / "perft" / f"{game}.perft").read_text().splitlines():
        if text and not text.startswith("#"):
            spec, moves, counts = (part.strip() for part in text.split("|"))
            lines.append(
                PerftLine(spec, tuple(moves.split()), tuple(int(n) for n in counts.split()))
            )
    return lines


def position_after(spec: str, moves: Sequence[str]) -> Position:
    position = kletka.start(spec)
    for move in moves:
        position = position.play(move)
    return position


def check_perft(line: PerftLine, most: int | None = None) -> None:
    """Compare the counts of a line, up to `most`; a wrong one is reported by first moves."""
    position = position_after(line.spec, line.moves)
    for depth, count in enumerate(line.counts, 1):
        if most is not None and count > most:
            return
        if kletka.perft(position, depth) != count:
            ours = kletka.divide(position, depth)
            judges = judge_divide(judge_of(line.spec, line.moves), depth)
            table = "\n".join(
                f"{move:>12} {ours.get(move, '-'):>10} {judges.get(move, '-'):>10}"
                for move in sorted({*ours, *judges})
                if ours.get(move) != judges.get(move)
            )
            raise AssertionError(
                f"{line}\ndepth {depth}: {kletka.perft(position, depth)} instead of {count}\n"
                f"{'move':>12} {'ours':>10} {'judge':>10}\n{table or '(the judge agrees with us)'}"
            )
