"""Which modules are compiled: what a deal goes through, and the values it is made of."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

ROOMS: Final = ("model", "referee", "rules", "notation", "auditor", "formats")
_LEFT_OUT: Final = re.compile(
    r"model/(frozen|lazy_pattern|lazy_dataclass|messages|seat|tile|tile_row)\."
    r"|referee/(presentation|message_fields|nearness|painter_slot|position|retrograde)"
    r"|/(book|lesson|options|limits|item_names)\.|rules/(__init__|hongkong_faan)"
    r"|notation/(__init__|grammar|json_format|ledgers|reference|refinement)"
    r"|notation/(lines/tree_lines|play/common_shapes|writer)"
    r"|formats/(?!json_parts|reader_findings|riichi/|tenhou_xml|mjai)"
    r"|formats/riichi/(__init__|export_view|rules_member|yaku_names)"
    r"|formats/(tenhou_xml|mjai)/(__init__|wall|writer)"
)
"""Tables of words, what is asked once a file, kinds of text and of tuples.

Nothing is to be gained there, or mypyc cannot compile it.
"""
_SMALL: Final = 300
"""What is shorter says no more than what its folder is for."""


def compiled(root: Path) -> list[str]:
    """The paths of these modules below `root`, as ``mjlog/model/record.py``."""
    files = (file for room in ROOMS for file in sorted((root / "mjlog" / room).rglob("*.py")))
    return [
        path
        for path, size in (
            (file.relative_to(root).as_posix(), file.stat().st_size) for file in files
        )
        if size >= _SMALL and not _LEFT_OUT.search(path)
    ]


def not_compiled(root: Path) -> list[str]:
    """Those of them that are Python where this is asked."""
    names = [path.removesuffix(".py").replace("/", ".") for path in compiled(root)]
    modules = [import_module(name.removesuffix(".__init__")) for name in names]
    endings = tuple(EXTENSION_SUFFIXES)
    return [each.__name__ for each in modules if not str(each.__file__).endswith(endings)]
