"""The first inputs of `make bench-fuzz` that a server answers."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest
from benchmarks.fuzz.http import Http
from benchmarks.fuzz.kinds import Kind, run
from benchmarks.fuzz.websockets import WebSockets


@pytest.mark.parametrize(("kind", "count"), [(Http, 250), (WebSockets, 150)])
def test_inputs_are_accepted_or_refused_as_documented(kind: type[Kind[Any]], count: int) -> None:
    with closing(kind()) as fuzzed:
        tally = run(fuzzed, 1, range(count))
    assert not tally.failed
    assert tally.accepted > count / 20
    assert tally.refused > count / 20


def test_an_error_in_the_log_is_noticed_once() -> None:
    with closing(Http()) as fuzzed:
        assert fuzzed.site.trouble() == ""
        with (fuzzed.site.server.folder / "server.log").open("a") as log:
            log.write("2026-01-01T00:00:00.000+00:00 ERROR - something broke\n")
        assert "something broke" in fuzzed.site.trouble()
        assert fuzzed.site.trouble() == ""
