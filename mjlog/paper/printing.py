"""Prints forms as PDF, in four languages, with names in any script."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from mjlog.model.record import SEATS
from mjlog.paper.fonts import WEIGHTS, font_of
from mjlog.paper.form import Box, Form, is_of_hundreds
from mjlog.paper.marks import CODES
from mjlog.referee.rule_set import RuleSet
from mjlog.rules import load
from mjlog.text.languages import language

_MM: Final = 72 / 25.4
_FRAME: Final = 0.45
"""Grey of frames: light enough to differ from a pen, dark enough for a copier."""
_TAG: Final = 6
"""Squares of a mark inside its black frame, in each direction."""
_HUNDREDS: Final = 2
"""Power of ten of the last digit before printed zeros."""
_LONGEST_EVENT: Final = 24
_SHRUNK: Final = 1.4
"""Longest word that is made smaller to fit, as a multiple of its box's width.

A longer word is printed upright.
"""


class PaperError(RuntimeError):
    """Raised if a sheet cannot be printed; the message says what to install."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """The event, round, table and players that are printed on a sheet; empty fields stay blank."""

    event: str = ""
    round: int = 0
    table: int = 0
    players: tuple[str, ...] = ()

    def code(self, form: Form) -> str:
        """Return the text of the QR code of a page: event, round and table, rules, paper and page.

        The text is kept short, so that phones can read the code.
        """
        parts = ["mjlog:1", self.event[:_LONGEST_EVENT].replace(";", ",")]
        parts += [f"r={self.round}", f"t={self.table}"] if self.round else []
        return ";".join([*parts, form.rules, form.layout.split()[-2], f"p={form.page}"])


@dataclass(frozen=True, slots=True)
class Printed:
    """A PDF with the printed sheets, and the letters that no font has."""

    pdf: bytes
    missing: str


def printed(pages: Iterable[tuple[Form, Occasion]], tag: str) -> Printed:
    """Print pages of forms as one PDF in the language `tag`, such as `de`.

    Raise `PaperError` if a package is missing.
    """
    pages = list(pages)
    try:
        from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415  of the extra [paper]

        texts = [text for form, occasion in pages for text in _texts(form, occasion, tag)]
        fonts, missing = _registered(texts, tag)
    except ImportError:
        words = "sheets on paper need reportlab and fonts: pip install 'mjlog[paper]'"
        raise PaperError(words) from None
    stream = io.BytesIO()
    canvas = Canvas(stream, pageCompression=1, invariant=1)
    canvas.setTitle(pages[0][1].event or pages[0][0].layout)
    canvas.setCreator("mjlog")
    for form, occasion in pages:
        canvas.setPageSize((form.width * _MM, form.height * _MM))
        _Page(canvas, form, occasion, tag, fonts).draw()
        canvas.showPage()
    canvas.save()
    return Printed(stream.getvalue(), missing)


def _registered(texts: Sequence[str], tag: str) -> tuple[dict[str, str], str]:
    """Register in reportlab a font with all letters of the texts, regular and bold.

    Return a dict from weight to font name, and a text of the letters that no font has. The name
    contains a hash of the letters, because reportlab never replaces a font of the same name.
    """
    from reportlab.pdfbase.pdfmetrics import registerFont  # noqa: PLC0415
    from reportlab.pdfbase.ttfonts import TTFont  # noqa: PLC0415

    letters = "".join(sorted({*"".join(texts)}))
    mark = sha256(f"{tag} {letters}".encode()).hexdigest()[:12]
    names, missing = {}, ""
    for weight in WEIGHTS:
        name = f"NotoSans-{weight.title()}-{mark}"
        font, missing = font_of(letters, tag, weight, name)
        registerFont(TTFont(name, font))
        names[weight] = name
    return names, missing


def heads(tag: str) -> Mapping[str, str]:
    """Return the printed headings in the language `tag`, as a dict from field to heading.

    For example, the field `counters` has the heading `Counters`.
    """
    gettext, pgettext = language(tag).gettext, language(tag).pgettext
    return {
        "wind": gettext("Deal"),
        "number": gettext("Deal"),
        "dealer": gettext("Dealer"),
        "counters": gettext("Counters"),
        "sticks": gettext("Sticks"),
        "winner": gettext("Winner"),
        "from": pgettext("paper", "From"),
        "how": pgettext("paper", "No win"),
        "han": gettext("Han"),
        "fu": gettext("Fu"),
        "faan": gettext("Faan"),
        "tai": gettext("Value of the hand"),
        "value": gettext("Points"),
        "doubles": gettext("Doubles"),
        "hand": gettext("Hand of {player}"),
        "items": gettext("Items"),
        "kong": gettext("Kongs of {player}"),
        "ready": gettext("Ready"),
        "tenpai": gettext("Tenpai"),
        "change": gettext("Change of {player}"),
        "total": gettext("Total"),
        "signature": gettext("Signature"),
        "penalties": gettext("Penalties"),
    }


def values(tag: str) -> Mapping[str, str]:
    """Return the labels of tick boxes in the language `tag`, as a dict from value to label.

    An example is the label `Draw`. Boxes for players are labelled by their letters, and boxes for
    scoring patterns by `item_name`; their labels are not included.
    """
    gettext, pgettext = language(tag).gettext, language(tag).pgettext
    return {
        "self": gettext("Self-draw"),
        "draw": gettext("Draw"),
        "abort": gettext("Abortive draw"),
        "E": pgettext("wind", "E"),
        "S": pgettext("wind", "S"),
        "W": pgettext("wind", "W"),
        "N": pgettext("wind", "N"),
        "concealed": gettext("concealed kong"),
        "exposed": gettext("exposed kong"),
        "added": gettext("added kong"),
        "late": gettext("kong added later"),
    }


def notes(form: Form, rules: RuleSet, tag: str) -> list[str]:
    """Return the sentences that are printed on the form to explain how to fill it in.

    `tag` is the language, such as `de`.
    """
    gettext = language(tag).gettext
    sentences = [gettext("Nought: leave blank, or write 0 or a dash.")]
    if form.has_deals:
        sentences.insert(0, gettext("Tick with any mark. One figure in each box."))
        if rules.pot.used:
            words = gettext("Changes: with the sticks won, without the player's own stick.")
            sentences.insert(1, words)
    sentences.append(gettext("To correct, cross the box out and write the right figure above it."))
    if form.has_deals:
        sentences.append(gettext("Two winners: use a second line with the same deal."))
    return sentences


def _texts(form: Form, occasion: Occasion, tag: str) -> Iterable[str]:
    """Yield all texts printed on a page, for finding the letters that the font needs."""
    rules = load(form.rules)
    yield from heads(tag).values()
    yield from values(tag).values()
    yield from notes(form, rules, tag)
    yield from (language(tag).gettext(each) for each in ("Round", "Table"))
    yield from (
        item_name(rules, box.value, tag) for box in form.boxes if box.row == 1 and box.value
    )
    yield from (occasion.event, *occasion.players, form.rules, *SEATS)
    yield "0123456789 ABCDESWN/_+-=().,"


def item_name(rules: RuleSet, item: str, tag: str) -> str:
    """Return the name of an item (pattern) or a kong in the language `tag`.

    A name that the rules do not have is returned unchanged.
    """
    owner, name = rules.item_named(item)
    return language(tag).pgettext(owner, name) if owner else values(tag).get(item, item)


@dataclass(frozen=True, slots=True)
class _Style:
    """How a text is printed: size in points, weight, centred or not, upright or not."""

    size: float
    weight: str = "regular"
    middle: bool = False
    upright: bool = False


class _Page:
    """Draws one page of a form; lengths are in millimetres from the upper left, as in the map."""

    def __init__(
        self, canvas: Any, form: Form, occasion: Occasion, tag: str, fonts: Mapping[str, str]
    ) -> None:
        self.canvas, self.form, self.occasion, self.tag = canvas, form, occasion, tag
        self.fonts = fonts
        self.rules = load(form.rules)
        self.has_zeros = is_of_hundreds(self.rules)
        self.gettext: Callable[[str], str] = language(tag).gettext
        self.heads, self.values = heads(tag), values(tag)

    def draw(self) -> None:
        """Draw the whole page: marks, QR code, title, boxes, headings, row numbers and notes."""
        for mark in self.form.marks:
            self._mark(mark.id, mark.x, mark.y, mark.side)
        self._title()
        self._code()
        for box in self.form.boxes:
            self._box(box)
        self._heads()
        self._row_numbers()
        self._notes()

    def text(self, at: tuple[float, float], words: str, style: _Style, room: float = 0) -> None:
        """Print a text at a point of its base line; make it smaller if it is wider than `room`.

        If `room` is 0, the width is not limited.
        """
        from reportlab.pdfbase.pdfmetrics import stringWidth  # noqa: PLC0415

        size = style.size
        font = self.fonts[style.weight]
        wide = stringWidth(words, font, size) / _MM
        if room and wide > room:
            size *= room / wide
        canvas = self.canvas
        canvas.saveState()
        canvas.setFont(font, size)
        canvas.setFillGray(0)
        canvas.translate(at[0] * _MM, (self.form.height - at[1]) * _MM)
        if style.upright:
            canvas.rotate(90)
        (canvas.drawCentredString if style.middle else canvas.drawString)(0, 0, words)
        canvas.restoreState()

    def rectangle(self, x: float, y: float, w: float, h: float, *, fill: bool = False) -> None:
        """Draw the frame of a rectangle, or, with `fill`, a black rectangle."""
        place = (x * _MM, (self.form.height - y - h) * _MM, w * _MM, h * _MM)
        self.canvas.rect(*place, stroke=0 if fill else 1, fill=1 if fill else 0)

    def _mark(self, number: int, x: float, y: float, side: float) -> None:
        self.canvas.setFillGray(0)
        rows = mark_rows(number)
        cell = side / len(rows)
        for down, row in enumerate(rows):
            for across, black in enumerate(row):
                if black:
                    self.rectangle(x + across * cell, y + down * cell, cell, cell, fill=True)

    def _title(self) -> None:
        occasion = self.occasion
        places = [
            f"{self.gettext(word)} {number or '____'}"
            for word, number in (("Round", occasion.round), ("Table", occasion.table))
        ]
        pages = [str(self.form.page)] if self.form.page > 1 else []
        right = self.form.qr[0] if self.form.qr else self.form.width - 28
        words = "    ".join(each for each in [occasion.event, *places, *pages] if each)
        self.text((28, 16.5), words, _Style(13, "bold"), right - 32)
        self.text((28, 20.5), self.form.rules, _Style(7), right - 32)

    def _code(self) -> None:
        from reportlab.graphics import renderPDF  # noqa: PLC0415
        from reportlab.graphics.barcode.qr import QrCodeWidget  # noqa: PLC0415
        from reportlab.graphics.shapes import Drawing  # noqa: PLC0415

        if self.form.qr is None:
            return
        x, y, side = self.form.qr
        words = self.occasion.code(self.form)
        size = {"barWidth": side * _MM, "barHeight": side * _MM, "barBorder": 0}
        drawing = Drawing(side * _MM, side * _MM)
        drawing.add(QrCodeWidget(words, barLevel="M", **size))
        renderPDF.draw(drawing, self.canvas, x * _MM, (self.form.height - y - side) * _MM)

    def _box(self, box: Box) -> None:
        self.canvas.setStrokeGray(_FRAME)
        self.canvas.setLineWidth(0.18 * _MM)
        self.rectangle(box.x, box.y, box.w, box.h)
        if box.kind == "text":
            self._words_of(box)
        elif box.place == _HUNDREDS and box.field in {"change", "total"} and self.has_zeros:
            self.text((box.x + box.w + 0.4, box.y + box.h * 0.72), "00", _Style(6.5))

    def _words_of(self, box: Box) -> None:
        """Print the words inside a box for writing: its heading, or the seat and name of a player.

        Only a box for a name has the seat and the name.
        """
        number = SEATS.index(box.seat) if box.seat else 0
        if box.field == "name":
            self.text((box.x + 1.2, box.y + 5), str(box.seat), _Style(10, "bold"))
            if number < len(self.occasion.players):
                name = self.occasion.players[number]
                self.text((box.x + 6, box.y + 5), name, _Style(10), box.w - 7)
            return
        words = self.heads[box.field] + (f" {box.seat}" if box.seat else "")
        self.text((box.x + 0.8, box.y + 2.2), words, _Style(5), box.w - 1.6)

    def _heads(self) -> None:
        """Print the headings of the columns and the labels of their boxes above the first line."""
        rows = [box.row for box in self.form.boxes if box.row]
        first = [box for box in self.form.boxes if box.row == (min(rows) if rows else 0)]
        groups: dict[tuple[str, str | None], list[Box]] = {}
        for box in first:
            if box.kind != "text":
                groups.setdefault((box.field, box.seat), []).append(box)
        for (name, seat), boxes in groups.items():
            left, right = boxes[0].x, boxes[-1].x + boxes[-1].w
            high = self._labels(boxes)
            if name == "number" and "wind" in {box.field for box in first}:
                continue  # wind and number share one heading
            if name == "wind":
                right += boxes[0].w + 2
            words = self.heads[name].replace("{player}", seat or self.gettext("Winner"))
            room = max(right - left + (4 if name == "change" else 0), 9)
            top = boxes[0].y - high - (0.6 if rows else 4)
            size = 7 if seat is None or name == "change" else 6
            self.text(((left + right) / 2, top), words, _Style(size, "bold", middle=True), room)
        for box in self.form.boxes:
            if box.field == "total" and box.kind == "sign" and rows:
                self.text((box.x - 10, box.y + 4), self.heads["total"], _Style(7, "bold"), 9)
                break

    def _labels(self, boxes: Sequence[Box]) -> float:
        """Print the label of each box above the box; a long label is turned by 90 degrees.

        Return the height of these labels in millimetres.
        """
        from reportlab.pdfbase.pdfmetrics import stringWidth  # noqa: PLC0415

        high = 3.5
        for box in boxes:
            words = self.values.get(box.value or "", box.value or "")
            if box.field in {"items", "kong"} and box.value:
                words = item_name(self.rules, box.value, self.tag)
            middle = box.x + box.w / 2
            wide = stringWidth(words, self.fonts["regular"], 6.5) / _MM
            if wide > _SHRUNK * box.w:
                self.text((middle + 0.8, boxes[0].y - 1.2), words, _Style(6.5, upright=True), 11)
                high = 12.5
            elif words:
                self.text((middle, boxes[0].y - 1.2), words, _Style(6.5, middle=True), box.w - 0.4)
        return high

    def _row_numbers(self) -> None:
        starts: dict[int, Box] = {}
        for box in self.form.boxes:
            if box.row and box.row not in starts:
                starts[box.row] = box
        for row, box in starts.items():
            self.text((box.x - 2.2, box.y + box.h * 0.7), str(row), _Style(5, middle=True))

    def _notes(self) -> None:
        low = self.form.height - 21
        for line, words in enumerate(notes(self.form, self.rules, self.tag)):
            self.text((28, low + line * 2.7), words, _Style(6), self.form.width - 56)


def mark_rows(number: int) -> list[list[bool]]:
    """Return the black and white squares of corner mark number `number`, row by row.

    True means black. The black frame of the mark is included.
    """
    bits = f"{CODES[number]:036b}"
    inner = [[bit == "0" for bit in bits[first : first + _TAG]] for first in range(0, 36, _TAG)]
    edge = [True] * (_TAG + 2)
    return [edge, *([True, *row, True] for row in inner), edge]
