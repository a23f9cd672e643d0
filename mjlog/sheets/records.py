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
from mjlog.model.record import NOBODY, SEATS, Deal, Game, Seat
from mjlog.notation import read
from mjlog.referee.rulebook import RulesError
from mjlog.results.course import CourseOfGame
from mjlog.rules import load
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.layouts.mapping import SheetMap

Key = Seat | str
"""What of a line a cell says: the seat, the item, or all of it (an empty word)."""
WHOLE: Final = ""
_VERSION: Final = "%mjlog 1.0"


@value
class Entry:
    """One line of a record, with the cells that the line comes from.

    `unit` is how many points a number in the cells counts. `rows` are the lines of the rows that
    were joined to this one; empty if it comes from one row.
    """

    text: str
    cells: Mapping[Key, Cell] = field(default_factory=dict)
    unit: int = 1
    rows: tuple[Entry, ...] = ()


def final_entry(
    cells: Sequence[Cell | None], points: Sequence[int | Decimal | None]
) -> Entry | None:
    """Return the final points as a header of the record; None if a player's points are missing."""
    by_seat: dict[Key, Cell] = {f"seat {seat}": cell for seat, cell in enumerate(cells) if cell}
    if not points or None in points or len(by_seat) < len(points):
        return None
    text = " ".join(str(point) for point in points)
    return Entry(f"Final-Score: {text}", {**by_seat, WHOLE: by_seat["seat 0"]})


@value
class DealDraft:
    """One deal of a sheet: the cell where the deal begins, the parts of its header, and its lines.

    Where the sheet does not name them, `label` is empty and `dealer` is `NOBODY`. After a row that
    `is_penalty` the deal that was due before it is due.
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
    """A row below the deals about the end of the game, with its cells by seat.

    For points at the end, `sums` begins with the total of all players. For results, places and
    tournament points, it has the right number of each player. For a row of sums, it has the sums of
    the columns above in points. The numbers in the cells are units of `unit` points and have the
    decimal sign `sign`.
    """

    kind: Literal["rank", "uma", "placed", "sum", "points", "award", "result", "place"]
    cells: tuple[Cell | None, ...]
    unit: int = 1
    sums: tuple[int | Decimal | None, ...] = ()
    sign: str = "."


@value
class GameDraft:
    """One game of a sheet, before it is a record.

    `told` is True if the sheet or its reader names the rules, and False if they are guessed.
    `rotating` is True if more play than sit at the table, so that the name of a deal does not say
    who deals. `unit` is what a point of the record is on the sheet. `below` are the rows about the
    end of the game. `understood` are lines that say how the sheet was read, `findings` are about
    what was not understood, and `layout` is the map by which the sheet can be read again.
    """

    rules: str
    players: tuple[str, ...]
    deals: tuple[DealDraft, ...]
    headers: tuple[Entry, ...] = ()
    told: bool = True
    sheet: str = ""
    name: str = ""
    start: tuple[int, ...] = ()
    understood: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    named_at: Mapping[Seat, Cell] = field(default_factory=dict)
    rotating: bool = False
    unit: Fraction = Fraction(1)
    below: tuple[RowBelow, ...] = ()
    layout: SheetMap | None = None


@dataclass(frozen=True, slots=True)
class SheetGame:
    """A game of a sheet as a record.

    `entries` maps line numbers of the record to lines with their cells.
    """

    game: Game
    entries: Mapping[int, Entry]
    draft: GameDraft
    text: str = ""

    def cell_of(self, place: Place, claim: Claim | None, *words: str) -> Cell | None:
        """Return the cell of a finding or verdict; None if it is about no cell."""
        entry = self.entries.get(place.line)
        if entry is None:
            return None
        keys: list[Key] = [*words, place.seat, WHOLE]
        if claim is not None:
            item = [claim.item] if claim.item else []
            keys = [*words, *item, place.seat, claim.seat, claim.payee, WHOLE]
        return next((cell for key in keys if (cell := entry.cells.get(key))), None)


def recorded(draft: GameDraft) -> SheetGame:
    """Return a game of a sheet as a record.

    If the sheet writes one sum where these rules show that it means another, the record has the
    other.
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
    """Return the name of a sum that the sheet writes but does not mean, and the name that it means.

    None if the sheet writes no such sum.
    """
    if not draft.rules:
        return None
    try:
        find = load(draft.rules).choices.other_sum
    except RulesError:
        return None
    return find(game) if find else None


def _lines_with_other_sum(deal: DealDraft, said: str, meant: str) -> Iterator[Entry]:
    """Yield the lines of a deal with the sum `meant` in place of the sum `said`."""
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
            course.go_on(_alone(heads, entries))
        lines += [Entry(""), *entries]
    text = "".join(f"{entry.text}\n" for entry in lines)
    placed = {number: entry for number, entry in enumerate(lines, 1) if entry.cells}
    return SheetGame(read(text), placed, draft, text)


def _heads(draft: GameDraft) -> Iterator[Entry]:
    if draft.name:
        yield Entry(f"Event: {one_line(draft.name)}")
    if draft.rules:
        yield Entry(f"Rules: {draft.rules}")
    if draft.rules and not draft.told:
        yield Entry("Rules-Told: no")
    for seat, name in enumerate(draft.players):
        at = draft.named_at.get(seat)
        yield Entry(f"{SEATS[seat]}: {one_line(name)}", {} if at is None else {WHOLE: at})
    yield from draft.headers


def _course(draft: GameDraft) -> CourseOfGame | None:
    """Return the course of the game by which deals are labelled.

    None if the sheet labels all deals, more play than sit at the table, the rules cannot be loaded,
    or they do not depend on the dealer.
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
    """Return the label of the deal, and its dealer."""
    label, dealer = deal.label, _dealer_by_name(draft, deal)
    if course is not None and not _is_named(deal):
        # The rules' own name goes before a number; where they have none, the sheet's own does.
        is_due = (named(course.label) is not None or not label) and not deal.is_penalty
        label, dealer = course.label if is_due else label, course.dealer
    if deal.dealer != NOBODY:
        dealer = deal.dealer
    return label or str(number + 1), dealer


def _dealer_by_name(draft: GameDraft, deal: DealDraft) -> Seat:
    """Return the dealer by the label of the deal; `NOBODY` if the label does not say."""
    _, dealer = named(deal.label) or ("", NOBODY)
    return dealer if dealer < len(draft.players) else NOBODY


def _alone(heads: Sequence[Entry], entries: Sequence[Entry]) -> Deal:
    """Return the deal of these lines, read without the deals before."""
    text = "".join(f"{entry.text}\n" for entry in (Entry(_VERSION), *heads, *entries))
    return read(text).deals[0]


def one_line(text: str) -> str:
    """Return the text on one line, cut to 120 characters for a header; `?` if it is blank."""
    return " ".join(text.split())[:120] or "?"
