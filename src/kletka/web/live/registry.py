"""The registry of games: new and stored games, rematches, imported records."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import HTTPConnection

from kletka.language import Text
from kletka.record import GOES_ON, Record
from kletka.web.configuration import Configuration
from kletka.web.live import outcome
from kletka.web.live.bots import Bots
from kletka.web.live.game import REMATCH, Event, LiveGame, joined
from kletka.web.live.game_time import ServerTime
from kletka.web.live.presence import Presence
from kletka.web.live.record_extras import RecordExtras
from kletka.web.live.replaying import replay, replayed
from kletka.web.live.room_services import RoomServices
from kletka.web.live.rooms import TRY_AGAIN, Outgrowth, Room
from kletka.web.live.servers import Keeping, OneServer, Servers
from kletka.web.live.terms import HERE, LINK, GameTerms, Seat
from kletka.web.refusals import BrokenGame, NoSuchGame, Refused, check_unicode
from kletka.web.security import Secrets, hash_of, new_game_id, new_salt
from kletka.web.storage.store import Store, StoredGame
from kletka.web.thread_pools import database

log = logging.getLogger("kletka.web")
FORGOTTEN_AFTER = 7 * 24 * 3600 * 1000  # abandoned games stop counting as open
ADOPTED_TOGETHER = 100
TOGETHER = 0.005  # seconds for which games that were rung for are gathered
_ID = re.compile(r"[1-9A-HJ-NP-Za-km-z]{10}")


def registry_of(connection: HTTPConnection) -> GameRegistry:
    """The registry of the server that a request or WebSocket belongs to."""
    registry: GameRegistry = connection.app.state.registry
    return registry


class GameRegistry:
    """Keeps the rooms of games that are in use."""

    def __init__(
        self,
        configuration: Configuration,
        store: Store,
        bots: Bots,
        secrets: Secrets,
        time: ServerTime | None = None,
        most_rooms: int = 5000,
        servers: Servers | None = None,
    ) -> None:
        """`servers` are those of the database, if there may be several."""
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._limits, self._most_rooms = configuration.limits, most_rooms
        time = time or ServerTime()
        keeping: Keeping = servers or OneServer(time.wall())
        self.presence = Presence(store, keeping, self._rooms)
        self._services = RoomServices(
            store, bots, secrets, configuration.bot_pause, time, keeping, self.presence.note
        )
        self._store, self._servers = store, servers
        self._rung: set[str] = set()  # games of which other servers rang while they were loaded
        self._ready = False  # whether rules are loaded, so that games can be taken over
        self._behind: dict[str, int] = {}  # games in which there are newer events
        self._reading: asyncio.Task[None] | None = None
        self._following: set[asyncio.Task[None]] = set()

    @property
    def rooms(self) -> int:
        """How many games are in memory."""
        return len(self._rooms)

    async def room(self, game: str) -> Room:
        """The room of a game; raises Refused if there is no such game."""
        room = self._rooms.get(game)
        if room is not None:
            if self._services.servers.others:
                await room.catch_up()
            return room
        if not _ID.fullmatch(game):
            raise NoSuchGame
        task = self._loading.get(game)
        if task is None:
            task = self._loading[game] = asyncio.create_task(self._load(game))
            task.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(task)

    async def open(self, terms: GameTerms, visitor: str | None, address: str = "") -> Room:
        """Start a new game; the visitor at this address holds the seats at this screen."""
        here = [number for number, seat in enumerate(terms.seats) if seat.kind == HERE]
        holder = None if visitor is None else hash_of(visitor)
        holders = {} if holder is None else {seat: frozenset([holder]) for seat in here}
        return await self._create(terms, holder, holders, [], address)

    async def import_record(self, record: Record, visitor: str | None) -> Room:
        """Import a record as a finished game that is not listed."""
        played = (*record.turns, *record.unread)
        turns = [turn for turn in played if not turn.endswith(GOES_ON)]
        if len(turns) > self._limits.turns_of_a_record:
            raise Refused(
                "too_long",
                Text(
                    f"a record may have {self._limits.turns_of_a_record} turns, not {len(turns)}",
                    f"в записи может быть до {self._limits.turns_of_a_record} ходов, "
                    f"а здесь их {len(turns)}",
                ),
                413,
            )
        seats = tuple(Seat(HERE, None, name[:40]) for name in record.players)
        terms = GameTerms(
            record.spec,
            seats,
            public=False,
            start_text=str(record.start),
            imported=True,
            extras=RecordExtras.of(record, len(turns)),
            rules=record.rules,
        )
        events = await database.run(_events_of, record, terms, turns, self._services.time.wall())
        return await self._create(terms, None if visitor is None else hash_of(visitor), {}, events)

    async def rematch_for(
        self, room: Room, seat: int, admit: Callable[[], None]
    ) -> tuple[Room, int] | None:
        """The rematch and the seat in it, or None while others have to agree.

        Programs ask again to see whether they did.
        """
        game = room.game
        if game.next_game is None and seat not in game.offers.get(REMATCH, ()):
            await self.rematch(room, [seat], admit)
        if game.next_game is None:
            return None
        return await self.room(game.next_game), (seat - 1) % len(game.terms.seats)

    async def rematch(self, room: Room, held: Collection[int], admit: Callable[[], None]) -> None:
        """Offer a rematch, or start it if all players agree; `admit` may refuse a new game."""

        made: list[StoredGame] = []

        async def act(game: LiveGame, now: int) -> Outgrowth:
            events = game.ask_rematch(held, now)
            if not game.agreed(REMATCH, held):
                return events, None
            if not made:
                admit()
                made.append(await self._prepare_rematch(room, now))
            return [Event("rematch", now, {"game": made[0].id})], made[0]

        await room.act_with(act)
        if made and room.game.next_game == made[0].id:
            await self._opened(made[0], room.visitor)

    async def resume(self, most: int) -> None:
        """Load the games in which a bot is to move or a clock runs."""
        if self._servers is None:
            await self._resume_all(await self._store.unattended(most))
        else:
            self._ready = True
            await self.adopt(most)

    async def adopt(self, most: int) -> None:
        """Take over the games that no server keeps, a few at a time: others take some, too."""
        while self._ready and self._servers is not None and len(self._servers.kept) < most:
            adopted = await self._servers.adopt(list(self._rooms), ADOPTED_TOGETHER)
            if not adopted:
                return
            await self._resume_all(adopted)

    async def _resume_all(self, waiting: list[str]) -> None:
        while waiting:
            waiting = [game for game in waiting if not await self._resume(game)]
            if waiting:  # the database did not answer
                await asyncio.sleep(TRY_AGAIN)

    async def _resume(self, game: str) -> bool:
        """Load a game; False if that must be tried again."""
        await asyncio.sleep(0)
        try:
            held = self._rooms.get(game)
            if held is None:
                await self.room(game)
            else:
                await held.catch_up()
                await held.resume()
        except BrokenGame:  # this has been logged
            pass
        except SQLAlchemyError as error:
            log.error("game %s could not be loaded: %s", game, error)
            return False
        except Refused as refused:
            return refused.status != 503
        except Exception:  # one broken game must not stop the others
            log.exception("game %s could not go on", game)
        return True

    # Other servers.

    def heard(self, game: str, event: int) -> None:
        """Another server, or this one, has stored events of a game up to this number."""
        room = self._rooms.get(game)
        if room is not None:
            if not event:
                self._follow(self._catch_up(room, 0))
            elif event > room.game.event:
                self._behind[game] = event
                if self._reading is None:
                    self._reading = asyncio.create_task(self._read_behind())
        elif game in self._loading:
            self._rung.add(game)
        else:
            self.needed(game)

    def needed(self, game: str) -> None:
        """Something happens in a game: if this server keeps it, it must be in memory."""
        servers = self._servers
        if servers is not None and servers.keeps(game) and game not in self._rooms:
            self._follow(self._resume_all([game]))

    async def catch_up(self) -> None:
        """Read what was stored while this server could not hear the others."""
        numbers = await self._store.newest(list(self._rooms))
        for game, event in numbers.items():
            self.heard(game, event)

    def _follow(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._following.add(task)
        task.add_done_callback(self._following.discard)

    async def _read_behind(self) -> None:
        """Read together what is new in many games.

        By then this server's own events, of which it hears too, are known.
        """
        try:
            while self._behind:
                await asyncio.sleep(TOGETHER)
                known = {
                    game: self._rooms[game].game.event
                    for game, event in self._behind.items()
                    if game in self._rooms and event > self._rooms[game].game.event
                }
                self._behind.clear()
                if known:
                    await self._hear_all(known)
        finally:
            self._reading = None

    async def _hear_all(self, known: Mapping[str, int]) -> None:
        try:
            news = await self._store.events_after(known)
        except (SQLAlchemyError, Refused) as error:
            log.error("what other servers stored could not be read: %s", error)
            for game in known:
                if game in self._rooms:
                    self._follow(self._catch_up(self._rooms[game], 0))
            return
        for game, events in news.items():
            if game in self._rooms:
                self._follow(self._hear(self._rooms[game], known[game], events))

    async def _hear(self, room: Room, known: int, events: Sequence[Event]) -> None:
        try:
            await room.hear(known, events)
        except Refused:
            await self._catch_up(room, 0)

    async def _catch_up(self, room: Room, event: int) -> None:
        while True:
            try:
                return await room.catch_up(event)
            except Refused:  # the database does not answer, which has been logged
                await asyncio.sleep(TRY_AGAIN)

    async def release(self) -> None:
        """Hand the bots and clocks of all games over to the other servers, before an end."""
        if self._servers is not None:
            await self._servers.release()
            for room in self._rooms.values():
                room.pause()

    def close(self) -> None:
        self.presence.close()
        for task in (*self._following, *([self._reading] if self._reading else [])):
            task.cancel()
        for room in self._rooms.values():
            room.close()

    async def _prepare_rematch(self, old: Room, now: int) -> StoredGame:
        game, count = old.game, len(old.game.terms.seats)
        terms = game.terms
        for seat, name in enumerate(game.names):
            terms = terms.with_name(seat, name)
        terms = terms.rotated
        taken = [
            joined(seat, now)
            for seat in range(count)
            if terms.seats[seat].kind == LINK and game.taken((seat + 1) % count)
        ]
        holders = {(seat - 1) % count: frozenset(known) for seat, known in old.holders.items()}
        return await self._prepare(terms, old.creator, holders, taken)

    async def _create(
        self,
        terms: GameTerms,
        creator: str | None,
        holders: Mapping[int, frozenset[str]],
        events: Collection[Event],
        address: str = "",
    ) -> Room:
        new = await self._prepare(terms, creator, holders, events)
        await self._store.create(new)
        return await self._opened(new, address)

    async def _prepare(
        self,
        terms: GameTerms,
        creator: str | None,
        holders: Mapping[int, frozenset[str]],
        events: Collection[Event],
    ) -> StoredGame:
        """A game that is to be stored; raises Refused."""
        extras = terms.extras
        names = [seat.name for seat in terms.seats]
        check_unicode(*names, *extras.tags, *extras.tags.values(), *extras.comments.values())
        recently = self._services.time.wall() - FORGOTTEN_AFTER
        if await self._store.count_open(recently) >= self._limits.open_games:
            raise Refused(
                "full",
                Text(
                    "too many games are open on this server; try again later",
                    "на этом сервере слишком много открытых партий; попробуйте позже",
                ),
                503,
                retry_after=60,
            )
        return StoredGame(
            new_game_id(),
            self._services.time.wall(),
            terms,
            new_salt(),
            creator,
            holders,
            tuple(events),
            self._services.servers.id or None,
        )

    async def _opened(self, new: StoredGame, address: str) -> Room:
        """The room of a game that has just been created."""
        await self._services.servers.claim(new.id, new.keeper)
        game = await database.run(replayed, new.terms, new.events)
        room = Room(self._services, new, game, address)
        self._keep(room)
        await room.resume()
        return room

    async def _load(self, game: str) -> Room:
        stored = await self._store.load(game)
        if stored is None:
            raise NoSuchGame
        room = Room(
            self._services, stored, await database.run(replayed, stored.terms, stored.events)
        )
        if not room.game.over:
            await self._services.servers.claim(game, stored.keeper)
        await room.resume()  # first: who opens a game must not meet clocks that stand still
        self._keep(room)
        if game in self._rung:
            self._rung.discard(game)
            self._follow(self._catch_up(room, 0))
        if self._services.servers.others:
            self.presence.read([game])
        return room

    def _keep(self, room: Room) -> None:
        if len(self._rooms) >= self._most_rooms:
            idle = [game for game, kept in self._rooms.items() if kept.idle]
            for game in idle[: len(idle) // 2 + 1]:
                del self._rooms[game]
        self._rooms[room.id] = room


def _events_of(record: Record, terms: GameTerms, turns: Sequence[str], now: int) -> list[Event]:
    """The events of an imported record."""
    game, events = LiveGame(terms), []
    for turn in turns:
        events.append(Event("turn", now, {"seat": game.position.to_move, "turn": turn}))
        replay(game, events[-1])
    ended = outcome.as_recorded(game.position, record.result, record.tags.get("Termination", ""))
    return [*events, Event("over", now, ended.to_json())]
