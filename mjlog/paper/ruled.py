"""Finds the lines and cells of a ruled sheet without corner marks, and reads the numbers in them.

The meaning of its columns is not known here. Digits are written anywhere in a cell, so they are cut
apart, and the net reads each in a frame like a box of a form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

import cv2
import numpy as np

from mjlog.paper.flatten import QUALITY, ink_of
from mjlog.paper.net import CLASSES, CROSSED_OUT, HIGH, SIZE, WIDE, Net
from mjlog.paper.readings import CellAt, Figures, Rectangle, Value

WIDTH: Final = 200.0
"""Assumed width of the table in millimetres, because its lines do not show how large the paper is.
"""
LONGEST: Final = 2600
"""Pixels of the longer side of the straightened table."""
_LOOK: Final = 1600
"""Pixels of the longer side of the picture in which the table is searched for."""
_LEAST_AREA: Final = 0.04
"""Least share of the picture that a table must cover."""
_STRIPS: Final = 16
_RUNS: Final = 0.6
"""Share of the strips in which a line must be seen; writing may interrupt it."""
_SAME: Final = 0.35
"""Share of the usual distance below which two lines count as one, such as a double line."""
_LEAN: Final = 0.03
_LEAST_CELL: Final = 12
_LEAST_LINES: Final = 4
_MOST_LINES: Final = 60
_TALL: Final = (0.62, 0.7, 0.8)
"""Heights to which a digit is scaled in its frame; the readings at all heights are averaged."""
_TOUCHING: Final = 0.85
"""Greatest width of a digit relative to its height; two touching digits are wider."""
_WHOLE: Final = 0.35
"""Share of the usual height below which a stroke is not a digit by itself."""
_FRAME_INK: Final = 0.35
_SQUEEZED: Final = (6.1 * HIGH) / (5.0 * WIDE)
"""Factor by which a crop makes a digit wider than it is: a box of a form has 5 by 6.1 mm."""
_FLAT: Final = 1.5
_LEAST_SHARE: Final = 0.01
_MOST_FIGURES: Final = 8
_CLEARLY: Final = 0.01
_LIKELY: Final = 3
_MOST_TEXTS: Final = 12
_TURNS: Final = (cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_90_COUNTERCLOCKWISE)


@dataclass(frozen=True, slots=True)
class Ruled:
    """A table that was found by its ruled lines: its straightened picture, and its cells."""

    page: Any
    cells: Mapping[CellAt, Figures]

    def to_jpeg(self) -> bytes:
        """Return the straightened picture of the table as a JPEG."""
        _, data = cv2.imencode(".jpg", self.page, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        return data.tobytes()


Line = Callable[[Any], Any]


def ruled_table(picture: Any, net: Net) -> Ruled | None:
    """Find the table with ruled lines in a picture and read its cells; None if there is no table.

    If there are several tables, the one with the most cells is read. Ruled lines do not show which
    side of the table is up, so it is read in several directions, and the direction in which the net
    is surest of the digits is used.
    """
    corners = _corners(picture)
    if corners is None:
        return None
    page = _straightened(picture, corners)
    ink = ink_of(page)
    best, most = None, 0.0
    for turn in (None, *_TURNS):
        turned = ink if turn is None else cv2.rotate(ink, turn)
        grid = _grid(turned)
        if grid is None:
            continue
        cells, likely = _read(turned, grid[0], grid[1], net)
        # Cameras store how they were held, so turn the picture only if that is clearly better.
        if best is None or likely > most + _CLEARLY:
            best, most = Ruled(page if turn is None else cv2.rotate(page, turn), cells), likely
    return best


def _corners(picture: Any) -> Any:
    """Return the four corners of the connected lines that enclose the most cells in a picture.

    The corners are clockwise from the upper left. Return None if there are no such lines.
    """
    scale = _LOOK / max(picture.shape[:2])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    dark = _dark(ink_of(small), 41)
    dark = cv2.morphologyEx(dark, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(dark)
    sizes = stats[1:, 2] * stats[1:, 3]
    best, most = None, 0
    for label in np.argsort(-sizes)[:6] + 1:
        if sizes[label - 1] < _LEAST_AREA * dark.size:
            break
        mask = (labels == label).astype(np.uint8)
        holes = len(cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)[0])
        corners = _four_corners(cv2.convexHull(cv2.findNonZero(mask)))
        if corners is not None and holes > most:
            best, most = corners / scale, holes
    return best


def _four_corners(hull: Any) -> Any:
    """Return the four corners of a convex hull that is nearly a quadrilateral, else None."""
    around = cv2.arcLength(hull, True)
    for share in (0.01, 0.02, 0.03, 0.05, 0.08):
        corners = cv2.approxPolyDP(hull, share * around, True).reshape(-1, 2).astype(np.float32)
        if len(corners) == 4:
            middle = corners.mean(0)
            turn = np.argsort(np.arctan2(*(corners - middle).T[::-1]))
            corners = corners[turn]
            return np.roll(corners, -int(np.argmin(corners.sum(1))), 0)
    return None


def _straightened(picture: Any, corners: Any) -> Any:
    """Return the part of the picture with the table as seen from above, with a margin."""
    left_upper, right_upper, right_lower, left_lower = corners
    wide = max(np.linalg.norm(right_upper - left_upper), np.linalg.norm(right_lower - left_lower))
    high = max(np.linalg.norm(left_lower - left_upper), np.linalg.norm(right_lower - right_upper))
    scale = LONGEST / max(wide, high)
    wide, high, margin = wide * scale, high * scale, LONGEST * 0.03
    there = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) + margin
    matrix = cv2.getPerspectiveTransform(corners, there.astype(np.float32))
    size = (round(wide + 2 * margin), round(high + 2 * margin))
    return cv2.warpPerspective(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE)


def _dark(ink: Any, around: int) -> Any:
    """Return a mask of the pixels that are darker than the average of the pixels around them.

    The average is that of a square with sides of `around` pixels.
    """
    light = (255 * (1 - ink)).astype(np.uint8)
    return cv2.adaptiveThreshold(
        light, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, around, 10
    )


def _grid(ink: Any) -> tuple[list[Line], ...] | None:
    """Find the ruled lines of a table; return the horizontal lines and the vertical lines.

    Each line is a function, because paper may be bent: for a horizontal line, it returns y for a
    given x. Return None if there are too few or too many lines for a table.
    """
    dark = cv2.dilate(_dark(ink, 41), np.ones((3, 3), np.uint8))
    sides = _tracks(dark), _tracks(np.ascontiguousarray(dark.T))
    if not all(_LEAST_LINES <= len(tracks) <= _MOST_LINES for tracks in sides):
        return None
    means = [[float(np.mean([*track.values()])) for track in tracks] for tracks in sides]
    nearest = _SAME * min(float(np.median(np.diff(places))) for places in means)
    return tuple(
        [
            np.poly1d(np.polyfit([*track], [*track.values()], 3))
            for track, mean, before in zip(tracks, places, [-nearest, *places], strict=False)
            if mean - before >= nearest
        ]
        for tracks, places in zip(sides, means, strict=True)
    )


def _tracks(dark: Any) -> list[dict[float, float]]:
    """Find the lines that cross nearly the whole mask from left to right, the uppermost first.

    Each line is returned as a dict from x to y at some points, because lines on bent paper are
    bent.
    """
    wide = dark.shape[1]
    long = cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones((1, LONGEST // 40), np.uint8))
    step = wide / _STRIPS
    tracks: list[dict[float, float]] = []
    for strip in range(_STRIPS):
        part = long[:, round(strip * step) : round((strip + 1) * step)]
        middle = (strip + 0.5) * step
        for place in _peaks(part.mean(1) / 255):
            # A line may be interrupted, and moves by a few pixels from strip to strip.
            near = [
                track
                for track in tracks
                if (apart := middle - max(track)) > 0
                if abs(track[max(track)] - place) < 4 + _LEAN * apart
            ]
            if near:
                track = min(near, key=lambda track: abs(track[max(track)] - place))
                track[middle] = place
            else:
                tracks.append({middle: place})
    whole = [track for track in tracks if len(track) >= _RUNS * _STRIPS]
    return sorted(whole, key=lambda track: float(np.mean([*track.values()])))


def _peaks(profile: Any) -> Iterator[float]:
    """Yield the middle of each stretch of a profile in which the values are above 0.5."""
    above = np.flatnonzero(np.diff(np.pad(profile > 0.5, 1).astype(np.int8)))
    for begin, end in above.reshape(-1, 2):
        yield (begin + end - 1) / 2


def _crossing(across: Line, down: Line, shape: tuple[int, ...]) -> tuple[float, float]:
    """Return the point at which a horizontal line and a vertical line cross.

    `shape` is the height and width of the picture.
    """
    y = shape[0] / 2
    x = 0.0
    for _ in range(4):
        x = float(down(y))
        y = float(across(x))
    return x, y


def _read(
    ink: Any, across: Sequence[Line], down: Sequence[Line], net: Net
) -> tuple[dict[CellAt, Figures], float]:
    """Read the numbers in the cells of a ruled table; return a dict by row and column.

    `across` are the horizontal lines of the table, `down` the vertical lines. Also return how sure
    the net is of the digits on average, from 0 to 1 (0 if nothing is written); this is highest if
    the table is upright.
    """
    points = np.array([[_crossing(row, column, ink.shape) for column in down] for row in across])
    strong = float(np.percentile(ink[ink > 0.2], 80)) if (ink > 0.2).any() else 1.0
    corners = {
        (row + 1, column + 1): points[row : row + 2, column : column + 2].reshape(4, 2)
        for row, column in product(range(len(across) - 1), range(len(down) - 1))
    }
    parts = {at: _parts(_cell(ink, four), strong) for at, four in corners.items()}
    figures = [figure for own, _ in parts.values() for figure in own]
    usual = float(np.median([len(figure) for figure in figures])) if figures else 1.0
    crops = [_framed(figure, usual, tall, strong) for figure in figures for tall in _TALL]
    shares = _shares(crops, figures, usual, net) if crops else np.ones((0, 1))
    cells, read = {}, 0
    for at, (own, is_whole) in parts.items():
        likely = _numbers(shares[read : read + len(own)])
        read += len(own)
        cells[at] = Figures(_around(corners[at], ink.shape[1]), not own, is_whole, likely)
    return cells, float(shares.max(1).mean()) if figures else 0.0


def _around(corners: Any, wide: int) -> Rectangle:
    """Return the upright rectangle around four corners, in millimetres: left, top, width, height.

    `wide` is the picture's width in pixels, from which millimetres are computed.
    """
    (left, top), (right, low) = corners.min(0) * WIDTH / wide, corners.max(0) * WIDTH / wide
    return float(left), float(top), float(right - left), float(low - top)


def _cell(ink: Any, corners: Any) -> Any:
    """Return the ink inside of a cell, as seen from above and without the lines around the cell."""
    (left_upper, right_upper, left_lower, right_lower) = corners
    wide = round(float(np.linalg.norm(right_upper - left_upper)))
    high = round(float(np.linalg.norm(left_lower - left_upper)))
    here = np.array([left_upper, right_upper, right_lower, left_lower], np.float32)
    there = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    matrix = cv2.getPerspectiveTransform(here, there)
    edge = max(5, round(0.05 * high))
    flat = cv2.warpPerspective(ink, matrix, (wide, high))
    return flat[edge : high - edge, edge : wide - edge]


def _parts(cell: Any, strong: float) -> tuple[list[Any], bool]:
    """Split the ink of a cell into pictures of its digits, from left to right.

    Also return True if all digits are complete; False if ink touches the lines of the cell or two
    digits touch. Strokes above one another belong to one digit. `strong` is the darkness of a
    strong stroke.
    """
    if min(cell.shape) < _LEAST_CELL:
        return [], False
    mask = (cell > max(0.12, 0.35 * strong)).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    kinds = [_kind(each, cell.shape) for each in stats[1:]]
    is_whole = "cut" not in kinds and "end" not in kinds
    spans = [
        (int(stats[label][0]), int(stats[label][0] + stats[label][2]), {label})
        for label, kind in enumerate(kinds, 1)
        if kind in {"stroke", "cut"}
    ]
    figures = []
    for own in _joined(sorted(spans, key=lambda span: span[0])):
        figure = np.where(np.isin(labels, [*own]), cell, 0)
        down, over = np.flatnonzero(figure.any(1)), np.flatnonzero(figure.any(0))
        figure = figure[down[0] : down[-1] + 1, over[0] : over[-1] + 1]
        high, wide = figure.shape
        if high > 0.4 * len(cell) and wide > _TOUCHING * high:
            third = wide // 3
            middle = third + int(np.argmin(figure[:, third:-third].sum(0)))
            figures += [figure[:, :middle], figure[:, middle:]]
            is_whole = False
        else:
            figures.append(figure)
    return figures, is_whole


def _kind(piece: Any, shape: tuple[int, int]) -> str:
    """Classify a connected piece of ink in a cell; return ``stroke``, ``cut``, ``end`` or "".

    ``stroke`` lies inside the cell. ``cut`` touches the edge of the cell, so a part of it may be
    missing. ``end`` is only the end of a stroke of a neighbouring cell. "" is dirt or a remaining
    piece of a ruled line. `piece` has left, top, width, height and area.
    """
    (x, y, w, h, area), (high, wide) = piece, shape
    if area < 0.002 * high * high:
        return ""
    if x > 0 and x + w < wide and y > 0 and y + h < high:
        return "stroke"
    # The rest of a line is long and thin; the end of a stroke from another cell is short.
    if min(w, h) < 0.06 * high and (w > 0.5 * wide or h > 0.5 * high):
        return ""
    return "end" if h < 0.3 * high else "cut"


def _joined(spans: Sequence[tuple[int, int, set[int]]]) -> list[set[int]]:
    """Group the strokes of a cell into digits: strokes that lie above one another belong together.

    Each stroke is given as (left, right, its numbers), sorted by `left`. Return a set of stroke
    numbers for each digit.
    """
    joined: list[tuple[int, int, set[int]]] = []
    for left, right, own in spans:
        if joined:
            first, last, before = joined[-1]
            if min(right, last) - max(left, first) > 0.5 * min(right - left, last - first):
                joined[-1] = (first, max(right, last), before | own)
                continue
        joined.append((left, right, own))
    return [own for _, _, own in joined]


def _framed(figure: Any, usual: float, tall: float, strong: float) -> Any:
    """Draw a digit in the middle of a square picture with the frame of a box, as the net expects.

    `usual` is the usual height of a digit on this sheet in pixels. `tall` is the height to
    which a whole digit is scaled, as a part of the height of the box, such as 0.7. `strong` is the
    darkness of a strong stroke.
    """
    high, wide = figure.shape
    scale = tall * SIZE / HIGH / max(high, _WHOLE * usual)
    # A crop has another proportion than the paper, so widths are scaled differently.
    squeezed = scale * _SQUEEZED
    matrix = np.array(
        [
            [squeezed, 0, SIZE / 2 - squeezed * wide / 2],
            [0, scale, SIZE / 2 - scale * high / 2],
        ]
    )
    ink = cv2.warpAffine(figure, matrix, (SIZE, SIZE), flags=cv2.INTER_AREA)
    frame = np.zeros((SIZE, SIZE), np.float32)
    corner = (round(SIZE * (1 - 1 / WIDE) / 2), round(SIZE * (1 - 1 / HIGH) / 2))
    cv2.rectangle(frame, corner, (SIZE - 1 - corner[0], SIZE - 1 - corner[1]), _FRAME_INK, 1)
    return np.maximum(np.clip(ink / strong * 0.85, 0, 1), frame)


def _shares(crops: Any, figures: Sequence[Any], usual: float, net: Net) -> Any:
    """Return an array with the probability of each class (digit, minus, blank …) for each digit.

    `crops` has several pictures of each digit, scaled to different heights; their results are
    averaged. `usual` is the usual height of a digit. If a stroke is flat and much lower than this,
    its probability of being a digit is reduced.
    """
    every = net.probabilities(np.array(crops), ["figure"] * len(crops))
    shares = every.reshape(-1, len(_TALL), len(CLASSES)).mean(1)
    for classes, (high, wide) in zip(shares, (figure.shape for figure in figures), strict=True):
        if high < _WHOLE * usual and wide > _FLAT * high:  # no digit is so flat
            classes[:10] *= _LEAST_SHARE
            classes /= classes.sum()
    return shares


def _numbers(shares: Any) -> dict[Value, float]:
    """Return the numbers that the digits of a cell may form, as a dict from number to probability.

    `shares` has the class probabilities of each digit. A cell without digits gives ``{None: 1.0}``,
    and a cell with too many digits an empty dict. The probabilities may add up to less than 1,
    because unlikely numbers are left out.
    """
    if len(shares) > _MOST_FIGURES:
        return {}
    if not len(shares):
        return {None: 1.0}
    texts = {"": 1.0}
    for number, classes in enumerate(shares):
        # Only the first figure can be a sign.
        signs = np.argsort(-(classes if number == 0 else classes[:10]))[:_LIKELY]
        more = {
            text + CLASSES[sign]: share * float(classes[sign])
            for text, share in texts.items()
            for sign in signs
            if sign != CROSSED_OUT
        }
        texts = dict(sorted(more.items(), key=lambda each: -each[1])[:_MOST_TEXTS])
    values: dict[Value, float] = {}
    for text, share in texts.items():
        value = int(text) if text.strip("+-") else 0  # a dash alone is a zero
        values[value] = values.get(value, 0.0) + share
    return values
