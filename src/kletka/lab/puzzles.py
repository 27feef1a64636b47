"""Finding puzzles: the engine plays, and the solver looks for moves that alone are good.

A game is played by a weak engine with some moves by chance, so that chances are missed and come
about. Then it is walked back from its end, as far as the solver can prove everything. Whatever
position has one move that is provably better than all others, by a win, a draw or two points, is
a puzzle; it goes on for as long as the solver's next moves are the only ones, too.
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
NODES = 60_000  # the most that the solver may use on one position
LEAST_MOVES = 4  # fewer are no choice
MOST_OWN_MOVES = 3
MOST_OF_A_GAME = 2
MOST_TURNS = 300
TIERS = (2, 12, 50, 200, 800, 3_000)  # simulations of an engine that may find the move
MEMORY = 32 * 2**20
EASY_SHARE = 3  # at most one in so many puzzles may be seen at a glance


def collect_puzzles(
    game: str, count: int, seed: int, file: Path, tell: Callable[[int], None]
) -> None:
    """Add puzzles to a file until it holds so many; it is written after each of them."""
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
        tell(len(kept))


def find_puzzles(game: str, seed: int = 1, nodes: int = NODES) -> Iterator[Puzzle]:
    """Puzzles without end, no two of them mirror images."""
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
    """The puzzle that a position is, if it is one."""
    claimed = _only_good_move(position, nodes)
    if claimed is None:
        return None
    claim, move, value, second = claimed
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
    """The positions of a game in which the engine plays, not at its best."""
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
    """The positions with a choice near the end that the solver can prove, the earliest first."""
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
    """The puzzle's moves: the only one, the best reply, the only one again …"""
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
        claimed = _only_good_move(position, nodes)
        if claimed is None or claimed[0] != claim:
            return line
        line += [*replies, claimed[1]]
        position = position.play(claimed[1])
        own += 1
    return line


def _own_moves(position: Position, line: list[str]) -> int:
    """How many moves of a line are the solver's."""
    player, own = position.to_move, 0
    for move in line:
        own += position.to_move == player
        position = position.play(move)
    return own


def _tier(position: Position, move: str) -> int:
    """How much an engine must see to find the move two times out of three."""
    for tier, simulations in enumerate(TIERS):
        right = 0
        for seed in range(3):
            search = Search(position, memory=MEMORY, seed=seed + 1)
            search.run(Budget(simulations=simulations))
            right += str(search.analysis().best) == move
        if right >= 2:
            return tier
    return len(TIERS)
