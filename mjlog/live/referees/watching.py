"""Reports new findings of referee and auditor while a game is recorded."""

from __future__ import annotations

from collections import Counter
from typing import Final

from mjlog.live.session import Session
from mjlog.model.findings import Finding, faults
from mjlog.model.record import (
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

_REPORTED_AT_END: Final = frozenset({"result.missing", "result.open"})


class Watch:
    """Reports new findings of a game that is being recorded, each finding only once."""

    def __init__(self, session: Session) -> None:
        """Start watching; findings that exist already will not be reported."""
        self._session = session
        self._reported = Counter(_key(each) for each in self._found())

    def new_findings(self) -> list[Finding]:
        """Return a list of the findings that have been added since the last call.

        Findings with the same code and message count as equal: if there was one such finding before
        and there are three now, the last two are returned.
        """
        findings = self._found()
        keys = Counter(_key(finding) for finding in findings)
        new = keys - self._reported
        self._reported = keys
        news: list[Finding] = []
        for finding in reversed(findings):
            if new[_key(finding)]:
                new[_key(finding)] -= 1
                news.append(finding)
        return news[::-1]

    def _found(self) -> list[Finding]:
        return findings_of(self._session)


def findings_of(session: Session) -> list[Finding]:
    """Return the errors and warnings that a scribe should see at this moment, as a list.

    During a deal, they are about its play. Once a line says how the deal ended, they are about the
    whole game. Findings which only say that a result is still missing are left out. The list is
    empty before the first deal.
    """
    if session.deal is None:
        return []
    findings: tuple[Finding, ...] = ()
    if any(is_of_the_end(line.content) for line in session.deal.lines):
        findings = session.game_state.findings if session.game_state else ()
    else:
        findings = replay(session.deal, session.rules, seats=session.seats).findings
    return [each for each in faults(findings) if each.code not in _REPORTED_AT_END]


def is_of_the_end(content: object) -> bool:
    """Return whether a line's content is about the end of a deal, the next deal or a ruling."""
    return isinstance(content, _OF_THE_END)


_OF_THE_END: Final = (WinLine, NoWin, Show, Items, Pay, Points, Tenpai, Next, Ruling)


def _key(finding: Finding) -> tuple[str, str]:
    return finding.code, finding.message
