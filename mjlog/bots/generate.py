"""Makes up games of any rule set: legal play, and score sheets as the rules compute them.

The same arguments give the same games, byte for byte, everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from mjlog.auditor.claims import DealCheck
from mjlog.auditor.deal_start import DealStart
from mjlog.auditor.settled_deal import Interpretation
from mjlog.auditor.totals import ranked
from mjlog.bots.play import Play, Start
from mjlog.bots.quick_play import AbandonedError, QuickPlay
from mjlog.bots.strategy import PLANS, Plan
from mjlog.model.deal_labels import label_of, named, next_label
from mjlog.model.record import (
    NOBODY,
    SEATS,
    Content,
    Deal,
    Game,
    Header,
    Items,
    Line,
    Next,
    NoWin,
    Pay,
    Points,
    Seat,
    Show,
    Tenpai,
    WinLine,
)
from mjlog.model.settlement import Item, Score, Settlement
from mjlog.model.tiles import canonical
from mjlog.notation.lines.line_order import rank
from mjlog.referee.outcome import outcome_of, sort_meld
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Continuation,
    Unclear,
)
from mjlog.rules import load

NAMES: Final = ("Ada", "Bo", "Cleo", "Dan")
ROUNDS: Final = 4
MOST_TRIES: Final = 2000
"""Most deals that are given up in a row before the generator reports that the rules are unclear."""


def games(
    header: str, *, seed: int, deals: int, players: int = 0, fast: bool = False
) -> Iterator[Game]:
    """Yield made-up games under the rules of `header` until they have `deals` deals in all.

    `header` is the value of a ``Rules`` header. `players` is the number of players; 0 means the
    largest number that the rules allow. `seed` makes the games reproducible. If `fast` is true,
    players discard without thought and the wall is arranged so that one of them soon wins.

    Raise `RulesError` if there is no such rule set. Raise `ValueError` if the rules only check
    payments, do not allow that number of players, have too few tiles, or do not decide how a game
    goes on.
    """
    rules = load(header)
    seats = players or max(rules.play.spec.seats)
    if seats not in rules.play.spec.seats:
        possible = " or ".join(str(number) for number in rules.play.spec.seats)
        raise ValueError(f"{rules.name} is played by {possible}, not {seats}")
    if not rules.judges_play:
        raise ValueError(f"{rules.name} judges payments alone: it has no play to make up")
    spec = rules.play.spec
    needed = seats * spec.resting + 1
    if spec.size < needed:
        raise ValueError(
            f"by these options the set has {spec.size} tiles, and the hands of {seats} players "
            f"take {needed}: choose other options, or fewer players"
        )
    chance = Random(seed)  # noqa: S311  games are made up, no secret is kept
    weights: Counter[Plan] = Counter(dict.fromkeys(PLANS, 4))
    number = 0
    while deals > 0:
        number += 1
        made = _Making(rules, seats, chance, weights, fast=fast).game(deals)
        deals -= len(made.deals)
        heads = [
            ("Event", f"Made up, game {number} of seed {seed}"),
            ("Rules", _full(header, rules)),
            *made.headers,
        ]
        players_named = zip(SEATS, NAMES[:seats], strict=False)
        yield Game(
            tuple(Header(key, value) for key, value in (*heads[:2], *players_named, *heads[2:])),
            made.deals,
        )


def _full(header: str, rules: RuleSet) -> str:
    """Add the edition of the rule set to the value of a ``Rules`` header.

    For example ``riichi`` becomes ``riichi/1``. A value that already names an edition or a file
    stays unchanged.
    """
    name, *words = header.split()
    is_exact = "/" in name or name.startswith("file:")
    return " ".join([name if is_exact else f"{name}/{rules.edition}", *words])


@dataclass(frozen=True, slots=True)
class _Made:
    deals: tuple[Deal, ...]
    headers: tuple[tuple[str, str], ...]


class _Making:
    """A game that is being made up, with the state in which its next deal begins."""

    def __init__(
        self, rules: RuleSet, seats: int, chance: Random, weights: Counter[Plan], *, fast: bool
    ) -> None:
        self.play = QuickPlay if fast else Play
        self.rules = rules
        self.seats = seats
        self.chance = chance
        self.weights = weights
        self.points = (rules.progress.start_points or 0,) * seats
        self.pool = 0
        self.counters = 0
        self.dealer: Seat = 0
        self.label = "1" if rules.progress.numbers_deals else "E1"
        self.seating = ""
        self.over = False
        self.is_last = False

    def game(self, most: int) -> _Made:
        """Play deals until the game is over or has `most` deals.

        Return a named tuple: the deals, and the headers of the record that state the final result.
        """
        deals: list[Deal] = []
        while len(deals) < most and not self.over:
            self.is_last = len(deals) + 1 == self.rules.progress.max_deals
            deals.append(self._deal())
            self.over = self.over or self.is_last
            self._name_apart(deals)
        return _Made(tuple(deals), tuple(self._headers()))

    def _headers(self) -> Iterator[tuple[str, str]]:
        if self.over and self.rules.progress.final_points is not None:
            final = self.rules.progress.final_points(self.points, self.pool)
            yield "Final-Score", " ".join(str(each) for each in final.score)
            if len(final.places) == 1:
                yield "Final-Points", " ".join(f"{float(place):.1f}" for place in final.places[0])
        yield "Ranking", ranked(self.points)

    # ------------------------------------------------------------------ one deal

    def _deal(self) -> Deal:
        head = Deal(self.label, tuple(self._attributes()))
        start = Start(head, self.seats, self.pool, self.counters)
        for _ in range(MOST_TRIES):
            sheet = self._played(start)
            if sheet is not None:
                break
        else:
            raise self._unclear()
        lines = [line.content for line in sheet.deal.lines]
        lines += _claims(sheet, is_last=self.is_last)
        lines.sort(key=rank)
        self._go_on(sheet)
        return replace(sheet.deal, lines=tuple(Line(content) for content in lines))

    def _played(self, start: Start) -> DealCheck | None:
        """Play one deal, and return it with everything that the rules compute for its score sheet.

        Then change how often each plan (what a player collects) will be chosen. In quick play,
        return None if the deal is given up or if the rules do not decide its result.
        """
        chances = [self.weights[plan] for plan in PLANS]
        hopes = self.chance.choices(PLANS, chances, k=self.seats)
        play = self.play(self.rules, self.chance, start, hopes)
        try:
            deal = play.deal()
        except AbandonedError:
            self._learn(hopes, (), play)
            return None
        outcome = outcome_of(deal, play.table, self.rules)
        outcome = replace(outcome, pool=self.pool, counters=self.counters)
        self._learn(hopes, [winner.seat for winner in outcome.winners], play)
        sheet = DealCheck(
            Interpretation(deal, self.rules, play.table, outcome, DealStart(self.points))
        )
        unpaid = isinstance(play, QuickPlay) and self._is_unclear(sheet)
        if unpaid:
            return None
        return sheet

    def _is_unclear(self, sheet: DealCheck) -> bool:
        """Return whether the rules leave open who pays in a deal, or who is the next dealer.

        If the rule set scores no hands, only the next dealer matters.
        """
        unpaid = isinstance(sheet.whole_change, Unclear) and self.rules.scoring.score is not None
        return unpaid or isinstance(sheet.next_dealer, Unclear)

    def _unclear(self) -> ValueError:
        return ValueError(
            f"by {self.rules.header} nobody can say how a game goes on: choose other options"
        )

    def _learn(self, hopes: Sequence[Plan], winners: Sequence[Seat], play: Play) -> None:
        """Make later deals choose the plans of the winners more often.

        `hopes` has each seat's plan (what the player collects). In quick play, the plan of the star
        player, whom the wall favours, is chosen more often if anybody won, and less often if nobody
        won.
        """
        self.weights.update(hopes[seat] for seat in winners)
        if isinstance(play, QuickPlay) and play.star != NOBODY:
            hope = hopes[play.star]
            self.weights[hope] = (
                self.weights[hope] + 2 if winners else max(1, self.weights[hope] - 1)
            )

    def _attributes(self) -> Iterator[tuple[str, str]]:
        if self.seating:
            yield "seats", self.seating
        yield "dealer", SEATS[self.dealer]
        if self.rules.progress.counter_word:
            yield self.rules.progress.counter_word, str(self.counters)
        if self.rules.pot.used:
            yield self.rules.pot.word, str(self.pool // self.rules.pot.unit)
            yield "scores", ",".join(str(point) for point in self.points)

    # ------------------------------------------------------------------ the next deal

    def _go_on(self, sheet: DealCheck) -> None:
        """Prepare the next deal: set its label, dealer, counters, seating, points and pot.

        `sheet` is the finished deal. Set `over` if the game ends. Raise `ValueError` if the rules
        do not decide how the game goes on.
        """
        change, dealer = sheet.whole_change, sheet.next_dealer
        coming = sheet.continuation
        if self._is_unclear(sheet) or isinstance(dealer, Unclear):
            raise self._unclear()
        if not isinstance(change, Unclear):
            self.points = tuple(
                before + more for before, more in zip(self.points, change, strict=True)
            )
        if isinstance(sheet.settlement, Settlement) and self.rules.pot.used:
            self.pool += sheet.settlement.left_on_the_table
        self.label = self._label(coming, stays=dealer == self.dealer)
        self.seating = (coming.seating or "") if isinstance(coming, Continuation) else ""
        self.dealer = dealer
        self.counters = (coming.counters or 0) if isinstance(coming, Continuation) else 0
        self.over = (
            self.over
            or not self.label
            or (not self.rules.progress.allow_negative and min(self.points) < 0)
        )

    def _label(self, coming: Continuation | Unclear, *, stays: bool) -> str:
        """Return the label of the next deal, such as ``E2``.

        Return an empty text if the game is over. `stays` says whether the dealer deals again.
        `coming` is what the rules say about the next deal.
        """
        if isinstance(coming, Continuation):
            if coming.is_over:
                return ""
            return coming.label
        deal = named(self.label)
        after = next_label(deal, self.seats, stays=stays) if deal is not None else (ROUNDS, 0)
        if after[0] < (self.rules.progress.rounds or ROUNDS):
            return label_of(after)
        return ""

    def _name_apart(self, deals: list[Deal]) -> None:
        """Make the label of the next deal different from the labels of the earlier deals.

        If `n` earlier deals have this label, with or without such an addition, add a dot and `n`,
        as in ``E1.2``. A label that already contains a dot stays unchanged.
        """
        if "." not in self.label and (
            before := sum(d.label.partition(".")[0] == self.label for d in deals)
        ):
            self.label += f".{before}"


# --------------------------------------------------------------------------- the sheet


def _claims(sheet: DealCheck, *, is_last: bool) -> Iterator[Content]:
    """Yield the lines that follow a deal's turns, with the results that the rules compute.

    These are wins, shown hands, scores, payments, points, ready players and the next deal. If
    `is_last` is true, the line ``next`` says that no deal follows.
    """
    for winner in sheet.outcome.winners:
        yield WinLine(winner.seat, winner.tile, winner.source, winner.robbed)
    waiting = _tenpai(sheet) if isinstance(sheet.outcome.washout, NoWin) else ()
    yield from _shown(sheet, waiting)
    settled, scoring = sheet.settlement, sheet.rules.scoring
    if isinstance(settled, Settlement) and scoring.score is not None:
        for score in settled.scores:
            yield from _items(score)
        for seat in range(sheet.outcome.seats):
            kongs = () if scoring.kongs_of is None else scoring.kongs_of(seat, sheet.outcome)
            yield from _items(Score(seat, (), kongs))
        yield from _paid(settled, by_cause=sheet.outcome.plays_on)
        yield from _points(sheet)
    if sheet.outcome.washed_out_by == "wall" and waiting:
        yield Tenpai(waiting)
    yield from _next(sheet, is_last=is_last)


def _tenpai(sheet: DealCheck) -> tuple[Seat, ...]:
    hands = enumerate(sheet.table.hands)
    return tuple(
        seat
        for seat, hand in hands
        if hand.total == sheet.table.resting
        and sheet.rules.play.waits(hand)
        and seat not in sheet.outcome.declaring_seats
    )


def _shown(sheet: DealCheck, waiting: tuple[Seat, ...]) -> Iterator[Show]:
    """Yield a line for each hand that is shown at the end of a deal.

    Usually the winners show their hands, or the seats in `waiting` if nobody won. All hands are
    shown if the rules also score losers' hands, or if play goes on after a win.
    """
    won = {winner.seat: winner for winner in sheet.outcome.winners}
    everybody = tuple(range(sheet.outcome.seats))
    shown: Iterable[Seat] = won or waiting
    if (won and sheet.rules.scoring.scores_losers) or sheet.outcome.plays_on:
        shown = everybody
    for seat in shown:
        winner, hand = won.get(seat), sheet.table.hands[seat]
        tiles = winner.tiles if winner is not None and winner.tiles is not None else hand.tiles()
        yield Show(seat, tuple(sort_meld(meld) for meld in hand.melds), canonical(tiles))


def _items(score: Score) -> Iterator[Items]:
    if score.items or score.totals:
        yield Items("fan", score.seat, _listed((*score.items, *score.totals)))
    if score.kongs:
        yield Items("kong", score.seat, _listed(score.kongs))


def _listed(items: tuple[Item, ...]) -> tuple[tuple[str, int | None], ...]:
    return tuple((item.name, item.points) for item in items)


def _paid(settled: Settlement, *, by_cause: bool) -> Iterator[Pay]:
    """Yield the ``pay`` line of a deal; if `by_cause` is true, a line for each cause of payment.

    Payments between the same two seats are added up. Sums of 0 are left out.
    """
    for cause in dict.fromkeys([each.cause for each in settled.payments]) if by_cause else ("",):
        paid: dict[tuple[Seat, Seat], int] = {}
        for each in settled.payments:
            if not by_cause or each.cause == cause:
                pair = each.payer, each.payee
                paid[pair] = paid.get(pair, 0) + each.points
        if payments := [(*pair, points) for pair, points in paid.items() if points]:
            yield Pay(tuple(payments), cause)


def _points(sheet: DealCheck) -> Iterator[Points]:
    changes, whole = sheet.changes, sheet.whole_change
    if isinstance(changes, Unclear) or isinstance(whole, Unclear):
        return
    yield Points("net", changes[0][0])
    yield Points(
        "score",
        tuple((before or 0) + more for before, more in zip(sheet.start.points, whole, strict=True)),
    )


def _next(sheet: DealCheck, *, is_last: bool) -> Iterator[Next]:
    coming, dealer = sheet.continuation, sheet.next_dealer
    if is_last or (isinstance(coming, Continuation) and coming.is_over):
        yield Next((("end", ""),))
    elif not isinstance(dealer, Unclear):
        yield Next((("dealer", SEATS[dealer]),))
