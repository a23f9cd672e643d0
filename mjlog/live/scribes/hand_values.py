"""Lists the possible values of a hand on a sheet, for a scribe who records only results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from mjlog.live.session import Session
from mjlog.model.lazy_dataclass import replace
from mjlog.model.record import NOBODY, TABLE, Items
from mjlog.model.settlement import Score, Settlement
from mjlog.notation.writer import line_text
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import HandClaim, ItemsClaimed, Outcome

_MOST: Final = 500
"""Most values that are offered for a hand."""


class Choice(NamedTuple):
    """One possible value of a hand, or the common first part of several values.

    `items` are the items of the value or of its first part. For a whole value, `claim` is the
    value, and `lines` are the lines of the record that state it for seat A. For a first part,
    `more` has the possible second parts.
    """

    items: ItemsClaimed
    lines: tuple[str, ...]
    more: tuple[Choice, ...] = ()
    claim: HandClaim | None = None


class Values(NamedTuple):
    """How the value of a hand is stated: as a number, or as one of `choices`.

    `number` is the name of the number; empty if the value is stated in another way.
    """

    number: str = ""
    choices: tuple[Choice, ...] = ()


def values(rules: RuleSet) -> Values:
    """Return how a scribe enters the value of a hand under these rules, as a `Values`.

    The scribe enters a number, whose name is `Values.number`, or chooses one of `Values.choices`.
    Both are empty if the rules do not take the value from the record, or if each possible value is
    only a single item.
    """
    scoring = rules.scoring
    if scoring.claimed is None:
        return Values()
    if scoring.sum_stated:
        return Values(scoring.sum_stated)
    possible = scoring.possible_claims
    outcome = Outcome(seats=max(rules.play.spec.seats), dealer=0)
    claims = list(islice(possible(0, outcome), _MOST)) if possible else []
    if scoring.stated_values is not None:
        claims = [*scoring.stated_values()]
    if not any(len(claim.items) > 1 or claim.kongs for claim in claims):
        return Values()
    return Values(choices=tuple(_choices(claims)))


def amounts(session: Session) -> dict[str, list[int]]:
    """Return what would be paid for each value that the latest winner's hand may have.

    The result is a dict. A key is the text of the lines that state the value, and a dict value is a
    list of the different payments, highest first. The dict is empty if nobody has won, if items are
    recorded already, or if the rules offer no choice between values.
    """
    deal, rules, state = session.deal, session.rules, session.game_state
    settle, claimed = rules.scoring.settle, rules.scoring.claimed
    if deal is None or state is None or settle is None or claimed is None or deal.contents(Items):
        return {}
    outcome = state.sheet.outcome
    if not outcome.winners or outcome.dealer == NOBODY:
        return {}
    winner = replace(outcome.winners[-1], tiles=None)
    paid: dict[str, list[int]] = {}
    for choice in values(rules).choices:
        for each in choice.more or (choice,):
            claims = {} if each.claim is None else {winner.seat: each.claim}
            stated = replace(outcome, winners=(winner,), claimed=claims)
            score = claimed(winner.seat, stated)
            settled = settle(stated, [score]) if isinstance(score, Score) else None
            if isinstance(settled, Settlement):
                pays = {pair: points for pair, points in settled.owed().items() if pair[0] != TABLE}
                paid["\n".join(each.lines)] = sorted({*pays.values()}, reverse=True)
    return paid


def _choices(claims: Sequence[HandClaim]) -> Iterator[Choice]:
    """Yield the choices by which a scribe enters the value of a hand, in one or two steps.

    `claims` are the possible values, each of which `_parts` splits into two parts. The scribe first
    chooses a first part; if several values have it, the scribe then chooses the second part.
    """
    apart = any(claim.kongs for claim in claims)
    by_first: dict[ItemsClaimed, list[tuple[ItemsClaimed, HandClaim]]] = {}
    for claim in claims:
        first, second = _parts(claim, apart=apart)
        by_first.setdefault(first, []).append((second, claim))
    for first, several in sorted(by_first.items(), key=_worth):
        if len(several) == 1:
            yield Choice(first, tuple(_lines(several[0][1])), claim=several[0][1])
        else:
            more = (Choice(second, tuple(_lines(each)), claim=each) for second, each in several)
            in_order = sorted(
                more, key=lambda choice: sum(points or 0 for _, points in choice.items)
            )
            yield Choice(first, (), tuple(in_order))


def _parts(claim: HandClaim, *, apart: bool) -> tuple[ItemsClaimed, ItemsClaimed]:
    """Split a hand's value into two parts, which the scribe chooses one after the other.

    The parts are the items of the hand and of its kongs if `apart` is True; otherwise the first
    item, and all other items.
    """
    if apart:
        return claim.items, claim.kongs
    return claim.items[:1], claim.items[1:]


def _worth(pair: tuple[ItemsClaimed, object]) -> tuple[str, int]:
    items, _ = pair
    return items[0][0], sum(points or 0 for _, points in items)


def _lines(claim: HandClaim) -> Iterator[str]:
    yield line_text(Items("fan", 0, claim.items))
    if claim.kongs:
        yield line_text(Items("kong", 0, claim.kongs))
