"""One hostile visitor against a real server: do others notice?

The attacks (`benchmarks.attacks`) come from an address of their own on the loopback interface and
meet the server's default limits. Meanwhile other visitors play games over WebSockets and start
games against a bot of level 1. After each attack the server must be as before: others play again,
and it stops when it is told to. Every target is printed with its figure and kept or NOT KEPT.
Run as `python -m benchmarks.attack [NAME ...]`, or `make bench-attack`.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import uvloop
from websockets.asyncio.client import connect

from benchmarks.attacks import ATTACKS, FEW_FILES, Answers, Attack, client, nothing
from benchmarks.web import Game, play, running, script

VISITOR = "127.1.0.1"
SPEC = "kamiken(size=11)"
GAMES = 10
RATE = 2.0  # moves a second in each game
MOST_SECONDS = 0.5  # wanted of the 99th percentile of others' moves, during the attack
MOST_BOT_SECONDS = 3.0  # wanted of the slowest answer of level 1
MOST_GROWTH = 150.0  # MB that the server's memory may grow by
SECONDS_AFTER = 6.0  # of play after the attack
MOST_SECONDS_AFTER = 0.1  # wanted of the 99th percentile then
MOST_STOPPING = 10.0  # seconds for the server to stop


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
    def slowest_bot(self) -> float:
        return max(self.bots, default=float("inf"))


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
    async with client(VISITOR, port) as visitor:
        while time.perf_counter() < until:
            try:
                others.bots.append(await meet_bot(visitor))
            except (httpx.HTTPError, KeyError):
                others.failed += 1
            await asyncio.sleep(3)


async def meet_bot(visitor: httpx.AsyncClient) -> float:
    """The seconds in which a bot of level 1 answers the first turn of a new game."""
    seats = [{}, {"kind": "bot", "bot": "level1"}]
    asked = {"spec": "kamiken(size=5)", "seats": seats, "public": False}
    made = (await visitor.post("/api/games", json=asked)).raise_for_status().json()
    path, headers = (
        f"/api/games/{made['game']['id']}",
        {"Authorization": f"Bearer {made['tokens']['0']}"},
    )
    begun = time.perf_counter()
    await visitor.post(f"{path}/turns", json={"turn": "C3", "number": 0}, headers=headers)
    while len((await visitor.get(path)).raise_for_status().json()["turns"]) < 2:
        await asyncio.sleep(0.05)
    return time.perf_counter() - begun


async def measure(attack: Attack, port: int, seconds: float, answers: Answers) -> Others:
    """Play while the attack goes on."""
    others = Others()
    until = time.perf_counter() + seconds
    await asyncio.gather(
        attack(port, until, answers),
        play_games(port, seconds, others),
        meet_bots(port, until, others),
    )
    return others


def memory(pid: int, what: str = "VmRSS") -> float:
    """The resident memory of the server's process in MB, now or (VmHWM) at its highest."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(f"{what}:"):
            return int(line.split()[1]) / 1024
    return 0.0


async def wait_until_ready(port: int) -> None:
    """Wait until the server answers, and a bot too: its process has loaded what it needs then."""
    async with client(VISITOR, port) as visitor:
        while (await visitor.get("/api/games")).status_code == 503:
            await asyncio.sleep(0.5)
        await meet_bot(visitor)


@dataclass
class Result:
    """An attack, and what was seen during it and after it."""

    during: Others
    after: Others
    growth: float  # MB
    stopping: float  # seconds
    answers: Answers

    def targets(self) -> Iterator[tuple[str, float, str, float]]:
        """What is measured, its figure, its unit, and the most that is wanted."""
        yield "others' moves, 99th percentile", 1000 * self.during.p99, "ms", 1000 * MOST_SECONDS
        yield "level 1, slowest answer", self.during.slowest_bot, "s", MOST_BOT_SECONDS
        yield "others' requests that failed", self.during.failed, "", 0
        yield "memory, highest growth", self.growth, "MB", MOST_GROWTH
        yield "moves after it", 1000 * self.after.p99, "ms", 1000 * MOST_SECONDS_AFTER
        yield "level 1 after it", self.after.slowest_bot, "s", MOST_BOT_SECONDS
        yield "requests that failed after it", self.after.failed, "", 0
        yield "stopping the server", self.stopping, "s", MOST_STOPPING


def attacked(name: str, port: int, seconds: float) -> Result:
    """Start a server, attack it, see how it fares afterwards, and stop it."""
    serving = ("-m", "kletka", "serve", "--no-browser", "--port", str(port))
    answers: Answers = Answers()
    with tempfile.TemporaryDirectory() as folder:
        environment = {"KLETKA_DATA_DIR": folder, "KLETKA_DATABASE_URL": ""}
        files = FEW_FILES.get(name)
        with running(*serving, environment=environment, port=port, most_files=files) as pid:
            uvloop.run(wait_until_ready(port))
            before = memory(pid)
            during = uvloop.run(measure(ATTACKS[name], port, seconds, answers))
            growth = memory(pid, "VmHWM") - before
            after = uvloop.run(measure(nothing, port, SECONDS_AFTER, Answers()))
            stopped = time.perf_counter()
        stopping = time.perf_counter() - stopped
    return Result(during, after, growth, stopping, answers)


def told(name: str, result: Result) -> bool:
    """Print the figures of an attack; returns whether all targets are kept."""
    counted = ", ".join(f"{count} x {what}" for what, count in sorted(result.answers.items()))
    print(f"{name} ({counted or 'no requests'}; {len(result.during.moves)} moves of others)")
    all_kept = True
    for what, figure, unit, most in result.targets():
        kept = figure <= most
        all_kept = all_kept and kept
        wanted = f"at most {most:g} {unit}".strip()
        shown = f"{figure:.2f}" if unit == "s" else f"{figure:.0f}"
        print(f"  {what:32} {f'{shown} {unit}':>10}  {wanted:18} {'kept' if kept else 'NOT KEPT'}")
    sys.stdout.flush()
    return all_kept


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("attacks", nargs="*", metavar="NAME", help=", ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, default=15.0, help="of each attack")
    parser.add_argument("--port", type=int, default=8210)
    options = parser.parse_args()
    if unknown := set(options.attacks) - set(ATTACKS):
        parser.error(f"there is no attack {', '.join(sorted(unknown))}")
    names = options.attacks or list(ATTACKS)
    bad = [n for n in names if not told(n, attacked(n, options.port, options.seconds))]
    if bad:
        sys.exit(f"others noticed: {', '.join(bad)}")


if __name__ == "__main__":
    main()
