"""Taiwanese 16-tile: what lies in the course of play.

How a win came, who threw what when, irregularities, rulings.

It is read off the table where the record has turns; a record without turns tells it by its sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from mjlog.model.record import (
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
)
from mjlog.model.table import HELD, Meld, Table
from mjlog.model.tiles import KIND, PILLAR
from mjlog.referee.rulebook import Spec
from mjlog.rules.taiwanese.tai import TOLD


@dataclass(frozen=True, slots=True)
class Came:
    """How a win came about, as the turns tell it.

    `discards` were made in the deal, `claimed` of them; `live` tiles were left to draw. `original`:
    the sixteen tiles as dealt, None where the turns do not tell. `supplied`: a replacement was
    taken before the first discard by the winner. `melds` are the winner's in the order in which
    they were declared.
    """

    own_draw: bool
    discards: int
    claimed: int
    live: int
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
        contents = [line.content for line in deal.lines]
        wins = (
            [act for act in table.past if isinstance(act, Win)]
            if deal.turns and table.whole
            else []
        )
        return Events(
            deal.label,
            bool(deal.turns),
            {win.seat: _came(table, win, spec) for win in wins},
            {
                c.seat: frozenset(name for name, _ in c.items) & TOLD
                for c in contents
                if isinstance(c, Items)
            },
            tuple(c for c in contents if isinstance(c, Ruling)),
            tuple(_irregular(table.past)),
        )

    return look


def _irregular(past: Sequence[Act]) -> Iterable[tuple[Irregularity, Seat]]:
    """Each irregularity, and who had put the latest tile on the table then."""
    latest = -1
    for act in past:
        if isinstance(act, Discard | AddedKong):
            latest = act.seat
        elif isinstance(act, Draw):
            latest = -1
        elif isinstance(act, Irregularity):
            yield act, latest


_KONGS: Final = (ConcealedKong, AddedKong)


def _came(table: Table, win: Win, spec: Spec) -> Came:
    past = [act for act in table.past if not isinstance(act, Win | Irregularity)]
    last = past[-1] if past else None
    mine = [act for act in past if act.seat == win.seat]
    discards = [act for act in past if isinstance(act, Discard)]
    claims = sum(isinstance(act, Claim) for act in past)
    undisturbed = not claims and not any(isinstance(act, _KONGS) for act in past)
    hand = table.hands[win.seat]
    drawn = next((act for act in reversed(mine) if isinstance(act, Draw | Replace)), None)
    return Came(
        win.own_draw,
        len(discards),
        claims,
        spec.live(table),
        replaced=win.own_draw and isinstance(drawn, Replace),
        robbed=not win.own_draw and isinstance(last, AddedKong),
        original=_is_original(table, win, mine),
        declared=_is_declared_at_once(mine),
        dealt=win.own_draw and win.seat == table.dealer and not discards,
        first_discard=not win.own_draw and len(discards) == 1 and last is discards[0],
        first_draw=win.own_draw and win.seat != table.dealer and undisturbed and not _drops(mine),
        supplied=any(isinstance(act, Replace) for act in mine) and not _drops(mine),
        fresh=_is_fresh(table, last) if not win.own_draw else False,
        melds=tuple(hand.melds),
    )


def _drops(acts: Sequence[Act]) -> bool:
    return any(isinstance(act, Discard) for act in acts)


def _is_declared_at_once(mine: Sequence[Act]) -> bool:
    """Ready was declared with the player's first discard."""
    first = next((act for act in mine if isinstance(act, Discard)), None)
    return first is not None and first.ready and any(isinstance(act, Ready) for act in mine)


def _is_original(table: Table, win: Win, mine: Sequence[Act]) -> bool | None:
    """Whether the winner was dealt all tiles but the winning one (or replaced bonus tiles)."""
    if table.hands[win.seat].melds:
        return False
    turns: list[bool | None] = []
    drawn = HELD
    for act in mine:
        match act:
            case Draw() | Replace():
                drawn = act.tile
            case Discard():
                turns.append(_throws_the_drawn(act, drawn))
            case _:
                pass
    kept = turns[1:] if win.seat == table.dealer else turns
    if False in kept:
        return False
    if None in kept:
        return None
    return True


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
    if not isinstance(last, Discard) or last.tile >= HELD:
        if not isinstance(last, Discard):
            return False
        return None
    others = [tile for hand in table.hands for tile in hand.river]
    others.remove(last.tile)
    others += [tile & ~PILLAR for hand in table.hands for meld in hand.melds for tile in meld.tiles]
    if KIND[last.tile] in {KIND[tile] for tile in others}:
        return False
    if any(tile >= HELD for tile in others):
        return None
    return True
