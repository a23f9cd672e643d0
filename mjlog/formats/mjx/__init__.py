"""mjx, one state of the simulator a line, read and never written.

It imports `mjlog.formats.riichi`, what all formats share, and `mjlog.formats.tenhou_xml`, as its
events are those of Tenhou. It knows no rule set, and judges nothing.
"""

from mjlog.formats.format import Content, Format, games_of


def _matches(content: Content) -> bool:
    return content.first is not None and "publicObservation" in content.first


FORMAT = Format(
    "mjx",
    _matches,
    games_of("mjlog.formats.mjx.reader", compares_walls=True),
    members=(("publicObservation",),),
)
