"""Taiwanese 16-tile: checks a referee's rulings against the turns and the hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mjlog.model.messages import Message, Sentence, msg
from mjlog.model.record import Ruling, seat_name
from mjlog.model.settlement import Score
from mjlog.referee.rulebook import Outcome, Unclear, Weigher
from mjlog.rules.taiwanese.events import Events
from mjlog.rules.taiwanese.insurance import Insurance, Liable


def weigher(settings: Mapping[str, str]) -> Weigher:
    """Return a function that says why a ruling (decision of the referee) cannot be right.

    `settings` maps the name of each option to its value.
    """
    insurance = Insurance(settings)

    def weighs(
        ruling: Ruling, outcome: Outcome, scores: Sequence[Score]
    ) -> Sentence | Unclear | None:
        """Return why a ruling (decision of the referee) cannot be right, as a sentence.

        Return an empty text if the ruling can be right, and None if these rules do not know the
        ruling. The result is an `Unclear`, which states the reason, if the record does not show
        whether the ruling can be right.
        """
        if ruling.name == "false-win":
            return _false_win(ruling, outcome, scores)
        if ruling.name == "insurance":
            return _insured(insurance, ruling, outcome, scores)
        if ruling.name in _IRREGULARITIES:
            return _irregularity(ruling, outcome)
        return None

    return weighs


_IRREGULARITIES: Final = frozenset(
    {"long-hand", "short-hand", "wrong-draw", "discard-changed", "claim-cancelled"}
)


def _insured(
    insurance: Insurance, ruling: Ruling, outcome: Outcome, scores: Sequence[Score]
) -> Sentence | Unclear:
    if not scores or len(scores) < len(outcome.winners):
        return Unclear(msg("the record has no winning hand").lacking("hands"))
    insured = []
    for winner, score in zip(outcome.winners, scores, strict=True):
        insured.append(insurance.liable(winner, outcome, score.patterns))
    if ruling.seat in {each.seat for each in _answering(insured) if not each.ruled}:
        return ""
    unclear = _why_unclear(insured, outcome)
    if unclear is not None:
        return unclear
    return msg("{seat} threw no tile that makes {seat} liable", seat=seat_name(ruling.seat))


def _answering(found: Sequence[Liable | Unclear | None]) -> list[Liable]:
    return [each for each in found if isinstance(each, Liable)]


def _why_unclear(found: Sequence[Liable | Unclear | None], outcome: Outcome) -> Unclear | None:
    """Return the reason why it is unknown who is liable for the wins. Return None if it is known.

    `found` has one entry for each winner: the liable player, the reason why that is unclear, or
    None if nobody is liable.
    """
    seen: Events = outcome.seen
    ruled = [each.ruled for each in _answering(found)]
    if seen.came and any(ruled):
        nobody_saw = "nobody saw all tiles that would show whether the discard was dangerous"
        return Unclear(msg(nobody_saw).lacking("turns"))
    for each in found:
        if isinstance(each, Unclear):
            return each
    if outcome.winning_seats <= set(seen.came):
        return None
    return Unclear(msg("without the turns the record does not say who threw what").lacking("turns"))


def _false_win(ruling: Ruling, outcome: Outcome, scores: Sequence[Score]) -> Sentence | Unclear:
    seen: Events = outcome.seen
    false = {act.seat for act, _ in seen.irregular if act.name == "false-win"}
    false |= outcome.false_seats
    if ruling.seat in false:
        return ""
    if ruling.seat not in outcome.winning_seats:
        no_win = msg("{seat} has declared no win", seat=seat_name(ruling.seat))
        return _problem_of_ruling(ruling, seen, no_win)
    if len(scores) < len(outcome.winners):
        return Unclear(msg("the record has no winning hand").lacking("hands"))
    return msg(
        "the ruling calls {seat}'s win false, but the win is legal", seat=seat_name(ruling.seat)
    )


def _irregularity(ruling: Ruling, outcome: Outcome) -> Sentence | Unclear:
    seen: Events = outcome.seen
    irregularities = {(act.seat, act.name) for act, _ in seen.irregular}
    if (ruling.seat, ruling.name) in irregularities:
        return ""
    no_such = msg(
        "the ruling names {name} of {seat}, but the turns show none",
        name=ruling.name,
        seat=seat_name(ruling.seat),
    )
    return _problem_of_ruling(ruling, seen, no_such)


def _problem_of_ruling(ruling: Ruling, seen: Events, words: Message) -> Sentence | Unclear:
    if seen.played:
        return words
    return Unclear(
        msg("without the turns the record does not show {name}", name=ruling.name).lacking("turns")
    )
