"""``mjlog waits`` answers for every rule set, and refuses what is no hand of it."""

import pytest
from click.testing import CliRunner

from mjlog.cli.main import main

ORPHANS = "19m19p19s1234567z"
PAIRS = "1122334455667p"


def run(*arguments):
    result = CliRunner().invoke(main, ["waits", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def lines(header, tiles, *melds):
    result = run("--rules", header, tiles, *(word for meld in melds for word in ("--meld", meld)))
    assert result.exit_code == 0, result.stderr
    return result.stdout.splitlines()


@pytest.mark.parametrize("header", ["taiyuan/1", "riichi/1", "tibet/1 preset=tibet-kan"])
def test_declared_sets_count_three(header):
    assert lines(header, "1234m555z", "+999p", "*1111s")[0].startswith(
        "+999p +1111s 1234m555z waits for 1m 4m;"
    )


@pytest.mark.parametrize(
    ("tiles", "waits"),
    [
        ("1133557799m1133p55s", "1m 3m 5m 7m 9m 1p 3p 5s; 16"),
        ("1111557799m1133p55s", "5m 7m 9m 1p 3p 5s; 12"),
    ],
)
def test_eight_pairs_wait_for_a_third_tile_of_each_that_has_one(tiles, waits):
    assert lines("taiwanese/1", tiles)[0].startswith(f"{tiles} waits for {waits} of these")


def test_which_shapes_win_is_the_rule_sets_to_say():
    assert "seven pairs" in "\n".join(lines("riichi/1", PAIRS))
    assert "seven pairs" not in "\n".join(lines("taiyuan/1", PAIRS))
    assert lines("riichi/1", ORPHANS)[-1].endswith("thirteen orphans")
    assert lines("riichi/1", "1199m1199p1199s1z")[-1].split("   ") == [
        "  11m 99m 11p 99p 11s 99s + 1z",
        "1z",
        "seven pairs",
    ]
    assert lines("taiyuan/1", ORPHANS) == [
        f"{ORPHANS} does not wait yet.",
        "It is more than one tile away.",
    ]


def test_the_pillars_of_taiyuan_are_tiles_of_the_hand():
    assert lines("taiyuan/1", "3'3'3'm2'34p234777s5z") == [
        "333m234p234777s5z waits for 5z; 3 of these are not in the hand.",
        "  333m 234p 234s 777s + 5z   5z   single",
    ]


def test_a_pair_wait_names_both_pairs():
    assert lines("tibet/1 preset=tibet-7", "2224455p")[1] == "  222p + 4455p   4p 5p   two pairs"


def test_what_would_complete_it_if_it_were_not_held_four_times():
    assert (
        lines("tibet/1 preset=tibet-7", "6666789p")[-1]
        == "6p would complete it too, but it holds all four."
    )


def test_a_hand_that_does_not_wait():
    assert lines("tibet/1", "1379p") == [
        "1379p does not wait yet.",
        "One tile away: 1p 2p 3p 7p 8p 9p would let it wait.",
    ]
    assert lines("tibet/1", "13579p") == ["13579p is not complete.", "No discard lets it wait."]


def test_a_complete_hand_reads_in_every_way():
    found = lines("tibet/1 preset=tibet-10", "22233344455p")
    assert found[:4] == [
        "22233344455p is complete.",
        "  22p 234p 345p 345p",
        "  222p 333p 444p 55p",
        "  234p 234p 234p 55p",
    ]
    assert found[-1] == "  without 5p   it waits for 2p 3p 4p 5p 6p"


@pytest.mark.parametrize(
    ("header", "tiles", "words"),
    [
        ("tibet/1", "678p", "4 tiles here, 5 with the one drawn"),
        ("tibet/1", "6789s", "6s is not in play"),
        ("tibet/1", "66666p", "the hand has 6p more often than the 4 in play"),
        ("tibet/1", "67p??", "no hand"),
        ("tibet/1", "67q", "no hand"),
        ("tibet/2", "6789p", "no edition"),
        ("nowhere", "6789p", "unknown rule set"),
        ("tibet", "2345777p", "this one has 7, as with --rules 'tibet preset=tibet-7'"),
        ("tibet", "2345777s", "this one has 7, as with --rules 'tibet preset=tibet-7-two-suits'"),
        (
            "tibet",
            "12345677p55z",
            "this one has 10, as with --rules 'tibet preset=tibet-10-dragons-pon'",
        ),
        (
            "tibet-7",
            "2345777p",
            "tibet-7 is no rule set but a preset of one: tibet/1 preset=tibet-7",
        ),
        ("m-league", "1112345678999m", "riichi/1 preset=m-league"),
    ],
)
def test_what_is_no_hand_of_that_rule_set_is_refused(header, tiles, words):
    result = run("--rules", header, tiles)
    assert result.exit_code == 2
    assert words in result.stderr


@pytest.mark.parametrize(
    "meld", ["999p", "+99p", "=999p", "+99999p", "+124p", "+89m1p", "+567z", "*999p"]
)
def test_what_is_no_declared_set_is_refused(meld):
    assert run("--rules", "riichi/1", "1234m555z", "--meld", meld).exit_code == 2
