"""Our rules and the naive judges agree at every ply of random games."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest
from benchmarks.judges import with_other_choices

import kletka
from kletka import GAMES, Spec
from kletka.faces import face_of
from kletka.faces.options import Choice
from tests.helpers import (
    compare_game_with_judge,
    compare_with_judge,
    game_of_rings,
    judge_of,
    random_game,
    ring,
    square_ring,
)
from tests.specs import ALL, LARGEST, MANU

GAMES_OF_EACH = 24


@pytest.mark.parametrize("spec", ALL)
def test_whole_random_games_agree_with_the_judge(spec: str) -> None:
    for seed in range(GAMES_OF_EACH):
        compare_game_with_judge(spec, seed)


@pytest.mark.parametrize("spec", LARGEST)
def test_the_largest_boards_agree_with_the_judge(spec: str) -> None:
    compare_game_with_judge(spec, seed=1, plies=LARGEST[spec])


def test_the_games_of_manu_compared_above_hold_every_kind_of_capture() -> None:
    seen: Counter[str] = Counter()
    for spec in MANU:
        for seed in range(GAMES_OF_EACH):
            captures = 0
            for position, move in random_game(spec, seed):
                if move is None:
                    continue
                if not position.in_turn:
                    captures = 0
                if move[0] in "^@":
                    captures += 1
                    seen["leap" if move[0] == "^" else f"square {'+-'['-' in move]}"] += 1
                    seen["series"] += captures == 2
                    seen["long series"] += captures == 3
                    own = [stock["reserve"] for stock in position.territory.stocks]
                    after = [stock["reserve"] for stock in position.play(move).territory.stocks]
                    seen["own stone taken"] += own != after
                seen["jump"] += ">" in move
                seen["stop"] += move == "stop"
    kinds = ("jump", "leap", "square +", "square -", "series", "long series", "stop")
    assert all(seen[kind] >= 5 for kind in (*kinds, "own stone taken")), seen


def test_the_random_games_compared_above_hold_passes_and_end_in_every_way() -> None:
    seen: Counter[str] = Counter()
    for spec in ALL:
        for seed in range(GAMES_OF_EACH):
            game = spec.partition("(")[0]
            for position, move in random_game(spec, seed):
                seen[f"{game} pass"] += move == "pass"
                if move is None:
                    assert position.over
                    seen[f"{game} shared" if len(position.winners) > 1 else f"{game} won"] += 1
    expected = ["kamiken pass", "vyun pass", "kamiken shared", "ydyumby shared", "vyun shared"]
    expected += [f"{game} won" for game in ("kamiken", "ydyumby", "vyun", "manu")]
    assert all(seen[kind] for kind in expected), seen
    assert not seen["manu shared"]


def test_a_disagreement_shows_both_answers() -> None:
    position, judge = kletka.start("kamiken(size=3,komi=0.5)"), judge_of("kamiken(size=3,komi=1)")
    with pytest.raises(AssertionError, match=r"points: \[0, 0.5\], and by the judge \[0.0, 1.0\]"):
        compare_with_judge(position, judge)


@pytest.mark.parametrize("game", GAMES)
def test_the_benchmark_plays_every_choice(game: str) -> None:
    base = next(spec for spec in ALL if Spec(spec).game == game)
    played = [Spec(with_other_choices(base, Random(seed))) for seed in range(100)]
    for option in face_of(game).options:
        values = {spec.options[option.name] for spec in played}
        if isinstance(option, Choice):
            assert values == {word for word, _ in option.named}
        else:
            assert values == {Spec(base).options[option.name]}


def test_rings_of_vyun_in_and_across_each_other_agree_with_the_judge() -> None:
    seen: Counter[str] = Counter()
    for players, seeds in ((2, 25), (3, 12), (5, 6)):
        spec = f"vyun(board=8x8,players={players})"
        for seed in range(seeds):
            judge, played = judge_of(spec), 0
            for position, moves in game_of_rings(spec, seed, rings=7):
                for move in moves[played:]:
                    judge.play(move)
                played = len(moves)
                assert list(position.points) == judge.points(), position
                seen.update({holding.kind for holding in position.territory.holdings})
    assert all(seen[kind] >= 10 for kind in ("point", "contested", "void")), seen


@pytest.mark.parametrize("players", [2, 3])
def test_rings_of_vyun_round_one_middle_agree_with_the_judge(players: int) -> None:
    """Four rings by all combinations of players: regions with holes, and what is in the holes."""
    spec = f"vyun(board=8x8,players={players})"
    rings = [ring(square_ring(8 - 2 * at, at)) for at in range(4)]
    for owners in product(range(players), repeat=4):
        position, judge = kletka.start(spec), judge_of(spec)
        for owner, moves in zip(owners, rings, strict=True):
            for move in moves:
                while position.to_move != owner:
                    position = position.play("pass")
                    judge.play("pass")
                position = position.play(move)
                judge.play(move)
        assert list(position.points) == judge.points(), owners
