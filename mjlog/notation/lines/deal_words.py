"""The words ``name=value`` of a deal's ``@`` line that mean the same in every rule set."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from mjlog.model.findings import Severity
from mjlog.model.lazy_pattern import lazy_pattern
from mjlog.model.messages import Message, counting, msg
from mjlog.model.near_words import invert_names, likeness, near_words
from mjlog.model.record import SEATS, points_of
from mjlog.model.turn_order import is_order
from mjlog.notation.foreign_tiles import HONOURS
from mjlog.notation.likely_words import DIGIT_BY_LETTER, did_you_mean, letters_by_name
from mjlog.notation.reworded_lines import WORDS_FOR_THE_END

_EXAMPLES: Final = {
    "dealer": "B",
    "house": "word",
    "scores": "25000,25000,25000,25000",
    "seats": "BADC",
}
"""Words to which the notation itself gives a meaning, each with an example of a value."""
_PASSES: Final = ("across", "ding-dong", "left", "right")
"""Usual names for passing tiles; any other name is allowed, too."""
_ENDS_BY_OTHER_NAMES: Final = invert_names(
    {
        "wall": "wall exhausted exhaustive ryuukyoku washout nobody none game goulash",
        "abort": "abort aborted abortive",
        "void": "void voided cancelled",
    }
)
_AT_THE_END: Final = {
    **dict.fromkeys(WORDS_FOR_THE_END.split()[1:], "end"),
    **{cause: f"for={cause}" for cause in ("time", "agreed", "ruling")},
}
"""Single words on a `next` line that ends the game, and how to write them."""
_DEALS: Final = frozenset({"deal", "hand", "round"})
"""Words that people write before the label of a deal."""
_WINDS: Final = ("east", "south", "west", "north")
_WIND_LETTERS: Final = {wind[0]: wind for wind in _WINDS}
_OF_A_ROUND: Final = lazy_pattern(r"[ESWN][1-4](?![0-9])")
_LABEL_IN_WORDS: Final = lazy_pattern(
    r"(?i:(east|south|west|north|[ESWN])[ _-]?|([東东南西北]))(?:([1-4])|([一二三四]))局?"
    r"(?:[,.:;/_-]?([0-9]{1,2})(?:本場?|本场)?)?"
)
"""Label of a deal with the wind in words or Chinese letters, and with its counters."""
_TITLE: Final = lazy_pattern(
    r"(?i)[=#*@\s-]*(?:(?:deal|hand|round|game|partie|mano|runde)\b[ :]*)?"
    r"((?:east|south|west|north|[ESWN東东南西北]) ?[1-4一二三四](?:[.-][0-9]{1,2})?)局?"
    r"((?: [a-z]+=\S+)*)[=#*\s-]*"
)
"""A heading that names a deal, as in notes and on web pages."""
_NUMBERED: Final = lazy_pattern(r"[1-4](?:\.[0-9]{1,2})?")
_COUNTED: Final = lazy_pattern(r"([^\W\dx]+(?:x[^\W\dx]+)*)[:*×x~-]?([0-9OolI]{1,2})")
_COUNTED_FIRST: Final = lazy_pattern(r"([0-9OolI]{1,2})[*×x-]?([^\W\dx].*)")
_COUNT: Final = lazy_pattern(r"[x×*+]?([0-9OolI]{1,3})[x×*]?")
_NUMBERS_IN_WORDS: Final = {
    word: str(number)
    for number, words in enumerate(
        ("zero none no 零 〇", "one 一", "two 二 两 兩", "three 三", "four 四", "five 五", "six 六")
    )
    for word in words.split()
}
_DIGIT_FIRST: Final = lazy_pattern(r"[1-4][ESWNeswn]")
_CHINESE_WINDS: Final = dict(zip("東东南西北", "EESWN", strict=True))
_CHINESE_RANKS: Final = dict(zip("一二三四", "1234", strict=True))
_NOUNS: Final = invert_names(
    {
        "sticks": "stick sticks kyotaku deposit deposits riichi reach 供託 立直棒",
        "continued": "lianzhuang lazhuang 連莊 连庄 連庄 拉庄 拉莊",
        "honba": "honba counter counters repeat repeats renchan 本場 本场",
    }
)
"""What scribes write for counters and sticks, by the word in the header."""
_WORDS_BY_OTHER_NAMES: Final = invert_names(
    {
        "dealer": "oya banker button geber donneur repartidor mazziere zhuang"
        " 親 亲 庄 莊 庄家 莊家",
        "scores": "points totals standings 持点 点数 點數 得点",
        "seats": "order seating 座次 席順",
    }
)
"""Other names of scribes for words of the notation."""
_USUAL: Final = frozenset({*_NOUNS.values(), "dice", "break"})
"""Frequent words of rule sets, which are not misspelt words of the notation."""
_SEPARATORS: Final = ",;."
"""Signs that people write between the words of a header."""
_QUOTES: Final = "\"'`“”‘’„«»「」"
_WIND_LETTERS_OF_A_LABEL: Final = frozenset("ESWN")
_OF_MAIL: Final = "3d"
"""Text that mail programs add after the sign `=`."""
_OF_NUMBERS_AND_SEATS: Final = frozenset({*_NOUNS.values(), "dealer", "dice", "scores", "seats"})
_SHORTEST: Final = len("seat")
_ALIKE: Final = 0.7
"""Minimum similarity of a misspelt word to a known word; other words may belong to a rule set."""
_POINTS: Final = lazy_pattern(r"-?[0-9]{1,9}|\?")
_OTHER_COMMAS: Final = str.maketrans(dict.fromkeys("/|:;.", ","))
"""Signs that people write instead of commas between points."""
_SHOWN: Final = 40


class Slip(NamedTuple):
    """A word of an ``@`` or ``next`` line that is wrong or likely a mistake.

    `problem` says what is wrong. `written` is the text in the record and `meant` the corrected
    text; a text that is not certain is empty.
    """

    name: str
    severity: Severity
    problem: Message
    written: str = ""
    meant: str = ""


def misread(words: Sequence[tuple[str, str]], seats: int) -> list[Slip]:
    """Check the words of an ``@`` line, and return a list with a `Slip` for each mistake.

    A `Slip` describes a mistake and its correction. Two kinds of mistakes are looked for: a
    repeated word, and a wrong value of ``scores=`` or ``seats=``. `words` are pairs of name and
    value, such as ``("dealer", "B")``; `seats` is the number of players.
    """
    slips: list[Slip] = []
    seen: set[str] = set()
    for place, (name, value) in enumerate(words):
        behind = [number for number, _ in words[place + 1 : place + seats] if number.isdecimal()]
        if name.isdecimal() and not value:
            continue
        if name == "scores" and value.isdecimal() and len(behind) == seats - 1:
            written = " ".join([f"{name}={value}", *behind])
            likely = written.replace(" ", ",")
            apart = msg("commas separate the numbers; {advice}", advice=did_you_mean(likely).advice)
            slips.append(Slip(name, "error", apart, written, likely))
        elif name in seen:
            twice = msg("{word} is here twice; the first one counts", word=f"{name}=")
            slips.append(Slip(name, "warning", twice))
        elif name == "scores" and (problem := _problem_of_scores(value, seats)):
            parts = _plain_thousands(value).translate(_OTHER_COMMAS).split(",")
            likely = f"{name}={','.join(parts)}"
            if len(parts) != seats or _problem_of_scores(",".join(parts), seats):
                slips.append(Slip(name, "error", problem))
            else:
                apart = msg(
                    "commas separate the numbers; {advice}", advice=did_you_mean(likely).advice
                )
                slips.append(Slip(name, "error", apart, f"{name}={value}", likely))
        elif name == "seats" and not is_order(value, seats):
            unlike = "seats= names each player once, in the order of play, such as {example}"
            example = f"seats={SEATS[:seats]}"
            letters = "".join([letter for letter in value.upper() if letter in SEATS])
            if is_order(letters, seats):
                written, example = f"seats={value}", f"seats={letters}"
                slips.append(Slip(name, "error", msg(unlike, example=example), written, example))
            else:
                slips.append(Slip(name, "error", msg(unlike, example=example)))
        seen.add(name)
    return slips


def likely_dealer(written: str, label: str, players: Sequence[str]) -> str:
    """Return the seat letter that a wrong value of ``dealer=`` probably means; empty if unsure.

    `written` is the value, such as a player's name or a wind, and `label` is the deal's label, such
    as ``E2``. The wind East means the dealer of this deal. Any other wind is used only if the same
    player has it in this deal and in the first deal. `players` are the names of the players.
    """
    small = written.lower().rstrip(_SEPARATORS).strip(_QUOTES).removeprefix(_OF_MAIL)
    if small != written.lower() and small.upper() in tuple(SEATS):
        return small.upper()
    named = letters_by_name(players).get(small, "")
    wind = small if small in _WINDS else _WIND_LETTERS.get(small, "")
    if not wind and HONOURS.get(small, "5z") <= "4z":
        wind = _WINDS[int(HONOURS[small][0]) - 1]
    if named or wind not in _WINDS:
        return named
    by_label = SEATS[int(label[1]) - 1] if _OF_A_ROUND.match(label) else ""
    at_first = SEATS[_WINDS.index(wind)]
    if wind == _WINDS[0]:
        return by_label or at_first
    return at_first if at_first == by_label else ""


def likely_end(how: str) -> str:
    """Correct a word that says how a deal without a win ended, to ``wall``, ``abort`` or ``void``.

    Return an empty text if `how` is one of these three words already, or does not resemble any.
    """
    if how in {"wall", "abort", "void"}:
        return ""
    return _ENDS_BY_OTHER_NAMES.get(how) or next(iter(near_words(how, ["wall", "abort"], 1)), "")


def likely_pass(name: str) -> str:
    """Return the usual name, such as ``left``, for a misspelt name of an exchange of tiles.

    Return an empty text if the name is already right or resembles no usual name.
    """
    small = name.rstrip("-0123456789")
    if not small or small in _PASSES:
        return ""
    return next(iter(near_words(small, _PASSES, 1)), "")


def slips_of_words(words: Sequence[tuple[str, str]]) -> list[Slip]:
    """Return a list with a `Slip` (a mistake, and its correction) for each likely mistake.

    `words` are the words of an ``@`` or ``next`` line as pairs of name and value, such as
    ``("dealer", "B")``; the value is empty for a word without ``=``.
    """
    slips: list[Slip] = []
    has_dealer = any(each.startswith("dealer") for each, _ in words)
    for place, (name, value) in enumerate(words):
        behind = words[place + 1][0] if words[place + 1 :] and not words[place + 1][1] else ""
        written, likely = _likely_word(name, value, behind)
        if not value and name in tuple(SEATS) and not has_dealer:
            written, likely = name, f"dealer={name}"
        if likely:
            word = f"{name}={value}" if value else name
            problem = msg(
                "{word} means nothing here; {advice}", word=word, advice=did_you_mean(likely).advice
            )
            # If mjlog knows the word, its value would be lost.
            is_known = bool(value) and likely.startswith(f"{name}=") and name in _NOUNS
            severity: Severity = "error" if is_known else "warning"
            slips.append(Slip(name, severity, problem, written, likely if written else ""))
    return slips


def _plain_label(written: str) -> str:
    """Convert a deal's label in words or Chinese into notation: ``East 1`` and 東1局 give ``E1``.

    Return an empty text if the label is already in notation, or if the text is no label.
    """
    name = written.strip(_QUOTES)
    if name[:1] in _WIND_LETTERS_OF_A_LABEL:
        name = name[0] + name[1:].translate(DIGIT_BY_LETTER)
    parts = _LABEL_IN_WORDS.fullmatch(name.rstrip(","))
    if parts is None:
        return ""
    wind, chinese, number, rank, counters = parts.groups()
    letter = wind[0].upper() if wind else _CHINESE_WINDS[chinese]
    likely = letter + (number or _CHINESE_RANKS[rank]) + (f".{counters}" if counters else "")
    return likely if likely != written else ""


def likely_head(text: str) -> str:
    """Return the ``@`` line that a title of a deal means: ``East 1`` gives ``@ E1``.

    Return an empty text if the line is no such title.
    """
    title = _TITLE.fullmatch(text)
    if title is None:
        return ""
    words = title[1].replace(" ", "", 1) if title[1][-1].isdecimal() else title[1]
    label = _plain_label(words) or words
    return f"@ {label}{title[2]}" if _OF_A_ROUND.match(label) else ""


def _likely_word(name: str, value: str, behind: str) -> tuple[str, str]:
    """Return a correction for a word of an ``@`` line, as a tuple (text in the record, new text).

    The word has the form ``name=value``; `value` is empty for a word without ``=``. `behind` is the
    next word if it has no ``=``, because it may belong to this word. If the correction is only an
    example, the text in the record is empty. Both texts are empty if the word needs no correction.
    """
    key, colon, rest = name.partition(":")
    small = key.lower().rstrip(",")
    if value.lower().startswith(_OF_MAIL) and value[2:] and small in _OF_NUMBERS_AND_SEATS:
        return f"{name}={value}", f"{small}={value[2:]}"
    bare = ("", "") if value else _likely_bare_word(name, small, behind)
    bare = bare if bare[1] else _likely_count(name, value, behind)
    if bare[1]:
        return bare
    if value[:-1] and value[-1] in _SEPARATORS and small != "scores":
        return f"{name}={value}", f"{small}={value[:-1]}"
    if value:
        small = _WORDS_BY_OTHER_NAMES.get(small, small)
    if small not in _EXAMPLES and value and len(name) >= _SHORTEST and small not in _USUAL:
        near = next(iter(near_words(small, _EXAMPLES, 1)), "")
        small = near if likeness(small, near) > _ALIKE else ""
    if small not in _EXAMPLES or (name in _EXAMPLES and value):
        return "", ""
    if value or (colon and rest):
        return (f"{name}={value}" if value else name), f"{small}={value or rest}"
    return (f"{name} {behind}" if behind else ""), f"{small}={behind or _EXAMPLES[small]}"


def _likely_count(name: str, value: str, behind: str) -> tuple[str, str]:
    """Return a count as written and its correction: ``2 honba`` gives ``("2 honba", "honba=2")``.

    `name` and `value` are the word; `behind` is the next word if it has no value. Return two empty
    texts if the word is not a count or is already right.
    """
    small, _, rest = name.lower().rstrip(",").partition(":")
    noun, number = _NOUNS.get(small, ""), value or rest or behind
    written = f"{name}={value}" if value else name
    if not value and not rest:
        written = f"{name} {behind}"
        if not noun and behind.lower() in _NOUNS:
            noun, number = _NOUNS[behind.lower()], small
    glued = _COUNTED.fullmatch(small) or _COUNTED_FIRST.fullmatch(small)
    if not value and glued:
        for word, other in (glued.groups(), reversed(glued.groups())):
            if word in _NOUNS:
                noun, number, written = _NOUNS[word], other, name
    counts = _count(number)
    likely = f"{noun}={counts}"
    is_right = value.isdecimal() and noun == name
    return (written, likely) if noun and counts and not is_right else ("", "")


def _count(written: str) -> str:
    """Return in digits the number that a word means: ``two`` and ``x2`` both give ``2``.

    Return an empty text for any other word.
    """
    small = written.lower().rstrip(_SEPARATORS)
    if small in _NUMBERS_IN_WORDS:
        return _NUMBERS_IN_WORDS[small]
    count = _COUNT.fullmatch(small)
    return str(int(count[1].translate(DIGIT_BY_LETTER))) if count else ""


def _likely_bare_word(name: str, small: str, behind: str) -> tuple[str, str]:
    """Return a correction, (text in the record, new text), for an ``@`` line's word without ``=``.

    The word may say why the game ends, may be a label, or may be a wind whose number is the next
    word, `behind`. `name` is the word as written, `small` the word in lower case. The new text is
    empty if there is no likely correction.
    """
    if small in _AT_THE_END:
        return name, _AT_THE_END[small]
    if small in _DEALS and _OF_A_ROUND.match(behind):
        return f"{name} {behind}", behind
    if small in _WINDS and _NUMBERED.fullmatch(behind):
        return f"{name} {behind}", small[0].upper() + behind
    if _DIGIT_FIRST.fullmatch(name):
        return name, name[1].upper() + name[0]
    label = _plain_label(name) or (name[:-1] if name.endswith(",") else "")
    return name, label


def _plain_thousands(points: str) -> str:
    """Replace the letter k for thousands by zeros: ``25k`` becomes ``25000``."""
    return re.sub(r"(?i)(?<=[0-9])k(?![a-z0-9])", "000", points)


def _problem_of_scores(value: str, seats: int) -> Message | None:
    """Return a message about what is wrong with the value of ``scores=``; None if it is right.

    It must have one number for each of the `seats` players.
    """
    if len(points_of(value)) == seats:
        return None
    parts = value.split(",")
    odd = next((part for part in parts if not _POINTS.fullmatch(part)), None)
    if odd is not None:
        unreadable = "{word} in scores= is no number of points; write one number for each player"
        return msg(unreadable, word=repr(odd[:_SHOWN]))
    if len(parts) == seats:
        return None
    return counting(
        "scores= has {number} number for {seats} players; write one number for each player",
        "scores= has {number} numbers for {seats} players; write one number for each player",
        len(parts),
        seats=seats,
    )
