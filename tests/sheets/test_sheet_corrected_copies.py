"""Corrected copies: checked again they are right; nothing is written by rules that do not fit."""

import io

import openpyxl
import pytest

from mjlog.sheets.audit import audited
from mjlog.sheets.corrections.corrected import corrected
from mjlog.sheets.reading import read_sheet

RIICHI = (
    "Runde;Gewinner;Von;Punkte;Anna;Ben;Cleo;Dan\nE1.0;Ben;Cleo;2000;25.000;27.000;23.000;25.000\n"
    "E2.0;Dan;Anna;1000;24.000;27.000;23.000;26.000\n"
    "E3.0;Ben;Dan;3900;24.000;{};23.000;22.100\n"
)
HONG_KONG = (
    "局,食糊,出銃,番數,阿強,小芳,德叔,May\n1,小芳,德叔,5,0,48,-48,0\n2,May,小芳,5,0,-48,0,48\n"
    "3,阿強,自摸,5,72,-16,-24,-24\n"
)


def copy_of(text):
    file = read_sheet(text)
    audits = [audited(game) for game in file.games]
    return corrected(b"", file, audits).data, [f for a in audits for f in a.findings if f.is_error]


@pytest.mark.parametrize("number", ["30.800", "30900"])
def test_a_corrected_copy_is_right_when_it_is_read_again(number):
    data, found = copy_of(RIICHI.format(number))
    assert bool(found) == (number == "30.800")
    book = openpyxl.load_workbook(io.BytesIO(data))
    assert book.sheetnames == ["Sheet", "mjlog"]
    again = read_sheet(data)
    assert len(again.games) == 1  # the summary is no table of deals
    assert "score 24000 30900 23000 22100" in again.games[0].text
    assert not [each for each in audited(again.games[0]).findings if each.is_error]


def test_nothing_is_corrected_by_rules_that_do_not_fit():
    odd = HONG_KONG.replace("德叔,5,0", "德叔,3,0").replace("自摸,5", "自摸,4")
    data, found = copy_of(odd)
    assert [(each.code, each.place.cell) for each in found] == [("pay.zero", "E4")]
    rows = [*openpyxl.load_workbook(io.BytesIO(data)).worksheets[0].iter_rows(values_only=True)]
    assert rows[3][4:] == (72, -16, -24, -24)


def test_a_change_is_corrected_by_the_stakes_that_all_others_fit():
    data, found = copy_of(HONG_KONG)
    assert [(each.code, each.place.cell) for each in found] == [("net.differs", "F4")]
    rows = [*openpyxl.load_workbook(io.BytesIO(data)).worksheets[0].iter_rows(values_only=True)]
    assert rows[3][4:] == (72, -24, -24, -24)
