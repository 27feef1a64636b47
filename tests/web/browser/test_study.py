"""The analysis board, reviews and puzzles in a browser: mouse, keyboard, both languages."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from kletka import Move, Record, start
from kletka.games.catalogue import GAMES
from kletka.library.puzzles import Puzzle, puzzles_of
from tests.web.browser.serving import Server
from tests.web.browser.visitor import Visitor
from tests.web.clients import NewGame

Visit = Callable[..., Visitor]
ENGINE_STARTS = 90_000  # milliseconds; the first analysis of a server loads the engine
READY = '#board[data-ready="mine"]'


def analyse(visitor: Visitor, path: str) -> Page:
    visitor.open(path)
    visitor.page.locator(READY).wait_for()
    return visitor.page


def drawn(page: Page, number: int) -> None:
    expect(page.locator("#page")).to_have_attribute("data-number", str(number))
    expect(page.locator("#board")).to_have_attribute("data-number", str(number))


# The analysis board.


def test_the_engine_ranks_moves_and_warms_the_board(visit: Visit) -> None:
    page = analyse(visit(), "/analysis/kamiken(size=5)?moves=C3+B2")
    rows = page.locator("#best li")
    expect(rows).not_to_have_count(0, timeout=ENGINE_STARTS)
    expect(page.locator("#effort")).to_contain_text("solved exactly", timeout=ENGINE_STARTS)
    expect(rows.first).to_contain_text("proved")
    best = rows.first.locator("button").get_attribute("data-move")
    assert best is not None
    assert Move(best) in start("kamiken(size=5)").play("C3").play("B2").moves
    expect(page.locator(".heat .best")).to_have_count(1)
    assert "White" in str(page.locator("#shares").get_attribute("aria-label"))
    rows.first.locator("button").click()
    drawn(page, 3)
    expect(page.locator("#tree [aria-current]")).to_have_attribute("title", str(best))


def test_the_l_key_switches_the_engine_off(visit: Visit) -> None:
    page = analyse(visit("ru"), "/analysis/vyun(board=4x4)")
    expect(page.locator("#best li")).not_to_have_count(0, timeout=ENGINE_STARTS)
    page.keyboard.press("l")
    expect(page.locator("#engine")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#best li")).to_have_count(0)
    expect(page.locator(".heat")).to_have_count(0)
    expect(page.locator("#effort")).to_contain_text("Движок выключен")
    page.reload()
    page.locator(READY).wait_for()
    expect(page.locator("#engine")).to_have_attribute("aria-pressed", "false")


def test_the_inventors_numbers_stand_on_the_board(visit: Visit) -> None:
    page = analyse(visit("ru"), "/analysis/ydyumby?moves=D4+E5")
    page.keyboard.press("l")
    page.keyboard.press("i")
    expect(page.locator("#legend")).to_contain_text("опоры, отнятые", timeout=ENGINE_STARTS)
    expect(page.locator("#legend")).to_contain_text("ходы (их 4) равноценны: E2, B5, F5, E6")
    expect(page.locator(".heat .best")).to_have_count(4)
    assert page.locator(".heat-text").all_text_contents()[-2:] == ["1", "+3−0"]  # E2 is on top


def test_all_moves_are_marked_where_all_are_equal(visit: Visit) -> None:
    page = analyse(visit(), "/analysis/ydyumby(board=8x8)")
    page.keyboard.press("i")
    legend = page.locator("#legend")
    expect(legend).to_contain_text("All 64 moves are equally good", timeout=ENGINE_STARTS)
    expect(page.locator(".heat-spot")).to_have_count(64)
    expect(page.locator(".heat .best")).to_have_count(0)


def test_pieces_are_chosen_by_mouse_and_keys_and_attacked(visit: Visit) -> None:
    visitor = visit()
    page = analyse(visitor, "/analysis/ydyumby(board=8x8)?moves=B2+G7+C4+F5+E5+H4")
    page.keyboard.press("l")
    text, legend = page.locator("#group-text"), page.locator("#legend")
    page.locator("#group").click()  # switches the inventor on
    expect(page.locator("#inventor")).to_have_attribute("aria-pressed", "true")
    expect(text).to_contain_text("Click the opponents' pieces")
    visitor.click("G7")
    expect(text).to_have_text("Under attack: G7")
    expect(legend).to_contain_text("2 moves are equally good", timeout=ENGINE_STARTS)
    expect(legend).to_contain_text("costs the chosen group 1 support")
    visitor.cell("F5").focus()
    page.keyboard.press("Enter")
    expect(text).to_have_text("Under attack: G7, F5")
    expect(visitor.cell("F5")).to_have_attribute("aria-pressed", "true")
    expect(legend).to_contain_text("would play F7: costs the chosen group 2 supports")
    assert page.locator(".heat-text").all_text_contents()[-2:] == ["2", "+2−0"]
    visitor.click("F7")  # an empty cell is played as usual; now the chosen pieces move
    drawn(page, 7)
    expect(text).to_contain_text("Click the opponents' pieces")
    page.keyboard.press("Escape")
    expect(page.locator("#group")).to_have_attribute("aria-pressed", "false")
    expect(text).to_be_hidden()


def test_a_hint_in_a_game_and_the_attack_on_chosen_pieces(visit: Visit) -> None:
    visitor = visit("ru")
    visitor.start("ydyumby", "me here", board="8x8")
    page = visitor.page
    visitor.place_all("B2 G7 C4 F5 E5 H4")
    page.keyboard.press("h")
    legend = page.locator("#legend")
    expect(legend).to_contain_text("Изобретатель сыграл бы F7", timeout=ENGINE_STARTS)
    assert page.locator(".heat-spot").count() == len(visitor.moves())
    page.locator("#group").click()
    visitor.click("G7")
    visitor.cell("F5").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#group-text")).to_have_text("Атакуем: G7, F5")
    expect(legend).to_contain_text("сыграл бы F7: отнимает у выбранной группы 2 опоры")
    visitor.place("F7")
    expect(page.locator("#group-text")).to_contain_text("Щёлкните по фигурам соперников")
    page.keyboard.press("h")
    expect(legend).to_be_hidden()
    expect(page.locator(".heat")).to_have_count(0)


def test_there_are_no_hints_against_people_elsewhere(visit: Visit) -> None:
    visitor = visit()
    visitor.start("ydyumby", "me link", board="8x8")
    expect(visitor.page.locator("#hint")).to_have_count(0)


def test_only_games_with_such_advice_offer_to_choose_pieces(visit: Visit) -> None:
    page = analyse(visit("ru"), "/analysis/kamiken(size=5)")
    expect(page.locator("#group")).to_be_hidden()


def test_variations_are_walked_promoted_deleted_and_kept_in_the_address(visit: Visit) -> None:
    visitor = visit()
    page = analyse(visitor, "/analysis/kamiken(size=5)?moves=C3+B2+A4")
    page.keyboard.press("l")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    drawn(page, 1)
    visitor.click("D4")
    drawn(page, 2)
    expect(page.locator(".variation")).to_have_count(1)
    assert "moves=C3+D4" in page.url
    page.keyboard.press("ArrowUp")
    expect(page.locator("#tree [aria-current]")).to_have_attribute("title", "B2")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#tree [aria-current]")).to_have_attribute("title", "D4")
    page.keyboard.press("m")
    expect(page.locator(".variation button").first).to_have_attribute("title", "B2")
    page.locator('#tree button[title="A4"]').click()
    drawn(page, 3)
    page.keyboard.press("Delete")
    drawn(page, 2)
    expect(page.locator('#tree button[title="A4"]')).to_have_count(0)
    address = page.url
    page.reload()
    page.locator(READY).wait_for()
    drawn(page, 2)
    assert page.url == address


def test_the_tree_is_exported_in_the_record(visit: Visit, tmp_path: Path) -> None:
    visitor = visit()
    page = analyse(visitor, "/analysis/kamiken(size=5)?moves=C3+B2")
    page.keyboard.press("ArrowLeft")
    drawn(page, 1)
    visitor.click("D4")
    drawn(page, 2)
    page.locator("#set-up summary").click()
    with page.expect_download() as download:
        page.locator("#export-record").click()
    record = Record.parse(Path(download.value.path()).read_text("utf-8"))
    assert record.turns == ("C3", "B2")
    assert dict(record.comments) == {2: "(2. D4)"}
    with page.expect_download() as download:
        page.locator("#export-json").click()
    tree = json.loads(Path(download.value.path()).read_text("utf-8"))["tree"]
    assert [node["before"] for node in tree] == [-1, 0, 0]


def test_a_position_is_set_up_by_hand_and_all_its_faults_are_shown(visit: Visit) -> None:
    page = analyse(visit("ru"), "/analysis/kamiken(size=5)")
    page.locator("#set-up summary").click()
    page.locator("#written").fill("kamiken(size=5,komi=0.5) 5/1x3/2w2/6/5 q -")
    page.locator("#set-up-form button").click()
    expect(page.locator("#faults li").nth(1)).to_be_visible()
    page.locator("#written").fill('[Spec "vyun(board=4x4)"]\n\n1. A1 2. B2 {(2. C3)} 3. A1>A2 *')
    page.locator("#set-up-form button").click()
    page.locator("svg.kletka-vyun").first.wait_for()
    expect(page.locator("#tree button")).to_have_count(4)
    expect(page.locator(".variation")).to_have_count(1)


def test_a_series_of_manu_is_analysed_step_by_step(visit: Visit) -> None:
    visitor = visit()
    moves = "E6 C3 B1 G2 D3 A6"
    page = analyse(visitor, f"/analysis/manu(size=7)?moves={quote(moves)}")
    position = start("manu(size=7)")
    for move in moves.split():
        position = position.play(move)
    visitor.click("D3")
    visitor.click("B3")
    expect(page.locator("#board")).to_have_class("board ghost")
    reached = position.play("D3>B3")
    assert reached.in_turn
    expect(page.locator("#best li")).not_to_have_count(0, timeout=ENGINE_STARTS)
    listed = page.locator("#best button").evaluate_all("all => all.map(b => b.dataset.move)")
    assert set(listed) <= {str(move) for move in reached.moves}


def test_a_game_against_a_bot_starts_from_the_board(visit: Visit) -> None:
    visitor = visit()
    page = analyse(visitor, "/analysis/kamiken(size=5)?moves=C3+B2")
    page.select_option("#play-bot", "level1")
    page.click("#play-on")
    page.wait_for_url("**/g/*")
    visitor.wait_turn()
    assert visitor.cell("C3").count() == 1
    visitor.place("D4")


# The review.


def blundered(site: Server) -> NewGame:
    """A game in which White passes in a won position."""
    game = NewGame(site, "kamiken(size=4)", "here here")
    turns = ("B2", "pass", "pass")
    for number, turn in enumerate(turns):
        answer = game.api(number % 2).post(f"{game.path}/turns", turn=turn, number=number)
        assert answer.status_code == 200, answer.text
    return game


def test_a_review_draws_the_chances_and_names_what_decided(visit: Visit, site: Server) -> None:
    game = blundered(site)
    visitor = visit("ru")
    visitor.open(f"/g/{game.id}")
    visitor.page.locator("#to-review").click()
    page = visitor.page
    expect(page.locator("#page")).to_have_attribute("data-reviewed", "true", timeout=ENGINE_STARTS)
    expect(page.locator("#graph .band")).to_have_count(2)
    first = page.locator(".moment").first
    expect(first).to_contain_text("Сильнее")
    first.locator("h3 button").click()
    expect(first).to_have_attribute("aria-current", "true")
    expect(page.locator(".heat .best")).to_have_count(1)
    page.keyboard.press("Home")
    drawn_at = page.locator("#page")
    expect(drawn_at).to_have_attribute("data-number", "0")
    page.keyboard.press("ArrowRight")
    expect(drawn_at).to_have_attribute("data-number", "1")
    expect(page.locator("#play-on")).to_be_enabled()
    page.click("#play-on")
    page.wait_for_url(lambda url: "/review" not in url)
    visitor.wait_drawn()


def test_many_players_have_bands_of_their_own(visit: Visit, site: Server) -> None:
    game = NewGame(site, "ydyumby(board=hex3,players=3)", "level1 level1 level1")
    visitor = visit()
    visitor.open(f"/g/{game.id}")
    expect(visitor.page.locator("#page")).to_have_attribute("data-over", "true")
    visitor.open(f"/g/{game.id}/review")
    page = visitor.page
    expect(page.locator("#page")).to_have_attribute("data-reviewed", "true", timeout=ENGINE_STARTS)
    expect(page.locator("#graph .band")).to_have_count(3)
    page.locator("#to-analysis").click()
    page.locator(READY).wait_for()
    assert page.locator("#tree button").count() > 3


# Puzzles.


def solve(visitor: Visitor, puzzle: Puzzle) -> None:
    """Play the solver's moves with the mouse."""
    page, position = visitor.page, puzzle.start
    for number, move in enumerate(puzzle.line):
        if position.to_move == puzzle.start.to_move:
            expect(page.locator("#board")).to_have_attribute("data-number", str(number))
            page.locator('#board[data-ready="mine"]').wait_for()
            _play(visitor, move)
        position = position.play(move)
    expect(page.locator("#onward")).to_be_visible()


def _play(visitor: Visitor, move: str) -> None:
    page = visitor.page
    if move == "pass":
        visitor.pass_turn()
    elif move == "stop":
        page.click("#end-turn")
    elif ">" in move:
        begin, end = move.split(">")
        visitor.click(begin)
        if page.locator("#board .kletka-vyun").count():
            page.locator(f'#board .kletka-target[data-move="{move}"]').click(force=True)
        else:
            visitor.click(end)
    elif move[0] in "^@":
        page.locator(f'#board .kletka-target[data-move="{move}"]').click(force=True)
    else:
        visitor.click(move)


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_solved_and_counted(visit: Visit, game: str) -> None:
    visitor = visit("ru")
    number = next(
        number
        for number, puzzle in enumerate(puzzles_of(game), 1)
        if len(puzzle.line) > 1 or number == len(puzzles_of(game))
    )
    visitor.open(f"/puzzles/{game}/{number}")
    solve(visitor, puzzles_of(game)[number - 1])
    expect(visitor.message).to_have_text("Решено!")
    expect(visitor.page.locator("#streak")).to_contain_text("Подряд: 1")
    visitor.open("/puzzles")
    card = visitor.page.locator(f'[data-puzzles="{game}"]')
    expect(card.locator(f'[data-number="{number}"]')).to_have_class("done")
    expect(card.locator(".solved")).to_contain_text("Решено: 1 из")


def test_a_wrong_move_is_answered_with_the_truth_and_ends_the_streak(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    puzzles = puzzles_of("kamiken")
    easy = next(n for n, puzzle in enumerate(puzzles, 1) if len(puzzle.line) == 1)
    visitor.open(f"/puzzles/kamiken/{easy}")
    solve(visitor, puzzles[easy - 1])
    expect(page.locator("#streak")).to_contain_text("In a row: 1")
    number, puzzle = next(
        (n, puzzle)
        for n, puzzle in enumerate(puzzles, 1)
        if n != easy and puzzle.claim == "win" and puzzle.line[0] != "pass"
    )
    visitor.open(f"/puzzles/kamiken/{number}")
    page.locator(READY).wait_for()
    wrong = next(str(m) for m in puzzle.start.moves if str(m) not in ("pass", puzzle.line[0]))
    visitor.click(wrong)
    expect(visitor.message).to_contain_text(f"{wrong} is wrong: after it, best play")
    expect(page.locator("#streak")).to_contain_text("In a row: 0, best 1")
    solve(visitor, puzzle)
    expect(page.locator("#streak")).to_contain_text("In a row: 0")


def test_a_puzzle_by_keys_alone(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    number, puzzle = next(
        (n, puzzle)
        for n, puzzle in enumerate(puzzles_of("kamiken"), 1)
        if len(puzzle.line) == 1 and puzzle.line[0] != "pass"
    )
    visitor.open(f"/puzzles/kamiken/{number}")
    page.locator(READY).wait_for()
    visitor.cell(puzzle.line[0]).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#next")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/puzzles/kamiken/{number + 1}")


def test_the_solution_is_shown_on_request(visit: Visit) -> None:
    visitor = visit("ru")
    visitor.open("/puzzles/today")
    visitor.page.locator(READY).wait_for()
    visitor.page.click("#give-up")
    expect(visitor.message).to_contain_text("Решение:")
    visitor.page.click("#analyse")
    visitor.page.wait_for_url("**/analysis/**")
    visitor.page.locator(READY).wait_for()


@pytest.mark.parametrize(
    ("language", "goal"),
    [
        ("en", "You play White. Win by 1 point: only one move wins."),
        ("ru", "Вы играете за белых. Победите с перевесом в 1 очко: выигрывает только один ход."),
    ],
)
def test_a_puzzle_says_its_goal(visit: Visit, language: str, goal: str) -> None:
    anna = visit(language=language)
    anna.open("/puzzles/kamiken/1")
    expect(anna.page.locator(".puzzle-task")).to_have_text(goal)
