"""Exact solving: the value of a two-player position with best play, and the best moves."""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass

from kletka.engine.knowledge import knowledge_of, switchboard
from kletka.engine.solving.by_rules import ByRules
from kletka.engine.solving.meter import Meter, OutOfBudget, Progress
from kletka.engine.solving.prover import Prover, bounds_of, bounds_scratch, komi
from kletka.faces.base import OVER, TO_MOVE, State
from kletka.move import Move
from kletka.position import Position
from kletka.variant import Variant

TABLE_BYTES = 256 * 2**20


@dataclass(frozen=True)
class Solution:
    """The value of a position for the player to move, and how to get it.

    `value` is the lead in points with best play, komi included; where points do not decide, 1 for
    a win and -1 for a loss. `best` lists all moves that keep it, `line` is one line of best play.
    """

    value: float
    best: tuple[Move, ...]
    nodes: int
    seconds: float
    line: tuple[Move, ...]


def solve(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int = TABLE_BYTES,
    stop: threading.Event | None = None,
    progress: Progress | None = None,
) -> Solution | None:
    """The exact value of a two-player position, or None if the budget runs out first.

    `stop` may be set by another thread; `memory` limits the table of positions, in bytes.
    """
    try:
        return Solver(position, memory, Meter(seconds, nodes, stop, progress)).solution()
    except OutOfBudget:
        return None


class Solver:
    """Answers questions about a position, and reuses what earlier questions proved.

    Every method may raise OutOfBudget.
    """

    def __init__(self, position: Position, memory: int, meter: Meter) -> None:
        if position.over:
            raise ValueError("the game is over, there is nothing to solve")
        if len(position.players) != 2:
            raise ValueError("only games of two players can be solved")
        self._variant, self._state = position.variant, position.state
        self._player = int(self._state[TO_MOVE])
        self._meter = meter
        self._prover = _prover(self._variant, self._state, memory, meter)

    def winning_move(self) -> Move | None:
        """A winning move, or None. Much faster than `solution`, which also finds the margin."""
        least = math.floor(-komi(self._variant, self._player)) + 1
        if self._prover.bound(self._state, self._player, least) < least:
            return None
        return _move(self._variant, _keeping_move(self._prover, self._state, self._player, least))

    def solution(self) -> Solution:
        """The value, all best moves, and a line of best play."""
        prover, variant, state, player = self._prover, self._variant, self._state, self._player
        lead = _lead(prover, state, player)
        best = _best_moves(prover, state, player, lead)
        line = _line(prover, state, player, lead, best[0])
        return Solution(
            value=float(lead + komi(variant, player)),
            best=tuple(_move(variant, code) for code in best),
            nodes=prover.nodes,
            seconds=self._meter.seconds,
            line=tuple(_move(variant, code) for code in line),
        )


def winning_without_search(position: Position) -> Move | None:
    """A move after which the bounds that the engine knows make the player win, or None."""
    variant, state = position.variant, position.state
    player, scratch = int(state[TO_MOVE]), bounds_scratch(variant)
    for code in variant.legal_codes(state):
        after = variant.after(state, code)
        if int(after[TO_MOVE]) == OVER:
            continue
        low, _ = bounds_of(variant, after, player, scratch)
        if low + komi(variant, player) > 0:
            return _move(variant, code)
    return None


def _move(variant: Variant, code: int) -> Move:
    return Move(variant.face.notation(variant, code))


def _prover(variant: Variant, state: State, memory: int, meter: Meter) -> Prover:
    own: Prover | None = knowledge_of(variant.face.name).prover(variant, state, memory, meter)
    return own or ByRules(variant, memory, meter)


def _lead(prover: Prover, state: State, player: int) -> int:
    """A player's lead with best play, found by closing in from both sides."""
    low, high = -(10**6), 10**6
    target = prover.guess(state, player)
    while low < high:
        bound = prover.bound(state, player, target)
        if bound >= target:
            low = bound
        else:
            high = bound
        target = bound + 1 if bound == low else bound
    return low


def _best_moves(prover: Prover, state: State, player: int, lead: int) -> list[int]:
    """All moves that keep the lead; mirror images are solved only once."""
    variant = prover.variant
    known: dict[bytes, bool] = {}
    best = []
    for code in variant.legal_codes(state):
        after = variant.after(state, code)
        image = _least_image(prover, after)
        if image not in known:
            known[image] = prover.bound(after, player, lead) >= lead
        if known[image]:
            best.append(code)
    return best


def _least_image(prover: Prover, state: State) -> bytes:
    """A key that all mirror images of a position share, where images can be found."""
    variant = prover.variant
    if not switchboard.is_mirrored_by_order(variant.number, state, variant.tables):
        return variant.value(state)
    return min(bytes(image.tobytes()) for image in state[prover.images])


def _line(prover: Prover, state: State, player: int, lead: int, first: int) -> list[int]:
    """Best play by both players to the end, or as far as the budget goes."""
    variant = prover.variant
    line = [first]
    state = variant.after(state, first)
    try:
        while int(state[TO_MOVE]) != OVER:
            code = _keeping_move(prover, state, player, lead)
            line.append(code)
            state = variant.after(state, code)
    except OutOfBudget:
        pass
    return line


def _keeping_move(prover: Prover, state: State, player: int, lead: int) -> int:
    """A move that keeps the lead, one that is quickly proved if possible."""
    variant = prover.variant
    mover = int(state[TO_MOVE])
    target = lead if mover == player else -lead
    children = [(code, variant.after(state, code)) for code in variant.legal_codes(state)]
    limit = 0  # at first only what is known without search
    while True:
        for code, after in children:
            bound = prover.bound_within(after, mover, target, limit)
            if bound is not None and bound >= target:
                return code
        limit = 8 * limit or 64
