"""An option that is not tried on a wrong sheet changes nothing that is due."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from bench_slips import without_tiles

from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.deal_start import DealStart
from mjlog.auditor.diagnosis.rule_suspects import (
    options_that_matter,
    options_to_try,
    propose_presets,
)
from mjlog.auditor.settled_deal import Interpretation, check_deal
from mjlog.bots.generate import games
from mjlog.referee.outcome import outcome_of
from mjlog.referee.replay import replay
from mjlog.rules import load

RULES = [
    "riichi/1",
    "riichi/1 players=3",
    "taiyuan/1",
    "taiyuan/1 preset=regional",
    "taiyuan/1 discard_payers=discarder_only",
    "taiwanese/1 dealer_bonus=1",
    "taiwanese/1 limit=20",
    "american/1",
    "american/1 kitty=on",
    "tibet/1 preset=tibet-13-scored",
    "tibet/1 preset=tibet-kan",
]
START = "start_points"


def sheets(rules):
    """Deals that were played, with their turns and without."""
    known = load(rules)
    for game in games(rules, seed=7, deals=3, fast=True):
        for deal in (*game.deals, *without_tiles(game).deals):
            table = replay(deal, known, seats=game.seats).table
            outcome = replace(outcome_of(deal, table, known), pool=0, counters=0)
            yield DealCheck(
                Interpretation(deal, known, table, outcome, DealStart((None,) * game.seats))
            )


def others(option, rules):
    """The rules with each other value of the option, or with some numbers."""
    now = rules.settings[option.name]
    values = option.values or [str(number) for number in (1, 7, 100) if number >= option.least]
    return [rules.having(option.name, value) for value in values if value != now]


@pytest.mark.parametrize("rules", RULES)
def test_what_is_not_tried_changes_nothing_that_is_due(rules):
    left_out = set()
    for sheet in sheets(rules):
        due = check_deal(sheet.rules, sheet.outcome)
        tried = {option.name for option in options_to_try(sheet, opens=False)}
        for option in sheet.rules.options:
            if option.name != START and option.name not in tried:
                left_out.add(option.name)
                for other in others(option, sheet.rules):
                    assert check_deal(other, sheet.outcome) == due, option.name
    assert len(left_out) > 5


@pytest.mark.parametrize("rules", RULES)
def test_presets_that_are_not_tried_change_nothing_that_is_due(rules):
    for sheet in sheets(rules):
        tried = {choice[1] for choice, _ in propose_presets(sheet, (), opens=False)}
        due = check_deal(sheet.rules, sheet.outcome)
        for name in sheet.rules.presets.keys() - tried:
            assert check_deal(sheet.rules.by_preset(name), sheet.outcome) == due, name


def test_most_options_are_not_tried_on_a_plain_hand():
    tried = [
        len(options_that_matter(sheet))
        for sheet in sheets("riichi/1")
        if sheet.outcome.winners and sheet.deal.turns
    ]
    assert tried
    assert min(tried) < 5
