"""The checked-in pages of the lab: `python -m docs.make_lab_pages`, from the project's folder.

Each is made by one command, which its page tells too. What was measured is kept beside a page;
delete the JSON of a portrait to play its games again.
"""

from __future__ import annotations

from kletka.cli import main

PORTRAITS = (
    ("kamiken", "--sizes", "5,7,9", "--level", "fast,4", "--games", "10000,200"),
    ("ydyumby", "--level", "fast,4", "--games", "10000,200"),
    ("vyun(board=6x6)", "--level", "fast,4", "--games", "3000,100"),
    ("manu(size=9)", "--level", "fast,4", "--games", "3000,100"),
)
RATED = ("kamiken(size=5)", "ydyumby(board=5x5)", "vyun(board=4x4)", "manu(size=6)")
ROUNDS = "40"


def make_pages() -> None:
    for words in PORTRAITS:
        main(["lab", "portrait", *words, "--out", "docs/portraits"])
    main(["lab", "ratings", *RATED, "--rounds", ROUNDS, "--out", "docs"])


if __name__ == "__main__":
    make_pages()
