"""The players' colours look as they are called, and can be told apart by everybody."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from kletka.drawing.palette import DARK, LIGHT, PLAYERS_DARK, PLAYERS_LIGHT
from kletka.drawing.shapes import SHAPES
from kletka.faces.players import COLOURS
from kletka.record import Record

Colour = NDArray[np.float64]
THEMES = pytest.mark.parametrize(
    ("theme", "players"), [(LIGHT, PLAYERS_LIGHT), (DARK, PLAYERS_DARK)], ids=["light", "dark"]
)

# Hue in OKLCH, in degrees: what people call by these names.
HUES = {
    "Red": (20, 35),
    "Orange": (50, 75),
    "Yellow": (97, 112),
    "Green": (135, 168),
    "Sky": (215, 240),
    "Blue": (245, 266),
    "Purple": (295, 325),
}

# Linear RGB as people with a colour vision deficiency see it (Machado, Oliveira, Fernandes 2009).
EYES = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
# The least distance in OKLab between two players; 0.02 is a difference that one can just see.
LEAST = {"normal": 0.14, "protanopia": 0.095, "deuteranopia": 0.095, "tritanopia": 0.085}

_TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def linear(colour: str) -> Colour:
    """The linear RGB of a colour such as #d3190f."""
    channels = np.array(list(bytes.fromhex(colour[1:7]))) / 255
    light: Colour = np.where(
        channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4
    )
    return light


def oklab(colour: Colour) -> Colour:
    lab: Colour = _TO_LAB @ np.cbrt(_TO_CONES @ colour)
    return lab


def seen(colour: str, eyes: str) -> Colour:
    """A colour in OKLab, as those eyes see it."""
    return oklab(np.clip(EYES[eyes] @ linear(colour), 0, 1))


def contrast(one: str, other: str) -> float:
    """The contrast of WCAG, from 1 to 21."""
    luminances = [float(np.dot([0.2126, 0.7152, 0.0722], linear(c))) for c in (one, other)]
    return (max(luminances) + 0.05) / (min(luminances) + 0.05)


def test_one_colour_and_one_shape_for_each_player() -> None:
    assert len(PLAYERS_LIGHT) == len(PLAYERS_DARK) == len(COLOURS) == len(SHAPES) == 8
    assert len({shape((0, 0), 10, 1) for shape in SHAPES}) == 8


@THEMES
def test_colours_look_as_they_are_called(theme: dict[str, str], players: tuple[str, ...]) -> None:
    for player, colour in zip(COLOURS, players, strict=True):
        _, a, b = oklab(linear(colour))
        chroma, hue = float(np.hypot(a, b)), float(np.degrees(np.arctan2(b, a)) % 360)
        if player.name.en == "Grey":
            assert chroma < 0.02
            assert 0.4 < oklab(linear(colour))[0] < 0.8  # neither black nor white
        else:
            low, high = HUES[player.name.en]
            assert low <= hue <= high, f"{player.name.en} has the hue {hue:.0f}"
            assert chroma > 0.07


@THEMES
@pytest.mark.parametrize("eyes", EYES)
def test_players_can_be_told_apart(
    theme: dict[str, str], players: tuple[str, ...], eyes: str
) -> None:
    for one, other in combinations(players, 2):
        distance = float(np.linalg.norm(seen(one, eyes) - seen(other, eyes)))
        assert distance > LEAST[eyes], f"{one} and {other}: {distance:.3f}"


@THEMES
def test_colours_stand_out_from_the_paper(theme: dict[str, str], players: tuple[str, ...]) -> None:
    # Light colours stay themselves on light paper; there pieces have a dark outline.
    pale = {"Orange": 2.3, "Sky": 2.0, "Yellow": 1.5} if theme is LIGHT else {}
    for player, colour in zip(COLOURS, players, strict=True):
        assert contrast(colour, theme["board"]) >= pale.get(player.name.en, 3.0)
    assert contrast(LIGHT["outline"], LIGHT["board"]) > 7
    assert contrast(theme["white"], theme["black"]) > 7


def test_records_of_the_time_when_grey_was_called_black() -> None:
    spec = "vyun(board=6x5,players=8)"
    names = [f"Player {number}" for number in range(1, 9)]
    record = Record.begin(spec, names, Retired="Grey")
    written = str(record)
    assert '[Grey "Player 8"]' in written
    older = written.replace("[Grey ", "[Black ").replace('Retired "Grey"', 'Retired "Black"')
    read = Record.parse(older)
    assert read.players == record.players
    assert "Black" not in read.tags
    assert read.play("A1").result == record.play("A1").result
