"""The settings of a cluster: its address, its certificates, what is not installed."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

import kletka
from kletka.extras import MissingExtra
from kletka.web.cluster.encryption import VARIABLES, InvalidCluster, check_cluster
from kletka.web.cluster.membership import Cluster
from kletka.web.configuration import Configuration
from kletka.web.live.bots import Bots
from tests.web.clients import PATIENCE
from tests.web.cluster.certificates import make_certificates
from tests.web.cluster.processes import ClusterProcesses


def test_the_cluster_is_named_in_the_environment() -> None:
    assert Configuration.from_environment({}).cluster == ""
    named = {"KLETKA_CLUSTER": "tcp://10.0.0.1:8786"}
    assert Configuration.from_environment(named).cluster == "tcp://10.0.0.1:8786"


@pytest.mark.parametrize("address", ["10.0.0.1:8786", "http://x:1", "tcp://:8786", "tcp://x"])
def test_a_wrong_address_is_refused_in_a_sentence(address: str) -> None:
    with pytest.raises(InvalidCluster, match=r"write one such as tcp://10\.0\.0\.1:8786") as wrong:
        check_cluster(address, {})
    assert "не похоже на адрес планировщика" in wrong.value.say("ru")


def test_encryption_needs_all_its_files(tmp_path: Path) -> None:
    ca = tmp_path / "ca.pem"
    ca.write_text("")
    with pytest.raises(InvalidCluster, match="KLETKA_CLUSTER_CERT must name a file"):
        check_cluster("tls://127.0.0.1:8786", {VARIABLES[0]: str(ca)})


def test_damaged_certificates_are_refused_in_a_sentence(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.pem"
    wrong.write_text("this is no certificate")
    with pytest.raises(InvalidCluster, match="cannot be read as certificates"):
        check_cluster("tls://127.0.0.1:8786", dict.fromkeys(VARIABLES, str(wrong)))


def test_certificates_and_the_address_go_together(tmp_path: Path) -> None:
    given = dict(zip(VARIABLES, map(str, make_certificates(tmp_path)), strict=True))
    for address, environment in (("tls://10.0.0.1:1", {}), ("tcp://10.0.0.1:1", given)):
        with pytest.raises(InvalidCluster, match="with certificates has an address") as wrong:
            check_cluster(address, environment)
        assert "начинается с tls://" in wrong.value.say("ru")


def test_a_missing_extra_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.setitem(sys.modules, "distributed.security", None)
    with pytest.raises(MissingExtra, match=r"pip install 'kletka\[lab\]'"):
        check_cluster("tcp://127.0.0.1:8786", {})


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("worker", "nowhere"), "'nowhere' is not the address of a Dask scheduler"),
        (("worker", "tcp://127.0.0.1:1", "--cores", "0"), "--cores must be at least 1, not 0"),
    ],
)
def test_a_worker_refuses_wrong_words_in_a_sentence(words: tuple[str, ...], said: str) -> None:
    command = [sys.executable, "-m", "kletka", *words, "--lang", "en"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith(f"kletka: {said}")


def test_bots_think_on_an_encrypted_cluster(tmp_path: Path) -> None:
    ca, certificate, key = make_certificates(tmp_path)
    files = (str(ca), str(certificate), str(key))
    environment = dict(zip(VARIABLES, files, strict=True))
    processes = ClusterProcesses(tmp_path, environment, "tls")

    async def go() -> None:
        cluster = Cluster(processes.address, environment)
        bots = Bots(1, cluster)
        async with asyncio.timeout(PATIENCE):
            cluster.start()
            position = kletka.start("kamiken(size=5)")
            assert kletka.Move(await bots.choose(position, "level1", 1)) in position.moves
        assert bots.process_ids() == []
        bots.close()
        cluster.close()

    try:
        options = ("--tls-ca-file", "--tls-cert", "--tls-key")
        pairs = zip(options, files, strict=True)
        processes.start_scheduler(*(word for pair in pairs for word in pair))
        processes.start_worker()
        processes.wait_for_workers(1)
        asyncio.run(go())
    finally:
        processes.stop()
