"""A venue: an origin that is not this machine, by plain HTTP and by HTTPS."""

from __future__ import annotations

import re
import socket
import ssl
import urllib.request
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from kit.browsers import PATIENCE, SWITCHES
from kit.live import ARE_WAITING, NOTHING_WAITS, enter_by
from kit.services import started

from mjlog.cli.recording.live import _own_names, qr_code, reached_at
from mjlog.notation import read

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
NAME = "venue.test"


class Venue(NamedTuple):
    """A server that runs: its folder, its port, the path of the scribe's link."""

    folder: Path
    port: int
    link: str


@contextmanager
def venue(folder: Path, *more: str) -> Iterator[Venue]:
    words = ["live", folder, "--host", "127.0.0.1", "--name", NAME, "--tables", "1"]
    with started([*words, "--rules", "riichi/1", *more], r"table 1, once: (.*)") as (_, link):
        yield Venue(folder, int(re.search(r":([0-9]+)/", link)[1]), link)  # type: ignore[index]


@contextmanager
def scribe(browser: Browser, at: Venue, *switches: str) -> Iterator[Page]:
    """A device that knows the venue by its name alone, and is let in."""
    rules = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
    kind = browser.browser_type
    program = kind.launch(executable_path=chromium_of(browser), args=[*SWITCHES, rules, *switches])
    context = program.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    enter_by(page, at.link)
    page.fill("#player-A", "Ann")
    for seat in "BCD":
        page.fill(f"#player-{seat}", seat)
    page.click(".new-game .big")
    page.wait_for_selector("#panel[data-kind]")
    yield page
    program.close()


def chromium_of(_browser: Browser) -> str:
    from kit.browsers import program  # noqa: PLC0415

    found = program()
    assert found
    return found


def enter(page: Page, text: str) -> None:
    page.fill("#line", text)
    page.press("#line", "Enter")


def written(at: Venue) -> list[str]:
    deal = read((at.folder / "1.mjl").read_bytes()).deals[0]
    return [entry.text for entry in deal.ledger]


def test_over_plain_http_a_page_keeps_and_sends_while_it_is_open(
    browser: Browser, tmp_path: Path
) -> None:
    with venue(tmp_path, "--venue") as at, scribe(browser, at) as page:
        assert at.link.startswith(f"http://{NAME}:")
        page.wait_for_function("() => document.querySelector('#holds').innerText.includes('HTTPS')")
        page.context.set_offline(True)
        enter(page, "A:1z")
        page.wait_for_function(ARE_WAITING, arg=1)
        page.context.set_offline(False)
        page.wait_for_function(NOTHING_WAITS)
        assert written(at) == ["A:1z"]


def test_over_https_a_page_is_loaded_again_without_a_network(
    browser: Browser, tmp_path: Path
) -> None:
    pytest.importorskip("cryptography", reason="cryptography is not installed")
    with (
        venue(tmp_path, "--venue", "--tls") as at,
        socket.create_connection(("127.0.0.1", at.port)),  # a device that says nothing
    ):
        check_chain(at)
        with scribe(browser, at, f"--ignore-certificate-errors-spki-list={spki(at)}") as page:
            assert page.url.startswith(f"https://{NAME}:")
            assert page.is_hidden("#holds")
            assert all(each["secure"] for each in page.context.cookies())
            page.wait_for_selector("#table[data-kept]")
            page.context.set_offline(True)
            enter(page, "A:1z")
            page.wait_for_function(ARE_WAITING, arg=1)
            page.reload()
            page.wait_for_function(ARE_WAITING, arg=1)
            page.context.set_offline(False)
            page.wait_for_function(NOTHING_WAITS)
        assert written(at) == ["A:1z"]


def spki(at: Venue) -> str:
    """The hash by which this Chromium is told to trust the venue's server."""
    from cryptography import x509  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415
        Encoding,
        PublicFormat,
    )

    shown = x509.load_pem_x509_certificate((at.folder / ".live/tls/server.pem").read_bytes())
    key = shown.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return b64encode(sha256(key).digest()).decode()


def check_chain(at: Venue) -> None:
    """Who trusts the venue's authority trusts its server; nobody else does."""
    authority = at.folder / ".live" / "tls" / "authority.pem"
    trusting = ssl.create_default_context(cafile=str(authority))
    address = f"https://localhost:{at.port}/live/authority.pem"
    # Our own server on this machine.
    with urllib.request.urlopen(address, context=trusting, timeout=20) as answer:
        assert answer.read() == authority.read_bytes()
    with pytest.raises(OSError, match="CERTIFICATE_VERIFY_FAILED"):
        urllib.request.urlopen(address, timeout=20)
    assert (authority.parent / "key.pem").stat().st_mode & 0o077 == 0


def test_a_server_is_reached_by_the_name_that_it_listens_on() -> None:
    assert _own_names("localhost") == ("localhost",)
    assert _own_names("192.168.1.5") == ("192.168.1.5",)
    assert socket.gethostname() in _own_names("::")


def test_qr_codes_are_drawn_in_a_terminal() -> None:
    pytest.importorskip("segno", reason="segno is not installed")
    rows = list(qr_code("http://192.168.1.5:8000/live/in/abc"))
    assert len({len(row) for row in rows}) == 1
    assert set("".join(rows)) == set(" █▀▄")
    assert reached_at("http://0.0.0.0:8000/", "fe80::1") == "http://[fe80::1]:8000/"
