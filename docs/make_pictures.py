"""Draw the pictures of the README: `python -m docs.make_pictures`."""

from __future__ import annotations

from pathlib import Path

import kletka
from kletka.drawing import svg

GAMES = {
    "kamiken.svg": ("kamiken(size=5)", "C3 B2 B4 A3 A1 D2 C5 E2 C1 D4 A5 pass E5 pass"),
    "ydyumby.svg": ("ydyumby(board=6x6)", "E3 F4 D1 E2 F5 C1 F1 B3 F2 A2 D6 A1 B5 A5 A3 C4"),
    "vyun.svg": (
        "vyun(board=5x5)",
        "E4 D2 C4 D2>D3 E4>E3 D3>C3 C4>B4 D2>C2 C4>C3 C3>B3 C3>C2 C2>B2 C2>C1 B3>B2 C1>D1 D4 "
        "E3>E2 D4>C4 B4>B5 D4>D5 B5>C5 D5>C5",
    ),
    "manu.svg": ("manu(size=7)", "E6 C3 B1 G2 D3 A6 D3>B3@B1-1 B4 E4 E7 E6>E1^E4"),
}


def draw_pictures() -> dict[str, str]:
    pictures = {}
    for name, (spec, moves) in GAMES.items():
        position = kletka.start(spec)
        for move in moves.split():
            position = position.play(move)
        last = None if position.over else moves.split()[-1]
        territory = spec.startswith(("kamiken", "vyun"))
        pictures[name] = svg(position, last=last, territory=territory, plain_colours=True)
    return pictures


if __name__ == "__main__":
    for file, picture in draw_pictures().items():
        (Path(__file__).parent / "pictures" / file).write_text(picture, encoding="utf-8")
