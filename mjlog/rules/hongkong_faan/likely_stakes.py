"""Hong Kong faan: guesses what a table plays for, from the amounts on its sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from mjlog.model.record import Deal, Game, Items, WinLine
from mjlog.rules.shared.changes import Changes, with_changes
from mjlog.rules.shared.claimed import stated
from mjlog.rules.shared.faan_prices import price_multiplier

_RISES: Final = ("half", "spicy")
_BASES: Final = (0, 3, 2, 1)
"""Numbers of faan that may cost exactly the stake, the likeliest first."""
_MOST: Final = 2
"""Number of stakes that are tried for each way in which prices rise."""
_SHARES: Final = {True: 6, False: 4}
"""A winner's gain as a multiple of `Won.half`: after a self-draw (True), and otherwise."""


class Won(NamedTuple):
    """The win of a deal with one winner, as the sheet records it.

    `faan` is the value of the hand. `half` is half of what each player pays, in points, for a
    self-draw with a hand of this value. `drawn` is true for a self-draw, `by_all` if more than one
    player pays.
    """

    faan: int
    half: Fraction
    drawn: bool
    by_all: bool


def fitting(game: Game) -> Sequence[str]:
    """Guess the stakes of a table from the amounts on its sheets.

    Return the guesses as option words, the best guess first. A guess is for example ``stake=1
    base_faan=3 rise=half responsibility=full``.
    """
    won = [each for deal, changes in with_changes(game) for each in _won(deal, changes)]
    thrown = [each for each in won if not each.drawn]
    by_all = sum(each.by_all for each in thrown) * 2 > len(thrown)
    pays = "half" if by_all else "full"
    votes: Counter[tuple[Fraction, str]] = Counter()
    for rise in _RISES:
        for faan, half, _, _ in won:
            votes[half / price_multiplier(faan, spicy=rise == "spicy"), rise] += 1
    best = votes.most_common(_MOST * len(_RISES))
    fewest = min([each.faan for each in won], default=0)
    stakes = [_stakes(price, rise, fewest) for (price, rise), _ in best]
    return [f"{words} responsibility={pays}" for words in stakes if words]


def _stakes(price: Fraction, rise: str, fewest: int) -> str:
    """Return the stakes for a price, as option words such as ``stake=1 base_faan=3 rise=half``.

    `price` is what a hand of 0 faan would cost. `rise` says how prices rise with the faan. The
    price list begins at ``base_faan``, which must not be above `fewest`, the lowest faan of a
    winning hand in the game. Return an empty text if no whole number fits as the stake.
    """
    for base in _BASES:
        stake = price * price_multiplier(base, spicy=rise == "spicy")
        if base <= fewest and stake >= 1 and stake.denominator == 1:
            return f"stake={stake} base_faan={base} rise={rise}"
    return ""


def _won(deal: Deal, changes: Changes) -> Iterator[Won]:
    """Yield what a deal's win shows about the stakes, if the deal has exactly one winner.

    The `Won` object has the stated faan, half of what each player would pay for a self-draw of such
    a hand, whether the win was a self-draw, and whether several players paid. `changes` are the
    changes of points by seat. Yield nothing if the score sheet states no faan or if the winner's
    gain is unknown.
    """
    wins = deal.contents(WinLine)
    named = [stated(each.items, "faan") for each in deal.contents(Items)]
    if len(wins) != 1 or len(named) != 1 or named[0] is None or not 0 <= named[0] < _DEAREST:
        return
    winner, source = wins[0].seat, wins[0].source
    gained = changes[winner] if winner < len(changes) else None
    losers = [each for each in changes if each is not None and each < 0]
    if not gained or gained < 0:
        return
    drawn = source == winner
    yield Won(named[0], Fraction(gained, _SHARES[drawn]), drawn, len(losers) > 1)


_DEAREST: Final = 100
"""Number of faan from which a number must be a slip of the pen, or another kind of points."""
