"""One wrong entry of a sheet is one finding, at its line: cases that no sample holds."""

import pytest
from kit.records import SEATS

from mjlog.auditor.audit import audit
from mjlog.notation import read

NO_READY = """@ E1 dealer=A
win C ? self
fan C riichi 1, tsumo 1, dora 2, han 4, fu 30
net -3900 -2000 8900 -2000
pay A>C 3900, B>C 2000, D>C 2000, table>C 1000
score 21100 23000 32900 23000
next dealer=B"""
SUMS = """@ E1 dealer=A
net 2000 -1000 -1000 0
score 27000 24000 24000 25000

@ E2 dealer=B
net -1000 3000 -1000 -1000
score 26000 27000 23000 24000

@ E3 dealer=C
net 8000 0 -8000 0
score 34000 27000 15000 24000"""
FAAN = """@ E1 dealer=A
win A ? self
fan A faan 3
net 48 -16 -16 -16
pay B>A 16, C>A 16, D>A 16
score 48 -16 -16 -16
next dealer=A"""
NAMED_ITEMS = """@ 1 dealer=A
win D ? from A
fan D total 50
fan D mixed-one-suit ?, value-honour ?
net -100 -25 -25 150"""
DRAWN = """@ 1 dealer=A
win B ? self
draw wall
fan B seven-pairs 2, total 2
net -5 15 -5 -5
pay A>B 5, C>B 5, D>B 5
score -5 15 -5 -5
next dealer=B"""
NOT_READY = """@ 1 dealer=A
draw wall
net -8 -8 -8 24
pay A>D 8, B>D 8, C>D 8 for=not-ready
score -8 -8 -8 24
tenpai D"""
WHICH_TILE = """@ E1 dealer=A
ready D
win D ? from C
show D 22m333677778p666z
fan D riichi 1, yakuhai-green 1, sanankou 2, han 4, fu 50
net 0 0 -8000 9000
pay C>D 8000, table>D 1000
score 25000 25000 17000 33000"""
DEALERS = """@ E2 dealer=B
draw wall
net 0 0 0 0
next dealer=C

@ E3.1 dealer=C
draw wall
net 0 0 0 0"""
UNNAMED = """@ E1 dealer=A
draw wall
net 0 0 0 0

@ E2.1 dealer=B
draw wall
net 0 0 0 0"""
ONE_PAYER = {
    "net -3900 -2000 8900": "net -3900 -2600 9500",
    "B>C 2000": "B>C 2600",
    "score 21100 23000 32900": "score 21100 22400 33500",
}
PRICE = {
    "-8000 9000": "-80000 81000",
    "C>D 8000": "C>D 80000",
    "17000 33000": "-55000 105000",
}
PRICED = {
    "net -3900 -2000 8900 -2000": "net -4000 -2100 9200 -2100",
    "pay A>C 3900, B>C 2000, D>C 2000": "pay A>C 4000, B>C 2100, D>C 2100",
    "score 21100 23000 32900 23000": "score 21000 22900 33200 22900",
}
CASES = [
    ("riichi/1", NO_READY, PRICED, ("pay.seats", "pay ")),
    ("riichi/1", NO_READY, {"han 4": "han 3"}, ("score.item", "fan ")),
    ("riichi/1", NO_READY, {"win C": "win B"}, ("win.line", "win ")),
    ("riichi/1", NO_READY, {"fan C": "fan D"}, ("score.item", "fan ")),
    ("riichi/1", NO_READY, {"-2000\npay": "-1000\npay"}, ("net.differs", "net ")),
    ("riichi/1", SUMS, {"26000 27000": "26000 28000"}, ("score.chain", "score 26000")),
    ("none/1", SUMS, {"26000 27000": "26000 28000"}, ("score.chain", "score 26000")),
    ("none/1", f"{SUMS}\nready A", {"26000 27000": "26000 28000"}, ("score.chain", "score 26000")),
    ("hongkong-faan/1", FAAN, {"faan 3": "faan 4"}, ("score.item", "fan ")),
    ("hongkong-faan/1", FAAN, {"faan 3": "faan 2"}, ("score.item", "fan ")),
    ("sichuan/1", DRAWN, {"pay A>B": "pay C>B"}, ("pay.seats", "pay ")),
    ("sichuan/1", NOT_READY, {"C>D 8": "C>D 9"}, ("pay.seats", "pay ")),
    ("riichi/1", NO_READY, ONE_PAYER, ("pay.seats", "pay ")),
    ("riichi/1", WHICH_TILE, PRICE, ("pay.seats", "pay ")),
    ("none/1", WHICH_TILE, {"C>D 8000": "C>D 800"}, ("pay.seats", "pay ")),
    ("riichi/1", DEALERS, {"next dealer=C": "next dealer=B"}, ("next.dealer", "next ")),
    ("riichi/1", UNNAMED, {"E1 dealer=A": "E1 dealer=D"}, ("next.dealer", "@ E1")),
    ("zungjung/1", NAMED_ITEMS, {"total 50": "total 40"}, ("score.item", "fan D total 40")),
]


def wrong(rules, deals):
    """The codes and lines of what is wrong, and the text of each line."""
    text = f"%mjlog 1.0\nRules: {rules}\n{SEATS}\n{deals}\n"
    lines = text.split("\n")
    found = audit(read(text)).findings
    errors = [each for each in found if each.severity == "error" and each.code != "rules.unknown"]
    return [(each.code, lines[each.place.line - 1]) for each in errors]


@pytest.mark.parametrize(("rules", "right", "slip", "due"), CASES)
def test_a_slip_is_named_alone_at_its_line(rules, right, slip, due):
    assert wrong(rules, right) == []
    written = right
    for old, new in slip.items():
        assert old in written
        written = written.replace(old, new, 1)
    ((code, line),) = wrong(rules, written)
    assert (code, line[: len(due[1])]) == due
