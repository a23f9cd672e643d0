"""Foreign records and their recognition, one module a format; `load` opens whatever a path leads to."""

from mjlog.formats.archives import Bounds
from mjlog.formats.sources import Source, files, load

__all__ = ["Bounds", "Source", "files", "load"]
