"""The face of games in which a move puts a piece on a cell, or is a pass."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kletka.faces.base import (
    OVER,
    PASS,
    TO_MOVE,
    Face,
    Refusal,
    State,
    cell_code,
    game_is_over,
    is_cell,
    not_a_move,
    shown,
)
from kletka.faces.fields import read_board, read_turn, write_board, write_turn, wrong_turn
from kletka.games.boards import Symmetry
from kletka.language import Text

if TYPE_CHECKING:
    from kletka.variant import Variant


class PlacementFace(Face):
    """All that a face needs besides its names and options, for games of a simple shape.

    The number of a move is that of its cell; a pass, in games that have one, is the number of
    cells. The last numbers of a state's value, one for each cell, say whose piece stands there:
    player + 1, or 0. The value begins with the player to move; numbers between the two are
    written into a position's text as they are.
    """

    # Moves.

    def notation(self, variant: Variant, code: int) -> str:
        names = variant.board.names
        return PASS if code == len(names) else names[code]

    def code(self, variant: Variant, text: str) -> int:
        usual = self.with_usual_case(text)
        if self.has_pass and usual == PASS:
            return len(variant.board.names)
        if not is_cell(usual):
            allowed = Text("a cell such as C3", "клетку, например C3")
            if self.has_pass:
                allowed = Text(f"{allowed.en}, or pass", f"{allowed.ru}, или pass")
            raise not_a_move(variant, text, allowed)
        return cell_code(variant, usual, text)

    def refusal(self, variant: Variant, state: State, code: int) -> Refusal:
        if state[TO_MOVE] == OVER:
            return game_is_over(1)
        cell = self.notation(variant, code)
        owner = 0 if cell == PASS else self.owners(variant, state)[code]
        if owner:
            of = variant.players[owner - 1].of
            return Refusal(
                1, Text(f"{cell} is occupied by {of.en} piece", f"на {cell} стоит фигура {of.ru}")
            )
        return Refusal(
            1, Text(f"the rules do not allow {cell} now", f"сейчас правила не допускают {cell}")
        )

    def mapped_move(self, variant: Variant, code: int, symmetry: Symmetry) -> int:
        return code if code == len(symmetry.cells) else symmetry.cells[code]

    # Positions.

    def owners(self, variant: Variant, state: State) -> list[int]:
        begin = self._first_cell(variant)
        owners: list[int] = state[begin : begin + len(variant.board.names)].tolist()
        return owners

    def put_owners(self, variant: Variant, state: State, owners: Sequence[int]) -> None:
        """Write the pieces into a state, without refreshing what follows from them."""
        begin = self._first_cell(variant)
        state[begin : begin + len(owners)] = owners

    def _first_cell(self, variant: Variant) -> int:
        size: int = variant.rules.value_size(variant.tables)
        return size - len(variant.board.names)

    def mapped_state(self, variant: Variant, state: State, symmetry: Symmetry) -> State:
        mapped = state.copy()
        owners = self.owners(variant, state)
        moved = [0] * len(owners)
        for cell, target in enumerate(symmetry.cells):
            moved[target] = owners[cell]
        self.put_owners(variant, mapped, moved)
        variant.rules.refresh(mapped, variant.tables)
        mapped[TO_MOVE] = state[TO_MOVE]
        return mapped

    def write_fields(self, variant: Variant, state: State) -> list[str]:
        letters = ["", *(player.letter for player in variant.players)]
        others = [str(number) for number in state[1 : self._first_cell(variant)]]
        return [
            write_board(variant.board, [letters[o] for o in self.owners(variant, state)]),
            write_turn(variant.players, int(state[TO_MOVE])),
            *([",".join(others)] if others else []),
        ]

    def read_fields(self, variant: Variant, fields: Sequence[str], faults: list[Text]) -> State:
        owners = read_board(variant.board, fields[0], variant.players, faults)
        said = read_turn(fields[1], variant.players, faults)
        others = self.read_others(variant, fields[2:], faults)
        if owners is None or said is None or others is None:
            return None
        state = variant.empty_state()
        state[TO_MOVE] = said
        state[1 : self._first_cell(variant)] = others
        self.put_owners(variant, state, owners)
        variant.rules.refresh(state, variant.tables)
        right = int(state[TO_MOVE])
        if right != OVER and not variant.legal_codes(state):
            right = OVER
        if right != said:
            faults.append(wrong_turn(variant.players, said, right))
        return state

    def read_others(
        self, variant: Variant, fields: Sequence[str], faults: list[Text]
    ) -> list[int] | None:
        """The numbers between the player to move and the cells; None if they cannot be read."""
        wanted = self._first_cell(variant) - 1
        parts = fields[0].split(",") if fields else []
        if len(parts) == wanted and all(re.fullmatch(r"-?[0-9]{1,4}", part) for part in parts):
            return [int(part) for part in parts]
        faults.append(
            Text(
                f"{shown(','.join(parts))} is not {wanted} numbers separated by commas",
                f"{shown(','.join(parts))}: нужно чисел через запятую: {wanted}",
            )
        )
        return None
