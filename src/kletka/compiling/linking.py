"""Kernels that other kernels call: Numba's intermediate code, to be linked into the callers.

Numba would optimise each of them, wrap it for Python and for C, and turn it into machine code, none
of which its callers use. Without all that, compiling takes half the time, and the machine code of
the callers is as fast. This reaches into Numba: `tests/test_compiling.py` fails when a new version
of Numba no longer fits.
"""

# Numba has few types.
# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering


def let_kernels_link(called: Any, make: Callable[[], Any]) -> None:
    """Let kernels that call one dispatcher of a function use another one, which is for linking.

    `make` makes that one when it is first needed, as nothing is compiled in most programs.
    """
    made: list[Any] = []

    def linked() -> Any:
        if not made:
            made.append(_only_for_linking(make(), called))
        return made[0]

    called.get_call_template = lambda args, kws: _call_template(linked(), args, kws)
    called.get_overload = lambda signature: linked().get_overload(signature)


def _only_for_linking(linked: Any, called: Any) -> Any:
    def add_overload(result: Any) -> None:  # without a function that Python could call
        linked.overloads[tuple(result.signature.args)] = result

    linked.add_overload = add_overload
    linked._compiling_counter = called._compiling_counter  # by which Numba notices recursion
    return linked


def _call_template(linked: Any, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
    """Compile for these types; kernels may pass integers of any width, all become 64 bits.

    Otherwise a function would be compiled again for each kind: numbers from arrays of 16 bits, from
    arrays of 32 bits, and each literal.
    """
    wide = {name: _wide(kws[name]) for name in kws}
    return linked.get_call_template(tuple(map(_wide, args)), wide)


def _wide(argument: Any) -> Any:
    number: Any = types.Integer  # its type stub lacks `signed`
    return types.int64 if isinstance(argument, number) and argument.signed else argument


class _LinkedLibrary(JITCodeLibrary):
    """Code that is ready to be linked, but not to run."""

    def _optimize_final_module(self) -> None:
        """Inline and simplify, but leave the expensive optimisation to the callers."""
        passes, builder = self._codegen._module_pass_manager(
            loop_vectorize=False, slp_vectorize=False, opt=self._codegen._opt_level, cost="cheap"
        )
        passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class _LinkedLowering(NativeLowering):
    _name = "kletka_linked_lowering"

    def run_pass(self, state: Any) -> bool:
        library = state.targetctx.codegen().create_library(state.func_id.func_qualname)
        library.__class__ = _LinkedLibrary
        state.library = library
        state.flags.no_compile = True
        super().run_pass(state)
        key = object()  # Numba looks for code by the function that it gave to Python
        state.targetctx.insert_user_function(key, state["cr"].fndesc, [library])
        library._ensure_finalized()
        state["cr"] = state["cr"]._replace(cfunc=key)
        return True


class LinkingCompiler(Compiler):
    """Numba's compiler, with another last step."""

    def define_pipelines(self) -> list[Any]:
        [pipeline] = super().define_pipelines()
        pipeline.passes = [
            (_LinkedLowering if step is NativeLowering else step, name)
            for step, name in pipeline.passes
        ]
        pipeline._finalized = False
        pipeline.finalize()
        return [pipeline]
