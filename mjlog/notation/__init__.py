"""The notation: text and JSON to `mjlog.record.Game` and back."""

from mjlog.notation.form import from_json, to_json
from mjlog.notation.limits import Limits, Unreadable
from mjlog.notation.reader import read
from mjlog.notation.refining import Disagreement, refines
from mjlog.notation.slowly import read_slowly
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
