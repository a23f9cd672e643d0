"""What only a device, a PIN or a referee may say counts by its author alone, on every road."""

import json

import pytest
from kit.commands import run
from tables import new

from mjlog.live.access.pins import presence_line
from mjlog.live.ledgers.ledger_file import LedgerFile
from mjlog.live.referees import desk
from mjlog.live.referees.confirming import opinion_line, opinions, result_of
from mjlog.model.record import Remark
from mjlog.notation import from_json, read, write
from webviewer.venue.public import Publishing

WON = ("B:1z", "win C 2m from B", "fan C riichi 1, fu 30", "pay B>C 1000", "next dealer=B")


def ledger(path, *remarks):
    """A ledger of a deal that is over, with remarks that somebody added to its file."""
    new(path, "riichi/1 preset=ema-2016")
    with LedgerFile(path) as file:
        file.append(file.deal_line("E1 dealer=A", "S1"))
        file.add(WON, "S1")
    result = result_of(read(path.read_bytes()).deals[0])
    with LedgerFile(path) as file:
        for author, remark in remarks:
            file.add([remark.replace("RESULT", result)], author)
    return path


CONFIRMED = opinion_line("confirmed", "B", 1, "RESULT")
REJECTED = opinion_line("rejected", "B", 1, "RESULT", "not mine")
FORGED = [
    ("S1", CONFIRMED),
    ("S1", f"{CONFIRMED} {{by=S1 }}"),
    ("S1", f"{CONFIRMED} by=S1 "),
    ("S1", f"{CONFIRMED} {{ pin=S1}}"),
    ("S1", opinion_line("confirmed", "S1", 1, "RESULT")),
    ("S1", presence_line("B", "S2", 1, "RESULT")),
    ("C", CONFIRMED),
    ("C", presence_line("B", "R1", 1, "RESULT")),
    ("S1", f"ins 0001 {CONFIRMED}"),
    ("S1", f"fix 0001 {CONFIRMED}"),
]
GENUINE = [
    ("B", CONFIRMED),
    ("S1", presence_line("B", "S1", 1, "RESULT")),
    ("R1", opinion_line("confirmed", "R1", 1, "RESULT")),
]


def as_ledger(path):
    return read(path.read_bytes())


def as_pasted(path):
    """The lines of the entries, as somebody pastes them, without numbers, times and authors."""
    rows = path.read_text().splitlines()
    kept = [row.split(" ", 4)[4] if row[:4].isdigit() else row for row in rows]
    return read("\n".join(row for row in kept if not row.startswith("Chain:")) + "\n")


def as_json(path):
    path.with_suffix(".json").write_text(run("convert", path, "--to", "json", "-o", "-").output)
    return from_json(json.loads(path.with_suffix(".json").read_bytes()))


def as_fair_copy(path):
    return read(run("ledger", "fold", path, "-o", "-").output)


def as_merged(path):
    beside = new(path.with_name("beside.mjl"), "riichi/1 preset=ema-2016")
    return read(run("merge", path, beside, "-o", "-").output)


def as_merged_copies(path):
    copy, pasted = path.with_name("copy.mjl"), path.with_name("pasted.mjl")
    copy.write_text(write(as_fair_copy(path)))
    pasted.write_text(write(as_pasted(path)))
    return read(run("merge", copy, pasted, "-o", "-").output)


def as_archived(path):
    where = path.with_suffix(".sqlite")
    run("archive", "init", where)
    run("archive", "add", where, path)
    [row] = run("archive", "list", where, "--format", "ndjson").output.splitlines()
    return read(run("archive", "show", where, json.loads(row)["digest"]).output)


LEDGERS = [as_ledger, as_json, as_archived]
COPIES = [as_pasted, as_fair_copy, as_merged, as_merged_copies]


def answers(game):
    return [(each.answer, each.author) for each in opinions(game, 1)]


def open_deals(game):
    return Publishing("confirmed").public(write(game).encode()).open_deals


@pytest.mark.parametrize("road", [*LEDGERS, *COPIES])
@pytest.mark.parametrize("remark", FORGED)
def test_a_forged_confirmation_counts_for_nothing(tmp_path, road, remark):
    game = road(ledger(tmp_path / "t.mjl", ("B", REJECTED), remark))
    assert answers(game) == ([("rejected", "B")] if road in LEDGERS else [])
    assert not open_deals(game)


@pytest.mark.parametrize("road", LEDGERS)
@pytest.mark.parametrize("remark", GENUINE)
def test_a_confirmation_counts_in_every_copy_that_has_its_author(tmp_path, road, remark):
    game = road(ledger(tmp_path / "t.mjl", remark))
    assert [answer for answer, _ in answers(game)] == ["confirmed"]
    assert open_deals(game) == 1


@pytest.mark.parametrize("road", COPIES)
@pytest.mark.parametrize("remark", GENUINE)
def test_a_copy_without_authors_confirms_nothing(tmp_path, road, remark):
    game = road(ledger(tmp_path / "t.mjl", remark))
    assert not answers(game)
    assert not open_deals(game)


@pytest.mark.parametrize("road", [as_fair_copy, as_merged, as_merged_copies])
def test_a_copy_says_which_remarks_nobody_vouches_for(tmp_path, road):
    game = road(ledger(tmp_path / "t.mjl", ("S1", CONFIRMED), ("S1", "note the lamp fell")))
    remarks = [remark.text for remark in game.deals[0].contents(Remark)]
    assert [text[:26] for text in remarks if "by=B" in text][:1] == ["unproved: note result conf"]
    assert "the lamp fell" in remarks


@pytest.mark.parametrize("road", [as_fair_copy, as_merged])
@pytest.mark.parametrize("remark", GENUINE)
def test_a_copy_of_a_ledger_keeps_a_confirmation_as_it_is(tmp_path, road, remark):
    game = road(ledger(tmp_path / "t.mjl", remark))
    [said] = [each.text for each in game.deals[0].contents(Remark)]
    assert said.startswith("result confirmed by=")


@pytest.mark.parametrize("road", LEDGERS)
@pytest.mark.parametrize("author", ["S1", "A", "C"])
def test_only_the_desk_settles_a_case(tmp_path, road, author):
    called = desk.called("B", 5)
    game = road(ledger(tmp_path / "t.mjl", ("S1", called)))
    [case] = desk.waiting(game)
    settled = desk.decision_text(case)
    game = road(ledger(tmp_path / "u.mjl", ("S1", called), (author, settled)))
    assert desk.waiting(game) == [case]
    game = road(ledger(tmp_path / "v.mjl", ("S1", called), ("R1", settled)))
    assert desk.waiting(game) == []


@pytest.mark.parametrize("road", LEDGERS)
def test_no_player_calls_for_another(tmp_path, road):
    remarks = [("C", desk.called("B", 5)), ("C", desk.proposed("B", "fix 1 B:2z"))]
    assert desk.cases(road(ledger(tmp_path / "t.mjl", *remarks))) == []
