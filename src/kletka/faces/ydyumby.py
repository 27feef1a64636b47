"""The face of Ydyumby."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kletka.faces.base import (
    OVER,
    TO_MOVE,
    Holding,
    Refusal,
    State,
    Stocks,
    Territory,
    game_is_over,
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
from kletka.faces.placement import PlacementFace
from kletka.faces.portrait_words import PortraitWords
from kletka.faces.profile import (
    FOUR_PLAYERS,
    FULL_SIZE,
    SMALL,
    THREE_PLAYERS,
    Preset,
    Profile,
    Showcase,
)
from kletka.language import Text, plural_en, plural_ru

if TYPE_CHECKING:
    from kletka.variant import Variant


def _cells(values: Values) -> int:
    return len(board_of(str(values["board"])).places)


class Ydyumby(PlacementFace):
    name = "ydyumby"
    title = Text("Ydyumby", "Ыдюмбы")
    motto = Text(
        "Advance by knight's moves; a piece lives as long as it can see an edge of the board.",
        "Идите ходом коня; фигура живёт, пока видит край доски.",
    )
    how = Text(
        "Place pieces a knight's move from your own, where they see an edge of the board. "
        "A piece that no longer sees an edge is removed. The most pieces win.",
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
    stock_names = (("supply", Text("supply", "в запасе")),)
    off_board = frozenset({"supply"})
    profile = Profile(
        presets=(
            Preset(SMALL, {"board": "6x6"}),
            Preset(FULL_SIZE, {"board": "8x8"}),
            Preset(Text("Hexagon", "Шестиугольник"), {"board": "hex5"}),
            Preset(
                Text("Cross", "Крест"),
                {"board": "##...##/##...##/......./......./......./##...##/##...##"},
            ),
            Preset(THREE_PLAYERS, {"board": "hex5", "players": "3"}),
            Preset(FOUR_PLAYERS, {"board": "10x10", "players": "4"}),
        ),
        first_board="ydyumby(board=6x6)",
        quick_board="ydyumby(board=6x6)",
        showcase=Showcase("ydyumby(board=6x6)", "E3 F4 D1 E2 F5 C1 F1 B3 F2 A2"),
        typed_examples=Text.plain("C3"),
        typed_turns="D4 E5",
        territory_in_lessons=True,
        insight_keys=("supports_cost", "supports_gained"),
        insight_legend=Text(
            "Numbers on the board: supports cost + supports gained",
            "Числа на доске: отнятые опоры + полученные опоры",
        ),
        supply_option="supply",
        portrait=PortraitWords(
            removed=Text(
                "In a game {} pieces lose their last support and go.",
                "Фигур, потерявших последнюю опору и снятых, за партию: {}.",
            )
        ),
        puzzle_boards=("ydyumby(board=5x5)", "ydyumby(board=6x6)", "ydyumby(board=hex3)"),
    )

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

    def refusal(self, variant: Variant, state: State, code: int) -> Refusal:
        if state[TO_MOVE] == OVER:
            return game_is_over(4)
        cell = variant.board.names[code]
        owner = pieces(variant, state)[code]
        if owner:
            of = variant.players[owner - 1].of
            return Refusal(
                2, Text(f"{cell} is occupied by {of.en} piece", f"на {cell} стоит фигура {of.ru}")
            )
        if not supports(variant, state)[code]:
            return Refusal(
                2,
                Text(
                    f"a piece on {cell} would have no support: every way to an edge is blocked",
                    f"у фигуры на {cell} не было бы опоры: все пути к краю перекрыты",
                ),
            )
        player = variant.players[int(state[TO_MOVE])]
        return Refusal(
            2,
            Text(
                f"{cell} is not a knight's move from any of {player.of.en} pieces",
                f"до {cell} нет хода коня ни от одной фигуры {player.of.ru}",
            ),
        )

    def write_fields(self, variant: Variant, state: State) -> list[str]:
        letters = ["", *(player.letter for player in variant.players)]
        return [
            write_board(variant.board, [letters[o] for o in pieces(variant, state)]),
            write_turn(variant.players, int(state[TO_MOVE])),
            ",".join(str(number) for number in supplies(variant, state)),
        ]

    def read_fields(self, variant: Variant, fields: Sequence[str], faults: list[Text]) -> State:
        players = variant.players
        supply = number(variant.spec.options, "supply")
        owners = read_board(variant.board, fields[0], players, faults)
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
        state = variant.empty_state()
        state[1 : 1 + len(players)] = left
        begin = value_begin(variant)
        state[begin : begin + len(owners)] = owners
        state[TO_MOVE] = max(said, 0)
        variant.rules.refresh(state, variant.tables)
        faults += self._piece_faults(variant, state, owners, left)
        faults += self._turn_faults(variant, state, left, said)
        return state

    def _piece_faults(
        self, variant: Variant, state: State, owners: list[int], left: list[int]
    ) -> list[Text]:
        faults = []
        alive = supports(variant, state)
        for cell, owner in enumerate(owners):
            if owner and not alive[cell]:
                name = variant.board.names[cell]
                faults.append(
                    Text(
                        f"the piece on {name} has no support, so it cannot be there",
                        f"у фигуры на {name} нет опоры, её не может быть на доске",
                    )
                )
        supply = number(variant.spec.options, "supply")
        for index, player in enumerate(variant.players):
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
        self, variant: Variant, state: State, left: list[int], said: int
    ) -> list[Text]:
        """Faults of the numbers of pieces placed, which must fit players taking turns."""
        supply = number(variant.spec.options, "supply")
        placed = [supply - number for number in left]
        players = range(len(placed))
        if min(placed) == 0:  # the first round
            right = placed.index(0)
            if placed != [1] * right + [0] * (len(placed) - right):
                return [
                    Text(
                        "in the first round each player places once, in order",
                        "в первом круге все ставят по одной фигуре по порядку",
                    )
                ]
            state[TO_MOVE] = right
            return [] if said == right else [wrong_turn(variant.players, said, right)]
        in_play = int(state[variant.rules.in_play(variant.tables)])
        playing = [p for p in players if in_play >> p & 1]
        if said != int(state[TO_MOVE]):
            return [wrong_turn(variant.players, said, int(state[TO_MOVE]))]
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

    def territory(self, variant: Variant, state: State) -> Territory:
        holdings = []
        counts = supports(variant, state)
        owners = pieces(variant, state)
        for cell, owner in enumerate(owners):
            if owner:
                count = counts[cell]
                forms = plural_ru(count, "опора", "опоры", "опор")
                reason = Text(plural_en(count, "support"), f"{count} {forms}")
                name = variant.board.names[cell]
                holdings.append(Holding(name, owner - 1, "support", count, reason))
        return Territory(tuple(holdings), self.stocks(variant, state))

    def stocks(self, variant: Variant, state: State) -> Stocks:
        owners = pieces(variant, state)
        return tuple(
            {"pieces": owners.count(index + 1), "supply": left}
            for index, left in enumerate(supplies(variant, state))
        )


def value_begin(variant: Variant) -> int:
    """Where the owners of the cells begin in a state."""
    return 1 + len(variant.players)


def pieces(variant: Variant, state: State) -> list[int]:
    """Whose piece stands on each cell: player + 1, or 0."""
    begin = value_begin(variant)
    owners: list[int] = state[begin : begin + len(variant.board.names)].tolist()
    return owners


def supplies(variant: Variant, state: State) -> list[int]:
    left: list[int] = state[1 : 1 + len(variant.players)].tolist()
    return left


def supports(variant: Variant, state: State) -> list[int]:
    """How many supports a piece on each cell has, or would have (rule 1)."""
    owners, neighbours = pieces(variant, state), variant.board.neighbours
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


FACE = Ydyumby()
