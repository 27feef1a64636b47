"""Servers, PostgreSQL and listening connections are killed in the middle of games.

`make bench-kills` does so a hundred times.
"""

from __future__ import annotations

import time
from pathlib import Path

from tests.web.clients import Live, NewGame
from tests.web.killable_server import KillableServer
from tests.web.postgres import new_database
from tests.web.servers.kills import Site, survive

KILLS = ("server", "bell", "database", "server", "database", "bell", "server", "server")


def test_nothing_is_lost_doubled_or_stuck(postgres: str, tmp_path: Path) -> None:
    site = Site(tmp_path, postgres)
    with site.running():
        players = survive(site, 6, KILLS)
    assert sum(player.moves for player in players) > len(KILLS)
    assert any(player.reconnected for player in players)


def test_the_games_of_a_dead_server_are_taken_over_though_nobody_watches_them(
    postgres: str, tmp_path: Path
) -> None:
    database = new_database(postgres, f"taken_{tmp_path.name}")
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        folder.mkdir()
    first, second = (KillableServer(folder, database_url=database) for folder in folders)
    first.start()
    game = NewGame(first, "kamiken(size=4)", "here here", clock={"kind": "real", "minutes": 0.05})
    second.start()
    assert game.api(0).post(f"{game.path}/turns", number=0, turn="B2").status_code == 200
    first.kill()
    try:
        time.sleep(8)  # nobody asks for the game: the second server must know by itself
        with Live(second, game.id) as late:
            view = late.until("game")
        assert view["why"] == "time"
        assert view["event"] == 3, "the clock has not been started anew"
    finally:
        second.kill()
