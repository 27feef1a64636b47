"""A real server with games of all kinds, its log, and what its documentation allows."""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import httpx
from tests.web.browser.serving import Server

from benchmarks.fuzz import samples
from benchmarks.fuzz.kinds import ACCEPTED, REFUSED, Input, Kind
from kletka import Record

DOCUMENTATION = Path(__file__).parents[2] / "docs" / "web.md"
LETTERS = "ABCDEFGH"  # of the games of a batch
_PLACE = re.compile(f"(GAME|TOKEN|SECRET)([{LETTERS}])|CSRF")
_SEATS: tuple[tuple[str, list[dict[str, str]]], ...] = (
    ("kamiken(size=5)", [{}, {}]),
    ("ydyumby(board=hex3,players=3)", [{}, {"kind": "link"}, {"kind": "bot", "bot": "level1"}]),
    ("vyun(board=4x4)", [{}, {"name": "Б"}]),
    ("manu(size=7)", [{}, {"kind": "link"}]),
)
VISITOR = "fuzzfuzzfuzzfuzzfuzzfuzz"


def documented_codes() -> frozenset[str]:
    """The codes in the table of refusals."""
    refusals = DOCUMENTATION.read_text("utf-8").partition("## Refusals")[2].partition("\n## ")[0]
    rows = [line.split("|") for line in refusals.splitlines() if line.startswith("| 4")]
    rows += [line.split("|") for line in refusals.splitlines() if line.startswith("| 5")]
    return frozenset(code for row in rows for code in re.findall(r"`([a-z_]+)`", row[2]))


class Site:
    """A server that all inputs share, and fresh games for each batch of them."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.server = Server(Path(self._folder.name))
        self.server.start()
        self.codes = documented_codes()
        self._names: dict[str, str] = {}
        self._read = 0

    def close(self) -> None:
        self.server.stop()
        self._folder.cleanup()

    def fill(self, text: str) -> str:
        """The text with the real ids, tokens and secrets of this batch's games."""
        return _PLACE.sub(lambda found: self._names[found[0]], text)

    def new_games(self) -> None:
        """Games that are being played, and finished ones."""
        with httpx.Client(base_url=self.server.address, timeout=120) as client:
            for letter, (spec, seats) in zip(LETTERS, _SEATS, strict=False):
                made = client.post("/api/games", json={"spec": spec, "seats": seats})
                self._name(letter, made.raise_for_status().json())
            for letter in LETTERS[len(_SEATS) :]:
                record = samples.record(Random(letter))
                brought = client.post("/api/records", json={"record": str(record)})
                self._name(letter, {"game": brought.raise_for_status().json()})
            page = client.get("/replay", headers={"Cookie": f"kletka_visitor={VISITOR}"})
            token = re.search(r'name="csrf" value="([^"]+)"', page.text)
            self._names["CSRF"] = token[1] if token else ""

    def _name(self, letter: str, made: Mapping[str, Any]) -> None:
        self._names[f"GAME{letter}"] = made["game"]["id"]
        self._names[f"TOKEN{letter}"] = made.get("tokens", {}).get("0", "none")
        self._names[f"SECRET{letter}"] = next(iter(made.get("secrets", {}).values()), "none")

    def trouble(self) -> str:
        """What is wrong after a batch: errors in the log, or a server that does not answer."""
        log = (self.server.folder / "server.log").read_bytes()
        new, self._read = log[self._read :].decode("utf-8", "replace"), len(log)
        found = re.search(r"^.*( ERROR | CRITICAL |Traceback).*", new, re.MULTILINE)
        if found:
            said = new[found.start() :].strip()
            return f"log, {said.splitlines()[-1].replace(':', ' ')}: {said[-3000:]}"
        try:
            httpx.get(f"{self.server.address}/api/games", timeout=60).raise_for_status()
        except httpx.HTTPError as error:
            return f"unhealthy: {error!r}"
        return ""

    def check_game(self, game: str) -> str:
        """What is wrong with the record of a stored game, if anything."""
        answer = httpx.get(f"{self.server.address}/api/games/{game}/record", timeout=60)
        if answer.status_code != 200:
            return f"unreadable game: {answer.status_code} {answer.text[:200]}"
        try:
            Record.parse(answer.text)
        except ValueError as error:
            return f"unreadable record: {error}"
        return ""

    def judge_refusal(self, body: bytes) -> str:
        """`refused` if the body is a refusal with a documented code."""
        try:
            code = json.loads(body)["error"]["code"]
        except (ValueError, LookupError, TypeError):
            return f"refusal without a code: {body[:200]!r}"
        return REFUSED if code in self.codes else f"undocumented code {code}"


class SiteKind(Kind[Input]):
    """Inputs for a server; what it logs is blamed on the input that causes it again."""

    batch = 250

    @cached_property
    def site(self) -> Site:
        return Site()

    def close(self) -> None:
        self.site.close()
        del self.site

    def try_all(self, inputs: Sequence[Input]) -> list[str]:
        self.site.new_games()
        outcomes = asyncio.run(self.try_at_once(inputs))
        trouble = self.site.trouble()
        if not trouble:
            return outcomes
        if len(inputs) > 1:
            again = [self.try_all([tried])[0] for tried in inputs]
            if any(outcome not in (ACCEPTED, REFUSED) for outcome in again):
                return again
        return [*outcomes[:-1], trouble]

    @abstractmethod
    async def try_at_once(self, inputs: Sequence[Input]) -> list[str]:
        """Try all inputs, several at once."""
