"""Processor time of a bot's move, by level, over the middle of games on the usual boards."""

from __future__ import annotations

import random
import time

import kletka
from kletka.agents import read_agent
from kletka.games.catalogue import GAMES
from kletka.position import Position

LEVELS = (1, 2, 3, 4, 5, 6, 7, 8, 9)
POSITIONS = 3  # of each game


def measure_bots() -> dict[int, float]:
    """Seconds of processor time that a turn of each level takes, the mean of all games."""
    middles = [_middle(game, seed) for game in GAMES for seed in range(POSITIONS)]
    _mean_time(LEVELS[0], middles)  # loads what is loaded once
    return {level: _mean_time(level, middles) for level in LEVELS}


def _middle(game: str, seed: int) -> Position:
    """A position after a third as many random moves as a board has places, in no turn."""
    chance, position = random.Random(seed), kletka.start(game)
    moves = len(position.board.places) // 3
    while moves > 0 or position.in_turn:
        following = position.play(chance.choice(list(position.moves)))
        if following.over:
            break
        position, moves = following, moves - 1
    return position


def _mean_time(level: int, middles: list[Position]) -> float:
    used = 0.0
    for seed, position in enumerate(middles):
        agent = read_agent(f"level{level}")
        agent.new_game(position, seed)
        began = time.process_time()
        agent.choose(position, [])
        used += time.process_time() - began
        agent.close()
    return used / len(middles)
