"""Computes earlier hands from a hand shown at the end, as far as acts can be undone exactly.

It goes backwards through one player's acts. A discarded tile returns to the hand, a drawn tile
leaves it, and the tiles of a meld return to it. It stops at the first unknown draw. It has no
rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mjlog.model.record import (
    MANNER_DRAWN,
    RESYNC,
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Deal,
    Discard,
    Draw,
    Exchange,
    Irregularity,
    Replace,
    Seat,
    SetOut,
    Show,
    WinLine,
)
from mjlog.model.table import HELD, Table, physical
from mjlog.model.tiles import PILLAR, Tile, from_pillars, is_known

Learned = Mapping[int, tuple[tuple[Seat, tuple[Tile, ...]], ...]]
"""What shown hands say about earlier steps.

It maps the index of an act (-1: before the first act) to seats and the exact tiles of their hands
after this act. Pillars have their flag.
"""

Shown = Mapping[Seat, tuple[tuple[Tile, ...], Tile | None]]
"""The tiles that each seat showed, and the tile that it won from another player."""


def tiles_given(deal: Deal) -> dict[Seat, Tile]:
    """Return a dict from each player who won on another player's tile to this tile.

    The tiles are those of the `win` lines; a tile may be unknown.
    """
    won = {win.seat: win for win in deal.contents(WinLine)}
    return {seat: win.tile for seat, win in won.items() if win.source != seat}


def shown_hands(deal: Deal) -> Shown:
    """Return a dict from each player who shows a hand at the end to the hand and its winning tile.

    The hand is its concealed tiles. The winning tile is None after a self-draw or without a win.
    Hands with an unknown tile are left out.
    """
    given = tiles_given(deal)
    shown: dict[Seat, tuple[tuple[Tile, ...], Tile | None]] = {}
    for show in deal.contents(Show):
        if all(map(is_known, show.tiles)):
            # A joker that is shown as another tile was a joker in the hand.
            held = tuple(map(_held_tile, show.tiles))
            shown[show.seat] = held, given.get(show.seat)
    return shown


def learned(table: Table, shown: Shown, *, locks: bool) -> Learned:
    """Compute the earlier hands of players from the hands that they show at the end of the deal.

    Return a dict from the index of an act (-1 for the hands as dealt) to tuples of a seat and its
    concealed tiles after this act. Hands that are known anyway, or contradict the record, are left
    out. `locks`: a ready player must discard each drawn tile.
    """
    hands_by_step: dict[int, tuple[tuple[Seat, tuple[Tile, ...]], ...]] = {}
    for seat in shown:
        hand = _hand_before_win(shown, seat)
        if _can_learn_from(table, seat, hand):
            for step, then in _undo(table, seat, hand, locks=locks):
                hands_by_step[step] = (*hands_by_step.get(step, ()), (seat, then))
    return hands_by_step


def _hand_before_win(shown: Shown, seat: Seat) -> list[Tile]:
    """Return a player's shown hand without the winning tile, if the tile came from another player.

    Return an empty list if the player shows no hand.
    """
    tiles, claimed = shown.get(seat, ((), None))
    hand = list(tiles)
    if claimed in hand:
        hand.remove(claimed)
    return hand


def hands_from_shown(table: Table, shown: Shown, seat: Seat, *, locks: bool) -> Learned:
    """Compute a player's hand after each act from the shown hand, even if the turns contradict it.

    Return a dict from the index of an act (-1 for the hand as dealt) to the seat and its concealed
    tiles after this act. The dict is empty if the shown hand has a wrong number of tiles. `locks`:
    a ready player must discard each drawn tile.
    """
    hand = _hand_before_win(shown, seat)
    if len(hand) + 3 * len(table.hands[seat].melds) != table.hands[seat].total:
        return {}
    return {step: ((seat, then),) for step, then in _undo(table, seat, hand, locks=locks)}


def _can_learn_from(table: Table, seat: Seat, hand: list[Tile]) -> bool:
    held = table.hands[seat]
    if held.known or held.contradicted or len(hand) + 3 * len(held.melds) != held.total:
        return False
    has_drawn = table.winners[-1:] == [seat] and table.turn == seat
    drew = has_drawn and 0 <= table.drawn < HELD
    if drew and table.drawn not in map(physical, hand):
        return False
    # A shown hand marks either all its pillars (tiles set apart) or none of them.
    marked = sum(map(from_pillars, hand))
    return held.pillar_count is None or marked in {0, held.pillars_left}


def _undo(
    table: Table, seat: Seat, hand: list[Tile], *, locks: bool
) -> list[tuple[int, tuple[Tile, ...]]]:
    """Undo the acts of a player from the last to the first, and return the hand after each act.

    `hand` is the hand after the last act. Each result is a tuple of the index of an act and the
    hand after it; the latest act comes first. Stop at an act that cannot be undone. If all acts can
    be undone, the last tuple is (-1, the hand as dealt). `locks`: a ready player must discard each
    drawn tile.
    """
    ready = table.hands[seat].ready_step
    after: Act | None = None
    hands: list[tuple[int, tuple[Tile, ...]]] = []
    steps = range(len(table.past) - 1, -1, -1)
    backwards = zip(steps, reversed(table.past), strict=True)
    for step, act in ((step, act) for step, act in backwards if _concerns(act, seat)):
        hands.append((step, tuple(hand)))
        # A ready hand discards what it draws, so the discards show all draws since the declaration.
        before = _undone(act, seat, after, hand, locked=locks and 0 <= ready < step)
        if before is None:
            return hands
        hand, after = before, act
    return [*hands, (-1, tuple(hand))]


def _undone(
    act: Act, seat: Seat, after: Act | None, hand: list[Tile], *, locked: bool
) -> list[Tile] | None:
    """Return a player's hand before an act, given the hand after it; None if unknown.

    `after` is the player's next act. `locked`: the player had to discard the drawn tile.
    """
    before: list[Tile] | None = hand
    match act:
        case Discard():
            before = _with_discard(hand, act)
        case Draw() | Replace():
            before = _hand_without_draw(hand, act, after, locked=locked)
        case Claim() | ConcealedKong():
            before = _with_meld(hand, act.tiles)
        case AddedKong():
            before = _with_meld(hand, (act.tile,))
        case SetOut():
            before = _with_known(hand, act.tiles)
        case Exchange():
            before = _not_exchanged(hand, act, seat)
        case Irregularity():
            before = None  # the irregularity may have taken an act back
    return before


def _with_discard(hand: list[Tile], act: Discard) -> list[Tile] | None:
    if act.tile >= HELD:
        return None
    from_pillar = act.pillar or (act.face_down and any(map(from_pillars, hand)))
    return [*hand, act.tile | PILLAR if from_pillar else act.tile]


def _hand_without_draw(
    hand: list[Tile], act: Draw | Replace, after: Act | None, *, locked: bool
) -> list[Tile] | None:
    if act.tile < HELD:
        return _without_tiles(hand, (act.tile,))
    drawn = _revealed_by(after, locked=locked)
    if drawn is None:
        return None
    return _without_tiles(hand, (drawn,))


def _with_known(hand: list[Tile], tiles: Sequence[Tile]) -> list[Tile] | None:
    """Return the hand with these tiles added; None if one of the tiles is unknown."""
    if all(map(is_known, tiles)):
        return [*hand, *tiles]
    return None


def _with_meld(hand: list[Tile], tiles: Sequence[Tile]) -> list[Tile] | None:
    """Return the hand with the tiles of a meld added, as it was before the meld was made.

    Return None if one of the tiles is unknown.
    """
    if all(map(is_known, tiles)):
        return [*hand, *map(_held_tile, tiles)]
    return None


def _not_exchanged(hand: list[Tile], act: Exchange, seat: Seat) -> list[Tile] | None:
    given: list[Tile] = []
    taken: list[Tile] = []
    for giver, receiver, tiles in act.passes:
        if giver == seat:
            given += tiles
        if receiver == seat:
            taken += tiles
    rest = _without_tiles(hand, taken)
    if rest is None:
        return None
    return _with_known(rest, given)


def _concerns(act: Act, seat: Seat) -> bool:
    if isinstance(act, Exchange):
        return seat in act.parties
    # While the scribe fell behind, any player may have had turns that are not recorded.
    return act.seat == seat or (isinstance(act, Irregularity) and act.name == RESYNC)


def _held_tile(tile: Tile) -> Tile:
    """Return a tile of a meld as it was in the hand before the meld was made.

    A joker that stands for a certain tile becomes a plain joker; the flag of a pillar (a tile set
    apart) stays.
    """
    return physical(tile) | tile & PILLAR


def _revealed_by(after: Act | None, *, locked: bool) -> Tile | None:
    """Return the tile of an unrecorded draw, if the player's next act `after` reveals it, or None.

    A discard reveals the tile if it is marked as the drawn tile, or if the player had to discard
    the drawn tile (`locked`).
    """
    if not isinstance(after, Discard) or after.tile >= HELD:
        return None
    if locked or after.manner == MANNER_DRAWN:
        return after.tile
    return None


def _without_tiles(hand: list[Tile], tiles: Sequence[Tile]) -> list[Tile] | None:
    left = list(hand)
    for tile in tiles:
        if tile not in left:
            return None
        left.remove(tile)
    return left
