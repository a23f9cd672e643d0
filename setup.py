"""Builds mjlog with its core compiled where that is asked for; `docs/compiled.md` says how."""

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).parent / "docs" / "deploy"))

from native.building import how_to_build

setup(**how_to_build())
