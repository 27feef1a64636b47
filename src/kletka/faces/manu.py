"""The face of Manu; refusals are in manu_refusals.py."""

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
    State,
    Stocks,
    Territory,
    cell_code,
    not_a_move,
)
from kletka.faces.fields import NOBODY, read_board, read_numbers, write_board, wrong_turn
from kletka.faces.manu_moves import Capture, Jump, Placement, Stop, all_codes, decode, encode
from kletka.faces.manu_paths import flight_towards, jump_lines, jumps_between, square_round
from kletka.faces.manu_refusals import refuse
from kletka.faces.options import Choice, Values, WholeNumber, number
from kletka.faces.players import WHITE_AND_BLACK
from kletka.faces.portrait_words import STONE, Compensation, PortraitWords
from kletka.faces.profile import FULL_SIZE, LARGE, MEDIUM, SMALL, Preset, Profile, Showcase
from kletka.games.boards import Symmetry
from kletka.language import Text, plural_en, plural_ru

if TYPE_CHECKING:
    from kletka.variant import Variant

STOP = "stop"
STUCK = "#"  # after the letter of a player that has lost because it has no legal turn
_STEP = re.compile(rf"stop|\^{CELL}|@{CELL}[+-][1-9][0-9]{{0,2}}|{CELL}(?:>{CELL})?", re.ASCII)
_ALLOWED = Text(
    "D4 to place, D4>D10 to jump, ^F10 to leap, @F10+3 for a square, stop, "
    "or a whole turn such as D4>D10^F10@K10+3",
    "D4 (поставить), D4>D10 (прыжок), ^F10 (рубящий прыжок), @F10+3 (квадрат), stop "
    "или весь ход сразу, например D4>D10^F10@K10+3",
)


class Manu(Face):
    name = "manu"
    title = Text("Manu", "Ману")
    motto = Text(
        "Jump over an enemy stone, then take in pairs: by leaps and by squares.",
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
        ),
        WholeNumber(
            "target",
            Text("Stones to take", "Сколько камней взять"),
            lambda v: min(number(v, "size"), number(v, "reserve")),
            1,
            lambda v: number(v, "reserve"),
        ),
        Choice(
            "squares",
            Text("Squares", "Квадраты"),
            ("solid", "sweep"),
            (
                Text("solid: only over stones", "сплошные: только по камням"),
                Text("sweep: over empty crossings too", "сквозные: и по пустым местам"),
            ),
        ),
    )
    sides = WHITE_AND_BLACK
    wins_by_points = False
    points_word = Text("stones taken", "взято камней")
    stock_names = (("reserve", Text("reserve", "в запасе")),)
    off_board = frozenset({"reserve"})
    end_move = STOP
    profile = Profile(
        presets=(
            Preset(SMALL, {"size": "7", "target": "5"}),
            Preset(MEDIUM, {"size": "9"}),
            Preset(LARGE, {"size": "13"}),
            Preset(FULL_SIZE, {"size": "19"}),
        ),
        first_board="manu(size=7)",
        quick_board="manu(size=7,target=5)",
        showcase=Showcase("manu(size=7)", "E6 C3 B1 G2 D3 A6 D3>B3@B1-1 B4"),
        typed_examples=Text(
            "D4 to place, D4>D6 to jump, ^F6 to leap, @F6+2 for a square, stop",
            "D4 (поставить), D4>D6 (прыжок), ^F6 (рубящий прыжок), @F6+2 (квадрат), stop",
        ),
        typed_turns="D4 D4>D10^F10@K10+3",
        clicking="series",
        insight_keys=("stones_taken", "pair_stones"),
        insight_legend=Text(
            "Numbers on the board: stones taken now, or threatened in a pair",
            "Числа на доске: камни, взятые сейчас или под угрозой в паре",
        ),
        supply_option="reserve",
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
            compensation=Compensation(
                "head start",
                without="форы",
                giving="фору",
                meaning=Text(", to take so many fewer", ", то есть взять настолько меньше"),
            ),
            removed=Text(
                "In a game {} stones are taken by both together.",
                "За партию обе стороны вместе берут камней: {}.",
            ),
        ),
    )

    def counted_points(self, count: int) -> Text:
        forms = plural_ru(count, "камень", "камня", "камней")
        return Text(plural_en(count, "stone"), f"{count} {forms}")

    def kernel_options(self, values: Values) -> list[int]:
        sweep = int(values["squares"] == "sweep")
        return [number(values, "reserve"), number(values, "target"), sweep]

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
        if not _STEP.fullmatch(text):
            raise not_a_move(variant, text, _ALLOWED)
        cells = len(variant.board.names)
        if text == STOP:
            return encode(cells, Stop())
        crossings = [cell_code(variant, name, text) for name in re.findall(CELL, text)]
        if text[0] == "^":
            return encode(cells, Capture(crossings[0], 0, 0))
        if text[0] == "@":
            turn, steps = re.split(r"([+-])", text)[1:]
            if int(steps) >= 8 * variant.board.rows:
                raise not_a_move(variant, text, _ALLOWED)
            return encode(cells, Capture(crossings[0], 1 if turn == "+" else -1, int(steps)))
        if len(crossings) == 2:
            return encode(cells, Jump(*crossings))
        return encode(cells, Placement(crossings[0]))

    def steps(self, text: str) -> list[str]:
        steps = _STEP.findall(text)
        if "".join(steps) != text or len(steps) <= 1:
            return [text]
        if any(re.match(r"[A-Zs]", step) for step in steps[1:]):
            return [text]  # only captures may follow; `code` will refuse the text
        return [str(step) for step in steps]

    def turn_text(self, moves: Iterable[str]) -> str:
        return "".join(move for move in moves if move != STOP)

    def with_usual_case(self, text: str) -> str:
        return STOP if text.lower() == STOP else text.upper()

    def end_of_turn(self, variant: Variant, state: State) -> str | None:
        in_turn = state[TO_MOVE] != OVER and state[variant.rules.JUMPER] >= 0
        return self.end_move if in_turn else None

    def all_codes(self, variant: Variant) -> Iterable[int]:
        return all_codes(variant.board)

    def refusal(self, variant: Variant, state: State, code: int) -> Refusal:
        return refuse(variant, state, decode(len(variant.board.names), code))

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

    # Positions: rows, to move, reserves, taken, and the turn under way: `-`, or the jumper,
    # `:` and its only pivot if it has one, `*` if an enemy stone has been taken.

    def write_fields(self, variant: Variant, state: State) -> list[str]:
        kernel = variant.rules
        letters = ["", *(player.letter for player in variant.players)]
        to_move, winner = int(state[TO_MOVE]), int(state[kernel.WINNER])
        turn = NOBODY
        if to_move != OVER:
            turn = letters[1 + to_move]
        elif state[kernel.TAKEN + winner] < number(variant.spec.options, "target"):
            turn = letters[2 - winner] + STUCK
        return [
            write_board(variant.board, [letters[o] for o in stones(variant, state)]),
            turn,
            ",".join(str(n) for n in state[kernel.RESERVE : kernel.RESERVE + 2]),
            ",".join(str(n) for n in state[kernel.TAKEN : kernel.TAKEN + 2]),
            self._write_series(variant, state),
        ]

    def _write_series(self, variant: Variant, state: State) -> str:
        kernel, names = variant.rules, variant.board.names
        jumper, pivot = int(state[kernel.JUMPER]), int(state[kernel.PIVOT])
        if jumper < 0:
            return NOBODY
        only = f":{names[pivot]}" if pivot >= 0 else ""
        return names[jumper] + only + "*" * int(state[kernel.HAS_TAKEN])

    def read_fields(self, variant: Variant, fields: Sequence[str], faults: list[Text]) -> State:
        kernel = variant.rules
        reserve = number(variant.spec.options, "reserve")
        owners = read_board(variant.board, fields[0], variant.players, faults)
        said = read_mover(fields[1], faults)
        left = read_numbers(fields[2], 2, 0, reserve, Text("reserves", "запасы"), faults)
        taken = read_numbers(fields[3], 2, 0, reserve, Text("taken", "взято"), faults)
        series = self._read_series(variant, fields[4], faults)
        if owners is None or said is None or left is None or taken is None or series is None:
            return None
        for player, name in enumerate(variant.players):
            total = owners.count(player + 1) + left[player] + taken[1 - player]
            if total != reserve:
                faults.append(
                    Text(
                        f"{name.of.en} stones on the board, in reserve and taken make {total} "
                        f"instead of {reserve}",
                        f"камней {name.of.ru} на доске, в запасе и взятых вместе {total}, "
                        f"а должно быть {reserve}",
                    )
                )
        state = variant.empty_state()
        state[TO_MOVE] = max(said, 0)
        state[kernel.WINNER] = kernel.NOBODY
        state[kernel.RESERVE : kernel.RESERVE + 2] = left
        state[kernel.TAKEN : kernel.TAKEN + 2] = taken
        state[kernel.HEADER : kernel.HEADER + len(owners)] = owners
        state[kernel.JUMPER], state[kernel.PIVOT], state[kernel.HAS_TAKEN] = series
        if series[0] >= 0:
            faults += self._series_faults(variant, state, owners, said)
        kernel.refresh(state, variant.tables)
        target = number(variant.spec.options, "target")
        if min(taken) >= target:
            faults.append(
                Text(
                    "both have taken enough to win, but the game ends with the first of them",
                    "обе стороны взяли достаточно для победы, но партия кончается на первой",
                )
            )
        stuck = state[TO_MOVE] == OVER and max(taken) < target
        if fields[1].endswith(STUCK) != stuck or (said == OVER) != (max(taken) >= target):
            faults.append(self._wrong_end(variant, said, stuck, max(taken) >= target))
        return state

    def _wrong_end(self, variant: Variant, said: int, stuck: bool, won: bool) -> Text:
        player = variant.players[max(said, 0)]
        if won:
            return wrong_turn(variant.players, said, OVER)
        if stuck:
            return Text(
                f"to move: {player.name.en} has no legal turn and has lost, "
                f"so it must be {player.letter}{STUCK}",
                f"очередь хода: ходить нечем, {player.name.ru.lower()} проиграли, "
                f"должно быть {player.letter}{STUCK}",
            )
        return Text(
            "to move: the game is not over, so it must be w or b",
            "очередь хода: партия не окончена, должно быть w или b",
        )

    def _read_series(
        self, variant: Variant, text: str, faults: list[Text]
    ) -> tuple[int, int, int] | None:
        """The turn under way: jumper, only pivot or -1, and whether it has taken a stone."""
        if text == NOBODY:
            return -1, -1, 0
        read = re.fullmatch(rf"({CELL})(?::({CELL}))?(\*?)", text, re.ASCII)
        cells = variant.board.cell_named
        if read and read[1] in cells and (read[2] is None or read[2] in cells):
            return cells[read[1]], cells.get(read[2] or "", -1), len(read[3])
        faults.append(
            Text(
                "turn under way: it must be -, or the jumper, : and its pivot if it has "
                "captured, and * if it has taken, such as F10:D10*",
                "начатый ход: должно быть - или прыгающий камень, : и опорный, если пара уже "
                "рубила, и *, если взят чужой камень, например F10:D10*",
            )
        )
        return None

    def _series_faults(
        self, variant: Variant, state: State, owners: list[int], said: int
    ) -> list[Text]:
        """Faults of the turn under way, which must be the mover's and be able to go on."""
        kernel = variant.rules
        pair = [c for c in (int(state[kernel.JUMPER]), int(state[kernel.PIVOT])) if c >= 0]
        if said == OVER:
            return [
                Text(
                    "turn under way: it must be - when the game is over",
                    "начатый ход: когда партия окончена, должно быть -",
                )
            ]
        if any(owners[crossing] != said + 1 for crossing in pair):
            return [
                Text(
                    "turn under way: jumper and pivot must be stones of the player to move",
                    "начатый ход: прыгающий и опорный камни должны быть у того, чей ход",
                )
            ]
        if state[kernel.HAS_TAKEN] and state[kernel.TAKEN + said] == 0:
            return [
                Text(
                    "turn under way: * says that an enemy stone was taken, but none is",
                    "начатый ход: * значит, что взят камень противника, но взятых нет",
                )
            ]
        if not set(variant.legal_codes(state)) - {encode(len(owners), Stop())}:
            return [
                Text(
                    "turn under way: nothing more can be captured, so the turn is over",
                    "начатый ход: рубить больше нечего, значит, ход уже закончен",
                )
            ]
        return []

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
                        f"{'square' if turn else 'leap'} {text}",
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


def read_mover(text: str, faults: list[Text]) -> int | None:
    """The player to move, even if stuck; OVER for "-", None if the text cannot be read."""
    said = {NOBODY: OVER, "w": 0, "b": 1, "w#": 0, "b#": 1}.get(text)
    if said is None:
        faults.append(
            Text(
                "to move: it must be w or b, w# or b# for a player that is stuck, or -",
                "очередь хода: должно быть w, b, w# или b# (ходить нечем, проиграл) или -",
            )
        )
    return said


def stones(variant: Variant, state: State) -> list[int]:
    """Whose stone stands on each crossing: player + 1, or 0."""
    header = variant.rules.HEADER
    owners: list[int] = state[header : header + len(variant.board.names)].tolist()
    return owners


FACE = Manu()
