"""How the server is: whether it lives, whether it can answer, what it did."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator
from importlib.metadata import version
from threading import Lock
from time import monotonic, time
from typing import Final

from flask import Blueprint, Flask, Response, g, request

from mjlog.archive.search import Query, count
from mjlog.archive.view import ANYBODY, viewing
from webviewer.api import asking
from webviewer.api.answers import json_answer
from webviewer.api.who import the_archive

BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper ends of the classes of durations, in seconds."""
PROMETHEUS: Final = "text/plain; version=0.0.4; charset=utf-8"
COUNTED_EVERY: Final = 15.0
"""Seconds for which the number of records holds."""


class Metrics:
    """What this process has answered since it began."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._answers: Counter[tuple[str, str, int]] = Counter()
        self._classes: dict[str, list[int]] = defaultdict(lambda: [0] * (len(BOUNDS) + 1))
        self._seconds: dict[str, float] = defaultdict(float)
        self._begun = time()
        self._records = (0, 0.0)

    def note(self, route: str, method: str, status: int, seconds: float) -> None:
        """One answer more."""
        with self._lock:
            self._answers[route, method, status] += 1
            self._classes[route][bisect_left(BOUNDS, seconds)] += 1
            self._seconds[route] += seconds

    def records(self) -> int:
        """How many records anybody sees; asked for now and then."""
        number, until = self._records
        if monotonic() > until:
            with viewing(the_archive(), ANYBODY) as view:
                number = count(view, Query())
            self._records = (number, monotonic() + COUNTED_EVERY)
        return number

    def lines(self) -> Iterator[str]:
        """All of it, as Prometheus reads it."""
        yield from _head("mjlog_info", "gauge", "The version of the program.")
        yield f'mjlog_info{{version="{version("mjlog")}"}} 1'
        yield from _head("mjlog_start_time_seconds", "gauge", "When this process began.")
        yield f"mjlog_start_time_seconds {self._begun:.3f}"
        yield from _head("mjlog_records", "gauge", "Records that anybody may see.")
        yield f"mjlog_records {self.records()}"
        with self._lock:
            yield from [*self._answer_lines(), *self._second_lines()]

    def _answer_lines(self) -> Iterator[str]:
        yield from _head("mjlog_requests_total", "counter", "Answers of this process.")
        for (route, method, status), number in sorted(self._answers.items()):
            labels = f'route="{route}",method="{method}",status="{status}"'
            yield f"mjlog_requests_total{{{labels}}} {number}"

    def _second_lines(self) -> Iterator[str]:
        name = "mjlog_request_seconds"
        yield from _head(name, "histogram", "How long answers took, without sending them.")
        for route, classes in sorted(self._classes.items()):
            total = 0
            for bound, number in zip((*BOUNDS, "+Inf"), classes, strict=True):
                total += number
                yield f'{name}_bucket{{route="{route}",le="{bound}"}} {total}'
            yield f'{name}_sum{{route="{route}"}} {self._seconds[route]:.6f}'
            yield f'{name}_count{{route="{route}"}} {total}'


def _head(name: str, kind: str, words: str) -> Iterator[str]:
    yield f"# HELP {name} {words}"
    yield f"# TYPE {name} {kind}"


def install(app: Flask, api: Blueprint) -> None:
    """Counts all answers of the application, and tells how it is."""
    metrics = Metrics()

    def tell() -> Response:
        asking.refuse_others(())
        told = "\n".join(metrics.lines()) + "\n"
        answer = Response(told, content_type=PROMETHEUS)
        answer.headers["Cache-Control"] = "no-store"
        return answer

    for name, function in (("health", health), ("ready", ready), ("metrics", tell)):
        api.add_url_rule(f"/{name}", name, function)

    @app.before_request
    def begin() -> None:
        g.counted_from = monotonic()

    @app.after_request
    def note(answer: Response) -> Response:
        route = request.url_rule.rule if request.url_rule else "none"
        method = request.method if request.method in _METHODS else "other"
        took = monotonic() - g.get("counted_from", monotonic())
        metrics.note(route.replace('"', "'"), method, answer.status_code, took)
        return answer


_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def health() -> Response:
    """The process lives."""
    asking.refuse_others(())
    return _state({"status": "ok", "version": version("mjlog")})


def ready() -> Response:
    """The archive answers; the blueprint says where it does not."""
    asking.refuse_others(())
    with viewing(the_archive(), ANYBODY) as view:
        view.row("")
    return _state({"status": "ready"})


def _state(told: dict[str, str]) -> Response:
    answer = json_answer(told)
    answer.headers["Cache-Control"] = "no-store"
    return answer
