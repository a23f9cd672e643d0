"""Formulas: a number and its calculation, as one value.

A formula is built once, from named terms. It has the number, the words for it in every language,
and the steps by which a page lays it out as a table. So no sum is calculated twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, Literal

from mjlog.model.frozen import value
from mjlog.model.messages import ItemName, Message, Sentence, msg

Sign = Literal["", "+", "−", "×", "/", "^", "down", "up", "limit", "="]
"""How the parts of a formula are combined; empty for a number without parts."""
Layout = Literal["before", "after", "in brackets"]
"""Where the name of a number is written: before it, after it, or in brackets."""

_LAYOUTS: Final[dict[Layout, str]] = {
    "before": "{name} {number}",
    "after": "{number} {name}",
    "in brackets": "{number} ({name})",
}
_BINDS: Final[dict[Sign, int]] = {
    "limit": 0, "up": 0, "down": 0, "+": 1, "−": 1, "×": 2, "/": 2, "^": 3, "": 3,
}  # fmt: skip
"""Precedence of each operator: a part is in brackets if its operator has a lower precedence.
"""
_ONE_PART: Final = frozenset({"limit", "up", "down"})
ROUNDED_UP: Final = {
    10: msg("rounded up to tens"),
    100: msg("rounded up to hundreds"),
}
"""Words for rounding up, by the unit."""
ROUNDED_DOWN: Final = msg("rounded down")
_LIMITED: Final = msg("at most")
_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@value
class Step:
    """One row of a formula laid out as a table: an operator, a number and its name.

    `sign` is the operator; it is empty in the first row. If `sign` is ``=``, or rounds or limits,
    `number` is the result of the rows so far; otherwise it is the operand.
    """

    sign: Sign
    number: int
    name: Sentence


@value
class Formula:
    """A number, the parts that it is calculated from, and its name if it has one.

    `sign` is the operation that computes the number from the parts; it is empty if there are no
    parts. `layout` says where the name is written: before the number, after it, or in brackets.
    Only the functions of this module make formulas, so `number` is always the result of the parts.
    """

    number: int
    sign: Sign = ""
    parts: tuple[Formula, ...] = ()
    name: Sentence = ""
    layout: Layout = "in brackets"

    @property
    def words(self) -> Message:
        """Calculation of this formula without its result, as a message, such as ``3 × 4``."""
        if self.sign in _ONE_PART:
            return self._changed()
        plain = self._joined()
        if not self.name:
            return plain
        if self._has_operator:
            return msg("{sum}; {name}", sum=plain, name=self.name)
        return Message(_LAYOUTS[self.layout], {"number": plain, "name": self.name})

    @property
    def explained(self) -> Message:
        """Result and calculation of this formula, as a message, such as ``12 = 3 × 4``.

        A formula without parts is written as its number and name.

        >>> product(number(1280, "3 han 40 fu"), number(4)).explained.english
        '5120 = 1280 (3 han 40 fu) × 4'
        >>> number(60, "column 3").explained.english
        '60 (column 3)'
        """
        if not self.parts:
            return self.words
        return Message("{number} = {words}", {"number": self.number, "words": self.words})

    def steps(self) -> Iterator[Step]:
        """Yield the rows of a table that shows the calculation, with one number in each row.

        If the first part of the formula is a calculation itself, it is written in several rows;
        every later part has one row. The last row has the result if it has a name.

        >>> sum_ = total(number(3, "hand value"), number(1, "dealer"))
        >>> [(s.sign, s.number, s.name) for s in total(product(sum_, number(2)), number(4)).steps()]
        [('', 3, 'hand value'), ('+', 1, 'dealer'), ('×', 2, ''), ('+', 4, '')]
        """
        if not self._has_operator:
            yield Step("", self.number, self.name)
            return
        first, *others = self.parts
        yield from first.steps()
        for other in others:
            yield Step(self.sign, other.number, other.row_name)
        if self.name or not others:
            yield Step("=" if others else self.sign, self.number, self.name)

    def terms(self) -> Iterator[Formula]:
        """Yield this formula, then every formula inside it, at any depth."""
        yield self
        for part in self.parts:
            yield from part.terms()

    @property
    def _has_operator(self) -> bool:
        """Whether the formula is written as a calculation, such as ``3 + 4`` or ``7, at most 5``.

        False for a single number and for a power such as 2³.
        """
        return bool(self.parts) and self.sign != "^"

    @property
    def row_name(self) -> Sentence:
        """Text next to the number of this formula in a table that shows a longer calculation.

        The text is the calculation of this formula, such as ``3 × 4``, or its name if it has no
        parts.
        """
        if self.parts:
            return self.words
        return self.name

    def _joined(self) -> Message:
        """Write the parts of the formula with the operator between them, such as ``3 + 4``.

        The name of the formula is left out. A power is written like 2³, and a formula without parts
        as its number.
        """
        if not self.parts:
            return Message("{number}", {"number": self.number})
        if self.sign == "^":
            base, exponent = self.parts
            raised = str(exponent.number).translate(_RAISED)
            return Message("{number}", {"number": f"{base.number}{raised}"})
        words = self._bracketed(self.parts[0], first=True)
        for part in self.parts[1:]:
            pair = {"one": words, "other": self._bracketed(part)}
            words = Message(f"{{one}} {self.sign} {{other}}", pair)
        return words

    def _bracketed(self, part: Formula, *, first: bool = False) -> Message:
        """Write `part`, which is a part of this formula, and add brackets if they are necessary.

        For example, the sum in ``(1 + 2) × 4`` needs brackets. `first` is True if `part` is the
        first part of this formula: ``1 − 2`` needs no brackets in ``1 − 2 + 3``.
        """
        mine, its = _BINDS[self.sign], _BINDS[part.sign]
        closer = its > mine or (its == mine and first)
        stands_alone = closer and not (part.name and part._has_operator)
        if stands_alone:
            return part.words
        return Message("({sum})", {"sum": part.words})

    def _changed(self) -> Message:
        """Write a formula that rounds or limits a number, such as ``160, at most 150``.

        The result is a message. Called only for such a formula, which has one part.
        """
        (part,) = self.parts
        if self.sign == "limit":
            return msg("{sum}, at most {limit}", sum=part.words, limit=self.number)
        return Message("{sum}, {how}", {"sum": part.words, "how": self.name})


# --------------------------------------------------------------------------- making formulas


def number(given: int, name: Sentence = "", layout: Layout = "in brackets") -> Formula:
    """Create a formula that is a single number, and give it a name if `name` is not empty.

    `layout` says where the name is written: before the number, after it, or in brackets.
    """
    return Formula(given, "", (), _item_name(name) if name else "", layout)


def named(formula: Formula, name: Sentence) -> Formula:
    """Return a copy of the formula with the name `name`, which explains what its number means."""
    return replace(formula, name=_item_name(name))


def _item_name(name: Sentence) -> Sentence:
    """Turn a plain string into an `ItemName`, so that a page can translate it when it is shown.

    Return a message, and an empty string, unchanged.
    """
    return ItemName(name) if isinstance(name, str) and name else name


def total(*parts: Formula) -> Formula:
    """Create a formula that is the sum of `parts`; a single part is returned unchanged."""
    if len(parts) == 1:
        return parts[0]
    return Formula(sum(part.number for part in parts), "+", parts)


def joined(one: Formula, other: Formula) -> Formula:
    """Create a formula that is the sum of two formulas.

    If `one` is a sum already, `other` is added to it as one more term.

    >>> joined(total(number(1), number(2)), number(3)).explained.english
    '6 = 1 + 2 + 3'
    """
    return total(*(one.parts if one.sign == "+" else (one,)), other)


def difference(one: Formula, other: Formula) -> Formula:
    """Create a formula that is `one` minus `other`."""
    return Formula(one.number - other.number, "−", (one, other))


def product(one: Formula, other: Formula) -> Formula:
    """Create a formula that is `one` times `other`."""
    return Formula(one.number * other.number, "×", (one, other))


def power_of_two(exponent: int, name: Sentence = "") -> Formula:
    """Create a formula that is two to the power of `exponent`, written like ``2³``.

    >>> product(number(20), power_of_two(3, "doubles")).explained.english
    '160 = 20 × 2³ (doubles)'
    """
    return Formula(1 << exponent, "^", (Formula(2), Formula(exponent)), name)


def quotient(one: Formula, other: Formula) -> Formula:
    """Create a formula that is `one` divided by `other`, rounded down to a whole number.

    >>> quotient(number(500), number(2)).explained.english
    '250 = 500 / 2'
    >>> quotient(number(5), number(2)).explained.english
    '2 = 5 / 2, rounded down'
    """
    whole, rest = divmod(one.number, other.number)
    divided = Formula(whole, "/", (one, other))
    if not rest:
        return divided
    return Formula(whole, "down", (divided,), ROUNDED_DOWN)


def rounded_up(formula: Formula, unit: int) -> Formula:
    """Create a formula that is `formula` rounded up to a multiple of `unit`, which is 10 or 100.

    Return the formula unchanged if its number is a multiple of `unit` already.

    >>> rounded_up(number(32), 10).explained.english, rounded_up(number(40), 10).explained.english
    ('40 = 32, rounded up to tens', '40')
    """
    most = -(-formula.number // unit) * unit
    if most == formula.number:
        return formula
    return Formula(most, "up", (formula,), ROUNDED_UP[unit])


def limited(formula: Formula, limit: int) -> Formula:
    """Create a formula whose number is the number of `formula`, but at most `limit`.

    Return the formula unchanged if its number is not higher than `limit`, or if `limit` is 0 (no
    limit).

    >>> limited(number(160), 150).explained.english, limited(number(140), 150).explained.english
    ('150 = 160, at most 150', '140')
    """
    if not limit or formula.number <= limit:
        return formula
    return Formula(limit, "limit", (formula,), _LIMITED)
