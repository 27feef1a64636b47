"""Manu's claim that stones are freest on an evenly filled board."""

from __future__ import annotations

from kletka.lab.claims.base import CORRELATED, CORRELATION_MATTERS, Claim, Figures, Verdict
from kletka.lab.claims.manu_facts import freedom
from kletka.lab.claims.play import GameKind, GameRunner
from kletka.lab.claims.stats import correlation_row, mean_row
from kletka.language import Text

_LINES = Text("Lines to jump on, both players", "Линий для прыжка у обоих")


def measure_even(runner: GameRunner) -> Figures:
    spec = "manu(size=4)" if runner.tiny else "manu(size=9)"
    seen = runner.watch(freedom, GameKind(spec, ("random", "random"), seed=9), 2000)
    pairs = sorted(pair for pair in seen if pair is not None)
    third = max(1, len(pairs) // 3)
    crowded, even = pairs[:third], pairs[-third:]
    return Figures(
        [
            correlation_row(
                "r-even",
                Text("evenness and lines: correlation", "равномерность и линии: корреляция"),
                pairs,
            ),
            mean_row(
                "lines-crowded",
                Text("the most crowded third", "самая скученная треть"),
                [float(lines) for _, lines in crowded],
                _LINES,
            ),
            mean_row(
                "lines-even",
                Text("the most even third", "самая равномерная треть"),
                [float(lines) for _, lines in even],
                _LINES,
            ),
        ]
    )


def judge_even(figures: Figures) -> Verdict:
    row = figures.row("r-even")
    if row.above(CORRELATED):
        return Verdict.HOLDS
    return Verdict.FAILS if row.below(CORRELATED) else Verdict.OPEN


def find_even(figures: Figures) -> Text:
    crowded, even = figures.row("lines-crowded").value, figures.row("lines-even").value
    return Text(
        f"With a fifth of the crossings filled, stones can jump on {even:.1f} lines in all where "
        f"they are spread most evenly, and on {crowded:.1f} where they are most crowded.",
        f"Когда занята пятая часть доски, линий, по которым камни могут прыгать, в сумме "
        f"{even:.1f} там, где они стоят равномернее всего, и {crowded:.1f} там, где теснее всего.",
    )


EVEN = Claim(
    "manu-even",
    "manu",
    Text(
        "The greatest freedom is reached when the board is filled evenly.",
        "Наибольшая свобода достигается при равномерном заполнении доски.",
    ),
    Text(
        "Positions of random games on 9x9, all with a fifth of the crossings filled. Evenness is "
        "the mean distance from a stone to the nearest other; freedom is the number of lines on "
        "which stones of either colour can jump.",
        "Позиции случайных партий на 9x9, во всех занята пятая часть перекрестий. Равномерность — "
        "среднее расстояние от камня до ближайшего другого; свобода — число линий, по которым "
        "могут прыгнуть камни обоих цветов.",
    ),
    measure_even,
    judge_even,
    find_even,
    Text("lines", "линии"),
    matters=CORRELATION_MATTERS,
)
