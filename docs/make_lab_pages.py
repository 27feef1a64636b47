"""Make the lab's figures and pages: `python -m docs.make_lab_pages [PART...]`, from the project's
folder.

The parts, in the order in which they are made: komi, portraits, players, readings, ratings, claims.
All of them by default. `portraits` may be followed by names of games. Each page quotes the command
that wrote it. Figures are kept beside the pages, and a part whose figures are there is only written
again; with `--again` its figures are deleted first, and its games are played again.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from kletka import GAMES, Spec
from kletka.cli import main
from kletka.library import fair, readings

KOMI = ("kamiken", "--sizes", "5,6,7,8,9", "--level", "fast,3,engine@100", "--games", "2000,100,40")
PORTRAITS: tuple[tuple[str, ...], ...] = (
    ("kamiken", "--sizes", "5,7,9", "--level", "fast,4,engine@400", "--games", "10000,300,100"),
    ("ydyumby", "--level", "fast,4,engine@400", "--games", "6000,200,100"),
    ("vyun(board=6x5)", "--level", "fast,4,engine@400", "--games", "3000,100,60"),
    ("manu(size=9)", "--level", "fast,4,engine@400", "--games", "3000,100,60"),
)
PLAYERS = range(3, 9)
BOARDS_FOR_MANY = {"ydyumby": ("board=8x8", "1000"), "vyun": ("board=6x5", "400")}
READINGS = ("--level", "fast", "--games", "1000")
RATED = ("kamiken(size=5)", "ydyumby(board=5x5)", "vyun(board=4x4)", "manu(size=6)")
ROUNDS = "40"
DOCS = Path("docs")


def write_komi(_: Sequence[str]) -> None:
    if not fair.measured_boards("kamiken"):
        main(["lab", "komi", *KOMI])


def write_portraits(games: Sequence[str]) -> None:
    """Write the portraits of these games, or of all."""
    for words in PORTRAITS:
        if not games or Spec(words[0]).game in games:
            main(["lab", "portrait", *words, "--out", "docs/portraits"])


def write_players(_: Sequence[str]) -> None:
    """Write the portraits of games of three to eight players."""
    for game, (board, games) in BOARDS_FOR_MANY.items():
        specs = [f"{game}({board},players={players})" for players in PLAYERS]
        words = [*specs, "--games", games, "--name", f"{game}-players"]
        main(["lab", "portrait", *words, "--out", "docs/portraits"])


def write_readings(_: Sequence[str]) -> None:
    main(["lab", "readings", *READINGS, "--out", "docs/readings"])


def write_ratings(_: Sequence[str]) -> None:
    main(["lab", "ratings", *RATED, "--rounds", ROUNDS, "--out", "docs"])


def write_claims(_: Sequence[str]) -> None:
    main(["lab", "claims", "--effort", "full", "--out", "docs/claims"])


PARTS: dict[str, Callable[[Sequence[str]], None]] = {
    "komi": write_komi,
    "portraits": write_portraits,
    "players": write_players,
    "readings": write_readings,
    "ratings": write_ratings,
    "claims": write_claims,
}


def figures_of(part: str) -> list[Path]:
    """The files with the figures of a part."""
    match part:
        case "portraits":
            return [DOCS / "portraits" / f"{game}.json" for game in GAMES]
        case "players":
            return [DOCS / "portraits" / f"{game}-players.json" for game in BOARDS_FOR_MANY]
        case "ratings":
            return sorted((DOCS / "ratings").glob("*.json"))
        case "claims":
            return [DOCS / "claims" / "figures.ndjson"]
    return []


def forget(part: str) -> None:
    """Delete the figures of a part; tables that belong to the program become empty."""
    for file in figures_of(part):
        file.unlink(missing_ok=True)
    if part == "komi":
        Path(fair.__file__).with_name(fair.TABLE).write_text('{"boards": []}\n', "utf-8")
        fair.forget()
    if part == "readings":
        Path(readings.__file__).with_name(readings.TABLE).write_text('{"readings": []}\n', "utf-8")
        readings.forget()


def make(words: Sequence[str]) -> None:
    again = "--again" in words
    named = [word for word in words if word != "--again"]
    parts = [part for part in PARTS if part in named] or list(PARTS)
    games = [word for word in named if word in GAMES]
    for part in parts:
        begin = time.perf_counter()
        if again:
            forget(part)
        PARTS[part](games)
        print(f"{part}: {time.perf_counter() - begin:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    make(sys.argv[1:])
