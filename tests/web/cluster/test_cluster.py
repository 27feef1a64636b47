"""Bots, analyses and reviews on a cluster whose workers and scheduler are killed."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import kletka
from kletka.web.cluster.membership import Cluster
from kletka.web.cluster.messages import PLAY, STUDY
from kletka.web.live.bots import Bots
from kletka.web.study.thinking_workers import ThinkingWorkers
from tests.web.browser.serving import Server
from tests.web.clients import PATIENCE, NewGame
from tests.web.cluster.processes import ClusterProcesses

LARGE = kletka.start("kamiken(size=9)")
LONG = {"kind": "analysis", "position": str(kletka.start("vyun")), "seconds": 60}
SMALL = kletka.start("kamiken(size=4)")


@pytest.fixture(scope="module")
def processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClusterProcesses]:
    started = ClusterProcesses(tmp_path_factory.mktemp("cluster"), {})
    started.start_scheduler()
    started.start_worker()
    started.start_worker()
    started.wait_for_workers(2)
    yield started
    started.stop()


class Thinking:
    """What a server has to think with."""

    def __init__(self, address: str) -> None:
        self.cluster = Cluster(address)
        self.bots = Bots(1, self.cluster)
        self.study = ThinkingWorkers(1, 30, self.cluster)
        self.cluster.start()

    async def workers(self, count: int) -> None:
        """Return when so many workers are there."""
        while self.cluster.workers != count:
            await asyncio.sleep(0.02)

    def at_others(self, kind: str = STUDY) -> int:
        """The jobs of other servers, as the workers tell."""
        return sum(lane.others for lane in self.cluster.lanes(kind))

    def close(self) -> None:
        self.study.close()
        self.bots.close()
        self.cluster.close()


@asynccontextmanager
async def thinking(address: str, workers: int) -> AsyncIterator[Thinking]:
    made = Thinking(address)
    try:
        async with asyncio.timeout(PATIENCE):
            await made.workers(workers)
            yield made
    finally:
        made.close()


def run(address: str, test: Callable[[Thinking], Awaitable[None]], workers: int = 2) -> None:
    async def whole() -> None:
        async with thinking(address, workers) as made:
            await test(made)

    asyncio.run(whole())


class Listener:
    """Collects the reports of a job, and the processor time that it took."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()
        self.seconds = 0.0

    def __call__(self, seconds: float, report: bytes) -> None:
        self.seconds += seconds
        self.heard.put_nowait(report)

    async def next(self) -> Any:
        """The next report; None at the end."""
        report = await self.heard.get()
        return json.loads(report) if report else None

    async def all(self) -> list[Any]:
        return [report async for report in self._until_the_end()]

    async def _until_the_end(self) -> AsyncIterator[Any]:
        while (report := await self.next()) is not None:
            yield report


def test_bots_play_a_game_on_the_cluster(processes: ClusterProcesses) -> None:
    async def test(made: Thinking) -> None:
        position, seed = SMALL, 0
        while not position.over:
            bot = ("level1", "inventor", "level5")[seed % 3]
            position = position.play_turn(await made.bots.choose(position, bot, seed))
            seed += 1
        assert made.bots.process_ids() == [], "nothing was thought about here"
        while made.bots.thinkers.busy:  # the end of the last job is on its way
            await asyncio.sleep(0.02)

    run(processes.address, test)


def test_a_seed_gives_the_same_turn_as_on_this_machine(processes: ClusterProcesses) -> None:
    async def test(made: Thinking) -> None:
        here = Bots(1)
        for seed in range(5):
            turns = [await bots.choose(LARGE, "level3", seed) for bots in (made.bots, here)]
            assert turns[0] == turns[1]
        here.close()

    run(processes.address, test)


def test_an_analysis_streams_and_stops_at_the_worker(processes: ClusterProcesses) -> None:
    async def test(made: Thinking) -> None:
        async with thinking(processes.address, 2) as other:
            listener = Listener()
            number = made.study.submit(LONG, listener)
            simulations = [(await listener.next())["simulations"] for _ in range(4)]
            assert simulations == sorted(set(simulations))
            while not other.at_others():
                await asyncio.sleep(0.02)
            made.study.cancel(number)
            while other.at_others():
                await asyncio.sleep(0.02)
            told = listener.heard.qsize()
            another = Listener()
            made.study.submit(LONG, another)
            for _ in range(3):
                await another.next()
            assert listener.heard.qsize() == told
            assert made.study.process_ids() == []

    run(processes.address, test)


def test_a_closed_server_leaves_no_analysis_behind(processes: ClusterProcesses) -> None:
    async def test(made: Thinking) -> None:
        async with thinking(processes.address, 2) as other:
            listener = Listener()
            other.study.submit(LONG, listener)
            await listener.next()
            while not made.at_others():
                await asyncio.sleep(0.02)
        while made.at_others():
            await asyncio.sleep(0.02)

    run(processes.address, test)


def test_levels_that_count_time_have_it_while_analyses_want_it_all(
    processes: ClusterProcesses,
) -> None:
    async def test(made: Thinking) -> None:
        analyses = [Listener() for _ in range(8)]
        numbers = [made.study.submit(LONG, listener) for listener in analyses]
        for listener in analyses:
            await listener.next()
        before = sum(listener.seconds for listener in analyses)
        bots = [Listener(), Listener()]  # one at each worker
        request = {"kind": "bot", "position": str(LARGE), "bot": "level9", "seed": 1}
        for listener in bots:
            made.bots.thinkers.submit(request, listener)
        for listener in bots:
            await listener.all()
        played = sum(listener.seconds for listener in bots)
        studied = sum(listener.seconds for listener in analyses) - before
        assert studied < played / 4, f"{studied:.2f} s of analyses beside {played:.2f} s of bots"
        for listener in analyses:
            await listener.next()  # they go on when nobody plays
        for number in numbers:
            made.study.cancel(number)

    run(processes.address, test)


def test_a_killed_worker_costs_a_retry(processes: ClusterProcesses) -> None:
    async def test(made: Thinking) -> None:
        analyses, judged = [Listener(), Listener()], Listener()
        for listener in analyses:
            made.study.submit(LONG, listener)
        turns = "C3 B2 D4 A1 E5 B4".split()
        asked = {"start": str(kletka.start("kamiken(size=5)")), "turns": turns, "shares": None}
        made.study.submit({"kind": "review", **asked}, judged)
        bots = [asyncio.create_task(made.bots.choose(LARGE, "level9", seed)) for seed in range(2)]
        reports = [await judged.next()]
        processes.kill_worker()
        await made.workers(1)
        for bot in bots:
            assert kletka.Move(await bot) in LARGE.moves
        reports += await judged.all()
        assert [(report["turn"], report["part"]) for report in reports[: len(turns)]] == [
            (turn, 0) for turn in range(len(turns))
        ]
        assert reports[-1]["type"] == "reviewed"
        for listener in analyses:
            told = listener.heard.qsize()
            while listener.heard.qsize() == told:
                await asyncio.sleep(0.02)
        assert made.bots.process_ids() == made.study.process_ids() == []
        processes.start_worker()
        await made.workers(2)

    run(processes.address, test)


def test_without_the_scheduler_servers_think_here_until_it_is_back(
    processes: ClusterProcesses, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(made: Thinking) -> None:
        slow = asyncio.create_task(made.bots.choose(LARGE, "level9", 1))
        stream = Listener()
        made.study.submit(LONG, stream)
        await stream.next()
        processes.kill_scheduler()
        await made.workers(0)
        assert kletka.Move(await slow) in LARGE.moves
        assert kletka.Move(await made.bots.choose(LARGE, "level1", 1)) in LARGE.moves
        assert made.bots.process_ids(), "it was thought about here"
        processes.start_scheduler()
        await made.workers(2)
        stopped = made.bots.process_ids()  # they would be replaced if they had to think
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        assert kletka.Move(await made.bots.choose(LARGE, "level1", 2)) in LARGE.moves
        assert made.bots.process_ids() == stopped, "the cluster thinks again"

    with caplog.at_level(logging.WARNING, "kletka.web"):
        run(processes.address, test)
    said = [record.message for record in caplog.records if "thinking on" in record.message]
    assert len(said) == 2
    assert said[0].startswith("thinking on this machine")
    assert said[1].endswith("again")


def test_a_server_of_another_version_is_refused_in_a_sentence(
    processes: ClusterProcesses, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("kletka.web.cluster.messages.VERSION", 1_000_000)

    async def test(made: Thinking) -> None:
        assert kletka.Move(await made.bots.choose(LARGE, "level1", 1)) in LARGE.moves
        assert made.bots.process_ids(), "it was thought about here"

    with caplog.at_level(logging.WARNING, "kletka.web"):
        run(processes.address, test, workers=0)
    assert "speaks version 1 and this server version 1000000" in caplog.text


def test_a_served_game_is_thought_about_on_the_cluster(
    processes: ClusterProcesses, tmp_path: Path
) -> None:
    server = Server(tmp_path, environment={**os.environ, "KLETKA_CLUSTER": processes.address})
    server.start()

    async def test(made: Thinking) -> None:
        game = NewGame(server, str(LARGE.spec), "here level9")
        with game.live(0) as live:
            live.play(0, "E5")
            while not made.at_others(PLAY):
                await asyncio.sleep(0.02)
            assert live.until("turn")["seat"] == 1

    try:
        run(processes.address, test)
    finally:
        server.stop()


def test_a_server_that_starts_without_a_scheduler_thinks_here(tmp_path: Path) -> None:
    later = ClusterProcesses(tmp_path, {})

    async def test(made: Thinking) -> None:
        assert kletka.Move(await made.bots.choose(LARGE, "level1", 1)) in LARGE.moves
        assert made.bots.process_ids()
        later.start_scheduler()
        later.start_worker()
        await made.workers(1)
        assert kletka.Move(await made.bots.choose(LARGE, "level1", 1)) in LARGE.moves

    try:
        run(later.address, test, workers=0)
    finally:
        later.stop()
