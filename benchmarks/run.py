"""``make bench``: print the table of peers, then run every other ``bench_*.py`` in this folder.

    python benchmarks/run.py [NAME...]

Each benchmark runs in a process of its own. Some take minutes and run only if they are named.
Figures can be compared within one run, but not between machines or with a busy machine.
"""

import os
import platform
import subprocess
import sys
from pathlib import Path
from time import monotonic
from typing import Final

HERE: Final = Path(__file__).parent
FIRST: Final = ("beside", "everyday")
LONG: Final = (
    "browser", "generate", "hostile", "list", "memory", "reader", "recorder", "replay", "sheets",
    "tenhou",
)  # fmt: skip
"""What is left out unless it is named: minutes each."""


def main(wanted: list[str]) -> int:
    """Run the benchmarks; return the number of those that failed."""
    cores = os.cpu_count()
    print(
        f"{platform.python_implementation()} {platform.python_version()}, "
        f"{platform.machine()}, {cores} cores, load {os.getloadavg()[0]:.1f}"
    )
    found = [script.stem.removeprefix("bench_") for script in sorted(HERE.glob("bench_*.py"))]
    others = [name for name in found if name not in {*FIRST, *LONG}]
    failed = sum(map(run, wanted or [*FIRST, *others]))
    if not wanted:
        print(f"\nleft out: {', '.join(LONG)}; make bench BENCH=list runs one of them")
    return failed


def run(name: str) -> bool:
    """Run a benchmark in a process of its own; return whether it failed."""
    print(f"\n{name}", flush=True)
    begun = monotonic()
    script = HERE / f"bench_{name}.py"
    failed = subprocess.run([sys.executable, str(script)], check=False).returncode != 0
    print(f"  {'failed' if failed else 'done'} after {monotonic() - begun:.0f} s", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
