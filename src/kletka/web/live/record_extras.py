"""What an imported record contains besides its turns: date, other tags and comments."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from kletka.record import Record


@dataclass(frozen=True)
class RecordExtras:
    """`comments[n]` stands after turn n, as in the record; variations are comments too."""

    date: datetime.date | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, record: Record, turns: int) -> RecordExtras:
        """The extras of a record of which the first `turns` turns are kept."""
        comments = {number: text for number, text in record.comments.items() if number <= turns}
        return cls(record.date, dict(record.tags), comments)

    def added_to(self, record: Record) -> Record:
        """The record with the comments added."""
        return replace(record, comments=MappingProxyType(dict(self.comments)))

    def to_json(self) -> dict[str, Any]:
        return {
            "date": None if self.date is None else self.date.isoformat(),
            "tags": dict(self.tags),
            "comments": {str(number): text for number, text in self.comments.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> RecordExtras:
        date = data["date"]
        return cls(
            None if date is None else datetime.date.fromisoformat(date),
            data["tags"],
            {int(number): text for number, text in data["comments"].items()},
        )
