"""Reads and writes the notation: text and JSON to a record (`mjlog.model.record.Game`) and back.

This package imports the model, the grammar and the schemas. It knows no rule of any game: it says
what a record contains, never whether that is allowed. It opens no file, except those of the grammar
and the schemas.
"""

from typing import TYPE_CHECKING

from mjlog.model.lazy_names import lazy_names

if TYPE_CHECKING:
    from mjlog.notation.json_format.json_form import from_json, to_json
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

_HOMES = {
    "json_format.json_form": "from_json to_json",
    "limits": "Limits Unreadable",
    "reader": "read",
    "reference_reader": "read_slowly",
    "refinement": "Disagreement refines",
    "writer": "digest write",
}

__getattr__ = lazy_names(__name__, _HOMES, globals())
