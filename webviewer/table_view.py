"""What the page of one step shows, put together from frames, findings and verdicts; no rule of the game stands here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from mjlog.artwork import face_id
from mjlog.findings import Finding
from mjlog.frames import Frame, Piece, frames
from mjlog.laying import columns, held, is_hidden, is_turned, lines
from mjlog.presentation import Presentation
from mjlog.record import SEATS, Deal, seat_name
from mjlog.rulebook import RuleSet
from mjlog.tiles import BONUS, EAST, JOKER, JOKER_AS, KIND, RED, SUIT, UNKNOWN, Tile
from webviewer.library import Record
from webviewer.sheet import Said, sheet, steps_of

SUIT_NAMES: Final = ("characters", "dots", "bamboo", "honours", "bonus tiles")
HONOURS: Final = ("East", "South", "West", "North", "white dragon", "green dragon", "red dragon")
SIDES: Final = {
    1: ("bottom",),
    2: ("bottom", "top"),
    3: ("bottom", "right", "top"),
    4: ("bottom", "right", "top", "left"),
}
"""Where the players sit, the one at the bottom first, then on to the right."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """One tile as drawn: its symbol in the sprite, on a joker the one it stands for too, a name to be read aloud."""

    symbol: str
    style: str
    name: str
    stands_for: str = ""

    @property
    def turned(self) -> bool:
        """Whether it lies across."""
        return "turned" in self.style.split()


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player's side of the table. A river comes in rows, a meld in columns: a tile may lie above another."""

    seat: str
    side: str
    wind: str
    player: str
    marks: tuple[str, ...]
    active: bool
    hand: tuple[Drawn, ...]
    drawn: Drawn | None
    pillars: tuple[Drawn, ...]
    gaps: int
    melds: tuple[tuple[tuple[Drawn, ...], ...], ...]
    bonus: tuple[Drawn, ...]
    river: tuple[tuple[Drawn, ...], ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the transcript."""

    number: int
    go_around: int
    text: str
    marker: str
    findings: int


@dataclass(frozen=True, slots=True)
class Told:
    """A deal replayed for viewing: its frames, its findings each with its step, the lines of its sheet."""

    frames: list[Frame]
    findings: list[tuple[int, Finding]]
    sheet: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """Everything that the page of one step shows.

    `about` are the findings that concern no deal but the record, `words` those of the rule set for what lies on the
    table. `dead` counts the tiles of the wall that nobody draws from its front, `wall` those that could be drawn at
    first.
    """

    record: Record
    deal: Deal
    number: int
    frame: Frame
    last: int
    seats: tuple[SeatView, ...]
    indicators: tuple[Drawn, ...]
    here: tuple[Finding, ...]
    findings: tuple[tuple[int, Finding], ...]
    about: tuple[Finding, ...]
    sheet: tuple[Said, ...]
    transcript: tuple[Step, ...]
    notes: tuple[str, ...]
    before: int | None
    after: int | None
    words: Presentation
    dead: int
    wall: int

    @property
    def label(self) -> str:
        """The deal as its header names it."""
        return self.deal.label


class Pages:
    """Makes pages; the deals last looked at are kept."""

    def __init__(self) -> None:
        self.told = lru_cache(maxsize=32)(self._told)

    @staticmethod
    def _told(record: Record, number: int) -> Told:
        rules, deal = record.report.rules, record.game.deals[number - 1]
        found = [] if rules is None else frames(deal, rules, record.game.seats)
        findings = [finding for finding in record.report.findings if finding.place.deal == number]
        verdicts = [verdict for verdict in record.report.verdicts if verdict.place.deal in {0, number}]
        return Told(found, steps_of(findings, deal, found), sheet(deal, verdicts))

    def page(self, record: Record, number: int, step: int, seat: int) -> Page | None:
        """The page of that step of that deal; None when there is no such step."""
        rules = record.report.rules
        if rules is None or not (record.playable and 1 <= number <= len(record.game.deals)):
            return None
        told = self.told(record, number)
        if not 0 <= step < len(told.frames):
            return None
        deal = record.game.deals[number - 1]
        frame = told.frames[step]
        stops = sorted({place for place, _ in told.findings})
        return Page(
            record=record,
            deal=deal,
            number=number,
            frame=frame,
            last=len(told.frames) - 1,
            seats=_seats(record, rules, deal, frame, seat),
            indicators=Drawing().row(p for p in frame.pieces if p.zone == "indicator"),
            here=tuple(finding for place, finding in told.findings if place == step),
            findings=tuple(told.findings),
            about=tuple(finding for finding in record.report.findings if not finding.place.deal),
            sheet=told.sheet,
            transcript=_transcript(told),
            notes=tuple(note.text for turn, note in deal.notes if turn == frame.turn and note.sort == "comment"),
            before=max((place for place in stops if place < step), default=None),
            after=min((place for place in stops if place > step), default=None),
            words=rules.presentation,
            wall=told.frames[0].live or 1,
            dead=0 if frame.undrawn is None or frame.live is None else frame.undrawn - frame.live,
        )


def _transcript(told: Told) -> tuple[Step, ...]:
    number = Counter(place for place, _ in told.findings)
    return tuple(Step(f.step, f.go_around, f.text, f.marker, number[f.step]) for f in told.frames)


def _seats(record: Record, rules: RuleSet, deal: Deal, frame: Frame, below: int) -> tuple[SeatView, ...]:
    """The players, the one at the bottom first, then on to the right."""
    seats = record.game.seats
    order = [(below + place) % seats for place in range(seats)]
    return tuple(_seat(record, rules, deal, frame, *each) for each in zip(order, SIDES[seats], strict=True))


def _seat(record: Record, rules: RuleSet, deal: Deal, frame: Frame, seat: int, side: str) -> SeatView:
    players, shown = record.game.players, rules.presentation
    marks = [
        (shown.ready or "ready", seat in frame.ready),
        ("to act", seat == frame.to_act),
        ("wins", seat in frame.winners),
    ]
    draw = Drawing(frozenset(frame.moved), shown.turned)
    hand, drawn = held(frame, seat)
    pillars = frame.zone(seat, "pillars")
    melds = [columns(meld, record.game.seats, turned=shown.turned) for meld in frame.melds(seat)]
    return SeatView(
        seat=seat_name(seat),
        side=side,
        wind=shown.winds[(seat - max(0, deal.dealer)) % record.game.seats],
        player=players[seat] if seat < len(players) else f"Seat {SEATS[seat]}",
        marks=tuple(word for word, holds in marks if holds),
        active=seat in {frame.to_act, *frame.winners},
        hand=draw.row(hand),
        drawn=draw.tile(drawn) if drawn else None,
        pillars=draw.row(pillars),
        gaps=max(0, rules.spec.pillars - len(pillars)),
        melds=tuple(tuple(draw.row(column) for column in meld) for meld in melds),
        bonus=draw.row(frame.zone(seat, "bonus")),
        river=tuple(draw.row(line) for line in lines(frame.zone(seat, "river"))),
    )


@dataclass(frozen=True, slots=True)
class Drawing:
    """How pieces are drawn: which have just moved, and whether claimed tiles lie turned."""

    moved: frozenset[int] = frozenset()
    turned: bool = True

    def row(self, pieces: Iterable[Piece]) -> tuple[Drawn, ...]:
        """Pieces side by side."""
        return tuple(self.tile(piece) for piece in pieces)

    def tile(self, piece: Piece) -> Drawn:
        """One piece."""
        hidden = is_hidden(piece)
        words = (("new", piece.number in self.moved), ("turned", is_turned(piece, turned=self.turned)))
        name = name_of(piece.face)
        return Drawn(
            symbol=face_id(piece.face, up=not hidden),
            style=" ".join(word for word, holds in words if holds),
            name=f"{name}, face down" if hidden else name,
            stands_for=face_id(KIND[piece.face]) if piece.face >= JOKER_AS and not hidden else "",
        )


def name_of(face: Tile) -> str:
    """What a tile is called when it is read aloud.

    >>> name_of(4), name_of(34), name_of(46), name_of(47)
    ('5 of characters', 'red 5 of characters', 'unknown tile', 'unknown tile of characters')
    """
    if face == UNKNOWN:
        return "unknown tile"
    if UNKNOWN < face < JOKER_AS:
        return f"unknown tile of {SUIT_NAMES[SUIT[face]]}"
    if BONUS <= face < JOKER:
        return f"bonus tile {face - BONUS + 1}"
    if face == JOKER:
        return "joker"
    kind = KIND[face]
    name = HONOURS[kind - EAST] if kind >= EAST else f"{kind % 9 + 1} of {SUIT_NAMES[kind // 9]}"
    if face >= JOKER_AS:
        return f"joker as {name}"
    return f"red {name}" if face >= RED else name
