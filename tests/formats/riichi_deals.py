"""Small riichi records of our own, and what is asked of every format."""

from mjlog.formats import load
from mjlog.formats.registry import export
from mjlog.notation import read, write

HEAD = """%mjlog 1.0
Rules: riichi/1 preset=tenhou length=south
Source: test
A: Ann
B: Bea
C: Cid
D: Dan

"""
FOUR = """@ E1.0 dealer=A scores=25000,25000,25000,25000
deal A 123456m11789p23s
deal B 19m19p19s1234567z
deal C 2334m44556p6789s
deal D 56778m2238p4557s
dora 1p
"""
RIICHI_RON = (
    HEAD
    + FOUR
    + """1. A:5z.! 7m. 8m. 1s. A:#
win A 1s from D
ura 3z
show A 123456m11789p123s
fan A riichi 1, ippatsu 1, pinfu 1, fu 30
net 6800 0 0 -5800
pay D>A 5800, table>A 1000
score 30800 25000 25000 19200
"""
)


def game(text):
    """The game behind the text, which has nothing to complain about."""
    found = read(text)
    assert not found.findings, found.findings
    return found


def through(text, target):
    """What is read back of what was written, and the codes of what was lost."""
    made = export(game(text), target)
    (source,) = load(made.text.encode())
    assert source.format == {"tenhou": "tenhou-xml"}.get(target, target)
    return source.game, {finding.code for finding in made.losses}


def words(deal):
    """The turns with their seats, as a record would have them."""
    return " ".join(f"{'ABCD'[turn.seat]}:{turn.word}" for turn in deal.turns)


def lines(found, *keywords):
    """The lines of the text that begin with those words."""
    return [line for line in write(found).splitlines() if line.split(" ")[0] in keywords]
