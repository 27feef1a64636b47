"""Arrangements from positions, and from their own texts."""

from __future__ import annotations

from importlib import import_module

from kletka.errors import InvalidPosition
from kletka.language import Text
from kletka.position import Position
from kletka.setup.base import Arrangement
from kletka.spec import Spec
from kletka.variant import variant_of


def arrange(position: Position) -> Arrangement:
    """A position taken apart. A turn of Manu that is under way is left out of it."""
    return read_arrangement(str(position))


def read_arrangement(text: str) -> Arrangement:
    """The arrangement that a text describes.

    Raises InvalidSpec for its spec, and InvalidPosition for what nobody could draw.
    """
    words = text.split()
    variant = variant_of(Spec(words[0] if words else ""))
    module = import_module(f"kletka.setup.{variant.face.name}")
    faults: list[Text] = []
    fields = words[1:]
    expected = len(variant.face.write_fields(variant, variant.start()))
    if len(fields) != expected:
        raise InvalidPosition(
            [
                Text(
                    f"{len(fields)} fields behind the spec instead of {expected}",
                    f"полей после описания игры {len(fields)}, а нужно {expected}",
                )
            ]
        )
    arrangement: Arrangement | None = module.Arranged.read(variant, fields, faults)
    if faults or arrangement is None:
        raise InvalidPosition(faults)
    return arrangement
