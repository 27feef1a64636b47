"""Positions in words, for the terminal and for screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kletka.drawing.base import BasePicture
from kletka.drawing.story import Story
from kletka.language import Text, listed

if TYPE_CHECKING:
    from kletka.position import Position


def status(position: Position) -> Text:
    """Whose turn it is, or how the game ended."""
    players = position.players
    if position.to_move is not None:
        player = players[position.to_move]
        if position.in_turn:
            return Text(f"{player.of.en} turn continues", f"ход {player.of.ru} продолжается")
        return Text(f"{player.name.en} to move", f"ход {player.of.ru}")
    winners = [players[winner].name for winner in position.winners]
    if len(winners) == 1:
        return Text(
            f"game over, {winners[0].en} wins",
            f"партия окончена, победили {winners[0].ru.lower()}",
        )
    if len(winners) == len(players):
        return Text("game over, a draw", "партия окончена, ничья")
    return Text(
        f"game over, {listed([w.en for w in winners], 'and')} share the win",
        f"партия окончена, победу делят {listed([w.ru.lower() for w in winners], 'и')}",
    )


def points_line(picture: BasePicture) -> Text:
    """The points of all players in one line."""
    position, word = picture.position, picture.face.points_word
    pairs = list(zip(position.players, position.points, strict=True))
    return Text(
        f"{word.en}: " + ", ".join(f"{p.name.en} {number(n, 'en')}" for p, n in pairs),
        f"{word.ru}: " + ", ".join(f"{p.name.ru.lower()} {number(n, 'ru')}" for p, n in pairs),
    )


def number(value: float, language: str) -> str:
    text = f"{value:g}"
    return text.replace(".", ",") if language == "ru" else text


def title_and_description(picture: BasePicture, story: Story, language: str) -> tuple[str, str]:
    """The title and the description of a picture, for screen readers."""
    position = picture.position
    title = f"{_title(picture).say(language)}: {status(position).say(language)}"
    sentences = [points_line(picture).say(language)]
    for player in range(len(position.players)):
        sentences.append(_player_sentence(picture, player, language))
    sentences += [turn.words.say(language) for turn in story.turns if turn.words]
    if story.before is None and story.last:
        name = Text("last move", "последний ход").say(language)
        sentences.append(f"{name}: {''.join(story.last)}")
    return title, ". ".join(s[:1].upper() + s[1:] for s in sentences) + "."


def pieces_in_words(picture: BasePicture, language: str) -> str:
    """The pieces of all players, for a picture that is not of a position."""
    players = range(len(picture.position.players))
    return ". ".join(_player_sentence(picture, player, language) for player in players) + "."


def _title(picture: BasePicture) -> Text:
    return picture.face.title


def _player_sentence(picture: BasePicture, player: int, language: str) -> str:
    said = []
    for things in picture.belongings():
        places = things.places[player]
        if places:
            said.append(f"{things.name.say(language)} {', '.join(places)}")
        else:
            said.append(things.none.say(language))
    said += stock_words(picture, player, language, only=picture.face.off_board)
    return f"{picture.position.players[player].name.say(language)}: {'; '.join(said)}"


def stock_words(
    picture: BasePicture, player: int, language: str, only: frozenset[str] | None = None
) -> list[str]:
    """A player's stocks, such as `reserve 12`; only some kinds if `only` is given."""
    stocks = picture.position.stocks[player]
    return [
        f"{word.say(language)} {stocks[key]}"
        for key, word in picture.face.stock_names
        if only is None or key in only
    ]
