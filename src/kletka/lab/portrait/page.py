"""The page of a portrait: a picture of the board, sentences, plots, then all figures."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from kletka import __version__
from kletka.drawing import svg
from kletka.faces.options import Option
from kletka.lab.pages import Block, Code, Heading, Paragraph, Picture, Table, write_page
from kletka.lab.portrait import plots
from kletka.lab.portrait import sentences as words
from kletka.lab.portrait.figures import Figures, figures_of
from kletka.lab.portrait.measuring import Measurement, SelfPlayPlan, measure
from kletka.lab.portrait.numbers import about, decimal, neat, percent, power_of_ten, share, whole
from kletka.lab.portrait.tally import Tally
from kletka.lab.selfplay import repeats_itself, self_play
from kletka.lab.worker_pools import WorkerPool
from kletka.language import Text, join
from kletka.position import Position, start
from kletka.spec import Spec
from kletka.variant import variant_of

SECTIONS: tuple[tuple[str, Text, Callable[..., str]], ...] = (
    ("length", Text("How long it takes", "Сколько длится партия"), plots.plot_length),
    ("choices", Text("How much there is to choose", "Из чего выбирать"), plots.plot_choices),
    ("balance", Text("Is it fair?", "Честна ли игра?"), plots.plot_balance),
    ("lead", Text("When it is decided", "Когда всё решается"), plots.plot_lead),
)
MATERIAL = Text("What is removed, and what is used up", "Сколько снято и сколько потрачено")
FIGURES = Text("All figures", "Все числа")
DOTTED = Text(
    "*Dotted: the komi at which games are even, from games played at several.*",
    "*Пунктир — коми, при котором шансы равны, по партиям с разными коми.*",
)
ENDINGS = Text("How it ends", "Чем кончается партия")
HOW = Text("How this was measured", "Как это измерено")


@dataclass(frozen=True)
class Portrait:
    """All measurements; the sentences are about the first one of each spec."""

    measured: tuple[Measurement, ...]
    command: str

    @property
    def specs(self) -> list[Spec]:
        return list(dict.fromkeys(each.plan.spec for each in self.measured))

    @property
    def title(self) -> Text:
        games = list(dict.fromkeys(spec.game for spec in self.specs))
        titles = [variant_of(Spec(game)).face.title for game in games]
        return Text(
            f"{join(titles, ', ').en}: a portrait", f"{join(titles, ', ').ru}: портрет игры"
        )

    @cached_property
    def figures(self) -> dict[SelfPlayPlan, Figures]:
        return {each.plan: figures_of(each) for each in self.measured}

    def main_of(self, spec: Spec) -> Measurement:
        return next(each for each in self.measured if each.plan.spec == spec)

    def others_of(self, spec: Spec) -> list[Measurement]:
        main = self.main_of(spec)
        return [m for m in self.measured if m.plan.spec == spec and m is not main]


def make_portrait(
    plans: Sequence[SelfPlayPlan],
    command: str,
    *,
    folder: Path | None = None,
    pool: WorkerPool | None = None,
    report: Callable[[SelfPlayPlan, int], None] | None = None,
    name: str | None = None,
) -> Portrait:
    """Measure all plans; what the page in `folder` was made from is not measured again.

    `report` gets a plan and how many of its games have been played.
    """
    known = read_measurements(folder / f"{name or file_name(plans)}.json") if folder else {}
    measured = []
    for plan in plans:
        report_plan = partial(report, plan) if report else None
        measured.append(known.get(plan) or measure(plan, pool, report_plan))
    return Portrait(tuple(measured), command)


def file_name(plans: Sequence[SelfPlayPlan]) -> str:
    """The name of a page's files: its game, if it is about one."""
    games = {plan.spec.game for plan in plans}
    return games.pop() if len(games) == 1 else "games"


def write_portrait(portrait: Portrait, folder: Path, name: str | None = None) -> list[Path]:
    """Write the page and its pictures in both languages, and the tallies as JSON."""
    folder.mkdir(parents=True, exist_ok=True)
    name = name or file_name([each.plan for each in portrait.measured])
    files = [folder / f"{name}.json"]
    files[0].write_text(measurements_to_json(portrait.measured), encoding="utf-8")
    return files + write_page(
        folder, name, portrait.title, lambda language: page_blocks(portrait, language, name)
    )


def page_blocks(portrait: Portrait, language: str, name: str) -> list[Block]:
    ending = "" if language == "en" else f".{language}"
    specs = portrait.specs
    named = _named(portrait)
    blocks: list[Block] = [Heading(portrait.title.say(language), 1)]
    for game in dict.fromkeys(spec.game for spec in specs):
        motto = variant_of(Spec(game)).face.motto
        blocks.append(Paragraph(f"*{motto.say(language)}*"))
    blocks += _board(portrait.main_of(specs[-1]), language, f"{name}.board{ending}.svg")
    blocks.append(Paragraph(_intro(portrait).say(language)))
    for section, heading, plot in SECTIONS:
        blocks.append(Heading(heading.say(language)))
        for spec in specs:
            text = _section_text(section, spec, portrait.figures[portrait.main_of(spec).plan])
            blocks.append(Paragraph(_for(spec, specs, text).say(language)))
        if section == "choices":
            blocks.append(Paragraph(words.OTHER_TREES.say(language)))
        if section == "balance":
            blocks += _others(portrait, language)
        picture = plot(named, language)
        blocks.append(Picture(f"{name}.{section}{ending}.svg", picture, heading.say(language)))
        if section == "balance" and all(found.fair for _, _, found in named):
            blocks.append(Paragraph(DOTTED.say(language)))
    blocks += _paragraphs(portrait, language, ENDINGS, _endings_text)
    blocks += _paragraphs(portrait, language, MATERIAL, words.material_paragraph)
    blocks += [Heading(FIGURES.say(language)), _table(portrait, language)]
    blocks += [Heading(HOW.say(language)), *_how(portrait, language)]
    return blocks


def _named(portrait: Portrait) -> list[plots.Named]:
    """The lines of the plots: the agents if there is one board, otherwise the boards."""
    specs, figures = portrait.specs, portrait.figures
    if len(specs) == 1:
        shown, names = portrait.measured, [words.agent_name(m.plan.by) for m in portrait.measured]
    else:
        shown = tuple(portrait.main_of(spec) for spec in specs)
        names = [Text.plain(short_name(spec, specs)) for spec in specs]
    return [(name, each, figures[each.plan]) for name, each in zip(names, shown, strict=True)]


def short_name(spec: Spec, among: Sequence[Spec]) -> str:
    """A short name that distinguishes a spec from the others on the page."""
    if len({other.game for other in among}) > 1:
        return str(spec)
    differing = [
        option
        for option in variant_of(spec).face.options
        if len({other.options[option.name] for other in among}) > 1
    ]
    for count in range(1, len(differing)):  # a supply mostly follows from the board
        first = differing[:count]
        if len({tuple(other.options[o.name] for o in first) for other in among}) == len(among):
            differing = first
            break
    return ", ".join(_option_told(spec, option) for option in differing) or str(spec)


def _option_told(spec: Spec, option: Option) -> str:
    value = option.write(spec.options[option.name])
    return {"size": f"{value}x{value}", "board": value}.get(option.name, f"{option.name}={value}")


def _for(spec: Spec, specs: Sequence[Spec], text: Text) -> Text:
    if len(specs) == 1:
        return text
    name = short_name(spec, specs)
    return Text(f"**{name}**: {text.en}", f"**{name}**: {text.ru}")


def _section_text(section: str, spec: Spec, figures: Figures) -> Text:
    if section == "length":
        return words.length_paragraph(figures)
    if section == "choices":
        return words.choices_paragraph(figures)
    if section == "balance":
        return words.balance_paragraph(spec, figures)
    return words.lead_paragraph(figures)


def _intro(portrait: Portrait) -> Text:
    specs = portrait.specs
    listed = ", ".join(f"`{spec}`" for spec in specs)
    how = words.measured_how(portrait.main_of(specs[0]).plan, len(specs))
    return Text(
        f"{listed}. {how.en} After ± and in brackets: 95 % intervals.",
        f"{listed}. {how.ru} После ± и в скобках — 95-процентные интервалы.",
    )


def _board(measured: Measurement, language: str, file: str) -> list[Block]:
    """The final position of the first game."""
    plan = measured.plan
    play = self_play(plan.spec, plan.by)
    position: Position = start(plan.spec)
    moves = play.notation(play.codes(plan.seed, 0))
    for move in moves:
        position = position.play(move)
    points = ", ".join(
        f"{player.name.say(language)} {neat(value).say(language)}"
        for player, value in zip(position.players, position.points, strict=True)
    )
    shows = Text(
        f"One of the games as it ended: {points}", f"Так кончилась одна из партий: {points}"
    ).say(language)
    return [
        Picture(file, svg(position, language=language, plain_colours=True), shows),
        Paragraph(f"*{shows}.*"),
    ]


def _others(portrait: Portrait, language: str) -> list[Block]:
    blocks: list[Block] = []
    for spec in portrait.specs:
        for other in portrait.others_of(spec):
            text = words.others_paragraph(spec, other.plan, portrait.figures[other.plan])
            blocks.append(Paragraph(_for(spec, portrait.specs, text).say(language)))
        levels = [portrait.main_of(spec), *portrait.others_of(spec)]
        if len(levels) > 1:
            side_by_side = [(each.plan, portrait.figures[each.plan]) for each in levels]
            text = words.levels_sentence(spec, side_by_side)
            blocks.append(Paragraph(_for(spec, portrait.specs, text).say(language)))
    return blocks


def _paragraphs(
    portrait: Portrait,
    language: str,
    heading: Text,
    paragraph: Callable[[Spec, Figures], Text | None],
) -> list[Block]:
    """A section with a paragraph for each board; none if no board has one."""
    blocks: list[Block] = []
    for spec in portrait.specs:
        text = paragraph(spec, portrait.figures[portrait.main_of(spec).plan])
        if text is not None:
            blocks.append(Paragraph(_for(spec, portrait.specs, text).say(language)))
    return [Heading(heading.say(language)), *blocks] if blocks else []


def _endings_text(spec: Spec, figures: Figures) -> Text | None:
    return words.endings_paragraph(figures)


def _table(portrait: Portrait, language: str) -> Table:
    specs = portrait.specs
    head = [""]
    for each in portrait.measured:
        name = short_name(each.plan.spec, specs) if len(specs) > 1 else ""
        head.append(" ".join(filter(None, [name, words.agent_name(each.plan.by).say(language)])))
    rows = [tuple(head)]
    columns = [table_of(each, portrait.figures[each.plan]) for each in portrait.measured]
    for kind in dict.fromkeys(kind for column in columns for kind in column):
        cells = [column[kind].say(language) if kind in column else "—" for column in columns]
        rows.append((kind.say(language), *cells))
    return Table(tuple(rows))


def table_of(measured: Measurement, figures: Figures) -> dict[Text, Text]:
    """The figures of one measurement, by their names."""
    low, high = figures.usual_turns
    players = variant_of(measured.plan.spec).players
    table = {
        Text("games", "партий"): whole(figures.games),
        Text("turns", "ходов"): about(figures.turns),
        Text("nine of ten take", "девять из десяти"): Text.plain(f"{low}–{high}"),
        Text("shortest and longest", "самая короткая и самая длинная"): Text.plain(
            f"{figures.shortest}, {figures.longest}"
        ),
        Text("single moves in a turn", "действий за ход"): decimal(figures.moves_a_turn, 2),
        Text("choices", "ходов на выбор"): about(figures.choices),
        Text("choices at most", "самое большее"): whole(figures.most_choices),
        Text("tree", "дерево"): Text.plain(power_of_ten(figures.tree)),
    }
    for player, seat, points in zip(players, figures.seats, figures.points, strict=True):
        table[Text(f"{player.name.en} wins", f"{player.name.ru} выигрывают")] = share(seat)
        table[Text(f"{player.of.en} points", f"очков у {player.of.ru}")] = decimal(points)
    one = 1 - figures.shared.value
    table[Text("one winner", "победитель один")] = percent(one)
    table[Text("shared", "поделено")] = share(figures.shared)
    table[Text("changes of the lead", "смен лидера")] = about(figures.lead_changes)
    table[Text("lead never changes", "лидер не меняется")] = percent(figures.never_changed)
    if figures.leader_wins is not None:
        table[Text("leader half-way wins", "лидер середины побеждает")] = share(figures.leader_wins)
    if figures.decided is not None:
        table[Text("decided after", "решается после")] = percent(figures.decided)
    if figures.taken is not None:
        table[Text("removed", "снято")] = about(figures.taken)
    if figures.used is not None and figures.most_used is not None:
        table[Text("supply", "запас")] = whole(figures.supply or 0)
        table[Text("used", "потрачено")] = about(figures.used)
        table[Text("used at most", "потрачено самое большее")] = whole(figures.most_used)
    for ending in figures.endings:
        table[ending.name] = share(ending.games)
    if figures.fair is not None:
        fair = figures.fair
        value, low_text, high_text = (decimal(v) for v in (fair.even, fair.low, fair.high))
        table[Text("even games at a komi of", "поровну было бы при коми")] = Text(
            f"{value.en} ({low_text.en} to {high_text.en})",
            f"{value.ru} (от {low_text.ru} до {high_text.ru})",
        )
    return table


def _how(portrait: Portrait, language: str) -> list[Block]:
    seeds = ", ".join(str(seed) for seed in dict.fromkeys(m.plan.seed for m in portrait.measured))
    again = Text("the same command plays the same games", "та же команда сыграет те же партии")
    if not all(repeats_itself(each.plan.by) for each in portrait.measured):
        again = Text(
            "an agent that thinks by the clock plays other games next time",
            "игрок, который думает по часам, в другой раз сыграет другие партии",
        )
    return [
        Code(portrait.command),
        Paragraph(
            Text(
                f"Kletka {__version__}, seed {seeds}: {again.en}. "
                "The same agent plays all seats, from the empty board. The lead counts the "
                "points on the board, komi included. The tree is the product of the "
                "choices along a game (geometric mean of all games). A fair komi comes from games "
                "played at several komis (`kletka lab komi`), and is quoted here. An interval over "
                "several strengths is that of a random-effects model, which includes how much they "
                "differ; intervals of single figures do not.",
                f"Kletka {__version__}, зерно {seeds}: {again.ru}. За "
                "всех играет один и тот же игрок, с пустой доски. Лидер определяется по очкам "
                "на этот момент, вместе с коми. Дерево — произведение числа вариантов по ходу "
                "партии (среднее геометрическое по партиям). Честное коми — из партий с разными "
                "коми (`kletka lab komi`) и здесь только приводится. Интервал по игрокам разной "
                "силы — из модели со случайными эффектами: он учитывает, насколько они различны; "
                "интервалы отдельных чисел этого не учитывают.",
            ).say(language)
        ),
    ]


# The tallies are kept beside the page, so that the games need not be played again.


def measurements_to_json(measured: Sequence[Measurement]) -> str:
    entries = [
        {
            "spec": each.plan.spec,
            "by": each.plan.by,
            "games": each.plan.games,
            "seed": each.plan.seed,
            "version": __version__,
            "tally": each.tally.to_json(),
        }
        for each in measured
    ]
    return json.dumps({"portrait": entries}, ensure_ascii=False, indent=1) + "\n"


def read_measurements(file: Path) -> dict[SelfPlayPlan, Measurement]:
    """The measurements in a page's JSON that were made by this version of Kletka."""
    try:
        entries = json.loads(file.read_text(encoding="utf-8"))["portrait"]
        known = [entry for entry in entries if entry["version"] == __version__]
        plans = [
            SelfPlayPlan(Spec(entry["spec"]), entry["by"], entry["games"], entry["seed"])
            for entry in known
        ]
        tallies = [Tally.from_json(entry["tally"]) for entry in known]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return {plan: Measurement(plan, tally) for plan, tally in zip(plans, tallies, strict=True)}
