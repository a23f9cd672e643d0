"""Score sheets that visitors upload: their audit as a table, and a copy to change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from importlib.util import find_spec
from secrets import token_hex
from typing import Any, Final

from flask import Flask, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as Redirect

from mjlog import rules
from mjlog.model.messages import Message
from mjlog.notation.limits import Unreadable
from mjlog.paper.scans import is_picture
from mjlog.referee.rulebook import RulesError
from mjlog.rules.kit import club
from mjlog.sheets.corrections.copies import At, to_csv
from mjlog.sheets.layouts.mapping import SheetMap
from webviewer.api.callers import caller
from webviewer.i18n import cited, gettext, translate
from webviewer.pages.upload_pages import ENVELOPE, GONE, TOO_LARGE, brought_files, is_from_here
from webviewer.parts.rule_choice import choice, header_of
from webviewer.parts.sheets.sheet_changes import (
    button_value,
    cell_called,
    cell_named,
    from_value,
    name_of,
)
from webviewer.parts.sheets.sheet_columns import map_from_form, map_shown, packed, unpacked
from webviewer.parts.sheets.sheet_grid import MOST, Asked, sheet_view
from webviewer.parts.sheets.sheet_question import cell_name, question_view
from webviewer.photographs import LARGEST_PICTURES, Photograph, photographed_sheets, renamed
from webviewer.responses import download, page
from webviewer.sheet_copies import EDITS, Judge, Judged, SheetCopy
from webviewer.uploads import LARGEST, MARK, Shelf

XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
EXTRA: Final = "mjlog[sheets]"
COOKIE: Final = "sheet_map"
"""The cookie with the map of the columns that a visitor named last."""
KEPT: Final = 365 * 24 * 3600
FORGET: Final = "forget"
LONGEST: Final = 200
"""The most characters of a changed cell."""
BUSY: Final = "Too many files are being read. Try again in a moment."
TOO_MANY: Final = Message(
    "The copy has too many changes. Download it, and open the download to continue."
).message
UNKNOWN: Final = Message("There is no such score sheet, or it cannot be read.").message
NO_CELL: Final = Message("A cell is named by its column and its row, such as H2.").message
Find = Callable[[str], SheetCopy | None]


def routes(app: Flask, shelf: Shelf, in_library: Find) -> None:
    """Add the pages about score sheets.

    `shelf` has the sheets that visitors have uploaded; `in_library` returns a sheet of the shown
    folder by its name in URLs, or None.
    """
    pages = _SheetPages(shelf, in_library)

    @app.route("/sheets", methods=["GET", "POST"])
    def sheets() -> str | tuple[str, int] | Redirect:
        return pages.bring() if request.method == "POST" else pages.empty()

    @app.route("/sheets/<name>", methods=["GET", "POST"])
    def sheet(name: str) -> str | Redirect:
        return pages.answer(name)

    @app.route("/sheets/<name>/ask", methods=["GET", "POST"])
    def sheet_asked(name: str) -> str | Redirect:
        return pages.ask(name)

    @app.get("/sheets/<name>/<count:number>.jpg")
    def sheet_picture(name: str, number: int) -> Response:
        return pages.picture(name, number)

    @app.get("/sheets/<name>/<count:number>.csv")
    def sheet_csv(name: str, number: int) -> Response:
        return pages.csv(name, number)

    @app.get("/sheets/<name>/<count:number>.mjl")
    def sheet_record(name: str, number: int) -> Response:
        return pages.record(name, number)

    @app.get("/sheets/<name>/map.toml")
    def sheet_map(name: str) -> Response:
        return pages.map(name)

    @app.get("/sheets/<name>/corrected.xlsx")
    def sheet_xlsx(name: str) -> Response:
        return pages.xlsx(name)


def _own_rules() -> str:
    """Store the uploaded file of club rules, and return the `Rules:` header that selects them.

    Return an empty text if no file was sent. Raise RulesError if the file has a mistake.
    """
    file = request.files.get("rules_file")
    data = file.read() if file is not None else b""
    if file is None or not data:
        return ""
    header = club.add_file(file.filename or "club.toml", data, brought=True)
    rules.load(header)
    return header


class _SheetPages:
    """Builds the pages of score sheets, and keeps the latest audits."""

    def __init__(self, shelf: Shelf, in_library: Find) -> None:
        self._shelf = shelf
        self._in_library = in_library
        self._judge = Judge()

    def _known(self, name: str) -> SheetCopy:
        """Return the uploaded sheet, or the sheet of the library, with this name.

        End the request with 404 if there is no such sheet.
        """
        brought = name.startswith(MARK)
        sheet = self._shelf.sheet(name) if brought else self._in_library(name)
        if sheet is None:
            abort(404, GONE if brought else UNKNOWN)
        return sheet

    def empty(self) -> str:
        """Return the page with the form for uploading a score sheet."""
        return _empty("")

    def bring(self) -> tuple[str, int] | Redirect:
        """Store an uploaded score sheet, and redirect to its page.

        If the sheet is refused, return the form with an error message. Several photographs are
        stored as sheets of one upload; of several other files, only the first is used.
        """
        _only_from_here()
        request.max_content_length = LARGEST_PICTURES + ENVELOPE
        files = brought_files()
        if not files:
            return _empty(gettext("No file was chosen, or it is empty.")), 400
        try:
            asked = _own_rules() or header_of(request.form)
            if is_picture(files[0][1]):
                return self._photographed([data for _, data in files], asked)
            if len(files[0][1]) > LARGEST:
                return _empty(translate(TOO_LARGE)), 413
        except RulesError as wrong:
            return _empty(translate(wrong.sentence)), 422
        except Unreadable as wrong:
            return _empty(translate(cited(wrong.finding))), 422
        layout = unpacked(request.cookies.get(COOKIE, ""))
        copy = SheetCopy(_new_token(), *files[0], layout=layout, remembered=bool(layout))
        self._shelf.store_sheet(copy)
        return redirect(url_for("sheet", name=copy.token, rules=asked or None), 303)

    def _photographed(self, files: list[bytes], rules: str) -> Redirect:
        """Recognise the score sheets in photographs, and store each sheet.

        Redirect to the page that asks the visitor about unclear cells of the first sheet. `rules`
        is the text of a `Rules:` header, or empty.
        """
        sheets = photographed_sheets(files, rules)
        if sheets is None:
            abort(503, BUSY)
        tokens = [_new_token() for _ in sheets]
        names = [sheet.name for sheet in sheets]
        beside = tuple(zip(tokens, names, strict=True)) if len(sheets) > 1 else ()
        for token, sheet in zip(tokens, sheets, strict=True):
            copy = SheetCopy(token, sheet.name, sheet.csv, layout=sheet.layout, beside=beside)
            self._shelf.store_sheet(replace(copy, photograph=sheet.photograph))
        return redirect(url_for("sheet_asked", name=tokens[0]), 303)

    def _with_photograph(self, name: str) -> tuple[SheetCopy, Photograph]:
        copy = self._known(name)
        if copy.photograph is None:
            abort(404, GONE)
        return copy, copy.photograph

    def picture(self, name: str, number: int) -> Response:
        """Return a page of a photographed sheet, flattened, as a JPEG picture.

        `number` counts from 1. End the request with 404 if there is no such page.
        """
        _, photograph = self._with_photograph(name)
        if not 1 <= number <= len(photograph.pictures):
            abort(404)
        answer = Response(photograph.pictures[number - 1], mimetype="image/jpeg")
        answer.headers["Cache-Control"] = "private, max-age=1800"
        return answer

    def ask(self, name: str) -> str | Redirect:
        """Return the page that shows one cell of a photograph and asks what the cell says.

        If the request has an answer, store the answer and redirect to the next question. If no
        questions are left, redirect to the sheet's page.
        """
        copy, photograph = self._with_photograph(name)
        if request.method == "POST":
            _only_from_here()
            return self._answered(copy)
        asked = cell_called(request.args.get("cell", ""), 0)
        if asked is None and not copy.questions:
            return redirect(url_for("sheet", name=name))
        first = (0, copy.questions[0].row, copy.questions[0].column) if asked is None else asked
        if first[1:] not in photograph.cuts:
            abort(404, NO_CELL)
        view = question_view(copy, photograph, first[1:])
        token = caller().token
        by = token.name if token else next(reversed(dict(copy.readers).values()), "")
        return page(
            "ask.html",
            copy=copy,
            name=name,
            view=view,
            by=by,
            is_named=bool(token),
            unread=_unread(copy),
        )

    def _answered(self, copy: SheetCopy) -> Redirect:
        """Write the visitor's answer into the cell of a photographed sheet.

        Redirect to the next question, or to the sheet's page if no questions are left.
        """
        form = request.form
        at = cell_called(form.get("cell", ""), 0)
        if at is None or copy.photograph is None or at[1:] not in copy.photograph.cuts:
            abort(400, NO_CELL)
        # An empty field accepts the first reading; each button sends its own reading.
        text = form.get("answer") if "answer" in form else form.get("text") or form.get("first")
        edits = {**dict(copy.edits), at: (text or "").strip()[:LONGEST]}
        # The reader is named by the token, or, without one, by the form.
        token = caller().token
        by = token.name if token else " ".join(form.get("by", "").split())[:LONGEST]
        readers = {**dict(copy.readers), at[1:]: by}
        new = replace(copy, edits=tuple(edits.items()), readers=tuple(readers.items()), ready={})
        self._shelf.store_sheet(new)
        return redirect(url_for("sheet_asked" if new.questions else "sheet", name=copy.token), 303)

    def answer(self, name: str) -> str | Redirect:
        """Return the page of a score sheet, or process the form on that page.

        A submitted form changes cells or the meaning of columns; the change is stored, and the
        response is a redirect back to the page.
        """
        copy = self._known(name)
        if request.method == "POST":
            _only_from_here()
            return self._read_so(copy) if "columns" in request.form else self._changed(copy)
        if "rule_set" in request.args:
            values: dict[str, Any] = _asked("sheet", "only")
            return redirect(
                url_for("sheet", name=name, **values, rules=header_of(request.args) or None)
            )
        return self._page(name, copy)

    def _page(self, name: str, copy: SheetCopy) -> str:
        chosen, problem = choice(request.args.get("rules", "")[: LONGEST * 10])
        judged = self._judged(copy, chosen.header)
        sheet, number = (request.args.get(name, 1, int) for name in ("sheet", "page"))
        asked = Asked(sheet - 1, number, "only" in request.args)
        view = sheet_view(judged, dict(copy.edits), asked)
        if view is None:
            abort(404, "The sheet has no such page.")
        kept = {**_asked("sheet", "only"), "rules": chosen.header or None}
        names = [grid.name for grid in judged.grids]
        return page(
            "sheets.html",
            view=view,
            copy=copy,
            chosen=chosen,
            problem=problem,
            name=name,
            here=_Here({"name": name, **kept}),
            asked=asked,
            rule_sets=_rule_sets(),
            button_value=lambda way: button_value(way, names),
            most=MOST,
            writes_xlsx=find_spec("openpyxl") is not None,
            extra=EXTRA,
            most_of_pictures=LARGEST_PICTURES,
            cell_name=cell_name,
            unread=_unread(copy),
        )

    def _judged(self, copy: SheetCopy, header: str) -> Judged:
        judged = self._judge.of(copy, header)
        if judged is None:
            abort(503, BUSY)
        return judged

    def csv(self, name: str, number: int) -> Response:
        """Return a worksheet of the sheet, with the visitor's changes, as a CSV file.

        `number` counts from 1. End the request with 404 if there is no such worksheet.
        """
        grids = self._judged(self._known(name), "").grids
        if not 1 <= number <= len(grids):
            abort(404)
        text = "\ufeff" + to_csv(grids[number - 1])
        return download(text, f"sheet-{number}.csv", "text/csv")

    def record(self, name: str, number: int) -> Response:
        """Return a game of the sheet, with the visitor's changes, as a record file.

        `number` counts from 1. End the request with 404 if there is no such game.
        """
        header = choice(request.args.get("rules", ""))[0].header
        games = self._judged(self._known(name), header).games
        if not 1 <= number <= len(games):
            abort(404)
        return download(games[number - 1].audit.sheet.text, f"sheet-{number}.mjl", "text/plain")

    def map(self, name: str) -> Response:
        """Return as a TOML file which column of a worksheet means what.

        The command-line option `--map` reads such files.
        """
        judged = self._judged(self._known(name), choice(request.args.get("rules", ""))[0].header)
        number = request.args.get("sheet", 1, int)
        if not 1 <= number <= len(judged.grids):
            abort(404)
        layout = map_shown(judged, judged.grids[number - 1])
        return download(layout.to_toml(), "map.toml", "application/toml")

    def _read_so(self, copy: SheetCopy) -> Redirect:
        """Read the sheet again with the meanings of columns that the visitor chose in the form.

        Redirect to the sheet's page. The browser keeps the choice in a cookie, for later sheets,
        except for a photograph of a sheet ruled by hand. The form can also ask to forget the
        choice.
        """
        header = choice(request.args.get("rules", ""))[0].header
        values: dict[str, Any] = _asked("sheet", "page", "rules", "only")
        layout = None
        if request.form["columns"] != FORGET:
            judged = self._judged(copy, header)
            number = request.args.get("sheet", 1, int)
            if not 1 <= number <= len(judged.grids):
                abort(404)
            grid = judged.grids[number - 1]
            layout = map_from_form(request.form, map_shown(judged, grid), grid, header)
        if copy.photograph is not None and copy.photograph.ruled is not None:
            sheet = renamed(copy.photograph, header, layout or SheetMap())
            new = replace(copy, data=sheet.csv, layout=sheet.layout, photograph=sheet.photograph)
            self._shelf.store_sheet(replace(new, ready={}))
            return redirect(url_for("sheet", name=copy.token, **values), 303)
        token = copy.token or _new_token()
        toml = layout.to_toml() if layout else ""
        self._shelf.store_sheet(replace(copy, token=token, layout=toml, remembered=False, ready={}))
        answer = redirect(url_for("sheet", name=token, **values), 303)
        answer.set_cookie(
            COOKIE,
            packed(layout) if layout else "",
            max_age=KEPT if layout else 0,
            path="/sheets",
            httponly=True,
            samesite="Lax",
            secure=request.is_secure,
        )
        return answer

    def xlsx(self, name: str) -> Response:
        """Return the sheet as a workbook with coloured cells, expected values and reasons.

        End the request with 404 if no game can be read or openpyxl is missing, and with 503 if the
        server is busy.
        """
        copy = self._known(name)
        if not find_spec("openpyxl"):
            abort(404, "Workbooks are not written here: mjlog[sheets] is not installed.")
        header = choice(request.args.get("rules", ""))[0].header
        if not self._judged(copy, header).games:
            abort(404, UNKNOWN)
        data = self._judge.corrected(copy, header)
        if data is None:
            abort(503, BUSY)
        answer = Response(data, content_type=XLSX)
        answer.headers["Content-Disposition"] = 'attachment; filename="corrected.xlsx"'
        return answer

    def _changed(self, copy: SheetCopy) -> Redirect:
        """Store the changes of cells that the form asks for, and redirect to the sheet's page.

        A changed sheet of the library is stored as a new upload. End the request with 413 if there
        are too many changes.
        """
        edits = self._edits(copy)
        if len(edits) > EDITS:
            abort(413, TOO_MANY)
        token = copy.token or _new_token()
        self._shelf.store_sheet(replace(copy, token=token, edits=tuple(edits.items()), ready={}))
        values: dict[str, Any] = _asked("sheet", "page", "rules", "only")
        return redirect(url_for("sheet", name=token, **values, _anchor=_row_of(request.form)), 303)

    def _edits(self, copy: SheetCopy) -> dict[At, str]:
        """Return all cells that the visitor has changed, now including the submitted form.

        The result is a dict from cell to new text. The form may change cells, undo one change or
        all changes, or accept all suggestions.
        """
        edits, form = dict(copy.edits), request.form
        undone = form.get("undo", "")
        if undone == "all":
            return {}
        if undone:
            return {at: text for at, text in edits.items() if name_of(at) != undone}
        for at, text in [*from_value(form.get("put", "")), *_typed(form)]:
            edits[at] = text.strip()[:LONGEST]
        return edits | self._all(copy) if "all" in form else edits

    def _all(self, copy: SheetCopy) -> dict[At, str]:
        """Return the changes of cells that accept the first suggestion for each finding.

        The result is a dict from cell to new text. If two suggestions change the same cell, the
        earlier suggestion is used.
        """
        judged = self._judged(copy, choice(request.args.get("rules", ""))[0].header)
        names = [grid.name for grid in judged.grids]
        ways = (ways[0] for game in judged.games for ways in game.suggested.values())
        changes = [change for way in ways for change in from_value(button_value(way, names))]
        return dict(reversed(changes))


class _Here:
    """A function object that returns the current page's address with some parameters replaced."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def __call__(self, **more: Any) -> str:
        return url_for("sheet", **{**self._values, **more})


def _empty(problem: str) -> str:
    values = {"rule_sets": _rule_sets(), "most_of_pictures": LARGEST_PICTURES}
    return page("sheets.html", view=None, problem=problem, **values)


def _unread(copy: SheetCopy) -> list[str]:
    """Return messages about photographs in which no score sheet was recognised.

    These are photographs of the upload from which `copy` comes; the list is empty if there are
    none.
    """
    return [translate(words) for words in copy.photograph.unread] if copy.photograph else []


def _new_token() -> str:
    return MARK + token_hex(16)


def _asked(*names: str) -> dict[str, str]:
    """Return those parameters of the address that have one of these names, as a dict."""
    return {name: request.args[name] for name in names if name in request.args}


def _typed(form: Mapping[str, str]) -> Iterator[tuple[At, str]]:
    """Yield the cell that the form changes, as a pair of the cell and its new text.

    Yield nothing if the form has no field `cell`. End the request with 400 if this field does not
    name a cell.
    """
    sheet = request.args.get("sheet", 1, int) - 1
    at = cell_called(form.get("cell", ""), sheet)
    if at is not None:
        yield at, form.get("text", "")
    elif "cell" in form:
        abort(400, NO_CELL)


def _row_of(form: Mapping[str, str]) -> str | None:
    """Return the HTML anchor, such as `r5`, of the row in which the form changes a cell.

    The page scrolls to this row after the change. Return None if the form does not name a cell.
    """
    name = form.get("put", "").partition("=")[0] or form.get("undo", "")
    at = cell_named(name) or cell_called(form.get("cell", ""), 0)
    return None if at is None else f"r{at[1]}"


def _only_from_here() -> None:
    if not is_from_here():
        abort(403, "Files can be sent only from the pages of this site.")


def _rule_sets() -> list[tuple[str, str]]:
    return [(rule_set.name, rule_set.title) for rule_set in rules.loadable()]
