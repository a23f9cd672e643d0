"""Games of MCR bots at Botzone.

The text of Botzone's data set is read and written, the JSON of its judge is only read.

This package imports what the formats of MCR share. It knows no other format and no rule set, and
does not judge.
"""

from typing import Final

from mjlog.formats.format import Content, Format, games_of, lazily

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
    lazily("mjlog.formats.botzone.writer", "write"),
    players=frozenset({4}),
    rules="mcr",
    label="Botzone's data set",
    start="Match, Wind and Player",
)


def _is_json(content: Content) -> bool:
    first = content.first or {}
    if {"round_wind", "first_player", "tiles", "actions"} <= first.keys():
        return True
    log = first.get("log")
    if isinstance(log, list) and log and isinstance(log[0], dict):
        first = log[0]
    output = first.get("output", first)
    if isinstance(output, str):
        return '"display"' in output and '"INIT"' in output
    display = output.get("display") if isinstance(output, dict) else None
    return isinstance(display, dict) and display.get("action") == "INIT" and "quan" in display


JUDGE: Final = Format(
    "botzone-json",
    _is_json,
    games_of("mjlog.formats.botzone.json_matches"),
    players=frozenset({4}),
    rules="mcr",
    label="Botzone's judge",
    members=(
        ("command", "display"),
        ("initdata", "log"),
        ("round_wind", "first_player", "tiles", "actions"),
    ),
)
