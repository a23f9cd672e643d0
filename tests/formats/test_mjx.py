"""mjx states, one deal a line, in Tenhou's ids."""

import json

import pytest
from riichi_deals import lines, words
from tenhou_logs import HANDS, pung

from mjlog.auditor.audit import audit
from mjlog.formats import load

EVENTS = [
    {"type": "EVENT_TYPE_DRAW"},
    {"tile": 112},
    {"type": "EVENT_TYPE_PON", "who": 1, "open": pung(28, 3, 0, 3)},
    {"who": 1, "tile": 1},
]


def state(events, end=None, **start):
    private = [
        {"initHand": {"closedTiles": list(hand)}, "drawHistory": [112 + seat]}
        for seat, hand in enumerate(HANDS)
    ]
    seen = {
        "playerIds": ["Ann", "Bea", "Cid", "Dan"], "initScore": {"tens": [25000] * 4, **start},
        "doraIndicators": [100], "events": events,
    }  # fmt: skip
    return {"publicObservation": seen, "privateObservations": private, "roundTerminal": end or {}}


def one(*states):
    (source,) = load("\n".join(map(json.dumps, states)).encode())
    assert source.format == "mjx"
    return source.game


def test_play_and_the_frame():
    found = one(state(EVENTS, round=5, honba=1, riichi=2))
    assert lines(found, "@") == ["@ S2.1 dealer=B sticks=2 scores=25000,25000,25000,25000"]
    assert words(found.deals[0]) == "A:2z. B:+22z-1m"
    assert found.players == ("Ann", "Bea", "Cid", "Dan")


def test_the_win():
    win = {
        "hand": {"closedTiles": [*HANDS[0], 112]},
        "winTile": 112,
        "fu": 30,
        "yakus": [1, 0, 53],
        "fans": [1, 1, 0],
    }
    win |= {"tenChanges": [4000, -1000, -1000, -2000], "uraDoraIndicators": [101]}
    end = {"wins": [win], "isGameOver": True, "finalScore": {"tens": [28000, 24000, 24000, 23000]}}
    events = [
        EVENTS[0],
        {"type": "EVENT_TYPE_RIICHI_SCORE_CHANGE"},
        {"type": "EVENT_TYPE_TSUMO", "tile": 112},
    ]
    found = one(state(events, end))
    assert lines(found, "win", "ura", "fan", "net", "score", "next") == [
        "win A 2z self",
        "ura 8s",
        "fan A riichi 1, tsumo 1, fu 30",
        "net 4000 -1000 -1000 -2000",
        "score 28000 24000 24000 23000",
        "next end",
    ]
    assert found.header("Final-Score") == "28000 24000 24000 23000"


def test_the_washout():
    ready = {"who": 1, "hand": {"closedTiles": list(HANDS[1])}}
    end = {"noWinner": {"tenpais": [ready], "tenChanges": [-1000, 3000, -1000, -1000]}}
    found = one(state([*EVENTS, {"type": "EVENT_TYPE_EXHAUSTIVE_DRAW_NORMAL"}], end))
    assert lines(found, "draw", "tenpai") == ["draw wall", "tenpai B"]


def test_what_is_wrong_is_told_with_its_line():
    broken = state(
        [*EVENTS, {"type": "EVENT_TYPE_DRAW", "who": 1}, {"type": "EVENT_TYPE_DRAW", "who": 1}]
    )
    text = "\n".join([json.dumps(state(EVENTS)), json.dumps(broken), '{"publicObservation": '])
    (source,) = load(text.encode())
    told = [(f.code, f.place.line) for f in source.game.findings if f.code != "format.truncated"]
    assert told == [("format.attribute", 2), ("format.json", 3)]
    assert len(source.game.deals) == 1


@pytest.mark.logs
@pytest.mark.slow
def test_real_games_are_not_accused(logs):
    deals = 0
    for source in load(logs / "riichi" / "mjxproto_jsonl"):
        deals += len(source.game.deals)
        assert not [f for f in audit(source.game).findings if f.severity == "error"], source.path
    assert deals == 35
