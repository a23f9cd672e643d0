"""Says in words for the scribe what may come next at a table that is recorded."""

from __future__ import annotations

from collections.abc import Iterator

from mjlog.live.session import Session
from mjlog.model.messages import Message
from mjlog.model.record import NOBODY, SEATS, Act, Deal, Discard, Draw, Ready, seat_name
from mjlog.notation.play.spelling import spell
from mjlog.picture.frames import frames
from mjlog.referee.position import Position


def expected(session: Session) -> str:
    """Return a sentence for the scribe about what comes next: whose turn it is, or how to go on."""
    if session.deal is None:
        return f"the first deal: @ {session.next_head()}"
    if session.has_ended:
        return f"the deal has ended; ok takes over what is proposed; next: @ {session.next_head()}"
    position = _position(session)
    seat = position.to_act
    if seat == NOBODY:
        return "the deal is won: show C 34p2s, pay A>C 12, or ok for what is proposed"
    call = f"{SEATS[position.deal.turn_order(session.seats).after[seat]]}:+ for a pung"
    return f"{SEATS[seat]} draws and discards, or another player calls, such as {call}"


def legal_acts(session: Session) -> list[str]:
    """Return a line for each seat with the acts that it may do now, as far as its tiles are known.

    Seats without such an act are left out. The result is empty before the first deal and after the
    end of a deal.
    """
    if session.deal is None or session.has_ended:
        return []
    position = _position(session)
    acts = {seat: position.legal_acts(seat) for seat in range(session.seats)}
    return [f"{seat_name(seat)}: {' '.join(_words(each))}" for seat, each in acts.items() if each]


def _words(acts: tuple[Act, ...]) -> Iterator[str]:
    words = dict.fromkeys(_word(act) for act in acts if not isinstance(act, Draw))
    yield from words
    if any(isinstance(act, Draw) for act in acts):
        yield "(draws)"


def _word(act: Act) -> str:
    """Write a single act in notation."""
    if isinstance(act, Ready):
        return spell([Discard(act.seat, act.tile, face_down=act.face_down, ready=True)])
    return spell([act])


def _position(session: Session) -> Position:
    deal = session.deal or Deal("")
    *_, position = deal.steps(session.rules, seats=session.seats)
    return position


def read_as(session: Session, text: str) -> str:
    """Return in English how mjlog would understand the typed words; nothing is written.

    Raises NotReadError if the words cannot be read.
    """
    return " ".join(str(each) for each in readings_of(session, text))


def readings_of(session: Session, text: str) -> list[Message]:
    """Return how mjlog would understand the typed words, as a message for each act; write nothing.

    Raises NotReadError if the words cannot be read.
    """
    before, after = session.deal, session.with_typed(text)
    steps = frames(after, session.rules, session.seats)
    frame_count = len(frames(before, session.rules, session.seats)) if before is not None else 1
    if before is None or after.label != before.label:
        frame_count = 1
    return [frame.sentence for frame in steps[frame_count:]]
