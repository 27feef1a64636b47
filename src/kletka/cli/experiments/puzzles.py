"""The experiment `kletka lab puzzles`."""

from __future__ import annotations

import argparse
from pathlib import Path

from kletka.cli import AddVerb, Translator
from kletka.cli.library_verbs import make_ready, whole_number
from kletka.games.catalogue import GAMES
from kletka.language import Text


def add_experiment(experiment: AddVerb, t: Translator) -> None:
    parser = experiment("puzzles", _run, t("find and prove puzzles", "найти и доказать задачи"))
    parser.add_argument("game", choices=GAMES, metavar=t("GAME", "ИГРА"))
    parser.add_argument("--count", type=whole_number(t), default=40, metavar="N")
    parser.add_argument("--seed", type=whole_number(t), default=1, metavar="N")
    parser.add_argument(
        "--out",
        required=True,
        metavar=t("FILE", "ФАЙЛ"),
        help=t(
            "the file for the puzzles; those already there are kept",
            "куда их записать; те, что там уже есть, остаются",
        ),
    )


def _run(options: argparse.Namespace) -> None:
    make_ready(options.lang, engine=True)
    from kletka.lab.puzzles import collect_puzzles

    def show(found: int) -> None:
        words = Text(f"{found} of {options.count}", f"{found} из {options.count}")
        print(words.say(options.lang), flush=True)

    collect_puzzles(options.game, options.count, options.seed, Path(options.out), show)
