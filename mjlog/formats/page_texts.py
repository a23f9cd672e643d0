"""Finds the texts of a saved web page: what it shows, its scripts and its long attributes."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Final

from mjlog.model.patience import go_on

END_OF_TEXT: Final = "\n```"
"""Added after each text of a page, like the end of a block of code in Markdown."""
_PAGE: Final = re.compile(r"\s*(?:<!doctype html|<html|<head|<body)\b", re.IGNORECASE)
# fmt: off
_INLINE: Final = frozenset({
    "a", "abbr", "b", "bdi", "bdo", "code", "em", "font",
    "i", "kbd", "mark", "s", "small", "span", "strong", "u",
})
# fmt: on
"""Inline elements, which do not end the text around them."""
_SHORTEST: Final = 20
"""Minimum length of an attribute that may contain a record."""


def texts_of_page(text: str) -> str:
    r"""Return the texts of a web page without tags, with `END_OF_TEXT` after each text.

    Texts are the contents of elements, scripts and long attributes. A text that is not a web page
    is returned unchanged.

    >>> texts_of_page("<html><pre>A&gt;B</pre><p>an <b>end</b>").split(END_OF_TEXT)
    ['', '\nA>B', '\nan end']
    """
    if _PAGE.match(text) is None:
        return text
    page = _Page()
    page.feed(text)
    page.close()
    return "".join(page.parts)


class _Page(HTMLParser):
    """An HTML parser that collects the texts of a page in `parts`.

    An element such as `<p>` ends the text before it; an inline element, such as `<b>`, does not.
    """

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = [END_OF_TEXT, "\n"]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """End the current text, except at an inline element such as `<b>`.

        Then add each long attribute of the element as a separate text.
        """
        go_on()
        self._end_text(tag)
        for _name, content in attrs:
            if content is not None and len(content) >= _SHORTEST:
                self._end_text("")
                self.parts += [content, END_OF_TEXT, "\n"]

    def handle_endtag(self, tag: str) -> None:
        """End the current text, except at an inline element such as `<b>`."""
        self._end_text(tag)

    def handle_data(self, data: str) -> None:
        """Add the content of an element or a script to the current text."""
        self.parts.append(data)

    def _end_text(self, tag: str) -> None:
        if tag == "br":
            self.parts.append("\n")
        elif tag not in _INLINE and self.parts[-1] != "\n":
            self.parts += [END_OF_TEXT, "\n"]
