"""The viewer's static files, which a browser fetches once.

Their addresses contain a hash of their contents, so that a browser can keep them for a year.
Otherwise a browser would ask at each step for the sprite, to which every tile refers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, cast

from flask import Flask, Response, request

YEAR: Final = 365 * 24 * 60 * 60


def _bare_svg(text: bytes) -> bytes:
    return re.sub(rb"<!--.*?-->", b"", text)


def _shorteners() -> dict[str, Callable[[bytes], bytes]]:
    """Return the functions that shorten static files, as a dict from suffix to function.

    They remove comments and white space. Without the packages rcssmin and rjsmin, only SVG is
    shortened; in an installed mjlog, the files are short already.
    """
    try:
        from rcssmin import cssmin  # noqa: PLC0415 - not needed where mjlog is installed
        from rjsmin import jsmin  # noqa: PLC0415
    except ImportError:
        return {".svg": _bare_svg}
    return {".css": cssmin, ".js": jsmin, ".svg": _bare_svg}


SHORTENERS: Final = _shorteners()
"""Functions that shorten files, by suffix; files with another suffix are sent unchanged."""
NEEDLESS: Final = ("Content-Disposition", "Last-Modified", "Accept-Ranges", "Date")
"""Headers that are useless for a file whose address has a hash of its contents."""
TOGETHER: Final = {
    "replay-file.js": ("replay-file.js", "viewer.js", "handy.js", "columns.js"),
    "viewer.css": ("base.css", "viewer.css"),
    "site.css": ("beside.css", "site.css"),
    "live.css": ("clock.css", "live.css"),
    "desk.css": ("clock.css", "desk.css"),
    "venue.css": ("clock.css", "venue.css"),
    "watch.css": ("base.css", "site.css", "clock.css", "watch.css"),
    "follow.css": ("beside.css", "follow.css"),
    "sheets.css": ("base.css", "site.css", "archive.css", "sheets.css"),
}
"""Files sent as one, so that a page needs one request; each script is put into a block."""


def install(app: Flask) -> None:
    """Add a hash of the contents to the addresses of static files.

    A browser may then keep a file for a year, because a changed file has another address.
    """
    files = Files(Path(app.root_path, "static"))

    def marked(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values["v"] = files.mark(values["filename"])

    def sent(response: Response) -> Response:
        # OPTIONS is answered even if there is no such file.
        is_of_file = request.endpoint == "static" and request.method != "OPTIONS"
        if is_of_file and response.status_code == 200:
            files.send((request.view_args or {}).get("filename", ""), response)
        return response

    app.url_defaults(marked)
    app.after_request(sent)


class Files:
    """The viewer's static files as they are sent: shortened, and some joined into one file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.mark = lru_cache(maxsize=64)(self._mark)
        self._bare = lru_cache(maxsize=64)(_bare)

    def bare(self, name: str) -> bytes:
        """Return the bytes of a static file as browsers get them.

        Comments and superfluous white space are removed. A name in `TOGETHER` stands for several
        files that are joined into one.
        """
        return self._bare(self._whole(name) or (self._folder / name).read_bytes(), _kind(name))

    def _whole(self, name: str) -> bytes:
        """Return the joined contents of the files that browsers get together under `name`.

        The result is empty if `name` stands for one ordinary file. Each script is wrapped in a
        block, so that variables of different scripts do not conflict.
        """
        parts = [(self._folder / part).read_bytes() for part in TOGETHER.get(name, ())]
        if name.endswith(".js"):
            parts = [b"{\n" + part + b"}\n" for part in parts]
        return b"".join(parts)

    def _mark(self, name: str) -> str:
        text = self._whole(name) or (self._folder / name).read_bytes()
        return sha256(text).hexdigest()[:8]

    def send(self, name: str, response: Response) -> None:
        """Replace the body of a response by the shortened file, and set headers for caching.

        If the address contains the hash of the file's contents, browsers may keep the file for a
        year. The headers in `NEEDLESS` are removed. `name` is the name of the static file.
        """
        for header in NEEDLESS:
            response.headers.pop(header, None)
        if _kind(name) in SHORTENERS or name in TOGETHER:
            response.direct_passthrough = False
            # Werkzeug's server may leave the file open if the connection breaks.
            with closing(cast("Any", response.response)):
                alone = response.get_data()
            response.set_data(self._bare(self._whole(name) or alone, _kind(name)))
        if request.args.get("v") == self.mark(name):
            response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"


def _kind(name: str) -> str:
    """Return the suffix of a file's name, which decides how the file is shortened.

    A script that is shortened already has the suffix `.min.js`, and stays as it is.
    """
    return "".join(Path(name).suffixes[-2:]) if name.endswith(".min.js") else Path(name).suffix


def _bare(text: bytes, suffix: str) -> bytes:
    shortener = SHORTENERS.get(suffix)
    return shortener(text) if shortener else text
