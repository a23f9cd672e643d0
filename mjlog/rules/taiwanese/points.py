"""Taiwanese 16-tile: scores winning hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mjlog.model.formula import Formula, limited, number, total
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import Sentence, msg
from mjlog.model.record import seat_name
from mjlog.model.settlement import Item, LeftOut, Score
from mjlog.model.tiles import EAST, KIND, NORTH, PILLAR, Tile, counts, is_bonus, is_known, kinds_of
from mjlog.referee.rulebook import (
    NO_ROUND_WIND,
    Outcome,
    Unclear,
    Winner,
    hand_incomplete,
    hand_unknown,
    winning_tile_missing,
)
from mjlog.rules.kit.hand import WayOfWinning, WinningHand, set_of
from mjlog.rules.taiwanese.events import Events, WinCircumstances
from mjlog.rules.taiwanese.hand import SHAPES, SIZE
from mjlog.rules.taiwanese.tai import ALL_EIGHT, ROBBED_EIGHTH, TaiPattern, scale

ALL_BONUS: Final = 8
PER_CONTINUED_DEAL: Final = 2
DISCARDS_EARLY, DISCARDS_VERY_EARLY = 9, 5

Scored = list[tuple[TaiPattern, int]]


# --------------------------------------------------------------------------- what happened in play


class PatternsOfPlay:
    """Finds the patterns that the course of play gave a winner, such as a win on the last tile.

    The turns of the record decide. If they leave a pattern open, the score sheet decides.
    """

    def __init__(self, settings: Mapping[str, str]) -> None:
        self.association = settings["tai_table"] == "association"
        self.declared = settings["orig_declared"] == "true"
        self.supplements = settings["blessing_supplements"] == "true"
        self.counts = settings["early_counts"]

    def of(self, winner: Winner, outcome: Outcome) -> tuple[frozenset[str], frozenset[str]]:
        """Return two sets of patterns that the course of play gave a winner: all, and uncertain.

        An example is a win on the last tile of the wall. The uncertain patterns are those that only
        the score sheet shows.
        """
        seen: Events = outcome.seen
        came = seen.came.get(winner.seat)
        named = seen.named_patterns.get(winner.seat, frozenset()) - _barred(winner)
        events = {"robkong"} if winner.robbed else set()
        if came is None:
            if "earth" in named:
                events.add("first_draw")
            return named | events, named
        unproven = named.intersection(self._left_open(came))
        return frozenset({*self._seen(came), *events, *unproven}), unproven

    def _seen(self, came: WinCircumstances) -> Iterator[str]:
        if came.live <= 0 and not came.perhaps_last:
            yield from self._last(came)
        if came.replaced:
            yield "kong_draw"
        if came.original and self._counts_original(came):
            yield "orig"
        if self.supplements or not came.supplied:
            yield from self._blessed(came)
        yield from self._early(came)

    def _left_open(self, came: WinCircumstances) -> Iterator[str]:
        """Yield the patterns for which the turns do not show whether the winner has them.

        For example ``orig``, a win with the hand as it was dealt. `came` says how the win came
        about.
        """
        if came.original is None:
            yield "orig"
        if came.perhaps_last:
            yield from self._last(came)

    def _last(self, came: WinCircumstances) -> Iterator[str]:
        """Yield the pattern of a win on the last tile of the wall, or on the last discard.

        Yield nothing if the last tile was a replacement and the table of tai does not count such a
        win.
        """
        if not came.own_draw:
            yield "lastdisc"
        elif self.association or not came.replaced:
            yield "lastwall"

    def _counts_original(self, came: WinCircumstances) -> bool:
        """Return whether a win with the hand as it was dealt earns tai under these options."""
        if self.association and came.claimed:
            return False
        return came.declared or not self.declared

    @staticmethod
    def _blessed(came: WinCircumstances) -> Iterator[str]:
        if came.dealt:
            yield "heaven"
        if came.first_discard:
            yield "earth"
        if came.first_draw:
            yield "first_draw"

    def _early(self, came: WinCircumstances) -> Iterator[str]:
        discards = came.discards
        if self.counts == "unclaimed":
            discards -= came.claimed
        elif self.counts == "before_win" and not came.own_draw and not came.robbed:
            discards -= 1
        if discards <= DISCARDS_VERY_EARLY:
            yield "early10"
        if discards <= DISCARDS_EARLY:
            yield "early5"


def course_items(winner: Winner, _outcome: Outcome) -> Sequence[tuple[str, None]]:
    """Return the patterns that the course of play may have given a winner, each paired with None.

    None says that the tai of a pattern do not vary. The audit tries these patterns if the record
    does not show them. Patterns that the winner's melds exclude are left out.
    """
    of_the_tile = ("lastwall", "kong_draw", "heaven") if winner.own_draw else ("lastdisc",)
    names = ("early5", "early10", *of_the_tile, "orig", "earth")
    return [(name, None) for name in names if name not in _barred(winner)]


def _barred(winner: Winner) -> frozenset[str]:
    """Return the patterns that a winner cannot have because of its melds.

    For example, a player who claimed a set cannot have won with the hand as it was dealt.
    """
    if not winner.melds:
        return frozenset()
    concealed = [meld.is_concealed for meld in winner.melds]
    if all(concealed):
        return frozenset({"orig"})
    return frozenset({"orig", "heaven", "earth"})


# --------------------------------------------------------------------------- the hand


class HandScorer:
    """A callable that scores winning hands by their tiles, under one choice of options."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self.scale = scale(settings)
        self.happened = PatternsOfPlay(settings)
        self.limit = int(settings["limit"]) if settings["limit_scope"] == "value" else 0
        self.bonuses = Bonuses(settings)
        self.needs_round = any(row.key == "round_wind" for row in self.scale.rows)

    def __call__(self, winner: Winner, outcome: Outcome) -> Score | Unclear:
        """Return the score of a winning hand, grouped in the way that is worth most tai.

        A hand with all eight bonus tiles may be scored for these tiles alone. The result is an
        `Unclear`, which states the reason, if the record does not show what decides the score.
        """
        bonus = _bonus(winner, outcome)
        if bonus is None:
            unrecorded = "the bonus tiles of {seat} are not recorded"
            return Unclear(msg(unrecorded, seat=seat_name(winner.seat)).lacking("hands"))
        if len(bonus) != ALL_BONUS or not (winner.own_draw or is_bonus(winner.tile)):
            return self._score_tiles(winner, outcome, bonus)
        row = self.scale.row(ALL_EIGHT if winner.own_draw else ROBBED_EIGHTH)
        return self._score(winner, outcome, [(row, row.tai)], frozenset(), ())

    def _score_tiles(
        self, winner: Winner, outcome: Outcome, bonus: Sequence[Tile]
    ) -> Score | Unclear:
        is_unknown = winner.has_odd_sets or not is_known(winner.tile)
        if winner.tiles is None or winner.melds is None or is_unknown:
            return hand_unknown(winner.seat)
        if KIND[winner.tile & ~PILLAR] not in kinds_of(winner.tiles):
            return winning_tile_missing(winner.seat)
        happened, unproven = self.happened.of(winner, outcome)
        way = WayOfWinning(
            KIND[winner.tile & ~PILLAR],
            winner.own_draw,
            outcome.wind_of(winner.seat),
            outcome.round_wind,
            happened,
            tuple(bonus),
        )
        held = counts([tile for tile in winner.tiles if not is_bonus(tile)])
        melds = tuple(set_of(meld) for meld in winner.melds)
        hand = WinningHand(held, melds, way, SHAPES, SIZE)
        if self.needs_round and outcome.round_wind is None and not hand.kinds.isdisjoint(_WINDS):
            return Unclear(NO_ROUND_WIND.lacking("rules"))
        views = [self.scale.found(hand, reading) for reading in hand.readings()]
        if not views:
            return hand_incomplete(winner.seat)
        best_view = max(views, key=lambda each: _sum(each.paid))
        contained = self.scale.contained(best_view)
        score = self._score(winner, outcome, best_view.paid, unproven, contained)
        tai = _sum(best_view.paid)
        alike = [
            view.paid for view in views if view.paid != best_view.paid and _sum(view.paid) == tai
        ]
        if not alike:
            return score
        others = dict.fromkeys([tuple(_items(paid, unproven)) for paid in alike])
        return replace(score, others=tuple(others))

    def _score(
        self,
        winner: Winner,
        outcome: Outcome,
        found: Scored,
        unproven: frozenset[str],
        contained: tuple[LeftOut, ...],
    ) -> Score:
        items = tuple(_items(found, unproven))
        tai, formula = sum(item.points for item in items), None
        if self.limit and tai > self.limit:
            formula = limited(sum_of(items), self.limit)
            tai = formula.number
        return Score(
            winner.seat,
            items,
            unit="tai",
            formula=formula,
            contained=contained,
            totals=tuple(totals_of(winner, outcome, tai, self.bonuses)),
        )


_WINDS: Final = range(EAST, NORTH + 1)


def sum_of(items: Sequence[Item]) -> Formula:
    """Return the addition of the tai of all items, as a formula."""
    if not items:
        return number(0)
    return total(*[number(item.points, _named(item)) for item in items])


def value_of(score: Score) -> Formula:
    """Return the calculation of a hand's tai, item by item, reduced to the limit if needed."""
    return score.formula or sum_of(score.items)


def _named(item: Item) -> Sentence:
    """Return the name of an item. If only one source has the item, add the name of the source."""
    if not item.source:
        return item.name
    return msg("{item}: {source} alone", item=item.name, source=item.source)


def _bonus(winner: Winner, outcome: Outcome) -> tuple[Tile, ...] | None:
    """Return the winner's bonus tiles, including a bonus tile that was just drawn or robbed.

    Return None if the bonus tiles are not recorded.
    """
    held = outcome.tiles_of(winner.seat)
    if held is None or held.bonus is None:
        return None
    latest = list(filter(is_bonus, winner.tiles_seen))
    if is_bonus(winner.tile) and not latest and winner.tile not in held.bonus:
        latest = [winner.tile]
    return (*held.bonus, *latest)


def _sum(found: Scored) -> int:
    return sum(tai for _, tai in found)


def _items(found: Scored, unproven: frozenset[str]) -> Iterator[Item]:
    """Convert patterns into items of a score; patterns with the same item name become one item.

    `found` has the patterns with their tai. `unproven` has the keys of patterns that only the score
    sheet shows.
    """
    named: dict[str, Scored] = {}
    for row, tai in found:
        named.setdefault(row.item, []).append((row, tai))
    for name, rows in named.items():
        row = rows[0][0]
        only = msg("only the sheet says so") if row.key in unproven else ""
        yield Item(name, _sum(rows), row.clause, row.alike, source=row.alone, unknown_because=only)


# --------------------------------------------------------------------------- the bonuses of East


class Bonuses:
    """The extra tai (points) that East wins or pays, under one choice of options."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self.dealer = int(settings["dealer_bonus"])
        self.per_deal = PER_CONTINUED_DEAL if settings["continued_bonus"] == "true" else 0

    def parts(self, outcome: Outcome) -> tuple[int, int | None]:
        """Return East's extra tai as two numbers: for being dealer, and for having dealt again.

        The second number is None if the record does not say how often East has dealt again.
        """
        if not self.per_deal:
            return self.dealer, 0
        if outcome.counters is None:
            return self.dealer, None
        return self.dealer, self.per_deal * outcome.counters


def east_parts(winner: Winner, outcome: Outcome, bonuses: Bonuses) -> tuple[int, int | None]:
    """Return East's extra tai in a win: the tai for being dealer, and for having dealt again.

    Both numbers are 0 unless East wins or discards the winning tile. The second number is None if
    the record does not say how often East has dealt again.
    """
    if outcome.dealer not in {winner.seat, winner.source}:
        return 0, 0
    return bonuses.parts(outcome)


def totals_of(winner: Winner, outcome: Outcome, value: int, bonuses: Bonuses) -> Iterator[Item]:
    """Yield the sums that a score sheet may state about a hand, as items.

    `value` is the value of the hand in tai. The sums are this value (``base``), each of East's
    bonuses, and the ``total``. A bonus that is 0 or unknown is not yielded and not part of the
    total.
    """
    dealer, continued = east_parts(winner, outcome, bonuses)
    yield Item("base", value, "9.2")
    if dealer:
        yield Item("dealer", dealer, "10.3")
    if continued:
        yield Item("continued", continued, "10.4")
    yield Item("total", value + dealer + (continued or 0), "10.5")
