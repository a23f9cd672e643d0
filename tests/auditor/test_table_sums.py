"""One wrong cell of a table whose rules nobody knows: it is named, or else its row."""

from random import Random

import pytest

from mjlog.auditor.audit import audit
from mjlog.notation import read

SEATS = range(4)
START = 25000


def table(chance, deals=5):
    """The changes and totals of a made-up game."""
    changes, totals = [], [[START] * 4]
    for _ in range(deals):
        winner, loser = chance.sample(SEATS, 2)
        points = chance.randint(1, 90) * 70 + 3
        row = [0] * 4
        row[winner], row[loser] = points, -points
        changes.append(row)
        totals.append([old + new for old, new in zip(totals[-1], row, strict=True)])
    return changes, totals[1:]


def record(changes, totals, final=None):
    """The table as a record, and the line of each row."""
    head = ["%mjlog 1.0", "Rules: nobody/1"]
    head += [f"Final-Score: {' '.join(map(str, final))}"] if final else []
    lines, places = [*head, ""], {}
    for number in range(max(len(changes), len(totals))):
        lines += [f"@ {number + 1}", "win A ? from B"]
        for keyword, rows in (("net", changes), ("score", totals)):
            if rows:
                lines.append(f"{keyword} {' '.join(map(str, rows[number]))}")
                places[keyword, number] = len(lines)
        lines.append("")
    return "\n".join(lines), places


def wrong(text):
    found = audit(read(text)).findings
    return [(f.code, f.place.line, f.place.seat) for f in found if f.code != "rules.unknown"]


@pytest.mark.parametrize("seed", range(8))
def test_a_right_table_is_accused_of_nothing(seed):
    changes, totals = table(Random(seed))
    for rows in ((changes, totals), (changes, []), ([], totals)):
        assert wrong(record(*rows, totals[-1])[0]) == []


@pytest.mark.parametrize("seed", range(8))
def test_a_wrong_change_is_named_where_row_and_totals_agree(seed):
    changes, totals = table(Random(seed))
    for deal in range(len(changes)):
        for seat in SEATS:
            rows = [[*row] for row in changes]
            rows[deal][seat] += 7
            text, places = record(rows, totals)
            assert wrong(text) == [("net.differs", places["net", deal], seat)]


@pytest.mark.parametrize("seed", range(8))
def test_a_wrong_total_is_named_where_the_rows_agree(seed):
    changes, totals = table(Random(seed))
    for deal in range(len(totals)):
        for seat in SEATS:
            rows = [[*row] for row in totals]
            rows[deal][seat] += 7
            text, places = record(changes, rows)
            assert wrong(text) == [("score.chain", places["score", deal], seat)]


@pytest.mark.parametrize("seed", range(8))
def test_a_row_is_named_where_no_cell_can_be(seed):
    changes, totals = table(Random(seed))
    for deal in range(len(changes)):
        rows = [[*row] for row in changes]
        rows[deal][0] += 7
        text, places = record(rows, [])
        assert wrong(text) == [("pay.zero", places["net", deal], -1)]
        sums = [[*row] for row in totals]
        for later in range(deal, len(sums)):
            sums[later][0] += 7
        text, places = record(rows, sums)
        assert wrong(text) == [("pay.zero", places["net", deal], -1)]


@pytest.mark.parametrize("seed", range(8))
def test_a_final_total_that_no_row_reaches_is_named(seed):
    changes, totals = table(Random(seed))
    final = [*totals[-1]]
    final[2] += 7
    assert wrong(record(changes, [], final)[0]) == [("final.score", 3, -1)]
    assert wrong(record(changes, totals, final)[0]) == [("final.score", 3, -1)]


@pytest.mark.parametrize("seed", range(8))
def test_two_rows_that_contradict_each_other_are_one_finding(seed):
    changes, totals = table(Random(seed))
    # What the players began with is known only from the first deal.
    for deal in range(1, len(changes)):
        rows = [[*row] for row in changes]
        rows[deal] = rows[deal][::-1]
        text, places = record(rows, totals)
        assert [(code, line) for code, line, _ in wrong(text)] == [
            ("score.chain", places["score", deal])
        ]
