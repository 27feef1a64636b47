"""What the engine thinks of a position: ranked moves with expectations, lines and proofs."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kletka.move import Move
from kletka.position import Position

if TYPE_CHECKING:
    from kletka.engine.search import Search

LINE_LENGTH = 8
LOST = 0.02  # with a smaller share of the win a player cares only for the points


@dataclass(frozen=True)
class MoveAnalysis:
    """One move as the search sees it, from the view of the player to move.

    `result` is the expected share of the win, 0 to 1, and `points` the expected lead in points,
    give or take `spread`. `proved` is the proved value, or None: the lead in points with best play,
    or 1 for a win and -1 for a loss in games that are not won by points. `shares` are all players'
    expected shares. Once the value is proved, `result` and `shares` follow from it.
    """

    move: Move
    visits: int
    result: float
    points: float
    spread: float
    proved: float | None
    shares: tuple[float, ...]
    line: tuple[Move, ...]
    sure: float = -math.inf  # the player can get at least this, in the units of `proved`


@dataclass(frozen=True)
class Analysis:
    """A search at one moment: the moves, best first, and how much was searched."""

    position: Position
    moves: tuple[MoveAnalysis, ...]
    simulations: int
    seconds: float
    nodes: int

    @property
    def best(self) -> Move:
        """The move that the engine would play."""
        return self.moves[0].move

    @property
    def proved(self) -> float | None:
        """The proved value for the player to move, if there is one."""
        return self.moves[0].proved

    @property
    def shares(self) -> tuple[float, ...]:
        """Each player's expected share of the win if the best move is played."""
        return self.moves[0].shares

    @property
    def line(self) -> tuple[Move, ...]:
        """The line that the engine considers best, after its best move."""
        return self.moves[0].line


def read_analysis(search: Search) -> Analysis:
    """What a search has found so far; it may be running."""
    tree, variant = search.tree, search.variant
    first, count = int(tree.first[0]), int(tree.count[0])
    sign = 1 if int(tree.player[0]) == 0 else -1
    analysed = []
    for index, sums in enumerate(search.root_sums[:count]):
        child = first + index
        shares = _shares(search, child, sums)
        points, spread = _points(sums)
        exact = float(tree.low[child]) == float(tree.high[child])
        if exact:
            shares = shares_of_value(float(tree.low[child]), 0)
        analysed.append(
            MoveAnalysis(
                move=Move(variant.face.notation(variant, int(tree.move[child]))),
                visits=int(tree.visits[child]),
                result=shares[int(tree.player[0])],
                points=points,
                spread=spread,
                proved=sign * float(tree.low[child]) if exact else None,
                shares=shares,
                line=_line(search, child),
                sure=float(tree.low[child] if sign > 0 else -tree.high[child]),
            )
        )
    analysed = ranked(analysed, variant.face.wins_by_points)
    return Analysis(
        position=search.position,
        moves=tuple(analysed),
        simulations=search.simulations,
        seconds=search.seconds,
        nodes=search.nodes,
    )


def unsearched(position: Position) -> Analysis:
    """An analysis that knows nothing but the legal moves."""
    players = len(position.players)
    shares = (1 / players,) * players
    moves = (Move(str(move)) for move in position.moves)
    analysed = (MoveAnalysis(move, 0, shares[0], 0.0, 0.0, None, shares, (move,)) for move in moves)
    return Analysis(position, tuple(analysed), simulations=0, seconds=0.0, nodes=1)


def _points(sums: Any) -> tuple[float, float]:
    """The expected lead in points after a move of the root, and its spread."""
    simulations, lead, squares = sums[-3:]
    if simulations == 0:
        return 0.0, 0.0
    points = float(lead / simulations)
    return points, math.sqrt(max(float(squares / simulations) - points * points, 0.0))


def _shares(search: Search, child: int, sums: Any) -> tuple[float, ...]:
    """Each player's expected share of the win after a move of the root.

    Simulations that were made while the root was deeper in the tree left only the reward of the
    player that chooses there.
    """
    tree, players = search.tree, len(search.variant.players)
    if sums[players] > 0:
        return tuple(float(share / sums[players]) for share in sums[:players])
    chooser = int(tree.player[0])
    visits = int(tree.visits[child])
    mine = float(tree.reward[child]) / visits if visits else 1 / players
    others = (1 - mine) / (players - 1)
    return tuple(mine if player == chooser else others for player in range(players))


def shares_of_value(value: float, player: int) -> tuple[float, float]:
    """Both players' shares of the win if best play brings one of them this value."""
    mine = 0.5 if value == 0 else float(value > 0)
    return (mine, 1 - mine) if player == 0 else (1 - mine, mine)


def _visits(move: MoveAnalysis) -> int:
    return move.visits


def ranked(moves: list[MoveAnalysis], by_points: bool) -> list[MoveAnalysis]:
    """The moves, best first; `by_points` says whether the game is won by points."""
    hope = max((move for move in moves if move.proved is None), key=_visits, default=None)
    draws_first = hope is None or hope.result < 0.5
    lost = by_points and hope is not None and _open_share(moves) < LOST
    losses = {move.move: _loss(move, move is hope) for move in moves} if lost else {}
    return sorted(moves, key=lambda move: _rank(move, draws_first, losses), reverse=True)


def _open_share(moves: list[MoveAnalysis]) -> float:
    """The share of the win in all simulations of moves that are not proved: those of a single move
    may be few."""
    still_open = [move for move in moves if move.proved is None]
    visits = sum(move.visits for move in still_open)
    return sum(move.visits * move.result for move in still_open) / max(visits, 1)


def _loss(move: MoveAnalysis, is_hope: bool) -> float:
    """What a lost player can count on after a move: what is sure, or expected of the best one."""
    return max(move.sure, move.points) if is_hope else move.sure


def _rank(
    move: MoveAnalysis, draws_first: bool, losses: Mapping[Move, float]
) -> tuple[float, float, float]:
    """Proved wins come first, the largest before others; then the moves that were visited most;
    then proved losses, the smallest first. Proved draws come before the visited moves if the most
    visited one promises less than a draw, and else after them. In a lost position, where there are
    `losses`, all other moves rank by them."""
    if move.proved is not None and move.proved > 0:
        return (3.0, move.proved, move.visits)
    if move.proved == 0:
        return (2.0 if draws_first else 0.0, 0.0, move.visits)
    if losses:
        return (1.0, losses[move.move], move.visits)
    if move.proved is None:
        return (1.0, move.visits, move.result)
    return (-1.0, move.proved, move.visits)


def _line(search: Search, child: int) -> tuple[Move, ...]:
    """The line that the search visited most."""
    tree: Any = search.tree
    variant = search.variant
    line = [Move(variant.face.notation(variant, int(tree.move[child])))]
    while tree.first[child] > 0 and len(line) < LINE_LENGTH:
        begin = int(tree.first[child])
        visits = tree.visits[begin : begin + int(tree.count[child])]
        best = int(visits.argmax())
        if visits[best] == 0:
            break
        child = begin + best
        line.append(Move(variant.face.notation(variant, int(tree.move[child]))))
    return tuple(line)
