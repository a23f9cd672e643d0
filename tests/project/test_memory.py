"""A folder of many records takes no more memory than one of few."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

SAMPLE = Path(__file__).parents[2] / "samples" / "riichi" / "game-four-players.mjl"
PROGRAM = """
import resource, sys
from mjlog.cli.main import main
try:
    main(["check", "--format", sys.argv[2], sys.argv[1]])
except SystemExit as end:
    assert not end.code, end.code
sys.stderr.write(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))
"""


def peak(folder, number, form):
    """Kilobytes at most, while so many records are audited."""
    folder = folder / f"{form}-{number}"
    folder.mkdir()
    for each in range(number):
        shutil.copy(SAMPLE, folder / f"{each}.mjl")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(folder), form],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return int(done.stderr)


@pytest.mark.skipif(
    sys.platform != "linux", reason="the peak is counted in kilobytes on Linux alone"
)
@pytest.mark.parametrize("form", ["text", "ndjson"])
def test_the_peak_does_not_grow_with_the_number_of_records(tmp_path, form):
    few, many = peak(tmp_path, 10, form), peak(tmp_path, 100, form)
    assert many - few < 2000
