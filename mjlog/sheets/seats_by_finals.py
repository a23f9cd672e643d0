"""Finds the order of seats for which the final points follow from the deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from mjlog.auditor.audit import audit_quickly
from mjlog.auditor.checks.final_headers import numbers_of
from mjlog.model.findings import errors
from mjlog.results.standings import standings
from mjlog.sheets.records import Entry, GameDraft, recorded

_STEP: Final = 1000
"""Games begin with whole thousands of points."""
_MOST_START: Final = 100_000
_LEAST: Final = 2
"""Final points that have to show the same start."""


@dataclass(frozen=True, slots=True)
class FinalsFit:
    """How well the final points of a sheet fit its deals, if the players sit in a certain order.

    `draft` is the game with the players in this order. `right` is the number of players whose final
    points follow from the deals, and `errors` is the number of errors in the deals, such as wrong
    dealers. `start` is the number of points with which each player begins, and `due` are the
    expected final points. If `supposes` is True, nobody was tenpai in the draws for which the sheet
    names nobody.
    """

    draft: GameDraft
    right: int
    errors: int
    start: int
    due: tuple[int, ...]
    supposes: bool

    @property
    def rating(self) -> tuple[int, int]:
        """Two numbers by which orders of seats are compared; the best order has the highest pair.

        They are the number of right final points, and minus the number of errors.
        """
        return self.right, -self.errors

    @property
    def is_sure(self) -> bool:
        """Whether all final points are right, or all but one if the deals have no error."""
        players = len(self.due)
        return self.right == players or (self.right == players - 1 and not self.errors)

    @property
    def due_by_name(self) -> dict[str, int]:
        """The expected final points of each player, by name."""
        return dict(zip(self.draft.players, self.due, strict=True))


def finals_fit(draft: GameDraft) -> FinalsFit | None:
    """Compare a game's final points with those that follow from its deals by the rules.

    The starting points are those that most final points show. Sticks left may go to the players who
    lead, or to nobody. If there is no result, draws that name nobody are tried as draws in which
    nobody was tenpai. Return None if the sheet has no final points, if the rules do not decide the
    payments of all deals, if players take turns to sit out, or if too few final points agree.
    """
    return _fit(draft, supposes=False) or _fit(_with_nobody_tenpai(draft), supposes=True)


def _fit(draft: GameDraft, *, supposes: bool) -> FinalsFit | None:
    game = recorded(draft).game
    report = audit_quickly(game, draft.rules)
    priced, stated = standings(report), numbers_of(game, "Final-Score")
    if priced is None or priced.due is None or stated is None or draft.rotating:
        return None
    won: Sequence[int] = [end - begun for end, begun in zip(priced.due, priced.start, strict=True)]
    ways = [won]
    left = report.pools[-1] if report.pools else None
    if left:
        takers = won.count(max(won))
        ways.append([change + left // takers * (change == max(won)) for change in won])
    best: tuple[int, bool, int, Sequence[int]] = (0, False, 0, won)
    for way in ways:
        for start, times in _starts(stated, way).items():
            best = max(best, (times, start == priced.start[0], start, way))
    right, _, start, way = best
    if right < _LEAST:
        return None
    wrong = [each for each in errors(report.findings) if not each.code.startswith("final.")]
    due = tuple(start + change for change in way)
    return FinalsFit(draft, right, len(wrong), start, due, supposes)


def _starts(stated: Sequence[Fraction], changes: Sequence[int]) -> Counter[int]:
    """Count how often each number of starting points occurs as final points minus changes.

    Only whole thousands count. Both arguments have a number for each player.
    """
    began = (end - change for end, change in zip(stated, changes, strict=True))
    return Counter(int(start) for start in began
                   if start % _STEP == 0 and 0 <= start <= _MOST_START)  # fmt: skip


def _with_nobody_tenpai(draft: GameDraft) -> GameDraft:
    """Return a copy of the draft in which nobody is tenpai in draws that name nobody.

    The draft is returned unchanged if no draw names tenpai players: the sheet may not say who was.
    """
    texts = [entry.text for deal in draft.deals for entry in deal.entries]
    if not any(text.startswith("tenpai") for text in texts):
        return draft
    deals = []
    for deal in draft.deals:
        texts = [entry.text for entry in deal.entries]
        is_draw = any(text.startswith("draw") for text in texts)
        is_open = is_draw and not any(text.startswith("tenpai") for text in texts)
        deals.append(replace(deal, entries=(*deal.entries, Entry("tenpai"))) if is_open else deal)
    return replace(draft, deals=tuple(deals))
