"""Foreign records with values that cannot be: each is said, none raises anything."""

import json
import runpy
from pathlib import Path
from random import Random

import pytest
from tenhou_logs import init, log, moves, washout
from test_mjx import EVENTS, one, state

from mjlog.formats import load

fuzz = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "fuzz_members.py"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_no_value_of_a_foreign_record_raises_anything(seed, whole):
    times = 3000 if whole else 60
    tally = fuzz["search"](seed, times, fuzz["records"]())
    assert tally.made == times
    assert not tally.first, next(iter(tally.first.values()))


def test_the_values_of_a_case_are_not_those_of_the_next():
    before = repr(fuzz["VALUES"])
    random = Random(1)
    for _ in range(300):
        fuzz["spoilt"](random, b'[[1, {"a": [[], {}]}], {"b": [0]}]')
    assert repr(fuzz["VALUES"]) == before


def messages_of(events=EVENTS, end=None, **start):
    return [finding.message for finding in one(state(events, end, **start)).findings]


@pytest.mark.parametrize(
    ("spoilt", "words"),
    [
        ({"tile": 136}, "'tile' has 136, tiles are 0 to 135"),
        ({"tile": -1}, "'tile' has -1, tiles are 0 to 135"),
        ({"type": "EVENT_TYPE_PON", "who": 1, "open": 1 << 16}, "no meld of 16 bits"),
        ({"type": "EVENT_TYPE_SLEEP"}, "'SLEEP' is no event of mjx"),
        ({"type": 9}, "'type' is 9, a string is expected"),
        ({"type": "EVENT_TYPE_NEW_DORA", "tile": 200}, "'tile' has 200"),
    ],
)
def test_an_event_of_mjx_out_of_range(spoilt, words):
    assert any(words in message for message in messages_of([*EVENTS, spoilt]))


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ({"noWinner": {"tenChanges": [0, 0, 0]}}, "'tenChanges' has 3 parts, 4 are expected"),
        ({"noWinner": {"tenChanges": [50, -50, 0, 0]}}, "points come in hundreds"),
        ({"isGameOver": True, "finalScore": 5}, "the final score cannot be read"),
        ({"isGameOver": True, "finalScore": {"tens": [1]}}, "the final score cannot be read"),
    ],
)
def test_an_end_of_mjx_out_of_range(end, words):
    washout = {"type": "EVENT_TYPE_EXHAUSTIVE_DRAW_NORMAL"}
    assert any(words in message for message in messages_of([*EVENTS, washout], end))


def test_a_tile_dealt_that_does_not_exist():
    spoilt = state(EVENTS)
    spoilt["privateObservations"][0]["initHand"]["closedTiles"][0] = 136
    assert any(
        "has 136" in finding.message for finding in one(json.loads(json.dumps(spoilt))).findings
    )


@pytest.mark.parametrize("hands", [5, True, {"": 0}, "1m", [5], [["9x"]]])
def test_hands_shown_in_mjai_that_are_none(hands):
    events = [
        {"type": "start_game", "names": ["a", "b", "c", "d"]},
        {"type": "start_kyoku", "oya": 0, "dora_marker": "1m", "tehais": [["?"] * 13] * 4},
        {"type": "ryukyoku", "reason": "fanpai", "tehais": hands},
    ]
    (source,) = load("\n".join(map(json.dumps, events)).encode())
    assert "format.attribute" in {finding.code for finding in source.game.findings}


@pytest.mark.parametrize("kind", ["", "x", "-1", "65536", "9" * 5000])
def test_a_kind_of_game_that_is_none(kind):
    (source,) = load(log(init(), moves("T112 D112"), washout(), kind=kind))
    assert "format.attribute" in {finding.code for finding in source.game.findings}
