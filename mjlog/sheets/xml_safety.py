"""XML that declares a document type or entities is refused before a parser unfolds anything."""

from __future__ import annotations

import io
import re
from typing import Final
from zipfile import ZipFile

_XML: Final = (".xml", ".rels")
_DECLARED: Final = re.compile(rb"<!(DOCTYPE|ENTITY)", re.IGNORECASE)
_HEAD: Final = re.compile(rb"<\?xml\s[^>]*?encoding\s*=\s*[\"']([^\"'>]*)[\"']")
_PLAIN: Final = frozenset({b"utf-8", b"us-ascii"})
_MARK: Final = b"\xef\xbb\xbf"


class DeclaresEntitiesError(Exception):
    """A part of a workbook has a DOCTYPE or an ENTITY; no spreadsheet program writes one."""


def check_members(packed: ZipFile) -> None:
    """Looks at every XML part of the file. Raises `DeclaresEntitiesError`."""
    for name in packed.namelist():
        if name.lower().endswith(_XML):
            checked(packed.read(name), name)


def checked(data: bytes, name: str) -> bytes:
    """The same bytes, which any parser may read now. Raises `DeclaresEntitiesError`."""
    if _DECLARED.search(data):
        raise DeclaresEntitiesError(name)
    if not _is_plain(data):
        _parse_warily(data, name)
    return data


def _is_plain(data: bytes) -> bool:
    """Whether the parser reads these bytes as ASCII or UTF-8, so that a search finds all of them.

    UTF-16 and UTF-32 have zeros between their letters, whether a mark says so or not.
    """
    text = data.removeprefix(_MARK)
    named = _HEAD.match(text)
    is_named_so = named is None or named[1].strip().lower() in _PLAIN
    return is_named_so and b"\0" not in text and _begins_as_markup(text)


def _begins_as_markup(text: bytes) -> bool:
    return text.lstrip()[:1] == b"<"


def _parse_warily(data: bytes, name: str) -> None:
    """Parses a part in another encoding with a parser that stops at a document type."""
    from defusedxml import DefusedXmlException  # noqa: PLC0415  of the extra [sheets]
    from defusedxml.ElementTree import iterparse  # noqa: PLC0415  of the extra [sheets]

    try:
        for _, element in iterparse(io.BytesIO(data), forbid_dtd=True):
            element.clear()
    except DefusedXmlException as problem:
        raise DeclaresEntitiesError(name) from problem
