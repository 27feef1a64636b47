"""The experiment `kletka lab solve-table`."""

from __future__ import annotations

import argparse

from kletka.cli import AddVerb, Translator
from kletka.cli.experiments.own_files import own_file
from kletka.cli.experiments.pool_options import add_pool_options
from kletka.cli.json_answers import add_json_option, print_json
from kletka.cli.library_verbs import HOURS, make_ready, time_in
from kletka.games.catalogue import GAMES
from kletka.language import Text

FILE = "proved.ndjson"


def add_experiment(experiment: AddVerb, t: Translator) -> None:
    parser = experiment(
        "solve-table",
        _run,
        t(
            "solve as many small boards as the time allows",
            "решить столько малых досок, на сколько хватит времени",
        ),
    )
    parser.add_argument("game", nargs="*", metavar=t("GAME", "ИГРА"), help=", ".join(GAMES))
    parser.add_argument("--hours", type=time_in(HOURS, t), default=1.0, metavar="H")
    parser.add_argument(
        "--out",
        metavar=t("FILE", "ФАЙЛ"),
        help=t(
            "the file for the results; the same command continues an interrupted run; by default "
            f"{FILE}, or in a clone of the project the table that Kletka itself uses",
            f"куда записать; та же команда продолжит прерванную работу; обычно в {FILE}, а в копии "
            "проекта — в таблицу, которой пользуется сама Kletka",
        ),
    )
    add_json_option(parser, t)
    add_pool_options(parser, t)


def _run(options: argparse.Namespace) -> None:
    from kletka.cli.experiments.games import chosen_games

    games = chosen_games(options.game)
    make_ready(options.lang, engine=True)
    from kletka.lab.board_proofs import ProofFile, families, prove_boards
    from kletka.lab.worker_pools import open_pool
    from kletka.library.proved import TABLE, Proof

    out = own_file(options.out, f"library/proved/{TABLE}", FILE)
    file = ProofFile(out)
    proved: list[Proof] = []

    def show(proof: Proof) -> None:
        proved.append(proof)
        if options.json:
            return
        words = Text(
            f"{proof.spec}: {proof.value:+g}, {proof.nodes:,} nodes in {proof.seconds:.1f} s",
            f"{proof.spec}: {proof.value:+g}, узлов {proof.nodes:,} за {proof.seconds:.1f} с",
        )
        print(words.say(options.lang), flush=True)

    with open_pool(options.workers, options.cluster) as pool:
        prove_boards(pool, file, 3600 * options.hours, show, families(games))
    if options.json:
        solved = [proof.to_json() for proof in proved]
        print_json({"file": out, "boards": len(file.proofs), "solved": solved}, options.lang)
        return
    print(
        Text(f"{len(file.proofs)} boards are solved", f"решено досок: {len(file.proofs)}").say(
            options.lang
        )
    )
