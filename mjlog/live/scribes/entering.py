"""Converts typed lines into texts of ledger entries: shorthand is expanded, seats are added."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from mjlog.live.ledgers.standing_entries import standing_entries
from mjlog.model.messages import to_message
from mjlog.model.record import (
    NOBODY,
    RESYNC,
    SEATS,
    Deal,
    Discard,
    Draw,
    Entry,
    Irregularity,
    Line,
    Next,
    Seat,
    Take,
    Turn,
    Win,
)
from mjlog.model.turn_order import TurnOrder
from mjlog.notation.deal_builder import DealBuilder, Settings
from mjlog.notation.grammar import GrammarError
from mjlog.notation.ledgers.ledger_lines import folded
from mjlog.notation.limits import STANDARD
from mjlog.notation.lines.line_order import misfit_message
from mjlog.notation.lines.plain_line import deal_line
from mjlog.notation.lines.statements import Booked, Fact, Move, Strange
from mjlog.notation.play.tokens import BLANKS, Item, written
from mjlog.notation.play.words import memo
from mjlog.notation.reader import read_statement
from mjlog.notation.report import Report
from mjlog.notation.writer import whole_line

_EDIT: Final = re.compile(r"(fix|ins|del) +([0-9]{1,9})(?:\.\.([0-9]{1,9}))?(?: +(\S.*))?")


class NotReadError(ValueError):
    """Raised if a typed line cannot be read; the message says why."""


def plain(typed: str) -> str:
    """Remove the blanks around a typed line, and change its full-width characters to ASCII.

    Raises NotReadError if the line is empty, too long or has control characters.
    """
    text = (typed if typed.isascii() else deal_line(typed)).strip(f"{BLANKS}\r\n")
    if _CONTROL.search(text):
        raise NotReadError("the line holds a sign that cannot be shown; type it again")
    if not text:
        raise NotReadError("an empty line says nothing")
    if len(text) > _LONGEST:
        raise NotReadError(f"a line has at most {_LONGEST} characters")
    return text


_CONTROL: Final = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_LONGEST: Final = STANDARD.line_length - 100
"""Longest typed line in characters, which leaves room for the number, the time and the author."""


_RESULT: Final = re.compile(r"([A-Da-d])<([A-Da-d?])?(?: ([^ ]+))?")


def result_line(text: str) -> str:
    """Expand a win in short form, such as ``c<a 5s``, to a ``win`` line.

    Any other text is returned unchanged.

    >>> result_line("c<a"), result_line("c<a 5s"), result_line("c<")
    ('win c ? from a', 'win c 5s from a', 'win c ? self')
    """
    short = _RESULT.fullmatch(text)
    if short is None:
        return text
    source = f"from {short[2]}" if short[2] else "self"
    return f"win {short[1]} {short[3] or '?'} {source}"


def entries_of(typed: str, deal: Deal, seats: int) -> list[str]:
    """Return the texts of the ledger entries that a typed line means in this deal.

    Raises NotReadError if the line cannot be read.
    """
    text = result_line(typed)
    edit = _EDIT.fullmatch(text)
    if edit is not None:
        return [_edited(edit, deal, seats)]
    lines = _understood(text)
    match lines:
        case Move():
            return [*_with_gaps(_played(lines.items, text, deal, seats), deal, seats)]
        case Fact():
            return [_stated(lines, seats)]
        case Booked():
            raise NotReadError("type what follows the author alone; mjlog gives number and time")
    raise NotReadError(
        f"{text.split(' ', maxsplit=1)[0]!r} begins no line; for a remark type `note` before it"
    )


MISSING: Final = "{a turn is missing}"
"""Comment on a gap that the program noticed itself."""


def _with_gaps(
    played: Iterable[tuple[Turn | None, list[Item]]], deal: Deal, seats: int
) -> Iterator[str]:
    """Yield the texts of the ledger entries for some turns, and for the gaps between them.

    If a turn is out of order, another turn before it was missed, so an entry about a gap is yielded
    before it. `played` has each turn with the comments after it; the turn is None for comments
    before the first turn.
    """
    order = deal.turn_order(seats)
    out = deal.seats_won
    expected = _follower(deal.turns[-1], order, out) if deal.turns else deal.dealer
    for turn, beside in played:
        if turn is None:
            yield _shown(turn, beside)
            continue
        # A turn that begins with a claim need not be in order.
        is_plain = isinstance(turn.acts[0], Draw | Take | Discard)
        if expected not in {turn.seat, NOBODY} and turn.seat not in out and is_plain:
            yield f"{SEATS[order.previous_seat(turn.seat)]}:~{RESYNC} {MISSING}"
        yield _shown(turn, beside)
        out |= {act.seat for act in turn.acts if isinstance(act, Win)}
        expected = _follower(turn, order, out)


def _follower(turn: Turn, order: TurnOrder, out: frozenset[Seat]) -> Seat:
    """Return the seat that draws after a turn, if nobody claims the discard.

    Return NOBODY if the turn ends without a discard. `out` are the seats that have won and play no
    more. `order` is the order in which the seats play.
    """
    last = turn.acts[-1]
    goes_on = isinstance(last, Irregularity) and last.name == RESYNC
    if not goes_on and not isinstance(last, Discard):
        return NOBODY
    return order.next_among(order.after[turn.seat], out)


def _understood(text: str) -> Move | Fact | Strange | Booked:
    try:
        return read_statement(text)
    except GrammarError as problem:
        raise NotReadError(problem.sentence.english) from None


def _stated(fact: Fact, seats: int) -> str:
    """Return the text of a ledger entry for a line other than play, such as ``win``.

    `fact` is the parsed line. Raises NotReadError if the line names a player who does not exist, or
    if it is a ``score`` or ``net`` line without one number for each player.
    """
    if problem := misfit_message(fact.content, seats):
        raise NotReadError(to_message(problem).english)
    if isinstance(fact.content, Next):
        dealer = dict(fact.content.attributes).get("dealer")
        if dealer is not None and dealer not in [*SEATS[:seats]]:
            raise NotReadError(f"{dealer!r} is no seat; seats are {' '.join(SEATS[:seats])}")
    return whole_line(Line(fact.content, fact.comment))


def _played(
    items: Sequence[Item], line: str, deal: Deal, seats: int
) -> Iterator[tuple[Turn | None, list[Item]]]:
    """Read the turns of a typed line; return each turn with the comments after it.

    `items` are the words and comments of the line. Comments before the first turn come first, with
    None as the turn. Raises NotReadError if anything in the line is wrong.
    """
    report = Report(1)
    draft = DealBuilder(Settings([line], seats, memo(seats).turn, report, STANDARD), 1)
    draft.head(deal.attributes, "")
    draft.turns = list(deal.turns)
    groups: list[list[Item]] = [[]]
    for item in items:
        if item.sort == "word":
            groups.append([])
            draft.play([item], 1, 0)
        else:
            groups[-1].append(item)
    if report.found:
        raise NotReadError(report.found[0].message)
    turns = [None, *draft.turns[len(deal.turns) :]]
    return ((turn, group) for turn, group in zip(turns, groups, strict=True) if turn or group)


def _shown(turn: Turn | None, beside: Sequence[Item]) -> str:
    """Return the text of a ledger entry: the turn's seat and word, then the comments in `beside`.

    If `turn` is None, the text has only the comments.
    """
    word = [f"{SEATS[turn.seat]}:{turn.word}"] if turn else []
    return " ".join([*word, *(written(each) for each in beside)])


def _edited(edit: re.Match[str], deal: Deal, seats: int) -> str:
    """Return the full text of a `fix`, `ins` or `del`: ``fix 4 2m`` becomes ``fix 0004 A:2m``.

    A seat is added if the words name none. Raises NotReadError if the correction names no entry of
    the deal or cannot be read. `edit` is the parsed correction.
    """
    verb, first, last, words = edit.groups()
    _check_known(verb, {int(first), int(last or first)}, deal)
    numbers = f"{int(first):04d}"
    if last and int(last) < int(first):
        raise NotReadError(f"write the lower number first: del {int(last):04d}..{numbers}")
    if verb == "del":
        return f"del {numbers}" + (f"..{int(last):04d}" if last else "")
    if not words or last:
        raise NotReadError(f"write `{verb}`, one number, and what stands there: {verb} 0004 2m")
    if verb == "ins":
        # The words are read as if the deal ended at the entry after which they are inserted.
        entries = entries_of(words, _deal_before(deal, int(first) + 1, seats), seats)
    else:
        entries = _put_instead(words, deal, int(first), seats)
    texts = [text for text in entries if not text.endswith(MISSING)]
    if len(texts) != 1:
        raise NotReadError(f"`{verb}` puts one act there; write a line for each")
    return f"{verb} {numbers} {texts[0]}"


def _check_known(verb: str, numbers: set[int], deal: Deal) -> None:
    """Raise NotReadError if the deal lacks an entry with one of these numbers.

    An `ins` may also name 0, the beginning of the deal. `verb` is `fix`, `ins` or `del`.
    """
    numbers_there = numbers_of(deal)
    if verb == "ins":
        numbers_there.add(0)
    unknown = sorted(numbers - numbers_there)
    if unknown:
        raise NotReadError(f"this deal has no entry {unknown[0]:04d}")


def _put_instead(words: str, deal: Deal, number: int, seats: int) -> list[str]:
    """Return the texts of the ledger entries to write in place of an entry.

    `number` is the number of that entry, and `words` are the typed words. If the words name no
    seat, the seat of the replaced entry is added. Raises NotReadError if the words cannot be read
    or the entry was deleted.
    """
    if number not in {one.number for one in standing_entries(deal.ledger)}:
        raise NotReadError(f"entry {number:04d} does not stand; nothing is left to fix")
    before = _deal_before(deal, number, seats)
    names_seat = words[1:2] == ":" or not isinstance(_understood(words), Move)
    seat = "" if names_seat else _seat_of(deal, number)
    return entries_of(seat + words, before, seats)


def _seat_of(deal: Deal, number: int) -> str:
    """Return the seat of an entry, with a colon as in ``B:``; empty if the entry is no turn."""
    text = next(entry.text for entry in deal.ledger if entry.number == number)
    seat = re.search(r"(?:^|fix [0-9]+ |ins [0-9]+ )([A-D]:)", text)
    return seat[1] if seat else ""


def _deal_before(deal: Deal, number: int, seats: int) -> Deal:
    """Return the deal as it was before the entry with this number."""
    return deal_from_entries(
        deal, [each for each in deal.ledger if _corrected_number(each) < number], seats
    )


def edited_number(text: str) -> int | None:
    """Return the number of the (first) entry that a line corrects; None if it is no correction."""
    edit = _EDIT.fullmatch(text)
    return int(edit[2]) if edit else None


def numbers_of(deal: Deal) -> set[int]:
    """Return the numbers of all ledger entries of a deal."""
    return {entry.number for entry in deal.ledger}


def last_number(deal: Deal) -> int:
    """Return the number of a deal's last ledger entry; 0 if it has none."""
    return deal.ledger[-1].number if deal.ledger else 0


def _corrected_number(entry: Entry) -> int:
    """Return the number of the entry that an entry corrects; its own number if it corrects none."""
    edit = _EDIT.fullmatch(entry.text)
    return int(edit[2]) if edit else entry.number


def deal_from_entries(
    deal: Deal, entries: Sequence[Entry], seats: int, report: Report | None = None
) -> Deal:
    """Return the deal that results from other ledger entries: `entries` in place of the deal's own.

    The label of `deal` stays. Findings are added to `report`.
    """
    reread = folded(replace(deal, ledger=tuple(entries)), seats, report=report)
    return replace(reread, label=deal.label)
