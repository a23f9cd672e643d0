"""Games of MCR bots as the data sets of Botzone have them, as text; read and never written.

It imports what all formats share. It knows no other format and no rule set, and judges nothing.
"""

from typing import Final

from mjlog.formats.format import Content, Format, games_of

_START: Final = b"Match "


def _matches(content: Content) -> bool:
    lines = content.text.lstrip(b"\xef\xbb\xbf \r\n").split(b"\n", 3)
    if content.first is not None or len(lines) < 3 or not lines[0].startswith(_START):
        return False
    return lines[1].startswith(b"Wind ") and lines[2].startswith(b"Player ")


FORMAT = Format(
    "botzone",
    _matches,
    games_of("mjlog.formats.botzone.reader"),
    players=frozenset({4}),
    rules="mcr",
    label="Botzone's data set",
    start="Match, Wind and Player",
)
