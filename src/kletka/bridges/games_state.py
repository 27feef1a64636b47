"""The whole state of many games as bytes: what `ManyGames.get_state` returns.

Three parts: the line `kletka games 1` with the version of the format; a line of JSON with the
version of Kletka, the spec, the number of games, the length of a game's state, whether games
restart, and a checksum; then the arrays, little-endian and without gaps: the seed (uint64), the
states and the starts (int16[games, length] each), the lengths (int64[games]), and which games ended
in the last step (bool[games]).

The arrays are those of the compiled rules, so only the same version of Kletka reads them. To keep
games for longer, keep the texts of their positions.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from kletka import __version__
from kletka.errors import KletkaError
from kletka.language import Text
from kletka.spec import Spec

MAGIC = b"kletka games 1\n"


@dataclass(frozen=True)
class GamesState:
    """The state of many games as arrays."""

    spec: Spec
    restarts: bool
    seed: Any  # uint64[1]
    states: Any  # int16[games, length of a state]
    starts: Any  # int16[games, length of a state]
    lengths: Any  # int64[games]
    ended: Any  # bool[games]

    def to_bytes(self) -> bytes:
        """The state as bytes, in the form described above."""
        arrays = (self.seed, self.states, self.starts, self.lengths, self.ended)
        body = b"".join(
            array.astype(_little(array.dtype), copy=False).tobytes() for array in arrays
        )
        games, width = self.states.shape
        head = {
            "kletka": __version__,
            "spec": str(self.spec),
            "games": games,
            "width": width,
            "restarts": self.restarts,
            "crc32": zlib.crc32(body),
        }
        return b"".join([MAGIC, json.dumps(head).encode(), b"\n", body])

    @classmethod
    def of_bytes(cls, data: bytes) -> GamesState:
        """Read such bytes; raises KletkaError for others and for those of another version."""
        head, body = _split(data)
        games, width = head["games"], head["width"]
        kinds = [
            (np.uint64, (1,)),
            (np.int16, (games, width)),
            (np.int16, (games, width)),
            (np.int64, (games,)),
            (np.bool_, (games,)),
        ]
        arrays: list[Any] = []
        begin = 0
        for kind, shape in kinds:
            dtype = _little(np.dtype(kind))
            count = int(np.prod(shape))
            part = np.frombuffer(body, dtype, count, begin).reshape(shape)
            arrays.append(part.astype(kind))  # a copy: bytes cannot be changed
            begin += part.nbytes
        return cls(Spec(head["spec"]), head["restarts"], *arrays)


def _little(dtype: Any) -> Any:
    return dtype.newbyteorder("<")


def _split(data: bytes) -> tuple[dict[str, Any], memoryview]:
    if not isinstance(data, bytes) or not data.startswith(MAGIC):
        raise KletkaError(
            Text(
                "this is not a saved state of games; use one made by `get_state`",
                "это не состояние набора партий; его даёт `get_state`",
            )
        )
    line, _, _ = data[len(MAGIC) :].partition(b"\n")
    body = memoryview(data)[len(MAGIC) + len(line) + 1 :]
    try:
        head = json.loads(line)
        made, checksum = head["kletka"], head["crc32"]
    except (ValueError, KeyError, TypeError):
        made, checksum = __version__, None
    if made != __version__:
        raise KletkaError(
            Text(
                f"this state of many games was made by Kletka {made}, and only that version reads "
                f"it; this is {__version__}",
                f"это состояние набора партий записано Kletka {made}, и читает его только она, а "
                f"здесь {__version__}",
            )
        )
    if zlib.crc32(body) != checksum:
        raise KletkaError(
            Text(
                "this state of many games is damaged: its checksum is wrong",
                "это состояние набора партий повреждено: не сходится контрольная сумма",
            )
        )
    return head, body
