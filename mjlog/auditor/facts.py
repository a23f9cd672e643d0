"""A deal of a sheet with one fact read otherwise: who won from whom, who was ready, and the like.

Each reading is one slip. The audit tries which of them makes everything else on the sheet fit.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, islice
from math import ceil
from typing import Any, Final

from mjlog.auditor.cells import least_off_by, off_by, pairs_off
from mjlog.auditor.deal_check import DealCheck, check_deal
from mjlog.auditor.owed import Pair, sum_of
from mjlog.auditor.payments import keeps_shares
from mjlog.model.findings import Claim, Kind, Place
from mjlog.model.lazy_dataclass import dataclass, kept, replace
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
    points_word,
    seat_name,
    whole_number,
)
from mjlog.model.settlement import Score, Settlement
from mjlog.model.slips import Slip, SlipKind
from mjlog.referee.aftermath import header_entry
from mjlog.referee.rulebook import NEVER, HandClaim, Outcome, Unclear

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
    """Which entry was written wrong."""
    return slip.place.line, slip.claim.kind


@dataclass(frozen=True, slots=True)
class Draft:
    """A fact that may be read otherwise, not yet worked out: most are never looked at.

    `least` tells how many slips it leaves at least, by what costs next to nothing; `is_wrong`
    whether it leaves any for sure, which is asked where it may leave none. Where it may leave some,
    `moves_nothing` tells whether everything stays due as it was, and `left` how many slips it
    leaves at least by its settlement alone.
    """

    entry: Entry
    fact: Callable[[], Fact]
    least: Callable[[], int] = int
    is_wrong: Callable[[], bool] = bool
    moves_nothing: Callable[[], bool] = bool
    left: Callable[[], int] = int


Players = frozenset[Seat]
"""Players, and the table where what lies on it is concerned."""


@dataclass(frozen=True, slots=True)
class FactsAbout:
    """Facts of one sort, the likeliest first.

    `moving` are the players between whom and others payments change by them: among those beside
    them nothing does. None where any payment may change. `keeps_payers`: amounts change, and not
    who has something to pay. `hand` is the seat whose hand they are about. `unpaid` is the winner
    to whom nobody owes anything by them, `rising` the player to whom everybody owes more by them,
    or everybody less, by each of them alone, `spared` one who by them pays nobody. `least` is how
    many slips they leave at least, `entries` how many entries of the sheet they read otherwise at
    most.
    """

    moving: Players | None
    drafts: Iterator[Draft]
    keeps_payers: bool = False
    hand: Seat = NOBODY
    unpaid: Seat = NOBODY
    rising: Seat = NOBODY
    spared: Seat = NOBODY
    least: int = 0
    entries: int = 1

    def may_move(self, pair: Pair) -> bool:
        """Whether a payment between these two may be another one by such a fact."""
        if self.moving is None:
            return True
        if TABLE in pair:
            return TABLE in self.moving
        return not self.moving.isdisjoint(pair)


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
        winners = frozenset(self.outcome.winning_seats)
        yield self._about_discarders(winners)
        if self.ready_told:
            of_stakes = frozenset({TABLE}) if moves_stakes_alone(self.sheet) else None
            lays_none = self._keeps_payers and bool(winners) and not self.sheet.rules.pot.step
            yield FactsAbout(of_stakes, self._ready(), lays_none)
        yield from self._about_worths(winners)
        yield FactsAbout(frozenset({TABLE}), self._sticks())
        yield FactsAbout(None, self._tenpai(), entries=len(self.deal.told(Tenpai)))
        yield from self._about_players(winners)

    @kept
    def _keeps_payers(self) -> bool:
        """Whether other worths leave it as it was who has something to pay."""
        return not self.sheet.rules.scoring.scores_losers

    def _about_discarders(self, winners: Players) -> FactsAbout:
        """From whom the winning tiles came."""
        # What lies on the table goes to the nearest of several winners.
        moving = winners | {TABLE} if len(winners) > 1 else winners
        # Whoever threw the tile, what the others pay the winner goes together.
        unequal = 0 if keeps_shares(self.sheet, self.sheet.rules) else 1
        least = max(unequal, self._bystanders())
        wins = len(self.deal.told(WinLine))
        return FactsAbout(moving, self._discarders(), least=least, entries=wins)

    def _about_worths(self, winners: Players) -> Iterator[FactsAbout]:
        """What hands are worth, and how often the dealer has dealt on."""
        of_worth = 2 if self.sheet.rules.scoring.kong_names else 1
        is_alone = len(self.sheet.worlds) == 1 and not self._is_liable
        for each in self._claimed():
            yield FactsAbout(
                frozenset({each.seat}),
                self._worths(each),
                self._keeps_payers,
                hand=each.seat,
                rising=each.seat if is_alone else NOBODY,
                entries=of_worth,
            )
        rising = min(winners) if is_alone and len(winners) == 1 else NOBODY
        yield FactsAbout(winners, self._counters(), self._keeps_payers, rising=rising)

    def _about_players(self, winners: Players) -> Iterator[FactsAbout]:
        """Who deals, and who won."""
        players, unpaid = frozenset(range(self.outcome.seats)), self._only_winner()
        paid = players if unpaid == NOBODY else frozenset({unpaid})
        yield FactsAbout(paid, self._dealers(), self._keeps_payers)
        wins = len(self.deal.told(WinLine))
        for seat in sorted(players - winners):
            moving = winners | {seat, TABLE}
            spared = seat if self.sheet.rules.scoring.spares_winners else NOBODY
            won = self._winners(seat)
            yield FactsAbout(moving, won, unpaid=unpaid, spared=spared, entries=wins)

    def _bystanders(self) -> int:
        """How many payments are wrong at least wherever else the winning tile came from.

        Whoever did not throw it pays nothing, and all others pay for one that was drawn.
        """
        least, winners = self._least_of_bystanders(), self.outcome.winners
        if least is None or len(winners) != 1:
            return 0
        winner = winners[0].seat
        others = self.outcome.others(winner)
        told = {each: sum_of(self.sheet.told_between((each, winner))) or 0 for each in others}
        if not any(told.values()):
            return 0
        small = [seat for seat, points in told.items() if 0 < points < least]
        missing = sum([not points for points in told.values()])
        return min(
            [
                ceil(missing / 2) if source == winner else len(small) - (source in small)
                for source in self.outcome.others(winners[0].source)
            ]
        )

    def _least_of_bystanders(self) -> int | None:
        """The least that one pays who neither drew nor threw the winning tile; None for any amount.

        Where nobody is liable for the hand, such a player pays nothing.
        """
        scoring, known = self.sheet.rules.scoring, self.sheet.settlement
        if not scoring.liability or not isinstance(known, Settlement) or self._is_liable:
            return scoring.bystander_least
        return NEVER

    @kept
    def _is_liable(self) -> bool:
        """Whether somebody answers for a hand."""
        cause, known = self.sheet.rules.scoring.liability, self.sheet.settlement
        if not cause or not isinstance(known, Settlement):
            return False
        return cause in [each.cause for each in known.payments]

    def _only_winner(self) -> Seat:
        """The winner who alone is paid; nobody where others may be, too."""
        known, winners = self.sheet.settlement, self.outcome.winners
        if len(winners) != 1 or self.sheet.rules.scoring.scores_losers:
            return NOBODY
        if not isinstance(known, Settlement):
            return NOBODY
        seat = winners[0].seat
        others = {each.payee for each in known.payments} - {seat, TABLE}
        return NOBODY if others else seat

    def _fact(self, slip: Slip, deal: Deal) -> Fact:
        return Fact(slip, deal, self.outcome.pool, self.outcome.counters)

    def _draft(
        self,
        kind: Kind,
        line: Line | None,
        fact: Callable[[], Fact],
    ) -> Draft:
        return Draft((self._line_of(line), kind), fact)

    def _line_of(self, line: Line | None) -> int:
        """In which line of the record it stands; a missing one would be where the deal begins."""
        return (self.deal.span if line is None else line.span).line

    def _slip(self, kind: SlipKind, claim: Claim, line: Line | None, *told: str) -> Slip:
        span = self.deal.span if line is None else line.span
        place = Place(span.line, span.column, self.sheet.number, seat=claim.seat)
        recorded, expected = told
        return Slip(kind, claim, place, recorded, expected)

    # ------------------------------------------------------------------ the win

    def _discarders(self) -> Iterator[Draft]:
        """The winning tile came from another player, or was drawn."""
        for line, win in self.deal.with_lines(WinLine):
            if win.robbed:
                continue
            for source in self._sources(win):
                thrown = partial(self._thrown_by, source, line, win)
                if self._tells_all:
                    won = partial(self._won_from, source, win.seat)
                    yield self._by_outcome("win", line, thrown, won)
                else:
                    yield self._draft("win", line, thrown)

    @property
    def _tells_all(self) -> bool:
        """Whether the outcome tells all that counts: these rules look nothing else up in it."""
        play = self.sheet.rules.play
        return play.collect_events is None or play.events_are_claimed

    def _won_from(self, source: Seat, seat: Seat) -> Outcome:
        """What the deal came to, with the winning tile of that seat from another player."""
        winners = [
            replace(each, source=source, own_draw=source == seat) if each.seat == seat else each
            for each in self.outcome.winners
        ]
        return replace(self.outcome, winners=tuple(winners))

    def _sources(self, win: WinLine) -> list[Seat]:
        """Where the tile may have come from: first from whom the payments on the sheet tell."""
        players = self.outcome.others(win.seat)
        payers = [seat for seat in players if self._has_paid(seat, win.seat)]
        likely = [win.seat] if payers == [*players] else payers
        others = [*self.outcome.others(win.source)]
        return [*filter(likely.__contains__, others), *(s for s in others if s not in likely)]

    def _has_paid(self, payer: Seat, payee: Seat) -> bool:
        told = self.sheet.told_between((payer, payee)).values()
        return any([amount.points for amount in told])

    def _thrown_by(self, source: Seat, line: Line, win: WinLine) -> Fact:
        told = _how(win.source, win.seat), _how(source, win.seat)
        slip = self._slip("discarder", Claim("win", win.seat), line, *told)
        return self._fact(slip, self._with(line, replace(win, source=source)))

    def _winners(self, seat: Seat) -> Iterator[Draft]:
        """Another player won: the deal stands in another column."""
        if len(self.outcome.winners) != 1 or self._shown():
            return
        for line, win in self.deal.with_lines(WinLine):
            if seat not in {win.seat, win.source}:
                yield self._draft("win", line, partial(self._won_by, seat, line, win))

    def _shown(self) -> bool:
        return any([winner.tiles is not None for winner in self.outcome.winners])

    def _won_by(self, seat: Seat, line: Line, win: WinLine) -> Fact:
        told = seat_name(win.seat), seat_name(seat)
        slip = self._slip("winner", Claim("win", win.seat), line, *told)
        return self._fact(slip, self._given_to(seat, line, win))

    def _given_to(self, seat: Seat, line: Line, win: WinLine) -> Deal:
        """The deal won by another player, with the same hand."""
        source = win.source
        if source == win.seat:
            source = seat
        deal = self._with(line, replace(win, seat=seat, source=source))
        lines = [_given_to(each, win.seat, seat) for each in deal.lines]
        return replace(deal, lines=tuple(lines))

    # ------------------------------------------------------------------ ready and tenpai

    def _ready(self) -> Iterator[Draft]:
        """One player more had declared ready, or one fewer."""
        line = next(iter(self.deal.lines_of(ReadySeats)), None)
        named: set[Seat] = set()
        for told in self.deal.told(ReadySeats):
            named.update(told.seats)
        for other in self._toggled(whole=line is None):
            readied = partial(self._readied, other, line, named)
            # Whoever won without having declared ready may have won by such a fact.
            if self._tells_all and not self.outcome.false_wins:
                ready = frozenset({*named} ^ {*other})
                readied_to = partial(self._with_ready, ready)
                beside = partial(self._wrong_beside, other)
                yield self._by_outcome("ready", line, readied, readied_to, beside)
            else:
                yield self._draft("ready", line, readied)

    def _wrong_beside(self, seats: Sequence[Seat]) -> int:
        """How many slips stay at least of payments by others, whoever of these was ready."""
        drawn = all([winner.own_draw for winner in self.outcome.winners])
        if not drawn or not self.sheet.rules.scoring.ready_alone:
            return 0
        return ceil(sum([pair[0] not in seats for pair, _ in pairs_off(self.sheet)]) / 2)

    def _with_ready(self, seats: Players) -> Outcome:
        """What the deal came to, if these had declared ready."""
        return replace(self.outcome, ready=seats)

    def _readied(self, other: Sequence[Seat], line: Line | None, named: Collection[Seat]) -> Fact:
        seats = tuple(sorted({*named} ^ {*other}))
        slip = self._slip("ready", Claim("ready", other[0]), line, _row(named), _row(seats))
        return self._fact(slip, self._with(line, ReadySeats(seats)))

    def _toggled(self, *, whole: bool) -> Iterator[tuple[Seat, ...]]:
        """One seat each; several at once where the `whole` line is missing."""
        seats = range(self.outcome.seats)
        most = len(seats) if whole else 1
        for size in range(1, most + 1):
            yield from combinations(seats, size)

    def _tenpai(self) -> Iterator[Draft]:
        """One player more was one tile from winning, or one fewer."""
        for line, told in self.deal.with_lines(Tenpai):
            for seat in range(self.outcome.seats):
                yield self._draft("tenpai", line, partial(self._waiting, seat, line, told))

    def _waiting(self, seat: Seat, line: Line, told: Tenpai) -> Fact:
        seats = tuple(sorted({*told.seats} ^ {seat}))
        slip = self._slip("tenpai", Claim("tenpai", seat), line, _row(told.seats), _row(seats))
        return self._fact(slip, self._with(line, Tenpai(seats)))

    # ------------------------------------------------------------------ what hands are worth

    def _claimed(self) -> list[Score]:
        """The hands of which no tiles are shown, as the sheet claims them."""
        known = self.sheet.settlement
        if not isinstance(known, Settlement):
            return []
        scores = [score for score in known.scores if score.claimed]
        return [score for score in scores if score.seat in self.outcome.claimed]

    def _worths(self, score: Score) -> Iterator[Draft]:
        """Such a hand was worth more or less."""
        near, seat = self.sheet.rules.scoring.near_claims, score.seat
        if near is None:
            return
        old = self.outcome.claimed[seat]
        of_items, of_kongs = self._stating("fan", seat), self._stating("kong", seat)
        for number, claim in enumerate(islice(near(seat, self.outcome), MOST_STEPS)):
            if claim.items == old.items:
                worth = partial(self._of_kongs, seat, of_kongs, claim)
                other = partial(self._claimed_as, seat, claim)
                yield self._by_outcome("kong", of_kongs, worth, other)
            else:
                worth = partial(self._of_items, seat, of_items, claim)
                wrong: Callable[[], bool] = partial(self._is_not_worth, score, claim)
                # The nearest is the likeliest: to read it costs less than to settle it before.
                if not number and not _points_of(score):
                    wrong = partial(self._is_no_share_of_dealer, self.outcome.dealer)
                stays = partial(self._is_worth_as_much, score, claim)
                left = partial(self._left_by, partial(self._claimed_as, seat, claim))
                entry: Entry = self._line_of(of_items), "fan"
                yield Draft(entry, worth, is_wrong=wrong, moves_nothing=stays, left=left)

    def _is_worth_as_much(self, score: Score, claim: HandClaim) -> bool:
        """Whether a hand moves the same points by such a worth: as many move by a limit."""
        claimed = self.sheet.rules.scoring.claimed
        # Whoever is liable is so for one worth and not for another.
        if claimed is None or not _points_of(score) or self._least_of_bystanders() != NEVER:
            return False
        other = claimed(score.seat, self._claimed_as(score.seat, claim))
        return not isinstance(other, Unclear) and _points_of(other) == _points_of(score)

    def _claimed_as(self, seat: Seat, claim: HandClaim) -> Outcome:
        """What the deal came to, with another claim of a hand."""
        return replace(self.outcome, claimed={**self.outcome.claimed, seat: claim})

    def _is_not_worth(self, score: Score, claim: HandClaim) -> bool:
        """Whether something is wrong for sure by such a worth of a hand."""
        if self._is_no_share_of_dealer(self.outcome.dealer):
            return True
        claimed = self.sheet.rules.scoring.claimed
        outcome = self._claimed_as(score.seat, claim)
        if claimed is None or self._more_paid is None or not _points_of(score):
            return self._off_by(outcome) > 0
        other = claimed(score.seat, outcome)
        points = 0 if isinstance(other, Unclear) else _points_of(other)
        if not points:
            return self._off_by(outcome) > 0
        return points - _points_of(score) != self._more_paid

    @kept
    def _more_paid(self) -> int | None:
        """How much more the sheet pays the only winner than is due; None where it is silent."""
        known, winners = self.sheet.settlement, self.outcome.winners
        if len(winners) != 1 or not isinstance(known, Settlement) or known.shared:
            return None
        winner = winners[0].seat
        told = [self.sheet.told_between((payer, winner)) for payer in self.outcome.others(winner)]
        paid = [sum_of(amounts) for amounts in told if amounts]
        if not paid or None in paid:
            return None
        due = [each for each in known.payments if each.payee == winner and each.payer != TABLE]
        return sum(filter(None, paid)) - sum([each.points for each in due])

    def _stating(self, keyword: str, seat: Seat) -> Line | None:
        """The line that claims something of that sort of a hand."""
        stating = [each for each in self.deal.lines if _is_of(each, keyword, seat)]
        return next(iter(stating), None)

    def _of_items(self, seat: Seat, line: Line | None, claim: HandClaim) -> Fact:
        old = self.outcome.claimed[seat]
        told = _listed(old.items), _listed(claim.items)
        slip = self._slip("step", Claim("fan", seat), line, *told)
        return self._claimed_by(slip, seat, claim)

    def _of_kongs(self, seat: Seat, line: Line | None, claim: HandClaim) -> Fact:
        old = self.outcome.claimed[seat]
        told = _listed(old.kongs), _listed(claim.kongs)
        slip = self._slip("kong", Claim("kong", seat), line, *told)
        return self._claimed_by(slip, seat, claim)

    def _claimed_by(self, slip: Slip, seat: Seat, claim: HandClaim) -> Fact:
        deal, outcome = self._claiming(seat, claim), self._claimed_as(seat, claim)
        return Fact(slip, deal, outcome.pool, outcome.counters, outcome)

    def _claiming(self, seat: Seat, claim: HandClaim) -> Deal:
        """The deal with other claims of a hand."""
        others = [each for each in self.deal.lines if not _is_of(each, "", seat)]
        items: list[Content] = [Items("fan", seat, claim.items)]
        if claim.kongs:
            items.append(Items("kong", seat, claim.kongs))
        return replace(self.deal, lines=(*others, *map(Line, items)))

    # ------------------------------------------------------------------ what lay on the table

    def _counters(self) -> Iterator[Draft]:
        """The dealer has dealt on more or less often."""
        word = self.sheet.rules.progress.counter_word or self.sheet.rules.progress.repeat_word
        counters = _counted(self.deal, word, self.outcome.counters)
        if not word or counters is None:
            return
        if counters == self.sheet.counters_due:
            return  # the deal before bears them out
        for number in _near(counters):
            counted = partial(self._counted, number, counters, word)
            least = partial(self._not_rising, number - counters)
            wrong = partial(self._is_not_so_often, number, counters)
            left: Callable[[], int] = partial(self._left_by, partial(self._counting, number))
            if _counted(self.deal, word, None) is not None:  # the deal itself names them
                left = int
            yield Draft((self._line_of(None), "next"), counted, least, wrong, left=left)

    def _counting(self, number: int) -> Outcome:
        """What the deal came to, after so many deals of this dealer."""
        return replace(self.outcome, counters=number)

    def _is_not_so_often(self, number: int, counters: int) -> bool:
        """Whether something is wrong for sure by so many counters."""
        progress, payers = self.sheet.rules.progress, self.outcome.seats - 1
        points, more = progress.repeat_points, self._more_paid
        if points and more is not None and not points % payers:
            return more != (number - counters) * points
        word = progress.counter_word or progress.repeat_word
        if _counted(self.deal, word, None) is not None:  # the deal itself names them
            return False
        return self._off_by(replace(self.outcome, counters=number)) > 0

    def _not_rising(self, more: int) -> int:
        """How many slips so many counters more leave: whoever pays for a win pays more by them."""
        stay = [points for _, points in pairs_off(self.sheet) if points * more < 0]
        return ceil(len(stay) / 2)

    def _counted(self, number: int, counters: int, word: str) -> Fact:
        told = str(counters), str(number)
        slip = self._slip("counters", Claim("next", item="counters"), None, *told)
        deal = _with_word(self.deal, word, str(number))
        return Fact(slip, deal, self.outcome.pool, number)

    def _sticks(self) -> Iterator[Draft]:
        """More or fewer points lay on the table before the deal."""
        pot, pool = self.sheet.rules.pot, self.outcome.pool
        if not pot.used or pool is None:
            return
        for number in _near(pool // pot.step):
            yield self._draft("pay", None, partial(self._laid, number * pot.step, pool))

    def _laid(self, points: int, pool: int) -> Fact:
        pot = self.sheet.rules.pot
        claim = Claim("pay", -2, item=pot.word)
        slip = self._slip("sticks", claim, None, str(pool), str(points))
        deal = _with_word(self.deal, pot.word, str(points // pot.unit))
        return Fact(slip, deal, points, self.outcome.counters)

    # ------------------------------------------------------------------ the dealer

    def _dealers(self) -> Iterator[Draft]:
        """Another player deals."""
        dealer = self.deal.dealer
        if header_entry(self.deal) is None or dealer == NOBODY:
            return
        for seat in self.outcome.others(dealer):
            dealt = partial(self._dealt_by, seat, dealer)
            wrong = partial(self._is_not_of_dealers, dealer, seat)
            left = partial(self._left_by, partial(self._of_dealer, seat))
            yield Draft((self._line_of(None), "next"), dealt, is_wrong=wrong, left=left)

    def _is_not_of_dealers(self, dealer: Seat, seat: Seat) -> bool:
        """Whether another dealer leaves slips: payments between others stay as they are."""
        if self._is_no_share_of_dealer(seat):
            return True
        stay = [pair for pair, _ in pairs_off(self.sheet) if not {dealer, seat}.intersection(pair)]
        if stay and self._keeps_hands(seat):
            return True
        return self._off_by(self._of_dealer(seat)) > 0

    def _of_dealer(self, seat: Seat) -> Outcome:
        """What the deal came to, dealt by another player."""
        return replace(self.outcome, dealer=seat)

    def _is_no_share_of_dealer(self, dealer: Seat) -> bool:
        """Whether the sheet's payments for a drawn hand are not those of a game dealt by that seat.

        The dealer's share is another than that of the others, and these pay alike.
        """
        shares = self._shares
        if not shares:
            return False
        if dealer not in shares:
            return len({*shares.values()}) > 1
        return [*shares.values()].count(shares[dealer]) > 1

    @kept
    def _shares(self) -> Mapping[Seat, int]:
        """What each pays for a drawn hand, where the sheet tells all of it and nobody is liable."""
        scoring, winners = self.sheet.rules.scoring, self.outcome.winners
        if not scoring.dealer_pays_apart or len(winners) != 1 or not winners[0].own_draw:
            return {}
        if self._least_of_bystanders() != NEVER:
            return {}
        shares: dict[Seat, int] = {}
        for payer in self.outcome.others(winners[0].seat):
            plain = self.sheet.told_between((payer, winners[0].seat))
            points = plain[""].points if plain.keys() == {""} else None
            if points is None:
                return {}
            shares[payer] = points
        return shares

    def _by_outcome(
        self,
        kind: Kind,
        line: Line | None,
        fact: Callable[[], Fact],
        outcome: Callable[[], Outcome],
        least: Callable[[], int] = int,
    ) -> Draft:
        """A fact of which the settlement tells beforehand what it leaves."""
        wrong, left = partial(self._is_off, outcome), partial(self._left_by, outcome)
        return Draft((self._line_of(line), kind), fact, least, wrong, left=left)

    def _is_off(self, outcome: Callable[[], Outcome]) -> bool:
        """Whether payments are wrong for sure if the deal came to that."""
        return self._off_by(outcome()) > 0

    def _left_by(self, outcome: Callable[[], Outcome]) -> int:
        """How many slips are left at least if the deal came to that, by its settlement alone."""
        if self.sheet.assumption is not None or self._shown():
            return 0
        return least_off_by(self.sheet, check_deal(self.sheet.rules, outcome())[1])

    def _off_by(self, outcome: Outcome) -> int:
        """How many slips payments leave if the deal came to that, by its settlement alone."""
        if self.sheet.assumption is not None or self._shown():
            return 0
        return ceil(off_by(self.sheet, check_deal(self.sheet.rules, outcome)[1]) / 2)

    def _keeps_hands(self, dealer: Seat) -> bool:
        """Whether all hands count the same if that player deals."""
        known, claimed = self.sheet.settlement, self.sheet.rules.scoring.claimed
        if not isinstance(known, Settlement) or claimed is None:
            return False
        other = replace(self.outcome, dealer=dealer)
        for score in known.scores:
            if not score.claimed or claimed(score.seat, other) != score:
                return False
        return True

    def _dealt_by(self, seat: Seat, dealer: Seat) -> Fact:
        told = seat_name(dealer), seat_name(seat)
        slip = self._slip("dealer", Claim("next", item="dealer"), None, *told)
        return self._fact(slip, _with_word(self.deal, "dealer", SEATS[seat]))

    def _with(self, line: Line | None, content: Content) -> Deal:
        """The deal with another content of a line, or with one line more."""
        if line is None:
            return replace(self.deal, lines=(Line(content), *self.deal.lines))
        lines = [*self.deal.lines]
        for at, each in enumerate(lines):
            if each is line:
                lines[at] = replace(line, content=content)
        return replace(self.deal, lines=tuple(lines))


def _points_of(score: Score) -> int:
    """The points that a hand moves which is counted in another unit; 0 where nobody tells."""
    if score.unit == "points":
        return 0
    for item in score.worth:
        if item.name == "points":
            return item.points
    return 0


def moves_stakes_alone(sheet: DealCheck) -> bool:
    """Whether nothing but stakes moves by who was ready: every hand is worth what is claimed."""
    known = sheet.settlement
    if not sheet.rules.pot.step or not isinstance(known, Settlement):
        return False
    return all([score.claimed for score in known.scores])


def _how(source: Seat, winner: Seat) -> str:
    if source == winner:
        return "self"
    return f"from {seat_name(source)}"


def _row(seats: Iterable[Seat]) -> str:
    return " ".join(map(seat_name, sorted(seats)))


def _is_of(line: Line, keyword: str, seat: Seat) -> bool:
    """Whether the line claims something of that seat's hand."""
    content = line.content
    if not isinstance(content, Items) or content.seat != seat:
        return False
    return keyword in {"", content.keyword}


def _given_to(line: Line, old: Seat, new: Seat) -> Line:
    """The line about the other player, where it is about a hand."""
    if not _is_of(line, "", old):
        return line
    content: Any = line.content
    return replace(line, content=replace(content, seat=new))


def _listed(items: Iterable[tuple[str, int | None]]) -> str:
    words = [f"{name} {points_word(points)}" for name, points in items]
    return ", ".join(words)


def _near(number: int) -> list[int]:
    """Numbers that a slip makes of it: none, and some more or fewer."""
    likely = dict.fromkeys((number - 1, number + 1, 0, number + 2))
    likely.pop(number, None)
    return [each for each in likely if each >= 0]


def _with_word(deal: Deal, name: str, said: str) -> Deal:
    """The deal with another value of a word of its header."""
    others = [(key, old) for key, old in deal.attributes if key != name]
    return replace(deal, attributes=(*others, (name, said)))


def _counted(deal: Deal, word: str, followed: int | None) -> int | None:
    """How often the dealer has dealt on: by the header, by the deal's name, as it follows."""
    told = deal.attribute(word), deal.label.partition(".")[2]
    for number in filter(None, told):
        return whole_number(number)
    return followed
