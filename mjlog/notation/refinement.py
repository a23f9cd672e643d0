"""Checks whether one record says all that another record says, and joins partial records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from itertools import filterfalse, zip_longest
from typing import Any, Final, TypeVar

from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.record import (
    MANNER_UNKNOWN,
    NOBODY,
    SEATS,
    Act,
    Content,
    Deal,
    Draw,
    Game,
    Kept,
    Ready,
    Remark,
    Replace,
    Reveal,
    Seat,
    ShownMeld,
    Take,
    Turn,
)
from mjlog.model.tiles import PILLAR, Tile, from_pillars
from mjlog.model.tiles import refines as tile_refines
from mjlog.notation.lines.line_order import seats_of
from mjlog.notation.writer import line_text

UNSEEN: Final = (Draw, Replace, Reveal, Ready)
"""Acts that an observer may miss."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A place where the fuller record does not say what the other record says.

    `deal` and `turn` are counted from 1. `turn` is 0 if the place is a line. Both are 0 if the
    records have different numbers of deals. `full` and `seen` are what the two records say at this
    place, in notation.
    """

    deal: int
    turn: int
    seat: Seat
    full: str
    seen: str


def refines(full: Game | Deal, seen: Game | Deal) -> tuple[Disagreement, ...]:
    """Compare a full record with what an observer has seen; return a tuple of disagreements.

    The tuple is empty if `full` says everything that `seen` says, as exactly or more exactly: a
    tile is more exact than `?`, a recorded draw more exact than no draw, and a number more exact
    than an unknown number. Headers, ``@`` lines, notes, signatures and unknown lines are not
    compared.
    """
    wholes, parts = _deals(full), _deals(seen)
    disagreements: list[Disagreement] = []
    for number, (whole, part) in enumerate(zip(wholes, parts, strict=False), 1):
        disagreements += _turns(whole.turns, part.turns, number)
        disagreements += _lines(whole, part, number)
    if len(wholes) != len(parts):
        disagreements.append(
            Disagreement(0, 0, NOBODY, f"{len(wholes)} deals", f"{len(parts)} deals")
        )
    return tuple(disagreements)


def _deals(record: Game | Deal) -> tuple[Deal, ...]:
    if isinstance(record, Game):
        return record.deals
    return (record,)


# --------------------------------------------------------------------------- turns


def _turns(full: Sequence[Turn], seen: Sequence[Turn], deal: int) -> Iterator[Disagreement]:
    pairs = zip_longest(full, seen, fillvalue=_ABSENT)
    for number, (one, other) in enumerate(pairs, 1):
        if one.seat != other.seat or not acts_refine(one.acts, other.acts):
            yield Disagreement(deal, number, other.seat, _word(one), _word(other))


_ABSENT: Final = Turn(NOBODY, "", ())
"""Placeholder for a missing turn at the end of the shorter record; it is not equal to any turn."""


def _word(turn: Turn) -> str:
    return "" if turn is _ABSENT else f"{SEATS[turn.seat]}:{turn.word}"


def acts_refine(full: Sequence[Act], seen: Sequence[Act]) -> bool:
    """Return whether the acts of a turn in the full record agree with what an observer has seen.

    `full` must have all acts of `seen`, in the same order, as exactly or more exactly. It may also
    have acts that an observer can miss: those of the types in `UNSEEN`, and `Take`, which stands
    for a draw that is not written.
    """
    left = list(filterfalse(_is_take, seen))
    for act in full:
        if left and act_refines(act, left[0]):
            left.pop(0)
        elif not isinstance(act, (*UNSEEN, Take)):
            return False
    return not left


def act_refines(full: Act, seen: Act) -> bool:
    """Return whether the act `full` says everything that the observed act `seen` says."""
    return type(full) is type(seen) and _fields_refine(full, seen)


def _fields_refine(full: Act | Content, seen: Act | Content) -> bool:
    """Return whether each field of `full` is as exact as the field of `seen`, or more exact."""
    return all(_says(name, getattr(full, name), getattr(seen, name)) for name in _names(full))


def _names(value: Act | Content) -> list[str]:
    """Return the names of the fields of an act or of a line's content."""
    return [each.name for each in fields(value)]


def _says(name: str, full: object, seen: object) -> bool:
    """Return whether the value `full` of a field says at least as much as the value `seen`.

    `name` is the name of the field. The values belong to the same act or line in two records. For
    example, 8 says more than an unknown number.
    """
    if full == seen:
        return True
    if name == "pillars" and seen is None:
        return isinstance(full, tuple)
    refines = _REFINES.get(name)
    return refines is not None and type(full) is type(seen) and refines(full, seen)


def _manner_says(_full: int, seen: int) -> bool:
    return seen == MANNER_UNKNOWN


def _pillar_says(full: bool, seen: bool) -> bool:
    return full and not seen


def _numbers_say(full: Sequence[object], seen: Sequence[object]) -> bool:
    if len(full) != len(seen):
        return False
    return all(number in (None, exact) for exact, number in zip(full, seen, strict=True))


def _parts_say(full: Sequence[object], seen: Sequence[object]) -> bool:
    return len(full) == len(seen) and all(map(_part_says, full, seen))


def _part_says(full: object, seen: object) -> bool:
    """Return whether `full`, a part of a line, says at least as much as the same part `seen`.

    The part is an item, a payment, a meld, or tiles that one player gives another before play.
    Names and players must be equal; numbers and tiles may be more exact.
    """
    if isinstance(full, ShownMeld) and isinstance(seen, ShownMeld):
        return full.sign == seen.sign and can_be_less_exact(full.tiles, seen.tiles)
    if isinstance(full, tuple) and isinstance(seen, tuple):
        return full[:-1] == seen[:-1] and _value_says(full[-1], seen[-1])
    return False


def _value_says(full: Any, seen: object) -> bool:
    if seen is None or seen == full:
        return True
    return isinstance(seen, tuple) and can_be_less_exact(full, seen)


def can_be_less_exact(full: Sequence[Tile], seen: Sequence[Tile]) -> bool:
    """Return whether the tiles `seen` can be a less exact record of the tiles `full`.

    The number of tiles must be equal; their order does not matter.
    """
    left = list(full)
    for tile in sorted(seen, key=_vagueness):
        # If `seen` marks a tile as a pillar, the tile in `full` must be marked, too.
        fitting = (
            face
            for face in left
            if tile_refines(face, tile) and from_pillars(face) >= from_pillars(tile)
        )
        match = next(fitting, None)
        if match is None:
            return False
        left.remove(match)
    return not left


_REFINES: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "tile": tile_refines,
    "tiles": can_be_less_exact,
    "pillars": can_be_less_exact,
    "manner": _manner_says,
    "pillar": _pillar_says,
    "points": _numbers_say,
    **dict.fromkeys(("items", "payments", "melds", "passes"), _parts_say),
}
"""Functions that return whether a value of a field refines another; other fields must be equal."""


def _vagueness(tile: Tile) -> tuple[int, bool]:
    """Return a sort key that puts tiles of which more is known before tiles of which less is known.

    Used to match the tiles of two hands: a `?` must be matched last, with any tile that is left. A
    tile marked as a pillar (a tile set apart) comes before an unmarked tile.
    """
    return sum(tile_refines(face, tile) for face in range(PILLAR)), not tile & PILLAR


# --------------------------------------------------------------------------- joining


_Value = TypeVar("_Value", Act, Content)


def joined(one: _Value, other: _Value) -> _Value | None:
    """Return one act or line that combines what two records say about it.

    Of each field, the more exact value is taken. Return None if the records contradict each other,
    or if the objects are of different classes.
    """
    if type(one) is not type(other):
        return None
    both: dict[str, Any] = {}
    for name in _names(one):
        both[name] = _joined_field(name, getattr(one, name), getattr(other, name))
        if both[name] is _CONTRADICTION:
            return None
    return replace(one, **both)


_CONTRADICTION: Final = object()


def _joined_field(name: str, one: Any, other: Any) -> object:
    """Return the more exact of two values of the field `name`, or `_CONTRADICTION`.

    In a list of points, items or payments, each element is compared with the element in the same
    position, so that the result may have elements of both lists.
    """
    if _says(name, one, other):
        return one
    if _says(name, other, one):
        return other
    if name in _LISTS and len(one) == len(other):
        members = tuple(map(_joined_member, one, other))
        return _CONTRADICTION if _CONTRADICTION in members else members
    return _CONTRADICTION


def _joined_member(one: Any, other: Any) -> object:
    """Return the more exact of two values in a list: numbers, items of a hand, or payments.

    For example, a number is more exact than an unknown number. Return `_CONTRADICTION` if neither
    value says all that the other says.
    """
    if other is None or one == other or _part_says(one, other):
        return one
    if one is None or _part_says(other, one):
        return other
    return _CONTRADICTION


_LISTS: Final = frozenset({"points", "items", "payments"})


def acts_joined(one: Sequence[Act], other: Sequence[Act]) -> tuple[Act, ...] | None:
    """Combine the acts that two observers recorded for the same turn, and return them as a tuple.

    Each observer may have missed some acts. Return None if the observers contradict each other.
    """
    left, right = list(one), list(other)
    both: list[Act] = []
    draws = [act for acts in (left, right) for act in acts[:1] if isinstance(act, Draw)]
    if len(draws) == 2 and joined(*draws) is None:
        return None
    while left or right:
        act = _taken(left, right) or _same(left, right) or _unseen(left, right)
        if act is None:
            return None
        both.append(act)
    return tuple(both)


def _taken(left: list[Act], right: list[Act]) -> Act | None:
    """Remove the draw at the beginning of each list, if any; return one draw for both lists.

    If both lists begin with a draw, the two draws are combined into the more exact one. `Take`,
    which stands for a draw that the record does not write, counts as a draw. Return None if neither
    list begins with a draw.
    """
    heads = [*_head(left, (Draw, Take)), *_head(right, (Draw, Take))]
    heads.sort(key=_is_take)
    both = joined(*heads) if len(heads) == 2 else None
    return both or next(iter(heads), None)


def _head(acts: list[Act], kinds: tuple[type[Act], ...]) -> list[Act]:
    """Remove the first act of a list if it is of one of these classes.

    Return a list with the removed act, or an empty list.
    """
    is_one = bool(acts) and isinstance(acts[0], kinds)
    return [acts.pop(0)] if is_one else []


def _is_take(act: Act) -> bool:
    return isinstance(act, Take)


def _same(left: list[Act], right: list[Act]) -> Act | None:
    """Remove the first act of each list, and return both combined into one act.

    If they contradict each other or a list is empty, return None and remove nothing.
    """
    act = joined(left[0], right[0]) if left and right else None
    if act is not None:
        del left[0], right[0]
    return act


def _unseen(left: list[Act], right: list[Act]) -> Act | None:
    """Remove one act that an observer may have missed from the beginning of a list, and return it.

    If both lists begin with such an act, the act of `left` is removed. Return None if neither list
    begins with such an act.
    """
    acts = _head(left, UNSEEN) or _head(right, UNSEEN)
    return next(iter(acts), None)


# --------------------------------------------------------------------------- lines


def _lines(full: Deal, seen: Deal, deal: int) -> Iterator[Disagreement]:
    contents = [line.content for line in full.lines]
    for line in seen.lines:
        content = line.content
        # Notes, signatures and unknown lines are not compared.
        if isinstance(content, Remark | Kept):
            continue
        alike = [c for c in contents if c.keyword == content.keyword and type(c) is type(content)]
        if not any(_fields_refine(exact, content) for exact in alike):
            seats = seats_of(content)
            seat = seats[0] if len(seats) == 1 else NOBODY
            instead = _line_instead(contents, content)
            yield Disagreement(deal, 0, seat, instead, line_text(content))


def _line_instead(contents: Sequence[Content], content: Content) -> str:
    """Return the line in `contents` with the same keyword and first seat as `content`, as text.

    `contents` are the lines of the full record, which do not contain `content`; the result shows
    what it has instead. Return an empty text if there is no such line.
    """
    wanted = content.keyword, seats_of(content)[:1]
    alike = (one for one in contents if (one.keyword, seats_of(one)[:1]) == wanted)
    return next(map(line_text, alike), "")
