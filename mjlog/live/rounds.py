"""Names of an event's ledgers: table t3 has one for every round, r1-t3, r2-t3 and so on."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_OF_ROUND: Final = re.compile(r"r([0-9]{1,3})-(t[0-9]{1,4})")


def table_of_event(name: str) -> str:
    """Return the name of a table from the name of its ledger for one round, such as ``r2-t3``.

    A name without a round is returned unchanged.

    >>> table_of_event("r2-t3"), table_of_event("t3"), table_of_event("final")
    ('t3', 't3', 'final')
    """
    named = _OF_ROUND.fullmatch(name)
    return named[2] if named else name


def latest_round(table: str, names: Iterable[str]) -> str:
    """Return the name of a table's ledger for its latest round; empty if no name is such a ledger.

    >>> latest_round("t3", ["r1-t3", "r10-t3", "r2-t3", "r11-t4"]), latest_round("t5", ["r1-t3"])
    ('r10-t3', '')
    """
    rounds = {
        int(named[1]): name
        for name in names
        if (named := _OF_ROUND.fullmatch(name)) and named[2] == table_of_event(table)
    }
    return rounds[max(rounds)] if rounds else ""


def round_of(name: str) -> int:
    """Return the number of the round in the name of a ledger; 0 if the name has no round.

    >>> round_of("r12-t3"), round_of("final")
    (12, 0)
    """
    named = _OF_ROUND.fullmatch(name)
    return int(named[1]) if named else 0
