"""The calls that a page offers are those that the clauses of its rules allow."""

import pytest

from mjlog.live.ledgers.ledger_file import LedgerFile, create
from mjlog.live.scribes.calls import known_calls
from mjlog.live.scribes.hand_values import amounts
from mjlog.live.session import Session
from mjlog.rules import load

ALL = ("pung", "chow", "kong", "concealed", "added")


@pytest.mark.parametrize(
    ("rules", "seats", "calls"),
    [
        ("riichi/1 preset=tenhou", 4, ALL),
        ("riichi/1 preset=tenhou-sanma", 3, ("pung", "kong", "concealed", "added", "setout")),
        ("taiyuan/1", 4, ("pung", "kong", "concealed", "added")),
        ("hongkong-faan/1", 4, (*ALL, "setout")),
        ("taiwanese/1", 4, ALL),
        ("american/1", 4, ALL),
        ("tibet/1 preset=tibet-7", 2, ()),
        ("tibet/1 preset=tibet-deadwall", 3, ("pung", "chow")),
        ("tibet/1 preset=tibet-10-dragons-pon", 4, ("pung",)),
        ("tibet/1 preset=tibet-kan", 2, ALL),
    ],
)
def test_calls_are_those_that_the_rules_allow(rules, seats, calls):
    assert known_calls(load(rules), seats) == calls


def test_limits_are_chosen_by_their_names_and_with_what_they_bring(tmp_path):
    create(
        path := tmp_path / "t.mjl",
        ["Rules: riichi/1 preset=tenhou", *(f"{seat}: x" for seat in "ABCD")],
    )
    words = load("riichi/1 preset=tenhou").scoring.value_words
    with LedgerFile(path) as file:
        session = Session(file, "S1")
        for line in ("@", "win C ? self"):
            session.take(line)
        paid = amounts(session)
        session.take("fan C han 5")
        assert amounts(session) == {}
    assert str(words((("han", 5),))) == "mangan (5 han)"
    assert str(words((("limits", 1),))) == "yakuman"
    assert paid["fan A han 3, fu 30"] == [2000, 1000]
    assert paid["fan A han 5"] == [4000, 2000]
    assert paid["fan A limits 1"] == [16000, 8000]
    assert [han for han in range(1, 14) if not any(f"han {han}" in line for line in paid)] == []
    assert "fan A han 1, fu 20" not in paid
