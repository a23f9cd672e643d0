"""Whole deals that stand elsewhere than they were played are one finding, at the first of them."""

from dataclasses import replace
from itertools import combinations

import pytest
from kit.places import SAMPLES
from kit.records import game_in

from mjlog.auditor.audit import audit

GAMES = ["mcr/a-made-up-game.mjl", "sichuan/a-made-up-game.mjl", "zungjung/a-made-up-game.mjl"]


def as_played(deals, first, second):
    """The deals with two of them in each other's place."""
    deals = [*deals]
    deals[first], deals[second] = deals[second], deals[first]
    return tuple(deals)


@pytest.mark.parametrize("name", GAMES)
def test_two_deals_in_each_others_place_are_one_finding(name):
    game = game_in(SAMPLES / name)
    deals = game.deals[:5]
    right = audit(replace(game, deals=deals, headers=game.headers[:2]))
    assert [each for each in right.findings if each.severity == "error"] == []
    for first, second in combinations(range(len(deals)), 2):
        moved = as_played(deals, first, second)
        found = audit(replace(game, deals=moved, headers=game.headers[:2]))
        errors = [each for each in found.findings if each.severity == "error"]
        assert [(each.code, each.place.deal) for each in errors] == [("next.round", first + 1)]
        assert errors[0].place.line == moved[first].span.line
        assert found.game.deals == moved
        assert found.totals == as_played(right.totals, first, second)
        assert found.results == as_played(right.results, first, second)


def test_one_deal_that_stands_elsewhere_is_one_finding():
    game = game_in(SAMPLES / GAMES[0])
    deals = game.deals[:5]
    for first, last in combinations(range(len(deals)), 2):
        later = (*deals[:first], *deals[first + 1 : last + 1], deals[first], *deals[last + 1 :])
        sooner = (*deals[:first], deals[last], *deals[first:last], *deals[last + 1 :])
        for moved in (later, sooner):
            found = audit(replace(game, deals=moved, headers=game.headers[:2]))
            errors = [each for each in found.findings if each.severity == "error"]
            assert [(each.code, each.place.deal) for each in errors] == [("next.round", first + 1)]


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_that_is_written_twice_is_one_finding(name):
    game = game_in(SAMPLES / name)
    deals = game.deals[:4]
    right = audit(replace(game, deals=deals, headers=game.headers[:2]))
    for at in range(len(deals)):
        twice = (*deals[: at + 1], *deals[at:])
        found = audit(replace(game, deals=twice, headers=game.headers[:2]))
        errors = [each for each in found.findings if each.severity == "error"]
        assert [(each.code, each.place.deal) for each in errors] == [("deal.twice", at + 2)]
        assert len(found.results) == len(twice)
        assert found.totals == (*right.totals[: at + 1], *right.totals[at:])


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_that_is_left_out_is_one_finding(name):
    game = game_in(SAMPLES / name)
    deals = game.deals[:5]
    right = audit(replace(game, deals=deals, headers=game.headers[:2]))
    for at in range(1, len(deals) - 1):
        rest = (*deals[:at], *deals[at + 1 :])
        found = audit(replace(game, deals=rest, headers=game.headers[:2]))
        errors = [each for each in found.findings if each.severity == "error"]
        assert [(each.code, each.place.deal) for each in errors] == [("next.round", at + 1)]
        assert found.totals[at:] == right.totals[at + 1 :]
