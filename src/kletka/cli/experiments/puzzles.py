"""The experiment `kletka lab puzzles`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kletka.cli import AddVerb, Translator
from kletka.cli.json_answers import add_json_option, print_json
from kletka.cli.library_verbs import make_ready, whole_number
from kletka.games.catalogue import GAMES
from kletka.language import Text
from kletka.library.puzzles import read_puzzles


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
    add_json_option(parser, t)


def _run(options: argparse.Namespace) -> None:
    make_ready(options.lang, engine=True)
    from kletka.lab.puzzles import collect_puzzles

    def show(found: int) -> None:
        words = Text(f"{found} of {options.count}", f"{found} из {options.count}")
        print(words.say(options.lang), flush=True, file=sys.stderr if options.json else sys.stdout)

    file = Path(options.out)
    collect_puzzles(options.game, options.count, options.seed, file, show)
    if options.json:
        ratings = [puzzle.rating for puzzle in read_puzzles(file.read_text("utf-8"))]
        print_json({"game": options.game, "file": file, "ratings": ratings}, options.lang)
