"""The built site, which the tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.site.site_build import built_site


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    own = tmp_path_factory.getbasetemp()
    return built_site(own if worker_id == "master" else own.parent)
