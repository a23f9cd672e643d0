"""Writes the rows of a sheet as a record, with a map from each of its lines to the cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from typing import Final, Literal

from mjlog.model.deal_labels import named
from mjlog.model.findings import Claim, Finding, Place
from mjlog.model.frozen import value
from mjlog.model.patience import go_on
from mjlog.model.record import NOBODY, SEATS, Game, Seat
from mjlog.notation import read
from mjlog.referee.rulebook import RulesError
from mjlog.results.course import CourseOfGame
from mjlog.rules import load
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.layouts.mapping import SheetMap

Key = Seat | str
"""The part of a line that a cell states: a seat, an item, or the whole line (an empty text)."""
WHOLE: Final = ""
_VERSION: Final = "%mjlog 1.0"


@value
class Entry:
    """One line of a record, with the cells of the sheet that it comes from.

    `cells` has the cells by seat, item or role; the empty key has the cell for the whole line. A 1
    in the cells means `unit` points. If a deal was joined from several rows of the sheet, `rows`
    has the line as each of these rows gives it.
    """

    text: str
    cells: Mapping[Key, Cell] = field(default_factory=dict)
    unit: int = 1
    rows: tuple[Entry, ...] = ()


def final_entry(
    cells: Sequence[Cell | None], points: Sequence[int | Decimal | None]
) -> Entry | None:
    """Return a line of a record, the header `Final-Score` with the final points, and its cells.

    `cells` and `points` have an entry for each player. Return None if a player's points or cell are
    missing.
    """
    by_seat: dict[Key, Cell] = {f"seat {seat}": cell for seat, cell in enumerate(cells) if cell}
    if not points or None in points or len(by_seat) < len(points):
        return None
    text = " ".join(str(point) for point in points)
    return Entry(f"Final-Score: {text}", {**by_seat, WHOLE: by_seat["seat 0"]})


def place_headers(places: Mapping[str, str]) -> Iterator[Entry]:
    """Yield record headers for the round and the table of a game, if `places` has them."""
    for key in ("round", "table"):
        if places.get(key):
            yield Entry(f"{key.capitalize()}: {one_line(places[key])}")


@value
class DealDraft:
    """One deal of a sheet: its first cell, the parts of its header, and its record lines.

    If the sheet does not name them, `label` is empty and `dealer` is `NOBODY`. If `is_penalty` is
    True, the row is only a penalty, and the same deal is played next.
    """

    cell: Cell
    label: str = ""
    dealer: Seat = NOBODY
    words: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    cells: Mapping[Key, Cell] = field(default_factory=dict)
    is_penalty: bool = False


@value
class RowBelow:
    """Cells to check, with the expected numbers, such as a row of ranks below the deals.

    `cells` has a cell for each seat. `sums` depends on `kind`: for `points` it has the total of all
    players; for `result`, `place` and `award` the expected number of each player; for `sum` the
    sums of the columns above, in points; for `uma` and `placed` each player's penalties, in points.
    A 1 in the cells means `unit` points. If `includes_sticks` is True, a row of kind `sum` has the
    final points, in which the first player has the sticks left on the table; and the total of a row
    of kind `points` leaves out the sticks that the sheet says were left.
    """

    kind: Literal["rank", "uma", "placed", "sum", "points", "award", "result", "place"]
    cells: tuple[Cell | None, ...]
    unit: int = 1
    sums: tuple[int | Decimal | None, ...] = ()
    sign: str = "."
    includes_sticks: bool = False


@value
class GameDraft:
    """One game that was read from a sheet, before it is converted into a record.

    `are_rules_named` is True if the rules are named, not guessed. `rotating` is True if players
    take turns to sit out, so that labels do not say who deals. `unit` is how many points of the
    sheet are one point of the record. `rows_below` are rows to check, `understood` are lines that
    say how the sheet was read, and `findings` are about cells that were not understood. `layout` is
    the map for reading it again, with the columns of the file. `has_kong_column` is True if the
    sheet has a column for payments for kongs, `is_seated` if results say who sat where.
    """

    rules: str
    players: tuple[str, ...]
    deals: tuple[DealDraft, ...]
    headers: tuple[Entry, ...] = ()
    are_rules_named: bool = True
    sheet: str = ""
    name: str = ""
    start: tuple[int, ...] = ()
    understood: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    named_at: Mapping[Seat, Cell] = field(default_factory=dict)
    rotating: bool = False
    unit: Fraction = Fraction(1)
    rows_below: tuple[RowBelow, ...] = ()
    layout: SheetMap | None = None
    has_kong_column: bool = False
    is_seated: bool = False


@dataclass(frozen=True, slots=True)
class SheetGame:
    """A game of a sheet that was converted into a record.

    `entries` maps line numbers of the record to the lines with the cells they come from.
    """

    game: Game
    entries: Mapping[int, Entry]
    draft: GameDraft
    text: str = ""

    def cell_of(self, place: Place, claim: Claim | None, *words: str) -> Cell | None:
        """Return the cell that a finding or a check is about; None if it is about no cell.

        `place` is a line and a seat of the game record, and `claim` is the checked number. `words`
        are names of columns to try first, such as `from`.
        """
        entry = self.entries.get(place.line)
        if entry is None:
            return None
        keys: list[Key] = [*words, place.seat, WHOLE]
        if claim is not None:
            item = [claim.item] if claim.item else []
            keys = [*words, *item, place.seat, claim.seat, claim.payee, WHOLE]
        return next((cell for key in keys if (cell := entry.cells.get(key))), None)


def recorded(draft: GameDraft) -> SheetGame:
    """Convert a game as read from a sheet into a game record; return both as a `SheetGame`.

    A sheet may write another value of the hand than its heading says, for example the tai without
    the dealer's bonuses. If the payments show this, the record names the value that is meant.
    """
    sheet = _recorded(draft)
    other = _other_sum(draft, sheet.game)
    if other is None:
        return sheet
    deals = tuple(
        replace(deal, entries=tuple(_lines_with_other_sum(deal, *other))) for deal in draft.deals
    )
    return _recorded(replace(draft, deals=deals))


def _other_sum(draft: GameDraft, game: Game) -> tuple[str, str] | None:
    """Return the kind of hand value that the sheet names, and the kind that its payments show.

    For example, a Taiwanese sheet may write the tai without the dealer's bonuses below a heading
    for the total. Return None if both are the same, or if the rules are unknown or have no such
    kinds.
    """
    if not draft.rules:
        return None
    try:
        find = load(draft.rules).choices.other_sum
    except RulesError:
        return None
    return find(game) if find else None


def _lines_with_other_sum(deal: DealDraft, said: str, meant: str) -> Iterator[Entry]:
    """Yield the record lines of a deal, with one name of a hand value replaced by another.

    `said` is the name on the sheet, and `meant` is the new name. A line that has both is not
    changed.
    """
    for entry in deal.entries:
        if said not in entry.cells or meant in entry.cells:
            yield entry
            continue
        cells = {meant if key == said else key: cell for key, cell in entry.cells.items()}
        yield replace(entry, text=entry.text.replace(f" {said} ", f" {meant} "), cells=cells)


def _recorded(draft: GameDraft) -> SheetGame:
    heads = [*_heads(draft)]
    lines = [Entry(_VERSION), *heads]
    course = _course(draft)
    for number, deal in enumerate(draft.deals):
        go_on()
        entries = [*_entries(draft, deal, number, course)]
        if course is not None and (not deal.is_penalty or deal.label):
            lines_of_deal = (Entry(_VERSION), *heads, *entries)
            text_of_deal = "".join(f"{entry.text}\n" for entry in lines_of_deal)
            course.go_on(read(text_of_deal).deals[0])
        lines += [Entry(""), *entries]
    text = "".join(f"{entry.text}\n" for entry in lines)
    placed = {number: entry for number, entry in enumerate(lines, 1) if entry.cells}
    return SheetGame(read(text), placed, draft, text)


def _heads(draft: GameDraft) -> Iterator[Entry]:
    if draft.name:
        yield Entry(f"Event: {one_line(draft.name)}")
    if draft.rules:
        yield Entry(f"Rules: {draft.rules}")
    if draft.rules and not draft.are_rules_named:
        yield Entry("Rules-Told: no")
    for seat, name in enumerate(draft.players):
        at = draft.named_at.get(seat)
        yield Entry(f"{SEATS[seat]}: {one_line(name)}", {} if at is None else {WHOLE: at})
    yield from draft.headers


def _course(draft: GameDraft) -> CourseOfGame | None:
    """Return an object that finds the label and the dealer of each deal by the rules.

    Return None if all deals have labels, if players take turns to sit out, if the rules are
    unknown, or if payments by these rules do not depend on the dealer.
    """
    if draft.rotating or all(_is_named(deal) for deal in draft.deals):
        return None
    try:
        rules = load(draft.rules)
    except RulesError:
        return None
    return CourseOfGame(rules, len(draft.players)) if rules.scoring.asks_dealer else None


def _is_named(deal: DealDraft) -> bool:
    return named(deal.label) is not None or (deal.label != "" and deal.dealer != NOBODY)


def _entries(
    draft: GameDraft, deal: DealDraft, number: int, course: CourseOfGame | None
) -> Iterator[Entry]:
    label, dealer = _name(draft, deal, number, course)
    words = []
    if draft.rotating:
        dealer = deal.dealer
    if dealer != NOBODY:
        words.append(f"dealer={SEATS[dealer]}")
    if number == 0 and draft.start:
        words.append(f"scores={','.join(str(each) for each in draft.start)}")
    yield Entry(" ".join(["@", label, *words, *deal.words]), {**deal.cells, WHOLE: deal.cell})
    yield from deal.entries


def _name(
    draft: GameDraft, deal: DealDraft, number: int, course: CourseOfGame | None
) -> tuple[str, Seat]:
    """Return the label and the dealer of a deal, from the sheet or else by the rules.

    `number` is the index of the deal. The label is the deal's number if nothing else is known.
    """
    label = deal.label
    _, dealer = named(label) or ("", NOBODY)
    if dealer >= len(draft.players):
        dealer = NOBODY
    if course is not None and not _is_named(deal):
        # The label by the rules is better than a number; without one, keep the sheet's own label.
        is_due = (named(course.label) is not None or not label) and not deal.is_penalty
        label, dealer = course.label if is_due else label, course.dealer
    if deal.is_penalty and not deal.label and number + 1 < len(draft.deals):
        # The deal of a penalty is played again in the next row.
        _, place = named(draft.deals[number + 1].label) or ("", NOBODY)
        dealer = place if NOBODY < place < len(draft.players) else dealer
    if deal.dealer != NOBODY:
        dealer = deal.dealer
    return label or str(number + 1), dealer


def one_line(text: str) -> str:
    """Return a text as one line of at most 120 characters; `?` if the text is blank."""
    return " ".join(text.split())[:120] or "?"
