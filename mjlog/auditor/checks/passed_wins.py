"""Notes about missed wins: players who by the rules had to win on a tile and did not.

Each note is at the turn that discarded the tile or added it to a kong.
"""

from __future__ import annotations

from typing import Final

from mjlog.model.findings import Finding, Place, seats_of, with_codes
from mjlog.model.go_arounds import go_arounds
from mjlog.model.record import AddedKong, Deal, Discard
from mjlog.referee.replay import Played
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Outcome

CODE: Final = "win.passed"
_LAYING: Final = (Discard, AddedKong)
"""Acts that put down a tile on which other players may win."""


def wins_let_pass(deal: Deal, played: Played, outcome: Outcome, rules: RuleSet) -> list[Finding]:
    """Return a note for each time that a player did not win, although the rules demand to win.

    A player who already has an error about this gets no note.
    """
    if rules.play.let_pass is None:
        return []
    notes: list[Finding] = []
    reported_seats = seats_of(with_codes(played.findings, {"win.missed"}))
    washed_out = outcome.washed_out_by == "wall"
    for step, seat, words in rules.play.let_pass(played.table, washed_out=washed_out):
        if seat not in reported_seats:
            index = _turn_of(deal, played, step)
            span, around = deal.place(index), go_arounds(deal, played.table.seats)[index]
            place = Place(span.line, span.column, 0, around, step + 1, seat)
            notes.append(Finding.telling(CODE, "note", words, place, clause=rules.law(CODE)))
    return notes


def _turn_of(deal: Deal, played: Played, step: int) -> int:
    """Return the index of the turn that contains an act which gives others a tile to win on.

    `step` is the index of this act, a discard or an added kong, among all acts of the replay.
    """
    number = sum(isinstance(act, _LAYING) for act in played.table.past[: step + 1])
    for index, turn in enumerate(deal.turns):
        number -= sum(isinstance(act, _LAYING) for act in turn.acts)
        if number <= 0:
            return index
    return len(deal.turns) - 1
