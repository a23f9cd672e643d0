"""Checks of `show` lines: the shown hand must be the hand that its player holds by the turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from mjlog.auditor.deal_check import DealCheck
from mjlog.model.findings import Claim
from mjlog.model.messages import Message, Tiles, counting, msg
from mjlog.model.record import Line, Seat, Show, ShownMeld, WinLine, seat_name, tiles_of
from mjlog.model.table import HELD
from mjlog.model.tiles import KIND, PILLAR, Tile, bonus_among, canonical, is_known, text
from mjlog.referee.outcome import shown_meld
from mjlog.referee.rulebook import Winner


def check_show(sheet: DealCheck, line: Line, claim: Show) -> None:
    """Check that a `show` line has the hand that its player holds, and add a verdict to `sheet`.

    The line may include or omit the winning tile and the melds. If the turns do not make the hand
    known, only hands that no player can hold are errors.
    """
    seat = claim.seat
    hand = sheet.table.hands[seat]
    winner = declared_by(sheet, seat)
    if not sheet.deal.turns or not hand.known:
        _check_unfollowed(sheet, line, claim, winner)
        return
    if why := _too_many_pillars(sheet, claim):
        sheet.differs("show.hand", line, Claim("show", seat), why, seat=seat)
        return
    resting = held = hand.tiles()
    if winner is not None and not winner.own_draw and 0 <= winner.tile < HELD:
        held = (*held, winner.tile)
    melds = [shown_meld(meld) for meld in hand.melds]
    fits = same_tiles(held, claim.tiles) or same_tiles(resting, claim.tiles)
    if fits and (not claim.melds or _same_melds(melds, claim.melds)):
        sheet.agrees(line, Claim("show", seat), seat)
        return
    due = " ".join([*((m.sign + text(m.tiles, sort=True)) for m in melds), text(held, sort=True)])
    words = msg(
        "the hand shown is not the one that {seat} had: {tiles}", seat=seat_name(seat), tiles=due
    )
    sheet.differs("show.hand", line, Claim("show", seat), words, expected=due, seat=seat)


def _check_unfollowed(sheet: DealCheck, line: Line, claim: Show, winner: Winner | None) -> None:
    """Check a shown hand if the turns do not make the hand known; add a verdict to `sheet`.

    A hand that is impossible, for example too large, is an error; any other hand is "unverified".
    `winner` is the win that the player declared, or None.
    """
    seat = claim.seat
    if winner is None:
        why = _cannot_have_lost(sheet, claim)
    else:
        why = _cannot_have_won(sheet, winner, claim)
    why = _bonus_tiles(claim) or why or _too_many_pillars(sheet, claim)
    if why is not None:
        sheet.differs("show.hand", line, Claim("show", seat), why, seat=seat)
        return
    words = msg("the record does not follow {seat}'s hand", seat=seat_name(seat))
    sheet.unverified(line, Claim("show", seat), words.lacking("turns"), seat)


def _bonus_tiles(claim: Show) -> Message | None:
    """Return an error message if a shown hand contains bonus tiles, else None."""
    tiles = bonus_among(claim.tiles)
    if not tiles:
        return None
    words = (
        "a hand shown has no bonus tiles: leave out {tiles}, or write {line} if turns are missing"
    )
    line = f"`bonus {seat_name(claim.seat)} {text(tiles)}`"
    return msg(words, tiles=Tiles(tiles), line=line)


def _cannot_have_won(sheet: DealCheck, winner: Winner, claim: Show) -> Message | None:
    """Return a message that says why a shown hand cannot have won; None if the hand can have won.

    It cannot if it has too many or too few tiles, or lacks the winning tile.
    """
    due = sheet.table.resting + 1
    is_known_hand = winner.tiles is not None and winner.melds is not None
    melds = claim.melds if winner.melds is None else winner.melds
    shown = size = _size(claim.tiles, melds)
    if winner.tiles is not None and winner.melds is not None:
        # The winning tile counts even if the hand shown leaves it out.
        size = _size(winner.tiles, winner.melds)
    if size > due or (size < due and is_known_hand):
        return counting(
            "{seat} shows {number} tile; a winning hand has {due} (a meld counts three)",
            "{seat} shows {number} tiles; a winning hand has {due} (a meld counts three)",
            shown,
            seat=seat_name(winner.seat),
            due=due,
        )
    if winner.tiles is None or winner.melds is None:
        return None
    lines = [line for line in sheet.deal.contents(WinLine) if line.seat == winner.seat]
    won = {winner.tile, *[line.tile for line in lines]}
    # Compare kinds without the mark of pillars.
    won_kinds = {KIND[tile & ~PILLAR] for tile in won}
    are_known = all(is_known(tile) for tile in won)
    if are_known and won_kinds.isdisjoint([KIND[tile & ~PILLAR] for tile in winner.tiles]):
        lacking = "the winning tile {tile} is not among the tiles that {seat} shows"
        return msg(lacking, tile=Tiles((winner.tile,)), seat=seat_name(winner.seat))
    return None


def _size(tiles: Sequence[Tile], melds: Sequence[ShownMeld]) -> int:
    """Return the number of tiles in a hand; every meld, also a kong, counts as three tiles."""
    return len(tiles) + 3 * len(melds)


def _too_many_pillars(sheet: DealCheck, claim: Show) -> Message | None:
    """Return a message if a shown hand has too many tiles marked as pillars, else None.

    Pillars are tiles that some games deal separately and that players keep apart.
    """
    most = sheet.rules.play.spec.pillars
    if not most and not claim.is_marked:
        return None
    marked = sum(1 for tile in claim.every_tile if tile & PILLAR)
    if marked and not most:
        none = "{seat} shows tiles as pillars, but this game has no pillars"
        return msg(none, seat=seat_name(claim.seat))
    if marked > most:
        return counting(
            "{seat} shows {number} tile from its pillars; a player has {most}",
            "{seat} shows {number} tiles from its pillars; a player has {most}",
            marked,
            seat=seat_name(claim.seat),
            most=most,
        )
    # The turns may show how many pillars a set was made with.
    hand = sheet.table.hands[claim.seat]
    is_followed = sheet.deal.turns and hand.known and sheet.table.whole
    if not is_followed or hand.pillar_count is None or hand.contradicted or hand.blended:
        return None
    marked = sum(bool(tile & PILLAR) for tile in tiles_of(claim.melds))
    used = sum(meld.pillars for meld in hand.melds)
    if marked <= used:
        return None
    return counting(
        "{seat} marks {number} tile of its sets as a pillar; the turns show {used}",
        "{seat} marks {number} tiles of its sets as pillars; the turns show {used}",
        marked,
        seat=seat_name(claim.seat),
        used=used,
    )


def _cannot_have_lost(sheet: DealCheck, claim: Show) -> Message | None:
    """Return a message if a player who has not won shows too many tiles, else None.

    Return None also if a ruling is about the player.
    """
    size, resting = _size(claim.tiles, claim.melds), sheet.table.resting
    ruled = sheet.is_ruled_of(claim.seat)
    too_many = size == resting + 1 and bool(sheet.outcome.declared)
    never_held = size > resting + 1 and not sheet.deal.turns
    if ruled or not (too_many or never_held):
        return None
    many = (
        "{seat} has not won and shows {size} tiles; a hand that has not won has "
        "{resting} (a meld counts three)"
    )
    return msg(many, seat=seat_name(claim.seat), size=size, resting=resting)


def same_tiles(held: Sequence[Tile], shown: Sequence[Tile]) -> bool:
    """Return whether two hands have the same tiles, in any order.

    An unknown tile in `shown` matches any tile. Marks of pillars (tiles set apart) are compared
    only if `shown` has such marks.
    """
    if sorted(held) == sorted(shown):
        return True
    if not any(tile & PILLAR for tile in shown):
        held = [tile & ~PILLAR for tile in held]
    mine, theirs = Counter(canonical(held)), Counter(canonical(shown))
    if all(map(is_known, shown)):
        return mine == theirs
    known_tiles = Counter(filter(is_known, theirs.elements()))
    return len(held) == len(shown) and known_tiles <= mine


def _same_melds(melds: Sequence[ShownMeld], shown: Sequence[ShownMeld]) -> bool:
    if [*melds] == [*shown]:
        return True
    mine, theirs = [
        sorted([(meld.sign, canonical([tile & ~PILLAR for tile in meld.tiles])) for meld in each])
        for each in (melds, shown)
    ]
    are_known = all(is_known(tile) for tile in tiles_of((*melds, *shown)))
    return mine == theirs or (len(melds) == len(shown) and not are_known)


def declared_by(sheet: DealCheck, seat: Seat) -> Winner | None:
    """Return the win that a player declared, legal or not; None if the player declared no win."""
    for winner in sheet.outcome.declared:
        if winner.seat == seat:
            return winner
    return None
