"""Game records: players, turns and result, as text, as JSON and as positions."""

from __future__ import annotations

import datetime
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any

from kletka.errors import InvalidRecord, KletkaError
from kletka.language import Text
from kletka.move import Move
from kletka.older_rules import result_differs, rules_part
from kletka.position import Position, start
from kletka.record_text import TAG_NAME, Token, read_games
from kletka.results import UNFINISHED, result_of, retired_seats, shares_of
from kletka.spec import Spec

GOES_ON = ".."  # after the last turn, if it is not over yet
RULES_TAG = "RulesVersion"
OWN_TAGS = ("Spec", RULES_TAG, "Position", "Date", "Result")


@dataclass(frozen=True)
class Record:
    """A game from its first position to its last turn; positions are rebuilt by replaying it.

    `turns` are whole turns; a last turn that is still going on ends with `..`. `comments[n]`
    stands after turn n, `comments[0]` before the first. A game that ended by resignation or on
    time has a tag `Termination`, and its result need not be that of the board. The tag `Retired`
    names players that left while others played on; they cannot win on the board. Create records
    with `Record.begin(...)` and `record.play(...)`, or read them with `Record.parse`.

    A record is a value: it can be compared, hashed, copied and pickled.

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
        for name in ("comments", "tags"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))

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
        names = tuple(tidy(name) for name in players)
        names = names or ("",) * len(position.players)
        if len(names) != len(position.players):
            raise ValueError(f"{len(position.players)} players are needed, not {len(names)}")
        return cls(position, (), names, date, result_of(position)).with_tags(tags)

    def with_tags(self, tags: Mapping[str, str]) -> Record:
        """The record with these additional tags; raises KletkaError."""
        taken = {*OWN_TAGS, *(tag for player in self.start.players for tag in player.tags)}
        for name in tags:
            if not TAG_NAME.fullmatch(name) or name in taken:
                raise KletkaError(
                    Text(
                        f"{name!r} cannot be the name of an additional tag",
                        f"{name!r} не годится как имя ещё одного тега",
                    )
                )
        kept = {**self.tags, **{name: tidy(text) for name, text in tags.items()}}
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
                play_written(self.end, self.unread[0])
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
        text = text or before.usual_text(move)  # ends a turn that began before the record
        turns.append(text + GOES_ON if after.in_turn else text)
        comments = dict(self.comments)
        if tidy(comment):
            comments[len(turns)] = tidy(comment)
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
        tags = {**self.tags, "Termination": tidy(termination)}
        from kletka.record_reading import with_result

        return with_result(replace(self, tags=MappingProxyType(tags)), Token(1, result))

    def positions(self) -> Iterator[Position]:
        """The position before the first turn and after each."""
        position = self.start
        yield position
        for turn in self.turns:
            position = play_written(position, turn)
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

    @property
    def shares(self) -> tuple[float, ...]:
        """Each player's share of the win by `result`; empty while the game goes on."""
        return shares_of(self.result)

    def _repr_svg_(self) -> str:
        """The last position with its last turn marked, for notebooks."""
        from kletka.drawing import svg

        last = self.turns[-1].removesuffix(GOES_ON) if self.turns else None
        return svg(self.end, last=last, plain_colours=True)

    # A value.

    def __hash__(self) -> int:
        mappings = frozenset(self.comments.items()), frozenset(self.tags.items())
        return hash((self.start, self.turns, self.players, self.result, self.rules, *mappings))

    def __reduce__(self) -> tuple[Any, ...]:
        values = {part.name: getattr(self, part.name) for part in fields(self) if part.compare}
        values |= {"comments": dict(self.comments), "tags": dict(self.tags)}
        return type(self)._of_values, (values,)

    @classmethod
    def _of_values(cls, values: dict[str, Any]) -> Record:
        return cls(**values)

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
        from kletka.record_reading import checked

        games = list(read_games(text.splitlines()))
        if len(games) != 1:
            raise InvalidRecord(
                games[1].line if games else 1,
                Text(
                    f"expected one game, found {len(games)}",
                    f"ожидалась одна партия, а здесь их {len(games)}",
                ),
            )
        return checked(games[0])

    @classmethod
    def stream(cls, lines: Iterable[str]) -> Iterator[Record]:
        """The records of all games in a file or other lines, read one by one."""
        from kletka.record_reading import checked

        return (checked(game) for game in read_games(lines))

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
        from kletka.record_reading import record_of_json

        return record_of_json(data)


def play_written(position: Position, turn: str) -> Position:
    """The position after a turn as records write it, which may end with `..`."""
    if turn.endswith(GOES_ON):
        for step in position.variant.face.steps(turn.removesuffix(GOES_ON)):
            position = position.play(step)
        return position
    return position.play_turn(turn)


def tidy(text: str) -> str:
    """The text in one line, with single spaces between its words."""
    return " ".join(text.split())


def _escaped(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", value)
