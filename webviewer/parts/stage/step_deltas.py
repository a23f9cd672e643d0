"""All steps of a deal as one compact document for the page's script: only what changes.

HTML is stored as *forms*, each once: strings with holes between them. A hole is a number: 0 stands
for a value, 1 for a tile, 2 for the step's sentence in the page's transcript. A tile is a form and
the values of its holes. A tile's number is twice its index in the list of tiles, plus 1 if the tile
has just moved.

- A row of tiles is a list of edits, ``[steps since the edit before, number of tiles that stay to
  the right, number of tiles to remove there, tile to insert, …]``.
  A tile that has just moved counts as not moved at the next step, unless an edit names it again.
- Any other part is a list of versions, ``[steps since the version before, form, value, …]``. A
  number is stored as its difference from the earlier number in the same hole. If hands are hidden,
  the transcript of the page ends with the present step, so the sentence is stored in full.
- A list of stops (steps to jump to) has the distance of each stop from the stop before.
- The nearness of each hand is a list of changes: steps since the change before, draws.

The waits of a long deal take as long to compute as everything else. They are a document of their
own; `later` is its address.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import compress, count, pairwise, zip_longest
from operator import ne
from typing import Any, Final

from markupsafe import Markup

from mjlog.model.record import seat_name
from webviewer.i18n import gettext
from webviewer.parts.stage.fragments import SENTENCE, Painter, Part
from webviewer.parts.stage.tile_view import Drawn, Row, html
from webviewer.parts.stage.waits_view import draws_of

VALUE: Final = 0
TILE: Final = 1
LINE: Final = 2
HOLES: Final = re.compile(r'<svg class="tile.*?</svg>|(?<![0-9])(?:0|[1-9][0-9]{0,8})(?![0-9])')
"""The parts of HTML that become holes: tiles, and numbers as a script would write them."""
NAMES: Final = re.compile(r'(?<=aria-label=")[^"]*|(?<=#)\w+(?=")')
"""The values of a tile's form: its name, and its symbols in the sprite."""
ALWAYS: Final = ("finding", "call", "ready", "remark", "fault")
"""The lists of stops that every view has."""

AT_ONCE: Final = 400
"""Deals with more steps have their waits in a document of their own."""
FIRST: Final = 1 << 14
"""The number of the first form, and of the first tile, in the document of the waits."""
LATER: Final = "waits.json"
"""The name of the document of the waits."""

Form = tuple[str | int, ...]
Group = Mapping[str, Part]
Groups = Callable[[int], Iterable[Group]]
"""Returns the parts of a step in groups."""
NOTHING: Final[Group] = {}


def document(painter: Painter) -> dict[str, Any]:
    """Return a JSON object with all steps of a deal, from which the page's script draws any step.

    For a deal of more than 400 steps, the parts that show what hands wait for are left out; the
    script loads them later from the address in `later`.
    """
    if painter.deal_view.last > AT_ONCE:
        return {
            **_deltas(painter, painter.table),
            "stops": dict(_stops(painter, (painter.view.turns,))),
            "later": LATER,
        }
    return whole_document(painter, (painter.view.turns,))


def whole_document(painter: Painter, turns: Iterable[str]) -> dict[str, Any]:
    """Return a JSON object with all steps of a deal and what the hands wait for.

    Unlike `document`, it leaves nothing out of a long deal. `turns` names the players' lists of
    turns to include, such as `turn-A`.
    """
    _ask_ahead(painter)
    return {
        **_deltas(painter, painter.groups),
        "stops": dict(_stops(painter, turns)),
        "near": dict(_nearness(painter)),
        "nearness": gettext("how near a hand is to waiting; at the top it waits"),
    }


def _nearness(painter: Painter) -> Iterator[tuple[str, list[int]]]:
    """Compute for each visible hand how many draws it needs until it waits, during the whole deal.

    Yield pairs of the seat's letter and a flat list of numbers. Two numbers stand for each change:
    the steps since the last change, and the new number of draws.
    """
    deal_view = painter.deal_view
    closed = painter.view.closed(deal_view.game.seats)
    for seat in (seat for seat in range(deal_view.game.seats) if seat not in closed):
        changes: list[int] = []
        latest_step, latest_draws = 0, -1
        for frame in deal_view.frames:
            draws = draws_of(frame, seat, deal_view.rules)
            if draws is not None and draws != latest_draws:
                changes += [frame.step - latest_step, draws]
                latest_step, latest_draws = frame.step, draws
        if changes:
            yield seat_name(seat), changes


def waits_document(painter: Painter) -> dict[str, Any]:
    """Return a JSON object with what the hands wait for at all steps of a deal.

    The page's script adds it to the object with the other parts. Its forms (pieces of HTML) and
    tiles are numbered from `FIRST`, so that no number occurs in both.
    """
    _ask_ahead(painter)
    return {**_deltas(painter, painter.waits, FIRST), "first": FIRST}


def _ask_ahead(painter: Painter) -> None:
    """Compute the possible wins at all steps of the deal at once, and store them in the deal view.

    The deal is then replayed only once, not once for each step.
    """
    painter.deal_view.chances(range(painter.deal_view.last + 1))


def _deltas(painter: Painter, groups: Groups, first: int = 0) -> dict[str, Any]:
    teller = _Teller(painter, groups, _Book(first))
    for step in range(painter.deal_view.last + 1):
        teller.tell(step)
    book = teller.book
    return {
        "last": painter.deal_view.last,
        "forms": [list(form) for form in book.forms],
        "pieces": [[form, *names] for form, names in book.tiles],
        "rows": {name: history.changes for name, history in teller.rows.items() if history.changes},
        "texts": {name: history.changes for name, history in teller.texts.items()},
    }


def _stops(painter: Painter, turns: Iterable[str]) -> Iterator[tuple[str, list[int]]]:
    """Yield the lists of steps to which keyboard shortcuts jump, as pairs of name and list.

    An example is the list `fault`. Instead of each step, a list has the distance to the step before
    it in the list. Empty lists are left out.
    """
    for name in (*ALWAYS, *turns):
        stops = painter.deal_view.seen(painter.view).stops.get(name, ())
        if stops:
            yield name, [there - here for here, there in pairwise((0, *stops))]


@dataclass(slots=True)
class _Book:
    """The forms and tiles of a document, each stored once and numbered from `first`."""

    first: int = 0
    forms: dict[Form, int] = field(default_factory=dict)
    tiles: dict[tuple[int, tuple[str, ...]], int] = field(default_factory=dict)
    known: dict[str, int] = field(default_factory=dict)
    drawn: dict[int, tuple[Row, list[int]]] = field(default_factory=dict)
    """Rows with the numbers of their tiles, by the identity of the row."""
    numbers: dict[int, tuple[Drawn, int]] = field(default_factory=dict)
    """Tiles with their numbers, by the identity of the tile."""

    def row(self, row: Row, sprite: str) -> list[int]:
        """Return the numbers by which the JSON object refers to the tiles of a row.

        A tile that has no number yet gets one. `sprite` is the address of the file of tile
        pictures.
        """
        if id(row) not in self.drawn:
            numbers = self.numbers
            self.drawn[id(row)] = (
                row,
                [
                    numbers[id(tile)][1] if id(tile) in numbers else self._number(tile, sprite)
                    for tile in row
                ],
            )
        return self.drawn[id(row)][1]

    def _number(self, tile: Drawn, sprite: str) -> int:
        """Return the number by which the JSON object refers to a tile.

        The number is stored, so that the same tile object need not be converted to HTML again.
        `sprite` is the address of the file of tile pictures.
        """
        number = self.tile(str(html(tile, sprite)))
        self.numbers[id(tile)] = tile, number
        return number

    def tile(self, drawn: str) -> int:
        """Return the number by which the JSON object refers to a tile, given as HTML.

        A new tile gets a new number. The number is twice the tile's index in the list of tiles. If
        the tile is highlighted because it has just moved, 1 is added, so that the number is odd.
        """
        if drawn not in self.known:
            plain = drawn.replace(' new" ', '" ', 1)
            form = [piece for between in NAMES.split(plain) for piece in (VALUE, between)][1:]
            tile = self.form(tuple(form)), tuple(NAMES.findall(plain))
            self.known[drawn] = 2 * self.tiles.setdefault(tile, self.first + len(self.tiles)) + (
                plain != drawn
            )
        return self.known[drawn]

    def form(self, form: Form) -> int:
        """Return the number of a form (HTML with holes for values); number a new form first."""
        return self.forms.setdefault(form, self.first + len(self.forms))

    def taken_apart(self, text: str) -> tuple[list[str | int], list[int]]:
        """Split HTML into a form (HTML with holes for tiles and numbers) and the holes' values.

        Many pieces of HTML have the same form, which is stored once. The value for a tile is the
        number that stands for the tile.
        """
        form: list[str | int] = []
        values: list[int] = []
        end = 0
        for hole in HOLES.finditer(text):
            is_tile = hole[0].startswith("<")
            form += [text[end : hole.start()], TILE if is_tile else VALUE]
            values.append(self.tile(hole[0]) if is_tile else int(hole[0]))
            end = hole.end()
        return [*form, text[end:]], values


@dataclass(slots=True)
class _Teller:
    """Records the parts of a page step by step, storing a part only when it changes.

    `rows` has the changes of rows of tiles, and `texts` those of other HTML, both by the part's
    name. `book` has the forms and tiles that the steps share.
    """

    painter: Painter
    groups: Groups
    book: _Book = field(default_factory=_Book)
    rows: dict[str, _History] = field(default_factory=dict)
    texts: dict[str, _History] = field(default_factory=dict)
    _latest: list[Group] = field(default_factory=list)
    """The parts of the step before."""
    _fresh: dict[str, None] = field(default_factory=dict)
    """The names of rows with a tile that has just moved."""

    def tell(self, step: int) -> None:
        """Add to the JSON object the parts of the page that differ from the step before.

        Steps must be added in order. A part that is otherwise unchanged is added if one of its
        tiles is no longer highlighted as moved.
        """
        before, self._latest = self._latest, list(self.groups(step))
        for group, was in zip_longest(self._latest, before, fillvalue=NOTHING):
            for name in self._changeable(group, was):
                self._part(step, name, group[name])

    def _changeable(self, group: Group, was: Group) -> list[str]:
        """Return the names of the parts in `group` that can differ from the step before.

        `was` has the same parts at the step before. A row with a tile that moved at the step before
        is included, because that tile is no longer highlighted.
        """
        if group is was:
            return [name for name in self._fresh if name in group]
        return [
            name for name, part in group.items() if part is not was.get(name) or name in self._fresh
        ]

    def _part(self, step: int, name: str, part: Part) -> None:
        if isinstance(part, Markup):
            history = self.texts.setdefault(name, _History())
            _version(history, self.book, step, str(part), self._line(step, name))
        else:
            history = self.rows.setdefault(name, _History())
            row = self.book.row(part, self.painter.sprite)
            _edit(history, step, row)
            self._note_fresh(name, row)

    def _note_fresh(self, name: str, row: list[int]) -> None:
        if any(tile & 1 for tile in row):
            self._fresh[name] = None
        else:
            self._fresh.pop(name, None)

    def _line(self, step: int, name: str) -> str:
        """Return the sentence about a step if the part named `name` ends with this sentence.

        Otherwise, or if hands are hidden, return an empty text.
        """
        is_sentence = name == SENTENCE and not self.painter.view.veiled
        return str(self.painter.line(step)) if is_sentence else ""


@dataclass(slots=True)
class _History:
    """The recorded changes of one part of the page: `latest` is the step of the latest change.

    `text` or `values` is the content of the part after that change.
    """

    changes: list[list[int]] = field(default_factory=list)
    latest: int = 0
    text: str | None = None
    values: Sequence[int] = ()


def _version(history: _History, book: _Book, step: int, text: str, line: str) -> None:
    """Add to `history` the HTML of a part at a step, if it differs from the HTML before this step.

    The new entry is a list of numbers: the steps since the latest entry, the number of a form (HTML
    with holes), and the values of its holes. If `line`, the sentence about the step, is not empty,
    the HTML ends with it, and an entry is added at every step.
    """
    if text == history.text and not line:
        return
    form, values = book.taken_apart(text.removesuffix(line))
    holes = [hole for hole in form if isinstance(hole, int)]
    before = [*history.values, *[0] * len(values)]
    more = [
        value - (was if hole == VALUE else 0)
        for hole, value, was in zip(holes, values, before, strict=False)
    ]
    number = book.form((*form, LINE) if line else tuple(form))
    history.changes.append([step - history.latest, number, *more])
    history.latest, history.text, history.values = step, text, values


def _edit(history: _History, step: int, row: list[int]) -> None:
    """Add to `history` how a row of tiles differs from the same row before this step.

    `row` has the numbers that stand for the tiles. A new entry says where tiles are removed, how
    many, and which tiles replace them.
    """
    before = [tile & ~1 for tile in history.values]
    history.values = row
    if row == before:
        return
    alike = _alike(before, row)
    behind = _alike(before[alike:][::-1], row[alike:][::-1])
    old, now = before[alike : len(before) - behind], row[alike : len(row) - behind]
    for tag, first, last, begin, end in SequenceMatcher(
        None, old, now, autojunk=False
    ).get_opcodes():
        if tag != "equal":
            left = behind + len(old) - last
            history.changes.append([step - history.latest, left, last - first, *now[begin:end]])
            history.latest = step


def _alike(one: Sequence[int], other: Sequence[int]) -> int:
    """Count the equal tiles at the beginning of two rows."""
    differ = compress(count(), map(ne, one, other))
    return next(differ, min(len(one), len(other)))
