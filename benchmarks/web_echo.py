"""A bare Starlette application that sends back what it gets, to both sides of a game.

Run as `python -m benchmarks.web_echo PORT`: the yardstick of `benchmarks.web`.
"""

from __future__ import annotations

import sys
from collections import defaultdict

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

SIDES: dict[str, list[WebSocket]] = defaultdict(list)


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    sides = SIDES[socket.path_params["game"]]
    sides.append(socket)
    try:
        while True:
            text = await socket.receive_text()
            for side in sides:
                await side.send_text(text)
    except WebSocketDisconnect:
        sides.remove(socket)


if __name__ == "__main__":
    uvicorn.run(
        Starlette(routes=[WebSocketRoute("/{game}", echo)]),
        port=int(sys.argv[1]),
        log_level="warning",
        access_log=False,
        ws_per_message_deflate=False,
    )
