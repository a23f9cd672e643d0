"""Rejects XML that declares a document type or entities, before a parser expands them."""

from __future__ import annotations

import io
import re
from typing import Final
from xml.etree.ElementTree import canonicalize
from xml.parsers.expat import ParserCreate

_DECLARED: Final = re.compile(rb"<!(DOCTYPE|ENTITY)", re.IGNORECASE)
_HEAD: Final = re.compile(rb"<\?xml\s[^>]*?encoding\s*=\s*[\"']([^\"'>]*)[\"']")
_PLAIN: Final = frozenset({b"utf-8", b"us-ascii"})
_MARK: Final = b"\xef\xbb\xbf"
_ASIDE: Final = re.compile(rb"<!|(?<!\A)<\?")
"""Comments, CDATA and instructions, whose text could look like a cell."""


class DeclaresEntitiesError(Exception):
    """A part of a workbook that has a DOCTYPE or an ENTITY, which no spreadsheet program writes."""


def plain_xml(data: bytes, name: str) -> bytes:
    """Check that XML is safe to parse, and return it in UTF-8 and without comments.

    `name` is the name of the file, for the error. Raise `DeclaresEntitiesError` if the XML declares
    a document type or entities, and `ExpatError` or `ParseError` if it is not XML.
    """
    if _DECLARED.search(data):
        raise DeclaresEntitiesError(name)
    text = data.removeprefix(_MARK)
    # Only in ASCII and UTF-8 does a search in the bytes find all tags: UTF-16 and UTF-32 have zero
    # bytes between letters.
    named = _HEAD.match(text)
    is_plain = named is None or named[1].strip().lower() in _PLAIN
    is_plain = is_plain and b"\0" not in text and text.lstrip()[:1] == b"<"
    if not is_plain:
        _parse_warily(text, name)
        return canonicalize(from_file=io.BytesIO(data)).encode()
    if _ASIDE.search(text):
        return canonicalize(from_file=io.BytesIO(text)).encode()
    ParserCreate().Parse(text, True)
    return text


def _parse_warily(data: bytes, name: str) -> None:
    """Parse XML that is not in ASCII or UTF-8, to find out whether it declares a document type.

    Raise `DeclaresEntitiesError` if it does, and `ParseError` if it is not XML.
    """
    from defusedxml import DefusedXmlException  # noqa: PLC0415  of the extra [sheets]
    from defusedxml.ElementTree import iterparse  # noqa: PLC0415  of the extra [sheets]

    try:
        for _, element in iterparse(io.BytesIO(data), forbid_dtd=True):
            element.clear()
    except DefusedXmlException as problem:
        raise DeclaresEntitiesError(name) from problem
