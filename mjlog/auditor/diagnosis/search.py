"""The smallest change of a sheet under which a deal without turns is consistent.

Every fact of the deal is read otherwise in turn, and the cells that then differ from the rules are
counted. The reading with the fewest slips explains the deal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Final

from mjlog.auditor.claims import check_claims
from mjlog.auditor.deal_check import MONEY, OF_READY, DealCheck
from mjlog.auditor.diagnosis.number_slips import how_many, slips_of_cells
from mjlog.auditor.diagnosis.option_probe import START, shows_tiles
from mjlog.auditor.diagnosis.prices import propose_prices
from mjlog.auditor.diagnosis.sheet_suspects import Entry, Fact, entry_of, facts_of, names_of
from mjlog.auditor.diagnosis.witnesses import Neighbours, count_contradicted
from mjlog.model.findings import Finding, codes_of, errors, with_codes, without_codes
from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.patience import go_on
from mjlog.model.record import TABLE, Pay, Points, Seat
from mjlog.model.slips import Explanation, Slip

MOST_BUILT_ON: Final = 3
"""Readings of two facts are built on so many of one."""
ENOUGH: Final = 2
"""Where so few slips explain a deal, readings of two facts are not tried."""
MOST_STAKES: Final = 4
"""Stakes that one deal may bring to the table: one of each player."""
GAIN: Final = 2
"""Slips that a reading must save which leaves others to explain."""

Check = Callable[[Fact], DealCheck]
"""Judges the deal with a fact read otherwise."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One way to read the deal: what the rules make of it then, and the slips that are left.

    `left` counts these, `against` the other entries that contradict the reading. `fact` is the fact
    that was read otherwise last, None where all facts are believed. `ruled` is the deal with its
    price by the rules, where a wrong price is what explains it.
    """

    sheet: DealCheck
    facts: tuple[Slip, ...]
    left: int
    fact: Fact | None = None
    against: int = 0
    ruled: DealCheck | None = None

    @property
    def size(self) -> int:
        """How many entries were written wrong, if the deal is read so."""
        return len(self.facts) + self.left + self.against

    @property
    def cells(self) -> list[Slip]:
        """The amounts that were written wrong, if the deal is read so."""
        return slips_of_cells(self.sheet) if self.sheet.is_settled else []

    @property
    def slips(self) -> tuple[Slip, ...]:
        """All entries that were written wrong, if the deal is read so."""
        return (*self.facts, *self.cells)

    @property
    def explanation(self) -> Explanation:
        """The same as data, with the totals that follow."""
        return Explanation(self.slips, (self.ruled or self.sheet).points_due())

    def judged_by(self, first: DealCheck, check: Check) -> Candidate:
        """Judge the same reading under other rules."""
        sheet = first if self.fact is None else check(self.fact)
        if self.ruled is None:
            return replace(self, sheet=sheet)
        for slip, priced in propose_prices(sheet):
            if slip.claim == self.facts[-1].claim:
                return replace(self, sheet=priced, ruled=sheet, facts=(*self.facts[:-1], slip))
        return replace(self, sheet=sheet, facts=self.facts[:-1], ruled=None)


def candidates(
    sheet: DealCheck,
    check: Check,
    *,
    ready_told: bool,
    around: Neighbours,
    opened: Sequence[Finding] = (),
) -> list[Candidate]:
    """Return the smallest explanations of a deal, the one that believes its facts first.

    `opened` is what is wrong with hands laid open. Empty if nothing has to be explained, or nothing
    can.
    """
    against = count_contradicted(sheet, around, opened)
    plain = Candidate(sheet, (), _count_left(sheet), against=against)
    if not plain.left or not sheet.is_settled or not codes_of(opened) <= OF_READY:
        return _by_names(plain, check, around, opened)
    if is_certain(plain) and not sheet.rivals:
        return [plain]
    readings = _Search(plain, check, around, ready_told=ready_told).found()
    if readings and sheet.outcome.false_wins:
        return _smallest(readings)
    smallest = _smallest([plain, *readings])
    if smallest[0] is plain:
        smallest += [Candidate(rival, (), how_many(rival)) for rival in sheet.rivals]
    return smallest


def _by_names(
    plain: Candidate, check: Check, around: Neighbours, opened: Sequence[Finding]
) -> list[Candidate]:
    """Return the readings by which the names of players fit, if they do not as they are written.

    No amounts speak for these readings, so they have to make everything right.
    """
    if max(plain.size, len(errors(plain.sheet.findings))) < GAIN or not {
        finding.area for finding in opened
    } <= {"win"}:
        return []
    readings: list[Candidate] = []
    for fact in names_of(plain.sheet):
        go_on()
        if opened and fact.slip.kind == "dealer":
            continue  # a hand that cannot have won does so under no dealer
        sheet = check(fact)
        if sheet.outcome.false_wins or any(_is_declared(sheet, s) for s in sheet.outcome.claimed):
            continue
        check_claims(sheet, plain.sheet)
        left, against = _count_left(sheet), count_contradicted(sheet, around)
        readings.append(Candidate(sheet, (fact.slip,), left, fact, against))
    readings = [each for each in readings if each.size == len(each.facts)]
    return _smallest(readings) if readings else []


def _count_left(sheet: DealCheck) -> int:
    """Count the wrong amounts; if the rules cannot settle the deal, the lines that have some."""
    if sheet.is_settled:
        return how_many(sheet)
    return len({finding.place.line for finding in with_codes(errors(sheet.findings), MONEY)})


def alike(sheet: DealCheck) -> tuple[object, ...]:
    """Return what rules have in common under which a deal without turns is explained alike.

    The points before the deal are told apart from what everybody starts with.
    """
    choices, outcome = sheet.rules.choices, sheet.outcome
    beside = choices.beside_payments | {START}
    # Options about tiles change nothing where no hand is known by its tiles.
    if not shows_tiles(sheet):
        beside |= choices.of_tiles
    chosen = tuple(each for each in sheet.rules.settings.items() if each[0] not in beside)
    before = (outcome.pool, outcome.counters, sheet.before, sheet.before_due, sheet.assumed_lines)
    return (id(sheet.deal), sheet.number, chosen, *before)


def is_borne_out(sheet: DealCheck) -> bool:
    """Whether one cell of a deal alone is off, and no other fact or rule would make it right."""
    return sheet.is_settled and how_many(sheet) == 1 and is_certain(Candidate(sheet, (), 1))


def is_certain(plain: Candidate) -> bool:
    """Whether one cell alone is off, and other lines of the deal confirm what it depends on."""
    if plain.facts or plain.left > 1 or plain.sheet.outcome.false_wins:
        return False
    # Whole stakes also come of a player who was ready and is not named: that fact may be wrong.
    if _is_of_stakes(plain.cells[0], plain.sheet.rules.pot.step):
        return False
    deal, wrong = plain.sheet.deal, plain.cells[0].claim.kind
    others: list[Points | Pay] = [*deal.told(Points), *deal.told(Pay)]
    return any([each.keyword != wrong for each in others])


def _is_of_stakes(slip: Slip, step: int) -> bool:
    """Return whether an amount is off by whole stakes, as where somebody's is left out.

    A payment that stands with another player is off by nothing.
    """
    if slip.kind in {"payer", "payee"}:
        return TABLE in {slip.claim.seat, slip.claim.payee}
    if not step:
        return False
    stakes, rest = divmod(abs(_number(slip.recorded) - _number(slip.expected)), step)
    return not rest and stakes <= MOST_STAKES


def _number(word: str) -> int:
    return int(word) if word.lstrip("-").isdigit() else 0


class _Search:
    """The search for readings of one deal that leave fewer wrong entries than it has as written."""

    def __init__(
        self, plain: Candidate, check: Check, around: Neighbours, *, ready_told: bool
    ) -> None:
        self.plain = plain
        self.check = check
        self.around = around
        self.ready_told = ready_told

    def found(self) -> list[Candidate]:
        """Return the deal with one entry read otherwise, and with two where one is not enough."""
        single = [*self._read_otherwise(self.plain)]
        if min([each.size for each in (self.plain, *single)]) <= ENOUGH:
            return single
        best = sorted([each for each in single if each.ruled is None], key=_size)
        pairs = [self._read_otherwise(first) for first in best[:MOST_BUILT_ON]]
        return [*single, *chain.from_iterable(pairs)]

    def _read_otherwise(self, first: Candidate) -> Iterator[Candidate]:
        """Yield the readings that leave nothing wrong, or save several entries."""
        for candidate in self._readings(first):
            # Claims are checked only if the amounts alone do not speak against the reading.
            most = self.plain.size - GAIN if candidate.left else self.plain.size
            if candidate.size > most:
                continue
            # A hand whose items are wrong as they are written is not right by another value.
            if any([_is_of_wrong_hand(slip, self.plain) for slip in candidate.facts]):
                continue
            if not candidate.sheet.verdicts:
                check_claims(candidate.sheet, self.plain.sheet)
            against = count_contradicted(candidate.sheet, self.around)
            weighed = replace(candidate, against=against)
            if not weighed.left or weighed.size <= self.plain.size - GAIN:
                yield weighed

    def _readings(self, first: Candidate) -> Iterator[Candidate]:
        """Yield each entry read otherwise; of several readings of one the first that fits."""
        explained: set[Entry] = set()
        if first.left > 1:
            for slip, priced in propose_prices(first.sheet):
                facts = (*first.facts, slip)
                left = how_many(priced)
                yield Candidate(priced, facts, left, first.fact, ruled=first.sheet)
        for fact in facts_of(first.sheet, ready_told=self.ready_told):
            entry = entry_of(fact.slip)
            if entry in explained:
                continue
            go_on()
            sheet = self.check(fact)
            if not _is_known(sheet):
                continue
            candidate = Candidate(sheet, (*first.facts, fact.slip), how_many(sheet), fact)
            if not candidate.left:
                explained.add(entry)
            yield candidate


def _is_of_wrong_hand(slip: Slip, plain: Candidate) -> bool:
    """Return whether the slip is in the value of a shown hand that has another mistake."""
    winner = plain.sheet.outcome.winner_of(slip.claim.seat)
    if slip.kind not in {"step", "kong"} or winner is None or winner.tiles is None:
        return False
    wrong = without_codes(errors(plain.sheet.findings), MONEY)
    return slip.place.line in {error.place.line for error in wrong}


def _is_known(sheet: DealCheck) -> bool:
    if sheet.outcome.false_wins or not sheet.is_settled:
        return False
    return not any([_is_declared(sheet, seat) for seat in sheet.outcome.claimed])


def _is_declared(sheet: DealCheck, seat: Seat) -> bool:
    """Whether a hand counts an item of a declared hand, and nobody says that it was declared."""
    if seat in (sheet.outcome.ready or ()):
        return False
    named = [name for name, points in sheet.outcome.claimed[seat].items if points]
    return not sheet.rules.scoring.declared_items.isdisjoint(named)


def _size(candidate: Candidate) -> tuple[int, int]:
    """Return how many entries are wrong, the facts counting last."""
    return candidate.size, candidate.left


def _smallest(found: Sequence[Candidate]) -> list[Candidate]:
    """Return those with the fewest slips; of several about one entry the nearest."""
    least = min([each.size for each in found])
    fewest = [each for each in found if each.size == least]
    # The value of a hand from which all payments follow is the entry that is wrong, not they.
    # But a price that lacks the dealer's part or the counters is as likely a slip.
    if any([_is_of_worth(each) for each in fewest]):
        fewest = [each for each in fewest if each.ruled is None or _is_usual_price(each, found)]
    by_stakes = [*filter(_is_of_ready, fewest)]
    if by_stakes and _is_of_totals(found[0]):
        return by_stakes[:1]
    by_place: dict[frozenset[Entry], Candidate] = {}
    for each in fewest:
        places = frozenset(map(entry_of, each.slips))
        by_place.setdefault(places, each)
    return list(by_place.values())


def _is_usual_price(candidate: Candidate, found: Sequence[Candidate]) -> bool:
    """Return whether the wrong price is one that people often write."""
    if candidate.ruled is None:
        return False
    claim = candidate.facts[-1].claim
    kinds = {slip.kind for slip in slips_of_cells(candidate.ruled) if slip.claim == claim}
    of_dealer = [each for each in found if [slip.kind for slip in each.facts] == ["dealer"]]
    return not kinds.isdisjoint({"dealers-share", "counters"}) or 0 in {
        each.left for each in of_dealer
    }


def _is_of_worth(candidate: Candidate) -> bool:
    """Return whether another value of a hand explains all."""
    return [slip.kind for slip in candidate.slips] in (["step"], ["kong"])


def _is_of_ready(candidate: Candidate) -> bool:
    """Return whether the line that says who was ready explains all."""
    return [slip.kind for slip in candidate.slips] == ["ready"]


def _is_of_totals(plain: Candidate) -> bool:
    """Return whether a total is off by whole stakes, which later deals will show to be gone."""
    step = plain.sheet.rules.pot.step
    of_totals = [slip for slip in plain.cells if slip.claim.kind in {"net", "score"}]
    return any([_is_of_stakes(slip, step) for slip in of_totals])
