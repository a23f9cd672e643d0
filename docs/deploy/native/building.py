"""How setuptools builds mjlog: pure, or with the core compiled by mypyc."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from setuptools import Extension
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, CompileError, LinkError

from native.expand import expanded
from native.modules import compiled

ROOT: Final = Path(__file__).parents[3]
SOURCES: Final = ROOT / "build" / "native"
"""The source as the compiler sees it, its values written out, and the C that is made of it."""
PROFILE: Final = SOURCES / "profile"
"""What the core did at work, as GCC counts it."""
_OPTIMISED: Final = frozenset({"-O2", "-O3"})
_DIRECT: Final = ("-fvisibility=hidden", "-fno-plt")
"""Functions of one module are called by others, and those of Python, without a detour."""
_COUNTING: Final = f"-fprofile-generate={PROFILE}"
_BY_PROFILE: Final = (
    f"-fprofile-use={PROFILE}",
    "-fprofile-partial-training",
    "-Wno-missing-profile",
    "-Wno-error=coverage-mismatch",
)
"""What was never at work in training is optimised as ever."""
_NO_LIBRARIES: Final = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
MYPY: Final = "mypy[mypyc]>=2.4,<3"
_FALSE: Final = {"", "0"}
_COMMANDS: Final = {"bdist_wheel", "build_ext"}


def how_to_build() -> dict[str, Any]:
    """What `setup` is told."""
    if not is_wanted():
        return {}
    if _COMMANDS.isdisjoint(sys.argv):  # the front end asks what the build needs
        return {"setup_requires": [MYPY, *(_dependencies() if _says("MJLOG_TRAIN") else ())]}
    return {"ext_modules": extensions(), "cmdclass": {"build_ext": Together}}


def is_wanted() -> bool:
    """Whether the compiled core was asked for, and not the pure one."""
    return not _says("MJLOG_PURE") and _says("MJLOG_COMPILED")


def _dependencies() -> list[str]:
    """What mjlog needs to work."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return list(told["project"]["dependencies"])


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
        """The same, with all processors; what has not changed is not compiled again.

        Where GCC optimises the core, its modules are linked as one; where it is to be trained, it
        is built twice, the second time by what the first one did at work.
        """
        self.force = True  # a library older than the parts it is linked of looks up to date
        compile_one = self.compiler.compile

        def compile_all(sources: list[str], **rest: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
                parts = pool.map(lambda source: self._compiled(compile_one, source, rest), sources)
                return [made for part in parts for made in part]

        self.compiler.compile = compile_all
        core = max(self.extensions, key=_size)
        if _is_optimised(core) and is_gcc(self.compiler):
            given = [*core.extra_compile_args, *_DIRECT], [*core.extra_link_args, *_DIRECT]
            by_profile: tuple[str, ...] = ()
            if _says("MJLOG_TRAIN") and self._is_trained(core, *given):
                by_profile = _BY_PROFILE
            core.extra_compile_args = [*given[0], *by_profile, "-flto"]
            levels = _OPTIMISED.intersection(given[0])
            core.extra_link_args = [*given[1], *by_profile, "-flto=auto", *levels]
        self._build()

    def _build(self) -> None:
        self._forget_what_was_made_otherwise()
        super().build_extensions()

    def _is_trained(self, core: Extension, compiling: list[str], linking: list[str]) -> bool:
        """Builds a core that counts what it does, and lets it work; whether it did.

        All else has to be as in what is built by that, or the counts are of other functions.
        """
        shutil.rmtree(PROFILE, ignore_errors=True)
        core.extra_compile_args = [*compiling, _COUNTING]
        core.extra_link_args = [*linking, "-fprofile-generate"]
        try:
            self._build()
        except (CCompilerError, CompileError, LinkError) as problem:
            sys.stderr.write(f"mjlog is built without training: {problem}\n")
            return False
        with TemporaryDirectory() as folder:
            for name in ("mjlog", "grammar", "schemas"):
                shutil.copytree(ROOT / name, Path(folder, name), ignore=_NO_LIBRARIES)
            shutil.copytree(self.build_lib, folder, dirs_exist_ok=True)
            work = Path(__file__).with_name("training.py")
            known = {**os.environ, "PYTHONPATH": folder, "PYTHONHASHSEED": "0"}
            done = subprocess.run([sys.executable, str(work)], check=False, env=known)
        if done.returncode:
            sys.stderr.write("mjlog is built without training, for the work of it failed\n")
        return not done.returncode

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


def _size(extension: Extension) -> int:
    """Of how many files an extension is made."""
    return len(extension.sources)


def _is_optimised(core: Extension) -> bool:
    return not _OPTIMISED.isdisjoint(core.extra_compile_args)


def is_gcc(compiler: Any) -> bool:
    """Whether it is the compiler of GNU: others have other words for the same."""
    command = getattr(compiler, "compiler_so", None)
    if not command:
        return False
    told = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False)
    return "Free Software Foundation" in told.stdout and "clang" not in told.stdout


def _is_newer(made: Path, source: Path) -> bool:
    """Whether it was made of that source and of the headers as they are."""
    if not made.is_file():
        return False
    told = [source, *(SOURCES / "c").rglob("*.h")]
    return made.stat().st_mtime > max(each.stat().st_mtime for each in told)
