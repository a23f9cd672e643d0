"""The referee's desk: calls, rulings, corrections, what they would change; PINs of players."""

import json

import pytest

from mjlog.live.access.pins import TRIES, Pins, WrongPinError, presence_line, refusal_line
from mjlog.live.referees import desk
from mjlog.live.referees.confirming import opinion_line, opinions, result_of
from mjlog.live.referees.effect import effect
from mjlog.live.scribes.entering import NotReadError
from mjlog.live.tables import Sent, Tables
from mjlog.model.record import Remark
from mjlog.notation import read

HEADS = ["A: Ana", "B: Ben", "C: Cleo", "D: Dan", "Clock: UTC+00:00"]


class At:
    """A table that is recorded."""

    def __init__(self, folder, rules="riichi/1 preset=ema-2016"):
        self.table = Tables(folder).create("t1", [f"Rules: {rules}", *HEADS])
        self.sent = 0

    def type(self, *texts, author="S1"):
        """Take lines as the server does; remarks are those that it makes of what a page said."""
        for text in texts:
            refusal = self.refusal(text, author, is_official=text.startswith("note "))
            assert not refusal, refusal

    def refusal(self, text, author="S1", *, is_official=False):
        self.sent += 1
        sent = Sent(f"line-{self.sent:06d}", text, is_official=is_official)
        return self.table.take([sent], author)[0].refusal

    @property
    def game(self):
        return read(self.table.text())

    def effect(self, *lines):
        with self.table.session() as session:
            return effect(session, lines)


@pytest.fixture
def at(tmp_path):
    return At(tmp_path)


def test_a_call_keeps_the_position_of_its_moment(at):
    at.type("1z", "2s-8m")
    at.type(desk.called("B", at.table.number, "the discard was {taken} back"))
    at.type("5p")
    [case] = desk.waiting(at.game)
    assert (case.sort, case.by, case.at, case.deal) == ("call", "B", 2, 1)
    assert case.words == "the discard was {taken} back"
    then = read(desk.position(at.table.text(), case.at))
    assert [turn.word for turn in then.deals[0].turns] == ["1z", "2s-8m"]


def test_a_ruling_ends_a_call_and_stands_in_the_ledger(at):
    at.type("1z", desk.called("B", 1))
    [case] = desk.waiting(at.game)
    at.type(
        desk.ruling("B", "chombo", "4.4", "no hand"),
        "pay B>A 4000, B>C 2000, B>D 2000",
        author="R1",
    )
    at.type(desk.decision_text(case, "a false win"), author="R1")
    assert desk.waiting(at.game) == []
    assert desk.cases(at.game)[0].answer == "a false win"
    assert "rule B chombo art=4.4 {no hand}" in at.table.text().decode()
    assert not [each for each in at.game.findings if each.severity == "error"]


def test_a_call_that_is_taken_back_waits_no_more(at):
    at.type("1z", desk.called("B", 1), "u")
    assert desk.cases(at.game) == []


def test_corrections_are_proposed_and_settled(at):
    at.type("1z", "c:#", desk.proposed("A", "fix 2 c:# 1z"))
    [case] = desk.waiting(at.game)
    assert (case.sort, case.words) == ("correction", "fix 2 c:# 1z")
    at.type(desk.decision_text(case, "refused"), author="R1")
    assert desk.waiting(at.game) == []


def test_a_rejected_result_waits_until_it_is_another_one(at):
    at.type("1z", "b:#", "fan b han 1, fu 30")
    at.type(opinion_line("rejected", "A", 1, result_of(at.game.deals[0])), author="A")
    assert [(case.sort, case.by) for case in desk.waiting(at.game)] == [("rejected", "A")]
    at.type("fix 3 fan b han 2, fu 30")
    assert desk.waiting(at.game) == []


def test_the_effect_is_told_and_nothing_is_written(at):
    at.type("1z", "b:#", "fan b han 1, fu 30", "pay A>B 1000", "score 29000 31000 30000 30000")
    before = at.table.text()
    told = at.effect(
        "fix 3 fan b han 4, fu 30", "fix 4 pay A>B 7700", "fix 5 score 22300 37700 30000 30000"
    )
    assert at.table.text() == before
    assert told.after[1] - told.before[1] == pytest.approx(6.7)
    assert told.after[0] - told.before[0] == pytest.approx(-6.7)
    assert told.lines[0] == "fix 0003 fan B han 4, fu 30"
    at.type(*told.lines)
    assert at.effect("note it is done").before == told.after


def test_a_chombo_in_the_last_deal_costs_what_the_option_says(tmp_path):
    """By points after the game or within the deal: the rule set's option decides."""
    costs = {}
    for chombo in ("points:20", "reverse_mangan"):
        folder = tmp_path / chombo[:6]
        folder.mkdir()
        at = At(folder, f"riichi/1 preset=ema-2016 chombo={chombo}")
        at.type("@ S4 dealer=D scores=30000,30000,30000,30000", "D:1z")
        told = at.effect("cancel a false win", "rule A chombo art=3.4")
        costs[chombo] = told.after
    assert costs["points:20"] == pytest.approx([-20, 0, 0, 0])
    assert costs["reverse_mangan"] != costs["points:20"]


def test_a_cancelled_deal_changes_nothing(at):
    at.type("1z", "b:#", "fan b han 1, fu 30", "pay A>B 1000")
    told = at.effect("cancel the wall fell", "del 2..4")
    assert set(told.after) == {0} or len(set(told.after)) == 1
    assert told.lines[:2] == ("draw void", "rule table cancelled {the wall fell}")


@pytest.mark.parametrize("line", ["fix 99 1z", "nonsense", "pay A>Q 3"])
def test_what_cannot_be_read_is_refused(at, line):
    at.type("1z")
    with pytest.raises(NotReadError):
        at.effect(line)


# --------------------------------------------------------------------------- PINs


def test_a_pin_says_that_it_was_entered_in_presence(at, tmp_path):
    pins = Pins(tmp_path / "pins.json")
    pin = pins.give("Ana")
    pins.check("Ana", f" {pin} ")
    at.type("1z", "b:#", "fan b han 1, fu 30")
    at.type(presence_line("A", "S1", 1, result_of(at.game.deals[0])))
    assert [(each.answer, each.author) for each in opinions(at.game, 1)] == [("confirmed", "A")]
    assert "pin=S1 {entered by S1 in A's presence}" in at.table.text().decode()


def test_a_pin_locks_after_five_tries_whatever_happens_meanwhile(tmp_path):
    pins = Pins(tmp_path / "pins.json")
    pin = pins.give("Ana")
    for left in range(TRIES):
        with pytest.raises(WrongPinError, match="locked" if left == TRIES - 1 else "tries left"):
            Pins(tmp_path / "pins.json").check("Ana", "x" if left % 2 else "")
    again = Pins(tmp_path / "pins.json")
    assert again.is_locked("Ana")
    with pytest.raises(WrongPinError, match="locked"):
        again.check("Ana", pin)
    new = again.give("Ana")
    again.check("Ana", new)


def test_the_right_pin_begins_the_count_anew(tmp_path):
    pins = Pins(tmp_path / "pins.json")
    pin = pins.give("Ana")
    for _ in range(3):
        for _ in range(TRIES - 1):
            with pytest.raises(WrongPinError):
                pins.check("Ana", "no")
        pins.check("Ana", pin)
    with pytest.raises(WrongPinError, match="has no PIN"):
        pins.check("Ben", pin)


def test_no_pin_stands_on_the_disk(tmp_path):
    pins = Pins(tmp_path / "pins.json")
    pin = pins.give("Ana")
    kept = (tmp_path / "pins.json").read_text()
    assert pin not in kept
    assert (tmp_path / "pins.json").stat().st_mode & 0o077 == 0
    assert json.loads(kept)["Ana"]["wrong"] == 0


def test_who_does_not_confirm_is_written_down_and_rejects_nothing(at):
    at.type("1z", "b:#", "fan b han 1, fu 30", refusal_line("A", 1))
    assert opinions(at.game, 1) == []
    assert desk.waiting(at.game) == []


# --------------------------------------------------------------------------- who may say what

WON = ("1z", "win C 2m from B", "fan C riichi 1, fu 30", "pay B>C 1000")


def test_nobody_types_what_a_player_says(at):
    at.type(*WON)
    result = result_of(at.game.deals[0])
    rejected = opinion_line("rejected", "B", 1, result)
    at.type(rejected, author="B")
    for line in (
        opinion_line("confirmed", "B", 1, result),
        presence_line("B", "S1", 1, result),
        opinion_line("confirmed", "B", 1, result).replace("note ", "note  "),
        f"ins 1 {opinion_line('confirmed', 'B', 1, result)}",
        f"fix {at.table.number} {opinion_line('confirmed', 'B', 1, result)}",
        f"fix {at.table.number} note never mind",
        f"del {at.table.number}",
        f"del 1..{at.table.number}",
    ):
        assert at.refusal(line), line
    assert [(each.answer, each.author) for each in opinions(at.game, 1)] == [("rejected", "B")]


def test_nobody_revives_a_confirmation_that_was_withdrawn(at):
    at.type(*WON)
    at.type(opinion_line("confirmed", "B", 1, result_of(at.game.deals[0])), author="B")
    at.type("u", author="B")
    withdrawal = at.table.number
    for line in (f"del {withdrawal}", f"del {withdrawal - 1}..{withdrawal}"):
        assert at.refusal(line), line
    assert not opinions(at.game, 1)
    assert not at.refusal(f"del {withdrawal}", author="B")
    assert [(each.answer, each.author) for each in opinions(at.game, 1)] == [("confirmed", "B")]


def test_a_scribe_takes_no_ruling_of_a_referee_back(at):
    at.type("1z")
    at.type(desk.ruling("B", "warning"), author="R1")
    ruling = at.table.number
    assert at.refusal(f"del {ruling}")
    assert at.refusal(f"fix {ruling} note never mind")
    at.type("u")
    assert at.game.deals[0].ledger[-1].text == f"del {ruling - 1:04d}"
    assert not at.refusal(f"del {ruling}", author="R1")


def test_undo_leaves_what_somebody_else_said(at):
    at.type(*WON)
    at.type(opinion_line("rejected", "B", 1, result_of(at.game.deals[0])), author="B")
    at.type("u")
    assert "pay B>C 1000" not in [line.text for line in at.game.deals[0].ledger][-1]
    assert any("rejected by=B" in remark.text for remark in at.game.deals[0].contents(Remark))


def test_nobody_types_what_the_referee_says(at):
    at.type("1z", desk.called("B", 1))
    [case] = desk.waiting(at.game)
    for line in (
        desk.decision_text(case),
        desk.called("C", 2),
        desk.proposed("C", "fix 1 2z"),
        "note correction settled of=0002",
    ):
        assert at.refusal(line), line
    assert desk.waiting(at.game) == [case]


def test_nobody_types_a_signature(at):
    at.type("1z")
    assert at.refusal("sign v1 for=A lines=3 at=2026-11-22T05:41:10Z sha256=0 ed25519=0:0")
    assert at.refusal("sign A")


def test_a_forged_remark_in_a_ledger_counts_for_nothing(at):
    at.type(*WON)
    result = result_of(at.game.deals[0])
    forged = opinion_line("confirmed", "B", 1, result)
    assert not at.refusal(forged, author="S1", is_official=True)
    assert not opinions(at.game, 1)


@pytest.mark.parametrize("words", ["chain=0", "at=2026-01-01T00:00:00Z", "by=R9"])
def test_the_words_of_the_ledger_cannot_be_typed(at, words):
    assert "leave it out" in at.refusal(f"@ E1 dealer=A {words}")
    at.type("@ E1 dealer=A", "1z")


def test_a_deal_begins_without_a_comment(at):
    assert "type `note`" in at.refusal("@ E1 dealer=A {the dealer came late}")
    at.type("@ E1 dealer=A", "note the dealer came late")


@pytest.mark.parametrize(
    "rules",
    ["taiyuan/1", "riichi/1 preset=tenhou", "riichi/1 preset=ema-2025", "taiwanese/1", "tibet/1",
     "american/1", "hongkong-faan/1"],
)  # fmt: skip
def test_play_goes_on_behind_the_last_wind(tmp_path, rules):
    at = At(tmp_path, rules)
    at.type("@ N4 dealer=D", "win A 5m from B")
    with at.table.session() as session:
        assert session.next_head()
    at.type("next dealer=A", "@", "1m")
    assert len(at.game.deals) == 2
