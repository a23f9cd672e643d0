"""Decodes the bytes of a text file, in any encoding that spreadsheets write."""

from __future__ import annotations

import codecs
import re
import unicodedata
from typing import Final

from mjlog.sheets.cells.words import known_words

_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_OLD: Final = ("cp932", "gb18030", "big5hkscs", "cp1252")
"""Encodings of spreadsheets in Japan, China, Taiwan, Hong Kong and the west before UTF-8."""
_SAMPLE: Final = 20_000
_CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")
_STRAY: Final = 100
"""One character among this number may be a control character, which a broken tool left behind."""


def decoded(data: bytes) -> str:
    """Decode the bytes of a text file.

    The encoding is that of the byte order mark, or UTF-8, or else it is guessed. Bytes that the
    encoding does not have become replacement characters.
    """
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return data[len(bom) :].decode(encoding, "replace")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode(_likeliest(data[:_SAMPLE]), "replace")


def _likeliest(data: bytes) -> str:
    """Guess the encoding in which the bytes look most like a score sheet; return its name.

    It is the encoding whose text has most known words of score sheets. Among encodings with equally
    many words, the one with the fewest replacement characters is chosen, then the one with the
    fewest signs within words, such as `J³rgen`, then cp1252, then the one that `charset-normalizer`
    prefers.
    """
    from charset_normalizer import from_bytes  # noqa: PLC0415  most text is UTF-8

    names = [*(match.encoding for match in from_bytes(data)), *_OLD]
    texts = {name: data.decode(name, "replace") for name in names}
    return max(
        texts,
        key=lambda name: (
            known_words(texts[name]),
            -texts[name].count("\N{REPLACEMENT CHARACTER}"),
            -_signs_within_words(texts[name]),
            name == "cp1252",
        ),
    )


def _signs_within_words(text: str) -> int:
    """Count the signs beyond ASCII, such as `³` or `£`, that are written without a blank in words.

    A punctuation mark counts only if it has a letter on each side.
    """
    signs = 0
    for before, sign, after in zip(f" {text}", text, f"{text[1:]} ", strict=False):
        if sign.isascii() or sign.isalpha():
            continue
        letters = before.isalpha() + after.isalpha()
        kind = unicodedata.category(sign)
        signs += letters > 0 if kind in _SIGNS else letters > 1
    return signs


_SIGNS: Final = frozenset({"Sc", "Sk", "Sm", "No"})
"""Unicode categories of signs that words do not begin or end with."""


def is_text(text: str) -> bool:
    r"""Return whether a decoded file is text; pictures and programs have many control characters.

    >>> is_text("E1,Ann,2000"), is_text("\x89PNG\x1a\x00\x00\x00")
    (True, False)
    """
    sample = text[:_SAMPLE]
    return len(_CONTROL.findall(sample)) * _STRAY <= len(sample)
