"""The files of docs/deploy are what the programs that read them take."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.places import ROOT
from webviewer.service.settings import Settings, settings_of_environment, settings_of_file

DEPLOY = ROOT / "docs" / "deploy"
PAGE = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")


def test_the_settings_are_taken() -> None:
    settings = Settings.of(
        settings_of_environment({"MJLOG_ARCHIVE": "x"}), settings_of_file(DEPLOY / "mjlog.toml")
    )
    assert (settings.archive, settings.workers, settings.is_open) == ("x", 2, True)


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd is not installed")
    unit = (DEPLOY / "mjlog.service").read_text(encoding="utf-8")
    (tmp_path / "mjlog.service").write_text(unit.replace("/opt/mjlog/bin/mjlog", sys.executable))
    words = [program, "verify", "--man=no", str(tmp_path / "mjlog.service")]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    assert "mjlog.service" not in done.stderr.replace("postgresql.service", "")


def test_nginx_takes_its_file(tmp_path: Path) -> None:
    nginx, openssl = shutil.which("nginx", path="/usr/sbin:/usr/bin"), shutil.which("openssl")
    if nginx is None or openssl is None:
        pytest.skip("nginx or openssl is not installed")
    subject = ["-subj", "/CN=games.example.org", "-days", "2", "-nodes"]
    keys = ["-keyout", str(tmp_path / "privkey.pem"), "-out", str(tmp_path / "fullchain.pem")]
    make = [openssl, "req", "-x509", "-newkey", "rsa:2048", *keys, *subject]
    subprocess.run(make, check=True, capture_output=True, timeout=60)
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    site = site.replace("/etc/letsencrypt/live/games.example.org", str(tmp_path))
    whole = f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n{site}\n}}\n"
    (tmp_path / "nginx.conf").write_text(whole)
    words = [nginx, "-t", "-q", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    assert "[emerg]" not in done.stderr.replace("bind()", ""), done.stderr


def test_the_container_copies_what_is_there() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    assert re.findall(r"^(?:FROM|RUN|COPY|CMD|USER) ", text, re.MULTILINE)
    (lock,) = re.findall(r"-r (\S+)", text)
    assert (ROOT / lock).is_file()


def test_the_page_names_every_file() -> None:
    for file in DEPLOY.iterdir():
        assert f"deploy/{file.name}" in PAGE
