"""Valid specs, positions and records of all games, to be spoilt."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from tests.helpers import random_game, random_move
from tests.specs import ALL, LARGEST

import kletka
from kletka import GAMES, Position, Record, Spec
from kletka.faces import face_of
from kletka.variations import Branch, record_of_tree

NAMES = ("Anna", "Борис", 'the "b" \\ player', "a\u00a0b", "  c  ", "", "名前", "{}", "[x]")
COMMENTS = ("good", "", "a } brace", "\\", "[White]", "ход\nи ответ", "(2. C3)", "((", "1-0 *")
GAMES_OF_EACH = 3
MOST_PLIES = 40
RECORDS = 300  # that are made; each is spoilt many times


def spec(chance: Random) -> str:
    """A valid spec, whole or with some of its options."""
    if chance.random() < 0.1:
        return chance.choice(GAMES)
    written = chance.choice((*ALL, *LARGEST) if chance.random() < 0.1 else ALL)
    if chance.random() < 0.5:
        return written
    read = Spec(written)
    options = {option.name: option for option in face_of(read.game).options}
    kept = [name for name in options if chance.random() < 0.7]
    chance.shuffle(kept)
    written = ",".join(f"{name}={options[name].write(read.options[name])}" for name in kept)
    return f"{read.game}({written})"


@lru_cache(maxsize=256)
def _game(spec: str, seed: int) -> tuple[Position, ...]:
    most = LARGEST.get(spec, 2 * MOST_PLIES)
    return tuple(position for position, _ in random_game(spec, seed, most))


def position(chance: Random) -> Position:
    """A position of a random game."""
    spec = chance.choice((*ALL, *LARGEST) if chance.random() < 0.05 else ALL)
    return chance.choice(_game(spec, chance.randrange(GAMES_OF_EACH)))


def record(chance: Random) -> Record:
    """A random game, perhaps with variations, perhaps unfinished."""
    return _record(chance.randrange(RECORDS))


@lru_cache(maxsize=RECORDS)
def _record(number: int) -> Record:
    chance = Random(number)
    return _tree(chance) if number % 4 == 0 else _line(chance)


def _line(chance: Random) -> Record:
    """A game from the start or from a position, with comments."""
    start = kletka.start(chance.choice(ALL))
    if chance.random() < 0.2:
        start = position(chance)
    count = len(start.players)
    tags = {"Event": "x"} if chance.random() < 0.3 else {}
    names = [chance.choice(NAMES) for _ in range(count)]
    record = Record.begin(start, names).with_tags(tags)
    for _ in range(chance.randrange(MOST_PLIES)):
        if record.end.over:
            break
        comment = chance.choice(COMMENTS) if chance.random() < 0.2 else ""
        record = record.play(random_move(record.end, chance), comment)
    if not record.end.over and chance.random() < 0.2:
        shares = "-".join("1" if seat == 0 else "0" for seat in range(count))
        record = record.finish(shares, "resign")
    return record


def _tree(chance: Random) -> Record:
    """A short game with variations in its comments."""
    start = kletka.start(chance.choice(ALL))
    return record_of_tree(start, _branches(start, chance, depth=chance.randrange(1, 6)))


def _branches(position: Position, chance: Random, depth: int) -> list[Branch]:
    branches = []
    for _ in range(chance.choice((1, 1, 2, 3))):
        if depth == 0 or position.over:
            break
        turn, after = whole_turn(position, chance)
        comment = chance.choice(("", "", "good"))
        branches.append(Branch(turn, comment, _branches(after, chance, depth - 1)))
    return branches


def whole_turn(position: Position, chance: Random) -> tuple[str, Position]:
    """A random whole turn as records write it, and the position after it."""
    moves = []
    while True:
        move = random_move(position, chance)
        moves.append(move)
        after = position.play(move)
        if not after.in_turn:
            return position.turn_text(moves), after
        position = after
