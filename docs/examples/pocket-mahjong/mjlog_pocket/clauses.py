"""What pocket mahjong forbids: the clauses that mjlog has already, and three of its own."""

from collections.abc import Mapping
from typing import Final

from mjlog.model.record import ADDED_KONG, CLAIM, CONCEALED_KONG, DISCARD, WIN, Claim, Discard, Win
from mjlog.model.shapes import is_complete
from mjlog.model.table import Table
from mjlog.model.tiles import KINDS, WHITE
from mjlog.referee.rulebook import Clause, Judgement, Spec, clause
from mjlog.rules.shared import clauses as shared

DRAGONS: Final = range(WHITE, KINDS)


@clause(
    "discard.early_dragon",
    DISCARD,
    says="{seat} discards {tile} first, and holds other tiles than dragons",
)
def first_discard_is_no_dragon(table: Table, discard: Discard) -> Judgement:
    """The first discard of a player is no dragon, unless the hand has nothing else."""
    hand = table.hands[discard.seat]
    if hand.river or discard.tile not in DRAGONS:
        return True
    if not hand.known:  # an unknown tile may be a bamboo or not
        return None
    return not sum(hand.kinds()[:WHITE])


@clause("kong.limit", CLAIM, says="{seat} claims {live} for a kong; there are no kongs")
def no_kong_is_claimed(_table: Table, claim: Claim) -> Judgement:
    """No discard is claimed for a kong."""
    return len(claim.tiles) < 3


@clause("kong.limit", CONCEALED_KONG, ADDED_KONG, says="{seat} declares a kong; there are no kongs")
def no_kong_is_declared(_table: Table, _kong: object) -> Judgement:
    """Four alike mean nothing."""
    return False


@clause("win.shape", WIN, says="{seat}'s tiles with the winning one are not two sets and a pair")
def hand_is_two_sets_and_a_pair(table: Table, win: Win) -> Judgement:
    """A winning hand is two sets and a pair."""
    counts = shared.winning_counts(table, win)
    return None if counts is None else is_complete(counts)


def bindings(chosen: Mapping[str, str], spec: Spec) -> tuple[tuple[str, Clause], ...]:
    """Every clause under the number of its sentence."""
    front, _ = shared.draws_follow_the_wall()
    early_dragons = chosen["early_dragons"] == "true"
    return (
        ("1.1", shared.tile_is_not_one_too_many),
        ("1.1", shared.deal_has_no_surplus),
        *(("1.1", each) for each in shared.recorded_wall(spec)),
        ("1.2", shared.deal_has_the_right_size),
        ("1.3", shared.no_pillars_are_dealt),
        ("1.3", shared.no_tile_is_a_pillar),
        ("1.3", shared.nothing_is_set_aside),
        ("1.3", shared.no_indicator_lies_open),
        ("1.3", shared.no_indicator_is_turned_up),
        ("1.3", shared.nothing_is_exchanged),
        ("1.4", shared.wall_is_not_empty(spec)),
        ("1.4", front),
        ("2.1", shared.draws_in_turn),
        ("2.1", shared.acts_in_turn),
        ("2.2", shared.draws_with_a_resting_hand),
        ("2.2", shared.discards_with_one_tile_more),
        ("2.3", shared.discard_is_held),
        ("2.3", shared.manner_fits_the_draw),
        ("2.4", shared.discards_lie_open),
        *(() if early_dragons else (("2.5", first_discard_is_no_dragon),)),
        ("3.1", shared.claim_takes_the_latest_discard),
        ("3.1", shared.claim_makes_a_set),
        ("3.1", shared.claimer_holds_the_tiles),
        ("3.2", shared.chow_comes_from_the_left),
        ("3.3", no_kong_is_claimed),
        ("3.3", no_kong_is_declared),
        ("3.3", shared.replacement_is_due),
        ("3.4", shared.nobody_declares_ready),
        ("4.1", shared.winning_tile_is_there),
        ("4.2", hand_is_two_sets_and_a_pair),
        ("4.3", shared.nearest_player_wins),
        ("4.4", shared.washout_comes_at_the_end(spec)),
        ("4.4", shared.no_deal_is_aborted),
    )
