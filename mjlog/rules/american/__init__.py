"""American Modern: builds the rule set from its clauses, winning hands and payments.

The numbers of the clauses are those of `docs/rulebooks/american.md`. `clauses` has the clauses that
only this game has, `special_hands` the special hands, `shapes` the hands that win, `points` the
points and payments.

It imports the model, the referee and `mjlog.rules.shared`, and knows no other rule set.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from mjlog.model.record import DISCARD, DRAW, Deal
from mjlog.model.table import Hand
from mjlog.model.tiles import NORTH
from mjlog.referee.outcome import round_wind
from mjlog.referee.parts import Choices, Names, Penalties, Play, Pot, Progress, Scoring
from mjlog.referee.presentation import Presentation
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Clause,
    Spec,
    copies,
    settings,
    wanted_of,
)
from mjlog.rules.american import clauses as own
from mjlog.rules.american.book import BOOK
from mjlog.rules.american.claimed import (
    NEVER_TOGETHER,
    REPEATED,
    SUMS,
    ClaimScorer,
    near_claims,
    possible_claims,
)
from mjlog.rules.american.item_names import ITEM_NAMES
from mjlog.rules.american.points import (
    CAUSES,
    CLAUSE,
    EXTRAS,
    STAKE,
    Winning,
    claims_of_others,
    kitty_moves,
    kitty_stakes,
    next_dealer,
    settler,
    shares,
)
from mjlog.rules.american.shapes import Hands, hands_of, laid_on_table
from mjlog.rules.american.special_hands import BY_ID, OTHER
from mjlog.rules.shared import bonus_tiles, clauses, fast_path
from mjlog.rules.shared.fines import fine_each
from mjlog.rules.shared.option_table import options

OPTIONS: Final = options(
    """
jokers | 4 | 0 4 8 | 1.2 | hands
    how many jokers are in the set
jokers_in_chows | true | true false | 9.1 | hands
    jokers may stand for tiles of a chow
jokers_in_pairs | true | true false | 9.1 | hands
    jokers may stand for tiles of a pair, and for single tiles
four_identical | true | true false | 9.1 | hands
    a hand has at most four alike, jokers counted as what they stand for
no_joker_points | 0 | 0+ | 9.4 | hands
    points for winning without a joker
discarded_joker | dead | dead | 9.5 | play
    what becomes of a joker that is discarded
charleston | on | on north off | 8.1 | play
    tiles are exchanged before play: in every deal, or in the North round
ding_dong_max | 3 | 0+ | 8.2 | play
    how many Ding Dongs East may ask for in a deal
dead_wall | 0 | 0 14 | 2.4 | play
    tiles that are never drawn
flower_from | open | open tail | 2.4b | play
    the end of the wall that replaces bonus tiles
first_replacement_order | seats | seats rounds | 2.5a | play
    after the deal bonus tiles are replaced seat by seat, or round by round
robbing_kong | off | off added | 5.2 | play
    a kong added to a pung may be robbed
false_win | none | none pay_each:N | 8.5 | play
    what a false win costs: no price, or that much to each opponent (pay_each:100)
point_table | classical | classical | 7.2 | hands
    the points of sets
double_table | classical | classical | 7.6 | hands
    the doubles
pair_points | flat | flat added | 7.3 | hands
    a pair of one's own or the round's wind has 2 points, or 2 more than any wind
winning_extras | none | none | 7.4a | hands
    points for the way of going out
bouquet | winner | winner all doubles | 7.5b
    four flowers or four seasons: 1,000 for the winner, for anybody, or three doubles
limit | 500 | 0+ | 7.1
    the most that a hand counts, 0 for no limit
limit_losers | difference | difference each | 7.10
    losers' limit: on their difference, or on each hand as well
special_hands | none | none | 7.11a | hands
    what special hands are worth; naming one puts it in play, `other` those without a name
loser_special | false | false | 7.9 | hands
    special hands count in a hand that has not won
loser_doubles | sets | sets none | 7.8 | hands
    losers have the doubles of their sets and bonus tiles, or none
loser_pairs | all | all one | 7.8a | hands
    losers count all their pairs, or the best one
kitty | off | off on | 8.3
    everybody puts 100 into the kitty in each deal
goulash | off | off | 8.4 | play
    a special deal follows on a draw
""",
    {
        "winning_extras": {"named": tuple(EXTRAS)},
        "special_hands": {"named": (*BY_ID, OTHER)},
    },
)


def _bindings(
    settings: Mapping[str, str], spec: Spec, hands: Hands
) -> tuple[tuple[str, Clause], ...]:
    """Return the clauses (functions that check one rule each) that apply under these options.

    Each result is a pair: the number of a sentence of the rulebook, such as ``4.3a``, and a clause
    that checks it. Clauses that apply under all options come first. `settings` maps the name of
    each option to its value, `spec` describes the tiles and the wall, and `hands` decides which
    hands win.
    """
    front, back = own.wall_is_followed(bonus_from_front=settings["flower_from"] == "open")
    shape, limits, in_play = own.winning_hands(hands)
    by_seat = settings["first_replacement_order"] == "seats"
    order = (
        own.bonus_tiles_are_replaced_seat_by_seat
        if by_seat
        else own.bonus_tiles_are_replaced_round_by_round
    )
    always = (
        ("1.1", clauses.tile_is_not_one_too_many),
        ("1.1", clauses.no_tile_turns_up_once_too_often),
        ("1.1", clauses.deal_has_no_surplus),
        *(("1.1", each) for each in clauses.recorded_wall(spec)),
        ("2.3", clauses.no_pillars_are_dealt),
        ("2.3", clauses.no_tile_is_a_pillar),
        ("1.5", clauses.nobody_declares_ready),
        ("1.5", clauses.no_indicator_lies_open),
        ("1.5", clauses.no_indicator_is_turned_up),
        ("2.3", clauses.deal_has_the_right_size),
        ("2.3a", clauses.deal_follows_the_wall(jump=True)),
        ("2.4", clauses.wall_is_not_empty(spec)),
        ("2.4", own.replacement_needs_a_tile(spec)),
        ("2.4a", front),
        ("2.4a", clauses.replacement_is_due),
        ("2.4b", back),
        ("2.5", bonus_tiles.only_bonus_tiles_are_set_out),
        ("2.5", clauses.bonus_tile_is_held),
        ("2.5", bonus_tiles.bonus_tile_is_set_out_in_turn),
        ("2.5", own.bonus_tiles_are_set_out_at_once),
        ("2.5a", order),
        ("3.1", shape),
        ("3.2", limits),
        ("4.1", clauses.draws_in_turn),
        ("4.1", clauses.acts_in_turn),
        ("4.1a", clauses.draws_with_a_resting_hand),
        ("4.1a", clauses.discards_with_one_tile_more),
        ("4.2", clauses.discard_is_held),
        ("4.2a", clauses.manner_fits_the_draw),
        ("4.2c", clauses.discards_lie_open),
        ("4.3", clauses.claim_takes_the_latest_discard),
        ("4.3", clauses.claim_takes_an_open_tile),
        ("4.3a", clauses.claim_makes_a_set),
        ("4.3a", clauses.claimer_holds_the_tiles),
        ("4.3b", clauses.chow_comes_from_the_left),
        ("4.3c", clauses.nearest_player_wins),
        ("4.7", clauses.added_kong_needs_a_pung),
        ("4.7", clauses.added_tile_is_held),
        ("4.7", clauses.discard_does_not_promote_a_pung),
        ("4.7", clauses.discard_is_not_added_to_a_pung),
        ("4.8", clauses.concealed_kong_is_four_alike),
        ("4.8", clauses.concealed_kong_is_held),
        ("4.8", clauses.own_kong_needs_a_tile_taken),
        ("4.8b", clauses.kong_needs_a_live_tile(spec)),
        ("5.1", own.winning_tile_is_there),
        ("6.1", clauses.washout_comes_at_the_end(spec)),
        ("6.1", clauses.no_deal_is_aborted),
        ("7.11a", in_play),
        ("8.1", own.three_tiles_are_exchanged),
        ("8.1", own.passes_come_in_order),
        ("8.1", own.passed_tiles_are_held),
        ("8.1a", own.no_joker_is_passed),
        ("8.1b", own.charleston_is_complete),
        ("8.2", own.ding_dong_passes_one_to_each),
        ("8.2", own.ding_dong_is_of_easts_turn),
        ("8.2", own.ding_dong_at_most(int(settings["ding_dong_max"]))),
        ("9.3", own.joker_says_what_it_stands_for),
        ("9.5", own.discarded_joker_is_dead),
    )
    by_option = (
        ("5.2", clauses.kong_is_not_robbed, settings["robbing_kong"] == "off"),
        ("5.2", own.only_an_added_kong_is_robbed, settings["robbing_kong"] == "added"),
        ("5.3", own.kept_replacement_bars_the_robber(hands), settings["robbing_kong"] == "added"),
        ("8.1", own.no_charleston_is_played, settings["charleston"] == "off"),
        ("8.1", own.charleston_is_of_the_north_round, settings["charleston"] == "north"),
        ("9.1", own.no_joker_stands_in_a_chow, settings["jokers_in_chows"] == "false"),
    )
    return (*always, *wanted_of(by_option))


def build(settings: Mapping[str, str]) -> RuleSet:
    """Build the American rule set.

    `settings` maps the name of every option to its value. For example, the value of `charleston`
    is `on`.
    """
    hands = hands_of(settings)
    spec = Spec(
        copies(bonus=8, jokers=int(settings["jokers"])), dead_wall=int(settings["dead_wall"])
    )
    claimed = ClaimScorer(settings)
    return RuleSet(
        name="american",
        edition=1,
        title="American Modern",
        book=BOOK,
        choices=Choices(
            options=OPTIONS,
            settings=dict(settings),
            build=build,
        ),
        play=Play(
            spec=spec,
            bindings=_bindings(settings, spec, hands),
            waits=_waits(hands),
            fast_clauses={
                DRAW: fast_path.ordinary_draw(spec),
                DISCARD: own.ordinary_discard,
            },
            collect_events=claims_of_others,
            words=own.words(hands, int(settings["ding_dong_max"])),
            passings=(
                *((own.CHARLESTON,) if settings["charleston"] != "off" else ()),
                *((own.DING_DONG,) if settings["ding_dong_max"] != "0" else ()),
            ),
            passes=_has_charleston(settings["charleston"]),
        ),
        scoring=Scoring(
            circumstances=True,
            score=Winning(settings).score,
            settle=settler(settings, claimed),
            claimed=claimed,
            never_together=NEVER_TOGETHER,
            repeated_items=REPEATED,
            near_claims=near_claims,
            possible_claims=possible_claims,
            sum_stated="total",
            sums=frozenset(SUMS),
            item_names=frozenset({*CLAUSE, *BY_ID}),
            other_hands=hands.knows_others,
            scores_losers=True,
            shares=shares,
        ),
        progress=Progress(
            next_dealer=next_dealer,
            start_points=10_000,
            sheet_law="6.3a",
            rounds=4,
        ),
        pot=Pot(
            used=settings["kitty"] == "on",
            stake=STAKE,
            moves=kitty_moves if settings["kitty"] == "on" else None,
            stakes=kitty_stakes if settings["kitty"] == "on" else None,
        ),
        penalties=Penalties(
            to_each=fine_each(settings["false_win"]),
            causes=CAUSES,
        ),
        names=Names(
            items=ITEM_NAMES,
            known_as=(
                "american 美式 アメリカ 미국 американск americain amerikan amerikaans amerykan "
                "nmjl nationalmahjongg"
            ),
            columns={"points": "Points", "doubles": "Doubles"},
            presentation=Presentation(
                bonus="flowers and seasons",
                dead_wall="dead wall" if spec.dead_wall else "",
                turned=False,
            ),
        ),
    )


def _has_charleston(chosen: str) -> Callable[[Deal], bool]:
    """Return a function that says whether a deal must begin with a Charleston.

    In a Charleston, players pass tiles to each other before play. `chosen` is the value of the
    option ``charleston``: ``on`` for every deal, ``north`` for the deals of the North round only;
    any other value for no deal.
    """

    def has_charleston(deal: Deal) -> bool:
        return chosen == "on" or (chosen == "north" and round_wind(deal.label) == NORTH)

    return has_charleston


def _waits(hands: Hands) -> Callable[[Hand], int]:
    """Return a function that computes which tile kinds complete a hand.

    The function returns a bit mask in which bit k is set if a tile of kind k completes the hand.
    The mask is 0 if the tiles of a meld are not all known. `hands` decides which hands win.
    """

    def waits(hand: Hand) -> int:
        laid = laid_on_table(hand.melds)
        if laid is None:
            return 0
        return hands.waits(laid, hand.tiles())

    return waits


def from_words(words: Sequence[str]) -> RuleSet:
    """Build the rule set from the option words that follow ``american/1`` in a ``Rules:`` header.

    For example, the word ``charleston=on``. Raise `RulesError` if a word does not set an option to
    an allowed value.
    """
    return build(settings(OPTIONS, {}, words))
