"""What rooms share, and the clients that they tell of events."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from kletka.web.live.bots import Bots
from kletka.web.live.game_time import ServerTime
from kletka.web.live.servers import Keeping
from kletka.web.security import Secrets
from kletka.web.storage.store import Store

Message = dict[str, Any]


class Listener(Protocol):
    """A client that follows a game: a WebSocket or a stream of the API."""

    seats: frozenset[int]
    address: str

    def notify(self, message: Message) -> None:
        """Queue a message without waiting."""

    def disconnect(self) -> None:
        """End the connection, so that the client opens another and reads the game again."""


@dataclass(frozen=True)
class RoomServices:
    """The services that all rooms share."""

    store: Store
    bots: Bots
    secrets: Secrets
    bot_pause: float
    time: ServerTime
    servers: Keeping
    note_presence: Callable[[str], None]  # somebody came to a game or left it
