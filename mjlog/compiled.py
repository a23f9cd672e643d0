"""Reports whether the core runs compiled or as plain Python, and lets a program choose Python."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from importlib.util import find_spec
from types import ModuleType
from typing import Final

CORE: Final = "mjlog.model.record"
"""A module that every compiled build has compiled."""


def is_compiled() -> bool:
    """Return whether the core of mjlog is compiled, not plain Python.

    If the core is not loaded yet, return whether the compiled version would be loaded.
    """
    spec = find_spec(CORE)
    return spec is not None and not str(spec.origin).endswith(tuple(SOURCE_SUFFIXES))


def prefer_source() -> None:
    """Make all later imports of mjlog's modules load Python source instead of compiled code."""
    if not any(isinstance(finder, _Source) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Source())


class _Source(MetaPathFinder):
    """An import finder that finds only modules of mjlog, and only their Python source."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, _target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        """Return the import spec of a module's Python source; None for a module outside mjlog."""
        if path is None or not fullname.startswith("mjlog."):
            return None
        specs = (_finder(folder).find_spec(fullname) for folder in path)
        return next((spec for spec in specs if spec is not None), None)


@cache
def _finder(folder: str) -> FileFinder:
    return FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))
