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
"""Archives inside archives are opened so deep: a workbook in the deepest one that is read."""
MOST: Final = 1 << 26
"""Bytes that are unpacked of one member."""
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
"""What unpacking raises; what nobody can unpack holds no text that anybody can read."""


def texts_inside(data: bytes, depth: int = DEPTH) -> Iterator[str]:
    """Yield all texts in a file, also those that are no part of a record.

    Packed files are opened up to `depth` levels deep, at most 64 MiB of each; their names are
    yielded, too. Damaged ones end early. Text with markup is also yielded without it.
    """
    if depth and (zipfile.is_zipfile(io.BytesIO(data)) or is_packed(data[:HEAD])):
        try:
            for name, part in _parts(data):
                yield name
                yield from texts_inside(part, depth - 1)
        except _DAMAGES:
            return
        return
    text = decoded(data)[0]
    yield text
    if "<" in text:
        # A word may be cut by markup, and what markup parts are words of their own.
        yield unescape(_TAG.sub("", text))
        yield unescape(_TAG.sub(" ", text))


def _parts(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield name and bytes of each file packed directly in this one, also of hidden files.

    A comment of a zip file and the content of a gzip file have an empty name.
    """
    stream = io.BytesIO(data)
    # The end of a gzip file may look like that of a zip file that is packed in it.
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
