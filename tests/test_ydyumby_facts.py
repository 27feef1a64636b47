"""Facts about Ydyumby that follow from its rules, on random games of many boards."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import kletka
from kletka import Position, Spec
from kletka.faces import face_of
from kletka.faces.ydyumby import able_players, pieces
from tests.helpers import judge_of, random_game, random_position
from tests.specs import HEX_RAGGED, HEX_RING, YDYUMBY

OUT_READINGS = ("turn", "now")


def supported_ways(position: Position) -> set[tuple[int, int]]:
    """Each cell with each direction in which it sees an edge."""
    owners, neighbours = pieces(position.variant, position.state), position.board.neighbours
    seen = set()
    for cell, around in enumerate(neighbours):
        for way in range(len(around)):
            ahead = around[way]
            while ahead is not None and not owners[ahead]:
                ahead = neighbours[ahead][way]
            if ahead is None:
                seen.add((cell, way))
    return seen


@pytest.mark.parametrize("spec", YDYUMBY)
def test_a_support_once_lost_never_comes_back(spec: str) -> None:
    """Of no cell, and whoever stands there; so a removed piece's cell is never used again."""
    for seed in range(4):
        before: set[tuple[int, int]] | None = None
        closed: set[int] = set()  # cells whose piece was removed
        standing: set[int] = set()
        for position, _ in random_game(spec, seed):
            ways = supported_ways(position)
            assert before is None or ways <= before
            now = {c for c, owner in enumerate(pieces(position.variant, position.state)) if owner}
            closed |= standing - now
            assert not closed & now
            assert not closed & {cell for cell, _ in ways}
            before, standing = ways, now


@pytest.mark.parametrize("spec", YDYUMBY)
def test_a_player_without_a_placement_never_has_one_again(spec: str) -> None:
    for seed in range(4):
        able: set[int] | None = None
        for position, _ in random_game(spec, seed):
            now = set(able_players(position.variant, position.state))
            assert able is None or now <= able
            able = now


PRESETS = [
    ",".join(f"{name}={value}" for name, value in preset.options.items())
    for preset in face_of("ydyumby").profile.presets
]
WITHOUT_SUPPLY = sorted(
    {re.sub(r",supply=\d+", "", spec).removeprefix("ydyumby(")[:-1] for spec in YDYUMBY}
)


@pytest.mark.parametrize("options", [*PRESETS, *WITHOUT_SUPPLY])
def test_the_usual_supply_is_as_good_as_a_piece_for_every_cell(options: str) -> None:
    """Between two placements of a player another one places, and a cell is used once at most."""
    spec = Spec(f"ydyumby({options})")
    cells = len(kletka.start(spec).board.names)
    for seed in range(12):
        ample = kletka.start(f"ydyumby({options},supply={cells})")
        for position, move in random_game(spec, seed):
            assert position.to_move == ample.to_move
            assert position.moves.codes == ample.moves.codes
            if move is not None:
                ample = ample.play(move)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_two_readings_differ_only_in_when_a_player_is_out(players: int) -> None:
    """Until somebody has no placement both readings offer the same moves to the same player."""
    seen: Counter[str] = Counter()
    for seed in range(20):
        spec = f"ydyumby(board=6x5,players={players},out="
        other = kletka.start(f"{spec}now)")
        for position, move in random_game(f"{spec}turn)", seed):
            able = able_players(position.variant, position.state)
            if len(able) < players:
                stranded = position.to_move is not None and other.over
                seen["goes on" if stranded else "same"] += 1
                break
            assert [str(m) for m in position.moves] == [str(m) for m in other.moves]
            assert position.to_move == other.to_move
            assert move is not None
            other = other.play(move)
    if players == 2:
        assert seen["goes on"] >= 5, seen


def test_a_player_who_is_out_is_passed_over_and_the_others_go_on() -> None:
    """Three players: the turn passes a player without a placement; the last one plays no more."""
    passed = ended = 0
    for out in OUT_READINGS:
        for seed in range(20):
            spec = f"ydyumby(board=5x4,players=3,out={out})"
            last: Position | None = None
            for position, _ in random_game(spec, seed):
                able = able_players(position.variant, position.state)
                if last is not None and last.to_move is not None:
                    following = (last.to_move + 1) % 3
                    if position.to_move is None:
                        others = [player for player in able if player != last.to_move]
                        assert not others if out == "turn" else len(able) <= 1
                        ended += bool(able)
                    elif position.to_move != following:
                        assert following not in able
                        passed += 1
                last = position
    assert passed >= 5
    assert ended >= 5


@pytest.mark.parametrize("board", ["4x4", "hex3", HEX_RING, HEX_RAGGED, "........"])
def test_there_is_always_a_cell_for_a_first_piece(board: str) -> None:
    cells = len(kletka.start(f"ydyumby(board={board})").board.names)
    for players in range(2, cells // 4 + 1):
        for plies in range(players):
            position = random_position(f"ydyumby(board={board},players={players})", 3, plies)
            assert position.to_move == plies
            assert position.moves


@pytest.mark.parametrize("out", OUT_READINGS)
def test_the_python_side_knows_who_can_place(out: str) -> None:
    """`able_players` checks texts of positions; the judge has the same list for the mover."""
    for seed in range(6):
        spec = Spec(f"ydyumby(board=hex4,players=3,out={out})")
        judge = judge_of(spec)
        for position, move in random_game(spec, seed):
            able = able_players(position.variant, position.state)
            assert able == [p for p in range(3) if judge.placements(p)]  # type: ignore[attr-defined]
            if move is not None:
                judge.play(move)
