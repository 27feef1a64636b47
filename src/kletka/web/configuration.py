"""The configuration of a server, read from the environment and the command line."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import platformdirs

from kletka.errors import KletkaError
from kletka.language import Text


@dataclass(frozen=True)
class Limits:
    """Limits for one visitor, or for all visitors together.

    A rate is a pair: how many at once, and how many a second after that.
    """

    new_games: tuple[float, float] = (30, 0.2)
    requests: tuple[float, float] = (200, 40)  # WebSockets that are opened count too
    files: tuple[float, float] = (1000, 200)  # scripts, style sheets, the documentation
    rasters: tuple[float, float] = (10, 0.5)  # PNG and GIF, which are slow to draw
    messages: tuple[float, float] = (120, 30)  # on one WebSocket
    thinking: tuple[float, float] = (600, 1.0)  # seconds of the engine's time
    analyses: int = 60  # at once, for all visitors together
    open_games: int = 20_000
    sockets_of_one_address: int = 200  # WebSockets and streams of events
    connections_of_one_address: int = 200  # other connections, idle or half-sent ones too
    half_sent: int = 200  # for all visitors together; the oldest gives way
    header_seconds: float = 10  # the longest that the headers of a request may take
    body_seconds: float = 30
    header_bytes: int = 32 * 1024
    message_bytes: int = 16 * 1024
    body_bytes: int = 1024 * 1024
    sent_bytes: tuple[float, float] = (2 * 1024 * 1024, 256 * 1024)  # in the bodies of requests
    turns_of_a_record: int = 5_000
    turns_of_a_film: int = 1_000


@dataclass(frozen=True)
class Configuration:
    """Everything `create_app` needs to know."""

    data_folder: Path
    database_url: str = ""
    host: str = "127.0.0.1"
    port: int = 8110
    bot_workers: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    thinkers: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    cluster: str = ""  # the address of a Dask scheduler, if others think for this server
    bot_pause: float = 0.6  # a bot takes at least so many seconds, as a person would
    demo_pause: float = 1.6
    drain_seconds: float = 3.0  # over which connections are closed when the server is stopped
    trusted_proxies: str = "127.0.0.1,::1"
    prune_after: str = ""  # such as 90d: the age at which abandoned games are deleted
    metrics_from: str = "127.0.0.1,::1"  # the addresses that may read /metrics
    metrics_token: str = ""  # lets anybody who has it read /metrics
    access_log: bool = False
    log_format: str = "text"  # or json
    docs_folder: Path = Path(__file__).parent / "docs_site"  # `make docs` writes it
    pyodide_folder: Path = Path(__file__).parent / "pyodide"  # `make pyodide` writes it
    single_files: bool = False  # each script and style sheet by itself, to debug them
    limits: Limits = field(default_factory=Limits)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Configuration:
        folder = environment.get("KLETKA_DATA_DIR") or platformdirs.user_data_dir("kletka", False)
        named = {
            "database_url": environment.get("KLETKA_DATABASE_URL"),
            "host": environment.get("KLETKA_HOST"),
            "port": environment.get("KLETKA_PORT"),
            "bot_workers": environment.get("KLETKA_BOT_WORKERS"),
            "thinkers": environment.get("KLETKA_THINKERS"),
            "cluster": environment.get("KLETKA_CLUSTER"),
            "bot_pause": environment.get("KLETKA_BOT_PAUSE"),
            "demo_pause": environment.get("KLETKA_DEMO_PAUSE"),
            "drain_seconds": environment.get("KLETKA_DRAIN_SECONDS"),
            "prune_after": environment.get("KLETKA_PRUNE_AFTER"),
            "metrics_from": environment.get("KLETKA_METRICS_FROM"),
            "metrics_token": environment.get("KLETKA_METRICS_TOKEN"),
            "log_format": environment.get("KLETKA_LOG_FORMAT"),
            "trusted_proxies": environment.get("KLETKA_TRUSTED_PROXIES"),
        }
        types = {f.name: {"int": int, "float": float}.get(str(f.type), str) for f in fields(cls)}
        given = {name: _read(name, text, types[name]) for name, text in named.items() if text}
        for switch in ("access_log", "single_files"):
            given[switch] = environment.get(f"KLETKA_{switch.upper()}") not in (
                None,
                "",
                "off",
                "0",
            )
        limits = NO_LIMITS if environment.get("KLETKA_LIMITS") == "off" else Limits()
        return cls(Path(folder), limits=limits, **given)

    @property
    def database(self) -> str:
        """The database URL in the form that SQLAlchemy needs."""
        if not self.database_url:
            return f"sqlite:///{self.data_folder / 'kletka.sqlite3'}"
        scheme, separator, rest = self.database_url.partition("://")
        if scheme in ("postgres", "postgresql"):  # SQLAlchemy needs the name of the driver
            return f"postgresql+psycopg{separator}{rest}"
        return self.database_url


def _read(name: str, text: str, kind: Callable[[str], Any]) -> Any:
    try:
        return kind(text)
    except ValueError:
        variable = f"KLETKA_{name.upper()}"
        raise KletkaError(
            Text(
                f"{variable} must be a number, not {text!r}",
                f"{variable}: нужно число, а не {text!r}",
            )
        ) from None


_MUCH = (1e9, 1e9)
NO_LIMITS = Limits(
    new_games=_MUCH,
    requests=_MUCH,
    files=_MUCH,
    rasters=_MUCH,
    sent_bytes=_MUCH,
    messages=_MUCH,
    thinking=_MUCH,
    analyses=10**9,
    open_games=10**9,
    sockets_of_one_address=10**9,
    connections_of_one_address=10**9,
    half_sent=10**9,
)
