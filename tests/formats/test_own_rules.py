"""Rules that a format does not know travel in a member of our own.

So that what comes back is judged by them.
"""

import json
from pathlib import Path

import pytest

from mjlog.auditor.audit import audit
from mjlog.formats import export, load
from mjlog.notation import read

SAMPLES = Path(__file__).parents[2] / "samples" / "riichi"
TARGETS = ["mjai", "tenhou6", "majiang"]
OTHERS = [
    "liable-fourth-kong",
    "kong-dora-at-once",
    "renhou",
    "riichi-without-points",
    "four-riichi-played-on",
]


def written(name, target):
    return export(read((SAMPLES / f"{name}.mjl").read_bytes()), target)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", OTHERS)
def test_other_rules_come_back_and_nobody_is_accused(name, target):
    there = written(name, target)
    (back,) = load(there.text.encode())
    assert back.game.rules == read((SAMPLES / f"{name}.mjl").read_bytes()).rules
    assert [f.code for f in audit(back.game).findings if f.severity == "error"] == []
    assert not [loss for loss in there.losses if "header Rules" in loss.message]


@pytest.mark.parametrize("target", TARGETS)
def test_what_the_format_tells_itself_is_not_said_twice(target):
    assert ("mjlog_rules" in written("game-four-players", target).text) == (target != "tenhou6")
    assert "mjlog_rules" in written("renhou", target).text


@pytest.mark.parametrize("target", ["mjai", "majiang"])
def test_rules_that_are_known_are_not_open_where_they_come_back(target):
    (back,) = load(written("game-four-players", target).text.encode())
    assert back.game.header("Rules-Told") is None


@pytest.mark.parametrize("said", ["taiyuan/1", "riichi/1 <b>", 5, "riichi/1\nA: b"])
def test_what_is_no_such_header_is_passed_over(said):
    body = json.loads(written("renhou", "tenhou6").text)
    (back,) = load(json.dumps({**body, "mjlog_rules": said}).encode())
    assert back.game.rules.startswith("riichi/1 preset=tenhou")
