"""What the page of one step shows, put together from frames, findings and verdicts; no rule of the game stands here."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from mjlog.findings import Finding
from mjlog.frames import Frame, Piece, Zone, frames
from mjlog.record import SEATS, Deal, seat_name
from mjlog.tiles import BONUS, EAST, JOKER, JOKER_AS, KIND, RED, SUIT, UNKNOWN, Tile, text
from webviewer.library import Record
from webviewer.sheet import Said, sheet, steps_of

SUIT_NAMES: Final = ("characters", "dots", "bamboo")
HONOURS: Final = ("East", "South", "West", "North", "white dragon", "green dragon", "red dragon")
HONOUR_SIGNS: Final = (("E", ""), ("S", ""), ("W", ""), ("N", ""), ("□", "wh"), ("◆", "gr"), ("●", "rd"))
"""Latin signs: every machine has them, and who cannot read Chinese reads them."""
SUIT_SIGNS: Final = "mps"
WINDS: Final = ("East", "South", "West", "North")
SIDES: Final = ("bottom", "right", "top", "left")


@dataclass(frozen=True, slots=True)
class Drawn:
    """One tile as drawn: two signs, a class for its colour, a name to be read aloud."""

    upper: str
    lower: str
    style: str
    name: str


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player's side of the table."""

    seat: str
    side: str
    wind: str
    player: str
    marks: tuple[str, ...]
    hand: tuple[Drawn, ...]
    pillars: tuple[Drawn, ...]
    melds: tuple[tuple[Drawn, ...], ...]
    bonus: tuple[Drawn, ...]
    river: tuple[Drawn, ...]


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
    """Everything that the page of one step shows. `about` are the findings that concern no deal but the record."""

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
        if not (record.playable and 1 <= number <= len(record.game.deals)):
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
            seats=_seats(record, deal, frame, seat),
            indicators=tuple(_drawn(p) for p in frame.pieces if p.zone == "indicator"),
            here=tuple(finding for place, finding in told.findings if place == step),
            findings=tuple(told.findings),
            about=tuple(finding for finding in record.report.findings if not finding.place.deal),
            sheet=told.sheet,
            transcript=_transcript(told),
            notes=tuple(note.text for turn, note in deal.notes if turn == frame.turn and note.sort == "comment"),
            before=max((place for place in stops if place < step), default=None),
            after=min((place for place in stops if place > step), default=None),
        )


def _transcript(told: Told) -> tuple[Step, ...]:
    number = Counter(place for place, _ in told.findings)
    return tuple(Step(f.step, f.go_around, f.text, f.marker, number[f.step]) for f in told.frames)


def _seats(record: Record, deal: Deal, frame: Frame, below: int) -> tuple[SeatView, ...]:
    """The players, the one at the bottom first, then on to the right."""
    seats = record.game.seats
    order = [(below + place) % seats for place in range(seats)]
    sides = SIDES if seats == 4 else SIDES[:1] + SIDES[1:seats]
    return tuple(_seat(record, deal, frame, seat, side) for seat, side in zip(order, sides, strict=True))


def _seat(record: Record, deal: Deal, frame: Frame, seat: int, side: str) -> SeatView:
    players = record.game.players
    marks = [("ready", seat in frame.ready), ("to act", seat == frame.to_act), ("wins", seat in frame.winners)]
    new = set(frame.moved)

    def row(zone: Zone) -> tuple[Drawn, ...]:
        return tuple(_drawn(piece, new=piece.number in new) for piece in frame.zone(seat, zone))

    return SeatView(
        seat=seat_name(seat),
        side=side,
        wind=WINDS[(seat - max(0, deal.dealer)) % record.game.seats],
        player=players[seat] if seat < len(players) else f"Seat {SEATS[seat]}",
        marks=tuple(word for word, holds in marks if holds),
        hand=row("hand"),
        pillars=row("pillars"),
        melds=tuple(tuple(_drawn(p, new=p.number in new) for p in meld) for meld in frame.melds(seat)),
        bonus=row("bonus"),
        river=row("river"),
    )


def _drawn(piece: Piece, *, new: bool = False) -> Drawn:
    upper, lower, name = face_of(piece.face)
    hidden = not piece.up and piece.zone in {"river", "meld"}
    style = [f"s{SUIT[piece.face]}"]
    style += [word for word, holds in (("new", new), ("sideways", piece.sideways), ("down", hidden)) if holds]
    style += [f"z{KIND[piece.face] - EAST + 1}"] if EAST <= KIND[piece.face] < EAST + 7 else []
    style += ["red"] if RED <= piece.face < BONUS else []
    return Drawn(upper, lower, " ".join(style), f"{name}, face down" if hidden else name)


def face_of(face: Tile) -> tuple[str, str, str]:
    """The two signs on a tile and its name.

    >>> face_of(4)
    ('5', 'm', '5 of characters')
    >>> face_of(JOKER_AS + 13)
    ('J5', 'p', 'joker for 5 of dots')
    """
    if face >= JOKER_AS:
        upper, lower, stands_for = face_of(KIND[face])
        return f"J{upper}", lower, f"joker for {stands_for}"
    if face == UNKNOWN:
        return "?", "", "unknown tile"
    if BONUS <= face < JOKER:
        return str(face - BONUS + 1), "✿", f"bonus tile {face - BONUS + 1}"
    kind = KIND[face]
    if kind >= EAST + 7:
        return text([face]), "", "joker" if face == JOKER else f"tile {text([face])}"
    if kind >= EAST:
        return (*HONOUR_SIGNS[kind - EAST], HONOURS[kind - EAST])
    red = "red " if RED <= face < BONUS else ""
    return str(kind % 9 + 1), SUIT_SIGNS[kind // 9], f"{red}{kind % 9 + 1} of {SUIT_NAMES[kind // 9]}"
