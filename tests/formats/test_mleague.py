"""The M-League viewer: a page, a list of commands, calls and kongs, wins and drawn deals."""

import json
from pathlib import Path

import pytest
from mleague_records import mleague_commands, mleague_page

from mjlog.auditor.audit import audit
from mjlog.formats import load
from mjlog.model.record import WinLine
from mjlog.notation import read

ROOT = Path(__file__).parents[2]
GAMES = [
    "game-four-players", "haitei", "robbed-kong", "rinshan-concealed-kong", "rinshan-open-kong",
    "riichi-discard-claimed", "riichi-discard-won-on", "double-riichi", "suukantsu",
]  # fmt: skip


def sample(name):
    return read((ROOT / "samples" / "riichi" / f"{name}.mjl").read_bytes())


def game_of(text):
    (source,) = load(text.encode())
    assert source.format == "mleague"
    return source.game


def facts(game):
    """What both forms hold of each deal: no dice, and of a deal without a winner no reason."""
    for deal in game.deals:
        wins = [line.content for line in deal.lines if isinstance(line.content, WinLine)]
        attributes = [pair for pair in deal.attributes if pair[0] not in ("dice", "scores")]
        yield deal.label, attributes, [turn.word for turn in deal.turns], wins


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_read_as_it_was_written(name):
    written = sample(name)
    for text in (json.dumps(mleague_commands(written)), mleague_page(written)):
        assert list(facts(game_of(text))) == list(facts(written))


def test_the_league_s_own_rules_judge_it():
    game = game_of(mleague_page(sample("haitei")))
    assert game.rules == "riichi/1 preset=m-league"
    assert game.header("Final-Points") == "1.5 1.5 1.5 1.5"
    assert audit(game).counts()["agrees"]


def test_points_before_the_next_deal_are_the_totals():
    game = game_of(mleague_page(sample("game-four-players")))
    counts = audit(game).counts()
    assert counts["agrees"] > 50


@pytest.mark.parametrize(
    "command",
    [
        {"cmd": "sutehai", "args": ["E0", "1m"], "id": "1"},
        {"cmd": "sutehai", "args": ["A0", "9q"], "id": "1"},
        {"cmd": "sutehai", "args": [], "id": "1"},
        {"cmd": "kyokustart", "args": ["0"], "id": "1"},
        {"cmd": "point", "args": ["A0", "many"], "id": "1"},
        {"cmd": "agari", "args": 5, "id": "1"},
        {"cmd": "open", "args": ["A0", "<1>"], "id": "1"},
    ],
)
def test_a_command_that_cannot_be_read_is_reported(command):
    commands = mleague_commands(sample("haitei"))
    commands.insert(30, command)
    assert any(f.severity == "error" for f in game_of(json.dumps(commands)).findings)


def test_a_page_without_commands_is_named():
    (source,) = load(b"<html><script>UMP_PLAYER.init(true)</script></html>")
    assert "M-League viewer" in source.findings[0].message
