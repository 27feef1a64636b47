"""A file to which an experiment appends each result at once, so that nothing is lost.

The first line, in JSON, describes the experiment; each further line is one numbered result. An
interrupted experiment continues where the file ends; an incomplete last line is dropped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kletka.errors import KletkaError
from kletka.language import Text


class InvalidJournal(KletkaError):
    """The file is not a journal of this kind, or belongs to another experiment."""


class Journal:
    """The numbered results of one experiment in a file, which is created if it does not exist.

    `kind` is the key of the first line, whose value must be `plan`; `number` is the key of the
    results' numbers.
    """

    def __init__(self, path: Path, kind: str, number: str, plan: dict[str, Any]) -> None:
        self._path, self._kind, self._number = path, kind, number
        self.count = 0
        first = _line({kind: plan})
        if path.exists() and path.stat().st_size:
            self._check(first)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._append(first)

    def add(self, *results: dict[str, Any]) -> None:
        """Write the next results; they are on the disk when this returns."""
        numbered = enumerate(results, self.count)
        self._append(b"".join(_line({self._number: n, **result}) for n, result in numbered))
        self.count += len(results)

    def read(self) -> Iterator[dict[str, Any]]:
        """Yield the results so far."""
        with self._path.open("rb") as file:
            next(file)
            for number, line in enumerate(file):
                yield self._read_line(line, number)

    def wrong_line(self, number: int) -> InvalidJournal:
        """The error to raise when the result with this number is not as expected."""
        return InvalidJournal(
            Text(
                f"{self._path}, line {number + 2}: this is not {self._number} {number}",
                f"{self._path}, строка {number + 2}: здесь должна быть запись {number}",
            )
        )

    def _check(self, first: bytes) -> None:
        """Count the results; if the file is of this plan, cut off an incomplete last line."""
        with self._path.open("rb") as file:
            begin = file.readline()
            if not begin.endswith(b"\n") and first.startswith(begin):
                file.close()
                self._path.write_bytes(first)
                return
            if begin != first:
                self._refuse(begin)
            end = file.tell()
            for line in file:
                if not line.endswith(b"\n"):
                    break
                self._read_line(line, self.count)
                end += len(line)
                self.count += 1
        if end < self._path.stat().st_size:
            os.truncate(self._path, end)

    def _refuse(self, begin: bytes) -> None:
        try:
            plan = json.loads(begin)[self._kind]
        except (ValueError, KeyError, TypeError):
            raise InvalidJournal(
                Text(
                    f"{self._path} is not a file of a {self._kind}, and is left as it is",
                    f"{self._path}: это не файл с записью «{self._kind}»; он остался как был",
                )
            ) from None
        items = plan.items() if isinstance(plan, dict) else [("", plan)]
        found = ", ".join(f"{name}={value}" for name, value in items)
        raise InvalidJournal(
            Text(
                f"{self._path} holds another {self._kind} ({found}); give this one a file of "
                "its own",
                f"в файле {self._path} записано другое ({found}); укажите для этого свой файл",
            )
        )

    def _read_line(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            entry: dict[str, Any] = json.loads(line)
            if entry[self._number] != number:
                raise ValueError
        except (ValueError, KeyError, TypeError):
            raise self.wrong_line(number) from None
        return entry

    def _append(self, line: bytes) -> None:
        with self._path.open("ab") as file:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())


def _line(entry: dict[str, Any]) -> bytes:
    return json.dumps(entry, ensure_ascii=False).encode() + b"\n"
