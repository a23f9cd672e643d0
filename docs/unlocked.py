"""``make test``: list installed packages whose version differs from the lock file."""

import re
import sys
from importlib.metadata import distributions
from pathlib import Path

from packaging.requirements import Requirement

LOCK = Path(__file__).parents[1] / "requirements" / "lock-test.txt"
PIN = re.compile(r"^[a-z0-9-]+==[^\\\n]+", re.MULTILINE)


def unlocked() -> list[str]:
    """Return the packages whose installed version differs from the lock file."""
    installed = {each.name.lower(): each.version for each in distributions()}
    pins = [Requirement(pin) for pin in PIN.findall(LOCK.read_text(encoding="utf-8"))]
    return [
        f"{pin.name} {installed[pin.name]} (locked: {pin.specifier})"
        for pin in pins
        if pin.name in installed and (pin.marker is None or pin.marker.evaluate())
        if not pin.specifier.contains(installed[pin.name], prereleases=True)
    ]


if __name__ == "__main__":
    if different := unlocked():
        print("Not as locked:", ", ".join(different), file=sys.stderr)
