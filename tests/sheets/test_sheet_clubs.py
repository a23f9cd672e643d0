"""Sheets laid out as clubs lay theirs out: side by side, a mark for each player, rows below."""

from mjlog.sheets.audit import audited
from mjlog.sheets.reading import HowToRead, read_sheet


def audits(text, rules=""):
    return [audited(game) for game in read_sheet(text, HowToRead(rules)).games]


def wrong(text, rules=""):
    found = [each for audit in audits(text, rules) for each in audit.findings if each.is_error]
    return [(each.code, getattr(each.place, "cell", "-")) for each in found]


def notes(text, rules="riichi/1"):
    found = [each for audit in audits(text, rules) for each in audit.findings]
    return [(each.place.cell, each.message) for each in found if each.severity == "note"]


SIDE_BY_SIDE = (
    "Table 1,,,,,,,,,,Table 2\n"
    "Deal,Winner,From,Han,Fu,Ann,Bob,Cid,Dee,,Deal,Winner,From,Han,Fu,Eva,Flo,Gus,Hal\n"
    "E1,Bob,Cid,2,30,0,2000,-2000,0,,E1,Flo,Gus,1,30,0,1000,-1000,0\n"
    "E2,Dee,tsumo,3,40,-1300,-2600,-1300,5200,,E2,Hal,Eva,2,30,-2000,0,0,2000\n"
)


def test_tables_side_by_side_are_two_games():
    one, two = audits(SIDE_BY_SIDE)
    assert one.sheet.game.players == ("Ann", "Bob", "Cid", "Dee")
    assert two.sheet.game.players == ("Eva", "Flo", "Gus", "Hal")
    assert [each.sheet.game.header("Table") for each in (one, two)] == ["1", "2"]
    assert wrong(SIDE_BY_SIDE) == []
    slip = SIDE_BY_SIDE.replace("Eva,2,30,-2000,0,0,2000", "Eva,2,30,-2000,0,0,2900")
    assert [cell for _, cell in wrong(slip)] == ["S4"]


def test_tables_side_by_side_need_no_gap_and_may_have_remarks():
    close = SIDE_BY_SIDE.replace(",,Table", ",Table").replace(",,Deal", ",Deal")
    close = close.replace(",,E", ",E")
    one, two = audits(close)
    assert (len(one.sheet.game.deals), len(two.sheet.game.deals)) == (2, 2)
    assert two.sheet.game.players == ("Eva", "Flo", "Gus", "Hal")


def test_one_table_with_the_same_heads_for_each_player_is_no_row_of_tables():
    text = (
        ",Ann,,,Bob,,,Cid,,,Dee,,\n"
        "Hand,R,+/-,Total,R,+/-,Total,R,+/-,Total,R,+/-,Total\n"
        "E1,,0,30000,x,3000,33000,x,-3000,27000,,0,30000\n"
        "E2,,-2000,28000,,2000,35000,,0,27000,-,0,30000\n"
    )
    (audit,) = audits(text, "riichi/1 preset=ema-2016")
    assert "ready B C" in audit.sheet.text
    assert audit.sheet.text.count("ready") == 1
    assert "net 0 3000 -3000 0" in audit.sheet.text


def test_an_entry_names_a_player_by_the_letter():
    text = (
        "A = Anna,B = Ben,C = Cleo,D: Dan\n"
        "Hand,Win,Off,Han,Fu,A,B,C,D\n"
        "E1,B,C,2,30,0,2000,-2000,0\n"
        "E2,D,A,1,30,-1000,0,0,1000\n"
    )
    (audit,) = audits(text)
    assert audit.sheet.game.players == ("Anna", "Ben", "Cleo", "Dan")
    assert wrong(text) == []


def test_rows_below_the_deals_are_told_and_not_read_as_deals():
    text = (
        "局,和了,放銃,翻,符,田中,鈴木,佐藤,高橋\n"
        "東1局,鈴木,佐藤,2,30,0,2000,▲2000,0\n"
        "東2局,高橋,田中,1,30,▲1000,0,0,1000\n"
        "素点,,,,,24000,27000,23000,26000\n"
        "祝儀,,,,,2,-2,0,0\n"
    )
    assert wrong(text) == []
    assert ("A5", "rows that are not read: A5 (祝儀)") in notes(text)
    assert all(cell != "A4" for cell, _ in notes(text))


def test_a_deal_between_others_whose_name_is_not_understood_is_still_told():
    text = "Hand,Ann,Bob,Cid,Dee\nE1,0,2000,-2000,0\nEsat 2,-1000,0,0,1000\nE3,0,1000,-1000,0\n"
    assert wrong(text, "riichi/1")[:1] == [("sheet.unread", "A3")]


def test_counters_follow_from_a_drawn_deal_whoever_was_ready():
    text = (
        "Hand,Winner,From,Han,Fu,Riichi,Ann,Bob,Cid,Dee\n"
        "E1,-,,,,Bob,0,-1000,0,0\n"
        "E2,Cid,Dee,1,30,,0,0,2300,-1300\n"
        "E3,Cid,Dee,1,30,,0,0,1500,-1500\n"
    )
    assert wrong(text, "riichi/1") == []
    (audit,) = audits(text, "riichi/1")
    assert {each.answer for each in audit.verdicts if each.claim.kind == "net"} == {"given"}
    assert wrong(text.replace("2300,-1300", "2000,-1000"), "riichi/1") != []


def test_a_wind_alone_in_a_row_is_the_title_of_a_round():
    text = (
        "Hand,Gewinner,Von,Han,Fu,Anna,Ben,Cleo,Dan\nOstrunde\n"
        "1,Ben,Cleo,2,30,0,2000,-2000,0\n2,Cleo,Dan,1,30,0,0,1000,-1000\n"
        "3,Dan,Anna,1,30,-1000,0,0,1000\n4,Ben,Anna,1,30,-1000,1000,0,0\n"
        "Zwischenstand,,,,,23000,28000,24000,25000\n\nSüdrunde\n"
        "1,Ben,Cleo,2,30,0,2000,-2000,0\n2,Cleo,Dan,1,30,0,0,1000,-1000\n"
    )
    (audit,) = audits(text)
    labels = [deal.label for deal in audit.sheet.game.deals]
    assert labels == ["E1", "E2", "E3", "E4", "S1", "S2"]
    assert wrong(text) == []


def test_marks_behind_the_points_are_no_part_of_them():
    text = (
        "Hand,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n"
        "E1,Bob,Cid,2,30,0*,2000 R,-2000,0\nE2,Dee,Ann,1,30,-1000,0*,0,1000\n"
    )
    (audit,) = audits(text)
    assert "ready B\n" in audit.sheet.text
    assert audit.sheet.text.count("ready") == 1
    assert wrong(text) == []
    assert [cell for _, cell in wrong(text.replace("2000 R", "2600 R"))] == ["G2"]


def test_numbered_deals_go_on_by_who_paid_in_a_drawn_one():
    text = (
        "Nr.,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n"
        "1,Bob,Cid,2,30,0,2000,-2000,0\n"
        "2,-,,,,-1000,3000,-1000,-1000\n"
        "3,Bob,Dee,1,30,0,1800,0,-1800\n"
        "4,-,,,,1000,-3000,1000,0\n"
        "5,Cid,Ann,1,30,-2400,0,3400,0\n"
    )
    (audit,) = audits(text, "riichi/1")
    labels = [(deal.label, deal.dealer) for deal in audit.sheet.game.deals]
    assert labels == [("E1", 0), ("E2", 1), ("E2.1", 1), ("E2.2", 1), ("E3.3", 2)]
    warnings = [each for each in audit.findings if each.severity == "warning"]
    assert warnings == []


def test_changes_that_add_up_to_whole_sticks_are_nobodys_slip_without_rules():
    text = "Name,Ann,Bob,Cid,Dee\nx,-1000,0,0,0\ny,0,4000,-3000,0\nz,-1500,1500,1500,-1500\n"
    assert ("pay.zero", "B2") in wrong(text.replace("-1000", "-900"), "ownclub")
    assert "pay.zero" not in dict(wrong(text, "ownclub"))


def test_a_row_of_sums_is_right_where_the_slip_of_a_deal_may_be_in_its_column():
    text = (
        "局,食糊,出銃,番數,阿強,小芳,德叔,May\n1,小芳,德叔,3,0,16,-16,0\n2,May,阿強,4,-32,0,0,32\n"
        "總計,,,,-32,16,-16,32\n"
    )
    assert wrong(text) == []
    assert [cell for _, cell in wrong(text.replace("0,16,-16,0", "0,18,-16,0"))] == ["F2"]


def test_marks_in_the_columns_of_players_tell_who_won_and_from_whom():
    text = (
        "局,翻,符,田中,,鈴木,,佐藤,,高橋,\n,,,点,○×,点,○×,点,○×,点,○×\n"
        "東1局,2,40,-2600,×,3600,○,-1000,,0,\n東2局,3,20,-700,,-2300,,-700,,3700,○\n"
        "東3局,,,0,,0,,0,,0,\n"
    )
    (audit,) = audits(text)
    assert audit.sheet.game.players == ("田中", "鈴木", "佐藤", "高橋")
    for line in ("win B ? from A", "win D ? self", "draw wall"):
        assert line in audit.sheet.text
    assert wrong(text) == []
    # No column tells whose stick it was, so that the nearest reading is the one that is told.
    assert wrong(text.replace("-2300", "-2200")) == [("net.differs", "F4")]


def test_results_of_games_by_their_dates_are_no_deals():
    text = (
        "Datum,Anna,Ben,Cleo,Dan\n07.03.2025,32000,21000,18500,28500\n"
        "14.03.2025,25100,40300,12000,22600\nSumme,57100,61300,30500,51100\n"
    )
    games = read_sheet(text).games
    assert [(game.draft.name, game.draft.deals) for game in games] == [
        ("07.03.2025", ()),
        ("14.03.2025", ()),
    ]
    both = f"{text}\nHand,Gewinner,Von,Han,Fu,Anna,Ben,Cleo,Dan\nE1,Ben,Anna,2,30,-2000,2000,0,0\n"
    file = read_sheet(both)
    assert len(file.games) == 1
    assert [each.severity for each in file.findings] == ["note"]
