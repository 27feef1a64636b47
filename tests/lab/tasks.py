"""Tasks for the workers of the tests, which import them by name."""

from __future__ import annotations

import os
import time
from pathlib import Path


def square(number: int) -> int:
    return number * number


def slowly(number: int, seconds: float) -> tuple[int, int]:
    """The number, and the process that worked on it."""
    time.sleep(seconds)
    return number, os.getpid()


def die_once(number: int, victim: int, marker: str) -> int:
    """Kill the worker at the first attempt at one task, and only then."""
    if number == victim and not Path(marker).exists():
        Path(marker).touch()
        os._exit(1)
    return number


def die_at(number: int, victim: int) -> int:
    if number == victim:
        os._exit(1)
    return number


def fail(number: int) -> int:
    raise ValueError(f"task {number} is wrong")
