"""Riichi hands worked out by hand: what they are worth, who pays; what the presets make of them."""

import pytest

from mjlog.auditor.audit import audit
from mjlog.auditor.deal_check import claim_name
from mjlog.model.record import TABLE
from mjlog.model.settlement import Settlement, net
from mjlog.notation import read
from mjlog.rules import load


def record(rules, lines, *, label="E1.0", seats=4, words=""):
    """A game of one deal of these lines; A deals."""
    names = "".join(f"{seat}: {seat}\n" for seat in "ABCD"[:seats])
    head = f"%mjlog 1.0\nRules: riichi/1 {rules}\n{names}\n@ {label} dealer=A {words}".rstrip()
    return read(f"{head}\n{lines}\n")


def settled(rules, lines, **frame):
    """How such a deal settles."""
    report = audit(record(rules, lines, **frame))
    assert not [
        f.message for f in report.findings if f.severity == "error" and f.code != "score.total"
    ]
    (found,) = report.settlements
    assert isinstance(found, Settlement)
    return found


def won(hand, how, *, fan="", ready="", rules="preset=tenhou", **frame):
    """The settlement of one win: ``B 5p self``, ``B 7p from D``."""
    seat = how.split()[0]
    lines = [
        f"win {how}",
        f"ready {ready}" if ready else "",
        f"show {seat} {hand}",
        f"fan {seat} {fan}" if fan else "",
    ]
    return settled(
        rules,
        "\n".join(line for line in lines if line) + "\nnet" + " ?" * frame.get("seats", 4),
        **frame,
    )


def worth(found):
    score = found.scores[0]
    return score.unit, score.value, sum(item.points for item in score.totals)


HANDS = [
    (
        "pinfu tsumo",
        "234567m345567p88s",
        "B 5p self",
        {},
        ("han", 3, 20),
        (-1300, 2700, -700, -700),
    ),
    (
        "riichi pinfu",
        "234567m345567p88s",
        "B 7p from D",
        {"ready": "B"},
        ("han", 3, 30),
        (0, 3900, 0, -3900),
    ),
    (
        "seven pairs",
        "1122m5566p3399s77z",
        "A 7z from B",
        {"ready": "A"},
        ("han", 3, 25),
        (4800, -4800, 0, 0),
    ),
    ("open, no fu", "+234m 567m345678p88s", "C 5p from D", {}, ("han", 1, 30), (0, 0, 1000, -1000)),
    (
        "double wind pair",
        "+555z +999p 234s567s11z",
        "A 7s from B",
        {},
        ("han", 1, 40),
        (2000, -2000, 0, 0),
    ),
    (
        "concealed kong",
        "*5555z 123m456p99s234s",
        "D 4s self",
        {"ready": "D"},
        ("han", 3, 60),
        (-3900, -2000, -2000, 7900),
    ),
    (
        "four concealed, single wait",
        "222m444p666s888s99m",
        "C 9m from D",
        {},
        ("yakuman", 1, 0),
        (0, 0, 32000, -32000),
    ),
    (
        "four concealed",
        "222m444p666s888s99m",
        "A 8s self",
        {},
        ("yakuman", 1, 0),
        (48000, -16000, -16000, -16000),
    ),
    (
        "three concealed",
        "222m444p666s888s99m",
        "C 8s from D",
        {},
        ("han", 4, 50),
        (0, 0, 8000, -8000),
    ),
    (
        "three dragons",
        "+555z +666z +777z 23499m",
        "B 4m from D",
        {},
        ("yakuman", 1, 0),
        (0, 32000, 0, -32000),
    ),
    ("nine gates", "11123455678999m", "B 5m from D", {}, ("yakuman", 1, 0), (0, 32000, 0, -32000)),
    (
        "two limits",
        "+555z +666z +777z +222z 11z",
        "B 1z from D",
        {},
        ("yakuman", 2, 0),
        (0, 64000, 0, -64000),
    ),
]


@pytest.mark.parametrize(
    ("hand", "how", "more", "value", "due"),
    [row[1:] for row in HANDS],
    ids=[row[0] for row in HANDS],
)
def test_worked_hands(hand, how, more, value, due):
    found = won(hand, how, **more)
    assert worth(found) == value
    assert paid(found) == due


def paid(found, seats=4):
    """What the seats pay each other, sticks left out."""
    return net([payment for payment in found.payments if payment.payer != TABLE], seats)


# --------------------------------------------------------------------------- fu


FU = [
    ("234567m345567p88s", "B 7p from D", "20 base + 10 closed hand, won on a discard"),
    ("234567m345567p88s", "B 5p self", "20 base"),
    ("+234m 567m345678p88s", "B 5p from D", "20 base + 10 open hand without fu"),
    ("+234m 567m345678p88s", "B 5p self", "20 base + 2 self-draw = 22, rounded up"),
    (
        "+222m 123m99m456p789s",
        "B 3m self",
        "20 base + 2 pung 2m + 2 edge wait + 2 self-draw = 26, rounded up",
    ),
    (
        "+111z ^9999p 55z567s789s",
        "A 7s from B",
        "20 base + 4 pung 1z + 16 kong 9p + 2 pair 5z = 42, rounded up",
    ),
    (
        "*1111z *2222m 345p33p567s",
        "A 4p self",
        "20 base + 32 concealed kong 1z + 16 concealed kong 2m + 2 closed wait",
    ),
]


@pytest.mark.parametrize(("hand", "how", "words"), FU)
def test_every_fu_has_its_name(hand, how, words):
    found = won(
        hand,
        how,
        ready="B" if how[0] == "B" and "+" not in hand else "",
        fan="" if "+" not in hand else "rinshan 1" if "self" in how else "houtei 1",
    )
    (fu,) = found.scores[0].totals
    told, _, rounded = words.partition(" = ")
    formula = fu.formula.parts[0] if fu.formula.sign == "up" else fu.formula
    parts = formula.parts or (formula,)
    named = " + ".join(f"{part.number} {part.name}" for part in parts)
    assert named.startswith(told) if not rounded else named == told
    assert not rounded or f"{formula.number}, rounded up" == rounded


# --------------------------------------------------------------------------- payments


def test_counters_and_sticks():
    found = won(
        "234567m345p34588s",
        "B 5s from D",
        ready="B",
        fan="ippatsu 1",
        label="S1.2",
        words="sticks=1",
    )
    assert found.net(4) == (0, 10300, 0, -8300)
    assert [(p.payer, p.points) for p in found.payments] == [(3, 7700), (3, 600), (TABLE, 2000)]
    assert found.left_on_the_table == -1000


def test_a_limit_rounded_up():
    found = won(
        "234567m345p34588s",
        "B 5s from D",
        ready="B",
        fan="ippatsu 1",
        rules="preset=m-league",
        label="S1.0",
    )
    assert paid(found) == (0, 8000, 0, -8000)


DOUBLE = """win B 7p from D
win C 7p from D
ready B
show B 234567m345567p88s
show C +555z 345m567p234s22s
net ? ? ? ?"""


@pytest.mark.parametrize(
    ("rules", "due"),
    [
        ("preset=tenhou", (0, 3900 + 600 + 3000, 1000, -5500)),
        ("preset=ema-2016", (0, 3900 + 600 + 3000, 1600, -6100)),
    ],
)
def test_two_win_on_one_tile(rules, due):
    found = settled(rules, DOUBLE, label="E1.2", words="sticks=2")
    assert found.net(4) == due


@pytest.mark.parametrize("preset", ["wrc-2015", "wrc-2022", "m-league", "jpml-2022"])
def test_the_nearest_alone_wins(preset):
    found = audit(record(f"preset={preset}", DOUBLE))
    assert [finding.code for finding in found.findings if finding.severity == "error"] == [
        "claim.nearest"
    ]
    assert paid(found.settlements[0])[2] == 0


FED = """1. A:5z B:+55z-1s C:6z
2. B:+66z-2m C:1p D:7z
3. B:+77z-3m C:4p D:2p A:9p
4. B:"""
FROM_A = FED.replace("A:9p", "A:4m") + "#"


@pytest.mark.parametrize(
    ("rules", "turns", "label", "due"),
    [
        ("preset=tenhou", FED + "4m#", "E1.1", (0, 32300, 0, -32300)),
        ("preset=tenhou", FROM_A.replace("\n4. B:", " B:"), "E1.1", (-16000, 32300, 0, -16300)),
        ("preset=ema-2016", FROM_A.replace("\n4. B:", " B:"), "E1.1", (-16300, 32300, 0, -16000)),
    ],
)
def test_who_feeds_the_third_dragon_answers_for_it(rules, turns, label, due):
    how = "self" if turns.endswith("4m#") else "from A"
    lines = f"{turns}\nwin B 4m {how}\nshow B +555z +666z +777z 23499m\nnet ? ? ? ?"
    assert settled(rules, lines, label=label).net(4) == due


ALL_HONOURS = """1. A:5z B:+55z-1s C:6z
2. B:+66z-2m C:1p D:7z
3. B:+77z-3m C:2z
4. B:+22z-4m"""


@pytest.mark.parametrize(
    ("preset", "end", "due"),
    [
        ("tenhou", " C:1p D:2p A:3p\n5. B:1z#", (0, 64000, 0, -64000)),
        ("mahjongsoul", " C:1p D:2p A:3p\n5. B:1z#", (-16000, 64000, -8000, -40000)),
        ("tenhou", " C:1z B:#", (0, 64000, -32000, -32000)),
        ("mahjongsoul", " C:1z B:#", (0, 64000, -48000, -16000)),
        ("ema-2016", " C:1z B:#", (0, 32000, -16000, -16000)),
    ],
)
def test_liability_for_one_of_two_limits(preset, end, due):
    how = "self" if "A:3p" in end else "from C"
    lines = f"{ALL_HONOURS}{end}\nwin B 1z {how}\nshow B +222z +555z +666z +777z 11z\nnet ? ? ? ?"
    assert settled(f"preset={preset}", lines).net(4) == due


def test_nobody_is_paid_when_all_are_alike():
    assert not settled("preset=tenhou", "draw wall\ntenpai A B C D").payments


@pytest.mark.parametrize(
    ("tenpai", "due"),
    [
        ("A", (3000, -1000, -1000, -1000)),
        ("A C", (1500, -1500, 1500, -1500)),
        ("A B C", (1000, 1000, 1000, -3000)),
    ],
)
def test_an_empty_wall_is_shared(tenpai, due):
    assert settled("preset=tenhou", f"draw wall\ntenpai {tenpai}").net(4) == due


@pytest.mark.parametrize(
    ("tenpai", "due"), [("A", (2000, -1000, -1000)), ("A C", (1000, -2000, 1000))]
)
def test_three_players_share_two_thousand(tenpai, due):
    assert settled("preset=tenhou-sanma", f"draw wall\ntenpai {tenpai}", seats=3).net(3) == due


@pytest.mark.parametrize(
    ("by", "due"), [("A", (12000, -4000, -4000, -4000)), ("B", (-4000, 8000, -2000, -2000))]
)
def test_nagashi_mangan(by, due):
    lines = f"draw wall nagashi-mangan by={by}\ntenpai C"
    assert settled("preset=tenhou", lines, label="E1.3").net(4) == due
    assert settled("preset=wrc-2022", lines).net(4) == (-1000, -1000, 3000, -1000)


# --------------------------------------------------------------------------- the end of the game


@pytest.mark.parametrize(
    ("preset", "points", "due"),
    [
        ("m-league", (48300, 27900, 15000, 8800), (68.3, 7.9, -25.0, -51.2)),
        ("jpml-2022", (41000, 31000, 30500, 17500), (19.0, 4.0, 1.5, -24.5)),
        ("wrc-2022", (40000, 30000, 30000, 20000), (25.0, 0.0, 0.0, -25.0)),
        ("mahjongsoul", (25000, 25000, 25000, 25000), (15.0, 5.0, -5.0, -15.0)),
        ("tenhou final_rounding=thousands", (29500, 44100, 26400, 0), (10.0, 54.0, -14.0, -50.0)),
    ],
)
def test_placement(preset, points, due):
    (places,) = load(f"riichi/1 preset={preset}").progress.final_points(points, 0).places
    assert tuple(map(float, places)) == due


def test_sticks_left_go_to_the_first_where_agreed():
    points = (26000, 24000, 25000, 24000)
    assert load("riichi/1 preset=tenhou").progress.final_points(points, 1000).score == (
        27000,
        24000,
        25000,
        24000,
    )
    assert load("riichi/1 preset=jpml-2022").progress.final_points(points, 1000).score == points


# ------------------------------------------------------------------ claims


def test_a_pattern_named_without_its_han_is_a_claim_about_the_name():
    claimed = "win B 7p from D\nready B\nshow B 234567m345567p88s\nfan B riichi ?, chinitsu ?"
    report = audit(record("preset=tenhou", claimed))
    assert [
        (claim_name(v.claim), v.answer)
        for v in report.verdicts
        if claim_name(v.claim).startswith("fan")
    ] == [
        ("fan riichi", "agrees"),
        ("fan chinitsu", "differs"),
    ]


@pytest.mark.parametrize(
    ("label", "answer"), [("E2.0", "differs"), ("S1.0", "unverified"), ("S4.0", "agrees")]
)
def test_nobody_tells_how_long_the_game_is(label, answer):
    lines = "win B 7p from D\nready\nshow B 234567m345567p88s\nfan B tanyao 1, pinfu 1\nnext end"
    game = record(
        "preset=tenhou length=unknown", lines, label=label, words="scores=20000,32000,24000,24000"
    )
    assert [v.answer for v in audit(game).verdicts if claim_name(v.claim) == "next end"] == [answer]


def test_a_riichi_discard_that_three_win_on_costs_no_stick():
    played = """deal A 12399m456p11146s
deal B 345m456888p3346s
deal C 567m22267778p46s
deal D 789m999p123s3377z
dora 4z
1. A:1z. 5z. 1z. 5s.!
draw abort triple-ron
score 25000 25000 25000 25000

@ E1.1 dealer=A sticks=0
draw void
rule table stopped"""
    assert [f.message for f in audit(record("preset=tenhou", played)).findings] == []
    paid = played.replace("draw abort triple-ron", "draw abort").replace("sticks=0", "sticks=1")
    wrong = audit(record("preset=tenhou", paid)).findings
    assert [(f.code, f.place.line) for f in wrong] == [("score.chain", 16)], wrong


def test_who_has_a_nagashi_mangan_may_be_unknown():
    text = """%mjlog 1.0
Rules: riichi/1 preset=tenhou

@ E1.0 dealer=A scores=25000,25000,25000,25000
draw wall nagashi-mangan
net -8000 6000 6000 -4000
"""
    counts = audit(read(text)).counts()
    assert (counts["differs"], counts["unverified"]) == (0, 4)
