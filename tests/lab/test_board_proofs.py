"""Solving small boards: interrupted runs, limits, and files of proofs."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from kletka import GAMES, Spec
from kletka.cli import main
from kletka.faces import face_of
from kletka.lab import board_proofs
from kletka.lab.board_proofs import Family, InvalidProofFile, ProofFile, families, prove_boards
from kletka.lab.worker_pools import WorkerPool, open_pool
from kletka.library.proved import Proof, read_proofs, stored_spec

HOUR = 3600.0


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    with open_pool(workers=1) as pool:
        yield pool


def walk(*specs: str) -> list[Family]:
    return [(spec, (Spec(spec),)) for spec in specs]


EASY = ("kamiken(size=3,komi=0)", "vyun(board=2x2)", "manu(size=3,squares=sweep)")


def make(pool: WorkerPool, path: Path, walks: list[Family]) -> list[Spec]:
    reported: list[Spec] = []
    prove_boards(pool, ProofFile(path), HOUR, lambda proof: reported.append(proof.spec), walks)
    return reported


def test_what_is_solved_is_not_solved_again(pool: WorkerPool, tmp_path: Path) -> None:
    path = tmp_path / "table.ndjson"
    first = make(pool, path, walk(EASY[0]))
    rest = make(pool, path, walk(*EASY))
    assert first == [Spec(EASY[0])]
    assert set(rest) == {Spec(spec) for spec in EASY[1:]}
    proofs = read_proofs(path.read_text("utf-8"))
    assert {proof.spec: proof.value for proof in proofs} == {
        Spec(EASY[0]): 2,
        Spec(EASY[1]): 0,
        Spec(EASY[2]): -1,
    }


def test_a_line_that_was_cut_short_is_solved_again(pool: WorkerPool, tmp_path: Path) -> None:
    path = tmp_path / "table.ndjson"
    make(pool, path, walk(*EASY[:2]))
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    again = make(pool, path, walk(*EASY[:2]))
    assert len(again) == 1
    assert len(read_proofs(path.read_text("utf-8"))) == 2


def test_a_board_that_is_too_hard_has_no_value_and_is_tried_again_with_more_nodes(
    pool: WorkerPool, tmp_path: Path
) -> None:
    path = tmp_path / "table.ndjson"
    hard = Spec("kamiken(size=5,komi=0)")  # needs more than the first limit
    make(pool, path, [("kamiken", (hard,))])
    tried = [json.loads(line) for line in Path(f"{path}.tried").read_text("utf-8").splitlines()]
    assert tried == [{"spec": hard, "nodes": board_proofs.FIRST_NODES}]
    (proof,) = read_proofs(path.read_text("utf-8"))
    assert (proof.spec, proof.value) == (hard, 1)
    assert proof.nodes > board_proofs.FIRST_NODES


def test_nothing_is_proved_after_the_time_is_up(pool: WorkerPool, tmp_path: Path) -> None:
    path = tmp_path / "table.ndjson"
    reported: list[Proof] = []
    prove_boards(pool, ProofFile(path), 0.0, reported.append, walk(*EASY))
    assert reported == []
    assert not path.exists()


def test_a_family_is_left_for_the_next_round_after_misses_in_a_row(
    pool: WorkerPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board_proofs, "FIRST_NODES", 20)
    monkeypatch.setattr(board_proofs, "NODES_GROW", 1000)
    path = tmp_path / "table.ndjson"
    hard = [Spec(f"ydyumby(board=4x3,supply={supply})") for supply in range(4, 12)]
    make(pool, path, [("hard", tuple(hard))])
    lines = Path(f"{path}.tried").read_text("utf-8").splitlines()
    tried = [json.loads(line)["spec"] for line in lines]
    assert len(tried) < len(hard)  # the others waited for the next limit, which was enough
    assert tried == hard[: len(tried)]
    assert len(read_proofs(path.read_text("utf-8"))) == len(hard)


def test_a_task_reports_whether_time_ran_out() -> None:
    hard = Spec("kamiken(size=7,komi=0)")
    assert board_proofs.prove("k", hard, 10, 2.0**40) == ("k", hard, None, True)
    assert board_proofs.prove("k", hard, 10, 0.0) == ("k", hard, None, False)


def test_a_file_of_another_kind_is_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("buy milk\n", "utf-8")
    with pytest.raises(InvalidProofFile, match="not a table of proofs"):
        ProofFile(path)
    assert path.read_text("utf-8") == "buy milk\n"


def test_every_game_has_families_without_mirror_images() -> None:
    every = families()
    assert {specs[0].game for _, specs in every} == set(GAMES)
    assert all(stored_spec(spec) == spec for _, specs in every for spec in specs)
    assert [name for name, _ in families(["vyun"])] == ["vyun"]


def test_a_game_without_families_has_its_puzzle_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tomllib, "loads", lambda text: {})
    ((name, specs),) = families(["vyun"])
    assert name == "vyun"
    assert specs == tuple(Spec(board) for board in face_of("vyun").profile.puzzle_boards)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["chess"], "there is no game 'chess'"),
        (["--hours", "0"], "is not a number of hours above 0"),
        (["--hours", "soon", "--lang", "ru"], "не число часов больше 0"),
    ],
)
def test_bad_arguments_are_refused(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["lab", "solve-table", *words])
    assert left.value.code == 2
    assert complaint in capsys.readouterr().err
