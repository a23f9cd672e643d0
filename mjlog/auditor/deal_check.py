"""One deal whose claims are checked, with the verdicts and findings so far."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypedDict, Unpack

from mjlog.auditor.deal_start import DealStart
from mjlog.auditor.settled_deal import Interpretation, SettledDeal
from mjlog.auditor.unread import is_open, is_play_alone
from mjlog.model.findings import Answer, Claim, Finding, Kind, Place, Verdict
from mjlog.model.go_arounds import go_arounds
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import Message, Sentence, msg, to_message
from mjlog.model.record import SEATS, Line, Seat, seat_name
from mjlog.model.table import Table
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Outcome

_OF_EACH: Final[dict[Kind, list[Claim]]] = {
    kind: [Claim(kind, seat) for seat in range(len(SEATS))] for kind in ("net", "score")
}
"""Claims about the change and the total of each seat."""
OF_READY: Final = frozenset({"win.ready"})
"""Codes of errors in which a `ready` line contradicts a win."""
MONEY: Final = frozenset(
    {"pay.seats", "pay.pool", "pay.draw", "pay.zero", "net.differs", "score.chain"}
)
"""Codes of errors in the payments, changes and totals of a deal."""
AREAS: Final = ("pay", "net", "score")
"""Areas of amounts, each computed from the area before it."""
CODES_OF_POINTS: Final[Mapping[str, str]] = {"net": "net.differs", "score": "score.chain"}
"""Codes of errors in changes and totals, by the keyword of the line."""
_OF_THE_HOUSE: Final = frozenset({"pay", "net", "score", "final", "next"})
"""Areas of findings that house rules may decide: payments, and how the game goes on."""
_OF_THE_COURSE: Final = frozenset({"fan", "kong", "net", "pay", "ready", "score"})
"""Areas of findings that depend on declarations, melds and stakes in the turns."""
_OF_ONE: Final = frozenset({"net", "score", "tenpai", "ready", "rule"})
"""Kinds of claims whose words name the seat that they are about."""
_OF_HANDS: Final = frozenset({"fan", "kong"})
_OF_SETTLEMENT: Final = frozenset({"pay", "net", "score"})


def decided_by_house(code: str) -> bool:
    """Return whether house rules may excuse an error that has this code.

    These are errors about payments, changes, totals, final points and how the game goes on.
    """
    return code.partition(".")[0] in _OF_THE_HOUSE


def house_rules_message(house: str, reason: Message) -> Message:
    """Return the message that a value may be right by the house rules, which mjlog cannot check.

    `house` is the text of the house rules, and `reason` says why the value is otherwise wrong.
    """
    rules = msg("mjlog has no option for these rules of the table: {house}", house=house)
    return msg("{rules}: else {reason}", rules=rules, reason=reason).lacking("house")


def claim_name(claim: Claim) -> str:
    """Return the name of a recorded value as users read it, such as `pay A>B` or `net C`."""
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


class Differing(TypedDict, total=False):
    """Optional details of a recorded value that differs from the rules.

    `recorded` and `expected` are the two values, `seat` is the player, `turn` the index of the turn
    at which to report the error. `clause` is the number of the clause to cite instead of the clause
    for the code of the error. `against` is another entry that may be wrong instead. `follows_from`
    are other recorded values: if they are wrong, they explain this value. `whatever_was_played`:
    the error is certain even if turns cannot be read.
    """

    recorded: str | int
    expected: str | int
    seat: Seat
    turn: int | None
    clause: str
    against: tuple[Message, Place] | None
    follows_from: frozenset[Claim]
    whatever_was_played: bool


_NOTHING_MORE: Final[Differing] = {
    "recorded": "",
    "expected": "",
    "seat": -1,
    "turn": None,
    "clause": "",
    "against": None,
    "follows_from": frozenset(),
    "whatever_was_played": False,
}


class DealCheck(SettledDeal):
    """A deal with its payments by the rules, and with the verdicts and findings about it.

    `condition` is an open question on which some verdicts depend, as a sentence. `rivals` are
    equally good versions of the deal, with other missing lines assumed, in which another amount is
    wrong.
    `wrong_by_sums` has the wrong numbers of a deal whose payments the rules cannot determine, each
    with the right number; None until they are computed.
    """

    def __init__(self, interpretation: Interpretation) -> None:
        """Compute the scores and payments of a deal; recorded values are not checked yet.

        `interpretation` has the deal, its rules, its outcome and the state before it.
        """
        super().__init__(interpretation)
        self.condition: Sentence = ""
        self.rivals: tuple[DealCheck, ...] = ()
        self.wrong_by_sums: Mapping[Claim, int] | None = None
        self.findings: list[Finding] = []
        self.verdicts: list[Verdict] = []

    def with_outcome(self, outcome: Outcome, table: Table | None = None) -> DealCheck:
        """Return a copy of the deal with another outcome; its recorded values are not checked yet.

        The outcome says who won, with which hands. The copy has the table `table`, or this deal's
        table if `table` is None. It assumes no missing lines. It does not know how many points on
        the table and counters the earlier deals left, so it does not check these.
        """
        start = replace(self.start, sum_due=None, pool=None, counters=None, counters_due=None)
        interpretation = replace(
            self.interpretation,
            table=table or self.table,
            outcome=outcome,
            start=start,
            assumed=None,
        )
        return DealCheck(interpretation)

    def by_rules(self, rules: RuleSet, start: DealStart) -> DealCheck:
        """Return a copy of the deal under other rules and with another state before the deal.

        `start` has this state, for example everybody's points. The recorded values of the copy are
        not checked yet. House rules are ignored.
        """
        return DealCheck(
            replace(self.interpretation, rules=rules, start=start, house="", broken="")
        )

    @property
    def is_off(self) -> bool:
        """Whether a finding says that a payment, a change or a total is wrong."""
        return not MONEY.isdisjoint([finding.code for finding in self.findings])

    def agrees(self, line: Line, claim: Claim, seat: Seat = -1, number: int | None = None) -> None:
        """Add the verdict "agrees" for the recorded value `claim`.

        `number` is the amount, None if the value is not an amount. The verdict is "given" instead
        of "agrees" if the value depends on lines that were assumed to be missing, or on a hand that
        the sheet only describes and nobody shows.
        """
        is_given = claim.kind in _OF_HANDS and claim.seat in self.claimed_seats
        if claim.kind in _OF_SETTLEMENT:
            is_given = self.is_given
        assumed = self.interpretation.assumed
        because = assumed.words if is_given and assumed is not None else None
        answer: Answer = "given" if is_given else "agrees"
        place = line.span.place(self.number, seat)
        self.verdicts.append(Verdict(answer, claim, place, because, number, number))

    def all_agree(self, line: Line, kind: Kind, amounts: tuple[int, ...]) -> None:
        """Add the verdict "agrees" for each number of a `net` or `score` line.

        `kind` is net or score, `amounts` are the numbers by seat. The verdict is "given" instead of
        "agrees" if the numbers depend on lines that were assumed to be missing, or on hands that
        nobody shows.
        """
        row, column, deal = line.span.line, line.span.column, self.number
        answer: Answer = "given" if self.is_given else "agrees"
        assumed = self.interpretation.assumed
        words = None if assumed is None else assumed.words
        claims = _OF_EACH[kind]
        self.verdicts += [
            Verdict(
                answer, claims[seat], Place(row, column, deal, 0, 0, seat), words, number, number
            )
            for seat, number in enumerate(amounts)
        ]

    def unverified(self, line: Line, claim: Claim, reason: Sentence, seat: Seat = -1) -> None:
        """Add the verdict that the recorded value `claim` cannot be checked, because of `reason`.

        The verdict is placed at `line`. `seat` is the player whom it concerns, -1 for none.
        """
        place = line.span.place(self.number, seat)
        self.verdicts.append(Verdict("unverified", claim, place, to_message(reason)))

    def conditional(self, line: Line, claim: Claim, reason: Sentence, seat: Seat) -> None:
        """Add the verdict "unverified" for a value that is right only if `reason` is true.

        `reason` is a sentence about an open question. It is also stored in `condition`.
        """
        self.condition = reason
        self.unverified(line, claim, reason, seat)

    def differs(
        self,
        code: str,
        line: Line,
        claim: Claim,
        reason: Message,
        **more: Unpack[Differing],
    ) -> None:
        """Add the verdict "differs" and an error with this code, both with the message `reason`.

        `claim` identifies the wrong value. The error is at `line`, or at the turn given in `more`.
        If entries that could not be read, house rules or missing turns may explain the difference,
        add no error and only the verdict "unverified".
        """
        details = _NOTHING_MORE | more
        seat, turn = details["seat"], details["turn"]
        recorded, expected = details["recorded"], details["expected"]
        unread = self.start.unread
        is_wrong_anyway = details["whatever_was_played"]
        if (
            unread
            and is_open(unread, claim.kind)
            and not (is_wrong_anyway and is_play_alone(unread))
        ):
            words = msg("mjlog cannot read an entry of this deal: else {reason}", reason=reason)
            self.unverified(line, claim, words, seat)
            return
        # House rules are no mistake: if they may decide, nobody is accused.
        if self.interpretation.house and decided_by_house(code):
            self.unverified(
                line, claim, house_rules_message(self.interpretation.house, reason), seat
            )
            return
        if self.has_gap and (code == "win.least" or code.partition(".")[0] in _OF_THE_COURSE):
            words = msg("turns of this deal were not written down: {reason}", reason=reason)
            self.unverified(line, claim, words.lacking("turns"), seat)
            return
        place = line.span.place(self.number, seat)
        verdict = Verdict(
            "differs",
            claim,
            place,
            reason,
            None if isinstance(recorded, str) else recorded,
            None if isinstance(expected, str) else expected,
            details["follows_from"],
        )
        self.verdicts.append(verdict)
        if turn is not None:
            span, around = self.deal.place(turn), go_arounds(self.deal, self.table.seats)[turn]
            place = Place(span.line, span.column, self.number, around, 0, seat)
        finding = Finding.silent(
            code,
            "error",
            reason,
            place,
            clause=self.rules.laws.get(details["clause"]) or self.rules.law(code),
            recorded=str(recorded),
            expected=str(expected),
            verdict=verdict,
        )
        against = details["against"]
        self.findings.append(finding if against is None else finding.naming_other_entries(*against))

    def answers_to(self, claim: Claim | None) -> list[Verdict]:
        """Return the verdicts so far about one recorded value."""
        return [verdict for verdict in self.verdicts if verdict.claim == claim]

    def forget_answers_to(self, claim: Claim | None) -> None:
        """Remove all verdicts about one recorded value; findings stay."""
        self.verdicts[:] = [verdict for verdict in self.verdicts if verdict.claim != claim]
