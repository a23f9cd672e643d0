"""MCR: fans against PyMahjongGB and a naive scorer, the worked hands, claims of less, samples."""

import random
from pathlib import Path

import pytest
from kit.records import faults
from kit_hands import as_won
from mcr_book import HANDS as HANDS_OF_THE_BOOK
from mcr_book import SLIPS
from mcr_hands import fans_of_the_other, random_hand
from mcr_naive import value

from mjlog.auditor.audit import audit
from mjlog.notation import read
from mjlog.results import score_hand
from mjlog.rules import load
from mjlog.rules.mcr.table import TWO_CHOWS

BROKEN = Path(__file__).parents[2] / "samples" / "broken" / "mcr"
HANDS, MANY = 3000, 100_000


@pytest.mark.slow
def test_fans_agree_with_another_program_on_random_hands(whole):
    library = pytest.importorskip("MahjongGB", reason="PyMahjongGB is not installed")
    rng, score = random.Random(81), load("mcr/1 flowers=0").scoring.score
    tried = 0
    while tried < (MANY if whole else HANDS):
        hand = random_hand(rng)
        if hand is None:
            continue
        tried += 1
        theirs = fans_of_the_other(library.MahjongFanCalculator, hand)
        ours = score(*as_won(hand))
        assert ours.value == sum(theirs.values()), (hand, theirs, ours.items)


@pytest.mark.slow
def test_both_scorers_agree_on_random_hands(whole):
    rng, score = random.Random(18), load("mcr/1 flowers=0").scoring.score
    tried = 0
    while tried < (MANY // 2 if whole else HANDS // 2):
        hand = random_hand(rng)
        if hand is not None:
            tried += 1
            ours = score(*as_won(hand))
            assert ours.value == value(hand), (hand, ours.items)


HEAD = "%mjlog 1.0\nRules: mcr/1 {}\nA: Ann\nB: Bo\nC: Cy\nD: Di\n\n@ W1 dealer=A\n"
WIN = "win B 6s from C\nshow B +123s +234m +345p 55m456s\n"


def found_in(lines, options=""):
    return set(faults(audit(read(HEAD.format(options) + lines))))


def test_a_hand_below_eight_fans_does_not_win():
    lines = "win B 4s from C\nshow B *1111m +7777p 234456s88m\n"
    fans = "fan B concealed-and-melded-kong 5, pung-of-terminals-or-honors 1, no-honors 1\n"
    assert found_in(lines + fans) == {"win.least"}
    assert found_in(lines + "net -8 32 -16 -8\n", "mixed_two_kongs=6") == set()


@pytest.mark.parametrize(
    ("ruling", "options", "net"),
    [
        ("false-win", "", "10 -30 10 10"),  # M15
        ("bluff", "", "20 -60 20 20"),  # M16
        ("false-win", "false_win=fine_40", "0 -40 0 0"),
        ("bluff", "preset=mcr-mil-2025", "0 -80 0 0"),
        ("fine-20", "preset=mcr-mil-2025", "0 -20 0 0"),
        ("no-ruling", "", "0 0 0 0"),  # M17
    ],
)
def test_what_slips_cost(ruling, options, net):
    lines = f"draw wall\nrule B {ruling}\nnet {net}\nnext W2 dealer=B\n"
    assert found_in(lines, options) == set()
    if ruling != "no-ruling":
        assert "net.differs" in found_in(lines.replace(net, "5 -15 5 5"), options)


def test_flowers_do_not_count_for_the_minimum():
    lines = "bonus B 12f\nwin B 4s from C\nshow B *1111m +7777p 234456s88m\n"
    fans = "concealed-and-melded-kong 5, pung-of-terminals-or-honors 1, no-honors 1"
    assert found_in(f"{lines}fan B {fans}, flower-tiles 2\n") == {"win.least"}


def test_what_a_sheet_misses_is_lost():
    fans = "fan B mixed-shifted-chows 6, all-chows 2\n"
    assert found_in(f"{WIN}{fans}net -8 32 -16 -8\n") == set()
    assert found_in(f"{WIN}fan B total 8\nnet -8 32 -16 -8\n") == set()
    more = "fan B mixed-shifted-chows 6, all-chows 2, short-straight 1, all-types 6\n"
    assert "score.item" in found_in(WIN + more)
    assert "score.total" in found_in(WIN + fans, "under_claim=forbidden")


def test_a_sheet_without_turns_is_believed_about_the_last_tile_of_a_kind():
    fans = "fan B mixed-shifted-chows 6, all-chows 2, short-straight 1, last-tile 4\n"
    assert found_in(f"{WIN}{fans}net -8 37 -21 -8\n") == set()
    held_twice = WIN.replace("6s from", "5s from").replace("55m456s", "55m555s")
    assert "score.item" in found_in(f"{held_twice}{fans}")


PAIRS = "win B 7z self\nshow B 1133m55p1199s2277z\n"
OF_AN_OPTION = [
    ("concealed_by_nature=paid", PAIRS, "-39 117 -39 -39", "-42 126 -42 -42"),
    ("all_types_in_pairs=no", PAIRS, "-39 117 -39 -39", "-33 99 -33 -33"),
    ("knitted_wait=no", "win B 3p self\nshow B 147m258p369s66s123p\n",
     "-27 81 -27 -27", "-26 78 -26 -26"),
    ("max_fan=88", "win B 5z from C\nshow B +111z +222z +333z 44z555z\n",
     "-8 158 -142 -8", "-8 112 -96 -8"),
]  # fmt: skip


@pytest.mark.parametrize(("option", "win", "net", "other"), OF_AN_OPTION)
def test_an_option_changes_what_a_hand_is_worth(option, win, net, other):
    assert found_in(f"{win}net {net}\n") == set()
    assert found_in(f"{win}net {other}\n", option) == set()
    assert "net.differs" in found_in(f"{win}net {net}\n", option)


def test_the_replacement_of_a_flower_counts_if_the_table_says_so():
    won = (
        "deal A 123567m99p234s78s5z\n1. A:5z 2m 3m 3m\n2. A:1f/9s#\nwin A 9s self\n"
        "show A 123567m99p234s789s\nfan A total 15, out-with-replacement-tile 8, "
        "fully-concealed-hand 4, all-chows 2, flower-tiles 1\n"
    )
    assert found_in(won, "flower_replacement_pays=yes") == set()
    assert "win.least" in found_in(won)


LEFT_OUT = [
    ("444z7z7z", ("+111z", "+222z", "+333z"), ("seat-wind", "big-four-winds", "4.9")),
    ("123456789m123p99s", (), ("two-terminal-chows", "pure-straight", "4.9")),
    ("123m123p123s456m99p", (), ("mixed-double-chow", "mixed-triple-chow", "4.9")),
    ("456m567p99s222z111z", (), ("pung-of-terminals-or-honors", "seat-wind", "4.9")),
    ("11122233344455m", (), ("pure-triple-chow", "four-concealed-pungs", "4.10")),
    ("222m333p444s555m11z", (), ("mixed-shifted-pungs", "mixed-shifted-pungs", "4.11")),
    ("234m345p456s567m99p", (), ("mixed-shifted-chows", "mixed-shifted-chows", "4.11")),
    ("456p789p777s12333m", (), ("single-wait", "edge-wait", "4.12")),
    ("123m456m123p456p99s", (), ("short-straight", "mixed-double-chow", "4.13")),
    ("123456456789m99p", (), ("pure-double-chow", "pure-straight", "4.13")),
]


@pytest.mark.parametrize(("hand", "melds", "left_out"), LEFT_OUT)
def test_a_fan_that_does_not_count_is_named_with_the_principle(hand, melds, left_out):
    one = score_hand.WinningHand("mcr/1 minimum=0", hand, winner="B", source="C", round="E",
                                 melds=melds)  # fmt: skip
    (score,) = score_hand.report(one).settlements[0].scores
    named = [(out.item, out.beside, out.clause) for out in score.contained]
    assert left_out in named


def test_table_points_are_shared_by_equal_players():
    final = load("mcr/1").progress.final_points((10, 10, -5, -15))
    assert [float(each) for each in final.places[0]] == [3, 3, 1, 0]


def test_every_code_is_shown_by_a_broken_deal():
    known = load("mcr/1")
    chosen = [known, *(known.having(o.name, word) for o in known.options for word in o.values)]
    codes = {code for rules in chosen for _, code in rules.bound}
    assert {code for code in codes if not (BROKEN / f"{code}.mjl").exists()} == set()


def test_two_chows_may_be_named_otherwise_for_the_same_points():
    lines = "win B 8s from C\nshow B +123m +123s 456m99p678s\n"
    found = audit(read(HEAD.format("minimum=0") + lines + "net ? ? ? ?\n"))
    items = {item.name: item.points for item in found.settlements[0].scores[0].items}
    assert items["mixed-double-chow"] + items["short-straight"] == 2
    for words in ("mixed-double-chow 1, short-straight 1", "mixed-double-chow 2"):
        claim = f"fan B all-chows 2, {words}, total {sum(items.values())}\n"
        assert "score.item" not in found_in(lines + claim, "minimum=0")
    claim = "fan B all-chows 2, mixed-double-chow 3\n"
    assert "score.item" in found_in(lines + claim, "minimum=0")


SITUATIONAL = frozenset({
    "edge-wait", "closed-wait", "single-wait", "self-drawn", "concealed-hand", "melded-hand",
    "fully-concealed-hand", "last-tile", "two-concealed-pungs", "three-concealed-pungs",
    "four-concealed-pungs", "seat-wind", "prevalent-wind", "pung-of-terminals-or-honors",
})  # fmt: skip
"""What the hands of the book leave open."""
BOOK = [row.split(" | ") for row in HANDS_OF_THE_BOOK.strip().splitlines()]


def fans_apart(names):
    """Fans without those that are left open; those of two chows are only counted."""
    of_two = sum(name in TWO_CHOWS for name in names)
    return {name for name in names if name not in SITUATIONAL | TWO_CHOWS} | {of_two}


def fans_of_the_hand(words, claimed):
    """What counts in a hand, as sets that were claimed, or with all tiles concealed."""
    groups = words.split()
    if claimed:
        melds, tiles = [f"+{group}" for group in groups[:-1]], groups[-1]
    else:
        melds = [f"*{g}" for g in groups if len(g) == 5 and len({*g[:-1]}) == 1]
        tiles = "".join([g for g in groups if f"*{g}" not in melds])
    one = score_hand.WinningHand("mcr/1 minimum=0", tiles, winner="B", source="C", round="N",
                                 melds=melds)  # fmt: skip
    (score,) = score_hand.report(one).settlements[0].scores
    return fans_apart([item.name for item in score.items for _ in range(times(item))])


def times(item):
    return item.points if item.name in TWO_CHOWS else 1


@pytest.mark.parametrize("number", range(len(BOOK)))
def test_a_hand_of_the_rule_book(number):
    words, names = BOOK[number]
    asked = fans_apart(names.split()) - {"chicken-hand"}
    groups = words.split()
    ways = [False, True] if len(groups) == 5 else [False]
    agrees = any(fans_of_the_hand(words, claimed) == asked for claimed in ways)
    assert agrees == (number not in SLIPS), SLIPS.get(number)


def test_every_slip_of_the_book_has_its_reason():
    assert len(BOOK) == 94
    assert all(SLIPS.values())


OWN_WALLS = (BROKEN.parents[1] / "mcr" / "each-player-has-a-wall.mjl").read_text()


def test_the_draws_of_a_player_whose_wall_is_recorded_are_compared_with_it_alone():
    others = ("wall B", "wall C", "wall D")
    only_a = "\n".join([row for row in OWN_WALLS.split("\n") if not row.startswith(others)])
    assert faults(audit(read(only_a))) == []
    b_draws_another = only_a.replace("2. A:8m-1m 5s-3s", "2. A:8m-1m 4s-3s")
    assert "wall.front" not in faults(audit(read(b_draws_another)))
    a_draws_another = only_a.replace("2. A:8m-1m", "2. A:9m-1m")
    assert "wall.front" in faults(audit(read(a_draws_another)))


def test_a_wall_that_is_not_whole_is_compared_with_nothing():
    short = OWN_WALLS.replace("2p75m4p89m4z", "2p75m4p")
    assert short != OWN_WALLS
    c_draws_another = short.replace("5s-3s 5z. 2m-5z", "5s-3s 6z. 2m-5z")
    assert faults(audit(read(short))) == []
    assert "wall.front" not in faults(audit(read(c_draws_another)))
    assert "wall.front" in faults(
        audit(read(OWN_WALLS.replace("5s-3s 5z. 2m-5z", "5s-3s 6z. 2m-5z")))
    )
