"""Reads what a cell says about a hand in words: patterns by name, limits, han and fu, shares."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mjlog.referee.rule_set import RuleSet
from mjlog.sheets.cells.vocabulary import units, words
from mjlog.sheets.cells.words import WORTH, any_of
from mjlog.text.item_words import plain_letters, vocabulary

Worth = tuple[str, int | None]
"""An item and its points, None if the cell does not give them."""
_APART: Final = re.compile(r"[,;/+&、，；・·|\n]+")
_BETWEEN: Final = re.compile(r"[\s_\-()（）「」:]+")
_NUMBERED: Final = re.compile(r"(.+?)[x×*]?([0-9]{1,2})(?:翻|飜|番|han|枚)?")
_COUNTS: Final = {unit: name for name in ("faan", "han", "fu") for unit in units(name)}
"""Items by the unit behind a number."""
_UNITS: Final = any_of(_COUNTS)
_OF_HAN: Final = any_of(unit for unit, name in _COUNTS.items() if name != "fu")
_COUNTED: Final = re.compile(rf"([0-9]{{1,3}})({_UNITS})")
_UNIT: Final = re.compile(rf"(?<=[0-9])({_UNITS})(?=[0-9]|[^\W\x00-\x7f])")
"""A unit directly followed by the next word, as in `5翻満貫`."""
_HAN_AND_FU: Final = re.compile(
    rf"([0-9]{{1,2}}) *(?:[/-]|(?:{_OF_HAN})[ ,/-]*) *([0-9]{{2,3}}) *(?:{any_of(units('fu'))})?"
)
_NAMES: Final[Mapping[str, Sequence[str]]] = dict(WORTH)
_POINTS: Final = r"([0-9]{1,2}\.[0-9]{3}|[0-9,]{3,7})(?:点|點)?"
_OF_EACH: Final = any_of(word.replace("_", "") for word in words("words", "each"))
_EACH: Final = re.compile(rf"{_POINTS}(?:{_OF_EACH})")
_SHARES: Final = re.compile(rf"{_POINTS}[/\-・~,、]{_POINTS}")
_LIMITS: Final = frozenset({"mangan", "haneman", "baiman", "sanbaiman", "yakuman"})
_MOST_TIMES: Final = 2
"""Largest number after the name of a limit that counts limits; a larger one counts han."""
_MOST_WORDS: Final = 5
"""Most words, separated by blanks, that make up one name."""


class HandWords(NamedTuple):
    """The items that a cell names, and the words that name no item.

    An item is a pair: its name in records, and its points, which are None if the cell has none.
    """

    items: tuple[Worth, ...] = ()
    unknown: tuple[str, ...] = ()


def hand_words(text: str, rules: RuleSet | None) -> HandWords:
    """Find the items of a hand in a cell's text: patterns such as riichi, and han and fu.

    Return `items` as pairs of name and points (None without points), and `unknown`, the words that
    are not items of `rules`. If `rules` is None, the whole text is unknown.
    """
    if rules is None:
        return HandWords((), (text,))
    plain = plain_letters(text)
    if shares := _shares(plain, rules):
        return HandWords(shares)
    if (both := _HAN_AND_FU.fullmatch(plain)) and "fu" in rules.scoring.item_names:
        return HandWords((("han", int(both[1])), ("fu", int(both[2]))))
    names_by_word = vocabulary(rules.item_names_by_rules, rules.names.item_words)
    values: dict[str, int | None] = {}
    unknown: list[str] = []
    for part in _APART.split(_UNIT.sub(r"\1 ", plain)):
        for word, item in _items_in_part(part, names_by_word):
            name = "" if item is None else item_named(_NAMES.get(item[0], item[:1]), rules)
            if item is None or not name:
                unknown.append(word)
            elif name in _LIMITS.intersection(rules.scoring.sums) and (item[1] or 0) > _MOST_TIMES:
                values |= {name: None, item_named(_NAMES["han"], rules): item[1]}
            else:
                values.setdefault(name, item[1])
    return HandWords(tuple(values.items()), tuple(unknown))


def is_counted(text: str) -> bool:
    """Return whether a text is a number with a word for han, faan or fu, such as `5 han`."""
    return _COUNTED.fullmatch("".join(plain_letters(text).split())) is not None


def item_named(names: Sequence[str], rules: RuleSet) -> str:
    """Return the first of `names` that the rules count as an item of a hand; empty if none is.

    For example, a column of han is `han` in some rules and `faan` in others.
    """
    return next((name for name in names if name in rules.scoring.item_names), "")


def shares_of(text: str, rules: RuleSet | None) -> tuple[Worth, ...]:
    """Return what each player pays for a self-drawn win, from a text such as ``1300/2600``.

    The result is pairs, here `("share", 1300)` and `("dealer-share", 2600)`. ``2000 all`` gives
    only a `share`. Return an empty tuple for other text, or if the rules have no such payments.
    """
    return () if rules is None else _shares(plain_letters(text), rules)


def _shares(plain: str, rules: RuleSet) -> tuple[Worth, ...]:
    if "share" not in rules.scoring.item_names:
        return ()
    close = re.sub(r"\s+", "", plain)
    if each := _EACH.fullmatch(close):
        return (("share", _number(each[1])),)
    if both := _SHARES.fullmatch(close):
        less, more = sorted((_number(both[1]), _number(both[2])))
        return ("share", less), ("dealer-share", more)
    return ()


def _number(digits: str) -> int:
    return int(digits.replace(",", "").replace(".", "") or 0)


# ------------------------------------------------------------------ words


def _items_in_part(part: str, known: Mapping[str, str]) -> Iterator[tuple[str, Worth | None]]:
    """Yield each name in a part of a cell with the item that it means, or None if it is unknown.

    An item is a pair of name and points, such as `("dora", 2)`. `known` maps words to item names.
    Names of several words are recognized before single words.
    """
    left = [word for word in _BETWEEN.split(part) if word]
    while left:
        for number in range(min(len(left), _MOST_WORDS), 0, -1):
            name = "".join(left[:number])
            item = _item(name, known)
            if item is not None or number == 1:
                yield name, item
                del left[:number]
                break


def _item(name: str, known: Mapping[str, str]) -> Worth | None:
    if counted := _COUNTED.fullmatch(name):
        return _COUNTS[counted[2]], int(counted[1])
    if name in known:
        return known[name], None
    numbered = _NUMBERED.fullmatch(name)
    if numbered and numbered[1] in known:
        return known[numbered[1]], int(numbered[2])
    return None
