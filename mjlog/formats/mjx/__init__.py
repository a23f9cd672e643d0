"""mjx, one state of the simulator a line, read and never written."""

from mjlog.formats.format import Content, Format, games_of


def _matches(content: Content) -> bool:
    return content.first is not None and "publicObservation" in content.first


FORMAT = Format("mjx", _matches, games_of("mjlog.formats.mjx.reader", compares_walls=True))
