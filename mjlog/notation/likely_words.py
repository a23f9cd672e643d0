"""What a scribe likely meant by a word or a line that cannot be read.

The grammar has refused the text before anybody asks here. A rewriting is offered only if the
grammar takes it; the record keeps what was written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mjlog.model.lazy_pattern import lazy_pattern
from mjlog.model.messages import Message, msg
from mjlog.model.near_words import near_words
from mjlog.model.record import SEATS
from mjlog.notation.grammar import GrammarError
from mjlog.notation.repair import OF_LINES, OF_TURNS, Stop, repaired

EXAMPLES: Final[Mapping[str, str]] = {
    "bonus": "bonus A 1f5f",
    "deal": "deal A 123m456p789s1122z",
    "dora": "dora 4p",
    "draw": "draw wall",
    "exchange": "exchange A>B 123m",
    "fan": "fan B riichi 1, fu 30",
    "kong": "kong C concealed 2",
    "net": "net +8 -8 0 0",
    "next": "next E2 dealer=B",
    "note": "note the lamp went out",
    "pay": "pay A>B 1000, table>B 300",
    "ready": "ready A C",
    "rule": "rule B false-win",
    "score": "score 25000 26000 24000 25000",
    "show": "show B +777z 234m55p",
    "sign": "sign A 2026-01-18",
    "tenpai": "tenpai A D",
    "ura": "ura 3s",
    "void": "void A m",
    "wall": "wall 5m1z?9p3s",
    "win": "win B 5m from C",
}
"""A line of each keyword, as it is written."""
EDITS: Final[Mapping[str, str]] = {
    "del": "0007 S1 del 0006",
    "fix": "0004 S1 fix 0002 9s.",
    "ins": "0005 S1 ins 0003 A:5m",
}
"""A line of a ledger for each of its edits."""
_LINES_BY_KEYWORD: Final = {**EXAMPLES, **EDITS}
_LONGEST: Final = 40
"""Longer words are no slips of the pen."""
_LONGEST_LINE: Final = 200

Match = re.Match[str]
Rewriting = tuple[re.Pattern[str], str | Callable[[Match], str]]


class Likely(NamedTuple):
    """What was likely meant: advice for people, and the text itself where it is certain."""

    advice: Message
    text: str = ""


def meant(text: str) -> Likely:
    """Return the advice to write that text instead."""
    return Likely(msg("did you mean {likely}?", likely=f"`{text}`"), text)


# --------------------------------------------------------------------------- words of play

_PUNG: Final = msg("claim a pung with `+` and your own two tiles: `+99m-4p`")
_CHOW: Final = msg("claim a chow with `+` and your own two tiles: `+13m-4p`")
_KONG: Final = msg(
    "write a kong as `*5555z/7s-6m` if concealed, `+999m/7s-4p` if claimed, `^5z/7s-1m` if added"
)
_WIN: Final = msg("write a win as `#` on a discard, as `5p#` on the drawn tile")
_DRAWN_WIN: Final = msg("write a win on the drawn tile as `5p#`, on a replacement as `*5555z/7s#`")
_READY: Final = msg("declare ready with `!` behind the discard: `8m!`")
_SAME: Final = msg("write the drawn tile with a point if it is discarded at once: `9m.`")
_PASS: Final = msg("leave out players who do nothing")
_NOBODY: Final = msg("write `draw wall` on a line of its own if nobody has won")
_NOT_READY: Final = msg("write who was ready instead: `tenpai A D`")
_FLOWER: Final = msg("write a bonus tile and its replacement as `1f/3m-9s`")
_CALLS: Final[dict[str, Message]] = {
    name: advice
    for names, advice in (
        ("pon pong pung peng kou", _PUNG),
        ("chi chii chow chee shun", _CHOW),
        ("kan kong gang ankan minkan daiminkan kakan shouminkan", _KONG),
        ("ron win hu hule mahjong agari chankan", _WIN),
        ("tsumo zimo rinshan", _DRAWN_WIN),
        ("riichi reach ting ready tenpai", _READY),
        ("tsumogiri", _SAME),
        ("pass skip guo", _PASS),
        ("draw ryuukyoku huangzhuang", _NOBODY),
        ("flower hua bonus", _FLOWER),
        ("noten", _NOT_READY),
    )
    for name in names.split()
}
"""What players call out, and how a record has it."""
_HONOURS: Final = {
    name: tile
    for tile, names in {
        "1z": "east ton dong e 東 东",
        "2z": "south nan s 南",
        "3z": "west shaa sha xi w 西",
        "4z": "north pei kita bei n 北",
        "5z": "white haku bai wh wd h 白",
        "6z": "green hatsu fa gd g 發 发 発",
        "7z": "red chun zhong rd r 中",
    }.items()
    for name in names.split()
}
_SUIT_LETTERS: Final = dict(zip("bckwdto萬万筒饼餅索条條", "smmmpppmmpppsss", strict=True))
"""What other books have for suits: bamboo, characters, wan, dots, tong, and Chinese letters."""


_SUITS_BY_NAME: Final = {
    name: letter
    for letter, names in {
        "m": "character wan man crack manzu c k w m 萬 万",
        "p": "dot circle pin tong pinzu d t o p 筒 饼 餅",
        "s": "bamboo bam sou tiao souzu stick b s 索 条 條",
    }.items()
    for name in names.split()
}


def _lower(sign: Match) -> str:
    return sign[0].lower()


def _upper(sign: Match) -> str:
    return sign[0].upper()


def _suit(letter: Match) -> str:
    return _SUIT_LETTERS.get(letter[0].lower(), letter[0])


def _seat(number: Match) -> str:
    return SEATS[int(number[0]) - 1]


def _suit_given_up(line: Match) -> str:
    letter = _SUITS_BY_NAME.get(line[2].lower().rstrip("s"), line[2])
    return f"{line[1]} {letter}"


def _honour(name: Match) -> str:
    return _HONOURS.get(name[0].lower(), name[0])


_TURN_WORDS: Final[tuple[Rewriting, ...]] = tuple(
    (lazy_pattern(pattern), replacement)
    for pattern, replacement in (
        (r"^([A-Da-d])(?:::|[;.=-])?(?=[-+*^&/_#~?0-9J])", r"\1:"),
        (r"^[1-4](?=:)", _seat),
        (r"[.-]#$", "#"),
        (r"([!.#])[!.#]+$", r"\1"),
        (r"(?<=[0-9]m)an|(?<=[0-9]p)in|(?<=[0-9]s)ou", ""),
        (r"^((?:[A-D]:)?)[A-Za-z](?=[0-9]{2}[mpsz]-)", r"\1+"),
        (r"([mpszf])\1+", r"\1"),
        (r"\+{2,}(?=[0-9])", "+"),
        (r"(?<![A-Za-z])[lI](?=[mpszf](?![a-z]))", "1"),
        (r"/([0-9][mpsz])\.$", r"/\1-\1"),
        (r"-([0-9]'?[mpsz])_!?$", r"-_\1!"),
        (r"(?<=[0-9][mpszf])(?=[0-9][mpszf][.!#]?$)", "-"),
        (r"^((?:[A-D]:)?)=(?=[0-9])", r"\1+"),
        (r"^((?:[A-D]:)?)(?!1[0-9])([0-9]{2}[mpsz])(?=-)", r"\1+\2"),
        (r"^((?:[A-D]:)?([0-9][mpsz]))\+(\2)(?=/|$)", r"\1^\3"),
        (r"[–—=-]+>|--+|[–—→>,_/|~](?=[0-9?mpsz])|(?<=[mpszf])[.+](?=[0-9])", "-"),
        (r"(?<![0-9j'])([mpszf])([0-9])(?![0-9mpszf])", r"\2\1"),
        (r"(?<=[0-9?j'])[MPSZF]", _lower),
        (r"(?<=[0-9])[bcdktwoBCDKTWO萬万筒饼餅索条條](?![a-z])", _suit),
        (r"[東东南西北白發发発中]", _honour),
        (r"(?:r5|50|5r)([mps])", r"0\1"),
        (r"5([mps])r", r"0\1"),
        (r"([*^&][^-]*)-x$", r"\1/x"),
        (r"(?<![a-z0-9])[A-Za-z]{1,5}(?![a-z])", _honour),
        (r"^((?:[A-D]:)?)!(.*)", r"\1\2!"),
        (r"^((?:[A-D]:)?)\.(.*)", r"\1\2."),
        (r"^((?:[A-D]:)?)#(.+)", r"\1\2#"),
        (r"^((?:[A-D]:)?)\+([0-9])([mpsz])(?=$|-)", r"\1+\2\2\3"),
        (r"\*([0-9])\1{0,2}([mpsz])", r"*\1\1\1\1\2"),
        (r"\^([0-9])\1+([mpsz])", r"^\1\2"),
        (r"^((?:[A-D]:)?)([0-9]{2,3}[mpsz])\+", r"\1+\2"),
        (r"(?<![0-9a-zA-Z])j(?![0-9a-zA-Z])", "J"),
        (r"(?<![0-9a-zA-Z/])[xX](?![0-9a-zA-Z])", "?"),
    )
)
"""Slips of words of play, each with what stands in their place; the first ones are tried first."""
_LETTERS: Final = lazy_pattern(r"[A-Za-z]{2,}")
_ODD_SUIT: Final = lazy_pattern(r"([0-9])[a-egh-ik-lnoqrt-yA-Z](?![a-z])")
_BARE_RANK: Final = lazy_pattern(r"([0-9])(?![0-9'jmpszf])")
_TOO_HIGH: Final = lazy_pattern(r"(?<![+*&/0-9'])[1-9][0-9]+[mps]")
_AUTHOR: Final = lazy_pattern(r"[A-Z][A-Za-z0-9_-]*")
_NUMBERED: Final = lazy_pattern(r"#?([0-9]{1,4})[.):,]?")


def likely_word(word: str, stop: Stop, players: Sequence[str]) -> Likely | None:
    """Return what a word of play likely means, or how that act is written."""
    if len(word) > _LONGEST:
        return None
    if not word.strip(".,:;)|"):
        return Likely(msg("leave out {sign}", sign=f"`{word}`"))
    text = word
    for pattern, replacement in (*_letters_for_names(players), *_TURN_WORDS):
        text = pattern.sub(replacement, text)
        if text != word and not stop(text):
            return meant(text)
    call = _call_in(word)
    if call is not None:
        return Likely(call)
    if _TOO_HIGH.search(word):
        return Likely(msg("ranks are 1p to 9p, and 0p is a red five: one turn drops one tile"))
    likely = "" if _likely_tile(word) else repaired((word, text), stop, OF_TURNS)
    return meant(likely) if likely else _likely_tile(word)


def likely_number(words: Sequence[str]) -> Likely | None:
    """Return the number that the first word of a line likely is.

    It numbers a go-around, or a ledger line if an author follows.
    """
    number = _NUMBERED.fullmatch(words[0])
    if number is None:
        return None
    is_entry = len(words) > 1 and _AUTHOR.fullmatch(words[1]) is not None
    likely = f"{int(number[1]):04}" if is_entry else f"{number[1]}."
    return meant(likely) if likely != words[0] else None


def likely_run(words: Sequence[str], place: int, stop: Stop) -> Likely | None:
    """Return the turn that a word makes with its neighbours, if blanks were typed inside it."""
    if words[place].upper() in SEATS and place + 1 < len(words) and not stop(words[place + 1]):
        return meant(f"{words[place].upper()}:{words[place + 1]}")
    for first, last in ((place - 1, place + 3), (place - 1, place + 2), (place, place + 2)):
        if first < 0 or last > len(words):
            continue
        joined = "".join(words[first:last])
        if len(joined) <= _LONGEST and not stop(joined):
            return meant(joined)
    if place and not stop(words[place - 1] + words[place]):
        return meant(words[place - 1] + words[place])
    return None


def _call_in(word: str) -> Message | None:
    """Return how the call that a word names is written."""
    for name in _LETTERS.findall(word.lower()):
        for call in (name, name[1:]):  # behind a tile the letter of its suit stands before a call
            if call in _CALLS:
                return _CALLS[call]
    for name in _LETTERS.findall(word.lower()):
        if len(name) >= len("chii") and (near := near_words(name, _CALLS, 1)):
            return _CALLS[near[0]]
    return None


def _likely_tile(word: str) -> Likely | None:
    """Return the tiles that exist, if a word names one that does not."""
    if re.search(r"[089][0-9']*z", word):
        return Likely(msg("honours are 1z to 7z"))
    if re.search(r"[09][0-9']*f", word):
        return Likely(msg("bonus tiles are 1f to 8f"))
    rank = _ODD_SUIT.search(word) or _BARE_RANK.search(word)
    if rank is None:
        return None
    suits = "mps" if rank[1] in "089" else "mpsz"
    tiles = ", ".join([f"{rank[1]}{suit}" for suit in suits])
    return Likely(msg("suits are m, p and s, honours z: {tiles}", tiles=tiles))


# --------------------------------------------------------------------------- lines

_KEYWORDS_BY_OTHER_NAMES: Final = {
    name: keyword
    for keyword, names in {
        "deal": "hand dealt haipai tiles",
        "win": "won wins winner ron tsumo hu agari",
        "score": "points scores total totals standing",
        "net": "delta deltas change changes",
        "pay": "payment payments pays paid",
        "fan": "yaku han tai faan items item",
        "rule": "ruling penalty fine foul judgement judgment",
        "dora": "indicator indicators doras",
        "ura": "uradora",
        "bonus": "flowers flower",
        "exchange": "swap pass",
        "note": "remark comment",
        "draw": "drawn",
        "del": "delete remove",
        "ins": "insert",
        "fix": "correct replace",
        "": "noten",
    }.items()
    for name in names.split()
}
"""What other books and programs call our keywords."""
_SEAT: Final = "[A-Da-d]"
_LETTER_FIRST: Final = lazy_pattern(r"([mpszf])([0-9]+)")


def _keyword(word: Match) -> str:
    return likely_keyword(word[0]) or word[0]


def _plain_numbers(line: Match) -> str:
    text = re.sub("(?<=[0-9])['’](?=[0-9]{3})", "", line[0])
    return re.sub("[–—−](?=[0-9])", "-", text)


def _four_digits(number: Match) -> str:
    return f"{int(number[0]):04}"


def _padded_edit(edit: Match) -> str:
    return f"{edit[1]} {int(edit[2]):04}"


def _capital_author(name: Match) -> str:
    return name[1] + name[2].upper()


def _with_suits_joined(line: Match) -> str:
    return re.sub(r"(?<= )([0-9']+) (?=[0-9']*[mpszf])", r"\1", line[0])


def _win_of_a_scribe(line: Match) -> str:
    """Return the line for what `mjlog record` takes for a win: ``c<a 5s``."""
    source = f"from {line[2].upper()}" if line[2] else "self"
    return f"win {line[1].upper()} {line[3] or '?'} {source}"


def _letters_behind(run: Match) -> str:
    return _LETTER_FIRST.sub(r"\2\1", run[0])


_LINES: Final[tuple[Rewriting, ...]] = tuple(
    (lazy_pattern(pattern), replacement)
    for pattern, replacement in (
        (r"^([0-9]{4,9} (?:[0-9:.]+ )?)([a-z])", _capital_author),
        (r" *(?://|#|--) *([^/#;{}]*)$", r" ; \1"),
        (r"^(?:net|score|pay)\b.*", _plain_numbers),
        (r"^(?:show|deal)\b.*", _with_suits_joined),
        (rf"^({_SEAT}) (?:win|wins|won|ron|tsumo|hu)\b", r"win \1"),
        (r"^([A-Da-d])<([A-Da-d]?)(?: ([0-9][mpsz]))?$", _win_of_a_scribe),
        (r"^end\b", "next end"),
        (rf"^(chombo|chonbo|false-win) ({_SEAT})\b", r"rule \2 \1"),
        (r"^(?:ryuukyoku|exhausted|washout|no winner|nobody|nobody won)$", "draw wall"),
        (r"^abort\b", "draw abort"),
        (rf"(>{_SEAT})(?=[0-9])", r"\1 "),
        (rf"^(deal {_SEAT}) (\S+) (\[[^\]]*\])$", r"\1 \3 \2"),
        (rf"^(deal {_SEAT}) ([^\s\[\]]+?) ?[|/+] ?([^\s\[\]]+)$", r"\1 [\2] \3"),
        (r"(?<=[mpsz])j+(?![a-z0-9])", _upper),
        (r"^fu ([A-D]) ", r"fan \1 fu "),
        (r"^([A-Za-z]+):", r"\1"),
        (rf"^([a-z]+ {_SEAT}):", r"\1"),
        (rf"^(void {_SEAT}) ([A-Za-z萬万筒饼餅索条條]+)$", _suit_given_up),
        (rf"\b({_SEAT}),({_SEAT})>({_SEAT}) ([0-9?]+)", r"\1>\3 \4, \2>\3 \4"),
        (r"^[A-Za-z]+\b", _keyword),
        (r"(?<=[0-9?j'])[MPSZF]", _lower),
        (r"(?<![0-9a-zA-Z])(?:[mpszf][0-9]+)+(?![0-9a-z])", _letters_behind),
        (r"(?<=[ >])(?:pot|kitty|bank)\b", "table"),
        (rf"^(win|show|deal|bonus|fan|kong|rule) (\S+) ({_SEAT})(?= |$)", r"\1 \3 \2"),
        (
            rf"^(win {_SEAT} \S+) (?:by|off|of|against|ron|fom|form|frm|frome|<-|<|←)(?= {_SEAT}$)",
            r"\1 from",
        ),
        (r"\bfrom (?=self$|player )", ""),
        (r"\bplayer (?=[A-D]$)", "from "),
        (rf"^(win {_SEAT}) (self|from {_SEAT}|rob {_SEAT}) (?:with |on |by )?(\S+)$", r"\1 \3 \2"),
        (rf"^(win {_SEAT}) (?=(?:from|rob) {_SEAT}$|self$)", r"\1 ? "),
        (rf"^(win {_SEAT} \S+) ({_SEAT})$", r"\1 from \2"),
        (r"^(win .*?)\b(?:tsumo|self draw|self-?drawn?|zimo|own|drawn|sef|slef)$", r"\1self"),
        (rf"\b(?:robbing|robs|robbed|chankan)(?= {_SEAT}$)", "rob"),
        (rf"(?<=[ ,])({_SEAT}|table)<({_SEAT}|table)", r"\2>\1"),
        (rf"(?<=[ ,])({_SEAT}|table) ?(?:->|=>|→|=|:| to ) ?({_SEAT}|table)\b", r"\1>\2"),
        (rf"^((?:pay|exchange) {_SEAT}) ({_SEAT}) ", r"\1>\2 "),
        (r"(?<=[0-9])[.,](?=[0-9]{3}(?![0-9]))", ""),
        (r"(?<![a-z0-9])([0-9]+)k\b", r"\g<1>000"),
        (r"(?<![A-Za-z0-9])[Oo](?![A-Za-z0-9])", "0"),
        (r"(?<= )([+-]) (?=[0-9])", r"\1"),
        (r"[({]([0-9mpszf']+)[)}] ?", r"[\1] "),
        (r"\bx(?=[0-9])", ""),
        (r"^((?:fan|kong) .*[a-z])(?:[=:] ?|)(?=[0-9])", r"\1 "),
        (r"\b([0-9]+) ?fu\b", r"fu \1"),
        (rf"^((?:fan|kong) {_SEAT}) ([0-9]+) ([a-z-]+)$", r"\1 \3 \2"),
        (r"^(pay .*[0-9?]) (?:for )?([a-z-]+)$", r"\1 for=\2"),
        (rf" by ({_SEAT})$", r" by=\1"),
        (r"(?<=[a-z])_(?=[a-z])", "-"),
        (r"\b(dealer|seats|honba|sticks|dice|scores|for) ?[=:] ?(?=\S)", r"\1="),
        (r"^([0-9]{1,3})(?= [A-Za-z][A-Za-z0-9_-]* )", _four_digits),
        (r"\b(fix|del|ins) ([0-9]{1,3})\b", _padded_edit),
        (r"(?<=[0-9]{4})-(?=[0-9]{4})", ".."),
        (r"(?<= [0-9]{2})[.:]([0-9]{2})(?= )", r":\1:00"),
    )
)
"""Slips of lines beside play."""
_ITEM_OF_TWO_WORDS: Final = lazy_pattern(r"(?:fan|kong) [A-D] (?:.*, )?[a-z-]+ [a-z]")
_TWO_WORDS: Final = Likely(
    msg(
        "the name of an item is one word, as in {example}; a comma stands between two items",
        example="`double-riichi 2`",
    )
)


_FIRST_WORD: Final = lazy_pattern(r"[A-Za-z]+")


def likely_keyword(word: str) -> str:
    """Return the keyword that a word likely is; empty if none is like it."""
    small = word.lower().rstrip(":")
    if small in _LINES_BY_KEYWORD:
        return small
    if small in _KEYWORDS_BY_OTHER_NAMES:
        return _KEYWORDS_BY_OTHER_NAMES[small]
    same_letters = [keyword for keyword in EXAMPLES if sorted(keyword) == sorted(small)]
    near = same_letters or near_words(small, EXAMPLES, 1)
    return near[0] if near and len(small) > 1 else ""


def keyword_advice(word: str) -> Likely | None:
    """Return an example of a line that begins with such a word; None if it is like no keyword."""
    keyword = likely_keyword(word)
    if not keyword:
        return None
    example = f"`{_LINES_BY_KEYWORD[keyword]}`"
    return Likely(msg("such a line is written {example}", example=example))


def letters_by_name(players: Sequence[str]) -> dict[str, str]:
    """Return each player's letter by name in small letters.

    A first name alone counts if nobody else has it. A name that is a keyword is left out.
    """
    letters: dict[str, str] = {}
    firsts = [name.lower().partition(" ")[0] for name in players]
    for letter, name, first in zip(SEATS, players, firsts, strict=False):
        if name and firsts.count(first) == 1 and first not in EXAMPLES:
            letters[first] = letters[name.lower()] = letter
    return letters


def _letters_for_names(players: Sequence[str]) -> Iterator[Rewriting]:
    letters = letters_by_name(players)
    for name in sorted(letters, key=len, reverse=True):
        yield re.compile(rf"(?i)(?<![\w-]){re.escape(name)}(?![\w-])"), letters[name]


def likely_line(
    text: str, problem: GrammarError | None, stop: Stop, players: Sequence[str] = ()
) -> Likely | None:
    """Return the line that was likely meant, or how such a line is written.

    `problem`: the complaint about it; None if no known line begins so. `players`: names whose
    letters may be meant.
    """
    if len(text) > _LONGEST_LINE:
        return None
    line = text
    for pattern, replacement in (*_letters_for_names(players), *_LINES):
        line = pattern.sub(replacement, line)
        if line != text and not stop(line):
            return meant(line)
    if problem is not None and any("tile" in words for words in problem.expected):
        # A run without its suit lacks the letter behind the last rank.
        found = problem.found.rstrip(",;")
        tile = _likely_tile(found[-1] if found.isdigit() else found)
        if tile is not None:
            return tile
    if _ITEM_OF_TWO_WORDS.match(text):
        return _TWO_WORDS
    first = _FIRST_WORD.match(text)
    word = first[0].lower() if first is not None else ""
    is_keyword = word in EXAMPLES or bool(_KEYWORDS_BY_OTHER_NAMES.get(word))
    if problem is None and not is_keyword:
        call = _call_in(word)  # `kan` is like `fan`, but a call
        if call is not None:
            return Likely(call)
    likely = repaired((text, line), stop, OF_LINES)
    return meant(likely) if likely else keyword_advice(word)
