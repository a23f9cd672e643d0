"""What foreign logs state of a hand's worth is a claim.

It agrees, and every false one is noticed.
"""

import pytest

from mjlog import audit, read, write
from mjlog.cli.convert import rendered
from mjlog.formats.registry import export
from mjlog.formats.sources import load


def game_of(fan, how="win B 5p self", ready="", indicator="1s"):
    """A sheet without turns."""
    return read(
        "%mjlog 1.0\nRules: riichi/1 preset=tenhou\nA: a\nB: b\nC: c\nD: d\n\n@ E1.0 dealer=A\n"
        f"dora {indicator}\n{how}\nready {ready}\nshow B 234567m345567p88s\nfan B {fan}\n"
    )


def errors(game):
    return [finding.message for finding in audit(game).findings if finding.severity == "error"]


DRAWN = "tsumo 1, pinfu 1, tanyao 1, fu 20"


@pytest.mark.parametrize(
    "stated",
    ["han 3", "points 2700", "share 700", "dealer-share 1300", "no-limit ?", "no-limit 2700"],
)
def test_a_right_sum_agrees(stated):
    assert not errors(game_of(f"{DRAWN}, {stated}"))


@pytest.mark.parametrize(
    ("stated", "told"),
    [
        ("han 4", "han: 4 recorded, 3 expected"),
        ("points 2600", "points: 2600 recorded, 2700 expected"),
        ("share 1300", "share: 1300 recorded, 700 expected"),
        ("dealer-share 700", "dealer-share: 700 recorded, 1300 expected"),
        ("mangan ?", "mangan is not in B's hand"),
        ("limits 1", "limits is not in B's hand"),
    ],
)
def test_a_wrong_sum_is_one_finding(stated, told):
    (message,) = errors(game_of(f"{DRAWN}, {stated}"))
    assert message.startswith(told)


def test_a_limit_without_a_number_hides_no_missing_item():
    (message,) = errors(game_of("tsumo 1, pinfu 1, fu 20, no-limit ?"))
    assert message.startswith("the sheet leaves out tanyao 1;")


def test_a_mangan_that_is_rounded_up_to_goes_by_both_names():
    text = (
        "%mjlog 1.0\nRules: riichi/1 preset=tenhou round_up_mangan=true\nA: a\nB: b\nC: "
        "c\nD: d\n\n@ E1.0 dealer=A\n"
        "dora 1s\nwin B 7p from C\nready B\nshow B 234567m340567p88s\nfan B {}\n"
    )
    assert not errors(read(text.format("points 8000, no-limit ?")))
    assert not errors(read(text.format("points 8000, mangan ?")))
    assert errors(read(text.format("points 8000, haneman ?")))


@pytest.mark.parametrize(
    ("dora", "first", "worth"), [("2p", "234", "han 5"), ("2p", "888", "han 4, fu 40")]
)
def test_a_mangan_that_is_reached_goes_by_its_own_name_alone(dora, first, worth):
    text = (
        "%mjlog 1.0\nRules: riichi/1 preset=tenhou round_up_mangan=true\nA: a\nB: b\nC: "
        f"c\nD: d\n\n@ E1.0 dealer=A\ndora {dora}\nwin B 7p from C\nready B\n"
        f"show B {first}567m340567p88s\nfan B {worth}, "
    )
    assert not errors(read(f"{text}mangan ?\n"))
    assert errors(read(f"{text}no-limit ?\n"))


@pytest.mark.parametrize(
    ("target", "right", "wrong"),
    [
        ("tenhou", 'ten="30,1000,0"', 'ten="30,2000,0"'),
        ("tenhou", 'ten="30,1000,0"', 'ten="30,1000,1"'),
        ("tenhou", 'ten="30,1000,0"', 'ten="40,1000,0"'),
        ("tenhou6", "30符1飜1000点", "30符1飜1300点"),
        ("tenhou6", "30符1飜1000点", "30符2飜1000点"),
        ("tenhou6", "30符1飜1000点", "満貫1000点"),
        ("majiang", '"fanshu":1,"defen":1000', '"fanshu":2,"defen":1000'),
        ("majiang", '"fanshu":1,"defen":1000', '"fanshu":1,"defen":900'),
        ("mjai", '"fan":1', '"fan":2'),
        ("mjai", '"hora_points":1000', '"hora_points":1100'),
    ],
)
def test_a_false_worth_in_a_log_is_noticed(target, right, wrong):
    text = export(_won(), target).text
    assert right in text
    assert not _errors_of(text)
    assert len(_errors_of(text.replace(right, wrong))) == 1


def _won():
    """A hand of one han and thirty fu, won on a discard."""
    return read(
        "%mjlog 1.0\nRules: riichi/1 preset=tenhou length=south\nA: a\nB: b\nC: c\nD: d\n\n"
        "@ E1.0 dealer=A scores=25000,25000,25000,25000\n"
        "deal A 1789m1237p28s145z\ndeal B 234678m23499p78s\ndeal C 1468m50699s2336z\ndeal "
        "D 466m279p1249s366z\n"
        "dora 4z\n1. A:9s. B:#\nwin B 9s from A\nshow B 234678m23499p789s\n"
        "fan B pinfu 1, fu 30, points 1000\nnet -1000 1000 0 0\npay A>B 1000\nscore 24000 "
        "26000 25000 25000\nnext end\n"
    )


def _errors_of(text):
    (source,) = load(text.encode())
    found = audit(source.game).findings
    return [
        finding
        for finding in found
        if finding.severity == "error" and finding.code.startswith("score")
    ]


@pytest.mark.parametrize(
    "sheet",
    ["fan B pinfu 1, points 1000", "fan B pinfu 1, points 1000\nfan B fu 30", "net -1000 1000 0 0"],
)
def test_exported_xml_states_the_fu_that_the_referee_knows(sheet):
    text = write(_won()).replace("fan B pinfu 1, fu 30, points 1000", sheet)
    exported, _ = rendered(read(text), "tenhou")
    assert 'ten="30,1000,0"' in exported
    assert not _errors_of(exported)


def test_exported_xml_states_the_fu_of_the_sheet_where_it_states_one():
    exported, _ = rendered(read(write(_won()).replace("fu 30", "fu 40")), "tenhou")
    assert 'ten="40,1000,0"' in exported
