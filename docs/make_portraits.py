"""Measure the portraits of the games: how long they last, and how fair they are to the first.

`python -m docs.make_portraits` lets the engine play itself and writes rules/portraits.json;
the texts of the rules quote these figures, and a test compares them.
"""

from __future__ import annotations

import json
from pathlib import Path
from statistics import mean

import kletka
import kletka.library.rules
from kletka.agents.levels import budget_of
from kletka.agents.match import MatchResult, play_match
from kletka.agents.players import EnginePlayer

GAMES = 200
LEVEL = 4
BOARDS = {
    "kamiken": "kamiken(size=9)",
    "ydyumby": "ydyumby(board=8x8)",
    "vyun": "vyun(board=8x8)",
    "manu": "manu(size=9)",
}


def measure(spec: str, games: int) -> dict[str, object]:
    """Games of equal opponents from the start itself, seats changed after each."""
    players = [
        EnginePlayer(f"level{LEVEL}", budget_of(LEVEL, kletka.start(spec)), proves=False)
        for _ in range(2)
    ]
    turns: list[int] = []
    first: list[float] = []

    def note(result: MatchResult) -> None:
        game = result.last
        assert game is not None
        turns.append(sum(str(move)[0] not in "^@s" for move in game.moves))
        first.append(game.shares[game.seats[0]])

    play_match(players, spec, games, opening_plies=0, report=note)
    return {
        "spec": spec,
        "level": LEVEL,
        "games": games,
        "turns": round(mean(turns)),
        "shortest": min(turns),
        "longest": max(turns),
        "first_wins": first.count(1),
        "shared": first.count(0.5),
    }


def main() -> None:
    file = Path(kletka.library.rules.__file__).parent / "portraits.json"
    measured = {}
    for game, spec in BOARDS.items():
        measured[game] = measure(spec, GAMES)
        print(game, measured[game], flush=True)
    file.write_text(json.dumps(measured, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
