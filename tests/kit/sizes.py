"""Tests in two sizes: a seeded slice by default, the whole in `make soak`."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import settings

SIZES = ("slice", pytest.param("whole", marks=pytest.mark.soak))
"""For the fixture `whole`, by which a test learns its size."""

TIMES = 10
"""By how much `make soak` looks for more examples than `make test`."""


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
