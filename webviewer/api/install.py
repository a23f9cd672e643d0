"""The whole interface as one blueprint at `/api/v1`."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Flask, request
from werkzeug.routing import BaseConverter

from mjlog.archive.store import Archive
from webviewer.api import (
    archive_view,
    audits,
    content,
    cors,
    details,
    document,
    figures,
    lists,
    problems,
    records,
    state,
    writing,
)
from webviewer.service.settings import Settings

HOME: Final = "/api/v1"


def is_of_the_api() -> bool:
    """Return whether this request's address belongs to the web API, such as `/api/v1/records`."""
    return request.path == HOME or request.path.startswith(f"{HOME}/")


class Digest(BaseConverter):
    """A URL converter for digests: 64 hexadecimal digits."""

    regex = "[0-9a-fA-F]{64}"


def install(app: Flask, archive: Archive, settings: Settings | None = None) -> None:
    """Add the web API for programs to the application; its records come from `archive`."""
    app.url_map.converters["digest"] = Digest
    archive_view.keep_archive(app, archive)
    app.extensions["mjlog.api"] = settings or Settings()
    api = Blueprint("api", __name__, url_prefix=HOME)
    problems.install(api)
    for part in (records, content, details, lists, figures, audits, writing, document):
        part.routes(api)
    state.install(app, api)
    cors.install(api, (settings or Settings()).origins)
    app.register_blueprint(api)
    document.install(app)
