"""One hostile visitor against a real server: do others notice?

Each attack comes from an address of its own on the loopback interface, is bounded in count and
time, and meets the server's default limits. Meanwhile other visitors play games over WebSockets
and start games against a bot of level 1. Wanted: the 99th percentile of their moves stays below
500 ms, and the bot answers within 3 s. Run as `python -m benchmarks.attack [NAME ...]`, or
`make bench-attack`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import uvloop
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import kletka
from benchmarks.web import Game, play, running, script

ATTACKER = "127.66.0.1"
VISITOR = "127.1.0.1"
SPEC = "kamiken(size=11)"
GAMES = 10
RATE = 2.0  # moves a second in each game
MOST_SECONDS = 0.5  # wanted of the 99th percentile
MOST_BOT_SECONDS = 3.0
Attack = Callable[[int, float], Awaitable[None]]  # a port, and when to stop (perf_counter)


def client(address: str, port: int) -> httpx.AsyncClient:
    """A visitor with this address, which waits for no more than a minute."""
    transport = httpx.AsyncHTTPTransport(local_address=address)
    base = f"http://127.0.0.1:{port}"
    return httpx.AsyncClient(transport=transport, base_url=base, timeout=60)


# The attacks. Errors are what an attacker hopes for, so they are ignored.


async def many_analyses(port: int, until: float) -> None:
    """Five connections that ask for analyses of large boards as fast as they can."""
    chance, position = random.Random(1), kletka.start("vyun(board=26x26)")
    for _ in range(200):
        position = position.play(chance.choice(position.moves[:-1]))
    ask = json.dumps({"do": "analyse", "position": str(position), "key": 1})

    async def attack() -> None:
        address = f"ws://127.0.0.1:{port}/analysis/live"
        with contextlib.suppress(OSError, WebSocketException):
            async with connect(address, local_addr=(ATTACKER, 0)) as socket:
                for _ in range(120):
                    if time.perf_counter() >= until:
                        return
                    await socket.send(ask)

    while time.perf_counter() < until:
        await asyncio.gather(*(attack() for _ in range(5)))
        await asyncio.sleep(0.5)


async def huge_trees(port: int, until: float) -> None:
    """Records of hundreds of turns on a large board, posted by a client that hangs up at once."""
    spec = "vyun(board=26x26)"
    cells = kletka.start(spec).board.names[:600]
    turns = " ".join(f"{number}. {cell}" for number, cell in enumerate(cells, 1))
    text = f'[Spec "{spec}"]\n\n{turns} *'
    body = json.dumps({"text": text}).encode()
    head = f"POST /analysis/read HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    for _ in range(60):
        if time.perf_counter() >= until:
            return
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ATTACKER, 0))
            writer.write(head.encode() + body)
            await writer.drain()
            writer.close()
        await asyncio.sleep(0.2)


async def large_pictures(port: int, until: float) -> None:
    """The largest PNG and GIF of a long game, again and again."""
    async with client(ATTACKER, port) as visitor:
        position, chance = kletka.start(SPEC), random.Random(2)
        turns: list[str] = []
        while len(turns) < 60:
            turns.append(str(chance.choice(position.moves[:-1])))
            position = position.play(turns[-1])
        record = kletka.Record.begin(kletka.start(SPEC))
        for turn in turns:
            record = record.play(turn)
        brought = await visitor.post("/api/records", json={"record": str(record)})
        game = brought.json()["game"]

        async def fetch(path: str) -> None:
            with contextlib.suppress(httpx.HTTPError):
                await visitor.get(path)

        number = 0
        while time.perf_counter() < until:
            number += 1
            paths = [
                f"/g/{game}/position.png?width={1600 - number % 500}&number={number % 60}",
                f"/g/{game}/game.gif?width={600 - number % 400}",
            ]
            await asyncio.gather(*(fetch(path) for path in paths), return_exceptions=True)


async def strong_bots(port: int, until: float) -> None:
    """Thirty games of the strongest bots against each other on the largest board, watched."""
    seats = [{"kind": "bot", "bot": "level9"}, {"kind": "bot", "bot": "level9"}]
    async with client(ATTACKER, port) as visitor:

        async def watch() -> None:
            asked = {"spec": "manu(size=26)", "seats": seats}
            made = (await visitor.post("/api/games", json=asked)).json()
            async with visitor.stream("GET", f"/api/games/{made['game']['id']}/stream") as lines:
                async for _ in lines.aiter_lines():
                    pass

        watching = [asyncio.create_task(watch()) for _ in range(30)]
        await asyncio.sleep(max(0.0, until - time.perf_counter()))
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)


async def half_requests(port: int, until: float) -> None:
    """Connections that send the first lines of a request and then nothing."""
    writers = []
    for _ in range(400):
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ATTACKER, 0))
            writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
            writers.append(writer)
    await asyncio.sleep(max(0.0, until - time.perf_counter()))
    for writer in writers:
        writer.close()


async def missing_pages(port: int, until: float) -> None:
    """Pages that do not exist, and connections to games that do not exist."""
    async with client(ATTACKER, port) as visitor:

        async def fetch(number: int) -> None:
            with contextlib.suppress(httpx.HTTPError):
                await visitor.get(f"/no/such/page/{number}")

        async def open_socket(number: int) -> None:
            address = f"ws://127.0.0.1:{port}/g/none{number}/live"
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with connect(address, local_addr=(ATTACKER, 0)):
                    pass

        for number in range(400):
            if time.perf_counter() >= until:
                return
            await asyncio.gather(*(fetch(10 * number + n) for n in range(10)), open_socket(number))


async def nested_json(port: int, until: float) -> None:
    """Deeply nested and very long numbers where JSON is read."""
    bodies = [b"[" * 50_000, b'{"spec": ' + b"9" * 50_000 + b"}", b'{"spec": "\\ud800"}']
    async with client(ATTACKER, port) as visitor:
        for number in range(300):
            if time.perf_counter() >= until:
                return
            with contextlib.suppress(httpx.HTTPError):
                body = bodies[number % len(bodies)]
                kind = {"Content-Type": "application/json"}
                await visitor.post("/api/games", content=body, headers=kind)


async def nothing(port: int, until: float) -> None:
    """No attack, for comparison."""
    await asyncio.sleep(max(0.0, until - time.perf_counter()))


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        nothing,
        many_analyses,
        huge_trees,
        large_pictures,
        strong_bots,
        half_requests,
        missing_pages,
        nested_json,
    )
}


# The others.


@dataclass
class Others:
    """How other visitors fared."""

    moves: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)
    failed: int = 0

    @property
    def p99(self) -> float:
        return sorted(self.moves)[int(0.99 * len(self.moves))] if self.moves else float("inf")

    @property
    def good(self) -> bool:
        answered = self.bots and max(self.bots) <= MOST_BOT_SECONDS
        return bool(answered) and self.p99 <= MOST_SECONDS and not self.failed


async def play_games(port: int, seconds: float, others: Others) -> None:
    """Games among people."""
    turns = script(SPEC, 1, int(seconds * RATE))
    async with client(VISITOR, port) as visitor, AsyncExitStack() as stack:
        games = []
        for _ in range(GAMES):
            asked = {"spec": SPEC, "seats": [{}, {}], "public": False}
            made = (await visitor.post("/api/games", json=asked)).raise_for_status().json()
            game = Game(made["game"]["id"], turns)
            for seat in "01":
                token = {"Authorization": f"Bearer {made['tokens'][seat]}"}
                address = f"ws://127.0.0.1:{port}/g/{game.name}/live"
                opened = connect(address, additional_headers=token, local_addr=(VISITOR, 0))
                game.sockets.append(await stack.enter_async_context(opened))
            games.append(game)
        start = time.perf_counter()
        played = await asyncio.gather(
            *(play(game, RATE, start + index / RATE / GAMES) for index, game in enumerate(games)),
            return_exceptions=True,
        )
        others.failed += sum(result is not None for result in played)
        others.moves += [second for game in games for second in game.took]


async def meet_bots(port: int, until: float, others: Others) -> None:
    """A new game against a beginner's bot every three seconds: how long does its answer take?"""
    seats = [{}, {"kind": "bot", "bot": "level1"}]
    async with client(VISITOR, port) as visitor:
        while time.perf_counter() < until:
            asked = {"spec": "kamiken(size=5)", "seats": seats, "public": False}
            try:
                made = (await visitor.post("/api/games", json=asked)).raise_for_status().json()
                game, token = made["game"]["id"], made["tokens"]["0"]
                turn = {"turn": "C3", "number": 0}
                headers = {"Authorization": f"Bearer {token}"}
                begun = time.perf_counter()
                path = f"/api/games/{game}"
                await visitor.post(f"{path}/turns", json=turn, headers=headers)
                while len((await visitor.get(path)).raise_for_status().json()["turns"]) < 2:
                    await asyncio.sleep(0.05)
                others.bots.append(time.perf_counter() - begun)
            except (httpx.HTTPError, KeyError):
                others.failed += 1
            await asyncio.sleep(3)


async def measure(attack: Attack, port: int, seconds: float) -> Others:
    """Play while the attack goes on."""
    others = Others()
    until = time.perf_counter() + seconds
    await asyncio.gather(
        attack(port, until),
        play_games(port, seconds, others),
        meet_bots(port, until, others),
    )
    return others


def memory(pid: int) -> float:
    """The resident memory of the server's process, in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


async def wait_until_ready(port: int) -> None:
    async with client(VISITOR, port) as visitor:
        while (await visitor.get("/api/games")).status_code == 503:
            await asyncio.sleep(0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("attacks", nargs="*", metavar="NAME", help=", ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, default=15.0, help="of each attack")
    parser.add_argument("--port", type=int, default=8210)
    options = parser.parse_args()
    if unknown := set(options.attacks) - set(ATTACKS):
        parser.error(f"there is no attack {', '.join(sorted(unknown))}")
    bad = []
    serving = ("-m", "kletka", "serve", "--no-browser", "--port", str(options.port))
    for name in options.attacks or ATTACKS:
        with tempfile.TemporaryDirectory() as folder:
            environment = {"KLETKA_DATA_DIR": folder, "KLETKA_DATABASE_URL": ""}
            with running(*serving, environment=environment, port=options.port) as pid:
                uvloop.run(wait_until_ready(options.port))
                before = memory(pid)
                others = uvloop.run(measure(ATTACKS[name], options.port, options.seconds))
                after = memory(pid)
        slowest = f"{max(others.bots):.2f} s" if others.bots else "never"
        print(
            f"{name:>15}: {len(others.moves)} moves, {1000 * others.p99:.0f} ms at 99 %; "
            f"level 1 answers within {slowest}; {others.failed} failed; "
            f"memory {before:.0f} to {after:.0f} MB{'' if others.good else '  NOT GOOD ENOUGH'}",
            flush=True,
        )
        if not others.good:
            bad.append(name)
    if bad:
        sys.exit(f"others noticed: {', '.join(bad)}")


if __name__ == "__main__":
    main()
