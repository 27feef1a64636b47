"""The files of deploy/: each is read by the program that it is for, where that is installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.settings import settings

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
OF_COMPOSE = {"KLETKA_SITE"}
LOCKS = sorted(ROOT.glob("requirements*.lock"))


def test_only_settings_that_exist_are_set() -> None:
    texts = {file: file.read_text() for file in sorted(DEPLOY.rglob("*")) if file.is_file()}
    assert len(texts) >= 9
    for file, text in texts.items():
        named = set(re.findall(r"\bKLETKA_[A-Z_]+", text)) - OF_COMPOSE
        assert named <= settings(), file


def test_the_table_of_settings_is_complete() -> None:
    for page in ("operating.md", "operating.ru.md"):
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        rows = re.findall(r"^\| `(KLETKA_[A-Z_]+)` \|", text, re.MULTILINE)
        assert len(rows) == len(set(rows))
        assert set(rows) == settings(), page


def test_the_files_that_compose_needs_exist() -> None:
    folder = DEPLOY / "container"
    compose = yaml.safe_load((folder / "compose.yaml").read_text())
    services = compose["services"]
    assert {"database", "server-1", "server-2", "scheduler", "worker", "proxy"} == set(services)
    for service in services.values():
        assert "image" in service
        assert set(service.get("depends_on", {})) <= set(services)
        assert set(service["networks"]) <= set(compose["networks"])
        if "build" in service:
            context = folder / service["build"]["context"]
            assert (context / service["build"]["dockerfile"]).is_file()
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert source in compose["volumes"] or (folder / source).is_file()
    copied = re.findall(r"^COPY (.+) \S+$", (folder / "Containerfile").read_text(), re.MULTILINE)
    assert len(copied) == 4
    for names in copied:
        assert all((ROOT / name).exists() for name in names.split())


@pytest.mark.parametrize("unit", UNITS, ids=lambda file: file.name)
def test_systemd_understands_the_units(unit: Path, tmp_path: Path) -> None:
    verify = shutil.which("systemd-analyze")
    if verify is None:
        pytest.skip("systemd is not installed")
    program = shutil.which("true")
    text = re.sub(r"(?<=ExecStart=)\S+", str(program), unit.read_text())
    copy = tmp_path / unit.name.replace("@", "@8110")
    copy.write_text(text.replace("User=kletka", "User=daemon").replace("Group=kletka\n", ""))
    done = subprocess.run(
        [verify, "verify", "--man=no", str(copy)], capture_output=True, text=True, check=False
    )
    ours = [line for line in done.stderr.splitlines() if unit.stem.rstrip("@") in line]
    assert ours == []


@pytest.mark.parametrize("folder", ["caddy", "container"])
def test_caddy_understands_its_configuration(folder: str) -> None:
    caddy = shutil.which("caddy")
    if caddy is None:
        pytest.skip("Caddy is not installed: install Debian's caddy")
    file = DEPLOY / folder / "Caddyfile"
    subprocess.run(
        [caddy, "validate", "--adapter", "caddyfile", "--config", str(file)],
        check=True,
        capture_output=True,
        env={**os.environ, "KLETKA_SITE": "localhost"},
    )


@pytest.mark.parametrize("lock", LOCKS, ids=lambda file: file.name)
def test_every_locked_package_has_hashes(lock: Path) -> None:
    packages = re.split(r"\n(?=\S)", lock.read_text().strip())
    assert len(packages) > 20
    for package in packages:
        assert re.match(r"[\w.\[\],-]+==\S+", package), package
        assert "--hash=sha256:" in package, package


def test_locked_packages_are_installed_by_their_hashes() -> None:
    for file in (ROOT / "Makefile", DEPLOY / "container" / "Containerfile"):
        installs = re.findall(r"^.*pip install.* -r .*\.lock.*$", file.read_text(), re.MULTILINE)
        assert installs
        assert all("--require-hashes" in line for line in installs)
