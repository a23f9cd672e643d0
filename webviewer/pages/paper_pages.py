"""Score sheets to print: a form with choices, and the PDF."""

from __future__ import annotations

from itertools import product
from typing import Final

from flask import Flask, Response, abort, request

from mjlog import rules
from mjlog.paper.form import PAPERS, form_of, results_form_of
from mjlog.paper.printing import Occasion, PaperError, printed
from mjlog.referee.rulebook import RulesError
from webviewer.i18n import gettext, spoken, translate
from webviewer.responses import page

MOST_TABLES: Final = 40
MOST_ROUNDS: Final = 12
MOST_PAGES: Final = 200
_LONGEST: Final = 60
_FORMS: Final = ("deals", "two pages", "results")


def routes(app: Flask) -> None:
    """Add the page for printing blank score sheets, and the PDF with the sheets."""

    @app.get("/paper")
    def paper() -> str:
        return _form("")

    @app.get("/paper.pdf")
    def paper_pdf() -> Response | tuple[str, int]:
        try:
            return _sheets()
        except RulesError as problem:
            return _form(translate(problem.sentence)), 422
        except PaperError as problem:
            return _form(gettext(str(problem))), 503


def _form(problem: str) -> str:
    rule_sets = [(rule_set.name, rule_set.title) for rule_set in rules.loadable()]
    values = {"rule_sets": rule_sets, "papers": list(PAPERS), "forms": _FORMS}
    most = {"most_tables": MOST_TABLES, "most_rounds": MOST_ROUNDS}
    return page("paper.html", problem=problem, **values, **most)


def _sheets() -> Response:
    """Return a PDF with blank score sheets to print.

    The parameters of the address choose the rules, the paper, the kind of sheet and the number of
    tables and rounds. There is a sheet for each table and round; without tables, there is one
    sheet. Raise `PaperError` if the PDF cannot be made, and RulesError if the rules are unknown.
    End the request with 400 for an unknown paper or kind, and with 413 for more than 200 pages.
    """
    preset = request.args.get("preset", "").strip()[:_LONGEST]
    header = request.args.get("rule_set", "")[:_LONGEST] or "riichi"
    header += f" preset={preset}" if preset else ""
    paper = request.args.get("paper", "a4")
    kind = request.args.get("form", "deals")
    if paper not in PAPERS or kind not in _FORMS:
        abort(400)
    if kind == "results":
        forms = [results_form_of(header, paper)]
    else:
        pages = (1, 2) if kind == "two pages" else (1,)
        forms = [form_of(header, paper, page) for page in pages]
    tables = min(max(request.args.get("tables", 0, int), 0), MOST_TABLES)
    rounds = min(max(request.args.get("rounds", 1, int), 1), MOST_ROUNDS)
    if tables * rounds * len(forms) > MOST_PAGES:
        abort(413, "These are too many sheets at once: print fewer rounds.")
    event = request.args.get("event", "").strip()[:_LONGEST]
    occasions = [
        Occasion(event, number, table)
        for number, table in product(range(1, rounds + 1), range(1, tables + 1))
    ]
    sheets = printed(
        [(form, occasion) for occasion in occasions or [Occasion(event)] for form in forms],
        spoken().tag,
    )
    answer = Response(sheets.pdf, content_type="application/pdf")
    answer.headers["Content-Disposition"] = 'attachment; filename="sheets.pdf"'
    return answer
