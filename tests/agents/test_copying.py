"""Copying by a half turn: the theorems of the rules pages, played out."""

from __future__ import annotations

import random

import pytest

import kletka
from kletka.agents import Agent, InvalidAgent, read_agent
from kletka.agents.agent import RandomAgent
from kletka.engine.proving import known_solution
from kletka.engine.solving import solve
from kletka.faces.base import PASS
from kletka.move import Move
from kletka.position import Position

FIRST, SECOND = 0, 1


def copier_of(spec: str) -> int:
    """The player that copies on a board by the theorems."""
    board = kletka.start(spec).board
    assert (board.columns + board.rows) % 2 == 0
    return FIRST if board.columns % 2 else SECOND


def lead(position: Position, player: int) -> float:
    """A player's lead without komi."""
    komi = float(position.spec.options.get("komi", 0))
    first = position.points[0] - position.points[1] + komi
    return first if player == FIRST else -first


class Reckless(RandomAgent):
    """Any legal move, a pass too."""

    def choose(self, position: Position, history: list[Move]) -> Move:
        assert self._source is not None
        return self._source.choice(list(position.moves))


class BestPlay(Agent):
    """One of the moves that the exact solver finds best."""

    name = "best"

    def new_game(self, start: Position, seed: int) -> None:
        self._source = random.Random(seed)

    def choose(self, position: Position, history: list[Move]) -> Move:
        solution = known_solution(position) or solve(position)
        assert solution is not None
        return self._source.choice(solution.best)


def play_out(spec: str, copier: int, opponent: Agent, seed: int) -> Position:
    """The end of a game in which one player copies; the copies must all be legal."""
    agents = [read_agent("copying"), opponent] if copier == FIRST else []
    agents = agents or [opponent, read_agent("copying")]
    position, history = kletka.start(spec), list[Move]()
    for agent in agents:
        agent.new_game(position, seed)
    while position.to_move is not None:
        history.append(agents[position.to_move].choose(position, history))
        position = position.play(history[-1])
    return position


SOLVED = [
    *(f"kamiken(size={size},komi=0)" for size in range(1, 7)),
    "vyun(board=2x2)",
    "vyun(board=4x2)",
    "vyun(board=2x4)",
]


@pytest.mark.parametrize("spec", SOLVED)
def test_copying_never_loses_to_best_play(spec: str) -> None:
    for seed in range(2):
        assert lead(play_out(spec, copier_of(spec), BestPlay(), seed), copier_of(spec)) >= 0


MANY_BOARDS = [
    *(f"kamiken(size={size})" for size in (*range(1, 10), 12, 15, 26)),
    *(
        f"vyun(board={columns}x{rows})"
        for columns in range(2, 9)
        for rows in range(2, 9)
        if (columns + rows) % 2 == 0
    ),
]


@pytest.mark.parametrize("spec", MANY_BOARDS)
def test_copying_never_loses_to_any_play(spec: str) -> None:
    for seed in range(6):
        opponent = Reckless() if seed % 2 else RandomAgent()
        assert lead(play_out(spec, copier_of(spec), opponent, seed), copier_of(spec)) >= 0


@pytest.mark.parametrize("board", ["2x2", "4x2", "4x4", "6x4", "8x8"])
def test_on_even_sheets_of_vyun_the_first_player_may_copy_too(board: str) -> None:
    """It passes first, and a pass is not final there: such a sheet is a tie with best play."""
    for seed in range(6):
        end = play_out(f"vyun(board={board})", FIRST, RandomAgent(), seed)
        assert end.points[0] == end.points[1]


@pytest.mark.parametrize(
    ("size", "least"), [(1, 0), (2, 0), (3, 1), (4, 0), (5, 0)], ids=lambda number: str(number)
)
def test_all_games_of_kamiken_against_a_copying_player(size: int, least: int) -> None:
    """To the end, with images of our own; the copying player's smallest lead is known exactly."""
    spec = f"kamiken(size={size},komi=0)"
    start, copier = kletka.start(spec), copier_of(spec)
    names = start.board.names
    image = dict(zip(names, reversed(names), strict=True))
    if copier == FIRST:
        start = start.play(names[len(names) // 2])
    waiting, seen, leads = [start], set[Position](), set[float]()
    while waiting:
        position = waiting.pop()
        if position in seen:
            continue
        seen.add(position)
        leads.add(lead(position, copier))  # both pass here, or no stone can be placed
        if position.to_move not in (None, copier):
            for move in position.moves:
                if str(move) != PASS:
                    waiting.append(position.play(move).play(image[str(move)]))
    assert min(leads) == least


def test_all_games_of_a_small_sheet_of_vyun_against_a_copying_player() -> None:
    start, agent = kletka.start("vyun(board=2x2)"), read_agent("copying")
    seen: set[Position] = set()
    games: list[list[Move]] = [[]]
    while games:
        history = games.pop()
        position = start
        for move in history:
            position = position.play(move)
        if position.to_move == SECOND:
            agent.new_game(start, 1)
            history.append(agent.choose(position, history))
            position = position.play(history[-1])
        if position.over:
            assert lead(position, SECOND) == 0
        elif position not in seen:
            seen.add(position)
            games += [[*history, move] for move in position.moves]
    assert len(seen) > 20


def test_black_wins_by_the_komi_on_an_even_board() -> None:
    end = play_out("kamiken(size=8,komi=0.5)", SECOND, RandomAgent(), 3)
    assert end.winners == (SECOND,)
    assert lead(end, SECOND) == 0


def test_the_middle_wall_cannot_be_copied() -> None:
    """Where one side is even and the other odd, growth through the middle has no image."""
    start = kletka.start("vyun(board=4x3)")
    agent = read_agent("copying")
    agent.new_game(start, 1)
    history: list[Move] = []
    position = start
    for move in ("B2", "C2", "B2>C2"):
        history.append(Move(move))
        position = position.play(move)
    assert Move("C2>B2") not in position.moves, "the image of the last move"
    assert agent.choose(position, history) in position.moves


def test_it_stops_when_the_opponent_is_skipped() -> None:
    """After White's centre and copies Black cannot place, and White passes."""
    start = kletka.start("kamiken(size=3)")
    agent = read_agent("copying")
    agent.new_game(start, 1)
    history = [Move(move) for move in ("B2", "A1", "C3", "A3", "C1")]
    position = start
    for move in history:
        position = position.play(move)
    assert position.to_move == FIRST
    assert str(agent.choose(position, history)) == PASS


@pytest.mark.parametrize("spec", ["vyun(board=4x4,players=3)", "ydyumby(board=...../....#)"])
def test_copying_needs_two_players_and_a_half_turn(spec: str) -> None:
    with pytest.raises(InvalidAgent, match="copying needs two players"):
        read_agent("copying").new_game(kletka.start(spec), 1)


@pytest.mark.parametrize("spec", ["ydyumby(board=5x5)", "manu(size=5)", "vyun(board=5x4)"])
def test_other_boards_are_played_to_the_end(spec: str) -> None:
    for copier in (FIRST, SECOND):
        assert play_out(spec, copier, RandomAgent(), 1).over
