"""Observations of games of Vyun: closed areas, where sprouts are planted, when vines grow.

Growth points of one player in one square are interchangeable; here the latest vine grows first.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from kletka.agents.match import GameResult
from kletka.agents.styles.common import steps_between
from kletka.games.boards import Place
from kletka.position import Position

Edge = tuple[int, int]


@dataclass
class Vines:
    """One player's vines, and the sprout from which each of them comes."""

    ends: dict[int, list[int]] = field(
        default_factory=dict
    )  # by square: the growth points' sprouts
    edges: dict[int, dict[int, int]] = field(default_factory=dict)  # by both squares: the sprout

    def plant(self, square: int) -> None:
        self.ends.setdefault(square, []).extend((square, square))

    def grow(self, square: int, into: int) -> None:
        sprout = self.ends[square].pop()
        self.ends.setdefault(into, []).append(sprout)
        self.edges.setdefault(square, {})[into] = sprout
        self.edges.setdefault(into, {})[square] = sprout

    def ring(self, square: int, into: int) -> list[int] | None:
        """The sprout of each edge of the shortest ring through a vine; None if there is no ring."""
        before: dict[int, int] = {into: into}
        waiting = deque([into])
        while waiting and square not in before:
            here = waiting.popleft()
            for there in self.edges.get(here, {}):
                if there not in before and {here, there} != {square, into}:
                    before[there] = here
                    waiting.append(there)
        if square not in before:
            return None
        ring, here = [self.edges[square][into]], square
        while here != into:
            ring.append(self.edges[here][before[here]])
            here = before[here]
        return ring


def closings(positions: list[Position], game: GameResult) -> list[tuple[int, int, int]]:
    """For each vine that closes a ring and wins points: the sprouts and vines in it, the points."""
    names = positions[0].board.cell_named
    mine = (Vines(), Vines())
    found = []
    for before, move, after in zip(positions, game.moves, positions[1:], strict=False):
        player, (origin, _, target) = before.to_move, str(move).partition(">")
        assert player is not None
        if origin == "pass":
            continue
        if not target:
            mine[player].plant(names[origin])
            continue
        mine[player].grow(names[origin], names[target])
        won = int(after.points[player] - before.points[player])
        ring = mine[player].ring(names[origin], names[target])
        if won > 0 and ring is not None:
            found.append((len(set(ring)), len(ring), won))
    return found


def habits(positions: list[Position], game: GameResult) -> dict[str, float]:
    """The first player's lead in habits, and the result.

    `vines4` and `vines2`: vines grown in the first quarter and half of the game; `enemy` and
    `own`: how much nearer the sprouts of the first half are to the opponent's and to own sprouts.
    """
    board = positions[0].board
    length = len(game.moves)
    vines, planted = [0, 0], (list[Place](), list[Place]())
    near: dict[str, tuple[list[int], list[int]]] = {"enemy": ([], []), "own": ([], [])}
    quarter = 0
    for number, (before, move) in enumerate(zip(positions, game.moves, strict=False)):
        player = before.to_move
        assert player is not None
        if 4 * number >= length and not quarter:
            quarter = 1
            vines_quarter = tuple(vines)
        if 2 * number >= length:
            break
        if ">" in str(move):
            vines[player] += 1
        elif str(move) != "pass":
            place = board.places[board.cell_named[str(move)]]
            for key, sprouts in (("enemy", planted[1 - player]), ("own", planted[player])):
                if sprouts:
                    near[key][player].append(min(steps_between(place, s) for s in sprouts))
            planted[player].append(place)
    facts = {
        "vines4": float(vines_quarter[0] - vines_quarter[1]),
        "vines2": float(vines[0] - vines[1]),
        "share": game.shares[0],
    }
    for key, (first, second) in near.items():
        facts[key] = _mean(second) - _mean(first) if first and second else 0.0
    return facts


def _mean(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers)
