"""Manu's rule 6 about captures after a jump, and its readings, on positions made for them."""

from __future__ import annotations

from kletka import Position


def moves(position: Position) -> set[str]:
    return {str(move) for move in position.moves}


def turns(text: str) -> set[str]:
    """The jumps and captures of a position."""
    return {move for move in moves(Position(text)) if move[0] in "^@" or ">" in move}


# Rule 6: what the jump took does not count for the captures. In both positions White jumps from
# G1 over D1 and takes A1, and could go on with ^A3, which takes White's own A5.
OWN_ONLY = "manu(size=7,reserve=10,target=5) b2b2w/7/w6/7/w6/7/7 w 7,8 0,0 -"
OWN_THEN_ENEMY = "manu(size=7,reserve=10,target=5) b2b2w/7/w6/7/w6/7/b6 w 7,7 0,0 -"


def test_captures_that_could_take_only_own_stones_are_not_offered() -> None:
    after = Position(OWN_ONLY).play("G1>A1")
    assert not after.in_turn, "so the turn ends by itself"
    assert after.to_move == 1
    assert after.points == (1, 0)


def test_a_jump_that_took_may_stop_but_captures_once_begun_must_take() -> None:
    after = Position(OWN_THEN_ENEMY).play("G1>A1")
    assert str(after).endswith(" A1*")
    assert moves(after) == {"^A3", "stop"}
    leapt = after.play("^A3")
    assert str(leapt).endswith(" A3:A5"), "no star: the captures have not taken yet"
    assert moves(leapt) == {"^A5"}
    assert leapt.play("^A5").points == (2, 0)
    assert not leapt.play("^A5").in_turn


def test_captures_that_have_taken_may_go_on_to_own_stones() -> None:
    series = Position("manu(size=7,reserve=10,target=5) 7/3w3/7/3w3/7/3w3/7 w 7,9 1,0 D2:D4*")
    assert moves(series) == {"^D4", "stop"}
    assert not series.play("^D4").in_turn


# Sweeping all the way round.


def test_a_sweep_may_go_all_the_way_round() -> None:
    board = "7/7/3b3/2ww3/7/7/7 w 8,9 0,0 C4"
    sweep = Position(f"manu(size=7,reserve=10,target=5,squares=sweep) {board}")
    assert {f"@D4+{steps}" for steps in range(2, 9)} <= moves(sweep)
    assert "@D4+9" not in moves(sweep)
    after = sweep.play("@D4+8")
    assert str(after).split()[1] == "7/7/7/2ww3/7/7/7"
    assert after.points == (1, 0)


def test_a_solid_square_does_not_enter_the_crossing_that_it_left() -> None:
    ring = Position("manu(size=7,reserve=10,target=10) 7/7/2bbb2/2wwb2/2bbb2/7/7 w 8,3 0,0 C4")
    assert {f"@D4{way}{steps}" for way in "+-" for steps in range(1, 8)} == moves(ring) - {"^D4"}


# pivot=any.

UNSEEN = "7/7/2bb3/1w5/3wb2/5w1/7"


def test_a_square_may_go_round_any_stone_of_the_player() -> None:
    seen = Position(f"manu(size=7,reserve=10,target=5,squares=sweep) {UNSEEN} w 7,7 0,0 -")
    assert "@D5" not in "".join(moves(seen))
    any_pivot = "manu(size=7,reserve=10,target=5,squares=sweep,pivot=any)"
    position = Position(f"{any_pivot} {UNSEEN} w 7,7 0,0 B4")
    # B4 stands on the square of half-side 2 around D5 and goes B3, C3, D3 along it.
    assert {"@D5+2", "@D5+3"} <= moves(position)
    assert "@D5+1" not in moves(position)
    assert "^D5" not in moves(position)
    after = position.play("@D5+2")
    assert str(after).endswith(" D5:C3*")
    assert {move[:3] for move in moves(after)} == {"@C3", "sto"}, "the other is its only pivot"


# jump=prepares.


def test_a_jump_alone_is_no_turn_if_it_only_prepares() -> None:
    board = "b2b2w/7/w6/7/b6/7/7 w 8,7 0,0 -"
    takes = Position(f"manu(size=7,reserve=10,target=5) {board}").play("G1>A1")
    assert moves(takes) == {"^A3", "stop"}
    prepares = "manu(size=7,reserve=10,target=5,jump=prepares)"
    assert moves(Position(f"{prepares} {board}").play("G1>A1")) == {"^A3"}
    assert "G1>A1" not in turns(f"{prepares} b2b2w/7/w6/7/7/7/7 w 8,8 0,0 -")


def test_a_preparing_jump_that_reaches_the_target_wins_at_once() -> None:
    spec = "manu(size=7,reserve=10,target=1,jump=prepares)"
    assert Position(f"{spec} b2b2w/7/w6/7/b6/7/7 w 8,7 0,0 -").play("G1>A1").winners == (0,)
