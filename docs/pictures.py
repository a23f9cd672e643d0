"""Draw the pictures of docs/pictures: tables by mjlog.svg, and the viewer's pages by a browser.

    python docs/pictures.py [--tables]

Pages need Playwright and Chromium; with ``--tables`` only tables are drawn, which needs only mjlog.
Sizes, colours and language are fixed. Fonts are those of the machine and, for Chinese and Japanese,
of the package with which score sheets are printed. Tiles need no font.
"""

import base64
import io
import logging
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Final, NamedTuple

from pypdfium2 import PdfDocument

import mjlog
from mjlog.paper.form import form_of
from mjlog.paper.printing import Occasion, printed
from mjlog.picture.svg import svg

ROOT: Final = Path(__file__).resolve().parents[1]
HOME: Final = ROOT / "docs" / "pictures"
SAMPLES: Final = ROOT / "samples"
EXAMPLES: Final = ROOT / "docs" / "examples"
QUALITY: Final = 82
DRAWN: Final = 700
"""Milliseconds until tiles are drawn whose file has come."""
PROGRAMS: Final = ("chromium", "chromium-browser", "chromium-headless-shell")


class Table(NamedTuple):
    """A table to draw: a record below samples, a step of its first deal, the seat at the bottom."""

    record: str
    step: int | None
    seat: str = "A"


class Page(NamedTuple):
    """A page of the viewer to photograph: its address, the window's size, the colours.

    Also the part that is shown, the file whose text is pasted first, what is clicked, and whether a
    photograph of a sheet is uploaded.
    """

    url: str
    width: int = 1240
    height: int = 900
    scheme: str = "light"
    part: str = ""
    pasted: str = ""
    opened: str = ""
    is_photographed: bool = False


class Live(NamedTuple):
    """The page of a table being recorded: its rules, the typed lines, the level of detail."""

    rules: str
    lines: tuple[str, ...]
    level: str = "results"


TABLES: Final = {
    "american": Table("american/jokers", None),
    "riichi": Table("riichi/double-ron", 112),
    "taiwanese": Table("taiwanese/flowers-in-play", None),
    "taiyuan": Table("taiyuan/everything-fair-copy", 79),
    "tibet": Table("tibet/tibet-riichi", None),
}
PAGES: Final = {
    "step": Page("/r/taiyuan-everything-fair-copy/d1/s79"),
    "step-dark": Page("/r/taiyuan-everything-fair-copy/d1/s79", scheme="dark"),
    "phone": Page("/r/riichi-double-ron/d1/s112", 390, 844),
    "phone-dark": Page("/r/riichi-double-ron/d1/s112", 390, 844, "dark"),
    "result": Page("/r/broken-taiyuan-pay-seats/d1/s88?tab=result", height=1500, part=".end"),
    "audit": Page("/r/broken-taiyuan-ready-shelf/audit", height=820),
    "records": Page("/", height=720),
    "sheets": Page("/sheets", 1000, 900, pasted="club-sheet.csv"),
    "paper": Page("/r/taiyuan-everything-fair-copy/d1/print", 900, 1150),
    "paper-ask": Page("/sheets", 390, 700, is_photographed=True),
}


LIVE: Final = {
    "live-worth": Live("riichi/1 preset=tenhou", ("win C ? from A", "ready C")),
    "live-check": Live(
        "riichi/1 preset=tenhou", ("win C ? from A", "ready C", "fan C han 3, fu 30")
    ),
    "live-play": Live(
        "taiyuan/1 start_points=100 dealer_loss_point=in_hand_value",
        ("n s *-6m e 4p w 5p r 8p g 6s 3p 6p r 1s g w 6s 6p 1p n 9s _ _ 1s 8p",),
        "play",
    ),
}
NAMES: Final = ("Wang Li", "Zhao Min", "Chen Bo", "Liu Yan")


def tables() -> Iterator[tuple[str, str]]:
    """Yield the file name and the SVG of each table."""
    for name, shown in TABLES.items():
        game = mjlog.read((SAMPLES / f"{shown.record}.mjl").read_bytes())
        yield f"table-{name}.svg", svg(game, step=shown.step, seat=shown.seat, size=640)


def pages() -> Iterator[tuple[str, bytes]]:
    """Yield the file name and the picture of each page."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  tables are drawn without it

    with serving() as site, sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, PROGRAMS)), None)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, shown in PAGES.items():
            yield f"{name}.webp", photograph(browser, site, shown)
        yield from venue(browser)
        browser.close()
    yield from live_pages()


def live_pages() -> Iterator[tuple[str, bytes]]:
    """Yield the file name and the picture of tables being recorded on a phone."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    path = next(filter(None, map(shutil.which, PROGRAMS)), None)
    with (
        TemporaryDirectory() as folder,
        live(Path(folder)) as (site, app),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for number, (name, table) in enumerate(LIVE.items(), 7):
            yield f"{name}.webp", live_page(browser, site, link_to(app, str(number), table), table)
        browser.close()


def link_to(app: Any, name: str, table: Live) -> str:
    """Record the typed lines at a table, and return a scribe's link to it."""
    from mjlog.live.tables import Sent  # noqa: PLC0415
    from webviewer.live.access import devices_of, tables_of  # noqa: PLC0415

    heads = [f"{seat}: {player}" for seat, player in zip("ABCD", NAMES, strict=True)]
    made = tables_of(app).create(name, [f"Rules: {table.rules}", *heads, "Clock: UTC+08:00"])
    made.take([Sent(f"line-{place:04d}", line) for place, line in enumerate(table.lines)], "S1")
    return f"/live/in/{devices_of(app).invite('scribe', name)}"


def live_page(browser: Any, site: str, link: str, table: Live) -> bytes:
    """Return a picture of a table's page on a phone."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="en"
    )
    page = context.new_page()
    page.goto(site + link)
    page.click("main button")
    page.wait_for_selector("#table[data-kept]")
    if table.level != "results":
        page.click("#levels summary")
        page.click("#levels button:nth-of-type(2)")
        page.click("#levels summary")
    page.evaluate("scrollTo(0, 0)")
    page.evaluate(
        "async (url) => { await (await fetch(url)).text(); }",
        page.get_attribute("#table", "data-sprite"),
    )
    page.wait_for_timeout(DRAWN)
    return _shot(context, page, {"x": 0, "y": 0, "width": 390, "height": 844}, beyond=False)


def venue(browser: Any) -> Iterator[tuple[str, bytes]]:
    """Yield pictures of a venue's screens and the referee's desk, midway through the rehearsal."""
    sys.path.insert(0, str(ROOT / "tests"))
    from kit.rehearsal import TABLES as NAMES  # noqa: PLC0415  it needs the tests
    from kit.rehearsal import Rehearsal, Server  # noqa: PLC0415

    with TemporaryDirectory() as folder:
        made = Rehearsal(Path(folder), 1, 8, lambda _words: None)
        made.prepare()
        yield "venue-cards.webp", photograph(browser, made.folder.as_uri(), VENUE["cards"])
        made.server = Server(made.games)
        try:
            made.let_everybody_in()
            made.deal(1)
            made.scribes[NAMES[0]].type(NAMES[0], "@", *PLAYED)
            made.scribes[NAMES[0]].post(f"/live/{NAMES[0]}/call", CALLED)
            cookies = [
                {"name": each.name, "value": each.value or "", "url": made.server.address}
                for each in made.referee.jar
            ]
            for name in ("screen", "desk"):
                shown = photograph(browser, made.server.address, VENUE[name], cookies)
                yield f"venue-{name}.webp", shown
        finally:
            made.server.end()


PLAYED: Final = [
    "1z",
    "4z.",
    "9m",
    "2z",
    "1p",
    "b:+11p-9s",
    "6z.",
    "8s",
    "3p",
    "7z",
    "win B ? from A",
]
CALLED: Final = {"by": "A", "reason": "B shows no hand that may win"}
VENUE: Final = {
    "cards": Page("/cards.html", 800, 620),
    "screen": Page("/watch/", 1240, 900),
    "desk": Page("/live/desk/", 1240, 900, opened=".seen-table .case"),
}


def photograph(
    browser: Any, site: str, shown: Page, cookies: Sequence[dict[str, str]] = ()
) -> bytes:
    """Return a page, or a part of it, as WebP."""
    size = {"width": shown.width, "height": shown.height}
    context = browser.new_context(
        viewport=size, color_scheme=shown.scheme, locale="en", reduced_motion="reduce"
    )
    context.add_cookies([*cookies])
    page = context.new_page()
    page.goto(site + shown.url)
    if shown.opened:
        page.click(shown.opened)
    if shown.pasted:
        page.fill("#text", (EXAMPLES / shown.pasted).read_text(encoding="utf-8"))
        page.click("#look details button")
    if shown.is_photographed:
        file = {"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": photographed_sheet()}
        page.set_input_files("#file", file)
        page.click("#look button")
        page.wait_for_selector(".asking")
    page.wait_for_load_state("networkidle")
    box = page.locator(shown.part).bounding_box() if shown.part else {"x": 0, "y": 0} | size
    return _shot(context, page, box, beyond=bool(shown.part))


def _shot(context: Any, page: Any, box: dict[str, float], *, beyond: bool) -> bytes:
    asked = {
        "format": "webp",
        "quality": QUALITY,
        "captureBeyondViewport": beyond,
        "clip": box | {"scale": 1},
    }
    answer = context.new_cdp_session(page).send("Page.captureScreenshot", asked)
    context.close()
    return base64.b64decode(answer["data"])


@contextmanager
def serving() -> Iterator[str]:
    """Serve the viewer of the samples while the block runs; yield its address."""
    from webviewer import create_app  # noqa: PLC0415

    with answering(create_app(SAMPLES)) as site:
        yield site


@contextmanager
def live(folder: Path) -> Iterator[tuple[str, Any]]:
    """Serve the tables of a folder while the block runs; yield the address and the application."""
    from webviewer import create_app  # noqa: PLC0415
    from webviewer.live import install  # noqa: PLC0415

    app = create_app()
    install(app, folder)
    with answering(app) as site:
        yield site, app


@contextmanager
def answering(app: Any) -> Iterator[str]:
    """Serve an application while the block runs; yield its address."""
    from werkzeug.serving import make_server  # noqa: PLC0415  tables are drawn without it

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def score_sheet() -> bytes:
    """Return a picture of a score sheet as `mjlog tournament paper` prints it."""
    occasion = Occasion("Spring Cup", 1, 2, ("Ana", "Zhao Min 赵敏", "Eva", "田中 D."))
    sheet = printed([(form_of("riichi/1 preset=ema-2016"), occasion)], "en").pdf
    stream = io.BytesIO()
    PdfDocument(sheet)[0].render(scale=1.5).to_pil().save(stream, "webp", quality=60)
    return stream.getvalue()


def photographed_sheet() -> bytes:
    """Return a photograph of a sheet filled in as by the tests, with one amount crossed out."""
    sys.path.insert(0, str(ROOT / "tests"))
    from kit.photographs import Hand, photographed, values_of  # noqa: PLC0415

    from mjlog.bots.generate import games  # noqa: PLC0415

    values = values_of(next(games("taiwanese", seed=77, deals=16, fast=True)))
    hand, form = Hand(77), form_of("taiwanese")
    page = hand.fill(form, values)
    for box in form.cells()[next(key for key in values if key[1] == "change")][1:]:
        hand.cross_out(page, box)
    return photographed(page, 77)


def add_fonts(folder: Path) -> None:
    """Let browsers started from here also find the fonts of score sheets."""
    packages = [find_spec(name) for name in ("fontpkg_noto_sans", "manimgx_fonts_cjk")]
    folders = [Path(str(package.origin)).parent for package in packages if package]
    listed = "".join(f"<dir>{path}</dir>" for path in folders)
    path = folder / "fonts.conf"
    usual = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>'
    path.write_text(f"<fontconfig>{usual}{listed}</fontconfig>", encoding="utf-8")
    os.environ["FONTCONFIG_FILE"] = str(path)


def main(words: list[str]) -> None:
    """Write the pictures, and print their sizes."""
    HOME.mkdir(exist_ok=True)
    for name, text in tables():
        (HOME / name).write_text(text, encoding="utf-8")
    (HOME / "score-sheet.webp").write_bytes(score_sheet())
    if "--tables" not in words:
        with TemporaryDirectory() as folder:
            add_fonts(Path(folder))
            for name, data in pages():
                (HOME / name).write_bytes(data)
    for file in sorted(HOME.iterdir()):
        print(
            f"{file.relative_to(ROOT)}: {(file.stat().st_size + 512) // 1024} KB", file=sys.stderr
        )


if __name__ == "__main__":
    main(sys.argv[1:])
