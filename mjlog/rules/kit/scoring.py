"""Scores hands by a table of patterns, or from the claims on score sheets.

`scoring` makes the part of a rule set about points from its table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from itertools import product
from typing import Final

from mjlog.model.formula import limited, number, total
from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.messages import msg
from mjlog.model.record import Seat, seat_name
from mjlog.model.settlement import Item, LeftOut, Score
from mjlog.model.tiles import EAST, KIND, KINDS, WHITE, counts, is_bonus
from mjlog.referee.parts import Scoring
from mjlog.referee.rulebook import (
    NO_ROUND_WIND,
    HandClaim,
    ItemsClaimed,
    Outcome,
    Settler,
    Unclear,
    Winner,
    hand_incomplete,
    hand_unknown,
    winning_tile_missing,
    wrong_size,
)
from mjlog.rules.kit.counting import Counted, Found, Principles, Rule, Seen, sum_of_patterns
from mjlog.rules.kit.hand import FLOWERS, Shape, WayOfWinning, WinningHand, set_of
from mjlog.rules.kit.patterns import Pattern, Table
from mjlog.rules.shared.claimed import (
    claim_of,
    claims_of_one_sum,
    claims_with_other_sum,
    items_of,
    stated,
    sum_claimed,
    value_not_claimed,
)

TOTAL: Final = "total"
"""Item by which a sheet states the whole value of a hand."""
CHICKEN: Final = "chicken-hand"
"""Name for a hand without patterns."""
_MOST_SUM: Final = 500
"""The largest total that is tried for a hand whose total is unknown."""
_SEEN_BY_NOBODY: Final = msg("without the turns nobody knows whether it applies")

_CLAIMED: Final = msg("as the sheet claims")
_NO_PATTERN: Final = msg("a hand without patterns")


@dataclass(frozen=True, slots=True)
class Worth:
    """The settings by which the patterns of a hand become points.

    `most` is the most that a hand is worth, 0 for no limit; if `limit_hands_exceed`, limit hands
    may be worth more. `may_claim_less`: patterns that the sheet does not state earn nothing.
    `least` is the value of a hand without patterns. `rule` decides which patterns count together.
    `interchangeable` are patterns that a sheet may name instead of each other if their points are
    the same. `repeated_items` are items that a sheet may name several times for a hand, besides
    patterns whose tests count. `principles` has the sentence numbers of the principles that exclude
    patterns. `size` is the number of tiles in a hand, a kong counted as three. `synonyms` has other
    names of items in records. `different_sums` has one total for each different payment; it is
    empty if each total is paid differently. `states_total`: sheets may state a hand's value as one
    number. `has_bonus`: a hand is scored only if its bonus tiles are known. `asks_winning_tile`: a
    hand is scored only if its winning tile is known.
    """

    patterns: tuple[Pattern, ...]
    shapes: tuple[Shape, ...]
    unit: str
    most: int = 0
    rule: Rule = sum_of_patterns
    least: int = 0
    limit_hands_exceed: bool = False
    may_claim_less: bool = False
    interchangeable: frozenset[str] = frozenset()
    repeated_items: frozenset[str] = frozenset()
    principles: Principles | None = None
    size: int = 14
    synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    different_sums: tuple[int, ...] = ()
    states_total: bool = True
    has_bonus: bool = True
    asks_winning_tile: bool = True

    @property
    def sum_item(self) -> str:
        """Name of the item for a number that a score sheet states without saying what it is.

        It is `TOTAL`, or the name of the first pattern if sheets of the game do not state totals.
        """
        return TOTAL if self.states_total else self.patterns[0].item

    def with_synonyms(self, items: Iterable[str]) -> frozenset[str]:
        """Return item names, together with the other names that records use for these items."""
        names = set(items)
        for item in tuple(names):
            names.update(self.synonyms.get(item, ()))
        return frozenset(names)


class PatternScorer:
    """Scores winning hands by a table of patterns; call the object with a winner and an outcome."""

    def __init__(self, worth: Worth) -> None:
        self.worth = worth
        self.clauses = {pattern.item: pattern.clause for pattern in worth.patterns}
        self.limit_items = {pattern.item for pattern in worth.patterns if pattern.is_limit}
        countable = [pattern.item for pattern in worth.patterns if pattern.is_countable]
        self.repeated_items = worth.with_synonyms(worth.repeated_items.union(countable))
        self.of_flowers = tuple(
            pattern
            for pattern in worth.patterns
            if f"shape={FLOWERS.name}" in [test.text for test in pattern.tests]
        )
        tests = [test for pattern in worth.patterns for test in pattern.tests]
        self.wants_round = any(test.wants_round for test in tests)
        self.wants_ready = any(test.text == "ready" for test in tests)
        self.of_course = [pattern for pattern in worth.patterns if pattern.happenings]
        self.happenings: dict[str, set[str]] = {}
        for pattern in self.of_course:
            self.happenings.setdefault(pattern.item, set()).update(pattern.happenings)
        self.course_items = [(name, None) for name in self.happenings]

    def __call__(self, winner: Winner, outcome: Outcome) -> Score | Unclear:
        """Return the score of a winner's hand, grouped in the way that has the most points.

        Some patterns are interchangeable; then the score uses the name on the score sheet. If
        `Worth.may_claim_less` is true, patterns that the sheet does not state do not count. Return
        an `Unclear`, which states the reason, if the hand is not complete or the record lacks facts
        that decide the score.
        """
        bonus = self._bonus(winner, outcome) if self.worth.has_bonus else ()
        if bonus is None:
            unrecorded = "the bonus tiles of {seat} are not recorded"
            return Unclear(msg(unrecorded, seat=seat_name(winner.seat)).lacking("hands"))
        unclear = _why_not_counted(winner, self.worth)
        if unclear is not None:
            return unclear
        hand, believed = self.hand_of(winner, outcome, bonus)
        unclear = self._unrecorded(hand, outcome)
        if unclear is not None:
            return unclear
        best = self.count(hand)
        if best is None:
            return hand_incomplete(winner.seat)
        score = self._name_as_claimed(
            self.score(winner.seat, best, believed), dict(claim_of(winner.seat, outcome).items)
        )
        if self.worth.may_claim_less:
            return self._score_as_claimed(score, dict(claim_of(winner.seat, outcome).items))
        return score

    def _unrecorded(self, hand: WinningHand, outcome: Outcome) -> Unclear | None:
        """Return an `Unclear` with the fact that the record lacks, or None if nothing is missing.

        Patterns of the hand may depend on two facts: the round wind, and who declared ready.
        """
        has_wind_sets = max(hand.every[EAST:WHITE]) > 2
        if outcome.round_wind is None and self.wants_round and has_wind_sets:
            return Unclear(NO_ROUND_WIND.lacking("rules"))
        if outcome.ready is None and self.wants_ready:
            return Unclear(msg("the record does not say who had declared ready"))
        return None

    def hand_of(
        self, winner: Winner, outcome: Outcome, bonus: tuple[int, ...] = ()
    ) -> tuple[WinningHand, frozenset[str]]:
        """Return a winner's hand for scoring, and words for events that only the score sheet shows.

        The second result has words such as ``robbed`` (winning on a robbed kong). `bonus` are the
        winner's bonus tiles.
        """
        happened, believed = self._happened(winner, outcome)
        way = WayOfWinning(
            winner.tile if is_bonus(winner.tile) else KIND[winner.tile],
            winner.own_draw,
            outcome.wind_of(winner.seat),
            outcome.round_wind,
            happened,
            bonus,
            winner.seat in (outcome.ready or ()),
        )
        melds = tuple(set_of(meld) for meld in winner.sets_seen)
        held = counts(winner.tiles_seen)
        return WinningHand(held, melds, way, self.worth.shapes, self.worth.size), believed

    def seen(self, hand: WinningHand) -> Iterator[Seen]:
        """Yield each way to group the tiles of a hand, with the patterns that count in it.

        Each result is a `Seen`: the grouping and the counted patterns.
        """
        for reading in hand.readings():
            patterns = self.worth.patterns
            if reading.shape == FLOWERS.name:  # no other tile of the hand counts then
                patterns = self.of_flowers
            patterns_seen = [
                (pattern, times) for pattern in patterns if (times := pattern.times(hand, reading))
            ]
            yield Seen(reading, self.worth.rule(hand, reading, patterns_seen))

    def count(self, hand: WinningHand) -> Counted | None:
        """Return the patterns that count if the tiles are grouped in the most valuable way.

        Other ways with the same points are kept in `others` of the result. Return None if the hand
        is not complete.
        """
        ways = list(self.seen(hand))
        if not ways:
            return None
        best = max(ways, key=lambda way: way.counted.points)
        counted = best.counted
        alike = [way.counted.found for way in ways if way.counted.points == counted.points]
        others = tuple(reading_count for reading_count in alike if reading_count != counted.found)
        if self.worth.principles is None:
            return counted._replace(others=others)
        left_out: dict[str, LeftOut] = {}
        for out in self.worth.principles.left_out(best, ways):
            left_out.setdefault(out.item, out)
        return counted._replace(left_out=tuple(left_out.values()), others=others)

    def score(self, seat: Seat, counted: Counted, believed: frozenset[str]) -> Score:
        """Return the score of a hand from its counted patterns.

        `believed` has words for events that only the score sheet shows, such as ``robbed``; items
        of patterns that need such an event are marked as uncertain.
        """
        items = self._items(counted.found, believed)
        items_of_others = [self._items(reading_count, believed) for reading_count in counted.others]
        others = tuple(dict.fromkeys(items_of_others))
        score = self.of_items(seat, items, contained=counted.left_out)
        return replace(score, others=others) if others else score

    def _items(self, found: Found, believed: frozenset[str]) -> tuple[Item, ...]:
        """Convert patterns into items with points; rows of the same pattern are added up.

        `found` has the patterns, each with how often it counts. `believed` has words for events
        that only the score sheet shows, such as ``robbed``; items that need such an event are
        marked as uncertain.
        """
        items: dict[str, Item] = {}
        for pattern, times in found:
            why = (
                _SEEN_BY_NOBODY
                if believed.intersection(self.happenings.get(pattern.item, ()))
                else ""
            )
            points = pattern.points * times
            if pattern.item in items:
                points += items[pattern.item].points
            alike = self.worth.synonyms.get(pattern.item, ())
            items[pattern.item] = Item(
                pattern.item, points, pattern.clause, alike, unknown_because=why
            )
        return tuple(items.values())

    def _name_as_claimed(self, score: Score, claimed: Mapping[str, int | None]) -> Score:
        """Return a copy of the score in which interchangeable patterns have the names on the sheet.

        `claimed` maps the names on the score sheet to points. Return the score unchanged if the
        sheet names no interchangeable pattern, or if the points of its interchangeable patterns
        have another sum than those in the score.
        """
        ours = [item for item in score.items if item.name in self.worth.interchangeable]
        theirs = {name: n for name, n in claimed.items() if name in self.worth.interchangeable}
        points = sum(number or 0 for number in theirs.values())
        if not theirs or points != sum(item.points for item in ours):
            return score
        named = [Item(name, n or 0, self.clauses[name]) for name, n in theirs.items()]
        others = [item for item in score.items if item not in ours]
        return replace(score, items=(*others, *named))

    def _score_as_claimed(self, score: Score, claimed: Mapping[str, int | None]) -> Score:
        """Return a copy of the score that is reduced to what the score sheet states.

        The sheet may name fewer patterns, or name none and state a lower total. `claimed` maps the
        names on the sheet to points. Return the score unchanged if the sheet states no less, names
        an unknown pattern, or names a pattern without points.
        """
        named = tuple(item for item in score.items if item.name in claimed)
        stated_sum = claimed.get(TOTAL)
        names = set(claimed) - {TOTAL}
        # The sheet names only how the hand was won, or it has unknown names, so it does not
        # contradict the score.
        if None in claimed.values() or not names <= self.clauses.keys():
            return score
        if named and len(named) < len(score.items):
            return self.of_items(score.seat, named, contained=score.contained)
        if not names and stated_sum is not None and stated_sum < score.value:
            formula = number(stated_sum, _CLAIMED)
            totals = (Item(TOTAL, stated_sum, "4.1"),)
            return replace(score, formula=formula, totals=totals)
        return score

    def of_items(
        self,
        seat: Seat,
        items: tuple[Item, ...],
        *,
        contained: tuple[LeftOut, ...] = (),
        claimed: bool = False,
    ) -> Score:
        """Return the score of a hand with these items: the sum of their points, cut at the limit.

        A limit hand may be worth more than the limit if `Worth.limit_hands_exceed` is true. Without
        items the hand is worth `Worth.least`. `contained` are patterns that earn nothing because
        they are part of other patterns. `claimed` is true if the items come from the score sheet,
        not from the tiles.
        """
        if not self.worth.states_total:
            return Score(seat, items, unit=self.worth.unit, contained=contained, claimed=claimed)
        formula = number(0)
        if items:
            formula = total(*[number(item.points, item.name) for item in items])
        names = {item.name for item in items}
        exceeds = self.worth.limit_hands_exceed and not names.isdisjoint(self.limit_items)
        if 0 < self.worth.most < formula.number and not exceeds:
            formula = limited(formula, self.worth.most)
        if not items and self.worth.least:
            formula = number(self.worth.least, _NO_PATTERN)
        totals: tuple[Item, ...] = (Item(TOTAL, formula.number, "4.1"),)
        if not items:
            totals = (*totals, Item(CHICKEN, formula.number, "4.1"))
        return Score(
            seat,
            items,
            unit=self.worth.unit,
            formula=formula,
            contained=contained,
            totals=totals,
            claimed=claimed,
        )

    @staticmethod
    def _bonus(winner: Winner, outcome: Outcome) -> tuple[int, ...] | None:
        """Return the winner's bonus tiles, or None if they are unknown.

        A bonus tile that the winner has just drawn is included.
        """
        bonus = outcome.bonus_of(winner.seat)
        if bonus is None:
            return None
        latest = [tile for tile in winner.tiles_seen if is_bonus(tile)]
        if is_bonus(winner.tile) and not latest and winner.tile not in bonus:
            latest = [winner.tile]
        return (*bonus, *latest)

    def _happened(self, winner: Winner, outcome: Outcome) -> tuple[frozenset[str], frozenset[str]]:
        """Return two sets of words for events of a win: all, and those that only the sheet shows.

        A word is, for example, ``robbed``. If the record has turns, the second set is empty, unless
        the sheet decides whether the winning tile is the fourth of its kind.
        """
        happenings = self._needed_events(dict(claim_of(winner.seat, outcome).items))
        seen = winner.circumstances
        if seen is None:
            happenings -= {"robbed"}
            return frozenset(happenings | ({"robbed"} if winner.robbed else set())), frozenset(
                happenings
            )
        if "perhaps-fourth" in seen and "fourth" in happenings:
            return seen | {"fourth"}, frozenset({"fourth"})
        return seen, frozenset()

    def _needed_events(self, claimed: Mapping[str, int | None]) -> set[str]:
        """Return words for the events, such as ``robbed``, that the patterns on a score sheet need.

        `claimed` maps the name of a pattern to the stated points or None. If a pattern has several
        rows with different events, its first row is used. Each further row is used if the points of
        the rows together do not exceed the stated points, or if the sheet states none.
        """
        happenings: set[str] = set()
        points: dict[str, int] = {}
        for pattern in self.of_course:
            if pattern.item not in claimed:
                continue
            points[pattern.item] = points.get(pattern.item, 0) + pattern.points
            stated_points = claimed[pattern.item]
            is_first = points[pattern.item] == pattern.points
            if stated_points is None or is_first or points[pattern.item] <= stated_points:
                happenings.update(pattern.happenings)
        return happenings


def _why_not_counted(winner: Winner, worth: Worth) -> Unclear | None:
    if winner.has_odd_sets:
        return hand_unknown(winner.seat)
    if is_bonus(winner.tile):
        return None
    if not winner.is_seen:
        return hand_unknown(winner.seat)
    held = counts(winner.tiles_seen)
    if sum(held) + 3 * len(winner.sets_seen) != worth.size:
        return wrong_size(winner.seat, worth.size)
    kind = KIND[winner.tile]
    if worth.asks_winning_tile and (kind >= KINDS or not held[kind]):
        return winning_tile_missing(winner.seat)
    return None


# --------------------------------------------------------------------------- claims of sheets


class Claims:
    """Scores hands from what the sheet states about them."""

    def __init__(self, scorer: PatternScorer, clauses: Mapping[str, str]) -> None:
        self.scorer = scorer
        self.clauses = clauses
        most = min(scorer.worth.most or _MOST_SUM, _MOST_SUM)
        self.sums = scorer.worth.different_sums or range(most + 1)

    def claimed(self, seat: Seat, outcome: Outcome) -> Score | Unclear:
        """Return the score of a hand from the patterns, or else the total, on its score sheet.

        Return an `Unclear`, which states the reason, if the sheet states neither patterns nor a
        total for this player.
        """
        claim = claim_of(seat, outcome).items
        if not claim:
            return hand_unknown(seat)
        items = items_of(claim, self.clauses, but={TOTAL}) or self._stated(claim)
        if not items:
            return value_not_claimed(seat)
        return self.scorer.of_items(seat, items, claimed=True)

    @staticmethod
    def _stated(claim: ItemsClaimed) -> tuple[Item, ...]:
        value = stated(claim, TOTAL)
        return () if value is None else (Item(TOTAL, value, "4.1"),)

    def near_claims(self, seat: Seat, outcome: Outcome) -> Iterator[HandClaim]:
        """Yield other totals of a hand that the writer of the score sheet may have meant.

        Each is yielded as a `HandClaim`: what a sheet could state about a hand. First come totals
        up to 4 above or below the stated one, then totals with swapped, missing or added digits. If
        the sheet states no total, yield small totals.
        """
        claim = claim_of(seat, outcome)
        value = sum_claimed(claim, but={TOTAL}) or stated(claim.items, TOTAL) or 0
        yield from claims_with_other_sum(claim, self.scorer.worth.sum_item, value, 4)

    def possible_claims(self, _seat: Seat, _outcome: Outcome) -> Iterator[HandClaim]:
        """Yield a `HandClaim` for each total that a hand can have, up to 500.

        A `HandClaim` is what a score sheet could state about a hand.
        """
        return claims_of_one_sum(self.scorer.worth.sum_item, self.sums)


# --------------------------------------------------------------------------- the part about points


def scoring(table: Table, worth: Worth, settle: Settler) -> Scoring:
    """Build the part of a rule set that scores hands and computes payments.

    `table` has all patterns, `worth` says how patterns become points, and `settle` is the function
    that computes the payments of a deal.
    """
    scorer = PatternScorer(worth)
    sums = frozenset({TOTAL} if worth.states_total else ())
    chicken = frozenset({CHICKEN} if worth.states_total else ())
    claims = Claims(scorer, {item: table.clause_of(item) for item in table.items})

    item_points: dict[str, tuple[int, ...]] = {}
    for pattern in worth.patterns:
        points_of_rows = (*item_points.get(pattern.item, ()), pattern.points)
        item_points[pattern.item] = tuple(dict.fromkeys(points_of_rows))

    def item_can_be(name: str, points: int) -> bool:
        """Return whether a score sheet can state this number of points for the item `name`.

        A pattern that a hand may have several times can have a multiple of its points. A pattern
        with several rows in the table can have any number from 0.
        """
        if name == TOTAL:
            return 0 <= points <= (worth.most or points)
        if name == CHICKEN and name not in table.items:
            return points == worth.least
        worths = item_points.get(name, ())
        # If several rows have the item, any sum of their points may be right.
        return points >= 0 and any(points % each == 0 or len(worths) > 1 for each in worths)

    return Scoring(
        scorer,
        settle,
        claimed=claims.claimed,
        near_claims=claims.near_claims,
        possible_claims=claims.possible_claims,
        item_names=worth.with_synonyms(table.items) | sums | chicken,
        item_can_be=item_can_be,
        item_points=item_points,
        never_together=frozenset(
            [
                frozenset((one, other))
                for pair in table.never_together()
                for one, other in product(*[worth.with_synonyms([item]) for item in pair])
            ]
        ),
        repeated_items=scorer.repeated_items,
        circumstances=bool(scorer.course_items),
        course_items=(lambda _winner, _outcome: scorer.course_items)
        if scorer.course_items
        else None,
        sum_stated=TOTAL if worth.states_total else "",
        sums=sums,
        may_claim_less=worth.may_claim_less,
    )
