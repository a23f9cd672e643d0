"""Habits of clubs: words beside names, rows of starts, winds in a column, rules left unsaid."""

import pytest

from mjlog.sheets.audit import audited
from mjlog.sheets.cells.words import label_of, roles_of
from mjlog.sheets.reading import read_sheet

DEALS = """\
E1,Bob,Cid,2,30,0,2000,-2000,0
E2,Dee,tsumo,3,40,-1300,-2600,-1300,5200
E3,Ann,Bob,1,30,1000,-1000,0,0
"""


def judged(text):
    """Return the games of a sheet, the cells that are wrong and the number of claims that agree."""
    audits = [audited(game) for game in read_sheet(text).games]
    wrong = [finding.place.cell for audit in audits for finding in audit.findings
             if finding.is_error]  # fmt: skip
    agreed = sum(verdict.answer in {"agrees", "given"} for audit in audits
                 for verdict in audit.verdicts)  # fmt: skip
    return audits, wrong, agreed


@pytest.mark.parametrize("before", ["1. ", "1) ", "P1 ", "Spieler 1: ", "Anything "])
def test_players_have_numbers_or_words_before_their_names(before):
    names = enumerate(("Ann", "Bob", "Cid", "Dee"), 1)
    players = [before.replace("1", str(number)) + name for number, name in names]
    head = f"Deal,Winner,From,Han,Fu,{','.join(players)}\n"
    (audit,), wrong, agreed = judged(head + DEALS)
    assert audit.sheet.game.players == ("Ann", "Bob", "Cid", "Dee")
    assert (wrong, agreed >= 12) == ([], True)
    assert judged(head + DEALS.replace("-1300,5200", "-1300,5800"))[1] == ["I3"]


def test_players_are_named_side_by_side_above_the_table():
    above = "E: Anna,S: Nina,O: Luca,N: Gina\n"
    text = f"{above}Mano,Vincitore,Da,Han,Fu,E,S,O,N\n" + (
        DEALS.replace("Bob", "Nina").replace("Cid", "Luca").replace("Dee", "Gina")
    ).replace("Ann", "Anna")
    (audit,), wrong, agreed = judged(text)
    assert audit.sheet.game.players == ("Anna", "Nina", "Luca", "Gina")
    assert (wrong, agreed >= 12) == ([], True)


def test_a_first_row_with_one_number_is_what_all_begin_with():
    text = (
        "Deal,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n"
        "Anything,,,,,30000,30000,30000,30000\n"
        "E1,Bob,Cid,2,30,30000,32000,28000,30000\n"
        "E2,Dee,tsumo,3,40,28700,29400,26700,35200\n"
    )
    (audit,), wrong, agreed = judged(text)
    assert len(audit.sheet.game.deals) == 2
    assert (wrong, agreed >= 8) == ([], True)
    assert judged(text.replace("26700", "26200"))[1] == ["H4"]


def test_a_column_with_winds_in_their_order_names_the_rounds():
    text = (
        "blip,blop,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n"
        "E,3,Dee,Bob,1,30,0,-1000,0,1000\n"
        ",4,Bob,Cid,2,30,0,2000,-2000,0\n"
        "S,1,Dee,Ann,3,40,-5200,0,0,5200\n"
        ",2,Ann,Bob,1,30,1000,-1000,0,0\n"
    )
    (audit,), wrong, _ = judged(text)
    assert [deal.label for deal in audit.sheet.game.deals] == ["E3", "E4", "S1", "S2"]
    assert wrong == []


def test_eights_that_everybody_pays_tell_the_chinese_official_rules():
    text = (
        "No,Winner,From,Ann,Bob,Cid,Dee\n"
        "1,Bob,Cid,-8,33,-17,-8\n"
        "2,Ann,Cid,56,-8,-40,-8\n"
        "3,Dee,tsumo,-18,-18,-18,54\n"
    )
    (audit,), wrong, agreed = judged(text)
    assert audit.sheet.draft.rules.startswith("mcr/1")
    assert (wrong, agreed >= 9) == ([], True)


def test_the_table_of_a_round_is_no_name_of_a_player():
    text = "Table,3,Round,2\nDeal,Winner,From,Han,Fu,1. Ann,2. Bob,3. Cid,4. Dee\n" + DEALS
    (audit,), wrong, _ = judged(text)
    assert audit.sheet.game.players == ("Ann", "Bob", "Cid", "Dee")
    assert wrong == []


def test_words_that_say_nothing_are_left_out_of_heads():
    assert roles_of("Winner name") == ("winner",)
    assert roles_of("winnerName") == ("winner",)
    assert roles_of("リーチ宣言者") == ("ready",)
    assert roles_of("Deal in by")[0] == "from"


def test_the_round_and_the_table_side_by_side_are_no_heads_of_columns():
    head = "Deal,Winner,From,Han,Fu,Ann,Bob,Cid,Dee"
    rows = [f"{row},,{row}" for row in (head, *DEALS.splitlines())]
    audits, wrong, agreed = judged("\n".join(["Table,3,Round,2", *rows]))
    assert (len(audits), wrong, agreed >= 24) == (2, [], True)


def test_a_sheet_without_deals_has_no_last_deal():
    text = (
        "Deal,Winner,Ann,Bob,Cid,Dee\n,,25000,25000,25000,25000\nTotal,,25000,25000,25000,25000\n"
    )
    assert read_sheet(text).findings


def test_a_wrong_name_is_likelier_than_two_wrong_amounts_and_ranks_follow_what_is_due():
    text = "Deal,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n" + DEALS
    assert judged(text.replace("E1,Bob,Cid", "E1,Bob,Dee"))[1] == ["C2"]
    ranked = text + "Total,,,,,-300,-1600,-3300,5200\nRank,,,,,2,3,4,1\n"
    assert judged(ranked)[1] == []
    assert judged(ranked.replace("0,2000,-2000,0", "0,200,-2000,0"))[1] == ["G2"]


def test_tables_whose_rules_are_guessed_may_pass_the_deal_each_time():
    text = (
        "American Mah Jongg\nNo,Dealer,Winner,From,Value,Ann,Bob,Cid,Dee\n"
        "1,Ann,Ann,tsumo,25,150,-50,-50,-50\n"
        "2,Bob,Cid,Ann,30,-60,-30,120,-30\n"
        "3,Cid,Cid,Dee,25,-25,-25,100,-50\n"
        "4,Dee,Ann,Bob,40,160,-80,-40,-40\n"
    )
    assert judged(text)[1] == []
    assert "B5" in judged(text.replace("3,Cid", "3,Ann"))[1]


@pytest.mark.parametrize(
    ("head", "first"),
    [
        ("annDelta,bobDelta,cidDelta,deeDelta,annScore,bobScore,cidScore,deeScore", "Bob"),
        ("net_ann,net_bob,net_cid,net_dee,total_ann,total_bob,total_cid,total_dee", "bob"),
        ("李娜,王芳,张伟,刘洋,合计李娜,合计王芳,合计张伟,合计刘洋", "王芳"),
    ],
)
def test_heads_join_a_player_and_a_meaning(head, first):
    text = (
        f"Deal,Winner,From,Han,Fu,{head}\n"
        f"E1,{first},3,2,30,0,2000,-2000,0,25000,27000,23000,25000\n"
        f"E2,{first},3,2,30,0,2900,-2900,0,25000,29900,20100,25000\n"
    )
    _, wrong, agreed = judged(text)
    assert (wrong, agreed >= 16) == ([], True)
    assert judged(text.replace("29900", "29990"))[1] == ["K3"]


def test_names_repeat_below_heads_of_marks_and_of_points():
    text = (
        ",,,,,Riichi,,,,Tenpai,,,,Points,,,\n"
        f"Deal,Winner,From,Han,Fu{',Ann,Bob,Cid,Dee' * 3}\n"
        "E1,Bob,Cid,2,30,,x,,,,,,,25000,27000,23000,25000\n"
        "E2,draw,,,,,,,,x,x,,,26500,28500,21500,23500\n"
    )
    audits, wrong, agreed = judged(text)
    assert (wrong, agreed >= 8) == ([], True)
    assert "ready B" in audits[0].sheet.text
    assert judged(text.replace("27000", "27200"))[1] == ["O3"]


def test_counters_have_their_word_and_deals_run_on_through_the_rounds():
    korean = (
        "국,본장,화료자,방총자,판,부,김철수,이영희,박민수,최지우\n"
        "동1국,0본장,이영희,박민수,2,30,0,2000,-2000,0\n"
        "동2국,0본장,이영희,박민수,2,30,0,2900,-2900,0\n"
        "동2국,1본장,김철수,박민수,2,30,2300,0,-2300,0\n"
    )
    assert judged(korean)[1] == []
    running = "Hand,Wind,Winner,Discarder,Points,Ann,Bob,Cid,Dee\n" + "".join(
        f"{number},{'ESWN'[number // 5]},Ann,Dee,8,32,-8,-8,-16\n" for number in range(1, 7)
    )
    assert judged(running)[1] == []


def test_final_points_below_changes_say_what_everybody_began_with():
    text = (
        f"Deal,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n{DEALS}"
        "\nPlayer,Final\nAnn,29700\nBob,28400\nCid,26700\nDee,35200\n"
    )
    assert judged(text)[1] == []
    assert judged(text.replace("26700", "27600"))[1] == ["B9"]


def test_names_stand_above_the_winds_of_the_heads():
    text = f",,,,,Ann,Bob,Cid,Dee\nDeal,Winner,From,Han,Fu,East,South,West,North\n{DEALS}"
    audits, wrong, _ = judged(text)
    assert (wrong, audits[0].sheet.draft.players) == ([], ("Ann", "Bob", "Cid", "Dee"))


def test_points_before_a_deal_are_no_second_totals():
    text = (
        "Deal,Winner,From,Han,Fu,Ann before,Bob before,Cid before,Dee before,"
        "Ann after,Bob after,Cid after,Dee after\n"
        "E1,Bob,Cid,2,30,25000,25000,25000,25000,25000,27000,23000,25000\n"
        "E2,Dee,tsumo,3,40,25000,27000,23000,25000,23700,24400,21700,30200\n"
        "E3,Ann,Bob,1,30,23700,24400,21700,30200,24700,23400,21700,30200\n"
        "E4,Cid,Bob,1,30,24700,23400,21700,30200,24700,22400,22700,30200\n"
    )
    assert judged(text)[1] == []
    assert judged(text.replace(",24400,21700,30200\nE3", ",24600,21700,30200\nE3"))[1] == ["K3"]


@pytest.mark.parametrize("name", ["Chombo Dee", "chombo"])
def test_a_chombo_in_the_column_of_the_winner_is_no_deal(name):
    text = "Deal,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n"
    text += DEALS.replace("E2,", f"E2,{name},,,,0,0,0,0\nE2,")
    audits, wrong, _ = judged(text)
    assert (wrong, audits[0].sheet.text.count("@ E2")) == ([], 1)
    assert "A3" in {getattr(finding.place, "cell", "") for finding in audits[0].findings}


def test_a_d_is_a_draw_where_players_are_numbers():
    text = (
        "Deal,Winner,From,Han,Fu,1,2,3,4\n"
        "E1,2,3,2,30,0,2000,-2000,0\n"
        "E2,D,,,,1500,-1500,1500,-1500\n"
        "E3,1,2,1,30,1300,-1300,0,0\n"
    )
    audits, wrong, _ = judged(text)
    assert (wrong, "draw wall" in audits[0].sheet.text) == ([], True)


@pytest.mark.parametrize("name", ["Standings", "Final points", ""])
def test_a_row_below_the_changes_has_their_sums_whatever_it_is_called(name):
    sums = [-300, -1600, -3300, 5200]
    if name:
        sums = [25000 + points for points in sums]
    row = ",".join([name, "", "", "", "", *map(str, sums)])
    text = f"Deal,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n{DEALS}{row}\n"
    assert judged(text)[1] == []
    assert judged(text.replace(str(sums[2]), str(sums[2] - 300)))[1] == ["H5"]


def test_totals_from_nothing_tell_the_slip_of_a_drawn_deal():
    text = (
        "Deal,Winner,Discarder,Points,Ann,Bob,Cid,Dee\n"
        "1,Ann,Bob,16,40,-24,-8,-8\n"
        "2,draw,,,40,-24,-8,-8\n"
        "3,Cid,Dee,12,32,-32,28,-28\n"
        "4,draw,,,32,-32,28,-28\n"
        "5,Ann,Bob,10,66,-50,20,-36\n"
    )
    assert judged(text)[1] == []
    assert judged(text.replace("28,-28\n5", "82,-28\n5"))[1] == ["G5"]


def test_totals_alone_tell_the_stakes_of_taiwan():
    text = (
        "局,莊,胡,放,台,小明,阿華,老王,美玲\n"
        "1,小明,小明,美玲,2,160,0,0,-160\n"
        "2,小明,阿華,老王,5,160,200,-200,-160\n"
        "3,阿華,老王,自摸,3,0,20,300,-320\n"
        "4,老王,美玲,小明,1,-120,20,300,-200\n"
        "5,美玲,阿華,小明,4,-300,200,300,-200\n"
    )
    assert judged(f"底100台20\n{text}")[1] == []
    assert judged(text)[1] == []


@pytest.mark.parametrize(
    ("block", "cell"),
    [
        (("Player,Final score,Rank,Uma\nAnn,24700,2,5\nBob,23400,3,-5\nCid,21700,4,-15\n"
         "Dee,30200,1,15\n"), "B8"),
        ("Place,Name,Points\n1,Dee,30200\n2,Ann,24700\n3,Bob,23400\n4,Cid,21700\n", "C9"),
        (",,,,,Ann,Bob,Cid,Dee\nFinal points,,,,,24700,23400,21700,30200\n", "G7"),
    ],
)  # fmt: skip
def test_final_points_have_heads_of_their_own_below_the_deals(block, cell):
    text = f"Deal,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n{DEALS}\n{block}"
    assert judged(text)[1] == []
    assert judged(text.replace("23400", "24300"))[1] == [cell]


def test_names_stand_in_brackets_behind_the_winds():
    text = f"Deal,Winner,From,Han,Fu,East (Ann),South (Bob),West (Cid),North (Dee)\n{DEALS}"
    audits, wrong, _ = judged(text)
    assert (wrong, audits[0].sheet.draft.players) == ([], ("Ann", "Bob", "Cid", "Dee"))


def test_the_number_of_ready_players_names_nobody():
    text = f"Deal,Winner,From,Han,Fu,Ann,Bob,Cid,Dee,Riichi\n{DEALS}"
    text = text.replace("-2000,0\n", "-2000,0,0\n").replace("5200\n", "5200,0\n")
    audits, wrong, _ = judged(text.replace("-1000,0,0\n", "-1000,0,0,1\n"))
    assert (wrong, "ready" in audits[0].sheet.text) == ([], False)


def test_counters_stand_beside_the_number_of_the_deal_below_its_wind():
    text = (
        "Round,Hand,Winner,From,Han,Fu,Penalty,Ann,Bob,Cid,Dee\n"
        "East,1,Bob,Cid,2,30,0,0,2000,-2000,0\n"
        ",2,Bob,Cid,2,30,0,0,2900,-2900,0\n"
        ",2.1,Ann,Cid,2,30,-,2300,0,-2300,0\n"
    )
    audits, wrong, _ = judged(text)
    assert (wrong, "@ E2.1" in audits[0].sheet.text) == ([], True)


CENTS = """Round,Mahj,Gave it,Hand value (¢),Fran ¢,Gloria ¢,Hattie ¢,Irma ¢
1,Hattie,Fran,25,-50,-25,100,-25
2,Irma,Gloria,25,-25,-50,-25,100
3,Hattie,Self-pick,30,-60,{paid},180,-60
4,Wall,,,{blank}
5,Fran,Gloria,25,100,-50,-25,-25
6,Gloria,Self-pick,40,-80,240,-80,-80
"""


@pytest.mark.parametrize("blank", [",,,", "0,0,0,0", "-,-,-,-"])
def test_a_deal_without_payments_may_be_blank(blank):
    found = []
    for paid in (-60, -30):
        (game,) = read_sheet(CENTS.format(paid=paid, blank=blank)).games
        audit = audited(game)
        assert not any(each.answer == "unverified" for each in audit.verdicts)
        found.append([each.place.cell for each in audit.findings if each.severity == "error"])
    assert found == [[], ["F4"]]


OF_PAYERS = """\
Sichuan, bloody
Deal,Event,Gets,Pays,Fan,Ann,Bob,Cid,Dee
1,discard,Bob,Cid,0,,1,-1,
1,self-draw,Ann,"Cid, Dee",1,6,,-3,-3
1,self-draw,Cid,Dee,1,,,3,-3
2,concealed kong 2 each,Cid,"Ann, Bob, Dee",,-2,-2,6,-2
2,self-draw,Dee,"Ann, Bob, Cid",1,-3,-3,-3,9
2,discard,Cid,Bob,1,,-2,2,
"""


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"Event": "事件", "Pays": "付分", "discard": "点炮", "self-draw": "自摸",
         "concealed kong 2 each": "暗杠(每家2)"},
    ],
)  # fmt: skip
def test_all_who_pay_are_named_in_one_cell(words):
    text = OF_PAYERS
    for word, other in words.items():
        text = text.replace(word, other)
    (audit,), wrong, agreed = judged(text)
    assert len(audit.sheet.game.deals) == 2
    assert (wrong, agreed >= 15) == ([], True)
    assert judged(text.replace(",6,,-3,-3", ",5,,-3,-2"))[1] != []


@pytest.mark.parametrize("total", ["第一圈累積", "第1局小计", "第1局后"])
def test_the_sum_of_a_part_has_its_number(total):
    head, first, *rest = (
        "局,和家,出銃,番,甲方,乙方,丙方,丁方\n1,甲方,乙方,3,32,-16,-8,-8\n"
        "2,丁方,自摸,3,-16,-16,-16,48\n3,丁方,甲方,3,-16,-8,-8,32\n"
    ).splitlines()
    text = "\n".join([head, first, f"{total},,,,32,-16,-8,-8", *rest])
    (audit,), wrong, _ = judged(text)
    assert (len(audit.sheet.game.deals), wrong) == (3, [])


def test_stars_behind_a_label_count_repeats():
    assert [label_of(label) for label in ("E2*", "S2**", "東3*")] == ["E2.1", "S2.2", "E3.1"]


def test_values_of_hands_have_the_sign_of_cents():
    text = (
        "NMJL\nGame,Winner,Hand value,Discarder,Ann,Bob,Cid,Dee\n"
        "1,Ann,25¢,self-pick,$1.50,-$0.50,-$0.50,-$0.50\n"
        "2,Bob,50¢,Cid,-$0.50,$2.00,-$1.00,-$0.50\n"
        "3,Dee,25¢,Ann,-$0.50,-$0.25,-$0.25,$1.00\n"
    )
    assert judged(text)[1] == []


def test_names_follow_a_word_in_joined_heads():
    heads = ",".join(
        f"{word}{name}" for word in ("pts", "total") for name in ("Ann", "Bob", "Cid", "Dee")
    )
    text = (
        f"handNo,winner,discarder,fan,{heads},rules\n"
        "1,Ann,Bob,39,63,-47,-8,-8,63,-47,-8,-8,MCR\n"
        "2,Cid,,9,-17,-17,51,-17,46,-64,43,-25,MCR\n"
        "3,Dee,Ann,12,-20,-8,-8,36,26,-72,35,11,MCR\n"
    )
    (audit,), wrong, agreed = judged(text)
    assert (audit.sheet.game.players, wrong) == (("Ann", "Bob", "Cid", "Dee"), [])
    assert agreed >= 24
    assert judged(text.replace("9,-17,-17,51", "9,-17,-17,50"))[1] != []


def test_totals_with_one_sum_show_what_all_begin_with():
    text = (
        "Hong Kong\nDeal,Winner,From,Faan,Ann,Bob,Cid,Dee\n1,draw,,,1000,1000,1000,1000\n"
        "2,Ann,self,3,1048,984,984,984\n3,Bob,Cid,3,1040,1016,968,976\n"
    )
    assert judged(text)[1] == []
    assert judged(text.replace("1048", "1040"))[1] != []
