"""Two records of one deal, of which one saw more: where the other contradicts it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

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
from mjlog.model.tiles import PILLAR, Tile
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
    for number in range(max(len(full), len(seen))):
        one = full[number] if number < len(full) else None
        other = seen[number] if number < len(seen) else None
        if (
            one is None
            or other is None
            or one.seat != other.seat
            or not acts_refine(one.acts, other.acts)
        ):
            seat = NOBODY if other is None else other.seat
            yield Disagreement(deal, number + 1, seat, _word(one), _word(other))


def _word(turn: Turn | None) -> str:
    if turn is None:
        return ""
    return f"{SEATS[turn.seat]}:{turn.word}"


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
    if type(full) is not type(seen):
        return False
    return all(
        _says(each.name, getattr(full, each.name), getattr(seen, each.name))
        for each in fields(full)
    )


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
    return all(b is None or a == b for a, b in zip(full, seen, strict=True))


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
        marks = tile & PILLAR
        fit = next((t for t in left if tile_refines(t, tile) and (not marks or t & PILLAR)), None)
        if fit is None:
            return False
        left.remove(fit)
    return not left


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


# --------------------------------------------------------------------------- lines


def _lines(full: Deal, seen: Deal, deal: int) -> Iterator[Disagreement]:
    told = [line.content for line in full.lines]
    for line in seen.lines:
        said = line.content
        if isinstance(said, Remark | Kept) or any(_content_says(one, said) for one in told):
            continue
        about = seats_of(said)
        like = [
            one for one in told if one.keyword == said.keyword and seats_of(one)[:1] == about[:1]
        ]
        seat = about[0] if len(about) == 1 else NOBODY
        yield Disagreement(deal, 0, seat, line_text(like[0]) if like else "", line_text(said))


def _content_says(full: Content, seen: Content) -> bool:
    if full.keyword != seen.keyword or type(full) is not type(seen):
        return False
    return all(
        _says(each.name, getattr(full, each.name), getattr(seen, each.name))
        for each in fields(full)
    )
