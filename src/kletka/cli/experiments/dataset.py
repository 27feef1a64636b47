"""The experiment `kletka lab dataset`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kletka.cli import AddVerb, Translator
from kletka.cli.engine_verbs import MANY, show_progress
from kletka.cli.experiments.pool_options import add_pool_options, pool_of
from kletka.cli.json_answers import add_json_option, print_json
from kletka.cli.library_verbs import make_ready, whole_number
from kletka.language import Text, plural_en, plural_ru


def add_experiment(experiment: AddVerb, t: Translator) -> None:
    parser = experiment(
        "dataset",
        _run,
        t("self-play games as NDJSON and Parquet", "партии движка с собой в NDJSON и Parquet"),
    )
    parser.add_argument("spec", metavar="SPEC")
    parser.add_argument(
        "--level",
        default="fast",
        metavar=t("WHO", "КТО"),
        help=t(
            "the agent: fast (16 simulations a move), 1 to 9, or a name as in matches",
            "кто играет: fast (16 симуляций на ход), от 1 до 9 или имя игрока, как в матчах",
        ),
    )
    parser.add_argument("--games", type=whole_number(t, 1, 10**9), default=1000, metavar="N")
    parser.add_argument("--seed", type=whole_number(t, 0, MANY), default=1, metavar="N")
    parser.add_argument(
        "--out",
        required=True,
        metavar=t("FILE", "ФАЙЛ"),
        help=t(
            "the NDJSON file; the same command continues an interrupted run",
            "файл NDJSON; та же команда продолжит прерванное",
        ),
    )
    parser.add_argument(
        "--parquet",
        metavar=t("FILE", "ФАЙЛ"),
        help=t("the same games as Parquet", "те же партии в Parquet"),
    )
    add_pool_options(parser, t)
    add_json_option(parser, t)


def _run(options: argparse.Namespace) -> None:
    from kletka.extras import need
    from kletka.lab.selfplay import check_agent
    from kletka.spec import Spec

    spec = Spec(options.spec)
    by = f"level{options.level}" if options.level.isdecimal() else options.level
    check_agent(by)
    if options.parquet:
        with need("lab"):
            import pyarrow.parquet  # noqa: F401
    make_ready(options.lang, engine=True)
    from kletka.lab.dataset import dataset_plan, make_dataset, write_parquet

    def show(done: int) -> None:
        if sys.stderr.isatty() or done == options.games:
            show_progress(done, options.games, f"{spec} {by}")

    with pool_of(options) as pool:
        journal = make_dataset(
            spec, by, options.games, Path(options.out), seed=options.seed, pool=pool, report=show
        )
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if options.parquet:
        write_parquet(journal, dataset_plan(spec, by, options.seed), Path(options.parquet))
    written = [file for file in (options.out, options.parquet) if file]
    files, games = ", ".join(written), journal.count
    if options.json:
        answer = {"spec": str(spec), "agent": by, "seed": options.seed, "games": games}
        print_json({**answer, "files": written}, options.lang)
        return
    print(
        Text(
            f"{files}: {plural_en(games, 'game')}",
            f"{files}: {games} {plural_ru(games, 'партия', 'партии', 'партий')}",
        ).say(options.lang)
    )
