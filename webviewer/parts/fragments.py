"""The parts of a record's page that change from step to step, each by name.

Rows of tiles, and pieces of HTML.

The page of a step is put together from the same parts that a browser is sent for all steps at once,
so both show the same. A browser only puts parts in their places; what they show it need not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup, escape

from mjlog.model.record import Seat, seat_name
from mjlog.model.tiles import KINDS
from mjlog.picture.frames import Frame
from mjlog.picture.geometry import dead_wall, stacks
from webviewer.i18n import told as spoken_line
from webviewer.parts.deal_view import DealView
from webviewer.parts.seats_view import SeatView, Watched, seat_view
from webviewer.parts.tile_view import Drawing, Drawn, Row, html, row_html
from webviewer.parts.timeline import spoken
from webviewer.parts.view_options import ViewOptions
from webviewer.parts.waits_view import Nearness, Waits, nearness_of, unseen_by, waits_of

Part = Row | Markup
Panels = Any
"""The macros of the template that draws what is no row of tiles."""
SAID: Final = "said"
"""The name of the part that says in a sentence what happened."""
BACK_SEEN: Final = Markup('<span class="back"></span>')
STICK: Final = Markup('<span class="laid-stick"></span>')
HERE: Final = 10
"""How many notes, findings and marks of one step are told beside it, at most.

The lists of the deal have more.
"""
SEEN: Final = "k"
"""Begins the names of the parts that count the tiles of a kind not yet seen."""


@dataclass(frozen=True, slots=True, eq=False)
class Painter:
    """Draws the parts of a deal as seen in one view; `sprite` is the address of the tiles."""

    told: DealView
    view: ViewOptions
    panels: Panels
    sprite: str

    def parts(self, step: int) -> dict[str, Part]:
        """All parts of a step."""
        parts: dict[str, Part] = {}
        for seat in range(self.told.game.seats):
            parts.update(self._seat(step, seat))
        parts.update(self._middle(step))
        return parts

    def html(self, part: Part) -> Markup:
        """A part as it stands in the page."""
        if isinstance(part, Markup):
            return part
        return row_html(part, self.sprite)

    def line(self, step: int) -> str:
        """What the transcript says of a step, which is what the part `SAID` ends with."""
        return str(escape(spoken_line(self.told.sentence(step, self.view))))

    def result(self) -> Markup:
        """How the deal ended."""
        drawn: Markup = self.panels.result(
            self.told.result_in(self.view), self._tile, self.told.game.seats
        )
        return drawn

    def _seat(self, step: int, seat: Seat) -> Iterator[tuple[str, Part]]:
        told, name = self.told, seat_name(seat)
        frame, seats = told.frames[step], told.game.seats
        place = seat_view(told.rules, frame, seat, Watched(self.view, seats, told.passed))
        yield from ((f"{name}-{row}", tiles) for row, tiles in _rows(place))
        yield f"{name}-gaps", Markup('<span class="gap"></span>') * place.gaps
        yield (
            f"{name}-melds",
            self.panels.melds([[self._column(c) for c in meld] for meld in place.melds]),
        )
        points, change = told.points_at(step, seat)
        yield f"{name}-points", escape(points)
        yield f"{name}-change", escape(change)
        yield f"{name}-stick", STICK * told.has_stick(frame, seat)
        yield f"{name}-marks", self.panels.marks(place.marks, place.active)
        yield f"{name}-tally", escape(place.tally)
        closed = seat in self.view.closed(seats) and seat not in frame.winners
        waits = None
        if not closed:
            waits = waits_of(frame, seat, told.chances([step])[step][seat], told.rules)
        yield f"{name}-waits", self.panels.waits(waits, self._tile)
        yield f"{name}-near", self.panels.waiting(waits, self._near(frame, seat, waits), self._tile)

    def _near(self, frame: Frame, seat: Seat, waits: Waits | None) -> Nearness | None:
        """How far the hand of the player at the bottom is from waiting, where it is open."""
        is_asked = seat == self.view.below and waits is not None and not waits.tiles
        if not is_asked or frame.winners:
            return None
        return nearness_of(frame, seat, self.told.rules, self.told.nearness)

    def _column(self, column: Row) -> list[Markup]:
        return [html(tile, self.sprite) for tile in column]

    def _tile(self, tile: Drawn) -> Markup:
        return html(tile, self.sprite)

    def _middle(self, step: int) -> Iterator[tuple[str, Part]]:
        told, frame = self.told, self.told.frames[step]
        shown = told.rules.names.presentation
        yield (
            "wall",
            self.panels.wall(
                frame.live, told.frames[0].live or 1, dead_wall(frame, shown), shown.dead_wall
            ),
        )
        before, up, after = stacks(frame, shown)
        yield "dead-before", BACK_SEEN * before
        yield "indicators", Drawing(frozenset(frame.moved)).row(up)
        yield "dead-after", BACK_SEEN * after
        yield SAID, self.panels.said(frame.go_around, told.sentence(step, self.view))
        yield "here", self._here(step)
        for kind, left in enumerate(unseen_by(frame, self.view.eyes, told.rules)[:KINDS]):
            yield f"{SEEN}{kind}", escape(left)

    def _here(self, step: int) -> Markup:
        """What is to be said of a step beside what happened.

        Notes, findings, corrections, rulings.
        """
        told = self.told
        frame, after = told.frames[step], told.frames[step + 1 : step + 2]
        ends_turn = not after or after[0].turn != frame.turn
        notes = [
            (n.sort, spoken(n)) for turn, n in told.deal.notes if turn == frame.turn and ends_turn
        ]
        here = [mark for mark in told.seen(self.view).marks if mark.step == step]
        marks = [mark for mark in here if mark.kind in {"missed", "correction", "ruling"}]
        cases = [case for place, case in told.cases_in(self.view) if place == step]
        drawn: Markup = self.panels.here(notes[:HERE], cases[:HERE], marks[:HERE])
        return drawn


def _rows(place: SeatView) -> Iterator[tuple[str, Row]]:
    yield "hand", place.hand
    yield "drawn", place.drawn
    yield "pillars", place.pillars
    yield "bonus", place.bonus
    yield from ((f"r{number}", line) for number, line in enumerate(place.river))
