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
    """Return an iterator over the positions of a deal: as dealt, then after each act.

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
        """Make the position of one step of a walk."""
        self._walk = walk
        self.step = step

    # ------------------------------------------------------------------ what it belongs to

    @property
    def deal(self) -> Deal:
        """The deal of which this is one step."""
        return self._walk.deal

    @property
    def rules(self) -> RuleSet:
        """The rule set that judges the deal."""
        return self._walk.rules

    @property
    def seats(self) -> int:
        """How many players sit at the table."""
        return self._walk.seats

    @property
    def is_last(self) -> bool:
        """Whether this is the position after the last act."""
        return self.step == self._walk.played.steps

    # ------------------------------------------------------------------ what has happened

    @property
    def past(self) -> tuple[Act, ...]:
        """All acts so far, oldest first."""
        return tuple(self._walk.played.table.past[: self.step])

    @property
    def last(self) -> Act | None:
        """The latest act; None at step 0."""
        if not self.step:
            return None
        return self._walk.played.table.past[self.step - 1]

    @property
    def turn(self) -> Turn | None:
        """The turn (one word of the record) of the latest act.

        None at step 0, and for exchanges after the last turn.
        """
        index = self._walk.turn(self.step)
        if index >= 0:
            return self.deal.turns[index]
        return None

    @property
    def go_around(self) -> int:
        """The number of the go-around, as written at the beginning of lines of turns.

        It is 0 before play, and for exchanges after the last turn.
        """
        index = self._walk.turn(self.step)
        if index >= 0:
            return go_arounds(self.deal, self.seats)[index]
        return 0

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings about all acts so far; at the last step, all findings of the replay."""
        return self._walk.findings(self.step)

    # ------------------------------------------------------------------ what lies there

    @property
    def hands(self) -> tuple[TileRow, ...]:
        """The concealed tiles of each seat, with pillar flags, and ``?`` for unknown tiles."""
        return tuple(_concealed(hand) for hand in self._table.hands)

    @property
    def melds(self) -> tuple[tuple[ShownMeld, ...], ...]:
        """The melds of each seat, as a `show` line writes them."""
        return tuple(tuple(map(sort_meld, hand.melds)) for hand in self._table.hands)

    @property
    def rivers(self) -> tuple[TileRow, ...]:
        """The discards of each seat in their order, including those that were claimed."""
        return tuple(TileRow(hand.river) for hand in self._table.hands)

    @property
    def bonus(self) -> tuple[TileRow, ...]:
        """The bonus tiles that each seat has set out."""
        return tuple(TileRow(hand.bonus) for hand in self._table.hands)

    @property
    def indicators(self) -> TileRow:
        """The open indicators."""
        return TileRow(self._table.indicators)

    @property
    def wall(self) -> int | None:
        """How many tiles can still be drawn; None if the record does not begin with the deal.

        With private walls, it is the wall of the player in turn.
        """
        table = self._table
        if not table.whole:
            return None
        return max(0, self.rules.play.spec.live(table))

    @property
    def undrawn(self) -> int | None:
        """How many tiles were not drawn yet, dead wall included; None as for `wall`."""
        table = self._table
        if not table.whole:
            return None
        return table.undrawn

    @property
    def drawn(self) -> Tile | None:
        """The tile that the player to act has just drawn; None without one."""
        return _tile(self._table.drawn)

    @property
    def live(self) -> Tile | None:
        """The tile that others may claim or win on; None without one."""
        return _tile(self._table.live)

    # ------------------------------------------------------------------ who is what

    @property
    def to_act(self) -> Seat:
        """The player who has to draw or act; `Seat.NOBODY` when the deal is won."""
        table = self._table
        if table.phase == OVER:
            return Seat.NOBODY
        return Seat(table.turn)

    @property
    def dealer(self) -> Seat:
        """The dealer, or else the first player to act if the record names no dealer."""
        return Seat(self._table.dealer)

    @property
    def ready(self) -> tuple[Seat, ...]:
        """The players who have declared ready."""
        return tuple(Seat(seat) for seat, hand in enumerate(self._table.hands) if hand.ready)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The players who have declared a win."""
        return tuple(Seat(seat) for seat in self._table.winners)

    def waits(self, seat: SeatLike) -> TileRow | None:
        """Return the kinds that complete a hand between turns.

        Return None if the hand is unknown, or if its player has drawn a tile.
        """
        hand = self._table.hands[seat_at(seat, self.seats)]
        if not hand.known or hand.total != self._table.resting:
            return None
        return TileRow(kinds(self.rules.play.waits(hand)))

    # ------------------------------------------------------------------ what may follow

    def legal_acts(self, seat: SeatLike | None = None) -> tuple[Act, ...]:
        """Return the legal acts of a player, or of all players without `seat`.

        Acts about which an unknown tile decides are left out. Drawn tiles are unknown. A `Ready`
        act stands for the declaration with its discard.
        """
        seats = range(self.seats) if seat is None else (seat_at(seat, self.seats),)
        table = self._table
        acts = (legal_acts(self.deal, table, self.rules, each) for each in seats)
        return tuple(chain.from_iterable(acts))

    def is_legal(self, act: Act) -> Judgement:
        """Return whether the act breaks no clause; None if an unknown tile decides.

        Return False if the game has no such acts.
        """
        return judge(self._table, self.rules, act)

    def broken_by(self, act: Act) -> tuple[Law, ...]:
        """Return the sentences of the rulebook that the act would break.

        Sentences about which an unknown tile decides are left out. Empty if the game has no such
        acts.
        """
        return broken_laws(self._table, self.rules, act)

    # ------------------------------------------------------------------ how it is shown

    def svg(self, *, seat: SeatLike = "A", open_hands: bool = True, size: int = 800) -> str:
        """Return the picture of the table, as `mjlog.svg` draws it."""
        return painter()(self, seat=seat, open_hands=open_hands, size=size)

    def _repr_html_(self) -> str:
        """Return HTML for notebooks: the picture, with a caption."""
        return f"<figure>{self.svg(size=480)}<figcaption>{escape(repr(self))}</figcaption></figure>"

    def __str__(self) -> str:
        """Return a line for each seat in notation: hand, melds, discards."""
        rows = zip(self.hands, self.melds, self.rivers, strict=True)
        return "\n".join(
            " ".join([f"{seat_name(seat)}:", str(hand), *map(str, melds), "|", str(river)])
            for seat, (hand, melds, river) in enumerate(rows)
        )

    def __repr__(self) -> str:
        """Return a short text with the step, the latest turn and the next player."""
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
        """Return whether both are the same step of equal deals under equal rules."""
        if not isinstance(other, Position):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        """Return a hash value, which is equal for equal positions."""
        return hash((self.step, self.seats, self.deal.label, len(self.deal.turns)))

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what pickle needs: deal, rules and step; the table is computed again."""
        return _position, (self.deal, self.rules, self.seats, self.step)

    def _key(self) -> tuple[object, ...]:
        return self.step, self.seats, self.deal, self.rules

    @property
    def _table(self) -> Table:
        return self._walk.table(self.step)


def _position(deal: Deal, rules: RuleSet, seats: int, step: int) -> Position:
    """Return the position of a deal at that step."""
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
    """Return the tiles of a hand in order, with `?` for unknown tiles.

    `counts` and `pillars` say how many tiles of each face are known, `unseen` and `unseen_pillars`
    how many are unknown. Results are cached.
    """
    standing = spread(pillars or ())
    tiles = [*spread(counts), *(tile | PILLAR for tile in standing)]
    return TileRow((*(UNKNOWN,) * unseen_pillars, *canonical(tiles), *(UNKNOWN,) * unseen))
