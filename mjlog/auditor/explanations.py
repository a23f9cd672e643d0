"""The smallest change of a sheet under which a deal without turns is consistent.

Every fact of the deal is read otherwise in turn, and the cells that then differ from the rules are
counted. The reading with the fewest slips explains the deal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Final

from mjlog.auditor.cells import how_many, slips_of_cells
from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.facts import Entry, Fact, entry_of, facts_of
from mjlog.auditor.option_probe import START, shows_tiles
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

    `left` counts these. `fact` is the fact that was read otherwise last, None where all facts are
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
        """The same as data, with the totals that follow."""
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
    """Whether an amount is off by whole stakes, as where somebody's is left out.

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


def _with_facts(plain: Candidate, check: Check, *, ready_told: bool) -> list[Candidate]:
    """The deal with one fact read otherwise, and with two where one is not enough."""

    def read_otherwise(first: Candidate) -> list[Candidate]:
        found = _readings(first, check, ready_told=ready_told)
        return [each for each in found if not each.left or each.size <= plain.left - GAIN]

    single = read_otherwise(plain)
    if min([each.size for each in (plain, *single)]) <= ENOUGH:
        return single
    best = sorted(single, key=_size)[:MOST_BUILT_ON]
    return [*single, *chain.from_iterable(map(read_otherwise, best))]


def _readings(first: Candidate, check: Check, *, ready_told: bool) -> Iterator[Candidate]:
    """Read each fact otherwise. If several readings of an entry fit, the first one counts."""
    explained: set[Entry] = set()
    for fact in facts_of(first.sheet, ready_told=ready_told):
        entry = entry_of(fact.slip)
        if entry in explained:
            continue
        go_on()
        sheet = check(fact)
        if not _is_known(sheet):
            continue
        found = Candidate(sheet, (*first.facts, fact.slip), how_many(sheet), fact)
        if not found.left:
            explained.add(entry)
        yield found


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
