"""Lays a checkout with the compiled core into `build/compiled`, where its tests can be run."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[3]
BUILT: Final = ROOT / "build" / "native" / "lib"
INTO: Final = ROOT / "build" / "compiled"
_NOT_TAKEN: Final = shutil.ignore_patterns(
    ".git",
    ".venv*",
    ".*_cache",
    ".hypothesis",
    "__pycache__",
    "build",
    "dist",
    "*.egg-info",
    "biome.json",
)


def lay_out() -> None:
    """Copies the checkout, and what was compiled beside its source."""
    shutil.rmtree(INTO, ignore_errors=True)
    shutil.copytree(ROOT, INTO, ignore=_NOT_TAKEN)
    shutil.copytree(BUILT, INTO, dirs_exist_ok=True)


if __name__ == "__main__":
    lay_out()
