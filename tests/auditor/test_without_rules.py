"""A record of unknown rules still has sums, chains of totals and contradictions."""

import re

import pytest
from kit.places import SAMPLES
from kit.records import SEATS

from mjlog.auditor.audit import audit
from mjlog.notation import read


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
    assert found.counts() == {"agrees": 12, "given": 0, "differs": 0, "unverified": 8}


@pytest.mark.parametrize(
    ("line", "wrong", "code"),
    [
        (3, "net -3 8 -2 -2", "net.differs"),
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


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("Final-Score: 96 110 97", "final.score"),
        ("Final-Score: 96,110,97,97", "final.score"),
        ("Final-Score: 96 110 97 97.5", "final.score"),
        ("Final-Points: 1 2 x 4", "final.points"),
        ("Final-Points: 10.0 -10.0 5.0", "final.points"),
        ("Ranking: B A C", "next.rank"),
        ("Ranking: B B C D", "next.rank"),
        ("Ranking: BCDA", "next.rank"),
    ],
)
@pytest.mark.parametrize("rules", ["Rules: hongkong/9\n", "Rules: tibet/1\n"])
def test_the_shapes_of_headers_about_the_end(header, code, rules):
    unknown = ("@ 1 dealer=A", "win B 3p from C")
    found = report(*unknown, headers=f"{header}\n", rules=rules)
    assert [f.place.line for f in found.findings if f.code == code] == [3]
    assert {v.answer for v in found.verdicts if v.place.line == 3} == {"differs"}


@pytest.mark.parametrize(
    "header", ["Final-Score: 96 110 97 97", "Final-Points: +1.5 -1 0 -0.5", "Ranking: B C=D A"]
)
def test_sound_headers_about_the_end_accuse_nobody(header):
    assert codes("@ 1 dealer=A", "win B 3p from C", headers=f"{header}\n") == []


PLAYED = ("@ 1 dealer=A", "1. A:1m 2m-3m 4p-5p D:#")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("win B 5p from C", "in the turns D wins"),
        ("win D 5p self", "in the turns D wins from C"),
        ("win D 5p from B", "in the turns D wins from C"),
        ("win D 6p from C", "in the turns D wins on 5p"),
        ("draw exhaustive", "in the turns D wins"),
    ],
)
def test_a_line_about_the_end_against_the_turns(line, told):
    found = [f for f in report(*PLAYED, line).findings if f.code == "win.line"]
    assert [(f.place.line, told in f.message) for f in found] == [(10, True)]


@pytest.mark.parametrize(
    "lines",
    [
        (*PLAYED, "win D 5p from C"),
        (*PLAYED, "draw void", "rule table replay"),
        ("@ 1 dealer=A", "1. A:1m 2m-? D:#", "win D 3m from B"),
        ("@ 1 dealer=A", "1. A:1m 2m# 3m", "win B 2m self"),
        ("@ 1 dealer=A", "1. A:1m 2m-3m", "draw exhaustive"),
        ("@ 1 dealer=A", "1. A:1m nonsense D:#", "win B 2m self"),
    ],
)
def test_a_line_that_may_be_right_accuses_nobody(lines):
    assert "win.line" not in {code for _, code in codes(*lines)}


def test_a_win_that_the_turns_do_not_have():
    lines = ("@ 1 dealer=A", "1. A:1m 2m-3m 4p-5p", "win D 5p from C")
    assert (10, "win.line") in codes(*lines)


def test_where_no_rules_fit_the_findings_are_those_of_the_rules_with_the_fewest_errors():
    path = SAMPLES / "riichi" / "liable-for-the-replacement.mjl"
    text = re.sub(r"Rules: .*", "Rules: riichi/1\nRules-Told: no", path.read_text(encoding="utf-8"))
    wrong = text.replace("\nnext dealer=B", "\nnext dealer=C")
    assert wrong != text
    found = audit(read(wrong)).findings
    assert [each.code for each in found if each.is_error] == ["next.dealer"]


@pytest.mark.parametrize(
    ("line", "wrong", "findings"),
    [
        # The header alone is wrong: later totals go on from the right ones.
        (6, "@ 2 dealer=B scores=97,107,89,98", [(14, "score.chain")]),
        # Two wrong totals are two wrong entries.
        (4, "score 79 107 98 89", [(12, "score.chain"), (12, "score.chain")]),
        # Payments and totals name the one wrong change.
        (3, "net -3 7 -2 2", [(11, "net.differs")]),
        (5, "next end", [(14, "next.end")]),
    ],
)
def test_each_wrong_entry_is_named_once(line, wrong, findings):
    lines = [*RIGHT]
    lines[line] = wrong
    assert codes(*lines) == findings


def test_lines_that_contradict_each_other_are_both_named():
    lines = ("@ 1 dealer=A scores=100,100,100,100", "net -3 7 -2 -2", "score 97 108 97 98")
    (finding,) = [f for f in report(*lines).findings if f.code != "rules.unknown"]
    assert (finding.code, finding.place.line, finding.place.seat) == ("score.chain", 10, -1)
    assert finding.other.line == 9


def test_sums_are_checked_at_a_table_with_rules_of_its_own():
    house = "X-House-Rules: wareme\n"
    assert codes(*RIGHT[:4], "score 97 107 98 99", headers=house) == [(13, "score.chain")]
