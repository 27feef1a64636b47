"""Rooms: games in memory, with the clients that follow them."""

from __future__ import annotations

import asyncio
import logging
import time
import zlib
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from kletka.language import Text
from kletka.web.live.absence import LastSeen, claim_of, presence
from kletka.web.live.bots import EASY
from kletka.web.live.game import Event, LiveGame
from kletka.web.live.game_time import GameTime
from kletka.web.live.replaying import note_damage, replay
from kletka.web.live.room_services import Listener, Message, RoomServices
from kletka.web.live.seat_keys import SeatKeys, Viewer
from kletka.web.live.terms import BOT, LINK
from kletka.web.live.views import event_message, game_view, in_words
from kletka.web.metrics import TURNS, timed
from kletka.web.refusals import Refused, stale, storage_failed, too_many_devices
from kletka.web.security import hash_of
from kletka.web.storage.cluster import Present
from kletka.web.storage.store import Conflict, StoredGame

log = logging.getLogger("kletka.web")
REMEMBERED_EVENTS = 400
MOST_DEVICES = 20  # browsers that hold one seat
TRY_AGAIN = 1.0  # seconds after which a loss on time that could not be stored is tried again
MANY = 10  # events after which others may do something
TRIES = 20  # decisions after conflicts with other servers
Decide = Callable[[LiveGame, int], list[Event]]
Outgrowth = tuple[list[Event], StoredGame | None]  # events, and a game to be created with them


class Room(SeatKeys):
    """One game and its listeners; changes wait for a lock."""

    def __init__(
        self, services: RoomServices, stored: StoredGame, game: LiveGame, visitor: str = ""
    ) -> None:
        """`game` is the stored game after all its events."""
        # Whose bots these are: the address of who was last here to play, or to watch bots.
        self.visitor = visitor or stored.creator or ""
        super().__init__(services.secrets, stored, game)
        self.created = stored.created
        if self.game.halted is not None and not self.game.terms.imported:
            note_damage(self.id, str(self.game.halted.en))
        last_at = stored.events[-1].at if stored.events else stored.created
        self._time = GameTime(services.time, last_at)
        self._last_seen = LastSeen(self._time.now())
        self._services = services
        self._lock = asyncio.Lock()
        self._listeners: set[Listener] = set()
        self._elsewhere = Present()  # who is connected through other servers
        self._remembered: list[Message] = []  # the newest events, for clients that reconnect
        self._bot: asyncio.Task[None] | None = None
        self._thinking: asyncio.Task[str] | None = None
        self._waking: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._running_out: asyncio.Task[None] | None = None
        self._closed = False

    # Viewers.

    def view(self, viewer: Viewer) -> Message:
        """The whole game as the viewer may see it."""
        seats = enumerate(self.game.terms.seats)
        free = [n for n, seat in seats if seat.kind == LINK and not self.game.taken(n)]
        return game_view(
            self.id,
            self.game,
            viewer.seats,
            {seat: self._link(self.invitation_to(seat)) for seat in free if viewer.creator},
            {seat: self._link(self.key_of(seat)) for seat in viewer.seats},
            self._connected_seats(),
            self.away(),
            self.now(),
        )

    def _link(self, secret: str) -> str:
        return f"/g/{self.id}/{secret}"

    async def take_seat(self, seat: int, visitor: str | None, name: str = "") -> None:
        """Give a free seat to a browser, or to a program; raises Refused if it is taken."""
        holder = None if visitor is None else hash_of(visitor)

        def decide(game: LiveGame, now: int) -> list[Event]:
            if holder is not None and holder in self.holders.get(seat, ()):
                return []  # a form that was sent twice
            return game.join(seat, now, name)

        async with self._lock:
            await self._settle(decide, holder=holder)
            self._schedule()

    async def add_device(self, seat: int, visitor: str) -> None:
        """Let another browser of its player play for a seat; raises Refused if there are many."""
        holder = hash_of(visitor)
        async with self._lock:
            known = self.holders.setdefault(seat, set())
            if holder in known:
                return
            if len(known) >= MOST_DEVICES:
                raise too_many_devices(MOST_DEVICES)
            try:
                await self._services.store.add_holder(self.id, seat, holder)
            except SQLAlchemyError as error:
                raise self._not_stored(error) from None
            known.add(holder)

    # Listeners.

    def add_listener(self, listener: Listener, since: int | None, viewer: Viewer) -> None:
        """Send the events after `since`, or the whole game, and everything from then on."""
        if listener.seats or self._among_bots:
            self.visitor = listener.address
        missed = self._missed(since)
        if missed is None:
            listener.notify(self.view(viewer))
        else:
            for message in missed:
                listener.notify(message)
        rested = self._rests
        self._listeners.add(listener)
        self._attendance_changed(rested)
        self._services.note_presence(self.id)

    def remove_listener(self, listener: Listener) -> None:
        self._listeners.discard(listener)
        self._last_seen.note(listener.seats, self.now())
        self._attendance_changed(rested=False)
        self._services.note_presence(self.id)

    @property
    def here(self) -> Present:
        """Who is connected through this server."""
        seats = frozenset().union(*(listener.seats for listener in self._listeners))
        return Present(seats, sum(1 for listener in self._listeners if not listener.seats))

    def set_elsewhere(self, present: Present) -> None:
        """Others are connected through other servers now."""
        if present != self._elsewhere:
            self._last_seen.note(self._elsewhere.seats, self.now())
            rested, self._elsewhere = self._rests, present
            self._attendance_changed(rested)

    def _attendance_changed(self, rested: bool) -> None:
        self._broadcast_presence()
        if rested and not self._rests and self._bot is None:
            self._waking = asyncio.create_task(self._wake())
        if self._rests and not self._closed:
            self._set_timer()
            if self._thinking is not None:
                self._thinking.cancel()

    @property
    def idle(self) -> bool:
        """Whether the room can be dropped: it has no listeners, bots or timers."""
        timed = self._timer is not None or self._running_out is not None
        busy = self._bot is not None or timed or self._lock.locked()
        return not self._listeners and not busy

    def _missed(self, since: int | None) -> list[Message] | None:
        known_from = self.game.event - len(self._remembered)
        if since is None or not known_from <= since <= self.game.event:
            return None
        return self._remembered[since - known_from :]

    def saw(self, seats: Collection[int]) -> None:
        """The players of these seats are here, though perhaps not connected."""
        self._last_seen.note(seats, self.now())

    def away(self) -> list[int | None]:
        """For how many milliseconds each player has been away; None for those who are here."""
        return self._last_seen.away(self.game, self._connected_seats(), self.now())

    def _broadcast_presence(self) -> None:
        watchers = self.here.watchers + self._elsewhere.watchers
        connected = self._connected_seats()
        message = presence(self.game, connected, self.away(), watchers, self.now())
        for listener in self._listeners:
            listener.notify(message)

    def _connected_seats(self) -> list[bool]:
        """Which seats are connected; bots always are."""
        people = self.here.seats | self._elsewhere.seats
        seats = enumerate(self.game.terms.seats)
        return [number in people or seat.kind == BOT for number, seat in seats]

    # Changes.

    @timed(TURNS)
    async def act(self, decide: Decide, asker: Listener | None = None, re: Any = None) -> None:
        """Store and apply the events that `decide` returns; it is asked again after a conflict."""
        async with self._lock:
            if not self._rests:
                await self._settle(lambda game, now: game.run_out(now))
            try:
                await self._settle(decide, asker, re)
            finally:
                self._schedule()

    async def act_with(self, act: Callable[[LiveGame, int], Awaitable[Outgrowth]]) -> None:
        """`act` for a coroutine that may also return a game to be created with the events."""
        async with self._lock:
            for _ in range(TRIES):
                events, new = await act(self.game, self.now())
                if await self._store_and_apply(events, creating=new):
                    return
            raise stale(self.game.number)

    async def catch_up(self, rung: int = 0) -> None:
        """Read what other servers have stored, and tell it; `rung` is the newest event's number."""
        async with self._lock:
            if not rung or rung > self.game.event:
                await self._catch_up()

    async def hear(self, known: int, events: Sequence[Event]) -> None:
        """Apply and tell events that other servers have stored after the event `known`."""
        async with self._lock:
            last = known + len(events)
            if self.game.event == known and all(event.kind != "joined" for event in events):
                await self._apply_stored(events)
            elif self.game.event < last:
                await self._catch_up()

    def now(self) -> int:
        """The time now, which runs evenly in a game whatever the system clock does."""
        return self._time.now()

    async def _settle(
        self,
        decide: Decide,
        asker: Listener | None = None,
        re: Any = None,
        holder: str | None = None,
    ) -> None:
        """Store and apply what `decide` returns; decide again if another server was faster."""
        for _ in range(TRIES):
            events = decide(self.game, self.now())
            if await self._store_and_apply(events, asker, re, holder):
                return
        raise stale(self.game.number)

    async def _store_and_apply(
        self,
        events: list[Event],
        asker: Listener | None = None,
        re: Any = None,
        holder: str | None = None,
        creating: StoredGame | None = None,
    ) -> bool:
        """Store and apply events; `holder` is the browser that takes the seat.

        False if another server has stored something else first, which is known by then.
        """
        if not events:
            return True
        if self._closed:
            raise stale(self.game.number)
        try:
            await self._services.store.append(
                self.id, self.game.event + 1, events, holder, creating
            )
        except Conflict:
            await self._catch_up()
            return False
        except SQLAlchemyError as error:
            raise self._not_stored(error) from None
        for event in events:
            if holder is not None:
                self.holders.setdefault(event.data["seat"], set()).add(holder)
            self.game.apply(event)
            self._broadcast(event_message(self.game, event), asker, re)
        if claim_of(self.game, self.away(), self.now()) is not None:
            self._broadcast_presence()
        return True

    async def _catch_up(self) -> None:
        try:
            news = await self._services.store.news(self.id, self.game.event)
        except SQLAlchemyError as error:
            raise storage_failed(error) from None
        self.holders = {seat: set(of_seat) for seat, of_seat in news.holders.items()}
        await self._apply_stored(news.events)

    async def _apply_stored(self, events: Sequence[Event]) -> None:
        for stored in events:
            event = in_words(self.game, stored)
            replay(self.game, event)
            self._time.not_before(event.at)
            if self.game.halted is None:
                self._broadcast(event_message(self.game, event), None, None)
            if len(events) > MANY:
                await asyncio.sleep(0)  # long games take long
        if self.game.halted is not None and events:
            for listener in list(self._listeners):
                listener.disconnect()  # they read the whole game again
        if events:
            self._schedule()

    def _broadcast(self, message: Message, asker: Listener | None, re: Any) -> None:
        self._remembered.append(message)
        if len(self._remembered) > REMEMBERED_EVENTS:
            del self._remembered[: REMEMBERED_EVENTS // 2]
        for listener in self._listeners:
            if listener is asker and re is not None:
                listener.notify({**message, "re": re})
            else:
                listener.notify(message)

    def _not_stored(self, error: SQLAlchemyError) -> Refused:
        log.error("game %s could not be stored: %s", self.id, error)
        text = Text(
            "the game could not be stored; try again", "партию не удалось записать; повторите"
        )
        return Refused("storage", text, 503, retry_after=1)

    def pause(self) -> None:
        """Stop bots and timers, which another server takes over."""
        if self._bot is not None:
            self._bot.cancel()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def close(self) -> None:
        """Stop for ever."""
        self._closed = True
        self.pause()

    # Bots, passes of retired players, clocks.

    async def resume(self) -> None:
        """Let bots move and clocks run, from now on if there was no server for a while."""
        if self.game.terms.clock.kind == "real" and not self._rests:
            async with self._lock:  # before a clock can run out
                await self._settle(self._resumed)
        self._schedule()

    def _resumed(self, game: LiveGame, now: int) -> list[Event]:
        since = game.times.since
        was_down = since is not None and since < self._services.servers.up
        return game.resume(now) if was_down else []

    @property
    def _kept(self) -> bool:
        """Whether this server lets bots move and clocks run out, and not another one."""
        return self._services.servers.keeps(self.id)

    async def _wake(self) -> None:
        """Somebody watches: clocks that stood still run again, and bots move."""
        while self._kept and not self._rests and not self._closed:
            try:
                async with self._lock:
                    await self._settle(lambda game, now: game.resume(now))
            except Refused:  # it could not be stored, which has been logged
                await asyncio.sleep(TRY_AGAIN)
            else:
                self._schedule()
                return

    def _schedule(self) -> None:
        if self._closed:
            return
        if self.game.over:
            self._services.servers.forget(self.id)
        if self._bot is None and self._bot_to_move() is not None:
            self._bot = asyncio.create_task(self._play_bot_turns())
        self._set_timer()

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = None if self._rests or not self._kept else self.game.due()
        if due is not None:
            self._call_later(max(0, due - self.now()) / 1000 + 0.005)

    def _call_later(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._on_timeout)

    def _on_timeout(self) -> None:
        self._timer = None
        self._running_out = asyncio.create_task(self._run_out())

    async def _run_out(self) -> None:
        """Store that time has run out, if it has; try again until it is stored."""
        try:
            await self.act(lambda game, now: [])
        except Exception as error:
            if not isinstance(error, Refused):  # a refusal for storage has been logged
                log.exception("the clock of game %s could not be read", self.id)
            if not self._closed and self._timer is None:
                self._call_later(TRY_AGAIN)
        finally:
            self._running_out = None

    def _bot_to_move(self) -> str | None:
        """The bot that must choose the next turn now, or None."""
        seat = self.game.to_move
        if seat is None or self._rests or not self._kept:
            return None
        if seat in self.game.retired:
            return EASY
        return self.game.terms.seats[seat].bot

    @property
    def _among_bots(self) -> bool:
        """Whether no person plays any more, or ever did."""
        seats = enumerate(self.game.terms.seats)
        return all(seat.kind == BOT or number in self.game.retired for number, seat in seats)

    @property
    def _rests(self) -> bool:
        """Whether bots and clocks stand still: nobody watches bots among themselves."""
        return not self._listeners and not self._elsewhere.anybody and self._among_bots

    async def _play_bot_turns(self) -> None:
        try:
            while (bot := self._bot_to_move()) is not None:
                await self._play_bot_turn(bot)
        except Exception:
            log.exception("the bot of game %s could not move", self.id)
            await asyncio.sleep(1)
        finally:
            self._bot = None
        if self._bot_to_move() is not None:
            self._schedule()

    async def _play_bot_turn(self, bot: str) -> None:
        game, number = self.game, self.game.number
        seat = game.to_move
        assert seat is not None
        started = time.monotonic()
        turn = game.pass_for_retired() if seat in game.retired else None
        if turn is None:
            seed = zlib.crc32(self.id.encode()) % 1_000_000 + number
            turn = await self._think(bot, seed)
        if turn is None:
            return
        await asyncio.sleep(max(0.0, self._services.bot_pause - (time.monotonic() - started)))
        try:
            await self.act(lambda game, now: game.play(seat, number, turn, now))
        except Refused as refused:  # a turn was taken back while the bot was thinking
            if refused.code not in ("stale", "over", "not_your_turn"):
                raise

    async def _think(self, bot: str, seed: int) -> str | None:
        """The turn of a bot, or None if nobody watches it any more."""
        choosing = self._services.bots.choose(
            self.game.position, bot, seed, self.visitor, last=self._among_bots
        )
        self._thinking = asyncio.create_task(choosing)
        try:
            return await self._thinking
        except asyncio.CancelledError:
            this = asyncio.current_task()
            if this is not None and this.cancelling():  # the room is closed
                self._thinking.cancel()
                raise
            return None
        finally:
            self._thinking = None
