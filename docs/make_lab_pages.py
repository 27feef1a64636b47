"""Write the lab's pages under docs: `python -m docs.make_lab_pages`, from the project's folder.

With the argument `portraits` or `ratings` only these are written; `portraits` may be followed by
names of games. Each page quotes the command that wrote it. Its figures are kept beside it as JSON;
delete a JSON file to play its games again.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from kletka import Spec
from kletka.cli import main

PORTRAITS: tuple[tuple[str, ...], ...] = (
    ("kamiken", "--sizes", "5,7,9", "--level", "fast,4", "--games", "10000,200"),
    ("ydyumby", "--level", "fast,4", "--games", "10000,200"),
    ("vyun(board=6x6)", "--level", "fast,4", "--games", "3000,100"),
    ("manu(size=9)", "--level", "fast,4", "--games", "3000,100"),
)
RATED = ("kamiken(size=5)", "ydyumby(board=5x5)", "vyun(board=4x4)", "manu(size=6)")
ROUNDS = "40"


def write_portraits(games: Sequence[str] = ()) -> None:
    """Write the portraits of these games, or of all."""
    for words in PORTRAITS:
        if not games or Spec(words[0]).game in games:
            main(["lab", "portrait", *words, "--out", "docs/portraits"])


def write_ratings() -> None:
    main(["lab", "ratings", *RATED, "--rounds", ROUNDS, "--out", "docs"])


if __name__ == "__main__":
    kind, *games = sys.argv[1:] or ["all"]
    if kind in ("all", "portraits"):
        write_portraits(games)
    if kind in ("all", "ratings"):
        write_ratings()
