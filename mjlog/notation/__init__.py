"""The notation: text and JSON to a record (`mjlog.model.record.Game`) and back.

It imports the model, the grammar and the schemas. It knows no rule of any game: it tells what a
record says, never whether that is allowed. It opens no file.
"""

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
