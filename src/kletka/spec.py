"""A game with its options as one string: `kamiken(size=5,komi=0.5)`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from kletka.errors import InvalidSpec
from kletka.faces import face_of
from kletka.faces.base import Face
from kletka.faces.options import BadValue, Option, Value
from kletka.games.catalogue import GAMES
from kletka.language import Text, brief, join


class Spec(str):
    """A string with a game and all its options in fixed order.

    `Spec("kamiken")` reads any spec, adds the default options and raises InvalidSpec if it is
    wrong. `game` is the name of the game, `options` has the value of each option.
    """

    game: str
    options: Mapping[str, Value]

    def __new__(cls, text: str) -> Spec:
        if isinstance(text, cls):
            return text
        return _read(text, None)

    @classmethod
    def of_version(cls, text: str, version: int) -> Spec:
        """The spec that a text meant in that version of its game's rules, in today's options.

        Raises InvalidSpec for a version that is not known yet.
        """
        return _read(text, version)

    def with_options(self, **changes: Value | float) -> Spec:
        """The spec with some options changed: `Spec("kamiken").with_options(size=7, komi=2)`.

        Options that have their usual values take those of the new spec, so that a komi or a supply
        follows the board; others are kept. Raises InvalidSpec.
        """
        face = face_of(self.game)
        kept = {
            option.name: option.write(self.options[option.name])
            for option in face.options
            if self.options[option.name] != option.default(self.options)
        }
        written = {name: _written(value) for name, value in changes.items()}
        given = ",".join(f"{name}={value}" for name, value in (kept | written).items())
        return Spec(f"{self.game}({given})")

    @property
    def players(self) -> int:
        """The number of players."""
        return face_of(self.game).player_count(self.options)

    def __repr__(self) -> str:
        return f"Spec({str(self)!r})"

    def __reduce__(self) -> tuple[type[Spec], tuple[str]]:
        return Spec, (str(self),)


@lru_cache(maxsize=1024)
def _read(text: str, version: int | None) -> Spec:
    parts = re.fullmatch(r"\s*([^\s()=,]*)\s*(?:\((.*)\))?\s*", text, re.DOTALL)
    if not parts or len(text) > 2000:
        raise InvalidSpec(
            Text(
                f"{_shown(text)} is not a spec; write a game and its options, "
                "such as kamiken(size=5,komi=0.5)",
                f"{_shown(text)}: это не описание игры; напишите игру и её параметры, "
                "например kamiken(size=5,komi=0.5)",
            )
        )
    name, given_text = parts[1], parts[2]
    if name not in GAMES:
        raise InvalidSpec(
            Text(
                f"there is no game {_shown(name)}; the games are {', '.join(GAMES)}",
                f"нет такой игры: {_shown(name)}; есть {', '.join(GAMES)}",
            )
        )
    given = _split_options(name, given_text or "")
    game = face_of(name)
    if version is not None and version > game.rules_version:
        raise InvalidSpec(_newer_rules(game, version))
    if version is not None and version < game.rules_version:
        given = dict(game.options_of_version(given, version))
    _check_names(name, given)
    values: dict[str, Value] = {}
    for option in game.options:
        if option.name in given:
            values[option.name] = _read_value(name, option, given[option.name], values)
        else:
            values[option.name] = option.default(values)
    faults = game.option_faults(values)
    if faults:
        fault = join(faults)
        raise InvalidSpec(Text(f"{name}: {fault.en}", f"{name}: {fault.ru}"))
    written = ",".join(f"{o.name}={o.write(values[o.name])}" for o in game.options)
    spec = str.__new__(Spec, f"{name}({written})")
    spec.game = name
    spec.options = MappingProxyType(values)
    return spec


def _split_options(game: str, text: str) -> dict[str, str]:
    given: dict[str, str] = {}
    for part in text.split(",") if text.strip() else []:
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not part.strip():
            raise InvalidSpec(
                Text(
                    f"{game}: an option is missing next to a comma",
                    f"{game}: рядом с запятой не хватает параметра",
                )
            )
        if not equals or not name or not value:
            raise InvalidSpec(
                Text(
                    f"{game}: {_shown(part.strip())} is not an option; write name=value",
                    f"{game}: {_shown(part.strip())} не похоже на параметр; пишите имя=значение",
                )
            )
        if name in given:
            raise InvalidSpec(
                Text(
                    f"{game}: {brief(name)} is given twice", f"{game}: {brief(name)} указан дважды"
                )
            )
        given[name] = value
    return given


def _check_names(game: str, given: Mapping[str, str]) -> None:
    names = [option.name for option in face_of(game).options]
    for name in given:
        if name not in names:
            raise InvalidSpec(
                Text(
                    f"{game} has no option {_shown(name)}; its options are {', '.join(names)}",
                    f"{game}: нет параметра {_shown(name)}; есть {', '.join(names)}",
                )
            )


def _newer_rules(game: Face, version: int) -> Text:
    known = game.rules_version
    return Text(
        f"this needs version {version} of the rules of {game.title.en}; this Kletka knows "
        f"versions up to {known}, so please update it",
        f"здесь нужны правила игры «{game.title.ru}» версии {version}, а эта программа знает их "
        f"до версии {known}; обновите её",
    )


def _read_value(game: str, option: Option, text: str, values: Mapping[str, Value]) -> Value:
    try:
        return option.read(text, values)
    except BadValue:
        allowed = option.allowed(values)
        raise InvalidSpec(
            Text(
                f"{game}: {option.name}={brief(text)} is not allowed; it must be {allowed.en}",
                f"{game}: {option.name}={brief(text)} не годится; нужно {allowed.ru}",
            )
        ) from None


def _written(value: Value | float) -> str:
    """An option's value as a spec writes it: 2 for 2.0 and for Fraction(2)."""
    return value if isinstance(value, str) else f"{float(value):.9g}"


def _shown(text: str) -> str:
    """A text from outside, shortened and quoted to be shown in one line."""
    return repr(text if len(text) <= 60 else text[:57] + "...")
