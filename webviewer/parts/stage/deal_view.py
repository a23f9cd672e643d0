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
from webviewer.parts.results.result import FinishedDeal, Result, result
from webviewer.parts.stage.hidden_hands import (
    amendments_seen,
    findings_seen,
    result_seen,
    sheet_seen,
    unseen,
)
from webviewer.parts.stage.table_view import Pages, rules_of
from webviewer.parts.stage.timeline import Statements, Timeline, discarded, timeline
from webviewer.parts.stage.view_options import ViewOptions
from webviewer.records.library import Record

NOTHING: Final = signed(0)
"""The text of a change of no points."""


@dataclass(frozen=True, eq=False)
class DealView:
    """Deal `number`, from 1, of a record: replayed, with all values that its pages show.

    `followed` is the replay, `sheet` has the lines of the deal's sheet with the audit's answers.
    The other values are computed when they are first used.
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
        """The state of the table after each step, beginning with the hands dealt."""
        return self.followed.frames

    @property
    def game(self) -> Game:
        """The game to which the deal belongs."""
        return self.record.game

    @property
    def deal(self) -> Deal:
        """The deal as recorded."""
        return self.game.deals[self.number - 1]

    @property
    def last(self) -> int:
        """The number of the deal's last step, counted from 0."""
        return len(self.frames) - 1

    @property
    def rests(self) -> list[RestingHands]:
        """For each step, what the hand of each seat waits for, as `RestingHands`."""
        return self.followed.rests

    @cached_property
    def _chances(self) -> dict[int, tuple[WinOptions | None, ...]]:
        return {}

    def chances(self, steps: Iterable[int]) -> dict[int, tuple[WinOptions | None, ...]]:
        """Compute with which tiles each seat could win after these steps, and what forbids a win.

        The result is a dict from step to a tuple with the possible wins of each seat, None if the
        hand is not known. A possible win has the clauses of the rules that forbid it, if any. The
        computation takes much longer than the rest of a page, so results are cached.
        """
        chances_by_step, steps = self._chances, list(steps)
        with self._at_work:
            unknown = [step for step in steps if step not in chances_by_step]
            chances_by_step.update(win_options_at(self.followed.walk, self.rests, unknown))
        return {step: chances_by_step[step] for step in steps}

    @cached_property
    def nearness(self) -> dict[tuple[int, ...], tuple[int, tuple[int, ...]]]:
        """A cache, empty at first, of how near hands are to waiting for a tile.

        The key has the hand's number of tiles of each kind. The value has the number of draws until
        the hand waits, and the kinds of tiles that help. `Painter._near` fills the cache.
        """
        return {}

    @cached_property
    def amendments(self) -> tuple[Amendment, ...]:
        """The corrections in the deal's ledger."""
        return amendments(self.deal)

    @cached_property
    def timeline(self) -> Timeline:
        """The deal's timeline: a mark for each event, and the steps to which shortcuts jump.

        Nothing is hidden in it.
        """
        verdicts = findings_of_deal(self.record.report.verdicts, self.number)
        statements = Statements(self.findings, verdicts, self.amendments)
        return timeline(self.deal, self.frames, self._offers, statements)

    def seen(self, view: ViewOptions) -> Timeline:
        """Return the timeline as `view` shows it, without what would reveal hidden hands.

        `view` says which hands are hidden.
        """
        closed = view.closed(self.game.seats)
        if closed not in self._seen:
            self._seen[closed] = self.timeline.veiled(closed, self.frames)
        return self._seen[closed]

    @cached_property
    def _seen(self) -> dict[frozenset[Seat], Timeline]:
        return {frozenset(): self.timeline}

    @property
    def _offers(self) -> dict[int, tuple[WinOptions | None, ...]]:
        """The possible wins of each seat after every discard that completes a hand.

        The dict maps the step of such a discard to a tuple by seat.
        """
        laid = ((frame.step, discarded(frame)) for frame in self.frames)
        return self.chances(
            step
            for step, piece in laid
            if piece is not None
            and any(rest and KIND[piece.face] in rest.kinds for rest in self.rests[step])
        )

    @cached_property
    def standings(self) -> Standings | None:
        """The points of the whole game after each deal; None if unknown."""
        return standings(self.record.report)

    @cached_property
    def result(self) -> Result | None:
        """How the deal ended, for pages; None if the record says nothing about the end."""
        settlement = self.record.report.results[self.number - 1].settlement
        answers = self.record.report.answers(self.number)
        ended = FinishedDeal(self.game, self.number, self.rules, settlement, answers)
        with self._at_work:
            return result(ended, self.standings, self.followed.walk.played)

    @cached_property
    def before(self) -> tuple[int, ...]:
        """The recorded points by seat at the beginning of the deal; empty if unknown."""
        if self.standings is None:
            return ()
        return tuple(
            [self.standings.start, *self.standings.after(due=False)][self.number - 1] or ()
        )

    def points_at(self, step: int, seat: Seat) -> tuple[str, str]:
        """Return two texts: a seat's points after a step, and their change by the deal's payments.

        A text is empty if its number is unknown. The change is also empty before the deal has
        ended, and if it is 0.
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
        """The identifying numbers of tiles that were drawn and discarded in the same turn."""
        return passed(self.frames)

    @cached_property
    def over(self) -> int:
        """The step of the first win; the last step of the deal if nobody wins."""
        return next((frame.step for frame in self.frames if frame.winners), self.last)

    @cached_property
    def ended(self) -> int:
        """The first step after which all winners have won; the last step if nobody wins."""
        winners = self.frames[-1].winners
        if not winners:
            return self.last
        return next(f.step for f in self.frames if f.winners == winners)

    def hidden(self, view: ViewOptions) -> frozenset[Seat]:
        """Return the seats whose hands stay hidden even at the end of the deal.

        `view` says whose hands the reader may see. A hand that won is always shown at the end.
        """
        return unseen(self.frames[-1], view.closed(self.game.seats))

    def findings_in(self, view: ViewOptions) -> list[tuple[int, Finding]]:
        """Return the findings about the deal, as pairs of step and finding.

        Whatever would reveal hands that `view` hides is left out.
        """
        return findings_seen(self.findings, self.frames, view.closed(self.game.seats))

    def cases_in(self, view: ViewOptions) -> list[tuple[int, Fault]]:
        """Return the findings as `Fault` objects for the page, each paired with its step.

        Whatever would reveal hands that `view` hides is left out.
        """
        if view not in self._cases:
            findings = self.findings_in(view)
            self._cases[view] = numbered(self.record, self.number, findings, hides=view.veiled)
        return self._cases[view]

    @cached_property
    def _cases(self) -> dict[ViewOptions, list[tuple[int, Fault]]]:
        return {}

    def sheet_in(self, view: ViewOptions) -> tuple[Line, ...]:
        """Return the deal's lines other than its turns, each with what the audit says about it.

        Whatever would reveal hands that `view` hides is left out.
        """
        return sheet_seen(self.sheet, self.hidden(view))

    def result_in(self, view: ViewOptions) -> Result | None:
        """Return how the deal ended; None if the record says nothing about it.

        Whatever would reveal hands that `view` hides is left out.
        """
        if self.result is None:
            return None
        return result_seen(self.result, self.hidden(view))

    def amendments_in(self, view: ViewOptions) -> tuple[Amendment, ...]:
        """Return the scribes' corrections; their texts are empty if `view` hides any hand."""
        return amendments_seen(self.amendments, view.closed(self.game.seats))

    def sentence(self, step: int, view: ViewOptions) -> Message:
        """Return the sentence that says what happens at a step, to be translated.

        It does not name a tile that only players with hidden hands see.
        """
        return veiled(self.frames[step].sentence, view.closed(self.game.seats))


class Deals:
    """A cache of the replayed deals that were shown last."""

    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        self._ready = lru_cache(maxsize=32)(self._made)

    def of(self, record: Record, number: int) -> DealView | None:
        """Return a `DealView`, which has everything that pages show of deal `number`, from 1.

        Return None if there is no such deal, or if the record cannot be shown step by step.
        """
        if record.report.rules is None or not (
            record.playable and 1 <= number <= len(record.game.deals)
        ):
            return None
        return self._ready(record, number, spoken().tag)

    def _made(self, record: Record, number: int, _language: str) -> DealView:
        view = self.pages.replay(record, number)
        about = [(0, finding) for finding in about_record(record)] if number == 1 else []
        findings = [*about, *view.findings]
        return DealView(record, number, rules_of(record), view.followed, findings, view.sheet)
