"""Measure the editor: the time from a key to findings, and in a browser to colours.

    python benchmarks/bench_edit.py

The texts are a deal of 801 steps with hundreds of faults, a real game of 12 deals, and a game of 60
deals with a fault in each. One turn after the other is changed, as by typing.
"""

from __future__ import annotations

import gc
import logging
import random
import re
import shutil
import statistics
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from time import perf_counter
from typing import Any, Final

from werkzeug.serving import make_server

from mjlog.editor.record_text import Memory, RecordText
from webviewer import create_app
from webviewer.service.running import COLLECTED

try:
    from playwright.sync_api import sync_playwright
except ImportError:
    sync_playwright = None  # type: ignore[assignment]

PROGRAMS: Final = ("chromium-headless-shell", "chromium", "chromium-browser")
SAMPLES: Final = Path(__file__).parents[1] / "samples"
GAME: Final = (SAMPLES / "riichi" / "game-four-players.mjl").read_text("utf-8")
STEPS: Final = 801
KEYS: Final = 60
_TURN: Final = re.compile(r"(?<=[ :])[1-9][mps]\.")
_COLOURS: Final = """async () => {
  const { view } = document.getElementById("editor");
  const times = [];
  for (let key = 0; key < 200; key += 1) {
    const at = view.state.selection.main.head;
    const begun = performance.now();
    view.dispatch({ changes: { from: at, insert: "5" }, userEvent: "input.type" });
    view.contentDOM.getBoundingClientRect(); // lays the page out
    times.push(performance.now() - begun);
    view.dispatch({ changes: { from: at, to: at + 1 } });
    await new Promise((go) => setTimeout(go, 5));
  }
  return times;
}"""
_FINDINGS: Final = """async () => {
  const list = document.getElementById("findings");
  const { view } = document.getElementById("editor");
  const times = [], whole = [];
  const changed = (what, how) => new Promise((seen) => {
    const watch = new MutationObserver(() => { watch.disconnect(); seen(); });
    watch.observe(what, how);
  });
  for (let key = 0; key < 40; key += 1) {
    const told = changed(list, { childList: true });
    const explained = changed(document.body, { attributeFilter: ["data-judged"] });
    const tiles = [...view.state.doc.toString().matchAll(/(?<=[ :])[1-9](?=[mps]\\.)/g)];
    const at = tiles[(key * 37) % tiles.length].index, rank = String(1 + (key * 5) % 9);
    const begun = performance.now();
    view.dispatch({ changes: { from: at, to: at + 1, insert: rank }, userEvent: "input.type" });
    await told;
    times.push(performance.now() - begun);
    await explained;
    whole.push(performance.now() - begun);
    await new Promise((go) => setTimeout(go, 400));
  }
  return [times, whole];
}"""


def long_deal() -> str:
    """Return a deal that goes on far behind the end of its wall."""
    lines = GAME.partition("\n@ E1.1")[0].splitlines()
    turns = [number for number, line in enumerate(lines) if line[:1].isdigit()]
    faces = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
    chance = random.Random(3)
    more = [
        f"{number}. A:{' '.join(chance.choice(faces) + '.' for _ in 'ABCD')}"
        for number in range(len(turns), STEPS // 8 + 1)
    ]
    return "\n".join([*lines[: turns[-1]], *more, "draw wall", ""])


def long_game() -> str:
    """Return a game of 60 deals, each with a total that is wrong."""
    head, *deals = GAME.split("\n@ ")
    wrong = [re.sub(r"^score [0-9]+", "score 1", deal, flags=re.MULTILINE) for deal in deals]
    return "\n@ ".join([head, *wrong * 5])


def versions(text: str) -> list[str]:
    """Return the text with one tile of play changed, again and again at other places."""
    chance = random.Random(5)
    places = list(_TURN.finditer(text))
    texts = []
    for _ in range(KEYS):
        place = chance.choice(places)
        tile = f"{chance.randrange(1, 10)}{chance.choice('mps')}."
        texts.append(text[: place.start()] + tile + text[place.end() :])
    return texts


def tell(name: str, seconds: list[float]) -> None:
    """Print the median and the 95th percentile in milliseconds."""
    ordered = sorted(1000 * each for each in seconds)
    p95 = ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]
    print(f"  {name:<44} median {statistics.median(ordered):6.1f} ms, p95 {p95:6.1f} ms")


def timed(work: Callable[[str], object], texts: list[str]) -> list[float]:
    """Return the seconds that the work takes for each text except the first."""
    seconds = []
    for text in texts:
        begun = perf_counter()
        work(text)
        seconds.append(perf_counter() - begun)
    return seconds[1:]


def in_a_browser(text: str) -> None:
    """Measure in Chromium the time from a key to colours and to findings."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if sync_playwright is None or program is None:
        print("  no playwright or no Chromium: nothing is measured in a browser")
        return
    server = make_server("127.0.0.1", 0, create_app(None), threaded=True)
    Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as programs:
        browser = programs.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page: Any = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/edit")
        page.wait_for_selector("#findings > *")
        page.set_input_files(
            "input[type=file]", {"name": "a", "mimeType": "text/plain", "buffer": text.encode()}
        )
        page.wait_for_selector("#findings li")
        page.wait_for_timeout(2000)
        tell("a key to colours, in Chromium", [each / 1000 for each in page.evaluate(_COLOURS)])
        page.wait_for_timeout(2000)
        first, whole = page.evaluate(_FINDINGS)
        tell("a key to findings, in Chromium", [each / 1000 for each in first])
        tell("a key to their explanations, in Chromium", [each / 1000 for each in whole])
        browser.close()
    server.shutdown()


def main() -> None:
    """Print the figures."""
    gc.set_threshold(*COLLECTED)  # as in the server
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    client = create_app(None).test_client()
    texts = {
        "801 steps, 312 findings": long_deal(),
        "12 deals": GAME,
        "60 deals, each with a fault": long_game(),
    }
    for name, text in texts.items():
        print(name)
        memory = Memory()

        def problems(typed: str, memory: Memory = memory) -> object:
            return RecordText(typed, memory=memory).problems()

        def glanced(typed: str, draft: str = name) -> object:
            sent = {"text": typed, "draft": draft, "glance": "1"}
            return client.post("/edit/findings", data=sent)

        def asked(typed: str, draft: str = name) -> object:
            return client.post("/edit/findings", data={"text": typed, "draft": draft})

        tell("language server", timed(problems, versions(text)))
        tell("the same, nothing kept", timed(lambda t: RecordText(t).problems(), versions(text)))
        tell("the page's server, at a glance", timed(glanced, versions(text)))
        tell("the page's server, whole", timed(asked, versions(text)))
        if "801" in name:
            in_a_browser(text)


if __name__ == "__main__":
    main()
