"""Game records: players, turns and result, as text, as JSON and as positions."""

from __future__ import annotations

import datetime
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from kletka.errors import InvalidPosition, InvalidRecord, InvalidSpec, KletkaError
from kletka.faces.base import shown
from kletka.language import Text, brief
from kletka.move import Move
from kletka.older_rules import result_differs, rules_part
from kletka.position import Position, start
from kletka.record_text import RESULT, TAG_NAME, RawGame, Token, read_games
from kletka.results import UNFINISHED, result_of, retired_seats
from kletka.spec import Spec

GOES_ON = ".."  # after the last turn, if it is not over yet
RULES_TAG = "RulesVersion"
_OWN_TAGS = ("Spec", RULES_TAG, "Position", "Date", "Result")


@dataclass(frozen=True)
class Record:
    """A game from its first position to its last turn; positions are rebuilt by replaying it.

    `turns` are whole turns; a last turn that is still going on ends with `..`. `comments[n]`
    stands after turn n, `comments[0]` before the first. A game that ended by resignation or on
    time has a tag `Termination`, and its result need not be that of the board. The tag `Retired`
    names players that left while others played on; they cannot win on the board. Create records
    with `Record.begin(...)` and `record.play(...)`, or read them with `Record.parse`.

    `rules` is the version of the game's rules. If a record of older rules cannot be replayed to
    its end by today's, `turns` ends where the rules part, `unread` has the other turns, and
    `parting` says so in a sentence.
    """

    start: Position
    turns: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    date: datetime.date | None = None
    result: str = UNFINISHED
    comments: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    tags: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    rules: int = 0  # today's, if it is not given
    unread: tuple[str, ...] = ()
    _end: Position | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.rules:
            object.__setattr__(self, "rules", self.start.variant.face.rules_version)

    # Making one.

    @classmethod
    def begin(
        cls,
        game: str | Position,
        players: Sequence[str] = (),
        date: datetime.date | None = None,
        **tags: str,
    ) -> Record:
        """A record without moves, from a spec or a position; `tags` are additional tags."""
        position = game if isinstance(game, Position) else start(game)
        names = tuple(_tidy(name) for name in players)
        names = names or ("",) * len(position.players)
        if len(names) != len(position.players):
            raise ValueError(f"{len(position.players)} players are needed, not {len(names)}")
        return cls(position, (), names, date, result_of(position)).with_tags(tags)

    def with_tags(self, tags: Mapping[str, str]) -> Record:
        """The record with these additional tags; raises KletkaError."""
        taken = {*_OWN_TAGS, *(player.name.en for player in self.start.players)}
        for name in tags:
            if not TAG_NAME.fullmatch(name) or name in taken:
                raise KletkaError(
                    Text(
                        f"{name!r} cannot be the name of an additional tag",
                        f"{name!r} не годится как имя ещё одного тега",
                    )
                )
        kept = {**self.tags, **{name: _tidy(text) for name, text in tags.items()}}
        result = self.result
        if result == result_of(self.end, retired_seats(self.end, self.tags)):
            result = result_of(self.end, retired_seats(self.end, kept))
        return replace(self, tags=MappingProxyType(kept), result=result)

    @property
    def spec(self) -> Spec:
        """The game and its options."""
        return self.start.spec

    @property
    def end(self) -> Position:
        """The last position."""
        if self._end is None:
            *_, last = self.positions()
            object.__setattr__(self, "_end", last)
            return last
        return self._end

    @property
    def parting(self) -> Text | None:
        """What today's rules read otherwise than the record's older ones, or None."""
        face = self.start.variant.face
        if self.unread:
            try:
                _play_written(self.end, self.unread[0])
            except KletkaError as error:
                return rules_part(face, self.rules, len(self.turns) + 1, self.unread[0], error.text)
        if self.rules == face.rules_version:
            return None
        return result_differs(face, self.rules, self.result)

    def play(self, move: Move | str, comment: str = "") -> Record:
        """The record with one more move or turn; raises what `Position.play` raises."""
        if self.unread and (parting := self.parting) is not None:
            raise KletkaError(parting)
        before = self.end
        after = before.play(move)
        text = before.turn_text([move])
        turns = list(self.turns)
        if before.in_turn and turns:
            text = turns.pop().removesuffix(GOES_ON) + text
        text = text or str(move)  # the end of a turn that began before the record
        turns.append(text + GOES_ON if after.in_turn else text)
        comments = dict(self.comments)
        if _tidy(comment):
            comments[len(turns)] = _tidy(comment)
        return replace(
            self,
            turns=tuple(turns),
            result=result_of(after, retired_seats(after, self.tags)),
            comments=MappingProxyType(comments),
            rules=0,
            _end=after,
        )

    def play_turn(self, turn: Move | str) -> Record:
        """The record with one more whole turn, which ends even if it could go on."""
        return self.play(turn).end_turn()

    def end_turn(self) -> Record:
        """The record after the turn under way has ended; the same one between turns."""
        end = self.end.turn_end
        return self if end is None else self.play(end)

    def undo(self) -> Record:
        """The record without its last turn, or itself if there is none."""
        if self.unread:
            last = len(self.turns) + len(self.unread) - 1
            left = {n: text for n, text in self.comments.items() if n <= last}
            kept = self.unread[:-1]
            return replace(
                self, unread=kept, result=UNFINISHED, comments=MappingProxyType(left), _end=None
            )
        turns = self.turns[:-1]
        comments = {n: text for n, text in self.comments.items() if n <= len(turns)}
        tags = {name: text for name, text in self.tags.items() if name != "Termination"}
        return replace(
            self,
            turns=turns,
            result=result_of(self.start) if not turns else UNFINISHED,
            comments=MappingProxyType(comments),
            tags=MappingProxyType(tags),
            _end=None,
        )

    def finish(self, result: str, termination: str) -> Record:
        """The record of a game that did not end on the board, such as by resignation."""
        tags = {**self.tags, "Termination": _tidy(termination)}
        return _with_result(replace(self, tags=MappingProxyType(tags)), Token(1, result))

    def positions(self) -> Iterator[Position]:
        """The position before the first turn and after each."""
        position = self.start
        yield position
        for turn in self.turns:
            position = _play_written(position, turn)
            yield position

    @property
    def moves(self) -> tuple[Move, ...]:
        """All single moves, with those that end a turn and are not written in it."""
        position, moves = self.start, []
        for turn in self.turns:
            for step in position.variant.face.steps(turn.removesuffix(GOES_ON)):
                position = position.play(step)
                moves.append(Move(step))
            end = position.turn_end
            if end is not None and not turn.endswith(GOES_ON):
                position = position.play(end)
                moves.append(end)
        return tuple(moves)

    # Text.

    def __str__(self) -> str:
        tags = {"Spec": str(self.spec), RULES_TAG: str(self.rules)}
        if self.start != start(self.spec):
            tags["Position"] = str(self.start)
        for player, name in zip(self.start.players, self.players, strict=True):
            tags[player.name.en] = name
        if self.date is not None:
            tags["Date"] = self.date.isoformat()
        tags["Result"] = self.result
        tags.update(self.tags)
        lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
        words = []
        turns = (*self.turns, *self.unread)
        for number in range(len(turns) + 1):
            if number:
                words.append(f"{number}.\N{NO-BREAK SPACE}{turns[number - 1]}")
            if number in self.comments:
                words.append("{" + re.sub(r"([\\}])", r"\\\1", self.comments[number]) + "}")
        words.append(self.result)
        moves = textwrap.fill(
            " ".join(words), 80, break_long_words=False, break_on_hyphens=False
        ).replace("\N{NO-BREAK SPACE}", " ")
        return "\n".join([*lines, "", moves, ""])

    @classmethod
    def parse(cls, text: str) -> Record:
        """The record of a text with one game; raises InvalidRecord with the line and the move."""
        games = list(read_games(text.splitlines()))
        if len(games) != 1:
            raise InvalidRecord(
                games[1].line if games else 1,
                Text(
                    f"one game was expected, and there are {len(games)}",
                    f"ожидалась одна партия, а здесь их {len(games)}",
                ),
            )
        return _check(games[0])

    @classmethod
    def stream(cls, lines: Iterable[str]) -> Iterator[Record]:
        """The records of all games in a file or other lines, read one by one."""
        return (_check(game) for game in read_games(lines))

    # JSON.

    def to_json(self) -> dict[str, Any]:
        """The record as data for `json.dumps`."""
        return {
            "spec": str(self.spec),
            "rules": self.rules,
            "start": str(self.start),
            "players": list(self.players),
            "date": None if self.date is None else self.date.isoformat(),
            "result": self.result,
            "tags": dict(self.tags),
            "turns": [*self.turns, *self.unread],
            "comments": {str(number): text for number, text in self.comments.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Record:
        """The record that `to_json` wrote; raises InvalidRecord."""
        try:
            version = _version(Token(1, str(data.get("rules", 1))))
            if "start" in data:
                position = Position.parse(data["start"], version)
            else:
                position = start(Spec.of_version(data["spec"], version))
            tags = {str(name): str(value) for name, value in data.get("tags", {}).items()}
            record = cls.begin(
                position,
                data.get("players") or (),
                datetime.date.fromisoformat(data["date"]) if data.get("date") else None,
            ).with_tags(tags)
            comments = {
                range(len(data["turns"]) + 1)[int(number)]: _tidy(str(text))
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


def _play_written(position: Position, turn: str) -> Position:
    if turn.endswith(GOES_ON):
        for step in position.variant.face.steps(turn.removesuffix(GOES_ON)):
            position = position.play(step)
        return position
    return position.play_turn(turn)


def _check(game: RawGame) -> Record:
    """The record of a game as it was written, with every move checked."""
    if "Spec" not in game.tags:
        raise InvalidRecord(game.line, Text("the tag Spec is missing", "нет тега Spec"))
    version = _version(game.tags.get(RULES_TAG, Token(1, "1")))
    position = _first_position(game, version)
    names = [player.name.en for player in position.players]
    tags = {
        name: _tidy(token.text)
        for name, token in game.tags.items()
        if name not in _OWN_TAGS and name not in names
    }
    record = Record(
        position,
        players=tuple(_tidy(game.tags[name].text) if name in game.tags else "" for name in names),
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
            after = _play_written(position, token.text)
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
        position = after
        # By older rules a turn may still go on that is over today.
        turns.append(token.text if after.in_turn else token.text.removesuffix(GOES_ON))
    result = result_of(position, retired_seats(position, record.tags))
    unread = tuple(token.text for token in game.turns[len(turns) :])
    return replace(record, turns=tuple(turns), unread=unread, result=result, _end=position)


def _finish_reading(record: Record, said: Token) -> Record:
    """The record with its result; older rules are kept in mind only if they make a difference."""
    if record.rules == record.start.variant.face.rules_version:
        return _with_result(record, said)
    if not record.unread:
        try:
            return replace(_with_result(record, said), rules=0)
        except InvalidRecord:
            pass
    if not _is_result(said.text, len(record.players)):
        raise _wrong_result(record, said)
    return replace(record, result=said.text)


def _with_result(record: Record, said: Token) -> Record:
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


def _tidy(text: str) -> str:
    """The text in one line, with single spaces between its words."""
    return " ".join(text.split())


def _escaped(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", value)
