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
from kletka.language import Text
from kletka.move import Move
from kletka.position import Position, start
from kletka.record_text import RESULT, TAG_NAME, RawGame, Token, read_games
from kletka.results import UNFINISHED, result_of, retired_seats
from kletka.spec import Spec

GOES_ON = ".."  # after the last turn, if it is not over yet
_OWN_TAGS = ("Spec", "Position", "Date", "Result")


@dataclass(frozen=True)
class Record:
    """A game from its first position to its last turn; positions are rebuilt by replaying it.

    `turns` are whole turns; a last turn that is still going on ends with `..`. `comments[n]`
    stands after turn n, `comments[0]` before the first. A game that ended by resignation or on
    time has a tag `Termination`, and its result need not be that of the board. The tag `Retired`
    names players that left while others played on; they cannot win on the board. Create records
    with `Record.begin(...)` and `record.play(...)`, or read them with `Record.parse`.
    """

    start: Position
    turns: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    date: datetime.date | None = None
    result: str = UNFINISHED
    comments: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    tags: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    _end: Position | None = field(default=None, repr=False, compare=False)

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
        names = tuple(" ".join(name.split()) for name in players)
        names = names or ("",) * len(position.players)
        if len(names) != len(position.players):
            raise ValueError(f"{len(position.players)} players are needed, not {len(names)}")
        taken = {*_OWN_TAGS, *(player.name.en for player in position.players)}
        for name in tags:
            if not TAG_NAME.fullmatch(name) or name in taken:
                raise KletkaError(
                    Text(
                        f"{name!r} cannot be the name of an additional tag",
                        f"{name!r} не годится как имя ещё одного тега",
                    )
                )
        kept = MappingProxyType({name: " ".join(text.split()) for name, text in tags.items()})
        result = result_of(position, retired_seats(position, kept))
        return cls(position, (), names, date, result, tags=kept)

    @property
    def spec(self) -> Spec:
        return self.start.spec

    @property
    def end(self) -> Position:
        """The last position."""
        if self._end is None:
            *_, last = self.positions()
            object.__setattr__(self, "_end", last)
            return last
        return self._end

    def play(self, move: Move | str, comment: str = "") -> Record:
        """The record with one more move or turn; raises what `Position.play` raises."""
        before = self.end
        after = before.play(move)
        text = before.turn_text([move])
        turns = list(self.turns)
        if before.in_turn:
            text = turns.pop().removesuffix(GOES_ON) + text
        turns.append(text + GOES_ON if after.in_turn else text)
        comments = dict(self.comments)
        if comment:
            comments[len(turns)] = " ".join(comment.split())
        return replace(
            self,
            turns=tuple(turns),
            result=result_of(after, retired_seats(after, self.tags)),
            comments=MappingProxyType(comments),
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
        tags = {**self.tags, "Termination": " ".join(termination.split())}
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
        tags = {"Spec": str(self.spec)}
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
        for number in range(len(self.turns) + 1):
            if number:
                words.append(f"{number}.\N{NO-BREAK SPACE}{self.turns[number - 1]}")
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
            "start": str(self.start),
            "players": list(self.players),
            "date": None if self.date is None else self.date.isoformat(),
            "result": self.result,
            "tags": dict(self.tags),
            "turns": list(self.turns),
            "comments": {str(number): text for number, text in self.comments.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Record:
        """The record that `to_json` wrote; raises InvalidRecord."""
        try:
            position = Position.parse(data["start"]) if "start" in data else start(data["spec"])
            record = cls.begin(
                position,
                data.get("players") or (),
                datetime.date.fromisoformat(data["date"]) if data.get("date") else None,
                **{str(name): str(value) for name, value in data.get("tags", {}).items()},
            )
            comments = {
                range(len(data["turns"]) + 1)[int(number)]: " ".join(str(text).split())
                for number, text in data.get("comments", {}).items()
            }
            raw = RawGame(1, turns=[Token(1, str(turn)) for turn in data["turns"]])
            played = _replay(record, raw)
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
        return _with_result(played, Token(1, str(data.get("result", played.result))))


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
    position = _first_position(game)
    names = [player.name.en for player in position.players]
    tags = {
        name: token.text
        for name, token in game.tags.items()
        if name not in _OWN_TAGS and name not in names
    }
    record = Record(
        position,
        players=tuple(game.tags[name].text if name in game.tags else "" for name in names),
        date=_date(game.tags.get("Date")),
        comments=MappingProxyType(game.comments),
        tags=MappingProxyType(tags),
    )
    if game.result is None:
        raise InvalidRecord(
            game.turns[-1].line if game.turns else game.line,
            Text(
                "the result must follow the last turn; it is * for a game that goes on",
                "после последнего хода должен стоять результат; для неоконченной партии это *",
            ),
        )
    try:
        retired_seats(position, tags)
    except KletkaError as error:
        raise InvalidRecord(game.tags["Retired"].line, error.text) from None
    tagged = game.tags.get("Result")
    if tagged is not None and tagged.text != game.result.text:
        raise InvalidRecord(
            tagged.line,
            Text(
                f"the tag Result says {tagged.text}, but the game ends with {game.result.text}",
                f"в теге Result {tagged.text}, а в конце партии {game.result.text}",
            ),
        )
    return _with_result(_replay(record, game), game.result)


def _first_position(game: RawGame) -> Position:
    token = game.tags["Spec"]
    try:
        spec = Spec(token.text)
        if "Position" not in game.tags:
            return start(spec)
        token = game.tags["Position"]
        position = Position.parse(token.text)
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
            raise InvalidRecord(token.line, error.text, f"{number}. {token.text}") from None
        if token.text.endswith(GOES_ON) != after.in_turn:
            raise InvalidRecord(
                token.line,
                Text("this turn is over, without ..", "этот ход закончен, .. не нужно"),
                f"{number}. {token.text}",
            )
        position = after
        turns.append(token.text)
    result = result_of(position, retired_seats(position, record.tags))
    return replace(record, turns=tuple(turns), result=result, _end=position)


def _with_result(record: Record, said: Token) -> Record:
    """The record with the result that its text says; raises InvalidRecord if it is wrong."""
    if said.text == record.result:
        return record
    shares = said.text.split("-")
    ended_off_board = "Termination" in record.tags and not record.end.over
    if (
        not ended_off_board
        or not RESULT.fullmatch(said.text)
        or len(shares) != len(record.players)
        or sum(Fraction(share) for share in shares) != 1
    ):
        raise InvalidRecord(
            said.line,
            Text(
                f"the result is {record.result}, not {said.text} (a game that did not end on "
                "the board needs a tag Termination)",
                f"результат {record.result}, а не {said.text} (если партия кончилась не на "
                "доске, нужен тег Termination)",
            ),
        )
    return replace(record, result=said.text)


def _escaped(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", value)
