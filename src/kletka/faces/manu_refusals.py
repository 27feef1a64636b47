"""Why a move of Manu is refused, in terms of the stones on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kletka.faces.base import OVER, TO_MOVE, Refusal, State, game_is_over
from kletka.faces.manu_moves import Capture, Jump, ManuMove, Placement, Stop, decode
from kletka.faces.manu_paths import (
    DIRECTIONS,
    Flight,
    direction_to,
    flight_towards,
    half_side,
    square_crossings,
)
from kletka.language import Text

if TYPE_CHECKING:
    from kletka.variant import Variant


def refuse(variant: Variant, state: State, move: ManuMove) -> Refusal:
    if state[TO_MOVE] == OVER:
        return game_is_over(7)
    view = _View(variant, state)
    if view.jumper is None:
        match move:
            case Placement(crossing):
                return view.refuse_placement(crossing)
            case Jump(origin, landing):
                return view.refuse_jump(origin, landing)
            case Capture():
                return Refusal(
                    3,
                    Text(
                        "captures come after a jump, as long as they can take an enemy stone",
                        "рубят после прыжка и пока рубкой можно взять камень противника",
                    ),
                )
            case Stop():
                return Refusal(
                    6,
                    Text(
                        "there is nothing to stop, the turn has not begun",
                        "останавливать нечего: ход ещё не начат",
                    ),
                )
    match move:
        case Capture(pivot, turn, steps):
            return view.refuse_capture(view.jumper, pivot, turn, steps)
        case Stop():
            return view.refuse_stop()
    name = variant.board.names[view.jumper]
    return Refusal(
        3,
        Text(
            f"the turn goes on with {name}: capture, or stop once an enemy stone is taken",
            f"ход продолжает {name}: рубите или остановитесь, когда взят камень противника",
        ),
    )


class _View:
    """One position, and the refusals of each kind of move in it."""

    def __init__(self, variant: Variant, state: State) -> None:
        kernel = variant.rules
        self.variant, self.state = variant, state
        self.names = variant.board.names
        self.size = variant.board.columns
        self.player = int(state[TO_MOVE])
        self.stones = state[kernel.HEADER : kernel.HEADER + len(self.names)].tolist()
        jumper, pivot = int(state[kernel.JUMPER]), int(state[kernel.PIVOT])
        self.jumper = jumper if jumper >= 0 else None
        self.only_pivot = pivot if pivot >= 0 else None
        self.prepares = variant.spec.options["jump"] == "prepares"

    # Placements and jumps.

    def refuse_placement(self, crossing: int) -> Refusal:
        name, player = self.names[crossing], self.variant.players[self.player]
        if self.stones[crossing] == self.player + 1 and not self._can_jump(crossing):
            return self._refuse_every_jump(crossing)
        if self.state[self.variant.rules.RESERVE + self.player] == 0:
            return Refusal(
                1,
                Text(
                    f"{player.name.en} has no stones in reserve",
                    f"в запасе {player.of.ru} нет камней",
                ),
            )
        if self.stones[crossing]:
            of = self.variant.players[self.stones[crossing] - 1].of
            return Refusal(
                1, Text(f"{name} is occupied by {of.en} stone", f"на {name} стоит камень {of.ru}")
            )
        beside = self._own_beside(crossing, None)
        return Refusal(
            1,
            Text(
                f"{name} is next to your own {beside}",
                f"{name} рядом со своим камнем {beside}",
            ),
        )

    def _can_jump(self, origin: int) -> bool:
        moves = (decode(len(self.names), code) for code in self.variant.legal_codes(self.state))
        return any(isinstance(move, Jump) and move.origin == origin for move in moves)

    def _refuse_every_jump(self, origin: int) -> Refusal:
        """Why a stone of the player cannot jump: of its jumps the one that failed last."""
        name = self.names[origin]
        why = Text("it has no enemy stone on its lines", "на его линиях нет камней противника")
        failures = [(-1, Refusal(2, why))]
        for direction in DIRECTIONS:
            flight = flight_towards(self.variant, self.state, origin, direction)
            if flight is None:
                continue
            failed = self._refuse_jump_towards(origin, flight.landing, direction)
            if self.stones[flight.pivot] == self.player + 1:
                over = self.names[flight.pivot]
                why = Text(
                    f"the next stone on its line, {over}, is your own",
                    f"ближайший камень на линии, {over}, свой",
                )
                failed = 0, Refusal(2, why)
            if failed:
                failures.append(failed)
        last = max(failures, key=lambda found: found[0])[1]
        stuck = Text(
            f"{name} cannot jump: {last.why.en}", f"камень {name} не может прыгнуть: {last.why.ru}"
        )
        return Refusal(last.rule, stuck)

    def refuse_jump(self, origin: int, landing: int) -> Refusal:
        start, end = self.names[origin], self.names[landing]
        if self.stones[origin] != self.player + 1:
            player = self.variant.players[self.player]
            why = Text(
                f"{player.name.en} has no stone on {start}", f"на {start} нет камня {player.of.ru}"
            )
            return Refusal(2, why)
        refusals = [
            refusal
            for direction in DIRECTIONS
            if (refusal := self._refuse_jump_towards(origin, landing, direction))
        ]
        if refusals:  # of the jump that failed last
            return max(refusals, key=lambda found: found[0])[1]
        return Refusal(
            2,
            Text(
                f"there is no enemy stone over which {start} could jump to {end}",
                f"нет камня противника, через который можно прыгнуть с {start} на {end}",
            ),
        )

    def _refuse_jump_towards(
        self, origin: int, landing: int, direction: int
    ) -> tuple[int, Refusal] | None:
        """At which condition a jump in a direction fails, and why; None for another line."""
        start, end = self.names[origin], self.names[landing]
        flight = flight_towards(self.variant, self.state, origin, direction)
        if not self._on_line(origin, landing, direction) or flight is None:
            return None
        over = self.names[flight.pivot]
        if self.stones[flight.pivot] == self.player + 1:
            why = Text(
                f"the first stone from {start} in that direction is {over}, your own",
                f"первый камень от {start} в эту сторону, {over}, свой",
            )
            return 0, Refusal(2, why)
        if flight.landing != landing:
            lands = self.names[flight.landing]
            why = Text(
                f"a jump from {start} over {over} lands on {lands}, not {end}",
                f"прыжок от {start} через {over} приводит на {lands}, а не на {end}",
            )
            return 1, Refusal(2, why)
        if flight.obstacle is not None:
            blocked = self.names[flight.obstacle]
            why = Text(
                f"{blocked} is in the way from {start} over {over}",
                f"на пути от {start} через {over} стоит {blocked}",
            )
            return 2, Refusal(2, why)
        beside = self._own_beside(landing, origin)
        if beside:
            why = Text(
                f"{end} is next to your own {beside}", f"{end} рядом со своим камнем {beside}"
            )
            return 3, Refusal(2, why)
        why = Text(
            f"a turn that begins with {start}>{end} cannot take an enemy stone",
            f"ход, начатый прыжком {start}>{end}, не возьмёт ни одного камня противника",
        )
        if self.stones[landing] == 2 - self.player:  # then the jump alone is no turn
            why = Text(
                f"{start}>{end} only prepares, and no captures that take an enemy stone can follow",
                f"прыжок {start}>{end} только готовит рубку, а взять камень противника рубкой "
                "после него нельзя",
            )
        return 4, Refusal(6, why)

    # Captures.

    def refuse_stop(self) -> Refusal:
        if self.only_pivot is not None:
            why = Text(
                "the captures after the jump have not taken an enemy stone yet",
                "рубкой после прыжка ещё не взят ни один камень противника",
            )
        elif self.prepares:
            why = Text(
                "the jump only prepares: captures that take an enemy stone must follow",
                "прыжок только готовит рубку: ею надо взять камень противника",
            )
        else:
            why = Text(
                "this turn has not taken an enemy stone yet",
                "в этом ходе ещё не взят ни один камень противника",
            )
        return Refusal(6, why)

    def refuse_capture(self, jumper: int, pivot: int, turn: int, steps: int) -> Refusal:
        who, over = self.names[jumper], self.names[pivot]
        if self.only_pivot is not None and pivot != self.only_pivot:
            pair = self.names[self.only_pivot]
            return Refusal(
                4,
                Text(
                    f"only {who} and {pair} may go on with the series, not {over}",
                    f"серию продолжает только пара {who} и {pair}, а не {over}",
                ),
            )
        if turn and self.variant.spec.options["pivot"] == "any":
            if self.stones[pivot] != self.player + 1 or pivot == jumper:
                return Refusal(
                    3,
                    Text(
                        f"{over} is not another stone of yours",
                        f"на {over} нет другого вашего камня",
                    ),
                )
            return self._refuse_square(jumper, pivot, turn, steps)
        direction = direction_to(self.variant, jumper, pivot)
        if self.stones[pivot] != self.player + 1 or direction is None:
            return Refusal(
                3,
                Text(
                    f"{over} is not a stone of yours on one line with {who}",
                    f"{over} не ваш камень на одной линии с {who}",
                ),
            )
        flight = flight_towards(self.variant, self.state, jumper, direction)
        assert flight is not None, "the pivot at least is a stone in that direction"
        if flight.pivot != pivot:
            between = self.names[flight.pivot]
            return Refusal(
                3,
                Text(
                    f"{who} does not see {over}: {between} is between",
                    f"{who} не видит {over}: мешает {between}",
                ),
            )
        if turn:
            return self._refuse_square(jumper, pivot, turn, steps)
        return self._refuse_leap(jumper, flight)

    def _refuse_leap(self, jumper: int, flight: Flight) -> Refusal:
        who, over, end = (self.names[c] for c in (jumper, flight.pivot, flight.landing))
        if flight.obstacle is not None:
            blocked = self.names[flight.obstacle]
            return Refusal(
                3,
                Text(
                    f"{blocked} is in the way of a capturing jump from {who} over {over}",
                    f"рубящему прыжку от {who} через {over} мешает {blocked}",
                ),
            )
        if flight.landing == jumper:
            return Refusal(
                3,
                Text(
                    f"a capturing jump over {over} would bring {who} back to where it stands",
                    f"рубящий прыжок через {over} вернул бы {who} на своё место",
                ),
            )
        if not self.stones[flight.landing]:
            return Refusal(
                3,
                Text(
                    f"a capturing jump must land on a stone, and {end} is empty",
                    f"рубящий прыжок должен кончаться на камне, а {end} пусто",
                ),
            )
        why = Text(
            f"a series that begins with ^{over} cannot take an enemy stone",
            f"серия, начатая с ^{over}, не возьмёт ни одного камня противника",
        )
        if self.state[self.variant.rules.MAY_STOP]:  # the jump took one
            why = Text(
                f"{why.en}, and the one that the jump took does not count",
                f"{why.ru}, а взятый прыжком не считается",
            )
        return Refusal(6, why)

    def _refuse_square(self, jumper: int, pivot: int, turn: int, steps: int) -> Refusal:
        sweep = self.variant.spec.options["squares"] == "sweep"
        crossings = square_crossings(self.variant, jumper, pivot, turn)
        longest = 8 * half_side(self.variant, jumper, pivot) - (not sweep)
        for crossing in crossings[:steps]:
            if not self.stones[crossing] and not sweep:
                name = self.names[crossing]
                return Refusal(
                    3,
                    Text(
                        f"a square takes a stone on every crossing, and {name} is empty",
                        f"квадрат берёт камень на каждом перекрестии, а {name} пусто",
                    ),
                )
        if steps > len(crossings) and len(crossings) < longest:
            return Refusal(3, Text("the square leaves the board", "квадрат выходит за край доски"))
        if steps > longest:
            centre = self.names[pivot]
            return Refusal(
                3,
                Text(
                    f"a square around {centre} can have at most {longest} crossings",
                    f"в квадрате вокруг {centre} не больше {longest} перекрестий",
                ),
            )
        return Refusal(
            3,
            Text(
                "a square may stop only after it has taken an enemy stone",
                "квадрат может остановиться, только взяв камень противника",
            ),
        )

    # Looking along lines.

    def _own_beside(self, crossing: int, but: int | None) -> str:
        """The name of a stone of the player next to a crossing, or ""."""
        for neighbour in self.variant.board.neighbours[crossing]:
            if neighbour not in (None, but) and self.stones[neighbour or 0] == self.player + 1:
                return self.names[neighbour or 0]
        return ""

    def _on_line(self, origin: int, landing: int, direction: int) -> bool:
        """Whether both lie on the same row or column, that of the direction."""
        if direction % 2:
            return origin // self.size == landing // self.size
        return origin % self.size == landing % self.size
