"""The attacks of `benchmarks.attack`: what one hostile visitor does to a server.

Each comes from one address on the loopback interface, is bounded in count and time, and counts the
answers that it gets, so that one can see whether it did its work or met a limit at once. Errors are
what an attacker hopes for, so they are counted too and go no further.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import kletka

ATTACKER = "127.66.0.1"
LARGE = "vyun(board=26x26)"
Answers = Counter[str]
Attack = Callable[[int, float, Answers], Awaitable[None]]  # a port, and when to stop (perf_counter)


def client(address: str, port: int) -> httpx.AsyncClient:
    """A visitor with this address, which waits for no more than a minute."""
    transport = httpx.AsyncHTTPTransport(local_address=address)
    base = f"http://127.0.0.1:{port}"
    return httpx.AsyncClient(transport=transport, base_url=base, timeout=60)


async def ask(
    visitor: httpx.AsyncClient, answers: Answers, method: str, path: str, **more: object
) -> None:
    """Send a request and count its answer."""
    try:
        answer = await visitor.request(method, path, **more)  # type: ignore[arg-type]
        answers[str(answer.status_code)] += 1
    except httpx.HTTPError as error:
        answers[type(error).__name__] += 1


async def ask_all(until: float, at_once: int, requests: Iterable[Awaitable[None]]) -> None:
    """Send requests, some at once, until the time is up."""
    waiting: set[asyncio.Task[None]] = set()
    for request in requests:
        waiting.add(asyncio.ensure_future(request))
        if len(waiting) >= at_once:
            _, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        if time.perf_counter() >= until:
            break
    await asyncio.gather(*waiting)


def crowded(turns: int) -> kletka.Position:
    chance, position = random.Random(1), kletka.start(LARGE)
    for _ in range(turns):
        position = position.play(chance.choice(position.moves[:-1]))
    return position


def long_record(turns: int) -> str:
    cells = kletka.start(LARGE).board.names[:turns]
    written = " ".join(f"{number}. {cell}" for number, cell in enumerate(cells, 1))
    return f'[Spec "{LARGE}"]\n\n{written} *'


async def many_analyses(port: int, until: float, answers: Answers) -> None:
    """Five connections that ask for analyses of large boards as fast as they can."""
    question = json.dumps({"do": "analyse", "position": str(crowded(200)), "key": 1})

    async def attack() -> None:
        address = f"ws://127.0.0.1:{port}/analysis/live"
        with contextlib.suppress(OSError, WebSocketException):
            async with connect(address, local_addr=(ATTACKER, 0)) as socket:
                for _ in range(120):
                    if time.perf_counter() >= until:
                        return
                    await socket.send(question)
                    answers["asked"] += 1

    while time.perf_counter() < until:
        await asyncio.gather(*(attack() for _ in range(5)))
        await asyncio.sleep(0.5)


async def huge_trees(port: int, until: float, answers: Answers) -> None:
    """Records with thousands of turns in variations, posted by a client that hangs up at once."""
    line = " ".join(f"{n}. {c}" for n, c in enumerate(kletka.start(LARGE).board.names[:600], 1))
    text = f'[Spec "{LARGE}"]\n\n1. Z26 {{{f"({line}) " * 20}}} *'
    body = json.dumps({"text": text}).encode()
    head = f"POST /analysis/read HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    for _ in range(300):
        if time.perf_counter() >= until:
            return
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ATTACKER, 0))
            writer.write(head.encode() + body)
            await writer.drain()
            writer.close()
            answers["posted"] += 1
        await asyncio.sleep(0.1)


async def large_pictures(port: int, until: float, answers: Answers) -> None:
    """Pictures of a long game on the largest board, each another one, within the limits."""
    async with client(ATTACKER, port) as visitor:
        record = {"record": long_record(300)}
        game = (await visitor.post("/api/records", json=record)).json()["id"]
        turns = random.Random(2)

        def path(number: int) -> str:
            turn = turns.randrange(300)
            if number % 60 == 0:  # PNG and GIF: one in two seconds is allowed
                return f"/g/{game}/position.png?width={1600 - number % 500}&number={turn}"
            if number % 60 == 30:
                return f"/g/{game}/game.gif?width={600 - number % 400}"
            seen = f"number={turn}&turned={number % 4}&territory={number // 4 % 2 == 0}"
            return f"/g/{game}/board.svg?{seen}"

        async def fetch(number: int) -> None:
            await asyncio.sleep(max(0.0, begun + number / 35 - time.perf_counter()))
            await ask(visitor, answers, "GET", path(number))

        begun = time.perf_counter()
        await ask_all(until, 40, (fetch(number) for number in range(1500)))


async def large_pages(port: int, until: float, answers: Answers) -> None:
    """Pages for which positions are parsed and boards drawn, of the largest boards."""
    text, record = str(crowded(200)), long_record(600)
    async with client(ATTACKER, port) as visitor:

        async def fetch(number: int) -> None:
            await asyncio.sleep(max(0.0, begun + number / 35 - time.perf_counter()))
            kind = number % 4
            if kind == 0:
                await ask(visitor, answers, "GET", "/analysis/vyun", params={"position": text})
            elif kind == 1:
                await ask(visitor, answers, "GET", "/paper/vyun", params={"spec": LARGE})
            elif kind == 2:
                await ask(visitor, answers, "POST", "/board", json={"position": text})
            else:
                await ask(visitor, answers, "POST", "/api/records", json={"record": record})

        begun = time.perf_counter()
        await ask_all(until, 40, (fetch(number) for number in range(1500)))


async def strong_bots(port: int, until: float, answers: Answers) -> None:
    """Thirty games of the strongest bots against each other on the largest board, watched."""
    seats = [{"kind": "bot", "bot": "level9"}, {"kind": "bot", "bot": "level9"}]
    async with client(ATTACKER, port) as visitor:

        async def watch() -> None:
            asked = {"spec": "manu(size=26)", "seats": seats}
            made = (await visitor.post("/api/games", json=asked)).json()
            async with visitor.stream("GET", f"/api/games/{made['game']['id']}/stream") as lines:
                answers["watched"] += 1
                async for _ in lines.aiter_lines():
                    pass

        watching = [asyncio.create_task(watch()) for _ in range(30)]
        await asyncio.sleep(max(0.0, until - time.perf_counter()))
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)


async def half_requests(port: int, until: float, answers: Answers) -> None:
    """Connections that send the first lines of a request and then nothing."""
    writers = []
    for _ in range(400):
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ATTACKER, 0))
            writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
            writers.append(writer)
            answers["half-sent"] += 1
    await asyncio.sleep(max(0.0, until - time.perf_counter()))
    for writer in writers:
        writer.close()


async def missing_pages(port: int, until: float, answers: Answers) -> None:
    """Pages that do not exist, and connections to games that do not exist."""
    async with client(ATTACKER, port) as visitor:

        async def open_socket(number: int) -> None:
            address = f"ws://127.0.0.1:{port}/g/none{number}/live"
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with connect(address, local_addr=(ATTACKER, 0)):
                    pass

        for number in range(400):
            if time.perf_counter() >= until:
                return
            pages = [f"/no/such/page/{10 * number + n}" for n in range(10)]
            asked = (ask(visitor, answers, "GET", page) for page in pages)
            await asyncio.gather(*asked, open_socket(number))


async def odd_bodies(port: int, until: float, answers: Answers) -> None:
    """Forms and JSON that take long to read: nested, with very many parts, with long numbers."""
    many = b'{"start": "x", "tree": [' + b",".join([b"[]"] * 300_000) + b"]}"
    fields = b"{" + b",".join(b'"%d":0' % number for number in range(80_000)) + b"}"
    requests = [
        ("/api/games", "application/json", b"[" * 50_000),
        ("/api/games", "application/json", b'{"spec": ' + b"9" * 50_000 + b"}"),
        ("/api/games", "application/json", fields),
        ("/analysis/record", "application/json", many),
        ("/new", "application/x-www-form-urlencoded", b"&" * 1_000_000),
    ]
    async with client(ATTACKER, port) as visitor:

        async def post(number: int) -> None:
            path, kind, body = requests[number % len(requests)]
            headers = {"Content-Type": kind}
            await ask(visitor, answers, "POST", path, content=body, headers=headers)

        await ask_all(until, 20, (post(number) for number in range(1000)))


async def nothing(port: int, until: float, answers: Answers) -> None:
    """No attack, for comparison."""
    await asyncio.sleep(max(0.0, until - time.perf_counter()))


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        nothing,
        many_analyses,
        huge_trees,
        large_pictures,
        large_pages,
        strong_bots,
        half_requests,
        missing_pages,
        odd_bodies,
    )
}
FEW_FILES = {"half_requests": 256}  # file descriptors of the server
