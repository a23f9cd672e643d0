"""A deal of a sheet with one fact read otherwise: who won from whom, who was ready, and the like.

Each reading is one slip. The audit tries which of them makes everything else on the sheet fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, islice
from typing import Any, Final

from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.owed import Pair
from mjlog.model.findings import Claim, Place
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.record import (
    NOBODY,
    SEATS,
    TABLE,
    Content,
    Deal,
    Items,
    Line,
    ReadySeats,
    Seat,
    Tenpai,
    WinLine,
    seat_name,
    whole_number,
)
from mjlog.model.settlement import Score, Settlement
from mjlog.model.slips import Slip, SlipKind
from mjlog.referee.aftermath import header_entry
from mjlog.referee.rulebook import HandClaim

MOST_STEPS: Final = 8
"""Other worths of one hand that are tried."""


@dataclass(frozen=True, slots=True)
class Fact:
    """The deal with one fact read otherwise, and the slip that this would be.

    `pool` and `counters` are what lay on the table and how often the dealer has dealt on.
    """

    slip: Slip
    deal: Deal
    pool: int | None
    counters: int | None


Players = frozenset[Seat]
"""Players, and the table where what lies on it is concerned."""


@dataclass(frozen=True, slots=True)
class FactsAbout:
    """Facts of one sort, the likeliest first.

    `moving` are the players between whom and others payments change by them: among those beside
    them nothing does. None where any payment may change. `keeps_payers`: amounts change, and not
    who has something to pay. `hand` is the seat whose hand they are about.
    """

    moving: Players | None
    facts: Iterator[Fact]
    keeps_payers: bool = False
    hand: Seat = NOBODY

    def may_move(self, pair: Pair) -> bool:
        """Whether a payment between these two may be another one by such a fact."""
        if self.moving is None:
            return True
        concerned = {TABLE} if TABLE in pair else {*pair}
        return not self.moving.isdisjoint(concerned)


class Facts:
    """All facts of one deal that may be read otherwise.

    `ready_told`: the sheet has lines that say who was ready; else nobody knows.
    """

    def __init__(self, sheet: DealCheck, *, ready_told: bool) -> None:
        self.sheet = sheet
        self.deal = sheet.deal
        self.outcome = sheet.outcome
        self.ready_told = ready_told

    def __iter__(self) -> Iterator[FactsAbout]:
        """By sorts, the likeliest first."""
        winners = frozenset(winner.seat for winner in self.outcome.winners)
        players = frozenset(range(self.outcome.seats))
        to_nearest = {TABLE} if len(winners) > 1 else set()
        yield FactsAbout(winners | to_nearest, self._discarders())
        if self.ready_told:
            of_stakes = frozenset({TABLE}) if moves_stakes_alone(self.sheet) else None
            yield FactsAbout(of_stakes, self._ready())
        keeps_payers = not self.sheet.rules.scoring.scores_losers
        for each in self._claimed():
            moving = frozenset({each.seat})
            yield FactsAbout(moving, self._worths(each), keeps_payers, each.seat)
        yield FactsAbout(winners, self._counters(), keeps_payers)
        yield FactsAbout(frozenset({TABLE}), self._sticks())
        yield FactsAbout(None, self._tenpai())
        yield FactsAbout(players, self._dealers(), keeps_payers)
        for seat in sorted(players - winners):
            yield FactsAbout(winners | {seat, TABLE}, self._winners(seat))

    def _fact(self, slip: Slip, deal: Deal) -> Fact:
        return Fact(slip, deal, self.outcome.pool, self.outcome.counters)

    def _slip(self, kind: SlipKind, claim: Claim, line: Line | None, *told: str) -> Slip:
        span = self.deal.span if line is None else line.span
        place = Place(span.line, span.column, self.sheet.number, seat=claim.seat)
        recorded, expected = told
        return Slip(kind, claim, place, recorded, expected)

    # ------------------------------------------------------------------ the win

    def _discarders(self) -> Iterator[Fact]:
        """The winning tile came from another player, or was drawn."""
        for line, win in self._wins():
            for source in range(self.outcome.seats):
                if source != win.source and not win.robbed:
                    told = _how(win.source, win.seat), _how(source, win.seat)
                    slip = self._slip("discarder", Claim("win", win.seat), line, *told)
                    yield self._fact(slip, self._with(line, replace(win, source=source)))

    def _wins(self) -> Iterator[tuple[Line, WinLine]]:
        lines = self.deal.lines_of(WinLine)
        yield from zip(lines, self.deal.told(WinLine), strict=True)

    def _winners(self, seat: Seat) -> Iterator[Fact]:
        """Another player won: the deal stands in another column."""
        if len(self.outcome.winners) != 1 or self._shown():
            return
        for line, win in self._wins():
            if seat not in {win.seat, win.source}:
                told = seat_name(win.seat), seat_name(seat)
                slip = self._slip("winner", Claim("win", win.seat), line, *told)
                yield self._fact(slip, self._won_by(line, win, seat))

    def _shown(self) -> bool:
        return any(winner.tiles is not None for winner in self.outcome.winners)

    def _won_by(self, line: Line, win: WinLine, seat: Seat) -> Deal:
        """The deal won by another player, with the same hand."""
        source = seat if win.source == win.seat else win.source
        deal = self._with(line, replace(win, seat=seat, source=source))
        lines = tuple(_given_to(each, win.seat, seat) for each in deal.lines)
        return replace(deal, lines=lines)

    # ------------------------------------------------------------------ ready and tenpai

    def _ready(self) -> Iterator[Fact]:
        """One player more had declared ready, or one fewer."""
        lines = self.deal.lines_of(ReadySeats)
        line = lines[0] if lines else None
        named = {seat for told in self.deal.told(ReadySeats) for seat in told.seats}
        for other in self._toggled(whole=line is None):
            seats = tuple(sorted(named ^ {*other}))
            slip = self._slip("ready", Claim("ready", other[0]), line, _row(named), _row(seats))
            yield self._fact(slip, self._with(line, ReadySeats(seats)))

    def _toggled(self, *, whole: bool) -> Iterator[tuple[Seat, ...]]:
        """One seat each; several at once where the `whole` line is missing."""
        seats = self.outcome.seats
        for size in range(1, seats + 1 if whole else 2):
            yield from combinations(range(seats), size)

    def _tenpai(self) -> Iterator[Fact]:
        """One player more was one tile from winning, or one fewer."""
        for line, told in zip(self.deal.lines_of(Tenpai), self.deal.told(Tenpai), strict=True):
            for seat in range(self.outcome.seats):
                seats = tuple(sorted({*told.seats} ^ {seat}))
                claim = Claim("tenpai", seat)
                slip = self._slip("tenpai", claim, line, _row(told.seats), _row(seats))
                yield self._fact(slip, self._with(line, Tenpai(seats)))

    # ------------------------------------------------------------------ what hands are worth

    def _claimed(self) -> list[Score]:
        """The hands of which no tiles are shown, as the sheet claims them."""
        known = self.sheet.settlement
        scores = known.scores if isinstance(known, Settlement) else ()
        return [each for each in scores if each.claimed and each.seat in self.outcome.claimed]

    def _worths(self, score: Score) -> Iterator[Fact]:
        """Such a hand was worth more or less."""
        near = self.sheet.rules.scoring.near_claims
        if near is not None:
            for claim in islice(near(score.seat, self.outcome), MOST_STEPS):
                yield from self._worth(score, claim)

    def _worth(self, score: Score, claim: HandClaim) -> Iterator[Fact]:
        old = self.outcome.claimed[score.seat]
        keyword = "fan" if claim.items != old.items else "kong"
        line = next((each for each in self.deal.lines if _is_of(each, keyword, score.seat)), None)
        kind: SlipKind = "step" if keyword == "fan" else "kong"
        told = _listed(old, keyword), _listed(claim, keyword)
        slip = self._slip(kind, Claim(keyword, score.seat), line, *told)  # type: ignore[arg-type]
        yield self._fact(slip, self._claiming(score.seat, claim))

    def _claiming(self, seat: Seat, claim: HandClaim) -> Deal:
        """The deal with other claims of a hand."""
        kept = tuple(each for each in self.deal.lines if not _is_of(each, "", seat))
        items: list[Content] = [Items("fan", seat, claim.items)]
        items += [Items("kong", seat, claim.kongs)] if claim.kongs else []
        return replace(self.deal, lines=(*kept, *(Line(content) for content in items)))

    # ------------------------------------------------------------------ what lay on the table

    def _counters(self) -> Iterator[Fact]:
        """The dealer has dealt on more or less often."""
        word = self.sheet.rules.progress.counter_word or self.sheet.rules.progress.repeat_word
        counters = _counted(self.deal, word, self.outcome.counters)
        if not word or counters is None:
            return
        for number in _near(counters):
            slip = self._slip(
                "counters", Claim("next", item="counters"), None, str(counters), str(number)
            )
            deal = _with_word(self.deal, word, str(number))
            yield Fact(slip, deal, self.outcome.pool, number)

    def _sticks(self) -> Iterator[Fact]:
        """More or fewer points lay on the table before the deal."""
        pot, pool = self.sheet.rules.pot, self.outcome.pool
        if not pot.used or pool is None:
            return
        for number in _near(pool // pot.step):
            points = number * pot.step
            claim = Claim("pay", -2, item=pot.word)
            slip = self._slip("sticks", claim, None, str(pool), str(points))
            deal = _with_word(self.deal, pot.word, str(points // pot.unit))
            yield Fact(slip, deal, points, self.outcome.counters)

    # ------------------------------------------------------------------ the dealer

    def _dealers(self) -> Iterator[Fact]:
        """Another player deals."""
        if header_entry(self.deal) is None or self.deal.dealer == NOBODY:
            return
        for seat in range(self.outcome.seats):
            if seat != self.deal.dealer:
                told = seat_name(self.deal.dealer), seat_name(seat)
                slip = self._slip("dealer", Claim("next", item="dealer"), None, *told)
                yield self._fact(slip, _with_word(self.deal, "dealer", SEATS[seat]))

    def _with(self, line: Line | None, content: Content) -> Deal:
        """The deal with another content of a line, or with one line more."""
        if line is None:
            return replace(self.deal, lines=(Line(content), *self.deal.lines))
        changed = (
            replace(each, content=content) if each is line else each for each in self.deal.lines
        )
        return replace(self.deal, lines=tuple(changed))


def moves_stakes_alone(sheet: DealCheck) -> bool:
    """Whether nothing but stakes moves by who was ready: every hand is worth what is claimed."""
    known = sheet.settlement
    if not sheet.rules.pot.step or not isinstance(known, Settlement):
        return False
    return all(score.claimed for score in known.scores)


def _how(source: Seat, winner: Seat) -> str:
    return "self" if source == winner else f"from {seat_name(source)}"


def _row(seats: Iterable[Seat]) -> str:
    return " ".join(seat_name(seat) for seat in sorted(seats))


def _is_of(line: Line, keyword: str, seat: Seat) -> bool:
    """Whether the line claims something of that seat's hand."""
    content = line.content
    return isinstance(content, Items) and content.seat == seat and keyword in {"", content.keyword}


def _given_to(line: Line, old: Seat, new: Seat) -> Line:
    """The line about the other player, where it is about a hand."""
    if not _is_of(line, "", old):
        return line
    content: Any = line.content
    return replace(line, content=replace(content, seat=new))


def _listed(claim: HandClaim, keyword: str) -> str:
    items = claim.items if keyword == "fan" else claim.kongs
    return ", ".join(f"{name} {'?' if points is None else points}" for name, points in items)


def _near(number: int) -> list[int]:
    """Numbers that a slip makes of it: none, and some more or fewer."""
    return [
        each
        for each in dict.fromkeys((number - 1, number + 1, 0, number + 2))
        if 0 <= each != number
    ]


def _with_word(deal: Deal, name: str, said: str) -> Deal:
    """The deal with another value of a word of its header."""
    others = tuple((key, old) for key, old in deal.attributes if key != name)
    return replace(deal, attributes=(*others, (name, said)))


def _counted(deal: Deal, word: str, followed: int | None) -> int | None:
    """How often the dealer has dealt on: by the header, by the deal's name, as it follows."""
    told = deal.attribute(word), deal.label.partition(".")[2]
    return next((whole_number(each) for each in told if each), followed)
