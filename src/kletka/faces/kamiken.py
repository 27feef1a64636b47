"""Kamiken's face."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from kletka.faces.base import (
    OVER,
    PASS,
    TO_MOVE,
    Game,
    Holding,
    Refusal,
    State,
    Stocks,
    Territory,
    cell_code,
    game_is_over,
    is_cell,
    not_a_move,
)
from kletka.faces.fields import (
    NOBODY,
    read_board,
    read_turn,
    write_board,
    write_turn,
    wrong_turn,
)
from kletka.faces.options import HalfNumber, Values, WholeNumber, number
from kletka.games.boards import Board, Symmetry, rectangle
from kletka.language import Text, plural_en
from kletka.players import WHITE_AND_BLACK, Player

if TYPE_CHECKING:
    from kletka.setting import Setting


class Kamiken(Game):
    name = "kamiken"
    title = Text("Kamiken", "Камикен")
    motto = Text(
        "Place stones that attack their neighbours, and own what only you attack.",
        "Ставьте камни, которые бьют соседние клетки: ваше то, что бьёте только вы.",
    )
    how = Text(
        "Place stones; next to a stone its opponent may not. Yours are the empty cells that "
        "only you attack, so do not fill them. Passing is final.",
        "Ставьте камни: рядом с ними соперник ставить не может. Ваши — пустые клетки, "
        "которые бьёте только вы, так что не занимайте их. Пас — навсегда.",
    )
    options = (
        WholeNumber("size", Text("Board size", "Размер доски"), lambda v: 9, 1, lambda v: 26),
        HalfNumber("komi", Text("Komi for Black", "Коми чёрных"), Fraction(1, 2), -676, 676),
    )
    has_pass = True

    def board(self, values: Values) -> Board:
        return rectangle(number(values, "size"), number(values, "size"))

    def kernel_options(self, values: Values) -> list[int]:
        return [int(2 * Fraction(values["komi"]))]

    def players(self, count: int) -> tuple[Player, ...]:
        return WHITE_AND_BLACK

    def notation(self, setting: Setting, code: int) -> str:
        names = setting.board.names
        return PASS if code == len(names) else names[code]

    def code(self, setting: Setting, text: str) -> int:
        if text == PASS:
            return len(setting.board.names)
        if not is_cell(text):
            allowed = Text("a cell such as C3, or pass", "клетку, например C3, или pass")
            raise not_a_move(setting, text, allowed)
        return cell_code(setting, text, text)

    def refusal(self, setting: Setting, state: State, code: int) -> Refusal:
        if state[TO_MOVE] == OVER:
            return game_is_over(2 if state[setting.kernel.PASSED] else 3)
        cell = setting.board.names[code]
        owners = stone_owners(setting, state)
        if owners[code]:
            there = setting.players[owners[code] - 1]
            return Refusal(
                1,
                Text(
                    f"{cell} is occupied by {there.of.en} stone",
                    f"на {cell} уже стоит камень {there.of.ru}",
                ),
            )
        opponent = 1 - int(state[TO_MOVE])
        by = ", ".join(
            setting.board.names[n]
            for n in setting.board.neighbours[code]
            if n is not None and owners[n] == opponent + 1
        )
        name = setting.players[opponent].of
        return Refusal(
            1,
            Text(f"{cell} is attacked by {name.en} {by}", f"{cell} под боем {name.ru} ({by})"),
        )

    def mapped_move(self, setting: Setting, code: int, symmetry: Symmetry) -> int:
        return code if code == len(symmetry.cells) else symmetry.cells[code]

    def write_fields(self, setting: Setting, state: State) -> list[str]:
        passed = int(state[setting.kernel.PASSED])
        letters = ["", *(player.letter for player in setting.players)]
        return [
            write_board(setting.board, [letters[o] for o in stone_owners(setting, state)]),
            write_turn(setting.players, int(state[TO_MOVE])),
            "".join(p.letter for i, p in enumerate(setting.players) if passed >> i & 1) or NOBODY,
        ]

    def read_fields(self, setting: Setting, fields: Sequence[str], faults: list[Text]) -> State:
        kernel = setting.kernel
        owners = read_board(setting.board, fields[0], setting.players, faults)
        said = read_turn(fields[1], setting.players, faults)
        passed = read_passed(fields[2], faults)
        if owners is None or said is None or passed is None:
            return None
        faults += self._neighbour_faults(setting, owners)
        if faults:
            return None
        state = setting.empty_state()
        place_stones(setting, state, owners)
        state[kernel.PASSED] = passed
        state[TO_MOVE] = max(said, 0)
        kernel.refresh(state, setting.tables)
        faults += self._turn_faults(setting, state, owners, said)
        return state

    def _neighbour_faults(self, setting: Setting, owners: list[int]) -> list[Text]:
        names, neighbours = setting.board.names, setting.board.neighbours
        return [
            Text(
                f"{names[a]} and {names[b]} are neighbours of different colours",
                f"{names[a]} и {names[b]}: соседние камни разного цвета",
            )
            for a in range(len(owners))
            for b in neighbours[a]
            if b is not None and a < b and owners[a] and owners[b] and owners[a] != owners[b]
        ]

    def _turn_faults(
        self, setting: Setting, state: State, owners: list[int], said: int
    ) -> list[Text]:
        """The stones on the board tell whose turn it is, unless one side has stopped."""
        kernel = setting.kernel
        if said != int(state[TO_MOVE]):
            return [wrong_turn(setting.players, said, int(state[TO_MOVE]))]
        lead = owners.count(1) - owners.count(2)  # White's stones more than Black's
        passed = int(state[kernel.PASSED])
        stopped = [passed >> p & 1 or state[kernel.FREE_CELLS + p] == 0 for p in range(2)]
        possible = (
            (lead in (0, 1) and said in (OVER, lead))
            or (stopped[1] and lead > 1 and said != 1)
            or (stopped[0] and lead < 0 and said != 0)
            or (stopped[1] and lead == 1 and said == 0)
            or (stopped[0] and lead == 0 and said == 1)
        )
        if possible:
            return []
        white, black = owners.count(1), owners.count(2)
        return [
            Text(
                f"White has {plural_en(white, 'stone')} and Black {black}, which cannot be "
                f"when it is {'over' if said == OVER else setting.players[said].of.en + ' turn'}",
                f"у белых камней {white}, у чёрных {black}: так не бывает, когда "
                f"{'партия окончена' if said == OVER else 'ход ' + setting.players[said].of.ru}",
            )
        ]

    def mapped_state(self, setting: Setting, state: State, symmetry: Symmetry) -> State:
        mapped = state.copy()
        owners = stone_owners(setting, state)
        moved = [0] * len(owners)
        for cell, target in enumerate(symmetry.cells):
            moved[target] = owners[cell]
        place_stones(setting, mapped, moved)
        setting.kernel.refresh(mapped, setting.tables)
        return mapped

    def territory(self, setting: Setting, state: State) -> Territory:
        kernel = setting.kernel
        holdings = []
        for cell, name in enumerate(setting.board.names):
            marks = int(state[kernel.HEADER + cell])
            if marks in kernel.ATTACKED_BY:
                owner = kernel.ATTACKED_BY.index(marks)
                by = setting.players[owner].name
                reason = Text(f"only {by.en} attacks it", f"бьют только {by.ru.lower()}")
                holdings.append(Holding(name, owner, "point", 1, reason))
            elif marks == sum(kernel.ATTACKED_BY):
                reason = Text("both attack it", "бьют обе стороны")
                holdings.append(Holding(name, None, "contested", 0, reason))
        return Territory(tuple(holdings), self.stocks(setting, state))

    def stocks(self, setting: Setting, state: State) -> Stocks:
        stones = stone_owners(setting, state)
        return tuple({"stones": stones.count(player + 1)} for player in range(2))


def read_passed(text: str, faults: list[Text]) -> int | None:
    """Who has stopped, as bits; None if it cannot be read."""
    passed = {NOBODY: 0, "w": 1, "b": 2, "wb": 3}.get(text)
    if passed is None:
        faults.append(
            Text(
                "passed: it must be -, w, b or wb",
                "кто сказал pass: должно быть -, w, b или wb",
            )
        )
    return passed


def stone_owners(setting: Setting, state: State) -> list[int]:
    """Whose stone stands on each cell: player + 1, or 0."""
    marks = state[setting.kernel.HEADER :][: len(setting.board.names)]
    return [mark // setting.kernel.STONE_OF[0] for mark in marks.tolist()]


def place_stones(setting: Setting, state: State, owners: Sequence[int]) -> None:
    for cell, owner in enumerate(owners):
        state[setting.kernel.HEADER + cell] = owner * setting.kernel.STONE_OF[0]
