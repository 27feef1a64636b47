"""Another engine as a player, over the Universal Game Interface."""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
import time

from kletka.agents.agent import Agent, AgentFailed
from kletka.engine.budget import Budget
from kletka.errors import InvalidMove
from kletka.language import Text
from kletka.move import Move
from kletka.position import Position

PATIENCE = 120.0  # seconds for anything that is not a search; its first start may compile
GRACE = 10.0  # seconds that a search may take beyond its time


class UgiAgent(Agent):
    """Starts the engine's process at the first game; what it does wrong loses that game."""

    def __init__(self, name: str, command: str, budget: Budget) -> None:
        self.name, self._command, self._budget = name, command, budget
        self._process: subprocess.Popen[str] | None = None
        self._start: Position | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()

    def new_game(self, start: Position, seed: int) -> None:
        if self._process is None or self._process.poll() is not None:
            self._kill()
            self._launch()
            self._tell("ugi")
            self._wait_for("ugiok", PATIENCE)
        self._start = start
        self._tell(f"setoption name Spec value {start.spec}")
        self._tell(f"setoption name Seed value {seed % 1_000_000 + 1}")
        self._tell("isready")
        self._wait_for("readyok", PATIENCE)
        self._tell("uginewgame")

    def choose(self, position: Position, history: list[Move]) -> Move:
        played = f" moves {' '.join(str(move) for move in history)}" if history else ""
        self._tell(f"position fen {self._start}{played}")
        seconds, simulations = self._budget.seconds, self._budget.simulations
        if seconds is not None:
            self._tell(f"go movetime {round(seconds * 1000)}")
        else:
            self._tell(f"go nodes {simulations}")
        patience = PATIENCE if seconds is None else seconds + GRACE
        answer = self._wait_for("bestmove", patience).split()
        move = answer[1] if len(answer) > 1 else ""
        try:
            position.play(move)
        except (ValueError, InvalidMove) as error:
            raise self._failure(f"sent {move!r}: {error}", f"прислал {move!r}: {error}") from None
        return Move(move)

    def close(self) -> None:
        if self._process is not None and self._process.poll() is None:
            with contextlib.suppress(AgentFailed, subprocess.TimeoutExpired):
                self._tell("quit")
                self._process.wait(2.0)
        self._kill()

    def _launch(self) -> None:
        try:
            self._process = subprocess.Popen(
                shlex.split(self._command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError) as error:
            raise self._failure(f"cannot be started: {error}", f"не запускается: {error}") from None
        self._lines = queue.Queue()
        threading.Thread(target=self._read, args=(self._process, self._lines), daemon=True).start()

    @staticmethod
    def _read(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
        assert process.stdout is not None
        with contextlib.suppress(ValueError):  # closed while we were reading
            for line in process.stdout:
                lines.put(line.strip())
        lines.put(None)

    def _tell(self, line: str) -> None:
        process = self._process
        if process is None or process.stdin is None:
            raise self._failure("is not running", "не запущен")
        try:
            process.stdin.write(line + "\n")
            process.stdin.flush()
        except OSError:
            raise self._failure("has stopped", "завершился") from None

    def _wait_for(self, word: str, patience: float) -> str:
        """The next line that begins with a word; the process is killed if it never comes."""
        deadline = time.monotonic() + patience
        try:
            while (
                line := self._lines.get(timeout=max(deadline - time.monotonic(), 0))
            ) is not None:
                if line.split()[:1] == [word]:
                    return line
        except queue.Empty:
            self._kill()
            raise self._failure(
                f"did not say {word} within {patience:g} s", f"не ответил {word} за {patience:g} с"
            ) from None
        self._kill()
        raise self._failure(f"has stopped before {word}", f"завершился, не ответив {word}")

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            with contextlib.suppress(OSError):  # what it did not read any more
                self._process.communicate()
            self._process = None

    def _failure(self, en: str, ru: str) -> AgentFailed:
        return AgentFailed(Text(f"{self.name} {en}", f"{self.name} {ru}"))
