"""Manu's inventor: pairs that can make long series, stones that can jump on many lines.

Turns that take come first, because the game is won by taking stones. "The value of a potential
pair is the length of its series": a jump or a capture is judged by the best series it can begin,
first by all enemy stones taken, then by the number of captures. A jump that takes a stone is not a
capture of the series, but the stone counts.

A placed stone is judged by the potential pairs it takes part in: first by the best series that
it would make possible next turn, if the opponent did nothing; then by its lines, "at most four",
on which it could jump (the nearest stone there is an enemy's, and rule 2 allows the jump); then
by own stones in its row and column, the fewer the better; then by how evenly the board is filled:
the further from the nearest stone of either colour, the better. The text gives no order for these;
here they follow the order of the inventor's reasons for a single stone, even filling last.

"It is wise to keep some stones in reserve and perhaps even to replenish it by taking one's own":
the text does not say how many. With fewer than `KEPT` stones, of equal turns the one that takes
back more own stones is better; otherwise the one that takes back fewer, because "the more stones
on the board, the more chances to attack".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kletka.agents.styles.common import MoveView, counted
from kletka.faces.base import TO_MOVE, State
from kletka.faces.manu_fields import stones
from kletka.faces.manu_moves import Capture, Placement, Stop, decode
from kletka.faces.manu_paths import jump_lines
from kletka.games.boards import Board
from kletka.language import Text, join
from kletka.move import Move
from kletka.position import Position

if TYPE_CHECKING:
    from kletka.variant import Variant

KEPT = 3  # stones in reserve; with fewer it is time to take back own stones
MOST_TRIED = 3000  # captures tried in one position, shared among all turns
LEAST_TRIED = 8  # for each turn


@dataclass(frozen=True, order=True)
class Series:
    """What a turn takes: enemy stones, the number of captures, own stones taken back."""

    taken: int = 0
    length: int = 0
    regained: int = 0

    def then(self, other: Series) -> Series:
        return Series(
            self.taken + other.taken, self.length + other.length, self.regained + other.regained
        )


def view_moves(position: Position) -> list[MoveView]:
    """The legal moves in ascending order of their numbers."""
    variant, state = position.variant, position.state
    codes = position.moves.codes
    cells = len(variant.board.names)
    turns = sum(code >= cells for code in codes)
    share = MOST_TRIED // max(turns, 1)
    crossings = _Crossings(variant, state, codes)
    views = []
    for code, move in zip(codes, position.moves, strict=True):
        match decode(cells, code):
            case Placement(crossing):
                views.append(crossings.view(move, crossing))
            case Stop():
                views.append(_view_turn(variant, state, move, Series(), stops=True))
            case _:
                series = best_series(variant, state, code, share)
                views.append(_view_turn(variant, state, move, series))
    return views


# Series.


def best_series(variant: Variant, state: State, code: int, most: int) -> Series:
    """The best series that goes on with this move; at most `most` captures are tried."""
    return _Explorer(variant, max(most, LEAST_TRIED)).best(state, code)


class _Explorer:
    def __init__(self, variant: Variant, most: int) -> None:
        self.variant, self.left = variant, most

    def best(self, state: State, code: int) -> Series:
        variant, kernel = self.variant, self.variant.rules
        player = int(state[TO_MOVE])
        after = variant.after(state, code)
        move = decode(len(variant.board.names), code)
        now = Series(
            int(after[kernel.TAKEN + player] - state[kernel.TAKEN + player]),
            int(isinstance(move, Capture)),
            int(after[kernel.RESERVE + player] - state[kernel.RESERVE + player]),
        )
        self.left -= 1
        if after[kernel.JUMPER] < 0:
            return now
        return now.then(self._best_of(after))

    def _best_of(self, state: State) -> Series:
        best = Series()
        for code in reversed(self.variant.legal_codes(state)):  # the longest squares first
            if self.left <= 0:
                break
            if not isinstance(decode(len(self.variant.board.names), code), Stop):
                best = max(best, self.best(state, code))
        return best


def _view_turn(
    variant: Variant, state: State, move: Move, series: Series, stops: bool = False
) -> MoveView:
    kernel, player = variant.rules, int(state[TO_MOVE])
    reserve = int(state[kernel.RESERVE + player])
    regained = series.regained if reserve < KEPT else -series.regained
    criteria = {
        "stones_taken": series.taken,
        "series_length": series.length,
        "stones_regained": series.regained,
        "reserve": reserve + series.regained,
    }
    rank = (1.0, float(series.taken), float(regained), float(series.length))
    return MoveView(move, criteria, rank, _stop_reason() if stops else _turn_reason(series))


# Placements.


class _Crossings:
    """A board on which a stone is placed."""

    def __init__(self, variant: Variant, state: State, codes: Sequence[int]) -> None:
        self.variant, self.state, self.codes = variant, state, frozenset(codes)
        self.board: Board = variant.board
        self.player = int(state[TO_MOVE])
        self.stones = stones(variant, state)
        self.left = MOST_TRIED
        own = [self.board.places[c] for c, o in enumerate(self.stones) if o == self.player + 1]
        self.in_column = [sum(x == column for x, _ in own) for column in range(self.board.columns)]
        self.in_row = [sum(y == row for _, y in own) for row in range(self.board.rows)]
        self.gaps = self._gaps()

    def view(self, move: Move, crossing: int) -> MoveView:
        kernel = self.variant.rules
        x, y = self.board.places[crossing]
        after = self.variant.after(self.state, crossing)
        lines = jump_lines(self.variant, after, crossing, self.player)
        same_line = self.in_column[x] + self.in_row[y]
        pair = self._pair(after)
        gap = self.gaps[crossing]
        criteria = {
            "pair_stones": pair.taken,
            "pair_series": pair.length,
            "lines": lines,
            "same_line": same_line,
            "evenness": gap,
            "reserve": int(self.state[kernel.RESERVE + self.player]) - 1,
        }
        rank = (0.0, pair.taken, pair.length, lines, -same_line, gap)
        parts = list(_placement_reasons(pair, lines, same_line))
        if any(self.stones):
            parts.append(_gap_reason(gap))
        reason = join(parts, ", ")
        return MoveView(move, criteria, tuple(map(float, rank)), reason)

    def _pair(self, after: State) -> Series:
        """The best series that the stone would make possible if the same player moved again."""
        variant = self.variant
        after[TO_MOVE] = self.player
        best = Series()
        for code in variant.legal_codes(after):
            if code >= len(self.stones) and code not in self.codes and self.left > 0:
                self.left -= 1
                best = max(best, best_series(variant, after, code, LEAST_TRIED))
        return best

    def _gaps(self) -> list[int]:
        """Steps from each crossing to the nearest stone; on an empty board, both sides together."""
        farthest = self.board.columns + self.board.rows
        gaps = [0 if owner else farthest for owner in self.stones]
        reached = [crossing for crossing, owner in enumerate(self.stones) if owner]
        for here in reached:
            for there in self.board.neighbours[here]:
                if there is not None and gaps[there] > gaps[here] + 1:
                    gaps[there] = gaps[here] + 1
                    reached.append(there)
        return gaps


# Reasons.


def _turn_reason(series: Series) -> Text:
    taken = counted(
        series.taken,
        "enemy stone",
        "enemy stones",
        ("чужой камень", "чужих камня", "чужих камней"),
    )
    parts = [Text(f"takes {taken.en}", f"берёт {taken.ru}")]
    if series.length:
        length = counted(series.length, "capture", "captures", ("взятия", "взятий", "взятий"))
        parts[0] = Text(
            f"takes {taken.en} in a series of {length.en}",
            f"берёт {taken.ru} серией из {length.ru}",
        )
    if series.regained:
        own = counted(
            series.regained, "stone", "stones", ("свой камень", "своих камня", "своих камней")
        )
        parts.append(
            Text(f"puts {own.en} of yours back into reserve", f"возвращает в запас {own.ru}")
        )
    return join(parts, ", ")


def _stop_reason() -> Text:
    return Text("ends the turn with what it has taken", "заканчивает ход с тем, что взято")


def _placement_reasons(pair: Series, lines: int, same_line: int) -> Iterator[Text]:
    if pair.taken:
        taken = counted(pair.taken, "stone", "stones", ("камень", "камня", "камней"))
        yield Text(f"threatens to take {taken.en}", f"грозит взять {taken.ru}")
    if lines:
        ways = counted(lines, "line", "lines", ("линии", "линиям", "линиям"))
        yield Text(f"can jump on {ways.en}", f"может прыгать по {ways.ru}")
    else:
        yield Text("cannot jump on any line", "прыгать ни по одной линии не может")
    if same_line:
        own = counted(same_line, "stone", "stones", ("свой камень", "своих камня", "своих камней"))
        yield Text(f"{own.en} of yours on its lines", f"на его линиях {own.ru}")
    else:
        yield Text("no stone of yours on its lines", "своих камней на его линиях нет")


def _gap_reason(gap: int) -> Text:
    steps = counted(gap, "step", "steps", ("шаг", "шага", "шагов"))
    return Text(f"the nearest stone is {steps.en} away", f"до ближайшего камня {steps.ru}")
