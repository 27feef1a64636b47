"""The experiment `kletka lab portrait`."""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kletka.cli import AddVerb, Translator
from kletka.cli.engine_verbs import MANY, show_progress
from kletka.cli.experiments.pool_options import add_pool_options, pool_of
from kletka.cli.json_answers import add_json_option, print_json
from kletka.cli.library_verbs import make_ready, whole_number
from kletka.errors import KletkaError
from kletka.extras import require
from kletka.language import Text

if TYPE_CHECKING:
    from kletka.lab.portrait.measuring import Measurement, SelfPlayPlan
    from kletka.spec import Spec

GAMES = 10_000


def add_experiment(experiment: AddVerb, t: Translator) -> None:
    parser = experiment(
        "portrait",
        _run,
        t("measure what a game is like by self-play", "измерить игру партиями с самой собой"),
    )
    parser.add_argument(
        "specs",
        nargs="+",
        metavar="SPEC",
        help=t("specs to measure; several are compared", "что измерить; несколько сравниваются"),
    )
    parser.add_argument(
        "--sizes",
        metavar=t("LIST", "СПИСОК"),
        help=t(
            "boards of these sizes, such as 5,7,9 or 6x6,hex5",
            "доски таких размеров, например 5,7,9 или 6x6,hex5",
        ),
    )
    parser.add_argument(
        "--level",
        default="fast",
        metavar=t("LIST", "СПИСОК"),
        help=t(
            "the agents: fast (16 simulations a move), 1 to 9, or names as in matches, separated "
            "by commas; the text is about the first one",
            "кто играет: fast (16 симуляций на ход), от 1 до 9 или имя игрока, как в матчах; "
            "несколько через запятую, текст будет о первом",
        ),
    )
    parser.add_argument(
        "--games",
        metavar=t("LIST", "СПИСОК"),
        help=t(
            f"how many games: one number, or one for each level; {GAMES} by default",
            f"сколько партий: одно число или по числу на уровень; по умолчанию {GAMES}",
        ),
    )
    parser.add_argument("--seed", type=whole_number(t, 0, MANY), default=1, metavar="N")
    parser.add_argument(
        "--out",
        metavar=t("FOLDER", "ПАПКА"),
        help=t(
            "write a page there, in Markdown and HTML, with plots; the figures are kept beside it, "
            "and their games are not played again",
            "записать туда страницу в Markdown и HTML с графиками; рядом остаётся всё измеренное "
            "и заново не играется",
        ),
    )
    parser.add_argument(
        "--name",
        metavar=t("NAME", "ИМЯ"),
        help=t("the name of the files; the game's by default", "имя файлов; иначе имя игры"),
    )
    add_json_option(parser, t)
    add_pool_options(parser, t)


def _run(options: argparse.Namespace) -> None:
    specs = listed_specs(options)
    agents = agents_and_games(options)
    if options.out:
        require("lab", "matplotlib")
    make_ready(options.lang, engine=True)
    from kletka.lab.portrait.measuring import SelfPlayPlan
    from kletka.lab.portrait.page import make_portrait, write_portrait

    plans = [SelfPlayPlan(spec, by, count, options.seed) for spec in specs for by, count in agents]
    folder = Path(options.out) if options.out else None
    with pool_of(options) as pool:
        portrait = make_portrait(
            plans,
            _command(options),
            folder=folder,
            pool=pool,
            report=show_played,
            name=options.name,
        )
    files = write_portrait(portrait, folder, options.name) if folder else []
    if options.json:
        measured = [
            {"spec": plan.spec, "by": plan.by, "seed": plan.seed, "figures": figures}
            for plan, figures in portrait.figures.items()
        ]
        print_json({"portraits": measured, "files": files}, options.lang)
        return
    if folder is None:
        _print(portrait.measured, options.lang)
    for file in files:
        print(file)


def listed_specs(options: argparse.Namespace) -> list[Spec]:
    """The specs of a command, in all sizes that it names."""
    from kletka.lab.sizes import specs_of_sizes
    from kletka.spec import Spec

    listed = [
        spec
        for text in options.specs
        for spec in (specs_of_sizes(text, options.sizes) if options.sizes else [Spec(text)])
    ]
    return list(dict.fromkeys(listed))


def agents_and_games(options: argparse.Namespace) -> tuple[tuple[str, int], ...]:
    """The agents of a command that exist, and how many games each of them plays."""
    from kletka.lab.selfplay import check_agent

    levels = [agent_name(text) for text in options.level.split(",")]
    for by in levels:
        check_agent(by)
    return tuple(zip(levels, _games(options.games, len(levels)), strict=True))


def agent_name(text: str) -> str:
    """The agent of a level or a name, as typed."""
    return f"level{text.strip()}" if text.strip().isdecimal() else text.strip()


def _games(text: str | None, levels: int) -> list[int]:
    numbers = [part.strip() for part in (text or str(GAMES)).split(",")]
    if all(re.fullmatch("[1-9][0-9]{0,7}", part) for part in numbers):
        if len(numbers) == 1:
            return [int(numbers[0])] * levels
        if len(numbers) == levels:
            return [int(part) for part in numbers]
    raise KletkaError(
        Text(
            f"--games {text}: write one number of games, or one for each of the {levels} levels, "
            "separated by commas",
            f"--games {text}: нужно одно число партий или по числу на каждый из уровней "
            f"({levels}) через запятую",
        )
    )


def show_played(plan: SelfPlayPlan, done: int) -> None:
    if sys.stderr.isatty() or done == plan.games:
        show_progress(done, plan.games, f"{plan.spec} {plan.by}")
    if sys.stderr.isatty() and done == plan.games:
        print(file=sys.stderr)


def _print(measured: tuple[Measurement, ...], language: str) -> None:
    from kletka.lab.portrait.figures import figures_of
    from kletka.lab.portrait.page import table_of

    for each in measured:
        print(f"{each.plan.spec}, {each.plan.by}")
        table = table_of(each, figures_of(each))
        width = max(len(name.say(language)) for name in table)
        for name, value in table.items():
            print(f"  {name.say(language):{width}}  {value.say(language)}")


def _command(options: argparse.Namespace) -> str:
    """The command that writes the same page, without the options about workers."""
    words = ["kletka", "lab", "portrait", *options.specs]
    for option in ("sizes", "level", "games", "name"):
        if value := getattr(options, option):
            words += [f"--{option}", value]
    if options.seed != 1:
        words += ["--seed", str(options.seed)]
    return shlex.join([*words, "--out", options.out or "."])
