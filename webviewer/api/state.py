"""The state of the server: whether it runs, whether its archive works, and metrics."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.util import find_spec
from time import monotonic, time
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Flask, Response, g, request

import mjlog
from mjlog.archive.questions.search import Query, count
from mjlog.archive.view import ANYBODY, viewing
from webviewer.api import asking
from webviewer.api.answers import json_answer
from webviewer.api.archive_view import the_archive
from webviewer.api.problems import NO_METRICS, Problem
from webviewer.service.running import SHARED_METRICS

if TYPE_CHECKING:
    from prometheus_client import Metric

BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper ends of the histogram's classes of durations, in seconds."""
COUNTED_EVERY: Final = 15.0
"""Seconds after which the records are counted again."""
WITHOUT: Final = "Metrics need prometheus-client: pip install 'mjlog[server]'."


class Metrics:
    """Counts and durations of all responses, for Prometheus, since the server started.

    All worker processes of the server are included.
    """

    def __init__(self) -> None:
        from prometheus_client import (  # noqa: PLC0415 - it need not be installed
            CollectorRegistry,
            Counter,
            Gauge,
            Histogram,
            disable_created_metrics,
        )

        disable_created_metrics()  # type: ignore[no-untyped-call]
        self._own = CollectorRegistry()
        self._answers = Counter(
            "mjlog_requests", "Answers.", ("route", "method", "status"), registry=self._own
        )
        self._seconds = Histogram(
            "mjlog_request_seconds",
            "How long answers took, without sending them.",
            ("route",),
            buckets=BOUNDS,
            registry=self._own,
        )
        Gauge(
            "mjlog_start_time_seconds",
            "When the server began.",
            registry=self._own,
            multiprocess_mode="min",
        ).set(time())
        self._records = (0, 0.0)

    def note(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count one response to an address pattern (`route`), and record its duration.

        `method` is the HTTP method, and `seconds` the duration.
        """
        self._answers.labels(route, method, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def collect(self) -> Iterator[Metric]:
        """Yield the version of mjlog and the number of public records, as metrics for Prometheus.

        The Prometheus client calls this method when the metrics are requested; all other metrics
        are counted while responses are sent.
        """
        from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily  # noqa: PLC0415

        yield InfoMetricFamily("mjlog", "The program.", value={"version": mjlog.__version__})
        yield GaugeMetricFamily("mjlog_records", "Records that anybody may see.", self._count())

    def _count(self) -> int:
        """Return the number of public records; it is counted again only after 15 seconds."""
        number, until = self._records
        if monotonic() > until:
            with viewing(the_archive(), ANYBODY) as view:
                number = count(view, Query())
            self._records = (number, monotonic() + COUNTED_EVERY)
        return number

    def answer(self) -> Response:
        """Return a response with all metrics in the text format of Prometheus."""
        from prometheus_client import (  # noqa: PLC0415 - it need not be installed
            CONTENT_TYPE_PLAIN_0_0_4,
            CollectorRegistry,
            generate_latest,
        )
        from prometheus_client.multiprocess import MultiProcessCollector  # noqa: PLC0415

        others = CollectorRegistry()
        others.register(self)
        metrics = generate_latest(others)
        if SHARED_METRICS in os.environ:
            everywhere = CollectorRegistry()
            MultiProcessCollector(everywhere)  # type: ignore[no-untyped-call]
            metrics += generate_latest(everywhere)
        else:
            metrics += generate_latest(self._own)
        return Response(metrics, content_type=CONTENT_TYPE_PLAIN_0_0_4)


def install(app: Flask, api: Blueprint) -> None:
    """Add the addresses `/health`, `/ready` and `/metrics`.

    If the package for Prometheus is installed, also count all responses of the application.
    """
    metrics = Metrics() if find_spec("prometheus_client") else None

    def tell() -> Response:
        asking.refuse_parameters_except(())
        if metrics is None:
            raise Problem(NO_METRICS, WITHOUT)
        answer = metrics.answer()
        answer.headers["Cache-Control"] = "no-store"
        return answer

    for name, function in (("health", health), ("ready", ready), ("metrics", tell)):
        api.add_url_rule(f"/{name}", name, function)

    if metrics is not None:
        _count_answers(app, metrics)


def _count_answers(app: Flask, metrics: Metrics) -> None:
    @app.before_request
    def begin() -> None:
        g.counted_from = monotonic()

    @app.after_request
    def note(answer: Response) -> Response:
        route = request.url_rule.rule if request.url_rule else "none"
        method = request.method if request.method in _METHODS else "other"
        took = monotonic() - g.get("counted_from", monotonic())
        metrics.note(route, method, answer.status_code, took)
        return answer


_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def health() -> Response:
    """Return a response that shows that the server process runs, with the version of mjlog."""
    asking.refuse_parameters_except(())
    return _state({"status": "ok", "version": mjlog.__version__})


def ready() -> Response:
    """Return a response that shows that the archive can be read.

    If it cannot be read, an ArchiveError is raised, which becomes a 503 response.
    """
    asking.refuse_parameters_except(())
    with viewing(the_archive(), ANYBODY) as view:
        view.row("")
    return _state({"status": "ready"})


def _state(values: dict[str, str]) -> Response:
    answer = json_answer(values)
    answer.headers["Cache-Control"] = "no-store"
    return answer
