"""One reading of a deal, settled by the rule set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mjlog.auditor.deal_start import DealStart
from mjlog.auditor.debts import (
    NO_FINES,
    Fines,
    Pair,
    Parts,
    Stated,
    StatedAmount,
    fines,
    is_fine,
    penalty,
    stated,
    sum_of,
    totals_of_causes,
)
from mjlog.auditor.progress import continuation_by_names
from mjlog.auditor.totals import Totals, add_rows, fill_row, subtract_rows
from mjlog.model.frozen import value
from mjlog.model.lazy_dataclass import dataclass, lazy_property, replace
from mjlog.model.messages import Message, Sentence, msg
from mjlog.model.record import (
    NOBODY,
    RESYNC,
    TABLE,
    Deal,
    Items,
    Line,
    NoWin,
    Pay,
    Ruling,
    Seat,
    Show,
    seat_name,
)
from mjlog.model.settlement import (
    Payment,
    PaymentSet,
    Score,
    Settlement,
    left_on_the_table,
    net,
    seat_by_seat,
)
from mjlog.model.table import Table
from mjlog.model.tiles import UNKNOWN
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Continuation, HandClaim, Outcome, Unclear, Winner, hand_unknown

NO_CLAIMS = msg("this rule set judges play only, and no points").lacking("rules")
STAKES_OPEN = msg(
    "the rules do not say whether stakes are laid in a deal that is not played to its end"
).lacking("rules")
ENDING: Final = frozenset({"false-win", "chombo"})
"""Rulings that end a deal."""
NO_DEALER = msg("the record does not say who deals").lacking("dealer")


def are_ready_hands_declared(rules: RuleSet) -> bool:
    """Return whether players declare ready (riichi) under these rules."""
    return rules.play.spec.ready_locks or bool(rules.scoring.declared_items)


@value
class Assumption:
    """Lines that a sheet leaves out and that are assumed in order to compute the payments.

    `words` say what is assumed. `outcome` is the outcome of the deal with these lines; None until
    it is computed.
    """

    lines: tuple[Line, ...]
    words: Message
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Interpretation:
    """One interpretation of a deal, before the rules compute its payments.

    `table` is the table at the end of the deal, `start` the state before it, `number` its number in
    the record. `house` is the text of house rules for which mjlog has no option: values that these
    may decide are not judged. `broken` is the number of the clause that an illegal win breaks;
    empty if unknown. `stated` are the options that the record names. `assumed` has lines that the
    sheet leaves out. `stakes_in_nets`: `net` lines include all stakes; None if the deals do not
    show it.
    """

    deal: Deal
    rules: RuleSet
    table: Table
    outcome: Outcome
    start: DealStart
    number: int = 0
    house: str = ""
    broken: str = ""
    stated: frozenset[str] = frozenset()
    assumed: Assumption | None = None
    stakes_in_nets: bool | None = None


class SettledDeal:
    """One interpretation of a deal, with its scores and payments by the rule set.

    `scores` and `settlement` are computed from the outcome, or are `Unclear` with a reason.
    `payment_sets` are the possible sets of payments; `best_set` is the index of the set that the
    sheet fits best, -1 until it is computed. `parts_by_set` stores the amounts of each set by
    payer, payee and cause.
    """

    def __init__(self, interpretation: Interpretation) -> None:
        """Compute the winners' scores and the payments of the deal by its rules."""
        self.interpretation = interpretation
        self.deal = interpretation.deal
        self.rules = interpretation.rules
        self.table = interpretation.table
        self.outcome = interpretation.outcome
        self.start = interpretation.start
        self.number = interpretation.number
        self.best_set = -1
        self.parts_by_set: dict[int, Parts] = {}
        assumed = None if interpretation.assumed is None else interpretation.assumed.outcome
        outcome = assumed or interpretation.outcome
        is_played = bool(self.deal.turns)
        self.scores, settlement = check_deal(self.rules, outcome, is_played=is_played)
        if isinstance(settlement, Settlement) and settlement.shared:
            settlement = settlement.paired_as_recorded(totals_of_causes(self.recorded_payments))
        self.settlement: Settlement | Unclear = settlement
        if self.deal.contents(Ruling) and self._is_ended_by_ruling():
            self.settlement = _settle_without_hand(self.rules, self.outcome)

    @property
    def before_due(self) -> Totals:
        """Everybody's right points before the deal, if the record has wrong points there.

        Empty if the recorded points are right. Also empty if the header of the deal repeats wrong
        totals: the players then went on from these totals.
        """
        return () if self.start.is_restated else self.start.points_due

    def _is_ended_by_ruling(self) -> bool:
        """Return whether the deal ended because a ruling called a win false.

        The deal must have a penalty payment, recorded or ordered by a ruling. Return False if a
        player declared a win in the record, if a `draw` line ends the deal, or if another player
        than the offender has a `show`, `fan` or `kong` line.
        """
        if self.outcome.declared or self.outcome.washout is not None:
            return False
        offenders = {ruling.seat for ruling in self.deal.contents(Ruling) if ruling.name in ENDING}
        if not offenders or not self._is_fined():
            return False
        hands: list[Show | Items] = [*self.deal.contents(Show), *self.deal.contents(Items)]
        return offenders.issuperset([hand.seat for hand in hands])

    def _is_fined(self) -> bool:
        """Return whether the deal has a penalty payment, recorded or ordered by a ruling."""
        return bool(self.penalties()) or any(way.payments for way in self.fines.payment_sets)

    @property
    def clear_scores(self) -> list[Score]:
        """The scores of those winning hands whose score can be computed."""
        return [score for score in self.scores if isinstance(score, Score)]

    @lazy_property
    def claimed_seats(self) -> frozenset[Seat]:
        """Return the players whose hands are scored by the items that the sheet names.

        The tiles of these hands are not known.
        """
        scores = [score for score in self.scores if isinstance(score, Score)]
        if isinstance(self.settlement, Settlement):
            scores += self.settlement.scores
        return frozenset([score.seat for score in scores if score.claimed])

    @lazy_property
    def is_given(self) -> bool:
        """Return whether the payments depend on assumed lines or on hands that nobody shows."""
        if self.interpretation.assumed is not None:
            return True
        settlement = self.settlement
        if isinstance(settlement, Unclear):
            return False
        return any(score.claimed for score in settlement.scores)

    def is_ruled_of(self, seat: Seat, *names: str) -> bool:
        """Return whether a ruling (`rule` line) is about the player.

        With `names`, only rulings with one of these names count.
        """
        ruled = [ruling.name for ruling in self.deal.contents(Ruling) if ruling.seat == seat]
        return not set(names).isdisjoint(ruled) if names else bool(ruled)

    def score_of(self, seat: Seat) -> Score | Unclear:
        """Return the score of a player's hand, by its tiles or else by the items on the sheet.

        Return `Unclear`, with the reason, if the hand cannot be scored, or if the player has no
        legal win and losers do not score.
        """
        for at, winner in enumerate(self.outcome.winners):
            if winner.seat == seat:
                return self.scores[at]
        if seat in [winner.seat for winner in self.outcome.false_wins]:
            words = msg("the win of {seat} is not legal", seat=seat_name(seat))
            return Unclear(words.lacking("false win"))
        if self.rules.scoring.scores_losers and self.outcome.winners:
            if isinstance(self.settlement, Unclear):
                return self.settlement
            return self.settlement.score_of(seat) or hand_unknown(seat)
        words = msg("the record has no win of {seat}", seat=seat_name(seat))
        return Unclear(words.lacking("result"))

    def is_never_counted(self, winner: Winner) -> bool:
        """Return whether the record says too little to compute the value of a winner's hand.

        This is so if the tiles are unknown and the sheet names no items for the hand, or impossible
        items. Return False if the rules cannot score a hand by its items.
        """
        if winner.tiles is not None or self.rules.scoring.claimed is None:
            return False
        claim = self.outcome.claimed.get(winner.seat)
        return claim is None or not _can_be(self.rules, claim)

    # --------------------------------------------------------------------------- payments

    @lazy_property
    def recorded_payments(self) -> Stated:
        """Return the recorded payments: a dict from (payer, payee) to a dict from cause to amount.

        Penalties are left out; they are in `recorded_penalties`.
        """
        return stated(self.deal, self.rules)

    @lazy_property
    def recorded_penalties(self) -> Stated:
        """Return the recorded penalties, as in `recorded_payments`: by (payer, payee) and cause."""
        return stated(self.deal, self.rules, ruled=True)

    def recorded_payments_between(self, pair: Pair) -> Mapping[str, StatedAmount]:
        """Return the recorded payments from `pair[0]` to `pair[1]`, a dict from cause to amount."""
        return self.recorded_payments.get(pair, {})

    @lazy_property
    def fines(self) -> Fines:
        """Return the penalties for rulings whose penalty has no `pay` line."""
        if not self.deal.contents(Ruling):
            return NO_FINES
        return fines(self.deal, self.rules, self.outcome)

    @lazy_property
    def payment_sets(self) -> tuple[PaymentSet, ...]:
        """Return all sets of payments that are possible by the rules, the likeliest first.

        There are several sets if the record leaves something open. Each set includes the penalties
        for rulings without a `pay` line. Return an empty tuple if the rules cannot determine the
        payments.
        """
        settlement = self.settlement
        if isinstance(settlement, Unclear):
            return ()
        settled = (PaymentSet(settlement.payments, settlement.why), *settlement.alternatives)
        if self.fines is NO_FINES:
            return settled
        return tuple(one.with_more(other) for one in settled for other in self.fines.payment_sets)

    @property
    def is_settled(self) -> bool:
        """Whether the rules determine all payments between the players."""
        return isinstance(self.settlement, Settlement) and not self.settlement.unknown_pairs

    @property
    def likely_payments(self) -> tuple[Payment, ...]:
        """The payments of the likeliest possible set (the first of `payment_sets`).

        Empty if the rules cannot determine the payments.
        """
        return self.payment_sets[0].payments if self.payment_sets else ()

    @property
    def settled(self) -> Settlement | None:
        """The payments and scores of the deal by the rules; None if they are unknown.

        Penalties for rulings are included, unless the payments depend on something that the record
        leaves open.
        """
        if isinstance(self.settlement, Unclear):
            return None
        first = self.payment_sets[0]
        if first.why or first.payments is self.settlement.payments:
            return self.settlement
        return replace(self.settlement, payments=first.payments)

    def parts_of(self, payment_set: PaymentSet) -> Parts:
        """Return the amounts in `payment_set`, one possible set of payments of the deal.

        The result is a dict from (payer, payee) to a dict from cause to points. It is stored after
        the first call.
        """
        if id(payment_set) not in self.parts_by_set:
            by_pair: dict[Pair, dict[str, int]] = {}
            for each in payment_set.payments:
                causes = by_pair.setdefault((each.payer, each.payee), {})
                causes[each.cause] = causes.get(each.cause, 0) + each.points
            self.parts_by_set[id(payment_set)] = by_pair
        return self.parts_by_set[id(payment_set)]

    def owed_between(self, payment_set: PaymentSet, pair: Pair) -> Mapping[str, int]:
        """Return what `pair[0]` owes `pair[1]`, a dict from cause to points.

        The payments are those of `payment_set`, one possible set of payments of the deal.
        """
        return self.parts_of(payment_set).get(pair, {})

    @lazy_property
    def staked(self) -> Mapping[Pair, int]:
        """Return the stakes laid on the table during play, a dict from (payer, payee) to points.

        A sheet may leave out stakes, so they are kept apart from the payments.
        """
        if isinstance(self.settlement, Unclear):
            return {}
        return Settlement(self.settlement.staked).owed()

    def penalties(self) -> tuple[Payment, ...] | None:
        """Return the recorded penalty payments as a tuple of payments.

        If the record leaves out an amount, the price by the rules is used. Return None if the price
        is unknown, too.
        """
        moved = []
        for claim in self.deal.contents(Pay):
            if not claim.cause or not is_fine(claim.cause, self.rules):
                continue
            for payer, payee, paid in claim.payments:
                if paid is None:
                    paid = self._price(claim.cause, (payer, payee))
                if paid is None:
                    return None
                moved.append(Payment(payer, payee, paid, cause=claim.cause))
        return tuple(moved)

    def _penalties_due(self) -> tuple[Payment, ...]:
        """Return the recorded penalty payments with their right amounts.

        A payment whose price is unknown keeps its amount. If the sheet has a penalty to only some
        of the players, the payments to the other players are added.
        """
        due = {(each.payer, each.cause, each.payee): each for each in self.penalties() or ()}
        for payer, cause in {key[:2] for key in due}:
            for payee in self.outcome.others(payer):
                price = self._price(cause, (payer, payee))
                if price is not None:
                    due[payer, cause, payee] = Payment(payer, payee, price, cause=cause)
        return tuple(due.values())

    def _price(self, cause: str, pair: Pair) -> int | None:
        """Return the penalty that player `pair[0]` owes `pair[1]` for a cause; None if unknown."""
        due = penalty(self.deal, self.rules, self.outcome, cause, pair)
        return None if isinstance(due, Unclear) else due

    # --------------------------------------------------------------------------- changes

    @lazy_property
    def changes(self) -> tuple[tuple[tuple[int, ...], Sentence], ...] | Unclear:
        """Return all possible changes of points in the deal, without stakes laid during play.

        Each is a tuple: everybody's changes, and a sentence that says on which open question they
        depend (empty if on none). The likeliest comes first. Return `Unclear`, with the reason, if
        the rules cannot determine the payments.
        """
        if isinstance(self.settlement, Unclear):
            return self.settlement
        if self.settlement.unknown_pairs:
            return Unclear(self.settlement.unknown_pairs[0][2])
        penalties = self.penalties()
        if penalties is None:
            return Unclear(msg("a penalty's amount is not recorded").lacking("amounts"))
        if self.outcome.is_false and not self._is_fined():
            words = "the win is not legal, and the rules do not say how the deal ends instead"
            return Unclear(msg(words).lacking("false win"))
        seats, moved = self.outcome.seats, [penalties]
        if penalties:
            moved = [*dict.fromkeys((penalties, self._penalties_due()))]
        return tuple(
            (net((*way.payments, *each), seats), way.why)
            for way in self.payment_sets
            for each in moved
        )

    @lazy_property
    def whole_changes(self) -> tuple[tuple[tuple[int, ...], Sentence], ...]:
        """Return all possible changes of points in the deal, with stakes laid during play.

        Each is a tuple: everybody's changes, and a sentence that says on which open question they
        depend (empty if on none). Return an empty tuple if the payments are unknown.
        """
        if isinstance(self.changes, Unclear):
            return ()
        if isinstance(self.settlement, Settlement) and not self.settlement.staked:
            return self.changes
        return tuple((self.with_stakes(change), why) for change, why in self.changes)

    @property
    def tells_stakes(self) -> bool:
        """Whether the sheet shows how many stakes were laid on the table.

        Totals show this, and so do payments from the table to a player.
        """
        if self.deal.numbers("score"):
            return True
        return TABLE in [payer for payer, _ in self.recorded_payments]

    @lazy_property
    def empties_table(self) -> bool:
        """Return whether a winner certainly took all points on the table.

        Return False if the rules are unknown or have a kitty (points that stay on the table), if
        the deal has a ruling, if turns are missing, or if nobody won.
        """
        rules, outcome = self.rules, self.outcome
        # A kitty may keep a part of the points.
        if not rules.pot.used or rules.pot.moves is not None:
            return False
        is_won = bool(outcome.winners) and not (outcome.plays_on or outcome.false_wins)
        return is_won and not (rules.is_unknown or self.has_gap or self.deal.contents(Ruling))

    @lazy_property
    def net_ways(self) -> tuple[tuple[tuple[int, ...], Sentence], ...]:
        """Return all changes of points that a `net` line of the deal may state if it is right.

        Each is a tuple: everybody's changes, and a sentence that says on which open question they
        depend (empty if on none). Changes without and with the stakes laid during play are
        included, except if the record shows that its `net` lines always state one of the two.
        Return an empty tuple if the payments are unknown.
        """
        whole, changes = self.whole_changes, self.changes
        if whole is changes or isinstance(changes, Unclear) or self.interpretation.stakes_in_nets:
            return whole
        if self.interpretation.stakes_in_nets is False:
            return changes
        pairs = [*zip(changes, whole, strict=True)]
        if self.interpretation.assumed is not None and not self.tells_stakes:
            step = self.rules.pot.step
            pairs = [(way if sum(way[0]) <= step else full, full) for way, full in pairs]
        return tuple(way for pair in pairs for way in pair)

    @lazy_property
    def whole_change(self) -> tuple[int, ...] | Unclear:
        """Return everybody's right change of points in the deal, with stakes and penalties.

        Return `Unclear`, with the reason, if the change is unknown or depends on an open question.
        """
        if isinstance(self.changes, Unclear):
            return self.changes
        why = self.changes[0][1] or self.fines.unpriced
        return Unclear(why) if why else self.whole_changes[0][0]

    def with_stakes(self, change: tuple[int, ...]) -> tuple[int, ...]:
        """Return everybody's changes of points, with the stakes laid during play included."""
        if isinstance(self.settlement, Unclear) or not self.settlement.staked:
            return change
        return seat_by_seat(change, net(self.settlement.staked, self.outcome.seats))

    @lazy_property
    def has_gap(self) -> bool:
        """Return whether the record leaves out turns in the middle of the deal."""
        if self.table.whole:  # the table is not whole from the gap on
            return False
        return RESYNC in [act.name for act in self.deal.irregularities]

    def points_due(self) -> tuple[int | None, ...]:
        """Return everybody's points after the deal by the rules; a number is None if unknown.

        All numbers are None if a winning hand may have items that no line of the sheet shows.
        """
        change = self.whole_change
        if isinstance(change, Unclear) or self.is_course_open:
            return (None,) * self.outcome.seats
        return add_rows(self.start.points, change)

    # --------------------------------------------------------------------------- the next deal

    @lazy_property
    def continuation(self) -> Continuation | Unclear:
        """Return what the rules expect next: label, dealer and counters, or the game's end.

        If the game is over by the recorded totals but not by the right totals, or the reverse, the
        result leaves open whether it is over. Return `Unclear`, with the reason, if nothing is
        known.
        """
        due = self.points_due()
        coming = self._continuation_after(due)
        if self.start.is_past_end and isinstance(coming, Continuation):
            # The end of the game was reported at the first deal after it.
            return replace(coming.with_end_open(), may_end=True)
        stated_totals = self.deal.numbers("score")
        points = self._points_written(due)
        if points != due and isinstance(coming, Continuation):
            by_rules = coming
            coming = self._continuation_after(points)
            if (
                None not in due
                and isinstance(coming, Continuation)
                and coming.is_over != by_rules.is_over
            ):
                return by_rules.with_end_open()
        if self.is_ready_open and not stated_totals and isinstance(coming, Continuation):
            # Nobody says who laid stakes in the deals so far, and who took them.
            stakes = self.number * self.rules.pot.step
            for more in (-stakes, stakes):
                other = self._continuation_after(
                    [None if points is None else points + more for points in due]
                )
                if isinstance(other, Continuation) and other.is_over != coming.is_over:
                    return coming.with_end_open()
        if self.start.points_due and isinstance(coming, Continuation):
            # The totals may continue a wrong total of an earlier deal.
            change = subtract_rows(points, self.start.points)
            meant = self._continuation_after(add_rows(self.start.points_due, change))
            if isinstance(meant, Continuation) and meant.is_over != coming.is_over:
                return coming.with_end_open()
        return coming

    def _points_written(self, due: Totals) -> Totals:
        """Return everybody's points after the deal by the record.

        They are the recorded totals, or follow from the recorded changes or payments. A number that
        the record does not have is taken from `due`, the right points.
        """
        totals, changes = self.deal.numbers("score"), self.deal.numbers("net")
        if totals:
            return fill_row(totals[0], due)
        if changes:
            return fill_row(add_rows(self.start.points, changes[0]), due)
        paid = [
            Payment(*pair, sum_of(causes) or 0) for pair, causes in self.recorded_payments.items()
        ]
        # Payments give the points only if all of them are for the result, and none is for a ruling.
        has_only_result_payments = self.deal.contents(Pay) and not self.recorded_penalties
        if not has_only_result_payments or None in self.start.points:
            return due
        return add_rows(self.start.points, net(paid, self.outcome.seats))

    def _continuation_after(self, points: Sequence[int | None]) -> Continuation | Unclear:
        """Return what the rules expect after the deal, if everybody has `points` after it."""
        if self.rules.progress.next_deal is None:
            return continuation_by_names(self, points)
        if self.outcome.dealer == NOBODY:
            return Unclear(NO_DEALER)
        return self.rules.progress.next_deal(self.outcome, points)

    def names_items(self, seat: Seat) -> bool:
        """Return whether the sheet names an item of the player's hand, not only a sum."""
        if seat not in self.outcome.claimed:
            return False
        scoring = self.rules.scoring
        names = dict(self.outcome.claimed[seat].items).keys()
        return not names <= scoring.sums | {scoring.sum_stated}

    @property
    def is_ready_open(self) -> bool:
        """Whether it is unknown who declared ready, under rules with such declarations."""
        return self.outcome.ready is None and are_ready_hands_declared(self.rules)

    @lazy_property
    def is_course_open(self) -> bool:
        """Return whether a winner may have scored items that no line shows.

        An example is a win on the last tile. Return False if the deal has turns, payments, changes
        or totals, or if the sheet states the value of each winning hand. The fu of a hand alone are
        not its value.
        """
        if self.deal.turns or self.deal.payments or self.rules.scoring.course_items is None:
            return False
        if self.deal.numbers("net") or self.deal.numbers("score"):
            return False
        claimed = self.rules.scoring.claimed
        for seat in self.outcome.winning_seats:
            if seat not in self.outcome.claimed:
                return True
            # If only fu are named and no item, the value of the hand is unknown.
            is_unclear = claimed is not None and isinstance(claimed(seat, self.outcome), Unclear)
            if is_unclear and not self.names_items(seat):
                return True
        return False

    @property
    def is_won_with_too_little(self) -> bool:
        """Whether a winning hand is worth less than the minimum for a win."""
        is_too_little = self.rules.scoring.is_too_little
        return any(isinstance(each, Score) and is_too_little(each) for each in self.scores)

    @lazy_property
    def is_void(self) -> bool:
        """Return whether the deal was declared void."""
        return "void" in [end.how for end in self.deal.contents(NoWin)]

    @lazy_property
    def next_dealer(self) -> Seat | Unclear:
        """Return the next dealer by the rules; `Unclear`, with the reason, if it is unknown."""
        if self.rules.progress.next_dealer is None:
            return Unclear(NO_CLAIMS)
        if self.is_void and not self.rules.progress.decides_void:
            return Unclear("the deal was declared void")
        if self.outcome.dealer == NOBODY:
            return Unclear(NO_DEALER)
        if self.outcome.is_false and self.outcome.washout is None:
            words = "the win is not legal, and the record has no other end of the deal"
            return Unclear(msg(words).lacking("false win"))
        return self.rules.progress.next_dealer(self.outcome)


def _settle_without_hand(rules: RuleSet, outcome: Outcome) -> Settlement:
    """Return the payments of a deal that is void or ended by a false win: nobody pays anybody.

    If the rules leave open whether laid stakes are lost, a second set of payments is included.
    """
    if rules.pot.stakes is None:
        return Settlement()
    return Settlement(alternatives=(PaymentSet(rules.pot.stakes(outcome), STAKES_OPEN),))


def leaves_stakes_open(settlement: Settlement) -> bool:
    """Return whether it is unknown how many points stay on the table after these payments.

    This is so if the possible sets of payments leave different numbers of points there.
    """
    left = left_on_the_table(settlement.payments)
    return any(left_on_the_table(way.payments) != left for way in settlement.alternatives)


def _can_be(rules: RuleSet, claim: HandClaim) -> bool:
    """Return whether all items that the sheet names for a hand exist and can have their points."""
    scoring = rules.scoring
    if not scoring.item_names.issuperset(dict(claim.items)):
        return False
    for name, points in (*claim.items, *claim.kongs):
        if points is not None and (points < 0 or not scoring.item_can_be(name, points)):
            return False
    return True


def check_deal(
    rules: RuleSet, outcome: Outcome, *, is_played: bool = False
) -> tuple[tuple[Score | Unclear, ...], Settlement | Unclear]:
    """Compute the scores of the winners' hands and the payments of a deal by the rules.

    Return a tuple of the scores and the payments. What the rules cannot determine is `Unclear`,
    with the reason. A hand that nobody shows is scored by the items on the sheet. `is_played`: the
    record has the turns of the deal.
    """
    scoring, winners = rules.scoring, outcome.winners
    if scoring.settle is None or scoring.score is None:
        unclear = Unclear(NO_CLAIMS)
        return (unclear,) * len(winners), unclear
    # The value of a hand may depend on the dealer even if payments do not.
    asks_dealer = scoring.asks_dealer and (
        scoring.pays_by_dealer
        or any(each.tiles is not None or each.seat not in outcome.claimed for each in winners)
    )
    if asks_dealer and winners and outcome.dealer == NOBODY:
        unclear = Unclear(NO_DEALER)
        return (unclear,) * len(winners), unclear
    scores = [_score_hand(rules, winner, outcome, is_played=is_played) for winner in winners]
    if outcome.is_false or outcome.washed_out_by == "void":
        return tuple(scores), _settle_without_hand(rules, outcome)
    if not outcome.has_ended:
        return tuple(scores), Unclear(msg("the record names no result").lacking("result"))
    clear_scores: list[Score] = []
    for each in scores:
        if isinstance(each, Unclear):
            return tuple(scores), each
        clear_scores.append(each)
    return tuple(scores), scoring.settle(outcome, clear_scores)


def _score_hand(
    rules: RuleSet, winner: Winner, outcome: Outcome, *, is_played: bool
) -> Score | Unclear:
    """Compute the score of a winner's hand by its tiles, or by the items on the sheet.

    The items are used only if the tiles are unknown. Return `Unclear`, with the reason, if neither
    is possible, or if the sheet names an unknown item and no turns show how the hand was won.
    """
    scoring, claim = rules.scoring, outcome.claimed.get(winner.seat)
    if scoring.score is None:
        return Unclear(NO_CLAIMS)
    score = scoring.score(winner, outcome)
    if claim is None:
        return score
    # The value may depend on which tile of the hand completed it.
    if winner.is_seen and winner.tile != UNKNOWN:
        # An item that exists only under other options is known, although this hand cannot have it.
        item_names = {*scoring.item_names, *rules.names.items}
        unread = [name for name, _ in claim.items if name not in item_names]
        if unread and scoring.course_items is not None and not is_played:
            words = msg("nobody can read the item {item}", item=unread[0])
            return Unclear(words.lacking("hands"))
    elif isinstance(score, Unclear) and scoring.claimed is not None and _can_be(rules, claim):
        return scoring.claimed(winner.seat, outcome)
    return score
