"""What a claim consists of: its words, a measurement, a rule for the verdict, and a finding.

The verdict is a function of the figures. Figures are plain data, so that they can be kept and the
report can be written again from them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from kletka.language import Text

if TYPE_CHECKING:
    from kletka.lab.claims.play import GameRunner


WINS = Text("Share of the win", "Доля побед")  # the panel in which one half means no difference
# The smallest effects that matter. A claim holds if its effect is surely larger, and does not hold
# if it is surely smaller, even where it is surely not zero.
MORE_WINS = 0.05  # of all games, above one half
MORE_POINTS = 0.5
CORRELATED = 0.1
UNKNOWN = 1e9  # the bound of an interval for which there are too few games


class Verdict(Enum):
    """What the figures say about a claim."""

    HOLDS = "holds"
    FAILS = "fails"
    SMALL = "small"
    OPEN = "open"

    @property
    def text(self) -> Text:
        return _VERDICTS[self]


_VERDICTS = {
    Verdict.HOLDS: Text("holds", "верно"),
    Verdict.FAILS: Text("does not hold", "неверно"),
    Verdict.SMALL: Text("holds on small boards", "верно на малых досках"),
    Verdict.OPEN: Text("open", "вопрос открыт"),
}


@dataclass(frozen=True)
class Row:
    """One figure; `low` and `high` are its 95 % interval, None for an exact figure.

    `kind` is `share` (from 0 to 1, shown in per cent) or `number`; `games` is how many games it was
    counted in. Rows of one `panel` are drawn together; a row without a panel is only in the table.
    `level` is the level of the engine that played, None where this does not apply.
    """

    key: str
    label: Text
    value: float
    low: float | None = None
    high: float | None = None
    games: int | None = None
    kind: str = "number"
    panel: Text | None = None
    level: int | None = None

    @property
    def exact(self) -> bool:
        return self.low is None

    def widened(self, times: float) -> Row:
        """The same figure with its interval so many times as wide."""
        if self.low is None or self.high is None:
            return self
        low = self.value - times * (self.value - self.low)
        high = self.value + times * (self.high - self.value)
        return replace(self, low=low, high=high)

    def above(self, bound: float) -> bool:
        """Whether the whole interval lies above a bound."""
        return (self.value if self.low is None else self.low) > bound

    def below(self, bound: float) -> bool:
        """Whether the whole interval lies below a bound."""
        return (self.value if self.high is None else self.high) < bound


@dataclass(frozen=True)
class BoardMap:
    """A number for each cell of a board, row by row; None where there is no cell."""

    title: Text
    cells: list[list[float | None]]


@dataclass(frozen=True)
class Histogram:
    """How often each whole number occurred."""

    title: Text
    counts: dict[int, int]


@dataclass(frozen=True)
class Figures:
    """Everything measured for a claim."""

    rows: list[Row]
    maps: list[BoardMap] = field(default_factory=list)
    histograms: list[Histogram] = field(default_factory=list)

    def widened(self, times: float) -> Figures:
        """The same figures with all intervals so many times as wide."""
        return replace(self, rows=[row.widened(times) for row in self.rows])

    def row(self, key: str) -> Row:
        return next(row for row in self.rows if row.key == key)

    def rows_of(self, prefix: str) -> list[Row]:
        return [row for row in self.rows if row.key.startswith(prefix)]

    @property
    def levels(self) -> list[int]:
        """The levels of the engine that the figures were measured with, from the lowest."""
        return sorted({row.level for row in self.rows if row.level is not None})

    def at(self, level: int) -> Figures:
        """The figures of one level, with those that do not depend on a level."""
        return replace(self, rows=[row for row in self.rows if row.level in (level, None)])

    def each_level(self) -> list[Figures]:
        """The figures of each level; all of them where there are no levels."""
        return [self.at(level) for level in self.levels] or [self]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Figures:
        return cls(
            [
                Row(
                    **{
                        **row,
                        "label": Text(*row["label"]),
                        "panel": None if row["panel"] is None else Text(*row["panel"]),
                    }
                )
                for row in data["rows"]
            ],
            [BoardMap(Text(*board["title"]), board["cells"]) for board in data["maps"]],
            [
                Histogram(
                    Text(*shown["title"]),
                    {int(number): count for number, count in shown["counts"].items()},
                )
                for shown in data["histograms"]
            ],
        )


@dataclass(frozen=True)
class Claim:
    """A claim of an inventor, and how it is tested.

    `scale` is the unit of the plotted numbers; `neutral` is the value that would mean no
    difference. `matters` says from which size on an effect counts, where the figures are uncertain.
    `judge` sees the figures of one level of the engine at a time, `finding` those of all levels.
    """

    name: str
    game: str
    says: Text
    how: Text
    measure: Callable[[GameRunner], Figures]
    judge: Callable[[Figures], Verdict]
    finding: Callable[[Figures], Text]
    scale: Text
    neutral: float | None = None
    matters: Text | None = None

    def verdict(self, figures: Figures) -> Verdict:
        """The verdict that the figures of every level give; open if they do not agree."""
        verdicts = {self.judge(each) for each in figures.each_level()}
        if len(verdicts) == 1:
            return verdicts.pop()
        return Verdict.SMALL if verdicts == {Verdict.HOLDS, Verdict.SMALL} else Verdict.OPEN


WINS_MATTER = Text("more than 55 % of the wins", "больше 55 % побед")
POINTS_MATTER = Text("more than half a point", "больше половины очка")
CORRELATION_MATTERS = Text("a correlation above 0.1", "корреляция больше 0.1")


def percent(share: float) -> str:
    """A share in per cent."""
    shown = 100 * share
    return f"{shown:.0f} %" if shown >= 10 or shown == 0 else f"{shown:.1f} %"


def signed(number: float) -> str:
    """A number with its sign."""
    shown = f"{number:+g}" if number == int(number) else f"{number:+.1f}"
    return shown.replace("-", "−") if number else "0"


def level_name(level: int) -> Text:
    return Text(f"level {level}", f"уровень {level}")


def told(figures: Figures, key: str, shown: Callable[[float], str] = percent) -> Text:
    """A figure as part of a sentence, for each level that it was measured with."""
    rows = [row for row in figures.rows if row.key == key]
    if all(row.level is None for row in rows):
        return Text(*[shown(rows[0].value)] * 2)
    names = [(shown(row.value), level_name(row.level)) for row in rows if row.level is not None]
    values, levels = {value for value, _ in names}, [str(row.level) for row in rows]
    if len(values) == 1 and len(levels) > 1:
        same = values.pop()
        return Text(
            f"{same} (levels {' and '.join(levels)})", f"{same} (уровни {' и '.join(levels)})"
        )
    return Text(
        " and ".join(f"{value} ({level.en})" for value, level in names),
        " и ".join(f"{value} ({level.ru})" for value, level in names),
    )
