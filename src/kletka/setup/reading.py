"""Arrangements of positions and of texts."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from kletka.errors import InvalidPosition, KletkaError
from kletka.faces import face_of
from kletka.faces.placement import PlacementFace
from kletka.language import Text
from kletka.position import Position
from kletka.setup.base import Arrangement
from kletka.spec import Spec
from kletka.variant import variant_of


def can_set_up(game: str) -> bool:
    """Whether positions of a game can be set up by hand."""
    return _module_of(game) is not None


def _module_of(game: str) -> str | None:
    """The module with the arrangement of a game, or None if there is none."""
    own = f"kletka.setup.{game}"
    if find_spec(own) is not None:
        return own
    return "kletka.setup.placement" if isinstance(face_of(game), PlacementFace) else None


def arrange(position: Position) -> Arrangement:
    """The arrangement of a position; a turn under way is left out of it."""
    return read_arrangement(str(position))


def read_arrangement(text: str) -> Arrangement:
    """The arrangement that a text describes.

    Raises InvalidSpec for its spec, InvalidPosition for fields that cannot be drawn, and
    KletkaError for a game whose positions cannot be set up by hand.
    """
    words = text.split()
    variant = variant_of(Spec(words[0] if words else ""))
    module = _module_of(variant.spec.game)
    if module is None:
        title = variant.face.title
        raise KletkaError(
            Text(
                f"positions of {title.en} cannot be set up by hand",
                f"позиции игры «{title.ru}» нельзя расставить вручную",
            )
        )
    faults: list[Text] = []
    fields = words[1:]
    expected = len(variant.face.write_fields(variant, variant.start()))
    if len(fields) != expected:
        raise InvalidPosition(
            [
                Text(
                    f"{len(fields)} fields after the spec instead of {expected}",
                    f"полей после описания игры {len(fields)}, а нужно {expected}",
                )
            ]
        )
    arranged: type[Arrangement] = import_module(module).Arranged
    arrangement = arranged.read(variant, fields, faults)
    if faults or arrangement is None:
        raise InvalidPosition(faults)
    return arrangement
