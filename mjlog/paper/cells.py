"""Turns the probabilities of boxes into readings of cells: numbers with signs, and ticks.

A reading says what is written in a cell and how sure that is. No rules are used here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final

import numpy as np

from mjlog.model.messages import msg
from mjlog.paper.form import Box, Form
from mjlog.paper.net import BLANK, CROSSED_OUT, MINUS, TICK
from mjlog.paper.readings import SINGLE_CHOICES, SURE, Key, Reading, Value, key_of

_CROSSED: Final = 0.25
_POOR: Final = 0.7
"""Share of sure cells below which a picture counts as poor, so that none of its cells is sure."""
_HABIT: Final = 0.25
"""Share of crossed-out ticks above which the writer seems to tick by filling boxes."""
_EVEN: Final = 0.5
_GAP: Final = 1e-3
"""Factor for the likelihood of a number with a blank box after a digit."""
_LIKELY: Final = 5
"""Most digits that are considered for a box, the likeliest first."""
_LEAST: Final = 1e-9
"""Likelihood below which a number is left out, because it changes no reading."""
_MOST_TICKS: Final = 12
"""Most boxes of a group that are considered both ticked and blank, the most doubtful first."""


@dataclass(frozen=True, slots=True)
class _Ink:
    """A box with the probability of each class, and whether the box is inside the picture."""

    box: Box
    shares: Any
    is_inside: bool


def readings(form: Form, shares: Any, inside: Sequence[bool], *, several: bool) -> list[Reading]:
    """Read the cells of a form from the probabilities of its boxes; return a `Reading` for each.

    `shares` has one row for each box, with the probability of each class (digit, tick, crossed out
    …). `inside` says for each box whether the picture shows it. `several` is True if a deal may
    have several winners. If only few cells are clear, the picture is poor, and all cells are marked
    as unclear.
    """
    boxes = [box for box in form.boxes if box.kind != "text"]
    groups: dict[Key, list[_Ink]] = {}
    for box, classes, is_inside in zip(boxes, shares, inside, strict=True):
        groups.setdefault(key_of(box), []).append(_Ink(box, classes, is_inside))
    fills = _fills_ticks(boxes, shares)
    single = SINGLE_CHOICES - {"winner"} if several else SINGLE_CHOICES
    cells = [
        _reading(key, group, fills=fills, single=key[1] in single) for key, group in groups.items()
    ]
    seen = [cell for cell in cells if cell.is_seen]
    if sum(cell.unclear is None for cell in seen) < _POOR * len(seen):
        poor = msg("the picture is poor")
        return [replace(cell, unclear=cell.unclear or poor, is_faint=False) for cell in cells]
    return cells


def _fills_ticks(boxes: Sequence[Box], shares: Any) -> bool:
    """Return whether the writer of this sheet fills boxes to tick them, instead of drawing a tick.

    The net may classify a filled box as a crossed-out tick; the result is True if it does so for
    most marked boxes. `shares` has for each box the probability of each class.
    """
    of_ticks = [
        classes[CROSSED_OUT] / (classes[TICK] + classes[CROSSED_OUT])
        for box, classes in zip(boxes, shares, strict=True)
        if box.kind == "tick" and classes[BLANK] < _EVEN
    ]
    return len(of_ticks) > 0 and float(np.mean(of_ticks)) > _HABIT


def _reading(key: Key, group: Sequence[_Ink], *, fills: bool, single: bool) -> Reading:
    if not all(ink.is_inside for ink in group):
        outside = msg("it is outside the picture")
        return Reading(key, None, 0.0, is_blank=False, is_seen=False, unclear=outside)
    blank = float(np.prod([ink.shares[BLANK] for ink in group]))
    if group[0].box.kind == "tick":
        values, crossed = _ticks(group, fills=fills, single=single)
    else:
        values, crossed = _numbers(group)
    best = max(values, key=values.__getitem__)
    unclear, is_faint = None, False
    if crossed > _CROSSED:
        unclear = msg("something is crossed out")
    elif values[best] < SURE:
        unclear, is_faint = msg("it is not clear"), True
    likely = sorted(values.items(), key=lambda each: -each[1])[:4]
    is_blank = blank > _EVEN
    shares = dict(likely)
    return Reading(
        key, best, values[best], is_blank, unclear=unclear, is_faint=is_faint, others=shares
    )


def _ticks(group: Sequence[_Ink], *, fills: bool, single: bool) -> tuple[dict[Value, float], float]:
    """Return which boxes of a cell are ticked, and the probability that a tick is crossed out.

    The first value is a dict from tuples of ticked values, such as `("A", "B")`, to probabilities.
    `fills` is True if this writer ticks by filling the box. `single` is True if only one box of the
    cell may be ticked; a second tick then counts as a correction. `group` has the boxes of the
    cell, with the probability of each class (digit, tick …).
    """
    marked = [float(ink.shares[TICK] + ink.shares[CROSSED_OUT]) for ink in group]
    names = [str(ink.box.value) for ink in group]
    by_doubt = sorted(range(len(group)), key=lambda number: abs(marked[number] - 0.5))
    in_doubt = by_doubt[:_MOST_TICKS]
    states = [
        (False, True) if number in in_doubt else (likely > 0.5,)
        for number, likely in enumerate(marked)
    ]
    values: dict[Value, float] = {}
    for choice in product(*states):
        share = 1.0
        for is_ticked, likely in zip(choice, marked, strict=True):
            share *= likely if is_ticked else 1 - likely
        ticked = tuple(name for name, is_ticked in zip(names, choice, strict=True) if is_ticked)
        values[ticked] = share
    # If only one box may be ticked, two ticks are a correction.
    crossed = sorted(marked)[-2] if single and len(marked) > 1 else 0.0
    if not fills:
        crossed = max(crossed, *(float(ink.shares[CROSSED_OUT]) for ink in group))
    return values, crossed


def _numbers(group: Sequence[_Ink]) -> tuple[dict[Value, float], float]:
    """Return the numbers that a cell may contain, and the probability that a box is crossed out.

    The first value is a dict from number to probability; the key None stands for a blank cell.
    `group` has the boxes of the cell, with the probability of each class (digit, tick …).
    """
    crossed = max(float(ink.shares[CROSSED_OUT]) for ink in group)
    negative = next((float(ink.shares[MINUS]) for ink in group if ink.box.kind == "sign"), 0.0)
    values: dict[Value, float] = {}
    for number, share in _digits(ink for ink in group if ink.box.kind == "digit"):
        if number is None:
            values[None] = values.get(None, 0.0) + share
            continue
        for signed, likely in ((number, 1 - negative), (-number, negative)):
            values[signed] = values.get(signed, 0.0) + share * likely
    total = sum(values.values())
    if total <= 0:
        return {None: 1.0}, 1.0
    return {value: share / total for value, share in values.items()}, crossed


def _digits(boxes: Iterable[_Ink]) -> Iterator[tuple[int | None, float]]:
    """Yield each number that digit boxes from left to right may form, with its probability.

    A blank box adds no digit. If all boxes are blank, the number is None.
    """
    numbers: list[tuple[int | None, bool, float]] = [(None, False, 1.0)]
    for ink in boxes:
        classes = ink.shares[: BLANK + 1].copy()
        classes[0] += ink.shares[MINUS]  # a dash is a zero
        likeliest = [
            (int(digit), float(classes[digit])) for digit in np.argsort(-classes)[:_LIKELY]
        ]
        worth = 10 ** (ink.box.place or 0)
        longer = [
            (number, has_gap or number is not None, share * likely)
            if digit == BLANK
            else ((number or 0) + digit * worth, has_gap, share * likely)
            for number, has_gap, share in numbers
            for digit, likely in likeliest
        ]
        numbers = [entry for entry in longer if entry[2] >= _LEAST]
    for number, has_gap, share in numbers:
        yield number, share * _GAP if has_gap else share
