"""The canonical word of a turn, from its acts: the inverse of `mjlog.notation.words`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mjlog.model.record import (
    SAID_DRAWN,
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Discard,
    Draw,
    Irregularity,
    Ready,
    Replace,
    Reveal,
    SetOut,
    Take,
    Win,
)
from mjlog.model.tiles import NAMES, PILLAR, UNKNOWN, Tile, is_bonus, text

_CLAIMED_FOR_KONG: Final = 3
"""Tiles of one's own in a kong that takes the latest discard."""


def spell(acts: Sequence[Act], *, stood: bool = False) -> str:
    """The word that says these acts of one seat.

    For acts that no word can say, one that says something else.

    >>> spell([Draw(0, 8), Discard(0, 8, SAID_DRAWN)])
    '9m.'
    """
    parts = ["~"] if stood else []
    for index, act in enumerate(acts):
        match act:
            case Draw():
                parts.append(_draw(acts, index))
            case Replace():
                parts.append(_replacement(acts, index))
            case SetOut():
                parts.append("" if _is_implied(acts, index) else "&" + text(act.tiles))
            case Claim():
                parts.append("+" + text(act.tiles))
            case ConcealedKong():
                parts.append("*" + text(act.tiles))
            case AddedKong():
                parts.append("^" + text([act.tile]))
            case Reveal():
                parts.append("=" + NAMES[act.tile])
            case Discard():
                parts.append(_discard(act, acts, index))
            case Win():
                parts.append("/x#" if act.own_draw and _is_claimed(acts[:index]) else "#")
            case Irregularity():
                parts.append("~" + act.name + ("=" + act.argument if act.argument else ""))
            case Take() | Ready():
                pass
        if _is_unreplaced(acts, index):
            parts.append("/x")
    return "".join(parts)


def implied_set_out(batch: Sequence[Tile]) -> tuple[Tile, ...]:
    """What a `/` after tiles just taken says was laid out: the bonus tiles among them."""
    return tuple(tile for tile in batch if is_bonus(tile))


def _is_implied(acts: Sequence[Act], index: int) -> bool:
    """Whether a replacement that follows at once says this laying out by itself.

    As in ``1f/3m``.
    """
    act = acts[index]
    if (
        not isinstance(act, SetOut)
        or index + 1 == len(acts)
        or not isinstance(acts[index + 1], Replace)
    ):
        return False
    batch: list[Tile] = []
    for place in range(index - 1, -1, -1):
        earlier = acts[place]
        if not isinstance(earlier, Draw | Replace):
            break
        batch.append(earlier.tile)
        if isinstance(earlier, Draw):
            break
    return bool(batch) and act.tiles == implied_set_out(batch[::-1])


def _is_unreplaced(acts: Sequence[Act], index: int) -> bool:
    """Whether a replacement is due for an act, and the next one happens without it."""
    act = acts[index]
    is_kong = isinstance(act, ConcealedKong | AddedKong)
    is_kong = is_kong or (isinstance(act, Claim) and len(act.tiles) == _CLAIMED_FOR_KONG)
    if not is_kong and not isinstance(act, SetOut):
        return False
    after = (each for each in acts[index + 1 :] if not isinstance(each, Reveal | Ready))
    following = next(after, None)
    if isinstance(following, Win):
        return is_kong and following.own_draw
    return isinstance(following, Discard | ConcealedKong | AddedKong | SetOut)


def _is_claimed(before: Sequence[Act]) -> bool:
    """Whether the latest tiles come from a chow or a pung.

    So that there is no drawn one to win on.
    """
    latest = next((act for act in reversed(before) if not isinstance(act, Reveal)), None)
    return isinstance(latest, Claim) and len(latest.tiles) != _CLAIMED_FOR_KONG


def _draw(acts: Sequence[Act], index: int) -> str:
    """The drawn tile; nothing where the discard that follows says it.

    Or where it is unknown and a dash will do.
    """
    act = acts[index]
    tile = act.tile if isinstance(act, Draw) else UNKNOWN
    if index + 1 == len(acts) or isinstance(acts[index + 1], Reveal):
        if tile == UNKNOWN:
            return "-"
        return NAMES[tile] + "-"
    if not isinstance(acts[index + 1], Ready | Discard):
        return NAMES[tile]
    thrown = next((act for act in acts[index:] if isinstance(act, Discard)), None)
    is_thrown = thrown is not None and thrown.manner == SAID_DRAWN and thrown.tile == tile
    if is_thrown or tile == UNKNOWN:
        return ""
    return NAMES[tile]


def _replacement(acts: Sequence[Act], index: int) -> str:
    """A slash before the first of a batch; an unknown tile by itself is the slash alone."""
    batch = [act for act in acts[index - 1 if index else 0 : index + 2] if isinstance(act, Replace)]
    first = index == 0 or not isinstance(acts[index - 1], Replace)
    if len(batch) == 1 and batch[0].tile == UNKNOWN:
        return "/"
    act = acts[index]
    return ("/" if first else "") + (NAMES[act.tile] if isinstance(act, Replace) else "")


def _discard(act: Discard, acts: Sequence[Act], index: int) -> str:
    taken = [other for other in acts[:index] if not isinstance(other, Take | Ready)]
    drawn = act.manner == SAID_DRAWN
    short = drawn and len(taken) == 1 and isinstance(taken[0], Draw) and taken[0].tile == act.tile
    tile = "" if act.face_down and act.tile == UNKNOWN and (act.ready or drawn) else NAMES[act.tile]
    if act.pillar:
        tile = text([act.tile | PILLAR])
    return (
        ("-" if taken and not short else "")
        + ("_" if act.face_down else "")
        + tile
        + ("." if drawn else "")
        + ("!" if act.ready else "")
    )
