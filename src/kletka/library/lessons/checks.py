"""The claims that solutions of a lesson must meet, such as `takes 2` or `wins`.

A claim is a word, followed by a number or a name where the word needs one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kletka.faces.base import PASS, Holding
from kletka.position import Position


def turns_of(position: Position) -> Iterator[tuple[str, Position]]:
    """All whole turns as records write them, and the positions after them."""
    for move in position.moves:
        yield from _ends(str(move), position.play(move))


def _ends(turn: str, reached: Position) -> Iterator[tuple[str, Position]]:
    """All whole turns that begin with these moves, and the positions after them."""
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
class Turn:
    """A whole turn, with the positions before and after it."""

    before: Position
    text: str
    after: Position

    @property
    def mover(self) -> int:
        mover = self.before.to_move
        assert mover is not None, "a finished game has no player to move"
        return mover

    @property
    def places(self) -> bool:
        return re.fullmatch(r"[A-Z][0-9]+", self.text) is not None

    @property
    def captures(self) -> int:
        """The number of captures after a jump (Manu)."""
        return self.text.count("^") + self.text.count("@")

    def gain(self, player: int) -> float:
        return self.after.points[player] - self.before.points[player]

    def change(self, key: str) -> int:
        """By how much a stock of the mover has grown."""
        return self.after.stocks[self.mover][key] - self.before.stocks[self.mover][key]

    def gone(self, *, own: bool) -> int:
        """The number of pieces removed from the board, including one placed in this turn."""
        before, after = (self._count(position, own) for position in (self.before, self.after))
        return before + (own and self.places) - after

    def lost_supports(self) -> int:
        """The number of supports that the opponents lose (Ydyumby)."""
        return self._supports(self.before) - self._supports(self.after)

    def _count(self, position: Position, own: bool) -> int:
        owners = position.pieces
        return sum(owner is not None and (owner == self.mover) == own for owner in owners)

    def _supports(self, position: Position) -> int:
        holdings = position.territory.holdings
        return sum(h.amount for h in holdings if h.kind == "support" and h.player != self.mover)

    def sure_points(self) -> int:
        """The number of the mover's points that no single answer can take away."""
        sure = _points(self.after, self.mover)
        for _, answered in turns_of(self.after):
            sure &= _points(answered, self.mover)
        return len(sure)

    def margin_gained(self) -> float:
        """By how much the mover's lead over the best opponent has grown."""
        return self._margin(self.after) - self._margin(self.before)

    def _margin(self, position: Position) -> float:
        others = [p for seat, p in enumerate(position.points) if seat != self.mover]
        return position.points[self.mover] - max(others)

    def best_answer(self) -> float:
        """The most points that the next player can gain at once."""
        answers = (Turn(self.after, turn, after) for turn, after in turns_of(self.after))
        return max((answer.gain(answer.mover) for answer in answers), default=0)

    def supports_here(self) -> int:
        """The number of supports of the new piece (Ydyumby)."""
        return sum(h.amount for h in self.after.territory.holdings if h.place == self.text)


def _points(position: Position, player: int) -> set[str]:
    return {h.place for h in position.territory.of(player) if _is_point(h)}


def _is_point(holding: Holding) -> bool:
    return holding.kind == "point"


def meets(claim: str, turn: Turn) -> bool:
    """Whether a turn meets a claim."""
    word, _, value = claim.partition(" ")
    return CLAIMS[word](turn, value)


def _others(turn: Turn) -> list[int]:
    return [seat for seat in range(len(turn.before.players)) if seat != turn.mover]


def _leads(turn: Turn) -> bool:
    points = turn.after.points
    return all(points[turn.mover] > points[other] for other in _others(turn))


# Claims about pieces count the pieces on the board.
CLAIMS: dict[str, Callable[[Turn, str], bool]] = {
    "places": lambda turn, _: turn.places,
    "grows": lambda turn, _: ">" in turn.text,
    "passes": lambda turn, _: turn.text == PASS,
    "enters": lambda turn, cell: turn.text.endswith(f">{cell}"),
    "takes": lambda turn, number: turn.gone(own=False) == int(number),
    "loses": lambda turn, number: turn.gone(own=True) == int(number),
    "returns": lambda turn, number: turn.change("reserve") == int(number),
    "leaps": lambda turn, number: turn.text.count("^") == int(number),
    "squares": lambda turn, number: turn.text.count("@") == int(number),
    "captures": lambda turn, number: turn.captures == int(number),
    "gains": lambda turn, number: turn.gain(turn.mover) == float(number),
    "costs": lambda turn, number: -sum(map(turn.gain, _others(turn))) == float(number),
    "keeps": lambda turn, _: turn.margin_gained() >= 0,
    "again": lambda turn, _: turn.after.to_move == turn.mover,
    "leads": lambda turn, _: _leads(turn),
    "wins": lambda turn, _: turn.after.winners == (turn.mover,),
    "sure": lambda turn, number: turn.sure_points() == int(number),
    "supports": lambda turn, number: turn.supports_here() == int(number),
    "blocks": lambda turn, number: turn.lost_supports() == int(number),
    "answer": lambda turn, number: turn.best_answer() == float(number),
}
