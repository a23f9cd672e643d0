"""How often somebody may ask, in one process and in several."""

import subprocess
import sys
from pathlib import Path

import pytest

from webviewer.service.buckets import SLOTS, TRIED, Buckets, Rate


class Clock:
    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def test_a_bucket_empties_and_fills_up_again() -> None:
    clock = Clock()
    buckets = Buckets(clock=clock)
    rate = Rate(60, 3)
    assert [buckets.allow("ana", rate) for _ in range(4)] == [0, 0, 0, 1.0]
    assert buckets.allow("ben", rate) == 0
    clock.time += 0.5
    assert buckets.allow("ana", rate) == pytest.approx(0.5)
    clock.time += 0.5
    assert [buckets.allow("ana", rate) for _ in range(2)] == [0, 1.0]
    clock.time += 1000
    assert [buckets.allow("ana", rate) for _ in range(4)] == [0, 0, 0, 1.0]
    clock.time -= 500
    assert buckets.allow("ana", rate) == pytest.approx(1.0)


def test_no_rate_is_no_limit() -> None:
    buckets = Buckets()
    assert {buckets.allow("ana", Rate(0)) for _ in range(1000)} == {0.0}


def test_a_tenth_of_a_minute_may_come_at_once() -> None:
    assert (Rate(600).size, Rate(5).size, Rate(60, 7).size) == (60, 1, 7)


def test_many_owners_never_share_a_bucket_that_is_empty() -> None:
    clock = Clock()
    buckets = Buckets(clock=clock)
    rate = Rate(1, 1)
    for number in range(SLOTS // TRIED // 4):
        assert buckets.allow(str(number), rate) == 0
    assert all(buckets.allow(str(number), rate) > 0 for number in range(SLOTS // TRIED // 4))


TAKING = """
import sys
from pathlib import Path
from webviewer.service.buckets import Buckets, Rate
buckets = Buckets(Path(sys.argv[1]))
print(sum(buckets.allow("ana", Rate(1, 500)) == 0 for _ in range(400)))
"""


@pytest.mark.slow
def test_several_processes_share_one_bucket(tmp_path: Path) -> None:
    words = [sys.executable, "-c", TAKING, str(tmp_path / "buckets")]
    running = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    taken = [int(each.communicate()[0]) for each in running]
    assert 500 <= sum(taken) <= 501
