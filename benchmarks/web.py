"""Three hundred games at once over WebSockets, and the same traffic with a bare echo server.

Every move must be acknowledged to its player and shown to the other; the round trip ends when both
have it. Run as `python -m benchmarks.web`, or `make bench-web`. Every game makes
two moves a second, so that 300 games make 600; `--rate 4` lets every player move twice a second.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import uvloop
from websockets.asyncio.client import ClientConnection, connect

import kletka
from kletka.errors import KletkaError

SPECS = ("kamiken(size=11)", "ydyumby(board=12x12)", "vyun(board=9x9)", "manu(size=11)")
WORTH = 0.150  # seconds, the 99th percentile of the round trip
TIMES_ECHO = 4  # allowed processor time, in multiples of the echo's


@dataclass
class Game:
    """A game to be played, and the time of each of its moves."""

    name: str
    turns: list[str]
    sockets: list[ClientConnection] = field(default_factory=list)
    took: list[float] = field(default_factory=list)


def script(spec: str, seed: int, turns: int) -> list[str]:
    """The turns of a random game with at least so many turns."""
    for attempt in range(1000):
        chance, position = random.Random(f"{seed}/{attempt}"), kletka.start(spec)
        played: list[str] = []
        while len(played) < turns and not position.over:
            moves = [str(m) for m in position.moves if str(m) != "pass"] or ["pass"]
            turn = chance.choice(moves)
            try:
                position = position.play_turn(turn)
            except KletkaError:  # some moves are not whole turns
                continue
            played.append(turn)
        if len(played) == turns:
            return played
    raise ValueError(f"{spec} is over before {turns} turns")


def scripts_of(games: int, turns: int) -> list[tuple[str, list[str]]]:
    """The specs and turns of some games, a few different ones of each spec."""
    per_spec = [[script(spec, seed, turns) for seed in range(4)] for spec in SPECS]
    return [(SPECS[n % 4], per_spec[n % 4][n // 4 % 4]) for n in range(games)]


@contextmanager
def running(
    *command: str, environment: dict[str, str], port: int, most_files: int | None = None
) -> Iterator[int]:
    """Start a server in a process of its own; yields its process id."""

    def limit_files() -> None:
        if most_files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))

    process = subprocess.Popen(
        [sys.executable, *command],
        env={**os.environ, **environment},
        preexec_fn=limit_files,
    )
    try:
        for _ in range(600):
            try:
                httpx.get(f"http://127.0.0.1:{port}/")
                break
            except httpx.TransportError:
                time.sleep(0.1)
        yield process.pid
    finally:
        process.terminate()
        process.wait()


def processor_time(pid: int) -> float:
    """Processor seconds of a process so far, with all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def play(game: Game, rate: float, start: float) -> None:
    """Play the turns at a steady pace, each after both sides have the one before."""
    for number, turn in enumerate(game.turns):
        await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
        sent = time.perf_counter()
        mover = game.sockets[number % 2]
        await mover.send(json.dumps({"do": "turn", "number": number, "turn": turn, "re": number}))
        await asyncio.gather(*(_shown(socket, turn) for socket in game.sockets))
        game.took.append(time.perf_counter() - sent)


async def _shown(socket: ClientConnection, turn: str) -> None:
    while True:
        message = json.loads(await socket.recv())
        if message.get("type") == "refused":
            raise RuntimeError(message)
        if message.get("turn") == turn:
            return


async def measure(games: list[Game], rate: float, pid: int) -> float:
    """Play all games at once; returns the processor time that the server used."""
    before, start = processor_time(pid), time.perf_counter() + 0.5
    phases = [index / len(games) / rate for index in range(len(games))]
    await asyncio.gather(
        *(play(game, rate, start + phase) for game, phase in zip(games, phases, strict=True))
    )
    return processor_time(pid) - before


async def at_kletka(
    port: int, scripts: list[tuple[str, list[str]]], rate: float, pid: int
) -> Result:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        while (await client.get("/api/games")).status_code == 503:
            await asyncio.sleep(0.5)
        games, headers = [], []
        for spec, turns in scripts:
            asked = {"spec": spec, "seats": [{}, {}], "public": False}
            made = (await client.post("/api/games", json=asked)).raise_for_status().json()
            games.append(Game(made["game"]["id"], turns))
            headers.append([{"Authorization": f"Bearer {made['tokens'][s]}"} for s in "01"])

        async def open_socket(index: int, side: int) -> ClientConnection:
            address = f"ws://127.0.0.1:{port}/g/{games[index].name}/live"
            return await connect(address, additional_headers=headers[index][side], compression=None)

        computed = await _played(games, open_socket, rate, pid)
        lost = 0
        for game in games:
            record = (await client.get(f"/api/games/{game.name}/record.json")).json()
            lost += record["turns"] != game.turns
    return Result("kletka", games, computed, lost)


async def at_echo(port: int, scripts: list[tuple[str, list[str]]], rate: float, pid: int) -> Result:
    games = [Game(str(index), turns) for index, (_, turns) in enumerate(scripts)]

    async def open_socket(index: int, side: int) -> ClientConnection:
        return await connect(f"ws://127.0.0.1:{port}/{index}", compression=None)

    return Result("echo", games, await _played(games, open_socket, rate, pid), 0)


async def _played(
    games: list[Game],
    open_socket: Callable[[int, int], Awaitable[ClientConnection]],
    rate: float,
    pid: int,
) -> float:
    async with AsyncExitStack() as stack:
        for index, game in enumerate(games):
            for side in range(2):
                socket = await open_socket(index, side)
                stack.push_async_callback(socket.close)
                game.sockets.append(socket)
        return await measure(games, rate, pid)


@dataclass
class Result:
    """The measurements of one server."""

    name: str
    games: list[Game]
    computed: float
    lost: int

    def __str__(self) -> str:
        took = sorted(second for game in self.games for second in game.took)
        return (
            f"{self.name:>7}: {len(took)} moves, round trip "
            f"{1000 * took[len(took) // 2]:.1f} ms in the middle, "
            f"{1000 * self.p99:.1f} ms at 99 %, {1000 * took[-1]:.1f} ms at most; "
            f"{self.computed:.2f} s of processor time, "
            f"{1e6 * self.computed / len(took):.0f} µs a move; lost: {self.lost}"
        )

    @property
    def p99(self) -> float:
        took = sorted(second for game in self.games for second in game.took)
        return took[int(0.99 * len(took))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--rate", type=float, default=2.0, help="moves a second in each game")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--port", type=int, default=8190)
    options = parser.parse_args()
    length = int(options.seconds * options.rate)
    scripts = scripts_of(options.games, length)
    gc.collect()
    gc.freeze()  # pauses of this process must not count
    print(f"{options.games} games, {options.rate:g} moves a second each, {length} moves each")
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "KLETKA_DATA_DIR": folder,
            "KLETKA_LIMITS": "off",
            "KLETKA_BOT_WORKERS": "1",
            "KLETKA_DATABASE_URL": os.environ.get("KLETKA_DATABASE_URL", ""),
        }
        port = str(options.port)
        serving = ("-m", "kletka", "serve", "--no-browser", "--port", port)
        with running(*serving, environment=environment, port=options.port) as pid:
            ours = uvloop.run(at_kletka(options.port, scripts, options.rate, pid))
    print(ours)
    echo_port = options.port + 1
    echoing = ("-m", "benchmarks.web_echo", str(echo_port))
    with running(*echoing, environment={}, port=echo_port) as pid:
        echo = uvloop.run(at_echo(echo_port, scripts, options.rate, pid))
    print(echo)
    times = ours.computed / echo.computed
    print(f"{times:.2f} times the echo's processor time (at most {TIMES_ECHO} is wanted)")
    if ours.p99 >= WORTH or times > TIMES_ECHO or ours.lost:
        sys.exit("this is not good enough")


if __name__ == "__main__":
    main()
