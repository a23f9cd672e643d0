"""The commands where something is in the way: no room for the output, no such host, records packed or broken."""

import subprocess
import sys
from pathlib import Path

import pytest

FULL = Path("/dev/full")
SAMPLE = Path(__file__).parents[1] / "samples" / "taiyuan" / "dragon.mjl"
COMMANDS = [
    ["check", SAMPLE],
    ["check", "--format", "ndjson", SAMPLE],
    ["show", SAMPLE],
    ["convert", SAMPLE],
    ["rules", "taiyuan"],
]


def separately(*arguments, **rest):
    """The command in a process of its own."""
    words = [sys.executable, "-m", "mjlog", *map(str, arguments)]
    return subprocess.run(words, stderr=subprocess.PIPE, text=True, check=False, **rest)


@pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("arguments", COMMANDS)
def test_output_without_room_is_told_in_one_line(arguments):
    with FULL.open("w") as full:
        done = separately(*arguments, stdout=full)
    assert done.returncode == 2
    assert "No space left" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_a_reader_that_has_enough_is_no_error():
    command = [sys.executable, "-m", "mjlog", "rules", "taiyuan"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        running.stdout.readline()
        running.stdout.close()
        assert "Traceback" not in running.stderr.read()


@pytest.mark.parametrize("host", ["nosuch.invalid", "not a host", "256.1.1.1"])
def test_a_host_that_is_none_is_told(host):
    done = separately("serve", "--host", host, SAMPLE, stdout=subprocess.DEVNULL)
    assert done.returncode == 2
    assert f"cannot listen on {host} port 0" in done.stderr
    assert "Traceback" not in done.stderr
