"""Light playouts: quick, random, but not foolish."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import kletka
from kletka import Position
from kletka.engine.knowledge import knowledge_of
from kletka.engine.knowledge import switchboard as knowledge
from kletka.engine.knowledge.vyun.plants import find_plants, plants_size
from kletka.engine.knowledge.weights import weights_of
from kletka.engine.search import MOST_FEATURES
from kletka.faces.base import OVER, TO_MOVE, State
from kletka.games import manu_board, switchboard, vyun
from kletka.games.contract import Tables


def played_out(position: kletka.Position, seed: int) -> State:
    variant = position.variant
    state = variant.empty_state()
    state[:] = position.state
    knowledge.playout(
        variant.number,
        state,
        variant.tables,
        np.array([seed], np.uint64),
        np.zeros(knowledge_of(position.spec.game).playout_scratch_size(variant), np.int32),
        weights_of(position.spec.game),
        np.zeros(MOST_FEATURES, np.int32),
    )
    return state


@pytest.mark.parametrize(
    "spec",
    [
        "ydyumby(board=hex3,players=3)",
        "ydyumby(board=hex3,players=3,out=now)",
        "ydyumby(board=hex:.../..../..#../..../...)",
        "vyun(board=3x2)",
        "vyun(board=5x5,players=3)",
        "manu(size=5)",
        "manu(size=5,squares=sweep,pivot=any,jump=prepares)",
    ],
)
def test_a_playout_ends_where_the_rules_say_so(spec: str) -> None:
    position = kletka.start(spec)
    for seed in range(1, 40):
        end = Position.of_state(position.variant, played_out(position, seed))
        assert Position.parse(str(end)).over


@pytest.mark.parametrize("spec", ["kamiken(size=5)", "ydyumby", "vyun(board=3x2)", "manu(size=5)"])
def test_a_playout_ends_where_points_can_be_counted(spec: str) -> None:
    position = kletka.start(spec)
    ends = set()
    for seed in range(1, 40):
        state = played_out(position, seed)
        points = position.variant.points(state)
        assert all(0 <= point <= position.variant.tables.cells for point in points)
        ends.add(state.tobytes())
    assert len(ends) > 20


# Red has three vines round the vertex between B2, C2, C3 and B3; the wall between C3 and B3 is
# left, and Red has growth points on both its sides.
THREE_VINES = "B2 {} B2>C2 D1 C2>C3 pass B2>B3"


@pytest.mark.parametrize(
    ("moves", "owner"),
    [
        (f"{THREE_VINES.format('A4')} pass", 1),  # Red closes
        (THREE_VINES.format("C3"), 2),  # Blue, with a sprout in C3, cuts
    ],
)
def test_in_vyun_loops_are_closed_and_cut(moves: str, owner: int) -> None:
    position = kletka.start("vyun(board=4x4)")
    for move in moves.split():
        position = position.play(move)
    tables = position.variant.tables
    board = position.variant.board
    here, beyond = board.names.index("C3"), board.names.index("B3")
    wall = int(tables.wall_of[here, board.neighbours[here].index(beyond)])
    for seed in range(1, 30):
        state = played_out(position, seed)
        assert state[TO_MOVE] == OVER
        assert state[vyun.vine(tables, wall)] == owner


def flooded(tables: Tables, state: State, player: int, square: int) -> set[int]:
    """All squares that the player's vines join to this one."""
    reached, ahead = {square}, [square]
    while ahead:
        here = ahead.pop()
        for wall, beyond in zip(tables.wall_of[here], tables.neighbours[here], strict=True):
            if wall >= 0 and state[vyun.vine(tables, wall)] == player + 1 and beyond not in reached:
                reached.add(int(beyond))
                ahead.append(int(beyond))
    return reached


@pytest.mark.parametrize("seed", range(1, 6))
def test_plants_are_the_squares_that_vines_join(seed: int) -> None:
    position = kletka.start("vyun(board=5x4,players=3)")
    tables, state = position.variant.tables, played_out(position, seed)
    plants = np.zeros(plants_size(tables), np.int32)
    find_plants(state, tables, plants)
    sizes = set()
    for player in range(3):
        mine = plants[player * tables.cells : (player + 1) * tables.cells]
        for square in range(tables.cells):
            plant = flooded(tables, state, player, square)
            assert set(np.flatnonzero(mine == mine[square])) == plant
            sizes.add(len(plant))
    assert max(sizes) > 5


def test_in_manu_a_player_that_can_take_does() -> None:
    """White wins by taking one stone, and can do so at once."""
    position = kletka.start("manu(size=5,reserve=11,target=1)")
    for move in "A1 B1 C1 D1 A3 A2 C3 C2 E3 E2 E1 B3".split():
        position = position.play(move)
    assert kletka.Move("C1>C3") in position.moves

    def wins(play: Callable[[kletka.Position, int], State]) -> int:
        return sum(int(play(position, seed)[manu_board.WINNER]) == 0 for seed in range(1, 101))

    assert wins(played_out) > 2 * wins(played_evenly)


def played_evenly(position: kletka.Position, seed: int) -> State:
    """A playout by uniform random moves."""
    variant = position.variant
    state = variant.empty_state()
    state[:] = position.state
    scratch = np.zeros(variant.rules.scratch_size(variant.tables), np.int32)
    seeds = np.array([seed], np.uint64)
    switchboard.playout(variant.number, state, variant.tables, seeds, scratch)
    return state
