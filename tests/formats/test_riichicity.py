"""Riichi City: events with JSON inside, tiles by number, house rules."""

import json

import pytest
from riichi_deals import lines, words

from mjlog import rules
from mjlog.formats import load
from mjlog.formats.riichicity.reader import TILES
from mjlog.model.tiles import NAMES
from mjlog.referee.replay import replay

CODES = {NAMES[tile]: code for code, tile in TILES.items()}
HANDS = [
    "1m 2m 3m 4m 5m 6m 1p 1p 7p 8p 9p 2s 3s",
    "1s 9s 1m 9m 1p 9p 1z 2z 3z 4z 5z 6z 7z",
    "2m 3m 3m 4m 4p 4p 5p 5p 6p 6s 7s 8s 9s",
    "5m 6m 7m 7m 8m 2p 2p 3p 8p 4s 5s 0s 7s",
]


def tiles(words):
    return [CODES[word] for word in words.split()]


def event(kind, user=0, **data):
    return {"eventType": kind, "userId": 100 + user, "data": json.dumps(data)}


def act(action, user, card="", **more):
    return event(4, action=action, user_id=100 + user, card=CODES.get(card, 0), **more)


def draw(user, tile=""):
    return event(2, user, in_card=CODES.get(tile, 0))


def hands(dealer=0, spare="5z"):
    users = [{"user_id": 100 + user, "hand_points": 25000} for user in range(4)]
    for user, hand in enumerate(HANDS):
        dealt = tiles(hand) + ([CODES[spare]] if user == dealer else [])
        yield event(
            1, user, hand_cards=dealt, dealer_pos=dealer, bao_pai_card=CODES["1p"],
            quan_feng=CODES["1z"], chang_ci=1,
            ben_chang_num=0, li_zhi_bang_num=0, user_info_list=users,
        )  # fmt: skip


def one(*events, dealer=0, **body):
    players = [
        {"userId": 100 + user, "position": user, "nickname": name}
        for user, name in enumerate("abcd")
    ]
    record = {"players": players, "handEventRecord": [*hands(dealer), *events]}
    data = {"playerCount": 4, "round": 2, "handRecord": [record], **body}
    (source,) = load(json.dumps({"code": 0, "message": "ok", "data": data}).encode())
    assert source.format == "riichicity"
    return source.game


def result(kind, wins=(), changes=(0, 0, 0, 0)):
    profits = [
        {"user_id": 100 + user, "point_profit": change} for user, change in enumerate(changes)
    ]
    return event(5, end_type=kind, win_info=list(wins), user_profit=profits)


def test_the_dealers_first_tile_was_dealt():
    found = one(draw(0), act(11, 0, "5z"), draw(1, "7m"), act(11, 1, "9s"))
    assert words(found.deals[0]) == "A:5z. B:7m-9s"
    assert lines(found, "@") == ["@ E1.0 dealer=A scores=25000,25000,25000,25000"]


def test_our_first_seat_is_the_first_dealer():
    found = one(draw(2), act(11, 2, "5z"), dealer=2)
    assert found.players == ("c", "d", "a", "b")
    assert words(found.deals[0]) == "A:5z."


def test_calls_and_indicators_which_are_told_all_over_again():
    found = one(
        draw(0), act(11, 0, "9p"), act(5, 2, "9p", group_cards=tiles("4p 4p")), act(11, 2, "2m"),
        draw(3, "2p"), act(8, 3, "2p", group_cards=tiles("2p 2p 2p")), event(7, cards=tiles("3m")),
        draw(3, "6s"),
        act(11, 3, "6s", is_li_zhi=True), act(3, 0, "6s", group_cards=tiles("5s 7s")),
        act(11, 0, "1m"),
        draw(1, "7z"), act(9, 1, "7z"), event(7, cards=tiles("3m 4m")), draw(1, "1s"),
        act(11, 1, "1s"),
    )  # fmt: skip
    assert (
        words(found.deals[0])
        == "A:5z-9p C:+44p-2m D:2p*2222p=3m/6s-6s.! A:+57s-1m B:7z^7z=4m/1s-1s."
    )


def test_the_win():
    win = {"user_id": 100, "user_cards": tiles(HANDS[0]), "all_fu": 30, "li_bao_card": tiles("3z")}
    win["fang_info"] = [
        {"fang_type": 0, "fang_num": 1},
        {"fang_type": 10, "fang_num": 1},
        {"fang_type": 55, "fang_num": 1},
    ]
    found = one(
        draw(0), act(11, 0, "5z", is_li_zhi=True), draw(1, "1s"), act(11, 1, "1s"), act(7, 0, "1s"),
        result(0, [win], (6800, -5800, 0, 0)), event(6),
    )  # fmt: skip
    assert lines(found, "win", "ura", "show", "fan", "net", "score", "next") == [
        "win A 1s from B",
        "ura 3z",
        "show A 123456m11789p123s",
        "fan A riichi 1, yakuhai-east 1, dora 1, fu 30",
        "net 6800 -5800 0 0",
        "score 30800 19200 25000 25000",
        "next end",
    ]


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        (
            result(
                7, [{"user_id": 101, "user_cards": tiles(HANDS[1])}], (-1000, 3000, -1000, -1000)
            ),
            ["draw wall", "tenpai B"],
        ),
        (result(3), ["draw abort triple-ron"]),
        (result(8), []),
    ],
)
def test_washouts(end, expected):
    assert lines(one(draw(0), act(11, 0, "5z"), end), "draw", "tenpai") == expected


def test_house_rules_are_named():
    found = one(draw(0), isGeMu=True, round=3)
    assert found.header("X-House-Rules") == "wareme one-deal"


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        (event(99), "event 99 is none"),
        ({"eventType": 2, "userId": 100, "data": "{"}, "are no JSON"),
        (event(2, 9, in_card=1), "user 109 does not sit at the table"),
        (event(2, 0, in_card=999), "'in_card' is 999, which is no tile"),
        (
            result(0, [{"user_id": 100, "fang_info": [{"fang_type": 99, "fang_num": 1}]}]),
            "does not know the yaku '99'",
        ),
        ({}, "'eventType' is missing"),
        (event(6, 9), "user 109 does not sit at the table"),
        (act(40, 0, "5z"), "action 40 is none"),
        (event(4, action=11, user_id=100, card=[]), "'card' is []"),
        ({"eventType": 6, "userId": 0, "data": "[]"}, "'data' is []"),
        (
            event(1, 1, hand_cards=[], quan_feng=CODES["2z"]),
            "'quan_feng' is 65, the first player is told 49",
        ),
        (
            event(1, 1, hand_cards=[], chang_ci=True),
            "'chang_ci' is True, the first player is told 1",
        ),
    ],
)
def test_what_is_wrong_is_told(broken, words):
    assert any(words in finding.message for finding in one(broken).findings)


def test_events_of_the_whole_table_are_about_nobody():
    end, over = {**result(8), "userId": 0}, {**event(6), "userId": 0}
    found = one(draw(0), act(11, 0, "5z"), end, over).findings
    assert not [finding for finding in found if "user" in finding.message]


@pytest.mark.parametrize(
    ("member", "value"), [("code", 5), ("code", False), ("message", None), ("message", 5)]
)
def test_an_answer_that_is_no_game(member, value):
    data = {"playerCount": 4, "round": 2, "handRecord": []}
    (source,) = load(json.dumps({"code": 0, "message": "ok", "data": data, member: value}).encode())
    told = [finding.message for finding in source.game.findings if repr(member) in finding.message]
    assert len(told) == (value is not None)


@pytest.mark.logs
def test_real_games_replay(logs):
    deals = 0
    for source in load(logs / "riichi" / "riichicity_json"):
        for deal in source.game.deals:
            found = replay(deal, rules.load(source.game.rules), seats=source.game.seats).findings
            # one table plays with six red fives
            assert {finding.code for finding in found if finding.severity != "note"} <= {
                "deal.copies"
            }, source.path
        deals += len(source.game.deals)
    assert deals == 29
