"""Taiwanese 16-tile: the two scales of tai as data, and which pattern contains which."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.settlement import LeftOut
from mjlog.model.tiles import BONUS, EAST, TERMINALS, WHITE
from mjlog.rules.taiwanese.hand import SETS, HandReading, TaiwaneseHand

Count = Callable[[TaiwaneseHand, HandReading], int]
"""How often a pattern is in a hand that is seen so."""


@dataclass(frozen=True, slots=True)
class TaiPattern:
    """A pattern: `key` among its like, `tai` each time, the sentence of the rulebook about it.

    `alone` names the only source of its value, if there is no second; `alike` are other names that
    sheets use.
    """

    key: str
    tai: int
    clause: str
    count: Count
    alone: str = ""
    name: str = ""
    alike: tuple[str, ...] = ()

    @property
    def item(self) -> str:
        """The name in records."""
        return self.name or self.key


def _happens(word: str) -> Count:
    return lambda hand, _: int(word in hand.happened)


# --------------------------------------------------------------------------- bonus tiles


def _no_bonus(hand: TaiwaneseHand, _: HandReading) -> int:
    return int(hand.bonus_in_play and not hand.bonus)


def _seat_flowers(hand: TaiwaneseHand, _: HandReading) -> int:
    place = hand.seat_wind - EAST
    return sum(
        (tile - BONUS) % 4 == place
        for tile in hand.bonus
        if not _is_whole(hand, (tile - BONUS) // 4)
    )


def _flower_sets(hand: TaiwaneseHand, _: HandReading) -> int:
    return _is_whole(hand, 0) + _is_whole(hand, 1)


def _is_whole(hand: TaiwaneseHand, four: int) -> bool:
    """Return whether all four flowers, or all four seasons, are set out."""
    return sum((tile - BONUS) // 4 == four for tile in hand.bonus) == 4


# --------------------------------------------------------------------------- sets


def _kongs(*, is_open: bool) -> Count:
    return lambda _, view: sum(each.sort == "kong" and each.open is is_open for each in view.sets)


def _has_straight(view: HandReading, *, concealed: bool) -> bool:
    lows = {each.kind for each in view.chows if not (concealed and each.open)}
    return any({suit, suit + 3, suit + 6} <= lows for suit in (0, 9, 18))


def _straight(_: TaiwaneseHand, view: HandReading) -> int:
    return int(_has_straight(view, concealed=False))


def _high_straight(high: str) -> Count:
    def count(hand: TaiwaneseHand, view: HandReading) -> int:
        if high == "self_drawn":
            return int(hand.own_draw and _has_straight(view, concealed=False))
        return int(_has_straight(view, concealed=True))

    return count


def _concealed_triplets(number: int) -> Count:
    return lambda _, view: int(view.concealed_triplets == number)


def _dragons(number: int, *, pair: bool = False) -> Count:
    return lambda _, view: int(view.dragons == number and (not pair or view.pair >= WHITE))


def _winds(number: int, *, pair: bool) -> Count:
    return lambda _, view: int(view.winds == number and (EAST <= view.pair < WHITE) is pair)


def _own_wind(hand: TaiwaneseHand, view: HandReading) -> int:
    return view.of(hand.seat_wind, hand.seat_wind)


def _round_wind(hand: TaiwaneseHand, view: HandReading) -> int:
    if hand.round_wind is None:
        return 0
    return view.of(hand.round_wind, hand.round_wind)


# --------------------------------------------------------------------------- the whole hand


def _exposed(*, kongs: str, on_discard: bool) -> Count:
    def count(hand: TaiwaneseHand, view: HandReading) -> int:
        if len(hand.melds) != SETS or not view.regular or (on_discard and hand.own_draw):
            return 0
        return int(kongs == "any" or all(each.open for each in view.sets))

    return count


def _half_exposed(hand: TaiwaneseHand, view: HandReading) -> int:
    return int(hand.own_draw and _exposed(kongs="melded_only", on_discard=False)(hand, view))


def _concealed(hand: TaiwaneseHand, view: HandReading) -> int:
    return int(view.regular and hand.claimed_nothing and not hand.own_draw)


def _fully_concealed(hand: TaiwaneseHand, view: HandReading) -> int:
    return int(view.regular and hand.claimed_nothing and hand.own_draw)


def _closed(hand: TaiwaneseHand, view: HandReading) -> int:
    return int(view.regular and hand.claimed_nothing)


def _all_chows(_: TaiwaneseHand, view: HandReading) -> int:
    return int(len(view.chows) == SETS)


def _plain_chows(hand: TaiwaneseHand, view: HandReading) -> int:
    return int(len(view.chows) == SETS and not hand.honours and not hand.bonus)


def _ping_hu(hand: TaiwaneseHand, view: HandReading) -> int:
    return int(_plain_chows(hand, view) and not hand.own_draw and view.wait == "two-sided")


def _all_triplets(_: TaiwaneseHand, view: HandReading) -> int:
    return int(len(view.triplets) == SETS)


def _no_honours(hand: TaiwaneseHand, _: HandReading) -> int:
    return int(not hand.honours)


def _neither(hand: TaiwaneseHand, view: HandReading) -> int:
    return int(not hand.honours and _no_bonus(hand, view))


def _one_suit(hand: TaiwaneseHand, _: HandReading) -> int:
    return int(hand.suits == 1 and not hand.honours)


def _one_suit_and_honours(hand: TaiwaneseHand, _: HandReading) -> int:
    return int(hand.suits == 1 and hand.honours)


def _only_honours(hand: TaiwaneseHand, _: HandReading) -> int:
    return int(hand.suits == 0)


def _only_terminals(hand: TaiwaneseHand, _: HandReading) -> int:
    return int(hand.kinds <= TERMINALS)


# --------------------------------------------------------------------------- going out


def _waited(*parts: str, unique: bool) -> Count:
    return lambda hand, view: int(view.wait in parts and (not unique or hand.waits_for_one))


MTR: Final = "the Mahjong Time restatement"

ROBBED_EIGHTH: Final = "fl_7rob"
ALL_EIGHT: Final = "fl_8"
TOLD: Final = frozenset(
    {"lastwall", "lastdisc", "early5", "early10", "orig", "heaven", "earth", "kong_draw"}
)
"""Patterns that lie in play: without its turns a record tells them by the sheet alone."""


def four_winds(chosen: Mapping[str, str]) -> tuple[TaiPattern, ...]:
    """Return the large scale."""
    unique = chosen["wait_unique"] == "true"
    exposed = _exposed(
        kongs=chosen["exposed_kongs"], on_discard=chosen["exposed_requires_discard"] == "true"
    )
    honors, terminals = int(chosen["tai.all_honors"]), int(chosen["tai.all_terminals"])
    return (
        TaiPattern(
            "fl_each",
            1,
            "9.10",
            lambda hand, _: len(hand.bonus),
            alike=("flower", "flowers", "season", "bonus"),
        ),
        TaiPattern("fl_none", 1, "9.11", _no_bonus),
        TaiPattern(ALL_EIGHT, 30, "9.12", lambda *_: 0),
        TaiPattern(ROBBED_EIGHTH, 20, "9.13", lambda *_: 0),
        TaiPattern("dragon_set", 1, "9.14", lambda _, view: view.dragons, name="honor_set"),
        TaiPattern("wind_set", 1, "9.14", lambda _, view: view.winds, name="honor_set"),
        TaiPattern("kong_m", 1, "9.15", _kongs(is_open=True)),
        TaiPattern("kong_c", 2, "9.16", _kongs(is_open=False)),
        TaiPattern(
            "straight_high", 10, "9.17", _high_straight(chosen["straight_high"]), name="straight"
        ),
        TaiPattern("straight", 5, "9.17", _straight),
        TaiPattern("ct2", 2, "9.18", _concealed_triplets(2)),
        TaiPattern("ct3", 5, "9.18a", _concealed_triplets(3)),
        TaiPattern("ct4", 15, "9.18b", _concealed_triplets(4)),
        TaiPattern("ct5", 40, "9.18c", _concealed_triplets(5)),
        TaiPattern("l3d", 15, "9.19", _dragons(2, pair=True)),
        TaiPattern("b3d", 30, "9.20", _dragons(3), alone=MTR),
        TaiPattern("l3w", 5, "9.21", _winds(2, pair=True)),
        TaiPattern("b3w", 15, "9.22", _winds(3, pair=False)),
        TaiPattern("l4w", 30, "9.23", _winds(3, pair=True), alone=MTR),
        TaiPattern("b4w", 40, "9.24", lambda _, view: int(view.winds == 4), alone=MTR),
        TaiPattern("exposed", 10, "9.25", exposed),
        TaiPattern("conc", 1, "9.26", _concealed),
        TaiPattern("fconc", 3, "9.27", _fully_concealed, alone=MTR),
        TaiPattern("chow", 3, "9.28", _all_chows, alone=MTR),
        TaiPattern("chow_plain", 10, "9.29", _plain_chows, alone=MTR),
        TaiPattern("pung", 10, "9.30", _all_triplets, alone=MTR),
        TaiPattern("no_hon", 1, "9.31", _no_honours),
        TaiPattern("no_fl_hon", 3, "9.32", _neither),
        TaiPattern("mixed1", 10, "9.33", _one_suit_and_honours, alone=MTR),
        TaiPattern("pure1", 40, "9.34", _one_suit),
        TaiPattern("pairs7", 30, "9.35", lambda _, view: int(not view.regular), alone=MTR),
        TaiPattern("win", 2, "9.40", lambda *_: 1),
        TaiPattern("self", 1, "9.40a", lambda hand, _: int(hand.own_draw), alike=("self-drawn",)),
        TaiPattern("onechance", 1, "9.41", _waited("edge", "middle", unique=unique)),
        TaiPattern("onpair", 1, "9.42", _waited("pair", unique=unique)),
        TaiPattern("lastwall", 1, "9.43", _happens("lastwall")),
        TaiPattern("robkong", 1, "9.44", _happens("robkong")),
        TaiPattern("lastdisc", 1, "9.45", _happens("lastdisc")),
        TaiPattern("early5", 5, "9.46", _happens("early5")),
        TaiPattern("early10", 10, "9.47", _happens("early10")),
        TaiPattern("orig", 15, "9.48", _happens("orig"), alone=MTR),
        TaiPattern("heaven", 40, "9.49", _happens("heaven"), alone=MTR),
        TaiPattern("earth", 40, "9.50", _happens("earth"), alone=MTR),
        TaiPattern("all_honors", honors, "9.51", _only_honours, alone="our reading"),
        TaiPattern("all_terminals", terminals, "9.52", _only_terminals, alone="our reading"),
    )


CHART: Final = "association chart"


def association(_: Mapping[str, str]) -> tuple[TaiPattern, ...]:
    """Return the scale of the Taiwanese association."""
    single = _waited("edge", "middle", "pair", unique=True)
    return (
        TaiPattern("conc", 1, "12.2", _closed, alone=CHART),
        TaiPattern("self", 1, "12.3", lambda hand, _: int(hand.own_draw), alone=CHART),
        TaiPattern("fconc", 1, "12.4", _fully_concealed, alone=CHART),
        TaiPattern("seat_wind", 1, "12.5", _own_wind, alone=CHART),
        TaiPattern("round_wind", 1, "12.6", _round_wind, alone=CHART),
        TaiPattern("seat_flower", 1, "12.7", _seat_flowers, alone=CHART),
        TaiPattern("dragon_set", 1, "12.8", lambda _, view: view.dragons, alone=CHART),
        TaiPattern("robkong", 1, "12.9", _happens("robkong"), alone=CHART),
        TaiPattern("single_wait", 1, "12.10", single, alone=CHART),
        TaiPattern("half_exposed", 1, "12.11", _half_exposed, alone=CHART),
        TaiPattern("kong_draw", 1, "12.12", _happens("kong_draw"), alone=CHART),
        TaiPattern("lastdisc", 1, "12.13", _happens("lastdisc"), alone=CHART),
        TaiPattern("lastwall", 1, "12.14", _happens("lastwall"), alone=CHART),
        TaiPattern("pinghu", 2, "12.15", _ping_hu, alone=CHART),
        TaiPattern(
            "exposed", 2, "12.16", _exposed(kongs="melded_only", on_discard=True), alone=CHART
        ),
        TaiPattern("flower_set", 2, "12.17", _flower_sets, alone=CHART),
        TaiPattern("ct3", 2, "12.18", _concealed_triplets(3), alone=CHART),
        TaiPattern("orig", 4, "12.19", _happens("orig"), alone=CHART),
        TaiPattern("pung", 4, "12.20", _all_triplets, alone=CHART),
        TaiPattern("l3d", 4, "12.21", _dragons(2, pair=True)),
        TaiPattern("mixed1", 4, "12.22", _one_suit_and_honours),
        TaiPattern("ct4", 5, "12.23", _concealed_triplets(4)),
        TaiPattern("ct5", 8, "12.24", _concealed_triplets(5)),
        TaiPattern("b3d", 8, "12.25", _dragons(3)),
        TaiPattern("l4w", 8, "12.26", _winds(3, pair=True)),
        TaiPattern("pure1", 8, "12.27", _one_suit),
        TaiPattern("all_honors", 8, "12.28", _only_honours),
        TaiPattern("pairs7", 8, "12.29", lambda _, view: int(not view.regular)),
        TaiPattern(ALL_EIGHT, 8, "12.30", lambda *_: 0),
        TaiPattern(ROBBED_EIGHTH, 8, "12.31", lambda *_: 0),
        TaiPattern("b4w", 16, "12.32", lambda _, view: int(view.winds == 4)),
        TaiPattern("heaven", 16, "12.33", _happens("heaven")),
        TaiPattern("earth", 16, "12.34", _happens("first_draw")),
    )


Contains = Mapping[str, tuple[str, ...]]
"""What each pattern contains, in the order in which they are asked.

One that is contained itself contains no more.
"""

FOUR_WINDS_STATED: Final[Contains] = {
    "exposed": ("onechance", "onpair"),
    "chow_plain": ("chow", "no_fl_hon", "no_hon", "fl_none"),
    "no_fl_hon": ("no_hon", "fl_none"),
    "fconc": ("conc", "self"),
    "early10": ("early5",),
    "straight_high": ("straight",),
}
_BLESSED: Final = ("orig", "early10", "early5", "fconc", "conc")
FOUR_WINDS_LOGICAL: Final[Contains] = {
    "heaven": _BLESSED,
    "earth": _BLESSED,
    "ct5": ("pung", "fconc", "conc"),
    "all_honors": ("dragon_set", "wind_set", "pung"),
    "all_terminals": ("pung", "no_fl_hon", "no_hon"),
    "b3d": ("dragon_set",),
    "l3d": ("dragon_set",),
    "b4w": ("wind_set",),
    "l4w": ("wind_set",),
    "b3w": ("wind_set",),
    "l3w": ("wind_set",),
    "pure1": ("no_fl_hon", "no_hon"),
    **FOUR_WINDS_STATED,
}
ASSOCIATION_STATED: Final[Contains] = {
    "exposed": ("single_wait",),
    "half_exposed": ("single_wait",),
    "orig": ("fconc", "conc"),
}
ASSOCIATION_LOGICAL: Final[Contains] = {
    "heaven": ("orig", "fconc", "conc"),
    "earth": ("orig", "fconc", "conc"),
    "ct5": ("pung",),
    "all_honors": ("dragon_set", "seat_wind", "round_wind", "pung"),
    "b3d": ("dragon_set",),
    "l3d": ("dragon_set",),
    "b4w": ("seat_wind", "round_wind"),
    "l4w": ("seat_wind", "round_wind"),
    **ASSOCIATION_STATED,
}


class Found(NamedTuple):
    """The patterns of a hand: those that are paid, with their tai, and the keys of the others.

    Each of these with the key of the pattern that contains it.
    """

    paid: list[tuple[TaiPattern, int]]
    contained: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Scale:
    """A table of tai and which of its patterns contain others."""

    rows: tuple[TaiPattern, ...]
    contains: Contains

    def found(self, hand: TaiwaneseHand, view: HandReading) -> Found:
        """Return the patterns of a hand seen so."""
        there = {
            row.key: number for row in self.rows if row.tai and (number := row.count(hand, view))
        }
        contained = self._contained(there)
        for each, _ in contained:
            del there[each]
        paid = [(row, row.tai * there[row.key]) for row in self.rows if row.key in there]
        return Found(paid, contained)

    def contained(self, found: Found) -> tuple[LeftOut, ...]:
        """Return the names of patterns that earn nothing in a hand seen so.

        Each with the one that contains it.
        """
        if not found.contained:
            return ()
        paid = {row.item for row, _ in found.paid}
        named = {row.key: row.item for row in self.rows}
        pairs = [(named[each], named[key]) for each, key in found.contained]
        return tuple(LeftOut(each, key) for each, key in pairs if each not in paid)

    def _contained(self, there: Mapping[str, int]) -> list[tuple[str, str]]:
        """Return the patterns contained in others, each once."""
        container_of: dict[str, str] = {}
        left = set(there)
        for key, contained in self.contains.items():
            if key in left:
                beneath = [each for each in contained if each in left]
                container_of |= dict.fromkeys(beneath, key)
                left.difference_update(beneath)
        return list(container_of.items())

    def row(self, key: str) -> TaiPattern:
        """Return the row with that key."""
        return next(row for row in self.rows if row.key == key)


def scale(chosen: Mapping[str, str]) -> Scale:
    """Return the table that these options give."""
    logical = chosen["imply"] == "logical"
    if chosen["tai_table"] == "association":
        return Scale(association(chosen), ASSOCIATION_LOGICAL if logical else ASSOCIATION_STATED)
    return Scale(four_winds(chosen), FOUR_WINDS_LOGICAL if logical else FOUR_WINDS_STATED)


def worth(chosen: Mapping[str, str]) -> Callable[[str, int], bool]:
    """Return whether a pattern can earn so many tai with these options.

    Its tai, as often as it may be there.
    """
    tai: dict[str, set[int]] = {}
    for row in scale(chosen).rows:
        for name in (row.item, *row.alike):
            tai.setdefault(name, set()).add(row.tai)

    def can_be(name: str, points: int) -> bool:
        steps = tai.get(name, {1})
        if not points:
            return 0 in steps
        return any(points % step == 0 for step in steps if step)

    return can_be
