"""The players of each table in each round, so that the same players rarely meet again.

If a formula gives rounds in which nobody meets twice, these come first. The players are divided
into columns, one for each seat of a table. In round `r`, player `i` of column `g` sits at table
`i - g * r`, computed in a finite field or ring with as many elements as there are tables. In
further rounds, players are swapped so that few meet again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, permutations
from math import factorial, gcd, inf
from typing import Final

from mjlog.tournament.dice import Dice

Group = tuple[int, ...]
_FIELDS: Final = {4: 0b111, 8: 0b1011, 16: 0b10011, 32: 0b100101, 64: 0b1000011}
"""For fields with a power of two elements: the polynomial by which products are reduced."""
_IDLE: Final = 3
"""Passes over all rounds without an improvement after which the search ends."""
_EXCHANGES: Final = 12
"""Swaps that one pass tries, for each player."""
_REST: Final = 8
"""Swapped players cannot be second in a swap for 2 turns plus a random number below this."""


class Meetings:
    """Counts how often each pair of players has sat at the same table."""

    def __init__(self, players: int) -> None:
        self._met = [[0] * players for _ in range(players)]

    def add(self, tables: Sequence[Group], times: int = 1) -> None:
        """Add one round to the counts of how often two players have met.

        `tables` are the players of each table; players at the same table meet. `times` = -1 removes
        a round that was added before.
        """
        for table in tables:
            for one, other in permutations(table, 2):
                self._met[one][other] += times

    def repeat_cost(self, player: int, table: Sequence[int]) -> int:
        """Return the cost of seating a player with the players in `table`.

        The cost is the sum of the squares of the numbers of earlier meetings, so that a third
        meeting costs more than a second.
        """
        met = self._met[player]
        return sum(met[other] * met[other] for other in table)


def grouped(order: Sequence[int], seats: int, rounds: int, dice: Dice) -> list[list[Group]]:
    """Divide the players into tables for each round, so that the same players rarely meet again.

    Return a list of rounds, each a list of tables. `order` are the shuffled players, as numbers.
    The first rounds are made by a formula, if there is one for this number of players, so that no
    two players meet twice; further rounds are improved by swapping players. `seats` is the number
    of players at a table.
    """
    met = Meetings(len(order))
    made = [*islice(_arithmetic_rounds(order, seats), rounds)]
    for tables in made:
        met.add(tables)
    further: list[_Round] = []
    for number in range(len(made), rounds):
        # This also adds the meetings of the round to `met`.
        further.append(_Round(dice.shuffled(_playing(order, seats, number)), seats, met, dice))
        further[-1].improve()
    _improve_all(further)
    return [*made, *(each.tables() for each in further)]


def _playing(order: Sequence[int], seats: int, number: int) -> list[int]:
    """Return the players of round `number` (from 0), without the players who sit out.

    If there are too few seats for all, the next players of `order` sit out in each round. `seats`
    is the number of players at a table.
    """
    out = len(order) % seats
    resting = {order[(number * out + each) % len(order)] for each in range(out)}
    return [player for player in order if player not in resting]


def _improve_all(rounds: Sequence[_Round]) -> None:
    """Improve all rounds, one after the other, again and again.

    The total cost grows with repeated meetings of players. Stop if it is 0, or if it has not fallen
    in `_IDLE` passes over the rounds.
    """
    best, idle = inf, 0
    while best and idle < _IDLE:
        cost = sum(each.improve_again() for each in rounds)
        idle = 0 if cost < best else idle + 1
        best = min(best, cost)


# --------------------------------------------------------------------------- by arithmetic


def _arithmetic_rounds(order: Sequence[int], seats: int) -> Iterator[list[Group]]:
    """Yield rounds in which no two players meet twice, made by a formula.

    There are as many rounds as tables. Yield nothing if some players would have to sit out, or if
    the formula does not work for this number of tables. `order` are the shuffled players, `seats`
    is the number of players at a table.
    """
    tables, over = divmod(len(order), seats)
    is_suited = tables in _FIELDS or (tables > 1 and gcd(tables, factorial(seats - 1)) == 1)
    if over or not is_suited:
        return
    columns = [order[column * tables : (column + 1) * tables] for column in range(seats)]
    for number in range(tables):
        shifts = [_product(column, number, tables) for column in range(seats)]
        yield [
            tuple(columns[at][_sum(table, shift, tables)] for at, shift in enumerate(shifts))
            for table in range(tables)
        ]


def _sum(one: int, other: int, tables: int) -> int:
    return one ^ other if tables in _FIELDS else (one + other) % tables


def _product(one: int, other: int, tables: int) -> int:
    if tables not in _FIELDS:
        return one * other % tables
    product = 0
    for bit in range(one.bit_length()):
        product ^= (other << bit) * (one >> bit & 1)
    while product >= tables:
        product ^= _FIELDS[tables] << (product.bit_length() - _FIELDS[tables].bit_length())
    return product


# --------------------------------------------------------------------------- by exchanging


class _Round:
    """A round whose players are swapped between tables.

    `met` counts the meetings in all other rounds.
    """

    def __init__(self, order: list[int], seats: int, met: Meetings, dice: Dice) -> None:
        self._order = order
        self._seats = seats
        self._met = met
        self._dice = dice
        self._rests: dict[int, int] = {}

    def tables(self) -> list[Group]:
        """Return the players of each table, as numbers."""
        starts = range(0, len(self._order), self._seats)
        return [tuple(self._order[start : start + self._seats]) for start in starts]

    def improve_again(self) -> int:
        """Try to reduce repeated meetings in a round that was improved before; return its new cost.

        The cost grows with repeated meetings. In `met`, the old meetings of this round are replaced
        by the new ones.
        """
        self._met.add(self.tables(), -1)
        return self.improve()

    def improve(self) -> int:
        """Swap players between tables to reduce repeated meetings; keep the best seating.

        Return the cost of the seating, which grows with repeated meetings. The meetings of this
        round are added to `met`.
        """
        cost = best = sum(self._cost_at(number) for number in range(len(self._order)))
        order = [*self._order]
        self._rests.clear()
        for turn in range(_EXCHANGES * len(self._order)):
            if not best:
                break
            cost += self._exchange(turn)
            if cost < best:
                best, order = cost, [*self._order]
        self._order = order
        self._met.add(self.tables())
        return best

    def _exchange(self, turn: int) -> int:
        """Swap two players of different tables, and return the change of the cost.

        The cost grows with repeated meetings. The first player is a random one who meets somebody
        again; the second is chosen so that the cost becomes lowest. In the next few turns, neither
        of them can be chosen as the second player of a swap; `turn` is the number of this turn.
        Return 0 if no swap is possible.
        """
        again = [at for at in range(len(self._order)) if self._cost_at(at)]
        place = again[self._dice.below(len(again))] if again else 0
        ways = self._ways(place, turn)
        if not ways:
            return 0
        least = min(ways)[0]
        equal = [other for change, other in ways if change == least]
        other = equal[self._dice.below(len(equal))]
        order, until = self._order, turn + 2 + self._dice.below(_REST)
        self._rests |= {order[place]: until, order[other]: until}
        order[place], order[other] = order[other], order[place]
        return 2 * least

    def _ways(self, place: int, turn: int) -> list[tuple[int, int]]:
        """Return the possible swaps of the player at index `place`.

        Only players of other tables are considered. Each swap is a pair: half of the change of the
        cost, and the index of the second player. Players who were swapped shortly before the turn
        `turn` are left out.
        """
        again, one, here = self._met.repeat_cost, self._order[place], self._others(place)
        before = again(one, here)
        ways = []
        for other, two in enumerate(self._order):
            if other // self._seats == place // self._seats or self._rests.get(two, -1) > turn:
                continue
            there = self._others(other)
            after = again(one, there) + again(two, here)
            ways.append((after - before - again(two, there), other))
        return ways

    def _cost_at(self, place: int) -> int:
        return self._met.repeat_cost(self._order[place], self._others(place))

    def _others(self, place: int) -> list[int]:
        """Return the other players at the table of the player at index `place`."""
        start = place - place % self._seats
        return self._order[start:place] + self._order[place + 1 : start + self._seats]
