"""Finished games from the inventors and others, whose replay must never change."""

from __future__ import annotations

import pytest

import kletka
from kletka import GAMES
from tests.helpers import GoldenGame, check_golden_game, golden_games, position_after

INVENTORS_GAME = "C3 B2 B4 A3 A1 D2 C5 E2 C1 D4 A5 pass E5 pass"


@pytest.mark.parametrize("game", golden_games(), ids=lambda game: game.spec)
def test_a_golden_game_replays(game: GoldenGame) -> None:
    check_golden_game(game)


def test_there_are_golden_games_of_every_game() -> None:
    assert {game.spec.partition("(")[0] for game in golden_games()} == set(GAMES)


def test_the_kamiken_game_from_the_inventors_figures() -> None:
    position = position_after("kamiken(size=5,komi=0.5)", INVENTORS_GAME.split())
    assert position.over
    assert position.points == (1.0, 2.5)
    assert position.winners == (1,)
    assert str(position) == "kamiken(size=5,komi=0.5) w1w2/1b1bb/b1w2/1w1b1/w1w1w - wb"


def test_in_the_inventors_game_only_white_moves_after_blacks_pass() -> None:
    position = kletka.start("kamiken(size=5,komi=0.5)")
    players = []
    for move in INVENTORS_GAME.split():
        players.append(position.to_move)
        position = position.play(move)
    assert players == [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0]
