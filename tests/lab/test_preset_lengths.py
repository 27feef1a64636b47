"""The lengths of games that presets promise are those that the lab measures."""

import pytest

from kletka import Spec
from kletka.faces import face_of
from kletka.faces.profile import Preset
from kletka.games.catalogue import GAMES
from kletka.lab.portrait.measuring import SelfPlayPlan, measure

GAMES_PLAYED = 12  # of the 200 games that were measured
PRESETS = [
    (preset.spec(game), preset) for game in GAMES for preset in face_of(game).profile.presets
]


@pytest.mark.parametrize(("spec", "preset"), PRESETS, ids=[spec for spec, _ in PRESETS])
def test_a_preset_says_how_long_its_games_are(spec: str, preset: Preset) -> None:
    turns = measure(SelfPlayPlan(Spec(spec), "fast", GAMES_PLAYED, 1)).tally.turns
    played = sum(length * count for length, count in turns.items()) / GAMES_PLAYED
    assert played == pytest.approx(preset.turns, rel=0.15)
