"""The timeline of a deal: a lane for each player and one for the table, with marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, NamedTuple

from mjlog.auditor.checks import passed_wins
from mjlog.auditor.payment_words import cause_named
from mjlog.model.findings import Finding, Kind, Verdict
from mjlog.model.messages import Message, Tiles, veiled
from mjlog.model.record import NOBODY, SEATS, Deal, Note, NoWin, Ruling, Seat, seat_name
from mjlog.model.tiles import KIND, Tile
from mjlog.picture.frames import Frame, Origin, Piece
from mjlog.picture.win_options import WinOptions
from webviewer.i18n import Cited, cited
from webviewer.parts.audits.amendments import Amendment
from webviewer.parts.audits.faults import is_fault
from webviewer.parts.results.no_win import ending
from webviewer.parts.stage.hidden_hands import NOT_SHOWN, unseen

TABLE: Final = NOBODY
"""The lane of marks that concern no player."""

SIGNS: Final = {
    "thrown": "●", "passed": "○", "untold": "·", "call": "▲", "kong": "■", "ready": "◆", "win": "★",
    "bonus": "✿",
    "irregular": "≈", "error": "⚠", "warning": "⚠", "note": "ⓘ", "missed": "⊘", "payout": "¤",
    "value": "∑", "ruling": "§", "correction": "✎", "comment": "❝", "end": "✖",
}  # fmt: skip
"""The sign of each kind of mark."""
NAMED: Final = {
    "thrown": "discard from the hand", "passed": "discard of the drawn tile",
    "untold": "discard of unknown origin",
    "call": "call", "kong": "kong", "ready": "ready", "win": "win", "bonus": "bonus tile",
    "irregular": "irregularity",
    "error": "violation", "warning": "warning", "note": "remark", "missed": "missed win",
    "payout": "payout differs",
    "value": "hand value differs", "ruling": "ruling", "correction": "correction",
    "comment": "comment",
    "end": "nobody wins",
}  # fmt: skip
CROWD: Final = 100
"""The most marks on one line."""
NARROW: Final = 20
"""The most marks on a lane, which is narrower."""
PLAIN: Final[dict[Origin, str]] = {"hand": "thrown", "drawn": "passed", "": "untold"}
"""The kinds of marks for plain discards, by the origin of the tile."""
OF_POINTS: Final[dict[Kind, str]] = {
    "pay": "payout", "net": "payout", "score": "payout", "fan": "value", "kong": "value",
}  # fmt: skip
"""The kinds of marks for wrong claims about points: payments, or the value of a hand."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark on the timeline: its step, its lane (a seat, or `TABLE`), its kind and its text.

    `of_hand` is True if the mark reveals what the hand of its lane waits for. `is_fault` is True
    for an error or a warning.
    """

    step: int
    lane: Seat
    kind: str
    says: Message | Cited
    of_hand: bool = False
    is_fault: bool = False

    @property
    def sign(self) -> str:
        """The character that is drawn for the mark, such as `★` for a win."""
        return SIGNS[self.kind]

    @property
    def plain(self) -> bool:
        """Whether the mark stands for an ordinary discard, which the page does not comment on."""
        return self.kind in PLAIN.values()

    def tells_hand_of(self, closed: frozenset[Seat]) -> bool:
        """Return whether the mark reveals what the hand of one of the `closed` seats waits for."""
        return self.of_hand and self.lane in closed


@dataclass(frozen=True, slots=True)
class Timeline:
    """The marks of a deal in the order of steps, and the lists of steps for keyboard shortcuts.

    `stops` has these lists by name, for example `fault`: a shortcut moves to the next fault.
    """

    marks: tuple[Mark, ...]
    stops: dict[str, tuple[int, ...]]

    def veiled(self, closed: frozenset[Seat], frames: Sequence[Frame]) -> Timeline:
        """Return the timeline without what would reveal the hands of the `closed` seats.

        Marks that show what such a hand waits for are left out; in the texts of other marks, hidden
        tiles are not named.
        """
        marks = [
            _veiled(mark, closed, frames[mark.step])
            for mark in self.marks
            if not mark.tells_hand_of(closed)
        ]
        return Timeline(tuple(marks), self.stops | _led_to(marks))

    def lane(self, seat: Seat) -> tuple[Mark, ...]:
        """Return the marks in the row of one player, or in the row of the whole table (`TABLE`)."""
        return tuple(mark for mark in self.marks if mark.lane == seat)


def thinned(marks: Sequence[Mark], last: int, room: int = CROWD) -> tuple[Mark, ...]:
    """Return at most `room` + 1 of these marks, so that a row of the timeline is not too full.

    If there are more than `room`, the row is divided into `room` parts, and each part keeps its
    most important mark: an error or warning, else a win, else the first mark. `last` is the number
    of the last step.
    """
    if len(marks) <= room:
        return tuple(marks)
    chosen: dict[int, Mark] = {}
    for mark in marks:
        place = room * mark.step // max(1, last)
        chosen[place] = min(chosen.get(place, mark), mark, key=_importance)
    return tuple(chosen.values())


def _importance(mark: Mark) -> tuple[bool, bool]:
    return not mark.is_fault, mark.kind != "win"


class Statements(NamedTuple):
    """What is known about a deal: findings with their steps, audit verdicts, corrections."""

    findings: Sequence[tuple[int, Finding]]
    verdicts: Sequence[Verdict]
    amendments: Sequence[Amendment]


def timeline(
    deal: Deal,
    frames: Sequence[Frame],
    offers: Mapping[int, tuple[WinOptions | None, ...]],
    statements: Statements,
) -> Timeline:
    """Compute the timeline of a deal: marks for discards, calls, wins, findings and comments.

    `offers` has the possible wins of each seat after discards, by step; a win that a player missed
    gets a mark. `statements` has the findings, verdicts and corrections.
    """
    of_payout = any(_points_kind(finding) == "payout" for _, finding in statements.findings)
    marks = [
        *_played(frames),
        *(_found(step, finding) for step, finding in statements.findings),
        *_missed(frames, offers),
        *_end_marks(deal, frames, statements.verdicts, is_payout_marked=of_payout),
        *_noted(deal, frames),
        *_amended(frames, statements.amendments),
    ]
    marks.sort(key=lambda mark: mark.step)
    return Timeline(tuple(marks), _stops(marks, frames))


def _played(frames: Sequence[Frame]) -> Iterator[Mark]:
    for frame in frames[1:]:
        # An ordinary discard has a mark that says whether the tile was just drawn.
        kind = frame.marker or (PLAIN[frame.origin] if discarded(frame) else "")
        if kind:
            yield Mark(frame.step, frame.seat, kind, frame.sentence)


def discarded(frame: Frame) -> Piece | None:
    """Return the piece discarded at this step; None if the step is not an ordinary discard."""
    if frame.marker:
        return None
    moved = (piece for piece in frame.pieces if piece.number in frame.moved)
    return next((piece for piece in moved if piece.zone == "river"), None)


def _veiled(mark: Mark, closed: frozenset[Seat], frame: Frame) -> Mark:
    """Return a mark whose text does not name tiles of hidden hands.

    `closed` are the seats whose hands the reader does not see; `frame` is the state of the table at
    the mark's step.
    """
    if mark.kind == "correction" and isinstance(mark.says, Message):
        return replace(mark, says=mark.says.values.get("done", mark.says))
    if isinstance(mark.says, Message):
        return replace(mark, says=veiled(mark.says, closed))
    return replace(mark, says=NOT_SHOWN) if mark.lane in unseen(frame, closed) else mark


def _found(step: int, finding: Finding) -> Mark:
    points = _points_kind(finding)
    lane = finding.place.seat if points != "payout" else TABLE
    of_hand = finding.code == passed_wins.CODE
    kind, says = points or finding.severity, cited(finding)
    return Mark(step, lane, kind, says, of_hand=of_hand, is_fault=is_fault(finding))


def _points_kind(finding: Finding) -> str:
    """Return the kind of mark for a finding about recorded points, `payout` or `value`.

    Return an empty text for any other finding.
    """
    return OF_POINTS.get(finding.claim.kind, "") if finding.claim else ""


def recorded_words(words: str) -> Message:
    """Wrap a text of the record in a `Message`, so that it stays the same in all languages."""
    return Message("{words}", {"words": words})


def _missed(
    frames: Sequence[Frame], offers: Mapping[int, tuple[WinOptions | None, ...]]
) -> Iterator[Mark]:
    """Yield a mark for each player who could have won on a discard but did not.

    `offers` has the possible wins of each seat after discards, by step.
    """
    for frame, after in pairwise(frames):
        piece = discarded(frame)
        if piece is None or not piece.up or after.marker == "win":
            continue
        tile = KIND[piece.face]
        for seat in _could_win(tile, frame.seat, offers.get(frame.step, ())):
            values = {"seat": seat_name(seat), "tile": Tiles((tile,))}
            words = Message("{seat} could win on {tile} and lets it pass.", values)
            yield Mark(frame.step, seat, "missed", words, of_hand=True)


def _could_win(tile: Tile, thrower: Seat, offers: Sequence[WinOptions | None]) -> Iterator[Seat]:
    """Yield the seats that could win on the discard of this tile.

    The discarder `thrower` is left out. `offers` has the possible wins of each seat, None if the
    hand is unknown.
    """
    for seat, options in enumerate(offers):
        wins = [win for win in options or () if win.kind == tile and not win.discard.bars]
        if wins and seat != thrower:
            yield seat


def _end_marks(
    deal: Deal, frames: Sequence[Frame], verdicts: Sequence[Verdict], *, is_payout_marked: bool
) -> Iterator[Mark]:
    last = frames[-1].step
    for ruling in deal.contents(Ruling):
        values = {"seat": seat_name(ruling.seat), "name": cause_named(ruling.name)}
        yield Mark(last, ruling.seat, "ruling", Message("{seat}: {name}", values))
    # A wrong payment, or wrong points after it.
    wrong = [
        verdict
        for verdict in verdicts
        if verdict.answer == "differs" and OF_POINTS.get(verdict.claim.kind) == "payout"
    ]
    if wrong and not is_payout_marked:
        yield Mark(last, TABLE, "payout", cited(wrong[0]))
    end_lines = deal.contents(NoWin)
    if end_lines and deal.turns and not frames[-1].winners:
        end = ending(end_lines[0], seat_name)
        yield Mark(last, TABLE, "end", Message("Nobody wins: {end}.", {"end": end}))


def _noted(deal: Deal, frames: Sequence[Frame]) -> Iterator[Mark]:
    for turn, note in deal.notes:
        step = step_after(frames, turn)
        yield Mark(step, frames[step].seat, "comment", recorded_words(spoken(note)))


def spoken(note: Note) -> str:
    """Return the text of a note as pages show it.

    A comment stays as it is; a glyph (a numbered remark) becomes, for example, `$1`; a variation is
    put in round brackets.
    """
    return {"comment": "{}", "glyph": "${}", "variation": "({})"}[note.sort].format(note.text)


def step_after(frames: Sequence[Frame], turn: int) -> int:
    """Return the last step of turn `turn`, counted from 0; return 0 before the first turn."""
    return max((frame.step for frame in frames if frame.turn <= turn), default=0)


def _amended(frames: Sequence[Frame], amendments: Sequence[Amendment]) -> Iterator[Mark]:
    for each in amendments:
        done = Message(each.verb)
        values = {"done": done, "before": "; ".join(each.was)}
        says = Message("{done}, was {before}", values) if each.was else done
        yield Mark(*_spot(each, frames), "correction", says)


def _spot(amendment: Amendment, frames: Sequence[Frame]) -> tuple[int, Seat]:
    """Return the step and the row of the timeline at which a correction is marked.

    If the corrected turn is unknown, return the last step and the row of the whole table.
    """
    if amendment.turn is None:
        return frames[-1].step, TABLE
    step = step_after(frames, amendment.turn)
    return step, frames[step].seat


LOOKED_FOR: Final = {
    "finding": {"error", "warning", "note", "payout", "value", "missed"},
    "call": {"call", "kong"},
    "ready": {"ready"},
    "remark": {"comment", "ruling", "correction"},
}
"""The lists of stops made from marks, and the kinds of marks in each."""


def _led_to(marks: Sequence[Mark]) -> dict[str, tuple[int, ...]]:
    stops: dict[str, tuple[int, ...]] = {}
    for name, kinds in LOOKED_FOR.items():
        stops[name] = tuple(sorted({mark.step for mark in marks if mark.kind in kinds}))
    stops["fault"] = tuple(sorted({mark.step for mark in marks if mark.is_fault}))
    return stops


def _stops(marks: Sequence[Mark], frames: Sequence[Frame]) -> dict[str, tuple[int, ...]]:
    """Return the lists of steps to which keyboard shortcuts jump, as a dict by name.

    There are lists of findings, faults (errors and warnings), calls, declarations of ready and
    remarks, and a list of each player's turns.
    """
    stops = _led_to(marks)
    last: dict[Seat, dict[int, int]] = {}
    for frame in frames:
        last.setdefault(frame.seat, {})[frame.turn] = frame.step
    for seat in last.keys() & range(len(SEATS)):
        stops[f"turn-{seat_name(seat)}"] = tuple(sorted(last[seat].values()))
    return stops
