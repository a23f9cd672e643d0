"""Clauses that several rulebooks share.

A rule set lists the clauses that it has, under its own numbers.

A clause judges the table as it is before the act: True if the act obeys it, False if the act breaks
it, None if the record does not show it.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Final

from mjlog.model.record import (
    ADDED_KONG,
    CLAIM,
    CONCEALED_KONG,
    DISCARD,
    DRAW,
    EXCHANGE,
    MANNER_DRAWN,
    NOBODY,
    READY,
    REPLACE,
    REVEAL,
    SET_OUT,
    WIN,
    AddedKong,
    Claim,
    ConcealedKong,
    Deal,
    Dealt,
    Discard,
    Draw,
    Exchange,
    NoWin,
    Ready,
    Replace,
    Reveal,
    Seat,
    SetOut,
    Wall,
    Win,
    is_kong,
)
from mjlog.model.table import AWAIT_DRAW, HELD, NONE, OVER, Hand, Table, physical
from mjlog.model.tiles import (
    CHOWS,
    JOKER,
    KIND,
    KINDS,
    PILLAR,
    UNKNOWN,
    Tile,
    from_pillars,
    is_known,
)
from mjlog.model.tiles import counts as counted
from mjlog.referee.rulebook import DEALT, NO_WIN, OPENED, WALLED, Clause, Judgement, Spec, clause

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def tiles_laid(act: Claim | ConcealedKong | AddedKong) -> tuple[Tile, ...]:
    """Return the tiles that a player puts down from the hand for a claim or a kong.

    The claimed discard is not among them.
    """
    if isinstance(act, AddedKong):
        return (act.tile,)
    return act.tiles


# --------------------------------------------------------------------------- the deal


@clause(
    "deal.copies",
    DRAW,
    REPLACE,
    says="{tile} comes up once too often: {copies}",
    against="copies",
)
def tile_is_not_one_too_many(table: Table, act: Draw | Replace) -> Judgement:
    """Return False if all copies of the tile that a player draws have already appeared.

    Otherwise return True.
    """
    tile = act.tile
    return tile >= HELD or table.identified[tile] < table.copies[tile]


@clause(
    "deal.copies",
    DISCARD,
    CLAIM,
    CONCEALED_KONG,
    ADDED_KONG,
    SET_OUT,
    says="{seat} has one {tiles_too_many} more than the set has",
    against="copies",
)
def no_tile_turns_up_once_too_often(
    table: Table, act: Discard | Claim | ConcealedKong | AddedKong | SetOut
) -> Judgement:
    """Return False if an act uses more copies of a tile than the set has.

    If a tile added to a pung can only be another player's discard, the result is True, because
    another function reports that mistake.
    """
    return not table.surplus(act) or (type(act) is AddedKong and _is_a_discard(table, act))


def _is_a_discard(table: Table, kong: AddedKong) -> bool:
    """Return whether a tile added to a pung can only be another player's latest discard.

    This is so if that discard is of the same kind and no further copy of the tile exists. Another
    function then reports that a discard may not be added to a pung.
    """
    discards = (act for act in reversed(table.past) if type(act) is Discard)
    last = next(discards, None)
    if last is None or last.seat == kong.seat or not is_known(last.tile):
        return False
    alike = KIND[last.tile & ~PILLAR] == KIND[kong.tile & ~PILLAR]
    return alike and bool(table.surplus(kong))


@clause(
    "deal.copies",
    DEALT,
    says="the hands together have more copies than the set: {surplus}",
    against="copies",
)
def deal_has_no_surplus(table: Table, dealt: Dealt) -> Judgement:
    """Return False if the dealt hands together have more copies of a tile than the set has.

    Otherwise return True. So that the mistake is reported once, only the last hand with such a tile
    gives False.
    """
    if not table.crowded:
        return True
    surplus = [face for face in range(HELD) if table.identified[face] > table.copies[face]]
    holders = table.seats_where(lambda hand: any(map(hand.count_known, surplus)))
    last = max(holders, default=NONE)
    return last != dealt.seat  # one error is enough, at the last line that deals the tile


@clause(
    "deal.size",
    DEALT,
    says="{seat} is dealt {tiles_held} instead of {dealt_size}",
    expects="{dealt_size}",
)
def deal_has_the_right_size(table: Table, dealt: Dealt) -> Judgement:
    """Return whether a dealt hand has as many tiles as a hand has between turns.

    The dealer may have one more.
    """
    over = table.hands[dealt.seat].total - table.resting
    return over == 0 or (over == 1 and dealt.seat == table.dealer)


def recorded_wall(spec: Spec) -> tuple[Clause, ...]:
    """Return the functions that check whether a recorded wall has the right tiles.

    The wall must be the whole set or, if each player draws from a private wall, that player's part
    of the set. `spec` has the tiles and the kind of wall.
    """
    private = spec.private_walls

    @clause(
        "wall.set",
        WALLED,
        says="the recorded wall names no player, but each player draws from a wall of their own"
        if private
        else "the record has a wall of {seat}, but all players draw from one wall",
    )
    def wall_is_drawn_from(_table: Table, wall: Wall) -> Judgement:
        """Return whether a recorded wall names a player if it must, and names none otherwise.

        It must name a player if each player has a private wall in this game.
        """
        return (wall.seat != NOBODY) == private

    @clause(
        "wall.set",
        WALLED,
        says="the recorded wall of {seat} has {wall_size} tiles instead of {whole_wall}"
        if private
        else "the recorded wall has {wall_size} tiles, but the set has {whole_wall}",
        expects="{whole_wall}",
    )
    def wall_is_not_longer_than_the_set(table: Table, wall: Wall) -> Judgement:
        """Return False if a recorded wall has more tiles than the set, otherwise True."""
        return (wall.seat != NOBODY) != private or len(wall.tiles) <= spec.wall_size(table.seats)

    @clause(
        "wall.set",
        WALLED,
        says="the recorded wall has {wall_size} of {whole_wall} tiles; mjlog does not compare "
        "the tiles dealt and drawn with it",
        expects="{whole_wall}",
        severity="note",
    )
    def wall_is_the_whole_set(table: Table, wall: Wall) -> Judgement:
        """Return False if a recorded wall has fewer tiles than the set, otherwise True.

        Unknown tiles of the wall count, too.
        """
        return (wall.seat != NOBODY) != private or len(wall.tiles) >= spec.wall_size(table.seats)

    @clause(
        "wall.set",
        WALLED,
        says="the recorded walls have more copies than the set: {wall_surplus}"
        if private
        else "the recorded wall has more copies than the set: {wall_surplus}",
    )
    def wall_has_no_surplus(table: Table, wall: Wall) -> Judgement:
        """Return False if the recorded walls have more copies of a tile than the set has.

        The result is True for a wall with more tiles than the set, because another function reports
        such a wall.
        """
        return len(wall.tiles) > spec.wall_size(table.seats) or not table.surplus_of_walls(wall)

    return (
        wall_is_drawn_from,
        wall_is_not_longer_than_the_set,
        wall_is_the_whole_set,
        wall_has_no_surplus,
    )


@clause(
    "deal.shelf",
    DEALT,
    says="[ ] marks {seat}'s tiles as pillars, but this game has no pillars",
)
def no_pillars_are_dealt(_table: Table, dealt: Dealt) -> Judgement:
    """Return False if a dealt hand has tiles marked as pillars, otherwise True.

    Pillars are four tiles that stand apart, which this game does not have.
    """
    return dealt.pillars is None


@clause(
    "deal.shelf",
    DISCARD,
    CLAIM,
    CONCEALED_KONG,
    ADDED_KONG,
    says="{seat} takes a tile from its pillars, but this game has no pillars",
)
def no_tile_is_a_pillar(
    _table: Table, act: Discard | Claim | ConcealedKong | AddedKong
) -> Judgement:
    """Return False if a tile of an act is marked as one of the player's pillars, otherwise True.

    Pillars are four tiles that stand apart, which this game does not have.
    """
    match act:
        case Claim() | ConcealedKong():
            return not any(map(from_pillars, act.tiles))
        case Discard():
            return not act.pillar and not from_pillars(act.tile)
        case AddedKong():
            return not from_pillars(act.tile)


@clause(
    "deal.shelf",
    DEALT,
    says="the hand of {seat} does not say which tiles are the pillars: write them in [ ]",
    severity="note",
)
def pillars_are_marked(table: Table, dealt: Dealt) -> Judgement:
    """Return whether a dealt hand marks which of its tiles are the pillars (four tiles set apart).

    The result is also True if the game has no pillars or all tiles of the hand are unknown.
    """
    if dealt.pillars is not None or not table.pillars:
        return True
    return not any(is_known(tile) for tile in dealt.tiles)


@clause(
    "deal.exchange",
    EXCHANGE,
    says="the players exchange tiles, but this game has no exchange",
)
def nothing_is_exchanged(_table: Table, _exchange: Exchange) -> Judgement:
    """Return False: this game has no exchange of tiles, so that every exchange is a mistake."""
    return False


# --------------------------------------------------------------------------- turns


@clause(
    "turn.seat",
    DRAW,
    says="{seat} draws, but {whose_turn}",
    expects="{turn}",
    against="turn",
)
def draws_in_turn(table: Table, draw: Draw) -> Judgement:
    """Return whether the player who draws is in turn, and the player before has discarded."""
    return draw.seat == table.turn and table.phase == AWAIT_DRAW


@clause(
    "turn.seat",
    DISCARD,
    CONCEALED_KONG,
    ADDED_KONG,
    says="{seat} acts, but {whose_turn}",
    expects="{turn}",
    against="turn",
)
def acts_in_turn(table: Table, act: Discard | ConcealedKong | AddedKong) -> Judgement:
    """Return whether a player who discards or declares a concealed or added kong is in turn.

    The result is False after a win has ended the deal.
    """
    return act.seat == table.turn and table.phase != OVER


def number_of_tiles_fits(
    plays_on: Callable[[Table, Seat], bool] | None = None,
) -> tuple[Clause, Clause, Clause]:
    """Return three functions that check the number of tiles in the hand of a player who acts.

    The first function is for draws, the second for discards, the third for concealed and added
    kongs. `plays_on` is a function that returns True for a player who is known to continue with a
    wrong number of tiles; the checks then return True.
    """

    def fits(table: Table, seat: Seat, number: int) -> Judgement:
        if table.hands[seat].total == number or (plays_on is not None and plays_on(table, seat)):
            return True
        return table.answer_if_not_recorded

    @clause(
        "turn.size",
        DRAW,
        says="{seat} draws with {tiles_held} in hand instead of {resting} (a meld counts three)",
        expects="{resting}",
    )
    def draws_with_a_resting_hand(table: Table, draw: Draw) -> Judgement:
        """Return whether a player who draws has as many tiles as a hand has between turns.

        The result is None if the number is wrong but the record may lack turns.
        """
        return fits(table, draw.seat, table.resting)

    @clause(
        "turn.size",
        DISCARD,
        says="{seat} discards with {tiles_held} in hand instead of {resting_and_one} "
        "(a meld counts three)",
        expects="{resting_and_one}",
    )
    def discards_with_one_tile_more(table: Table, discard: Discard) -> Judgement:
        """Return whether a player who discards has one tile more than a hand has between turns.

        The result is None if the number is wrong but the record may lack turns.
        """
        return fits(table, discard.seat, table.acting)

    @clause(
        "turn.size",
        CONCEALED_KONG,
        ADDED_KONG,
        says="{seat} declares a kong with {tiles_held} in hand instead of {resting_and_one} "
        "(a meld counts three)",
        expects="{resting_and_one}",
    )
    def own_kong_needs_a_tile_taken(table: Table, kong: ConcealedKong | AddedKong) -> Judgement:
        """Return whether the hand of a player who declares a kong has the right number of tiles.

        The kong is concealed or added, and the right number is one more than between turns. The
        result is None if the number is wrong but the record may lack turns.
        """
        return fits(table, kong.seat, table.acting)

    return draws_with_a_resting_hand, discards_with_one_tile_more, own_kong_needs_a_tile_taken


draws_with_a_resting_hand, discards_with_one_tile_more, own_kong_needs_a_tile_taken = (
    number_of_tiles_fits()
)


# --------------------------------------------------------------------------- the wall


def wall_is_not_empty(spec: Spec) -> Clause:
    """Return the check of the rule that nobody draws when the live wall is empty.

    `spec` describes the tiles and the wall, and computes how many tiles are left to draw. The
    returned function gets the table and an act; it returns whether the act obeys the rule, or None
    if that is uncertain.
    """

    @clause(
        "wall.exhausted",
        DRAW,
        says="{seat} draws, but no tile is left to draw ({undrawn})",
        against="draws",
    )
    def live_wall_is_not_empty(table: Table, _draw: Draw) -> Judgement:
        """Return False if a player draws although the live wall is used up, otherwise True.

        The result is None if the record may lack draws.
        """
        return wall_has(table, spec.live(table))

    return live_wall_is_not_empty


def wall_has(table: Table, tiles: int) -> Judgement:
    """Return whether the wall has a tile left; None if this is uncertain.

    `tiles` is the number of tiles left according to the record. The answer is uncertain if turns
    are missing, or if no tile is left but the record may count draws twice.
    """
    if table.whole and tiles > 0:
        return True
    if table.whole and tiles + table.missed <= 0:
        return False
    return None


def washout_comes_at_the_end(spec: Spec) -> Clause:
    """Return the check of the rule that a deal ends as exhausted only if the live wall is empty.

    `spec` describes the tiles and the wall, and computes how many tiles are left to draw. The
    returned function gets the table and an act; it returns whether the act obeys the rule, or None
    if that is uncertain.
    """

    @clause(
        "wall.exhausted",
        NO_WIN,
        says="the record says that the wall is used up, but it still has {live_tiles} to draw",
        expects="0",
    )
    def wall_is_used_up(table: Table, end: NoWin) -> Judgement:
        """Return False if the record says that the wall is used up although tiles are left to draw.

        The result is True for a deal that ended in another way or without turns, and None if the
        record may lack draws.
        """
        # The acts of a score sheet are at most the exchanges before play.
        if end.how != "wall" or all(act.kind == EXCHANGE for act in table.past):
            return True
        left = spec.live(table)
        if not table.whole or 0 < left <= table.missed:
            return None
        return left <= 0

    return wall_is_used_up


@clause(
    "abort.none",
    NO_WIN,
    says="the record has an aborted deal, but this game has no aborted deals",
)
def no_deal_is_aborted(_table: Table, end: NoWin) -> Judgement:
    """Return False if the record says that the deal was aborted; this game has no aborted deals.

    Otherwise return True.
    """
    return end.how != "abort"


@clause(
    "wall.replacement",
    REPLACE,
    says="{seat} takes a replacement tile, but no kong or bonus tile calls for one",
)
def replacement_is_due(table: Table, replace: Replace) -> Judgement:
    """Return whether a player who draws a replacement has a kong or bonus tile to replace."""
    return table.hands[replace.seat].owed > 0


def draws_follow_the_wall(
    *, head: bool = False, jump: bool = True, own: Spec | None = None
) -> tuple[Clause, Clause]:
    """Return two functions that check draws and replacement tiles against a recorded wall.

    Each tile must be the next tile of the wall. `head`: replacements are taken from the front of
    the wall, like draws; otherwise from its end. `jump`: when hands are dealt, the dealer's extra
    tile comes after the last single tile of the other players; otherwise before the single tiles of
    the other players. `own`: each player draws and replaces from the front of a private wall, and
    `own` computes the position in that wall.
    """

    def front(table: Table, seat: Seat) -> int:
        if own is not None:
            return own.place_in_own_wall(table, seat)
        place = table.next_draw_index
        if head:
            place += table.replaced
        if jump or table.past:
            return place
        return place - (table.seats - 1)

    @clause(
        "wall.front",
        DRAW,
        says="{seat} draws {tile}, but the next tile of the recorded wall is another",
    )
    def draw_is_the_next_tile(table: Table, draw: Draw) -> Judgement:
        """Return whether a drawn tile is the next tile at the front of the recorded wall.

        The result is True if no wall is recorded, and None if a tile is unknown.
        """
        return is_wall_tile(table, front(table, draw.seat), draw.tile)

    @clause(
        "wall.replacement",
        REPLACE,
        says=(
            "{seat} draws the replacement {tile}, but the tile at that end of the wall is another"
        ),
    )
    def replacement_comes_from_its_end(table: Table, replace: Replace) -> Judgement:
        """Return whether a replacement is the next tile at the required end of the recorded wall.

        The arguments `head` and `own` of the enclosing function say which end that is. The result
        is True if no wall is recorded, and None if a tile is unknown.
        """
        is_front = head or own is not None
        place = front(table, replace.seat) if is_front else table.next_replacement_index
        return is_wall_tile(table, place, replace.tile)

    return draw_is_the_next_tile, replacement_comes_from_its_end


def stacks_follow_the_break(*, upper_first: bool) -> tuple[Clause, Clause]:
    """Return two functions that check draws and replacement tiles against a recorded wall.

    The recorded wall ends at the break, and replacements are taken from this end. `upper_first`:
    the upper tile of each stack is taken as a replacement before the lower tile.
    """

    @clause(
        "wall.front",
        DRAW,
        says="{seat} draws {tile}, but the next tile of the recorded wall is another",
    )
    def draw_is_the_next_tile(table: Table, draw: Draw) -> Judgement:
        """Return whether a drawn tile is the next tile at the front of the recorded wall.

        The result is True if no wall is recorded, and None if a tile is unknown.
        """
        return is_wall_tile(table, table.next_draw_index, draw.tile)

    @clause(
        "wall.replacement",
        REPLACE,
        says="{seat} draws the replacement {tile}, but another tile is next to the break",
    )
    def replacement_lies_beside_the_break(table: Table, replace: Replace) -> Judgement:
        """Return whether a replacement is the next tile at the break of the recorded wall.

        The result is True if no wall is recorded, and None if a tile is unknown.
        """
        place = table.next_replacement_index
        if upper_first:
            place += 1 if table.replaced % 2 else -1
        return is_wall_tile(table, place, replace.tile)

    return draw_is_the_next_tile, replacement_lies_beside_the_break


def is_wall_tile(table: Table, place: int, tile: Tile) -> Judgement:
    """Return whether a tile is at this place of the recorded wall, counted from 0 at the front.

    Return True if no wall is recorded, and None if a tile is unknown or the wall has no such place.
    """
    if not table.wall:
        return True
    if tile >= HELD or not 0 <= place < len(table.wall) or table.wall[place] >= HELD:
        return None
    return table.wall[place] == tile


def are_dealt_tiles(held: Sequence[Tile], given: Sequence[Tile]) -> Judgement:
    """Return whether the hand `held` consists of the tiles `given`, in any order.

    `given` are the tiles that the recorded wall gives the player. Return None if this depends on
    unknown tiles.
    """
    counts = Counter(tile for tile in given if tile < HELD)
    if counts - Counter(tile & ~PILLAR for tile in held):
        return False
    return True if counts.total() == len(given) == len(held) else None


def dealt_from_the_wall(table: Table, seat: int, *, jump: bool) -> tuple[Tile, ...]:
    """Return the tiles that a player gets from the recorded wall when hands are dealt.

    These are three blocks of four tiles and one single tile; the dealer, whose hand has one tile
    more, also gets an extra tile. `jump`: the extra tile is dealt after the single tiles of all
    players; otherwise right after the dealer's single tile.
    """
    place, seats, wall = table.distance(seat, table.dealer), table.seats, table.wall
    tiles: list[Tile] = []
    for block in range(3):
        start = 4 * (seats * block + place)
        tiles += wall[start : start + 4]
    # Without a jump, the dealer's extra tile comes before the single tiles of the others.
    shift = 0 if jump else min(place, 1)
    singles = 12 * seats
    tiles.append(wall[singles + place + shift])
    if table.hands[seat].total > table.resting:
        tiles.append(wall[singles + (seats if jump else 1)])
    return tuple(tiles)


def deal_follows_the_wall(*, jump: bool = True, own: Spec | None = None) -> Clause:
    """Return the check of the rule that hands are dealt from a recorded wall in the right order.

    `jump`: the dealer's extra tile is dealt after the single tiles of all players. `own`: each
    player is dealt from a private wall, and `own` computes the size of that wall. The returned
    function gets the table and an act; it returns whether the act obeys the rule, or None if that
    is uncertain.
    """

    def dealt(table: Table, seat: Seat) -> Sequence[Tile]:
        if own is None:
            return dealt_from_the_wall(table, seat, jump=jump)
        start = seat * own.wall_size(table.seats)
        return table.wall[start : start + table.hands[seat].total]

    return hands_are_dealt(dealt)


def hands_are_dealt(dealt: Callable[[Table, Seat], Sequence[Tile]]) -> Clause:
    """Return the check of the rule that hands are dealt from a recorded wall in the right order.

    `dealt` is a function that returns the tiles that the wall gives a seat. The returned function
    gets the table and an act; it returns whether the act obeys the rule, or None if that is
    uncertain.
    """

    @clause(
        "deal.order",
        DEALT,
        says="{seat} is dealt other tiles than the recorded wall gives",
    )
    def hand_is_dealt_in_order(table: Table, act: Dealt) -> Judgement:
        """Return whether a dealt hand has the tiles that the recorded wall gives it.

        The result is True if no wall is recorded, and None if tiles are unknown.
        """
        if not table.wall:
            return True
        hand = table.hands[act.seat]
        if not hand.known:
            return None
        return are_dealt_tiles(hand.tiles(), dealt(table, act.seat))

    return hand_is_dealt_in_order


@clause(
    "deal.shelf",
    DEALT,
    says="{seat}'s pillars are not the first four tiles that the recorded wall gives",
)
def pillars_are_the_first_block(table: Table, dealt: Dealt) -> Judgement:
    """Return whether a player's pillars are the first block of four from the recorded wall.

    Pillars are four tiles set apart. The result is True if no wall or no pillars are recorded, and
    None if tiles are unknown.
    """
    if not table.wall or dealt.pillars is None:
        return True
    place = 4 * table.distance(dealt.seat, table.dealer)
    faces = [tile & ~PILLAR for tile in dealt.pillars]
    if max(faces) >= HELD:
        return None
    return are_dealt_tiles(faces, table.wall[place : place + 4])


@clause(
    "deal.shelf",
    DEALT,
    says="{seat} does not have {pillar_number} pillars",
    expects="{pillar_number}",
)
def pillars_have_the_right_number(table: Table, dealt: Dealt) -> Judgement:
    """Return whether a player has the number of pillars (tiles set apart) that the game asks for.

    The result is True if the record does not mark the pillars.
    """
    return dealt.pillars is None or len(dealt.pillars) == table.pillars


# --------------------------------------------------------------------------- discards


@clause(
    "discard.open",
    DISCARD,
    says="{seat} lays {tile} face down, but this discard must be face up",
    expects="{tile}",
)
def discards_lie_open(_table: Table, discard: Discard) -> Judgement:
    """Return False if a discard lies face down, otherwise True."""
    return not discard.face_down


@clause(
    "discard.held",
    DISCARD,
    says="{seat} discards {tile}, which {seat} does not hold",
    expects="{hand}",
)
def discard_is_held(table: Table, discard: Discard) -> Judgement:
    """Return whether a player holds the tile that it discards.

    The result is None if it depends on unknown tiles.
    """
    hand = table.hand
    if discard.tile >= HELD:
        return None
    if hand.count_known(discard.tile):
        return True
    return hand.answer_if_not_known


@clause(
    "discard.drawn",
    DISCARD,
    says="the discard {tile} is recorded as {manner}, but {seat} drew {drawn}",
    expects="{drawn}",
)
def manner_fits_the_draw(table: Table, discard: Discard) -> Judgement:
    """Return False if a discard is recorded as the tile just drawn but is another tile.

    Otherwise return True. A discard written like the draw (``9m-9m``) may be another copy of it,
    and is not judged. The result is None if one of the tiles is unknown.
    """
    drawn = table.drawn
    if discard.manner != MANNER_DRAWN or drawn == discard.tile:
        return True
    if drawn >= HELD or discard.tile >= HELD:
        return None
    return False


@clause(
    "discard.locked",
    DISCARD,
    says=(
        "{seat} is ready and discards {tile} from the hand; a ready player discards "
        "only the tile just drawn ({drawn})"
    ),
    expects="{drawn}",
)
def ready_hand_discards_the_drawn_tile(table: Table, discard: Discard) -> Judgement:
    """Return whether a player who has declared ready discards the tile just drawn.

    The result is True for a player who has not declared ready, and None if it depends on unknown
    tiles or the declaration may be a mistake in the record.
    """
    if table.hand.ready_step == NONE or discard.ready:
        return True
    drawn = table.throws_the_drawn(discard)
    if drawn is False and table.hand.misdeclared:
        return None
    return drawn


# --------------------------------------------------------------------------- claims


@clause(
    "claim.latest",
    CLAIM,
    says="{seat} claims a tile, but there is no discard to claim",
    against="turn",
)
def claim_takes_the_latest_discard(table: Table, claim: Claim) -> Judgement:
    """Return whether a claimed tile is another player's latest discard, before the next draw.

    The result is False if somebody has won on that discard.
    """
    if table.winners and table.just_won:
        return False
    return table.phase == AWAIT_DRAW and table.lies_for(claim.seat)


@clause(
    "claim.latest",
    CLAIM,
    says="{seat} claims a tile that is face down; such a tile cannot be claimed",
    against="turn",
)
def claim_takes_an_open_tile(table: Table, _claim: Claim) -> Judgement:
    """Return False if a player claims a tile that lies face down, otherwise True."""
    return table.live == NONE or table.live_sort != "face down"


def group_of(claim: Claim, live: Tile) -> str:
    """Return which set a claim makes with the discard `live`: ``chow``, ``pung`` or ``kong``.

    Return an empty text if the tiles make no set, and ``?`` if a tile is unknown or a joker.
    """
    key = (claim.tiles, live)
    group = _groups.get(key)
    if group is None:
        if len(_groups) > _MOST_GROUPS:
            _groups.clear()
        group = _groups[key] = _group_made([KIND[tile & ~PILLAR] for tile in claim.tiles], live)
    return group


_groups: dict[tuple[tuple[Tile, ...], Tile], str] = {}
_MOST_GROUPS: Final = 1 << 14


def _group_made(own: list[Tile], live: Tile) -> str:
    if live in {NONE, JOKER} or live >= HELD:
        return "?"
    if JOKER in own or not all(map(is_known, own)):
        return "?"
    kinds = sorted([*own, KIND[live]])
    if kinds[0] == kinds[-1]:
        return {3: "pung", 4: "kong"}.get(len(kinds), "")
    if tuple(kinds) in CHOWS:
        return "chow"
    return ""


@clause("claim.held", CLAIM, says="{tiles} and {live} make no set", against="discard")
def claim_makes_a_set(table: Table, claim: Claim) -> Judgement:
    """Return whether the claimed tile and the claimer's tiles are a chow, a pung or a kong.

    The result is None if a tile is unknown or a joker.
    """
    group = group_of(claim, table.live)
    if group == "?":
        return None
    return group != ""


@clause(
    "claim.chow",
    CLAIM,
    says="{seat} claims {live} for a chow, but this game has no chow claims",
)
def chow_is_not_claimed(table: Table, claim: Claim) -> Judgement:
    """Return False if a player claims a discard for a chow, which this game does not allow.

    Otherwise return True.
    """
    return group_of(claim, table.live) != "chow"


@clause(
    "claim.pung",
    CLAIM,
    says="{seat} claims {live} for a pung, but this game has no pung claims",
)
def pung_is_not_claimed(table: Table, claim: Claim) -> Judgement:
    """Return False if a player claims a discard for a pung, which this game does not allow.

    Otherwise return True.
    """
    return group_of(claim, table.live) != "pung"


@clause(
    "claim.chow",
    CLAIM,
    says=(
        "{seat} claims {live} from {live_seat} for a chow, but only the next player in "
        "turn may do so"
    ),
    expects="{next_seat}",
    against="discard",
)
def chow_comes_from_the_left(table: Table, claim: Claim) -> Judgement:
    """Return False if a chow is claimed by a player who is not next in turn after the discarder.

    Otherwise return True.
    """
    return table.distance(claim.seat, table.live_seat) == 1 or group_of(claim, table.live) != "chow"


def holds_tiles(hand: Hand, tiles: Sequence[Tile]) -> Judgement:
    """Return whether a hand has all of these tiles, or None if this depends on unknown tiles.

    Tiles marked as pillars (four tiles that stand apart from the hand) must be among its pillars.
    """
    count = hand.count
    for tile in tiles:
        if tile >= HELD or count[tile] < tiles.count(tile):
            return _holds_unusual_tiles(hand, tiles)
    return True


def _holds_unusual_tiles(hand: Hand, tiles: Sequence[Tile]) -> Judgement:
    """Return whether a hand has all of these tiles, or None if this depends on unknown tiles.

    Called by `holds_tiles` for the rare cases: unknown tiles, tiles marked as pillars, and tiles
    that are not among the known tiles of the hand.
    """
    faces = Counter(map(physical, tiles))
    short = 0
    for face, number in faces.items():
        if face < HELD:
            short += max(0, number - hand.count_known(face))
    if _lacks_pillars(hand, tiles) or short > hand.unknown + hand.pillars_unknown:
        return False
    if short or max(faces) >= HELD:
        return None
    return True


def _lacks_pillars(hand: Hand, tiles: Sequence[Tile]) -> bool:
    """Return whether the hand certainly has fewer pillars than `tiles` marks as pillars.

    Pillars are four tiles that stand apart from the rest of the hand. Return False if the hand has
    no pillars or not all of them are known.
    """
    standing = hand.pillar_count
    if standing is None or hand.pillars_unknown or hand.blended:
        return False
    marked = Counter([physical(tile) for tile in tiles if tile & PILLAR])
    return any(face < HELD and standing[face] < number for face, number in marked.items())


@clause(
    "claim.held",
    CLAIM,
    says="{seat} claims {live} with {tiles}, which {seat} does not hold",
    expects="{hand}",
)
def claimer_holds_the_tiles(table: Table, claim: Claim) -> Judgement:
    """Return whether the claimer has the other tiles of the set.

    The result is None if it depends on unknown tiles.
    """
    return holds_tiles(table.hands[claim.seat], claim.tiles)


def last_discard_is_only_won_on(spec: Spec) -> Clause:
    """Return the check of the rule that the last discard of a deal may be claimed only to win.

    `spec` describes the tiles and the wall, and computes how many tiles are left to draw. The
    returned function gets the table and an act; it returns whether the act obeys the rule, or None
    if that is uncertain.
    """

    @clause(
        "claim.last_discard",
        CLAIM,
        says="{seat} claims {live}, the last discard of the deal; it may only be claimed to win",
        against="count",
    )
    def last_discard_makes_no_set(table: Table, _claim: Claim) -> Judgement:
        """Return False if a player claims the last discard of the deal for a set, otherwise True.

        The result is None if the record may lack draws.
        """
        return wall_has(table, spec.live(table))

    return last_discard_makes_no_set


@clause(
    "claim.locked",
    CLAIM,
    says="{seat} claims {live} after declaring ready; a ready player claims only to win",
)
def ready_hand_claims_nothing(table: Table, claim: Claim) -> Judgement:
    """Return False if a player claims a discard for a set after declaring ready, otherwise True.

    The result is None if the declaration may be a mistake in the record.
    """
    return _not_locked(table.hands[claim.seat])


def _not_locked(hand: Hand) -> Judgement:
    """Return whether a player may still change the hand: it has not declared ready.

    Return None if the player has declared ready although its hand did not wait, so that the
    declaration may be a mistake in the record.
    """
    if hand.ready and hand.misdeclared:
        return None
    return not hand.ready


# --------------------------------------------------------------------------- kongs


@clause(
    "kong.no_promote",
    CLAIM,
    says="{seat} adds {live} to a pung on the table, but a discard cannot be added",
)
def discard_does_not_promote_a_pung(table: Table, claim: Claim) -> Judgement:
    """Return False if a player adds another player's discard to a pung on the table.

    Otherwise return True.
    """
    if len(claim.tiles) == 2 or table.live == NONE:
        return True
    return KIND[table.live] not in table.hands[claim.seat].pungs


@clause(
    "kong.held",
    CONCEALED_KONG,
    says="{seat} declares a concealed kong of {tiles}, which {seat} does not hold",
    expects="{hand}",
)
def concealed_kong_is_held(table: Table, kong: ConcealedKong) -> Judgement:
    """Return whether the four tiles of a concealed kong are in the player's hand.

    The result is None if it depends on unknown tiles.
    """
    return holds_tiles(table.hands[kong.seat], kong.tiles)


@clause("kong.held", CONCEALED_KONG, says="{tiles} are not four alike")
def concealed_kong_is_four_alike(_table: Table, kong: ConcealedKong) -> Judgement:
    """Return whether the tiles of a concealed kong are four tiles of one kind.

    The result is None if some tiles are unknown or jokers.
    """
    kinds = {KIND[tile & ~PILLAR] for tile in kong.tiles}
    known_kinds = kinds - {UNKNOWN, JOKER}
    if len(kong.tiles) != 4 or len(known_kinds) > 1:
        return False
    if known_kinds != kinds:
        return None
    return True


@clause(
    "kong.held",
    ADDED_KONG,
    says="{seat} adds {tile} to a pung, but does not hold {tile}",
    expects="{hand}",
)
def added_tile_is_held(table: Table, kong: AddedKong) -> Judgement:
    """Return whether the tile added to a pung is in the hand.

    The result is None if it depends on unknown tiles.
    """
    return holds_tiles(table.hands[kong.seat], (kong.tile,))


@clause(
    "kong.held",
    ADDED_KONG,
    says="{seat} adds {tile} to a pung, but has no pung of it on the table",
)
def added_kong_needs_a_pung(table: Table, kong: AddedKong) -> Judgement:
    """Return whether the player has a claimed pung of the kind of the added tile.

    The result is None if a tile is unknown or the record may lack turns.
    """
    if not is_known(kong.tile):
        return None
    wanted = KIND[kong.tile & ~PILLAR]
    hand = table.hands[kong.seat]
    if wanted in hand.pungs:
        return True
    if any(meld.may_be_pung(wanted) for meld in hand.melds):
        return None
    return table.answer_if_not_recorded


@clause(
    "kong.locked", CONCEALED_KONG, ADDED_KONG, says=("{seat} declares a kong after declaring ready")
)
def ready_hand_declares_no_kong(table: Table, kong: ConcealedKong | AddedKong) -> Judgement:
    """Return False if a player declares a kong after declaring ready, otherwise True.

    The result is None if the declaration of ready may be a mistake in the record.
    """
    return _not_locked(table.hands[kong.seat])


@clause(
    "kong.after_claim",
    CONCEALED_KONG,
    ADDED_KONG,
    says="{seat} claims a tile and declares a kong in the same turn",
)
def no_kong_in_the_turn_of_a_claim(table: Table, _kong: ConcealedKong | AddedKong) -> Judgement:
    """Return False if a player declares a concealed or added kong in the turn of a claim.

    Otherwise return True.
    """
    return not table.past or not isinstance(table.past[-1], Claim)


def kong_needs_a_live_tile(spec: Spec) -> Clause:
    """Return the check of the rule that nobody declares a kong when the live wall is empty.

    `spec` describes the tiles and the wall, and computes how many tiles are left to draw. The
    returned function gets the table and an act; it returns whether the act obeys the rule, or None
    if that is uncertain.
    """

    @clause(
        "kong.limit",
        CLAIM,
        CONCEALED_KONG,
        ADDED_KONG,
        says="{seat} declares a kong, but the live wall is used up",
        against="count",
    )
    def kong_leaves_a_tile_to_replace_it(
        table: Table, act: Claim | ConcealedKong | AddedKong
    ) -> Judgement:
        """Return False if a player declares a kong after the last tile of the wall has been drawn.

        Otherwise return True. The result is None if the record may lack draws.
        """
        return not is_kong(act) or wall_has(table, spec.live(table))

    return kong_leaves_a_tile_to_replace_it


@clause(
    "kong.limit",
    CLAIM,
    CONCEALED_KONG,
    ADDED_KONG,
    says="{seat} declares a fifth kong, but a deal has at most four",
)
def four_kongs_at_most(table: Table, act: Claim | ConcealedKong | AddedKong) -> Judgement:
    """Return False if a player makes a fifth kong of the deal, otherwise True.

    The result is None if one of the four earlier kongs is doubtful.
    """
    if not is_kong(act) or table.kongs < 4:
        return True
    return None if has_doubtful_kong(table) else False


def has_doubtful_kong(table: Table) -> bool:
    """Return whether a kong is doubtful because its player's tiles contradict the record.

    If so, the number of kongs in the deal is uncertain.
    """
    doubtful = [hand.melds for hand in table.hands if hand.contradicted]
    return any(meld.is_kong for meld in chain.from_iterable(doubtful))


@clause(
    "kong.no_promote",
    ADDED_KONG,
    says="{seat} adds {tile} to a pung on the table, but a discard cannot be added",
)
def discard_is_not_added_to_a_pung(table: Table, kong: AddedKong) -> Judgement:
    """Return False if the tile added to a pung is another player's discard, otherwise True."""
    return not _is_a_discard(table, kong)


# --------------------------------------------------------------------------- bonus tiles


@clause(
    "bonus.held",
    SET_OUT,
    says="{seat} sets out {tiles}, which {seat} does not hold",
    expects="{hand}",
)
def bonus_tile_is_held(table: Table, act: SetOut) -> Judgement:
    """Return whether a player holds the tiles that it lays out.

    The result is None if it depends on unknown tiles.
    """
    return holds_tiles(table.hands[act.seat], act.tiles)


@clause(
    "bonus.none", SET_OUT, says=("{seat} sets {tiles} aside, but in this game no tile is set aside")
)
def nothing_is_set_aside(_table: Table, _act: SetOut) -> Judgement:
    """Return False: this game has no bonus tiles, so that no tile may be laid out."""
    return False


@clause(
    "dora.none",
    OPENED,
    says="an indicator is open before play, but this game has no indicators",
)
def no_indicator_lies_open(table: Table, _deal: Deal) -> Judgement:
    """Return False if a dora indicator lies open at the beginning of a deal, otherwise True.

    This game has no indicators.
    """
    return not table.indicators


@clause("dora.none", REVEAL, says="{tile} is turned up, but this game has no indicators")
def no_indicator_is_turned_up(_table: Table, _reveal: Reveal) -> Judgement:
    """Return False: this game has no dora indicators, so that none may be turned up in play."""
    return False


# --------------------------------------------------------------------------- ready


@clause("ready.none", READY, says="{seat} declares ready, but this game has no such declaration")
def nobody_declares_ready(_table: Table, _ready: Ready) -> Judgement:
    """Return False: nobody can declare ready in this game."""
    return False


@clause("ready.once", READY, says="{seat} declares ready a second time")
def ready_is_declared_once(table: Table, ready: Ready) -> Judgement:
    """Return False if a player declares ready a second time in a deal, otherwise True.

    The result is None if the first declaration may be a mistake in the record.
    """
    return _not_locked(table.hands[ready.seat])


def counts_after(hand: Hand, tile: Tile) -> list[int] | None:
    """Return how many concealed tiles of each kind a hand has after `tile` has left it.

    The index in the list is the tile kind. Return None if the hand or the tile is unknown, or if
    the hand does not have the tile.
    """
    kind = KIND[tile & ~PILLAR]
    if not hand.known or kind >= KINDS:
        return None
    counts = hand.kinds()
    counts[kind] -= 1
    if counts[kind] < 0:
        return None
    return counts


def counts_when_ready(table: Table, ready: Ready) -> list[int] | None:
    """Return how many concealed tiles of each kind a hand has after it was declared ready.

    The discard with the declaration is not included. The index in the list is the tile kind. If the
    hand is unknown at that time, it is computed from the tiles shown at the end; return None if
    they are not shown.
    """
    counts = counts_after(table.hands[ready.seat], ready.tile)
    if counts is not None:
        return counts
    tiles = table.tiles_held_at(ready.seat, len(table.past) + 1)
    if tiles is None:
        return None
    return counted(tiles)


# --------------------------------------------------------------------------- the win


@clause("win.tile", WIN, says="{seat} declares a win, but {no_winning_tile}", against="turn")
def winning_tile_is_there(table: Table, win: Win) -> Judgement:
    """Return whether the tile with which a player wins is available to this player.

    It must be the tile just drawn or another player's latest tile. The result is False for a second
    win of the same player on one tile of another player.
    """
    if win.own_draw:
        return table.is_to_act(win.seat) and table.drawn != NONE
    return table.lies_for(win.seat) and win.seat not in table.just_won


@clause("win.tile", WIN, says="{seat} wins on a tile that is face down")
def winning_tile_lies_open(table: Table, win: Win) -> Judgement:
    """Return False if a player wins on another player's tile that lies face down.

    Otherwise return True.
    """
    return source_of_winning_tile(table, win) != "face down"


def winning_counts(table: Table, win: Win) -> list[int] | None:
    """Return how many concealed tiles of each kind the winner has, including the winning tile.

    The index in the list is the tile kind. Return None if not all tiles are known.
    """
    hand = table.hands[win.seat]
    if not hand.known:
        return None
    counts = hand.kinds()
    if win.own_draw:
        return counts
    if table.live == NONE or KIND[table.live] >= KINDS:
        return None
    counts[KIND[table.live]] += 1
    return counts


def tiles_are_complete(*, says: str, wins: Callable[[list[int], int], bool]) -> Clause:
    """Return the check of the rule that a winner's hand is complete.

    `says` is the error message if it is not. `wins` is a function that decides whether a hand is
    complete; it gets the number of concealed tiles of each kind and the number of melds. The
    returned function gets the table and an act; it returns whether the act obeys the rule, or None
    if that is uncertain.
    """

    @clause("win.shape", WIN, says=says, expects="{wait_words}")
    def hand_is_complete(table: Table, win: Win) -> Judgement:
        """Return whether a winning hand is complete; None if not all its tiles are known."""
        counts = winning_counts(table, win)
        return None if counts is None else wins(counts, len(table.hands[win.seat].melds))

    return hand_is_complete


def counts_before(table: Table, win: Win) -> list[int]:
    """Return how many concealed tiles of each kind the winner has without the winning tile.

    The index in the list is the tile kind.
    """
    counts = table.hands[win.seat].kinds()
    drawn = KIND[table.drawn] if win.own_draw and table.drawn != NONE else KINDS
    if drawn < KINDS and counts[drawn]:
        counts[drawn] -= 1
    return counts


@clause(
    "claim.nearest",
    WIN,
    says=(
        "{last_winner} wins on {live}, but {first_winner} wins on it, too, and sits "
        "nearer after {live_seat}"
    ),
    expects="{first_winner}",
)
def nearest_player_wins(table: Table, win: Win) -> Judgement:
    """Return False if a player wins on a tile on which another player has already won.

    Otherwise return True. At this table only the nearest player after the discarder may win on a
    tile.
    """
    return win.own_draw or set(table.just_won) <= {win.seat}


@clause("win.rob", WIN, says="{seat} robs {live_seat}'s kong, but no kong may be robbed here")
def kong_is_not_robbed(table: Table, win: Win) -> Judgement:
    """Return False if a player robs a kong to win, which this game does not allow.

    Otherwise return True.
    """
    return source_of_winning_tile(table, win) in {"", "discard", "face down"}


def source_of_winning_tile(table: Table, win: Win) -> str:
    """Return what put the winning tile on the table, for example ``discard`` or ``concealed kong``.

    Return an empty text if the winner drew the tile or if there is no tile to win on.
    """
    if win.own_draw or table.live == NONE:
        return ""
    return table.live_sort


@clause(
    "win.rob",
    WIN,
    says=(
        "{seat} robs {live_seat}'s concealed kong, but only a tile added to a pung may be robbed"
    ),
)
def only_an_added_kong_is_robbed(table: Table, win: Win) -> Judgement:
    """Return False if a player robs a concealed kong, otherwise True.

    Only a tile that is added to a pung can be robbed.
    """
    return source_of_winning_tile(table, win) != "concealed kong"
