"""What the table knows of hands and faces, act for act, against plain sums of what lies where."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.model.record import (
    MANNER_DRAWN,
    MANNER_FROM_HAND,
    AddedKong,
    Claim,
    ConcealedKong,
    Discard,
    Draw,
    Exchange,
    Irregularity,
    Replace,
    Reveal,
    SetOut,
    Turn,
    Win,
)
from mjlog.model.table import ACT, AWAIT_DRAW, HELD, NONE, Hand, Meld, Table
from mjlog.model.tiles import PILLAR, UNKNOWN

PLENTY = (200,) * HELD
FEW = st.sampled_from([0, 1, 2, 13, 34, UNKNOWN])
"""Few faces, so that hands hold many alike; one red five, and tiles that nobody saw."""
CARRIED = 7
"""Pillars of each hand, as Taiyuan has them."""


def dealt(tiles, pillars=None, blended=0):
    """A table of four, of whom the first holds these tiles and is to act."""
    first = Hand(tiles, pillars)
    first.blended = blended
    others = [Hand([UNKNOWN] * 13, None) for _ in range(3)]
    table = Table([first, *others], 0, len(tiles) + len(pillars or ()) - 1, PLENTY, 136)
    table.identify_hands()
    table.drawn = tiles[-1]
    return table


def pillars_of(table):
    hand = table.hand
    standing = {face: n for face, n in enumerate(hand.pillar_count or ()) if n}
    return standing, hand.pillars_unknown, hand.blended


# ----------------------------------------------------------------- where a discarded pillar stood


def test_a_pillar_that_is_known_leaves_the_pillars():
    table = dealt([5, 5, 6], [5, 7])
    table.discard(Discard(0, 5, pillar=True))
    assert pillars_of(table) == ({7: 1}, 0, 0)
    assert (table.hand.count[5], table.hand.contradicted) == (2, False)


def test_a_pillar_among_the_tiles_shown_leaves_them_and_is_one_fewer_of_those():
    table = dealt([5, 5, 6, 7], [], blended=2)
    table.discard(Discard(0, 5, pillar=True))
    assert pillars_of(table) == ({}, 0, 1)
    assert (table.hand.count[5], table.hand.contradicted) == (1, False)
    assert table.hand.pillars_left == 1


def test_a_tile_that_is_not_among_those_shown_was_no_pillar_among_them():
    table = dealt([5, 6, 7], [], blended=2)
    table.discard(Discard(0, 8, pillar=True))
    assert table.hand.contradicted
    assert table.hand.blended == 2
    assert table.hand.pillars_left == 1


def test_a_pillar_that_nobody_saw_is_known_once_it_is_discarded():
    table = dealt([5, 6], [UNKNOWN, 7])
    before = table.identified[9]
    table.discard(Discard(0, 9, pillar=True))
    assert pillars_of(table) == ({7: 1}, 0, 0)
    assert (table.identified[9] - before, table.hand.contradicted) == (1, False)


def test_a_tile_of_the_main_hand_marked_as_a_pillar_contradicts_the_record():
    table = dealt([5, 6], [7, 7])
    table.discard(Discard(0, 5, pillar=True))
    assert pillars_of(table) == ({7: 2}, 0, 0)
    assert (table.hand.count[5], table.hand.contradicted) == (0, True)


def test_a_pillar_that_stood_nowhere_makes_the_others_doubtful():
    table = dealt([5, 6], [7, 7])
    table.discard(Discard(0, 9, pillar=True))
    assert pillars_of(table) == ({}, 1, 0)
    assert (table.hand.count[5], table.hand.contradicted) == (1, True)


def test_a_pillar_of_a_hand_that_has_none_left_is_taken_for_a_tile_of_the_main_hand():
    table = dealt([5, UNKNOWN], [])
    table.discard(Discard(0, 9, pillar=True))
    assert (table.hand.unknown, table.hand.count[5], table.hand.contradicted) == (0, 1, True)


def test_a_tile_laid_face_down_may_be_any_pillar():
    table = dealt([5, 6], [7, 8])
    table.discard(Discard(0, UNKNOWN, face_down=True))
    assert pillars_of(table) == ({}, 1, 0)
    assert (table.hand.contradicted, table.hand.total) == (False, 3)
    assert (table.identified[7], table.identified[8]) == (0, 0)


def test_a_hand_without_pillars_loses_none_of_them():
    table = dealt([5, UNKNOWN])
    table.discard(Discard(0, 9, pillar=True))
    assert (table.hand.pillars_left, table.hand.pillars_unknown) == (0, 0)
    assert (table.hand.unknown, table.hand.total, table.hand.contradicted) == (0, 1, True)


def test_a_tile_laid_face_down_is_none_in_particular_of_those_shown():
    table = dealt([5, 6, 7], [], blended=2)
    table.discard(Discard(0, UNKNOWN, face_down=True))
    assert [table.hand.count[tile] for tile in (5, 6, 7)] == [1, 1, 1]
    assert (table.hand.pillars_left, table.hand.total, table.hand.contradicted) == (1, 2, False)


def test_a_tile_laid_face_down_is_no_pillar_that_does_not_stand_there():
    table = dealt([5, 6], [7, 8])
    table.discard(Discard(0, 5, face_down=True))
    assert pillars_of(table) == ({7: 1, 8: 1}, 0, 0)
    assert (table.hand.count[5], table.hand.contradicted) == (0, False)


def test_a_tile_laid_face_down_that_is_in_both_was_likelier_a_pillar():
    table = dealt([5, 6], [5, 8])
    table.discard(Discard(0, 5, face_down=True))
    assert pillars_of(table) == ({8: 1}, 0, 0)
    assert table.hand.count[5] == 1


def test_a_tile_laid_face_down_among_tiles_shown_was_a_pillar_where_it_is_one_of_them():
    table = dealt([5, 6, 7], [], blended=2)
    table.discard(Discard(0, 5, face_down=True))
    assert (pillars_of(table), table.hand.count[5]) == (({}, 0, 1), 0)
    table = dealt([5, UNKNOWN, 7], [], blended=1)
    table.discard(Discard(0, 6, face_down=True))
    assert (pillars_of(table), table.hand.unknown) == (({}, 0, 1), 0)


def test_a_tile_that_only_stands_among_the_pillars_came_from_there():
    table = dealt([5, 6], [7, 8])
    table.discard(Discard(0, 7))
    assert pillars_of(table) == ({8: 1}, 0, 0)
    assert not table.hand.contradicted


def test_a_tile_that_an_unseen_one_may_be_came_likelier_from_the_main_hand():
    table = dealt([5, UNKNOWN], [7, 8])
    table.discard(Discard(0, 7))
    assert pillars_of(table) == ({7: 1, 8: 1}, 0, 0)
    assert table.hand.unknown == 0


# ----------------------------------------------------------------- acts that are taken back


def state(table):
    """All that an act changes and its correction gives back."""
    hands = [
        (
            hand.copy_known_tiles(),
            hand.total,
            hand.owed,
            hand.ready_step,
            *map(list, (hand.melds, hand.river)),
        )
        for hand in table.hands
    ]
    lying = (table.live, table.live_seat, table.live_sort) if table.live != NONE else ()
    numbers = (table.undrawn, table.replaced, table.kongs, list(table.winners))
    return hands, lying, numbers, list(table.identified), table.turn, table.phase


def played(table, *acts):
    """The table after these acts."""
    for act in acts:
        table.hand = table.hands[act.seat]
        table.lay(act)
        table.past.append(act)
    return table


def four():
    """The first has discarded a tile that the second, who holds three alike, may claim."""
    hands = [Hand([5, 1, 2, 3, 4, 9, 9, 9, 9], None), Hand([5, 5, 5, 6, 7, 8], [5, 7])]
    hands += [Hand([UNKNOWN] * 8, None) for _ in range(2)]
    table = Table(hands, 0, 8, PLENTY, 136)
    table.identify_hands()
    return played(table, Discard(0, 5))


@pytest.mark.parametrize(
    ("before", "act", "name"),
    [
        ([], Claim(1, (5, 5)), "claim-cancelled"),
        ([], Claim(1, (5, 5 | PILLAR)), "claim-cancelled"),
        ([], Claim(1, (5, 5, 5)), "claim-cancelled"),
        ([], Claim(1, (6, 7)), "claim-cancelled"),
        ([], Draw(1, 12), "wrong-draw"),
        ([], Win(2, own_draw=False), "false-win"),
        ([Draw(1, 12)], Win(1, own_draw=True), "false-win"),
        ([Draw(1, 12)], Discard(1, 7), "discard-changed"),
        ([Draw(1, 12)], Discard(1, 7, pillar=True), "discard-changed"),
        ([Draw(1, 12), ConcealedKong(1, (5, 5, 5, 5 | PILLAR))], Replace(1, 13), "wrong-draw"),
        ([Claim(1, (5, 5, 5))], Replace(1, 13), "replacement-returned"),
    ],
)
def test_what_is_taken_back_leaves_the_table_as_it_was(before, act, name):
    table = played(four(), *before)
    was = state(table)
    played(table, act)
    assert state(table) != was
    played(table, Irregularity(act.seat, name))
    now = state(table)
    if isinstance(act, Draw | Replace):
        # What lay there was passed by when the next tile was drawn.
        was, now = (each[:1] + each[2:] for each in (was, now))
    assert now == was


def test_a_correction_takes_back_what_the_same_player_did_last_and_nothing_else():
    table = played(four(), Draw(1, 12), Discard(1, 6))
    wrong = Irregularity(1, "discard-changed")
    assert table.corrected_by(Irregularity(1, "wrong-draw")) == ()
    assert table.corrected_by(Irregularity(2, "discard-changed")) == ()
    assert table.corrected_by(Irregularity(1, "discard-changed", "8m")) == ()
    assert table.corrected_by(Irregularity(1, "discard-changed", "7m")) == (Discard(1, 6),)
    played(table, wrong)
    # The discard is gone: what stands last is the draw.
    assert table.corrected_by(wrong) == ()
    assert table.corrected_by(Irregularity(1, "wrong-draw")) == (Draw(1, 12),)


@pytest.mark.parametrize(
    "acts",
    [
        (Claim(1, (5, 5)), Discard(1, 8)),
        (Claim(1, (5, 5, 5)), Replace(1, 13), Discard(1, 13)),
    ],
)
def test_a_claim_is_taken_back_with_the_discard_that_followed_it(acts):
    table = four()
    hands, lying, *_ = state(table)
    played(table, *acts, Irregularity(1, "claim-cancelled"))
    assert state(table)[:2] == (hands, lying)
    assert table.taken_back == acts[::-1]


def test_another_claim_than_the_latest_is_not_taken_back():
    table = played(four(), Claim(1, (5, 5)), Discard(1, 8))
    assert table.corrected_by(Irregularity(1, "claim-cancelled", "+78m")) == ()
    played(table, Draw(2, 12))
    assert table.corrected_by(Irregularity(1, "claim-cancelled")) == ()


# ----------------------------------------------------------------- sets


def melds(*laid):
    table = dealt([5, 6, 7, 8])
    table.hand.melds += laid
    return table


def test_a_kong_is_added_to_the_pung_of_its_kind():
    chow, other = Meld("chow", (4, 6, 5), 1), Meld("pung", (7, 7, 7), 2)
    table = melds(chow, other, Meld("pung", (5, 5, 5), 3, 1))
    table.added_kong(AddedKong(0, 5))
    added = Meld("added kong", (5, 5, 5, 5), 3, 1)
    assert table.hand.melds == [chow, other, added]
    assert (table.kongs, table.hand.owed, table.hand.total) == (1, 1, 3)
    assert (table.live, table.live_seat, table.live_sort) == (5, 0, "added kong")


def test_a_kong_that_fits_no_set_is_none_that_lies_there():
    chow = Meld("chow", (4, 6, 5), 1)
    table = melds(chow, Meld("pung", (7, 7, 7), 2))
    table.added_kong(AddedKong(0, 5))
    assert (table.kongs, table.hand.melds[0]) == (0, chow)


def test_an_unseen_tile_may_have_joined_any_pung():
    table = melds(Meld("pung", (5, 5, 5), 1), Meld("chow", (4, 6, 5), 1), Meld("pung", (7,) * 3, 2))
    table.added_kong(AddedKong(0, UNKNOWN))
    sorts = [(meld.sort, meld.tiles, meld.source) for meld in table.hand.melds]
    assert sorts == [
        ("added kong", (UNKNOWN,) * 4, 1),
        ("chow", (4, 6, 5), 1),
        ("set", (UNKNOWN,) * 3, 2),
    ]
    one = melds(Meld("pung", (5, 5, 5), 1))
    one.added_kong(AddedKong(0, UNKNOWN))
    assert one.hand.melds == [Meld("added kong", (UNKNOWN, 5, 5, 5), 1)]


@pytest.mark.parametrize(
    ("own", "sort"),
    [
        ((5, 5), "pung"),
        ((5, UNKNOWN), "pung"),
        ((6, 7), "chow"),
        ((6, UNKNOWN), "chow"),
        ((UNKNOWN, UNKNOWN), "set"),
        ((5, 5, 5), "claimed kong"),
    ],
)
def test_what_set_a_claim_makes(own, sort):
    table = played(four(), Claim(1, own))
    [meld] = table.hands[1].melds
    assert (meld.sort, meld.source, meld.tiles) == (sort, 0, (*own, 5))
    assert meld.is_kong == (len(own) == 3)
    assert table.hands[1].total == 9 - (len(own) - 2)


def test_what_a_set_may_be_whose_tiles_nobody_saw():
    assert Meld("set", (5, UNKNOWN, UNKNOWN), 0).may_be_pung(5)
    assert not Meld("set", (5, UNKNOWN, UNKNOWN), 0).may_be_pung(6)
    assert Meld("set", (5, UNKNOWN, UNKNOWN), 0).may_be_pung(UNKNOWN)
    assert not Meld("pung", (5, 5, 5), 0).may_be_pung(5)


# ----------------------------------------------------------------- hands of a wrong number


def test_a_hand_with_a_tile_too_few_has_an_unseen_one_more():
    table = dealt([5, 6, 7])
    left = table.undrawn
    table.hand.owed = 3
    table.recount(table.hand, 5)
    assert (table.hand.unknown, table.hand.total, table.hand.contradicted) == (2, 5, False)
    assert (table.hand.amiss, table.hand.owed) == (-2, 1)
    assert (left - table.undrawn, table.missed) == (2, 2)


def test_a_hand_with_a_tile_too_many_is_known_no_more():
    table = dealt([5, 6, 7])
    left = table.undrawn
    table.hand.owed = 1
    table.recount(table.hand, 2)
    assert (table.hand.unknown, table.hand.total, table.hand.contradicted) == (2, 2, True)
    assert (table.hand.amiss, table.hand.owed, table.identified[5]) == (1, 1, 0)
    assert (left - table.undrawn, table.missed) == (0, 1)


def test_the_end_of_the_wall_is_in_doubt_by_as_many_tiles_as_were_missed():
    table = dealt([5, 6, 7])
    doubtful = {
        missed: [live for live in range(-4, 5) if table.is_perhaps_last(live)]
        for missed in range(3)
        for table.missed in [missed]
    }
    assert doubtful == {0: [], 1: [0, 1], 2: [-1, 0, 1, 2]}
    table.unwritten.append((0, 0))
    assert (table.uncounted, table.is_perhaps_last(3)) == (3, True)


@pytest.mark.parametrize(
    ("tiles", "tile", "counted"),
    [([5, 6], 6, 1), ([5, 6], 9, 0), ([5, 6], UNKNOWN, 0), ([6, UNKNOWN], 6, 0)],
)
def test_a_word_without_a_draw_may_leave_out_a_claim_of_a_hand_that_was_known(tiles, tile, counted):
    table = dealt(tiles)
    table.leave_unwritten(Turn(0, "6m", (Draw(0, UNKNOWN), Discard(0, tile))))
    assert table.uncounted == counted


def test_a_turn_that_nobody_can_read_leaves_nothing_known_of_the_hand():
    table = played(four(), Draw(1, 12), Irregularity(1, "unreadable"))
    hand = table.hands[1]
    assert (hand.unknown, sum(hand.count), hand.total) == (6, 0, 8)
    assert (hand.pillars_unknown, table.whole, hand.contradicted) == (2, False, True)
    assert (table.live, table.live_seat, table.turn, table.phase) == (UNKNOWN, 1, 2, AWAIT_DRAW)
    assert (table.drawn, table.answer_if_not_recorded) == (NONE, None)


def test_a_scribe_who_fell_behind_leaves_no_hand_known():
    table = four()
    table.hands[2].owed = 1
    played(table, Irregularity(3, "resync"))
    assert [hand.known for hand in table.hands] == [False] * 4
    assert [hand.owed for hand in table.hands] == [0] * 4
    assert (table.live_seat, table.turn, table.hand is table.hands[3]) == (3, 0, True)


# ----------------------------------------------------------------- what is told of the past


@pytest.mark.parametrize(
    ("tiles", "act", "told"),
    [
        ([5, 6], Discard(0, 6), True),
        ([5, 6], Discard(0, 5), False),
        ([5, 6], Discard(0, UNKNOWN), None),
        ([5, 6], Discard(0, 5, MANNER_DRAWN), True),
        ([6, 6], Discard(0, 6, MANNER_FROM_HAND), False),
        ([5, 6], Discard(0, 6, MANNER_FROM_HAND), True),
        ([UNKNOWN, 6], Discard(0, 6, MANNER_FROM_HAND), None),
        ([5, 6], Discard(0, 5, MANNER_FROM_HAND), False),
        ([5, 6], Discard(0, 6, MANNER_FROM_HAND, pillar=True), False),
        ([5, UNKNOWN], Discard(0, UNKNOWN, MANNER_FROM_HAND), False),
    ],
)
def test_whether_the_tile_thrown_is_the_one_drawn(tiles, act, told):
    assert dealt(tiles).throws_the_drawn(act) is told


def test_a_tile_like_the_one_drawn_may_be_a_pillar_of_a_hand_shown_without_them():
    table = dealt([6, 6], [], blended=1)
    assert table.throws_the_drawn(Discard(0, 6, MANNER_FROM_HAND)) is None


def test_more_copies_than_the_set_has_are_told_of_hands_not_wholly_known():
    table = dealt([5, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN])
    table.copies = (4,) * HELD
    table.identified[5] = 3
    assert table.surplus(ConcealedKong(0, (5,) * 4)) == [5]
    assert table.surplus(Claim(0, (5, 5))) == []
    assert table.surplus(Claim(0, (5, 5, 5))) == [5]
    table.identified[5], table.identified[6] = 4, 4
    assert table.surplus(Discard(0, 5)) == []
    assert table.surplus(Discard(0, 6)) == [6]
    assert dealt([5, 6]).surplus(Discard(0, 9)) == []
    table.copies = (1,) * HELD
    assert table.surplus_of([7, 7, 3, 5, 5 | PILLAR, UNKNOWN, UNKNOWN]) == (5, 7)


def test_a_hand_shown_later_is_known_before():
    table = dealt([5, UNKNOWN, UNKNOWN], [UNKNOWN])
    table.learn(0, (5, 6, 6, 7 | PILLAR))
    assert (table.hand.known, table.hand.count[6], table.hand.count_known_pillars(7)) == (
        True,
        2,
        1,
    )
    assert table.hand.blended == 0
    assert [table.identified[face] for face in (5, 6, 7)] == [1, 2, 1]
    table = dealt([5, UNKNOWN, UNKNOWN], [UNKNOWN])
    table.learn(0, (5, 6, 6, 7))
    assert (table.hand.blended, table.hand.pillars_left, table.hand.count[7]) == (1, 1, 1)


def test_a_hand_that_is_known_stays_as_recorded_unless_it_is_overruled():
    table = dealt([5, 6])
    table.learn(0, (7, 8))
    assert (table.hand.count[5], table.hand.count[7]) == (1, 0)
    table.overruled = 0
    table.learn(0, (7, 8))
    assert (table.hand.count[5], table.hand.count[7]) == (0, 1)
    assert [table.identified[face] for face in (5, 6, 7, 8)] == [0, 0, 1, 1]


def test_who_has_won_on_the_tile_that_lies_there():
    table = played(four(), Win(1, own_draw=False), Win(3, own_draw=False))
    assert (table.just_won, table.ends_with_wins) == ([3, 1], True)
    table = played(four(), Win(1, own_draw=False), Draw(2, 3), Win(2, own_draw=True))
    assert (table.just_won, table.ends_with_wins) == ([2], False)
    assert four().just_won == []
    assert (four().lies_for(0), four().lies_for(1)) == (False, True)


def test_where_the_next_tile_of_a_recorded_wall_lies():
    table = four()
    table.wall = tuple([3] * 136)
    front, back = table.next_draw_index, table.next_replacement_index
    played(table, Draw(1, 3))
    assert (table.next_draw_index, table.next_replacement_index) == (front + 1, back)
    played(table, Replace(1, 3))
    assert (table.next_draw_index, table.next_replacement_index) == (front + 1, back - 1)
    assert (front, back) == (33, 135)
    assert [table.distance(1, seat) for seat in range(4)] == [1, 0, 3, 2]


# ----------------------------------------------------------------- any acts, against plain sums


def lies(table, face):
    """How many copies of a face the record shows, each in its own place."""
    hands = sum(hand.count[face] + hand.count_known_pillars(face) for hand in table.hands)
    rivers = sum(hand.river.count(face) for hand in table.hands)
    # The last tile of a claimed set lay in a river, which keeps it.
    melds = sum(
        (meld.tiles if meld.sort == "concealed kong" else meld.tiles[:-1]).count(face)
        for hand in table.hands
        for meld in hand.melds
    )
    bonus = sum(hand.bonus.count(face) for hand in table.hands)
    return hands + rivers + melds + bonus + table.indicators.count(face)


def in_sum(hand):
    """So many tiles are in a hand by its counts, a set for three."""
    pillars = sum(hand.pillar_count or ()) + hand.pillars_unknown
    return sum(hand.count) + hand.unknown + pillars + 3 * len(hand.melds)


def own(draw, hand, number):
    """Some tiles that the hand may hold, those known to be there first."""
    held = list(hand.tiles())
    unseen = hand.unknown + hand.pillars_unknown
    some = draw(st.permutations([*held, *[UNKNOWN] * unseen]))[:number]
    return tuple(some)


@st.composite
def tables(draw):
    """Four hands, of pillars or none, some tiles unseen."""
    carried = draw(st.booleans())
    hands = []
    for seat in range(4):
        tiles = draw(st.lists(FEW, min_size=6 + (seat == 0), max_size=6 + (seat == 0)))
        stand = draw(st.lists(FEW, min_size=CARRIED, max_size=CARRIED)) if carried else None
        hands.append(Hand(tiles, stand))
    table = Table(hands, 0, 6 + CARRIED * carried, PLENTY, 2000)
    table.identify_hands()
    return table


def one_act(draw, table):
    """Something that the player to act may do with the hand as it is; None where it may nothing."""
    seat = table.turn
    hand = table.hands[seat]
    sort = draw(st.sampled_from(["discard", "kong", "bonus", "reveal", "pass", "draw", "claim"]))
    if sort == "reveal":
        return Reveal(seat, draw(FEW))
    if sort == "pass":
        (tile,) = own(draw, hand, 1) or (None,)
        given = Exchange(((seat, (seat + 1) % 4, (tile,)),))
        return None if tile is None or tile & PILLAR else given
    if table.phase == ACT:
        tiles = own(draw, hand, 4 if sort == "kong" else 1)
        if sort == "kong" and len(tiles) == 4:
            return ConcealedKong(seat, tiles)
        if sort == "bonus" and tiles:
            return SetOut(seat, tiles[:1])
        if not tiles:
            return None
        stood = bool(tiles[0] & PILLAR)
        return Discard(seat, tiles[0] & ~PILLAR, pillar=stood)
    if sort == "claim" and table.live != NONE and len(own(draw, hand, 3)) == 3:
        return Claim(seat, own(draw, hand, draw(st.sampled_from([2, 3]))))
    return Draw(seat, draw(FEW))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_every_tile_is_somewhere_after_any_acts(data):
    table = data.draw(tables())
    for _ in range(data.draw(st.integers(1, 14))):
        act = one_act(data.draw, table)
        if act is None:
            continue
        table.hand = table.hands[max(act.seat, 0)]
        table.lay(act)
        table.past.append(act)
        if any(hand.contradicted for hand in table.hands):
            return
        for hand in table.hands:
            assert in_sum(hand) == hand.total
            assert hand.pillars_left <= CARRIED
        for face in (0, 1, 2, 13, 34):
            assert table.identified[face] == lies(table, face)
