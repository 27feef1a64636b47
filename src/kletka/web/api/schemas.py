"""The requests and answers of the API."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from kletka.web.live.clocks import MOST_DAYS, MOST_INCREMENT, MOST_MINUTES, Clock
from kletka.web.live.game import LONGEST_TURN
from kletka.web.live.terms import LONGEST_NAME, Seat

BotName = Annotated[str, Field(pattern=r"^(level[1-9]|inventor)$", examples=["level3"])]
Turn = Annotated[str, Field(min_length=1, max_length=LONGEST_TURN, examples=["C3"])]


class RequestModel(BaseModel):
    """A request body; unknown fields are errors."""

    model_config = ConfigDict(extra="forbid", strict=False)

    @model_validator(mode="before")
    @classmethod
    def _keep_one_unknown_field(cls, data: Any) -> Any:
        """One unknown field is enough to refuse a request; listing thousands would take long."""
        if not isinstance(data, dict):
            return data
        known = cls.model_fields
        unknown = next((name for name in data if name not in known), None)
        return {name: value for name, value in data.items() if name in known or name == unknown}


# Requests.


class NewSeat(RequestModel):
    """A seat for the creator (here), for a player with the secret link (link), or for a bot."""

    kind: Literal["here", "link", "bot"] = "here"
    bot: BotName | None = None
    name: str = Field(default="", max_length=LONGEST_NAME, examples=["My bot"])

    def read(self) -> Seat:
        return Seat(self.kind, self.bot, self.name)


class NewClock(RequestModel):
    """No clock, minutes and an increment in seconds, or days for each turn."""

    kind: Literal["none", "real", "days"] = "none"
    minutes: float = Field(default=10, gt=0, le=MOST_MINUTES, strict=True, description="for `real`")
    increment: float = Field(
        default=5,
        ge=0,
        le=MOST_INCREMENT,
        strict=True,
        description="seconds added for each turn, for `real`",
    )
    days: int = Field(
        default=3, ge=1, le=MOST_DAYS, strict=True, description="for each turn, for `days`"
    )

    def read(self) -> Clock:
        if self.kind == "real":
            return Clock("real", minutes=self.minutes, increment=self.increment)
        return Clock("days", days=self.days) if self.kind == "days" else Clock()


class NewGame(RequestModel):
    """A game to be created."""

    spec: str = Field(
        max_length=2000, description="the game with its options", examples=["kamiken(size=5)"]
    )
    seats: list[NewSeat] = Field(
        min_length=1,
        max_length=8,
        description="in order of play",
        examples=[[{"kind": "here", "name": "My bot"}, {"kind": "bot", "bot": "level3"}]],
    )
    clock: NewClock = NewClock()
    public: bool = Field(
        default=True, strict=True, description="whether it is listed among recent games"
    )


class JoinSeat(RequestModel):
    """The secret of a seat: the last part of its link."""

    secret: str = Field(min_length=1, max_length=100, examples=["Zk3…"])


class PlayTurn(RequestModel):
    """`number` is the number of turns so far, so that a repeated request does not move twice."""

    turn: Turn
    number: int = Field(
        ge=0, le=1_000_000, strict=True, description="turns played so far", examples=[0]
    )


class BringRecord(RequestModel):
    """A game record as text."""

    record: str = Field(max_length=100_000, examples=['[Spec "kamiken(size=3)"]\n\n1. B2 *\n'])


# Answers.


class InTwoLanguages(BaseModel):
    """A text in English and in Russian."""

    en: str
    ru: str


class Wrong(BaseModel):
    """What is wrong."""

    code: str = Field(description="what is wrong, for programs", examples=["illegal"])
    text: str = Field(
        description="what is wrong and what is allowed, for people",
        examples=["C2 is attacked by Black's B2"],
    )
    why: str | None = Field(
        default=None,
        description="the same without the rule",
        examples=["C2 is attacked by Black's B2"],
    )
    rule: int | None = Field(
        default=None, description="the number of the rule that forbids a turn", examples=[1]
    )
    link: str | None = Field(default=None, description="the address of that rule")


class WrongAnswer(BaseModel):
    """A refusal; `text` is in English or Russian by Accept-Language."""

    error: Wrong


class PlayerView(BaseModel):
    """A player of a game."""

    seat: int = Field(description="from 0, in order of play")
    name: str
    colour: InTwoLanguages = Field(description="what the pieces are called")
    letter: str = Field(description="the letter of the player in positions")
    style: str = Field(description="how the pieces are drawn")
    shape: str = Field(description="the shape of the pieces")
    kind: Literal["here", "link", "bot"]
    bot: str | None = Field(description="`level1` to `level9`, or `inventor`")
    mine: bool = Field(description="whether your token is for this seat")
    taken: bool = Field(description="false while an invitation is open")
    online: bool = Field(description="whether the player is connected")
    retired: str | None = Field(description="`resign` or `time`, if the player has left the game")


class ClockView(BaseModel):
    """`remaining` is in milliseconds, by seat."""

    kind: Literal["none", "real", "days"]
    remaining: list[int] | None = Field(description="milliseconds left, by seat")
    increment: float = Field(description="seconds added for each turn")
    minutes: float = Field(description="minutes at the start")
    days: int = Field(description="days for each turn")
    running: bool


class OfferView(BaseModel):
    """An offer that waits for an answer."""

    offer: str = Field(description="`takeback` or `rematch`")
    seat: int = Field(description="the seat that made the offer")
    seats: list[int] = Field(description="the seats that agree so far")


class NotesView(BaseModel):
    """What an imported record has besides its turns; comments by the number of the turn."""

    date: str | None
    tags: dict[str, str] = Field(description="tags of the record that we do not know")
    comments: dict[str, str] = Field(description="comments by the number of the turn")


class GameView(BaseModel):
    """A whole game. `number` counts turns, `event` counts everything that happened.

    `rules` is the version of the game's rules. `halted` says why the game is shown only in part,
    and cannot go on: it was played by older rules, or is damaged.
    """

    type: Literal["game"]
    id: str = Field(examples=["8vYdS2kQpW"])
    spec: str = Field(
        description="the game with its options", examples=["kamiken(size=5,komi=0.5)"]
    )
    game: str = Field(description="the name of the game")
    title: InTwoLanguages
    players: list[PlayerView]
    turns: list[str] = Field(description="all turns so far, in notation")
    turn_seats: list[int] = Field(description="the seat that played each turn")
    last: str | None = Field(description="the last turn")
    number: int = Field(description="turns played so far")
    to_move: int | None = Field(description="the seat to move")
    points: list[float] = Field(description="points by seat")
    points_name: InTwoLanguages = Field(description="what points are called")
    stocks: list[dict[str, int]] = Field(description="pieces left and taken, by seat")
    stock_names: dict[str, InTwoLanguages] = Field(description="what stocks are called")
    clocks: ClockView
    over: bool
    mine: list[int] = Field(description="the seats of your token")
    moves_kind: str = Field(description="`series` if a turn may be several moves")
    can_pass: bool = Field(description="whether a pass is allowed now")
    rules: int = Field(description="the version of the game's rules")
    halted: InTwoLanguages | None = Field(description="why the game is shown only in part")
    result: str | None = Field(description="as in the record, once it is over")
    winners: list[int] | None = Field(description="the seats that won")
    shares: list[float] | None = Field(description="what each seat gets of the win")
    why: str | None = Field(description="what ended the game, for programs")
    reason: InTwoLanguages | None = Field(description="what ended the game, for people")
    offer: OfferView | None = Field(description="the open offer")
    event: int = Field(description="the number of the last event")
    public: bool = Field(description="whether it is listed")
    imported: bool = Field(description="whether it came as a record")
    notes: NotesView = Field(description="what an imported record has besides")
    rematch: str | None = Field(description="the id of the next game")
    links: dict[str, str] = Field(description="invitations that are still open, by seat")
    own_links: dict[str, str] = Field(description="the links of your own seats")
    symmetries: int = Field(description="in how many ways the board can be turned")
    server_time: int = Field(description="milliseconds since 1970")


class CreatedGame(BaseModel):
    """The bearer tokens of your own seats, and the secrets of the seats with a link."""

    game: GameView
    tokens: dict[str, str] = Field(
        description="bearer tokens of your seats, by seat", examples=[{"0": "8vYdS2kQpW.Zk3…"}]
    )
    secrets: dict[str, str] = Field(
        description="secrets of the seats with a link, by seat", examples=[{}]
    )


class SeatToken(BaseModel):
    """The key to a seat."""

    token: str = Field(
        description="send it as `Authorization: Bearer TOKEN`", examples=["8vYdS2kQpW.Zk3…"]
    )
    seat: int = Field(examples=[1])


class RematchView(BaseModel):
    """The new game, your seat in it and its token; null while others have to agree."""

    game: str | None = Field(examples=["9wZeT3mRqX"])
    seat: int | None = Field(examples=[1])
    token: str | None = Field(examples=["9wZeT3mRqX.Yj4…"])


class StateView(BaseModel):
    """The state of the game after the request."""

    event: int = Field(description="the number of the last event", examples=[1])
    number: int = Field(description="turns played so far", examples=[1])
    to_move: int | None = Field(description="the seat to move", examples=[1])
    points: list[float] = Field(description="points by seat", examples=[[5.0, 0.5]])
    stocks: list[dict[str, int]] = Field(
        description="pieces left and taken, by seat", examples=[[]]
    )
    clocks: list[int] | None = Field(description="milliseconds left, by seat", examples=[None])
    over: bool


class MovesView(BaseModel):
    """What may be played next.

    In some games a turn may be several moves: give those already chosen as `steps`, written
    together, and go on until `complete`, or end the turn where `can_stop`. Then send `turn`.
    """

    number: int = Field(description="turns played so far")
    turn: str = Field(description="the steps so far, as a turn")
    moves: list[str] = Field(description="what may follow", examples=[["A1", "B1", "C1"]])
    can_stop: bool = Field(description="whether the turn may end here", examples=[False])
    complete: bool = Field(description="whether the turn is whole")


class ListedGame(BaseModel):
    """A game in the list."""

    id: str = Field(examples=["8vYdS2kQpW"])
    spec: str = Field(examples=["kamiken(size=5,komi=0.5)"])
    players: list[str] = Field(description="names by seat", examples=[["My bot", "level3"]])
    created: int = Field(description="milliseconds since 1970", examples=[1800000000000])
    over: bool = Field(examples=[True])
    result: str | None = Field(description="as in the record, once it is over", examples=["1-0"])


class GameList(BaseModel):
    """The newest public games."""

    games: list[ListedGame]
    cursor: int | None = Field(description="send it to get older games", examples=[1800000000000])


class RecordView(BaseModel):
    """A record; `rules` is the version of the game's rules."""

    spec: str = Field(examples=["kamiken(size=5,komi=0.5)"])
    rules: int = Field(description="the version of the game's rules", examples=[1])
    start: str = Field(
        description="the position before the first turn",
        examples=["kamiken(size=5,komi=0.5) 5/5/5/5/5 w -"],
    )
    players: list[str] = Field(examples=[["My bot", "level3"]])
    date: str | None = Field(examples=["2026-11-18"])
    result: str = Field(examples=["1-0"])
    tags: dict[str, str] = Field(examples=[{}])
    turns: list[str] = Field(examples=[["C3", "B2"]])
    comments: dict[str, str] = Field(
        description="comments by the number of the turn", examples=[{}]
    )
