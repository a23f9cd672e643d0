"""Entries that mjlog could not read: claims that depend on these are not judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from mjlog.model.findings import Finding, Severity, findings_of_deal
from mjlog.model.record import Deal, Kept
from mjlog.notation.likely_words import likely_keyword
from mjlog.notation.play.words import is_surely_a_turn

_HEADER: Final = "@"
_PLAY: Final = ""
_GRAVE: Final[Mapping[str, tuple[Severity, ...]]] = {
    "syntax.header": ("error", "warning"),
    "syntax.line": ("error", "warning"),
    "syntax.unknown_line": ("error",),
    "syntax.word": ("error",),
}
"""Severities of findings which say that an entry could not be read as it was meant."""
_CLAIMS_ALONE: Final = frozenset({"net", "next", "pay", "score"})
"""Keywords of claims from which nothing else is computed."""
_OF_THE_RESULT: Final = frozenset({*_CLAIMS_ALONE, "fan", "kong", "tenpai", "ura", "rule"})
"""Keywords of lines on which the judgement of acts and hands does not depend."""
_READY: Final = "ready"
_OF_READY: Final = frozenset({"ready", "pool"})
"""Kinds of claims that depend on who was ready.

All other claims are judged as if no line said who was ready.
"""
_OF_PLAY: Final = frozenset({"draw", "pool", "ready", "show", "win"})
"""Kinds of claims about play, hands, and the points on the table after a deal."""


class Unread(NamedTuple):
    """An entry that could not be read: its line and column, and the keyword of its line.

    The keyword is empty for a turn, `@` for a word of the deal's header, and `?` if it cannot be
    guessed.
    """

    line: int
    column: int
    keyword: str
    is_surely_a_turn: bool = False

    def decides(self, kind: str) -> bool:
        """Return whether a value of a kind cannot be checked because of this unreadable entry.

        `kind` is a keyword such as net, win or ready. For example, an unreadable turn may change
        every amount. Such values are left unverified.
        """
        if self.keyword in _CLAIMS_ALONE:
            return self.keyword == kind
        if self.keyword == _READY:
            return kind in _OF_READY
        return self.keyword not in _OF_THE_RESULT or kind not in _OF_PLAY


def unread_entries(findings: Iterable[Finding], deal: Deal, number: int) -> tuple[Unread, ...]:
    """Return the entries (turns, lines, header words) of a deal that the parser could not read.

    `findings` are the findings of the parser, `number` is the number of the deal.
    """
    grave = [
        finding
        for finding in findings_of_deal(findings, number)
        if finding.severity in _GRAVE.get(finding.code, ())
    ]
    return tuple([_unread(finding, deal) for finding in grave])


def _unread(finding: Finding, deal: Deal) -> Unread:
    place = finding.place
    if finding.code == "syntax.word":
        is_turn = is_surely_a_turn(finding.recorded)
        return Unread(place.line, place.column, _PLAY, is_turn)
    keyword = _HEADER
    for line in deal.lines:
        if line.span.line == place.line:
            keyword = line.content.keyword
            if isinstance(line.content, Kept):
                keyword = likely_keyword(line.content.text.partition(" ")[0]) or "?"
    return Unread(place.line, place.column, keyword)


def is_open(unread: Sequence[Unread], kind: str = "") -> bool:
    """Return whether values of a kind cannot be checked because of unreadable entries.

    `unread` are the entries that could not be read. `kind` is a keyword such as net or win; if it
    is empty, the result is about the outcome of the deal.
    """
    return any(entry.decides(kind) for entry in unread)


def hides_ready(unread: Sequence[Unread]) -> bool:
    """Return whether one of the entries that could not be read is a `ready` line."""
    return any(entry.keyword == _READY for entry in unread)


def is_play_alone(unread: Sequence[Unread]) -> bool:
    """Return whether some turns could not be read, but all lines could."""
    return bool(unread) and not any(entry.keyword for entry in unread)


def leave_out_followers(
    findings: Sequence[Finding], unread: Sequence[Unread], deal: Deal
) -> list[Finding]:
    """Return the findings about play that unreadable entries cannot have caused.

    After an unreadable word that is not certainly a turn, nobody knows whose turn it is, so the
    findings from this word on are removed. All findings are removed if a line before the turns
    could not be read, because the hands are then unknown.
    """
    begin = deal.place(0).line if deal.turns else 0
    first = 0, 0
    for entry in unread:
        is_line = entry.keyword not in {_PLAY, _HEADER, *_OF_THE_RESULT}
        if is_line and (not begin or entry.line < begin):
            return []
        is_word = entry.keyword == _PLAY and not entry.is_surely_a_turn
        if is_word and (not first[0] or entry[:2] < first):
            first = entry.line, entry.column
    if not first[0]:
        return [*findings]
    return [finding for finding in findings if (finding.place.line, finding.place.column) < first]
