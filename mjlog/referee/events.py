"""How a win came about, for rule sets that count it.

On the dealt hand, on a replacement, on the last tile.
"""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.model.record import (
    CLAIM,
    DISCARD,
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Discard,
    Replace,
    Seat,
    Win,
)
from mjlog.model.table import Table


def circumstances(table: Table, step: int, *, dead_wall: int) -> frozenset[str] | None:
    """The words that fit the win at that step.

    None where the record does not follow the deal from its start.

    ``dealt``: the dealer, on its dealt hand; ``first-discard``: on the dealer's first discard;
    ``supplement``: on the replacement of a kong, ``second-supplement`` of the second kong in one
    turn; ``last-tile``, ``last-discard``: when nothing is left to draw; ``robbed``: on a tile laid
    on a pung.
    """
    win, before = table.past[step], table.past[:step]
    if not table.whole or not isinstance(win, Win):
        return None
    found = set(
        _on_own_draw(before, win.seat, table.dealer)
        if win.own_draw
        else _on_another(before, table.dealer)
    )
    if table.undrawn <= dead_wall:
        found.add("last-tile" if win.own_draw else "last-discard")
    return frozenset(found)


def _on_own_draw(before: Sequence[Act], seat: Seat, dealer: Seat) -> list[str]:
    if seat == dealer and not any(isinstance(act, Discard) or is_kong(act) for act in before):
        return ["dealt"]
    mine = [act for act in before if act.seat == seat]
    called_for = next((act for act in reversed(mine) if not isinstance(act, Replace)), None)
    if (
        not mine
        or not isinstance(mine[-1], Replace)
        or called_for is None
        or not is_kong(called_for)
    ):
        return []
    last = max((place for place, act in enumerate(mine) if isinstance(act, Discard)), default=-1)
    kongs = sum(is_kong(act) for act in mine[last + 1 :])
    if kongs > 1:
        return ["supplement", "second-supplement"]
    return ["supplement"]


def _on_another(before: Sequence[Act], dealer: Seat) -> list[str]:
    found = ["robbed"] if before and isinstance(before[-1], AddedKong) else []
    discards = 0
    for act in before:
        if act.kind == DISCARD:
            discards += 1
            if discards > 1 or act.seat != dealer:
                return found
        elif act.kind == CLAIM or is_kong(act):
            return found
    if not discards:
        return found
    return [*found, "first-discard"]


def is_kong(act: Act) -> bool:
    """Whether an act declares a kong or claims a discard for one."""
    return isinstance(act, ConcealedKong | AddedKong) or (
        isinstance(act, Claim) and len(act.tiles) > 2
    )
