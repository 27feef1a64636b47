"""A game with nothing but rules, a face, a drawing and its line in the catalogue works everywhere.

On a web page it is played in `tests/web/browser/test_fifth_game.py`.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from tests.fifth_game import GAME, add_fifth_game, run

SMALL = f"{GAME}(size=3)"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return add_fifth_game(tmp_path_factory.mktemp("copy"))


def test_it_keeps_every_promise(copy: dict[str, str]) -> None:
    run(
        copy,
        "-c",
        "from tests.promises import check_game\n"
        f"for seed in range(3): check_game('{GAME}(size=4)', seed)",
    )


def test_the_engine_plays_and_solves_it(copy: dict[str, str]) -> None:
    assert run(copy, "-m", "kletka", "best", SMALL, "--sims", "40").split()
    solved = json.loads(run(copy, "-m", "kletka", "solve", SMALL, "--json"))
    assert solved["value"] == best_lead(frozenset(), frozenset())
    keeping = {
        f"{'ABC'[x]}{y + 1}"
        for x, y in CELLS
        if -best_lead(frozenset(), frozenset({(x, y)})) == solved["value"]
    }
    assert set(solved["best"]) == keeping


CELLS = [(x, y) for y in range(3) for x in range(3)]


@cache
def best_lead(mine: frozenset[tuple[int, int]], theirs: frozenset[tuple[int, int]]) -> int:
    """The lead of the player to move with best play, by the rules in words."""
    leads = [-best_lead(theirs, mine | {cell}) for cell in places(mine, theirs)]
    if leads:
        return max(leads)
    if places(theirs, mine):
        return -best_lead(theirs, mine)
    return len(mine) - len(theirs)


def places(
    mine: frozenset[tuple[int, int]], theirs: frozenset[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Empty cells with no own stone beside them."""
    return [
        (x, y)
        for x, y in CELLS
        if (x, y) not in mine | theirs
        and not mine & {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
    ]


def test_levels_and_matches_work(copy: dict[str, str]) -> None:
    played = run(copy, "-m", "kletka", "match", "--spec", SMALL, "level1", "random", "--games", "2")
    assert "level1" in played


def test_a_text_of_its_rules_and_a_picture_exist(copy: dict[str, str]) -> None:
    assert "Your stones must not touch." in run(copy, "-m", "kletka", "rules", GAME)
    assert "<svg" in run(copy, "-m", "kletka", "show", SMALL, "--svg", "-")


def test_both_bridges_know_it(copy: dict[str, str]) -> None:
    run(
        copy,
        "-c",
        f"""
import pyspiel
from kletka.bridges import openspiel
game = openspiel.load('{SMALL}')
pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
""",
    )
    run(
        copy,
        "-c",
        f"""
from pettingzoo.test import api_test
from kletka.bridges import pettingzoo
api_test(pettingzoo.env('{SMALL}'), num_cycles=20)
""",
    )


def test_it_has_a_portrait(copy: dict[str, str], tmp_path: Path) -> None:
    run(
        copy,
        "-m",
        "kletka",
        "lab",
        "portrait",
        SMALL,
        "--games",
        "6",
        "--workers",
        "1",
        "--out",
        str(tmp_path),
    )
    [page] = [p for p in tmp_path.glob("*.md") if not p.name.endswith(".ru.md")]
    assert page.read_text(encoding="utf-8").startswith("# Apart: a portrait")
