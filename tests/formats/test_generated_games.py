"""Made-up games come back from every format that is written; what one cannot hold is reported."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as some
from kit.records import errors
from kit.sizes import examples

from mjlog import load
from mjlog.auditor.audit import audit
from mjlog.bots.generate import games
from mjlog.formats.registry import TARGETS, export
from mjlog.notation import read, write

RIICHI = ("riichi preset=tenhou", "riichi preset=mahjongsoul length=east")
RULES = {
    "tenhou6": (*RIICHI, "riichi preset=tenhou-sanma"),
    "tenhou-link": RIICHI,
    "tenhou": (*RIICHI, "riichi preset=tenhou-sanma"),
    "mjai": (*RIICHI, "riichi preset=tenhou-sanma"),
    "majiang": RIICHI,
    "pmn": ("mcr/1 seat_change=none",),
    "botzone": ("mcr/1 preset=mcr-botzone",),
}
SUMS = re.compile(r", (?:(?:han|limits|points|share|dealer-share) \d+|[a-z-]+ \?)")
"""What the worth of a hand is in all; formats state it beside its items."""
DOUBLE = re.compile(r"^fan .*yakuman-\S+ 2")
"""A single yakuman that Mahjong Soul counts twice."""


def test_every_format_that_is_written_is_tried():
    assert {*TARGETS} <= {*RULES}


def lines_of(game):
    return [SUMS.sub("", line) for line in write(game).splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize("target", RULES)
@examples(6)
@given(chosen=some.data(), seed=some.integers(0, 10_000))
def test_every_line_comes_back_or_is_reported(target, chosen, seed):
    rules = chosen.draw(some.sampled_from(RULES[target]))
    game = read(write(next(games(rules, seed=seed, deals=2, fast=True))))
    written = export(game, target)
    back = [source.game for source in load(written.text.encode())]
    reported = {loss.place.line for loss in written.losses}
    there = {line for again in back for line in lines_of(again)}
    lines = list(enumerate(lines_of(game), 1))
    assert not [line for number, line in lines
                if line and line not in there and number not in reported]  # fmt: skip
    # Tenhou counts no single yakuman twice: it writes what was paid, its rules pay half of that.
    if not any(DOUBLE.search(line) and number in reported for number, line in lines):
        assert [errors(audit(again)) for again in back] == [[] for _ in back]
