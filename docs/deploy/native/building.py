"""How setuptools builds mjlog: pure, or with the core compiled by mypyc."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from setuptools import Extension
from setuptools.command.build_ext import build_ext

from native.expand import expanded
from native.modules import compiled

ROOT: Final = Path(__file__).parents[3]
SOURCES: Final = ROOT / "build" / "native"
"""The source as the compiler sees it, its values written out, and the C that is made of it."""
MYPY: Final = "mypy[mypyc]>=1.19,<3"
_FALSE: Final = {"", "0"}
_COMMANDS: Final = {"bdist_wheel", "build_ext"}


def how_to_build() -> dict[str, Any]:
    """What `setup` is told."""
    if not is_wanted():
        return {}
    if _COMMANDS.isdisjoint(sys.argv):  # the front end asks what the build needs
        return {"setup_requires": [MYPY]}
    return {"ext_modules": extensions(), "cmdclass": {"build_ext": Together}}


def is_wanted() -> bool:
    """Whether the compiled core was asked for, and not the pure one."""
    return not _says("MJLOG_PURE") and _says("MJLOG_COMPILED")


def _says(name: str) -> bool:
    return os.environ.get(name, "") not in _FALSE


def extensions() -> list[Extension]:
    """The compiled modules; none, and a word why, where the compiler of Python does not run."""
    try:
        return _extensions()
    except (Exception, SystemExit) as problem:
        give_up(problem)
        return []


def give_up(problem: BaseException) -> None:
    """Says why the pure build is made."""
    sys.stderr.write(f"mjlog is built as pure Python, for its core does not compile: {problem}\n")


def _extensions() -> list[Extension]:
    from mypyc.build import mypycify

    paths = written_out(SOURCES / "python")
    with _inside(SOURCES / "python"):
        made = mypycify(
            ["--config-file", str(Path(__file__).with_name("mypy.ini")), *paths],
            opt_level=os.environ.get("MJLOG_OPT", "2"),
            debug_level="0",
            multi_file=True,
            target_dir=str(SOURCES / "c"),
            group_name="mjlog",
        )
    for each in made:
        each.extra_compile_args = [one for one in each.extra_compile_args if one != "-Werror"]
    return made


def written_out(folder: Path) -> list[str]:
    """Copies the source there, its values written out; answers which modules are to be compiled."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(
        ROOT / "mjlog", folder / "mjlog", ignore=shutil.ignore_patterns("*.so", "*.pyd")
    )
    paths = compiled(folder)
    for path in paths:
        source = (folder / path).read_text(encoding="utf-8")
        (folder / path).write_text(expanded(source), encoding="utf-8")
    return paths


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


class Together(build_ext):
    """Compiles several files at a time; leaves mjlog pure where that fails."""

    def run(self) -> None:
        """Builds the modules, or none."""
        try:
            super().run()
        except Exception as problem:
            give_up(problem)
            self.extensions = self.distribution.ext_modules = []
            wheel: Any = self.distribution.get_command_obj("bdist_wheel", create=False)
            if wheel is not None:
                wheel.root_is_pure = True

    def build_extensions(self) -> None:
        """The same, with all processors; what has not changed is not compiled again."""
        self._forget_what_was_made_otherwise()
        self.force = True  # a library older than the parts it is linked of looks up to date
        compile_one = self.compiler.compile

        def compile_all(sources: list[str], **rest: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
                parts = pool.map(lambda source: self._compiled(compile_one, source, rest), sources)
                return [made for part in parts for made in part]

        self.compiler.compile = compile_all
        super().build_extensions()

    def _forget_what_was_made_otherwise(self) -> None:
        """Takes away what another compiler, or the same with other options, made before.

        The options are noted when all of it is gone: a build broken off is gone on with.
        """
        given = [
            (each.name, each.extra_compile_args, each.define_macros) for each in self.extensions
        ]
        # That of Windows keeps no such words.
        compiler = getattr(self.compiler, "compiler_so", None)
        options = repr((compiler, self.debug, given))
        note = Path(self.build_temp) / "options.txt"
        if note.is_file() and note.read_text(encoding="utf-8") == options:
            return
        for each in self.extensions:
            for made in self.compiler.object_filenames(each.sources, output_dir=self.build_temp):
                Path(made).unlink(missing_ok=True)
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(options, encoding="utf-8")

    def _compiled(self, compile_one: Any, source: str, rest: dict[str, Any]) -> list[str]:
        made = self.compiler.object_filenames([source], output_dir=rest.get("output_dir") or "")
        return made if _is_newer(Path(made[0]), Path(source)) else compile_one([source], **rest)


def _is_newer(made: Path, source: Path) -> bool:
    """Whether it was made of that source and of the headers as they are."""
    if not made.is_file():
        return False
    told = [source, *(SOURCES / "c").rglob("*.h")]
    return made.stat().st_mtime > max(each.stat().st_mtime for each in told)
