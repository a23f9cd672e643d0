"""The notation: text and JSON to a record (`mjlog.model.record.Game`) and back.

It imports the model, the grammar and the schemas. It knows no rule of any game: it tells what a
record says, never whether that is allowed. It opens no file.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mjlog.notation.json_form import from_json, to_json
    from mjlog.notation.limits import Limits, Unreadable
    from mjlog.notation.reader import read
    from mjlog.notation.reference_reader import read_slowly
    from mjlog.notation.refinement import Disagreement, refines
    from mjlog.notation.writer import digest, write

__all__ = [
    "Disagreement",
    "Limits",
    "Unreadable",
    "digest",
    "from_json",
    "read",
    "read_slowly",
    "refines",
    "to_json",
    "write",
]

_HOMES: Final = {
    "json_form": "from_json to_json",
    "limits": "Limits Unreadable",
    "reader": "read",
    "reference_reader": "read_slowly",
    "refinement": "Disagreement refines",
    "writer": "digest write",
}
"""Which module each name comes from; a module is loaded when one of its names is asked for."""
_HOME: Final = {name: module for module, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """The name, loaded with its module when it is first asked for."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value
