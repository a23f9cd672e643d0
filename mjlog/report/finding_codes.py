"""All codes of findings: those of the rulebooks, of the readers and of the audit itself."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from mjlog import rules
from mjlog.formats.loss import MEANING
from mjlog.model.findings import Law

OWN: Final[Mapping[str, str]] = {
    "deal.dealer": "a deal names no dealer, and claims hang on who that is",
    "deal.label": "two deals of a record bear the same name",
    "deal.seats": "more or fewer players are named than the rule set knows",
    "deal.twice": "two deals of a record begin with the same hands, or are the same",
    "file.too_slow": "to read and judge the record takes longer than whoever asked wants to wait",
    "file.unreadable": "the file cannot be opened",
    "format.archive": "a packed file is damaged, cut off, locked or too large",
    "format.attribute": "an element of a foreign record lacks an attribute or has a number "
    "that cannot be",
    "format.element": "an element that no such foreign record has",
    "format.empty": "a foreign record without a deal",
    "format.gap": "a foreign record leaves out what must have happened; as a note: it leaves "
    "out whole "
    "deals",
    "format.json": "JSON that breaks off, or a line of it that is none",
    "format.meld": "a call of a foreign record takes another tile, or from another seat, "
    "than the latest "
    "discard",
    "format.order": "the rows of acts of a foreign record cannot be brought into one order",
    "format.truncated": "a foreign record stops in the middle of a deal; as a note: of a game",
    "format.unknown": "the file is none that mjlog reads; the message says what it looks like",
    "format.unread": "a record of a kind that mjlog does not read; the message says what it "
    "is and what to "
    "do",
    "format.xml": "XML that breaks off, has another root, or declares a document type, which "
    "is never "
    "read",
    **MEANING,
    "internal.error": "mjlog itself has failed on this record; please report it",
    "line.twice": "a line that a deal has once, or once for each seat, stands twice",
    "net.differs": "what the deal is said to change differs from the payments",
    "pay.cause": "a payment is said to be for something that the rule set does not know and "
    "nobody ruled",
    "result.both": "one line says who won, another that nobody did",
    "result.missing": "the deal stops without a result",
    "result.open": "the last deal of a ledger that is being written has no result yet; a note",
    "result.void": "a deal is declared void, and neither a ruling nor an offence says why",
    "rules.house": "the record names rules that no option stands for; a note: what may hang "
    "on them is "
    "not judged",
    "rules.inferred": "the file does not tell its rules; a note: by which known ones it is "
    "read, or that "
    "none fit",
    "rules.reading": "claims agree by how a preset reads what its sources leave open; a note",
    "rules.unknown": "the record names no rule set that is known, or an option or a value "
    "that it does not "
    "have",
    "sheet.column": "a column of a score sheet whose head nobody understands; a note: it "
    "is not read",
    "sheet.event": "what is doubtful about an event: a player at two tables, a table without a "
    "sheet, two names that are nearly one",
    "sheet.layout": "a file in which no table of deals is found",
    "sheet.lost": "what of a record a score sheet cannot say; a note",
    "sheet.part": "a part of a workbook that is hidden, or that is not read; a note",
    "sheet.rules": "a score sheet that names no rules, so that only its sums are checked",
    "sheet.unread": "a cell of a score sheet that is not understood",
    "sheet.unreadable": "a file of score sheets that cannot be read at all",
    "sign.amended": "a later entry of the ledger mends one that was signed; a note",
    "sign.unsigned": "lines came after a signature with a key, which has not signed them; a note",
    "syntax.bom": "a byte-order mark stands before the text; it is left out",
    "syntax.canonical": "the text is not canonical; told only where that is asked for",
    "syntax.critical": "a critical header (`!Key:`) that mjlog does not know: the record "
    "must not be judged "
    "without it",
    "syntax.encoding": "the text is not UTF-8",
    "syntax.full_width": "full-width signs stand for plain ones; they are read as those, a note",
    "syntax.header": "a header that cannot be read, or stands twice",
    "syntax.ledger": "a ledger whose numbers, times, corrections or authors do not fit",
    "rule.unknown": "a ruling has nearly the name of one that the rules price",
    "syntax.line": "a line that begins as a known one and does not go on as such",
    "syntax.line_ends": "lines end in more than one way",
    "syntax.magic": "the first line is not `%mjlog` and a version",
    "syntax.no_deal": "the line `@` of a deal is missing; what follows is read as if it "
    "stood there",
    "syntax.nul": "a NUL byte in the text",
    "syntax.order": "a line stands where it does not belong",
    "syntax.too_long": "a file or a line is longer than the limit",
    "syntax.too_many": "more deals, words or findings than the limit",
    "syntax.truncated": "the file breaks off in the middle of a line",
    "syntax.turn_number": "the numbers of go-arounds do not follow one another",
    "syntax.unknown_key": "a header that mjlog does not know; it is kept",
    "syntax.unknown_line": "a line that mjlog does not know; it is kept",
    "syntax.version": "a version of the notation that mjlog does not know",
    "syntax.word": "a word of a turn that cannot be read",
    "tenpai.differs": "a seat is said to be ready to win and is not, or the other way round",
    "void.none": "a suit is given up in a game in which nobody gives one up",
    "wall.seed": "the seed does not give the walls that the foreign record plays",
}
"""Codes that are in no rulebook of a rule set, with their meaning.

All codes ``schema.*`` belong here, too: the JSON form breaks the schema, and the rest of the code
is the schema's keyword.
"""


def known() -> frozenset[str]:
    """Return all codes that a finding can have: of all rule sets, readers and checks."""
    sets = rules.loadable()
    cited = {code for each in sets for law in each.laws.values() for code in law.codes}
    return frozenset(OWN) | cited | {code for each in sets for _, code in each.bound}


def names(code: str) -> bool:
    """Return whether a word is a code of findings, or an area of codes such as `syntax`."""
    return code.partition(".")[0] == "schema" or any(
        each == code or each.startswith(f"{code}.") for each in known()
    )


@cache
def meaning(code: str) -> str:
    """Return the meaning of a code of findings in words, or the code itself if it is unknown.

    If the code stands for a rule, the meaning is the sentences of the rulebooks.
    """
    if code in OWN:
        return OWN[code]
    area, _, rest = code.partition(".")
    if area == "schema":
        return f"the JSON form breaks its schema: {rest}"
    sentences = [f"{name} {law.number}: {law.text}" for name, law in laws(code)]
    return " ".join(sentences) or code


@cache
def laws(code: str) -> tuple[tuple[str, Law], ...]:
    """Return the rules that findings with this code cite, each with the name of its rule set."""
    return tuple(
        (each.name, each.laws[number])
        for each in rules.loadable()
        for number in sorted(number for number, bound in each.bound if bound == code)
    )
