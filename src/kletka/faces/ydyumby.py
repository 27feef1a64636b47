"""The face of Ydyumby."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from kletka.faces.options import (
    AnyBoardOption,
    BadValue,
    Choice,
    Value,
    Values,
    WholeNumber,
    board_of,
    number,
)
from kletka.faces.placement import PlacementFace
from kletka.faces.players import Player
from kletka.faces.portrait_words import PortraitWords
from kletka.faces.profile import (
    FOUR_PLAYERS,
    FULL_SIZE,
    SMALL,
    THREE_PLAYERS,
    Preset,
    Profile,
    ReadingBoards,
    Showcase,
)
from kletka.faces.turn_words import cells_in_words
from kletka.language import Text, listed, plural_en, plural_ru

if TYPE_CHECKING:
    from kletka.variant import Variant


TURN, NOW = "turn", "now"  # when a player without a placement is out


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
        AnyBoardOption(
            "board",
            Text("Board", "Доска"),
            "8x8",
            3,
            26,
            hint=Text(
                "A rectangle such as 8x8 or a hexagon such as hex5. Or draw your own: rows of . (a "
                "cell) and # (a hole), joined by /.",
                "Прямоугольник, например 8x8, или шестиугольник, например hex5. Можно нарисовать "
                "и свою: ряды из . (клетка) и # (дыра) через /.",
            ),
        ),
        WholeNumber("players", Text("Players", "Игроки"), lambda v: 2, 2, lambda v: 8),
        WholeNumber(
            "supply",
            Text("Pieces for each player", "Фигур у каждого"),
            lambda v: -(-_cells(v) // 2),
            1,
            _cells,
            hint=Text(
                "How many pieces each player can place, half of the cells by default.",
                "Сколько фигур может поставить каждый; обычно — половина клеток.",
            ),
            advanced=True,
        ),
        Choice(
            "out",
            Text("A player without a move is out", "Кому ходить некуда, тот выбывает"),
            (TURN, NOW),
            (
                Text("turn: when the turn comes", "turn: когда подходит его очередь"),
                Text("now: at once, after any move", "now: сразу, после любого хода"),
            ),
            reading=True,
            hint=Text("When they have to leave.", "Когда именно."),
            advanced=True,
        ),
    )
    rules_version = 2
    stock_names = (("supply", Text("supply", "в запасе")),)
    off_board = frozenset({"supply"})
    endings = (
        (
            "stranded",
            Text(
                "a player's own move took that player's last placement",
                "последней возможности поставить фигуру игрок лишил себя сам",
            ),
        ),
        (
            "blocked",
            Text(
                "another's move took a player's last placement",
                "последней возможности поставить фигуру игрока лишил соперник",
            ),
        ),
        ("supply", Text("a player's supply ran out", "у игрока кончились фигуры")),
    )
    profile = Profile(
        presets=(
            Preset(SMALL, {"board": "6x6"}, 24),
            Preset(FULL_SIZE, {"board": "8x8"}, 35),
            Preset(Text("Hexagon", "Шестиугольник"), {"board": "hex5"}, 36),
            Preset(
                Text("Cross", "Крест"),
                {"board": "##...##/##...##/......./......./......./##...##/##...##"},
                21,
            ),
            Preset(
                Text("Hexagon with a hole", "Шестиугольник с дырой"),
                {"board": "hex:..../...../....../...#.../....../...../...."},
                27,
            ),
            Preset(THREE_PLAYERS, {"board": "hex5", "players": "3"}, 37),
            Preset(FOUR_PLAYERS, {"board": "10x10", "players": "4"}, 48),
        ),
        first_board="ydyumby(board=6x6)",
        quick_board="ydyumby(board=6x6)",
        showcase=Showcase("ydyumby(board=6x6)", "E3 F4 D1 E2 F5 C1 F1 B3 F2 A2"),
        typed_examples=Text.plain("C3"),
        typed_turns="D4 E5",
        territory_in_lessons=True,
        supply_option="supply",
        portrait=PortraitWords(
            removed=Text(
                "In a game {} pieces lose their last support and go.",
                "Фигур, потерявших последнюю опору и снятых, за партию: {}.",
            )
        ),
        reading_boards=ReadingBoards(
            "ydyumby(board=8x8)",
            ("ydyumby(board=3x3,players=2)", "ydyumby(board=4x3)", "ydyumby(board=4x4)"),
        ),
        puzzle_boards=("ydyumby(board=5x5)", "ydyumby(board=6x6)", "ydyumby(board=hex3)"),
    )

    def kernel_options(self, values: Values) -> list[int]:
        return [number(values, "supply"), int(values["out"] == NOW)]

    def options_of_version(self, given: Mapping[str, str], version: int) -> Mapping[str, str]:
        """In version 1 the supply was three quarters of the board, shared, and `out` was `now`."""
        meant = {"out": NOW, **given}
        board, players = (option for option in self.options if option.name in ("board", "players"))
        values: dict[str, Value] = {}
        try:
            for option in (board, players):
                written = given.get(option.name)
                values[option.name] = (
                    option.default(values) if written is None else option.read(written, values)
                )
        except BadValue:
            return meant  # the spec is refused for it anyway
        meant.setdefault("supply", str(-(-3 * _cells(values) // (4 * number(values, "players")))))
        return meant

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

    def ending(self, variant: Variant, states: Sequence[State]) -> str:
        """What took the last placement of the player who was last to lose all of them."""
        kernel, tables, end = variant.rules, variant.tables, states[-1]

        def last_able(player: int) -> int:
            """The last state in which a player could place."""
            numbers = range(len(states) - 1, -1, -1)
            return next(n for n in numbers if kernel.can_place(states[n], tables, player))

        mover = int(states[-2][TO_MOVE])
        unable = [p for p in range(tables.players) if not kernel.can_place(end, tables, p)]
        loser = max(unable, key=lambda player: (last_able(player), player != mover))
        moment = last_able(loser)
        if states[moment + 1][kernel.supply(loser)] == 0:
            return "supply"
        return "stranded" if states[moment][TO_MOVE] == loser else "blocked"

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

    def turn_in_words(
        self, variant: Variant, steps: Sequence[str], states: Sequence[State]
    ) -> Text:
        """The placement, and whose pieces it removed."""
        mover = int(states[0][TO_MOVE])
        removed = self.removed(variant, states[0], steps[0], states[-1])
        lost = []
        for seat, player in enumerate(variant.players):
            cells = [variant.board.names[piece.cell] for piece in removed if piece.player == seat]
            if cells:
                lost.append(_lost(cells, None if seat == mover else player))
        turn = super().turn_in_words(variant, steps, states)
        if not lost:
            return turn
        return Text(
            f"{turn.en} and removed {listed([text.en for text in lost], 'and')}",
            f"{turn.ru} и сняли {listed([text.ru for text in lost], 'и')}",
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
        state[TO_MOVE] = said
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
        if min(placed) == 0:  # the first round
            right = placed.index(0)
            if placed != [1] * right + [0] * (len(placed) - right):
                return [
                    Text(
                        "in the first round each player places once, in order",
                        "в первом круге все ставят по одной фигуре по порядку",
                    )
                ]
            return [] if said == right else [wrong_turn(variant.players, said, right)]
        # The last move was made by the last of those that have placed the most pieces.
        most = max(placed)
        last = max(player for player, count in enumerate(placed) if count == most)
        able = able_players(variant, state)
        if all(placed[player] == most - (player > last) for player in able):
            right = self._next_player(variant, able, last)
            return [] if said == right else [wrong_turn(variant.players, said, right)]
        return [
            Text(
                f"pieces left ({','.join(map(str, left))}) do not agree with placing in turn",
                f"запас фигур ({','.join(map(str, left))}) не согласуется с очерёдностью ходов",
            )
        ]

    def _next_player(self, variant: Variant, able: list[int], last: int) -> int:
        """Rule 4: the player whose turn it is after a move of `last`."""
        others = [player for player in able if player != last]
        if not others or (variant.spec.options["out"] == NOW and len(able) == 1):
            return OVER
        return min(others, key=lambda player: (player < last, player))

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


def _lost(cells: Sequence[str], player: Player | None) -> Text:
    """The removed pieces of a player, or of the mover."""
    named = cells_in_words(cells)
    if player is None:
        own = "свою фигуру" if len(cells) == 1 else "свои фигуры"
        return Text(f"its own {named.en}", f"{own} {named.ru}")
    pieces = "фигуру" if len(cells) == 1 else "фигуры"
    return Text(f"{player.of.en} {named.en}", f"{pieces} {player.of.ru} {named.ru}")


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


def able_players(variant: Variant, state: State) -> list[int]:
    """The players that have a legal placement, whoever's turn it is (rule 2)."""
    owners, counts = pieces(variant, state), supports(variant, state)
    free = [cell for cell, owner in enumerate(owners) if not owner and counts[cell]]
    supply, left = number(variant.spec.options, "supply"), supplies(variant, state)
    knights = variant.board.knights
    return [
        player
        for player in range(len(variant.players))
        if left[player]
        and any(
            left[player] == supply or any(owners[near] == player + 1 for near in knights[cell])
            for cell in free
        )
    ]


FACE = Ydyumby()
