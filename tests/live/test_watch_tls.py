"""Spectators are shown tables over HTTPS, by the authority of the tables' own server."""

from __future__ import annotations

import ssl
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner
from kit.live import begun, let_in, live_app, send
from kit.services import started

from mjlog.cli.main import main
from mjlog.cli.recording import live as cli_live
from webviewer.live.access import tables_of

pytest.importorskip("cryptography", reason="cryptography is not installed")
WORKERS, ALONE = "granian", "one process"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A table where something was played."""
    app = live_app(tmp_path)
    begun(app, "t1", "riichi/1 preset=tenhou")
    send(let_in(app, "scribe", "t1"), "t1", "A:1z", "2s-8m", "win C ? from A")
    tables_of(app).close()
    return tmp_path


def without_workers(tmp_path: Path) -> str:
    """Where Python finds a package of that name first that cannot be imported."""
    broken = tmp_path / "without" / "granian"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text("raise ImportError(__name__)\n")
    return str(broken.parent)


@pytest.mark.parametrize("server", [WORKERS, ALONE])
def test_who_trusts_the_venue_sees_its_tables(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, server: str
) -> None:
    if server == WORKERS:
        pytest.importorskip("granian", reason="granian is not installed")
        more = {}
    else:
        more = {"PYTHONPATH": without_workers(tmp_path_factory.mktemp("path"))}
    ledger = (folder / "t1.mjl").read_bytes()
    words = ["watch", folder, "--port", "0", "--tls", "--delay", "0", "--hands", "result"]
    with started(words, r"late: https://127.0.0.1:(\d+)/watch/", **more) as (_, port):
        kept = folder / ".live" / "tls"
        trusting = ssl.create_default_context(cafile=str(kept / "authority.pem"))
        for page, words_in_it in (("t1", b"Ann"), ("authority.pem", b"BEGIN CERTIFICATE")):
            # Our own server on this machine.
            address = f"https://localhost:{port}/watch/{page}"
            with urllib.request.urlopen(address, context=trusting, timeout=20) as answer:
                assert words_in_it in answer.read()
        with pytest.raises(OSError, match="CERTIFICATE_VERIFY_FAILED"):
            urllib.request.urlopen(f"https://localhost:{port}/watch/", timeout=20)
    assert (folder / "t1.mjl").read_bytes() == ledger
    assert {path.name for path in kept.iterdir()} == {
        "authority.pem", "authority-key.pem", "watch-server.pem", "watch-key.pem"
    }  # fmt: skip


def test_both_servers_of_a_venue_have_one_authority_and_files_of_their_own(tmp_path: Path) -> None:
    from webviewer.service.certificates import certificates  # noqa: PLC0415

    recording, showing = (certificates(tmp_path, ["venue"], of) for of in ("", "watch-"))
    assert recording.authority == showing.authority
    assert recording.fingerprint == showing.fingerprint
    shown = {path.read_bytes() for path in (*recording[1:3], *showing[1:3])}
    assert len(shown) == len(recording[1:3]) + len(showing[1:3])


def test_without_the_package_the_command_says_what_to_install(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli_live, "find_spec", lambda _name: None)
    told = CliRunner().invoke(main, ["watch", str(folder), "--tls"])
    assert told.exit_code == 2
    assert "pip install 'mjlog[live]'" in told.output


def test_a_folder_that_cannot_be_written_is_told_in_one_line(folder: Path) -> None:
    (folder / ".live" / "tls").write_text("no folder")
    told = CliRunner().invoke(main, ["watch", str(folder), "--tls"])
    assert told.exit_code == 1
    assert "certificates cannot be written there" in told.output
