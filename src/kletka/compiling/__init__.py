"""The decorators of all kernels: functions that Numba compiles.

A kernel that Python calls becomes machine code, which is kept on disk (`store.py`). A kernel that
other kernels call is only linked into them (`linking.py`). With KLETKA_KERNELS=background kernels
run as plain Python until another process has compiled them (`switching.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba.core.dispatcher import Dispatcher

from kletka.compiling.linking import LinkingCompiler, let_kernels_link
from kletka.compiling.loading import KernelCache
from kletka.compiling.switching import SwitchingKernel, starts_plain

__all__ = ["allocating_kernel", "inner_kernel", "kernel"]


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function that creates no arrays; the code is kept and runs without the GIL.

    Such a function only borrows its arguments, so Numba need not count references. That makes
    small functions that call each other three to five times as fast.
    """
    return _compiled(function, _nrt=False)


def inner_kernel(function: Callable[..., Any]) -> Any:
    """The same as `kernel` for a function that is inlined into its callers.

    Passing the tables, about fifty numbers, would cost more than most of these functions do.
    They must not be recursive, even indirectly.
    """
    return _compiled(function, _nrt=False, forceinline=True)


def allocating_kernel(function: Callable[..., Any]) -> Any:
    """The same as `kernel` for a function that creates arrays.

    It counts references even if its callers do not: an explicit `_nrt` is not inherited from them.
    """
    return _compiled(function, _nrt=True)


def _compiled(function: Callable[..., Any], **options: bool) -> Any:
    njit: Any = numba.njit  # its type stub lacks some options
    called: Any = njit(nogil=True, error_model="numpy", **options)(function)
    if not isinstance(called, Dispatcher):  # with NUMBA_DISABLE_JIT
        return called

    def linked() -> Any:
        return njit(
            nogil=True,
            error_model="numpy",
            no_cpython_wrapper=True,
            no_cfunc_wrapper=True,
            pipeline_class=LinkingCompiler,
            **options,
        )(function)

    let_kernels_link(called, linked)
    called._cache = KernelCache(function)  # type: ignore[attr-defined]
    return SwitchingKernel(function, called) if starts_plain() else called
