"""The special hands of American Modern.

One hand for each, what jokers make of them, how they must be won.
"""

import random

import pytest

from mjlog.auditor.audit import audit
from mjlog.model.jokers import Liberty
from mjlog.model.tiles import KINDS, TILES, text
from mjlog.notation import read
from mjlog.results.score_hand import WinningHand, score
from mjlog.rules.american.shapes import parts_of
from mjlog.rules.american.special_hands import HANDS, Parts, forms, matches

HANDED = [
    ("jade", "234234s888s66z", "+666s"),
    ("jade", "22334466888s66z8s", ""),
    ("pearl", "234p666p55z", "+8888p +333p"),
    ("ruby", "111555s77z", "*9999s +777s"),
    ("great-snake", "456789p22z", "+123p +666z"),
    ("great-snake", "123456789m33355z", ""),
    ("all-green", "234234s66688s", "+666z"),
    ("four-kongs", "99p", "+1111p *2222z ^5555p +6666p"),
    ("hidden-treasure", "111222333m4445z5z", ""),
    ("three-great-scholars", "555z234m99m", "+666z +7777z"),
    ("squirming-snake", "111345678999m22m", ""),
    ("squirming-snake", "11123455678999m", ""),
    ("run-pung-and-pair", "12345678999922p", ""),
    ("emerald-snake", "123456789s66655z", ""),
    ("ruby-snake", "123456789m77755z", ""),
    ("diamond-snake", "123456789p55566z", ""),
    ("little-snake", "123456789p12344z", ""),
    ("seven-pairs", "1199m3355p2277s66z", ""),
    ("all-honor-pairs", "11223344556677z", ""),
    ("all-terminal-pairs", "1199m1199p1199s11m", ""),
    ("all-terminal-and-honor-pairs", "1199m11p99s112277z", ""),
]
NOT_ANY = [
    ("jade", "234234s888s55z", "+666s"),
    ("ruby", "111555s77z", "*9999s +333s"),
    ("great-snake", "123456789m22233z", ""),
    ("great-snake", "123m456p789m33355z", ""),
    ("hidden-treasure", "222333m4445z5z", "+111m"),
    ("three-great-scholars", "555z234m99p", "+666z +7777z"),
    ("squirming-snake", "111345678999m33m", ""),
    ("little-snake", "123456789p12355z", ""),
    ("all-terminal-pairs", "1199m1199p1199s22m", ""),
]
BY_ID = {each.id: each for each in HANDS}
DEAL = """%mjlog 1.0
Rules: american/1 special_hands={}:900
A: Ruth
B: May
C: Ida
D: Jo

@ E1 dealer=A
"""
BY_WAY = [
    (
        "heavenly-hand",
        "deal A 111222333m44422z\ndeal B 58m147p258s14567z\n",
        "1. A:#",
    ),
    (
        "earthly-hand",
        "deal A 147m258p369s12345z\ndeal B 11146999p222z33z\n",
        "1. A:5p B:#",
    ),
    (
        "scratching-a-carrying-pole",
        "deal A 147m258p269s12345z\ndeal B 13555999s777z11z\ndeal D 369m357p22s1467z4z\n",
        "1. A:2s D:+22s-3p\n2. A:3p. 9p. 8s. 2s^2s\n3. B:#",
    ),
    (
        "plum-blossom-on-the-roof",
        "deal A 147m258p269s12345z\ndeal B 111467779999p2z\n",
        "1. A:1m 2z*9999p/5p#",
    ),
    (
        "kong-on-kong",
        "deal A 147m258p269s12345z\ndeal B 55577779999p23z\n",
        "1. A:1m 2z*9999p/3z*7777p/3z#",
    ),
]


@pytest.mark.parametrize(("name", "tiles", "melds"), HANDED)
def test_a_special_hand_is_worth_what_the_record_says(name, tiles, melds):
    header = f"american/1 limit=0 special_hands={name}:90000"
    found = score(WinningHand(header, tiles, "B", melds=melds.split(), round="E"))
    concealed = not any(word[0] in "+^" for word in melds.split())
    due = 180_000 if BY_ID[name].double_if_concealed and concealed else 90_000
    assert [(item.name, item.points) for item in found.scores[0].items] == [(name, due)]


@pytest.mark.parametrize(("name", "tiles", "melds"), NOT_ANY)
def test_what_looks_like_a_special_hand_and_is_none(name, tiles, melds):
    header = f"american/1 limit=0 special_hands={name}:90000"
    hand = WinningHand(header, tiles, "B", melds=melds.split(), round="E")
    settlement = audit(read(hand.record)).settlements[0]
    items = [item.name for each in settlement.scores for item in each.items] if settlement else []
    assert name not in items


def test_a_set_that_a_discard_finished_hides_no_treasure():
    header = "american/1 limit=0 special_hands=hidden-treasure:90000"
    on_a_set, on_the_pair = (
        score(WinningHand(header, "111222333m44455z", "B", source="C", tile=tile, round="E"))
        for tile in ("1m", "5z")
    )
    assert "hidden-treasure" not in {item.name for item in on_a_set.scores[0].items}
    assert "hidden-treasure" in {item.name for item in on_the_pair.scores[0].items}


@pytest.mark.parametrize(("name", "hands", "play"), BY_WAY, ids=[case[0] for case in BY_WAY])
def test_a_special_hand_by_the_way_it_is_won(name, hands, play):
    options = f"{name}:900 robbing_kong=added" if "pole" in name else f"{name}:900"
    text_ = DEAL.format(name).replace(f"{name}:900", options) + hands + play + "\n"
    found = audit(read(text_))
    assert not [finding for finding in found.findings if finding.severity == "error"]
    assert [item.name for item in found.settlements[0].scores[0].items] == [name]


def test_moon_from_the_bottom_of_the_sea_is_won_on_the_last_tile():
    special = BY_ID["moon-from-the-bottom-of-the-sea"]
    assert special.when == "last-tile 1p | last-discard 1p"


def is_tried(special):
    """Whether jokers may stand in it: kongs are declared, and their jokers named."""
    declared = any(slot.sort == "kong" for form in forms(special.pattern) for slot in form)
    return special.pattern != "win" and not declared


def test_of_the_hands_of_a_form_one_has_kongs():
    untried = {each.id for each in HANDS if not is_tried(each) and each.pattern != "win"}
    assert untried == {"four-kongs"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "special", [each for each in HANDS if is_tried(each)], ids=lambda each: each.id
)
def test_jokers_stand_in_for_tiles_of_every_special_hand(special):
    chance = random.Random(special.id)
    tried = 0
    while tried < 40:
        tiles = _some_hand(chance, special)
        if tiles is None:
            continue
        tried += 1
        for jokers in range(4):
            parts = _with_jokers(tiles, jokers)
            assert matches(special, parts, Liberty()), text(tiles)
            free = Liberty(pairs=False)
            if matches(special, parts, free):
                assert matches(special, parts, Liberty())


def _some_hand(chance, special):
    """A hand of one of the special hand's forms, all of it concealed; None where that cannot be."""
    form = chance.choice(forms(special.pattern))
    tiles = []
    for slot in form:
        kind = chance.choice(slot.kinds)
        tiles += {"one": [kind], "pair": [kind] * 2, "chow": [kind, kind + 1, kind + 2]}.get(
            slot.sort, [kind] * 3
        )
    alike = max(tiles.count(tile) for tile in tiles)
    suits = {tile // 9 for tile in tiles if tile < 27}
    if alike > 4 or (len(suits) > 1 and not special.mixed_suits):
        return None
    chance.shuffle(tiles)
    return tiles


def _with_jokers(tiles, jokers):
    parts = parts_of((), [*tiles[jokers:], *[TILES["J"]] * jokers])
    assert isinstance(parts, Parts)
    assert sum(parts.counts) + parts.jokers == 14
    return parts


def test_every_special_hand_is_shown_here():
    shown = (
        {name for name, *_ in HANDED}
        | {name for name, *_ in BY_WAY}
        | {"moon-from-the-bottom-of-the-sea"}
    )
    assert shown == {each.id for each in HANDS}


@pytest.mark.parametrize("options", ["", " special_hands=none", " special_hands=jade:600"])
def test_a_special_hand_that_the_record_does_not_name_is_not_in_play(options):
    hand = WinningHand(f"american/1{options}", "1199m3355p2277s66z", "B", round="E")
    (finding,) = audit(read(hand.record)).findings
    assert (finding.code, finding.clause.number) == ("win.shape", "7.11a")
    assert finding.message.endswith("seven-pairs")


def test_kinds_of_a_pattern_are_kinds():
    for special in HANDS:
        for form in forms(special.pattern):
            assert all(0 <= kind < KINDS for slot in form for kind in slot.kinds)
