"""Agents answer many games at once."""

from __future__ import annotations

import numpy as np
import pytest

from kletka.agents.opponents import AgentOpponent
from kletka.bridges.gymnasium import GamesVectorEnv, random_opponent
from kletka.bridges.vectorised import ManyGames


@pytest.mark.parametrize("agent", ["level2", "engine@10", "inventor", "random"])
@pytest.mark.parametrize("spec", ["kamiken(size=4)", "manu(size=4)"])
def test_an_agent_plays_legal_actions_everywhere(agent: str, spec: str) -> None:
    games = ManyGames(spec, 3, restarts=False)
    opponent = AgentOpponent(agent)
    for _ in range(8):
        playing = ~games.over
        actions = np.zeros(3, np.int64)
        actions[playing] = opponent(games.take(playing))
        games.step(actions, where=playing)


def test_choices_follow_the_seed_and_vary() -> None:
    games = ManyGames("kamiken(size=5)", 10)
    first, same, other = (AgentOpponent("random", seed)(games).tolist() for seed in (1, 1, 2))
    assert first == same != other
    assert len(set(first)) > 3


def test_a_level_wins_more_than_random_moves_as_the_opponent() -> None:
    def learner_wins(opponent: object) -> float:
        """The mean result of random moves as the first player."""
        environment = GamesVectorEnv("kamiken(size=4)", 20, opponent=opponent)  # type: ignore[arg-type]
        environment.reset(seed=1)
        results: list[float] = []
        while len(results) < 40:
            _, rewards, ended, _, _ = environment.step(environment.games.random_actions())
            results += rewards[ended].tolist()
        return sum(results) / len(results)

    assert learner_wins(AgentOpponent("engine@30")) < learner_wins(random_opponent) - 0.3
