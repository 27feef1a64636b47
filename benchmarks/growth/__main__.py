"""Measure the constants of docs/scale.md; `make bench-growth` keeps them and writes the page."""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.web.postgres import new_database, postgres_server

from benchmarks.growth.bots import measure_bots
from benchmarks.growth.database import measure_database
from benchmarks.growth.server import measure_server
from benchmarks.web import running


def measure(port: int, seconds: float, games: int, watchers: int) -> dict[str, Any]:
    """All constants, one part after the other so that they do not disturb each other."""
    with postgres_server() as folder, tempfile.TemporaryDirectory() as data:
        database = measure_database(new_database(folder, "bench"), seconds)
        environment = {
            "KLETKA_DATA_DIR": data,
            "KLETKA_LIMITS": "off",
            "KLETKA_BOT_WORKERS": "1",
            "KLETKA_DATABASE_URL": new_database(folder, "kletka"),
        }
        serving = ("-m", "kletka", "serve", "--no-browser", "--port", str(port))
        with running(*serving, environment=environment, port=port) as pid:
            server = asyncio.run(measure_server(port, pid, games, watchers))
    return {"server": asdict(server), "database": asdict(database), "bots": measure_bots()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--port", type=int, default=8192)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each rate of the database")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--watchers", type=int, default=6, help="of each watched game")
    parser.add_argument("--keep", type=Path, help="write the constants to this file")
    options = parser.parse_args()
    found = measure(options.port, options.seconds, options.games, options.watchers)
    text = json.dumps(found, indent=1)
    print(text)
    if options.keep is not None:
        options.keep.write_text(text + "\n")


if __name__ == "__main__":
    main()
