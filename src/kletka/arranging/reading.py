"""Arrangements from positions, and from their own texts."""

from __future__ import annotations

from importlib import import_module

from kletka.arranging.base import Arrangement
from kletka.errors import InvalidPosition
from kletka.language import Text
from kletka.position import Position
from kletka.setting import setting_of
from kletka.spec import Spec


def arrange(position: Position) -> Arrangement:
    """A position taken apart. A turn of Manu that is under way is left out of it."""
    return read_arrangement(str(position))


def read_arrangement(text: str) -> Arrangement:
    """The arrangement that a text describes.

    Raises InvalidSpec for its spec, and InvalidPosition for what nobody could draw.
    """
    words = text.split()
    setting = setting_of(Spec(words[0] if words else ""))
    module = import_module(f"kletka.arranging.{setting.game.name}")
    faults: list[Text] = []
    fields = words[1:]
    expected = len(setting.game.write_fields(setting, setting.start()))
    if len(fields) != expected:
        raise InvalidPosition(
            [
                Text(
                    f"{len(fields)} fields behind the spec instead of {expected}",
                    f"полей после описания игры {len(fields)}, а нужно {expected}",
                )
            ]
        )
    arrangement: Arrangement | None = module.Arranged.read(setting, fields, faults)
    if faults or arrangement is None:
        raise InvalidPosition(faults)
    return arrangement
