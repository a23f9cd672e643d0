"""One deal as its claims are weighed.

What was replayed, what the rules make of it, and the answers given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from operator import attrgetter
from typing import Final, TypedDict, Unpack

from mjlog.auditor.deal_start import DealStart
from mjlog.auditor.owed import (
    Fines,
    Pair,
    Parts,
    Stated,
    StatedAmount,
    fines,
    in_all_causes,
    is_fine,
    parts,
    penalty,
    stated,
    worlds,
)
from mjlog.auditor.progress import by_names
from mjlog.auditor.totals import Totals, added, filled, taken
from mjlog.model.findings import Answer, Claim, Finding, Kind, Place, Verdict
from mjlog.model.frozen import value
from mjlog.model.go_arounds import go_arounds
from mjlog.model.lazy_dataclass import dataclass, kept, replace
from mjlog.model.messages import Message, Sentence, as_message, msg
from mjlog.model.record import (
    NOBODY,
    RESYNC,
    SEATS,
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
from mjlog.model.remembered import Remembered
from mjlog.model.settlement import (
    Payment,
    Perhaps,
    Score,
    Settlement,
    left_on_the_table,
    net,
    seat_by_seat,
)
from mjlog.model.table import Table
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Coming,
    HandClaim,
    Outcome,
    Unclear,
    Winner,
    hand_unknown,
)


def _claim(about: tuple[Kind, Seat, Seat, str]) -> Claim:
    return Claim(*about)


CLAIMS: Final = Remembered(_claim)
"""Claims; those that many deals have, as `net A`, are made once."""
KNOWN_CLAIMS: Final[dict[tuple[Kind, Seat, Seat, str], Claim]] = CLAIMS.known
_OF_EACH: Final[dict[Kind, list[Claim]]] = {
    kind: [Claim(kind, seat) for seat in range(len(SEATS))] for kind in ("net", "score")
}
"""The claims about each seat's change or total."""
NO_CLAIMS = msg("this rule set judges play only, and no points").lacking("rules")
STAKES_OPEN = msg(
    "the rules do not say whether stakes are laid in a deal that is not played to its end"
).lacking("rules")
OF_READY: Final = frozenset({"win.ready"})
"""Codes of what the line that says who was ready makes of a win."""
MONEY: Final = frozenset(
    {"pay.seats", "pay.pool", "pay.draw", "pay.zero", "net.differs", "score.chain"}
)
"""Codes of what the payments, changes and totals of a deal contradict."""
ENDING: Final = frozenset({"false-win", "chombo"})
"""Rulings that end a deal."""
NO_DEALER = msg("the record does not say who deals").lacking("dealer")


def decided_by_house(code: str) -> bool:
    """Return whether unknown rules may decide about claims with that code.

    What is paid, and how the game goes on.
    """
    return code.partition(".")[0] in _OF_THE_HOUSE


_OF_THE_HOUSE: Final = frozenset({"pay", "net", "score", "final", "next"})
"""Areas of findings: what is paid, and how the game goes on."""


def _rests_on_the_course(code: str) -> bool:
    """Return whether turns that nobody wrote down may decide about claims with that code.

    What was declared, melded or staked in them.
    """
    areas = {"fan", "kong", "net", "pay", "ready", "score"}
    return code == "win.least" or code.partition(".")[0] in areas


def perhaps_of_the_house(house: str, reason: Message) -> Message:
    """Say why a claim is not judged that would differ without those rules."""
    rules = msg("mjlog has no option for these rules of the table: {house}", house=house)
    return msg("{rules}: else {reason}", rules=rules, reason=reason).lacking("house")


_OF_ONE: Final = frozenset({"net", "score", "tenpai", "ready", "rule"})
"""The kinds of claims whose words name the seat that they concern."""


def in_words(claim: Claim) -> str:
    """Name a claim as people do."""
    kind, item = claim.kind, claim.item
    if kind == "header":
        return item
    words: list[str] = [kind]
    if kind == "pay":
        words.append(f"{seat_name(claim.seat)}>{seat_name(claim.payee)}")
        if item:
            words.append("for")
    elif kind in _OF_ONE and claim.seat >= 0:
        words.append(seat_name(claim.seat))
    if item:
        words.append(item)
    return " ".join(words)


_OF_HANDS: Final = frozenset({"fan", "kong"})
_OF_SETTLEMENT: Final = frozenset({"pay", "net", "score"})


class Differing(TypedDict, total=False):
    """What may be told of a claim that differs.

    `clause` is the number to cite where it is not the one that the rule set has for the code,
    `against` another entry that may be the wrong one, `follows_from` the entries by which this one
    is right as it is written.
    """

    recorded: str | int
    expected: str | int
    seat: Seat
    turn: int | None
    clause: str
    against: tuple[Message, Place] | None
    follows_from: frozenset[Claim]


_NOTHING_MORE: Final[Differing] = {
    "recorded": "",
    "expected": "",
    "seat": -1,
    "turn": None,
    "clause": "",
    "against": None,
    "follows_from": frozenset(),
}


@value
class Assumed:
    """What the sheet leaves open, as it is taken: in words, as lines, and what the deal came to."""

    words: Message
    lines: tuple[Line, ...]
    outcome: Outcome


@dataclass(eq=False)
class DealCheck:
    """What is known of one deal when its claims are checked, and the answers to them.

    `start` is what it began with, `number` its place in the record. `house` names rules of the
    table that no option stands for: what differs where they may decide is not judged. `broken` is
    the clause that a win breaks which therefore is none, if that is known. `stated` are the options
    that the record names. `assumed` has the lines that the sheet leaves out and by which the deal
    is settled; `rivals` is the deal by other such lines, if another amount would be wrong. `scores`
    and `settlement` are what the rule set makes of the outcome, or why it cannot. `leaning` is an
    open question that the deal depends on. `best_world` is the number of what may be due that the
    whole sheet fits best, -1 if it is not known yet.
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
    assumed: Assumed | None = None
    scores: tuple[Score | Unclear, ...] = field(init=False)
    settlement: Settlement | Unclear = field(init=False)
    leaning: Sentence = ""
    rivals: tuple[DealCheck, ...] = ()
    findings: list[Finding] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    best_world: int = -1

    def __post_init__(self) -> None:
        """Score and settle the deal by its rule set."""
        outcome = self.outcome if self.assumed is None else self.assumed.outcome
        self.scores, settlement = check_deal(self.rules, outcome)
        if isinstance(settlement, Settlement) and settlement.shared:
            settlement = settlement.as_told(in_all_causes(self.told))
        self.settlement = settlement
        if self._is_ended_by_ruling:
            self.settlement = _of_no_hand(self.rules, self.outcome)

    def with_outcome(self, outcome: Outcome, table: Table | None = None) -> DealCheck:
        """Return the same deal with another outcome, and another table; no claim is checked yet."""
        return DealCheck(
            self.deal,
            self.rules,
            table or self.table,
            outcome,
            DealStart(self.before, self.before_due),
            self.number,
            self.house,
            self.broken,
            self.stated,
        )

    @property
    def before(self) -> Totals:
        """The points before the deal, None where unknown."""
        return self.start.points

    @property
    def before_due(self) -> Totals:
        """The points that were due before the deal, if the sheet may go on from these."""
        return () if self.start.is_restated else self.start.points_due

    @property
    def assumption(self) -> Message | None:
        """What the sheet leaves open and the deal is settled by, in words."""
        return None if self.assumed is None else self.assumed.words

    @property
    def assumed_lines(self) -> tuple[Line, ...]:
        """The lines that the sheet leaves out and the deal is settled by."""
        return () if self.assumed is None else self.assumed.lines

    @property
    def _is_ended_by_ruling(self) -> bool:
        """Whether a false win that was ruled and priced is all that the record has of an end."""
        outcome = self.outcome
        if outcome.declared or outcome.washout is not None:
            return False
        rulings = [each for each in self.deal.told(Ruling) if each.name in ENDING]
        if not rulings or not self._is_fined:
            return False
        hands: list[Show | Items] = [*self.deal.told(Show), *self.deal.told(Items)]
        seat_of = attrgetter("seat")
        return set(map(seat_of, rulings)).issuperset(map(seat_of, hands))

    @property
    def _is_fined(self) -> bool:
        """Whether rulings make a payment due, or the sheet has one for them."""
        if self.penalties():
            return True
        return any([way.payments for way in self.fines.ways])

    def believe_the_record(self) -> None:
        """Takes what the record tells for all that may be due."""
        self.worlds = self.worlds[:1]

    def agrees(self, line: Line, claim: Claim, seat: Seat = -1, number: int | None = None) -> None:
        """Answer that the claim is what the rules give: that number, if it is one."""
        span = line.span
        place = Place(span.line, span.column, self.number, 0, 0, seat)
        if self._has_claimed and self._rests_on_claims(claim):
            verdict = Verdict("given", claim, place, self.assumption, number, number)
        else:
            verdict = Verdict("agrees", claim, place, None, number, number)
        self.verdicts.append(verdict)

    def all_agree(self, line: Line, kind: Kind, amounts: tuple[int, ...]) -> None:
        """Answer that what the line says of each seat's change or total is what the rules give."""
        span, deal = line.span, self.number
        row, column = span.line, span.column
        answer: Answer = "given" if self.is_given else "agrees"
        words = self.assumption if self.is_given else None
        claims = _OF_EACH[kind]
        self.verdicts += [
            Verdict(
                answer, claims[seat], Place(row, column, deal, 0, 0, seat), words, number, number
            )
            for seat, number in enumerate(amounts)
        ]

    @kept
    def _has_claimed(self) -> bool:
        """Whether anything that is due was made of what the sheet claims."""
        return self.is_given or any([score.claimed for score in self.clear_scores])

    @property
    def clear_scores(self) -> list[Score]:
        """The recomputed scores of those winners whose hands can be counted."""
        return clear(self.scores)

    def _rests_on_claims(self, claim: Claim) -> bool:
        """Return whether what is due comes from what the sheet claims of hands nobody shows."""
        if claim.kind in _OF_SETTLEMENT:
            return self.is_given
        if claim.kind not in _OF_HANDS:
            return False
        score = self.score_of(claim.seat)
        return isinstance(score, Score) and score.claimed

    @kept
    def is_given(self) -> bool:
        """Whether the settlement rests on what the sheet claims of hands that nobody shows."""
        if self.assumption is not None:
            return True
        settlement = self.settlement
        if isinstance(settlement, Unclear):
            return False
        return any([score.claimed for score in settlement.scores])

    def unverified(self, line: Line, claim: Claim, reason: Sentence, seat: Seat = -1) -> None:
        """Answer that the claim cannot be checked, because of `reason`."""
        because = as_message(reason)
        self.verdicts.append(Verdict("unverified", claim, self._at(line, seat), because))

    def leans(self, line: Line, claim: Claim, reason: Sentence, seat: Seat) -> None:
        """Answer that the claim is right if `reason` is so, which the record leaves open."""
        self.leaning = reason
        self.unverified(line, claim, reason, seat)

    def differs(
        self,
        code: str,
        line: Line,
        claim: Claim,
        reason: Message,
        **more: Unpack[Differing],
    ) -> None:
        """Answer that the claim is not what the rules give, and report it.

        The finding is at the line or at that turn. Numbers are given as numbers.
        """
        details = _NOTHING_MORE | more
        seat, turn, recorded, expected = (
            details["seat"],
            details["turn"],
            details["recorded"],
            details["expected"],
        )
        # Rules of the house are no mistake: where they may decide, nobody is accused.
        if self.house and decided_by_house(code):
            self.unverified(line, claim, perhaps_of_the_house(self.house, reason), seat)
            return
        if self.has_gap and _rests_on_the_course(code):
            words = msg("turns of this deal were not written down: {reason}", reason=reason)
            self.unverified(line, claim, words.lacking("turns"), seat)
            return
        numbers = (
            None if isinstance(recorded, str) else recorded,
            None if isinstance(expected, str) else expected,
        )
        verdict = Verdict(
            "differs", claim, self._at(line, seat), reason, *numbers, details["follows_from"]
        )
        self.verdicts.append(verdict)
        span = line.span if turn is None else self.deal.place(turn)
        around = 0 if turn is None else go_arounds(self.deal, self.table.seats)[turn]
        place = Place(span.line, span.column, self.number, around, 0, seat)
        law = self.rules.laws.get(details["clause"]) or self.rules.law(code)
        finding = Finding.silent(
            code,
            "error",
            reason,
            place,
            clause=law,
            recorded=str(recorded),
            expected=str(expected),
            verdict=verdict,
        )
        against = details["against"]
        self.findings.append(finding if against is None else finding.blaming_nobody(*against))

    def answers_to(self, claim: Claim | None) -> list[Verdict]:
        """Return the answers to a claim that were given."""
        return [verdict for verdict in self.verdicts if verdict.claim == claim]

    def forget_answers_to(self, claim: Claim | None) -> None:
        """Forget the answers to a claim."""
        self.verdicts[:] = [verdict for verdict in self.verdicts if verdict.claim != claim]

    def is_ruled_of(self, seat: Seat, *names: str) -> bool:
        """Return whether a referee's decision names a player.

        For one of these causes, or for any.
        """
        ruled = [ruling.name for ruling in self.deal.told(Ruling) if ruling.seat == seat]
        if not names:
            return bool(ruled)
        return not set(names).isdisjoint(ruled)

    @property
    def is_off(self) -> bool:
        """Whether payments, changes or totals are wrong."""
        return not MONEY.isdisjoint([finding.code for finding in self.findings])

    def _at(self, line: Line, seat: Seat) -> Place:
        return Place(line.span.line, line.span.column, self.number, 0, 0, seat)

    def score_of(self, seat: Seat) -> Score | Unclear:
        """Score a winner's hand by its tiles, or by the sheet's claim if nobody shows them."""
        for at, winner in enumerate(self.outcome.winners):
            if winner.seat == seat:
                return self.scores[at]
        if seat in [winner.seat for winner in self.outcome.false_wins]:
            return Unclear(
                msg("the win of {seat} is not legal", seat=seat_name(seat)).lacking("false win")
            )
        if self.rules.scoring.scores_losers and self.outcome.winners:
            return self._score_of_loser(seat)
        return Unclear(
            msg("the record has no win of {seat}", seat=seat_name(seat)).lacking("result")
        )

    def is_never_counted(self, winner: Winner) -> bool:
        """Return whether a hand is neither shown, nor claimed as any hand can be."""
        if winner.tiles is not None or self.rules.scoring.claimed is None:
            return False
        claim = self.outcome.claimed.get(winner.seat)
        return claim is None or not _can_be(self.rules, claim)

    def _score_of_loser(self, seat: Seat) -> Score | Unclear:
        if isinstance(self.settlement, Unclear):
            return self.settlement
        return self.settlement.score_of(seat) or hand_unknown(seat)

    @kept
    def told(self) -> Stated:
        """By payer and payee.

        Then by cause, what the sheet names for what the settlement makes due.
        """
        return stated(self.deal, self.rules)

    def names_the_same_payments(self, other: DealCheck) -> None:
        """Takes over what the sheet names for each payment, where the other deal has it alike."""
        if self.deal.lines_of(Pay) == other.deal.lines_of(Pay):
            self.told = other.told

    @kept
    def told_of_fines(self) -> Stated:
        """By payer and payee, then by cause, what the sheet names for what is ruled."""
        return stated(self.deal, self.rules, ruled=True)

    def told_between(self, pair: Pair) -> Mapping[str, StatedAmount]:
        """Return what the sheet names for what one owes another, by cause."""
        return self.told.get(pair, {})

    def owed_between(self, world: Perhaps, pair: Pair) -> Mapping[str, int]:
        """Return what one owes another, by cause, if that is due."""
        return self.parts_of(world).get(pair, {})

    @kept
    def fines(self) -> Fines:
        """What the rulings of this deal make due.

        But for what stands on lines with their causes.
        """
        return fines(self.deal, self.rules, self.outcome)

    @kept
    def worlds(self) -> tuple[Perhaps, ...]:
        """All that may be due, what the record tells first.

        Empty where the rule set cannot tell.
        """
        settlement = self.settlement
        return worlds(settlement, self.fines) if isinstance(settlement, Settlement) else ()

    @property
    def is_settled(self) -> bool:
        """Whether the rules tell everybody's payments."""
        if isinstance(self.settlement, Unclear):
            return False
        return not self.settlement.untold

    @property
    def likely_payments(self) -> tuple[Payment, ...]:
        """What is due by what the record tells; nothing where the rule set cannot tell."""
        if not self.worlds:
            return ()
        return self.worlds[0].payments

    @property
    def settled(self) -> Settlement | None:
        """The settlement with what rulings make due; None where the rule set cannot tell."""
        if isinstance(self.settlement, Unclear):
            return None
        first = self.worlds[0]
        if first.why or first.payments is self.settlement.payments:
            return self.settlement
        return replace(self.settlement, payments=first.payments)

    def parts_of(self, world: Perhaps) -> Parts:
        """Return what is due for each cause, by payer and payee, if that is due."""
        if id(world) not in self._parts:
            self._parts[id(world)] = parts(world.payments)
        return self._parts[id(world)]

    @kept
    def _parts(self) -> dict[int, Parts]:
        return {}

    @kept
    def staked(self) -> Mapping[Pair, int]:
        """By payer and payee what was staked in play: a sheet may state it or leave it out."""
        if isinstance(self.settlement, Unclear):
            return {}
        return Settlement(self.settlement.staked).owed()

    @kept
    def staked_for(self) -> frozenset[str]:
        """The causes of what was staked in play."""
        if isinstance(self.settlement, Unclear):
            return frozenset()
        return frozenset([each.cause for each in self.settlement.staked])

    def penalties(self) -> tuple[Payment, ...] | None:
        """Return what is recorded as paid for rulings, with their causes.

        Return None if an amount cannot be told.
        """
        moved = []
        for claim in self.deal.told(Pay):
            if not is_fine(claim.cause, self.rules):
                continue
            for payer, payee, paid in claim.payments:
                if paid is None:
                    paid = self._price(claim.cause, (payer, payee))
                if paid is None:
                    return None
                moved.append(Payment(payer, payee, paid, cause=claim.cause))
        return tuple(moved)

    def _penalties_due(self) -> tuple[Payment, ...]:
        """Return what the sheet has as paid for rulings, as it is priced.

        What has no price as it stands. Nobody whom an offender owes the price is left out.
        """
        due = {(each.payer, each.cause, each.payee): each for each in self.penalties() or ()}
        for payer, cause in {key[:2] for key in due}:
            for payee in self.outcome.others(payer):
                price = self._price(cause, (payer, payee))
                if price is not None:
                    due[payer, cause, payee] = Payment(payer, payee, price, cause=cause)
        return tuple(due.values())

    def _price(self, cause: str, pair: Pair) -> int | None:
        """Return what a penalty costs whose amount is not recorded."""
        due = penalty(self.deal, self.rules, self.outcome, cause, pair)
        if isinstance(due, Unclear):
            return None
        return due

    @kept
    def changes(self) -> tuple[tuple[tuple[int, ...], Sentence], ...] | Unclear:
        """All that the end of the deal may change for each seat, what the record tells first."""
        if isinstance(self.settlement, Unclear):
            return self.settlement
        if self.settlement.untold:
            return Unclear(self.settlement.untold[0][2])
        penalties = self.penalties()
        if penalties is None:
            return Unclear(msg("a penalty's amount is not recorded").lacking("amounts"))
        if self.outcome.is_false and not self._is_fined:
            return Unclear(
                msg(
                    "the win is not legal, and the rules do not say how the deal ends instead"
                ).lacking("false win")
            )
        seats, moved = self.outcome.seats, [penalties]
        if penalties:
            moved = [*dict.fromkeys((penalties, self._penalties_due()))]
        return tuple(
            [(net((*way.payments, *each), seats), way.why) for way in self.worlds for each in moved]
        )

    @kept
    def change(self) -> tuple[int, ...] | Unclear:
        """What the deal changes for each seat, by the rules and the rulings."""
        if isinstance(self.changes, Unclear):
            return self.changes
        change, why = self.changes[0]
        open_ = why or self.fines.unpriced
        if open_:
            return Unclear(open_)
        return change

    @kept
    def whole_change(self) -> tuple[int, ...] | Unclear:
        """What the deal changes for each seat from its beginning.

        What was staked in play is in it.
        """
        if isinstance(self.change, Unclear):
            return self.change
        return self.whole_changes[0][0]

    @kept
    def has_gap(self) -> bool:
        """Whether the scribe fell behind, so that nobody knows what was staked in play."""
        if self.table.whole:  # it is none from there on
            return False
        return RESYNC in [act.name for act in self.deal.irregularities]

    @property
    def likely_change(self) -> tuple[int, ...] | None:
        """What the deal changes, a ruling without a price left out.

        None where the record leaves more open.
        """
        if self.leaning or self.has_gap:
            return None
        for change, why in self.whole_changes[:1]:
            if not why:
                return change
        return None

    def with_stakes(self, change: tuple[int, ...]) -> tuple[int, ...]:
        """Return the change with what was staked in play."""
        staked = self._net_of_stakes
        if not staked:
            return change
        return seat_by_seat(change, staked)

    @kept
    def _net_of_stakes(self) -> tuple[int, ...]:
        """What stakes in play changed for each seat; empty where there were none."""
        if isinstance(self.settlement, Unclear) or not self.settlement.staked:
            return ()
        return net(self.settlement.staked, self.outcome.seats)

    @kept
    def whole_changes(self) -> tuple[tuple[tuple[int, ...], Sentence], ...]:
        """All that the deal may change, stakes in it; empty where the rule set cannot tell."""
        if isinstance(self.changes, Unclear):
            return ()
        if not self._net_of_stakes:
            return self.changes
        return tuple([(self.with_stakes(change), why) for change, why in self.changes])

    @kept
    def coming(self) -> Coming | Unclear:
        """How the game goes on, as the rule set has it.

        If the totals on the sheet, or those before the deal, are others than those that are due,
        whether the game is over is known only if all of them lead to the same.
        """
        due = self.points_due()
        coming = self._coming_after(due)
        stated = self.deal.numbers("score")
        points = filled(stated[0], due) if stated else due
        if points != due and isinstance(coming, Coming):
            by_rules = coming
            coming = self._coming_after(points)
            if None not in due and isinstance(coming, Coming) and coming.over != by_rules.over:
                return by_rules.with_end_open()
        if self.start.points_due and isinstance(coming, Coming):
            # A wrong total of an earlier deal was carried on.
            meant = self._coming_after(added(self.start.points_due, taken(points, self.before)))
            if isinstance(meant, Coming) and meant.over != coming.over:
                return coming.with_end_open()
        return coming

    def _coming_after(self, points: Sequence[int | None]) -> Coming | Unclear:
        """Return what follows a deal that leaves everybody with so many points."""
        if self.rules.progress.next_deal is None:
            return by_names(self, points)
        if self.outcome.dealer == NOBODY:
            return Unclear(NO_DEALER)
        return self.rules.progress.next_deal(self.outcome, points)

    def points_due(self) -> tuple[int | None, ...]:
        """Return what everybody has after the deal by the rules; None if it cannot be told."""
        change = self.whole_change
        if isinstance(change, Unclear):
            return (None,) * self.outcome.seats
        return added(self.before, change)

    @kept
    def is_void(self) -> bool:
        """Whether the deal was declared void."""
        return "void" in [end.how for end in self.deal.told(NoWin)]

    @kept
    def next_dealer(self) -> Seat | Unclear:
        """Who deals next, as the rule set has it."""
        if self.rules.progress.next_dealer is None:
            return Unclear(NO_CLAIMS)
        if self.is_void and not self.rules.progress.decides_void:
            return Unclear("the deal was declared void")
        if self.outcome.dealer == NOBODY:
            return Unclear(NO_DEALER)
        if self.outcome.is_false and self.outcome.washout is None:
            return Unclear(
                msg("the win is not legal, and the record has no other end of the deal").lacking(
                    "false win"
                )
            )
        return self.rules.progress.next_dealer(self.outcome)


def _without_a_win(rules: RuleSet, outcome: Outcome) -> Settlement | Unclear | None:
    """Settle a deal that nobody has won if no rule set need be asked; else return None."""
    if outcome.is_false or outcome.washed_out_by == "void":
        return _of_no_hand(rules, outcome)
    if not outcome.has_ended:
        return Unclear(msg("the record names no result").lacking("result"))
    return None


def _of_no_hand(rules: RuleSet, outcome: Outcome) -> Settlement:
    """Settle a deal that is not played to its end: nothing is due, or what everybody stakes."""
    if rules.pot.stakes is None:
        return Settlement()
    return Settlement(perhaps=(Perhaps(rules.pot.stakes(outcome), STAKES_OPEN),))


def leaves_stakes_open(settlement: Settlement) -> bool:
    """Return whether nobody knows if stakes are laid that would move points."""
    left = left_on_the_table(settlement.payments)
    return any([left_on_the_table(way.payments) != left for way in settlement.perhaps])


def clear(scores: Iterable[Score | Unclear]) -> list[Score]:
    """Return the scores of hands that can be counted."""
    return [score for score in scores if isinstance(score, Score)]


def score_of(rules: RuleSet, winner: Winner, outcome: Outcome) -> Score | Unclear:
    """Score a winner's hand by its tiles, or by the sheet's claim if nobody shows them."""
    if rules.scoring.score is None:
        return Unclear(NO_CLAIMS)
    scored = rules.scoring.score(winner, outcome)
    if isinstance(scored, Score) or rules.scoring.claimed is None:
        return scored
    claim = outcome.claimed.get(winner.seat)
    if winner.is_seen or claim is None or not _can_be(rules, claim):
        return scored
    return rules.scoring.claimed(winner.seat, outcome)


def _can_be(rules: RuleSet, claim: HandClaim) -> bool:
    """Return whether some hand has each of the items that are claimed."""
    scoring = rules.scoring
    if not scoring.item_names.issuperset(dict(claim.items)):
        return False
    for name, points in (*claim.items, *claim.kongs):
        if points is not None and (points < 0 or not scoring.item_can_be(name, points)):
            return False
    return True


def check_deal(
    rules: RuleSet, outcome: Outcome
) -> tuple[tuple[Score | Unclear, ...], Settlement | Unclear]:
    """Score the winners' hands and settle the outcome by the rule set.

    What the rules cannot tell is unclear, with the reason.
    """
    settle = rules.scoring.settle
    if settle is None or rules.scoring.score is None:
        return _all_unclear(NO_CLAIMS, outcome)
    if rules.scoring.asks_dealer and outcome.winners and outcome.dealer == NOBODY:
        return _all_unclear(NO_DEALER, outcome)
    scores = tuple([score_of(rules, winner, outcome) for winner in outcome.winners])
    without = _without_a_win(rules, outcome)
    if without is not None:
        return scores, without
    clear_scores: list[Score] = []
    for score in scores:
        if isinstance(score, Unclear):
            return scores, score
        clear_scores.append(score)
    return scores, settle(outcome, clear_scores)


def _all_unclear(words: Message, outcome: Outcome) -> tuple[tuple[Unclear, ...], Unclear]:
    """Return that nothing is known of anybody's hand, nor of what is due."""
    unclear = Unclear(words)
    return (unclear,) * len(outcome.winners), unclear
