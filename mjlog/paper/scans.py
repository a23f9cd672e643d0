"""Reads photographs and scans into pixels: JPEG, PNG, WebP, HEIC, and every page of a PDF."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, Final

from mjlog.model.findings import Finding
from mjlog.model.messages import Message, msg
from mjlog.notation.limits import Unreadable

_MOST_PIXELS: Final = 120_000_000
_LONGEST: Final = 4200
"""Longest side of a picture in pixels: a larger one takes more time and is not read better."""
_OF_A_PAGE: Final = 3000
_MOST_PAGES: Final = 40
SUFFIXES: Final = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".pdf")
"""Endings of names of files that may be photographs or scans of sheets."""
_STARTS: Final = (b"\x89PNG", b"\xff\xd8\xff", b"%PDF-")


def is_picture(data: bytes) -> bool:
    """Return whether a file is a picture or a PDF, according to its first bytes."""
    return data.startswith(_STARTS) or data[4:8] == b"ftyp" or data[8:12] == b"WEBP"


def refused(words: Message, *, is_sheet: bool = True) -> Unreadable:
    """Return the exception for a picture that cannot be read; `words` is its message.

    `is_sheet` is False if the picture does not even show a known sheet; the code of the exception's
    finding is then `sheet.layout`, otherwise `sheet.unreadable`.
    """
    code = "sheet.unreadable" if is_sheet else "sheet.layout"
    return Unreadable(Finding.telling(code, "error", words))


def pictures_of(data: bytes) -> Iterator[Any]:
    """Yield each picture of a file as an array of pixels with the colours blue, green, red.

    A PDF has a picture for each page. Raise `Unreadable` if the file is broken or too large, or if
    a package is missing.
    """
    try:
        import cv2  # noqa: F401, PLC0415  of the extra [photo]

        yield from _pages(data) if data.startswith(b"%PDF-") else [_photograph(data)]
    except ImportError:
        words = "photographs and scans are read with further packages: pip install 'mjlog[photo]'"
        raise refused(msg("{words}", words=words)) from None


def _photograph(data: bytes) -> Any:
    import numpy as np  # noqa: PLC0415  of the extra [photo]
    import pillow_heif  # noqa: PLC0415
    from PIL import Image, ImageOps  # noqa: PLC0415

    pillow_heif.register_heif_opener()
    try:
        image = Image.open(io.BytesIO(data))
        if image.width * image.height > _MOST_PIXELS:
            raise refused(msg("the picture has too many pixels"))
        image.draft("RGB", (_LONGEST, _LONGEST))
        # A phone stores how it was held, so turn the picture upright.
        upright = ImageOps.exif_transpose(image).convert("RGB")
        upright.thumbnail((_LONGEST, _LONGEST))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise refused(msg("the picture is broken, or of a sort that is not read")) from None
    return np.ascontiguousarray(np.asarray(upright)[:, :, ::-1])


def _pages(data: bytes) -> Iterator[Any]:
    import numpy as np  # noqa: PLC0415  of the extra [photo]
    from pypdfium2 import PdfDocument, PdfiumError  # noqa: PLC0415

    try:
        document = PdfDocument(data)
    except PdfiumError:
        raise refused(msg("the PDF is broken, or locked by a password")) from None
    if len(document) > _MOST_PAGES:
        words = "the PDF has {number} pages: at most {most} are read, so bring it in parts"
        raise refused(msg(words, number=len(document), most=_MOST_PAGES))
    for number in range(len(document)):
        page = document[number]
        scale = _OF_A_PAGE / max(*page.get_size(), 1)
        yield np.ascontiguousarray(page.render(scale=scale).to_numpy()[:, :, :3])
