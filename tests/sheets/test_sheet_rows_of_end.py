"""Rows below the deals for the end of the game: points, uma, penalties and the result."""

import pytest
from kit.sheets import wrong_cells

from mjlog.sheets.audit import audited
from mjlog.sheets.reading import read_sheet

DEALS = (
    "{heads},Kasia,Michał,Ola,Piotr\n"
    "E1,Ola,Kasia,3,30,-3900,0,3900,0\nE2,Piotr,tsumo,3,40,-1300,-2600,-1300,5200\n"
    "E3,Michał,Piotr,5,,0,8000,0,-8000\nE4,Kasia,Michał,1,30,1000,-1000,0,0\n"
    "S1,Ola,Piotr,2,30,0,0,2000,-2000\nS2,Ola,Michał,2,40,0,-2600,2600,0\n"
    "S3,Kasia,Piotr,1,30,1000,0,0,-1000\nS4,Ola,Kasia,2,30,-2000,0,2000,0\n"
)
ENDS = (
    "{end},,,,,24800,31800,39200,24200\n{uma},,,,,-5000,5000,15000,-15000\n"
    "{lost},,,,,0,-20000,0,0\n{result},,,,,-10200,-13200,24200,-20800\n"
)
IN_THOUSANDS = (
    "{end},,,,,24800,31800,39200,24200\n{uma},,,,,-5,5,15,-15\n{result},,,,,-10.2,6.8,24.2,-20.8\n"
)
WORDS = {
    "en": ("Hand,Winner,From,Han,Fu", "End,Uma,Chombo,Score"),
    "de": ("Hand,Gewinner,Von,Han,Fu", "Ende,Platzbonus,Strafe,Ergebnis"),
    "fr": ("Main,Gagnant,Donneur,Han,Fu", "Fin,Bonus de place,Pénalité,Résultat"),
    "pl": ("Rozdanie,Wygrał,Od,Han,Fu", "Koniec,Uma,Chombo,Wynik"),
    "ja": ("局,和了,放銃,翻,符", "終了,ウマ,チョンボ,成績"),
    "ru": ("Раздача,Победитель,С кого,Хан,Фу", "Конец,Ума,Чомбо,Результат"),
    "zh": ("局,和牌,放铳,番,符", "结束,马点,罚分,成绩"),
}


def sheet(language, below, rules=""):
    heads, words = WORDS[language]
    names = dict(zip(("end", "uma", "lost", "result"), words.split(","), strict=True))
    return f"{rules}{DEALS.format(heads=heads)}{below.format(**names)}"


def errors(text):
    (game,) = read_sheet(text).games
    return [each.place.cell for each in audited(game).findings if each.is_error]


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize(
    ("below", "right", "wrong", "cell"),
    [
        (ENDS, "39200", "32900", "H10"),
        (ENDS, "-5000,5000", "-5000,-5000", "G11"),
        (ENDS, "24200,-20800", "24000,-20800", "H13"),
        (IN_THOUSANDS, ",5,15", ",5,10", "H11"),
        (IN_THOUSANDS, "6.8", "8.6", "G12"),
    ],
)
def test_the_result_follows_from_the_end_and_places(language, below, right, wrong, cell):
    text = sheet(language, below)
    assert not errors(text)
    assert errors(text.replace(right, wrong)) == [cell]


@pytest.mark.parametrize(
    ("below", "right", "wrong", "cell"),
    [
        (ENDS, ",5000,15000", ",-5000,15000", "G12"),
        (ENDS, "15000,-15000", "10000,-15000", "H12"),
        (ENDS, "-10200", "-12000", "F14"),
        (IN_THOUSANDS, ",5,15", ",5,10", "H12"),
        (IN_THOUSANDS, "6.8", "8.6", "G13"),
    ],
)
def test_named_rules_say_what_places_bring(below, right, wrong, cell):
    text = sheet("en", below, "Rules: EMA,,,,,,,,\n")
    assert not errors(text)
    assert errors(text.replace(right, wrong)) == [cell]


@pytest.mark.parametrize(
    ("heads", "winds"),
    [
        ("Игрок;Ветер;Очки;Место", "Восток Юг Запад Север"),
        ("Player;Seat;Points;Rank", "East South West North"),
        ("选手;座位;点数;名次", "东 南 西 北"),
    ],
)
def test_final_points_by_seat_below_deals_without_points_are_judged(heads, winds):
    seats = dict(zip("ABCD", winds.split(), strict=True))
    text = (
        "Rules;riichi/1\nHand;Winner;From;Han;Fu\nE1;Cem;Dora;2;30\nE2;Bea;tsumo;3;30\n\n"
        f"{heads}\nCem;{seats['C']};25000;2\nAnn;{seats['A']};23000;3\n"
        f"Bea;{seats['B']};{{}};1\nDora;{seats['D']};21000;4\n"
    )

    assert wrong_cells(text.format(31000)) == []
    assert wrong_cells(text.format(13000)) == ["C9"]


CHANGES = (
    (-3900, 0, 3900, 0),
    (-1300, -2600, -1300, 5200),
    (0, 1000, 0, -1000),
    (2000, 0, -2000, 0),
    (0, -1000, 1000, 0),
    (2000, -1000, -1000, -1000),
    (0, 0, 0, 0),
)
LEFT = (
    "{title}\n{heads},Ann,Bob,Cid,Dee\nE1,Cid,Ann,3,30,,,{}\nE2,Dee,tsumo,3,40,,,{}\n"
    "E3,Bob,Dee,1,30,,,{}\nE4,Ann,Cid,2,30,,,{}\nS1,Cid,Bob,1,30,,,{}\n"
    "S2,{draw},,,,Ann,Ann,{}\nS3/1,{draw},,,,,,{}\n"
    "{end},,,,,,,23800,21400,25600,{first}\n{result}"
)
WORDS_OF_LEFT = {
    "en": ("Hand,Winner,From,Han,Fu,Riichi,Tenpai", "draw", "Final", "Result"),
    "de": ("Hand,Gewinner,Von,Han,Fu,Riichi,Tenpai", "Remis", "Ende", "Ergebnis"),
    "es": ("Mano,Gana,Descarta,Han,Fu,Riichi,Tenpai", "empate", "Final", "Resultado"),
    "ja": ("局,和了,放銃,翻,符,リーチ,テンパイ", "流局", "最終", "成績"),
}


def sheet_with_a_stick(language, layout, title, first, result):
    heads, draw, end, of_results = WORDS_OF_LEFT[language]
    points, rows = (25000,) * 4, []
    for changes in CHANGES:
        points = [own + change for own, change in zip(points, changes, strict=True)]
        rows.append(",".join(map(str, points if layout == "totals" else changes)))
    below = f"{of_results},,,,,,,-16.2,-38.6,5.6,{result}\n" * bool(result)
    return LEFT.format(
        *rows, title=title, heads=heads, draw=draw, end=end, first=first, result=below
    )


@pytest.mark.parametrize("layout", ["changes", "totals"])
@pytest.mark.parametrize("language", WORDS_OF_LEFT)
@pytest.mark.parametrize(
    ("title", "first", "result", "cells"),
    [
        ("M-League", 29200, "", []),
        ("M-League", 28200, "", ["K10"]),
        ("Mリーグルール", 28200, "", ["K10"]),
        ("Friday", 29200, "49.2", []),
        ("Friday", 28200, "49.2", ["K10"]),
        ("Friday", 28200, "", []),
        ("EMA", 28200, "", []),  # the sources of these rules do not agree
        ("M-League; sticks left are lost", 28200, "", []),
    ],
)
def test_the_first_player_lacks_the_stick_left(language, layout, title, first, result, cells):
    assert errors(sheet_with_a_stick(language, layout, title, first, result)) == cells


def test_the_bonus_of_the_first_does_not_change_with_a_stick_left():
    text = (
        "Hand,Winner,Loser,Han,Fu,Riichi,Ann,Bo,Cy,Di\nE1,Ann,Bo,3,40,,7700,-7700,0,0\n"
        "E1.1,Cy,tsumo,2,30,,-1100,-600,2300,-600\nE2,Di,Bo,3,30,,0,-3900,0,3900\n"
        "E3,draw,,,,Ann,-1000,0,0,0\nFinal,,,,,,30600,12800,27300,28300\n"
        "Result,,,,,,50.6,-47.2,{},8.3\n"
    )
    assert wrong_cells(text.format("-12.7")) == []
    assert wrong_cells(text.format("-17.2")) == ["I7"]
