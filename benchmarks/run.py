"""``make bench``: the table beside the peers, then every other ``bench_*.py`` beside this file.

    python benchmarks/run.py [NAME...]

Each in a process of its own. Some take minutes and run only when they are named. Figures of one run
compare with one another; between machines, or between a busy and a quiet one, they do not.
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
    """The number of benchmarks that failed."""
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
    """Whether it failed. A process of its own keeps memos and peak memory apart."""
    print(f"\n{name}", flush=True)
    begun = monotonic()
    script = HERE / f"bench_{name}.py"
    failed = subprocess.run([sys.executable, str(script)], check=False).returncode != 0
    print(f"  {'failed' if failed else 'done'} after {monotonic() - begun:.0f} s", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
