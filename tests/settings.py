"""The names of all settings: those that the server looks for in its environment."""

from __future__ import annotations

from typing import Any

from kletka.web.configuration import Configuration


class _Asked(dict[str, str]):
    """An empty environment that remembers what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def get(self, name: str, default: Any = None) -> Any:
        self.names.add(name)
        return default


def settings() -> set[str]:
    asked = _Asked()
    Configuration.from_environment(asked)
    assert "KLETKA_PORT" in asked.names
    return asked.names
