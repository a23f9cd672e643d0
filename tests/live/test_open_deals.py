"""What spectators see of a deal that goes on is what a look at the whole ledger would show."""

from dataclasses import replace
from itertools import accumulate, cycle, takewhile
from pathlib import Path

import pytest

from mjlog.live.ledgers.ledger_file import LedgerFile, create
from mjlog.live.session import Session
from mjlog.notation import read
from mjlog.rules import load
from webviewer.records.partial_deal import AT_THE_START
from webviewer.venue import growing_ledger, open_deal
from webviewer.venue.answering import events_since
from webviewer.venue.public import Publishing

SAMPLES = Path(__file__).parents[2] / "samples"
PLAYED = sorted(
    folder.name
    for folder in SAMPLES.iterdir()
    if folder.name != "broken" and any(folder.glob("*.mjl"))
)
HEADS = ["Rules: riichi/1 preset=tenhou", "A: Ana", "B: Ben", "C: Cleo", "D: Dan"]
LINES = (
    "1z", "2s-8m", "5p.", "6m", "3p-7m", "B:1s", "c:#", "show C 123456m234p11s11z",
    "fan c han 1", "pay B>C 1000", "note result confirmed by=B deal=1 of=0123456789abcdef",
    "@ E2 dealer=B", "9s", "fix 3 6p.", "8s", "a:+11p-2m", "u", "del 15", "5s", "del 2",
    "draw wall", "@ E3 dealer=C", "deal A 1199m1199p1199s1z", "9m", "2m", "1m",
)  # fmt: skip


def prefixes(deal):
    """The deal after more and more turns."""
    ends = takewhile(lambda end: end < len(deal.turns), accumulate(cycle((1, 2, 1, 7))))
    for end in (*ends, len(deal.turns)):
        jumps = tuple(jump for jump in deal.jumps if jump[0] < end)
        yield replace(deal, turns=deal.turns[:end], jumps=jumps)


def samples(name):
    for path in sorted((SAMPLES / name).glob("*.mjl"))[:3]:
        game = read(path.read_bytes())
        yield from ((game, deal) for deal in game.deals[:1] if deal.turns)


@pytest.mark.parametrize("name", PLAYED)
def test_a_deal_that_goes_on_is_shown_as_one_that_is_looked_at_whole(name):
    for game, deal in samples(name):
        rules = load(game.rules)
        going = open_deal.OpenDeal(rules, game.seats)
        for part in prefixes(deal):
            whole = open_deal.OpenDeal(rules, game.seats)
            assert going.seen(part, AT_THE_START) == whole.seen(part, AT_THE_START)


def test_a_new_dora_is_something_new_and_no_event_behind_those_that_are_known():
    heads = "%mjlog 1.0\n" + "".join(f"{line}\n" for line in HEADS)
    text = f"{heads}\n@ E1 dealer=A\nA:1z B:2s\n"
    publishing = Publishing("confirmed")
    before = publishing.public(text.encode())
    after = publishing.public(f"{text}dora 5m\n".encode())
    assert before.svg != after.svg
    assert before.etag != after.etag
    assert b'"again":false,"events":[]' in events_since(after, str(len(before.events)), before.mark)


def ledgers(folder):
    """The ledger of a table after each of many lines, among them some that mend others."""
    path = folder / "t.mjl"
    create(path, [*HEADS, "Clock: UTC+00:00"])
    with LedgerFile(path) as file:
        session = Session(file, "S1")
        for line in LINES:
            session.is_official = line.startswith("note ")
            session.take(line)
            yield path.read_bytes()


@pytest.mark.parametrize("opens", ["confirmed", "result", "never"])
def test_a_ledger_that_grows_tells_what_it_tells_when_it_is_read_whole(tmp_path, opens):
    growing = Publishing(opens)
    for text in ledgers(tmp_path):
        seen, whole = growing.public(text), Publishing(opens).public(text)
        assert seen.events == whole.events
        assert (seen.text, seen.points, seen.svg) == (whole.text, whole.points, whole.svg)


def test_deals_are_read_as_the_whole_record_is(tmp_path):
    growing = growing_ledger.GrowingLedger()
    for text in ledgers(tmp_path):
        assert growing.game(text) == replace(read(text), findings=())


def test_what_was_seen_is_not_replayed_again(monkeypatch):
    begun = []
    watched = open_deal._Watched.__init__
    monkeypatch.setattr(
        open_deal._Watched, "__init__", lambda own, *rest: (begun.append(1), watched(own, *rest))[1]
    )
    game, deal = next(samples("riichi"))
    going = open_deal.OpenDeal(load(game.rules), game.seats)
    for part in prefixes(deal):
        going.seen(part, AT_THE_START)
    assert len(begun) == 1
