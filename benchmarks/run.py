"""``make bench``: every ``bench_*.py`` beside this file, one after the other.

Each in a process of its own.

Figures of one run compare with one another; between machines, or between a busy and a quiet one,
they do not.
"""

import os
import platform
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main(wanted: list[str]) -> int:
    """The number of benchmarks that failed."""
    cores = os.cpu_count()
    print(
        f"{platform.python_implementation()} {platform.python_version()}, "
        f"{platform.machine()}, {cores} cores"
    )
    return sum(
        run(script)
        for script in sorted(HERE.glob("bench_*.py"))
        if not wanted or name(script) in wanted
    )


def name(script: Path) -> str:
    """``bench_reader.py`` is asked for as ``reader``."""
    return script.stem.removeprefix("bench_")


def run(script: Path) -> bool:
    """Whether it failed. A process of its own keeps memos and peak memory apart."""
    print(f"\n{name(script)}", flush=True)
    return subprocess.run([sys.executable, str(script)], check=False).returncode != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
