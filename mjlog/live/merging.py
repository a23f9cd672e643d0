"""Sheets of several scribes of one game as one record: what they know together, where they differ.

Sheets that write of more players come first; where two contradict each other, the first is kept.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from mjlog.live.aligning import Alignment, Pair, interleaved, is_resync, joined_turn
from mjlog.live.ledgers.folding import OF_THE_LEDGER, fair_copy
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
    """What one sheet says: the text, who wrote it and when, in which sheet.

    `number` is that of the entry of its ledger, 0 where it has none of its own. Of a version that
    says nothing it is the entry behind which the other sheet has more.
    """

    text: str
    author: str
    clock: str
    sheet: str
    number: int = 0

    def __str__(self) -> str:
        """Return the text, and who wrote it."""
        who = " ".join(each for each in (self.author, self.clock) if each)
        return f"{self.text or 'nothing'} ({', '.join(each for each in (self.sheet, who) if each)})"


class Conflict(NamedTuple):
    """Two versions of one thing; the first is kept."""

    deal: str
    what: str
    kept: Version
    other: Version

    def __str__(self) -> str:
        """Return both versions in one line."""
        place = " ".join(each for each in (self.deal, self.what) if each)
        return f"{place}: {self.kept} is kept, against {self.other}"


def mending(conflict: Conflict, chosen: Version) -> Edit | None:
    """Return the line that makes the other sheet agree with the choice; None if none can."""
    other = conflict.other if chosen is conflict.kept else conflict.kept
    if not other.number:
        return None
    if not other.text:
        return Edit(other.sheet, f"ins {other.number:04d} {chosen.text}")
    if not chosen.text:
        return Edit(other.sheet, f"del {other.number:04d}")
    return Edit(other.sheet, f"fix {other.number:04d} {chosen.text}")


class Edit(NamedTuple):
    """A line for one sheet."""

    sheet: str
    line: str


class Sheet(NamedTuple):
    """A record by its name."""

    name: str
    game: Game


@dataclass(frozen=True, slots=True)
class Merged:
    """The record, and what its sheets do not agree about."""

    game: Game
    conflicts: tuple[Conflict, ...]


def merged(sheets: Sequence[Sheet]) -> Merged:
    """Return one record of sheets of the same game."""
    in_order = sorted(sheets, key=_breadth, reverse=True)
    return _Merging(in_order).run()


def _breadth(sheet: Sheet) -> int:
    """Return how many players a sheet writes turns of."""
    return len({turn.seat for deal in sheet.game.deals for turn in deal.turns})


class _Known(NamedTuple):
    """A turn with who wrote it."""

    turn: Turn
    by: Version
    notes: tuple[Note, ...] = ()


class _Stated(NamedTuple):
    """A line with who wrote it."""

    line: Line
    by: Version


@dataclass(slots=True)
class _Part:
    """A deal as far as it is merged."""

    deal: Deal
    turns: list[_Known]
    lines: list[_Stated]
    sheet: str
    conflicts: list[Conflict] = field(default_factory=list)


class _Merging:
    """Several sheets on the way to one record."""

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
        """Return all headers; those about the sheets themselves are joined."""
        headers: dict[str, tuple[Header, str]] = {}
        for sheet in self.sheets:
            for head in fair_copy(sheet.game).headers:
                kept = headers.setdefault(head.key, (head, sheet.name))
                if kept[0].value != head.value:
                    headers[head.key] = self._both(kept, head, sheet.name), kept[1]
        return tuple(head for head, _ in headers.values())

    def _both(self, kept: tuple[Header, str], head: Header, name: str) -> Header:
        """Return the header that two headers give."""
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
        """Return the deals of the sheets, those of one label together, as in the first sheet."""
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
    """Return the number that later lines name for the entry: of a `fix`, the number it corrects."""
    mended = _FIX.match(entry.text)
    return int(mended[1]) if mended else entry.number


_FIX: Final = re.compile(r"fix ([0-9]+) ")


def _join(whole: _Part, part: _Part, seats: int) -> None:
    """Add what another sheet says of a deal."""
    whole.deal = replace(whole.deal, attributes=_attributes(whole, part))
    whole.turns = _turns(whole, part, seats)
    for stated in part.lines:
        _add_line(whole, stated)


def _attributes(whole: _Part, part: _Part) -> tuple[tuple[str, str], ...]:
    """Return the words of both ``@`` lines."""
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
    """Return the turns of both in the order of play."""
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
    """Return the turns without their authors."""
    return [each.turn for each in turns]


def _written_of(turns: Sequence[_Known]) -> set[Seat]:
    """Return the players who have a turn there."""
    return {turn.seat for turn in _said(turns)}


def _seat_by_seat(whole: _Part, part: _Part, seats: int) -> list[_Known]:
    """Order turns of different players by who is due and who takes a discard."""
    turns = [*whole.turns, *part.turns]
    order = interleaved(_said(turns), whole.deal.dealer, whole.deal.turn_order(seats))
    return [turns[place] for place in order]


def _gaps(pairs: Sequence[Pair], one: Sequence[_Known], other: Sequence[_Known]) -> set[int]:
    """Return where a scribe fell behind and the other sheet has the missing turns."""
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
    """Return the turn that only one of two sheets has; None if both have it."""
    if pair.one == NOBODY:
        return other[pair.other]
    return one[pair.one] if pair.other == NOBODY else None


def _turn_of_pair(
    whole: _Part, part: _Part, pairs: Sequence[Pair], *, filled: bool
) -> _Known | None:
    """Return the turn that the last pair gives; a difference of the sheets is a conflict."""
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
    """Report a turn that a sheet lacks although it records that player."""
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
    """Return the last entry of a sheet among these turns; 0 if none has a number."""
    written = [lacking.turns[index].by for index in indices if index != NOBODY]
    numbers = {each.sheet: each.number for each in written}
    return numbers.get(lacking.sheet, 0)


# --------------------------------------------------------------------------- lines


def _add_line(whole: _Part, stated: _Stated) -> None:
    """Add a line of another sheet, or join it with an equal one."""
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
    """Return the deal of its parts, with notes about what the sheets disagree on."""
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
