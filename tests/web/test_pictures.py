"""Pictures and records of games, and the boards of the home page."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import time
from pathlib import Path

import httpx
import pytest
from PIL import Image

import kletka
from kletka import Record
from kletka.drawing import svg
from kletka.drawing.flat import flat_stylesheet
from kletka.drawing.palette import LIGHT, PLAYERS_LIGHT
from kletka.drawing.raster import png
from kletka.web.byte_cache import KEY_BYTES, ByteCache
from kletka.web.configuration import Limits
from kletka.web.pages.gif import MOST_CELLS, MOST_FRAMES, Frame, chosen_frames, frames_of, gif
from kletka.web.pages.pictures import SHARED_WIDTH
from kletka.web.pages.raster_workers import Film, RasterWorkers, Still
from tests.web.browser.serving import Server
from tests.web.clients import NewGame
from tests.web.in_process import app_with, client_of

SPECS = ["kamiken(size=4)", "ydyumby(board=hex3,players=3)", "vyun(board=3x3)", "manu(size=5)"]


def colours(picture: bytes) -> set[tuple[int, ...]]:
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    found = image.getcolors(10**6)
    assert found is not None
    return {colour for _, colour in found if isinstance(colour, tuple)}


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:7]))


@pytest.mark.parametrize("spec", SPECS)
def test_png_shows_the_players_in_their_colours(spec: str) -> None:
    position = kletka.start(spec)
    for _ in position.players:
        position = position.play(position.moves[0])
    picture = png(svg(position), 300)
    assert Image.open(io.BytesIO(picture)).width == 300
    seen = colours(picture)
    wanted = [LIGHT["paper"], LIGHT["board"]]
    if spec.startswith(("ydyumby", "vyun")):
        wanted += PLAYERS_LIGHT[: len(position.players)]
    else:
        wanted += [LIGHT["white"], LIGHT["black"]]
    assert {rgb(colour) for colour in wanted} <= seen
    assert rgb(LIGHT["paper"]) not in colours(png(svg(position), 300, dark=True))


def test_the_flat_style_has_no_variables() -> None:
    for dark in (False, True):
        assert "var(" not in flat_stylesheet(dark)


def test_gif_has_a_frame_for_every_turn_and_a_limit() -> None:
    position = kletka.start("kamiken(size=4)")
    frames = frames_of(position, ("B2", "D1", "pass"))
    film = Image.open(io.BytesIO(gif(frames, 120, "en")))
    assert (film.format, getattr(film, "n_frames", 0), film.width) == ("GIF", 4, 120)
    alternating = [frames[number % 2] for number in range(2 * MOST_FRAMES + 1)]
    long = Image.open(io.BytesIO(gif(alternating, 40, "en")))
    assert getattr(long, "n_frames", 0) <= MOST_FRAMES
    large = kletka.start("kamiken(size=26)")
    chosen = chosen_frames([Frame(large, str(number)) for number in range(500)])
    assert 20 < len(chosen) <= MOST_CELLS / 26**2
    assert chosen[-1] == Frame(large, "499")


def test_the_pictures_of_a_game(site: Server) -> None:
    game = NewGame(site, "kamiken(size=4)", "here here")
    game.api(0).post(f"{game.path}/turns", turn="B2", number=0)
    address = f"{site.address}/g/{game.id}"
    start = kletka.start("kamiken(size=4)")
    position = start.play("B2")
    now = httpx.get(f"{address}/board.svg?lang=ru&targets=1&territory=1&turned=1")
    assert now.headers["content-type"] == "image/svg+xml"
    assert now.text == svg(
        position,
        last="B2",
        before=start,
        targets=True,
        territory=True,
        turned=1,
        language="ru",
        motion=True,
    )
    before = httpx.get(f"{address}/board.svg?number=0&targets=1&lang=en")
    assert before.text == svg(kletka.start("kamiken(size=4)"), language="en")
    again = httpx.get(f"{address}/board.svg", headers={"If-None-Match": before.headers["etag"]})
    assert again.status_code == 200, "another picture"
    same = httpx.get(
        f"{address}/board.svg?number=0&lang=en", headers={"If-None-Match": before.headers["etag"]}
    )
    assert (same.status_code, same.content) == (304, b"")
    assert httpx.get(f"{address}/board.svg?number=2").status_code == 404
    assert httpx.get(f"{address}/board.svg?turned=99").status_code == 422
    assert (
        Image.open(
            io.BytesIO(httpx.get(f"{address}/position.png?width=200", timeout=60).content)
        ).width
        == 200
    )
    shared = httpx.get(f"{address}/position.png", timeout=60)
    assert Image.open(io.BytesIO(shared.content)).width == SHARED_WIDTH
    film = httpx.get(f"{address}/game.gif?width=100", timeout=60)
    assert film.headers["content-type"] == "image/gif"
    assert getattr(Image.open(io.BytesIO(film.content)), "n_frames", 0) == 2


LARGE = {"spec": "kamiken(size=26)", "seats": [{}, {}]}


def test_others_are_answered_while_a_large_picture_is_drawn(tmp_path: Path) -> None:
    async def test() -> None:
        app = app_with(tmp_path)
        async with client_of(app) as client:
            game = (await client.post("/api/games", json=LARGE)).json()["game"]["id"]
            await client.get(f"/g/{game}/position.png?width=100")
            (process,) = app.state.raster_workers.process_ids()
            assert process != os.getpid()
            os.kill(process, signal.SIGSTOP)  # it takes as long as this test wants
            drawing = asyncio.create_task(client.get(f"/g/{game}/position.png?width=1600"))
            for _ in range(20):
                assert (await client.get(f"/api/games/{game}")).status_code == 200
            assert not drawing.done(), "the server has drawn it itself"
            os.kill(process, signal.SIGCONT)
            assert Image.open(io.BytesIO((await drawing).content)).width == 1600

    asyncio.run(test())


def test_a_picture_nobody_waits_for_is_dropped(tmp_path: Path) -> None:
    async def test() -> None:
        app = app_with(tmp_path)
        async with client_of(app) as client:
            game = (await client.post("/api/games", json=LARGE)).json()["game"]["id"]
            workers: RasterWorkers = app.state.raster_workers
            left = asyncio.Event()

            async def receive() -> dict[str, object]:
                await left.wait()
                return {"type": "http.disconnect"}

            async def send(message: object) -> None:
                pass

            path = f"/g/{game}/game.gif"
            scope = {
                "type": "http",
                "method": "GET",
                "path": path,
                "raw_path": path.encode(),
                "query_string": b"",
                "headers": [],
                "client": ("192.0.2.1", 1),
                "server": ("kletka.test", 80),
                "scheme": "http",
                "http_version": "1.1",
                "root_path": "",
            }
            asking = asyncio.create_task(app(scope, receive, send))
            while not workers.busy:
                await asyncio.sleep(0)
            left.set()
            await asking
            assert workers.busy == 0

    asyncio.run(test())


def test_those_who_ask_for_the_same_picture_share_it() -> None:
    async def test() -> None:
        workers = RasterWorkers()
        try:
            start = kletka.start("kamiken(size=4)")
            film = Film(start, ("B2", "D1"), 120, "en")
            asking = [asyncio.create_task(workers.draw(film)) for _ in range(3)]
            await asyncio.sleep(0)
            assert workers.busy == 1
            asking[0].cancel()
            first, second = await asyncio.gather(*asking[1:])
            assert first is second
            assert getattr(Image.open(io.BytesIO(first)), "n_frames", 0) == 3
            assert await workers.draw(film) is first
            assert workers.cached_bytes == len(first) + KEY_BYTES
            still = Still(start, (), None, 200, False, "en")
            assert Image.open(io.BytesIO(await workers.draw(still))).width == 200
        finally:
            workers.close()

    asyncio.run(test())


def test_a_cache_is_bounded_by_bytes() -> None:
    cache = ByteCache(3 * (KEY_BYTES + 1000))
    for number in range(5):
        cache.put(number, bytes(1000))
    assert [cache.get(number) is not None for number in range(5)] == [False] * 2 + [True] * 3
    cache.get(2)
    cache.put("large", bytes(KEY_BYTES + 2000))
    assert cache.size <= 3 * (KEY_BYTES + 1000)
    assert (cache.get(2), cache.get(3), cache.get(4)) == (bytes(1000), None, None)
    cache.put("too large", bytes(10 * KEY_BYTES))
    assert (cache.size, len(cache)) == (0, 0)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "a GIF may have at most 1 turn; this game has 2"),
        ("ru", "ходов в фильме может быть не больше 1, а в этой партии их 2"),
    ],
)
def test_a_film_that_would_be_too_long_is_refused(
    tmp_path: Path, language: str, sentence: str
) -> None:
    async def test() -> None:
        async with client_of(app_with(tmp_path, Limits(turns_of_a_film=1))) as client:
            made = (await client.post("/api/games", json=LARGE)).json()
            game = made["game"]["id"]
            for number, turn in enumerate(("B2", "D1")):
                token = {"Authorization": f"Bearer {made['tokens'][str(number)]}"}
                play = {"turn": turn, "number": number}
                played = await client.post(f"/api/games/{game}/turns", json=play, headers=token)
                assert played.status_code == 200
            refused = await client.get(f"/g/{game}/game.gif?lang={language}")
            assert (refused.status_code, refused.json()["error"]["text"]) == (413, sentence)

    asyncio.run(test())


def test_the_record_of_a_game(site: Server) -> None:
    game = NewGame(site, "manu(size=5,reserve=8,target=5)", "here here")
    for number, turn in enumerate("E3 E4 A5 B1 E3>E5@A5-1".split()):
        game.api(number % 2).post(f"{game.path}/turns", turn=turn, number=number)
    address = f"{site.address}/g/{game.id}"
    record = Record.parse(httpx.get(f"{address}/record.txt").text)
    assert record.turns == ("E3", "E4", "A5", "B1", "E3>E5@A5-1")
    assert Record.from_json(httpx.get(f"{address}/record.json").json()) == record


def test_the_boards_of_the_home_page_go_on_while_somebody_looks(site: Server) -> None:
    address = f"{site.address}/demo/kamiken/board.svg?lang=en"
    first = httpx.get(address)
    tag = first.headers["etag"]
    give_up = time.monotonic() + 60
    while (again := httpx.get(address, headers={"If-None-Match": tag})).status_code == 304:
        assert time.monotonic() < give_up, "nobody moves"
        time.sleep(0.2)
    assert again.text != first.text
    assert httpx.get(f"{site.address}/demo/chess/board.svg").status_code == 404
