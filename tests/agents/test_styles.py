"""The inventors' styles: their numbers counted by hand and by definition, and their bots."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import kletka
from kletka import Move, Position
from kletka.agents import InvalidAgent, read_agent, styles
from kletka.agents.advice_words import advice_text
from kletka.agents.styles import (
    InvalidGroup,
    MoveView,
    board_legend,
    board_numbers,
    can_attack_groups,
    inventor_move,
    inventor_view,
    manu,
)
from kletka.agents.styles.vyun import part_centres
from kletka.games.boards import rectangle
from kletka.games.catalogue import GAMES
from kletka.language import Text
from tests import specs
from tests.helpers import position_after, random_game, random_position, standing

SOME = [
    "kamiken(size=1,komi=0)",
    "kamiken(size=4,komi=0)",
    "kamiken(size=7,komi=2.5)",
    "ydyumby(board=4x4)",
    "ydyumby(board=7x5,players=6)",
    "ydyumby(board=hex4,players=3)",
    f"ydyumby(board={specs.WITH_HOLES})",
    f"ydyumby(board={specs.HEX_CORNERS_OFF},players=3)",
    "vyun(board=2x2,players=3)",
    "vyun(board=3x3)",
    "vyun(board=5x4,players=3)",
    "manu(size=3,reserve=1,target=1)",
    "manu(size=5,reserve=12,target=5)",
    "manu(size=6,reserve=18,target=12,squares=sweep)",
    "manu(size=5,reserve=12,target=5,pivot=any,jump=prepares)",
]
INVENTORS_GAME = ["C3", "B2", "B4", "A3", "A1", "D2", "C5", "E2", "C1", "D4", "A5", "pass", "E5"]


def views(position: Position, group: list[str] | None = None) -> dict[str, MoveView]:
    return {str(view.move): view for view in inventor_view(position, group)}


def after(spec: str, moves: str) -> Position:
    return position_after(spec, moves.split())


# Every game.


@pytest.mark.parametrize("spec", SOME)
def test_all_legal_moves_are_viewed_best_first(spec: str) -> None:
    for position, _ in random_game(spec, 1, 40):
        found = inventor_view(position)
        assert sorted(view.move for view in found) == sorted(position.moves)
        ranks = [view.rank for view in found]
        assert ranks == sorted(ranks, reverse=True)
        for view in found:
            assert view.criteria
            assert re.search("[a-z]", view.reason.en)
            assert re.search("[а-я]", view.reason.ru)
            assert not re.search("[а-я]", view.reason.en)
            assert not re.search("[a-z]", view.reason.ru)


@pytest.mark.parametrize("spec", SOME)
def test_the_inventors_finish_whole_games(spec: str) -> None:
    for seed in range(2):
        assert len(list(game_of_inventors(spec, seed))) < 400


def game_of_inventors(spec: str, seed: int) -> Iterator[Move]:
    position = kletka.start(spec)
    while not position.over:
        move = inventor_move(position, seed)
        yield move
        position = position.play(move)


@pytest.mark.parametrize("spec", ["kamiken(size=6)", "ydyumby", "vyun(board=4x4)", "manu(size=6)"])
def test_equal_seeds_play_equal_games(spec: str) -> None:
    games = [list(game_of_inventors(spec, seed)) for seed in (1, 1, 2, 3)]
    assert games[0] == games[1]
    assert len({tuple(game) for game in games}) > 1


@pytest.mark.parametrize(
    ("spec", "games", "wanted"),
    [
        ("kamiken(size=5)", 20, 18),
        ("ydyumby(board=7x7)", 40, 30),
        ("ydyumby(board=hex4,players=3)", 42, 20),
        ("vyun(board=4x4)", 12, 10),
        ("vyun(board=4x4,players=3)", 9, 6),
        ("manu(size=6,reserve=18,target=6)", 16, 13),
    ],
)
def test_the_advice_beats_random_play(spec: str, games: int, wanted: int) -> None:
    won = sum(share_against_random(spec, number) for number in range(games))
    assert won >= wanted


def share_against_random(spec: str, number: int) -> float:
    """The inventor's share of a game against random moves, seats taking turns."""
    chance = random.Random(f"{spec} {number}")
    position = kletka.start(spec)
    seat = number % len(position.players)
    while not position.over:
        if position.to_move == seat:
            move = inventor_move(position, number)
        else:
            moves = list(position.moves)
            move = chance.choice([m for m in moves if str(m) not in ("pass", "stop")] or moves)
        position = position.play(move)
    return (seat in position.winners) / len(position.winners)


def test_a_finished_game_has_no_views() -> None:
    over = kletka.start("kamiken(size=3)").play("pass").play("pass")
    assert inventor_view(over) == ()
    with pytest.raises(ValueError, match="the game is over"):
        inventor_move(over)


# Many equal moves, and the numbers on the board.


@pytest.mark.parametrize(
    ("spec", "moves", "english", "russian"),
    [
        ("ydyumby(board=8x8)", "", "All 64 moves are equally good", "все ходы равноценны (их 64)"),
        (
            "vyun(board=8x8)",
            "",
            "4 moves are equally good for the inventor: D4, E4, D5, E5.",
            "(их 4)",
        ),
        (
            "kamiken(size=5)",
            " ".join(INVENTORS_GAME[:12]),
            "The inventor would play E5: ",
            "Изобретатель сыграл бы E5: ",
        ),
    ],
)
def test_all_equal_moves_are_named(spec: str, moves: str, english: str, russian: str) -> None:
    position = after(spec, moves)
    found = advice_text(position, inventor_view(position))
    assert english in found.en
    assert russian in found.ru


def test_a_board_shows_moves_that_are_too_many_to_name() -> None:
    position = kletka.start("kamiken(size=7)")
    found = inventor_view(position)
    assert "; the board shows all of them. Each: one more" in advice_text(position, found, 3).en
    assert ": B2, F2, B6, F6. Each: one more" in advice_text(position, found, 4).en


def test_a_pass_in_words() -> None:
    position = Position("kamiken(size=5,komi=0.5) 1bb1b/w2w1/wwww1/w2w1/1bb1b w -")
    found = advice_text(position, inventor_view(position))
    assert found.en == "The inventor would pass: no useful moves are left."
    assert found.ru == "Изобретатель спасовал бы: полезных ходов больше нет."


def test_equal_moves_may_have_different_reasons() -> None:
    reasons = (Text("gains 3", "получает 3"), Text("gains 4", "получает 4"))
    equals = [
        MoveView(Move(name), {}, (1.0,), reason)
        for name, reason in zip(("A1", "B2"), reasons, strict=True)
    ]
    worse = MoveView(Move("C3"), {}, (0.0,), reasons[0])
    found = advice_text(kletka.start("ydyumby"), [*equals, worse])
    assert found.en.endswith("the inventor: A1, B2. For example, A1: gains 3.")
    assert found.ru.endswith("равноценны: A1, B2. Например, A1: получает 3.")


def test_numbers_on_the_board() -> None:
    position = after("ydyumby(board=8x8)", "B2 G7 C4 F5 E5 H4")
    whole, attack = views(position), views(position, ["G7"])
    assert board_numbers("ydyumby", whole["E3"]) == ("0", "+3−1")
    assert board_numbers("ydyumby", attack["D2"])[1].endswith("−0")  # blocks nothing near G7
    assert "chosen pieces" in board_legend("ydyumby", group=True).en
    assert [game for game in GAMES if can_attack_groups(game)] == ["ydyumby"]
    blunder = Position("kamiken(size=5,komi=0.5) 1bb1b/w2w1/wwww1/w2w1/1bb1b w -")
    assert board_numbers("kamiken", views(blunder)["pass"]) == ()
    assert board_numbers("kamiken", views(blunder)["E3"])[0].startswith("−")


# Kamiken.


def test_two_stones_side_by_side_near_a_corner_make_a_sure_point() -> None:
    black = position_after("kamiken(size=5)", INVENTORS_GAME[:7])
    view = views(black)["E2"]  # with D2: the point is E1
    assert view.criteria["sure_made"] == 1
    assert view.criteria["beside_own"] == 1
    assert view.criteria["corner_distance"] == 1
    assert "makes 1 sure point" in view.reason.en
    assert "создаёт 1 верное очко" in view.reason.ru
    white = position_after("kamiken(size=5)", INVENTORS_GAME[:10])
    assert views(white)["A5"].criteria["sure_made"] == 1  # B5, the third stone for it


def test_a_stone_near_the_opponents_corner_denies_the_sure_point() -> None:
    # Black's next stone could make A1 sure (A2 or B1), or C1 (D1), or A3 (A4).
    found = views(after("kamiken(size=5)", "C4 B2"))
    assert found["A1"].criteria["sure_denied"] == 1
    assert found["E1"].criteria["sure_denied"] == 1  # no D1 any more
    assert found["E5"].criteria["sure_denied"] == 0
    assert "keeps the opponent from making 1 sure point" in found["A1"].reason.en
    assert "не даёт сопернику создать 1 верное очко" in found["A1"].reason.ru


def test_the_inventors_own_a3_takes_the_initiative() -> None:
    """Black closes A4, where White would make A5 sure, and prepares A1 and A2."""
    black = position_after("kamiken(size=5)", INVENTORS_GAME[:3])
    best = inventor_view(black)[0]
    assert str(best.move) == INVENTORS_GAME[3] == "A3"
    assert best.criteria["initiative"] == 1
    assert "takes the initiative in a corner: closes 1 way to a sure point there" in best.reason.en
    assert "перехватывает инициативу в углу: закрывает там 1 способ" in best.reason.ru
    others = [view.criteria.get("initiative", 0) for view in inventor_view(black)[1:]]
    assert not any(others), "A5 and C5 close ways too, but prepare nothing"


@pytest.mark.parametrize("seed", range(12))
def test_the_initiative_by_definition(seed: int) -> None:
    position = random_position("kamiken(size=5)", seed, 2 + seed % 6)
    player = position.to_move
    if player is None:
        return
    ways = corner_ways(position, 1 - player)
    for view in inventor_view(position):
        if str(view.move) != "pass":
            closed = len(ways) - len(corner_ways(position.play(view.move), 1 - player))
            assert view.criteria["initiative"] == min(closed, view.criteria["formations"])


def corner_ways(position: Position, player: int) -> set[str]:
    """Where a stone of the player would make a new sure point in a corner or beside it."""
    corners = {"A1", "A2", "B1", "E1", "D1", "E2", "A5", "A4", "B5", "E5", "D5", "E4"}
    sure, stones = sure_points(position, player), standing(position)
    theirs = position.players[1 - player].letter
    return {
        cell
        for cell, beside in cells_beside(position).items()
        if cell not in stones
        and all(stones.get(n) != theirs for n in beside)
        and (sure_points(position, player, cell) - sure) & corners
    }


def test_the_first_stone_goes_where_a_formation_can_begin() -> None:
    found = inventor_view(kletka.start("kamiken(size=7)"))
    assert {str(view.move) for view in found[:4]} == {"B2", "F2", "B6", "F6"}
    assert {view.rank for view in found[:4]} == {found[0].rank}
    assert found[0].criteria["formations"] == 2  # B2 with A2, and with B1
    assert views(kletka.start("kamiken(size=7)"))["A2"].criteria["formations"] == 1
    assert views(kletka.start("kamiken(size=7)"))["D4"].criteria["formations"] == 0


@pytest.mark.parametrize("seed", range(12))
def test_sure_points_by_definition(seed: int) -> None:
    position = random_position("kamiken(size=5)", seed, 4 + seed)
    if position.over:
        return
    player = position.to_move or 0
    before = sure_points(position, player)
    for view in inventor_view(position):
        if str(view.move) != "pass":
            now = position.play(view.move)
            assert view.criteria["sure_made"] == len(sure_points(now, player)) - len(before)
            gains = [now.points[p] - position.points[p] for p in (player, 1 - player)]
            assert view.criteria["points_gained"] == gains[0]
            assert view.criteria["points_denied"] == -gains[1]


def cells_beside(position: Position) -> dict[str, list[str]]:
    board = position.board
    return {
        name: [board.names[n] for n in row if n is not None]
        for name, row in zip(board.names, board.neighbours, strict=True)
    }


def sure_points(position: Position, player: int, added: str | None = None) -> set[str]:
    """The player's points beside which the opponent can never place a stone.

    With `added`, as if the player had one more stone there.
    """
    letters, board = standing(position), position.board
    passed = position.players[1 - player].letter in str(position).split()[3]
    beside = cells_beside(position)
    mine, theirs = (position.players[p].letter for p in (player, 1 - player))
    if added:
        letters[added] = mine

    def attacked(cell: str, letter: str) -> bool:
        return any(letters.get(n) == letter for n in beside[cell])

    def can_ever_place(cell: str) -> bool:
        return not passed and cell not in letters and not attacked(cell, mine)

    return {
        cell
        for cell in board.names
        if cell not in letters
        and attacked(cell, mine)
        and not attacked(cell, theirs)
        and not any(can_ever_place(n) for n in beside[cell])
    }


def test_kamiken_passes_when_no_move_is_useful() -> None:
    position = Position("kamiken(size=5,komi=0.5) 1bb1b/w2w1/wwww1/w2w1/1bb1b w -")
    first, second = inventor_view(position)
    assert str(first.move) == "pass"
    assert first.reason.ru == "полезных ходов больше нет"
    assert (str(second.move), second.criteria["sure_made"]) == ("E3", -1)


def test_after_the_opponents_pass_the_inventors_last_move_is_found() -> None:
    position = position_after("kamiken(size=5)", INVENTORS_GAME[:12])
    assert str(inventor_move(position)) == "E5"
    assert str(inventor_move(position.play("E5"))) == "pass"


# Ydyumby.


def test_supports_counted_by_hand() -> None:
    position = after("ydyumby(board=5x5)", "E2 C5 C3 D3 C1")  # B3 takes Red's C3
    view = views(position)["B3"]
    assert view.criteria == {"supports_cost": 1, "supports_gained": 3, "supports_blocked": 0}
    assert view.reason.en == "costs the opponent 1 support, gains 3, blocks none of your own"
    assert view.reason.ru == "отнимает у соперника 1 опору, получает 3, своих не перекрывает"


@pytest.mark.parametrize(
    "spec",
    [
        "ydyumby(board=6x6)",
        "ydyumby(board=7x5,players=4)",
        "ydyumby(board=hex4,players=3)",
        f"ydyumby(board={specs.WITH_HOLES})",
    ],
)
def test_supports_recounted_after_every_move(spec: str) -> None:
    for seed in range(3):
        for position, _ in random_game(spec, seed):
            mine = position.players[position.to_move or 0].letter
            before = supports_by_letter(position)
            for view in inventor_view(position):
                now = supports_by_letter(position.play(view.move))
                lost = {c: n - now.get(c, (mine, 0))[1] for c, (_, n) in before.items()}
                cost = sum(n for c, n in lost.items() if before[c][0] != mine)
                blocked = sum(n for c, n in lost.items() if before[c][0] == mine)
                gained = now[str(view.move)][1]
                assert tuple(view.criteria.values()) == (cost, gained, blocked)
                assert view.rank == (cost, gained - blocked)


def supports_by_letter(position: Position) -> dict[str, tuple[str, int]]:
    """Each piece's letter and its supports, by definition."""
    board, letters = position.board, standing_on_any_board(position)
    counts = {}
    for name, letter in letters.items():
        count = 0
        for direction in range(len(board.neighbours[0])):
            there = board.neighbours[board.cell_named[name]][direction]
            while there is not None and board.names[there] not in letters:
                there = board.neighbours[there][direction]
            count += there is None
        counts[name] = (letter, count)
    return counts


def standing_on_any_board(position: Position) -> dict[str, str]:
    letters = {
        holding.place: position.players[holding.player or 0].letter
        for holding in position.territory.holdings
    }
    if not position.board.hexagonal:  # a hexagon's text runs by columns, as its cells do
        assert letters == standing(position)
    return letters


def test_the_attack_on_a_group_is_counted_on_its_part_of_the_board() -> None:
    position = after("ydyumby(board=8x8)", "B2 G7 C4 F5 E5 H4")  # Red to move
    whole, attack = views(position), inventor_view(position, ["G7"])
    for view in attack:
        name = str(view.move)
        assert view.criteria["group_cost"] == (name[0] == "G" or name[1] == "7")
        assert view.criteria["supports_cost"] == whole[name].criteria["supports_cost"]
        assert view.rank[2:] == whole[name].rank
    assert [view.criteria["group_cost"] for view in attack[:3]] == [1, 1, 1]  # G4, G6, D7
    assert "the chosen group 1 support" in attack[0].reason.en
    assert "у выбранной группы 1 опору" in attack[0].reason.ru
    assert "leaves the chosen group alone" in attack[-1].reason.en


def test_own_pieces_count_only_in_the_groups_part() -> None:
    position = after("ydyumby(board=8x8)", "B2 G7 C4 F5 E5 H4")  # near G7 Red has E5 alone
    found = views(position, ["G7"])
    assert (found["D2"].criteria["supports_blocked"], found["D2"].criteria["group_blocked"]) == (
        1,  # B2's way to the right
        0,
    )
    assert (found["E3"].criteria["supports_blocked"], found["E3"].criteria["group_blocked"]) == (
        1,  # E5's way up
        1,
    )


def test_a_group_must_be_on_the_board_and_in_ydyumby() -> None:
    with pytest.raises(InvalidGroup, match="no 'Z9' on this board"):
        inventor_view(kletka.start("ydyumby"), ["A1", "Z9"])
    with pytest.raises(InvalidGroup, match="opponents' pieces; A1, D4 has none"):
        inventor_view(after("ydyumby", "D4 E5"), ["A1", "E5", "D4"])
    with pytest.raises(InvalidGroup, match=r"opponents' pieces$"):
        inventor_view(after("ydyumby", "D4 E5"), [])
    with pytest.raises(InvalidGroup, match="no groups to attack in Manu"):
        inventor_move(kletka.start("manu(size=5)"), group=["A1"])


# A game without a style.


def test_a_game_may_have_no_style(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(styles, "_style_of", lambda game: None)
    position = kletka.start("kamiken(size=5)")
    assert not styles.has_style("kamiken")
    assert inventor_view(position) == ()
    agent = read_agent("inventor")
    with pytest.raises(InvalidAgent, match="the inventor of Kamiken left no advice"):
        agent.new_game(position, 1)
    with pytest.raises(InvalidGroup):
        inventor_view(position, ["A1"])


# Vyun.


def test_the_first_sprout_goes_to_the_centre_of_a_part() -> None:
    def firsts(board: str) -> set[str]:
        found = inventor_view(kletka.start(f"vyun(board={board})"))
        return {str(view.move) for view in found if view.criteria.get("opens_part")}

    assert firsts("5x5") == {"C3"}
    assert firsts("8x8") == {"D4", "E4", "D5", "E5"}
    assert firsts("11x5") == {"C3", "D3", "I3"}  # parts of six and of five columns
    assert part_centres(rectangle(5, 2))[:5] == [2, 1, 0, 1, 2]
    assert str(inventor_move(kletka.start("vyun(board=7x7)"))) == "D4"


def test_planting_has_no_precedence_when_an_opponent_has_more_vines() -> None:
    even = views(after("vyun(board=5x5)", "B2 D4"))
    behind = views(after("vyun(board=5x5)", "C3 D4 pass D4>D5 pass"))
    assert not any(view.criteria.get("opens_part") for view in behind.values())
    assert not any(view.criteria.get("opens_part") for view in even.values())  # one part, opened
    fresh = views(after("vyun(board=5x5)", "C3"))
    assert {name for name, view in fresh.items() if view.criteria.get("opens_part")} == {
        "C2",
        "B3",
        "D3",
        "C4",
    }


RING = "A1 C3 A1>B1 C3>B3 A1>A2 B3>B2 B1>B2"  # Red lacks the wall between A2 and B2


def test_closing_and_keeping_from_closing() -> None:
    blue = after("vyun(board=3x3)", RING)
    best = inventor_view(blue)[0]
    assert str(best.move) == "B2>A2"
    assert best.criteria["saved"] == 1
    assert "keeps an opponent from surrounding 1 vertex" in best.reason.en
    assert "не даёт сопернику окружить 1 вершину" in best.reason.ru
    red = inventor_view(blue.play("pass"))
    assert {str(view.move) for view in red[:2]} == {"A2>B2", "B2>A2"}
    assert [view.criteria["surrounded"] for view in red[:3]] == [1, 1, 0]
    assert red[0].criteria["joins"] == -1  # one vine on itself
    assert "замыкает лиану на себя" in red[0].reason.ru


def test_joining_different_vines() -> None:
    moves = "B2 D1 C3 D1>D2 B2>C2 D4 C3>C2 D4>C4 B2>B3 A4"
    found = inventor_view(after("vyun(board=4x4)", moves))
    assert {str(view.move) for view in found[:2]} == {"C3>B3", "B3>C3"}
    assert found[0].criteria["surrounded"] == 1
    assert found[0].criteria["joins"] == 1
    before = views(after("vyun(board=4x4)", " ".join(moves.split()[:6])))
    assert before["C3>C2"].criteria["joins"] == 1
    assert before["C3>D3"].criteria["joins"] == 0


def test_balance_and_distances_counted_by_hand() -> None:
    blue = views(after("vyun(board=3x3)", RING))  # 1 sprout each, 3 vines against 2
    assert blue["C3>C2"].criteria["balance"] == 0
    assert blue["B1"].criteria["balance"] == -2
    distances = [blue["B1"].criteria[f"{kind}_distance"] for kind in ("enemy", "own", "centre")]
    assert distances == [1, 3, 1]


def test_a_plan_and_whether_it_can_be_cut_off() -> None:
    alone = views(after("vyun(board=3x3)", "B2 pass"))["B2>B1"].criteria
    assert (alone["plan_gain"], alone["plan_moves"], alone["plan_safe"]) == (2, 6, 1)
    attacked = views(after("vyun(board=3x3)", "B2 A1"))["B2>B1"].criteria
    assert attacked["plan_safe"] == 0
    near = views(after("vyun(board=3x3)", RING).play("pass"))["A2>B2"].criteria
    assert (near["plan_gain"], near["plan_moves"], near["plan_safe"]) == (1, 1, 1)


def test_vyun_passes_when_only_filling_is_left() -> None:
    moves = "A1 B2 A1>B1 pass B1>B2 pass A1>A2 pass A2>B2"
    found = inventor_view(after("vyun(board=2x2)", moves))
    assert str(found[0].move) == "pass"
    assert found[0].reason.en == "nothing is left to gain"
    assert len(found) > 1


@pytest.mark.parametrize("seed", range(6))
def test_vertices_recounted_after_every_growth(seed: int) -> None:
    position = random_position("vyun(board=4x4,players=3)", seed, 30)
    player = position.to_move or 0
    for view in inventor_view(position):
        if ">" in str(view.move):
            now = position.play(view.move).points
            change = [b - a for a, b in zip(position.points, now, strict=True)]
            assert view.criteria["surrounded"] == change[player]
            assert view.criteria["taken"] == change[player] - sum(change)


# Manu.


@pytest.mark.parametrize(
    ("moves", "jump", "taken", "length", "regained"),
    [
        ("A2 C2 E4 E6", "A2>E2", 1, 1, 0),
        ("A1 C1 E3 E5 G4 E7", "A1>E1", 2, 2, 0),
        ("B2 C2 D4 E2 F2 F3", "B2>D2", 2, 1, 1),
        ("D4 F4 D6 A4", "D4>A4", 1, 0, 0),
    ],
)
def test_series_counted_by_hand(
    moves: str, jump: str, taken: int, length: int, regained: int
) -> None:
    found = inventor_view(after("manu(size=7)", moves))
    assert str(found[0].move) == jump
    criteria = found[0].criteria
    assert criteria["stones_taken"] == taken
    assert criteria["series_length"] == length
    assert criteria["stones_regained"] == regained


def test_a_series_is_followed_to_its_end() -> None:
    position = after("manu(size=7)", "A1 C1 E3 E5 G4 E7")
    played = []
    while position.to_move == 0:
        played.append(str(inventor_move(position)))
        position = position.play(played[-1])
    assert played == ["A1>E1", "^E3", "^E5"]
    assert position.points == (2, 0)


def test_placements_counted_by_hand() -> None:
    found = views(after("manu(size=7)", "G7 D4"))
    expected = {  # lines, own stones on them, steps to the nearest stone
        "B4": (1, 0, 2),  # over D4 to F4
        "D2": (1, 0, 2),
        "C4": (1, 0, 1),
        "A4": (1, 0, 3),  # over D4 to G4
        "G2": (0, 1, 5),
        "A1": (0, 0, 6),
    }
    for name, numbers in expected.items():
        criteria = found[name].criteria
        assert (criteria["lines"], criteria["same_line"], criteria["evenness"]) == numbers, name
    assert "can jump on 1 line of 4" in found["B4"].reason.en
    assert "может прыгать по 1 линии из 4" in found["B4"].reason.ru
    assert board_numbers("manu", found["B4"]) == ("0", "1/4")
    assert found["B4"].rank > found["A1"].rank > found["G2"].rank


@pytest.mark.parametrize("spec", ["manu(size=5,reserve=12,target=5)", "manu(size=7)"])
def test_lines_are_those_on_which_the_rules_let_it_jump(spec: str) -> None:
    for seed in range(4):
        position = random_position(spec, seed, 10 + seed)
        if position.over or position.in_turn:
            continue
        variant = position.variant
        for view in inventor_view(position):
            if "lines" in view.criteria:
                crossing = variant.board.cell_named[str(view.move)]
                state = variant.after(position.state, crossing)
                landings = [
                    variant.rules.jump_landing(
                        state, variant.tables, crossing, direction, position.to_move
                    )
                    for direction in range(4)
                ]
                assert view.criteria["lines"] == sum(landing >= 0 for landing in landings)


def test_a_pair_is_worth_the_series_it_would_make() -> None:
    position = after("manu(size=7)", "A2 C2 G7 E6")  # a white stone on E4 would pair with A2>E2
    found = views(position)
    assert found["E4"].criteria["pair_stones"] == 1
    assert found["E4"].criteria["pair_series"] == 1
    assert found["E4"].rank > found["B5"].rank


def test_a_new_stone_may_be_the_pivot_of_a_jump_that_was_legal_before() -> None:
    rows = "2w4/1b2b2/3b2b/w4b1/4w1w/w2w3/1b2b1w"
    position = Position(f"manu(size=7,reserve=24,target=7,squares=solid) {rows} w 17,17 0,0 -")
    view = views(position)["G2"]  # prepares E5>E2^G2@B2+1
    assert (view.criteria["pair_series"], view.criteria["pair_stones"]) == (2, 3)
    assert "threatens to take 3 stones in a series of 2 captures" in view.reason.en
    assert "грозит взять 3 камня серией из 2 взятий" in view.reason.ru
    assert board_numbers("manu", view) == ("2", "0/4")


def test_a_longer_series_is_better_than_more_stones() -> None:
    for position, _ in random_game("manu(size=7,reserve=49,target=49)", 4):
        turns = [view for view in inventor_view(position) if "series_length" in view.criteria]
        lengths = [view.criteria["series_length"] for view in turns]
        assert lengths == sorted(lengths, reverse=True)


def test_a_search_that_is_cut_short_says_at_least() -> None:
    position = after("manu(size=7)", "A1 C1 E3 E5 G4 E7")
    variant, state = position.variant, position.state
    code = variant.board.cell_named["E1"] + len(variant.board.names)  # A1>E1
    whole, cut = (manu.best_series(variant, state, code, most) for most in (10, 2))
    assert (whole.length, whole.complete) == (2, True)
    assert (cut.length, cut.complete) == (1, False)
    assert "at least 1" in manu._turn_reason(cut).en


def test_the_reserve_is_replenished_only_when_it_is_low() -> None:
    plenty, low = (
        views(after(f"manu(size=7,reserve={reserve},target=3)", "B2 C2 D4 E2 F2 F3").play("B2>D2"))
        for reserve in (10, 4)
    )
    for found in (plenty, low):
        assert found["@D4+3"].criteria["stones_regained"] == 1
    assert plenty["@D4+3"].rank[3] == -1
    assert low["@D4+3"].rank[3] == 1
