"""The notation: text and JSON to `mjlog.record.Game` and back."""

from mjlog.notation.limits import Limits, Unreadable
from mjlog.notation.reader import read
from mjlog.notation.slowly import read_slowly
from mjlog.notation.writer import digest, write

__all__ = ["Limits", "Unreadable", "digest", "read", "read_slowly", "write"]
