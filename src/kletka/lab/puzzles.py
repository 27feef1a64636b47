"""Finds puzzles: positions in games of the engine in which one move alone is good.

The games are played by a weak engine with some random moves, so that opportunities arise. Each
game is then searched backwards from its end, as far as the solver can prove all positions. A
position is a puzzle if one move is provably better than all others, by a win, a draw or two
points. Its line goes on as long as the following moves of its solver are the only good ones, too.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from kletka.engine.budget import Budget
from kletka.engine.search import Search
from kletka.engine.solving import solve
from kletka.faces import face_of
from kletka.lab.move_values import exact_values, only_good_move
from kletka.library.puzzles import Puzzle, read_puzzles, write_puzzles
from kletka.position import Position, start

CHANCE = 0.25  # the share of moves that are played at random
SIMULATIONS = 60
NODES = 60_000  # the limit for proving one position
LEAST_MOVES = 4  # with fewer there is nothing to choose
MOST_OWN_MOVES = 3
MOST_OF_A_GAME = 2
MOST_TURNS = 300
TIERS = (
    2,
    12,
    50,
    200,
    800,
    3_000,
)  # simulations to look for the move with
MEMORY = 32 * 2**20
EASY_SHARE = 3  # at most one puzzle in so many may be of the easiest kind


def collect_puzzles(
    game: str, count: int, seed: int, file: Path, report: Callable[[int], None]
) -> None:
    """Add puzzles to a file until it holds `count`; `report` gets the number after each."""
    kept = list(read_puzzles(file.read_text("utf-8"))) if file.exists() else []
    known = {puzzle.start.canonical() for puzzle in kept}
    easy = sum(puzzle.rating <= 600 for puzzle in kept)
    for puzzle in find_puzzles(game, seed):
        if len(kept) >= count:
            return
        if puzzle.start.canonical() in known or (
            puzzle.rating <= 600 and easy * EASY_SHARE >= count
        ):
            continue
        easy += puzzle.rating <= 600
        kept.append(puzzle)
        file.write_text(write_puzzles(kept), "utf-8")
        report(len(kept))


def find_puzzles(game: str, seed: int = 1, nodes: int = NODES) -> Iterator[Puzzle]:
    """Yield puzzles endlessly, no two of them mirror images."""
    chance = random.Random(f"{game}/{seed}")
    boards = face_of(game).profile.puzzle_boards
    known: set[Position] = set()
    while True:
        played = _play(start(chance.choice(boards)), chance)
        found = 0
        for position in _provable(played, nodes):
            if found == MOST_OF_A_GAME:
                break
            if position.canonical() in known:
                continue
            known.add(position.canonical())
            puzzle = puzzle_at(position, nodes)
            if puzzle is not None:
                found += 1
                yield puzzle


def puzzle_at(position: Position, nodes: int = NODES) -> Puzzle | None:
    """The puzzle that starts from a position, or None."""
    found = _only_good_move(position, nodes)
    if found is None:
        return None
    claim, move, value, second = found
    line = _line(position, move, claim, nodes)
    own = _own_moves(position, line)
    rating = 600 + 250 * _tier(position, move) + 150 * (own - 1)
    return Puzzle(str(position), claim, tuple(line), value, second, rating)


def _only_good_move(position: Position, nodes: int) -> tuple[str, str, float, float] | None:
    values = exact_values(position, nodes)
    if values is None:
        return None
    return only_good_move(values, face_of(position.spec.game).wins_by_points)


def _play(position: Position, chance: random.Random) -> list[Position]:
    """The positions of a game that a weak engine plays with some random moves."""
    played = [position]
    while not position.over and len(played) < MOST_TURNS:
        if len(played) < 3 or chance.random() < CHANCE:
            moves = [move for move in position.moves if str(move) != "pass"]
            move = chance.choice(moves or list(position.moves))
        else:
            search = Search(position, memory=MEMORY, seed=chance.randrange(10**6))
            search.run(Budget(simulations=SIMULATIONS))
            move = search.analysis().best
        position = position.play(move)
        played.append(position)
    return played


def _provable(played: list[Position], nodes: int) -> list[Position]:
    """The late positions of a game that the solver can prove and that have one best move."""
    provable = []
    for position in reversed(played):
        if position.over or len(position.moves) < LEAST_MOVES:
            continue
        solution = solve(position, nodes=nodes)
        if solution is None:
            break
        if len(solution.best) == 1 and not position.in_turn:
            provable.append(position)
    return provable[::-1]


def _line(position: Position, move: str, claim: str, nodes: int) -> list[str]:
    """The moves of a puzzle: the only good one, the best reply, the only good one again …"""
    player, line = position.to_move, [move]
    position = position.play(move)
    own = 1
    while not position.over and own < MOST_OWN_MOVES:
        replies: list[str] = []
        while not position.over and position.to_move != player:
            solution = solve(position, nodes=nodes)
            if solution is None:
                return line
            replies.append(str(solution.line[0]))
            position = position.play(replies[-1])
        if position.over or len(position.moves) < 2:
            return line
        found = _only_good_move(position, nodes)
        if found is None or found[0] != claim:
            return line
        line += [*replies, found[1]]
        position = position.play(found[1])
        own += 1
    return line


def _own_moves(position: Position, line: list[str]) -> int:
    """How many moves of a line are made by the player to move."""
    player, own = position.to_move, 0
    for move in line:
        own += position.to_move == player
        position = position.play(move)
    return own


def _tier(position: Position, move: str) -> int:
    """The first of TIERS with which an engine finds the move two times out of three."""
    for tier, simulations in enumerate(TIERS):
        right = 0
        for seed in range(3):
            search = Search(position, memory=MEMORY, seed=seed + 1)
            search.run(Budget(simulations=simulations))
            right += str(search.analysis().best) == move
        if right >= 2:
            return tier
    return len(TIERS)
