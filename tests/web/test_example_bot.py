"""The example bot plays whole games of all kinds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.browser.serving import Server
from tests.web.clients import Api

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


def test_it_is_short() -> None:
    assert len(BOT.read_text("utf-8").splitlines()) <= 60


@pytest.mark.parametrize(
    "spec",
    [
        "kamiken(size=4)",
        "ydyumby(board=4x4)",
        "vyun(board=3x3)",
        "manu(size=4,reserve=4,target=2)",
    ],
)
def test_it_plays_a_whole_game(site: Server, spec: str) -> None:
    done = subprocess.run(
        [sys.executable, BOT, site.address, spec, "level1"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    address, result, *_ = done.stdout.split()
    game = Api(site).get(f"/games/{address.rpartition('/')[2]}").json()
    assert game["over"]
    assert game["result"] == result
    assert game["why"] == "rules"
