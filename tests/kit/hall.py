"""A tournament day in real browsers: director, desk, wall, scribes, and a phone for each player.

    python tests/kit/hall.py [--tables 20] [--rounds 3] [--deals 2] [--browsers 4] [--seed 1]

Everybody taps what the pages show. Tables with odd numbers record only results, tables with even
numbers every discard of a made-up deal. Networks are cut and come back, a device loads its page
again, the server is killed. Nothing that was acknowledged may be lost. The records must have no
errors, except the error that one table was given.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from itertools import zip_longest
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Barrier, Event
from typing import TYPE_CHECKING, Final

sys.path.insert(0, str(Path(__file__).parents[1]))


from kit.browsers import PATIENCE, program
from kit.live import NOTHING_WAITS, enter_by
from kit.rehearsal import Server, Wrong, check
from kit.tapping import seen, tap, taps
from mjlog.auditor.audit import audit
from mjlog.bots.generate import games
from mjlog.live.ledgers.fair_copy import fair_copy
from mjlog.model.findings import faults
from mjlog.model.record import SEATS, Deal, Discard, Indicators, Reveal, Show, Tenpai, Win
from mjlog.model.tiles import text as text_of
from mjlog.notation import read

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHANGED: Final = 409
"""Status of the server's answer to a confirmation of a result that has changed in the meantime."""
RULES: Final = "riichi/1 preset=ema-2016"
PHONE: Final = {"width": 390, "height": 844}
ACKNOWLEDGED: Final = """(() => {
  const ask = window.fetch;
  window.fetch = async (...words) => {
    const begun = performance.now(), answer = await ask(...words);
    if (!String(words[0]).includes("/lines")) return answer;
    const { answers } = await answer.clone().json().catch(() => ({ answers: [] }));
    const kept = (name) => JSON.parse(localStorage.getItem(name) ?? "[]");
    const lines = (answers ?? []).flatMap((each) => each.lines ?? []);
    localStorage.setItem("acknowledged", JSON.stringify([...kept("acknowledged"), ...lines]));
    const waits = [...kept("waits"), performance.now() - begun];
    localStorage.setItem("waits", JSON.stringify(waits));
    return answer;
  };
})()"""
"""Script that stores in the browser what the server acknowledged, and how long each answer took."""
MOMENT: Final = 2000
"""Milliseconds between two looks at a page."""
SAVE: Final = "#panel[data-kind=check] [data-key=s]"
"""Button that saves a result; the page shows it when the server has judged every line."""
HALF_A_PAGE: Final = ".without-script a"
"""Link that a page shows if its script did not arrive."""


class Table:
    """One table of the event: its scribe's page, which goes from round to round."""

    def __init__(self, number: int, scribe: Page, chance: Random) -> None:
        """`chance` decides who wins, and when the network goes."""
        self.number, self.scribe, self.chance = number, scribe, chance
        self.taps = self.discards = 0

    def telling(self) -> AbstractContextManager[None]:
        """Return a context that raises what goes wrong with what the scribe sees."""
        return _telling({f"table {self.number}": self.scribe})

    @property
    def records_play(self) -> bool:
        """Whether every discard is recorded."""
        return self.number % 2 == 0

    def begin(self) -> None:
        """Answer the first question of a round: how much is recorded."""
        level = "play" if self.records_play else "results"
        _show(self.scribe, f"button[data-level={level}]")
        self.scribe.click(f"button[data-level={level}]")
        # without it, no page can be loaded offline
        self.scribe.wait_for_selector("#table[data-kept]")

    def play(self, deal: Deal) -> None:
        """Record a deal by taps, the network gone for a part of it, and save its result."""
        if self.records_play:
            self._play_discards(deal)
        else:
            self._state_result()
        self.scribe.click(SAVE)
        self.scribe.wait_for_selector("#panel[data-kind=over], #panel[data-kind=ended]")

    def go_on(self, *, ends: bool) -> None:
        """Begin the next deal, or end the game because the time is up."""
        words = "The time is up: the game ends here" if ends else "Next deal"
        if self.scribe.get_attribute("#panel", "data-kind") == "over":
            self.scribe.click(f"#panel button:has-text('{words}')")
            # Wait until the page shows the next question, so that the next tap does not hit the old
            # one.
            self.scribe.wait_for_selector("#panel:not([data-kind=over])")
        self.scribe.wait_for_function(NOTHING_WAITS)

    def _state_result(self) -> None:
        """Record who won from whom, and the first worth that is offered."""
        page = self.scribe
        winner, source = self.chance.sample("abcd", 2)
        page.wait_for_selector("#panel[data-kind=winner]")
        for key in (winner, source, "3", "1"):
            page.click(f"#panel [data-key='{key}']")

    def _play_discards(self, deal: Deal) -> None:
        """Tap every act that everybody sees, then what the page asks for."""
        page, context = self.scribe, self.scribe.context
        order, expected = deal.turn_order(4), deal.dealer
        gone = self.chance.randrange(len(deal.turns))
        for place, turn in enumerate(deal.turns):
            self.answer(deal)
            if place == gone:
                context.set_offline(True)
            if place == gone + 8:
                page.reload()
                page.wait_for_selector("#panel[data-kind=play]")
            if place == gone + 12:
                context.set_offline(False)
            if any(isinstance(act, Discard | Win) for act in turn.acts):
                self.taps += taps(page, turn, expected)
                self.discards += any(isinstance(act, Discard) for act in turn.acts)
                expected = order.after[turn.seat]
        context.set_offline(False)
        page.wait_for_function(NOTHING_WAITS)
        if not isinstance(deal.turns[-1].acts[-1], Win):
            self.taps += tap(page, "#panel .calls button:text-is('Nobody won')")
        self.finish(deal)

    def answer(self, deal: Deal) -> None:
        """Answer what the page asks for before the first tile."""
        page = self.scribe
        if page.get_attribute("#panel", "data-kind") == "ask":
            open_ones = [each for each in deal.contents(Indicators) if not each.hidden]
            tap(page, f"#panel [data-tile='{text_of(open_ones[0].tiles[:1])}']")

    def finish(self, deal: Deal) -> None:
        """Answer what the page asks for behind the last act: indicators, tiles, hands, tenpai."""
        page = self.scribe
        shown = {line.seat: line for line in deal.contents(Show)}
        for _ in range(PATIENCE // 100):
            page.wait_for_function(NOTHING_WAITS)
            page.wait_for_timeout(100)
            kind = page.get_attribute("#panel", "data-kind")
            if page.is_visible(SAVE):
                return
            if kind == "hand":
                winner = next(act.seat for act in deal.turns[-1].acts if isinstance(act, Win))
                for tile in shown[winner].tiles:
                    tap(page, f"#panel [data-tile='{text_of([tile])}']")
                tap(page, "#panel [data-key=Enter]")
            elif kind == "ask":
                words = page.inner_text("#panel h2")
                hidden = [each for each in deal.contents(Indicators) if each.hidden]
                if "hidden" in words and hidden:
                    for tile in hidden[0].tiles:
                        tap(page, f"#panel [data-tile='{text_of([tile])}']")
                elif "win on" in words:
                    drawn = deal.turns[-1].acts[-2].tile
                    tap(page, f"#panel [data-tile='{text_of([drawn])}']")
                elif "kong" in words:
                    acts = [act for turn in deal.turns for act in turn.acts]
                    shown_tile = [act.tile for act in acts if isinstance(act, Reveal)][-1]
                    tap(page, f"#panel [data-tile='{text_of([shown_tile])}']")
                else:
                    tap(page, "#panel [data-key=o]")
            elif kind == "tenpai":
                for line in deal.contents(Tenpai):
                    for seat in line.seats:
                        tap(page, f"#panel [data-key='Shift+{SEATS[seat]}']")
                tap(page, "#panel [data-key=Enter]")
        check(False, f"table {self.number}: the page stays at {kind}")


class Hall:
    """The event: who directs, the desk, the wall, and the devices that each browser holds."""

    def __init__(self, folder: Path, size: argparse.Namespace, say: Callable[[str], None]) -> None:
        """`size` has the numbers of tables, rounds, deals and browsers, and the seed."""
        self.folder, self.size, self.say = folder, size, say
        self.browsers = min(size.browsers, size.tables)
        self.together = Barrier(self.browsers + 1, timeout=1800)
        self.scribe_links: list[str] = []
        self.player_links: list[str] = []
        self.tables: list[Table] = []
        self.acknowledged: list[str] = []
        self.waits: list[float] = []
        self.played: dict[str, Sequence[Deal]] = {}
        self.is_called = Event()

    def run(self) -> None:
        """Play the whole event, then look at what was recorded."""
        self.server = Server(self.folder)
        with ThreadPoolExecutor(self.browsers + 1) as threads:
            working = [threads.submit(self._direct)]
            working += [threads.submit(self._work, number) for number in range(self.browsers)]
            try:
                for each in as_completed(working):
                    each.result()
            except BaseException:
                self.together.abort()
                raise
            finally:
                self.server.end()
        self._look()

    # ------------------------------------------------------------------ director, desk, wall

    def _direct(self) -> None:
        with _browser() as browser, ExitStack() as contexts:
            director, desk, wall = (_page(browser, self.server, contexts, 1240) for _ in range(3))
            contexts.enter_context(_telling({"director": director, "desk": desk, "wall": wall}))
            enter_by(director, self.server.link)
            director.goto("/live/")
            director.select_option("#role", "referee")
            director.click("text=Make a link")
            enter_by(desk, director.input_value("input.link"))
            desk.goto("/live/desk/")
            wall.goto("/watch/")
            self._begin(director)
            for number in range(1, self.size.rounds + 1):
                director.goto("/live/event/")
                director.click("[value=open]")
                director.click("button[value=start]")
                self.say(f"round {number} is open, the time runs")
                self.together.wait()  # all devices play now
                if number == min(2, self.size.rounds):
                    time.sleep(2)
                    self.server.kill()
                    self.server.start()
                    self.say("the server was killed and began again")
                for deal in range(self.size.deals):
                    self.together.wait()  # wait until the deal is saved
                    self.say(
                        f"round {number}, deal {deal + 1} is saved at every table; {self.taps}"
                    )
                    self.together.wait()  # wait until it is confirmed
                    self.say(f"round {number}, deal {deal + 1} is confirmed by every player")
                    if number == 1 and deal == 0:
                        self._rule(desk)
                self.together.wait()  # wait until the games have ended
                director.locator("text=Still playing").wait_for(state="detached")
                wall.locator("article").nth(self.size.tables - 1).wait_for()
            director.goto("/live/event/")
            rows = director.locator("#standings + div tbody tr").count()
            check(rows == 4 * self.size.tables, f"the standings have {rows} players")

    @property
    def taps(self) -> str:
        """How many taps the discards took until now."""
        taps, discards = (
            sum(getattr(table, what) for table in self.tables) for what in ("taps", "discards")
        )
        return f"{taps} taps, {discards} discards: {taps / max(1, discards):.2f} taps a discard"

    def _begin(self, director: Page) -> None:
        """Write the event, draw it, and print the links of all devices."""
        director.goto("/live/event/")
        director.fill("[name=event]", "Spring Cup")
        director.select_option("[name=rules]", RULES)
        names = [f"Player {number}" for number in range(1, 4 * self.size.tables + 1)]
        director.fill("[name=players]", "\n".join(names))
        director.fill("[name=rounds]", str(self.size.rounds))
        director.click("[value=new]")
        director.click("[value=draw]")
        kinds = (
            ("scribes", self.scribe_links, self.size.tables),
            ("players", self.player_links, 4 * self.size.tables),
        )
        for kind, links, number in kinds:
            director.goto("/live/event/")
            director.click(f"[value={kind}]")
            cards = director.locator(".device-cards a")
            cards.nth(number - 1).wait_for()
            links += [str(each.get_attribute("href")) for each in cards.all()]
        self.together.wait()  # wait until every device is let in
        self.together.wait()

    def _rule(self, desk: Page) -> None:
        """Answer the player who called the referee, on a page that was not loaded again."""
        self.together.wait()
        desk.locator("a.case").first.click()
        desk.locator(".penalties button:has-text('chombo')").first.click()
        desk.click("[value=look]")
        desk.click("[value=write]")
        self.together.wait()
        self.say("the referee was called, and ruled a chombo")

    # ------------------------------------------------------------------ a browser's devices

    def _work(self, browser_number: int) -> None:
        self.together.wait()
        with _browser() as browser, ExitStack() as contexts:
            tables, phones = [], []
            for number in range(1 + browser_number, self.size.tables + 1, self.browsers):
                page = _page(browser, self.server, contexts)
                enter_by(page, self.scribe_links[number - 1])
                tables.append(Table(number, page, Random(f"{self.size.seed} {number}")))
            self.tables += tables
            for link in self.player_links[browser_number :: self.browsers]:
                page = _page(browser, self.server, contexts)
                enter_by(page, link)
                phones.append(page)
            self.together.wait()
            for number in range(1, self.size.rounds + 1):
                self.together.wait()
                self._round(number, tables, phones)
            for table in tables:
                for name, keeps in (("acknowledged", self.acknowledged), ("waits", self.waits)):
                    kept = table.scribe.evaluate(f"localStorage.getItem('{name}')")
                    keeps += json.loads(kept or "[]")

    def _round(self, number: int, tables: list[Table], phones: list[Page]) -> None:
        for table in tables:
            with table.telling():
                _show(table.scribe, f"#table[data-table=r{number}-t{table.number}]")
                table.begin()
        made = {table.number: _deals(self.size, number, table.number) for table in tables}
        for deal in range(self.size.deals):
            for table in tables:
                with table.telling():
                    table.play(made[table.number][deal])
                self.say(f"table {table.number}: round {number}, deal {deal + 1} is saved")
            self.together.wait()
            for page in phones:
                with _telling({"a phone": page}):
                    _agree(page)
            self.together.wait()
            if number == 1 and deal == 0:
                self._call(tables, phones)
            for table in tables:
                with table.telling():
                    table.go_on(ends=deal == self.size.deals - 1)
        for table in tables:
            name = f"r{number}-t{table.number}"
            self.played[name] = made[table.number] if table.records_play else []
        self.together.wait()

    def _call(self, tables: list[Table], phones: list[Page]) -> None:
        """Have one player call the referee; the scribe of that table reads what was ruled."""
        mine = tables[0].number == 1
        at_table = [page for page in phones if page.url.endswith("/r1-t1")]
        if at_table and not self.is_called.is_set():
            self.is_called.set()
            at_table[0].click("text=Call the referee")
            at_table[0].click("main form button")
            at_table[0].goto("/live/t1")
        self.together.wait()
        self.together.wait()
        if mine:
            tables[0].scribe.locator("#entries:has-text('chombo')").wait_for()

    # ------------------------------------------------------------------ after

    def _look(self) -> None:
        """Check that nothing acknowledged is lost, and that every record is as it was played."""
        text = {
            path.stem: path.read_text(encoding="utf-8") for path in self.folder.glob("r*-t*.mjl")
        }
        everything = {line for each in text.values() for line in each.splitlines()}
        lost = [line for line in self.acknowledged if line not in everything]
        check(not lost, f"acknowledged and lost: {lost[:5]}")
        for name, ledger in sorted(text.items()):
            game = fair_copy(read(ledger))
            for recorded, deal in zip(game.deals, self.played[name], strict=False):
                check(
                    seen(recorded) == seen(deal),
                    f"{name}: {deal.label} {_difference(seen(recorded), seen(deal))}",
                )
            wrong = [each.code for each in faults(audit(game).findings)]
            check(not wrong, f"{name}: {wrong}")
        self.say(
            f"{len(text)} records audit clean; {len(self.acknowledged)} lines were acknowledged, "
            f"{len(lost)} are lost; {self.taps}; the server answered lines in {_spread(self.waits)}"
        )


def _deals(size: argparse.Namespace, number: int, table: int) -> Sequence[Deal]:
    """Return the deals that a table plays in a round."""
    made = games(RULES, seed=size.seed + 100 * number + table, deals=size.deals)
    return next(iter(made)).deals


@contextmanager
def _browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  it need not be installed

    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=program(), args=["--no-sandbox"])


@contextmanager
def _telling(pages: Mapping[str, Page]) -> Iterator[None]:
    """Raise Wrong with what these pages show, if one of them does not show what is waited for."""
    from playwright.sync_api import Error  # noqa: PLC0415  it need not be installed

    try:
        yield
    except Error as problem:
        shown = [f"{name} at {page.url} shows {_text(page)!r}" for name, page in pages.items()]
        raise Wrong("\n".join([str(problem), *shown])) from problem


def _text(page: Page) -> str:
    """Return what a page shows, or why that cannot be told: it may be on its way elsewhere."""
    from playwright.sync_api import Error  # noqa: PLC0415  it need not be installed

    try:
        return str(page.evaluate("() => document.body?.innerText ?? 'nothing'"))
    except Error as problem:
        return f"nothing that can be read: {problem}"


def _show(page: Page, selector: str) -> None:
    """Wait until a page shows that by itself, or is loaded again as people do.

    They do so where the page says that a part of it is missing, and where the browser itself says
    that the server is away.
    """
    from playwright.sync_api import Error  # noqa: PLC0415  it need not be installed

    for _ in range(PATIENCE // MOMENT):
        with suppress(Error):
            page.wait_for_selector(f"{selector}, {HALF_A_PAGE}:visible", timeout=MOMENT)
            if page.is_visible(selector):
                return
            page.click(HALF_A_PAGE, timeout=MOMENT)
        if page.url.startswith("chrome-error:"):
            with suppress(Error):
                page.goto("/live/")
    page.wait_for_selector(selector, timeout=MOMENT)


def _agree(page: Page) -> None:
    """Confirm the result of a deal on the phone of a player."""
    # the scribe sent another line after the phone had loaded the result
    if _confirm(page) == CHANGED:
        page.reload()
        check(_confirm(page) != CHANGED, "the result changed again")
    page.locator("li.confirmed").first.wait_for()


def _difference(recorded: Sequence[object], played: Sequence[object]) -> str:
    """Return where a record first differs from what was played."""
    pairs = enumerate(zip_longest(recorded, played))
    place = next((place for place, (one, other) in pairs if one != other), 0)
    around = slice(max(0, place - 2), place + 6)
    return f"differs at turn {place}: {recorded[around]} recorded, {played[around]} played"


def _spread(milliseconds: Sequence[float]) -> str:
    """Return the median and the 95th percentile in words."""
    ordered = sorted(milliseconds)
    middle, most = (ordered[int(len(ordered) * part)] for part in (0.5, 0.95))
    return f"{middle:.0f} ms (median), {most:.0f} ms (95 %)"


def _confirm(page: Page) -> int:
    """Confirm the result that a phone shows; return the status of the answer."""
    _show(page, "main .main[data-key=Enter]")
    with page.expect_response(lambda answer: "opinion" in answer.url) as answered:
        page.click("main .main[data-key=Enter]")
    return answered.value.status


def _page(browser: Browser, server: Server, contexts: ExitStack, width: int = 390) -> Page:
    """Return a page of a device of its own, which keeps what was acknowledged to it."""
    context = browser.new_context(base_url=server.address, viewport={"width": width, "height": 844})
    contexts.callback(context.close)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(ACKNOWLEDGED)
    return context.new_page()


def main() -> None:
    """The tournament day, told step by step."""
    asked = argparse.ArgumentParser()
    sizes = {"tables": 20, "rounds": 3, "deals": 2, "browsers": 4, "seed": 1}
    for name, number in sizes.items():
        asked.add_argument(f"--{name}", type=int, default=number)
    size = asked.parse_args()
    begun = time.monotonic()

    def tell(words: str) -> None:
        sys.stdout.write(f"* {words} ({time.monotonic() - begun:.0f} s)\n")
        sys.stdout.flush()

    with TemporaryDirectory() as folder:
        Hall(Path(folder), size, tell).run()
    tell("All is as it should be")


if __name__ == "__main__":
    main()
