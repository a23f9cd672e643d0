"""The tables of a report and their columns: names, types and meanings."""

from __future__ import annotations

from typing import Final

from mjlog.batch.deals_table import COLUMNS as DEAL_COLUMNS
from mjlog.model.record import SEATS

WORDS: Final = {
    "path", "rules", "label", "dealer", "how", "abort", "winner", "other_winners",
    "false_winners", "deal_in", "tile", "unit", "items",
}  # fmt: skip
"""Columns of the table of deals that contain text."""


def is_words(name: str) -> bool:
    """Return whether the column `name` of the report's table of deals contains text.

    The columns of this table that contain no text contain whole numbers.
    """
    return name in WORDS or name in {f"waits_{seat.lower()}" for seat in SEATS}


OF_RECORDS: Final = {
    "path": "where the record lies, as `mjlog check` names it",
    "format": "the format it is written in",
    "rules": "the rule set by its name, without options",
    "event": "the event that the record names",
    "date": "the day that the record names",
    "seats:int": "how many play",
    "deals:int": "deals",
    "turns:int": "words of play",
    "state": "`read`; `failed` where mjlog itself failed; `unreadable`; `passed over`"
    " where a file in a folder is no record; `quarantined`",
    "errors:int": "errors that `mjlog check` finds",
    "warnings:int": "warnings that it finds",
    "notes:int": "notes that it makes",
    "agree:int": "claims of the sheet that agree with the rules",
    "differ:int": "claims that differ",
    "given:int": "claims that agree given what the sheet claims of hands that nobody shows",
    "unverified:int": "claims that cannot be checked",
}
"""A row for each record, and for each file that is not a record."""
OF_CLAIMS: Final = {
    "path": "the record",
    "rules": "the rule set by its name",
    "deal:int": "number of the deal; empty for a claim about the game",
    "line:int": "line of the file",
    "kind": "`win`, `fan`, `pay`, `net`, `score` …",
    "seat": "seat whom the claim concerns",
    "payee": "seat that is paid",
    "item": "the item of a hand, the cause of a payment, what is said of the next deal",
    "answer": "`agrees`, `given`, `differs` or `unverified`",
    "recorded:int": "the number that the sheet states",
    "due:int": "the number that the rules give",
    "reason": "why, for a claim that does not agree",
    "lack": "what was lacking to check an unverified claim",
}
"""A row for each claim of a sheet."""
OF_FINDINGS: Final = {
    "path": "the record",
    "rules": "the rule set by its name",
    "event": "the event that the record names",
    "date": "the day that the record names",
    "deal:int": "number of the deal",
    "turn:int": "go-around",
    "step:int": "number of the act in its deal",
    "line:int": "line of the file",
    "column:int": "column of that line",
    "seat": "seat whom the finding concerns",
    "player": "name of who sits there",
    "code": "what was found: docs/findings.md",
    "severity": "`error`, `warning` or `note`",
    "message": "what is wrong",
    "clause": "number of the sentence of the rulebook",
    "recorded": "what is recorded",
    "expected": "what is expected",
}
"""A row for each finding."""
OF_PLAYERS: Final = {
    "path": "the record",
    "rules": "the rule set by its name",
    "event": "the event that the record names",
    "date": "the day that the record names",
    "seat": "the seat",
    "player": "the name",
    "seats:int": "how many play",
    "deals:int": "deals of the record",
    "won:int": "deals that the player won",
    "dealt_in:int": "deals in which somebody won on the player's tile",
    "net:int": "what the deals changed in all by the sheet; empty where a deal does not say",
    "due:int": "what they changed in all by the rules; empty where that is not known of a deal",
    "findings:int": "errors and warnings that concern the seat",
}
"""A row for each player of each record."""
_NUMBER: Final = ":int"
_DEALS: Final = {
    name if is_words(name) else name + _NUMBER: meaning for name, meaning in DEAL_COLUMNS.items()
}
TABLES: Final = {
    "records": OF_RECORDS,
    "deals": _DEALS,
    "claims": OF_CLAIMS,
    "findings": OF_FINDINGS,
    "players": OF_PLAYERS,
}
"""The tables of a report by name; names of columns with whole numbers end in `_NUMBER`."""


def names_of(table: str) -> tuple[str, ...]:
    """Return the column names of a table of the report; `table` is its name, such as `findings`."""
    return tuple(name.removesuffix(_NUMBER) for name in TABLES[table])


def holds_numbers(table: str) -> tuple[bool, ...]:
    """Return for each column of a report's table whether it contains whole numbers.

    Columns without whole numbers contain text. `table` is the table's name, such as `findings`.
    """
    return tuple(name.endswith(_NUMBER) for name in TABLES[table])
