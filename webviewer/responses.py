"""Responses: the security headers that each one has, and how pages and downloads are made."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final, NoReturn

from flask import Response, abort, current_app, render_template

from webviewer.caches import templates

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


BETWEEN: Final = re.compile(
    r"\s*\n\s*(?=</?"
    r"(?:section|div|nav|p|[ou]l|li|table|t[rdh]|header|aside|h[1-6]|form|symbol|dl)\b)"
)
"""White space of templates that a browser ignores, before elements that begin a line."""
FRAMED: Final = {
    "Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
    "Cross-Origin-Resource-Policy": "cross-origin",
}
"""Other headers of a page that may be framed; it has no `X-Frame-Options`."""


def add_security_headers(response: Response) -> Response:
    """Add to a response those security headers that it does not have yet; return the response.

    `X-Frame-Options` is not added to a page that other sites may show in a frame.
    """
    framed = response.headers.get("Content-Security-Policy") == FRAMED["Content-Security-Policy"]
    for name, value in HEADERS.items():
        if not (framed and name == "X-Frame-Options"):
            response.headers.setdefault(name, value)
    return response


def page(template: str, **values: Any) -> str:
    """Render a template with these values, in the language of the response; return the HTML.

    White space before elements is removed. An invalid character (an unpaired surrogate) becomes a
    question mark.
    """
    text = render_template(templates.template(template), **values)
    return BETWEEN.sub("", text).encode("utf-8", "replace").decode()


def download(text: str, name: str, mimetype: str) -> Response:
    """Return a response that a browser saves as the file `name`.

    `name` must be made of a record's name in URLs (letters, digits, hyphens and `~`), which is safe
    in a header.
    """
    answer = Response(text.encode("utf-8", "replace"), content_type=f"{mimetype}; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name.removeprefix("~")}"'
    return answer


def no_such_step() -> NoReturn:
    """End the request with 404 and the message that the record has no such deal or step."""
    abort(404, "The record has no such deal or step.")


def authority() -> Response:
    """Return the certificate of the server's own certificate authority, to install on devices.

    A device that has installed it trusts the server's HTTPS certificate. End the request with 404
    if the server has no authority of its own.
    """
    path = current_app.config.get("AUTHORITY")
    if not path:
        abort(404, "This server has no certificate of its own.")
    return Response(Path(path).read_bytes(), mimetype="application/x-x509-ca-cert")
