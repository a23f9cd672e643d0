"""The OpenAPI description of the interface for programs, and the page for people made from it."""

from __future__ import annotations

import json
from functools import cache
from hashlib import blake2b
from typing import Any, Final

from flask import Blueprint, Flask, Response, url_for

from mjlog.shared_files import shared_file
from webviewer.api import asking
from webviewer.api.answers import JSON, mark_of, with_etag
from webviewer.api.problems import UNKNOWN, Problem
from webviewer.responses import page

SCHEMAS: Final = ("archive", "findings", "frames", "record", "sheet")
METHODS: Final = ("get", "post", "patch", "delete")


@cache
def file(name: str) -> bytes:
    """Return the bytes of a file in the folder of schemas."""
    return shared_file("schemas", name)


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI description as an object."""
    description: dict[str, Any] = json.loads(file("openapi.json"))
    return description


def routes(api: Blueprint) -> None:
    """Add the addresses of the OpenAPI description and of the schemas that it refers to."""
    api.add_url_rule("/openapi.json", view_func=openapi)
    api.add_url_rule("/<name>.schema.json", view_func=schema)


def install(app: Flask) -> None:
    """Add the page that describes the interface to people, at `/api`."""
    app.add_url_rule("/api", "api_page", lambda: page("api.html", **_shown()))


def openapi() -> Response:
    """Return the OpenAPI description as a JSON file."""
    asking.refuse_parameters_except(())
    return _file("openapi.json")


def schema(name: str) -> Response:
    """Return a JSON schema by name; raise Problem if there is none."""
    asking.refuse_parameters_except(())
    if name not in SCHEMAS:
        raise Problem(UNKNOWN, f"There are the schemas {', '.join(SCHEMAS)}.")
    return _file(f"{name}.schema.json")


def _file(name: str) -> Response:
    data = file(name)
    mark = mark_of(blake2b(data, digest_size=16).hexdigest())
    return with_etag(mark, lambda: Response(data, content_type=JSON))


# --------------------------------------------------------------------------- the page


def _shown() -> dict[str, Any]:
    """Return the data of the page: operations by tag, with all references resolved."""
    description = document()
    operations = [
        _operation(method, path, item[method])
        for path, item in description["paths"].items()
        for method in METHODS
        if method in item
    ]
    groups = [
        (tag, [each for each in operations if tag["name"] in each["tags"]])
        for tag in description["tags"]
    ]
    home = description["servers"][0]["url"]
    return {
        "info": description["info"],
        "groups": groups,
        "home": home,
        "json": url_for("api.openapi"),
    }


def _operation(method: str, path: str, operation: dict[str, Any]) -> dict[str, Any]:
    parameters = [_resolved(each) for each in operation.get("parameters", ())]
    answers = {code: _resolved(each) for code, each in operation["responses"].items()}
    more = {"method": method.upper(), "path": path, "parameters": parameters, "answers": answers}
    body = operation.get("requestBody", {}).get("content", {})
    return {**operation, **more, "takes": [*body]}


def _resolved(value: dict[str, Any]) -> dict[str, Any]:
    """Return the value; if it has a `$ref`, the part of the description that it refers to."""
    place = value.get("$ref", "")
    if not place:
        return value
    part: Any = document()
    for name in place.removeprefix("#/").split("/"):
        part = part[name]
    resolved: dict[str, Any] = part
    return resolved
