"""Turns are shown in motion, and heard; a click ends it, and who wants less motion has none."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.serving import Server
from tests.web.browser.visitor import Visitor
from tests.web.test_story import played

Visit = Callable[..., Visitor]
SERIES = "manu(size=7)", "A1 C1 E3 E5 G4 E7 A1>E1^E3^E5".split()
SWEEP = "manu(size=7,squares=sweep,pivot=any)", "E2 B5 A5 C7 A5>C5@E2+5".split()
RING = (  # Red rings nine vertices
    "vyun(board=4x4)",
    (
        "A1 B2 A1>B1 B2>C2 B1>C1 C2>C3 C1>D1 B2>B3 D1>D2 pass D2>D3 pass D3>D4 pass "
        "A1>A2 pass A2>A3 pass A3>A4 pass A4>B4 pass B4>C4 pass C4>D4"
    ).split(),
)
REMOVAL = "ydyumby(board=5x4)", "D4 C1 E2 B3 C2 A2 C3".split()
# All animations that scripts have begun, with the names of what moves.
NOTE_ANIMATIONS = """
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
  const animation = animate.call(this, frames, timing);
  const { at } = this.dataset;
  window.moved.push({
    at: at ?? this.getAttribute("class") ?? "line",
    frames,
    whole: (timing.delay ?? 0) + timing.duration,
    animation,
  });
  return animation;
};
const Tone = window.OscillatorNode;
window.tones = [];
window.OscillatorNode = class extends Tone {
  constructor(audio, options) {
    super(audio, options);
    window.tones.push(options.frequency);
  }
};
"""
PLAIN = "window.moved.map(({ animation, ...plain }) => plain)"
RUNNING = "window.moved.filter(({ animation }) => animation.playState === 'running').length"
STARTS = {"place": 300, "jump": 260, "capture": 180, "growth": 392, "ring": 440, "pass": 220}


def stepped(visit: Visit, site: Server, game: tuple[str, list[str]], **more: Any) -> Page:
    """A page that has stepped to the last turn of a game by the keyboard."""
    anna = visit(**more)
    anna.page.add_init_script(NOTE_ANIMATIONS)
    anna.open(f"/g/{played(site, *game).id}")
    anna.wait_drawn()
    page, number = anna.page, len(game[1])
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#board")).to_have_attribute("data-number", str(number - 1))
    assert page.evaluate(PLAIN) == [], "stepping back is no motion"
    page.keyboard.press("ArrowRight")
    expect(page.locator("#board")).to_have_attribute("data-number", str(number))
    return page


def moved(page: Page) -> dict[str, dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(PLAIN)
    return {one["at"]: one for one in found}


def test_a_series_is_replayed_step_by_step(visit: Visit, site: Server) -> None:
    seen = moved(stepped(visit, site, SERIES))
    jumps = [one for at, one in seen.items() if at in ("E5", "E7")]
    assert len(jumps) == 2, "the stone that jumped, and its pivot"
    assert {one["whole"] for one in jumps} == {600}, "three beats"
    gone = [at for at in seen if "faint" in at]
    assert gone, "what was taken fades"


def test_a_square_sweeps_round_its_pivot(visit: Visit, site: Server) -> None:
    seen = moved(stepped(visit, site, SWEEP))
    ways = [
        {tuple(map(float, re.findall(r"-?[\d.]+", frame["transform"]))) for frame in one["frames"]}
        for at, one in seen.items()
        if "transform" in one["frames"][0] and "gone" not in at
    ]
    assert any(len(way) >= 4 for way in ways), "by the corners, not straight"


def test_a_vine_grows_and_a_ring_is_felt(visit: Visit, site: Server) -> None:
    seen = moved(stepped(visit, site, RING))
    assert "strokeDashoffset" in seen["line"]["frames"][0]
    assert len([at for at in seen if "/" in at]) == 9, "each vertex that was won"


def test_what_is_removed_vanishes_after_the_piece_appears(visit: Visit, site: Server) -> None:
    seen = moved(stepped(visit, site, REMOVAL))
    appeared = seen[REMOVAL[1][-1]]
    vanished = next(one for at, one in seen.items() if "faint" in at)
    assert vanished["whole"] > appeared["whole"]


@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_a_click_ends_the_motion(visit: Visit, site: Server, way: str) -> None:
    page = stepped(visit, site, SERIES, has_touch=way == "touch")
    page.evaluate("for (const { animation } of window.moved) animation.playbackRate = 0.001")
    assert page.evaluate(RUNNING)
    cell = page.locator('#board [data-cell="G7"]')
    if way == "touch":
        cell.tap(force=True)
    else:
        cell.click(force=True)
    assert page.evaluate(RUNNING) == 0


def test_the_next_position_ends_the_motion(visit: Visit, site: Server) -> None:
    page = stepped(visit, site, SERIES)
    page.evaluate("for (const { animation } of window.moved) animation.playbackRate = 0.001")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#board")).to_have_attribute("data-number", str(len(SERIES[1]) - 1))
    assert page.evaluate(RUNNING) == 0


def test_the_next_event_ends_the_motion(visit: Visit, site: Server) -> None:
    game = played(site, "kamiken(size=5)", ["C3"])
    anna = visit()
    anna.page.add_init_script(NOTE_ANIMATIONS)
    anna.open(f"/g/{game.id}")
    anna.wait_drawn()
    for number, turn in enumerate(("B2", "D4"), 1):
        game.api(number % 2).post(f"{game.path}/turns", turn=turn, number=number)
        anna.wait_number(number + 1)
        anna.page.evaluate(
            "for (const { animation } of window.moved) animation.playbackRate = 0.001"
        )
    assert anna.page.evaluate(RUNNING) == 1, "only the last turn moves"


def test_less_motion_is_none(visit: Visit, site: Server) -> None:
    for game in (SERIES, RING):
        page = stepped(visit, site, game, reduced_motion="reduce")
        assert page.evaluate("document.getAnimations().length") == 0
        assert page.evaluate(PLAIN) == []


@pytest.mark.parametrize(
    ("game", "sounds"),
    [
        (SERIES, ["jump", "capture", "capture"]),
        (RING, ["growth", "ring"]),
        (REMOVAL, ["place", "capture"]),
    ],
    ids=["series", "ring", "removal"],
)
def test_each_kind_of_step_has_its_sound(
    visit: Visit, site: Server, game: tuple[str, list[str]], sounds: list[str]
) -> None:
    page = stepped(visit, site, game)
    known = list(STARTS.values())
    page.wait_for_function(
        "([known, count]) => window.tones.filter((tone) => known.includes(tone)).length >= count",
        arg=[known, len(sounds)],
    )
    heard = [tone for tone in page.evaluate("window.tones") if tone in known]
    assert heard == [STARTS[sound] for sound in sounds]


def test_no_sound_if_sounds_are_off(visit: Visit, site: Server) -> None:
    anna = visit()
    anna.page.add_init_script("localStorage.setItem('kletka-sound', 'off')")
    anna.page.add_init_script(NOTE_ANIMATIONS)
    anna.start("kamiken", "me here", size="5")
    anna.place_all("C3 B2")
    assert anna.page.evaluate("window.tones") == []


def test_a_bots_move_is_shown_and_ones_own_is_not_repeated(visit: Visit) -> None:
    anna = visit()
    anna.page.add_init_script(NOTE_ANIMATIONS)
    anna.start("kamiken", "me level1", size="5")
    anna.wait_turn()
    anna.click("C3")
    anna.wait_turn(1)
    assert anna.turns[0].endswith("C3")
    seen = moved(anna.page)
    assert "C3" not in seen
    assert len(seen) == 1, "the bot's stone appears"
