"""Any text is either refused with one of our own errors or gives consistent results.

Specs, moves, positions, records and their JSON.
"""

from __future__ import annotations

import random

from hypothesis import example, given, settings
from hypothesis import strategies as st

import kletka
from kletka import (
    GAMES,
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    InvalidRecord,
    InvalidSpec,
    KletkaError,
    Position,
    Record,
    Spec,
)
from tests.helpers import random_game_from, random_position
from tests.promises import shaped_like_moves
from tests.specs import ALL

ALPHABET = "ABCZabgrwo019258x#/.,:*^@>+-=() \n\x00é٣х"


@st.composite
def mutated(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> str:
    """A text with a few parts removed, doubled, replaced or inserted."""
    text = draw(texts)
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 3)))
        put = draw(
            st.one_of(
                st.just(""),
                st.just(text[start:end] * 2),
                st.text(ALPHABET, max_size=3),
                st.sampled_from(["-", "1", "2", "w", "b", "r", "/", "9" * 12, "#", "pass", "stop"]),
            )
        )
        text = text[:start] + put + text[end:]
    return text


specs = st.sampled_from([*ALL, *GAMES]) | st.text(ALPHABET, max_size=30) | st.text(max_size=30)
positions = st.builds(
    random_position, st.sampled_from(ALL), st.integers(0, 10**6), st.integers(0, 60)
)


def check_sentences(error: KletkaError) -> None:
    """Errors have a text in each language, and the two differ."""
    assert str(error) == error.say("en") != error.say("ru")
    if isinstance(error, InvalidPosition):
        assert error.faults
        assert all(fault.en and fault.ru for fault in error.faults)


def play_to_the_end(position: Position, seed: int) -> None:
    for last, _ in random_game_from(position, random.Random(seed)):
        position = last
        assert len(position.points) == len(position.players)
        assert position.territory.stocks == position.stocks
    assert position.over
    assert position.winners


@settings(max_examples=600)
@given(mutated(specs))
def test_any_text_is_a_spec_or_an_invalid_spec(text: str) -> None:
    try:
        spec = Spec(text)
    except InvalidSpec as error:
        check_sentences(error)
        return
    assert Spec(str(spec)) == spec
    assert kletka.start(spec).spec == spec


@settings(max_examples=400)
@given(positions, st.data())
def test_any_text_is_played_or_refused(position: Position, data: st.DataObject) -> None:
    names = st.sampled_from(shaped_like_moves(position.board.names))
    turns = st.lists(names, min_size=1, max_size=4).map("".join)
    text = data.draw(mutated(names | turns) | st.text(max_size=12))
    try:
        after = position.play(text)
    except (IllegalMove, InvalidMove) as error:
        check_sentences(error)
        return
    assert Position.parse(str(after)) == after


@settings(max_examples=900)
@given(mutated(positions.map(str)), st.integers(0, 2**32))
@example("kamiken(size=1) 99999999999999 w -", 0)
@example("vyun(board=2x2) 2/2 #/1 2 - r 0", 0)
@example("manu(size=7,reserve=10,target=5) 7/3w3/7/3w3/7/7/3b3 - 8,4 5,0 D4*", 0)
def test_any_text_is_a_consistent_position_or_refused(text: str, seed: int) -> None:
    try:
        position = Position.parse(text)
    except InvalidPosition as error:
        check_sentences(error)
        return
    except InvalidSpec:
        return
    again = Position.parse(str(position))
    assert again == position
    assert str(again) == str(position)
    play_to_the_end(position, seed)


# Records.


def random_record(spec: str, seed: int, moves: int) -> Record:
    chance = random.Random(seed)
    record = Record.begin(spec, Event="a \\ tag")
    for _ in range(moves):
        if record.end.over:
            break
        comment = chance.choice(["", "", "", "a } brace", "[White]"])
        record = record.play(chance.choice(record.end.moves), comment)
    return record


records = st.builds(random_record, st.sampled_from(ALL), st.integers(0, 10**6), st.integers(0, 30))
RECORD_PIECES = [
    "[",
    "]",
    '"',
    "\\",
    "{",
    "}",
    "*",
    "1.",
    "1-0",
    "1/2-1/2",
    "..",
    "\n",
    "\r",
    "\x85",
]


@settings(max_examples=300)
@given(records, st.data())
def test_any_text_is_a_record_or_an_invalid_record(record: Record, data: st.DataObject) -> None:
    text = data.draw(mutated(st.just(str(record))))
    for _ in range(data.draw(st.integers(0, 2))):
        place = data.draw(st.integers(0, len(text)))
        text = text[:place] + data.draw(st.sampled_from(RECORD_PIECES)) + text[place:]
    try:
        read = Record.parse(text)
    except InvalidRecord as error:
        check_sentences(error)
        return
    assert Record.parse(str(read)) == read


@settings(max_examples=300)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["spec", "start", "turns", "players", "date", "result", "tags", "comments", "1"]
                ),
                inner | st.sampled_from(["kamiken", "1-0", "2026-01-31", ["C3"], ["C3", "pass"]]),
                max_size=8,
            )
        ),
    )
)
def test_any_json_is_a_record_or_an_invalid_record(data: object) -> None:
    try:
        record = Record.from_json(data)  # type: ignore[arg-type]
    except InvalidRecord as error:
        check_sentences(error)
        return
    assert Record.from_json(record.to_json()) == record
    assert Record.parse(str(record)) == record
