"""Sensible ways to begin each game: for a first minute, for an evening, for many."""

from __future__ import annotations

from dataclasses import dataclass

from kletka.language import Text


@dataclass(frozen=True)
class Preset:
    """A name and the options that differ from the usual ones, as they are written."""

    name: Text
    options: dict[str, str]


_SMALL = Text("Small", "Маленькая")
_MIDDLE = Text("Medium", "Средняя")
_FULL = Text("Full size", "Полная")
_THREE = Text("Three players", "Трое")
_FOUR = Text("Four players", "Четверо")

PRESETS: dict[str, tuple[Preset, ...]] = {
    "kamiken": (
        Preset(_SMALL, {"size": "5"}),
        Preset(_MIDDLE, {"size": "7"}),
        Preset(_FULL, {"size": "9"}),
        Preset(Text("Huge", "Огромная"), {"size": "13"}),
    ),
    "ydyumby": (
        Preset(_SMALL, {"board": "6x6"}),
        Preset(_FULL, {"board": "8x8"}),
        Preset(Text("Hexagon", "Шестиугольник"), {"board": "hex5"}),
        Preset(
            Text("Cross", "Крест"),
            {"board": "##...##/##...##/......./......./......./##...##/##...##"},
        ),
        Preset(_THREE, {"board": "hex5", "players": "3"}),
        Preset(_FOUR, {"board": "10x10", "players": "4"}),
    ),
    "vyun": (
        Preset(_SMALL, {"board": "5x5"}),
        Preset(_FULL, {"board": "8x8"}),
        Preset(Text("Large", "Большая"), {"board": "12x12"}),
        Preset(_THREE, {"board": "8x8", "players": "3"}),
        Preset(_FOUR, {"board": "10x10", "players": "4"}),
    ),
    "manu": (
        Preset(_SMALL, {"size": "7", "target": "5"}),
        Preset(_MIDDLE, {"size": "9"}),
        Preset(Text("Large", "Большая"), {"size": "13"}),
        Preset(_FULL, {"size": "19"}),
    ),
}

# What the big button of the home page starts: small, quick, and against a bot one can beat.
QUICK: dict[str, str] = {
    "kamiken": "kamiken(size=5)",
    "ydyumby": "ydyumby(board=6x6)",
    "vyun": "vyun(board=5x5)",
    "manu": "manu(size=7,target=5)",
}
QUICK_BOT = "level1"

# A position worth looking at, shown until the live board arrives.
SHOWCASE: dict[str, tuple[str, str]] = {
    "kamiken": ("kamiken(size=5)", "C3 B2 B4 A3 A1 D2 C5 E2"),
    "ydyumby": ("ydyumby(board=6x6)", "E3 F4 D1 E2 F5 C1 F1 B3 F2 A2"),
    "vyun": (
        "vyun(board=5x5)",
        "E4 D2 C4 D2>D3 E4>E3 D3>C3 C4>B4 D2>C2 C4>C3 C3>B3 C3>C2 C2>B2 C2>C1",
    ),
    "manu": ("manu(size=7)", "E6 C3 B1 G2 D3 A6 D3>B3@B1-1 B4"),
}
