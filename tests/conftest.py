"""What several test modules share."""

import gc
import os
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings
from kit.browsers import program
from kit.places import ROOT
from kit.records import REPORTS
from kit.shared_by_apps import share_routes, share_templates
from kit.sizes import SIZES

# On a busy machine no property test fails for being slow. `make test` tries the same examples each
# time, so that a change alone turns it red; `make soak` looks for new ones.
settings.register_profile(
    "patient", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("soak", settings.get_profile("patient"), max_examples=1000)
settings.register_profile("same", settings.get_profile("patient"), derandomize=True)
settings.load_profile("same")

# What tests look at is nobody's to remember.
CACHES = tempfile.TemporaryDirectory(prefix="mjlog-caches-")
os.environ["MJLOG_CACHE"] = CACHES.name

# Several processes share the audits of the samples; one alone remembers them.
if os.environ.get("PYTEST_XDIST_WORKER") is None:
    os.environ[REPORTS] = tempfile.mkdtemp(dir=CACHES.name)

share_routes()
share_templates(Path(tempfile.mkdtemp(dir=CACHES.name)))

# Tests start the program some hundred times; it would be compiled anew each time, as they would.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


# Looking for garbage less often saves a few of a hundred seconds, and costs some megabytes.
gc.set_threshold(50_000, 20, 50)

LOGS = ROOT.parent / "shared" / "logs"


class OnlyExamples:
    """Looks for examples in docstrings where there are some, and imports no other module for it."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path: Path) -> Generator[None, list, list]:
        """Whatever is collected in a file but a module without an example."""
        found = yield
        if file_path.suffix != ".py" or b">>> " in file_path.read_bytes():
            return found
        return [each for each in found if not isinstance(each, DoctestModule)]


def pytest_configure(config: pytest.Config) -> None:
    """Modules of the program are collected too, of which a conftest.py knows nothing."""
    config.pluginmanager.register(OnlyExamples())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sort the tests, and give those of browsers a second try.

    What takes long comes first, or several processes would not be done together. A browser that
    waits for a busy machine may miss a moment once; a fault of ours it meets twice, and each
    second try is named at the end.
    Without the collection of real logs its tests are none of ours: `tests/data` has their small
    versions.
    """
    if not LOGS.is_dir():
        beside = [item for item in items if item.get_closest_marker("logs")]
        config.hook.pytest_deselected(items=beside)
        items[:] = [item for item in items if not item.get_closest_marker("logs")]
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))
    long = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: ("viewer" not in item.path.parts, item.path not in long))


@pytest.fixture(params=SIZES)
def whole(request: pytest.FixtureRequest) -> bool:
    """Whether a test runs on everything, as `make soak` does, and not on a seeded slice."""
    return request.param == "whole"


@pytest.fixture(scope="session")
def logs() -> Path:
    """The collection of real logs beside the checkout, for tests with the mark `logs`."""
    return LOGS


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a real browser."""
    found = program()
    if found is None:
        pytest.skip("no Chromium on this machine")
    return found
