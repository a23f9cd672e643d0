"""A deal of a sheet with one fact read otherwise: who won from whom, who was ready, and the like.

Each reading is one slip. The audit tries which of them makes everything else on the sheet fit.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import combinations, islice
from typing import Any, Final

from mjlog.auditor.deal_check import DealCheck
from mjlog.model.findings import Claim, Kind, Place
from mjlog.model.frozen import value
from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.messages import Message, msg
from mjlog.model.record import (
    NOBODY,
    SEATS,
    Content,
    Deal,
    Items,
    Line,
    ReadySeats,
    Seat,
    Tenpai,
    WinLine,
    points_word,
    seat_name,
    whole_number,
)
from mjlog.model.settlement import Score, Settlement
from mjlog.model.slips import Slip, SlipKind
from mjlog.referee.aftermath import header_entry
from mjlog.referee.rulebook import HandClaim, Outcome

MOST_STEPS: Final = 8
"""Other worths of one hand that are tried."""


@dataclass(frozen=True, slots=True)
class Fact:
    """The deal with one fact read otherwise, and the slip that this would be.

    `pool` and `counters` are what lay on the table and how often the dealer has dealt on. Where
    nothing but claims of hands is read otherwise, `of_claims` is what the deal came to by them, but
    for what the rules look up in it.
    """

    slip: Slip
    deal: Deal
    pool: int | None
    counters: int | None
    of_claims: Outcome | None = None


Entry = tuple[int, Kind]
"""A line, and what it claims."""


def entry_of(slip: Slip) -> Entry:
    """Return which entry was written wrong."""
    return slip.place.line, slip.claim.kind


def facts_of(sheet: DealCheck, *, ready_told: bool) -> Iterator[Fact]:
    """Yield the deal with each entry read otherwise, the likeliest sort of entry first.

    `ready_told`: the sheet has lines that say who was ready; else nobody knows.
    """
    readings = _Readings(sheet)
    for suspect in SHEET:
        if ready_told or suspect.kind != "ready":
            yield from suspect.propose(readings)


def names_of(sheet: DealCheck) -> Iterator[Fact]:
    """Yield the readings of those entries that name a player and decide no amount by themselves."""
    readings = _Readings(sheet)
    for suspect in SHEET:
        if suspect.is_name:
            yield from suspect.propose(readings)


class _Readings:
    """One deal, and what generates its readings, sort by sort."""

    def __init__(self, sheet: DealCheck) -> None:
        self.sheet = sheet
        self.deal = sheet.deal
        self.outcome = sheet.outcome

    def _fact(self, slip: Slip, deal: Deal) -> Fact:
        return Fact(slip, deal, self.outcome.pool, self.outcome.counters)

    def _slip(self, kind: SlipKind, claim: Claim, line: Line | None, *told: str) -> Slip:
        span = self.deal.span if line is None else line.span
        place = Place(span.line, span.column, self.sheet.number, seat=claim.seat)
        recorded, expected = told
        return Slip(kind, claim, place, recorded, expected)

    # ------------------------------------------------------------------ the win

    def discarders(self) -> Iterator[Fact]:
        """Yield the winning tile came from another player, or was drawn."""
        for line, win in self.deal.with_lines(WinLine):
            if win.robbed:
                continue
            for source in self._sources(win):
                sources = _how(win.source, win.seat), _how(source, win.seat)
                slip = self._slip("discarder", Claim("win", win.seat), line, *sources)
                yield self._fact(slip, self._with(line, replace(win, source=source)))

    def _sources(self, win: WinLine) -> list[Seat]:
        """Return the seats that the tile may come from: first those who pay on the sheet."""
        players = self.outcome.others(win.seat)
        payers = [seat for seat in players if self._has_paid(seat, win.seat)]
        likely = [win.seat] if payers == [*players] else payers
        others = [*self.outcome.others(win.source)]
        return [*filter(likely.__contains__, others), *(s for s in others if s not in likely)]

    def _has_paid(self, payer: Seat, payee: Seat) -> bool:
        payments = self.sheet.told_between((payer, payee)).values()
        return any([amount.points for amount in payments])

    def letters(self) -> Iterator[Fact]:
        """Yield the deal with another winner on the win line, all other lines as they are."""
        wins = self.deal.with_lines(WinLine)
        for line, win in wins:
            for seat in range(self.outcome.seats):
                if seat in {other.seat for _, other in wins}:
                    continue
                source = {win.seat: seat, seat: win.seat}.get(win.source, win.source)
                letters = seat_name(win.seat), seat_name(seat)
                slip = self._slip("winner", Claim("win", win.seat), line, *letters)
                other = replace(win, seat=seat, source=source)
                yield self._fact(slip, self._with(line, other))

    def winners(self) -> Iterator[Fact]:
        """Yield another player won: the deal stands in another column."""
        shown = any([winner.tiles is not None for winner in self.outcome.winners])
        if len(self.outcome.winners) != 1 or shown:
            return
        for seat in range(self.outcome.seats):
            for line, win in self.deal.with_lines(WinLine):
                if seat not in {win.seat, win.source}:
                    letters = seat_name(win.seat), seat_name(seat)
                    slip = self._slip("winner", Claim("win", win.seat), line, *letters)
                    yield self._fact(slip, self._given_to(seat, line, win))

    def _given_to(self, seat: Seat, line: Line, win: WinLine) -> Deal:
        """Return the deal won by another player, with the same hand."""
        source = seat if win.source == win.seat else win.source
        deal = self._with(line, replace(win, seat=seat, source=source))
        lines = [_given_to(each, win.seat, seat) for each in deal.lines]
        return replace(deal, lines=tuple(lines))

    # ------------------------------------------------------------------ ready and tenpai

    def ready(self) -> Iterator[Fact]:
        """Yield one player more had declared ready, or one fewer.

        Several where the line is missing.
        """
        line = next(iter(self.deal.lines_of(ReadySeats)), None)
        named = {seat for ready_line in self.deal.told(ReadySeats) for seat in ready_line.seats}
        players = range(self.outcome.seats)
        for size in range(1, len(players) + 1 if line is None else 2):
            for other in combinations(players, size):
                seats = tuple(sorted(named ^ {*other}))
                slip = self._slip("ready", Claim("ready", other[0]), line, _row(named), _row(seats))
                yield self._fact(slip, self._with(line, ReadySeats(seats)))

    def tenpai(self) -> Iterator[Fact]:
        """Yield one player more was one tile from winning, or one fewer."""
        for line, stated in self.deal.with_lines(Tenpai):
            for seat in range(self.outcome.seats):
                seats = tuple(sorted({*stated.seats} ^ {seat}))
                rows = _row(stated.seats), _row(seats)
                slip = self._slip("tenpai", Claim("tenpai", seat), line, *rows)
                yield self._fact(slip, self._with(line, Tenpai(seats)))

    # ------------------------------------------------------------------ what hands are worth

    def worths(self) -> Iterator[Fact]:
        """Yield a hand of which no tiles are shown was worth more or less."""
        near, settlement = self.sheet.rules.scoring.near_claims, self.sheet.settlement
        if near is None or not isinstance(settlement, Settlement):
            return
        for score in settlement.scores:
            if score.claimed and score.seat in self.outcome.claimed:
                for claim in islice(near(score.seat, self.outcome), MOST_STEPS):
                    yield self._worth(score.seat, claim)

    def _worth(self, seat: Seat, claim: HandClaim) -> Fact:
        old = self.outcome.claimed[seat]
        kind: SlipKind = "step"
        keyword: Kind = "fan"
        items = _listed(old.items), _listed(claim.items)
        if claim.items == old.items:
            kind, keyword = "kong", "kong"
            items = _listed(old.kongs), _listed(claim.kongs)
        stating = [each for each in self.deal.lines if _is_of(each, keyword, seat)]
        slip = self._slip(kind, Claim(keyword, seat), next(iter(stating), None), *items)
        outcome = replace(self.outcome, claimed={**self.outcome.claimed, seat: claim})
        deal = self._claiming(seat, claim)
        return Fact(slip, deal, outcome.pool, outcome.counters, outcome)

    def _claiming(self, seat: Seat, claim: HandClaim) -> Deal:
        """Return the deal with other claims of a hand."""
        others = [each for each in self.deal.lines if not _is_of(each, "", seat)]
        items: list[Content] = [Items("fan", seat, claim.items)]
        if claim.kongs:
            items.append(Items("kong", seat, claim.kongs))
        return replace(self.deal, lines=(*others, *map(Line, items)))

    def items(self) -> Iterator[Fact]:
        """Read one item of a shown hand as another of the same worth, as the seat wind's."""
        for line, stated in self.deal.with_lines(Items):
            score = self.sheet.score_of(stated.seat) if stated.keyword == "fan" else None
            if not isinstance(score, Score) or score.claimed:
                continue
            due = [(item.name, item.points) for item in score.items]
            sums = [item.name for item in (*score.totals, *score.worth)]
            names = self.sheet.rules.scoring.item_names.difference(sums)
            wrong = [item for item in stated.items if item not in due and item[0] in names]
            missing = [item for item in due if item not in stated.items]
            if len(wrong) != 1 or len(missing) != 1 or wrong[0][1] != missing[0][1]:
                continue
            claim = Claim("fan", stated.seat, item=wrong[0][0])
            slip = self._slip("item", claim, line, wrong[0][0], missing[0][0])
            right = tuple([missing[0] if item == wrong[0] else item for item in stated.items])
            yield self._fact(slip, self._with(line, replace(stated, items=right)))

    # ------------------------------------------------------------------ what lay on the table

    def counters(self) -> Iterator[Fact]:
        """Yield the dealer has dealt on more or less often."""
        word = self.sheet.rules.progress.counter_word or self.sheet.rules.progress.repeat_word
        counters = _counted(self.deal, word, self.outcome.counters)
        # The deal before may bear them out.
        if not word or counters is None or counters == self.sheet.start.counters_due:
            return
        for number in _near(counters):
            numbers = str(counters), str(number)
            slip = self._slip("counters", Claim("next", item="counters"), None, *numbers)
            deal = _with_word(self.deal, word, str(number))
            yield Fact(slip, deal, self.outcome.pool, number)

    def sticks(self) -> Iterator[Fact]:
        """Yield readings in which more or fewer points lay on the table before the deal."""
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

    def dealers(self) -> Iterator[Fact]:
        """Yield another player deals."""
        dealer = self.deal.dealer
        if header_entry(self.deal) is None or dealer == NOBODY:
            return
        for seat in self.outcome.others(dealer):
            letters = seat_name(dealer), seat_name(seat)
            slip = self._slip("dealer", Claim("next", item="dealer"), None, *letters)
            yield self._fact(slip, _with_word(self.deal, "dealer", SEATS[seat]))

    def _with(self, line: Line | None, content: Content) -> Deal:
        """Return the deal with another content of a line, or with one line more."""
        if line is None:
            return replace(self.deal, lines=(Line(content), *self.deal.lines))
        lines = [
            replace(each, content=content) if each is line else each for each in self.deal.lines
        ]
        return replace(self.deal, lines=tuple(lines))


@value
class Suspect:
    """A sort of entry that people get wrong: a row of the table.

    `code` is that of its finding, `called` what the entry is called, with a field for the player.
    `propose` generates the readings. `names_people`: the entry says who did something. `is_name`:
    such an entry is doubted even if all amounts are right.
    """

    kind: SlipKind
    code: str
    called: Message
    propose: Callable[[_Readings], Iterator[Fact]]
    names_people: bool = False
    is_name: bool = False


def _with_values(_readings: _Readings) -> Iterator[Fact]:
    """Propose nothing: kong points are read otherwise along with the values of hands."""
    yield from ()


_NOBODY: Final = ""
SHEET: Final = (
    Suspect("discarder", "win.line", msg("how {seat} won", seat=_NOBODY), _Readings.discarders),
    Suspect(
        "ready", "ready.line", msg("who had declared ready"), _Readings.ready, names_people=True
    ),
    Suspect(
        "item",
        "score.item",
        msg("the name of an item in {seat}'s hand", seat=_NOBODY),
        _Readings.items,
        is_name=True,
    ),
    Suspect(
        "step", "score.item", msg("the value of {seat}'s hand", seat=_NOBODY), _Readings.worths
    ),
    Suspect("kong", "score.item", msg("{seat}'s kong points", seat=_NOBODY), _with_values),
    Suspect("counters", "next.counters", msg("the number of counters"), _Readings.counters),
    Suspect("sticks", "pay.pool", msg("the number of points on the table"), _Readings.sticks),
    Suspect(
        "tenpai",
        "tenpai.differs",
        msg("who was one tile from winning"),
        _Readings.tenpai,
        names_people=True,
    ),
    Suspect(
        "dealer",
        "next.dealer",
        msg("who deals"),
        _Readings.dealers,
        names_people=True,
        is_name=True,
    ),
    Suspect("winner", "win.line", msg("who won"), _Readings.winners, names_people=True),
    Suspect(
        "winner",
        "win.line",
        msg("who won"),
        _Readings.letters,
        names_people=True,
        is_name=True,
    ),
)
"""The entries of a sheet that are doubted, the likeliest first."""
BY_KIND: Final = {suspect.kind: suspect for suspect in SHEET}
"""The rows by the sort of slip."""


def moves_stakes_alone(sheet: DealCheck) -> bool:
    """Return whether nothing but stakes moves by who was ready.

    Every hand is worth what is claimed.
    """
    settlement = sheet.settlement
    if not sheet.rules.pot.step or not isinstance(settlement, Settlement):
        return False
    return all([score.claimed for score in settlement.scores])


def _how(source: Seat, winner: Seat) -> str:
    return "self" if source == winner else f"from {seat_name(source)}"


def _row(seats: Collection[Seat]) -> str:
    return " ".join(map(seat_name, sorted(seats)))


def _is_of(line: Line, keyword: str, seat: Seat) -> bool:
    """Return whether the line claims something of that seat's hand."""
    content = line.content
    if not isinstance(content, Items) or content.seat != seat:
        return False
    return keyword in {"", content.keyword}


def _given_to(line: Line, old: Seat, new: Seat) -> Line:
    """Return the line about the other player, if it is about a hand."""
    if not _is_of(line, "", old):
        return line
    content: Any = line.content
    return replace(line, content=replace(content, seat=new))


def _listed(items: Iterable[tuple[str, int | None]]) -> str:
    return ", ".join(f"{name} {points_word(points)}" for name, points in items)


def _near(number: int) -> list[int]:
    """Return the numbers that a slip makes of it: none, and some more or fewer."""
    likely = dict.fromkeys((number - 1, number + 1, 0, number + 2))
    likely.pop(number, None)
    return [each for each in likely if each >= 0]


def _with_word(deal: Deal, name: str, said: str) -> Deal:
    """Return the deal with another value of a word of its header."""
    others = [(key, old) for key, old in deal.attributes if key != name]
    return replace(deal, attributes=(*others, (name, said)))


def _counted(deal: Deal, word: str, followed: int | None) -> int | None:
    """Return how often the dealer has dealt on.

    By the header, by the deal's name, as it follows.
    """
    counted = deal.attribute(word), deal.label.partition(".")[2]
    for number in filter(None, counted):
        return whole_number(number)
    return followed
