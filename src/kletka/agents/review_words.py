"""Why a move decided a game, in words: chances, proofs, points, and the inventor's reason."""

from __future__ import annotations

from kletka.agents.review import Moment
from kletka.agents.styles import inventor_view
from kletka.faces.base import PASS
from kletka.faces.players import Player
from kletka.language import Text
from kletka.position import Position

CLEAR_POINTS = 1.0  # a smaller difference of expected points is not mentioned


def explain(moment: Moment) -> Text:
    """What the move lost, which move was better, and why."""
    lost, better, why = _what_was_lost(moment), _what_was_better(moment), _why(moment)
    return Text(
        f"{lost.en} {better.en}{': ' + why.en if why else ''}.",
        f"{lost.ru} {better.ru}{': ' + why.ru if why else ''}.",
    )


def _mover(moment: Moment) -> Player:
    step = moment.judgement.step
    return step.position.players[step.seat]


def _what_was_lost(moment: Moment) -> Text:
    mover = _mover(moment)
    before, after = moment.judgement.proved, moment.proved_after
    if before is not None and after is not None:
        return _proofs(mover, before, after)
    if after is not None and after <= 0:
        fate = Text("is lost", "проиграна") if after < 0 else Text("is a draw", "ничейная")
        return Text(
            f"After this move the game {fate.en} for {mover.name.en} with best play; "
            f"the chances were {_percent(moment.before)}.",
            f"После этого хода позиция {mover.of.ru} при лучшей игре {fate.ru}; "
            f"шансы были {_percent(moment.before)}.",
        )
    if before is not None and before > 0:
        return Text(
            f"{mover.name.en} had a proved win; now the chances are {_percent(moment.after)}.",
            f"У {mover.of.ru} был доказанный выигрыш, теперь шансы {_percent(moment.after)}.",
        )
    return Text(
        f"{mover.of.en} chances fell from {_percent(moment.before)} to {_percent(moment.after)}.",
        f"Шансы {mover.of.ru} упали с {_percent(moment.before)} до {_percent(moment.after)}.",
    )


def _proofs(mover: Player, before: float, after: float) -> Text:
    had = _outcome(before)
    left = _outcome(after)
    return Text(
        f"Proved: {mover.name.en} had {had.en}, and after this move {left.en}.",
        f"Доказано: у {mover.of.ru} {'был' if before > 0 else 'была'} {had.ru}, "
        f"а после этого хода — {left.ru}.",
    )


def _outcome(value: float) -> Text:
    if value == 0:
        return Text("a draw", "ничья")
    return Text("a win", "выигрыш") if value > 0 else Text("a loss", "проигрыш")


def _what_was_better(moment: Moment) -> Text:
    name = _name_of(moment.judgement.best, moment.judgement.step.position)
    name_first = name.en[0].upper() + name.en[1:]
    if moment.lead_lost < CLEAR_POINTS:
        return Text(f"{name_first} was better", f"Сильнее было {name.ru}")
    face = moment.judgement.step.position.variant.face
    worth = face.counted_points(round(moment.lead_lost))
    return Text(
        f"{name_first} was better by about {worth.en}",
        f"Сильнее примерно на {worth.ru} было {name.ru}",
    )


def _name_of(move: str, position: Position) -> Text:
    if move == str(position.turn_end):
        return Text("ending the turn", "закончить ход")
    return Text("a pass", "пас") if move == PASS else Text.plain(move)


def _why(moment: Moment) -> Text | None:
    """The inventor's reason for the better move, if there is one."""
    judgement = moment.judgement
    for view in inventor_view(judgement.step.position):
        if str(view.move) == judgement.best:
            return view.reason
    return None


def _percent(share: float) -> str:
    return f"{round(100 * share)}\N{NO-BREAK SPACE}%"
