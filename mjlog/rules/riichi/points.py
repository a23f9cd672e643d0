"""Riichi: scores the hands of winners, and computes the payments for these scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product as product_of
from typing import Final, NamedTuple

from mjlog.model.formula import Formula, number, power_of_two, product, quotient, rounded_up, total
from mjlog.model.lazy_dataclass import replace
from mjlog.model.memo import Memo
from mjlog.model.messages import Message, Sentence, msg
from mjlog.model.record import TABLE, NoWin, Seat, seat_name
from mjlog.model.settlement import Item, Payment, PaymentSet, Score, Settlement, sum_items
from mjlog.model.table import NONE
from mjlog.model.tiles import BONUS, EAST, KIND, KINDS, NORTH, RED, Tile, counts, kinds_of
from mjlog.referee.rulebook import (
    FALSE_WIN,
    NO_ROUND_WIND,
    Outcome,
    Unclear,
    Winner,
    hand_incomplete,
    hand_unknown,
    not_fourteen,
)
from mjlog.rules.riichi.events import FEEDER, FOURTH_KONG, Course, counters, dora_of, fed_causes
from mjlog.rules.riichi.fu import explained
from mjlog.rules.riichi.hand import Called, RiichiHand, Situation
from mjlog.rules.riichi.hand_value import (
    BAIMAN,
    HANEMAN,
    LIMITS,
    MANGAN,
    SANBAIMAN,
    YAKUMAN,
    Counting,
    Worth,
)
from mjlog.rules.riichi.unseen_dora import BONUS_ITEMS, RIICHI, UnseenDora, no_indicator
from mjlog.rules.riichi.yaku import counts_norths
from mjlog.rules.shared.claimed import claim_of

STICK: Final = 1000
HUNDRED: Final = 100
_RIICHI_STICK: Final = msg("riichi stick")
_FOURTH: Final = msg("half of a fourth player's share")
_FOR_A_COUNTER: Final = msg("for a counter")
_PAYERS: Final = msg("payers")
_STAKE: Final = number(STICK, _RIICHI_STICK)
_LAY_BEFORE: Final = msg("on the table before the deal")
LIMIT_NAMES: Final[Mapping[int, Message]] = {
    MANGAN: msg("mangan"),
    HANEMAN: msg("haneman"),
    BAIMAN: msg("baiman"),
    SANBAIMAN: msg("sanbaiman"),
    YAKUMAN: msg("yakuman"),
}
_SORTS: Final = {"*": "concealed kong", "^": "kong"}


def scorer(settings: Mapping[str, str]) -> Callable[[Winner, Outcome], Score | Unclear]:
    """Return the function that computes the score of a winner's hand under these options.

    The function returns an `Unclear`, which states the reason, if the hand is not known or not
    complete. `settings` maps the name of each option to its value.
    """
    counting, hand_of = Counting(settings), hands(settings)
    situated = _Situated(settings)
    halved = settings["three_player_tsumo"] == "halved"

    def score(winner: Winner, outcome: Outcome) -> Score | Unclear:
        """Return the score of a hand, grouped in the way that is worth most.

        The result is an `Unclear`, which states the reason, if the hand is not known. A complete
        hand without yaku has a score without items. If dora indicators are missing in the record,
        several scores may be possible; the field `alternatives` of the result has the others.
        """
        hand = hand_of(winner, outcome)
        if isinstance(hand, Unclear):
            return hand
        worths = counting.dearest(hand)
        if not worths:
            return _worthless(hand, winner.seat)
        possible = situated.possible_dora(winner, outcome)
        if possible and not worths[0].limits:
            by_dora = {}
            for more in possible:
                named = situated.named_dora(winner, outcome, hand, more)
                worths = counting.dearest(_with_dora(hand, named))
                by_dora[more] = scored_by(winner, outcome, worths)
            why = situated.unseen_dora.reason(winner, outcome)
            return _with_any_of(by_dora, _claims(winner, outcome), why)
        added = situated.added_by_the_sheet(winner, outcome, worths[0])
        if added:
            worths = counting.dearest(_with_dora(hand, {"dora": added})) or worths
        scored = scored_by(winner, outcome, worths)
        given = added or situated.takes_the_sheets_word(winner, outcome)
        return replace(scored, claimed=True) if given else scored

    def scored_by(winner: Winner, outcome: Outcome, worths: Sequence[Worth]) -> Score:
        worth = worths[0]
        scored = _score(winner, worth, stated_sums(winner, worth, outcome, halved=halved))
        others = dict.fromkeys(
            [_items_of(each) for each in worths[1:] if each.items != worth.items]
        )
        return replace(scored, others=tuple(others)) if others else scored

    return score


def _with_any_of(
    by_dora: Mapping[int, Score], claims: Mapping[str, int | None], why: Message
) -> Score:
    """Choose the score that fits the score sheet among several possible scores of a hand.

    There are several because not all dora indicators are recorded. If no score fits, the score
    without additional dora is returned. The field `alternatives` of the result has the other
    scores. `by_dora` maps a number of additional dora to the score. `claims` maps names on the
    sheet to points. `why` is the reason for the doubt.
    """
    stated = {(name, points) for name, points in claims.items() if name in _STATED}
    fitting = [
        score
        for score in by_dora.values()
        if stated <= {(item.name, item.points) for item in (*score.items, *score.worth)}
    ]
    counted = fitting[0] if fitting else by_dora[0]
    others = [score for score in by_dora.values() if score is not counted]
    sure = set(counted.worth).intersection(*[other.worth for other in others])
    items = [
        replace(item, unknown_because=why) if item.name in BONUS_ITEMS else item
        for item in counted.items
    ]
    worth = [item if item in sure else replace(item, unknown_because=why) for item in counted.worth]
    return replace(
        counted,
        items=tuple(items),
        worth=tuple(worth),
        unknown_because=why,
        alternatives=tuple(others),
        is_stated=bool(stated),
    )


_STATED: Final = BONUS_ITEMS | {"han", "points", "share", "dealer-share", *LIMITS.values()}
"""Items by which a sheet shows how many dora it counts."""


def _with_dora(hand: RiichiHand, added: Mapping[str, int]) -> RiichiHand:
    """Return a copy of the hand with more dora.

    `added` maps ``dora`` and ``ura`` to the number that is added.
    """
    dora = tuple((name, points + added.get(name, 0)) for name, points in hand.situation.dora)
    return RiichiHand(hand.concealed, hand.melds, replace(hand.situation, dora=dora))


def hands(settings: Mapping[str, str]) -> Callable[[Winner, Outcome], RiichiHand | Unclear]:
    """Return the function that converts a recorded winner into a `RiichiHand` that can be scored.

    The function returns an `Unclear`, which states the reason, if tiles or winds that matter are
    unknown, or if the hand does not have 14 tiles (a kong counts as three). `settings` maps the
    name of each option to its value.
    """
    situated = _Situated(settings)

    def hand_of(winner: Winner, outcome: Outcome) -> RiichiHand | Unclear:
        if winner.tiles is None or winner.melds is None or not 0 <= KIND[winner.tile] < KINDS:
            return hand_unknown(winner.seat)
        if winner.has_odd_sets:
            return hand_unknown(winner.seat)
        melds = [_calls.get((meld.sign, meld.tiles)) for meld in winner.melds]
        concealed = counts(winner.tiles)
        if sum(concealed) + 3 * len(melds) != 14 or not concealed[KIND[winner.tile]]:
            return not_fourteen(winner.seat)
        if unseen := situated.unseen(winner, outcome):
            return Unclear(unseen)
        hand = RiichiHand(concealed, melds, situated.of(winner, outcome))
        if outcome.round_wind is None and hand.mask & 0b1111 << EAST:
            return Unclear(NO_ROUND_WIND.lacking("rules"))
        return hand

    return hand_of


def _call(meld: tuple[str, tuple[Tile, ...]]) -> Called:
    sign, tiles = meld
    kinds = sorted(kinds_of(tiles))
    if sign in _SORTS:
        return Called(_SORTS[sign], kinds[0])
    if len(kinds) == 4:
        return Called("kong", kinds[0])
    return Called("pung" if kinds[0] == kinds[-1] else "chow", kinds[0])


_calls: Final = Memo(_call)


def _worthless(hand: RiichiHand, seat: Seat) -> Score | Unclear:
    if not hand.views():
        return hand_incomplete(seat)
    return Score(seat, (), unit="han", formula=number(0, msg("no yaku")))


def _item(named: tuple[str, int, str]) -> Item:
    return Item(*named)


_items: Final = Memo(_item)
_KNOWN_ITEMS: Final[dict[tuple[str, int, str], Item]] = _items.results
"""Cache of the items of hands."""


def _items_of(worth: Worth) -> tuple[Item, ...]:
    return tuple(_KNOWN_ITEMS.get(named) or _items.get(named) for named in worth.items)


def _score(winner: Winner, worth: Worth, stated: tuple[Item, ...]) -> Score:
    seat, items = winner.seat, _items_of(worth)
    if worth.limits:
        return Score(seat, items, unit="yakuman", worth=stated)
    fu = (Item.of("fu", explained(worth.fu_items), "5.24"),) if worth.fu else ()
    return Score(seat, items, unit="han", totals=fu, worth=stated)


def base_moving(
    sums: frozenset[tuple[str, int]],
    bases: tuple[int, ...],
    winner: Winner,
    outcome: Outcome,
    *,
    halved: bool,
) -> int | None:
    """Return the base of a hand, found from the sums that are paid for it.

    The base (the number that payments are multiples of) is one of `bases`. `sums` are pairs such as
    ``("points", 3900)`` or, for a self-draw, ``("share", 1300)``. Return None if no base gives
    these sums, or if several do. `halved`: in a game of three players the payers share what a
    fourth player would pay.
    """
    dealt = winner.seat == outcome.dealer
    return _base_moving(sums, bases, _Way(outcome.seats, dealt, winner.own_draw, halved))


def points_moved(base: int, winner: Winner, outcome: Outcome, *, halved: bool) -> int:
    """Return the total points that a hand brings its winner, without those for honba counters.

    `base` is the number that payments are multiples of. `halved`: in a game of three players the
    payers share what a fourth player would pay.
    """
    dealt = winner.seat == outcome.dealer
    way = _Way(outcome.seats, dealt, winner.own_draw, halved)
    return _paid_for(base, **way._asdict())[0].points


class _Way(NamedTuple):
    """How a hand is paid: the number of players, and whether the hand was self-drawn.

    `by_dealer`: the winner is the dealer. `halved`: three players share what a fourth would pay.
    """

    seats: int
    by_dealer: bool
    drawn: bool
    halved: bool


@lru_cache(maxsize=1 << 12)
def _base_moving(sums: frozenset[tuple[str, int]], bases: tuple[int, ...], way: _Way) -> int | None:
    bases_by_move: dict[tuple[int, ...], int] = {}
    for base in bases:
        paid = _paid_for(base, **way._asdict())
        if sums <= {(item.name, item.points) for item in paid}:
            bases_by_move.setdefault(tuple(item.points for item in paid), base)
    return next(iter(bases_by_move.values())) if len(bases_by_move) == 1 else None


def stated_sums(
    winner: Winner, worth: Worth, outcome: Outcome, *, halved: bool
) -> tuple[Item, ...]:
    """Return the numbers by which a score sheet may state the value of a hand, as items.

    These are the han or the limits, the points, the shares of a self-draw, and the name of the
    limit. Counters and sticks are not included. `worth` is the value of the hand. `halved`: in a
    game of three players the payers share what a fourth player would pay.
    """
    way = _Way(outcome.seats, winner.seat == outcome.dealer, winner.own_draw, halved)
    return _summed_up.get(((worth.base, worth.han, worth.fu, worth.limits), way))


_Sums = tuple[int, int, int, int]
"""Base, han, fu and limits of a hand; all other sums follow from them."""


def _sum_up(hand: tuple[_Sums, _Way]) -> tuple[Item, ...]:
    """Return the numbers by which a score sheet may state the value of a hand, as items.

    These are han or limits, points, shares of a self-draw, and the name of the limit. `hand` is a
    pair: the base, han, fu and limits of the hand, and the facts that decide how it is paid, such
    as whether the winner is the dealer. Called by `stated_sums`.
    """
    sums, way = hand
    base, han, _, limits = sums
    counted = [Item("han", han, "5.26")] if han else []
    if limits:
        counted = [Item("limits", limits, "6.10")]
    paid = _paid_for(base, **way._asdict())
    return (*counted, *paid, _limit_reached(sums, paid[0].points))


_summed_up: Final = Memo(_sum_up)


def _limit_reached(sums: _Sums, points: int) -> Item:
    """Return the item that names the limit of a hand, such as ``mangan``, or ``no-limit``.

    `sums` are the base (the number that payments are multiples of), han, fu and limits of the hand.
    `points` becomes the number of the item. A hand that is only rounded up to a mangan may also be
    named ``no-limit``, because Tenhou's logs do so.
    """
    base, han, fu, limits = sums
    rank = "yakuman" if limits else LIMITS.get(base, "no-limit")
    clause = "5.27" if base > MANGAN else "5.26"
    if base == MANGAN and han < 5 and fu << 2 + han < MANGAN:
        return Item(rank, points, clause, ("no-limit",))
    return Item(rank, points, clause)


@lru_cache(maxsize=1 << 12)
def _paid_for(
    base: int, seats: int, *, by_dealer: bool, drawn: bool, halved: bool
) -> tuple[Item, ...]:
    """Return what is paid for a hand, as items: its points and the shares of a self-draw.

    `base` is the number that payments are multiples of. The dealer's share comes before the share
    of the other players. `by_dealer`: the winner is the dealer. `drawn`: the hand was self-drawn.
    `halved`: in a game of three players the payers share what a fourth player would pay. `seats` is
    the number of players.
    """
    hand = _Base(number(base))
    if not drawn:
        return (Item("points", hand.times(_times(by_dealer=by_dealer)).number, "7.1"),)
    of_others = _share(hand, seats, by_dealer=by_dealer, of_dealer=False, halved=halved).number
    if by_dealer:
        whole = of_others * (seats - 1)
        return Item("points", whole, "7.2"), Item("share", of_others, "7.2")
    of_dealer = _share(hand, seats, by_dealer=False, of_dealer=True, halved=halved).number
    whole = of_dealer + of_others * (seats - 2)
    return (
        Item("points", whole, "7.2"),
        Item("dealer-share", of_dealer, "7.2"),
        Item("share", of_others, "7.2"),
    )


class _Base:
    """The base that payments for a hand are multiples of; each multiple is computed once."""

    __slots__ = ("_multiples", "formula")

    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self._multiples: dict[int, Formula] = {}

    def times(self, times: int) -> Formula:
        """Return `times` times the base, rounded up to a multiple of 100, as a formula."""
        multiple = self._multiples.get(times)
        if multiple is None:
            multiple = rounded_up(_so_many(self.formula, times), HUNDRED)
            self._multiples[times] = multiple
        return multiple


def _shares(winner: Seat, base: _Base, outcome: Outcome, *, halved: bool) -> dict[Seat, Formula]:
    """Return for each payer what it owes for a self-drawn hand, as a formula.

    `base` is the number that payments are multiples of. `halved`: in a game of three players the
    payers share what a fourth player would pay.
    """
    dealer, seats = outcome.dealer, outcome.seats
    by_dealer = winner == dealer
    return {
        payer: _share(base, seats, by_dealer=by_dealer, of_dealer=payer == dealer, halved=halved)
        for payer in outcome.others(winner)
    }


def _times(*, by_dealer: bool) -> int:
    """Return how many times the base a discarder pays: 6 to the dealer, 4 to another player."""
    if by_dealer:
        return 6
    return 4


def _share(base: _Base, seats: int, *, by_dealer: bool, of_dealer: bool, halved: bool) -> Formula:
    """Return what one player pays for a self-drawn hand, as a formula.

    `base` is the number that payments are multiples of, `seats` the number of players. `by_dealer`:
    the winner is the dealer. `of_dealer`: the payer is the dealer. `halved`: in a game of three
    players the share includes half of what a fourth player would pay.
    """
    share = base.times(1 + (by_dealer or of_dealer))
    if not halved or seats != 3:
        return share
    absent = base.times(1 + by_dealer)
    return total(share, rounded_up(quotient(absent, number(2, _FOURTH)), HUNDRED))


def _so_many(each: Formula, times: int) -> Formula:
    if times > 1:
        return product(each, number(times))
    return each


class _Situated:
    """Computes how a hand was won, for example with which dora, under one choice of options."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self.three = settings["players"] == "3"
        self.set_aside = self.three and settings["norths"] == "set_aside"
        self.everybodys = NORTH if counts_norths(settings) else NONE
        self.ura = settings["ura"] == "true"
        self.kongs = settings["kong_dora"] != "none"
        self.dropped = frozenset() if settings["ippatsu"] == "true" else frozenset({"ippatsu"})
        self.unseen_dora = UnseenDora(settings)

    def unseen(self, winner: Winner, outcome: Outcome) -> Sentence:
        """Return a message if dora that decide the score are unknown, else an empty text.

        They are unknown if a dora indicator is unseen and the score sheet states nothing about the
        hand, or if the norths that the winner set aside are unseen.
        """
        course: Course = outcome.seen
        happened = course.happened.get(winner.seat, ())
        turned = course.indicators
        if self._counts_ura(happened):
            turned = (*turned, *course.hidden)
        if _is_one_unseen.get(turned) and not _claims(winner, outcome):
            return msg("an indicator is not known")
        if self.set_aside and _norths(winner, outcome) is None:
            unknown = "the norths that {seat} set aside are not known"
            return msg(unknown, seat=seat_name(winner.seat))
        return ""

    def possible_dora(self, winner: Winner, outcome: Outcome) -> tuple[int, ...]:
        """Return each number of additional dora that missing indicators may give a hand.

        The numbers are in ascending order. Return an empty tuple if no indicator is missing.
        """
        norths = (_norths(winner, outcome) or ()) if self.three else ()
        return self.unseen_dora.possible(winner, outcome, norths)

    def named_dora(
        self, winner: Winner, outcome: Outcome, hand: RiichiHand, more: int
    ) -> dict[str, int]:
        """Divide `more` additional dora of a hand into ``dora`` and ``ura``; return a dict.

        If the dora and ura on the score sheet exceed those of the hand by `more` together, the dict
        has these differences. Otherwise all additional dora are ``dora``, or ``ura`` if only hidden
        indicators are missing.
        """
        claims = _claims(winner, outcome)
        named = {
            name: (claims.get(name) or 0) - points
            for name, points in hand.situation.dora
            if name in BONUS_ITEMS and (claims.get(name) or 0) > points
        }
        if sum(named.values()) == more:
            return named
        lacks_open, _ = self.unseen_dora.lacking(winner, outcome)
        return {"dora" if lacks_open else "ura": more}

    def _counts_ura(self, happened: Sequence[str]) -> bool:
        """Return whether hidden indicators count for a winner.

        They count if the options have ura dora and the winner is in riichi. `happened` are the
        winner's patterns that depend on the course of play, such as riichi.
        """
        return self.ura and not RIICHI.isdisjoint(happened)

    def of(self, winner: Winner, outcome: Outcome) -> Situation:
        """Return how a hand was won: the winning tile, winds, events during play and dora."""
        course: Course = outcome.seen
        happened = course.happened.get(winner.seat, ())
        if self.dropped:
            happened = tuple(name for name in happened if name not in self.dropped)
        norths: Sequence[Tile] = ()
        if self.three:
            # Count norths even if the players agreed not to set them aside, because they lie on the
            # table.
            norths = _norths(winner, outcome) or ()
        return Situation(
            KIND[winner.tile],
            winner.own_draw,
            outcome.wind_of(winner.seat),
            outcome.round_wind or EAST,
            happened,
            self._dora(winner, outcome, happened, norths),
            self.everybodys,
        )

    def _dora(
        self,
        winner: Winner,
        outcome: Outcome,
        happened: Sequence[str],
        norths: Sequence[Tile],
    ) -> tuple[tuple[str, int], ...]:
        """Return how many dora, ura and aka (red fives) a hand has, as pairs of name and number.

        `norths` were set aside; each is a dora by itself. `happened` are the winner's patterns that
        depend on the course of play. If an indicator is unseen or none is recorded, a higher number
        on the score sheet is used. The sheet is not used if a record of turns lacks indicators,
        because the caller then tries all possible numbers.
        """
        course: Course = outcome.seen
        tiles = winner.every_tile
        kinds = kinds_of((*tiles, *norths))
        dora = self._marked(course.indicators, kinds) + len(norths)
        ura = aka = 0
        is_lacking = any(self.unseen_dora.lacking(winner, outcome))
        if self._counts_ura(happened):
            ura = self._marked(course.hidden, kinds)
            if not is_lacking:
                ura = _seen_or_claimed_dora(course.hidden, ura, "ura", winner, outcome)
        for tile in tiles:
            if tile >= RED and tile in _REDS:
                aka += 1
        if not is_lacking:
            dora = _seen_or_claimed_dora(course.indicators, dora, "dora", winner, outcome)
        return (
            ("dora", dora),
            ("ura", ura),
            ("aka", aka),
        )

    def takes_the_sheets_word(self, winner: Winner, outcome: Outcome) -> bool:
        """Return whether the score of a hand uses a number or pattern that only its sheet shows.

        This is a pattern such as ippatsu that the record leaves uncertain, or a number of dora or
        ura for which an indicator is missing.
        """
        course: Course = outcome.seen
        if winner.seat in course.open:
            return True
        if any(self.unseen_dora.lacking(winner, outcome)):
            return False
        if _is_one_unseen.get((*course.indicators, *course.hidden)):
            return bool(_claims(winner, outcome))
        if not course.indicators and _claims(winner, outcome).get("dora"):
            return True
        if course.hidden or not self._counts_ura(course.happened.get(winner.seat, ())):
            return False
        return bool(_claims(winner, outcome).get("ura"))

    def added_by_the_sheet(self, winner: Winner, outcome: Outcome, worth: Worth) -> int:
        """Return how many more han the score sheet states than the hand has.

        The caller adds these han to the hand as dora. Return 0 if all indicators are known, if the
        sheet names dora or ura itself, or if the hand is a yakuman.
        """
        course: Course = outcome.seen
        if not _is_indicator_unknown(course.indicators) or worth.limits:
            return 0
        claims = _claims(winner, outcome)
        if {"dora", "ura"} & claims.keys():
            return 0
        return max(0, (claims.get("han") or 0) - worth.han)

    def _marked(self, indicators: tuple[Tile, ...], kinds: list[Tile]) -> int:
        turned = indicators if self.kongs else indicators[:1]
        return sum(kinds.count(kind) for kind in _dora_by.get((turned, self.three)))


_REDS: Final = range(RED, BONUS)


def _marked_by(turned: tuple[tuple[Tile, ...], bool]) -> tuple[Tile, ...]:
    """Return the kinds that dora indicators make dora, in the order of the indicators.

    `turned` is a pair: the indicators, and whether there are three players. Unseen indicators are
    left out.
    """
    indicators, three = turned
    known_indicators = [tile for tile in indicators if KIND[tile] < KINDS]
    return tuple(dora_of(tile, three=three) for tile in known_indicators)


_dora_by: Final = Memo(_marked_by, most=1 << 10)


def _claims(winner: Winner, outcome: Outcome) -> dict[str, int | None]:
    """Return the points that the score sheet states for the winner's hand, by name of item or sum.

    Points are None if the sheet only names the item. The result is empty if the sheet states
    nothing about the hand.
    """
    return dict(claim_of(winner.seat, outcome).items)


def _is_indicator_unknown(indicators: tuple[Tile, ...]) -> bool:
    """Return whether an indicator is unseen or no indicator is recorded at all."""
    return not indicators or _is_one_unseen.get(indicators)


def _is_unseen(indicators: tuple[Tile, ...]) -> bool:
    return max(kinds_of(indicators), default=NONE) >= KINDS


_is_one_unseen: Final = Memo(_is_unseen, most=1 << 10)
"""Cached function that returns whether the face of any of these indicators is unknown."""


def _seen_or_claimed_dora(
    indicators: tuple[Tile, ...], marked: int, name: str, winner: Winner, outcome: Outcome
) -> int:
    """Return how many bonus tiles named `name` (``dora`` or ``ura``) the winner has.

    `marked` is the number of these tiles according to the indicators. If an indicator is unseen or
    none is recorded, and the score sheet states a higher number, return the number on the sheet.
    """
    if not _is_indicator_unknown(indicators):
        return marked
    return max(marked, _claims(winner, outcome).get(name) or 0)


def _norths(winner: Winner, outcome: Outcome) -> tuple[Tile, ...] | None:
    """Return the norths that the winner has set aside, or None if they are unseen."""
    return next((held.bonus for held in outcome.hands if held.seat == winner.seat), ())


# --------------------------------------------------------------------------- payments


_BY_OPTION: Final = {
    FOURTH_KONG: ("liable_for", "with_kongs"),
    FEEDER: ("rinshan_feeder_pays", "true"),
}
"""Causes of liability that depend on an option, each with the option and its value."""


LIABILITY: Final = "liability"
HALF_A_LIMIT: Final = 2 * YAKUMAN
"""Least amount that a liable player pays after another player's discard."""
Fed = Mapping[Seat, Sequence[tuple[str, Seat]]]
"""For each winner: the yakuman and the players who are liable for them."""


class Payout:
    """Computes the payments of one deal under its options."""

    def __init__(
        self,
        settings: Mapping[str, str],
        outcome: Outcome,
        counting: Counting,
        fed: Fed | None = None,
    ) -> None:
        self.settings = settings
        self.outcome = outcome
        self.course: Course = outcome.seen
        self.counting = counting
        self.fed = self.course.liable if fed is None else fed
        self.counters = counters(outcome) or 0
        self.honba = int(settings["honba_points"])
        self.drawn_honba = int(settings["drawn_honba_points"])
        self.halved = settings["three_player_tsumo"] == "halved"

    # ------------------------------------------------------------------ a win

    def wins(self, won: Sequence[tuple[Winner, Score]]) -> list[Payment]:
        """Return all payments for the wins of a deal, and for the riichi sticks on the table.

        `won` are the winners with their scores, the winner next after the discarder first; there is
        at least one. If the option ``ron_honba`` is not ``each``, only the first winner is paid for
        the honba counters (repeats of the deal).
        """
        (nearest, score), *others = won
        paid = self._win(nearest, score, self.honba)
        if others:
            honba = self.honba if self.settings["ron_honba"] == "each" else 0
            for winner, score in others:
                paid += self._win(winner, score, honba)
        paid += self._sticks([winner.seat for winner, _ in won])
        return paid

    def _win(self, winner: Winner, score: Score, honba: int) -> list[Payment]:
        liable = self._liable(winner, score)
        if liable:
            return [*self._with_liability(winner, score, liable, honba)]
        return self._paid(winner, self._base(winner, score), honba)

    def _paid(self, winner: Winner, base: _Base, honba: int) -> list[Payment]:
        """Return the payments for a hand if no player is liable for it.

        `base` is the number that payments are multiples of, `honba` the points for each counter
        (repeat of the deal).
        """
        if winner.own_draw:
            return self._drawn(winner.seat, base, honba)
        return self._fed(winner.source, winner.seat, base, honba)

    def _base(self, winner: Winner, score: Score) -> _Base:
        """Return the base of a winner's hand: the number that the payments are multiples of."""
        if score.unit == "yakuman":
            return _limit_base(score.value)
        if score.unit == "points":
            return _Base(
                number(self._recorded_base(winner, score), msg("base of a hand that pays so"))
            )
        fu = sum_items(score.totals)
        value = score.value
        return _of_han_and_fu.get((value, fu, self.counting.base(value, fu)))

    def _recorded_base(self, winner: Winner, score: Score) -> int:
        """Return the base of a hand for which the score sheet states only points.

        The base is the number that payments are multiples of. Return 0 if no base gives these
        points, or if several do.
        """
        sums = frozenset({("points", score.value)})
        bases = self.counting.bases
        base = base_moving(sums, bases, winner, self.outcome, halved=self.halved)
        return base or 0

    def _fed(self, payer: Seat, payee: Seat, base: _Base, honba: int) -> list[Payment]:
        """Return the payments if the discarder pays for the whole hand and all counters.

        `payer` is the discarder and `payee` the winner. `base` is the number that payments are
        multiples of, `honba` the points for each counter (repeat of the deal).
        """
        points = base.times(_times(by_dealer=payee == self.outcome.dealer))
        return [Payment.of(payer, payee, points, "7.1"), *self._counters(payer, payee, honba)]

    def _drawn(self, winner: Seat, base: _Base, honba: int) -> list[Payment]:
        """Return the payments for a self-draw: a share and part of the counters from each player.

        `base` is the number that payments are multiples of, `honba` the points for each counter
        (repeat of the deal).
        """
        shares = self.shares(winner, base)
        paid: list[Payment] = []
        for payer, points in shares.items():
            paid.append(Payment.of(payer, winner, points, "7.2"))
            if honba and self.drawn_honba:
                paid += self._counters(payer, winner, self.drawn_honba)
            else:
                paid += self._counters(payer, winner, honba, len(shares))
        return paid

    def shares(self, winner: Seat, base: _Base) -> dict[Seat, Formula]:
        """Return for each payer what it owes for a self-drawn hand, as a formula.

        `base` is the number that payments are multiples of.
        """
        return _shares(winner, base, self.outcome, halved=self.halved)

    def _counters(
        self, payer: Seat, payee: Seat, honba: int, payers: int = 1
    ) -> tuple[Payment, ...]:
        """Return what one player pays for the honba counters, as a tuple of at most one payment.

        Honba counters count the repeats of the deal. `honba` is the points for each counter;
        `payers` players share them. The tuple is empty if there are no counters or they bring no
        points.
        """
        if not self.counters:
            return ()
        part = _of_counters.get((honba, self.counters, payers))
        if not part.number:
            return ()
        return (Payment.of(payer, payee, part, "7.4", "honba"),)

    def _sticks(self, winners: Sequence[Seat]) -> list[Payment]:
        """Return the payments of the riichi sticks on the table; the first winner gets all of them.

        With the option ``ron_sticks=own_back``, however, each later winner gets its own stick of
        this deal back.
        """
        paid: list[Payment] = []
        staked = list(self.course.staked)
        later = winners[1:] if self.settings["ron_sticks"] == "own_back" else ()
        for seat in [seat for seat in later if seat in staked]:
            staked.remove(seat)
            own = number(STICK, msg("the winner's own riichi stick"))
            paid.append(Payment.of(TABLE, seat, own, "7.3b", "riichi"))
        points = _lying.get((self.outcome.pool or 0, len(staked)))
        if points.number:
            paid.append(Payment.of(TABLE, winners[0], points, "7.5", "riichi"))
        return paid

    # ------------------------------------------------------------------ liability

    def _liable(self, winner: Winner, score: Score) -> list[tuple[int, Seat]]:
        """Return for each liable player how many yakuman it must pay for, and its seat.

        The number 0 means that the player must pay for the whole hand. The list is empty if nobody
        is liable under the options.
        """
        fed = self.fed.get(winner.seat, ())
        if not fed:
            return []
        items = {item.name.removeprefix("yakuman-"): item.points for item in score.items}
        items[FEEDER] = 0
        played = set(filter(self._is_played, items))
        liable = [(items[name], seat) for name, seat in fed if name in played]
        if self.settings["liable_share"] == "hand":
            return [(0, seat) for _, seat in liable[:1]]
        return liable

    def _is_played(self, cause: str) -> bool:
        option, value = _BY_OPTION.get(cause, ("", ""))
        return not option or self.settings[option] == value

    def _with_liability(
        self, winner: Winner, score: Score, liable: list[tuple[int, Seat]], honba: int
    ) -> Iterator[Payment]:
        """Yield the payments for a hand for which players are liable.

        `liable` has for each liable player the number of yakuman to pay for (0 for the whole hand)
        and the seat. A liable player pays this part alone if the win was a self-draw or on that
        player's discard. Otherwise the liable player and the discarder each pay half of it. The
        rest of the hand is paid as usual. `honba` is the points for each counter (repeat of the
        deal).
        """
        whole = self._base(winner, score)
        rest = whole.formula.number
        for limits, seat in liable:
            part = _limit_base(limits) if limits else whole
            rest -= part.formula.number
            yield from self._answered(winner, seat, part)
        if rest > 0:
            base = _Base(number(rest, msg("what nobody else answers for")))
            yield from self._paid(winner, base, 0)
        payer = liable[0][1]
        if self.settings["liable_honba"] == "discarder" and not winner.own_draw:
            payer = winner.source
        yield from self._counters(payer, winner.seat, honba)

    def _answered(self, winner: Winner, liable: Seat, base: _Base) -> Iterator[Payment]:
        if winner.own_draw:
            shares = total(*self.shares(winner.seat, base).values())
            yield Payment.of(liable, winner.seat, shares, "7.8", LIABILITY)
            return
        whole = base.times(_times(by_dealer=winner.seat == self.outcome.dealer))
        if liable == winner.source:
            yield Payment.of(liable, winner.seat, whole, "7.8", LIABILITY)
            return
        half = quotient(whole, number(2, msg("one half from the discarder")))
        for payer in (liable, winner.source):
            cause = LIABILITY if payer == liable else ""
            yield Payment.of(payer, winner.seat, half, "7.8", cause)

    # ------------------------------------------------------------------ nobody wins

    def exhausted(self, end: NoWin) -> Iterator[Payment] | Unclear:
        """Return the payments of a deal that ended because the wall was empty.

        These are payments for nagashi mangan or, if nobody has it, noten payments. Return an
        `Unclear`, which states the reason, if the record does not show who receives the payments.
        """
        if self.settings["nagashi_mangan"] == "true":
            nagashi = self.course.nagashi
            if nagashi is None:
                return Unclear(_UNSEEN_DISCARDS)
            if nagashi or end.name == "nagashi-mangan":
                return self._nagashi(nagashi)
        if self.course.tenpai is None:
            return Unclear(_UNSEEN_TENPAI)
        return self._noten(sorted(self.course.tenpai))

    def _nagashi(self, seats: Sequence[Seat]) -> Iterator[Payment]:
        base = _Base(number(MANGAN, msg("nagashi mangan")))
        for seat in seats:
            for payer, points in self.shares(seat, base).items():
                yield Payment.of(payer, seat, points, "7.7", "nagashi-mangan")

    def _noten(self, tenpai: list[Seat]) -> Iterator[Payment]:
        """Yield the noten payments: players who are not tenpai pay the players who are tenpai.

        Yield nothing if all players or none are tenpai.
        """
        noten = sorted(set(range(self.outcome.seats)).difference(tenpai))
        pairs = list(product_of(noten, tenpai))
        if not pairs:
            return
        if len(noten) == len(tenpai):
            pairs = list(zip(noten, tenpai, strict=True))
        each = number(int(self.settings["noten_points"]), msg("for each opponent"))
        pot = product(each, number(self.outcome.seats - 1))
        share = quotient(pot, number(len(pairs), msg("payments")))
        for payer, payee in pairs:
            yield Payment.of(payer, payee, share, "7.6", "noten")

    def staked(self) -> tuple[Payment, ...]:
        """Return a payment to the table for each riichi stick paid in this deal."""
        return tuple(_stake(seat) for seat in self.course.staked)

    def broken_off(self) -> Settlement | Unclear:
        """Return the payments of an aborted deal, in which only riichi sticks are paid.

        If it is uncertain whether one player pays a stick, the settlement has this payment as an
        alternative. Return an `Unclear`, which states the reason, if this is uncertain for several
        players.
        """
        perhaps = self.course.perhaps_staked
        if not perhaps or self.settings["four_kongs_stick"] == "paid":
            return Settlement(staked=self.staked())
        if len(perhaps) > 1:
            return Unclear(_LATEST_STICK)
        sure = tuple(stake for stake in self.staked() if stake.payer not in perhaps)
        paid = PaymentSet(tuple(_stake(seat) for seat in perhaps), _LATEST_STICK)
        return Settlement(staked=sure, alternatives=(paid,))


def _stake(seat: Seat) -> Payment:
    return Payment.of(seat, TABLE, _STAKE, "7.5", "riichi")


_LATEST_STICK: Final = msg(
    "no source says whether a riichi is paid for if its discard ends the deal by four kongs"
).lacking("rules")


_UNSEEN_DISCARDS: Final = msg(
    "nobody saw all of the discards that would make nagashi mangan"
).lacking("turns")


_UNSEEN_TENPAI: Final = msg("the record does not say who was one tile from winning").lacking(
    "turns"
)


def _base_of(hand: tuple[int, int, int]) -> _Base:
    """Return the base of a hand: the number that payments are multiples of, with an explanation.

    The explanation is a formula with han and fu, or only the name of the limit. `hand` is a tuple
    of han, fu and base.
    """
    counted, fu, base = hand
    han = number(counted, msg("han"), "after")
    if base in LIMITS:
        name = msg("{limit}: {han}", limit=LIMIT_NAMES[base], han=han.words)
        return _Base(number(base, name))
    doubled = power_of_two(2 + counted, msg("2 + {han}", han=han.words))
    return _Base(product(number(fu, msg("fu"), "after"), doubled))


_of_han_and_fu: Final = Memo(_base_of, most=1 << 10)


@lru_cache(maxsize=64)
def _limit_base(limits: int) -> _Base:
    """Return the base of a hand that is worth `limits` yakuman, as a formula.

    The base is the number that payments are multiples of.
    """
    return _Base(_so_many(number(YAKUMAN, LIMIT_NAMES[YAKUMAN]), limits))


def _paid_for_counters(deal: tuple[int, int, int]) -> Formula:
    """Return what one player pays for the honba counters (repeats of the deal), as a formula.

    `deal` is a tuple: the points for each counter, the number of counters, the number of payers.
    """
    honba, counters, payers = deal
    points = _so_many(number(honba, _FOR_A_COUNTER), counters)
    if payers > 1:
        return quotient(points, number(payers, _PAYERS))
    return points


_of_counters: Final = Memo(_paid_for_counters, most=1 << 10)


def _sticks_on_table(table: tuple[int, int]) -> Formula:
    """Return the points of all riichi sticks on the table, as a formula.

    `table` is a pair: the points that were on the table before the deal, and the number of sticks
    that players paid in the deal.
    """
    pool, sticks = table
    before = number(pool, _LAY_BEFORE)
    if not sticks:
        return before
    laid = _so_many(number(STICK, _RIICHI_STICK), sticks)
    if not pool:
        return laid
    return total(before, laid)


_lying: Final = Memo(_sticks_on_table, most=1 << 10)


def settler(
    settings: Mapping[str, str],
) -> Callable[[Outcome, Sequence[Score]], Settlement | Unclear]:
    """Return the function that computes the payments of a deal under these options.

    The function returns an `Unclear` with a reason if the payments cannot be computed. If the
    record allows several results, the settlement has the others as alternatives. `settings` maps
    the name of each option to its value.
    """
    counting = Counting(settings)

    def settle(outcome: Outcome, scores: Sequence[Score]) -> Settlement | Unclear:
        """Return the payments of a deal, as a `Settlement`.

        A deal may end with wins or with an empty wall. In an aborted deal only riichi sticks are
        paid. Return an `Unclear` with the reason if the payments cannot be computed.
        """
        payout = Payout(settings, outcome, counting)
        if outcome.winners:
            return _settled_wins(payout, scores)
        if outcome.washout is None or outcome.washout.how != "wall":
            return payout.broken_off()
        due = payout.exhausted(outcome.washout)
        if isinstance(due, Unclear):
            return due
        return _settled_without_a_win(payout, tuple(due))

    return settle


def _settled_wins(payout: Payout, scores: Sequence[Score]) -> Settlement | Unclear:
    """Return the payments for the wins of a deal.

    If the record is incomplete, other possible payments are added as alternatives. Return an
    `Unclear`, which states the reason, if the number of riichi sticks or honba counters on the
    table is unknown, or if a hand has no yaku.
    """
    outcome = payout.outcome
    unclear = _why_not_paid(outcome, scores)
    if unclear is not None:
        return unclear
    won = _sort_by_turn(outcome, scores, nearest=payout.settings["multiple_ron"] == "nearest")
    paid = tuple(payout.wins(won))
    alternatives = []
    for fed, why in _perhaps_fed(won, outcome):
        other = Payout(payout.settings, outcome, payout.counting, fed)
        alternatives.append(PaymentSet(tuple(other.wins(won)), why))
    for others, why in _variants_with_dora(won, outcome):
        alternatives.append(PaymentSet(tuple(payout.wins(others)), why))
    counted = tuple(score for _, score in won)
    why = next((score.unknown_because for score in counted if score.unknown_because), "")
    if why:
        winners = [winner for winner, _ in won]
        for values in product_of(*[(score, *score.alternatives) for score in counted]):
            payments = payout.wins([*zip(winners, values, strict=True)])
            alternatives.append(PaymentSet(tuple(payments), why))
    if alternatives:
        alternatives = [each for each in dict.fromkeys(alternatives) if each.payments != paid]
    return Settlement(
        paid,
        counted,
        staked=payout.staked(),
        alternatives=tuple(alternatives),
        why=why if alternatives else "",
        is_stated=any(score.is_stated for score in counted),
    )


def _settled_without_a_win(payout: Payout, payments: tuple[Payment, ...]) -> Settlement:
    """Return a `Settlement` with the payments of a deal that ended with an empty wall.

    The field `shared` of the result is true if there are several payments and no player takes part
    in more than one of them.
    """
    seats: list[Seat] = []
    for each in payments:
        seats += (each.payer, each.payee)
    shared = len(payments) > 1 and len({*seats}) == len(seats)
    return Settlement(payments, staked=payout.staked(), shared=shared)


def _why_not_paid(outcome: Outcome, scores: Sequence[Score]) -> Unclear | None:
    """Return the reason why payments for wins cannot be computed, or None if they can."""
    if outcome.pool is None:
        unsaid = "the record does not say what was on the table before the deal"
        return Unclear(msg(unsaid).lacking("points"))
    if counters(outcome) is None:
        unsaid = "the record does not say how many counters were on the table"
        return Unclear(msg(unsaid).lacking("points"))
    if not all(score.items for score in scores):
        return Unclear(msg("a hand without yaku is no win").lacking("false win"))
    return None


def _perhaps_fed(
    won: Sequence[tuple[Winner, Score]], outcome: Outcome
) -> list[tuple[Fed, Sentence]]:
    """Return each way in which another player may be liable for a win, and why this is uncertain.

    A way is a dict from the winner to the cause and the liable seat. Used for wins without recorded
    turns, because nothing shows who discarded the tiles of the sets. `won` are the winners with
    their scores.
    """
    alternatives: list[tuple[Fed, Sentence]] = []
    course: Course = outcome.seen
    for winner, score in won:
        if winner.seat not in course.liable:
            names = {item.name.removeprefix("yakuman-") for item in score.items}
            feeders = product_of(fed_causes(winner, names), outcome.others(winner.seat))
            for cause, seat in feeders:
                alternatives.append(({winner.seat: ((cause, seat),)}, _who_fed(winner, seat)))
    return alternatives


_MOST_DORA: Final = 10
"""Number of additional han with which every hand reaches a limit."""


def _variants_with_dora(
    won: Sequence[tuple[Winner, Score]], outcome: Outcome
) -> list[tuple[list[tuple[Winner, Score]], Sentence]]:
    """Return variants of the winners' scores with 1 to 10 more dora in one hand.

    Each variant is a pair: all winners with their scores, and the reason for the doubt. A hand has
    variants if the record has no dora indicators and the score sheet states nothing about the hand.
    `won` are the winners with their scores.
    """
    variants: list[tuple[list[tuple[Winner, Score]], Sentence]] = []
    course: Course = outcome.seen
    for place, (winner, score) in enumerate(won):
        if course.indicators or course.indicators_due or score.unit != "han":
            continue
        if _claims(winner, outcome):
            continue
        for more in range(1, _MOST_DORA + 1):
            items = (*score.items, Item("dora", more, "5.21"))
            others = [*won]
            others[place] = winner, replace(score, items=items)
            variants.append((others, no_indicator(winner)))
    return variants


def _who_fed(winner: Winner, seat: Seat) -> Sentence:
    return msg(
        (
            "without the turns the record does not say whether {seat} fed the last set of "
            "{winner}'s hand"
        ),
        seat=seat_name(seat),
        winner=seat_name(winner.seat),
    )


CHOMBO: Final = "chombo"
CAUSES: Final[Mapping[str, str]] = {
    **FALSE_WIN,
    CHOMBO: "what a chombo costs within the deal, by a ruling of that name",
    "riichi": "a stick laid with riichi, and the sticks that a winner takes",
    "honba": "what the counters bring the winner",
    "noten": "what those who are not tenpai pay when the wall has run out",
    "nagashi-mangan": "what is paid for discards of terminals and honours alone",
    LIABILITY: "what the player pays who fed the last set of a limit hand",
}
"""Causes of payments, as written after `for=`, with their meaning."""


def fines(settings: Mapping[str, str]) -> Callable[[Outcome, str, Seat, Seat], int | Unclear]:
    """Return a function that computes what a player with a chombo (a penalty) pays another player.

    The amount is more than 0 only if the fine is paid within the deal; 0 means that it is
    subtracted after the game. The function returns an `Unclear`, which states the reason, for a
    penalty that is no chombo, and if the rules name no price for a chombo. `settings` maps the name
    of each option to its value.
    """
    counting = Counting(settings)

    def fine(outcome: Outcome, cause: str, payer: Seat, payee: Seat) -> int | Unclear:
        if cause != CHOMBO or settings["chombo"] == "none":
            return Unclear(msg("the rules name no price for {cause}", cause=cause).lacking("rules"))
        if settings["chombo"] != "reverse_mangan":
            return 0
        shares = Payout(settings, outcome, counting).shares(payer, _Base(number(MANGAN)))
        if payer >= 0 and payee in shares:
            return shares[payee].number
        return 0

    return fine


def _sort_by_turn(
    outcome: Outcome, scores: Sequence[Score], *, nearest: bool
) -> list[tuple[Winner, Score]]:
    won = [(winner, scores[place]) for place, winner in enumerate(outcome.winners)]
    if len(won) > 1:
        won.sort(key=lambda pair: outcome.order.distance(pair[0].seat, pair[0].source))
    if not nearest:
        return won
    return won[:1]
