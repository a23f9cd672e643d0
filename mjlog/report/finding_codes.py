"""All codes of findings: those of the rulebooks, of the readers and of the audit itself."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from mjlog import rules
from mjlog.formats.loss import MEANING
from mjlog.model.findings import Law

OWN: Final[Mapping[str, str]] = {
    "deal.dealer": "a deal names no dealer, and claims depend on the dealer",
    "deal.label": "two deals of a record have the same name",
    "deal.seats": "the record names more or fewer players than the rule set has",
    "deal.twice": "two deals of a record begin with the same hands, or are the same",
    "file.too_slow": "reading and judging the record takes longer than allowed",
    "file.unreadable": "the file cannot be opened",
    "format.archive": "a packed file is damaged, cut off, locked or too large",
    "format.attribute": "an element of a foreign record lacks an attribute, or has an impossible "
    "number",
    "format.element": "a foreign record has an element that its format does not know",
    "format.empty": "a foreign record has no deal",
    "format.gap": "a foreign record leaves out something that must have happened; as a note: it "
    "leaves out whole deals",
    "format.json": "JSON that breaks off, or a line that is not JSON",
    "format.meld": "a call of a foreign record takes another tile than the latest discard, or "
    "takes it from another seat",
    "format.order": "the rows of acts of a foreign record cannot be brought into one order",
    "format.truncated": "a foreign record stops in the middle of a deal; as a note: of a game",
    "format.unknown": "mjlog does not know this kind of file; the message says what it looks like",
    "format.unread": "mjlog does not read records of this kind; the message says what to do",
    "format.xml": "XML that breaks off, has another root, or declares a document type, which mjlog "
    "never reads",
    **MEANING,
    "internal.error": "mjlog itself has failed on this record; please report it",
    "line.twice": "a line is there twice, but a deal has it once, or once for each seat",
    "net.differs": "the change of points in the deal differs from the payments",
    "pay.cause": "a payment names a reason that the rule set does not know, without a ruling",
    "result.both": "one line names a winner, another says that nobody won",
    "result.missing": "the deal stops without a result",
    "result.open": "the last deal of a ledger in progress has no result yet; a note",
    "result.void": "a deal is declared void, and neither a ruling nor an offence gives a reason",
    "rules.house": "the record names rules without an option in mjlog; a note: what may depend on "
    "them is not judged",
    "rules.inferred": "the file does not name its rules; a note: the known rules by which it is "
    "read, or that none fit",
    "rules.reading": "claims agree because of how a preset reads a rule that its sources leave "
    "open; a note",
    "rules.unknown": "the record names an unknown rule set, or an option or a value that the rule "
    "set does not have",
    "sheet.column": "mjlog does not understand the heading of a column; a note: it does not read "
    "the column",
    "sheet.event": "the sheets of an event are doubtful: a player at two tables, a table without a "
    "sheet, two names that are nearly the same",
    "sheet.layout": "mjlog finds no table of deals in the file",
    "sheet.lost": "a score sheet cannot express a part of the record; a note",
    "sheet.name": "two players of a game have the same name in a score sheet",
    "sheet.part": "a part of a workbook is hidden, or is not read; a note",
    "sheet.rules": "a score sheet names no rules, so only its sums are checked",
    "sheet.unread": "mjlog does not understand a cell of a score sheet",
    "sheet.unreadable": "a file of score sheets cannot be read at all",
    "sign.amended": "a later entry of the ledger corrects a signed entry; a note",
    "sign.unsigned": "lines came after a signature with a key, and the key has not signed them; "
    "a note",
    "syntax.bom": "a byte-order mark is before the text; it is left out",
    "syntax.canonical": "the text is not canonical; reported only on request",
    "syntax.critical": "a critical header (`!Key:`) that mjlog does not know: the record must not "
    "be judged without it",
    "syntax.encoding": "the text is not UTF-8",
    "syntax.full_width": "the text has full-width signs, which are read as plain ones; a note",
    "syntax.header": "a header cannot be read, or is there twice",
    "syntax.ledger": "a ledger has numbers, times, corrections or authors that do not fit",
    "rule.unknown": "a ruling has nearly the name of one that has a price in the rules",
    "syntax.line": "the beginning of a line is known, but the rest cannot be read",
    "syntax.line_ends": "lines end in more than one way",
    "syntax.magic": "the first line is not `%mjlog` and a version",
    "syntax.no_deal": "the line `@` of a deal is missing; the lines after it are read as if it "
    "were there",
    "syntax.nul": "a NUL byte in the text",
    "syntax.order": "a line is in the wrong place",
    "syntax.too_long": "a file or a line is longer than the limit",
    "syntax.too_many": "more deals, words or findings than the limit",
    "syntax.truncated": "the file breaks off in the middle of a line",
    "syntax.turn_number": "the numbers of go-arounds do not follow one another",
    "syntax.unknown_key": "a header that mjlog does not know; it is kept",
    "syntax.unknown_line": "a line that mjlog does not know; it is kept",
    "syntax.version": "a version of the notation that mjlog does not know",
    "syntax.word": "a word of a turn that cannot be read",
    "tenpai.differs": "the sheet says that a player is ready to win, and the hand says otherwise, "
    "or the other way round",
    "void.none": "a suit is given up in a game in which nobody gives one up",
    "wall.seed": "the seed does not give the walls that the foreign record has",
}
"""Codes that are in no rulebook of a rule set, with their meaning.

All codes ``schema.*`` are also of this kind: the JSON form of a record violates its schema, and the
rest of the code is the keyword of the schema that it violates.
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

    The meaning of a code of rulebooks is the sentences of the rules that its findings cite, with
    the name of each rulebook.
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
