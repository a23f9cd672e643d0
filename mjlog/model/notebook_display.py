"""Shows values at a prompt as a short line, and in a notebook as a small table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

MOST: Final = 200
"""Most characters of the line that shows a value."""
_ROWS: Final = 50
"""Most rows of the table that shows a value."""


def brief(kind: str, words: str) -> str:
    """Return a line that shows a value at the prompt, such as ``<Deal E1>``.

    `kind` is the class of the value, `words` describe the value. A line is cut to 200 characters.

    >>> brief("Deal", "E1"), len(brief("Deal", "E" * 400))
    ('<Deal E1>', 200)
    """
    line = f"<{kind} {' '.join(words.split())}"
    if len(line) < MOST:
        return f"{line}>"
    return f"{line[: MOST - 2]}…>"


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun, such as ``1 deal`` or ``3 tiles``.

    `one` is the noun in the singular, `many` in the plural; without `many`, an s is added.

    >>> counted(1, "deal"), counted(2, "deal"), counted(0, "entry", "entries")
    ('1 deal', '2 deals', '0 entries')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def table(title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a small HTML table for a notebook, with a caption and at most 50 rows.

    `head` has the names of the columns. Special characters of HTML are escaped in all texts.

    >>> table("<b>", ["a"], [["&"]])
    '<table><caption>&lt;b&gt;</caption><tr><th>a</th></tr><tr><td>&amp;</td></tr></table>'
    """
    shown = list(rows)
    lines = [_row("th", head), *(_row("td", row) for row in shown[:_ROWS])]
    if len(shown) > _ROWS:
        lines.append(_row("td", [f"… and {len(shown) - _ROWS} more"]))
    return f"<table><caption>{_escaped(title)}</caption>{''.join(lines)}</table>"


def _escaped(words: str) -> str:
    """Escape the special characters of HTML in a text."""
    from html import escape  # only a notebook needs it, and loading it takes long

    return escape(words)


def _row(cell: str, words: Iterable[object]) -> str:
    cells = "".join(f"<{cell}>{_escaped(str(each)[:MOST])}</{cell}>" for each in words)
    return f"<tr>{cells}</tr>"
