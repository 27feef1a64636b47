"""Tree search of a position: the tree can be read while it grows, and kept for later moves."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from kletka.engine.analysis import Analysis, read_analysis
from kletka.engine.budget import Budget
from kletka.engine.knowledge import knowledge_of
from kletka.engine.search.priors import mark_worthless
from kletka.engine.search.simulation import Workspace, open_root, simulate
from kletka.engine.search.tree import PLACE, bytes_a_node, empty_tree, keep_subtree
from kletka.engine.tuning import knobs_of
from kletka.move import Move
from kletka.position import Position

TREE_BYTES = 512 * 2**20
CHUNK_SECONDS = 0.01
LONGEST_PATH = 4096
MOST_FEATURES = 32  # of one move
CACHE_LINE = 128  # bytes; processors move memory between cores in lines of at most this size


def _apart(length: int, kind: Any) -> Any:
    """Zeros in cache lines of their own, so that threads do not slow each other down."""
    margin = CACHE_LINE // np.dtype(kind).itemsize
    return np.zeros(length + 2 * margin, kind)[margin : margin + length]


class Search:
    """A search tree that follows a game.

    `run` searches, on several threads if asked to; another thread may read `analysis` meanwhile
    and end the run with `stop`. `play` moves on to a later position and keeps its subtree. The
    memory of the tree is limited; when it is full, the search goes on without new nodes.
    """

    def __init__(
        self,
        position: Position,
        *,
        knobs: Any = None,
        threads: int = 1,
        memory: int = TREE_BYTES,
        seed: int = 1,
    ) -> None:
        if position.over:
            raise ValueError("the game is over, there is nothing to search")
        self.position = position
        self.variant = position.variant
        self.knobs = knobs or knobs_of(position.spec.game)
        self.threads = threads
        self.simulations = 0
        self.seconds = 0.0
        self._amaf = self.knobs.amaf_equivalence > 0
        self._capacity = max(memory // bytes_a_node(self._amaf), 4096)
        self._stop = threading.Event()
        self.tree = empty_tree(self._capacity, self._amaf)
        self.workspaces = [self._workspace(seed * 1000 + number) for number in range(threads)]
        self._share_room(1)

    def run(self, budget: Budget, stop: threading.Event | None = None) -> None:
        """Search until the budget is used up, the outcome is known, or another thread calls
        `stop` or sets the event."""
        self._stop = stop or threading.Event()
        self._simulate(self.workspaces[0], 0)  # load compiled code before the clock starts
        if self.tree.first[0] == 0:
            self._open_root()
            if budget.sight < 1:
                self._overlook(budget.sight)
        begin = time.perf_counter()
        deadline = None if budget.seconds is None else begin + budget.seconds
        share = None if budget.simulations is None else -(-budget.simulations // self.threads)
        if self.threads == 1:
            self._work(self.workspaces[0], share, deadline)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(lambda work: self._work(work, share, deadline), self.workspaces))
        self.seconds += time.perf_counter() - begin

    def stop(self) -> None:
        self._stop.set()

    def analysis(self) -> Analysis:
        """What has been found so far."""
        return read_analysis(self)

    @property
    def solved(self) -> bool:
        """Whether the outcome of the position is known (with two players)."""
        return bool(self.tree.low[0] == self.tree.high[0])

    @property
    def nodes(self) -> int:
        """The number of nodes in the tree."""
        ends = [int(work.slab[0]) for work in self.workspaces]
        return self._kept + sum(end - begin for end, begin in zip(ends, self._begins, strict=True))

    @property
    def root_sums(self) -> Any:
        """What all threads have summed up about the root's moves: see `Workspace`."""
        return np.sum([work.root_sums for work in self.workspaces], axis=0)

    @property
    def fullness(self) -> float:
        """The fraction of its memory that the tree uses."""
        return self.nodes / self._capacity

    def play(self, *moves: Move | str) -> None:
        """Move on to the position after these moves. The subtree is kept if all are single moves,
        not turns of several moves written together."""
        position = self.position
        node: int | None = 0
        for move in moves:
            walked = position.walk(move)
            single = len(walked) == 1
            node = self._child(node, move) if single and node is not None else None
            position = walked[-1]
        self.position = position
        for work in self.workspaces:
            work.root_sums[:] = 0
        self.simulations, self.seconds = 0, 0.0
        self._share_room(self._keep(node))

    def _keep(self, node: int | None) -> int:
        """Make a node the root; returns the number of nodes kept."""
        if node is None:
            self.tree = empty_tree(self._capacity, self._amaf)
            return 1
        end = max(int(work.slab[0]) for work in self.workspaces)
        places, parents = np.zeros(end, PLACE), np.empty(end, PLACE)
        return int(keep_subtree(self.tree, self.knobs, node, places, parents))

    def _child(self, node: int, move: Move | str) -> int | None:
        """The node after a move, if the tree has it."""
        code = self.variant.face.code(self.variant, str(move))
        first, count = int(self.tree.first[node]), int(self.tree.count[node])
        found = np.flatnonzero(self.tree.move[first : first + count] == code)
        return first + int(found[0]) if first and len(found) else None

    def _open_root(self) -> None:
        variant, work = self.variant, self.workspaces[0]
        root = self.position.state
        open_root(variant.number, root, variant.tables, self.tree, self.knobs, work)

    def _overlook(self, sight: float) -> None:
        """Drop some of the root's moves, as a weak player overlooks them.

        Moves with high priors are rarely overlooked, but less so the lower the sight is. Moves
        that are not worth searching are noticed last, so that even a weak player does no harm to
        itself while there is anything else to do.
        """
        tree, work = self.tree, self.workspaces[0]
        first, count = int(tree.first[0]), int(tree.count[0])
        children = np.arange(first, first + count)
        chance = np.random.default_rng(int(work.seed[0]))
        luck = chance.exponential(size=count) / tree.prior[children] ** sight
        luck[self._worthless(tree.move[children])] = np.inf
        noticed = np.sort(children[np.argsort(luck)[: max(2, round(sight * count))]])
        seen = slice(first, first + len(noticed))
        tree.move[seen] = tree.move[noticed]  # the other numbers of new children are all equal
        tree.prior[seen] = tree.prior[noticed] / tree.prior[noticed].sum()
        tree.count[0] = len(noticed)

    def _worthless(self, moves: Any) -> Any:
        """Which of the root's moves are not worth searching, as a mask."""
        variant, work, root = self.variant, self.workspaces[0], self.position.state
        marks = np.zeros(len(moves), np.bool_)
        mark_worthless(variant.number, root, variant.tables, moves, work.seen, work.features, marks)
        return marks

    def _work(self, work: Workspace, simulations: int | None, deadline: float | None) -> None:
        chunk, left = 8, simulations
        while not self._stop.is_set() and (left is None or left > 0):
            size = chunk if left is None else min(chunk, left)
            begin = time.perf_counter()
            if deadline is not None and begin >= deadline:
                return
            done = self._simulate(work, size)
            self.simulations += done
            if done < size:
                return
            left = None if left is None else left - size
            if time.perf_counter() - begin < CHUNK_SECONDS:
                chunk *= 2

    def _simulate(self, work: Workspace, count: int) -> int:
        variant, root = self.variant, self.position.state
        done = simulate(variant.number, root, variant.tables, self.tree, self.knobs, work, count)
        return int(done)

    def _share_room(self, used: int) -> None:
        """Divide the unused nodes among the threads."""
        self._kept = used
        part = (self._capacity - used) // self.threads
        self._begins = [used + number * part for number in range(self.threads)]
        for work, begin in zip(self.workspaces, self._begins, strict=True):
            work.slab[:] = begin, begin + part

    def _workspace(self, seed: int) -> Workspace:
        variant, players = self.variant, len(self.variant.players)
        seeds = _apart(1, np.uint64)
        seeds[0] = (seed * 0x9E3779B97F4A7C15 + 0x1234567) % 2**64 or 1
        empty, known = variant.empty_state(), knowledge_of(variant.face.name)
        moves = variant.rules.moves_bound(variant.tables)
        return Workspace(
            slab=_apart(2, np.int64),
            seed=seeds,
            state=_apart(len(empty), empty.dtype),
            scratch=_apart(known.playout_scratch_size(variant), np.int32),
            listed=_apart(moves, np.int32),
            path=_apart(LONGEST_PATH, np.int32),
            points=_apart(players, np.float64),
            rewards=_apart(players, np.float64),
            wins=_apart(players, np.float64),
            root_sums=_apart(moves * (players + 3), np.float64).reshape(moves, players + 3),
            seen=_apart(known.scan_size(variant), np.int32),
            features=_apart(MOST_FEATURES, np.int32),
        )
