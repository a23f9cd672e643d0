"""American Modern: points, doubles, and what each player pays the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, compress
from operator import itemgetter
from typing import Final

from mjlog.model.formula import (
    Formula,
    difference,
    limited,
    number,
    power_of_two,
    product,
    total,
)
from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.messages import Sentence, msg
from mjlog.model.record import NOBODY, TABLE, Deal, Items, Seat, seat_name, tiles_of
from mjlog.model.settlement import Item, Payment, Score, Settlement
from mjlog.model.table import Table, physical
from mjlog.model.tiles import (
    BONUS,
    EAST,
    JOKER,
    KIND,
    KINDS,
    OUTER,
    PILLAR,
    TERMINALS,
    WHITE,
    Tile,
    is_known,
)
from mjlog.referee.rulebook import (
    FALSE_WIN,
    NO_ROUND_WIND,
    ClaimScorer,
    Outcome,
    PlayerTiles,
    Unclear,
    Winner,
    amounts,
    hand_incomplete,
    hand_unknown,
)
from mjlog.rules.american.shapes import (
    Hands,
    hands_of,
    laid_as_shown,
    parts_of,
    parts_of_winner,
    readings,
)
from mjlog.rules.american.special_hands import OTHER, Laid, Parts, Special

WINNING: Final = 20
BONUS_TILE: Final = 4
BOUQUET: Final = 1000
STAKE: Final = 100
SETS: Final[Mapping[tuple[str, bool], tuple[int, int]]] = {
    ("pung", False): (2, 4),
    ("pung", True): (4, 8),
    ("kong", False): (8, 16),
    ("kong", True): (16, 32),
}
"""Points of a set, melded and concealed.

The key is the sort of the set, and whether it is of terminals or honours.
"""
PAIR: Final = 2
_SIZE: Final[Mapping[str, int]] = {"pair": 2, "pung": 3}
"""Number of equal tiles that a group of the hand needs."""
CLAUSE: Final = {
    "melded-pung": "7.2",
    "concealed-pung": "7.2",
    "melded-kong": "7.2",
    "concealed-kong": "7.2",
    "pair": "7.3",
    "winning": "7.4",
    "bonus": "7.5",
    "own-flower": "7.5a",
    "own-season": "7.5a",
    "round-flower": "7.5a",
    "round-season": "7.5a",
    "bouquet": "7.5b",
    "dragon": "7.6",
    "own-wind": "7.6",
    "round-wind": "7.6",
    "three-concealed": "7.6",
    "little-dragons": "7.6",
    "one-suit-with-honors": "7.6",
    "one-suit": "7.6",
    "pung-hand": "7.6",
    "terminals-and-honors": "7.6",
    "no-joker": "9.4",
    "out-on-pair": "7.4a",
    "out-on-supplement": "7.4a",
    "out-on-last-tile": "7.4a",
    "out-on-last-discard": "7.4a",
    "points": "7.1",
    "doubles": "7.1",
    "total": "7.1",
    OTHER: "7.11c",
}
"""Names that a sheet may use, with the number of the sentence.

Special hands are written with their own names.
"""
DOUBLES: Final = frozenset(
    {
        *("own-flower", "own-season", "round-flower", "round-season"),
        *("dragon", "own-wind", "round-wind", "three-concealed", "little-dragons"),
        *("one-suit-with-honors", "one-suit", "pung-hand", "terminals-and-honors"),
    }
)
"""Items that double the points."""
BOUQUET_DOUBLES: Final = frozenset({"bouquet"})
POINTS: Final = frozenset(
    {
        *("melded-pung", "concealed-pung", "melded-kong", "concealed-kong", "pair"),
        *("winning", "bonus", "no-joker"),
        *("out-on-pair", "out-on-supplement", "out-on-last-tile", "out-on-last-discard"),
    }
)
"""Items that earn points before the doubling."""
EXTRAS: Final = {
    "pair": "",
    "supplement": "supplement",
    "last-tile": "last-tile",
    "last-discard": "last-discard",
}
"""Ways to win that may earn points, each with its word in `mjlog.referee.events`."""


@dataclass(frozen=True, slots=True)
class Group:
    """A set or pair of a hand, as it is counted for points.

    `sort` is ``chow``, ``pung``, ``kong`` or ``pair``; `kind` is the lowest tile kind in it.
    """

    sort: str
    kind: Tile
    concealed: bool

    @property
    def is_outer(self) -> bool:
        """Whether the group is a pung, kong or pair of terminals or honours. False for a chow."""
        return self.sort != "chow" and self.kind in OUTER

    @property
    def is_dragon(self) -> bool:
        """Whether the group consists of dragons."""
        return self.kind >= WHITE

    @property
    def is_wind(self) -> bool:
        """Whether the group consists of winds."""
        return self.kind in _WINDS


_WINDS: Final = range(EAST, WHITE)
Groups = tuple[Group, ...]
_EAST: Final = msg("East")
_STAKE: Final = msg("stake")
OF_THE_TABLE: Final = msg(
    "no source describes the special hands that this table calls `other`"
).lacking("rules")
NO_DEALER: Final = Unclear(msg("the record does not say who is East").lacking("dealer"))


@dataclass(frozen=True, slots=True)
class Place:
    """The player's own wind and the round wind, which decide what a player's sets earn.

    `round` is None if the record does not name the round wind.
    """

    own: Tile
    round: Tile | None

    def matter(self, groups: Iterable[Group], bonus: Sequence[Tile]) -> bool:
        """Return whether the value of a hand depends on a round wind that the record does not name.

        It does if the round wind is unknown and the hand has bonus tiles (`bonus`) or a group of
        winds (in `groups`).
        """
        if self.round is not None:
            return False
        return len(bonus) > 0 or any(group.is_wind for group in groups)

    def rank(self, kind: Tile) -> tuple[bool, ...]:
        """Return a key for a tile kind; kinds with equal keys are worth the same to this player.

        The key is a tuple of five booleans: dragon, honour, terminal, own wind, round wind.
        """
        terminal = kind in TERMINALS
        return (kind >= WHITE, kind >= EAST, terminal, kind == self.own, kind == self.round)


@dataclass(frozen=True, slots=True)
class Count:
    """The points and the doubles that a hand earns, each with the name of its item."""

    points: tuple[tuple[str, int], ...]
    doubles: tuple[tuple[str, int], ...]

    @property
    def sum(self) -> int:
        """Sum of all points, before doubling."""
        return sum(each for _, each in self.points)

    @property
    def times(self) -> int:
        """Number of times that the points are doubled."""
        return sum(each for _, each in self.doubles)

    @property
    def worth(self) -> int:
        """Value of the hand: the points after all doubles, without any limit.

        Used to find the most valuable way to count a hand.
        """
        return self.sum << self.times

    def formula(self) -> Formula:
        """Return the calculation of the hand's value: the points times two for each double."""
        return product(
            number(self.sum, msg("points"), "after"),
            power_of_two(self.times, msg("doubles")),
        )


# --------------------------------------------------------------------------- what every hand counts


class PointTable:
    """Computes what sets, pairs and bonus tiles earn under one choice of options."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self.pair_points = settings["pair_points"]
        self.bouquet = settings["bouquet"]
        self.extras = amounts(settings["winning_extras"])
        self.no_joker = int(settings["no_joker_points"]) if settings["jokers"] != "0" else 0

    def pair(self, kind: Tile, place: Place) -> int:
        """Return the points of a pair of tiles of the kind `kind`.

        A pair of simples earns 0, of terminals or dragons 2. A pair of a wind earns 2, or 4 if the
        wind is both the player's own and the round's; `place` has these two winds. The option
        ``pair_points=added`` changes this: a pair of any wind earns 2, 2 more if it is the player's
        own wind, and 2 more if it is the round wind.
        """
        if kind not in OUTER:
            return 0
        if kind not in _WINDS:
            return PAIR
        standard = PAIR * ((kind == place.own) + (kind == place.round))
        if self.pair_points == "added":
            return standard + PAIR
        return max(PAIR, standard)

    def points(self, groups: Iterable[Group], place: Place) -> Iterator[tuple[str, int]]:
        """Yield the item name and the points of each set or pair that earns points.

        Chows and pairs of simples earn none. `place` has the player's own wind and the round wind.
        `groups` are the sets and pairs of the hand.
        """
        for group in groups:
            if group.sort == "pair":
                points = self.pair(group.kind, place)
                yield from [("pair", points)] if points else []
            elif group.sort != "chow":
                name = "concealed" if group.concealed else "melded"
                points = SETS[group.sort, group.is_outer][group.concealed]
                yield f"{name}-{group.sort}", points

    def doubles(self, groups: Sequence[Group], place: Place) -> Iterator[tuple[str, int]]:
        """Yield the doubles that the sets of a hand earn, each as an item name with the number 1.

        Both winning and losing hands have these doubles. The item ``dragon`` comes once for each
        pung or kong of dragons, any other item at most once. `place` has the player's own wind and
        the round wind. `groups` are the sets and pairs of the hand.
        """
        sets = [group for group in groups if group.sort in SETS_ALIKE]
        dragons = [group for group in sets if group.is_dragon]
        yield from [("dragon", 1)] * len(dragons)
        kinds = {group.kind for group in sets}
        concealed = [group.concealed for group in sets]
        once = {
            "own-wind": place.own in kinds,
            "round-wind": place.round in kinds,
            "little-dragons": len(dragons) == 2 and _dearest_pair(groups).is_dragon,
            "three-concealed": sum(concealed) >= 3,
        }
        yield from ((name, 1) for name in compress(once, once.values()))

    def bonus(self, bonus: Sequence[Tile], place: Place) -> Count:
        """Count the points and doubles of a player's flowers and seasons, which are in `bonus`.

        `place` has the player's own wind and the round wind. If the round wind is unknown, the
        player's own wind is used as the round wind.
        """
        points = (("bonus", BONUS_TILE * len(bonus)),) if bonus else ()
        own, round_ = place.own - EAST, (place.round or place.own) - EAST
        named = {
            "own-flower": own,
            "own-season": own + 4,
            "round-flower": round_,
            "round-season": round_ + 4,
        }
        doubles = [(name, 1) for name, number in named.items() if BONUS + number in bonus]
        if self.bouquet == "doubles":
            doubles += [("bouquet", 3)] * len(bouquets(bonus))
        return Count(points, tuple(doubles))


SETS_ALIKE: Final = frozenset({"pung", "kong"})


_NO_PAIR: Final = Group("pair", 0, concealed=False)


def _pairs_of(groups: Iterable[Group]) -> list[Group]:
    """Return those groups of a hand that are pairs. A special hand can have several."""
    return [group for group in groups if group.sort == "pair"]


def _dearest_pair(groups: Iterable[Group]) -> Group:
    """Return the pair of the highest tile kind; the dragons are the highest kinds.

    If the hand has no pair, return a substitute pair that earns nothing.
    """
    return max(_pairs_of(groups), key=lambda pair: pair.kind, default=_NO_PAIR)


_BOUQUETS: Final = (set(range(BONUS, BONUS + 4)), set(range(BONUS + 4, BONUS + 8)))


def bouquets(bonus: Iterable[Tile]) -> list[int]:
    """Return which complete sets of four bonus tiles a player has: 0 for flowers, 1 for seasons.

    The result is a list, for example ``[0, 1]`` if all eight bonus tiles are in `bonus`.
    """
    held = set(bonus)
    return [number for number, four in enumerate(_BOUQUETS) if four <= held]


# --------------------------------------------------------------------------- the winner


def _groups(reading: Iterable[object], parts: Parts) -> Iterator[Groups]:
    """Yield the whole hand as a tuple of groups: chows, pungs, kongs and pairs.

    `reading` is one way to divide the concealed tiles into groups; the declared sets in `parts`
    come first in the tuple. A group that was completed by another player's tile counts as melded.
    If that tile may have completed one of several groups, the hand is yielded once for each of
    them.
    """
    laid = _declared(parts.laid)
    own = [
        Group(each.sort, each.tile, concealed=True)  # type: ignore[attr-defined]
        for each in reading
    ]
    # If groups are equal, any of them may have been completed, so try only one.
    finished = {group: place for place, group in enumerate(own) if parts.claimed in _kinds(group)}
    for group, place in finished.items():
        melded = replace(group, concealed=False)
        yield (*laid, *own[:place], melded, *own[place + 1 :])
    if not finished:
        yield (*laid, *own)


def _declared(laid: Iterable[Laid]) -> Groups:
    """Convert declared sets into a tuple of `Group` objects, for counting points and doubles."""
    return tuple(Group(each.sort, each.kind, each.concealed) for each in laid)


def _kinds(group: Group) -> tuple[Tile, ...]:
    if group.sort != "chow":
        return (group.kind,)
    return (group.kind, group.kind + 1, group.kind + 2)


def _whole_hand(groups: Groups) -> Iterator[tuple[str, int]]:
    """Yield the items that only a complete winning hand can earn, as pairs of name and doubles.

    For example ``("one-suit", 3)``, or ``("pung-hand", 1)``. `groups` are the sets and the pair of
    the hand.
    """
    honours = [group.kind >= EAST for group in groups]
    if not any(honours):
        yield "one-suit", 3
    elif not all(honours):
        yield "one-suit-with-honors", 1
    if "chow" in {group.sort for group in groups}:
        return
    yield "pung-hand", 1
    outer = [group.is_outer for group in groups]
    if all(outer):
        yield "terminals-and-honors", 1


class Winning:
    """Scores winning hands under one choice of options."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self.hands: Hands = hands_of(settings)
        self.table = PointTable(settings)
        self.limit = int(settings["limit"])

    def score(self, winner: Winner, outcome: Outcome) -> Score | Unclear:
        """Compute the score of a winning hand.

        It may be a regular hand, a special hand or a bouquet (all flowers or all seasons). If the
        hand can be counted in several of these ways, the most valuable way decides. The result is
        an `Unclear`, which states the reason, if the record does not show what decides the score,
        for example if tiles are unknown.
        """
        if outcome.dealer == NOBODY:
            return NO_DEALER
        parts, bonus = parts_of_winner(winner), outcome.bonus_of(winner.seat)
        if parts is None or bonus is None:
            return hand_unknown(winner.seat)
        special = self._special(winner, parts)
        # The winning tile decides whether its set is concealed, and whether it completes the pair.
        if not special and not is_known(winner.tile):
            special = hand_unknown(winner.seat)
        if isinstance(special, Unclear):
            return special
        counted = self._regular(winner, outcome, parts, bonus)
        if not counted and not special:
            return self._nothing_counted(winner, parts)
        if self.hands.may_be_another(parts) and winner.seat in (outcome.seen or ()):
            return Unclear(OF_THE_TABLE)
        if self.table.bouquet != "doubles" and bouquets(bonus):
            special = [*special, ("bouquet", BOUQUET)]
        return self._best(winner.seat, counted, special)

    def _nothing_counted(self, winner: Winner, parts: Parts) -> Score | Unclear:
        if self.hands.may_be_another(parts):
            # Only this table knows this special hand; its value is in the ``Rules`` header. Nobody
            # can check whether the tiles make this hand, so the item is marked as uncertain.
            points = self.hands.values[OTHER]
            alone = number(points, msg("{item} alone", item=OTHER))
            item = Item(OTHER, points, CLAUSE[OTHER], unknown_because=OF_THE_TABLE)
            totals = (Item("total", points, "7.7"),)
            return Score(winner.seat, (item,), formula=alone, totals=totals)
        return Unclear(self._why_not(winner, parts))

    def _best(
        self, seat: Seat, counted: list[Count] | Unclear, direct: list[tuple[str, int]]
    ) -> Score | Unclear:
        name, points = max(direct, key=lambda item: item[1], default=("", -1))
        if isinstance(counted, Unclear):
            return counted
        regular = None
        if counted:
            regular = score_of(seat, counted, self.limit)
        if regular is not None and regular.value >= points:
            return regular
        clause = CLAUSE.get(name, "7.11")
        alone = number(points, msg("{item} alone", item=name))
        totals = (Item("total", alone.number, "7.7"),)
        return Score(seat, (Item(name, points, clause),), formula=alone, totals=totals)

    def _regular(
        self, winner: Winner, outcome: Outcome, parts: Parts, bonus: Sequence[Tile]
    ) -> list[Count] | Unclear:
        """Count a regular hand in every possible way, and return the most valuable counts.

        A count has the points and doubles of one way to group the tiles. Several counts are
        returned if they have the same points and doubles. The list is empty if the hand is not
        regular. The result is an `Unclear`, which states the reason, if the record does not show
        what decides the count. `bonus` are the player's bonus tiles.
        """
        place = place_of(winner.seat, outcome)
        counts: list[Count] = []
        for reading in readings(parts, self.hands.liberty):
            for groups in _groups(reading, parts):
                if place.matter(groups, bonus):
                    return Unclear(NO_ROUND_WIND.lacking("rules"))
                count = self._count(winner, parts, groups, place, bonus)
                if isinstance(count, Unclear):
                    return count
                counts.append(count)
        return _dearest(counts)

    def _count(
        self, winner: Winner, parts: Parts, groups: Groups, place: Place, bonus: Sequence[Tile]
    ) -> Count | Unclear:
        extras = self._extras(winner, parts, groups)
        if isinstance(extras, Unclear):
            return extras
        of_bonus = self.table.bonus(bonus, place)
        points = (
            *self.table.points(groups, place),
            ("winning", WINNING),
            *of_bonus.points,
            *extras,
        )
        if self.table.no_joker and not has_joker(winner, parts):
            points = (*points, ("no-joker", self.table.no_joker))
        doubles = (*self.table.doubles(groups, place), *_whole_hand(groups), *of_bonus.doubles)
        return Count(points, doubles)

    def _extras(
        self, winner: Winner, parts: Parts, groups: Groups
    ) -> list[tuple[str, int]] | Unclear:
        """Return the extra points that a hand earns for the way in which it was won.

        The result is a list of pairs, for example ``("out-on-last-tile", 10)``. It is an `Unclear`,
        which states the reason, if the record does not say how the player got the winning tile.
        """
        extras = []
        for name, points in self.table.extras.items():
            word = EXTRAS[name]
            if word and winner.circumstances is None:
                return Unclear(
                    msg("the record does not say how the winning tile came").lacking("turns")
                )
            if (
                (word in (winner.circumstances or ()))
                if word
                else _out_on_pair(winner, parts, groups)
            ):
                extras.append((f"out-on-{name}", points))
        return extras

    def _special(self, winner: Winner, parts: Parts) -> list[tuple[str, int]] | Unclear:
        """Return the names of the special hands that a winning hand makes, each with its value.

        The result is an `Unclear`, which states the reason, if a special hand has no known value,
        or if a special hand depends on how the player got the winning tile and the record does not
        say so.
        """
        special_hands = list(self.hands.special(parts, self.hands.in_play))
        by_way = [each for each in self.hands.in_play if each.when]
        if by_way and self.hands.is_regular(parts):
            if winner.circumstances is None:
                return Unclear(
                    msg("the record does not say how the winning tile came").lacking("turns")
                )
            special_hands += self.hands.by_way(winner.circumstances, winner.tile, parts)
        for each in special_hands:
            if self.hands.value(each) is None:
                no_value = (
                    "the sources give no value for {hand}; write it in the Rules "
                    "line: special_hands={hand}:…"
                )
                return Unclear(msg(no_value, hand=each.id).lacking("rules"))
        return [(each.id, self._value(each, parts)) for each in special_hands]

    def _value(self, special: Special, parts: Parts) -> int:
        value = self.hands.value(special) or 0
        if special.double_if_concealed and parts.is_concealed:
            return 2 * value
        return value

    def _why_not(self, winner: Winner, parts: Parts) -> Sentence:
        if self.hands.has_shape(parts):
            limits = (
                "{seat}'s hand has more than one suit or more than one chow and is no special hand"
            )
            return msg(limits, seat=seat_name(winner.seat))
        return hand_incomplete(winner.seat).words


def claims_of_others(deal: Deal, _table: Table) -> frozenset[Seat]:
    """Return the seats whose score sheet names the item ``other``.

    A sheet uses this item for a special hand of its own table, which no source describes.
    """
    return frozenset(
        line.seat
        for line in deal.contents(Items)
        if line.keyword == "fan" and OTHER in dict(line.items)
    )


def has_joker(winner: Winner, parts: Parts) -> bool:
    """Return whether the winning hand contains a joker, in its tiles or in its declared sets."""
    melded = tiles_of(winner.sets_seen)
    return parts.jokers > 0 or max(melded, default=0) >= KINDS


def _out_on_pair(winner: Winner, parts: Parts, groups: Groups) -> bool:
    """Return whether the winning tile completes the pair, in this way of grouping the hand.

    A drawn tile counts for the pair even if it could also complete a set.
    """
    pairs = _pairs_of(groups)
    if winner.own_draw and physical(winner.tile) == JOKER:
        return any(_joker_makes(group, winner.tile, parts, groups) for group in pairs)
    finished = {group.kind for group in pairs if winner.own_draw or not group.concealed}
    return winner.tile in finished


def _joker_makes(pair: Group, joker: Tile, parts: Parts, groups: Groups) -> bool:
    """Return whether a joker, drawn as the winning tile, may belong to the pair of a hand.

    It may if the hand has too few other tiles of the pair's kind, and the record does not say that
    the joker stands for another kind. `pair` is the pair, `groups` is the hand grouped into sets
    and a pair, and `parts` has its tiles.
    """
    own = groups[len(parts.laid) :]
    needed = sum(_kinds(group).count(pair.kind) * _SIZE.get(group.sort, 1) for group in own)
    return parts.counts[pair.kind] < needed and KIND[joker & ~PILLAR] in {pair.kind, KIND[JOKER]}


def _dearest(counts: Sequence[Count]) -> list[Count]:
    """Return the most valuable counts, the best one first; an empty list if `counts` is empty.

    Each count has the points and doubles of one way to group the hand. All returned counts have the
    same points and the same number of doubles.
    """
    if len(counts) < 2:
        return [*counts]
    best = max(counts, key=lambda count: count.worth)
    alike = [each for each in counts if (each.sum, each.times) == (best.sum, best.times)]
    return [best, *(each for each in dict.fromkeys(alike) if each != best)]


def _items_of(count: Count, code: str) -> tuple[Item, ...]:
    return tuple(
        Item(name, points, CLAUSE[name], code=code)
        for name, points in (*count.points, *count.doubles)
    )


def score_of(seat: Seat, counts: Sequence[Count], limit: int, *, code: str = "") -> Score:
    """Convert the points and doubles of a hand into a `Score`.

    `counts` has one count for each way to group the hand. The first count gives the value; the
    items of the other counts are stored as alternatives that a score sheet may state, too. `limit`
    is the highest value, 0 for no limit. `code` is the code of the error that the audit reports if
    the sheet states other items, empty for the usual code.
    """
    count = counts[0]
    whole = count.formula()
    value = limited(whole, limit)
    of_total = "score.total" if value is whole else "score.limit"
    items = _items_of(count, code)
    others = tuple(_items_of(each, code) for each in counts[1:])
    totals = (
        Item("points", count.sum, CLAUSE["points"], code=code or "score.total"),
        Item("doubles", count.times, CLAUSE["doubles"], code=code or "score.total"),
        Item("total", value.number, CLAUSE["total"], code=code or of_total),
    )
    return Score(seat, items, formula=value, totals=totals, others=others)


def place_of(seat: Seat, outcome: Outcome) -> Place:
    """Return the player's own wind and the round wind, which decide what the player's sets earn."""
    return Place(outcome.wind_of(seat), outcome.round_wind)


# --------------------------------------------------------------------------- the losers


class Losing:
    """Scores hands that have not won, by their sets and pairs, under one choice of options.

    Jokers are used where they earn most.
    """

    def __init__(self, settings: Mapping[str, str]) -> None:
        self.table = PointTable(settings)
        self.liberty = hands_of(settings).liberty
        self.doubled = settings["loser_doubles"] == "sets"
        self.all_pairs = settings["loser_pairs"] == "all"
        self.bouquet = settings["bouquet"] == "all"
        self.limit = int(settings["limit"]) if settings["limit_losers"] == "each" else 0

    def score(self, held: PlayerTiles, outcome: Outcome) -> Score | Unclear:
        """Score a hand that has not won, by its sets, pairs and bonus tiles.

        The result is an `Unclear`, which states the reason, if tiles are unknown, or if the value
        depends on a round wind that the record does not name.
        """
        shown = laid_as_shown(held.melds)
        if shown is None or held.tiles is None or held.bonus is None:
            return hand_unknown(held.seat)
        if self.bouquet and bouquets(held.bonus):
            item = Item("bouquet", BOUQUET, CLAUSE["bouquet"], code="score.losers")
            alone = number(BOUQUET, msg("{item} alone", item=item.name))
            return Score(held.seat, (item,), formula=alone)
        robbed = {(winner.source, winner.tile) for winner in outcome.winners if winner.robbed}
        laid = tuple(_unless_robbed(each, (held.seat, each.kind) in robbed) for each in shown)
        place = place_of(held.seat, outcome)
        ways = list(self._ways(laid, parts_of(laid, held.tiles), place))
        if any(place.matter(groups, held.bonus) for groups in ways):
            return Unclear(NO_ROUND_WIND.lacking("rules"))
        of_bonus = self.table.bonus(held.bonus, place)
        counts = [self._count(groups, place, of_bonus) for groups in ways]
        best = _dearest(counts) or [Count((), ())]
        return score_of(held.seat, best, self.limit, code="score.losers")

    def _count(self, groups: Groups, place: Place, of_bonus: Count) -> Count:
        points = (*self._points(groups, place), *of_bonus.points)
        if not self.doubled:
            return Count(points, ())
        return Count(points, (*self.table.doubles(groups, place), *of_bonus.doubles))

    def _points(self, groups: Groups, place: Place) -> list[tuple[str, int]]:
        items = list(self.table.points(groups, place))
        if self.all_pairs:
            return items
        pairs = [item for item in items if item[0] == "pair"]
        others = [item for item in items if item[0] != "pair"]
        return others + sorted(pairs, key=itemgetter(1), reverse=True)[:1]

    def _ways(self, laid: tuple[Laid, ...], parts: Parts, place: Place) -> Iterator[Groups]:
        """Yield the sets and pairs of a losing hand, for each way to use its jokers.

        The jokers complete pungs and pairs. Each result is a tuple of groups. `laid` are the
        declared sets, `parts` is the whole hand, `place` has the player's own wind and the round
        wind.
        """
        declared = _declared(laid)
        room = [max(0, self.liberty.most - number) for number in parts.elsewhere]
        held = list(map(min, parts.counts, room))
        natural = {
            kind: "pung" if number > 2 else "pair" for kind, number in enumerate(held) if number > 1
        }
        alike: dict[tuple[int, int, object], list[Tile]] = {}
        for kind in range(KINDS) if parts.jokers else ():
            alike.setdefault((held[kind], room[kind], place.rank(kind)), []).append(kind)
        for gains in _gains(list(alike.items()), parts.jokers, pairs=self.liberty.pairs):
            made = sorted((natural | gains).items())
            own = [Group(sort, kind, concealed=True) for kind, sort in made]
            yield (*declared, *own)


def _unless_robbed(laid: Laid, robbed: bool) -> Laid:
    """Return a declared set as it is scored: a robbed open kong becomes a pung.

    `robbed` says whether the fourth tile of this set was robbed. Other sets stay unchanged.
    """
    if robbed and laid.sort == "kong" and not laid.concealed:
        return replace(laid, sort="pung")
    return laid


def _gains(
    alike: Sequence[tuple[tuple[int, int, object], Sequence[Tile]]], jokers: int, *, pairs: bool
) -> Iterator[dict[Tile, str]]:
    """Yield each way to complete pungs and pairs with at most `jokers` jokers.

    A way is a dict from each completed tile kind to ``pung`` or ``pair``. Each entry of `alike` is
    a key and the tile kinds that share it. The key begins with two numbers: how many tiles of such
    a kind the hand has, and how many it may have at most. Kinds with the same key are worth the
    same, so only one choice among them is yielded. `pairs` says whether jokers may complete pairs.
    """
    if not alike or not jokers:
        yield {}
        return
    (held, room, _), kinds = alike[0]
    pung = 3 - held if held < 3 <= room else jokers + 1
    pair = 2 - held if pairs and held < 2 <= room else jokers + 1
    for pungs in range(min(len(kinds), jokers // pung) + 1):
        left = jokers - pungs * pung
        for pairs_made in range(min(len(kinds) - pungs, left // pair) + 1):
            gained = dict.fromkeys(kinds[:pungs], "pung") | dict.fromkeys(
                kinds[pungs : pungs + pairs_made], "pair"
            )
            for more in _gains(alike[1:], left - pairs_made * pair, pairs=pairs):
                yield gained | more


# --------------------------------------------------------------------------- payments


KITTY: Final = "kitty"
CAUSES: Final[Mapping[str, str]] = {
    **FALSE_WIN,
    KITTY: "what everybody puts into the kitty, and what a winner takes out of it",
}
"""Causes of payments, as written after `for=`, with their meaning."""


def settler(
    settings: Mapping[str, str], claimed: ClaimScorer
) -> Callable[[Outcome, Sequence[Score]], Settlement | Unclear]:
    """Return the function that computes the payments of a deal.

    `settings` maps the name of each option to its value. `claimed` scores the hands of losers by
    the score sheet if their tiles are not shown.
    """
    losing = Losing(settings)
    most = int(settings["limit"])
    hands = hands_of(settings)
    kitty = settings["kitty"] == "on"

    def settle(outcome: Outcome, scores: Sequence[Score]) -> Settlement | Unclear:
        """Compute who pays whom in a deal.

        Each loser pays the winner the value of the winning hand. The losers also pay each other the
        difference of their hands. East pays and receives double. If nobody wins, the players only
        pay their stakes into the kitty, if the table has a kitty. The kitty is a common fund.
        """
        stakes = kitty_stakes(outcome) if kitty else ()
        if not outcome.winners:
            return Settlement(stakes)
        winner, score = outcome.winners[0], scores[0]
        losers = {
            held.seat: _loser(losing.score(held, outcome), held, outcome, claimed)
            for held in outcome.hands
            if held.seat != winner.seat
        }
        counted = [each for each in losers.values() if isinstance(each, Score)]
        paid = payments(score, counted, outcome, most)
        pool, unknown_pool = _pool(winner, outcome, hands) if kitty else ((), ())
        unknown_pairs = (*_unknown_pairs(losers), *unknown_pool)
        return Settlement((*paid, *stakes, *pool), (score, *counted), unknown_pairs)

    return settle


def kitty_stakes(outcome: Outcome) -> tuple[Payment, ...]:
    """Return the payment of each player into the kitty (a common fund): a fixed stake."""
    stake = number(STAKE, _STAKE)
    return tuple(Payment.of(seat, TABLE, stake, "8.3", KITTY) for seat in range(outcome.seats))


def kitty_moves(outcome: Outcome) -> dict[tuple[Seat, Seat], tuple[int, ...]]:
    """Return the amounts that may pass between each player and the kitty (a common fund).

    The result maps a pair of payer and payee, in which `TABLE` is the kitty, to the possible
    amounts. Each seat pays a fixed stake. A winner receives the whole kitty or 0, other players
    receive 0. Winners have no entry if the record does not say how much the kitty held.
    """
    winners = outcome.winning_seats
    laid = {(seat, TABLE): (STAKE,) for seat in range(outcome.seats)}
    kept = {(TABLE, seat): (0,) for seat in outcome.others(NOBODY) if seat not in winners}
    if outcome.pool is None:
        return {**laid, **kept}
    held = outcome.pool + STAKE * outcome.seats
    return {**laid, **kept, **{(TABLE, seat): (held, 0) for seat in winners}}


def _loser(
    found: Score | Unclear, held: PlayerTiles, outcome: Outcome, claimed: ClaimScorer
) -> Score | Unclear:
    """Return the score of a loser's hand, from the tiles shown or else from the score sheet.

    `found` is the score from the tiles shown, or an `Unclear`. An `Unclear` is returned if tiles
    are shown, or if the score sheet states nothing about the hand; otherwise `claimed` computes the
    score from the sheet.
    """
    if isinstance(found, Score) or held.tiles is not None or held.seat not in outcome.claimed:
        return found
    return claimed(held.seat, outcome)


def payments(
    winner: Score, losers: Sequence[Score], outcome: Outcome, most: int
) -> tuple[Payment, ...]:
    """Return what the losers pay to the winner and to each other.

    `winner` and `losers` are the scores of the hands. Losers pay each other the difference of their
    hands; `most` is the highest such difference, 0 for no limit.
    """
    return (*_to_winner(winner, outcome), *_payments_among_losers(losers, outcome, most))


def _times(one: Seat, other: Seat, dealer: Seat) -> int:
    """Return 2 if one of the two seats is the dealer, who pays and receives double, else 1."""
    if dealer in {one, other}:
        return 2
    return 1


def _doubled(counts: Formula, one: Seat, other: Seat, dealer: Seat) -> Formula:
    times = _times(one, other, dealer)
    if times > 1:
        return product(counts, number(times, _EAST))
    return counts


def shares(outcome: Outcome) -> dict[Seat, int]:
    """Return how many times the value of the winning hand each losing seat pays.

    The number is 2 if the seat or the winner is East, otherwise 1.
    """
    winner = NOBODY
    if outcome.winners:
        winner = outcome.winners[0].seat
    return {seat: _times(seat, winner, outcome.dealer) for seat in outcome.others(winner)}


def _to_winner(score: Score, outcome: Outcome) -> Iterator[Payment]:
    if not score.value:
        return
    for seat in outcome.others(score.seat):
        value = number(score.value, msg("the winner's hand"))
        points = _doubled(value, seat, score.seat, outcome.dealer)
        yield Payment.of(seat, score.seat, points, "10.1")


def _payments_among_losers(
    losers: Sequence[Score], outcome: Outcome, most: int
) -> Iterator[Payment]:
    for one, other in combinations(losers, 2):
        low, high = sorted((one, other), key=lambda score: score.value)
        more = difference(number(high.value), number(low.value))
        counts = limited(more, most)
        if counts.number:
            points = _doubled(counts, one.seat, other.seat, outcome.dealer)
            yield Payment.of(low.seat, high.seat, points, "10.2" if counts is more else "7.10")


def _unknown_pairs(losers: Mapping[Seat, Score | Unclear]) -> Iterator[tuple[Seat, Seat, Sentence]]:
    """Yield payer, payee and reason for each two losers whose payment to each other is unknown.

    It is unknown if at least one of the two hands has no score. `losers` maps each loser to the
    score, or to the reason why there is none.
    """
    words = {seat: loser.words for seat, loser in losers.items() if isinstance(loser, Unclear)}
    for one, other in combinations(losers, 2):
        reason = words.get(one) or words.get(other)
        if reason:
            yield one, other, reason


def _pool(
    winner: Winner, outcome: Outcome, hands: Hands
) -> tuple[tuple[Payment, ...], tuple[tuple[Seat, Seat, Sentence], ...]]:
    """Return two tuples: what the kitty pays the winner, and what is unknown about it.

    The kitty is a common fund. Only a winning hand that can be grouped without a chow gets the
    kitty; for other hands both tuples are empty. If the record does not say how much the kitty
    held, the first tuple is empty, and the second has one tuple of payer (`TABLE`), payee and
    reason.
    """
    parts = parts_of_winner(winner)
    if parts is None or not _is_pung_hand(parts, hands):
        return (), ()
    if outcome.pool is None:
        return (), ((TABLE, winner.seat, msg("the record does not say how much was in the kitty")),)
    stakes = product(number(STAKE, _STAKE), number(outcome.seats, msg("players")))
    held = total(number(outcome.pool, msg("kitty before the deal")), stakes)
    return (Payment.of(TABLE, winner.seat, held, "8.3", KITTY),), ()


def _is_pung_hand(parts: Parts, hands: Hands) -> bool:
    if "chow" in {each.sort for each in parts.laid}:
        return False
    hand_readings = readings(parts, hands.liberty)
    return any("chow" not in {group.sort for group in reading} for reading in hand_readings)


def next_dealer(outcome: Outcome) -> Seat | Unclear:
    """Return the next dealer. East deals again after winning and after a draw.

    The result is an `Unclear`, which states the reason, if the record does not name East, or does
    not show how the deal ended.
    """
    if outcome.dealer == NOBODY:
        return NO_DEALER
    if outcome.dealer_wins:
        return outcome.dealer
    if outcome.winners:
        return outcome.next_seat
    if outcome.washout is None:
        return Unclear(msg("the deal has no result").lacking("result"))
    return outcome.dealer
