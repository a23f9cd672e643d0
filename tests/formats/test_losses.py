"""What a format cannot say is listed, each with its code and its place in the record."""

import pytest
from riichi_deals import FOUR, HEAD, RIICHI_RON, game, lines, through, words

from mjlog.formats.loss import MEANING
from mjlog.formats.registry import CannotExportError, export
from mjlog.report import finding_codes


def losses(text, target):
    return [
        (f.code, f.place.line, f.place.deal, f.recorded) for f in export(game(text), target).losses
    ]


def codes_of(text, target):
    return {code for code, *_ in losses(text, target)}


def test_every_code_is_in_the_table_of_codes():
    assert MEANING.keys() <= finding_codes.known()


@pytest.mark.parametrize("target", ["mjai", "majiang"])
def test_a_plain_deal_loses_nothing_but_its_source(target):
    assert losses(RIICHI_RON, target) == [("loss.header", 3, 0, "test")]


def test_a_header_and_its_line():
    text = RIICHI_RON.replace("A: Ann", "Site: at home\nA: Ann")
    assert ("loss.header", 4, 0, "at home") in losses(text, "tenhou6")


def test_a_comment_and_its_place():
    text = RIICHI_RON.replace("7m. 8m.", "7m. {too late} 8m.")
    for target in ("mjai", "majiang", "tenhou6", "tenhou"):
        assert ("loss.note", 15, 1, "too late") in losses(text, target)


def test_lines_that_no_format_has():
    text = RIICHI_RON + "sign A\nnote rain\n"
    for target in ("mjai", "majiang", "tenhou6", "tenhou"):
        assert {"sign A", "note rain"} <= {
            recorded for code, _, _, recorded in losses(text, target) if code == "loss.line"
        }


def test_a_hand_and_the_fu_of_a_limit_hand_in_tenhou_json():
    text = RIICHI_RON.replace("pinfu 1, fu 30", "pinfu 1, aka 3, fu 30")
    lost = {recorded for code, _, _, recorded in losses(text, "tenhou6") if code == "loss.line"}
    assert lost == {"show A 123456m11789p123s", "fan A riichi 1, ippatsu 1, pinfu 1, aka 3, fu 30"}


def test_what_must_be_said_is_told_as_added():
    (dice,) = [f for f in export(game(RIICHI_RON), "tenhou").losses if "dice" in f.message]
    assert dice.code == "loss.added"
    assert dice.message.endswith("it says dice=1+1")


def test_when_an_indicator_was_turned_up():
    text = (
        HEAD
        + FOUR.replace("123456m11789p23s", "1111m456m11789p3s")
        + "1. A:5z*1111m/2s=4p-5z 7m.\n"
    )
    assert "loss.timing" in codes_of(text, "tenhou6")
    assert "loss.timing" not in codes_of(text, "mjai")
    assert words(through(text, "mjai")[0].deals[0]) == "A:5z*1111m/2s=4p-5z B:7m."


def test_tiles_nobody_knows():
    text = (
        HEAD + FOUR.replace("deal B 19m19p19s1234567z", "deal B ?????????????") + "1. A:5z-9p 7m\n"
    )
    assert "loss.deal" in codes_of(text, "tenhou6")
    assert "loss.deal" in codes_of(text, "tenhou")
    back, lost = through(text, "mjai")
    assert words(back.deals[0]) == "A:5z-9p B:7m"
    assert lost == {"loss.header"}
    assert through(text, "majiang")[1] == {"loss.header", "loss.manner"}


def test_one_deal_left_out_does_not_shift_the_others():
    hidden = FOUR.replace("E1.0", "E1.1").replace(
        "deal B 19m19p19s1234567z", "deal B ?????????????"
    )
    text = RIICHI_RON + "\n" + hidden + "\n" + RIICHI_RON.removeprefix(HEAD).replace("E1.0", "E1.2")
    found = losses(text, "tenhou6")
    assert [(code, deal) for code, _, deal, _ in found if code in ("loss.deal", "loss.turn")] == [
        ("loss.deal", 2)
    ]


def test_numbers_ledgers_and_strange_turns():
    text = HEAD + FOUR + "5. A:5z-9p ~wrong-draw 7m.\n"
    assert {"loss.number", "loss.turn"} <= codes_of(text, "mjai")


def test_points_are_worked_out_where_the_format_must_have_them():
    text = RIICHI_RON.replace(" scores=25000,25000,25000,25000", "")
    back, lost = through(text, "tenhou6")
    assert back.deals[0].attribute("scores") == "25000,25000,25000,25000"
    assert lines(back, "score") == ["score 30800 25000 25000 19200"]
    assert "loss.added" in lost


def test_other_rules_cannot_be_written():
    other = game("%mjlog 1.0\nRules: taiyuan/1\nA: a\nB: b\nC: c\nD: d\n\n@ 1 dealer=A\n1. A:4z\n")
    with pytest.raises(CannotExportError, match="taiyuan/1"):
        export(other, "mjai")
    with pytest.raises(CannotExportError, match="no rules at all"):
        export(game("%mjlog 1.0\n\n@ 1 dealer=A\n1. A:4z\n"), "tenhou")
