"""One server: the processor time and bytes of a move, and the memory of a game or connection."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.web import processor_time, script

SPEC = "kamiken(size=11)"
MOVES = 40
RATE = 2.0  # moves a second in each game
VIEWS = 100


@dataclass(frozen=True)
class ServerCosts:
    """Seconds of processor time, and bytes."""

    move: float  # with its two players
    message: float  # one more watcher who sees a move
    bytes_of_a_message: float
    page: float  # the page of a game with its board
    bytes_of_a_game: float  # of memory, while it is kept
    bytes_of_a_connection: float  # of memory, with what the system's sockets take in the process


@dataclass
class _Open:
    """A game on the server, with the tokens of its two players."""

    name: str
    tokens: Sequence[str]


async def measure_server(port: int, pid: int, games: int, watchers: int) -> ServerCosts:
    """Measure a server that nobody else uses."""
    address = f"127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=f"http://{address}", timeout=60) as client:
        while (await client.get("/api/games")).status_code == 503:
            await asyncio.sleep(0.5)
        turns = script(SPEC, 1, MOVES)
        await _games(client, 50)  # whatever is loaded once
        before = memory(pid)
        opened = await _games(client, games)
        game_bytes = (memory(pid) - before) / games
        page = await _page_cost(client, pid, opened[0])
        quarter = games // 4
        parts = [opened[n * quarter :][:quarter] for n in range(4)]
        await _play(address, pid, parts[0], turns, watchers)  # the first time anything is slower
        connected = await _connection_bytes(address, pid, parts[1], watchers)
        move, size = await _play(address, pid, parts[2], turns, 0)
        watched, _ = await _play(address, pid, parts[3], turns, watchers)
        message = (watched - move) / watchers
    return ServerCosts(move, message, size, page, game_bytes, connected)


def memory(pid: int) -> int:
    """Bytes of memory that a process holds."""
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) * 1024


async def _games(client: httpx.AsyncClient, count: int) -> list[_Open]:
    opened = []
    for _ in range(count):
        asked = {"spec": SPEC, "seats": [{}, {}], "public": False}
        made = (await client.post("/api/games", json=asked)).raise_for_status().json()
        opened.append(_Open(made["game"]["id"], [made["tokens"][seat] for seat in "01"]))
    return opened


async def _page_cost(client: httpx.AsyncClient, pid: int, game: _Open) -> float:
    before = processor_time(pid)
    for _ in range(VIEWS):
        (await client.get(f"/g/{game.name}")).raise_for_status()
    return (processor_time(pid) - before) / VIEWS


@asynccontextmanager
async def _tables(
    address: str, games: Sequence[_Open], watchers: int
) -> AsyncIterator[list[list[ClientConnection]]]:
    """The connections of both players and of some watchers, for each game."""
    async with AsyncExitStack() as stack:

        async def join(game: _Open, token: str | None) -> ClientConnection:
            headers = {} if token is None else {"Authorization": f"Bearer {token}"}
            url = f"ws://{address}/g/{game.name}/live"
            socket = await connect(url, additional_headers=headers, compression=None)
            stack.push_async_callback(socket.close)
            return socket

        tokens = [[*game.tokens, *[None] * watchers] for game in games]
        yield [
            [await join(game, token) for token in of_game]
            for game, of_game in zip(games, tokens, strict=True)
        ]


async def _connection_bytes(address: str, pid: int, games: Sequence[_Open], watchers: int) -> float:
    before = memory(pid)
    async with _tables(address, games, watchers):
        await asyncio.sleep(1)
        return (memory(pid) - before) / (len(games) * (2 + watchers))


async def _play(
    address: str, pid: int, games: Sequence[_Open], turns: Sequence[str], watchers: int
) -> tuple[float, float]:
    """Processor time of a move, and bytes of the message that tells of it."""
    async with _tables(address, games, watchers) as tables:
        start, used = time.perf_counter() + 0.5, processor_time(pid)
        phases = [n / len(tables) / RATE for n in range(len(tables))]
        sizes = await asyncio.gather(
            *(_one_game(s, turns, start + p) for s, p in zip(tables, phases, strict=True))
        )
        used = processor_time(pid) - used
    return used / (len(games) * len(turns)), sum(sizes) / len(sizes)


async def _one_game(
    sockets: Sequence[ClientConnection], turns: Sequence[str], start: float
) -> float:
    """Play a game at a steady pace; returns the mean size of the messages that tell of a turn."""
    sizes: list[int] = []
    for number, turn in enumerate(turns):
        await asyncio.sleep(max(0.0, start + number / RATE - time.perf_counter()))
        asked = {"do": "turn", "number": number, "turn": turn, "re": number}
        await sockets[number % 2].send(json.dumps(asked))
        sizes += await asyncio.gather(*(_size_of(socket, turn) for socket in sockets))
    return sum(sizes) / len(sizes)


async def _size_of(socket: ClientConnection, turn: str) -> int:
    while True:
        text = await socket.recv()
        message = json.loads(text)
        if message.get("type") == "refused":
            raise RuntimeError(message)
        if message.get("turn") == turn:
            return len(text)
