"""Hypothesis finds the same examples in every run and has no deadline."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "kletka",
    derandomize=True,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("kletka")


@pytest.fixture(autouse=True)
def kernels_of_this_process() -> Iterator[None]:
    """Some commands let kernels begin as plain Python; programs of later tests must not."""
    before = os.environ.get("KLETKA_KERNELS")
    yield
    if before is None:
        os.environ.pop("KLETKA_KERNELS", None)
    else:
        os.environ["KLETKA_KERNELS"] = before
