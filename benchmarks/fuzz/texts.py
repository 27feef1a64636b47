"""Specs, positions and records, read by the library."""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterator, Sequence
from random import Random

from tests.helpers import random_move

import kletka
from benchmarks.fuzz import samples
from benchmarks.fuzz.kinds import ACCEPTED, REFUSED, Kind, with_less
from benchmarks.fuzz.mutations import spoil, spoil_data
from kletka import KletkaError, Position, Record, Spec
from kletka.setup import can_set_up, read_arrangement
from kletka.variations import record_of_tree, tree_of_record


class Texts(Kind[str]):
    """Texts that are read in this process."""

    def try_all(self, inputs: Sequence[str]) -> list[str]:
        return [self._outcome(text) for text in inputs]

    def _outcome(self, text: str) -> str:
        try:
            self.read(text)
        except KletkaError as error:
            return self._refused(error)
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            return f"{type(error).__name__} in {last.name}, line {last.lineno}: {error}"
        return ACCEPTED

    def _refused(self, error: KletkaError) -> str:
        """An error must have a sentence in each language, which can be written."""
        for language in ("en", "ru"):
            try:
                said = error.say(language).encode().decode()
            except UnicodeEncodeError:
                return f"error that cannot be written: {error!r}"
            if not said or said != " ".join(said.splitlines()):
                return f"error that is not one line: {said!r}"
        return REFUSED

    def read(self, text: str) -> None:
        """Read a text and check that it is written back as it was read; raises KletkaError."""
        raise NotImplementedError

    def smaller(self, tried: str) -> Iterator[str]:
        return with_less(tried)


class Specs(Texts):
    name = "specs"

    def make(self, chance: Random) -> str:
        return spoil(samples.spec(chance), chance)

    def read(self, text: str) -> None:
        spec = Spec(text)
        again = Spec(str(spec))
        assert again == spec
        assert again.options == spec.options
        str(spec).encode()
        start = kletka.start(spec)
        assert start.spec == spec
        assert len(start.players) == spec.players


class Positions(Texts):
    name = "positions"

    def make(self, chance: Random) -> str:
        written = str(samples.position(chance))
        if chance.random() < 0.7:
            return spoil(written, chance)
        spec, _, fields = written.partition(" ")
        if chance.random() < 0.1:
            spec = samples.spec(chance)
        return f"{spec} {spoil(fields, chance)}"

    def read(self, text: str) -> None:
        refused: KletkaError | None = None
        try:
            position = Position.parse(text)
        except KletkaError as error:
            refused = error
        else:
            check_position(position)
            if not position.over:
                check_position(position.play(random_move(position, Random(len(text)))))
        check_arrangement(text, refused is None)
        if refused is not None:
            raise refused


def check_position(position: Position) -> None:
    again = Position.parse(str(position))
    assert again == position
    assert str(again) == str(position)
    assert list(again.moves) == list(position.moves)
    assert position.over == (not position.moves) == bool(position.winners)
    assert len(position.points) == len(position.players)
    assert position.territory.stocks == position.stocks


def check_arrangement(text: str, is_position: bool) -> None:
    """Every position is an arrangement without faults; another one is read back as it is."""
    game = text.split("(")[0].split(" ")[0]
    if game not in kletka.GAMES or not can_set_up(game):
        return
    try:
        arranged = read_arrangement(text)
    except KletkaError:
        return
    assert read_arrangement(str(arranged)).faults == arranged.faults
    assert not (is_position and arranged.faults)


class Records(Texts):
    name = "records"

    def make(self, chance: Random) -> str:
        record = samples.record(chance)
        if chance.random() < 0.3:
            data = record.to_json()
            data = spoil_data(data, chance) if chance.random() < 0.9 else data
            text = json.dumps(data, ensure_ascii=chance.random() < 0.5)
            return spoil(text, chance) if chance.random() < 0.3 else text
        return spoil(str(record), chance)

    def read(self, text: str) -> None:
        if text.lstrip().startswith("{"):
            record = Record.from_json(data_of(text))
        else:
            record = Record.parse(text)
        check_record(record)


def data_of(text: str) -> dict[str, object]:
    """The object that a JSON text describes; an empty one if it describes none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def check_record(record: Record) -> None:
    written = str(record)
    assert Record.parse(written) == record
    assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record
    written.encode()
    tree = tree_of_record(record)
    again = record_of_tree(record.start, tree, record.players)
    assert tree_of_record(again) == tree
