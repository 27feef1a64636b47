"""A bot that plays a whole game through Kletka's API, needing nothing but Python.

    python examples/bot.py http://127.0.0.1:8110 "kamiken(size=5)" level1

It knows no rules: it asks which moves there are and plays one at random. Yours will do better.
"""

import json
import random
import sys
import urllib.parse
import urllib.request
from http.client import HTTPResponse
from typing import Any, cast


class Api:
    def __init__(self, server: str) -> None:
        self.server, self.token = server, ""

    def open(self, path: str, data: object = None) -> HTTPResponse:
        headers = {"Content-Type": "application/json"}
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        body = None if data is None else json.dumps(data).encode()
        asked = urllib.request.Request(f"{self.server}/api{path}", body, headers)
        return cast(HTTPResponse, urllib.request.urlopen(asked))

    def ask(self, path: str, data: object = None) -> Any:
        with self.open(path, data) as answer:
            return json.load(answer)


def choose_turn(api: Api, game: str) -> str:
    """A whole turn: it may be several moves, asked for one after another."""
    turn = ""
    while True:
        asked = api.ask(f"/games/{game}/moves?steps={urllib.parse.quote(turn, safe='')}")
        if asked["complete"] or (turn and asked["can_stop"]):
            return turn
        turn += random.choice([move for move in asked["moves"] if move != "pass"] or ["pass"])


def main(server: str, spec: str, opponent: str) -> None:
    api = Api(server)
    seats = [{"kind": "here", "name": "Random bot"}, {"kind": "bot", "bot": opponent}]
    created = api.ask("/games", {"spec": spec, "seats": seats})
    game, api.token = created["game"]["id"], created["tokens"]["0"]
    print(f"{server}/g/{game}")
    with api.open(f"/games/{game}/stream") as stream:
        for line in stream:
            event = json.loads(line) if line.strip() else {}
            if event.get("type") == "over":
                print(event["result"], event["reason"]["en"])
            elif event.get("to_move") == 0 and not event["over"]:
                turn = {"turn": choose_turn(api, game), "number": event["number"]}
                api.ask(f"/games/{game}/turns", turn)


if __name__ == "__main__":
    main(*sys.argv[1:])
