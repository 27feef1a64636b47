"""A file that grows line by line while an experiment runs, so that nothing is lost.

The first line of JSON says what the experiment is, and each line after it tells one result with
its number. A line is on the disk as soon as its result is known. An experiment that was
interrupted goes on where the file ends; a last line that was cut short is made again.
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
    """A file that holds no journal of this kind, or that of another experiment."""


class Journal:
    """The numbered results of one experiment in a file, which is made if there is none.

    `kind` is the key of the first line, `number` that of the others; `plan` is what the first
    line must say.
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
        """The results so far, one after another."""
        with self._path.open("rb") as file:
            next(file)
            for number, line in enumerate(file):
                yield self._read_line(line, number)

    def wrong_line(self, number: int) -> InvalidJournal:
        """What to raise when the result of that number is not what it should be."""
        return InvalidJournal(
            Text(
                f"{self._path}, line {number + 2}: this is not {self._number} {number}",
                f"{self._path}, строка {number + 2}: здесь должна быть запись {number}",
            )
        )

    def _check(self, first: bytes) -> None:
        """Count the results; what follows the last end of line is cut off, if the file is ours."""
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
        told = plan.items() if isinstance(plan, dict) else [("", plan)]
        found = ", ".join(f"{name}={value}" for name, value in told)
        raise InvalidJournal(
            Text(
                f"{self._path} holds another {self._kind} ({found}); give this one a file of "
                "its own",
                f"в файле {self._path} записано другое ({found}); укажите для этого свой файл",
            )
        )

    def _read_line(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            told: dict[str, Any] = json.loads(line)
            if told[self._number] != number:
                raise ValueError
        except (ValueError, KeyError, TypeError):
            raise self.wrong_line(number) from None
        return told

    def _append(self, line: bytes) -> None:
        with self._path.open("ab") as file:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())


def _line(told: dict[str, Any]) -> bytes:
    return json.dumps(told, ensure_ascii=False).encode() + b"\n"
