"""Measure the peak memory of ``mjlog check`` for folders of few and of many records.

It must not grow with their number.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def peak(folder: Path) -> float:
    """Return the peak memory in megabytes while the folder is audited."""
    command = [sys.executable, "-m", "mjlog", "check", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
    return usage.ru_maxrss / 1024


def main() -> None:
    """Print the peak for folders of 100, 1,000 and 4,000 records, which repeat the samples."""
    texts = [file.read_bytes() for file in sorted((ROOT / "samples").rglob("*.mjl"))]
    with tempfile.TemporaryDirectory() as room:
        for number in (100, 1000, 4000):
            folder = Path(room) / str(number)
            folder.mkdir()
            for index in range(number):
                (folder / f"{index:05}.mjl").write_bytes(texts[index % len(texts)])
            print(f"  {number:>5} records: {peak(folder):.1f} MB at most")


if __name__ == "__main__":
    main()
