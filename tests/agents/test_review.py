"""Reviews: single moves, what they cost, and the sentences about them."""

from __future__ import annotations

import pytest

from kletka import start
from kletka.agents.review import (
    Judgement,
    Moment,
    Step,
    ending,
    judge,
    moments,
    review,
    steps_of_game,
)
from kletka.agents.review_words import explain

# Black's B2 answers well; then White passes a won game away.
BLUNDER = ("kamiken(size=3,komi=0)", ["B2", "pass", "pass"])
SERIES = ("manu(size=7)", "E6 C3 B1 G2 D3 A6 D3>B3@B1-1 B4".split())


def test_a_turn_of_several_moves_is_judged_step_by_step() -> None:
    steps, last = steps_of_game(start(SERIES[0]), SERIES[1])
    series = [step.move for step in steps if step.turn == 6]
    assert series[:2] == ["D3>B3", "@B1-1"]
    assert [step.part for step in steps if step.turn == 6] == list(range(len(series)))
    position = start(SERIES[0])
    for turn in SERIES[1]:
        position = position.play_turn(turn)
    assert last == position


def test_every_move_is_judged_and_the_worst_ones_again() -> None:
    position, turns = start(BLUNDER[0]), BLUNDER[1]
    judged = list(review(position, turns, None, 0.02))
    assert {judgement.step.turn for judgement in judged} == {0, 1, 2}
    assert all(judgement.best in map(str, judgement.step.position.moves) for judgement in judged)
    assert all(sum(judgement.shares) == pytest.approx(1) for judgement in judged)


def test_a_proved_position_has_whole_shares() -> None:
    position = start("kamiken(size=3,komi=0)").play("B2")
    step = Step(1, 0, 1, "pass", position)
    judgement = judge(step, 2.0)
    assert judgement.proved is not None
    assert sorted(judgement.shares) in ([0.0, 1.0], [0.5, 0.5])


def _judgement(number: int, move: str, best: str, mine: float, proved: float | None) -> Judgement:
    seat = number % 2
    shares = (mine, 1 - mine) if seat == 0 else (1 - mine, mine)
    step = Step(number, 0, seat, move, start("kamiken(size=5)"))
    return Judgement(step, best, (best,), shares, 0.0, 1.0, proved)


def test_moments_are_the_moves_that_cost_most_in_order() -> None:
    judged = [
        _judgement(0, "A1", "C3", 0.7, None),  # 0.7 to 0.4
        _judgement(1, "A3", "A3", 0.6, None),  # the best move costs nothing
        _judgement(2, "B5", "D4", 0.9, 1.0),  # 0.9 to 0.1
        _judgement(3, "E5", "D1", 0.9, 1.0),  # 0.9 to 0.88: not worth telling
        _judgement(4, "pass", "D2", 0.12, None),
    ]
    found = moments(judged, None)
    assert [moment.judgement.step.move for moment in found] == ["A1", "B5"]
    assert [round(moment.loss, 2) for moment in found] == [0.3, 0.8]


def test_after_a_resignation_the_last_move_is_not_blamed() -> None:
    judged = [_judgement(0, "A1", "C3", 0.7, None)]
    assert moments(judged, (0.0, 1.0)) == []
    assert ending(start("kamiken(size=5)"), [0.0, 1.0]) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("before", "after", "proved", "proved_after", "lead", "en", "ru"),
    [
        (
            *(0.7, 0.4, None, None, 0.2),
            "White's chances fell from 70 % to 40 %. C3 was better",
            "Шансы белых упали с 70 % до 40 %. Сильнее было C3",
        ),
        (
            *(1.0, 0.0, 2.0, -1.0, 3.1),
            "Proved: White had a win, and after this move a loss. C3 was better by about 3 points",
            "Доказано: у белых был выигрыш, а после этого хода — проигрыш. "
            "Сильнее примерно на 3 очка было C3",
        ),
        (
            *(0.5, 0.0, 0.0, -1.0, 1.0),
            "Proved: White had a draw, and after this move a loss. C3 was better by about 1 point",
            "Доказано: у белых была ничья, а после этого хода — проигрыш. "
            "Сильнее примерно на 1 очко было C3",
        ),
        (
            *(0.8, 0.0, None, -2.0, 0.0),
            "After this move the game is lost for White with best play; the chances were 80 %. "
            "C3 was better",
            "После этого хода позиция белых при лучшей игре проиграна; шансы были 80 %. "
            "Сильнее было C3",
        ),
        (
            *(1.0, 0.6, 1.0, None, 0.0),
            "White had a proved win; now the chances are 60 %. C3 was better",
            "У белых был доказанный выигрыш, теперь шансы 60 %. Сильнее было C3",
        ),
    ],
)
def test_the_sentence_says_what_was_lost_and_what_was_better(
    before: float,
    after: float,
    proved: float | None,
    proved_after: float | None,
    lead: float,
    en: str,
    ru: str,
) -> None:
    judgement = _judgement(0, "A1", "C3", before, proved)
    text = explain(Moment(judgement, before, after, lead, proved_after))
    assert text.en.replace("\N{NO-BREAK SPACE}", " ").startswith(en)
    assert text.ru.replace("\N{NO-BREAK SPACE}", " ").startswith(ru)
    # The inventor's reason follows.
    assert ": " in text.en[len(en) :]
