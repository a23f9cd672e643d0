"""Tenhou's XML (``<mjloggm>``), read and written, and the walls that follow from its seeds.

This package imports `mjlog.formats.riichi` and what all formats share. It knows no other format and
no rule set, and does not judge.
"""

from collections.abc import Iterator

from mjlog.formats.format import Content, Format, Reading, lazily
from mjlog.formats.markup import first_element
from mjlog.model.findings import Finding
from mjlog.model.record import Game

_read_log = lazily("mjlog.formats.tenhou_xml.reader", "read")


def _matches(content: Content) -> bool:
    return first_element(content.text) == "mjloggm"


def _read(data: bytes, how: Reading) -> Iterator[Game | Finding]:
    yield _read_log(data, how.path, wall=how.wall)


FORMAT = Format(
    "tenhou-xml",
    _matches,
    _read,
    lazily("mjlog.formats.tenhou_xml.writer", "write"),
    target="tenhou",
    label="Tenhou XML",
    start="<mjloggm",
)
