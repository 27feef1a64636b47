"""Lines of UGI, answered by an engine in a process of its own that lives on from input to input."""

from __future__ import annotations

import os
import queue
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count
from random import Random

from tests.helpers import random_move

from benchmarks.fuzz import samples
from benchmarks.fuzz.kinds import ACCEPTED, REFUSED, Kind, with_less
from benchmarks.fuzz.mutations import spoil

Session = tuple[str, ...]
PATIENCE = 120.0  # seconds to wait for any answer
THINKING = 0.02  # seconds before a search is stopped
ERROR = "info string error: "
# The answers that docs/ugi.md describes, by the first word of the line.
_REPORTS = r"info nodes \d+ time \d+ .* pv .*|bestmove \S+"
_ANSWERS = {
    "ugi": r"id .+|option name .+|ugiok",
    "isready": r"readyok",
    "query": r"response .*",
    "go": _REPORTS,
    "stop": _REPORTS,
}
QUESTIONS = "gameover p1turn result players turn winners points fen moves".split()


class Ugi(Kind[Session]):
    """Sessions of a few lines, each valid or spoilt."""

    name = "UGI"
    batch = 200

    def __init__(self) -> None:
        self._engine: Engine | None = None

    def make(self, chance: Random) -> Session:
        lines = ["uginewgame"]
        for _ in range(chance.randint(1, 4)):
            line = _valid_line(chance)
            lines += re.split("[\r\n]", spoil(line, chance) if chance.random() < 0.8 else line)
        return tuple(lines)

    def try_all(self, inputs: Sequence[Session]) -> list[str]:
        return [self._outcome(session) for session in inputs]

    def _outcome(self, session: Session) -> str:
        if self._engine is None:
            self._engine = Engine()
        try:
            outcomes = [self._engine.try_line(line) for line in session]
            self._engine.check_ready()
        except EngineFailure as failure:
            self.close()
            return str(failure)
        if not self._engine.runs:
            self.close()  # the session had a quit
        return REFUSED if REFUSED in outcomes else ACCEPTED

    def smaller(self, tried: Session) -> Iterator[Session]:
        for at in range(len(tried)):
            yield tried[:at] + tried[at + 1 :]
        for at, line in enumerate(tried):
            for less in with_less(line):
                yield (*tried[:at], less, *tried[at + 1 :])

    def close(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None


def _valid_line(chance: Random) -> str:
    how = chance.randrange(8)
    if how == 0:
        name, value = chance.choice((("Threads", "2"), ("Hash", "16"), ("Seed", "7")))
        return f"setoption name {name} value {value}"
    if how == 1:
        return f"setoption name Spec value {samples.spec(chance)}"
    if how == 2:
        limits = ("nodes 3", "movetime 2", "level 1", "p1time 50 p1inc 5 p2time 50", "infinite")
        return f"go {chance.choice(limits)}"
    if how == 3:
        return f"query {chance.choice(QUESTIONS)}"
    if how == 4:
        return chance.choice(("ugi", "isready", "stop", "uginewgame", "position startpos"))
    if how == 5:
        return f"position spec {samples.spec(chance)}"
    position = samples.position(chance)
    moves = []
    after = position
    for _ in range(chance.randrange(4)):
        if not after.over:
            moves.append(random_move(after, chance))
            after = after.play(moves[-1])
    return f"position fen {position}" + (f" moves {' '.join(moves)}" if moves else "")


class EngineFailure(Exception):
    """The engine did something that its documentation does not describe."""


class Engine:
    """`kletka ugi`; a question that it does not know marks the end of each answer."""

    def __init__(self) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # it is closed in `close`
        self._process = subprocess.Popen(
            [sys.executable, "-m", "kletka", "ugi"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},  # as on most desktops
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._marks = count(1)
        self.runs = True
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def try_line(self, line: str) -> str:
        """Whether the line is accepted or refused; raises EngineFailure."""
        if not self.runs:
            return ACCEPTED
        word = (line.split() or [""])[0]
        if word == "quit":
            self._quit(line)
            return ACCEPTED
        answers = self._ask(line)
        if word == "go" and not any(a.startswith((ERROR, "bestmove")) for a in answers):
            answers += self._await_bestmove(line)
        self._check(line, word, answers)
        return REFUSED if any(answer.startswith(ERROR) for answer in answers) else ACCEPTED

    def check_ready(self) -> None:
        if self.runs and self._ask("isready")[-1:] != ["readyok"]:
            raise EngineFailure("not ready: isready is not answered")

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._reader.join()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.stdout.close()
        self._errors.close()

    def _check(self, line: str, word: str, answers: list[str]) -> None:
        allowed = re.compile(_ANSWERS.get(word, "(?!)"), re.DOTALL)
        for answer in answers:
            if not answer.startswith(ERROR) and not allowed.fullmatch(answer):
                raise EngineFailure(f"undocumented answer: {answer[:200]!r} to {line[:200]!r}")
        wanted = {"ugi": "ugiok", "isready": "readyok", "query": "response ", "go": "bestmove "}
        if word in wanted and not any(a.startswith((wanted[word], ERROR)) for a in answers):
            raise EngineFailure(f"no answer: {line[:200]!r}")
        if word not in (*_ANSWERS, "setoption", "position", "uginewgame", "") and not answers:
            raise EngineFailure(f"no answer: {line[:200]!r}")

    def _await_bestmove(self, line: str) -> list[str]:
        answers: list[str] = []
        patience = THINKING
        while True:
            try:
                answer = self._next(patience)
            except queue.Empty:
                if patience == PATIENCE:
                    raise EngineFailure(f"no bestmove: {line[:200]!r}") from None
                self._send("stop")
                patience = PATIENCE
                continue
            answers.append(answer)
            if answer.startswith("bestmove"):
                return answers

    def _ask(self, line: str) -> list[str]:
        mark = f"mark{next(self._marks)}"
        self._send(line)
        self._send(f"query {mark}")
        answers: list[str] = []
        marked = False
        while True:
            try:
                answer = self._next(PATIENCE)
            except queue.Empty:
                raise EngineFailure(f"no answer: {line[:200]!r}") from None
            if answer == f"{ERROR}there is no query {mark!r}":
                marked = True
            elif marked and answer == "response none":
                return answers
            else:
                answers.append(answer)  # reports of a search may come at any time

    def _quit(self, line: str) -> None:
        self._send(line)
        self.runs = False
        if self._process.wait(PATIENCE) != 0:
            raise EngineFailure(f"exit with {self._process.returncode}: {self._said_last()}")

    def _send(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode("utf-8", "surrogatepass") + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise EngineFailure(f"dead: {self._said_last()}") from None

    def _next(self, patience: float) -> str:
        line = self._lines.get(timeout=patience)
        if line is None:
            self._process.wait()
            raise EngineFailure(f"dead: {self._said_last()}")
        return line

    def _said_last(self) -> str:
        self._errors.seek(0)
        return self._errors.read().decode("utf-8", "replace").strip()[-1500:]

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.decode().rstrip("\r\n"))
        self._lines.put(None)
