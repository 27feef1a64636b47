"""The games' profiles as tables by game; use `face_of(game).profile` instead."""

from __future__ import annotations

from kletka.faces import face_of
from kletka.faces.profile import Preset, Profile
from kletka.games.catalogue import GAMES

_PROFILES: dict[str, Profile] = {game: face_of(game).profile for game in GAMES}

PRESETS: dict[str, tuple[Preset, ...]] = {g: p.presets for g, p in _PROFILES.items()}
QUICK: dict[str, str] = {g: p.quick_board for g, p in _PROFILES.items()}
QUICK_BOT = "level1"
SHOWCASE: dict[str, tuple[str, str]] = {g: p.showcase for g, p in _PROFILES.items()}
