"""A cache that is bounded by the bytes it holds, not by the number of its entries."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable

KEY_BYTES = 10_000  # what an entry takes besides its content: a position of a large board


class ByteCache:
    """Keeps what was asked for last; threads may share it."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()

    @property
    def size(self) -> int:
        """The bytes of all entries, their keys included."""
        return self._size

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable) -> bytes | None:
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key]

    def put(self, key: Hashable, content: bytes) -> None:
        """Keep an entry, and forget the oldest ones if that is too much."""
        with self._lock:
            if key in self._kept:
                return
            self._kept[key] = content
            self._size += len(content) + KEY_BYTES
            while self._size > self._most:
                _, forgotten = self._kept.popitem(last=False)
                self._size -= len(forgotten) + KEY_BYTES
