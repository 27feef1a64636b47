"""What servers and workers of a cluster say to each other: plain data, never pickled objects.

A server opens one connection to each worker and says which version it speaks. The worker answers
with its lanes, or with a refusal. Then the server sends jobs and drops them; the worker sends
reports, and now and then how busy others keep it.
"""

from __future__ import annotations

from typing import Any

Message = dict[str, Any]

VERSION = 1  # of these messages and of all requests; both sides need the same
OPERATION = "kletka-think"  # the name of the handler in a Dask worker
RESOURCE = "kletka"  # a Dask resource that only our workers have: how many cores they think with
PLAY, STUDY = "play", "study"  # the kinds of jobs
BEAT = 0.5  # seconds between two signs of life of a worker
MOST_SILENT = 12  # beats without one before the worker counts as lost
ONLY_PLAIN = ["msgpack"]  # the serializers of Dask that cannot run code


def greeting() -> Message:
    """The first message of a server."""
    return {"op": OPERATION, "version": VERSION, "reply": False}


def refusal(version: object) -> Message:
    """The answer of a worker to a server of another version."""
    return {
        "refused": f"it speaks version {VERSION} and this server version {version}; "
        "install the same release of Kletka on both"
    }
