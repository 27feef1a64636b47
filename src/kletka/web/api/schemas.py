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
    name: str = Field(default="", max_length=LONGEST_NAME)

    def read(self) -> Seat:
        return Seat(self.kind, self.bot, self.name)


class NewClock(RequestModel):
    """No clock, minutes and an increment in seconds, or days for each turn."""

    kind: Literal["none", "real", "days"] = "none"
    minutes: float = Field(default=10, gt=0, le=MOST_MINUTES)
    increment: float = Field(default=5, ge=0, le=MOST_INCREMENT)
    days: int = Field(default=3, ge=1, le=MOST_DAYS)

    def read(self) -> Clock:
        if self.kind == "real":
            return Clock("real", minutes=self.minutes, increment=self.increment)
        return Clock("days", days=self.days) if self.kind == "days" else Clock()


class NewGame(RequestModel):
    spec: str = Field(max_length=2000, examples=["kamiken(size=5)"])
    seats: list[NewSeat] = Field(min_length=1, max_length=8)
    clock: NewClock = NewClock()
    public: bool = True


class JoinSeat(RequestModel):
    secret: str = Field(min_length=1, max_length=100)


class PlayTurn(RequestModel):
    """`number` is the number of turns so far, so that a repeated request does not move twice."""

    turn: Turn
    number: int = Field(ge=0, le=1_000_000)


class BringRecord(RequestModel):
    """A game record as text."""

    record: str = Field(max_length=100_000)


# Answers.


class InTwoLanguages(BaseModel):
    en: str
    ru: str


class Wrong(BaseModel):
    code: str
    text: str
    rule: int | None = None
    link: str | None = None


class WrongAnswer(BaseModel):
    """A refusal; `text` is in English or Russian by Accept-Language."""

    error: Wrong


class PlayerView(BaseModel):
    seat: int
    name: str
    colour: InTwoLanguages
    letter: str
    style: str
    shape: str
    kind: Literal["here", "link", "bot"]
    bot: str | None
    mine: bool
    taken: bool
    online: bool
    retired: str | None


class ClockView(BaseModel):
    """`remaining` is in milliseconds, by seat."""

    kind: Literal["none", "real", "days"]
    remaining: list[int] | None
    increment: float
    minutes: float
    days: int
    running: bool


class OfferView(BaseModel):
    offer: str
    seat: int
    seats: list[int]


class NotesView(BaseModel):
    """What an imported record has besides its turns; comments by the number of the turn."""

    date: str | None
    tags: dict[str, str]
    comments: dict[str, str]


class GameView(BaseModel):
    """A whole game. `number` counts turns, `event` counts everything that happened.

    `rules` is the version of the game's rules. `halted` says why the game is shown only in part,
    and cannot go on: it was played by older rules, or is damaged.
    """

    type: Literal["game"]
    id: str
    spec: str
    game: str
    title: InTwoLanguages
    players: list[PlayerView]
    turns: list[str]
    turn_seats: list[int]
    last: str | None
    number: int
    to_move: int | None
    points: list[float]
    points_name: InTwoLanguages
    stocks: list[dict[str, int]]
    stock_names: dict[str, InTwoLanguages]
    clocks: ClockView
    over: bool
    mine: list[int]
    moves_kind: str
    can_pass: bool
    rules: int
    halted: InTwoLanguages | None
    result: str | None
    winners: list[int] | None
    shares: list[float] | None
    why: str | None
    reason: InTwoLanguages | None
    offer: OfferView | None
    event: int
    public: bool
    imported: bool
    notes: NotesView
    rematch: str | None
    links: dict[str, str]
    own_links: dict[str, str]
    symmetries: int
    server_time: int


class CreatedGame(BaseModel):
    """The bearer tokens of your own seats, and the secrets of the seats with a link."""

    game: GameView
    tokens: dict[str, str]
    secrets: dict[str, str]


class SeatToken(BaseModel):
    token: str
    seat: int


class RematchView(BaseModel):
    """The new game, your seat in it and its token; null while others have to agree."""

    game: str | None
    seat: int | None
    token: str | None


class StateView(BaseModel):
    """The state of the game after the request."""

    event: int
    number: int
    to_move: int | None
    points: list[float]
    stocks: list[dict[str, int]]
    clocks: list[int] | None
    over: bool


class MovesView(BaseModel):
    """What may be played next.

    In some games a turn may be several moves: give those already chosen as `steps`, written
    together, and go on until `complete`, or end the turn where `can_stop`. Then send `turn`.
    """

    number: int
    turn: str
    moves: list[str]
    can_stop: bool
    complete: bool


class ListedGame(BaseModel):
    id: str
    spec: str
    players: list[str]
    created: int
    over: bool
    result: str | None


class GameList(BaseModel):
    games: list[ListedGame]
    cursor: int | None


class RecordView(BaseModel):
    """A record; `rules` is the version of the game's rules."""

    spec: str
    rules: int
    start: str
    players: list[str]
    date: str | None
    result: str
    tags: dict[str, str]
    turns: list[str]
    comments: dict[str, str]
