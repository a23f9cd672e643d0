"""The words by which a row of a table describes its pattern.

Each word asks a question about the hand, and a number answers it: ``pungs(dragons)=2`` is true if
the hand has two pungs of dragons. A word without a number counts: the hand has the pattern as often
as the answer says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from mjlog.model.messages import Sentence, msg
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
from mjlog.rules.kit.hand import Reading, WinningHand, WinningSet, completed_by

Term = Callable[[WinningHand, Reading], int]
"""A function that returns how often something occurs in one reading of a hand."""


class UnknownWord(ValueError):
    """Raised if a word in a table of patterns cannot be read.

    `sentence` is the reason, as a message that can be translated.
    """

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(str(sentence))


def with_near(problem: Sentence, word: str, known: Iterable[str]) -> Sentence:
    """Add to the message `problem` the known words that are similar to `word`, or else all of them.

    >>> str(with_near("no bird", "finsh", ["finch", "owl"]))
    'no bird; did you mean finch?'
    >>> str(with_near("no bird", "x", ["finch", "owl"]))
    'no bird; known are finch, owl'
    """
    names = list(known)
    near = near_words(word, names, 3)
    if near:
        return msg("{problem}; did you mean {near}?", problem=problem, near=", ".join(near))
    if not names:
        return problem
    return msg("{problem}; known are {known}", problem=problem, known=", ".join(names))


def _unknown(word: str, known: Iterable[str], part: str = "") -> UnknownWord:
    """Return the exception for an unknown word; its message suggests similar words from `known`.

    `part` is the unknown part of the word if the rest of it is known.
    """
    problem = msg("unknown word {word}", word=repr(word))
    return UnknownWord(with_near(problem, part or word, known))


ANY: Final = 99
"""Result of a passed test with a comparison, such as ``pungs=4``; it means no limit."""
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
"""Classes of tiles by name.

A word may also name ``seat``, ``round``, ranks (``7-9``) and tiles (``4z``).
"""
OF_THE_TABLE: Final = ("seat", "round")
_NUMBER: Final = re.compile(r"[0-9]{1,3}")
_RANKS: Final = re.compile(r"([1-9])(?:-([1-9]))?([mps]?)")
_HONOUR: Final = re.compile(r"([1-7])z")
_STEPS: Final = re.compile(r"(chows|pungs|pungs_or_pair)\[([0-9](?:,[0-9])*)\]/([1-3])")
_STEPS_AT_ALL: Final = re.compile(r"(chows|pungs|pungs_or_pair)\[.*")
_WORD: Final = re.compile(r"([a-z_]+)(?:\(([a-z0-9_,-]*)\))?")
_TEST: Final = re.compile(r"(.+?)(>=|<=|=)([^=]*)")


def kinds_in(name: str) -> frozenset[Tile] | None:
    """Return the tile kinds that a name stands for, such as ``winds`` or ``winds,terminals``.

    Return None for ``seat`` and ``round``, because their wind depends on the deal. Raise
    `UnknownWord` for an unknown name.

    >>> sorted(kinds_in("7-9"))[:3], len(kinds_in("2,5,8")), len(kinds_in("winds,terminals"))
    ([6, 7, 8], 9, 10)
    >>> sorted(kinds_in("7-9m,4z"))
    [6, 7, 8, 30]
    """
    if name in OF_THE_TABLE:
        return None
    return frozenset().union(*[_kinds_of_one(part) for part in name.split(",")])


def _kinds_of_one(name: str) -> frozenset[Tile]:
    if name in CLASSES:
        return CLASSES[name]
    if honour := _HONOUR.fullmatch(name):
        return frozenset([EAST + int(honour[1]) - 1])
    if ranks := _RANKS.fullmatch(name):
        first, last = int(ranks[1]), int(ranks[2] or ranks[1])
        suits = ["mps".index(ranks[3])] if ranks[3] else range(3)
        kinds = [9 * suit + rank - 1 for suit in suits for rank in range(first, last + 1)]
        if kinds:
            return frozenset(kinds)
    raise _unknown(name, [*CLASSES, *OF_THE_TABLE, "1-9", "2-8m", "4z"])


def _holds_wind(hand: WinningHand, name: str, kind: Tile) -> bool:
    return kind == (hand.seat_wind if name == "seat" else hand.round_wind)


def _counting_sets(wanted: Callable[[WinningSet], bool], of: str) -> Term:
    if of == "claimed":
        return lambda _hand, reading: sum(wanted(s) and s.is_claimed for s in reading.sets)
    if of == "unclaimed":
        return lambda _hand, reading: sum(wanted(s) and not s.is_claimed for s in reading.sets)
    if of == "concealed":
        return lambda hand, reading: sum(
            wanted(one) and not one.is_claimed and (hand.own_draw or number != reading.place)
            for number, one in enumerate(reading.sets)
        )
    if not of:
        return lambda _hand, reading: sum(wanted(s) for s in reading.sets)
    kinds = kinds_in(of)
    if kinds is None:
        return lambda hand, reading: sum(
            wanted(s) and _holds_wind(hand, of, s.kind) for s in reading.sets
        )
    inside = kinds
    return lambda _hand, reading: sum(
        wanted(s) and inside.issuperset(s.kinds) for s in reading.sets
    )


def _chows(of: str) -> Term:
    return _counting_sets(lambda one: one.is_chow, of)


def _pungs(of: str) -> Term:
    return _counting_sets(lambda one: not one.is_chow, of)


def _kongs(of: str) -> Term:
    return _counting_sets(lambda one: one.is_kong, of)


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
        names_a_wind = "{name} names a wind; this word asks for a class of tiles"
        raise UnknownWord(msg(names_a_wind, name=of))
    return kinds


def _tiles(of: str) -> Term:
    inside = _known_class(of)
    return lambda hand, _reading: hand.kinds <= inside


def _has(of: str) -> Term:
    inside = _known_class(of)
    return lambda hand, _reading: not inside.isdisjoint(hand.kinds)


def _kinds(of: str) -> Term:
    inside = _known_class(of)
    return lambda hand, _reading: len(inside.intersection(hand.kinds))


def _each_has(of: str) -> Term:
    inside = _known_class(of)

    def answer(_hand: WinningHand, reading: Reading) -> int:
        if reading.pair not in inside:
            return 0
        return all(not inside.isdisjoint(one.kinds) for one in reading.sets)

    return answer


def _suits(_of: str) -> Term:
    return lambda hand, _reading: len(hand.suits)


_WAITS: Final = ("single", "closed", "edge", "one")


def _wait(of: str) -> Term:
    """Return a function that tests whether a hand waited for a single tile kind, in a certain way.

    The function returns 1 or 0. `of` is the way: ``edge`` is 12 waiting for 3 or 89 waiting for 7,
    ``closed`` is the middle of a chow, ``single`` is the pair, and ``one`` is any of these ways.
    Raise `UnknownWord` for any other text.
    """
    if of not in _WAITS:
        raise _unknown(of, _WAITS)

    def answer(hand: WinningHand, reading: Reading) -> int:
        if hand.awaited.bit_count() != 1:
            return 0
        if of == "one":
            return 1
        return completed_by(hand, reading) == {"single": "pair", "closed": "middle"}.get(of, of)

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
"""Events in the course of play that `happened` can ask for."""
ANY_HAPPENING: Final[Mapping[str, frozenset[str]]] = {
    "last": frozenset({"last-tile", "last-discard"}),
    "kong-shot": frozenset({"kong-discard", "kong-robbed"}),
    "replacement": frozenset({"supplement", "flower-supplement"}),
}
"""Words for several events, of which one is enough."""


def _happened(of: str) -> Term:
    happenings = [*HAPPENINGS, *ANY_HAPPENING]
    if of not in happenings:
        raise _unknown(of, happenings)
    if of == "fourth":
        return _is_fourth
    words = ANY_HAPPENING.get(of, frozenset()) | {of}
    return lambda hand, _reading: not words.isdisjoint(hand.happened)


def _is_fourth(hand: WinningHand, _reading: Reading) -> int:
    """Return 1 if the winning tile is the last of its kind, otherwise 0.

    It is the last if the three other tiles of its kind lie open on the table or in the winner's
    melds.
    """
    if hand.counts[hand.tile] != 1:
        return 0
    return hand.every[hand.tile] == 4 or "fourth" in hand.happened


_SORTS_OF_BONUS: Final = ("flowers", "seasons", "own-flower", "own-season")


def _bonus(of: str) -> Term:
    """Return a function that counts the bonus tiles of a hand.

    `of` says which to count: ``flowers``, ``seasons``, ``own-flower``, ``own-season``, or empty for
    all. Raise `UnknownWord` for any other text.
    """
    if of and of not in _SORTS_OF_BONUS:
        raise _unknown(of, _SORTS_OF_BONUS)
    first = BONUS + 4 * of.endswith(("seasons", "season"))
    if not of:
        return lambda hand, _reading: len(hand.bonus)
    if of.startswith("own"):
        return lambda hand, _reading: hand.bonus.count(first + hand.seat_wind - EAST)
    return lambda hand, _reading: sum(first <= tile < first + 4 for tile in hand.bonus)


def _gates(of: str) -> Term:
    """Return a function that tests for nine gates: 1112345678999 of a suit and one more tile of it.

    The function returns 1 or 0; the hand must have no melds. `of` is empty, or ``strict`` if the
    extra tile must be the winning tile. Raise `UnknownWord` for any other text.
    """
    if of not in {"", "strict"}:
        raise _unknown(of, ["strict"])

    def answer(hand: WinningHand, _reading: Reading) -> int:
        if hand.melds or len(hand.suits) != 1 or max(hand.kinds) >= EAST:
            return 0
        low = 9 * min(hand.suits)
        held = hand.counts[low : low + 9]
        if of:
            held[hand.tile - low] -= 1
        return all(
            number >= needed
            for number, needed in zip(held, (3, 1, 1, 1, 1, 1, 1, 1, 3), strict=True)
        )

    return answer


def _four_alike(_of: str) -> Term:
    """Return a function that counts the kinds of which a hand has four tiles, but no kong.

    The argument `_of` is not used.
    """

    def answer(hand: WinningHand, reading: Reading) -> int:
        kongs = [one.kind for one in reading.sets if one.is_kong]
        return sum(number == 4 and kind not in kongs for kind, number in enumerate(hand.every))

    return answer


class Steps(NamedTuple):
    """A combination of sets that a word such as ``chows[0,3,6]/1`` describes.

    `sort` is ``chows``, ``pungs`` or ``pungs_or_pair``. `away` has the distance of each set's rank
    from the lowest rank, `suits` the number of different suits.
    """

    sort: str
    away: tuple[int, ...]
    suits: int

    def count_choices(self, hand: WinningHand, reading: Reading) -> int:
        """Return how many groups of the hand's sets have the form that this object describes.

        A form is, for example, `chows[0,3,6]/1`: three chows of one suit, 0, 3 and 6 ranks above
        the lowest. Groups of the same tile kinds count once.
        """
        return len(self._choices(hand, reading))

    def places(self, hand: WinningHand, reading: Reading) -> Iterator[tuple[int, ...]]:
        """Yield each group of the hand's sets that has the form that this object describes.

        A form is, for example, `chows[0,3,6]/1`: three chows of one suit, 0, 3 and 6 ranks above
        the lowest. A group is a tuple of numbers, which count the chows (or the suited pungs and
        kongs) of the hand by ascending kind from 0. With ``pungs_or_pair`` a suited pair is counted
        like a pung.
        """
        for places in self._choices(hand, reading).values():
            yield from places

    def _choices(self, hand: WinningHand, reading: Reading) -> _Choices:
        chows = self.sort == "chows"
        kinds = [one.kind for one in reading.sets if one.is_chow is chows and one.kind < EAST]
        if self.sort == "pungs_or_pair" and 0 <= reading.pair < EAST:
            kinds.append(reading.pair)
        if len(kinds) < len(self.away):
            return {}
        key = (chows, *kinds)
        choices = hand.notes.get(key)
        if choices is None:  # all rows of a table ask about the same sets, so the result is stored
            choices = hand.notes[key] = _choices_by_steps(sorted(kinds))
        of_suits: _Choices = choices.get((self.away, self.suits), {})
        return of_suits


_Choices = Mapping[tuple[Tile, ...], Sequence[tuple[int, ...]]]
"""Groups of sets by the kinds of their sets; a group has the index of each set in the hand."""


def _choices_by_steps(
    kinds: Sequence[Tile],
) -> dict[tuple[tuple[int, ...], int], dict[tuple[Tile, ...], list[tuple[int, ...]]]]:
    """Return all groups of a hand's sets, indexed by the form of the group.

    `kinds` has the lowest tile kind of each set. A form has the distances of the ranks from the
    lowest rank, and the number of suits: ``((0, 3, 6), 1)`` for a straight. Each form is mapped to
    a dict from the kinds in a group to all groups with these kinds, as tuples of indexes in
    `kinds`.
    """
    choices: dict[tuple[tuple[int, ...], int], dict[tuple[Tile, ...], list[tuple[int, ...]]]] = {}
    for size in range(1, len(kinds) + 1):
        for places in combinations(range(len(kinds)), size):
            some = tuple([kinds[place] for place in places])
            ranks = sorted([kind % 9 for kind in some])
            away = tuple([rank - ranks[0] for rank in ranks])
            alike = choices.setdefault((away, len({kind // 9 for kind in some})), {})
            alike.setdefault(some, []).append(places)
    return choices


Word = Callable[[str], Term]
"""A function that makes a term from the text in brackets after a word."""

WORDS: Final[Mapping[str, Word]] = {
    "chows": _chows,
    "pungs": _pungs,
    "kongs": _kongs,
    "pair": _pair,
    "tiles": _tiles,
    "has": _has,
    "kinds": _kinds,
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
"""The vocabulary; in addition there are ``shape=…`` and words such as ``chows[0,3,6]/1``."""
_OF_A_CLASS: Final = frozenset({"tiles", "has", "kinds", "each_has"})
"""Words that need a class of tiles in brackets."""
_BARE: Final = frozenset({"suits", "claimed", "melds", "own_draw", "ready", "four_alike"})
"""Words without brackets."""
_MOST: Final[Mapping[str, int]] = {
    **dict.fromkeys(["chows", "pungs", "kongs", "claimed", "melds"], 5),
    "suits": 3,
    "bonus": 8,
    "four_alike": 4,
    "kinds": KINDS,
}
"""Highest results of words that return a number other than 0 and 1."""


SHAPES: Final = ("sets", "pairs", "orphans", "knitted", "singles", "flowers")


class Test(NamedTuple):
    """A word of a pattern as a test: the function that answers it and the required answer.

    `sign` is empty for a word that counts. `happening` is the event of play that the word needs.
    `wants_round`: the answer depends on the round wind. `counts`: the pattern may count several
    times because of this word. `steps` is the combination of sets that the word describes.
    """

    text: str
    term: Term
    sign: str = ""
    number: int = 0
    happening: str = ""
    wants_round: bool = False
    counts: bool = False
    steps: Steps | None = None

    @property
    def head(self) -> str:
        """The word without comparison sign and number, for example ``pungs`` for ``pungs=4``."""
        compared = _TEST.fullmatch(self.text)
        return compared[1] if compared else self.text

    @property
    def bounds(self) -> tuple[int, int]:
        """The smallest and the largest number that passes this test, as a pair.

        For example, ``pungs>=2`` is passed by 2 to 5 pungs. For a test of the shape, both numbers
        are the index of the shape in `SHAPES`.
        """
        head = self.head
        if head == "shape":
            place = SHAPES.index(self.text.partition("=")[2])
            return place, place
        least = {"=": self.number, ">=": self.number, "<=": 0, "": 1}[self.sign]
        return least, self.number if self.sign in {"=", "<="} else most_of(head)

    def times(self, hand: WinningHand, reading: Reading) -> int:
        """Return how many times a pattern with this test can count for a hand.

        A test without a comparison, such as ``pungs(dragons)``, returns the number that it counts.
        A test with a comparison returns `ANY`, which means no limit, if the hand passes it,
        otherwise 0.
        """
        answer = self.term(hand, reading)
        if not self.sign:
            return answer
        if self.sign == "=":
            return ANY if answer == self.number else 0
        return ANY if (answer >= self.number) is (self.sign == ">=") or answer == self.number else 0


_COUNTING: Final = frozenset({"chows", "pungs", "kongs", "bonus", "four_alike"})
"""Words that return how often something occurs in a hand."""


def parse(word: str, predicates: Mapping[str, Term] | None = None) -> Test:
    """Parse one word of a pattern, such as ``pungs(dragons)=3``, into a test.

    `predicates` maps the rule set's own words to functions that answer them. Raise `UnknownWord` if
    the word cannot be read.

    >>> parse("pungs(dragons)=3").number
    3
    """
    test = _TEST.fullmatch(word)
    head, sign, value = (test[1], test[2], test[3]) if test else (word, "", "")
    if head == "shape":
        return Test(word, _shape_term(value), "=", 1)
    number = int(value) if _NUMBER.fullmatch(value) else 0
    if sign and not _NUMBER.fullmatch(value):
        compares = "{word} compares with {value}, which is no number"
        raise UnknownWord(msg(compares, word=repr(word), value=repr(value)))
    if predicates is not None and head in predicates:
        return Test(word, predicates[head], sign, number)
    written = _STEPS.fullmatch(head)
    if written is not None:
        away = tuple(int(step) for step in written[2].split(","))
        steps = Steps(written[1], away, int(written[3]))
        return Test(word, steps.count_choices, sign, number, counts=not sign, steps=steps)
    term, name, of = _term(word, head, predicates)
    happening = of if name == "happened" else ""
    counting = name in _COUNTING and not sign and of not in OF_THE_TABLE
    return Test(word, term, sign, number, happening, of == "round", counting)


def _term(word: str, head: str, predicates: Mapping[str, Term] | None) -> tuple[Term, str, str]:
    """Return for a word of a pattern: the function that tests a hand, the name, the argument.

    For example, the word ``pungs(dragons)=3`` has the name ``pungs`` and the argument ``dragons``.
    `head` is the word without sign and number. `predicates` has the words that only this rule set
    has; their names are suggested in the error. Raise `UnknownWord` for an unknown word.
    """
    if _STEPS_AT_ALL.fullmatch(head):
        form = "{word} is no row of sets; they are written like {example}"
        raise UnknownWord(msg(form, word=repr(word), example="chows[0,3,6]/1"))
    plain = _WORD.fullmatch(head)
    name = plain[1] if plain else head.partition("(")[0]
    if plain is None or name not in WORDS:
        raise _unknown(word, [*WORDS, *(predicates or ()), "shape"], name)
    of = plain[2] or ""
    if name in _OF_A_CLASS and not of:
        bare = "{word} asks for a class of tiles in brackets, such as {example}"
        raise UnknownWord(msg(bare, word=repr(word), example=f"{name}(honours)"))
    if name in _BARE and plain[2] is not None:
        raise UnknownWord(msg("{word} has no brackets: write {name}", word=repr(word), name=name))
    return WORDS[name](of), name, of


def contradiction(tests: Sequence[Test]) -> Sentence | None:
    """Return the reason why no hand can pass all these tests, or None if a hand can.

    >>> str(contradiction([parse("suits=2"), parse("suits=3")]))
    "no hand has both 'suits=2' and 'suits=3'"
    >>> str(contradiction([parse("suits>=4")]))
    "'suits>=4' is never so: 3 is the most"
    """
    bounds: dict[str, tuple[int, int]] = {}
    for test in tests:
        low, high = test.bounds
        most = most_of(test.head)
        if low > most:
            never = "{word} is never so: {most} is the most"
            return msg(never, word=repr(test.text), most=most)
        least, greatest = bounds.get(test.head, (low, high))
        if max(low, least) > min(high, greatest):
            other = next(other for other in tests if other.head == test.head)
            both = "no hand has both {word} and {other}"
            return msg(both, word=repr(other.text), other=repr(test.text))
        bounds[test.head] = (max(low, least), min(high, greatest))
    return None


def most_of(head: str) -> int:
    """Return the highest number that a test can find in any hand, for example 5 for ``pungs``.

    For a test that only says yes or no, the highest number is 1. `head` is the word of the test
    without sign and number. Return `ANY` if the highest number is unknown.
    """
    name = head.partition("(")[0]
    return _MOST.get(name, 1 if name in WORDS else ANY)


def _shape_term(name: str) -> Term:
    if name not in SHAPES:
        raise _unknown(f"shape={name}", [f"shape={shape}" for shape in SHAPES])
    return lambda _hand, reading: reading.shape == name
