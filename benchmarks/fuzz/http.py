"""Requests to a real server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from benchmarks.fuzz.kinds import ACCEPTED, REFUSED, with_less
from benchmarks.fuzz.raw_http import Answer, Connection
from benchmarks.fuzz.requests import Request, request
from benchmarks.fuzz.site import SiteKind

AT_ONCE = 6
PATIENCE = 60.0  # seconds to wait for an answer
_GOOD = (200, 201, 303, 304, 307)
_REFUSALS = (400, 401, 403, 404, 405, 409, 413, 422, 431, 503)


class Http(SiteKind[Request]):
    name = "HTTP"

    def make(self, chance: Random) -> Request:
        return request(chance)

    async def try_at_once(self, inputs: Sequence[Request]) -> list[str]:
        outcomes = [""] * len(inputs)
        waiting = iter(enumerate(inputs))

        async def send_some() -> None:
            connection = Connection(self.site.server.port)
            for number, asked in waiting:
                outcomes[number] = await self._outcome(connection, asked)
            connection.close()

        await asyncio.gather(*(send_some() for _ in range(AT_ONCE)))
        return outcomes

    async def _outcome(self, connection: Connection, asked: Request) -> str:
        filled = Request(
            asked.method,
            self.site.fill(asked.target),
            tuple((name, self.site.fill(value)) for name, value in asked.headers),
            self.site.fill(asked.body),
        )
        sent = filled.encoded(f"127.0.0.1:{self.site.server.port}")
        while True:
            used_before = connection.is_open  # an idle one may have been closed meanwhile
            try:
                asking = connection.ask(sent, has_body=asked.method != "HEAD")
                answer = await asyncio.wait_for(asking, PATIENCE)
            except TimeoutError:
                connection.close()
                return "no answer: none within a minute"
            except (OSError, EOFError, ValueError, IndexError) as error:
                connection.close()
                if not used_before:
                    return f"no answer: {error!r}"
            else:
                return await asyncio.to_thread(self._judge, asked, answer)

    def _judge(self, asked: Request, answer: Answer) -> str:
        """Whether the answer is one that the documentation describes."""
        kind = answer.headers.get("content-type", "")
        encoded = "content-encoding" in answer.headers
        if answer.status not in (*_GOOD, *_REFUSALS):
            return f"status {answer.status}: {answer.body[:200]!r}"
        if not encoded and ("text" in kind or "json" in kind or "svg" in kind):
            try:
                answer.body.decode()
            except UnicodeDecodeError as error:
                return f"body is not UTF-8: {error}"
        if answer.status in _GOOD:
            return self._stored(answer) or ACCEPTED
        if not encoded and kind.startswith("application/json") and asked.method != "HEAD":
            if answer.body.startswith(b'{"type":"faults"'):
                return REFUSED
            return self.site.judge_refusal(answer.body)
        return REFUSED

    def _stored(self, answer: Answer) -> str:
        """What is wrong with a game that the request has made, if it has made one."""
        where = answer.headers.get("location", "")
        if answer.status == 303 and where.startswith("/g/"):
            return self.site.check_game(where.removeprefix("/g/"))
        if answer.status == 201 and "content-encoding" not in answer.headers:
            made = json.loads(answer.body)
            game = made["game"] if "tokens" in made else made
            return self.site.check_game(game["id"])
        return ""

    def smaller(self, tried: Request) -> Iterator[Request]:
        for at in range(len(tried.headers)):
            yield replace(tried, headers=tried.headers[:at] + tried.headers[at + 1 :])
        for body in with_less(tried.body):
            yield replace(tried, body=body)
        for target in with_less(tried.target):
            yield replace(tried, target=target)
