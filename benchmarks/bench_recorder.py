"""Measure the page of a table as a scribe uses it: from a key or a tap to its picture.

    python benchmarks/bench_recorder.py [DISCARDS]

Discards are typed as words, then tapped on an emulated phone, one after the other. `picture` is the
time from the Enter key or the tap to the end of the frame that shows the tile, without waiting for
the screen's next frame (60 in a second). `with the screen` includes that. Painting by other threads
is in neither. `cpu` is the time that the page's thread works on a tap in total, including the
server's answer; `passes` is how often it computes styles and layout. `act` is the time from the tap
to the server's acknowledgement; by then browser and server have both stored the line. On a busy
machine all times except `cpu` are longer.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from kit.services import started

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

BARS: Final = "bars: picture p50 and p95 16 ms, act p95 50 ms"
PROGRAMS: Final = ("chromium-headless-shell", "chromium", "chromium-browser")
SWITCHES: Final = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-gpu-vsync",
    "--disable-frame-rate-limit",
]
LEVELS: Final = (("keys", ""), ("taps", ""), ("taps", "all"))
"""How discards come, and whose hands the scribe sees: of everybody's, a discard takes two taps."""
WATCHED: Final = """() => {
  window.pictures = [];
  window.acts = [];
  const shown = () => document.querySelector("#panel .ghost").textContent +
    document.querySelectorAll(".rivers .row .tile").length;
  const watched = (event) => {
    const begun = event.timeStamp, before = shown();
    let done = performance.now(), waited = null;
    queueMicrotask(() => { done = performance.now(); });
    const look = () => requestAnimationFrame(() => {
      waited ??= performance.now() - done;
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        const picture = performance.now() - begun;
        if (shown() !== before) window.pictures.push([picture - waited, picture]);
        else if (picture < 2000) look();
      };
      channel.port2.postMessage(0);
    });
    look();
    last = begun;
  };
  let last = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((each) =>
    each.name.endsWith("/lines") && window.acts.push(each.responseEnd - last))
  ).observe({ type: "resource" });
  addEventListener("click", (event) => event.isTrusted && event.detail && watched(event), true);
  addEventListener("keydown", (event) => event.key === "Enter" && watched(event), true);
}"""
REST: Final = "() => new Promise((done) => setTimeout(done, 100))"
"""No thumb is faster; what a tap set off is over by then."""
IS_SAVED: Final = """(number) => new Promise((done) => {
  const chip = document.querySelector("#chip");
  const look = () => chip.textContent === `${number} saved` && done();
  new MutationObserver(look).observe(chip, { childList: true, subtree: true, characterData: true });
  look();
})"""


class Work(NamedTuple):
    """The work of the page's thread so far: seconds, and layout passes."""

    all_of_it: float
    script: float
    styles: float
    layout: float
    style_passes: float
    layout_passes: float


METRICS: Final = (
    "TaskDuration",
    "ScriptDuration",
    "RecalcStyleDuration",
    "LayoutDuration",
    "RecalcStyleCount",
    "LayoutCount",
)


def main(discards: int = 60) -> int:
    """Print the figures; return 0."""
    chromium = next(filter(None, map(shutil.which, PROGRAMS)), None)
    print(f"  {BARS}; load {os.getloadavg()[0]:.1f}")
    if chromium is None or find_spec("playwright") is None:
        print(f"  none: {'playwright is not installed' if chromium else 'no Chromium here'}")
        return 0
    # Where it is not installed, other benchmarks still run.
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=SWITCHES)
        for way, seen in LEVELS:
            with TemporaryDirectory() as folder:
                told = recorded(browser, Path(folder), way, seen, discards)
                print(
                    f"  {way}, {f'{seen} hands' if seen else 'public river':12} {told}", flush=True
                )
        browser.close()
    return 0


def recorded(browser: Browser, folder: Path, way: str, seen: str, discards: int) -> str:
    """Record a deal on a new page, and return a line of figures."""
    words = ["live", folder, "--tables", "1", "--port", 0]
    with started(words, r"table 1, once: (.*)") as (_, link):
        context = browser.new_context(
            viewport={"width": 390, "height": 844},
            device_scale_factor=2,
            has_touch=True,
            is_mobile=True,
        )
        page = context.new_page()
        page.goto(link)
        page.tap("main button")
        page.wait_for_load_state()
        page.select_option("select[name=rules]", "riichi/1") if page.query_selector(
            "select[name=rules]"
        ) else None
        page.tap("main form button")
        page.wait_for_selector("#table[data-kept]")
        page.evaluate(
            "(told) => localStorage.setItem('mjlog-live-settings-1', JSON.stringify(told))",
            {"level": "play", "seen": seen},
        )
        page.reload()
        page.wait_for_selector("#panel[data-kind=play]")
        page.evaluate(IS_SAVED, 0)
        told = measured(page, context.new_cdp_session(page), way, seen, discards)
        context.close()
        return told


def measured(page: Page, meter: CDPSession, way: str, seen: str, discards: int) -> str:
    """Enter discards, each after the one before is saved, and return a line of figures."""
    page.evaluate(WATCHED)
    meter.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = worked(meter)
    (typed if way == "keys" else partial(tapped, seen=seen))(page, discards)
    work = Work(*((now - was) / discards for now, was in zip(worked(meter), before, strict=True)))
    pictures, acts = page.evaluate("() => [window.pictures, window.acts]")
    own, seen_at = zip(*pictures, strict=True)
    return (
        f"{len(pictures)} pictures "
        f"p50 {part(own, 50):4.1f} p95 {part(own, 95):4.1f} ms, "
        f"with the screen {part(seen_at, 50):4.1f} / {part(seen_at, 95):4.1f}  "
        f"act p50 {part(acts, 50):4.1f} p95 {part(acts, 95):4.1f} ms  "
        f"cpu {work.all_of_it * 1000:4.1f} ms: script {work.script * 1000:.1f}, "
        f"styles {work.styles * 1000:.1f}, layout {work.layout * 1000:.1f}; "
        f"passes {work.style_passes:.1f} + {work.layout_passes:.1f}"
    )


def typed(page: Page, discards: int) -> None:
    """Type discards as words, each ended by Enter."""
    page.focus("#line")
    for number in range(1, discards + 1):
        page.keyboard.type(f"{number % 9 + 1}{'mps'[number % 3]}")
        page.evaluate(REST)
        page.keyboard.press("Enter")
        page.evaluate(REST)
        page.evaluate(IS_SAVED, number)


def tapped(page: Page, discards: int, *, seen: str) -> None:
    """Tap discards; if hands are `seen`, tap the drawn tile before."""
    boxes = [each.bounding_box() for each in page.query_selector_all(".tiles button")]
    centres = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    for number, (x, y) in enumerate(islice(cycle(centres[:34]), discards), 1):
        for _ in range(2 if seen else 1):
            page.touchscreen.tap(x, y)
            page.evaluate(REST)
        page.evaluate(IS_SAVED, number)


def part(times: Sequence[float], percent: int) -> float:
    """Return the time that `percent` per cent of the times do not exceed."""
    return sorted(times)[min(len(times) - 1, len(times) * percent // 100)]


def worked(meter: CDPSession) -> Work:
    """Return the work of the page's thread so far."""
    told = {
        each["name"]: float(each["value"])
        for each in meter.send("Performance.getMetrics")["metrics"]
    }
    return Work(*(told[name] for name in METRICS))


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
