"""Formulas as small tables: a row for each number, with its name and its operation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from mjlog.model.formula import Formula, Sign
from mjlog.model.messages import Sentence
from mjlog.referee.rule_set import RuleSet
from webviewer.i18n import item_named

SIGNS: Final[dict[Sign, str]] = {
    "": "", "+": "+", "−": "−", "×": "×", "/": "÷", "^": "×",
    "up": "↑", "down": "↓", "limit": "≤", "=": "=",
}  # fmt: skip
"""The sign before the number of a row, by the operation."""


@dataclass(frozen=True, slots=True)
class SumRow:
    """A row of a formula: the sign of the operation, a number, and the name of the number."""

    sign: str
    number: int
    name: Sentence


@dataclass(frozen=True, slots=True)
class Sum:
    """A formula as a table with a row for each number.

    `name` is the part of a hand's value that the formula explains, such as fu; empty if it explains
    the whole value.
    """

    rows: tuple[SumRow, ...]
    name: str = ""


def sum_of(formula: Formula, rules: RuleSet, name: str = "") -> Sum:
    """Convert a formula for points into a table for the page.

    `name` is the scored item, as named in records, whose points the formula computes; it is empty
    if the formula computes the value of the whole hand. `rules` has the names of items to show.
    """
    return Sum(tuple(_rows(formula, rules)), name and item_named(name, rules))


def _rows(formula: Formula, rules: RuleSet) -> Iterator[SumRow]:
    last = ""
    for step in formula.steps():
        last = step.sign
        name = item_named(step.name, rules) if isinstance(step.name, str) else step.name
        yield SumRow(SIGNS[last], step.number, name)
    if last in {"+", "−", "×", "/"}:
        yield SumRow(SIGNS["="], formula.number, "")
