"""Games behind nginx while servers, PostgreSQL and listening connections are killed."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import psycopg
from websockets.exceptions import WebSocketException

import kletka
from tests.web.browser.serving import Server
from tests.web.clients import Json, Live, NewGame
from tests.web.killable_server import KillableServer
from tests.web.postgres import new_database, restart_postgres
from tests.web.servers.nginx import nginx_before

SPEC = "vyun(board=15x15)"
PATIENCE = 120  # seconds after which a game counts as stuck
AWAY = (WebSocketException, OSError, EOFError)


class Players:
    """Both sides of a game in a thread, each by the next server: they move, note what is
    acknowledged, wait until the other side has heard it, and connect again."""

    def __init__(self, site: Server, bot: bool) -> None:
        self._site, self._bot, self._ended = site, bot, False
        self.game = self._new_game()
        self.moves = 0  # in all games
        self.acknowledged: list[str] = []  # in this game
        self.reconnected: list[float] = []  # seconds
        self.wrong: BaseException | None = None
        self._position = kletka.start(SPEC)
        self._chance = random.Random(self.game.id)
        self._lost: float | None = None
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def end(self) -> None:
        self._ended = True
        self._thread.join()

    def check(self) -> None:
        """Compare the stored game with what was acknowledged."""
        turns = self._stored_turns()
        assert turns[: len(self.acknowledged)] == self.acknowledged, "a move is lost"
        assert len(turns) <= len(self.acknowledged) + 2, "somebody moved twice"

    def _stored_turns(self) -> list[str]:
        while True:
            with suppress(httpx.TransportError):
                answer = httpx.get(f"{self._site.address}/api{self.game.path}")
                if answer.status_code == 200:
                    return list(answer.json()["turns"])
            time.sleep(0.1)  # a part of the site is away

    def _new_game(self) -> NewGame:
        while True:
            with suppress(httpx.TransportError, AssertionError):
                return NewGame(self._site, SPEC, "here level1" if self._bot else "here here")
            time.sleep(0.1)

    def _run(self) -> None:
        while not self._ended and self.wrong is None:
            try:
                self._play()
            except AWAY:
                if self._lost is None:
                    self._lost = time.monotonic()
                time.sleep(0.05)
            except BaseException as error:
                self.wrong = error

    def _play(self) -> None:
        with self.game.live(0) as first, self.game.live(None if self._bot else 1) as second:
            # The second one has read the game later, perhaps from another server.
            first.until("game")
            self._remember(second.until("game")["turns"])
            if self._lost is not None:
                self.reconnected.append(time.monotonic() - self._lost)
                self._lost = None
            while not self._ended and not self._position.over:
                if not self._play_turn(first, second):
                    return
        if self._position.over:
            self.check()
            self.game, self.acknowledged = self._new_game(), []
            self._position = kletka.start(SPEC)

    def _play_turn(self, first: Live, second: Live) -> bool:
        """False if an attempt was stored although it was not acknowledged: read the game again."""
        number = len(self.acknowledged)
        if self._bot and number % 2:
            told: Json | None = self._heard(first, number)
        else:
            told = self._move((first, second)[number % 2], number)
        if told is None:
            return False
        self._note(told)
        for side in (first, second):
            assert self._heard(side, number)["turn"] == told["turn"]
        return True

    def _move(self, side: Live, number: int) -> Json | None:
        moves = [str(move) for move in self._position.moves]
        turn = self._chance.choice(moves)
        while (told := side.play(number, turn)).get("code") == "storage":
            time.sleep(0.1)  # the database is away
        return None if told.get("code") == "stale" else told

    def _heard(self, side: Live, number: int) -> Json:
        """The message about a turn, as this side hears it."""
        known = [heard for heard in side.heard if heard["type"] == "turn"]
        while not known or known[-1]["number"] <= number:
            known.append(side.until("turn"))
        [told] = [heard for heard in known if heard["number"] == number + 1]
        return told

    def _note(self, told: Json) -> None:
        assert told["type"] == "turn", told
        assert told["number"] == len(self.acknowledged) + 1
        self.moves += 1
        self.acknowledged.append(str(told["turn"]))
        self._position = self._position.play(self.acknowledged[-1])

    def _remember(self, turns: list[str]) -> None:
        """All acknowledged turns must be stored, and perhaps some whose answers were lost."""
        known = len(self.acknowledged)
        assert turns[:known] == self.acknowledged, "an acknowledged move is lost"
        assert len(turns) <= known + 2, "somebody moved twice"
        for turn in turns[known:]:
            self.acknowledged.append(turn)
            self._position = self._position.play(turn)


class Site:
    """Two servers behind nginx on one PostgreSQL, all of which can be killed."""

    def __init__(self, folder: Path, postgres: str) -> None:
        self.postgres = postgres
        self.database = new_database(postgres, f"kills_{random.getrandbits(40):x}")
        self.servers = []
        for name in ("first", "second"):
            (folder / name).mkdir()
            self.servers.append(KillableServer(folder / name, database_url=self.database))
        self.proxy: Server
        self.killed: dict[str, int] = {}
        self._chance = random.Random(1)

    @contextmanager
    def running(self) -> Iterator[None]:
        for server in self.servers:
            server.start()
        try:
            with nginx_before(self.servers) as self.proxy:
                yield
        finally:
            for server in self.servers:
                server.kill()

    def kill(self, kind: str) -> None:
        """Kill a `server`, the `bell` of all servers or the `database`, and wait for its return."""
        kills: dict[str, Callable[[], None]] = {
            "server": self._kill_server,
            "bell": self._cut_bells,
            "database": lambda: restart_postgres(self.postgres),
        }
        time.sleep(self._chance.uniform(0.1, 0.5))
        kills[kind]()
        self.killed[kind] = self.killed.get(kind, 0) + 1

    def _kill_server(self) -> None:
        server = self._chance.choice(self.servers)
        server.kill()
        server.start()

    def _cut_bells(self) -> None:
        with psycopg.connect(self.database, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE query LIKE 'LISTEN %' AND datname = current_database()"
            )


def survive(site: Site, games: int, kills: Sequence[str]) -> list[Players]:
    """Play games during kills; raises AssertionError if anything is lost, doubled or stuck."""
    players = [Players(site.proxy, bot=number % 3 == 0) for number in range(games)]
    try:
        for kind in kills:
            site.kill(kind)
        go_on_for(players, 4)
    finally:
        for player in players:
            player.end()
    for player in players:
        if player.wrong is not None:
            raise player.wrong
        player.check()
    return players


def go_on_for(players: Sequence[Players], turns: int) -> None:
    """Wait until every game has some more turns."""
    wanted = [player.moves + turns for player in players]
    give_up = time.monotonic() + PATIENCE
    for player, number in zip(players, wanted, strict=True):
        while player.moves < number:
            if player.wrong is not None:
                raise player.wrong
            assert time.monotonic() < give_up, f"game {player.game.id} is stuck"
            time.sleep(0.05)
