"""The example program learns what it promises."""

from __future__ import annotations

import pytest
from examples.learn_kamiken import main


def test_the_learner_learns(capsys: pytest.CaptureFixture[str]) -> None:
    (white_before, black_before), (white, black) = main(games=2000)
    assert white > max(white_before + 0.3, 0.9)
    assert black > black_before + 0.1
    assert capsys.readouterr().out.endswith("its first move: B2\n")
