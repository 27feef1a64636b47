"""One move of Vyun as its inventor sees it: criteria, their order, and the reason in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kletka.agents.styles.common import MoveView, counted
from kletka.agents.styles.vyun_plans import NEVER, Plan
from kletka.faces.base import PASS
from kletka.language import Text, join
from kletka.move import Move


@dataclass(frozen=True)
class Surroundings:
    """Steps to the nearest enemy sprout, to the nearest own one, and to the centre of the part.

    Where there is no such sprout, its distance is `farthest`.
    """

    enemy: int
    own: int
    centre: int
    farthest: int


@dataclass(frozen=True)
class Advice:
    """The inventor's criteria for planting or growing."""

    near: Surroundings
    plants: bool
    surrounded: int = 0  # vertices
    taken: int = 0  # that the opponents lose
    saved: int = 0  # that an opponent would have surrounded by the next move
    opens_part: bool = False
    plan: Plan | None = None  # the best one that it furthers
    plan_cut: float = 0.0  # vertices per move of the best opponents' plan that it cuts off
    joins: int = 0  # 1 for joining different vines, -1 for closing one on itself
    balance: float = 0.0  # 0 with as many sprouts and vines as the opponents, else negative

    @property
    def now(self) -> int:
        return self.surrounded + self.taken + self.saved

    @property
    def promise(self) -> float:
        """Vertices per move of own safe plans and of the opponents' plans that are cut off."""
        return self.plan_cut + (self.plan.worth if self.plan and self.plan.safe else 0.0)

    @property
    def hope(self) -> float:
        """Vertices per move of a plan that may be cut off."""
        return self.plan.worth if self.plan and not self.plan.safe else 0.0

    @property
    def useful(self) -> bool:
        """Whether it is better than passing."""
        if self.now < 0:
            return False
        return self.now > 0 or self.promise > 0 or self.hope > 0

    @property
    def criteria(self) -> dict[str, float]:
        plan = self.plan
        return {
            "surrounded": self.surrounded,
            "taken": self.taken,
            "saved": self.saved,
            "opens_part": float(self.opens_part),
            "plan_gain": plan.gain if plan else 0,
            "plan_moves": plan.moves if plan else 0,
            "plan_safe": float(plan.safe) if plan else 0.0,
            "plan_cut_in": _moves_or_0(plan.cut_in) if plan else 0,
            "plan_sprout_cut_in": _moves_or_0(plan.sprout_cut_in) if plan else 0,
            "plan_cut": self.plan_cut,
            "joins": self.joins,
            "balance": self.balance,
            "enemy_distance": self.near.enemy,
            "own_distance": self.near.own,
            "centre_distance": self.near.centre,
        }

    @property
    def rank(self) -> tuple[float, ...]:
        return (
            1.0 if self.useful else -1.0,
            float(self.now),
            float(self.opens_part),
            self.promise,
            float(self.joins),
            self.hope,
            self.balance,
            float(-self.near.enemy),
            float(-self.near.own),
            float(-self.near.centre),
        )

    @property
    def reason(self) -> Text:
        return join(list(_reasons(self)), ", ")


# Reasons.


def view_pass(useful: bool) -> MoveView:
    """The view of a pass, which is right when no move is useful."""
    reason = Text("something can still be gained", "ещё есть что выиграть")
    if not useful:
        reason = Text("nothing is left to gain", "выиграть больше нечего")
    return MoveView(Move(PASS), {"useful_moves": float(useful)}, (0.0,), reason)


def _reasons(advice: Advice) -> Iterator[Text]:
    yield from _gains(advice)
    if advice.opens_part:
        yield Text(
            "nearest the centre of a part of the board where you have no sprout",
            "ближе всего к центру участка, где у вас нет ростка",
        )
    if advice.joins > 0:
        yield Text("joins different vines", "соединяет разные лианы")
    if advice.joins < 0:
        yield Text("closes the vine on itself", "замыкает лиану на себя")
    if advice.plan_cut:
        yield Text("gets in the way of an opponent's plan", "мешает плану соперника")
    if advice.plan and not advice.surrounded:
        yield _plan_reason(advice.plan)
    if advice.plants:
        yield from _planting_reasons(advice.near)
    elif not advice.useful:
        yield Text("leads to nothing", "ни к чему не ведёт")


def _gains(advice: Advice) -> Iterator[Text]:
    if advice.surrounded > 0:
        new = _vertices(advice.surrounded)
        yield Text(f"surrounds {new.en}", f"окружает {new.ru}")
    if advice.surrounded < 0:
        lost = _vertices(-advice.surrounded)
        yield Text(f"costs you {lost.en}", f"стоит вам {_of_vertices(-advice.surrounded)}")
    if advice.taken > 0:
        lost = _vertices(advice.taken)
        yield Text(f"costs the opponents {lost.en}", f"отнимает у соперников {lost.ru}")
    if advice.taken < 0:
        given = _vertices(-advice.taken)
        yield Text(f"gives the opponents {given.en}", f"дарит соперникам {given.ru}")
    if advice.saved:
        saved = _vertices(advice.saved)
        yield Text(
            f"keeps an opponent from surrounding {saved.en}",
            f"не даёт сопернику окружить {saved.ru}",
        )


def _plan_reason(plan: Plan) -> Text:
    moves = _moves(plan.moves)
    goal = Text(
        f"a step to {_vertices(plan.gain).en} in {moves.en}",
        f"готовит окружение {_of_vertices(plan.gain)} за {moves.ru}",
    )
    cut = _cutting(plan)
    return Text(f"{goal.en}, {cut.en}", f"{goal.ru}, {cut.ru}")


def _cutting(plan: Plan) -> Text:
    """Whether a plan can be cut off in time, by the vines on the board and by a new sprout."""
    vine, sprout = _moves(plan.cut_in), _moves(plan.sprout_cut_in)
    if plan.safe and plan.safe_from_sprouts:
        return Text(
            "and nobody can cut it off in time, not even with a new sprout",
            "перерезать никто не успеет, даже новым ростком",
        )
    if plan.safe:
        return Text(
            f"which no vine on the board can cut off in time, but a new sprout could in "
            f"{sprout.en}",
            f"лианы на доске перерезать не успеют, а новый росток может за {sprout.ru}",
        )
    if plan.safe_from_sprouts:
        return Text(
            f"but a vine on the board can cut it off in {vine.en}",
            f"но лиана на доске может перерезать за {vine.ru}",
        )
    return Text(
        f"but a vine on the board can cut it off in {vine.en}, and a new sprout in {sprout.en}",
        f"но лиана на доске может перерезать за {vine.ru}, а новый росток за {sprout.ru}",
    )


def _moves(number: int) -> Text:
    return counted(number, "move", "moves", ("ход", "хода", "ходов"))


def _moves_or_0(number: int) -> int:
    """A number of moves; 0 stands for never."""
    return number if number < NEVER else 0


def _planting_reasons(near: Surroundings) -> Iterator[Text]:
    for distance, whose in (
        (near.enemy, Text("an enemy sprout", "чужого ростка")),
        (near.own, Text("your own sprout", "своего ростка")),
    ):
        if distance < near.farthest:
            steps = counted(distance, "step", "steps", ("шаге", "шагах", "шагах"))
            yield Text(f"{steps.en} from {whose.en}", f"в {steps.ru} от {whose.ru}")


def _vertices(number: int) -> Text:
    return counted(number, "vertex", "vertices", ("вершину", "вершины", "вершин"))


def _of_vertices(number: int) -> str:
    return counted(number, "", "", ("вершины", "вершин", "вершин")).ru
