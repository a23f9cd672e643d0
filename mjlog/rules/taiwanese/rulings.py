"""Taiwanese 16-tile: a referee's decisions against the turns and the hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mjlog.model.messages import Message, Sentence, msg
from mjlog.model.record import Ruling, seat_name
from mjlog.model.settlement import Score
from mjlog.referee.rulebook import Outcome, Unclear, Weigher
from mjlog.rules.taiwanese.events import Events
from mjlog.rules.taiwanese.insurance import Insurance, Liable


def weigher(chosen: Mapping[str, str]) -> Weigher:
    """What answers rulings with these options."""
    insurance = Insurance(chosen)

    def weighs(
        ruling: Ruling, outcome: Outcome, scores: Sequence[Score]
    ) -> Sentence | Unclear | None:
        """Empty where the record bears the ruling out."""
        match ruling.name:
            case "false-win":
                return _false_win(ruling, outcome, scores)
            case "long-hand" | "short-hand" | "wrong-draw" | "discard-changed" | "claim-cancelled":
                return _irregularity(ruling, outcome)
            case "insurance":
                return _insured(insurance, ruling, outcome, scores)
            case _:
                return None

    return weighs


def _insured(
    insurance: Insurance, ruling: Ruling, outcome: Outcome, scores: Sequence[Score]
) -> Sentence | Unclear:
    if not scores or len(scores) < len(outcome.winners):
        return Unclear(msg("the record tells no winning hand").lacking("hands"))
    found = [
        insurance.liable(winner, outcome, {item.name for item in score.items})
        for winner, score in zip(outcome.winners, scores, strict=True)
    ]
    if any(each.seat == ruling.seat and not each.ruled for each in _answering(found)):
        return ""
    unclear = _why_unclear(found, outcome)
    if unclear is not None:
        return unclear
    return msg("{seat} threw no tile that makes it liable", seat=seat_name(ruling.seat))


def _answering(found: Sequence[Liable | Unclear | None]) -> list[Liable]:
    return [each for each in found if isinstance(each, Liable)]


def _why_unclear(found: Sequence[Liable | Unclear | None], outcome: Outcome) -> Unclear | None:
    """Why nobody knows whether somebody else is liable; None where that is known."""
    seen: Events = outcome.seen
    if any(each.ruled for each in _answering(found)) and seen.came:
        nobody_saw = "nobody saw all of what would tell whether the discard was dangerous"
        return Unclear(msg(nobody_saw).lacking("turns"))
    if unclear := next((each for each in found if isinstance(each, Unclear)), None):
        return unclear
    if any(seen.came.get(winner.seat) is None for winner in outcome.winners):
        return Unclear(msg("without the turns nothing tells who threw what").lacking("turns"))
    return None


def _false_win(ruling: Ruling, outcome: Outcome, scores: Sequence[Score]) -> Sentence | Unclear:
    seen: Events = outcome.seen
    declared = {act.seat for act, _ in seen.irregular if act.name == "false-win"}
    if ruling.seat in declared | {winner.seat for winner in outcome.false_wins}:
        return ""
    if any(winner.seat == ruling.seat for winner in outcome.winners):
        if len(scores) < len(outcome.winners):
            return Unclear(msg("the record tells no winning hand").lacking("hands"))
        return msg("the win of {seat} is a good one", seat=seat_name(ruling.seat))
    return _told_of(ruling, seen, msg("{seat} has declared no win", seat=seat_name(ruling.seat)))


def _irregularity(ruling: Ruling, outcome: Outcome) -> Sentence | Unclear:
    seen: Events = outcome.seen
    if any(act.seat == ruling.seat and act.name == ruling.name for act, _ in seen.irregular):
        return ""
    no_such = msg(
        "the turns tell no {name} of {seat}", name=ruling.name, seat=seat_name(ruling.seat)
    )
    return _told_of(ruling, seen, no_such)


def _told_of(ruling: Ruling, seen: Events, words: Message) -> Sentence | Unclear:
    if seen.played:
        return words
    return Unclear(
        msg("without the turns nothing tells of {name}", name=ruling.name).lacking("turns")
    )
