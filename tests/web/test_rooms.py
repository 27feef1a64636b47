"""Rooms and the registry with a simulated time: restarts, dropped rooms, database errors."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import SQLAlchemyError

from kletka.web.configuration import Configuration
from kletka.web.live.bots import Bots
from kletka.web.live.clocks import Clock
from kletka.web.live.game import Event
from kletka.web.live.game_time import ServerTime
from kletka.web.live.registry import GameRegistry
from kletka.web.live.room_services import Message
from kletka.web.live.rooms import Decide, Room
from kletka.web.live.terms import GameTerms
from kletka.web.refusals import Refused
from kletka.web.security import Secrets
from kletka.web.storage.store import Store
from tests.web.clients import PATIENCE
from tests.web.live_games import terms_of

DAY = 24 * 3600 * 1000
FAST = Clock("real", minutes=1)


class World:
    """A database and a simulated time, whose system clock can be set."""

    def __init__(self, folder: Path) -> None:
        self.configuration = Configuration(folder, bot_pause=0)
        self.store = Store(self.configuration.database)
        self.bots = Bots(1)
        self.now, self.wrong_by = 10**12, 0

    def registry(self, most_rooms: int = 100) -> GameRegistry:
        """A registry as after a start of the server."""
        secrets = Secrets(b"k" * 32)
        return GameRegistry(
            self.configuration, self.store, self.bots, secrets, self.time(), most_rooms
        )

    def time(self) -> ServerTime:
        return ServerTime(lambda: self.now + self.wrong_by, lambda: self.now - 10**9)

    @contextmanager
    def broken_database(self) -> Iterator[None]:
        """Nothing can be stored for a while."""
        engine = create_engine(self.configuration.database)
        with engine.begin() as connection:
            connection.execute(text("ALTER TABLE events RENAME TO elsewhere"))
        yield
        with engine.begin() as connection:
            connection.execute(text("ALTER TABLE elsewhere RENAME TO events"))
        engine.dispose()

    def close(self) -> None:
        self.bots.close()
        self.store.close()


def in_a_world(folder: Path, story: Callable[[World], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with asyncio.timeout(PATIENCE):  # what never happens fails
            await story(world)

    world = World(folder)
    try:
        asyncio.run(whole())
    finally:
        world.close()


class RecordingListener:
    """A listener that keeps its messages."""

    seats: frozenset[int] = frozenset()
    address = "192.0.2.1"

    def __init__(self) -> None:
        self.heard: list[Message] = []

    def notify(self, message: Message) -> None:
        self.heard.append(message)

    def disconnect(self) -> None:
        raise AssertionError("nobody should be sent away")


async def play(room: Room, turns: str) -> None:
    for turn in turns.split():
        seat, number = room.game.to_move, room.game.number
        assert seat is not None
        await room.act(playing(seat, number, turn))


async def ending(room: Room) -> None:
    while not room.game.over:
        await asyncio.sleep(0.01)


async def stored_events(world: World, room: Room) -> tuple[Event, ...]:
    stored = await world.store.load(room.id)
    assert stored is not None
    return stored.events


def playing(seat: int, number: int, turn: str) -> Decide:
    return lambda game, now: game.play(seat, number, turn, now)


def game(seats: str = "here here", clock: Clock | None = None) -> GameTerms:
    return terms_of("kamiken(size=4)", seats, clock)


def test_a_restart_does_not_cost_anybody_the_game_in_real_time(tmp_path: Path) -> None:
    async def story(world: World) -> None:
        room = await world.registry().open(game(clock=FAST), None)
        await play(room, "B2")
        room.close()
        world.now += DAY
        again = await world.registry().room(room.id)
        assert not again.game.over
        assert again.game.due() == world.now + 60_000
        world.now += 61_000
        with pytest.raises(Refused):
            await play(again, "D1")
        assert again.game.retired == {1: "time"}
        again.close()

    in_a_world(tmp_path, story)


def test_days_go_on_while_the_server_is_away(tmp_path: Path) -> None:
    async def story(world: World) -> None:
        room = await world.registry().open(game(clock=Clock("days", days=2)), None)
        await play(room, "B2")
        room.close()
        world.now += 3 * DAY
        registry = world.registry()
        await registry.resume(10)
        again = await registry.room(room.id)
        await ending(again)
        assert again.game.retired == {1: "time"}

    in_a_world(tmp_path, story)


@pytest.mark.parametrize("minutes", [10, -60])
def test_setting_the_system_clock_changes_no_game(tmp_path: Path, minutes: int) -> None:
    async def story(world: World) -> None:
        room = await world.registry().open(game(clock=FAST), None)
        await play(room, "B2")
        world.wrong_by = minutes * 60_000
        world.now += 20_000
        assert room.game.times.shown(1, room.now()) == (60_000, 40_000)
        await play(room, "D1")
        world.now += 59_000
        await play(room, "A4")
        assert room.game.times.remaining == (1_000, 40_000)
        world.now += 41_000
        with pytest.raises(Refused):
            await play(room, "pass")
        assert room.game.retired == {1: "time"}

    in_a_world(tmp_path, story)


@pytest.mark.parametrize(("clock", "first"), [(FAST, 60_000), (Clock("days", days=2), 2 * DAY)])
def test_clocks_run_after_a_restart_with_a_system_clock_that_was_set_back(
    tmp_path: Path, clock: Clock, first: int
) -> None:
    async def story(world: World) -> None:
        room = await world.registry().open(game(clock=clock), None)
        await play(room, "B2")
        room.close()
        world.wrong_by = -3_600_000
        again = await world.registry().room(room.id)
        world.now += 20_000
        assert again.game.times.shown(1, again.now()) == (first, first - 20_000)
        again.close()

    in_a_world(tmp_path, story)


def test_a_loss_on_time_is_tried_again_until_it_is_stored(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(world: World) -> None:
        room = await world.registry().open(game(clock=Clock("real", minutes=0.001)), None)
        await play(room, "B2")
        world.now += 61
        with world.broken_database():
            while "could not be stored" not in caplog.text:
                await asyncio.sleep(0.01)
        assert not room.game.over
        await ending(room)
        assert room.game.retired == {1: "time"}
        assert [event.kind for event in await stored_events(world, room)][-1] == "over"

    in_a_world(tmp_path, story)


def test_clocks_start_again_although_the_database_was_away_at_the_start(tmp_path: Path) -> None:
    async def story(world: World) -> None:
        room = await world.registry().open(game(clock=FAST), None)
        await play(room, "B2")
        room.close()
        world.now += DAY
        registry = world.registry()
        with world.broken_database():
            resuming = asyncio.create_task(registry.resume(10))
            with pytest.raises(SQLAlchemyError):
                await registry.room(room.id)
            assert not resuming.done()
        await resuming
        again = await registry.room(room.id)
        assert not again.game.over
        assert again.game.due() == world.now + 60_000
        again.close()

    in_a_world(tmp_path, story)


def test_rooms_that_nobody_uses_are_forgotten_and_come_back(tmp_path: Path) -> None:
    async def story(world: World) -> None:
        registry = world.registry(most_rooms=4)
        listened = await registry.open(game(), None)
        ear = RecordingListener()
        listened.add_listener(ear, None, listened.viewer())
        made = [await registry.open(game(), None) for _ in range(12)]
        assert len(registry._rooms) <= 4
        assert await registry.room(listened.id) is listened, "somebody listens there"
        first = await registry.room(made[0].id)
        assert first is not made[0]
        await play(first, "B2 D1")
        assert first.game.turns == ["B2", "D1"]

    in_a_world(tmp_path, story)


def test_two_requests_for_a_game_at_once_get_the_same_room(tmp_path: Path) -> None:
    async def story(world: World) -> None:
        made = await world.registry().open(game(), None)
        registry = world.registry()
        rooms = await asyncio.gather(*(registry.room(made.id) for _ in range(10)))
        assert len({id(room) for room in rooms}) == 1

    in_a_world(tmp_path, story)


def test_what_cannot_be_stored_does_not_happen(tmp_path: Path) -> None:
    async def story(world: World) -> None:
        room = await world.registry().open(game(), None)
        ear = RecordingListener()
        room.add_listener(ear, None, room.viewer())
        with world.broken_database(), pytest.raises(Refused) as caught:
            await play(room, "B2")
        assert (caught.value.code, caught.value.status) == ("storage", 503)
        assert room.game.number == 0
        assert [message["type"] for message in ear.heard] == ["game", "presence"]
        await play(room, "B2")
        assert [message.get("turn") for message in ear.heard[2:3]] == ["B2"]

    in_a_world(tmp_path, story)


def test_a_game_of_bots_plays_itself_while_somebody_watches(tmp_path: Path) -> None:
    async def story(world: World) -> None:
        room = await world.registry().open(game("level1 inventor"), None)
        room.add_listener(RecordingListener(), None, room.viewer())
        await ending(room)
        assert room.game.outcome is not None
        assert room.game.outcome.why == "rules"

    in_a_world(tmp_path, story)


def test_bots_and_their_clocks_stand_still_while_nobody_watches(tmp_path: Path) -> None:
    async def story(world: World) -> None:
        room = await world.registry().open(game("level1 level1", FAST), None)
        await asyncio.sleep(0.1)
        assert room.game.number == 0
        ear = RecordingListener()
        room.add_listener(ear, None, room.viewer())
        while room.game.number < 2:
            await asyncio.sleep(0)
        room.remove_listener(ear)
        while not room.idle:
            await asyncio.sleep(0.01)
        number = room.game.number
        assert not room.game.over
        world.now += DAY
        await room.act(lambda game, now: [])
        assert room.game.number == number
        registry = world.registry()
        await registry.resume(10)
        again = await registry.room(room.id)
        assert again.idle
        again.add_listener(ear, None, again.viewer())
        await ending(again)
        assert again.game.outcome is not None
        assert again.game.outcome.why == "rules"

    in_a_world(tmp_path, story)
