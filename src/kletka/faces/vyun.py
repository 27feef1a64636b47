"""The face of Vyun."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kletka.faces.base import (
    CELL,
    OVER,
    PASS,
    TO_MOVE,
    Face,
    Holding,
    Refusal,
    State,
    Stocks,
    Territory,
    cell_code,
    game_is_over,
    not_a_move,
)
from kletka.faces.fields import (
    NOBODY,
    read_board,
    read_numbers,
    read_rows,
    read_turn,
    write_board,
    write_rows,
    write_turn,
    wrong_turn,
)
from kletka.faces.options import RectangleOption, WholeNumber
from kletka.faces.profile import (
    FOUR_PLAYERS,
    FULL_SIZE,
    LARGE,
    SMALL,
    THREE_PLAYERS,
    Preset,
    Profile,
    Showcase,
)
from kletka.faces.vyun_growth import growth_faults
from kletka.faces.vyun_words import turn_in_words
from kletka.games.boards import Board, Symmetry
from kletka.language import Text

if TYPE_CHECKING:
    from kletka.variant import Variant

_ALLOWED = Text("C3 to plant, C3>C4 to grow, or pass", "C3 (посадить), C3>C4 (прорастить) или pass")


class Vyun(Face):
    name = "vyun"
    title = Text("Vyun", "Вьюн")
    motto = Text(
        "Plant sprouts, grow vines through the walls, and surround the corners of the squares.",
        "Сажайте ростки, тяните лианы сквозь стенки и окружайте вершины квадратов.",
    )
    how = Text(
        "Plant a sprout in any square, or grow a vine from a growth point through a wall. "
        "A ring of your vines wins the corners of squares inside it.",
        "Посадите росток в квадрат или протяните лиану от точки роста через стенку. "
        "Кольцо из ваших лиан приносит вершины внутри него.",
    )
    options = (
        RectangleOption(
            "board",
            Text("Board", "Доска"),
            "8x8",
            2,
            26,
            hint=Text(
                "Width by height, such as 8x8; sides from 2 to 26.",
                "Ширина на высоту, например 8x8; стороны от 2 до 26.",
            ),
        ),
        WholeNumber("players", Text("Players", "Игроки"), lambda v: 2, 2, lambda v: 8),
    )
    has_pass = True
    stock_names = (("sprouts", Text("sprouts", "ростков")), ("vines", Text("vines", "лиан")))
    endings = (
        (
            "early",
            Text(
                "all passed with more than half of the squares bare",
                "все спасовали, когда больше половины клеток без ростков",
            ),
        ),
        ("passed", Text("all passed later", "все спасовали позже")),
        ("full", Text("nothing was left to plant or grow", "сажать и растить стало нечего")),
    )
    profile = Profile(
        presets=(  # for two players with one even and one odd side, which cannot be copied
            Preset(SMALL, {"board": "6x5"}, 80),
            Preset(FULL_SIZE, {"board": "9x8"}, 200),
            Preset(LARGE, {"board": "13x12"}, 490),
            Preset(THREE_PLAYERS, {"board": "8x8", "players": "3"}, 180),
            Preset(FOUR_PLAYERS, {"board": "10x10", "players": "4"}, 290),
        ),
        first_board="vyun(board=6x5)",
        quick_board="vyun(board=6x5)",
        showcase=Showcase(
            "vyun(board=5x5)",
            "E4 D2 C4 D2>D3 E4>E3 D3>C3 C4>B4 D2>C2 C4>C3 C3>B3 C3>C2 C2>B2 C2>C1",
        ),
        typed_examples=Text(
            "C3 to plant, C3>C4 to grow, or pass", "C3 (посадить), C3>C4 (прорастить) или pass"
        ),
        typed_turns="C3 C3>C4 pass",
        clicking="paths",
        territory_in_play=True,
        territory_in_rules=True,
        territory_in_lessons=True,
        puzzle_boards=("vyun(board=3x3)", "vyun(board=4x3)", "vyun(board=4x4)", "vyun(board=5x4)"),
    )

    # Moves.

    def notation(self, variant: Variant, code: int) -> str:
        names = variant.board.names
        if code < len(names):
            return names[code]
        if code == 5 * len(names):
            return PASS
        square, direction = divmod(code - len(names), 4)
        target = variant.board.neighbours[square][direction]
        return f"{names[square]}>{names[target or 0]}"

    def code(self, variant: Variant, text: str) -> int:
        squares = len(variant.board.names)
        usual = self.with_usual_case(text)
        if usual == PASS:
            return 5 * squares
        if not re.fullmatch(rf"{CELL}(>{CELL})?", usual, re.ASCII):
            raise not_a_move(variant, text, _ALLOWED)
        square, *targets = (cell_code(variant, name, text) for name in usual.split(">"))
        if not targets:
            return square
        if targets[0] not in variant.board.neighbours[square]:
            raise not_a_move(
                variant,
                text,
                Text(
                    "two squares that share a wall, such as C3>C4",
                    "два квадрата с общей стенкой, например C3>C4",
                ),
            )
        return squares + 4 * square + variant.board.neighbours[square].index(targets[0])

    def ending(self, variant: Variant, states: Sequence[State]) -> str:
        end, kernel = states[-1], variant.rules
        if end[kernel.PASSES] < len(variant.players):
            return "full"
        return "early" if 2 * end[kernel.BARE] > len(variant.board.names) else "passed"

    def refusal(self, variant: Variant, state: State, code: int) -> Refusal:
        if state[TO_MOVE] == OVER:
            return game_is_over(3)
        names = variant.board.names
        if code < len(names):
            of = variant.players[int(state[variant.rules.HEADER + code]) - 1].of
            return Refusal(
                1,
                Text(
                    f"{names[code]} has {of.en} sprout already",
                    f"в {names[code]} уже есть росток {of.ru}",
                ),
            )
        square, direction = divmod(code - len(names), 4)
        player = int(state[TO_MOVE])
        if growth_points(variant, state, player)[square] == 0:
            of = variant.players[player].of
            return Refusal(
                2,
                Text(
                    f"{variant.players[player].name.en} has no growth point in {names[square]}",
                    f"в {names[square]} нет точки роста {of.ru}",
                ),
            )
        wall = int(variant.tables.wall_of[square, direction])
        of = variant.players[vines(variant, state)[wall] - 1].of
        target = names[variant.board.neighbours[square][direction] or 0]
        return Refusal(
            2,
            Text(
                f"the wall between {names[square]} and {target} carries {of.en} vine already",
                f"через стенку между {names[square]} и {target} уже идёт лиана {of.ru}",
            ),
        )

    def turn_in_words(
        self, variant: Variant, steps: Sequence[str], states: Sequence[State]
    ) -> Text:
        return turn_in_words(variant, steps, states)

    def mapped_move(self, variant: Variant, code: int, symmetry: Symmetry) -> int:
        squares = len(symmetry.cells)
        if code < squares:
            return symmetry.cells[code]
        if code == 5 * squares:
            return code
        square, direction = divmod(code - squares, 4)
        target = variant.board.neighbours[square][direction]
        moved = symmetry.cells[square]
        sides = variant.board.neighbours[moved]
        return squares + 4 * moved + sides.index(symmetry.cells[target or 0])

    # Positions: sprouts, vines between columns, vines between rows, growth points (each square,
    # letter and number; `-` for none), to move, passes in a row.

    def write_fields(self, variant: Variant, state: State) -> list[str]:
        letters = ["", *(player.letter for player in variant.players)]
        kernel = variant.rules
        seats = range(len(variant.players))
        grown = zip(*(growth_points(variant, state, seat) for seat in seats), strict=True)
        growth = [
            f"{name}{player.letter}{count}"
            for name, counts in zip(variant.board.names, grown, strict=True)
            for player, count in zip(variant.players, counts, strict=True)
            if count
        ]
        vine = vines(variant, state)
        return [
            write_board(variant.board, [letters[o] for o in sprouts(variant, state)]),
            *(
                write_rows([[letters[vine[w]] for w in row] for row in rows])
                for rows in wall_rows(variant)
            ),
            ",".join(growth) or NOBODY,
            write_turn(variant.players, int(state[TO_MOVE])),
            str(int(state[kernel.PASSES])),
        ]

    def read_fields(self, variant: Variant, fields: Sequence[str], faults: list[Text]) -> State:
        players = variant.players
        owners = read_board(variant.board, fields[0], players, faults)
        vine = read_vines(variant, fields[1:3], faults)
        growth = read_growth(variant, fields[3], faults)
        said = read_turn(fields[4], players, faults)
        passes = read_numbers(fields[5], 1, 0, len(players), Text("passes", "пасов подряд"), faults)
        if owners is None or growth is None or said is None or passes is None or faults:
            return None
        kernel = variant.rules
        state = grown_state(variant, owners, vine, growth)
        for player, counts in enumerate(growth):
            faults += growth_faults(variant, player, owners, vine, counts)
        state[kernel.PASSES] = passes[0]
        state[TO_MOVE] = max(said, 0)
        kernel.refresh(state, variant.tables)
        faults += self._turn_faults(variant, state, owners, said, passes[0])
        return state

    def _turn_faults(
        self, variant: Variant, state: State, owners: list[int], said: int, passes: int
    ) -> list[Text]:
        right = int(state[TO_MOVE])
        if said != right and OVER in (said, right):
            return [wrong_turn(variant.players, said, right)]
        count = len(variant.players)
        if said == OVER:
            return self._end_faults(variant, state, passes)
        if not any(owners):
            return [] if passes == said else [wrong_turn(variant.players, said, passes % count)]
        last = (said - 1 - passes) % count
        if last + 1 in owners:
            return []
        name = variant.players[last].name
        return [
            Text(
                f"the last to move must have been {name.en}, who has no sprout",
                f"последними должны были ходить {name.ru.lower()}, но у них нет ни одного ростка",
            )
        ]

    def _end_faults(self, variant: Variant, state: State, passes: int) -> list[Text]:
        """Faults of a finished game: all players have passed, or none can plant or grow."""
        kernel = variant.rules
        stuck = state[kernel.BARE] == 0 and not kernel.any_player_can_grow(state, variant.tables)
        right = 0 if stuck else len(variant.players)
        if passes == right:
            return []
        return [
            Text(
                f"passes: it must be {right}, because the game is over",
                f"пасов подряд: когда партия кончилась так, должно быть {right}",
            )
        ]

    def mapped_state(self, variant: Variant, state: State, symmetry: Symmetry) -> State:
        mapped = state.copy()
        kernel, squares = variant.rules, len(symmetry.cells)
        first_vine = kernel.HEADER + squares
        first_growth = first_vine + variant.tables.walls
        for square, target in enumerate(symmetry.cells):
            mapped[kernel.HEADER + target] = state[kernel.HEADER + square]
            for player in range(len(variant.players)):
                begin = first_growth + player * squares
                mapped[begin + target] = state[begin + square]
        for wall, (one, other) in variant.board.walls.items():
            moved, beside = symmetry.cells[one], symmetry.cells[other]
            direction = variant.board.neighbours[moved].index(beside)
            mapped[first_vine + variant.tables.wall_of[moved, direction]] = state[first_vine + wall]
        return mapped

    def owners(self, variant: Variant, state: State) -> list[int]:
        return sprouts(variant, state)

    def links(self, variant: Variant, state: State) -> Mapping[tuple[int, int], int]:
        """The vines, by the squares on both sides of their wall."""
        owners = vines(variant, state)
        return {
            (min(ends), max(ends)): owners[wall] - 1
            for wall, ends in variant.board.walls.items()
            if owners[wall]
        }

    def territory(self, variant: Variant, state: State) -> Territory:
        from kletka.games.vyun_territory import find_regions

        first_vine = variant.rules.HEADER + len(variant.board.names)
        regions = find_regions(state[first_vine:], variant.tables)
        holdings = []
        for vertex, name in vertex_names(variant.board).items():
            for region in (int(labels[vertex]) for labels in regions.label):
                if region:
                    holdings.append(self._vertex_holding(variant, regions, vertex, name, region))
        return Territory(tuple(holdings), self.stocks(variant, state))

    def stocks(self, variant: Variant, state: State) -> Stocks:
        planted, grown = sprouts(variant, state), vines(variant, state)
        return tuple(
            {"sprouts": planted.count(player + 1), "vines": grown.count(player + 1)}
            for player in range(len(variant.players))
        )

    def _vertex_holding(
        self, variant: Variant, regions: State, vertex: int, name: str, region: int
    ) -> Holding:
        owner = int(regions.owner[region])
        spoiler = int(regions.spoiled_by[region])
        if spoiler:
            other = variant.players[int(regions.owner[spoiler])].name
            reason = Text(
                f"void: {other.en} has surrounded something inside",
                f"не считается: внутри окружили своё {other.ru.lower()}",
            )
            return Holding(name, owner, "void", 0, reason)
        rivals = [
            variant.players[int(regions.owner[int(labels[vertex])])].name
            for labels in regions.label
            if labels[vertex] not in (0, region) and regions.spoiled_by[labels[vertex]] == 0
        ]
        if rivals:
            reason = Text(
                f"contested: {', '.join(r.en for r in rivals)} surrounds it too",
                f"спорная: её окружили и {', '.join(r.ru.lower() for r in rivals)}",
            )
            return Holding(name, owner, "contested", 0, reason)
        by = variant.players[owner].name
        return Holding(
            name, owner, "point", 1, Text(f"surrounded by {by.en}", f"окружили {by.ru.lower()}")
        )


def read_vines(variant: Variant, fields: Sequence[str], faults: list[Text]) -> list[int]:
    """Whose vine crosses each wall, from the vines between columns and those between rows."""
    letters = "".join(player.letter for player in variant.players)
    vine: list[int] = [0] * variant.tables.walls
    for rows, text, what in zip(
        wall_rows(variant),
        fields,
        (
            Text("vines between columns", "лианы между столбцами"),
            Text("vines between rows", "лианы между строками"),
        ),
        strict=True,
    ):
        marks = read_rows(text, [len(row) for row in rows], letters, what, faults)
        for walls, line in zip(rows, marks or [], strict=False):
            for wall, mark in zip(walls, line, strict=True):
                vine[wall] = letters.find(mark) + 1 if mark else 0
    return vine


def read_growth(variant: Variant, text: str, faults: list[Text]) -> list[list[int]] | None:
    """Each player's growth points in each square; None if they cannot be read."""
    letters = "".join(player.letter for player in variant.players)
    counts = [[0] * len(variant.board.names) for _ in variant.players]
    wrong = False
    for part in [] if text == NOBODY else text.split(","):
        read = re.fullmatch(rf"({CELL})([{letters}])([1-9][0-9]{{0,3}})", part, re.ASCII)
        square = variant.board.cell_named.get(read[1]) if read else None
        if not read or square is None or counts[letters.index(read[2])][square]:
            wrong = True
            faults.append(
                Text(
                    f"growth points: {part!r} must be a square of the board, a player's "
                    "letter and a number, such as C3r2, once each",
                    f"точки роста: {part!r}, а нужны квадрат доски, буква игрока и число, "
                    "например C3r2, каждое по разу",
                )
            )
            continue
        counts[letters.index(read[2])][square] = int(read[3])
    return None if wrong else counts


def grown_state(
    variant: Variant, owners: Sequence[int], vine: Sequence[int], growth: Sequence[Sequence[int]]
) -> State:
    """A state with these sprouts, vines and growth points, and zeros elsewhere."""
    state = variant.empty_state()
    begin = variant.rules.HEADER
    for layer in (owners, vine, *growth):
        state[begin : begin + len(layer)] = layer
        begin += len(layer)
    return state


def sprouts(variant: Variant, state: State) -> list[int]:
    """Whose sprout stands in each square: player + 1, or 0."""
    begin = variant.rules.HEADER
    owners: list[int] = state[begin : begin + len(variant.board.names)].tolist()
    return owners


def vines(variant: Variant, state: State) -> list[int]:
    """Whose vine crosses each wall: player + 1, or 0."""
    begin = variant.rules.HEADER + len(variant.board.names)
    owners: list[int] = state[begin : begin + variant.tables.walls].tolist()
    return owners


def growth_points(variant: Variant, state: State, player: int) -> list[int]:
    """The player's growth points in each square."""
    squares = len(variant.board.names)
    begin = variant.rules.HEADER + squares + variant.tables.walls + player * squares
    counts: list[int] = state[begin : begin + squares].tolist()
    return counts


def wall_rows(variant: Variant) -> tuple[list[list[int]], list[list[int]]]:
    """The walls between columns, row by row, and those between rows."""
    board = variant.board
    vertices = (board.columns + 1) * (board.rows + 1)
    across: list[list[int]] = [[] for _ in range(board.rows)]
    down: list[list[int]] = [[] for _ in range(board.rows - 1)]
    for wall, (one, _) in sorted(board.walls.items()):
        (across if wall >= vertices else down)[board.places[one][1]].append(wall)
    return across, down


def vertex_names(board: Board) -> dict[int, str]:
    """The inner vertices, each named by the squares to its upper left and lower right."""
    stride = board.columns + 1
    return {
        (y + 1) * stride + x + 1: f"{board.names[board.index[x, y]]}/"
        f"{board.names[board.index[x + 1, y + 1]]}"
        for y in range(board.rows - 1)
        for x in range(board.columns - 1)
    }


FACE = Vyun()
