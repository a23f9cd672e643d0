"""Riichi for four and three players: builds the rule set from its clauses and scoring.

The numbers of the clauses are those of `docs/rulebooks/riichi.md`. The other modules of this folder
say what hands are worth and who pays.

It imports the model, the referee and `mjlog.rules.shared`, and knows no other rule set.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from mjlog.model.lazy_dataclass import replace
from mjlog.model.memo import Memo
from mjlog.model.messages import Tiles, msg
from mjlog.model.record import (
    ADDED_KONG,
    CLAIM,
    CONCEALED_KONG,
    DISCARD,
    DRAW,
    READY,
    SET_OUT,
    WIN,
    Act,
    Claim,
    ConcealedKong,
    Discard,
    Ready,
    Seat,
    SetOut,
    Win,
    seat_name,
    tiles_of,
)
from mjlog.model.shapes import (
    Group,
    Reading,
    is_complete,
    is_orphans,
    is_seven_pairs,
    kinds,
    orphans_waits,
    packed,
    readings,
    seven_pairs_waits,
)
from mjlog.model.shapes import waits as standard_waits
from mjlog.model.table import HELD, NONE, Hand, Table
from mjlog.model.tiles import CHOWS, EAST, KIND, KINDS, NORTH, PILLAR, UNKNOWN, Tile, kinds_of, text
from mjlog.referee.message_fields import Word, Words
from mjlog.referee.parts import Choices, Names, Penalties, Play, Pot, Progress, Scoring
from mjlog.referee.presentation import Presentation
from mjlog.referee.rule_set import RuleSet, reading
from mjlog.referee.rulebook import (
    DEALT,
    FALSE_WIN,
    Clause,
    Judgement,
    Spec,
    clause,
    copies,
    readings_in_force,
    settings,
    wanted_of,
)
from mjlog.rules.riichi import aborts, dora
from mjlog.rules.riichi.book import BOOK
from mjlog.rules.riichi.claimed import (
    NEVER_TOGETHER,
    REPEATED,
    SUMS,
    NearClaims,
    claimed,
    possible_claims,
    stated_values,
    value_words,
)
from mjlog.rules.riichi.events import course_items, dora_of, looker
from mjlog.rules.riichi.final_points import finals
from mjlog.rules.riichi.item_names import ITEM_NAMES, ITEM_SYNONYMS
from mjlog.rules.riichi.lesson import lesson
from mjlog.rules.riichi.open_readings import READINGS, option_matters
from mjlog.rules.riichi.options import HABITS, OPTIONS, PRESETS, PRESETS_KNOWN_AS
from mjlog.rules.riichi.points import (
    CAUSES,
    CHOMBO,
    HALF_A_LIMIT,
    STICK,
    fines,
    scorer,
    settler,
)
from mjlog.rules.riichi.progress import counters_anyway, dealing, progression
from mjlog.rules.riichi.unseen_dora import UnseenDora
from mjlog.rules.riichi.wall import follows_the_wall
from mjlog.rules.riichi.yaku import NAMES, worth
from mjlog.rules.shared import clauses, fast_path
from mjlog.rules.shared.robbed_kong import concealed_kong_is_robbed_by_orphans

READER_ERRORS: Final = {
    "format.gap": "2.1",
    "format.meld": "2.3",
    "deal.order": "1.7",
    "wall.front": "1.7",
    "wall.replacement": "1.7",
}
"""Clauses for errors in play that the readers of other formats report, by code.

Acts are carried out only after reading, so no clause can judge these errors itself.
"""

# --------------------------------------------------------------------------- shapes


def counts_waits(counts: list[int], *, concealed: bool, all_held: bool = False) -> int:
    """Return which tile kinds complete a hand, as a bit mask; bit k is set for kind k.

    `counts[k]` is the number of concealed tiles of kind k. `concealed`: the hand has no melds, so
    seven pairs and thirteen orphans are possible, too. If `all_held` is false, a kind of which the
    hand holds all four tiles does not complete sets and a pair.
    """
    if not concealed:
        return standard_waits(counts, all_held=all_held)
    every = packed(counts)
    mask = standard_waits(every, all_held=all_held)
    return mask | seven_pairs_waits(every) | orphans_waits(every)


def hand_waits(hand: Hand) -> int:
    """Return which tile kinds complete a hand, as a bit mask; bit k is set for kind k.

    A kind is left out if all its four tiles are concealed in the hand; tiles in melds do not
    matter. Unknown tiles of the hand are ignored.
    """
    return counts_waits(hand.kinds(), concealed=not hand.melds)


def _waits_with_melds(hand: Hand) -> int:
    """Return which tile kinds complete a hand, as a bit mask; bit k is set for kind k.

    A kind is left out if all its four tiles are in the hand, concealed or in melds. Used if the
    option ``wait_counts_melds`` is true; otherwise `hand_waits` is used.
    """
    mask = hand_waits(hand)
    counts = hand.kinds()
    melded = kinds_of(tiles_of(hand.melds))
    return sum(1 << kind for kind in kinds(mask) if counts[kind] + melded.count(kind) < 4)


def is_win(counts: list[int], *, concealed: bool) -> bool:
    """Return whether the concealed tiles of a hand make a winning shape.

    `counts[k]` is the number of concealed tiles of kind k. `concealed`: the hand has no melds, so
    seven pairs and thirteen orphans count as winning shapes, too.
    """
    return is_complete(counts) or (concealed and (is_seven_pairs(counts) or is_orphans(counts)))


# --------------------------------------------------------------------------- claims and discards


@clause(
    "claim.chow", CLAIM, says=("{seat} claims {live} for a chow, but three players claim no chows")
)
def three_claim_no_chow(table: Table, claim: Claim) -> Judgement:
    """Return False if a player claims a chow at a table of three players, otherwise True."""
    return table.seats == 4 or clauses.chow_is_not_claimed.test(table, claim)


def _barred(claim: tuple[tuple[Tile, ...], Tile, bool]) -> frozenset[Tile]:
    """Return the tile kinds that a player may not discard right after claiming a tile.

    `claim` is a tuple: the claimer's own tiles of the set, the claimed tile, and whether the other
    end of a claimed chow may not be discarded. For example, after 4m is claimed for 4m5m6m, the
    result is 4m and, if the third value is true, also 7m.
    """
    tiles, live, ends = claim
    barred = frozenset({KIND[live]})
    own = tuple(sorted(kinds_of(tiles)))
    either_end = _ENDS.get(own, barred)
    if ends and KIND[live] in either_end:
        return either_end
    return barred


_swapped: Final = Memo(_barred)


def _ends(low: Tile) -> frozenset[Tile]:
    """Return the tile kinds that make a chow together with the kinds `low` and `low + 1`.

    For example, the kinds of 2m and 5m for the kind of 3m. The result is empty if the two kinds are
    not of one suit.
    """
    chows = [set(chow) for chow in CHOWS]
    both = {low, low + 1}
    return frozenset().union(*(chow - both for chow in chows if both < chow))


_ENDS: Final[Mapping[tuple[Tile, ...], frozenset[Tile]]] = {
    (low, low + 1): _ends(low) for low in range(EAST - 1)
}
"""For two neighbouring kinds: the kinds that make a chow with them."""


def no_swap_calling(*, ends: bool) -> Clause:
    """Return the check of the rule against swap-calling: discarding the kind that was just claimed.

    If `ends` is true, the other end of a chow is forbidden, too: a player who claims 4m for 456m
    may then discard neither 4m nor 7m. The returned function gets the table and an act; it returns
    whether the act obeys the rule, or None if that is uncertain.
    """

    @clause(
        "discard.swap",
        DISCARD,
        says=(
            "{seat} claims a tile and at once discards {tile}, which fits the same set "
            "(swap-calling)"
        ),
    )
    def claimed_tile_is_not_swapped(table: Table, discard: Discard) -> Judgement:
        """Return False if a player claims a tile and then discards a tile that fits the same set.

        Otherwise return True. The result is None if the claimed or the discarded tile is unknown.
        """
        claim = table.latest
        if type(claim) is not Claim:
            return True
        melds = table.hands[claim.seat].melds
        meld = melds[-1] if melds else None
        if meld is None or meld.tiles[-1] >= HELD or discard.tile >= HELD:
            return None
        return KIND[discard.tile] not in _swapped.get((claim.tiles, meld.tiles[-1], ends))

    return claimed_tile_is_not_swapped


def _ordinary_discard(table: Table, discard: Discard) -> Judgement:
    """Return True if a discard certainly breaks no rule, so the rules need not be checked.

    Return False if the rules must be checked, for example because the discard follows a claim and
    may be swap-calling (discarding the kind just claimed). Used to make audits fast.
    """
    if table.drawn == NONE:
        claim = table.latest
        if type(claim) is not Claim or len(claim.tiles) != 2 or claim.seat != discard.seat:
            return False
        live = table.hand.melds[-1].tiles[-1]
        if live >= HELD or KIND[discard.tile] in _swapped.get((claim.tiles, live, True)):
            return False
    return fast_path.is_ordinary_discard(table, discard)


# --------------------------------------------------------------------------- kongs and norths


@clause(
    "kong.locked",
    CONCEALED_KONG,
    says="{seat} declares a kong in riichi that changes the waits or is not of the drawn tile",
)
def riichi_kong_keeps_the_waits(table: Table, kong: ConcealedKong) -> Judgement:
    """Return whether a kong in riichi is of the drawn tile and leaves the waits unchanged.

    The result is None if a tile that decides is unknown, and True if the player is not in riichi.
    """
    hand = table.hands[kong.seat]
    if not hand.ready:
        return True
    if (
        not hand.known
        or table.drawn == NONE
        or KIND[table.drawn] >= KINDS
        or any(tile >= HELD for tile in kong.tiles)
    ):
        return None
    kind = KIND[table.drawn]
    if any(KIND[tile] != kind for tile in kong.tiles):
        return False
    after = hand.kinds()
    before = list(after)
    before[kind] -= 1
    after[kind] -= 4
    return after[kind] == 0 and standard_waits(before) == standard_waits(after)


@clause(
    "kong.locked",
    CONCEALED_KONG,
    says=(
        "{seat} declares a kong in riichi that changes the hand: in another reading "
        "{tiles} belong to different sets"
    ),
)
def riichi_kong_is_a_pung_in_every_reading(table: Table, kong: ConcealedKong) -> Judgement:
    """Return whether a kong in riichi is made from a pung in every way to group the waiting hand.

    The hand before the kong is completed with each tile that it waits for; in each way to group the
    tiles, three tiles of the kong must be a pung. The result is None if the hand is unknown, and
    True if the player is not in riichi.
    """
    hand = table.hands[kong.seat]
    if not hand.ready:
        return True
    kind = KIND[kong.tiles[0] & ~PILLAR]
    if not hand.known or kind >= KINDS:
        return None
    before = hand.kinds()
    if before[kind] != 4:
        return True  # the hand does not have the four tiles, which another clause reports
    before[kind] -= 1
    return all(Group("pung", kind) in reading for reading in _completed(before))


def _completed(counts: list[int]) -> Iterator[Reading]:
    """Complete a waiting hand with each possible tile, and yield every way to group the tiles.

    A way to group the tiles (a `Reading`) is a list of sets and a pair. `counts[k]` is the number
    of concealed tiles of kind k; the function changes this list while it yields, and restores it at
    the end.
    """
    for awaited in kinds(standard_waits(counts)):
        counts[awaited] += 1
        yield from readings(counts)
        counts[awaited] -= 1


@clause(
    "bonus.north",
    SET_OUT,
    says="{seat} sets {tiles} aside, but only three players set aside norths",
)
def only_norths_are_set_aside(table: Table, act: SetOut) -> Judgement:
    """Return whether only norths are set aside, and only at a table of three players.

    The result is None if a tile that is set aside at such a table is unknown.
    """
    if table.seats == 3 and all(tile in {NORTH, UNKNOWN} for tile in act.tiles):
        if UNKNOWN in act.tiles:
            return None
        return True
    return False


@clause(
    "bonus.north",
    SET_OUT,
    says="{seat} sets {tiles} aside, but this table does not set aside norths",
)
def nothing_is_set_aside(_table: Table, _act: SetOut) -> Judgement:
    """Return False: no tile may be set aside, because norths are ordinary tiles at this table."""
    return False


@clause(
    "turn.size",
    SET_OUT,
    says="{seat} sets a tile aside with {tiles_held} in hand (a meld counts three)",
    expects="{resting_and_one}",
)
def north_is_set_aside_in_turn(table: Table, act: SetOut) -> Judgement:
    """Return whether a player who sets a north aside has one tile more than between turns.

    The result is None if the number is wrong but the record may lack turns.
    """
    return table.hands[act.seat].total == table.acting or table.answer_if_not_recorded


# --------------------------------------------------------------------------- riichi


@clause(
    "ready.closed",
    READY,
    says="{seat} declares riichi with claimed sets on the table; riichi needs a closed hand",
)
def riichi_hand_is_closed(table: Table, ready: Ready) -> Judgement:
    """Return whether a player who declares riichi has claimed no set."""
    return table.hands[ready.seat].claimed_nothing


@clause(
    "ready.tenpai",
    READY,
    says="{seat} discards {tile} and declares riichi, but no tile completes the hand",
)
def riichi_hand_waits(table: Table, ready: Ready) -> Judgement:
    """Return whether the hand after the riichi discard waits for a tile.

    The result is None if the hand is unknown.
    """
    hand = table.hands[ready.seat]
    counts = clauses.counts_when_ready(table, ready)
    if counts is None:
        return None
    return (
        standard_waits(counts, all_held=True) != 0
        or counts_waits(counts, concealed=not hand.melds) != 0
    )


@clause("ready.open", READY, says="{seat}'s riichi discard is face down; it must be face up")
def riichi_discard_lies_open(_table: Table, ready: Ready) -> Judgement:
    """Return whether the riichi discard lies face up."""
    return not ready.face_down


@clause(
    "turn.size",
    READY,
    says="{seat} declares riichi with {tiles_held} in hand (a meld counts three)",
    expects="{resting_and_one}",
)
def riichi_is_declared_in_turn(table: Table, ready: Ready) -> Judgement:
    """Return whether a player who declares riichi has one tile more than between turns.

    The result is None if the number is wrong but the record may lack turns.
    """
    return table.hands[ready.seat].total == table.acting or table.answer_if_not_recorded


def riichi_leaves_a_draw(spec: Spec) -> Clause:
    """Return the check of the rule that riichi needs one more draw for each player.

    `spec` describes the tiles and the wall, and computes how many tiles are left to draw. The
    returned function gets the table and an act; it returns whether the act obeys the rule, or None
    if that is uncertain.
    """

    @clause(
        "ready.stake",
        READY,
        says="{seat} declares riichi, but the wall has fewer tiles left than there are players",
        against="draws",
    )
    def riichi_has_a_draw_to_come(table: Table, _ready: Ready) -> Judgement:
        """Return whether the live wall has a tile for another draw of each player.

        The result is None if the record may lack turns.
        """
        if not table.whole:
            return None
        return spec.live(table) >= table.seats

    return riichi_has_a_draw_to_come


@clause(
    "ready.stake",
    READY,
    says="{seat} declares riichi with {points} points and cannot pay the stake",
    expects="1000",
)
def riichi_is_paid_for(table: Table, ready: Ready) -> Judgement:
    """Return whether a player who declares riichi has the 1000 points for the stick.

    The result is True if the record has no points.
    """
    return not table.points or table.points[ready.seat] >= STICK


# --------------------------------------------------------------------------- the win


hand_is_complete: Final = clauses.tiles_are_complete(
    says="{seat}'s tiles and the winning tile form no winning hand",
    wins=lambda counts, melds: is_win(counts, concealed=not melds),
)


@clause(
    "win.rob",
    WIN,
    says="{seat} robs {live_seat}'s concealed kong, but only an added kong may be robbed",
)
def concealed_kong_is_not_robbed(table: Table, win: Win) -> Judgement:
    """Return False if a player robs a concealed kong, otherwise True."""
    return clauses.source_of_winning_tile(table, win) != "concealed kong"


@clause(
    "win.missed",
    WIN,
    says="{seat} wins on {live} in furiten: {furiten_words}",
    bars="{seat} is in furiten: {furiten_words}",
)
def winner_is_not_furiten(table: Table, win: Win) -> Judgement:
    """Return False if a player in furiten wins on another player's tile.

    A player is in furiten if it has discarded a tile that completes the hand, or did not win on
    such a tile of another player. The result is True for a self-draw, and None if the hand is
    unknown.
    """
    if win.own_draw:
        return True
    hand = table.hands[win.seat]
    if not hand.known:
        return None
    return furiten(table, win.seat) is None


def furiten(table: Table, seat: Seat) -> tuple[int, Seat] | None:
    """Return the tile that puts a player in furiten, and the seat of the player who put it down.

    A player in furiten may win only by self-draw. The reason is a tile that completes the hand: the
    player has discarded it, or did not win when another player discarded it or added it to a pung.
    Tiles of other players count since the player's last discard or, if the player is in riichi,
    since the riichi discard. Return None if the player is not in furiten.
    """
    hand = table.hands[seat]
    awaited = hand_waits(hand)
    for tile in hand.river:
        if tile < HELD and awaited >> KIND[tile] & 1:
            return tile, seat
    # Only tiles since its riichi discard count, or else since its last discard. The tile that may
    # be claimed now has not been missed yet.
    past, since = table.past, hand.ready_step + 2
    now = _latest_offer(past, len(past))
    if hand.ready_step == NONE:
        since = _own_discard(past, now, seat) + 1
    for step in range(since, now):
        act = past[step]
        if act.seat != seat and act.kind in _PASSABLE:
            offer: Tile = act.tile  # type: ignore[union-attr]
            kind = KIND[offer & ~PILLAR]
            if kind < KINDS and awaited >> kind & 1:
                return offer, act.seat
    return None


def _latest_offer(past: Sequence[Act], end: int) -> int:
    """Return the index of the latest act before index `end` that showed a tile to win on.

    `past` are all acts of the deal. Acts that show a tile are discards and kongs from a player's
    own hand. Return -1 if there is no such act.
    """
    for step in range(end - 1, -1, -1):
        if past[step].kind in _OFFERS:
            return step
    return -1


def _own_discard(past: Sequence[Act], end: int, seat: Seat) -> int:
    """Return the index of a seat's latest discard up to and including index `end`.

    `past` are all acts of the deal. Return -1 if the seat has not discarded by then.
    """
    for step in range(end, -1, -1):
        act = past[step]
        if act.kind == DISCARD and act.seat == seat:
            return step
    return -1


_PASSABLE: Final = frozenset({DISCARD, ADDED_KONG})
"""Acts with a tile on which a hand in furiten has missed a win."""
_OFFERS: Final = frozenset({*_PASSABLE, CONCEALED_KONG})
"""Acts with a tile on which another player may win."""


# --------------------------------------------------------------------------- the rule set


def _furiten_words(table: Table, win: Win) -> Word:
    barring = furiten(table, win.seat)
    if barring is None:
        return msg("nothing")
    tile, winner = Tiles(barring[:1]), seat_name(win.seat)
    if barring[1] == win.seat:
        return msg("{seat} discarded {tile}", seat=winner, tile=tile)
    return msg("{seat} let {tile} pass", seat=winner, tile=tile)


def _wait_words(table: Table, win: Win) -> Word:
    counts = clauses.counts_before(table, win)
    awaited = counts_waits(counts, concealed=not table.hands[win.seat].melds)
    return text(kinds(awaited)) or msg("no tile completes the hand")


WORDS: Final[Words] = {
    "furiten_words": _furiten_words,
    "wait_words": _wait_words,
    "points": lambda table, act: str(table.points[act.seat]),
    **dora.WORDS,
    **aborts.WORDS,
}


def _bindings(settings: Mapping[str, str], spec: Spec) -> tuple[tuple[str, Clause], ...]:
    """Return the functions that check the rules, each after the number of a rulebook sentence.

    Functions that always apply come first, then functions that depend on options. `settings` maps
    the name of each option to its value; `spec` describes the tiles and the number of players.
    """
    always = (
        ("1.1", clauses.tile_is_not_one_too_many),
        ("1.1", clauses.deal_has_no_surplus),
        *(("1.1", each) for each in clauses.recorded_wall(spec)),
        ("1.1", clauses.no_tile_turns_up_once_too_often),
        ("1.3", clauses.no_pillars_are_dealt),
        ("1.3", clauses.no_tile_is_a_pillar),
        ("1.2", clauses.bonus_tile_is_held),
        ("1.2", north_is_set_aside_in_turn),
        ("1.3", clauses.deal_has_the_right_size),
        ("1.4", clauses.wall_is_not_empty(spec)),
        ("1.5", clauses.replacement_is_due),
        ("1.6", clauses.nothing_is_exchanged),
        ("2.1", clauses.draws_in_turn),
        ("2.1", clauses.acts_in_turn),
        ("2.1", clauses.draws_with_a_resting_hand),
        ("2.1", clauses.discards_with_one_tile_more),
        ("2.2", clauses.discard_is_held),
        ("2.2", clauses.manner_fits_the_draw),
        ("2.2a", clauses.discards_lie_open),
        ("2.3", clauses.claim_takes_the_latest_discard),
        ("2.4", clauses.chow_comes_from_the_left),
        ("2.4", three_claim_no_chow),
        ("2.5", clauses.claim_makes_a_set),
        ("2.5", clauses.claimer_holds_the_tiles),
        ("2.6", clauses.last_discard_is_only_won_on(spec)),
        ("3.1", clauses.concealed_kong_is_four_alike),
        ("3.1", clauses.concealed_kong_is_held),
        ("3.1", clauses.added_kong_needs_a_pung),
        ("3.1", clauses.added_tile_is_held),
        ("3.1", clauses.own_kong_needs_a_tile_taken),
        ("3.2", clauses.no_kong_in_the_turn_of_a_claim),
        ("3.3", clauses.kong_needs_a_live_tile(spec)),
        ("3.3", clauses.four_kongs_at_most),
        ("3.4", clauses.discard_does_not_promote_a_pung),
        ("3.4", clauses.discard_is_not_added_to_a_pung),
        ("4.1", clauses.ready_is_declared_once),
        ("4.1", riichi_hand_is_closed),
        ("4.2", riichi_hand_waits),
        ("4.3", riichi_is_declared_in_turn),
        ("4.3", riichi_discard_lies_open),
        ("4.4", clauses.ready_hand_discards_the_drawn_tile),
        ("4.5", clauses.ready_hand_claims_nothing),
        ("10.1", clauses.winning_tile_is_there),
        ("10.2", hand_is_complete),
        ("10.3", winner_is_not_furiten),
        ("8.1", clauses.washout_comes_at_the_end(spec)),
    )
    swap, aborted, three_end = (
        settings["swap_calling"],
        settings["abortive_draws"] == "true",
        settings["multiple_ron"] == "double",
    )
    by_option = [
        ("1.2", only_norths_are_set_aside, settings["norths"] == "set_aside"),
        ("1.2", nothing_is_set_aside, settings["norths"] != "set_aside"),
        ("2.7", no_swap_calling(ends=swap == "forbidden"), swap != "allowed"),
        (
            "3.5",
            concealed_kong_is_robbed_by_orphans,
            settings["orphans_rob_concealed"] == "true",
        ),
        (
            "3.5",
            concealed_kong_is_not_robbed,
            settings["orphans_rob_concealed"] == "false",
        ),
        ("4.6", riichi_kong_keeps_the_waits, settings["riichi_kong"] != "none"),
        ("4.6", riichi_kong_is_a_pung_in_every_reading, settings["riichi_kong"] == "same_shape"),
        ("4.6", clauses.ready_hand_declares_no_kong, settings["riichi_kong"] == "none"),
        ("4.7", riichi_leaves_a_draw(spec), settings["riichi_needs_draw"] == "true"),
        ("4.8", riichi_is_paid_for, settings["riichi_needs_points"] == "true"),
        ("5.22", dora.riichi_turns_up_the_hidden_indicators, settings["ura"] == "true"),
        (
            "5.22",
            dora.every_open_indicator_hides_one,
            settings["ura"] == "true" and settings["kong_ura"] == "true",
        ),
        ("5.22", dora.nothing_hidden_is_turned_up, settings["ura"] == "false"),
        (
            "5.22",
            dora.kong_hides_no_indicator,
            settings["ura"] == "true" and settings["kong_ura"] == "false",
        ),
        ("7.3", clauses.nearest_player_wins, settings["multiple_ron"] == "nearest"),
        ("7.3", aborts.two_win_at_most, three_end),
        (
            "8.2",
            aborts.abortive_washout_has_its_reason(hand_waits, triple_ron=three_end),
            aborted,
        ),
        ("7.7", aborts.nagashi_has_its_discards, settings["nagashi_mangan"] == "true"),
        ("8.2", aborts.nine_terminals_are_in_turn, aborted),
        ("8.2", aborts.no_deal_is_aborted, not aborted),
        ("8.2a", aborts.play_stops_when_the_deal_is_over, aborted),
    ]
    wall = [("1.7", each) for each in follows_the_wall()]
    indicators = [("5.23", each) for each in dora.kong_indicators(settings["kong_dora"])]
    return (
        *always,
        *wanted_of(by_option),
        *wall,
        *indicators,
    )


def _copies(settings: Mapping[str, str]) -> tuple[int, ...]:
    faces = copies(red_fives=int(settings["red_fives"]))
    if settings["players"] == "4":
        return faces
    return tuple(
        0 if 0 < face < 8 or face == KINDS else number for face, number in enumerate(faces)
    )


def build(settings: Mapping[str, str]) -> RuleSet:
    """Build the riichi rule set; `settings` maps the name of every option to its value."""
    spec = Spec(_copies(settings), seats=(int(settings["players"]),), ready_locks=True)
    bindings = _bindings(settings, spec)
    quick = aborts if settings["abortive_draws"] == "true" else fast_path
    waiting = hand_waits
    if settings["wait_counts_melds"] == "true":
        waiting = _waits_with_melds
    return RuleSet(
        name="riichi",
        edition=1,
        title="Riichi",
        book=replace(BOOK, reader_errors=READER_ERRORS),
        choices=Choices(
            options=OPTIONS,
            settings=dict(settings),
            presets=PRESETS,
            habits=HABITS,
            readings=READINGS,
            matters=option_matters,
            build=build,
        ),
        play=Play(
            spec=spec,
            bindings=bindings,
            waits=waiting,
            collect_events=looker(waiting, spec, settings["kong_dora"]),
            fast_clauses={
                DEALT: fast_path.ordinary_hand,
                DRAW: quick.ordinary_draw(spec),
                DISCARD: _ordinary_discard,
                CLAIM: quick.ordinary_claim(spec),
            },
            fast_run=quick.ordinary_turns(spec),
            words=WORDS,
            needs=UnseenDora(settings).needs,
        ),
        scoring=Scoring(
            score=scorer(settings),
            step=100,
            lesson=lesson(settings),
            settle=settler(settings),
            claimed=claimed(settings),
            never_together=NEVER_TOGETHER,
            repeated_items=REPEATED,
            near_claims=NearClaims(settings),
            possible_claims=possible_claims,
            stated_values=stated_values,
            value_words=value_words(settings),
            exact=True,
            minimum=1,
            bystander_least=HALF_A_LIMIT,
            sums=SUMS,
            item_names=NAMES,
            item_can_be=worth(settings),
            declared_items=frozenset({"riichi", "double-riichi", "ippatsu"}),
            course_items=course_items,
            indicated=partial(dora_of, three=settings["players"] == "3"),
        ),
        progress=Progress(
            next_dealer=dealing(settings),
            decides_void=True,
            next_deal=progression(settings),
            next_law=lambda _: "8.3",
            seat_breaks_ties=settings["ties"] == "seat",
            final_points=finals(settings),
            log_header="Tenhou-Lobby",
            start_points=int(settings["start_points"]),
            repeat_word="honba",
            counters_anyway=counters_anyway,
            sheet_law="8.5",
        ),
        pot=Pot(
            used=True,
            word="sticks",
            unit=1000,
        ),
        penalties=Penalties(
            price=fines(settings),
            causes=CAUSES,
            ruled=frozenset({*FALSE_WIN, CHOMBO}),
        ),
        names=Names(
            items=ITEM_NAMES,
            item_words=ITEM_SYNONYMS,
            draw_words=aborts.DRAW_SYNONYMS,
            presets_known_as=PRESETS_KNOWN_AS,
            known_as=(
                "riichi риичи リーチ麻雀 立直麻 立直マ 日本麻雀 日麻 리치마작 일본마작 japanese "
                "mahjongjaponais japanischesmahjong mahjonggiapponese mahjongjapones "
                "japansemahjong madzongjaponski"
            ),
            columns={"han": "Han", "fu": "Fu"},
            presentation=Presentation(
                ready="riichi 立直",
                indicators="dora indicators",
                bonus="norths set aside"
                if settings["players"] == "3" and settings["norths"] == "set_aside"
                else "",
                dead_wall="dead wall",
                indicators_after=4 if settings["players"] == "3" else 2,
                repeated="{round}, {counter} honba",
            ),
            record_words={
                **aborts.RECORD_WORDS,
                "@ honba=1": "counters, if the name of the deal does not have them",
            },
        ),
    )


def from_words(words: Sequence[str]) -> RuleSet:
    """Build the riichi rule set from the option words after ``riichi/1`` in a ``Rules:`` header.

    For example, ``preset=tenhou`` chooses the options of that preset. Raise `RulesError` for a word
    that names no option or gives an option an impossible value.
    """
    return reading(build(settings(OPTIONS, PRESETS, words)), readings_in_force(READINGS, words))
