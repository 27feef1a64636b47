"""Self-play: the same agent in every seat; a game depends only on the seed and its number.

`fast` is the engine with a few simulations a move, playing whole games in compiled code. Any other
name is an agent as in matches, such as level4.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from kletka.agents import Agent, read_agent
from kletka.agents.match import play_game
from kletka.engine.analysis import Analysis
from kletka.engine.search import Search
from kletka.engine.search.tree import bytes_a_node
from kletka.errors import KletkaError
from kletka.lab import quick_games
from kletka.language import Text
from kletka.move import Move
from kletka.position import Position, start
from kletka.spec import Spec

FAST = "fast"
FAST_SIMULATIONS = 16
MOST_MOVES = 20_000


class SearchNote(NamedTuple):
    """What a search thought of one move; empty if the move was forced, or chosen without a search.

    `shares` are each player's expected shares of the win: the mean of all simulations, or what is
    proved.
    """

    visited: list[int]  # moves, as codes of the kernels
    visits: list[int]
    shares: list[float] | None


NO_SEARCH = SearchNote([], [], None)


class GameTooLong(KletkaError):
    """A game did not end within the allowed number of moves."""


def check_agent(by: str) -> None:
    """Raise InvalidAgent if there is no agent with this name."""
    if by != FAST:
        read_agent(by).close()


def repeats_itself(by: str) -> bool:
    """Whether an agent repeats a game for the same seed; not if it thinks by the clock."""
    return by in (FAST, "random", "inventor") or (
        re.fullmatch("level[1-6]|(engine|plain)@[0-9]+", by) is not None
    )


@lru_cache(maxsize=8)
def self_play(spec: Spec, by: str) -> SelfPlay:
    """The self-play of a spec by an agent; set up once per process."""
    return QuickPlay(spec) if by == FAST else NamedPlay(spec, by)


class SelfPlay:
    """Games of one spec; `first` is the start state."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        position = start(spec)
        self.variant, self.first = position.variant, position.state
        self.over = position.over  # the board allows no move at all

    def codes(self, seed: int, number: int) -> Any:
        """The moves of the game with this number, as codes of the kernels."""
        return self.searched(seed, number)[0]

    def searched(self, seed: int, number: int) -> tuple[Any, list[SearchNote]]:
        """The same moves, and what was thought of each."""
        raise NotImplementedError

    def notation(self, codes: Any) -> list[str]:
        game = self.variant.face
        return [game.notation(self.variant, int(code)) for code in codes]


class QuickPlay(SelfPlay):
    """Whole games in compiled code, without the GIL."""

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        if self.over:
            return
        room = (FAST_SIMULATIONS + 2) * self.variant.rules.moves_bound(self.variant.tables)
        self._search = Search(start(spec), memory=room * bytes_a_node(amaf=True))
        self._notes = quick_games.Notes(
            codes=np.zeros(MOST_MOVES, np.int32),
            ends=np.zeros(MOST_MOVES, np.int64),
            visited=np.zeros(MOST_MOVES * FAST_SIMULATIONS, np.int32),
            visits=np.zeros(MOST_MOVES * FAST_SIMULATIONS, np.int32),
            shares=np.zeros((MOST_MOVES, spec.players)),
        )

    def codes(self, seed: int, number: int) -> Any:
        if self.over:
            return np.zeros(0, np.int32)
        search, work = self._search, self._search.workspaces[0]
        work.seed[0] = _scattered(seed, number)
        count = quick_games.play_quickly(
            self.variant.number,
            self.first,
            self.variant.tables,
            search.tree,
            search.knobs,
            work,
            FAST_SIMULATIONS,
            self.variant.face.wins_by_points,
            self._notes,
        )
        if count == 0:
            raise GameTooLong(
                Text(
                    f"{self.spec}: game {number} did not end within {MOST_MOVES} moves",
                    f"{self.spec}: партия {number} не кончилась за {MOST_MOVES} ходов",
                )
            )
        return self._notes.codes[:count].copy()

    def searched(self, seed: int, number: int) -> tuple[Any, list[SearchNote]]:
        codes = self.codes(seed, number)
        if self.over:
            return codes, []
        notes, begin = [], 0
        for move, end in enumerate(self._notes.ends[: len(codes)].tolist()):
            visited, visits = self._notes.visited[begin:end], self._notes.visits[begin:end]
            shares = self._notes.shares[move].tolist()
            notes.append(SearchNote(visited.tolist(), visits.tolist(), shares))
            begin = end
        return codes, notes


class NamedPlay(SelfPlay):
    """Games of an agent as in matches, one instance for each seat."""

    def __init__(self, spec: Spec, by: str) -> None:
        super().__init__(spec)
        self._notes: list[SearchNote] = []
        self._agents = [NotingAgent(read_agent(by), self._notes) for _ in range(spec.players)]

    def searched(self, seed: int, number: int) -> tuple[Any, list[SearchNote]]:
        seats = range(len(self._agents))
        opening = start(self.spec)
        self._notes.clear()
        game = play_game(self._agents, seats, opening, seed * 10_007 + number)
        if game.forfeit:
            raise KletkaError(Text.plain(game.forfeit))
        read = self.variant.face.code
        codes = [read(self.variant, str(move)) for move in game.moves]
        return np.array(codes, np.int32), list(self._notes)


class NotingAgent(Agent):
    """An agent whose thoughts are noted in a list, move by move."""

    def __init__(self, agent: Agent, notes: list[SearchNote]) -> None:
        self.name, self._agent, self._notes = agent.name, agent, notes

    def new_game(self, start: Position, seed: int) -> None:
        self._agent.new_game(start, seed)

    def choose(self, position: Position, history: list[Move]) -> Move:
        move = self._agent.choose(position, history)
        thought = self._agent.analysis
        self._notes.append(NO_SEARCH if thought is None else _note_of(thought))
        return move


def _note_of(analysis: Analysis) -> SearchNote:
    variant = analysis.position.variant
    moves = sorted(
        (variant.face.code(variant, str(move.move)), move.visits)
        for move in analysis.moves
        if move.visits
    )
    shares = None
    if analysis.proved is not None:
        shares = list(analysis.shares)
    elif moves:
        weights = np.array([move.visits for move in analysis.moves])
        shares = np.average([move.shares for move in analysis.moves], 0, weights).tolist()
    return SearchNote([code for code, _ in moves], [visits for _, visits in moves], shares)


def _scattered(seed: int, number: int) -> int:
    """A random seed for a game: neighbouring numbers give unrelated games (splitmix64)."""
    x = (seed * 0xD1342543DE82EF95 + number + 1) * 0x9E3779B97F4A7C15 % 2**64
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    x = (x ^ x >> 27) * 0x94D049BB133111EB % 2**64
    return (x ^ x >> 31) or 1
