"""TLS between servers, workers and the scheduler, by certificates that all of them trust."""

from __future__ import annotations

import os
import ssl
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kletka.errors import KletkaError
from kletka.extras import need
from kletka.language import Text

VARIABLES = ("KLETKA_CLUSTER_CA", "KLETKA_CLUSTER_CERT", "KLETKA_CLUSTER_KEY")
EXTRA = "lab"  # which has Dask
SCHEMES = ("tcp://", "tls://")


class InvalidCluster(KletkaError):
    """The address of the cluster or its certificates cannot be used."""


def check_address(address: str) -> None:
    """Raises InvalidCluster unless this can be the address of a scheduler."""
    scheme, separator, rest = address.partition("://")
    host, _, port = rest.rpartition(":")
    if scheme + separator in SCHEMES and host and port.isdecimal():
        return
    raise InvalidCluster(
        Text(
            f"{address!r} is not the address of a Dask scheduler; write one such as "
            "tcp://10.0.0.1:8786, or tls://10.0.0.1:8786 with certificates",
            f"{address!r} не похоже на адрес планировщика Dask; нужен, например, "
            "tcp://10.0.0.1:8786 или, с сертификатами, tls://10.0.0.1:8786",
        )
    )


def check_cluster(address: str, environment: Mapping[str, str] = os.environ) -> None:
    """Raises KletkaError if the address or the certificates are wrong, or Dask is missing."""
    check_address(address)
    security = security_of(environment)
    try:
        encrypts = security.get_connection_args("client")["ssl_context"] is not None
    except ssl.SSLError as error:
        names = ", ".join(VARIABLES)
        raise InvalidCluster(
            Text(
                f"the files of {names} cannot be read as certificates and their key: {error}",
                f"файлы {names} не читаются как сертификаты и ключ к ним: {error}",
            )
        ) from None
    if encrypts != address.startswith("tls://"):
        raise InvalidCluster(
            Text(
                "a cluster with certificates has an address that begins with tls://, and one "
                f"without them tcp://; this is {address!r}",
                "адрес кластера с сертификатами начинается с tls://, а без них с tcp://; "
                f"здесь {address!r}",
            )
        )


def security_of(environment: Mapping[str, str]) -> Any:
    """Dask's Security, by our variables or else by Dask's own configuration."""
    with need(EXTRA):
        import distributed.security

    make: Any = distributed.security.Security  # it has no types
    files = [environment.get(name, "") for name in VARIABLES]
    if not any(files):
        return make()
    for name, file in zip(VARIABLES, files, strict=True):
        if not Path(file).is_file():
            raise InvalidCluster(
                Text(
                    f"{name} must name a file in PEM format, not {file!r}; "
                    f"encryption needs all of {', '.join(VARIABLES)}",
                    f"{name}: нужен файл PEM, а не {file!r}; "
                    f"для шифрования нужны все три: {', '.join(VARIABLES)}",
                )
            )
    ca, certificate, key = files
    roles = {
        f"tls_{role}_{part}": file
        for role in ("client", "worker")
        for part, file in (("cert", certificate), ("key", key))
    }
    return make(tls_ca_file=ca, require_encryption=True, **roles)
