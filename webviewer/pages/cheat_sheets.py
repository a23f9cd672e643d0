"""The cheat sheet of each rule set, one page to print and to have at the table."""

from __future__ import annotations

from flask import Flask, abort, request

from mjlog.referee.rulebook import RulesError
from mjlog.report.cheat_sheet import cheat_sheet
from mjlog.report.vocabulary import ITEMS
from mjlog.rules import load, names
from webviewer.i18n import item_named
from webviewer.responses import page


def routes(app: Flask) -> None:
    """Add the cheat sheets."""

    @app.get("/cheat-sheet", defaults={"name": ""})
    @app.get("/cheat-sheet/<name>")
    def cheat_sheet_page(name: str) -> str:
        name = name or names()[0]
        if name not in names():
            abort(404)
        preset = request.args.get("preset", "")
        try:
            rules = load(f"{name} preset={preset}" if preset else name)
        except RulesError:
            abort(404)
        sheets = [(known, load(known).title) for known in names()]
        return page(
            "cheat_sheet.html",
            rules=rules,
            parts=[*cheat_sheet(rules)],
            items=ITEMS,
            sheets=sheets,
            item_named=item_named,
        )
