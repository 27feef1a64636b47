"""Manu's inventor: pairs that can make long series, stones that can jump on many lines.

Turns that take come first, because the game is won by taking stones. "The value of a potential
pair is the length of its series": a jump or a capture is judged by the best series it can begin,
first by the number of captures, then by all enemy stones taken. A jump that takes a stone is not a
capture of the series, but the stone counts.

A placed stone is judged by the potential pairs it takes part in: first by the best series that the
same player could make with it next turn, if the opponent did nothing, as the stone that jumps or as
the pivot of the one that has jumped; then by its lines, "at most four", on which it could jump (the
nearest stone there is an enemy's, and rule 2 allows the jump); then by own stones in its row and
column, the fewer the better; then by how evenly the board is filled: the further from the nearest
stone of either colour, the better. The text gives no order for these; here they follow the order of
the inventor's reasons for a single stone, even filling last.

"It is wise to keep some stones in reserve and perhaps even to replenish it by taking one's own":
the text does not say how many. With fewer than `KEPT` stones, of equal turns the one that takes
back more own stones is better; otherwise the one that takes back fewer, because "the more stones
on the board, the more chances to attack".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kletka.agents.styles.common import MoveView, counted
from kletka.faces.base import TO_MOVE, State
from kletka.faces.manu_fields import stones
from kletka.faces.manu_moves import Capture, Jump, Placement, Stop, decode
from kletka.faces.manu_paths import jump_lines
from kletka.games.boards import Board
from kletka.language import Text, join, plural_ru
from kletka.move import Move
from kletka.position import Position

if TYPE_CHECKING:
    from kletka.variant import Variant

KEPT = 3  # stones in reserve; with fewer it is time to take back own stones
LINES = 4  # on which a stone can jump
MOST_TRIED = 30_000  # captures in one position
MOST_FOR_ONE = 3000  # captures for one turn or one placement

LEGEND = Text(
    "Numbers on the board: captures in the best series; below it, stones that a jump with its "
    "series takes, or the lines of 4 on which a placed stone can jump",
    "Числа на доске: взятий в лучшей серии; под ними — сколько камней берёт прыжок с серией или по "
    "скольким линиям из 4 может прыгать поставленный камень",
)


def numbers(criteria: Mapping[str, float]) -> tuple[str, ...]:
    """What is written on the board for a move with these criteria."""
    at_least = "" if criteria["complete"] else "≥"
    if "lines" in criteria:
        return f"{at_least}{criteria['pair_series']:g}", f"{criteria['lines']:g}/{LINES}"
    return f"{at_least}{criteria['series_length']:g}", f"+{criteria['stones_taken']:g}"


@dataclass(frozen=True)
class Series:
    """What a turn takes: the number of captures, enemy stones, own stones taken back.

    If it is not `complete`, not all series could be tried, and a longer one may exist.
    """

    length: int = 0
    taken: int = 0
    regained: int = 0
    complete: bool = True

    def then(self, other: Series) -> Series:
        return Series(
            self.length + other.length,
            self.taken + other.taken,
            self.regained + other.regained,
            self.complete and other.complete,
        )

    def worth(self, reserve: int) -> tuple[int, int, int]:
        """The larger, the better for a player with this reserve before the turn."""
        return self.length, self.taken, self.regained if reserve < KEPT else -self.regained


def view_moves(position: Position) -> list[MoveView]:
    """The legal moves in ascending order of their numbers."""
    variant, state = position.variant, position.state
    explorer = Explorer(variant, state, MOST_TRIED)
    crossings = _Crossings(variant, state, explorer)
    views = []
    for code, move in zip(position.moves.codes, position.moves, strict=True):
        match decode(len(variant.board.names), code):
            case Placement(crossing):
                views.append(crossings.view(move, crossing))
            case Stop():
                views.append(_view_turn(explorer, move, Series(), stops=True))
            case _:
                views.append(_view_turn(explorer, move, explorer.best_series(state, code)))
    return views


# Series.


def best_series(variant: Variant, state: State, code: int, most: int) -> Series:
    """The best series that goes on with this move; at most `most` captures are tried."""
    return Explorer(variant, state, most).best_series(state, code)


class Explorer:
    """Finds the best series of the player to move, and tries at most `most` captures in all."""

    def __init__(self, variant: Variant, state: State, most: int) -> None:
        self.variant, self.cells = variant, len(variant.board.names)
        self.player = int(state[TO_MOVE])
        self.reserve = int(state[variant.rules.RESERVE + self.player])
        self.left = most
        self.left_for_this = MOST_FOR_ONE

    def best_series(self, state: State, code: int) -> Series:
        """The best series that goes on with a jump or a capture."""
        self.left_for_this = min(self.left, MOST_FOR_ONE)
        return self._best(state, code)

    def best_pair(self, state: State, stone: int) -> Series:
        """The best series of a pair in which this stone jumps, or is the pivot after a jump."""
        self.left_for_this = min(self.left, MOST_FOR_ONE)
        found = [Series()]
        for code in self.variant.legal_codes(state):
            match decode(self.cells, code):
                case Jump(origin, _) if origin == stone:
                    found.append(self._best(state, code))
                case Jump():
                    found += self._series_round(stone, state, code)
        return self._best_of(found)

    def _series_round(self, pivot: int, state: State, jump: int) -> Iterator[Series]:
        """The best series after a jump for each first capture that has this pivot."""
        after = self.variant.after(state, jump)
        if after[self.variant.rules.JUMPER] < 0:
            return
        for code in self.variant.legal_codes(after):
            match decode(self.cells, code):
                case Capture(its_pivot, _, _) if its_pivot == pivot:
                    yield self._taken(state, after, False).then(self._best(after, code))

    def _best(self, state: State, code: int) -> Series:
        if self.left_for_this <= 0:
            return Series(complete=False)
        self.left -= 1
        self.left_for_this -= 1
        after = self.variant.after(state, code)
        now = self._taken(state, after, isinstance(decode(self.cells, code), Capture))
        if after[self.variant.rules.JUMPER] < 0:
            return now
        further = self.variant.legal_codes(after)
        return now.then(
            self._best_of(
                self._best(after, code)
                for code in reversed(further)  # the longest squares first
                if not isinstance(decode(self.cells, code), Stop)
            )
        )

    def _taken(self, before: State, after: State, is_capture: bool) -> Series:
        taken = self.variant.rules.TAKEN + self.player
        reserve = self.variant.rules.RESERVE + self.player
        return Series(
            int(is_capture),
            int(after[taken] - before[taken]),
            int(after[reserve] - before[reserve]),
        )

    def _best_of(self, found: Iterable[Series]) -> Series:
        best, complete = Series(), True
        for series in found:
            complete = complete and series.complete
            if series.worth(self.reserve) > best.worth(self.reserve):
                best = series
        return replace(best, complete=complete)


def _view_turn(explorer: Explorer, move: Move, series: Series, stops: bool = False) -> MoveView:
    criteria = {
        "series_length": series.length,
        "stones_taken": series.taken,
        "stones_regained": series.regained,
        "reserve": explorer.reserve + series.regained,
        "complete": float(series.complete),
    }
    rank = (1.0, *map(float, series.worth(explorer.reserve)))
    return MoveView(move, criteria, rank, _stop_reason() if stops else _turn_reason(series))


# Placements.


class _Crossings:
    """A board on which a stone is placed."""

    def __init__(self, variant: Variant, state: State, explorer: Explorer) -> None:
        self.variant, self.state, self.explorer = variant, state, explorer
        self.board: Board = variant.board
        self.player = explorer.player
        self.stones = stones(variant, state)
        own = [self.board.places[c] for c, o in enumerate(self.stones) if o == self.player + 1]
        self.in_column = [sum(x == column for x, _ in own) for column in range(self.board.columns)]
        self.in_row = [sum(y == row for _, y in own) for row in range(self.board.rows)]
        self.gaps = self._gaps()

    def view(self, move: Move, crossing: int) -> MoveView:
        x, y = self.board.places[crossing]
        after = self.variant.after(self.state, crossing)
        lines = jump_lines(self.variant, after, crossing, self.player)
        same_line = self.in_column[x] + self.in_row[y]
        after[TO_MOVE] = self.player  # as if the opponent did nothing
        pair = self.explorer.best_pair(after, crossing)
        gap = self.gaps[crossing]
        criteria = {
            "pair_series": pair.length,
            "pair_stones": pair.taken,
            "lines": lines,
            "same_line": same_line,
            "evenness": gap,
            "reserve": self.explorer.reserve - 1,
            "complete": float(pair.complete),
        }
        rank = (0.0, pair.length, pair.taken, lines, -same_line, gap)
        parts = list(_placement_reasons(pair, lines, same_line))
        if any(self.stones):
            parts.append(_gap_reason(gap))
        reason = join(parts, ", ")
        return MoveView(move, criteria, tuple(map(float, rank)), reason)

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
    means = _means(series)
    parts = [Text(f"takes {taken.en}{means.en}", f"берёт {taken.ru}{means.ru}")]
    if series.regained:
        own = counted(
            series.regained, "stone", "stones", ("свой камень", "своих камня", "своих камней")
        )
        parts.append(
            Text(f"puts {own.en} of yours back into reserve", f"возвращает в запас {own.ru}")
        )
    return join(parts, ", ")


def _means(series: Series) -> Text:
    """By how many captures; nothing for a jump alone."""
    if not series.length:
        return Text.plain("")
    number = series.length
    if not series.complete:
        return Text(
            f" in a series of at least {number} captures",
            f" серией не короче {number} {plural_ru(number, 'взятия', 'взятий', 'взятий')}",
        )
    if number == 1:
        return Text(" in one capture", " одним взятием")
    captures = counted(number, "capture", "captures", ("взятия", "взятий", "взятий"))
    return Text(f" in a series of {captures.en}", f" серией из {captures.ru}")


def _stop_reason() -> Text:
    return Text("ends the turn with what it has taken", "заканчивает ход с тем, что взято")


def _placement_reasons(pair: Series, lines: int, same_line: int) -> Iterator[Text]:
    if pair.taken:
        taken = counted(pair.taken, "stone", "stones", ("камень", "камня", "камней"))
        means = _means(pair)
        yield Text(f"threatens to take {taken.en}{means.en}", f"грозит взять {taken.ru}{means.ru}")
    if lines:
        ways = counted(lines, "line", "lines", ("линии", "линиям", "линиям"))
        yield Text(f"can jump on {ways.en} of {LINES}", f"может прыгать по {ways.ru} из {LINES}")
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
