"""One sentence about a finished game."""

from __future__ import annotations

import pytest

from kletka.agents.verdict import leader, verdict
from kletka.faces.players import COLOURS, WHITE_AND_BLACK

WHITE_LEADS, EVEN, BLACK_LEADS = (0.8, 0.2), (0.52, 0.48), (0.1, 0.9)
WHITE_WON, DRAWN, BLACK_WON = (1.0, 0.0), (0.5, 0.5), (0.0, 1.0)


@pytest.mark.parametrize(
    ("chances", "ended", "seat", "english", "russian"),
    [
        (
            [EVEN, WHITE_LEADS, WHITE_LEADS, BLACK_LEADS],
            BLACK_WON,
            0,
            "You were ahead until move 3",
            "Вы были впереди до хода 3",
        ),
        (
            [EVEN, WHITE_LEADS, WHITE_LEADS, BLACK_LEADS],
            BLACK_WON,
            1,
            "You took the lead with move 3 and kept it",
            "Вы вышли вперёд на ходу 3 и больше не отставали",
        ),
        (
            [EVEN, WHITE_LEADS, EVEN],
            WHITE_WON,
            None,
            "White was never behind",
            "Белые ни разу не отставали",
        ),
        (
            [EVEN, EVEN, WHITE_LEADS],
            WHITE_WON,
            1,
            "White was ahead from move 2 on",
            "Белые были впереди с хода 2",
        ),
        (
            [WHITE_LEADS, WHITE_LEADS],
            WHITE_WON,
            1,
            "White was ahead all the way",
            "Белые были впереди с начала до конца",
        ),
        (
            [EVEN, BLACK_LEADS, EVEN],
            DRAWN,
            None,
            "Black was ahead until move 2",
            "Чёрные были впереди до хода 2",
        ),
        ([EVEN], DRAWN, 0, "It was close from start to finish", "Борьба была равной до конца"),
    ],
)
def test_the_sentence(
    chances: list[tuple[float, ...]],
    ended: tuple[float, ...],
    seat: int | None,
    english: str,
    russian: str,
) -> None:
    assert verdict(chances, ended, WHITE_AND_BLACK, seat) == (english, russian)


def test_of_three_players_the_one_clearly_before_the_others_leads() -> None:
    assert leader((0.5, 0.3, 0.2)) == 0
    assert leader((0.4, 0.35, 0.25)) is None
    told = verdict([(0.2, 0.6, 0.2), (0.3, 0.3, 0.4)], (0.0, 0.0, 1.0), COLOURS[:3], 1)
    assert told.en == "You were ahead until move 1"
