"""Readings of the rules side by side: self-play at a fixed level, and exact values of small boards.

Figures go into the table that the rules pages quote (see `kletka.library.readings`), and into a
page for each reading.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from kletka import __version__
from kletka.engine.solving import solve
from kletka.faces import face_of
from kletka.faces.options import Choice
from kletka.lab.pages import Block, Code, Heading, Paragraph, Table, write_page
from kletka.lab.portrait.figures import figures_of
from kletka.lab.portrait.measuring import Measurement, SelfPlayPlan, measure
from kletka.lab.portrait.sentences import agent_name
from kletka.lab.worker_pools import WorkerPool, map_in_order
from kletka.language import Text
from kletka.library.readings import (
    Comparison,
    judgement_of,
    read_table,
    readings_of,
    table_rows,
)
from kletka.position import start
from kletka.spec import Spec

EXACT_NODES = 20_000_000
EXACT_BYTES = 64 * 2**20


@dataclass(frozen=True)
class ReadingPlan:
    """How a reading is measured: by which agent, in how many games with each of its words."""

    game: str
    option: Choice
    by: str
    games: int
    seed: int = 1

    @property
    def plays(self) -> str:
        return face_of(self.game).profile.reading_boards.plays

    def spec(self, board: str, word: str) -> Spec:
        return with_option(board, self.option.name, word)


def plans_for(games: Sequence[str], by: str, count: int) -> list[ReadingPlan]:
    """The plans for all readings of some games."""
    return [ReadingPlan(game, option, by, count) for game in games for option in readings_of(game)]


def with_option(board: str, name: str, word: str) -> Spec:
    """The spec with one option changed."""
    spec = Spec(board)
    face = face_of(spec.game)
    written = {o.name: o.write(spec.options[o.name]) for o in face.options} | {name: word}
    return Spec(f"{spec.game}({','.join(f'{key}={value}' for key, value in written.items())})")


def compare(
    plan: ReadingPlan,
    pool: WorkerPool | None = None,
    report: Callable[[SelfPlayPlan, int], None] | None = None,
) -> Comparison:
    """Play the games of a plan with each word and solve the small boards."""
    figures = {}
    for word in plan.option.words:
        played = SelfPlayPlan(plan.spec(plan.plays, word), plan.by, plan.games, plan.seed)
        on_game = partial(report, played) if report else None
        figures[word] = flat_figures(measure(played, pool, on_game))
    boards = face_of(plan.game).profile.reading_boards.solved
    tasks = [(plan.spec(board, word),) for board in boards for word in plan.option.words]
    values = iter(list(map_in_order(pool, value_of, tasks)))
    exact = {board: {word: next(values) for word in plan.option.words} for board in boards}
    return Comparison(
        plan.game, plan.option.name, plan.plays, plan.by, plan.games, figures, exact, __version__
    )


def value_of(spec: Spec) -> float | None:
    """A task: the first player's value with best play, None if it takes too long."""
    solution = solve(start(spec), nodes=EXACT_NODES, memory=EXACT_BYTES)
    return None if solution is None else float(solution.value)


def flat_figures(measured: Measurement) -> dict[str, float]:
    """The figures of a measurement by their names; shares in per cent."""
    figures, tally = figures_of(measured), measured.tally
    flat = {
        "turns": figures.turns,
        "first": 100 * figures.seats[0].value,
        "second": 100 * figures.seats[1].value,
        "shared": 100 * figures.shared.value,
        "lead_changes": figures.lead_changes,
    }
    if figures.taken is not None:
        flat["taken"] = figures.taken
    face = face_of(measured.plan.spec.game)
    for kind, _ in face.move_kinds:
        flat[kind] = tally.kinds.get(kind, 0) / tally.games
    for ending, _ in face.endings:
        known = tally.endings.get(ending)
        flat[ending] = 100 * known.games / tally.games if known else 0.0
    return {name: round(value, 3) for name, value in flat.items()}


def known_comparison(plan: ReadingPlan, table: Path) -> Comparison | None:
    """What the table has for a plan, if the same games were played by this version."""
    known = read_table(table.read_text("utf-8")) if table.exists() else {}
    found = known.get(f"{plan.game}.{plan.option.name}")
    if found is None or (found.plays, found.by, found.games) != (plan.plays, plan.by, plan.games):
        return None
    return found if found.version == __version__ else None


def write_comparison(comparison: Comparison, table: Path) -> None:
    """Write a comparison to the table, in place of an older one."""
    known = read_table(table.read_text("utf-8")) if table.exists() else {}
    known[f"{comparison.game}.{comparison.option}"] = comparison
    entries = [asdict(each) for each in known.values()]
    written = json.dumps({"readings": entries}, ensure_ascii=False, indent=1) + "\n"
    table.write_text(written, "utf-8")


def write_reading(comparison: Comparison, folder: Path, command: str) -> list[Path]:
    """Write the page of a reading in both languages."""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{comparison.game}-{comparison.option}"
    return write_page(
        folder, name, _title(comparison), lambda language: blocks_of(comparison, language, command)
    )


def _title(comparison: Comparison) -> Text:
    game, option = face_of(comparison.game).title, comparison.option
    return Text(f"{game.en}: two readings of `{option}`", f"{game.ru}: два прочтения `{option}`")


def blocks_of(comparison: Comparison, language: str, command: str) -> list[Block]:
    """The page: the judgement, all figures side by side, the solved boards."""
    option = next(o for o in readings_of(comparison.game) if o.name == comparison.option)
    judgement = judgement_of(comparison)
    named = "; ".join(name.say(language) for _, name in option.named)
    who = agent_name(comparison.by)
    how = Text(
        f"{comparison.games} games with each reading on `{comparison.plays}`, by equal players "
        f"({who.en}). In brackets: 95 % intervals of shares.",
        f"По {comparison.games} партий с каждым прочтением на `{comparison.plays}`, играют равные "
        f"({who.ru}). В скобках — 95-процентные интервалы долей.",
    )
    blocks: list[Block] = [Heading(_title(comparison).say(language), 1), Paragraph(named + ".")]
    if judgement:
        blocks.append(Paragraph(judgement.text.say(language)))
    blocks += [Paragraph(how.say(language)), figures_table(comparison, language)]
    if comparison.exact:
        heading = Text("Exactly, on small boards", "Точно, на малых досках")
        blocks += [Heading(heading.say(language)), exact_table(comparison, language)]
    return [*blocks, Code(command)]


def figures_table(comparison: Comparison, language: str) -> Table:
    rows = [(name, *cells) for name, cells in table_rows(comparison, language)]
    return Table((("", *comparison.figures), *rows))


def exact_table(comparison: Comparison, language: str) -> Table:
    """The first player's value of each small board."""
    words = list(comparison.figures)
    head = Text("the first player's value", "значение для первого").say(language)
    rows = [(head, *words)]
    for board, values in comparison.exact.items():
        told = [values[word] for word in words]
        rows.append((f"`{board}`", *("?" if v is None else f"{v:+g}" for v in told)))
    return Table(tuple(rows))
