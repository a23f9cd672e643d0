"""Prepares a deal of MCR for a writer: who sits where, the hands, the acts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mjlog.formats.mcr.fans import POINTS
from mjlog.model.record import (
    MANNER_DRAWN,
    SEATS,
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Deal,
    Dealt,
    Discard,
    Draw,
    Items,
    NoWin,
    Points,
    Replace,
    Seat,
    SetOut,
    Take,
    Win,
)
from mjlog.model.tiles import KIND, UNKNOWN, Tile, text

_HAND: Final = 13


class Laid(NamedTuple):
    """An act of a player, prepared for a writer.

    `player` is the player's number, 0 for East. `sort` is the kind of act, one of
    `deal_words.SORTS` or ``flower``. `tile` is the tile as records write it.
    """

    player: int
    sort: str
    tile: str


class ExportedDeal(NamedTuple):
    """A deal of MCR prepared for a writer of a format that cannot express unknown tiles.

    `players` has the players' letters, East first; `hands` has thirteen tiles for each player.
    `fans` has the points of each fan of the winner, by name. `total` is the hand's total as stated,
    or else the sum of the fans; None if the record has neither. `net` has the changes of points,
    East first; it is empty if they are unknown.
    """

    deal: Deal
    players: str
    hands: tuple[tuple[Tile, ...], ...]
    acts: tuple[Laid, ...]
    fans: Mapping[str, int]
    total: int | None
    net: tuple[int, ...]

    @property
    def wind(self) -> str:
        """The letter of the prevailing wind; `E` if the deal's label does not name a wind."""
        return self.deal.label[:1] if self.deal.label[:1] in {*"ESWN"} else "E"

    @property
    def has_end(self) -> bool:
        """True if the record says how the deal ended: by a win or without one."""
        return bool(self.deal.contents(NoWin)) or "win" in [act.sort for act in self.acts]


def exported(deal: Deal) -> ExportedDeal | None:
    """Convert an MCR deal to an `ExportedDeal`, from which the writers of several formats work.

    It has the hands, acts, fans and points. Return None if the writers cannot express the deal: if
    it has no acts, an incomplete hand, an unknown tile, or an act that their formats do not have.
    """
    order = deal.turn_order(len(SEATS)).beginning_with(max(0, deal.dealer))
    dealt = {line.seat: line.tiles for line in deal.contents(Dealt)}
    hands = [dealt.get(seat, ()) for seat in order]
    acts = _acts(deal, order, holds_all=len(hands[0]) > _HAND)
    if acts is None or not acts or any(UNKNOWN in hand or len(hand) < _HAND for hand in hands):
        return None
    if len(hands[0]) > _HAND:
        acts.insert(0, Laid(0, "draw", text(hands[0][_HAND:])))
    fans, total = _fans(deal)
    changes = [line.points for line in deal.contents(Points) if line.keyword == "net"]
    net: tuple[int, ...] = ()
    if changes and None not in changes[0]:
        net = tuple(changes[0][seat] or 0 for seat in order)
    letters = "".join([SEATS[seat] for seat in order])
    shown = tuple(tuple(hand[:_HAND]) for hand in hands)
    return ExportedDeal(deal, letters, shown, tuple(acts), fans, total, net)


def _fans(deal: Deal) -> tuple[dict[str, int], int | None]:
    fans: dict[str, int] = {}
    total = None
    for line in deal.contents(Items)[:1]:
        for name, points in line.items:
            if name in POINTS:
                fans[name] = points or POINTS[name]
            elif name == "total":
                total = points
    return fans, sum(fans.values()) if total is None and fans else total


def _acts(deal: Deal, order: Sequence[Seat], *, holds_all: bool) -> list[Laid] | None:
    """Return all acts of a deal as a list of `Laid` (player, kind of act, tile).

    Players are numbered by their place in `order`, which lists the seats from East on. `holds_all`
    is True if the dealer was dealt 14 tiles, so the dealer's first draw is skipped. Return None if
    an act cannot be expressed in other formats or has an unknown tile.
    """
    laid: list[Laid] = []
    latest = UNKNOWN
    for turn in deal.turns:
        for act in turn.acts:
            if isinstance(act, Take) and act.seat == order[0] and holds_all:
                holds_all = False
                continue
            names = [*_laid(act, latest)]
            if not names or any(tile in {"", "?"} for _, tile in names):
                return None
            player = order.index(act.seat)
            laid += [Laid(player, sort, tile) for sort, tile in names]
            if isinstance(act, Draw | Replace | Discard | AddedKong):
                latest = act.tile
    return laid


def _laid(act: Act, latest: Tile) -> Iterator[tuple[str, str]]:
    match act:
        case Draw(tile=tile) | Replace(tile=tile):
            yield "draw", text([tile])
        case Discard(tile=tile, manner=manner):
            yield "drawn" if manner == MANNER_DRAWN else "discard", text([tile])
        case Claim(tiles=tiles) if len(tiles) > 2:
            yield "kong", text([latest])
        case Claim(tiles=tiles):
            kinds = sorted([KIND[tile] for tile in (*tiles, latest)])
            yield "chow" if kinds[0] != kinds[1] else "pung", text([kinds[1]])
        case ConcealedKong(tiles=tiles):
            yield "concealed", text(tiles[:1])
        case AddedKong(tile=tile):
            yield "added", text([tile])
        case SetOut(tiles=tiles):
            for tile in tiles:
                yield "flower", text([tile])
        case Win():
            yield "win", text([latest])
