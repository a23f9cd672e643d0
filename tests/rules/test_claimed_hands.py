"""What a sheet may claim of a hand that nobody shows, and which claims come close to it."""

import pytest

from mjlog.referee.rulebook import HandClaim, Outcome, RulesError
from mjlog.rules import load
from mjlog.rules.shared.claimed import claims_with_other_kongs


def test_close_to_kong_points_are_one_and_two_more_or_less():
    claim = HandClaim((("basic", 3),), (("exposed", 1), ("concealed", None)))
    near = [each.kongs for each in claims_with_other_kongs(claim, "exposed")]
    assert near == [(("exposed", 0),), (("exposed", 2),), (("exposed", 3),)]


@pytest.mark.parametrize(("han", "can_be"), [(0, False), (1, True), (2, True), (3, False)])
def test_a_wind_is_worth_one_han_or_two_where_it_is_of_the_seat_and_of_the_round(han, can_be):
    assert load("riichi/1").scoring.item_can_be("yakuhai-east", han) is can_be


@pytest.mark.parametrize("option", ["noten_points", "honba_points"])
def test_an_amount_that_changes_hands_may_be_nothing_and_never_less(option):
    assert load(f"riichi/1 {option}=0").settings[option] == "0"
    with pytest.raises(RulesError):
        load(f"riichi/1 {option}=-1")


def test_a_hand_of_tibet_is_worth_what_a_column_of_the_table_has():
    claims = load("tibet/1").scoring.possible_claims(0, Outcome(4, 0))
    assert [[points for _, points in each.items] for each in claims] == [
        [0],
        [1],
        [2],
        [3],
        [4],
        [6],
    ]


@pytest.mark.parametrize(("limits", "near"), [(None, [2]), (1, [2]), (2, [1, 3])])
def test_close_to_a_limit_hand_is_one_limit_less_or_one_more(limits, near):
    outcome = Outcome(4, 0, claimed={0: HandClaim((("yakuman-kokushi", limits),))})
    claims = load("riichi/1").scoring.near_claims(0, outcome)
    assert [each.items for each in claims] == [(("yakuman-kokushi", number),) for number in near]


def test_a_hand_of_riichi_is_worth_six_limits_at_most():
    claims = load("riichi/1").scoring.possible_claims(0, Outcome(4, 0))
    sums = [claim.items[0][1] for claim in claims if claim.items[0][0] == "limits"]
    assert sums == [1, 2, 3, 4, 5, 6]
