"""What is built can be installed elsewhere and works there, away from the checkout."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from webviewer.assets import Files

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv*", ".*_cache", ".hypothesis", "__pycache__", "build", "dist", "*.egg-info"
)
NEEDED = {
    "mjlog/grammar/mjlog.lark",
    "mjlog/schemas/findings.schema.json",
    "mjlog/schemas/record.schema.json",
    "mjlog/py.typed",
    "webviewer/py.typed",
}

pytestmark = pytest.mark.slow


def build(kind, source, into):
    """The only file of that kind that setuptools builds in `source`."""
    code = f"import sys; from setuptools import build_meta; build_meta.build_{kind}(sys.argv[1])"
    into.mkdir()
    subprocess.run(
        [sys.executable, "-c", code, str(into)], cwd=source, check=True, capture_output=True
    )
    (built,) = into.iterdir()
    return built


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    """The source distribution, built from a copy of the checkout."""
    room = tmp_path_factory.mktemp("sdist")
    shutil.copytree(ROOT, room / "copy", ignore=LEFT_OUT)
    return build("sdist", room / "copy", room / "built")


@pytest.fixture(scope="module")
def unpacked(sdist, tmp_path_factory):
    """The folder inside the source distribution."""
    room = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        archive.extractall(room, filter="data")
    (folder,) = room.iterdir()
    return folder


@pytest.fixture(scope="module")
def wheel(unpacked):
    """The wheel, built from the source distribution alone."""
    return build("wheel", unpacked, unpacked.parent / "wheel")


@pytest.fixture(scope="module")
def elsewhere(wheel, tmp_path_factory):
    """A virtual environment with the wheel in it; it borrows the other packages from this one."""
    room = tmp_path_factory.mktemp("elsewhere")
    venv.create(room / "env", with_pip=False)
    python = room / "env" / "bin" / "python"
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "--disable-pip-version-check",
        "--quiet",
    ]
    subprocess.run(
        [*pip, "install", "--no-deps", "--no-index", str(wheel)], check=True, capture_output=True
    )
    (site,) = (room / "env").glob("lib/python*/site-packages")
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return room


def run(room, *command):
    """What the command says in a folder that knows nothing of the checkout."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PYTHON")
    }
    done = subprocess.run(
        [str(room / "env" / "bin" / command[0]), *command[1:]],
        cwd=room, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stderr, done.stderr
    return done


def test_the_wheel_holds_grammar_schemas_and_pages(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    assert names >= NEEDED
    pages = [
        file for part in ("templates", "static") for file in (ROOT / "webviewer" / part).rglob("*")
    ]
    assert names >= {file.relative_to(ROOT).as_posix() for file in pages if file.is_file()}


SENT = """
import sys
sys.modules["rcssmin"] = sys.modules["rjsmin"] = None
from pathlib import Path
import webviewer
from webviewer.assets import Files
files = Files(Path(webviewer.__file__).parent / "static")
sys.stdout.buffer.write(files.bare("viewer.js") + files.bare("viewer.css"))
"""


def test_scripts_and_styles_are_short_where_mjlog_is_installed(elsewhere):
    done = run(elsewhere, "python", "-c", SENT)
    assert done.stdout == "".join(
        Files(ROOT / "webviewer" / "static").bare(name).decode()
        for name in ("viewer.js", "viewer.css")
    )


def test_the_wheel_holds_the_compiled_catalogs(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    catalogs = {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "mjlog" / "text" / "locale").rglob("*.mo")
    }
    assert len(catalogs) == 9
    assert names >= catalogs


def test_the_wheel_holds_every_module(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    modules = [file for part in ("mjlog", "webviewer") for file in (ROOT / part).rglob("*.py")]
    assert names >= {file.relative_to(ROOT).as_posix() for file in modules}


def test_the_wheel_takes_no_name_that_is_not_its_own(wheel):
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"mjlog", "webviewer"}


def test_the_sdist_holds_samples_tests_and_docs(unpacked):
    for folder in ("samples", "conformance", "tests", "docs", "benchmarks"):
        here = {
            file.relative_to(ROOT)
            for file in (ROOT / folder).rglob("*.*")
            if "__pycache__" not in file.parts
        }
        there = {file.relative_to(unpacked) for file in (unpacked / folder).rglob("*.*")}
        assert here <= there


def test_the_installed_command_checks_a_sample(elsewhere):
    sample = next((ROOT / "samples" / "taiyuan").glob("*.mjl"))
    shutil.copy(sample, elsewhere / "deal.mjl")
    done = run(elsewhere, "mjlog", "check", "deal.mjl")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 record" in done.stdout


def test_the_installed_command_works_in_the_checkout(elsewhere, unpacked):
    """Python looks in the current folder first: there it finds the package of the checkout."""
    python = str(elsewhere / "env" / "bin" / "python")
    done = subprocess.run(
        [python, "-m", "mjlog", "check", "samples/taiyuan/dragon.mjl"],
        cwd=unpacked, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_installed_package_is_the_one_that_runs(elsewhere):
    done = run(
        elsewhere,
        "python",
        "-c",
        "import mjlog, webviewer; print(mjlog.__file__, webviewer.__file__)",
    )
    assert all(Path(name).is_relative_to(elsewhere) for name in done.stdout.split())
