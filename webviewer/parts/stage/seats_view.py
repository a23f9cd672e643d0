"""The table after a step, seat by seat and row by row; no rule of the game is here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress, count
from operator import is_not
from typing import Final, NamedTuple

from mjlog.model.record import SEATS, Deal, Game, Seat, seat_name
from mjlog.model.table import NONE
from mjlog.model.turn_order import TurnOrder
from mjlog.picture.frames import Frame, Piece
from mjlog.picture.geometry import ROWS, columns, lines, shown, split_hand
from mjlog.referee.rule_set import RuleSet
from mjlog.text.glossary import SUIT_NAMES
from webviewer.i18n import gettext, person, spoken
from webviewer.parts.stage.table_changes import lit
from webviewer.parts.stage.tile_view import Drawing, Drawn, Known, Row
from webviewer.parts.stage.view_options import ViewOptions

SIDES: Final = {
    1: ("bottom",),
    2: ("bottom", "top"),
    3: ("bottom", "right", "top"),
    4: ("bottom", "right", "top", "left"),
}
"""The sides of the table by number of players: the bottom first, then to the right."""

HEADER: Final = {
    "dice": "dice",
    "break": "wall broken at",
    "sticks": "riichi sticks",
    "pool": "points on the table",
    "continued": "dealt on",
    "throws": "throws for seats",
    "winds": "winds drawn",
    "places": "first places",
    "view": "view",
}
"""Words of a page for the attributes of a deal's header, except dealer and points."""


@dataclass(frozen=True, slots=True)
class Place:
    """A player's side of the table during a deal: seat, side of the picture, wind and name."""

    seat: str
    side: str
    wind: str
    player: str

    @property
    def has_name(self) -> bool:
        """Whether the player has a recorded name; without one, the wind is shown as the name."""
        return self.player != self.wind

    @property
    def name_and_wind(self) -> str:
        """The player's name and wind, such as "Anna, East"; only the wind without a name."""
        return f"{self.player}, {self.wind}" if self.has_name else self.player


@dataclass(frozen=True, slots=True)
class SeatView:
    """The tiles at a player's side of the table, and the number of the player's discards.

    `marks` are words about the player, such as `ready`. `active` is True for the player to act and
    for winners. `gaps` is the number of pillars (tiles set aside at the start) that are used
    already. A meld is a tuple of columns, because an added tile may be drawn above another tile.
    """

    marks: tuple[str, ...]
    active: bool
    hand: Row
    drawn: Row
    pillars: Row
    gaps: int
    melds: tuple[tuple[Row, ...], ...]
    bonus: Row
    discards: int

    @property
    def tally(self) -> str:
        """The player's state and the numbers of the player's tiles, in words for a screen reader.

        An example is "ready, 13 tiles in hand, 5 discards".
        """
        ngettext, hand = spoken().ngettext, len(self.hand) + len(self.drawn)
        pillars, melds, bonus = len(self.pillars), len(self.melds), len(self.bonus)
        thrown = self.discards
        counts = (
            (hand and ngettext("%(num)s tile in hand", "%(num)s tiles in hand", hand), hand),
            (pillars and ngettext("%(num)s pillar", "%(num)s pillars", pillars), pillars),
            (melds and ngettext("%(num)s meld", "%(num)s melds", melds), melds),
            (bonus and ngettext("%(num)s bonus tile", "%(num)s bonus tiles", bonus), bonus),
            (thrown and ngettext("%(num)s discard", "%(num)s discards", thrown), thrown),
        )
        words_counted = [words % {"num": number} for words, number in counts if words]
        return gettext(", ").join([*self.marks, *words_counted])


def places(game: Game, rules: RuleSet, deal: Deal, below: Seat) -> tuple[Place, ...]:
    """Return for each seat the player's name, the wind and the side of the picture.

    The player at seat `below` is on the side at the bottom.
    """
    sides, order = SIDES[game.seats], deal.turn_order(game.seats)
    winds = rules.names.presentation.winds
    return tuple(
        Place(
            seat_name(seat),
            sides[order.distance(seat, below)],
            gettext(winds[deal.wind_number(seat, game.seats)]),
            player_name(game, seat),
        )
        for seat in range(game.seats)
    )


def player_name(game: Game, seat: Seat) -> str:
    """Return the name by which a page calls the player at a seat.

    Without a recorded name, it is the wind that `seat_players` stored for this request or, if
    nothing is stored, the letter of the seat.
    """
    players = game.players
    return (players[seat] if seat < len(players) else "") or person(SEATS[seat])


class Line(NamedTuple):
    """A drawn line of a seat's discards, stored for comparison with the same line at the next step.

    `discards` are the pieces, `row` the drawn tiles. `lit` has the numbers of the highlighted
    pieces. `closed` is True if it was drawn for a reader who does not see the hand.
    """

    discards: Sequence[Piece] = ()
    lit: frozenset[int] = frozenset()
    closed: bool = False
    row: Row = ()


class Watched(NamedTuple):
    """The values that decide how a deal's table is drawn, such as view options and order of play.

    `passed` has the numbers of the tiles that were discarded in the turn in which they were drawn.
    `known` keeps drawn tiles, and `lines` keeps drawn lines of discards, to use again at the next
    step.
    """

    view: ViewOptions
    order: TurnOrder
    passed: frozenset[int] = frozenset()
    known: dict[Known, Drawn] | None = None
    lines: dict[tuple[Seat, int], Line] | None = None


def seat_view(
    rules: RuleSet, frame: Frame, seat: Seat, watched: Watched, discards: int = 0
) -> SeatView:
    """Return what a page draws on one player's side of the table: hand, melds and marks.

    The discards are drawn elsewhere; `discards` is their number, which the page reads aloud.
    `watched` says how the page shows the table.
    """
    customs = rules.names.presentation
    marks = [
        (gettext(customs.ready) if customs.ready else gettext("ready"), seat in frame.ready),
        (gettext("to act"), seat == frame.to_act),
        (gettext("wins"), seat in frame.winners),
    ]
    if frame.voids and frame.voids[seat] != NONE:
        suit = gettext(SUIT_NAMES[frame.voids[seat]].message)
        marks.append((gettext("gives up {suit}").format(suit=suit), True))
    draw = _drawing(rules, frame, watched)
    pieces = [piece for piece in frame.pieces if piece.seat == seat and piece.zone != "river"]
    frame = replace(frame, pieces=tuple(pieces))
    hand, drawn = split_hand(frame, seat)
    row = draw.row(hand)
    if seat in draw.closed:  # the place of a new tile in a sorted hand would reveal the tile
        row = tuple(tile.plain for tile in row)
    pillars = frame.zone(seat, "pillars")
    melds = [columns(meld, watched.order, turned=customs.turned) for meld in frame.melds(seat)]
    return SeatView(
        marks=tuple(word for word, holds in marks if holds),
        active=seat in {frame.to_act, *frame.winners},
        hand=row,
        drawn=draw.row((drawn,)) if drawn else (),
        pillars=draw.row(pillars),
        gaps=max(0, rules.play.spec.pillars - len(pillars)) if hand or pillars else 0,
        melds=tuple(tuple(draw.column(column) for column in meld) for meld in melds),
        bonus=draw.row(frame.zone(seat, "bonus")),
        discards=discards,
    )


def river_view(
    rules: RuleSet, frame: Frame, seat: Seat, watched: Watched, discards: Sequence[Piece]
) -> tuple[Row, ...]:
    """Return the rows of tile pictures that show a seat's discards after a step.

    `discards` are all discards of the seat, including those that other players claimed. Empty rows
    are added up to the usual number of rows. Rows drawn earlier are reused. `watched` says how the
    page shows the table.
    """
    draw = _drawing(rules, frame, watched)
    lines_by_place = watched.lines if watched.lines is not None else {}
    rows: list[Row] = []
    for number, each in enumerate(lines(shown(discards, claimed=watched.view.claimed))):
        line = lines_by_place[seat, number] = _line(
            draw, each, lines_by_place.get((seat, number), NO_LINE), seat
        )
        rows.append(line.row)
    return (*rows, *(() for _ in range(ROWS + 1 - len(rows))))


NO_LINE: Final = Line()


def _line(draw: Drawing, discards: Sequence[Piece], before: Line, seat: Seat) -> Line:
    """Return one row of a seat's discards as tile pictures.

    `before` is the same row at an earlier step: pictures that have not changed are taken from it,
    and `before` itself is returned if none has changed.
    """
    closed, bright = seat in draw.closed, draw.moved & {piece.number for piece in discards}
    if before.closed != closed:
        before = NO_LINE
    shorter = min(len(discards), len(before.discards))
    alike = next(compress(count(), map(is_not, before.discards, discards)), shorter)
    if bright == before.lit and alike == len(discards) == len(before.discards):
        return before
    changed = bright | before.lit
    row = [
        draw.discard(piece) if piece.number in changed else drawn
        for piece, drawn in zip(discards, before.row[:alike], strict=False)
    ]
    row += (draw.discard(discard) for discard in discards[alike:])
    return Line(discards, bright, closed, tuple(row))


def _drawing(rules: RuleSet, frame: Frame, watched: Watched) -> Drawing:
    view, order, passed, lines, _ = watched
    closed = view.closed(len(order.players)) - set(frame.winners)
    turned = rules.names.presentation.turned
    return Drawing(lit(frame), passed, turned, closed, {} if lines is None else lines)
