"""The UGI protocol, spoken line by line with a real engine."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import time

import pytest

import kletka
from kletka.agents.ugi import UgiEngine
from kletka.engine.solving import solve


class Conversation:
    def __init__(self) -> None:
        self.output = io.StringIO()
        self.engine = UgiEngine(self.output)

    def say(self, line: str) -> list[str]:
        """The lines that are sent at once."""
        before = len(self.output.getvalue())
        assert self.engine.handle(line)
        return self.output.getvalue()[before:].splitlines()

    def wait_for(self, word: str) -> str:
        for _ in range(3000):
            for line in self.output.getvalue().splitlines():
                if line.startswith(word):
                    return line
            time.sleep(0.01)
        raise AssertionError(f"no {word} in {self.output.getvalue()!r}")


@pytest.fixture
def ugi() -> Conversation:
    return Conversation()


def test_it_introduces_itself(ugi: Conversation) -> None:
    answer = ugi.say("ugi")
    assert answer[0].startswith("id name Kletka")
    assert answer[-1] == "ugiok"
    assert ugi.say("isready") == ["readyok"]


LOADED = """
import io
import os
from kletka.engine.search import simulation
from kletka.engine.solving import rules_search as solve_any
from kletka.engine.knowledge.kamiken import part_search as solve_kamiken
from kletka.agents.ugi import UgiEngine

UgiEngine(io.StringIO()).handle("isready")
for kernel in (simulation.simulate, solve_kamiken.run, solve_any.run):
    assert kernel.overloads
"""


def test_after_readyok_nothing_is_loaded_while_the_clock_runs() -> None:
    subprocess.run([sys.executable, "-c", LOADED], check=True)


def test_questions_about_a_game_of_two(ugi: Conversation) -> None:
    ugi.say("position spec kamiken(size=3) moves B2")
    assert ugi.say("query p1turn") == ["response false"]
    assert ugi.say("query gameover") == ["response false"]
    assert ugi.say("query result") == ["response none"]
    ugi.say("position spec kamiken(size=3) moves B2 pass pass")
    assert ugi.say("query gameover") == ["response true"]
    assert ugi.say("query result") == ["response p1win"]
    assert ugi.say("query moves") == ["response none"]


def test_questions_about_a_game_of_three(ugi: Conversation) -> None:
    ugi.say("setoption name Spec value vyun(board=3x3,players=3)")
    ugi.say("position startpos moves A1 B2")
    assert ugi.say("query players") == ["response 3"]
    assert ugi.say("query turn") == ["response p3"]
    assert ugi.say("query winners") == ["response none"]
    assert ugi.say("query points") == ["response 0 0 0"]
    text = ugi.say("query fen")[0].removeprefix("response ")
    ugi.say(f"position fen {text}")
    assert ugi.say("query turn") == ["response p3"]


def test_it_finds_a_move(ugi: Conversation) -> None:
    ugi.say("position spec kamiken(size=3)")
    ugi.say("go nodes 200")
    assert re.fullmatch(r"bestmove [A-C][1-3]", ugi.wait_for("bestmove"))
    assert " pv " in ugi.wait_for("info nodes")


def test_stop_ends_a_search(ugi: Conversation) -> None:
    ugi.say("position spec manu(size=9)")
    ugi.say("go infinite")
    ugi.say("stop")
    assert ugi.wait_for("bestmove")


def test_stop_ends_a_proof(ugi: Conversation) -> None:
    """With an hour for the move, a proof is worth trying."""
    ugi.say("position spec kamiken(size=7) moves D4")
    ugi.say("go movetime 3600000")
    ugi.say("stop")
    assert ugi.wait_for("bestmove")


def search(ugi: Conversation, position: str, how: str) -> int:
    """Search to the end; return how full the memory was then, in thousandths."""
    before = len(ugi.output.getvalue())
    ugi.say(f"position spec {position}")
    ugi.say(f"go {how}")
    while "bestmove" not in ugi.output.getvalue()[before:]:
        time.sleep(0.01)
    return int(re.findall(r"hashfull (\d+)", ugi.output.getvalue())[-1])


def test_the_tree_is_kept_for_the_next_move(ugi: Conversation) -> None:
    ugi.say("setoption name Hash value 128")  # large enough that the tree is not cut
    ugi.say("position spec kamiken(size=9)")
    ugi.say("go infinite")
    while not re.search(r"hashfull \d\d\d", ugi.output.getvalue()):
        time.sleep(0.1)
    ugi.say("stop")
    move = re.findall(r"bestmove (\S+)", ugi.output.getvalue())[-1]
    kept = search(ugi, f"kamiken(size=9) moves {move}", "movetime 1")
    ugi.say("uginewgame")
    assert kept > 3 * search(ugi, f"kamiken(size=9) moves {move}", "movetime 1")
    assert search(ugi, f"kamiken(size=9) moves {move}", "nodes 1") == 0


def test_another_game_begins_with_an_empty_tree(ugi: Conversation) -> None:
    """The best cells of the first game are not on the board of the second."""
    ugi.say("setoption name Spec value kamiken(size=9)")
    ugi.say("go movetime 20")
    assert ugi.wait_for("bestmove")
    ugi.say("setoption name Spec value vyun(board=3x3)")
    ugi.output.truncate(ugi.output.seek(0))
    ugi.say("go movetime 20")
    move = ugi.wait_for("bestmove").split()[1]
    assert move in ugi.say("query moves")[0].split()


def test_a_whole_turn_may_follow_a_search(ugi: Conversation) -> None:
    before = "manu(size=9) moves A1 C1 E3 E5 G4 E7"
    search(ugi, before, "movetime 20")
    search(ugi, f"{before} A1>E1^E3^E5 B2", "movetime 20")
    assert ugi.say("query turn") == ["response p1"]
    assert "error" not in ugi.output.getvalue()


def test_a_lost_position_is_still_searched(ugi: Conversation) -> None:
    solve(kletka.start("kamiken(size=3)"))  # compiled before the clock runs
    search(ugi, "kamiken(size=3) moves B2", "movetime 5000")
    assert re.search(r"info nodes \d+ time .* proved -\S+ wdl 1000 0 ", ugi.output.getvalue())


def test_a_win_is_reported_before_its_size_is_known(ugi: Conversation) -> None:
    ugi.say("position spec kamiken(size=7,komi=0.5) moves F7 A6 B7 D5 B3 F4 G5 E2 G2")
    ugi.say("go nodes 5000")
    move = ugi.wait_for("bestmove").split()[1]
    assert f" wdl 0 1000 pv {move}" in ugi.output.getvalue()
    assert "proved" not in ugi.output.getvalue()


def test_clocks_bound_the_time(ugi: Conversation) -> None:
    ugi.say("position spec ydyumby")
    ugi.say("go p1time 600 p1inc 0 p2time 60000 p2inc 0")
    assert ugi.wait_for("bestmove")


@pytest.mark.parametrize(
    "line",
    [
        "dance",
        "position",
        "position spec chess",
        "position fen nonsense",
        "position spec kamiken moves Z99",
        "setoption name Nothing value 1",
        "setoption name Threads value many",
        "setoption name Spec value chess",
        "go level 12",
        "query nothing",
    ],
)
def test_a_wrong_line_is_reported_and_changes_nothing(ugi: Conversation, line: str) -> None:
    ugi.say("position spec kamiken(size=3) moves B2")
    answer = ugi.say(line)
    assert answer[0].startswith("info string error: ")
    assert ugi.say("query fen") == ["response kamiken(size=3,komi=0.5) 3/1w1/3 b -"]


def test_a_finished_game_has_no_best_move(ugi: Conversation) -> None:
    ugi.say("position spec kamiken(size=3) moves pass pass")
    assert ugi.say("go nodes 10")[-1] == "bestmove none"


def test_quit_ends_it(ugi: Conversation) -> None:
    assert not ugi.engine.handle("quit")


LITTLE_MEMORY = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (8 * 2**30, 8 * 2**30))
from kletka.agents.ugi import UgiEngine

engine = UgiEngine(sys.stdout)
for line in ("setoption name Hash value 65536", "position spec kamiken(size=4)", "go nodes 20"):
    engine.handle(line)
engine._running.join()
"""


def test_more_memory_than_there_is_becomes_less() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LITTLE_MEMORY], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "info string error: no memory for Hash 65536; it is" in done.stdout
    assert re.search(r"bestmove [A-D][1-4]", done.stdout)


@pytest.mark.parametrize("number", ["9" * 5000, "9" * 16, "²", "-1", "1e3"])
def test_what_is_no_sensible_number_is_refused(ugi: Conversation, number: str) -> None:
    for name in ("Threads", "Hash", "Seed"):
        [answer] = ugi.say(f"setoption name {name} value {number}")
        assert answer.startswith(f"info string error: {name} must be a number from")
    ugi.say("position spec kamiken(size=4)")
    ugi.say(f"go nodes {number} movetime {number} level {number}")  # no limit is left
    ugi.say("stop")
    assert ugi.wait_for("bestmove")


@pytest.mark.parametrize("line", [b"\xed\xa0\x80", b"position spec \xff", b"query \xc3"])
def test_bytes_that_are_no_text_harm_only_their_line(line: bytes) -> None:
    engine = subprocess.run(
        [sys.executable, "-m", "kletka", "ugi"],
        input=line + b"\nquery players\nquit\n",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
    )
    answers = engine.stdout.decode().splitlines()
    assert answers[0].startswith("info string error: ")
    assert answers[-1] == "response 2"
