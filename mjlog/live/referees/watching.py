"""Reports new findings of referee and auditor while a game is recorded."""

from __future__ import annotations

from collections import Counter
from typing import Final

from mjlog.live.session import Session
from mjlog.model.findings import Finding, faults
from mjlog.model.record import (
    Deal,
    Items,
    Next,
    NoWin,
    Pay,
    Points,
    Ruling,
    Show,
    Tenpai,
    WinLine,
)
from mjlog.referee.replay import replay

_SAID_LATER: Final = frozenset({"result.missing", "result.open"})


class Watch:
    """Remembers the findings that were reported, so that each is reported only once."""

    def __init__(self, session: Session) -> None:
        """Take all present findings as reported."""
        self._session = session
        self._told = Counter(_key(each) for each in self._found())

    def news(self) -> list[Finding]:
        """Return the findings that are new since the last call; they count as reported then.

        Of several that say the same, the last ones are new.
        """
        findings = self._found()
        keys = Counter(_key(finding) for finding in findings)
        new = keys - self._told
        self._told = keys
        news: list[Finding] = []
        for finding in reversed(findings):
            if new[_key(finding)]:
                new[_key(finding)] -= 1
                news.append(finding)
        return news[::-1]

    def _found(self) -> list[Finding]:
        return findings_of(self._session)


def findings_of(session: Session) -> list[Finding]:
    """Return errors and warnings about the play of the latest deal.

    Once the deal has a line about its end, return those about the whole game. A missing or open
    result is never among them. Empty before the first deal.
    """
    if session.deal is None:
        return []
    findings: tuple[Finding, ...] = ()
    if _is_stated(session.deal):
        findings = session.stand.findings if session.stand else ()
    else:
        findings = replay(session.deal, session.rules, seats=session.seats).findings
    return [each for each in faults(findings) if each.code not in _SAID_LATER]


def _is_stated(deal: Deal) -> bool:
    """Return whether the deal has a line about its end."""
    return any(is_of_the_end(line.content) for line in deal.lines)


def is_of_the_end(content: object) -> bool:
    """Return whether the content of a line is about a deal's end, the next deal or a ruling."""
    return isinstance(content, _OF_THE_END)


_OF_THE_END: Final = (WinLine, NoWin, Show, Items, Pay, Points, Tenpai, Next, Ruling)


def _key(finding: Finding) -> tuple[str, str]:
    return finding.code, finding.message
