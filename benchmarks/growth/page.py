"""Writes the tables of docs/scale.md from the constants: `python -m benchmarks.growth.page`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from benchmarks.growth.model import Constants, Needs, needs

PAGE = Path(__file__).parents[2] / "docs/scale.md"
PEOPLE = (10_000, 100_000, 1_000_000)
GROUPS = 16  # databases, each with servers of its own


def tables(constants: Constants) -> dict[str, str]:
    """The text of each table, by its name in the page."""
    one = [needs(people, constants) for people in PEOPLE]
    divided = [needs(people, constants, GROUPS) for people in PEOPLE]
    return {"constants": _constants(constants), "one": _needs(one), "divided": _needs(divided)}


def written(page: str, constants: Constants) -> str:
    """The page with its tables written anew."""
    for name, table in tables(constants).items():
        place = re.search(rf"<!-- {name} -->\n(.*?)<!-- end -->", page, re.DOTALL)
        if place is None:
            raise ValueError(f"docs/scale.md has no place for the table {name}")
        page = page[: place.start(1)] + table + page[place.end(1) :]
    return page


def _table(rows: Iterable[Iterable[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    columns = lines[0].count("|") - 1
    return "\n".join([lines[0], "|---" + "|---:" * (columns - 1) + "|", *lines[1:]]) + "\n"


def _constants(c: Constants) -> str:
    return _table(
        [
            ("what", "measured"),
            ("a move with its two players, processor time of the server", _micro(c.move)),
            ("one more watcher who sees a move", _micro(c.message)),
            ("the message that tells of a move", f"{c.message_bytes:.0f} bytes"),
            ("the page of a game with its board, processor time", _micro(c.page)),
            ("a game in memory", f"{c.game_bytes / 1000:.1f} kB"),
            ("a connection in memory", f"{c.connection_bytes / 1000:.1f} kB"),
            ("events that one PostgreSQL stores, fifty in a commit", _rate(c.batched_events)),
            ("bells that one PostgreSQL delivers", _rate(c.deliveries)),
            ("hearing a bell, processor time", _micro(c.hearing)),
            ("an event on disk, its index included", f"{c.event_bytes:.0f} bytes"),
            *(
                (f"a turn of a bot of level {level}, processor time", f"{1000 * seconds:.1f} ms")
                for level, seconds in c.bots.items()
            ),
        ]
    )


def _needs(all_needs: list[Needs]) -> str:
    lines: list[tuple[str, Callable[[Needs], str]]] = [
        ("moves a second", lambda n: f"{n.moves:,.0f}"),
        ("of these by bots", lambda n: f"{n.bot_moves:,.0f}"),
        ("server processes", lambda n: f"{n.servers:,}" if n.servers else "not possible"),
        ("cores for bots", lambda n: f"{n.thinkers:,}"),
        ("memory of all servers", lambda n: f"{n.memory / 1e9:.1f} GB"),
        ("moves sent out", lambda n: f"{8 * n.traffic / 1e6:,.1f} Mbit/s"),
        ("events stored a day", lambda n: f"{n.stored / 1e9:,.1f} GB"),
        ("share of a database's storing", lambda n: _share(n.writing)),
        ("share of a database's bells", lambda n: _share(n.ringing)),
        ("share of a server's core for bells", lambda n: _share(n.hearing)),
        ("used most", lambda n: n.first_limit),
    ]
    head = ("people at once", *(f"{n.people:,}" for n in all_needs))
    return _table([head, *((name, *map(value, all_needs)) for name, value in lines)])


def _micro(seconds: float) -> str:
    return f"{1e6 * seconds:,.0f} µs" if seconds >= 1e-5 else f"{1e6 * seconds:.1f} µs"


def _rate(events: float) -> str:
    return f"{events:,.0f} a second"


def _share(part: float) -> str:
    return f"{100 * part:,.0f} %" if part >= 1 else f"{100 * part:.3g} %"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(), Constants.load()))
