"""Finds the meaning of words on score sheets: heads of columns, seats, marks, in any language."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice, pairwise
from typing import Final, Literal, cast, get_args

from mjlog.model.record import NOBODY, SEATS, Seat
from mjlog.sheets.cells.text_caches import CELL_TEXTS
from mjlog.sheets.cells.vocabulary import meanings, strip_accents, words, words_for_none

Role = Literal[
    "deal", "wind", "dealer", "winner", "from", "how", "han", "fu", "faan", "tai", "value",
    "doubles", "limit", "items", "ready", "tenpai", "sticks", "counters", "kong", "sum", "remark",
    "table", "round", "game", "rank", "next", "bonus", "seat", "player", "rules", "event", "date",
    "place", "final",
    "unit", "change", "total", "start", "pay", "ruling",
]  # fmt: skip
"""Meaning of a column or row of a sheet, or of an entry above it."""

WORTH: Final[tuple[tuple[Role, tuple[str, ...]], ...]] = (
    ("han", ("han", "faan", "total")),
    ("faan", ("faan", "han", "total")),
    ("tai", ("tai", "total")),
    ("fu", ("fu",)),
    ("value", ("points", "total", "value")),
    ("doubles", ("doubles",)),
)
"""Columns with a value of the hand, each with its possible names in records.

The first name that the rules have is used.
"""
ROLES: Final[frozenset[Role]] = frozenset(get_args(Role))
"""Every meaning that a column or an entry can have."""


def any_of(some: Iterable[str]) -> str:
    """Return a regex, as text, that matches any of the words; longer words are tried first."""
    return "|".join(re.escape(each) for each in sorted(some, key=len, reverse=True))


_NAMES_OF_WINDS: Final = ("east", "south", "west", "north")
_SEATS: Final = {
    word: seat
    for seat, wind in enumerate(_NAMES_OF_WINDS)
    for word in (*words("winds", wind), *words("seats", wind))
}
_PLAYER: Final = any_of({"p", "seat", "席", *words("heads", "player")})
_BEFORE_NUMBER: Final = f"(?:{_PLAYER}|{any_of(words('labels', 'number'))})"
_AFTER_NUMBER: Final = f"(?:{any_of(words('seats', 'after_number'))})"
_NUMBERED: Final = re.compile(rf"{_BEFORE_NUMBER}?[ _.]{{0,2}}([1-4]){_AFTER_NUMBER}?")
_LETTERED: Final = re.compile(rf"(?:{_PLAYER})[ _.]{{1,2}}([a-d])")
"""A player called by a letter, such as `Player A`."""
_WINDS: Final = {word: wind[0].upper() for wind in _NAMES_OF_WINDS for word in words("winds", wind)}
_NUMBER_OF_WIND: Final = {wind[0].upper(): n for n, wind in enumerate(_NAMES_OF_WINDS, 1)}
_SEAT_BEHIND: Final = re.compile(r"(?P<name>.+?) ?[(\[](?P<seat>[^()\[\]]+)[)\]]")
_SEAT_BEFORE: Final = re.compile(
    rf"(?P<seat>{_BEFORE_NUMBER}?[ .]{{0,2}}[1-4]{_AFTER_NUMBER}?|{any_of(_SEATS)})"
    r"(?: ?[:=–] ?| - |(?<=[1-4])[.)] ?|(?P<blank> ))(?P<name>[^:=]+)",
    re.IGNORECASE,
)
"""A seat before or after a name in the same cell."""
_SEAT_JOINED: Final = re.compile(r"(?P<seat>[東东南西北][家位])(?P<name>[^\W\d]{2,})")
"""A seat before a name, in scripts without blanks."""
_SOUNDS: Final = frozenset({"ton", "nan", "sha", "xia", "pei", "bei"})
"""Chinese and Japanese names of winds, which are also names of people."""
_DATE: Final = re.compile(
    r"[0-9]{4}[-/.年][0-9]{1,2}[-/.月][0-9]{1,2}日?|[0-9]{1,2}[./-][0-9]{1,2}[./-](?:[0-9]{2}){1,2}|"
    r"(?:(?:[0-9]{4}年)?[0-9]{1,2}月[0-9]{1,2}日|(?:[0-9]{4}년 ?)?[0-9]{1,2}월 ?[0-9]{1,2}일|"
    r"[0-9]{1,2}\.[0-9]{1,2}\.)(?:\s?\(\w{1,3}\))?"
)
_ROMAN: Final = {"i": "1", "ii": "2", "iii": "3", "iv": "4"}
_DIGITS: Final = (
    _ROMAN | {sign: str(n) for n, sign in enumerate("零一二三四五六七八九")} | {"〇": "0"}
)
_WIND: Final = f"({any_of(_WINDS)})"
_ROUND: Final = any_of(words("labels", "round"))
_OF_DEAL: Final = any_of(words("labels", "deal"))
_REPEATED: Final = f"(?:{any_of(words('labels', 'repeat'))})"
_TIMES: Final = "[0-9]+|[〇零一二三四五六七八九]"
_ORDINAL: Final = r"(?:-?(?:st|nd|rd|th|e|er|re|ère|ème|de|ste|o|a|й|я|ый|ая))"
"""The ending of a number such as `1st`; normalizing turns `1ª` into `1a`."""
_REPEATS: Final = (
    rf"(?:[ ._·/,+(x×-]*{_REPEATED}?[.]?[ ]*第?({_TIMES})"
    rf"(?:{_ORDINAL}(?= *{_REPEATED}))?[.]?[ ]*{_REPEATED}?[.]?[)]?)?"
)
"""How often a deal was repeated, as in `E1-2`, `東1局2本場` and `Ost 1, 2. Wdh.`."""
_LABEL: Final = re.compile(
    # After a single letter a dot means something else: `N. 5` is number 5.
    rf"{_WIND}(?:(?<=[^\W\d_]{{2}})[.])?[ _-]*(?:{_ROUND}|第){{0,2}}[ _-]*"
    rf"([1-9一二三四五六七八九]|(?<=[ _-])(?:iv|i{{1,3}})(?![a-z]))(?:{_OF_DEAL})?{_REPEATS}"
)
_OF_WINDS: Final = re.compile(
    rf"([東东南西北동남서북])(?:{_ROUND})?[ -]*([東东南西北동남서북])(?:風|风|풍)?(?:{_OF_DEAL})?"
    rf"{_REPEATS}"
)
"""Wind of the round and wind of the dealer, by which sheets from Taiwan name a deal."""
_PAIR_OF_WINDS: Final = re.compile(rf"{_WIND} ?[-–/] ?{_WIND}{_REPEATS}")
"""The same in other languages, such as ``East-South``."""
_CALLED: Final = any_of(word.replace("_", " ") for word in words("heads", "deal"))
_OF_ROUND_AND_DEAL: Final = re.compile(
    rf"(?:r|{_ROUND})[ ._-]*([1-4])[ ._/,-]*(?:d|h|{_CALLED})[ ._-]*([1-4])"
)
"""Number of the round, and number of the deal in it."""
_AGAIN: Final = re.compile(
    rf"(?P<deal>.*?[^ +*'’′(])(?: ?(?P<times>[+*'’′]+)|[ ._,(-]*{_REPEATED}[)]?|(?<=[1-9])[a-d])"
)
"""A deal that is dealt again.

It has a sign for each repeat, or a word or letter without a number.
"""
_WORD_IN_BRACKETS: Final = re.compile(r"\([^\W\d]+[. ]*([0-9]+)\)$")
"""A word in brackets with the counters of a deal."""
_WIN_OF_DEAL: Final = re.compile(r"(?<=\w) ?[①-⑨]$")
"""Number of a win in a deal with several wins."""
_OF_ROUND: Final = re.compile(rf"[ _-]*(?:{_ROUND}){{1,2}}$")
_COUNTED: Final = "局|盤|盘|把|手|鋪|铺|副"
"""Chinese words for a deal behind its number."""
_PLAIN: Final = re.compile(rf"(?:第|{_CALLED})?[ ._:]*#?([0-9]{{1,4}})(?:{_COUNTED})?\.?")


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text, which are separated by spaces, as a set."""
    return frozenset(text.split())


AND: Final = frozenset(words("words", "and"))
"""Words between the last two names of a list."""
SELF_DRAWN: Final = frozenset(words("words", "self_drawn"))
ON_DISCARD: Final = frozenset(words("words", "on_discard"))
NOBODY_WON: Final = frozenset(
    [*words("words", "nobody_won"), *words("words", "nobody"), *words_for_none("winner")]
)
WON: Final = SELF_DRAWN | ON_DISCARD
RESULTS: Final = WON | NOBODY_WON
OF_RESULTS: Final[tuple[Role, ...]] = ("how", "winner", "from")
OF_READY: Final[tuple[Role, ...]] = ("ready", "tenpai")
TABLE_SIZES: Final = (3, 4)
"""Numbers of players of a game."""
WON_BY_MARK: Final = words_of("○ ◯ ◎ 〇 ⭕ ⚪")
LOST_BY_MARK: Final = words_of("× ✕ ✖ ✗ ✘ ╳ ❌ ● ⚫ 放")
"""Marks in a player's column for the winner, and for the discarder."""
UNMARKED: Final = frozenset(
    {"", "-", "–", "—", "0", "no", "nein", "false", "none", "無", "无", "なし"}
)
"""Contents of a cell for marks if nobody is marked."""
ABORTED: Final = frozenset(words("words", "aborted"))
VOID: Final = frozenset(words("words", "void"))
ENDINGS: Final = RESULTS | ABORTED | VOID
"""Words that say how a deal ended."""
ABSENT: Final = frozenset(words("words", "absent"))
TOTALS: Final = frozenset(words("words", "totals"))
ENDS: Final = frozenset(words("words", "ends"))
"""Names of rows with all points at the end of a game; as heads they may mean something else."""
RANKS: Final = frozenset(words("words", "ranks"))
RATINGS: Final = frozenset(words("words", "ratings"))
GAMES_PLAYED: Final = frozenset(words("words", "games_played"))
MONEY: Final = frozenset(words("words", "money"))
"""Heads of fees, prizes and other amounts that are not points."""
UMA: Final = frozenset(words("words", "uma"))
PLACED: Final = frozenset(words("words", "placed"))
AFTERWARDS: Final = RANKS | UMA | PLACED | frozenset(words("words", "afterwards"))
"""Names of rows below the deals about the end of the game.

These rows are not about points on the table.
"""

_EDGES: Final = " \t\n:*.。"  # signs around a head


@CELL_TEXTS.cached
def plain(text: str) -> str:
    """Normalize a text as in the word lists: lower case, normal width, ``_`` for spaces.

    Marks at the edges, a number in brackets at the end and brackets around all are removed.

    >>> plain("  Riichi　Sticks: "), plain("ＨＡＮ"), plain("(tsumo)")
    ('riichi_sticks', 'han', 'tsumo')
    """
    word = unicodedata.normalize("NFKC", text).casefold().strip(_EDGES)
    if word.isalnum():  # nothing has to be removed from most words
        return word
    word = re.sub(r"\((?:x|×|\*)?[0-9,]*\)$", "", word).strip()
    if word.startswith("(") and word.find(")") == len(word) - 1:  # all of it is in brackets
        word = word[1:-1].strip(_EDGES)
    return re.sub(r"[\s_]+", "_", word)


_IN_BRACKETS: Final = re.compile(r"_?[(\[][^()\[\]]*[)\]]$")


@CELL_TEXTS.cached
def core(word: str) -> str:
    """Remove brackets at the end of a word, and question marks.

    >>> core("uma_(15/5)"), core("riichi?")
    ('uma', 'riichi')
    """
    if word.endswith((")", "]")):
        word = _IN_BRACKETS.sub("", word)
    return word.strip("?_")


_CAMEL: Final = re.compile(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ][a-zà-ÿ])")
_JOINED: Final = re.compile(rf"{_CAMEL.pattern}|_+")


def words_joined(name: str) -> list[str]:
    """Split a name that a program made of several words.

    >>> words_joined("annDelta"), words_joined("score_ann")
    (['ann', 'Delta'], ['score', 'ann'])
    """
    return [word for word in _JOINED.split(name) if word]


_MEANINGS: Final = {plain(word): roles for word, roles in reversed([*meanings("heads").items()])}
_WORDS: Final = sorted(_MEANINGS)
_SHORTEST: Final = 3
"""Number of letters up to which a word is too short for an abbreviation."""
LONGEST_HEADING: Final = 200
"""Most characters of a heading; the parts of a longer text would be compared for minutes."""
_PLURALS: Final = ("s", "es", "n", "en", "e")


@CELL_TEXTS.cached
def roles_of(text: str) -> tuple[Role, ...]:
    """Return the meanings that a column with this heading may have, the likeliest first.

    The result is empty if the heading is unknown.

    >>> roles_of("Donneur"), roles_of("Winners"), roles_of("HandPoints"), roles_of("Disc.")
    (('from', 'dealer'), ('winner',), ('value',), ('from',))
    """
    if len(text) > LONGEST_HEADING:
        return ()
    split = plain(_CAMEL.sub(" ", text))
    spellings = plain(text), split, split.replace("-", "_"), _strip_fillers(split)
    for word in dict.fromkeys(spellings):
        roles = _known(word) or _known(core(word)) or _known(_singular(word))
        if roles:
            return roles
    return _abbreviated(plain(text)) if text.strip().endswith(".") else ()


_FILLERS: Final = frozenset(words("fillers", "words"))
_ENDINGS: Final = words("fillers", "endings")


def _strip_fillers(word: str) -> str:
    """Remove words that add nothing, such as `name`: `winner_name` gives `winner`."""
    parts = [part for part in re.split(r"[_./#()-]+", word) if part and part not in _FILLERS]
    if len(parts) == 1 and not parts[0].isascii():
        ending = next((each for each in _ENDINGS if parts[0].endswith(each)), "")
        return parts[0].removesuffix(ending)
    return "_".join(parts)


def _known(word: str) -> tuple[Role, ...]:
    """Return the roles that a column with this heading may have, such as `winner`; likeliest first.

    `word` is the heading in normalized form. If the language files do not list the word, it is
    tried without accents; if it is still unknown, the tuple is empty.
    """
    return cast("tuple[Role, ...]", _MEANINGS.get(word) or _MEANINGS.get(strip_accents(word)) or ())


_LEFT: Final = frozenset(words("words", "left"))


@CELL_TEXTS.cached
def has_sticks_left(text: str) -> bool:
    """Return whether a text is about riichi sticks that are left on the table.

    >>> [has_sticks_left(each) for each in ("Riichi rimasti", "Sticks left", "Pot", "Riichi")]
    [True, True, True, False]
    """
    word = plain(text)
    if "sticks" in {role_of(text), role_within(text)} or word in _LEFT:
        return True
    return not _LEFT.isdisjoint(word.split("_"))


_GENERAL: Final = frozenset({"player", "deal", "how"})
"""Meanings that words in a question have in addition to the meaning of what is asked."""


@CELL_TEXTS.cached
def role_within(text: str) -> Role | None:
    """Return the meaning of a heading of several words, if the words have only one meaning.

    Return None if no word has a meaning, or if several words have different meanings.

    >>> role_within("gezahlt von"), role_within("Name of the thrower"), role_within("Anna")
    ('from', 'from', None)
    >>> role_within("Who won this hand?"), role_within("How many han?")
    ('winner', 'han')
    """
    parts = re.split(r"[_./()?-]+", plain(_CAMEL.sub(" ", text)))
    named = {roles[0] for part in parts if len(part) > 1 and (roles := _known(part))}
    if len(named) > 1:
        named -= _GENERAL  # "the name of the winner of this hand" is about the winner
    return named.pop() if len(parts) > 1 and len(named) == 1 else None


def _singular(word: str) -> str:
    """Return the singular of a word, such as `winner` for `winners`, if it is a known heading.

    Otherwise return the word.
    """
    shorter = (word.removesuffix(ending) for ending in _PLURALS if word.endswith(ending))
    return next((each for each in shorter if len(each) > _SHORTEST and each in _MEANINGS), word)


def _abbreviated(word: str) -> tuple[Role, ...]:
    """Return the common meaning of all known headings that begin with `word`, as a tuple of one.

    For example, `disca` gives `from`, the role of the discarder. Return an empty tuple if the
    meanings differ, or if `word` has three letters or fewer.
    """
    if len(word) <= _SHORTEST:
        return ()
    meanings = set[tuple[str, ...]]()
    for known_word in islice(_WORDS, bisect_left(_WORDS, word), None):
        if not known_word.startswith(word):
            break
        meanings.add(_MEANINGS[known_word][:1])
    return cast("tuple[Role, ...]", meanings.pop()) if len(meanings) == 1 else ()


@CELL_TEXTS.cached
def role_of(text: str) -> Role | None:
    """Return the likeliest meaning of a column with this heading, such as `winner`.

    Return None for an unknown text, such as a player's name.
    """
    roles = roles_of(text)
    if roles or len(text) > LONGEST_HEADING:
        return roles[0] if roles else None
    word = plain(text)
    # A head may name the column in two languages: 局/Deal, 姓名 Name.
    words_of_both = word.split("/")
    if len(words_of_both) == 1:
        if word.isascii():
            return None
        words_of_both = _BETWEEN_SCRIPTS.split(word)
    parts = {next(iter(_known(part.strip("_"))), None) for part in words_of_both}
    if parts == {"han", "fu"}:
        return "han"
    return parts.pop() if len(parts) == 1 else None


_BETWEEN_SCRIPTS: Final = re.compile(
    r"(?<=[\u3040-\u9fff\uac00-\ud7a3])_?(?=[a-zà-ÿ+])|(?<=[a-zà-ÿ])_?(?=[\u3040-\u9fff\uac00-\ud7a3])"
)
"""Place between a Chinese, Japanese or Korean word and a word in Latin letters."""


@CELL_TEXTS.cached
def is_absent(text: str) -> bool:
    """Return whether a text means nobody or nothing, such as a dash for a player who sat out."""
    return plain(text) in ABSENT


_PENALTIES: Final = AFTERWARDS - RANKS - UMA - PLACED


@CELL_TEXTS.cached
def has_penalty(text: str) -> bool:
    """Return whether a text contains a word for a penalty, such as `chombo`.

    >>> has_penalty("Chombo Ann"), has_penalty("赵敏错和"), has_penalty("Ann")
    (True, True, False)
    >>> has_penalty("False win"), has_penalty("win")
    (True, False)
    """
    word = plain(text)
    # In scripts without blanks a name may be before the word. One character may be part of the
    # name.
    is_joined = any(len(each) > 1 and each in word for each in _PENALTIES if not each.isascii())
    parts = re.split(r"[\W_]+", word)
    pairs = (f"{first}_{second}" for first, second in pairwise(parts))
    return is_joined or not _PENALTIES.isdisjoint([*parts, *pairs])


_RULINGS_JOINED: Final = tuple(
    word for word in words("heads", "ruling") if len(word) > 1 and not strip_accents(word).isascii()
)
"""Words for penalties that may be next to a name without a blank."""


@CELL_TEXTS.cached
def joins_ruling(text: str) -> bool:
    """Return whether a heading joins a word for penalties and a name, as in `penaltyAnna`.

    >>> [joins_ruling(text) for text in ("penaltyAnna", "王芳罚分", "Anna", "penalty")]
    [True, True, False, False]
    """
    if text.startswith(_RULINGS_JOINED) or text.endswith(_RULINGS_JOINED):
        return text not in _RULINGS_JOINED
    ends = words_joined(text)
    return len(ends) > 1 and "ruling" in {role_of(ends[0]), role_of(ends[-1])}


def is_rating(text: str) -> bool:
    """Return whether a text has a word for a rating such as Elo, which is not a sum of results."""
    return not RATINGS.isdisjoint(re.split(r"[\W_]+", plain(text)))


@CELL_TEXTS.cached
def is_total(text: str) -> bool:
    """Return whether a row's name says that the row has totals, of the game or a part of it.

    >>> is_total("Grand total"), is_total("Subtotal East"), is_total("East 1"), is_total("Max End")
    (True, True, False, False)
    >>> is_total("After East"), is_total("nach Süd"), is_total("after all")
    (True, True, False)
    >>> is_total("Stand nach Ost"), is_total("Scores after South")
    (True, True)
    >>> is_total("Après l'Est"), is_total("Po rundzie wschodniej"), is_total("南場後")
    (True, True, True)
    >>> is_total("East total"), is_total("Totale Est"), is_total("東場小計"), is_total("Ann total")
    (True, True, True, False)
    >>> is_total("第一圈累積"), is_total("第1局后"), is_total("第1局")
    (True, True, False)
    >>> is_total("Suma final"), is_total("Score"), is_total("Points")
    (True, True, False)
    >>> is_total("Check total"), is_total("Team total"), is_total("Totale squadra")
    (True, True, True)
    """
    word = plain(text)
    first, _, rest = word.partition("_")
    # Two words for totals mean the same as one, as in `suma final`.
    if word in TOTALS or all(part in TOTALS for part in word.split("_")):
        return True
    if role_of(text) == "total" or first in _OF_PARTS or _is_after_wind(word):
        return True
    if (first in TOTALS or role_of(first) == "total") and (wind_of(rest) or _is_after_wind(rest)):
        return True
    if word.rpartition("_")[2] in TOTALS and rest:
        return bool(wind_of(first)) or role_of(first) in _OF_PLAY | _SUMMED
    if first in TOTALS and role_of(rest) in _SUMMED | _OF_PLAY:
        return True
    return (word[:1] == "第" or bool(wind_of(word[:1]))) and word.endswith(_SUMS_OF_PARTS)


_OF_PLAY: Final[frozenset[Role]] = frozenset({"game", "round", "deal"})
"""Meanings of a word in front of a word for totals."""
_SUMMED: Final[frozenset[Role]] = frozenset({"sum", "player"})
"""Meanings of a word next to a word for totals: a check sum, or a team."""


def _is_after_wind(word: str) -> bool:
    """Return whether a word says that the deals of a wind are over, as in `after_east`."""
    first, _, rest = word.partition("_")
    if first not in AFTER:
        return False
    # The wind may have an article, or a word for `round`: `l'est`, `the_east_round`.
    parts = [part for part in re.split(r"[_'’]", rest) if len(part) > 1]
    return any(wind_of(word) for word in (rest, *parts))


def kind_of_kong(text: str) -> str:
    """Return the kind of kong that a text names: `concealed`, `exposed` or `added`.

    The text may also contain a price. Return an empty text if it names no kind.

    >>> kind_of_kong("concealed kong 2 each"), kind_of_kong("补杠(巴杠)"), kind_of_kong("kong")
    ('concealed', 'added', '')
    >>> kind_of_kong("直杠(2)←陆叔")
    'exposed'
    """
    word = _PRICE.sub("", plain(text))
    return _KINDS_OF_KONG.get(word) or _KINDS_OF_KONG.get(core(word), "")


@CELL_TEXTS.cached
def is_kong(text: str) -> bool:
    """Return whether a text names a kong: a kind of kong, or a word for kong without a number."""
    word = plain(text)
    has_number = any(letter.isdigit() for letter in word)
    return bool(kind_of_kong(text)) or (not _KONGS.isdisjoint(word.split("_")) and not has_number)


def is_open_kong(text: str) -> bool:
    """Return whether a text is a word for an open kong, which may be claimed or added.

    >>> is_open_kong("明杠"), is_open_kong("open kong"), is_open_kong("concealed kong")
    (True, True, False)
    """
    return plain(text) in _OPEN_KONGS


_OPEN_KONGS: Final = frozenset(words("words", "open_kong"))
_PRICE: Final = re.compile(r"(?:_?[(]|_)[0-9].*")
_KINDS_OF_KONG: Final = {
    word: sort
    for sort in ("concealed", "exposed", "added")
    for word in words("words", f"{sort}_kong")
}
"""Kind of a kong by its words in cells."""
_KONGS: Final = frozenset(words("words", "kong"))


AFTER: Final = frozenset(words("words", "after"))
"""Words before the wind of a round that is over."""


_OF_PARTS: Final = frozenset(
    word for word in TOTALS if word.startswith(("sub", "sous", "zwischen", "промеж", "小", "소"))
)
"""Words for sums of a part, after which the part is named."""
_SUMS_OF_PARTS: Final = tuple(sorted(word for word in TOTALS | AFTER if not word.isascii()))
"""Words that may follow the wind of a round without a blank."""


@CELL_TEXTS.cached
def seat_of(text: str) -> Seat:
    """Return the seat that a word names in any language; `NOBODY` for any other text.

    >>> seat_of("South"), seat_of("北家"), seat_of("Player 2"), seat_of("Joueur B"), seat_of("Ann")
    (1, 3, 1, 1, -1)
    """
    word = plain(text)
    seat = _SEATS.get(word)
    if seat is not None:
        return seat
    if numbered := _NUMBERED.fullmatch(word):
        return int(numbered[1]) - 1
    lettered = _LETTERED.fullmatch(word)
    return "abcd".index(lettered[1]) if lettered else NOBODY


@CELL_TEXTS.cached
def seat_and_name(text: str) -> tuple[Seat, str]:
    """Split a text such as `East Ann` into the seat and the player's name.

    If the text names no seat, return `NOBODY` and the whole text.

    >>> seat_and_name("Player 2: Ann"), seat_and_name("East Ann"), seat_and_name("田中(東)")
    ((1, 'Ann'), (0, 'Ann'), (0, '田中'))
    >>> seat_and_name("南家:田中"), seat_and_name("北家 田中")
    ((1, '田中'), (3, '田中'))
    >>> seat_and_name("东家小王"), seat_and_name("南家")
    ((0, '小王'), (-1, '南家'))
    >>> seat_and_name("Ann Lee"), seat_and_name("D. Lee")
    ((-1, 'Ann Lee'), (-1, 'D. Lee'))
    >>> seat_and_name("3. Ann"), seat_and_name("P2 田中"), seat_and_name("Spieler 1: Ann")
    ((2, 'Ann'), (1, '田中'), (0, 'Ann'))
    >>> seat_and_name("East (Ann)"), seat_and_name("Ann (E)")
    ((0, 'Ann'), (0, 'Ann'))
    >>> seat_and_name("1号 李娜"), seat_and_name("№2 Лев"), seat_and_name("Nr. 3: Eva")
    ((0, '李娜'), (1, 'Лев'), (2, 'Eva'))
    """
    word = " ".join(unicodedata.normalize("NFKC", text).split())
    behind = _SEAT_BEHIND.fullmatch(word)
    before = _SEAT_BEFORE.fullmatch(word)
    parts = (behind["seat"], behind["name"]) if behind else ("", word)
    joined = _SEAT_JOINED.fullmatch(word)
    if behind and is_seat_name(behind["name"]) and seat_of(behind["seat"]) == NOBODY:
        parts = behind["name"], behind["seat"]  # `East (Ann)`
    elif before and (not before["blank"] or _stands_alone(before["seat"])):
        parts = before["seat"], before["name"]
    elif joined:
        parts = joined["seat"], joined["name"]
    seat = seat_of(parts[0])
    return (NOBODY, text) if seat == NOBODY else (seat, parts[1].strip())


def _stands_alone(seat: str) -> bool:
    """Return whether a word before a space and a name is surely a seat, as in `East Ann`.

    A single letter such as `E` may be an initial, and a number or `Nan` may be a name.
    """
    if seat.casefold() in _SOUNDS or seat.isdigit():
        return False
    return len(seat) > 1 or not seat.isascii()


@CELL_TEXTS.cached
def label_of(text: str) -> str:
    """Convert the name of a deal, such as `East 1`, into a record's label, such as `E1`.

    Return an empty text if the text is not such a name.

    >>> [label_of(each) for each in ("東2局1本場", "East 1", "s3-0", "7", "Deal 12", "Ann")]
    ['E2.1', 'E1', 'S3.0', '7', '12', '']
    >>> [label_of(each) for each in ("E1 h1", "E1 (2)", "East 1, 1 honba", "S4 +3", "E2 (x 1)")]
    ['E1.1', 'E1.2', 'E1.1', 'S4.3', 'E2.1']
    >>> [label_of(each) for each in ("Ost 1", "Süd 4, 2. Wdh.", "東風南局", "O1", "東二局一本場")]
    ['E1', 'S4.2', 'E2', 'E1', 'E2.1']
    >>> [label_of(each) for each in ("R1D2", "Round 3, Hand 4", "R3")]
    ['E2', 'W4', '']
    >>> [label_of(each) for each in ("E2+", "东4++", "S1'", "E3 bis", "E3b", "東一局 連荘")]
    ['E2.1', 'E4.2', 'S1.1', 'E3', 'E3', 'E1']
    >>> label_of("东2续1"), label_of("東4局1本"), label_of("第1局②"), label_of("South IV (2)")
    ('E2.1', 'E4.1', '1', 'S4.2')
    >>> label_of("E2 x1"), label_of("Ost 3 ×2"), label_of("Alex 1")
    ('E2.1', 'E3.2', '')
    >>> [label_of(each) for each in ("East-South", "Süd/West", "N–E", "Est-Sud (2)")]
    ['E2', 'S3', 'N1', 'E2.2']
    >>> [label_of(each) for each in ("Oost 3, 1e herhaling", "E3 1st repeat", "第一局", "第十二局")]
    ['E3.1', 'E3.1', '1', '12']
    """
    text = _WIN_OF_DEAL.sub("", text.strip())
    word = unicodedata.normalize("NFKC", text).casefold().strip(" .:")
    name, _, result = word.rpartition(" ")
    if name and result.strip("()") in RESULTS:
        word = name.strip()
    word = _WORD_IN_BRACKETS.sub(r"(\1)", word)
    if by_winds := _OF_WINDS.fullmatch(word) or _PAIR_OF_WINDS.fullmatch(word):
        of_round, of_dealer, *counters = by_winds.groups()
        return f"{_WINDS[of_round]}{'ESWN'.index(_WINDS[of_dealer]) + 1}{_repeats(*counters)}"
    match = _LABEL.fullmatch(word)
    if match is None and (again := _AGAIN.fullmatch(word)):
        deal = label_of(again["deal"])
        times = f".{len(again['times'])}" if again["times"] else ""
        return "" if "." in deal or deal.isdigit() or not deal else f"{deal}{times}"
    if match:
        number = _DIGITS.get(match[2], match[2])
        return f"{_WINDS[match[1]]}{number}{_repeats(match[3])}"
    if numbered := _OF_ROUND_AND_DEAL.fullmatch(word):
        return f"{'ESWN'[int(numbered[1]) - 1]}{numbered[2]}"
    if counted := _PLAIN.fullmatch(word):
        return str(int(counted[1]))
    written = _IN_CHINESE.fullmatch(word)
    return str(_chinese_number(written[1] or written[2])) if written else ""


def _repeats(times: str | None) -> str:
    """Return the end of a record's label for a deal that was repeated `times` times, as in `.2`."""
    return f".{int(_DIGITS.get(times, times))}" if times else ""


_SIGNS: Final = "一二三四五六七八九"
_NUMBER: Final = f"[{_SIGNS}]?十[{_SIGNS}]?|[{_SIGNS}]"
_IN_CHINESE: Final = re.compile(f"第({_NUMBER})(?:{_COUNTED})?|({_NUMBER})(?:{_COUNTED})")
"""A number of a deal in Chinese characters, such as `第十二局`."""


def _chinese_number(text: str) -> int:
    """Return the number from 1 to 99 that a text such as `二十三` names."""
    tens, ten, ones = text.rpartition("十")
    return 10 * int(_DIGITS.get(tens, "1" if ten else "0")) + int(_DIGITS.get(ones, "0"))


_COUNTER: Final = re.compile(rf"{_REPEATED}?[ .:_]*([0-9]+)[ .:_]*{_REPEATED}?")


def counter_in(text: str) -> str:
    """Return the number in a text such as `2 honba`; if the text has another form, return it.

    >>> counter_in("0본장"), counter_in("2 honba"), counter_in("2")
    ('0', '2', '2')
    """
    match = _COUNTER.fullmatch(unicodedata.normalize("NFKC", text).casefold().strip())
    return match[1] if match else text


@CELL_TEXTS.cached
def wind_of(text: str) -> str:
    """Return the letter of the wind that a text names: E, S, W or N; empty for other text.

    >>> wind_of("East round"), wind_of("東風"), wind_of("东风圈"), wind_of("Ann")
    ('E', 'E', 'E', '')
    """
    return _WINDS.get(_OF_ROUND.sub("", plain(text)), "")


@CELL_TEXTS.cached
def is_seat_name(text: str) -> bool:
    """Return whether a text is only the name of a seat or a wind, such as `East` or `P2`."""
    return plain(text) in _SEATS or _NUMBERED.fullmatch(plain(text)) is not None


def is_date(text: str) -> bool:
    """Return whether a text is a date.

    >>> [is_date(each) for each in ("2025-03-14", "14.3.25", "3/14/2025", "3月14日(土)", "14.3.")]
    [True, True, True, True, True]
    >>> [is_date(each) for each in ("3.9", "E1")]
    [False, False]
    """
    return _DATE.fullmatch(unicodedata.normalize("NFKC", text).strip()) is not None


_WITHIN_NAMES: Final = re.compile(r"[\s/()（）,·]+")


def parts_of_names(names: Sequence[str]) -> dict[str, int]:
    """Return the words that occur in only one player's name, with the number of the player.

    The number counts from 0. Cells often use such a word, for example a first name, instead of the
    whole name. Names of one word are left out.

    >>> parts_of_names(["Ann Lee", "Bo Lee", "Kai 凯", "Dee"])
    {'ann': 0, 'bo': 1, 'kai': 2, '凯': 2}
    """
    parts = [[plain(part) for part in _WITHIN_NAMES.split(name) if part] for name in names]
    times = Counter(part for some in parts for part in {*some})
    return {
        part: place
        for place, some in enumerate(parts)
        for part in (some if len(some) > 1 else ())
        if times[part] == 1 and may_be_name(part)
    }


def may_be_name(word: str) -> bool:
    """Return whether a word may be a player's name.

    Initials, words with digits or signs, names of seats and known words such as `draw` are not
    accepted as names.
    """
    is_long = len(word) > 1 or not word.isascii()
    is_known = word in RESULTS | ABSENT | AND or role_of(word) is not None or is_seat_name(word)
    return is_long and word.isalpha() and not is_known


def seat_letters(text: str) -> tuple[Seat, ...]:
    """Return the seats of different seat letters written together, such as ``AC``.

    Return an empty tuple for other text.
    """
    word = plain(text).upper()
    if word and set(word) <= set(SEATS) and len(set(word)) == len(word):
        return tuple(SEATS.index(letter) for letter in word)
    return ()


_WITH_REPEAT: Final = re.compile(
    rf"{_WIND}(?:家|{_OF_DEAL})?[ ._·/,+(-]*({_REPEATED}?)[ ]*([0-9]{{1,2}})[ ]*({_REPEATED}?)[)]?"
)
"""Wind of the dealer with the counters; the wind of the round is elsewhere."""


def dealer_and_counters(text: str) -> tuple[str, str]:
    """Parse a text such as `S 2本場` into the dealer's number and the counters, here 2 and 2.

    Return two empty texts for any other text.

    >>> dealer_and_counters("北連1"), dealer_and_counters("S 2本場"), dealer_and_counters("E2")
    (('4', '1'), ('2', '2'), ('', ''))
    """
    word = unicodedata.normalize("NFKC", text).casefold().strip(" .:")
    match = _WITH_REPEAT.fullmatch(word)
    if match is None or not (match[2] or match[4]):
        return "", ""
    return str(_NUMBER_OF_WIND[_WINDS[match[1]]]), str(int(match[3]))


_CELL: Final = re.compile(r"[^\t;|,\n\r]+")


def known_words(text: str) -> int:
    """Count the parts of a text that contain a known word or seat of score sheets, up to 2000.

    The parts are separated by commas, tabs and line breaks. Used to choose the encoding of a file:
    the right encoding gives most known words.
    """
    return sum(
        role_of(word) is not None or is_seat_name(word) for word in _CELL.findall(text)[:2000]
    )
