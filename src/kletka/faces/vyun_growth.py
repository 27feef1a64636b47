"""Whether one player's sprouts, vines and growth points can come about in a game of Vyun.

Every growth point has moved from its sprout along vines. So in every square as many ends arrive
(two for a sprout, one for each vine that enters) as leave or stay (one for each vine that leaves,
one for each growth point). Vines do not show in which direction they grew, so we look for
directions that fit, and for a sprout in every connected part of the vines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kletka.language import Text, plural_en

if TYPE_CHECKING:
    from kletka.variant import Variant


def growth_faults(
    variant: Variant, player: int, owners: list[int], vine: list[int], growth: list[int]
) -> list[Text]:
    """The faults of a player's vines, given all sprouts, vines and the player's growth points."""
    of = variant.players[player].of
    planted = [owner == player + 1 for owner in owners]
    if sum(growth) != 2 * sum(planted):
        return [
            Text(
                f"{of.en} {plural_en(sum(planted), 'sprout')} should have {2 * sum(planted)} "
                f"growth points, not {sum(growth)}",
                f"ростков {of.ru}: {sum(planted)}, а точек роста {sum(growth)} "
                f"вместо {2 * sum(planted)}",
            )
        ]
    walls = [ends for wall, ends in variant.board.walls.items() if vine[wall] == player + 1]
    if _rootless(walls, planted) or not _can_be_directed(walls, planted, growth):
        return [
            Text(
                f"{of.en} vines cannot have grown so from the sprouts to the growth points",
                f"лианы {of.ru} не могли так вырасти от ростков к точкам роста",
            )
        ]
    return []


def _rootless(walls: list[tuple[int, int]], planted: list[bool]) -> bool:
    """Whether a connected part of the vines has no sprout."""
    leader = list(range(len(planted)))

    def find(square: int) -> int:
        while leader[square] != square:
            square = leader[square]
        return square

    for one, other in walls:
        leader[find(one)] = find(other)
    rooted = {find(square) for square, has_sprout in enumerate(planted) if has_sprout}
    return any(find(one) not in rooted for one, _ in walls)


def _can_be_directed(walls: list[tuple[int, int]], planted: list[bool], growth: list[int]) -> bool:
    """Whether each wall can be assigned to the square it was grown from so that all counts fit.

    A square with d vines must have sent out (d + 2 * sprout - growth) / 2 of them.
    """
    touching: list[list[int]] = [[] for _ in planted]
    for index, (one, other) in enumerate(walls):
        touching[one].append(index)
        touching[other].append(index)
    wanted = []
    for square, around in enumerate(touching):
        twice = len(around) + 2 * planted[square] - growth[square]
        if twice % 2 or not 0 <= twice <= 2 * len(around):
            return False
        wanted.append(twice // 2)
    grown_from: dict[int, int] = {}

    def claim(square: int) -> bool:
        """Assign one more wall to a square, reassigning others along a shortest chain."""
        lost_by: dict[int, int | None] = {square: None}  # square: the wall it would give up
        asked_by: dict[int, int] = {}  # wall: the square that asks for it
        asking = [square]
        for asker in asking:
            for free in touching[asker]:
                if free in asked_by or grown_from.get(free) == asker:
                    continue
                asked_by[free] = asker
                owner = grown_from.get(free)
                if owner is not None:
                    if owner not in lost_by:
                        lost_by[owner] = free
                        asking.append(owner)
                    continue
                wall: int | None = free
                while wall is not None:
                    grown_from[wall] = asked_by[wall]
                    wall = lost_by[asked_by[wall]]
                return True
        return False

    return all(claim(square) for square, need in enumerate(wanted) for _ in range(need))
