"""Valid requests for everything that the server answers, to be spoilt."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from tests.helpers import random_move

from benchmarks.fuzz import samples
from benchmarks.fuzz.mutations import spoil, spoil_data
from benchmarks.fuzz.site import LETTERS, VISITOR
from kletka import GAMES, Position, Record
from kletka.variations import Branch, tree_of_record

Query = dict[str, str]


@dataclass(frozen=True)
class Asked:
    """A request before it is written: its parts can be spoilt one by one."""

    method: str
    path: tuple[str, ...]
    query: Query | None = None
    data: Any = None  # of a JSON body
    form: Query | None = None


@dataclass(frozen=True)
class Request:
    """A request as it is sent; ids and tokens are filled in first."""

    method: str
    target: str
    headers: tuple[tuple[str, str], ...] = ()
    body: str = ""

    def encoded(self, host: str) -> bytes:
        body = self.body.encode("utf-8", "surrogatepass")
        lines = [f"{self.method} {self.target} HTTP/1.1"]
        if not any(name == "Host" for name, _ in self.headers):
            lines.append(f"Host: {host}")
        lines += [f"{name}: {value}" for name, value in self.headers]
        lines += [f"Content-Length: {len(body)}"] if body or self.method == "POST" else []
        return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogatepass") + body


def request(chance: Random) -> Request:
    """A request in which nothing or something is spoilt."""
    asked = chance.choices(*_WEIGHTED)[0](chance)
    what = chance.choice(("nothing", "path", "query", "body", "body", "body", "text", "headers"))
    path, query, data, form = asked.path, asked.query, asked.data, asked.form
    if what == "path" and path:
        at = chance.randrange(len(path))
        path = (*path[:at], spoil(path[at], chance), *path[at + 1 :])
    if what in ("query", "body") and query:
        query = _spoil_query(query, chance)
    if what == "body" and data is not None:
        data = spoil_data(data, chance)
    if what == "body" and form is not None:
        form = _spoil_query(form, chance)
    target = "/" + "/".join(quote(part, safe="(),=", errors="surrogatepass") for part in path)
    if query:
        target += "?" + _encoded(query)
    kind, body = _body(data, form, chance)
    headers = _headers(asked, kind, chance)
    method = asked.method
    if what == "text":
        body, target = _spoil_either(body, target, chance)
    if what == "headers":
        method, headers = _spoil_head(method, headers, chance)
    return Request(method, target, headers, body)


def _encoded(query: Query) -> str:
    return urlencode(query, errors="surrogatepass")


def _spoil_query(query: Query, chance: Random) -> Query:
    spoilt = spoil_data(query, chance)
    fields = spoilt if isinstance(spoilt, dict) else {"x": spoilt}
    return {str(name): str(value) for name, value in fields.items()}


def _body(data: Any, form: Query | None, chance: Random) -> tuple[str, str]:
    """The type and the text of a body."""
    if form is not None and chance.random() < 0.3:
        parts = [
            f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            for name, value in form.items()
        ]
        return "multipart/form-data; boundary=x", "".join(parts) + "--x--\r\n"
    if form is not None:
        return "application/x-www-form-urlencoded", _encoded(form)
    if data is not None:
        return "application/json", json.dumps(data, ensure_ascii=chance.random() < 0.7)
    return "", ""


def _headers(asked: Asked, kind: str, chance: Random) -> tuple[tuple[str, str], ...]:
    headers = {"Accept-Language": chance.choice(("en", "ru", "de;q=0.5, ru"))}
    if kind:
        headers["Content-Type"] = kind
    if asked.path[:1] == ("api",):
        letter = next((p[-1] for p in asked.path if p.startswith("GAME")), "A")
        headers["Authorization"] = f"Bearer TOKEN{letter}"
    else:
        headers["Accept"] = "text/html" if chance.random() < 0.6 else "*/*"
        headers["Cookie"] = f"kletka_visitor={VISITOR}; lang=en"
    return tuple(headers.items())


def _spoil_either(body: str, target: str, chance: Random) -> tuple[str, str]:
    if body and chance.random() < 0.8:
        return spoil(body, chance), target
    return body, spoil(target, chance)


def _spoil_head(
    method: str, headers: tuple[tuple[str, str], ...], chance: Random
) -> tuple[str, tuple[tuple[str, str], ...]]:
    if chance.random() < 0.2:
        return chance.choice(("HEAD", "PUT", "DELETE", "OPTIONS", "get", "BREW", "")), headers
    added = (
        ("Range", "bytes=0-5"),
        ("If-None-Match", '"x"'),
        ("Origin", "http://elsewhere.example"),
        ("Host", "elsewhere.example:99999"),
        ("X-Forwarded-For", "10.0.0.1, ::1"),
        ("X-Forwarded-Proto", "https"),
        ("Accept-Encoding", "gzip"),
        ("Cookie", "kletka_visitor=x; =; lang"),
    )
    listed = [*headers, chance.choice(added)]
    at = chance.randrange(len(listed))
    name, value = listed[at]
    listed[at] = (name, spoil(value, chance))
    return method, tuple(listed)


# What can be asked.


def _game(chance: Random) -> str:
    return f"GAME{chance.choice(LETTERS)}"


def _name(chance: Random) -> str:
    return chance.choice(GAMES)


def _number(chance: Random) -> str:
    return str(chance.choice((0, 1, 2, 3, 7, 30, 400)))


def _seats(chance: Random) -> list[dict[str, Any]]:
    kinds: tuple[dict[str, Any], ...] = (
        {},
        {"kind": "here", "name": "Анна"},
        {"kind": "link"},
        {"kind": "bot", "bot": "level1"},
        {"kind": "bot", "bot": "inventor"},
    )
    return [chance.choice(kinds) for _ in range(chance.choice((2, 2, 2, 3, 4)))]


def _new_game(chance: Random) -> Asked:
    clocks = ({"kind": "none"}, {"kind": "real", "minutes": 5, "increment": 3}, {"kind": "days"})
    data = {
        "spec": samples.spec(chance),
        "seats": _seats(chance),
        "clock": chance.choice(clocks),
        "public": chance.random() < 0.5,
    }
    return Asked("POST", ("api", "games"), data=data)


def _bring_record(chance: Random) -> Asked:
    return Asked("POST", ("api", "records"), data={"record": str(samples.record(chance))})


def _join(chance: Random) -> Asked:
    path = ("api", "games", _game(chance), "seats", chance.choice("0123"), "join")
    return Asked("POST", path, data={"secret": f"SECRET{chance.choice(LETTERS)}"})


def _act(chance: Random) -> Asked:
    """A turn, a resignation or an offer."""
    path = ("api", "games", _game(chance), chance.choice(("takeback", "rematch", "resign")))
    if chance.random() < 0.6:
        data = {"turn": chance.choice(("A1", "B2", "C3", "pass", "D4")), "number": 0}
        return Asked("POST", (*path[:3], "turns"), data=data)
    if chance.random() < 0.3:
        return Asked("POST", (*path[:3], "decline"), {"offer": "takeback"})
    return Asked("POST", path)


def _read_api(chance: Random) -> Asked:
    path = ("api", "games", _game(chance))
    more: tuple[tuple[tuple[str, ...], Query], ...] = (
        ((), {}),
        (("moves",), {"steps": chance.choice(("A1", "", "D4>D10", "pass"))}),
        (("record",), {}),
        (("record.json",), {}),
        (("stream",), {"since": _number(chance)}),
    )
    rest, query = chance.choice(more)
    if chance.random() < 0.15:
        return Asked("GET", ("api", "games"), {"cursor": "1790000000000"})
    return Asked("GET", (*path, *rest), query)


def _page(chance: Random) -> Asked:
    game, number = _name(chance), _number(chance)
    pages: tuple[tuple[tuple[str, ...], Query], ...] = (
        ((), {"lang": "ru"}),
        (("new", game), {"size": number, "board": "5x5", "players": "3"}),
        (("games",), {"before": "1790000000000"}),
        (("g", _game(chance)), {"lang": "ru"}),
        (("embed", _game(chance)), {}),
        (("g", _game(chance), "review"), {}),
        (("g", _game(chance), "qr", "1.svg"), {}),
        (("g", _game(chance), f"SECRET{chance.choice(LETTERS)}"), {}),
        (("g", _game(chance), "record.txt"), {}),
        (("g", _game(chance), "record.json"), {}),
        (("rules", game), {}),
        (("learn", game, number), {}),
        (("puzzles", game, number), {}),
        (("paper", game), {"spec": samples.spec(chance)}),
        (("paper", game, "enter"), {"spec": samples.spec(chance)}),
        (("replay",), {}),
        (("lang", "ru"), {"back": "/games"}),
        (("demo", game, "board.svg"), {}),
        (("api", "openapi.json"), {}),
        (("static", "x", "board.css"), {}),
    )
    path, query = chance.choice(pages)
    return Asked("GET", path, query)


def _picture(chance: Random) -> Asked:
    query = {
        "number": _number(chance),
        "targets": "true",
        "territory": chance.choice(("true", "false", "1")),
        "turned": chance.choice("0123456"),
        "theme": chance.choice(("light", "dark")),
    }
    kept = {name: value for name, value in query.items() if chance.random() < 0.5}
    return Asked("GET", ("g", _game(chance), "board.svg"), kept)


def _raster(chance: Random) -> Asked:
    name, width = chance.choice((("position.png", "120"), ("game.gif", "100")))
    return Asked("GET", ("g", _game(chance), name), {"width": width, "number": _number(chance)})


def _analysis(chance: Random) -> Asked:
    position = samples.position(chance)
    moves = "" if position.over else random_move(position, chance)
    query = {"position": str(position), "moves": moves, "number": "1"}
    if chance.random() < 0.3:
        query = {"game": _game(chance), "number": _number(chance)}
    return Asked("GET", ("analysis", str(position.spec)), query)


def _board(chance: Random) -> Asked:
    position = samples.position(chance)
    steps = [] if position.over else [random_move(position, chance)]
    data = {
        "position": str(position),
        "steps": steps,
        "last": "A1",
        "turned": chance.randrange(4),
        "territory": chance.random() < 0.5,
    }
    return Asked("POST", ("board",), data=data)


def _study(chance: Random) -> Asked:
    """A turn, a text or a tree for the analysis board."""
    how, record = chance.randrange(4), samples.record(chance)
    if how == 0:
        position = samples.position(chance)
        turn = "pass" if position.over else random_move(position, chance)
        return Asked("POST", ("analysis", "turn"), data={"position": str(position), "turn": turn})
    if how == 1:
        text = chance.choice((str(record), json.dumps(record.to_json()), str(record.start)))
        return Asked("POST", ("analysis", "read"), data={"text": text})
    if how == 2:
        data = {"start": str(record.start), "tree": _nodes(record), "players": list(record.players)}
        return Asked("POST", ("analysis", "record"), data=data)
    return Asked(
        "POST", ("analysis", "arrange"), data=_arrangement(samples.position(chance), chance)
    )


def _nodes(record: Record) -> list[dict[str, Any]]:
    nodes: list[dict[str, Any]] = []

    def add(branches: list[Branch], before: int) -> None:
        for branch in branches:
            nodes.append({"before": before, "turn": branch.turn, "comment": branch.comment})
            add(branch.after, len(nodes) - 1)

    add(tree_of_record(record), -1)
    return nodes


def _arrangement(position: Position, chance: Random) -> dict[str, Any]:
    changes: tuple[dict[str, Any], ...] = (
        {"tool": position.players[0].letter, "place": chance.choice(position.board.names)},
        {"tool": "eraser", "place": chance.choice(position.board.names)},
        {"to_move": position.players[-1].letter},
        {"count": "reserve", "number": 3},
        {"clear": True},
        {"tool": "r-vine", "place": "A1>A2"},
    )
    return {"arrangement": str(position), **chance.choice(changes), "turned": 1}


def _typed(chance: Random) -> Asked:
    position = samples.position(chance)
    text = "" if position.over else f"1. {random_move(position, chance)} 2. A1"
    if chance.random() < 0.3:
        return Asked("POST", ("learn", _name(chance), "1"), data={"turn": "B2"})
    return Asked("POST", ("paper", "turns"), data={"position": str(position), "text": text})


def _form(chance: Random) -> Asked:
    game, csrf = _name(chance), {"csrf": "CSRF"}
    record = samples.record(chance)
    turns = " ".join(record.turns)
    forms: tuple[tuple[tuple[str, ...], Query], ...] = (
        (("new",), {"game": game, "size": "5", "board": "4x4", "players": "2", "seat0": "me",
                    "seat1": "link", "name0": "Анна", "clock": "real", "minutes": "2,5"}),
        (("play", game), {}),
        (("replay",), {"record": str(record)}),
        (("replay",), {"record": json.dumps(record.to_json())}),
        (("paper", record.spec.game, "enter"), {"spec": str(record.spec), "turns": turns,
                                                "name0": "Anna", "winner": "1"}),
        (("play-on",), {"position": str(samples.position(chance)), "bot": "level1"}),
        (("play-on",), {"game": _game(chance), "number": _number(chance), "bot": "level2"}),
        (("g", _game(chance), f"SECRET{chance.choice(LETTERS)}"), {}),
    )  # fmt: skip
    path, form = chance.choice(forms)
    return Asked("POST", path, form={**csrf, **form})


_WEIGHTS: dict[Callable[[Random], Asked], float] = {
    _new_game: 3,
    _bring_record: 2,
    _join: 2,
    _act: 4,
    _read_api: 4,
    _page: 6,
    _picture: 2,
    _raster: 0.2,
    _analysis: 2,
    _board: 3,
    _study: 5,
    _typed: 2,
    _form: 5,
}
_WEIGHTED = (list(_WEIGHTS), list(_WEIGHTS.values()))
