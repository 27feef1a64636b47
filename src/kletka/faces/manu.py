"""The face of Manu; texts of positions are in manu_fields.py, refusals in manu_refusals.py."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from kletka.faces.base import (
    CELL,
    OVER,
    TO_MOVE,
    Face,
    Holding,
    Refusal,
    Removed,
    State,
    Stocks,
    Territory,
    cell_code,
    not_a_move,
)
from kletka.faces.manu_fields import read_fields, stones, write_fields
from kletka.faces.manu_moves import Capture, Jump, Placement, Stop, all_codes, decode, encode
from kletka.faces.manu_paths import flight_towards, jump_lines, jumps_between, square_round
from kletka.faces.manu_refusals import refuse
from kletka.faces.manu_words import stones_taken, turn_in_words
from kletka.faces.options import Choice, Values, WholeNumber, number
from kletka.faces.players import WHITE_AND_BLACK
from kletka.faces.portrait_words import STONE, PortraitWords
from kletka.faces.profile import (
    FULL_SIZE,
    LARGE,
    MEDIUM,
    SMALL,
    Preset,
    Profile,
    ReadingBoards,
    Showcase,
)
from kletka.games.boards import Symmetry
from kletka.language import Text, plural_en, plural_ru

if TYPE_CHECKING:
    from kletka.variant import Variant

STOP = "stop"
_STEP = re.compile(rf"stop|\^{CELL}|@{CELL}[+-][1-9][0-9]{{0,2}}|{CELL}(?:>{CELL})?", re.ASCII)
_ALLOWED = Text(
    "D4 to place, D4>D10 to jump, ^F10 for a capturing jump, @F10+3 for a square, stop, "
    "or a whole turn such as D4>D10^F10@K10+3",
    "D4 (поставить), D4>D10 (прыжок), ^F10 (рубящий прыжок), @F10+3 (квадрат), stop "
    "или весь ход сразу, например D4>D10^F10@K10+3",
)


class Manu(Face):
    name = "manu"
    title = Text("Manu", "Ману")
    motto = Text(
        "Jump over an enemy stone, then take in pairs: straight on or by squares.",
        "Прыгните через чужой камень и рубите парами: прыжками и квадратами.",
    )
    how = Text(
        "A turn places a stone, or jumps with one of yours over an enemy stone and then takes: "
        "stones in pairs, as long as you like. The first to take enough wins.",
        "Ход — поставить камень или прыгнуть своим через чужой и рубить: камни парами, "
        "сколько захотите. Побеждает, кто взял достаточно.",
    )
    options = (
        WholeNumber("size", Text("Board size", "Размер доски"), lambda v: 19, 3, lambda v: 26),
        WholeNumber(
            "reserve",
            Text("Stones for each player", "Камней у каждого"),
            lambda v: number(v, "size") ** 2 // 2,
            1,
            lambda v: number(v, "size") ** 2,
            hint=Text(
                "How many stones each player can place, half of the crossings by default.",
                "Сколько камней может поставить каждый; обычно — половина пересечений.",
            ),
            advanced=True,
        ),
        WholeNumber(
            "target",
            Text("Stones to take", "Сколько камней взять"),
            lambda v: min(number(v, "size"), number(v, "reserve")),
            1,
            lambda v: number(v, "reserve"),
            hint=Text(
                "The first to take so many stones wins.",
                "Кто первым возьмёт столько камней, тот победил.",
            ),
        ),
        Choice(
            "squares",
            Text("Squares", "Квадраты"),
            ("solid", "sweep"),
            (
                Text("solid: only over stones", "сплошные: только по камням"),
                Text("sweep: over empty crossings too", "сквозные: и по пустым местам"),
            ),
            reading=True,
            hint=Text("The way of a square that takes.", "Как проходит рубящий квадрат."),
            advanced=True,
        ),
        Choice(
            "pivot",
            Text("Square around", "Квадрат вокруг"),
            ("seen", "any"),
            (
                Text("seen: a stone in sight", "видимого: камня на виду"),
                Text("any: any stone of yours", "любого: любого своего камня"),
            ),
            reading=True,
            hint=Text(
                "The stone that a square is made around.",
                "Камень, вокруг которого рубят квадратом.",
            ),
            advanced=True,
        ),
        Choice(
            "jump",
            Text("A jump that takes", "Прыжок, который берёт"),
            ("takes", "prepares"),
            (
                Text("takes: is a turn", "берёт: это уже ход"),
                Text("prepares: captures must follow", "готовит: дальше нужна рубка"),
            ),
            reading=True,
            hint=Text(
                "Whether a jump over an enemy stone is a turn by itself.",
                "Достаточно ли для хода одного прыжка через чужой камень.",
            ),
            advanced=True,
        ),
    )
    sides = WHITE_AND_BLACK
    rules_version = 2  # since then captures must take an enemy stone without the jump's help
    wins_by_points = False
    points_word = Text("stones taken", "взято камней")
    stock_names = (("reserve", Text("reserve", "в запасе")),)
    off_board = frozenset({"reserve"})
    endings = (
        ("target", Text("the target was reached", "набрана цель")),
        ("stuck", Text("a player had no legal turn", "игроку нечем ходить")),
    )
    move_kinds = (
        ("jump", Text("jumps", "прыжков")),
        ("leap", Text("captures by a leap", "взятий прыжком через своего")),
        ("square", Text("captures by a square", "взятий квадратом")),
    )
    end_move = STOP
    profile = Profile(
        presets=(
            Preset(SMALL, {"size": "7", "target": "5"}, 28),
            Preset(MEDIUM, {"size": "9"}, 48),
            Preset(LARGE, {"size": "13"}, 65),
            Preset(FULL_SIZE, {"size": "19"}, 94),
        ),
        first_board="manu(size=7)",
        quick_board="manu(size=7,target=5)",
        showcase=Showcase("manu(size=7)", "E6 C3 B1 G2 D3 A6 D3>B3@B1-1 B4"),
        typed_examples=Text(
            "D4 to place, D4>D6 to jump, ^F6 for a capturing jump, @F6+2 for a square, stop",
            "D4 (поставить), D4>D6 (прыжок), ^F6 (рубящий прыжок), @F6+2 (квадрат), stop",
        ),
        typed_turns="D4 D4>D10^F10@K10+3",
        clicking="series",
        supply_option="reserve",
        reading_boards=ReadingBoards(
            "manu(size=7)",
            (
                "manu(size=3,reserve=3,target=1)",
                "manu(size=4,reserve=4,target=1)",
                "manu(size=4,reserve=5,target=1)",
                "manu(size=4,reserve=4,target=2)",
            ),
        ),
        puzzle_boards=(
            "manu(size=4)",
            "manu(size=5,target=4)",
            "manu(size=5,target=3)",
            "manu(size=6)",
        ),
        portrait=PortraitWords(
            has_draws=False,
            target_option="target",
            counted=STONE,
            removed=Text(
                "In a game {} stones are taken by both together.",
                "За партию обе стороны вместе берут камней: {}.",
            ),
        ),
    )

    def counted_points(self, count: int) -> Text:
        forms = plural_ru(count, "камень", "камня", "камней")
        return Text(plural_en(count, "stone"), f"{count} {forms}")

    def points_to_win(self, values: Values) -> int:
        return number(values, "target")

    def kernel_options(self, values: Values) -> list[int]:
        other_readings = (
            values["squares"] == "sweep",
            values["pivot"] == "any",
            values["jump"] == "prepares",
        )
        return [number(values, "reserve"), number(values, "target"), *map(int, other_readings)]

    # Moves.

    def notation(self, variant: Variant, code: int) -> str:
        names = variant.board.names
        match decode(len(names), code):
            case Placement(crossing):
                return names[crossing]
            case Jump(origin, landing):
                return f"{names[origin]}>{names[landing]}"
            case Capture(pivot, 0, _):
                return f"^{names[pivot]}"
            case Capture(pivot, turn, steps):
                return f"@{names[pivot]}{'+' if turn > 0 else '-'}{steps}"
            case Stop():
                return STOP

    def code(self, variant: Variant, text: str) -> int:
        usual = self.with_usual_case(text)
        if not _STEP.fullmatch(usual):
            raise not_a_move(variant, text, _ALLOWED)
        cells = len(variant.board.names)
        if usual == STOP:
            return encode(cells, Stop())
        crossings = [cell_code(variant, name, text) for name in re.findall(CELL, usual)]
        if usual[0] == "^":
            return encode(cells, Capture(crossings[0], 0, 0))
        if usual[0] == "@":
            turn, steps = re.split(r"([+-])", usual)[1:]
            if int(steps) >= 8 * variant.board.rows:
                raise not_a_move(variant, text, _ALLOWED)
            return encode(cells, Capture(crossings[0], 1 if turn == "+" else -1, int(steps)))
        if len(crossings) == 2:
            return encode(cells, Jump(*crossings))
        return encode(cells, Placement(crossings[0]))

    def steps(self, text: str) -> list[str]:
        usual = self.with_usual_case(text)
        steps = _STEP.findall(usual)
        if "".join(steps) != usual or len(steps) <= 1:
            return [text]
        if any(re.match(r"[A-Zs]", step) for step in steps[1:]):
            return [text]  # only captures may follow; `code` will refuse the text
        return [str(step) for step in steps]

    def turn_text(self, moves: Iterable[str]) -> str:
        return "".join(move for move in moves if move != STOP)

    def end_of_turn(self, variant: Variant, state: State) -> str | None:
        in_turn = state[TO_MOVE] != OVER and state[variant.rules.JUMPER] >= 0
        return self.end_move if in_turn else None

    def all_codes(self, variant: Variant) -> Iterable[int]:
        return all_codes(variant.board, variant.spec.options["squares"] == "sweep")

    def kind_of_move(self, variant: Variant, code: int) -> str | None:
        match decode(len(variant.board.names), code):
            case Jump():
                return "jump"
            case Capture(turn=0):
                return "leap"
            case Capture():
                return "square"
        return None

    def ending(self, variant: Variant, states: Sequence[State]) -> str:
        kernel, end = variant.rules, states[-1]
        taken = int(end[kernel.TAKEN + int(end[kernel.WINNER])])
        return "target" if taken >= number(variant.spec.options, "target") else "stuck"

    def refusal(self, variant: Variant, state: State, code: int) -> Refusal:
        return refuse(variant, state, decode(len(variant.board.names), code))

    def removed(self, variant: Variant, before: State, step: str, after: State) -> list[Removed]:
        return stones_taken(variant, before, step)

    def turn_in_words(
        self, variant: Variant, steps: Sequence[str], states: Sequence[State]
    ) -> Text:
        return turn_in_words(variant, steps, states)

    def mapped_move(self, variant: Variant, code: int, symmetry: Symmetry) -> int:
        to = symmetry.cells
        match decode(len(to), code):
            case Placement(crossing):
                return encode(len(to), Placement(to[crossing]))
            case Jump(origin, landing):
                return encode(len(to), Jump(to[origin], to[landing]))
            case Capture(pivot, turn, steps):
                turn = -turn if symmetry.mirrors else turn
                return encode(len(to), Capture(to[pivot], turn, steps))
            case Stop():
                return code

    # Positions.

    def write_fields(self, variant: Variant, state: State) -> list[str]:
        return write_fields(variant, state)

    def read_fields(self, variant: Variant, fields: Sequence[str], faults: list[Text]) -> State:
        return read_fields(variant, fields, faults)

    def mapped_state(self, variant: Variant, state: State, symmetry: Symmetry) -> State:
        kernel = variant.rules
        mapped = state.copy()
        for crossing, target in enumerate(symmetry.cells):
            mapped[kernel.HEADER + target] = state[kernel.HEADER + crossing]
        for slot in (kernel.JUMPER, kernel.PIVOT):
            if state[slot] >= 0:
                mapped[slot] = symmetry.cells[state[slot]]
        kernel.refresh(mapped, variant.tables)
        return mapped

    def owners(self, variant: Variant, state: State) -> list[int]:
        return stones(variant, state)

    def territory(self, variant: Variant, state: State) -> Territory:
        """The jumps and captures of the player to move, and the stocks."""
        kernel = variant.rules
        player = int(state[TO_MOVE])
        holdings = []
        for code in variant.legal_codes(state):
            text = self.notation(variant, code)
            taken = variant.after(state, code)[kernel.TAKEN + player] - state[kernel.TAKEN + player]
            match decode(len(variant.board.names), code):
                case Jump(_, landing):
                    reason = Text(f"jump {text}", f"прыжок {text}")
                    place = variant.board.names[landing]
                    holdings.append(Holding(place, player, "jump", int(taken), reason))
                case Capture(pivot, turn, _):
                    reason = Text(
                        f"{'square' if turn else 'capturing jump'} {text}",
                        f"{'квадрат' if turn else 'рубящий прыжок'} {text}",
                    )
                    place = variant.board.names[pivot]
                    holdings.append(Holding(place, player, "capture", int(taken), reason))
        return Territory(tuple(holdings), self.stocks(variant, state))

    def call_other_kernels(self, variant: Variant, state: State) -> None:
        flight_towards(variant, state, 0, 1)
        square_round(variant, 0, 1, 1, 1)
        jumps_between(variant, 0, 2)
        jump_lines(variant, state, 0, 0)

    def stocks(self, variant: Variant, state: State) -> Stocks:
        kernel, owners = variant.rules, stones(variant, state)
        return tuple(
            {
                "stones": owners.count(index + 1),
                "reserve": int(state[kernel.RESERVE + index]),
                "taken": int(state[kernel.TAKEN + index]),
            }
            for index in range(2)
        )


FACE = Manu()
