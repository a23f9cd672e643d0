"""Who is liable: each danger, at once and later, and what makes nobody liable."""

import pytest

from mjlog.auditor.audit import audit
from mjlog.auditor.deal_check import claim_name
from mjlog.model.record import Ruling, ShownMeld
from mjlog.model.settlement import Item, Score
from mjlog.model.table import Meld
from mjlog.model.tiles import TILES
from mjlog.notation import read
from mjlog.referee.rulebook import Outcome, Winner
from mjlog.rules import load
from mjlog.rules.taiwanese.events import Events, WinCircumstances
from mjlog.rules.taiwanese.insurance import Insurance

SUIT = ["chow 123s 0", "pung 555s 2", "chow 456s 0", "pung 777s 3"]
WINDS = ["pung 111z 0", "pung 222z 2", "added 3333z 3"]
DRAGONS = ["pung 555z 0", "added 6666z 2"]
HONOURS = ["pung 111z 0", "pung 222z 2", "pung 555z 3", "pung 666z 0"]
ENDS = ["pung 111m 0", "pung 999m 2", "pung 111p 3", "pung 999s 0"]
HIDDEN = ["concealed 8888s 1", *SUIT[1:]]
SORTS = {
    "chow": "chow",
    "pung": "pung",
    "added": "added kong",
    "claimed": "claimed kong",
    "concealed": "concealed kong",
}

B_WINS = 1
CASES = [
    # pattern, melds in the order laid down, winning tile, who threw it (None: self-drawn), who is
    # liable
    ("pure1", SUIT, "4s", 2, 2),
    ("pure1", HIDDEN, "4s", 2, None),
    ("pure1", ["chow 123s 2", *HIDDEN], "4s", 2, 2),
    ("pure1", SUIT[:3], "4s", 2, None),
    ("pure1", SUIT, "4s", None, None),
    ("pure1", [*SUIT, "pung 999s 3"], "2s", None, 3),
    ("pure1", [*SUIT, "added 9999s 3"], "2s", None, 3),
    ("pure1", [*SUIT, "claimed 9999s 3"], "2s", None, None),
    ("pure1", [*SUIT, "pung 999s 3"], "2s", 0, 0),
    ("mixed1", SUIT, "4s", 2, None),
    ("b4w", WINDS, "4z", 2, 2),
    ("l4w", WINDS, "4z", 2, 2),
    ("l4w", WINDS, "2m", 2, None),
    ("b4w", [*WINDS, "pung 444z 3"], "2m", None, 3),
    ("b4w", [*WINDS, "pung 444z 3"], "2m", 0, 3),
    ("b4w", [*WINDS, "claimed 4444z 3"], "2m", 0, None),
    ("b3d", DRAGONS, "7z", 0, 0),
    ("l3d", DRAGONS, "7z", 0, 0),
    ("b3d", [*DRAGONS, "pung 777z 0"], "2m", 2, 0),
    ("b3d", [*DRAGONS, "concealed 7777z 1"], "2m", 2, None),
    ("all_honors", HONOURS, "7z", 2, 2),
    ("all_honors", [*HONOURS, "pung 777z 3"], "3z", None, 3),
    ("all_terminals", ENDS, "1s", 0, 0),
    ("all_terminals", ENDS[:3], "1s", 0, None),
]


def tiles(words):
    return tuple(TILES[rank + words[-1]] for rank in words[:-1])


def meld(words):
    sort, faces, source = words.split()
    return Meld(SORTS[sort], tiles(faces), int(source))


def came(melds=(), **changes):
    told = {"own_draw": False, "discards": 30, "claimed": 4, "live": 30, **changes}
    return WinCircumstances(**told, melds=tuple(map(meld, melds)))


def liable(pattern, tile, thrower, how, **chosen):
    own = thrower is None
    winner = Winner(B_WINS, TILES[tile], B_WINS if own else thrower, own)
    outcome = Outcome(4, 0, (winner,), seen=Events("1", True, {B_WINS: how}, {}, ()))
    found = Insurance({**load("taiwanese/1").settings, **chosen}).liable(winner, outcome, {pattern})
    return None if found is None else found.seat


@pytest.mark.parametrize(("pattern", "melds", "tile", "thrower", "seat"), CASES)
def test_who_threw_the_dangerous_tile_is_liable(pattern, melds, tile, thrower, seat):
    assert liable(pattern, tile, thrower, came(melds, own_draw=thrower is None)) == seat
    assert (
        liable(pattern, tile, thrower, came(melds, own_draw=thrower is None), insurance="false")
        is None
    )


@pytest.mark.parametrize(("option", "seat"), [("false", None), ("true", 2)])
def test_a_concealed_kong_is_among_the_open_sets_by_option(option, seat):
    assert liable("pure1", "4s", 2, came(HIDDEN), insurance_concealed_kongs=option) == seat


@pytest.mark.parametrize(
    ("live", "fresh", "seat"),
    [(5, True, 3), (0, True, 3), (6, True, None), (5, False, None), (5, None, None)],
)
def test_a_fresh_tile_among_the_last_five(live, fresh, seat):
    assert liable("chow", "2m", 3, came(live=live, fresh=fresh)) == seat


def test_a_robbed_tile_counts_as_discarded_but_is_never_fresh():
    assert liable("pure1", "4s", 2, came(SUIT, robbed=True)) == 2
    assert liable("chow", "4s", 2, came(live=3, robbed=True)) is None


SHEET = """\
%mjlog 1.0
Rules: taiwanese/1
A: Lin Mei
B: Chang Wei
C: Wu Jun
D: Tsai An

@ 1 dealer=A
win B 2m self
show B +111z +222z +333z +444z 22m345p
pay D>B 105
rule D insurance
"""


def test_without_turns_a_ruling_tells_who_is_liable():
    found = audit(read(SHEET.replace("105", "135")))
    assert found.settlements[0].net(4) == (0, 135, 0, -135)
    assert {claim_name(v.claim): v.answer for v in found.verdicts}[
        "rule D insurance"
    ] == "unverified"
    plain = audit(read(SHEET.replace("rule D insurance\n", "")))
    assert plain.settlements[0].net(4) == (-45, 135, -45, -45)


def ruled_liable(seat):
    """What is said of a ruling, where the turns tell that C threw the dangerous tile."""
    winner = Winner(B_WINS, TILES["4s"], 2, own_draw=False)
    outcome = Outcome(4, 0, (winner,), seen=Events("1", True, {B_WINS: came(SUIT)}, {}, ()))
    score = Score(B_WINS, (Item("pure1", 8, "12.27"),))
    ruling = Ruling(seat, "insurance")
    return load("taiwanese/1").penalties.check_ruling(ruling, outcome, [score])


def test_a_ruling_names_the_player_whom_the_turns_make_liable_and_nobody_else():
    assert ruled_liable(2) == ""
    assert str(ruled_liable(3)) == "D threw no tile that makes D liable"


def test_a_shown_hand_tells_a_tile_dangerous_at_once():
    winner = Winner(
        1,
        TILES["4z"],
        2,
        own_draw=False,
        melds=tuple(ShownMeld("+", tiles(f"{w * 3}z")) for w in "123"),
    )
    outcome = Outcome(4, 0, (winner,), seen=Events("1", False, {}, {}, ()))
    found = Insurance(load("taiwanese/1").settings).liable(winner, outcome, {"b4w"})
    assert found.seat == 2


SWITCHES = [name for name, value in load("taiwanese/1").settings.items() if value == "true"]


@pytest.mark.parametrize(("pattern", "melds", "tile", "thrower", "seat"), CASES)
def test_each_danger_is_insured_where_no_other_option_is_played(
    pattern, melds, tile, thrower, seat
):
    """The dangers go by options of their own, and by none of the others."""
    how = came(melds, own_draw=thrower is None)
    alone = dict.fromkeys(SWITCHES, "false")
    dangers = [name for name in SWITCHES if name.startswith("insurance_")]
    found = {
        name: liable(pattern, tile, thrower, how, **{**alone, "insurance": "true", name: "true"})
        for name in dangers
    }
    assert {*found.values()} <= {seat, None}
    assert (seat in found.values()) or seat is None
