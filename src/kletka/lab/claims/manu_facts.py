"""What can be seen in a game of Manu: lines, pairs, stones and reserves, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass

from kletka.agents.match import GameResult
from kletka.agents.styles.common import steps_between
from kletka.agents.styles.manu import Series, best_series
from kletka.faces.base import TO_MOVE
from kletka.faces.manu import stones
from kletka.games.boards import SQUARE_DIRECTIONS, Place
from kletka.position import Position

TRIED = 24  # captures tried for one turn
SOON = 6  # turns


@dataclass(frozen=True)
class Crossings:
    """The stones of a position as a square of numbers."""

    size: int
    owners: list[int]

    @classmethod
    def of(cls, position: Position) -> Crossings:
        return cls(position.board.columns, stones(position._variant, position._state))

    def at(self, x: int, y: int) -> int:
        """Whose stone stands there, counting on from the opposite edge."""
        return self.owners[y % self.size * self.size + x % self.size]

    def mine(self, player: int) -> list[Place]:
        return [
            (crossing % self.size, crossing // self.size)
            for crossing, owner in enumerate(self.owners)
            if owner == player + 1
        ]

    def lines(self, player: int) -> int:
        """On how many lines a player's stones can jump."""
        return sum(
            self._jumps(place, way, player)
            for place in self.mine(player)
            for way in SQUARE_DIRECTIONS
        )

    def pairs_on_a_line(self, player: int) -> int:
        """How many pairs of a player's stones share a row or a column."""
        mine = self.mine(player)
        return sum(
            one[0] == other[0] or one[1] == other[1]
            for number, one in enumerate(mine)
            for other in mine[:number]
        )

    def _jumps(self, place: Place, way: Place, player: int) -> bool:
        distance = self._enemy(place, way, player)
        if not distance:
            return False
        (x, y), (dx, dy) = place, way
        on_the_way = [(x + step * dx, y + step * dy) for step in range(distance + 1, 2 * distance)]
        if any(self._stands(crossing, place) for crossing in on_the_way):
            return False
        landing = ((x + 2 * distance * dx) % self.size, (y + 2 * distance * dy) % self.size)
        return not any(
            self.at(*beside) == player + 1 and beside != place for beside in self._beside(landing)
        )

    def _enemy(self, place: Place, way: Place, player: int) -> int:
        """How far the nearest stone that way is, if it is an enemy's; else 0."""
        (x, y), (dx, dy) = place, way
        for distance in range(1, self.size):
            across, down = x + distance * dx, y + distance * dy
            if not (0 <= across < self.size and 0 <= down < self.size):
                return 0
            if owner := self.at(across, down):
                return 0 if owner == player + 1 else distance
        return 0

    def _stands(self, crossing: Place, left: Place) -> bool:
        """Whether a stone stands there; the crossing that was left counts as empty."""
        x, y = crossing[0] % self.size, crossing[1] % self.size
        return (x, y) != left and bool(self.at(x, y))

    def _beside(self, place: Place) -> list[Place]:
        x, y = place
        around = ((x + dx, y + dy) for dx, dy in SQUARE_DIRECTIONS)
        return [(a, b) for a, b in around if 0 <= a < self.size and 0 <= b < self.size]


def best_turn(position: Position, player: int) -> Series:
    """The best series that a player's stones could make, if it were that player's turn."""
    variant, state = position._variant, position._state.copy()
    state[TO_MOVE] = player
    cells = len(variant.board.names)
    turns = [code for code in variant.legal_codes(state) if code >= cells]
    return max((best_series(variant, state, code, TRIED) for code in turns), default=Series())


def reserve(position: Position, player: int) -> int:
    kernel = position._variant.rules
    return int(position._state[kernel.RESERVE + player])


def _turn_starts(positions: list[Position]) -> list[Position]:
    return [position for position in positions if not position.over and not position.in_turn]


def middle(positions: list[Position], game: GameResult) -> dict[str, float]:
    """The first player's lead in what the inventor values, half way; and what came of it."""
    turns = _turn_starts(positions)
    half = len(turns) // 2
    position, later = turns[half], turns[min(half + SOON, len(turns) - 1)]
    board = Crossings.of(position)
    best = [best_turn(position, player) for player in (0, 1)]
    return {
        "series": float(best[0].length - best[1].length),
        "worth": float(best[0].taken - best[1].taken),
        "lines": float(board.lines(0) - board.lines(1)),
        "stones": float(len(board.mine(0)) - len(board.mine(1))),
        "aligned": float(board.pairs_on_a_line(0) - board.pairs_on_a_line(1)),
        "reserve": float(reserve(position, 0) - reserve(position, 1)),
        "soon": float(
            (later.points[0] - position.points[0]) - (later.points[1] - position.points[1])
        ),
        "share": game.shares[0],
    }


def crowd(positions: list[Position], game: GameResult) -> list[tuple[int, int]]:
    """At every third turn: stones on the board, and whether there was anything to take."""
    seen = []
    for position in _turn_starts(positions)[::3]:
        cells = len(position.board.names)
        takes = any(code >= cells for code in position.moves.codes)
        on_board = sum(owner > 0 for owner in Crossings.of(position).owners)
        seen.append((on_board, int(takes)))
    return seen


def ending(positions: list[Position], game: GameResult) -> dict[str, float]:
    """How a game ended: by stones taken, or because somebody had no turn; and the reserves."""
    target = int(str(positions[0].spec.options["target"]))
    turns = _turn_starts(positions)
    half = turns[len(turns) // 2]
    most = max(positions[-1].points)
    return {
        "taken": float(most),
        "by_target": float(most >= target),
        "turns": float(len(turns)),
        "reserve": float(reserve(half, 0) - reserve(half, 1)),
        "share": game.shares[0],
    }


def freedom(positions: list[Position], game: GameResult) -> tuple[float, int] | None:
    """Once a fifth of the board is filled: how evenly, and on how many lines stones can jump.

    Evenly filled means that the nearest other stone is far, on average.
    """
    for position in _turn_starts(positions):
        board = Crossings.of(position)
        places = [*board.mine(0), *board.mine(1)]
        if 5 * len(places) >= board.size**2:
            gaps = [
                min(steps_between(one, other) for other in places if other != one) for one in places
            ]
            return sum(gaps) / len(gaps), board.lines(0) + board.lines(1)
    return None
