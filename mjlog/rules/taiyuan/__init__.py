"""Taiyuan Four Pillars 立四: builds the rule set from its clauses, points and payments.

The numbers of the clauses are those of `docs/rulebooks/taiyuan.md`. Points and payments are in
`mjlog.rules.taiyuan.points`.

It imports the model, the referee, the kit and `mjlog.rules.shared`, and knows no other rule set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any, Final

from mjlog.model.messages import Message, Tiles, counting, msg
from mjlog.model.record import (
    ADDED_KONG,
    CLAIM,
    CONCEALED_KONG,
    DISCARD,
    DRAW,
    MANNER_FROM_HAND,
    READY,
    WIN,
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Discard,
    Irregularity,
    Ready,
    Seat,
    Win,
    seat_name,
    tiles_of,
)
from mjlog.model.shapes import is_complete, kinds, waits
from mjlog.model.table import HELD, NONE, Hand, Table, corrects
from mjlog.model.tiles import (
    KIND,
    KINDS,
    PILLAR,
    UNKNOWN,
    Tile,
    counts,
    from_pillars,
    is_known,
    text,
)
from mjlog.referee.message_fields import Word, Words
from mjlog.referee.parts import Choices, Names, Penalties, Play, Progress, Scoring
from mjlog.referee.presentation import Presentation
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    NEVER,
    Clause,
    Judgement,
    Spec,
    clause,
    copies,
    settings,
    wanted_of,
)
from mjlog.rules.shared import clauses, dice, fast_path
from mjlog.rules.shared.fines import fine_each
from mjlog.rules.shared.option_table import options, presets
from mjlog.rules.taiyuan.book import BOOK
from mjlog.rules.taiyuan.claimed import claimed, near_claims, never_together, possible_claims
from mjlog.rules.taiyuan.item_names import ITEM_NAMES
from mjlog.rules.taiyuan.option_effects import can_matter
from mjlog.rules.taiyuan.points import CLAUSE, KONG_POINTS, next_dealer, scorer, settler, worth

PILLARS_IN_A_WIN: Final = 3

OPTIONS: Final = options(
    """
start_points | 100 | 0+ | 1.3
    points each player starts with
allow_negative | true | true false | 1.3 | play
    whether the game goes on when somebody is below zero
max_hands | 0 | 0+ | 1.3 | play
    deals in a game, 0 for no limit
discard_payers | bao | bao discarder_only each_by_own_state | 10.5a
    who pays a win on a discard: a discarder not ready alone, else all three (bao); the discarder;
    each opponent
kong_in_discard_multiplier | true | true false | 10.6
    kong points are multiplied on a discard win
dealer_loss_point | in_hand_value | in_hand_value flat none | 10.4b
    the point a paying dealer pays more: inside the multiplied value, outside it, or not at all
dealer_point_under_bao | waived | waived discarder_pays | 10.4b
    the dealer's point when another player pays for all
nonready_bonus_dealer | payer | payer winner | 10.4c
    whose being the dealer makes the penalty 4: the payer's or the winner's
nonready_discard | two_or_four | two_or_four regional | 10.7
    penalty of a discarder not ready: 2, or 4 of the dealer; or 1 and the dealer's share (regional)
selfdraw_nonready | by_state | by_state all_x2 | 10.4a
    on a self-draw each pays by his own state, or all as if ready
wait_scoring | once | once unique stacking | 10.3 | hands
    middle, edge, single: one point in any reading (once), only for a wait on one kind, or adding up
    to two
missing_suit_zero | false | true false | 10.1b | hands
    a hand of honours alone earns missing-suit
dragon_points | 20 | 0+ | 10.1g
    points of the straight 1-9 in one suit
pure_suit_points | 0 | 0+ | 10.1g
    points of a hand of one suit without honours
kong_draw_from | tail | tail head | 3.4a | play
    the end of the wall that replacements come from
dead_wall_replenished | true | true false | 3.4b | play
    the dead wall stays at fourteen after a kong
kong_on_last_tile | false | true false | 6.6d | play
    a kong may be declared when the live wall is empty
last_discard_claims | win_pung | win_pung win_only | 5.5a | play
    what the last discard may be claimed for
added_kong_source | drawn | drawn any_main any_incl_shelf | 6.5 | play
    which tile may be added to a pung: the one just drawn, any of the main hand, pillars too
kong_after_claim | true | true false | 6.6b | play
    a concealed kong may follow a pung claim in the same turn
concealed_kong_public | true | true false | 6.6c | play
    everybody sees which tile a concealed kong is of
ting_tile_claimable | false | true false | 8.3 | play
    the pillar laid face down may be claimed
ting_wait_check | own_tiles | own_tiles shape public | 8.1b | play
    what a Ting hand must wait for: a kind not all in one's own hand, any kind, a kind not all in
    sight
missed_win | dead_for_hand | dead_for_hand off | 8.6a | play
    what a missed win costs: the right to win in this deal, or nothing
robbing_kong | off | off added | 9.3 | play
    an added kong may be robbed
break_count | ccw_from_dealer | ccw_from_dealer | 3.2 | play
    how the dice count the walls
dice | 2 | 1 2 3 | 3.2 | play
    how many dice are thrown for the break
dealer_extra | consecutive | consecutive jump | 4.4 | play
    how the dealer takes the two extra tiles
false_win | none | none pay_each:N | 9.6 | play
    what a false win costs: no price, or that much to each opponent (pay_each:8)
dead_player_ready | true | true false | 8.8a
    who let a win pass still pays as a ready player
shelf_use_default | main_first | main_first | 7.3 | play
    which copy an unmarked call takes
""",
    {
        "nonready_discard": {"former": (("seed", "two_or_four"),)},
        "wait_scoring": {"former": (("seed", "once"),)},
    },
)


PRESETS: Final = presets(
    """
regional | wait_scoring=unique dragon_points=10 pure_suit_points=10 selfdraw_nonready=all_x2
      nonready_discard=regional
"""
)

# --------------------------------------------------------------------------- the pillars


@clause(
    "discard.twin",
    DISCARD,
    severity="note",
    says=(
        "{seat} drew {tile} and discards {tile}: mjlog reads the drawn tile, although "
        "the pillars hold one like it"
    ),
)
def pillar_is_no_twin_of_the_drawn_tile(table: Table, discard: Discard) -> Judgement:
    """Return False if it is doubtful whether a discard is the drawn tile or an equal pillar.

    Otherwise return True. Pillars are four tiles set apart at the deal. The doubt arises if the
    record says that the tile comes from the hand, as in ``9m-9m``, and a pillar is equal to it.
    mjlog then assumes that the drawn tile was discarded, and reports a note, not an error.
    """
    pillars = table.hand.pillar_count
    if discard.manner != MANNER_FROM_HAND or discard.tile >= HELD:
        return True
    if not pillars or not pillars[discard.tile]:
        return True
    return table.throws_the_drawn(discard) is not True


@clause(
    "discard.zone",
    DISCARD,
    says=(
        "{seat} discards {tile} from its pillars {pillars}, but no pillar may be "
        "discarded before Ting"
    ),
)
def pillars_stay_until_ting(table: Table, discard: Discard) -> Judgement:
    """Return False if a player discards a pillar before declaring Ting (ready), otherwise True.

    Pillars are four tiles set apart at the deal. The result is None if it depends on unknown tiles.
    """
    hand = table.hands[discard.seat]
    if discard.ready or hand.pillar_count is None:
        return True
    if discard.pillar:
        return False
    return _stands_in_the_main_hand(hand, discard.tile)


def _stands_in_the_main_hand(hand: Hand, tile: Tile) -> Judgement:
    """Return whether a tile that leaves the hand comes from the main hand, not from the pillars.

    Return None if it depends on unknown tiles.
    """
    if tile >= HELD or (hand.blended and hand.count[tile]):
        return None
    if hand.count[tile]:
        return True
    if hand.unknown:
        return None
    return not hand.count_known_pillars(tile)


@clause(
    "discard.open",
    DISCARD,
    says="{seat} lays {tile} face down but does not declare Ting",
    expects="{tile}",
)
def only_the_ting_tile_lies_face_down(_table: Table, discard: Discard) -> Judgement:
    """Return False if a discard lies face down although the player does not declare Ting with it.

    Otherwise return True. Ting is the declaration of a ready hand.
    """
    return discard.ready or not discard.face_down


def pillars_used(hand: Hand, tiles: Sequence[int]) -> int:
    """Count the pillars (tiles set apart) that a player uses in a claim or a kong.

    `tiles` are the player's tiles for the set. A tile counts if the record marks it as a pillar, or
    if the main hand has too few copies of it. If the hand has unknown tiles, only marked tiles
    count.
    """
    used = sum(map(from_pillars, tiles))
    if hand.unknown or hand.pillar_count is None:
        return used
    marked = Counter([tile & ~PILLAR for tile in tiles if tile & PILLAR])
    plain = Counter([tile for tile in tiles if tile < HELD])
    for face, number in plain.items():
        lacking = max(0, number - hand.count[face])
        standing = max(0, hand.pillar_count[face] - marked[face])
        used += min(lacking, standing)
    return used


@clause(
    "claim.shelf_left",
    CLAIM,
    CONCEALED_KONG,
    ADDED_KONG,
    says="{seat} calls with the last pillar, but one pillar must stay",
)
def one_pillar_stays(table: Table, act: Claim | ConcealedKong | AddedKong) -> Judgement:
    """Return False if a claim or a kong before Ting (ready) uses the player's last pillar.

    Otherwise return True. Pillars are four tiles set apart at the deal.
    """
    hand = table.hands[act.seat]
    used = pillars_used(hand, clauses.tiles_laid(act))
    return hand.ready or hand.pillars_left - used >= 1


@clause(
    "win.pillars",
    WIN,
    says="{seat}'s winning hand has {pillars_in_hand}, but it must have three",
    expects="3",
    bars="{seat}'s winning hand would have {pillars_in_hand}, but it must have three",
)
def three_pillars_are_in_the_hand(table: Table, win: Win) -> Judgement:
    """Return whether a winning hand contains exactly three of its four pillars (tiles set apart).

    The result is True for a player who has not declared Ting, and None if the pillars are not
    recorded.
    """
    hand = table.hands[win.seat]
    if hand.pillar_count is None:
        return None
    return not hand.ready or pillars_in_hand(hand) == PILLARS_IN_A_WIN


def pillars_in_hand(hand: Hand) -> int:
    """Count the pillars (tiles set apart) that are still in the hand or are part of its melds."""
    return hand.pillars_left + sum(meld.pillars for meld in hand.melds)


# --------------------------------------------------------------------------- kongs


@clause(
    "kong.source",
    ADDED_KONG,
    says="{seat} adds {tile} to a pung, but only the tile just drawn ({drawn}) may be added",
    expects="{drawn}",
)
def added_tile_is_the_drawn_one(table: Table, kong: AddedKong) -> Judgement:
    """Return whether a tile added to a pung is the tile drawn in this turn.

    The result is None if one of the two tiles is unknown.
    """
    if kong.tile & PILLAR:
        return False
    if not table.drawn < HELD or not is_known(kong.tile):
        return None
    return table.drawn != NONE and table.drawn == kong.tile


@clause(
    "kong.source",
    ADDED_KONG,
    says="{seat} adds {tile} from the pillars to a pung, but only a drawn tile may be added",
)
def added_tile_is_no_pillar(table: Table, kong: AddedKong) -> Judgement:
    """Return False if a tile that is added to a pung comes from the pillars (tiles set apart).

    Otherwise return True.
    """
    return not pillars_used(table.hands[kong.seat], (kong.tile,))


# --------------------------------------------------------------------------- Ting


@clause(
    "ready.shelf",
    READY,
    says="{seat} declares Ting with {tile}, but Ting needs one of the pillars {pillars}",
    expects="{pillars}",
)
def ting_lays_down_a_pillar(table: Table, ting: Ready) -> Judgement:
    """Return whether the tile with which a player declares Ting (ready) is one of its pillars.

    Pillars are four tiles set apart. The result is None if the tile or the pillars are not known.
    """
    hand = table.hands[ting.seat]
    if hand.pillar_count is None or ting.tile >= HELD:
        return None
    if hand.pillar_count[ting.tile]:
        return True
    if hand.pillars_unknown or (hand.blended and hand.count[ting.tile]):
        return None
    return False


@clause(
    "ready.shelf",
    READY,
    says="{seat} lays the Ting tile {tile} face up, but it must be face down",
    expects="_{tile}!",
)
def ting_tile_lies_face_down(_table: Table, ting: Ready) -> Judgement:
    """Return whether the tile with which a player declares Ting (ready) lies face down."""
    return ting.face_down


@clause(
    "turn.size",
    READY,
    says="{seat} declares Ting with {tiles_held} in hand (a meld counts three)",
    expects="{resting_and_one}",
)
def ting_is_declared_in_turn(table: Table, ting: Ready) -> Judgement:
    """Return whether a player who declares Ting (ready) has one tile more than between turns.

    This shows that it is the player's own turn. The result is True if the record may lack turns.
    """
    return table.hands[ting.seat].total == table.acting or table.whole is False


def ting_needs_a_wait(check: str, *, kongs_seen: bool) -> Clause:
    """Return the check of the rule that a hand must wait for a tile when it declares Ting (ready).

    `check` is the value of the option ``ting_wait_check``, which says what counts as a wait. If
    `kongs_seen` is true, everybody sees the tiles of a concealed kong. The returned function gets
    the table and an act; it returns whether the act obeys the rule, or None if that is uncertain.
    """

    @clause(
        "ready.tenpai",
        READY,
        says="{seat} discards {tile} and declares Ting, but no tile completes the hand",
    )
    def one_tile_completes_the_hand(table: Table, ting: Ready) -> Judgement:
        """Return whether a tile can complete the hand that remains after the Ting discard.

        The result is None if the hand is unknown.
        """
        hand = table.hands[ting.seat]
        own = clauses.counts_when_ready(table, ting)
        if own is None:
            return None
        awaited = kinds(waits(own, all_held=True))
        if check == "own_tiles":
            elsewhere = counts(tiles_of(hand.melds))
        elif check == "public":
            elsewhere = _tiles_in_sight(table, ting.seat, kongs_seen=kongs_seen)
        else:
            return bool(awaited)
        return any(own[kind] + elsewhere[kind] < 4 for kind in awaited)

    return one_tile_completes_the_hand


def _tiles_in_sight(table: Table, seat: Seat, *, kongs_seen: bool) -> list[int]:
    """Return how many tiles of each kind a seat sees on the table, in discards and melds.

    The index in the list is the tile kind. If `kongs_seen` is true, the concealed kongs of other
    players count, too.
    """
    discards = [act for act in table.past if isinstance(act, Discard)]
    seen = [act.tile for act in discards if act.seat == seat or not act.face_down]
    for other, hand in enumerate(table.hands):
        for meld in hand.melds:
            if kongs_seen or other == seat or meld.sort != "concealed kong":
                seen += meld.tiles if meld.is_kong else meld.tiles[:-1]
    return counts(seen)


# --------------------------------------------------------------------------- the win


@clause(
    "win.ready",
    WIN,
    says="{seat} wins but has not declared Ting",
    bars="{seat} has not declared Ting",
)
def winner_has_declared_ting(table: Table, win: Win) -> Judgement:
    """Return whether a player who wins has declared Ting (ready).

    The result is None instead of False if the record may lack turns.
    """
    return table.hands[win.seat].ready or table.answer_if_not_recorded


hand_is_four_sets_and_a_pair: Final = clauses.tiles_are_complete(
    says="{seat}'s tiles and the winning tile do not form four sets and a pair",
    wins=lambda counts, _: is_complete(counts),
)


@dataclass(frozen=True, slots=True)
class MissedWins:
    """Finds the winning tiles that a player let pass, under one choice of options.

    If `hidden` is true, tiles laid face down count. If `robbed` is true, tiles that other players
    add to a pung count.
    """

    hidden: bool
    robbed: bool

    def missed(self, table: Table, seat: Seat, *, winning: bool) -> int | None:
        """Return the first tile on which a player could have won since declaring Ting (ready).

        Return None if there is no such tile or the player has not declared Ting. If `winning` is
        true, the player wins on the latest tile now, and this tile is left out.
        """
        hand = table.hands[seat]
        if not hand.ready:
            return None
        own_turn = hand.total == table.acting
        awaited = _locked_waits(table, seat, drawn=own_turn)
        acts = [act for act in table.acts_since(hand.ready_step + 1) if not isinstance(act, Win)]
        if winning and not own_turn:
            del acts[-1:]
        for act in acts:
            tile = self._offered(act, seat)
            if tile < HELD and KIND[tile] in awaited:
                return tile
        return None

    def _offered(self, act: Act, seat: Seat) -> Tile:
        """Return the tile of an act on which the player at `seat` may win.

        Return `UNKNOWN` if there is no such tile, for example because the discard lies face down.
        """
        match act:
            case AddedKong() if self.robbed and act.seat != seat:
                return act.tile & ~PILLAR
            case Discard() if act.seat == seat or self.hidden or not act.face_down:
                return act.tile
            case _:
                return UNKNOWN

    def barred(self, table: Table) -> frozenset[Seat]:
        """Return the ready seats that may not win any more, because they let a winning tile pass.

        A seat lets a tile pass if it does not win on it although it could. Seats with unknown tiles
        are left out.
        """
        last_is_won = bool(table.winners)
        known_seats = table.seats_where(attrgetter("known"))
        missed = partial(self.missed, table, winning=last_is_won)
        return frozenset(seat for seat in known_seats if missed(seat) is not None)

    def let_pass(self, table: Table, *, washed_out: bool) -> Iterator[tuple[int, Seat, Message]]:
        """Yield for each ready seat the first winning tile on which the player did not win.

        Each result is the index of the act with that tile, the seat, and a message. `washed_out` is
        true if the deal ended without a winner.
        """
        words = (
            "{seat} lets the winning tile {tile} pass; after Ting a player must win "
            "at the first chance"
        )
        for seat in range(table.seats):
            step = self._first_let_pass(table, seat, washed_out=washed_out)
            if step is not None:
                act: Any = table.past[step]
                tile = Tiles((act.tile & ~PILLAR,))
                yield step, seat, msg(words, seat=seat_name(seat), tile=tile)

    def _first_let_pass(self, table: Table, seat: Seat, *, washed_out: bool) -> int | None:
        """Return the index of the first act with a winning tile that a ready player let pass.

        A player lets a tile pass if it does not win on it although it could. Return None if there
        is no such act, or if the hand is not known for sure. `washed_out` is true if the deal ended
        without a winner.
        """
        hand = table.hands[seat]
        if not hand.ready or not _is_sure(hand):
            return None
        awaited = _locked_waits(table, seat, drawn=hand.total == table.acting)
        for step in range(hand.ready_step + 1, len(table.past)):
            tile = self._offered(table.past[step], seat)
            wins = tile < HELD and KIND[tile] in awaited
            if wins and _is_let_pass(table, step, seat, washed_out=washed_out):
                return step
        return None

    def words(self, table: Table, win: Win) -> Word:
        """Return the first tile on which the winner could have won before, for an error message.

        If there is none, return the word "nothing".
        """
        tile = self.missed(table, win.seat, winning=True)
        if tile is None:
            return msg("nothing")
        return Tiles((tile,))


def _is_sure(hand: Hand) -> bool:
    """Return whether the record shows for certain that the hand could win since Ting (ready).

    It does if all tiles are known and agree with the record, and the hand has three pillars (tiles
    set apart).
    """
    if not hand.known or hand.contradicted or hand.unlocked or hand.amiss:
        return False
    return hand.pillar_count is not None and pillars_in_hand(hand) == PILLARS_IN_A_WIN


def _is_let_pass(table: Table, step: int, seat: Seat, *, washed_out: bool) -> bool:
    """Return whether a player did not win on the tile of the act with index `step`.

    Return False if the seat won on the tile, if a player nearer to the discarder won on it, or if
    the tile was taken back. If the act is the last of the record, the result is True for the seat's
    own discard, otherwise `washed_out` (true if the deal ended without a winner).
    """
    act, after = table.past[step], table.past[step + 1 :]
    if not after:
        return washed_out or act.seat == seat
    away = table.distance(seat, act.seat)
    for answer in after:
        match answer:
            case Irregularity():
                if corrects(answer, act):
                    return False
            case Win():
                if table.distance(answer.seat, act.seat) <= away:
                    return False
            case _:
                break
    return True


def first_win_is_taken(passing: MissedWins) -> Clause:
    """Return the check of the rule that a player may not win after letting a winning tile pass.

    A player lets a tile pass if it does not win on it although it could; `passing` finds such
    tiles. The returned function gets the table and an act; it returns whether the act obeys the
    rule, or None if that is uncertain.
    """

    @clause(
        "win.missed",
        WIN,
        says="{seat} let {missed_words} pass and may not win in this deal any more",
    )
    def no_win_was_missed(table: Table, win: Win) -> Judgement:
        """Return False if a winner could have won on an earlier tile since declaring Ting (ready).

        Otherwise return True. The result is None if the winner's hand is unknown.
        """
        if not table.hands[win.seat].known:
            return None
        return passing.missed(table, win.seat, winning=True) is None

    return no_win_was_missed


def _locked_waits(table: Table, seat: Seat, *, drawn: bool) -> frozenset[int]:
    """Return the tile kinds for which a ready hand waits.

    If `drawn` is true, the hand includes a tile just drawn, which is not counted. The set is empty
    if this tile is unknown.
    """
    counts = table.hands[seat].kinds()
    if drawn:
        kind = KINDS if table.drawn == NONE else KIND[table.drawn]
        if kind >= KINDS or not counts[kind]:
            return frozenset()
        counts[kind] -= 1
    return frozenset(kinds(waits(counts)))


# --------------------------------------------------------------------------- words for the messages


def _wait_words(table: Table, win: Win) -> Word:
    awaited = _locked_waits(table, win.seat, drawn=win.own_draw)
    if awaited:
        return text(sorted(awaited))
    return msg("no tile completes the hand")


WORDS: Final[Words] = {
    "pillars_in_hand": lambda table, win: counting(
        "{number} pillar", "{number} pillars", pillars_in_hand(table.hands[win.seat])
    ),
    "wait_words": _wait_words,
}


# --------------------------------------------------------------------------- the rule set


def _bindings(settings: Mapping[str, str], spec: Spec) -> tuple[tuple[str, Clause], ...]:
    """Return the clauses (functions that check one rule each) that apply under these options.

    Each result is a pair: the number of a sentence of the rulebook, such as ``4.3a``, and a clause
    that checks it. Clauses that apply under all options come first. `settings` maps the name of
    each option to its value, `spec` describes the tiles and the wall.
    """
    head, jump = settings["kong_draw_from"] == "head", settings["dealer_extra"] == "jump"
    front, back = clauses.draws_follow_the_wall(head=head, jump=jump)
    always = [
        ("1.1", clauses.tile_is_not_one_too_many),
        ("1.1", clauses.deal_has_no_surplus),
        *(("1.1", each) for each in clauses.recorded_wall(spec)),
        ("1.1", clauses.no_tile_turns_up_once_too_often),
        ("1.2a", clauses.nothing_is_set_aside),
        ("1.2a", clauses.no_indicator_lies_open),
        ("1.2a", clauses.no_indicator_is_turned_up),
        ("1.2a", clauses.nothing_is_exchanged),
        ("2.2", clauses.draws_in_turn),
        ("2.2", clauses.acts_in_turn),
        ("3.2", dice.dice_are_as_many(int(settings["dice"]))),
        ("3.2", dice.break_is_where(dice.break_by_sum)),
        ("3.3", clauses.wall_is_not_empty(spec)),
        ("3.4", front),
        ("3.4a", clauses.replacement_is_due),
        ("3.4a", back),
        ("4.1", clauses.deal_has_the_right_size),
        ("4.2", clauses.pillars_have_the_right_number),
        ("4.2", clauses.pillars_are_marked),
        ("4.2", clauses.pillars_are_the_first_block),
        ("4.4", clauses.deal_follows_the_wall(jump=jump)),
        ("5.1", clauses.draws_with_a_resting_hand),
        ("5.1", clauses.discards_with_one_tile_more),
        ("5.1a", clauses.discard_is_held),
        ("5.2", clauses.manner_fits_the_draw),
        ("5.2", pillar_is_no_twin_of_the_drawn_tile),
        ("5.3", pillars_stay_until_ting),
        ("5.4", only_the_ting_tile_lies_face_down),
        ("5.5", clauses.claim_takes_the_latest_discard),
        ("6.1", clauses.chow_is_not_claimed),
        ("6.2", clauses.claim_makes_a_set),
        ("6.2", clauses.claimer_holds_the_tiles),
        ("6.4", clauses.discard_does_not_promote_a_pung),
        ("6.4", clauses.discard_is_not_added_to_a_pung),
        ("6.5", clauses.added_kong_needs_a_pung),
        ("6.5", clauses.added_tile_is_held),
        ("6.6", clauses.concealed_kong_is_four_alike),
        ("6.6", clauses.concealed_kong_is_held),
        ("5.1", clauses.own_kong_needs_a_tile_taken),
        ("6.9", clauses.nearest_player_wins),
        ("6.10", clauses.ready_hand_claims_nothing),
        ("6.10a", clauses.ready_hand_declares_no_kong),
        ("7.2", one_pillar_stays),
        ("7.5", three_pillars_are_in_the_hand),
        ("5.1", ting_is_declared_in_turn),
        ("8.1", ting_lays_down_a_pillar),
        ("8.1", ting_tile_lies_face_down),
        (
            "8.1a",
            ting_needs_a_wait(
                settings["ting_wait_check"], kongs_seen=settings["concealed_kong_public"] == "true"
            ),
        ),
        ("8.4", clauses.ready_hand_discards_the_drawn_tile),
        ("8.4a", clauses.ready_is_declared_once),
        ("8.5", winner_has_declared_ting),
        ("9.1", hand_is_four_sets_and_a_pair),
        ("9.2", clauses.winning_tile_is_there),
        ("9.4a", clauses.washout_comes_at_the_end(spec)),
        ("9.4a", clauses.no_deal_is_aborted),
    ]
    by_option = [
        (
            "5.5a",
            clauses.last_discard_is_only_won_on(spec),
            settings["last_discard_claims"] == "win_only",
        ),
        ("6.5", added_tile_is_the_drawn_one, settings["added_kong_source"] == "drawn"),
        ("6.5", added_tile_is_no_pillar, settings["added_kong_source"] == "any_main"),
        ("6.6b", clauses.no_kong_in_the_turn_of_a_claim, settings["kong_after_claim"] == "false"),
        ("6.6d", clauses.kong_needs_a_live_tile(spec), settings["kong_on_last_tile"] == "false"),
        ("8.3", clauses.claim_takes_an_open_tile, settings["ting_tile_claimable"] == "false"),
        ("8.3", clauses.winning_tile_lies_open, settings["ting_tile_claimable"] == "false"),
        ("8.6", first_win_is_taken(_passing(settings)), settings["missed_win"] == "dead_for_hand"),
        ("9.3", clauses.kong_is_not_robbed, settings["robbing_kong"] == "off"),
        ("9.3", clauses.only_an_added_kong_is_robbed, settings["robbing_kong"] == "added"),
    ]
    return (*always, *wanted_of(by_option))


def _passing(settings: Mapping[str, str]) -> MissedWins:
    return MissedWins(
        hidden=settings["ting_tile_claimable"] == "true", robbed=settings["robbing_kong"] == "added"
    )


def build(settings: Mapping[str, str]) -> RuleSet:
    """Build the Taiyuan rule set; `settings` maps the name of every option to its value."""
    passing = _passing(settings)
    # If replacements come from the front, the dead wall stays complete.
    refilled = settings["dead_wall_replenished"] == "true" or settings["kong_draw_from"] == "head"
    spec = Spec(copies(), dead_wall_refilled=refilled, pillars=4, ready_locks=True)
    bindings = _bindings(settings, spec)
    return RuleSet(
        name="taiyuan",
        edition=1,
        title="Taiyuan Four Pillars 立四",
        book=BOOK,
        choices=Choices(
            options=OPTIONS,
            settings=dict(settings),
            presets=PRESETS,
            matters=can_matter,
            build=build,
        ),
        play=Play(
            spec=spec,
            bindings=bindings,
            waits=lambda hand: waits(hand.kinds()),
            fast_clauses={
                DRAW: fast_path.ordinary_draw(spec),
                DISCARD: fast_path.ordinary_discard_beside_pillars,
            },
            words={**WORDS, **dice.words(int(settings["dice"])), "missed_words": passing.words},
            barred=passing.barred if settings["missed_win"] == "dead_for_hand" else None,
            let_pass=passing.let_pass if settings["missed_win"] == "dead_for_hand" else None,
        ),
        scoring=Scoring(
            score=scorer(settings),
            settle=settler(settings),
            claimed=claimed,
            near_claims=near_claims(settings),
            possible_claims=possible_claims(settings),
            never_together=never_together(settings),
            exact=True,
            bystander_least=NEVER if settings["discard_payers"] == "discarder_only" else None,
            item_names=frozenset(CLAUSE),
            item_can_be=worth(settings),
            kong_names=frozenset(KONG_POINTS),
            winners_kongs="9.5",
        ),
        progress=Progress(
            next_dealer=next_dealer,
            start_points=int(settings["start_points"]),
            sheet_law="2.5",
            max_deals=int(settings["max_hands"]),
            next_law=lambda outcome: "2.3" if outcome.winners else "2.4",
            allow_negative=settings["allow_negative"] == "true",
        ),
        penalties=Penalties(
            to_each=fine_each(settings["false_win"]),
        ),
        names=Names(
            items=ITEM_NAMES,
            known_as="taiyuan тайюан 타이위안 太原 四柱 立四 fourpillars",
            presentation=Presentation(
                ready="Ting 听",
                pillars="pillars 立四",
                dead_wall="dead wall",
                kong_down=(0, 3) if settings["concealed_kong_public"] == "true" else (0, 1, 2, 3),
            ),
            record_words={
                "kong B concealed 2": "concealed kong",
                "kong B exposed 1": "kong claimed or added to a pung",
                **dice.record_words("3+4"),
            },
        ),
    )


def from_words(words: Sequence[str]) -> RuleSet:
    """Build the rule set from the option words that follow ``taiyuan/1`` in a ``Rules:`` header.

    Raise `RulesError` if a word does not set an option to an allowed value.
    """
    return build(settings(OPTIONS, PRESETS, words))
