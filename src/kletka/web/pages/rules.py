"""The rules of a game: headings, paragraphs, numbered rules, diagrams, solved boards."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from markupsafe import Markup, escape

from kletka.drawing import svg
from kletka.faces import face_of
from kletka.games.catalogue import GAMES
from kletka.language import Text
from kletka.library.fair import measured_boards
from kletka.library.lessons import lessons_of
from kletka.library.proved import Proof, proofs_of, stored_spec
from kletka.library.readings import (
    Comparison,
    comparisons_of,
    judgement_of,
    table_rows,
)
from kletka.library.rules import Diagram, rules_of
from kletka.spec import Spec
from kletka.web.languages import language_of
from kletka.web.pages.rendering import render, without_style
from kletka.web.thread_pools import drawing

router = APIRouter(include_in_schema=False)


@router.get("/rules/{game}")
async def rules(request: Request, game: str) -> Response:
    return await drawing.run(_rules_page, request, game)


def _rules_page(request: Request, game: str) -> Response:
    if game not in GAMES:
        raise HTTPException(404)
    parts = rules_parts(game, language_of(request))
    taught = {rule: lesson for lesson in reversed(lessons_of(game)) for rule in lesson.rules}
    return render(
        request,
        "rules.html",
        face=face_of(game),
        parts=parts,
        taught=taught,
        solved=solved_boards(game),
        fair=measured_boards(game),
        compared=[Compared(each) for each in comparisons_of(game)],
        solved_count=len(proofs_of(game)),
    )


@dataclass(frozen=True)
class Compared:
    """A reading of the rules for the template, with its figures side by side."""

    comparison: Comparison

    @property
    def judgement(self) -> Text:
        known = judgement_of(self.comparison)
        return known.text if known else Text("", "")

    def rows(self, language: str) -> list[tuple[str, list[str]]]:
        return table_rows(self.comparison, language)


@dataclass(frozen=True)
class Part:
    """One part of the page; `kind` is title, heading, text, rule or diagram."""

    kind: str
    html: Markup
    rule: int | None = None
    picture: Markup | None = None


@lru_cache(maxsize=16)
def rules_parts(game: str, language: str) -> tuple[Part, ...]:
    """The rules for the template."""
    return tuple(
        _diagram(part, language) if isinstance(part, Diagram) else _passage(part.text, part.rule)
        for part in rules_of(game, language)
    )


@lru_cache(maxsize=16)
def solved_boards(game: str) -> tuple[tuple[str, Text], ...]:
    """The solved boards of a game with default options, and their results."""
    solved = []
    for proof in proofs_of(game):
        option, board = next(iter(proof.spec.options.items()))
        if stored_spec(Spec(f"{game}({option}={board})")) == proof.spec:
            shown = f"{board}x{board}" if option == "size" else str(board)
            solved.append((shown, _outcome(proof)))
    return tuple(solved)


def _outcome(proof: Proof) -> Text:
    if proof.value == 0:
        return Text("a draw", "ничья")
    lead, first = f"{abs(proof.value):g}", proof.value > 0
    if not face_of(proof.spec.game).wins_by_points:
        return (
            Text("the first player wins", "выигрывает первый")
            if first
            else Text("the second player wins", "выигрывает второй")
        )
    return (
        Text(f"the first player leads by {lead}", f"перевес первого: {lead}")
        if first
        else Text(f"the second player leads by {lead}", f"перевес второго: {lead}")
    )


def _passage(text: str, rule: int | None) -> Part:
    if rule is not None:
        return Part("rule", _inline(text.partition(". ")[2]), rule)
    for mark, kind in (("# ", "title"), ("## ", "heading")):
        if text.startswith(mark):
            return Part(kind, _inline(text.removeprefix(mark)))
    return Part("text", _inline(text))


def _inline(text: str) -> Markup:
    """Escaped text on one line, with `code` in code elements and [links](https://…)."""
    line = str(escape(" ".join(text.split())))
    line = re.sub(r"\[([^]]+)\]\((https://[^)]+)\)", r'<a href="\2">\1</a>', line)
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", line))


def _diagram(diagram: Diagram, language: str) -> Part:
    position = diagram.position()
    last = None if position.over else diagram.last_turn
    shows_land = face_of(position.spec.game).profile.territory_in_rules
    picture = svg(position, last=last, territory=shows_land, language=language)
    return Part("diagram", _inline(diagram.caption), picture=without_style(picture))
