"""Deals without an order of play in the header, read in the order that the rules expect."""

from __future__ import annotations

from mjlog.model.lazy_dataclass import replace
from mjlog.model.record import Deal, Turn
from mjlog.model.turn_order import turn_order
from mjlog.notation.play.words import turn_of_seat


def reorder_turns(deal: Deal, letters: str, seats: int) -> Deal:
    """Return the deal with its turns reassigned to players in the order of play `letters`.

    `letters` are seat letters, for example `ACBD`; they are also written into the header of the
    deal. A turn that names its player keeps the player. Any other turn is given to the player who
    comes next in the order.
    """
    order = turn_order(letters, seats)
    turns: list[Turn] = []
    for index, turn in enumerate(deal.turns):
        seat = order.after[turns[-1].seat] if turns else max(0, deal.dealer)
        is_named = deal.places is not None and deal.places(index).names_player
        turns.append(turn if is_named or turn.seat == seat else turn_of_seat(turn, seat))
    named = [(name, value) for name, value in deal.attributes if name != "seats"]
    return replace(deal, turns=tuple(turns), attributes=(*named, ("seats", letters)))
