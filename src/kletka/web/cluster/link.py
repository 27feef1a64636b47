"""A server's connection to one worker of the cluster, and the lanes on which its jobs go there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple
from typing import Any

from kletka.web.cluster.channel import Channel
from kletka.web.cluster.messages import BEAT, MOST_SILENT, Message
from kletka.web.dispatching import Dispatcher, Job

Send = Callable[[Message], None]


class Lane:
    """A part of a worker: so many jobs of one kind at once, which take at most so long."""

    def __init__(
        self, owner: Dispatcher, kind: str, at_once: int, most_seconds: float, send: Send
    ) -> None:
        self.jobs: dict[int, Job] = {}
        self.at_once, self.most_seconds = at_once, most_seconds
        self.others = 0  # jobs of other servers at this worker
        self._owner, self._kind, self._send = owner, kind, send

    @property
    def load(self) -> float:
        return (len(self.jobs) + self.others) / self.at_once

    def take(self, job: Job) -> None:
        self.jobs[job.number] = job
        claim = list(astuple(job.claim))
        self._say(job.number, do="think", request=job.request, claim=claim)

    def drop(self, number: int) -> None:
        if self.jobs.pop(number, None) is not None:
            self._say(number, do="drop")

    def reported(self, number: int, seconds: float, report: bytes) -> None:
        """Deliver a report; an empty one is the end of the job."""
        job = self.jobs.get(number)
        if job is None:  # it was dropped meanwhile
            return
        if not report:
            del self.jobs[number]
        job.take(seconds, report)
        if not report:
            self._owner.ended(job)

    def lose_jobs(self) -> None:
        """The worker is lost: its jobs begin again elsewhere."""
        lost = list(self.jobs.values())
        self.jobs.clear()
        self._owner.give_again(lost)

    def _say(self, number: int, **more: Any) -> None:
        self._send({"kind": self._kind, "job": number, **more})


class Link:
    """One connection; it ends when the worker is closed, dead or silent."""

    def __init__(self, comm: Any, offered: Message, owners: Mapping[str, Dispatcher]) -> None:
        self._channel = Channel(comm)
        self._silent = 0  # beats
        self.lanes: dict[str, Sequence[Lane]] = {
            kind: _lanes(owner, kind, offered["lanes"].get(kind, ()), self._channel.send)
            for kind, owner in owners.items()
        }

    async def run(self) -> None:
        """Carry jobs and reports until the connection ends."""
        await self._channel.run(self._heard, self._count_beats())

    def _heard(self, message: Message) -> None:
        self._silent = 0
        if "others" in message:
            for kind, others in message["others"].items():
                for lane in self.lanes.get(kind, ()):
                    lane.others = others
            return
        for lane in self.lanes[message["kind"]]:
            lane.reported(message["job"], message["seconds"], message["report"])

    async def _count_beats(self) -> None:
        """Give up a silent worker. A server that stood still itself blames nobody."""
        while self._silent <= MOST_SILENT:
            self._silent += 1
            await asyncio.sleep(BEAT)
        self._channel.abort()


def _lanes(
    owner: Dispatcher, kind: str, offered: Iterable[Sequence[float]], send: Send
) -> list[Lane]:
    return [Lane(owner, kind, int(at_once), most, send) for at_once, most in offered]
