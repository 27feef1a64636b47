"""Events bring the picture of the new position to pages that have said how they look at it."""

from __future__ import annotations

import asyncio
import base64
import threading
import zlib
from pathlib import Path

import httpx
import pytest

from kletka.drawing.flat import without_style
from kletka.web.configuration import NO_LIMITS
from kletka.web.thread_pools import drawing
from tests.web.browser.serving import Server
from tests.web.clients import Json, NewGame
from tests.web.in_process import app_with, client_of, socket_of

VYUN = "vyun(board=4x4)"


def unpacked(message: Json) -> str:
    return zlib.decompress(base64.b64decode(message["picture"]["packed"]), -15).decode()


def asked_for(site: Server, game: NewGame, message: Json) -> str:
    """The picture that the page would get by asking for it."""
    address = f"{site.address}/g/{game.id}/board.svg?{message['picture']['query']}"
    return without_style(httpx.get(address).text)


@pytest.mark.parametrize(
    ("language", "look"),
    [("en", {}), ("ru", {"territory": True, "turned": 3})],
)
def test_everybody_gets_the_picture_of_their_own_look(
    site: Server, language: str, look: dict[str, int]
) -> None:
    game = NewGame(site, VYUN, "here here")
    with game.live(0) as red, game.live(1, lang=language) as blue, game.live() as watcher:
        blue.send("look", **look)
        watcher.send("look")
        for live in (blue, watcher):  # the look has been read when the ping is answered
            live.send("ping")
            live.until("pong")
        assert "picture" not in red.play(0, "B2")
        theirs, seen = blue.until("turn"), watcher.until("turn")
    drawn = unpacked(theirs)
    assert drawn == asked_for(site, game, theirs)
    assert 'data-move="C3"' in drawn
    assert "data-move" not in unpacked(seen)
    assert "<style" not in drawn
    assert ("Красные" in drawn) == (language == "ru")


def test_a_takeback_and_the_end_come_with_pictures(site: Server) -> None:
    game = NewGame(site, "kamiken(size=4)", "here here")
    with game.live(0) as white, game.live(1) as black:
        white.send("look")
        white.play(0, "B2")
        white.send("takeback")
        black.until("offer")
        black.send("accept", offer="takeback")
        back = white.until("takeback")
        assert back["picture"]["query"].startswith("number=0&")
        assert 'data-at="B2"' not in unpacked(back)
        white.play(0, "C3")
        black.send("resign")
        over = white.until("over")
    assert "territory=1" in over["picture"]["query"]
    assert unpacked(over) == asked_for(site, game, over)


def test_events_keep_their_order(site: Server) -> None:
    game = NewGame(site, VYUN, "here here")
    with game.live(0) as red, game.live(1) as blue, game.live() as watcher:
        watcher.send("look")
        sides = (red, blue)
        cells = ["A1", "B1", "C1", "D1", "A2", "B2"]
        for number, cell in enumerate(cells):
            sides[number % 2].play(number, cell)
        assert [watcher.until("turn")["turn"] for _ in cells] == cells


def test_when_too_much_is_drawn_events_come_without_pictures(tmp_path: Path) -> None:
    enough = threading.Event()

    async def go() -> Json:
        app = app_with(tmp_path, NO_LIMITS)
        async with client_of(app) as client:
            made = (await client.post("/api/games", json={"spec": VYUN, "seats": [{}, {}]})).json()
            token = {"Authorization": f"Bearer {made['tokens']['0']}"}
            async with socket_of(app, f"/g/{made['game']['id']}/live", **token) as socket:
                socket.send("look")
                busy = [asyncio.create_task(drawing.run(enough.wait)) for _ in range(2)]
                socket.send("turn", number=0, turn="B2")
                try:
                    return await socket.until("turn")
                finally:
                    enough.set()
                    await asyncio.gather(*busy)

    message = asyncio.run(go())
    assert message["turn"] == "B2"
    assert "picture" not in message
