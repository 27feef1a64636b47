"""Threads for parsing and drawing."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

import kletka
from kletka.variations import Branch
from kletka.web.addresses import asking
from kletka.web.board_answers import read_position
from kletka.web.refusals import Refused
from kletka.web.study.tree_json import MOST_TURNS, read_tree, tree_as_json
from kletka.web.thread_pools import MOST_WAITING, SHARE, ThreadPool, parsing
from tests.web.clients import PATIENCE
from tests.web.in_process import app_with, client_of, socket_of


def test_work_whose_asker_has_gone_is_dropped_and_errors_are_passed_on() -> None:
    async def test() -> None:
        pool, release = ThreadPool("test", 1), threading.Event()
        ran: list[str] = []
        first = asyncio.create_task(pool.run(release.wait))
        second = asyncio.create_task(pool.run(ran.append, "dropped"))
        await asyncio.sleep(0)
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        release.set()
        assert await first
        with pytest.raises(ValueError, match="invalid literal"):
            await pool.run(int, "x")
        assert not ran

    asyncio.run(test())


MOST_OF_ONE = int(SHARE * MOST_WAITING)


class PlayedForEver:
    """Work that plays until it is interrupted, and that a test can watch."""

    def __init__(self) -> None:
        self.begun, self.ended = threading.Event(), threading.Event()
        self._broken_off = threading.Event()

    def __call__(self) -> None:
        position = kletka.start("kamiken(size=3)")
        self.begun.set()
        try:
            while not self._broken_off.is_set():
                position.play("B2")
        finally:
            self.ended.set()

    def break_off(self) -> None:
        """End it, so that a test that has failed leaves no thread busy."""
        self._broken_off.set()


def test_work_that_has_begun_stops_when_its_asker_has_gone() -> None:
    async def test() -> bool:
        pool, work = ThreadPool("test", 1), PlayedForEver()
        asker = asyncio.create_task(pool.run(work))
        await asyncio.to_thread(work.begun.wait)
        asker.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asker
        stopped = await asyncio.to_thread(work.ended.wait, PATIENCE)
        work.break_off()
        assert await pool.run(int, "3") == 3
        return stopped

    assert asyncio.run(test()), "it goes on, although nobody waits for it"


def test_a_request_is_given_up_when_its_client_has_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = PlayedForEver()
    monkeypatch.setattr("kletka.web.study.analysis_page._read", lambda text, language: work())
    body = b'{"text": "x"}'
    messages: list[dict[str, Any]] = [
        {"type": "http.request", "body": body},
        {"type": "http.disconnect"},
    ]
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/analysis/read",
        "query_string": b"",
        "headers": [(b"host", b"kletka.test"), (b"content-type", b"application/json")],
        "client": ("127.0.0.1", 1),
        "scheme": "http",
    }

    async def receive() -> dict[str, Any]:
        if len(messages) == 1:
            await asyncio.to_thread(work.begun.wait)
        return messages.pop(0)

    async def send(message: Any) -> None:
        pass

    async def test() -> bool:
        app = app_with(tmp_path)
        async with client_of(app):
            serving = asyncio.create_task(app(scope, receive, send))
            stopped = await asyncio.to_thread(work.ended.wait, PATIENCE)
            work.break_off()
            await serving
            return stopped

    assert asyncio.run(test())


def test_nothing_waits_for_work_when_the_server_stops() -> None:
    release = threading.Event()

    async def test() -> None:
        busy = asyncio.create_task(ThreadPool("test-stop", 2).run(release.wait))
        await asyncio.sleep(0)
        assert not busy.done()

    asyncio.run(test())  # does not wait
    threads = [thread for thread in threading.enumerate() if thread.name == "test-stop"]
    assert threads
    assert all(thread.daemon for thread in threads), "the interpreter would wait for them"
    release.set()


async def occupied(pool: ThreadPool, release: threading.Event) -> asyncio.Task[bool]:
    """Let the pool's only thread wait."""
    begun = threading.Event()

    def wait() -> bool:
        begun.set()
        return release.wait()

    waiting = asyncio.create_task(pool.run(wait))
    await asyncio.to_thread(begun.wait)
    return waiting


async def refused_at_once(pool: ThreadPool) -> Refused:
    asked = asyncio.create_task(pool.run(int, "3"))
    await asyncio.sleep(0)
    assert asked.done(), "it waits in the queue"
    error = asked.exception()
    assert isinstance(error, Refused)
    return error


def test_a_queue_has_an_end_and_no_visitor_fills_it() -> None:
    async def test() -> None:
        pool, release = ThreadPool("test", 1), threading.Event()
        asking.set("greedy")
        busy = [await occupied(pool, release)]
        busy += [asyncio.create_task(pool.run(release.wait)) for _ in range(MOST_OF_ONE)]
        await asyncio.sleep(0)
        refused = await refused_at_once(pool)
        assert (refused.code, refused.status) == ("full", 503)
        assert "too much to do; try again" in refused.say("en")
        for other in range(MOST_WAITING - MOST_OF_ONE):
            asking.set(f"visitor {other}")
            busy.append(asyncio.create_task(pool.run(release.wait)))
        await asyncio.sleep(0)
        asking.set("one more")
        await refused_at_once(pool)
        busy[-1].cancel()  # who leaves makes room
        await asyncio.sleep(0)
        waiting = asyncio.create_task(pool.run(int, "3"))
        release.set()
        assert await waiting == 3
        await asyncio.gather(*busy[:-1])

    asyncio.run(test())


def test_visitors_take_turns() -> None:
    async def test() -> None:
        pool, release = ThreadPool("test", 1), threading.Event()
        order: list[str] = []
        asking.set("greedy")
        tasks: list[asyncio.Task[Any]] = [await occupied(pool, release)]
        tasks += [asyncio.create_task(pool.run(order.append, "greedy")) for _ in range(9)]
        await asyncio.sleep(0)
        asking.set("anna")
        tasks.append(asyncio.create_task(pool.run(order.append, "anna")))
        await asyncio.sleep(0)
        release.set()
        await asyncio.gather(*tasks)
        assert order.index("anna") <= 1

    asyncio.run(test())


def test_a_full_queue_is_said_with_503(tmp_path: Path) -> None:
    async def test() -> None:
        async with client_of(app_with(tmp_path)) as client:
            release = threading.Event()
            asking.set("127.0.0.1")  # the client's address
            busy: list[asyncio.Task[bool]] = []
            while len(parsing._waiting) < MOST_OF_ONE:
                busy.append(asyncio.create_task(parsing.run(release.wait)))
                await asyncio.sleep(0.001)
            asked = asyncio.create_task(client.post("/analysis/read", json={"text": "kamiken"}))
            while not asked.done() and len(parsing._waiting) <= MOST_OF_ONE:
                await asyncio.sleep(0.001)
            release.set()
            await asyncio.gather(*busy)
            answer = await asked
            assert answer.status_code == 503
            assert answer.headers["Retry-After"] == "5"
            assert answer.json()["error"]["code"] == "full"

    asyncio.run(test())


def test_a_tree_of_too_many_turns_is_refused_in_a_sentence() -> None:
    start = kletka.start("kamiken(size=3)")
    assert len(tree_as_json(start, [Branch("B2")] * MOST_TURNS)) == MOST_TURNS
    with pytest.raises(Refused) as refused:
        tree_as_json(start, [Branch("B2")] * (MOST_TURNS + 1))
    assert refused.value.status == 413
    assert refused.value.say("ru") == f"в дереве может быть не больше {MOST_TURNS} ходов"


@pytest.mark.parametrize("variation", ["(1. A1 2. C3)", "(1. A1 2. B1)"])  # B1 is illegal
def test_turns_of_variations_are_counted_while_they_are_read(
    variation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f'[Spec "kamiken(size=3)"]\n\n1. B2 {{{variation * 5 * MOST_TURNS}}} *'
    record, played, play = kletka.Record.parse(text), 0, kletka.Position._play_step

    def counted(position: kletka.Position, notation: str) -> kletka.Position:
        nonlocal played
        played += 1
        return play(position, notation)

    monkeypatch.setattr(kletka.Position, "_play_step", counted)
    with pytest.raises(Refused) as refused:
        read_tree(record)
    assert refused.value.status == 413
    assert played <= MOST_TURNS


def test_lists_and_boards_are_answered_while_all_parsers_are_busy(tmp_path: Path) -> None:
    async def test() -> None:
        async with client_of(app_with(tmp_path)) as client:
            new = {"spec": "kamiken(size=3)", "seats": [{}, {}]}
            release = threading.Event()
            busy = [asyncio.create_task(parsing.run(release.wait)) for _ in range(10)]
            text = {"text": '[Spec "kamiken(size=3)"]\n\n1. B2 *\n'}
            reading = asyncio.create_task(client.post("/analysis/read", json=text))
            game = (await client.post("/api/games", json=new)).json()["game"]["id"]
            assert (await client.get("/api/games")).status_code == 200
            assert (await client.get(f"/g/{game}/board.svg")).status_code == 200
            assert not reading.done(), "reading has no threads of its own"
            release.set()
            assert (await reading).json()["type"] == "read"
            await asyncio.gather(*busy)

    asyncio.run(test())


def test_positions_to_analyse_are_parsed_apart_from_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []

    def noted(text: str) -> kletka.Position:
        threads.append(threading.current_thread().name)
        return read_position(text)

    monkeypatch.setattr("kletka.web.study.analysis_socket.read_position", noted)
    over = "kamiken(size=1,komi=0.5) w - -"

    async def ask() -> None:
        app = app_with(tmp_path)
        async with client_of(app), socket_of(app, "/analysis/live") as socket:
            socket.send("analyse", position=over, key=3)
            assert (await socket.until("refused"))["key"] == 3

    asyncio.run(ask())
    assert len(threads) == 1
    assert threads[0].startswith("kletka-parsing")
