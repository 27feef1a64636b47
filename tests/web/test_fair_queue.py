"""The order in which jobs of several visitors are taken from the queue."""

from __future__ import annotations

import pytest

from kletka import start
from kletka.web.fair_queue import MOST_ACCOUNTS, Claim, FairQueue
from kletka.web.live.bot_costs import expected_seconds
from kletka.web.live.terms import LEVEL_BOTS, bots_of
from kletka.web.workers import LIGHT

LARGEST = ["kamiken(size=26)", "ydyumby(board=26x26)", "vyun(board=26x26)", "manu(size=26)"]


def queue_of(*jobs: tuple[str, str, float]) -> FairQueue[str]:
    queue: FairQueue[str] = FairQueue()
    for job, visitor, seconds in jobs:
        queue.add(job, Claim(visitor, seconds))
    return queue


def taken(queue: FairQueue[str]) -> list[str]:
    jobs = []
    while (job := queue.take()) is not None:
        jobs.append(job)
    assert not queue
    return jobs


def test_jobs_of_one_visitor_keep_their_order() -> None:
    assert taken(queue_of(("a", "anna", 2), ("b", "anna", 0.1), ("c", "anna", 1))) == list("abc")


def test_many_long_jobs_of_one_visitor_delay_nobody_else() -> None:
    queue = queue_of(*((f"long{number}", "greedy", 2.0) for number in range(30)))
    assert queue.take() == "long0"
    queue.add("anna", Claim("anna", 0.01))
    queue.add("boris", Claim("boris", 0.01))
    queue.add("anna again", Claim("anna", 0.01))
    assert [queue.take() for _ in range(4)] == ["anna", "boris", "anna again", "long1"]


def test_visitors_get_the_same_time_not_the_same_number_of_jobs() -> None:
    queue = queue_of(
        *((f"long{number}", "greedy", 2.0) for number in range(10)),
        *((f"short{number}", "anna", 0.5) for number in range(40)),
    )
    first = [queue.take() for _ in range(20)]
    assert sum(job is not None and job.startswith("long") for job in first) == 4


def test_nobody_saves_up_time_by_being_away() -> None:
    queue = queue_of(*((f"boris{number}", "boris", 1.0) for number in range(20)))
    for _ in range(10):
        queue.take()
    for number in range(10):
        queue.add(f"anna{number}", Claim("anna", 1.0))
    first = [queue.take() for _ in range(10)]
    assert sum(job is not None and job.startswith("anna") for job in first) <= 6


def test_what_a_job_really_cost_counts() -> None:
    queue = queue_of(("a0", "anna", 0.1), ("a1", "anna", 0.1), ("b0", "boris", 0.1))
    queue.add("b1", Claim("boris", 0.1))
    assert queue.take() == "a0"
    queue.settle(Claim("anna", 0.1), 5.0)
    assert taken(queue) == ["b0", "b1", "a1"]


def test_jobs_that_come_last_wait_for_all_others() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.add("bots", Claim("anna", 0.01, last=True))
    for number in range(5):
        queue.add(f"long{number}", Claim("boris", 2.0))
    queue.add("bots of others", Claim("vera", 0.01, last=True))
    assert queue.take() == "long0"
    assert queue.take(last=False) == "long1"
    assert taken(queue) == ["long2", "long3", "long4", "bots", "bots of others"]
    queue.add("bots", Claim("anna", 0.01, last=True))
    assert queue.take(last=False) is None


def test_light_jobs_can_be_taken_alone() -> None:
    queue = queue_of(("long", "anna", 2.0), ("light", "anna", 0.1), ("longer", "boris", 4.0))
    assert queue.take(most=0.25) == "light"
    assert queue.take(most=0.25) is None
    assert len(queue) == 2


def test_a_job_that_is_put_back_comes_first_and_costs_nothing_more() -> None:
    queue = queue_of(("a0", "anna", 1.0), ("a1", "anna", 1.0), ("b0", "boris", 1.5))
    assert queue.take() == "a0"
    queue.add_again("a0", Claim("anna", 1.0))
    assert taken(queue) == ["a0", "b0", "a1"]


def test_jobs_can_be_removed() -> None:
    queue = queue_of(("a0", "anna", 1.0), ("a1", "anna", 1.0), ("b0", "boris", 1.0))
    queue.remove_if(lambda job: job.startswith("a"))
    assert taken(queue) == ["b0"]


def test_accounts_of_visitors_that_have_gone_are_dropped() -> None:
    queue = queue_of(("long0", "greedy", 100.0), ("long1", "greedy", 100.0))
    assert queue.take() == "long0"
    for number in range(5 * MOST_ACCOUNTS):
        queue.add("short", Claim(f"visitor{number}", 1.0))
        assert queue.take() == "short"
    assert len(queue._first._spent) <= MOST_ACCOUNTS + 1
    assert queue.take() == "long1"
    assert len(queue._first._spent) == 0


@pytest.mark.parametrize("spec", LARGEST)
def test_low_levels_are_light_on_the_largest_boards_and_high_ones_are_not(spec: str) -> None:
    position = start(spec)
    costs = [expected_seconds(bot, position) for bot in LEVEL_BOTS]
    assert costs == sorted(costs)
    assert costs[4] <= LIGHT < costs[6]
    assert all(expected_seconds(bot, position) > 0 for bot in bots_of(position.spec.game))
