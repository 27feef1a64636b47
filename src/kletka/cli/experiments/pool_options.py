"""The options that choose the workers of an experiment."""

from __future__ import annotations

import argparse
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from kletka.cli import Translator
from kletka.cli.library_verbs import whole_number

if TYPE_CHECKING:
    from kletka.lab.worker_pools import WorkerPool


def add_pool_options(parser: argparse.ArgumentParser, t: Translator) -> None:
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--workers",
        type=whole_number(t, 1, 1024),
        metavar="N",
        help=t(
            "the number of processes; by default one for each core",
            "число процессов; по умолчанию по одному на ядро",
        ),
    )
    where.add_argument(
        "--cluster",
        metavar=t("ADDRESS", "АДРЕС"),
        help=t("use a Dask cluster instead", "использовать вместо этого кластер Dask"),
    )


def pool_of(options: argparse.Namespace) -> AbstractContextManager[WorkerPool | None]:
    """The chosen pool; None if one process is asked for, which is then this one."""
    from kletka.lab.worker_pools import open_pool

    if options.workers == 1:
        return nullcontext()
    return open_pool(options.workers, options.cluster)
