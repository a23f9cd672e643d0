"""Columns whose heads nobody knows get their meaning from the points beside them."""

import sys
from pathlib import Path

import pytest

from mjlog.sheets.audit import audited
from mjlog.sheets.layouts.mapping import map_of
from mjlog.sheets.reading import HowToRead, read_sheet

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import club_sheets

PLAYERS = "Anna,Boris,Chiara,Dmitri"
MARKS = (
    f"Hand,Han,Fu,{{won}},{{lost}},{PLAYERS}\n"
    "E1,2,30,,X,,,,,X,,0,2000,-2000,0\n"
    "E2,3,30,,X,,,,,,,-2000,6000,-2000,-2000\n"
    "E2-1,1,30,,,,X,X,,,,-1300,0,0,1300\n"
    "E3,,,,,,,,,,,0,0,0,0\n"
)


def audits(text, how=None):
    games = (read_sheet(text, how) if how else read_sheet(text)).games
    return [audited(game) for game in games]


def errors(text, how=None):
    return [each.place.cell for audit in audits(text, how) for each in audit.findings
            if each.is_error]  # fmt: skip


def heads(word):
    return ",".join(f"{word} {name}".strip() for name in PLAYERS.split(","))


@pytest.mark.parametrize(("won", "lost"), [("Win", "Deal-in"), ("Zyx", "Qwv")])
def test_columns_of_winners_and_of_discarders_are_told_by_points(won, lost):
    text = MARKS.format(won=heads(won), lost=heads(lost))
    assert errors(text) == []
    (audit,) = audits(text)
    assert "win B ? from C" in audit.sheet.text
    assert "win B ? self" in audit.sheet.text
    assert audit.report.counts()["differs"] == 0
    assert errors(text.replace("-2000,6000", "-2000,6300")) == ["M3"]
    layout = audit.sheet.draft.layout
    assert map_of(layout.to_toml()) == layout
    assert [each.sheet.text for each in audits(text, HowToRead(layout=layout))] == [
        audit.sheet.text
    ]


def test_two_marks_in_one_column_a_player_are_told_apart_by_points():
    rows = (
        "E1,2,30,,W,L,,0,2000,-2000,0\nE2,1,30,L,,,W,-1000,0,0,1000\nE3,1,30,,,W,L,0,0,1500,-1500\n"
    )
    text = f"Hand,Han,Fu,{PLAYERS},{PLAYERS}\n{rows}"
    (audit,) = audits(text)
    assert "win B ? from C" in audit.sheet.text
    assert "win D ? from A" in audit.sheet.text


def test_unknown_heads_and_words_mean_what_the_points_say():
    text = (
        f"Abc,Def,Ghi,Jkl,Mno,{PLAYERS}\n"
        "E1,Boris,Chiara,2,30,0,2000,-2000,0\n"
        "E2,Boris,qqq,3,30,-2000,6000,-2000,-2000\n"
        "E2-1,Dmitri,Anna,1,40,-1600,0,0,1600\n"
        "E3,vvv,,,,0,0,0,0\n"
        "E4,Anna,qqq,3,40,5500,-1400,-1400,-2700\n"
    )
    assert errors(text) == []
    (audit,) = audits(text)
    assert "win B ? from C" in audit.sheet.text
    assert audit.sheet.text.count("? self") == 2
    assert "draw wall" in audit.sheet.text
    assert "fan D han 1, fu 40" in audit.sheet.text


def test_a_name_that_is_misspelt_is_no_word_for_a_draw():
    text = (
        f"Hand,Winner,From,Han,Fu,{PLAYERS}\n"
        "E1,Boris,Chiara,2,30,0,2000,-2000,0\nE2,Bors,,,,0,0,0,0\n"
    )
    assert errors(text) == ["B3"]


def test_totals_that_begin_with_nothing_are_told_by_who_won():
    text = (
        f"Hand,Points,Winner,From,{PLAYERS}\n"
        "1,8,Dmitri,Anna,-16,-8,-8,32\n2,10,Boris,Chiara,-24,26,-26,24\n"
        "3,14,Dmitri,tsumo,-46,4,-48,90\n4,9,Chiara,Anna,-63,-4,-15,82\n"
    )
    (audit,) = audits(text)
    assert "score -16 -8 -8 32" in audit.sheet.text
    assert errors(text) == []


def test_titles_above_a_turned_table_name_its_rules():
    text = (
        "Rules,riichi/1 preset=ema-2016\nHand,E1,E2,E2-1\nWinner,Boris,Boris,Dmitri\n"
        "From,Chiara,tsumo,Anna\nHan,2,3,1\nFu,30,30,30\nAnna,0,-2000,-1300\n"
        "Boris,2000,6000,0\nChiara,-2000,-2000,0\nDmitri,0,-2000,1300\n"
    )
    (audit,) = audits(text)
    assert audit.sheet.game.rules == "riichi/1 preset=ema-2016"
    assert errors(text) == []


def test_a_last_row_may_repeat_the_totals_while_sticks_are_left():
    text = (
        f"Rules,riichi/1\nHand,Winner,From,Han,Fu,Riichi,{PLAYERS}\n"
        "E1,Boris,Chiara,2,30,,25000,27000,23000,25000\n"
        "E2,draw,,,,Anna,24000,27000,23000,25000\nTotal,,,,,,24000,27000,23000,25000\n"
    )
    assert errors(text) == []


@pytest.mark.parametrize("words", ["Boris < Chiara", "B ← C", "2 ← 3", "Chiara > Boris"])
def test_a_cell_may_point_from_the_discarder_to_the_winner(words):
    text = f"Hand,Result,Han,Fu,{PLAYERS}\nE1,{words},2,30,0,2000,-2000,0\n"
    (audit,) = audits(text)
    assert "win B ? from C" in audit.sheet.text
    assert errors(text) == []


def test_a_word_for_a_self_draw_may_have_blanks():
    text = (
        f"Hand,Ergebnis,Han,Fu,{PLAYERS}\nE2,Boris (selbst gezogen),3,30,-2000,6000,-2000,-2000\n"
    )
    (audit,) = audits(text)
    assert "win B ? self" in audit.sheet.text


def test_an_o_is_the_west_where_the_east_has_another_letter():
    rows = "E1,S,O,2,30,0,2000,-2000,0\nE2,{east},N,1,30,1000,0,0,-1000\n"
    text = f"Donne,Gagnant,Donneur,Han,Fu,{PLAYERS}\n{rows}"
    (audit,) = audits(text.format(east="E"))
    assert "win B ? from C" in audit.sheet.text
    assert errors(text.format(east="E")) == []


def test_a_title_of_two_cells_is_no_upper_row_of_heads():
    text = (
        "Rules,riichi/1 preset=tenhou-sanma\n"
        "Hand,Winner,From,Han,Fu,Anna,Total,Boris,Total,Chiara,Total\n"
        "E1,Boris,Chiara,2,30,0,35000,2000,37000,-2000,33000\n"
        "E2,Chiara,Anna,3,30,-3900,31100,0,37000,3900,36900\n"
    )
    (audit,) = audits(text)
    assert "score 31100 37000 36900" in audit.sheet.text
    assert errors(text) == []


@pytest.mark.parametrize("is_slip", [False, True])
def test_made_up_sheets_of_clubs_are_read(is_slip):
    some = [*club_sheets.sheets(24, 5, slips=is_slip)]
    answers = [(sheet.name, *club_sheets.answer(sheet)) for sheet in some]
    wrong = [(name, why) for name, is_right, why in answers if not is_right]
    assert len(wrong) * 10 <= len(some) * (3 if is_slip else 1), wrong


BEFORE = """{above}{heads}
E1,0,Dee,Bob,4,40,25000,25000,25000,25000{first}
E2,0,Ann,tsumo,2,30,25000,17000,25000,33000{second}
E3,0,Bob,Ann,3,40,27000,16000,24500,32500{third}
E4,0,Cid,Bob,1,30,{ann},21200,24500,32500{fourth}
S1,0,Dee,Cid,2,30,21800,20200,25500,32500{fifth}
"""
CHANGES = (",0,-8000,0,8000", ",2000,-1000,-500,-500", ",-5200,5200,0,0", ",0,-1000,1000,0",
           ",0,0,-2000,2000")  # fmt: skip
DEAL = "Deal,Honba,Winner,From,Han,Fu"
WITH_CHANGES = [
    f"{DEAL},Ann before,Bob before,Cid before,Dee before,Ann +/-,Bob +/-,Cid +/-,Dee +/-",
    f"{DEAL},Ann vorher,Bob vorher,Cid vorher,Dee vorher,Ann +/-,Bob +/-,Cid +/-,Dee +/-",
    f"{DEAL},start_ann,start_bob,start_cid,start_dee,diff_ann,diff_bob,diff_cid,diff_dee",
]
NUMBERED = f"{DEAL},start_0,start_1,start_2,start_3,diff_0,diff_1,diff_2,diff_3"


def wrong_before(heads, changes=CHANGES, above=""):
    """The cells with errors of a right sheet, and those of one with a wrong total."""
    words = dict(zip(("first", "second", "third", "fourth", "fifth"), changes, strict=True))
    sheets = (BEFORE.format(above=above, heads=heads, ann=ann, **words) for ann in (21800, 28100))
    return [
        [each.place.cell for each in audited(game).findings if each.severity == "error"]
        for sheet in sheets
        for game in read_sheet(sheet).games
    ]


@pytest.mark.parametrize("heads", WITH_CHANGES)
def test_rows_may_begin_with_the_totals_before_their_deal(heads):
    assert wrong_before(heads) == [[], ["G5"]]


@pytest.mark.parametrize("above", ["players,Ann,Bob,Cid,Dee\n", '"Spieler: Ann, Bob, Cid, Dee"\n'])
def test_columns_with_numbers_are_those_of_the_players_named_above(above):
    assert wrong_before(NUMBERED, above=above) == [[], ["G6"]]


def test_totals_before_deals_need_no_changes():
    assert wrong_before(f"{DEAL},Ann,Bob,Cid,Dee", changes=[""] * 5) == [[], ["G5"]]


@pytest.mark.parametrize("is_total_first", [False, True])
def test_a_wrong_total_of_two_deals_does_not_hide_its_column(is_total_first):
    changes = [["Ann", "Bob", "Cid", "Dee"], [-3900, 0, 3900, 0], [0, -2000, 0, 2000]]
    totals = [["Ann total", "Bob total", "Cid total", "Dee total"],
              [21100, 25000, 28900, 25000], [21100, 23000, 28900, 27000]]  # fmt: skip

    def cells():
        groups = (totals, changes) if is_total_first else (changes, totals)
        rows = [",".join(map(str, [label, *one, *two]))
                for label, one, two in zip(["Hand", "E1", "E2"], *groups, strict=True)]  # fmt: skip
        game = read_sheet("Rules,riichi/1 start_points=25000\n" + "\n".join(rows)).games[0]
        return [each.place.cell for each in audited(game).findings if each.is_error]

    assert cells() == []
    totals[1][0] = 21700
    assert cells() == ["B3" if is_total_first else "F3"]
