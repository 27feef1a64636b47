"""The page shows what happened: what is gone, each turn in words, and the score of every moment."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser.serving import Server
from tests.web.browser.visitor import Visitor
from tests.web.test_story import TURNS, played

Visit = Callable[..., Visitor]
BOTH = pytest.mark.parametrize("language", ["en", "ru"])
GONE = "#board .kletka-faint.kletka-piece"


@pytest.mark.parametrize(
    ("language", "last", "both"),
    [
        (
            "en",
            "Green placed a piece on A3 and removed Blue's B3.",
            "Blue placed a piece on B3. Green placed a piece on A3 and removed Blue's B3.",
        ),
        (
            "ru",
            "Зелёные поставили фигуру на A3 и сняли фигуру синих B3.",
            "Синие поставили фигуру на B3. Зелёные поставили фигуру на A3 и сняли фигуру синих B3.",
        ),
    ],
)
def test_what_was_removed_is_crossed_out_until_the_next_turn(
    visit: Visit, language: str, last: str, both: str
) -> None:
    anna = visit(language=language)
    anna.start("ydyumby", "me here here", board="5x4", players="3")
    anna.place_all("B4 A1 B1 D3 B3")
    expect(anna.page.locator(GONE)).to_have_count(0)
    anna.place("A3")  # now it is Red's turn again, and two turns are new for Red
    expect(anna.page.locator(GONE)).to_have_count(1)
    expect(anna.page.locator("#board .kletka-last")).to_have_count(2)
    told = anna.page.locator("#told")
    expect(told).to_have_text(both)
    anna.place("C2")
    expect(anna.page.locator("#page")).to_have_attribute("data-number", "7")
    anna.page.click("#first")
    expect(told).to_have_text("")
    expect(anna.page.locator("#board .kletka-last")).to_have_count(0)
    anna.page.click("#turns [data-number='6']")
    expect(told).to_contain_text(last)
    expect(anna.page.locator(GONE)).to_have_count(1)


@BOTH
def test_the_turns_of_all_opponents_are_marked(visit: Visit, language: str) -> None:
    anna = visit(language=language)
    anna.start("ydyumby", "me level1 level1", board="6x6", players="3")
    anna.wait_turn()
    anna.click("C1")
    anna.wait_turn(2)
    expect(anna.page.locator("#board .kletka-last")).to_have_count(2)
    blue, green = {"en": ("Blue placed", "Green placed"), "ru": ("Синие", "Зелёные")}[language]
    told = anna.page.locator("#told")
    expect(told).to_contain_text(blue)
    expect(told).to_contain_text(green)
    expect(told).not_to_contain_text("C1.")


@pytest.mark.parametrize(
    ("language", "headline", "told", "entry", "words", "komi"),
    [
        (
            "en",
            "Black passed. White to move",
            "Black passed for good: only White moves from now on.",
            "pass",
            "White placed a stone on C3",
            "Black's points include a komi of 0.5, because White moves first.",
        ),
        (
            "ru",
            "Чёрные: пас. Ход белых",
            "Чёрные спасовали: до конца партии ходят только белые.",
            "пас",
            "Белые поставили камень на C3",
            "В очки чёрных входит коми 0,5: белые ходят первыми.",
        ),
    ],
)
def test_a_pass_is_an_event_and_turns_can_be_read(
    visit: Visit, site: Server, language: str, headline: str, told: str, entry: str, words: str,
    komi: str,
) -> None:  # fmt: skip
    game = played(site, "kamiken(size=5)", TURNS[:12])
    anna = visit(language=language)
    anna.open(f"/g/{game.id}")
    page = anna.page
    expect(page.locator("#status")).to_have_text(headline)
    expect(page.locator("#told")).to_have_text(told)
    expect(page.locator(".points-note")).to_have_text(komi)
    expect(page.locator("#turns .pass")).to_contain_text(entry)
    first, second = (page.locator(f"#turns [data-number='{n}']") for n in (1, 2))
    places = [entry.bounding_box() for entry in (first, second)]
    assert places[0]
    assert places[1]
    assert places[0]["y"] == places[1]["y"], "one column for each player"
    assert places[0]["x"] < places[1]["x"]
    page.click("#words-switch")
    expect(first).to_contain_text(words)
    page.reload()
    expect(first).to_contain_text(words)
    expect(page.locator("#words-switch")).to_have_attribute("aria-pressed", "true")


@BOTH
def test_the_score_is_that_of_the_moment(visit: Visit, site: Server, language: str) -> None:
    game = played(site, "kamiken(size=5)", TURNS)
    anna = visit(language=language)
    anna.open(f"/g/{game.id}")
    black = anna.page.locator('.seat[data-seat="1"] .points')
    shade = anna.page.locator("#board .kletka-shade")
    half = "," if language == "ru" else "."
    expect(black).to_have_text(f"2{half}5")
    expect(shade).to_be_attached()
    expect(anna.page.locator("#territory")).to_be_disabled()  # always at the end
    anna.page.click("#turns [data-number='12']")
    expect(black).to_have_text(f"3{half}5")
    anna.page.click("#first")
    expect(black).to_have_text(f"0{half}5")
    expect(anna.page.locator("#territory")).to_be_enabled()
    anna.page.click("#last")
    expect(black).to_have_text(f"2{half}5")


@pytest.mark.parametrize(
    ("language", "before", "after"), [("en", "0 of 7", "2 of 7"), ("ru", "0 из 7", "2 из 7")]
)
def test_stones_taken_in_manu_are_counted_towards_the_goal(
    visit: Visit, site: Server, language: str, before: str, after: str
) -> None:
    turns = ["A1", "C1", "E3", "E5", "G4", "E7", "A1>E1^E3^E5"]
    game = played(site, "manu(size=7)", turns)
    anna = visit(language=language)
    anna.open(f"/g/{game.id}")
    white = anna.page.locator('.seat[data-seat="0"] .points')
    expect(white).to_have_text(after)
    expect(anna.page.locator("#board .kletka-faint.kletka-black")).to_have_count(2)
    anna.page.click("#back")
    expect(white).to_have_text(before)
    expect(anna.page.locator("#board .kletka-faint")).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "sentence", "link"),
    [
        ("en", "You were never behind.", "Try the next level"),
        ("ru", "Вы ни разу не отставали.", "Попробовать следующий уровень"),
    ],
)
def test_after_a_win_there_is_a_sentence_and_the_next_level(
    visit: Visit, language: str, sentence: str, link: str
) -> None:
    anna = visit(language=language)
    anna.start("kamiken", "me level1", size="4", komi="-30")
    anna.play_to_the_end()
    verdict = anna.page.locator("#verdict")
    expect(verdict).to_contain_text(sentence, timeout=120_000)
    verdict.get_by_role("link", name=link).click()
    expect(anna.page.locator("#seat1")).to_have_value("level2")
    expect(anna.page.locator("#size")).to_have_value("4")


@BOTH
def test_analysis_and_review_tell_the_turn_too(visit: Visit, site: Server, language: str) -> None:
    turns = ["A1", "C1", "E3", "E5", "G4", "E7", "A1>E1^E3^E5"]
    took = {"en": "took E7.", "ru": "взяли E7."}[language]
    anna = visit(language=language)
    anna.open(f"/analysis/manu(size=7)?moves={'+'.join(turns)}")
    expect(anna.page.locator("#told")).to_contain_text(took)
    expect(anna.page.locator("#board .kletka-faint.kletka-black")).to_have_count(2)
    game = played(site, "kamiken(size=5)", TURNS)
    anna.open(f"/g/{game.id}/review")
    passed = {"en": "White passed, and the game is over.", "ru": "Белые спасовали, и партия"}
    expect(anna.page.locator("#told")).to_contain_text(passed[language])
