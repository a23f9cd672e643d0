"""The viewer's own files, fetched once.

Their addresses name what is in them, so a browser need not ask again.

Tiles refer to the sprite one by one; a sprite that had to be asked for anew would be so at every
step.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from flask import Flask, Response, request

YEAR: Final = 365 * 24 * 60 * 60
REMARKS: Final = {
    ".css": re.compile(
        rb"/\*.*?\*/\s*|\s+(?=[{}>])|(?<=[{};:,>])\s+|;(?=\s*\})|\x20(?=\*\x20)|(?<=\x20\*)\x20",
        re.DOTALL | re.MULTILINE,
    ),
    ".js": re.compile(
        rb"^\s*(?:(?://[^\n]*|/\*\*.*?\*/)\n\s*)*|\x20+//\x20[^\n\x22'`]*$"
        rb"|\x20(?=(?:=>|[=!]==|&&|\|\||=)\x20)|(?<=\x20=>)\x20|(?<=\x20[=!]==)\x20"
        rb"|(?<=\x20&&)\x20|(?<=\x20\|\|)\x20|(?<=\x20=)\x20|(?<=[\w)>])\x20(?=\{)|(?<=\{)\x20|\x20(?=\})",
        re.DOTALL | re.MULTILINE,
    ),
}
"""What is meant for whoever reads the source and is not sent: comments and white space."""


def install(app: Flask) -> None:
    """Has links to static files bear a mark of their contents.

    And answers to such links kept for good.
    """

    @lru_cache(maxsize=64)
    def mark(name: str) -> str:
        return sha256(Path(app.root_path, "static", name).read_bytes()).hexdigest()[:8]

    def marked(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values["v"] = mark(values["filename"])

    def kept(response: Response) -> Response:
        name = (request.view_args or {}).get("filename", "")
        if (
            request.endpoint == "static"
            and response.status_code == 200
            and request.args.get("v") == mark(name)
        ):
            response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
        return response

    @lru_cache(maxsize=64)
    def bare(text: bytes, suffix: str) -> bytes:
        return REMARKS[suffix].sub(b"", text)

    def sent_bare(response: Response) -> Response:
        suffix = Path((request.view_args or {}).get("filename", "")).suffix
        if request.endpoint == "static" and response.status_code == 200 and suffix in REMARKS:
            response.direct_passthrough = False
            response.set_data(bare(response.get_data(), suffix))
        return response

    app.url_defaults(marked)
    app.after_request(sent_bare)
    app.after_request(kept)
