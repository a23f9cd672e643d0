"""Pages in a real browser."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FAIR_COPY = "/r/taiyuan-everything-fair-copy/d1"
PATIENCE = 120_000
"""Milliseconds that a busy machine may take."""
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""Names of Chromium's programs; the first one draws no window, and is twice as fast."""
SWITCHES = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def program() -> str | None:
    """The path of a Chromium, if there is one."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def kill_browsers() -> None:
    """Kill every Chromium that this process has started."""
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if child.name().startswith("chrom"):
                child.kill()


@contextmanager
def opened(
    browser: Browser, site: str, url: str = "", *, scripts: bool = True, width: int = 1240
) -> Iterator[Page]:
    """A page in a browser that knows nothing yet; fails when anything is said on its console."""
    context = browser.new_context(
        base_url=site,
        java_script_enabled=scripts,
        viewport={"width": width, "height": 900},
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda problem: said.append(str(problem)))
    page.on("dialog", lambda dialog: said.append(dialog.message))
    page.goto(url or "/")
    yield page
    context.close()
    assert said == []


def at(page: Page, step: int) -> None:
    """Waits until the page shows that step, in its address as well."""
    page.wait_for_url(re.compile(rf"/s{step}(\?.*)?$"))
    page.wait_for_selector(f"#record[data-step='{step}']")


def last_step(page: Page) -> int:
    """The last step of the deal that the page shows."""
    return int(page.get_attribute("#goto", "max"))
