"""An act and a look at it cost as much at the end of a long evening as at its beginning."""

import gc
import random
import sys

import pytest
from kit.kills import FORK
from kit.live import begun, let_in, live_app, send
from kit.rehearsal import RULES

from mjlog.live.ledgers.ledger_file import create
from mjlog.live.tables import Sent, Tables
from webviewer.live.access import tables_of
from webviewer.venue.growing_ledger import GrowingLedger
from webviewer.venue.public import Publishing

HEADS = ("A: Ana", "B: Ben", "C: Cleo", "D: Dan", "Clock: UTC+00:00")
TILES = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)]
DEAL = 30
"""Acts of a deal."""


class Evening:
    """A table at which is played, and what spectators see of it."""

    def __init__(self, folder):
        create(folder / "t1.mjl", [f"Rules: {RULES}", *HEADS])
        self.tables = Tables(folder)
        self.table = self.tables.table("t1")
        self.chance = random.Random(1)
        self.number = 0
        self.publishing = Publishing("confirmed")

    def act(self):
        """The next act of the scribe."""
        at = self.number % (DEAL + 2)
        text = "@ E1 dealer=A" if at == 0 else self.chance.choice(TILES)
        answers = self.table.take(
            [Sent(f"line-{self.number:05d}", "draw void" if at == DEAL + 1 else text)], "S1"
        )
        assert answers[0].lines
        self.number += 1

    def look(self):
        """What a spectator sees, to its mark."""
        return self.publishing.public(self.table.text()).etag

    def play(self, deals):
        """Plays deals to their ends, looked at after every fifth act."""
        for _ in range(deals * (DEAL + 2)):
            self.act()
            if self.number % 5 == 0:
                self.look()


@pytest.fixture
def evening(tmp_path):
    opened = Evening(tmp_path)
    yield opened
    opened.tables.close()


def _calls(work):
    """How many functions are called: it says what something costs, on any machine."""
    count = 0

    def note(_frame, event, _value):
        nonlocal count
        count += event == "call"

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def _cost(evening):
    """Of the first acts of a deal, each looked at."""
    evening.act()  # the deal begins
    evening.look()
    acted = looked = 0
    for _ in range(12):
        acted += _calls(evening.act)
        looked += _calls(evening.look)
    while evening.number % (DEAL + 2):
        evening.act()
    return acted, looked


def test_the_twentieth_deal_costs_what_the_second_does(evening):
    evening.play(1)
    acted, looked = _cost(evening)
    evening.play(18)
    later = _cost(evening)
    assert later[0] < acted * 1.25
    assert later[1] < looked * 1.5


def test_the_page_of_a_table_asks_no_more_late_than_early(tmp_path):
    app = live_app(tmp_path)
    begun(app, "t1", RULES)
    client = let_in(app, "scribe", "t1")
    asked = {}
    for deal in range(12):
        send(client, "t1", "@ E1 dealer=A", "1z", "2z", "3z", first=10 * deal)
        asked[deal] = _calls(lambda: client.get("/live/t1/state"))
        send(client, "t1", "draw void", first=10 * deal + 5)
    tables_of(app).close()
    assert asked[11] < asked[2] * 1.25


def _circles(folder, sending):
    """Tells how many objects only the garbage collector can free after three deals."""
    evening = Evening(folder)
    evening.play(1)
    gc.disable()
    gc.collect()
    evening.play(3)
    sending.send(gc.collect())
    evening.tables.close()


def test_what_is_shown_of_a_long_evening_holds_no_circles(tmp_path):
    receiving, sending = FORK.Pipe(duplex=False)
    # In a process of its own: threads that other tests left behind have no part in it.
    alone = FORK.Process(target=_circles, args=(tmp_path, sending), daemon=True)
    alone.start()
    sending.close()
    assert receiving.poll(60)
    assert receiving.recv() < 30
    alone.join()


def test_no_line_is_kept_as_it_was_read(evening):
    evening.play(2)
    read = GrowingLedger().game(evening.table.text())
    assert len(read.deals) == 2
    assert all(deal.places is None for deal in read.deals)
