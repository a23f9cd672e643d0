"""American Modern: the clauses that only this game has.

They are about exchanges, bonus tiles, jokers, the wall and the win.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, compress, permutations
from typing import Final

from mjlog.model.go_arounds import go_around_of
from mjlog.model.messages import Tiles, msg
from mjlog.model.record import (
    ADDED_KONG,
    CLAIM,
    CONCEALED_KONG,
    DISCARD,
    DRAW,
    EXCHANGE,
    REPLACE,
    SET_OUT,
    WIN,
    Act,
    AddedKong,
    Claim,
    ConcealedKong,
    Deal,
    Discard,
    Draw,
    Exchange,
    Replace,
    Seat,
    SetOut,
    Win,
    seat_name,
)
from mjlog.model.shapes import kinds
from mjlog.model.table import ACT, AWAIT_DRAW, HELD, NONE, Hand, Table
from mjlog.model.tiles import (
    BONUS,
    EAST,
    JOKER,
    JOKER_AS,
    NORTH,
    Tile,
    is_known,
    kinds_of,
    plain,
    suits_of,
    text,
)
from mjlog.referee.message_fields import Word, Words
from mjlog.referee.outcome import round_wind
from mjlog.referee.passing import Passing
from mjlog.referee.rulebook import OPENED, Clause, Judgement, Spec, all_hold, clause
from mjlog.rules.american.shapes import Hands, laid_on_table, parts_of
from mjlog.rules.american.special_hands import Parts
from mjlog.rules.shared import clauses, fast_path, robbed_kong
from mjlog.rules.shared.bonus_tiles import is_opening

# --------------------------------------------------------------------------- exchanges

PASSES: Final = (
    (frozenset({0, 2}), frozenset({1, 3})),
    (frozenset({0, 1}), frozenset({2, 3})),
    (frozenset({0, 3}), frozenset({1, 2})),
)
"""Pairs of players who exchange tiles in the three passes of a Charleston.

0 is East, 1 South, 2 West, 3 North.
"""
_EVERYBODY: Final = tuple(permutations(range(4), 2))
CHARLESTON: Final = Passing(
    msg("Charleston"),
    tuple(tuple(pair for pair in _EVERYBODY if frozenset(pair) in partners) for partners in PASSES),
)
DING_DONG: Final = Passing(msg("Ding Dong"), (_EVERYBODY,), tiles=1, word="ding-dong")
IN_WORDS: Final = (
    msg("East with West, South with North"),
    msg("East with South, West with North"),
    msg("East with North, West with South"),
)
"""Names of these passes."""


def is_ding_dong(exchange: Exchange) -> bool:
    """Return whether an exchange is a Ding Dong, an exchange of single tiles between all players.

    The name of the exchange begins with ``ding-dong``, or no player passes more than one tile to
    another player.
    """
    if exchange.name.startswith("ding-dong"):
        return True
    return {len(tiles) for _, _, tiles in exchange.passes} <= {1}


def charlestons(acts: Iterable[object]) -> list[Exchange]:
    """Return the exchanges in `acts` that belong to a Charleston, in their order.

    Every exchange belongs to a Charleston unless it is a Ding Dong. A Ding Dong is an exchange of
    single tiles between all players. The Charleston is the exchange of tiles before play.
    """
    return [act for act in acts if isinstance(act, Exchange) and not is_ding_dong(act)]


def _pairs(table: Table, exchange: Exchange) -> set[frozenset[int]]:
    return {
        frozenset({table.distance(giver, table.dealer), table.distance(receiver, table.dealer)})
        for giver, receiver, _ in exchange.passes
    }


def _passed(table: Table) -> list[frozenset[int]]:
    return [pair for act in charlestons(table.past) for pair in _pairs(table, act)]


@clause(
    "deal.exchange",
    EXCHANGE,
    says="in a Charleston two players exchange three tiles each; here {passed_words}",
)
def three_tiles_are_exchanged(_table: Table, exchange: Exchange) -> Judgement:
    """Return whether every pass is of three tiles, and each receiver passes three tiles back.

    This is the rule for one step of the Charleston (the exchange of tiles before play). A Ding
    Dong, an exchange of single tiles between all players, gives True.
    """
    if is_ding_dong(exchange):
        return True
    given = {(giver, receiver): len(tiles) for giver, receiver, tiles in exchange.passes}
    returned = {(receiver, giver) for giver, receiver in given}
    in_threes = set(given.values()) == {3}
    return given.keys() == returned and in_threes and len(given) == len(exchange.passes)


@clause(
    "deal.exchange",
    EXCHANGE,
    says="this pass of the Charleston does not come at this time",
    expects="{due_words}",
)
def passes_come_in_order(table: Table, exchange: Exchange) -> Judgement:
    """Return whether a pass of the Charleston comes in the right order and before the first turn.

    The Charleston is the exchange of tiles before play. First East passes with West and South with
    North, then East with South and West with North, last East with North and South with West. A
    Ding Dong, an exchange of single tiles between all players, gives True.
    """
    if is_ding_dong(exchange):
        return True
    done = _passed(table)
    if len(done) >= 6 or go_around_of(exchange):
        return False
    return _pairs(table, exchange) <= {*PASSES[len(done) // 2]} - {*done[len(done) // 2 * 2 :]}


@clause(
    "deal.exchange",
    EXCHANGE,
    says="{giver} passes {lacked}, which {giver} does not hold",
    expects="{giver_hand}",
)
def passed_tiles_are_held(table: Table, exchange: Exchange) -> Judgement:
    """Return whether each player passes only tiles of its own hand in an exchange.

    The result is None if it depends on unknown tiles, or if the tile that East drew is not
    recorded.
    """
    return all_hold(_holds_passed_tiles(table, exchange).values())


def _holds_passed_tiles(table: Table, exchange: Exchange) -> dict[Seat, Judgement]:
    """Return for each seat whether its hand contains the tiles that it passes in an exchange.

    The result is a dict from seat to True, False or None. None means that it depends on unknown
    tiles. East's value is None instead of False if East's draw before a Ding Dong is not recorded.
    A Ding Dong is an exchange of single tiles between all players.
    """
    held = {
        seat: clauses.holds_tiles(hand, given_by(exchange, seat))
        for seat, hand in enumerate(table.hands)
    }
    if _is_without_a_turn(table, exchange) and held[table.dealer] is False:
        held[table.dealer] = None
    return held


def _is_without_a_turn(table: Table, exchange: Exchange) -> bool:
    """Return whether an exchange is a Ding Dong that the record has before East draws.

    A Ding Dong (an exchange of single tiles between all players) is played in East's turn after the
    draw, so the record lacks that draw.
    """
    is_due = table.turn == table.dealer and table.phase == AWAIT_DRAW
    is_in_play = not {DISCARD, CLAIM}.isdisjoint(act.kind for act in table.past)
    return is_ding_dong(exchange) and is_due and is_in_play


def given_by(exchange: Exchange, seat: Seat) -> tuple[Tile, ...]:
    """Return all tiles that a seat gives to other players in an exchange."""
    given = [tiles for giver, _, tiles in exchange.passes if giver == seat]
    return tuple(chain.from_iterable(given))


@clause("deal.exchange", EXCHANGE, says="a joker is passed, but jokers may not be passed")
def no_joker_is_passed(_table: Table, exchange: Exchange) -> Judgement:
    """Return whether no joker is passed in an exchange; None if a passed tile is unknown."""
    tiles = list(chain.from_iterable(passed for _, _, passed in exchange.passes))
    if JOKER in tiles:
        return False
    if all(map(is_known, tiles)):
        return True
    return None


@clause(
    "deal.exchange",
    EXCHANGE,
    says="the players exchange tiles before play, but this table plays no Charleston",
)
def no_charleston_is_played(_table: Table, exchange: Exchange) -> Judgement:
    """Return whether an exchange of tiles is a Ding Dong (an exchange of single tiles).

    Any other exchange belongs to a Charleston (the exchange before play). Used at tables that play
    no Charleston.
    """
    return is_ding_dong(exchange)


@clause(
    "deal.exchange",
    OPENED,
    says="the players exchange tiles, but the Charleston begins with the North round",
)
def charleston_is_of_the_north_round(_table: Table, deal: Deal) -> Judgement:
    """Return False if a deal has a Charleston although it is not in the North round.

    Otherwise return True. The result is None if the record does not name the round of a deal with a
    Charleston. The Charleston is the exchange of tiles before play.
    """
    if not charlestons(deal.contents(Exchange)):
        return True
    wind = round_wind(deal.label)
    if wind is None:
        return None
    return wind == NORTH


@clause(
    "deal.exchange",
    OPENED,
    says="the Charleston needs three passes; it ends after {passes_made}",
    expects="3",
)
def charleston_is_complete(table: Table, deal: Deal) -> Judgement:
    """Return whether a deal has either no Charleston or a Charleston of three complete passes.

    The Charleston is the exchange of tiles before play.
    """
    pairs = _exchanged(table, deal)
    return pairs == 0 or pairs >= 6


def _exchanged(table: Table, deal: Deal) -> int:
    return sum(len(_pairs(table, exchange)) for exchange in charlestons(deal.contents(Exchange)))


@clause(
    "deal.exchange",
    EXCHANGE,
    says="in a Ding Dong each player passes one tile to each other player; here {passed_words}",
)
def ding_dong_passes_one_to_each(table: Table, exchange: Exchange) -> Judgement:
    """Return whether in a Ding Dong each player passes one tile to each of the three other players.

    The result is True for an exchange of the Charleston. A Ding Dong is an exchange of single tiles
    between all players. The Charleston is the exchange of tiles before play.
    """
    if not is_ding_dong(exchange):
        return True
    everybody = set(permutations(range(table.seats), 2))
    given = {(giver, receiver) for giver, receiver, tiles in exchange.passes if len(tiles) == 1}
    return given == everybody and len(exchange.passes) == len(everybody)


@clause(
    "deal.exchange",
    EXCHANGE,
    says="only East may ask for a Ding Dong, and only in East's own turn",
    expects="{dealer}",
)
def ding_dong_is_of_easts_turn(table: Table, exchange: Exchange) -> Judgement:
    """Return whether a Ding Dong is played in East's turn and before anybody wins.

    The result is None if the record has the Ding Dong before East's draw, because a draw is then
    missing. It is True for an exchange of the Charleston. A Ding Dong is an exchange of single
    tiles between all players. The Charleston is the exchange of tiles before play.
    """
    if not is_ding_dong(exchange):
        return True
    if table.winners or table.turn != table.dealer:
        return False
    return None if _is_without_a_turn(table, exchange) else True


MOST_DING_DONGS: Final = msg("one Ding Dong too many: a deal has at most {ding_dongs}").message
NO_DING_DONG: Final = msg(
    "the players exchange tiles in a Ding Dong, but this table plays none"
).message


def ding_dong_at_most(number: int) -> Clause:
    """Return the check of the rule that a deal has at most `number` Ding Dongs; 0 allows none.

    A Ding Dong is an exchange of single tiles between all players. The returned function gets the
    table and an act; it returns whether the act obeys the rule, or None if that is uncertain.
    """
    says = MOST_DING_DONGS if number else NO_DING_DONG

    @clause("deal.exchange", EXCHANGE, says=says, expects=str(number))
    def ding_dongs_are_few(table: Table, exchange: Exchange) -> Judgement:
        """Return False if a Ding Dong is one more than the table allows in a deal.

        Otherwise return True. A Ding Dong is an exchange of single tiles between all players.
        """
        exchanges = [act for act in table.past if isinstance(act, Exchange)]
        before = list(filter(is_ding_dong, exchanges))
        return not is_ding_dong(exchange) or len(before) < number

    return ding_dongs_are_few


# --------------------------------------------------------------------------- bonus tiles


@clause(
    "bonus.shown",
    DISCARD,
    CONCEALED_KONG,
    ADDED_KONG,
    WIN,
    says="{seat} plays on with {bonus_held} in the hand; bonus tiles must be set out first",
    bars="{seat} has not set out {bonus_held}",
)
def bonus_tiles_are_set_out_at_once(
    table: Table, act: Discard | ConcealedKong | AddedKong | Win
) -> Judgement:
    """Return False if a player acts with a bonus tile still in the hand, otherwise True.

    The act is a discard, a kong or a win. After the player's first discard, only a bonus tile that
    was just drawn makes the result False, so that the same mistake is not reported twice.
    """
    hand = table.hands[act.seat]
    held = _bonus_in(hand)
    return not held or not (table.drawn in held or not hand.river)


def ordinary_discard(table: Table, discard: Discard) -> Judgement:
    """Return True if a discard certainly breaks no rule, so the rules need not be checked.

    Return False if the rules must be checked, for example because the hand holds a bonus tile.
    """
    if any(table.hand.count[BONUS:JOKER]):
        return False
    return fast_path.ordinary_discard(table, discard)


def _bonus_in(hand: Hand) -> list[Tile]:
    return [face for face in range(BONUS, JOKER) if hand.count[face]]


@clause(
    "deal.bonus_order",
    SET_OUT,
    says=(
        "{seat} sets out {tiles} after {last_to_set_out}, but {last_to_set_out} comes later in turn"
    ),
)
def bonus_tiles_are_replaced_seat_by_seat(table: Table, act: SetOut) -> Judgement:
    """Return whether players lay out bonus tiles before play in the right order.

    East lays out all its bonus tiles first, then South, West and North. A player lays out all its
    bonus tiles before the next player begins. During play the result is True.
    """
    if not is_opening(table):
        return True
    order = [table.distance(other, table.dealer) for other in _set_out(table)]
    return max(order, default=0) <= table.distance(act.seat, table.dealer)


@clause("deal.bonus_order", SET_OUT, says="{seat} sets out {tiles} out of turn")
def bonus_tiles_are_replaced_round_by_round(table: Table, act: SetOut) -> Judgement:
    """Return whether players lay out bonus tiles before play in turn, East first.

    If a replacement tile is also a bonus tile, its player waits until the turn comes around again.
    During play the result is True.
    """
    if not is_opening(table):
        return True
    order = [table.distance(other, table.dealer) for other in (*_set_out(table), act.seat)]
    if len(order) < 2 or order[-1] > order[-2]:
        return True
    # The player has a second turn, so no player later in turn may still wait for the first one.
    holders = table.seats_where(_bonus_in)
    last = max([table.distance(seat, table.dealer) for seat in holders], default=0)
    return last <= order[-2]


def _set_out(table: Table) -> list[Seat]:
    return [act.seat for act in table.past if isinstance(act, SetOut)]


# --------------------------------------------------------------------------- the wall


def _calls_for(table: Table, replace: Replace) -> Act | None:
    """Find the act that requires a replacement tile: a kong, or bonus tiles laid out.

    This is the latest act of the same seat that is not itself the draw of a replacement. Return
    None if the seat has no such act.
    """
    past = reversed(table.past)
    calls = (act for act in past if act.seat == replace.seat and act.kind != REPLACE)
    return next(calls, None)


def _taken_for_bonus(table: Table) -> int:
    """Count the replacement tiles that players have drawn for bonus tiles so far."""
    taken, latest = 0, dict[Seat, Act]()
    for act in table.past:
        if isinstance(act, Replace):
            taken += isinstance(latest.get(act.seat), SetOut)
        else:
            latest[act.seat] = act
    return taken


def wall_is_followed(*, bonus_from_front: bool) -> tuple[Clause, Clause]:
    """Return two functions that check draws and replacement tiles against a recorded wall.

    Draws come from the front of the wall, replacements for kongs from its tail. Replacements for
    bonus tiles come from the front if `bonus_from_front` is true, else from the tail.
    """

    def shift(table: Table) -> int:
        return _taken_for_bonus(table) if bonus_from_front else 0

    @clause(
        "wall.front",
        DRAW,
        says="{seat} draws {tile}, but the next tile of the recorded wall is another",
    )
    def draw_is_the_next_tile(table: Table, draw: Draw) -> Judgement:
        """Return whether a drawn tile is the next tile at the front of the recorded wall.

        The result is True if no wall is recorded, and None if one of the two tiles is unknown.
        """
        return clauses.is_wall_tile(table, table.next_draw_index + shift(table), draw.tile)

    @clause(
        "wall.replacement",
        REPLACE,
        says=(
            "{seat} draws the replacement {tile}, but the tile at that end of the wall is another"
        ),
    )
    def replacement_comes_from_its_end(table: Table, replace: Replace) -> Judgement:
        """Return whether a replacement is the next tile at the required end of the recorded wall.

        For a kong this is the tail. For a bonus tile it is the front if `bonus_from_front` of the
        enclosing function is true, else the tail. The result is True if no wall is recorded, and
        None if a tile is unknown.
        """
        if not table.wall:
            return True
        for_bonus = isinstance(_calls_for(table, replace), SetOut)
        end = (
            table.next_draw_index
            if bonus_from_front and for_bonus
            else table.next_replacement_index
        )
        return clauses.is_wall_tile(table, end + shift(table), replace.tile)

    return draw_is_the_next_tile, replacement_comes_from_its_end


def replacement_needs_a_tile(spec: Spec) -> Clause:
    """Return the check of the rule that no replacement is drawn from an exhausted wall.

    `spec` describes the tiles and the wall, and computes how many tiles are left to draw. The
    returned function gets the table and an act; it returns whether the act obeys the rule, or None
    if that is uncertain.
    """

    @clause(
        "wall.exhausted",
        REPLACE,
        says="{seat} takes a replacement, but the wall is used up",
        against="draws",
    )
    def wall_has_a_tile_left(table: Table, _replace: Replace) -> Judgement:
        """Return whether the wall has a tile left when a replacement is drawn.

        The result is None if the record may lack draws.
        """
        return clauses.wall_has(table, spec.live(table))

    return wall_has_a_tile_left


# --------------------------------------------------------------------------- jokers


@clause(
    "joker.named",
    CLAIM,
    CONCEALED_KONG,
    ADDED_KONG,
    says="{seat} lays down a joker and names no tile for it: `+55jp` names 5p",
)
def joker_says_what_it_stands_for(
    _table: Table, act: Claim | ConcealedKong | AddedKong
) -> Judgement:
    """Return whether the record names the tile that each joker in a claim or kong stands for."""
    return JOKER not in map(plain, clauses.tiles_laid(act))


@clause(
    "joker.dead",
    CLAIM,
    WIN,
    says="{seat} claims a joker that {live_seat} discarded, but nobody may claim a joker",
    against="discard",
)
def discarded_joker_is_dead(table: Table, act: Claim | Win) -> Judgement:
    """Return False if a player claims a discarded joker or wins on one, otherwise True."""
    return table.live != JOKER or (isinstance(act, Win) and act.own_draw)


@clause(
    "claim.chow",
    CLAIM,
    says="{seat} claims a chow with a joker, but a chow may hold no joker here",
)
def no_joker_stands_in_a_chow(table: Table, claim: Claim) -> Judgement:
    """Return False if a claimed chow contains a joker, otherwise True."""
    alike = set(kinds_of((*claim.tiles, table.live)))
    return len(alike) != 3 or max(map(plain, claim.tiles)) < JOKER_AS


# --------------------------------------------------------------------------- claims and the win


@clause("win.tile", WIN, says="{seat} declares a win, but {no_winning_tile}")
def winning_tile_is_there(table: Table, win: Win) -> Judgement:
    """Return whether a player wins on the tile just drawn or on another player's latest tile.

    The latest tile is a discard or a tile added to a pung. The result is also True if East wins
    with the dealt hand.
    """
    is_east_winning = win.own_draw and win.seat == table.dealer
    is_dealt = is_east_winning and Discard not in map(type, table.past)
    if is_dealt and table.hands[win.seat].total == table.acting:
        return table.phase == ACT
    return clauses.winning_tile_is_there.test(table, win)


@clause(
    "win.rob",
    WIN,
    says=(
        "{seat} takes a tile of {live_seat} that is no discard; only an added kong may be robbed"
    ),
)
def only_an_added_kong_is_robbed(table: Table, win: Win) -> Judgement:
    """Return False if a player robs a kong that was not made by adding a tile to a pung.

    The result is True for any win that robs no kong.
    """
    return clauses.source_of_winning_tile(table, win) in {"", "discard", "face down", "added kong"}


def kept_replacement_bars_the_robber(hands: Hands) -> Clause:
    """Return the check of the rule that a kong with a useful replacement may not be robbed.

    The player of the kong has already drawn the replacement and must put it back. The tile was
    useful if it completes the player's hand or makes another kong. `hands` decides which hands win.
    The returned function gets the table and an act; it returns whether the act obeys the rule, or
    None if that is uncertain.
    """

    def wins_with(hand: Hand, tile: Tile) -> Judgement:
        laid = laid_on_table(hand.melds)
        if laid is None:
            return None
        return hands.wins(parts_of(laid, (*hand.tiles(), tile)))

    return robbed_kong.kept_replacement_bars_the_robber(wins_with)


def parts_at(table: Table, win: Win) -> Parts | None:
    """Return the winner's hand, including the winning tile, as sets, tiles and jokers.

    Return None if not all tiles are known.
    """
    hand = table.hands[win.seat]
    laid = laid_on_table(hand.melds)
    if not hand.known or laid is None:
        return None
    if win.own_draw:
        return parts_of(laid, hand.tiles())
    if table.live == NONE or table.live >= HELD:
        return None
    return parts_of(laid, (*hand.tiles(), table.live), table.live)


def winning_hands(hands: Hands) -> tuple[Clause, Clause, Clause]:
    """Return three functions that check a winning hand: its shape, its limits, its special hands.

    The limits are at most one suit and one chow. `hands` decides which hands win.
    """

    @clause(
        "win.shape",
        WIN,
        says="{seat}'s tiles are not four sets and a pair",
        expects="{wait_words}",
        bars="{seat}'s tiles would not be four sets and a pair",
    )
    def hand_is_complete(table: Table, win: Win) -> Judgement:
        """Return whether a winning hand is four sets and a pair, or a special hand.

        The result is None if the hand is not known. It is True for a special hand that this table
        does not play, because `special_hand_is_in_play` reports such a hand.
        """
        parts = parts_at(table, win)
        if parts is None:
            return None
        if hands.has_shape(parts) or hands.excluded(parts):
            return True
        return hands.wins(parts)

    @clause(
        "win.limits",
        WIN,
        says="{seat}'s hand has {limit_words} and is no special hand",
        expects="{wait_words}",
        bars="{seat}'s hand would have {limit_words} and be no special hand",
    )
    def hand_is_within_the_limits(table: Table, win: Win) -> Judgement:
        """Return whether a hand of four sets and a pair has at most one suit and one chow.

        The result is True for any other hand, also for a special hand of four sets and a pair, and
        None if the hand is not known.
        """
        parts = parts_at(table, win)
        if parts is None:
            return None
        if not hands.has_shape(parts) or hands.excluded(parts):
            return True
        return hands.wins(parts)

    @clause(
        "win.shape",
        WIN,
        says="{seat}'s tiles are a special hand that is not in play: {special_hand}",
        expects="{wait_words}",
        bars="{seat}'s tiles would be a special hand that is not in play: {special_hand}",
    )
    def special_hand_is_in_play(table: Table, win: Win) -> Judgement:
        """Return False if a winning hand is a special hand that this table does not play.

        A special hand is played if a source confirms it for these rules, or if the ``Rules`` header
        gives it a value. The result is True for any other hand and for an unknown hand.
        """
        parts = parts_at(table, win)
        if parts is None:
            return True  # another clause says that the shape is unknown
        return not hands.excluded(parts)

    return hand_is_complete, hand_is_within_the_limits, special_hand_is_in_play


def _limit_words(table: Table, win: Win) -> Word:
    parts = parts_at(table, win)
    held: set[Tile] = set()
    if parts is not None:
        held.update(compress(range(EAST), parts.counts))
        held.update(each.kind for each in parts.laid)
    return _SUITS_IN_WORDS.get(len(suits_of(held)), msg("more than one chow"))


_SUITS_IN_WORDS: Final = {2: msg("two suits"), 3: msg("three suits")}


# --------------------------------------------------------------------------- words for the messages


def _giver(table: Table, exchange: Exchange) -> Seat:
    """Return the first seat that passes tiles that it does not hold, for an error message.

    Return seat 0 (A) if there is no such seat.
    """
    held = _holds_passed_tiles(table, exchange)
    return next((seat for seat, judged in held.items() if judged is False), 0)


def _last_to_set_out(table: Table, _act: object) -> Word:
    seats = _set_out(table)
    return seat_name(max(seats, key=lambda seat: table.distance(seat, table.dealer)))


def _passed_words(_table: Table, exchange: Exchange) -> Word:
    gives = "{giver} gives {receiver} {tiles}"
    return tuple(
        msg(gives, giver=seat_name(a), receiver=seat_name(b), tiles=Tiles(tuple(tiles)))
        for a, b, tiles in exchange.passes
    )


def _due_words(table: Table, _exchange: Exchange) -> Word:
    number = len(_passed(table)) // 2
    if number < len(IN_WORDS):
        return IN_WORDS[number]
    return msg("no more")


def words(hands: Hands, ding_dongs: int) -> Words:
    """Return the functions that fill in the placeholders of this rule set's error messages.

    The result maps the name of a placeholder, such as ``wait_words``, to a function that returns
    the text for it. `hands` decides which hands win, and `ding_dongs` is the largest number of Ding
    Dongs (exchanges of single tiles) that a deal may have.
    """

    def wait_words(table: Table, win: Win) -> Word:
        hand = table.hands[win.seat]
        tiles = list(hand.tiles())
        if win.own_draw and table.drawn in tiles:
            tiles.remove(table.drawn)
        laid = laid_on_table(hand.melds)
        awaited = hands.waits(laid, tiles) if laid is not None else 0
        return text(kinds(awaited)) or msg("no tile completes the hand")

    def special_hand(table: Table, win: Win) -> Word:
        parts = parts_at(table, win)
        names = [each.id for each in hands.excluded(parts)] if parts is not None else []
        return ", ".join(names)

    return {
        **robbed_kong.WORDS,
        "wait_words": wait_words,
        "special_hand": special_hand,
        "limit_words": _limit_words,
        "giver": lambda table, exchange: seat_name(_giver(table, exchange)),
        "giver_hand": lambda table, exchange: text(
            table.hands[_giver(table, exchange)].tiles(), sort=True
        ),
        "lacked": lambda table, exchange: Tiles(given_by(exchange, _giver(table, exchange))),
        "passed_words": _passed_words,
        "due_words": _due_words,
        "ding_dongs": lambda *_: str(ding_dongs),
        "passes_made": lambda table, deal: str(_exchanged(table, deal) // 2),
        "dealer": lambda table, _: seat_name(table.dealer),
        "bonus_held": lambda table, act: Tiles(tuple(_bonus_in(table.hands[act.seat]))),
        "last_to_set_out": _last_to_set_out,
    }
