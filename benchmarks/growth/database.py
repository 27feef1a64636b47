"""One PostgreSQL: commits a second, what a bell (NOTIFY) costs, and the bytes of an event."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

import psycopg

TABLE = """
    CREATE TABLE IF NOT EXISTS bench_events (
        game text, event int, kind text, at bigint, data text, PRIMARY KEY (game, event))
"""
INSERT = """
    INSERT INTO bench_events SELECT * FROM unnest(
        %(games)s::text[], %(events)s::int[], %(kinds)s::text[],
        %(ats)s::bigint[], %(datas)s::text[])
"""
BELL = "SELECT pg_notify('bench', game) FROM unnest(%(games)s::text[]) AS game"
DATA = '{"seat": 0, "turn": "D4"}'


@dataclass(frozen=True)
class DatabaseCosts:
    """Rates of one PostgreSQL, in transactions or messages a second; bytes of an event on disk."""

    commits: float  # of one event each, eight connections
    commits_with_bell: float
    events_in_batches: float  # events a second, fifty in each commit with its bells
    bells_to_one: float  # notifications a second that one listener receives
    bells_to_eight: float  # notifications a second that eight listeners receive, counted once
    hearing: float  # seconds of processor time in which a listener reads one notification
    bytes_of_an_event: float


def measure_database(url: str, seconds: float) -> DatabaseCosts:
    """Measure a database that nobody else uses."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(TABLE)
    commits = _events_a_second(url, seconds, writers=8, together=1, bell=False)
    with_bell = _events_a_second(url, seconds, writers=8, together=1, bell=True)
    batches = _events_a_second(url, seconds, writers=2, together=50, bell=True)
    one, hearing = _bells_a_second(url, seconds, listeners=1)
    eight, _ = _bells_a_second(url, seconds, listeners=8)
    with psycopg.connect(url, autocommit=True) as connection:
        query = "SELECT pg_total_relation_size('bench_events')::float / count(*) FROM bench_events"
        size = connection.execute(query).fetchone()
        connection.execute("DROP TABLE bench_events")
    assert size is not None
    return DatabaseCosts(commits, with_bell, batches, one, eight, hearing, float(size[0]))


_series = count()


def _events_a_second(url: str, seconds: float, writers: int, together: int, bell: bool) -> float:
    """Events stored a second by some writers, each in transactions of so many events."""
    series = next(_series)

    def write(writer: int, going: Callable[[], bool]) -> int:
        stored = 0
        with psycopg.connect(url) as connection:
            while going():
                games = [f"{series}-{writer}-{n}" for n in range(together)]
                rows = {
                    "games": games,
                    "events": [stored] * together,
                    "kinds": ["turn"] * together,
                    "ats": [1_800_000_000_000] * together,
                    "datas": [DATA] * together,
                }
                connection.execute(INSERT, rows)
                if bell:
                    connection.execute(BELL, {"games": games})
                connection.commit()
                stored += together
        return stored

    return _sum_of_threads(write, writers, seconds)


def _bells_a_second(url: str, seconds: float, listeners: int) -> tuple[float, float]:
    """Notifications a second that each of some listeners received, and what reading one took."""
    heard, took = [0] * listeners, [0.0] * listeners
    ready = threading.Barrier(listeners + 1)

    def listen(number: int) -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("LISTEN bench")
            ready.wait()
            for bell in connection.notifies(timeout=seconds + 2):
                if bell.payload == "end":
                    break
                heard[number] += 1
            took[number] = time.thread_time()

    threads = [threading.Thread(target=listen, args=(n,)) for n in range(listeners)]
    for thread in threads:
        thread.start()
    ready.wait()

    def ring(writer: int, going: Callable[[], bool]) -> int:
        rung = 0
        with psycopg.connect(url) as connection:
            while going():
                games = [f"{writer}-{rung + n}" for n in range(50)]
                connection.execute(BELL, {"games": games})
                connection.commit()
                rung += 50
        return rung

    _sum_of_threads(ring, 2, seconds)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("NOTIFY bench, 'end'")
    for thread in threads:
        thread.join()
    return min(heard) / seconds, sum(took) / sum(heard)


def _sum_of_threads(
    work: Callable[[int, Callable[[], bool]], int], threads: int, seconds: float
) -> float:
    """What threads achieve together, by the second."""
    end = time.perf_counter() + seconds
    done = [0] * threads

    def run(number: int) -> None:
        done[number] = work(number, lambda: time.perf_counter() < end)

    running = [threading.Thread(target=run, args=(number,)) for number in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    return sum(done) / seconds
