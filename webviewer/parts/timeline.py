"""The timeline of a deal.

A lane for each player and one for the table, a mark for all that catches the eye.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, NamedTuple

from mjlog.auditor import passed_wins
from mjlog.model.findings import Finding, Kind, Verdict
from mjlog.model.messages import Message, Tiles, veiled
from mjlog.model.record import NOBODY, Deal, Note, NoWin, Ruling, Seat, seat_name
from mjlog.model.tiles import KIND
from mjlog.picture.frames import Frame, Origin, Piece
from mjlog.picture.win_options import WinOptions
from webviewer.i18n import Cited, cited
from webviewer.parts.amendments import Amendment
from webviewer.parts.endings import ending
from webviewer.parts.hidden_hands import NOT_SHOWN, unseen

TABLE: Final = NOBODY
"""The lane of what concerns no player."""

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
    "error": "violation", "warning": "warning", "note": "remark", "missed": "win let pass",
    "payout": "payout differs",
    "value": "hand value differs", "ruling": "ruling", "correction": "correction",
    "comment": "comment",
    "end": "nobody wins",
}  # fmt: skip
PLAIN: Final[dict[Origin, str]] = {"hand": "thrown", "drawn": "passed", "": "untold"}
"""The kinds of mere discards, by where they came from."""
OF_POINTS: Final[dict[Kind, str]] = {
    "pay": "payout", "net": "payout", "score": "payout", "fan": "value", "kong": "value",
}  # fmt: skip
"""The kinds of marks for claims about points that differ: what is paid, or what a hand is worth."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark: its step, its lane (a seat, or `TABLE`), its kind, and what it says.

    That it stands there at all tells what the hand of its lane waits for, where it is `of_hand`.
    """

    step: int
    lane: Seat
    kind: str
    says: Message | Cited
    of_hand: bool = False

    @property
    def sign(self) -> str:
        """What is drawn."""
        return SIGNS[self.kind]

    @property
    def plain(self) -> bool:
        """Whether it is a mere discard."""
        return self.kind in PLAIN.values()


@dataclass(frozen=True, slots=True)
class Timeline:
    """All marks of a deal in the order of steps, and the steps that keys lead to.

    By the name of the list.
    """

    marks: tuple[Mark, ...]
    stops: dict[str, tuple[int, ...]]

    def veiled(self, closed: frozenset[Seat], frames: Sequence[Frame]) -> Timeline:
        """The same for whoever does not see the hands of those seats.

        And so not what they could have won on.
        """
        told = [mark for mark in self.marks if not mark.of_hand or mark.lane not in closed]
        marks = [_veiled(mark, closed, frames[mark.step]) for mark in told]
        return Timeline(tuple(marks), self.stops | _led_to(marks))

    def lane(self, seat: Seat) -> tuple[Mark, ...]:
        """The marks of one lane."""
        return tuple(mark for mark in self.marks if mark.lane == seat)


class Said(NamedTuple):
    """What was found out about a deal: findings with the step beside which they are shown."""

    findings: Sequence[tuple[int, Finding]]
    verdicts: Sequence[Verdict]
    amendments: Sequence[Amendment]


def timeline(
    deal: Deal,
    frames: Sequence[Frame],
    offers: Mapping[int, tuple[WinOptions | None, ...]],
    said: Said,
) -> Timeline:
    """The timeline of a deal.

    `offers` has the chances at the steps that lay down a tile somebody waits for.
    """
    of_payout = any(_of_points(finding) == "payout" for _, finding in said.findings)
    marks = [
        *_played(frames),
        *(_found(step, finding) for step, finding in said.findings),
        *_missed(frames, offers),
        *_at_the_end(deal, frames, said.verdicts, told=of_payout),
        *_noted(deal, frames),
        *_amended(frames, said.amendments),
    ]
    marks.sort(key=lambda mark: mark.step)
    return Timeline(tuple(marks), _stops(marks, frames))


def _played(frames: Sequence[Frame]) -> Iterator[Mark]:
    for frame in frames[1:]:
        kind = frame.marker or ("" if discarded(frame) is None else PLAIN[frame.origin])
        if kind:
            yield Mark(frame.step, frame.seat, kind, frame.said)


def discarded(frame: Frame) -> Piece | None:
    """The piece that a step laid into a river."""
    return next(
        (
            p
            for p in frame.pieces
            if p.number in frame.moved and p.zone == "river" and not frame.marker
        ),
        None,
    )


def _veiled(mark: Mark, closed: frozenset[Seat], frame: Frame) -> Mark:
    """A mark without what only hidden hands tell."""
    if mark.kind == "correction" and isinstance(mark.says, Message):
        return replace(mark, says=mark.says.values.get("done", mark.says))
    if isinstance(mark.says, Message):
        return replace(mark, says=veiled(mark.says, closed))
    if mark.lane not in unseen(frame, closed):
        return mark
    return replace(mark, says=NOT_SHOWN)


def _found(step: int, finding: Finding) -> Mark:
    points = _of_points(finding)
    lane = finding.place.seat if points != "payout" else TABLE
    of_hand = finding.code == passed_wins.CODE
    return Mark(step, lane, points or finding.severity, cited(finding), of_hand=of_hand)


def _of_points(finding: Finding) -> str:
    """The kind of mark for a finding about points; empty for any other."""
    if not finding.claim:
        return ""
    return OF_POINTS.get(finding.claim.kind, "")


def as_told(words: str) -> Message:
    """Words of the record or of its audit, which are told as they are."""
    return Message("{words}", {"words": words})


def _missed(
    frames: Sequence[Frame], offers: Mapping[int, tuple[WinOptions | None, ...]]
) -> Iterator[Mark]:
    """A player could have won on the tile just laid down, and nobody did."""
    for frame, after in pairwise(frames):
        piece = discarded(frame)
        if piece is None or not piece.up or after.marker == "win":
            continue
        for seat, seen in enumerate(offers.get(frame.step, ())):
            if seat != frame.seat and any(
                c.kind == KIND[piece.face] and not c.discard.bars for c in seen or ()
            ):
                values = {"seat": seat_name(seat), "tile": Tiles((KIND[piece.face],))}
                words = Message("{seat} could win on {tile} and lets it pass.", values)
                yield Mark(frame.step, seat, "missed", words, of_hand=True)


def _at_the_end(
    deal: Deal, frames: Sequence[Frame], verdicts: Sequence[Verdict], *, told: bool
) -> Iterator[Mark]:
    last = frames[-1].step
    for ruling in deal.told(Ruling):
        yield Mark(last, ruling.seat, "ruling", as_told(f"{seat_name(ruling.seat)}: {ruling.name}"))
    wrong = [
        v for v in verdicts if v.answer == "differs" and OF_POINTS.get(v.claim.kind) == "payout"
    ]
    if wrong and not told:
        yield Mark(last, TABLE, "payout", cited(wrong[0]))
    if deal.lines_of(NoWin) and deal.turns and not frames[-1].winners:
        end = ending(deal.told(NoWin)[0], seat_name)
        yield Mark(last, TABLE, "end", Message("Nobody wins: {end}.", {"end": end}))


def _noted(deal: Deal, frames: Sequence[Frame]) -> Iterator[Mark]:
    for turn, note in deal.notes:
        step = step_after(frames, turn)
        yield Mark(step, frames[step].seat, "comment", as_told(spoken(note)))


def spoken(note: Note) -> str:
    """A note as it is shown."""
    return {"comment": "{}", "glyph": "${}", "variation": "({})"}[note.sort].format(note.text)


def step_after(frames: Sequence[Frame], turn: int) -> int:
    """The step with which a turn is over; 0 before the first."""
    return max((frame.step for frame in frames if frame.turn <= turn), default=0)


def _amended(frames: Sequence[Frame], amendments: Sequence[Amendment]) -> Iterator[Mark]:
    for each in amendments:
        step = frames[-1].step if each.turn is None else step_after(frames, each.turn)
        seat = frames[step].seat if each.turn is not None else TABLE
        was = Message(
            "{done}, was {before}", {"done": Message(each.verb), "before": "; ".join(each.was)}
        )
        yield Mark(step, seat, "correction", was if each.was else Message(each.verb))


LOOKED_FOR: Final = {
    "finding": {"error", "warning", "note", "payout", "value", "missed"},
    "call": {"call", "kong"},
    "ready": {"ready"},
    "remark": {"comment", "ruling", "correction"},
}
"""The lists of stops made from marks, and the kinds of marks in each."""


def _led_to(marks: Sequence[Mark]) -> dict[str, tuple[int, ...]]:
    return {
        name: tuple(sorted({m.step for m in marks if m.kind in kinds}))
        for name, kinds in LOOKED_FOR.items()
    }


def _stops(marks: Sequence[Mark], frames: Sequence[Frame]) -> dict[str, tuple[int, ...]]:
    """The steps that the reader can be led to: a list for each thing that is looked for."""
    found = _led_to(marks)
    for seat in {frame.seat for frame in frames if frame.seat >= 0}:
        own = [frame for frame in frames if frame.seat == seat]
        last = {frame.turn: frame.step for frame in own}
        found[f"turn-{seat_name(seat)}"] = tuple(sorted(last.values()))
    return found
