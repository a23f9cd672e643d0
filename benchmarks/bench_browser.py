"""Measure the viewer as visitors use it: the first view, a page, a step, a leap.

The first view is measured in bytes and requests. Bytes are those that a browser receives, with
headers.

A step is measured in Chromium from the key to the new layout. The event is dispatched to the page,
then the layout is queried: handlers, styles and layout count, painting does not. `frame` is the
time from the key to the end of the frame that shows the step, on a screen without vertical sync.
`cpu` is the time that the page's thread works on a step: first on scripts, styles and layout (with
links, title, address and the text read aloud, which are updated later), then on everything with
painting. `first` is the first page of a deal from a viewer that has shown another one.

On a busy machine all times are longer; `cpu` is least affected.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from threading import Thread
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, Final

from werkzeug.serving import WSGIRequestHandler, make_server

from webviewer import create_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Request

SAMPLES: Final = Path(__file__).parents[1] / "samples"
DEALS: Final = (
    "american-recorded-wall/d1",
    "riichi-game-four-players/d5",
    "riichi-wall-recorded/d1",
    "taiwanese-last-tile/d1",
    "taiyuan-pung-of-the-last-discard/d1",
    "tibet-furiten-draws-its-tile/d1",
)
"""Of each rule set what is longest, and has most on the table."""
OTHER: Final = "/r/tibet-tibet-7/d1/s0"
BARS: Final = "bars: 40 KB, 6 requests, deal 4 KB, page 15 ms; step 4 / 16 ms, leap 50 ms"
SWITCHES: Final = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-gpu-vsync",
    "--disable-frame-rate-limit",
]
PAGES: Final = 60
PROGRAMS: Final = ("chromium", "chromium-browser", "chromium-headless-shell")
BROWSER: Final = {"Accept-Encoding": "gzip, deflate, br, zstd"}
WALK: Final = """async (leaping) => {
  const next = () => new Promise((done) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = done;
    channel.port2.postMessage(0);
  }));
  const rest = (ms) => new Promise((done) => setTimeout(done, ms));
  const laid = () => document.body.offsetHeight +
    document.querySelector(".table").getBoundingClientRect().height;
  const press = async (key) => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    const begin = performance.now();
    document.dispatchEvent(event);
    laid();
    const end = performance.now();
    await next();
    return [end - begin, performance.now() - begin];
  };
  const leap = async (to) => {
    const slider = document.querySelector("#seek");
    slider.value = to;
    const begin = performance.now();
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    laid();
    const end = performance.now();
    await next();
    return end - begin;
  };
  const last = Number(document.querySelector("#seek").max), steps = [], leaps = [];
  for (const key of leaping ? [] : ["ArrowRight", "ArrowLeft"])
    for (let step = 0; step < last; step++) steps.push(await press(key));
  await rest(400);
  if (leaping) for (let n = 0; n < 60; n++)
    leaps.push(await leap(n % 2 ? (n * 37) % (last + 1) : n % 4 ? last : 0));
  return { steps: steps.map(([step]) => step), frames: steps.map(([, frame]) => frame), leaps };
}"""


class Silent(WSGIRequestHandler):
    """A request handler that logs nothing."""

    def log(self, *_args: object, **_named: object) -> None:
        """Log nothing."""


def main() -> int:
    """Print the figures; return 0."""
    chromium = next(filter(None, map(shutil.which, PROGRAMS)), None)
    print(f"  {BARS}; load {os.getloadavg()[0]:.1f}")
    for name in DEALS:
        print(f"  {name:36} {served(name)}", flush=True)
    if chromium is None or find_spec("playwright") is None:
        print(
            f"  no steps: "
            f"{'playwright is not installed' if chromium else 'no Chromium on this machine'}"
        )
        return 0
    # If it is not installed, the rest is still measured.
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    with serving(create_app(SAMPLES)) as site, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=SWITCHES)
        for name in DEALS:
            print(f"  {name:36} {walked(browser, f'{site}/r/{name}/s0')}", flush=True)
        browser.close()
    return 0


def served(name: str) -> str:
    """Measure a deal's pages on the server, and return a line about them."""
    client = create_app(SAMPLES).test_client()
    client.get(OTHER)
    cold = timed(lambda: client.get(f"/r/{name}/s0"))
    address = f"/r/{name}/steps.json"
    last = client.get(address).get_json()["last"]
    begun = process_time()
    times = [
        timed(lambda at=at: client.get(f"/r/{name}/s{at % (last + 1)}", headers=BROWSER))
        for at in range(0, 7 * PAGES, 7)
    ]
    cpu = (process_time() - begun) * 1000 / len(times)
    size = len(client.get(address, headers=BROWSER).data)
    page = f"page p50 {median(times):4.1f} p95 {part(times, 95):4.1f} cpu {cpu:4.1f} ms"
    return f"deal {size:5,} bytes  {page}  first {cold:4.0f} ms"


def timed(work: Any) -> float:
    """Return the milliseconds that the work takes."""
    begin = perf_counter()
    work()
    return (perf_counter() - begin) * 1000


def part(times: list[float], percent: int) -> float:
    """Return the time that `percent` per cent of the times do not exceed."""
    return sorted(times)[min(len(times) - 1, len(times) * percent // 100)]


def walked(browser: Browser, url: str) -> str:
    """Step through a deal forth and back, then leap in it; return a line of figures."""
    context = browser.new_context(viewport={"width": 1240, "height": 900})
    page = context.new_page()
    asked: list[Request] = []
    # Playwright cannot set its attributes on a built-in method.
    page.on("request", lambda request: asked.append(request))  # noqa: PLW0108
    page.goto(url, wait_until="load")
    sizes = [received(each) for each in asked if each.response()]
    meter = context.new_cdp_session(page)
    meter.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = worked(meter)
    found = page.evaluate(WALK, False)
    steps, frames = found["steps"], found["frames"]
    cpu, all_of_it = (
        (now - was) * 1000 / len(steps) for now, was in zip(worked(meter), before, strict=True)
    )
    leaps = page.evaluate(WALK, True)["leaps"]
    context.close()
    return (
        f"first view {sum(sizes) / 1024:4.1f} KB, {len(sizes)} requests"
        f"  step {median(steps):4.1f} / {part(steps, 95):4.1f}"
        f"  frame {median(frames):4.1f} / {part(frames, 95):4.1f}  cpu {cpu:4.1f} of "
        f"{all_of_it:4.1f}"
        f"  leap {median(leaps):4.1f}, at most {max(leaps):4.1f} ms"
    )


def received(request: Request) -> int:
    """Return the bytes received for a request, with headers."""
    sizes = request.sizes()
    return sizes["responseHeadersSize"] + sizes["responseBodySize"]


def worked(meter: CDPSession) -> tuple[float, float]:
    """Return the seconds the page's thread spent on scripts, styles and layout, and in total."""
    told = {
        each["name"]: float(each["value"])
        for each in meter.send("Performance.getMetrics")["metrics"]
    }
    return sum(told[f"{what}Duration"] for what in ("Script", "RecalcStyle", "Layout")), told[
        "TaskDuration"
    ]


@contextmanager
def serving(app: Any) -> Iterator[str]:
    """Serve the application on a free port while the block runs; yield its address."""
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Silent)
    server.daemon_threads = True
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


if __name__ == "__main__":
    sys.exit(main())
