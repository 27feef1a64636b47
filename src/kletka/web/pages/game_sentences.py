"""A game in one sentence: who played, on which board, and how it ended."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kletka.drawing.words import number
from kletka.faces import face_of
from kletka.faces.players import Player
from kletka.language import Text, listed, plural_ru
from kletka.spec import Spec
from kletka.web.live.outcome import RESIGN, TIME, Outcome, score_in
from kletka.web.live.terms import INVENTOR, GameTerms, Seat


def game_sentence(terms: GameTerms, outcome: Outcome | None) -> Text:
    """For example "Anna beat level 3 on 9x9, by 4 points"; without the end if there is none."""
    colours = face_of(terms.spec.game).players(terms.spec.players)
    names = [_name(seat, colour) for seat, colour in zip(terms.seats, colours, strict=True)]
    against = [_against(seat, colour) for seat, colour in zip(terms.seats, colours, strict=True)]
    board = _board(terms.spec)
    where = Text(f" on {board.en}", f", {board.ru}") if board.en else Text("", "")
    said = _with_end(names, against, where, outcome) if outcome else None
    said = said or _without_end(names, against, where)
    return Text(_capitalised(said.en), _capitalised(said.ru))


def _with_end(
    names: Sequence[Text], against: Sequence[Text], where: Text, outcome: Outcome
) -> Text | None:
    if not outcome.winners:
        return None
    winners = _listed([names[seat] for seat in outcome.winners])
    losers = [against[seat] for seat in range(len(names)) if seat not in outcome.winners]
    how = _how(outcome)
    if not losers:
        return Text(f"{winners.en} drew{where.en}", f"Ничья: {winners.ru}{where.ru}")
    beaten = _listed(losers)
    verb = "beat" if len(outcome.winners) == 1 else "shared the win over"
    won = "Победа" if len(outcome.winners) == 1 else "Победу делят"
    return Text(
        f"{winners.en} {verb} {beaten.en}{where.en}{how.en}",
        f"{won}: {winners.ru} против {beaten.ru}{where.ru}{how.ru}",
    )


def _without_end(names: Sequence[Text], against: Sequence[Text], where: Text) -> Text:
    if len(names) == 2:
        return Text(
            f"{names[0].en} against {against[1].en}{where.en}",
            f"{names[0].ru} против {against[1].ru}{where.ru}",
        )
    players = _listed(names)
    return Text(f"{players.en}{where.en}", f"{players.ru}{where.ru}")


def _how(outcome: Outcome) -> Text:
    """How two players parted: by points, by resignation or on time."""
    if outcome.why == RESIGN:
        return Text(", by resignation", ", соперник сдался")
    if outcome.why == TIME:
        return Text(", on time", ", по времени")
    points = score_in(outcome.reason)
    if len(points) != 2:
        return Text("", "")
    lead = abs(points[0] - points[1])
    if points[outcome.winners[0]] != max(points) or not lead:
        return Text("", "")
    unit = "point" if lead == 1 else "points"
    units = plural_ru(int(lead), "очко", "очка", "очков") if lead == int(lead) else "очка"
    return Text(f", by {number(lead, 'en')} {unit}", f", перевес {number(lead, 'ru')} {units}")


def _name(seat: Seat, colour: Player) -> Text:
    if seat.name:
        return Text.plain(seat.name)
    if seat.bot == INVENTOR:
        return Text("the inventor's bot", "бот изобретателя")
    if seat.bot:
        level = seat.bot.removeprefix("level")
        return Text(f"level {level}", f"бот {level}-го уровня")
    return colour.name


def _against(seat: Seat, colour: Player) -> Text:
    """The player as an opponent, in Russian in the genitive; names stay as they are."""
    name = _name(seat, colour)
    if seat.name:
        return Text(name.en, f"игрока {name.ru}")
    if seat.bot:
        return Text(name.en, name.ru.replace("бот", "бота", 1))
    return Text(name.en, colour.of.ru)


def _board(spec: Spec) -> Text:
    """The board in a word or two; empty if the game has no option for it."""
    value = str(spec.options.get("board", spec.options.get("size", "")))
    if value.isdecimal():
        value = f"{value}x{value}"
    if side := re.fullmatch("hex([0-9]+)", value):
        return Text(f"a hexagon of side {side[1]}", f"шестиугольник со стороной {side[1]}")
    if re.fullmatch("[0-9]+x[0-9]+", value):
        return Text(value, f"доска {value}")
    return Text("a board of its own shape", "доска особой формы") if value else Text("", "")


def _listed(texts: Sequence[Text]) -> Text:
    return Text(listed([t.en for t in texts], "and"), listed([t.ru for t in texts], "и"))


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
