"""Readings of the win of a deal, and of hands that were held as they are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from mjlog.auditor.diagnosis.altered_deals import (
    DRAWING,
    discard_of,
    given_to_player,
    with_another_turn,
    with_discard,
    with_tile,
    with_turn,
)
from mjlog.auditor.diagnosis.play_suspects.case import OF_HANDS, Case, Change
from mjlog.model.messages import msg
from mjlog.model.record import (
    DISCARD,
    WIN,
    Act,
    Claim,
    Discard,
    Draw,
    Show,
    Turn,
    WinLine,
    seat_name,
)
from mjlog.model.table import physical
from mjlog.model.tiles import UNKNOWN

_ROOT: Final = ("win.line",)


def propose_shown_hands(case: Case) -> Iterator[Change]:
    """Yield the deal unchanged, with the note that a player held the shown hand.

    The shown hand then counts, even if the turns contradict it. Players are tried who declared a
    win or have errors in a `show` or `win` line. `case` has the deal as written and its errors.
    """
    doubted = case.seats_in(OF_HANDS) | case.outcome.declaring_seats
    for line, show in case.deal.with_lines(Show):
        if show.seat in doubted:
            words = msg("the hand that {seat} shows", seat=seat_name(show.seat))
            yield Change(case.deal, words, line.span.place(), show.seat, ("show.hand", "win.line"))


def propose_other_discards(case: Case) -> Iterator[Change]:
    """Yield changed copies of the deal in which a player discarded another tile.

    Players are tried whose shown hand differs in one tile from their hand by the turns: the player
    discards the tile that is not shown, and keeps the tile that is shown. `case` has the deal as
    written and its errors.
    """
    for show in case.deal.contents(Show):
        if show.seat not in case.seats_in({"show.hand"}):
            continue
        given = [
            win.tile for win in case.deal.contents(WinLine) if win.seat == show.seat != win.source
        ]
        held_tiles = [*case.table.hands[show.seat].tiles(), *given]
        held = Counter([physical(tile) for tile in held_tiles])
        shown = Counter([physical(tile) for tile in show.tiles])
        beyond, lacking = [*(shown - held).elements()], [*(held - shown).elements()]
        if len(beyond) != 1 or len(lacking) != 1:
            continue
        for index in case.words_with(DISCARD):
            turn = case.deal.turns[index]
            discard = discard_of(turn)
            if turn.seat == show.seat and discard and discard.tile == beyond[0]:
                deal = with_turn(case.deal, index, with_discard(turn, lacking[0]))
                yield case.at_word(index, deal, root=("discard.locked", "show.hand"))


def propose_other_wins(case: Case) -> Iterator[Change]:
    """Yield changed copies of the deal in which the turns agree with the `win` line.

    The winner, the winning tile or the discarder is changed in the turns. Yield nothing unless the
    deal has exactly one `win` line and one turn that wins. `case` has the deal as written and its
    errors.
    """
    deal, lines = case.deal, case.deal.contents(WinLine)
    wins = case.words_with(WIN)
    if len(lines) != 1 or len(wins) != 1:
        return
    [line], [index] = lines, wins
    if deal.turns[index].seat != line.seat:
        other = with_turn(deal, index, given_to_player(deal.turns[index], line.seat))
        yield case.at_word(index, other, root=_ROOT)
    if index and line.source != line.seat == deal.turns[index].seat:
        yield from _propose_thrower(case, index, line)
    if line.source == line.seat:
        turn = deal.turns[index]
        drawn = [place for place, act in enumerate(turn.acts) if act.kind in DRAWING]
        taken = Turn(turn.seat, turn.word, (Draw(turn.seat, line.tile), *turn.acts))
        if drawn:
            taken = with_tile(turn, drawn[-1], line.tile)
        yield case.at_word(index, with_turn(deal, index, taken), root=_ROOT)
        return
    before = deal.turns[index - 1] if index else None
    if before and before.seat == line.source and not discard_of(before):
        thrown = Turn(before.seat, before.word, (*before.acts, Discard(before.seat, line.tile)))
        yield case.at_word(index - 1, with_turn(deal, index - 1, thrown), root=_ROOT)
        return
    for place in range(index - 1, -1, -1):
        if discard_of(deal.turns[place]):
            thrown = with_discard(deal.turns[place], line.tile)
            yield case.at_word(place, with_turn(deal, place, thrown), root=_ROOT)
            return


def _propose_thrower(case: Case, index: int, line: WinLine) -> Iterator[Change]:
    """Yield a changed copy of the deal with a turn added that discards the winning tile.

    `index` is the index of the winning turn, and `line` names the discarder. Yield nothing if the
    turn before the win already belongs to the discarder. `case` has the deal as written and its
    errors.
    """
    deal = case.deal
    before = deal.turns[index - 1].seat
    if before == line.source or len(deal.turns[index].acts) > 1:
        return
    taken: Act = Draw(line.source, UNKNOWN)
    if line.source != deal.turn_order(case.seats).after[before]:
        taken = Claim(line.source, (UNKNOWN, UNKNOWN))
    word = Turn(line.source, "", (taken, Discard(line.source, line.tile)))
    yield case.at_word(index, with_another_turn(deal, index, word), root=_ROOT)
