"""One server against two on the same PostgreSQL and the same traffic.

With two servers the players of each game are on different ones, so that every move goes through
PostgreSQL to the other. Each move is timed until both players have it, and to the other player
alone. Run as `python -m benchmarks.scale`, or `make bench-scale`.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import uvloop
from tests.web.postgres import new_database, postgres_server
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.web import processor_time, running, scripts_of

WORTH = 0.150  # seconds, the 99th percentile from a move to the other player
TIMES_ONE = 1.5  # allowed processor time a move, in multiples of one server's
Scripts = Sequence[tuple[str, list[str]]]  # specs, and the turns to play


@dataclass
class Game:
    """A game to be played, with the seconds until each move was acknowledged and was heard."""

    id: str
    turns: list[str]
    tokens: dict[str, str]
    sockets: list[ClientConnection] = field(default_factory=list)
    acknowledged: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)


@dataclass
class Result:
    """The measurements with some servers."""

    servers: int
    acknowledged: list[float]
    heard: list[float]
    computed: float  # processor seconds of all servers
    database: float  # of PostgreSQL

    def __str__(self) -> str:
        moves = len(self.heard)
        return (
            f"servers: {self.servers}; {moves} moves, acknowledged in "
            f"{_at(self.acknowledged, 0.5)} (99 %: {_at(self.acknowledged, 0.99)}), at the other "
            f"player in {_at(self.heard, 0.5)} (99 %: {_at(self.heard, 0.99)}); processor time a "
            f"move {1e6 * self.computed / moves:.0f} µs, PostgreSQL's "
            f"{1e6 * self.database / moves:.0f} µs"
        )


def _percentile(values: Sequence[float], part: float) -> float:
    return sorted(values)[int(part * len(values))]


def _at(values: Sequence[float], part: float) -> str:
    return f"{1000 * _percentile(values, part):.1f} ms"


async def _create(ports: Sequence[int], scripts: Scripts) -> list[Game]:
    games = []
    async with httpx.AsyncClient(timeout=60) as client:
        for port in ports:
            while (await client.get(f"http://127.0.0.1:{port}/api/games")).status_code == 503:
                await asyncio.sleep(0.5)
        for number, (spec, turns) in enumerate(scripts):
            address = f"http://127.0.0.1:{ports[number % len(ports)]}/api/games"
            asked = {"spec": spec, "seats": [{}, {}], "public": False}
            made = (await client.post(address, json=asked)).raise_for_status().json()
            games.append(Game(made["game"]["id"], turns, made["tokens"]))
    for number, game in enumerate(games):
        for side in range(2):
            port = ports[(number + side) % len(ports)]
            headers = {"Authorization": f"Bearer {game.tokens[str(side)]}"}
            address = f"ws://127.0.0.1:{port}/g/{game.id}/live"
            socket = await connect(address, additional_headers=headers, compression=None)
            game.sockets.append(socket)
    return games


async def _play(game: Game, rate: float, start: float) -> None:
    for number, turn in enumerate(game.turns):
        await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
        sent = time.perf_counter()
        mover, other = game.sockets[number % 2], game.sockets[1 - number % 2]
        await mover.send(json.dumps({"do": "turn", "number": number, "turn": turn, "re": number}))
        await asyncio.gather(
            _shown(mover, number, game.acknowledged, sent),
            _shown(other, number, game.heard, sent),
        )


async def _shown(socket: ClientConnection, number: int, took: list[float], sent: float) -> None:
    while True:
        message = json.loads(await socket.recv())
        if message.get("type") == "refused":
            raise RuntimeError(message)
        if message.get("type") == "turn" and message["number"] == number + 1:
            took.append(time.perf_counter() - sent)
            return


async def _measure(
    ports: Sequence[int],
    pids: Sequence[int],
    postmaster: int,
    scripts: Scripts,
    rate: float,
) -> Result:
    games = await _create(ports, scripts)
    before = sum(map(processor_time, pids)), _family_time(postmaster)
    start = time.perf_counter() + 0.5
    phases = [index / len(games) / rate for index in range(len(games))]
    await asyncio.gather(
        *(_play(game, rate, start + phase) for game, phase in zip(games, phases, strict=True))
    )
    after = sum(map(processor_time, pids)), _family_time(postmaster)
    for game in games:
        for socket in game.sockets:
            await socket.close()
    return Result(
        len(ports),
        [second for game in games for second in game.acknowledged],
        [second for game in games for second in game.heard],
        after[0] - before[0],
        after[1] - before[1],
    )


def _family_time(pid: int) -> float:
    """Processor seconds of a process and of its children that run now."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(map(processor_time, [pid, *map(int, children)]))


def _with_servers(count: int, postgres: str, port: int, scripts: Scripts, rate: float) -> Result:
    database = new_database(postgres, f"scale_{count}")
    postmaster = int(Path(f"{postgres}/data/postmaster.pid").read_text().split()[0])
    ports = [port + number for number in range(count)]
    with ExitStack() as stack:
        pids = []
        for each in ports:
            environment = {
                "KLETKA_DATA_DIR": stack.enter_context(tempfile.TemporaryDirectory()),
                "KLETKA_DATABASE_URL": database,
                "KLETKA_LIMITS": "off",
                "KLETKA_BOT_WORKERS": "1",
                "KLETKA_THINKERS": "1",
            }
            serving = ("-m", "kletka", "serve", "--no-browser", "--port", str(each))
            pids.append(stack.enter_context(running(*serving, environment=environment, port=each)))
        return uvloop.run(_measure(ports, pids, postmaster, scripts, rate))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--rate", type=float, default=2.0, help="moves a second in each game")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--port", type=int, default=8290)
    options = parser.parse_args()
    length = int(options.seconds * options.rate)
    scripts = scripts_of(options.games, length)
    gc.collect()
    gc.freeze()  # pauses of this process must not count
    print(f"{options.games} games, {options.rate:g} moves a second each, {length} moves each")
    with postgres_server() as postgres:
        one, two = (
            _with_servers(count, postgres, options.port, scripts, options.rate) for count in (1, 2)
        )
    print(one)
    print(two)
    times = two.computed / one.computed
    print(f"{times:.2f} times the processor time of one server (at most {TIMES_ONE} is wanted)")
    if times > TIMES_ONE or _percentile(two.heard, 0.99) > WORTH:
        sys.exit("this is not good enough")


if __name__ == "__main__":
    main()
