"""Finds the pages of a form in a picture, and flattens them: seen from above, without bends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np

from mjlog.model.messages import Message, msg
from mjlog.paper.form import Box, Form, form_of, layout_by_mark, results_form_of
from mjlog.paper.net import HIGH, SIZE, WIDE
from mjlog.paper.readings import Rectangle
from mjlog.rules import load

SCALE: Final = 8
"""Pixels for each millimetre of the flattened page."""
_LEAST_MARKS: Final = 3
_LEAST_SIDE: Final = 14.0
"""Shortest side of a mark, in pixels, in a picture that can be read."""
_REACH: Final = 1.8
"""Most millimetres by which bent paper moves a box from the place that the four corners give."""
_FRAME: Final = 0.18
QUALITY: Final = 70
"""JPEG quality of the flattened page: people can read it, and it has about half a megabyte."""
_MATCHED: Final = 0.3
_OUTLIER: Final = 2.5
_DEGREES: Final = ((20, 4), (8, 1))
"""Fewest matched groups of boxes for a polynomial, and its degree."""

Corners = Mapping[int, Any]


class NoSheet(ValueError):
    """Raised if no sheet can be read in a picture; the message says what the user can do."""

    def __init__(self, message: Message, *, is_sheet: bool = True) -> None:
        """Store the message; `is_sheet` is False if the picture shows no mark of a form at all."""
        super().__init__(str(message))
        self.message, self.is_sheet = message, is_sheet


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page that was found in a picture: its form, the corners of its marks, and its QR code."""

    form: Form
    corners: Corners
    code: Mapping[str, str]


def sheets_in(picture: Any, form: Form | None = None, rules: str = "") -> list[Sheet]:
    """Find the pages of printed forms in a picture, and return them from left to right.

    `form` is the form, if it is known. `rules` is the header of the rules, if the user named rules;
    without it the page's QR code or the corner marks name the rules. The rules decide the columns
    of the form. Raise `NoSheet` if no whole page is in the picture, or if the picture is mirrored
    or the page too small.
    """
    corners = _marks(picture)
    if not corners:
        if _marks(cv2.flip(picture, 1)):
            raise NoSheet(msg("the picture is mirrored: turn mirroring off in the camera"))
        nothing = (
            "no corner marks are found: photograph all of the sheet, near and sharp; of any other "
            "picture or PDF, copy the table and paste it, or type it as CSV"
        )
        raise NoSheet(msg(nothing), is_sheet=False)
    if min(_side(place) for place in corners.values()) < _LEAST_SIDE:
        raise NoSheet(msg("the sheet is too small in the picture: go nearer"))
    if form is not None:
        wanted = {mark.id for mark in form.marks}
        groups = [{number: place for number, place in corners.items() if number in wanted}]
        forms: list[Form | None] = [form]
    else:
        firsts = sorted({number - number % 4 for number in corners})
        groups = [
            {number: place for number, place in corners.items() if number - number % 4 == first}
            for first in firsts
        ]
        forms = [_form_of_mark(first) for first in firsts]
    whole = [
        (page, group)
        for page, group in zip(forms, groups, strict=True)
        if page is not None and len(group) >= _LEAST_MARKS
    ]
    if not whole:
        words = "only {number} of the corner marks are in the picture: photograph all of the sheet"
        raise NoSheet(msg(words, number=max(len(group) for group in groups)))
    whole.sort(key=lambda each: float(min(place[:, 0].min() for place in each[1].values())))
    sheets = [Sheet(page, group, _code(picture, page, group)) for page, group in whole]
    if form is not None:
        return sheets
    return [
        replace(
            sheet,
            form=_form_of_mark(min(sheet.corners), rules or sheet.code.get("rules", ""))
            or sheet.form,
        )
        for sheet in sheets
    ]


def _form_of_mark(mark: int, header: str = "") -> Form | None:
    """Return the `Form` whose corner marks include the mark number `mark`; None if there is none.

    The columns of the form follow from `header`, the rules named by the user, if it names the rule
    set of this form; otherwise from the rule set with its usual options.
    """
    layout = layout_by_mark(mark)
    if layout is None:
        return None
    name, paper, results, page = layout
    rules = header if header and load(header).name == name else name
    return results_form_of(rules, paper) if results else form_of(rules, paper, page)


def _marks(picture: Any) -> dict[int, Any]:
    """Find the corner marks in a picture; return a dict from a mark's number to its corners."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    detector = cv2.aruco.ArucoDetector(family)
    parameters = detector.getDetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector.setDetectorParameters(parameters)
    corners, numbers, _ = detector.detectMarkers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    if numbers is None:
        return {}
    return {int(n): place[0] for n, place in zip(numbers.ravel(), corners, strict=True)}


def _side(place: Any) -> float:
    return float(min(np.linalg.norm(place[corner] - place[corner - 1]) for corner in range(4)))


def _homography(form: Form, corners: Corners) -> Any:
    """Compute the matrix that maps points of the picture to pixels of the page seen from above.

    `corners` maps the number of each mark to the positions of its four corners in the picture;
    `form` has their positions on the page.
    """
    seen = [mark for mark in form.marks if mark.id in corners]
    there = np.array(
        [
            (mark.x + right * mark.side, mark.y + down * mark.side)
            for mark in seen
            for right, down in ((0, 0), (1, 0), (1, 1), (0, 1))
        ],
        np.float32,
    )
    here = np.concatenate([corners[mark.id] for mark in seen])
    return cv2.findHomography(here, there * SCALE)[0]


def _code(picture: Any, form: Form, corners: Corners) -> dict[str, str]:
    """Read the QR code of a page; return its content as a dict, empty if it cannot be read.

    The keys are `event`, `rules`, `r` (round), `t` (table) and `p` (page).
    """
    if form.qr is None:
        return {}
    flat = cv2.warpPerspective(picture, _homography(form, corners), _size(form))
    x, y, side = (round(length * SCALE) for length in form.qr)
    margin = 3 * SCALE
    part = flat[max(0, y - margin) : y + side + margin, max(0, x - margin) : x + side + margin]
    for image in (part, cv2.resize(part, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)):
        words, *_ = cv2.QRCodeDetector().detectAndDecode(image)
        if words.startswith("mjlog:1;"):
            _, event, *rest = words.split(";")
            places = dict(word.split("=", 1) for word in rest if word[:2] in {"r=", "t=", "p="})
            rules = next((word for word in rest if word[:2] not in {"r=", "t=", "p="}), "")
            return {"event": event, "rules": rules, **places}
    return {}


def _size(form: Form) -> tuple[int, int]:
    return round(form.width * SCALE), round(form.height * SCALE)


@dataclass(frozen=True, slots=True)
class Flat:
    """A flattened page (seen from above, without bends), and a crop of each of its boxes.

    The crops have the size that the net needs. `inside` says for each box whether the picture shows
    all of it. `places` are the rectangles of the boxes on the page, in millimetres.
    """

    crops: Any
    inside: Sequence[bool]
    page: Any
    places: Sequence[Rectangle]

    def to_jpeg(self) -> bytes:
        """Return the flattened page (seen from above, without bends) as a JPEG."""
        _, data = cv2.imencode(".jpg", self.page, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        return data.tobytes()


def flatten(picture: Any, sheet: Sheet) -> Flat:
    """Return a page of a form as seen from above, without bends, and a picture of each box.

    The picture of a box includes a margin. Raise `NoSheet` if too few boxes of the form are found
    on the page.
    """
    form, matrix = sheet.form, _homography(sheet.form, sheet.corners)
    boxes = [box for box in form.boxes if box.kind != "text"]
    page = cv2.warpPerspective(picture, matrix, _size(form), flags=cv2.INTER_AREA)
    seen = cv2.warpPerspective(
        np.full(picture.shape[:2], 255, np.uint8), matrix, _size(form), flags=cv2.INTER_NEAREST
    )
    ink = ink_of(page)
    move = _bend(ink, _blank(form, boxes), boxes)
    inside = [
        bool(seen[_slice(box.y, box.h, form.height), _slice(box.x, box.w, form.width)].all())
        for box in boxes
    ]
    crops = np.stack([_crop(ink, box, move) for box in boxes])
    # Make a light pen dark: scale all boxes by the darkest strokes of this sheet.
    strong = float(np.percentile(crops[:, 8:24, 8:24].max((1, 2)), 97))
    crops = np.clip(crops / max(0.25, min(1.0, strong)) * 0.85, 0, 1)
    places = []
    for box in boxes:
        across, down = move((box.x + box.w / 2) * SCALE, (box.y + box.h / 2) * SCALE)
        places.append((box.x + across / SCALE, box.y + down / SCALE, box.w, box.h))
    return Flat(crops, inside, page, places)


def _slice(first: float, length: float, most: float) -> slice:
    return slice(max(0, round(first * SCALE)), round(min(first + length, most) * SCALE))


def ink_of(page: Any) -> Any:
    """Return an array that says how much darker each pixel is than the paper around it (0 to 1).

    Only red and green light count: pens of any colour are dark in it, but stains of coffee and tea
    are not.
    """
    small = cv2.resize(page, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    paper = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8))
    light = cv2.resize(cv2.GaussianBlur(paper, (0, 0), 5), page.shape[1::-1]).astype(np.float32)
    share = 1 - cv2.GaussianBlur(page, (0, 0), 0.6) / np.maximum(light, 20)
    return np.clip(np.maximum(share[:, :, 1], share[:, :, 2]), 0, 1)


def _blank(form: Form, boxes: Sequence[Box]) -> Any:
    """Draw the frames of these boxes as an image of the empty form."""
    wide, high = _size(form)
    blank = np.zeros((high, wide), np.float32)
    thick = max(1, round(_FRAME * SCALE))
    for box in boxes:
        corners = ((box.x, box.y), (box.x + box.w, box.y + box.h))
        first, second = ((round(x * SCALE), round(y * SCALE)) for x, y in corners)
        cv2.rectangle(blank, first, second, 0.5, thick)
    return cv2.GaussianBlur(blank, (0, 0), 1)


Move = Callable[[float, float], tuple[float, float]]


def _bend(ink: Any, blank: Any, boxes: Sequence[Box]) -> Move:
    """Measure how far bent paper moves each point of the page; return a function of x and y.

    The returned function gives the pixels by which a point is moved right and down. It follows from
    the cells of the empty form (`blank`) that are found in the picture of the page (`ink`). Raise
    `NoSheet` if these are too few. If the form itself has too few cells, no point is moved.
    """
    groups: dict[tuple[int, str, str | None], list[Box]] = {}
    for box in boxes:
        groups.setdefault(box.cell, []).append(box)
    matches = [match for group in groups.values() if (match := _match(ink, blank, group))]
    degree = next((degree for least, degree in _DEGREES if len(matches) >= least), None)
    if degree is not None:
        return _fit(np.array(matches, float), degree, ink.shape)
    if len(groups) >= _DEGREES[0][0]:
        raise NoSheet(msg("the boxes are not where the form has them: is it another form?"))
    return lambda _x, _y: (0.0, 0.0)


def _match(ink: Any, blank: Any, group: Sequence[Box]) -> tuple[float, float, float, float] | None:
    """Find the boxes of one cell in the page; return (x, y, moved right, moved down) in pixels.

    x and y are the middle of the cell on the form. Return None if the boxes are not found within a
    few millimetres or are too near to the edge of the page. `ink` is the picture of the page,
    `blank` the empty form, and `group` has the boxes of the cell.
    """
    reach, edge = round(_REACH * SCALE), 6
    left = int(min(box.x for box in group) * SCALE) - edge
    top = int(min(box.y for box in group) * SCALE) - edge
    right = int(max(box.x + box.w for box in group) * SCALE) + edge
    low = int(max(box.y + box.h for box in group) * SCALE) + edge
    high, wide = ink.shape
    if min(left, top) < reach or right + reach > wide or low + reach > high:
        return None
    look = ink[top - reach : low + reach, left - reach : right + reach]
    score = cv2.matchTemplate(look, blank[top:low, left:right], cv2.TM_CCOEFF_NORMED)
    _, best, _, (across, down) = cv2.minMaxLoc(score)
    if best <= _MATCHED:
        return None
    return (left + right) / 2, (top + low) / 2, across - reach, down - reach


def _fit(matches: Any, degree: int, shape: tuple[int, int]) -> Move:
    """Fit a smooth function to the measured movements of cells, and return the function.

    The function takes x and y and returns the movement right and down, as a polynomial of the
    degree `degree`. `matches` are the results of `_match`; the few that do not fit the function are
    ignored. Raise `NoSheet` if too few remain. `shape` is the height and width of the page.
    """
    high, wide = shape
    powers = [(i, j) for i in range(degree + 1) for j in range(degree + 1 - i)]

    def terms(places: Any) -> Any:
        x, y = places[:, 0] / wide, places[:, 1] / high
        return np.stack([x**i * y**j for i, j in powers], 1)

    places, moves = matches[:, :2], matches[:, 2:]
    kept = np.ones(len(places), bool)
    for _ in range(3):  # a match that is far from the others is wrong
        factors = np.linalg.lstsq(terms(places[kept]), moves[kept], rcond=None)[0]
        kept = np.abs(terms(places) @ factors - moves).max(1) < _OUTLIER
        if kept.sum() < len(powers):
            raise NoSheet(msg("the boxes are not where the form has them: is it another form?"))

    def move(x: float, y: float) -> tuple[float, float]:
        across, down = (terms(np.array([[x, y]])) @ factors)[0]
        return float(across), float(down)

    return move


def _crop(ink: Any, box: Box, move: Move) -> Any:
    """Return the picture of one box with a margin, scaled to `SIZE` by `SIZE` pixels for the net.

    `move` is a function that returns how far bent paper moved a point. `ink` is the picture of the
    page.
    """
    x, y = (box.x + box.w / 2) * SCALE, (box.y + box.h / 2) * SCALE
    wide, high = box.w * WIDE * SCALE, box.h * HIGH * SCALE
    across, down = move(x, y)
    turn = np.array(
        [[wide / SIZE, 0, x + across - wide / 2], [0, high / SIZE, y + down - high / 2]]
    )
    flags = cv2.INTER_AREA | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(ink, turn, (SIZE, SIZE), flags=flags)
