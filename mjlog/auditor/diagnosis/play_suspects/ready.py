"""Readings of declarations of ready hands, and of the points on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from mjlog.auditor.diagnosis.altered_deals import (
    acts_declaring_ready,
    discard_of,
    has,
    undeclared,
    with_acts,
    with_discard,
    with_turn,
    with_word,
)
from mjlog.auditor.diagnosis.play_suspects.case import OFTEN, Case, Change
from mjlog.model.findings import seats_of, with_codes
from mjlog.model.messages import msg
from mjlog.model.record import (
    DISCARD,
    DRAW,
    MANNER_DRAWN,
    READY,
    Items,
    ReadySeats,
    Seat,
    whole_number,
)
from mjlog.model.tiles import UNKNOWN

_STAKES: Final = 3
_DISCARDS: Final = 3
_READY: Final = frozenset({"ready.closed", "ready.once", "ready.shelf", "ready.tenpai"})
_OF_READY: Final = frozenset({"discard.open", "discard.zone"})
_LOCKS: Final = frozenset({"claim.locked", "discard.locked", "kong.locked"})


def propose_never_ready(case: Case) -> Iterator[Change]:
    """Yield changed copies of the deal in which a player does not declare ready.

    A player is tried who has at least three errors for changing the hand after a declaration of
    ready. If many values of the sheet are wrong, every player who declares ready is tried. `case`
    has the deal as written and its errors.
    """
    locked = Counter([error.place.seat for error in with_codes(case.errors, _LOCKS)])
    for index in case.words_with(READY):
        turn = case.deal.turns[index]
        # If a player changes the hand often after declaring ready, the declaration is wrong.
        often = locked[turn.seat] >= OFTEN
        if often or case.has_amount_errors:
            deal = with_acts(case.deal, index, undeclared(turn))
            yield case.at_word(index, deal, of_the_sheet=not often)


def propose_marks_of_ready(case: Case) -> Iterator[Change]:
    """Yield copies of the deal, each with one illegal declaration of ready removed.

    `case` has the deal as written and its errors.
    """
    declaring = set(case.words_with(READY))
    for index in case.places(_READY):
        turn = case.deal.turns[index]
        if index in declaring:
            deal = with_acts(case.deal, index, undeclared(turn))
            yield case.at_word(index, deal, misread=turn.seat)


def propose_needed_declarations(case: Case) -> Iterator[Change]:
    """Yield changed copies of the deal for a discard that only a ready player may make.

    In a copy, the discard also declares ready, or its tile is unknown. `case` has the deal as
    written and its errors.
    """
    for index in case.places(_OF_READY):
        turn = case.deal.turns[index]
        if not has(turn, DISCARD) or has(turn, READY):
            continue
        for face_down in (True, False):
            acts = acts_declaring_ready(turn, face_down=face_down)
            yield case.at_word(index, with_acts(case.deal, index, acts), misread=turn.seat)
        deal = with_turn(case.deal, index, with_discard(turn, UNKNOWN))
        yield case.at_word(index, deal, misread=turn.seat)


def propose_declarations(case: Case) -> Iterator[Change]:
    """Yield changed copies of the deal in which a player's discard also declares ready.

    Players are tried whom the sheet calls ready and who never declare ready in the turns. `case`
    has the deal as written and its errors.
    """
    ways = [False, True] if case.rules.play.spec.pillars else [False]
    for seat in _ready_by_sheet(case):
        for index in _possible_declarations(case, seat):
            for face_down in ways:
                acts = acts_declaring_ready(case.deal.turns[index], face_down=face_down)
                yield case.at_word(index, with_acts(case.deal, index, acts), of_the_sheet=True)


def _ready_by_sheet(case: Case) -> list[Seat]:
    """Return the players whom the sheet calls ready and who never declare ready in the turns.

    If there are none, return players with errors on the sheet who never declare ready in the turns.
    `case` has the deal as written and its errors.
    """
    items = case.rules.scoring.declared_items
    never = [seat for seat, hand in enumerate(case.table.hands) if not hand.ready]
    named = case.seats_in({"win.ready"})
    for ready_line in case.deal.contents(ReadySeats):
        named.update(ready_line.seats)
    for line in case.deal.contents(Items):
        if line.keyword == "fan" and not items.isdisjoint(dict(line.items)):
            named.add(line.seat)
    seats_named = [seat for seat in never if seat in named]
    if seats_named:
        return seats_named
    off = seats_of(case.line_errors)
    return [seat for seat in never if seat in off][:_DISCARDS]


def _possible_declarations(case: Case, seat: Seat) -> list[int]:
    """Return the indices of at most three turns whose discard may have declared ready.

    A ready player must discard each drawn tile. So a turn is possible only if the player does this
    in all later turns. `case` has the deal as written and its errors.
    """
    turns = case.deal.turns
    possible: list[int] = []
    for index in case.words_with(DISCARD):
        if turns[index].seat != seat:
            continue
        drawn: Any = turns[index].acts[0]
        thrown: Any = discard_of(turns[index])
        is_same = drawn.kind == DRAW and drawn.tile == thrown.tile
        # A ready player discards each drawn tile: a tile from the hand rules out earlier discards.
        if not (is_same or (drawn.kind == DRAW and thrown.manner == MANNER_DRAWN)):
            possible.clear()
        possible.append(index)
    return sorted({*possible[: _DISCARDS - 1], *possible[-1:]})


def propose_pools(case: Case) -> Iterator[Change]:
    """Yield changed copies of the deal with another number of stakes on the table in its header.

    The number changes by the difference between a recorded and a right amount, in stakes; at most
    three numbers are tried. Yield nothing if the header does not state the number. `case` has the
    deal as written and its errors.
    """
    deal, pot = case.deal, case.rules.pot
    stated = whole_number(deal.word(pot.word))
    if not pot.used or stated is None:
        return
    words = msg("the word `{word}` of the deal's header", word=f"{pot.word}={stated}")
    steps: set[int] = set()
    for error in case.errors:
        recorded, expected = whole_amount(error.recorded), whole_amount(error.expected)
        if recorded is not None and expected is not None:
            steps.add(abs(recorded - expected) // pot.unit)
    numbers = [stated + more for step in sorted(steps - {0}) for more in (-step, step)]
    for number in [number for number in numbers if number >= 0][:_STAKES]:
        place = deal.span.place()
        yield Change(with_word(deal, pot.word, str(number)), words, place)


def whole_amount(word: str) -> int | None:
    """Return a word as a whole number, with or without a sign; None if it is no whole number."""
    number = whole_number(word.lstrip("+-"))
    if number is None or not word.startswith("-"):
        return number
    return -number
