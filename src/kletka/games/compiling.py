"""The decorators of all kernels, and the folder of the compiled code."""

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
    """The folder of the compiled kernels of some packages of Kletka.

    Numba does not notice changes of a function in another file, so the name of the folder depends
    on the source of all kernels that may be called. It also depends on their paths, because Numba
    stores the kernels of another copy of Kletka separately.
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
    except OSError:  # the home directory may be read-only, as in some containers
        root = os.path.join(tempfile.gettempdir(), f"kletka-{getpass.getuser()}")
        (Path(root) / folder).mkdir(parents=True, exist_ok=True)
    return Path(root) / folder


def _folder_of(module: str) -> Path:
    """The cache folder of a module: kernels of the engine call the rules, but not vice versa."""
    if module.startswith("kletka.games."):
        return cache_folder("games")
    return cache_folder("games", "engine")


def _compile(function: Callable[..., Any], **options: bool) -> Any:
    config: Any = numba.config
    njit: Any = numba.njit  # its type stub lacks some options
    before = config.CACHE_DIR
    # Numba reads this when a function is decorated; other packages keep their own folder.
    config.CACHE_DIR = str(_folder_of(function.__module__))
    try:
        compiled = njit(cache=True, nogil=True, error_model="numpy", **options)(function)
    finally:
        config.CACHE_DIR = before
    if isinstance(compiled, Dispatcher):  # which it is not with NUMBA_DISABLE_JIT
        _take_whole_numbers_alike(compiled)
    return compiled


def _take_whole_numbers_alike(compiled: Any) -> None:
    """Let kernels pass integers of any width to this one; all are compiled as 64 bits.

    Otherwise it would be compiled again for each kind: numbers from arrays of 16 bits, from
    arrays of 32 bits, and each literal.
    """
    call_template = compiled.get_call_template

    def widened(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return call_template(tuple(map(_wide, args)), {name: _wide(kws[name]) for name in kws})

    compiled.get_call_template = widened


def _wide(argument: Any) -> Any:
    number: Any = types.Integer  # its type stub lacks `signed`
    return types.int64 if isinstance(argument, number) and argument.signed else argument


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function that creates no arrays; the code is cached and runs without the GIL.

    Such a function only borrows its arguments, so Numba need not count references. That makes
    small functions that call each other three to five times as fast.
    """
    return _compile(function, _nrt=False)


def inner_kernel(function: Callable[..., Any]) -> Any:
    """The same as `kernel` for a function that is inlined into its callers.

    Passing the tables, about fifty numbers, would cost more than most of these functions do.
    They must not be recursive, even indirectly: Numba could not load them from its cache.
    """
    return _compile(function, _nrt=False, forceinline=True)


def allocating_kernel(function: Callable[..., Any]) -> Any:
    """The same as `kernel` for a function that creates arrays.

    It counts references even if its callers do not: an explicit `_nrt` is not inherited from them.
    """
    return _compile(function, _nrt=True)
