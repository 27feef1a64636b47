"""Manu's positions as text.

The fields are: rows, to move, reserves, taken, and the turn under way: `-`, or the jumper, `:` and
its only pivot if it has one, `*` if the turn may end here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kletka.faces.base import CELL, OVER, TO_MOVE, State
from kletka.faces.fields import NOBODY, read_board, read_numbers, write_board, wrong_turn
from kletka.faces.manu_moves import Stop, encode
from kletka.faces.options import number
from kletka.language import Text

if TYPE_CHECKING:
    from kletka.variant import Variant

STUCK = "#"  # after the letter of a player that has lost because it has no legal turn


def write_fields(variant: Variant, state: State) -> list[str]:
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
        _write_series(variant, state),
    ]


def _write_series(variant: Variant, state: State) -> str:
    kernel, names = variant.rules, variant.board.names
    jumper, pivot = int(state[kernel.JUMPER]), int(state[kernel.PIVOT])
    if jumper < 0:
        return NOBODY
    only = f":{names[pivot]}" if pivot >= 0 else ""
    return names[jumper] + only + "*" * int(state[kernel.MAY_STOP])


def read_fields(variant: Variant, fields: Sequence[str], faults: list[Text]) -> State:
    kernel = variant.rules
    reserve = number(variant.spec.options, "reserve")
    owners = read_board(variant.board, fields[0], variant.players, faults)
    said = read_mover(fields[1], faults)
    left = read_numbers(fields[2], 2, 0, reserve, Text("reserves", "запасы"), faults)
    taken = read_numbers(fields[3], 2, 0, reserve, Text("taken", "взято"), faults)
    series = _read_series(variant, fields[4], faults)
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
    state[kernel.JUMPER], state[kernel.PIVOT], state[kernel.MAY_STOP] = series
    if series[0] >= 0:
        faults += _series_faults(variant, state, owners, said)
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
        faults.append(_wrong_end(variant, said, stuck, max(taken) >= target))
    return state


def _wrong_end(variant: Variant, said: int, stuck: bool, won: bool) -> Text:
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


def _read_series(variant: Variant, text: str, faults: list[Text]) -> tuple[int, int, int] | None:
    """The turn under way: jumper, only pivot or -1, and whether it may end."""
    if text == NOBODY:
        return -1, -1, 0
    read = re.fullmatch(rf"({CELL})(?::({CELL}))?(\*?)", text, re.ASCII)
    cells = variant.board.cell_named
    if read and read[1] in cells and (read[2] is None or read[2] in cells):
        return cells[read[1]], cells.get(read[2] or "", -1), len(read[3])
    faults.append(
        Text(
            "turn under way: it must be -, or the jumper, : and its pivot if it has "
            "captured, and * if it may end, such as F10:D10*",
            "начатый ход: должно быть - или прыгающий камень, : и опорный, если пара уже "
            "рубила, и *, если ход уже может закончиться, например F10:D10*",
        )
    )
    return None


def _series_faults(variant: Variant, state: State, owners: list[int], said: int) -> list[Text]:
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
    if state[kernel.MAY_STOP] and state[kernel.TAKEN + said] == 0:
        return [
            Text(
                "turn under way: * says that an enemy stone was taken, but none is",
                "начатый ход: * значит, что взят камень противника, но взятых нет",
            )
        ]
    prepares = variant.spec.options["jump"] == "prepares"
    if state[kernel.MAY_STOP] and prepares and state[kernel.PIVOT] < 0:
        return [
            Text(
                "turn under way: with jump=prepares it cannot end before a capture, so "
                "without * there",
                "начатый ход: при jump=prepares он не может закончиться до рубки, поэтому "
                "звёздочки быть не должно",
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
