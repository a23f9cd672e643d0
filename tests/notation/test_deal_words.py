"""Words of the ``@`` line that cannot be read: a finding at the word, and the audit goes on."""

import pytest
from kit.work import calls_of

from mjlog.auditor.audit import audit
from mjlog.notation import from_json, read, read_slowly, to_json
from mjlog.notation.lines.deal_words import slips_of_words


def record(words, rules="riichi/1 preset=tenhou"):
    return (
        f"%mjlog 1.0\nRules: {rules}\n\n@ E1 dealer=A {words}\n1. A:1z. 1z. 1z. 1z.!\ndraw wall\n"
    )


def header_findings(game):
    return [(f.code, f.place.column) for f in game.findings if f.code == "syntax.header"]


@pytest.mark.parametrize(
    "scores",
    [
        "1,2,3",
        "1,2,3,4,5",
        "a,b,c,d",
        "1,2,3,",
        "1.5,2,3,4",
        "1,2,3,1234567890",
        "1,2,3,٣",
        "+1,2,3,4",
    ],
)
def test_points_that_cannot_be_read(scores):
    game = read(record(f"scores={scores}"))
    assert header_findings(game) == [("syntax.header", 15)]
    assert game.deals[0].attribute("scores") == scores
    assert audit(game).rules is not None


@pytest.mark.parametrize(
    "scores", ["25000,25000,25000,25000", "0,-1,2,3", "?,?,?,?", "25000,?,0,0"]
)
def test_points_that_can(scores):
    assert header_findings(read(record(f"scores={scores}"))) == []


def test_both_readers_and_the_json_form_say_the_same():
    text = record("scores=1,2 scores=3")
    game = read(text)
    assert header_findings(game) == header_findings(read_slowly(text.encode()))
    assert [f.code for f in from_json(to_json(game)).findings if f.code == "syntax.header"] == [
        "syntax.header"
    ] * 2


@pytest.mark.parametrize(
    ("rules", "word"),
    [
        ("riichi/1 preset=tenhou", "sticks=-1"),
        ("riichi/1 preset=tenhou", "sticks=one"),
        ("riichi/1 preset=tenhou", "honba=1.5"),
        ("riichi/1 preset=tenhou", "honba=9999999999"),
        ("taiwanese/1", "continued=twice"),
        ("american/1 kitty=on", "pool=?"),
    ],
)
def test_numbers_that_a_rule_set_counts_by(rules, word):
    found = audit(read(record(word, rules))).findings
    assert [(f.code, f.place.line) for f in found if f.code == "syntax.header"] == [
        ("syntax.header", 4)
    ]


def test_many_words_take_work_in_proportion():
    words = [("a", "b")] * 2000
    assert calls_of(lambda: slips_of_words(words), 100_000) < 50 * len(words)
