"""What can be checked of a record whose rules nobody knows.

Sums, chains of totals, what contradicts itself.

Points that lie on the table between deals (sticks, a kitty) come in whole hundreds. Where a record
knows such points, or somebody declares ready, a difference of whole hundreds accuses nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Final

from mjlog.auditor.checks.end_of_turns import contradiction
from mjlog.auditor.checks.final_headers import CODES, misshapen
from mjlog.auditor.payment_words import changed, total
from mjlog.auditor.table_sums import contradict, summed, usual_start, wrong_change
from mjlog.auditor.totals import (
    Totals,
    added,
    all_known,
    both_known,
    listed,
    ranked,
    taken,
)
from mjlog.model.findings import Answer, Claim, Finding, Place, Verdict
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import Message, msg
from mjlog.model.patience import go_on
from mjlog.model.record import (
    SEATS,
    TABLE,
    Deal,
    Game,
    Items,
    Line,
    Next,
    NoWin,
    Pay,
    Points,
    Ready,
    ReadySeats,
    Seat,
    WinLine,
    seat_name,
)
from mjlog.model.settlement import in_all, known_points

_ON_THE_TABLE: Final = frozenset({"sticks", "pool", "kitty"})
_STAKES: Final = 100
_STICK: Final = 1000
_NO_RULES: Final = msg("the record names no rule set that mjlog knows").lacking("rules")

Answers = tuple[list[Finding], list[Verdict]]


def checked_without_rules(game: Game) -> Answers:
    """Return the findings, and an answer to every claim.

    What agrees by sums alone, or cannot be checked.
    """
    audit = _Audit(game)
    for number, deal in enumerate(game.deals, 1):
        go_on()
        audit.deal(number, deal)
    audit.end()
    return audit.findings, audit.verdicts


class _Audit:
    """One pass over a record: `before` are the totals before a deal, None where nobody says.

    `meant` are the totals that were due before it, where others are written: a total that is
    written wrong is one slip, and the next deal may go on from the right one.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.pooled = any(map(_knows_stakes, game.deals))
        self.stake = _STAKES if self.pooled else _stake_by_sums(game)
        self.before: Totals = (None,) * game.seats
        self.meant: Totals = self.before
        self.changes: list[Totals] = []
        self.wrong_change: Seat | None = None
        self.dealer: str | None = None
        self.findings: list[Finding] = []
        self.verdicts: list[Verdict] = []

    def deal(self, number: int, deal: Deal) -> None:
        """Check the words of the header, then each claim."""
        self._begins(number, deal)
        # What the deal changes, as `net` states it, else as `pay` does.
        stated = deal.numbers("net")
        is_stated = bool(stated) and len(stated[0]) == self.game.seats
        change = stated[0] if is_stated else _paid(deal, self.game.seats)
        for totals in deal.numbers("score")[:1]:
            start = usual_start(totals, change)
            if start is not None and set(self.before) == {None}:
                self.before = self.meant = (start,) * self.game.seats
        change = self._corrected(deal, change)
        self.changes.append(change)
        stated_totals: Totals = ()
        for line in deal.lines:
            place = Place(line.span.line, line.span.column, number)
            match line.content:
                case Points(keyword="net", points=points):
                    self._net(deal, points, place)
                case Points(keyword="score", points=points):
                    self._score(deal, points, change, place)
                    stated_totals = points
                case WinLine() | NoWin():
                    self._end_of_play(deal, line.content, place)
                case _:
                    for claim in _others(line):
                        self._unchecked(claim, place)
        self._go_on(change, stated_totals)
        self.dealer = None
        for coming in deal.told(Next)[:1]:
            self.dealer = dict(coming.attributes).get("dealer")

    def _corrected(self, deal: Deal, change: Totals) -> Totals:
        """Return the change of everybody, one wrong cell of the row as other entries have it.

        The totals of a row that adds up wrong are not held against it if no cell can be named.
        """
        self.wrong_change = None
        if not deal.numbers("net") or len(change) != self.game.seats:
            return change
        totals = [points for points in deal.numbers("score") if len(points) == len(change)]
        by_totals = [taken(totals[0], before) for before in (self.before, self.meant) if totals]
        for right in (_paid(deal, self.game.seats), *by_totals):
            self.wrong_change = wrong_change(change, right, self._is_off)
            if self.wrong_change is not None:
                corrected = [*change]
                corrected[self.wrong_change] = right[self.wrong_change]
                return tuple(corrected)
        total = in_all(change)
        return change if total is None or not self._is_off(total) else (None,) * len(change)

    def _go_on(self, change: Totals, told: Totals) -> None:
        """Take over what the next deal begins with.

        The totals that are told, else those that are due.
        """
        due, meant = added(self.before, change), added(self.meant, change)
        if len(told) != self.game.seats:
            self.before, self.meant = due, meant
            return
        if self._sum_is_off(told, change):
            self.before = told
            return
        right = [*told]  # what is written where it may be right, else what was due
        for seat, (points, written, other) in enumerate(zip(told, due, meant, strict=True)):
            if points is None or written is None or other is None:
                continue
            if self._is_off(points - written) and self._is_off(points - other):
                right[seat] = other
        self.before, self.meant = told, tuple(right)

    def _end_of_play(self, deal: Deal, content: WinLine | NoWin, place: Place) -> None:
        """Check that the line tells the end that the turns have."""
        why = contradiction(deal, content)
        claim = Claim("win", content.seat) if isinstance(content, WinLine) else Claim("draw")
        if why is not None:
            self._wrong("win.line", why, place, claim)
        elif isinstance(content, WinLine) and deal.turns:
            self._agrees(claim, place, exactly=True)

    def _begins(self, number: int, deal: Deal) -> None:
        """Check that a deal begins with the dealer and the points that the deal before names."""
        place = Place(deal.span.line, deal.span.column, number)
        named = deal.attribute("dealer")
        if named and self.dealer and named != self.dealer:
            words = "{dealer} deals, but the deal before names {claimed}"
            self._wrong("next.dealer", msg(words, dealer=named, claimed=self.dealer), place)
        stated = deal.points
        if len(stated) != self.game.seats:
            return
        if None not in self.before and self._differ(stated, self.before):
            words = "this deal begins with {recorded}, but the deal before left {due}"
            begins_words = msg(words, recorded=listed(stated), due=listed(self.before))
            self._wrong("score.chain", begins_words, place)
        self.before = stated

    def _net(self, deal: Deal, points: Totals, place: Place) -> None:
        """Check that the changes add up to nothing, and are those of the payments."""
        total = in_all(points)
        if self.wrong_change is not None:
            for seat, number in enumerate(points):
                claim = Claim("net", seat)
                if seat != self.wrong_change or number is None:
                    self._unchecked(claim, place)
                    continue
                due = number - (total or 0)
                words = changed(seat, number, due)
                self._wrong("net.differs", words, place, claim, numbers=(number, due))
            return
        # Only the sum is known to be wrong, not whose number, so no seat is named.
        if total is not None and self._is_off(total):
            adds = (
                "the numbers of `{claim}` add up to {found}, not to {total}: what one "
                "player loses, another wins"
            )
            self._wrong(
                "pay.zero",
                msg(adds, claim="net", found=total, total=0),
                place,
                Claim("net"),
            )
            return
        paid = _paid(deal, self.game.seats)
        by_seat = {seat: numbers for seat, *numbers in both_known(points, paid)}
        for seat in range(len(points)):
            claim = Claim("net", seat)
            if seat not in by_seat:
                self._unchecked(claim, place)
                continue
            change, due = by_seat[seat]
            words = changed(seat, change, due)
            self._weigh("net.differs", (change, due), words, place, claim)

    def _score(self, deal: Deal, points: Totals, change: Totals, place: Place) -> None:
        """Check that the totals are those before and what the deal changes.

        Their sum stays, whatever changes.
        """
        if deal.numbers("net") and None in change and None not in deal.numbers("net")[0]:
            for seat in range(len(points)):  # the row of changes is wrong, nobody knows whose
                self._unchecked(Claim("score", seat), place)
            return
        if self._contradicts(deal, points, change, place):
            return
        if self._sum_is_off(points, change):
            adds = (
                "the numbers of `{claim}` add up to {found}, not to {total}: what one "
                "player loses, another wins"
            )
            due, sum_stated = sum(known_points(self.before)), sum(known_points(points))
            words = msg(adds, claim="score", found=sum_stated, total=due)
            self._wrong("pay.zero", words, place, Claim("score"))
            return
        sums = both_known(self.before, change)
        right = {seat: (before, more) for seat, before, more in sums}
        meant = added(self.meant, change)
        for seat, after in enumerate(points[: len(change)]):
            claim = Claim("score", seat)
            if after is None or seat not in right:
                self._unchecked(claim, place)
                continue
            before, more = right[seat]
            if after == meant[seat]:
                before = after - more
            words = total(seat, after, before, more)
            self._weigh("score.chain", (after, before + more), words, place, claim)

    def _contradicts(self, deal: Deal, points: Totals, change: Totals, place: Place) -> bool:
        """Tell once that the totals and the row above them contradict each other."""
        ways = [contradict(taken(points, before), change, self._is_off)
                for before in (self.before, self.meant)]  # fmt: skip
        if not all(ways):
            return False
        seat, right = ways[0][0], taken(points, self.before)
        above = [line for line in deal.lines if isinstance(line.content, Pay | Points)
                 and line.content.keyword != "score"]  # fmt: skip
        span, keyword = above[0].span, above[0].content.keyword
        says = (
            "`{one}` and `{other}` contradict each other: {seat}'s points "
            "change by {recorded} in one and by {due} in the other"
        )
        words = msg(
            says,
            one=keyword,
            other="score",
            seat=seat_name(seat),
            recorded=f"{change[seat]:+d}",
            due=f"{right[seat]:+d}",
        )
        for other in range(len(points)):
            if other != seat:
                self._unchecked(Claim("score", other), place)
        self._wrong("score.chain", words, place, Claim("score", seat))
        entry = msg("`{claim}`", claim=keyword)
        self.findings[-1] = self.findings[-1].blaming_nobody(entry, Place(span.line, span.column))
        return True

    def _sum_is_off(self, points: Totals, change: Totals) -> bool:
        """Whether nobody tells the changes, and the totals add up to something else than before."""
        total = in_all(points)
        before = known_points(map(in_all, (self.before, self.meant)))
        if total is None or not before or None not in change:
            return False
        return all([self._is_off(total - left) for left in before])

    def end(self) -> None:
        """Check the headers that state the last totals and the order."""
        for header in self.game.headers:
            place = Place(header.span.line, header.span.column)
            shape = misshapen(header, self.game.seats)
            if shape is not None:
                self._wrong(CODES[header.key], shape, place, Claim("header", item=header.key))
            elif header.key == "Final-Score":
                self._final_score(header.value, place)
            elif header.key == "Ranking" and not self.pooled and self.game.deals:
                self._ranking(header.value, place)

    def _final_score(self, value: str, place: Place) -> None:
        """Check that the last totals are those that the last deal leaves."""
        stated = tuple([int(word) for word in value.split()])
        changes = summed(self.changes, len(stated))
        start = usual_start(stated, changes)
        if set(self.before) == {None} and start is not None:
            self.before = added((start,) * len(stated), changes)
        if None in self.before or not self.game.deals or not self._differ(stated, self.before):
            return
        words = "Final-Score is {recorded}, but the last deal left {due}"
        score_words = msg(words, recorded=listed(stated), due=listed(self.before))
        self._wrong("final.score", score_words, place)

    def _ranking(self, stated: str, place: Place) -> None:
        """Check that nobody with fewer points stands before somebody with more.

        How ties are told, rules say.
        """
        totals = all_known(self.before)
        if totals is None:
            return
        points = dict(zip(SEATS, totals, strict=False))
        letters = stated.replace("=", " ").split()
        order = [points[letter] for letter in letters if letter in points]
        if order != sorted(order, reverse=True):
            due = ranked(totals)
            self._wrong("next.rank", msg("the points give the order {due}", due=due), place)

    # ------------------------------------------------------------------ answers

    def _is_off(self, difference: int) -> bool:
        """Return whether a difference is a mistake whatever the rules."""
        if not self.stake:
            return difference != 0
        return difference % self.stake != 0

    def _differ(self, one: Sequence[int | None], other: Sequence[int | None]) -> bool:
        differences = known_points(taken(one, other))
        return any(map(self._is_off, differences))

    def _wrong(
        self,
        code: str,
        words: Message,
        place: Place,
        claim: Claim | None = None,
        *,
        numbers: tuple[int, int] | None = None,
    ) -> None:
        """Find an entry wrong; `numbers` are what is recorded and what is due."""
        verdict, recorded, expected = None, "", ""
        if claim is not None:
            verdict = self._answer("differs", claim, words, place)
        if verdict is not None and numbers is not None:
            recorded, expected = map(str, numbers)
            verdict = self.verdicts[-1] = replace(verdict, recorded=numbers[0], due=numbers[1])
            place = verdict.place
        self.findings.append(
            Finding.telling(
                code,
                "error",
                words,
                place,
                recorded=recorded,
                expected=expected,
                verdict=verdict,
            )
        )

    def _weigh(
        self, code: str, numbers: tuple[int, int], words: Message, place: Place, claim: Claim
    ) -> None:
        """Answer a claim of a number by the number that the sums give."""
        recorded, due = numbers
        if self._is_off(recorded - due):
            self._wrong(code, words, place, claim, numbers=numbers)
        else:
            self._agrees(claim, place, exactly=recorded == due)

    def _agrees(self, claim: Claim, place: Place, *, exactly: bool) -> None:
        if exactly:
            self._answer("agrees", claim, None, place)
        else:
            self._unchecked(claim, place)

    def _unchecked(self, claim: Claim, place: Place) -> None:
        self._answer("unverified", claim, _NO_RULES, place)

    def _answer(self, answer: Answer, claim: Claim, words: Message | None, place: Place) -> Verdict:
        verdict = Verdict(answer, claim, replace(place, seat=claim.seat), words)
        self.verdicts.append(verdict)
        return verdict


def _stake_by_sums(game: Game) -> int:
    """Return what may come to the table and go from it, where changes that add up to less tell it.

    Return nothing if players write other amounts than hundreds, or other sums are as frequent.
    """
    changes = [points for deal in game.deals for points in deal.numbers("net")]
    if any(number % _STAKES for points in changes for number in known_points(points)):
        return 0
    sums = [total for total in map(in_all, changes) if total]
    whole = sum(total % _STICK == 0 for total in sums)
    return _STICK if whole * 2 >= len(sums) > 0 else 0


def _knows_stakes(deal: Deal) -> bool:
    """Return whether points may lie on the table in that deal."""
    if deal.told(ReadySeats) or not _ON_THE_TABLE.isdisjoint(dict(deal.attributes)):
        return True
    if TABLE in chain.from_iterable(deal.paid()):
        return True
    acts = chain.from_iterable([turn.acts for turn in deal.turns])
    return any([isinstance(act, Ready) for act in acts])


def _others(line: Line) -> list[Claim]:
    """Return the claims of a line that no sum can check."""
    match line.content:
        case Pay(payments=payments, cause=cause):
            return [Claim("pay", payer, payee, cause) for payer, payee, _ in payments]
        case Items(keyword="fan", seat=seat, items=items):
            return [Claim("fan", seat, item=name) for name, _ in items]
        case Items(seat=seat):
            return [Claim("kong", seat)]
        case Next():
            return [Claim("next")]
        case _:
            return []


def _paid(deal: Deal, seats: int) -> Totals:
    """Return what the `pay` lines change for each seat; not known where they do not tell it all."""
    claims = deal.told(Pay)
    unknown = (None,) * seats
    if not claims or any([claim.cause for claim in claims]):
        return unknown
    change: Counter[Seat] = Counter()
    for payer, payee, points in deal.payments:
        if points is None:
            return unknown
        change[payer] -= points
        change[payee] += points
    return tuple([change[seat] for seat in range(seats)])
