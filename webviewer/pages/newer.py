"""Whether there is a newer version of a page that is open, for the script that asks."""

from __future__ import annotations

from typing import Any

from flask import Flask, jsonify, request
from flask.typing import ResponseReturnValue

from webviewer.parts.catalogue import Catalogue


def routes(app: Flask, catalogue: Catalogue) -> None:
    """The marks of the list and of records, which change when they do."""
    library = catalogue.library

    def mark(name: str) -> str:
        """The mark of a record's file, or that of the list."""
        if name:
            return library.entries[name].mark if name in library.entries else ""
        return catalogue.kept.version() if library.entries else ""

    @app.context_processor
    def told() -> dict[str, Any]:
        """What an open page compares: only where the folder is watched."""
        name = (request.view_args or {}).get("name", "") if request else ""
        if not (library.is_watched and request and _is_kept(request.endpoint, name)):
            return {"mark": ""}
        return {"mark": mark(name), "marked": name}

    @app.get("/newer")
    def newer() -> ResponseReturnValue:
        return jsonify({"mark": mark(request.args.get("name", ""))})


def _is_kept(endpoint: str | None, name: str) -> bool:
    """Whether what a page shows can change."""
    return endpoint == "index" or bool(name and not name.startswith("~"))
