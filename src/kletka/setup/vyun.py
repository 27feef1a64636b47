"""Vyun set up by hand: sprouts, vines, growth points, and passes in a row.

Vines show the squares that they join but not in which direction they grew, so growth points are
set up separately. For convenience, a new sprout brings its own and a new vine moves one along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kletka.faces.base import TO_MOVE, State
from kletka.faces.fields import NOBODY, read_board, read_numbers, read_turn, write_rows
from kletka.faces.vyun import grown_state, read_growth, read_vines, wall_rows
from kletka.language import Text
from kletka.setup.base import Arrangement, Counter, Tool
from kletka.variant import Variant

if TYPE_CHECKING:
    from typing import Self

_PASSES = Text("passes in a row", "пасов подряд")
_MOST_GROWTH = 6  # of a player in a square: two of a sprout, and one through each wall
_OF_A_SPROUT = 2
Growth = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Arranged(Arrangement):
    piece = Text("sprout", "росток")

    vines: tuple[int, ...]  # whose vine crosses each wall: player + 1, or 0
    growth: Growth  # each player's growth points in each square

    @classmethod
    def read(cls, variant: Variant, fields: Sequence[str], faults: list[Text]) -> Self | None:
        players = variant.players
        owners = read_board(variant.board, fields[0], players, faults)
        vines = read_vines(variant, fields[1:3], faults)
        growth = read_growth(variant, fields[3], faults)
        said = read_turn(fields[4], players, faults)
        passes = read_numbers(fields[5], 1, 0, len(players), _PASSES, faults)
        if growth and max(map(max, growth)) > _MOST_GROWTH:
            faults.append(
                Text(
                    f"growth points: a player has at most {_MOST_GROWTH} in one square",
                    f"точки роста: в одном квадрате у игрока их не больше {_MOST_GROWTH}",
                )
            )
        if owners is None or growth is None or said is None or passes is None or faults:
            return None
        counts = {"passes": passes[0]}
        return cls(variant, tuple(owners), said, counts, tuple(vines), tuple(map(tuple, growth)))

    @property
    def counters(self) -> tuple[Counter, ...]:
        return (Counter("passes", None, _PASSES, len(self.players)),)

    @property
    def tools(self) -> tuple[Tool, ...]:
        things: list[Tool] = []
        for index, player in enumerate(self.players):
            things += [
                Tool(player.letter, index, self.piece),
                Tool(f"{player.letter}-vine", index, Text("vine", "лиана"), False, True),
                Tool(f"{player.letter}-growth", index, Text("growth point", "точка роста")),
            ]
        return (*things, self.eraser(walls=True))

    # Squares.

    def used_in(self, tool: Tool, cell: int) -> Self:
        if tool.player is None:
            bare = tuple(_changed(counts, cell, -_MOST_GROWTH) for counts in self.growth)
            return replace(self.with_piece(cell, 0), growth=bare)
        if tool.key.endswith("-growth"):
            return self._with_one_more(tool.player, cell)
        return super().used_in(tool, cell)

    def with_piece(self, cell: int, owner: int) -> Self:
        """A new sprout brings growth points; a removed one takes those in its square with it."""
        changed, before = self, self.owners[cell]
        if before:
            changed = changed._with_growth(before - 1, cell, -_OF_A_SPROUT)
        if owner:
            changed = changed._with_growth(owner - 1, cell, _OF_A_SPROUT)
        return super(Arranged, changed).with_piece(cell, owner)

    def _with_growth(self, player: int, square: int, more: int) -> Self:
        growth = list(self.growth)
        growth[player] = _changed(growth[player], square, more)
        return replace(self, growth=tuple(growth))

    def _with_one_more(self, player: int, square: int) -> Self:
        """One more growth point; none at all if the square was full."""
        here = self.growth[player][square]
        if here >= max(1, self._room(player, square)):
            return self._with_growth(player, square, -here)
        return self._with_growth(player, square, 1)

    def _room(self, player: int, square: int) -> int:
        """The most growth points of a player that can be in a square."""
        walls = (int(wall) for wall in self.variant.tables.wall_of[square] if wall >= 0)
        crossed = sum(self.vines[wall] == player + 1 for wall in walls)
        return crossed + _OF_A_SPROUT * (self.owners[square] == player + 1)

    # Walls.

    def used_between(self, tool: Tool, origin: int, target: int) -> Self:
        """Put a vine from one square to the other, or remove it.

        An eraser that finds no vine there erases in the target square, because a tap near a wall
        may be meant for either.
        """
        direction = self.variant.board.neighbours[origin].index(target)
        wall = int(self.variant.tables.wall_of[origin, direction])
        before = self.vines[wall]
        if tool.player is None and not before:
            return self.used_in(tool, target)
        changed = replace(self, vines=_set(self.vines, wall, 0))
        if before:
            changed = changed._carried(before - 1, target, origin)
        if tool.player is None or before == tool.player + 1:
            return changed
        grown = replace(changed, vines=_set(changed.vines, wall, tool.player + 1))
        return grown._carried(tool.player, origin, target)

    def _carried(self, player: int, origin: int, target: int) -> Self:
        """Move a growth point from one square to the other, or else back, if it can be there."""
        for start, end in ((origin, target), (target, origin)):
            if self.growth[player][start]:
                moved = self._with_growth(player, start, -1)._with_growth(player, end, 1)
                held = moved.growth[player]
                if all(held[square] <= moved._room(player, square) for square in (start, end)):
                    return moved
        return self

    # Text and picture.

    def fields(self) -> list[str]:
        letters = ["", *(player.letter for player in self.players)]
        growing = [
            f"{name}{player.letter}{self.growth[index][square]}"
            for square, name in enumerate(self.variant.board.names)
            for index, player in enumerate(self.players)
            if self.growth[index][square]
        ]
        return [
            self.written_board(),
            *(
                write_rows([[letters[self.vines[wall]] for wall in row] for row in rows])
                for rows in wall_rows(self.variant)
            ),
            ",".join(growing) or NOBODY,
            self.turn_letter,
            str(self.counts["passes"]),
        ]

    def state(self) -> State:
        state = grown_state(self.variant, self.owners, self.vines, self.growth)
        state[TO_MOVE] = self.to_move
        return state


def _set(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _changed(counts: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    return _set(counts, place, max(0, min(_MOST_GROWTH, counts[place] + more)))
