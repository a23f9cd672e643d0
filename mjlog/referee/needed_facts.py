"""Facts that a deal needs by its rules and that its record lacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mjlog.model.frozen import value
from mjlog.model.go_arounds import go_around_of
from mjlog.model.messages import Message, msg
from mjlog.model.record import NOBODY, WIN, Deal, Exchange, Seat, VoidSuit, seat_name
from mjlog.model.table import Table
from mjlog.model.tiles import UNKNOWN

if TYPE_CHECKING:
    from mjlog.referee.rule_set import RuleSet

EXCHANGE: Final = "exchange"
TURNED_UP: Final = "turned up"
WON_ON: Final = "won on"


@value
class NeededFact:
    """A fact that the record of a deal should have, and the question that asks for it.

    `keyword` begins the line that states the fact; for `TURNED_UP` and `WON_ON`, the turn with
    index `turn` states it instead. `tiles` is the number of tiles to name, 0 if the fact is a suit.
    The answers to `EXCHANGE` are the passings of the rule set (`Play.passings`).
    """

    keyword: str
    asks: Message
    tiles: int = 1
    seat: Seat = NOBODY
    turn: int = -1


def needed_facts(deal: Deal, table: Table, rules: RuleSet) -> Iterator[NeededFact]:
    """Yield the facts that the rules need but that the record of a deal leaves out.

    An example is the suit that a player gives up. Each result has a question, for example "Which
    suit does A give up?". Facts about the beginning of the deal come first.
    """
    spec = rules.play.spec
    is_passed = any(not go_around_of(exchange) for exchange in deal.contents(Exchange))
    if rules.play.passes(deal) and not is_passed:
        yield NeededFact(EXCHANGE, msg("How were tiles exchanged?"))
    if spec.gives_up_suit:
        with_void = {line.seat for line in deal.contents(VoidSuit)}
        for seat in range(table.seats):
            if seat not in with_void:
                words = msg("Which suit does {seat} give up?", seat=seat_name(seat))
                yield NeededFact("void", words, 0, seat)
    if rules.play.needs is not None:
        yield from rules.play.needs(deal, table)
    for index, turn in enumerate(deal.turns):
        last = turn.acts[-1] if turn.acts else None
        if last is None or last.kind != WIN or len(turn.acts) < 2:
            continue
        if getattr(turn.acts[-2], "tile", None) == UNKNOWN:
            words = msg("Which tile did {seat} draw and win on?", seat=seat_name(turn.seat))
            yield NeededFact(WON_ON, words, 1, turn.seat, index)
