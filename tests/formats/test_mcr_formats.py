"""MCR of other programs: what their members become, what is wrong with one, what exports lose."""

import base64
import json
import zlib
from pathlib import Path

import pytest
from kit.records import faults

from mjlog import load
from mjlog.auditor.audit import audit
from mjlog.bots.generate import games as made_up
from mjlog.formats.mcr.fans import ALL_NAMES, FANS, POINTS, TZIAKCHA
from mjlog.formats.registry import CannotExportError, export
from mjlog.model.lazy_dataclass import replace
from mjlog.model.record import Dealt, Points, Wall
from mjlog.model.tiles import text
from mjlog.notation import read
from mjlog.rules import load as load_rules

REAL = Path(__file__).parents[3] / "shared" / "logs" / "mcr"


def games(data):
    sources = list(load(data if isinstance(data, bytes) else json.dumps(data).encode()))
    return [source.game for source in sources], [f for s in sources for f in s.findings]


# --------------------------------------------------------------------------- tziakcha.net


def number(tile, copy=0):
    rank, suit = int(tile[0]) - 1, tile[1]
    if suit == "f":
        return 136 + rank
    kind = "123765".find(tile[0]) if suit == "z" else "msp".index(suit) * 9 + rank
    return 4 * (27 + [*"1234765"].index(tile[0]) if suit == "z" else kind) + copy


def hand(words):
    tiles, held = [], {}
    for row in words.split():
        for rank in row[:-1]:
            tile = rank + row[-1]
            held[tile] = held.get(tile, -1) + 1
            tiles.append(number(tile, held[tile]))
    return tiles


EAST = [*hand("123456m 789m 123p 5p"), number("1f")]
OTHERS = [hand("1234567s 777z 666z"), hand("4444z 333z 22z 9999p"), hand("8888s 111z 555z 888p")]
DICE = (1, 2, 3, 4)


def record(at=0, seats="wxyz", before=(0, 0, 0, 0), **changes):
    """A deal: East sets out 1f, takes 5p for it, and has won; the last stack is 9s and 5p."""
    dealt = [*zip(EAST[:12], *[each[:12] for each in OTHERS], strict=True)]
    wall = []
    for first in range(0, 12, 4):
        for seat in range(4):
            wall += [row[seat] for row in dealt[first : first + 4]]
    wall += [EAST[12], *[each[12] for each in OTHERS], EAST[13]]
    last = [number("5p", 1), number("9s")]
    rest = [tile for tile in range(144) if tile not in {*wall, *last}]
    wall += [*rest, *last]
    start = ((12 - (DICE[0] + DICE[1] - 1)) % 4 * 36 + 2 * sum(DICE)) % 144
    turned = wall[144 - start :] + wall[: 144 - start]
    step = {
        "i": at,
        "d": sum(die << 4 * place for place, die in enumerate(DICE)),
        "w": bytes(turned).hex(),
        "p": [{"i": i, "n": f"Name {i}", "s": s, "r": "10.0.0.1"}
              for i, s in zip(seats, before, strict=True)],
        "a": [[1, 0 << 8 | last[0], 5], [6, 26 << 1, 9]],
        "b": 17, "s": [102, -34, -34, -34],
        "y": [{"f": 26, "t": {"29": 16, "58": 4, "65": 2, "72": 1, "77": 1, "81": 1, "83": 1}},
              {}, {}, {}],
    }  # fmt: skip
    return {"belongs": "S", "step": {**step, **changes}}


def test_a_session_of_tziakcha_becomes_a_record_and_addresses_are_dropped():
    points = (-34, -34, 102, -34)
    session = {"session": {"title": "Cup"}, "records": [record(3), record(4, "yxwz", points)]}
    (game,), findings = games(session)
    assert findings == []
    assert [deal.label for deal in game.deals] == ["E4", "S1"]
    assert game.deals[1].word("seats") == "CBAD"
    assert game.players == ("Name w", "Name x", "Name y", "Name z")
    assert "10.0" not in str(game.headers)
    report = audit(game)
    assert report.findings == ()
    assert {verdict.answer for verdict in report.verdicts} == {"agrees"}
    wrong = record(3, s=[105, -35, -35, -35])
    assert "net.differs" in faults(audit(games(wrong)[0][0]))


def test_totals_are_left_out_where_deals_before_are_missing():
    points = (-34, -34, 102, -34)
    for lone in (
        record(4, "yxwz", points),
        {"session": {}, "records": [{}, record(4, before=points)]},
    ):
        (game, *_), _ = games(lone)
        assert faults(audit(game)) == []
        assert [line.keyword for line in game.deals[0].contents(Points)] == ["net"]


def test_a_script_of_tziakcha_is_unpacked():
    packed = record()
    script = base64.b64encode(zlib.compress(json.dumps(packed.pop("step")).encode()))
    (game,), _ = games({**packed, "script": script.decode()})
    assert len(game.deals) == 1
    _, findings = games({**packed, "script": "%%"})
    assert findings


@pytest.mark.parametrize(
    "changes",
    [{"w": "00" * 144}, {"w": "zz"}, {"a": [[2, 999, 0]]}, {"a": 5}, {"p": []}, {"d": "x"},
     {"y": []}, {"s": ["x"]}, {"i": None}],
)  # fmt: skip
def test_a_spoiled_deal_of_tziakcha_is_named_and_the_others_are_read(changes):
    session = {"session": {"title": "Cup"}, "records": [record(), record(1, "xyzw", **changes)]}
    (game, *_), findings = games(session)
    assert len(game.deals) == 1
    assert [(f.code, f.place.deal) for f in findings] == [("format.element", 2)]


def test_fans_have_a_number_at_tziakcha_and_points_everywhere():
    assert len(TZIAKCHA) == 88
    assert TZIAKCHA[82] == "花牌"
    assert TZIAKCHA[83] == "明暗杠"
    rules = load_rules("mcr/1")
    assert set(POINTS) == set(FANS.values()) == rules.scoring.item_names - {"total"}
    assert set(ALL_NAMES.values()) == set(POINTS)
    for item, points in POINTS.items():
        assert rules.scoring.item_can_be(item, points) or item in {"chicken-hand", "self-drawn"}


# --------------------------------------------------------------------------- Botzone's judge

HANDS = [
    "W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B2 B3 B5", "T1 T2 T3 T4 T5 T6 T7 J1 J1 J2 J2 F1 F1",
    "F4 F4 F3 F3 F2 F2 B9 B9 B9 T9 T9 T8 T8", "B4 B6 B6 B7 B8 B8 J3 J3 T2 T2 T4 W1 W1",
]  # fmt: skip


def request(**display):
    return {"command": "request", "display": display}


JUDGE = [
    request(action="INIT", quan=1, srand=5),
    {"0": {"response": "PASS"}},
    request(action="DEAL", hand=[each.split() for each in HANDS]),
    request(action="DRAW", player=0, tile="F4"),
    request(action="PLAY", player=0, tile="F4"),
    request(action="PENG", player=2, tile="T9"),
    request(action="DRAW", player=3, tile="B5"),
    request(action="PLAY", player=3, tile="B5"),
    request(action="HU", player=0, fanCnt=23, score=[47, -8, -8, -31], fan=[
        {"name": "清龙", "value": 16, "cnt": 1}, {"name": "门前清", "value": 2, "cnt": 1},
        {"name": "平和", "value": 2, "cnt": 1}, {"name": "喜相逢", "value": 1, "cnt": 1},
        {"name": "缺一门", "value": 1, "cnt": 1}, {"name": "单钓将", "value": 1, "cnt": 1},
    ]),
]  # fmt: skip


@pytest.mark.parametrize("wrap", [lambda log: log, lambda log: {"initdata": "", "log": log}])
def test_the_judge_says_a_whole_match(wrap):
    (game,), findings = games(wrap(JUDGE))
    report = audit(game)
    assert (findings, game.deals[0].label) == ([], "S1")
    assert [act.seat for turn in game.deals[0].turns for act in turn.acts][:3] == [0, 0, 2]
    assert faults(report) == []
    assert report.settlements[0].net(4) == (47, -8, -8, -31)


OWN_WALLS = [
    f"{hand} {drawn} {' '.join(rest)}".split()
    for hand, drawn, rest in zip(
        HANDS, ["F4", "", "", "B5"], [["W9"] * 20, ["T5"] * 21, ["J3"] * 21, ["F1"] * 20],
        strict=True,
    )
]  # fmt: skip


@pytest.mark.parametrize(
    "wrap",
    [
        lambda log, told: {"initdata": told, "log": log},
        lambda log, told: {"initdata": json.dumps(told), "log": log},
        lambda log, told: [{**log[0], "initdata": told}, *log[1:]],
    ],
)
def test_the_walls_of_the_judge_are_drawn_from_their_ends(wrap):
    told = {"walltiles": " ".join([" ".join(reversed(wall)) for wall in OWN_WALLS])}
    (game,), _ = games(wrap(JUDGE, told))
    walls = game.deals[0].contents(Wall)
    assert [(wall.seat, len(wall.tiles)) for wall in walls] == [(0, 34), (1, 34), (2, 34), (3, 34)]
    assert {f.code for f in audit(game).findings} == {"wall.set"}  # of these made-up walls alone
    other = wrap(JUDGE, {"walltiles": told["walltiles"].replace("B5", "B7")})
    assert [f.code for f in audit(games(other)[0][0]).findings if "seat" not in f.code].count(
        "wall.front"
    ) == 1
    foreign = wrap(JUDGE, {"walltiles": " ".join(reversed(told["walltiles"].split()))})
    assert not games(foreign)[0][0].deals[0].contents(Wall)


def test_a_false_win_at_botzone_is_a_ruling_that_is_priced():
    wrong = [*JUDGE[:5], request(action="WH", player=2, score=[10, 10, -30, 10])]
    (game,), _ = games(wrong)
    assert faults(audit(game)) == []
    (game,), _ = games([*JUDGE[:5], request(action="WH", player=2, score=[8, 8, -24, 8])])
    assert faults(audit(game)) != []


@pytest.mark.parametrize("entry", [3, 4, 5, 8])
def test_a_word_of_the_judge_that_cannot_be_read_is_named(entry):
    spoiled = json.loads(json.dumps(JUDGE))
    spoiled[entry]["display"]["player"] = "x"
    read_games, findings = games(spoiled)
    assert [f.code for f in findings] == ["format.element"]
    assert not [game for game in read_games if game and game.deals]


# --------------------------------------------------------------------------- PMN

BOARD = """\
[Event "Cup"]
[Date "2022.06.25"]
[Board "2"]
[PWind "E"]
[East "Ann"]
[South "Bo"]
[West "Cy"]
[North "Di"]
[Deal "c123456789d1235bwrf c12d5b1234567wr11f c14d99b99w3333r2222f c789d444b111w44r33f"]
[Scoring "MCR"]
[Result "-8 45 -8 -29"]
[Play "T0w1D0z1T1w1D1z1T2w2D2z1T3d5D3z1H0"]
[Fan "28/16/1.62/2/1.63/2/1 None None None"]
"""


def test_both_forms_of_pmn_say_the_same():
    older = BOARD.replace("28/16/1.62/2/1.63/2/1", "28/1.62/1.63/1")
    (one,), _ = games(BOARD.encode())
    (other,), _ = games(older.encode())
    assert one == other
    assert one.header("Date") == "2022-06-25"
    assert [turn.word for turn in one.deals[0].turns] == ["1z.", "1z.", "2z.", "5p.", "#"]


@pytest.mark.parametrize(
    ("text", "other"),
    [("T0w1", "X0w1"), ("D3z1", "D3q1"), ("d1235", "d123w9"), ("28/16/1", "99/16/1"),
     ('PWind "E"', 'PWind "Q"'), ("-8 45", "x 45")],
)  # fmt: skip
def test_a_board_that_cannot_be_read_is_named_and_the_next_is_read(text, other):
    read_games, findings = games((BOARD.replace(text, other) + "\n" + BOARD).encode())
    assert [(f.code, f.place.line) for f in findings] == [("format.element", 1)]
    assert len([game for game in read_games if game and game.deals]) == 1


# --------------------------------------------------------------------------- there and back


@pytest.mark.parametrize(
    ("target", "rules"),
    [("pmn", "mcr/1 seat_change=none"), ("botzone", "mcr/1 preset=mcr-botzone")],
)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_is_written_is_read_again_and_found_right(target, rules, seed):
    (game,) = made_up(rules, seed=seed, deals=4, fast=True)
    written = export(game, target)
    back, findings = games(written.text.encode())
    assert findings == []
    assert len(back) == 4
    for deal, again in zip(game.deals, back, strict=True):
        assert faults(audit(again)) == []
        known = [turn.word for turn in deal.turns if turn.word[0] != "&"]
        read_back = [turn.word for turn in again.deals[0].turns if turn.word[0] != "&"]
        assert len(known) == len(read_back)
    codes = {loss.code for loss in written.losses}
    assert "loss.deal" not in codes


def test_pmn_of_a_game_without_an_event_loses_no_deal():
    (game,) = made_up("mcr/1", seed=4, deals=3, fast=True)
    game = replace(game, headers=tuple(each for each in game.headers if each.key != "Event"))
    written = export(game, "pmn")
    assert len(games(written.text.encode())[0]) == 3
    assert "loss.deal" not in {loss.code for loss in written.losses}


def test_what_a_format_cannot_say_is_a_loss_with_its_place():
    (game,) = made_up("mcr/1", seed=4, deals=2, fast=True)
    codes = {loss.code for loss in export(game, "pmn").losses}
    assert {"loss.line", "loss.header"} <= codes
    unseen = read("%mjlog 1.0\nRules: mcr/1\nA: a\nB: b\nC: c\nD: d\n\n@ E1 dealer=A\n1. A:1m\n")
    assert [loss.code for loss in export(unseen, "pmn").losses if loss.place.deal] == ["loss.deal"]


@pytest.mark.parametrize("form", ["tziakcha", "salasasa", "botzone-json", "pmn", "botzone"])
@pytest.mark.parametrize("data", [b"[]", b"{}", b"5", b'"x"', b"[5]", b'{"session": {}}', b"x"])
def test_content_of_another_format_is_no_record_and_no_traceback(form, data):
    sources = list(load(data, form=form))
    assert all(source.game is None or not source.game.deals for source in sources)
    assert any(source.findings for source in sources)


def test_games_of_other_rules_are_refused():
    game = read("%mjlog 1.0\nRules: riichi/1\nA: a\nB: b\nC: c\nD: d\n\n@ E1 dealer=A\n")
    for target in ("pmn", "botzone"):
        with pytest.raises(CannotExportError, match="writes down mcr only"):
            export(game, target)


def test_the_dragons_of_salasasa_are_red_white_and_green():
    hands = {f"p{seat}_tiles": [11, 12, 13, 14, 15, 16, 17] for seat in range(4)}
    hands["p0_tiles"] = [11, 12, 13, 14, 15, 16, 17, 18, 45, 46, 46, 47, 47, 47]
    play = {"seats": [0, 1, 2, 3], "dealer_index": 0, "action_ticks": [["c", 45, "F"]]}
    title = {"rule": "guobiao", **{f"p{seat}_name": f"p{seat}" for seat in range(4)}}
    record = {"game_title": title, "game_round": {"round_index_1": {**play, **hands}}}
    (game,) = games(json.dumps(record).encode())[0]
    (dealt,) = [line for line in game.deals[0].contents(Dealt) if line.seat == 0]
    assert text(dealt.tiles) == "12345678m556667z"


# --------------------------------------------------------------------------- real games


@pytest.mark.skipif(not REAL.is_dir(), reason="real records of MCR are not at hand")
@pytest.mark.parametrize("folder", [
    "botzone_env_json", "botzone_txt", "pmn", "salasasa_json", "tziakcha_json",
])  # fmt: skip
def test_all_that_real_games_claim_agrees(folder):
    read_games = [
        game
        for path in sorted((REAL / folder).iterdir())
        if "README" not in path.name
        for game in games(path.read_bytes())[0]
    ]
    assert read_games
    for game in read_games:
        report = audit(game)
        assert faults(report) == []
        assert {verdict.answer for verdict in report.verdicts} <= {"agrees"}


@pytest.mark.skipif(not REAL.is_dir(), reason="real records of MCR are not at hand")
def test_two_formats_of_one_game_have_the_same_play():
    played = []
    for folder in ("salasasa_json", "tziakcha_json"):
        (path,) = (REAL / folder).iterdir()
        (game,) = games(path.read_bytes())[0]
        played.append([[turn.word for turn in deal.turns] for deal in game.deals])
    assert played[0] == played[1]
