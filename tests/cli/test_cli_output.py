"""Files that commands write, standard streams that are closed or full.

And commands that are ended early.
"""

import fcntl
import json
import os
import resource
import signal
import subprocess
import sys
import termios
from contextlib import contextmanager
from pathlib import Path

import pytest
from kit.commands import run
from kit.sizes import begun
from kit.waiting import wait_until

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "samples" / "taiyuan" / "dragon.mjl"
MJLOG = [sys.executable, "-m", "mjlog"]
HEARS = (
    "import signal, mjlog.cli.main; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "mjlog.cli.main.main()"
)
"""A command that a test starts in the background hears no Ctrl-C by itself."""
WRITERS = {
    "convert": ["convert", SAMPLE],
    "show": ["show", SAMPLE, "--svg"],
    "generate": ["generate", "--rules", "tibet preset=tibet-4", "--deals", "1"],
}
PRECIOUS = b"precious\n"


@pytest.fixture
def kept(tmp_path):
    """A file that is there already."""
    path = tmp_path / "kept.out"
    path.write_bytes(PRECIOUS)
    path.chmod(0o640)
    return path


def alone(path):
    """Whether nothing lies beside the file."""
    return list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("arguments", WRITERS.values(), ids=list(WRITERS))
def test_an_existing_file_is_replaced_by_force_only(kept, arguments):
    refused = run(*arguments, "-o", kept)
    assert refused.exit_code == 2
    assert f"{kept} exists already; --force replaces it" in refused.output
    assert kept.read_bytes() == PRECIOUS
    assert run(*arguments, "-o", kept, "--force").exit_code == 0
    assert kept.read_bytes() == run(*arguments).stdout_bytes
    assert kept.stat().st_mode & 0o777 == 0o640
    assert alone(kept)


def test_a_new_file_has_the_permissions_of_any_new_file(tmp_path):
    usual, made = tmp_path / "usual", tmp_path / "made"
    usual.touch()
    assert run("convert", SAMPLE, "-o", made).exit_code == 0
    assert made.stat().st_mode == usual.stat().st_mode


def test_a_link_goes_on_leading_to_the_file(kept):
    link = kept.with_name("link")
    link.symlink_to(kept)
    assert run("convert", SAMPLE, "-o", link).exit_code == 2
    assert run("convert", SAMPLE, "-o", link, "--force").exit_code == 0
    assert link.is_symlink()
    assert kept.read_bytes().startswith(b"%mjlog")


def test_a_circle_of_links_is_told(tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    one.symlink_to(other)
    other.symlink_to(one)
    done = run("convert", SAMPLE, "-o", one)
    assert done.exit_code == 2
    assert "cannot be written" in done.output


def test_a_record_can_be_written_over_itself(tmp_path):
    path = tmp_path / "a.mjl"
    path.write_bytes(SAMPLE.read_bytes())
    assert run("convert", path, "-o", path, "--force").exit_code == 0
    assert path.read_bytes() == run("convert", SAMPLE).stdout_bytes


def test_a_device_is_written_to_as_it_is():
    assert run("convert", SAMPLE, "-o", os.devnull).exit_code == 0


def test_a_full_disk_leaves_the_old_file(kept):
    def small():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    words = [*MJLOG, "convert", SAMPLE, "-o", kept, "--force"]
    # Python would cut off the compiled modules that it keeps, as well.
    cut = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        words, capture_output=True, text=True, check=False, preexec_fn=small, env=cut
    )
    assert done.returncode == 2
    assert f"{kept} cannot be written: File too large" in done.stderr
    assert kept.read_bytes() == PRECIOUS
    assert alone(kept)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_a_killed_command_leaves_the_old_file(kept, number):
    words = [
        "generate",
        "--rules",
        "tibet preset=tibet-4",
        "--deals",
        "100000",
        "-o",
        str(kept),
        "--force",
    ]
    with subprocess.Popen([sys.executable, "-c", HEARS, *words], stderr=subprocess.PIPE) as process:
        wait_until(lambda: not alone(kept))
        process.send_signal(number)
        _, said = process.communicate(timeout=30)
    assert process.returncode in {128 + number, -number}
    assert kept.read_bytes() == PRECIOUS
    assert b"Traceback" not in said
    if number != signal.SIGKILL:
        assert alone(kept)


# --------------------------------------------------------------------------- closed and full
# streams


@pytest.mark.parametrize(
    "words",
    begun(
        [["check", SAMPLE], ["convert", SAMPLE], ["--version"], ["check", "--help"], ["rules"]], 3
    ),
    ids=lambda words: str(words[0]),
)
@pytest.mark.parametrize("where", [">&-", ">/dev/full"])
def test_what_cannot_be_said_is_told_in_one_line(words, where):
    if where.endswith("full") and not Path("/dev/full").exists():
        pytest.skip("this system has no device that is always full")
    done = in_a_shell(words, where)
    assert done.returncode == 2
    assert done.stderr.startswith("Error: the output cannot be written: ")
    assert done.stderr.count("\n") == 1


def test_a_closed_standard_output_does_no_harm_to_a_file(tmp_path):
    made = tmp_path / "made.mjl"
    done = in_a_shell(["convert", SAMPLE, "-o", made], ">&-")
    assert (done.returncode, done.stderr) == (0, "")
    assert made.read_bytes() == run("convert", SAMPLE).stdout_bytes


@pytest.mark.parametrize("where", ["2>&-", "2>/dev/full"])
@pytest.mark.parametrize("words", [["check", "no such file"], ["convert", "no such file"]])
def test_errors_that_cannot_be_said_keep_their_status(words, where):
    assert in_a_shell(words, where).returncode == 2


def test_a_closed_standard_input_cannot_be_read():
    done = in_a_shell(["convert", "-"], "<&-")
    assert done.returncode == 2
    assert "Error: - cannot be read: Bad file descriptor" in done.stderr


def in_a_shell(words, where):
    shell = f'exec "$@" {where}'
    command = ["/bin/sh", "-c", shell, "sh", *MJLOG, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)


# --------------------------------------------------------------------------- Ctrl-C


@pytest.fixture
def endless(tmp_path):
    """Two records, then two pipes whose writer has begun and never goes on.

    The paths, and the open pipes.
    """
    for name in ("1.mjl", "2.mjl"):
        (tmp_path / name).write_bytes(SAMPLE.read_bytes())
    pipes = []
    for name in ("3", "4"):
        os.mkfifo(tmp_path / name)
        pipes.append(os.open(tmp_path / name, os.O_RDWR))
        os.write(pipes[-1], b"%")
    yield [str(tmp_path / name) for name in ("1.mjl", "2.mjl", "3", "4")], pipes
    for pipe in pipes:
        os.close(pipe)


@contextmanager
def checking(paths, *options):
    command = [sys.executable, "-c", HEARS, "check", *options, *paths]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def interrupted(endless, form, jobs):
    """What a run says that is interrupted while it waits for the third file.

    And its exit status.
    """
    paths, pipes = endless
    with checking(paths, "--format", form, "--jobs", str(jobs)) as process:
        wait_until(lambda: all(map(is_read, pipes[:jobs])))
        process.send_signal(signal.SIGINT)
        return process.communicate(timeout=30), process.returncode


def is_read(pipe):
    """Whether somebody has read what was written into the pipe, and so waits for more."""
    return fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)) == bytes(4)


def test_ctrl_c_ends_a_run_with_what_was_found(endless):
    (said, errors), status = interrupted(endless, "text", 1)
    assert status == 130
    assert said.splitlines()[0] == "2 records, 2 deals, 44 turns: no finding"
    assert said.splitlines()[-1] == "interrupted: what comes behind was not read"
    assert errors == ""


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("form", begun(["json", "sarif", "ndjson"], 2))
def test_an_interrupted_report_is_whole(endless, form, jobs):
    (said, errors), status = interrupted(endless, form, jobs)
    assert (status, errors) == (130, "Interrupted: what comes behind was not read.\n")
    if form == "json":
        whole = json.loads(said)
        # Answers of other processes may still be on their way.
        assert len(whole["records"]) == 2 or jobs == 2
        assert whole["summary"]["records"] == len(whole["records"])
        assert whole["summary"]["interrupted"]
    elif form == "sarif":
        (log,) = json.loads(said)["runs"]
        assert log["tool"]["driver"]["name"] == "mjlog"
        assert log["invocations"] == [
            {"executionSuccessful": False, "exitCode": 130, "exitSignalName": "SIGINT"}
        ]
    else:
        assert all(json.loads(line)["deals"] == 1 for line in said.splitlines())


@pytest.mark.skipif(
    not Path("/proc/self/task").exists(), reason="this system does not list processes as files"
)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_the_workers_end_with_the_run(endless, number):
    paths, pipes = endless
    with checking(paths, "--jobs", "2") as process:
        wait_until(lambda: all(map(is_read, pipes)))
        workers = children(process.pid)
        assert len(workers) >= 2
        process.send_signal(number)
        assert process.wait(timeout=30) in {-number, 128 + number}
    wait_until(lambda: not any(map(is_running, workers)))


def children(pid):
    """The processes that a process has started."""
    return [
        int(child)
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    ]


def is_running(pid):
    """Whether the process is there, and not only its name.

    Which its parent has not asked for yet.
    """
    try:
        return (
            Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
            != "Z"
        )
    except OSError:
        return False
