"""Sheets that are filled in and photographed by drawing, to test the reader of photographs.

The reader was not trained on them: digits are curves through points that are only in this module.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
import pypdfium2
from PIL import Image

from mjlog.model.record import (
    SEATS,
    Deal,
    Game,
    Items,
    NoWin,
    Points,
    Ready,
    Tenpai,
    WinLine,
)
from mjlog.paper.form import Box, Form
from mjlog.paper.printing import Occasion, printed

SCALE = 10
"""Pixels for each millimetre of the page that is filled in."""
DIGITS = {
    "0": ["5,0 1,3 1,8 5,10 9,7 9,2 5,0", "7,1 2,2 0,6 4,10 9,8 9,3 6,0"],
    "1": ["3,2 6,0 5,10", "5,0 5,5 5,10"],
    "2": ["1,2 4,0 8,1 7,5 1,10 9,9", "0,3 5,0 8,3 4,7 0,10 5,9 10,10"],
    "3": ["1,1 6,0 8,2 4,4 8,6 8,9 4,10 0,9", "0,1 8,0 4,4 9,6 7,10 1,9"],
    "4": ["6,0 0,7 9,7", "2,0 1,6 9,5"],
    "5": ["9,0 2,0 1,4 6,4 9,7 6,10 1,9", "8,1 3,0 2,5 7,4 8,8 4,10 0,9"],
    "6": ["7,0 2,4 1,8 5,10 9,7 5,5 1,7", "8,1 4,2 1,6 3,10 8,9 7,6 2,7"],
    "7": ["0,1 9,0 5,5 3,10", "1,0 9,1 6,6 5,10"],
    "8": ["8,2 4,0 2,2 8,7 5,10 1,8 7,4 8,2", "5,0 2,3 5,5 9,8 5,10 1,7 5,5 8,2 5,0"],
    "9": ["8,2 4,0 1,3 4,5 8,2 8,6 6,10", "9,1 3,1 2,4 7,4 9,1 8,10"],
    "+": ["0,5 10,5"],
    "-": ["0,5 10,6"],
}
"""Ways to write a digit: the points of one stroke, in tenths of the digit's width and height."""
MORE = {"4": ["7,4 6,10", "7,1 7,10"], "+": ["5,0 5,10"]}
"""Second strokes of digits and signs, in the same order of ways."""
TICKS = {
    "hook": [[(0.1, 0.5), (0.4, 0.9), (0.95, 0.05)]],
    "cross": [[(0.1, 0.1), (0.9, 0.9)], [(0.1, 0.9), (0.9, 0.1)]],
    "stroke": [[(0.1, 0.9), (0.9, 0.1)]],
    "ring": [[(0.5, 0.05), (0.1, 0.4), (0.4, 0.95), (0.9, 0.6), (0.6, 0.05)]],
}
PENS = ((35, 35, 35), (150, 60, 30), (110, 110, 110), (50, 40, 160))
Values = Mapping[tuple[int, str, str | None], Any]


class Hand:
    """Handwriting of one person, which follows from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.ways = {sign: self.random.integers(len(ways)) for sign, ways in DIGITS.items()}
        self.tick = list(TICKS.values())[self.random.integers(len(TICKS))]
        self.pen = np.array(PENS[self.random.integers(len(PENS))], float)
        self.slant = self.random.normal(0, 0.12)
        self.thick = int(self.random.integers(2, 5))
        self.plus = self.random.random() < 0.8

    def fill(self, form: Form, values: Values) -> Any:
        """Return the printed page with these values written into it."""
        page = blank(form)
        cells: dict[Any, list[Box]] = {}
        for box in form.boxes:
            field = f"kong {box.value}" if box.field == "kong" else box.field
            cells.setdefault((box.row, field, box.seat), []).append(box)
        for key, value in values.items():
            if key in cells:
                self.write(page, cells[key], value)
        return page

    def write(self, page: Any, boxes: list[Box], value: Any) -> None:
        """Write one cell: names of ticks, or a number."""
        if boxes[0].kind == "tick":
            for box in boxes:
                if box.value in value:
                    self.put(page, box, self.strokes(self.tick, box))
            return
        digits = [box for box in boxes if box.kind == "digit"]
        least = min(box.place or 0 for box in digits)
        text = str(abs(value) // 10**least)
        for box in digits:
            place = (box.place or 0) - least
            if place < len(text):
                self.put(page, box, self.digit(text[-1 - place], box))
        for box in boxes:
            if box.kind == "sign" and value and (value < 0 or self.plus):
                self.put(page, box, self.digit("-" if value < 0 else "+", box))

    def cross_out(self, page: Any, box: Box) -> None:
        """Strike a box through."""
        zigzag = [(step % 2, step / 6) for step in range(7)]
        self.put(page, box, self.strokes([zigzag], box))

    def size(self, box: Box) -> tuple[int, int]:
        return round(box.w * 1.36 * SCALE), round(box.h * 1.28 * SCALE)

    def digit(self, sign: str, box: Box) -> Any:
        wide, high = self.size(box)
        layer = np.zeros((high, wide), np.uint8)
        tall = self.random.uniform(0.55, 0.85) * box.h * SCALE
        size = np.array([tall * self.random.uniform(0.5, 0.7), tall])
        if sign in "+-":
            size = np.full(2, 0.45 * box.w * SCALE)
        middle = np.array([wide, high]) / 2 + self.random.normal(0, 0.04, 2) * (wide, high)
        way = self.ways[sign]
        for stroke in (DIGITS[sign][way], *MORE.get(sign, [])[way : way + 1]):
            points = np.array([place.split(",") for place in stroke.split()], float) / 10 - 0.5
            points += self.random.normal(0, 0.035, points.shape)
            points[:, 0] -= points[:, 1] * self.slant
            line = smooth(points) * size + middle
            cv2.polylines(layer, [np.int32(line * 8)], False, 255, self.thick, cv2.LINE_AA, 3)
        return self.tremble(layer)

    def tremble(self, layer: Any) -> Any:
        high, wide = layer.shape
        across, down = places(wide, high)
        for axis in (across, down):
            small = self.random.normal(0, 1.6, (4, 4)).astype(np.float32)
            axis += cv2.resize(small, (wide, high), interpolation=cv2.INTER_CUBIC)
        return cv2.remap(layer, across, down, cv2.INTER_LINEAR)

    def strokes(self, strokes: Any, box: Box) -> Any:
        wide, high = self.size(box)
        layer = np.zeros((high, wide), np.uint8)
        inner = np.array([box.w, box.h]) * SCALE
        for stroke in strokes:
            points = np.array(stroke) + self.random.normal(0, 0.06, (len(stroke), 2))
            line = points * inner * 0.9 + (np.array([wide, high]) - inner * 0.9) / 2
            cv2.polylines(layer, [np.int32(line * 8)], False, 255, self.thick, cv2.LINE_AA, 3)
        return self.tremble(layer)

    def put(self, page: Any, box: Box, layer: Any) -> None:
        high, wide = layer.shape
        x = round((box.x + box.w / 2) * SCALE - wide / 2)
        y = round((box.y + box.h / 2) * SCALE - high / 2)
        part = page[y : y + high, x : x + wide]
        share = (layer / 255.0 * self.random.uniform(0.8, 1.0))[..., None]
        part[:] = part * (1 - share) + np.minimum(part, self.pen) * share


def values_of(game: Game) -> dict[Any, Any]:
    """Return what people write on the form of a game that has one winner a deal at most."""
    values: dict[Any, Any] = {}
    for row, deal in enumerate(game.deals, 1):
        cells = _of_deal(deal) | _of_lines(deal)
        for line in deal.contents(Items):
            items = dict(line.items)
            if line.keyword == "fan":
                cells["items", None] = list(items)
                cells["han", None] = _han(items)
                cells["hand", SEATS[line.seat]] = items.get("total", 0)
                cells |= {(_OF_ITEMS.get(name, name), None): n for name, n in items.items()}
        values |= {(row, *key): value for key, value in cells.items() if value}
        for line in deal.contents(Points):
            if line.keyword == "score":
                values |= {(0, "total", SEATS[seat]): n for seat, n in enumerate(line.points)}
    return values


def _of_deal(deal: Deal) -> dict[Any, Any]:
    """Return which deal it is, who won, and from whom."""
    if deal.label.isdigit():
        cells: dict[str, Any] = {"number": int(deal.label), "dealer": [SEATS[deal.dealer]]}
    else:
        cells = {"wind": [deal.label[0]], "number": int(deal.label[1])}
    attributes = dict(deal.attributes)
    cells["counters"] = int(attributes.get("honba") or deal.label.partition(".")[2] or 0)
    cells["sticks"] = int(attributes.get("sticks", 0))
    cells["how"] = ["abort" if end.how == "abort" else "draw" for end in deal.contents(NoWin)]
    for win in deal.contents(WinLine):
        cells["winner"] = [SEATS[win.seat]]
        cells["from"] = ["self" if win.seat == win.source else SEATS[win.source]]
    return {(field, None): value for field, value in cells.items()}


def _han(items: Mapping[str, int]) -> int:
    """Return what people write as han: a limit hand is written as 13 of them."""
    return sum(
        13 * number if name.startswith("yakuman") else number
        for name, number in items.items()
        if name != "fu"
    )


def _of_lines(deal: Deal) -> dict[Any, Any]:
    """Return who was ready, and the changes."""
    acts = (act for turn in deal.turns for act in turn.acts)
    ready = sorted({act.seat for act in acts if isinstance(act, Ready)})
    cells: dict[Any, Any] = {("ready", None): [SEATS[seat] for seat in ready]}
    for line in deal.contents(Tenpai):
        cells["tenpai", None] = [SEATS[seat] for seat in line.seats]
    for line in deal.contents(Points):
        if line.keyword == "net":
            cells |= {("change", SEATS[seat]): n for seat, n in enumerate(line.points)}
    return cells


_OF_ITEMS = {"total": "tai", "points": "value"}


def places(wide: int, high: int) -> Any:
    """Return across and down of each pixel."""
    return np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32))


def smooth(points: Any) -> Any:
    """Return a curve through the points (Catmull and Rom)."""
    ends = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    t = np.linspace(0, 1, 10)[:, None]
    parts = []
    for p0, p1, p2, p3 in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        cubic = (3 * p1 - p0 - 3 * p2 + p3) * t**3 + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t**2
        parts.append((cubic + (p2 - p0) * t + 2 * p1) / 2)
    return np.vstack(parts)


def blank(form: Form) -> Any:
    """Return the printed page as pixels."""
    pdf = printed([(form, Occasion("Cup", 1, 2, ("Ann", "Bob", "Cid", "Dee")))], "en").pdf
    picture = pypdfium2.PdfDocument(pdf)[0].render(scale=SCALE * 25.4 / 72).to_numpy()[:, :, :3]
    size = (round(form.width * SCALE), round(form.height * SCALE))
    return np.ascontiguousarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))


def scanned(page: Any, seed: int) -> bytes:
    """Return a scan as PNG: a little turned, a little rough."""
    return _picture(page, np.random.default_rng(seed), phone=False)


def photographed(page: Any, seed: int) -> bytes:
    """Return a photograph as JPEG: tilted, bent, shaded, blurred."""
    return _picture(page, np.random.default_rng(seed), phone=True)


def _picture(page: Any, random: Any, *, phone: bool) -> bytes:
    high, wide = page.shape[:2]
    page = bend(page, random) if phone else page
    size = np.int32(np.array([wide, high]) * random.uniform(0.75, 0.9))
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
    far = corners * 0.88 + 0.06 + random.normal(0, 0.02 if phone else 0.003, (4, 2))
    turn = cv2.getPerspectiveTransform(np.float32(corners * (wide, high)), np.float32(far * size))
    desk = (90, 110, 130) if phone else (250, 250, 250)
    image = cv2.warpPerspective(page, turn, size.tolist(), flags=cv2.INTER_AREA, borderValue=desk)
    image = shaded(image, random) if phone else image.astype(np.float32)
    image = np.clip(image + random.normal(0, 4 if phone else 2, image.shape), 0, 255)
    stream = io.BytesIO()
    kind, options = ("JPEG", {"quality": 78}) if phone else ("PNG", {})
    Image.fromarray(image.astype(np.uint8)[:, :, ::-1]).save(stream, kind, **options)
    return stream.getvalue()


def shaded(image: Any, random: Any) -> Any:
    """Return the picture with the shadow of a head on it, a little blurred."""
    high, wide = image.shape[:2]
    across = np.linspace(0, 1, wide)[None, :, None]
    along = np.linspace(0, random.normal(0, 0.5), high)[:, None, None]
    edge = 1 / (1 + np.exp(-(across + along - random.uniform(0.2, 0.9)) * 20))
    darker = image * (1 - random.uniform(0.1, 0.4) * edge)
    return cv2.GaussianBlur(darker, (0, 0), random.uniform(0.6, 1.3))


def bend(page: Any, random: Any) -> Any:
    """Return the page as paper that does not lie flat."""
    high, wide = page.shape[:2]
    across, down = places(wide, high)
    wave = random.uniform(2, 9) * np.sin(across / wide * np.pi * random.uniform(0.8, 1.6))
    down += wave.astype(np.float32)
    return cv2.remap(page, across, down, cv2.INTER_LINEAR, borderValue=(255, 255, 255))
