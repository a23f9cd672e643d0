"""Taiwanese 16-tile: what lies in the course of play.

How a win came, who threw what when, irregularities, rulings.

It is read off the table where the record has turns; a record without turns tells it by its sheet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.record import (
    NOBODY,
    SAID_DRAWN,
    SAID_FROM_HAND,
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
from mjlog.model.table import HELD, Meld, Table
from mjlog.model.tiles import KIND, Tile, kinds_of
from mjlog.referee.rulebook import Spec
from mjlog.rules.taiwanese.tai import TOLD


@dataclass(frozen=True, slots=True)
class Came:
    """How a win came about, as the turns tell it.

    `discards` were made in the deal, `claimed` of them; `live` tiles were left to draw;
    `perhaps_last`: perhaps none, as far as every tile is written down. `original`: the sixteen
    tiles as dealt, None where the turns do not tell. `supplied`: a replacement was taken before the
    first discard by the winner. `melds` are the winner's in the order in which they were declared.
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
    """What the rules look up in a deal.

    Each winner's `came` where the record has turns, and what its lines say.
    """

    label: str
    played: bool
    came: Mapping[Seat, Came]
    told: Mapping[Seat, frozenset[str]]
    rulings: tuple[Ruling, ...]
    irregular: tuple[tuple[Irregularity, Seat], ...] = ()

    def ruled(self, name: str) -> tuple[Ruling, ...]:
        """The rulings of that name."""
        return tuple(ruling for ruling in self.rulings if ruling.name == name)


def looker(spec: Spec) -> Callable[[Deal, Table], Events]:
    """What looks a deal over."""

    def look(deal: Deal, table: Table) -> Events:
        wins = []
        if deal.turns and table.whole:
            wins = [act for act in table.past if isinstance(act, Win)]
        items = deal.told(Items)
        return Events(
            label=deal.label,
            played=bool(deal.turns),
            came={win.seat: _came(table, win, spec) for win in wins},
            told={each.seat: TOLD.intersection(dict(each.items)) for each in items},
            rulings=tuple(deal.told(Ruling)),
            irregular=tuple(_irregular(table.past)),
        )

    return look


def _irregular(past: Sequence[Act]) -> Iterator[tuple[Irregularity, Seat]]:
    """Each irregularity, and who had put the latest tile on the table then."""
    if not any([type(act) is Irregularity for act in past]):
        return
    latest = NOBODY
    for act in past:
        match act:
            case Discard() | AddedKong():
                latest = act.seat
            case Draw():
                latest = NOBODY
            case Irregularity():
                yield act, latest
            case _:
                pass


def _came(table: Table, win: Win, spec: Spec) -> Came:
    past = [act for act in table.past if not isinstance(act, Win | Irregularity)]
    mine = [act for act in past if act.seat == win.seat]
    acts = Counter([type(act) for act in past])
    own = Counter([type(act) for act in mine])
    came = Came(
        own_draw=win.own_draw,
        discards=acts[Discard],
        claimed=acts[Claim],
        live=spec.live(table),
        perhaps_last=table.is_perhaps_last(spec.live(table)),
        original=_is_original(table, win, mine),
        declared=_is_declared_at_once(mine),
        supplied=own[Replace] > 0 and not own[Discard],
        melds=tuple(table.hands[win.seat].melds),
    )
    if not win.own_draw:
        return _given(came, table, past)
    taken = [act for act in mine if isinstance(act, Draw | Replace)]
    came = replace(came, replaced=bool(taken) and type(taken[-1]) is Replace)
    if win.seat == table.dealer:
        return replace(came, dealt=not came.discards)
    disturbed = acts[Claim] + acts[ConcealedKong] + acts[AddedKong] + own[Discard]
    return replace(came, first_draw=not disturbed)


def _given(came: Came, table: Table, past: Sequence[Act]) -> Came:
    """How another player's tile came."""
    last = past[-1] if past else None
    return replace(
        came,
        robbed=isinstance(last, AddedKong),
        first_discard=came.discards == 1 and isinstance(last, Discard),
        fresh=_is_fresh(table, last),
    )


def _is_declared_at_once(mine: Sequence[Act]) -> bool:
    """Ready was declared with the player's first discard."""
    discards = [act for act in mine if isinstance(act, Discard)]
    if not discards or not discards[0].ready:
        return False
    return Ready in map(type, mine)


def _is_original(table: Table, win: Win, mine: Sequence[Act]) -> bool | None:
    """Whether the winner was dealt all tiles but the winning one (or replaced bonus tiles)."""
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
    """Of each discard whether it was the tile just drawn."""
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
    if discard.manner == SAID_DRAWN:
        return True
    if drawn < HELD and discard.tile < HELD:
        return drawn == discard.tile
    if discard.manner == SAID_FROM_HAND:
        return False
    return None


def _is_fresh(table: Table, last: Act | None) -> bool | None:
    """Whether the kind of the latest discard lies nowhere else among discards and melds."""
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
