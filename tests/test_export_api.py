"""A game written for another program by the API states what the command line states."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner
from kit.places import SAMPLES

import mjlog
from mjlog.cli.main import main

SAMPLE = SAMPLES / "riichi" / "double-ron.mjl"


def test_the_fu_that_the_referee_knows_is_stated():
    text = SAMPLE.read_text("utf-8")
    bare = re.sub(r", fu [0-9]+", "", text)
    assert bare != text
    stated, filled = (mjlog.export(mjlog.read(each), "tenhou").text for each in (text, bare))
    assert re.findall(r' ten="[0-9]+', stated) == re.findall(r' ten="[0-9]+', filled)
    assert ' ten="0,' not in filled


def test_the_command_line_says_the_same():
    told = CliRunner().invoke(main, ["convert", "--to", "tenhou", str(SAMPLE)])
    assert told.stdout == mjlog.export(mjlog.read(SAMPLE.read_bytes()), "tenhou").text


def test_a_game_of_other_rules_cannot_be_written():
    game = mjlog.read((SAMPLES / "american" / "jade.mjl").read_bytes())
    with pytest.raises(mjlog.CannotExportError, match="riichi only"):
        mjlog.export(game, "tenhou")
