"""The rules for people: one text per game and language, with diagrams."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

from kletka.faces import face_of
from kletka.language import Text
from kletka.position import Position, start


@dataclass(frozen=True)
class Passage:
    """Lines of plain Markdown: a heading, a paragraph or a rule."""

    text: str

    @property
    def rule(self) -> int | None:
        """The number of the rule, or None if this is not a rule."""
        number = self.text.partition(". ")[0]
        return int(number) if number.isdecimal() else None


@dataclass(frozen=True)
class Diagram:
    """A position reached by moves from the start of a spec, with a caption."""

    spec: str
    moves: tuple[str, ...]
    caption: str

    def position(self) -> Position:
        """The position after the moves."""
        position = start(self.spec)
        for move in self.moves:
            position = position.play(move)
        return position

    @property
    def last_turn(self) -> str | None:
        """The moves of the last turn written together, or None if there is no move."""
        position, turn = start(self.spec), list[str]()
        for move in self.moves:
            turn = [*turn, move] if position.in_turn else [move]
            position = position.play(move)
        return position.turn_text(turn) or None


def rules_text(game: str, language: str = "en") -> str:
    """The whole text in Markdown; a game without one gets the short texts of its face."""
    face = face_of(game)
    file = files(__package__).joinpath(f"{face.name}.{language}.md")
    if file.is_file():
        return file.read_text(encoding="utf-8")
    return "\n\n".join(
        [f"# {face.title.say(language)}", face.motto.say(language), face.how.say(language)]
    )


def short_rules(game: str) -> tuple[Text, ...]:
    """One or two sentences for each rule in order; a game without them gets `face.how`."""
    face = face_of(game)
    text = files(__package__).joinpath("short.toml").read_text(encoding="utf-8")
    entries = tomllib.loads(text).get(face.name)
    if entries is None:
        return (face.how,)
    return tuple(Text(entry["en"], entry["ru"]) for entry in entries)


def rules_of(game: str, language: str = "en") -> Iterator[Passage | Diagram]:
    """The passages and diagrams of the text in order."""
    lines: list[str] = []
    in_diagram = False
    for line in [*rules_text(game, language).splitlines(), ""]:
        if line == "```diagram":
            in_diagram = True
        elif line == "```":
            fields = dict(entry.split(": ", 1) for entry in lines)
            yield Diagram(fields["spec"], tuple(fields["moves"].split()), fields["caption"])
            in_diagram = False
            lines = []
        elif line or in_diagram:
            lines.append(line)
        elif lines:
            yield Passage("\n".join(lines))
            lines = []
