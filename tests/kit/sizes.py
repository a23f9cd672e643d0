"""Tests in two sizes, seeded chance, and many small cases in one test."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import settings

SIZES = ("slice", pytest.param("whole", marks=pytest.mark.soak))
"""Parameters of the fixture `whole`, which tells a test its size."""

TIMES = 30
"""Factor by which `make soak` tries more examples than `make test`."""

MOST_FAILURES = 5
"""Number of failing cases after which a test tries no further case."""


def examples(number: int) -> settings:
    """So many examples of a property, more of them in `make soak`."""
    soaks = settings.get_current_profile_name() == "soak"
    return settings(max_examples=TIMES * number if soaks else number)


def seeded(*words: object) -> Random:
    """Chance that is the same every time for the same words."""
    return Random(" ".join(map(str, words)))


def swept(cases: Iterable[Any], one_in: int) -> list[Any]:
    """Every case for a sweep, of which `make test` runs one in so many, `make soak` the others."""
    return [
        case if place % one_in == 0 else pytest.param(case, marks=pytest.mark.soak)
        for place, case in enumerate(cases)
    ]


def begun(cases: Sequence[Any], first: int) -> list[Any]:
    """Every case: so many at the head of the list for `make test`, the others for `make soak`."""
    others = [pytest.param(case, marks=pytest.mark.soak) for case in cases[first:]]
    return [*cases[:first], *others]


def each(
    cases: Sequence[Any], name: Callable[[Any], str] = str, *, one_in: int = 1
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """One test for many small cases, which it takes first; a failure names its case.

    A test of its own for each costs more time than most of them take. With `one_in` there are two
    sizes: `make test` tries one case in so many, `make soak` all.
    """

    def looping(check: Callable[..., None]) -> Callable[..., None]:
        @wraps(check)
        def test(**fixtures: Any) -> None:
            tried = cases if one_in == 1 or fixtures.pop("whole") else cases[::one_in]
            assert tried, "no case is there to try"
            _raise(list(islice(_failures(check, tried, name, fixtures), MOST_FAILURES)))

        test.__signature__ = _without_case(check, sized=one_in > 1)  # type: ignore[attr-defined]
        return test

    return looping


def _failures(
    check: Callable[..., None],
    cases: Iterable[Any],
    name: Callable[[Any], str],
    fixtures: dict[str, Any],
) -> Iterator[Exception]:
    for case in cases:
        try:
            check(case, **fixtures)
        except Exception as failure:  # noqa: BLE001  whatever fails, the next case is tried
            failure.add_note(f"The case is {name(case)}.")
            yield failure


def _raise(failures: Sequence[Exception]) -> None:
    if failures:
        names = " ".join(failure.__notes__[-1] for failure in failures)
        raise ExceptionGroup(names, failures)


def _without_case(check: Callable[..., None], *, sized: bool) -> inspect.Signature:
    """What pytest is to hand to a test: fixtures, among them its size."""
    _, *fixtures = inspect.signature(check).parameters
    wanted = ["whole", *fixtures] if sized else fixtures
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Signature([inspect.Parameter(each, kind) for each in wanted])
