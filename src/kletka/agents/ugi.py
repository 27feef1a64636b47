"""The engine behind the Universal Game Interface, on standard input and output (docs/ugi.md)."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, TextIO

from kletka import __version__
from kletka.agents.levels import budget_of
from kletka.engine.analysis import Analysis
from kletka.engine.budget import Budget
from kletka.engine.kept_search import KeptSearch
from kletka.errors import KletkaError
from kletka.position import Position, start

if TYPE_CHECKING:
    from kletka.engine.endgame import Rest
    from kletka.engine.search import Search

INFO_SECONDS = 0.5
FOREVER = Budget(seconds=86_400)
NUMBERS = {"Threads": (1, 1, 64), "Hash": (512, 16, 65_536), "Seed": (1, 1, 1_000_000)}
# Each with its default, the least and the most.


class UgiEngine:
    """One engine process: it reads commands and answers; a search runs on a thread beside."""

    def __init__(self, output: TextIO) -> None:
        self._output = output
        self._writing = threading.Lock()
        self._spec = "kamiken"
        self._numbers = {name: default for name, (default, _, _) in NUMBERS.items()}
        self._origin: Position | None = None
        self._played: list[str] = []  # from there to the position
        self._position: Position | None = None
        self._kept = KeptSearch()
        self._running: threading.Thread | None = None
        self._stop = threading.Event()

    def obey(self, line: str) -> bool:
        """Do what a line says; False once it says quit."""
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
                self._say(f"info string error: {error}")
        elif word:
            self._say(f"info string error: {word!r} is no command of UGI")
        return True

    def _say(self, line: str) -> None:
        with self._writing:
            print(line, file=self._output, flush=True)

    # Commands.

    def _introduce(self, rest: list[str]) -> None:
        self._say(f"id name Kletka {__version__}")
        self._say("id author The Kletka authors")
        self._say("option name Spec type string default kamiken")
        for name, (default, least, most) in NUMBERS.items():
            self._say(f"option name {name} type spin default {default} min {least} max {most}")
        self._say("ugiok")

    def _get_ready(self, rest: list[str]) -> None:
        """Load what searches and proofs need while no clock runs."""
        from kletka.engine.endgame import known_solution
        from kletka.engine.search import Search
        from kletka.engine.solving import solve

        position = start(self._spec)
        Search(position, memory=2**20).run(Budget(simulations=1))
        known_solution(position)
        for spec in ("kamiken(size=2)", "vyun(board=2x2)"):  # Kamiken has a solver of its own
            solve(start(spec), memory=2**20)
        self._say("readyok")

    def _set_option(self, rest: list[str]) -> None:
        """setoption name NAME value VALUE"""
        words = " ".join(rest)
        name, _, value = words.removeprefix("name ").partition(" value ")
        name, value = name.strip(), value.strip()
        known = {option.lower(): option for option in ("Spec", *NUMBERS)}.get(name.lower())
        if not words.startswith("name ") or known is None:
            self._say(f"info string error: there is no option {name!r}")
        elif known == "Spec":
            start(value)
            self._stop_search([])
            self._spec = value
            self._kept.forget()
        else:
            _, least, most = NUMBERS[known]
            if not value.isdecimal() or not least <= int(value) <= most:
                self._say(f"info string error: {known} must be a number from {least} to {most}")
                return
            self._stop_search([])
            self._numbers[known] = int(value)
            self._kept.forget()

    def _new_game(self, rest: list[str]) -> None:
        self._stop_search([])
        self._origin = self._position = None
        self._played = []
        self._kept.forget()

    def _set_position(self, rest: list[str]) -> None:
        """position startpos | fen TEXT | spec SPEC, then perhaps: moves MOVE…"""
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
            self._say("info string error: position startpos, fen TEXT or spec SPEC")
            return
        origin, played = position, rest[split + 1 :]
        for move in played:
            position = position.play(move)
        if origin != self._origin:
            self._kept.forget()
        self._origin, self._played, self._position = origin, played, position

    def _current(self) -> Position:
        return self._position or start(self._spec)

    def _go(self, rest: list[str]) -> None:
        self._stop_search([])
        position = self._current()
        if position.over:
            self._say("info string error: the game is over")
            self._say("bestmove none")
            return
        budget = self._budget(rest, position)
        self._stop.clear()
        self._running = threading.Thread(target=self._search, args=(position, budget), daemon=True)
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
            self._say(f"response {answers[question]()}")
        else:
            self._say(f"info string error: there is no query {question!r}")
            self._say("response none")

    # Searching.

    def _budget(self, words: list[str], position: Position) -> Budget:
        """What `go` allows: movetime, nodes, level, clocks (p1time, p1inc…) or no bound."""
        given: dict[str, int] = {}
        for name, value in pairwise(words):
            if value.isdecimal():
                given[name] = int(value)
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

    def _search(self, position: Position, budget: Budget) -> None:
        from kletka.engine.endgame import NOTHING, solve_rest, with_rest

        rest = NOTHING
        if budget is not FOREVER:
            memory = self._memory - self._tree_memory
            rest, budget = solve_rest(position, budget, memory, self._stop)
        if rest.winning is not None:
            self._inform_of_win(position, rest)
            self._say(f"bestmove {rest.winning}")
            return
        search = self._search_of(position, budget)
        done = threading.Event()

        def watch() -> None:
            """Pass a stop on, and tell now and then what the search sees."""
            waited = 0.0
            while not done.wait(0.005):
                waited += 0.005
                if self._stop.is_set():
                    search.stop()
                    return
                if waited >= INFO_SECONDS and search.tree.first[0]:
                    waited = 0.0
                    self._inform(search, search.analysis())

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        search.run(budget)
        done.set()
        watcher.join()
        analysis = with_rest(search.analysis(), rest)
        self._inform(search, analysis)
        self._say(f"bestmove {analysis.best}")

    def _search_of(self, position: Position, budget: Budget) -> Search:
        """With what is known already, unless simulations are counted: then it is repeatable."""
        from kletka.engine.search import Search

        def begin() -> Search:
            threads, seed = self._numbers["Threads"], self._numbers["Seed"]
            return Search(position, threads=threads, memory=self._tree_memory, seed=seed)

        return begin() if budget.simulations else self._kept.after(self._played, begin)

    @property
    def _memory(self) -> int:
        return self._numbers["Hash"] * 2**20

    @property
    def _tree_memory(self) -> int:
        """What the search may have of it; the rest is for proofs."""
        return self._memory * 7 // 8

    def _inform_of_win(self, position: Position, rest: Rest) -> None:
        """A win is proved; by how much may not be known."""
        if (solution := rest.solution) is not None:
            line = " ".join(str(move) for move in solution.line)
            self._say(f"info nodes {solution.nodes} proved {solution.value:g} pv {line}")
        else:
            shares = "1000 0" if position.to_move == 0 else "0 1000"
            self._say(f"info wdl {shares} pv {rest.winning}")

    def _inform(self, search: Search, analysis: Analysis) -> None:
        best = analysis.moves[0]
        shares = " ".join(f"{round(1000 * share)}" for share in best.shares)
        proved = "" if best.proved is None else f" proved {best.proved:g}"
        line = " ".join(str(move) for move in best.line)
        self._say(
            f"info nodes {analysis.simulations} time {round(1000 * analysis.seconds)} "
            f"hashfull {round(1000 * search.fullness)} points {best.points:.1f}{proved} "
            f"wdl {shares} pv {line}"
        )


def _result(position: Position) -> str:
    if not position.over:
        return "none"
    return "draw" if len(position.winners) > 1 else f"p{position.winners[0] + 1}win"


def serve(lines: TextIO = sys.stdin, output: TextIO = sys.stdout) -> None:
    """Obey lines until quit or the end of input."""
    engine = UgiEngine(output)
    for line in lines:
        if not engine.obey(line):
            return
    engine.obey("quit")
