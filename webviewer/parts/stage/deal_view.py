"""A deal replayed once, with all that its pages need; the latest deals are kept."""

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
"""The text of a change of no points."""


@dataclass(frozen=True, eq=False)
class DealView:
    """A deal of a record, counted from 1, with all that its pages need.

    `followed` is its replay, `sheet` has its lines with the audit's answers. The other values are
    computed when they are first asked for.
    """

    record: Record
    number: int
    rules: RuleSet
    followed: Followed
    findings: list[tuple[int, Finding]]
    sheet: tuple[Line, ...]
    _at_work: Lock = field(default_factory=Lock)
    """Held while a table is replayed, by one thread at a time."""

    @property
    def frames(self) -> list[Frame]:
        """The table after each step."""
        return self.followed.frames

    @property
    def game(self) -> Game:
        """The game that the deal belongs to."""
        return self.record.game

    @property
    def deal(self) -> Deal:
        """The deal as recorded."""
        return self.game.deals[self.number - 1]

    @property
    def last(self) -> int:
        """The number of the deal's last step."""
        return len(self.frames) - 1

    @property
    def rests(self) -> list[RestingHands]:
        """The waits of each seat after each step."""
        return self.followed.rests

    @cached_property
    def _chances(self) -> dict[int, tuple[WinOptions | None, ...]]:
        return {}

    def chances(self, steps: Iterable[int]) -> dict[int, tuple[WinOptions | None, ...]]:
        """Return by step the possible wins of each seat after it, and what bars them.

        A seat has None if its hand is not known. Computing this takes far longer than a page, so
        the results are kept.
        """
        chances_by_step, steps = self._chances, list(steps)
        with self._at_work:
            unknown = [step for step in steps if step not in chances_by_step]
            chances_by_step.update(win_options_at(self.followed.walk, self.rests, unknown))
        return {step: chances_by_step[step] for step in steps}

    @cached_property
    def nearness(self) -> dict[tuple[int, ...], tuple[int, tuple[int, ...]]]:
        """A cache of how near hands are to waiting, by their number of tiles of each kind."""
        return {}

    @cached_property
    def amendments(self) -> tuple[Amendment, ...]:
        """The corrections in the deal's ledger."""
        return amendments(self.deal)

    @cached_property
    def timeline(self) -> Timeline:
        """The deal's marks, and the steps that keys lead to."""
        verdicts = findings_of_deal(self.record.report.verdicts, self.number)
        statements = Said(self.findings, verdicts, self.amendments)
        return timeline(self.deal, self.frames, self._offers, statements)

    def seen(self, view: ViewOptions) -> Timeline:
        """Return the timeline without what the view hides."""
        closed = view.closed(self.game.seats)
        if closed not in self._seen:
            self._seen[closed] = self.timeline.veiled(closed, self.frames)
        return self._seen[closed]

    @cached_property
    def _seen(self) -> dict[frozenset[Seat], Timeline]:
        return {frozenset(): self.timeline}

    @property
    def _offers(self) -> dict[int, tuple[WinOptions | None, ...]]:
        """The possible wins after each discard that somebody waits for, by step."""
        laid = ((frame.step, discarded(frame)) for frame in self.frames)
        return self.chances(
            step
            for step, piece in laid
            if piece is not None
            and any(rest and KIND[piece.face] in rest.kinds for rest in self.rests[step])
        )

    @cached_property
    def standings(self) -> Standings | None:
        """The points of the whole game; None if unknown."""
        return standings(self.record.report)

    @cached_property
    def result(self) -> Result | None:
        """How the deal ended; None if the record does not say."""
        settlement = self.record.report.results[self.number - 1].settlement
        answers = self.record.report.answers(self.number)
        ended = Ended(self.game, self.number, self.rules, settlement, answers)
        with self._at_work:
            return result(ended, self.standings, self.followed.walk.played)

    @cached_property
    def before(self) -> tuple[int, ...]:
        """The points by seat when the deal began; empty if unknown."""
        if self.standings is None:
            return ()
        return tuple(
            [self.standings.start, *self.standings.after(due=False)][self.number - 1] or ()
        )

    def points_at(self, step: int, seat: Seat) -> tuple[str, str]:
        """Return a seat's points after a step, and their change once the deal is paid.

        Both are texts, empty if unknown.
        """
        paid = self.result.changes if step >= self.ended and self.result else ()
        if paid and paid[seat].after:
            return paid[seat].after, paid[seat].change.claimed.strip(NOTHING)
        if not self.before:
            return "", ""
        staked = has_stick(self.frames[step], self.rules, seat)
        return str(self.before[seat] - self.rules.pot.step * staked), ""

    @cached_property
    def passed(self) -> frozenset[int]:
        """The numbers of the tiles that were discarded as they were drawn."""
        return passed(self.frames)

    @cached_property
    def over(self) -> int:
        """The step of the first win; the last step if nobody wins."""
        return next((frame.step for frame in self.frames if frame.winners), self.last)

    @cached_property
    def ended(self) -> int:
        """The first step after which all winners have won; the last step if nobody wins."""
        winners = self.frames[-1].winners
        if not winners:
            return self.last
        return next(f.step for f in self.frames if f.winners == winners)

    def hidden(self, view: ViewOptions) -> frozenset[Seat]:
        """Return the seats whose hands the view hides to the end."""
        return unseen(self.frames[-1], view.closed(self.game.seats))

    def findings_in(self, view: ViewOptions) -> list[tuple[int, Finding]]:
        """Return the findings with their steps, without what the view hides."""
        return findings_seen(self.findings, self.frames, view.closed(self.game.seats))

    def cases_in(self, view: ViewOptions) -> list[tuple[int, Fault]]:
        """Return the findings as faults with their steps, without what the view hides."""
        if view not in self._cases:
            findings = self.findings_in(view)
            self._cases[view] = numbered(self.record, self.number, findings, hides=view.veiled)
        return self._cases[view]

    @cached_property
    def _cases(self) -> dict[ViewOptions, list[tuple[int, Fault]]]:
        return {}

    def sheet_in(self, view: ViewOptions) -> tuple[Line, ...]:
        """Return the lines of the sheet, without what the view hides."""
        return sheet_seen(self.sheet, self.hidden(view))

    def result_in(self, view: ViewOptions) -> Result | None:
        """Return how the deal ended, without what the view hides; None if unknown."""
        if self.result is None:
            return None
        return result_seen(self.result, self.hidden(view))

    def amendments_in(self, view: ViewOptions) -> tuple[Amendment, ...]:
        """Return the corrections, without what the view hides."""
        return amendments_seen(self.amendments, view.closed(self.game.seats))

    def sentence(self, step: int, view: ViewOptions) -> Message:
        """Return a step in words; a tile that only hidden hands saw has no name."""
        return veiled(self.frames[step].said, view.closed(self.game.seats))


class Deals:
    """A cache of the deals that were last shown."""

    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        self._ready = lru_cache(maxsize=32)(self._made)

    def of(self, record: Record, number: int) -> DealView | None:
        """Return a deal of a record, from 1; None if there is none, or it cannot be replayed."""
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
