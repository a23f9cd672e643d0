"""A club's own game from a file: what it changes, how records name it, what is wrong with one."""

from copy import copy
from hashlib import sha256
from pathlib import Path

import pytest
from kit.commands import run
from kit.records import faults

from mjlog.auditor.audit import audit
from mjlog.bots.generate import games
from mjlog.cli import rules_file
from mjlog.notation import read, write
from mjlog.referee.rulebook import RulesError
from mjlog.results import score_hand
from mjlog.rules import load
from mjlog.rules.kit import club
from mjlog.rules.lint import problems
from mjlog.sheets.reading import HowToRead, read_sheet
from mjlog.text.languages import language

ROOT = Path(__file__).parents[2]
EXAMPLE = (ROOT / "docs" / "examples" / "club-rules" / "club.toml").read_bytes()
THREE = (ROOT / "docs" / "examples" / "club-rules" / "three.toml").read_bytes()
WHOLE = (ROOT / "docs" / "examples" / "club-rules" / "whole.toml").read_bytes()
RECORD = (
    "%mjlog 1.0\nRules: {}\nA: Ann\nB: Bo\nC: Cy\nD: Di\n\n@ E1 dealer=A\n"
    "win B 6p from C\nshow B +345m 456m456p55p45p6p\n"
).replace("456p55p45p6p", "345s55p456p")


@pytest.fixture
def header():
    return club.add_file("club.toml", EXAMPLE)


def test_a_file_changes_rows_and_options(header):
    rules, plain = load(header), load("hongkong/1")
    assert (rules.scoring.minimum, rules.settings["max_faan"], rules.title) == (
        1, "10", "Friday club"
    )  # fmt: skip
    assert rules.scoring.item_can_be("full-flush", 6)
    assert not rules.scoring.item_can_be("full-flush", 7)
    assert plain.scoring.item_can_be("full-flush", 7)
    assert "all-fives" in rules.scoring.item_names
    assert not rules.scoring.item_can_be("human-hand", 13)


def test_a_record_is_judged_by_the_file_that_it_names(header):
    report = audit(read(RECORD.format(header)))
    assert faults(report) == []
    assert ("all-fives", 5) in [(i.name, i.points) for i in report.settlements[0].scores[0].items]


def test_options_stand_behind_the_name_of_the_file(header):
    assert load(f"{header} minimum=3").scoring.minimum == 3
    assert load(load(f"{header} minimum=3").header) == load(f"{header} minimum=3")


def test_a_name_in_a_record_opens_no_path(tmp_path):
    path = tmp_path / "other.toml"
    path.write_bytes(EXAMPLE.replace(b"Friday", b"Sunday"))
    for name in (f"file:{path}", "file:other.toml", f"file:other.toml#sha256:{'0' * 64}"):
        report = audit(read(RECORD.format(name)))
        assert "rules.unknown" in faults(report)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (EXAMPLE.replace(b"each_has(5)", b"each_hsa(5)"), "line 18, column 9: all-fives: unknown"),
        (EXAMPLE.replace(b"each_has(5)", b"each_hsa(5)"), "did you mean each_has?"),
        (EXAMPLE.replace(b"minimum = 1", b"minimum = 7"), "line 6, column 1"),
        (EXAMPLE.replace(b"minimum", b"minumum"), "unknown option 'minumum'"),
        (EXAMPLE.replace(b'"human-hand"', b'"no-hand"'), "line 3, column 13: no pattern is called"),
        (EXAMPLE.replace(b"points = 5", b"points = five"), "line 17, column 10: this is no TOML"),
        (
            EXAMPLE.replace(b'"hongkong"', b'"riichi"'),
            "can be like hongkong, mcr, sichuan, zungjung",
        ),
        (EXAMPLE + b"\nprice = 3\n[x]\n", "unknown member"),
        (b"\xff\xfe", "is not a text in UTF-8"),
        (b"", "names the rule set that the game changes"),
        (WHOLE.replace(b"own_draw=1", b"self_draw"), "line 33, column 9: self-draw: unknown word"),
        (WHOLE.replace(b"table:1,2", b"tabel:1,2"), "price takes points, doubling or a list of"),
        (WHOLE + b'[[pattern]]\nitem = "x"\npoints = 1\nwhen = "pungs=1"\n' * 300, "more than 300"),
        (b'title = "x"\nlike = ' + b"[" * 100_000, "more brackets inside each other"),
        (b"x" * 300_000, "larger than a file of rules"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_place(wrong, says):
    with pytest.raises(RulesError) as caught:
        load(club.add_file("club.toml", wrong))
    assert says in str(caught.value)


CHANGED = """title = "Sunday"
like = "hongkong"
without = ["human-hand"]

[options]
minimum = 2
max_faan = 8

[[pattern]]
item = "two-suits"
points = 1
when = "suits=2 has(honours)=0"
excludes = "half-flush"
only = "flowers=8"
sentence = "Two suits."

[[pattern]]
item = "all-fives"
points = 5
when = "each_has(5) shape=sets"
"""


@pytest.mark.parametrize(
    ("right", "wrong", "place", "says"),
    [
        ("without =", "witout =", (3, 1), "unknown member witout; did you mean without?"),
        ('"Sunday"', "7", (1, 1), "`title` has another kind of value"),
        ('"Sunday"', r'"\u001b[31mSun"', (1, 1), "a character that cannot be seen"),
        ('"hongkong"', '"honkong"', (2, 9), "did you mean hongkong?"),
        ('"hongkong"', '"hongkong/7"', (2, 9), "no edition '7'"),
        ('"hongkong"', '"hongkong minimum=3"', (2, 9), "can be like"),
        ('["human-hand"]', '"human-hand"', (3, 1), "write it like `without = ["),
        ('["human-hand"]', "[7]", (3, 1), "`without` has another kind of value"),
        ("human-hand", "humn-hand", (3, 13), "'humn-hand'; did you mean human-hand?"),
        ("max_faan", "max_fan", (7, 1), "did you mean `max_faan`?"),
        ("minimum = 2", "minimum = [2]", (6, 11), "option minimum takes 0, 1, 2, 3"),
        ("max_faan = 8", "max_faan = true", (7, 12), "takes a whole number from 1 on"),
        ("max_faan = 8", "max_faan = 1", (6, 1), "no hand has more than 1"),
        ("[options]", "[[options]]", (5, 1), "write it like `[options]`"),
        ('when = "suits', 'wen = "suits', (12, 1), "unknown member wen; did you mean when?"),
        ('item = "two-suits"\n', "", (9, 1), "the pattern has no `item`"),
        ("points = 1\n", "", (9, 1), "the pattern has no `points`; write it like `points = 5`"),
        ('"two-suits"', '"Two Suits"', (10, 9), "small letters, joined by `-`"),
        ('"two-suits"', '"total"', (10, 9), "take another name"),
        ("points = 1", "points = -1", (11, 10), "'-1' is no number of points"),
        ("points = 1", "points = 0", (11, 10), "a pattern of no points never counts"),
        ("points = 1", "points = 1.5", (11, 1), "`points` has another kind of value"),
        ("points = 1", 'points = "{flowrs}"', (11, 12), "'flowrs'; did you mean flowers?"),
        ("points = 1\n", "points =\n", (11, 9), "this is no TOML"),
        ("points = 1\n", "points = 1\npoints = 2\n", (12, 11), "`points = 2`"),
        ("has(honours)=0", "has(honors)=0", (12, 17), "'honors'; did you mean honours?"),
        ("has(honours)=0", "has()=0", (12, 17), "a class of tiles in brackets"),
        ("suits=2", "suits=two", (12, 9), "compares with 'two', which is no number"),
        ("suits=2", "suits(winds)=2", (12, 9), "has no brackets: write suits"),
        ("suits=2", "suits=2 suits=3", (12, 1), "no hand has both 'suits=2' and 'suits=3'"),
        ("suits=2", "suits=4", (12, 1), "'suits=4' is never so: 3 is the most"),
        ("suits=2", "chows[0,3,6]", (12, 9), "like chows[0,3,6]/1"),
        ("suits=2", "wait(singel)", (12, 9), "'singel'; did you mean single?"),
        ("half-flush", "half-flsh", (13, 13), "'half-flsh'; did you mean half-flush?"),
        ('"half-flush"', '["half-flush"]', (13, 1), "`excludes` has another kind of value"),
        ("half-flush", "two-suits", (13, 13), "the pattern excludes itself"),
        ("flowers=8", "flower=8", (14, 9), "'flower'; did you mean flowers?"),
        ("flowers=8", "flowers=9", (14, 17), "option flowers takes 8, 0; not '9'"),
        ("shape=sets", "shape=set", (20, 21), "did you mean shape=sets?"),
        ("shape=sets", "shape=knitted", (20, 21), "no hand of this game has 'shape=knitted'"),
        ("each_has(5)", "each_has(10)", (20, 9), "unknown word '10'; known are"),
        (
            'shape=sets"\n',
            (
                'shape=sets"\nexcludes = "two-suits"\n[[pattern]]\nitem = "two-suits"\n'
                'points = 2\nwhen = "has(honours)=0 suits=2"\n'
            ),
            (23, 9),
            "another row of that name asks for the same",
        ),
        (
            'each_has(5) shape=sets"\n',
            (
                'pungs=4"\nexcludes = "x"\n[[pattern]]\nitem = "x"\npoints = 1\nwhen = "kongs=4"\n'
                'excludes = "all-fives"'
            ),
            (26, 13),
            "x: x, all-fives exclude each other",
        ),
        (
            'shape=sets"\n',
            (
                'shape=sets"\nexcludes = "x"\n[[pattern]]\nitem = "x"\npoints = 1\n'
                'when = "kongs=4"\nexcludes = "y"\n[[pattern]]\nitem = "y"\npoints = 1\n'
                'when = "kongs=3"\nexcludes = "all-fives"'
            ),
            (31, 13),
            "y: y, all-fives, x exclude each other",
        ),
        (
            'item = "two-suits"\npoints = 1\nwhen = "suits=2 has(honours)=0"\n',
            'item = "half-flush"\npoints = 1\nwhen = "suits=1 has(honours)"\n',
            (13, 13),
            "the pattern excludes itself",
        ),
        ("max_faan = 8", "max_faan = 0", (7, 12), "takes a whole number from 1 on; not '0'"),
        ("max_faan = 8", 'max_faan = 8\nrise = "spicey"', (8, 9), "not 'spicey'"),
        ("max_faan = 8", 'table = [1, 2,\n  4, "8x"]', (8, 7), "'8x' is no price: a whole number"),
        ("max_faan = 8", "table = [1, -2]", (7, 13), "'-2' is no price: a whole number"),
        ("max_faan = 8", 'table = "faan:1,2,x"', (7, 19), "'x' is no price: a whole number"),
        ("max_faan = 8", 'table = "nnoe"', (7, 10), "not 'nnoe'; did you mean none?"),
        ("max_faan = 8", "max_faan = 1.5", (7, 12), "takes a whole number from 1 on; not '1.5'"),
    ],
)
def test_a_mistake_is_named_with_its_line_and_column(right, wrong, place, says):
    assert load(club.add_file("club.toml", CHANGED.encode())).title == "Sunday"
    with pytest.raises(RulesError) as caught:
        load(club.add_file("club.toml", CHANGED.replace(right, wrong, 1).encode()))
    line, column = place
    assert str(caught.value).startswith(f"club.toml, line {line}, column {column}: ")
    assert says in str(caught.value)


@pytest.mark.parametrize("tiles", ['"circles, bambos"', '["circles", "bambos"]'])
def test_the_wrong_one_of_several_values_is_named_with_its_place(tiles):
    text = f'[options]\ntiles = {tiles}\n[[pattern]]\nitem = "x"\npoints = 1\nwhen = "pungs=4"\n'
    with pytest.raises(RulesError) as caught:
        load(club.add_file("club.toml", text.encode()))
    column = f"tiles = {tiles}".index("bambos") + 1
    says = "tiles does not take 'bambos'; did you mean bamboos?"
    assert str(caught.value) == f"club.toml, line 2, column {column}: {says}"


@pytest.mark.parametrize("tiles", ['"circles, bamboos"', '["circles", "bamboos"]'])
def test_several_values_of_an_option_may_be_written_as_people_write_lists(tiles):
    pattern = '[[pattern]]\nitem = "all-pungs"\npoints = 2\nwhen = "pungs=4"\n'
    text = f"[options]\ntiles = {tiles}\nflowers = 0\n{pattern}"
    assert load(club.add_file("club.toml", text.encode())).settings["tiles"] == "circles,bamboos"


def test_all_mistakes_are_named_at_once_in_their_order():
    text = (
        CHANGED.replace("human-hand", "humn-hand")
        .replace("max_faan = 8", "max_fan = 8\nzzz = 1")
        .replace("suits=2 has(honours)", "siuts=2 has(honors)")
        .replace("half-flush", "half-flsh")
        .replace("flowers=8", "flower=8")
        .replace("points = 5", 'points = "5x"')
        .replace("shape=sets", "shape=set")
    ) + '\n[[pattern]]\nitem = "all-twos"\npoints = 2\nwen = "each_has(2)"\n'
    with pytest.raises(RulesError) as caught:
        load(club.add_file("club.toml", text.encode()))
    lines = [str(problem) for problem in caught.value.problems]
    expected = [
        "line 3, column 13: no pattern is called 'humn-hand'",
        "line 7, column 1: unknown option 'max_fan'; did you mean `max_faan`?",
        "line 8, column 1: unknown option 'zzz'; known are preset, flowers, dead_wall,",
        "line 13, column 9: two-suits: unknown word 'siuts=2'; did you mean suits?",
        "line 13, column 17: two-suits: unknown word 'honors'; did you mean honours?",
        "line 14, column 13: two-suits: no pattern is called 'half-flsh'",
        "line 15, column 9: two-suits: no option is called 'flower'",
        "line 20, column 11: all-fives: '5x' is no number of points",
        "line 21, column 21: all-fives: unknown word 'shape=set'",
        "line 26, column 1: unknown member wen; did you mean when?",
    ]
    for line, words in zip(lines, expected, strict=True):
        assert line.startswith(f"club.toml, {words}")


def test_of_a_game_that_is_not_named_only_the_form_is_judged():
    text = CHANGED.replace("like =", "lik =").replace("max_faan", "max_fan")
    with pytest.raises(RulesError) as caught:
        load(club.add_file("club.toml", text.encode()))
    assert str(caught.value) == (
        "club.toml, line 2, column 1: unknown member lik; did you mean like?"
    )


def test_a_file_of_nothing_but_mistakes_names_thirty():
    text = CHANGED + "".join([f"x{number} = 1\n" for number in range(40)])
    with pytest.raises(RulesError) as caught:
        load(club.add_file("club.toml", text.encode()))
    assert len(caught.value.problems) == 31
    assert str(caught.value).endswith("and 10 mistakes more")


def test_a_price_list_is_a_list_and_blanks_do_not_matter():
    text = """like = "hongkong"
[options]
minimum = 0
max_faan = 4
flowers = 0
table = [1, 2, 5, 9, 20]
table_means = "discard_total"
[[pattern]]
item = "all-simples"
points = 1
when = "tiles(simples) bonus <= 0"
only = "flowers = 0"
"""
    header = club.add_file("prices.toml", text.encode())
    assert load(header).settings["table"] == "faan:1,2,5,9,20"
    hand = score_hand.WinningHand(header, "234m345p456p66s678s", source="B", round="E")
    settlement = score_hand.score(hand)
    assert settlement.scores[0].value == 3
    assert settlement.net(4) == (9, -9, 0, 0)


def test_rules_of_a_file_are_equal_and_travel(header):
    rules = load(header)
    assert load(f"{header}/1") == rules
    assert copy(rules) == rules
    assert rules.having("minimum", "2").settings["minimum"] == "2"


def test_a_game_without_honours_is_played_without_them():
    game = b"""[options]
tiles = "characters,circles,bamboos"
flowers = 0
[[pattern]]
item = "eyes"
points = 1
when = "pair(2,5,8)"
"""
    rules = load(club.add_file("street.toml", game))
    assert sum(rules.play.spec.copies) == 108
    made = games(rules.header, seed=1, deals=2)
    assert not any(faults(audit(each)) for each in made)
    eyes = score_hand.WinningHand(rules.header, "234m456m678p789s55s", source="B", round="E")
    assert score_hand.settlement(score_hand.report(eyes)).scores[0].value == 1
    other = score_hand.WinningHand(rules.header, "234m456m678p789s66s", source="B", round="E")
    assert score_hand.settlement(score_hand.report(other)).scores[0].value == 0


@pytest.mark.parametrize("like", ["hongkong", "zungjung", "mcr", "sichuan"])
def test_each_game_of_the_kit_can_be_changed(like):
    game = f"""like = "{like}"
[[pattern]]
item = "all-fives-or-eights"
points = 2
when = "each_has(5,8) shape=sets"
"""
    rules = load(club.add_file("like.toml", game.encode()))
    assert not list(problems(rules))
    assert not any(faults(audit(each)) for each in games(rules.header, seed=3, deals=4))


def test_a_sheet_with_an_error_is_checked_by_a_whole_game(tmp_path):
    (tmp_path / "whole.toml").write_bytes(WHOLE)
    sheet = "Deal,Dealer,Winner,From,Points,Ann,Bo,Cy,Di\nE1,Ann,Bo,Cy,2,-8,19,-8,-4\n"
    (tmp_path / "sheet.csv").write_text(sheet, encoding="utf-8")
    done = run("sheet", "check", "--rules", tmp_path / "whole.toml", tmp_path / "sheet.csv")
    assert "net.differs" in done.output
    assert "recorded 19, expected 20" in done.output


def test_records_elsewhere_are_shown_by_a_file_that_is_given(tmp_path):
    (tmp_path / "rules").mkdir()
    path = tmp_path / "rules" / "thursday.toml"
    path.write_bytes(EXAMPLE.replace(b"Friday", b"Thursday"))
    name = f"file:thursday.toml#sha256:{sha256(path.read_bytes()).hexdigest()}"
    (tmp_path / "game.mjl").write_text(RECORD.format(name), encoding="utf-8")
    assert "give that file with --rules" in run("show", tmp_path / "game.mjl").output
    assert run("show", "--rules", path, tmp_path / "game.mjl").exit_code == 0
    assert run("check", "--rules", path, "--jobs", "2", tmp_path / "game.mjl").exit_code == 0
    other = f"file:thursday.toml#sha256:{sha256(b'older').hexdigest()}"
    (tmp_path / "game.mjl").write_text(RECORD.format(other), encoding="utf-8")
    shown = run("show", "--rules", path, tmp_path / "game.mjl").output
    assert "the file of that name that was given has another text" in shown


@pytest.mark.parametrize("name", ["file:club.toml", "file:club.toml#sha256:0da9", "club.toml"])
def test_a_name_without_its_whole_digest_says_where_the_name_is_printed(name):
    with pytest.raises(RulesError, match=r"`mjlog rules club\.toml` prints"):
        load(name)


def test_the_command_line_takes_a_file(tmp_path):
    path = tmp_path / "club.toml"
    path.write_bytes(EXAMPLE)
    hand = "345m345s456p55p456m"
    scored = run("score", "--rules", path, "--hand", hand, "--round", "E")
    assert "all-fives" in scored.output
    record = tmp_path / "game.mjl"
    record.write_text(RECORD.format(club.add_file("club.toml", EXAMPLE)), encoding="utf-8")
    assert run("check", "--rules", path, record).exit_code == 0
    assert "Friday club" in run("rules", path).output
    path.write_bytes(EXAMPLE.replace(b"each_has", b"each_hsa"))
    assert "line 18" in run("rules", path).output


@pytest.mark.parametrize(
    ("words", "header"),
    [
        ("mcr", "mcr/1"),
        ("mcr flowers=0", "mcr/1 flowers=0"),
        ("mcr/1", "mcr/1"),
        ("nobody", "nobody"),
        ("", ""),
    ],
)
def test_an_edition_is_always_written(words, header):
    assert rules_file.header(None, None, words) == header


def test_a_whole_game_has_its_own_patterns_and_payments():
    rules = load(club.add_file("whole.toml", WHOLE))
    assert not list(problems(rules))
    assert rules.scoring.item_names == {
        "all-pungs",
        "chicken-hand",
        "one-suit",
        "seven-pairs",
        "self-draw",
        "total",
    }
    won = score_hand.WinningHand(rules.header, "222333444m555m66p", source="B", round="E")
    report = score_hand.report(won)
    assert faults(report) == []
    assert score_hand.settlement(report).net(4) == (32, -16, -8, -8)
    drawn = score_hand.WinningHand(rules.header, "222333444m555m66p", winner="B", round="E")
    assert score_hand.settlement(score_hand.report(drawn)).net(4) == (-32, 64, -16, -16)


@pytest.mark.parametrize(
    ("options", "points", "net"),
    [
        ("", 3, (3, -3, 0, 0)),
        ("base=8", 3, (27, -11, -8, -8)),
        ("others=1", 3, (9, -3, -3, -3)),
        ("price=doubling stake=5 others=1 discarder=2", 2, (80, -40, -20, -20)),
        ("price=table:1,2,4,8 others=1", 9, (24, -8, -8, -8)),
        ("dealer=2", 3, (6, -6, 0, 0)),
    ],
)
def test_a_tariff_pays_by_kind(options, points, net):
    game = f'[[pattern]]\nitem = "pungs"\npoints = {points}\nwhen = "pungs=4"\n'.encode()
    header = f"{club.add_file('plain.toml', game)} flowers=0 {options}".strip()
    won = score_hand.WinningHand(header, "222333444m555m66p", source="B", round="E")
    assert score_hand.settlement(score_hand.report(won)).net(4) == net


def test_a_whole_game_for_three_has_declarations_and_no_claimed_chows():
    header = club.add_file("three.toml", THREE)
    assert list(problems(load(header))) == []
    made = list(games(header, seed=5, deals=24))
    assert any("!" in write(game) for game in made)
    assert [fault for game in made for fault in faults(audit(game))] == []


@pytest.mark.parametrize(
    ("turns", "code"),
    [
        ("1. A:5z! 1p-2z 9p-4z\n2. A:7p-2p", "discard.locked"),
        ("1. A:9m-1z!", "ready.tenpai"),
        ("1. A:5z. B:+55z-1z!", "ready.closed"),
    ],
)
def test_a_ready_hand_is_concealed_waits_and_stays(turns, code):
    header = club.add_file("three.toml", THREE)
    dealt = "deal A 123456m23789p11z\ndeal B 123m456m123p55z2z1z\ndeal C 345678m777p666z4z\n"
    text = f"%mjlog 1.0\nRules: {header}\nA: Ann\nB: Bo\nC: Cy\n\n@ E1 dealer=A\n{dealt}{turns}\n"
    assert code in faults(audit(read(text)))


def test_records_find_the_file_beside_them(tmp_path):
    text = EXAMPLE.replace(b"Friday", b"Monday")
    header = f"file:club.toml#sha256:{sha256(text).hexdigest()}"
    (tmp_path / "game.mjl").write_text(RECORD.format(header), encoding="utf-8")
    assert "rules.unknown" in run("check", tmp_path).output
    (tmp_path / "z.toml").write_bytes(text)
    assert "rules.unknown" not in run("check", tmp_path, "--jobs", "2").output


def test_one_record_finds_the_file_in_its_folder(tmp_path, header):
    (tmp_path / "club.toml").write_bytes(EXAMPLE)
    (tmp_path / "game.mjl").write_text(RECORD.format(header), encoding="utf-8")
    club._kept.clear()
    assert "does not know which rules" not in run("check", tmp_path / "game.mjl").output
    club._kept.clear()
    assert run("show", tmp_path / "game.mjl").exit_code == 0


def test_an_empty_sheet_names_the_file(tmp_path):
    (tmp_path / "club.toml").write_bytes(EXAMPLE)
    done = run("sheet", "template", tmp_path / "club.toml", "-o", tmp_path / "sheet.csv")
    assert done.exit_code == 0
    first = (tmp_path / "sheet.csv").read_text(encoding="utf-8").splitlines()[0]
    assert f"file:club.toml#sha256:{sha256(EXAMPLE).hexdigest()}," in first


def test_an_archive_keeps_the_file_with_its_records(tmp_path, monkeypatch):
    text = EXAMPLE.replace(b"Friday", b"Tuesday")
    header = f"file:club.toml#sha256:{sha256(text).hexdigest()}"
    games = tmp_path / "games"
    games.mkdir()
    (games / "game.mjl").write_text(RECORD.format(header), encoding="utf-8")
    (games / "club.toml").write_bytes(text)
    archive = tmp_path / "a.db"
    run("archive", "init", archive)
    assert "1 added" in run("archive", "add", archive, games).output
    monkeypatch.setattr(club, "_kept", {})
    load.cache_clear()
    with pytest.raises(RulesError):
        load(header)
    run("archive", "list", archive)
    assert load(header).title == "Tuesday club"


def test_what_visitors_bring_makes_room_for_others():
    first = club.add_file("a.toml", EXAMPLE.replace(b"Friday", b"a"), brought=True)
    for number in range(64):
        club.add_file("b.toml", EXAMPLE.replace(b"Friday", b"%d" % number), brought=True)
    with pytest.raises(RulesError):
        club.text_of(first)


def test_items_and_sentences_are_translated_as_in_the_game_that_a_file_is_like(header):
    rules = load(header)
    assert rules.item_named("half-flush")[0] == "hongkong"
    assert rules.item_named("all-fives")[0] == rules.name
    whole = load(club.add_file("whole.toml", WHOLE))
    assert whole.item_named("total")[0] == "plain"
    chinese = language("zh-Hans")
    assert chinese.pgettext("hongkong", rules.item_named("half-flush")[1]) != "mixed one suit"
    for number in ("4.3", "4.4", "4.5", "4.6", "4.7", "4.8"):
        text = whole.laws[number].text
        assert chinese.gettext(text) != text


@pytest.mark.parametrize(
    ("like", "head", "words", "items"),
    [
        ("hongkong", "Faan", "對對糊，自摸", "all-triplets ?, self-draw ?"),
        ("mcr", "Fan", "碰碰和, 自摸", "all-pungs ?, self-drawn ?"),
        ("zungjung", "Points", "对对和、门前清", "all-triplets ?, concealed-hand ?"),
        ("sichuan", "Fan", "对对胡、清一色", "all-pungs ?, full-flush ?"),
    ],
)
def test_a_club_writes_the_words_of_the_game_that_its_own_is_like(like, head, words, items):
    header = club.add_file("club.toml", f'title = "Friday"\nlike = "{like}"\n'.encode())
    text = f'Deal,Winner,From,Items,{head},Ann,Bob,Cid,Dee\nE1,Bob,Cid,"{words}",3,0,8,-8,0\n'
    (game,) = read_sheet(text, HowToRead(rules=header)).games
    assert f"fan B {items}" in game.text
