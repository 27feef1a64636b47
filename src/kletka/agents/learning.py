"""Learn what good moves look like, from games that the engine plays against itself.

Each move that a search could choose has some features (`list_features` in `engine/knowledge`).
Their weights are fitted so that exp(sum of a move's weights) is in proportion to the attention that
the search gave it. The search uses them as priors, and some games' playouts to choose moves.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kletka.engine.budget import Budget
from kletka.engine.knowledge import knowledge_of, switchboard
from kletka.engine.knowledge.weights import no_weights
from kletka.engine.search import MOST_FEATURES, Search
from kletka.engine.tuning import knobs_of
from kletka.errors import KletkaError
from kletka.language import Text
from kletka.position import Position, start

RANDOM_MOVES = 0.1  # the fraction of moves chosen at random, so that games differ
LEAST_VISITED = 2  # positions whose best move has fewer visits teach nothing


@dataclass
class Lessons:
    """Moves of many positions: the features of each, padded with the number of features; its
    share of the search's attention; and the number of its position."""

    features: Any
    attention: Any
    position: Any


def learn(
    specs: Sequence[str],
    games: int,
    simulations: int,
    out: Path,
    seed: int = 1,
    rounds: int = 2,
    progress: Callable[[int, int], None] = lambda done, all_of_them: None,
) -> float:
    """Play games on these boards, all of one game, and write the learned weights to a file.

    The first round is played without weights, each later one with those learned from the round
    before; the weights of the last round are written. Returns the mean log-likelihood of the
    moves played.
    """
    game = start(specs[0]).spec.game
    source = random.Random(seed)
    weights = no_weights()
    taught: list[tuple[Any, Any]] = []
    quality = 0.0
    for turn in range(rounds):
        knobs = knobs_of(game)._replace(weights=weights)
        taught = []
        for number in range(games * turn // rounds, games * (turn + 1) // rounds):
            taught += _play(start(specs[number % len(specs)]), knobs, simulations, source)
            progress(number + 1, games)
        learned, quality = fit(_gather(taught), _feature_count(game))
        weights = no_weights()
        weights[: len(learned)] = learned
    header = f"# {game}: learned from {games} games on {', '.join(dict.fromkeys(specs))}\n"
    header += f"# {rounds} rounds, {simulations} simulations a move, seed {seed}, "
    header += f"{len(taught)} positions\n"
    out.write_text(header + "".join(f"{weight:.4f}\n" for weight in learned), "utf-8")
    return quality


def fit(lessons: Lessons, count: int, rounds: int = 400, decay: float = 1e-5) -> tuple[Any, float]:
    """Weights for `count` features by gradient descent (Adam), and the mean log-likelihood."""
    weights = np.zeros(count + 1)  # the last one is padding and stays 0
    speed, size = np.zeros(count + 1), np.zeros(count + 1)
    positions = int(lessons.position[-1]) + 1
    quality = 0.0
    for step in range(1, rounds + 1):
        scores = weights[lessons.features].sum(axis=1)
        scores -= np.maximum.reduceat(scores, _starts(lessons))[lessons.position]
        chances = np.exp(scores)
        chances /= np.bincount(lessons.position, chances)[lessons.position]
        quality = float((lessons.attention * np.log(chances + 1e-12)).sum() / positions)
        error = (chances - lessons.attention) / positions
        repeated = np.repeat(error, lessons.features.shape[1])
        slope = np.bincount(lessons.features.ravel(), repeated, count + 1) + decay * weights
        slope[count] = 0
        speed = 0.9 * speed + 0.1 * slope
        size = 0.999 * size + 0.001 * slope * slope
        rate = 0.05 if step < rounds // 2 else 0.01
        push = (speed / (1 - 0.9**step)) / (np.sqrt(size / (1 - 0.999**step)) + 1e-9)
        weights -= rate * push
    return weights[:count].astype(np.float32), quality


def _starts(lessons: Lessons) -> Any:
    return np.flatnonzero(np.diff(lessons.position, prepend=-1))


def _play(
    position: Position, knobs: Any, simulations: int, source: random.Random
) -> list[tuple[Any, Any]]:
    """Play a game by the engine against itself; the features and visits of moves by position."""
    taught = []
    for _ in range(2):
        position = position.play(source.choice([m for m in position.moves if str(m) != "pass"]))
    while not position.over:
        seed = source.randrange(1 << 30) + 1
        search = Search(position, knobs=knobs, memory=32 * 2**20, seed=seed)
        search.run(Budget(simulations=simulations))
        tree = search.tree
        children = np.arange(tree.first[0], tree.first[0] + tree.count[0])
        features, known = features_of(position, [int(move) for move in tree.move[children]])
        visits = tree.visits[children[known]]
        if len(visits) > 1 and not search.solved and visits.max() > LEAST_VISITED:
            taught.append((features[known], visits / visits.sum()))
        move = search.analysis().best
        if source.random() < RANDOM_MOVES:
            move = source.choice(list(position.moves))
        position = position.play(move)
    return taught


def features_of(position: Position, moves: Sequence[int]) -> tuple[Any, Any]:
    """A row of features for each move, and which moves can be learned from."""
    variant, state = position.variant, position.state
    count = _feature_count(position.spec.game)
    rows = np.full((len(moves), MOST_FEATURES), count, np.int32)
    seen = np.zeros(knowledge_of(position.spec.game).scan_size(variant), np.int32)
    switchboard.scan(variant.number, state, variant.tables, seen)
    counts = [
        switchboard.list_features(variant.number, state, variant.tables, move, seen, row)
        for move, row in zip(moves, rows, strict=True)
    ]
    return rows, np.array(counts) >= 0


def _gather(taught: list[tuple[Any, Any]]) -> Lessons:
    return Lessons(
        features=np.concatenate([features for features, _ in taught]),
        attention=np.concatenate([attention for _, attention in taught]),
        position=np.repeat(np.arange(len(taught)), [len(a) for _, a in taught]),
    )


def _feature_count(game: str) -> int:
    count = int(knowledge_of(game).FEATURES)
    if count == 0:
        raise KletkaError(
            Text(
                f"the engine knows no features of moves in {game}, so there is nothing to learn",
                f"движок не знает признаков ходов игры {game}, учить нечего",
            )
        )
    return count
