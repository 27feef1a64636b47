"""Tree search in many games at once: one batch of leaves for each simulation, evaluated together.

    python -m examples.batched_search

The search is PUCT, as AlphaZero's: it descends in all trees, steps all new leaves by one compiled
call, and asks an evaluator once for all of them. Here the evaluator plays random games to the end;
a network takes `games.observe()` and `games.masks` instead, and gives the same two arrays. What the
search visits, and how the games end, is what such a network learns from.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from kletka.bridges.vectorised import ManyGames

SPEC = "kamiken(size=5)"
GAMES = 64
SIMULATIONS = 64
EXPLORATION = 1.5

# The priors of all actions, float[games, actions], and each player's expected result from -1 to 1,
# float[games, players].
Evaluate = Callable[[ManyGames], tuple[Any, Any]]


def evaluate_by_random_games(games: ManyGames) -> tuple[Any, Any]:
    """All legal actions alike; the result of one random game from each position."""
    priors = games.masks / games.masks.sum(axis=1, keepdims=True)
    going = games.take(range(len(games)))
    results = np.zeros((len(games), games.players))
    while not going.over.all():
        results += going.step(going.random_actions(), where=~going.over).rewards
    return priors, results


class Trees:
    """One tree for each game; tree t has its node n in row t * size + n of `pool`."""

    def __init__(self, roots: ManyGames, simulations: int, evaluate: Evaluate) -> None:
        self.count, self.size = len(roots), simulations + 1
        self._evaluate = evaluate
        shape = (self.count, self.size, roots.actions)
        self.children = np.zeros(shape, np.int32)  # 0 for none
        self.visits = np.zeros(shape, np.int32)
        self.totals = np.zeros(shape)  # of the results of the player to move
        self.priors = np.zeros(shape)
        self.results = np.zeros((self.count, self.size, roots.players))  # where the game is over
        self.pool = ManyGames(roots.spec, self.count * self.size, restarts=False)
        first = self.rows(np.arange(self.count), 0)
        self.pool.put(first, roots)
        self.priors[:, 0] = evaluate(self.pool.take(first))[0]

    def rows(self, trees: Any, nodes: Any) -> Any:
        """The rows of nodes in the pool."""
        return trees * self.size + nodes

    def simulate(self, new: int) -> None:
        """Descend in all trees, add node `new` where a leaf is reached, and back up its value."""
        path, trees, parents, actions = self._descend()
        values = np.zeros((self.count, self.pool.players))
        known = self.children[trees, parents, actions]
        ended = known > 0  # such a node was reached only because the game is over there
        values[trees[ended]] = self.results[trees[ended], known[ended]]
        if not ended.all():
            fresh = ~ended
            values[trees[fresh]] = self._expand(trees[fresh], parents[fresh], actions[fresh], new)
        for trees, nodes, actions in path:
            movers = self.pool.to_move[self.rows(trees, nodes)]
            self.visits[trees, nodes, actions] += 1
            self.totals[trees, nodes, actions] += values[trees, movers]

    def _descend(self) -> tuple[list[Any], Any, Any, Any]:
        """The steps down (trees, nodes, actions), and each tree's last one."""
        trees, nodes = np.arange(self.count), np.zeros(self.count, np.int64)
        path = []
        last_nodes, last_actions = nodes.copy(), nodes.copy()
        while len(trees):
            actions = self._select(trees, nodes)
            path.append((trees, nodes, actions))
            last_nodes[trees], last_actions[trees] = nodes, actions
            below = self.children[trees, nodes, actions]
            inner = (below > 0) & ~self.pool.over[self.rows(trees, below)]
            trees, nodes = trees[inner], below[inner]
        return path, np.arange(self.count), last_nodes, last_actions

    def _select(self, trees: Any, nodes: Any) -> Any:
        """The action with the best mean so far, plus a bonus for what is promising and unknown."""
        visits = self.visits[trees, nodes]
        means = self.totals[trees, nodes] / np.maximum(visits, 1)
        attention = EXPLORATION * np.sqrt(visits.sum(axis=1, keepdims=True) + 1)
        scores = means + attention * self.priors[trees, nodes] / (1 + visits)
        legal = self.pool.masks[self.rows(trees, nodes)]
        return np.where(legal, scores, -np.inf).argmax(axis=1)

    def _expand(self, trees: Any, parents: Any, actions: Any, new: int) -> Any:
        """Add a node to these trees; returns the players' results that are expected there."""
        leaves = self.pool.take(self.rows(trees, parents))
        values = leaves.step(actions).rewards.copy()
        self.pool.put(self.rows(trees, new), leaves)
        self.children[trees, parents, actions] = new
        self.results[trees, new] = values
        going = ~leaves.over
        if going.any():
            priors, values[going] = self._evaluate(leaves.take(going))
            self.priors[trees[going], new] = priors
        return values


def search(
    roots: ManyGames, simulations: int, evaluate: Evaluate = evaluate_by_random_games
) -> Any:
    """How often each action of each game was visited: int32[games, actions]."""
    trees = Trees(roots, simulations, evaluate)
    for number in range(1, simulations + 1):
        trees.simulate(number)
    return trees.visits[:, 0]


def play_against_random(spec: str, games: int, simulations: int, seed: int = 1) -> float:
    """The mean result of the search, from -1 to 1; it takes all seats in turn."""
    many = ManyGames(spec, games, seed=seed, restarts=False)
    seats = np.arange(games) % many.players
    results = np.zeros((games, many.players))
    while not many.over.all():
        actions = many.random_actions()
        ours = many.to_move == seats
        if ours.any():
            actions[ours] = search(many.take(ours), simulations).argmax(axis=1)
        results += many.step(actions, where=~many.over).rewards
    return float(results[np.arange(games), seats].mean())


def simulations_a_second(spec: str, games: int, batch: int, simulations: int) -> float:
    """The speed of searching so many games, `batch` of them at once, by processor time."""
    many = ManyGames(spec, games)
    begin = time.thread_time()
    for first in range(0, games, batch):
        search(many.take(range(first, min(first + batch, games))), simulations)
    return games * simulations / (time.thread_time() - begin)


def main() -> tuple[float, float]:
    """Print how well the search plays, and what searching many games at once brings."""
    result = play_against_random(SPEC, GAMES, SIMULATIONS)
    print(f"{SPEC}, {SIMULATIONS} simulations a move, against random moves: {result:+.2f}")
    alone = simulations_a_second(SPEC, 4, 1, SIMULATIONS)
    together = simulations_a_second(SPEC, GAMES, GAMES, SIMULATIONS)
    print(f"simulations a second: {alone:,.0f} game by game, {together:,.0f} in {GAMES} games")
    return result, together / alone


if __name__ == "__main__":
    main()
