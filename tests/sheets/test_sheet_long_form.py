"""Sheets with a row for each player, heads with signs, results among remarks, unknown words."""

from mjlog.sheets.audit import audited
from mjlog.sheets.reading import read_sheet

DEALS = (
    ("E1", (0, 2000, -2000, 0), "Bob from Cid, 2 han 30 fu"),
    ("E2", (-1000, -2000, -1000, 4000), "Dee tsumo, 3 han 30 fu"),
    ("E3", (0, 2600, 0, -2600), "Bob from Dee: 2 han 40 fu"),
    ("E4", (0, 0, 0, 0), "draw"),
)
NAMES = ("Ann", "Bob", "Cid", "Dee")


def judged(text):
    """The games of a sheet, and the cells that are wrong."""
    file = read_sheet(text)
    audits = [audited(game) for game in file.games]
    found = [*file.findings, *(each for audit in audits for each in audit.findings)]
    return audits, [getattr(each.place, "cell", "-") for each in found if each.is_error]


def long_form(head="Hand,Player,Change,Total", totals=(25000, 25000, 25000, 25000)):
    """A row for each player of each deal."""
    lines = [head]
    for label, changes, _ in DEALS:
        totals = tuple(a + b for a, b in zip(totals, changes, strict=True))
        lines += [f"{label},{name},{change},{total}"
                  for name, change, total in zip(NAMES, changes, totals, strict=True)]  # fmt: skip
    return "\n".join(lines)


def test_a_row_for_each_player_is_read_as_deals():
    for head in ("Hand,Player,Change,Total", "局,選手,増減,持点", "Donne,Joueur,Gain,Total"):
        (audit,), wrong = judged(long_form(head))
        assert (audit.sheet.game.players, wrong) == (NAMES, [])
        assert len(audit.sheet.game.deals) == len(DEALS)
        assert "net -1000 -2000 -1000 4000" in audit.sheet.text
    assert judged(long_form().replace("E2,Bob,-2000", "E2,Bob,-2300"))[1] == ["C7"]
    assert judged(long_form().replace("E3,Bob,2600,27600", "E3,Bob,2600,26700"))[1] == ["D11"]


def test_results_of_the_same_players_are_no_deals():
    text = "Game,Player,Points\n" + "\n".join(
        f"{game},{name},{points}"
        for game in (1, 2)
        for name, points in zip(NAMES, (32000, 28000, 22000, 18000), strict=True)
    )
    audits, wrong = judged(text)
    assert [len(audit.sheet.game.deals) for audit in audits] == [0, 0]
    assert wrong == []


def test_gains_and_losses_have_columns_with_signs_in_one_head():
    head = ",".join(f"{name} +,{name} -" for name in NAMES)
    lines = [f"Hand,{head},Winner,From,Han,Fu"]
    for label, changes, result in DEALS[:3]:
        cells = ",".join(f"{max(change, 0) or ''},{max(-change, 0) or ''}" for change in changes)
        winner, how = result.replace(" from", "").split()[:2]
        source = how.strip(",:").replace("tsumo", "")
        han, fu = [word for word in result.split() if word.isdigit()]
        lines.append(f"{label},{cells},{winner},{source},{han},{fu}")
    text = "\n".join(lines)
    (audit,), wrong = judged(text)
    assert (audit.sheet.game.players, wrong) == (NAMES, [])
    assert judged(text.replace("2600,,,,,2600", "2600,,,,,2300"))[1] == ["I4"]


def test_results_stand_before_the_hand_in_a_column_of_remarks():
    lines = ["Hand,Ann,Bob,Cid,Dee,Notes"]
    for label, changes, result in DEALS:
        lines.append(f'{label},{",".join(map(str, changes))},"{result}"')
    text = "\n".join(lines)
    (audit,), wrong = judged(text)
    assert "win B ? from C" in audit.sheet.text
    assert "fan D han 3, fu 30" in audit.sheet.text
    assert wrong == []
    assert judged(text.replace("0,2000,-2000,0", "0,2600,-2000,0"))[1] == ["C2"]
    assert judged(text.replace("Bob from Dee", "Bob from Cid"))[1] == ["F4"]


RESULTS = (
    "E1,{bob},{cid},2,30,0,2000,-2000,0\nE2,{dee},{bob},3,30,0,-3900,0,3900\n"
    "E3,{bob},{dee},2,40,0,2600,0,-2600\n"
)


def test_a_head_is_told_by_one_of_its_words():
    for head in ("Spiel-Nr,Mahjong,gezahlt von", "Hand,Winner seat,Discarder seat"):
        text = f"{head},Han,Fu,Ann,Bob,Cid,Dee\n" + RESULTS.format(bob="Bob", cid="Cid", dee="Dee")
        (audit,), wrong = judged(text)
        assert audit.sheet.text.count("win ") == 3
        assert wrong == []


def test_players_are_called_by_their_first_letters():
    text = "Hand,Winner,From,Han,Fu,Zoe,Kim,Lea,Max\n" + RESULTS.format(bob="K", cid="L", dee="M")
    (audit,), wrong = judged(text)
    assert ("win D ? from B" in audit.sheet.text, wrong) == (True, [])


def test_the_number_0_is_no_player():
    text = (
        "Hand,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n"
        "E1,2,3,2,30,0,2000,-2000,0\nE2,4,0,3,30,-1000,-2000,-1000,4000\nE3,0,0,,,0,0,0,0\n"
    )
    (audit,), wrong = judged(text)
    assert ("win D ? self" in audit.sheet.text, wrong) == (True, [])


def test_the_word_hand_is_above_hands_where_another_column_names_the_deals():
    text = (
        "Round,Ann,Bob,Cid,Dee,Winner,Loser,Hand\n"
        "East 1,0,2000,-2000,0,Bob,Cid,2han 30fu\nEast 2,0,-3900,0,3900,Dee,Bob,3han 30fu\n"
    )
    (audit,), wrong = judged(text)
    assert ("fan D han 3, fu 30" in audit.sheet.text, wrong) == (True, [])


def test_columns_of_each_player_with_a_word_that_nobody_knows_follow_or_are_left_out():
    head = "Hand,Winner,From,Han,Fu,Ann,Bob,Cid,Dee," + ",".join(f"Zzz {name}" for name in NAMES)
    rows = RESULTS.format(bob="Bob", cid="Cid", dee="Dee").splitlines()
    totals = ("25000,27000,23000,25000", "25000,23100,23000,28900", "25000,25700,23000,26300")
    chips = ("0,1,-1,0", "0,0,0,0", "0,0,2,-2")
    for numbers, is_read in ((totals, True), (chips, False)):
        pairs = zip(rows, numbers, strict=True)
        text = "\n".join([head, *(f"{row},{more}" for row, more in pairs)])
        (audit,), wrong = judged(text)
        assert ("score" in audit.sheet.text, wrong) == (is_read, [])


def test_a_change_that_is_off_by_a_stick_is_no_unseen_riichi():
    text = "Hand,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n" + RESULTS.format(
        bob="Bob", cid="Cid", dee="Dee"
    )
    text += "E4,Ann,,3,30,4000,-1000,-1000,-2000\n"
    assert judged(text)[1] == []
    assert judged(text.replace("0,-3900,0,3900", "0,-3900,0,4900"))[1] == ["I3"]


def test_the_letter_o_names_a_deal_of_the_west_round_behind_an_east_round():
    text = "Main,Gagnant,Donneur,Points,Ann,Bob,Cid,Dee\n" + "".join(
        f"{label},Ann,Bob,10,34,-18,-8,-8\n" for label in ("E1", "E2", "O1", "O2")
    )
    (audit,), _ = judged(text)
    assert [deal.label for deal in audit.sheet.game.deals] == ["E1", "E2", "W1", "W2"]


def test_a_penalty_between_the_deals_moves_points():
    players = "Anna,Boris,Chiara,Dmitri"
    text = (
        f"Hand,Winner,From,Han,Fu,{players},{players}\n"
        "E1,Boris,Chiara,2,30,0,2000,-2000,0,25000,27000,23000,25000\n"
        "Chombo,,Chiara,,,2000,4000,-8000,2000,27000,31000,15000,27000\n"
        "E2,Boris,tsumo,3,30,-2000,6000,-2000,-2000,25000,37000,13000,25000\n"
    )
    assert judged(text)[1] == []
    assert judged(text.replace("25000,37000", "25000,37500"))[1] == ["K4"]


def test_a_list_of_uma_is_no_sheet():
    assert judged("Place,Uma,Oka\n1,15,20\n2,5,0\n3,-5,0\n4,-15,0\n")[0] == []
