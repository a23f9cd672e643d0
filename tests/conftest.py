"""What several test modules share."""

import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from kit.places import ROOT
from kit.sizes import SIZES

# On a busy machine no property test fails for being slow.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("soak", settings.get_profile("patient"), max_examples=1000)
settings.load_profile("patient")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The pages first: they take longest.

    And several processes are done together only if those begin early.
    """
    items.sort(key=lambda item: "viewer" not in item.path.parts)


@pytest.fixture(params=SIZES)
def whole(request: pytest.FixtureRequest) -> bool:
    """Whether a test runs on everything, as `make soak` does, and not on a seeded slice."""
    return request.param == "whole"


@pytest.fixture(scope="session")
def logs() -> Path:
    """The collection of real logs beside the checkout."""
    folder = ROOT.parent / "shared" / "logs"
    if not folder.is_dir():
        pytest.skip("no collection of real logs beside the checkout")
    return folder


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a real browser."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.skip("no Chromium on this machine")
    return found
