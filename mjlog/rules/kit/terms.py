"""The words in which a row of a table says what its pattern is.

Each word asks the hand a question that a number answers: ``pungs(dragons)=2`` holds if the hand has
two pungs of dragons. A word without a number counts: the row repeats.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Final, NamedTuple

from mjlog.model.near_words import near_words
from mjlog.model.tiles import (
    BONUS,
    EAST,
    GREEN,
    KINDS,
    OUTER,
    TERMINALS,
    WHITE,
    Tile,
)
from mjlog.rules.kit.hand import PAIR, Reading, WinningHand, WinningSet

Term = Callable[[WinningHand, Reading], int]
"""Answers how often something is in a hand that is seen in one way."""


class UnknownWord(ValueError):
    """A row has a word that the kit does not know; `word` is it, `near` those that look like it."""

    def __init__(self, word: str, near: list[str], why: str = "") -> None:
        self.word, self.near = word, near
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        super().__init__(why or f"unknown word {word!r}{hint}")


CLASSES: Final[Mapping[str, frozenset[Tile]]] = {
    "suited": frozenset(range(EAST)),
    "characters": frozenset(range(9)),
    "circles": frozenset(range(9, 18)),
    "bamboos": frozenset(range(18, EAST)),
    "terminals": TERMINALS,
    "simples": frozenset(range(EAST)) - TERMINALS,
    "honours": frozenset(range(EAST, KINDS)),
    "outer": OUTER,
    "winds": frozenset(range(EAST, WHITE)),
    "dragons": frozenset(range(WHITE, KINDS)),
    "green": frozenset({19, 20, 21, 23, 25, GREEN}),
    "reversible": frozenset({9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, WHITE}),
    "even": frozenset([kind for kind in range(EAST) if kind % 9 % 2]),
}
"""Classes of tiles; ``seat`` and ``round`` besides, and ranks such as ``5`` or ``7-9``."""
OF_THE_TABLE: Final = ("seat", "round")
_RANKS: Final = re.compile(r"([1-9])(?:-([1-9]))?")
_STEPS: Final = re.compile(r"(chows|pungs|pungs_or_pair)\[([0-9](?:,[0-9])*)\]/([1-3])")
_WORD: Final = re.compile(r"([a-z_]+)(?:\(([a-z0-9_-]*)\))?")
_TEST: Final = re.compile(r"(.+?)(>=|<=|=)([a-z0-9-]+)")


def kinds_in(name: str) -> frozenset[Tile] | None:
    """Return the kinds of a class of tiles; None for `seat` and `round`, which the table decides.

    >>> sorted(kinds_in("7-9"))[:3]
    [6, 7, 8]
    """
    if name in OF_THE_TABLE:
        return None
    if name in CLASSES:
        return CLASSES[name]
    ranks = _RANKS.fullmatch(name)
    if ranks is None:
        known = [*CLASSES, *OF_THE_TABLE]
        raise UnknownWord(name, near_words(name, known, 3))
    first, last = int(ranks[1]), int(ranks[2] or ranks[1])
    return frozenset([kind for kind in range(EAST) if first <= kind % 9 + 1 <= last])


def _holds_wind(hand: WinningHand, name: str, kind: Tile) -> bool:
    return kind == (hand.seat_wind if name == "seat" else hand.round_wind)


def _is_completed_by_another(hand: WinningHand, reading: Reading, number: int) -> bool:
    return not hand.own_draw and number == reading.place


def _counting_sets(wanted: Callable[[WinningSet], bool], of: str) -> Term:
    if of == "claimed":
        return lambda _hand, reading: sum([wanted(s) and s.is_claimed for s in reading.sets])
    if of == "unclaimed":
        return lambda _hand, reading: sum([wanted(s) and not s.is_claimed for s in reading.sets])
    if of == "concealed":
        return lambda hand, reading: sum(
            [
                wanted(one)
                and not one.is_claimed
                and not _is_completed_by_another(hand, reading, number)
                for number, one in enumerate(reading.sets)
            ]
        )
    if not of:
        return lambda _hand, reading: sum([wanted(s) for s in reading.sets])
    kinds = kinds_in(of)
    if kinds is None:
        return lambda hand, reading: sum(
            [wanted(s) and _holds_wind(hand, of, s.kind) for s in reading.sets]
        )
    inside = kinds
    return lambda _hand, reading: sum(
        [wanted(s) and inside.issuperset(s.kinds) for s in reading.sets]
    )


def _is_chow(one: WinningSet) -> bool:
    return one.is_chow


def _is_pung(one: WinningSet) -> bool:
    return not one.is_chow


def _is_kong(one: WinningSet) -> bool:
    return one.is_kong


def _chows(of: str) -> Term:
    return _counting_sets(_is_chow, of)


def _pungs(of: str) -> Term:
    return _counting_sets(_is_pung, of)


def _kongs(of: str) -> Term:
    return _counting_sets(_is_kong, of)


def _pair(of: str) -> Term:
    if not of:
        return lambda _hand, reading: reading.pair >= 0
    kinds = kinds_in(of)
    if kinds is None:
        return lambda hand, reading: _holds_wind(hand, of, reading.pair)
    inside = kinds
    return lambda _hand, reading: reading.pair in inside


def _known_class(of: str) -> frozenset[Tile]:
    kinds = kinds_in(of)
    if kinds is None:
        raise UnknownWord(of, [], f"{of} names a wind; this word asks for a class of tiles")
    return kinds


def _tiles(of: str) -> Term:
    inside = _known_class(of)
    return lambda hand, _reading: hand.kinds <= inside


def _has(of: str) -> Term:
    inside = _known_class(of)
    return lambda hand, _reading: not inside.isdisjoint(hand.kinds)


def _each_has(of: str) -> Term:
    inside = _known_class(of)

    def answer(_hand: WinningHand, reading: Reading) -> int:
        if reading.pair not in inside:
            return 0
        return all([not inside.isdisjoint(one.kinds) for one in reading.sets])

    return answer


def _suits(_of: str) -> Term:
    return lambda hand, _reading: len(hand.suits)


def _wait(of: str) -> Term:
    """Ask for a wait on one kind alone; ``edge`` is 12 for 3 or 89 for 7, ``closed`` the middle."""
    if of not in {"single", "closed", "edge", "one"}:
        raise UnknownWord(of, near_words(of, ["single", "closed", "edge", "one"], 1))

    def answer(hand: WinningHand, reading: Reading) -> int:
        if hand.awaited.bit_count() != 1:
            return 0
        if of == "one":
            return 1
        if of == "single":
            return reading.place == PAIR
        if reading.place < 0 or not reading.sets[reading.place].is_chow:
            return 0
        low = reading.sets[reading.place].kind
        away = hand.tile - low
        if of == "closed":
            return away == 1
        return (away == 2 and low % 9 == 0) or (away == 0 and low % 9 == 6)

    return answer


def _claimed(_of: str) -> Term:
    return lambda hand, _reading: hand.claimed


def _melds(_of: str) -> Term:
    return lambda hand, _reading: len(hand.melds)


def _own_draw(_of: str) -> Term:
    return lambda hand, _reading: hand.own_draw


def _ready(_of: str) -> Term:
    return lambda hand, _reading: hand.ready


HAPPENINGS: Final = (
    "dealt",
    "first-discard",
    "first-draw",
    "first-round",
    "supplement",
    "second-supplement",
    "flower-supplement",
    "last-tile",
    "last-discard",
    "robbed",
    "kong-discard",
    "kong-robbed",
    "fourth",
)
"""What `happened` knows of the course of play."""
ANY_HAPPENING: Final[Mapping[str, frozenset[str]]] = {
    "last": frozenset({"last-tile", "last-discard"}),
    "kong-shot": frozenset({"kong-discard", "kong-robbed"}),
}
"""Words for several happenings, any of which will do."""


def _happened(of: str) -> Term:
    known = [*HAPPENINGS, *ANY_HAPPENING]
    if of not in known:
        raise UnknownWord(of, near_words(of, known, 3))
    words = ANY_HAPPENING.get(of, frozenset()) | {of}
    return lambda hand, _reading: not words.isdisjoint(hand.happened)


def _bonus(of: str) -> Term:
    """Count bonus tiles: all, ``flowers``, ``seasons``, ``own-flower``, ``own-season``."""
    if of not in {"", "flowers", "seasons", "own-flower", "own-season"}:
        known = ["flowers", "seasons", "own-flower", "own-season"]
        raise UnknownWord(of, near_words(of, known, 2))
    first = BONUS + 4 * of.endswith(("seasons", "season"))
    if not of:
        return lambda hand, _reading: len(hand.bonus)
    if of.startswith("own"):
        return lambda hand, _reading: hand.bonus.count(first + hand.seat_wind - EAST)
    return lambda hand, _reading: sum([first <= tile < first + 4 for tile in hand.bonus])


def _gates(of: str) -> Term:
    """Ask for 1112345678999 of one suit and any tile of it; ``strict``: before the last tile."""
    if of not in {"", "strict"}:
        raise UnknownWord(of, ["strict"])

    def answer(hand: WinningHand, _reading: Reading) -> int:
        if hand.melds or len(hand.suits) != 1 or max(hand.kinds) >= EAST:
            return 0
        low = 9 * min(hand.suits)
        held = hand.counts[low : low + 9]
        if of:
            held[hand.tile - low] -= 1
        return all(
            [
                number >= needed
                for number, needed in zip(held, (3, 1, 1, 1, 1, 1, 1, 1, 3), strict=True)
            ]
        )

    return answer


def _four_alike(_of: str) -> Term:
    """Count kinds of which all four are in the hand and make no kong."""

    def answer(hand: WinningHand, reading: Reading) -> int:
        kongs = [one.kind for one in reading.sets if one.is_kong]
        return sum([number == 4 and kind not in kongs for kind, number in enumerate(hand.every)])

    return answer


def _steps(sort: str, away: tuple[int, ...], suits: int) -> Term:
    """Count choices of sets that lie so far from each other, in that number of suits."""
    chows = sort == "chows"

    def answer(_hand: WinningHand, reading: Reading) -> int:
        kinds = [s.kind for s in reading.sets if s.is_chow is chows and s.kind < EAST]
        if sort == "pungs_or_pair" and 0 <= reading.pair < EAST:
            kinds.append(reading.pair)
        if len(kinds) < len(away):
            return 0
        number = 0
        for some in set(combinations(sorted(kinds), len(away))):
            ranks = sorted([kind % 9 for kind in some])
            if len({kind // 9 for kind in some}) == suits and all(
                [rank - ranks[0] == step for rank, step in zip(ranks, away, strict=True)]
            ):
                number += 1
        return number

    return answer


Word = Callable[[str], Term]
"""Makes a term of what stands in brackets behind a word."""

WORDS: Final[Mapping[str, Word]] = {
    "chows": _chows,
    "pungs": _pungs,
    "kongs": _kongs,
    "pair": _pair,
    "tiles": _tiles,
    "has": _has,
    "each_has": _each_has,
    "suits": _suits,
    "wait": _wait,
    "claimed": _claimed,
    "melds": _melds,
    "own_draw": _own_draw,
    "ready": _ready,
    "happened": _happened,
    "bonus": _bonus,
    "gates": _gates,
    "four_alike": _four_alike,
}
"""The vocabulary; ``shape=…`` and ``chows[0,3,6]/1`` besides."""


class Test(NamedTuple):
    """A word of a row: what it asks, and what the answer has to be.

    `sign` is empty for a word that counts. `happening` is the word of the course of play that it
    asks for, `wants_round` tells whether the wind of the round decides, `counts` whether the row
    may count several times by this word.
    """

    text: str
    term: Term
    sign: str = ""
    number: int = 0
    happening: str = ""
    wants_round: bool = False
    counts: bool = False

    def times(self, hand: WinningHand, reading: Reading) -> int:
        """Return how often the row may count by this word; `ANY` if the answer is as asked."""
        answer = self.term(hand, reading)
        if not self.sign:
            return answer
        if self.sign == "=":
            return ANY if answer == self.number else 0
        return ANY if (answer >= self.number) is (self.sign == ">=") or answer == self.number else 0


ANY: Final = 99
_COUNTING: Final = frozenset({"chows", "pungs", "kongs", "bonus", "four_alike"})
"""Words that say how often something is in a hand."""


def parse(word: str, predicates: Mapping[str, Term] | None = None) -> Test:
    """Read one word of a row; `predicates` are words of the rule set's own.

    >>> parse("pungs(dragons)=3").number
    3
    """
    test = _TEST.fullmatch(word)
    head, sign, value = (test[1], test[2], test[3]) if test else (word, "", "")
    if head == "shape":
        return Test(word, _of_shape(value), "=", 1)
    number = int(value) if value.isdigit() else 0
    if sign and not value.isdigit():
        raise UnknownWord(word, [], f"{word!r} compares with {value!r}, which is no number")
    if predicates is not None and head in predicates:
        return Test(word, predicates[head], sign, number)
    steps = _STEPS.fullmatch(head)
    if steps is not None:
        away = tuple([int(step) for step in steps[2].split(",")])
        return Test(word, _steps(steps[1], away, int(steps[3])), sign, number, counts=not sign)
    plain = _WORD.fullmatch(head)
    name = plain[1] if plain else head
    known = [*WORDS, *(predicates or ())]
    if plain is None or name not in WORDS:
        raise UnknownWord(word, near_words(name, [*known, "shape"], 3))
    of = plain[2] or ""
    happening = of if name == "happened" else ""
    counting = name in _COUNTING and not sign and of not in OF_THE_TABLE
    return Test(word, WORDS[name](of), sign, number, happening, of == "round", counting)


SHAPES: Final = ("sets", "pairs", "orphans", "knitted", "singles", "flowers")


def _of_shape(name: str) -> Term:
    if name not in SHAPES:
        raise UnknownWord(f"shape={name}", [f"shape={s}" for s in near_words(name, SHAPES)])
    return lambda _hand, reading: reading.shape == name
