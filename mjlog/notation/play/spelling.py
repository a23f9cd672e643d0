"""Writes the canonical word of a turn from its acts, the inverse of `mjlog.notation.play.words`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from mjlog.model.record import (
    MANNER_DRAWN,
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
"""Number of own tiles in a kong of the latest discard."""


def spell(acts: Sequence[Act], *, stood: bool = False) -> str:
    """Return the acts of one turn as a word of notation, such as ``9m.``.

    Some combinations of acts cannot be expressed: reading the returned word then gives different
    acts, so that callers can detect this. `stood` is True if the turn has an irregular act that
    nobody objected to; the word then begins with ``~``.

    >>> spell([Draw(0, 8), Discard(0, 8, MANNER_DRAWN)])
    '9m.'
    """
    parts = ["~"] if stood else []
    for index, act in enumerate(acts):
        spelled = _SPELLED.get(type(act))
        if spelled is not None:
            parts.append(spelled(act, acts, index))
        if _is_unreplaced(acts, index):
            parts.append("/x")
    return "".join(parts)


def _set_out(act: SetOut, acts: Sequence[Act], index: int) -> str:
    # In ``1f/3m`` the replacement ``/3m`` shows that the drawn 1f was laid out.
    is_replaced = isinstance(_following(acts, index), Replace)
    batch = _just_taken(acts, index) if is_replaced else []
    is_implied = bool(batch) and act.tiles == implied_set_out(batch)
    return "" if is_implied else "&" + text(act.tiles)


def _claim(act: Claim, _acts: Sequence[Act], _index: int) -> str:
    return "+" + text(act.tiles)


def _concealed_kong(act: ConcealedKong, _acts: Sequence[Act], _index: int) -> str:
    return "*" + text(act.tiles)


def _added_kong(act: AddedKong, _acts: Sequence[Act], _index: int) -> str:
    return "^" + text([act.tile])


def _reveal(act: Reveal, _acts: Sequence[Act], _index: int) -> str:
    return "=" + NAMES[act.tile]


def _win(act: Win, acts: Sequence[Act], index: int) -> str:
    if act.own_draw and _is_claimed(acts, index):
        return "/x#"
    return "#"


def _irregularity(act: Irregularity, _acts: Sequence[Act], _index: int) -> str:
    return f"~{act.name}={act.argument}" if act.argument else "~" + act.name


def implied_set_out(batch: Sequence[Tile]) -> tuple[Tile, ...]:
    """Return the bonus tiles among `batch`, the tiles drawn last in a turn.

    If the turn goes on with ``/``, the player lays out these bonus tiles and draws replacements,
    without any other sign for this.
    """
    return tuple(filter(is_bonus, batch))


def _following(acts: Sequence[Act], index: int) -> Act | None:
    """Return the act after the act at `index`; None if there is no later act."""
    return next(_acts_after(acts, index), None)


def _acts_after(acts: Sequence[Act], index: int) -> Iterator[Act]:
    """Yield all acts after the act at `index`.

    Unlike a slice, this does not copy; slices would be slow for hostile words with many acts.
    """
    return (acts[each] for each in range(index + 1, len(acts)))


def _acts_before(acts: Sequence[Act], index: int) -> Iterator[Act]:
    """Yield the acts before the act at `index`, beginning with the latest."""
    return (acts[each] for each in range(index - 1, -1, -1))


def _just_taken(acts: Sequence[Act], index: int) -> list[Tile]:
    """Return the tiles that were drawn directly before the act with the index `index`, in order.

    These are the tiles of replacement draws and of the draw that comes directly before these.
    """
    batch: list[Tile] = []
    for act in _acts_before(acts, index):
        if not isinstance(act, Draw | Replace):
            break
        batch.append(act.tile)
        if isinstance(act, Draw):
            break
    return batch[::-1]


def _is_unreplaced(acts: Sequence[Act], index: int) -> bool:
    """Return whether the record must say with ``/x`` that no replacement tile was drawn.

    This is so if the act with the index `index` is a kong or lays out bonus tiles, and the player's
    next act, such as a discard, shows that there was no such draw.
    """
    act = acts[index]
    is_kong = isinstance(act, ConcealedKong | AddedKong) or _is_claimed_kong(act)
    if not is_kong and not isinstance(act, SetOut):
        return False
    for following in _acts_after(acts, index):
        if isinstance(following, Win):
            return is_kong and following.own_draw
        if not isinstance(following, Reveal | Ready):
            return isinstance(following, Discard | ConcealedKong | AddedKong | SetOut)
    return False


def _is_claimed_kong(act: Act) -> bool:
    return isinstance(act, Claim) and len(act.tiles) == _CLAIMED_FOR_KONG


def _is_claimed(acts: Sequence[Act], index: int) -> bool:
    """Return whether the act before `index` is a chow or a pung, after which no tile is drawn.

    Indicators that were turned up in between are ignored.
    """
    latest = next((act for act in _acts_before(acts, index) if not isinstance(act, Reveal)), None)
    return isinstance(latest, Claim) and not _is_claimed_kong(latest)


def _draw(act: Draw, acts: Sequence[Act], index: int) -> str:
    """Return a draw as text: ``2s`` in ``2s-8m``, or ``2s-`` if nothing follows.

    The text is empty if the drawn tile is discarded and marked so (``2s.``), and for an unknown
    tile before a discard, because the discard then begins with a dash (``-8m``).
    """
    name = "" if act.tile == UNKNOWN else NAMES[act.tile]
    match _following(acts, index):
        case None | Reveal():
            return name + "-"
        case Ready() | Discard():
            return "" if _is_thrown(act.tile, _acts_after(acts, index)) else name
    return NAMES[act.tile]


def _is_thrown(drawn: Tile, acts: Iterable[Act]) -> bool:
    """Return whether the next discard in `acts` is the tile `drawn`, marked as the drawn tile."""
    for act in acts:
        if isinstance(act, Discard):
            return act.manner == MANNER_DRAWN and act.tile == drawn
    return False


def _replacement(act: Replace, acts: Sequence[Act], index: int) -> str:
    """Return a replacement tile as text: the tile, after ``/`` if it is the first in a row.

    For a single unknown tile, the text is ``/`` alone.
    """
    before = acts[index - 1] if index else None
    is_first = not isinstance(before, Replace)
    is_alone = is_first and not isinstance(_following(acts, index), Replace)
    if is_alone and act.tile == UNKNOWN:
        return "/"
    return "/" * is_first + NAMES[act.tile]


def _discard(act: Discard, acts: Sequence[Act], index: int) -> str:
    others = (each for each in _acts_before(acts, index) if not isinstance(each, Take | Ready))
    taken = list(islice(others, 2))
    is_drawn = act.manner == MANNER_DRAWN
    is_short = is_drawn and _is_draw_of(act.tile, taken)
    dash = "-" if taken and not is_short else ""
    return dash + "_" * act.face_down + _thrown(act) + "." * is_drawn + "!" * act.ready


def _is_draw_of(tile: Tile, taken: Sequence[Act]) -> bool:
    """Return whether `taken` consists of one act, the draw of `tile`."""
    return [act.tile for act in taken if isinstance(act, Draw)] == [tile] and len(taken) == 1


def _thrown(act: Discard) -> str:
    """Return the discarded tile as text.

    If the tile is unknown and a mark such as ``!`` is enough, return an empty text.
    """
    if act.pillar:
        return text([act.tile | PILLAR])
    is_marked = act.ready or act.manner == MANNER_DRAWN
    if act.face_down and act.tile == UNKNOWN and is_marked:
        return ""
    return NAMES[act.tile]


_SPELLED: Final[dict[type[Act], Callable[[Any, Sequence[Act], int], str]]] = {
    Draw: _draw,
    Replace: _replacement,
    SetOut: _set_out,
    Claim: _claim,
    ConcealedKong: _concealed_kong,
    AddedKong: _added_kong,
    Reveal: _reveal,
    Discard: _discard,
    Win: _win,
    Irregularity: _irregularity,
}
"""Functions that spell an act, by its class; other acts have no sign of their own."""
