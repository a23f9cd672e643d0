"""What a hand of pocket mahjong is worth, who pays, and who deals next."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from mjlog.model.formula import number, product, total
from mjlog.model.messages import msg
from mjlog.model.record import Seat
from mjlog.model.settlement import Item, Payment, Score, Settlement
from mjlog.model.tiles import KIND, WHITE
from mjlog.referee.rulebook import Outcome, Unclear, Winner, hand_unknown

ITEMS: Final = {
    "hand": "a complete hand",
    "dragon-set": "set of dragons",
    "all-bamboo": "bamboos alone",
}
"""What items are called, in English, by the names that records have for them."""


def scorer(chosen: Mapping[str, str]) -> Callable[[Winner, Outcome], Score | Unclear]:
    """What answers the worth of a winning hand."""
    of_bamboos = int(chosen["all_bamboo"])

    def score(winner: Winner, _outcome: Outcome) -> Score | Unclear:
        if winner.tiles is None or winner.melds is None:
            return hand_unknown(winner.seat)
        tiles = [*winner.tiles, *(tile for meld in winner.melds for tile in meld.tiles)]
        return Score(winner.seat, tuple(_items([KIND[tile] for tile in tiles], of_bamboos)))

    return score


def _items(kinds: Sequence[int], of_bamboos: int) -> Iterator[Item]:
    yield Item("hand", 1, "5.1")
    dragons = [kind for kind in kinds if kind >= WHITE]
    sets = sum(dragons.count(kind) >= 3 for kind in set(dragons))
    if sets:
        yield Item("dragon-set", 2 * sets, "5.2")
    if not dragons:
        yield Item("all-bamboo", of_bamboos, "5.3")


def settle(outcome: Outcome, scores: Sequence[Score]) -> Settlement:
    """Who pays the winner; nobody where nobody won."""
    won = zip(outcome.winners, scores, strict=True)
    payments = [each for winner, score in won for each in _payments(winner, score, outcome)]
    return Settlement(tuple(payments), tuple(scores))


def _payments(winner: Winner, score: Score, outcome: Outcome) -> Iterator[Payment]:
    worth = total(*(number(item.points, item.name) for item in score.items))
    if not winner.own_draw:
        double = product(worth, number(2, msg("on a discard")))
        yield Payment.of(winner.source, winner.seat, double, "5.4")
        return
    for seat in range(outcome.seats):
        if seat != winner.seat:
            yield Payment.of(seat, winner.seat, worth, "5.4")


def next_dealer(outcome: Outcome) -> Seat:
    """The next seat deals, whoever won."""
    return (outcome.dealer + 1) % outcome.seats
