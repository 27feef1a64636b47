"""How a game introduces itself: its first boards, presets, examples and how it is clicked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from kletka.faces.portrait_words import PortraitWords
from kletka.language import Text

Clicking = Literal["cells", "paths", "series"]

SMALL = Text("Small", "Маленькая")
MEDIUM = Text("Medium", "Средняя")
LARGE = Text("Large", "Большая")
FULL_SIZE = Text("Full size", "Полная")
THREE_PLAYERS = Text("Three players", "Трое")
FOUR_PLAYERS = Text("Four players", "Четверо")


@dataclass(frozen=True)
class Preset:
    """A named choice of options; options that are not given keep their defaults.

    `turns` is the usual length of a game: the mean of 200 games that `kletka lab portrait --level
    fast` plays.
    """

    name: Text
    options: dict[str, str]
    turns: int | None = None

    def spec(self, game: str) -> str:
        """The text of the spec."""
        return f"{game}({','.join(f'{name}={value}' for name, value in self.options.items())})"


class Showcase(NamedTuple):
    """A position worth looking at: a spec and the turns played on it, separated by spaces."""

    spec: str
    moves: str


class ReadingBoards(NamedTuple):
    """The specs on which readings of the rules are compared: one for games, small ones to solve."""

    plays: str = ""
    solved: tuple[str, ...] = ()


_NO_READING_BOARDS = ReadingBoards()
_NO_SHOWCASE = Showcase("", "")
_NO_TEXT = Text.plain("")
_PORTRAIT_WORDS = PortraitWords()


@dataclass(frozen=True)
class Profile:
    """What the pages and the terminal need to know about a game besides its rules.

    Everything is optional: `Profile()` shows the board with the default options. Boards are
    specs; a face fills in those that are left empty when its class is made.
    """

    presets: tuple[Preset, ...] = ()  # the boards that a form offers; the default board if empty
    first_board: str = ""  # for a first game, at the terminal or in the demonstration
    quick_board: str = ""  # for the big button of the home page: small, and beatable
    showcase: Showcase = _NO_SHOWCASE  # the picture on the home page
    typed_examples: Text = _NO_TEXT  # how moves are typed, with explanations
    typed_turns: str = ""  # a few turns as they are typed one after another
    clicking: Clicking = "cells"  # a move is a cell, a path between two cells, or a series
    territory_in_play: bool = False  # whether pages show the territory unless they are told not to
    territory_in_rules: bool = False  # whether the diagrams of the rules show the territory
    territory_in_lessons: bool = False
    supply_option: str | None = None  # the option that says how many pieces each player begins with
    puzzle_boards: tuple[str, ...] = ()  # small enough for the solver
    portrait: PortraitWords = _PORTRAIT_WORDS
    reading_boards: ReadingBoards = _NO_READING_BOARDS  # for a game with readings

    def completed(self, game: str, has_pass: bool) -> Profile:
        """The profile with every empty field filled in from the default spec of the game."""
        first = self.first_board or self.quick_board or game
        quick = self.quick_board or first
        examples = Text("C3, or pass", "C3 или pass") if has_pass else Text.plain("C3")
        return replace(
            self,
            presets=self.presets or (Preset(Text("Default", "Обычная"), {}),),
            first_board=first,
            quick_board=quick,
            showcase=self.showcase if self.showcase.spec else Showcase(quick, ""),
            typed_examples=self.typed_examples if self.typed_examples.en else examples,
            typed_turns=self.typed_turns or ("C3 B2 pass" if has_pass else "C3 B2"),
            puzzle_boards=self.puzzle_boards or (quick,),
        )
