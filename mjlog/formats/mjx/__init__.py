"""mjx: one state of the simulator on each line; it is read but not written.

This package imports `mjlog.formats.riichi`, what all formats share, and `mjlog.formats.tenhou_xml`,
because its events are those of Tenhou. It knows no rule set, and does not judge.
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
