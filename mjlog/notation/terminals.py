"""The signs of the notation, as the grammar's file describes them.

That file is read as text, so that matching a line does not need the parser.
"""

from __future__ import annotations

import re
from typing import Final

from mjlog.shared_files import shared_file

SOURCE: Final = shared_file("grammar", "mjlog.lark").decode()
"""Text of the grammar's file, from which the parser is built as well."""

TERMINALS: Final[dict[str, str]] = dict(
    re.findall(r"^([A-Z_]+)(?:\.-?[0-9]+)?: /(.*)/$", SOURCE, re.MULTILINE)
)
"""Regular expression of each terminal that has one."""
