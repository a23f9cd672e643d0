"""The values that the page of one step shows, and the addresses that it links to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlsplit

from flask import current_app, request, url_for
from markupsafe import Markup

from mjlog.model.findings import Finding
from mjlog.model.record import Deal, Seat
from mjlog.model.tiles import KINDS
from mjlog.picture.points_on_table import CarriedPoints, carried_points
from mjlog.referee.hand_readings import copies
from mjlog.referee.rule_set import RuleSet
from webviewer.hosts import is_loopback
from webviewer.parts.audits.audit_view import MOST
from webviewer.parts.audits.faults import deal_of, faults_by_deal, next_faulty_deal
from webviewer.parts.audits.notes import header, notes
from webviewer.parts.audits.sheet import SheetLine as Line
from webviewer.parts.results.score_graph import Graph, graph
from webviewer.parts.stage.deal_view import DealView
from webviewer.parts.stage.fragments import Painter
from webviewer.parts.stage.seats_view import Place, places
from webviewer.parts.stage.shortcuts import KEYS
from webviewer.parts.stage.tile_view import drawn_face, html
from webviewer.parts.stage.timeline import (
    LOOKED_FOR,
    NAMED,
    NARROW,
    SIGNS,
    TABLE,
    Mark,
    Timeline,
    thinned,
)
from webviewer.parts.stage.view_options import HANDS, ViewOptions
from webviewer.records.library import Record
from webviewer.site import absolute, site_of
from webviewer.uploads import MARK

ROOM: Final = 5
"""The most marks of one lane at one step."""
LAST: Final = 999_999
"""A number larger than that of any step: an address with it leads to the last step."""
TABS: Final = ("moves", "result", "audit", "game")
"""The panels next to the table, by their names in addresses."""
LEADING: Final = {"finding": "error", "call": "call", "ready": "ready", "remark": "comment"}
"""The signs between the buttons that lead through each list of steps."""
ENDS: Final = {"first": 0, "last": -1}
"""The places of the first and last finding in a list, by their names in addresses."""
GRAVE: Final = ("error", "warning", "note")
"""The severities of findings, gravest first."""


@dataclass(frozen=True, slots=True)
class FixedParts:
    """The parts of a deal's page that are the same at every step, as HTML."""

    deals: Markup
    course: Markup
    lanes: Markup
    legend: Markup
    lines: tuple[Markup, ...]
    found: Markup
    notes: Markup
    game: Markup
    keys: Markup
    result: Markup
    moment: Markup

    @classmethod
    def drawn(cls, page: StepPage, panels: Any) -> FixedParts:
        """Render the parts of a page that are the same at every step, such as the timeline.

        `panels` is the template whose macros render the parts.
        """
        lines = tuple(panels.line(page, *line) for line in page.transcript)
        return cls(
            panels.deals(page),
            panels.course(page),
            panels.lanes(page),
            panels.legend(page.legend),
            lines,
            panels.found(page),
            panels.notes(page),
            panels.game(page),
            panels.keys(KEYS),
            page.painter.result() if page.is_sheet_shown else Markup(),
            page.painter.moment() if page.is_sheet_shown else Markup(),
        )


@dataclass(frozen=True, eq=False)
class StepPage:
    """The values that the page of one step of a deal shows, for its template.

    `deal_view` is the deal, `name` the record's name in addresses, `still` the parts that are the
    same at every step. `endpoint` is the page to which links to other steps lead: `step`, `embed`
    for frames in other sites, or `follow` for readers who do not want to see what comes next.
    """

    deal_view: DealView
    view: ViewOptions
    step: int
    painter: Painter
    name: str
    still: FixedParts | None = None
    endpoint: str = "step"

    @property
    def most(self) -> int:
        """The largest number of findings that the page lists; the audit page lists all findings."""
        return MOST

    @property
    def record(self) -> Record:
        """The record that the page shows."""
        return self.deal_view.record

    @property
    def rules(self) -> RuleSet:
        """The rule set of the record."""
        return self.deal_view.rules

    @property
    def deal(self) -> Deal:
        """The deal that the page shows."""
        return self.deal_view.deal

    @property
    def header(self) -> list[tuple[str, str]]:
        """The attributes of the deal's header, except dealer and points: pairs of name and value.

        An attribute that mjlog does not know is shown as it is written.
        """
        return header(self.deal)

    @property
    def number(self) -> int:
        """The number of the deal in the record, from 1."""
        return self.deal_view.number

    @property
    def last(self) -> int:
        """The number of the deal's last step."""
        return self.deal_view.last

    @property
    def carried(self) -> CarriedPoints:
        """What lay on the table when the deal began: riichi sticks, other stakes and counters."""
        return carried_points(self.deal, self.rules)

    @cached_property
    def beneath(self) -> Markup:
        """The hidden dora indicators (ura), which are shown after a win, as HTML.

        The HTML is empty if there are none, or if this page must not show them yet.
        """
        end = self.deal_view.result_in(self.view) if self.is_sheet_shown else None
        return self.painter.html(end.hidden_indicators) if end else Markup()

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """For each seat, the player's name, wind and side of the table on this page."""
        return places(self.deal_view.game, self.rules, self.deal, self.view.below)

    @cached_property
    def parts(self) -> dict[str, Markup]:
        """The parts of the page that change from step to step, as a dict from name to HTML.

        For example, the hands, the discards and the sentence about the step are parts.
        """
        return {
            name: self.painter.html(part) for name, part in self.painter.parts(self.step).items()
        }

    @cached_property
    def _around(self) -> tuple[str, str]:
        """The address of any step of this deal, split in two texts: before and after its number."""
        address = url_for(
            self.endpoint, name=self.name, deal=self.number, step=0, **self.view.query()
        )
        path, mark, query = address.partition("?")
        return path[:-1], mark + query

    def at(
        self, step: int, *, seat: Seat | None = None, hands: str = "", claimed: bool | None = None
    ) -> str:
        """Return the address of step `step` of this deal.

        The linked page shows the table in the same way as this page, except for what the arguments
        change: `seat` is the seat at the bottom, `hands` says whose hands are open, and `claimed`
        whether discards that were claimed stay visible.
        """
        if seat is None and not hands and claimed is None:
            return f"{step}".join(self._around)
        query = self.view.query(seat=seat, hands=hands, claimed=claimed)
        return url_for(self.endpoint, name=self.name, deal=self.number, step=step, **query)

    def x(self, step: int) -> str:
        """Return the horizontal position of a step in the timeline, in per cent of the width."""
        return f"{(10 + 980 * step // max(1, self.last)) / 10:.1f}"

    @property
    def signs(self) -> frozenset[str] | None:
        """The names of all icons, such as `error`, that the page may need at any step of the deal.

        If hands are hidden, the value is None, which stands for all icons, because the names would
        reveal what happens later.
        """
        if self.view.veiled:
            return None
        kinds = {mark.kind for mark in self.timeline.marks}
        severities = {finding.severity for finding in self.record.report.findings}
        led_to = {sign for name, sign in LEADING.items() if kinds & LOOKED_FOR[name]}
        return frozenset(kinds | severities | led_to | ({"error"} if severities else set()))

    @property
    def width(self) -> str:
        """The `viewBox` of an SVG picture that is as wide as the timeline; one step is one unit."""
        steps = max(1, self.last)
        return f"{-steps / 98:.2f} 0 {steps / 0.98:.2f} 16"

    @property
    def kinds(self) -> list[list[tuple[int, Markup]]]:
        """The kinds of tiles that the rules use, as one list for each suit.

        Each kind is a pair: the number that identifies the kind, and its picture.
        """
        inplay = copies(self.rules)
        rows = [range(first, min(first + 9, KINDS)) for first in range(0, KINDS, 9)]
        kinds = [
            [(kind, html(drawn_face(kind), self.painter.sprite)) for kind in row if inplay[kind]]
            for row in rows
        ]
        return [row for row in kinds if row]

    def to_deal(self, number: int) -> str:
        """Return the address of the first step of deal `number`; empty if there is no such deal."""
        if not 1 <= number <= len(self.record.game.deals):
            return ""
        return url_for(self.endpoint, name=self.name, deal=number, step=0, **self.view.query())

    @property
    def after(self) -> str:
        """The address of the first step of the next deal; empty if this is the last deal."""
        return self.to_deal(self.number + 1)

    @property
    def before(self) -> str:
        """The address of the last step of the previous deal; empty if this is the first deal.

        It is also empty on pages for other sites, and on pages for readers who follow the record.
        """
        if self.number < 2 or self.endpoint != "step":
            return ""
        return url_for("deal", name=self.name, deal=self.number - 1, step=LAST, **self.view.query())

    def stop(self, name: str, way: int) -> str:
        """Return the address of the nearest step at which something of one sort happens.

        `name` is the sort, for example `finding` or `call`. `way` is 1 for the nearest later step
        and -1 for the nearest earlier step. Return an empty text if there is no such step.
        """
        stops = self.timeline.stops.get(name, ())
        ahead = [stop for stop in stops if (stop > self.step if way > 0 else stop < self.step)]
        if not ahead:
            return ""
        return self.at(min(ahead) if way > 0 else max(ahead))

    @cached_property
    def found(self) -> tuple[tuple[int, str], ...]:
        """For each deal of the record, a pair: the number of findings and the gravest severity.

        The severity is `error`, `warning` or `note`; it is empty if the deal has no findings.
        """
        codes: list[list[str]] = [[] for _ in self.record.game.deals]
        for finding in self.record.report.findings:
            if deal_of(finding) <= len(codes):
                codes[deal_of(finding) - 1].append(finding.severity)
        return tuple((len(each), min(each, key=GRAVE.index, default="")) for each in codes)

    def beyond(self, way: int) -> str:
        """Return the address of the nearest finding outside this deal.

        If `way` is positive, it is the first finding of the next deal that has findings; if
        negative, the last finding of the previous deal that has findings. Return an empty string if
        there is no such deal.
        """
        deals = [number for number, (findings, _) in enumerate(self.found, 1) if findings]
        ahead = [
            number
            for number in deals
            if (number > self.number if way > 0 else number < self.number)
        ]
        if not ahead:
            return ""
        deal, which = (min(ahead), "first") if way > 0 else (max(ahead), "last")
        return url_for("deal", name=self.name, deal=deal, finding=which, **self.view.query())

    @cached_property
    def _faults(self) -> Mapping[int, int]:
        return faults_by_deal(self.record)

    @property
    def faults(self) -> int:
        """The number of faults (errors and warnings) in the whole record."""
        return sum(self._faults.values())

    def fault_beyond(self, way: int) -> str:
        """Return the address of the nearest fault (error or warning) outside this deal.

        If `way` is positive, it is the first fault of the next deal that has faults; if negative,
        the last fault of the previous deal that has faults. Return an empty string if there is
        none.
        """
        deal = next_faulty_deal(tuple(self._faults), self.number, way)
        if not deal:
            return ""
        which = "first" if way > 0 else "last"
        return url_for("deal", name=self.name, deal=deal, fault=which, **self.view.query())

    @property
    def turns(self) -> str:
        """The name of the list of steps at which the bottom player has a turn, such as `turn-A`.

        Keyboard shortcuts jump from one step of the list to the next.
        """
        return self.view.turns

    @property
    def next_hands(self) -> str:
        """The choice of open hands after the present one, for the button that cycles through them.

        A choice is a value of the parameter `hands`, such as `all` or `own`.
        """
        return HANDS[(HANDS.index(self.view.hands) + 1) % len(HANDS)]

    @property
    def timeline(self) -> Timeline:
        """The timeline of the deal, without marks that would reveal hidden hands.

        A mark stands for an event at a step, such as a win.
        """
        return self.deal_view.seen(self.view)

    @property
    def ended(self) -> bool:
        """Whether the deal is over at this step: all winners have won, or it is the last step."""
        return self.step >= self.deal_view.ended

    def tells(self, step: int) -> bool:
        """Return whether the page may say what happens at a step.

        It may not if hands are hidden and the step comes after the present step.
        """
        return not self.view.veiled or step <= self.step

    @cached_property
    def _marks(self) -> tuple[Mark, ...]:
        """The marks on the timeline that this page may show.

        A mark is a symbol that stands for an event at a step, such as a win. At each step, each
        player has at most five marks. If hands are hidden, marks after the present step are left
        out.
        """
        side_by_side: Counter[tuple[int, Seat]] = Counter()
        marks = []
        for mark in self.timeline.marks:
            side_by_side[mark.step, mark.lane] += 1
            if self.tells(mark.step) and side_by_side[mark.step, mark.lane] <= ROOM:
                marks.append(mark)
        return tuple(marks)

    @cached_property
    def findings(self) -> list[tuple[int, Finding]]:
        """The findings about this deal that the page may show, as pairs of step and finding."""
        return [
            finding for finding in self.deal_view.findings_in(self.view) if self.tells(finding[0])
        ]

    @property
    def is_sheet_shown(self) -> bool:
        """Whether the page may show the lines of the deal other than its turns.

        These lines say how the deal ends. The page hides them if hands are hidden and the deal is
        not over at this step.
        """
        return self.ended or not self.view.veiled

    @property
    def sheet(self) -> tuple[Line, ...]:
        """The lines of the deal other than its turns, each with what the audit says about it.

        The tuple is empty if the page may not show these lines yet.
        """
        if not self.is_sheet_shown:
            return ()
        return self.deal_view.sheet_in(self.view)

    @cached_property
    def lanes(self) -> tuple[tuple[str, tuple[Mark, ...]], ...]:
        """The rows of the timeline: for each player, a pair of the name and the marks to draw.

        A mark stands for an event at a step. Marks that concern the whole table are in a last row,
        without a name, if there are any.
        """
        line = replace(self.timeline, marks=tuple(self._thinned()))
        rows = [(place.player, line.lane(seat)) for seat, place in enumerate(self.places)]
        table = line.lane(TABLE)
        if not table:
            return tuple(rows)
        return (*rows, ("", table))

    def _thinned(self) -> Iterator[Mark]:
        """Yield the marks that fit on the timeline; a mark stands for an event at a step.

        All marks of ordinary discards come first. The other marks follow; if a player's row has too
        many of them, only the most important.
        """
        yield from (mark for mark in self._marks if mark.plain)
        others = replace(self.timeline, marks=tuple(m for m in self._marks if not m.plain))
        for lane in (*range(len(self.places)), TABLE):
            yield from thinned(others.lane(lane), self.last, NARROW)

    @property
    def course(self) -> tuple[Mark, ...]:
        """The marks of all players on one common line, for narrow screens.

        Marks of ordinary discards are left out; if the line is too full, so are unimportant marks.
        """
        return thinned([mark for mark in self._marks if not mark.plain], self.last)

    @property
    def let_pass(self) -> tuple[Mark, ...]:
        """The marks of discards on which a player could have won but did not."""
        return tuple(mark for mark in self._marks if mark.kind == "missed")

    @cached_property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """The legend of the timeline: pairs of kind and name for each kind of mark on this page."""
        return tuple(
            (kind, NAMED[kind]) for kind in SIGNS if kind in {mark.kind for mark in self._marks}
        )

    @cached_property
    def marks(self) -> dict[int, list[Mark]]:
        """The marks of the timeline except those of ordinary discards, as a dict by step.

        A mark stands for an event at a step, such as a win.
        """
        by_step: dict[int, list[Mark]] = {}
        for mark in self._marks:
            if not mark.plain:
                by_step.setdefault(mark.step, []).append(mark)
        return by_step

    @property
    def transcript(self) -> list[tuple[int, int, Markup]]:
        """The steps of the deal in words, as tuples of step number, go-around and sentence.

        In a go-around, each player usually has one turn. Its number is given at the step at which
        it begins; at other steps the number is 0. If hands are hidden, the transcript ends at the
        present step.
        """
        around, lines = 0, []
        for frame in self.deal_view.frames:
            if not self.tells(frame.step):
                break
            begins = frame.go_around if frame.go_around != around else 0
            around = frame.go_around
            lines.append((frame.step, begins, self.painter.line(frame.step)))
        return lines

    @property
    def lines(self) -> Markup:
        """The transcript as HTML, with the line of the present step highlighted."""
        lines = list(self.still.lines if self.still else ())
        lines[self.step] = Markup('<li aria-current="step"') + lines[self.step][3:]
        return Markup().join(lines)

    @cached_property
    def notes(self) -> list[tuple[int, str, str]]:
        """The comments, variations, rulings, remarks and corrections of the deal.

        Each is a tuple of the step at which the page shows it, its kind and its text. If hands are
        hidden, those after the present step are left out.
        """
        all_notes = notes(self.deal, self.deal_view.frames, self.deal_view.amendments_in(self.view))
        return [note for note in all_notes if self.tells(note[0])]

    @cached_property
    def graph(self) -> Graph | None:
        """The graph of the players' points; None if it cannot be drawn.

        If hands are hidden, the graph ends with the last deal that is over.
        """
        deals = self.number - (not self.ended) if self.view.veiled else None
        return graph(self.deal_view.standings, self.record.game, deals)

    @cached_property
    def outcomes(self) -> list[list[tuple[str, int]]]:
        """For each deal of the record, the players who gained points, as pairs of name and points.

        The list of a deal is empty if the page may not show the result of that deal.
        """
        rows = self.graph.rows if self.graph else ()
        outcomes: list[list[tuple[str, int]]] = []
        for row in rows:
            changes = zip(self.places, row.change or (), strict=False)
            outcomes.append([(place.player, points) for place, points in changes if points > 0])
        return [*outcomes, *([] for _ in self.record.game.deals[len(rows) :])]

    @property
    def points(self) -> tuple[int, ...]:
        """The points by seat when the deal began; empty if they are unknown."""
        return self.deal_view.before

    @property
    def asked_tab(self) -> str:
        """The panel that the address asks to open, such as `audit`; empty if none."""
        asked = request.args.get("tab", "")
        return asked if asked in TABS else ""

    @property
    def tab(self) -> str:
        """The name of the panel that is open next to the table.

        Unless the address names a panel, it is `audit` at a step with a finding, `result` at the
        end of the deal, and `moves` at any other step.
        """
        if self.asked_tab:
            return self.asked_tab
        if self.step in self.timeline.stops.get("finding", ()):
            return "audit"
        if self.step >= (self.deal_view.ended if self.view.veiled else self.deal_view.over):
            return "result"
        return "moves"

    @property
    def worst(self) -> str:
        """The gravest severity among the record's findings; empty if the record has no findings."""
        severities = {finding.severity for finding in self.record.report.findings}
        return min(severities, key=GRAVE.index, default="")

    @property
    def first_fault(self) -> str:
        """The address of the first deal that has an error or a warning, at the step of that fault.

        If the record has no errors and warnings, this is the address of its first deal.
        """
        deal = next(iter(self._faults), 1)
        return url_for("deal", name=self.name, deal=deal, fault="first", **self.view.query())

    @property
    def here(self) -> str:
        """The complete address of this step, which a reader can send to others."""
        return absolute(self.at(self.step))

    @property
    def brought(self) -> bool:
        """Whether the record is an upload, which the server keeps only for a limited time."""
        return self.name.startswith(MARK)

    @property
    def is_local(self) -> bool:
        """Whether links to this site work only on this computer and cannot be shared."""
        return not site_of() and is_loopback(urlsplit(request.host_url).hostname or "")

    @property
    def embedded(self) -> str:
        """The complete address at which other sites can show this step in a frame.

        It is empty if other sites may not show the record, for example because it is an upload.
        """
        if self.brought or "embed" not in current_app.view_functions:
            return ""
        return absolute(
            url_for("embed", name=self.name, deal=self.number, step=self.step, **self.view.query())
        )

    def offers(self, endpoint: str) -> bool:
        """Return whether this application has the page that Flask knows as `endpoint`.

        Templates leave out links to pages that do not exist.
        """
        return endpoint in current_app.view_functions
