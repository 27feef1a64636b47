"""What each player holds: points, supports, surrounded vertices, captures on offer, stocks."""

from __future__ import annotations

from collections import Counter

import kletka
from kletka import Position
from tests.helpers import play_alone, position_after, random_game, ring, square_ring
from tests.specs import VYUN
from tests.test_golden import INVENTORS_GAME


def places(position: Position, player: int | None, kind: str) -> set[str]:
    return {h.place for h in position.territory.of(player) if h.kind == kind}


def test_kamiken_the_points_of_the_inventors_game() -> None:
    position = position_after("kamiken(size=5,komi=0.5)", INVENTORS_GAME.split())
    territory = position.territory
    assert places(position, 0, "point") == {"B5"}
    assert places(position, 1, "point") == {"E1", "E3"}
    contested = {"B1", "D1", "A2", "C2", "B3", "D3", "E4", "A4", "C4", "D5"}
    assert places(position, None, "contested") == contested
    reasons = {h.place: h.reason for h in territory.holdings}
    assert reasons["B5"] == ("only White attacks it", "бьют только белые")
    assert reasons["B1"] == ("both attack it", "бьют обе стороны")
    assert [dict(stock) for stock in territory.stocks] == [{"stones": 7}, {"stones": 5}]


def test_ydyumby_the_supports_of_every_piece() -> None:
    position = position_after("ydyumby(board=4x4)", ["B2", "C3", "A4"])
    holdings = {h.place: (h.player, h.kind, h.amount) for h in position.territory.holdings}
    assert holdings == {
        "B2": (0, "support", 4),
        "C3": (1, "support", 4),
        "A4": (0, "support", 4),
    }
    position = position_after("ydyumby(board=4x4)", ["B2", "B3"])
    assert [(h.place, h.amount) for h in position.territory.holdings] == [("B2", 3), ("B3", 3)]
    assert position.territory.holdings[0].reason == ("3 supports", "3 опоры")
    assert [dict(stock) for stock in position.territory.stocks] == [
        {"pieces": 1, "supply": 7},
        {"pieces": 1, "supply": 7},
    ]


def test_ydyumby_six_supports_in_the_middle_of_a_hexagon() -> None:
    (holding,) = position_after("ydyumby(board=hex4)", ["D4"]).territory.holdings
    assert (holding.amount, holding.reason.en, holding.reason.ru) == (6, "6 supports", "6 опор")


def test_ydyumby_a_hole_is_an_edge() -> None:
    shape = "...../.###./...../....."
    position = position_after(f"ydyumby(board={shape})", ["C3", "C4"])
    assert {h.place: h.amount for h in position.territory.holdings} == {"C3": 3, "C4": 3}


def test_ydyumby_a_hole_in_a_hexagon_is_an_edge() -> None:
    position = position_after("ydyumby(board=hex:.../..../..#../..../...)", ["C2", "C4"])
    assert {h.place: h.amount for h in position.territory.holdings} == {"C2": 6, "C4": 6}
    position = position_after("ydyumby(board=hex3)", ["C2", "C4"])
    assert {h.place: h.amount for h in position.territory.holdings} == {"C2": 5, "C4": 5}


# Vyun.


def nested_rings() -> list[Position]:
    """A ring of Red along the rim, one of Blue inside, and another of Red inside that."""
    one = play_alone(kletka.start("vyun(board=8x8)"), ring(square_ring(8)))
    two = play_alone(one, ring(square_ring(6, at=1)))
    three = play_alone(two, ring(square_ring(4, at=2)))
    return [one, two, three]


def kinds(position: Position) -> Counter[tuple[int | None, str]]:
    return Counter((h.player, h.kind) for h in position.territory.holdings)


def test_vyun_rings_in_rings_turn_the_points_over() -> None:
    assert [position.points for position in nested_rings()] == [(49, 0), (0, 25), (49, 0)]


def test_vyun_rings_in_rings_tell_what_is_void_and_why() -> None:
    one, two, three = nested_rings()
    assert kinds(one) == {(0, "point"): 49}
    assert kinds(two) == {(0, "void"): 49, (1, "point"): 25}
    assert kinds(three) == {(0, "point"): 49, (1, "void"): 25}
    reasons = {(h.player, h.kind): h.reason for h in two.territory.holdings}
    assert reasons[0, "void"] == (
        "void: Blue has surrounded something inside",
        "не считается: внутри окружили своё синие",
    )
    assert reasons[1, "point"] == ("surrounded by Blue", "окружили синие")
    assert [dict(stock) for stock in three.territory.stocks] == [
        {"sprouts": 2, "vines": 40},
        {"sprouts": 1, "vines": 20},
    ]


def test_vyun_a_vertex_that_two_surround_is_nobodys() -> None:
    position = kletka.start("vyun(board=4x4)")
    position = play_alone(position, ring(["A2", "B2", "C2", "D2", "D3", "C3", "B3", "A3"]))
    assert position.points == (3.0, 0.0)
    position = play_alone(position, ring(["B1", "B2", "B3", "B4", "C4", "C3", "C2", "C1"]))
    assert position.points == (2.0, 2.0)
    assert places(position, 0, "point") == {"A2/B3", "C2/D3"}
    assert places(position, 1, "point") == {"B1/C2", "B3/C4"}
    contested = [h for h in position.territory.holdings if h.kind == "contested"]
    assert [(h.place, h.player, h.amount) for h in contested] == [
        ("B2/C3", 0, 0),
        ("B2/C3", 1, 0),
    ]
    assert contested[0].reason == (
        "contested: Blue surrounds it too",
        "спорная: её окружили и синие",
    )


def test_vyun_the_holdings_add_up_to_the_points() -> None:
    seen: Counter[str] = Counter()
    for spec in VYUN:
        for seed in range(6):
            for position, _ in random_game(spec, seed):
                points = [0] * len(position.players)
                for holding in position.territory.holdings:
                    assert holding.player is not None
                    points[holding.player] += holding.amount
                    seen[holding.kind] += 1
                assert tuple(points) == position.points
    assert seen["point"] > 100


# Manu.


def test_manu_the_jumps_and_captures_on_offer() -> None:
    before = position_after("manu(size=7)", ["A1", "C1", "E3", "E5", "G4", "E7"])
    assert [
        (h.place, h.player, h.kind, h.amount, h.reason.en) for h in before.territory.holdings
    ] == [
        ("E1", 0, "jump", 0, "jump A1>E1"),
        ("E7", 0, "jump", 1, "jump E3>E7"),
    ]
    assert before.territory.holdings[0].reason.ru == "прыжок A1>E1"
    during = before.play("A1>E1")
    (leap,) = during.territory.holdings
    assert (leap.place, leap.kind, leap.amount) == ("E3", "capture", 1)
    assert leap.reason == ("capturing jump ^E3", "рубящий прыжок ^E3")


def test_manu_a_square_on_offer() -> None:
    position = Position(
        "manu(size=7,reserve=10,target=5,squares=sweep) 7/7/7/2ww3/2b4/7/7 w 8,9 0,0 C4"
    )
    squares = [h for h in position.territory.holdings if "square" in h.reason.en]
    assert {h.reason.en for h in squares} == {f"square {m}" for m in position.moves}
    assert squares[0].reason.ru == squares[0].reason.en.replace("square", "квадрат")
    assert all((h.place, h.amount) == ("D4", 1) for h in squares)


def test_manu_the_stocks_count_every_stone() -> None:
    position = position_after("manu(size=7)", ["A1", "C1", "E3", "E5", "G4", "E7", "A1>E1", "^E3"])
    assert [dict(stock) for stock in position.territory.stocks] == [
        {"stones": 3, "reserve": 21, "taken": 1},
        {"stones": 2, "reserve": 21, "taken": 0},
    ]


def test_manu_offers_nothing_when_the_game_is_over() -> None:
    position = Position("manu(size=5,reserve=2,target=1) 5/b4/w4/5/2w2 - 0,0 1,0 -")
    assert position.territory.holdings == ()
