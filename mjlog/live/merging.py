"""Merges several scribes' sheets of one game into one record, and reports where they differ.

Sheets that record the turns of more players come first. If two sheets contradict each other, the
version of the earlier sheet in this order is kept.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from mjlog.live.aligning import Alignment, Pair, interleaved, is_resync, joined_turn
from mjlog.live.ledgers.fair_copy import OF_THE_LEDGER, fair_copy
from mjlog.live.ledgers.reserved import only_proved
from mjlog.model.go_arounds import only_bonus
from mjlog.model.record import (
    NOBODY,
    SEATS,
    Content,
    Deal,
    Exchange,
    Game,
    Header,
    Items,
    Kept,
    Line,
    Note,
    Pay,
    Remark,
    Ruling,
    Seat,
    Turn,
)
from mjlog.notation.lines.line_order import rank
from mjlog.notation.refinement import joined
from mjlog.notation.writer import line_text


class Version(NamedTuple):
    """What one scribe's record says in one place: text, author, time and the record's name.

    `number` is the number of the ledger entry that a correction of this text must name, 0 if it
    cannot be corrected alone. If the record says nothing in this place, `text` is empty, and
    `number` is the number of the entry after which the text is missing.
    """

    text: str
    author: str
    clock: str
    sheet: str
    number: int = 0

    def __str__(self) -> str:
        """Return what one record says in one place, then the record, author and time in brackets.

        If the record says nothing there, the word *nothing* is written.
        """
        who = " ".join(each for each in (self.author, self.clock) if each)
        return f"{self.text or 'nothing'} ({', '.join(each for each in (self.sheet, who) if each)})"


class Conflict(NamedTuple):
    """Two scribes' versions that contradict each other; the merged record has the version `kept`.

    `deal` is the label of the deal; `what` says which header, turn or line it is.
    """

    deal: str
    what: str
    kept: Version
    other: Version

    def __str__(self) -> str:
        """Describe the conflict in one line: its place and both versions."""
        place = " ".join(each for each in (self.deal, self.what) if each)
        return f"{place}: {self.kept} is kept, against {self.other}"


def correction_line(conflict: Conflict, chosen: Version) -> Edit | None:
    """Return the ledger line by which a scribe's record is corrected after a conflict.

    The line is for the ledger of the record whose version was not `chosen`; it changes the text
    there to the chosen text. Return None if the number of the rejected version is 0.
    """
    other = conflict.other if chosen is conflict.kept else conflict.kept
    if not other.number:
        return None
    if not other.text:
        return Edit(other.sheet, f"ins {other.number:04d} {chosen.text}")
    if not chosen.text:
        return Edit(other.sheet, f"del {other.number:04d}")
    return Edit(other.sheet, f"fix {other.number:04d} {chosen.text}")


class Edit(NamedTuple):
    """A line to be added to the ledger of one sheet."""

    sheet: str
    line: str


class Sheet(NamedTuple):
    """One scribe's record, and the name of its file."""

    name: str
    game: Game


@dataclass(frozen=True, slots=True)
class Merged:
    """The merged record, and the conflicts between the sheets."""

    game: Game
    conflicts: tuple[Conflict, ...]


def merged(sheets: Sequence[Sheet]) -> Merged:
    """Merge several scribes' records of one game; return a `Merged` with record and conflicts.

    Each conflict is also written as a note in the deal of the merged record that it is about.
    Raises ValueError if there are no records.
    """
    in_order = sorted(sheets, key=_breadth, reverse=True)
    return _Merging(in_order).run()


def _breadth(sheet: Sheet) -> int:
    """Return the number of players whose turns a scribe's record has."""
    return len({turn.seat for deal in sheet.game.deals for turn in deal.turns})


class _Known(NamedTuple):
    """A turn, with its author and its notes."""

    turn: Turn
    by: Version
    notes: tuple[Note, ...] = ()


class _Stated(NamedTuple):
    """A line about a deal other than play, with its author."""

    line: Line
    by: Version


@dataclass(slots=True)
class _Part:
    """A deal in one scribe's record, or merged from the records so far."""

    deal: Deal
    turns: list[_Known]
    lines: list[_Stated]
    sheet: str
    conflicts: list[Conflict] = field(default_factory=list)


class _Merging:
    """Merges sheets into one record."""

    def __init__(self, sheets: Sequence[Sheet]) -> None:
        self.sheets = sheets
        self.conflicts: list[Conflict] = []
        self.seats = max(sheet.game.seats for sheet in sheets)

    def run(self) -> Merged:
        headers = self._headers()
        deals = [self._deal(parts) for parts in self._deals()]
        first = fair_copy(self.sheets[0].game)
        game = replace(first, headers=headers, deals=tuple(deals), findings=())
        return Merged(game, tuple(self.conflicts))

    # ------------------------------------------------------------------ before the deals

    def _headers(self) -> tuple[Header, ...]:
        """Return the headers of the merged record: each header that one of the records has.

        If records have different values for a header, add a conflict to `self.conflicts`; only
        ``Recorder`` gets all values instead.
        """
        headers: dict[str, tuple[Header, str]] = {}
        for sheet in self.sheets:
            for head in fair_copy(sheet.game).headers:
                kept = headers.setdefault(head.key, (head, sheet.name))
                if kept[0].value != head.value:
                    headers[head.key] = self._both(kept, head, sheet.name), kept[1]
        return tuple(head for head, _ in headers.values())

    def _both(self, kept: tuple[Header, str], head: Header, name: str) -> Header:
        """Return one header for a header that has different values in two records.

        It has the first value, or the second if the first is empty. If neither is empty, a conflict
        is added to `self.conflicts`; only ``Recorder`` gets both values instead. `kept` is (first
        header, name of its record). `head` is the second header, and `name` the name of its record.
        """
        first, source = kept
        if not first.value:
            return head
        if head.key in _JOINED:
            return replace(first, value=f"{first.value}; {head.value}")
        if head.value:
            versions = Version(first.value, "", "", source), Version(head.value, "", "", name)
            self.conflicts.append(Conflict("", f"{head.key}:", *versions))
        return first

    # ------------------------------------------------------------------ deals

    def _deals(self) -> list[list[_Part]]:
        """Return the deals of all records in groups; a group is one deal, by several scribes.

        Deals with the same label, such as `E2`, form a group. If a record has a label twice, its
        second deal is grouped with the second deals of other records. The groups are in the order
        of the first record; deals that the first record does not have come last.
        """
        groups: dict[tuple[str, int], list[_Part]] = {}
        for sheet in self.sheets:
            seen: dict[str, int] = {}
            for deal in sheet.game.deals:
                number = seen[deal.label] = seen.get(deal.label, 0) + 1
                groups.setdefault((deal.label, number), []).append(_part(deal, sheet))
        return list(groups.values())

    def _deal(self, parts: list[_Part]) -> Deal:
        whole = parts[0]
        for part in parts[1:]:
            whole.deal = replace(whole.deal, attributes=_attributes(whole, part))
            whole.turns = _turns(whole, part, self.seats)
            for stated in part.lines:
                _add_line(whole, stated)
        self.conflicts += whole.conflicts
        return _made(whole)


_JOINED: Final = frozenset({"Recorder"})


def _part(deal: Deal, sheet: Sheet) -> _Part:
    deal = only_proved(deal)
    recorder = sheet.game.heading("Recorder")
    entries = {entry.span.line: entry for entry in deal.ledger}
    places = [deal.place(index).line for index in range(len(deal.turns))]
    turns_on = Counter(places)

    def by(text: str, line: int) -> Version:
        entry = entries.get(line)
        if entry is None:
            return Version(text, recorder, "", sheet.name)
        # A correction of an entry that a `fix` has written must name the entry that was fixed.
        fix = _FIX.match(entry.text)
        number = int(fix[1]) if fix else entry.number
        # An entry with several turns cannot be corrected for one of them alone.
        if turns_on[line] > 1:
            number = 0
        return Version(text, entry.author, entry.clock, sheet.name, number)

    turns = [
        _Known(
            turn,
            by(f"{SEATS[turn.seat]}:{turn.word}", places[index]),
            tuple(note for at, note in deal.notes if at == index),
        )
        for index, turn in enumerate(deal.turns)
    ]
    lines = [_Stated(line, by(line_text(line.content), line.span.line)) for line in deal.lines]
    return _Part(deal, turns, lines, sheet.name)


_FIX: Final = re.compile(r"fix ([0-9]+) ")


def _attributes(whole: _Part, part: _Part) -> tuple[tuple[str, str], ...]:
    """Return the words of both ``@`` lines, as pairs of name and value.

    If a word has different values, keep the first, and add a conflict to `whole`, except for the
    words in `_OF_A_SHEET`, in which sheets may differ. `whole` is the merged deal so far, and
    `part` is the deal in another scribe's record.
    """
    kept = dict(whole.deal.attributes)
    for name, value in part.deal.attributes:
        if name not in kept:
            kept[name] = value
        elif kept[name] != value and name not in _OF_A_SHEET:
            versions = [
                Version(f"{name}={side.deal.attribute(name)}", side.deal.word("by"), "", side.sheet)
                for side in (whole, part)
            ]
            whole.conflicts.append(Conflict(whole.deal.label, "@", *versions))
    return tuple(kept.items())


_OF_A_SHEET: Final = OF_THE_LEDGER | {"view"}


# --------------------------------------------------------------------------- turns


def _turns(whole: _Part, part: _Part, seats: int) -> list[_Known]:
    """Merge the turns of two records of a deal, in the order of play, and add conflicts to `whole`.

    If only one record has turns, they are returned unchanged. `whole` is the merged deal so far,
    and `part` is the deal in another scribe's record.
    """
    if not (whole.turns and part.turns):
        return whole.turns or part.turns
    # If the scribes recorded different players, they have no common turn by which to align them.
    if _written_of(whole.turns).isdisjoint(_written_of(part.turns)):
        turns = [*whole.turns, *part.turns]
        order = interleaved(_bare_turns(turns), whole.deal.dealer, whole.deal.turn_order(seats))
        return [turns[place] for place in order]
    one, other = whole.turns, part.turns
    pairs = Alignment(_bare_turns(one), _bare_turns(other)).pairs()
    gaps = _gaps(pairs, one, other)
    merged_turns = [
        _turn_of_pair(whole, part, pairs[: at + 1], filled=at in gaps) for at in range(len(pairs))
    ]
    return [turn for turn in merged_turns if turn]


def _bare_turns(turns: Sequence[_Known]) -> list[Turn]:
    """Return the turns alone, as a list, without the authors and notes stored with them."""
    return [each.turn for each in turns]


def _written_of(turns: Sequence[_Known]) -> set[Seat]:
    """Return the set of seats that have at least one turn in `turns`."""
    return {turn.seat for turn in _bare_turns(turns)}


def _gaps(pairs: Sequence[Pair], one: Sequence[_Known], other: Sequence[_Known]) -> set[int]:
    """Return the indices in `pairs` of notes about gaps that the merged record does not need.

    In such a note, a scribe says that turns were missed. It is not needed if the other scribe
    recorded a turn directly before or after it. `one` and `other` are the turns in the two records.
    """
    gaps: set[int] = set()
    for at, pair in enumerate(pairs):
        alone = _turn_in_one_record(pair, one, other)
        if alone is None or not is_resync(alone.turn):
            continue
        lacking = pair.index(NOBODY)
        beside = [*pairs[:at][-1:], *pairs[at + 1 :][:1]]
        if any(each[lacking] != NOBODY for each in beside):
            gaps.add(at)
    return gaps


def _turn_in_one_record(
    pair: Pair, one: Sequence[_Known], other: Sequence[_Known]
) -> _Known | None:
    """Return the turn that only one of the two records has; None if both records have it.

    `pair` has the index of the turn in each record, NOBODY for a record that lacks it. `one` and
    `other` are the turns in the two records.
    """
    if pair.one == NOBODY:
        return other[pair.other]
    return one[pair.one] if pair.other == NOBODY else None


def _turn_of_pair(
    whole: _Part, part: _Part, pairs: Sequence[Pair], *, filled: bool
) -> _Known | None:
    """Return the merged turn for the last pair in `pairs`, which is one turn in two records.

    If the records contradict each other, add a conflict to `whole` and return the turn in `whole`.
    If `filled` is True, the turn only notes a gap that the other record fills: return None. `whole`
    is the merged deal so far, and `part` is the deal in another scribe's record.
    """
    pair = pairs[-1]
    alone = _turn_in_one_record(pair, whole.turns, part.turns)
    if alone is not None:
        if not filled:
            _tell_missed(whole, alone, part, pairs)
        return None if filled else alone
    mine, theirs = whole.turns[pair.one], part.turns[pair.other]
    both = joined_turn(mine.turn, theirs.turn)
    if both is not None:
        notes = tuple(dict.fromkeys((*mine.notes, *theirs.notes)))
        return _Known(both, mine.by, notes)
    whole.conflicts.append(Conflict(whole.deal.label, f"turn {pair.one + 1}", mine.by, theirs.by))
    return mine


def _tell_missed(whole: _Part, alone: _Known, part: _Part, pairs: Sequence[Pair]) -> None:
    """Add a conflict to `whole` if one record lacks a turn that its scribe should have recorded.

    `alone` is the turn, as the other record has it. There is no conflict if the record without the
    turn has no turns of this player at all, or if it notes a gap, or if `alone` notes a gap.
    """
    place = pairs[-1].index(NOBODY)
    lacking = (whole, part)[place]
    writes = alone.turn.seat in _written_of(lacking.turns)
    fell_behind = any(is_resync(each) for each in (*_bare_turns(lacking.turns), alone.turn))
    # If a scribe does not record this player, or fell behind, a missing turn is no contradiction.
    if writes and not fell_behind:
        before = [lacking.turns[pair[place]].by for pair in pairs if pair[place] != NOBODY]
        numbers = {version.sheet: version.number for version in before}
        nothing = Version("", "", "", lacking.sheet, numbers.get(lacking.sheet, 0))
        whole.conflicts.append(Conflict(whole.deal.label, "one turn", alone.by, nothing))


# --------------------------------------------------------------------------- lines


def _add_line(whole: _Part, stated: _Stated) -> None:
    """Add a line of another record to a merged deal.

    If the deal already has a line about the same thing, combine both; if they contradict each
    other, keep the first line and add a conflict. `whole` is the merged deal, and `stated` is the
    line with its author.
    """
    key = _key(stated.line.content)
    for place, mine in enumerate(whole.lines):
        if _key(mine.line.content) != key:
            continue
        content = joined(mine.line.content, stated.line.content)
        if content is None:
            what = stated.line.content.keyword
            whole.conflicts.append(Conflict(whole.deal.label, what, mine.by, stated.by))
        else:
            comment = mine.line.comment or stated.line.comment
            whole.lines[place] = mine._replace(line=Line(content, comment))
        return
    whole.lines.append(stated)


def _key(content: Content) -> tuple[object, ...]:
    """Return a key that is equal for lines about the same thing, such as two ``win B`` lines."""
    match content:
        case Ruling() | Remark() | Kept() | Exchange():
            return (line_text(content),)
        case Pay():
            return ("pay", content.cause)
        case Items():
            return (content.keyword, content.seat)
    return (content.keyword, getattr(content, "seat", NOBODY))


# --------------------------------------------------------------------------- the deal


def _made(part: _Part) -> Deal:
    """Return the merged deal as a `Deal`, with a note for each conflict; its ledger is empty."""
    deal = part.deal
    remarks = (Line(Remark("note", f"conflict: {each}")) for each in part.conflicts)
    lines = sorted(
        [*(each.line for each in part.lines), *remarks], key=lambda line: rank(line.content)
    )
    turns = tuple(_bare_turns(part.turns))
    notes = ((index, note) for index, each in enumerate(part.turns) for note in each.notes)
    early = bool(turns) and only_bonus(turns[0])
    return Deal(
        deal.label,
        tuple(pair for pair in deal.attributes if pair[0] not in _OF_A_SHEET),
        turns,
        tuple(lines),
        tuple(notes),
        ((0, 0),) if early else (),
        (),
        deal.comment,
    )
