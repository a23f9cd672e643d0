"""Shows values at a prompt as a short line, and in a notebook as a small table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

MOST: Final = 200
"""Characters of a line that shows a value."""
_ROWS: Final = 50
"""Rows of a table that shows one."""


def brief(kind: str, words: str) -> str:
    """Return one line that shows a value: its kind and its words, cut after 200 characters.

    >>> brief("Deal", "E1"), len(brief("Deal", "E" * 400))
    ('<Deal E1>', 200)
    """
    line = f"<{kind} {' '.join(words.split())}"
    if len(line) < MOST:
        return f"{line}>"
    return f"{line[: MOST - 2]}…>"


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun in the singular or plural, as in ``3 tiles``.

    >>> counted(1, "deal"), counted(2, "deal"), counted(0, "entry", "entries")
    ('1 deal', '2 deals', '0 entries')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def table(title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a small HTML table for a notebook, of at most 50 rows.

    `head` has the names of the columns. All texts are escaped.

    >>> table("<b>", ["a"], [["&"]])
    '<table><caption>&lt;b&gt;</caption><tr><th>a</th></tr><tr><td>&amp;</td></tr></table>'
    """
    shown = list(rows)
    lines = [_row("th", head), *(_row("td", row) for row in shown[:_ROWS])]
    if len(shown) > _ROWS:
        lines.append(_row("td", [f"… and {len(shown) - _ROWS} more"]))
    return f"<table><caption>{_escaped(title)}</caption>{''.join(lines)}</table>"


def _escaped(words: str) -> str:
    """Return the words escaped for HTML."""
    from html import escape  # a notebook alone needs it, and it loads long

    return escape(words)


def _row(cell: str, words: Iterable[object]) -> str:
    cells = "".join(f"<{cell}>{_escaped(str(each)[:MOST])}</{cell}>" for each in words)
    return f"<tr>{cells}</tr>"
