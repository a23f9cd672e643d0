"""Tenhou XML into records.

Every element, every way a deal ends, and everything that can be wrong with a file.
"""

import re

import pytest
from tenhou_logs import (
    HANDS,
    NAMES,
    SCORES,
    added,
    call,
    chow,
    hand,
    init,
    kong,
    log,
    moves,
    pung,
    washout,
    words,
)

from mjlog import notation
from mjlog.formats.tenhou_xml.reader import read
from mjlog.model.findings import Span
from mjlog.model.record import (
    TABLE,
    Discard,
    Draw,
    Indicators,
    Items,
    NoWin,
    Pay,
    Points,
    Ready,
    Remark,
    Show,
    Tenpai,
    WinLine,
)
from mjlog.model.tiles import TILES, text

DRAWN_OUT = "T112 D112 U113 E113"


def only(game):
    assert [finding.message for finding in game.findings] == []
    (deal,) = game.deals
    return deal


def contents(deal, kind):
    return [line.content for line in deal.lines if isinstance(line.content, kind)]


def codes(game):
    return [(finding.code, finding.severity) for finding in game.findings]


# ------------------------------------------------------------------ headers and the deal


def test_headers_tell_rules_names_and_the_final_result():
    game = read(log(init(), washout()), "2020010203gm-0009-0000-0123abcd.xml")
    assert [(header.key, header.value) for header in game.headers] == [
        ("Rules", "riichi/1 preset=tenhou length=south"),
        ("Source", "tenhou-xml"),
        ("Date", "2020-01-02"),
        ("Tenhou-Type", "9"),
        ("Tenhou-Lobby", "0"),
        ("Final-Score", "25000 25000 25000 25000"),
        ("Final-Points", "10.0 0.0 0.0 -10.0"),
        ("A", "Ann"),
        ("B", "Bea"),
        ("C", "張"),
        ("D", "Dan"),
    ]


def test_a_name_cannot_break_the_header_line():
    game = read(log(init(), washout(), names=NAMES.replace("Bea", "x%0Ay%00%20z")))
    assert game.players[1] == "x y z"


def test_the_deal_has_its_label_attributes_hands_and_indicator():
    deal = only(
        read(log(init(seed="5,2,1,2,3,16", ten="240,260,-10,510", oya=1), washout(ba="2,1")))
    )
    assert deal.label == "S2.2"
    assert deal.attributes == (
        ("dealer", "B"),
        ("dice", "3+4"),
        ("sticks", "1"),
        ("scores", "24000,26000,-1000,51000"),
    )
    assert text(deal.lines[0].content.tiles) == "123467m123p123s1z"
    assert contents(deal, Indicators) == [Indicators((TILES["0m"],))]


def test_red_fives_are_plain_where_the_lobby_has_none():
    deal = only(read(log(init(seed="0,0,0,0,0,16"), washout(), kind=9 | 2)))
    assert contents(deal, Indicators) == [Indicators((TILES["5m"],))]


# ------------------------------------------------------------------ turns


def test_draws_and_discards():
    deal = only(read(log(init(), moves("T112 D112 U113 E1 V16 F110"), washout())))
    assert words(deal) == "A:2z. B:2z-1m C:0m-1z"
    assert deal.turns[1].acts == (Draw(1, TILES["2z"]), Discard(1, TILES["1m"], 2))


def test_equal_turns_are_one_object():
    first, second = (only(read(log(init(), moves("T112 D112"), washout()))) for _ in range(2))
    assert first.turns[0] is second.turns[0]


def test_the_same_face_from_the_hand_is_not_the_drawn_tile():
    deal = only(read(log(init(), moves("T109 D108"), washout())))
    assert words(deal) == "A:1z-1z"


def test_riichi_is_declared_with_the_discard():
    steps = '<T112/><REACH who="0" step="1"/><D112/><REACH who="0" ten="240,250,250,250" step="2"/>'
    deal = only(read(log(init(), steps, moves("U113 E113"), washout(ba="0,1"))))
    assert words(deal) == "A:2z.! B:2z."
    assert deal.turns[0].acts[1:] == (Ready(0, TILES["2z"]), Discard(0, TILES["2z"], 1, ready=True))


def test_chow_pung_and_claimed_kong():
    play = (
        moves("T112 D12"),
        call(1, chow(1, (1, 1, 0), 2)),
        moves("E109"),
        call(3, pung(27, 0, 0, 2)),
        moves("G3 T113 D113"),
    )
    deal = only(
        read(
            log(init((HANDS[0], HANDS[1], HANDS[2], (*HANDS[3][:-2], 110, 111))), *play, washout())
        )
    )
    assert words(deal) == "A:2z-4m B:+23m-1z D:+11z-1m A:2z."
    game = read(
        log(
            init(),
            moves("T109 D108"),
            call(2, kong(108, 2)),
            moves("V112"),
            "<DORA hai='4'/>",
            moves("F1"),
            washout(),
        )
    )
    assert words(only(game)) == "A:1z-1z C:+111z/2z=2m-1m"


def test_concealed_and_added_kongs_with_their_indicators():
    concealed = (moves("T112"), call(0, kong(0, 0)), '<DORA hai="4"/>', moves("T113 D113"))
    deal = only(read(log(init(), *concealed, washout())))
    assert words(deal) == "A:2z*1111m=2m/2z-2z."
    play = (
        moves("T112 D12"),
        call(1, pung(3, 3, 0, 3)),
        moves("E0 V113 F113 W114 G114 T115 D115 U15"),
        call(1, added(3, 3, 0, 3)),
        moves("U120"),
        '<DORA hai="4"/>',
        moves("E120"),
    )
    deal = only(read(log(init(), *play, washout())))
    assert words(deal).endswith("A:2z. B:4m^4m/4z=2m-4z.")


def test_two_kongs_in_one_turn():
    play = (
        moves("T112"),
        call(0, kong(0, 0)),
        "<DORA hai='4'/>",
        moves("T113"),
        call(0, kong(4, 0)),
        "<DORA hai='8'/>",
    )
    deal = only(read(log(init(), *play, moves("T114 D113"), washout())))
    assert words(deal) == "A:2z*1111m=2m/2z*2222m=3m/2z-2z"


def test_north_set_out_by_three():
    three = (*HANDS[:3],)
    start = init(three, ten="350,350,350,0").replace("/>", ' hai3=""/>')
    sc = "350,0,350,0,350,0,0,0"
    play = (moves("T120"), call(0, 120 << 8 | 32), moves("T112 D112"))
    final = washout(sc=sc, owari=False).replace("/>", ' owari="350,1,350,1,350,1,0,0"/>')
    game = read(log(start, *play, final, kind=0x19))
    deal = only(game)
    assert words(deal) == "A:4z&4z/2z-2z."
    assert game.seats == 3
    assert "preset=tenhou-sanma" in game.rules
    assert deal.attribute("scores") == "35000,35000,35000"
    assert contents(deal, Points) == [
        Points("net", (0, 0, 0)),
        Points("score", (35000, 35000, 35000)),
    ]


def test_who_leaves_and_comes_back_is_noted_beside_the_turn():
    play = (moves("T112"), '<BYE who="0"/>', moves("D112 U113 E113"), '<UN n0="Ann"/>')
    deal = only(read(log(init(), *play, washout())))
    assert [(turn, note.text) for turn, note in deal.notes] == [
        (0, "A has left the table, draws are discarded for it from here on"),
        (1, "A is back at the table"),
    ]


# ------------------------------------------------------------------ how deals end


def agari(winner, source, *, sc, extra="", ten="30,1000,0", yaku='yaku="8,1,52,2"'):
    return (
        f'<AGARI ba="0,0" hai="{hand(HANDS[winner])},112" machi="112" ten="{ten}" {yaku} '
        f'doraHai="100" '
        f'who="{winner}" fromWho="{source}" sc="{sc}" {extra}/>'
    )


OVER = 'owari="0,0,0,0,0,0,0,0"'


def test_a_win_on_a_discard():
    win = agari(1, 0, sc="240,-39,250,49,250,0,250,0", extra='doraHaiUra="113" ' + OVER)
    deal = only(read(log(init(), moves("T112 D112"), win)))
    assert words(deal) == "A:2z. B:#"
    assert contents(deal, WinLine) == [WinLine(1, TILES["2z"], 0)]
    assert contents(deal, Indicators)[1] == Indicators((TILES["2z"],), hidden=True)
    assert contents(deal, Items) == [
        Items(
            "fan", 1, (("tanyao", 1), ("dora", 2), ("fu", 30), ("points", 1000), ("no-limit", None))
        )
    ]
    assert contents(deal, Pay) == [Pay(((0, 1, 3900), (TABLE, 1, 1000)))]
    assert contents(deal, Points) == [
        Points("net", (-3900, 4900, 0, 0)),
        Points("score", (20100, 29900, 25000, 25000)),
    ]
    (shown,) = contents(deal, Show)
    assert (shown.seat, shown.melds, text(shown.tiles)) == (1, (), "123456m123p123s12z")


def test_the_lines_stand_in_canonical_order():
    win = agari(1, 0, sc="250,-39,250,39,250,0,250,0", extra='doraHaiUra="113" ' + OVER)
    deal = only(read(log(init(), moves("T112 D112"), win)))
    keywords = [line.content.keyword for line in deal.lines]
    assert keywords[:5] == ["deal", "deal", "deal", "deal", "dora"]
    assert keywords[5:] == ["win", "ura", "show", "fan", "net", "pay", "score", "next"]


def test_a_self_drawn_win_and_zero_han_of_ura():
    win = agari(
        0, 0, sc="250,30,250,-10,250,-10,250,-10", yaku='yaku="1,1,0,1,10,1,14,1,53,0"', extra=OVER
    )
    deal = only(read(log(init(), moves("T112"), win)))
    assert words(deal) == "A:2z#"
    assert contents(deal, WinLine) == [WinLine(0, TILES["2z"], 0)]
    items = (
        ("riichi", 1),
        ("tsumo", 1),
        ("yakuhai-east", 2),
        ("fu", 30),
        ("points", 1000),
        ("no-limit", None),
    )
    assert contents(deal, Items) == [Items("fan", 0, items)]
    assert contents(deal, Pay) == [Pay(((1, 0, 1000), (2, 0, 1000), (3, 0, 1000)))]


def test_a_yakuman_is_counted_in_limits():
    win = agari(
        1,
        0,
        sc="250,-320,250,320,250,0,250,0",
        yaku='yakuman="39,42"',
        ten="30,32000,5",
        extra=OVER,
    )
    deal = only(read(log(init(), moves("T112 D112"), win)))
    assert contents(deal, Items) == [
        Items(
            "fan",
            1,
            (
                ("yakuman-daisangen", 1),
                ("yakuman-tsuuiisou", 1),
                ("points", 32000),
                ("yakuman", None),
            ),
        )
    ]


def test_two_win_on_one_discard():
    wins = (
        agari(1, 0, sc="250,-20,250,20,250,0,250,0"),
        agari(3, 0, sc="230,-39,270,0,250,0,250,39", extra=OVER),
    )
    deal = only(read(log(init(), moves("T112 D112"), *wins)))
    assert words(deal) == "A:2z. B:# D:#"
    assert contents(deal, Pay) == [Pay(((0, 1, 2000),)), Pay(((0, 3, 3900),))]
    assert contents(deal, Points) == [
        Points("net", (-5900, 2000, 0, 3900)),
        Points("score", (19100, 27000, 25000, 28900)),
    ]


def test_both_who_rob_one_kong_are_said_to():
    wins = (
        agari(1, 0, sc="250,-20,250,20,250,0,250,0"),
        agari(3, 0, sc="230,-39,270,0,250,0,250,39", extra=OVER),
    )
    deal = only(read(log(init(), moves("T112"), call(0, added(28, 0, 1, 1)), *wins)))
    assert words(deal) == "A:2z^2z B:# D:#"
    assert [fact.robbed for fact in contents(deal, WinLine)] == [True, True]


def test_a_liable_seat_pays_its_part():
    win = agari(1, 0, sc="250,-160,250,320,250,-160,250,0", extra=f'paoWho="2" {OVER}')
    deal = only(read(log(init(), moves("T112 D112"), win)))
    assert contents(deal, Pay) == [Pay(((0, 1, 16000), (2, 1, 16000)))]


def test_chips_are_noted():
    win = agari(1, 0, sc="250,-20,250,20,250,0,250,0,0,-2,0,2,0,0,0,0", extra=OVER)
    deal = only(read(log(init(), moves("T112 D112"), win)))
    assert contents(deal, Remark) == [Remark("note", "chips -2 +2 +0 +0")]


def test_the_melds_of_a_winner_are_shown_oldest_first():
    melds = ",".join(map(str, (added(28, 3, 0, 3), kong(0, 0), kong(5, 2), chow(9, (3, 3, 3), 0))))
    win = agari(1, 0, sc="250,-20,250,20,250,0,250,0", extra=f'm="{melds}" {OVER}')
    (shown,) = contents(only(read(log(init(), moves("T112 D112"), win))), Show)
    assert [meld.sign + text(meld.tiles) for meld in shown.melds] == [
        "+123p",
        "+2222m",
        "*1111m",
        "^2222z",
    ]


def test_the_wall_runs_out():
    hands = f'hai1="{hand(HANDS[1])}" '
    end = washout(hands, "250,-10,250,30,250,-10,250,-10")
    deal = only(
        read(log(init(), moves("T112 D12"), call(1, chow(1, (1, 1, 0), 2)), moves("E109"), end))
    )
    assert contents(deal, NoWin) == [NoWin("wall")]
    assert contents(deal, Tenpai) == [Tenpai((1,))]
    assert contents(deal, Pay) == [Pay(((0, 1, 1000), (2, 1, 1000), (3, 1, 1000)))]
    (shown,) = contents(deal, Show)
    assert [meld.sign + text(meld.tiles) for meld in shown.melds] == ["+234m"]


def test_between_two_and_two_nobody_knows_who_paid_whom():
    end = washout("", "250,15,250,15,250,-15,250,-15")
    deal = only(read(log(init(), moves(DRAWN_OUT), end)))
    assert contents(deal, Pay) == []
    assert contents(deal, Points)[0] == Points("net", (1500, 1500, -1500, -1500))


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("reach4", "four-riichi"),
        ("ron3", "triple-ron"),
        ("kan4", "four-kongs"),
        ("kaze4", "four-winds"),
    ],
)
def test_abortive_draws(kind, name):
    deal = only(read(log(init(), moves(DRAWN_OUT), washout(f'type="{kind}" '))))
    assert contents(deal, NoWin) == [NoWin("abort", name)]
    assert contents(deal, Tenpai) == []


def test_nine_terminals_are_declared_after_a_draw():
    deal = only(read(log(init(), moves("T112"), washout('type="yao9" '))))
    assert words(deal) == "A:2z-"
    assert contents(deal, NoWin) == [NoWin("abort", "nine-terminals", 0)]


def test_nagashi_mangan_is_a_washout_with_a_name():
    deal = only(
        read(log(init(), moves(DRAWN_OUT), washout('type="nm" ', "250,-40,250,80,250,-20,250,-20")))
    )
    assert contents(deal, NoWin) == [NoWin("wall", "nagashi-mangan", 1)]


# ------------------------------------------------------------------ places


def test_turns_and_lines_know_their_place():
    data = log(init(), moves(DRAWN_OUT), washout())
    deal = only(read(data))
    assert deal.place(1) == Span(1, data.index(b"<U113") + 1)
    assert deal.span == Span(1, data.index(b"<INIT") + 1)
    assert deal.lines[-1].span == Span(1, data.index(b"<RYUU") + 1)


def test_places_count_lines_and_characters():
    data = log(init(), "\n<!-- 張 --> ", moves("T112 D112"), washout())
    deal = only(read(data))
    assert deal.place(0) == Span(2, len("<!-- 張 --> ") + 1)


# ------------------------------------------------------------------ what is wrong with a file


def test_a_deal_without_a_result():
    game = read(log(init(), washout(owari=False), init(), moves("T112")))
    assert codes(game) == [("format.truncated", "warning")]
    assert len(game.deals) == 2
    assert game.findings[0].place.deal == 2
    assert "E1.0" in game.findings[0].message


def test_a_game_without_an_end_is_worth_a_note():
    assert codes(read(log(init(), washout(owari=False)))) == [("format.truncated", "note")]


def test_broken_xml_keeps_what_stands_before_it():
    data = log(init(), washout(owari=False), init(), moves("T112 D112"))[:-20]
    game = read(data)
    assert set(codes(game)) == {("format.xml", "error"), ("format.truncated", "warning")}
    assert len(game.deals) == 2


def test_entities_are_never_expanded():
    data = b'<!DOCTYPE x [<!ENTITY a "b">]>' + log(init(), washout())
    game = read(data)
    assert codes(game) == [("format.xml", "error")]
    assert "document type" in game.findings[0].message
    assert not game.deals


@pytest.mark.parametrize(
    "data", [b"<svg/>", b"<mjlog/>", b"", b"<mjloggm", b"\xff\xfe<\x00", b"plain"]
)
def test_no_log_at_all(data):
    game = read(data)
    assert codes(game) == [("format.xml", "error")]
    assert not game.deals


def test_a_log_without_deals():
    assert codes(read(log())) == [("format.empty", "warning")]


@pytest.mark.parametrize(
    ("element", "said"),
    [
        ("<N who='1'/>", "lacks the attribute m"),
        ("<N who='7' m='1'/>", "seat '7'"),
        ("<N who='1' m='x'/>", "cannot be read"),
        ("<N who='1' m='65281'/>", "does not exist"),
        ("<N who='1' m='99999'/>", "16 bits"),
        ("<DORA hai='136'/>", "outside 0-135"),
        ("<DORA hai='-1'/>", "outside 0-135"),
        ("<REACH who='1'/>", "lacks the attribute step"),
        ("<BYE/>", "lacks the attribute who"),
        ("<RYUUKYOKU/>", "lacks the attribute sc"),
        ("<RYUUKYOKU sc='1,2'/>", "2 numbers"),
        ("<AGARI who='1'/>", "lacks the attribute fromWho"),
    ],
)
def test_a_bad_element_is_left_out_and_named(element, said):
    game = read(log(init(), moves("T112 D112"), element, washout()))
    assert codes(game) == [("format.attribute", "error")]
    assert said in game.findings[0].message
    assert words(game.deals[0]) == "A:2z."


@pytest.mark.parametrize("kind", ["-", "1e9", "Yao9", "two words", "9" * 500])
def test_a_way_to_end_that_no_record_can_name_is_told_and_has_no_name(kind):
    end = washout().replace("<RYUUKYOKU ", f"<RYUUKYOKU type='{kind}' ")
    game = read(log(init(), moves("T112 D112"), end))
    assert codes(game) == [("format.attribute", "error")]
    assert contents(game.deals[0], NoWin) == [NoWin("abort")]
    (again,) = notation.read(notation.write(game)).deals
    assert contents(again, NoWin) == [NoWin("abort")]


@pytest.mark.parametrize(
    "start",
    ["<INIT/>", "<INIT seed='1,2'/>", init(seed="99,0,0,0,0,0"), init(seed="0,0,0,0,0,999")],
)
def test_a_bad_opening_leaves_the_deal_out(start):
    game = read(log(start, moves("T112"), init(), washout()))
    assert codes(game) == [("format.attribute", "error")]
    assert len(game.deals) == 1


@pytest.mark.parametrize(
    ("start", "said"),
    [
        (
            init(seed="x,0,0,0,0,0"),
            "whole numbers with commas between them are expected, not 'x,0,0,0,0,0'",
        ),
        ("<INIT seed='1,2'/>", "seed '1,2' has too many numbers or too few"),
        (init(oya="1,2"), "one whole number is expected, not '1,2'"),
    ],
)
def test_why_an_opening_cannot_be_read_is_said_in_our_words(start, said):
    game = read(log(start))
    opening, empty = sorted(game.findings, key=lambda finding: finding.code)
    assert said in opening.message
    assert empty.code == "format.empty"
    assert (opening.place.deal, empty.place.deal) == (0, 0)


@pytest.mark.parametrize(
    "element", ["<N who='1' m='x'/>", "<N who='x' m='1'/>", "<DORA hai=''/>", "<DORA hai='1,2'/>"]
)
def test_why_an_element_cannot_be_read_is_said_in_our_words(element):
    game = read(log(init(), moves("T112 D112"), element, washout()))
    (finding,) = game.findings
    assert not re.search(r"invalid literal|unpack|index|base 10", finding.message)


def test_an_unknown_element_is_told():
    assert codes(read(log(init(), "<T999/>", washout()))) == [("format.element", "warning")]


def test_a_discard_that_nothing_came_before():
    game = read(log(init(), moves("D0"), washout()))
    assert codes(game) == [("format.gap", "error")]
    assert words(game.deals[0]) == "A:1m"


def test_an_indicator_outside_any_turn():
    assert codes(read(log(init(), "<DORA hai='4'/>", washout()))) == [("format.gap", "error")]


def test_a_call_of_another_tile_than_the_one_thrown():
    game = read(log(init(), moves("T112 D112"), call(1, pung(3, 3, 0, 3)), moves("E0"), washout()))
    assert codes(game) == [("format.meld", "error")]
    assert game.findings[0].message == "the call takes 4m from A, but the latest discard is A's 2z"


def test_a_win_without_a_draw():
    win = agari(1, 1, sc="250,-10,250,30,250,-10,250,-10", extra=OVER)
    assert words(only(read(log(init(), moves("T112 D112"), win)))) == "A:2z. B:?#"


def test_a_win_before_which_nobody_played_is_a_result_without_turns():
    win = agari(0, 0, sc="250,30,250,-10,250,-10,250,-10", extra=OVER)
    assert not only(read(log(init(), win))).turns


def test_findings_are_bounded():
    assert len(read(log(init(), "<X/>" * 500, washout())).findings) == 100


def test_a_win_that_cannot_be_read_leaves_nothing_behind():
    win = agari(1, 0, sc="1", extra=OVER)
    game = read(log(init(), moves("T112 D112"), win))
    assert codes(game) == [("format.attribute", "error"), ("format.truncated", "warning")]
    assert contents(game.deals[0], WinLine) == []
    assert codes(read(log(init(), agari(1, 0, sc=SCORES, yaku='yaku="1"', extra=OVER)))) == codes(
        game
    )


def test_what_is_thrown_after_a_call_was_not_drawn():
    play = (
        moves("T112 D12"),
        call(2, pung(3, 3, 0, 2)),
        moves("F110"),
        call(0, pung(27, 3, 2, 2)),
        moves("D112"),
    )
    assert words(only(read(log(init(), *play, washout())))).endswith("A:+11z-2z")


def test_a_fourth_player_among_three():
    three = init(HANDS[:3], ten="350,350,350,0").replace("/>", ' hai3=""/>')
    game = read(log(three, moves("W112 G112"), washout(), kind=0x19))
    assert codes(game)[:2] == [("format.attribute", "error")] * 2
    assert not game.deals[0].turns


def test_riichi_outside_the_own_turn():
    assert codes(read(log(init(), '<REACH who="1" step="1"/>', moves(DRAWN_OUT), washout()))) == [
        ("format.gap", "error")
    ]


# ------------------------------------------------------------------ how long the game is


@pytest.mark.parametrize(
    ("ten", "told"),
    [("220,240,250,290", "length=east"), ("220,310,250,220", "length=unknown")],
    ids=["one round more, as nobody has thirty thousand", "nothing but a longer game"],
)
def test_a_game_that_goes_on_is_longer_than_its_type_says(ten, told):
    last = init(seed="3,0,0,2,3,100")
    more = init(seed="4,0,0,2,3,100", ten=ten)
    game = read(
        log(last, moves(DRAWN_OUT), washout(owari=False), more, moves(DRAWN_OUT), washout(), kind=1)
    )
    assert told in game.rules


RIICHI = '<T112/><REACH who="0" step="1"/><D112/>'
PAID = '<REACH who="0" ten="240,250,250,250" step="2"/>'


@pytest.mark.parametrize(
    ("after", "told"),
    [
        ("", ["format.gap"]),
        (PAID, []),
        (PAID.replace("240", "250"), ["format.attribute"]),
        (PAID.replace('who="0"', 'who="1"'), ["format.gap", "format.attribute"]),
        (PAID.replace('"2"', '"3"'), ["format.attribute", "format.gap"]),
    ],
)
def test_a_riichi_is_paid_for(after, told):
    column = "240,0,250,0,250,0,250,0" if told == [] else SCORES
    game = read(log(init(), RIICHI, after, moves("U113 E113"), washout(sc=column, ba="0,1")))
    found = [finding.code for finding in game.findings]
    assert [code for code in found if code != "format.truncated"] == told


@pytest.mark.parametrize(
    ("sticks", "told"), [(1, []), (0, ["format.attribute"]), (4, ["format.attribute"])]
)
def test_the_sticks_that_a_result_names_are_those_on_the_table(sticks, told):
    end = washout(sc="240,0,250,0,250,0,250,0", ba=f"0,{sticks}")
    game = read(log(init(), RIICHI, PAID, moves("U113 E113"), end))
    assert [f.code for f in game.findings if f.code != "format.truncated"] == told


@pytest.mark.parametrize("number", [-1, 55, 99])
def test_a_yaku_that_nobody_knows_leaves_its_deal_open(number):
    yaku = f'yaku="{number},1"'
    game = read(log(init(), moves("T112 D112"), agari(1, 0, sc=SCORES, yaku=yaku, extra=OVER)))
    assert [(f.code, f.severity) for f in game.findings] == [("format.attribute", "warning")]
    assert game.deals[0].word("house") == str(number).strip("-")
    assert len(game.contents(WinLine)) == 1
