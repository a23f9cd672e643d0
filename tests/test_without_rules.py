"""A record of unknown rules still has sums, chains of totals and contradictions."""

import pytest

from mjlog.auditor.audit import audit
from mjlog.notation import read

SEATS = "A: a\nB: b\nC: c\nD: d\n"


def report(*lines, rules="Rules: hongkong/9\n", headers=""):
    return audit(read(f"%mjlog 1.0\n{rules}{headers}{SEATS}\n" + "\n".join(lines) + "\n"))


def codes(*lines, **more):
    return [
        (f.place.line, f.code) for f in report(*lines, **more).findings if f.code != "rules.unknown"
    ]


RIGHT = (
    "@ 1 dealer=A scores=100,100,100,100", "win B 3p from C", "pay A>B 3, C>B 2, D>B 2",
    "net -3 7 -2 -2",
    "score 97 107 98 98", "next dealer=B",
    "@ 2 dealer=B scores=97,107,98,98", "win B 3p from C", "net -1 3 -1 -1", "score 96 110 97 97",
)  # fmt: skip


@pytest.mark.parametrize("rules", ["Rules: hongkong/9\n", ""])
def test_a_right_one_is_accused_of_nothing_but_its_rules(rules):
    found = report(*RIGHT, rules=rules)
    assert [f.code for f in found.findings] == ["rules.unknown"]
    assert found.counts() == {"agrees": 12, "differs": 0, "unverified": 8}


@pytest.mark.parametrize(
    ("line", "wrong", "code"),
    [
        (3, "net -3 8 -2 -2", "pay.zero"),
        (3, "net -2 6 -2 -2", "net.differs"),
        (4, "score 97 107 98 99", "score.chain"),
        (6, "@ 2 dealer=B scores=97,107,98,99", "score.chain"),
        (6, "@ 2 dealer=C scores=97,107,98,98", "next.dealer"),
        (9, "score 96 110 97 98", "score.chain"),
    ],
)
def test_what_needs_no_rules_is_found(line, wrong, code):
    lines = [*RIGHT]
    lines[line] = wrong
    assert code in {found for _, found in codes(*lines)}


def test_totals_that_add_up_to_another_sum():
    lines = ("@ 1 dealer=A scores=100,100,100,100", "win B 3p from C", "score 97 107 98 99")
    assert codes(*lines) == [(10, "pay.zero")]


def test_the_final_totals():
    assert codes(*RIGHT, headers="Final-Score: 96 110 97 97\n") == []
    assert codes(*RIGHT, headers="Final-Score: 97 110 97 96\n") == [(3, "final.score")]


def test_points_on_the_table_accuse_nobody():
    lines = (
        "@ 1 dealer=A scores=25000,25000,25000,25000 sticks=1",
        "win B 3p from C",
        "ready B",
        "net 0 9000 -8000 0",
    )
    assert codes(*lines) == []
    assert codes(*lines[:3], "net 0 9001 -8000 0") == [(11, "pay.zero")]


def test_unknown_amounts_accuse_nobody():
    lines = (
        "@ 1 dealer=A scores=100,100,100,100",
        "win B 3p from C",
        "pay A>B ?",
        "net -3 ? -2 -2",
        "score 97 ? 98 98",
    )
    assert codes(*lines) == []


def test_the_final_totals_of_rules_that_add_nothing_at_the_end():
    rules = "Rules: tibet/1\n"
    right = report(*RIGHT, rules=rules, headers="Final-Score: 96 110 97 97\n")
    wrong = report(*RIGHT, rules=rules, headers="Final-Score: 97 110 97 96\n")
    assert "final.score" not in {finding.code for finding in right.findings}
    assert [f.place.line for f in wrong.findings if f.code == "final.score"] == [3]


@pytest.mark.parametrize("ranking", ["A B C D", "B A C D x", "C=D B A"])
def test_a_ranking_against_the_totals(ranking):
    assert codes(*RIGHT, headers=f"Ranking: {ranking}\n") == [(3, "next.rank")]


@pytest.mark.parametrize("ranking", ["B C=D A", "B C D A", "B D C A"])
def test_a_right_ranking_accuses_nobody(ranking):
    assert codes(*RIGHT, headers=f"Ranking: {ranking}\n") == []
