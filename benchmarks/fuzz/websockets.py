"""Messages to the WebSockets of a real server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import orjson
from tests.helpers import random_move
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from benchmarks.fuzz import samples
from benchmarks.fuzz.kinds import ACCEPTED, REFUSED, with_less
from benchmarks.fuzz.mutations import spoil, spoil_data
from benchmarks.fuzz.site import LETTERS, SiteKind

AT_ONCE = 6
PATIENCE = 60.0  # seconds to wait for an answer
LISTENING = 0.05  # seconds, at the end of some talks
PING = '{"do": "ping"}'
_CLOSES = (1007, 1009, 4408)
_TYPES = frozenset(
    "game turn takeback joined retired offer accepted declined resumed over rematch presence "
    "refused tried pong analysis inventor end judged reviewed".split()
)


@dataclass(frozen=True)
class Talk:
    """A WebSocket and the messages that are sent to it."""

    address: str
    token: str
    messages: tuple[str, ...]

    @property
    def answers_pings(self) -> bool:
        return "/review/" not in self.address


class WebSockets(SiteKind[Talk]):
    name = "WebSocket"

    def make(self, chance: Random) -> Talk:
        letter = chance.choice(LETTERS)
        address, message = chance.choice(
            (
                (f"/g/GAME{letter}/live?since={chance.choice((0, 1, 9))}&lang=ru", _playing),
                (f"/g/GAME{letter}/live", _playing),
                ("/analysis/live?lang=en", _analysing),
                ("/analysis/live?lang=ru", _analysing),
                (f"/g/GAME{letter}/review/live?lang=en", _analysing),
            )
        )
        if chance.random() < 0.1:
            address = spoil(address, chance)
        messages = [_spoilt(message(chance), chance) for _ in range(chance.randint(1, 4))]
        return Talk(_in_a_line(address), f"TOKEN{letter}", tuple(messages))

    async def try_at_once(self, inputs: Sequence[Talk]) -> list[str]:
        outcomes = [""] * len(inputs)
        waiting = iter(enumerate(inputs))

        async def talk_some() -> None:
            for number, talk in waiting:
                outcomes[number] = await self._outcome(talk)

        await asyncio.gather(*(talk_some() for _ in range(AT_ONCE)))
        return outcomes

    async def _outcome(self, talk: Talk) -> str:
        address = f"ws://127.0.0.1:{self.site.server.port}{self.site.fill(talk.address)}"
        token = {"Authorization": f"Bearer {self.site.fill(talk.token)}"}
        heard: list[dict[str, Any]] = []
        try:
            async with connect(address, additional_headers=token, compression=None) as socket:
                for message in talk.messages:
                    await self._exchange(socket, talk, self.site.fill(message), heard)
                if not talk.address.endswith("/live"):
                    await _listen(socket, heard)
        except InvalidStatus as refused:
            status = refused.response.status_code
            return REFUSED if status in (400, 403, 404) else f"status {status} for a WebSocket"
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else None
            return REFUSED if code in _CLOSES else f"closed with {code}"
        except TimeoutError:
            return "no answer: none within a minute"
        return self._judge(heard)

    async def _exchange(
        self, socket: ClientConnection, talk: Talk, message: str, heard: list[dict[str, Any]]
    ) -> None:
        """Send a message, and a ping after it, whose answer marks the end of the others."""
        await socket.send(message.encode("utf-8", "surrogatepass"), text=True)
        if not talk.answers_pings:
            await asyncio.wait_for(await socket.ping(), PATIENCE)
            return
        if not _is_ping(message):
            await socket.send(PING)
        while True:
            heard.append(json.loads(await asyncio.wait_for(socket.recv(), PATIENCE)))
            if heard[-1].get("type") == "pong":
                return

    def _judge(self, heard: list[dict[str, Any]]) -> str:
        for message in heard:
            if message.get("type") not in _TYPES:
                return f"undocumented message: {str(message)[:200]}"
            if message["type"] == "refused" and message["code"] not in self.site.codes:
                return f"undocumented code {message['code']}"
        refused = any(message["type"] == "refused" for message in heard)
        return REFUSED if refused else ACCEPTED

    def smaller(self, tried: Talk) -> Iterator[Talk]:
        messages = tried.messages
        for at in range(len(messages)):
            yield replace(tried, messages=messages[:at] + messages[at + 1 :])
        for at, message in enumerate(messages):
            for less in with_less(message):
                yield replace(tried, messages=(*messages[:at], less, *messages[at + 1 :]))


async def _listen(socket: ClientConnection, heard: list[dict[str, Any]]) -> None:
    """Hear the first reports of an analysis or a review."""
    with suppress(TimeoutError):
        async with asyncio.timeout(LISTENING):
            while True:
                heard.append(json.loads(await socket.recv()))


def _is_ping(message: str) -> bool:
    try:
        asked = orjson.loads(message.encode("utf-8", "surrogatepass"))
    except ValueError:
        return False
    return isinstance(asked, dict) and asked.get("do") == "ping"


def _in_a_line(address: str) -> str:
    """An address that a client can send."""
    sent = (letter for letter in address if "!" <= letter <= "~" and letter != "#")
    return "/" + "".join(sent).lstrip("/")


def _spoilt(message: dict[str, Any], chance: Random) -> str:
    how = chance.random()
    if how < 0.2:
        return json.dumps(message)
    if how < 0.7:
        return json.dumps(spoil_data(message, chance), ensure_ascii=chance.random() < 0.5)
    return spoil(json.dumps(message), chance)


def _playing(chance: Random) -> dict[str, Any]:
    number = chance.choice((0, 0, 1, 2))
    turn = chance.choice(("A1", "B2", "C3", "D4", "pass", "A1>B1", "D4>D10^F10"))
    messages: tuple[dict[str, Any], ...] = (
        {"do": "turn", "number": number, "turn": turn, "re": 5},
        {"do": "turn", "number": number, "turn": turn},
        {"do": "try", "number": number, "steps": [turn], "turned": 1, "territory": True},
        {"do": "try", "number": number, "steps": []},
        {"do": "pass", "number": number},
        {"do": "resign", "seat": 0},
        {"do": "takeback", "re": "x"},
        {"do": "rematch"},
        {"do": "accept", "offer": "takeback"},
        {"do": "decline", "offer": "rematch"},
        {"do": "ping", "re": 1},
    )
    return chance.choice(messages)


def _analysing(chance: Random) -> dict[str, Any]:
    position = samples.position(chance)
    if not position.over and chance.random() < 0.3:
        position = position.play(random_move(position, chance))
    messages: tuple[dict[str, Any], ...] = (
        {"do": "analyse", "position": str(position), "key": 1},
        {"do": "inventor", "position": str(position), "key": 2},
        {"do": "stop"},
        {"do": "ping"},
    )
    return chance.choices(messages, (4, 4, 1, 1))[0]
