"""Turns as people type them: small letters, Russian letters, dashes and numbers are understood."""

from __future__ import annotations

import re

from kletka.faces.base import PASS

_NUMBER = re.compile(r"(?<![\w+-])[0-9]+\s*\.+")  # 12. or 12...
_LOOK_ALIKE = str.maketrans("АВСЕНІКМОРТХЁ", "ABCEHIKMOPTXE")
_PASSES = {"PASS", "ПАС", "-", "—", "–"}
_DASH = re.compile(r"(?<=[0-9])(?:->|[-–—→])(?=[A-Z])")  # C3-C4 is C3>C4; @C3-2 is left alone


def turns_in(text: str) -> list[str]:
    """The turns of a typed text, without their numbers, as the library writes them."""
    return [tidy(word) for word in _NUMBER.sub(" ", text).split()]


def tidy(word: str) -> str:
    """One turn as the library writes it, if it can be guessed; else as it is."""
    capital = word.upper()
    if capital in _PASSES:
        return PASS
    return _DASH.sub(">", capital.translate(_LOOK_ALIKE))
