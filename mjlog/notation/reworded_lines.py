"""Fits the words of a line that cannot be read into the form that its keyword needs.

The form of a word shows what it is: a seat, a tile, a number, or a synonym of a word of the
notation. A new line is returned only if it has a place for every word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from mjlog.model.lazy_pattern import lazy_pattern
from mjlog.model.near_words import invert_names, near_words
from mjlog.notation.calls import CALLS, WINS
from mjlog.notation.foreign_tiles import HONOURS, SUITS_BY_NAME, plain_tiles

_HOW: Final = invert_names(
    {
        "win": WINS,
        "self": f"self self-draw self-drawn selfdraw selfpick self-pick own drawn draw wall selbst"
        f" selbstgezogen {CALLS['self']} {CALLS['behind a kong']}",
        "from": f"from by off of against discard discards von vom de du da di por par から 由 从 從"
        f" {CALLS['discard']}",
        "rob": f"rob robs robbed robbing {CALLS['robbed']}",
    }
)
"""Words on a win line that say how the player won."""
_FILLERS: Final = frozenset(
    "and at deal deals for game hand has indicator indicators is kaihou of on player"  # noqa: SIM905
    " round seat starts the tile tiles to wins with".split()
)
_TABLES: Final = frozenset("table sticks stick pot kitty bank pool deposit".split())  # noqa: SIM905
_UNITS: Final = frozenset(
    "point points pt pts chip chips tai fan fans faan each 台 番 分".split()  # noqa: SIM905
)
WORDS_FOR_THE_END: Final = (
    "end over ende fin final fine finish finished finito stop 結束 结束 終局 终局 終了"
)
"""Names for the end of a game; the first is the one of the notation."""
ENDS: Final = {
    **dict.fromkeys([*WORDS_FOR_THE_END.split(), "game"], ""),
    "time": "time",
    "agreed": "agreed",
    "ruling": "ruling",
}
_OF_THE_NEXT: Final = frozenset("dealer because up next".split())  # noqa: SIM905
"""Words on a `next` line that have no meaning by themselves."""
_NUMBERS: Final = dict(zip(["one", "two", "three", "four", "five", "six"], "123456", strict=True))
_SIGNS: Final = lazy_pattern(
    r"""[,;:()\[\]{}!.]+(?=\s|$)|(?<=\s)[(\[{]|(?<=\s)[-–—](?=\s)|<-|->|=>|[<>←→"“”„‘’«»]"""
)
_TILE: Final = lazy_pattern(r"[0-9][mpszf]|\?|J")
_SEATS_TOGETHER: Final = lazy_pattern(r"\b([A-D]) ?(?:[,/+&]|y|et|und) ?(?=[A-D]\b)")
_DEALING_IN: Final = lazy_pattern(r"(?i) (?:deals?|dealt|dealing)[ -]in(?: to)? ")
_JOKERS: Final = frozenset({"joker", "jokers", "jolly", "wild"})
_ROBBING: Final = lazy_pattern(
    r"(?i)\b(?:robbing|robs?|robbed) (?:(?:the|an|a) )?(?:added )?(?:kong|kan|gang)"
    r"(?: (?:of|from|by))?\b"
)
_DEALS_IN: Final = frozenset("点炮 點炮 放铳 放銃 放炮 出銃 放槍 出冲".split())  # noqa: SIM905
"""Words that follow the player who discarded the winning tile."""
_UNKNOWN: Final = frozenset({"x", "??", "unknown", "unseen", "不明"})
_FLOWERS: Final = invert_names(
    {
        "1f": "plum 梅",
        "2f": "orchid 兰 蘭",
        "3f": "竹",
        "4f": "chrysanthemum 菊",
        "5f": "spring 春",
        "6f": "summer 夏",
        "7f": "autumn fall 秋",
        "8f": "winter 冬",
    }
)
_LETTER_FIRST: Final = lazy_pattern(r"([mpszfMPSZF])([0-9])")
_ROUND: Final = lazy_pattern(r"(?i)\b(east|south|west|north) ([1-4])\b")
_LABEL: Final = lazy_pattern(r"[ESWN][1-4](?:\.[0-9]+)?|[0-9]+")
_NAMES: Final = lazy_pattern(r"[A-Z][a-z]+")
_PAIR: Final = lazy_pattern(r"[A-Za-z]+=[^=,;]+")
_NUMBER: Final = lazy_pattern(r"[+-]?[0-9]+|\?")
_THOUSANDS: Final = lazy_pattern(r"(?<=[0-9])[.,'’](?=[0-9]{3}(?![0-9]))")
_AMOUNTS: Final[tuple[tuple[re.Pattern[str], str], ...]] = tuple(
    (lazy_pattern(pattern), replacement)
    for pattern, replacement in (
        (r"(?<=[0-9])[.,'’](?=[0-9]{3}(?![0-9]))", ""),
        (r"(?i)(?<![0-9.,])([0-9]{1,3}) ?[k千](?![a-z0-9])", r"\g<1>000"),
        (r"(?i)(?<![0-9.,])([0-9]{1,3})[.,]([0-9]) ?k(?![a-z0-9])", r"\1\g<2>00"),
        (r"(?<=[0-9]) (?:to|an|a|à|al) (?=[A-D](?: |$))", " → "),
        (r"[£$€¥￥](?=[0-9])", ""),
        (r"(?i)(?<=[0-9]) ?(?:[£$€¥￥円元点點]|points?|pts?|eur|yen)(?![a-z])", ""),
        (r"[(\[]([0-9]+)[)\]]", r"-\1"),
        (r"[–—−△▲▼](?=[0-9])", "-"),
        (r"(?<![0-9+-])([0-9]+)-(?=[ ,;]|$)", r"-\1"),
    )
)
"""Text around numbers in account books: currencies, minus signs, separators of thousands."""
_ITEMS_BY_UNIT: Final = invert_names(
    {"han": "han 翻 飜", "fu": "fu 符", "faan": "faan 番", "total": "fan fans tai 台"}
)
"""Item for the value of a whole hand, by the unit of its number."""
_UNIT: Final = "|".join(sorted(_ITEMS_BY_UNIT, key=len, reverse=True))
_WORTH: Final = lazy_pattern(
    rf"(?i)(?<![a-z0-9+-])(?:(?P<count>[0-9]{{1,3}})[ -]?(?P<unit>{_UNIT})(?![a-z])"
    rf"|(?P<first>{_UNIT})[ :=]*(?P<number>[0-9]{{1,3}})(?!\w)"
    r"|(?P<points>[0-9]{3,6}(?: ?[/-] ?[0-9]{3,6})?)"
    r"(?: ?(?:all|points?|pts?)(?![a-z])| ?[点點]|(?!\w)))"
)
"""Value of a hand or its payment, at any place after the winner."""
_GAP: Final = lazy_pattern(r"[ (\[{,;:]+")
_APART: Final = lazy_pattern(r"[(\[{,;:] *$")
"""Text before the items of a hand; words without it are no items."""
_PARTS_OF_A_PAYMENT: Final = lazy_pattern(
    r"\s*(?:(?P<cause>(?:for[ =:]*)?[(\[]?(?!to\b|pays?\b|and\b|for\b)[a-z][a-z_ -]+[)\]]?\s*$)"
    r"|(?P<separator>[,;&|/·、，]|and\b)|(?P<back><-|←|<)|(?P<arrow>[-=]*>|→|=|:|-(?![0-9])|(?:to|pays?)\b)"
    r"|(?P<number>[+]?[0-9]+|\?(?![?0-9a-z]))|(?P<seat>[A-Da-d]|[A-Za-z]+)(?![A-Za-z]))"
)
_HAN_AND_FU: Final = lazy_pattern(r"^([0-9]{1,2}) ?[/-] ?([2-9][05]|1[01]0)(?![0-9])")
_PARTS_OF_ITEMS: Final = lazy_pattern(
    rf"\s*(?:(?P<number>[0-9]+)(?![mpszf](?![a-z]))(?:[x×*] ?(?=[^\W\d]{{2}}))?"
    rf"(?:\s*(?:(?P<unit>{_UNIT})|points?|pts?)(?![a-z]))?"
    r"|(?P<separator>[,;+&]|and\b)|(?P<sign>[=:×x*](?=\s*[0-9])|[()\[\]])"
    r"|(?P<name>(?!x[0-9])[^\W\d][\w'-]*))"
)


def reword_line(line: str, keyword: str) -> str:
    """Rewrite a line that people wrote in their own words, in the form that its keyword needs.

    For example ``pay B to A 1000`` becomes ``pay B>A 1000``. A win with the value of the hand
    becomes several lines in one text. Return an empty text if a word does not fit, or if lines with
    this keyword are never rewritten.
    """
    fit = _FITS.get(keyword)
    return fit(line) if fit is not None else ""


def _plain_words(line: str) -> list[str]:
    """Split a line into words, without the signs between them and without words such as *the*."""
    words = _SIGNS.sub(" ", plain_tiles(line)).split()
    return [word for word in words if word.lower() not in _FILLERS]


def _seat(word: str) -> str:
    return word.upper() if len(word) == 1 and word in "ABCDabcd" else ""


def _tile(word: str) -> str:
    """Return in notation the tile that a word such as ``east`` means; empty if it means no tile."""
    tile = _LETTER_FIRST.sub(r"\2\1", word)
    tile = tile[:-1] + tile[-1].lower() if tile[:1].isdigit() else tile
    if _TILE.fullmatch(tile):
        return tile
    if word.lower() in _UNKNOWN:
        return "?"
    if word.lower() in _JOKERS:
        return "J"
    if word.lower() in _FLOWERS:
        return _FLOWERS[word.lower()]
    return HONOURS.get(word.lower(), "") if len(word) > 1 else ""


def _likely_how(word: str) -> str:
    """Correct a misspelt ``from`` or ``self``, which say how a player won.

    Return any other word unchanged.
    """
    if len(word) < len("sef") or word in _HOW:
        return word
    return next(iter(near_words(word, ["from", "self"], 1)), word)


def _plain_win(line: str) -> str:
    seats: list[str] = []
    tiles: list[str] = []
    how = ""
    winners = 0
    losers: list[str] = []
    line = re.sub(r"(?<=\b[A-D])['’]s\b", "", line)
    words = _plain_words(
        _SEATS_TOGETHER.sub(r"\1 ", _DEALING_IN.sub(" 放炮 ", _ROBBING.sub("rob", line)))
    )
    for word in words:
        part = _HOW.get(_likely_how(word.lower()), "")
        if part == "win":
            continue
        if part:
            winners = winners or len(seats)
            how = (how or part) if part == "from" else part
            if word in _DEALS_IN and len(seats) == 1:
                losers = [*seats]
        elif _seat(word):
            seats.append(_seat(word))
        elif _tile(word):
            tiles.append(_tile(word))
        elif any(letter.isalnum() for letter in word):
            return ""
    if losers and len(seats) == 2:
        seats.reverse()  # the discarder is named first
    if how in {"from", "rob"} and 1 < winners == len(seats) - 1:
        lines = [_win_of([winner, seats[-1]], tiles, how) for winner in seats[:-1]]
        return "\n".join(lines) if all(lines) else ""
    return _win_of(seats, tiles, how)


def _win_of(seats: Sequence[str], tiles: Sequence[str], how: str) -> str:
    """Return a ``win`` line, such as ``win B 5m from C``; an empty text if the parts make no win.

    `seats` are the winner and the discarder, or only the winner if `how` is ``self``. Without a
    tile, ``?`` is written; an empty `how` means ``from``.
    """
    if len(tiles) > 1 or not seats or (how == "self") != (len(seats) == 1) or len(seats) > 2:
        return ""
    tile = tiles[0] if tiles else "?"
    if how == "self":
        return f"win {seats[0]} {tile} self"
    return f"win {seats[0]} {tile} {how or 'from'} {seats[1]}"


def _win(line: str) -> str:
    """Rewrite a win in words as a ``win`` line, and further lines for the value of the hand.

    Words that no line can express become a comment. Return an empty text if the words do not fit.
    """
    line = _THOUSANDS.sub("", line)
    text = _WORTH.sub(" , ", line)
    if text == line and (whole := _plain_win(line)):
        return whole
    for place in [*[gap.end() for gap in _GAP.finditer(text)], len(text)]:
        win, behind = _plain_win(text[:place]), text[place:].strip(" .,;:!()[]")
        is_apart = _APART.search(text[:place]) is not None or behind.startswith("with ")
        first = next(iter(_plain_words(behind)), "")
        is_of_the_win = bool(_seat(first) or _tile(first)) or first.lower() in _HOW
        if win and behind and not behind[0].isalnum():
            return ""  # signs between words may be a slip of another kind
        says_how = any(word.lower() in _HOW for word in _plain_words(behind))
        if says_how and not is_apart:
            continue
        if not win or (is_of_the_win and not (is_apart and _HOW.get(first.lower()) == "self")):
            continue
        items = _items(f"fan {win[4]} {behind.removeprefix('with ')}") if is_apart else ""
        comment = behind if not items else ""
        return _lines_of_a_win(win, [*_WORTH.finditer(line)], items, comment)
    return ""


def _lines_of_a_win(win: str, worth: Sequence[re.Match[str]], items: str, comment: str) -> str:
    """Return several lines of a record in one text: ``win``, then ``fan`` and ``pay`` if needed.

    `win` is the ``win`` line. `items` is a ``fan`` line or empty. `worth` are matches of numbers
    with units, such as ``3 han`` or ``1000 points``; they become items or a payment. A number that
    can be neither, and `comment`, become the comment of the ``win`` line.
    """
    _, winner, _, _how, *source = win.split()
    named = [items.removeprefix(f"fan {winner} ")] if items else []
    comments = [comment] if comment else []
    pay = ""
    for part in worth:
        unit = part["unit"] or part["first"]
        if unit:
            named.append(f"{_ITEMS_BY_UNIT[unit.lower()]} {part['count'] or part['number']}")
        elif source and not pay and part["points"].isdecimal():
            pay = f"pay {source[0]}>{winner} {part['points']}"
        else:
            comments.append(part[0])
    if comments:
        win = f"{win} {{{', '.join(comments)}}}"
    fan = f"fan {winner} {', '.join(named)}" if named else ""
    return "\n".join([line for line in (win, fan, pay) if line])


def _next(line: str) -> str:
    label, dealer, end, cause = "", "", False, ""
    others: list[str] = []
    line = _ROUND.sub(lambda name: name[1][0].upper() + name[2], line)
    for word in _plain_words(line)[1:]:
        small = word.lower()
        if small in ENDS:
            end, cause = True, cause or ENDS[small]
        elif _PAIR.fullmatch(word):
            name, _, value = word.partition("=")
            if name.lower() == "dealer":
                dealer = value.upper()
            elif name == "for":
                end, cause = True, value
            else:
                others.append(f"{name.lower()}={value}")
        elif _LABEL.fullmatch(word.upper()) and not label:
            label = word.upper()
        elif _seat(word) and not dealer:
            dealer = _seat(word)
        elif small not in _OF_THE_NEXT:
            return ""
    if end:
        return f"next end for={cause}" if cause else "next end"
    words = [label, *others, f"dealer={dealer}" if dealer else ""]
    return " ".join(["next", *[word for word in words if word]])


def _plain_amounts(line: str) -> str:
    """Remove currency signs and thousands separators from the numbers of a line."""
    for pattern, plain in _AMOUNTS:
        line = pattern.sub(plain, line)
    return line


_SUM_BEHIND: Final = lazy_pattern(r"[0-9] *= *[+-]?[0-9]+ *$")


def _points(line: str) -> str:
    """Rewrite a ``score`` or ``net`` line in the form ``score 25000 30000 …``, and return it.

    If seat letters are written next to the numbers, the numbers are sorted by seat and the letters
    left out. Return an empty text if the words do not fit.
    """
    keyword, _, rest = _plain_amounts(line).partition(" ")
    rest = re.sub(r" *= *[+-]?[0-9]+ *$", "", rest) if _SUM_BEHIND.search(rest) else rest
    if keyword == "score":  # a total is not negative because of such a dash
        rest = re.sub(r" [-–—] (?=[0-9])", " ", rest)
    apart = re.sub(r"\b([A-Da-d])(?=[+-]?[0-9])", r"\1 ", rest)
    words = re.sub(r"[,;:=/|·、，]+", " ", apart).split()
    words = _with_thousands_joined(words)
    if not all(_NUMBER.fullmatch(word) or _seat(word) for word in words):
        return ""
    seats = [_seat(word) for word in words if _seat(word)]
    numbers = [word for word in words if not _seat(word)]
    if seats and (len(seats) != len(numbers) or len({*seats}) != len(seats) or not seats[2:]):
        return ""  # a line has a number for each player, usually of three or four players
    in_order = sorted(zip(seats, numbers, strict=True)) if seats else [("", n) for n in numbers]
    return " ".join([keyword, *[number for _, number in in_order]])


def _with_thousands_joined(words: Sequence[str]) -> list[str]:
    """Join numbers of points that were written with blanks: ``25 000 30 000 …``.

    Return the list of words, here ``25000``, ``30000`` and so on. The words are returned unchanged
    if they are not three or four numbers of this form.
    """
    parts = " ".join(words)
    if len(words) not in {6, 8} or not re.fullmatch(r"(?:[+-]?[0-9]{1,3} [0-9]{3} ?){3,4}", parts):
        return [*words]
    return re.sub(r"([0-9]{1,3}) ([0-9]{3})", r"\1\2", parts).split()


_PAYER: Final = lazy_pattern(r"([A-D]) ?([0-9]+)")
_CHANGE: Final = lazy_pattern(r"([A-D]) ?([+-][0-9]+)")
_SIGNED: Final = lazy_pattern(r"(?:[A-D] ?[+-][0-9]+[ ,;]*){2,4}")
"""Changes of the points of each player."""
_LISTS: Final = lazy_pattern(
    r"([A-D](?:[ ,/&]+[A-D])+) ?[-=]*[>→] ?([A-D]) ([0-9]+(?:[ ,/&]+[0-9]+)+)"
)
"""Several payers and, after the payee, the same number of amounts."""
_EACH_TO_ONE: Final = lazy_pattern(
    r"((?:[A-D] ?[0-9]+[ ,;&]*(?:and )?){2,3})(?:(?:to|pay|→|-?>) ?([A-D]))"
)
"""Payments of several players to one player, who is named at the end."""
_PAYERS_JOINED: Final = lazy_pattern(r"(?<![A-Za-z])[A-D]{2,3}(?= ?[-=]*[>→])")


class _Payments:
    """Collects the payments of a ``pay`` line that is read part by part."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.cause = ""
        self._begin()

    def _begin(self) -> None:
        self.parties: list[str] = []
        self.number = ""
        self.is_back = False
        self.payers = 0

    def take(self, kind: str, text: str) -> bool:
        """Read the next part of a ``pay`` line; return False if the part makes no sense here.

        `kind` says what the part is: seat, number, arrow, back (an arrow to the left), cause or
        separator. `text` is the part. A separator ends a payment.
        """
        if kind == "separator" or (kind == "seat" and self.number and len(self.parties) > 1):
            self.close()
        party = "table" if text.lower() in _TABLES else _seat(text)
        if kind == "number" and not self.number:
            self.number = text.lstrip("+")
        elif kind == "seat" and party:
            self.parties.append(party)
        elif kind == "arrow" and len(self.parties) > 1 and text in ":=":
            pass  # the sign is in front of the number
        elif kind in {"arrow", "back"}:
            self.is_back, self.payers = kind == "back", len(self.parties)
        elif kind == "cause":
            name = re.sub(r"^for\b[ =:]*", "", text.strip(" ()[]")).strip(" ()[]")
            self.cause = "" if name in _UNITS else re.sub(r"[ _]+", "-", name)
        else:
            return kind == "separator"
        return True

    def close(self) -> None:
        """Finish the payment that was read: append a text to `done` for each payer.

        The text is for example ``A>B 1000``; if the parts make no payment, it is empty. Then a new
        payment begins. If no number has been read, do nothing.
        """
        if not self.number:
            return
        payers, payee = self.parties[:-1], self.parties[-1:]
        if self.is_back:
            payers, payee = self.parties[1:], self.parties[:1]
        elif self.payers and self.payers != len(payers):
            payers = []
        self.done += [f"{payer}>{payee[0]} {self.number}" for payer in payers] or [""]
        self._begin()


def _pay(line: str) -> str:
    rest = _plain_amounts(line.partition(" ")[2]).strip()
    rest = re.sub(r"(?<= [0-9]{1}) (?=[0-9]{3}(?:$|,))", "", rest)
    rest = re.sub(r"(?<![0-9])([0-9]+)\+([0-9]+)(?![0-9])", _sum, rest)
    if (each := _EACH_TO_ONE.fullmatch(rest)) is not None:
        payee = each[2]
        rest = ", ".join([f"{payer}>{payee} {number}" for payer, number in _PAYER.findall(each[1])])
    if _SIGNED.fullmatch(rest):
        changes = [(seat, int(number)) for seat, number in _CHANGE.findall(rest)]
        payees = [seat for seat, number in changes if number > 0]
        total = sum(number for _, number in changes)
        if len(payees) != 1 or total:
            return ""
        payers = [(seat, -number) for seat, number in changes if number < 0]
        rest = ", ".join([f"{seat}>{payees[0]} {number}" for seat, number in payers])
    if (lists := _LISTS.fullmatch(rest)) is not None:
        pairs = zip(re.findall("[A-D]", lists[1]), re.findall("[0-9]+", lists[3]), strict=False)
        rest = ", ".join([f"{payer}>{lists[2]} {number}" for payer, number in pairs])
        if rest.count(">") != len(re.findall("[A-D]", lists[1])):
            return ""
    rest = re.sub(r"^([A-D]) ([0-9]+) from ([A-D])$", r"\3>\1 \2", rest)
    rest = _PAYERS_JOINED.sub(lambda payers: " ".join(payers[0]), rest)
    payments = _Payments()
    place = 0
    while place < len(rest):
        part = _PARTS_OF_A_PAYMENT.match(rest, place)
        kind = part.lastgroup if part is not None else None
        if part is None or kind is None or not payments.take(kind, part[kind].strip()):
            return ""
        place = part.end()
    payments.close()
    if payments.parties or not payments.done or not all(payments.done):
        return ""
    cause = f" for={payments.cause}" if payments.cause else ""
    return f"pay {', '.join(payments.done)}{cause}"


def _sum(numbers: re.Match[str]) -> str:
    return str(int(numbers[1]) + int(numbers[2]))


def _items(line: str) -> str:
    keyword, _, rest = line.partition(" ")
    seat, _, rest = rest.strip().partition(" ")
    if not _seat(seat.rstrip(":,")):
        return ""
    items: list[str] = []
    names: list[str] = []
    number = ""
    place = 0
    rest, remark = _without_total(rest)
    rest = _TIMES.sub(lambda times: str(int(times[1]) * int(times[2])), rest)
    rest = _HAN_AND_FU.sub(r"han \1, fu \2", rest.strip()).rstrip(" ,")
    while place < len(rest):
        part = _PARTS_OF_ITEMS.match(rest, place)
        if part is None or (part["number"] and number):
            return ""
        place = part.end()
        match "number" if part["number"] else part.lastgroup:
            case "number" if part["unit"] and not names:
                items.append(f"{_ITEMS_BY_UNIT[part['unit'].lower()]} {part['number']}")
            case "separator":
                items += _item(names, number)
                names, number = [], ""
            case "number":
                number = part["number"]
            case "name" if names and number:
                items += _item(names, number)
                names, number = [part["name"]], ""
            case "name":
                names.append(part["name"])
    items += _item(names, number)
    if not items or not all(items):
        return ""
    return f"{keyword} {_seat(seat.rstrip(':,'))} {', '.join(items)}{remark}"


def _without_total(items: str) -> tuple[str, str]:
    """Return two texts for a sum such as ``riichi 1 + dora 2 = 3``: the items, and a comment.

    The comment has the total, here ``{= 3}``; it is empty if there is no total. A total with a
    unit, such as ``3 han``, becomes another item instead.
    """
    total = _TOTAL.search(items) if "+" in items else None
    if total is None:
        return items, ""
    if total[1].isdecimal():
        return items[: total.start()], f" {{= {total[1]}}}"
    return f"{items[: total.start()]}, {total[1]}", ""


def _item(names: Sequence[str], number: str) -> list[str]:
    """Return a list with one item of a hand as text, such as ``["half-flush 3"]``.

    `names` are the words of the item's name, which are joined by hyphens. Return an empty list if
    there is neither a name nor a number, and ``[""]`` if only the name is missing.
    """
    if not names:
        return [""] if number else []
    if not number and names[-1] in _NUMBERS and names[1:]:
        names, number = names[:-1], _NUMBERS[names[-1]]
    name = "-".join(["fu" if name == "符" else name for name in names])
    return [f"{name} {number}" if number else name]


_TOTAL: Final = lazy_pattern(r" ?= ?([0-9].*)$")
"""The total after a sum of items."""
_TIMES: Final = lazy_pattern(r"\b([0-9]{1,3}) ?[x×*] ?([0-9])\b")
_COUNTED_TILES: Final = lazy_pattern(
    r"(?<![0-9A-Za-z])([1-4]) ?[x×*] ?([0-9]'?)([mpszf])"
    r"|(?<![0-9])([0-9]'?)([mpszf]) ?[x×*] ?([1-4])(?![0-9])"
)


_BETWEEN_JOKERS: Final = lazy_pattern(r"(?<=J) (?=J)")
_BETWEEN_TILES: Final = lazy_pattern(r"[,;:.]+(?=\s|$)|[,;/|·]|(?<=[mpsz])[-.](?=[0-9])")


def _repeated_tile(counted: re.Match[str]) -> str:
    first, rank, suit, other_rank, other_suit, behind = counted.groups()
    return f" {(rank or other_rank) * int(first or behind)}{suit or other_suit} "


def without_ranges(line: str) -> str:
    """Write out ranges of ranks in a line of tiles: ``1-4m`` becomes ``1234m``."""
    return re.sub("([1-9])-([1-9])(?=[mps])", _ranks_of_a_run, line)


def _ranks_of_a_run(ends: re.Match[str]) -> str:
    return "".join([str(rank) for rank in range(int(ends[1]), int(ends[2]) + 1)])


def _tiles(line: str) -> str:
    """Rewrite a line of tiles that were written as separate words, such as ``deal A 1m 2m east``.

    Return an empty text if a word is not a tile.
    """
    plain = _COUNTED_TILES.sub(_repeated_tile, without_ranges(plain_tiles(line)))
    if line.startswith("bonus "):
        plain = re.sub(r"(?<![0-9a-z])([1-8])(?![0-9a-zA-Z])", r"\1f", plain)
    if plain.startswith("ura "):
        plain = plain.replace("dora", "")
    if plain.startswith("deal ") and len(re.findall(r"[|/]|(?<=[0-9][mpsz]):", plain)) == 1:
        return ""  # the sign may separate the pillars from the rest
    keyword, *words = _BETWEEN_TILES.sub(" ", plain).split()
    words = [word for word in words if word.lower() not in _FILLERS]
    seat = _seat(words[0]) if words else ""
    tiles: list[str] = []
    for word in words[bool(seat) :]:
        if re.fullmatch(r"(?:[0-9]+'?[mpszfMPSZF]|\?+)+", word):
            tiles.append(word.lower())
        elif all(_tile(part) for part in _NAMES.findall(word) or [word]):
            tiles += [_tile(part) for part in _NAMES.findall(word) or [word]]
        else:
            return ""
    likely = " ".join([keyword, *([seat] if seat else []), *tiles]) if tiles else ""
    return _BETWEEN_JOKERS.sub("", likely)


def _void(line: str) -> str:
    """Rewrite a ``void`` line whose suit is a word: ``void A bamboo`` becomes ``void A s``.

    Return an empty text if the words do not fit.
    """
    words = _SIGNS.sub(" ", line).split()[1:]
    seats = [_seat(word) for word in words if _seat(word) and word not in "bcd"]
    suits = [SUITS_BY_NAME.get(word.lower().rstrip("s"), word) for word in words if not _seat(word)]
    if not seats and len(suits) == len("ABCD"):
        return "\n".join([f"void {seat} {suit}" for seat, suit in zip("ABCD", suits, strict=True)])
    return f"void {seats[0]} {suits[0]}" if len(seats) == len(suits) == 1 else ""


_MELD_IN_WORDS: Final = lazy_pattern(r"\b(?i:pon|pung|pong|peng|chow|chii?) ?(?=[0-9])")
_KONG_IN_WORDS: Final = lazy_pattern(r"\b(?i:ankan|angang|kan|kong|gang) ?\(?([0-9]{4}[mpsz])\)?")
_MELD: Final = lazy_pattern(r"\(([0-9?jmpsz]+)\)")


def _show(line: str) -> str:
    """Rewrite a ``show`` line (a hand laid open) with melds written as ``+777z``, and return it.

    Sets in brackets, and sets after a word such as *pon*, become melds.
    """
    line = _COUNTED_TILES.sub(_repeated_tile, plain_tiles(line))
    line = re.sub(r" ?\bjokers?\b", "J", _KONG_IN_WORDS.sub(r"*\1 ", line))
    line = _MELD_IN_WORDS.sub("+", _MELD.sub(r" +\1 ", line))
    return " ".join(line.split())


_FITS: Final[dict[str, Callable[[str], str]]] = {
    "bonus": _tiles,
    "deal": _tiles,
    "dora": _tiles,
    "fan": _items,
    "kong": _items,
    "net": _points,
    "next": _next,
    "pay": _pay,
    "score": _points,
    "show": _show,
    "ura": _tiles,
    "void": _void,
    "wall": _tiles,
    "win": _win,
}
"""Functions that rewrite a line in the form that its keyword needs, by the keyword."""
