"""The experiment `kletka lab solve-table`."""

from __future__ import annotations

import argparse
from pathlib import Path

from kletka.cli import AddVerb, Translator
from kletka.cli.experiments.pool_options import add_pool_options
from kletka.cli.library_verbs import HOURS, make_ready, time_in
from kletka.games.catalogue import GAMES
from kletka.language import Text


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
            "the table that Kletka itself uses",
            "куда записать; та же команда продолжит прерванную работу; "
            "иначе в таблицу, которой пользуется сама Kletka",
        ),
    )
    add_pool_options(parser, t)


def _run(options: argparse.Namespace) -> None:
    from kletka.cli.experiments.games import chosen_games

    games = chosen_games(options.game)
    make_ready(options.lang, engine=True)
    import kletka.library.proved
    from kletka.lab.board_proofs import ProofFile, families, prove_boards
    from kletka.lab.worker_pools import open_pool
    from kletka.library.proved import Proof

    out = options.out or Path(kletka.library.proved.__file__).parent / kletka.library.proved.TABLE
    file = ProofFile(Path(out))

    def show(proof: Proof) -> None:
        words = Text(
            f"{proof.spec}: {proof.value:+g}, {proof.nodes:,} nodes in {proof.seconds:.1f} s",
            f"{proof.spec}: {proof.value:+g}, узлов {proof.nodes:,} за {proof.seconds:.1f} с",
        )
        print(words.say(options.lang), flush=True)

    with open_pool(options.workers, options.cluster) as pool:
        prove_boards(pool, file, 3600 * options.hours, show, families(games))
    print(
        Text(f"{len(file.proofs)} boards are solved", f"решено досок: {len(file.proofs)}").say(
            options.lang
        )
    )
