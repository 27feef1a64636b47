"""Kamiken's own prover: it divides the board into independent parts (`part_search`)."""

from __future__ import annotations

import numpy as np

from kletka.engine.knowledge.kamiken import part_search
from kletka.engine.knowledge.kamiken import parts as kamiken_parts
from kletka.engine.solving.meter import Meter
from kletka.engine.solving.proof_table import BUCKET
from kletka.engine.solving.prover import Prover, rows_within
from kletka.faces.base import OVER, TO_MOVE, State
from kletka.games import kamiken
from kletka.variant import Variant

FRAME = 8  # the largest width and height of a part

_Frame = tuple[int, int, int]  # free, white and black cells, as bits of an 8x8 frame


class PartProver(Prover):
    """Proves by the parts of the board, each at most 8x8."""

    def __init__(self, variant: Variant, memory: int, meter: Meter) -> None:
        super().__init__(variant, meter)
        cells = variant.tables.cells
        plies = cells + 4  # each move uses up a cell
        words, deepest = kamiken_parts.PART_WORDS, kamiken_parts.DEEPEST
        self.search = part_search.Search(
            status=np.zeros(4, np.int64),
            level=np.zeros((plies, part_search.LEVEL_WORDS), np.int64),
            sums=np.zeros((plies + 1, 4), np.uint64),
            unlisted=np.zeros(plies, np.uint64),
            parts=np.zeros((plies, cells), np.int16),
            move=np.zeros((plies, cells + 2), np.int16),
            score=np.zeros((plies, cells + 2), np.int16),
            pool=np.zeros((cells + 16 * plies, words), np.uint64),
            table=np.zeros(
                (rows_within(memory * 3 // 4, 16 * BUCKET), 2 * BUCKET),
                np.uint64,
            ),
            cache=np.zeros((rows_within(memory // 4, 8 * words), words), np.uint64),
            options=np.zeros((deepest, kamiken_parts.TREE_CELLS, 4), np.uint64),
            rows=np.zeros((deepest, words), np.uint64),
            views=np.zeros((deepest, 4), np.uint64),
            profile=np.zeros((2, 3**FRAME), np.int32),
        )

    def guess(self, state: State, player: int) -> int:
        """Halfway between what either player gets by stopping now."""
        self._put(state, 0)
        level = self.search.level[0]
        lead = 2 * self._standing() + int(
            level[part_search.SOLO_OF] - level[part_search.SOLO_OF + 1]
        )
        return (lead if player == 0 else -lead) // 2

    def known(self, state: State) -> int | None:
        """After a pass the other player places alone (rule 2), which needs no search."""
        mover, passed = int(state[TO_MOVE]), int(state[kamiken.PASSED])
        if mover != OVER and not passed:
            return None
        self._put(state, 0)
        level, lead = self.search.level[0], self._standing()
        if mover == OVER:
            return lead
        gain = int(level[part_search.SOLO_OF + mover])
        return lead + gain if mover == 0 else lead - gain

    def ask(self, state: State, beta: int) -> None:
        self._put(state, beta)

    def step(self, steps: int, most_nodes: int) -> bool:
        return bool(part_search.run(self.search, steps, most_nodes))

    def _standing(self) -> int:
        """White's lead if nothing more is placed."""
        level = self.search.level[0]
        settled = level[part_search.SETTLED_OF] - level[part_search.SETTLED_OF + 1]
        return int(level[part_search.LEAD] + settled)

    def _put(self, state: State, beta: int) -> None:
        frames = frames_of(self.variant, state)
        assert frames is not None  # placing never makes a part larger
        part_search.ask(self.search, int(state[TO_MOVE]), beta)
        for frame in frames:
            part_search.add_board(self.search, *(np.uint64(cells) for cells in frame))


def frames_of(variant: Variant, state: State) -> list[_Frame] | None:
    """The live cells of a board, part by part in 8x8 frames; None if a part is too large."""
    marks = [int(mark) for mark in state[kamiken.HEADER : kamiken.HEADER + variant.tables.cells]]
    parts: list[list[int]] = [list(range(len(marks)))]
    if variant.board.columns > FRAME:
        parts = _parts(variant, marks)
    frames = []
    for part in parts:
        places = [variant.board.places[cell] for cell in part]
        left, top = min(x for x, _ in places), min(y for _, y in places)
        if max(x - left for x, _ in places) >= FRAME or max(y - top for _, y in places) >= FRAME:
            return None
        sets = [0, 0, 0]
        for cell, (x, y) in zip(part, places, strict=True):
            if marks[cell] < len(sets):  # free, or one player's point
                sets[marks[cell]] |= 1 << FRAME * (y - top) + x - left
        frames.append((sets[0], sets[1], sets[2]))
    return frames


def _parts(variant: Variant, marks: list[int]) -> list[list[int]]:
    """Groups of live cells that interact; adjacent cells of one colour do not."""
    left = {cell for cell, mark in enumerate(marks) if mark < 3}
    parts = []
    while left:
        part = [left.pop()]
        for cell in part:  # the list grows during the loop
            for beside in variant.board.neighbours[cell]:
                if beside in left and (marks[cell] == 0 or marks[cell] != marks[beside]):
                    left.remove(beside)
                    part.append(beside)
        parts.append(part)
    return parts
