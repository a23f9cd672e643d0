"""Taiwanese 16-tile: the shapes of a winning hand, and its own words for tables of patterns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mjlog.model.tiles import BONUS, EAST, KINDS
from mjlog.rules.kit.hand import SETS, Arrangement, Reading, Shape, WinningHand, completed_by
from mjlog.rules.kit.terms import Term

SIZE: Final = 17
"""Number of tiles in a winning hand, a kong counted as three."""


# --------------------------------------------------------------------------- shapes


def is_pairs_and_triplet(concealed: Sequence[int]) -> bool:
    """Return whether a concealed hand is seven pairs and a triplet.

    `concealed[k]` is the number of concealed tiles of kind k. Two pairs may be of the same kind.


    >>> is_pairs_and_triplet([2, 2, 2, 2, 2, 4, 3])
    True
    """
    odd = [number for number in concealed if number % 2]
    return sum(concealed) == SIZE and odd == [3]


def _arrange_pairs_and_triplet(concealed: Sequence[int], melds: int) -> Iterator[Arrangement]:
    if not melds and is_pairs_and_triplet(concealed):
        yield (), -1


def _await_pairs_and_triplet(concealed: list[int], melds: int) -> int:
    odd = [number % 2 for number in concealed]
    if melds or sum(concealed) != SIZE - 1 or sum(odd) > 2:
        return 0
    mask = 0
    for kind in range(KINDS):
        if concealed[kind] < 4:
            concealed[kind] += 1
            mask |= is_pairs_and_triplet(concealed) << kind
            concealed[kind] -= 1
    return mask


SHAPES: Final = (
    SETS,
    Shape("pairs", _arrange_pairs_and_triplet, _await_pairs_and_triplet),
)


def is_winning(concealed: list[int], melds: int) -> bool:
    """Return whether a hand is five sets and a pair, or seven pairs and a triplet.

    `concealed[k]` is the number of concealed tiles of kind k, and `melds` is the number of melds.
    """
    if sum(concealed) + 3 * melds != SIZE:
        return False
    return any(shape.is_made_by(concealed, melds) for shape in SHAPES)


# --------------------------------------------------------------------------- words


def _waited(*parts: str, unique: bool) -> Term:
    return lambda hand, reading: int(
        completed_by(hand, reading) in parts and (not unique or len(hand.waited_kinds) == 1)
    )


def _concealed_straight(*, closes: bool) -> Term:
    """Return a function that tests whether a hand has 123, 456 and 789 of one suit concealed.

    The function returns 1 or 0. No tile of these chows may be claimed from another player. If
    `closes` is true, a chow that is completed by the winning discard counts as concealed.
    """

    def answer(hand: WinningHand, reading: Reading) -> int:
        thrown = -1 if hand.own_draw or closes else reading.place
        lows = {
            one.kind
            for number, one in enumerate(reading.sets)
            if one.is_chow and not one.is_claimed and number != thrown
        }
        return int(any({suit, suit + 3, suit + 6} <= lows for suit in (0, 9, 18)))

    return answer


def _whole(hand: WinningHand, four: int) -> bool:
    """Return whether a player has laid out all flowers (`four` is 0) or all seasons (`four` is 1).

    `hand` is the player's hand.
    """
    return len([tile for tile in hand.bonus if (tile - BONUS) // 4 == four]) == 4


def _flower_sets(hand: WinningHand, _reading: Reading) -> int:
    return _whole(hand, 0) + _whole(hand, 1)


def _seat_flowers(hand: WinningHand, _reading: Reading) -> int:
    """Count the player's own flower and own season, from 0 to 2.

    A flower or season does not count if all four of its kind are laid out.
    """
    place = hand.seat_wind - EAST
    own = [(tile - BONUS) // 4 for tile in hand.bonus if (tile - BONUS) % 4 == place]
    return len([four for four in own if not _whole(hand, four)])


def _event_term(word: str) -> Term:
    return lambda hand, _reading: int(word in hand.happened)


PATTERNS_OF_PLAY: Final = frozenset(
    {"lastwall", "lastdisc", "early5", "early10", "orig", "heaven", "earth", "kong_draw"}
)
"""Patterns that depend on the course of play.

In a record without turns, only the sheet can state them.
"""


def words(*, unique: bool, closes: bool) -> dict[str, Term]:
    """Return the words for tests of a hand that only the Taiwanese tables of tai use.

    The result maps a word, such as ``seat_flower``, to a function that counts or tests a hand. If
    `unique` is true, a special wait counts only if the hand waits for a single kind. If `closes` is
    true, a straight whose last tile is a claimed winning discard counts as concealed.
    """
    return {
        **{word: _event_term(word) for word in (*PATTERNS_OF_PLAY, "robkong", "first_draw")},
        "always": lambda _hand, _reading: 1,
        "never": lambda _hand, _reading: 0,
        "seat_flower": _seat_flowers,
        "flower_set": _flower_sets,
        "onechance": _waited("edge", "middle", unique=unique),
        "onpair": _waited("pair", unique=unique),
        "single_wait": _waited("edge", "middle", "pair", unique=True),
        "two_sided": _waited("two-sided", unique=False),
        "concealed_straight": _concealed_straight(closes=closes),
    }
