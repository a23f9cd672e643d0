"""The named parts of a record's page that change from step to step: rows of tiles, and HTML.

The page of a step is made of the same parts that a browser gets for all steps at once, so both show
the same. A browser only puts parts in their places, and need not know what they mean.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from typing import Any, Final

from markupsafe import Markup, escape

from mjlog.model.record import NOBODY, NoWin, Seat, seat_name
from mjlog.model.tiles import KINDS
from mjlog.picture.frames import Frame, Piece
from mjlog.picture.geometry import count_closed_stacks, dead_wall, indicators
from mjlog.picture.points_on_table import has_stick
from mjlog.picture.win_options import WinOptions
from webviewer.i18n import cited, first_words, tongue
from webviewer.i18n import translate as spoken_line
from webviewer.parts.audits.faults import is_fault
from webviewer.parts.stage.deal_view import DealView
from webviewer.parts.stage.seats_view import SeatView, Watched, river_view, seat_view
from webviewer.parts.stage.table_changes import TablePieces, Tabletop, sides
from webviewer.parts.stage.tile_view import Drawing, Drawn, Known, Row, html, row_html
from webviewer.parts.stage.timeline import spoken
from webviewer.parts.stage.view_options import ViewOptions
from webviewer.parts.stage.waits_view import Nearness, Waits, nearness_of, waits_of

Part = Row | Markup
Panels = Any
"""The macros of the template for parts that are not rows of tiles."""
SENTENCE: Final = "said"
"""The name of the part with the sentence about the step."""
DESCRIBED_MARKS: Final = frozenset({"missed", "correction", "ruling"})
"""The kinds of marks that are described next to their step."""
BACK_SEEN: Final = Markup('<span class="back"></span>')
STICK: Final = Markup('<span class="laid-stick"></span>')
NOTHING: Final = Markup()
"""The empty part, one object for all steps, so that it need not be compared."""
HERE: Final = 10
"""The most notes, findings and marks shown next to a step; the lists of the deal have more."""
SEEN: Final = "k"
"""The beginning of the names of parts with the number of unseen tiles of a kind."""


@dataclass(frozen=True, eq=False)
class Painter:
    """Draws the parts of a deal's page with the options `view`, and caches what was drawn.

    `deal_view` is the deal, `panels` are the template's macros for parts that are not rows of
    tiles, `sprite` is the address of the file of tile pictures.
    """

    deal_view: DealView
    view: ViewOptions
    panels: Panels
    sprite: str
    latest: dict[tuple[str, Seat], tuple[object, dict[str, Part]]] = field(default_factory=dict)
    """The latest parts by name and seat, each with the key that they were made for."""
    drawn: dict[Known, Drawn] = field(default_factory=dict)
    """Tiles that were drawn already."""
    indicators: dict[Known, Drawn] = field(default_factory=dict)
    """Indicators that were drawn already."""
    pieces: dict[tuple[Hashable, ...], Markup] = field(default_factory=dict)
    """HTML by macro and arguments, for arguments that occur again and again."""
    barred: dict[int, tuple[WinOptions | None, frozenset[str]]] = field(default_factory=dict)
    """The reasons that bar wins, by the identity of the object with the wins."""
    turned_up: dict[int, tuple[Piece, ...]] = field(default_factory=dict)
    """The indicators, by the version of their place."""
    lines: dict[int, Markup] = field(default_factory=dict)
    """Sentences by step."""

    def parts(self, step: int) -> dict[str, Part]:
        """Return all parts of the page that can change from step to step, as they are at `step`.

        The result is a dict from a part's name to its HTML or its row of drawn tiles.
        """
        return {name: part for group in self.groups(step) for name, part in group.items()}

    def groups(self, step: int) -> Iterator[dict[str, Part]]:
        """Yield all parts of the page at a step, as several dicts from name to part.

        If no part of a dict has changed since the step drawn before, the same dict object is
        usually yielded again. The caller then need not compare the parts.
        """
        yield from self.table(step)
        yield from self.waits(step)

    def table(self, step: int) -> Iterator[dict[str, Part]]:
        """Yield the parts that show the table and the notes at a step, as dicts from name to part.

        The parts that show what hands wait for are missing; `waits` yields them.
        """
        lying = self._tabletop.after(self.deal_view.frames[step])
        yield from self._seats(step, lying)
        yield dict(self._middle(step, lying))
        numbers = lying.unseen(self.view.eyes)[:KINDS]
        yield self._cached_parts(("unseen", NOBODY), numbers, partial(_counted, numbers))

    def waits(self, step: int) -> Iterator[dict[str, Part]]:
        """Yield for each seat a dict with the parts that show what its hand waits for at a step.

        To compute these parts takes as long as all other parts together.
        """
        frame = self._frame(step)
        lying = self._tabletop.after(self.deal_view.frames[step])
        chances = self.deal_view.chances([step])[step]
        for seat in range(self._sitting):
            yield self._waits(frame, seat, lying, chances[seat])

    @cached_property
    def _tabletop(self) -> Tabletop:
        return Tabletop(self._sitting, self.deal_view.rules)

    @cached_property
    def _sitting(self) -> int:
        """The number of players."""
        return self.deal_view.game.seats

    def html(self, part: Part) -> Markup:
        """Return the HTML of a part: the part itself if it is HTML, or else its row of tiles."""
        if isinstance(part, Markup):
            return part
        return row_html(part, self.sprite)

    def line(self, step: int) -> Markup:
        """Return the sentence that says what happens at a step, as HTML.

        The same sentence is the end of the part named `SENTENCE`.
        """
        if step not in self.lines:
            self.lines[step] = escape(spoken_line(self.deal_view.sentence(step, self.view)))
        return self.lines[step]

    def result(self) -> Markup:
        """Return the panel that shows how the deal ended, as HTML."""
        drawn: Markup = self.panels.result(
            self.deal_view.result_in(self.view), self._tile, self.deal_view.game.seats
        )
        return drawn

    def moment(self) -> Markup:
        """Return the overlay over the table that shows how the deal ended, as HTML."""
        drawn: Markup = self.panels.moment(
            self.deal_view.result_in(self.view),
            self._tile,
            self.deal_view.deal,
            self.deal_view.rules,
        )
        return drawn

    def _draw_macro(self, macro: str, *about: Hashable) -> Markup:
        """Return the HTML of a macro of the template for these arguments.

        The macro is called only once for equal arguments; later calls return the stored HTML.
        """
        asked = macro, *about
        if asked not in self.pieces:
            self.pieces[asked] = getattr(self.panels, macro)(*about)
        return self.pieces[asked]

    def _seats(self, step: int, lying: TablePieces) -> Iterator[dict[str, Part]]:
        """Yield for each seat the parts with its discards, its hand and melds, and its points.

        A part that looks as it did at the step drawn before is not drawn again. `lying` is what
        lies on the table.
        """
        view, frame = self.deal_view, self._frame(step)
        for seat, side in enumerate(sides(frame, lying, self._sitting)):
            river = self._cached_parts(
                ("river", seat), side.river, partial(self._river, frame, seat, lying)
            )
            yield river
            thrown = _lying(river)
            key: object = (side.rest, thrown)
            yield self._cached_parts(("side", seat), key, partial(self._side, frame, seat, thrown))
            points = view.points_at(step, seat)
            yield self._cached_parts(("points", seat), points, partial(_points, seat, *points))

    def _waits(
        self, frame: Frame, seat: Seat, lying: TablePieces, chances: WinOptions | None
    ) -> dict[str, Part]:
        """Return the parts that show with which tiles the hand of a seat could win.

        If they look as they did at the step drawn before, the stored parts are returned. `lying` is
        what lies on the table, and `chances` are the possible wins of the seat.
        """
        left = lying.unseen(seat)
        faults = self._faults(frame.step, chances)
        # Waits are drawn only next to the hand at the bottom, and drawn again if its pieces or the
        # rest change.
        hand = lying.versions.get((seat, False)) if seat == self.view.below else None
        key = (hand, self._looks_at(seat, left, chances), chances, faults, frame.winners)
        made = partial(self._waiting, frame, seat, left, chances, faults)
        return self._cached_parts(("waits", seat), key, made)

    def _faults(self, step: int, chances: WinOptions | None) -> frozenset[str]:
        """Return the reasons against a win that the page already shows as findings at this step.

        They are English texts. The panel of waits leaves them out, so that no reason appears twice.
        `chances` are the possible wins of a seat.
        """
        cases = self._notes_by_step["cases"].get(step, ()) if chances else ()
        if not cases:
            return frozenset()
        return self._obstacles(chances).intersection(case.finding.message for case in cases)

    def _obstacles(self, chances: WinOptions | None) -> frozenset[str]:
        """Return the reasons why the rules forbid some of these possible wins, as English texts."""
        if id(chances) not in self.barred:
            roads = [road for each in chances or () for road in (each.discard, each.draw)]
            bars = frozenset(bar.says for road in roads for bar in road.bars)
            self.barred[id(chances)] = chances, bars
        return self.barred[id(chances)][1]

    def _looks_at(
        self, seat: Seat, left: Sequence[int], chances: WinOptions | None
    ) -> Sequence[int] | None:
        """Return the numbers of unseen tiles that the panel of a seat's waits shows.

        `left` has the number of unseen tiles of each kind. Return None if the panel shows no such
        numbers. As long as the numbers are equal, the panel need not be drawn again.
        """
        if chances:
            return [left[chance.kind] for chance in chances]
        return left if seat == self.view.below else None

    def _frame(self, step: int) -> Frame:
        """Return the state of the table after a step.

        At the end of a deal without a win, nobody is marked as the player to act.
        """
        frame = self.deal_view.frames[step]
        is_over = step == self.deal_view.last and self.deal_view.deal.contents(NoWin)
        return replace(frame, to_act=NOBODY) if is_over else frame

    def _cached_parts(
        self, what: tuple[str, Seat], key: object, made: Callable[[], dict[str, Part]]
    ) -> dict[str, Part]:
        """Return stored parts of the page, or call `made` and store the parts that it returns.

        The stored parts for `what` (a name and a seat) are valid only as long as `key` is equal.
        """
        part = self.latest.get(what)
        if part is None or part[0] != key:
            part = self.latest[what] = (key, made())
        return part[1]

    @cached_property
    def _watched(self) -> Watched:
        order = self.deal_view.deal.turn_order(self._sitting)
        return Watched(self.view, order, self.deal_view.passed, self.drawn, {})

    def _river(self, frame: Frame, seat: Seat, lying: TablePieces) -> dict[str, Part]:
        lines = river_view(self.deal_view.rules, frame, seat, self._watched, lying.river(seat))
        return {f"{seat_name(seat)}-r{number}": line for number, line in enumerate(lines)}

    def _side(self, frame: Frame, seat: Seat, discards: int) -> dict[str, Part]:
        view, name = self.deal_view, seat_name(seat)
        place = seat_view(view.rules, frame, seat, self._watched, discards)
        melds = [[self._column(c) for c in meld] for meld in place.melds]
        return {
            **{f"{name}-{row}": tiles for row, tiles in _rows(place)},
            f"{name}-gaps": Markup('<span class="gap"></span>') * place.gaps,
            f"{name}-melds": self.panels.melds(melds) if melds else Markup(),
            f"{name}-stick": STICK * has_stick(frame, view.rules, seat),
            f"{name}-marks": self._draw_macro("marks", place.marks, place.active),
            f"{name}-tally": escape(place.tally),
        }

    def _waiting(
        self,
        frame: Frame,
        seat: Seat,
        left: Sequence[int],
        chances: WinOptions | None,
        faults: frozenset[str],
    ) -> dict[str, Part]:
        name = seat_name(seat)
        closed = seat in self.view.closed(self.deal_view.game.seats) and seat not in frame.winners
        waits = None if closed else waits_of(left, chances)
        near = self._near(frame, seat, waits, left)
        return {
            f"{name}-waits": self.panels.waits(waits, self._tile, faults),
            f"{name}-near": self.panels.waiting(waits, near, self._tile),
        }

    def _near(
        self, frame: Frame, seat: Seat, waits: Waits | None, left: Sequence[int]
    ) -> Nearness | None:
        """Compute how many draws the hand at the bottom needs until it waits, and which tiles help.

        Return None for another seat, for a hidden hand, for a hand that waits, and after a win.
        `left` has the number of unseen tiles of each kind.
        """
        is_asked = seat == self.view.below and waits is not None and not waits.tiles
        if not is_asked or frame.winners:
            return None
        hand = [piece for piece in frame.pieces if piece.seat == seat and piece.is_held]
        has_melds = any(piece.seat == seat and piece.zone == "meld" for piece in frame.pieces)
        nearness = self.deal_view.nearness
        return nearness_of(hand, left, self.deal_view.rules, nearness, has_melds=has_melds)

    def _column(self, column: Row) -> list[Markup]:
        return [html(tile, self.sprite) for tile in column]

    def _tile(self, tile: Drawn) -> Markup:
        return html(tile, self.sprite)

    def _middle(self, step: int, lying: TablePieces) -> Iterator[tuple[str, Part]]:
        view, frame = self.deal_view, self.deal_view.frames[step]
        shown = view.rules.names.presentation
        all_live, dead = view.frames[0].live or 1, dead_wall(frame, shown)
        yield "wall", self._draw_macro("wall", frame.live, all_live, dead, shown.dead_wall)
        up = self._indicators(frame, lying)
        before, after = count_closed_stacks(frame, shown, len(up))
        yield "dead-before", BACK_SEEN * before
        yield "indicators", Drawing(frozenset(frame.moved), known=self.indicators).row(up)
        yield "dead-after", BACK_SEEN * after
        yield SENTENCE, self._draw_macro("around", frame.go_around) + self.line(step)
        here = self._here(step)
        yield "here", here
        yield "fault", self._fault(step)

    def _indicators(self, frame: Frame, lying: TablePieces) -> tuple[Piece, ...]:
        """Return the dora indicators on the table.

        The result is cached; it is computed again only after a tile that belongs to no player has
        moved.
        """
        version = lying.versions.get((NOBODY, False), 0)
        if self.turned_up.get(version) is None:
            self.turned_up[version] = indicators(frame)
        return self.turned_up[version]

    @cached_property
    def _notes_by_step(self) -> dict[str, dict[int, list[Any]]]:
        """What the page shows next to the steps, as a dict of three dicts.

        `marks` has the marks of the timeline by step, `cases` the findings by step, and `notes` the
        notes of the record by turn.
        """
        view = self.deal_view
        marks = (mark for mark in view.seen(self.view).marks if mark.kind in DESCRIBED_MARKS)
        return {
            "notes": _grouped((turn, (note.sort, spoken(note))) for turn, note in view.deal.notes),
            "marks": _grouped((mark.step, mark) for mark in marks),
            "cases": _grouped(view.cases_in(self.view)),
        }

    def _fault(self, step: int) -> Markup:
        """Return a short link to the first fault (error or warning) of a step, for narrow screens.

        The HTML is empty if the step has no fault.
        """
        cases = self._notes_by_step["cases"].get(step, [])
        wrong = [case.finding for case in cases if is_fault(case.finding)]
        if not wrong:
            return NOTHING
        sentence = cited(wrong[0])
        more = f" (+{len(wrong) - 1})" if wrong[1:] else ""
        link = Markup('<a class="{}" href="#here"{}>⚠ {}{}</a>')
        return link.format(wrong[0].severity, tongue(sentence), first_words(sentence), more)

    def _here(self, step: int) -> Markup:
        """Return the notes, findings, corrections and rulings to show next to a step, as HTML.

        The HTML is empty if there are none.
        """
        view = self.deal_view
        frame, after = view.frames[step], view.frames[step + 1 : step + 2]
        ends_turn = not after or after[0].turn != frame.turn
        notes = self._notes_by_step["notes"].get(frame.turn, []) if ends_turn else []
        marks, cases = (self._notes_by_step[sort].get(step, []) for sort in ("marks", "cases"))
        if not (notes or marks or cases):
            return NOTHING
        cited_cases = [
            (case, self._draw_macro("broken", case.law, case.rule, case.finding.code))
            for case in cases[:HERE]
        ]
        drawn: Markup = self.panels.here(notes[:HERE], cited_cases, marks[:HERE])
        return drawn


def _grouped(pairs: Iterable[tuple[int, Any]]) -> dict[int, list[Any]]:
    groups: dict[int, list[Any]] = {}
    for number, each in pairs:
        groups.setdefault(number, []).append(each)
    return groups


def _rows(place: SeatView) -> Iterator[tuple[str, Row]]:
    yield "hand", place.hand
    yield "drawn", place.drawn
    yield "pillars", place.pillars
    yield "bonus", place.bonus


def _lying(river: dict[str, Part]) -> int:
    """Count the discards of a player that are drawn as tiles.

    `river` has the rows of the player's discards, as drawn. Signs that stand in the place of
    claimed discards do not count.
    """
    lines = [line for line in river.values() if not isinstance(line, Markup)]
    return [tile.taken for line in lines for tile in line].count("")


def _points(seat: Seat, points: str, change: str) -> dict[str, Part]:
    name = seat_name(seat)
    return {f"{name}-points": escape(points), f"{name}-change": escape(change)}


def _counted(numbers: Sequence[int]) -> dict[str, Part]:
    return {f"{SEEN}{kind}": _numeral(number) for kind, number in enumerate(numbers)}


@lru_cache(maxsize=1 << 8)
def _numeral(number: int) -> Markup:
    return escape(number)
