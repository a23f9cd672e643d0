"""What ``mjlog --help`` takes beyond a bare interpreter: at most 100 ms are promised."""

import subprocess
import sys
import time
from statistics import median

ROUNDS = 15


def seconds(*arguments: str) -> float:
    """The wall time of one process."""
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
    return time.perf_counter() - start


def main() -> None:
    """Both in turns, so that a busy moment hits both."""
    bare, helped = zip(
        *((seconds("-c", "pass"), seconds("-m", "mjlog", "--help")) for _ in range(ROUNDS)),
        strict=True,
    )
    more = 1000 * (median(helped) - median(bare))
    print(
        f"  bare interpreter {1000 * median(bare):.0f} ms, mjlog --help {more:.0f} ms more "
        f"(promised: 100)"
    )


if __name__ == "__main__":
    main()
