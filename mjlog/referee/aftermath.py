"""The consequences of a finding: doubts about the table, and other entries that may be wrong.

One mistake of a scribe should be one finding. If a hand's number of tiles is wrong, the hand is
counted again. A tile that was seen too often counts as misread. A turn in the wrong place counts as
missing or misplaced. Clauses then answer "cannot tell" and do not report the same mistake again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final

from mjlog.model.findings import Place
from mjlog.model.messages import Message, msg
from mjlog.model.record import (
    DISCARD,
    DRAW,
    NOBODY,
    REPLACE,
    TAKE,
    Deal,
    Dealt,
    Exchange,
    Indicators,
    Replace,
    Reveal,
    Seat,
    SetOut,
    Turn,
    Win,
    seat_name,
)
from mjlog.model.table import ACT, HELD, Hand, Table
from mjlog.model.tiles import BONUS, JOKER, Tile, plain
from mjlog.referee.rulebook import Against

# --------------------------------------------------------------------------- doubts about the table


def settle(table: Table, code: str, act: Any) -> None:
    """Correct the table after an error in the record, so that later acts do not repeat the error.

    `act` is what a player does, `code` is the code of its error. For example, after an error about
    the size of a hand, the hand gets the right size. Most codes change nothing. Call this before
    the act is carried out on the table.
    """
    change = _CHANGES.get(code)
    if change is not None:
        change(table, act)


def settle_judged(table: Table, codes: Collection[str], act: Any) -> None:
    """Mark those tiles on the table as unknown that are in doubt after the errors of an act.

    `codes` are the codes of all errors of the act `act`; only the first code that leaves doubt
    about tiles is used. Call this after all rules have been checked for the act.
    """
    for code in codes:
        # If two clauses cast doubt on the same hand, its missing tiles must not be counted twice.
        if code in _DOUBTS:
            _DOUBTS[code](table, act)
            return


def _count_hand(table: Table, act: Any) -> None:
    """Change the size of the acting player's hand to the number of tiles that the act needs.

    Missing tiles are added as unknown tiles. If the hand has too many tiles, all become unknown.
    """
    hand = table.hands[act.seat]
    if isinstance(act, Dealt):
        acts = act.seat == table.dealer and hand.total > table.resting
    else:
        # The act is judged before it is carried out, so a player who draws still has a resting
        # hand.
        acts = act.kind not in {DRAW, TAKE}
    table.recount(hand, table.acting if acts else table.resting)


def _count_turn(table: Table, act: Any) -> None:
    """Note on the table that the record may lack a turn, or give a turn to the wrong player.

    If it is another player's turn to discard, the hand of that player gets the size that it has
    after a discard.
    """
    table.missed += 1
    if table.phase == ACT and table.turn != act.seat:
        table.recount(table.hands[table.turn], table.resting)


def _count_copies(table: Table, act: Any) -> None:
    """Lower the number of seen copies of each tile of an act, so that the act has a copy left.

    One of the copies may have been misread. The same surplus is then not reported again.
    """
    more = 2 if isinstance(act, Dealt) else 1
    for face in tiles_of(act):
        room = table.copies[face] - more
        table.identified[face] = min(table.identified[face], room)
    table.crowded = False


def _count_replaced(table: Table, act: Any) -> None:
    """Assume that players laid out and replaced bonus tiles and that the record leaves this out.

    The bonus tiles in the hands of other players become unknown tiles, and replacements that these
    players still have to draw are added. If the acting player lays out bonus tiles and keeps
    another one, the kept tile becomes unknown, too, because it may have been misread.
    """
    hand = table.hands[act.seat]
    for face in _kept_back(table, act):
        hand.count[face] -= 1
        table.identified[face] -= 1
        hand.unknown += 1
    for seat in owing_bonus_tiles(table, act.seat):
        hand = table.hands[seat]
        hand.unknown += _drop_bonus(table, hand)
        if hand.owes_replacement:
            table.recount(hand, hand.total + hand.owed)


def _drop_bonus(table: Table, hand: Hand) -> int:
    """Remove the known bonus tiles from a hand, and return how many were removed.

    Their copies no longer count as seen, because the record may lay them out later, or they were
    misread.
    """
    for face in range(BONUS, JOKER):
        table.identified[face] -= hand.count[face]
    return hand.drop_bonus()


def _kept_back(table: Table, act: Any) -> list[Tile]:
    """Return the bonus tiles that a player keeps in the hand while laying out others.

    Return an empty list if `act` does not lay out bonus tiles.
    """
    if not isinstance(act, SetOut):
        return []
    held, laid = table.hands[act.seat].count, act.tiles
    return [face for face in range(BONUS, JOKER) for _ in range(held[face] - laid.count(face))]


def owing_bonus_tiles(table: Table, seat: Seat) -> list[Seat]:
    """Return the players except `seat` who laid out a tile and still have to draw its replacement.

    They laid out a bonus tile or declared a kong. If there are no such players, return the players
    except `seat` who have bonus tiles in their hands.
    """
    owing = set(table.seats_where(attrgetter("owes_replacement")))
    holding = set(table.seats_where(attrgetter("holds_bonus")))
    return sorted(owing - {seat} or holding - {seat})


def _doubt_indicator(table: Table, act: Any) -> None:
    """Stop counting the tile of an indicator as seen, because no indicator belongs here.

    The rules do not turn up an indicator at this point.
    """
    if isinstance(act, Reveal) and act.tile < HELD:
        table.identified[act.tile] -= 1


def _unlock(table: Table, act: Any) -> None:
    """Note that a ready player changed the hand, so that the same error is not reported again."""
    table.hands[act.seat].unlocked = True


def _misdeclare(table: Table, act: Any) -> None:
    """Note on the table that a player's hand was not ready when the player declared ready.

    The hand may still be changed, because the declaration may be the mistake in the record.
    """
    hand = table.hands[act.seat]
    hand.unlocked = hand.misdeclared = True


_SET: Final = 3
"""Tiles of the hand that a declared set uses."""


def _doubt_set(table: Table, act: Any) -> None:
    """Make the hand of the acting player unknown, because it lacks tiles that the act needs.

    The act claims, melds or lays out these tiles. The missing tiles no longer count as seen. The
    number of turns that the record may lack goes up by one.
    """
    hand = table.hands[act.seat]
    for face in set(tiles_of(act)):
        lacking = tiles_of(act).count(face) - hand.count_known(face)
        table.identified[face] -= max(0, lacking)
    table.lose_hand(hand)
    hand.unknown += _SET  # perhaps the tiles never left the hand
    table.missed += 1


def _doubt_exchange(table: Table, act: Any) -> None:
    """Make the hands of all players in a wrong exchange of tiles unknown.

    The exchange, which is carried out afterwards, then leaves the hands with their present sizes.
    """
    if not isinstance(act, Exchange):
        return
    for seat in act.parties:
        table.lose_hand(table.hands[seat])
    for giver, receiver, tiles in act.passes:
        _pass_unseen(table, giver, receiver, tiles)


def _pass_unseen(table: Table, giver: Seat, receiver: Seat, tiles: Sequence[Tile]) -> None:
    """Prepare two hands so that a wrong exchange keeps their sizes and leaves their tiles unknown.

    Call this before `tiles` pass from `giver` to `receiver`: the exchange then removes the tiles
    from the first hand and adds them to the second.
    """
    one, other = table.hands[giver], table.hands[receiver]
    one.total += len(tiles)
    one.unknown += len(tiles)
    other.total -= len(tiles)
    for face in [tile for tile in map(plain, tiles) if tile < HELD]:
        other.count[face] -= 1
        table.identified[face] -= 1
        other.unknown += 1
    other.unknown -= len(tiles)


def _doubt_replacement(table: Table, act: Any) -> None:
    """Assume a missing kong or bonus tile, if a player draws a replacement without a reason.

    Nothing changes if the player has to draw a replacement: then only the drawn tile is wrong.
    """
    if not isinstance(act, Replace) or table.hands[act.seat].owed > 0:
        return  # the replacement is due, and only its tile differs from the wall
    hand = table.hands[act.seat]
    held = _drop_bonus(table, hand)
    hand.total -= held
    hand.owed += held or 1
    table.missed += not held


def _doubt_a_draw(table: Table, _act: Any) -> None:
    """Note on the table that the record may lack one more draw.

    Called if a player plays on with a bonus tile in the hand: the player may have laid it out and
    drawn a replacement without a record of it.
    """
    table.missed += 1


_CHANGES: Final[Mapping[str, Callable[[Table, Any], None]]] = {
    "bonus.held": _doubt_a_draw,
    "claim.latest": _count_turn,
    "deal.bonus_order": _count_replaced,
    "deal.copies": _count_copies,
    "deal.size": _count_hand,
    "discard.locked": _unlock,
    "dora.none": _doubt_indicator,
    "turn.seat": _count_turn,
    "turn.size": _count_hand,
    "wall.replacement": _doubt_replacement,
}
_DOUBTS: Final[Mapping[str, Callable[[Table, Any], None]]] = {
    "bonus.none": _doubt_set,
    "bonus.north": _doubt_set,
    "bonus.tile": _doubt_set,
    "claim.held": _doubt_set,
    "deal.exchange": _doubt_exchange,
    "kong.held": _doubt_set,
    "ready.closed": _misdeclare,
    "ready.tenpai": _misdeclare,
}


def tiles_of(act: Any) -> list[Tile]:
    """Return the known tiles that an act or a `deal` line names.

    Marks of pillars (tiles set apart) are removed.
    """
    tiles = list(getattr(act, "tiles", ()))
    if hasattr(act, "tile"):
        tiles.append(act.tile)
    tiles += getattr(act, "pillars", None) or ()
    return [face for face in map(plain, tiles) if face < HELD]


# --------------------------------------------------------------------------- the other entry

Entry = int | tuple[Message, Place]
"""The other entry that may be wrong.

It is the index of a turn; or a line in words, with its place. The words of a turn are made later,
because most entries are never shown.
"""


def other_entry(deal: Deal, table: Table, against: Against, act: Any, index: int) -> Entry | None:
    """Return the entry of the record that contradicts an act and may be wrong instead of it.

    `against` says what sort of entry to look for; `copies`, for example, looks for an earlier entry
    with the same tile. `index` is the index of the turn that contains the act, -1 if it is in no
    turn. The result is the index of a turn, or a tuple of a description and a place in the file;
    None if there is no such entry.
    """
    look = _LOOKS.get(against, _entry_before)
    return look(deal, table, act, index)


def _copy_entry(deal: Deal, table: Table, act: Any, index: int) -> Entry | None:
    """Return the latest entry before turn `index` that has a tile seen in too many copies.

    Only tiles of the act `act` count. The result is the index of a turn. If no turn shows the tile,
    the result is a description and the place of the `deal` line or of the indicators that show it;
    None if there is no such line.
    """
    surplus = [face for face in tiles_of(act) if table.identified[face] >= table.copies[face]]
    before = -1
    for face in surplus:
        showing = _written(deal).shown.get(face, [])
        place = bisect_left(showing, index) - 1
        if place >= 0:
            before = max(before, showing[place])
    if before >= 0:
        return before
    holding = [
        dealt for dealt in deal.contents(Dealt) if not {*surplus}.isdisjoint(tiles_of(dealt))
    ]
    seats = {dealt.seat for dealt in holding if dealt is not act}
    return _deal_entry(deal, seats) or _indicator_entry(deal)


def _count_entry(deal: Deal, _table: Table, _act: Any, index: int) -> Entry | None:
    """Return the index of the latest turn before turn `index` that is written without its draw.

    Such a turn may be the reason why the size of a hand is wrong. Return None if there is no such
    turn, or if there are more than two, because any of them may be the reason.
    """
    turns = _written(deal).without_draw
    number = bisect_left(turns, index)
    return turns[number - 1] if 0 < number <= _A_FEW else None


def _draw_entry(deal: Deal, table: Table, act: Any, index: int) -> Entry | None:
    """Return the index of an earlier turn whose draw may be wrong, because the wall was empty.

    The result is the latest turn before turn `index` that is written without its draw, or else the
    latest turn with a draw. Return None if there is no such turn.
    """
    entry = _count_entry(deal, table, act, index)
    if entry is not None:
        return entry
    drawn = _written(deal).drawn
    number = bisect_left(drawn, index)
    return drawn[number - 1] if number else None


_LOOKS: Final[Mapping[str, Callable[[Deal, Table, Any, int], Entry | None]]] = {
    "copies": _copy_entry,
    "bonus": lambda deal, table, act, _: _bonus_entry(deal, table, act),
    "count": _count_entry,
    "draws": _draw_entry,
    "indicators": lambda deal, *_: _indicator_entry(deal) or header_without_indicators(deal),
}
"""Functions that find the other entry, by its sort; for all other sorts it is the turn before."""


def _entry_before(deal: Deal, _table: Table, act: Any, index: int) -> Entry | None:
    if isinstance(act, Win) and act.own_draw:
        return None
    return index - 1 if index > 0 else header_entry(deal)


class _Written:
    """Indices of the turns of a deal, collected once, because a deal may have hundreds of errors.

    `shown` maps a tile to the turns that show it, `drawn` has the turns with a draw, and
    `without_draw` the turns that leave out their draw. The first discard is not in `without_draw`,
    because its player perhaps drew nothing.
    """

    __slots__ = ("drawn", "shown", "without_draw")

    def __init__(self, turns: Sequence[Turn]) -> None:
        self.shown: dict[Tile, list[int]] = {}
        self.drawn: list[int] = []
        self.without_draw: list[int] = []
        is_opened = False
        for index, turn in enumerate(turns):
            kinds = {act.kind for act in turn.acts}
            for act in turn.acts:
                for face in tiles_of(act):
                    self.shown.setdefault(face, []).append(index)
            if DRAW in kinds or REPLACE in kinds:
                self.drawn.append(index)
            if is_opened and turn.acts[:1] and turn.acts[0].kind == TAKE:
                self.without_draw.append(index)
            is_opened = is_opened or DISCARD in kinds


_LATEST: Final[list[tuple[Sequence[Turn], _Written]]] = [((), _Written(()))]
"""The turns that were indexed last, with their index: usually those of the replayed deal."""


def _written(deal: Deal) -> _Written:
    turns, written = _LATEST[0]
    if turns is not deal.turns:
        written = _Written(deal.turns)
        _LATEST[0] = (deal.turns, written)
    return written


_A_FEW: Final = 2
"""Most words without their draw of which one can be named as the mistake."""


def _indicator_entry(deal: Deal) -> tuple[Message, Place] | None:
    """Return a description of the line with the indicators turned up before play, and its place.

    Return None if the deal has no such line. Used to name the line in an error message.
    """
    words = msg("the open indicators before play")
    for line in deal.lines_of(Indicators):
        return (words, Place(line.span.line, line.span.column))
    return None


def header_without_indicators(deal: Deal) -> tuple[Message, Place]:
    """Return a text and a place, to report that the deal's dora indicator is missing.

    The text says that no line names the indicator turned up before play. The place is that of the
    deal's header.
    """
    words = msg("the deal, in which no line has the indicator that is open before play")
    return words, Place(deal.span.line, deal.span.column)


def _bonus_entry(deal: Deal, table: Table, act: Any) -> Entry | None:
    """Return the entry of another player who did not lay out or replace a bonus tile in time.

    The result is the index of this player's first turn, or a tuple that describes the player's
    `deal` line. Return None if there is no such player, or if the acting player keeps bonus tiles
    in the hand.
    """
    if _kept_back(table, act):
        return None  # the player's own dealt tiles explain it
    for seat in owing_bonus_tiles(table, act.seat):
        indices = [index for index, turn in enumerate(deal.turns) if turn.seat == seat]
        if table.hands[seat].owes_replacement and indices:
            return indices[0]
        return _deal_entry(deal, {seat})
    return None


def _deal_entry(deal: Deal, seats: Collection[Seat]) -> tuple[Message, Place] | None:
    """Return a description of the last `deal` line of one of these players, and its place.

    Return None if there is no such line.
    """
    for line in reversed(deal.lines_of(Dealt)):
        seat = line.content.seat if isinstance(line.content, Dealt) else NOBODY
        if seat in seats:
            words = msg("the tiles dealt to {seat}", seat=seat_name(seat))
            return words, Place(line.span.line, line.span.column, seat=seat)
    return None


def turn_entry(deal: Deal, index: int) -> tuple[Message, Place]:
    """Return a description of a turn, such as "A's turn 5s-3p", and its place."""
    turn: Turn = deal.turns[index]
    span = deal.place(index)
    words = msg("{seat}'s turn `{word}`", seat=seat_name(turn.seat), word=turn.word)
    return words, Place(span.line, span.column, seat=turn.seat)


def header_entry(deal: Deal) -> tuple[Message, Place] | None:
    """Return a description of the dealer in the deal's header, and its place.

    Return None if the header names no dealer.
    """
    if deal.attribute("dealer") is None:
        return None
    words = msg("the dealer named in the deal's header")
    return words, Place(deal.span.line, deal.span.column, seat=deal.dealer)
