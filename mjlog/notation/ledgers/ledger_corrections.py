"""Applies the corrections of a ledger: what its lines say after every fix, del and ins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush
from typing import Final, NamedTuple

from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.lazy_pattern import lazy_pattern
from mjlog.model.messages import Message, msg
from mjlog.notation.lines.statements import Booked, Edit, Fact, Move, Strange
from mjlog.notation.play.tokens import Item

_SEAT: Final = lazy_pattern(r"[A-Da-d]:")
Complain = Callable[[int, int, Message], None]
"""A function that reports a problem, given its line, its column and a sentence."""


class LedgerRow(NamedTuple):
    """An entry of the ledger as it was read, with its line number in the file.

    `offset` is the number of blanks before the entry.
    """

    booked: Booked
    line: int
    offset: int = 0


class CorrectedStatement(NamedTuple):
    """A statement that is valid after all corrections, and the ledger entry that makes it."""

    inner: Move | Fact | Strange
    row: LedgerRow


class CrossCorrections(NamedTuple):
    """The corrections between the ledger of one deal and the ledgers of other deals.

    `away` are the numbers of the deal's own entries that correct an earlier deal. `later` are the
    entries of later deals that correct this deal.
    """

    away: frozenset[int] = frozenset()
    later: tuple[LedgerRow, ...] = ()


ALONE: Final = CrossCorrections()


def cross_corrections(ledgers: Sequence[Sequence[LedgerRow]]) -> list[CrossCorrections]:
    """Return a `CrossCorrections` for each deal of a game: its corrections to and from other deals.

    A deal may have a ledger: a list of numbered entries that is never changed, only corrected by
    later entries. `ledgers` has the entries of each deal. A `CrossCorrections` says which entries
    of the deal correct earlier deals, and which entries of later deals correct this deal. If the
    entry numbers start again from a lower number, later entries cannot correct the deals before.
    """
    home: dict[int, int] = {}
    away: list[set[int]] = [set() for _ in ledgers]
    later: list[list[LedgerRow]] = [[] for _ in ledgers]
    for place, rows in enumerate(ledgers):
        if rows and rows[0].booked.number <= max(home, default=0):
            home.clear()
        for row in rows:
            meant = _deal_meant(row, home, place)
            home[row.booked.number] = meant
            if meant != place:
                away[place].add(row.booked.number)
                later[meant].append(row)
    return [CrossCorrections(frozenset(a), tuple(b)) for a, b in zip(away, later, strict=True)]


def _deal_meant(row: LedgerRow, home: Mapping[int, int], place: int) -> int:
    """Return the index of the deal to which the entry `row` of a ledger belongs.

    A correction belongs to the deal of the entries that it corrects, if they are all in one deal.
    Any other entry belongs to the deal with the index `place`, in which it was written. `home` maps
    the number of each earlier entry to the index of its deal.
    """
    edit = row.booked.edit
    if edit is None:
        return place
    first, last = home.get(edit.first, place), home.get(edit.last, place)
    return first if first == last else place


def fold(
    own: list[LedgerRow], complain: Complain, crossing: CrossCorrections = ALONE
) -> list[CorrectedStatement]:
    """Apply the corrections in a deal's ledger; return what its entries say in the end, in order.

    Each result is a `CorrectedStatement`: a statement, such as a turn, and the entry that makes it.
    An inserted entry comes directly after the entry that it names. Deleted entries are left out; a
    deleted correction has no effect; of several fixes of one entry, the last counts. For a mistake,
    such as a correction of a missing entry, the function `complain` is called. `crossing` has the
    corrections between this deal and other deals.
    """
    _check_numbers(own, complain)
    here = [row for row in own if row.booked.number not in crossing.away]
    rows = [*here, *crossing.later]
    rows_by_number: dict[int, int] = {}
    for index, row in enumerate(rows):
        rows_by_number.setdefault(row.booked.number, index)
    void = _deleted(rows, rows_by_number, complain)
    fixes, insertions = _edits(rows, _Targets(rows_by_number, void, complain))
    sayings: list[CorrectedStatement] = []
    # -1 is the beginning of the deal. Entries inserted after an entry come before the next entry.
    waiting = [-1, *(index for index, row in enumerate(rows) if row.booked.edit is None)]
    waiting.reverse()
    while waiting:
        index = waiting.pop()
        if index >= 0 and index not in void:
            sayings.extend(_saying(rows[index], fixes.get(index)))
        waiting.extend(reversed(insertions.get(index, [])))
    return sayings


def _edits(
    rows: list[LedgerRow], targets: _Targets
) -> tuple[dict[int, LedgerRow], dict[int, list[int]]]:
    """Return the corrections of a ledger that have an effect, as two dicts: fixes and insertions.

    The first dict maps the index of an entry to the entry that replaces it. The second maps the
    index of an entry (-1 for the beginning of the deal) to the indices of the entries that are
    inserted after it. Deletions are left out. `targets` finds the entry that a correction names.
    """
    fixes: dict[int, LedgerRow] = {}
    insertions: dict[int, list[int]] = {}
    for index, row in enumerate(rows):
        edit = row.booked.edit
        if edit is None or edit.verb == "del" or index in targets.void:
            continue
        target = targets.of(row, edit, index)
        if target is None:
            continue
        if edit.verb == "fix":
            fixes[target] = row
        else:
            insertions.setdefault(target, []).append(index)
    return fixes, insertions


def _check_numbers(rows: list[LedgerRow], complain: Complain) -> None:
    """Report entries whose numbers do not count up by one, and times that do not exist."""
    for index, row in enumerate(rows):
        if row.booked.clock and not _is_time(row.booked.clock):
            complain(row.line, 1, msg("{clock} is not a time of day", clock=row.booked.clock))
        number = row.booked.number
        before = rows[index - 1].booked.number if index else number - 1
        if number <= before:
            behind = "line {number} comes after line {before}, but the numbers must rise"
            complain(row.line, 1, msg(behind, number=f"{number:04d}", before=f"{before:04d}"))
        elif number > before + 1:
            missing = "line {missing} is missing before line {number}"
            complain(row.line, 1, msg(missing, missing=f"{before + 1:04d}", number=f"{number:04d}"))


def _is_time(clock: str) -> bool:
    """Return whether a clock time such as ``13:02:11`` exists; second 60 is a leap second."""
    hours, minutes, seconds = clock[:8].split(":")
    return int(hours) < 24 and int(minutes) < 60 and int(seconds) <= 60


def _deleted(rows: list[LedgerRow], known: dict[int, int], complain: Complain) -> dict[int, int]:
    """Return a dict from the index of each deleted entry to the index of the entry that deletes it.

    `known` maps the number of an entry to its index. A deletion that is deleted itself has no
    effect. A deletion that does not name earlier entries of this ledger is passed to `complain`.
    """
    void: dict[int, int] = {}
    # deletions by the last row that they delete: their own row, and the first row that they delete
    ending: dict[int, list[tuple[int, int]]] = {}
    # a heap of deletions that began at a later row; some of them do not reach this row
    open_: list[tuple[int, int]] = []
    for index in range(len(rows) - 1, -1, -1):
        for deletion in ending.pop(index, ()):
            heappush(open_, deletion)
        while open_ and open_[0][1] > index:
            heappop(open_)
        if open_:
            void[index] = open_[0][0]
            continue
        edit = rows[index].booked.edit
        if edit is None or edit.verb != "del":
            continue
        first, last = known.get(edit.first), known.get(edit.last)
        if first is None or last is None or not first <= last < index:
            _complain_of_target(rows[index], edit, complain)
        else:
            ending.setdefault(last, []).append((index, first))
    return void


@dataclass(frozen=True, slots=True)
class _Targets:
    """Finds the entry that a fix or an insertion names.

    `known` maps the number of an entry to its index. `void` maps the index of a deleted entry to
    the index of the entry that deletes it.
    """

    known: dict[int, int]
    void: dict[int, int]
    complain: Complain

    def of(self, row: LedgerRow, edit: Edit, index: int) -> int | None:
        """Return the index of the entry that a correction names; -1 for the beginning of the deal.

        The correction `row`, with the index `index`, is a fix or an insertion. Report a mistake and
        return None if there is no earlier entry with this number, if several numbers are named, if
        the correction has no new text, or if the entry to be fixed was deleted before.
        """
        if edit.verb == "ins" and edit.first == edit.last == 0:
            return -1
        target = self.known.get(edit.first)
        if target is None or target >= index or edit.first != edit.last or row.booked.inner is None:
            _complain_of_target(row, edit, self.complain)
            return None
        if edit.verb == "fix" and self.void.get(target, index) < index:
            gone = "line {number} was deleted; nothing is left to fix"
            words = msg(gone, number=f"{edit.first:04d}")
            self.complain(row.line, edit.column + row.offset, words)
            return None
        return target


def _complain_of_target(row: LedgerRow, edit: Edit, complain: Complain) -> None:
    if row.booked.inner is None and edit.verb != "del":
        words = msg("{verb} does not say what to put there", verb=edit.verb)
    elif edit.first != edit.last and edit.verb != "del":
        lines = f"{edit.first:04d}..{edit.last:04d}"
        words = msg("{verb} changes one line, not {lines}", verb=edit.verb, lines=lines)
    else:
        none = "{edit}: no earlier line of this deal has that number"
        words = msg(none, edit=f"{edit.verb} {edit.first:04d}")
    complain(row.line, edit.column + row.offset, words)


def _saying(row: LedgerRow, fix: LedgerRow | None) -> list[CorrectedStatement]:
    """Return a list with the statement of an entry, or of the entry `fix` that replaces it.

    A statement is what a line says, such as a turn. If the fix is a turn that names no player, the
    player of `row` is added. The list is empty for a correction that only deletes.
    """
    if fix is None or fix.booked.inner is None:
        if row.booked.inner is None:
            return []
        return [CorrectedStatement(row.booked.inner, row)]
    mended = fix.booked.inner
    if isinstance(mended, Move) and isinstance(row.booked.inner, Move):
        mended = _with_seat(mended, row.booked.inner)
    return [CorrectedStatement(mended, fix)]


def _with_seat(mended: Move, old: Move) -> Move:
    """Return the turns of a correction; if they name no player, add the old turns' player.

    `mended` has the turns of the correction, `old` has the turns that it replaces.
    """
    places = [index for index, item in enumerate(mended.items) if item.sort == "word"]
    turn_word = next((item.text for item in old.items if item.sort == "word"), "")
    seat = _SEAT.match(turn_word)
    if not places or seat is None:
        return mended
    word = mended.items[places[0]]
    if _SEAT.match(word.text):
        return mended
    items = [*mended.items]
    items[places[0]] = Item("word", turn_word[:2] + word.text, word.column)
    return Move(-1, items)
