"""The decorators of all kernels, and the folder where their compiled form is kept."""

from __future__ import annotations

import getpass
import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import platformdirs


@cache
def cache_folder(*packages: str) -> Path:
    """Where the compiled kernels of some packages of ours are kept.

    Numba does not notice that a function called from another file has changed, so the
    folder's name depends on the text of all kernels that may be called.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    for package in packages:
        for source in sorted((Path(__file__).parent.parent / package).glob("*.py")):
            digest.update(source.read_bytes())
    folder = Path("kernels") / digest.hexdigest()[:16]
    root = os.environ.get("KLETKA_CACHE_DIR") or platformdirs.user_cache_dir("kletka", False)
    try:
        (Path(root) / folder).mkdir(parents=True, exist_ok=True)
    except OSError:  # a home that cannot be written to, as in some containers
        root = os.path.join(tempfile.gettempdir(), f"kletka-{getpass.getuser()}")
        (Path(root) / folder).mkdir(parents=True, exist_ok=True)
    return Path(root) / folder


def _folder_of(module: str) -> Path:
    """The rules know nothing of the engine, but the engine's kernels call the rules."""
    if module.startswith("kletka.games."):
        return cache_folder("games")
    return cache_folder("games", "engine/kernels")


def _compile(function: Callable[..., Any], **options: bool) -> Any:
    config: Any = numba.config
    njit: Any = numba.njit  # its type stub does not know all options
    before = config.CACHE_DIR
    # Read when a function is decorated; other people's functions keep their own folder.
    config.CACHE_DIR = str(_folder_of(function.__module__))
    try:
        return njit(cache=True, nogil=True, error_model="numpy", **options)(function)
    finally:
        config.CACHE_DIR = before


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function that makes no arrays of its own: cached on disk, free of the GIL.

    It only borrows what it is given, so Numba need not count references; that alone makes
    small functions that call each other three to five times as fast.
    """
    return _compile(function, _nrt=False)


def inner_kernel(function: Callable[..., Any]) -> Any:
    """The same for a function that becomes part of those that call it.

    To hand it the tables, some fifty numbers, would cost more than most of them do. It must not
    call itself, not even by way of others: Numba could not read it back from the disk.
    """
    return _compile(function, _nrt=False, forceinline=True)


def allocating_kernel(function: Callable[..., Any]) -> Any:
    """The same as `kernel` for a function that makes arrays."""
    return _compile(function)
