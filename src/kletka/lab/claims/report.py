"""The report about the claims: figures kept as data, and pages with plots in both languages.

What was measured with the same effort is not measured again, so an interrupted run can continue.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kletka import __version__
from kletka.errors import KletkaError
from kletka.faces import face_of
from kletka.lab.claims import claims_of
from kletka.lab.claims.base import UNKNOWN, Claim, Figures, Row, level_name, percent
from kletka.lab.claims.play import EFFORTS, LEVELS, GameRunner
from kletka.lab.claims.plots import draw, is_drawn
from kletka.lab.claims.together import Judged, judge_together
from kletka.language import LANGUAGES, Text

FIGURES = "figures.ndjson"
SMALLEST_ERROR = 0.001  # that is written out
PAGES = {"en": "claims.md", "ru": "claims.ru.md"}


class InvalidFigures(KletkaError):
    """The file does not hold figures of claims."""


@dataclass(frozen=True)
class ClaimResult:
    """A claim and the figures measured for it."""

    claim: Claim
    effort: str
    seconds: float
    figures: Figures

    def to_json(self) -> dict[str, object]:
        return {
            "claim": self.claim.name,
            "effort": self.effort,
            "version": __version__,
            "seconds": self.seconds,
            "figures": self.figures.to_json(),
        }


def measure_claims(
    runner: GameRunner, claims: list[Claim], folder: Path, report: Callable[[ClaimResult], None]
) -> list[ClaimResult]:
    """Measure the claims that are missing in a folder; returns all results there."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = read_figures(folder / FIGURES)
    for claim in claims:
        known = kept.get(claim.name)
        if known is None or known.effort != runner.effort:
            begin = time.perf_counter()
            figures = claim.measure(runner)
            known = ClaimResult(
                claim, runner.effort, round(time.perf_counter() - begin, 1), figures
            )
            kept[claim.name] = known
            _write_figures(folder / FIGURES, kept)
        report(known)
    return list(read_figures(folder / FIGURES).values())


def read_figures(path: Path) -> dict[str, ClaimResult]:
    """The results in a file, in the order of the claims."""
    if not path.exists():
        return {}
    try:
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        known = {line["claim"]: line for line in lines}
        return {
            claim.name: ClaimResult(
                claim,
                known[claim.name]["effort"],
                known[claim.name]["seconds"],
                Figures.from_json(known[claim.name]["figures"]),
            )
            for claim in claims_of()
            if claim.name in known
        }
    except (ValueError, KeyError, TypeError):
        raise InvalidFigures(
            Text(
                f"{path} does not hold the figures of claims, and is left as it is",
                f"{path}: это не результаты проверки утверждений; файл остался как был",
            )
        ) from None


def _write_figures(path: Path, kept: dict[str, ClaimResult]) -> None:
    lines = [
        json.dumps(kept[claim.name].to_json(), ensure_ascii=False) + "\n"
        for claim in claims_of()
        if claim.name in kept
    ]
    written = path.with_name(path.name + ".new")
    written.write_text("".join(lines), "utf-8")
    os.replace(written, path)


def write_report(tested: list[ClaimResult], folder: Path) -> None:
    """Write the pages in both languages and all plots."""
    for language in LANGUAGES:
        (folder / PAGES[language]).write_text(page_of(tested, language), "utf-8")
        for known in tested:
            if is_drawn(known.figures):
                picture = folder / _picture(known.claim, language)
                draw(known.claim, known.figures, language, picture)


def page_of(tested: list[ClaimResult], language: str) -> str:
    """The report in one language, as Markdown."""
    return "\n\n".join(_page(tested, language)) + "\n"


def _picture(claim: Claim, language: str) -> str:
    return f"{claim.name}.{language}.svg"


def _page(tested: list[ClaimResult], language: str) -> list[str]:
    judged = judge_together(tested, len(claims_of()))
    together = _TOGETHER.say(language).format(len(judged))
    passages = [_TITLE.say(language), _LEAD.say(language), together]
    passages.append(_summary(tested, judged, language))
    game = ""
    for known in tested:
        if known.claim.game != game:
            game = known.claim.game
            passages.append(f"## {face_of(game).title.say(language)}")
        passages += _section(known, judged[known.claim.name], language)
    return [*passages, _foot(tested).say(language)]


_TITLE = Text("# The inventors' claims, tested", "# Утверждения авторов: проверка")
_LEAD = Text(
    "Each inventor's text ends with an analysis: what is good, what is a mistake, what is "
    "impossible. This report tests every such claim that can be tested. On boards that are small "
    "enough the answer is exact; on others the engine plays, and every figure has a 95 % interval. "
    "The verdicts follow from the figures by rules in the program.\n\n"
    "The engine is not perfect: figures from its games show what helps players of its strength. "
    f"So it plays against itself at level {LEVELS[0]}, as a beginner, and at level {LEVELS[1]}, "
    "as a decent player; their figures stand side by side, and a verdict needs both. What "
    "correlates with winning need not be its cause. [По-русски](claims.ru.md)",
    "Текст каждого автора кончается анализом: что хорошо, что ошибка, что невозможно. Здесь "
    "проверено каждое такое утверждение, которое можно проверить. Где доска достаточно мала, "
    "ответ точный; в остальных случаях играет движок, и у каждого числа есть 95-процентный "
    "интервал. Вывод следует из чисел по правилу, которое записано в программе; вручную его никто "
    "не писал.\n\n"
    "Движок не совершенен: числа из его партий говорят о том, что помогает игрокам его силы. "
    f"Поэтому он играет с собой на уровне {LEVELS[0]}, как новичок, и на уровне {LEVELS[1]}, как "
    "неплохой игрок; числа "
    "стоят рядом, и для вывода нужно, чтобы его давали оба уровня. И то, что сопутствует победе, "
    "не обязательно её причина. [In English](claims.md)",
)


_TOGETHER = Text(
    "{} claims are tested at once, and by chance alone one of twenty such verdicts would be wrong. "
    "So they are judged together, by Holm's method: with 95 % confidence *all* verdicts are right "
    "(the column *error* is what is left for chance, adjusted for the number of claims; a verdict "
    "needs less than 5 %). The intervals in the tables are those of single figures. And a verdict "
    "needs an effect of a size that matters, which each section states: a claim whose effect is "
    "surely there but surely smaller does not hold. Of two levels, the one with the larger error "
    "counts.",
    "Разом проверяется утверждений: {}, и один из двадцати таких выводов был бы неверен по чистой "
    "случайности. Поэтому они проверены вместе, методом Холма: с уверенностью 95 % верны *все* "
    "выводы (в столбце «ошибка» — доля случая с поправкой на число утверждений; для вывода нужно "
    "меньше 5 %). Интервалы в таблицах — для отдельных чисел. И для вывода нужен эффект, который "
    "что-то значит; его размер назван в каждом разделе. Утверждение, у которого эффект есть, но "
    "заведомо меньше, неверно. Из двух уровней считается тот, у которого ошибка больше.",
)


def _summary(tested: list[ClaimResult], judged: dict[str, Judged], language: str) -> str:
    heads = Text(
        "| game | claim | verdict | error |", "| игра | утверждение | вывод | ошибка |"
    ).say(language)
    rows = [
        f"| {face_of(known.claim.game).title.say(language)} | "
        f"[{known.claim.says.say(language)}](#{known.claim.name}) | "
        f"**{judged[known.claim.name].verdict.text.say(language)}** | "
        f"{_error(judged[known.claim.name], language)} |"
        for known in tested
    ]
    return "\n".join([heads, "|---|---|---|---:|", *rows])


def _error(judged: Judged, language: str) -> str:
    if judged.error < SMALLEST_ERROR:
        return "0" if judged.error == 0 else f"< {with_numbers(percent(SMALLEST_ERROR), language)}"
    return with_numbers(percent(judged.error), language)


def _section(known: ClaimResult, judged: Judged, language: str) -> list[str]:
    claim = known.claim
    words = Text("How it was tested", "Как проверено").say(language)
    verdict = Text("Verdict", "Вывод").say(language)
    passages = [
        f'<a id="{claim.name}"></a>\n### {claim.says.say(language)}',
        f"**{verdict}: {judged.verdict.text.say(language)}.** "
        f"{with_numbers(claim.finding(known.figures).say(language), language)}",
        f"*{words}.* {claim.how.say(language)}{_matters(claim, language)}",
    ]
    if is_drawn(known.figures):
        passages.append(f"![{claim.says.say(language)}]({_picture(claim, language)})")
    return [*passages, _table(known.figures.rows, language)]


def _matters(claim: Claim, language: str) -> str:
    """The size from which on the effect of a claim counts."""
    if claim.matters is None:
        return ""
    words = Text(" What matters: ", " Что считается эффектом: ").say(language)
    return with_numbers(f"{words}{claim.matters.say(language)}.", language)


def _table(rows: list[Row], language: str) -> str:
    heads = Text(
        "| figure | players | value | 95 % interval | counted in |",
        "| что измерено | игроки | значение | интервал 95 % | по скольким |",
    ).say(language)
    lines = [with_numbers(f"| {' | '.join(_cells(row, language))} |", language) for row in rows]
    return "\n".join([heads, "|---|---|---:|---:|---:|", *lines])


def _cells(row: Row, language: str) -> tuple[str, ...]:
    interval = Text("exact", "точно").say(language) if row.games is None else ""
    if row.low is not None and row.high is not None:
        known = row.high < UNKNOWN
        interval = f"{_number(row.low, row)} … {_number(row.high, row)}" if known else "?"
    players = "" if row.level is None else level_name(row.level).say(language)
    games = "" if row.games is None else f"{row.games:,}"
    return row.label.say(language), players, _number(row.value, row), interval, games


def with_numbers(text: str, language: str) -> str:
    """The text with numbers as the language writes them: 1,234.5 or, in Russian, 1 234,5."""
    if language != "ru":
        return text
    return re.sub(r"(?<=\d)\.(?=\d)", ",", re.sub(r"(?<=\d),(?=\d{3})", "\N{NO-BREAK SPACE}", text))


def _number(value: float, row: Row) -> str:
    if row.kind == "share":
        return percent(value)
    if value == int(value) and row.low is None:
        return f"{int(value):,}".replace("-", "−")
    return f"{value:.2f}".replace("-", "−")


def _foot(tested: list[ClaimResult]) -> Text:
    """How the report was made; names the claims that were measured with less effort."""
    efforts = [effort for effort in EFFORTS if any(known.effort == effort for known in tested)]
    most = efforts[-1]
    less = [f"`{known.claim.name}`" for known in tested if known.effort != most]
    command = f"kletka lab claims --effort {most}"
    return Text(
        f"---\n\nMade by `{command}` with Kletka {__version__}; the same command gives the "
        f"same figures. The raw figures are in [{FIGURES}]({FIGURES})."
        + (f" Measured so far with less effort: {', '.join(less)}." if less else ""),
        f"---\n\nСделано командой `{command}`, Kletka {__version__}; та же команда получит те же "
        f"числа. Исходные данные: [{FIGURES}]({FIGURES})."
        + (f" Пока измерены с меньшим объёмом: {', '.join(less)}." if less else ""),
    )
