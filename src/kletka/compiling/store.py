"""Where compiled kernels are kept, and under which names.

There are two places: a folder of the user, with code for this very processor, and a folder of the
package, with code for any processor of the platform, which comes with a wheel. A name depends on
the sources, not on where they lie, so that all copies of one version share their kernels.

Compiled kernels are read as pickles, which can do anything. So nothing is read from a folder that
other users can write to.
"""

from __future__ import annotations

import contextlib
import getpass
import hashlib
import os
import platform
import shutil
import stat
import sys
import tempfile
import time
import uuid
from functools import cache
from pathlib import Path

import numba
import platformdirs

PACKAGE = Path(__file__).parent.parent
SHIPPED = PACKAGE / "compiled"
NATIVE, GENERIC = "native", "generic"  # for this processor, for any processor of the platform
DAYS_KEPT = 60
MARK = b"kletka.compiling"  # modules with kernels import it


def processor() -> str:
    """What code is compiled for: `make wheel` asks Numba for the generic processor."""
    return GENERIC if os.environ.get("NUMBA_CPU_NAME") == GENERIC else NATIVE


def native_wanted() -> bool:
    """Whether code of the package is left aside, to compile it for this processor."""
    return os.environ.get("KLETKA_KERNELS") == NATIVE


def read(module: str, name: str) -> bytes | None:
    """Compiled code of a module, or None if there is none."""
    for folder in _folders_to_read(_family(module)):
        with contextlib.suppress(OSError):
            return (folder / name).read_bytes()
    return None


def write(module: str, name: str, code: bytes) -> None:
    """Keep code for the next time; without a folder of our own it is compiled again."""
    folder = _own_folder(_family(module))
    if folder is None:
        return
    file = folder / name
    beside = file.with_name(f"{name}.{uuid.uuid4().hex}")
    try:
        beside.write_bytes(code)
        beside.replace(file)  # others see all of it or nothing
    except OSError:
        beside.unlink(missing_ok=True)


def is_there(module: str, name: str, native: bool = False) -> bool:
    """Whether a file lies beside the code of a module, or beside that for this processor."""
    folders = _folders_to_read(_family(module), native)
    return any((folder / name).exists() for folder in folders)


def _family(module: str) -> str:
    """Modules whose kernels lie in one folder: the rules, the engine, any other one alone."""
    for family in ("kletka.games", "kletka.engine"):
        if module.startswith(f"{family}."):
            return family
    return module


def _folders_to_read(family: str, native: bool = False) -> list[Path]:
    own = _own_folder(family)
    shipped = [] if native or native_wanted() else [SHIPPED / _stamp(family)]
    return [*([own] if own else []), *shipped]


@cache
def _own_folder(family: str) -> Path | None:
    """The folder that belongs to this user, or None if no place is safe to use."""
    name = Path("kernels") / f"{_stamp(family)}-{_processor_stamp()}"
    for root in _roots():
        with contextlib.suppress(OSError):
            (root / name).mkdir(mode=0o700, parents=True, exist_ok=True)
            if is_private(root / name):
                os.utime(root / name)
                return root / name
    return None


def _roots() -> list[Path]:
    usual = os.environ.get("KLETKA_CACHE_DIR") or platformdirs.user_cache_dir("kletka", False)
    # The home directory may be read-only, as in some containers.
    return [Path(usual), Path(tempfile.gettempdir()) / f"kletka-{getpass.getuser()}"]


def is_private(folder: Path) -> bool:
    """Whether nobody but this user and the administrator can put files into a folder."""
    if not hasattr(os, "getuid"):  # Windows keeps the folders of its users apart
        return True
    ours = {0, os.getuid()}
    here = folder.stat()
    if here.st_uid not in ours or here.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return False
    return all(_cannot_be_exchanged(parent.stat(), ours) for parent in folder.resolve().parents)


def _cannot_be_exchanged(folder: os.stat_result, ours: set[int]) -> bool:
    """Whether strangers cannot rename what lies in a folder."""
    sticky = folder.st_mode & stat.S_ISVTX
    return folder.st_uid in ours and (bool(sticky) or not folder.st_mode & stat.S_IWOTH)


@cache
def _stamp(family: str) -> str:
    """A name for all that the machine code of a family depends on.

    Kernels of the rules call kernels of the rules, and those of the engine both kinds. Others also
    depend on their own module.
    """
    digest = hashlib.sha256()
    for fact in (numba.__version__, sys.implementation.cache_tag, sys.platform, platform.machine()):
        digest.update(f"{fact}\n".encode())
    packages = ["compiling", "games", *(["engine"] if family != "kletka.games" else [])]
    for package in packages:
        for source in _sources_of_package(package):
            digest.update(source)
    if family not in ("kletka.games", "kletka.engine"):
        file = getattr(sys.modules.get(family), "__file__", None)
        digest.update(Path(file).read_bytes() if file else family.encode())
    return digest.hexdigest()[:16]


@cache
def _sources_of_package(package: str) -> list[bytes]:
    texts = [source.read_bytes() for source in sorted((PACKAGE / package).rglob("*.py"))]
    return [text for text in texts if MARK in text or package == "games"]


@cache
def _processor_stamp() -> str:
    if processor() == GENERIC:
        return GENERIC
    from llvmlite import binding

    features = ",".join(sorted(binding.get_host_cpu_features().flatten().split(",")))
    return hashlib.sha256(f"{binding.get_host_cpu_name()} {features}".encode()).hexdigest()[:8]


def delete_old() -> None:
    """Delete kernels that were not used for a long time; their sources have changed since."""
    oldest = time.time() - DAYS_KEPT * 24 * 3600
    for root in _roots():
        with contextlib.suppress(OSError):
            for folder in (root / "kernels").iterdir():
                if folder.stat().st_mtime < oldest:
                    shutil.rmtree(folder, ignore_errors=True)
