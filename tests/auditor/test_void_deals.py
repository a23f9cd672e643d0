"""A deal declared void says why.

By a ruling, by a false win, or by what went wrong in its turns.
"""

import pytest

from mjlog.auditor.audit import audit
from mjlog.notation import read

HEAD = "%mjlog 1.0\nRules: {rules}/1\nA: Ann\nB: Bea\nC: Cleo\nD: Dora\n\n@ 1 dealer=A\n"
EVERY = ("american", "riichi", "taiwanese", "taiyuan", "tibet")


def voids(rules, end, headers=""):
    text = HEAD.format(rules=rules).replace("\n\n@", f"\n{headers}\n@") + end
    return [
        (f.severity, f.place.seat) for f in audit(read(text)).findings if f.code == "result.void"
    ]


@pytest.mark.parametrize("rules", EVERY)
def test_a_void_deal_that_nothing_explains_accuses_nobody(rules):
    assert voids(rules, "draw void\n") == [("note", -1)]
    assert voids(rules, "1. A:5p\ndraw void\n") == [("note", -1)]
    assert voids(rules, "1. A:5p B:~wrong-draw B:2p\ndraw void\n") == [("note", -1)]
    assert voids(rules, "win A 1m self\ndraw void\n") == [("warning", -1)]


@pytest.mark.parametrize("rules", EVERY)
@pytest.mark.parametrize(
    "end",
    [
        "draw void\nrule D false-win\n",
        "draw void\nrule table stopped\n",
        "1. A:1m D:~false-win\ndraw void\n",
        "1. A:1m B:~wall-fallen\ndraw void\n",
        "1. A:1m C:5m\ndraw void\n",
        "draw wall\n",
    ],
)
def test_a_ruling_or_what_went_wrong_explains_it(rules, end):
    assert not voids(rules, end)


def test_a_win_that_is_none_voids_the_deal_and_a_legal_one_does_not():
    deal = "deal A 1123p\ndeal B 4589p\ndeal C 3577p\ndeal D 6679p\n1. A:{tile}p#\ndraw void\n"
    assert not voids("tibet", deal.format(tile=9).replace("deal", "deal"))
    step = HEAD.replace("/1\n", "/1 preset=tibet-4\n")
    for tile, found in ((1, ["result.void"]), (9, [])):
        findings = audit(read(step.format(rules="tibet") + deal.format(tile=tile))).findings
        told = [f for f in findings if f.code == "result.void"]
        assert [f.code for f in told] == found
        assert all(f.severity == "warning" for f in told)


def test_rules_of_the_house_may_void_a_deal():
    assert not voids(
        "riichi", "draw void\n", "X-House-Rules: a deal is void when the clock rings\n"
    )
