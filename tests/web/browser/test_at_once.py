"""A move is on the board when it is made, before the server answers, and only the rest changes."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.web.browser.serving import Server
from tests.web.browser.visitor import Visitor
from tests.web.clients import Json

Visit = Callable[..., Visitor]
EXPECTED = "#board .expected"
# Whether what is shown covers the middle of a cell, and its real piece is not there yet.
COVERS = """([shown, cell]) => {
  const outer = document.querySelector(shown)?.getBoundingClientRect();
  const inner = document.querySelector(`[data-cell="${cell}"]`).getBoundingClientRect();
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2];
  return Boolean(outer) && outer.left < x && x < outer.right && outer.top < y && y < outer.bottom;
}"""
PATHS = """(selector) => [...document.querySelectorAll(`${selector} path`)].map(
  (path) => path.getAttribute("d"))"""
SHAPES = """(selector) => [...document.querySelectorAll(`${selector} path`)].map((path) => {
  const { x, y, width, height } = path.getBoundingClientRect();
  return [x, y, width, height].map((n) => Math.round(n));
})"""


class HeldSocket:
    """The WebSocket of a page, whose messages of some kinds wait until they are let go."""

    def __init__(self, visitor: Visitor, *kinds: str) -> None:
        self.held: list[Json] = []
        self._page = visitor.page
        self._kinds = kinds
        visitor.page.route_web_socket("**/live*", self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        self._server = route.connect_to_server()
        route.on_message(self._pass_on)

    def _pass_on(self, text: str | bytes) -> None:
        message = json.loads(text)
        if message["do"] in self._kinds:
            self.held.append(message)
        else:
            self._server.send(text)

    def let_go(self, **changes: object) -> None:
        while not self.held:  # it is on its way
            self._page.wait_for_timeout(20)
        self._server.send(json.dumps({**self.held.pop(), **changes}))


def make(anna: Visitor, way: str, cell: str) -> None:
    """Place on a cell by mouse, touch or keys."""
    if way == "touch":
        anna.cell(cell).tap(force=True)
    elif way == "keys":
        anna.cell(cell).focus()
        anna.page.keyboard.press("Enter")
    else:
        anna.click(cell)


@pytest.mark.parametrize("way", ["mouse", "touch", "keys"])
@pytest.mark.parametrize("game", ["kamiken", "ydyumby", "vyun", "manu"])
def test_the_piece_is_there_before_the_answer(visit: Visit, game: str, way: str) -> None:
    anna = visit(has_touch=way == "touch")
    anna.page.add_init_script("localStorage.setItem('kletka-confirm', 'off')")
    socket = HeldSocket(anna, "turn")
    anna.start(game, "me here")
    make(anna, way, "C3")
    expect(anna.page.locator(EXPECTED)).to_have_count(1)
    assert anna.page.evaluate(COVERS, [EXPECTED, "C3"])
    assert anna.number == 0
    expected = anna.page.evaluate(SHAPES, EXPECTED)
    socket.let_go()
    anna.wait_number(1)
    expect(anna.page.locator(EXPECTED)).to_have_count(0)
    expect(anna.page.locator('#board [data-at="C3"]').first).to_be_attached()
    real = anna.page.evaluate(SHAPES, "#board svg")
    assert all(shape in real for shape in expected), "it looks like the real one"


@pytest.mark.parametrize("way", ["mouse", "drag"])
def test_a_jump_and_a_series_are_seen_step_by_step(visit: Visit, way: str) -> None:
    anna = visit()
    anna.page.add_init_script("localStorage.setItem('kletka-confirm', 'off')")
    socket = HeldSocket(anna, "turn")
    anna.start("manu", "me here", size="7", reserve="24", target="7")
    for number, cell in enumerate("A1 C1 E3 E5 G4 E7".split()):
        anna.click(cell)
        expect(anna.page.locator(EXPECTED)).to_have_count(1)
        socket.let_go()
        anna.wait_turn(number)
    stone = '#board .kletka-white [data-at="A1"]'
    if way == "mouse":
        anna.click("A1")
        anna.click("E1")
    else:
        anna.cell("A1").drag_to(anna.cell("E1"), force=True)
    # The jumper stands on E1 before the preview comes, or is drawn there by it.
    shown = f'{stone}, #board .kletka-white [data-at="E1"]'
    anna.page.wait_for_function(COVERS, arg=[shown, "E1"])
    step = anna.page.locator('#board .kletka-target[data-move="^E3"]')
    expect(step).to_have_count(1)
    anna.click("E5")
    taken = anna.page.locator('#board .kletka-black [data-at="E5"]')
    expect(taken).to_have_count(0)


def test_a_vine_is_seen_before_the_answer(visit: Visit) -> None:
    anna = visit()
    socket = HeldSocket(anna, "turn")
    anna.start("vyun", "me here", board="4x4")
    for cell in ("B2", "D4"):
        anna.click(cell)
        socket.let_go()
        anna.wait_turn(anna.number)
        expect(anna.page.locator(EXPECTED)).to_have_count(0)
    anna.wait_number(2)
    anna.page.locator('#board [data-move="B2>B3"]').click(force=True)
    expect(anna.page.locator(f"{EXPECTED} .kletka-vine.kletka-p1 path").first).to_be_attached()
    expected = anna.page.evaluate(PATHS, EXPECTED)
    hidden = anna.page.locator("#board [visibility=hidden]")
    gone = hidden.evaluate_all("(paths) => paths.map((path) => path.getAttribute('d'))")
    socket.let_go()
    anna.wait_number(3)
    real = anna.page.evaluate(PATHS, "#board svg")
    assert set(expected) <= set(real), "the vine is drawn as it will be"
    assert gone
    assert not set(gone) & set(real)
    expect(anna.page.locator(EXPECTED)).to_have_count(0)


@pytest.mark.parametrize(("language", "says"), [("en", "B3 is attacked by"), ("ru", "B3 под боем")])
def test_a_refused_move_is_put_back(visit: Visit, language: str, says: str) -> None:
    anna = visit(language=language)
    socket = HeldSocket(anna, "turn")
    anna.start("kamiken", "me here", size="5")
    anna.click("B2")
    socket.let_go()
    anna.wait_turn(0)
    before = anna.page.evaluate(SHAPES, "#board svg")
    anna.click("D4")
    expect(anna.page.locator(EXPECTED)).to_have_count(1)
    socket.let_go(turn="B3")  # the server refuses this one
    expect(anna.message).to_have_class("message wrong")
    expect(anna.page.locator(EXPECTED)).to_have_count(0)
    expect(anna.message).to_contain_text(says)
    assert anna.page.evaluate(SHAPES, "#board svg") == before
    anna.click("D4")
    socket.let_go()
    anna.wait_number(2)


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "D4 will be sent when the server is back"),
        ("ru", "Ход D4 уйдёт, когда сервер ответит"),
    ],
)
def test_a_lost_move_is_put_back_until_it_is_sent(
    visit: Visit, own_server: Server, language: str, says: str
) -> None:
    anna = visit(language=language, address=own_server.address)
    HeldSocket(anna, "turn")
    anna.start("manu", "me here", size="7")
    anna.click("D4")
    expect(anna.page.locator(EXPECTED)).to_have_count(1)
    own_server.kill()
    expect(anna.message).to_contain_text(says)
    expect(anna.page.locator(EXPECTED)).to_have_count(0)
    expect(anna.page.locator('#board [data-at="D4"]')).to_have_count(0)
    own_server.start()


def test_pictures_come_with_events(visit: Visit) -> None:
    anna = visit()
    asked: list[str] = []
    anna.page.on("request", lambda request: asked.append(request.url))
    anna.start("ydyumby", "me level1", board="6x6")
    for number in range(3):
        anna.wait_turn(2 * number - 1)
        anna.play_something(5)
    anna.wait_turn(5)
    assert [url for url in asked if "board.svg" in url] == []
    upright = anna.cell("A1").get_attribute("d") or ""
    anna.page.click("#rotate")
    expect(anna.cell("A1")).not_to_have_attribute("d", upright)
    anna.play_something(3)
    assert len([url for url in asked if "board.svg" in url]) == 1  # of the turned board itself


def test_what_has_not_changed_stays_the_same_element(visit: Visit) -> None:
    anna = visit()
    anna.start("kamiken", "me here", size="5")
    anna.place_all("C3 B2")
    anna.page.evaluate(
        """() => {
          for (const name of ['[data-at="C3"]', '[data-at="B2"]', '[data-cell="A5"]'])
            for (const found of document.querySelectorAll(`#board ${name}`)) found.seen = name;
        }"""
    )
    anna.page.locator("#board").evaluate("board => board.querySelector('.kletka-cells').seen = 1")
    anna.cell("E1").focus()
    anna.page.keyboard.press("Enter")
    anna.wait_turn(2)
    assert anna.page.evaluate("document.activeElement.dataset.cell") == "E1"
    assert anna.page.evaluate(
        "[...document.querySelectorAll('#board *')].filter((found) => found.seen).length"
    ) == len(["C3", "B2", "its scribble", "A5", "the cells"])
    expect(anna.page.locator('#board [data-at="E1"]')).to_have_count(1)


def test_hovering_lasts_while_others_move(visit: Visit) -> None:
    anna = visit()
    anna.start("kamiken", "me here", size="5")
    anna.cell("A1").hover(force=True)
    anna.page.evaluate(
        """() => {
          window.left = 0;
          document.querySelector('[data-cell="A1"]').addEventListener(
            "pointerleave", () => (window.left += 1));
        }"""
    )
    anna.cell("C3").focus()
    anna.page.keyboard.press("Enter")
    anna.wait_turn(0)
    assert anna.page.evaluate("window.left") == 0
    assert anna.page.evaluate("""document.querySelector('[data-cell="A1"]').matches(":hover")""")
