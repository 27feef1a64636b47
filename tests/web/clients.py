"""Clients of a server, which use only HTTP and WebSockets."""

from __future__ import annotations

import json
import re
from types import TracebackType
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.web.browser.serving import Server

PATIENCE = 240  # seconds to wait for a message
Json = dict[str, Any]


class Api:
    """The API with the token of a seat."""

    def __init__(self, site: Server, token: str | None = None, language: str = "en") -> None:
        self._base = f"{site.address}/api"
        self._headers = {"Accept-Language": language}
        if token is not None:
            self._headers["Authorization"] = f"Bearer {token}"

    def get(self, path: str, **query: Any) -> httpx.Response:
        return httpx.get(self._base + path, headers=self._headers, params=query, timeout=PATIENCE)

    def post(self, path: str, **body: Any) -> httpx.Response:
        return httpx.post(self._base + path, headers=self._headers, json=body, timeout=PATIENCE)

    def post_nothing(self, path: str) -> httpx.Response:
        """Post without a body."""
        return httpx.post(self._base + path, headers=self._headers, timeout=PATIENCE)


class NewGame:
    """A game created through the API, with seats as in `live_games.terms_of`."""

    def __init__(self, site: Server, spec: str, seats: str, **more: Any) -> None:
        self.site = site
        kinds = [
            {"kind": word} if word in ("here", "link") else {"kind": "bot", "bot": word}
            for word in seats.split()
        ]
        made = Api(site).post("/games", spec=spec, seats=kinds, **more)
        assert made.status_code == 201, made.text
        self.made: Json = made.json()
        self.id: str = self.made["game"]["id"]
        self.path = f"/games/{self.id}"

    def api(self, seat: int | None = None, language: str = "en") -> Api:
        """The API with the token of a seat, or without one."""
        return Api(self.site, self.token(seat), language)

    def token(self, seat: int | None) -> str | None:
        return None if seat is None else self.made["tokens"].get(str(seat))

    def live(self, seat: int | None = None, **options: Any) -> Live:
        return Live(self.site, self.id, token=self.token(seat), **options)

    def view(self) -> Json:
        view: Json = Api(self.site).get(self.path).json()
        return view


class Live:
    """A WebSocket that keeps all its messages in `heard`."""

    def __init__(
        self,
        site: Server,
        game: str,
        token: str | None = None,
        cookies: str = "",
        since: int | None = None,
        lang: str = "en",
        origin: str | None = None,
    ) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if cookies:
            headers["Cookie"] = cookies
        query = f"lang={lang}" + ("" if since is None else f"&since={since}")
        address = site.address.replace("http", "ws")
        self._opening = connect(
            f"{address}/g/{game}/live?{query}",
            additional_headers=headers,
            origin=origin,  # type: ignore[arg-type]
        )
        self._socket: ClientConnection
        self.heard: list[Json] = []

    def __enter__(self) -> Self:
        self._socket = self._opening.__enter__()
        return self

    def close(self) -> None:
        self._socket.close()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._socket.close()

    def send(self, do: str, **more: Any) -> None:
        self._socket.send(json.dumps({"do": do, **more}))

    def send_text(self, text: str) -> None:
        self._socket.send(text)

    def receive(self) -> Json:
        """The next message."""
        message: Json = json.loads(self._socket.recv(PATIENCE))
        self.heard.append(message)
        return message

    def until(self, *types: str) -> Json:
        """The next message of these types."""
        while (message := self.receive())["type"] not in types:
            pass
        return message

    def play(self, number: int, turn: str) -> Json:
        """Play a turn and return the server's answer."""
        self.send("turn", number=number, turn=turn, re=number)
        while (message := self.until("turn", "refused")).get("re") != number:
            pass
        return message


class Visitor:
    """A browser without a window: cookies and forms."""

    def __init__(self, site: Server, language: str = "en") -> None:
        self.site = site
        self._headers = {"Accept-Language": language, "Accept": "text/html"}
        self._kept: dict[str, str] = {}

    @property
    def cookies(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self._kept.items())

    def get(self, path: str) -> httpx.Response:
        return self._ask("GET", path)

    def post(self, path: str, **fields: str) -> httpx.Response:
        return self._ask("POST", path, data=fields)

    def _ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {**self._headers, "Cookie": self.cookies}
        answer = httpx.request(
            method, self.site.address + path, headers=headers, timeout=PATIENCE, **more
        )
        self._kept.update(answer.cookies.items())
        return answer

    def form_token(self) -> str:
        found = re.search(r'name="csrf" value="([^"]+)"', self.get("/new/kamiken").text)
        assert found
        return found[1]

    def new_game(self, **fields: str) -> str:
        """Send the form of a new game and return its id."""
        filled = {"game": "kamiken", "size": "4", "seat0": "me", **fields}
        answer = self.post("/new", csrf=self.form_token(), **filled)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/g/")

    def take(self, link: str, **fields: str) -> httpx.Response:
        """Open a seat's link and press its button."""
        found = re.search(r'name="csrf" value="([^"]+)"', self.get(link).text)
        assert found
        return self.post(link, csrf=found[1], **fields)

    def live(self, game: str, **options: Any) -> Live:
        return Live(self.site, game, cookies=self.cookies, **options)
