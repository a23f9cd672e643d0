"""Yields all texts inside a file, to search them for a name: packed files, markup, any encoding."""

from __future__ import annotations

import gzip
import io
import re
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from html import unescape
from typing import Final

from mjlog.formats.archives import HEAD, is_packed, members
from mjlog.sheets.files.decoding import decoded

DEPTH: Final = 4
"""Levels of packed files inside packed files that are opened.

For example, a workbook (itself a packed file) in a zip file is one level deeper than the zip.
"""
MOST: Final = 1 << 26
"""Most bytes that are unpacked from each file in a packed file."""
_GZIP: Final = b"\x1f\x8b"
_TAG: Final = re.compile(r"<[^<>]*>")
_DAMAGES: Final = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    OSError,
    RuntimeError,
    ValueError,
    EOFError,
)
"""Errors that unpacking raises. A member that cannot be unpacked has no text that anybody can read.
"""


def texts_inside(data: bytes, depth: int = DEPTH) -> Iterator[str]:
    """Yield all texts in a file, to search them for a name; also texts that belong to no record.

    If the file is packed (zip, gzip, tar), yield the names of the files in it, and their texts, at
    most 64 MiB of each file. Packed files inside packed files are opened up to `depth` levels deep.
    Reading stops at damaged data. A text with markup is yielded three times: as it is, with tags
    removed, and with tags replaced by spaces.
    """
    if depth and (zipfile.is_zipfile(io.BytesIO(data)) or is_packed(data[:HEAD])):
        try:
            for name, part in _parts(data):
                yield name
                yield from texts_inside(part, depth - 1)
        except _DAMAGES:
            return
        return
    text = decoded(data)
    yield text
    if "<" in text:
        # Markup may be inside a word or between two words, so both readings of the text are needed.
        yield unescape(_TAG.sub("", text))
        yield unescape(_TAG.sub(" ", text))


def _parts(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield name and bytes of each file directly in a packed file, also of hidden files.

    The comment of a zip file and the content of a gzip file are yielded with an empty name.
    """
    stream = io.BytesIO(data)
    # The end of a gzip file may look like the end of a zip file that is packed in it.
    if data.startswith(_GZIP):
        with gzip.open(stream) as unpacked:
            yield "", unpacked.read(MOST)
    elif zipfile.is_zipfile(stream):
        with zipfile.ZipFile(stream) as archive:
            yield "", archive.comment
            for info in archive.infolist():
                with archive.open(info) as member:
                    yield info.filename, member.read(MOST)
    elif tarfile.is_tarfile(stream):
        stream.seek(0)
        with tarfile.open(fileobj=stream) as tape:
            for each in tape:
                file = tape.extractfile(each)
                yield each.name, file.read(MOST) if file else b""
    else:
        stream.seek(0)
        for packed in members(stream, ""):
            yield packed.path, packed.data
