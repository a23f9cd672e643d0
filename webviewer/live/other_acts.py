"""Rare events at a table: a list from which a scribe picks, with the ledger line of each event.

The rule set names them: ends without a win, irregularities, rulings about a player.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mjlog.auditor.payment_words import cause_named
from mjlog.model.messages import to_message
from mjlog.referee.rule_set import RuleSet
from mjlog.report.vocabulary import CORRECTIONS, ENDS, IRREGULARITIES, RULINGS, vocabulary
from webviewer.i18n import gettext, translate

_SEAT: Final = re.compile(r"(?<![A-Za-z])[A-D](?![A-Za-z])")
"""The seat in the example of a rule set's word."""
_GAP: Final = "{seat}"
_VOID: Final = "draw void"


def other_acts(rules: RuleSet) -> dict[str, list[dict[str, str]]]:
    """Return the rare events that a scribe can pick from lists instead of typing a line.

    The result is a dict with three lists: `ends` (ends without a win), `slips` (irregularities) and
    `rulings`. Each item has `words` and the ledger `line`, both with `{seat}` in place of a seat.
    """
    words = {each.title: each.rows for each in vocabulary(rules)}
    return {
        "ends": [*_ends(words.get(ENDS, ()))],
        "slips": [*_irregularities(words.get(IRREGULARITIES, ()))],
        "rulings": [*_rulings(words.get(RULINGS, ()), rules)],
    }


Rows = tuple[tuple[str, str], ...]


def _ends(rows: Rows) -> Iterator[dict[str, str]]:
    for written, means in rows:
        # A deal that does not count also needs a ruling, which `cancel` writes.
        line = "cancel" if written == _VOID else _SEAT.sub(_GAP, written)
        yield {"words": _with_gap(means, written), "line": line}


def _irregularities(rows: Rows) -> Iterator[dict[str, str]]:
    for written, means in rows:
        name = written.removeprefix("~").partition("=")[0]
        words = gettext(CORRECTIONS.get(name, means))
        yield {"words": f"{_GAP}: {words}", "line": f"{_GAP}:~{name}"}


def _rulings(rows: Rows, rules: RuleSet) -> Iterator[dict[str, str]]:
    """Yield each ruling about one player as a dict of `words` and ledger `line`.

    Both texts have `{seat}` in place of the player's seat. Rulings about the whole deal are left
    out.
    """
    lines = {}
    for written, means in rows:
        _, seat, name, *_ = written.split()
        if not _SEAT.fullmatch(seat):
            continue
        own = f"rule B {name}" in rules.names.record_words
        words = (
            _with_gap(means, seat) if own else f"{_GAP}: {translate(to_message(cause_named(name)))}"
        )
        lines[f"rule {_GAP} {name}"] = words
    yield from ({"words": words, "line": line} for line, words in lines.items())


def _with_gap(means: str, written: str) -> str:
    """Translate what a line of the notation means, and write `{seat}` in place of its seat.

    `written` is an example of the line, with the letter of a seat; `means` is its meaning in
    English.
    """
    seat = _SEAT.search(written)
    words = gettext(means)
    if seat is None:
        return words
    return re.sub(rf"(?<![A-Za-z]){seat[0]}(?![A-Za-z])", _GAP, words)
