"""Random walks that check every promise on every game, and the promises of playouts."""

from __future__ import annotations

import random
from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kletka
from kletka import GAMES, IllegalMove, Move, Position
from kletka.cli.bench import measure_playouts
from tests.helpers import (
    check_playouts,
    playouts,
    position_after,
    random_game,
    random_position,
)
from tests.promises import check_game, check_position
from tests.specs import ALL

SPECS_OF = {game: [spec for spec in ALL if spec.startswith(game)] for game in GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_every_position_of_a_random_game_keeps_every_promise(game: str) -> None:
    @settings(max_examples=45)
    @given(st.sampled_from(SPECS_OF[game]), st.integers(0, 2**32))
    def walk(spec: str, seed: int) -> None:
        check_game(spec, seed)

    walk()


@pytest.mark.parametrize("spec", ["kamiken(size=26)", "vyun(board=9x12,players=8)", "manu"])
def test_large_boards_keep_every_promise(spec: str) -> None:
    for plies in (0, 11):
        check_position(random_position(spec, 1, plies), random.Random(1))


def test_equal_positions_are_equal_however_they_came_about() -> None:
    one = position_after("kamiken(size=5)", ["A1", "E5", "C1"])
    other = position_after("kamiken(size=5)", ["C1", "E5", "A1"])
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1


def test_positions_of_different_specs_differ() -> None:
    assert kletka.start("kamiken(komi=0)") != kletka.start("kamiken(komi=1)")
    assert kletka.start("kamiken(size=5)") == kletka.start("kamiken( size = 05 , komi = 0.50 )")
    assert kletka.start("kamiken") != "kamiken"


def test_moves_are_values() -> None:
    assert Move("A1") == Move("A1") != Move("B1")
    assert str(Move("D4>D10")) == "D4>D10"
    assert repr(Move("pass")) == "Move('pass')"
    assert Move("A1") < Move("B1")
    assert len({Move("A1"), Move("A1")}) == 1


def test_moves_show_the_first_of_them() -> None:
    assert repr(kletka.start("kamiken(size=2)").moves) == "<5 moves: A1, B1, A2, B2, pass>"
    assert repr(kletka.start("kamiken").moves).endswith("C2, …>")


# Whole turns of Manu.


def whole_turns(position: Position) -> list[tuple[str, Position]]:
    """All whole turns from a position, and the positions after them."""
    turns = []
    for move in position.moves:
        after = position.play(move)
        if after.in_turn:
            if Move("stop") in after.moves:
                turns.append((str(move), after.play("stop")))
            turns += [(f"{move}{rest}", end) for rest, end in whole_turns(after)]
        elif str(move) != "stop":
            turns.append((str(move), after))
    return turns


def between_turns(spec: str) -> list[Position]:
    """Positions of random games in which a turn of several moves can begin."""
    return [
        position
        for seed in range(16)
        for position, _ in random_game(spec, seed)
        if not position.in_turn and any(">" in str(move) for move in position.moves)
    ]


@pytest.mark.parametrize("squares", ["solid", "sweep"])
def test_a_whole_turn_is_its_single_moves_and_a_stop(squares: str) -> None:
    lengths: Counter[int] = Counter()
    for position in between_turns(f"manu(size=6,reserve=18,target=18,squares={squares})"):
        for text, end in whole_turns(position):
            captures = text.count("^") + text.count("@")
            lengths[captures] += 1
            assert position.play_turn(text) == end
            if captures:
                assert position.play(text) == end
    assert lengths[0] > 100
    assert lengths[1] > 100
    assert lengths[2] > 10


def test_play_leaves_a_turn_open_that_play_turn_ends() -> None:
    seen = 0
    for position in between_turns("manu(size=6,reserve=18,target=18,squares=sweep)"):
        for move in position.moves:
            after = position.play(move)
            if after.in_turn and Move("stop") not in after.moves:
                with pytest.raises(IllegalMove, match="not taken an enemy stone yet"):
                    position.play_turn(move)
                continue
            assert position.play_turn(move) == (after.play("stop") if after.in_turn else after)
            seen += after.in_turn
    assert seen > 10


# Playouts.


@pytest.mark.parametrize("spec", ALL)
def test_playouts_end_and_repeat_for_a_seed(spec: str) -> None:
    for plies in (0, 3, 9, 10**6):
        check_playouts(random_position(spec, 5, plies), 40)


def test_playouts_differ_from_seed_to_seed() -> None:
    for game in GAMES:
        position = kletka.start(game)
        assert len({playouts(position, 5, seed) for seed in range(1, 6)}) > 1


def test_the_speed_of_playouts_is_measured() -> None:
    speed = measure_playouts(kletka.start("kamiken(size=3,komi=100)"), seconds=0.01)
    assert speed.playouts >= 1
    assert speed.moves >= 3 * speed.playouts
    assert speed.playouts_a_second > 0
    assert speed.moves_a_second > speed.playouts_a_second
    assert 100 <= speed.mean_points[1] <= 109


# Positions close enough to the end to list all games from there.
EVEN = [
    "kamiken(size=2,komi=0.5) 2/2 w -",
    "kamiken(size=3,komi=0.5) 3/3/3 w -",
    "kamiken(size=5,komi=0.5) b1b2/1b3/3bb/1w3/wwww1 w -",
    *(f"ydyumby(board=3x3,players=2,supply=4,out={out}) 3/3/3 r 4,4" for out in ("turn", "now")),
    *(
        f"ydyumby(board=hex3,players=2,supply=8,out={out}) b2/br1r/3br/br1r/b2 r 3,3"
        for out in ("turn", "now")
    ),
    *(
        f"ydyumby(board=6x6,players=5,supply=6,out={out}) "
        "g1or1b/rp2o1/1g3g/pr1g1o/2p2b/4o1 r 2,2,2,2,2"
        for out in ("turn", "now")
    ),
    "vyun(board=3x2,players=2) r2/rb1 r1/bb 3 A1r1,B1r1,A2r2,A2b1,C2b1 r 0",
    "vyun(board=3x3,players=2) rrr/2b/1b1 rr/bb/1b r1r/1br "
    "A1r2,B1r2,A2r1,A2b1,B2b1,C2b1,C3r1,C3b1 b 0",
    "manu(size=4,reserve=8,target=4,squares=solid) b1bw/w3/1w1b/b1w1 w 3,2 2,1 -",
    "manu(size=5,reserve=12,target=5,squares=sweep) 1b2b/w1w2/bw1bw/2bw1/w3b b 2,5 1,4 -",
    "manu(size=5,reserve=12,target=5,squares=solid) 3b1/ww1wb/2b2/4w/wbwb1 w 4,3 4,2 A5:A2*",
    # A2>A4 is one move, although it can go over A1 or over A3.
    "manu(size=4,reserve=5,target=1,squares=solid) b1b1/w1w1/b3/b1b1 w 3,0 0,0 -",
]


def exact_ends(
    position: Position, known: dict[Position, dict[str, float]] | None = None
) -> dict[str, float]:
    """The probability of each final board if moves are drawn uniformly, passing only if forced."""
    known = {} if known is None else known
    if position in known:
        return known[position]
    ends: dict[str, float] = defaultdict(float)
    moves = [move for move in position.moves if str(move) != "pass"] or list(position.moves)
    for move in moves:
        for end, likelihood in exact_ends(position.play(move), known).items():
            ends[end] += likelihood / len(moves)
    if position.over:
        ends[board_text(position)] = 1.0
    known[position] = ends
    return ends


def board_text(position: Position) -> str:
    return " ".join(str(position).split()[1:4])


def drawn_ends(position: Position, count: int) -> Counter[str]:
    variant = position.variant
    scratch = np.zeros(variant.rules.scratch_size(variant.tables), np.int32)
    rng = np.array([12345], np.uint64)
    ends: Counter[str] = Counter()
    for _ in range(count):
        state = position.state.copy()
        variant.rules.playout(state, variant.tables, rng, scratch)
        ends[board_text(Position.of_state(variant, state))] += 1
    return ends


@pytest.mark.parametrize("text", EVEN)
def test_playouts_draw_evenly_from_the_legal_moves(text: str) -> None:
    count = 4000
    position = Position(text)
    assert len(position.moves) > 2
    exact, drawn = exact_ends(position), drawn_ends(position, count)
    assert sum(exact.values()) == pytest.approx(1)
    assert set(drawn) <= set(exact)
    # Pearson's chi-square test, with unlikely ends in one bin; its mean is the number of bins
    # minus one, its variance twice that. Five standard deviations never happen by chance.
    kinds = [end for end in exact if exact[end] * count >= 8]
    expected = [exact[end] * count for end in kinds]
    seen = [drawn[end] for end in kinds]
    expected.append(max(count - sum(expected), 1e-6))
    seen.append(count - sum(seen))
    if expected[-1] < 8:
        expected, seen = expected[:-1], seen[:-1]
    chi = sum((s - e) ** 2 / e for s, e in zip(seen, expected, strict=True))
    freedom = len(expected) - 1
    assert freedom >= 1
    assert chi < freedom + 5 * (2 * freedom) ** 0.5 + 5
