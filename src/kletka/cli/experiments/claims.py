"""The experiment `kletka lab claims`."""

from __future__ import annotations

import argparse
from pathlib import Path

from kletka.cli import AddVerb, Translator
from kletka.cli.experiments.pool_options import add_pool_options
from kletka.cli.json_answers import add_json_option, print_json
from kletka.cli.library_verbs import make_ready
from kletka.extras import require
from kletka.games.catalogue import GAMES


def add_experiment(experiment: AddVerb, t: Translator) -> None:
    parser = experiment(
        "claims",
        _run,
        t("test the inventors' claims", "проверить утверждения авторов"),
    )
    parser.add_argument("game", nargs="*", metavar=t("GAME", "ИГРА"), help=", ".join(GAMES))
    parser.add_argument(
        "--effort",
        choices=("quick", "medium", "full", "tiny"),
        default="quick",
        help=t(
            "quick takes a few minutes of one core, medium about ten, full half an "
            "hour; tiny only checks that it works",
            "quick: несколько минут одного ядра, medium: минут десять, full: полчаса; "
            "tiny: только проверить, что всё работает",
        ),
    )
    parser.add_argument(
        "--out",
        default="docs/claims",
        metavar=t("FOLDER", "ПАПКА"),
        help=t(
            "where to write the report; what was measured there before is kept",
            "куда записать отчёт; уже измеренное сохраняется",
        ),
    )
    add_json_option(parser, t)
    add_pool_options(parser, t)


def _run(options: argparse.Namespace) -> None:
    from kletka.cli.experiments.games import chosen_games

    games = chosen_games(options.game)
    require("lab", "matplotlib", "scipy", "statsmodels")
    make_ready(options.lang, engine=True)
    from kletka.lab.claims import claims_of
    from kletka.lab.claims.play import GameRunner
    from kletka.lab.claims.report import ClaimResult, measure_claims, write_report
    from kletka.lab.claims.together import judge_together
    from kletka.lab.worker_pools import open_pool

    def show(tested: ClaimResult) -> None:
        if options.json:
            return
        print(f"{tested.claim.name}", flush=True)
        print(f"  {tested.claim.finding(tested.figures).say(options.lang)}", flush=True)

    with open_pool(options.workers, options.cluster) as pool:
        runner, folder = GameRunner(pool, options.effort), Path(options.out)
        results = measure_claims(runner, claims_of(games), folder, show)
        write_report(results, folder)
    verdicts = judge_together(results, len(claims_of()))
    if options.json:
        claims = [
            tested.to_json()
            | {"finding": tested.claim.finding(tested.figures)}
            | {"verdict": verdicts[tested.claim.name].verdict}
            | {"error": verdicts[tested.claim.name].error}
            for tested in results
        ]
        print_json({"claims": claims}, options.lang)
        return
    for name, judged in verdicts.items():
        print(f"{name}: {judged.verdict.text.say(options.lang)}")
