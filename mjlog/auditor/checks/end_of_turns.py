"""Checks of the lines `win` and `draw` against the turns, for records without known rules.

A win in the turns is a win under any rules: the line must name the same winner, source and tile.
"""

from __future__ import annotations

from collections.abc import Mapping

from mjlog.model.messages import Message, Tiles, msg
from mjlog.model.record import (
    AddedKong,
    ConcealedKong,
    Deal,
    Discard,
    Draw,
    Irregularity,
    NoWin,
    Replace,
    Seat,
    SetOut,
    Win,
    WinLine,
    seat_name,
)
from mjlog.model.tiles import KIND, UNKNOWN, Tile, is_known

NOBODY_WINS = msg("in the turns nobody wins")


def contradiction(deal: Deal, content: WinLine | NoWin) -> Message | None:
    """Return a message that says how the turns contradict a `win` or `draw` line.

    Return None if they agree, if the deal has no turns, or if a turn is irregular or unreadable.
    """
    acts = [act for turn in deal.turns for act in turn.acts]
    # After a turn that is unreadable or against the rules, nobody knows how the deal goes on.
    is_open = any(isinstance(act, Irregularity) for act in acts)
    if is_open or not all(turn.acts for turn in deal.turns) or not acts:
        return None
    wins: dict[Seat, tuple[int, Win]] = {}
    for at, turn in enumerate(deal.turns):
        for act in turn.acts:
            if isinstance(act, Win):
                wins.setdefault(act.seat, (at, act))
    if isinstance(content, NoWin):
        winners = [*wins]
        if not winners or content.how == "void":
            return None
        words = "the line says that nobody won, but in the turns {seat} wins"
        return msg(words, seat=seat_name(winners[0]))
    why = _no_such_win(deal, wins, content)
    names = "the win line names {seat}, but {why}"
    if why is None:
        return None
    return msg(names, seat=seat_name(content.seat), why=why)


def _no_such_win(deal: Deal, wins: Mapping[Seat, tuple[int, Win]], line: WinLine) -> Message | None:
    if line.seat in wins:
        at, act = wins[line.seat]
        seat = seat_name(act.seat)
        if act.own_draw and line.source != act.seat:
            return msg("in the turns {seat} wins by self-draw", seat=seat)
        source, tile = _given(deal, at)
        if act.own_draw:
            taken = [each for each in deal.turns[at].acts if isinstance(each, Draw | Replace)]
            source, tile = act.seat, taken[-1].tile if taken else UNKNOWN
        if source is not None and line.source != source:
            words = "in the turns {seat} wins from {source}"
            return msg(words, seat=seat, source=seat_name(source))
        are_known = is_known(tile) and is_known(line.tile)
        if are_known and KIND[tile] != KIND[line.tile]:
            return msg("in the turns {seat} wins on {tile}", seat=seat, tile=Tiles((tile,)))
        return None
    for winner in wins:
        return msg("in the turns {seat} wins", seat=seat_name(winner))
    return NOBODY_WINS


def _given(deal: Deal, at: int) -> tuple[int | None, Tile]:
    """Return who gave the tile that a player can win on at a turn, and the tile.

    It is the latest tile that was discarded, or added to a pung to make a kong, before the turn
    with index `at`. Return (None, unknown tile) if there is no such tile, or if bonus tiles were
    laid out or a concealed kong was declared after it, because some rules let players win on these
    tiles.
    """
    for turn in reversed(deal.turns[:at]):
        for act in reversed(turn.acts):
            if isinstance(act, Discard | AddedKong):
                return turn.seat, act.tile
            if isinstance(act, SetOut | ConcealedKong):  # some rules let these be robbed
                return None, UNKNOWN
    return None, UNKNOWN
