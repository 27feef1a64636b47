"""Pictures and records of games, and the boards of the home page."""

from __future__ import annotations

import io
import time

import httpx
import pytest
from PIL import Image

import kletka
from kletka import Record
from kletka.drawing import svg
from kletka.drawing.palette import LIGHT, PLAYERS_LIGHT
from kletka.drawing.raster import flat_stylesheet, png
from kletka.web.pages.gif import MOST_FRAMES, gif
from tests.web.browser.serving import Server
from tests.web.clients import NewGame

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
    frames: list[tuple[kletka.Position, str | None]] = [(position, None)]
    for turn in ("B2", "D1", "pass"):
        frames.append((frames[-1][0].play(turn), turn))
    film = Image.open(io.BytesIO(gif(frames, 120, "en")))
    assert (film.format, getattr(film, "n_frames", 0), film.width) == ("GIF", 4, 120)
    alternating = [frames[number % 2] for number in range(2 * MOST_FRAMES + 1)]
    long = Image.open(io.BytesIO(gif(alternating, 40, "en")))
    assert getattr(long, "n_frames", 0) <= MOST_FRAMES


def test_the_pictures_of_a_game(site: Server) -> None:
    game = NewGame(site, "kamiken(size=4)", "here here")
    game.api(0).post(f"{game.path}/turns", turn="B2", number=0)
    address = f"{site.address}/g/{game.id}"
    position = kletka.start("kamiken(size=4)").play("B2")
    now = httpx.get(f"{address}/board.svg?lang=ru&targets=1&territory=1&turned=1")
    assert now.headers["content-type"] == "image/svg+xml"
    assert now.text == svg(
        position, last="B2", targets=True, territory=True, turned=1, language="ru"
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
        Image.open(io.BytesIO(httpx.get(f"{address}/position.png?width=200").content)).width == 200
    )
    film = httpx.get(f"{address}/game.gif?width=100", timeout=60)
    assert film.headers["content-type"] == "image/gif"
    assert getattr(Image.open(io.BytesIO(film.content)), "n_frames", 0) == 2


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
