"""Turns in words: the phrases that several games share.

Every player's name is a plural in Russian, and so are its verbs.
"""

from __future__ import annotations

from collections.abc import Sequence

from kletka.faces.players import Player
from kletka.language import Text, listed


def said(player: Player, did: Text) -> Text:
    """A sentence about a player, without its full stop."""
    return Text(f"{player.name.en} {did.en}", f"{player.name.ru} {did.ru}")


def passed(player: Player, ends_game: bool) -> Text:
    did = said(player, Text("passed", "спасовали"))
    return then_over(did) if ends_game else did


def then_over(text: Text) -> Text:
    return Text(f"{text.en}, and the game is over", f"{text.ru}, и партия окончена")


def placed(player: Player, cell: str, stone: bool) -> Text:
    if stone:
        return said(player, Text(f"placed a stone on {cell}", f"поставили камень на {cell}"))
    return said(player, Text(f"placed a piece on {cell}", f"поставили фигуру на {cell}"))


def cells_in_words(names: Sequence[str]) -> Text:
    """`C3, D4 and E5`."""
    return Text(listed(names, "and"), listed(names, "и"))


def in_a_row(deeds: Sequence[Text], separator: Text) -> Text:
    return Text(
        separator.en.join(deed.en for deed in deeds), separator.ru.join(deed.ru for deed in deeds)
    )
