"""Another program as an agent, over the Universal Game Interface."""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
import time

from kletka.agents.agent import Agent, AgentFailed, AgentNotStarted, NoGameYet
from kletka.engine.budget import Budget
from kletka.errors import InvalidMove
from kletka.language import Text
from kletka.move import Move
from kletka.position import Position

ANSWER_SECONDS = 120.0  # for any answer but a timed search; the first start may compile
EXTRA_SECONDS = 10.0  # that a timed search may take beyond its time


class UgiAgent(Agent):
    """Starts the program at the first game. If it fails in a game, it loses that game.

    A program that cannot be started for its first game raises AgentNotStarted.
    """

    def __init__(self, name: str, command: str, budget: Budget) -> None:
        self.name, self._command, self._budget = name, command, budget
        self._process: subprocess.Popen[str] | None = None
        self._has_played = False
        self._start: Position | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()

    def new_game(self, start: Position, seed: int) -> None:
        if self._process is None or self._process.poll() is not None:
            self._restart()
        self._start = start
        self._send(f"setoption name Spec value {start.spec}")
        self._send(f"setoption name Seed value {seed % 1_000_000 + 1}")
        self._send("isready")
        self._wait_for("readyok", ANSWER_SECONDS)
        self._send("uginewgame")
        self._has_played = True

    def _restart(self) -> None:
        self._kill()
        try:
            self._launch()
            self._send("ugi")
            self._wait_for("ugiok", ANSWER_SECONDS)
        except AgentFailed as failure:
            if self._has_played:
                raise
            raise AgentNotStarted(failure.text) from None

    def choose(self, position: Position, history: list[Move]) -> Move:
        if self._start is None:
            raise NoGameYet(self.name)
        played = f" moves {' '.join(str(move) for move in history)}" if history else ""
        self._send(f"position fen {self._start}{played}")
        seconds, simulations = self._budget.seconds, self._budget.simulations
        if seconds is not None:
            self._send(f"go movetime {round(seconds * 1000)}")
        else:
            self._send(f"go nodes {simulations}")
        longest = ANSWER_SECONDS if seconds is None else seconds + EXTRA_SECONDS
        answer = self._wait_for("bestmove", longest).split()
        move = answer[1] if len(answer) > 1 else ""
        try:
            position.play(move)
        except (ValueError, InvalidMove) as error:
            raise self._failure(f"sent {move!r}: {error}", f"прислал {move!r}: {error}") from None
        return Move(position.usual_text(move))

    def close(self) -> None:
        if self._process is not None and self._process.poll() is None:
            with contextlib.suppress(AgentFailed, subprocess.TimeoutExpired):
                self._send("quit")
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
        with contextlib.suppress(ValueError):  # the pipe was closed meanwhile
            for line in process.stdout:
                lines.put(line.strip())
        lines.put(None)

    def _send(self, line: str) -> None:
        process = self._process
        if process is None or process.stdin is None:
            raise self._failure("is not running", "не запущен")
        try:
            process.stdin.write(line + "\n")
            process.stdin.flush()
        except OSError:
            raise self._failure("has stopped", "завершился") from None

    def _wait_for(self, word: str, seconds: float) -> str:
        """The next line that begins with a word; if it does not come, the program is killed."""
        deadline = time.monotonic() + seconds
        try:
            while (
                line := self._lines.get(timeout=max(deadline - time.monotonic(), 0))
            ) is not None:
                if line.split()[:1] == [word]:
                    return line
        except queue.Empty:
            self._kill()
            raise self._failure(
                f"did not say {word} within {seconds:g} s", f"не ответил {word} за {seconds:g} с"
            ) from None
        self._kill()
        raise self._failure(f"stopped before it said {word}", f"завершился, не ответив {word}")

    def _kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            with contextlib.suppress(OSError):  # it no longer reads its input
                self._process.communicate()
            self._process = None

    def _failure(self, en: str, ru: str) -> AgentFailed:
        return AgentFailed(Text(f"{self.name} {en}", f"{self.name} {ru}"))
