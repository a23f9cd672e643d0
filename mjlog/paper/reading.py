"""Reads a photograph of a score sheet into a table that is audited like any other.

Uncertain cells are `?` in the table. The audit reports nothing about them, and a warning asks a
person to look at each. The rules never correct a value that was read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from mjlog.model.messages import msg
from mjlog.notation.limits import Unreadable
from mjlog.paper.form import Form, MapError, form_of_json
from mjlog.paper.readings import (
    Key,
    PageRead,
    Rectangle,
    UnreadPicture,
    bounding_rectangle,
    key_of,
)
from mjlog.paper.ruled_table import RuledTable
from mjlog.paper.scans import is_picture, pictures_of, refused
from mjlog.paper.sources import with_sources
from mjlog.paper.table import Table
from mjlog.referee.rulebook import RulesError
from mjlog.rules import load
from mjlog.sheets.files.workbook import Grid, Workbook
from mjlog.sheets.reading import GUESS, HowToRead, SheetFile, games_of, read_sheet
from mjlog.sheets.records import SheetGame

if TYPE_CHECKING:
    from mjlog.paper.net import Net


def read_any(data: bytes, how: HowToRead = GUESS) -> SheetFile:
    """Read the games of a file: a photograph, a scan, or any other score sheet.

    If the file cannot be read, the result has no games, and a finding says why. `how` has the
    settings for reading score sheets.
    """
    if not is_picture(data):
        return read_sheet(data, how)
    try:
        return file_of(list(pages_of(data, how)), how)
    except Unreadable as problem:
        return SheetFile((), Workbook(()), (problem.finding,))
    except RulesError as problem:  # the map or the QR code names unknown rules
        finding = refused(msg("{words}", words=str(problem))).finding
        return SheetFile((), Workbook(()), (finding,))


Pages = Sequence[PageRead | UnreadPicture]


def tables_of(pages: Pages, how: HowToRead) -> list[Table]:
    """Return a `Table` for each game on the pages, after an audit has checked the unclear cells.

    Pages of the same game become one `Table`. Raise `Unreadable` if there is no game, and
    `RulesError` if the rules are unknown. `how` has the settings for reading score sheets.
    """
    tables = [
        RuledTable(game[0], how.rules, how.layout) if game[0].figures else Table(game, how.rules)
        for game in _joined([page for page in pages if isinstance(page, PageRead)])
    ]
    if not tables:
        first = next(unread_in(pages), None)
        if first is None:
            raise refused(msg("the file has no picture"))
        raise refused(first.why, is_sheet=first.is_sheet)
    for table in tables:
        table.confirm(how)
    return tables


def unread_in(pages: Pages) -> Iterator[UnreadPicture]:
    """Yield the pictures among `pages` in which no sheet could be read."""
    yield from (page for page in pages if isinstance(page, UnreadPicture))


def file_of(pages_read: Pages, how: HowToRead) -> SheetFile:
    """Convert pages that were read from pictures to a `SheetFile`, as other score sheets return it.

    The `SheetFile` has the games, their cells as worksheets, and findings, for example about
    pictures that could not be read. Raise `Unreadable` if there are no games. `how` has the
    settings for reading score sheets.
    """
    tables = tables_of(pages_read, how)
    names = [f"sheet {number}" if len(tables) > 1 else "" for number in range(1, len(tables) + 1)]
    games: list[SheetGame] = []
    grids: list[Grid] = []
    findings = [
        refused(picture.words, is_sheet=picture.is_sheet).finding
        for picture in unread_in(pages_read)
    ]
    for name, table in zip(names, tables, strict=True):
        grids.append(replace(table.grid(), name=name))
        if isinstance(table, RuledTable) and not table.is_named:
            findings.append(refused(table.unnamed, is_sheet=False).finding)
            continue
        file = games_of(Workbook((grids[-1],)), table.how(how))
        pages, sources = table.page_sources(), table.sources()
        games += [_asking(with_sources(game, pages, sources, {}), table) for game in file.games]
        findings += file.findings
    return SheetFile(tuple(games), Workbook(tuple(grids)), tuple(findings))


def _asking(game: SheetGame, table: Table) -> SheetGame:
    """Return the game with a warning for each cell that a person must look at.

    The reader of score sheets has already warned about the text `?` in these cells; its warnings
    are removed.
    """
    draft = game.draft
    findings = [question.finding(draft.sheet) for question in table.questions()]
    asked = {finding.place: finding for finding in findings}
    others = [
        finding
        for finding in draft.findings
        if finding.code != "sheet.unread" or finding.place not in asked
    ]
    understood = (*draft.understood, table.summary)
    more = replace(draft, findings=(*others, *asked.values()), understood=understood)
    return replace(game, draft=more)


def pages_of(
    data: bytes, how: HowToRead, *, show: bool = False
) -> Iterator[PageRead | UnreadPicture]:
    """Read a file of pictures; yield each page of a form and each ruled sheet without corner marks.

    A picture without a sheet, such as a letter between scans, is yielded as `UnreadPicture`. With
    `show`, a page includes its flattened picture. Raise `Unreadable` if the file cannot be read or
    the map of the form is not valid. `how` has the settings for reading score sheets.
    """
    digest = sha256(data).hexdigest()
    pictures = pictures_of(data)
    first = next(pictures, None)
    if first is None:
        return
    from mjlog.paper.flatten import NoSheet  # noqa: PLC0415  of the extra [photo]
    from mjlog.paper.net import Net  # noqa: PLC0415

    net = Net()
    try:
        form = form_of_json(how.paper) if how.paper else None
    except MapError as problem:
        raise refused(msg("{words}", words=str(problem))) from None
    for number, picture in enumerate(_chain(first, pictures), 1):
        try:
            for page in _pages_in(picture, form, net, how.rules, show=show):
                yield replace(page, sha256=digest, number=number)
        except NoSheet as problem:
            yield UnreadPicture(number, problem.message, problem.is_sheet)


def _pages_in(
    picture: Any, form: Form | None, net: Net, rules: str, *, show: bool
) -> Iterator[PageRead]:
    """Yield the pages in one picture. Raise `NoSheet` if the picture shows none.

    `form` is the form of the pages, if it is known. `net` is the neural network that recognises
    digits and ticks.
    """
    from mjlog.paper.cells import readings  # noqa: PLC0415  of the extra [photo]
    from mjlog.paper.flatten import NoSheet, flatten, sheets_in  # noqa: PLC0415

    try:
        sheets = sheets_in(picture, form, rules)
    except NoSheet as problem:
        table = None if problem.is_sheet or form else _ruled_page(picture, net, show=show)
        if table is None:
            raise
        yield table
        return
    for sheet in sheets:
        flat = flatten(picture, sheet)
        boxes = [box for box in sheet.form.boxes if box.kind != "text"]
        shares = net.probabilities(flat.crops, [box.kind for box in boxes])
        several = load(sheet.form.rules).play.spec.plays_on
        cells = readings(sheet.form, shares, flat.inside, several=several)
        groups: dict[Key, list[Rectangle]] = {}
        for box, place in zip(boxes, flat.places, strict=True):
            groups.setdefault(key_of(box), []).append(place)
        places = {key: bounding_rectangle(group) for key, group in groups.items()}
        yield PageRead(sheet.form, sheet.code, cells, flat.to_jpeg() if show else b"", places)


def _ruled_page(picture: Any, net: Net, *, show: bool) -> PageRead | None:
    """Read the ruled sheet in a picture without corner marks; return None if there is none.

    With `show`, the result includes the straightened picture of the sheet. `net` is the neural
    network that recognises digits and ticks.
    """
    from mjlog.paper.ruled import WIDTH, ruled_table  # noqa: PLC0415  of the extra [photo]

    table = ruled_table(picture, net)
    if table is None:
        return None
    high, wide = table.page.shape[:2]
    form = Form("ruled", "", WIDTH, WIDTH * high / wide, 1, ())
    return PageRead(form, {}, [], table.to_jpeg() if show else b"", figures=table.cells)


def _chain(first: Any, others: Iterator[Any]) -> Iterator[Any]:
    yield first
    yield from others


def _joined(pages: Sequence[PageRead]) -> list[list[PageRead]]:
    """Group pages by game; the pages of each game are sorted by page number.

    A second page belongs to the game with the same event, round and table in the QR code, wherever
    it is in the file. A second page without a QR code belongs to the page before it.
    """
    games: list[list[PageRead]] = []
    for page in pages:
        same = [game for game in games if _go_together(game, page)]
        is_named = "t" in page.code
        if same and (is_named or (same[-1] is games[-1] and page.form.page > 1)):
            same[-1].append(page)
        else:
            games.append([page])
    return [sorted(game, key=lambda page: page.form.page) for game in games]


def _go_together(game: Sequence[PageRead], page: PageRead) -> bool:
    """Return whether a page may be another page of a game whose pages are `game`.

    The page must have the layout, event, round and table of the game, and a page number that no
    page of `game` has.
    """
    first = game[0]
    return (
        page.form.layout == first.form.layout
        and page.form.page not in {other.form.page for other in game}
        and all(page.code.get(name) == first.code.get(name) for name in ("event", "r", "t"))
    )
