"""Exact values: what a position for two is worth with best play, and which moves keep it."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kletka.engine.kernels import solve_any, solve_kamiken
from kletka.faces.base import OVER, TO_MOVE, State
from kletka.games import kamiken, manu_board, vyun
from kletka.games.boards import Symmetry
from kletka.move import Move
from kletka.position import Position
from kletka.setting import Setting

MEMORY = 256 * 2**20
STEP_SECONDS = 0.01  # how long compiled code runs between two looks at the clock
PROGRESS_SECONDS = 0.1
DEEPEST = 1000
FRAME = 8  # Kamiken's compiled solver sees parts of the board of at most 8x8
ALWAYS_TURNED = 36  # cells of a board on which mirror images are always taken as one
TURNED_PLIES = 6  # on larger ones, positions soon have no mirror images that matter

Progress = Callable[[int, float], None]  # nodes and seconds so far


@dataclass(frozen=True)
class Solution:
    """The value of a position for the player to move, and how to get it.

    `value` is the lead in points with best play, komi included; in Manu 1 for a win and -1 for a
    loss. `best` are all moves that keep it, `line` is one way on with best play on both sides.
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
    memory: int = MEMORY,
    stop: threading.Event | None = None,
    progress: Progress | None = None,
) -> Solution | None:
    """The exact value of a position of two players, or None if the budget is used up before.

    `stop` may be set by another thread; `memory` bounds the table of positions, in bytes.
    """
    if position.over:
        raise ValueError("the game is over, there is nothing to solve")
    if len(position.players) != 2:
        raise ValueError("only games of two players can be solved")
    meter = _Meter(seconds, nodes, stop, progress)
    setting, state = position._setting, position._state
    prover = _prover(setting, state, memory, meter)
    player = int(state[TO_MOVE])
    try:
        lead = _lead(prover, state, player)
        best = _best_moves(prover, state, player, lead)
    except _OutOfBudget:
        return None
    line = _line(prover, state, player, lead, best[0])
    return Solution(
        value=float(lead + _komi(setting, player)),
        best=tuple(_move(setting, code) for code in best),
        nodes=prover.nodes,
        seconds=meter.seconds,
        line=tuple(_move(setting, code) for code in line),
    )


def _move(setting: Setting, code: int) -> Move:
    return Move(setting.game.notation(setting, code))


def _komi(setting: Setting, player: int) -> float:
    """What the komi adds to a player's lead."""
    if setting.game.name != "kamiken":
        return 0.0
    komi = float(setting.tables.options[kamiken.KOMI]) / 2
    return komi if player == 1 else -komi


# The budget.


class _OutOfBudget(Exception):
    """Time, nodes or memory are used up, or somebody said stop."""


class _Meter:
    """Runs compiled code in short steps, and looks at the budget between them."""

    def __init__(
        self,
        seconds: float | None,
        nodes: int | None,
        stop: threading.Event | None,
        progress: Progress | None,
    ) -> None:
        self._begun = time.perf_counter()
        self._deadline = None if seconds is None else self._begun + seconds
        self._most_nodes = 2**62 if nodes is None else nodes
        self._stop, self._progress = stop, progress
        self._steps = 16
        self._reported = self._begun

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._begun

    def run(self, prover: _Prover, limit: int | None) -> bool:
        """Whether the prover answers before it has used `limit` nodes more."""
        local = 2**62 if limit is None else prover.nodes + limit
        most = min(self._most_nodes, local)
        while True:
            self._look()
            before = time.perf_counter()
            if prover.step(self._steps, most):
                return True
            if prover.nodes >= most:
                if most == self._most_nodes:
                    raise _OutOfBudget
                return False
            taken = time.perf_counter() - before
            if taken < STEP_SECONDS:
                self._steps *= 2
            elif taken > 2 * STEP_SECONDS and self._steps > 1:
                self._steps //= 2
            self._report(prover.nodes)

    def _look(self) -> None:
        if self._stop is not None and self._stop.is_set():
            raise _OutOfBudget
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            raise _OutOfBudget

    def _report(self, nodes: int) -> None:
        now = time.perf_counter()
        if self._progress is not None and now - self._reported >= PROGRESS_SECONDS:
            self._reported = now
            self._progress(nodes, self.seconds)


# Questions, whichever the game.


def _lead(prover: _Prover, state: State, player: int) -> int:
    """A player's lead with best play, closed in from both sides."""
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


def _best_moves(prover: _Prover, state: State, player: int, lead: int) -> list[int]:
    """All moves that keep the lead; mirror images are looked at once."""
    setting = prover.setting
    known: dict[bytes, bool] = {}
    best = []
    for code in setting.legal_codes(state):
        after = setting.after(state, code)
        image = _least_image(prover, after)
        if image not in known:
            known[image] = prover.bound(after, player, lead) >= lead
        if known[image]:
            best.append(code)
    return best


def _least_image(prover: _Prover, state: State) -> bytes:
    """The same for all mirror images of a position; in the middle of a turn of Manu, its own."""
    setting = prover.setting
    if setting.game.name == "manu" and int(state[manu_board.JUMPER]) != manu_board.NOWHERE:
        return setting.value(state)
    return min(bytes(image.tobytes()) for image in state[prover.images])


def _line(prover: _Prover, state: State, player: int, lead: int, first: int) -> list[int]:
    """Best play for both to the end, or as far as the budget goes."""
    setting = prover.setting
    line = [first]
    state = setting.after(state, first)
    try:
        while int(state[TO_MOVE]) != OVER:
            code = _keeping_move(prover, state, player, lead)
            line.append(code)
            state = setting.after(state, code)
    except _OutOfBudget:
        pass
    return line


def _keeping_move(prover: _Prover, state: State, player: int, lead: int) -> int:
    """A move with which the lead comes out; those that are quickly proved are found first."""
    setting = prover.setting
    mover = int(state[TO_MOVE])
    target = lead if mover == player else -lead
    children = [(code, setting.after(state, code)) for code in setting.legal_codes(state)]
    limit = 64
    while True:
        for code, after in children:
            bound = prover.bound_within(after, mover, target, limit)
            if bound is not None and bound >= target:
                return code
        limit *= 8


class _Prover(ABC):
    """Answers how a position comes out, by one of the compiled solvers."""

    def __init__(self, setting: Setting, meter: _Meter) -> None:
        self.setting, self.meter = setting, meter
        self.images = _images(setting)

    def bound(self, state: State, player: int, target: int) -> int:
        """At least `target` if and only if the player's lead is; the lead is then at least what is
        returned, and otherwise at most."""
        bound = self.bound_within(state, player, target, None)
        assert bound is not None
        return bound

    def bound_within(self, state: State, player: int, target: int, limit: int | None) -> int | None:
        """The same, or None if that takes more than `limit` nodes."""
        known = self.known(state)
        if known is not None:
            return known if player == 0 else -known
        mover = int(state[TO_MOVE])
        self.ask(state, target if mover == player else 1 - target)
        if not self.meter.run(self, limit):
            return None
        return self.result if mover == player else -self.result

    @property
    @abstractmethod
    def nodes(self) -> int: ...

    @property
    @abstractmethod
    def result(self) -> int: ...

    @abstractmethod
    def guess(self, state: State, player: int) -> int:
        """Where to begin."""

    @abstractmethod
    def known(self, state: State) -> int | None:
        """Player 0's lead, where no search is needed."""

    @abstractmethod
    def ask(self, state: State, beta: int) -> None: ...

    @abstractmethod
    def step(self, steps: int, most_nodes: int) -> bool:
        """Search on; whether the answer is found."""


def _prover(setting: Setting, state: State, memory: int, meter: _Meter) -> _Prover:
    if setting.game.name == "kamiken" and _frames(setting, state) is not None:
        return _KamikenProver(setting, memory, meter)
    return _AnyProver(setting, memory, meter)


def _rows_within(memory: int, row_bytes: int) -> int:
    """How many rows fit, as a power of two."""
    return 1 << max((memory // row_bytes).bit_length() - 1, 4)


class _AnyProver(_Prover):
    """By the rules alone; see `solve_any`."""

    def __init__(self, setting: Setting, memory: int, meter: _Meter) -> None:
        super().__init__(setting, meter)
        tables, rules = setting.tables, setting.kernel
        moves = rules.moves_bound(tables)
        plies = DEEPEST
        self.search = solve_any.Search(
            status=np.zeros(4, np.int64),
            level=np.zeros((plies, solve_any.LEVEL_WORDS), np.int64),
            keys=np.zeros((plies, 2), np.uint64),
            states=np.zeros((plies, rules.state_size(tables)), np.int16),
            move=np.zeros((plies, moves), np.int32),
            score=np.zeros((plies, moves), np.int32),
            listed=np.zeros(moves, np.int32),
            points=np.zeros(2),
            scratch=np.zeros(2 * (tables.cells + tables.walls), np.int16),
            plain=setting.empty_state(),
            images=self.images,
            turned_plies=DEEPEST if tables.cells <= ALWAYS_TURNED else TURNED_PLIES,
            table=np.zeros(
                (_rows_within(memory, 16 * solve_any.BUCKET), 2 * solve_any.BUCKET), np.uint64
            ),
        )

    @property
    def nodes(self) -> int:
        return int(self.search.status[solve_any.NODES])

    @property
    def result(self) -> int:
        return int(self.search.status[solve_any.RESULT])

    def guess(self, state: State, player: int) -> int:
        if self.setting.game.name == "manu":
            return 1
        points = self.setting.points(state)
        return round(points[player] - points[1 - player] - _komi(self.setting, player))

    def known(self, state: State) -> int | None:
        if int(state[TO_MOVE]) != OVER:
            return None
        setting = self.setting
        return int(solve_any.final_lead(setting.number, state, setting.tables, self.search.points))

    def ask(self, state: State, beta: int) -> None:
        solve_any.ask(self.search, state, beta)

    def step(self, steps: int, most_nodes: int) -> bool:
        setting, search = self.setting, self.search
        done = bool(solve_any.run(setting.number, setting.tables, search, steps, most_nodes))
        if search.status[solve_any.STATUS] == solve_any.TOO_DEEP:
            raise _OutOfBudget
        return done


def _images(setting: Setting) -> Any:
    """For each mirror image of the board, where each number of a state's value comes from."""
    turns = setting.board.symmetries
    images = np.arange(setting.kernel.value_size(setting.tables), dtype=np.int16)
    rows = np.tile(images, (len(turns), 1))
    for row, turn in zip(rows, turns, strict=True):
        for begin in _cell_blocks(setting):
            for cell, target in enumerate(turn.cells):
                row[begin + target] = begin + cell
        for wall, target in _turned_walls(setting, turn):
            row[vyun.vine(setting.tables, target)] = vyun.vine(setting.tables, wall)
    return rows


def _cell_blocks(setting: Setting) -> list[int]:
    """Where in a state's value a number for each cell begins."""
    if setting.game.name == "ydyumby":
        return [1 + len(setting.players)]
    blocks = [setting.kernel.HEADER]
    if setting.game.name == "vyun":
        tables = setting.tables
        blocks += [vyun.growth_points(tables, player, 0) for player in range(tables.players)]
    return blocks


def _turned_walls(setting: Setting, turn: Symmetry) -> Iterator[tuple[int, int]]:
    """Vyun's walls, and where they come to lie."""
    if setting.game.name == "vyun":
        for wall, (one, other) in setting.board.walls.items():
            moved, beside = turn.cells[one], turn.cells[other]
            direction = setting.board.neighbours[moved].index(beside)
            yield wall, int(setting.tables.wall_of[moved, direction])


# Kamiken.

_Frame = tuple[int, int, int]  # free, white and black cells, as bits of an 8x8 frame


class _KamikenProver(_Prover):
    """By independent parts of the board; see `solve_kamiken`."""

    def __init__(self, setting: Setting, memory: int, meter: _Meter) -> None:
        super().__init__(setting, meter)
        cells = setting.tables.cells
        plies = cells + 4  # each move uses up a cell
        words, deepest = solve_kamiken.PART_WORDS, solve_kamiken.DEEPEST
        self.search = solve_kamiken.Search(
            status=np.zeros(4, np.int64),
            level=np.zeros((plies, solve_kamiken.LEVEL_WORDS), np.int64),
            sums=np.zeros((plies + 1, 4), np.uint64),
            unlisted=np.zeros(plies, np.uint64),
            parts=np.zeros((plies, cells), np.int16),
            move=np.zeros((plies, cells + 2), np.int16),
            score=np.zeros((plies, cells + 2), np.int16),
            pool=np.zeros((cells + 16 * plies, words), np.uint64),
            table=np.zeros(
                (_rows_within(memory * 3 // 4, 16 * solve_any.BUCKET), 2 * solve_any.BUCKET),
                np.uint64,
            ),
            cache=np.zeros((_rows_within(memory // 4, 8 * words), words), np.uint64),
            options=np.zeros((deepest, solve_kamiken.TREE_CELLS, 4), np.uint64),
            rows=np.zeros((deepest, words), np.uint64),
            profile=np.zeros((2, 3**FRAME), np.int32),
        )

    @property
    def nodes(self) -> int:
        return int(self.search.status[solve_kamiken.NODES])

    @property
    def result(self) -> int:
        return int(self.search.status[solve_kamiken.RESULT])

    def guess(self, state: State, player: int) -> int:
        """The middle between either player's stopping now."""
        self._put(state, 0)
        level = self.search.level[0]
        lead = 2 * self._standing() + int(
            level[solve_kamiken.SOLO_OF] - level[solve_kamiken.SOLO_OF + 1]
        )
        return (lead if player == 0 else -lead) // 2

    def known(self, state: State) -> int | None:
        """Whoever is left alone, if somebody is, places alone (rule 2)."""
        mover, passed = int(state[TO_MOVE]), int(state[kamiken.PASSED])
        if mover != OVER and not passed:
            return None
        self._put(state, 0)
        level, lead = self.search.level[0], self._standing()
        if mover == OVER:
            return lead
        gain = int(level[solve_kamiken.SOLO_OF + mover])
        return lead + gain if mover == 0 else lead - gain

    def ask(self, state: State, beta: int) -> None:
        self._put(state, beta)

    def step(self, steps: int, most_nodes: int) -> bool:
        return bool(solve_kamiken.run(self.search, steps, most_nodes))

    def _standing(self) -> int:
        """White's lead as it stands."""
        level = self.search.level[0]
        settled = level[solve_kamiken.SETTLED_OF] - level[solve_kamiken.SETTLED_OF + 1]
        return int(level[solve_kamiken.LEAD] + settled)

    def _put(self, state: State, beta: int) -> None:
        frames = _frames(self.setting, state)
        assert frames is not None  # placing never makes a part larger
        solve_kamiken.ask(self.search, int(state[TO_MOVE]), beta)
        for frame in frames:
            solve_kamiken.add_board(self.search, *(np.uint64(cells) for cells in frame))


def _frames(setting: Setting, state: State) -> list[_Frame] | None:
    """The live cells of a board in frames; None if a part of them is too large for one."""
    marks = [int(mark) for mark in state[kamiken.HEADER : kamiken.HEADER + setting.tables.cells]]
    parts: list[list[int]] = [list(range(len(marks)))]
    if setting.board.columns > FRAME:
        parts = _parts(setting, marks)
    frames = []
    for part in parts:
        places = [setting.board.places[cell] for cell in part]
        left, top = min(x for x, _ in places), min(y for _, y in places)
        if max(x - left for x, _ in places) >= FRAME or max(y - top for _, y in places) >= FRAME:
            return None
        sets = [0, 0, 0]
        for cell, (x, y) in zip(part, places, strict=True):
            if marks[cell] < len(sets):  # free, or one player's point
                sets[marks[cell]] |= 1 << FRAME * (y - top) + x - left
        frames.append((sets[0], sets[1], sets[2]))
    return frames


def _parts(setting: Setting, marks: list[int]) -> list[list[int]]:
    """Live cells that touch each other; those of one colour do not."""
    left = {cell for cell, mark in enumerate(marks) if mark < 3}
    parts = []
    while left:
        part = [left.pop()]
        for cell in part:  # grows meanwhile
            for beside in setting.board.neighbours[cell]:
                if beside in left and (marks[cell] == 0 or marks[cell] != marks[beside]):
                    left.remove(beside)
                    part.append(beside)
        parts.append(part)
    return parts
