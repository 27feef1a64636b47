"""Nothing that takes long on the largest boards runs on the event loop, whatever is asked."""

from __future__ import annotations

import asyncio
import importlib
import pkgutil
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

import kletka
import kletka.web
from kletka import Position, Record
from kletka.web.app import _PAGES
from kletka.web.configuration import NO_LIMITS
from kletka.web.device.packing import archive_version
from kletka.web.live.rooms import Room
from kletka.web.pages.rendering import VERSION
from tests.web.in_process import app_with, client_of, socket_of

LARGE = "vyun(board=26x26)"
TURNS = kletka.start(LARGE).board.names[:400]
MOST_STEPS = 100  # that the event loop plays in one go: each takes some 30 µs
Request = tuple[str, str, dict[str, Any]]


class Watch:
    """Notes work that takes long on large boards, and that the event loop does itself."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.noted: set[str] = set()
        self._steps = 0
        patch.setattr(Position, "parse", classmethod(self._watched(Position.parse.__func__)))  # type: ignore[attr-defined]
        for name in ("parse", "from_json"):
            patch.setattr(Record, name, classmethod(self._watched(getattr(Record, name).__func__)))
        patch.setattr(Record, "__str__", self._watched(Record.__str__))
        drawn = self._watched(kletka.drawing.scene.picture_of)  # type: ignore[attr-defined]
        patch.setattr("kletka.drawing.scene.picture_of", drawn)
        patch.setattr(Position, "_play_step", self._counted(Position._play_step))
        patch.setattr(asyncio.events.Handle, "_run", self._begun(asyncio.events.Handle._run))

    def _watched(self, work: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(work)
        def watched(*args: Any, **kwargs: Any) -> Any:
            if on_the_loop():
                self.noted.add(work.__qualname__)
            return work(*args, **kwargs)

        return watched

    def _counted(self, play: Callable[..., Any]) -> Callable[..., Any]:
        def counted(position: Position, notation: str) -> Any:
            if on_the_loop():
                self._steps += 1
                if self._steps > MOST_STEPS:
                    self.noted.add("many moves")
            return play(position, notation)

        return counted

    def _begun(self, run: Callable[..., Any]) -> Callable[..., Any]:
        def begun(handle: asyncio.Handle) -> Any:
            self._steps = 0
            return run(handle)

        return begun


def on_the_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def forget_pictures() -> None:
    """Empty all caches of functions of the web app: what is drawn once is drawn again."""
    for module in pkgutil.walk_packages(kletka.web.__path__, "kletka.web."):
        if ".migrations" not in module.name:
            for value in vars(importlib.import_module(module.name)).values():
                getattr(value, "cache_clear", lambda: None)()


def crowded() -> Position:
    position, chance = kletka.start(LARGE), random.Random(1)
    for _ in range(100):
        position = position.play(chance.choice(position.moves[:-1]))
    return position


class Visit:
    """What the requests need: games of large boards, and the token of forms."""

    def __init__(self, app: FastAPI, client: httpx.AsyncClient) -> None:
        self.app, self.client = app, client
        self.position = crowded()
        record = Record.begin(LARGE)
        for turn in TURNS:
            record = record.play_turn(turn)
        self.record = record.finish("1-0", "resign")
        self.form: dict[str, str] = {}

    async def arrive(self) -> None:
        page = await self.client.get("/replay", headers={"Accept": "text/html"})
        token = re.search(r'name="csrf" value="([^"]+)"', page.text)
        assert token
        self.form = {"csrf": token[1]}
        record = {"record": str(self.record)}
        self.finished: str = (await self.client.post("/api/records", json=record)).json()["id"]
        new = {"spec": LARGE, "seats": [{}, {"kind": "link"}]}
        self.made = (await self.client.post("/api/games", json=new)).json()
        self.game: str = self.made["game"]["id"]
        room = await self.room()
        self.invitation = room.invitation_to(1)
        self.token = {"Authorization": f"Bearer {self.made['tokens']['0']}"}
        await self.client.post(f"/api/games/{self.game}/seats/1/join", json=self.secret)
        for number, turn in enumerate(TURNS):
            await room.act(lambda game, now, n=number, t=turn: game.play(n % 2, n, t, now))  # type: ignore[misc]

    async def room(self) -> Room:
        room: Room = await self.app.state.registry.room(self.game)
        return room

    @property
    def secret(self) -> dict[str, str]:
        return {"secret": self.invitation}


def requests(visit: Visit) -> dict[str, list[Request]]:
    """Requests for every route, on the largest board where it has one."""
    text, record, form = str(visit.position), str(visit.record), visit.form
    game, finished = visit.game, visit.finished
    seats: list[dict[str, str]] = [{}, {}]
    tree = [{"turn": turn, "before": place - 1} for place, turn in enumerate(TURNS)]

    def get(path: str, **query: Any) -> Request:
        return "GET", path, {"params": query}

    def post(path: str, **body: Any) -> Request:
        return "POST", path, {"json": body}

    def fill(path: str, **fields: str) -> Request:
        return "POST", path, {"data": {**form, **fields}}

    def act(path: str, **body: Any) -> Request:
        return "POST", f"/api/games/{game}/{path}", {"json": body, "headers": visit.token}

    return {
        "GET /": [get("/")],
        "POST /play/{game}": [fill("/play/vyun")],
        "GET /lang/{language}": [get("/lang/ru")],
        "GET /demo/{game}/board.svg": [get("/demo/vyun/board.svg")],
        "POST /board": [post("/board", position=text, territory=True)],
        "GET /learn": [get("/learn")],
        "GET /learn/{game}": [get("/learn/vyun")],
        "GET /learn/{game}/{number}": [get("/learn/vyun/1")],
        "POST /learn/{game}/{number}": [post("/learn/vyun/1", turn="B2")],
        "GET /paper": [get("/paper")],
        "GET /paper/{game}": [get("/paper/vyun", spec=LARGE)],
        "GET /paper/enter": [get("/paper/enter")],
        "GET /paper/{game}/enter": [get("/paper/vyun/enter", spec=LARGE)],
        "POST /paper/turns": [post("/paper/turns", position=text, text="pass")],
        "POST /paper/{game}/enter": [
            fill("/paper/vyun/enter", spec=LARGE, turns=" ".join(TURNS)),
            fill("/paper/vyun/enter", spec=LARGE, turns=" ".join([*TURNS, "A1"])),
        ],
        "GET /analysis": [get("/analysis")],
        "GET /analysis/{spec:path}": [
            get(f"/analysis/{LARGE}", position=text),
            get(f"/analysis/{LARGE}", moves=" ".join(TURNS)),
            get(f"/analysis/{LARGE}", game=finished),
        ],
        "POST /analysis/turn": [post("/analysis/turn", position=text, turn="pass")],
        "POST /analysis/read": [post("/analysis/read", text=record)],
        "POST /analysis/record": [
            post("/analysis/record", start=str(visit.record.start), tree=tree)
        ],
        "POST /analysis/arrange": [post("/analysis/arrange", arrangement=text)],
        "POST /play-on": [
            fill("/play-on", position=text, bot="level1"),
            fill("/play-on", game=finished, number="399", bot="level1"),
        ],
        "GET /g/{game}/review": [get(f"/g/{finished}/review")],
        "GET /puzzles": [get("/puzzles")],
        "GET /puzzles/today": [get("/puzzles/today")],
        "GET /puzzles/{game}": [get("/puzzles/kamiken")],
        "GET /puzzles/{game}/{number}": [get("/puzzles/kamiken/1")],
        "GET /new": [get("/new")],
        "GET /new/{game}": [get("/new/vyun", board="26x26")],
        "POST /new": [fill("/new", game="vyun", board="26x26")],
        "GET /games": [get("/games")],
        "GET /replay": [get("/replay")],
        "POST /replay": [fill("/replay", record=record)],
        "GET /rules/{game}": [get("/rules/vyun")],
        "GET /manifest.webmanifest": [get("/manifest.webmanifest")],
        f"GET /static/{VERSION}/icons/{{size}}.png": [get(f"/static/{VERSION}/icons/192.png")],
        "GET /service-worker.js": [get("/service-worker.js")],
        "GET /offline": [get("/offline")],
        "GET /device": [get("/device")],
        "GET /device/engine.json": [get("/device/engine.json")],
        "GET /device/pyodide/{version}/{name}": [get("/device/pyodide/1/pyodide.mjs")],
        "GET /device/code/{version}.zip": [get(f"/device/code/{archive_version()}.zip")],
        f"GET /static/{VERSION}/board.css": [get(f"/static/{VERSION}/board.css")],
        f"GET /static/{VERSION}/bundles/{{name}}": [get(f"/static/{VERSION}/bundles/game.js")],
        f"GET /static/{VERSION}/sheets/{{names}}.css": [
            get(f"/static/{VERSION}/sheets/board+kletka+game+study.css")
        ],
        "GET /g/{game}/board.svg": [
            get(f"/g/{game}/board.svg", targets=True),
            get(f"/g/{game}/board.svg", number=399),
        ],
        "GET /g/{game}/position.png": [get(f"/g/{game}/position.png", number=399, width=100)],
        "GET /g/{game}/game.gif": [get(f"/g/{game}/game.gif", width=100)],
        "GET /g/{game}/story.json": [get(f"/g/{game}/story.json")],
        "GET /g/{game}/verdict": [get(f"/g/{finished}/verdict")],
        "GET /g/{game}/record.txt": [get(f"/g/{game}/record.txt")],
        "GET /g/{game}/record.json": [get(f"/g/{game}/record.json")],
        "GET /g/{game}": [get(f"/g/{game}")],
        "GET /embed/{game}": [get(f"/embed/{game}")],
        "GET /g/{game}/qr/{seat}.svg": [get(f"/g/{game}/qr/1.svg")],
        "GET /g/{game}/{secret}": [get(f"/g/{game}/{visit.invitation}")],
        "POST /g/{game}/{secret}": [fill(f"/g/{game}/{visit.invitation}")],
        "GET /api/docs": [get("/api/docs")],
        "GET /api/openapi.json": [get("/api/openapi.json")],
        "POST /api/games": [post("/api/games", spec=LARGE, seats=seats)],
        "POST /api/records": [post("/api/records", record=record)],
        "GET /api/games": [get("/api/games")],
        "POST /api/games/{game}/seats/{seat}/join": [act("seats/1/join", **visit.secret)],
        "POST /api/games/{game}/turns": [act("turns", turn="Z26", number=len(TURNS))],
        "POST /api/games/{game}/claim": [act("claim")],
        "POST /api/games/{game}/remind": [act("remind")],
        "POST /api/games/{game}/takeback": [act("takeback")],
        "POST /api/games/{game}/decline": [act("decline?offer=takeback")],
        "GET /api/games/{game}": [get(f"/api/games/{game}")],
        "GET /api/games/{game}/moves": [get(f"/api/games/{game}/moves")],
        "GET /api/games/{game}/record": [get(f"/api/games/{game}/record")],
        "GET /api/games/{game}/record.json": [get(f"/api/games/{game}/record.json")],
        "GET /api/games/{game}/stream": [get(f"/api/games/{finished}/stream")],
        "POST /api/games/{game}/resign": [act("resign")],
        "POST /api/games/{game}/rematch": [act("rematch")],
    }


def routes(app: FastAPI) -> Iterator[str]:
    """All routes but WebSockets, as `requests` names them."""
    [api] = (route.app for route in app.routes if getattr(route, "path", "") == "/api")  # type: ignore[attr-defined]
    pages = [(route, "") for page in _PAGES for route in page.router.routes]
    for route, prefix in [*pages, *((route, "/api") for route in api.routes)]:
        for method in route.methods - {"HEAD"}:
            yield f"{method} {prefix}{route.path}"


def test_no_request_works_on_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget_pictures()
    noted: dict[str, set[str]] = defaultdict(set)

    async def ask(watch: Watch, client: httpx.AsyncClient, name: str, asked: Request) -> None:
        method, path, more = asked
        watch.noted = noted[name]
        answer = await client.request(method, path, **more)
        assert answer.status_code < 500, (name, answer.status_code, answer.text[:200])

    async def go() -> None:
        app = app_with(tmp_path, NO_LIMITS)
        async with client_of(app) as client:
            visit = Visit(app, client)
            await visit.arrive()
            watch = Watch(monkeypatch)
            asked = requests(visit)
            assert set(asked) == set(routes(app)), "requests for every route"
            for name, of_route in asked.items():
                for request in of_route:
                    await ask(watch, client, name, request)
            app.state.registry._rooms.clear()
            await ask(watch, client, "loading", ("GET", f"/api/games/{visit.game}", {}))

    asyncio.run(go())
    assert {name: work for name, work in noted.items() if work} == {}


def test_no_message_works_on_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> Watch:
        app = app_with(tmp_path, NO_LIMITS)
        async with client_of(app) as client:
            visit = Visit(app, client)
            await visit.arrive()
            watch = Watch(monkeypatch)
            number = len(TURNS)
            async with socket_of(app, f"/g/{visit.game}/live", **visit.token) as socket:
                socket.send("try", number=number, steps=["Z26"])
                await socket.until("tried")
                socket.send("look", territory=True)
                socket.send("turn", number=number, turn="Z26")
                await socket.until("turn")
                socket.send("takeback")
                await socket.until("offer")
                room = await visit.room()
                await room.act(lambda game, now: game.take_back([1], now))
                assert (await socket.until("takeback"))["number"] == number
            async with socket_of(app, "/analysis/live") as socket:
                socket.send("analyse", position=str(visit.position), key=1)
                await socket.until("analysis")
            async with socket_of(app, f"/g/{visit.finished}/review/live") as socket:
                await socket.until("judged")
            return watch

    assert asyncio.run(go()).noted == set()
