"""The table of proved results: its form, and a sample of it proved again."""

from __future__ import annotations

import json
import random

import pytest

import kletka
from kletka import GAMES, Spec
from kletka.cli import main
from kletka.engine import analyse
from kletka.engine.budget import Budget
from kletka.engine.proving import known_solution
from kletka.engine.solving import solve
from kletka.library.proved import Proof, known_position, known_value, proofs_of, stored_spec

ALL = [proof for game in GAMES for proof in proofs_of(game)]
TABLE_BYTES = 32 * 2**20


def quick(game: str) -> list[Proof]:
    """Some lines that are quick to solve again, always the same ones."""
    small = [proof for proof in proofs_of(game) if proof.nodes <= 12_000]
    return random.Random(game).sample(small, min(8, len(small)))


@pytest.mark.parametrize("game", GAMES)
def test_a_sample_is_solved_again(game: str) -> None:
    for proof in quick(game):
        solution = solve(kletka.start(proof.spec), memory=TABLE_BYTES)
        assert solution is not None
        assert (solution.value, solution.best) == (proof.value, proof.best), proof.spec


@pytest.mark.parametrize("game", GAMES)
def test_every_line_has_its_form(game: str) -> None:
    proofs = proofs_of(game)
    assert len(proofs) >= 2
    for proof in proofs:
        position = kletka.start(proof.spec)
        assert stored_spec(proof.spec) == proof.spec
        assert proof.spec.players == 2
        assert proof.best
        assert all(move in position.moves for move in proof.best)
        assert proof.line[0] in proof.best
        assert proof.nodes > 0
        assert proof.seconds >= 0
        if game == "manu":
            assert abs(proof.value) == 1
        elif game != "kamiken":
            assert proof.value == int(proof.value)


@pytest.mark.parametrize("game", GAMES)
def test_a_line_that_goes_to_the_end_comes_out_as_it_says(game: str) -> None:
    finished = 0
    for proof in proofs_of(game):
        position = kletka.start(proof.spec)
        for move in proof.line:
            position = position.play(move)
        if not position.over:
            continue
        finished += 1
        if game == "manu":
            assert position.winners == ((0,) if proof.value > 0 else (1,)), proof.spec
        else:
            assert position.points[0] - position.points[1] == proof.value, proof.spec
    assert finished >= 2


def test_no_board_is_there_twice() -> None:
    assert len({proof.spec for proof in ALL}) == len(ALL)


def test_komi_shifts_the_value() -> None:
    plain, usual = known_value("kamiken(size=3,komi=0)"), known_value("kamiken(size=3)")
    assert plain is not None
    assert usual is not None
    assert (plain.value, usual.value) == (2, 1.5)
    assert plain.best == usual.best
    assert usual.spec == "kamiken(size=3,komi=0.5)"


@pytest.mark.parametrize("spec", ["ydyumby(board=3x4)", "vyun(board=2x3)"])
def test_a_rectangle_stands_for_the_one_on_its_side(spec: str) -> None:
    proof, solution = known_value(spec), solve(kletka.start(spec), memory=TABLE_BYTES)
    assert proof is not None
    assert solution is not None
    assert proof.spec == Spec(spec)
    assert (proof.value, set(proof.best)) == (solution.value, set(solution.best))
    position = kletka.start(spec)
    for move in proof.line:
        position = position.play(move)


def test_only_the_start_is_known() -> None:
    position = kletka.start("kamiken(size=3)")
    assert known_position(position) is not None
    assert known_position(position.play("A1")) is None
    assert known_value("kamiken(size=19)") is None
    assert known_solution(kletka.start("vyun(board=2x2,players=3)")) is None


def test_the_engine_says_what_is_proved() -> None:
    start = kletka.start("ydyumby(board=5x3)")
    analysis = analyse(start, Budget(simulations=20))
    proof = known_value(start.spec)
    assert proof is not None
    assert analysis.proved == proof.value
    proved = {found.move for found in analysis.moves if found.proved == proof.value}
    assert proved >= set(proof.best)


def test_solve_answers_from_the_table_unless_told_to_solve_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["solve", "kamiken(size=3)", "--json"])
    known = json.loads(capsys.readouterr().out)
    main(["solve", "kamiken(size=3)", "--json", "--again"])
    again = json.loads(capsys.readouterr().out)
    assert (known["from_table"], again["from_table"]) == (True, False)
    assert (
        (known["value"], known["best"]) == (again["value"], again["best"]) == (1.5, again["best"])
    )
    main(["solve", "kamiken(size=3)", "--lang", "ru"])
    assert "Из таблицы доказанного" in capsys.readouterr().out


def test_analyse_marks_what_is_proved(capsys: pytest.CaptureFixture[str]) -> None:
    main(["analyse", "ydyumby(board=4x3,out=now)", "--sims", "5", "--lang", "en"])
    first = capsys.readouterr().out.splitlines()[1]
    assert "+1" in first.split()


def test_the_supply_of_ydyumby_matters_on_4x4_only_if_players_are_out_at_once() -> None:
    """As docs/lab.md says."""
    values = {
        out: [_value(f"ydyumby(board=4x4,supply={supply},out={out})") for supply in range(1, 17)]
        for out in ("turn", "now")
    }
    assert set(values["turn"]) == {0}
    assert values["now"][5] == 1
    assert set(values["now"][6:]) == {0}


def test_when_players_are_out_changes_the_value_of_small_boards() -> None:
    """As docs/lab.md says."""
    for board in ("4x3", "5x3", "6x3", "5x4"):
        assert _value(f"ydyumby(board={board})") == 0
        assert _value(f"ydyumby(board={board},out=now)") == 1


def _value(spec: str) -> float:
    proof = known_value(spec)
    assert proof is not None, spec
    return proof.value


def test_no_vyun_that_is_solved_has_a_winner() -> None:
    """As docs/lab.md says: a draw after every first move."""
    for proof in proofs_of("vyun"):
        assert proof.value == 0
        assert len(proof.best) == len(kletka.start(proof.spec).moves)
