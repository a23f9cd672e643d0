"""Recognises and reads records of other formats, one module or package for each format.

`load` reads the records in a file, a folder or an archive. This package imports the model and the
notation. A format imports what all formats share and no other format (except mjx, whose events are
those of Tenhou). It knows no rules: it says what a record contains, and what another format cannot
express.
"""

from typing import TYPE_CHECKING

from mjlog.model.lazy_names import lazy_names

if TYPE_CHECKING:
    from mjlog.formats.archives import Bounds
    from mjlog.formats.registry import TARGETS, CannotExportError, Export, export
    from mjlog.formats.sources import Source, files, is_address, load, load_member

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
    "load_member",
]

_HOMES = {
    "archives": "Bounds",
    "registry": "TARGETS CannotExportError Export export",
    "sources": "Source files is_address load load_member",
}

__getattr__ = lazy_names(__name__, _HOMES, globals())
