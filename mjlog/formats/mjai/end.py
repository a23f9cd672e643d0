"""Reads how a deal ends in mjai: ``hora`` and ``ryukyoku`` in both dialects."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from mjlog.formats.json_parts import (
    Object,
    WrongPartError,
    amount,
    entries,
    flag,
    lookup,
    number,
    optional,
    row,
    scores,
    seat,
    whole_number,
    words,
)
from mjlog.formats.mjai.tiles import TILES
from mjlog.formats.riichi.deal_recorder import DealRecorder, StatedHand
from mjlog.formats.riichi.end_reason import inferred_end
from mjlog.formats.riichi.outcomes import (
    FOUR_KONGS,
    FOUR_RIICHI,
    FOUR_WINDS,
    NAGASHI,
    NINE_TERMINALS,
    TRIPLE_RON,
    YAKUMAN,
    Item,
    aborted,
    counted_twice,
    infer_tenpai,
    is_yakuman,
    items_of,
    known_hands,
    wall_ran_out,
)
from mjlog.formats.riichi.words import WALL, end_named, yaku_named
from mjlog.formats.riichi.yaku_names import NAMED_IN_MJAI, SOUL, Winds, value
from mjlog.model.record import NoWin, Seat
from mjlog.model.tiles import RED_DRAGON, TERMINALS, UNKNOWN, WHITE, Tile, kinds_of

REASONS: Final[Mapping[str, str]] = {
    NINE_TERMINALS: "kyushukyuhai",
    FOUR_RIICHI: "suchareach",
    TRIPLE_RON: "sanchaho",
    FOUR_KONGS: "sukaikan",
    FOUR_WINDS: "sufonrenta",
    WALL: "fanpai",
    NAGASHI: "nagashimangan",
}
"""Words of mjai for the reasons why a deal ends without a winner."""
YAKUMAN_HAN: Final = 100
"""Number of han that classic mjai gives for one yakuman."""
_POINTS: Final = re.compile(r"\d{1,7}")


def read_end(journal: DealRecorder, kind: str, event: Object) -> None:
    """Record the end of a deal in `journal`, from the event `hora` (win) or `ryukyoku` (no win).

    `kind` is the type of the event. Raise `WrongPartError` if a member of the event is invalid.
    """
    given = entries(event, "deltas")
    changes = scores(given, "deltas", journal.seats) if given else ()
    if kind == "hora":
        _win(journal, event, changes)
    else:
        _washout(journal, event, changes)
    if entries(event, "scores"):
        journal.outcome.score = list(scores(event["scores"], "scores", journal.seats))


def _win(journal: DealRecorder, event: Object, changes: Sequence[int]) -> None:
    actor, target = seat(event, "actor", journal.seats), seat(event, "target", journal.seats)
    tile = _tile(event["pai"], "pai") if "pai" in event else None
    held = row(entries(event, "hora_tehais"), "hora_tehais", _tile)
    if held and len(held) % 3 == 1 and tile is not None:
        held = (*held, tile)
    hidden = _hidden(event)
    journal.win(
        actor,
        target,
        changes,
        _items(journal, actor, event, held or [*journal.held(actor), journal.offered[1]]),
        StatedHand(tile, () if UNKNOWN in held else held, hidden),
    )


def _hidden(event: Object) -> tuple[Tile, ...]:
    """Return the hidden dora indicators (ura) of a win; empty if the event has none.

    Programs use three different names for this JSON member. Raise `WrongPartError` if the event has
    several of these members and their tiles differ.
    """
    markers = {name: row(entries(event, name), name, _tile) for name in _URA}
    written = {name: tiles for name, tiles in markers.items() if tiles}
    if len({*written.values()}) > 1:
        names = " and ".join(repr(each) for each in written)
        raise WrongPartError(f"{names} name different tiles")
    return next(iter(written.values()), ())


_URA: Final = ("uradora_markers", "ura_markers", "uradora_marker")
"""Members for hidden indicators in gimite's server, in Mortal, and in akochan."""


def _items(
    journal: DealRecorder, actor: Seat, event: Object, held: Sequence[Tile]
) -> tuple[Item, ...]:
    if entries(event, "yakus"):
        fu = number(event, "fu") if "fu" in event else None
        pairs = row(event["yakus"], "yakus", _pair)
        named: Sequence[tuple[str, int]] = list(_named(journal, actor, pairs, held))
        yakuman = is_yakuman(named)
        limits = amount(event, "fan") // YAKUMAN_HAN if "fan" in event else 0
        named = counted_twice(named, limits)
        return items_of(named, None if yakuman else fu, _stated(event, yakuman=yakuman))
    score = _inside(_inside(event, "meta"), "score")
    return _numbered(journal, actor, score) if score else ()


def _inside(given: Object, name: str) -> Object:
    """Return the JSON object in the member `name`; an empty dict if it is missing or no object."""
    inner = given.get(name)
    return inner if isinstance(inner, dict) else {}


def _stated(event: Object, *, yakuman: bool) -> Iterator[Item]:
    """Yield the han and the points of a winning hand, if the event states them.

    Each is an item: a pair of name and number. For a yakuman, ``("limits", n)`` is yielded in place
    of the han, because classic mjai writes 100 han for a single yakuman, 200 for a double yakuman.
    """
    if "fan" in event:
        han = amount(event, "fan")
        limits, rest = divmod(han, YAKUMAN_HAN)
        are_limits = yakuman and limits and not rest
        yield ("limits", limits) if are_limits else ("han", han)
    if "hora_points" in event:
        yield "points", amount(event, "hora_points")


def _pair(value: Any, name: str) -> tuple[str, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise WrongPartError(f"{name!r} has something else than a name and its han")
    return words(value[0], name), whole_number(value[1], name)


def _named(
    journal: DealRecorder, actor: Seat, pairs: Sequence[tuple[str, int]], held: Sequence[Tile]
) -> Iterator[tuple[str, int]]:
    winds = _winds(journal, actor)
    dragons = iter(_dragons(journal, actor, held))
    for name, han in pairs:
        if name == "sangenpai":  # there is one entry for each dragon, or one entry for all
            for _ in range(han):
                yield next(dragons, "yakuhai-white"), 1
        elif ours := NAMED_IN_MJAI.get(name) or yaku_named(name):
            ours = winds.named(ours)
            if name in NAMED_IN_MJAI:
                ours = _limit_hand_by_wait(ours, held)
            yield ours, value(ours, han)
        else:
            journal.unknown_yaku(name, actor)


def _limit_hand_by_wait(name: str, held: Sequence[Tile]) -> str:
    """Return the name that records have for a yakuman with the wait of this hand.

    mjai has one name for suuankou with any wait, but records have `yakuman-suuankou-tanki` for a
    pair wait. `name` is the name in records for an ordinary wait; it is returned if the wait is
    ordinary or if tiles are unknown. `held` are the concealed tiles, the winning tile last.
    """
    if UNKNOWN in held or len(held) % 3 != 2:
        return name
    *_, won = kinds = kinds_of(held)
    is_one_more = name == "yakuman-chuuren" and won in TERMINALS
    return _OTHER_WAIT.get(name, name) if kinds.count(won) == (4 if is_one_more else 2) else name


_OTHER_WAIT: Final = {
    "yakuman-suuankou": "yakuman-suuankou-tanki",
    "yakuman-kokushi": "yakuman-kokushi-thirteen-waits",
    "yakuman-chuuren": "yakuman-chuuren-nine-waits",
}
"""Names of yakuman with a special wait, by the name for an ordinary wait.

The wait is special if the winning tile completes the pair; for chuuren, if it is the extra tile.
"""


def _winds(journal: DealRecorder, actor: Seat) -> Winds:
    return Winds.of(actor, journal.opening.dealer, journal.opening.place, journal.seats)


def _dragons(journal: DealRecorder, actor: Seat, held: Sequence[Tile]) -> Iterator[str]:
    """Yield the names in records of the three dragon yaku; the likely ones come first.

    mjai has the same name for all three dragons, so the caller takes as many names as the hand has
    dragon yaku. A dragon is likely if the winner, at seat `actor`, has three tiles of it: in `held`
    (the concealed tiles) or in the melds that `journal` has recorded.
    """
    melded = (tile for meld in journal.melds[actor] for tile in meld.tiles)
    kinds = Counter(kinds_of((*held, *melded)))
    for kind in sorted(_DRAGONS, key=lambda kind: kinds[kind] < 3):
        yield f"yakuhai-{_DRAGONS[kind]}"


_DRAGONS: Final = dict(zip(range(WHITE, RED_DRAGON + 1), ("white", "green", "red"), strict=True))


def _numbered(journal: DealRecorder, actor: Seat, score: Object) -> tuple[Item, ...]:
    """Return the items of a winning hand (yaku, fu, han, points) from RiichiEnv's score object.

    RiichiEnv is a program that adds the object `score` to mjai events. The object identifies yaku
    by numbers, but does not have the han of each yaku. `journal` records the deal, and `actor` is
    the winner's seat. A number that mjlog does not know adds a warning. Return an empty tuple if no
    yaku is known.
    """
    winds = _winds(journal, actor)
    numbers = row(score.get("yaku", []), "yaku", whole_number)
    numbers_of_yaku = [number for number in numbers if 0 <= number < len(SOUL) and SOUL[number]]
    for number_unknown in numbers:
        if number_unknown not in numbers_of_yaku:
            journal.unknown_yaku(str(number_unknown), actor)
    words = [winds.named(SOUL[each]) for each in numbers_of_yaku]
    named: list[Item] = [(name, None) for name in dict.fromkeys(words)]
    if not named:
        return ()
    if not any(name.startswith(YAKUMAN) for name, _ in named):
        named += [(name, number(score, name)) for name in ("fu", "han") if name in score]
    return (*named, *_points_items(score.get("points")))


def _points_items(points: object) -> Iterator[Item]:
    """Yield an item for the points of a hand, if `points` is a number or a text of digits."""
    if isinstance(points, int) or (isinstance(points, str) and _POINTS.fullmatch(points)):
        yield "points", int(points)


# --------------------------------------------------------------------------- without a winner


def _washout(journal: DealRecorder, event: Object, changes: Sequence[int]) -> None:
    reason = event.get("reason")
    kind = end_named(reason) if isinstance(reason, str) else ""
    if reason is not None and not kind:
        journal.unknown_end(str(reason), changes)
        return
    if not kind:
        end = inferred_end(journal, changes)
    elif kind in (WALL, NAGASHI):
        end = wall_ran_out(changes, nagashi=kind == NAGASHI)
    else:
        end = aborted(kind, journal.turns.seat)
    hands = row(entries(event, "tehais"), "tehais", lambda hand, name: row(hand, name, _tile))
    held = known_hands(dict(enumerate(hands[: journal.seats])))
    journal.washout(end, changes, held=held, tenpai=_tenpai(journal, event, end, changes))


def _tenpai(
    journal: DealRecorder, event: Object, end: NoWin, changes: Sequence[int]
) -> tuple[Seat, ...] | None:
    if end.how != "wall":
        return None
    given = optional(journal.complaints, event, "tenpais", _flags, ())
    if len(given) >= journal.seats:
        return tuple(seat for seat in range(journal.seats) if given[seat])
    if given:
        message = f"'tenpais' has {len(given)} parts, {journal.seats} are expected; it is left out"
        journal.complaints.add("format.attribute", message)
    if end.name:
        return None
    return infer_tenpai(changes)


def _flags(value: Any, name: str) -> tuple[bool, ...]:
    return row(value, name, flag)


def _tile(value: Any, _name: str) -> Tile:
    return lookup(TILES, value, "tile of mjai")
