"""Bar charts as SVG, in light or dark colours as the reader's system prefers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from typing import Any, Final

from mjlog.corpus.asking import Answer
from mjlog.corpus.questions import Question

MOST_ROWS: Final = 30
"""Most bars of a chart; further rows are only in the tables."""
MOST_COLUMNS: Final = 60
STYLE: Final = """
.paper { fill: #fbfaf6 } .bar { fill: #1f6f4a }
text { font: 13px sans-serif; fill: #1d2a22 } .title { font-weight: 600; font-size: 16px }
@media (prefers-color-scheme: dark) {
  .paper { fill: #161b18 } .bar { fill: #4fb286 } text { fill: #eef4f0 }
}
"""
WIDTH, EDGE, LINE, LABEL, NUMBER, HEIGHT = 820, 16, 24, 220, 90, 220
Bar = tuple[str, float]


class Plot(str):
    """A picture as SVG text, which a notebook shows as a picture."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return f"<figure>{self}</figure>"


def plots(name: str, question: Question, answer: Answer) -> Iterator[tuple[str, Plot]]:
    """Draw the answer to a question as charts; yield each chart with its file name.

    If the question is divided by rule set, there is a chart for each rule set, otherwise one chart.
    All file names begin with `name`. If the answer has no rows, nothing is yielded.
    """
    if not answer.rows:
        return
    if not question.parts:
        yield f"{name}.svg", _picture(question, question.title, list(answer.objects))
        return
    for part, rows in groupby(answer.objects, lambda row: _part(question, row)):
        title = f"{question.title}: {part or 'no rule set'}"
        file_name = "".join(sign if sign.isalnum() else "-" for sign in part)[:40] or "none"
        yield f"{name}-{file_name}.svg", _picture(question, title, list(rows))


def _part(question: Question, row: dict[str, Any]) -> str:
    return " ".join(str(row[column] or "") for column in question.parts).strip()


def _picture(question: Question, title: str, rows: Sequence[dict[str, Any]]) -> Plot:
    label, length = question.bars
    bars = [(str(row[label] if row[label] is not None else "–"), row[length] or 0) for row in rows]
    is_upright = question.shape == "columns"
    return _columns(title, bars[:MOST_COLUMNS]) if is_upright else _rows(title, bars[:MOST_ROWS])


def _rows(title: str, bars: Sequence[Bar]) -> Plot:
    most = max(1e-9, *(length for _, length in bars))
    room = WIDTH - 2 * EDGE - LABEL - NUMBER
    drawn = []
    for place, (label, length) in enumerate(bars):
        top = 2 * EDGE + LINE * (place + 1)
        drawn += [
            _text(EDGE + LABEL - 8, top + 4, label[:32], "end"),
            _bar(EDGE + LABEL, top - 10, room * length / most, LINE - 6),
            _text(EDGE + LABEL + room * length / most + 6, top + 4, f"{length:,}", "start"),
        ]
    return _svg(title, 3 * EDGE + LINE * (len(bars) + 1), drawn)


def _columns(title: str, bars: Sequence[Bar]) -> Plot:
    most = max(1e-9, *(length for _, length in bars))
    step = (WIDTH - 2 * EDGE) / len(bars)
    bottom = 3 * EDGE + LINE + HEIGHT
    every = -(-len(bars) // 20)
    drawn = []
    for place, (label, length) in enumerate(bars):
        left, tall = EDGE + place * step, HEIGHT * length / most
        drawn.append(_bar(left, bottom - tall, step * 0.8, tall))
        if place % every == 0:
            drawn.append(_text(left + step * 0.4, bottom + 18, label, "middle"))
    drawn.append(_text(WIDTH - EDGE, 2 * EDGE + 18, f"at most {most:,.0f}", "end"))
    return _svg(title, bottom + LINE + EDGE, drawn)


def _bar(left: float, top: float, width: float, height: float) -> str:
    where = f'x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect class="bar" {where}/>'


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _svg(title: str, height: float, drawn: Sequence[str]) -> Plot:
    size = f'width="{WIDTH}" height="{height:.0f}" viewBox="0 0 {WIDTH} {height:.0f}"'
    lines = "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}</style>",
            f'<rect class="paper" width="{WIDTH}" height="{height:.0f}"/>',
            f'<text class="title" x="{EDGE}" y="{2 * EDGE}">{escape(title)}</text>',
            *drawn,
            "</svg>\n",
        ]
    )
    return Plot(lines)
