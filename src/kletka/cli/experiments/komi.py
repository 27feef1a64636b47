"""The experiment `kletka lab komi`."""

from __future__ import annotations

import argparse
import re

from kletka.cli import AddVerb, Translator
from kletka.cli.experiments.own_files import own_file
from kletka.cli.experiments.pool_options import add_pool_options, pool_of
from kletka.cli.experiments.portrait import agents_and_games, listed_specs, show_played
from kletka.cli.json_answers import add_json_option, print_json
from kletka.cli.library_verbs import make_ready
from kletka.errors import KletkaError
from kletka.extras import require
from kletka.language import Text

FILE = "fair-komi.json"
KOMIS = "-0.5,0.5,1.5,2.5,3.5"


def add_experiment(experiment: AddVerb, t: Translator) -> None:
    parser = experiment(
        "komi",
        _run,
        t("find a fair komi by playing at several", "найти честное коми, сыграв с разными"),
    )
    parser.add_argument("specs", nargs="+", metavar="SPEC")
    parser.add_argument("--sizes", metavar=t("LIST", "СПИСОК"))
    parser.add_argument("--level", default="fast,3,engine@100", metavar=t("LIST", "СПИСОК"))
    parser.add_argument(
        "--games",
        default="1000,100,60",
        metavar=t("LIST", "СПИСОК"),
        help=t("games at each komi, for each level", "партий с каждым коми на каждом уровне"),
    )
    parser.add_argument("--komis", default=KOMIS, metavar=t("LIST", "СПИСОК"))
    parser.add_argument(
        "--out",
        metavar=t("FILE", "ФАЙЛ"),
        help=t(
            f"the table to write; by default {FILE}, or in a clone of the project the one that "
            "Kletka quotes",
            f"куда записать таблицу; обычно {FILE}, а в копии проекта та, на которую ссылается "
            "Kletka",
        ),
    )
    add_json_option(parser, t)
    add_pool_options(parser, t)


def _run(options: argparse.Namespace) -> None:
    specs = listed_specs(options)
    agents = agents_and_games(options)
    komis = _komis(options.komis)
    for spec in specs:
        _check_komi(spec)
    require("lab", "scipy", "statsmodels")
    make_ready(options.lang, engine=True)
    from kletka.lab.fair_komi import KomiPlan, measure_komi, write_table
    from kletka.library import fair

    table = own_file(options.out, f"library/fair/{fair.TABLE}", FILE)
    boards = []
    with pool_of(options) as pool:
        for spec in specs:
            found = measure_komi(KomiPlan(spec, komis, agents), pool, show_played)
            write_table(table, [found])
            fair.forget()
            boards.append(found)
            if not options.json:
                print(
                    f"{found.spec}: {found.komi:g} ({found.share:.1%}); "
                    f"{found.even:.2f} ({found.low:.2f} – {found.high:.2f})",
                    flush=True,
                )
    if options.json:
        print_json({"file": table, "boards": boards}, options.lang)


def _check_komi(spec: object) -> None:
    if "komi" not in getattr(spec, "options", {}):
        raise KletkaError(
            Text(f"{spec}: this game has no komi", f"{spec}: в этой игре нет коми"),
        )


def _komis(text: str) -> tuple[float, ...]:
    parts = [part.strip() for part in text.split(",")]
    if all(re.fullmatch(r"-?[0-9]{1,3}(\.[05])?", part) for part in parts):
        return tuple(sorted({float(part) for part in parts}))
    raise KletkaError(
        Text(
            f"--komis {text}: write multiples of 0.5 separated by commas, such as {KOMIS}",
            f"--komis {text}: нужны числа, кратные 0.5, через запятую, например {KOMIS}",
        )
    )
