"""The rulebook of each rule set, and its cheat sheet: one page to have at the table."""

from __future__ import annotations

from itertools import groupby

from flask import Flask, abort, request

from mjlog.referee.rulebook import RulesError
from mjlog.report.cheat_sheet import cheat_sheet
from mjlog.report.vocabulary import ITEMS
from mjlog.rules import load, names
from webviewer.i18n import item_named
from webviewer.responses import page


def routes(app: Flask) -> None:
    """Add the pages of the rulebooks and of the cheat sheets."""

    @app.get("/rulebook", defaults={"name": ""})
    @app.get("/rulebook/<name>")
    def rulebook(name: str) -> str:
        rules = load(_rule_set(name))
        by_section = groupby(rules.laws.values(), key=lambda law: law.number.partition(".")[0])
        sections = [
            (number, rules.book.headings.get(number, ""), [*laws]) for number, laws in by_section
        ]
        return page("rulebook.html", rules=rules, sections=sections, sheets=_titles())

    @app.get("/cheat-sheet", defaults={"name": ""})
    @app.get("/cheat-sheet/<name>")
    def cheat_sheet_page(name: str) -> str:
        name = _rule_set(name)
        preset = request.args.get("preset", "")
        try:
            rules = load(f"{name} preset={preset}" if preset else name)
        except RulesError:
            abort(404)
        return page(
            "cheat_sheet.html",
            rules=rules,
            parts=[*cheat_sheet(rules)],
            items=ITEMS,
            sheets=_titles(),
            item_named=item_named,
        )


def _rule_set(name: str) -> str:
    """Check the name of a rule set, and return it; an empty name stands for the first rule set.

    End the request with 404 if there is no such rule set.
    """
    name = name or names()[0]
    if name not in names():
        abort(404)
    return name


def _titles() -> list[tuple[str, str]]:
    return [(name, load(name).title) for name in names()]
