"""The options of a rule set as text that people read: one row for each option."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from mjlog.model.lazy_dataclass import replace
from mjlog.referee.rulebook import Option, RulesError
from mjlog.rules.shared.text_rows import RowError, TextRow, read_rows

_NAME: Final = re.compile(r"[a-z][a-z0-9_.]*")
EFFECTS: Final = ("", "play", "hands")
_LEAST: Final = re.compile(r"([0-9]{1,6})\+")


def options(text: str, more: Mapping[str, Mapping[str, Any]] | None = None) -> tuple[Option, ...]:
    """Parse the table of a rule set's options; raise `RowError` for a row that cannot be read.

    Each row has the name, the default, the possible values, the number of the rulebook sentence,
    and perhaps what the option affects: ``play`` if it changes neither the value of hands nor
    payments, ``hands`` if it matters only for hands whose tiles are known. A value ``1+`` means any
    whole number from 1, ``pay_each:N`` a word followed by a number. The indented lines below a row
    explain the option. `more` maps an option to further fields of `Option` that the table has no
    column for.

    >>> minimum, flowers = options('''
    ... minimum | 3 | 0+ | 3.4
    ...     points that a win needs
    ... flowers | yes | yes no | 1.4 | play
    ...     whether bonus tiles are in play
    ... ''')
    >>> minimum.check("8"), flowers.values, flowers.affects
    ('8', ('yes', 'no'), 'play')
    """
    more = more or {}
    return tuple(_option(row, more.get(row.cells[0], {})) for row in read_rows(text))


def presets(text: str) -> dict[str, dict[str, str]]:
    """Parse the presets of a rule set: each row has a name, and words such as ``minimum=0``.

    >>> presets("friendly | minimum=0 flowers=yes")
    {'friendly': {'minimum': '0', 'flowers': 'yes'}}
    """
    rows = read_rows(text)
    for row in rows:
        for word in row.cells[-1].split():
            if len(row.cells) != 2 or "=" not in word:
                form = "a row has a name, and words such as minimum=0"
                raise RowError(row.number, row.cells[0], form)
    return {
        row.cells[0]: dict([word.split("=", 1) for word in row.cells[1].split()]) for row in rows
    }


def _option(row: TextRow, more: Mapping[str, Any]) -> Option:
    name, *cells = row.cells
    if not 3 <= len(cells) <= 4 or _NAME.fullmatch(name) is None:
        form = "a row has a name, a default, values, the number of a sentence, what it affects"
        raise RowError(row.number, name, form)
    default, values, clause, affects = [*cells, ""][:4]
    if affects not in EFFECTS:
        raise RowError(row.number, name, f"an option affects play or hands, not {affects!r}")
    words = values.split()
    least = _LEAST.fullmatch(values)
    counted = [word.removesuffix("N") for word in words if word.endswith(":N")]
    option = Option(
        name,
        default,
        row.sentences,
        () if least else tuple(word for word in words if not word.endswith(":N")),
        clause,
        int(least[1]) if least else 0,
        counted[0] if counted else "",
        affects=affects,
    )
    if more:
        option = replace(option, **more)
    if not words and not more:
        raise RowError(row.number, name, "the row does not say which values the option takes")
    try:
        option.check(default)
    except RulesError as problem:
        raise RowError(row.number, name, str(problem)) from None
    return option
