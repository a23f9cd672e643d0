"""The words of other programs: each is read, and an unknown one accuses nobody."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.auditor.audit import audit
from mjlog.formats.riichi import words
from mjlog.formats.riichi.yaku_names import JAPANESE, MAJIANG, OWN_WIND, ROUND_WIND, YAKU
from mjlog.formats.sources import load
from mjlog.model.findings import errors
from mjlog.model.record import Items, NoWin

HANDS = [
    [11, 12, 13, 24, 25, 26, 37, 38, 39, 41, 41, 42, 42],
    [14, 15, 16, 27, 28, 29, 31, 32, 33, 43, 43, 44, 44],
    [11, 12, 13, 24, 25, 26, 37, 38, 39, 45, 45, 46, 46],
    [14, 15, 16, 27, 28, 29, 31, 32, 33, 47, 47, 22, 22],
]
TABLES = {"yaku": words._YAKU, "limits": words._LIMITS, "ends": words._ENDS}
WRITTEN = [
    (table, name, word)
    for table, text in TABLES.items()
    for name, each in words.rows(text)
    for word in each
]
WINDS = {OWN_WIND: "yakuhai-east", ROUND_WIND: "yakuhai-east"}


def tenhou(*end):
    """The first deal, in which A wins on the first tile or nobody does, as Tenhou's JSON has it."""
    rows = [part for seat in range(4) for part in (HANDS[seat], [41] if not seat else [], [])]
    parts = [[0, 0, 0], [25000] * 4, [33], [], *rows, list(end)]
    body = {"title": ["", ""], "name": [*"ABCD"], "rule": {"disp": "玉の間南喰赤", "aka": 1}}
    (source,) = load(json.dumps({**body, "log": [parts]}).encode())
    return source.game


def won(worth, *yaku, changes=(6000, -2000, -2000, -2000)):
    return tenhou("和了", [*changes], [0, 0, 0, worth, *yaku])


def items(game):
    return dict(next(iter(game.contents(Items))).items) if game.contents(Items) else {}


@pytest.mark.parametrize("table", TABLES)
def test_no_word_stands_in_two_lines(table):
    plain = [
        (words._plain(word), name) for name, each in words.rows(TABLES[table]) for word in each
    ]
    assert len(dict(plain)) == len(set(plain))


@pytest.mark.parametrize(("name", "word"), [w[1:] for w in WRITTEN if w[0] == "yaku"])
def test_every_word_for_a_yaku_is_read(name, word):
    worth = "役満" if name.startswith("yakuman-") else "1飜"
    game = won("満貫2000点∀", f"{word}({worth})")
    assert WINDS.get(name, name) in items(game) or word[-1] in "東南西北"
    assert not [finding for finding in game.findings if finding.code == "format.attribute"]


def test_a_word_for_two_limits_counts_twice():
    name = "yakuman-kokushi-thirteen-waits"
    for worth in ("役満64000点", ""):
        game = won(worth, "国士無双十三面待ち(ダブル役満)")
        assert items(game)[name] == 2
    assert items(won("役満32000点", "国士無双十三面待ち(役満)"))[name] == 1


@pytest.mark.parametrize("number", range(len(YAKU)))
def test_what_is_written_is_read(number):
    for word in (JAPANESE[number], MAJIANG[number]):
        assert words.yaku_named(word) == YAKU[number]


@pytest.mark.parametrize(
    ("name", "word"), [w[1:] for w in WRITTEN if w[0] == "ends" and w[1] != "win"]
)
@pytest.mark.parametrize("spelled", [str, str.upper, str.lower])
def test_every_word_for_an_end_is_read(name, word, spelled):
    game = tenhou(spelled(word), [0] * 4)
    (end,) = game.contents(NoWin)
    assert end.name == ("" if name in (words.WALL, words.ALL_READY, words.NONE_READY) else name)


FU = ["", "30符", "30Fu"]
HAN = ["", "2飜", "2翻", "2Han"]


@given(
    st.sampled_from(FU),
    st.sampled_from(HAN),
    st.sampled_from(["", *[w[1:] for w in WRITTEN if w[0] == "limits"]]),
    st.sampled_from(["", " "]),
    st.sampled_from(["2000点∀", "1000-2000点", "2000点", "2000Points", "2000点All"]),
)
def test_every_way_to_write_what_a_hand_is_worth_is_read(fu, han, limit, blank, points):
    name, word = limit or ("no-limit", "")
    found = items(won(f"{fu}{han}{word}{blank}{points}", "立直(1飜)"))
    has_han = name != "yakuman"
    assert found.get("fu") == (30 if fu and has_han else None)
    assert found.get("han") == (2 if han and has_han else None)
    assert name in found
    stated = [found.get(key) for key in ("share", "dealer-share", "points")]
    each = "∀" in points or "All" in points
    assert stated == (
        [1000, 2000, None] if "-" in points else [2000, None, None] if each else [None, None, 2000]
    )


def test_a_yaku_that_nobody_knows_leaves_its_hand_open():
    game = won("満貫4000点∀", "立直(1飜)", "十二落抬(1飜)", changes=(12000, -4000, -4000, -4000))
    report = audit(game)
    assert not errors(report.findings)
    assert report.counts()["differs"] == 0
    assert game.deals[0].word("house") == "十二落抬"
    assert any("十二落抬" in finding.message for finding in report.findings)


def test_an_end_that_nobody_knows_leaves_the_deal_without_a_result():
    game = tenhou("場所替え", [1000, -1000, 0, 0])
    assert not game.contents(NoWin)
    assert not errors(audit(game).findings)
    assert any("場所替え" in finding.message for finding in game.findings)
