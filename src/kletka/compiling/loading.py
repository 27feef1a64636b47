"""The cache of one kernel, as Numba wants it: load compiled code, or save it."""

# Numba has few types.
# mypy: allow-untyped-calls

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from typing import Any

from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from kletka.compiling import store


class KernelCache:
    """Keeps the code of a kernel in the store, one file for each signature."""

    cache_path = None

    def __init__(self, function: Callable[..., Any]) -> None:
        self._module = function.__module__
        self._name = f"{function.__module__.removeprefix('kletka.')}.{function.__qualname__}"

    def load_overload(self, signature: Any, target: Any) -> Any:
        target.refresh()
        code = store.read(self._module, self._file(signature))
        if code is None:
            return None
        try:
            return CompileResult._rebuild(target, *pickle.loads(code))
        except Exception:  # a damaged file is compiled again, whatever is wrong with it
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        if any(not lifted.can_cache for lifted in result.lifted):
            return
        if result.library.has_dynamic_globals:  # addresses of this process
            return
        store.write(self._module, self._file(signature), dumps(result._reduce()))

    def _file(self, signature: Any) -> str:
        return f"{self._name}-{hashlib.sha256(str(signature).encode()).hexdigest()[:12]}.kernel"

    def flush(self) -> None:
        """Part of Numba's interface: forget what is saved. Nothing here needs it."""
