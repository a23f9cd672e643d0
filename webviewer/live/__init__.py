"""Pages of tables at which games are being recorded: who may enter, what devices send and see.

It imports `mjlog.live` and the parts of pages. It knows no rule set by its name and computes
nothing about a game: proposals and findings come from `mjlog.live`.
"""

from __future__ import annotations

from pathlib import Path

from flask import Flask

from webviewer.live import entry, joining, pages
from webviewer.live.access import author_named, keep_tables


def install(app: Flask, folder: Path) -> None:
    """Add the pages with which games are recorded live at the tables of a folder."""
    keep_tables(app, folder)
    pages.routes(app)
    entry.routes(app)
    joining.routes(app)
    app.jinja_env.globals["addresses"] = app.view_functions
    app.jinja_env.filters["author_named"] = author_named
