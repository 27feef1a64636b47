"""Do analyses delay games? Measures the round trip of moves with and without twenty analyses.

The same games are played on one server without and with analyses, in turns. Each round gives a
ratio of 99th percentiles; the median of the rounds counts, because other processes may disturb a
round. It should stay below 2.

Run as `python -m benchmarks.analysis`, or `make bench-analysis`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import uvloop
from websockets.asyncio.client import ClientConnection, connect

import kletka
from benchmarks.web import SPECS, Result, at_kletka, running, script

WORTH = 2.0  # at most so many times as long as without analyses
Round = tuple[Result, Result]
STUDIED = ("kamiken(size=9)", "ydyumby", "vyun", "manu(size=11)")


@asynccontextmanager
async def analysing(port: int, count: int) -> AsyncIterator[list[int]]:
    """Analyse on so many connections; yields the number of reports of each."""
    reports = [0] * count

    async def listen(number: int, socket: ClientConnection) -> None:
        async for message in socket:
            told = json.loads(message)
            reports[number] += told["type"] == "analysis"
            if told["type"] == "end":  # another position, like a visitor who steps through a game
                await ask(number, socket)

    async def ask(number: int, socket: ClientConnection) -> None:
        position = str(kletka.start(STUDIED[number % len(STUDIED)]))
        await socket.send(json.dumps({"do": "analyse", "position": position, "key": number}))

    async with AsyncExitStack() as stack:
        listeners = []
        for number in range(count):
            socket = await stack.enter_async_context(
                connect(f"ws://127.0.0.1:{port}/analysis/live")
            )
            await ask(number, socket)
            listeners.append(asyncio.create_task(listen(number, socket)))
        while count and min(reports) < 1:  # all have started
            await asyncio.sleep(0.1)
        try:
            yield reports
        finally:
            for listener in listeners:
                listener.cancel()


async def measure(options: argparse.Namespace, pid: int) -> tuple[list[Round], int]:
    """Play rounds of games without and with analyses; returns the times and the reports."""
    length = int(options.seconds * options.rate)
    scripts = [
        (SPECS[number % 4], script(SPECS[number % 4], number // 4 % 4, length))
        for number in range(options.games)
    ]
    rounds: list[Round] = []
    sent = 0
    for number in range(options.rounds):
        quiet = await at_kletka(options.port, scripts, options.rate, pid)
        async with analysing(options.port, options.analyses) as reports:
            before = sum(reports)
            busy = await at_kletka(options.port, scripts, options.rate, pid)
            sent += sum(reports) - before
        rounds.append((quiet, busy))
        print(
            f"round {number + 1}: {middle(quiet)} in the middle and {1000 * quiet.p99:.1f} ms at "
            f"99 % without, {middle(busy)} and {1000 * busy.p99:.1f} ms with analyses: "
            f"{busy.p99 / quiet.p99:.2f} times",
            flush=True,
        )
        if quiet.lost + busy.lost:
            sys.exit(f"{quiet.lost + busy.lost} games were lost")
    return rounds, sent


def middle(result: Result) -> str:
    took = sorted(second for game in result.games for second in game.took)
    return f"{1000 * took[len(took) // 2]:.1f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--analyses", type=int, default=20)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--rate", type=float, default=2.0, help="moves a second in each game")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--port", type=int, default=8193)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = {"KLETKA_DATA_DIR": folder, "KLETKA_LIMITS": "off"}
        command = ("-m", "kletka", "serve", "--no-browser", "--port", str(options.port))
        with running(*command, environment=environment, port=options.port) as pid:
            rounds, sent = uvloop.run(measure(options, pid))
    ratios = sorted(busy.p99 / quiet.p99 for quiet, busy in rounds)
    ratio = ratios[len(ratios) // 2]
    print(f"{options.analyses} analyses, {sent} reports on {os.cpu_count()} processors")
    print(f"{ratio:.2f} times as long (under {WORTH:g} is wanted)")
    if ratio >= WORTH:
        sys.exit("this is not good enough")


if __name__ == "__main__":
    main()
