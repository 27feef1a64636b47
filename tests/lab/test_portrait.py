"""Portraits: the kernels against slow Python, the figures and the sentences."""

from __future__ import annotations

import math
import pickle
import re
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from kletka import Position, Spec, start
from kletka.errors import InvalidSpec
from kletka.lab import quick_games
from kletka.lab.portrait.figures import figures_of
from kletka.lab.portrait.measuring import Measurement, SelfPlayPlan, measure, measure_part
from kletka.lab.portrait.numbers import decimal, percent, share, whole
from kletka.lab.portrait.sentences import (
    balance_paragraph,
    choices_paragraph,
    endings_paragraph,
    lead_paragraph,
    length_paragraph,
    levels_sentence,
    material_paragraph,
    others_paragraph,
)
from kletka.lab.portrait.tally import Tally
from kletka.lab.selfplay import repeats_itself, self_play
from kletka.lab.sizes import specs_of_sizes
from kletka.lab.worker_pools import open_pool

SPECS = [
    "kamiken(size=4)",
    "kamiken(size=4,komi=0)",
    "ydyumby(board=5x5)",
    "ydyumby(board=hex3,players=3)",
    "vyun(board=3x3)",
    "vyun(board=3x2,players=3)",
    "manu(size=5)",
    "manu(size=3,reserve=1)",
]


def plan(spec: str, games: int = 12, by: str = "fast", seed: int = 1) -> SelfPlayPlan:
    return SelfPlayPlan(Spec(spec), by, games, seed)


def positions_of(spec: str, number: int) -> list[Position]:
    play = self_play(Spec(spec), "fast")
    positions = [start(spec)]
    for move in play.notation(play.codes(1, number)):
        positions.append(positions[-1].play(move))
    return positions


def leaders(position: Position) -> set[int]:
    if position.over:
        return set(position.winners)
    best = max(position.points)
    return {player for player, points in enumerate(position.points) if points == best}


def left(position: Position) -> int:
    name = {"ydyumby": "supply", "manu": "reserve"}.get(position.spec.game)
    return min(stock[name] for stock in position.stocks) if name else -1


def taken(position: Position) -> float:
    if position.spec.game == "manu":
        return sum(stock["taken"] for stock in position.stocks)
    if position.spec.game == "ydyumby":
        supply = int(position.spec.options["supply"])
        placed = sum(supply - stock["supply"] for stock in position.stocks)
        return placed - sum(position.points)
    return -1


@pytest.mark.parametrize("spec", SPECS)
def test_the_kernel_measures_the_same_as_slow_python(spec: str) -> None:
    play = self_play(Spec(spec), "fast")
    variant = play.variant
    listed = np.zeros(variant.rules.moves_bound(variant.tables), np.int32)
    for number in range(6):
        positions = positions_of(spec, number)
        *before, end = positions
        assert end.over
        codes = play.codes(1, number)
        row = np.zeros(quick_games.POINTS + variant.spec.players)
        curves = np.zeros((3, quick_games.STAGES))
        quick_games.note_game(
            variant.number, play.first, variant.tables, codes, len(codes), listed, row, curves
        )
        led = [leaders(position) for position in positions]
        alone = [who for who in led if len(who) == 1]
        decided = -1
        if len(led[-1]) == 1:
            decided = next(n for n in range(len(led)) if all(who == led[-1] for who in led[n:]))
        choices = [len(position.moves) for position in before]
        assert row.tolist()[: quick_games.POINTS] == pytest.approx(
            [
                len(before),
                sum(not position.in_turn for position in before),
                sum(choices),
                max(choices),
                sum(math.log10(count) for count in choices),
                sum(one != other for one, other in pairwise(alone)),
                decided,
                taken(end),
                min(left(position) for position in positions),
                sum(1 << winner for winner in end.winners),
            ]
        )
        assert row[quick_games.POINTS :].tolist() == list(end.points)
        middle = len(before) * (quick_games.STAGES // 2) // (quick_games.STAGES - 1)
        assert curves[0, quick_games.STAGES // 2] == choices[middle]
        assert curves[1, quick_games.STAGES // 2] == (len(led[middle]) == 1)
        assert curves[2, -1] == (len(led[-1]) == 1)


def test_quick_games_differ_and_repeat_themselves() -> None:
    play = self_play(Spec("kamiken(size=7)"), "fast")
    games = {play.codes(1, number).tobytes() for number in range(100)}
    assert len(games) == 100
    assert games == {play.codes(1, number).tobytes() for number in range(100)}
    assert not games & {play.codes(2, number).tobytes() for number in range(100)}


def test_agents_that_think_by_the_clock_do_not_repeat_games() -> None:
    assert all(map(repeats_itself, ("fast", "random", "level6", "engine@1000", "plain@5")))
    assert not any(map(repeats_itself, ("level7", "engine@1s", "engine", "ugi:x@1s")))


def test_fast_play_is_much_stronger_than_random_play() -> None:
    """In a match with as many simulations: portraits do not measure random play."""
    from kletka.agents.match import MatchTerms
    from kletka.lab.matches import play_match

    terms = MatchTerms(("engine@16", "random"), Spec("kamiken(size=5)"))
    assert play_match(terms, 10).score() >= 0.9


@pytest.mark.parametrize("by", ["fast", "level1"])
def test_the_parts_of_a_plan_add_up_to_it(by: str) -> None:
    whole_plan = plan("ydyumby(board=4x4)", 12, by)
    measured = measure(whole_plan)
    total = Tally(2)
    for begin, count in ((0, 5), (5, 1), (6, 6)):
        total.add(measure_part(whole_plan.spec, by, 1, begin, count))
    assert flat_numbers(total) == pytest.approx(flat_numbers(measured.tally))


def test_processes_measure_the_same() -> None:
    with open_pool(workers=1) as pool:
        spread = measure(plan("ydyumby(board=4x4)", 25), pool)
    assert flat_numbers(spread.tally) == pytest.approx(flat_numbers(measure(spread.plan).tally))


def flat_numbers(tally: Tally) -> dict[str, float]:
    """All numbers of a tally; sums of logarithms may differ in their last digit."""
    flat: dict[str, float] = {}
    for name, value in tally.to_json().items():
        if name == "endings":
            flat |= {f"{end} {key}": n for end, found in value.items() for key, n in found.items()}
        elif isinstance(value, dict):
            flat |= {f"{name} {key}": count for key, count in value.items()}
        else:
            flat |= {f"{name} {n}": number for n, number in enumerate(np.ravel(value).tolist())}
    return flat


def test_a_tally_does_not_grow_with_its_games() -> None:
    some, many = (measure(plan("kamiken(size=4)", games)).tally for games in (300, 1200))
    assert len(pickle.dumps(many)) < 1.2 * len(pickle.dumps(some))


def test_a_tally_is_the_same_after_json() -> None:
    tally = measure(plan("manu(size=5)")).tally
    assert Tally.from_json(tally.to_json()) == tally


# Figures.


def test_usual_lengths_cover_nine_games_of_ten() -> None:
    figures = figures_of(measure(plan("vyun(board=3x3)", 60)))
    turns = measure(plan("vyun(board=3x3)", 60)).tally.turns
    low, high = figures.usual_turns
    inside = sum(games for length, games in turns.items() if low <= length <= high)
    assert inside >= 0.9 * 60
    assert figures.shortest <= low <= figures.turns <= high <= figures.longest


def test_figures_of_a_known_game() -> None:
    """Manu on 3x3 with one stone each: Black has no turn after White's, or jumps."""
    measured = measure(plan("manu(size=3,reserve=1)", 10))
    figures = figures_of(measured)
    assert figures.games == 10
    assert figures.shared.value == 0
    assert sum(seat.value for seat in figures.seats) == pytest.approx(1)
    assert figures.most_choices == 9
    assert figures.supply == figures.most_used == 1


# Sentences.


def sentences_of(measured: Measurement) -> str:
    return "\n".join(texts_of(measured, "en"))


def texts_of(measured: Measurement, language: str) -> list[str]:
    spec, figures = measured.plan.spec, figures_of(measured)
    texts = [
        length_paragraph(figures),
        choices_paragraph(figures),
        balance_paragraph(spec, figures),
        lead_paragraph(figures),
        others_paragraph(spec, measured.plan, figures),
        material_paragraph(spec, figures),
        levels_sentence(spec, [(measured.plan, figures), (measured.plan, figures)]),
        endings_paragraph(figures),
    ]
    return [text.say(language) for text in texts if text is not None]


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("games", [1, 40])
def test_sentences_are_complete_in_both_languages(spec: str, games: int) -> None:
    measured = measure(plan(spec, games))
    for language in ("en", "ru"):
        for text in texts_of(measured, language):
            assert text.endswith(".")
            assert not re.search(r"None|nan|inf|[{}]|  |\.\.|-[0-9]", text), text
            letters = [letter for letter in text.lower() if letter.isalpha()]
            cyrillic = sum("а" <= letter <= "я" or letter == "ё" for letter in letters)
            assert cyrillic == 0 if language == "en" else cyrillic > 0.9 * len(letters), text


def test_sentences_fit_the_rules_of_the_game() -> None:
    assert "With half a point in the komi no game is drawn." in sentences_of(
        measure(plan("kamiken(size=4)"))
    )
    assert "There are no draws in this game." in sentences_of(measure(plan("manu(size=5)")))
    drawn = sentences_of(measure(plan("kamiken(size=2,komi=0)", 5)))
    assert "Draws: 100 %" in drawn
    assert "takes the lead for good" not in drawn
    three = sentences_of(measure(plan("vyun(board=3x2,players=3)")))
    assert "33 % each would be even" in three
    assert "komi" not in three


def test_a_seat_is_called_better_only_outside_the_interval() -> None:
    def balance(first_wins: int, games: int) -> str:
        tally = measure(plan("kamiken(size=4)", 2)).tally
        tally.games = games
        tally.winners = Counter({1: first_wins, 2: games - first_wins})
        tally.turns = Counter({9: games})
        return str(
            balance_paragraph(Spec("kamiken(size=4)"), figures_of(Measurement(plan(""), tally)))
        )

    def plan(_: str, games: int = 2) -> SelfPlayPlan:
        return SelfPlayPlan(Spec("kamiken(size=4)"), "fast", games)

    assert "wins 60 % ± 3 of the games: so it is good to move first" in balance(600, 1000)
    assert "so it is better to move second" in balance(400, 1000)
    assert "too close to one half" in balance(510, 1000)
    assert "wins 60 % (31–83) of the games: too close" in balance(6, 10)


def test_numbers_are_written_as_each_language_does() -> None:
    assert whole(12345) == ("12,345", "12\u202f345")
    assert decimal(-1.5) == ("−1.5", "−1,5")
    assert decimal(-0.04) == ("0.0", "0,0")
    assert percent(0.999).en == "99.9 %"
    assert percent(1.0).ru == "100 %"
    assert percent(0.0001).ru == "0,01 %"
    assert percent(0.99996).en == "99.996 %"
    figures = figures_of(measure(plan("kamiken(size=4)")))
    assert share(figures.shared).ru == "0 % (0–24)"


# Boards of several sizes.


def test_sizes_make_specs() -> None:
    assert specs_of_sizes("kamiken(komi=1.5)", "5,7") == [
        Spec("kamiken(size=5,komi=1.5)"),
        Spec("kamiken(size=7,komi=1.5)"),
    ]
    assert specs_of_sizes("ydyumby", "6,hex4") == [
        Spec("ydyumby(board=6x6)"),
        Spec("ydyumby(board=hex4)"),
    ]
    for wrong in ("", "5,,7", "5,big"):
        with pytest.raises(InvalidSpec):
            specs_of_sizes("kamiken", wrong)
