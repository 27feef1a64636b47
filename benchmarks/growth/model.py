"""The model of docs/scale.md: what many people at once need, from the measured constants."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CONSTANTS = Path(__file__).with_name("constants.json")

# What people do, by share of those who are there at once. These are assumptions, not measurements.
AGAINST_PEOPLE = 0.40  # two in a game
AGAINST_BOTS = 0.25
WATCHING = 0.15  # the rest reads, solves puzzles or analyses
SECONDS_A_TURN = 10.0  # of a person
SECONDS_A_PAGE = 60.0  # between two pages that a person opens
LEVEL = 5  # of all bots
SPREAD = 1.7  # the cost of a move whose players are on two servers (`make bench-scale`)
BUSY = 0.6  # the share of a core that may be in use, so that nobody waits


@dataclass(frozen=True)
class Constants:
    """What `make bench-growth` measured, in seconds, bytes and events a second."""

    move: float
    message: float
    message_bytes: float
    page: float
    game_bytes: float
    connection_bytes: float
    batched_events: float
    deliveries: float  # notifications that one PostgreSQL hands to all its listeners together
    hearing: float
    event_bytes: float
    bots: dict[int, float]

    @classmethod
    def load(cls, file: Path = CONSTANTS) -> Constants:
        found: dict[str, Any] = json.loads(file.read_text())
        server, database = found["server"], found["database"]
        return cls(
            server["move"],
            server["message"],
            server["bytes_of_a_message"],
            server["page"],
            server["bytes_of_a_game"],
            server["bytes_of_a_connection"],
            database["events_in_batches"],
            max(database["bells_to_one"], 8 * database["bells_to_eight"]),
            database["hearing"],
            database["bytes_of_an_event"],
            {int(level): seconds for level, seconds in found["bots"].items()},
        )


@dataclass(frozen=True)
class Needs:
    """What so many people at once need."""

    people: int
    moves: float  # a second, those of bots included
    bot_moves: float
    servers: int  # processes, each of which has a core
    thinkers: int  # cores
    memory: float  # bytes of all servers
    traffic: float  # bytes a second of moves that go out
    stored: float  # bytes a day
    writing: float  # the share of what one PostgreSQL can store
    ringing: float  # the share of what one PostgreSQL can deliver to all servers
    hearing: float  # the share of each server's core that goes into reading all bells

    @property
    def first_limit(self) -> str:
        """The part of one PostgreSQL, or of a server, that is used most."""
        parts = {"storing": self.writing, "ringing": self.ringing, "hearing": self.hearing}
        return max(parts, key=lambda part: parts[part])


def needs(people: int, constants: Constants, groups: int = 1) -> Needs:
    """What people need if games are divided among so many groups of servers with a database each.

    Shares of the database and of a server are those of one group.
    """
    games = people * (AGAINST_PEOPLE / 2 + AGAINST_BOTS)
    bot_moves = people * AGAINST_BOTS / SECONDS_A_TURN
    moves = people * AGAINST_PEOPLE / 2 / SECONDS_A_TURN + 2 * bot_moves
    watched = people * WATCHING / SECONDS_A_TURN  # messages a second
    work = moves * constants.move * SPREAD + watched * constants.message
    work += people / SECONDS_A_PAGE * constants.page
    # Every server of a group hears every bell of that group.
    rung = moves / groups
    hearing = rung * constants.hearing
    each = BUSY - hearing
    servers = math.ceil(work / each) if each > 0.05 else 0
    messages = watched + 2 * moves
    return Needs(
        people,
        moves,
        bot_moves,
        servers,
        math.ceil(bot_moves * constants.bots[LEVEL] / BUSY),
        people * constants.connection_bytes + games * constants.game_bytes,
        messages * constants.message_bytes,
        moves * constants.event_bytes * 86_400,
        rung / constants.batched_events,
        rung * servers / groups / constants.deliveries,
        hearing,
    )
