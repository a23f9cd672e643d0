"""American Modern: the special hands as data, and the search for them in a hand with jokers.

A `pattern` is a list of places; ``|`` separates its forms: ``4 set{23468s} pair{6z}``. A place is a
word with the kinds that may fill it in braces, ``*`` for any kind. A number before a place repeats
it. ``x`` instead of a suit's letter is the same suit throughout the form. The words are ``pung``,
``chow`` (named by its lowest tile), ``kong`` (declared), ``trip`` (a pung or kong), ``hidden`` (a
pung or kong that no discard completed), ``set`` (any set), ``pair``, ``one`` (a single tile) and
``win`` (a whole regular hand).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, compress
from typing import Final

from mjlog.model.jokers import MOST_JOKERS, Demand, Liberty
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.tiles import CHOWS, KINDS, NAMES, PILLAR, TILES, Tile, mask_of, suits_of


@dataclass(frozen=True, slots=True)
class Special:
    """One special hand, which wins by a pattern of its own.

    `value` is its value in the sources, None if they give no value. `melded`: the hand may be open.
    `double_if_concealed`: a concealed hand is worth twice as much. `mixed_suits`: the hand may have
    several suits. `chows`: it may have several chows. `confirmed`: a source describes the hand for
    American Modern. `when` names ways of winning, separated by ``|``; the hand needs one of them.
    They are words of `mjlog.referee.events`, followed by the winning tile if that matters.
    If `when` is empty, the hand can be won in any way.
    """

    id: str
    pattern: str
    source: str
    value: int | None = None
    melded: bool = False
    double_if_concealed: bool = False
    mixed_suits: bool = False
    chows: bool = False
    confirmed: bool = False
    when: str = ""

    def may_be(self, parts: Parts) -> bool:
        """Return whether a hand may count as this special hand although the player claimed sets.

        The result is True if the special hand may be open, or if the player has claimed no set.
        """
        return self.melded or parts.is_concealed


_JADE: Final = "4 set{23468s} pair{6z} | pair{6z} 6 pair{23468s6z}"
_PEARL: Final = "4 set{23468p} pair{5z} | pair{5z} 6 pair{23468p5z}"
_RUBY: Final = "4 trip{1579s} pair{7z} | pair{7z} 6 pair{1579s7z}"
_RUN: Final = "chow{1x} chow{4x} chow{7x}"

HANDS: Final = (
    Special("jade", _JADE, "sc25", melded=True, chows=True, confirmed=True),
    Special("pearl", _PEARL, "sc25", melded=True, chows=True, confirmed=True),
    Special("ruby", _RUBY, "sc25", melded=True, confirmed=True),
    Special(
        "great-snake",
        f"{_RUN} trip{{567z}} pair{{1234z}} | {_RUN} trip{{1234z}} pair{{567z}}",
        "sc13",
        melded=True,
        double_if_concealed=True,
        chows=True,
        confirmed=True,
    ),
    Special("all-green", "4 set{23468s6z} pair{23468s6z}", "sc12", melded=True, chows=True),
    Special("four-kongs", "4 kong{*} pair{*}", "sc12", melded=True),
    Special("hidden-treasure", "4 hidden{*} pair{*}", "sc12"),
    Special(
        "three-great-scholars", "trip{5z} trip{6z} trip{7z} set{*} pair{*}", "sc12", melded=True
    ),
    Special(
        "squirming-snake",
        "trip{1x} trip{9x} pair{2x} chow{3x} chow{6x} | trip{1x} trip{9x} pair{5x} "
        "chow{2x} chow{6x}"
        " | trip{1x} trip{9x} pair{8x} chow{2x} chow{5x}",
        "sc13",
        chows=True,
    ),
    Special(
        "run-pung-and-pair", f"{_RUN} trip{{123456789x}} pair{{123456789x}}", "sc13", chows=True
    ),
    Special(
        "emerald-snake", "chow{1s} chow{4s} chow{7s} trip{6z} pair{1234567z}", "sc13", chows=True
    ),
    Special("ruby-snake", "chow{1m} chow{4m} chow{7m} trip{7z} pair{1234567z}", "sc13", chows=True),
    Special(
        "diamond-snake", "chow{1p} chow{4p} chow{7p} trip{5z} pair{1234567z}", "sc13", chows=True
    ),
    Special(
        "little-snake",
        f"{_RUN} one{{1z}} one{{2z}} one{{3z}} one{{4z}} one{{1234567z}}",
        "sc13",
        chows=True,
    ),
    Special("seven-pairs", "7 pair{*}", "sc14", mixed_suits=True),
    Special("all-honor-pairs", "7 pair{1234567z}", "sc14"),
    Special("all-terminal-pairs", "7 pair{19m19p19s}", "sc14", mixed_suits=True),
    Special("all-terminal-and-honor-pairs", "7 pair{19m19p19s1234567z}", "sc14", mixed_suits=True),
    Special("heavenly-hand", "win", "sc15", when="dealt"),
    Special("earthly-hand", "win", "sc15", when="first-discard"),
    Special(
        "moon-from-the-bottom-of-the-sea",
        "win",
        "sc15",
        melded=True,
        when="last-tile 1p | last-discard 1p",
    ),
    Special("plum-blossom-on-the-roof", "win", "sc15", melded=True, when="supplement 5p"),
    Special("scratching-a-carrying-pole", "win", "sc15", melded=True, when="robbed 2s"),
    Special("kong-on-kong", "win", "sc15", melded=True, when="second-supplement"),
)
"""Special hands that the sources describe."""

BY_ID: Final[Mapping[str, Special]] = {each.id: each for each in HANDS}

OTHER: Final = "other"
"""Name of every special hand that a table plays but no source describes."""

# --------------------------------------------------------------------------- a hand


@dataclass(frozen=True, slots=True)
class Laid:
    """A declared set: a chow, pung or kong, with the lowest kind of its tiles.

    `concealed` is true for a kong of which no tile was claimed.
    """

    sort: str
    kind: Tile
    concealed: bool = False

    @property
    def kinds(self) -> tuple[Tile, ...]:
        """Kind of each tile of the set, as a tuple of three or four numbers."""
        if self.sort == "chow":
            return (self.kind, self.kind + 1, self.kind + 2)
        return (self.kind,) * _TILES_OF[self.sort]


_TILES_OF: Final = {"pung": 3, "kong": 4}


@dataclass(frozen=True, slots=True)
class Parts:
    """A hand, divided into its declared sets, its other tiles, and jokers.

    `laid` are the declared sets. `counts[k]` is the number of other tiles of kind k, without the
    jokers, which `jokers` counts. `claimed` is the kind of the winning tile if another player
    discarded it or added it to a pung; it is -1 if the tile was drawn, or is unknown, a joker or a
    bonus tile.
    """

    laid: tuple[Laid, ...]
    counts: tuple[int, ...]
    jokers: int
    claimed: Tile = -1

    @property
    def elsewhere(self) -> list[int]:
        """List with the number of tiles of each kind in the declared sets.

        A joker counts as the tile that it stands for.
        """
        counts = [0] * KINDS
        for kind in chain.from_iterable(each.kinds for each in self.laid):
            counts[kind] += 1
        return counts

    @property
    def sets(self) -> int:
        """Number of sets that the tiles outside the declared sets must make."""
        return 4 - len(self.laid)

    @property
    def is_concealed(self) -> bool:
        """Whether the player claimed no set before the win."""
        return all(each.concealed for each in self.laid)


# --------------------------------------------------------------------------- patterns


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a pattern: what sort of group fills it, and of which kinds the group may be."""

    sort: str
    kinds: tuple[Tile, ...]


_WORD: Final = re.compile(r"(?:(\d) )?(\w+)(?:\{([^}]*)\})?")
_RANKS: Final = re.compile(r"(\d+)([mpszx])")
_SIZES: Final = {"one": 1, "pair": 2}


@lru_cache(maxsize=256)
def forms(pattern: str) -> tuple[tuple[Slot, ...], ...]:
    """Parse the pattern of a special hand into its forms, which are alternatives joined by ``|``.

    Each form is a tuple of `Slot` objects; a slot says which group of tiles must be there. A form
    with ``x`` in place of a suit is returned once for each suit.
    """
    all_forms = []
    for form in pattern.split("|"):
        suits = "mps" if "x" in form else "m"
        all_forms += [_slots(form, suit) for suit in suits]
    return tuple(all_forms)


def _slots(form: str, suit: str) -> tuple[Slot, ...]:
    """Parse one form of a special hand's pattern into its slots.

    A slot says which group of tiles must be there. The letter ``x`` in the form means the suit
    `suit`.
    """
    slots: list[Slot] = []
    for number, sort, named in _WORD.findall(form):
        slots += [Slot(sort, _kinds(named, suit))] * int(number or 1)
    return tuple(slots)


def _kinds(named: str, suit: str) -> tuple[Tile, ...]:
    if named == "*":
        return tuple(range(KINDS))
    kinds: list[Tile] = []
    for ranks, letter in _RANKS.findall(named.replace("x", suit)):
        kinds += [TILES[rank + letter] for rank in ranks]
    return tuple(kinds)


def matches(special: Special, parts: Parts, liberty: Liberty) -> bool:
    """Return whether the tiles of a hand fill the pattern of a special hand.

    How the hand was won does not matter. `liberty` says what jokers may replace.
    """
    if not special.may_be(parts):
        return False
    held = held_kinds(parts.counts)
    return any(
        not held & strange and _fills(form, places, special, parts, liberty)
        for form, places, strange in _rooms(special.pattern)
    )


def has_room(special: Special, held: int) -> bool:
    """Return whether at least one form of a special hand can contain every tile kind of a hand.

    `held` is a bit mask (bit k for kind k) of the kinds in the hand. This is a fast test before
    `matches`.
    """
    return any(not held & strange for _, _, strange in _rooms(special.pattern))


@lru_cache(maxsize=1 << 10)
def held_kinds(counts: tuple[int, ...]) -> int:
    """Return a bit mask (bit k for kind k) of the tile kinds whose count is not 0."""
    return mask_of(compress(range(KINDS), counts))


def _fills(
    form: tuple[Slot, ...], places: int, special: Special, parts: Parts, liberty: Liberty
) -> bool:
    if places != sum(parts.counts) + parts.jokers + 3 * len(parts.laid):
        return False
    demand = Demand(parts.counts, parts.jokers, parts.elsewhere, liberty)
    if parts.jokers > MOST_JOKERS or demand.is_beyond_limits:
        return False
    return any(
        _filled(rest, special, parts, demand) for rest in _places_left(list(form), parts.laid)
    )


@lru_cache(maxsize=256)
def _rooms(pattern: str) -> tuple[tuple[tuple[Slot, ...], int, int], ...]:
    """Parse a special hand's pattern into its forms, each with two numbers for fast tests.

    The first number is how many tiles the form has. The second is a bit mask (bit k for kind k) of
    the tile kinds that the form cannot contain.
    """
    return tuple((form, *_places_and_strange_kinds(form)) for form in forms(pattern))


def _places_and_strange_kinds(form: tuple[Slot, ...]) -> tuple[int, int]:
    strange = set(range(KINDS))
    places = 0
    for slot in form:
        strange -= set(chain(*_choices(slot)))
        places += _SIZES.get(slot.sort, 3)
    return places, mask_of(strange)


def _places_left(form: list[Slot], laid: Sequence[Laid]) -> Iterator[list[Slot]]:
    """Yield the slots of a form that remain after each declared set has filled one slot.

    A slot says which group of tiles must be there. If the declared sets `laid` can fill the slots
    in several ways, one list of remaining slots is yielded for each way. Yield nothing if a
    declared set fits in no slot.
    """
    if not laid:
        yield form
        return
    tried: set[Slot] = set()
    for place, slot in enumerate(form):
        if slot not in tried and _takes(slot, laid[0]):
            tried.add(slot)
            yield from _places_left(form[:place] + form[place + 1 :], laid[1:])


def _takes(slot: Slot, laid: Laid) -> bool:
    if laid.concealed and slot.sort == "hidden":
        return laid.kind in slot.kinds
    if slot.sort not in _TAKEN_AS[laid.sort]:
        return False
    if laid.sort == "chow" and slot.sort == "set":
        return set(laid.kinds) <= set(slot.kinds)
    return laid.kind in slot.kinds


_TAKEN_AS: Final = {
    "chow": {"chow", "set"},
    "pung": {"pung", "trip", "set"},
    "kong": {"kong", "trip", "set"},
}


def _filled(slots: list[Slot], special: Special, parts: Parts, demand: Demand) -> bool:
    """Return whether the tiles outside the declared sets fill the remaining slots of a form.

    A slot says which group of tiles must be there. Return False if a slot needs a declared kong or
    a whole regular hand. `demand` counts the tiles and jokers that are not placed yet.
    """
    if not all(slot.sort not in {"kong", "win"} for slot in slots):
        return False
    # Places that occur most often come last, because the lowest tile left decides how they are
    # filled.
    return _Filling(sorted(slots, key=slots.count), special, parts, demand).fill(0, 0, frozenset())


class _Filling:
    """The search for tiles that fill the remaining places of a special hand."""

    def __init__(
        self, slots: Sequence[Slot], special: Special, parts: Parts, demand: Demand
    ) -> None:
        self.slots = slots
        self.special = special
        self.parts = parts
        self.demand = demand

    def fill(self, index: int, first: int, seen_openly: frozenset[Tile]) -> bool:
        """Return whether the remaining tiles can fill the slots from index `index` to the end.

        A slot can be filled by one of several groups of tiles; the search begins with the group at
        index `first`. `seen_openly` has the tile kinds in those slots filled so far that may be
        open.
        """
        slots, demand = self.slots, self.demand
        if index == len(slots):
            # A tile that another player discarded may complete only a group that may be open.
            ends_well = self.parts.claimed < 0 or self.parts.claimed in seen_openly
            return demand.met and ends_well and _within_limits(self.special, self.parts, demand)
        slot = slots[index]
        again = index + 1 < len(slots) and slots[index + 1] == slot
        choices = _choices(slot)
        lowest = KINDS
        if slots[index:].count(slot) == len(slots) - index:
            lowest = demand.lowest_unplaced
        for number in range(first, len(choices)):
            tiles = choices[number]
            if tiles[0] > lowest:
                break
            chow, small = len(set(tiles)) > 1, len(tiles) < 3
            fits = demand.add(tiles, chow=chow, pair=small)
            openly = seen_openly if slot.sort == "hidden" else seen_openly | set(tiles)
            if fits and self.fill(index + 1, number if again else 0, openly):
                return True
            demand.undo(tiles, chow=chow, pair=small)
        return False


@lru_cache(maxsize=256)
def _choices(slot: Slot) -> tuple[tuple[Tile, ...], ...]:
    """Return the groups of tiles that may fill a slot, in ascending order.

    Each group is a tuple of tiles, for example ``(0, 1, 2)`` for a chow.
    """
    if slot.sort == "chow":
        return tuple(chow for chow in CHOWS if chow[0] in slot.kinds)
    number = _SIZES.get(slot.sort, 3)
    groups = [(kind,) * number for kind in slot.kinds]
    if slot.sort == "set":
        groups += [chow for chow in CHOWS if set(chow) <= set(slot.kinds)]
    return tuple(sorted(groups))


def _within_limits(special: Special, parts: Parts, demand: Demand) -> bool:
    if special.mixed_suits:
        return True
    kinds = set(compress(range(KINDS), demand.need))
    kinds.update(*(each.kinds for each in parts.laid))
    return len(suits_of(kinds)) <= 1


def happened(special: Special, circumstances: frozenset[str], winning: Tile) -> bool:
    """Return whether a hand was won in one of the ways that a special hand requires.

    `circumstances` has the words for the way of winning, such as ``dealt`` or ``robbed``. A special
    hand may also require a certain winning tile; `winning` is this tile. Return True if the special
    hand requires no particular way.
    """
    if not special.when:
        return True
    ways = {f"{word} {NAMES[winning & ~PILLAR]}" for word in circumstances} | circumstances
    return not ways.isdisjoint(special.when.split(" | "))
