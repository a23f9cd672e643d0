"""Facts, claims, rulings and everything that mjlog does not know: one a line."""

import pytest
from kit.sizes import each

from mjlog.model.record import (
    NOBODY,
    TABLE,
    BonusLine,
    Dealt,
    Exchange,
    Indicators,
    Items,
    Kept,
    Next,
    NoWin,
    Pay,
    Points,
    ReadySeats,
    Remark,
    Ruling,
    Show,
    ShownMeld,
    Tenpai,
    VoidSuit,
    Wall,
    WinLine,
)
from mjlog.model.tiles import PILLAR, TILES
from mjlog.notation import read, read_slowly, write
from mjlog.notation.lines.line_reader import statement
from mjlog.notation.lines.tree_lines import statement_by_grammar

A, B, C, D = range(4)
HEAD = "%mjlog 1.0\n\n@ 1 dealer=A\n"


def tiles(names):
    return tuple(
        TILES[name.rstrip("'")] | (PILLAR if name[-1] == "'" else 0) for name in names.split()
    )


CANONICAL = {
    "wall 1m5s?J": Wall(tiles("1m 5s ? J")),
    "wall C 1m5s?": Wall(tiles("1m 5s ?"), C),
    "deal A 1m": Dealt(A, tiles("1m")),
    "deal A": Dealt(A, ()),
    "deal B [19m2p2s] 5m1z": Dealt(B, tiles("5m 1z"), tiles("1m 9m 2p 2s")),
    "deal D [] ????": Dealt(D, tiles("? ? ? ?"), ()),
    "exchange A>B 123m, B>C ???": Exchange(((A, B, tiles("1m 2m 3m")), (B, C, tiles("? ? ?")))),
    "exchange right A>B 1mJ": Exchange(((A, B, tiles("1m J")),), "right"),
    "void B p": VoidSuit(B, 1),
    "bonus A 36f": BonusLine(A, tiles("3f 6f")),
    "dora 5m0p": Indicators(tiles("5m 0p")),
    "win C 2s self": WinLine(C, TILES["2s"], C),
    "win C 7p from A": WinLine(C, TILES["7p"], A),
    "win C 7p from ?": WinLine(C, TILES["7p"], NOBODY),
    "win C 2s rob A": WinLine(C, TILES["2s"], A, robbed=True),
    "win C ? self": WinLine(C, TILES["?"], C),
    "draw wall": NoWin("wall"),
    "draw abort nine-terminals by=A": NoWin("abort", "nine-terminals", A),
    "draw void by=B": NoWin("void", "", B),
    "ura 9s": Indicators(tiles("9s"), hidden=True),
    "ready": ReadySeats(()),
    "ready A C": ReadySeats((A, C)),
    "show C *5555z 3'3'm2'34p2s": Show(
        C, (ShownMeld("*", tiles("5z 5z 5z 5z")),), tiles("3m' 3m' 2p' 3p 4p 2s")
    ),
    "show A +999m +9999m ^9'999m": Show(
        A,
        (
            ShownMeld("+", tiles("9m 9m 9m")),
            ShownMeld("+", tiles("9m 9m 9m 9m")),
            ShownMeld("^", tiles("9m' 9m 9m 9m")),
        ),
        (),
    ),
    "show B +45j6p 1z": Show(B, (ShownMeld("+", tiles("4p 5jp 6p")),), tiles("1z")),
    "fan C basic 1, missing-suit 1": Items("fan", C, (("basic", 1), ("missing-suit", 1))),
    "fan C 七对 ?": Items("fan", C, (("七对", None),)),
    "fan C": Items("fan", C, ()),
    "kong C concealed 2": Items("kong", C, (("concealed", 2),)),
    "net -12 -7 23 ?": Points("net", (-12, -7, 23, None)),
    "pay A>C 12, B>C ?": Pay(((A, C, 12), (B, C, None))),
    "pay A>table 1000 for=riichi": Pay(((A, TABLE, 1000),), "riichi"),
    "score 88 93 123 96": Points("score", (88, 93, 123, 96)),
    "tenpai": Tenpai(()),
    "tenpai A D": Tenpai((A, D)),
    "next E2.1 dealer=B": Next((("E2.1", ""), ("dealer", "B"))),
    "rule B false-win art=4.4": Ruling(B, "false-win", (("art", "4.4"),)),
    "rule table void": Ruling(TABLE, "void"),
    "sign 0001..0014 ed25519:b1Z": Remark("sign", "0001..0014 ed25519:b1Z"),
    "note {this is} no comment; it is the note": Remark(
        "note", "{this is} no comment; it is the note"
    ),
    "note": Remark("note", ""),
    "weather rain {in} spring": Kept("weather rain {in} spring"),
    "Zed": Kept("Zed"),
}
OTHER_SPELLINGS = {
    "deal B [9m1m2s2p] 5z5m": "deal B [19m2p2s] 5m5z",
    "deal  A\t1m  2m": "deal A 12m",
    "deal A 1m 2m": "deal A 12m",
    "wall 1m 5s": "wall 1m5s",
    "show C 34p+555z": "show C +555z 34p",
    "show C ++9999m 1z": "show C +9999m 1z",
    "show C 3m'3m": "show C 3'3m",
    "show C [33m2p] 34p2s": "show C 3'3'm2'34p2s",
    "show C *5555z [] 34p": "show C *5555z 34p",
    "deal A 2'7'm5's1'z1457m8p": "deal A [27m5s1z] 1457m8p",
    "deal A [27m] 5's1457m8p": "deal A [27m5s] 1457m8p",
    "deal a [2m] 12m enn": "deal A [2m] 12m144z",
    "wall 1ms 5s?sws": "wall 1m2z5s?s32z",
    "exchange right a>b 1mJ": "exchange right A>B 1mJ",
    "exchange a > b e, c>d n": "exchange A>B 1z, C>D 4z",
    "exchange a-b A>B 1m": "exchange a-b A>B 1m",
    "bonus d 1f": "bonus D 1f",
    "dora nh": "dora 45z",
    "ura r": "ura 7z",
    "win c s self": "win C 2z self",
    "win b n from a": "win B 4z from A",
    "win b 4m rob d": "win B 4m rob D",
    "draw abort nine-terminals by=c": "draw abort nine-terminals by=C",
    "ready a c": "ready A C",
    "show d +nnn n'34p": "show D +444z 34p4'z",
    "fan b basic 1": "fan B basic 1",
    "kong d concealed 2": "kong D concealed 2",
    "pay a>c 3, table>d ?": "pay A>C 3, table>D ?",
    "tenpai a d": "tenpai A D",
    "next e2.1 dealer=b": "next E2.1 dealer=B",
    "rule b late": "rule B late",
    "fan C basic": "fan C basic ?",
    "fan C basic 1,missing 2": "fan C basic 1, missing 2",
    "net +12 -012 00 -0": "net 12 -12 0 0",
    "pay A>B 1,C > D 2": "pay A>B 1, C>D 2",
    "next dealer=B ; said the referee": "next dealer=B {said the referee}",
    "score 1 2 3 4 {a} {b}": "score 1 2 3 4 {a b}",
}
REFUSED = [
    "win C", "win C 2s", "win C 2s self A", "win C 2's self", "win E 2s self", "win C 2s from",
    "win 2s C self",
    "deal", "deal A 0z", "deal A [1m", "deal A 1m]", "deal A x", "draw", "draw by=A", "draw Wall",
    "draw abort nine by=E", "bonus A", "wall", "dora", "ura x", "ready E", "ready AC", "show",
    "show C +",
    "show C 1m-2m", "fan basic 1", "fan C basic 1 2", "fan C 3", "fan C ,", "kong C concealed 2,",
    "net",
    "net 1 2 3 x", "score 1.5 2 3 4", "score 1234567890 0 0 0", "pay A>C", "pay A 12",
    "pay A>C 12 B>C 7",
    "pay A>E 3", "pay A>B 3 for=", "tenpai A,C", "next", "next =B", "rule", "rule false-win",
    "rule B", "rule B False", "exchange A 1m", "exchange A>B", "score 1 2 3 4 {open",
    "score 1 2 3 4 }",
    "win C 2s self {a} b", "1234", "0001", "0001 S1", "0001 s1 9m", "0001 25:00 S1 9m", ")", "$",
    "{open", "(open",
    "1234567.",
]  # fmt: skip


@each(CANONICAL)
def test_a_line_says_what_it_says_by_both_roads_and_is_written_so(line):
    game = read(f"{HEAD}{line}\n")
    assert [said.content for said in game.deals[0].lines] == [CANONICAL[line]]
    assert not [finding for finding in game.findings if finding.code != "syntax.unknown_line"]
    assert write(game) == f"{HEAD}{line}\n"
    assert statement(line) in (None, statement_by_grammar(line))


@pytest.mark.parametrize(("line", "canonical"), OTHER_SPELLINGS.items())
def test_other_spellings_are_written_in_one_way(line, canonical):
    assert write(read(f"{HEAD}{line}\n")) == f"{HEAD}{canonical}\n"
    assert statement(line) in (None, statement_by_grammar(line))


@each(REFUSED)
def test_a_bad_line_is_one_finding_at_its_place_and_kept(line):
    game = read(f"{HEAD}  {line}\nnext dealer=B\n")
    (finding,) = game.findings
    assert (finding.code, finding.severity) == ("syntax.line", "error")
    assert (finding.place.line, finding.place.deal) == (4, 1)
    assert 3 <= finding.place.column <= 3 + len(line)
    assert line in write(game)
    assert read(write(game)) == game
    assert Next((("dealer", "B"),)) in [said.content for said in game.deals[0].lines]


@pytest.mark.parametrize(
    "line", [line for line in CANONICAL if line[:4] not in ("note", "sign", "weat", "Zed")]
)
def test_a_comment_ends_a_line(line):
    (said,) = read(HEAD + line + " {as the \\} referee} ; said\n").deals[0].lines
    assert said.content == CANONICAL[line]
    assert said.comment == "as the } referee said"


def test_a_finding_says_what_was_expected():
    (finding,) = read(f"{HEAD}pay A>C 12, B> 7\n").findings
    assert finding.message == (
        "'7' does not fit here; expected a seat, A to D or `table`; "
        "such a line is written `pay A>B 1000, table>B 300`"
    )
    assert (finding.place.line, finding.place.column) == (4, 16)


def test_lines_are_about_those_who_sit_at_the_table():
    three = "%mjlog 1.0\nA: X\nB: Y\nC: Z\n\n@ 1 dealer=A\n"
    for line in (
        "win D 2s self",
        "deal D 1m",
        "pay A>D 3",
        "score 1 2 3 4",
        "rule D x",
        "tenpai A D",
        "exchange D>A 1m",
    ):
        (finding,) = read(f"{three}{line}\n").findings
        assert finding.code == "syntax.line"
        assert finding.recorded == line
    assert not read(f"{three}score 1 2 3\n").findings


def test_lines_stand_in_one_order():
    lines = [
        "next dealer=B",
        "note a",
        "dora 3p",
        "score 1 2 3 4",
        "note b",
        "deal B 2m",
        "deal A 1m",
        "win A 1m self",
    ]
    written = write(read(HEAD + "\n".join(lines) + "\n")).splitlines()[3:]
    assert written == [
        "deal A 1m", "deal B 2m", "dora 3p", "win A 1m self", "score 1 2 3 4", "next dealer=B",
        "note a", "note b",
    ]  # fmt: skip


def test_a_line_that_stands_before_play_is_told_of_behind_it_once():
    game = read(f"{HEAD}1. 9m\ndeal A 1m\ndora 2m\n")
    (finding,) = game.findings
    assert (finding.code, finding.severity, finding.place.line) == ("syntax.order", "note", 5)
    assert write(game) == f"{HEAD}deal A 1m\ndora 2m\n1. A:9m\n"


def test_play_behind_the_result_is_told_of():
    game = read(f"{HEAD}1. 9m\nwin B 9m from A\n2. B:#\n")
    assert "syntax.order" in [finding.code for finding in game.findings]
    assert [turn.word for turn in game.deals[0].turns] == ["9m", "#"]


def test_rulings_and_remarks_may_stand_anywhere():
    assert not read(f"{HEAD}note begun late\n1. 9m 8m 7m 6m\nrule B late\n2. 5m\n").findings


def test_an_exchange_stands_where_it_happens_in_time():
    text = (
        f"{HEAD}dora 1m\n0. A:&1f/2m &2f/3m\nexchange right A>B 123m\nexchange left B>A "
        f"123m\n1. A:9m\n"
    )
    game = read(text)
    assert not game.findings
    assert write(game) == text
    assert read_slowly(text) == game
    earlier = (
        f"{HEAD}exchange right A>B 123m\nexchange left B>A 123m\ndora 1m\n0. A:&1f/2m "
        f"&2f/3m\n1. A:9m\n"
    )
    assert read(earlier) == game
    alone = f"{HEAD}0. A:&1f/2m\nexchange A>B 123m\n"
    assert write(read(alone)) == alone


@pytest.mark.parametrize(
    "text",
    [
        "1. &3f/2p\nexchange A>B 123m\nexchange ding-dong-2 A>B 1m\n2. A:9m\n",
        "exchange ding-dong-2 A>B 1m\n1. &3f/2p\nexchange A>B 123m\n2. A:9m\n",
    ],
)
def test_exchanges_keep_their_order_behind_the_bonus_tiles(text):
    game = read(f"{HEAD}{text}")
    assert read(write(game)) == game
    names = [line.content.name for line in game.deals[0].lines]
    assert names == (["", "ding-dong-2"] if text.startswith("1.") else ["ding-dong-2", ""])


def test_an_exchange_without_bonus_tiles_or_within_play_stands_before_play():
    text = f"{HEAD}exchange A>B 123m\nexchange ding-dong-4 A>B 1m\n1. A:9m\n"
    assert write(read(text)) == text
    (finding,) = read(f"{HEAD}1. A:9m\nexchange A>B 123m\n").findings
    assert (finding.code, finding.severity) == ("syntax.order", "note")


@each(
    [
        "exchange A>B 123m, B>C ???",
        "exchange ding-dong-8 A>B 1p, A>C 6p, d>a 2m",
        "exchange left C>B J1f",
    ]
)
def test_exchanges_are_read_without_the_grammar(line):
    assert statement(line) == statement_by_grammar(line)


@each(
    [
        "exchange A>B",
        "exchange A 1m",
        "exchange A>B 1'm",
        "exchange A>B 1m,B>A 2m",
        "exchange Left A>B 1m",
        "exchange A>B 1m 2m",
        "exchange A>table 1m",
    ]
)
def test_exchanges_in_doubt_are_left_to_the_grammar(line):
    assert statement(line) is None
