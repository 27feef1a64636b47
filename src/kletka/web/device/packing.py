"""The Python that runs in a browser, as one archive: the rules, faces, pictures and lessons."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import kletka

_PACKAGE = Path(kletka.__file__).parent
_TAKEN = (
    "*.py",
    "games/*.py",
    "faces/*.py",
    "drawing/*.py",
    "library/__init__.py",
    "library/lessons/*",
    "web/__init__.py",
    "web/board_answers.py",
    "web/refusals.py",
    "web/device/__init__.py",
    "web/device/answers.py",
    "web/live/__init__.py",
    "web/live/turn_preview.py",
    "web/pages/__init__.py",
    "web/pages/typed_turns.py",
)
_STAND_INS = {
    "numpy/__init__.py": "web/device/small_numpy.py",
    "kletka/compiling/__init__.py": "web/device/plain_kernels.py",
}
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same archive for the same sources


@cache
def archive() -> bytes:
    """A ZIP archive to be unpacked where Python looks for modules."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
        for name, file in sorted(_files()):
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(entry, file.read_bytes())
    return packed.getvalue()


@cache
def archive_version() -> str:
    return hashlib.sha256(archive()).hexdigest()[:12]


def _files() -> Iterator[tuple[str, Path]]:
    for pattern in _TAKEN:
        for file in _PACKAGE.glob(pattern):
            if file.is_file():
                yield f"kletka/{file.relative_to(_PACKAGE).as_posix()}", file
    for name, source in _STAND_INS.items():
        yield name, _PACKAGE / source
