"""Guesses what a scribe meant by a word or a line that the grammar refuses.

A correction is offered only if the grammar accepts it. The record keeps what was written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mjlog.model.lazy_pattern import lazy_pattern
from mjlog.model.messages import Message, msg
from mjlog.model.near_words import invert_names, likeness, near_words
from mjlog.model.record import SEATS
from mjlog.notation.calls import CALLS, WINS, pattern_of
from mjlog.notation.foreign_tiles import HONOURS, SUIT_LETTERS, SUITS_BY_NAME, plain_tiles
from mjlog.notation.grammar import GrammarError
from mjlog.notation.pasted_text import plain_copy, without_bullet
from mjlog.notation.repair import OF_LINES, OF_TURNS, Stop, repaired
from mjlog.notation.reworded_lines import ENDS, WORDS_FOR_THE_END, reword_line, without_ranges

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
"""An example of a line for each keyword."""
EDITS: Final[Mapping[str, str]] = {
    "del": "0007 S1 del 0006",
    "fix": "0004 S1 fix 0002 9s.",
    "ins": "0005 S1 ins 0003 A:5m",
}
"""An example of a ledger line for each kind of correction."""
_LINES_BY_KEYWORD: Final = {**EXAMPLES, **EDITS}
_LIKE_A_CALL: Final = 0.7
"""Minimum similarity of a misspelt word to a call; words of other languages are less similar."""
_LONGEST: Final = 40
"""Maximum length of a word for which a correction is searched."""
_LONGEST_LINE: Final = 200
_MOST_ROWS: Final = 6
"""Maximum number of rewriting rules that are tried together with each other rule."""

Match = re.Match[str]
Rewriting = tuple[re.Pattern[str], str | Callable[[Match], str]]


class Likely(NamedTuple):
    """A guess at what was meant: `advice` for people, and the corrected `text`, empty if unsure."""

    advice: Message
    text: str = ""


def did_you_mean(text: str) -> Likely:
    """Return a `Likely` with the advice "did you mean …?" and `text`, the corrected text."""
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
_MELDS: Final = msg(
    "write the melds of a hand as `+777m` if claimed, `*4444m` if a concealed kong, `^5555z` if an"
    " added one"
)
_FACE_DOWN: Final = msg("declare ready with the tile face down as `_4z!`")
_SAME: Final = msg("write the drawn tile with a point if it is discarded at once: `9m.`")
_PASS: Final = msg("leave out players who do nothing")
_NOBODY: Final = msg("write `draw wall` on a line of its own if nobody has won")
_NOT_READY: Final = msg("write who was ready instead: `tenpai A D`")
_FLOWER: Final = msg("write a bonus tile and its replacement as `1f/3m-9s`")
SEATS_BY_LETTERS: Final = msg("seats are A to D in the order of play; A is the first east")
_ADVICE_BY_CALL: Final[Mapping[str, Message]] = {
    "pung": _PUNG,
    "chow": _CHOW,
    "concealed kong": _KONG,
    "claimed kong": _KONG,
    "added kong": _KONG,
    "kong": _KONG,
    "win": _WIN,
    "discard": _WIN,
    "robbed": _WIN,
    "self": _DRAWN_WIN,
    "behind a kong": _DRAWN_WIN,
    "ready": _READY,
    "face down": _FACE_DOWN,
    "drawn tile": _SAME,
    "pass": _PASS,
    "nobody": _NOBODY,
    "bonus": _FLOWER,
    "not ready": _NOT_READY,
}
_CALLS: Final[dict[str, Message]] = {
    name: advice for call, advice in _ADVICE_BY_CALL.items() for name in CALLS[call].split()
}
"""Advice on how to write each call that players make."""


_DISCARD_CALLS: Final = frozenset(CALLS["discards"].split())


def _lower(sign: Match) -> str:
    return sign[0].lower()


def _letter_behind(tile: Match) -> str:
    return tile[2] + tile[1].lower()


def _upper(sign: Match) -> str:
    return sign[0].upper()


def _suit(letter: Match) -> str:
    return SUIT_LETTERS.get(letter[0].lower(), letter[0])


def _seat(number: Match) -> str:
    return SEATS[int(number[0]) - 1]


def _plain_text(text: Match) -> str:
    return plain_tiles(text[0])


def _suit_by_name(name: Match) -> str:
    return SUITS_BY_NAME.get(name[0].rstrip("s"), name[0])


def _win_on_discard(word: Match) -> str:
    return f"{word[1] or word[2] or ''}#"


def _ready_first(word: Match) -> str:
    """Replace a call of riichi in a turn by ``!`` after the discard: ``riichi-5m`` gives ``5m!``.

    `word` is a regex match with three groups: the text before the call, the drawn tile, and the
    discard.
    """
    return f"{word[1]}{word[2] + '-' if word[2] else ''}{word[3]}!"


def _honour(name: Match) -> str:
    return HONOURS.get(name[0].lower(), name[0])


_TURN: Final = r"((?:[A-D]:)?(?:[0-9]'?[mpsz])?)"
"""The player of a turn, and the drawn tile."""
_SET_CALLED: Final = pattern_of("pung", "chow")
_CONCEALED: Final = pattern_of("concealed kong")
_CLAIMED: Final = pattern_of("claimed kong")
_ADDED: Final = pattern_of("added kong")
_KONG_CALLED: Final = f"(?:[a-z]{{0,6}}(?:kan|kong|gang)|{pattern_of('kong')})"
_WIN_CALLED: Final = pattern_of("win", "discard")
_DRAWN_WIN_CALLED: Final = pattern_of("self", "behind a kong")
_FLOWER_CALLED: Final = pattern_of("bonus")
_DISCARD_CALLED: Final = pattern_of("discards")
_READY_CALLED: Final = pattern_of("ready")
_TILE: Final = "([0-9]'?[mpsz])"
_DRAWS: Final = f"(?:{pattern_of('draws')}-?)"
_DISCARDS: Final = f"(?:{_DISCARD_CALLED}-?)"
_RED: Final = "(?:aka|red|赤|紅|红|r)"
_TURN_WORDS: Final[tuple[Rewriting, ...]] = tuple(
    (lazy_pattern(pattern), replacement)
    for pattern, replacement in (
        (r"^.+$", _plain_text),
        (r"(?<=[0-9])J(?=[mpsz])", _lower),
        (r"^([A-Da-d])(?:::|[;.=-])?(?=[-+*^&/_#~?0-9J])", r"\1:"),
        (r"(?<=[0-9]f)[,;+>|-]+(?=[0-9]'?[mpszf])", "/"),
        (r"^((?:[A-D]:)?)((?:[0-9]+f)+)&(?=/)", r"\1&\2"),
        (r"[‐‑‒–—―−→>~](?=_[0-9])", "-"),
        (r"^((?:[A-D]:)?)([0-9][mpsz])\^(?=[/-]|$)", r"\1\2^\2"),
        (rf"^{_TURN}{_SET_CALLED}\(?([0-9]{{2}}[mpsz])\)?-?(?=[0-9])", r"\1+\2-"),
        (rf"^((?:[A-D]:)?){_DRAWS}{_TILE}-?{_DISCARDS}{_TILE}", r"\1\2-\3"),
        (rf"^((?:[A-D]:)?){_DISCARDS}{_TILE}", r"\1\2"),
        (rf"^((?:[A-D]:)?){_DRAWN_WIN_CALLED}-?{_TILE}$", r"\1\2#"),
        (rf"^((?:[A-D]:)?)-?{_TILE}-?{pattern_of('drawn tile')}$", r"\1\2."),
        (rf"^((?:[A-D]:)?){_READY_CALLED}[:-]?(?:{_TILE}-)?{_TILE}$", _ready_first),
        (rf"^{_TURN}{_SET_CALLED}-?(?=[0-9]'?[0-9])", r"\1+"),
        (rf"^{_TURN}{pattern_of('pung')}([0-9])\2?([mpsz])", r"\1+\2\2\3"),
        (rf"^{_TURN}{_CONCEALED}-?([0-9])\2{{0,3}}([mpsz])", r"\1*\2\2\2\2\3"),
        (rf"^{_TURN}{_CLAIMED}-?([0-9])\2{{0,3}}([mpsz])", r"\1+\2\2\2\3"),
        (rf"^{_TURN}{_ADDED}-?([0-9])\2{{0,3}}([mpsz])", r"\1^\2\3"),
        (rf"^{_TURN}{_KONG_CALLED}-?(?=([0-9])\2{{3}}[mpsz])", r"\1*"),
        (rf"^{_TURN}{_KONG_CALLED}-?(?=([0-9])\2{{2}}[mpsz])", r"\1+"),
        (rf"^{_TURN}{_KONG_CALLED}-?(?=[0-9][mpsz])", r"\1^"),
        (rf"^((?:[A-D]:)?){_WIN_CALLED}$", r"\1#"),
        (rf"-?{_CONCEALED}([0-9])\1{{0,3}}([mpsz])", r"*\1\1\1\1\2"),
        (rf"-?{_KONG_CALLED}(?=([0-9])\1{{3}}[mpsz])", "*"),
        (
            rf"^((?:[A-D]:)?)([0-9])\2{{3}}([mpsz])-?(?:{_CONCEALED}|{_KONG_CALLED})",
            r"\1*\2\2\2\2\3",
        ),
        (r"(?<=[mpsz])\+(?=[0-9][mpsz]/)", "="),
        (r"\(([0-9]'?[mpsz])\)", r"_\1"),
        (r"!\.$", ".!"),
        (r"[<@][A-D](?=[-/!]|$)", ""),
        (r"(?<=[0-9])[\"”“″´`ʹʼ′](?=[0-9]*[mpsz])", "'"),
        (r"(?:kita|nuki|拔北|抜き|北抜き)(?=/)", "&4z"),
        (r"-([0-9]'?[mpsz])!?face-?down$", r"-_\1!"),
        (r"(-[0-9]'?[mpsz])[rR]$", r"\1!"),
        (rf"#(?:{_WIN_CALLED}|{_DRAWN_WIN_CALLED})$", "#"),
        (rf"(?<=[0-9][mpszf])!?(?:{_READY_CALLED})$", "!"),
        (rf"(?<=[0-9][mpszf])[.]?{_DRAWN_WIN_CALLED}$", "#"),
        (rf"(?<=/[0-9][mpszf])[.]?{_WIN_CALLED}$", "#"),
        (r"(?<=[0-9])[a-z]{3,9}(?![a-z])", _suit_by_name),
        (r"(?:dora|indicator)[=:]?(?=[0-9][mpsz])", "="),
        (r"^((?:[A-D]:)?)[0-9][mpsz]ron$|^((?:[A-D]:)?)ron[0-9][mpsz]$", _win_on_discard),
        (r"^[1-4](?=:)", _seat),
        (r"[.-]#$", "#"),
        (r"(?<=[mpszf])([!.#])[!.#]+$", r"\1"),
        (r"(?<=-[0-9][mpsz])\*$", "!"),
        (r"(?<=[0-9]m)an|(?<=[0-9]p)in|(?<=[0-9]s)ou", ""),
        (r"^((?:[A-D]:)?)[A-Za-z](?=[0-9]{2}[mpsz]-)", r"\1+"),
        (r"([mpszfJ])\1+", r"\1"),
        (r"([*+][0-9]{3,4}[mpsz])(?=[0-9][mpsz]-)", r"\1/"),
        (r"\+{2,}(?=[0-9])", "+"),
        (r"(?<![A-Za-z])[lI|]['’]?(?=[mpszf](?![a-z]))", "1"),
        (r"(?<![A-Za-z])i['’]?(?=[mpszf][-.!#/=^*])|(?<=[-:])i(?=[mpszf][!.#]?$)", "1"),
        (r"/([0-9][mpsz])\.$", r"/\1-\1"),
        (r"-([0-9]'?[mpsz])!?_!?$", r"-_\1!"),
        (r"(?<=[0-9][mpszf])(?=[0-9][mpszf][.!#]?$)", "-"),
        (r"^((?:[A-D]:)?)=(?=[0-9])", r"\1+"),
        (r"^((?:[A-D]:)?)\+([0-9])j([mpsz])(?=-|$)", r"\1+\2\2j\3"),
        (r"^((?:[A-D]:)?)R(?!5[mps])(?=[0-9])(.*[mpsz])$", r"\1\2!"),
        (r"^((?:[A-D]:)?)(?!1[0-9])([0-9]{2}[mpsz])(?=-)", r"\1+\2"),
        (r"^((?:[A-D]:)?([0-9][mpsz]))\+(\2)(?=/|$)", r"\1^\3"),
        (
            r"(?<=[0-9][mpsz])[dtx](?=[0-9][mpsz])|[–—=-]+>|--+|[‐‑‒–—―−→>,_/|~](?=[0-9?mpsz])|(?<=[mpszf])[.+](?=[0-9])",
            "-",
        ),
        (r"(?<![0-9j'])([mpszfMPZF])([0-9])(?![0-9mpszf])", _letter_behind),
        (r"(?<=[0-9?j'])[MPSZF]", _lower),
        (r"(?<=[0-9])[bcdktwoBCDKTWO](?![a-z])", _suit),
        (rf"(?i:{_RED}-?5|50|5{_RED})([mps])", r"0\1"),
        (rf"(?i)5([mps])-?{_RED}", r"0\1"),
        (r"([*^&][^-]*)-x$", r"\1/x"),
        # Only capitals, because a lower-case letter may be the suit of a tile without its rank.
        (r"(?<![A-Za-z0-9])P(?![A-Za-z0-9])", "5z"),
        (r"(?<![A-Za-z0-9])F(?![A-Za-z0-9])", "6z"),
        (r"(?<![a-z0-9])[^\W\d_]{1,6}(?![a-z])", _honour),
        (r"^((?:[A-D]:)?)!(.*)", r"\1\2!"),
        (r"^((?:[A-D]:)?)\.(.*)", r"\1\2."),
        (r"^((?:[A-D]:)?)#(.+)", r"\1\2#"),
        (r"^((?:[A-D]:)?)\+([0-9])([mpsz])(?=$|-)", r"\1+\2\2\3"),
        (r"\*([0-9])\1{0,2}([mpsz])", r"*\1\1\1\1\2"),
        (r"\^([0-9])\1+([mpsz])", r"^\1\2"),
        (r"^((?:[A-D]:)?)([0-9]{2,3}[mpsz])\+", r"\1+\2"),
        (r"(?<![0-9a-zA-Z])j(?![0-9a-zA-Z])", "J"),
        (r"(?<![0-9a-zA-Z/])[xX](?![0-9a-zA-Z])", "?"),
        (r"(?<![A-Za-z])[oO](?=[mps](?![a-z]))", "0"),
        # Digits typed without shift: `!` is on the key of 1, `#` on 3, `^` on 6, `&` on 7, `*` on
        # 8.
        (r"(?<=[0-9][mpszf])1$", "!"),
        (r"(?<=[0-9][mpszf])3$|(?<=:)3$|^3$", "#"),
        (r"^((?:[A-D]:)?)6(?=[0-9][mpsz](?:/|$))", r"\1^"),
        (r"^((?:[A-D]:)?)7(?=[0-9]+[zf](?:/|$))", r"\1&"),
        (r"^((?:[A-D]:)?)8(?=([0-9])\2{3}[mpsz])", r"\1*"),
        (r"^((?:[A-D]:)?)([0-9])\2{3}([mpsz])8?", r"\1*\2\2\2\2\3"),
    )
)
"""Slips in words of play with their corrections, in the order in which they are tried."""
_REPLACED: Final = lazy_pattern(r"[/*^&f+]")
_LETTERS: Final = lazy_pattern(r"[A-Za-z]{2,}|[^\W\d_A-Za-z]+")
_ODD_SUIT: Final = lazy_pattern(r"([0-9])[a-egh-ik-lnoqrt-yA-Z](?![a-z])")
_BARE_RANK: Final = lazy_pattern(r"([0-9])(?![0-9'jmpszf])")
_TOO_HIGH: Final = lazy_pattern(r"(?<![+*&/0-9'])[1-9][0-9]+[mps]")
_SEVERAL_TILES: Final = lazy_pattern(r"[0-9]'?[0-9]|[0-9][mpsz][-/^*]")
_AUTHOR: Final = lazy_pattern(r"[A-Z][A-Za-z0-9_-]*")
_WIND: Final = "(?i:east|south|west|north|[eswn])|[東东南西北]"
_SEAT_BY_WIND: Final = lazy_pattern(
    rf"(^(?:win|show|deal|bonus|fan|kong|void|rule) |>|\b(?:from|rob|by) |\bby=)"
    rf"({_WIND})(?![\w'])|()(?<![\w'])({_WIND})(?=>)|(^)({_WIND})(?=:)"
)
"""A wind in a place where a line or a turn names a player."""
_NUMBER_AND_DOT: Final = lazy_pattern(r"[0-9]{1,3}\. ")
_NUMBERED: Final = lazy_pattern(r"#?([0-9]{1,4})[.):,]?")


def likely_word(word: str, stop: Stop, players: Sequence[str]) -> Likely | None:
    """Return advice for an unreadable turn, with a correction if possible; None without advice.

    `word` is the turn as written. The function `stop` returns the column at which a text cannot be
    read, 0 if it can. `players` are names of players, which people may write instead of seat
    letters. Return None if nothing is likely or the word is very long.
    """
    if len(word) > _LONGEST or word.rstrip(":") in tuple(SEATS):
        return None  # a letter of a player alone has no meaning
    if not word.strip(".,:;)|"):
        return Likely(msg("leave out {sign}", sign=f"`{word}`"))
    text, is_read = _rewritten(word, (*_letters_for_names(players), *_TURN_WORDS), stop)
    if is_read:
        return did_you_mean(text)
    call = _call_in(word)
    if call is not None:
        return Likely(call)
    if _TOO_HIGH.search(word):
        return Likely(msg("ranks are 1p to 9p, and 0p is a red five: one turn drops one tile"))
    likely = "" if _likely_tile(word) else repaired((word, text), stop, OF_TURNS)
    if "/" in likely and not _REPLACED.search(word):
        likely = ""  # the word has no replacement
    return did_you_mean(likely) if likely else _likely_tile(word)


def _rewritten(text: str, rows: Sequence[Rewriting], stop: Stop) -> tuple[str, bool]:
    """Apply rewriting rules to a text until it can be read.

    Return the text and whether it can be read now. `rows` are pairs of a pattern and its
    replacement. First each rule is tried alone, then pairs of rules, and finally all rules one
    after another. The function `stop` returns the column at which a text cannot be read, 0 if it
    can.
    """
    tried = [text]
    for pattern, replacement in rows:
        other = pattern.sub(replacement, text)
        if other not in tried:
            if not stop(other):
                return other, True
            tried.append(other)
    for one in tried[1 : 1 + _MOST_ROWS]:
        for pattern, replacement in rows:
            other = pattern.sub(replacement, one)
            if other not in tried and not stop(other):
                return other, True
    line = text
    for pattern, replacement in rows:
        line = pattern.sub(replacement, line)
        if line not in tried and not stop(line):
            return line, True
    return line, False


def likely_number(words: Sequence[str]) -> Likely | None:
    """Return advice, if any, to correct the number before a line, such as ``3)`` to ``3.``.

    `words` are the words of the line. If the second word is the author of a ledger entry, the
    number is that of the entry and gets four digits: ``0003``. Return None if the number is right,
    or if the line does not begin with a number.
    """
    number = _NUMBERED.fullmatch(words[0])
    if number is None:
        return None
    is_entry = len(words) > 1 and _AUTHOR.fullmatch(words[1]) is not None
    likely = f"{int(number[1]):04}" if is_entry else f"{number[1]}."
    return did_you_mean(likely) if likely != words[0] else None


def likely_run(words: Sequence[str], place: int, stop: Stop) -> Likely | None:
    """Return advice, if any, to join a word with its neighbours to one turn.

    For example, ``2s``, ``-`` and ``8m`` give ``2s-8m``. `place` is the index of the word in
    `words`. The function `stop` returns 0 for a text that can be read. Return None if no joined
    text can be read.
    """
    if words[place].upper() in SEATS and place + 1 < len(words) and not stop(words[place + 1]):
        return did_you_mean(f"{words[place].upper()}:{words[place + 1]}")
    for first, last in ((place - 1, place + 3), (place - 1, place + 2), (place, place + 2)):
        if first < 0 or last > len(words):
            continue
        joined = "".join(words[first:last])
        if len(joined) <= _LONGEST and not stop(joined):
            return did_you_mean(joined)
    if place and (before := words[place - 1]).startswith("~"):
        joined = f"{before}-{words[place]}"  # names of irregularities have hyphens
        if not stop(joined):
            return did_you_mean(joined)
    if place and not stop(words[place - 1] + words[place]):
        return did_you_mean(words[place - 1] + words[place])
    return _likely_call(words, place, stop)


def _likely_call(words: Sequence[str], place: int, stop: Stop) -> Likely | None:
    """Return advice, if any, to join a call, such as ``pon``, with a word next to it.

    `place` is the index of the call in `words`. The function `stop` returns 0 for a text that can
    be read. Return None if the word is not a call, or if no joined text can be read.
    """
    seat, colon, call = words[place].rpartition(":")
    call = call.lower().strip("!.,")
    if call not in _CALLS and call not in _DISCARD_CALLS:
        return None
    behind = words[place + 1] if place + 1 < len(words) else ""
    before = words[place - 1] if place else ""
    if seat:
        before = ""
    if before and behind:  # the call belongs to the player whose draws are written, too
        before, behind = ("", behind) if "-" in behind else (before, "")
    has_tile = call in _DISCARD_CALLS or call in CALLS["self"].split()
    if seat and not has_tile and not _SEVERAL_TILES.match(behind):
        behind = ""  # it is the turn of another player
    for joined in (before + call, seat + colon + call + behind):
        likely, is_read = _rewritten(joined, _TURN_WORDS, stop)
        if is_read and len(joined) > len(call):
            return did_you_mean(likely)
    return None


def likely_joined(word: str, stop: Stop) -> str:
    """Return a readable form of a turn that was put together from several words.

    A turn that can be read is returned unchanged. Return an empty text if it cannot be read even
    after the usual corrections. The function `stop` returns the column at which a text cannot be
    read, 0 if it can.
    """
    text, is_read = _rewritten(word, _TURN_WORDS, stop) if stop(word) else (word, True)
    return text if is_read else ""


def is_call(word: str) -> bool:
    """Return whether a lower-case word is a call of players, such as ``pon``."""
    return word in _CALLS


def is_word_for_red(word: str) -> bool:
    """Return whether a word next to a five, such as ``aka``, says that the five is red."""
    return re.fullmatch(f"(?i:{_RED})", word) is not None


def with_seats_for_winds(text: str) -> str:
    """Replace winds that name players by seat letters.

    For example ``win east 5m self`` becomes ``win A 5m self``. The text is a line or a word of
    play. A becomes the letter for east, B for south, and so on.
    """
    return _SEAT_BY_WIND.sub(_seat_for_wind, text)


def _seat_for_wind(wind: Match) -> str:
    before, name = wind[1] or wind[3] or "", wind[2] or wind[4] or wind[6]
    return before + SEATS[int(HONOURS[name.lower()][0]) - 1]


def _call_in(word: str) -> Message | None:
    """Return advice on how to write the call that a typed word contains, such as ``pon``.

    The call may be misspelt. Return None if the word contains no call.
    """
    for name in _LETTERS.findall(word.lower()):
        # If a tile comes before the call, the first letter is the suit of this tile.
        for call in (name, name[1:]):
            if call in _CALLS:
                return _CALLS[call]
    for name in _LETTERS.findall(word.lower()):
        calls = [call for call in _CALLS if abs(len(call) - len(name)) <= 1]
        near = near_words(name, calls, 1) if len(name) >= len("chii") else []
        if near and likeness(name, near[0]) >= _LIKE_A_CALL:
            return _CALLS[near[0]]
    return None


def _likely_tile(word: str) -> Likely | None:
    """Return advice on which tiles exist, if a word contains an impossible tile such as ``8z``.

    Otherwise, return None.
    """
    if re.search(r"[089][0-9']*z", word):
        return Likely(msg("honours are 1z to 7z"))
    if re.search(r"[09][0-9']*f", word):
        return Likely(msg("bonus tiles are 1f to 8f"))
    if re.search(r"\+[0-9]*[mpsz]?J", word):
        return Likely(msg("name the tile that a joker stands for when it is laid down: `+55jp-2z`"))
    rank = _ODD_SUIT.search(word) or _BARE_RANK.search(word)
    if rank is None:
        return None
    suits = "mps" if rank[1] in "089" else "mpsz"
    tiles = ", ".join([f"{rank[1]}{suit}" for suit in suits])
    return Likely(msg("suits are m, p and s, honours z: {tiles}", tiles=tiles))


# --------------------------------------------------------------------------- lines

_KEYWORDS_BY_OTHER_NAMES: Final = invert_names(
    {
        "deal": "hand dealt haipai tiles blatt main donne mano verteilt"
        " 配牌 手牌 起手 起手牌 发牌 發牌 起始手牌",
        "win": f"{WINS} self self-draw self-drawn selfdraw selfpick dealin deal-in deals houjuu"
        f" {CALLS['discard']}"
        f" {CALLS['self']} {CALLS['behind a kong']}",
        "score": "points scores total totals standing standings punkte punktestand stand puntos"
        " puntuacion puntaje punti punteggio 得点 得分 持点 点数 點數 分数 分數 總分 总分 点棒",
        "net": "delta deltas change changes diff 增减 增減 收支 得失 输赢 輸贏",
        "pay": "payment payments pays paid transfer payout zahlt zahle zahlung paga pago pagos"
        " pagamento pagamenti gives gave paie paye paiement 给 給 支付 支払 支払い 付 付款",
        "fan": "yaku han tai faan items item patterns 役 番 翻 台 役種 番种 番種 台型",
        "tenpai": "テンパイ 聴牌",
        "show": "shown reveal reveals open zeigt montre muestra mostra 亮牌 倒牌",
        "wall": "mauer muraille muralla muro 牌山 牌墙 牌牆",
        "next": f"{WORDS_FOR_THE_END} game nextdeal then following nachste weiter suivant suivante"
        " prochain prochaine siguiente proximo proxima prossimo prossima 下一局 下局 次局 次",
        "rule": "ruling penalty fine foul judgement judgment strafe penalite castigo penalita"
        " 判罚 判罰 裁定 犯规",
        "dora": "indicator indicators doras ドラ 宝牌 ドラ表示牌",
        "ura": "uradora 裏ドラ 里宝牌",
        "bonus": "flowers flower hua buhua blumen blume fleurs fleur flores flor fiori fiore"
        " 花 花牌 补花 補花",
        "kong": "kan gang 杠 槓",
        "exchange": "swap pass passes passed charleston tausch echange cambio scambio"
        " 换牌 換牌 换三张 換三張",
        "note": "remark comment bemerkung notiz remarque nota 备注 備註 備考 メモ",
        "void": "missing lack lacking dingque que 缺 定缺",
        "draw": "drawn exhaustive tirage unentschieden empate pareggio nul"
        " 流局 荒牌 荒庄 荒莊 黄庄 黃莊",
        "del": "delete deleted remove removed erase strike cancel",
        "ins": "insert inserted add added",
        "fix": "corr correct corrected correction replace replaced edit edited amend amended",
        "": "noten",
    }
)
"""Keywords of other books and programs."""
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
    run = r"(?<= )(?:[0-9']+ )+[0-9']*[mpszf](?![a-z])"
    return re.sub(run, lambda tiles: tiles[0].replace(" ", ""), line[0])


def _jokers(signs: Match) -> str:
    return "J" * len(signs[0])


def _win_of_a_scribe(line: Match) -> str:
    """Expand the shorthand of `mjlog record` for a win: ``c<a 5s`` becomes ``win C 5s from A``."""
    source = f"from {line[2].upper()}" if line[2] else "self"
    return f"win {line[1].upper()} {line[3] or '?'} {source}"


def _letters_behind(run: Match) -> str:
    return _LETTER_FIRST.sub(r"\2\1", run[0].lower())


def _suits_by_initials(run: Match) -> str:
    """Replace suits written as the first letter of their Chinese name: ``12W3B`` gives ``12m3p``.

    W is wan, B is bing, S is suo; T is tong if the text also has S, otherwise tiao.
    """
    suits = {"W": "m", "B": "p", "T": "p" if "S" in run[0] else "s", "S": "s"}
    return "".join([suits.get(sign, sign) for sign in run[0]])


def _honours_by_letters(run: Match) -> str:
    """Convert honours from letters, as bots write them, into notation: ``EEP`` becomes ``115z``.

    E, S, W and N are winds; P, F and C are white, green and red.
    """
    return "".join([str("ESWNPFC".index(letter) + 1) for letter in run[0]]) + "z"


_LIKE_DIGITS: Final = lazy_pattern(
    r"(?<![A-Za-z0-9_])(?:[OolI]*[0-9]+[0-9OolI]*(?=$|[^A-Za-z0-9_]|[mpszf])|[OlI](?=[mpsz](?![a-z])))"
)
"""Numbers and ranks with letters that look like digits."""


_FIRST_OF_A_LINE: Final = lazy_pattern(r"@|[0-9]{1,4}\.(?= )|[0-9]{4} |[a-z]{3}")
"""Beginning of a line, after which a number or a dash is not a bullet of a list."""
DIGIT_BY_LETTER: Final = str.maketrans("OolI", "0011")
_NUMBER_OF_A_TURN: Final = (
    r"[\[(]?(?:turn|round|go-around|tour|runde|第)?[ #]*([0-9]{1,3})(?:巡目?)?(?![0-9])"
)
_LINES_OF_PLAY: Final[tuple[Rewriting, ...]] = tuple(
    (lazy_pattern(pattern), replacement)
    for pattern, replacement in (
        (r"(?<![A-Za-z])([A-D]);(?=[-+*^&_#~?0-9J])", r"\1:"),
        (r"^([A-D])[:=]? *((?:\[[0-9mpsz']+\] ?)?(?:[0-9?]+[mpszf] ?|J+){4,})$", r"deal \1 \2"),
        (r"([*^+][0-9]{1,4}[mpsz])([^ ]*) +(?:kan)?dora:? ([0-9][mpsz])(?= |$)", r"\1=\3\2"),
        (r"(?<=:)\(([0-9][mpsz])\) ?-?(?=[0-9][mpsz])", r"\1-"),
        (r"(?<=[^ ]) *(?:[,;|/]|[-=]?>|→) *(?=[A-D]:)", " "),
        (rf"(?i)^{_NUMBER_OF_A_TURN}[\])巡.:,]* *(?:- )? *(?=[^ ])", r"\1. "),
        (r" *[,;] +(?=(?:[A-D]:)?[-+*^&_#~?0-9J])", " "),
        (r"^(.*[^ ]) +(?:#(?![0-9][mpsz]$)|--|//|%) *([^;{}]*)$", r"\1 ; \2"),
        (r"^(?:#|--+|//|%|'|<!--|/\*|REM\b)+ *([^;{}]*?) *(?:--+>|\*/)?$", r"; \1"),
        (r"(?<=[^ ]) +(?:/\*+|<!--) *([^;{}]*?) *(?:\*+/|-->)(?= |$)", r" {\1}"),
    )
)
"""Slips in whole lines of play, about the signs between words."""
_NUMBERED_PLAY: Final[tuple[Rewriting, ...]] = tuple(
    (lazy_pattern(pattern), replacement)
    for pattern, replacement in (
        (r"^(0\. )([A-D]): ?([0-9]+f)[ ,/-]+([0-9][mpszf])$", r"\1\2:&\3/\4"),
        (
            rf"^(0\. )([A-D]):? ?{_FLOWER_CALLED} ?([0-9]+f)\W+(?:replacement )?([0-9][a-z])$",
            r"\1\2:&\3/\4",
        ),
        (
            rf"(?<![A-Za-z])([A-D])[: ] *(?:(?i:{'|'.join(WINS.split())}|ron)[!.]?(?= |$)|(?=#))",
            r"\1:#",
        ),
        (
            rf"(?<![A-Za-z])([A-D])(?::? +|: *)(?:{_DISCARD_CALLED} +)?(?=[-+*^&_~]?[0-9?J])",
            r"\1:",
        ),
        (r"(?<=[0-9][mpsz]) [RT](?= |$)", "!"),
        (r"#([A-D])(?= |$)", r" \1:#"),
        (r"-\(([0-9]'?[mpsz])\)!", r"-_\1!"),
        (r" *[,;] +(?=(?:[A-D]:)?[-+*^&_#~?0-9J])", " "),
    )
)
"""Slips in go-arounds whose acts are written in plain words."""
_NOBODY_WON: Final = (
    f"{pattern_of('nobody')}|(?i:exhausted|exhaustive draw|drawn game|washout|no winner|nobody"
    "|nobody won|no one won|wall (?:is )?(?:exhausted|empty|out)|empty wall"
    "|tirage|unentschieden|empate|pareggio|nul)"
)
_LINES: Final[tuple[Rewriting, ...]] = tuple(
    (lazy_pattern(pattern), replacement)
    for pattern, replacement in (
        (r"^([0-9]{4,9} (?:[0-9:.]+ )?)([a-z])", _capital_author),
        (r"^(?i:win|deal|show|dora|ura|bonus|wall|exchange|void)\b.+$", _plain_text),
        (r"(?<=[0-9])J(?=[mpsz])", _lower),
        (r" *(?://|#|--) *([^/#;{}]*)$", r" ; \1"),
        (r"^(?:deal|show|wall|dora|ura)\b.*", lambda line: without_ranges(line[0])),
        (r"(?<=[0-9])[\"”“″´`ʹʼ′](?=[0-9']*[mpsz])", "'"),
        (r"^(?:net|score|pay)\b.*", _plain_numbers),
        (r"^(?:show|deal)\b.*", _with_suits_joined),
        (r"^([A-Da-d])<([A-Da-d]?)(?: ([0-9][mpsz]))?$", _win_of_a_scribe),
        (r"^end\b", "next end"),
        (rf"^(chombo|chonbo|false-win) ({_SEAT})\b", r"rule \2 \1"),
        (rf"^(?:draw\b\W*|[A-D] ?)?(?:{_NOBODY_WON})$", "draw wall"),
        (
            r"^([A-D]) (?:starts|has|begins|got|was dealt|is dealt)(?: with)?:? (?=[\[0-9])",
            r"deal \1 ",
        ),
        (r"(?<![A-Za-z])([A-D]) (?:passes|gives|hands) ([0-9mpszJ?]+) to ([A-D])\b", r"\1>\3 \2"),
        (r"^(?=[A-D]>[A-D] (?:[0-9J]+[mpsz]|\?))", "exchange "),
        (r"(?<= )([A-D]) ?<-?> ?([A-D]) (\?+)", r"\1>\2 \3, \2>\1 \3"),
        (r"^pay (?:for\b ?=? ?)?([a-z]+(?:-[a-z]+)*):? (?=[A-D]>)(.*)$", r"pay \2 for=\1"),
        (rf"^(deal {_SEAT}) pillars:? (\S+) (?:(?:and|hand|rest):? )*(\S+)$", r"\1 [\2] \3"),
        (r"(?<=[mpsz])([2-8])J(?= |$)", lambda run: "J" * int(run[1])),
        (r"^(pay [A-D]>(?:[A-D]|table))$", r"\1 ?"),
        (r"^(?=[A-D]>(?:[A-D]|table) ?[0-9?])", "pay "),
        (r"^([0-9]+) ([A-D]>(?:[A-D]|table))$", r"pay \2 \1"),
        (r"^(?=[A-D] [0-9][mpsz] (?:from|self))", "win "),
        (r"^abort\b", "draw abort"),
        (rf"(>{_SEAT})(?=[0-9])", r"\1 "),
        (rf"^(deal {_SEAT}) (\S+) (\[[^\]]*\])$", r"\1 \3 \2"),
        (rf"^(deal {_SEAT}) ([^\s\[\]]+?) ?[|/+:] ?([^\s\[\]]+)$", r"\1 [\2] \3"),
        (r"(?<=[mpsz])j+(?![a-z0-9])", _upper),
        (r"^fu ([A-D]) ", r"fan \1 fu "),
        (r"^([A-Za-z]+):", r"\1"),
        (r"^(@.*)[(\[]dealer[ =:]+([A-D])[)\]]", r"\1dealer=\2"),
        (r"(?<=dealer) (?=[A-D]\b)", "="),
        (rf"^([a-z]+ {_SEAT}):", r"\1"),
        (r"^[^\W\d_]+\b", _keyword),
        (r"(?<=[0-9?j'])[MPSZF]", _lower),
        (r"(?<![0-9a-zA-Z])(?:[mpszfMPSZF][0-9]+)+(?![0-9a-z])", _letters_behind),
        (rf"(?i)(?:5r|{_RED} ?5|\(5\))(?=[0-9']*[mps])", "0"),
        (rf"(?i)5([mps]){_RED}\b", r"0\1"),
        (r"\(([0-9])\)(?=[0-9']*[mpsz])", r"\1'"),
        (r"(?<=[0-9]m)an|(?<=[0-9]p)in|(?<=[0-9]s)ou?", ""),
        (r"(?<=[mpszf ])F([1-8])(?![0-9mpszf])", r"\1f"),
        (r"(?<=[0-9])[bcdktwo](?![a-z])", _suit),
        (r"(?<=[mpsz])\*+$", _jokers),
        (r"\bflower ?([1-8])\b", r"\1f"),
        (r"^ura[ -]?dora\b", "ura"),
        (r"^(draw (?:abort|wall)) ([a-z]+) ([a-z]+)", r"\1 \2-\3"),
        (r"(?<![A-Za-z0-9])[0-9BT]*W[0-9WBTS]*(?![A-Za-z0-9])", _suits_by_initials),
        (r"(?<![A-Z])[ESWNPFC]{2,14}(?![A-Za-z0-9])", _honours_by_letters),
        (r"^(?:riichi|richi|reach|立直|リーチ|听|聽)(?=(?: [A-D])+$)", "ready"),
        (rf"^(win|show|deal|bonus|fan|kong|void) ({_SEAT})(?: \2)+(?= )", r"\1 \2"),
        (rf"^(win|show|deal|bonus|fan|kong|rule) (\S+) ({_SEAT})(?= |$)", r"\1 \3 \2"),
        (rf"(?<=[ ,])({_SEAT}|table) ?(?:->|=>|→|[-–—=:]| to ) ?({_SEAT}|table)\b", r"\1>\2"),
        (rf"^((?:pay|exchange) {_SEAT}) ({_SEAT}) ", r"\1>\2 "),
        (r"(?<=[0-9])[.,](?=[0-9]{3}(?![0-9]))", ""),
        (r"(?<![A-Za-z0-9])[Oo](?![A-Za-z0-9])", "0"),
        (r"(?<= )([+-]) (?=[0-9])", r"\1"),
        (r"[({]([0-9mpszf']+)[)}] ?", r"[\1] "),
        (r"\bx(?=[0-9])", ""),
        (r"^((?:fan|kong) .*[a-z])(?:[=:] ?|)(?=[0-9])", r"\1 "),
        (rf" by ({_SEAT})$", r" by=\1"),
        (r"(?<=[a-z])_(?=[a-z])", "-"),
        (r"\b(dealer|seats|honba|sticks|dice|scores|for) ?[=:] ?(?=\S)", r"\1="),
        (r"^([0-9]{1,3})(?= [A-Za-z][A-Za-z0-9_-]* )", _four_digits),
        (r"\b(fix|del|ins) ([0-9]{1,3})\b", _padded_edit),
        (r"(?<=[0-9]{4})-(?=[0-9]{4})", ".."),
        (r"(?<= [0-9]{2})[.:]([0-9]{2})(?= )", r":\1:00"),
    )
)
"""Slips in lines other than play."""
_KEYWORD_WITHIN: Final = lazy_pattern(
    rf"(?<=[^ ])[ ,;/|&]+(?=(?:{'|'.join(sorted({*EXAMPLES} - {'note', 'sign'}))}) )"
)
_OF_NAMES: Final = frozenset({"fan", "kong", "next", "pay", "win"})
"""Keywords of lines that may have names of items or causes in brackets."""
_OF_ONE_SEAT: Final = frozenset({"bonus", "deal", "fan", "kong", "show", "void", "win"})
"""Keywords of lines that begin with the player that they are about."""
_SEAT_WITHIN: Final = lazy_pattern(r"(?: *[,;/|&]| and)? +(?=[A-D] [0-9a-z+*^\[])")
"""Text before the next player in a line about several players."""
_SEATS_AND_NUMBERS: Final = lazy_pattern(r"(?:[A-D][ :=]*[+-]?[0-9]+[ ,;|/]*){3,4}")
_NUMBERS_ALONE: Final = lazy_pattern(r"[ |,;]*(?:[+-]?[0-9]+[ |,;]+){2,3}[+-]?[0-9]+[ |,;]*")
_GLUED: Final = lazy_pattern(
    r"(?<=\b[A-D])(?=[\u3400-\u9fff\u3040-\u30ff])|(?<=[\u3400-\u9fff\u3040-\u30ff])(?=[A-D0-9])"
)
"""Place where a seat or number touches a Chinese or Japanese word."""
_SIGN_BEHIND_KEYWORD: Final = lazy_pattern(rf"^({'|'.join(sorted(EXAMPLES))}) ?[=:] ?(?=[^ ])")
_TILE_CALLED: Final = lazy_pattern(r"(?<![0-9A-Za-z])[0-9]+[mpsz](?![a-z])")
_TWO_LOSERS: Final = lazy_pattern(
    r"^win ([A-D])\b.*\bfrom ([A-D])(?: ?[,/&+] ?| +(?:and +)?)[A-D]\b"
)
_WORTH_ALONE: Final = lazy_pattern(r"(?:fan|kong) ([A-D])[:,]? \+?([0-9]{1,6})")
_PAYMENT_ALONE: Final = lazy_pattern(r"(?:[A-D]|table) ?(?:>|->|=>|→) ?(?:[A-D]|table)\b")
_IN_BRACKETS: Final = lazy_pattern(r" ?\(([^(){};0-9]+)\)$")
_FIRST_WORD: Final = lazy_pattern(r"[^\W\d_]+")


def likely_keyword(word: str) -> str:
    """Return the keyword that a word likely means, for example ``score`` for ``points``.

    Return an empty text if the word resembles no keyword.
    """
    small = word.lower().rstrip(":")
    if small in _LINES_BY_KEYWORD:
        return small
    # `NFKD` divides é into e and its accent, which is no letter.
    signs = unicodedata.normalize("NFKD", small)
    for name in (small, "".join([sign for sign in signs if sign.isalnum()])):
        if name in _KEYWORDS_BY_OTHER_NAMES:
            return _KEYWORDS_BY_OTHER_NAMES[name]
    same_letters = [keyword for keyword in EXAMPLES if sorted(keyword) == sorted(small)]
    alike = [keyword for keyword in EXAMPLES if abs(len(keyword) - len(small)) <= 1]
    near = same_letters or near_words(small, alike, 1)
    return near[0] if near and len(small) > 1 else ""


def keyword_advice(word: str) -> Likely | None:
    """Return advice that shows an example of a line with the keyword that a word likely means.

    Return None if the word resembles no keyword.
    """
    keyword = likely_keyword(word)
    if not keyword:
        return None
    example = f"`{_LINES_BY_KEYWORD[keyword]}`"
    return Likely(msg("such a line is written {example}", example=example))


def _fit_to_pattern(text: str, stop: Stop, players: Sequence[str]) -> str:
    """Rewrite an unreadable line in the form that its keyword needs, and return the new line.

    The keyword may be misspelt. `players` are names of players, which people may write instead of
    seat letters. The function `stop` returns 0 for a line that can be read. Return an empty text if
    a word does not fit, if the new line cannot be read, or if nothing changes.
    """
    line = text
    for pattern, letter in _letters_for_names(players):
        line = pattern.sub(letter, line)
    first, _, rest = line.partition(" ")
    keyword = likely_keyword(first)
    if first.strip(":,").upper() in SEATS:
        second, _, rest = rest.partition(" ")
        keyword = likely_keyword(second)
        # The word itself says how the player won, as in `C tsumo 6s`.
        line = " ".join([keyword, first, *([second] if keyword == "win" else []), rest])
    elif not keyword and _PAYMENT_ALONE.match(line):
        keyword, line, rest = "pay", f"pay {line}", line
    elif keyword == "win" or (keyword == "next" and first.lower() in ENDS):
        line = f"{keyword} {line}"
        rest = line
    else:
        line = f"{keyword} {rest}"
    likely = reword_line(line, keyword) if rest and keyword else ""
    if not likely and keyword in {"score", "net"} and rest:
        likely = reword_line(f"fan {rest}", "fan")  # the points belong to items
    if likely in ("", text) or any(stop(each) for each in likely.split("\n")):
        return ""
    return likely


def _say_how_it_is_written(likely: str, text: str) -> Likely:
    """Return the advice to write `likely` instead of the line `text`.

    If `likely` has several lines, the advice lists them. If hyphens were added to the name of an
    item (``fan`` and ``kong`` lines), the advice explains that such a name is one word.
    """
    if "\n" in likely:
        lines = ", ".join([f"`{line}`" for line in likely.split("\n")])
        return Likely(msg("write each on a line of its own: {lines}", lines=lines), likely)
    is_joined = likely.startswith(("fan ", "kong ")) and likely.count("-") > text.count("-")
    if not is_joined:
        return did_you_mean(likely)
    words = msg(
        "the name of an item is one word, and a comma separates two items; {advice}",
        advice=did_you_mean(likely).advice,
    )
    return Likely(words, likely)


def letters_by_name(players: Sequence[str]) -> dict[str, str]:
    """Return a dict from players' names, in lower case, to their seat letters.

    The full name and the first name are both keys. A player is left out if another player has the
    same first name, or if the first name is a keyword such as ``win``.
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
    """Return advice for an unreadable line other than play; None if nothing is likely.

    The advice has a correction or only an example. `problem` is the grammar's error about the line,
    None if its keyword is unknown. The function `stop` returns the column at which a text cannot be
    read, 0 if it can. `players` are names of players, which people may write instead of seat
    letters. Return None also if the line is very long.
    """
    if len(text) > _LONGEST_LINE:
        return None
    written = text
    text = _GLUED.sub(" ", plain_line(text))
    text = _SIGN_BEHIND_KEYWORD.sub(r"\1 ", text)
    fit = _fit_to_pattern(text, stop, players)
    remark = _as_remark(text, stop)
    if remark and not (fit and _first_word(text) in _OF_NAMES):
        return did_you_mean(remark)
    if fit and remark and _first_word(text) != "next":
        advice = _say_how_it_is_written(fit, text).advice
        comment = remark[remark.index("{") :]
        return Likely(
            msg("{advice}; a comment is written {comment}", advice=advice, comment=f"`{comment}`")
        )
    if fit:
        return _say_how_it_is_written(fit, text)
    likely = (
        did_you_mean(text) if text != written and not stop(text) else _likely_by_shape(text, stop)
    )
    if likely is None:
        line, is_read = _rewritten(text, (*_letters_for_names(players), *_LINES), stop)
        likely = did_you_mean(line) if is_read else _advice_of_a_part(text, problem)
        if likely is None and (fixed := repaired((text, line), stop, OF_LINES)):
            likely = did_you_mean(fixed)
    return likely or keyword_advice(_first_word(text))


def _as_remark(text: str, stop: Stop) -> str:
    """Return a line in which the words in round brackets at its end are a comment in braces.

    Return an empty text if the result cannot be read, or if the words may be something other than a
    comment: names of items, the cause of a payment, or a dealer.
    """
    words = _IN_BRACKETS.search(text)
    if words is None or "=" in words[1]:
        return ""
    is_name = " " not in words[1] or "," in words[1]
    if (is_name and _first_word(text) in _OF_NAMES) or (text[0] == "@" and "dealer=" not in text):
        return ""
    line = f"{text[: words.start()]} {{{words[1]}}}"
    return "" if stop(line) else line


def _likely_by_shape(text: str, stop: Stop) -> Likely | None:
    """Return advice for a line without words: only punctuation or numbers, or seats with numbers.

    Numbers become a ``score`` or ``net`` line. If several lines were written on one line, the
    advice is to separate them. Return None for any other line.
    """
    if not any(letter.isalnum() for letter in text):
        return Likely(msg("leave out {sign}", sign=f"`{text}`"))
    if _SEATS_AND_NUMBERS.fullmatch(text) is not None:
        points = re.findall("[+-]?[0-9]+", text)
        keyword = "score" if sum(int(number) for number in points) else "net"
        likely = reword_line(f"{keyword} {text}", keyword)
        return None if not likely or stop(likely) else did_you_mean(likely)
    if _NUMBERS_ALONE.fullmatch(text) is not None:
        points = re.findall("[+-]?[0-9]+", text)
        keyword = "score" if sum(int(number) for number in points) else "net"
        return did_you_mean(" ".join([keyword, *points]))
    return advise_separate_lines(text, stop)


def advise_separate_lines(text: str, stop: Stop) -> Likely | None:
    """Return the advice to write each line by itself, if several lines were written on one line.

    Return None if the text is only one line, or if one of the separated lines cannot be read.
    """
    if _first_word(text) in _OF_ONE_SEAT:
        text = re.sub(r"(?<=\b[A-D])[:=] ?(?=[0-9a-z+*^\[])", " ", text)
    lines = [line.strip(" ,;/|&") for line in _KEYWORD_WITHIN.sub("\n", text).split("\n")]
    if len(lines) < 2 and (keyword := _first_word(text)) in _OF_ONE_SEAT:
        parts = _SEAT_WITHIN.sub("\n", text.removeprefix(f"{keyword} ")).split("\n")
        if len(parts[0]) > 1:  # a single letter is the same player, written twice
            lines = [f"{keyword} {part}" for part in parts]
    if len(lines) < 2 or any(stop(line) for line in lines):
        return None
    return _say_how_it_is_written("\n".join(lines), text)


def plain_digits(text: str) -> str:
    """Remove formatting from a copied text, and replace letters that were meant as digits.

    For example, ``1O00`` becomes ``1000``. `plain_copy` says which formatting is removed.
    """
    return _LIKE_DIGITS.sub(lambda number: number[0].translate(DIGIT_BY_LETTER), plain_copy(text))


def plain_line(text: str) -> str:
    """Remove formatting and a bullet or list number from a copied line, and correct its digits.

    Letters that were meant as digits, such as the O in ``1O00``, become digits.
    """
    return without_bullet(plain_digits(text))


def likely_line_of_play(text: str, stop: Stop, players: Sequence[str]) -> Likely | None:
    """Return advice, if any, for an unreadable line that was taken for a line of play.

    The advice may be a line that is not play, several lines, or play with other separators. The
    function `stop` returns the column at which a line, or a turn in it, cannot be read, 0 if it
    can. `players` are names of players.
    """
    if len(text) > _LONGEST_LINE or _first_word(text) in {"net", "score"}:
        return None
    if _NUMBERS_ALONE.fullmatch(text) is not None:
        return _likely_by_shape(text, stop)
    lines = [plain_copy(text)]
    plain = without_bullet(lines[0])
    if _FIRST_OF_A_LINE.match(plain):
        lines.insert(0, plain)
    chain = lines[-1]
    for pattern, replacement in _LINES_OF_PLAY:
        chain = pattern.sub(replacement, chain)
        lines += [chain, pattern.sub(replacement, text)]
    for line in dict.fromkeys(lines):
        if line != text and not stop(line):
            return did_you_mean(line)
    if (parts := advise_separate_lines(text, stop)) is not None:
        return parts
    first = _first_word(plain)
    is_line = first in EXAMPLES if plain != text else not first.isascii()
    if is_line and likely_keyword(first):
        return likely_line(plain, None, stop, players)
    return None


def likely_go_around(text: str, stop: Stop) -> Likely | None:
    """Return advice, if any, for a numbered line of play that describes turns in words.

    Return None if the line does not begin with a number, or if the corrected line cannot be read.
    """
    line = text
    for pattern, replacement in _NUMBERED_PLAY if _NUMBER_AND_DOT.match(text) else ():
        line = pattern.sub(replacement, line)
    return None if line == text or stop(line) else did_you_mean(line)


def _first_word(text: str) -> str:
    first = _FIRST_WORD.match(text)
    return first[0].lower() if first is not None else ""


def _call_as_a_turn(word: str) -> str:
    """Replace a call in front of a tile by the first part of a turn: ``ankan5z`` gives ``*5555z``.

    Return an empty text if the word is neither a claim nor a concealed kong.
    """
    turns = [pattern.sub(sign, word) for pattern, sign in _TURN_WORDS]
    return next((turn for turn in turns if turn[0] in "+*" and turn != word), "")


def _advice_of_a_claim(word: str, text: str, problem: GrammarError | None) -> Message | None:
    """Return advice on two frequent mistakes in a line about a win; None for any other line.

    The mistakes: a ``win`` line names several winners or discarders, or the value of a hand has no
    unit, as in ``fan B 8``. `word` is the first word of the line, `problem` the grammar's error.
    """
    if word == "win" and (losers := _TWO_LOSERS.search(text)):
        return msg(
            "a win is on one player's discard, `{discard}`, or self-drawn, `{drawn}`",
            discard=f"win {losers[1]} 5m from {losers[2]}",
            drawn=f"win {losers[1]} 5m self",
        )
    if word == "win" and problem is not None and problem.found.startswith(","):
        return msg("write one `win` line for each winner")
    worth = _WORTH_ALONE.fullmatch(text)
    if worth is None:
        return None
    seat, number = worth.groups()
    if len(number) > 2:
        payer = SEATS[seat == SEATS[0]]
        return msg("{likely} says what is paid for a hand", likely=f"`pay {payer}>{seat} {number}`")
    return msg(
        "a number comes after the name of what it counts, such as {han}, {faan} or {total}",
        han=f"`fan {seat} han {number}`",
        faan=f"`faan {number}`",
        total=f"`total {number}`",
    )


def _advice_of_a_part(text: str, problem: GrammarError | None) -> Likely | None:
    """Return advice, if any, about the part of a line that cannot be read.

    The part may be a win with several players, a meld, a tile that does not exist, or a call.
    `problem` is the grammar's error about the line.
    """
    word = _first_word(text)
    if (of_claim := _advice_of_a_claim(word, text, problem)) is not None:
        return Likely(of_claim)
    if word == "show" and _call_in(text.removeprefix("show")) is not None:
        return Likely(_MELDS)
    if problem is not None and any("tile" in words for words in problem.expected):
        # A run of tiles without a suit needs the letter after its last rank.
        unread = problem.found.rstrip(",;")
        tile = _likely_tile(unread[-1] if unread.isdigit() else unread)
        if tile is not None:
            return tile
    # `kan` is a call, unless the whole line is a `kong` line.
    is_keyword = word in EXAMPLES or likely_keyword(word) not in {"", "kong"}
    if problem is None and not is_keyword:
        call = _call_in(word)  # `kan` looks like the keyword `fan`, but is a call
        called = _TILE_CALLED.search(text)
        turn = _call_as_a_turn(f"{word}{called[0]}") if called is not None else ""
        if call is not None and turn:
            call = msg("{advice}; here {turn}", advice=call, turn=f"`{turn}`")
        return Likely(call) if call is not None else None
    return None
