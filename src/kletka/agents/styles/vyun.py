"""Vyun's inventor: the centre, plans that cannot be cut off, and different vines that join.

"There are two tasks: to surround as much as possible, and to hinder the opponent in it." So the
effect of a move at once comes first: the vertices it surrounds, those it costs the opponents, and
those it keeps an opponent from surrounding with the next move.

"Start in the centre; better, divide the board in your mind and start in the centre of each part":
then comes planting nearest the centre of a part where you have no sprout yet. A part is about
`PART` squares wide, so 8x8 is a single part. "If the opponent has begun to grow and you only plant,
they may be surrounded": once an opponent has more vines than you, such planting has no precedence.

"Look whether the opponent can cut the vine off before it gets there": then come plans (see
vyun_plans), by the vertices per move of your own safe plans and of the opponents' plans that the
move cuts off. A plan is safe if no growth point that is on the board now can cut it off in time. A
new sprout could cut off nearly every plan in two moves, so it does not decide which plans come
first, but the reason says in how many moves it could. A plan that vines can cut off is "a
sacrifice", and comes after the joining of vines.

"Close areas by joining different vines rather than one on itself": a position does not show which
vine is which where they have met, so vines are different if their connected pieces have different
sprouts. "Keep the balance of sprouts and vines with the opponent, though that is debatable": it
decides among equals. "One cannot keep the opponent from attacking": planting close to an enemy
comes before planting close to your own sprouts. When no player has a plan left, pass.
"""

from __future__ import annotations

from collections.abc import Mapping

from kletka.agents.styles.common import MoveView, steps_between, sum_text
from kletka.agents.styles.vyun_advice import Advice, Surroundings, view_pass
from kletka.agents.styles.vyun_plans import Plan, Sheet
from kletka.games.boards import Board, Place
from kletka.language import Text
from kletka.position import Position

PART = 5.5

LEGEND = Text(
    "Numbers on the board: vertices you surround at once + vertices the opponents lose",
    "Числа на доске: вершины, которые вы сразу окружаете, + вершины, которые теряют соперники",
)


def numbers(criteria: Mapping[str, float]) -> tuple[str, ...]:
    """What is written on the board for a move with these criteria."""
    if "surrounded" not in criteria:
        return ()
    return (sum_text(criteria["surrounded"], criteria["taken"]),)


def view_moves(position: Position) -> list[MoveView]:
    """The legal moves in ascending order of their numbers."""
    garden = Garden(position)
    squares = len(position.board.names)
    advices = []
    for code, move in zip(position.moves.codes, position.moves, strict=True):
        if code < squares:
            advices.append((move, garden.planting(code)))
        elif code < 5 * squares:
            advices.append((move, garden.growing(code)))
    useful = any(advice.useful for _, advice in advices)
    views = [
        MoveView(move, advice.criteria, advice.rank, advice.reason) for move, advice in advices
    ]
    return [*views, view_pass(useful)]


class Garden:
    """A position, and all that the inventor's advice needs to know about it."""

    def __init__(self, position: Position) -> None:
        self.variant, self.state = position.variant, position.state
        self.board: Board = position.board
        self.player = position.to_move or 0
        self.sheet = Sheet(self.variant, self.state)
        self.vines = [self.sheet.vines.count(p + 1) for p in self.sheet.players]
        self.planted = [self.sheet.sprouts.count(p + 1) for p in self.sheet.players]
        self.others = [p for p in self.sheet.players if p != self.player]
        self.centres = part_centres(self.board)
        self.opening = self._opening_squares()
        self.pieces = _Pieces(self.sheet, self.player)
        self.best_plan = self._best_plans()
        self.cuts, self.saves = self._opponents_plans()

    def planting(self, square: int) -> Advice:
        return Advice(
            near=self._surroundings(square),
            plants=True,
            opens_part=square in self.opening,
            plan=self.best_plan.get(square),
            balance=self._balance(1, 0),
        )

    def growing(self, code: int) -> Advice:
        origin, direction = divmod(code - len(self.board.names), 4)
        target = self.board.neighbours[origin][direction] or 0
        wall = self.sheet.wall_between[origin, target]
        surrounded, taken = self.sheet.change(self.player, self.variant.after(self.state, code))
        return Advice(
            near=self._surroundings(target),
            plants=False,
            surrounded=surrounded,
            taken=taken,
            saved=self.saves.get(wall, 0),
            plan=self.best_plan.get(code),
            plan_cut=self.cuts.get(wall, 0.0),
            joins=self.pieces.joins(origin, target),
            balance=self._balance(0, 1),
        )

    # Plans.

    def _best_plans(self) -> dict[int, Plan]:
        """For each move the best plan that it furthers: safe ones first, then by worth."""
        best: dict[int, Plan] = {}
        plans = sorted(self.sheet.plans(self.player), key=lambda plan: (plan.safe, plan.worth))
        for plan in plans:
            best.update(dict.fromkeys(plan.steps, plan))
        return best

    def _opponents_plans(self) -> tuple[dict[int, float], dict[int, int]]:
        """For each wall the worth of the best opponents' plan through it, and the vertices that one
        more move there would surround."""
        cuts: dict[int, float] = {}
        saves: dict[int, int] = {}
        plans = [plan for other in self.others for plan in self.sheet.plans(other)]
        for plan in sorted(plans, key=lambda plan: plan.worth):
            cuts.update(dict.fromkeys(plan.missing, plan.worth))
            if plan.moves == 1:
                saves[plan.missing[0]] = plan.gain  # a plan of one move is worth what it gains
        return cuts, saves

    # Places.

    def _opening_squares(self) -> frozenset[int]:
        """The bare squares nearest the centre of each part where the player has no sprout."""
        if any(self.vines[other] > self.vines[self.player] for other in self.others):
            return frozenset()
        parts: dict[Place, list[int]] = {}
        for square, place in enumerate(self.board.places):
            parts.setdefault(part_of(self.board, place), []).append(square)
        found: set[int] = set()
        for squares in parts.values():
            bare = [square for square in squares if not self.sheet.sprouts[square]]
            if bare and all(self.sheet.sprouts[s] != self.player + 1 for s in squares):
                nearest = min(self.centres[square] for square in bare)
                found.update(square for square in bare if self.centres[square] == nearest)
        return frozenset(found)

    def _surroundings(self, square: int) -> Surroundings:
        place = self.board.places[square]
        farthest = self.board.columns + self.board.rows
        own = enemy = farthest
        for there, owner in enumerate(self.sheet.sprouts):
            if owner:
                steps = steps_between(place, self.board.places[there])
                if owner == self.player + 1:
                    own = min(own, steps)
                else:
                    enemy = min(enemy, steps)
        return Surroundings(enemy, own, self.centres[square], farthest)

    def _balance(self, sprouts: int, vines: int) -> float:
        """The distance of the player's sprouts and vines from the opponents' average, negated."""
        count = len(self.others)
        others_sprouts = sum(self.planted[other] for other in self.others) / count
        others_vines = sum(self.vines[other] for other in self.others) / count
        return -abs(self.planted[self.player] + sprouts - others_sprouts) - abs(
            self.vines[self.player] + vines - others_vines
        )


class _Pieces:
    """The connected pieces of a player's vines."""

    def __init__(self, sheet: Sheet, player: int) -> None:
        mine = player + 1
        self.leader = list(range(len(sheet.sprouts)))
        self.touched = [
            owner == mine or growth > 0
            for owner, growth in zip(sheet.sprouts, sheet.growth[player], strict=True)
        ]
        for wall, (one, other) in sheet.board.walls.items():
            if sheet.vines[wall] == mine:
                self.leader[self._find(one)] = self._find(other)
                self.touched[one] = self.touched[other] = True
        self.sprouts = [0] * len(self.leader)
        for square, owner in enumerate(sheet.sprouts):
            self.sprouts[self._find(square)] += owner == mine

    def joins(self, origin: int, target: int) -> int:
        """1 if a growth meets a different vine, -1 if it meets only its own, 0 if it meets none."""
        if not self.touched[target]:
            return 0
        one, other = self._find(origin), self._find(target)
        return 1 if one != other or self.sprouts[one] > 1 else -1

    def _find(self, square: int) -> int:
        while self.leader[square] != square:
            square = self.leader[square]
        return square


# Parts of the board.


def part_count(side: int) -> int:
    """The number of parts into which the inventor divides a side of the board."""
    return max(1, round(side / PART))


def part_of(board: Board, place: Place) -> Place:
    """The column and the row of the part in which a square lies."""
    return (
        place[0] * part_count(board.columns) // board.columns,
        place[1] * part_count(board.rows) // board.rows,
    )


def part_centres(board: Board) -> list[int]:
    """For each square its steps to the nearest square in the centre of its part."""
    across, down = _centre_steps(board.columns), _centre_steps(board.rows)
    return [across[x] + down[y] for x, y in board.places]


def _centre_steps(side: int) -> list[int]:
    """The same along one side; a part of even width has two lines in its centre."""
    parts = part_count(side)
    steps = []
    for place in range(side):
        part = place * parts // side
        first = -(-part * side // parts)
        last = -(-(part + 1) * side // parts) - 1
        steps.append(max(0, abs(2 * place - first - last) // 2))
    return steps
