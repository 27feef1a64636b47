"""The engine as a program that speaks the Universal Game Interface (docs/ugi.md)."""

from __future__ import annotations

import io
import re
import sys
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, TextIO

from kletka import __version__
from kletka.agents.levels import budget_of
from kletka.engine.analysis import Analysis
from kletka.engine.budget import Budget
from kletka.errors import KletkaError
from kletka.faces import face_of
from kletka.games.catalogue import GAMES
from kletka.position import Position, start

if TYPE_CHECKING:
    from kletka.engine.thinking import Thinker

INFO_SECONDS = 0.5
FOREVER = Budget(seconds=86_400)
# Each with its default, minimum and maximum.
NUMBER_OPTIONS = {"Threads": (1, 1, 64), "Hash": (512, 16, 65_536), "Seed": (1, 1, 1_000_000)}


class UgiEngine:
    """Answers the lines of the protocol; a search runs on another thread."""

    def __init__(self, output: TextIO) -> None:
        self._output = output
        self._writing = threading.Lock()
        self._spec = GAMES[0]
        self._numbers = {name: default for name, (default, _, _) in NUMBER_OPTIONS.items()}
        self._origin: Position | None = None
        self._played: list[str] = []  # moves from the origin to the position
        self._position: Position | None = None
        self._thinker: Thinker | None = None
        self._running: threading.Thread | None = None
        self._stop = threading.Event()

    def handle(self, line: str) -> bool:
        """Do what a line says; False after quit."""
        word, *rest = line.split() or [""]
        commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._introduce,
            "isready": self._get_ready,
            "setoption": self._set_option,
            "uginewgame": self._new_game,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop_search,
            "query": self._answer,
        }
        if word == "quit":
            self._stop_search([])
            return False
        if word in commands:
            try:
                commands[word](rest)
            except KletkaError as error:
                self._send(f"info string error: {error}")
        elif word:
            self._send(f"info string error: {word!r} is not a UGI command")
        return True

    def _send(self, line: str) -> None:
        with self._writing:
            print(line, file=self._output, flush=True)

    # Commands.

    def _introduce(self, rest: list[str]) -> None:
        self._send(f"id name Kletka {__version__}")
        self._send("id author The Kletka authors")
        self._send(f"option name Spec type string default {GAMES[0]}")
        for name, (default, least, most) in NUMBER_OPTIONS.items():
            self._send(f"option name {name} type spin default {default} min {least} max {most}")
        self._send("ugiok")

    def _get_ready(self, rest: list[str]) -> None:
        """Load what searches and proofs need, while no clock is running."""
        from kletka.engine.proving import known_solution
        from kletka.engine.search import Search
        from kletka.engine.solving import solve

        position = start(self._spec)
        Search(position, memory=2**20).run(Budget(simulations=1))
        known_solution(position)
        for game in GAMES:  # some have a solver of their own
            small = start(face_of(game).profile.quick_board)
            if len(small.players) == 2:
                solve(small, nodes=1, memory=2**20)
        self._send("readyok")

    def _set_option(self, rest: list[str]) -> None:
        """setoption name NAME value VALUE"""
        words = " ".join(rest)
        name, _, value = words.removeprefix("name ").partition(" value ")
        name, value = name.strip(), value.strip()
        known = {option.lower(): option for option in ("Spec", *NUMBER_OPTIONS)}.get(name.lower())
        if not words.startswith("name ") or known is None:
            self._send(f"info string error: there is no option {name!r}")
        elif known == "Spec":
            start(value)
            self._stop_search([])
            self._spec = value
            self._thinker = None
        else:
            _, least, most = NUMBER_OPTIONS[known]
            number = _number(value)
            if number is None or not least <= number <= most:
                self._send(f"info string error: {known} must be a number from {least} to {most}")
                return
            self._stop_search([])
            self._numbers[known] = number
            self._thinker = None

    def _new_game(self, rest: list[str]) -> None:
        self._stop_search([])
        self._origin = self._position = None
        self._played = []
        self._thinker = None

    def _set_position(self, rest: list[str]) -> None:
        """position startpos | fen TEXT | spec SPEC, optionally followed by: moves MOVE…"""
        self._stop_search([])
        split = rest.index("moves") if "moves" in rest else len(rest)
        what, *text = rest[:split] or [""]
        if what == "startpos":
            position = start(self._spec)
        elif what == "spec":
            position = start(" ".join(text))
        elif what == "fen":
            position = Position.parse(" ".join(text))
        else:
            self._send("info string error: position startpos, fen TEXT or spec SPEC")
            return
        origin, played = position, rest[split + 1 :]
        for move in played:
            position = position.play(move)
        if origin != self._origin:
            self._thinker = None
        self._origin, self._played, self._position = origin, played, position

    def _current(self) -> Position:
        return self._position or start(self._spec)

    def _go(self, rest: list[str]) -> None:
        self._stop_search([])
        position = self._current()
        if position.over:
            self._send("info string error: the game is over")
            self._send("bestmove none")
            return
        budget, begun = self._budget(rest, position), time.perf_counter()
        thinker = self._thinker_at(position, budget)
        if budget is not FOREVER:
            budget = budget.since(begun)
        self._stop.clear()
        self._running = threading.Thread(target=self._think, args=(thinker, budget), daemon=True)
        self._running.start()

    def _stop_search(self, rest: list[str]) -> None:
        self._stop.set()
        if self._running is not None:
            self._running.join()
            self._running = None

    def _answer(self, rest: list[str]) -> None:
        position = self._current()
        answers = {
            "gameover": lambda: str(position.over).lower(),
            "p1turn": lambda: str(position.to_move == 0).lower(),
            "result": lambda: _result(position),
            "players": lambda: str(len(position.players)),
            "turn": lambda: "none" if position.to_move is None else f"p{position.to_move + 1}",
            "winners": lambda: " ".join(f"p{w + 1}" for w in position.winners) or "none",
            "points": lambda: " ".join(f"{points:g}" for points in position.points),
            "fen": lambda: str(position),
            "moves": lambda: " ".join(str(move) for move in position.moves) or "none",
        }
        question = rest[0] if rest else ""
        if question in answers:
            self._send(f"response {answers[question]()}")
        else:
            self._send(f"info string error: there is no query {question!r}")
            self._send("response none")

    # Searching.

    def _budget(self, words: list[str], position: Position) -> Budget:
        """The budget of a `go`: movetime, nodes, level, clocks (p1time, p1inc…) or no limit."""
        given: dict[str, int] = {}
        for name, value in pairwise(words):
            if (number := _number(value)) is not None:
                given[name] = number
        player = f"p{(position.to_move or 0) + 1}"
        if "level" in given:
            return budget_of(given["level"], position)
        if "movetime" in given:
            return Budget(seconds=max(given["movetime"], 1) / 1000)
        if "nodes" in given:
            return Budget(simulations=max(given["nodes"], 1))
        if f"{player}time" in given:
            share = given[f"{player}time"] / 30 + 0.8 * given.get(f"{player}inc", 0)
            return Budget(seconds=max(min(share, given[f"{player}time"] * 0.8), 1) / 1000)
        return FOREVER

    def _think(self, thinker: Thinker, budget: Budget) -> None:
        # A proof gets a part of the time, and without a limit that part would be endless.
        proves = budget is not FOREVER
        for analysis in thinker.watch(budget, INFO_SECONDS, self._stop, proves=proves):
            self._inform(thinker, analysis)
        self._send(f"bestmove {analysis.best}")

    def _thinker_at(self, position: Position, budget: Budget) -> Thinker:
        """The thinker that has followed the game, or a new one.

        Counted simulations always begin with an empty tree, so that they can be repeated.
        """
        thinker = None if budget.simulations else self._thinker
        if thinker is None or not thinker.follow(self._played):
            thinker = self._new_thinker(position)
        self._thinker = thinker
        return thinker

    def _new_thinker(self, position: Position) -> Thinker:
        """A thinker with the memory that Hash says, or with less if there is not so much."""
        import numpy as np

        from kletka.engine.thinking import Thinker

        asked = self._numbers["Hash"]
        while True:
            try:
                thinker = Thinker(
                    position,
                    played=self._played,
                    threads=self._numbers["Threads"],
                    tree_bytes=self._memory - self._proof_bytes,
                    proof_bytes=self._proof_bytes,
                    seed=self._numbers["Seed"],
                )
                np.empty(self._proof_bytes, np.uint8)  # a proof will need so much besides
            except MemoryError:
                if self._numbers["Hash"] // 2 < NUMBER_OPTIONS["Hash"][1]:
                    raise
                self._numbers["Hash"] //= 2
                continue
            if self._numbers["Hash"] < asked:
                used = self._numbers["Hash"]
                self._send(f"info string error: no memory for Hash {asked}; it is {used} now")
            return thinker

    @property
    def _memory(self) -> int:
        return self._numbers["Hash"] * 2**20

    @property
    def _proof_bytes(self) -> int:
        """The part of the memory that proofs may use; the tree gets the rest."""
        return self._memory // 8

    def _inform(self, thinker: Thinker, analysis: Analysis) -> None:
        best = analysis.moves[0]
        shares = " ".join(f"{round(1000 * share)}" for share in best.shares)
        proved = "" if best.proved is None else f" proved {best.proved:g}"
        line = " ".join(str(move) for move in best.line)
        self._send(
            f"info nodes {analysis.simulations} time {round(1000 * analysis.seconds)} "
            f"hashfull {round(1000 * thinker.fullness)} points {best.points:.1f}{proved} "
            f"wdl {shares} pv {line}"
        )


def _number(text: str) -> int | None:
    """A whole number of a sensible length, or None."""
    return int(text) if re.fullmatch("[0-9]{1,15}", text) else None


def _result(position: Position) -> str:
    if not position.over:
        return "none"
    return "draw" if len(position.winners) > 1 else f"p{position.winners[0] + 1}win"


def serve(lines: TextIO = sys.stdin, output: TextIO = sys.stdout) -> None:
    """Answer lines until quit or the end of the input; bytes that are no text harm only a line."""
    for stream in (lines, output):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    engine = UgiEngine(output)
    for line in lines:
        if not engine.handle(line):
            return
    engine.handle("quit")
