"""Taiwanese 16-tile: the events of play that scores and payments depend on.

They are how a win came about, irregularities and rulings. They come from the table if the record
has turns, otherwise from the lines of the sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.record import (
    MANNER_DRAWN,
    MANNER_FROM_HAND,
    NOBODY,
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Deal,
    Discard,
    Draw,
    Irregularity,
    Items,
    Ready,
    Replace,
    Ruling,
    Seat,
    Win,
    tiles_of,
)
from mjlog.model.table import HELD, Meld, Table, standing_acts
from mjlog.model.tiles import KIND, Tile, kinds_of
from mjlog.referee.rulebook import Spec
from mjlog.rules.taiwanese.hand import PATTERNS_OF_PLAY


@dataclass(frozen=True, slots=True)
class WinCircumstances:
    """How a win came about, according to the turns of the record.

    `discards` is the number of discards in the deal, `claimed` how many of them were claimed,
    `live` how many tiles were left to draw. `perhaps_last`: if the record lacks a draw, the wall
    may have been empty. `replaced`: the winning tile was a replacement. `original`: the winner
    never changed the dealt hand; None if unknown. `declared`: the winner declared ready with its
    first discard. `dealt`: the dealer won with the dealt hand. `first_discard`: the hand won on the
    first discard of the deal. `first_draw`: the hand won on the player's first draw, before any
    claim or kong. `supplied`: the winner drew a replacement before its first discard. `fresh`: no
    other copy of the winning discard lay open; None if unknown. `melds` are the winner's melds in
    the order in which they were declared.
    """

    own_draw: bool
    discards: int
    claimed: int
    live: int
    perhaps_last: bool = False
    replaced: bool = False
    robbed: bool = False
    original: bool | None = False
    declared: bool = False
    dealt: bool = False
    first_discard: bool = False
    first_draw: bool = False
    supplied: bool = False
    fresh: bool | None = False
    melds: tuple[Meld, ...] = ()


@dataclass(frozen=True, slots=True)
class Events:
    """The events of a deal on which scores and payments depend.

    `played`: the record has turns. `came` maps each winner to how the win came about, if the record
    has all turns. `named_patterns` maps each seat to the patterns of play that the score sheet
    names. `rulings` are the rulings of the referee. `irregular` has each irregularity with the seat
    that last put down a tile before it; the seat is `NOBODY` if a tile was drawn after that.
    """

    label: str
    played: bool
    came: Mapping[Seat, WinCircumstances]
    named_patterns: Mapping[Seat, frozenset[str]]
    rulings: tuple[Ruling, ...]
    irregular: tuple[tuple[Irregularity, Seat], ...] = ()

    def ruled(self, name: str) -> tuple[Ruling, ...]:
        """Return the rulings called `name`, such as ``insurance``.

        A ruling is a decision of the referee that the record states.
        """
        return tuple(ruling for ruling in self.rulings if ruling.name == name)


def looker(spec: Spec) -> Callable[[Deal, Table], Events]:
    """Return a function that collects the events of a deal on which scores and payments depend.

    `spec` describes the tiles and the wall, and computes how many tiles are left to draw.
    """

    def look(deal: Deal, table: Table) -> Events:
        wins = []
        if deal.turns and table.whole:
            wins = [act for act in table.past if isinstance(act, Win)]
        items = deal.contents(Items)
        return Events(
            label=deal.label,
            played=bool(deal.turns),
            came={win.seat: _win_circumstances(table, win, spec) for win in wins},
            named_patterns={
                each.seat: PATTERNS_OF_PLAY.intersection(dict(each.items)) for each in items
            },
            rulings=tuple(deal.contents(Ruling)),
            irregular=tuple(_irregular(table.past)),
        )

    return look


def _irregular(past: Sequence[Act]) -> Iterator[tuple[Irregularity, Seat]]:
    """Yield each irregularity (act against the rules), with the seat whose tile was put down last.

    This is the seat that last discarded or added a tile to a pung before the irregularity; it is
    `NOBODY` if a tile was drawn in between. `past` are the acts of the deal.
    """
    if Irregularity not in map(type, past):
        return
    latest = NOBODY
    for act in past:
        match act:
            case Discard() | AddedKong():
                latest = act.seat
            case Draw() | Replace():
                latest = NOBODY
            case Irregularity():
                yield act, latest
            case _:
                pass


def _win_circumstances(table: Table, win: Win, spec: Spec) -> WinCircumstances:
    past, seat, given = _moves(table.past), win.seat, not win.own_draw
    mine = [act for act in past if act.seat == seat]
    kinds, own = list(map(type, past)), list(map(type, mine))
    discards, claimed, thrown = kinds.count(Discard), kinds.count(Claim), Discard in own
    last = past[-1] if past else None
    disturbed = thrown or claimed or ConcealedKong in kinds or AddedKong in kinds
    deals = seat == table.dealer
    return WinCircumstances(
        own_draw=win.own_draw,
        discards=discards,
        claimed=claimed,
        live=spec.live(table),
        perhaps_last=table.is_perhaps_last(spec.live(table)),
        replaced=not given and _is_replaced(own),
        robbed=given and isinstance(last, AddedKong),
        original=_is_original(table, win, mine),
        declared=_is_declared_at_once(mine),
        dealt=not given and deals and not discards,
        first_discard=given and discards == 1 and isinstance(last, Discard),
        first_draw=not given and not deals and not disturbed,
        supplied=Replace in own and not thrown,
        fresh=_is_fresh(table, last) if given else False,
        melds=tuple(table.hands[seat].melds),
    )


def _moves(past: Sequence[Act]) -> Sequence[Act]:
    """Return the acts of play of a deal, without the wins at its end.

    Earlier wins and acts that were taken back are left out, too. `past` are all acts of the deal.
    """
    end = len(past)
    while end and type(past[end - 1]) is Win:
        end -= 1
    moves = past[:end]
    if _NO_MOVES.isdisjoint(map(type, moves)):
        return moves
    return [act for act in standing_acts(moves) if not isinstance(act, Win)]


_NO_MOVES: Final = frozenset({Win, Irregularity})


def _is_replaced(own: Sequence[type[Act]]) -> bool:
    """Return whether the last tile that a player drew was a replacement tile.

    `own` has the classes of the player's acts, such as `Draw`, in their order.
    """
    taken = [kind for kind in own if kind is Draw or kind is Replace]
    return bool(taken) and taken[-1] is Replace


def _is_declared_at_once(mine: Sequence[Act]) -> bool:
    """Return whether the player declared ready together with its first discard.

    `mine` has the player's acts in their order.
    """
    discards = [act for act in mine if isinstance(act, Discard)]
    if not discards or not discards[0].ready:
        return False
    return Ready in map(type, mine)


def _is_original(table: Table, win: Win, mine: Sequence[Act]) -> bool | None:
    """Return whether the winner never changed the dealt hand and only added the winning tile.

    It never did if the winner has no melds and discarded each tile that it drew; the dealer's first
    discard does not matter. Return None if the record does not say whether the discards were the
    drawn tiles. `mine` has the winner's acts in their order.
    """
    if table.hands[win.seat].melds:
        return False
    kept = list(_throws(mine))
    if win.seat == table.dealer:
        del kept[:1]
    if False in kept:
        return False
    if None in kept:
        return None
    return True


def _throws(mine: Iterable[Act]) -> Iterator[bool | None]:
    """Yield for each discard of a player whether it is the tile that the player has just drawn.

    The value is None if the record does not show it. `mine` has the player's acts in their order.
    """
    drawn = HELD
    for act in mine:
        match act:
            case Draw() | Replace():
                drawn = act.tile
            case Discard():
                yield _throws_the_drawn(act, drawn)
            case _:
                pass


def _throws_the_drawn(discard: Discard, drawn: int) -> bool | None:
    if discard.manner == MANNER_DRAWN:
        return True
    if drawn < HELD and discard.tile < HELD:
        return drawn == discard.tile
    if discard.manner == MANNER_FROM_HAND:
        return False
    return None


def _is_fresh(table: Table, last: Act | None) -> bool | None:
    """Return whether `last` is the discard of a tile of which no other copy lies open on the table.

    Return None if an unknown open tile may be a copy. `last` is the latest act of the deal.
    """
    if not isinstance(last, Discard):
        return False
    if last.tile >= HELD:
        return None
    others: list[Tile] = []
    for hand in table.hands:
        others += hand.river
        others += tiles_of(hand.melds)
    others.remove(last.tile)
    if KIND[last.tile] in kinds_of(others):
        return False
    if max(others, default=0) >= HELD:
        return None
    return True
