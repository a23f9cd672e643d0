"""The claims of one deal against recomputation: each agrees, differs (with the arithmetic) or cannot be checked.

A claim is what the sheet states: `fan kong pay net score tenpai next show`. Nothing here knows a rule: scores, payments
and the next dealer come from the rule set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from mjlog.findings import Answer, Finding, Place, Verdict
from mjlog.outcome import as_shown
from mjlog.record import (
    SEATS,
    Deal,
    Items,
    Line,
    Next,
    NoWin,
    Pay,
    Points,
    Ruling,
    Seat,
    Show,
    ShownMeld,
    Tenpai,
    WinLine,
    seat_name,
)
from mjlog.rulebook import Outcome, RuleSet, Unclear
from mjlog.settlement import Item, Payment, Score, Settlement
from mjlog.table import HELD, Table
from mjlog.tiles import PILLAR, Tile, canonical, is_known, text


@dataclass(slots=True)
class DealAudit:
    """Everything known of one deal when its claims are weighed, and what came of weighing them.

    `before` are the points before the deal, None where unknown. `scores` and `settlement` are what the rule set makes
    of the outcome, or why it cannot.
    """

    deal: Deal
    rules: RuleSet
    table: Table
    outcome: Outcome
    before: tuple[int | None, ...]
    scores: tuple[Score | Unclear, ...] = ()
    settlement: Settlement | Unclear = field(default_factory=Settlement)
    findings: list[Finding] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Reckons the deal once."""
        self.scores, self.settlement = reckon(self.rules, self.outcome)

    # ------------------------------------------------------------------ answers

    def agrees(self, line: Line, claim: str, seat: Seat = -1) -> None:
        """The claim is what the recomputation gives."""
        self._answer("agrees", line, claim, "", seat)

    def unverified(self, line: Line, claim: str, reason: str, seat: Seat = -1) -> None:
        """The claim cannot be checked, because of `reason`."""
        self._answer("unverified", line, claim, reason, seat)

    def differs(
        self, code: str, line: Line, claim: str, reason: str, *, recorded: str = "", expected: str = "", seat: Seat = -1
    ) -> None:
        """The claim is not what the recomputation gives: a verdict and a finding."""
        self._answer("differs", line, claim, reason, seat)
        place = Place(line.span.line, line.span.column, seat=seat)
        law = self.rules.law(code)
        self.findings.append(Finding(code, "error", reason, place, law, recorded, expected))

    def _answer(self, answer: Answer, line: Line, claim: str, reason: str, seat: Seat) -> None:
        place = Place(line.span.line, line.span.column, seat=seat)
        self.verdicts.append(Verdict(answer, claim, reason, place))

    # ------------------------------------------------------------------ the claims

    def weigh(self) -> None:
        """Answers every claim of the deal."""
        for line in self.deal.lines:
            match line.content:
                case Items(keyword="fan"):
                    self._fan(line, line.content)
                case Items():
                    self._kong(line, line.content)
                case Pay():
                    self._pay(line, line.content)
                case Points(keyword="net"):
                    self._net(line, line.content)
                case Points():
                    self._score(line, line.content)
                case Tenpai():
                    self._tenpai(line, line.content)
                case Next():
                    self._next(line, line.content)
                case Show():
                    self._show(line, line.content)
                case WinLine():
                    self._win(line, line.content)
                case NoWin():
                    self._no_win(line)
                case _:
                    pass
        self._missing_payments()

    def _score_of(self, seat: Seat) -> Score | Unclear:
        for winner, score in zip(self.outcome.winners, self.scores, strict=True):
            if winner.seat == seat:
                return score
        return Unclear(f"the record has no win of {seat_name(seat)}")

    def _fan(self, line: Line, claim: Items) -> None:
        score = self._score_of(claim.seat)
        if isinstance(score, Unclear):
            if not any(w.seat == claim.seat for w in self.outcome.winners) and self.rules.score is not None:
                reason = f"{seat_name(claim.seat)} has not won, and has no points for a hand"
                self.differs("score.item", line, "fan", reason, seat=claim.seat)
                return
            for name, _ in claim.items:
                self.unverified(line, f"fan {name}", score.reason, claim.seat)
            return
        self._items(line, claim, list(score.items), "hand value")

    def _kong(self, line: Line, claim: Items) -> None:
        score = self._score_of(claim.seat)
        if isinstance(score, Unclear):
            for name, _ in claim.items:
                self.unverified(line, f"kong {name}", score.reason, claim.seat)
            return
        self._items(line, claim, _summed(score.kongs), "kong points")

    def _items(self, line: Line, claim: Items, due: list[Item], what: str) -> None:
        """Each named item is in the hand with its points, and none is missing."""
        left = list(due)
        for name, points in claim.items:
            item = next((i for i in left if i.name == name), None) or next((i for i in left if name in i.alike), None)
            label = f"{claim.keyword} {name}"
            if item is not None:
                left.remove(item)
            if item is None:
                known = self.rules.item_names
                why = (
                    "is not an item of this rule set"
                    if known and name not in known and what == "hand value"
                    else (f"is not in {seat_name(claim.seat)}'s hand")
                )
                self.differs(
                    "score.item", line, label, f"{name} {why}; {what} {_sum(due)}", recorded=name, seat=claim.seat,
                    expected=_listed(due),
                )  # fmt: skip
            elif points is None:
                self.unverified(line, label, f"the record does not say how much; due {item.points}", claim.seat)
            elif points != item.points:
                self.differs(
                    "score.item", line, label, f"{name} is worth {item.points}, recorded {points}",
                    recorded=str(points), expected=str(item.points), seat=claim.seat,
                )  # fmt: skip
            else:
                self.agrees(line, label, claim.seat)
        if left and not any(points is None for _, points in claim.items):
            self.differs(
                "score.total", line, f"{claim.keyword} total", f"missing: {_listed(left)}; {what} {_sum(due)}",
                recorded=_claimed(claim), expected=_listed(due), seat=claim.seat,
            )  # fmt: skip

    # ------------------------------------------------------------------ payments

    def _pay(self, line: Line, claim: Pay) -> None:
        if claim.cause:
            self._penalty(line, claim)
            return
        for payer, payee, points in claim.payments:
            label = f"pay {seat_name(payer)}>{seat_name(payee)}"
            if isinstance(self.settlement, Unclear):
                self.unverified(line, label, self.settlement.reason, payer)
                continue
            due = self.settlement.between(payer, payee)
            if points is None:
                self.unverified(line, label, f"the record does not say how much; due {due}", payer)
            elif points == due:
                self.agrees(line, label, payer)
            else:
                self.differs(
                    self._pay_code(), line, label, f"{label}: recorded {points}, due {self._reason(payer, payee)}",
                    recorded=str(points), expected=str(due), seat=payer,
                )  # fmt: skip

    def _pay_code(self) -> str:
        return "pay.seats" if self.outcome.winners else "pay.draw"

    def _reason(self, payer: Seat, payee: Seat) -> str:
        """The amount due with its formula."""
        if isinstance(self.settlement, Unclear):
            return self.settlement.reason
        parts = [p for p in self.settlement.payments if p.payer == payer and p.payee == payee]
        if not parts:
            return "0: nothing is owed"
        return " + ".join(f"{p.points} = {p.reason}" if p.reason else str(p.points) for p in parts)

    def _missing_payments(self) -> None:
        """Payments that are due and stand on no `pay` line, if there is a `pay` line at all."""
        lines = [line for line in self.deal.lines if isinstance(line.content, Pay) and not line.content.cause]
        if not lines or isinstance(self.settlement, Unclear):
            return
        named = {(a, b) for line in lines if isinstance(line.content, Pay) for a, b, _ in line.content.payments}
        for payer, payee in dict.fromkeys((p.payer, p.payee) for p in self.settlement.payments):
            due = self.settlement.between(payer, payee)
            if (payer, payee) not in named and due:
                label = f"pay {seat_name(payer)}>{seat_name(payee)}"
                self.differs(
                    self._pay_code(), lines[-1], label,
                    f"{label} is missing: due {self._reason(payer, payee)}", recorded="0", expected=str(due), seat=payer,
                )  # fmt: skip

    def _penalty(self, line: Line, claim: Pay) -> None:
        """Payments for a ruling: the rule set may name the price of a false win, all else is the referee's."""
        ruled = {c.seat for c in (each.content for each in self.deal.lines) if isinstance(c, Ruling)}
        price = self.rules.false_win
        for payer, payee, points in claim.payments:
            label = f"pay {seat_name(payer)}>{seat_name(payee)} for {claim.cause}"
            if claim.cause != "false-win" or price is None or points is None:
                self.unverified(line, label, f"the rule set names no price for {claim.cause}", payer)
            elif payer not in ruled:
                self.differs("pay.penalty", line, label, f"no ruling names {seat_name(payer)}", seat=payer)
            elif points == price:
                self.agrees(line, label, payer)
            else:
                self.differs(
                    "pay.penalty", line, label, f"recorded {points}, due {price} to each opponent (false_win)",
                    recorded=str(points), expected=str(price), seat=payer,
                )  # fmt: skip

    def penalties(self) -> tuple[Payment, ...] | None:
        """What the rulings of this deal move besides the settlement, as recorded; None when an amount is unknown."""
        moved = []
        for line in self.deal.lines:
            if isinstance(line.content, Pay) and line.content.cause:
                for payer, payee, points in line.content.payments:
                    if points is None:
                        return None
                    moved.append(Payment(payer, payee, points, line.content.cause))
        return tuple(moved)

    def change(self) -> tuple[int, ...] | Unclear:
        """What the deal changes for each seat, by the rules and the rulings."""
        if isinstance(self.settlement, Unclear):
            return self.settlement
        penalties = self.penalties()
        if penalties is None:
            return Unclear("a penalty's amount is not recorded")
        moved = Settlement((*self.settlement.payments, *penalties))
        return moved.net(self.outcome.seats)

    # ------------------------------------------------------------------ totals

    def _net(self, line: Line, claim: Points) -> None:
        change = self.change()
        if isinstance(change, Unclear):
            self._sum_is(line, claim, 0, change.reason)
            return
        for seat, points in enumerate(claim.points[: len(change)]):
            label = f"net {seat_name(seat)}"
            self._compare("net.differs", line, label, points, change[seat], f"{change[seat]:+d}", seat)

    def _score(self, line: Line, claim: Points) -> None:
        change = self.change()
        if isinstance(change, Unclear) or any(points is None for points in self.before):
            reason = change.reason if isinstance(change, Unclear) else "the points before this deal are not known"
            total = sum(points for points in self.before if points is not None)
            known = all(points is not None for points in self.before)
            self._sum_is(line, claim, total if known else None, reason)
            return
        for seat, points in enumerate(claim.points[: len(change)]):
            before = self.before[seat] or 0
            due = before + change[seat]
            words = f"{due} = {before} before {change[seat]:+d}"
            self._compare("score.chain", line, f"score {seat_name(seat)}", points, due, words, seat)

    def _compare(self, code: str, line: Line, label: str, points: int | None, due: int, words: str, seat: Seat) -> None:
        if points is None:
            self.unverified(line, label, f"the record does not say; due {due}", seat)
        elif points == due:
            self.agrees(line, label, seat)
        else:
            self.differs(
                code, line, label, f"{label}: recorded {points}, due {words}",
                recorded=str(points), expected=str(due), seat=seat,
            )  # fmt: skip

    def _sum_is(self, line: Line, claim: Points, total: int | None, reason: str) -> None:
        """Where the single amounts cannot be recomputed, their sum still can: points only change hands."""
        if total is not None and self.rules.score is not None and all(points is not None for points in claim.points):
            found = sum(points or 0 for points in claim.points)
            if found != total:
                words = f"{claim.keyword} adds up to {found}, not {total}: points only change hands"
                self.differs("pay.zero", line, claim.keyword, words, recorded=str(found), expected=str(total))
                return
        for seat in range(len(claim.points)):
            self.unverified(line, f"{claim.keyword} {seat_name(seat)}", reason, seat)

    # ------------------------------------------------------------------ the rest

    def _tenpai(self, line: Line, claim: Tenpai) -> None:
        for seat, hand in enumerate(self.table.hands):
            label = f"tenpai {seat_name(seat)}"
            if not hand.known or not self.table.past:
                self.unverified(line, label, f"not every tile of {seat_name(seat)}'s hand is recorded", seat)
                continue
            ready = hand.total == self.table.resting and bool(self.rules.waits(hand))
            if ready == (seat in claim.seats):
                self.agrees(line, label, seat)
            else:
                words = f"{seat_name(seat)} is {'' if ready else 'not '}one tile from winning"
                self.differs("tenpai.differs", line, label, words, seat=seat)

    def next_dealer(self) -> Seat | Unclear:
        """Who deals next, as the rule set has it."""
        if self.rules.next_dealer is None:
            return Unclear(NO_CLAIMS)
        if any(isinstance(c.content, NoWin) and c.content.how == "void" for c in self.deal.lines):
            return Unclear("the deal was declared void")
        return self.rules.next_dealer(self.outcome)

    def _next(self, line: Line, claim: Next) -> None:
        named = dict(claim.attributes).get("dealer")
        if named is None:
            self.unverified(line, "next", "it names no dealer")
            return
        due = self.next_dealer()
        if isinstance(due, Unclear):
            self.unverified(line, "next dealer", due.reason)
        elif named == SEATS[due]:
            self.agrees(line, "next dealer")
        else:
            words = f"the next dealer is {SEATS[due]}, recorded {named}"
            self.differs("next.dealer", line, "next dealer", words, recorded=named, expected=SEATS[due])

    def _win(self, line: Line, claim: WinLine) -> None:
        """The `win` line says what the turns say."""
        if not self.deal.turns:
            return
        winner = next((w for w in self.outcome.winners if w.seat == claim.seat), None)
        if not self.table.winners:
            self._win_differs(line, claim, "in the turns nobody wins") if self.table.whole else None
        elif winner is None:
            self._win_differs(line, claim, f"in the turns {seat_name(self.table.winners[0])} wins")
        elif winner.tile != claim.tile and is_known(claim.tile) and winner.tile < HELD:
            self._win_differs(line, claim, f"in the turns {seat_name(winner.seat)} wins on {text([winner.tile])}")
        elif winner.source != claim.source:
            how = "by self-draw" if winner.own_draw else f"from {seat_name(winner.source)}"
            self._win_differs(line, claim, f"in the turns {seat_name(winner.seat)} wins {how}")
        else:
            self.agrees(line, "win", claim.seat)

    def _win_differs(self, line: Line, claim: WinLine, why: str) -> None:
        self.differs(
            "win.line",
            line,
            "win",
            f"the line names a win of {seat_name(claim.seat)} that {why}".replace("that in", "but in"),
            seat=claim.seat,
        )

    def _no_win(self, line: Line) -> None:
        void = isinstance(line.content, NoWin) and line.content.how == "void"
        if self.table.winners and not void:
            words = f"the line says that nobody won; in the turns {seat_name(self.table.winners[0])} does"
            self.differs("win.line", line, "draw", words)

    def _show(self, line: Line, claim: Show) -> None:
        """The hand laid open is the hand that was held, the winning tile included."""
        seat = claim.seat
        hand = self.table.hands[seat]
        winner = next((w for w in self.outcome.winners if w.seat == seat), None)
        if not self.deal.turns or not hand.known:
            self.unverified(line, "show", f"the record does not follow {seat_name(seat)}'s hand", seat)
            return
        held = hand.tiles()
        if winner is not None and not winner.own_draw and 0 <= winner.tile < HELD:
            held = (*held, winner.tile)
        melds = [as_shown(meld) for meld in hand.melds]
        if _same(held, claim.tiles) and _same_melds(melds, claim.melds):
            self.agrees(line, "show", seat)
            return
        due = " ".join([*(_meld_text(m) for m in melds), text(held, sort=True)])
        self.differs("show.hand", line, "show", f"{seat_name(seat)} held {due}", expected=due, seat=seat)


NO_CLAIMS = "this rule set so far judges play only"


def reckon(rules: RuleSet, outcome: Outcome) -> tuple[tuple[Score | Unclear, ...], Settlement | Unclear]:
    """What the rule set makes of an outcome: the winners' scores and the settlement, or why they cannot be told."""
    if rules.score is None or rules.settle is None:
        return tuple(Unclear(NO_CLAIMS) for _ in outcome.winners), Unclear(NO_CLAIMS)
    scores = tuple(rules.score(winner, outcome) for winner in outcome.winners)
    if not outcome.winners and outcome.washout is None:
        return scores, Unclear("the record names no result")
    if outcome.washout is not None and outcome.washout.how == "void":
        return scores, Settlement()
    for score in scores:
        if isinstance(score, Unclear):
            return scores, score
    return scores, rules.settle(outcome, [score for score in scores if isinstance(score, Score)])


def _summed(items: Sequence[Item]) -> list[Item]:
    """Items of one name as one."""
    names = dict.fromkeys(item.name for item in items)
    return [Item(name, sum(i.points for i in items if i.name == name)) for name in names]


def _sum(items: Sequence[Item]) -> str:
    return f"{sum(item.points for item in items)} = {_listed(items)}" if items else "0"


def _listed(items: Sequence[Item]) -> str:
    return ", ".join(f"{item.name} {item.points}" for item in items)


def _claimed(claim: Items) -> str:
    return ", ".join(f"{name} {'?' if points is None else points}" for name, points in claim.items)


def _same(held: Sequence[Tile], shown: Sequence[Tile]) -> bool:
    """The same tiles; pillar marks count only when the shown hand has any, unknown tiles fit anything."""
    marked = any(tile & PILLAR for tile in shown)
    mine = canonical(held) if marked else canonical(tile & ~PILLAR for tile in held)
    theirs = canonical(shown) if marked else canonical(tile & ~PILLAR for tile in shown)
    if all(is_known(tile) for tile in shown):
        return mine == theirs
    left = list(mine)
    for tile in theirs:
        if is_known(tile):
            if tile not in left:
                return False
            left.remove(tile)
    return len(held) == len(shown)


def _same_melds(melds: Sequence[ShownMeld], shown: Sequence[ShownMeld]) -> bool:
    def key(meld: ShownMeld) -> tuple[str, tuple[Tile, ...]]:
        return meld.sign, canonical(tile & ~PILLAR for tile in meld.tiles)

    if any(not is_known(tile) for meld in (*melds, *shown) for tile in meld.tiles):
        return len(melds) == len(shown)
    return sorted(map(key, melds)) == sorted(map(key, shown))


def _meld_text(meld: ShownMeld) -> str:
    return meld.sign + text(meld.tiles, sort=True)
