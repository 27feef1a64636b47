"""The sums of a ladder in a small file: enough to rate its agents again without its games."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from kletka import __version__
from kletka.lab.ratings import Ladder, LadderPlan, Pairing, run_ladder
from kletka.lab.worker_pools import WorkerPool


def known_ladder(
    plan: LadderPlan,
    rounds: int,
    *,
    sums: Path | None = None,
    pool: WorkerPool | None = None,
    games: Path | None = None,
    report: Callable[[Ladder], None] | None = None,
) -> Ladder:
    """The ladder of a plan, read from the file `sums` if it is there, otherwise played and kept.

    `games` is the file to which single games are written while they are played.
    """
    ladder = read_sums(sums, plan, rounds) if sums else None
    if ladder is None:
        ladder = run_ladder(plan, rounds, pool=pool, out=games, report=report)
        if sums:
            sums.parent.mkdir(parents=True, exist_ok=True)
            sums.write_text(sums_to_json(ladder), encoding="utf-8")
    return ladder


def sums_to_json(ladder: Ladder) -> str:
    """One line for each pairing: the agents in the order of play, and the results of the first."""
    head = {"ladder": ladder.plan.to_json(), "version": __version__}
    lines = [
        json.dumps({"first": first, "second": second, **asdict(pairing)})
        for (first, second), pairing in ladder.pairings.items()
    ]
    begin = json.dumps(head, ensure_ascii=False)[:-1]
    return begin + ', "pairings": [\n' + ",\n".join(lines) + "\n]}\n"


def read_sums(file: Path, plan: LadderPlan, rounds: int) -> Ladder | None:
    """The ladder in a file, if it is of this plan, this many rounds and this version of Kletka."""
    try:
        read = json.loads(file.read_text(encoding="utf-8"))
        pairings = {
            (entry["first"], entry["second"]): Pairing(
                entry["wins"], entry["draws"], entry["losses"]
            )
            for entry in read["pairings"]
        }
        same = read["version"] == __version__ and read["ladder"] == plan.to_json()
    except (OSError, ValueError, KeyError, TypeError):
        return None
    ladder = Ladder(plan, pairings)
    return ladder if same and ladder.played == plan.games(rounds) else None
