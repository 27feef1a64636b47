"""The rules of a game as parts of a page: headings, paragraphs, numbered rules, diagrams."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape

from kletka.drawing import svg
from kletka.rules import Diagram, rules_of
from kletka.web.frame import without_style


@dataclass(frozen=True)
class Part:
    """One part of the page; `kind` is title, heading, text, rule or diagram."""

    kind: str
    html: Markup
    rule: int | None = None
    picture: Markup | None = None


@lru_cache(maxsize=16)
def rules_parts(game: str, language: str) -> tuple[Part, ...]:
    """The whole text, ready for the template."""
    return tuple(
        _diagram(part, language) if isinstance(part, Diagram) else _passage(part.text, part.rule)
        for part in rules_of(game, language)
    )


def _passage(text: str, rule: int | None) -> Part:
    if rule is not None:
        return Part("rule", _inline(text.partition(". ")[2]), rule)
    for mark, kind in (("# ", "title"), ("## ", "heading")):
        if text.startswith(mark):
            return Part(kind, _inline(text.removeprefix(mark)))
    return Part("text", _inline(text))


def _inline(text: str) -> Markup:
    """Escaped text on one line, with `code` marked as such."""
    line = " ".join(text.split())
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(line))))


def _diagram(diagram: Diagram, language: str) -> Part:
    position = diagram.position()
    last = None if position.over or not diagram.moves else _last_turn(diagram.moves)
    shows_land = position.spec.game in ("kamiken", "vyun")
    picture = svg(position, last=last, territory=shows_land, language=language)
    return Part("diagram", _inline(diagram.caption), picture=without_style(picture))


def _last_turn(moves: tuple[str, ...]) -> str:
    """The moves of the last turn together: captures belong to the jump before them."""
    turn = ""
    for move in reversed(moves):
        turn = move + turn
        if move[0] not in "^@":
            break
    return turn
