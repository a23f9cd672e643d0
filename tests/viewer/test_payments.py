"""Payments as a square.

Who pays whom, what the sheet says beside what the rules give, and the sums.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from kit.places import EVERY, SAMPLES, slug
from kit.records import report_on
from kit.sizes import each
from kit.viewers import library

import mjlog
from mjlog.auditor.checks.items import MISSING
from mjlog.auditor.deal_check import claim_name
from mjlog.auditor.debts import is_fine
from mjlog.auditor.report import Report
from mjlog.model.findings import Answer, Claim
from mjlog.model.record import SEATS, Game
from mjlog.model.settlement import Payment, Settlement
from mjlog.results.standings import standings
from webviewer.parts.results.payments import Cell, Matrix, Pair, matrix, payments
from webviewer.parts.results.result import FinishedDeal, Result, result
from webviewer.parts.stage.table_view import Pages

NOBODY_PAYS = (None,) * 4
SHARE = "1500 = 1000 (for each opponent) × 3 / 2 (payments)"


def game_of(name: str) -> Game:
    return mjlog.read((SAMPLES / name).read_bytes())


def square(name: str, deal: int = 1) -> Matrix:
    return square_of(game_of(name), deal)


def square_of(game: Game, deal: int = 1) -> Matrix:
    report = mjlog.audit(game)
    settlement = report.settlements[deal - 1]
    rows = payments(game, game.deals[deal - 1], report.rules, settlement, report.answers(deal))
    found = matrix(game, rows, judged=settlement is not None)
    assert found is not None
    return found


def agreed(points: int) -> Cell:
    return Cell(Pair(str(points), str(points)))


def test_rows_pay_and_columns_are_paid() -> None:
    found = square("taiyuan/everything-fair-copy.mjl")
    assert (
        [party.letter for party in found.payers]
        == [party.letter for party in found.payees]
        == list("ABCD")
    )
    assert [row[2] for row in found.cells] == [agreed(12), agreed(7), None, agreed(4)]
    assert [row[0] for row in found.cells] == list(NOBODY_PAYS)
    assert found.gives == (agreed(12), agreed(7), None, agreed(4))
    assert found.gets == (None, None, agreed(23), None)
    assert (found.stated, found.judged, found.differs, found.unknown) == (True, True, 0, 0)


def test_a_cell_and_its_sums_differ() -> None:
    found = square("broken/taiyuan/pay.seats.mjl")
    wrong = Cell(Pair("11", "12"), "differs")
    assert [row[2] for row in found.cells] == [wrong, agreed(7), None, agreed(4)]
    assert (found.gives[0], found.gets[2]) == (wrong, Cell(Pair("22", "23"), "differs"))
    assert found.differs == 1


def test_the_table_has_a_row_where_it_pays_and_no_column() -> None:
    found = square("riichi/double-ron.mjl")
    assert [party.letter for party in found.payers] == ["A", "B", "C", "D", ""]
    assert len(found.payees) == 4
    assert found.cells[4] == (agreed(2000), None, None, None)
    assert found.gets == (agreed(9700), None, agreed(8000), None)


def test_three_players_make_three_rows() -> None:
    found = square("riichi/three-players-tsumo-loss.mjl")
    assert [len(row) for row in found.cells] == [3, 3, 3]
    assert found.gets[1] == agreed(3000)


@pytest.mark.parametrize(("line", "cell", "total"), [
    ("pay A>C 12, B>C ?, D>C 4", Cell(Pair("?", "7"), "untold"), Cell(Pair("?", "23"), "untold")),
    ("pay A>C 12, D>C 4", Cell(Pair("0", "7"), "differs"), Cell(Pair("16", "23"), "differs")),
])  # fmt: skip
def test_points_that_the_sheet_does_not_know_or_leaves_out(
    line: str, cell: Cell, total: Cell
) -> None:
    text = (SAMPLES / "taiyuan" / "everything-fair-copy.mjl").read_text(encoding="utf-8")
    found = square_of(mjlog.read(re.sub(r"^pay .*$", line, text, flags=re.MULTILINE)))
    assert (found.cells[1][2], found.gets[2]) == (cell, total)


def test_what_the_rules_cannot_tell() -> None:
    game = game_of("taiyuan/everything-fair-copy.mjl")
    rules = mjlog.audit(game).rules
    unjudged = matrix(game, payments(game, game.deals[0], rules, None, {}), judged=False)
    assert (unjudged.cells[0][2], unjudged.gets[2]) == (Cell(Pair("12", "")), Cell(Pair("23", "")))
    part = Settlement(
        (Payment(0, 2, 12), Payment(3, 2, 4)), unknown_pairs=((1, 2, "nobody saw it"),)
    )
    found = matrix(game, payments(game, game.deals[0], rules, part, {}), judged=True)
    assert (found.cells[1][2], found.gets[2]) == (
        Cell(Pair("7", ""), "untold"),
        Cell(Pair("23", ""), "untold"),
    )


def test_what_is_never_due_is_marked_where_the_rest_cannot_be_told() -> None:
    found = square("broken/riichi/pay.seats-bystander.mjl")
    assert (found.cells[3][1], found.cells[2][1]) == (
        Cell(Pair("2000", "2000")),
        Cell(Pair("1000", "0"), "differs"),
    )
    assert found.cells[1][0] == Cell(Pair("500", "0"), "differs")
    assert (found.gets[1], found.differs) == (Cell(Pair("3000", "2000"), "differs"), 2)


SEEN_AT_THE_END = """%mjlog 1.0
Rules: riichi/1
{house}A: A
B: B
C: C
D: D

@ E1.0 dealer=A
win B 7p from D
show B 234567m345567p88s
fan B tanyao 1, pinfu 1{items}
{pay}
"""


def seen(pay: str, *, house: bool = False, items: str = "") -> Game:
    words = "X-House-Rules: wareme\n" if house else ""
    return mjlog.read(SEEN_AT_THE_END.format(pay=pay, house=words, items=items))


def test_one_who_pays_twice_pays_the_sum() -> None:
    assert square_of(seen("pay D>B 1500\npay D>B 500")).cells[3][1] == agreed(2000)
    assert square_of(seen("pay D>B 1500, D>B 400")).cells[3][1] == Cell(
        Pair("1900", "2000"), "differs"
    )


def test_what_rules_of_the_house_may_decide_is_not_marked_wrong() -> None:
    found = square_of(seen("pay D>B 4000", house=True))
    assert (found.cells[3][1], found.gives[3]) == (Cell(Pair("4000", ""), "untold"),) * 2
    assert found.differs == 0
    assert square_of(seen("pay D>B 2000", house=True)).cells[3][1] == agreed(2000)
    unstated = square_of(seen("next dealer=B", house=True))
    assert unstated.cells[3][1] == Cell(Pair("", "2000"), "untold")


def ends(report: Report) -> Iterator[tuple[dict[Claim, Answer], Result | None]]:
    """The answers to the claims of each deal, and what its pages show of its end."""
    for number, settlement in enumerate(report.settlements, 1):
        answers = report.answers(number)
        ended = FinishedDeal(report.game, number, report.rules, settlement, answers)
        played = mjlog.replay(ended.deal, report.rules, seats=report.game.seats)
        yield answers, result(ended, standings(report), played)


@pytest.mark.slow
@each(EVERY, slug, one_in=4)
def test_pages_mark_what_the_audit_says_and_nothing_else(path: Path, client: FlaskClient) -> None:
    with client.application.test_request_context("/"):
        report = report_on(path)
        rules = report.rules
        # Where the mistake may lie in another entry, the sheet may be right, and no row is marked.
        open_ = {each.claim for each in report.findings if each.other is not None}
        for answers, end in ends(report):
            differing = {claim for claim, answer in answers.items() if answer == "differs"}
            square = set() if end is None or end.matrix is None else wrong_cells(end.matrix)
            paid = {claim for claim in differing if claim.kind == "pay"}
            settled = {claim for claim in paid if not is_fine(claim.item, rules)}
            assert square == {claim_name(replace(claim, item="")) for claim in settled}
            for hand in end.hands if end is not None else ():
                seat = SEATS.index(hand.seat)
                told = {c.item for c in differing if c.seat == seat and c.kind in {"fan", "kong"}}
                marked = {row.name for row in hand.items if row.wrong}
                unsure = {claim.item for claim in open_ if claim and claim.seat == seat}
                assert bool(marked) == bool(told - {""}) or told <= unsure
                assert marked <= told or MISSING in told


def wrong_cells(square: Matrix) -> set[str]:
    return {
        f"pay {payer.letter or 'table'}>{payee.letter or 'table'}"
        for payer, row in zip(square.payers, square.cells, strict=True)
        for payee, cell in zip(square.payees, row, strict=True)
        if cell is not None and cell.mark == "differs"
    }


def test_items_are_wrong_only_where_the_audit_says_so(client: FlaskClient) -> None:
    for items, wrong in (
        ("", []),
        (", aka 3", ["aka"]),
        (", ittsu ?", ["ittsu"]),
        (", tanyao 1", ["tanyao"]),
    ):
        with client.application.test_request_context("/"):
            ((_, end),) = ends(mjlog.audit(seen("pay D>B 2000", items=items)))
        assert end is not None
        assert [row.name for hand in end.hands for row in hand.items if row.wrong] == wrong


def test_with_rules_of_the_house_the_points_count_as_recorded() -> None:
    known = standings(mjlog.audit(seen("pay D>B 4000", house=True)))
    assert known is not None
    assert (known.deals[0].due, known.due) == (None, known.recorded)


def test_nobody_pays_no_square() -> None:
    game = game_of("taiyuan/washout-without-a-kong.mjl")
    assert matrix(game, (), judged=True) is None


# --------------------------------------------------------------------------- on pages


def words(text: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


def test_the_page_tells_both_numbers_in_words_too(client: FlaskClient) -> None:
    page = client.get("/r/broken-taiyuan-pay-seats/d1/s88").text
    told = words(page[page.index('<table class="matrix">') :])
    assert told.startswith(
        "Payments 1 differs: first the sheet, crossed out, then the rules From ↓ To → Wang Li "
        "Zhao Min"
    )
    assert "Wang Li – Sheet 11 Rules 12 ≠ –" in told
    assert 'aria-label="differs">≠' in page
    assert page.count('<td class="self">') == 4


def test_the_page_marks_what_is_never_due(client: FlaskClient) -> None:
    page = client.get("/r/broken-taiyuan-pay-seats-bystander/d1/s0").text
    told = words(page[page.index('<table class="matrix">') :])
    assert told.startswith("Payments 1 differs: first the sheet, crossed out, then the rules")
    assert "Cleo – Sheet 1 Rules 0 ≠ – 1 Dora – 3 – 3 in all – 4 – –" in told


def test_the_sheet_to_print_has_the_square(client: FlaskClient) -> None:
    page = client.get("/r/riichi-double-ron/d1/print").text
    assert "table 2000 – – – 2000" in words(page)
    assert "the sheet agrees with the rules" in page


def test_the_clauses_cited_are_told_in_full(client: FlaskClient) -> None:
    page = client.get("/r/broken-taiyuan-pay-seats/d1/s88").text
    laws = words(re.search(r'<details class="laws">.*?</details>', page, flags=re.DOTALL)[0])
    assert laws.startswith("Cited clauses 10.1a ")
    assert " 10.4a " in laws


@pytest.mark.parametrize("lang", ["zh-Hans", "zh-Hant", "ja"])
def test_the_square_speaks_the_language_of_the_page(client: FlaskClient, lang: str) -> None:
    page = client.get(f"/r/broken-taiyuan-pay-seats/d1/s88?lang={lang}").text
    assert "crossed out" not in page
    assert "in all" not in page


# --------------------------------------------------------------------------- penalties


def fined(client: FlaskClient, name: str) -> list[str]:
    """The payments for rulings, as the card of the result has them."""
    page = client.get(f"/r/{name}/d1/s0").text
    sums = re.search(r'<ul class="sums">(.*?)</ul>', page, flags=re.DOTALL)
    return (
        [words(row) for row in re.findall(r"<li.*?</li>", sums[1], flags=re.DOTALL)] if sums else []
    )


def test_a_penalty_bears_both_numbers_and_the_name_of_its_cause(client: FlaskClient) -> None:
    assert fined(client, "broken-riichi-pay-penalty") == [
        "Botan → Aoi Sheet 2000 Rules 4000 for chombo 9.11 differs",
        "Botan → Chika 2000 for chombo 9.11",
        "Botan → Daichi 2000 for chombo 9.11",
    ]
    assert (
        "Zhao Min → Liu Yan Sheet 7 Rules 8 for a false win "
        in fined(client, "broken-taiyuan-pay-penalty")[2]
    )
    assert fined(client, "taiwanese-faulty-win")[0].startswith(
        "Tsai An → Lin Mei 32 for a false win "
    )


def test_a_penalty_left_out_has_a_line_too(client: FlaskClient) -> None:
    assert fined(client, "broken-riichi-pay-penalty-left-out")[2] == (
        "Botan → Daichi Sheet 0 Rules 2000 for chombo 9.11 differs"
    )


def test_sticks_laid_down_in_play_stand_beside_the_payments(client: FlaskClient) -> None:
    """What is paid in all, less the stick, is what the points change."""
    page = client.get("/r/riichi-triple-ron/d1/s0").text
    told = words(page[page.index('<ul class="sums">') :])
    assert "Aoi → table 1000 laid down in play 7.5" in told
    assert "+6800" in told


# --------------------------------------------------------------------------- nobody wins


@pytest.mark.parametrize(("name", "deal", "told"), [
    (
        "riichi-nagashi-mangan",
        1,
        "Nobody wins: the wall has run out (nagashi mangan, by North) One tile from winning: East",
    ),
    (
        "riichi-game-four-players",
        3,
        "Nobody wins: the deal is broken off (nine kinds of terminals and honours, by South)",
    ),
    ("riichi-game-four-players", 1,
     "Nobody wins: the wall has run out One tile from winning: East , North"),
])  # fmt: skip
def test_an_end_without_a_win_tells_what_it_was(
    client: FlaskClient, name: str, deal: int, told: str
) -> None:
    page = client.get(f"/r/{name}/d{deal}/s0").text
    assert told in words(page)


def test_the_transcript_tells_it_too(client: FlaskClient) -> None:
    page = client.get("/r/riichi-game-four-players/d3/s0").text
    assert (
        "Nobody wins: the deal is broken off (nine kinds of terminals and honours, by South)."
        in words(page)
    )


# --------------------------------------------------------------------------- shared out

SHARED = """%mjlog 1.0
Rules: riichi/1
A: A
B: B
C: C
D: D

@ E1.0 dealer=A
draw wall
tenpai A C
{pay}
"""


def shared(pay: str) -> Game:
    return mjlog.read(SHARED.format(pay=pay))


SHARE = "1500 = 1000 (for each opponent) × 3 / 2 (payments)"


@pytest.mark.parametrize(("pay", "wrong"), [
    ("pay B>A 1500, D>C 1500", []),
    ("pay B>C 1500, D>A 1500", []),
    ("pay B>A 750, B>C 750, D>A 750, D>C 750", []),
    ("pay B>C ?, D>A 1500", []),
    ("pay B>C 1500", [f"the sheet has no payment from D to A; the rules give {SHARE}"]),
    ("pay B>C 1500, D>A 1000", [f"D pays A 1000; the rules give {SHARE}"]),
])  # fmt: skip
def test_two_who_pay_two_may_be_paired_either_way(pay: str, wrong: list[str]) -> None:
    found = mjlog.audit(shared(pay)).findings
    assert [finding.message for finding in found if finding.code == "pay.draw"] == wrong


def test_where_nothing_says_who_pays_whom_only_the_sums_are_told(client: FlaskClient) -> None:
    page = client.get("/r/riichi-game-four-players/d1/s0").text
    told = words(page[page.index('<table class="matrix">') :]).partition("Points")[0]
    assert told == (
        "Payments by the rules; the sheet states none pays gets "
        "East – 1500 South 1500 – West 1500 – North – 1500 "
        "1500 7.6 for each opponent 1000 × 3 ÷ payments 2 = 1500 "
        "North → table 1000 laid down in play 7.5 "
    )
    assert square_of(shared("next dealer=A")).paired is False
    assert square_of(shared("pay B>C 1500, D>A 1500")).cells[1][2] == agreed(1500)


# --------------------------------------------------------------------------- the whole game


def test_claims_about_the_end_of_the_game_stand_on_the_sheet_of_its_last_deal() -> None:
    record = library().record("riichi-game-four-players")
    assert record is not None
    deals = range(1, len(record.game.deals) + 1)
    on_sheet = [
        deal
        for deal in deals
        if any(line.text == "Final-Score" for line in Pages().replay(record, deal).sheet)
    ]
    assert on_sheet == [deals[-1]]
    assert len(deals) > 1


def test_points_that_do_not_change_have_a_dash(client: FlaskClient) -> None:
    page = client.get("/r/riichi-game-four-players/d3/s0").text
    changes = re.search(r'<table class="changes">.*?</table>', page, flags=re.DOTALL)
    assert words(changes[0]).startswith(
        "Points East South West North – – – – 28500 22500 22500 24500"
    )
    assert "+0" not in words(page)
