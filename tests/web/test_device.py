"""The Python for browsers: it runs on a bare interpreter, and answers as the server does."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import kletka
from kletka import GAMES
from kletka.library.lessons import lessons_of
from kletka.web.device.answers import answer
from kletka.web.device.packing import archive
from tests.helpers import golden_games, random_game
from tests.promises import some_illegal_moves
from tests.specs import ALL

Asked = tuple[str, str, str]  # the address, the body and the language of a request
LARGEST_ARCHIVE = 250_000  # bytes
MOST_PLIES = 60
_BARE = """
import json, sys
from kletka.web.device.answers import answer
for line in sys.stdin:
    print(json.dumps(answer(*json.loads(line))))
import numpy
assert not hasattr(numpy, "__version__"), "the real one"
"""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("device")
    with zipfile.ZipFile(io.BytesIO(archive())) as packed:
        packed.extractall(folder)
    return folder


def compare(unpacked: Path, asked: list[Asked]) -> None:
    """Compare the answers of an interpreter without any packages with those of the server."""
    done = subprocess.run(
        [sys.executable, "-S", "-c", _BARE],
        env={**os.environ, "PYTHONPATH": str(unpacked)},
        input="".join(f"{json.dumps(one)}\n" for one in asked),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for one, there in zip(asked, answers, strict=True):
        assert there == answer(*one), one


def request(path: str, language: str, **body: object) -> Asked:
    return path, json.dumps(body), language


def of_golden_games() -> Iterator[Asked]:
    """Every move of the golden games, and the board after the last one."""
    for game in golden_games():
        position = kletka.start(game.spec)
        for move in game.moves:
            yield request("/board", "en", position=str(position), steps=[move])
            position = position.play(move)
        yield request("/board", "ru", position=str(position), territory=True)


def test_golden_games(unpacked: Path) -> None:
    compare(unpacked, list(of_golden_games()))


def of_a_random_game(spec: str, chance: random.Random) -> Iterator[Asked]:
    """Some positions of a game as text, with moves of the rules and moves against them."""
    for ply, (position, move) in enumerate(random_game(spec, 1, MOST_PLIES)):
        if ply % 6 and move is not None:
            continue
        text, language = str(position), chance.choice(("en", "ru"))
        land = chance.random() < 0.5
        yield request("/board", language, position=text, turned=ply % 4, territory=land)
        for refused in some_illegal_moves(position, chance, 3):
            yield request("/board", language, position=text, steps=[refused])
        if move is not None:
            yield request("/board", language, position=text, steps=[move])


@pytest.mark.parametrize("game", GAMES)
def test_random_games(unpacked: Path, game: str) -> None:
    chance = random.Random(game)
    specs = [spec for spec in ALL if spec.startswith(f"{game}(")]
    asked = [one for spec in specs for one in of_a_random_game(spec, chance)]
    assert sum('"steps"' in body for _, body, _ in asked) > len(specs)
    compare(unpacked, asked)


def test_lessons(unpacked: Path) -> None:
    asked = [
        request(f"/learn/{game}/{lesson.number}", language, turn=turn)
        for game in GAMES
        for lesson in lessons_of(game)
        for language in ("en", "ru")
        for turn in (lesson.solutions[0], "A1")
    ]
    compare(unpacked, asked)


def test_an_unknown_address_and_a_bad_position(unpacked: Path) -> None:
    asked = [request("/new", "en"), request("/board", "ru", position="чепуха")]
    assert answer(*asked[0]) == "null"
    assert json.loads(answer(*asked[1]))["error"]["code"] == "bad_position"
    compare(unpacked, asked)


def test_the_archive_is_small_and_has_only_what_is_needed() -> None:
    assert len(archive()) < LARGEST_ARCHIVE
    names = zipfile.ZipFile(io.BytesIO(archive())).namelist()
    assert not [name for name in names if "engine" in name or "storage" in name]
