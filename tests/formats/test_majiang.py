"""majiang: seats from the dealer, marks behind tiles, lists of games."""

import json

import pytest
from riichi_deals import RIICHI_RON, game, lines, words

from mjlog.formats import load
from mjlog.formats.majiang.tiles import hand_of, meld_of
from mjlog.formats.registry import export
from mjlog.model.tiles import text
from mjlog.notation import read

HANDS = ["m123456p11789s23", "m19p19s19z1234567", "m2334p4455p6s6789", "m56778p2238s4507"]


def qipai(jushu=0, **more):
    start = {
        "zhuangfeng": 0,
        "jushu": jushu,
        "changbang": 0,
        "lizhibang": 0,
        "defen": [25000] * 4,
        "baopai": "p1",
    }
    return {"qipai": start | {"shoupai": HANDS} | more}


def body(*deals, **more):
    return {
        "title": "",
        "player": ["Ann", "Bea", "Cid", "Dan"],
        "qijia": 0,
        "log": list(deals),
        **more,
    }


def one(*steps, **more):
    (source,) = load(json.dumps(body(list(steps), **more)).encode())
    assert source.format == "majiang"
    return source.game


def draw(seat, tile):
    return {"zimo": {"l": seat, "p": tile}}


def drop(seat, tile):
    return {"dapai": {"l": seat, "p": tile}}


@pytest.mark.parametrize(
    ("word", "kind", "own", "tile", "source"),
    [
        ("p2-34", "chow", "34p", "2p", 3),
        ("s67-8", "chow", "68s", "7s", 3),
        ("m40-6", "chow", "46m", "0m", 3),
        ("s444+", "pung", "44s", "4s", 1),
        ("s505=", "pung", "50s", "5s", 2),
        ("s5505+", "kong", "550s", "5s", 1),
        ("z111=1", "added", "111z", "1z", 2),
        ("p555-0", "added", "555p", "0p", 3),
        ("s6666", "concealed", "6666s", "6s", 0),
        ("m5550", "concealed", "5550m", "0m", 0),
    ],
)
def test_melds(word, kind, own, tile, source):
    found = meld_of(word)
    assert (found.kind, text(found.own), text([found.tile]), found.source) == (
        kind,
        own,
        tile,
        source,
    )


@pytest.mark.parametrize("word", ["", "m12", "z888+", "m123", "m1-2-3", "m12345-", None, 5])
def test_what_is_no_meld(word):
    with pytest.raises(Exception, match="no meld of majiang"):
        meld_of(word)


def test_hands():
    assert text(hand_of("m127p0s688z57*")) == "127m0p688s57z"
    assert text(hand_of("__p3,m1-23")) == "??3p"
    with pytest.raises(Exception, match="no hand"):
        hand_of("m1x")


def test_seats_turn_with_the_deal():
    second = [qipai(1), draw(0, "z5"), drop(0, "z5_")]
    (source,) = load(
        json.dumps(body([qipai(), draw(0, "z5"), drop(0, "p9")], second, qijia=2)).encode()
    )
    assert source.game.players == ("Cid", "Dan", "Ann", "Bea")
    assert [words(deal) for deal in source.game.deals] == ["A:5z-9p", "B:5z."]
    assert lines(source.game, "@")[1] == "@ E2.0 dealer=B scores=25000,25000,25000,25000"


def test_calls_kongs_and_marks():
    found = one(
        qipai(), draw(0, "z5"), drop(0, "z5_*"), draw(1, "m7"), drop(1, "m7_"),
        {"fulou": {"l": 2, "m": "m67-8"}}, drop(2, "m2"), draw(3, "p2"),
        {"gang": {"l": 3, "m": "p2222"}},
        {"kaigang": {"baopai": "m3"}}, {"gangzimo": {"l": 3, "p": "m0"}}, drop(3, "m0_"),
    )  # fmt: skip
    assert words(found.deals[0]) == "A:5z.! B:7m. C:+68m-2m D:2p*2222p=3m/0m-0m."


def test_the_win():
    hule = {
        "l": 0, "shoupai": "m123456p11789s23s1*", "baojia": 3, "fubaopai": ["z3"], "fu": 30,
        "fanshu": 3,
        "defen": 5800, "fenpei": [6800, 0, 0, -5800],
        "hupai": [{"name": "立直", "fanshu": 1}, {"name": "自風 東", "fanshu": 1},
        {"name": "場風 東", "fanshu": 1}],
    }  # fmt: skip
    steps = [
        qipai(),
        draw(0, "z5"),
        drop(0, "z5_*"),
        draw(1, "m7"),
        drop(1, "m7_"),
        draw(2, "m8"),
        drop(2, "m8_"),
    ]
    found = one(
        *steps,
        draw(3, "s1"),
        drop(3, "s1_"),
        {"hule": hule},
        defen=[30800, 25000, 25000, 19200],
        point=[1, 2, 3, 4],
    )
    assert lines(found, "win", "ura", "show", "fan", "net", "score", "next") == [
        "win A 1s from D",
        "ura 3z",
        "show A 123456m11789p123s",
        "fan A riichi 1, yakuhai-east 2, fu 30, han 3, points 5800",
        "net 6800 0 0 -5800",
        "score 30800 25000 25000 19200",
        "next end",
    ]
    assert found.header("Final-Score") == "30800 25000 25000 19200"


def test_a_yakuman_is_counted_in_limits():
    hule = {
        "l": 0,
        "shoupai": "m19p19s19z12345677",
        "baojia": None,
        "fubaopai": None,
        "damanguan": 1,
        "defen": 48000,
    }
    hule |= {
        "hupai": [{"name": "国士無双", "fanshu": "*"}],
        "fenpei": [48000, -16000, -16000, -16000],
    }
    assert lines(one(qipai(), draw(0, "z7"), {"hule": hule}), "fan") == [
        "fan A yakuman-kokushi 1, limits 1, points 48000"
    ]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("荒牌平局", ["draw wall", "tenpai A"]),
        ("流し満貫", ["draw wall nagashi-mangan by=A", "tenpai A"]),
        ("九種九牌", ["draw abort nine-terminals by=A"]),
        ("四風連打", ["draw abort four-winds"]),
        ("四家立直", ["draw abort four-riichi"]),
        ("三家和", ["draw abort triple-ron"]),
        ("四開槓", ["draw abort four-kongs"]),
        ("流局", ["draw wall", "tenpai A"]),
        ("三家和了", ["draw abort triple-ron"]),
        ("四槓散了", ["draw abort four-kongs"]),
    ],
)
def test_washouts(name, expected):
    shown = ["m123456p11789s23", "", "", ""] if "wall" in expected[0] else [""] * 4
    changes = [3000, -1000, -1000, -1000] if "wall" in expected[0] else [0] * 4
    found = one(
        qipai(), draw(0, "z5"), {"pingju": {"name": name, "shoupai": shown, "fenpei": changes}}
    )
    assert lines(found, "draw", "tenpai") == expected


def test_the_first_dealer_and_the_order_of_equal_points_are_written():
    text = "%mjlog 1.0\nRules: riichi/1 preset=majiang\nA: a\nB: b\nC: c\nD: d\n"
    text += "Final-Score: 8000 33000 26000 33000\n\n@ E1.0 dealer=C\ndraw wall\n"
    text += "score 8000 33000 26000 33000\nnext end\n"
    written = json.loads(export(read(text), "majiang").text)
    assert (written["qijia"], written["rank"]) == (2, [4, 2, 3, 1])


def test_a_stick_is_not_paid_when_three_win_on_the_riichi():
    end = {"pingju": {"name": "三家和", "shoupai": [""] * 4, "fenpei": [0] * 4}}
    assert lines(one(qipai(), draw(0, "z5"), drop(0, "z5_*"), end), "score") == [
        "score 25000 25000 25000 25000"
    ]


def test_lists_of_games():
    text = json.dumps([body([qipai()]), body([qipai()])])
    assert [source.path for source in load(text.encode(), "x")] == ["x:1", "x:2"]


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ({"zimo": {"l": 4, "p": "m1"}}, "'l' is 4, seats are 0 to 3"),
        ({"zimo": {"l": 0, "p": "x1"}}, "'x1' is no tile of majiang"),
        ({"zimo": None}, "'zimo' is None, an object is expected"),
        ({"jump": {}}, "'jump' is no step of majiang"),
        (
            {"hule": {"l": 0, "shoupai": "m1", "hupai": [{"name": "?", "fanshu": 1}]}},
            "does not know the yaku '?'",
        ),
        ({"pingju": {"name": "?"}}, "knows no deal that ends with '?'"),
        ("sneeze", "'' is no step of majiang"),
    ],
)
def test_what_is_wrong_is_told(step, words):
    found = one(qipai(), step)
    assert any(words in finding.message for finding in found.findings), found.findings


def test_a_step_before_any_deal():
    assert "no deal has begun" in one(draw(0, "m1")).findings[0].message


def test_writing():
    made = json.loads(export(game(RIICHI_RON), "majiang").text)
    assert made["log"][0][-1]["hule"]["shoupai"] == "m123456p11789s23s1*"
    assert made["log"][0][2] == {"dapai": {"l": 0, "p": "z5_*"}}
    assert made["log"][0][-1]["hule"]["defen"] == 5800


@pytest.mark.logs
@pytest.mark.slow
def test_real_games_are_read(logs):
    deals = 0
    for source in load(logs / "riichi" / "majiang_json"):
        deals += len(source.game.deals)
        assert source.game.findings == ()
    assert deals == 185
