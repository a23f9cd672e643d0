"""What a terminal adds: a progress bar, colour, an address to open, an end by Ctrl-C."""

import os
import pty
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner

from mjlog.cli import serve
from mjlog.cli.main import main

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
MJLOG = [sys.executable, "-m", "mjlog"]
ONE = "samples/taiyuan/dragon.mjl"
"""What servers show here: what they do is the same with many records, and takes longer."""
WRONG = "%mjlog 1.0\nRules: nowhere/1\n"


@pytest.fixture
def folder(tmp_path):
    """Enough records for a progress bar."""
    for number in range(30):
        (tmp_path / f"{number:02}.mjl").write_text(WRONG, encoding="utf-8")
    return tmp_path


def on_a_terminal(*arguments, stream="stderr", **environment):
    """What the command writes to a terminal on that stream."""
    ours, theirs = pty.openpty()
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | {stream: theirs}
    variables = {
        name: value for name, value in os.environ.items() if name != "NO_COLOR"
    } | environment
    with subprocess.Popen([*MJLOG, *map(str, arguments)], env=variables, **streams) as process:
        os.close(theirs)
        written = b""
        with suppress(OSError):  # a terminal whose other end is closed says so by an error
            while piece := os.read(ours, 4096):
                written += piece
        process.communicate()
    os.close(ours)
    return written.decode()


def test_long_work_shows_a_bar_on_the_error_terminal(folder):
    assert "100%" in on_a_terminal("check", folder)


def test_short_work_shows_none(folder):
    assert on_a_terminal("check", folder / "00.mjl") == ""


def test_long_work_is_counted_on_the_error_terminal(tmp_path):
    words = (
        "generate",
        "--rules",
        "taiyuan",
        "--deals",
        300,
        "--fast",
        "-o",
        tmp_path / "made.mjl",
    )
    assert " of 300 deals" in on_a_terminal(*words)
    club = tmp_path / "club.sqlite"
    subprocess.run([*MJLOG, "archive", "init", club], check=True, capture_output=True)
    assert " records" in on_a_terminal("archive", "add", "--jobs", 2, club, "samples/riichi")


def test_no_terminal_no_bar_no_colour(folder):
    done = subprocess.run([*MJLOG, "check", folder], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert "\033" not in done.stdout


def test_colour_on_a_terminal_unless_refused(folder):
    assert "\033[" in on_a_terminal("check", folder / "00.mjl", stream="stdout")
    assert "\033[" not in on_a_terminal("check", folder / "00.mjl", stream="stdout", NO_COLOR="1")


def test_a_closed_pipe_ends_quietly(folder):
    shell = f"'{sys.executable}' -m mjlog check '{folder}' '{folder}' '{folder}' | head -n 1"
    done = subprocess.run(["/bin/sh", "-c", shell], capture_output=True, text=True, check=False)
    assert done.stdout.count("\n") == 1
    assert "Traceback" not in done.stderr


@contextmanager
def served(*arguments, **streams):
    """A server that is on, and the address it has printed.

    Off again afterwards, whatever happens.
    """
    hears = (
        "import signal, mjlog.cli.main; signal.signal(signal.SIGINT, "
        "signal.default_int_handler); mjlog.cli.main.main()"
    )
    command = [
        sys.executable,
        "-c",
        hears,
        "serve",
        *arguments,
    ]  # one started in the background hears no Ctrl-C
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, **streams
    ) as process:
        try:
            yield process, process.stdout.readline().split()[-1]
        finally:
            process.kill()


def test_serve_prints_its_address_answers_and_ends_by_ctrl_c():
    with served(ONE, stderr=subprocess.PIPE) as (process, address):
        # Our own server on this machine.
        with urllib.request.urlopen(address) as answer:  # noqa: S310
            page = answer.read().decode()
        # The same server.
        stranger = urllib.request.Request(  # noqa: S310
            address, headers={"Host": "records.example"}
        )
        with pytest.raises(urllib.error.HTTPError, match="400"):
            urllib.request.urlopen(stranger)  # noqa: S310
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert address.startswith("http://127.0.0.1:")
    assert "<html" in page
    assert "Traceback" not in errors


def asked(address, host):
    """The status of the list of records, asked for under that name."""
    # Our own server on this machine.
    request = urllib.request.Request(address, headers={"Host": host})  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310  the same
            return answer.status
    except urllib.error.HTTPError as refused:
        return refused.code


def test_half_open_connections_lock_nobody_out():
    with served(ONE, stderr=subprocess.PIPE) as (_, address):
        where = urlsplit(address)
        held = []
        try:
            for _ in range(300):
                held.append(socket.create_connection((where.hostname, where.port), timeout=30))
                held[-1].sendall(b"GET / HTTP/1.1\r\nHost: loc")
            assert asked(address, "localhost") == 200
        finally:
            for each in held:
                each.close()


def test_an_address_that_others_reach_is_warned_of(monkeypatch):
    monkeypatch.setattr(serve, "listen", lambda *_: ("http://table.example/", lambda: None))
    done = CliRunner().invoke(main, ["serve", "--host", "table.example", str(ROOT / ONE)])
    assert done.exit_code == 0
    assert "Warning: whoever reaches table.example can read these records" in done.stderr
    assert "http://table.example/" in done.stdout
    here = CliRunner().invoke(main, ["serve", str(ROOT / ONE)])
    assert "Warning" not in here.output


def test_hosts_to_answer_for_can_be_named():
    with served(ONE, "--answer-for", "Table.example", stderr=subprocess.PIPE) as (
        _,
        address,
    ):
        assert asked(address, f"table.example:{urlsplit(address).port}") == 200
        assert asked(address, "localhost") == 200
        assert asked(address, "any.example") == 400
        assert asked(address, "[::1") == 400


def test_serve_says_when_the_port_is_taken():
    with served(ONE) as (_, address):
        port = address.rstrip("/").rpartition(":")[2]
        again = [*MJLOG, "serve", ONE, "--port", port]
        done = subprocess.run(again, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"port {port}" in done.stderr
