"""Vyun: sprouts, vines that grow through the walls, buds where they can go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from kletka.drawing.base import BasePicture, Belongings, Piece, Terminal
from kletka.drawing.motion import Beat, close, grow
from kletka.drawing.shapes import HANDS, arrowhead, circle, crossing_out, wobble
from kletka.drawing.sheet import UNIT, Point, Sheet, polyline, xy
from kletka.drawing.story import PlayedTurn
from kletka.drawing.vines import Curve, Gate, Spot, Tangle, gate, tangle, whole_vines
from kletka.faces.base import Holding, Territory
from kletka.faces.vyun import growth_points, vertex_names, vines
from kletka.games.boards import SQUARE_DIRECTIONS
from kletka.language import Text

if TYPE_CHECKING:
    from kletka.position import Position

_SPROUT = 0.2 * UNIT
_BUD = 0.095 * UNIT
_VERTEX = 0.13 * UNIT
_HALF = (0.5, 0.78)  # the far half of the area around a wall


class Picture(BasePicture):
    """Sprouts, vines that grow through the walls, and buds where they can go on."""

    placing = Text("Plant in {cell}", "Посадить в {cell}")
    moving = Text("Grow to {cell}", "Прорасти в {cell}")

    @property
    def tap_size(self) -> int:
        return 40  # vines need more than a cell

    @cached_property
    def vines(self) -> list[int]:
        """Whose vine crosses each wall: player + 1, or 0."""
        return vines(self.variant, self.state)

    @cached_property
    def growth(self) -> list[list[int]]:
        """Each player's growth points in each square."""
        players = range(len(self.position.players))
        return [growth_points(self.variant, self.state, player) for player in players]

    # Vines.

    def gates(self, square: int, player: int) -> list[Gate]:
        """The walls of a square that the player's vines cross."""
        found = []
        owners = self.vines
        for direction in range(4):
            wall = int(self.variant.tables.wall_of[square, direction])
            if wall >= 0 and owners[wall] == player + 1:
                found.append(gate(self.board.places[square], direction, wall))
        return found

    def tangles(self, player: int) -> dict[int, Tangle]:
        """The player's vines in each square that has some."""
        squares = range(len(self.board.places))
        found = {square: self.tangle_in(square, player) for square in squares}
        return {square: tangle for square, tangle in found.items() if tangle != Tangle()}

    def tangle_in(self, square: int, player: int, more: tuple[Gate, int] | None = None) -> Tangle:
        """A player's vines in a square; with `more`, with another gate and change of growth."""
        gates, growth = self.gates(square, player), self.growth[player][square]
        if more is not None:
            gates, growth = sorted([*gates, more[0]], key=lambda g: g.direction), growth + more[1]
        if not gates and not growth:
            return Tangle()
        own = self.owners[square] == player + 1
        foreign = not own and self.owners[square] > 0
        return tangle(self.board.places[square], gates, own, foreign, growth)

    def draw_pieces(self, sheet: Sheet) -> None:
        players = range(len(self.position.players))
        tangles = [list(self.tangles(player).values()) for player in players]
        for player in players:
            curves = [self._written(curve) for t in tangles[player] for curve in t.curves]
            for layer in ("halo", "vine"):
                sheet.paths(f"{layer} {self.seat(player)}", curves)
            sheet.paths(f"leaf {self.seat(player)}", self._leaves(player))
        for player in players:
            buds = (self._bud(player, bud) for t in tangles[player] for bud in t.buds)
            sheet.paths(f"piece {self.seat(player)}", buds)
            self.draw_alike(sheet, player, self.pieces_of(player))

    def draw_alike(self, sheet: Sheet, player: int, pieces: list[Piece]) -> None:
        """Draw sprouts of one player."""
        outlines = (self.shape(player)(p.centre, _SPROUT, p.hand) for p in pieces)
        kind = f"piece {self.seat(player)}"
        sheet.paths(kind, outlines, [p.place for p in pieces if p.place])

    def draw_sample(self, sheet: Sheet, player: int) -> None:
        """Draw a sprout with its two buds, as in a square without vines."""
        x0, y0 = self.lattice.at(0, 0)

        def at(spot: Spot) -> Point:
            x, y = self.lattice.at(*spot)
            return x - x0, y - y0

        sprout, kind = tangle((0, 0), [], own=True, foreign=False, growth=2), self.seat(player)
        for curve in sprout.curves:
            sheet.paths(f"vine {kind}", [self._written(curve, at)] * HANDS)
        for bud in sprout.buds:
            sheet.paths(f"piece {kind}", [self.shape(player)(at(bud), _BUD, 0)] * HANDS)
        super().draw_sample(sheet, player)

    def growth_kinds(self, player: int) -> tuple[str, str]:
        return f"vine {self.seat(player)}", f"piece {self.seat(player)}"

    def _written(self, curve: Curve, at: Callable[[Spot], Point] | None = None) -> str:
        start, *rest = map(at or (lambda spot: self.lattice.at(*spot)), curve)
        return f"M{xy(start)}C" + " ".join(map(xy, rest))

    def _leaves(self, player: int) -> list[str]:
        """One or two leaves at every wall that the player's vines cross."""
        found = []
        owners = self.vines
        for wall, (one, other) in self.board.walls.items():
            if owners[wall] == player + 1:
                direction = self.board.neighbours[one].index(other)
                door = gate(self.board.places[one], direction, wall)
                sides = (1, -1) if player % 2 else ((1 if wobble(wall, 9) > 0 else -1),)
                found += [self._leaf(door, side, player // 2) for side in sides]
        return found

    def _leaf(self, door: Gate, side: int, form: int) -> str:
        """One of four forms of leaf: pointed, round, thorn, tendril."""
        at = self._along(door, side)
        root, tip = at(0, 0), at(0.08, 0.2)
        if form == 0:
            return f"M{xy(root)}Q{xy(at(-0.06, 0.13))} {xy(tip)}Q{xy(at(0.13, 0.09))} {xy(root)}Z"
        if form == 1:
            return (
                f"M{xy(root)}C{xy(at(-0.1, 0.12))} {xy(at(-0.02, 0.24))} {xy(tip)}"
                f"C{xy(at(0.16, 0.18))} {xy(at(0.12, 0.06))} {xy(root)}Z"
            )
        if form == 2:
            return polyline([at(-0.05, 0), at(0.04, 0.17), at(0.07, 0)], closed=True)
        return f"M{xy(root)}C{xy(at(0, 0.14))} {xy(at(0.12, 0.2))} {xy(at(0.12, 0.11))}Z"

    def _along(self, door: Gate, side: int) -> Callable[[float, float], Point]:
        def at(forwards: float, aside: float) -> Point:
            return self.lattice.at(*door.inside(forwards, side * aside))

        return at

    # The last move.

    def draw_trail(self, sheet: Sheet, steps: list[str]) -> None:
        if ">" not in steps[-1]:
            return
        door = self._door(steps[-1])
        sheet.path("trail", polyline(self.lattice.at(*door.inside(d)) for d in (0.2, -0.3)))

    def draw_last(self, sheet: Sheet, steps: list[str]) -> None:
        """Mark a growth in its wall by arrowheads on both sides of the vine."""
        if ">" not in steps[-1]:
            super().draw_last(sheet, steps)
            return
        door = self._door(steps[-1])
        for side in (0.24, -0.24):
            tip, before = (self.lattice.at(*door.inside(-d, side)) for d in (0.1, -0.1))
            sheet.path("last", arrowhead(tip, before, 0.2 * UNIT))

    def motion(self, turn: PlayedTurn, before: Position) -> list[Beat]:
        """Vines grow, and the points that a ring has won are felt."""
        [step] = turn.steps
        beats = [[grow(step, self._grown(step, before))]] if ">" in step else []
        won = sorted(_points_of(self.territory) - _points_of(before.territory))
        closing = [close(place) for place, _ in won]
        return [*(beats or super().motion(turn, before)), *([closing] if closing else [])]

    def _grown(self, growth: str, before: Position) -> list[str]:
        """The curves that a growth has drawn, in its square and then in the next."""
        mover = before.to_move
        assert mover is not None
        then = Picture(before, self.lattice.turned)
        found = []
        for square in (self.board.cell_named[name] for name in growth.split(">")):
            old, new = then.tangle_in(square, mover), self.tangle_in(square, mover)
            found += [self._written(curve) for curve in new.curves if curve not in old.curves]
        return found

    def _door(self, growth: str) -> Gate:
        """The gate through which a growth such as C3>C4 left its square."""
        square, target = (self.board.cell_named[name] for name in growth.split(">"))
        direction = self.board.neighbours[square].index(target)
        wall = int(self.variant.tables.wall_of[square, direction])
        return gate(self.board.places[square], direction, wall)

    # Territory.

    def draw_territory(self, sheet: Sheet) -> None:
        """Draw points filled and tinted, contested vertices open, void ones crossed out."""
        held: dict[str, list[Holding]] = {}
        for holding in self.territory.holdings:
            held.setdefault(holding.place, []).append(holding)
        for player in range(len(self.position.players)):
            mine = [h for h in self.territory.of(player) if h.kind == "point"]
            tint = "".join(polyline(self._around(h.place), closed=True) for h in mine)
            sheet.paths(f"tint {self.seat(player)}", [tint] if tint else [])
        for place, holdings in held.items():
            for i, holding in enumerate(holdings):
                x, y = self.vertex_point(place)
                shift = 0.26 * UNIT * (i - (len(holdings) - 1) / 2)
                self._draw_vertex(sheet, (x + shift, y), holding)

    def draw_changes(self, sheet: Sheet, before: Position) -> None:
        """Ring the points that the last turns won, and cross out those that they lost."""
        then, now = _points_of(before.territory), _points_of(self.territory)
        for place, player in sorted(now - then):
            point = self.vertex_point(place)
            sheet.paths(f"seed {self.seat(player)}", [self.shape(player)(point, _VERTEX, 1)])
            sheet.path("last", circle(point, 2 * _VERTEX, 1), data_at=place)
        held = {(holding.place, holding.player) for holding in self.territory.holdings}
        for place, player in sorted(then - now):
            x, y = self.vertex_point(place)
            if any(where == place and owner != player for where, owner in held):  # not to hide it
                y += 0.3 * UNIT
            outline = self.shape(player)((x, y), _VERTEX, 1)
            sheet.paths(f"open {self.seat(player)}", [outline])
            sheet.path("struck", crossing_out((x, y), 1.6 * _VERTEX, 1))

    def _draw_vertex(self, sheet: Sheet, point: Point, holding: Holding) -> None:
        assert holding.player is not None
        x, y = point
        seat, shape = self.seat(holding.player), self.shape(holding.player)
        outline = shape(point, _VERTEX, 1)
        if holding.kind == "point":
            sheet.paths(f"seed {seat}", [outline])
            return
        if holding.kind == "void":
            arm = 1.5 * _VERTEX
            outline += f"M{xy((x - arm, y + arm))}L{xy((x + arm, y - arm))}"
        sheet.paths(f"open {seat}", [outline])

    def vertex_point(self, place: str) -> Point:
        x, y = self.board.places[self.board.cell_named[place.split("/")[0]]]
        return self.lattice.at(x + 0.5, y + 0.5)

    def _around(self, place: str) -> list[Point]:
        x, y = self.board.places[self.board.cell_named[place.split("/")[0]]]
        return [
            self.lattice.at(x + 0.5 + dx, y + 0.5 + dy)
            for dx, dy in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
        ]

    def mark_point(self, place: str) -> Point | None:
        if place in vertex_names(self.board).values():
            return self.vertex_point(place)
        return super().mark_point(place)

    # What can be clicked.

    def draw_targets(self, sheet: Sheet) -> None:
        self._draw_whole_vines(sheet)
        growths = [text for text in map(str, self.position.moves) if ">" in text]
        both = {tuple(sorted(text.split(">"))) for text in growths if _back(text) in growths}
        for text in growths:
            origin, target = text.split(">")
            square, to = self.board.cell_named[origin], self.board.cell_named[target]
            direction = self.board.neighbours[square].index(to)
            # Where vines can grow through a wall both ways, each half of it stands for one of them.
            reach = _HALF if tuple(sorted((origin, target))) in both else (0.28, 0.72)
            middle = sum(reach) / 2
            arrow = arrowhead(
                self._beside(square, direction, middle + 0.05, 0),
                self._beside(square, direction, middle - 0.05, 0),
                0.13 * UNIT,
            )
            sheet.path("ways", arrow)
            self._draw_way(sheet, square, direction, reach, self._expected(square, direction))

    def _draw_whole_vines(self, sheet: Sheet) -> None:
        """Draw each vine that can grow once more, to be shown when its growth point is chosen."""
        mover = self.position.to_move
        for vine in [] if mover is None else whole_vines(self.tangles(mover)):
            if vine.growing:
                names = " ".join(self.board.names[square] for square in sorted(vine.growing))
                sheet.path("whole", "".join(map(self._written, vine.curves)), data_with=names)

    def draw_walls(self, sheet: Sheet) -> None:
        for one, other in self.board.walls.values():
            for square, beside in ((one, other), (other, one)):
                direction = self.board.neighbours[square].index(beside)
                self._draw_way(sheet, square, direction, _HALF)

    def _draw_way(
        self,
        sheet: Sheet,
        square: int,
        direction: int,
        reach: tuple[float, float],
        drawn: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        outline = [self._beside(square, direction, d, s) for d, s in _box(*reach)]
        origin = self.board.names[square]
        target = self.board.names[self.board.neighbours[square][direction] or 0]
        sheet.path(
            "target",
            polyline(outline, closed=True),
            data_move=f"{origin}>{target}",
            data_from=origin,
            data_to=target,
            **drawn,
        )

    def _expected(self, square: int, direction: int) -> dict[str, str]:
        """What a growth of the player to move is going to draw, and what it replaces."""
        mover, to = self.position.to_move, self.board.neighbours[square][direction]
        assert mover is not None
        assert to is not None
        wall = int(self.variant.tables.wall_of[square, direction])
        lines, tips, hidden = [], [], []
        for where, way, growth in ((square, direction, -1), (to, (direction + 2) % 4, 1)):
            new = (gate(self.board.places[where], way, wall), growth)
            old, grown = self.tangle_in(where, mover), self.tangle_in(where, mover, new)
            lines += [self._written(c) for c in grown.curves if c not in old.curves]
            tips += [self._bud(mover, bud) for bud in grown.buds if bud not in old.buds]
            hidden += [self._written(c) for c in old.curves if c not in grown.curves]
            hidden += [self._bud(mover, bud) for bud in old.buds if bud not in grown.buds]
        drawn = {"data_grows": lines, "data_tips": tips, "data_hides": hidden}
        return {name: "|".join(paths) for name, paths in drawn.items() if paths}

    def _bud(self, player: int, spot: Spot) -> str:
        return self.shape(player)(self.lattice.at(*spot), _BUD, 0)

    def _beside(self, square: int, direction: int, depth: float, aside: float) -> Point:
        (x, y), (dx, dy) = self.board.places[square], SQUARE_DIRECTIONS[direction]
        return self.lattice.at(x + depth * dx - aside * dy, y + depth * dy + aside * dx)

    # Words and letters.

    def belongings(self) -> list[Belongings]:
        names = self.board.names
        players = range(len(self.position.players))
        owners = self.vines
        crossed = tuple(
            tuple(
                f"{names[one]}–{names[other]}"
                for wall, (one, other) in self.board.walls.items()
                if owners[wall] == player + 1
            )
            for player in players
        )
        growing = tuple(
            tuple(
                names[square] if count == 1 else f"{names[square]} ×{count}"
                for square, count in enumerate(self.growth[player])
                if count
            )
            for player in players
        )
        return [
            Belongings(
                Text("sprouts", "ростки"),
                Text("no sprouts", "ростков нет"),
                self.names_by_player(self.owners),
            ),
            Belongings(Text("vines", "лианы"), Text("no vines", "лиан нет"), crossed),
            Belongings(
                Text("growth points", "точки роста"),
                Text("no growth points", "точек роста нет"),
                growing,
            ),
        ]

    def touched(self, steps: list[str]) -> set[int]:
        return {
            self.board.cell_named[n] for n in steps[-1].split(">") if n in self.board.cell_named
        }

    def terminal_lines(self, terminal: Terminal) -> list[str]:
        from kletka.drawing.vyun_terminal import board_lines

        return board_lines(self, terminal)


def _points_of(territory: Territory) -> set[tuple[str, int]]:
    """The vertices that count, each with the player that has the point."""
    points = [holding for holding in territory.holdings if holding.kind == "point"]
    return {(h.place, h.player) for h in points if h.player is not None}


def _back(growth: str) -> str:
    return ">".join(reversed(growth.split(">")))


def _box(near: float, far: float) -> list[Spot]:
    return [(near, -0.25), (near, 0.25), (far, 0.25), (far, -0.25)]
