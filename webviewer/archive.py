"""The list of records: what is asked of it stands in its address."""

from __future__ import annotations

import re
from typing import Any, Final

from flask import Flask, abort, request, url_for

from mjlog import rules
from webviewer.answers import page
from webviewer.catalogue import SORTS, STATUS, Catalogue, Query
from webviewer.shelf import LARGEST

LONGEST: Final = 100
"""Of a word looked for; what is longer finds nothing that the beginning of it does not."""


def routes(app: Flask, catalogue: Catalogue, total: int) -> None:
    """The list of all `total` records, and what any page may offer to do with a file."""

    @app.context_processor
    def sizes() -> dict[str, Any]:
        return {"megabytes": LARGEST >> 20}

    @app.get("/")
    def index() -> str:
        query = _query()
        found = catalogue.find(query)
        if not 1 <= query.page <= found.last:
            abort(404, "The list has no such page.")
        return page(
            "index.html",
            query=query,
            found=found,
            total=total,
            here=url_for("index", sort=query.sort or None, page=query.page, **query.filters),
            sorts={"now": query.sort, "to": _sorted_by(query)},
            rule_sets=[(name, rules.load(name).title) for name in rules.names()],
        )


def _query() -> Query:
    """What the address asks for; what it cannot ask for is left out."""
    asked = {name: value.strip()[:LONGEST] for name, value in request.args.items()}
    known = {
        "rules": rules.names(),
        "status": STATUS,
        "sort": [*SORTS, *(f"-{name}" for name in SORTS)],
    }
    chosen = {name: asked[name] for name, values in known.items() if asked.get(name) in values}
    dates = {
        name: asked[name] for name in ("since", "until") if re.fullmatch(r"\d{4}(-\d\d(-\d\d)?)?", asked.get(name, ""))
    }
    words = {name: asked.get(name, "") for name in ("player", "event")}
    return Query(**chosen, **dates, **words, page=request.args.get("page", 1, int))


def _sorted_by(query: Query) -> dict[str, str]:
    """The addresses of the same list in other orders."""
    orders = (sign + name for name in SORTS for sign in ("", "-"))
    return {order: url_for("index", sort=order, **query.filters) for order in orders}
