"""A deal that names no dealer is told once, where claims hang on it; those claims stay open."""

import pytest

from mjlog.auditor.audit import audit
from mjlog.notation import read

SEATS = "A: Ann\nB: Bea\nC: Cleo\nD: Dora\n\n"
WON = {
    "american": "@ E1 {d}\nwin A 1p from B\nshow A +555p 123999p22777z\npay B>A 8\n",
    "riichi": "@ E1.0 {d}\nwin B 2s self\nshow B 234m345678p22266s\npay A>B 1000, C>B 500, "
    "D>B 500\n",
    "taiwanese": "@ 1 {d}\nwin B 2s self\nshow B 234m345678p222666s99m\npay A>B 5\n",
    "taiyuan": "@ 1 {d}\nwin B 5s self\nready B\nshow B 123m456p44567s777z\npay A>B 5\n",
    "tibet": "@ E1 {d}\nwin B 1p self\nshow B 11123m123456p111p\npay A>B 5\n",
}


def dealer_findings(rules, dealer, times=1):
    deals = "\n".join(WON[rules].format(d=dealer) for _ in range(times))
    report = audit(read(f"%mjlog 1.0\nRules: {rules}/1\n{SEATS}{deals}"))
    return [f for f in report.findings if f.code == "deal.dealer"], report


@pytest.mark.parametrize("rules", WON)
def test_the_missing_word_is_said_once(rules):
    (finding,), report = dealer_findings(rules, "", times=2)
    assert (finding.severity, finding.place.line, finding.place.deal) == ("warning", 8, 1)
    assert not [v for v in report.verdicts if v.answer == "differs" and v.claim.kind == "pay"]
    assert [v for v in report.verdicts if v.answer == "unverified" and v.claim.kind == "pay"]


@pytest.mark.parametrize("rules", WON)
def test_nothing_is_missing_where_a_dealer_is_named(rules):
    assert not dealer_findings(rules, "dealer=A")[0]


@pytest.mark.parametrize("rules", WON)
def test_nothing_is_missing_where_no_claim_hangs_on_it(rules):
    report = audit(read(f"%mjlog 1.0\nRules: {rules}/1\n{SEATS}@ E1\ndraw wall\n"))
    assert "deal.dealer" not in {f.code for f in report.findings}
