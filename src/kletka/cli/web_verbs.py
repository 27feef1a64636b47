"""The verbs `kletka serve` and `kletka worker`."""

from __future__ import annotations

import argparse
import dataclasses
import os
import sys

from kletka.cli import AddVerb, Translator
from kletka.cli.library_verbs import begin_plain, make_ready
from kletka.errors import KletkaError
from kletka.extras import need, require
from kletka.language import Text

LOADED_LATER = ("PIL", "resvg_py", "python_multipart", "websockets")  # once the server runs


def add_verbs(verb: AddVerb, t: Translator) -> None:
    serving = verb(
        "serve",
        _serve,
        t("play in the browser: start the web app", "играть в браузере: запустить веб-приложение"),
    )
    serving.add_argument(
        "--host",
        metavar=t("HOST", "АДРЕС"),
        help=t(
            "where to listen; default 127.0.0.1; 0.0.0.0 opens the server to your whole network",
            "где слушать; обычно 127.0.0.1, а 0.0.0.0 открывает сервер всей вашей сети",
        ),
    )
    serving.add_argument(
        "--port", type=int, metavar=t("PORT", "ПОРТ"), help=t("8110 by default", "обычно 8110")
    )
    serving.add_argument(
        "--no-browser",
        action="store_true",
        help=t("do not open the browser", "не открывать браузер"),
    )
    working = verb(
        "worker",
        _work,
        t(
            "think for servers on other machines, which a Dask scheduler brings together",
            "думать за серверы на других машинах; их находит планировщик Dask",
        ),
    )
    working.add_argument(
        "address",
        metavar=t("ADDRESS", "АДРЕС"),
        help=t("of the scheduler: tcp://host:8786", "планировщика: tcp://host:8786"),
    )
    working.add_argument(
        "--cores",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help=t("how many to use; default all", "сколько занять; обычно все"),
    )


def _serve(options: argparse.Namespace) -> None:
    begin_plain()
    require("web", *LOADED_LATER)
    with need("web"):
        from kletka.web.configuration import Configuration
        from kletka.web.server import serve

    given = {"host": options.host, "port": options.port}
    named = {name: value for name, value in given.items() if value is not None}
    configuration = dataclasses.replace(Configuration.from_environment(), **named)

    def on_ready(address: str) -> None:
        words = Text(
            f"Kletka is running at {address} (Ctrl+C to stop)",
            f"Клетка открыта: {address} (Ctrl+C останавливает)",
        )
        print(words.say(options.lang), flush=True)

    def on_progress(words: Text) -> None:
        print(words.say(options.lang), file=sys.stderr, flush=True)

    if configuration.cluster:
        from kletka.web.cluster.encryption import check_cluster

        check_cluster(configuration.cluster)
    if configuration.database.startswith("postgresql"):
        require("web", "psycopg")
    serve(configuration, not options.no_browser, on_ready, on_progress)


def _work(options: argparse.Namespace) -> None:
    if options.cores < 1:
        raise KletkaError(
            Text(
                f"--cores must be at least 1, not {options.cores}",
                f"--cores: нужно хотя бы одно ядро, а не {options.cores}",
            )
        )
    with need("web"):
        from kletka.web.cluster.encryption import check_cluster

    check_cluster(options.address)
    make_ready(options.lang, engine=True)
    from kletka.web.cluster.worker import run_worker

    def tell(words: Text) -> None:
        print(words.say(options.lang), flush=True)

    run_worker(options.address, options.cores, tell)
