"""The Tibet ladder: games for teaching, from four tiles of one suit up to riichi.

A step of the ladder is a preset of options. The numbers of the clauses are those of
`docs/rulebooks/tibet.md`. Han and payments are in `mjlog.rules.tibet.points`.

It imports the model, the referee, the kit, `mjlog.rules.shared` and `mjlog.rules.riichi`, because
the ladder ends in riichi. It knows no other rule set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import Tiles, msg
from mjlog.model.record import (
    ADDED_KONG,
    CLAIM,
    CONCEALED_KONG,
    DISCARD,
    DRAW,
    READY,
    WIN,
    AddedKong,
    Claim,
    ConcealedKong,
    Dealt,
    Ready,
    Win,
)
from mjlog.model.settlement import Score
from mjlog.model.shapes import is_complete, kinds, waits
from mjlog.model.table import HELD, Hand, Table
from mjlog.model.tiles import EAST, KIND, KINDS, WHITE, text
from mjlog.referee.message_fields import Word, Words
from mjlog.referee.parts import Choices, Names, Play, Progress, Scoring
from mjlog.referee.presentation import Presentation
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    DEALT,
    NEVER,
    Clause,
    Judgement,
    Outcome,
    Spec,
    clause,
    settings,
    switched_on,
    wanted_of,
)
from mjlog.rules import riichi
from mjlog.rules.kit import scoring
from mjlog.rules.riichi import item_names as riichi_items
from mjlog.rules.shared import clauses, fast_path
from mjlog.rules.shared.option_table import options
from mjlog.rules.tibet.book import BOOK, UNSCORED_BOOK
from mjlog.rules.tibet.points import ITEM_NAMES, PATTERNS, next_dealer, scorer, settler, worth
from mjlog.rules.tibet.points_explained import lesson

OPTIONS: Final = options(
    """
sets | 1 | 1 2 3 4 | 2.10 | hands
    sets in a winning hand: 4, 7, 10 or 13 tiles rest in the hand
suits | 1 | 1 2 3 | 2.6 | hands
    circles; bamboos too; characters too
dragons | false | true false | 2.7 | play
    dragons are in play
winds | false | true false | 2.12
    winds are in play
open_hands | false | true false | 2.2 | play
    all hands lie open, and no discard is won on
pung | false | true false | 2.7 | play
    discards are called for a pung
chow | false | true false | 2.8 | play
    discards are called for a chow
kong | false | true false | 2.14 | play
    kongs are declared
scoring | false | true false | 2.9
    points are counted
wall | pool | pool built | 2.11 | play
    the tiles are taken from a pool, or from a wall that is built
dead_wall | false | true false | 2.13 | play
    fourteen tiles stay undrawn
riichi | false | true false | 2.15
    riichi is declared, and worth 1 han
furiten | false | true false | 2.15 | play
    one's own discards bar from winning on others'
last_discard_claims | win_only | win_only any | 5.7 | play
    what the last discard may be called for
multi_ron | nearest | nearest all | 8.4
    who wins when a discard completes several hands
start_points | 0 | 0+ | 12.1
    points each player starts with
""",
)


TOP: Final = "tibet-riichi"
RIICHI_ITSELF: Final = "riichi/1 red_fives=0"
"""Header of the rule set at the top of the ladder."""

_CALLS: Final = "sets=4 suits=3 dragons=true pung=true chow=true"
_SCORED: Final = f"{_CALLS} scoring=true"
_WINDS: Final = f"{_SCORED} wall=built winds=true"
_DEAD_WALL: Final = f"{_WINDS} dead_wall=true"
_KONGS: Final = f"{_DEAD_WALL} kong=true"

STEPS: Final = (
    ("tibet-4", ""),
    ("tibet-4-open", "open_hands=true"),
    ("tibet-7", "sets=2"),
    ("tibet-7-two-suits", "sets=2 suits=2"),
    ("tibet-10", "sets=3 suits=2"),
    ("tibet-10-three-suits", "sets=3 suits=3"),
    ("tibet-10-dragons-pon", "sets=3 suits=2 dragons=true pung=true"),
    ("tibet-10-dragons-pon-chii", "sets=3 suits=2 dragons=true pung=true chow=true"),
    ("tibet-10-scored", "sets=3 suits=2 dragons=true pung=true chow=true scoring=true"),
    ("tibet-13-two-suits", "sets=4 suits=2"),
    ("tibet-13", "sets=4 suits=3"),
    ("tibet-13-dragons", _CALLS),
    ("tibet-13-scored", _SCORED),
    ("tibet-13-walls", f"{_SCORED} wall=built"),
    ("tibet-winds", _WINDS),
    ("tibet-deadwall", _DEAD_WALL),
    ("tibet-kan", _KONGS),
    (TOP, ""),
)
"""The steps of the ladder, each with the settings that differ from the first step.

The settings say which tiles are used and what is allowed. The top is another rule set.
"""

PRESETS: Final[Mapping[str, Mapping[str, str]]] = {
    name: dict(word.split("=") for word in words.split()) for name, words in STEPS
}

# --------------------------------------------------------------------------- the deal


@clause(
    "deal.size",
    DEALT,
    says="{seat} is dealt {tiles_held} instead of {resting}",
    expects="{resting}",
)
def everybody_is_dealt_the_same(table: Table, dealt: Dealt) -> Judgement:
    """Return whether a dealt hand has the number of tiles that each player must get.

    At this table the dealer gets no extra tile.
    """
    return table.hands[dealt.seat].total == table.resting


# --------------------------------------------------------------------------- kongs


@clause("kong.none", CLAIM, says="{seat} claims {live} for a kong, but this step has no kongs")
def no_kong_is_claimed(_table: Table, claim: Claim) -> Judgement:
    """Return False if a player claims a discard for a kong, otherwise True."""
    return len(claim.tiles) < 3


@clause(
    "kong.none",
    CONCEALED_KONG,
    ADDED_KONG,
    says="{seat} declares a kong, but at this step four alike mean nothing",
)
def no_kong_is_declared(_table: Table, _kong: ConcealedKong | AddedKong) -> Judgement:
    """Return False: no kong may be declared.

    Used at those steps of the ladder (a series of games for teaching) that have no kongs.
    """
    return False


# --------------------------------------------------------------------------- riichi and furiten


@clause(
    "ready.tenpai",
    READY,
    says="{seat} discards {tile} and declares riichi, but no tile completes the hand",
)
def riichi_hand_waits(table: Table, ready: Ready) -> Judgement:
    """Return whether the hand that remains after the riichi discard waits for a tile.

    The result is None if the hand is unknown.
    """
    counts = clauses.counts_after(table.hands[ready.seat], ready.tile)
    if counts is None:
        return None
    return waits(counts) != 0


@clause(
    "win.missed",
    WIN,
    says=(
        "{seat} wins on {live}, but earlier discarded {own_discard}, which completes the hand, too"
    ),
    bars="{seat} earlier discarded {own_discard}, which would complete the hand",
)
def winner_is_not_furiten(table: Table, win: Win) -> Judgement:
    """Return False if a player wins on a discard after discarding a tile that completes its hand.

    The result is True for a self-draw, and None if the hand is unknown.
    """
    if win.own_draw:
        return True
    if not table.hands[win.seat].known:
        return None
    return not _own_discards(table, win)


def _own_discards(table: Table, win: Win) -> list[int]:
    """Return the tiles that the winner discarded although they complete its hand."""
    hand = table.hands[win.seat]
    awaited = waits(hand.kinds())
    return [tile for tile in hand.river if tile < HELD and awaited >> KIND[tile] & 1]


# --------------------------------------------------------------------------- the win


@clause(
    "win.tile",
    WIN,
    says="{seat} wins on {live_seat}'s discard, but with open hands only a drawn tile wins",
    bars="with open hands only a drawn tile wins",
)
def only_a_drawn_tile_wins(_table: Table, win: Win) -> Judgement:
    """Return whether a win is a self-draw.

    Used at the step of the ladder (a series of games for teaching) at which all hands lie open.
    """
    return win.own_draw


hand_is_sets_and_a_pair: Final = clauses.tiles_are_complete(
    says="{seat}'s tiles and the winning tile do not form {sets} and a pair",
    wins=lambda counts, _: is_complete(counts),
)


# --------------------------------------------------------------------------- words for the messages

_SETS_IN_WORDS: Final = {
    4: msg("one set"),
    7: msg("two sets"),
    10: msg("three sets"),
    13: msg("four sets"),
}


def _wait_words(table: Table, win: Win) -> Word:
    awaited = waits(clauses.counts_before(table, win))
    return text(kinds(awaited)) or msg("no tile completes the hand")


WORDS: Final[Words] = {
    "wait_words": _wait_words,
    "sets": lambda table, _: _SETS_IN_WORDS[table.resting],
    "own_discard": lambda table, win: Tiles(tuple(_own_discards(table, win))),
}

# --------------------------------------------------------------------------- the rule set


def _bindings(settings: Mapping[str, str], spec: Spec) -> tuple[tuple[str, Clause], ...]:
    """Return the clauses (functions that check one rule each) that apply at one step of the ladder.

    The ladder is a series of games for teaching. Each result is a pair: the number of a sentence of
    the rulebook, such as ``4.3a``, and a clause that checks it. `settings` maps the name of each
    option to its value at that step. `spec` describes the tiles and the wall.
    """
    has = switched_on(settings)
    built = settings["wall"] == "built"
    front, back = clauses.draws_follow_the_wall()
    listed = (
        ("1.1", clauses.tile_is_not_one_too_many, True),
        ("1.1", clauses.deal_has_no_surplus, True),
        *(("1.1", each, True) for each in clauses.recorded_wall(spec)),
        ("1.1", clauses.no_tile_turns_up_once_too_often, True),
        ("3.2", clauses.no_pillars_are_dealt, True),
        ("3.2", clauses.no_tile_is_a_pillar, True),
        ("1.6", clauses.nothing_is_set_aside, True),
        ("1.6", clauses.no_indicator_lies_open, True),
        ("1.6", clauses.no_indicator_is_turned_up, True),
        ("1.6", clauses.nothing_is_exchanged, True),
        ("3.2", everybody_is_dealt_the_same, not built),
        ("3.3", clauses.deal_has_the_right_size, built),
        ("3.3", clauses.deal_follows_the_wall(jump=True), built and spec.resting == 13),
        ("3.4", front, built),
        ("3.5", clauses.wall_is_not_empty(spec), True),
        ("4.1", clauses.draws_in_turn, True),
        ("4.1", clauses.acts_in_turn, True),
        ("4.2", clauses.draws_with_a_resting_hand, True),
        ("4.2", clauses.discards_with_one_tile_more, True),
        ("4.3", clauses.discard_is_held, True),
        ("4.3a", clauses.discards_lie_open, True),
        ("4.4", clauses.manner_fits_the_draw, True),
        ("5.1", clauses.claim_takes_the_latest_discard, True),
        ("1.2", clauses.claim_makes_a_set, True),
        ("5.2", clauses.claimer_holds_the_tiles, True),
        ("2.7", clauses.pung_is_not_claimed, "pung" not in has),
        ("2.8", clauses.chow_is_not_claimed, "chow" not in has),
        ("5.3", clauses.chow_comes_from_the_left, "chow" in has),
        (
            "5.7",
            clauses.last_discard_is_only_won_on(spec),
            settings["last_discard_claims"] == "win_only",
        ),
        ("2.14", no_kong_is_claimed, "kong" not in has),
        ("2.14", no_kong_is_declared, "kong" not in has),
        ("6.1", clauses.concealed_kong_is_four_alike, "kong" in has),
        ("6.1", clauses.concealed_kong_is_held, "kong" in has),
        ("6.1", clauses.added_kong_needs_a_pung, "kong" in has),
        ("6.1", clauses.added_tile_is_held, "kong" in has),
        ("6.1a", clauses.own_kong_needs_a_tile_taken, "kong" in has),
        ("6.1b", clauses.discard_does_not_promote_a_pung, True),
        ("6.1b", clauses.discard_is_not_added_to_a_pung, True),
        ("6.2", clauses.replacement_is_due, True),
        ("6.2", back, built),
        ("6.4", clauses.kong_needs_a_live_tile(spec), "kong" in has),
        ("6.5", clauses.kong_is_not_robbed, "kong" in has),
        ("2.15", clauses.nobody_declares_ready, "riichi" not in has),
        ("7.1", riichi.riichi_is_declared_in_turn, "riichi" in has),
        ("7.1", clauses.ready_is_declared_once, "riichi" in has),
        ("7.2", riichi.riichi_hand_is_closed, "riichi" in has),
        ("7.3", riichi_hand_waits, "riichi" in has),
        ("7.4", clauses.ready_hand_discards_the_drawn_tile, "riichi" in has),
        ("7.4a", clauses.ready_hand_claims_nothing, "riichi" in has),
        ("7.5", riichi.riichi_kong_keeps_the_waits, "riichi" in has),
        ("7.8", winner_is_not_furiten, "furiten" in has),
        ("8.1", clauses.winning_tile_is_there, True),
        ("2.2", only_a_drawn_tile_wins, "open_hands" in has),
        ("1.3", hand_is_sets_and_a_pair, True),
        ("8.4", clauses.nearest_player_wins, settings["multi_ron"] == "nearest"),
        ("9.1", clauses.washout_comes_at_the_end(spec), True),
        ("9.1", clauses.no_deal_is_aborted, True),
    )
    return wanted_of(listed)


def _copies(settings: Mapping[str, str]) -> tuple[int, ...]:
    """Return how many copies of each tile the set has: four of each kind in play, 0 of other tiles.

    Suits come into play in the order circles, bamboos, characters. `settings` maps the name of each
    option to its value.
    """
    suits = (1, 2, 0)[: int(settings["suits"])]

    def in_play(kind: int) -> bool:
        if kind < EAST:
            return kind // 9 in suits
        return settings["dragons" if kind >= WHITE else "winds"] == "true"

    return (*(4 if in_play(kind) else 0 for kind in range(KINDS)), *(0 for _ in range(KINDS, HELD)))


def _scoring(settings: Mapping[str, str]) -> Scoring:
    """Return the part of the rule set that scores hands, for one step of the ladder.

    The ladder is a series of games for teaching. `settings` maps the name of each option to its
    value at that step.
    """
    of_table = scoring(PATTERNS, worth(settings), settler(settings))
    return replace(
        of_table,
        score=scorer(settings),
        lesson=lesson(settings),
        claimed=of_table.claimed if settings["scoring"] == "true" else None,
        exact=True,
        bystander_least=NEVER,
        item_can_be=Scoring().item_can_be,
    )


def build(settings: Mapping[str, str]) -> RuleSet:
    """Build the Tibet rule set; `settings` maps the name of every option to its value."""
    spec = Spec(
        _copies(settings),
        resting=3 * int(settings["sets"]) + 1,
        dead_wall=14 if settings["dead_wall"] == "true" else 0,
        seats=(2, 3, 4),
        ready_locks=settings["riichi"] == "true",
    )
    return RuleSet(
        name="tibet",
        edition=1,
        title="Tibet, a ladder to riichi",
        book=BOOK if settings["scoring"] == "true" else UNSCORED_BOOK,
        choices=Choices(
            options=OPTIONS,
            settings=dict(settings),
            presets=PRESETS,
            other_sets={TOP: RIICHI_ITSELF},
            build=build,
            matters=can_matter,
        ),
        play=Play(
            spec=spec,
            bindings=_bindings(settings, spec),
            waits=_waits,
            fast_clauses={DRAW: fast_path.ordinary_draw(spec), DISCARD: fast_path.ordinary_discard},
            fast_run=fast_path.ordinary_turns(spec),
            words=WORDS,
        ),
        scoring=_scoring(settings),
        progress=Progress(
            next_dealer=next_dealer,
            start_points=int(settings["start_points"]),
            sheet_law="9.3a",
        ),
        names=Names(
            items=ITEM_NAMES,
            items_like=("riichi", riichi_items.ITEM_NAMES),
            known_as="tibet tybet тибет 西藏 藏式 チベット 티베트",
            presentation=Presentation(
                ready="riichi 立直" if settings["riichi"] == "true" else "",
                dead_wall="dead wall" if spec.dead_wall else "",
            ),
        ),
    )


def can_matter(option: str, outcome: Outcome, scores: Sequence[Score]) -> bool:
    """Return whether the value of an option can change the scores or payments of a deal.

    The audit uses this to skip options that cannot explain a wrong value. Return True for options
    that this function does not examine, and if a winning hand has no score.
    """
    if option == "multi_ron":
        return len(outcome.winners) > 1
    items = {row.item for row in PATTERNS.rows if option in [name for name, _ in row.only]}
    if option not in {"winds", "riichi"} or len(scores) < len(outcome.winners):
        return True
    return any(not score.claimed or not items.isdisjoint(score.patterns) for score in scores)


def _waits(hand: Hand) -> int:
    return waits(hand.kinds())


def from_words(words: Sequence[str]) -> RuleSet:
    """Build the rule set from the option words that follow ``tibet/1`` in a ``Rules:`` header.

    The options choose a step of the ladder, a series of games for teaching; at the top step this is
    the riichi rule set. Raise `RulesError` if a word does not set an option to an allowed value.
    """
    if f"preset={TOP}" in words:
        return riichi.from_words(
            [*RIICHI_ITSELF.split()[1:], *(word for word in words if word != f"preset={TOP}")]
        )
    return build(settings(OPTIONS, PRESETS, words))
