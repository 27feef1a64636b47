"""How a game ended: each player's share of the win, the reason, and a sentence about it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kletka.drawing.words import number
from kletka.faces.players import Player
from kletka.language import Text, listed
from kletka.position import Position
from kletka.results import winners_of

RULES, RESIGN, TIME, LEFT, RECORD = "rules", "resign", "time", "left", "record"


@dataclass(frozen=True)
class Outcome:
    """`why` is rules, resign, time or left; record for an imported game."""

    winners: tuple[int, ...]
    shares: tuple[str, ...]
    why: str
    reason: Text

    @property
    def result(self) -> str:
        """The result as records write it; * for an unfinished imported game."""
        return "-".join(self.shares) if self.winners else "*"

    def to_json(self) -> dict[str, Any]:
        return {
            "result": self.result,
            "winners": list(self.winners),
            "shares": [float(Fraction(share)) for share in self.shares],
            "why": self.why,
            "reason": self.reason._asdict(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Outcome:
        shares = tuple(data["result"].split("-")) if data["winners"] else ()
        return cls(tuple(data["winners"]), shares, data["why"], Text(**data["reason"]))


def by_the_rules(position: Position, retired: Collection[int]) -> Outcome:
    """The end on the board: the best of the players that have not retired win."""
    winners = winners_of(position, retired)
    names = [position.players[seat] for seat in winners]
    score = {
        language: " : ".join(number(points, language) for points in position.points)
        for language in ("en", "ru")
    }
    reason = _won(names, len(position.players))
    return _outcome(
        position,
        winners,
        RULES,
        Text(f"{reason.en}, {score['en']}.", f"{reason.ru}, {score['ru']}."),
    )


def score_in(reason: Text) -> tuple[float, ...]:
    """The points at the end of a reason of `by_the_rules`; empty in other reasons."""
    score = re.search(r", (-?[\d.]+(?: : -?[\d.]+)+)\.$", reason.en)
    return tuple(float(points) for points in score[1].split(" : ")) if score else ()


def last_one_left(position: Position, winner: int, gone: int, why: str) -> Outcome:
    """All players but one have retired, `gone` as the last of them."""
    leaver = position.players[gone]
    won = _won([position.players[winner]], len(position.players))
    left = Text(f"{leaver.name.en} resigned", f"{leaver.name.ru} сдались")
    if why == TIME:
        left = Text(f"{leaver.name.en} ran out of time", f"У {leaver.of.ru} вышло время")
    if why == LEFT:
        left = Text(f"{leaver.name.en} left the game", f"{leaver.name.ru} покинули партию")
    reason = Text(f"{left.en}: {won.en}.", f"{left.ru}: {won.ru.lower()}.")
    return _outcome(position, (winner,), why, reason)


def as_recorded(position: Position, result: str, termination: str) -> Outcome:
    """The end of an imported game; `termination` is the record's tag, or empty."""
    if result == "*":
        unfinished = Text("The game was not played to the end.", "Партия не доиграна до конца.")
        return Outcome((), (), RECORD, unfinished)
    shares = tuple(result.split("-"))
    winners = tuple(seat for seat, share in enumerate(shares) if share != "0")
    won = _won([position.players[seat] for seat in winners], len(shares))
    why = termination if termination in (RESIGN, TIME, LEFT) else RECORD
    return Outcome(winners, shares, why, Text(f"{won.en}.", f"{won.ru}."))


def _outcome(position: Position, winners: tuple[int, ...], why: str, reason: Text) -> Outcome:
    share = str(Fraction(1, len(winners)))
    seats = range(len(position.players))
    return Outcome(winners, tuple(share if s in winners else "0" for s in seats), why, reason)


def _won(winners: list[Player], players: int) -> Text:
    if len(winners) == players:
        return Text("A draw", "Ничья")
    english = listed([player.name.en for player in winners], "and")
    russian = listed([player.name.ru.lower() for player in winners], "и")
    if len(winners) == 1:
        return Text(f"{english} wins", f"Победили {russian}")
    return Text(f"{english} share the win", f"Победу делят {russian}")
