"""Playing on the board: clicks, drags, keyboard, touch, messages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.serving import Server
from tests.web.browser.visitor import Visitor
from tests.web.clients import NewGame

Visit = Callable[..., Visitor]
BEFORE_A_SERIES = "A1 C1 E3 E5 G4 E7"  # then A1>E1^E3^E5 takes E5 and E7


@pytest.mark.parametrize(
    ("language", "sentence", "link"),
    [
        ("en", "B1 is attacked by White's A1. Rule 1", "Rule 1"),
        ("ru", "B1 под боем белых (A1). Правило 1", "Правило 1"),
    ],
)
def test_a_click_that_is_not_allowed_says_why(
    visit: Visit, language: str, sentence: str, link: str
) -> None:
    anna = visit(language=language)
    anna.start("kamiken", "me here", size="3")
    anna.place("A1")
    anna.click("B1")
    expect(anna.message).to_have_text(sentence)  # the rule is named once
    with anna.page.expect_popup() as popup:
        anna.message.get_by_role("link", name=link).click()
    expect(popup.value.locator("#rule-1")).to_be_in_viewport()
    assert popup.value.url.endswith("/rules/kamiken#rule-1")
    assert anna.number == 1


def test_of_two_captures_that_end_alike_the_board_asks_which_is_meant(visit: Visit) -> None:
    anna = visit()
    anna.start("manu", "me here", size="7")
    anna.place_all("G3 E1 E6 D6 B3 F3")  # then G3>E3 goes on with ^B3 or @E6+1, both to F3
    anna.click("G3")
    anna.click("E3")
    choices = anna.page.locator("#choices")
    expect(choices).to_contain_text("Your turn so far: G3>E3. It must continue.")
    anna.click("F3")
    expect(choices).to_contain_text("Several moves end here. Which one?")
    expect(choices.get_by_role("button")).to_have_text(["^B3 takes F3", "@E6+1 takes F3", "Cancel"])
    choices.get_by_role("button", name="^B3").click()
    anna.wait_number(7)
    assert anna.turns[-1].endswith("G3>E3^B3")


def test_a_series_of_manu_grows_click_by_click(visit: Visit) -> None:
    anna = visit()
    anna.start("manu", "me here", size="7")
    anna.place_all(BEFORE_A_SERIES)
    anna.click("A1")
    expect(anna.message).to_contain_text("From A1")
    anna.click("E1")
    choices = anna.page.locator("#choices")
    expect(choices).to_contain_text("Your turn so far: A1>E1. It must continue.")
    anna.page.locator('.kletka-target[data-move="^E3"]').hover()
    expect(anna.message).to_have_text("^E3 takes E5")
    expect(anna.cell("E5")).to_have_class("kletka-cell taken")
    anna.click("E5")
    expect(choices).to_contain_text("Your turn so far: A1>E1^E3. Continue or end it.")
    anna.page.keyboard.press("Escape")
    expect(choices).to_be_hidden()
    expect(anna.page.locator("#board")).not_to_have_class("board ghost")
    anna.wait_turn(5)
    anna.page.keyboard.press("e")
    assert anna.number == 6, "nothing was sent, and there is nothing left to be sent"
    for crossing in ("A1", "E1"):
        anna.click(crossing)
    expect(choices).to_contain_text("A1>E1.")
    anna.click("E5")
    expect(choices).to_contain_text("A1>E1^E3.")
    anna.click("E7")
    anna.wait_number(7)
    assert anna.turns[-1] == "A1>E1^E3^E5"
    expect(anna.page.locator(".seat[data-seat='0'] .points")).to_have_text("2 of 7")


def test_an_unfinished_turn_survives_offers_of_others(visit: Visit) -> None:
    anna, boris = visit(), visit()
    anna.start("manu", "me link", size="7")
    boris.take_seat(anna.page.input_value("#link-1"))
    for player, crossing in zip([anna, boris] * 3, BEFORE_A_SERIES.split(), strict=True):
        player.wait_turn()
        player.place(crossing)
    anna.wait_turn(5)
    choices = anna.page.locator("#choices")
    anna.click("A1")
    anna.click("E1")
    expect(choices).to_contain_text("Your turn so far: A1>E1.")
    boris.page.click("#takeback")
    expect(choices).to_contain_text("Black asks to take back")
    anna.page.get_by_role("button", name="Decline").click()
    expect(choices).to_contain_text("Your turn so far: A1>E1.")
    anna.click("E5")
    anna.page.get_by_role("button", name="End the turn").click()
    boris.wait_number(7)
    assert boris.turns[-1] == "A1>E1^E3"


def test_the_end_of_a_turn_is_a_choice(visit: Visit) -> None:
    anna = visit()
    anna.start("manu", "me here", size="7")
    anna.place_all(BEFORE_A_SERIES)
    for crossing, turn in (("A1", ""), ("E1", "A1>E1."), ("E5", "A1>E1^E3.")):
        anna.click(crossing)
        expect(anna.page.locator("#choices")).to_contain_text(turn)
    anna.page.get_by_role("button", name="End the turn").click()
    anna.wait_number(7)
    assert anna.turns[-1] == "A1>E1^E3"


def test_vyun_grows_by_dragging_and_by_clicking_on(visit: Visit) -> None:
    anna = visit()
    anna.start("vyun", "me here", board="4x4")
    anna.place("B2")
    anna.wait_turn(0)
    anna.place("D4")
    anna.wait_turn(1)
    anna.cell("B2").drag_to(anna.cell("C2"), force=True)
    anna.wait_turn(2)
    anna.click("D4")  # a sprout stands there already, so this begins a growth
    expect(anna.cell("D4")).to_have_class("kletka-cell origin chosen")
    anna.click("D3")
    anna.wait_turn(3)
    anna.page.locator('.kletka-target[data-move="B2>B3"]').click(force=True)
    anna.wait_number(5)
    assert anna.turns == ["B2", "D4", "B2>C2", "D4>D3", "B2>B3"]
    anna.wait_turn(4)
    anna.cell("D4").drag_to(anna.cell("B4"), force=True)
    expect(anna.message).to_contain_text("two squares that share a wall")


def test_the_keyboard_alone_can_play(visit: Visit) -> None:
    anna = visit()
    anna.start("kamiken", size="3")
    anna.wait_turn()
    keys = anna.page.keyboard
    focused = "document.activeElement?.dataset?.cell"
    for _ in range(40):
        if anna.page.evaluate(focused):
            break
        keys.press("Tab")
    assert anna.page.evaluate(focused) == "B2"
    expect(anna.cell("B2")).to_have_attribute("aria-label", "B2, you can play here")
    keys.press("ArrowUp")
    keys.press("ArrowLeft")
    assert anna.page.evaluate(focused) == "A1"
    keys.press("Enter")
    anna.wait_turn(1)
    assert anna.turns[0] == "A1"
    assert anna.page.evaluate(focused) == "A1", "the cursor stays where it was"
    expect(anna.cell("A1")).to_have_attribute("aria-label", "A1, White")
    announced = f"Black placed a stone on {anna.turns[1]}. Your turn."
    expect(anna.page.locator("#announce")).to_have_text(announced)
    keys.press("Enter")
    expect(anna.message).to_contain_text("A1 is occupied by White's stone")
    for _ in range(40):
        if anna.page.evaluate("document.activeElement?.id") == "pass":
            break
        keys.press("Tab")
    keys.press("Enter")
    keys.press("Enter")
    anna.wait_turn(99)  # White has passed: the bot ends the game alone
    assert anna.over
    assert "pass" in anna.turns
    expect(anna.page.locator("#announce")).to_contain_text("You")


def test_a_series_can_be_played_with_keys(visit: Visit) -> None:
    anna = visit()
    anna.start("manu", "me here", size="7")
    anna.place_all(BEFORE_A_SERIES)
    keys, choices = anna.page.keyboard, anna.page.locator("#choices")
    anna.cell("A1").focus()
    keys.press("Enter")
    for _ in range(4):
        keys.press("ArrowRight")
    keys.press("Enter")
    expect(choices).to_contain_text("A1>E1.")
    expect(anna.cell("E1")).to_be_focused()
    for _ in range(4):
        keys.press("ArrowDown")
    expect(anna.message).to_have_text("^E3 takes E5")
    keys.press("Enter")
    expect(choices).to_contain_text("A1>E1^E3.")
    keys.press("e")
    anna.wait_number(7)
    assert anna.turns[-1] == "A1>E1^E3"


def test_arrows_walk_through_the_turns(visit: Visit) -> None:
    anna = visit()
    anna.start("kamiken", "me here", size="4")
    anna.place_all("A1 D4 A2")
    board, keys = anna.page.locator("#board"), anna.page.keyboard
    for key, number in [("ArrowLeft", 2), ("ArrowLeft", 1), ("Home", 0), ("ArrowRight", 1)]:
        keys.press(key)
        expect(board).to_have_attribute("data-number", str(number))
    anna.click("B4")
    expect(anna.message).to_contain_text("earlier position")
    keys.press("End")
    expect(board).to_have_attribute("data-number", "3")
    anna.page.locator("#turns button", has_text="D4").click()
    expect(board).to_have_attribute("data-number", "2")
    keys.press("End")
    corner = "document.querySelector('[data-cell=A1]').getBoundingClientRect().x"
    left = anna.page.evaluate(corner)
    keys.press("f")
    anna.page.wait_for_function(f"left => {corner} > left + 50", arg=left)
    keys.press("?")
    expect(anna.page.locator("#help")).to_be_visible()
    keys.press("Escape")
    expect(anna.page.locator("#help")).to_be_hidden()


def test_fingers_confirm_before_they_play(visit: Visit) -> None:
    anna = visit(width=390, height=800, has_touch=True, is_mobile=True)
    anna.start("ydyumby", "me here", board="5x5")
    anna.wait_turn()
    anna.cell("C3").tap(force=True)
    expect(anna.page.locator("#choices")).to_contain_text("Play C3?")
    expect(anna.page.locator("#board")).to_have_class("board ghost")
    assert anna.number == 0
    anna.page.get_by_role("button", name="No").tap()
    expect(anna.page.locator("#board")).to_have_class("board")
    anna.wait_turn()
    anna.cell("A1").tap(force=True)
    anna.page.locator("#choices").get_by_role("button", name="Play").tap()
    anna.wait_number(1)
    assert anna.turns == ["A1"]


def test_a_finger_can_draw_a_vine(visit: Visit) -> None:
    anna = visit(width=390, height=800, has_touch=True, is_mobile=True)
    anna.start("vyun", "me here", board="4x4")
    for number, square in enumerate(("B2", "D4"), 1):
        anna.wait_turn(number - 2)
        anna.cell(square).tap(force=True)
        anna.page.locator("#choices").get_by_role("button", name="Play").tap()
        anna.wait_number(number)
    anna.wait_turn(1)
    anna.draw_with_a_finger("B2", "B3")
    expect(anna.page.locator("#choices")).to_contain_text("Play B2>B3?")
    assert anna.page.evaluate("scrollY") == 0


def test_a_turn_against_a_bot_is_taken_back_at_once(visit: Visit) -> None:
    anna = visit()
    anna.start("kamiken", size="5")
    anna.wait_turn()
    anna.place("C3")
    anna.wait_turn(1)
    anna.page.click("#takeback")
    anna.wait_number(0)
    anna.wait_turn()
    assert anna.turns == []


def test_defaults_follow_the_other_options(visit: Visit) -> None:
    """The usual komi is another on small boards, whether chosen by a preset or typed."""
    anna = visit()
    anna.open("/new/kamiken")
    komi = anna.page.locator("#komi")
    expect(komi).to_have_attribute("placeholder", "1.5")
    anna.page.click("#presets a.chip >> nth=0")
    expect(komi).to_have_attribute("placeholder", "0.5")
    anna.page.fill("#size", "8")
    anna.page.locator("#size").blur()
    expect(komi).to_have_attribute("placeholder", "1.5")


def test_clocks_run(visit: Visit) -> None:
    anna = visit()
    anna.open("/new/kamiken")
    anna.page.select_option("#seat1", "here")
    anna.page.check("input[value='real']")
    anna.page.fill("#minutes", "0.5")
    anna.page.fill("#increment", "0")
    anna.page.click("#new-game button.primary")
    anna.wait_turn()
    expect(anna.page.locator(".seat[data-seat='0'] .time")).to_have_text("0:30")
    anna.place("A1")
    expect(anna.page.locator(".seat[data-seat='1'] .time")).to_have_text(re.compile("0:2[0-9]"))


@pytest.mark.parametrize(
    ("language", "won", "lost", "reason"),
    [
        ("en", "You won!", "You lost", "Black ran out of time: White wins."),
        ("ru", "Вы победили!", "Вы проиграли", "У чёрных вышло время: победили белые."),
    ],
)
def test_a_game_is_lost_on_time(
    visit: Visit, site: Server, language: str, won: str, lost: str, reason: str
) -> None:
    game = NewGame(
        site, "kamiken(size=5)", "link link", clock={"kind": "real", "minutes": 0.05}
    )  # three seconds
    anna, boris = visit(language), visit(language)
    for seat, visitor in enumerate((anna, boris)):
        visitor.take_seat(f"/g/{game.id}/{game.made['secrets'][str(seat)]}")
    anna.wait_turn()
    anna.click("C3")  # from now on Black's clock runs
    for visitor, headline in ((anna, won), (boris, lost)):
        expect(visitor.page.locator("#page")).to_have_attribute("data-over", "true")
        expect(visitor.page.locator("#status")).to_have_text(f"{headline}{reason}")
        expect(visitor.page.locator(".seat.gone")).to_have_attribute("data-seat", "1")
        expect(visitor.page.locator('.seat[data-seat="1"] .time')).to_have_text(
            re.compile(r"^0:00")
        )
        expect(visitor.page.locator("#rematch")).to_be_visible()
        expect(visitor.page.locator("#resign")).to_be_hidden()
    boris.click("B4")
    assert boris.number == 1
    record = game.api().get(f"{game.path}/record").text
    assert '[Result "1-0"]\n[Termination "time"]' in record


def test_territory_is_shown_until_it_is_switched_off(visit: Visit) -> None:
    anna = visit()
    anna.start("kamiken", "me here", size="3")
    anna.place("B2")
    glow = anna.page.locator("#board .kletka-glow")
    expect(glow.first).to_be_attached()
    expect(anna.page.locator("#territory")).to_have_attribute("aria-pressed", "true")
    anna.page.keyboard.press("t")
    expect(glow).to_have_count(0)
    anna.page.reload()
    anna.wait_drawn()
    expect(glow).to_have_count(0)
    anna.start("ydyumby", "me here", board="4x4")
    expect(anna.page.locator("#territory")).to_have_attribute("aria-pressed", "false")
