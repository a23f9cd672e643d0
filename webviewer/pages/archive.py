"""The first page, and the list of records; the address has the filters and the order."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Any, Final

from flask import Flask, abort, request, url_for

from mjlog import rules
from webviewer.parts.catalogue import GROUPS, SORTS, STATUS, Catalogue, Query
from webviewer.responses import page
from webviewer.uploads import LARGEST

LONGEST: Final = 100
"""The most characters of a search word; the rest is cut off."""

FEW: Final = 12
"""Records of each group on the first page."""
DATES: Final = ("since", "until")
"""Parameters that are dates."""


def routes(app: Flask, catalogue: Catalogue, start: Callable[[], str] | None = None) -> None:
    """Add the address `/`: the first page of the site, and the list of all records.

    The address shows the list if it has filters, an order or a page number, or if there are no
    records. If `start` is given, the address always shows the page that `start` returns.
    """

    @app.context_processor
    def sizes() -> dict[str, Any]:
        return {"megabytes": LARGEST >> 20}

    @app.get("/")
    def index() -> str:
        if start is not None:
            return start()
        if catalogue.total and request.args.keys() <= CHOICES:
            return _first_page(catalogue)
        query = _query()
        results = catalogue.find(query)
        if not 1 <= query.page <= results.last:
            abort(404, "The list has no such page.")
        return page(
            "index.html",
            query=query,
            wrong=_wrong(),
            found=results,
            total=catalogue.total,
            here=url_for("index", sort=query.sort or None, page=query.page, **query.filters),
            sorts={"now": query.sort, "to": _sorted_by(query)},
            rule_sets=[(rule_set.name, rule_set.title) for rule_set in rules.loadable()],
        )


CHOICES: Final = frozenset({"lang", "theme"})
"""Parameters that any page may have, and that do not filter the list."""


def _first_page(catalogue: Catalogue) -> str:
    """Return the page that welcomes visitors of a folder's site.

    It has an example game, an upload form, the rule sets, and some records without and with errors.
    """
    fine = catalogue.find(Query(status="fine"))
    faulty = catalogue.find(Query(status="faulty"), patience=0)
    longest = catalogue.find(Query(status="clean", sort="-deals"), patience=0)
    games = [row for row in longest.rows if row.rules and not row.is_sheet]
    return page(
        "first.html",
        game=games[0] if games else None,
        lists=[("fine", fine), ("faulty", faulty)],
        few=FEW,
        total=catalogue.total,
        is_remembered=fine.is_remembered,
        unread=faulty.unread,
        rule_sets=rules.loadable(),
    )


def _query() -> Query:
    """Build a search from the filters, the order and the page number in the request's address.

    Ignore invalid values.
    """
    asked = {name: value.strip()[:LONGEST] for name, value in request.args.items()}
    choices = {
        "rules": rules.names(),
        "status": [*STATUS, *GROUPS],
        "sort": [*SORTS, *(f"-{name}" for name in SORTS)],
    }
    chosen = {name: asked[name] for name, values in choices.items() if asked.get(name) in values}
    dates = {name: asked[name] for name in DATES if is_date(asked.get(name, ""))}
    words = {name: asked.get(name, "") for name in ("player", "event")}
    return Query(**chosen, **dates, **words, page=request.args.get("page", 1, int))


def is_date(text: str) -> bool:
    """Return whether a text is a valid year, month or day, such as `2026-01`."""
    if not re.fullmatch(r"\d{4}(-\d\d(-\d\d)?)?", text, re.ASCII):
        return False
    try:
        date.fromisoformat(text + "-01-01"[len(text) - 4 :])
    except ValueError:
        return False
    return True


def _wrong() -> dict[str, str]:
    """Return those parameters of the address that should be dates but are not.

    The result is a dict from the parameter's name to its text. The page shows a message for each.
    """
    asked = {name: request.args.get(name, "").strip()[:LONGEST] for name in DATES}
    return {name: text for name, text in asked.items() if text and not is_date(text)}


def _sorted_by(query: Query) -> dict[str, str]:
    """Return the addresses of this list in all possible orders, as a dict from order to address.

    An order is for example `date`, or `-date` for descending order.
    """
    orders = (sign + name for name in SORTS for sign in ("", "-"))
    return {order: url_for("index", sort=order, **query.filters) for order in orders}
