"""A line that people often write otherwise is told how it is written here."""

import pytest

from mjlog.notation import read


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("tenpai A,C", "did you mean `tenpai A C`"),
        ("ready A, B", "did you mean `ready A B`"),
        ("net 1,2,-3,0", "did you mean `net 1 2 -3 0`"),
        ("score 1, 2, 3, 4", "did you mean `score 1 2 3 4`"),
        ("pay A>B 3, C>B 2 for=honba, D>B 2", "write one `pay` line for each cause"),
        ("pay A>B 3 for=honba C>B 3 for=honba", "write one `pay` line for each cause"),
    ],
)
def test_a_line_written_otherwise(line, told):
    game = read(f"%mjlog 1.0\nRules: riichi/1\nA: a\nB: b\nC: c\nD: d\n\n@ E1 dealer=A\n{line}\n")
    (finding,) = game.findings
    assert (finding.code, finding.place.line) == ("syntax.line", 9)
    assert told in finding.message
