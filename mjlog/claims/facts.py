"""What the sheet says of the end of a deal: `win draw show tenpai next`, against the turns and the rules."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.claims.sheet import Sheet
from mjlog.outcome import as_shown
from mjlog.record import SEATS, Line, Next, NoWin, ReadySeats, Ruling, Show, ShownMeld, Tenpai, Win, WinLine, seat_name
from mjlog.rulebook import Unclear, Winner
from mjlog.settlement import Score
from mjlog.table import HELD
from mjlog.tiles import KIND, PILLAR, Tile, canonical, is_known, text


def weigh_tenpai(sheet: Sheet, line: Line, claim: Tenpai) -> None:
    """Who is one tile from winning when the wall runs out."""
    for seat, hand in enumerate(sheet.table.hands):
        label = f"tenpai {seat_name(seat)}"
        if not hand.known or not sheet.table.past:
            sheet.unverified(line, label, f"not every tile of {seat_name(seat)}'s hand is recorded", seat)
            continue
        ready = hand.total == sheet.table.resting and bool(sheet.rules.waits(hand))
        if ready == (seat in claim.seats):
            sheet.agrees(line, label, seat)
        else:
            words = f"{seat_name(seat)} is {'' if ready else 'not '}one tile from winning"
            sheet.differs("tenpai.differs", line, label, words, seat=seat)


def weigh_next(sheet: Sheet, line: Line, claim: Next) -> None:
    """Who deals next."""
    told = dict(claim.attributes)
    if "end" in told:
        _weigh_end(sheet, line)
        return
    named = told.get("dealer")
    if named is None:
        sheet.unverified(line, "next", "it names no dealer")
        return
    due = sheet.next_dealer
    if isinstance(due, Unclear):
        sheet.unverified(line, "next dealer", due.reason)
    elif named == SEATS[due]:
        sheet.agrees(line, "next dealer")
    else:
        words = f"the next dealer is {SEATS[due]}, recorded {named}"
        sheet.differs("next.dealer", line, "next dealer", words, recorded=named, expected=SEATS[due])


def _weigh_end(sheet: Sheet, line: Line) -> None:
    """The game is over where the rules end it."""
    coming = sheet.coming
    if isinstance(coming, Unclear) or coming.over is None:
        reason = coming.reason if isinstance(coming, Unclear) else "the rules leave it open when the game ends"
        sheet.unverified(line, "next end", reason)
    elif coming.over or coming.may_end:
        sheet.agrees(line, "next end")
    else:
        words = f"the game is said to be over, but {SEATS[coming.dealer]} deals {coming.label or 'the next deal'}"
        sheet.differs("next.end", line, "next end", words, expected=coming.label)


def weigh_win(sheet: Sheet, line: Line, claim: WinLine) -> None:
    """The `win` line says what the turns say."""
    if not sheet.deal.turns:
        return
    winner = next((w for w in sheet.outcome.declared if w.seat == claim.seat), None)
    if not sheet.table.winners:
        _win_differs(sheet, line, claim, "in the turns nobody wins") if sheet.table.whole else None
    elif winner is None:
        _win_differs(sheet, line, claim, f"in the turns {seat_name(sheet.table.winners[0])} wins")
    elif winner.tile != claim.tile and is_known(claim.tile) and winner.tile < HELD:
        _win_tile_differs(sheet, line, claim, winner)
    elif winner.source != claim.source:
        how = "by self-draw" if winner.own_draw else f"from {seat_name(winner.source)}"
        _win_differs(sheet, line, claim, f"in the turns {seat_name(winner.seat)} wins {how}")
    else:
        sheet.agrees(line, "win", claim.seat)


def _win_differs(sheet: Sheet, line: Line, claim: WinLine, why: str) -> None:
    sheet.differs(
        "win.line", line, "win", f"the line names a win of {seat_name(claim.seat)}, but {why}", seat=claim.seat
    )


def _win_tile_differs(sheet: Sheet, line: Line, claim: WinLine, winner: Winner) -> None:
    """Turn and line name different tiles. Where the hand shown sides with the line, the odd one out is the turn."""
    seat, written = seat_name(winner.seat), text([winner.tile])
    if not _shown_with(sheet, winner, claim.tile):
        _win_differs(sheet, line, claim, f"in the turns {seat} wins on {written}")
        return
    words = f"{seat} wins on {written} here; the win line and the hand shown have {text([claim.tile])}"
    turns = sheet.deal.turns
    index = next(
        i for i, turn in enumerate(turns) if turn.seat == winner.seat and any(isinstance(act, Win) for act in turn.acts)
    )
    sheet.differs(
        "win.line", line, "win", words, recorded=written, expected=text([claim.tile]), seat=claim.seat, turn=index
    )


def _shown_with(sheet: Sheet, winner: Winner, tile: Tile) -> bool:
    """Whether the winner's shown hand is the one held with that tile as the winning one."""
    show = next(iter(sheet.deal.told(Show)), None)
    if show is None or show.seat != winner.seat or winner.tiles is None or winner.tile not in winner.tiles:
        return False
    held = list(winner.tiles)
    held.remove(winner.tile)
    return _same([*held, tile], show.tiles)


def weigh_no_win(sheet: Sheet, line: Line, claim: NoWin) -> None:
    """The `draw` line says what the turns say."""
    if sheet.table.winners and claim.how != "void":
        words = f"the line says that nobody won; in the turns {seat_name(sheet.table.winners[0])} does"
        sheet.differs("win.line", line, "draw", words)


def weigh_ruling(sheet: Sheet, line: Line, claim: Ruling) -> None:
    """A referee's decision, where the rules say something of its kind."""
    if sheet.rules.weighs is None:
        return
    told = sheet.rules.weighs(claim, sheet.outcome, [score for score in sheet.scores if isinstance(score, Score)])
    label = f"rule {seat_name(claim.seat)} {claim.name}"
    if isinstance(told, Unclear):
        sheet.unverified(line, label, told.reason, claim.seat)
    elif told:
        sheet.differs("rule.differs", line, label, told, recorded=claim.name, seat=claim.seat)
    elif told is not None:
        sheet.agrees(line, label, claim.seat)


def weigh_show(sheet: Sheet, line: Line, claim: Show) -> None:
    """The hand laid open is the one held, the winning tile included; what lies there anyway may be left out."""
    seat = claim.seat
    hand = sheet.table.hands[seat]
    winner = next((w for w in sheet.outcome.declared if w.seat == seat), None)
    if not sheet.deal.turns or not hand.known:
        if why := _cannot_have_won(sheet, winner) if winner is not None else _cannot_have_lost(sheet, claim):
            sheet.differs("show.hand", line, "show", why, seat=seat)
            return
        sheet.unverified(line, "show", f"the record does not follow {seat_name(seat)}'s hand", seat)
        return
    resting = held = hand.tiles()
    if winner is not None and not winner.own_draw and 0 <= winner.tile < HELD:
        held = (*held, winner.tile)
    melds = [as_shown(meld) for meld in hand.melds]
    fits = _same(held, claim.tiles) or _same(resting, claim.tiles)
    if fits and (not claim.melds or _same_melds(melds, claim.melds)):
        sheet.agrees(line, "show", seat)
        return
    due = " ".join([*(_meld_text(m) for m in melds), text(held, sort=True)])
    sheet.differs("show.hand", line, "show", f"{seat_name(seat)} held {due}", expected=due, seat=seat)


def _cannot_have_won(sheet: Sheet, winner: Winner) -> str:
    """Why nobody can have won with the hand shown, whatever the rules; empty when it can be."""
    if winner.tiles is None or winner.melds is None:
        return ""
    size, due = len(winner.tiles) + 3 * len(winner.melds), sheet.table.resting + 1
    if size != due:
        return f"{seat_name(winner.seat)} shows {size} tiles (melds count three); {due} make a winning hand"
    held = {KIND[tile & ~PILLAR] for tile in winner.tiles}
    won = {winner.tile, *(claim.tile for claim in sheet.deal.told(WinLine) if claim.seat == winner.seat)}
    if all(is_known(tile) for tile in won) and not held & {KIND[tile & ~PILLAR] for tile in won}:
        return f"the winning tile {text([winner.tile])} is not among the tiles that {seat_name(winner.seat)} shows"
    return ""


def _cannot_have_lost(sheet: Sheet, claim: Show) -> str:
    """Why no loser can hold the hand shown, whatever the rules; empty when one can, or a ruling speaks of it."""
    size, resting = len(claim.tiles) + 3 * len(claim.melds), sheet.table.resting
    ruled = any(ruling.seat == claim.seat for ruling in sheet.deal.told(Ruling))
    if not sheet.outcome.declared or ruled or size != resting + 1:
        return ""
    return f"{seat_name(claim.seat)} has not won and shows {size} tiles (melds count three); {resting} rest in a hand"


def weigh_ready(sheet: Sheet, line: Line, claim: ReadySeats) -> None:
    """The `ready` line names those who declare ready in the turns; where the turns begin late, those at least."""
    if not sheet.deal.turns:
        return
    for seat, hand in enumerate(sheet.table.hands):
        if hand.ready == (seat in claim.seats):
            sheet.agrees(line, f"ready {seat_name(seat)}", seat)
        elif hand.ready or sheet.table.whole:
            does = f"{seat_name(seat)} {'declares' if hand.ready else 'never declares'} ready in the turns"
            sheet.differs("ready.line", line, f"ready {seat_name(seat)}", does, seat=seat)
        else:
            sheet.unverified(line, f"ready {seat_name(seat)}", "the record does not begin with the deal", seat)


def _same(held: Sequence[Tile], shown: Sequence[Tile]) -> bool:
    """The same tiles; pillar marks count only when the shown hand has any, unknown tiles fit anything."""
    if sorted(held) == sorted(shown):
        return True
    marked = any(tile & PILLAR for tile in shown)
    mine = canonical(held) if marked else canonical(tile & ~PILLAR for tile in held)
    theirs = canonical(shown) if marked else canonical(tile & ~PILLAR for tile in shown)
    if all(is_known(tile) for tile in shown):
        return mine == theirs
    left = list(mine)
    for tile in theirs:
        if is_known(tile):
            if tile not in left:
                return False
            left.remove(tile)
    return len(held) == len(shown)


def _same_melds(melds: Sequence[ShownMeld], shown: Sequence[ShownMeld]) -> bool:
    if any(not is_known(tile) for meld in (*melds, *shown) for tile in meld.tiles):
        return len(melds) == len(shown)
    return sorted(map(_meld_key, melds)) == sorted(map(_meld_key, shown))


def _meld_key(meld: ShownMeld) -> tuple[str, tuple[Tile, ...]]:
    return meld.sign, canonical(tile & ~PILLAR for tile in meld.tiles)


def _meld_text(meld: ShownMeld) -> str:
    return meld.sign + text(meld.tiles, sort=True)
