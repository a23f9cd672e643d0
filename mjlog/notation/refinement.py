"""Two records of one deal, of which one saw more: where the other contradicts it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from itertools import zip_longest
from typing import Any, Final, TypeVar

from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.record import (
    NOBODY,
    NOT_SAID,
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
from mjlog.notation.line_order import seats_of
from mjlog.notation.writer import line_text

UNSEEN: Final = (Draw, Replace, Reveal, Ready)
"""Acts that whoever saw less may have left out."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A place where the lesser record says what the fuller one does not, or something else.

    `deal` and `turn` are counted from 1, 0 where it is about no turn; `full` and `seen` are the two
    in notation.
    """

    deal: int
    turn: int
    seat: Seat
    full: str
    seen: str


def refines(full: Game | Deal, seen: Game | Deal) -> tuple[Disagreement, ...]:
    """Where `full` does not refine `seen`.

    Nowhere says that all `seen` tells, `full` tells too, or more exactly.

    A `?` is refined by any tile, an unrecorded draw by a recorded one, a number left open by a
    number. Headers, notes, signatures and unknown lines are not compared.
    """
    wholes, parts = _deals(full), _deals(seen)
    found = [
        each
        for number, (whole, part) in enumerate(zip(wholes, parts, strict=False), 1)
        for each in (*_turns(whole.turns, part.turns, number), *_lines(whole, part, number))
    ]
    if len(wholes) != len(parts):
        found.append(Disagreement(0, 0, NOBODY, f"{len(wholes)} deals", f"{len(parts)} deals"))
    return tuple(found)


def _deals(record: Game | Deal) -> tuple[Deal, ...]:
    if isinstance(record, Game):
        return record.deals
    return (record,)


# --------------------------------------------------------------------------- turns


def _turns(full: Sequence[Turn], seen: Sequence[Turn], deal: int) -> Iterator[Disagreement]:
    pairs = zip_longest(full, seen)
    for number, (one, other) in enumerate(pairs, 1):
        if one is None or other is None or not _turn_refines(one, other):
            seat = NOBODY if other is None else other.seat
            yield Disagreement(deal, number, seat, _word(one), _word(other))


def _turn_refines(full: Turn, seen: Turn) -> bool:
    return full.seat == seen.seat and acts_refine(full.acts, seen.acts)


def _word(turn: Turn | None) -> str:
    return f"{SEATS[turn.seat]}:{turn.word}" if turn else ""


def acts_refine(full: Sequence[Act], seen: Sequence[Act]) -> bool:
    """Whether the acts of a turn say all that `seen` says of it."""
    left = [act for act in seen if not isinstance(act, Take)]
    for act in full:
        if left and act_refines(act, left[0]):
            left.pop(0)
        elif not isinstance(act, (*UNSEEN, Take)):
            return False
    return not left


def act_refines(full: Act, seen: Act) -> bool:
    """Whether one act says all that the other does."""
    return type(full) is type(seen) and _fields_refine(full, seen)


def _fields_refine(full: Act | Content, seen: Act | Content) -> bool:
    """The same of two values of one kind, field by field."""
    names = [each.name for each in fields(full)]
    return all(_says(name, getattr(full, name), getattr(seen, name)) for name in names)


def _says(name: str, full: object, seen: object) -> bool:
    """Whether the value of a field refines the other; what `seen` leaves open is refined by all."""
    if full == seen:
        return True
    if name == "pillars" and seen is None:
        return isinstance(full, tuple)
    refines = _REFINES.get(name)
    if refines is None or type(full) is not type(seen):
        return False
    return refines(full, seen)


def _manner_says(_full: int, seen: int) -> bool:
    return seen == NOT_SAID


def _pillar_says(full: bool, seen: bool) -> bool:
    return full and not seen


def _numbers_say(full: Sequence[object], seen: Sequence[object]) -> bool:
    if len(full) != len(seen):
        return False
    return all(b in (None, a) for a, b in zip(full, seen, strict=True))


def _parts_say(full: Sequence[object], seen: Sequence[object]) -> bool:
    return len(full) == len(seen) and all(map(_part_says, full, seen))


def _part_says(full: object, seen: object) -> bool:
    """The parts of items, payments, melds, passes.

    The same names and parties, numbers and tiles as exact or more.
    """
    if isinstance(full, ShownMeld) and isinstance(seen, ShownMeld):
        return full.sign == seen.sign and covers(full.tiles, seen.tiles)
    if isinstance(full, tuple) and isinstance(seen, tuple):
        return full[:-1] == seen[:-1] and _value_says(full[-1], seen[-1])
    return False


def _value_says(full: Any, seen: object) -> bool:
    if seen is None or seen == full:
        return True
    return isinstance(seen, tuple) and covers(full, seen)


def covers(full: Sequence[Tile], seen: Sequence[Tile]) -> bool:
    """Whether the tiles of one hand can be those of the other, seen less exactly."""
    left = list(full)
    for tile in sorted(seen, key=_vagueness):
        fitting = (each for each in left if _can_be(each, tile))
        found = next(fitting, None)
        if found is None:
            return False
        left.remove(found)
    return not left


def _can_be(tile: Tile, seen: Tile) -> bool:
    """Whether a tile can be the one seen; where that is marked as a pillar, it is one."""
    return tile_refines(tile, seen) and from_pillars(tile) >= from_pillars(seen)


_REFINES: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "tile": tile_refines,
    "tiles": covers,
    "pillars": covers,
    "manner": _manner_says,
    "pillar": _pillar_says,
    "points": _numbers_say,
    **dict.fromkeys(("items", "payments", "melds", "passes"), _parts_say),
}
"""What tells of a field whether one value refines another; the others must be equal."""


def _vagueness(tile: Tile) -> tuple[int, bool]:
    """Tiles known exactly come first, so that a `?` takes what is left.

    A marked pillar before one unmarked.
    """
    return sum(tile_refines(face, tile) for face in range(PILLAR)), not tile & PILLAR


# --------------------------------------------------------------------------- both together


_Value = TypeVar("_Value", Act, Content)


def joined(one: _Value, other: _Value) -> _Value | None:
    """All that two acts or two lines say together; None where they contradict each other."""
    if type(one) is not type(other):
        return None
    both: dict[str, Any] = {}
    for name in (each.name for each in fields(one)):
        both[name] = _joined_field(name, getattr(one, name), getattr(other, name))
        if both[name] is _CONTRADICTION:
            return None
    return replace(one, **both)


_CONTRADICTION: Final = object()


def _joined_field(name: str, one: Any, other: Any) -> object:
    """The value that says more, in lists member by member."""
    if _says(name, one, other):
        return one
    if _says(name, other, one):
        return other
    if name in _LISTS and len(one) == len(other):
        members = tuple(map(_joined_member, one, other))
        return _CONTRADICTION if _CONTRADICTION in members else members
    return _CONTRADICTION


def _joined_member(one: Any, other: Any) -> object:
    """A number, an item or a payment: the one that says more."""
    if other is None or one == other or _part_says(one, other):
        return one
    if one is None or _part_says(other, one):
        return other
    return _CONTRADICTION


_LISTS: Final = frozenset({"points", "items", "payments"})


def acts_joined(one: Sequence[Act], other: Sequence[Act]) -> tuple[Act, ...] | None:
    """The acts of a turn of which two saw a part each; None where they contradict each other."""
    left, right = list(one), list(other)
    both: list[Act] = []
    while left or right:
        act = _taken(left, right) or _same(left, right) or _unseen(left, right)
        if act is None:
            return None
        both.append(act)
    return tuple(both)


def _taken(left: list[Act], right: list[Act]) -> Act | None:
    """The tile that the player drew, or that a tile was taken, as far as either says it."""
    heads = [acts.pop(0) for acts in (left, right) if acts and isinstance(acts[0], Draw | Take)]
    if len(heads) == 2 and (known := joined(*sorted(heads, key=_is_take))) is not None:
        return known
    return next((act for act in sorted(heads, key=_is_take)), None)


def _is_take(act: Act) -> bool:
    return isinstance(act, Take)


def _same(left: list[Act], right: list[Act]) -> Act | None:
    """What both have at the head."""
    act = joined(left[0], right[0]) if left and right else None
    if act is not None:
        del left[0], right[0]
    return act


def _unseen(left: list[Act], right: list[Act]) -> Act | None:
    """What one has at the head and the other may have left out."""
    for acts in (left, right):
        if acts and isinstance(acts[0], UNSEEN):
            return acts.pop(0)
    return None


# --------------------------------------------------------------------------- lines


def _lines(full: Deal, seen: Deal, deal: int) -> Iterator[Disagreement]:
    told = [line.content for line in full.lines]
    for said in (line.content for line in seen.lines):
        is_compared = not isinstance(said, Remark | Kept)
        if is_compared and not any(_content_says(one, said) for one in told):
            about = seats_of(said)
            seat = about[0] if len(about) == 1 else NOBODY
            yield Disagreement(deal, 0, seat, _told_instead(told, said), line_text(said))


def _told_instead(told: Sequence[Content], said: Content) -> str:
    """The line of the fuller record that stands for one of the other."""
    about = seats_of(said)[:1]
    alike = (one for one in told if one.keyword == said.keyword)
    return next((line_text(one) for one in alike if seats_of(one)[:1] == about), "")


def _content_says(full: Content, seen: Content) -> bool:
    is_alike = full.keyword == seen.keyword and type(full) is type(seen)
    return is_alike and _fields_refine(full, seen)
