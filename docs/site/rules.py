"""The rules of every game, from their texts, with boards drawn at the time of building."""

from __future__ import annotations

import re
from pathlib import Path

from kletka.drawing import svg
from kletka.faces import face_of
from kletka.games.catalogue import GAMES
from kletka.library.rules import Diagram, Passage, rules_of

_TITLES = {"en": "The rules", "ru": "Правила"}
_LEADS = {
    "en": "Every rule has a number, and every refusal of the program names the rule. The pictures "
    "are drawn from the moves in the texts whenever this site is built.",
    "ru": "У каждого правила есть номер, и каждый отказ программы называет правило. Картинки "
    "нарисованы по ходам из текста при сборке этого сайта.",
}


def write_rules(language: str, folder: Path) -> None:
    """Write a page for each game, and one that lists them."""
    (folder / "rules").mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        (folder / "rules" / f"{game}.md").write_text(_page(game, language), encoding="utf-8")
    (folder / "rules" / "index.md").write_text(_index(language), encoding="utf-8")


def _index(language: str) -> str:
    cards = "\n".join(_card(game, language) for game in GAMES)
    menu = "\n".join(GAMES)
    return (
        f"# {_TITLES[language]}\n\n{_LEADS[language]}\n\n"
        f":::::{{container}} cards\n{cards}\n:::::\n\n"
        f"```{{toctree}}\n:hidden:\n\n{menu}\n```\n"
    )


def _card(game: str, language: str) -> str:
    """A game in a few words, with the diagram of its rules that has the most moves."""
    face = face_of(game)
    text = f"[{face.title.say(language)}]({game}.md): {face.motto.say(language)}"
    diagrams = [part for part in rules_of(game, language) if isinstance(part, Diagram)]
    if not diagrams:
        return text
    return board_figure(_picture(max(diagrams, key=lambda each: len(each.moves)), language), text)


def _page(game: str, language: str) -> str:
    return "\n\n".join(
        _diagram(part, language) if isinstance(part, Diagram) else _passage(part, game)
        for part in rules_of(game, language)
    )


def _passage(passage: Passage, game: str) -> str:
    """A passage as it is; rules get an anchor, and lists between pictures keep their numbers."""
    if passage.rule is None:
        return passage.text
    return f"({game}-rule-{passage.rule})=\n{passage.text}"


def _diagram(diagram: Diagram, language: str) -> str:
    return board_figure(_picture(diagram, language), diagram.caption)


def _picture(diagram: Diagram, language: str) -> str:
    position = diagram.position()
    last = None if position.over else diagram.last_turn
    shows_land = face_of(position.spec.game).profile.territory_in_rules
    return svg(position, last=last, territory=shows_land, language=language)


def board_figure(picture: str, caption: str) -> str:
    """A board in the page itself, coloured by the page's style sheet, with its caption."""
    bare = re.sub(r"<style>.*?</style>", "", picture, count=1, flags=re.DOTALL)
    drawn = f'<div class="board">{bare}</div>'.replace("\n", " ")
    return f"::::{{container}} figure-of-board\n```{{raw}} html\n{drawn}\n```\n{caption}\n::::"
