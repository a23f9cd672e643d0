"""Reads numbers as people write them on score sheets."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from decimal import Decimal, InvalidOperation
from typing import Final

from mjlog.sheets.cells.text_caches import CELL_TEXTS

_MINUS: Final = str.maketrans(
    dict.fromkeys("\u2212\u2013\u2014\u2010\u2011\u2012\ufe63\uff0d", "-")
)
_THOUSANDS: Final = re.compile(r"(.*[0-9])[ ]*k\.?", re.IGNORECASE)
"""A number of thousands, such as `5.8k`."""
_PART: Final = r"([0-9]+(?:\.[0-9]+)?)"
_LARGE: Final = re.compile(
    rf"([+-]?)(?:{_PART}[万萬만])?(?:{_PART}[千천])?([0-9]*)(?:点|點|分|점)?"
)
"""A number with signs for ten thousand and a thousand, such as `1万2000`."""
_NO_TILE: Final = re.compile(r"[千천.]|[万萬만][0-9]|[0-9]{2}[万萬만]")
"""What makes a number of ten thousands differ from a tile such as `3万`."""
_LOSS: Final = "△▲▽▼"
"""Signs before a lost amount in Japanese accounts."""
_SIGNED: Final = re.compile(r"([+-]?)[ ]*([0-9][0-9.,' \u00a0_]*)")
_TAIL: Final = re.compile(
    r"(?:points?|pts?|pkt|ptn|punkte|punkt[yów]+|punten|punt[io]|puntos|очк(?:о|а|и|ов)?|"
    r"[点點점分台番飜翻符판부]|fu|han|[€$£¥₩₽¢円元圓원]|eur|chf|ntd?|cents?|ct|zł|руб)\.?$",
    re.IGNORECASE,
)
_MONEY: Final = re.compile(r"^([+-]?)[ ]*(?:[€$£¥₩₽]|nt\$|hk\$|us\$|eur|chf)[ ]*", re.IGNORECASE)
_DIGITS: Final = re.compile(r"[+-]?[0-9]{1,9}")
_ONE: Final = re.compile(r"[^0-9]*[0-9][0-9.,' \u00a0_-]*[^0-9]*")
"""A text with the digits of only one number."""
_LIST: Final = re.compile(r"[.,][ \u00a0]+[0-9]")
"""A separator that is between two numbers and never inside one."""
_NO_TENTHS: Final = re.compile(r"(?<=[0-9])[,.]-+$")
_AFTER: Final = re.compile(r"([0-9][0-9.,' ]*)-$")
"""A minus sign after the amount, as in programs for bookkeeping."""
_GROUPED: Final = re.compile(r"[0-9]{1,3}(?:[,.' \u00a0_][0-9]{3})+")
_COMMA: Final = re.compile(r"[0-9],[0-9]{1,2}(?![0-9])")
_POINT: Final = re.compile(r"[0-9]\.[0-9]{1,2}(?![0-9])")
_BY_POINTS: Final = re.compile(r"[+-]?[0-9]{1,3}(?:\.[0-9]{3})+")
_TENTHS: Final = re.compile(r"[0-9]+[.,][0-9]{1,2}")
_MARKS: Final = re.compile(
    r"(?<=[0-9])[ ]*(?:\(?(?:r|riichi|reach|リーチ|リ|立直|立)\)?|[*•●°★☆†‡^])+$", re.IGNORECASE
)
_RIICHI: Final = re.compile(r"r|リ|立", re.IGNORECASE)
_LONG: Final = 24
_TELEPHONE: Final = re.compile(r"[0+](?:[0-9][^0-9]*){9}")
"""A text that begins as no points do, and has more digits."""
_ORDINAL: Final = re.compile(
    r"(?:#|第)?([1-9][0-9]?|[一二三四])(?:st|nd|rd|th|er|ère|re|ème|e|º|ª|°|\.|位|着|名|등|위|место|м)?\.?"
)
_NUMERALS: Final = {sign: n for n, sign in enumerate("一二三四", 1)}


def are_sums(numbers: Sequence[Decimal | int | None], sums: Sequence[Decimal | int | None]) -> bool:
    """Return whether the players' numbers are these sums; the number of one player may be wrong."""
    right = sum(number is not None and number == due
                for number, due in zip(numbers, sums, strict=True))  # fmt: skip
    return right >= len(sums) - 1


def decimal_sign(texts: Iterable[str]) -> str:
    """Return the decimal sign of a group of texts: ``,`` if the texts use it, otherwise ``.``.

    >>> decimal_sign(["3,9", "12"]), decimal_sign(["3,900", "1.5"])
    (',', '.')
    >>> decimal_sign(["23.500", "-1.000"])  # points between the thousands
    ','
    """
    some = [text for text in texts if len(text) <= _LONG]
    if any(_POINT.search(each) for each in some):
        return "."
    has_commas = any(_COMMA.search(each) or _BY_POINTS.fullmatch(each) for each in some)
    return "," if has_commas else "."


@CELL_TEXTS.cached
def number_of(text: str, sign: str = ".") -> Decimal | None:
    """Parse a number as people write it on score sheets; None if the text is not a number.

    `sign` is the decimal sign. Currency signs, units and thousands separators are ignored.

    >>> [str(number_of(each)) for each in ("−5", "3,900", "△500", "(1 000)", "+３.9", "x", "")]
    ['-5', '3900', '-500', '-1000', '3.9', 'None', 'None']
    >>> [str(number_of(each)) for each in ("500-", "3900,-", "±0", "-€5", "12 Pkt.", "25¢")]
    ['-500', '3900', '0', '-5', '12', '25']
    >>> str(number_of("3,9", ",")), str(number_of("3.900", ","))
    ('3.9', '3900')
    >>> [str(number_of(each)) for each in ("-5.8k", "12 K", "1万2000", "2.5万", "-8千", "3万")]
    ['-5800', '12000', '12000', '25000', '-8000', 'None']
    """
    if not text or len(text) > _LONG:
        return None
    plain = unicodedata.normalize("NFKC", text).translate(_MINUS).strip()
    if _DIGITS.fullmatch(plain):
        return Decimal(plain)
    if _NO_TILE.search(plain) and (large := _LARGE.fullmatch(plain)):
        return _read_myriads(large)
    if not _ONE.fullmatch(plain) or _TELEPHONE.match(plain):
        return None
    thousands = _THOUSANDS.fullmatch(plain)
    number = _read_digits(thousands[1] if thousands else plain, sign)
    return _strip_zeros(1000 * number) if number is not None and thousands else number


def _read_digits(plain: str, sign: str) -> Decimal | None:
    """Return the number in a text with digits, signs and units; None if it has anything else.

    `sign` is the decimal sign.
    """
    lost, plain = _unwrapped(_NO_TENTHS.sub("", plain).replace("±", ""))
    amount = _MONEY.sub(r"\1", _TAIL.sub("", plain).strip())
    match = _SIGNED.fullmatch(_AFTER.sub(r"-\1", amount).strip())
    if match is None or _LIST.search(match[2]):
        return None
    digits = _strip_groups(match[2].strip(), sign)
    try:
        number = Decimal(digits)
    except InvalidOperation:
        return None
    return -number if lost != (match[1] == "-") else number


def _read_myriads(match: re.Match[str]) -> Decimal:
    """Convert a match of `_LARGE`, such as `3万2千`, to a number.

    A single digit behind a sign counts the next smaller unit: `1万2` is 12,000 and `3千9` 3,900.
    """
    sign, myriads, thousands, rest = match.groups()
    unit = (100 if thousands else 1000) if len(rest) == 1 else 1
    amounts = (myriads, thousands, rest)
    parts = [
        each * Decimal(amount or 0)
        for each, amount in zip((10_000, 1000, unit), amounts, strict=True)
    ]
    return _strip_zeros(int(f"{sign}1") * add_up(parts))


def _strip_zeros(number: Decimal) -> Decimal:
    """Return a number without zeros after the decimal sign: 5800 for 5800.0."""
    whole = number.to_integral_value()
    return whole if whole == number else number


@CELL_TEXTS.cached
def is_number(text: str) -> bool:
    """Return whether a text is a number, also with a currency sign or a unit."""
    return number_of(text) is not None


@CELL_TEXTS.cached
def strip_marks(text: str) -> str:
    """Remove marks after an amount, such as `R` for riichi or a star.

    >>> strip_marks("-1000 R*"), strip_marks("3900 (R)"), strip_marks("24 x")
    ('-1000', '3900', '24 x')
    """
    return _MARKS.sub("", text)


def marks_riichi(text: str) -> bool:
    """Return whether an amount is followed by a mark for riichi, as in `-1000 R`."""
    match = _MARKS.search(text)
    return match is not None and _RIICHI.search(match[0]) is not None


def add_up(numbers: Iterable[Decimal | None]) -> Decimal:
    """Add up numbers; None counts as zero."""
    amounts = [number for number in numbers if number is not None]
    return sum(amounts, Decimal(0))


def count_equal(
    numbers: Iterable[Decimal | int | None], due: Iterable[Decimal | int | None]
) -> int:
    """Count the numbers that are as expected; a missing number is not counted."""
    return sum(own == number is not None for own, number in zip(numbers, due, strict=False))


def whole(number: Decimal) -> int | None:
    """Convert a number without a fraction to an integer; return None for other numbers."""
    return int(number) if number == number.to_integral_value() else None


def _unwrapped(text: str) -> tuple[bool, str]:
    """Remove brackets or a triangle that mark a loss, as in ``(500)`` or ``▲500``.

    Return a pair: whether there was such a mark, and the text without the mark.
    """
    if text[:1] == "(" and text[-1:] == ")":
        return True, text[1:-1].strip()
    if text[:1] in _LOSS and text:
        return True, text[1:].strip()
    return False, text


def _strip_groups(digits: str, sign: str) -> str:
    """Remove the thousands separators of a number, and write its decimal sign as a point.

    For example `3.900,5` with the decimal sign `,` gives `3900.5`. `sign` is the decimal sign of
    the text.
    """
    other = "." if sign == "," else ","
    if _TENTHS.fullmatch(digits):
        return digits.replace(",", ".")
    if _GROUPED.fullmatch(digits) and (other in digits or sign not in digits):
        return re.sub(r"[^0-9]", "", digits)
    return re.sub(r"[' \u00a0_]", "", digits).replace(other, "").replace(sign, ".")


def rank_of(text: str) -> Decimal | None:
    """Parse a rank, written as a number or an ordinal such as `1st`; None for other text.

    >>> [str(rank_of(text)) for text in ("2", "1st", "3º", "第二名", "4位", "Ann", "0")]
    ['2', '1', '3', '2', '4', 'None', 'None']
    """
    match = _ORDINAL.fullmatch(unicodedata.normalize("NFC", text).strip().casefold())
    return Decimal(_NUMERALS.get(match[1]) or match[1]) if match else None
