"""Sheets with lines that clubs draw themselves: lines, heads and figures, without corner marks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import cv2
import numpy as np

from kit.photographs import SCALE, Hand
from mjlog.model.record import SEATS, Game, Points
from mjlog.paper.form import Box

NAMES = ("Ann", "Bob", "Cid", "Dee")
LAYOUTS = ("changes", "wins", "totals")
Texts = list[list[str]]


def texts_of(some: Iterable[Game], layout: str) -> Texts:
    """Return what stands in the cells of a sheet with the deals of games, the heads first."""
    rows = [["No.", *(["Winner", "Han"] if layout == "wins" else []), *NAMES]]
    sums = [0, 0, 0, 0]
    deals = [deal for game in some for deal in game.deals][:14]
    for number, deal in enumerate(deals, 1):
        (points,) = [line.points for line in deal.contents(Points) if line.keyword == "net"]
        sums = [total + change for total, change in zip(sums, points, strict=True)]
        shown = sums if layout == "totals" else points
        row = [str(number), *(str(change or "") for change in shown)]
        if layout == "wins":
            winner = max(range(4), key=lambda seat: points[seat])
            row[1:1] = [SEATS[winner], str(number % 5 + 1)]
        rows.append(row)
    return rows


def ruled(texts: Texts, hand: Hand, seed: int) -> Any:
    """Return the page with these texts, its cells in the order of the texts."""
    random = np.random.default_rng(seed)
    wide, high = (297, 210) if random.random() < 0.5 else (210, 297)
    step = random.uniform(7.5, 11) if high > wide else random.uniform(7, 8.5)
    left, top = random.uniform(14, 25), random.uniform(18, 30)
    page = np.full((high * SCALE, wide * SCALE, 3), 252, np.uint8)
    before = len(texts[0]) - 4
    widths = [14.0] * before + [(wide - 2 * left - 14.0 * before) / 4] * 4
    edges = [left, *(left + np.cumsum(widths))]
    pen = int(random.integers(30, 130)), int(random.integers(1, 5))
    rows = len(texts) + int(random.integers(0, 3))
    rows = min(rows, int((high - top - 8) / step))
    for line in range(rows + 1):
        draw_line(page, (left, top + line * step), (edges[-1], top + line * step), pen)
    for edge in edges:
        draw_line(page, (edge, top), (edge, top + rows * step), pen)
    for row, cells in enumerate(texts[:rows]):
        for column, text in enumerate(cells):
            place = (edges[column], top + row * step, widths[column], step)
            is_printed = row == 0 or (column == 0 and random.random() < 0.5)
            if is_printed:
                print_text(page, place, text)
            else:
                write_text(page, place, text, hand)
    return page


def draw_line(page: Any, begin: Any, end: Any, pen: tuple[int, int]) -> None:
    first, second = (tuple(round(length * SCALE) for length in place) for place in (begin, end))
    grey, thick = pen
    cv2.line(page, first, second, (grey,) * 3, thick, cv2.LINE_AA)


def print_text(page: Any, place: Any, text: str) -> None:
    """Print a text into a cell."""
    x, y, _, high = place
    at = (round((x + 2) * SCALE), round((y + high * 0.7) * SCALE))
    cv2.putText(page, text, at, cv2.FONT_HERSHEY_DUPLEX, high / 6, (20,) * 3, 3, cv2.LINE_AA)


def write_text(page: Any, place: Any, text: str, hand: Hand) -> None:
    """Write figures beside each other, as close as this hand does; letters are strokes."""
    x, y, wide, high = place
    tall = high * 0.8
    each = min(tall * 0.62, (wide - 2) / max(len(text), 1))
    x += hand.random.uniform(1, max(1.1, wide - each * len(text) - 1))
    for sign in text:
        box = Box(1, "change", "digit", x, y + (high - tall) / 2, each, tall)
        if sign.isdigit() or sign in "+-":
            hand.put(page, box, hand.digit(sign, box))
        else:
            shape = [[(0.1, 0.9), (0.5, 0.1), (0.9, 0.9)], [(0.3, 0.6), (0.7, 0.6)]]
            hand.put(page, box, hand.strokes(shape, box))
        x += each * hand.random.uniform(0.95, 1.15)
