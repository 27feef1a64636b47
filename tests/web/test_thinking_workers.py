"""Thinking workers: reports, turns, cancelled jobs, dead processes; and the thinking quota."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from kletka import start
from kletka.web.dispatching import MOST_LOSSES
from kletka.web.refusals import Refused
from kletka.web.study.thinking_quota import ThinkingQuota
from kletka.web.study.thinking_workers import ThinkingWorkers
from tests.web.clients import PATIENCE

LONG = {"kind": "analysis", "position": str(start("vyun")), "seconds": 600}


class Listener:
    """Collects the reports of a job."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()
        self.seconds = 0.0

    def __call__(self, seconds: float, report: bytes) -> None:
        self.seconds += seconds
        self.heard.put_nowait(report)

    async def next(self) -> dict[str, Any] | None:
        """The next report; None at the end."""
        report = await self.heard.get()
        told: dict[str, Any] | None = json.loads(report) if report else None
        return told


def run(test: Callable[[ThinkingWorkers], Awaitable[None]], most_jobs: int = 30) -> None:
    async def whole() -> None:
        workers = ThinkingWorkers(1, most_jobs)
        try:
            async with asyncio.timeout(PATIENCE):
                await test(workers)
        finally:
            workers.close()

    asyncio.run(whole())


def test_an_analysis_improves_until_the_position_is_solved() -> None:
    async def test(workers: ThinkingWorkers) -> None:
        listener = Listener()
        position = start("kamiken(size=5)").play("C3").play("B2")
        workers.submit({"kind": "analysis", "position": str(position), "seconds": 60}, listener)
        reports = []
        while (report := await listener.next()) is not None:
            reports.append(report)
        assert [r["simulations"] for r in reports] == sorted(r["simulations"] for r in reports)
        assert reports[-1]["done"]
        assert reports[-1]["moves"][0]["proved"] is not None
        assert set(reports[0]["heat"]) == {str(move) for move in position.moves}
        assert listener.seconds > 0
        assert workers.busy == 0

    run(test)


def test_many_jobs_take_turns_in_one_process() -> None:
    async def test(workers: ThinkingWorkers) -> None:
        listeners = [Listener() for _ in range(5)]
        for listener in listeners:
            workers.submit(LONG, listener)
        for _ in range(2):
            for listener in listeners:
                assert await listener.next() is not None

    run(test)


def test_a_cancelled_job_reports_nothing_more() -> None:
    async def test(workers: ThinkingWorkers) -> None:
        stopped, other = Listener(), Listener()
        number = workers.submit(LONG, stopped)
        await stopped.next()
        workers.cancel(number)
        assert workers.busy == 0
        while not stopped.heard.empty():
            stopped.heard.get_nowait()
        workers.submit(LONG, other)
        for _ in range(3):
            await other.next()
        assert stopped.heard.empty()

    run(test)


@pytest.mark.parametrize("lost_by", [signal.SIGKILL, signal.SIGSTOP])
def test_the_job_of_a_worker_that_is_dead_or_silent_goes_on_in_another(
    lost_by: signal.Signals,
) -> None:
    async def test(workers: ThinkingWorkers) -> None:
        listener = Listener()
        workers.submit(LONG, listener)
        for _ in range(3):
            known = await listener.next()
        assert known is not None
        lost = workers.process_ids()[0]
        os.kill(lost, lost_by)
        while workers.process_ids() == [lost]:
            await asyncio.sleep(0.05)
        while not listener.heard.empty():
            listener.heard.get_nowait()
        assert await listener.next() is not None
        assert workers.busy == 1
        assert lost not in {child.pid for child in multiprocessing.active_children()}

    run(test)


def test_no_report_of_a_review_comes_twice() -> None:
    async def test(workers: ThinkingWorkers) -> None:
        listener = Listener()
        turns = "C3 B2 D4 A1 E5 B4".split()
        asked = {"start": str(start("kamiken(size=5)")), "turns": turns, "shares": None}
        workers.submit({"kind": "review", **asked}, listener)
        reports = [await listener.next(), await listener.next()]
        os.kill(workers.process_ids()[0], signal.SIGKILL)
        while (report := await listener.next()) is not None:
            reports.append(report)
        judged = [(r["turn"], r["part"]) for r in reports if r and r["type"] == "judged"]
        # Some moves may be judged once more after all others.
        assert judged[: len(turns)] == [(turn, 0) for turn in range(len(turns))]

    run(test)


def test_a_job_that_loses_every_worker_ends() -> None:
    async def test(workers: ThinkingWorkers) -> None:
        listener = Listener()
        workers.submit(LONG, listener)
        killed: set[int] = set()
        while workers.busy:
            for pid in set(workers.process_ids()) - killed:
                os.kill(pid, signal.SIGKILL)
                killed.add(pid)
            await asyncio.sleep(0.02)
        assert len(killed) == MOST_LOSSES
        while await listener.next() is not None:
            pass
        another = Listener()
        workers.submit(LONG, another)
        assert await another.next() is not None

    run(test)


def test_a_stopped_worker_does_not_block_the_server() -> None:
    async def test(workers: ThinkingWorkers) -> None:
        listener = Listener()
        workers.submit(LONG, listener)
        await listener.next()
        process = workers.process_ids()[0]
        os.kill(process, signal.SIGSTOP)
        blocked = threading.Timer(20, os.kill, (process, signal.SIGCONT))
        blocked.start()
        more_than_a_pipe_holds = {**LONG, "padding": "x" * 1_000_000}
        for _ in range(3):
            workers.cancel(workers.submit(more_than_a_pipe_holds, Listener()))
        last = Listener()
        workers.submit(more_than_a_pipe_holds, last)
        assert blocked.is_alive(), "the server waited for the worker"
        blocked.cancel()
        os.kill(process, signal.SIGCONT)
        assert await last.next() is not None

    run(test)


def test_too_many_jobs_are_refused_in_a_sentence() -> None:
    async def test(workers: ThinkingWorkers) -> None:
        workers.submit(LONG, Listener())
        with pytest.raises(Refused) as refused:
            workers.submit(LONG, Listener())
        assert refused.value.status == 503
        assert refused.value.say("ru").startswith("движок занят")

    run(test, most_jobs=1)


def test_a_thinking_quota_is_used_up_and_comes_back() -> None:
    now = [100.0]
    quota = ThinkingQuota((10.0, 0.5), clock=lambda: now[0])
    quota.check("anna")
    quota.spend("anna", 9.5)
    assert quota.left("anna") == 0.5
    assert quota.left("boris") == 10.0
    with pytest.raises(Refused) as refused:
        quota.check("anna")
    assert refused.value.retry_after == 3
    assert refused.value.say("en").endswith("there will be more in 3 seconds")
    assert refused.value.say("ru").endswith("оно вернётся через 3 секунды")
    now[0] += 3
    quota.check("anna")
    now[0] += 1000
    assert quota.left("anna") == 10.0
