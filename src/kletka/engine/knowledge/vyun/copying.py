"""Copying in Vyun for two: a player that answers every move with its image gets at least a tie.

The image of a sheet is the sheet after a half turn, with the colours exchanged. Only vines make
territory, so two players whose vines are each other's images have equally many points. What the
copying player needs for it:

- No wall is its own image. That is so unless one side of the sheet is even and the other odd.
- A square that is bare has a bare image, and is not its own image. The player to move may first
  plant in the centre of a sheet whose sides are both odd.
- For each growth point of the other player there is one of the copying player in its image; more
  do no harm, and neither does the owner of a sprout.

If the other player passes, the copying player passes too, which ends the game. Before that, any of
the two may copy: the player to move begins with a pass.
"""

# Numba infers the types of kernels.
# mypy: ignore-errors

from __future__ import annotations

from kletka.compiling import inner_kernel, kernel
from kletka.games.contract import TO_MOVE
from kletka.games.vyun import growth_points, sprout, vine


@kernel
def can_copy(state, tables, player):
    if (tables.width + tables.height) & 1:
        return False
    last = tables.cells - 1
    for square in range(tables.cells):
        image = last - square
        if (state[sprout(square)] == 0) != (state[sprout(image)] == 0):
            return False
        own = state[growth_points(tables, player, image)]
        if square == image and state[sprout(square)] == 0:
            if state[TO_MOVE] != player:
                return False
            own += 2
        if own < state[growth_points(tables, 1 - player, square)]:
            return False
        if not walls_are_images(state, tables, square, image):
            return False
    return True


@inner_kernel
def walls_are_images(state, tables, square, image):
    """Whether the right and the lower wall of a square have the vines of the images' owners."""
    for direction in range(1, 3):
        wall = tables.wall_of[square, direction]
        if wall >= 0:
            here = state[vine(tables, wall)]
            there = state[vine(tables, tables.wall_of[image, direction ^ 2])]
            if here != (3 - there if there else 0):
                return False
    return True
