"""Plans in Vyun: the rings that a player can still close, and how soon an opponent can cut them.

The inventor advises to plan where a vine goes before it grows. A plan here is a rectangular ring
of squares, at most `LONGEST_SIDE` to a side: when the player's vines go all the way round it, all
that lies inside is surrounded. Every gap in the ring needs a growth point that can walk along it,
or one more sprout that is planted there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from kletka.faces.base import State
from kletka.faces.vyun import growth_points, sprouts, vines
from kletka.games.boards import rectangle

if TYPE_CHECKING:
    from kletka.variant import Variant

NEVER = 10**6  # moves
LONGEST_SIDE = 6  # squares: about the size of the parts into which the inventor divides a board


@dataclass(frozen=True)
class Ring:
    """The squares around a rectangle, in order; wall i lies between squares i and i + 1."""

    squares: tuple[int, ...]
    walls: tuple[int, ...]
    square_bits: int
    wall_bits: int
    vertex_bits: int


@dataclass(frozen=True)
class Plan:
    """A ring that a player can close in `moves` moves, for a `gain` of vertices.

    `steps` are the moves that bring it closer now, and `missing` the walls that the vines still
    have to cross. `cut_in` is the smallest number of moves in which a vine of an opponent that is
    on the board can cross one of them, `sprout_cut_in` the same for a sprout that is planted first;
    NEVER if it cannot.
    """

    gain: int
    moves: int
    cut_in: int
    sprout_cut_in: int
    steps: tuple[int, ...]
    missing: tuple[int, ...]

    @property
    def safe(self) -> bool:
        """Whether no vine on the board comes in time: an opponent has one move less before the
        ring is closed."""
        return self.cut_in >= self.moves

    @property
    def safe_from_sprouts(self) -> bool:
        """Whether no new sprout comes in time."""
        return self.sprout_cut_in >= self.moves

    @property
    def worth(self) -> float:
        """Vertices per move."""
        return self.gain / self.moves


@lru_cache(maxsize=16)
def rings(columns: int, rows: int) -> tuple[Ring, ...]:
    """All rings of a board."""
    return tuple(
        _ring(columns, rows, left, top, width, height)
        for height in range(2, min(rows, LONGEST_SIDE) + 1)
        for width in range(2, min(columns, LONGEST_SIDE) + 1)
        for top in range(rows - height + 1)
        for left in range(columns - width + 1)
    )


def _ring(columns: int, rows: int, left: int, top: int, width: int, height: int) -> Ring:
    board = rectangle(columns, rows)
    right, bottom = left + width - 1, top + height - 1
    places = [(x, top) for x in range(left, right)]
    places += [(right, y) for y in range(top, bottom)]
    places += [(x, bottom) for x in range(right, left, -1)]
    places += [(left, y) for y in range(bottom, top, -1)]
    squares = tuple(board.index[place] for place in places)
    named = _walls_between(columns, rows)
    walls = tuple(
        named[one, other] for one, other in zip(squares, squares[1:] + squares[:1], strict=True)
    )
    stride = columns + 1
    inside = [
        y * stride + x for y in range(top + 1, bottom + 1) for x in range(left + 1, right + 1)
    ]
    return Ring(squares, walls, to_bits(squares), to_bits(walls), to_bits(inside))


@lru_cache(maxsize=16)
def _walls_between(columns: int, rows: int) -> dict[tuple[int, int], int]:
    walls = {}
    for wall, (one, other) in rectangle(columns, rows).walls.items():
        walls[one, other] = walls[other, one] = wall
    return walls


def to_bits(numbers: Sequence[int]) -> int:
    return sum(1 << number for number in numbers)


class Sheet:
    """A position's sprouts, vines and growth points, and what each player can plan in it."""

    def __init__(self, variant: Variant, state: State) -> None:
        self.variant, self.state, self.board = variant, state, variant.board
        self.players = range(len(variant.players))
        self.sprouts = sprouts(variant, state)
        self.vines = vines(variant, state)
        self.growth = [growth_points(variant, state, player) for player in self.players]
        self.points = variant.points(state)
        self.bare = to_bits([s for s, owner in enumerate(self.sprouts) if not owner])
        self.wall_between = _walls_between(self.board.columns, self.board.rows)
        self.enclosed = self._enclosed()
        self.vine_ends = [self._vine_ends(player) for player in self.players]

    def plans(self, player: int) -> Iterator[Plan]:
        """All plans of a player that gain something."""
        mine = to_bits([wall for wall, owner in enumerate(self.vines) if owner == player + 1])
        taken = to_bits([wall for wall, owner in enumerate(self.vines) if owner]) & ~mine
        cut_in, sprout_cut_in = self.cut_in(player), self.sprout_cut_in()
        for ring in rings(self.board.columns, self.board.rows):
            if ring.wall_bits & taken or not ring.wall_bits & ~mine:
                continue
            way = self._way(player, ring, mine)
            if way is None:
                continue
            moves, steps = way
            missing = tuple(wall for wall in ring.walls if not mine >> wall & 1)
            gain = self._gain(player, ring, missing)
            if gain > 0:
                yield Plan(
                    gain,
                    moves,
                    min(cut_in[wall] for wall in missing),
                    min(sprout_cut_in[wall] for wall in missing),
                    steps,
                    missing,
                )

    def cut_in(self, player: int) -> dict[int, int]:
        """For each wall the smallest number of moves in which a vine of an opponent crosses it."""
        others = [self.growth[other] for other in self.players if other != player]
        growing = [s for s in range(len(self.sprouts)) if any(growth[s] for growth in others)]
        return self._crossed_in(self.growths_from(growing))

    def sprout_cut_in(self) -> dict[int, int]:
        """The same for a sprout that is planted first."""
        bare = [square for square, owner in enumerate(self.sprouts) if not owner]
        crossed = self._crossed_in(self.growths_from(bare))
        return {wall: min(growths + 1, NEVER) for wall, growths in crossed.items()}

    def _crossed_in(self, growths: list[int]) -> dict[int, int]:
        """For each wall the growths in which it is crossed, from those to each square."""
        return {
            wall: min(1 + min(growths[one], growths[other]), NEVER)
            for wall, (one, other) in self.board.walls.items()
        }

    def growths_from(self, squares: list[int]) -> list[int]:
        """For each square the smallest number of growths from one of some squares to it."""
        growths = [NEVER] * len(self.sprouts)
        reached = list(squares)
        for square in reached:
            growths[square] = 0
        for here in reached:
            for there in self.board.neighbours[here]:
                if there is None or growths[there] < NEVER:
                    continue
                if not self.vines[self.wall_between[here, there]]:
                    growths[there] = growths[here] + 1
                    reached.append(there)
        return growths

    def grow(self, origin: int, target: int) -> int:
        """The code of the move that grows from one square into its neighbour."""
        return len(self.sprouts) + 4 * origin + self.board.neighbours[origin].index(target)

    def change(self, player: int, state: State) -> tuple[int, int]:
        """The vertices that the player gains and those that the others lose in the next state."""
        before, after = self.points, self.variant.points(state)
        gained = int(after[player] - before[player])
        return gained, int(sum(before) - sum(after)) + gained

    def _enclosed(self) -> int:
        """The vertices that lie in some player's region."""
        from kletka.games.vyun_territory import find_regions

        first_vine = self.variant.rules.HEADER + len(self.sprouts)
        labels = find_regions(self.state[first_vine:], self.variant.tables).label
        return to_bits(labels.any(axis=0).nonzero()[0].tolist())

    def _vine_ends(self, player: int) -> list[tuple[int, int]]:
        """Each wall that a vine of the player crosses, with its two squares as bits."""
        return [
            (wall, to_bits(squares))
            for wall, squares in self.board.walls.items()
            if self.vines[wall] == player + 1
        ]

    def _gain(self, player: int, ring: Ring, missing: tuple[int, ...]) -> int:
        """The vertices that closing the ring would gain the player and cost the others."""
        if not ring.vertex_bits & self.enclosed and self._is_apart(player, ring):
            return ring.vertex_bits.bit_count()
        state = self.state.copy()
        first_vine = self.variant.rules.HEADER + len(self.sprouts)
        for wall in missing:
            state[first_vine + wall] = player + 1
        return sum(self.change(player, state))

    def _is_apart(self, player: int, ring: Ring) -> bool:
        """Whether no other vine of the player meets the ring: it could enclose more with it."""
        return not any(
            ends & ring.square_bits and not ring.wall_bits >> wall & 1
            for wall, ends in self.vine_ends[player]
        )

    def _way(self, player: int, ring: Ring, mine: int) -> tuple[int, tuple[int, ...]] | None:
        """How many moves close the ring, and which can be made now; None if none can close it."""
        moves, steps = 0, []
        for squares, whole in _gaps(ring, mine):
            moves += len(squares) - 1
            now = list(self._steps(player, squares, whole))
            if not now:  # one more sprout is needed
                moves += 1
                now = [square for square in squares if self.bare >> square & 1]
                if not now:
                    return None
            steps += now
        return moves, tuple(steps)

    def _steps(self, player: int, squares: Sequence[int], whole: bool) -> Iterator[int]:
        """The growths along a gap after which the rest of it can still be grown.

        A growth point at an end walks through the whole gap; inside the gap two are needed, one
        for each side. A gap that is the whole ring can be walked from any square.
        """
        growth = self.growth[player]
        last = len(squares) - 1
        for place, square in enumerate(squares[:-1] if whole else squares):
            count = growth[square]
            if not count or not (whole or place in (0, last) or count > 1):
                continue
            if place < last:
                yield self.grow(square, squares[place + 1])
            if place > 0:
                yield self.grow(square, squares[place - 1])
            elif whole:
                yield self.grow(square, squares[last - 1])


def _gaps(ring: Ring, mine: int) -> list[tuple[tuple[int, ...], bool]]:
    """The squares along each gap in the ring, and whether the gap is all of the ring."""
    count = len(ring.walls)
    if not ring.wall_bits & mine:
        return [((*ring.squares, ring.squares[0]), True)]
    begin = next(i for i in range(count) if mine >> ring.walls[i] & 1)
    gaps: list[tuple[tuple[int, ...], bool]] = []
    gap: list[int] = []
    for index in range(begin + 1, begin + count + 1):
        if mine >> ring.walls[index % count] & 1:
            if gap:
                gaps.append((tuple(gap), False))
            gap = []
            continue
        if not gap:
            gap = [ring.squares[index % count]]
        gap.append(ring.squares[(index + 1) % count])
    return gaps
