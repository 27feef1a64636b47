"""The report: measured claim by claim, kept as data, written in both languages with its plots.

What has been measured with the same effort is not measured again: an interrupted run goes on.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kletka import __version__
from kletka.catalogue import game_named
from kletka.errors import KletkaError
from kletka.lab.claims.base import UNKNOWN, Claim, Figures, Row, Verdict, percent
from kletka.lab.claims.play import Lab
from kletka.lab.claims.plots import draw
from kletka.language import LANGUAGES, Text

FIGURES = "figures.ndjson"
PAGES = {"en": "claims.md", "ru": "claims.ru.md"}


class InvalidFigures(KletkaError):
    """A file that holds no figures of claims."""


@dataclass(frozen=True)
class Tested:
    """A claim with what was measured for it."""

    claim: Claim
    effort: str
    seconds: float
    figures: Figures

    @property
    def verdict(self) -> Verdict:
        return self.claim.judge(self.figures)

    def to_json(self) -> dict[str, object]:
        return {
            "claim": self.claim.name,
            "effort": self.effort,
            "version": __version__,
            "seconds": self.seconds,
            "verdict": self.verdict.value,
            "figures": self.figures.to_json(),
        }


def measure_claims(
    lab: Lab, claims: list[Claim], folder: Path, tell: Callable[[Tested], None]
) -> list[Tested]:
    """Measure what is not measured yet, and write the report of all that is known."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = read_figures(folder / FIGURES)
    for claim in claims:
        known = kept.get(claim.name)
        if known is None or known.effort != lab.effort:
            begin = time.perf_counter()
            figures = claim.measure(lab)
            known = Tested(claim, lab.effort, round(time.perf_counter() - begin, 1), figures)
            kept[claim.name] = known
            _write_figures(folder / FIGURES, kept)
        tell(known)
    tested = list(kept.values())
    write_report(tested, folder)
    return tested


def read_figures(path: Path) -> dict[str, Tested]:
    """What has been measured before, in the order of the claims."""
    from kletka.lab.claims import claims_of

    if not path.exists():
        return {}
    try:
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        told = {line["claim"]: line for line in lines}
        return {
            claim.name: Tested(
                claim,
                told[claim.name]["effort"],
                told[claim.name]["seconds"],
                Figures.from_json(told[claim.name]["figures"]),
            )
            for claim in claims_of()
            if claim.name in told
        }
    except (ValueError, KeyError, TypeError):
        raise InvalidFigures(
            Text(
                f"{path} does not hold the figures of claims, and is left as it is",
                f"{path}: это не результаты проверки утверждений; файл остался как был",
            )
        ) from None


def _write_figures(path: Path, kept: dict[str, Tested]) -> None:
    from kletka.lab.claims import claims_of

    lines = [
        json.dumps(kept[claim.name].to_json(), ensure_ascii=False) + "\n"
        for claim in claims_of()
        if claim.name in kept
    ]
    written = path.with_name(path.name + ".new")
    written.write_text("".join(lines), "utf-8")
    os.replace(written, path)


def write_report(tested: list[Tested], folder: Path) -> None:
    """Both pages and all plots, from the figures alone."""
    from kletka.lab.claims import claims_of

    order = [claim.name for claim in claims_of()]
    tested = sorted(tested, key=lambda known: order.index(known.claim.name))
    for language in LANGUAGES:
        drawn = {
            known.claim.name
            for known in tested
            if draw(known.claim, known.figures, language, folder / _picture(known.claim, language))
        }
        page = "\n\n".join(_page(tested, drawn, language)) + "\n"
        (folder / PAGES[language]).write_text(page, "utf-8")


def _picture(claim: Claim, language: str) -> str:
    return f"{claim.name}.{language}.svg"


def _page(tested: list[Tested], drawn: set[str], language: str) -> list[str]:
    passages = [_TITLE.say(language), _LEAD.say(language), _summary(tested, language)]
    game = ""
    for known in tested:
        if known.claim.game != game:
            game = known.claim.game
            passages.append(f"## {game_named(game).title.say(language)}")
        passages += _section(known, known.claim.name in drawn, language)
    return [*passages, _foot(tested).say(language)]


_TITLE = Text("# The inventors' claims, put to the test", "# Утверждения авторов: проверка")
_LEAD = Text(
    "Each inventor's text ends with an analysis: what is good, what is a mistake, what is "
    "impossible. Here every such claim that can be tested has been. Where a board is small enough "
    "the answer is exact; elsewhere the engine plays, and every figure has its 95 % interval. The "
    "verdicts follow from the figures by a rule that was fixed before; nobody typed them in.\n\n"
    "The engine is not perfect: a figure from its games says what helps players of its strength. "
    "And what goes together with winning need not be its cause. [По-русски](claims.ru.md)",
    "Текст каждого автора кончается анализом: что хорошо, что ошибка, что невозможно. Здесь "
    "проверено каждое такое утверждение, которое можно проверить. Где доска достаточно мала, "
    "ответ точный; в остальных случаях играет движок, и у каждого числа есть 95-процентный "
    "интервал. Вывод следует из чисел по правилу, заданному заранее; вручную его никто не "
    "писал.\n\n"
    "Движок не совершенен: числа из его партий говорят о том, что помогает игрокам его силы. И "
    "то, что сопутствует победе, не обязательно её причина. [In English](claims.md)",
)


def _summary(tested: list[Tested], language: str) -> str:
    heads = Text("| game | claim | verdict |", "| игра | утверждение | вывод |").say(language)
    rows = [
        f"| {game_named(known.claim.game).title.say(language)} | "
        f"[{known.claim.says.say(language)}](#{known.claim.name}) | "
        f"**{known.verdict.text.say(language)}** |"
        for known in tested
    ]
    return "\n".join([heads, "|---|---|---|", *rows])


def _section(known: Tested, drawn: bool, language: str) -> list[str]:
    claim = known.claim
    words = Text("How it was tested", "Как проверено").say(language)
    verdict = Text("Verdict", "Вывод").say(language)
    passages = [
        f'<a id="{claim.name}"></a>\n### {claim.says.say(language)}',
        f"**{verdict}: {known.verdict.text.say(language)}.** "
        f"{claim.finding(known.figures).say(language)}",
        f"*{words}.* {claim.how.say(language)}",
    ]
    if drawn:
        passages.append(f"![{claim.says.say(language)}]({_picture(claim, language)})")
    return [*passages, _table(known.figures.rows, language)]


def _table(rows: list[Row], language: str) -> str:
    heads = Text(
        "| figure | value | 95 % interval | counted in |",
        "| что измерено | значение | интервал 95 % | по скольким |",
    ).say(language)
    exact = Text("exact", "точно").say(language)
    lines = []
    for row in rows:
        interval = exact if row.games is None else ""
        if row.low is not None and row.high is not None:
            known = row.high < UNKNOWN
            interval = f"{_number(row.low, row)} … {_number(row.high, row)}" if known else "?"
        games = "" if row.games is None else f"{row.games:,}"
        value = _number(row.value, row)
        lines.append(f"| {row.label.say(language)} | {value} | {interval} | {games} |")
    return "\n".join([heads, "|---|---:|---:|---:|", *lines])


def _number(value: float, row: Row) -> str:
    if row.kind == "share":
        return percent(value)
    if value == int(value) and row.low is None:
        return f"{int(value):,}".replace("-", "−")
    return f"{value:.2f}".replace("-", "−")


def _foot(tested: list[Tested]) -> Text:
    efforts = sorted({known.effort for known in tested})
    minutes = sum(known.seconds for known in tested) / 60
    command = f"kletka lab claims --effort {efforts[0]}"
    return Text(
        f"---\n\nMade by `{command}` with Kletka {__version__} in {minutes:.0f} minutes; the same "
        f"command makes it again, to the figure. The raw figures are in "
        f"[{FIGURES}]({FIGURES}).",
        f"---\n\nСделано командой `{command}`, Kletka {__version__}, за {minutes:.0f} мин; та же "
        f"команда получит те же числа. Исходные данные: [{FIGURES}]({FIGURES}).",
    )
