"""Build mjlog; its core is compiled if that is asked for, as `docs/compiled.md` describes."""

import sys
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).parent / "docs" / "deploy"))

from native.building import how_to_build

PACKAGES = find_packages(include=["mjlog", "mjlog.*", "webviewer", "webviewer.*"])
DATA = ["mjlog.grammar", "mjlog.schemas"]
"""Folders beside the packages that are installed inside them: `package-dir` says where they lie."""


class ShortFiles(build_py):
    """Builds the packages, with scripts and styles shortened."""

    def run(self) -> None:
        """Copy the files, then shorten scripts and styles; not for an editable install."""
        super().run()
        if self.editable_mode:
            return
        from rcssmin import cssmin  # noqa: PLC0415 - the build alone needs them
        from rjsmin import jsmin  # noqa: PLC0415

        for ending, shortener in ((".js", jsmin), (".css", cssmin)):
            for file in Path(self.build_lib, "webviewer", "static").glob(f"*{ending}"):
                if not file.name.endswith(".min.js"):
                    file.write_bytes(shortener(file.read_bytes()))


options = how_to_build()
options["cmdclass"] = {"build_py": ShortFiles, **options.get("cmdclass", {})}
setup(packages=[*PACKAGES, *DATA], **options)
