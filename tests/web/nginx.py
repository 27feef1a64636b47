"""A real nginx before servers, if it is installed."""

from __future__ import annotations

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@contextmanager
def nginx_with(configuration: str, port: int) -> Iterator[None]:
    """nginx with what stands in its `http` block, once it listens on the port."""
    program = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    if program is None:
        pytest.skip("nginx is not installed: install Debian's nginx-light")
    with tempfile.TemporaryDirectory(prefix="kletka-nginx-", dir="/tmp") as folder:
        temporary = "".join(
            f"{name}_temp_path {folder}/{name};\n"
            for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        file = Path(folder, "nginx.conf")
        file.write_text(
            f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\n"
            f"events {{ worker_connections 4000; }}\n"
            f"http {{ access_log off;\n{temporary}{configuration}\n}}\n"
        )
        command = [program, "-p", folder, "-c", str(file)]
        subprocess.run([*command, "-t"], check=True, capture_output=True)
        running = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            while not _listens(port):
                assert running.poll() is None, Path(folder, "error.log").read_text()
                time.sleep(0.02)
            yield
        finally:
            running.terminate()
            running.wait()


def _listens(port: int) -> bool:
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0
