"""Certificates for a cluster on 127.0.0.1, signed by an authority of their own."""

from __future__ import annotations

import subprocess
from pathlib import Path


def make_certificates(folder: Path) -> tuple[Path, Path, Path]:
    """The files of the authority, of a certificate, and of its key."""
    ca, ca_key, signed, key = (folder / name for name in ("ca.pem", "ca.key", "one.pem", "one.key"))
    _openssl("req", "-x509", "-subj", "/CN=authority", "-keyout", ca_key, "-out", ca)
    request = folder / "one.csr"
    _openssl("req", "-subj", "/CN=127.0.0.1", "-keyout", key, "-out", request)
    subprocess.run(
        ["openssl", "x509", "-req", "-in", request, "-CA", ca, "-CAkey", ca_key, "-out", signed],
        check=True,
        capture_output=True,
    )
    return ca, signed, key


def _openssl(*words: str | Path) -> None:
    subprocess.run(
        ["openssl", *words, "-newkey", "rsa:2048", "-nodes"], check=True, capture_output=True
    )
