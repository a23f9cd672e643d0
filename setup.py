"""Builds mjlog with its core compiled where that is asked for; `docs/compiled.md` says how."""

import sys
from pathlib import Path

from setuptools import find_packages, setup

sys.path.insert(0, str(Path(__file__).parent / "docs" / "deploy"))

from native.building import how_to_build

PACKAGES = find_packages(include=["mjlog", "mjlog.*", "webviewer", "webviewer.*"])
DATA = ["mjlog.grammar", "mjlog.schemas"]
"""Folders beside the packages that are installed inside them: `package-dir` says where they lie."""

setup(packages=[*PACKAGES, *DATA], **how_to_build())
