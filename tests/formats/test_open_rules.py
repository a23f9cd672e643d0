"""Files that do not say their rules.

Read as known ones that fit, else what hangs on them is left open.
"""

import json
from pathlib import Path

import pytest
from kit.records import errors

from mjlog import audit, read
from mjlog.formats import export, load

SAMPLES = Path(__file__).parents[2] / "samples" / "riichi"
OPEN = "Rules-Told: no\n"


def opened(name, old="", new=""):
    """The audit of a sample whose file leaves the rules open, with a change."""
    text = (SAMPLES / f"{name}.mjl").read_text(encoding="utf-8")
    assert old in text
    head, rules, rest = text.partition("Rules: riichi/1")
    line, _, rest = rest.partition("\n")
    kept = " ".join(word for word in line.split() if not word.startswith("preset="))
    return audit(read(f"{head}{rules} preset=tenhou {kept}\n{OPEN}{rest.replace(old, new)}"))


def note(found):
    (told,) = [f.message for f in found.findings if f.code == "rules.inferred"]
    return told


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("game-four-players", "preset=tenhou"),
        ("sudden-death", "preset=majiang"),
        ("double-yakuman", "preset=mahjongsoul"),
        ("m-league-final-points", "preset=m-league"),
        ("riichi-without-points", "preset=m-league"),
    ],
)
def test_rules_that_fit_are_named(name, rules):
    found = opened(name)
    assert not errors(found)
    assert found.counts()["differs"] == 0
    assert rules in note(found)


def test_another_placement_bonus_is_nobodys_mistake():
    found = opened("sudden-death", "-28.5 40.5 4.5 -16.5", "-23.5 35.5 -0.5 -11.5")
    assert not errors(found)
    assert "uma=15_5" in note(found) or found.counts()["unverified"]


def test_what_no_rules_explain_is_an_error():
    found = opened("sudden-death", "score 21500", "score 21600")
    assert "score.chain" in errors(found)
    assert "no known rules fit" in note(found)


def test_a_bonus_of_the_table_is_left_open_and_named():
    found = opened("sudden-death", "-28.5 40.5 4.5 -16.5", "-63.5 75.5 4.5 -16.5")
    assert not errors(found)
    (verdict,) = [each for each in found.verdicts if each.claim.item == "Final-Points"]
    assert verdict.answer == "unverified"
    assert "the points of the game and +70 +5 -15 -60 for the places" in verdict.reason


def test_what_is_no_bonus_of_any_table_is_an_error():
    found = opened("sudden-death", "-28.5 40.5 4.5 -16.5", "-28.5 40.5 4.5 -16.4")
    assert "final.points" in errors(found)


@pytest.mark.parametrize("target", ["mjai", "majiang", "tenhou6"])
def test_open_rules_come_back_open(target):
    text = (SAMPLES / "game-four-players.mjl").read_text(encoding="utf-8")
    game = read(text.replace("\nA: ", f"\n{OPEN}A: ", 1))
    (back,) = load(export(game, target).text.encode())
    assert back.game.header("Rules-Told") == "no"


def test_the_defaults_of_majiang():
    hule = {
        "l": 0,
        "shoupai": "m111p333s222z1112z2",
        "baojia": None,
        "fubaopai": None,
        "damanguan": 2,
    }
    hule |= {"defen": 96000, "hupai": [{"name": "四暗刻単騎", "fanshu": "**"}]}
    hule["fenpei"] = [96000, -32000, -32000, -32000]
    hands = ["m111s222p333z1112", *["m2346789p45678s5"] * 3]
    start = {"zhuangfeng": 0, "jushu": 0, "changbang": 0, "lizhibang": 0, "defen": [25000] * 4}
    deal = [{"qipai": {**start, "baopai": "m9", "shoupai": hands}}]
    for seat, tile in enumerate(["z5", "z6", "z7", "z4"]):
        deal += [{"zimo": {"l": seat, "p": tile}}, {"dapai": {"l": seat, "p": f"{tile}_"}}]
    deal += [{"zimo": {"l": 0, "p": "z2"}}, {"hule": hule}]
    body = {
        "title": "t",
        "player": [*"abcd"],
        "qijia": 0,
        "log": [deal],
        "defen": [121000, -7000, -7000, -7000],
    }
    (source,) = load(json.dumps({**body, "point": [], "rank": [1, 2, 3, 4]}).encode())
    found = audit(source.game)
    assert not errors(found)
    assert "preset=majiang" in note(found)


@pytest.mark.parametrize(("lobby", "answer"), [("0", "differs"), ("5376", "unverified")])
def test_a_private_lobby_may_have_a_bonus_of_its_own(lobby, answer):
    text = (SAMPLES / "sudden-death.mjl").read_text(encoding="utf-8")
    text = text.replace("-28.5 40.5 4.5 -16.5", "-63.5 75.5 4.5 -16.5")
    told = "Rules-Told: play\n" if lobby != "0" else ""
    report = audit(read(text.replace("\nA: ", f"\n{told}A: ", 1)))
    (verdict,) = [each for each in report.verdicts if each.claim.item == "Final-Points"]
    assert (verdict.answer, "final.points" in errors(report)) == (answer, answer == "differs")
