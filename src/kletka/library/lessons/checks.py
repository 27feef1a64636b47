"""What a lesson claims of its solutions, as things that can be checked: `takes 2`, `wins`, …

A claim is a word, and a number or name behind it where the word needs one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kletka.faces.base import PASS, Holding
from kletka.position import Position


def turns_of(position: Position) -> Iterator[tuple[str, Position]]:
    """All whole turns as records write them, and where they lead."""
    for move in position.moves:
        yield from _ends(str(move), position.play(move))


def _ends(turn: str, reached: Position) -> Iterator[tuple[str, Position]]:
    """The ways to end a turn that has come so far."""
    if not reached.in_turn:
        yield turn, reached
        return
    for move in reached.moves:
        after = reached.play(move)
        if move == reached.turn_end:
            yield turn, after
        else:
            yield from _ends(turn + str(move), after)


@dataclass(frozen=True)
class Deed:
    """A turn: the position before it, its notation, the position after it."""

    before: Position
    turn: str
    after: Position

    @property
    def mover(self) -> int:
        mover = self.before.to_move
        assert mover is not None, "nobody moves when the game is over"
        return mover

    @property
    def places(self) -> bool:
        return re.fullmatch(r"[A-Z][0-9]+", self.turn) is not None

    @property
    def captures(self) -> int:
        """How many captures follow on a jump (Manu)."""
        return self.turn.count("^") + self.turn.count("@")

    def gain(self, player: int) -> float:
        return self.after.points[player] - self.before.points[player]

    def change(self, key: str) -> int:
        """How much the mover's stock of a kind has grown."""
        return self.after.stocks[self.mover][key] - self.before.stocks[self.mover][key]

    def gone(self, *, own: bool) -> int:
        """How many pieces that stood on the board, or were placed now, are there no more."""
        before, after = (self._count(position, own) for position in (self.before, self.after))
        return before + (own and self.places) - after

    def lost_supports(self) -> int:
        """How many supports this costs the others (Ydyumby)."""
        return self._supports(self.before) - self._supports(self.after)

    def _count(self, position: Position, own: bool) -> int:
        owners = position.pieces
        return sum(owner is not None and (owner == self.mover) == own for owner in owners)

    def _supports(self, position: Position) -> int:
        holdings = position.territory.holdings
        return sum(h.amount for h in holdings if h.kind == "support" and h.player != self.mover)

    def sure_points(self) -> int:
        """How many of the mover's points no single answer can take away."""
        sure = _points(self.after, self.mover)
        for _, answered in turns_of(self.after):
            sure &= _points(answered, self.mover)
        return len(sure)

    def margin_gained(self) -> float:
        """By how much the mover's lead over the best of the others has grown."""
        return self._margin(self.after) - self._margin(self.before)

    def _margin(self, position: Position) -> float:
        others = [p for seat, p in enumerate(position.points) if seat != self.mover]
        return position.points[self.mover] - max(others)

    def best_answer(self) -> float:
        """The most points that the next player can gain at once."""
        answers = (Deed(self.after, turn, after) for turn, after in turns_of(self.after))
        return max((answer.gain(answer.mover) for answer in answers), default=0)

    def supports_here(self) -> int:
        """How many supports the new piece has (Ydyumby)."""
        return sum(h.amount for h in self.after.territory.holdings if h.place == self.turn)


def _points(position: Position, player: int) -> set[str]:
    return {h.place for h in position.territory.of(player) if _is_point(h)}


def _is_point(holding: Holding) -> bool:
    return holding.kind == "point"


def meets(claim: str, deed: Deed) -> bool:
    """Whether a turn does what the claim says."""
    word, _, value = claim.partition(" ")
    return CLAIMS[word](deed, value)


def _others(deed: Deed) -> list[int]:
    return [seat for seat in range(len(deed.before.players)) if seat != deed.mover]


def _leads(deed: Deed) -> bool:
    points = deed.after.points
    return all(points[deed.mover] > points[other] for other in _others(deed))


# What the words mean. Those about pieces speak of the pieces on the board.
CLAIMS: dict[str, Callable[[Deed, str], bool]] = {
    "places": lambda deed, _: deed.places,
    "grows": lambda deed, _: ">" in deed.turn,
    "passes": lambda deed, _: deed.turn == PASS,
    "enters": lambda deed, cell: deed.turn.endswith(f">{cell}"),
    "takes": lambda deed, number: deed.gone(own=False) == int(number),
    "loses": lambda deed, number: deed.gone(own=True) == int(number),
    "returns": lambda deed, number: deed.change("reserve") == int(number),
    "leaps": lambda deed, number: deed.turn.count("^") == int(number),
    "squares": lambda deed, number: deed.turn.count("@") == int(number),
    "captures": lambda deed, number: deed.captures == int(number),
    "gains": lambda deed, number: deed.gain(deed.mover) == float(number),
    "costs": lambda deed, number: -sum(map(deed.gain, _others(deed))) == float(number),
    "keeps": lambda deed, _: deed.margin_gained() >= 0,
    "again": lambda deed, _: deed.after.to_move == deed.mover,
    "leads": lambda deed, _: _leads(deed),
    "wins": lambda deed, _: deed.after.winners == (deed.mover,),
    "sure": lambda deed, number: deed.sure_points() == int(number),
    "supports": lambda deed, number: deed.supports_here() == int(number),
    "blocks": lambda deed, number: deed.lost_supports() == int(number),
    "answer": lambda deed, number: deed.best_answer() == float(number),
}
