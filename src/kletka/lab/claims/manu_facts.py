"""Observations of games of Manu: lines, pairs, stones, reserves and endings."""

from __future__ import annotations

from dataclasses import dataclass

from kletka.agents.match import GameResult
from kletka.agents.styles.common import steps_between
from kletka.agents.styles.manu import Series, best_series
from kletka.faces.base import TO_MOVE
from kletka.faces.manu_paths import jump_lines
from kletka.games.boards import Place
from kletka.position import Position

TRIED = 24  # captures tried for one turn
SOON = 6  # turns


@dataclass(frozen=True)
class Crossings:
    """The stones of a position."""

    position: Position

    @property
    def size(self) -> int:
        return self.position.board.columns

    def mine(self, player: int) -> list[Place]:
        """The places of a player's stones."""
        places, owners = self.position.board.places, self.position.pieces
        return [place for place, owner in zip(places, owners, strict=True) if owner == player]

    def lines(self, player: int) -> int:
        """The number of lines on which a player's stones can jump."""
        variant, state = self.position.variant, self.position.state
        return sum(
            jump_lines(variant, state, crossing, player)
            for crossing, owner in enumerate(self.position.pieces)
            if owner == player
        )

    def pairs_on_a_line(self, player: int) -> int:
        """How many pairs of a player's stones share a row or a column."""
        mine = self.mine(player)
        return sum(
            one[0] == other[0] or one[1] == other[1]
            for number, one in enumerate(mine)
            for other in mine[:number]
        )


def best_turn(position: Position, player: int) -> Series:
    """The best series that a player could make if it were that player's turn."""
    variant, state = position.variant, position.state.copy()
    state[TO_MOVE] = player
    cells = len(variant.board.names)
    turns = [code for code in variant.legal_codes(state) if code >= cells]
    series = [best_series(variant, state, code, TRIED) for code in turns]
    return max(series, key=lambda one: one.worth(reserve(position, player)), default=Series())


def reserve(position: Position, player: int) -> int:
    return position.stocks[player]["reserve"]


def _turn_starts(positions: list[Position]) -> list[Position]:
    return [position for position in positions if not position.over and not position.in_turn]


def middle(positions: list[Position], game: GameResult) -> dict[str, float]:
    """The first player's lead half-way in what the inventor values, and the result."""
    turns = _turn_starts(positions)
    half = len(turns) // 2
    position, later = turns[half], turns[min(half + SOON, len(turns) - 1)]
    board = Crossings(position)
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
    """For every third turn: stones on the board, and whether there is anything to take."""
    seen = []
    for position in _turn_starts(positions)[::3]:
        cells = len(position.board.names)
        takes = any(code >= cells for code in position.moves.codes)
        on_board = sum(owner is not None for owner in position.pieces)
        seen.append((on_board, int(takes)))
    return seen


def ending(positions: list[Position], game: GameResult) -> dict[str, float]:
    """How a game ended, by stones taken or for lack of a turn, and the reserves half-way."""
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
    """Evenness and lines to jump on, when a fifth of the board is filled; None if it never is.

    Evenness is the mean distance from a stone to the nearest other one.
    """
    for position in _turn_starts(positions):
        board = Crossings(position)
        places = [*board.mine(0), *board.mine(1)]
        if 5 * len(places) >= board.size**2:
            gaps = [
                min(steps_between(one, other) for other in places if other != one) for one in places
            ]
            return sum(gaps) / len(gaps), board.lines(0) + board.lines(1)
    return None
