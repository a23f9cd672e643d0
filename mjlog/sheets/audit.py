"""Audits the games of a sheet, with every finding and verdict placed in the cell it is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise
from typing import Final

from mjlog.auditor.audit import audit as audit_record
from mjlog.auditor.report import Report
from mjlog.model.deal_labels import named
from mjlog.model.findings import CellPlace, Claim, Finding, Place, Severity, Verdict, differing
from mjlog.model.messages import msg
from mjlog.model.record import NOBODY, SEATS, Deal, Game, Items, Points, Seat, WinLine
from mjlog.model.slips import ExplainedDeal, Explanation, Slip, SlipKind
from mjlog.results.effects import with_effects
from mjlog.sheets.cells.player_names import finding_by_names, people_of, verdict_by_names
from mjlog.sheets.check_other_claims import check_other_claims, column_of_slip
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.layouts.joined_rows import row_with_changes_of
from mjlog.sheets.records import Entry, SheetGame

_WITHOUT_RULES: Final = msg(
    "the sheet names no rules, and no column shows them: only sums are checked; name the rules"
)
_OF_A_TOURNAMENT: Final = msg(
    "the points of a deal need not add up to nothing: they are compared with those of most deals"
)


@dataclass(frozen=True, slots=True)
class SheetAudit:
    """The audit of one game of a sheet; its findings and verdicts refer to cells of the sheet.

    `findings` has the findings about cells that were not understood, those of `report` without
    doubtful and repeated ones, and those about sums and ranks. `verdicts` are those of `report`,
    and those about sums and ranks. `entry_at` maps the `id` of a finding to its line of the record.
    """

    sheet: SheetGame
    report: Report
    findings: tuple[Finding, ...]
    verdicts: tuple[Verdict, ...]
    entry_at: Mapping[int, Entry] = field(default_factory=dict, repr=False)

    @property
    def understood(self) -> tuple[str, ...]:
        """Two lines that say how the sheet was read: its columns, its rules and its players."""
        return self.sheet.draft.understood


def audited(sheet: SheetGame, audit: Callable[[Game], Report] = audit_record) -> SheetAudit:
    """Check a game that was read from a score sheet; return a `SheetAudit` with the findings.

    The findings name cells of the sheet, such as `D7`. They include mistakes in sums and ranks,
    which only the sheet has. `audit` is the function that checks the game itself; its findings name
    lines of a game record, and are converted.
    """
    report = audit(sheet.game)
    kept = [each for each in report.findings if not _says_nothing_more(each, report, sheet)]
    words = dict(reversed([*_words_of_slips(report)]))
    people = people_of(sheet.draft, report.rules)
    column = column_of_slip(sheet, report)
    in_rows = _with_rows_of_slips(sheet, report)
    findings = [
        finding_by_names(_move_to_cell(each, in_rows, words, column), people) for each in kept
    ]
    # only results can be checked if the rules are unknown
    if not sheet.draft.rules and sheet.draft.deals:
        is_awarded = any(row.kind == "award" for row in sheet.draft.rows_below)
        severity: Severity = "note" if is_awarded else "warning"
        why = _OF_A_TOURNAMENT if is_awarded else _WITHOUT_RULES
        findings.append(Finding.telling("sheet.rules", severity, why))
    verdicts = tuple(
        verdict_by_names(_move_to_its_cell(each, sheet), people)
        for each in _without_gains(report.verdicts, sheet)
    )
    lines = {
        id(placed): sheet.entries[each.place.line]
        for each, placed in zip(kept, findings, strict=False)
        if each.place.line in sheet.entries
    }
    beside = [*check_other_claims(sheet, report)]
    wrong = [finding_by_names(each, people) for _, each in beside if each is not None]
    all_verdicts = (*verdicts, *(verdict for verdict, _ in beside))
    return SheetAudit(
        sheet, report, (*sheet.draft.findings, *findings, *wrong), all_verdicts, lines
    )


def _with_rows_of_slips(sheet: SheetGame, report: Report) -> SheetGame:
    """Return a copy of the sheet in which each wrong change of points refers to its row.

    A deal may be joined from several rows of the sheet. Without this function, a finding about such
    a deal could name a cell of a row without the mistake.
    """
    wrong: dict[int, set[Seat]] = {}
    for verdict in differing(report.verdicts):
        if verdict.claim.kind == "net":
            wrong.setdefault(verdict.place.line, set()).add(verdict.claim.seat)
    rows = {line: row_with_changes_of(entry, seats) for line, seats in wrong.items()
            if (entry := sheet.entries.get(line)) is not None}  # fmt: skip
    return replace(sheet, entries={**sheet.entries, **rows})


def _move_to_its_cell(verdict: Verdict, sheet: SheetGame) -> Verdict:
    """Return a copy of the verdict whose place is the cell with the checked number.

    If no cell contains the number, the place has only the deal and the seat.
    """
    place = _cell_of_finding(verdict.place, sheet, verdict.claim)
    numbers = verdict.recorded, verdict.due
    return Verdict(verdict.answer, verdict.claim, place, verdict.because, *numbers)


def _says_nothing_more(finding: Finding, report: Report, sheet: SheetGame) -> bool:
    if finding.code == "deal.dealer" and sheet.draft.rotating:
        return not any("dealer" in deal.cells for deal in sheet.draft.deals)
    if finding.code in _OF_DEALERS and (
        _is_habit(finding, sheet, report) or _is_after_draws_left_out(finding, sheet)
    ):
        return True
    if finding.claim is not None and finding.claim.kind == "kong" and not _has_kongs(sheet):
        return True
    if finding.verdict is not None and _is_gain(finding.verdict, sheet):
        return True
    if finding.code == "syntax.line" and _is_of_unread_cell(finding, sheet):
        return True
    # Another finding says that the sheet names no rules.
    is_of_no_rules = finding.code == "rules.unknown" and not sheet.draft.rules
    return is_of_no_rules or _is_of_name(finding, report, sheet)


def _is_after_draws_left_out(finding: Finding, sheet: SheetGame) -> bool:
    """Return whether deals without a winner that are not on the sheet explain an unexpected label.

    Each such deal adds a counter to the label (`E1.1`), and the next player may deal. Return False
    if the sheet has points of the players, or has a deal without a winner.
    """
    deals = sheet.game.deals
    has_points = any(deal.contents(Points) for deal in deals)
    if has_points or not all(deal.contents(WinLine) for deal in deals):
        return False
    (recorded, counters), (due, counters_due) = (
        (named(label.partition(".")[0]), label.partition(".")[2])
        for label in (finding.recorded, finding.expected)
    )
    if recorded is None or due is None or not (counters + counters_due).isdigit():
        return False
    players = len(sheet.draft.players)
    moves = (recorded[0] - due[0]) * players + recorded[1] - due[1]
    return 0 <= moves <= int(counters or 0) - int(counters_due or 0) > 0


def _without_gains(verdicts: Sequence[Verdict], sheet: SheetGame) -> Sequence[Verdict]:
    """Return the verdicts; a hand value that is the winner's gain is marked as right, not as wrong.

    Some sheets write the points that the winner got in the column of hand values.
    """
    gains = [verdict for verdict in differing(verdicts) if _is_gain(verdict, sheet)]
    if not gains:
        return verdicts
    return [replace(verdict, answer="given") if verdict in gains else verdict
            for verdict in verdicts]  # fmt: skip


def _is_gain(verdict: Verdict, sheet: SheetGame) -> bool:
    """Return whether a hand value is the winner's gain, like nearly all values of the sheet.

    The gain includes counters and riichi sticks. The values of all deals, or all but one, must
    equal the winner's change of points. Return False for any other checked number.
    """
    number = verdict.place.deal
    if (verdict.claim.kind, verdict.claim.item) != ("fan", "points") or not 0 < number <= len(
        sheet.game.deals
    ):
        return False
    gains = [_gain_and_value(deal) for deal in sheet.game.deals]
    gains_and_values = [pair for pair in gains if pair is not None]
    equal = sum(gain == value for gain, value in gains_and_values)
    own = gains[number - 1]
    is_usual = equal >= max(_LEAST_GAINS, len(gains_and_values) - 1)
    return is_usual and own is not None and own[0] == own[1]


def _gain_and_value(deal: Deal) -> tuple[int, int] | None:
    """Return the only winner's change of points and the written value; None if one is unknown."""
    wins, changes = deal.contents(WinLine), deal.numbers("net")
    if len(wins) != 1 or len(changes) != 1:
        return None
    seat = wins[0].seat
    items = [item for hand in deal.contents(Items) if hand.seat == seat for item in hand.items]
    gain, value = changes[0][seat], dict(items).get("points")
    return None if gain is None or value is None else (gain, value)


_LEAST_GAINS: Final = 3
"""Deals whose values have to be gains."""


def _is_of_unread_cell(finding: Finding, sheet: SheetGame) -> bool:
    """Return whether a finding is about a cell that was already reported as not understood."""
    entry = sheet.entries.get(finding.place.line)
    unread = {each.place for each in sheet.draft.findings if each.code == "sheet.unread"}
    cells = [] if entry is None else entry.cells.values()
    return any(cell.place(sheet.draft.sheet) in unread for cell in cells)


def _has_kongs(sheet: SheetGame) -> bool:
    """Return whether a sheet has a column or entries for payments for kongs."""
    return sheet.draft.has_kong_column or any(line.startswith("kong") for deal in sheet.draft.deals
                             for line in (entry.text for entry in deal.entries))  # fmt: skip


def _is_dealt_in_turn(sheet: SheetGame) -> bool:
    """Return whether the next player deals after every deal, even if the dealer won.

    Return False if there are fewer than three deals, or if a dealer is unknown.
    """
    players = len(sheet.draft.players)
    dealers = [deal.dealer for deal in sheet.draft.deals]
    # Labels that count repeats show the dealer, too, but the repeats are counted by the rules.
    if not any("." in deal.label for deal in sheet.draft.deals):
        of_labels = [(named(deal.label) or (0, NOBODY))[1] for deal in sheet.draft.deals]
        dealers = of_labels if dealers.count(NOBODY) == len(dealers) else dealers
    pairs = list(pairwise(dealers))
    in_turn = all(after == (before + 1) % players for before, after in pairs)
    return len(pairs) > 1 and NOBODY not in dealers and in_turn


_OF_DEALERS: Final = frozenset({"next.dealer", "next.round"})


def _is_habit(finding: Finding, sheet: SheetGame, report: Report) -> bool:
    """Return whether an unexpected dealer may be a habit of the players and not a mistake.

    The habits are: the next player deals after every deal, or the dealer stays after each draw
    without payments. Return False if the rules were named and not guessed. `finding` is about the
    dealer of a deal.
    """
    if sheet.draft.are_rules_named:
        return False
    if _is_dealt_in_turn(sheet):
        return True
    deals = enumerate(sheet.game.deals[:-1], 1)
    after = {number + 1 for number, deal in deals
             if not deal.contents(WinLine) and not any(chain(*deal.numbers("net")))}  # fmt: skip
    odd = {each.place.deal for each in report.findings if each.code in _OF_DEALERS}
    return finding.place.deal in after <= odd


def _is_of_name(finding: Finding, report: Report, sheet: SheetGame) -> bool:
    """Return whether the finding of a wrong dealer only repeats that a label (`E2`) is wrong.

    The wrong label must be reported by another finding on the same record line. Return False if a
    cell of the deal names the dealer.
    """
    entry = sheet.entries.get(finding.place.line)
    if finding.code != "next.dealer" or entry is None or "dealer" in entry.cells:
        return False
    there = (finding.place.line, "next.round")
    return any((each.place.line, each.code) == there for each in report.findings)


_COLUMNS: Final[Mapping[SlipKind, tuple[str, ...]]] = {
    "discarder": ("from", "how"),
    "winner": ("winner",),
    "owner": ("items",),
    "dealer": ("dealer",),
    "counters": ("counters",),
    "ready": ("ready",),
    "tenpai": ("tenpai",),
}
"""Columns to look in for each kind of slip, the most likely one first."""


def _words_of_slips(report: Report) -> Iterator[tuple[Place, tuple[str, ...]]]:
    """Yield pairs for each slip (a wrong entry): its place in the record, and its possible columns.

    The columns are named by roles, such as `from`, or by items of a hand, such as `fu`. Each slip
    is yielded twice: first with a place without a seat, then with the place and its seat.
    """
    for explained in report.explanations:
        for explanation in explained.explanations:
            for slip in explanation.slips:
                yield replace(slip.place, seat=NOBODY), _words_of(slip)
                yield slip.place, _words_of(slip)


def explanations_in_cells(audit: SheetAudit) -> tuple[ExplainedDeal, ...]:
    """Return the audit's explanations of deals, with the cell of each slip (a wrong entry).

    An explanation is a list of slips that together cause all errors of a deal.
    """
    return tuple(
        replace(
            explained,
            explanations=tuple(_with_cells(each, audit.sheet) for each in explained.explanations),
        )
        for explained in with_effects(audit.report)
    )


def _with_cells(explanation: Explanation, sheet: SheetGame) -> Explanation:
    slips = tuple(
        replace(slip, place=_cell_of_finding(slip.place, sheet, slip.claim, *_words_of(slip)))
        for slip in explanation.slips
    )
    return replace(explanation, slips=slips)


def _words_of(slip: Slip) -> tuple[str, ...]:
    """Return names of the columns that may contain a slip (a wrong entry), the likeliest first.

    A column is named by its role, such as `from`, or by the wrong item of a hand, such as `fu`. If
    each player has a column of riichi marks, that of a player with a wrong mark is `mark 0`.
    """
    if slip.kind == "ready":
        wrong = {*slip.recorded.split()} ^ {*slip.expected.split()}
        marks = (f"mark {SEATS.index(letter)}" for letter in sorted(wrong))
        return (*marks, *_COLUMNS["ready"])
    return _COLUMNS.get(slip.kind, tuple(_other_items(slip)))


def _other_items(slip: Slip) -> Iterator[str]:
    """Yield the names of the items of a hand, such as `fu`, that are not recorded as expected.

    For example, yield `fu` if `han 3, fu 40` is recorded and `han 3, fu 30` is expected.
    """
    recorded, due = (text.split(", ") for text in (slip.recorded, slip.expected))
    yield from (item.partition(" ")[0] for item in recorded if item not in due)


def _move_to_cell(
    finding: Finding, sheet: SheetGame, words_at: Mapping[Place, tuple[str, ...]], column: Seat
) -> Finding:
    """Return a copy of the finding whose place is the cell that the finding is about.

    `words_at` maps a place in the record to names of columns to try first, such as `from`. `column`
    is the seat of the player with the wrong change, used if the changes of a deal do not add up; it
    is `NOBODY` if unknown.
    """
    verdict = finding.verdict
    words = (*words_at.get(finding.place, ()), *_differing(finding), *_words_of_header(finding))
    at = finding.place
    if finding.claim == Claim("net") and column != NOBODY:
        at = replace(at, seat=column)
    place = _cell_of_finding(at, sheet, finding.claim, *words)
    other = finding.other
    if other is not None:
        other = _cell_of_finding(other, sheet, None, *words_at.get(other, ()))
    if verdict is not None:
        verdict = replace(verdict, place=place)
    return replace(finding, place=place, other=other, verdict=verdict)


def _words_of_header(finding: Finding) -> Iterator[str]:
    """Yield names of columns, such as `dealer`, for a finding about label, dealer or counters.

    If only the number of counters in a label is wrong (`E1.2` instead of `E1.1`), yield `counters`
    and then `round`. Yield nothing for other findings.
    """
    if finding.code == "next.round":
        names = finding.recorded, finding.expected
        deals = {name.partition(".")[0] for name in names}
        # If the deal is right, the counters are wrong, and may have a column of their own.
        yield from ["counters"] * (len(deals) == 1)
    if finding.code.startswith("next."):
        yield finding.code.removeprefix("next.")


def _differing(finding: Finding) -> Iterator[str]:
    """Yield a key such as `seat 0` for each seat whose recorded and expected numbers differ.

    The key finds the cell with the number of this seat. Yield nothing if the finding does not list
    a number for each seat.
    """
    recorded, due = finding.recorded.split(), finding.expected.split()
    if len(recorded) == len(due) > 1:
        numbers = enumerate(zip(recorded, due, strict=True))
        yield from (f"seat {seat}" for seat, (stated, expected) in numbers if stated != expected)


def _cell_of_finding(place: Place, sheet: SheetGame, claim: Claim | None, *words: str) -> Place:
    """Return the cell of a finding or verdict as a `Place` in the sheet.

    `place` is its place in the game record, and `claim` is the checked number. `words` are names of
    columns to try first, such as `from` or `fu`. If no cell is known, return a place with only the
    number of the deal and the seat.
    """
    cell = sheet.cell_of(place, claim, *words)
    if cell is None:
        return Place(deal=place.deal, seat=place.seat)
    return cell_place(cell, sheet.draft.sheet, place)


def cell_place(cell: Cell, sheet: str, place: Place) -> CellPlace:
    """Return the place of a cell in worksheet `sheet`, with the deal and the seat of `place`."""
    return cell.place(sheet, place.deal, place.seat)
