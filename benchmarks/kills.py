"""Two servers behind nginx on one PostgreSQL, with at least a hundred kills in the middle of games.

Servers are killed with -9, all listening connections are cut, PostgreSQL is restarted as after a
crash. No acknowledged move may be lost or doubled, no game stuck, and everybody must be connected
again within five seconds. Run as `python -m benchmarks.kills`, or `make bench-kills`.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
import time
from pathlib import Path

from tests.web.postgres import postgres_server
from tests.web.servers.kills import Site, survive

ROUND = ("server", "bell", "server", "database")
WITHIN = 5.0  # seconds, for all to be connected again


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--games", type=int, default=12)
    options = parser.parse_args()
    begun = time.monotonic()
    with postgres_server() as postgres, tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), postgres)
        with site.running():
            kills = list(itertools.islice(itertools.cycle(ROUND), options.kills))
            players = survive(site, options.games, kills)
    took = sorted(second for player in players for second in player.reconnected)
    moves = sum(player.moves for player in players)
    killed = ", ".join(f"{count} of a {kind}" for kind, count in site.killed.items())
    print(
        f"{options.games} games, {moves} moves, {time.monotonic() - begun:.0f} s; kills: {killed}"
    )
    print("no acknowledged move was lost or doubled, no game was stuck")
    print(
        f"connected again {len(took)} times: {took[len(took) // 2]:.2f} s in the middle, "
        f"{took[int(0.99 * len(took))]:.2f} s at 99 %, {took[-1]:.2f} s at most"
    )
    if took[-1] > WITHIN:
        sys.exit("this is not good enough")


if __name__ == "__main__":
    main()
