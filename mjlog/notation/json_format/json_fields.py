"""Turns acts and lines into objects of the JSON form and back.

One table of field names serves both ways.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, Final

from mjlog.model.record import (
    MANNER_DRAWN,
    MANNER_FROM_HAND,
    MANNER_UNKNOWN,
    NOBODY,
    SEATS,
    TABLE,
    Act,
    AddedKong,
    BonusLine,
    Claim,
    ConcealedKong,
    Content,
    Dealt,
    Discard,
    Draw,
    Exchange,
    Indicators,
    Irregularity,
    Items,
    Kept,
    Next,
    NoWin,
    Pay,
    Points,
    Ready,
    ReadySeats,
    Remark,
    Replace,
    Reveal,
    Ruling,
    Seat,
    SetOut,
    Show,
    ShownMeld,
    Take,
    Tenpai,
    VoidSuit,
    Wall,
    Win,
    WinLine,
    seat_name,
)
from mjlog.model.tiles import SUITS, Tile, text
from mjlog.notation.play.tile_words import tiles_of

Object = dict[str, Any]

ACTS: Final[dict[str, type[Act]]] = {
    "draw": Draw,
    "take": Take,
    "replace": Replace,
    "discard": Discard,
    "ready": Ready,
    "claim": Claim,
    "concealed-kong": ConcealedKong,
    "added-kong": AddedKong,
    "set-out": SetOut,
    "reveal": Reveal,
    "win": Win,
    "irregularity": Irregularity,
}
"""Acts by the value of their member ``act``."""
LINES: Final[dict[str, type[Content]]] = {
    "wall": Wall,
    "deal": Dealt,
    "exchange": Exchange,
    "void": VoidSuit,
    "bonus": BonusLine,
    "dora": Indicators,
    "win": WinLine,
    "draw": NoWin,
    "ura": Indicators,
    "ready": ReadySeats,
    "show": Show,
    "fan": Items,
    "kong": Items,
    "net": Points,
    "pay": Pay,
    "score": Points,
    "tenpai": Tenpai,
    "next": Next,
    "rule": Ruling,
    "sign": Remark,
    "note": Remark,
    "unknown": Kept,
}
"""Lines by the value of their member ``line``."""
UNKNOWN_LINE: Final = "unknown"
_ACT_NAMES: Final = {kind: name for name, kind in ACTS.items()}
_MANNERS: Final = {MANNER_UNKNOWN: None, MANNER_DRAWN: "drawn", MANNER_FROM_HAND: "hand"}
_MANNERS_BACK: Final = {name: manner for manner, name in _MANNERS.items()}


def act_object(act: Act) -> Object:
    """Convert an act, such as a discard, into its JSON object.

    The seat is left out, because the turn's JSON object has it.
    """
    return {"act": _ACT_NAMES[type(act)]} | _members(act, without=("seat",))


def act_of(made: Object, seat: Seat) -> Act:
    """Create an act, such as a discard, from its JSON object; the object must follow the schema.

    `seat` is the player who acts, because the JSON object does not contain the seat.
    """
    kind: Any = ACTS[made["act"]]
    act: Act = kind(seat=seat, **_values(kind, made, without=("seat",)))
    return act


def line_object(content: Content) -> Object:
    """Convert the content of a line other than play, such as ``win``, into its JSON object."""
    members = {"line": content.keyword or UNKNOWN_LINE}
    if isinstance(content, WinLine):
        return members | _win_object(content)
    return members | _members(content, without=("keyword", "hidden"))


def line_of(made: Object) -> Content:
    """Convert a valid JSON object of a line other than play into the line's content."""
    keyword = made["line"]
    kind = LINES[keyword]
    if kind is WinLine:
        return _win_of(made)
    more: Object = {}
    if kind is Indicators:
        more["hidden"] = keyword == "ura"
    elif kind in {Items, Points, Remark}:
        more["keyword"] = keyword
    return kind(**_values(kind, made, without=tuple(more)), **more)


def _win_object(win: WinLine) -> Object:
    members: Object = {"seat": SEATS[win.seat], "tile": _name(win.tile)}
    if win.source == win.seat and not win.is_from_itself:
        return members | {"how": "self"}
    source = None if win.source == NOBODY else SEATS[win.source]
    return members | {"how": "rob" if win.robbed else "from", "from": source}


def _win_of(made: Object) -> WinLine:
    seat = SEATS.index(made["seat"])
    source = made.get("from")
    if made["how"] == "self":
        thrower = seat
    elif source is None:
        thrower = NOBODY
    else:
        thrower = SEATS.index(source)
    own = made["how"] == "from" and thrower == seat
    return WinLine(seat, _tile(made["tile"]), thrower, made["how"] == "rob", own)


# --------------------------------------------------------------------------- members by their names


def _members(thing: Act | Content, without: tuple[str, ...]) -> Object:
    """Return the fields of an act or a line as the members of a JSON object.

    Fields with their default value and the fields named in `without` are left out.
    """
    made: Object = {}
    kind: Any = type(thing)
    for name, default, write in _plan(kind, without):
        value = getattr(thing, name)
        if value != default:
            made[name] = write(value)
    return made


@cache
def _plan(kind: Any, without: tuple[str, ...]) -> tuple[tuple[str, Any, Callable[..., Any]], ...]:
    """Return a tuple (name, default value, function) for each field of the class `kind`.

    The function converts a value of the field into JSON. The default is `MISSING` for a field
    without a default. Fields named in `without` are left out.
    """
    wanted = (each for each in fields(kind) if each.name not in without)
    return tuple((each.name, each.default, _WRITES.get(each.name, _same)) for each in wanted)


def _values(kind: type[Act | Content], made: Object, without: tuple[str, ...]) -> Object:
    """Convert the members of a JSON object into a dict of arguments for the constructor of `kind`.

    `kind` is the class of an act or of a line. Arguments named in `without` are left out, because
    the caller passes them itself.
    """
    return {
        each.name: _READS.get(each.name, _same)(made[each.name])
        if each.name in made
        else _EMPTY[each.name]
        for each in fields(kind)
        if each.name not in without
        and (each.name in made or (each.name in _EMPTY and each.default is MISSING))
    }


def _same(value: Any) -> Any:
    return value


def _tile(name: str) -> Tile:
    return (tiles_of(name) or (0,))[0]


@cache
def _name(tile: Tile) -> str:
    return text([tile])


def _names(tiles: tuple[Tile, ...]) -> list[str]:
    return [*map(_name, tiles)]


def _tiles(names: list[str]) -> tuple[Tile, ...]:
    return tuple(map(_tile, names))


def _party(name: str) -> Seat:
    if name == "table":
        return TABLE
    return SEATS.index(name)


def pairs_object(pairs: tuple[tuple[str, str], ...]) -> list[Object]:
    """Convert the (name, value) pairs of an ``@`` line, such as ``dealer=B``, into JSON objects."""
    return [{"name": name, "value": value} for name, value in pairs]


def pairs_of(made: list[Object]) -> tuple[tuple[str, str], ...]:
    """Convert JSON objects with the members ``name`` and ``value`` into (name, value) pairs."""
    return tuple((pair["name"], pair["value"]) for pair in made)


_EMPTY: Final[Object] = {"melds": (), "attributes": (), "tiles": ()}
_WRITES: Final[dict[str, Callable[[Any], Any]]] = {
    "seat": seat_name,
    "by": seat_name,
    "seats": lambda seats: [SEATS[seat] for seat in seats],
    "suit": SUITS.__getitem__,
    "tile": _name,
    "tiles": _names,
    "pillars": _names,
    "manner": _MANNERS.__getitem__,
    "points": list,
    "attributes": pairs_object,
    "melds": lambda melds: [{"sign": meld.sign, "tiles": _names(meld.tiles)} for meld in melds],
    "items": lambda items: [{"name": name, "points": points} for name, points in items],
    "passes": lambda passes: [
        {"from": SEATS[a], "to": SEATS[b], "tiles": _names(tiles)} for a, b, tiles in passes
    ],
    "payments": lambda pays: [
        {"from": seat_name(a), "to": seat_name(b), "points": points} for a, b, points in pays
    ],
}
_READS: Final[dict[str, Callable[[Any], Any]]] = {
    "seat": _party,
    "by": _party,
    "seats": lambda names: tuple(map(SEATS.index, names)),
    "suit": SUITS.index,
    "tile": _tile,
    "tiles": _tiles,
    "pillars": _tiles,
    "manner": _MANNERS_BACK.__getitem__,
    "points": tuple,
    "attributes": pairs_of,
    "melds": lambda melds: tuple(ShownMeld(meld["sign"], _tiles(meld["tiles"])) for meld in melds),
    "items": lambda items: tuple((item["name"], item["points"]) for item in items),
    "passes": lambda made: tuple(
        (_party(p["from"]), _party(p["to"]), _tiles(p["tiles"])) for p in made
    ),
    "payments": lambda made: tuple((_party(p["from"]), _party(p["to"]), p["points"]) for p in made),
}
