"""Taiwanese 16-tile mahjong: builds the rule set from its clauses, tai and payments.

The numbers of the clauses are those of `docs/rulebooks/taiwanese.md`. Tai are in
`mjlog.rules.taiwanese.tai`, payments in `mjlog.rules.taiwanese.payment`, insurance in
`mjlog.rules.taiwanese.insurance`.

It imports the model, the referee, the kit and `mjlog.rules.shared`, and knows no other rule set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from mjlog.model.record import CLAIM, DISCARD, DRAW, REPLACE, SET_OUT
from mjlog.referee.message_fields import Words
from mjlog.referee.parts import Choices, Names, Penalties, Play, Progress, Scoring
from mjlog.referee.presentation import Presentation
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    FALSE_WIN,
    NEVER,
    Clause,
    Spec,
    Test,
    copies,
    settings,
    switched_on,
    wanted_of,
)
from mjlog.rules.kit.play import waits_of
from mjlog.rules.shared import bonus_tiles, dice, fast_path
from mjlog.rules.shared import clauses as shared
from mjlog.rules.taiwanese import clauses, setup, win_clauses
from mjlog.rules.taiwanese.book import BOOK
from mjlog.rules.taiwanese.claimed import (
    NEVER_TOGETHER,
    REPEATED,
    TOTALS,
    ClaimScorer,
    near_claims,
    possible_claims,
)
from mjlog.rules.taiwanese.events import looker
from mjlog.rules.taiwanese.hand import SHAPES
from mjlog.rules.taiwanese.item_names import ITEM_NAMES
from mjlog.rules.taiwanese.likely_stakes import fitting, other_sum
from mjlog.rules.taiwanese.option_effects import can_matter
from mjlog.rules.taiwanese.options import (
    OPTIONS,
    PRESETS,
)
from mjlog.rules.taiwanese.payment import (
    CAUSES,
    HARMLESS,
    RECORD_WORDS,
    Settling,
    fine,
    next_dealer,
    progression,
)
from mjlog.rules.taiwanese.points import HandScorer, course_items
from mjlog.rules.taiwanese.rulings import weigher
from mjlog.rules.taiwanese.tai import scale, worth

_WAITS: Final = waits_of(SHAPES)


def _bindings(settings: Mapping[str, str], spec: Spec) -> tuple[tuple[str, Clause], ...]:
    """Return the clauses (functions that check one rule each) that apply under these options.

    Each result is a pair: the number of a sentence of the rulebook, such as ``4.3a``, and a clause
    that checks it. `settings` maps the name of each option to its value. `spec` describes the tiles
    and the wall.
    """
    has = switched_on(settings)
    front, back = shared.stacks_follow_the_break(
        upper_first=settings["replacement_order"] == "upper_first"
    )
    bonus = settings["bonus_tiles"] != "0"
    listed = (
        ("1.1", shared.tile_is_not_one_too_many, True),
        ("1.1", shared.deal_has_no_surplus, True),
        *(("1.1", each, True) for each in shared.recorded_wall(spec)),
        ("4.1", shared.no_pillars_are_dealt, True),
        ("4.1", shared.no_tile_is_a_pillar, True),
        ("1.1", shared.no_tile_turns_up_once_too_often, True),
        ("1.2", shared.nothing_is_set_aside, not bonus),
        ("1.3", bonus_tiles.only_bonus_tiles_are_set_out, bonus),
        ("1.3", bonus_tiles.bonus_tile_makes_no_set, bonus),
        ("1.3", bonus_tiles.bonus_tile_is_not_claimed, bonus),
        ("1.5", shared.no_indicator_lies_open, True),
        ("1.5", shared.no_indicator_is_turned_up, True),
        ("1.5", shared.nothing_is_exchanged, True),
        ("2.1", setup.seats_are_those_drawn, True),
        ("3.2", dice.dice_are_as_many(2), True),
        ("3.2", dice.break_is_where(dice.break_by_sum), settings["first_break"] == "thrown"),
        ("3.2a", setup.first_break_is_in_easts_wall, settings["first_break"] == "seating"),
        ("3.3", shared.wall_is_not_empty(spec), True),
        ("3.3", front, True),
        ("3.4", shared.replacement_is_due, True),
        ("3.6", back, True),
        ("4.1", shared.deal_has_the_right_size, True),
        ("4.1", setup.hands_are_dealt_from_the_wall, True),
        ("4.2", bonus_tiles.bonus_tiles_are_replaced_in_order, bonus),
        ("4.2", bonus_tiles.play_begins_without_bonus_tiles, bonus),
        ("4.3", shared.bonus_tile_is_held, True),
        ("4.3", bonus_tiles.bonus_tile_is_set_out_in_turn, bonus),
        ("4.3", bonus_tiles.bonus_tile_is_not_kept, bonus),
        ("5.1", shared.draws_in_turn, True),
        ("5.1", shared.acts_in_turn, True),
        ("5.1a", clauses.draws_with_its_number, True),
        ("5.1a", clauses.discards_with_its_number, True),
        ("5.1a", clauses.own_kong_needs_a_tile_taken, True),
        ("5.1b", shared.discard_is_held, True),
        ("5.1b", shared.manner_fits_the_draw, True),
        ("5.1c", shared.discards_lie_open, True),
        ("5.2", shared.claim_takes_the_latest_discard, True),
        ("5.2", shared.claim_makes_a_set, True),
        ("5.2", shared.claimer_holds_the_tiles, True),
        ("5.2a", shared.chow_comes_from_the_left, True),
        ("5.4", shared.nearest_player_wins, settings["multi_win"] == "nearest"),
        ("5.6", shared.discard_does_not_promote_a_pung, True),
        ("5.6", shared.discard_is_not_added_to_a_pung, True),
        ("5.6", shared.added_kong_needs_a_pung, True),
        ("5.6", shared.added_tile_is_held, True),
        ("5.6", shared.concealed_kong_is_four_alike, True),
        ("5.6", shared.concealed_kong_is_held, True),
        ("5.7a", shared.kong_needs_a_live_tile(spec), "kong_on_last_tile" not in has),
        ("5.8", win_clauses.only_a_promoted_kong_is_robbed, True),
        ("5.9", win_clauses.kept_replacement_bars_the_robber, True),
        ("5.10", shared.nobody_declares_ready, "orig_declared" not in has),
        ("5.10", clauses.ready_comes_with_the_first_discard, "orig_declared" in has),
        ("5.10", clauses.original_hand_waits, "orig_declared" in has),
        (
            "6.1",
            win_clauses.no_win_was_missed(settings["missed_win_scope"]),
            settings["missed_win_scope"] != "off",
        ),
        ("7.1", win_clauses.hand_is_complete, True),
        ("8.1", shared.washout_comes_at_the_end(spec), True),
        ("8.1", shared.no_deal_is_aborted, True),
        ("8.5", win_clauses.winning_tile_is_there, True),
        ("11.1", clauses.irregular_hand_has_not_its_number, True),
        ("11.2", win_clauses.irregular_hand_does_not_win, True),
        ("11.3", clauses.wrong_tile_is_put_back_in_time, True),
        ("11.4", clauses.correction_comes_in_time, True),
    )
    return wanted_of(listed)


def _ordinary(spec: Spec, *, bonus: bool) -> dict[int, Test]:
    tests: dict[int, Test] = {
        DRAW: bonus_tiles.ordinary_draw(spec),
        DISCARD: bonus_tiles.ordinary_discard,
        CLAIM: fast_path.ordinary_claim(spec),
        REPLACE: bonus_tiles.ordinary_replacement,
    }
    return tests | {SET_OUT: bonus_tiles.ordinary_set_out} if bonus else tests


WORDS: Final[Words] = {**setup.WORDS, **clauses.WORDS, **win_clauses.WORDS}


def build(settings: Mapping[str, str]) -> RuleSet:
    """Build the Taiwanese rule set for these options.

    `settings` maps the name of every option to its value.
    """
    spec = Spec(copies(bonus=int(settings["bonus_tiles"])), resting=16, dead_wall=16)
    return RuleSet(
        name="taiwanese",
        edition=1,
        title="Taiwanese 16-tile mahjong",
        book=BOOK,
        choices=Choices(
            options=OPTIONS,
            settings=dict(settings),
            presets=PRESETS,
            matters=can_matter,
            fitting=fitting,
            other_sum=partial(other_sum, settings=dict(settings)),
            build=build,
        ),
        play=Play(
            spec=spec,
            bindings=_bindings(settings, spec),
            waits=_WAITS,
            fast_clauses=_ordinary(spec, bonus=settings["bonus_tiles"] != "0"),
            fast_run=bonus_tiles.ordinary_turns(spec),
            collect_events=looker(spec),
            words=WORDS,
        ),
        scoring=Scoring(
            score=HandScorer(settings),
            settle=Settling(settings),
            claimed=ClaimScorer(settings),
            never_together=NEVER_TOGETHER,
            repeated_items=REPEATED,
            near_claims=near_claims,
            possible_claims=possible_claims,
            sum_stated="base",
            minimum=int(settings["minimum"]),
            bystander_least=None if settings["insurance"] == "true" else NEVER,
            sums=frozenset(TOTALS),
            item_names=frozenset(
                {
                    *TOTALS,
                    *(name for row in scale(settings).rows for name in (row.item, *row.alike)),
                }
            ),
            item_can_be=worth(settings),
            course_items=course_items,
        ),
        progress=Progress(
            next_dealer=next_dealer,
            next_deal=progression(settings),
            decides_void=True,
            counter_word="continued",
            name_counts=settings["continued_counts_draws"] == "true",
            start_points=int(settings["start_points"]),
            sheet_law="2.4",
        ),
        penalties=Penalties(
            price=fine(settings),
            causes=CAUSES,
            ruled=frozenset({*FALSE_WIN, *HARMLESS}),
            check_ruling=weigher(settings),
        ),
        names=Names(
            items=ITEM_NAMES,
            columns={"total": "Tai"},
            known_as="taiwan tajwan 台湾 台灣 台麻 十六张 十六張 16张 16張 16枚 대만 тайван",
            presentation=Presentation(
                bonus="flowers" if settings["bonus_tiles"] != "0" else "", dead_wall="dead wall"
            ),
            record_words=RECORD_WORDS,
        ),
    )


def from_words(words: Sequence[str]) -> RuleSet:
    """Build the rule set from the option words that follow ``taiwanese/1`` in a ``Rules:`` header.

    Raise `RulesError` if a word does not set an option to an allowed value.
    """
    return build(settings(OPTIONS, PRESETS, words))
