"""The promises of positions and kernels, as functions that check them on one position.

`check_position` checks one position, `Walk` what must hold from move to move.
"""

from __future__ import annotations

import pickle
import random
from functools import lru_cache

import pytest

import kletka
from kletka import IllegalMove, InvalidMove, Move, Position
from tests.helpers import random_game_from, standing

GARBAGE = ("", " ", "A0", "1a", "Z99", "A1 ", "pass!", "A1>", "^", "@A1", "А1", "A1\n", "stop stop")


def check_position(position: Position, chance: random.Random) -> None:
    check_end(position)
    check_moves(position)
    check_text(position)
    check_refusals_change_nothing(position, chance)
    check_symmetry(position, chance)
    check_refresh(position)


def check_end(position: Position) -> None:
    assert (position.to_move is None) == position.over == (len(position.moves) == 0)
    assert (not position.winners) == (not position.over)
    assert position.to_move is None or 0 <= position.to_move < len(position.players)
    assert len(position.points) == len(position.players) == position.spec.players
    assert set(position.winners) <= set(range(len(position.players)))


def check_moves(position: Position) -> None:
    moves = list(position.moves)
    assert len(moves) == len(position.moves) == len(set(moves))
    assert [Move(str(move)) for move in moves] == moves
    assert position.moves[: len(moves)] == moves
    for index, move in enumerate(moves):
        assert position.moves[index] == move
        assert move in position.moves
        assert str(move) in position.moves
        assert str(move).lower() in position.moves
        assert position.play(move) == position.play(str(move))
    strangers: tuple[object, ...] = (*GARBAGE, None, 3, b"A1", ("A1",))
    for stranger in strangers:
        assert stranger not in position.moves


def check_text(position: Position) -> None:
    text = str(position)
    for again in (
        Position.parse(text),
        Position(text),
        eval(repr(position), {"Position": Position}),
        pickle.loads(pickle.dumps(position)),
    ):
        assert again == position
        assert hash(again) == hash(position)
        assert str(again) == text
        assert again.moves.codes == position.moves.codes
        assert again.winners == position.winners


@lru_cache
def shaped_like_moves(names: tuple[str, ...]) -> tuple[str, ...]:
    """All texts with the form of a move of any game on a board with these cells."""
    return (
        *("pass", "stop", *names),
        *(f"^{name}" for name in names),
        *(f"{name}>{other}" for name in names for other in names),
        *(f"@{name}{turn}{steps}" for name in names for turn in "+-" for steps in (1, 2, 3, 5, 8)),
    )


def some_illegal_moves(position: Position, chance: random.Random, most: int) -> list[str]:
    """Some illegal texts of each kind of move."""
    texts = shaped_like_moves(position.board.names)
    drawn = [*chance.sample(texts[: 2 + 2 * len(position.board.names)], 3)]
    drawn += chance.sample(texts, min(2 * most, len(texts)))
    return [text for text in drawn if Move(text) not in position.moves][:most]


def check_refusals_change_nothing(position: Position, chance: random.Random) -> None:
    text, legal = str(position), position.moves.codes
    saved = Position.parse(text)
    for move in (*some_illegal_moves(position, chance, 6), *GARBAGE[:4]):
        with pytest.raises((IllegalMove, InvalidMove)):
            position.play(move)
    assert position == saved
    assert str(position) == text
    assert saved.moves.codes == legal == position.variant.legal_codes(position.state)


def check_symmetry(position: Position, chance: random.Random) -> None:
    """Turning the board and playing commute, and all images have the same canonical position."""
    assert position.transform(position.symmetries[0]) == position
    canonical = position.canonical()
    moves = chance.sample(list(position.moves), min(4, len(position.moves)))
    for symmetry in position.symmetries:
        image = position.transform(symmetry)
        assert image.points == position.points
        assert image.winners == position.winners
        assert image.to_move == position.to_move
        assert image.canonical() == canonical
        assert {position.transform_move(m, symmetry) for m in position.moves} == set(image.moves)
        for move in moves:
            moved = position.transform_move(move, symmetry)
            assert image.play(moved) == position.play(move).transform(symmetry)


def check_refresh(position: Position) -> None:
    """What `apply` keeps up to date is what `refresh` derives from the value."""
    variant, state = position.variant, position.state
    kernel, tables = variant.rules, variant.tables
    fresh = state.copy()
    fresh[kernel.value_size(tables) :] = 0
    kernel.refresh(fresh, tables)
    assert variant.value(fresh) == variant.value(state)
    assert variant.legal_codes(fresh) == variant.legal_codes(state)
    assert variant.points(fresh) == variant.points(state)
    for code in position.moves.codes:
        assert variant.value(variant.after(fresh, code)) == variant.value(
            variant.after(state, code)
        )


class Walk:
    """Checks what must hold from one position of a game to the next."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.closed: set[str] = set()  # Ydyumby: cells whose piece was removed
        self.begun = position  # Manu: where the turn began

    def go(self, move: str) -> Position:
        before, self.position = self.position, self.position.play(move)
        after = self.position
        assert after != before
        check_game_of_its_own = getattr(self, f"check_{after.spec.game}", None)
        if check_game_of_its_own is not None:
            check_game_of_its_own(before, move, after)
        return after

    def check_kamiken(self, before: Position, move: str, after: Position) -> None:
        stones = standing(after)
        board = after.board
        for name, letter in stones.items():
            for cell in board.neighbours[board.cell_named[name]]:
                if cell is not None:
                    assert stones.get(board.names[cell], letter) == letter
        assert len(stones) == len(standing(before)) + (move != "pass")

    def check_ydyumby(self, before: Position, move: str, after: Position) -> None:
        had = {holding.place: holding.amount for holding in before.territory.holdings}
        has = {holding.place: holding.amount for holding in after.territory.holdings}
        assert set(has) - set(had) == {move}
        assert all(amount >= 1 for amount in has.values())
        assert all(had[place] >= has[place] for place in has if place != move)
        self.closed |= set(had) - set(has)
        assert not self.closed & set(has)
        for cell in self.closed:
            assert Move(cell) not in after.moves

    def check_vyun(self, before: Position, move: str, after: Position) -> None:
        player = before.to_move
        assert player is not None
        assert after.over or after.to_move == (player + 1) % len(after.players)
        for index, stock in enumerate(after.territory.stocks):
            grown = dict(before.territory.stocks[index])
            if index == player and move != "pass":
                grown["vines" if ">" in move else "sprouts"] += 1
            assert stock == grown

    def check_manu(self, before: Position, move: str, after: Position) -> None:
        white, black = after.territory.stocks
        total = after.spec.options["reserve"]
        assert white["stones"] + white["reserve"] + black["taken"] == total
        assert black["stones"] + black["reserve"] + white["taken"] == total
        if not before.in_turn:
            self.begun = before
        if not after.in_turn:
            # This proves that games end: turns take stones, or take none and use up the reserve.
            assert manu_progress(after) > manu_progress(self.begun)
            if not after.over:
                assert after.to_move != before.to_move


def manu_progress(position: Position) -> tuple[int, int]:
    stocks = position.territory.stocks
    return sum(s["taken"] for s in stocks), -sum(s["reserve"] for s in stocks)


def check_game(spec: str, seed: int, look_at: float = 1.0) -> None:
    """Walk through a random game and check a share `look_at` of its positions."""
    chance = random.Random(f"{spec} {seed}")
    walk = Walk(kletka.start(spec))
    for position, move in random_game_from(walk.position, random.Random(chance.random())):
        if move is None or chance.random() < look_at:
            check_position(position, chance)
        if move is not None:
            walk.go(move)
    assert walk.position.over
