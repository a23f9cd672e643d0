"""Replaces seat letters by players' names in findings about a sheet.

A player without a name is called by the wind of the seat in the first deal.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final

from mjlog.model.findings import Finding, Verdict
from mjlog.model.messages import Message, People, Who
from mjlog.model.record import SEATS
from mjlog.referee.rule_set import RuleSet
from mjlog.sheets.records import GameDraft

_LETTER: Final = re.compile(rf"[{SEATS}]")
_CLAIM: Final = re.compile(r"(net|score|win|ready|tenpai|fan|kong) ([A-D])\b")
_MADE_UP: Final = re.compile(r"Player [1-4]")


def people_of(draft: GameDraft, rules: RuleSet | None) -> People:
    """Return a function that replaces seat letters in a text by players' names: `A` becomes `Ann`.

    `draft` is the game as read from the sheet, which has the names.
    """
    names = players_of(draft, rules)
    by_letter = dict(zip(SEATS, names, strict=False))

    def name(letters: str) -> str:
        return _LETTER.sub(lambda found: by_letter.get(found[0], found[0]), letters)

    return name


def players_of(draft: GameDraft, rules: RuleSet | None) -> tuple[str, ...]:
    """Return the players' names in the order of the seats.

    `draft` is the game as read from the sheet. If the rules are known, a made-up name such as
    `Player 1` is replaced by the player's wind in the first deal, such as `East`.
    """
    if rules is None:
        return draft.players
    named = zip(draft.players, rules.names.presentation.winds, strict=False)
    return tuple(wind if _MADE_UP.fullmatch(name) else name for name, wind in named)


def finding_by_names(finding: Finding, people: People) -> Finding:
    """Return the finding with players' names instead of seat letters in its message."""
    if finding.sentence is None:
        return finding
    sentence = call_by_names(finding.sentence, people)
    return replace(finding, sentence=sentence, message=sentence.english)


def verdict_by_names(verdict: Verdict, people: People) -> Verdict:
    """Return the verdict with players' names instead of seat letters in its reason."""
    if verdict.because is None:
        return verdict
    return replace(verdict, because=call_by_names(verdict.because, people))


def call_by_names(sentence: Message, people: People) -> Message:
    """Return a copy of a message whose values have players' names instead of seat letters."""
    values = {name: _named(value, people) for name, value in sentence.values.items()}
    return replace(sentence, values=values)


def _named(value: Any, people: People) -> Any:
    match value:
        case Who():
            return people(value)
        case Message():
            return call_by_names(value, people)
        case tuple():
            return tuple(_named(each, people) for each in value)
        case str():
            return _CLAIM.sub(lambda found: f"{found[1]} {people(found[2])}", value)
        case _:
            return value
