"""Joins rows that are one deal: several winners, each in a row of their own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import starmap
from operator import add
from typing import Final

from mjlog.model.deal_labels import named
from mjlog.model.record import NOBODY, SEATS, Seat
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.records import DealDraft, Entry, Key

_WIN: Final = re.compile(r"win ([A-D]) \? from ([A-D])")
_WINNER: Final = re.compile(r"^win ([A-D]) ", re.MULTILINE)
_KONG: Final = re.compile(r"^(?:kong|pay .*for=(?:kong|not-ready))", re.MULTILINE)
_MADE: Final = re.compile(r"^kong ([A-D]) ", re.MULTILINE)
_PAID_TO: Final = re.compile(r"^pay [A-D]>([A-D]) .*for=kong", re.MULTILINE)
_NUMBERS: Final = re.compile(r"net ((?:-?[0-9]+ ?)+)")


def join_rows(deals: Sequence[DealDraft], *, plays_on: bool = False) -> Iterator[DealDraft]:
    """Yield the deals of a sheet; adjacent rows about the same deal become one deal.

    Rows are joined if they are wins on the same discard. If `plays_on` is True, for rules in which
    play continues after a win, rows with the same label are joined if each row has a win or a
    payment for a kong or to ready players, and no player wins in both rows.
    """
    waiting: DealDraft | None = None
    rows: list[DealDraft] = []
    has_counters = "." in "".join([deal.label for deal in deals])
    for number, deal in enumerate(deals, 1):
        following = deals[number].label if number < len(deals) else deal.label
        are_one = waiting is not None and (
            _are_of_one_label(waiting, deal)
            if plays_on
            else _are_one(waiting, deal, following, has_counters=has_counters)
        )
        if waiting is None or not are_one:
            if waiting is not None:
                yield _with_payments(waiting, rows) if plays_on else waiting
            waiting, rows = deal, [deal]
        else:
            waiting = _with_whole_kongs(_join_two(waiting, deal))
            rows.append(deal)
    if waiting is not None:
        yield _with_payments(waiting, rows) if plays_on else waiting


def _with_payments(deal: DealDraft, rows: Sequence[DealDraft]) -> DealDraft:
    """Add lines of payments, such as `pay B>A 2`, to a deal that was joined from several rows.

    Once the changes of the rows are added, they no longer show who paid for which win. Each row
    must have one win, and changes that add up to zero; otherwise the deal is returned unchanged.
    """
    payments: list[Entry] = []
    for row in rows:
        winners = _WINNER.findall("\n".join(_texts(row)))
        changes = [entry for entry in row.entries if _NUMBERS.fullmatch(entry.text)]
        numbers = _numbers(changes[0]) if changes else []
        if any(_KONG.match(entry.text) for entry in row.entries):
            continue
        if len(winners) != 1 or sum(numbers) != 0:
            return deal
        if not numbers or numbers[SEATS.index(winners[0])] <= 0:
            return deal
        paid = ", ".join(f"{SEATS[seat]}>{winners[0]} {-number}"
                         for seat, number in enumerate(numbers) if number < 0)  # fmt: skip
        payments.append(Entry(f"pay {paid}", changes[0].cells))
    return replace(deal, entries=(*deal.entries, *payments)) if len(rows) > 1 else deal


def _with_whole_kongs(deal: DealDraft) -> DealDraft:
    """Remove the `kong` lines of players who are paid for more kongs than their lines name.

    The deal was joined from several rows, and a row may pay for a kong without a `kong` line.
    Return a copy of the deal.
    """
    texts = "\n".join(_texts(deal))
    made, paid = Counter(_MADE.findall(texts)), Counter(_PAID_TO.findall(texts))
    entries = [entry for entry in deal.entries
               if (of_kong := _MADE.match(entry.text)) is None
               or not 0 < made[of_kong[1]] < paid[of_kong[1]]]  # fmt: skip
    return replace(deal, entries=tuple(entries))


def _are_of_one_label(first: DealDraft, second: DealDraft) -> bool:
    """Return whether two adjacent rows belong to one deal, if play continues after a win.

    The second row must have the same label or none, each row must have a win, a kong or a payment
    to ready players, and no player may win in both.
    """
    texts = ["\n".join(_texts(deal)) for deal in (first, second)]
    one, other = (_WINNER.findall(text) for text in texts)
    are_played = all(_WINNER.search(text) or _KONG.search(text) for text in texts)
    return _has_label_of(second, first) and are_played and {*one}.isdisjoint(other)


def _has_label_of(second: DealDraft, first: DealDraft) -> bool:
    """Return whether the second row has the label of the first row, or no label."""
    return first.label != "" and second.label in {first.label, ""}


def _are_one(first: DealDraft, second: DealDraft, following: str, *, has_counters: bool) -> bool:
    """Return whether two adjacent rows are wins on the same discard, and so belong to one deal.

    Both rows must name the same discarder and different winners. If the dealer wins, the next deal
    may have the same label; then the rows are joined only if `has_counters` is True (labels count
    repeats, as in `E1.2`) and `following`, the label of the third row, is the same deal again.
    """
    place = named(first.label)
    is_same = _has_label_of(second, first) and second.dealer in {first.dealer, NOBODY}
    if place is None or not is_same:
        return False
    one, other = (_WIN.findall("\n".join(_texts(deal))) for deal in (first, second))
    if not one or len(other) != 1 or {source for _, source in (*one, *other)} != {one[0][1]}:
        return False
    winners = [winner for winner, _ in (*one, *other)]
    # A dealer who wins deals again, so the next deal may have the same label. It cannot if counters
    # distinguish the deals and the next row says that the dealer deals again.
    dealt_on = SEATS[place[1]] in winners[:-1] if place[1] < len(SEATS) else True
    is_next_named = has_counters and named(following) == place
    return len({*winners}) == len(winners) and (is_next_named or not dealt_on)


def _texts(deal: DealDraft) -> list[str]:
    return [entry.text for entry in deal.entries]


def _join_two(first: DealDraft, second: DealDraft) -> DealDraft:
    """Join two rows of a deal: return a deal with the lines of both rows.

    The changes of points are added. Totals are taken from the second row if it has totals. Any
    other line that is in both rows is kept once, but each line about a kong is kept.
    """
    changes = [entry for entry in second.entries if _NUMBERS.fullmatch(entry.text)]
    own_entries = [entry for entry in second.entries if entry not in changes]
    texts = {entry.text for entry in own_entries}
    # A player may be paid the same for several kongs; any other repeated entry counts once.
    kept = [_with(entry, changes) for entry in first.entries
            if entry.text not in texts or _KONG.match(entry.text)]  # fmt: skip
    # The totals of the second row are the totals after the deal.
    has_scores = any(entry.text.startswith("score") for entry in own_entries)
    entries = [entry for entry in kept if not (has_scores and entry.text.startswith("score"))]
    return replace(first, entries=(*entries, *own_entries))


def _with(entry: Entry, changes: Sequence[Entry]) -> Entry:
    """Add the points of another row to a record line of changes, such as `net 100 -100 0 0`.

    `changes` is a list with the other row's line of changes, or an empty list. Return a new entry
    with the sums. If `entry` is not a line of changes, return it unchanged.
    """
    if not changes or not _NUMBERS.fullmatch(entry.text):
        return entry
    numbers, more = _numbers(entry), _numbers(changes[0])
    both = zip(numbers, more, strict=True)
    # The slip is in the row whose changes do not add up to zero.
    is_above = sum(numbers) != 0
    moved: dict[Key, Cell] = {
        key: cell
        for key, cell in changes[0].cells.items()
        if sum(more)
        or (isinstance(key, int) and more[key] and not (is_above and key in entry.cells))
    }
    text = " ".join(["net", *(str(each) for each in starmap(add, both))])
    rows = (*(entry.rows or (entry,)), changes[0])
    return replace(entry, text=text, cells={**entry.cells, **moved}, rows=rows)


def row_with_changes_of(entry: Entry, seats: Collection[Seat]) -> Entry:
    """Find the row of the sheet in which the points of all players in `seats` change.

    `entry` is a line of changes that was joined from several rows of the sheet. Return the line of
    the row that was found. Return `entry` itself if no row or more than one row fits.
    """
    fitting = [row for row in entry.rows if all(_numbers(row)[seat] for seat in seats)]
    return fitting[0] if len(fitting) == 1 else entry


def _numbers(entry: Entry) -> list[int]:
    return [int(word) for word in entry.text.split()[1:]]
