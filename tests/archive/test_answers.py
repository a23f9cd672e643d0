"""Writes with a key: each runs once, whoever asks again, and when."""

from concurrent.futures import ThreadPoolExecutor
from time import sleep

import pytest

from mjlog.archive.answers import Answer, OtherRequest, RequestsRunOnce, StillRunning, key_of
from mjlog.archive.store import Archive


class Writes:
    """Counts how often it is run."""

    def __init__(self, status: int = 201, takes: float = 0.0) -> None:
        self.number = 0
        self.status = status
        self.takes = takes

    def __call__(self) -> Answer:
        sleep(self.takes)
        self.number += 1
        return Answer(self.status, {"Location": "/there"}, b"%d" % self.number)


def test_the_second_time_the_first_answer_is_given(archive: Archive) -> None:
    write, once = Writes(), RequestsRunOnce(archive)
    first, is_old = once.run("key", "request", write)
    assert (first.body, is_old) == (b"1", False)
    assert once.run("key", "request", write) == (Answer(201, {"Location": "/there"}, b"1"), True)
    assert once.run("other key", "request", write)[0].body == b"2"


def test_a_key_belongs_to_one_request(archive: Archive) -> None:
    write, once = Writes(), RequestsRunOnce(archive)
    once.run("key", "request", write)
    with pytest.raises(OtherRequest):
        once.run("key", "other request", write)
    assert write.number == 1


def test_an_answer_is_forgotten_after_its_time(archive: Archive) -> None:
    write = Writes()
    RequestsRunOnce(archive, life=-1).run("key", "request", write)
    assert RequestsRunOnce(archive).run("key", "other request", write)[0].body == b"2"


def test_what_failed_may_be_tried_again(archive: Archive) -> None:
    once = RequestsRunOnce(archive)
    assert once.run("key", "request", Writes(503))[0].status == 503
    with pytest.raises(ZeroDivisionError):
        once.run("key", "request", lambda: 1 // 0)  # type: ignore[arg-type, return-value]
    assert once.run("key", "request", Writes())[0].body == b"1"


def test_two_at_the_same_time_run_once(archive: Archive) -> None:
    write, once = Writes(takes=0.2), RequestsRunOnce(archive)
    with ThreadPoolExecutor(8) as threads:
        runs = [threads.submit(once.run, "key", "request", write) for _ in range(8)]
        answers = [run.result() for run in runs]
    assert write.number == 1
    assert {answer.body for answer, _ in answers} == {b"1"}
    assert [is_old for _, is_old in answers].count(False) == 1


def test_who_waits_too_long_is_told(archive: Archive) -> None:
    write, once = Writes(takes=0.5), RequestsRunOnce(archive, patience=0.1)
    with ThreadPoolExecutor(1) as threads:
        running = threads.submit(once.run, "key", "request", write)
        sleep(0.2)
        with pytest.raises(StillRunning):
            once.run("key", "request", write)
        assert running.result()[0].body == b"1"


def test_a_write_whose_process_died_is_taken_over(archive: Archive) -> None:
    once = RequestsRunOnce(archive, lease=0.2, patience=2.0)
    assert once._is_ours("key", "request")
    assert once.run("key", "request", Writes())[0].body == b"1"


def test_keys_of_two_owners_are_two() -> None:
    assert key_of("a", "1key") != key_of("a1", "key")
    assert key_of("a", "key") == key_of("a", "key")
