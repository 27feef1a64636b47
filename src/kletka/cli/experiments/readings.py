"""The experiment `kletka lab readings`."""

from __future__ import annotations

import argparse
from pathlib import Path

from kletka.cli import AddVerb, Translator
from kletka.cli.engine_verbs import MANY
from kletka.cli.experiments.games import chosen_games
from kletka.cli.experiments.own_files import own_file
from kletka.cli.experiments.pool_options import add_pool_options, pool_of
from kletka.cli.experiments.portrait import agent_name, show_played
from kletka.cli.json_answers import add_json_option, print_json
from kletka.cli.library_verbs import make_ready, whole_number
from kletka.games.catalogue import GAMES

FILE = "readings.json"


def add_experiment(experiment: AddVerb, t: Translator) -> None:
    parser = experiment(
        "readings",
        _run,
        t("compare the readings of the rules", "сравнить прочтения правил"),
    )
    parser.add_argument("game", nargs="*", metavar=t("GAME", "ИГРА"), help=", ".join(GAMES))
    parser.add_argument("--level", default="fast", metavar=t("LEVEL", "УРОВЕНЬ"))
    parser.add_argument("--games", type=whole_number(t, 1, MANY), default=1000, metavar="N")
    parser.add_argument("--out", default="docs/readings", metavar=t("FOLDER", "ПАПКА"))
    parser.add_argument(
        "--table",
        metavar=t("FILE", "ФАЙЛ"),
        help=t(
            f"the figures; by default {FILE}, or in a clone of the project those that Kletka "
            "quotes. What is there is not measured again",
            f"числа; обычно {FILE}, а в копии проекта те, на которые ссылается Kletka. Измеренное "
            "заново не меряется",
        ),
    )
    add_json_option(parser, t)
    add_pool_options(parser, t)


def _run(options: argparse.Namespace) -> None:
    games = chosen_games(options.game)
    make_ready(options.lang, engine=True)
    from kletka.lab.readings import (
        compare,
        known_comparison,
        plans_for,
        write_comparison,
        write_reading,
    )
    from kletka.lab.selfplay import check_agent
    from kletka.library import readings

    by = agent_name(options.level)
    check_agent(by)
    table = own_file(options.table, f"library/readings/{readings.TABLE}", FILE)
    compared, files = [], []
    command = f"kletka lab readings --level {options.level} --games {options.games}"
    with pool_of(options) as pool:
        for plan in plans_for(games, by, options.games):
            found = known_comparison(plan, table)
            if found is None:
                found = compare(plan, pool, show_played)
                write_comparison(found, table)
                readings.forget()
            compared.append(found)
            files += write_reading(found, Path(options.out), command)
    if options.json:
        print_json({"readings": compared, "files": files}, options.lang)
        return
    for file in files:
        print(file)
