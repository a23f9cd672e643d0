"""Foreign records and their recognition, one module a format.

`load` opens whatever a path leads to. It imports the model and the notation; a format imports what
all share, and no other format (mjx imports Tenhou's, whose events it has). It knows no rules: it
tells what stands in a record, and what another format cannot say.
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
