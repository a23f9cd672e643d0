"""Writes a record as a score sheet of rows and cells, and lists what the sheet leaves out."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from mjlog.model.findings import Finding, Place
from mjlog.model.messages import Message, msg
from mjlog.model.record import (
    NOBODY,
    SEATS,
    BonusLine,
    Deal,
    Game,
    Items,
    Next,
    NoWin,
    Pay,
    Points,
    Ready,
    ReadySeats,
    Remark,
    Ruling,
    Seat,
    Show,
    Tenpai,
    VoidSuit,
    WinLine,
    points_word,
)

CellValue = str | int | None
Rows = list[list[CellValue]]
HEADS: Final = (
    "Deal", "Dealer", "Winner", "From", "Result", "Ready", "Tenpai", "Items", "Kongs", "Payments",
    "Rulings", "Next", "Remarks",
)  # fmt: skip
"""Heads of a full sheet, before the columns of points."""
_HEADERS: Final = ("Event", "Rules", "Date", "Round", "Table")
_HEADERS_OF_SHEETS: Final = frozenset({*_HEADERS, "Final-Score"})
"""Headers of a record that a sheet can have."""
_LOST: Final = (
    (Show, "tiles of the hands"),
    (BonusLine, "bonus tiles"),
    (VoidSuit, "suits given up"),
)


@dataclass(frozen=True, slots=True)
class AsSheet:
    """A record that was converted into a score sheet.

    `losses` are notes about the parts of the record that the sheet leaves out.
    """

    rows: Rows
    losses: tuple[Finding, ...]

    @property
    def csv(self) -> str:
        """The sheet as CSV; text that a spreadsheet would compute as a formula is quoted."""
        stream = io.StringIO(newline="")
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerows([[harmless(cell) for cell in row] for row in self.rows])
        return stream.getvalue()


def harmless(cell: CellValue) -> CellValue:
    """Put a quote before text that a spreadsheet would compute as a formula, also before `-5`.

    Numbers and other text are returned unchanged.

    >>> harmless("=cmd()"), harmless("-5"), harmless(-5), harmless("Ann")
    ("'=cmd()", "'-5", -5, 'Ann')
    """
    if isinstance(cell, str) and cell[:1] in {"=", "+", "-", "@", "\t", "\r"}:
        return f"'{cell}"
    return cell


def sheet_of_record(game: Game) -> AsSheet:
    """Convert a record into a score sheet (`AsSheet`): rows of cells, and notes about what is lost.

    The rows are headers, players and a row for each deal. A record that has final points and no
    deals becomes a list of players with points, without notes.
    """
    rows: Rows = [[key, game.header(key)] for key in _HEADERS if game.header(key)]
    final = game.header("Final-Score")
    if final is not None and not game.deals:
        rows.append(["Player", "Points"])
        points = [_number(word) for word in final.split()]
        rows += [[*line] for line in zip(game.players, points, strict=False)]
        return AsSheet(rows, ())
    rows += [[f"{SEATS[seat]}:", name] for seat, name in enumerate(game.players)]
    keywords = {line.keyword for deal in game.deals for line in deal.contents(Points)}
    kinds = [kind for kind in _POINTS if kind in keywords or (kind == "score" and final)]
    above: list[CellValue] = [""] * len(HEADS)
    for kind in kinds:
        above += [_POINTS[kind], *[""] * (game.seats - 1)]
    rows += [above, [*HEADS, *SEATS[: game.seats] * len(kinds)]]
    rows += [_row(deal, kinds, game.seats) for deal in game.deals]
    rows += _final(game, kinds)
    return AsSheet(rows, tuple(_losses(game)))


_POINTS: Final = {"net": "Change", "score": "Total"}
"""Kinds of point lines, with the head for the columns of each."""


def _final(game: Game, kinds: Sequence[str]) -> Iterator[list[CellValue]]:
    """Yield the sheet's last row: `Final`, blank cells, and the final points of each player.

    `kinds` are the groups of points columns, such as `net` and `score`; the points are in the last
    group. Yield nothing if the record has no final points.
    """
    final = game.header("Final-Score")
    if final is not None:
        blank: list[CellValue] = [None] * (len(HEADS) - 1 + game.seats * (len(kinds) - 1))
        yield ["Final", *blank, *(_number(word) for word in final.split())]


_ENDED: Final = {"abort": "abort", "void": "void"}
"""Words for the end of a deal without a win; for any other end it is `draw`."""


def _number(word: str) -> CellValue:
    return int(word) if word.lstrip("-").isdigit() else word


def _row(deal: Deal, kinds: Sequence[str], seats: int) -> list[CellValue]:
    wins = deal.contents(WinLine)
    source = ""
    if wins:
        letters = {**dict(enumerate(SEATS)), wins[0].seat: "self"}
        source = letters.get(wins[0].source, "?")
    row: list[CellValue] = [
        deal.label,
        _letters([deal.dealer]),
        _letters(win.seat for win in wins),
        source,
        _result(deal),
        *(_seats(deal, sort) for sort in (ReadySeats, Tenpai)),
        *("; ".join(_items(deal, keyword)) for keyword in ("fan", "kong")),
        "; ".join(_payments(deal)),
        "; ".join(_rulings(deal)),
        "; ".join(_next(deal)),
        " / ".join(each.text for each in deal.contents(Remark) if each.keyword == "note"),
    ]
    for kind in kinds:
        points_by_line: dict[str, Sequence[CellValue]] = {
            each.keyword: each.points for each in reversed(deal.contents(Points))
        }
        row += points_by_line.get(kind) or [None] * seats
    return row


def _letters(seats: Iterable[Seat]) -> str:
    """Return the letters of the seats, separated by spaces; an empty text if there are no seats."""
    return " ".join(SEATS[seat] for seat in seats if seat != NOBODY)


def _result(deal: Deal) -> str:
    for end in deal.contents(NoWin):
        return _ENDED.get(end.how, "draw")
    wins = deal.contents(WinLine)
    if not wins:
        return ""
    taken = any(win.source != win.seat for win in wins)
    return "ron" if taken else "tsumo"


def _seats(deal: Deal, sort: type[ReadySeats | Tenpai]) -> str:
    """Return the letters of the players who were ready (or tenpai) in a deal, separated by spaces.

    `sort` is the class of the record line that names them, `ReadySeats` or `Tenpai`. Return `none`
    if the line names nobody. If there is no such line, return the players who declare ready in
    their turns, or an empty text for tenpai.
    """
    for line in deal.contents(sort):
        return _letters(line.seats) or "none"
    if sort is not ReadySeats:
        return ""
    acts = (act for turn in deal.turns for act in turn.acts)
    return _letters(sorted({act.seat for act in acts if isinstance(act, Ready)}))


def _items(deal: Deal, keyword: str) -> Iterator[str]:
    for line in deal.contents(Items):
        if line.keyword == keyword:
            items = (f"{name} {points_word(points)}" for name, points in line.items)
            yield f"{SEATS[line.seat]}: {', '.join(items)}"


def _payments(deal: Deal) -> Iterator[str]:
    for line in deal.contents(Pay):
        payments = [
            f"{_who(payer)}>{_who(payee)} {points_word(points)}"
            for payer, payee, points in line.payments
        ]
        yield ", ".join(payments) + (f" for={line.cause}" if line.cause else "")


def _who(seat: int) -> str:
    return "table" if seat < 0 else SEATS[seat]


def _rulings(deal: Deal) -> Iterator[str]:
    for ruling in deal.contents(Ruling):
        words = [f"{name}={value}" for name, value in ruling.attributes]
        yield " ".join([_who(ruling.seat), ruling.name, *words])


def _next(deal: Deal) -> Iterator[str]:
    for line in deal.contents(Next):
        yield " ".join(f"{name}={value}" if value else name for name, value in line.attributes)


def _losses(game: Game) -> Iterator[Finding]:
    """Yield a note for each kind of content that a sheet cannot contain, such as turns.

    Each note says how much of the record is left out.
    """
    turns = sum(len(deal.turns) for deal in game.deals)
    if turns:
        yield _lost(msg("a sheet has no turns; {number} are left out", number=turns))
    names = sum(bool(end.name) for deal in game.deals for end in deal.contents(NoWin))
    if names:
        words = "a sheet has no {what}; lines left out: {number}"
        yield _lost(msg(words, what="names of draws", number=names))
    ended = [deal for deal in game.deals if [*deal.contents(NoWin), *deal.contents(WinLine)]]
    if len(ended) < len(game.deals):
        words = "deals without a result, which a sheet has as draws: {number}"
        yield _lost(msg(words, number=len(game.deals) - len(ended)))
    keys = [each.key for each in game.headers if each.key not in {*_HEADERS_OF_SHEETS, *SEATS}]
    if keys:
        yield _lost(msg("a sheet has no lines {keys}", keys=", ".join(dict.fromkeys(keys))))
    for sort, what in _LOST:
        number = sum(len(deal.contents(sort)) for deal in game.deals)
        if number:
            words = "a sheet has no {what}; lines left out: {number}"
            yield _lost(msg(words, what=what, number=number))


def _lost(words: Message) -> Finding:
    return Finding.telling("sheet.lost", "note", words, Place())
