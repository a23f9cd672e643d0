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


STAKED = """\
%mjlog 1.0
@ E1 dealer=A
ready A
win A 1p self
net 25000 -8000 -8000 -8000
pay B>A 8000, C>A 8000, D>A 8000, table>A 1000
score 49000 17000 17000 17000
@ E1.1 dealer=A
ready B
win B 9s from C
net 0 13300 -12300 0
pay C>B 12300, table>B 1000
score 49000 29300 4700 17000
@ E2.0 dealer=B
ready D
win D 3m self
net -8000 -16000 -8000 33000
pay A>D 8000, B>D 16000, C>D 8000, table>D 1000
score 41000 13300 -3300 49000
""".splitlines()
"""A table at which the player who declares ready stakes 1000, which the changes leave out."""
COLUMNS = ("net ", "pay ", "score "), ("net ", "score "), ("pay ", "score "), ("pay ", "net ")


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        (16, "33000", "-33000"),
        (10, "-12300", "-21300"),
        (4, "25000", "250000"),
        (6, "17000 17000 17000", "17100 17000 17000"),
        (12, "4700", "7400"),
        (12, "29300", "-29300"),
        (17, "B>D 16000", "B>D 160000"),
        (11, "12300", "12400"),
    ],
)
def test_stakes_do_not_hide_a_wrong_number(line, old, new):
    altered = [*STAKED]
    altered[line] = STAKED[line].replace(old, new, 1)
    for columns in COLUMNS:
        if STAKED[line].startswith(columns):
            kept = ("%", "@", "ready ", "win ", *columns)
            places = [at for at, text in enumerate(STAKED) if text.startswith(kept)]
            assert wrong("".join(f"{STAKED[at]}\n" for at in places)) == []
            found = audit(read("".join(f"{altered[at]}\n" for at in places))).findings
            (finding,) = [each for each in found if each.code != "rules.unknown"]
            lines = {finding.place.line, finding.other.line if finding.other else 0}
            assert places.index(line) + 1 in lines, columns
