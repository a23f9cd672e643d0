"""The compiled core is the same program, it is what runs where it is, and nobody has to have it."""

import os
import pickle
import shutil
import subprocess
import sys
from dataclasses import MISSING, fields, replace
from importlib.machinery import EXTENSION_SUFFIXES
from types import SimpleNamespace

import pytest
from kit.places import ROOT
from setuptools import Distribution, Extension

sys.path.append(str(ROOT / "docs" / "deploy"))

from native import building
from native.expand import expanded
from native.modules import compiled, not_compiled

from mjlog.compiled import is_compiled
from mjlog.model import frozen

COMPILED = os.environ.get("MJLOG_BUILD") == "compiled"
"""Whether these tests are run to try the compiled build, as `make test-compiled` does."""
DECLARED = '''
"""A module."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar

from mjlog.model.frozen import value


@value
class Thing:
    """A thing."""

    kind: ClassVar[int] = 3
    name: str
    number: int = 7
    note: str = field(default="", compare=False, repr=False)

    @property
    def twice(self) -> int:
        """Twice the number."""
        return 2 * self.number

    def other(self) -> Thing:
        """Another one."""
        return replace(self, number=self.number + 1)


@value
class Placed(Thing):
    """A thing somewhere."""

    place: tuple[int, ...] = ()


@dataclass(slots=True)
class Work:
    """What changes."""

    done: list[int] = field(default_factory=list)
    rest: int = field(init=False)

    def __post_init__(self) -> None:
        """Nothing is left."""
        self.rest = 0


@dataclass(frozen=True, eq=False)
class Memo:
    """What is worked out once."""

    asked: list[int]

    @cached_property
    def answer(self) -> int:
        """The answer."""
        self.asked.append(1)
        return len(self.asked)
'''


def run(source, name):
    """The module of that source, found by its name as pickling looks for it."""
    module = SimpleNamespace(__name__=name)
    sys.modules[name] = module
    module.__dict__["__builtins__"] = __builtins__
    exec(compile(source, name, "exec"), module.__dict__)  # noqa: S102  our own text
    return module


@pytest.fixture(params=["declared", "written out"])
def module(request):
    """The same values as dataclasses, and as the compiler sees them."""
    name = f"a_module_{request.param.replace(' ', '_')}"
    yield run(expanded(DECLARED) if request.param == "written out" else DECLARED, name)
    del sys.modules[name]


def test_a_value_compares_by_what_it_says(module):
    thing = module.Thing("a", 1, "aside")
    assert thing == module.Thing("a", 1)
    assert hash(thing) == hash(module.Thing("a", 1)) == hash(("a", 1))
    assert thing != module.Thing("a", 2)
    assert thing != module.Placed("a", 1)
    assert thing != ("a", 1)
    assert module.Placed("a", 1, place=(2,)) == module.Placed("a", 1, "", (2,))


def test_a_value_shows_itself_and_its_fields(module):
    placed = module.Placed("a", place=(2,))
    assert repr(placed) == "Placed(name='a', number=7, place=(2,))"
    assert placed.__match_args__ == ("name", "number", "note", "place")
    assert [each.name for each in fields(placed)] == ["name", "number", "note", "place"]
    assert [each.default for each in fields(placed)] == [MISSING, 7, "", ()]
    assert (placed.kind, placed.twice) == (3, 14)
    match placed:
        case module.Thing(name, number):
            assert (name, number) == ("a", 7)


def test_a_value_is_changed_in_a_copy(module):
    thing = module.Thing("a", note="aside")
    assert thing.other() == replace(thing, number=8) == frozen.replace(thing, number=8)
    assert thing.other().note == "aside"
    with pytest.raises(TypeError):
        frozen.replace(thing, colour="red")


def test_a_value_is_pickled(module):
    for value in (module.Thing("a", 1, "aside"), module.Placed("a", place=(1,))):
        again = pickle.loads(pickle.dumps(value))  # noqa: S301  what was just written
        assert (again, again.note, type(again)) == (value, value.note, type(value))


def test_what_changes_has_lists_of_its_own(module):
    first, second = module.Work(), module.Work()
    first.done.append(1)
    assert (first.done, second.done, first.rest) == ([1], [], 0)
    assert module.Work([1]) == first


def test_what_is_worked_out_is_worked_out_once(module):
    memo = module.Memo([])
    assert (memo.answer, memo.answer, memo.asked) == (1, 1, [1])


def test_what_is_no_value_is_left_as_it_is():
    source = (ROOT / "mjlog/model/tile_row.py").read_text(encoding="utf-8")
    assert expanded(source) == source


# ------------------------------------------------------------------------ which build runs


def test_the_build_that_was_asked_for_is_the_one_that_runs():
    assert is_compiled() == COMPILED
    assert bool(not_compiled(ROOT)) != COMPILED
    assert set(not_compiled(ROOT)) == (set() if COMPILED else set(_names()))


def _names():
    return [path[:-3].replace("/", ".").removesuffix(".__init__") for path in compiled(ROOT)]


@pytest.fixture(scope="module")
def beside(tmp_path_factory):
    """A copy of the program with a compiled module beside the source that no Python can load."""
    folder = tmp_path_factory.mktemp("beside")
    ignored = shutil.ignore_patterns("__pycache__", *(f"*{end}" for end in EXTENSION_SUFFIXES))
    for name in ("mjlog", "webviewer", "grammar", "schemas"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    (folder / f"mjlog/model/record{EXTENSION_SUFFIXES[0]}").write_bytes(b"none")
    return folder


def tell(folder, *arguments, **environment):
    """What Python says of a program that is run in that folder."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder, env=os.environ | {"PYTHONPATH": str(folder)} | environment,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout + done.stderr


def test_the_version_says_which_build_runs(beside):
    version = ("-m", "mjlog", "--version")
    assert tell(beside, *version, MJLOG_PURE="").endswith(" (compiled)\n")
    assert tell(beside, *version, MJLOG_PURE="1").endswith(" (pure Python)\n")


def test_pure_python_can_be_asked_for_where_a_compiled_core_is_installed(beside):
    program = "import mjlog.model.record as record; print(record.__file__)"
    assert "ImportError" in tell(beside, "-c", program, MJLOG_PURE="0")
    assert tell(beside, "-c", program, MJLOG_PURE="1").strip().endswith("record.py")


# ------------------------------------------------------------------------ how it is built


AUDITED = """
import sys
from pathlib import Path
import mjlog
for path in sorted(Path(sys.argv[1]).rglob("*.mjl"))[::9]:
    try:
        report = mjlog.audit(mjlog.read(path.read_bytes()))
    except mjlog.Unreadable as problem:
        print(path.name, problem)
    else:
        print(path.name, *report.findings, *report.verdicts, report.findings, sep="|")
"""


@pytest.mark.slow
def test_what_the_compiler_sees_judges_as_the_source_does(tmp_path):
    paths = building.written_out(tmp_path)
    assert paths == compiled(ROOT)
    for shared in ("grammar", "schemas"):
        shutil.copytree(ROOT / shared, tmp_path / shared)
    samples = str(ROOT / "samples")
    written_out = tell(tmp_path, "-c", AUDITED, samples)
    assert "Verdict" in written_out
    assert written_out == tell(ROOT, "-c", AUDITED, samples)


def test_the_core_is_compiled_where_it_is_asked_for_and_nowhere_else(monkeypatch):
    for name in ("MJLOG_COMPILED", "MJLOG_PURE", "MJLOG_TRAIN"):
        monkeypatch.delenv(name, raising=False)
    assert building.how_to_build() == {}
    monkeypatch.setenv("MJLOG_COMPILED", "1")
    assert building.how_to_build() == {"setup_requires": [building.MYPY]}
    monkeypatch.setenv("MJLOG_PURE", "1")
    assert building.how_to_build() == {}


def test_without_a_compiler_of_python_the_pure_build_is_made(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "mypyc.build", None)
    assert building.extensions() == []
    assert "pure Python" in capsys.readouterr().err


def made(folder, level):
    """Builds a module at that level: when its object was made, and what the library holds."""
    kept = Extension("kept", [str(folder / "kept.c")], extra_compile_args=[level])
    command = building.Together(Distribution({"ext_modules": [kept]}))
    command.build_lib, command.build_temp = str(folder / "lib"), str(folder / "temp")
    command.ensure_finalized()
    command.run()
    [written] = (folder / "temp").rglob("*.o")
    [library] = (folder / "lib").iterdir()
    return written.stat().st_mtime_ns, library.read_bytes()


def test_another_level_of_optimising_compiles_again_and_the_same_does_not(tmp_path, monkeypatch):
    monkeypatch.setattr(building, "SOURCES", tmp_path)
    (tmp_path / "kept.c").write_text(
        "#ifdef __OPTIMIZE__\n"
        'const char kept[] = "made quick";\n'
        "#else\n"
        'const char kept[] = "made plain";\n'
        "#endif\n"
    )
    first, plain = made(tmp_path, "-O0")
    assert b"made plain" in plain
    assert made(tmp_path, "-O0")[0] == first
    second, quick = made(tmp_path, "-O1")
    assert b"made quick" in quick
    assert b"made plain" not in quick
    assert second > first
    assert b"made plain" in made(tmp_path, "-O0")[1]


def test_a_core_that_cannot_be_trained_is_built_all_the_same(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(building, "SOURCES", tmp_path)
    monkeypatch.setattr(building, "is_gcc", lambda _compiler: True)
    monkeypatch.setattr(building, "_COUNTING", "-DCOUNTING")
    monkeypatch.setenv("MJLOG_TRAIN", "1")
    (tmp_path / "kept.c").write_text(
        "#ifdef COUNTING\n"
        '__attribute__((visibility("default"))) const char kept[] = "made to count";\n'
        "#else\n"
        '__attribute__((visibility("default"))) const char kept[] = "made to work";\n'
        "#endif\n"
    )
    _, untrained = made(tmp_path, "-O2")
    assert b"made to work" in untrained
    assert b"made to count" not in untrained
    assert "built without training" in capsys.readouterr().err


def test_training_asks_for_what_mjlog_needs_to_work(monkeypatch):
    monkeypatch.setenv("MJLOG_COMPILED", "1")
    monkeypatch.setenv("MJLOG_TRAIN", "1")
    monkeypatch.delenv("MJLOG_PURE", raising=False)
    wanted = building.how_to_build()["setup_requires"]
    assert wanted[0] == building.MYPY
    assert any(each.startswith("lark") for each in wanted)


ONE_MODULE = """
import runpy, sys
from pathlib import Path
from setuptools import Extension
sys.path.insert(0, "docs/deploy")
from native import building
Path("shown.c").write_text("int shown;")
building._extensions = lambda: [Extension("mjlog.model.notebook_display", ["shown.c"])]
sys.argv = ["setup.py", "-q", "bdist_wheel", "--dist-dir", "made"]
runpy.run_path("setup.py", run_name="__main__")
"""
"""Builds a wheel; the C of its module stands for what mypyc makes, which takes long."""


@pytest.mark.slow
def test_without_a_compiler_of_c_the_pure_build_is_made(tmp_path):
    ignored = shutil.ignore_patterns(".*", "build", "tests", "samples", "pictures", "*.egg-info")
    shutil.copytree(ROOT, tmp_path / "copy", ignore=ignored)
    told = tell(tmp_path / "copy", "-c", ONE_MODULE, MJLOG_COMPILED="1", CC="false")
    assert "mjlog is built as pure Python" in told
    [wheel] = (tmp_path / "copy" / "made").iterdir()
    assert wheel.name.endswith("py3-none-any.whl")
