"""Whether there is a newer version of a page that is open, for the script that asks."""

from __future__ import annotations

from typing import Any

from flask import Flask, jsonify, request
from flask.typing import ResponseReturnValue

from webviewer.parts.catalogue import Catalogue
from webviewer.uploads import MARK


def routes(app: Flask, catalogue: Catalogue) -> None:
    """The marks of the list and of records, which change when they do."""

    @app.context_processor
    def told() -> dict[str, Any]:
        """What an open page compares: only where the folder is watched."""
        name = _shown_name() if catalogue.library.is_watched else None
        if name is None:
            return {"mark": ""}
        return {"mark": mark_of(catalogue, name), "marked": name}

    @app.get("/newer")
    def newer() -> ResponseReturnValue:
        return jsonify({"mark": mark_of(catalogue, request.args.get("name", ""))})


def mark_of(catalogue: Catalogue, name: str) -> str:
    """The mark of a record's file, or that of the list; nothing where there is none."""
    entries = catalogue.library.entries
    if not name:
        return catalogue.kept.version() if entries else ""
    return entries[name].mark if name in entries else ""


def _shown_name() -> str | None:
    """The record that a page shows, nothing for the list; None for what cannot change."""
    if not request:
        return None
    if request.endpoint == "index":
        return ""
    name: str = (request.view_args or {}).get("name", "")
    if not name or name.startswith(MARK):
        return None
    return name
