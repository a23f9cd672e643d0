"""Merges several scribes' sheets of one game into one record, and reports where they differ.

Sheets that record more players come first. If two sheets contradict each other, the version of the
first is kept.
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
    Entry,
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
    """What one sheet says in one place: the text, who wrote it and when, and the sheet's name.

    `number` is the number of its entry in the ledger, 0 if it has none that can be corrected alone.
    If the sheet says nothing, `text` is empty, and the missing text belongs after that entry.
    """

    text: str
    author: str
    clock: str
    sheet: str
    number: int = 0

    def __str__(self) -> str:
        """Return the text, with sheet, author and time in brackets."""
        who = " ".join(each for each in (self.author, self.clock) if each)
        return f"{self.text or 'nothing'} ({', '.join(each for each in (self.sheet, who) if each)})"


class Conflict(NamedTuple):
    """Two versions that contradict each other; `kept` is in the record.

    `deal` is the label of the deal, `what` says which header, turn or line it is.
    """

    deal: str
    what: str
    kept: Version
    other: Version

    def __str__(self) -> str:
        """Return one line with the place and both versions."""
        place = " ".join(each for each in (self.deal, self.what) if each)
        return f"{place}: {self.kept} is kept, against {self.other}"


def correction_line(conflict: Conflict, chosen: Version) -> Edit | None:
    """Return the line that makes the sheet of the other version say the chosen one.

    None if the other version has no entry number.
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
    """Merge the sheets of one game into one record; return it with the conflicts.

    Deals get a note for each conflict. Raises ValueError if there are no sheets.
    """
    in_order = sorted(sheets, key=_breadth, reverse=True)
    return _Merging(in_order).run()


def _breadth(sheet: Sheet) -> int:
    """Return the number of players whose turns a sheet records."""
    return len({turn.seat for deal in sheet.game.deals for turn in deal.turns})


class _Known(NamedTuple):
    """A turn, with who wrote it, and its notes."""

    turn: Turn
    by: Version
    notes: tuple[Note, ...] = ()


class _Stated(NamedTuple):
    """A line about a deal, with who wrote it."""

    line: Line
    by: Version


@dataclass(slots=True)
class _Part:
    """A deal of one sheet, or of several sheets merged so far."""

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
        """Return the headers of all sheets; different values of one header are a conflict.

        The header ``Recorder`` has the values of all sheets.
        """
        headers: dict[str, tuple[Header, str]] = {}
        for sheet in self.sheets:
            for head in fair_copy(sheet.game).headers:
                kept = headers.setdefault(head.key, (head, sheet.name))
                if kept[0].value != head.value:
                    headers[head.key] = self._both(kept, head, sheet.name), kept[1]
        return tuple(head for head, _ in headers.values())

    def _both(self, kept: tuple[Header, str], head: Header, name: str) -> Header:
        """Return one header for two different values of it: the first that is not empty.

        Notes a conflict if both have a value. ``Recorder`` gets both.
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
        """Return the deals of the sheets, grouped by label, in the order of the first sheet.

        If a label comes several times in a sheet, its first deals are a group, its second ones
        another. Deals that the first sheet lacks come last.
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
            _join(whole, part, self.seats)
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
        # An entry of several turns cannot be mended for one of them alone.
        number = 0 if turns_on[line] > 1 else _standing_number(entry)
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


def _standing_number(entry: Entry) -> int:
    """Return the number that a later line must name to correct this entry.

    For a `fix`, this is the number of the entry that it corrects.
    """
    mended = _FIX.match(entry.text)
    return int(mended[1]) if mended else entry.number


_FIX: Final = re.compile(r"fix ([0-9]+) ")


def _join(whole: _Part, part: _Part, seats: int) -> None:
    """Add to a merged deal the turns and lines of another sheet; note conflicts in it."""
    whole.deal = replace(whole.deal, attributes=_attributes(whole, part))
    whole.turns = _turns(whole, part, seats)
    for stated in part.lines:
        _add_line(whole, stated)


def _attributes(whole: _Part, part: _Part) -> tuple[tuple[str, str], ...]:
    """Return the attributes of both ``@`` lines; note a conflict for different values.

    The first value is kept.
    """
    kept = dict(whole.deal.attributes)
    for name, value in part.deal.attributes:
        if name not in kept:
            kept[name] = value
        elif kept[name] != value and name not in _OF_A_SHEET:
            versions = [_header_of_sheet(each, name) for each in (whole, part)]
            whole.conflicts.append(Conflict(whole.deal.label, "@", *versions))
    return tuple(kept.items())


_OF_A_SHEET: Final = OF_THE_LEDGER | {"view"}


def _header_of_sheet(part: _Part, name: str) -> Version:
    deal = part.deal
    return Version(f"{name}={deal.attribute(name)}", deal.word("by"), "", part.sheet)


# --------------------------------------------------------------------------- turns


def _turns(whole: _Part, part: _Part, seats: int) -> list[_Known]:
    """Return the turns of both sheets, merged, in the order of play; note conflicts.

    If only one sheet has turns, they are returned as they are.
    """
    if not (whole.turns and part.turns):
        return whole.turns or part.turns
    # Scribes who write of different players have no turn in common by which to align them.
    if _written_of(whole.turns).isdisjoint(_written_of(part.turns)):
        return _seat_by_seat(whole, part, seats)
    one, other = whole.turns, part.turns
    pairs = Alignment(_said(one), _said(other)).pairs()
    gaps = _gaps(pairs, one, other)
    turns = [
        _turn_of_pair(whole, part, pairs[: at + 1], filled=at in gaps) for at in range(len(pairs))
    ]
    return [turn for turn in turns if turn]


def _said(turns: Sequence[_Known]) -> list[Turn]:
    """Return only the turns, without authors and notes."""
    return [each.turn for each in turns]


def _written_of(turns: Sequence[_Known]) -> set[Seat]:
    """Return the seats that have a turn in the list."""
    return {turn.seat for turn in _said(turns)}


def _seat_by_seat(whole: _Part, part: _Part, seats: int) -> list[_Known]:
    """Return the turns of both sheets, which record different players, in the order of play."""
    turns = [*whole.turns, *part.turns]
    order = interleaved(_said(turns), whole.deal.dealer, whole.deal.turn_order(seats))
    return [turns[place] for place in order]


def _gaps(pairs: Sequence[Pair], one: Sequence[_Known], other: Sequence[_Known]) -> set[int]:
    """Return the indices of pairs that note a gap whose turns the other sheet has.

    The note is a turn that says that the scribe fell behind.
    """
    gaps: set[int] = set()
    for at, pair in enumerate(pairs):
        alone = _alone(pair, one, other)
        if alone is None or not is_resync(alone.turn):
            continue
        lacking = pair.index(NOBODY)
        beside = [*pairs[:at][-1:], *pairs[at + 1 :][:1]]
        if any(each[lacking] != NOBODY for each in beside):
            gaps.add(at)
    return gaps


def _alone(pair: Pair, one: Sequence[_Known], other: Sequence[_Known]) -> _Known | None:
    """Return the turn of a pair that only one sheet has; None if both have it."""
    if pair.one == NOBODY:
        return other[pair.other]
    return one[pair.one] if pair.other == NOBODY else None


def _turn_of_pair(
    whole: _Part, part: _Part, pairs: Sequence[Pair], *, filled: bool
) -> _Known | None:
    """Return the merged turn of the last of these pairs; note a conflict if the sheets differ.

    Return None if it is a gap (`filled`) that the other sheet fills.
    """
    pair = pairs[-1]
    alone = _alone(pair, whole.turns, part.turns)
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
    """Note a conflict if a sheet lacks a turn although it records that player and kept up."""
    place = pairs[-1].index(NOBODY)
    lacking = (whole, part)[place]
    writes = alone.turn.seat in _written_of(lacking.turns)
    fell_behind = any(is_resync(each) for each in (*_said(lacking.turns), alone.turn))
    # Who writes of other players, or fell behind, lacks the turn without denying it.
    if writes and not fell_behind:
        before = [pair[place] for pair in pairs]
        nothing = Version("", "", "", lacking.sheet, _number_before(lacking, before))
        whole.conflicts.append(Conflict(whole.deal.label, "one turn", alone.by, nothing))


def _number_before(lacking: _Part, indices: Sequence[int]) -> int:
    """Return the number of the last entry among these turns of a sheet; 0 if there is none.

    `indices` are those of turns in the sheet; NOBODY for a turn that it lacks.
    """
    written = [lacking.turns[index].by for index in indices if index != NOBODY]
    numbers = {each.sheet: each.number for each in written}
    return numbers.get(lacking.sheet, 0)


# --------------------------------------------------------------------------- lines


def _add_line(whole: _Part, stated: _Stated) -> None:
    """Add a line of another sheet to a merged deal, or join it with a line about the same thing.

    If the two lines contradict each other, note a conflict.
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
    """Return a key that is the same for two lines about the same thing."""
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
    """Return the merged deal, with a note for each conflict and without a ledger."""
    deal = part.deal
    remarks = (Line(Remark("note", f"conflict: {each}")) for each in part.conflicts)
    lines = sorted([*(each.line for each in part.lines), *remarks], key=_rank)
    turns = tuple(_said(part.turns))
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


def _rank(line: Line) -> int:
    return rank(line.content)
