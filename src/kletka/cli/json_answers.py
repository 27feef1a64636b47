"""Answers as JSON: the option `--json`, and values of the library as plain data."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from kletka.cli import Translator
from kletka.language import Text
from kletka.move import Move


def add_json_option(parser: argparse.ArgumentParser, t: Translator) -> None:
    parser.add_argument("--json", action="store_true", help=t("print JSON", "ответ в JSON"))


def print_json(answer: object, language: str) -> None:
    """Print an answer in one line."""
    print(json.dumps(plain(answer, language), ensure_ascii=False, allow_nan=False))


def plain(value: Any, language: str) -> Any:
    """A value as JSON can hold it: texts in one language, numbers that are not finite as null."""
    if isinstance(value, Text):
        return value.say(language)
    if is_dataclass(value) and not isinstance(value, type | Move):
        return {part.name: plain(getattr(value, part.name), language) for part in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(inner, language) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner, language) for inner in value]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Move | Path):
        return str(value)
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
