"""The short form of a score sheet, typed on a page that shows at once what follows by the rules."""

from __future__ import annotations

from secrets import token_hex
from typing import Final

from flask import Flask, abort, redirect, request, url_for
from werkzeug.wrappers import Response as Redirect

from mjlog import rules
from mjlog.referee.rulebook import RulesError
from mjlog.rules import load
from mjlog.sheets.corrections.copies import to_csv
from mjlog.sheets.short import Line, ShortForm, ShortVerdict, has_short_form
from webviewer.i18n import translate
from webviewer.pages.upload_pages import is_from_here
from webviewer.parts.rule_choice import choice, header_of
from webviewer.responses import page
from webviewer.sheet_copies import SheetCopy
from webviewer.uploads import MARK, Shelf

LINES: Final = 16
MORE: Final = 4
"""Empty lines after the last one that is filled in, if more than 16 are used."""
MOST: Final = 100
LONGEST: Final = 40
"""The most characters of a field."""
_USUAL: Final = "riichi"


def routes(app: Flask, shelf: Shelf) -> None:
    """Add the page for typing a short score sheet: one line for each deal, without hands.

    If the form has the field `whole` (the button for the whole audit was pressed), the page stores
    the sheet and redirects to the sheet's audit.
    """

    @app.route("/sheets/short", methods=["GET", "POST"])
    def short_sheet() -> str | tuple[str, int] | Redirect:
        if request.method == "POST" and not is_from_here():
            abort(403, "Sheets can be sent only from the pages of this site.")
        header = request.form.get("rules") or header_of(request.args) or _USUAL
        try:
            known = load(header)
        except RulesError as problem:
            return _page(ShortForm(load(_USUAL), _USUAL), [], [], translate(problem.sentence)), 422
        if not has_short_form(known):
            abort(
                404, "These rules have no short form, because the hands of losers are paid as well."
            )
        form = ShortForm(known, header)
        typed_lines, typed_totals = _typed(form)
        if "whole" not in request.form:
            return _page(form, typed_lines, typed_totals)
        name = MARK + token_hex(16)
        data = to_csv(form.grid(typed_lines, typed_totals)).encode()
        shelf.store_sheet(SheetCopy(name, known.name, data, layout=form.layout.to_toml()))
        return redirect(url_for("sheet", name=name, rules=header), 303)


def _typed(form: ShortForm) -> tuple[list[Line], list[str]]:
    """Return what was typed into the form: the lines of the sheet, and the final points by seat.

    A line is a dict from the role of a field (such as the winner) to its text.
    """

    def text(name: str) -> str:
        return "".join(request.form.get(name, "").split())[:LONGEST].upper()

    # A request for a blank page sends no lines.
    numbers = range(1, 1 + min(request.form.get("lines", 0, int), MOST))
    lines: list[Line] = [
        {
            field.role: text(f"{field.role}.{number}")
            if field.is_of_seats
            else request.form.get(f"{field.role}.{number}", "").strip()[:LONGEST]
            for field in form.fields
        }
        for number in numbers
    ]
    return lines, [text(f"total.{seat}") for seat in form.seats]


def _page(form: ShortForm, lines: list[Line], totals: list[str], problem: str = "") -> str:
    """Return the page with the form for a short score sheet, filled in with what was typed.

    `lines` are the typed deals, `totals` the typed final points. The page also shows the audit of
    these values, and `problem`, an error message, if it is not empty.
    """
    last = max((number for number, line in enumerate(lines, 1) if any(line.values())), default=0)
    chosen, _ = choice(form.header)
    return page(
        "short.html",
        form=form,
        chosen=chosen,
        rule_sets=[
            (each.name, each.title) for each in rules.loadable() if has_short_form(load(each.name))
        ],
        lines=lines,
        number=min(MOST, max(LINES, last + MORE if last >= LINES else 0)),
        totals=totals,
        verdict=form.judged(lines, totals) if last else ShortVerdict(),
        problem=problem,
    )
