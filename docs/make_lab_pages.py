"""Write the lab's pages under docs: `python -m docs.make_lab_pages`, from the project's folder.

`portraits` and `ratings` write only these, and names of games after `portraits` only theirs. Each
page is written by one command, which it quotes. The figures are kept beside a page as JSON; delete
a JSON file to play its games again.
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
    """The portraits of these games, or of all."""
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
