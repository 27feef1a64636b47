"""Fingers on a phone: targets that are large enough, both offers of a cell, a second tap."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from kletka.faces import face_of
from tests.web.browser.visitor import PAINTED, READY, Visitor

Visit = Callable[..., Visitor]
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
FINGER = 40  # CSS pixels
LARGEST = max(
    (preset.options["board"] for preset in face_of("vyun").profile.presets),
    key=lambda board: [int(side) for side in board.split("x")],
)

# The side of the smallest thing that a tap at the middle of each cell would choose.
OFFERED = """() => {
  const sides = {};
  for (const cell of document.querySelectorAll("#board [data-cell]")) {
    const box = cell.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (!document.elementsFromPoint(x, y).includes(cell)) continue;  // outside the enlarged part
    sides[cell.dataset.cell] = Math.min(box.width, box.height);
  }
  return sides;
}"""
ON = "#board .kletka-target.on"
WHOLE = "#board .kletka-whole.on"


@pytest.fixture
def phone(visit: Visit) -> Visitor:
    return visit(**PHONE)


def tap(anna: Visitor, name: str) -> None:
    box = anna.cell(name).bounding_box()
    assert box is not None
    anna.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def two_at_one_phone(anna: Visitor, board: str, turns: str = "", confirm: str = "off") -> None:
    """A game of Vyun for two at this phone after some turns."""
    anna.page.add_init_script(f"localStorage.setItem('kletka-confirm', '{confirm}')")
    anna.start("vyun", "me here", board=board)
    anna.page.locator(READY).wait_for()
    for number, turn in enumerate(turns.split(), 1):
        for cell in turn.split(">"):
            tap(anna, cell)
        anna.wait_number(number)
        anna.page.locator(READY).wait_for()


@pytest.mark.parametrize("board", ["8x8", "9x8", LARGEST])
def test_every_target_is_large_enough_for_a_finger(phone: Visitor, board: str) -> None:
    two_at_one_phone(phone, board)
    page = phone.page
    if min(page.evaluate(OFFERED).values()) < FINGER:
        tap(phone, "E5")
        expect(page.locator("#board")).to_have_class("board enlarged")
        expect(phone.message).to_contain_text("Enlarged")
    sides = page.evaluate(OFFERED)
    assert "E5" in sides
    assert len(sides) >= 30
    assert min(sides.values()) >= FINGER
    assert phone.number == 0, "enlarging is no turn"
    tap(phone, "E5")
    phone.wait_number(1)
    expect(page.locator("#board")).not_to_have_class("board enlarged")


def test_a_cell_with_a_growth_point_offers_to_plant_and_to_grow(visit: Visit) -> None:
    offers = {
        "en": ["Plant in C3", "Grow to C2", "Grow to D3", "Grow to C4", "Cancel"],
        "ru": ["Посадить в C3", "Прорасти в C2", "Прорасти в D3", "Прорасти в C4", "Отменить"],
    }
    for language, texts in offers.items():
        anna = visit(language, **PHONE)
        two_at_one_phone(anna, "6x5", "B3 E4 B3>C3 F5")
        tap(anna, "C3")
        expect(anna.page.locator("#choices button")).to_have_text(texts)
        expect(anna.page.locator(ON)).to_have_count(3)
        expect(anna.page.locator("#board .kletka-cell.goal")).to_have_count(3)
        assert anna.number == 4
        sizes = anna.page.locator("#choices button").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().height)"
        )
        assert min(sizes) >= FINGER
        whole = anna.page.locator(WHOLE)
        expect(whole).to_have_attribute("data-with", "B3 C3")  # both ends of one vine
    anna.page.locator("#choices button", has_text="C4").tap()
    anna.wait_number(5)
    assert anna.turns[-1] == "C3>C4"


def test_the_second_tap_on_a_growth_point_plants(phone: Visitor) -> None:
    two_at_one_phone(phone, "6x5", "B3 E4 B3>C3 F5")
    tap(phone, "C3")
    expect(phone.page.locator("#choices")).to_contain_text("tap it again")
    tap(phone, "C3")
    phone.wait_number(5)
    assert phone.turns[-1] == "C3"


def test_a_growth_point_goes_to_the_cell_that_is_tapped_next(phone: Visitor) -> None:
    two_at_one_phone(phone, "13x12", confirm="on")
    steps = [("B3", "B3", "B3"), ("G7", "G7", "G7"), ("B3", "B3", "C3", "C3")]
    for number, cells in enumerate(steps, 1):  # enlarge, choose, (go,) confirm
        for cell in cells:
            phone.page.evaluate(PAINTED)
            tap(phone, cell)
        phone.wait_number(number)
        phone.page.locator(READY).wait_for()
    assert phone.turns == ["B3", "G7", "B3>C3"]


def test_an_enlarged_board_is_moved_by_a_finger_and_put_back(phone: Visitor) -> None:
    two_at_one_phone(phone, "13x12")
    page = phone.page
    tap(phone, "B2")
    assert "L2" not in page.evaluate(OFFERED)
    phone.draw_with_a_finger("G5", "B5")
    assert "L2" in page.evaluate(OFFERED)
    assert phone.number == 0, "a pull is no turn"
    page.get_by_role("button", name="Whole board").click()
    expect(page.get_by_role("button", name="Whole board")).to_be_hidden()
    assert len(page.evaluate(OFFERED)) == 13 * 12


def test_a_second_tap_confirms_and_another_cell_takes_back(phone: Visitor) -> None:
    phone.start("kamiken", "me here", size="5")
    page = phone.page
    page.locator(READY).wait_for()
    tap(phone, "C3")
    expect(page.locator("#choices")).to_contain_text("Play C3?")
    tap(phone, "B2")
    expect(page.locator("#choices")).to_contain_text("Play B2?")
    assert phone.number == 0
    tap(phone, "B2")
    phone.wait_number(1)
    assert phone.turns == ["B2"]


def test_a_second_tap_ends_a_series_that_could_go_on(phone: Visitor) -> None:
    phone.open("/learn/manu/6")
    phone.page.locator(READY).wait_for()
    for cell, told in (("A1", ""), ("E1", "It must continue"), ("E5", "Continue or end it")):
        tap(phone, cell)
        expect(phone.page.locator("#choices")).to_contain_text(told)
    tap(phone, "E5")
    phone.page.locator('#board[data-ready="missed"]').wait_for()


def test_mouse_and_keys_play_as_before(visit: Visit) -> None:
    anna = visit()
    anna.start("vyun", "me here", board="6x5")
    anna.place_all("B3 E4")
    anna.page.locator('#board .kletka-target[data-move="B3>C3"]').click(force=True)
    anna.wait_number(3)
    anna.place("F5")
    anna.wait_turn(3)
    anna.place("C3")  # a click plants although a vine could grow from there
    anna.wait_turn(4)
    anna.cell("E4").focus()
    anna.page.keyboard.press("Space")
    expect(anna.page.locator(WHOLE)).to_have_attribute("data-with", "E4")
    anna.page.keyboard.press("ArrowUp")
    anna.page.keyboard.press("Enter")
    anna.wait_number(6)
    assert anna.turns == ["B3", "E4", "B3>C3", "F5", "C3", "E4>E3"]


def test_the_mouse_over_a_growth_point_shows_the_whole_vine(visit: Visit) -> None:
    anna = visit()
    anna.start("vyun", "me here", board="6x5")
    anna.place_all("B3 E4")
    anna.page.locator('#board .kletka-target[data-move="B3>C3"]').click(force=True)
    anna.wait_number(3)
    anna.place("F5")
    anna.wait_turn(3)
    anna.cell("C3").hover(force=True)
    expect(anna.page.locator(WHOLE)).to_have_attribute("data-with", "B3 C3")
    anna.cell("F1").hover(force=True)
    expect(anna.page.locator(WHOLE)).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("en", "A1 cannot jump: it has no enemy stone on its lines. Rule 2"),
        ("ru", "Камень A1 не может прыгнуть: на его линиях нет камней противника. Правило 2"),
    ],
)
def test_a_stone_that_cannot_jump_says_why_not(visit: Visit, language: str, why: str) -> None:
    anna = visit(language, **PHONE)
    anna.page.add_init_script("localStorage.setItem('kletka-confirm', 'off')")
    anna.start("manu", "me here", size="5")
    anna.place_all("A1 C3")
    tap(anna, "A1")
    expect(anna.message).to_have_text(why)
    boris = visit(language)
    boris.start("manu", "me here", size="5")
    boris.place_all("A1 C3")
    boris.cell("A1").focus()
    boris.page.keyboard.press("Space")
    expect(boris.message).to_have_text(why)
