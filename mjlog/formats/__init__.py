"""Foreign records and their recognition, one module a format.

`load` opens whatever a path leads to.
"""

from mjlog.formats.archives import Bounds
from mjlog.formats.registry import TARGETS, CannotExportError, Export, export
from mjlog.formats.sources import Source, files, is_address, load

__all__ = [
    "TARGETS",
    "Bounds",
    "CannotExportError",
    "Export",
    "Source",
    "export",
    "files",
    "is_address",
    "load",
]
