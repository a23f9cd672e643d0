"""Measure how long building, hashing, comparing and pickling a value takes, by its class.

The values are an act, a place and a verdict as mjlog has them. They are compared as dataclasses
frozen at run time, named tuples, structs of msgspec (if installed), and the act as an int. A figure
is the time divided by that of mjlog's class: 2.00 takes twice as long.
"""

from __future__ import annotations

import pickle
from collections import namedtuple
from collections.abc import Callable
from dataclasses import MISSING, fields, make_dataclass
from importlib import import_module
from importlib.util import find_spec
from time import process_time
from timeit import timeit
from typing import Any

from mjlog.model.findings import Claim, Place, Verdict
from mjlog.model.record import MANNER_DRAWN, Discard

ROUNDS, TIMES = 15, 2_000
OWN = "mjlog"
PLACE = (12, 3, 1, 4, 17, 2)
SAMPLES: dict[str, tuple[type, tuple[Any, ...]]] = {
    "act": (Discard, (2, 17, MANNER_DRAWN)),
    "place": (Place, PLACE),
    "verdict": (Verdict, ("agrees", "score A", "", Place(*PLACE), Claim("score", 0))),
}
WORKS = "build", "hash", "compare", "pickle"
Row = list[tuple[str, Any]]


def row(kind: type) -> Row:
    """Return the fields of a class with their defaults."""
    return [(each.name, each.default) for each in fields(kind)]


def frozen_dataclass(name: str, row: Row) -> type:
    """Return a dataclass that also refuses changes at run time."""
    members = {key: default for key, default in row if default is not MISSING}
    hints = [(key, object, members[key]) if key in members else (key, object) for key, _ in row]
    made = make_dataclass(name, hints, frozen=True, slots=True)
    made.__module__ = __name__  # pickle looks for the class there
    return made


def named_tuple(name: str, row: Row) -> type:
    """Return a named tuple with these fields."""
    defaults = [default for _, default in row if default is not MISSING]
    names = [key for key, _ in row]
    return namedtuple(name, names, defaults=defaults, module=__name__)  # noqa: PYI024


def struct(name: str, row: Row) -> type:
    """Return a frozen struct of msgspec with these fields."""
    members = [(key, Any) if default is MISSING else (key, Any, default) for key, default in row]
    made: type = import_module("msgspec").defstruct(name, members, frozen=True, module=__name__)
    return made


KINDS: dict[str, Callable[[str, Row], type]] = {
    "frozen dataclass": frozen_dataclass,
    "named tuple": named_tuple,
}
if find_spec("msgspec") is not None:
    KINDS["msgspec struct"] = struct


def packed(seat: int, tile: int, manner: int) -> int:
    """Return an act as one int, as a compiled core might store it."""
    return 3 | seat << 4 | tile << 6 | manner << 13


def works(build: Callable[..., Any], values: tuple[Any, ...]) -> dict[str, Callable[[], object]]:
    """Return the works to measure for one representation, by name."""
    one, same = build(*values), build(*values)
    return {
        "build": lambda: build(*values),
        "hash": lambda: hash(one),
        "compare": lambda: one == same,
        "pickle": lambda: pickle.loads(pickle.dumps(one, 5)),  # noqa: S301
    }


def processor_time(work: Callable[[], object]) -> float:
    """Return the processor time of the work."""
    return timeit(work, timer=process_time, number=TIMES)


def shortest(timed: dict[str, dict[str, Callable[[], object]]]) -> dict[str, list[float]]:
    """Return the shortest time of each work over all rounds, which are run in turn."""
    best = {name: [float("inf")] * len(WORKS) for name in timed}
    for _ in range(ROUNDS):
        for place, work in enumerate(WORKS):
            for name, each in timed.items():
                best[name][place] = min(best[name][place], processor_time(each[work]))
    return best


def representations(name: str, kind: type) -> dict[str, Any]:
    """Return the function that builds each representation of the value, by name."""
    made = {
        label: make(f"{label}_{name}".replace(" ", "_"), row(kind)) for label, make in KINDS.items()
    }
    globals().update({each.__name__: each for each in made.values()})
    more = {"int": packed} if name == "act" else {}
    return {OWN: kind, **made, **more}


def main() -> None:
    """Print a table for each value."""
    for name, (kind, values) in SAMPLES.items():
        builders = representations(name, kind)
        times = shortest({label: works(build, values) for label, build in builders.items()})
        print(f"  {name:18} " + " ".join(f"{work:>8}" for work in WORKS))
        for label, each in times.items():
            ratios = (mine / own for mine, own in zip(each, times[OWN], strict=True))
            print(f"  {label:18} " + " ".join(f"{ratio:8.2f}" for ratio in ratios))


if __name__ == "__main__":
    main()
