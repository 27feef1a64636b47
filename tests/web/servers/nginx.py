"""A real nginx in front of servers, which sends each request and each WebSocket to the next one."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.web.browser.serving import Server
from tests.web.nginx import nginx_with

_CONFIGURATION = """
map $http_upgrade $connection_upgrade {{ default upgrade; "" ""; }}
upstream kletka {{ {servers} }}
server {{
    listen 127.0.0.1:{port};
    location / {{
        proxy_pass http://kletka;
        proxy_http_version 1.1;
        proxy_set_header Host $host:$server_port;
        proxy_set_header Upgrade $http_upgrade;
        proxy_set_header Connection $connection_upgrade;
        proxy_set_header X-Forwarded-For $remote_addr;
        proxy_set_header X-Forwarded-Proto $scheme;
        proxy_buffering off;
        proxy_connect_timeout 1s;
        proxy_next_upstream error timeout;
    }}
}}
"""


@contextmanager
def nginx_before(servers: Sequence[Server]) -> Iterator[Server]:
    """The address of nginx, as of a server."""
    names = " ".join(f"server 127.0.0.1:{s.port} max_fails=1 fail_timeout=1s;" for s in servers)
    with tempfile.TemporaryDirectory(prefix="kletka-proxy-") as folder:
        proxy = Server(Path(folder))
        with nginx_with(_CONFIGURATION.format(servers=names, port=proxy.port), proxy.port):
            yield proxy
