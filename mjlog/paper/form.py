"""The forms to print: where each box is on the paper and what it means, also as a map in JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any, Final, Literal

from mjlog.model.record import SEATS
from mjlog.referee.rule_set import RuleSet
from mjlog.rules import load
from mjlog.shared_files import shared_file
from mjlog.sheets.template import heads_of

Kind = Literal["tick", "digit", "sign", "text"]
PAPERS: Final = {"a4": (297.0, 210.0), "letter": (279.4, 215.9)}
"""Width and height of papers in millimetres; forms are printed in landscape."""
ROWS: Final = 16
PAGES: Final = 2
FAMILY: Final = "APRILTAG_36h11"
_FAR: Final = 12.0
"""Distance of marks from the edge.

A scanner cuts off less than this, and each mark needs a white margin.
"""
_SIDE: Final = 11.0
_EDGE: Final = 13.0
_TOP: Final = 48.0
_STEP: Final = 7.3
_HIGH: Final = 6.1
_WIDE: Final = 5.0
_TICK: Final = 4.4
_GAP: Final = 0.5
_BETWEEN: Final = 1.6
_ZEROS: Final = 4.0
"""Width of the zeros that are printed after points which are always hundreds."""
_MOST_ITEMS: Final = 12
_VALUE_DIGITS: Final = {"han": 2, "fu": 3, "faan": 3, "tai": 3, "value": 4, "doubles": 2, "hand": 4}
_OF_HEADS: Final = {
    "Han": "han", "Fu": "fu", "Faan": "faan", "Fan": "faan", "Points": "value",
    "Doubles": "doubles", "Tai": "tai",
}  # fmt: skip
_HUNDREDS: Final = 100
_LARGE: Final = 10_000


@dataclass(frozen=True, slots=True)
class Box:
    """One box of a form: its place in millimetres from the upper left corner, and its meaning.

    `row` is the line of the deal, or 0 for a box that belongs to no deal. Boxes with the same row,
    field and seat form one cell. `value` is the meaning of a tick, or the kind of a kong. `place`
    is the power of ten of a digit.
    """

    row: int
    field: str
    kind: Kind
    x: float
    y: float
    w: float
    h: float
    seat: str | None = None
    value: str | None = None
    place: int | None = None

    @property
    def cell(self) -> tuple[int, str, str | None]:
        """The cell of this box as (row, field, seat); boxes with the same tuple form one cell."""
        return self.row, self.field, self.seat


@dataclass(frozen=True, slots=True)
class Mark:
    """One corner mark: its number in the family of marks, its upper left corner, and its side.

    Lengths are in millimetres.
    """

    id: int
    x: float
    y: float
    side: float


@dataclass(frozen=True, slots=True)
class Form:
    """One page of a form; `rules` is the header of the rules that the deals are played by.

    Lengths are in millimetres. `qr` is left, top and side of the QR code.
    """

    layout: str
    rules: str
    width: float
    height: float
    page: int
    boxes: tuple[Box, ...]
    marks: tuple[Mark, ...] = ()
    qr: tuple[float, float, float] | None = None
    family: str = field(default=FAMILY)

    @property
    def has_deals(self) -> bool:
        """Whether the form has lines for deals, and not only boxes for the final points."""
        return any(box.row for box in self.boxes)

    def to_json(self) -> str:
        """Return the form as JSON, called its map: what each box means and where it is on the page.

        `paper.schema.json` describes the JSON.
        """
        boxes = [
            {name: value for name, value in asdict(box).items() if value is not None}
            for box in self.boxes
        ]
        content: dict[str, Any] = {
            "map": "1.0",
            "layout": self.layout,
            "rules": self.rules,
            "unit": "mm",
            "page": {"width": self.width, "height": self.height, "number": self.page},
            "marks": {"family": self.family, "places": [asdict(mark) for mark in self.marks]},
            "boxes": boxes,
        }
        if self.qr is not None:
            content["qr"] = dict(zip(("x", "y", "side"), self.qr, strict=True))
        return json.dumps(content, indent=1, ensure_ascii=False) + "\n"

    def cells(self) -> Mapping[tuple[int, str, str | None], Sequence[Box]]:
        """Return the boxes of each cell, as a dict from (row, field, seat) to boxes.

        Boxes for free text are left out.
        """
        cells: dict[tuple[int, str, str | None], list[Box]] = {}
        for box in self.boxes:
            if box.kind != "text":
                cells.setdefault(box.cell, []).append(box)
        return cells


class MapError(ValueError):
    """Raised for a map (the description of a form in JSON) that is invalid.

    The message says where and why.
    """


def form_of_json(text: str) -> Form:
    """Convert the map of a form in JSON into the form.

    Raise `MapError` if the text is no JSON or the map is not valid.
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise MapError(f"this is no JSON: {problem}") from None
    wrong = next(iter(_schema().iter_errors(content)), None)
    if wrong is not None:
        raise MapError(f"{wrong.json_path}: {wrong.message}"[:200])
    page, qr = content["page"], content.get("qr")
    return Form(
        content["layout"],
        content["rules"],
        page["width"],
        page["height"],
        page.get("number", 1),
        tuple(Box(**box) for box in content["boxes"]),
        tuple(Mark(**mark) for mark in content["marks"]["places"]),
        None if qr is None else (qr["x"], qr["y"], qr["side"]),
    )


@cache
def _schema() -> Any:
    from jsonschema import Draft202012Validator  # noqa: PLC0415  slow to import

    return Draft202012Validator(json.loads(shared_file("schemas", "paper.schema.json")))


@dataclass(frozen=True, slots=True)
class _Part:
    """One box of a cell, before its place on the page is computed."""

    kind: Kind
    value: str | None = None
    place: int | None = None


@dataclass(frozen=True, slots=True)
class _Group:
    """The boxes of one cell, side by side. With `zeros`, zeros are printed to the right of them."""

    field: str
    parts: tuple[_Part, ...]
    seat: str | None = None
    zeros: bool = False

    @property
    def width(self) -> float:
        """The width of the cell in millimetres, including the gap to the next cell."""
        boxes = sum(_width(part) for part in self.parts)
        return boxes + _BETWEEN + (_ZEROS if self.zeros else 0)


def _width(part: _Part) -> float:
    return _WIDE if part.kind == "digit" else _TICK + _GAP


def _ticks(name: str, values: Sequence[str], seat: str | None = None) -> _Group:
    return _Group(name, tuple(_Part("tick", value) for value in values), seat)


def _digits(
    name: str, places: Sequence[int], seat: str | None = None, *, signed: bool = False
) -> _Group:
    digits = tuple(_Part("digit", place=place) for place in places)
    sign = (_Part("sign"),) if signed else ()
    return _Group(name, (*sign, *digits), seat, zeros=places[-1] > 0)


def is_of_hundreds(rules: RuleSet) -> bool:
    """Return whether all points are multiples of 100 by these rules.

    If so, the last two zeros are printed on the form.
    """
    return rules.scoring.step % _HUNDREDS == 0


def _places(rules: RuleSet, more: int = 0) -> range:
    """Return the powers of ten for the digit boxes of an amount of points, the highest first.

    For example, `range(4, 1, -1)` means boxes for ten thousands, thousands and hundreds; the zeros
    after them are printed. `more` adds boxes in front, for totals.
    """
    if is_of_hundreds(rules):
        return range(4 + more, 1, -1)
    return range((4 if (rules.progress.start_points or 0) >= _LARGE else 3) + more, -1, -1)


def _groups(rules: RuleSet) -> Iterator[_Group]:
    """Yield the cells for one deal, from left to right: label, winner, value, kongs, changes.

    The rules decide which of these cells the form has.
    """
    seats, heads = SEATS[: max(rules.play.spec.seats)], heads_of(rules)
    yield from _name_of_deal(rules, seats)
    yield _ticks("winner", seats)
    yield _ticks("from", [*seats, "self"])
    aborts = any(word.startswith("draw abort") for word in rules.names.record_words)
    yield _ticks("how", ["draw", "abort"] if aborts else ["draw"])
    yield from _hand_values(rules, seats, heads)
    if "Kongs" in heads:
        sorts = [_Part("digit", sort, 0) for sort in sorted(rules.scoring.kong_names)]
        # If only the winner is paid for kongs, one cell is enough.
        makers: Sequence[str | None] = [None] if rules.scoring.winners_kongs else list(seats)
        yield from (_Group("kong", tuple(sorts), seat) for seat in makers)
    for head in ("Ready", "Tenpai"):
        if head in heads:
            yield _ticks(head.lower(), seats)
    yield from (_digits("change", _places(rules), seat, signed=True) for seat in seats)


def _name_of_deal(rules: RuleSet, seats: Sequence[str]) -> Iterator[_Group]:
    """Yield the cells that identify a deal: wind and number, or a number and the dealer.

    If the rules have counters or sticks on the table, yield cells for these, too.
    """
    if rules.progress.numbers_deals:
        yield _digits("number", (1, 0))
        yield _ticks("dealer", seats)
    else:  # the label of a deal says who deals
        yield _ticks("wind", "ESWN")
        yield _digits("number", (0,))
    if rules.progress.repeat_word:
        yield _digits("counters", (1, 0))
    if rules.pot.used:
        yield _digits("sticks", (0,))


def _hand_values(rules: RuleSet, seats: Sequence[str], heads: Sequence[str]) -> Iterator[_Group]:
    """Yield the cells for the value of the winner's hand, such as han and fu.

    If losers pay each other according to their hands, there is a cell for each player's hand
    instead. `heads` are the headings of score sheets by these rules.
    """
    if rules.scoring.scores_losers:  # losers pay each other by the value of their hands
        places = range(_VALUE_DIGITS["hand"] - 1, -1, -1)
        yield from (_digits("hand", places, seat) for seat in seats)
        return
    for name in (_OF_HEADS[head] for head in heads if head in _OF_HEADS):
        yield _digits(name, range(_VALUE_DIGITS[name] - 1, -1, -1))
    if "Items" in heads and len(rules.scoring.item_names) <= _MOST_ITEMS:
        yield _ticks("items", sorted(rules.scoring.item_names))


def form_of(header: str, paper: str = "a4", page: int = 1) -> Form:
    """Create a page of the form to print: lines for deals, totals and signatures.

    `header` names the rules, and `paper` is `a4` or `letter`. `page` counts from 1; a later page
    continues the numbers of the lines. If the columns are too wide for the page, all columns become
    narrower.
    """
    rules = load(header)
    width, _ = PAPERS[paper]
    groups = list(_groups(rules))
    needed = sum(group.width for group in groups) - _BETWEEN
    # If the columns of a rule set are too wide, all become narrower by the same factor.
    scale = min(1.0, (width - 2 * _EDGE) / needed)
    first = (width - scale * needed) / 2
    boxes: list[Box] = []
    for line in range(ROWS):
        x, y = first, _TOP + line * _STEP
        for group in groups:
            boxes += _boxes(group, (page - 1) * ROWS + line + 1, x, y, scale)
            x += scale * group.width
    foot = _TOP + ROWS * _STEP + 1.5
    for seat in SEATS[: max(rules.play.spec.seats)]:
        # A total has one digit more than the changes above it, but the same width.
        start = next(box.x for box in boxes if (box.field, box.seat) == ("change", seat))
        total = _digits("total", _places(rules, more=1), seat, signed=True)
        narrower = groups[-1].width / total.width
        boxes += _boxes(total, 0, start, foot, scale * narrower)
    boxes += _people(rules, width, foot + 9.5)
    return _page(header, paper, page, boxes, results=False)


def results_form_of(header: str, paper: str = "a4") -> Form:
    """Create the form for final points only, with large boxes and signatures.

    `header` names the rules, and `paper` is `a4` or `letter`.
    """
    rules = load(header)
    width, _ = PAPERS[paper]
    boxes: list[Box] = []
    for line, seat in enumerate(SEATS[: max(rules.play.spec.seats)]):
        y = 60.0 + line * 24
        boxes.append(Box(0, "name", "text", 28, y, 80, 9, seat))
        boxes += _boxes(_digits("total", _places(rules, more=1), seat, signed=True), 0, 116, y, 1.5)
        boxes.append(Box(0, "signature", "text", width - 88, y, 60, 9, seat))
    boxes.append(Box(0, "penalties", "text", 28, 160, width - 56, 12))
    return _page(header, paper, 1, boxes, results=True)


def _boxes(group: _Group, row: int, x: float, y: float, scale: float) -> Iterator[Box]:
    """Yield the boxes of a cell from left to right; x, y is the upper left corner of the cell.

    `row` is the number of the deal's line on the form. `scale` below 1 makes boxes narrower, and
    above 1 wider and higher.
    """
    # Boxes of the large form are also higher; boxes of narrowed columns keep their height.
    high = _HIGH * max(1.0, scale)
    for part in group.parts:
        wide = scale * (_WIDE if part.kind == "digit" else _TICK)
        tall = min(high, wide) if part.kind == "tick" else high
        place = (round(x, 2), round(y + (high - tall) / 2, 2), round(wide, 2), round(tall, 2))
        yield Box(row, group.field, part.kind, *place, group.seat, part.value, part.place)
        x += scale * _width(part)


def _people(rules: RuleSet, width: float, y: float) -> Iterator[Box]:
    """Yield the boxes for names and signatures of players and for penalties.

    `width` is that of the page; `y` is the top of the signatures.
    """
    seats = SEATS[: max(rules.play.spec.seats)]
    inner = width - 56
    for number, seat in enumerate(seats):
        yield Box(0, "name", "text", 28 + number * 48, 22, 45, 7, seat)
        yield Box(0, "signature", "text", 28 + number * 38, y, 35, 9, seat)
    taken = 38 * len(seats)
    yield Box(0, "penalties", "text", 28 + taken, y, inner - taken, 9)


def _page(header: str, paper: str, page: int, boxes: Sequence[Box], *, results: bool) -> Form:
    """Create a form from its boxes; add the corner marks and the QR code.

    The numbers of the corner marks are chosen so that a picture of them shows which form and page
    this is. `results` is True for the form with final points only. `header` is the value of a
    ``Rules`` header, and `paper` is `a4` or `letter`.
    """
    rules, (width, height) = load(header), PAPERS[paper]
    right, low = width - _FAR - _SIDE, height - _FAR - _SIDE
    corners = ((_FAR, _FAR), (right, _FAR), (right, low), (_FAR, low))
    first = 4 * (PAGES * layout_number(rules.name, paper, results=results) + page - 1)
    marks = tuple(
        Mark(first + corner, round(x, 2), round(y, 2), _SIDE)
        for corner, (x, y) in enumerate(corners)
    )
    layout = f"{rules.name_and_edition} {paper} {'results' if results else 'deals'}"
    code = (round(width - 50, 2), _FAR, 20.0)
    return Form(layout, header, width, height, page, tuple(boxes), marks, code)


_NUMBERED: Final = (
    "taiyuan",
    "riichi",
    "tibet",
    "taiwanese",
    "american",
    "hongkong-faan",
    "hongkong",
    "sichuan",
    "zungjung",
    "mcr",
)
"""Rule sets in the order of their numbers on forms.

Printed forms exist, so the order must not change.
"""


def layout_number(name: str, paper: str, *, results: bool) -> int:
    """Return the number of a form's layout, from which the numbers of its corner marks follow.

    `name` is the name of the rule set. Rule sets that are not in `_NUMBERED` share one number.
    `paper` is `a4` or `letter`; `results` is True for the form with final points only.
    """
    number = _NUMBERED.index(name) if name in _NUMBERED else len(_NUMBERED)
    return (number * len(PAPERS) + list(PAPERS).index(paper)) * 2 + results


def layout_by_mark(mark: int) -> tuple[str, str, bool, int] | None:
    """Return the layout of the form whose corner marks include the number `mark`.

    The layout is (rule set, paper, True for the form with final points only, page). Return None if
    no layout has this number.
    """
    number, page = divmod(mark // 4, PAGES)
    number, results = divmod(number, 2)
    rules, paper = divmod(number, len(PAPERS))
    if rules >= len(_NUMBERED):
        return None
    return _NUMBERED[rules], list(PAPERS)[paper], bool(results), page + 1
