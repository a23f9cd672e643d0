"""The smallest change of a sheet under which a deal without turns is consistent.

The audit counts the cells that do not fit what the rules make of the deal. Then it reads one fact
otherwise and counts again. The reading with the fewest slips explains the deal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from math import ceil
from operator import itemgetter
from typing import Final

from mjlog.auditor.cells import (
    how_few,
    how_many,
    right_lines,
    slips_no_stake_mends,
    slips_of_cells,
    strangers,
    wrong_pairs,
)
from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.facts import Draft, Entry, Fact, Facts, FactsAbout, entry_of
from mjlog.auditor.option_probe import START, shows_tiles
from mjlog.auditor.owed import Pair, sum_of
from mjlog.auditor.payments import contradicts_itself
from mjlog.model.findings import codes_of, of_kinds, seats_of
from mjlog.model.lazy_dataclass import dataclass, kept, replace
from mjlog.model.patience import go_on
from mjlog.model.record import NOBODY, TABLE, Pay, Points, Seat
from mjlog.model.settlement import Perhaps
from mjlog.model.slips import Explanation, Slip

_MOST: Final = 3
"""Readings of two facts are built on so many of one."""
_ENOUGH: Final = 2
_MOST_STAKES: Final = 4
"""Stakes that one deal may bring to the table: one of each player."""
_OF_HAND: Final = frozenset({"step", "kong"})
_MANY: Final = 1 << 30
_TABLE: Final = frozenset({TABLE})
_GAIN: Final = 2
"""Slips that a reading must save which leaves others to explain."""

Check = Callable[[Fact], DealCheck]
"""Judges the deal with a fact read otherwise."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A way to read the deal: what the rules make of it then, and the slips that are left.

    `left` is how many these are, `fact` the one that was read otherwise last, None where all are
    believed.
    """

    sheet: DealCheck
    facts: tuple[Slip, ...]
    left: int
    fact: Fact | None = None

    @property
    def size(self) -> int:
        """How many entries were written wrong, if the deal is read so."""
        return len(self.facts) + self.left

    @property
    def cells(self) -> list[Slip]:
        """The amounts that were written wrong, if the deal is read so."""
        return slips_of_cells(self.sheet)

    @property
    def slips(self) -> tuple[Slip, ...]:
        """All entries that were written wrong, if the deal is read so."""
        return (*self.facts, *self.cells)

    @property
    def explanation(self) -> Explanation:
        """The same as data, with the totals that come of it."""
        return Explanation(self.slips, self.sheet.points_due())

    def judged_by(self, first: DealCheck, check: Check) -> Candidate:
        """The same reading, judged anew."""
        if self.fact is None:
            return replace(self, sheet=first)
        return replace(self, sheet=check(self.fact))


def candidates(sheet: DealCheck, check: Check, *, ready_told: bool) -> list[Candidate]:
    """The smallest explanations of a deal, the one that believes its facts first.

    Empty where nothing has to be explained, or nothing can.
    """
    if not sheet.is_settled:
        return []
    plain = Candidate(sheet, (), how_many(sheet))
    if not plain.left:
        return []
    if is_certain(plain) and not sheet.rivals:
        return [plain]
    found = _with_facts(plain, check, ready_told=ready_told)
    if found and sheet.outcome.false_wins:
        return _smallest(found)
    smallest = _smallest([plain, *found])
    if smallest[0] is plain:
        smallest += [Candidate(rival, (), how_many(rival)) for rival in sheet.rivals]
    return smallest


def alike(sheet: DealCheck) -> tuple[object, ...]:
    """What rules have in common under which a deal without turns is explained alike.

    The points before the deal are told apart from what everybody starts with.
    """
    choices, outcome = sheet.rules.choices, sheet.outcome
    beside = choices.beside_payments | {START}
    # Options about tiles change nothing where no hand is known by its tiles.
    if not shows_tiles(sheet):
        beside |= choices.of_tiles
    chosen = tuple(each for each in sheet.rules.settings.items() if each[0] not in beside)
    known = (outcome.pool, outcome.counters, sheet.before, sheet.before_due, sheet.assumed_lines)
    return (id(sheet.deal), sheet.number, chosen, *known)


def is_borne_out(sheet: DealCheck) -> bool:
    """Whether one cell of a deal alone is off, and no other fact or rule would make it right."""
    if not sheet.is_settled:
        return False
    if how_few(sheet, 1) != 1:
        return False
    return is_certain(Candidate(sheet, (), 1))


def is_certain(plain: Candidate) -> bool:
    """Whether one cell alone is off, and others of the deal bear out all that it hangs on."""
    if plain.facts or plain.left > 1 or plain.sheet.outcome.false_wins:
        return False
    # Whole stakes also come of a player who was ready and is not named: that fact may be wrong.
    if _is_of_stakes(plain.cells[0], plain.sheet.rules.pot.step):
        return False
    deal, wrong = plain.sheet.deal, plain.cells[0].claim.kind
    others: list[Points | Pay] = [*deal.told(Points), *deal.told(Pay)]
    return any([each.keyword != wrong for each in others])


def _is_of_stakes(slip: Slip, step: int) -> bool:
    """Whether an amount is off by whole stakes, as where somebody's is left out.

    A payment that stands with another player is off by nothing.
    """
    if slip.kind in {"payer", "payee"}:
        return TABLE in {slip.claim.seat, slip.claim.payee}
    if not step:
        return False
    stakes, rest = divmod(abs(_number(slip.recorded) - _number(slip.expected)), step)
    return not rest and stakes <= _MOST_STAKES


def _number(word: str) -> int:
    if not word.lstrip("-").isdigit():
        return 0
    return int(word)


def _with_facts(plain: Candidate, check: Check, *, ready_told: bool) -> list[Candidate]:
    """The deal with one fact read otherwise, and with two where one is not enough."""
    search = _Search(plain, check, ready_told)
    single = search.from_reading(plain)
    fewest = min([each.size for each in (plain, *single)])
    # Every reading costs a settlement, so two facts are tried only where one leaves many slips.
    if fewest <= _ENOUGH:
        return single
    best = sorted(single, key=_size)[:_MOST]
    if not plain.sheet.outcome.false_wins:
        search.fewest = fewest
    return [*single, *chain.from_iterable(map(search.from_reading, best))]


@dataclass()
class _Search:
    """Goes through the facts of a deal that may be read otherwise.

    `room` is how many slips a reading may come to that leaves cells to explain. `by_hand`: another
    worth of a hand explains the deal, so that what contradicts it in other hands counts as a slip.
    `fewest` is to how many slips some reading comes, beside which others with more do not count.
    """

    plain: Candidate
    check: Check
    ready_told: bool
    room: int = 0
    by_hand: bool = False
    fewest: int = _MANY

    def from_reading(self, first: Candidate) -> list[Candidate]:
        """Readings with one fact more, of those with fewer slips, in the order of the facts.

        Facts are tried first by which all wrong payments may be others.
        """
        # So many facts explain nothing better than the wrong cells do by themselves.
        if len(first.facts) >= self.plain.left:
            return []
        loose = min(self.plain.left - _GAIN, self.fewest)
        tight = len(first.facts) + 1
        if loose <= tight and self._is_left:
            return []
        # One fact alone explains most sheets, and to find what leaves nothing costs less.
        if loose > tight and (_counts_wrong(self.plain.sheet) or not self._is_left):
            self.room = tight
            found = self._within(first)
            if found:
                return found
        self.room = loose
        return self._within(first)

    @kept
    def _is_left(self) -> bool:
        """Whether the sheet contradicts itself, so that a slip is left by any reading of facts."""
        return contradicts_itself(self.plain.sheet)

    def _within(self, first: Candidate) -> list[Candidate]:
        """The same, of those with so many slips as there is room for."""
        most = self._most_cells(first)
        wrong = [_Wrong(first.sheet, world, most) for world in first.sheet.worlds]
        found: dict[int, list[Candidate]] = {}
        for place, about, hands, left in self._likeliest_first(first, wrong):
            least = left + hands if self.by_hand else left
            if least <= most:
                found[place] = list(self._of_sort(first, about, least))
                most = self._most_cells(first)
        in_order = [found[place] for place in sorted(found)]
        return [*chain.from_iterable(in_order)]

    def _likeliest_first(self, first: Candidate, wrong: Sequence[_Wrong]) -> Iterator[_Sort]:
        """The sorts of facts, those first that leave the fewest slips and wrong hands.

        Where nothing may be left, those that leave wrong hands wait until the others are read:
        these may explain the hands, and then what the others leave is not even counted.
        """
        facts = enumerate(Facts(first.sheet, ready_told=self.ready_told))
        hands = wrong[0].hands
        sorts = [(place, about, len(hands - {about.hand})) for place, about in facts]
        left_by = wrong[0].left_by if len(wrong) == 1 else partial(_least_left_by, wrong)
        if self._most_cells(first):
            counted = [(*each, left_by(each[1])) for each in sorts]
            yield from sorted(counted, key=_by_what_is_left)
            return
        for each in sorted(sorts, key=itemgetter(2)):
            if self.by_hand and each[2]:
                return
            yield (*each, left_by(each[1]))

    def _of_sort(self, first: Candidate, about: FactsAbout, left: int) -> Iterator[Candidate]:
        """Readings of one sort, as long as the slips they leave for sure are few enough.

        Of several that make all fit and change one entry the first counts.
        """
        explained: set[Entry] = set()
        most = self._most_cells(first)
        if left > most:
            return
        for draft in about.drafts:
            if draft.entry in explained or _leaves_more(draft, most):
                continue
            each = self._read(first, draft.fact())
            if each is None:
                continue
            self._narrow(each)
            most = self._most_cells(first)  # fewer, where few slips explain the deal
            if not each.left:
                explained.add(draft.entry)
            yield each
            if left > most or len(explained) == about.entries:
                return

    def _most_cells(self, first: Candidate) -> int:
        """How many slips in cells may be left beside one fact more."""
        return max(0, self.room - len(first.facts) - 1)

    def _read(self, first: Candidate, fact: Fact) -> Candidate | None:
        """The reading; None where it leaves more cells to explain, or nothing is known by it."""
        go_on()
        sheet = self.check(fact)
        if not _is_known(sheet):
            return None
        left = how_few(sheet, self._most_cells(first))
        if left is None:
            return None
        return Candidate(sheet, (*first.facts, fact.slip), left, fact)

    def _narrow(self, found: Candidate) -> None:
        """Once few slips explain the deal, more are not looked for."""
        if self.fewest < _MANY:
            self.fewest = min(self.fewest, found.size)
            self.room = min(self.room, found.size)
        if found.size > _ENOUGH:
            return
        self.room = min(self.room, found.size)
        if found.fact is not None and found.fact.slip.kind in _OF_HAND:
            self.by_hand = True


_Sort = tuple[int, FactsAbout, int, int]
"""Facts of one sort: which, how many wrong hands they leave, and how many slips at least."""


def _leaves_more(draft: Draft, most: int) -> bool:
    """Whether a fact leaves more slips for sure than there may be."""
    if draft.least() > most:
        return True
    if not most:
        return draft.is_wrong()
    return draft.moves_nothing() or draft.left() > most


def _by_what_is_left(sort: _Sort) -> int:
    """How much facts of a sort leave wrong at least, hands that the sheet counts wrong included."""
    _, _, hands, left = sort
    return left + hands


@dataclass(frozen=True)
class _Wrong:
    """What does not fit if that is due: each part is worked out when a sort of facts asks for it.

    Changes count where nothing else may be due. A sort that leaves more than `most` slips is not
    tried, so nobody asks how many more these are.
    """

    sheet: DealCheck
    world: Perhaps
    most: int

    @kept
    def pairs(self) -> Sequence[tuple[Pair, int, bool]]:
        """Payments with how much more they are, and whether their players have none."""
        return wrong_pairs(self.sheet, self.world)

    @kept
    def strangers(self) -> int:
        """Of how many the points change who have no part in the deal."""
        return strangers(self.sheet) if len(self.sheet.worlds) == 1 else 0

    @kept
    def hands(self) -> frozenset[Seat]:
        """The seats whose hands the sheet contradicts itself about."""
        return frozenset(seats_of(of_kinds(self.sheet.findings, {"fan"})))

    @kept
    def paid(self) -> Sequence[Seat]:
        """For each payment that the sheet names who is paid."""
        return _paid(self.sheet)

    @kept
    def payers(self) -> Sequence[Seat]:
        """For each payment for the deal itself between two that the sheet names who pays."""
        plain = [(*pair, amounts.get("")) for pair, amounts in self.sheet.told.items()]
        return [payer for payer, payee, amount in plain if payee >= 0 and amount and amount.points]

    @kept
    def right(self) -> int:
        """Lines of points that are right, and wrong as soon as anything else is due."""
        return right_lines(self.sheet) if len(self.sheet.worlds) == 1 else 0

    @kept
    def beside_stakes(self) -> int:
        """How many slips in changes and totals no stake mends."""
        return slips_no_stake_mends(self.sheet, self.sheet.rules.pot.step)

    def left_by(self, facts: FactsAbout) -> int:
        """How many slips such facts leave at least, where anything else is due by them."""
        more = fewer = of_strangers = right = 0
        to_one_more = to_one_fewer = 0
        if facts.moving is not None or facts.keeps_payers:
            for pair, points, nothing in self.pairs:
                stays = nothing and facts.keeps_payers
                if stays or not facts.may_move(pair):
                    more += points > 0
                    fewer += points < 0
                elif pair[1] == facts.rising and pair[0] != TABLE:
                    to_one_more += points > 0
                    to_one_fewer += points < 0
        # All that is paid to that player rises together, or falls: one of the two sorts stays.
        of_payments = min(max(more, fewer + to_one_fewer), max(more + to_one_more, fewer))
        if facts.keeps_payers:
            of_strangers = self.strangers
        # Where all payments that change are one player's, they do not make up for each other.
        # Stakes do: what comes from the table was laid there before.
        if facts.moving is not None and len(facts.moving) == 1 and TABLE not in facts.moving:
            right = self.right
        # One slip explains a payment that is too high together with one that is as much too low.
        left = max(facts.least, of_payments + ceil(of_strangers / 2) + right)
        if facts.moving == _TABLE and left <= self.most:
            left = max(left, of_payments + self.beside_stakes)
        # Whatever the sheet has as paid to such a player, or by one, would be wrong as well.
        if facts.unpaid != NOBODY:
            left = max(left, self.paid.count(facts.unpaid))
        if facts.spared != NOBODY:
            left = max(left, self.payers.count(facts.spared))
        return left


def _counts_wrong(sheet: DealCheck) -> bool:
    """Whether the sheet contradicts itself about a hand, which a single fact likely explains."""
    return "score.item" in codes_of(sheet.findings)


def _paid(sheet: DealCheck) -> list[Seat]:
    """Who is paid by each payment between two that the sheet names."""
    return [pair[1] for pair, amounts in sheet.told.items() if pair[0] >= 0 and sum_of(amounts)]


def _least_left_by(wrong: Sequence[_Wrong], about: FactsAbout) -> int:
    """How many slips such facts leave at least, whatever is due of what may be."""
    return min([each.left_by(about) for each in wrong])


def _is_known(sheet: DealCheck) -> bool:
    if sheet.outcome.false_wins or not sheet.is_settled:
        return False
    is_declared = partial(_is_declared, sheet)
    return not any(map(is_declared, sheet.outcome.claimed))


def _is_declared(sheet: DealCheck, seat: Seat) -> bool:
    """Whether a hand counts that its player has declared ready, and nobody says so."""
    if seat in (sheet.outcome.ready or ()):
        return False
    named = [name for name, points in sheet.outcome.claimed[seat].items if points]
    return not sheet.rules.scoring.declared_items.isdisjoint(named)


def _size(candidate: Candidate) -> tuple[int, int]:
    """How many entries are wrong, the facts counting last."""
    return candidate.size, candidate.left


def _smallest(found: Sequence[Candidate]) -> list[Candidate]:
    """Those with the fewest slips; of several about one entry the nearest."""
    least = min([each.size for each in found])
    fewest = [each for each in found if each.size == least]
    by_stakes = [*filter(_is_of_ready, fewest)]
    if by_stakes and _is_of_totals(found[0]):
        return by_stakes[:1]
    by_place: dict[frozenset[Entry], Candidate] = {}
    for each in fewest:
        places = frozenset(map(entry_of, each.slips))
        by_place.setdefault(places, each)
    return list(by_place.values())


def _is_of_ready(candidate: Candidate) -> bool:
    """Whether the line that says who was ready explains all."""
    return [slip.kind for slip in candidate.slips] == ["ready"]


def _is_of_totals(plain: Candidate) -> bool:
    """Whether a total is off by whole stakes, which later deals will show to be gone."""
    step = plain.sheet.rules.pot.step
    of_totals = [slip for slip in plain.cells if slip.claim.kind in {"net", "score"}]
    return any([_is_of_stakes(slip, step) for slip in of_totals])
