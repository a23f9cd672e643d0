"""Tables that are being recorded, on pages: who is let in, what a device sends, what it is shown.

It imports `mjlog.live` and the parts of pages. It knows no rule set by its name and computes
nothing of a game: what a table says, proposes and finds comes from `mjlog.live`.
"""

from __future__ import annotations

from pathlib import Path

from flask import Flask

from webviewer.live import entry, joining, pages
from webviewer.live.access import author_named, keep_tables


def install(app: Flask, folder: Path) -> None:
    """Let an application record games at the tables of a folder."""
    keep_tables(app, folder)
    pages.routes(app)
    entry.routes(app)
    joining.routes(app)
    app.jinja_env.globals["addresses"] = app.view_functions
    app.jinja_env.filters["author_named"] = author_named
