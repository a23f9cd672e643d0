"""Formulas as small tables: one number a row, with its name and with what is done with it."""

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
"""What stands before the number of a row."""


@dataclass(frozen=True, slots=True)
class SumRow:
    """One row: a sign, a number, and what the number is."""

    sign: str
    number: int
    name: Sentence


@dataclass(frozen=True, slots=True)
class Sum:
    """A formula laid out as a table; `name` tells which number of a hand it explains."""

    rows: tuple[SumRow, ...]
    name: str = ""


def sum_of(formula: Formula, rules: RuleSet, name: str = "") -> Sum:
    """Return the table of a formula; items have the names that the rule set gives them."""
    return Sum(tuple(_rows(formula, rules)), name and item_named(name, rules))


def _rows(formula: Formula, rules: RuleSet) -> Iterator[SumRow]:
    last = ""
    for step in formula.steps():
        last = step.sign
        name = item_named(step.name, rules) if isinstance(step.name, str) else step.name
        yield SumRow(SIGNS[last], step.number, name)
    if last in {"+", "−", "×", "/"}:
        yield SumRow(SIGNS["="], formula.number, "")
