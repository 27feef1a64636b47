"""Kamiken's inventor: build stones side by side near the corners, for points that are sure.

"The main strategy: adjacent formations of stones near the corners. Black plays D2, E2 and has
made E1 a guaranteed point with two stones." A **sure point** is an empty cell that only you
attack and that the opponent can never attack: each of its neighbours is your stone or attacked
by you (or the opponent has passed).

"White needs three stones for its point, because Black's early A3 takes the initiative there": A3
closes A4, one of the two cells where White's second stone would make a sure point in the corner,
and begins a formation of Black's own with B2. So a stone takes the **initiative** in a corner if
it closes ways of the opponent to a sure point in the corner or beside it, and begins formations
as well; the smaller of the two numbers counts.

The text says what to build, but not which criterion comes first. The order here: the initiative
(the inventor praises A3 although B1 would have made a sure point at once, which can wait); sure
points that the move makes; those that it denies an opponent that could make them with the next
stone; formations, the number of ways in which one more stone beside this one would make a sure
point; points gained and denied at once; own stones beside it; the distance to the corner. "Until a
player finds that there are no useful moves": a move that does nothing for points, sure or not, is
not useful, and passing is better.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from kletka.agents.styles.common import MoveView, counted, steps_between, sum_text
from kletka.faces.base import PASS
from kletka.faces.kamiken import stone_owners
from kletka.games.boards import rectangle
from kletka.language import Text, join
from kletka.move import Move
from kletka.position import Position

NEAR_CORNER = 1  # step: the inventor's points are E1, a corner, and B5, beside one

LEGEND = Text(
    "Numbers on the board: points you gain at once + points the opponent loses",
    "Числа на доске: очки, которые вы сразу получаете, + очки, которые теряет соперник",
)


def numbers(criteria: Mapping[str, float]) -> tuple[str, ...]:
    """What is written on the board for a move with these criteria."""
    if "points_gained" not in criteria:
        return ()
    return (sum_text(criteria["points_gained"], criteria["points_denied"]),)


def view_moves(position: Position) -> list[MoveView]:
    """The placements in ascending order of cells, then the pass."""
    fight = Fight(position)
    names = position.board.names
    advices = [(cell, fight.advice(cell)) for cell in position.moves.codes if cell < len(names)]
    views = [
        MoveView(Move(names[cell]), advice.criteria, advice.rank, advice.reason)
        for cell, advice in advices
    ]
    useful = any(advice.useful for _, advice in advices)
    return [*views, _pass(useful)]


@dataclass(frozen=True)
class Advice:
    """The inventor's criteria for one placement."""

    sure_made: int
    corner_ways_closed: int  # cells where the opponent would make a sure point in a corner
    sure_denied: int
    formations: int
    points_gained: int
    points_denied: int
    beside_own: int
    corner_distance: int

    @property
    def swing(self) -> int:
        return self.points_gained + self.points_denied

    @property
    def initiative(self) -> int:
        """Ways of the opponent that it closes in a corner while it begins formations."""
        return min(self.corner_ways_closed, self.formations)

    @property
    def useful(self) -> bool:
        """Whether it is better than passing."""
        if self.sure_made < 0 or self.swing < 0:
            return False
        return self.sure_made + self.sure_denied + self.formations + self.swing > 0

    @property
    def criteria(self) -> dict[str, float]:
        return {
            "sure_made": self.sure_made,
            "initiative": self.initiative,
            "sure_denied": self.sure_denied,
            "formations": self.formations,
            "points_gained": self.points_gained,
            "points_denied": self.points_denied,
            "beside_own": self.beside_own,
            "corner_distance": self.corner_distance,
        }

    @property
    def rank(self) -> tuple[float, ...]:
        return (
            1.0 if self.useful else -1.0,
            float(self.initiative),
            float(self.sure_made),
            float(self.sure_denied),
            float(self.formations),
            float(self.swing),
            float(self.beside_own),
            float(-self.corner_distance),
        )

    @property
    def reason(self) -> Text:
        return join(list(_reasons(self)), ", ")


class Grid:
    """A board as bits: cell number c is bit c."""

    def __init__(self, size: int) -> None:
        last = size - 1
        corners = [(x, y) for x in (0, last) for y in (0, last)]
        self.size = size
        self.all = (1 << size * size) - 1
        self.left = sum(1 << row * size for row in range(size))
        self.right = self.left << last
        self.corner_distance = [
            min(steps_between(place, corner) for corner in corners)
            for place in rectangle(size, size).places
        ]
        self.corners = sum(
            1 << cell for cell, steps in enumerate(self.corner_distance) if steps <= NEAR_CORNER
        )

    def beside(self, cells: int) -> int:
        """All neighbours of some cells."""
        return (
            (cells & ~self.left) >> 1
            | (cells & ~self.right) << 1
            | cells >> self.size
            | (cells << self.size) & self.all
        )


@lru_cache(maxsize=32)
def grid_of(size: int) -> Grid:
    return Grid(size)


class Fight:
    """The stones of the player to move, `mine`, and of the opponent, `theirs`, as bits."""

    def __init__(self, position: Position) -> None:
        variant, state, player = position.variant, position.state, position.to_move or 0
        owners = stone_owners(variant, state)
        self.grid = grid_of(position.board.rows)
        self.mine, self.theirs = (
            sum(1 << cell for cell, owner in enumerate(owners) if owner == side + 1)
            for side in (player, 1 - player)
        )
        self.they_stopped = bool(int(state[variant.rules.PASSED]) >> (1 - player) & 1)
        self.points_now = self.points(self.mine, self.theirs).bit_count()
        self.their_points_now = self.points(self.theirs, self.mine).bit_count()
        self.sure_now = self.sure(self.mine, self.theirs, self.they_stopped).bit_count()
        self.they_are_ready = 0 if self.they_stopped else self._ready_cells()
        self.corner_ways = self._corner_ways(self.they_are_ready, self.mine)

    def advice(self, cell: int) -> Advice:
        stone = 1 << cell
        after = self.mine | stone
        sure = self.sure(after, self.theirs, self.they_stopped)
        return Advice(
            sure_made=sure.bit_count() - self.sure_now,
            corner_ways_closed=(
                self.corner_ways & ~self._corner_ways(self.corner_ways, after)
            ).bit_count(),
            sure_denied=self._could_make(self.mine) - self._could_make(after),
            formations=0 if self.they_stopped else self._formations(stone, sure),
            points_gained=self.points(after, self.theirs).bit_count() - self.points_now,
            points_denied=self.their_points_now - self.points(self.theirs, after).bit_count(),
            beside_own=(self.grid.beside(stone) & self.mine).bit_count(),
            corner_distance=self.grid.corner_distance[cell],
        )

    def points(self, own: int, others: int) -> int:
        """The empty cells that only the owner attacks."""
        return self.grid.beside(own) & ~(own | others | self.grid.beside(others))

    def sure(self, own: int, others: int, stopped: bool = False) -> int:
        """The points that the others can no longer attack; all points if they have stopped."""
        points = self.points(own, others)
        if stopped:
            return points
        unguarded = self.grid.all & ~(own | self.grid.beside(own))
        return points & ~self.grid.beside(unguarded)

    def may_place(self, own: int, others: int) -> int:
        return self.grid.all & ~(own | others | self.grid.beside(others))

    def _formations(self, stone: int, sure: int) -> int:
        """In how many ways one more stone beside this one would make a sure point."""
        after = self.mine | stone
        partners = self.grid.beside(stone) & self.may_place(after, self.theirs)
        return sum(
            bool(self.sure(after | partner, self.theirs) & ~sure) for partner in bits(partners)
        )

    def _ready_cells(self) -> int:
        """Where the opponent's next stone would make a sure point."""
        sure = self.sure(self.theirs, self.mine)
        ready = 0
        for cell in bits(self.may_place(self.theirs, self.mine)):
            if self.sure(self.theirs | cell, self.mine) & ~sure:
                ready |= cell
        return ready

    def _corner_ways(self, ready: int, mine: int) -> int:
        """Those of some cells where the opponent's next stone makes a sure point in a corner."""
        wanted = self.grid.corners & ~self.sure(self.theirs, mine)
        ways = 0
        for cell in bits(ready & self.may_place(self.theirs, mine)):
            if self.sure(self.theirs | cell, mine) & wanted:
                ways |= cell
        return ways

    def _could_make(self, mine: int) -> int:
        """How many new sure points the opponent's next stone could make, wherever it is placed.

        A stone of mine never makes another cell ready, so only cells that are ready now count.
        """
        sure = self.sure(self.theirs, mine)
        could = 0
        for cell in bits(self.they_are_ready & self.may_place(self.theirs, mine)):
            could |= self.sure(self.theirs | cell, mine)
        return (could & ~sure).bit_count()


def bits(cells: int) -> Iterator[int]:
    """The single bits of a number."""
    while cells:
        lowest = cells & -cells
        yield lowest
        cells ^= lowest


def _pass(useful: bool) -> MoveView:
    """The view of a pass, which is right when no placement is useful."""
    reason = Text("there are still useful moves", "полезные ходы ещё есть")
    if not useful:
        reason = Text("no useful moves are left", "полезных ходов больше нет")
    return MoveView(Move(PASS), {"useful_moves": float(useful)}, (0.0,), reason)


def _reasons(advice: Advice) -> Iterator[Text]:
    if advice.sure_made > 0:
        made = _sure_points(advice.sure_made)
        yield Text(f"makes {made.en}", f"создаёт {made.ru}")
    if advice.sure_made < 0:
        lost = _sure_points(-advice.sure_made)
        yield Text(f"gives up {lost.en}", f"теряет {lost.ru}")
    if advice.initiative:
        ways = counted(advice.corner_ways_closed, "way", "ways", ("способ", "способа", "способов"))
        yield Text(
            f"takes the initiative in a corner: closes {ways.en} to a sure point there, and "
            "prepares one of your own",
            f"перехватывает инициативу в углу: закрывает там {ways.ru} создать верное очко и "
            "готовит своё",
        )
    if advice.sure_denied > 0:
        kept = _sure_points(advice.sure_denied)
        yield Text(
            f"keeps the opponent from making {kept.en}", f"не даёт сопернику создать {kept.ru}"
        )
    if advice.formations:
        ways = counted(advice.formations, "way", "ways", ("способом", "способами", "способами"))
        yield Text(
            f"one more stone beside it makes a sure point in {ways.en}",
            f"ещё один камень рядом создаст верное очко {ways.ru}",
        )
    yield Text(
        f"points at once: {_signed(advice.points_gained)} for you, "
        f"{_signed(-advice.points_denied)} for the opponent",
        f"очки сразу: вам {_signed(advice.points_gained)}, "
        f"сопернику {_signed(-advice.points_denied)}",
    )
    if advice.beside_own:
        own = counted(advice.beside_own, "stone", "stones", ("камнем", "камнями", "камнями"))
        yield Text(f"beside {own.en} of your own", f"рядом с {own.ru} своего цвета")
    yield _corner(advice.corner_distance)


def _corner(distance: int) -> Text:
    if not distance:
        return Text("in the corner", "в самом углу")
    steps = counted(distance, "step", "steps", ("шаге", "шагах", "шагах"))
    return Text(f"{steps.en} from the corner", f"в {steps.ru} от угла")


def _sure_points(number: int) -> Text:
    forms = ("верное очко", "верных очка", "верных очков")
    return counted(number, "sure point", "sure points", forms)


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "0"
