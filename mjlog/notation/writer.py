"""Writes the canonical text of a game, which is unique, and computes its digest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import dropwhile
from typing import Any, Final

from mjlog.model.go_arounds import exchanged_at, go_around_of, openings
from mjlog.model.record import (
    NOBODY,
    SEATS,
    BonusLine,
    Content,
    Deal,
    Dealt,
    Exchange,
    Game,
    Indicators,
    Items,
    Kept,
    Line,
    Next,
    NoWin,
    Pay,
    Points,
    ReadySeats,
    Remark,
    Ruling,
    Seat,
    Show,
    Tenpai,
    Turn,
    VoidSuit,
    Wall,
    WinLine,
    points_word,
    seat_name,
)
from mjlog.model.tiles import NAMES, SUITS, text
from mjlog.notation.ledgers.ledger_corrections import CrossCorrections
from mjlog.notation.ledgers.ledger_lines import (
    corrections_between_deals,
    entry_text,
    lines_outside_ledger,
)
from mjlog.notation.lines.line_order import PLAY, rank
from mjlog.notation.play.tokens import Item, comment_word, written


def write(game: Game) -> str:
    """Write a game in canonical notation, and return the text.

    ``read(write(game)) == game`` is true for every game that the notation can express.
    """
    lines = [f"%mjlog {game.version}"]
    for head in game.headers:
        mark = "!" * head.critical
        lines.append(f"{mark}{head.key}: {_one_line(head.value)}".rstrip(" \t"))
    lines += map(_one_line, game.kept)
    for deal, crossing in zip(game.deals, corrections_between_deals(game.deals), strict=True):
        lines.append("")
        lines += _deal(deal, game.seats, crossing)
    return "\n".join(lines) + "\n"


def digest(game: Game) -> str:
    """Return a permanent name for a record: the SHA-256 of its canonical text, in hexadecimal."""
    import hashlib

    return hashlib.sha256(write(game).encode("utf-8", "replace")).hexdigest()


def _deal(deal: Deal, seats: int, crossing: CrossCorrections) -> Iterator[str]:
    yield " ".join(["@", deal.label, *_pairs(deal.attributes)]).rstrip(" ") + _comment(deal.comment)
    lines = lines_outside_ledger(deal, seats, crossing) if deal.ledger else deal.lines
    start = 0 if deal.ledger else exchanged_at(deal, seats)
    later = _later(lines) if start else []
    kept_back = set(map(id, later))
    before = [line for line in lines if rank(line.content) < PLAY]
    yield from (whole_line(line) for line in before if id(line) not in kept_back)
    if deal.ledger:
        yield from map(entry_text, deal.ledger)
    else:
        yield from _play(deal, seats, start, list(map(whole_line, later)))
    yield from (whole_line(line) for line in lines if rank(line.content) >= PLAY)


def _later(lines: Sequence[Line]) -> list[Line]:
    """Return the ``exchange`` lines that must be written after the first turns of a deal.

    Used if players replaced bonus tiles before they exchanged tiles. `lines` are all lines of the
    deal. The result begins with the first ``exchange`` line about an exchange before play, and also
    has all ``exchange`` lines after it.
    """
    exchanges = [line for line in lines if isinstance(line.content, Exchange)]
    return list(dropwhile(lambda line: not _is_before_play(line.content), exchanges))


def _is_before_play(content: Content) -> bool:
    """Return whether a line is an exchange of tiles before play, not one during a go-around."""
    return isinstance(content, Exchange) and not go_around_of(content)


def whole_line(line: Line) -> str:
    """Write a line other than play in canonical form, with its comment."""
    return line_text(line.content) + _comment(line.comment)


def _comment(comment: str) -> str:
    if not comment:
        return ""
    return " " + comment_word(_one_line(comment))


def _one_line(words: str) -> str:
    """Replace each line end in a text by a blank, because the text must fit on one line."""
    return words.replace("\r\n", " ").replace("\n", " ").replace("\r", " ")


# --------------------------------------------------------------------------- play


def _play(deal: Deal, seats: int, start: int, later: Sequence[str]) -> Iterator[str]:
    """Yield the lines of play of a deal: one for each go-around (one turn of each player).

    Comments that come before the first turn are on a line before all others. The texts `later`
    (``exchange`` lines) are yielded before the turn with the index `start`.
    """
    notes: dict[int, list[str]] = {}
    for index, note in deal.notes:
        notes.setdefault(index, []).append(written(Item(note.sort, _one_line(note.text), 1)))
    if -1 in notes:
        yield " ".join(notes[-1])
    jumps = dict(deal.jumps)
    order = deal.turn_order(seats)
    natural = set(openings(deal.turns, max(0, deal.dealer), order))
    number = 0
    words: list[str] = []
    for index, turn in enumerate(deal.turns):
        if index in jumps or index in natural:
            if words:
                yield " ".join(words)
            if index == start:
                yield from later
            number = jumps.get(index, number + 1)
            words = [f"{number}."]
        follows = len(words) > 1 and turn.seat == order.after[deal.turns[index - 1].seat]
        words += [_word(turn, follows=follows), *notes.get(index, ())]
    if words:
        yield " ".join(words)
    if start == len(deal.turns):
        yield from later


def _word(turn: Turn, *, follows: bool) -> str:
    """Return a turn as written in a line of play, with the seat letter if it is needed.

    The letter is not needed if `follows` is True: the reader then knows that it is this player's
    turn. The letter is always written if the word is only a win (``#``), or would be misread
    without it.
    """
    bare = turn.word in ("#", "~#", "") or turn.word[1:2] == ":" or turn.word[0] == "$"
    if follows and not bare:
        return turn.word
    return f"{SEATS[turn.seat]}:{turn.word}"


# --------------------------------------------------------------------------- lines


def line_text(content: Content) -> str:
    """Write a line other than play in canonical form, without its comment."""
    match content:
        case Kept():
            return _one_line(content.text)
        case Remark():
            return f"{content.keyword} {_one_line(content.text)}".rstrip(" ")
    return " ".join(filter(None, (content.keyword, *_words(content))))


def _words(content: Content) -> Iterable[str]:
    words = _WORDS.get(type(content))
    if words is None:
        return ()
    return words(content)


def _wall(content: Wall) -> Iterator[str]:
    if content.seat != NOBODY:
        yield SEATS[content.seat]
    yield text(content.tiles)


def _indicators(content: Indicators) -> Iterator[str]:
    yield text(content.tiles)


def _dealt(content: Dealt) -> Iterator[str]:
    yield SEATS[content.seat]
    if content.pillars is not None:
        yield f"[{text(content.pillars, sort=True)}]"
    yield text(content.tiles, sort=True)


def _exchange(content: Exchange) -> Iterator[str]:
    yield content.name
    yield ", ".join(
        f"{SEATS[a]}>{SEATS[b]} {text(tiles, sort=True)}" for a, b, tiles in content.passes
    )


def _void(content: VoidSuit) -> Iterator[str]:
    yield f"{SEATS[content.seat]} {SUITS[content.suit]}"


def _bonus(content: BonusLine) -> Iterator[str]:
    yield f"{SEATS[content.seat]} {text(content.tiles, sort=True)}"


def _win(content: WinLine) -> Iterator[str]:
    yield f"{SEATS[content.seat]} {NAMES[content.tile]} {_source(content)}"


def _no_win(content: NoWin) -> Iterator[str]:
    yield content.how
    yield content.name
    if content.by != NOBODY:
        yield f"by={SEATS[content.by]}"


def _seats(content: ReadySeats | Tenpai) -> Iterator[str]:
    yield " ".join(SEATS[seat] for seat in content.seats)


def _show(content: Show) -> Iterator[str]:
    yield SEATS[content.seat]
    yield from (meld.sign + text(meld.tiles, sort=True) for meld in content.melds)
    yield text(content.tiles, sort=True)


def _items(content: Items) -> Iterator[str]:
    yield SEATS[content.seat]
    yield ", ".join([f"{name} {points_word(value)}" for name, value in content.items])


def _all_points(content: Points) -> Iterator[str]:
    yield " ".join(map(points_word, content.points))


def _payments(content: Pay) -> Iterator[str]:
    yield ", ".join(
        f"{seat_name(a)}>{seat_name(b)} {points_word(value)}" for a, b, value in content.payments
    )
    if content.cause:
        yield f"for={content.cause}"


def _next(content: Next) -> Iterator[str]:
    yield from _pairs(content.attributes)


def _ruling(content: Ruling) -> Iterator[str]:
    yield from (seat_name(content.seat), content.name, *_pairs(content.attributes))


_WORDS: Final[dict[type[Content], Callable[[Any], Iterator[str]]]] = {
    Wall: _wall,
    Indicators: _indicators,
    Dealt: _dealt,
    Exchange: _exchange,
    VoidSuit: _void,
    BonusLine: _bonus,
    WinLine: _win,
    NoWin: _no_win,
    **dict.fromkeys((ReadySeats, Tenpai), _seats),
    Show: _show,
    Items: _items,
    Points: _all_points,
    Pay: _payments,
    Next: _next,
    Ruling: _ruling,
}
"""Functions that write the words of a line after its keyword, by class."""


def _source(win: WinLine) -> str:
    if win.source == win.seat and not win.is_from_itself:
        return "self"
    return f"{'rob' if win.robbed else 'from'} {_seat(win.source)}"


def _seat(seat: Seat) -> str:
    if seat == NOBODY:
        return "?"
    return SEATS[seat]


def _pairs(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    return (f"{name}={value}" if value else name for name, value in pairs)
