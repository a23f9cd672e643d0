"""Entries of a ledger that correct signed entries, and lines that a signer has not signed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mjlog.auditor.signatures import signatures
from mjlog.model.findings import Finding, Place
from mjlog.model.messages import msg
from mjlog.model.record import Entry, Game, Kept
from mjlog.notation import read, write
from mjlog.notation.deal_builder import COMMENT

_EDIT: Final = re.compile(r"(?:fix|del|ins)[ \t]+([0-9]{1,18})(?:\.\.([0-9]{1,18}))?(?![^ \t])")
_SIGN: Final = re.compile(
    r"sign(?:[ \t]+(?!v1\b|[0-9]{4,9}\.\.)(\S+)|[ \t]+v1 for=(\S+))?[ \t]*(.*)"
)
_RANGE: Final = re.compile(r"([0-9]{4,9})\.\.([0-9]{4,9})(?![^ \t])")


_WITH_KEY: Final = re.compile(r"sign[ \t]+v1[ \t]")


class _Signed(NamedTuple):
    """A signature in a ledger: who signed which entries, from number `first` to number `last`."""

    who: str
    first: int
    last: int


def amended_after_signing(game: Game) -> Iterator[Finding]:
    """Yield a note for each ledger entry that corrects an entry which was signed before."""
    signed: list[_Signed] = []
    before = -1
    for number, deal in enumerate(game.deals, 1):
        if deal.ledger and deal.ledger[0].number <= before:
            signed.clear()  # the numbering begins again, so later numbers mean entries of this deal
        for entry in deal.ledger:
            yield from _notes_of_amendment(entry, number, signed)
            sign = _SIGN.fullmatch(entry.text)
            if sign is not None:  # it signs the range that it names, or else all entries before it
                named = _RANGE.match(sign[3])
                first = 0 if sign[2] else deal.ledger[0].number
                last = entry.number - 1
                if named is not None:
                    first, last = int(named[1]), int(named[2])
                signed.append(_Signed(sign[2] or sign[1] or entry.author, first, last))
            before = entry.number


def _notes_of_amendment(entry: Entry, number: int, signed: Sequence[_Signed]) -> Iterator[Finding]:
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
        place = entry.span.place(number)
        yield Finding.telling("sign.amended", "note", words, place)


class _Signer(NamedTuple):
    """A key that signed: the party that its first signature names, and the last line signed."""

    party: str
    covers: int


def find_unsigned(game: Game) -> Iterator[Finding]:
    """Yield one note if somebody signed the file with a key, but lines after the signature exist.

    A signature covers the file up to its own line. For each key, the first signature is used even
    if it is invalid; a later signature is used only if it is valid, because a forged signature must
    not hide a changed line. Yield nothing if each key's last usable signature covers the whole
    file.
    """
    entries = [entry for deal in game.deals for entry in deal.ledger]
    if not any(_WITH_KEY.match(entry.text) for entry in entries):
        return
    # a record from JSON has no line numbers, which say in which order the lines are
    if not entries[0].span.line:
        game = read(write(game))
        entries = [entry for deal in game.deals for entry in deal.ledger]
    covered = _covered_by_holding(game)
    signers: dict[str, _Signer] = {}
    for entry in entries:
        if not _WITH_KEY.match(entry.text):
            continue
        fields = dict([word.partition("=")[::2] for word in entry.text.split() if "=" in word])
        key = fields.get("ed25519", "").partition(":")[0]
        if key not in signers:
            signers[key] = _Signer(fields.get("for", entry.author), entry.span.line)
        elif covered.get(entry.text, 0) > signers[key].covers:
            signers[key] = signers[key]._replace(covers=covered[entry.text])
    places = sorted(_places_that_count(game), key=lambda place: place.line)
    lacking = [each for each in signers.values() if places and each.covers < places[-1].line]
    if not lacking:
        return
    end = min(signer.covers for signer in lacking)
    first = next(place for place in places if place.line > end)
    words = msg(
        "{names} did not sign lines {first} to {last}, which came after their signatures",
        first=first.line,
        last=places[-1].line,
        names=", ".join(dict.fromkeys([signer.party for signer in lacking])),
    )
    yield Finding.telling("sign.unsigned", "note", words, first)


def _places_that_count(game: Game) -> Iterator[Place]:
    """Yield the place (line and column) of each deal header, turn, line and ledger entry of a game.

    Comments are left out, and so are signatures made with a key. The caller finds out which of
    these places come after a signature.
    """
    for number, deal in enumerate(game.deals, 1):
        yield deal.span.place(number)
        booked = {entry.span.line for entry in deal.ledger}
        for entry in deal.ledger:
            if not _WITH_KEY.match(entry.text) and not COMMENT.fullmatch(entry.text):
                yield entry.span.place(number)
        # A line without an entry number is not part of the ledger, but it is part of the record.
        spans = [deal.place(index) for index in range(len(deal.turns))]
        spans += [
            line.span
            for line in deal.lines
            if not isinstance(line.content, Kept) or not COMMENT.fullmatch(line.content.text)
        ]
        for span in spans:
            if span.line not in booked:
                yield span.place(number)


def _covered_by_holding(game: Game) -> dict[str, int]:
    """Return a dict from the text of each valid signature to the number of file lines it covers.

    A signature covers the lines from the first to this number. Return an empty dict if the Python
    package that checks signatures is not installed.
    """
    data = write(game).encode()
    lines = data.decode().split("\n")
    try:
        holding = [each for each in signatures(data) if not each.problem]
    except ImportError:
        return {}
    return {_BEFORE_TEXT.sub("", lines[each.line - 1]): each.covers for each in holding}


_BEFORE_TEXT: Final = re.compile(r".*? (?=sign v1 )")
