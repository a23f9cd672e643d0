"""Pictures in pixels, for places that show no SVG: link previews, messages, forums.

They need the extra `[images]`. To draw a picture takes a tenth of a second or more, so only two are
drawn at a time, and the latest pictures are cached.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from html import unescape
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import BoundedSemaphore
from time import monotonic
from typing import Any, Final

from flask import abort

from mjlog.model.messages import Message
from mjlog.paper.fonts import WEIGHTS, font_of, has_fonts
from webviewer.i18n import spoken
from webviewer.records.temporary_store import InMemory, Room

SIDE: Final = 630
"""The width and height of a picture in pixels, as high as link previews need."""
SMALL: Final = 480
"""The width and height of an animation in pixels."""
LONGEST: Final = 24
"""The most steps of one animation."""
FAMILY: Final = "Noto Sans"
"""The font family of pictures."""
PACE: Final = 900
"""Milliseconds that an animation shows a step; the last one is shown three times as long."""
AT_A_TIME: Final = 2
PATIENCE: Final = 10
"""Seconds that a request waits for its turn to draw a picture."""
ROOM: Final = Room(size=24 << 20, places=256, life=24 * 3600)
MISSING: Final = Message("This server draws no such pictures: it needs mjlog[images].")
BUSY: Final = Message("Too many pictures are being drawn. Try again in a moment.")


def can_be_drawn() -> bool:
    """Return whether resvg, which converts SVG to pixels, is installed."""
    return find_spec("resvg_py") is not None


def can_be_animated() -> bool:
    """Return whether the libraries for pictures in pixels and for animations are installed."""
    return can_be_drawn() and find_spec("PIL") is not None


class Studio:
    """Converts SVG pictures to pixels, and caches the latest results."""

    def __init__(self) -> None:
        self._kept = InMemory[bytes](ROOM, monotonic)
        self._turns = BoundedSemaphore(AT_A_TIME)

    def png(self, svg: str, side: int = SIDE) -> bytes:
        """Convert an SVG picture to PNG, `side` pixels wide and high; the result is cached.

        End the request with 501 if the library is not installed, with 503 if too many pictures are
        being drawn.
        """
        _needs(can_be_drawn())
        return self.made(f"png {side} {svg}", lambda: _png(svg, side))

    def moving(self, svgs: Sequence[str], form: str) -> bytes:
        """Convert SVG pictures to an animation, in the form `webp` or `gif`, and cache it.

        End the request with 501 if a library is not installed, with 503 if too many pictures are
        being drawn.
        """
        _needs(can_be_animated())
        return self.made("\n".join((form, *svgs)), lambda: moving(svgs, form))

    def made(self, words: str, make: Callable[[], bytes]) -> bytes:
        """Return the file that is cached under the key `words`, or make and cache it.

        The function `make` returns the bytes of the file. End the request with 503 if too many
        files are being made.
        """
        mark = blake2b(words.encode("utf-8", "replace"), digest_size=16).hexdigest()
        image = self._kept.get(mark)
        if image is not None:
            return image
        if not self._turns.acquire(timeout=PATIENCE):
            abort(503, BUSY.english)
        try:
            made = make()
        finally:
            self._turns.release()
        self._kept.put(mark, made, len(made))
        return made


def _needs(is_there: bool) -> None:
    if not is_there:
        abort(501, MISSING.english)


def _png(svg: str, side: int) -> bytes:
    with _fonts_of([svg]) as fonts:
        return _drawn(svg, side, fonts)


def moving(svgs: Sequence[str], form: str) -> bytes:
    """Convert SVG pictures to an endless animation; `form` is `webp` or `gif`."""
    from PIL import Image  # noqa: PLC0415  it need not be installed

    with _fonts_of(svgs) as fonts:
        drawn = [io.BytesIO(_drawn(svg, SMALL, fonts)) for svg in svgs]
    first, *rest = [Image.open(each).convert("RGB") for each in drawn]
    made = io.BytesIO()
    first.save(
        made,
        form.upper(),
        save_all=True,
        append_images=rest,
        duration=[PACE] * len(rest) + [3 * PACE],
        loop=0,
        **_QUALITY[form],
    )
    return made.getvalue()


_QUALITY: Final[dict[str, dict[str, Any]]] = {
    "webp": {"quality": 70, "method": 2},
    "gif": {"optimize": False},
}


def _drawn(svg: str, side: int, fonts: list[str]) -> bytes:
    import resvg_py  # noqa: PLC0415  it need not be installed

    family = FAMILY if fonts else None
    drawn: bytes = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=side,
        height=side,
        font_family="sans-serif",
        sans_serif_family=family,
        font_files=fonts,
    )
    return drawn


@contextmanager
def _fonts_of(svgs: Sequence[str]) -> Iterator[list[str]]:
    """Create temporary font files for a `with` block, with the letters that these pictures use.

    The block gets the paths of the files. If no fonts are installed, the list is empty, and the
    pictures use the fonts of the system.
    """
    if not has_fonts():
        yield []
        return
    letters = "".join({unescape(words) for svg in svgs for words in _WORDS.findall(svg)})
    with TemporaryDirectory() as folder:
        paths = []
        for weight in WEIGHTS:
            font, _ = font_of(letters, spoken().tag, weight, f"{FAMILY}-{weight}".replace(" ", ""))
            paths.append(Path(folder, f"{weight}.ttf"))
            paths[-1].write_bytes(font.getvalue())
        yield [str(path) for path in paths]


_WORDS: Final = re.compile("<text[^>]*>([^<]*)<")
