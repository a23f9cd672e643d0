"""Single changes after which a record is as legal as before.

Nobody who has only the record can notice them.
"""

from dataclasses import dataclass

TIBET = """%mjlog 1.0
Event: A step of the ladder
Rules: tibet/1 preset=tibet-7
A: Ana
B: Ben
C: Chu
D: Dee

@ 1 dealer=A
deal A 1124567p
deal B 1233589p
deal C 2345678p
deal D 1466789p
1. A:9p-1p 7p. 2p-8p 3p.
2. A:4p.
draw void
rule table stopped
"""
RIICHI = """%mjlog 1.0
Event: A deal declared void
Rules: riichi/1
A: Ana
B: Ben
C: Chu
D: Dee

@ E1.0 dealer=A sticks=0 scores=25000,25000,25000,25000
deal A 123456m789p1234s
deal B 19m19p19s123z1258s
deal C 0258m147p369s124z
deal D 147m258p0369s347z
dora 5z
1. A:6z-1s 7z. 7z-0m
draw void
rule table stopped
"""
WON = """%mjlog 1.0
Event: The first draw wins
Rules: tibet/1 preset=tibet-4
A: Ana
B: Ben
C: Chu
D: Dee

@ 1 dealer=A
deal A 1123p
deal B 4589p
deal C 3577p
deal D 6679p
1. A:1p#
win A 1p self
show A 11123p
net 0 0 0 0
score 0 0 0 0
next dealer=A
"""
STICK = """%mjlog 1.0
Event: The net of a player who laid a stick
Rules: riichi/1 preset=ema-2016
A: Aoi
B: Botan
C: Chika
D: Daichi

@ E1.0 dealer=A
draw wall
ready A
net 3000 -1000 -1000 -1000
score 32000 29000 29000 29000
tenpai A
next dealer=A
"""


@dataclass(frozen=True)
class Unnoticed:
    """A kind of change, why nobody can notice it, and a record before and after it."""

    kind: str
    reason: str
    before: str
    old: str
    new: str

    @property
    def after(self):
        """The record changed."""
        assert self.before.count(self.old) == 1, self.kind
        return self.before.replace(self.old, self.new)


UNNOTICED = (
    Unnoticed(
        "a tile that is drawn and discarded at once is another tile",
        "the word has the tile only once, nobody claims it or waits for it, and the wall is not "
        "recorded.",
        TIBET,
        " 3p.\n",
        " 5p.\n",
    ),
    Unnoticed(
        "a tile that stays in a hand never shown is another tile",
        "nothing in the record depends on it, if another copy of the tile is left.",
        TIBET,
        "1466789p",
        "1466799p",
    ),
    Unnoticed(
        "which of two equal tiles was discarded",
        "the hand is the same afterwards.",
        TIBET,
        "4p.",
        "4p-4p",
    ),
    Unnoticed(
        "the last turns before a deal is declared void are missing",
        "the record does not say how far play had gone. A last claim before an empty wall may "
        "be missing in the same way.",
        TIBET,
        "2. A:4p.\n",
        "",
    ),
    Unnoticed(
        "all the turns of a won deal are missing",
        "the rest is the sheet of that deal, which is a complete record.",
        WON,
        "1. A:1p#\n",
        "",
    ),
    Unnoticed(
        "a red five that counts for nobody is a plain five",
        "its player does not win, and the other copies are not seen.",
        RIICHI,
        "7z-0m",
        "7z-5m",
    ),
    Unnoticed(
        "a declaration of ready that earned and cost nothing is missing",
        "if no stick is paid for it, only the player's own win, a payment or a locked "
        "discard would show it.",
        TIBET.replace("tibet-7", "tibet-7 riichi=true").replace("2p-8p", "2p-8p!"),
        "8p!",
        "8p",
    ),
    Unnoticed(
        "the number of points on the table before the first deal is different",
        "nobody wins them in this deal, and there is no deal before. From the second deal on "
        "mjlog notices the change.",
        RIICHI,
        "sticks=0",
        "sticks=1",
    ),
    Unnoticed(
        "the net of a player is less by their own stick",
        "`net` may be the payments alone or the change of the total; both are right.",
        STICK,
        "net 3000",
        "net 2000",
    ),
    Unnoticed(
        "a name, a date, a remark",
        "no rule is about them.",
        TIBET,
        "A: Ana",
        "A: Eva",
    ),
)
