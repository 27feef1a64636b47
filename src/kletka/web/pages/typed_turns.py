"""Reads turns as people type them: in lower case, with Russian letters, dashes and numbers."""

from __future__ import annotations

import re

from kletka.faces.base import PASS

_NUMBER = re.compile(r"(?<![\w+-])[0-9]+\s*\.+")  # 12. or 12...
_LOOK_ALIKE = str.maketrans("АВСЕНІКМОРТХЁ", "ABCEHIKMOPTXE")
_PASSES = {"PASS", "ПАС", "-", "—", "–"}
_DASH = re.compile(r"(?<=[0-9])(?:->|[-–—→])(?=[A-Z])")  # C3-C4 is C3>C4; @C3-2 is left alone


def turns_in(text: str) -> list[str]:
    """The turns in a typed text in standard notation, without their numbers."""
    return [normalised(word) for word in _NUMBER.sub(" ", text).split()]


def normalised(word: str) -> str:
    """One turn in standard notation as far as it can be recognised."""
    capital = word.upper()
    if capital in _PASSES:
        return PASS
    return _DASH.sub(">", capital.translate(_LOOK_ALIKE))
