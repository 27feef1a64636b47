"""The server is killed during games again and again.

No acknowledged move may be lost, no move may be stored twice, and every game must continue.
"""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path

from websockets.exceptions import WebSocketException

import kletka
from tests.web.browser.serving import Server
from tests.web.clients import Live, NewGame
from tests.web.killable_server import KillableServer

KILLS = 24
GAMES = 6
SPEC = "vyun(board=15x15)"
PATIENCE = 120  # seconds after which a game counts as stuck


class Players:
    """Both sides of a game in a thread: they move, note what is acknowledged, and reconnect."""

    def __init__(self, site: Server, bot: bool, pause: float = 0) -> None:
        self.game = NewGame(site, SPEC, "here level1" if bot else "here here")
        self.acknowledged: list[str] = []
        self.wrong: BaseException | None = None
        self._position = kletka.start(SPEC)
        self._bot, self._pause, self._ended = bot, pause, False
        self._chance = random.Random(self.game.id)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def end(self) -> None:
        self._ended = True
        self._thread.join()

    def _run(self) -> None:
        while not self._ended and self.wrong is None:
            try:
                self._play()
            except (WebSocketException, OSError, EOFError):
                time.sleep(0.02)  # the server is down
            except BaseException as error:
                self.wrong = error

    def _play(self) -> None:
        with self.game.live(0) as first, self.game.live(None if self._bot else 1) as second:
            self._remember(first.until("game")["turns"])
            while not self._ended:
                number = len(self.acknowledged)
                if self._bot and number % 2:
                    self._note(first.until("turn"))
                else:
                    self._move((first, second)[number % 2], number)

    def _move(self, side: Live, number: int) -> None:
        time.sleep(self._pause)
        moves = [str(move) for move in self._position.moves if str(move) != "pass"]
        self._note(side.play(number, self._chance.choice(moves)))

    def _note(self, told: dict[str, object]) -> None:
        assert told["type"] == "turn", told
        assert told["number"] == len(self.acknowledged) + 1
        self.acknowledged.append(str(told["turn"]))
        self._position = self._position.play(self.acknowledged[-1])

    def _remember(self, turns: list[str]) -> None:
        """All acknowledged turns must be stored, and perhaps one whose answer was lost."""
        known = len(self.acknowledged)
        assert turns[:known] == self.acknowledged, "an acknowledged move is lost"
        assert len(turns) <= known + 2, "somebody moved twice"
        for turn in turns[known:]:
            self.acknowledged.append(turn)
            self._position = self._position.play(turn)


def test_no_acknowledged_move_is_lost_and_no_game_is_stuck(tmp_path: Path) -> None:
    server = KillableServer(tmp_path)
    server.start()
    chance = random.Random(1)
    players = [Players(server, bot=number % 3 == 0) for number in range(GAMES)]
    try:
        for _ in range(KILLS):
            time.sleep(chance.uniform(0.02, 0.3))
            server.kill()
            server.start()
        go_on_for(players, 4)
    finally:
        for player in players:
            player.end()
    records = [player.game.view()["turns"] for player in players]
    server.kill()
    for player, turns in zip(players, records, strict=True):
        assert turns[: len(player.acknowledged)] == player.acknowledged
    assert sum(len(turns) for turns in records) > KILLS, "it was killed in the middle of games"


def go_on_for(players: list[Players], turns: int) -> None:
    """Wait until every game has some more turns."""
    wanted = [len(player.acknowledged) + turns for player in players]
    give_up = time.monotonic() + PATIENCE
    for player, number in zip(players, wanted, strict=True):
        while len(player.acknowledged) < number:
            if player.wrong is not None:
                raise player.wrong
            assert time.monotonic() < give_up, f"game {player.game.id} is stuck"
            time.sleep(0.05)
