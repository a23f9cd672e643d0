"""The table after one step, seat by seat and row by row; no rule of the game stands here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from mjlog.model.record import SEATS, Deal, Game, Seat, seat_name
from mjlog.picture.frames import Frame
from mjlog.picture.geometry import ROWS, columns, held, lines, river
from mjlog.referee.rule_set import RuleSet
from webviewer.i18n import gettext, ngettext, person
from webviewer.parts.lying import lit
from webviewer.parts.tile_view import Drawing, Drawn, Known, Row
from webviewer.parts.view_options import ViewOptions

SIDES: Final = {
    1: ("bottom",),
    2: ("bottom", "top"),
    3: ("bottom", "right", "top"),
    4: ("bottom", "right", "top", "left"),
}
"""Where the players sit, the one at the bottom first, then on to the right."""

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
"""What a deal's header says besides who deals and with what points, in the words of a page."""


@dataclass(frozen=True, slots=True)
class Place:
    """What stays at a player's side of the table throughout a deal."""

    seat: str
    side: str
    wind: str
    player: str

    @property
    def has_name(self) -> bool:
        """Whether the player is called otherwise than by the wind."""
        return self.player != self.wind

    @property
    def told(self) -> str:
        """The name and the wind, once where they are the same."""
        return f"{self.player}, {self.wind}" if self.has_name else self.player


@dataclass(frozen=True, slots=True)
class SeatView:
    """What lies at a player's side besides the river, of which it has the number of tiles.

    A meld comes in columns: a tile may lie above another.
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
        """What lies there, counted, for whoever hears the table instead of seeing it."""
        hand = len(self.hand) + len(self.drawn)
        counts = (
            (ngettext("%(num)s tile in hand", "%(num)s tiles in hand", hand), hand),
            (ngettext("%(num)s pillar", "%(num)s pillars", len(self.pillars)), len(self.pillars)),
            (ngettext("%(num)s meld", "%(num)s melds", len(self.melds)), len(self.melds)),
            (
                ngettext("%(num)s bonus tile", "%(num)s bonus tiles", len(self.bonus)),
                len(self.bonus),
            ),
            (ngettext("%(num)s discard", "%(num)s discards", self.discards), self.discards),
        )
        words_counted = [words % {"num": number} for words, number in counts if number]
        return gettext(", ").join([*self.marks, *words_counted])


def places(game: Game, rules: RuleSet, deal: Deal, below: Seat) -> tuple[Place, ...]:
    """The players in the order of their seats, each on its side."""
    sides = SIDES[game.seats]
    winds = rules.names.presentation.winds
    return tuple(
        Place(
            seat_name(seat),
            sides[(seat - below) % game.seats],
            gettext(winds[(seat - max(0, deal.dealer)) % game.seats]),
            player_name(game, seat),
        )
        for seat in range(game.seats)
    )


def player_name(game: Game, seat: Seat) -> str:
    """A player's name; where the record has none, what the player is called in the deal shown."""
    players = game.players
    return (players[seat] if seat < len(players) else "") or person(SEATS[seat])


class Watched(NamedTuple):
    """How a table of so many seats is looked at; `passed` are the tiles discarded as drawn.

    `known` keeps the tiles that were drawn already, from step to step.
    """

    view: ViewOptions
    seats: int
    passed: frozenset[int] = frozenset()
    known: dict[Known, Drawn] | None = None


def seat_view(
    rules: RuleSet, frame: Frame, seat: Seat, watched: Watched, discards: int = 0
) -> SeatView:
    """What lies at that seat's side after a step, with so many tiles in its river."""
    seats = watched.seats
    shown = rules.names.presentation
    marks = [
        (gettext(shown.ready) if shown.ready else gettext("ready"), seat in frame.ready),
        (gettext("to act"), seat == frame.to_act),
        (gettext("wins"), seat in frame.winners),
    ]
    draw = _drawing(rules, frame, watched)
    frame = replace(frame, pieces=tuple([p for p in frame.pieces if p.seat == seat]))
    hand, drawn = held(frame, seat)
    row = draw.row(hand)
    if (
        seat in draw.closed
    ):  # in which place of a sorted hand a tile came to stand would tell what it is
        row = tuple(tile.plain for tile in row)
    pillars = frame.zone(seat, "pillars")
    melds = [columns(meld, seats, turned=shown.turned) for meld in frame.melds(seat)]
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


def river_view(rules: RuleSet, frame: Frame, seat: Seat, watched: Watched) -> tuple[Row, ...]:
    """The lines of a seat's river after a step."""
    draw = _drawing(rules, frame, watched)
    rows = [draw.thrown(line) for line in lines(river(frame, seat, claimed=watched.view.claimed))]
    return (*rows, *(() for _ in range(ROWS + 1 - len(rows))))


def _drawing(rules: RuleSet, frame: Frame, watched: Watched) -> Drawing:
    view, seats, passed, known = watched
    closed = view.closed(seats) - set(frame.winners)
    turned = rules.names.presentation.turned
    return Drawing(lit(frame), passed, turned, closed, {} if known is None else known)
