"""The lock names every package that is needed, in a version that pyproject.toml allows."""

import re
import tomllib

import pytest
from kit.places import ROOT
from packaging.requirements import Requirement

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
PIN = re.compile(
    r"^([a-z0-9-]+)==([^ ;]+)(?: ; [^\\]+)? \\\n((?:    --hash=sha256:.*\n)+)", re.MULTILINE
)
LOCKS = {
    "run": (["server", "sheets"], []),
    "test": (["server", "sheets", "images", "live", "paper", "photo", "editor"], ["test"]),
    "dev": (["all"], ["dev"]),
}
"""Of each lock: the extras of mjlog and the groups that it installs."""


def needed(extras, groups):
    """Yield the requirements of mjlog with these extras, and of these groups."""
    yield from map(Requirement, PROJECT["dependencies"])
    for extra in extras:
        for requirement in map(Requirement, PROJECT["optional-dependencies"][extra]):
            if requirement.name == "mjlog":
                yield from needed(requirement.extras, ())
            else:
                yield requirement
    for group in groups:
        for entry in PYPROJECT["dependency-groups"][group]:
            if isinstance(entry, dict):
                yield from needed((), [entry["include-group"]])
            else:
                yield Requirement(entry)


def pins(lock):
    """Return the locked version of each package."""
    text = (ROOT / "requirements" / f"lock-{lock}.txt").read_text(encoding="utf-8")
    assert PIN.sub("", text) == "", "every line is a version or a hash of it"
    return {name: version for name, version, _ in PIN.findall(text)}


@pytest.mark.parametrize("lock", LOCKS)
def test_the_lock_has_what_is_needed(lock):
    locked = pins(lock)
    for requirement in needed(*LOCKS[lock]):
        name = re.sub(r"[-_.]+", "-", requirement.name).lower()
        assert name in locked, "make lock"
        assert requirement.specifier.contains(locked[name]), f"{requirement}: make lock"


@pytest.mark.parametrize("lock", ["run", "test"])
def test_the_locks_agree(lock):
    assert pins(lock).items() <= pins("dev").items()


def test_all_is_every_extra():
    extras = PROJECT["optional-dependencies"]
    assert {*Requirement(*extras["all"]).extras} == {*extras} - {"all"}
