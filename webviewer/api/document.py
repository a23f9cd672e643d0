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
    """Return the bytes of a file in the folder of JSON schemas."""
    return shared_file("schemas", name)


@cache
def document() -> dict[str, Any]:
    """Load the OpenAPI description of the web API as a Python dictionary."""
    description: dict[str, Any] = json.loads(file("openapi.json"))
    return description


def routes(api: Blueprint) -> None:
    """Add the addresses of the OpenAPI description and of the JSON schemas that it refers to."""
    api.add_url_rule("/openapi.json", view_func=openapi)
    api.add_url_rule("/<name>.schema.json", view_func=schema)


def install(app: Flask) -> None:
    """Add the page `/api`, which describes the web API to people."""
    app.add_url_rule("/api", "api_page", lambda: page("api.html", **_shown()))


def openapi() -> Response:
    """Return the OpenAPI description of the web API as a JSON file."""
    asking.refuse_parameters_except(())
    return _file("openapi.json")


def schema(name: str) -> Response:
    """Return the JSON schema with this name, such as `findings`.

    Raise Problem (404) if there is no such schema.
    """
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
    """Return the values for the template of the page `/api`.

    They are the operations of the web API, grouped by tag, with all references resolved.
    """
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
    """Replace a reference in the OpenAPI description by the object to which it refers.

    `value` is an object of the description. If it has a `$ref`, such as `#/components/schemas/X`,
    return the object at that place; otherwise return `value` itself.
    """
    place = value.get("$ref", "")
    if not place:
        return value
    part: Any = document()
    for name in place.removeprefix("#/").split("/"):
        part = part[name]
    resolved: dict[str, Any] = part
    return resolved
