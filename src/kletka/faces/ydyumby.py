"""Ydyumby's face."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kletka.faces.base import (
    OVER,
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
    read_board,
    read_numbers,
    read_turn,
    write_board,
    write_turn,
    wrong_turn,
)
from kletka.faces.options import AnyBoardOption, Values, WholeNumber, board_of, number
from kletka.games.boards import Board, Symmetry
from kletka.language import Text, plural_en, plural_ru

if TYPE_CHECKING:
    from kletka.setting import Setting


def _cells(values: Values) -> int:
    return len(board_of(str(values["board"])).places)


class Ydyumby(Game):
    name = "ydyumby"
    title = Text("Ydyumby", "Ыдюмбы")
    motto = Text(
        "Advance by knight's moves; a piece lives as long as it can see an edge of the board.",
        "Идите ходом коня; фигура живёт, пока видит край доски.",
    )
    how = Text(
        "Place pieces a knight's move from your own, where they see an edge of the board. "
        "A piece that sees no edge any more is removed. Most pieces win.",
        "Ставьте фигуры ходом коня от своих так, чтобы они видели край доски. "
        "Кто края больше не видит, того снимают. Выигрывает, у кого фигур больше.",
    )
    options = (
        AnyBoardOption("board", Text("Board", "Доска"), "8x8", 3, 26),
        WholeNumber("players", Text("Players", "Игроки"), lambda v: 2, 2, lambda v: 8),
        WholeNumber(
            "supply",
            Text("Pieces for each player", "Фигур у каждого"),
            lambda v: -(-3 * _cells(v) // (4 * number(v, "players"))),
            1,
            _cells,
        ),
    )

    def board(self, values: Values) -> Board:
        return board_of(str(values["board"]))

    def kernel_options(self, values: Values) -> list[int]:
        return [number(values, "supply")]

    def option_faults(self, values: Values) -> list[Text]:
        cells, players = _cells(values), number(values, "players")
        if cells >= 4 * players:
            return []
        return [
            Text(
                f"{players} players need a board of at least {4 * players} cells; "
                f"this one has {cells}",
                f"для {players} игроков нужна доска хотя бы из {4 * players} клеток, "
                f"а здесь {cells}",
            )
        ]

    def notation(self, setting: Setting, code: int) -> str:
        return setting.board.names[code]

    def code(self, setting: Setting, text: str) -> int:
        if not is_cell(text):
            raise not_a_move(setting, text, Text("a cell such as C3", "клетку, например C3"))
        return cell_code(setting, text, text)

    def refusal(self, setting: Setting, state: State, code: int) -> Refusal:
        if state[TO_MOVE] == OVER:
            return game_is_over(4)
        cell = setting.board.names[code]
        owner = pieces(setting, state)[code]
        if owner:
            of = setting.players[owner - 1].of
            return Refusal(
                2, Text(f"{cell} is occupied by {of.en} piece", f"на {cell} стоит фигура {of.ru}")
            )
        if not supports(setting, state)[code]:
            return Refusal(
                2,
                Text(
                    f"a piece on {cell} would have no support: every way to an edge is blocked",
                    f"у фигуры на {cell} не было бы опоры: все пути к краю перекрыты",
                ),
            )
        player = setting.players[int(state[TO_MOVE])]
        return Refusal(
            2,
            Text(
                f"{cell} is not a knight's move from any of {player.of.en} pieces",
                f"до {cell} нет хода коня ни от одной фигуры {player.of.ru}",
            ),
        )

    def mapped_move(self, setting: Setting, code: int, symmetry: Symmetry) -> int:
        return symmetry.cells[code]

    def write_fields(self, setting: Setting, state: State) -> list[str]:
        letters = ["", *(player.letter for player in setting.players)]
        return [
            write_board(setting.board, [letters[o] for o in pieces(setting, state)]),
            write_turn(setting.players, int(state[TO_MOVE])),
            ",".join(str(number) for number in supplies(setting, state)),
        ]

    def read_fields(self, setting: Setting, fields: Sequence[str], faults: list[Text]) -> State:
        players = setting.players
        supply = number(setting.spec.options, "supply")
        owners = read_board(setting.board, fields[0], players, faults)
        said = read_turn(fields[1], players, faults)
        left = read_numbers(
            fields[2],
            len(players),
            0,
            supply,
            Text("pieces left", "фигур в запасе"),
            faults,
        )
        if owners is None or said is None or left is None:
            return None
        state = setting.empty_state()
        state[1 : 1 + len(players)] = left
        begin = value_begin(setting)
        state[begin : begin + len(owners)] = owners
        state[TO_MOVE] = max(said, 0)
        setting.kernel.refresh(state, setting.tables)
        faults += self._piece_faults(setting, state, owners, left)
        faults += self._turn_faults(setting, state, left, said)
        return state

    def _piece_faults(
        self, setting: Setting, state: State, owners: list[int], left: list[int]
    ) -> list[Text]:
        faults = []
        alive = supports(setting, state)
        for cell, owner in enumerate(owners):
            if owner and not alive[cell]:
                name = setting.board.names[cell]
                faults.append(
                    Text(
                        f"the piece on {name} has no support, so it cannot be there",
                        f"у фигуры на {name} нет опоры, её не может быть на доске",
                    )
                )
        supply = number(setting.spec.options, "supply")
        for index, player in enumerate(setting.players):
            standing, placed = owners.count(index + 1), supply - left[index]
            if standing > placed:
                faults.append(
                    Text(
                        f"{player.name.en} has {plural_en(standing, 'piece')} on the board, "
                        f"but has placed {placed}",
                        f"на доске фигур {player.of.ru}: {standing}, а поставлено {placed}",
                    )
                )
        return faults

    def _turn_faults(
        self, setting: Setting, state: State, left: list[int], said: int
    ) -> list[Text]:
        """Players place in turn, so who may still move has placed as often as who stopped last."""
        supply = number(setting.spec.options, "supply")
        placed = [supply - number for number in left]
        players = range(len(placed))
        if min(placed) == 0:  # the first round
            right = placed.index(0)
            if placed != [1] * right + [0] * (len(placed) - right):
                return [
                    Text(
                        "in the first round everybody places once, in order",
                        "в первом круге все ставят по одной фигуре по порядку",
                    )
                ]
            state[TO_MOVE] = right
            return [] if said == right else [wrong_turn(setting.players, said, right)]
        in_play = int(state[setting.kernel.in_play(setting.tables)])
        playing = [p for p in players if in_play >> p & 1]
        if said != int(state[TO_MOVE]):
            return [wrong_turn(setting.players, said, int(state[TO_MOVE]))]
        if said == OVER:
            rounds = max(placed)
            even = all(placed[p] >= rounds - 1 for p in playing)
        else:
            rounds = placed[said]
            even = all(placed[p] == rounds + (p < said) for p in playing)
            even &= all(placed[p] <= rounds + (p < said) for p in players)
        if even:
            return []
        return [
            Text(
                f"pieces left ({','.join(map(str, left))}) do not agree with placing in turn",
                f"запас фигур ({','.join(map(str, left))}) не согласуется с очерёдностью ходов",
            )
        ]

    def mapped_state(self, setting: Setting, state: State, symmetry: Symmetry) -> State:
        mapped = state.copy()
        begin = value_begin(setting)
        for cell, target in enumerate(symmetry.cells):
            mapped[begin + target] = state[begin + cell]
        to_move = int(state[TO_MOVE])
        setting.kernel.refresh(mapped, setting.tables)
        mapped[TO_MOVE] = to_move
        return mapped

    def territory(self, setting: Setting, state: State) -> Territory:
        holdings = []
        counts = supports(setting, state)
        owners = pieces(setting, state)
        for cell, owner in enumerate(owners):
            if owner:
                count = counts[cell]
                forms = plural_ru(count, "опора", "опоры", "опор")
                reason = Text(plural_en(count, "support"), f"{count} {forms}")
                name = setting.board.names[cell]
                holdings.append(Holding(name, owner - 1, "support", count, reason))
        return Territory(tuple(holdings), self.stocks(setting, state))

    def stocks(self, setting: Setting, state: State) -> Stocks:
        owners = pieces(setting, state)
        return tuple(
            {"pieces": owners.count(index + 1), "supply": left}
            for index, left in enumerate(supplies(setting, state))
        )


def value_begin(setting: Setting) -> int:
    """Where the owners of the cells begin in a state."""
    return 1 + len(setting.players)


def pieces(setting: Setting, state: State) -> list[int]:
    """Whose piece stands on each cell: player + 1, or 0."""
    begin = value_begin(setting)
    owners: list[int] = state[begin : begin + len(setting.board.names)].tolist()
    return owners


def supplies(setting: Setting, state: State) -> list[int]:
    left: list[int] = state[1 : 1 + len(setting.players)].tolist()
    return left


def supports(setting: Setting, state: State) -> list[int]:
    """How many supports a piece on each cell has, or would have (rule 1)."""
    owners, neighbours = pieces(setting, state), setting.board.neighbours
    counts = []
    for cell in range(len(owners)):
        open_ways = 0
        for direction in range(len(neighbours[cell])):
            ahead = neighbours[cell][direction]
            while ahead is not None and not owners[ahead]:
                ahead = neighbours[ahead][direction]
            open_ways += ahead is None
        counts.append(open_ways)
    return counts
