"""The cache of one kernel, as Numba wants it: load compiled code, or save it."""

# Numba has few types.
# mypy: allow-untyped-calls

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from typing import Any

from llvmlite import binding as llvm
from numba.core.compiler import CompileResult
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps

from kletka.compiling import store


def _without_body(library: Any) -> Any:
    """Machine code with a mere list of what it defines, instead of code for linking.

    Other kernels link another form of the same kernel (`linking.py`). Files are half as large, and
    are loaded in half the time.
    """
    name, kind, (machine_code, for_linking) = library
    module = llvm.parse_bitcode(for_linking)
    functions = [item.name for item in module.functions if not item.is_declaration]
    numbers = [item.name for item in module.global_variables if not item.is_declaration]
    text = [f'define void @"{function}"() {{ ret void }}' for function in functions]
    text += [f'@"{number}" = global i8 0' for number in numbers]
    skeleton = llvm.parse_assembly(f'target triple = "{module.triple}"\n' + "\n".join(text))
    return name, kind, (machine_code, skeleton.as_bitcode())


class KernelCache:
    """Keeps the code of a kernel in the store, one file for each signature."""

    cache_path = None

    def __init__(self, function: Callable[..., Any]) -> None:
        self._module = function.__module__
        self._name = f"{function.__module__.removeprefix('kletka.')}.{function.__qualname__}"

    def load_overload(self, signature: Any, target: Any) -> Any:
        code = store.read(self._module, self._file(signature))
        if code is None:
            return None
        rtsys.initialize(target)  # all that running needs; compiling would need much more
        try:
            return CompileResult._rebuild(target, *pickle.loads(code))
        except Exception:  # a damaged file is compiled again, whatever is wrong with it
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        if any(not lifted.can_cache for lifted in result.lifted):
            return
        if result.library.has_dynamic_globals:  # addresses of this process
            return
        library, *others = result._reduce()
        store.write(self._module, self._file(signature), dumps((_without_body(library), *others)))

    def _file(self, signature: Any) -> str:
        return f"{self._name}-{hashlib.sha256(str(signature).encode()).hexdigest()[:12]}.kernel"

    def flush(self) -> None:
        """Part of Numba's interface: forget what is saved. Nothing here needs it."""
