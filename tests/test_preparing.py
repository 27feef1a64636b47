"""Compiling ahead: afterwards nothing is left to compile."""

from __future__ import annotations

import subprocess
import sys

import pytest

from kletka.agents import preparing
from kletka.agents.preparing import PLAY, WALKS, is_prepared, prepare
from kletka.errors import KletkaError
from kletka.games.catalogue import GAMES

COMPILED = """
from numba.core import event

with event.install_recorder("numba:compile") as recorder:
    {body}
print(len(recorder.buffer))
"""
ALL_STEPS = """
    from kletka.agents import preparing
    for step in preparing._STEPS.values():
        step()
    import kletka.cli.prepare as more
    more.prepare_lab()
    more.prepare_many_games()
"""
WHOLE_GAMES = """
    import kletka
    from kletka.agents import read_agent
    from kletka.agents.review import moments
    from kletka.agents.styles import inventor_view
    from kletka.drawing import svg
    from kletka.engine import analyse
    from kletka.engine.budget import Budget
    from kletka.faces import face_of
    for game in kletka.GAMES:
        position = kletka.start(face_of(game).profile.quick_board)
        agents = [read_agent(name) for name in ("level1", "level4", "inventor")]
        for agent in agents:
            agent.new_game(position, 1)
        number = 0
        while not position.over:
            move = agents[number % 3].choose(position, [])
            position = position.play(move)
            number += 1
            if number == 3:
                svg(position, territory=True, targets=True)
                inventor_view(position)
                analyse(position, Budget(simulations=30))
"""


def make_sure() -> None:
    if not is_prepared(PLAY, WALKS):
        prepare(lambda done, steps, what: None, PLAY, WALKS)


def compiled_by(body: str) -> int:
    """How many functions another process compiles."""
    code = COMPILED.format(body=body.strip())
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(done.stdout)


@pytest.mark.parametrize("body", [ALL_STEPS, WHOLE_GAMES])
def test_what_is_prepared_need_not_be_compiled_by_another_process(body: str) -> None:
    make_sure()
    assert compiled_by(body) == 0


def test_the_steps_are_reported_as_they_begin() -> None:
    make_sure()
    reported: list[tuple[int, int, str]] = []
    prepare(lambda *report: reported.append(report), PLAY)
    assert {game for game in GAMES if any(game in what for _, _, what in reported)} == set(GAMES)
    assert [done for done, _, _ in reported] == sorted(done for done, _, _ in reported)
    assert reported[-1] == (6, 6, "")


def test_a_step_that_fails_is_named_and_the_others_are_done() -> None:
    make_sure()
    done: list[int] = []
    with pytest.raises(KletkaError, match="compiling failed at wrong"):
        prepare(
            lambda number, steps, what: done.append(number), PLAY, more={"wrong": "kletka:nothing"}
        )
    assert done[-1] == len(preparing._STEPS_OF[PLAY])
