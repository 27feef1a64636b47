"""Datasets of self-play games: NDJSON while they are played, Parquet at the end.

The first line of the NDJSON, which is also the metadata of the Parquet file, has the versions of
the format and of Kletka, the spec, the agent, the seed and the engine's settings. With the same
first line the same games are played, unless the agent thinks by the clock.

Each game has, besides its moves and result, what the search thought of each move: how often it
visited which actions, and what it expected for each player. docs/lab.md describes the columns;
`kletka.lab.dataset_arrays` reads them as arrays.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from kletka import __version__
from kletka.agents.levels import budget_of
from kletka.bridges.stepping import stepper_of
from kletka.engine.budget import Budget
from kletka.extras import need
from kletka.lab.journal import Journal
from kletka.lab.selfplay import FAST, FAST_SIMULATIONS, SearchNote, self_play
from kletka.lab.worker_pools import WorkerPool, map_in_order
from kletka.position import start
from kletka.spec import Spec

VERSION = 2  # of the format; 1 had no searches and no shares
GAMES_A_TASK = 10
DIGITS = 4  # of expected shares
ROWS_A_GROUP = 5_000  # of the Parquet file, and in memory at a time


def dataset_plan(spec: Spec, by: str, seed: int) -> dict[str, Any]:
    """The first line of the file."""
    return {
        "version": VERSION,
        "kletka": __version__,
        "spec": str(spec),
        "by": by,
        "seed": seed,
        "engine": engine_settings(spec, by),
    }


def engine_settings(spec: Spec, by: str) -> dict[str, Any]:
    """The engine's tuning for a spec; the learned weights as a checksum."""
    from kletka.engine.tuning import knobs_of

    budget = None
    if by == FAST:
        budget = Budget(simulations=FAST_SIMULATIONS)
    elif by.removeprefix("level").isdecimal():
        budget = budget_of(int(by.removeprefix("level")), start(spec))
    if budget is None:
        return {}
    knobs = knobs_of(spec.game)._asdict()
    weights = knobs.pop("weights")
    return {
        "simulations": budget.simulations,
        "seconds": budget.seconds,
        "sight": budget.sight,
        **knobs,
        "weights": f"crc32:{zlib.crc32(weights.tobytes()):08x}",
    }


def make_dataset(
    spec: Spec,
    by: str,
    games: int,
    out: Path,
    *,
    seed: int = 1,
    pool: WorkerPool | None = None,
    report: Callable[[int], None] | None = None,
) -> Journal:
    """Play until the file holds this many games; games already in it are not played again."""
    journal = Journal(out, "dataset", "game", dataset_plan(spec, by, seed))
    size = GAMES_A_TASK if by == FAST else 1
    tasks = (
        (spec, by, seed, begin, min(size, games - begin))
        for begin in range(journal.count, games, size)
    )
    for part in map_in_order(pool, play_part, tasks):
        journal.add(*part)
        if report:
            report(journal.count)
    return journal


def play_part(spec: Spec, by: str, seed: int, begin: int, count: int) -> list[dict[str, Any]]:
    """A task: play `count` games from number `begin` on."""
    play = self_play(spec, by)
    entries = []
    for game in range(begin, begin + count):
        codes, searches = play.searched(seed, game)
        entries.append(_game_entry(spec, play.notation(codes), searches))
    return entries


def _game_entry(spec: Spec, moves: list[str], searches: list[SearchNote]) -> dict[str, Any]:
    position = start(spec)
    for move in moves:
        position = position.play(move)
    numbers = stepper_of(spec).actions.numbers
    expected = (search.shares for search in searches)
    return {
        "moves": moves,
        "points": position.points,
        "winners": position.winners,
        "shares": result_shares(len(position.players), position.winners),
        "actions": [numbers[search.visited].tolist() for search in searches],
        "visits": [search.visits for search in searches],
        "values": [shares and [round(share, DIGITS) for share in shares] for shares in expected],
    }


def result_shares(players: int, winners: Sequence[int]) -> list[float]:
    """Each player's share of the win."""
    return [1 / len(winners) if player in winners else 0.0 for player in range(players)]


def write_parquet(journal: Journal, plan: dict[str, Any], file: Path) -> None:
    """Write the games of a journal as Parquet, keeping a few thousand in memory at a time."""
    with need("lab"):
        import pyarrow as pa
        import pyarrow.parquet as pq

    schema = pa.schema(
        [
            ("game", pa.int64()),
            ("moves", pa.list_(pa.string())),
            ("points", pa.list_(pa.float64())),
            ("winners", pa.list_(pa.int8())),
            ("shares", pa.list_(pa.float64())),
            ("actions", pa.list_(pa.list_(pa.int32()))),
            ("visits", pa.list_(pa.list_(pa.int32()))),
            ("values", pa.list_(pa.list_(pa.float64()))),
        ],
        metadata={"dataset": json.dumps(plan, ensure_ascii=False)},
    )
    unfinished = file.with_name(file.name + ".part")
    with pq.ParquetWriter(unfinished, schema) as writer:
        games = journal.read()
        while group := _group(games):
            writer.write_table(pa.Table.from_pylist(group, schema=schema))
    os.replace(unfinished, file)


def _group(games: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {**game, "points": [float(points) for points in game["points"]]}
        for game in islice(games, ROWS_A_GROUP)
    ]
