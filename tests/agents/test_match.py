"""Matches: rotation, seeds, intervals, the sequential test, levels, and programs that fail."""

from __future__ import annotations

import math
import pickle
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import kletka
from kletka.agents import (
    Agent,
    AgentFailed,
    AgentNotStarted,
    InvalidAgent,
    NoGameYet,
    read_agent,
)
from kletka.agents.levels import LEVELS, InvalidLevel, budget_of, height_of
from kletka.agents.match import (
    GameResult,
    MatchResult,
    MatchTerms,
    SequentialTest,
    play_game,
    play_named,
    read_test,
    varied_opening,
)
from kletka.agents.names import read_budget
from kletka.engine import thinking
from kletka.engine.solving import solve
from kletka.engine.tuning import tuning_of
from kletka.errors import KletkaError
from kletka.lab.matches import play_match
from kletka.position import start
from kletka.spec import Spec


def agents(*names: str) -> list[Agent]:
    return [read_agent(name) for name in names]


def terms(spec: str, *names: str, seed: int = 1) -> MatchTerms:
    return MatchTerms(names, Spec(spec), seed=seed)


def collector() -> tuple[list[GameResult], Callable[[MatchResult], None]]:
    """A list, and a report that puts every game there."""
    games: list[GameResult] = []

    def keep(result: MatchResult) -> None:
        assert result.last is not None
        games.append(result.last)

    return games, keep


def test_seats_rotate_and_openings_come_in_rounds() -> None:
    games, keep = collector()
    play_match(terms("vyun(board=3x3,players=3)", *3 * ("random",)), 6, report=keep)
    assert [game.seats for game in games] == 2 * [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert all(abs(sum(game.shares) - 1) < 1e-9 for game in games)


def test_a_match_repeats_itself_for_a_seed() -> None:
    (once, keep_once), (again, keep_again) = collector(), collector()
    for keep in (keep_once, keep_again):
        play_match(terms("kamiken(size=4)", "engine@50", "inventor", seed=7), 4, report=keep)
    assert len(once) == 4
    assert once == again


def test_a_result_does_not_grow_with_its_games() -> None:
    """It keeps sums, not the games."""
    short, long = (result_of(*[1.0, 0.5, 0.0] * many) for many in (2, 500))
    assert len(pickle.dumps(long)) <= len(pickle.dumps(short)) + 8
    assert long.played == 1500
    assert long.score() == short.score() == 0.5


def test_the_engine_beats_random_moves() -> None:
    for spec in ("kamiken(size=5)", "ydyumby(board=5x5)", "vyun(board=3x3)", "manu(size=5)"):
        result = play_match(terms(spec, "engine@200", "random", seed=3), 10)
        assert result.score() >= 0.8, (spec, result.score())


def test_openings_differ_and_never_end_the_game() -> None:
    openings = {str(varied_opening("kamiken(size=5)", 2, seed)[0]) for seed in range(20)}
    assert len(openings) > 15
    assert not varied_opening("kamiken(size=1)", 5, 1)[0].over


def test_the_moves_of_a_game_can_be_played_again_from_the_start() -> None:
    twice = terms("kamiken(size=5)", "random", "random")
    for number in range(4):
        game = play_named(twice, number)
        position = kletka.start("kamiken(size=5)")
        for move in game.moves:
            position = position.play(move)
        assert position.over
        assert position.points == game.points


def result_of(*shares: float) -> MatchResult:
    result = MatchResult(("a", "b"))
    for share in shares:
        result.add(GameResult((0, 1), (share, 1 - share), (0, 0), ()))
    return result


def test_intervals_are_honest() -> None:
    assert result_of().interval() == (0.0, 1.0)
    low, high = result_of(*[1.0] * 10).interval()
    assert 0.6 < low < 0.8
    assert high == 1.0
    low, high = result_of(*[1.0, 1.0, 0.0, 0.0] * 25).interval()
    assert 0.35 < low < 0.39
    assert 0.61 < high < 0.65


def test_pairs_with_exchanged_seats_are_one_trial() -> None:
    """The seats may decide every game: then pairs say more than as many independent games."""
    fair = result_of(*[1.0, 0.0] * 50)
    assert fair.pairs == (0, 0, 50, 0, 0)
    low, high = fair.interval()
    assert 0.45 < low < 0.48
    assert 0.52 < high < 0.55
    alike = result_of(*[1.0, 1.0, 0.0, 0.0] * 25)
    assert alike.pairs == (25, 0, 0, 0, 25)
    assert alike.interval()[0] < fair.interval()[0]
    assert result_of(1.0, 0.5, 0.0, 0.5, 0.0).pairs == (0, 1, 0, 1, 0)  # one game has no partner


@pytest.mark.parametrize(("first_wins", "second_wins"), [(0.7, 0.3), (0.9, 0.5), (0.5, 0.5)])
def test_intervals_of_pairs_hold_the_truth_as_often_as_they_say(
    first_wins: float, second_wins: float
) -> None:
    source = random.Random(1)
    truth = (first_wins + second_wins) / 2
    held = 0
    for _ in range(400):
        games = [float(source.random() < p) for _ in range(40) for p in (first_wins, second_wins)]
        low, high = result_of(*games).interval()
        held += low <= truth <= high
    assert 0.92 * 400 <= held <= 0.99 * 400


def test_the_sequential_test_stops_in_time() -> None:
    test = read_test("0.5,0.8")
    assert test == SequentialTest(0.5, 0.8)
    assert test.verdict(result_of(1.0)) is None
    assert test.verdict(result_of(*[1.0] * 10)) == "better"
    assert test.verdict(result_of(*[0.0] * 10)) == "worse"
    for bad in ("", "0.5", "0.8,0.5", "1,2", "a,b"):
        with pytest.raises(KletkaError):
            read_test(bad)


@pytest.mark.parametrize(
    "name", ["", "chess", "level", "level0", "level10", "engine@", "engine@x", "ugi:", "level3@1s"]
)
def test_unknown_agents_are_refused(name: str) -> None:
    with pytest.raises((InvalidAgent, InvalidLevel)) as refused:
        read_agent(name)
    assert refused.value.say("ru") != str(refused.value)


def test_budgets_are_read() -> None:
    assert read_budget("0.5s").seconds == 0.5
    assert read_budget("200ms").seconds == 0.2
    assert read_budget("1000").simulations == 1000


@pytest.mark.parametrize(
    "spec",
    [
        "kamiken(size=3)",
        "kamiken(size=5)",
        "kamiken",
        "ydyumby(board=4x4)",
        "ydyumby(board=hex5)",
        "vyun(board=3x3)",
        "vyun(board=8x8,players=4)",
        "manu(size=4)",
        "manu",
    ],
)
def test_each_level_sees_and_thinks_more_than_the_one_below(spec: str) -> None:
    budgets = [budget_of(level, kletka.start(spec)) for level in LEVELS]
    for weaker, stronger in pairwise(budgets):
        assert stronger.sight >= weaker.sight
        thinks_more = (stronger.simulations or math.inf) > (weaker.simulations or math.inf)
        assert thinks_more or stronger.sight > weaker.sight
    assert budgets[0].sight < 0.2
    assert budgets[-1].sight == 1
    assert budgets[-1].seconds == 2


def test_levels_lie_closer_together_on_a_small_board() -> None:
    small, full = kletka.start("kamiken(size=5)"), kletka.start("kamiken(size=9)")
    assert budget_of(1, small) == budget_of(1, full)
    assert budget_of(9, small) == budget_of(9, full)
    for level in range(2, 9):
        assert budget_of(level, small).sight <= budget_of(level, full).sight
        assert (budget_of(level, small).simulations or 0) < (
            budget_of(level, full).simulations or 0
        )


@pytest.mark.parametrize("game", ["kamiken(size={})", "ydyumby(board={0}x{0})", "manu(size={})"])
def test_every_level_sees_more_than_the_one_below_on_boards_of_all_sizes(game: str) -> None:
    for size in range(4, 10):
        position = kletka.start(game.format(size))
        for level in range(2, 9):
            lower, upper = budget_of(level - 1, position), budget_of(level, position)
            assert lower.sight <= upper.sight
            assert lower.simulations is not None
            assert upper.simulations is not None
            assert lower.simulations <= upper.simulations
            assert lower != upper


def test_levels_that_were_fitted_stand_where_the_fit_put_them() -> None:
    seen = [budget_of(level, kletka.start("kamiken(size=5,komi=0)")) for level in range(1, 9)]
    assert [budget.simulations for budget in seen] == [3, 5, 7, 10, 12, 16, 26, 47]
    assert seen[-1].sight == pytest.approx(0.6475, abs=1e-4)


def test_three_players_do_not_get_the_levels_of_two() -> None:
    two, three = kletka.start("ydyumby(board=5x5)"), kletka.start("ydyumby(board=5x5,players=3)")
    fit = tuning_of("ydyumby").levels.fit_for(two.spec)
    assert fit is not None
    assert height_of(8, two) == fit.heights[7]
    assert height_of(8, three) == pytest.approx(1 + 7 * (25 / 60) ** 0.6)


def test_a_hexagon_counts_for_a_little_less_than_its_cells() -> None:
    hexagon, square = kletka.start("ydyumby(board=hex5)"), kletka.start("ydyumby(board=8x8)")
    assert (budget_of(8, hexagon).simulations or 0) < (budget_of(8, square).simulations or 0)
    assert budget_of(8, kletka.start("ydyumby(board=hex6)")) == budget_of(8, square)


@pytest.mark.parametrize(("player", "trees"), [("engine@20ms", 1), ("engine@50", 3)])
def test_an_engine_with_a_time_per_move_keeps_its_tree(
    player: str, trees: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[kletka.Position] = []

    class Counted(thinking.Thinker):
        def __init__(self, position: kletka.Position, **options: Any) -> None:
            begun.append(position)
            super().__init__(position, **options)

    monkeypatch.setattr(thinking, "Thinker", Counted)
    engine, position = read_agent(player), kletka.start("ydyumby(board=6x6)")
    history: list[kletka.Move] = []
    engine.new_game(position, 1)
    for _ in range(3):
        move = engine.choose(position, history)
        for played in (move, position.play(move).moves[0]):
            position = position.play(played)
            history.append(played)
    assert len(begun) == trees
    engine.choose(begun[0], [])  # all moves were taken back
    assert len(begun) == trees + 1


@pytest.mark.parametrize("spec", ["kamiken(size=5)", "ydyumby(board=6x6)"])
def test_each_of_the_lower_levels_beats_the_one_below(spec: str) -> None:
    """By a margin that so many games always show: figures in docs/measured.md."""
    for level in range(2, 5):
        assert play_match(terms(spec, f"level{level}", f"level{level - 1}"), 60).score() > 0.5


@pytest.mark.parametrize("number", range(4))
def test_a_game_may_end_when_an_agent_has_proved_a_win(number: int) -> None:
    """The result is that of the whole game."""
    match = terms("kamiken(size=5)", "engine@2000", "random")
    whole = play_named(match, number)
    short = play_named(replace(match, to_the_end=False), number)
    assert len(short.moves) < len(whole.moves)
    assert short.shares == whole.shares == (1.0, 0.0)


def test_an_agent_that_overlooks_moves_must_play_to_the_end() -> None:
    match = terms("kamiken(size=3)", "level8", "random")
    for number in range(20):
        whole = play_named(match, number)
        short = play_named(replace(match, to_the_end=False), number)
        assert short.moves == whole.moves


def test_an_agent_that_has_proved_a_loss_plays_on() -> None:
    """Its opponent may not see the win: random moves on Manu 3x3 often miss it."""
    players = agents("random", "engine@2000")
    start = kletka.start("manu(size=3)")
    wins = 0.0
    for seed in range(6):
        result = play_game(players, (1, 0), start, seed, to_the_end=False)
        wins += result.shares[1]
    solution = solve(start)
    assert solution is not None
    assert solution.value < 0
    assert wins > 0


ENGINES = {
    "crashes": "import sys; sys.exit(1)",
    "is silent": "import time; time.sleep(600)",
    "sends nonsense": (
        "for line in iter(input, 'quit'):\n"
        "    word = line.split()[0]\n"
        "    print({'ugi': 'ugiok', 'isready': 'readyok', 'go': 'bestmove Z99'}.get(word, ''),"
        " flush=True)\n"
    ),
    "fails once": (
        "import os, sys\n"
        "from kletka.agents.ugi import serve\n"
        "if os.path.exists(__file__ + '.failed'):\n"
        "    serve()\n"
        "open(__file__ + '.failed', 'w').close()\n"
        "for line in iter(input, 'quit'):\n"
        "    word = line.split()[0]\n"
        "    if word == 'go': raise SystemExit\n"
        "    print({'ugi': 'ugiok', 'isready': 'readyok'}.get(word, ''), flush=True)\n"
    ),
    "dies in the game": (
        "for line in iter(input, 'quit'):\n"
        "    word = line.split()[0]\n"
        "    if word == 'go': raise SystemExit\n"
        "    print({'ugi': 'ugiok', 'isready': 'readyok'}.get(word, ''), flush=True)\n"
    ),
}


def against(engine: str, tmp_path: Path) -> MatchTerms:
    script = tmp_path / "engine.py"
    script.write_text(ENGINES[engine], encoding="utf-8")
    return terms("kamiken(size=3)", "random", f"ugi:{sys.executable} {script}@100ms")


@pytest.mark.parametrize("engine", ["sends nonsense", "dies in the game"])
def test_an_engine_that_fails_forfeits(engine: str, tmp_path: Path) -> None:
    match = against(engine, tmp_path)
    game = play_named(match, 0)
    assert game.shares == (1.0, 0.0)
    assert game.forfeit
    with pytest.raises(AgentFailed, match=r"forfeited every game \(2\), so there is no score"):
        play_match(match, 2)


@pytest.mark.parametrize("engine", ["crashes", "is silent"])
def test_an_engine_that_does_not_start_ends_the_match(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kletka.agents.ugi_agent.ANSWER_SECONDS", 2.0)
    with pytest.raises(AgentNotStarted, match="ugiok"):
        play_match(against(engine, tmp_path), 2)


def test_a_program_that_cannot_be_started_ends_the_match() -> None:
    with pytest.raises(AgentNotStarted, match="cannot be started"):
        play_match(terms("kamiken(size=3)", "random", "ugi:/no/such/program@1s"), 1)


def test_an_engine_that_fails_once_forfeits_that_game(tmp_path: Path) -> None:
    result = play_match(against("fails once", tmp_path), 4)
    assert (result.played, result.forfeited) == (4, [0, 1])
    assert "stopped before it said bestmove" in result.forfeits[0]


def test_our_own_engine_plays_over_the_protocol() -> None:
    match = terms("manu(size=5)", "random", f"ugi:{sys.executable} -m kletka ugi@100")
    result = play_match(match, 2)
    assert result.forfeits == []
    assert result.score(1) == 1.0


@pytest.mark.parametrize("budget", ["20", "10ms"])
def test_openspiel_plays_our_games(budget: str) -> None:
    pytest.importorskip("pyspiel")
    for spec in ("vyun(board=2x2)", "ydyumby(board=4x4)"):
        match = terms(spec, "engine@100", f"openspiel-mcts@{budget}")
        assert play_match(match, 2).forfeits == []


@pytest.mark.parametrize("name", ["random", "inventor", "copying", "openspiel-mcts@10", "ugi:cat"])
def test_an_agent_without_a_game_says_what_is_missing(name: str) -> None:
    agent = read_agent(name)
    with pytest.raises(NoGameYet) as failure:
        agent.choose(start("kamiken(size=3)"), [])
    assert str(failure.value) == (
        f"{name} has no game yet; call new_game(position, seed) before choose"
    )


def test_levels_and_engines_play_without_a_game() -> None:
    position = start("kamiken(size=3)")
    for name in ("level1", "engine@10", "plain@10"):
        assert read_agent(name).choose(position, []) in position.moves
