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
from numba import types
from numba.core.dispatcher import Dispatcher


@cache
def cache_folder(*packages: str) -> Path:
    """Where the compiled kernels of some packages of ours are kept.

    Numba does not notice that a function called from another file has changed, so the
    folder's name depends on the text of all kernels that may be called; and on where they lie,
    because Numba keeps those of another copy of Kletka apart.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    for package in packages:
        for source in sorted((Path(__file__).parent.parent / package).rglob("*.py")):
            text = source.read_bytes()
            if b"kletka.games.compiling" in text or package == "games":
                digest.update(str(source).encode())
                digest.update(text)
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
    return cache_folder("games", "engine")


def _compile(function: Callable[..., Any], **options: bool) -> Any:
    config: Any = numba.config
    njit: Any = numba.njit  # its type stub does not know all options
    before = config.CACHE_DIR
    # Read when a function is decorated; other people's functions keep their own folder.
    config.CACHE_DIR = str(_folder_of(function.__module__))
    try:
        compiled = njit(cache=True, nogil=True, error_model="numpy", **options)(function)
    finally:
        config.CACHE_DIR = before
    if isinstance(compiled, Dispatcher):  # not where compiling is switched off
        _take_whole_numbers_alike(compiled)
    return compiled


def _take_whole_numbers_alike(compiled: Any) -> None:
    """Let kernels call this one with whole numbers of any kind, all compiled as 64 bits.

    Otherwise it would be compiled again for each: a number read from an array of 16 bits, one from
    an array of 32, and every constant.
    """
    call_template = compiled.get_call_template

    def widened(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return call_template(tuple(map(_wide, args)), {name: _wide(kws[name]) for name in kws})

    compiled.get_call_template = widened


def _wide(argument: Any) -> Any:
    number: Any = types.Integer  # its type stub does not know what has a sign
    return types.int64 if isinstance(argument, number) and argument.signed else argument


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
    """The same as `kernel` for a function that makes arrays.

    Those that call it need not count references: said aloud, this is not handed down to it.
    """
    return _compile(function, _nrt=True)
