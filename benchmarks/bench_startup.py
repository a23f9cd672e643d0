"""What a command takes at its start, in seconds of the processor beside a bare interpreter.

At most 60 ms are promised for `mjlog --help`, 110 ms for `mjlog check` of one small record.
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
    """The processor time of one process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    """All in turns, so that a busy moment hits all."""
    rounds = [[seconds(*words) for words in COMMANDS.values()] for _ in range(ROUNDS)]
    for name, times in zip(COMMANDS, zip(*rounds, strict=True), strict=True):
        print(f"  {name}: {1000 * min(times):.0f} ms at least, {1000 * median(times):.0f} median")


if __name__ == "__main__":
    main()
