"""A deal that contradicts itself: the one entry that explains its errors is named."""

import pytest
from kit.places import SAMPLES

from mjlog.auditor.audit import audit
from mjlog.notation import read


def _report(sample, old, new):
    text = (SAMPLES / sample).read_text(encoding="utf-8")
    assert old in text
    return audit(read(text.replace(old, new, 1)))


def _errors(report):
    return [each for each in report.findings if each.is_error]


def test_who_is_dealt_a_tile_more_and_begins_deals_whatever_the_header_says():
    report = _report("taiyuan/a-missed-win.mjl", "dealer=A", "dealer=B")
    (error,) = _errors(report)
    assert (error.code, error.other.line) == ("deal.size", 9)
    assert not [each for each in report.verdicts if each.answer == "differs"]


def test_the_first_discard_of_a_deal_may_be_another_tile_than_the_turns_have():
    report = _report("american/chow-won-from-across.mjl", "1. A:5p C:#", "1. A:5z C:#")
    (error,) = _errors(report)
    assert error.code == "win.line"
    paid = {each.answer for each in report.verdicts if each.claim.kind == "pay"}
    assert paid == {"agrees"}


def test_a_win_from_oneself_is_a_mistake_of_that_line_and_of_no_other_entry():
    report = _report("taiyuan/a-missed-win.mjl", "win D 8p from C", "win D 8p from D")
    (error,) = [each for each in _errors(report) if each.code == "win.line"]
    assert error.other is None


def test_a_tile_thrown_to_a_win_that_was_not_held_is_read_as_the_win_line_has_it():
    (error,) = _errors(_report("american/jade.mjl", "1. A:8s C:#", "1. A:9s C:#"))
    assert (error.code, error.other.line, error.other.column) == ("win.line", 14, 4)


def test_two_players_who_lack_what_they_discard_after_an_exchange_have_exchanged_otherwise():
    text = (SAMPLES / "american" / "charleston.mjl").read_text(encoding="utf-8")
    last = "exchange left A>D 258m, D>A 147m, C>B 369p, B>C 258p\n"
    played = text.replace("1. A:1z 9s. ", "1. A:1m 9s-6p ")
    assert not _errors(audit(read(played)))
    assert last in played
    errors = _errors(audit(read(played.replace(last, ""))))
    assert [each.code for each in errors] == ["deal.exchange", "discard.held"]
    assert errors[1].other is not None


@pytest.mark.parametrize(
    ("sample", "line"),
    [("dora.count-no-line", 8), ("score.total-indicator-of-a-north", 22)],
)
def test_indicators_may_be_wrong_as_well_as_who_is_found_to_differ_from_them(sample, line):
    text = (SAMPLES / "broken" / "riichi" / f"{sample}.mjl").read_text(encoding="utf-8")
    (error,) = _errors(audit(read(text)))
    assert error.code == sample.partition("-")[0]
    assert (error.other.line, error.other.seat) == (line, -1)


@pytest.mark.parametrize(
    ("sample", "word", "agreeing"),
    [
        ("american/kongs.mjl", "+111m/", 26),
        ("riichi/game-four-players.mjl", "+666m/", 176),
        ("riichi/liable-for-the-replacement.mjl", "+555z/", 11),
        ("riichi/rinshan-open-kong.mjl", "+555z/", 13),
    ],
)
def test_a_claimed_set_before_a_replacement_is_a_kong_whatever_its_word_shows(
    sample, word, agreeing
):
    report = _report(sample, word, f"+{word[2:]}")
    (line,) = {error.place.line for error in _errors(report)}
    text = (SAMPLES / sample).read_text(encoding="utf-8").splitlines()
    assert word in text[line - 1]
    assert "wall.replacement" in {error.code for error in _errors(report)}
    # All that is claimed of the deal agrees, as far as it agreed without the slip.
    answers = [each.answer for each in report.verdicts]
    assert answers == ["agrees"] * agreeing
