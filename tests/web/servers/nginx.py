"""A real nginx in front of servers, which sends each request and each WebSocket to the next one."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.web.browser.serving import Server

_CONFIGURATION = """
daemon off;
worker_processes 1;
pid {folder}/pid;
error_log {folder}/error.log;
{user}
events {{ worker_connections 4000; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
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
}}
"""


class Proxy(Server):
    """The address of nginx, as of a server."""

    def __init__(self, folder: Path, servers: Sequence[Server]) -> None:
        super().__init__(folder)
        names = " ".join(f"server 127.0.0.1:{s.port} max_fails=1 fail_timeout=1s;" for s in servers)
        user = "user root;" if os.getuid() == 0 else ""
        text = _CONFIGURATION.format(folder=folder, servers=names, port=self.port, user=user)
        (folder / "nginx.conf").write_text(text)


@contextmanager
def nginx_before(servers: Sequence[Server]) -> Iterator[Proxy]:
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip("nginx is not installed: install Debian's nginx-light")
    with tempfile.TemporaryDirectory(prefix="kletka-nginx-") as folder:
        proxy = Proxy(Path(folder), servers)
        command = [program, "-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf"]
        process = subprocess.Popen(command)
        try:
            while not _listens(proxy.port):
                assert process.poll() is None, Path(folder, "error.log").read_text()
                time.sleep(0.02)
            yield proxy
        finally:
            process.terminate()
            process.wait()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
