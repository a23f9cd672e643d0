"""The table after one step of a deal, as a value that is fast to make and never changes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from html import escape
from itertools import chain
from typing import Any

from mjlog.model.findings import Finding, Law
from mjlog.model.go_arounds import go_arounds
from mjlog.model.record import NOBODY, Act, Deal, ShownMeld, Turn, seat_name
from mjlog.model.seat import Seat, SeatLike, seat_at
from mjlog.model.shapes import kinds
from mjlog.model.table import NONE, OVER, Hand, Table
from mjlog.model.tile import Tile
from mjlog.model.tile_row import TileRow
from mjlog.model.tiles import PILLAR, UNKNOWN, canonical, spread
from mjlog.referee.legal_acts import broken_laws, judge, legal_acts
from mjlog.referee.outcome import sort_meld
from mjlog.referee.painter_slot import painter
from mjlog.referee.replay import Walk
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Judgement,
)


def steps(deal: Deal, rules: RuleSet, *, seats: int) -> Iterator[Position]:
    """Return an iterator over the positions of a deal: after dealing, then after each act.

    A position is the state of the table. `rules` judge the acts, `seats` is the number of players.
    Raise ValueError if the deal names a player for whom the table has no seat.
    """
    walk = Walk(deal, rules, seats)
    return (Position(walk, step) for step in range(walk.played.steps + 1))


class Position:
    """The table after act number `step`; step 0 is the table as dealt.

    Its attributes are computed when they are read. A position never changes; it can be kept,
    compared and pickled. Methods that take a seat accept its letter or its number.
    """

    __slots__ = ("_walk", "step")

    step: int

    def __init__(self, walk: Walk, step: int) -> None:
        """Create the position after act number `step` of a replayed deal."""
        self._walk = walk
        self.step = step

    # ------------------------------------------------------------------ deal and step

    @property
    def deal(self) -> Deal:
        """Deal to which this position belongs."""
        return self._walk.deal

    @property
    def rules(self) -> RuleSet:
        """Rule set by which the acts of the deal are judged."""
        return self._walk.rules

    @property
    def seats(self) -> int:
        """Number of players at the table."""
        return self._walk.seats

    @property
    def is_last(self) -> bool:
        """Whether this is the position after the last act."""
        return self.step == self._walk.played.steps

    # ------------------------------------------------------------------ what has happened

    @property
    def past(self) -> tuple[Act, ...]:
        """All acts of the deal up to this step, the oldest first."""
        return tuple(self._walk.played.table.past[: self.step])

    @property
    def last(self) -> Act | None:
        """Latest act before this position; None at step 0."""
        if not self.step:
            return None
        return self._walk.played.table.past[self.step - 1]

    @property
    def turn(self) -> Turn | None:
        """Turn (one word of the record) to which the latest act belongs.

        None if there was no act yet, and for an exchange of tiles after the last turn.
        """
        index = self._walk.turn(self.step)
        if index >= 0:
            return self.deal.turns[index]
        return None

    @property
    def go_around(self) -> int:
        """Number of the current go-around (a round of turns, written on one line of the record).

        0 before play, and for an exchange of tiles after the last turn.
        """
        index = self._walk.turn(self.step)
        if index >= 0:
            return go_arounds(self.deal, self.seats)[index]
        return 0

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Findings about all acts so far; at the last step, all findings about the deal."""
        return self._walk.findings(self.step)

    # ------------------------------------------------------------------ tiles

    @property
    def hands(self) -> tuple[TileRow, ...]:
        """Concealed tiles of each seat, with ``?`` for each unknown tile.

        Pillars (tiles set apart) are marked.
        """
        return tuple(_concealed(hand) for hand in self._table.hands)

    @property
    def melds(self) -> tuple[tuple[ShownMeld, ...], ...]:
        """Melds of each seat, in the form that a `show` line has."""
        return tuple(tuple(map(sort_meld, hand.melds)) for hand in self._table.hands)

    @property
    def rivers(self) -> tuple[TileRow, ...]:
        """Discards of each seat in their order. Claimed discards are included."""
        return tuple(TileRow(hand.river) for hand in self._table.hands)

    @property
    def bonus(self) -> tuple[TileRow, ...]:
        """Bonus tiles that each seat has laid out."""
        return tuple(TileRow(hand.bonus) for hand in self._table.hands)

    @property
    def indicators(self) -> TileRow:
        """Indicators that have been turned up so far."""
        return TileRow(self._table.indicators)

    @property
    def wall(self) -> int | None:
        """Number of tiles that can still be drawn from the wall.

        If each player has a private wall, it is the wall of the player in turn. None if the record
        begins in the middle of the deal, or after a turn that nobody could read.
        """
        table = self._table
        if not table.whole:
            return None
        return max(0, self.rules.play.spec.live(table))

    @property
    def undrawn(self) -> int | None:
        """Number of tiles that were not drawn yet, including those that are never drawn.

        None if the record begins in the middle of the deal, or after a turn that nobody could read.
        """
        table = self._table
        if not table.whole:
            return None
        return table.undrawn

    @property
    def drawn(self) -> Tile | None:
        """Tile that the player to act has just drawn; None if there is no such tile."""
        return _tile(self._table.drawn)

    @property
    def live(self) -> Tile | None:
        """Tile that the other players may claim or win on; None if there is no such tile."""
        return _tile(self._table.live)

    # ------------------------------------------------------------------ players

    @property
    def to_act(self) -> Seat:
        """Player who has to draw or act next; `Seat.NOBODY` if the deal is won."""
        table = self._table
        if table.phase == OVER:
            return Seat.NOBODY
        return Seat(table.turn)

    @property
    def dealer(self) -> Seat:
        """Dealer of the deal; if the record names no dealer, the first player to act."""
        return Seat(self._table.dealer)

    @property
    def ready(self) -> tuple[Seat, ...]:
        """Players who have declared ready so far."""
        return tuple(Seat(seat) for seat, hand in enumerate(self._table.hands) if hand.ready)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Players who have declared a win so far."""
        return tuple(Seat(seat) for seat in self._table.winners)

    def waits(self, seat: SeatLike) -> TileRow | None:
        """Return the kinds of tiles that complete a player's hand before the player draws.

        Return None if the hand is unknown, or if the player has drawn a tile.
        """
        hand = self._table.hands[seat_at(seat, self.seats)]
        if not hand.known or hand.total != self._table.resting:
            return None
        return TileRow(kinds(self.rules.play.waits(hand)))

    # ------------------------------------------------------------------ what may follow

    def legal_acts(self, seat: SeatLike | None = None) -> tuple[Act, ...]:
        """Return the acts that are legal now for one player, or for all players if `seat` is None.

        An act is left out if an unknown tile decides whether it is legal. The tiles of possible
        draws are unknown. A `Ready` act stands for the declaration and its discard.
        """
        seats = range(self.seats) if seat is None else (seat_at(seat, self.seats),)
        table = self._table
        acts = (legal_acts(self.deal, table, self.rules, each) for each in seats)
        return tuple(chain.from_iterable(acts))

    def is_legal(self, act: Act) -> Judgement:
        """Return whether an act is legal in this position; None if an unknown tile decides.

        Return False if the game has no acts of this kind.
        """
        return judge(self._table, self.rules, act)

    def broken_by(self, act: Act) -> tuple[Law, ...]:
        """Return the rules of the rulebook that the act would break in this position.

        A rule is left out if an unknown tile decides. Return an empty tuple if the game has no acts
        of this kind.
        """
        return broken_laws(self._table, self.rules, act)

    # ------------------------------------------------------------------ how it is shown

    def svg(self, *, seat: SeatLike = "A", open_hands: bool = True, size: int = 800) -> str:
        """Return a picture of the table as SVG, seen from `seat`.

        Without `open_hands`, the hands of the other players are hidden. `size` is the width in
        pixels.
        """
        return painter()(self, seat=seat, open_hands=open_hands, size=size)

    def _repr_html_(self) -> str:
        """Return a picture of the table with a caption, as HTML for a notebook."""
        return f"<figure>{self.svg(size=480)}<figcaption>{escape(repr(self))}</figcaption></figure>"

    def __str__(self) -> str:
        """Return the hand, melds and discards of each seat in notation, one line for each seat."""
        rows = zip(self.hands, self.melds, self.rivers, strict=True)
        return "\n".join(
            " ".join([f"{seat_name(seat)}:", str(hand), *map(str, melds), "|", str(river)])
            for seat, (hand, melds, river) in enumerate(rows)
        )

    def __repr__(self) -> str:
        """Return a short text for the prompt: the deal, the step, the turn and the next player."""
        label = self.deal.label[:40]
        parts = [f"Position(deal {label!r}, step {self.step} of {self._walk.played.steps}"]
        turn = self.turn
        parts += [f"after {seat_name(turn.seat)}:{turn.word[:40]}"] if turn is not None else []
        to_act = self.to_act
        parts += [f"{seat_name(to_act)} to act" if to_act != NOBODY else "won"]
        number = len(self.findings)
        parts += [f"{number} findings"] if number else []
        return f"{', '.join(parts)})"

    # ------------------------------------------------------------------ a value

    def __eq__(self, other: object) -> bool:
        """Return whether the other object is the same step of an equal deal under equal rules."""
        if not isinstance(other, Position):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        """Return a hash value of the position; equal positions have equal values."""
        return hash((self.step, self.seats, self.deal.label, len(self.deal.turns)))

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what pickle needs to copy the position: deal, rules, seats and step.

        The table is computed again when the copy is used.
        """
        return _position, (self.deal, self.rules, self.seats, self.step)

    def _key(self) -> tuple[object, ...]:
        return self.step, self.seats, self.deal, self.rules

    @property
    def _table(self) -> Table:
        return self._walk.table(self.step)


def _position(deal: Deal, rules: RuleSet, seats: int, step: int) -> Position:
    """Create the position after act number `step` of a deal. Called by pickle."""
    return Position(Walk(deal, rules, seats), step)


def _tile(tile: int) -> Tile | None:
    if tile == NONE:
        return None
    return Tile(tile)


def _concealed(hand: Hand) -> TileRow:
    pillars = None if hand.pillar_count is None else tuple(hand.pillar_count)
    return _row(tuple(hand.count), pillars, hand.pillars_unknown, hand.unknown)


@lru_cache(maxsize=1 << 10)
def _row(
    counts: tuple[int, ...], pillars: tuple[int, ...] | None, unseen_pillars: int, unseen: int
) -> TileRow:
    """Return the concealed tiles of a hand as a row, with ``?`` for each unknown tile.

    `counts` has the number of known tiles of each face, `unseen` the number of unknown tiles.
    `pillars` and `unseen_pillars` have the same for pillars (tiles set apart).
    """
    standing = spread(pillars or ())
    tiles = [*spread(counts), *(tile | PILLAR for tile in standing)]
    return TileRow((*(UNKNOWN,) * unseen_pillars, *canonical(tiles), *(UNKNOWN,) * unseen))
