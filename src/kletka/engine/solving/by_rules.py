"""The general prover: it needs only the rules of a game, and uses `rules_search`."""

from __future__ import annotations

import numpy as np

from kletka.engine.solving import driver, rules_search
from kletka.engine.solving.meter import Meter, OutOfBudget
from kletka.engine.solving.outcomes import final_lead
from kletka.engine.solving.proof_table import BUCKET
from kletka.engine.solving.prover import Prover, bounds_scratch, komi, rows_within
from kletka.faces.base import OVER, TO_MOVE, State
from kletka.variant import Variant

DEEPEST = 1000
ALWAYS_TURNED = 36  # cells; on boards up to this size, mirror images always count as one
TURNED_PLIES = 6  # on larger boards, only in the first plies: images soon stop mattering


class ByRules(Prover):
    """Proves by the rules and the bounds that the engine knows."""

    def __init__(self, variant: Variant, memory: int, meter: Meter) -> None:
        super().__init__(variant, meter)
        tables, rules = variant.tables, variant.rules
        moves = rules.moves_bound(tables)
        plies = DEEPEST
        self.search = rules_search.Search(
            status=np.zeros(4, np.int64),
            level=np.zeros((plies, rules_search.LEVEL_WORDS), np.int64),
            keys=np.zeros((plies, 2), np.uint64),
            states=np.zeros((plies, rules.state_size(tables)), np.int16),
            move=np.zeros((plies, moves), np.int32),
            score=np.zeros((plies, moves), np.int32),
            listed=np.zeros(moves, np.int32),
            points=np.zeros(2),
            scratch=bounds_scratch(variant),
            plain=variant.empty_state(),
            images=self.images,
            turned_plies=DEEPEST if tables.cells <= ALWAYS_TURNED else TURNED_PLIES,
            table=np.zeros((rows_within(memory, 16 * BUCKET), 2 * BUCKET), np.uint64),
        )

    def guess(self, state: State, player: int) -> int:
        if not self.variant.face.wins_by_points:
            return 1
        points = self.variant.points(state)
        return round(points[player] - points[1 - player] - komi(self.variant, player))

    def known(self, state: State) -> int | None:
        if int(state[TO_MOVE]) != OVER:
            return None
        variant = self.variant
        return int(final_lead(variant.number, state, variant.tables, self.search.points))

    def ask(self, state: State, beta: int) -> None:
        rules_search.ask(self.search, state, beta)

    def step(self, steps: int, most_nodes: int) -> bool:
        variant, search = self.variant, self.search
        done = bool(rules_search.run(variant.number, variant.tables, search, steps, most_nodes))
        if search.status[driver.STATUS] == driver.TOO_DEEP:
            raise OutOfBudget
        return done
