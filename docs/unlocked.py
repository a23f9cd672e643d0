"""``make test``: says which installed packages are not those of the lock."""

import re
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

LOCK = Path(__file__).parents[1] / "requirements" / "lock-test.txt"
PIN = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)


def unlocked() -> list[str]:
    """Return the packages of the lock that are installed in another version."""
    found = []
    for name, locked in PIN.findall(LOCK.read_text(encoding="utf-8")):
        try:
            installed = version(name)
        except PackageNotFoundError:  # the lock also names packages of other systems
            continue
        if installed != locked:
            found.append(f"{name} {installed} (locked: {locked})")
    return found


if __name__ == "__main__":
    if different := unlocked():
        print("Not as locked:", ", ".join(different), file=sys.stderr)
