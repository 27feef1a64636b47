"""Bots move, even if their worker dies, and continue after a restart."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

import kletka
from kletka.web.live.bots import NICENESS, Bots
from kletka.web.live.terms import bots_of
from tests.web.browser.serving import Server
from tests.web.clients import PATIENCE, NewGame

SPECS = ["kamiken(size=4)", "ydyumby(board=4x4)", "vyun(board=3x3)", "manu(size=4,reserve=4)"]


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    """One event loop for all tests, as workers belong to the loop that started them."""
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="module")
def bots(runner: asyncio.Runner) -> Iterator[Bots]:
    bots = Bots(1)
    yield bots
    bots.close()


@pytest.mark.parametrize("spec", SPECS)
def test_bots_play_whole_turns_to_the_end(runner: asyncio.Runner, bots: Bots, spec: str) -> None:
    async def go() -> None:
        position, seed = kletka.start(spec), 0
        while not position.over and seed < 60:
            bot = ("level1", "inventor")[seed % 2]
            position = position.play_turn(await bots.choose(position, bot, seed))
            seed += 1
            assert not position.in_turn

    runner.run(go())


def test_every_bot_that_can_be_chosen_moves(runner: asyncio.Runner, bots: Bots) -> None:
    position = kletka.start("kamiken(size=3)")
    for bot in bots_of(position.spec.game):
        assert kletka.Move(runner.run(bots.choose(position, bot, 1))) in position.moves


@pytest.mark.parametrize("lost_by", [signal.SIGKILL, signal.SIGSTOP])
def test_a_bot_moves_although_its_worker_is_dead_or_silent(
    runner: asyncio.Runner, bots: Bots, lost_by: signal.Signals
) -> None:
    async def go() -> str:
        position = kletka.start("kamiken(size=9)")
        thinking = asyncio.create_task(bots.choose(position, "level9", 1))
        await asyncio.sleep(0.5)
        for pid in bots.process_ids():
            os.kill(pid, lost_by)
        return await asyncio.wait_for(thinking, PATIENCE)

    assert kletka.Move(runner.run(go())) in kletka.start("kamiken(size=9)").moves


def test_after_a_restart_bots_that_are_to_move_move(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    games = []
    for spec in SPECS:
        game = NewGame(server, spec, "here level1")
        moves = game.api().get(f"{game.path}/moves").json()["moves"]
        game.api(0).post(f"{game.path}/turns", turn=moves[0], number=0)
        games.append(game)
    asked = NewGame(server, "kamiken(size=9)", "level9 here")  # it takes two seconds to think
    server.kill()
    server.start()
    try:
        for game in games:
            with game.live(0) as live:
                view = live.until("game")
                if view["number"] < 2:
                    assert live.until("turn")["seat"] == 1
        with asked.live(1) as live:
            if live.until("game")["number"] == 0:
                assert live.until("turn")["seat"] == 0
    finally:
        server.stop()


def test_a_bot_whose_turn_was_taken_back_while_it_thought_moves_again(site: Server) -> None:
    game = NewGame(site, "kamiken(size=9)", "here level8")
    with game.live(0) as live:
        live.play(0, "E5")
        live.send("takeback")
        assert live.until("takeback", "refused")["type"] == "takeback"
        live.play(0, "D4")
        assert live.until("turn")["seat"] == 1
    turns = game.view()["turns"]
    assert (turns[0], len(turns)) == ("D4", 2)


def test_bots_that_think_long_delay_nobody(site: Server) -> None:
    slow = [NewGame(site, "kamiken(size=9)", "here level9") for _ in range(4)]
    for game in slow:  # two seconds for each, one after another
        game.api(0).post(f"{game.path}/turns", turn="E5", number=0)
    quick = NewGame(site, "vyun(board=4x4)", "here here")
    with quick.live(0) as first, quick.live(1) as second:
        for number, turn in enumerate("A1 B1 C1 D1 A2 B2".split()):
            assert (first, second)[number % 2].play(number, turn)["number"] == number + 1
    assert slow[-1].view()["number"] == 1, "people need not wait until the bots have thought"


def test_thirty_long_thinkers_of_one_visitor_do_not_delay_others(
    runner: asyncio.Runner, bots: Bots
) -> None:
    async def go() -> None:
        large, small = kletka.start("manu(size=26)"), kletka.start("kamiken(size=9)")
        await bots.choose(small, "level1", 1)  # the worker for light jobs has started
        greedy = [
            asyncio.create_task(bots.choose(large, "level9", seed, "greedy", last=seed < 15))
            for seed in range(30)
        ]
        await asyncio.sleep(0)
        for seed in range(5):
            await bots.choose(small, "level1", seed, "anna")
        assert sum(task.done() for task in greedy) <= 1
        await bots.choose(small, "level8", 1, "boris")
        assert sum(task.done() for task in greedy) <= 3
        for task in greedy:
            task.cancel()

    runner.run(go())


def test_the_process_for_light_jobs_has_the_priority_of_the_server(
    runner: asyncio.Runner, bots: Bots
) -> None:
    async def go() -> None:
        small, large = kletka.start("kamiken(size=5)"), kletka.start("kamiken(size=11)")
        await asyncio.gather(bots.choose(large, "level8", 1), bots.choose(small, "level1", 1))
        mine = os.getpriority(os.PRIO_PROCESS, 0)
        processes = {os.getpriority(os.PRIO_PROCESS, pid) for pid in bots.process_ids()}
        assert processes == {mine, mine + NICENESS}

    runner.run(go())


def test_bots_among_themselves_play_only_while_somebody_watches(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.start()
    try:
        game = NewGame(server, "vyun(board=9x9)", "level1 level1")
        other = NewGame(server, "vyun(board=9x9)", "level1 here")
        with other.live(1) as live:
            if live.until("game")["number"] == 0:
                live.until("turn")
        assert game.view()["number"] == 0, "nobody watches"
        with game.live() as live:
            for _ in range(3):
                live.until("turn")
        server.kill()
        server.start()
        waiting = game.view()
        assert not waiting["over"]
        with other.live(1) as live:
            live.until("game")
        assert game.view()["number"] == waiting["number"]
        with game.live() as live:
            assert live.until("turn")["number"] == waiting["number"] + 1
    finally:
        server.stop()
