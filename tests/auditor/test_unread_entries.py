"""Nobody is accused of what only follows from an entry that mjlog cannot read."""

import pytest

from mjlog.auditor.audit import audit
from mjlog.notation import read

KONG = """%mjlog 1.0
Rules: riichi/1

@ E2.1 dealer=B sticks=1 scores=25000,24000,25000,25000
deal C 1234m567p7899s55z
dora 1s
1. B:4z 2z. 9m 1p
2. B:2p 5z-1m! 9p! 3z
3. B:1p 5z*5555z=3p/6s#
win C 6s self
ura 1m4s
show C *5555z 234m567p67899s
fan C riichi 1, tsumo 1, yakuhai-white 1, rinshan 1, ura 1, fu 60
net -2100 -4100 10300 -3100
pay A>C 2100, B>C 4100, D>C 2100, table>C 3000
score 22900 19900 35300 21900
next E3 dealer=C
"""


def _findings(*changes):
    text = KONG
    for written, instead in changes:
        assert written in text
        text = text.replace(written, instead)
    return [(each.place.line, each.code) for each in audit(read(text)).findings]


@pytest.mark.parametrize(
    ("written", "instead", "finding"),
    [
        ("5z-1m!", "5z->1m!", (8, "syntax.word")),
        ("5z-1m!", "5z-1m riichi", (8, "syntax.word")),
        ("/6s#", "/6s tsumo", (9, "syntax.word")),
        ("sticks=1", "1 stick", (4, "syntax.header")),
        ("E2.1", "東2局1本場", (4, "syntax.header")),
        ("win C 6s self", "C tsumo 6s", (10, "syntax.unknown_line")),
        ("show C *5555z", "show C kong 5555z", (12, "syntax.line")),
        ("table>C 3000", "sticks>C 3000", (15, "syntax.line")),
    ],
)
def test_an_entry_that_cannot_be_read_is_the_only_finding(written, instead, finding):
    assert _findings((written, instead)) == [finding]


def test_claims_that_do_not_depend_on_an_unread_claim_are_checked():
    unread, wrong = ("table>C 3000", "sticks>C 3000"), ("net -2100 -4100", "net -2000 -4200")
    assert [code for _, code in _findings(unread, wrong)] == [
        "net.differs",
        "net.differs",
        "syntax.line",
    ]


def test_a_fault_before_an_unread_word_is_found():
    unread, wrong = ("/6s#", "/6s tsumo"), ("5z-1m!", "5z-9m!")
    assert (8, "discard.held") in _findings(unread, wrong)


def test_a_name_without_its_counters_is_one_mistake():
    assert _findings(("E2.1", "E2")) == [(4, "next.counters")]
