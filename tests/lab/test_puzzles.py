"""Every puzzle in the library is legal, and the solver proves it again."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from kletka.faces import face_of
from kletka.games.catalogue import GAMES
from kletka.lab.move_values import exact_values, only_good_move
from kletka.lab.puzzles import collect_puzzles, find_puzzles
from kletka.library.puzzles import WIN, Puzzle, puzzles_of, read_puzzles, write_puzzles

NODES = 400_000  # more than the puzzles were found with
ALL = [
    pytest.param(puzzle, id=f"{game}-{number}")
    for game in GAMES
    for number, puzzle in enumerate(puzzles_of(game), 1)
]


@pytest.mark.parametrize("puzzle", ALL)
def test_the_first_move_is_the_only_good_one(puzzle: Puzzle) -> None:
    position = puzzle.start
    assert str(position) == puzzle.position
    values = exact_values(position, NODES)
    assert values is not None
    assert only_good_move(values, face_of(position.spec.game).wins_by_points) == (
        puzzle.claim,
        puzzle.line[0],
        puzzle.value,
        puzzle.second,
    )


@pytest.mark.parametrize("game", GAMES)
def test_lines_are_legal_and_end_with_the_solvers_move(game: str) -> None:
    for puzzle in puzzles_of(game):
        position, mover = puzzle.start, -1
        for move in puzzle.line:
            assert position.to_move is not None
            mover = position.to_move
            position = position.play(move)
        assert mover == puzzle.start.to_move


@pytest.mark.parametrize("game", GAMES)
def test_later_moves_of_a_line_are_the_only_good_ones_too(game: str) -> None:
    long = [puzzle for puzzle in puzzles_of(game) if len(puzzle.line) > 1]
    for puzzle in long[:: max(1, len(long) // 5)]:
        position, player = puzzle.start, puzzle.start.to_move
        for number, move in enumerate(puzzle.line):
            if number and position.to_move == player:
                values = exact_values(position, NODES)
                assert values is not None
                found = only_good_move(values, face_of(game).wins_by_points)
                assert found is not None
                assert found[:2] == (puzzle.claim, move)
            position = position.play(move)


@pytest.mark.parametrize("game", GAMES)
def test_there_are_enough_and_no_two_are_mirror_images(game: str) -> None:
    puzzles = puzzles_of(game)
    assert len(puzzles) >= 40
    assert len({puzzle.start.canonical() for puzzle in puzzles}) == len(puzzles)
    ratings = [puzzle.rating for puzzle in puzzles]
    assert ratings == sorted(ratings)
    assert ratings[-1] - ratings[0] >= 500  # easy ones and hard ones


def test_the_lab_finds_puzzles_and_adds_them_to_a_file(tmp_path: Path) -> None:
    file, counts = tmp_path / "puzzles.jsonl", list[int]()
    collect_puzzles("manu", 2, 3, file, counts.append)
    first = read_puzzles(file.read_text("utf-8"))
    assert len(first) == 2
    collect_puzzles("manu", 3, 3, file, counts.append)
    assert set(first) < set(read_puzzles(file.read_text("utf-8")))
    assert counts == [1, 2, 3]


def test_the_same_seed_finds_the_same_puzzles() -> None:
    assert list(islice(find_puzzles("manu", 5), 2)) == list(islice(find_puzzles("manu", 5), 2))


def test_a_clear_margin_is_needed() -> None:
    assert only_good_move({"A1": 1.0, "B2": -1.0}, False) == (WIN, "A1", 1.0, -1.0)
    assert only_good_move({"A1": 1.0, "B2": 1.0}, False) is None
    assert only_good_move({"A1": 3.0, "B2": 1.5}, True) is None
    assert only_good_move({"A1": 3.5, "B2": 1.5}, True) == ("points", "A1", 3.5, 1.5)
    assert only_good_move({"A1": 1.0}, False) is None


def test_a_file_is_the_same_after_reading() -> None:
    puzzles = list(puzzles_of("vyun")[:3])
    assert read_puzzles(write_puzzles(puzzles)) == tuple(puzzles)
