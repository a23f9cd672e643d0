"""Checks of `win` and `draw` lines: how the deal ended."""

from __future__ import annotations

from mjlog.auditor.checks.shown_hand import declared_by, same_tiles
from mjlog.auditor.deal_check import DealCheck
from mjlog.model.findings import Claim
from mjlog.model.messages import Message, Tiles, msg
from mjlog.model.record import WIN, Line, NoWin, Show, WinLine, seat_name
from mjlog.model.table import HELD, OVER
from mjlog.model.tiles import Tile, is_known, text
from mjlog.referee.aftermath import turn_entry
from mjlog.referee.rulebook import Winner


def check_win(sheet: DealCheck, line: Line, claim: WinLine) -> None:
    """Compare a `win` line with the turns, and add a verdict to `sheet`.

    A line that says that a player won on the player's own discard is always an error. Otherwise
    nothing is added if the deal has no turns, or if its turns are incomplete and have no win.
    """
    if claim.is_from_itself:
        own = msg("nobody can win on an own discard: write a self-draw as `self`")
        _win_differs(sheet, line, claim, own)
        return
    if not sheet.deal.turns:
        return
    winner = declared_by(sheet, claim.seat)
    if not sheet.table.winners and not sheet.table.whole:
        return
    if not sheet.table.winners:
        _win_differs(sheet, line, claim, msg("in the turns nobody wins"))
    elif winner is None:
        _win_differs(
            sheet,
            line,
            claim,
            msg("in the turns {seat} wins", seat=seat_name(sheet.table.winners[0])),
        )
    elif winner.tile != claim.tile and is_known(claim.tile) and winner.tile < HELD:
        _win_tile_differs(sheet, line, claim, winner)
    elif winner.source != claim.source:
        seat, source = seat_name(winner.seat), seat_name(winner.source)
        why = msg("in the turns {seat} wins from {source}", seat=seat, source=source)
        if winner.own_draw:
            why = msg("in the turns {seat} wins by self-draw", seat=seat)
        _win_differs(sheet, line, claim, why)
    elif winner.robbed != claim.robbed and winner.tile < HELD:
        _win_differs(sheet, line, claim, _source_of_tile(winner))
    else:
        sheet.agrees(line, Claim("win", claim.seat), claim.seat)


def _source_of_tile(winner: Winner) -> Message:
    """Return a message that says whether the winning tile was discarded or robbed from a kong."""
    tile, source = Tiles((winner.tile,)), seat_name(winner.source)
    if winner.robbed:
        return msg(
            "in the turns {source} adds {tile} to a kong, and the winner robs it",
            tile=tile,
            source=source,
        )
    return msg(
        "in the turns {source} discards {tile}, and nobody robs a kong", tile=tile, source=source
    )


def _win_differs(sheet: DealCheck, line: Line, claim: WinLine, why: Message) -> None:
    words = msg("the win line names {seat}, but {why}", seat=seat_name(claim.seat), why=why)
    turns, about = sheet.deal.turns, Claim("win", claim.seat)
    against = None
    # The line and the turns contradict each other. Either may be wrong, so the finding names both.
    if turns and not claim.is_from_itself:
        against = turn_entry(sheet.deal, len(turns) - 1)
    sheet.differs("win.line", line, about, words, seat=claim.seat, against=against)


def _win_tile_differs(sheet: DealCheck, line: Line, claim: WinLine, winner: Winner) -> None:
    """Add an error: the winning turn and the `win` line name different winning tiles.

    If the shown hand agrees with the line, the error is at the turn, otherwise at the line.
    """
    seat, written = seat_name(winner.seat), Tiles((winner.tile,))
    if not _shown_with(sheet, winner, claim.tile):
        _win_differs(
            sheet,
            line,
            claim,
            msg("in the turns {seat} wins on {tile}", seat=seat, tile=written),
        )
        return
    words = msg(
        "{seat} wins on {tile} in this turn, but the win line and the hand shown have {other}",
        seat=seat,
        tile=written,
        other=Tiles((claim.tile,)),
    )
    turns = enumerate(sheet.deal.turns)
    index = next(
        at
        for at, turn in turns
        if turn.seat == winner.seat and WIN in [act.kind for act in turn.acts]
    )
    written_tile, due = text([winner.tile]), text([claim.tile])
    sheet.differs(
        "win.line",
        line,
        Claim("win", claim.seat),
        words,
        recorded=written_tile,
        expected=due,
        seat=claim.seat,
        turn=index,
        # The tile of a claimed win is also in the discarder's word, which may be the wrong entry.
        against=turn_entry(sheet.deal, index - 1) if index and not winner.own_draw else None,
    )


def _shown_with(sheet: DealCheck, winner: Winner, tile: Tile) -> bool:
    """Return whether a winner shows the hand of the turns with `tile` instead of the winning tile.

    Only the first `show` line of the deal is considered.
    """
    show = next(iter(sheet.deal.contents(Show)), None)
    if show is None or show.seat != winner.seat:
        return False
    if winner.tiles is None or winner.tile not in winner.tiles:
        return False
    held = list(winner.tiles)
    held.remove(winner.tile)
    return same_tiles([*held, tile], show.tiles)


def check_no_win(sheet: DealCheck, line: Line, claim: NoWin) -> None:
    """Add an error for a `draw` line if a player wins in the turns, unless the line says `void`.

    If play goes on after a win by the rules, the error is added only if the turns reach the end of
    the deal.
    """
    if sheet.table.plays_on and sheet.table.phase != OVER:
        return
    if sheet.table.winners and claim.how != "void":
        winner = seat_name(sheet.table.winners[0])
        words = msg("the line says that nobody won, but in the turns {seat} wins", seat=winner)
        sheet.differs("win.line", line, Claim("draw"), words)
