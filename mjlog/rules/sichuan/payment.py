"""Sichuan: who pays whom for wins and kongs, at the end of the wall, and for false wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, combinations_with_replacement
from itertools import product as every_choice
from typing import Final, NamedTuple

from mjlog.model.formula import Formula, number, product, quotient, total
from mjlog.model.messages import Sentence, msg
from mjlog.model.record import TABLE, Ruling, Seat, seat_name
from mjlog.model.settlement import Item, Payment, PaymentSet, Score, Settlement
from mjlog.model.table import NONE
from mjlog.model.tiles import EAST, KIND, counts
from mjlog.referee.rulebook import Outcome, Unclear, Winner, hand_unknown
from mjlog.rules.kit import WinningHand
from mjlog.rules.kit.hand import WayOfWinning, set_of
from mjlog.rules.kit.scoring import PatternScorer
from mjlog.rules.sichuan.events import KONG, Events, Kong, KongSort, kong_items
from mjlog.rules.sichuan.play import SHAPES, waits_of

CAUSES: Final[Mapping[str, str]] = {
    KONG: "what a kong brings at once",
    "kong-refund": "the part that is paid back",
    "kong-transfer": "the part that goes to the winner on the next discard",
    "not-ready": "what those who are not ready pay those who are when the wall is used up",
    "void-suit": "what it costs to hold tiles of the void suit",
    "false-win": "what a false win costs, or a win that was missed before",
}
VOID_RULING: Final = "void-suit"
NO_WIN: Final = "no-win"
"""Ruling that a player continues but may not win."""
FALSE_WIN: Final = "false-win"
_ORDER_UNKNOWN: Final = msg("the record does not say who was still in play at each kong")
_LATE_UNKNOWN: Final = msg("the record does not say whether the tile added was just drawn")
_PASSIVE_UNKNOWN: Final = msg("the record does not say whether all discards were of the void suit")
_RULED_BY_NOBODY: Final = msg("no ruling says that the win is false")
_PAID_BY_ALL: Final[tuple[KongSort, ...]] = ("concealed", "added")
_MOST_KONGS: Final = 4
_MOST: Final = 64
"""Most combinations of payments for kongs that are tried; with more, the record is unclear."""


class State(NamedTuple):
    """What a player's hand is worth, and whether it is ready, when the wall is empty.

    `is_ready` is None if the hand is unknown. `points` is the value of the best hand that the
    player could still complete, None if the hand is not ready or unknown. `broke`: the player
    discarded another suit while it held tiles of the void suit. `is_idle`: by a ruling the player
    may not win any more.
    """

    is_ready: bool | None
    points: Formula | None = None
    broke: bool = False
    is_idle: bool = False


class Payments:
    """Computes who pays whom under one choice of options."""

    def __init__(self, settings: Mapping[str, str], scorer: PatternScorer) -> None:
        self.settings = settings
        self.scorer = scorer
        self.base = int(settings["base"])
        cap = settings["max_fan"]
        self.most = None if cap == "none" else int(cap)
        self.prices: dict[KongSort, int] = {
            "concealed": 2,
            "exposed": int(settings["exposed_kong"]),
            "added": 1,
            "late": int(settings["late_kong"]),
        }

    # ------------------------------------------------------------------ wins

    def points(self, fan: int) -> Formula:
        """Return the value of a hand with this number of fan: the base, doubled for each fan.

        If the options limit the fan, more fan are worth the same as the limit.
        """
        fan = fan if self.most is None else min(fan, self.most)
        worth = number(1 << fan, msg("{number} fan", number=fan))
        return worth if self.base == 1 else product(number(self.base, msg("base")), worth)

    def pay(self, winner: Winner, score: Score, outcome: Outcome) -> Iterator[Payment]:
        """Yield the payments for a win: by the discarder, or by all players still in play.

        If the option ``exposed_kong_win`` is ``discard``, a win on the replacement for a claimed
        kong is paid by the player who discarded the kong's tile. If ``self_draw`` is ``plus_one``,
        a self-draw is worth one base more.
        """
        events: Events = outcome.seen
        way_out = events.exit_of(winner.seat)
        whole = self.points(score.value)
        if not winner.own_draw:
            yield Payment.of(winner.source, winner.seat, whole, "4.4")
            return
        kong_discarder = NONE if way_out is None else way_out.feeder
        if self.settings["exposed_kong_win"] == "discard" and kong_discarder != NONE:
            yield Payment.of(kong_discarder, winner.seat, whole, "4.5")
            return
        if self.settings["self_draw"] == "plus_one":
            whole = total(whole, number(self.base, msg("self-draw")))
        for seat in outcome.others(winner.seat) if way_out is None else way_out.others:
            yield Payment.of(seat, winner.seat, whole, "4.5")

    # ------------------------------------------------------------------ the whole deal

    def settle(self, outcome: Outcome, scores: Sequence[Score]) -> Settlement | Unclear:
        """Return all payments of a deal: for wins, kongs, hands at the end, and false wins.

        A player gets nothing for a false win. If the record leaves payments uncertain, the result
        has alternatives. Return an `Unclear`, which states the reason, if the kongs may have been
        paid in more than 64 ways.
        """
        events: Events = outcome.seen
        fined = outcome.false_seats | events.ruled(FALSE_WIN)
        won = [
            payment
            for winner, score in zip(outcome.winners, scores, strict=True)
            if winner.seat not in fined
            for payment in self.pay(winner, score, outcome)
        ]
        paid, unknown_pairs = self._paid_kongs(events)
        ways = [((*kongs, *paid), why) for kongs, why in _ways_of_kongs(events)]
        if not ways:
            return Unclear(_ORDER_UNKNOWN)
        versions = [(_Deal(self, outcome, kongs, fined), why) for kongs, why in ways]
        first = versions[0][0]
        if first.perhaps_passive:
            deals = [_Deal(self, outcome, kongs, fined, (True, ())) for kongs, _ in ways]
            versions += [(deal, _PASSIVE_UNKNOWN) for deal in deals]
        alternatives = [PaymentSet((*won, *deal.payments), why) for deal, why in versions[1:]]
        for shot in self._possible_shots(outcome, first.kongs):
            deal = _Deal(self, shot, first.kongs, fined)
            alternatives.append(PaymentSet((*won, *deal.payments), _ORDER_UNKNOWN))
            alternatives.append(PaymentSet((*won, *deal.payments, *deal.staked), _ORDER_UNKNOWN))
        for seats in _some_of(first.perhaps_unready):
            # It is unknown whether these players return payments for kongs, and returns may be
            # recorded.
            deal = _Deal(self, outcome, first.kongs, fined, (False, seats))
            why = hand_unknown(seats[0]).words
            alternatives.append(PaymentSet((*won, *deal.payments), why))
            alternatives.append(PaymentSet((*won, *deal.payments, *deal.staked), why))
        unruled = outcome.false_seats - events.ruled(FALSE_WIN)
        if unruled:
            left = [each for each in first.payments if each.cause != FALSE_WIN]
            alternatives.append(PaymentSet((*won, *left), _RULED_BY_NOBODY))
        return Settlement(
            (*won, *first.payments),
            tuple(scores),
            unknown_pairs=(*first.unknown_pairs, *unknown_pairs),
            staked=tuple(first.staked),
            alternatives=tuple(alternatives),
            why=_ORDER_UNKNOWN if paid else "",
        )

    def _paid_kongs(self, events: Events) -> tuple[list[Kong], list[tuple[Seat, Seat, Sentence]]]:
        """Return kongs that explain payments on the sheet, and the payments that no kongs explain.

        Used for players for whom the sheet has no line about kongs. Each of the payments is a tuple
        of payer, payee and the reason why it is uncertain.
        """
        kongs: list[Kong] = []
        unknown_pairs: list[tuple[Seat, Seat, Sentence]] = []
        for seat, paid in events.paid.items():
            likely = self._kongs_paid_like(seat, paid, events)
            kongs += likely
            unknown_pairs += [(payer, seat, _ORDER_UNKNOWN) for payer in paid if not likely]
        return kongs, unknown_pairs

    def _kongs_paid_like(
        self, seat: Seat, paid: Mapping[Seat, int | None], events: Events
    ) -> Sequence[Kong]:
        """Return the smallest group of at most four kongs for which the amounts in `paid` are due.

        `paid` maps a payer to the amount paid to `seat`, the player of the kongs, or to None if the
        amount is unknown. The result is empty if no such group exists.
        """
        others = [each for each in range(len(events.voids)) if each != seat]
        in_play = [tuple(others)]
        for gone in events.exits:
            if gone.seat == seat:
                break
            in_play.append(tuple(each for each in in_play[-1] if each != gone.seat))
        kongs = [
            Kong(seat, sort, some, wins=wins)
            for wins, some in enumerate(in_play)
            for sort in _PAID_BY_ALL
        ]
        kongs += [Kong(seat, "exposed", tuple(others), feeder=each) for each in others]
        incomes = [dict(self.income_of(kong)) for kong in kongs]
        for size in range(1, _MOST_KONGS + 1):
            for chosen in combinations_with_replacement(range(len(kongs)), size):
                sums = {each: sum(incomes[at].get(each, 0) for at in chosen) for each in others}
                if all(paid.get(each, 0) in {None, sums[each]} for each in others):
                    return [kongs[at] for at in chosen]
        return ()

    def _possible_shots(self, outcome: Outcome, kongs: Sequence[Kong]) -> Iterator[Outcome]:
        """Yield variants of the outcome in which a winning discard came right after a kong.

        There is one variant for each kong of the discarder. The winning discard may then change who
        gets the income of the kong. Yield nothing if the turns show the order of kongs and wins, or
        if the kong's player keeps its income under the options. The income of a kong is what the
        other players pay for it.
        """
        events: Events = outcome.seen
        if events.order_known or self.settings["shot_after_kong"] == "keep":
            return
        thrown = dict.fromkeys((w.source, w.tile) for w in outcome.winners if not w.own_draw)
        for (source, tile), (place, kong) in every_choice(thrown, enumerate(kongs)):
            if kong.seat == source:
                hit = {w.seat for w in outcome.winners if (w.source, w.tile) == (source, tile)}
                exits = tuple(
                    gone._replace(shot=place, kongs=len(kongs)) if gone.seat in hit else gone
                    for gone in events.exits
                )
                yield replace(outcome, seen=replace(events, exits=exits))

    def income_of(self, kong: Kong) -> Iterator[tuple[Seat, int]]:
        """Yield each player who pays for a kong, with the amount; nothing if the kong is free."""
        points = self.prices[kong.sort] * self.base
        payers = (kong.feeder,) if kong.sort == "exposed" else kong.others
        for seat in payers:
            if points:
                yield seat, points

    def kongs_of(self, seat: Seat, outcome: Outcome) -> tuple[Item, ...]:
        """Return the player's kongs as items of a score."""
        return kong_items(outcome.seen, seat, self.prices, "4.6")

    def check_ruling(
        self, claim: Ruling, outcome: Outcome, _scores: Sequence[Score]
    ) -> Sentence | Unclear | None:
        """Return why a referee's ruling about the void suit contradicts the record, as a sentence.

        Such a ruling states that a player kept tiles of the suit that it gave up and discarded
        tiles of other suits. Return an empty text if the ruling is possible, and None for a ruling
        about something else. Return an `Unclear`, which states the reason, if the record does not
        show the player's discards.
        """
        events: Events = outcome.seen
        if claim.name != VOID_RULING or claim.seat not in range(len(events.broke)):
            return None
        broke = events.broke[claim.seat]
        if broke is None:
            return Unclear(hand_unknown(claim.seat).words)
        held = outcome.tiles_of(claim.seat)
        if broke or held is None or held.tiles is None:
            return ""
        void = events.voids[claim.seat]
        if any(KIND[tile] // 9 == void for tile in held.tiles):
            return ""
        words = "{seat} always threw the tiles of the void suit first"
        return msg(words, seat=seat_name(claim.seat))


def _some_of(seats: Sequence[Seat]) -> Iterator[tuple[Seat, ...]]:
    """Yield every subset of the seats except the empty one."""
    for size in range(1, len(seats) + 1):
        yield from combinations(seats, size)


def _ways_of_kongs(events: Events) -> Iterator[tuple[tuple[Kong, ...], Sentence]]:
    """Yield every combination of ways in which the kongs of a deal may have been paid.

    Each combination is a pair: a tuple of all kongs, each with its payers, and the reason why the
    payers are uncertain (an empty text if they are certain). Yield nothing if there are more than
    `_MOST` combinations.
    """
    choices = [list(_ways_of(kong, events)) for kong in events.kongs]
    ways = 1
    for choice in choices:
        ways *= len(choice)
    if ways > _MOST:
        return
    for chosen in every_choice(*choices):
        yield tuple(kong for kong, _ in chosen), next((why for _, why in chosen if why), "")


def _ways_of(kong: Kong, events: Events) -> Iterator[tuple[Kong, Sentence]]:
    if events.order_known:
        yield kong, ""
        if kong.may_be_late:
            yield kong._replace(sort="late"), _LATE_UNKNOWN
        return
    if kong.sort == "exposed" and kong.feeder == NONE:
        for seat in kong.others:
            yield kong._replace(feeder=seat), _ORDER_UNKNOWN
        return
    gone: list[Seat] = []
    yield kong, ""
    for each in events.exits:
        if each.seat == kong.seat:
            return
        gone.append(each.seat)
        others = tuple(seat for seat in kong.others if seat not in gone)
        yield kong._replace(others=others, wins=len(gone)), _ORDER_UNKNOWN


class _Deal:
    """Payments of a deal except for wins, computed under one assumption about unknown facts."""

    def __init__(
        self,
        rules: Payments,
        outcome: Outcome,
        kongs: Sequence[Kong],
        fined: frozenset[Seat] | set[Seat],
        assumed: tuple[bool, Sequence[Seat]] = (False, ()),
    ) -> None:
        self.rules = rules
        self.settings = rules.settings
        self.outcome = outcome
        self.events: Events = outcome.seen
        self.kongs = kongs
        self.fined = fined
        # One assumption for each: did void holders discard only void tiles, and whose unknown hands
        # were not ready?
        self.passive, self.unready = assumed
        self.perhaps_passive = False
        self.perhaps_unready: list[Seat] = []
        self.out = [gone.seat for gone in self.events.exits]
        self.payments: list[Payment] = []
        self.staked: list[Payment] = []
        self.unknown_pairs: list[tuple[Seat, Seat, Sentence]] = []
        self.income = [dict(rules.income_of(kong)) for kong in kongs]
        self.states: dict[Seat, State] = {}
        if outcome.washed_out_by == "wall" and len(self.out) < outcome.seats - 1:
            self.states = {
                seat: self._state(seat) for seat in range(outcome.seats) if seat not in self.out
            }
        self.holders = [seat for seat in range(outcome.seats) if self._is_void_holder(seat)]
        self._pay_kongs()
        self._pay_ready()
        self._pay_for_void()
        self._pay_for_false_wins()

    def _is_void_holder(self, seat: Seat) -> bool:
        """Return whether a player must pay because it kept tiles of the suit that it gave up."""
        if seat in self.states:
            return self.states[seat].broke
        is_at_once = self.settings["void_holder"].startswith("penalty")
        if seat in self.out or not is_at_once or self.settings["void_first"] != "strict":
            return False
        return bool(self.events.broke[seat]) or seat in self.events.ruled(VOID_RULING)

    # ------------------------------------------------------------------ kongs

    def _pay_kongs(self) -> None:
        """Add the payments for kongs, their refunds, and kong income that passes to a winner.

        The income of a kong is what the other players pay for it.
        """
        refunded = self._refunded()
        for place, kong in enumerate(self.kongs):
            for payer, points in self.income[place].items():
                price = _kong_formula(points, kong)
                paid = Payment.of(payer, kong.seat, price, "4.6", KONG)
                clause = refunded.get((place, payer))
                if clause is None:
                    self.payments.append(paid)
                else:  # a payment that is returned may be recorded or not
                    back = Payment.of(kong.seat, payer, price, clause, "kong-refund")
                    self.staked += [paid, back]
        if self.settings["shot_after_kong"] == "transfer":
            self._transfer()

    def _refunded(self) -> dict[tuple[int, Seat], str]:
        """Return the kong payments to be refunded, each with the number of a rulebook sentence.

        A key of the dict is a pair: the index of the kong, and the payer who gets the payment back.
        The sentence says why the payment must be refunded.
        """
        back: dict[tuple[int, Seat], str] = {}
        if self.settings["shot_after_kong"] == "refund":
            for gone in self.events.exits:
                keeps = (
                    gone.is_robbed_again and self.settings["further_kong_robbed"] == "keep_first"
                )
                if gone.shot != NONE and not keeps:
                    back.update({(gone.shot, seat): "4.8" for seat in self.income[gone.shot]})
        for place, kong in enumerate(self.kongs):
            clause = self._gives_kongs_back(kong.seat)
            for seat in self.income[place] if clause else ():
                if seat not in self.out or self.settings["refund_to_winners"] == "yes":
                    back.setdefault((place, seat), clause)
        return back

    def _gives_kongs_back(self, seat: Seat) -> str:
        """Return the number of the rulebook sentence that makes a player refund all kong income.

        For example, a player who is not ready when the wall is empty must refund it. Return an
        empty text if the player keeps the payments. If this depends on an unknown hand, add the
        player to `perhaps_unready`. The income of a kong is what the other players pay for it.
        """
        if seat in self.fined:
            return "4.12"
        if seat in self.events.ruled(NO_WIN):
            return "4.16"
        if seat in self.holders and self.settings["void_holder"].startswith("penalty"):
            return "4.11"
        state = self.states.get(seat)
        if state is not None and state.is_ready is None and seat not in self.perhaps_unready:
            self.perhaps_unready.append(seat)
        if state is None or (state.is_ready is not False and seat not in self.unready):
            return ""
        nobody_ready = not any(other.is_ready for other in self.states.values())
        if nobody_ready and self.settings["refund_when_all_not_ready"] == "no":
            return ""
        return "4.10"

    def _transfer(self) -> None:
        """Add the payments by which a kong's income passes to the players who won right after it.

        These players won on the discard, or on the tile added to a pung, right after the kong.
        Options decide whether the income of this kong or of all kongs of its player passes, and
        whether one winner gets it, each winner gets it, or the winners share it. The income of a
        kong is what the other players pay for it.
        """
        shots: dict[tuple[int, int], list[Seat]] = {}
        for gone in self.events.exits:
            if gone.shot != NONE and gone.seat not in self.fined:
                shots.setdefault((gone.shot, gone.kongs), []).append(gone.seat)
        for (shot, before), winners in shots.items():
            maker = self.kongs[shot].seat
            passed = [shot]
            if self.settings["transfer_amount"] == "all_kongs":
                passed = [n for n, kong in enumerate(self.kongs[:before]) if kong.seat == maker]
            whole = total(*[self._whole_income(n) for n in passed if self.income[n]])
            shares = dict.fromkeys(winners, whole)
            if self.settings["transfer_several"] == "nearest":
                nearest = min(winners, key=lambda seat: self.outcome.order.distance(seat, maker))
                shares = {nearest: whole}
            elif self.settings["transfer_several"] == "split" and len(winners) > 1:
                shares = dict.fromkeys(winners, quotient(whole, number(len(winners))))
            self.payments += [
                Payment.of(maker, seat, share, "4.8", "kong-transfer")
                for seat, share in shares.items()
                if share.number
            ]

    def _whole_income(self, place: int) -> Formula:
        """Return the sum of what all payers pay for the kong with index `place`, as a formula."""
        income = self.income[place]
        price = _kong_formula(next(iter(income.values())), self.kongs[place])
        return price if len(income) == 1 else product(price, number(len(income)))

    # ------------------------------------------------------------------ the end of the wall

    def _state(self, seat: Seat) -> State:
        """Return what a player's hand is worth when the wall is empty, and whether it is ready.

        `State` also says whether the player broke the rules about the void suit (the suit given
        up). Set `perhaps_passive` if it depends on unknown discards whether the player pays for
        this suit.
        """
        held = self.outcome.tiles_of(seat)
        void, broke = self.events.voids[seat], self.events.broke[seat]
        if seat in self.events.ruled(VOID_RULING):
            broke = True
        strict = self.settings["void_first"] == "strict"
        needs_turns = self.settings["dead_wait"] == "visible" and not self.events.visible
        if held is None or held.tiles is None or held.melds is None or needs_turns:
            return State(self.events.is_ready(seat), None, bool(broke) and strict)
        concealed = counts(held.tiles)
        every = [KIND[tile] for tile in held.tiles]
        every += [KIND[tile] for meld in held.melds for tile in meld.tiles]
        holds_void = void in {kind // 9 for kind in every if kind < EAST}
        alone = self.events.threw_void_alone[seat]
        if holds_void and not alone and (broke is None or not strict):
            self.perhaps_passive = self.perhaps_passive or alone is None
            broke = alone is False or not self.passive
        elif not strict:
            broke = seat in self.events.ruled(VOID_RULING)
        best = self._best_hand(seat, concealed, void)
        ready = best is not None and not holds_void
        if seat in self.events.not_ready:
            ready = False
        if broke and self.settings["void_holder_ready_spared"] == "no":
            return State(False, None, True)
        is_idle = seat in self.events.ruled(NO_WIN)
        return State(ready, best if ready else None, bool(broke), is_idle)

    def _best_hand(self, seat: Seat, concealed: list[int], void: int) -> Formula | None:
        """Return the value of the best hand that a player can complete with one tile.

        `concealed[k]` is the number of concealed tiles of kind k, `void` the suit that the player
        gave up. Return None if no tile completes the hand.
        """
        held = self.outcome.tiles_of(seat)
        melds = () if held is None or held.melds is None else held.melds
        melded = [KIND[tile] for meld in melds for tile in meld.tiles]
        if sum(concealed) + 3 * len(melds) != _RESTING:
            return None
        mask = waits_of(list(concealed), melded, len(melds), void)
        if self.settings["dead_wait"] == "visible":
            for kind, number_open in enumerate(self.events.visible):
                if number_open + concealed[kind] > 3:
                    mask &= ~(1 << kind)
        sets = tuple(set_of(meld) for meld in melds)
        best = -1
        for kind in range(EAST):
            if mask >> kind & 1:
                full = list(concealed)
                full[kind] += 1
                hand = WinningHand(full, sets, WayOfWinning(kind, False, EAST), SHAPES)
                counted = self.rules.scorer.count(hand)
                fan = -1 if counted is None else counted.points
                if counted is not None and self.settings["kongs_when_ready"] == "no":
                    kongs = [p.points * n for p, n in counted.found if p.item == "kong"]
                    fan -= sum(kongs)
                best = max(best, fan)
        return None if best < 0 else self.rules.points(best)

    def _pays_ready(self, state: State) -> bool:
        if state.broke:
            if self.settings["void_holder_not_ready"] == "no":
                return False
            return not state.is_ready
        return state.is_ready is False

    def _pay_ready(self) -> None:
        """Add the payments to ready players by players who are not ready, when the wall is empty.

        A ready player gets the value of the best hand that one tile completes. If a hand is
        unknown, so that a payment is uncertain, the two players are added to `unknown_pairs`.
        """
        for seat, state in self.states.items():
            for other, theirs in self.states.items():
                if seat == other:
                    continue
                is_open = None in {state.is_ready, theirs.is_ready} and seat < other
                # A sheet may say who was ready, but not with which hand.
                is_unpriced = theirs.is_ready and theirs.points is None and self._pays_ready(state)
                if is_open or is_unpriced:
                    unknown = seat if state.is_ready is None else other
                    self.unknown_pairs.append((seat, other, hand_unknown(unknown).words))
                may_be_paid = not theirs.broke and not theirs.is_idle
                if theirs.points is None or not may_be_paid or not self._pays_ready(state):
                    continue
                self.payments.append(Payment.of(seat, other, theirs.points, "4.9", "not-ready"))

    def _pay_for_void(self) -> None:
        """Add the payments of players who kept tiles of the void suit, the suit they gave up.

        The option ``void_holder`` decides whether such a player pays a penalty to nobody or pays
        points to other players.
        """
        price = self.settings["void_holder"]
        for seat in self.holders:
            if price.startswith("penalty"):
                off = number(int(price.removeprefix("penalty_")), msg("void suit"))
                self.payments.append(Payment.of(seat, TABLE, off, "4.11", "void-suit"))
                continue
            payees = self.outcome.others(seat)
            points = number(16, msg("void suit"))
            if price == "pay_cap_each":
                pays_winners = self.settings["void_holder_pays_winners"] == "yes"
                payees = [
                    other
                    for other in payees
                    if other not in self.holders and (pays_winners or other not in self.out)
                ]
                points = self.rules.points(_NO_CAP if self.rules.most is None else self.rules.most)
            for other in payees:
                self.payments.append(Payment.of(seat, other, points, "4.11", "void-suit"))

    def _pay_for_false_wins(self) -> None:
        """Add the payments of players who declared a false win.

        By the option ``false_win`` such a player pays a penalty of 24 to nobody, or 8 to each
        player who was still in play.
        """
        for gone in self.events.exits:
            if gone.seat not in self.fined:
                continue
            if self.settings["false_win"] == "penalty_24":
                off = number(24, msg("false win"))
                self.payments.append(Payment.of(gone.seat, TABLE, off, "4.12", FALSE_WIN))
            else:
                each = number(8, msg("false win"))
                self.payments += [
                    Payment.of(gone.seat, other, each, "4.12", FALSE_WIN) for other in gone.others
                ]


_RESTING: Final = 13
_NO_CAP: Final = 6
"""Fan that a void holder pays if there is no limit, as in the apps."""


def _kong_formula(points: int, kong: Kong) -> Formula:
    names: dict[KongSort, Sentence] = {
        "concealed": msg("concealed kong"),
        "exposed": msg("kong of a discard"),
        "added": msg("added kong"),
        "late": msg("kong added later"),
    }
    return number(points, names[kong.sort])
