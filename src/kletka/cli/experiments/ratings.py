"""The experiment `kletka lab ratings`."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kletka.cli import AddVerb, Translator
from kletka.cli.engine_verbs import MANY, show_progress
from kletka.cli.experiments.pool_options import add_pool_options, pool_of
from kletka.cli.json_answers import add_json_option, print_json
from kletka.cli.library_verbs import make_ready, whole_number
from kletka.extras import require
from kletka.language import Text

if TYPE_CHECKING:
    from kletka.lab.ratings import Ladder, Ratings

PLAYERS = "random,inventor,level1,level2,level3,level4,level5,level6"


def add_experiment(experiment: AddVerb, t: Translator) -> None:
    parser = experiment(
        "ratings",
        _run,
        t("Elo ratings of agents, with intervals", "рейтинги Эло игроков с интервалами"),
    )
    parser.add_argument("specs", nargs="+", metavar="SPEC")
    parser.add_argument(
        "--players",
        default=PLAYERS,
        metavar=t("LIST", "СПИСОК"),
        help=t(
            f"the agents, as in matches, separated by commas; by default {PLAYERS}",
            f"кто играет, как в матчах, через запятую; по умолчанию {PLAYERS}",
        ),
    )
    parser.add_argument(
        "--rounds",
        type=whole_number(t, 1, MANY),
        default=10,
        metavar="N",
        help=t(
            "the number of openings; every pair plays each twice, with seats exchanged",
            "дебюты; каждая пара играет каждый дважды, со сменой мест",
        ),
    )
    parser.add_argument("--seed", type=whole_number(t, 0, MANY), default=1, metavar="N")
    parser.add_argument("--opening", type=whole_number(t), default=2, metavar="N")
    parser.add_argument(
        "--games",
        metavar=t("FOLDER", "ПАПКА"),
        help=t(
            "write each game there as it ends; the same command continues an interrupted run, or "
            "adds rounds",
            "сразу записывать туда каждую партию; та же команда продолжит прерванное или добавит "
            "кругов",
        ),
    )
    parser.add_argument(
        "--out",
        metavar=t("FOLDER", "ПАПКА"),
        help=t(
            "write a page there, in Markdown and HTML, with plots; the sums of the games are kept "
            "beside it, and these games are not played again",
            "записать туда страницу в Markdown и HTML с графиками; рядом остаются итоги партий, и "
            "заново эти партии не играются",
        ),
    )
    add_json_option(parser, t)
    add_pool_options(parser, t)


def _run(options: argparse.Namespace) -> None:
    from kletka.agents import read_agent
    from kletka.lab.ladder_sums import known_ladder
    from kletka.lab.ratings import LadderPlan, rate
    from kletka.lab.ratings_page import file_name, write_ratings
    from kletka.spec import Spec

    agents = tuple(name.strip() for name in options.players.split(","))
    for name in agents:
        read_agent(name).close()
    plans = [
        LadderPlan(agents, Spec(spec), options.seed, options.opening) for spec in options.specs
    ]
    require("lab", "statsmodels", *(["matplotlib"] if options.out else []))
    make_ready(options.lang, engine=True)
    ladders: list[Ratings] = []
    with pool_of(options) as pool:
        for plan in plans:
            name = file_name(plan.spec)
            games = Path(options.games) / f"{name}.ndjson" if options.games else None
            sums = Path(options.out) / "ratings" / f"{name}.json" if options.out else None
            total = plan.games(options.rounds)

            def show(ladder: Ladder, total: int = total) -> None:
                if sys.stderr.isatty() or ladder.played == total:
                    show_progress(ladder.played, total, str(ladder.plan.spec))

            ladder = known_ladder(
                plan, options.rounds, sums=sums, pool=pool, games=games, report=show
            )
            if sys.stderr.isatty():
                print(file=sys.stderr)
            ladders.append(rate(ladder))
            if not options.json:
                _print(ladders[-1], options.lang)
    written = write_ratings(ladders, _command(options), Path(options.out)) if options.out else []
    if options.json:
        print_json({"ladders": ladders, "files": written}, options.lang)
        return
    for file in written:
        print(file)


def _print(ratings: Ratings, language: str) -> None:
    from kletka.lab.ratings_page import ratings_summary, ratings_table

    rows = [[cell.say(language) for cell in row] for row in ratings_table(ratings)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    played = Text(f"{ratings.games} games", f"партий: {ratings.games}").say(language)
    print(f"{ratings.plan.spec}, {played}")
    for row in rows:
        cells = [f"{row[0]:<{widths[0]}}"]
        cells += [f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True)]
        print("  " + "  ".join(cells))
    print(ratings_summary(ratings).say(language))


def _command(options: argparse.Namespace) -> str:
    """The command that writes the same page, without the options about workers."""
    words = ["kletka", "lab", "ratings", *options.specs]
    if options.players != PLAYERS:
        words += ["--players", options.players]
    words += ["--rounds", str(options.rounds)]
    if options.seed != 1:
        words += ["--seed", str(options.seed)]
    if options.opening != 2:
        words += ["--opening", str(options.opening)]
    return shlex.join([*words, "--out", options.out or "."])
