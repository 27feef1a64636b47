"""Records from their text and their JSON, with every move checked."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from kletka.errors import InvalidPosition, InvalidRecord, InvalidSpec, KletkaError
from kletka.faces.base import shown
from kletka.faces.players import Player
from kletka.language import Text, brief
from kletka.position import Position, start
from kletka.record import GOES_ON, OWN_TAGS, RULES_TAG, Record, play_written, tidy
from kletka.record_text import RESULT, RawGame, Token
from kletka.results import UNFINISHED, result_of, retired_seats
from kletka.spec import Spec


def record_of_json(data: Mapping[str, Any]) -> Record:
    """The record that `Record.to_json` wrote; raises InvalidRecord."""
    try:
        version = _version(Token(1, str(data.get("rules", 1))))
        if "start" in data:
            position = Position.parse(data["start"], version)
        else:
            position = start(Spec.of_version(data["spec"], version))
        tags = {str(name): str(value) for name, value in data.get("tags", {}).items()}
        record = Record.begin(
            position,
            data.get("players") or (),
            datetime.date.fromisoformat(data["date"]) if data.get("date") else None,
        ).with_tags(tags)
        comments = {
            range(len(data["turns"]) + 1)[int(number)]: tidy(str(text))
            for number, text in data.get("comments", {}).items()
        }
        turns = [str(turn) for turn in data["turns"]]
        _check_unicode([*record.players, *tags, *tags.values(), *comments.values(), *turns])
        raw = RawGame(1, turns=[Token(1, turn) for turn in turns])
        played = _replay(replace(record, rules=version), raw)
    except InvalidRecord:
        raise
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        what = error.text if isinstance(error, KletkaError) else Text.plain(repr(error))
        raise InvalidRecord(
            1,
            Text(
                f"this JSON is not a game record: {what.en}",
                f"этот JSON не запись партии: {what.ru}",
            ),
        ) from None
    played = replace(played, comments=MappingProxyType(comments))
    return _finish_reading(played, Token(1, str(data.get("result", played.result))))


def checked(game: RawGame) -> Record:
    """The record of a game as it was written, with every move checked."""
    if "Spec" not in game.tags:
        raise InvalidRecord(game.line, Text("the tag Spec is missing", "нет тега Spec"))
    version = _version(game.tags.get(RULES_TAG, Token(1, "1")))
    position = _first_position(game, version)
    of_players = [tag for player in position.players for tag in player.tags]
    tags = {
        name: tidy(token.text)
        for name, token in game.tags.items()
        if name not in OWN_TAGS and name not in of_players
    }
    record = Record(
        position,
        players=tuple(_name_of(player, game) for player in position.players),
        date=_date(game.tags.get("Date")),
        comments=MappingProxyType(game.comments),
        tags=MappingProxyType(tags),
        rules=version,
    )
    if game.result is None:
        raise InvalidRecord(
            game.turns[-1].line if game.turns else game.line,
            Text(
                "the result must follow the last turn; it is * for a game that goes on",
                "после последнего хода должен стоять результат; для неоконченной партии это *",
            ),
        )
    _check_unicode([*record.players, *tags.values(), *game.comments.values()])
    try:
        retired_seats(position, tags)
    except KletkaError as error:
        raise InvalidRecord(game.tags["Retired"].line, error.text) from None
    tagged = game.tags.get("Result")
    if tagged is not None and tagged.text != game.result.text:
        raise InvalidRecord(
            tagged.line,
            Text(
                f"the tag Result says {brief(tagged.text)}, but the game ends with "
                f"{game.result.text}",
                f"в теге Result {brief(tagged.text)}, а в конце партии {game.result.text}",
            ),
        )
    return _finish_reading(_replay(record, game), game.result)


def _name_of(player: Player, game: RawGame) -> str:
    """The player's name as the record has it, or an empty text."""
    return next((tidy(game.tags[tag].text) for tag in player.tags if tag in game.tags), "")


def _version(token: Token) -> int:
    """The version of the rules; raises InvalidRecord."""
    if not re.fullmatch("[1-9][0-9]{0,4}", token.text):
        raise InvalidRecord(
            token.line,
            Text(
                "the version of the rules is a whole number from 1",
                "версия правил — целое число, начиная с 1",
            ),
        )
    return int(token.text)


def _check_unicode(texts: Iterable[str]) -> None:
    """Refuse halves of surrogate pairs: they cannot be written to a file."""
    for text in texts:
        try:
            text.encode()
        except UnicodeEncodeError:
            raise InvalidRecord(
                1,
                Text(
                    f"{shown(text)} is not Unicode: it has half of a surrogate pair",
                    f"{shown(text)}: это не Юникод, тут половина суррогатной пары",
                ),
            ) from None


def _first_position(game: RawGame, version: int) -> Position:
    token = game.tags["Spec"]
    try:
        spec = Spec.of_version(token.text, version)
        if "Position" not in game.tags:
            return start(spec)
        token = game.tags["Position"]
        position = Position.parse(token.text, version)
    except (InvalidSpec, InvalidPosition) as error:
        raise InvalidRecord(token.line, error.text) from None
    if position.spec != spec:
        raise InvalidRecord(
            token.line,
            Text(
                "the tags Spec and Position name different games",
                "в тегах Spec и Position разные игры",
            ),
        )
    return position


def _date(token: Token | None) -> datetime.date | None:
    if token is None:
        return None
    try:
        return datetime.date.fromisoformat(token.text)
    except ValueError:
        raise InvalidRecord(
            token.line,
            Text(
                "a date is written year-month-day, such as 2026-01-31",
                "дата пишется год-месяц-день, например 2026-01-31",
            ),
        ) from None


def _replay(record: Record, game: RawGame) -> Record:
    """The record with the turns of a game; one of older rules ends where today's refuse a turn."""
    face = record.start.variant.face
    record = replace(record, rules=face.replayed_as(record.rules))
    older = record.rules < face.rules_version
    position = record.end
    turns = []
    for number, token in enumerate(game.turns, 1):
        if token.text.endswith(GOES_ON) and number < len(game.turns):
            raise InvalidRecord(
                token.line,
                Text(
                    "only the last turn can be one that still goes on (..)",
                    "незаконченным (..) может быть только последний ход",
                ),
                f"{number}. {token.text}",
            )
        try:
            after = play_written(position, token.text)
        except KletkaError as error:
            if older:
                break
            raise InvalidRecord(token.line, error.text, f"{number}. {token.text}") from None
        if token.text.endswith(GOES_ON) and not after.in_turn and not older:
            raise InvalidRecord(
                token.line,
                Text("this turn is over, without ..", "этот ход закончен, .. не нужно"),
                f"{number}. {token.text}",
            )
        before, position = position, after
        # By older rules a turn may still go on that is over today.
        text = before.usual_text(token.text.removesuffix(GOES_ON))
        turns.append(text + GOES_ON if after.in_turn else text)
    result = result_of(position, retired_seats(position, record.tags))
    unread = tuple(token.text for token in game.turns[len(turns) :])
    return replace(record, turns=tuple(turns), unread=unread, result=result, _end=position)


def _finish_reading(record: Record, said: Token) -> Record:
    """The record with its result; older rules are kept in mind only if they make a difference."""
    if record.rules == record.start.variant.face.rules_version:
        return with_result(record, said)
    if not record.unread:
        try:
            return replace(with_result(record, said), rules=0)
        except InvalidRecord:
            pass
    if not _is_result(said.text, len(record.players)):
        raise _wrong_result(record, said)
    return replace(record, result=said.text)


def with_result(record: Record, said: Token) -> Record:
    """The record with the result that its text says; raises InvalidRecord if it is wrong."""
    if said.text == record.result:
        return record
    ended_off_board = "Termination" in record.tags and not record.end.over
    if (
        not ended_off_board
        or said.text == UNFINISHED
        or not _is_result(said.text, len(record.players))
    ):
        raise _wrong_result(record, said)
    return replace(record, result=said.text)


def _is_result(text: str, players: int) -> bool:
    shares = text.split("-")
    return text == UNFINISHED or (
        RESULT.fullmatch(text) is not None
        and len(shares) == players
        and sum(Fraction(share) for share in shares) == 1
    )


def _wrong_result(record: Record, said: Token) -> InvalidRecord:
    found = said.text if RESULT.fullmatch(said.text) else shown(said.text)
    return InvalidRecord(
        said.line,
        Text(
            f"the result is {record.result}, not {found} (a game that did not end on "
            "the board needs a tag Termination)",
            f"результат {record.result}, а не {found} (если партия кончилась не на "
            "доске, нужен тег Termination)",
        ),
    )
