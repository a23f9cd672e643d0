"""Circumstances of a win that rule sets count, such as a win on a replacement or the last tile."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.model.record import (
    ADDED_KONG,
    CLAIM,
    DISCARD,
    REPLACE,
    SET_OUT,
    WIN,
    Act,
    AddedKong,
    Claim,
    Discard,
    Draw,
    Replace,
    Seat,
    Win,
    is_kong,
)
from mjlog.model.table import Table
from mjlog.model.tiles import KINDS, UNKNOWN, kinds_of


def circumstances(table: Table, step: int, left: int) -> frozenset[str] | None:
    """Return words for how a win came about, such as ``robbed``; rule sets score some of them.

    The win is the act at index `step` on the table; `left` is the number of tiles that the next
    player could draw. Return None if the act is no win, if the record does not follow the deal from
    its start, or if it is in doubt whether the wall is empty. The words are:

    - ``dealt``: the dealer wins on the dealt hand;
    - ``first-discard``: on the dealer's first discard;
    - ``first-draw``: a player other than the dealer wins on the first draw;
    - ``first-round``: on a discard before the winner's first turn;
    - ``supplement``: on the replacement for a kong;
    - ``second-supplement``: on the replacement for the second kong in one turn;
    - ``flower-supplement``: on the replacement for a bonus tile;
    - ``last-tile``, ``last-discard``: by self-draw or on a discard when no tile is left to draw;
    - ``robbed``: on a tile that another player adds to a pung;
    - ``kong-discard``: on the discard right after the replacement for a kong;
    - ``kong-robbed``: on a kong that a player declares on the replacement for a kong;
    - ``fourth``: on the last tile of its kind, when the other three are open;
    - ``perhaps-fourth``: the same, if unseen tiles decide whether the other three are open.
    """
    win, before = table.past[step], table.past[:step]
    if not table.whole or not isinstance(win, Win):
        return None
    while before and before[-1].kind == WIN:  # another has won on the same tile
        del before[-1]
    words = set(
        _self_draw_words(before, win.seat, table.dealer)
        if win.own_draw
        else _discard_words(before, win.seat, table.dealer)
    )
    if table.is_perhaps_last(left):
        return None
    if left <= 0:
        words.add("last-tile" if win.own_draw else "last-discard")
    words.update(_fourth(before, win))
    return frozenset(words)


def _self_draw_words(before: Sequence[Act], seat: Seat, dealer: Seat) -> list[str]:
    played = {act.kind for act in before if act.kind == DISCARD or is_kong(act)}
    if seat == dealer and not played:
        return ["dealt"]
    kongs = 0
    taken: list[Act] = []
    for act in before:
        if act.seat == seat:
            taken.append(act)
            if act.kind == DISCARD:
                kongs = 0
            kongs += is_kong(act)
    if not taken or taken[-1].kind != REPLACE:
        is_first = {act.kind for act in taken[:-1]} <= {SET_OUT, REPLACE}
        return ["first-draw"] if is_first and seat != dealer else []
    if not _is_for_a_kong(taken):
        return ["flower-supplement"]
    if kongs > 1:
        return ["supplement", "second-supplement"]
    return ["supplement"]


def _is_for_a_kong(mine: Sequence[Act]) -> bool:
    """Return whether the latest draw of a replacement tile follows a kong, not bonus tiles.

    `mine` are the acts of one player; the last of them is this draw.
    """
    others = (act for act in reversed(mine) if act.kind != REPLACE)
    called_for = next(others, mine[-1])
    return is_kong(called_for)


def _discard_words(before: Sequence[Act], seat: Seat, dealer: Seat) -> list[str]:
    words = []
    own = {act.kind for act in before if act.seat == seat}
    if before and before[-1].kind == DISCARD and own <= {SET_OUT, REPLACE}:
        words.append("first-round")
    if before and before[-1].kind == ADDED_KONG:
        words.append("robbed")
    if before and _follows_a_kong(before):
        words.append("kong-discard" if before[-1].kind == DISCARD else "kong-robbed")
    if _is_first_discard(before, dealer):
        words.append("first-discard")
    return words


def _follows_a_kong(before: Sequence[Act]) -> bool:
    """Return whether the player of the latest act drew a replacement for a kong just before.

    `before` are the acts of all players so far.
    """
    mine = [act for act in before[:-1] if act.seat == before[-1].seat]
    return bool(mine) and mine[-1].kind == REPLACE and _is_for_a_kong(mine)


def _is_first_discard(before: Sequence[Act], dealer: Seat) -> bool:
    """Return whether there was one discard so far, by the dealer, and no claim or kong.

    Other acts, such as laying out bonus tiles, are allowed.
    """
    played = [act for act in before if act.kind in {DISCARD, CLAIM} or is_kong(act)]
    if len(played) != 1:
        return False
    return played[0].kind == DISCARD and played[0].seat == dealer


def _fourth(before: Sequence[Act], win: Win) -> list[str]:
    """Return ``["fourth"]`` if a player wins on the last tile of a kind, after three visible tiles.

    Visible are discards, tiles of claimed melds, and tiles added to pungs. Return
    ``["perhaps-fourth"]`` if unknown tiles leave this open, otherwise an empty list. `before` are
    the acts before the win.
    """
    given = [act for act in before if isinstance(act, Discard | AddedKong)]
    if win.own_draw:
        taken = [act for act in before if isinstance(act, Draw | Replace) and act.seat == win.seat]
        kind = kinds_of([act.tile for act in taken[-1:]])
    else:
        kind = kinds_of([act.tile for act in given[-1:]])
        given = given[:-1]
    if not kind or kind[0] >= KINDS:
        return []
    laid = [act.tile for act in given]
    for act in before:
        if isinstance(act, Claim):
            laid += act.tiles
    seen = kinds_of(laid)
    if seen.count(kind[0]) >= 3:
        return ["fourth"]
    return ["perhaps-fourth"] if max(seen, default=0) >= UNKNOWN else []
