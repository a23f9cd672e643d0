"""Entries of a ledger that mend what was signed before, or that nobody signed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mjlog.model.findings import Finding, Place
from mjlog.model.messages import msg
from mjlog.model.record import Deal, Entry, Game

_EDIT: Final = re.compile(r"(?:fix|del|ins)[ \t]+([0-9]{1,18})(?:\.\.([0-9]{1,18}))?(?![^ \t])")
_SIGN: Final = re.compile(
    r"sign(?:[ \t]+(?!v1\b|[0-9]{4,9}\.\.)(\S+)|[ \t]+v1 for=(\S+))?[ \t]*(.*)"
)
_RANGE: Final = re.compile(r"([0-9]{4,9})\.\.([0-9]{4,9})(?![^ \t])")


_WITH_KEY: Final = re.compile(r"sign[ \t]+v1[ \t]")
_COMMENT: Final = re.compile(r"\{[^{}]*\}")


class _Signed(NamedTuple):
    """Who signed the entries from one number to another."""

    who: str
    first: int
    last: int


def amended_after_signing(game: Game) -> Iterator[Finding]:
    """Yield a note for each entry that mends one that was signed before."""
    signed: list[_Signed] = []
    before = -1
    for number, deal in enumerate(game.deals, 1):
        if deal.ledger and deal.ledger[0].number <= before:
            signed.clear()  # the numbers begin again, so they name entries of this deal
        for entry in deal.ledger:
            yield from _of_entry(entry, number, signed)
            signed += _signed_by(entry, deal)
            before = entry.number


def _signed_by(entry: Entry, deal: Deal) -> Iterator[_Signed]:
    """Yield what an entry signs: the range it names, else all that is before it."""
    sign = _SIGN.fullmatch(entry.text)
    if sign is None:
        return
    who = sign[2] or sign[1] or entry.author
    named = _RANGE.match(sign[3])
    if named is not None:
        yield _Signed(who, int(named[1]), int(named[2]))
    else:
        first = 0 if sign[2] else deal.ledger[0].number
        yield _Signed(who, first, entry.number - 1)


def _of_entry(entry: Entry, number: int, signed: Sequence[_Signed]) -> Iterator[Finding]:
    edit = _EDIT.match(entry.text)
    if edit is None:
        return
    first, last = int(edit[1]), int(edit[2] or edit[1])
    about = [each for each in signed if each.first <= last and first <= each.last]
    if about:
        names = ", ".join(dict.fromkeys(each.who for each in about))
        words = msg(
            "amended after signing: entry {entry} was signed by {names}",
            entry=f"{first:04d}",
            names=names,
        )
        place = Place(entry.span.line, entry.span.column, number)
        yield Finding.telling("sign.amended", "note", words, place)


def behind_signatures(game: Game) -> Iterator[Finding]:
    """Yield a note if entries came after every signature with a key: those nobody signed."""
    unsigned: list[tuple[Entry, int]] = []
    is_signed = False
    for number, deal in enumerate(game.deals, 1):
        for entry in deal.ledger:
            if _WITH_KEY.match(entry.text):
                is_signed = True
                unsigned = []
            elif not _COMMENT.fullmatch(entry.text):
                unsigned.append((entry, number))
    if not is_signed or not unsigned:
        return
    first, deal_number = unsigned[0]
    words = msg(
        "nobody signed what came after the signatures: entries {first} to {last}",
        first=f"{first.number:04d}",
        last=f"{unsigned[-1][0].number:04d}",
    )
    place = Place(first.span.line, first.span.column, deal_number)
    yield Finding.telling("sign.unsigned", "note", words, place)
