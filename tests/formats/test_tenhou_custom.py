"""The settings of a private table at Tenhou become options of riichi.

What no option stands for is kept.
"""

import pytest

from mjlog.formats.riichi.tenhou_numbers import GameType
from mjlog.formats.riichi.tenhou_private_tables import custom
from mjlog.rules import load

PLAIN = {"final_rounding": "none"}


def chosen(flags="00000000", more="00000000", **numbers):
    """The options behind two words of flags and some numbered fields.

    As far as they are not the usual ones.
    """
    fields = [flags, more, *[""] * 43]
    for place, word in numbers.items():
        fields[int(place[1:])] = word
    return {name: value for name, value in custom(fields, 4)[0].items() if PLAIN.get(name) != value}


@pytest.mark.parametrize(
    ("flags", "more", "expected"),
    [
        ("00000000", "00000000", {}),
        ("00000001", "", {"nagashi_mangan": "false"}),
        ("00000002", "", {"round_up_mangan": "true"}),
        ("00000008", "", {"kong_dora": "at_once"}),
        ("00000f00", "", {"abortive_draws": "false"}),
        ("00000100", "", {}),
        ("00002000", "", {"multiple_ron": "nearest"}),
        ("00004000", "", {"leading_dealer_ends": "only_tenpai"}),
        ("00008000", "", {"leading_dealer_ends": "win"}),
        ("0000C000", "", {"leading_dealer_ends": "never"}),
        ("00040000", "", {}),
        ("00010000", "", {"dealer_repeats": "only_tenpai"}),
        ("00030000", "", {"dealer_repeats": "never"}),
        ("00800000", "", {}),
        ("", "00000005", {"double_wind_fu": "2", "last_sticks": "lost"}),
        ("no number", "???", {}),
    ],
)
def test_flags(flags, more, expected):
    assert chosen(flags, more) == expected


def test_numbers():
    assert chosen(_4="33000", _5="35000", _6="37000", _11="200") == {
        "start_points": "33000",
        "target": "35000",
        "return_points": "37000",
        "honba_points": "600",
    }
    assert chosen("00200000", _5="35000") == {"target": "0"}


def test_places_of_one_row_and_of_five():
    assert chosen(**{f"_{place}": str(5 - 10 * ((place - 21) % 3)) for place in range(21, 36)}) == {
        "uma": "15_5"
    }
    rows = chosen(_21="5", _22="-5", _23="-15", _24="5", _25="0", _26="-20")["uma"]
    assert rows == "places:5_-5_-15/5_0_-20/10_-10_-20/10_-10_-20/10_-10_-20"


def test_nothing_is_lost():
    assert (
        custom(["40000110", "00000042", *[""] * 5, "60000"], 4)[1]
        == "flags:40000110,00000040 7:60000"
    )


def test_three_players_share_or_lose():
    assert custom(["00800000", "00000000"], 3)[0]["three_player_tsumo"] == "halved"
    assert "uma" not in custom([], 3)[0]


def test_the_rules_of_such_a_table():
    rules = load(GameType(0x0B, ("00000002", "00000000", "", "", "30000")).rules)
    assert (
        rules.settings["round_up_mangan"],
        rules.progress.start_points,
        rules.settings["red_fives"],
    ) == (
        "true",
        30000,
        "0",
    )


def test_places_written_out_bring_what_they_say():
    rules = load(
        "riichi/1 start_points=30000 return_points=30000 uma=places:5_-5_-15/5_0_-20 "
        "final_rounding=none"
    )
    assert rules.progress.final_points([40000, 31000, 30500, 18500], 0).places == (
        (25, 6, 0.5, -31.5),
    )
    assert rules.progress.final_points([30000, 30000, 30000, 30000], 0).places == (
        (15, 5, -5, -15),
    )
