"""The seat draw of a tournament: anybody makes it again from the seed, and it is fair."""

from collections import Counter
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.tournament.dice import Dice
from mjlog.tournament.draw import draw
from mjlog.tournament.seating import places


def names(number):
    return [f"P{each}" for each in range(number)]


def meetings(rounds):
    """How often each two players meet."""
    return Counter(
        frozenset(pair)
        for each in rounds
        for table in each.tables
        for pair in combinations(table, 2)
    )


def test_the_draw_of_a_seed_never_changes():
    """A published seed is a promise: this very draw belongs to it for good."""
    first = draw(names(8), 4, 1, "drawn in public")[0]
    assert first.tables == EIGHT


EIGHT = (("P3", "P1", "P5", "P2"), ("P7", "P6", "P0", "P4"))


@given(
    st.integers(4, 21), st.integers(1, 6), st.sampled_from([3, 4]), st.text(min_size=1, max_size=9)
)
@settings(max_examples=15, deadline=None)
def test_everybody_plays_and_has_each_place_equally_often(number, rounds, seats, seed):
    made = draw(names(number), seats, rounds, seed)
    assert len(made) == rounds
    for each in made:
        playing = [player for table in each.tables for player in table]
        assert sorted([*playing, *each.out]) == sorted(names(number))
        assert {len(table) for table in each.tables} == {seats}
    resting = Counter(player for each in made for player in each.out)
    assert max(resting.values(), default=0) - min(resting[p] for p in names(number)) <= 1
    for player in names(number):
        _sits_at_all_places(player, made, seats)


def _sits_at_all_places(player, made, seats):
    """The first games of a player, as many as there are places, have all places; so the next."""
    taken = [table.index(player) for each in made for table in each.tables if player in table]
    for start in range(0, len(taken), seats):
        span = taken[start : start + seats]
        assert len({*span}) == len(span)


@given(st.sampled_from([(16, 5), (20, 5), (28, 7), (32, 8), (44, 10), (24, 4), (40, 6)]), st.text())
@settings(max_examples=20, deadline=None)
def test_nobody_meets_twice_where_that_is_possible(size, seed):
    number, rounds = size
    assert max(meetings(draw(names(number), 4, rounds, seed)).values()) == 1


def test_where_it_is_not_possible_third_meetings_are_avoided():
    assert max(meetings(draw(names(12), 4, 4, "x")).values()) == 2


def test_another_seed_another_list_another_length_give_another_draw():
    made = [
        draw(names(16), 4, 3, "one"),
        draw(names(16), 4, 3, "two"),
        draw(names(16)[::-1], 4, 3, "one"),
    ]
    assert len({str(each) for each in made}) == 3


def test_every_order_is_as_likely_as_any_other():
    orders = Counter(tuple(Dice(str(seed)).shuffled("abc")) for seed in range(3000))
    assert len(orders) == 6
    assert all(400 < count < 600 for count in orders.values())


@given(st.integers(1, 8), st.integers(1, 7), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_places_are_found_for_any_tables(tables, rounds, random):
    """Whoever meets whom, the places can be shared out evenly."""
    groups = []
    for _ in range(rounds):
        order = [*range(tables * 4)]
        random.shuffle(order)
        groups += [order[at : at + 4] for at in range(0, len(order), 4)]
    seated = places(groups, 4)
    assert [sorted(each) for each in seated] == [sorted(each) for each in groups]
    for player in range(tables * 4):
        taken = [each.index(player) for each in seated if player in each]
        assert max(Counter(taken[:4]).values()) == 1
        assert max(Counter(taken[4:]).values(), default=1) == 1
