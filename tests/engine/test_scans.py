"""What is noted once for all moves of a position is what a slow look at the position finds."""

from __future__ import annotations

import random

import numpy as np
import pytest

import kletka
from kletka.engine.knowledge import switchboard as knowledge
from kletka.engine.knowledge.manu.features import scan_size as manu_scan_size
from kletka.engine.knowledge.vyun.features import (
    other_points,
    other_vines,
    own_vines,
)
from kletka.engine.knowledge.vyun.features import (
    scan_size as vyun_scan_size,
)
from kletka.faces.base import TO_MOVE
from kletka.games.vyun import growth_points, vine


def random_position(spec: str, seed: int) -> kletka.Position:
    chance = random.Random(seed)
    position = kletka.start(spec)
    for _ in range(chance.randrange(60)):
        following = position.play(chance.choice(list(position.moves)))
        if following.over:
            break
        position = following
    return position


def scanned(position: kletka.Position, size: int) -> list[int]:
    variant = position.variant
    seen = np.zeros(size, np.int32)
    knowledge.scan(variant.number, position.state, variant.tables, seen)
    return [int(number) for number in seen]


@pytest.mark.parametrize("spec", ["manu(size=5)", "manu(size=9)"])
def test_manu_notes_the_distance_of_the_nearest_stone_on_each_line(spec: str) -> None:
    found = 0
    for seed in range(12):
        position = random_position(spec, seed)
        size = position.variant.tables.width
        seen = scanned(position, manu_scan_size(position.variant))
        stones = {cell for cell, owner in enumerate(position.pieces) if owner is not None}
        for crossing in range(size * size):
            for direction, (right, down) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
                x, y, distance = crossing % size, crossing // size, 0
                nearest = 0
                while nearest == 0:
                    x, y, distance = x + right, y + down, distance + 1
                    if not (0 <= x < size and 0 <= y < size):
                        break
                    nearest = distance if y * size + x in stones else 0
                assert seen[4 * crossing + direction] == nearest
                found += nearest > 1
    assert found > 100


@pytest.mark.parametrize("spec", ["vyun(board=4x3)", "vyun(board=5x5,players=3)"])
def test_vyun_notes_the_vines_and_the_growth_points_of_others_in_each_square(spec: str) -> None:
    found = 0
    for seed in range(12):
        position = random_position(spec, seed)
        tables, state = position.variant.tables, position.state
        me = int(state[TO_MOVE])
        seen = scanned(position, vyun_scan_size(position.variant))
        for square in range(tables.cells):
            walls = [wall for wall, sides in position.board.walls.items() if square in sides]
            owners = [int(state[vine(tables, wall)]) for wall in walls]
            others = [player for player in range(tables.players) if player != me]
            points = sum(int(state[growth_points(tables, other, square)]) for other in others)
            assert seen[own_vines(tables, square)] == owners.count(me + 1)
            assert seen[other_vines(tables, square)] == sum(
                owner not in (0, me + 1) for owner in owners
            )
            assert seen[other_points(tables, square)] == points
            found += seen[other_vines(tables, square)] > 1
    assert found > 5
