"""Measure the start of commands: processor time compared with a bare interpreter.

Promised: at most 60 ms for `mjlog --help`, 110 ms for `mjlog check` of one small record.
"""

import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Final

ROUNDS: Final = 15
SMALL: Final = Path(__file__).parents[1] / "samples/riichi/examples/5.06-dragons.mjl"
COMMANDS: Final = {
    "bare interpreter": ("-c", "pass"),
    "mjlog --help": ("-m", "mjlog", "--help"),
    "mjlog check": ("-m", "mjlog", "check", str(SMALL)),
}


def seconds(*arguments: str) -> float:
    """Return the processor time of a Python process with these arguments."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    """Print the times of all commands, which are run in turn."""
    rounds = [[seconds(*words) for words in COMMANDS.values()] for _ in range(ROUNDS)]
    for name, times in zip(COMMANDS, zip(*rounds, strict=True), strict=True):
        print(f"  {name}: {1000 * min(times):.0f} ms at least, {1000 * median(times):.0f} median")


if __name__ == "__main__":
    main()
