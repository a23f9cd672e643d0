"""One deal made ready to be looked at: replayed once, with all that its pages ask for.

The deals last seen are kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from threading import Lock
from typing import Final

from mjlog.model.findings import Finding, findings_of_deal
from mjlog.model.messages import Message, veiled
from mjlog.model.record import Deal, Game, Seat
from mjlog.model.tiles import KIND
from mjlog.picture.followed_deal import Followed
from mjlog.picture.frames import Frame, passed
from mjlog.picture.points_on_table import has_stick
from mjlog.picture.win_options import RestingHands, WinOptions, win_options_at
from mjlog.referee.rule_set import RuleSet
from mjlog.results.standings import Standings, standings
from webviewer.i18n import signed, spoken
from webviewer.parts.audits.amendments import Amendment, amendments
from webviewer.parts.audits.faults import Fault, about_record, numbered
from webviewer.parts.audits.sheet import SheetLine as Line
from webviewer.parts.results.result import Ended, Result, result
from webviewer.parts.stage.hidden_hands import (
    amendments_seen,
    findings_seen,
    result_seen,
    sheet_seen,
    unseen,
)
from webviewer.parts.stage.table_view import Pages, rules_of
from webviewer.parts.stage.timeline import Said, Timeline, discarded, timeline
from webviewer.parts.stage.view_options import ViewOptions
from webviewer.records.library import Record

NOTHING: Final = signed(0)
"""What is written where points do not change."""


@dataclass(frozen=True, eq=False)
class DealView:
    """A deal of a record, counted from 1, and what is known of it.

    Each thing is made when it is first asked for.
    """

    record: Record
    number: int
    rules: RuleSet
    followed: Followed
    findings: list[tuple[int, Finding]]
    sheet: tuple[Line, ...]
    _at_work: Lock = field(default_factory=Lock)
    """Held by the one visitor at a time for whom the table of the deal is laid again."""

    @property
    def frames(self) -> list[Frame]:
        """Its frames."""
        return self.followed.frames

    @property
    def game(self) -> Game:
        """The game it belongs to."""
        return self.record.game

    @property
    def deal(self) -> Deal:
        """The deal itself."""
        return self.game.deals[self.number - 1]

    @property
    def last(self) -> int:
        """The number of its last step."""
        return len(self.frames) - 1

    @property
    def rests(self) -> list[RestingHands]:
        """What each seat waits for after each step."""
        return self.followed.rests

    @cached_property
    def _chances(self) -> dict[int, tuple[WinOptions | None, ...]]:
        return {}

    def chances(self, steps: Iterable[int]) -> dict[int, tuple[WinOptions | None, ...]]:
        """Return what each seat may win on after these steps, and why not.

        It takes far longer than a page, and is kept.
        """
        chances_by_step, steps = self._chances, list(steps)
        with self._at_work:
            unknown = [step for step in steps if step not in chances_by_step]
            chances_by_step.update(win_options_at(self.followed.walk, self.rests, unknown))
        return {step: chances_by_step[step] for step in steps}

    @cached_property
    def nearness(self) -> dict[tuple[int, ...], tuple[int, tuple[int, ...]]]:
        """How near hands are to waiting, by the numbers of their tiles, as far as it was asked."""
        return {}

    @cached_property
    def amendments(self) -> tuple[Amendment, ...]:
        """What was corrected while it was written down."""
        return amendments(self.deal)

    @cached_property
    def timeline(self) -> Timeline:
        """Its marks and the steps that keys lead to."""
        verdicts = findings_of_deal(self.record.report.verdicts, self.number)
        statements = Said(self.findings, verdicts, self.amendments)
        return timeline(self.deal, self.frames, self._offers, statements)

    def seen(self, view: ViewOptions) -> Timeline:
        """Return the timeline as far as that view shows it."""
        closed = view.closed(self.game.seats)
        if closed not in self._seen:
            self._seen[closed] = self.timeline.veiled(closed, self.frames)
        return self._seen[closed]

    @cached_property
    def _seen(self) -> dict[frozenset[Seat], Timeline]:
        return {frozenset(): self.timeline}

    @property
    def _offers(self) -> dict[int, tuple[WinOptions | None, ...]]:
        """The chances at the steps that lay down a tile somebody waits for."""
        laid = ((frame.step, discarded(frame)) for frame in self.frames)
        return self.chances(
            step
            for step, piece in laid
            if piece is not None
            and any(rest and KIND[piece.face] in rest.kinds for rest in self.rests[step])
        )

    @cached_property
    def standings(self) -> Standings | None:
        """How the points of the game went."""
        return standings(self.record.report)

    @cached_property
    def result(self) -> Result | None:
        """How it ended."""
        settlement = self.record.report.results[self.number - 1].settlement
        answers = self.record.report.answers(self.number)
        ended = Ended(self.game, self.number, self.rules, settlement, answers)
        with self._at_work:
            return result(ended, self.standings, self.followed.walk.played)

    @cached_property
    def before(self) -> tuple[int, ...]:
        """What everybody had when it began; empty where the record does not tell."""
        if self.standings is None:
            return ()
        return tuple(
            [self.standings.start, *self.standings.after(due=False)][self.number - 1] or ()
        )

    def points_at(self, step: int, seat: Seat) -> tuple[str, str]:
        """Return that seat's points after a step, and once the deal is paid their change."""
        paid = self.result.changes if step >= self.ended and self.result else ()
        if paid and paid[seat].after:
            return paid[seat].after, paid[seat].change.claimed.strip(NOTHING)
        if not self.before:
            return "", ""
        staked = has_stick(self.frames[step], self.rules, seat)
        return str(self.before[seat] - self.rules.pot.step * staked), ""

    @cached_property
    def passed(self) -> frozenset[int]:
        """The pieces that were discarded as they were drawn."""
        return passed(self.frames)

    @cached_property
    def over(self) -> int:
        """The first step at which its end is known: that of the first win, or the last."""
        return next((frame.step for frame in self.frames if frame.winners), self.last)

    @cached_property
    def ended(self) -> int:
        """The first step at which all that won have won; the last where nobody does."""
        winners = self.frames[-1].winners
        if not winners:
            return self.last
        return next(f.step for f in self.frames if f.winners == winners)

    def hidden(self, view: ViewOptions) -> frozenset[Seat]:
        """Return the seats whose hands that view never shows."""
        return unseen(self.frames[-1], view.closed(self.game.seats))

    def findings_in(self, view: ViewOptions) -> list[tuple[int, Finding]]:
        """Return the findings, each with its step, as far as that view shows them."""
        return findings_seen(self.findings, self.frames, view.closed(self.game.seats))

    def cases_in(self, view: ViewOptions) -> list[tuple[int, Fault]]:
        """Return the findings of that view in the form for people."""
        if view not in self._cases:
            findings = self.findings_in(view)
            self._cases[view] = numbered(self.record, self.number, findings, hides=view.veiled)
        return self._cases[view]

    @cached_property
    def _cases(self) -> dict[ViewOptions, list[tuple[int, Fault]]]:
        return {}

    def sheet_in(self, view: ViewOptions) -> tuple[Line, ...]:
        """Return the lines of the sheet as far as that view shows them."""
        return sheet_seen(self.sheet, self.hidden(view))

    def result_in(self, view: ViewOptions) -> Result | None:
        """Return how the deal ended, as far as that view shows it."""
        if self.result is None:
            return None
        return result_seen(self.result, self.hidden(view))

    def amendments_in(self, view: ViewOptions) -> tuple[Amendment, ...]:
        """Return the corrections, as far as that view shows them."""
        return amendments_seen(self.amendments, view.closed(self.game.seats))

    def sentence(self, step: int, view: ViewOptions) -> Message:
        """Return a step in words; a tile seen only by hidden hands has no name."""
        return veiled(self.frames[step].said, view.closed(self.game.seats))


class Deals:
    """The deals last looked at."""

    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        self._ready = lru_cache(maxsize=32)(self._made)

    def of(self, record: Record, number: int) -> DealView | None:
        """Return the deal of that number; None if there is none, or it cannot be replayed."""
        if record.report.rules is None or not (
            record.playable and 1 <= number <= len(record.game.deals)
        ):
            return None
        return self._ready(record, number, spoken().tag)

    def _made(self, record: Record, number: int, _language: str) -> DealView:
        view = self.pages.told(record, number)
        about = [(0, finding) for finding in about_record(record)] if number == 1 else []
        findings = [*about, *view.findings]
        return DealView(record, number, rules_of(record), view.followed, findings, view.sheet)
