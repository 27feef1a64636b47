"""The face of Kamiken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from kletka.faces.base import (
    OVER,
    PASS,
    TO_MOVE,
    Holding,
    Refusal,
    State,
    Stocks,
    Territory,
    game_is_over,
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
from kletka.faces.placement import PlacementFace
from kletka.faces.players import WHITE_AND_BLACK
from kletka.faces.portrait_words import Compensation, PortraitWords
from kletka.faces.profile import FULL_SIZE, MEDIUM, SMALL, Preset, Profile, Showcase
from kletka.faces.turn_words import then_over
from kletka.language import Text, plural_en

if TYPE_CHECKING:
    from kletka.variant import Variant


HALF_A_POINT = Fraction(1, 2)  # the inventor's example
KOMI_OF_LARGER_BOARDS = Fraction(3, 2)
LARGER = 7  # on boards of this size and larger White wins nearly always with half a point


def usual_komi(values: Values) -> Fraction:
    """The komi by default, which leaves both players about equal chances."""
    return KOMI_OF_LARGER_BOARDS if number(values, "size") >= LARGER else HALF_A_POINT


class Kamiken(PlacementFace):
    name = "kamiken"
    title = Text("Kamiken", "Камикен")
    motto = Text(
        "Place stones that attack their neighbours, and own what only you attack.",
        "Ставьте камни, которые бьют соседние клетки: ваше то, что бьёте только вы.",
    )
    how = Text(
        "Place stones, but not next to an enemy stone. You own the empty cells that only you "
        "attack, so do not fill them. Passing is final.",
        "Ставьте камни: рядом с ними соперник ставить не может. Ваши — пустые клетки, "
        "которые бьёте только вы, так что не занимайте их. После паса вы больше не ходите.",
    )
    options = (
        WholeNumber("size", Text("Board size", "Размер доски"), lambda v: 9, 1, lambda v: 26),
        HalfNumber(
            "komi",
            Text("Komi for Black", "Коми чёрных"),
            usual_komi,
            -676,
            676,
            hint=Text(
                "Points given to Black because White moves first. A half point rules out draws.",
                "Очки, которые получают чёрные за то, что белые ходят первыми. С половинкой не "
                "бывает ничьих.",
            ),
            advanced=True,
        ),
    )
    rules_version = 2  # in version 1 the usual komi was 0.5 on every board
    sides = WHITE_AND_BLACK
    has_pass = True
    pass_is_final = True
    stock_names = (("stones", Text("stones", "камней")),)
    endings = (
        ("passed", Text("both passed", "оба спасовали")),
        ("full", Text("no cell was left", "ставить стало некуда")),
    )
    profile = Profile(
        presets=(  # odd boards: on even ones Black wins by copying
            Preset(SMALL, {"size": "5"}, 11),
            Preset(MEDIUM, {"size": "7"}, 20),
            Preset(FULL_SIZE, {"size": "9"}, 30),
            Preset(Text("Huge", "Огромная"), {"size": "13"}, 56),
        ),
        first_board="kamiken(size=5)",
        quick_board="kamiken(size=5)",
        showcase=Showcase("kamiken(size=5)", "C3 B2 B4 A3 A1 D2 C5 E2"),
        typed_examples=Text("C3, or pass", "C3 или pass"),
        typed_turns="C3 B2 pass",
        territory_in_play=True,
        territory_in_rules=True,
        territory_in_lessons=True,
        puzzle_boards=(
            "kamiken(size=5)",
            "kamiken(size=6)",
            "kamiken(size=7)",
            "kamiken(size=5,komi=0)",
        ),
        portrait=PortraitWords(
            compensation=Compensation("komi", without="коми", giving="коми", option="komi")
        ),
    )

    def options_of_version(self, given: Mapping[str, str], version: int) -> Mapping[str, str]:
        """In version 1 the komi was half a point on every board, unless it was given."""
        return {"komi": "0.5", **given} if version == 1 else given

    def replayed_as(self, version: int) -> int:
        """Only the usual komi has changed since version 1."""
        return max(version, 2)

    def points_note(self, values: Values) -> Text | None:
        """The komi, which is part of Black's points."""
        komi = Fraction(values["komi"])
        if not komi:
            return None
        shown = f"{float(abs(komi)):g}"
        russian = shown.replace(".", ",")
        if komi > 0:
            return Text(
                f"Black's points include a komi of {shown}, because White moves first.",
                f"В очки чёрных входит коми {russian}: белые ходят первыми.",
            )
        return Text(
            f"A komi of {shown} has been taken off Black's points.",
            f"Из очков чёрных вычтено коми {russian}.",
        )

    def kernel_options(self, values: Values) -> list[int]:
        return [int(2 * Fraction(values["komi"]))]

    def ending(self, variant: Variant, states: Sequence[State]) -> str:
        return "passed" if states[-1][variant.rules.PASSED] == 3 else "full"

    def refusal(self, variant: Variant, state: State, code: int) -> Refusal:
        if state[TO_MOVE] == OVER:
            return game_is_over(2 if state[variant.rules.PASSED] else 3)
        cell = variant.board.names[code]
        owners = stone_owners(variant, state)
        if owners[code]:
            there = variant.players[owners[code] - 1]
            return Refusal(
                1,
                Text(
                    f"{cell} is occupied by {there.of.en} stone",
                    f"на {cell} уже стоит камень {there.of.ru}",
                ),
            )
        opponent = 1 - int(state[TO_MOVE])
        by = ", ".join(
            variant.board.names[n]
            for n in variant.board.neighbours[code]
            if n is not None and owners[n] == opponent + 1
        )
        name = variant.players[opponent].of
        return Refusal(
            1,
            Text(f"{cell} is attacked by {name.en} {by}", f"{cell} под боем {name.ru} ({by})"),
        )

    def turn_in_words(
        self, variant: Variant, steps: Sequence[str], states: Sequence[State]
    ) -> Text:
        """The placement or the final pass; also when the opponent can no longer place."""
        turn = super().turn_in_words(variant, steps, states)
        mover, following = int(states[0][TO_MOVE]), int(states[-1][TO_MOVE])
        other = variant.players[1 - mover].name
        if following == OVER:
            return turn if steps[0] == PASS else then_over(turn)
        if steps[0] == PASS:
            return Text(
                f"{turn.en} for good: only {other.en} moves from now on",
                f"{turn.ru}: до конца партии ходят только {other.ru.lower()}",
            )
        if following == mover and not int(states[0][variant.rules.PASSED]):
            return Text(
                f"{turn.en}; {other.en} has nowhere to play",
                f"{turn.ru}; {other.ru.lower()} больше не могут ставить",
            )
        return turn

    def write_fields(self, variant: Variant, state: State) -> list[str]:
        passed = int(state[variant.rules.PASSED])
        letters = ["", *(player.letter for player in variant.players)]
        return [
            write_board(variant.board, [letters[o] for o in stone_owners(variant, state)]),
            write_turn(variant.players, int(state[TO_MOVE])),
            "".join(p.letter for i, p in enumerate(variant.players) if passed >> i & 1) or NOBODY,
        ]

    def read_fields(self, variant: Variant, fields: Sequence[str], faults: list[Text]) -> State:
        kernel = variant.rules
        owners = read_board(variant.board, fields[0], variant.players, faults)
        said = read_turn(fields[1], variant.players, faults)
        passed = read_passed(fields[2], faults)
        if owners is None or said is None or passed is None:
            return None
        faults += self._neighbour_faults(variant, owners)
        if faults:
            return None
        state = variant.empty_state()
        place_stones(variant, state, owners)
        state[kernel.PASSED] = passed
        state[TO_MOVE] = max(said, 0)
        kernel.refresh(state, variant.tables)
        faults += self._turn_faults(variant, state, owners, said)
        return state

    def _neighbour_faults(self, variant: Variant, owners: list[int]) -> list[Text]:
        names, neighbours = variant.board.names, variant.board.neighbours
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
        self, variant: Variant, state: State, owners: list[int], said: int
    ) -> list[Text]:
        """Faults of the player to move, which follows from the stones unless a side has stopped."""
        kernel = variant.rules
        if said != int(state[TO_MOVE]):
            return [wrong_turn(variant.players, said, int(state[TO_MOVE]))]
        lead = owners.count(1) - owners.count(2)  # how many more stones White has
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
                f"when it is {'over' if said == OVER else variant.players[said].of.en + ' turn'}",
                f"у белых камней {white}, у чёрных {black}: так не бывает, когда "
                f"{'партия окончена' if said == OVER else 'ход ' + variant.players[said].of.ru}",
            )
        ]

    def owners(self, variant: Variant, state: State) -> list[int]:
        return stone_owners(variant, state)

    def put_owners(self, variant: Variant, state: State, owners: Sequence[int]) -> None:
        place_stones(variant, state, owners)

    def territory(self, variant: Variant, state: State) -> Territory:
        kernel = variant.rules
        holdings = []
        for cell, name in enumerate(variant.board.names):
            marks = int(state[kernel.HEADER + cell])
            if marks in kernel.ATTACKED_BY:
                owner = kernel.ATTACKED_BY.index(marks)
                by = variant.players[owner].name
                reason = Text(f"only {by.en} attacks it", f"бьют только {by.ru.lower()}")
                holdings.append(Holding(name, owner, "point", 1, reason))
            elif marks == sum(kernel.ATTACKED_BY):
                reason = Text("both attack it", "бьют обе стороны")
                holdings.append(Holding(name, None, "contested", 0, reason))
        return Territory(tuple(holdings), self.stocks(variant, state))

    def stocks(self, variant: Variant, state: State) -> Stocks:
        stones = stone_owners(variant, state)
        return tuple({"stones": stones.count(player + 1)} for player in range(2))


def read_passed(text: str, faults: list[Text]) -> int | None:
    """The players that have passed, as bits; None if the text cannot be read."""
    passed = {NOBODY: 0, "w": 1, "b": 2, "wb": 3}.get(text)
    if passed is None:
        faults.append(
            Text(
                "passed: it must be -, w, b or wb",
                "кто сказал pass: должно быть -, w, b или wb",
            )
        )
    return passed


def stone_owners(variant: Variant, state: State) -> list[int]:
    """Whose stone stands on each cell: player + 1, or 0."""
    marks = state[variant.rules.HEADER :][: len(variant.board.names)]
    return [mark // variant.rules.STONE_OF[0] for mark in marks.tolist()]


def place_stones(variant: Variant, state: State, owners: Sequence[int]) -> None:
    for cell, owner in enumerate(owners):
        state[variant.rules.HEADER + cell] = owner * variant.rules.STONE_OF[0]


FACE = Kamiken()
