"""The experiment `kletka lab fit-levels`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from kletka.cli import AddVerb, Translator
from kletka.cli.engine_verbs import MANY, show_progress
from kletka.cli.experiments.own_files import own_file
from kletka.cli.experiments.pool_options import add_pool_options, pool_of
from kletka.cli.json_answers import add_json_option, print_json
from kletka.cli.library_verbs import make_ready, whole_number
from kletka.extras import require
from kletka.language import Text

if TYPE_CHECKING:
    from kletka.lab.fit_levels import LevelsFit
    from kletka.lab.ratings import Ladder


def add_experiment(experiment: AddVerb, t: Translator) -> None:
    parser = experiment(
        "fit-levels",
        _run,
        t(
            "put levels 1 to 8 at equal steps of strength on a board",
            "расставить уровни от 1 до 8 через равные ступени силы на доске",
        ),
    )
    parser.add_argument("specs", nargs="+", metavar="SPEC")
    parser.add_argument(
        "--rounds",
        type=whole_number(t, 1, MANY),
        default=40,
        metavar="N",
        help=t(
            "openings; neighbours on the ladder play each of them twice, with seats exchanged",
            "дебюты; соседи на лестнице играют каждый дважды, со сменой мест",
        ),
    )
    parser.add_argument(
        "--highest",
        type=whole_number(t, 2, 8),
        default=8,
        metavar="H",
        help=t(
            "the top of the ladder that is played, 2 to 8; a small board needs less than 8",
            "до какой высоты играть, от 2 до 8; маленькой доске нужно меньше 8",
        ),
    )
    parser.add_argument("--seed", type=whole_number(t, 0, MANY), default=1, metavar="N")
    parser.add_argument("--opening", type=whole_number(t), default=2, metavar="N")
    parser.add_argument(
        "--games",
        metavar=t("FOLDER", "ПАПКА"),
        help=t(
            "write each game there as it ends; the same command continues an interrupted run, or "
            "with more rounds",
            "сразу записывать туда каждую партию; та же команда продолжит прерванное или добавит "
            "кругов",
        ),
    )
    parser.add_argument(
        "--out",
        metavar=t("FOLDER", "ПАПКА"),
        help=t(
            "write the tuning files there; by default into the working folder, or in a clone of "
            "the project into those that the engine itself uses",
            "куда записать файлы настройки; обычно в текущую папку, а в копии проекта — в те, "
            "которыми пользуется сам движок",
        ),
    )
    add_json_option(parser, t)
    add_pool_options(parser, t)


def _run(options: argparse.Namespace) -> None:
    from kletka.lab.fit_levels import fit_levels, height_plan, play_heights, write_fit
    from kletka.lab.ratings_page import file_name
    from kletka.spec import Spec

    plans = [
        height_plan(Spec(spec), options.highest, seed=options.seed, opening=options.opening)
        for spec in options.specs
    ]
    require("lab", "statsmodels")
    make_ready(options.lang, engine=True)
    fits = []
    with pool_of(options) as pool:
        for plan in plans:
            folder = Path(options.games) if options.games else None
            games = folder / f"levels-{file_name(plan.spec)}.ndjson" if folder else None
            total = plan.games(options.rounds)

            def tell(ladder: Ladder, total: int = total) -> None:
                if sys.stderr.isatty() or ladder.played == total:
                    show_progress(ladder.played, total, str(ladder.plan.spec))

            ladder = play_heights(plan, options.rounds, pool=pool, out=games, report=tell)
            if sys.stderr.isatty():
                print(file=sys.stderr)
            fit = fit_levels(ladder)
            name = f"{plan.spec.game}.toml"
            given = str(Path(options.out) / name) if options.out else None
            own = f"engine/knowledge/{plan.spec.game}/tuning.toml"
            file = write_fit(fit, own_file(given, own, name))
            fits.append({"spec": fit.spec, "games": fit.games, "levels": fit.levels, "file": file})
            if not options.json:
                _print(fit, options.lang)
                print(file)
    if options.json:
        print_json({"fits": fits}, options.lang)


def _print(fit: LevelsFit, language: str) -> None:
    games = Text(f"{fit.games} games", f"партий: {fit.games}").say(language)
    print(f"{fit.spec}, {games}")
    against = Text("against the one below (95 %)", "против уровня ниже (95 %)").say(language)
    level, height = Text("level height", "уровень высота").say(language).split()
    print(f"  {level:>7} {height:>7} {'Elo':>6}  {against}")
    for fitted in fit.levels:
        score = ""
        if fitted.score:
            mean, low, high = (f"{100 * share:.0f}" for share in fitted.score)
            score = f"{mean} % ({low}–{high})"
        print(f"  {fitted.level:>7} {fitted.height:>7.2f} {fitted.elo:>+6.0f}  {score}")
