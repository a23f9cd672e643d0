"""The worked deals of Sichuan as events: what happens in their order, and what it comes to."""

from mjlog.model.record import NoWin, Ruling, ShownMeld
from mjlog.model.settlement import Item, Score
from mjlog.model.tiles import TILES
from mjlog.notation.tile_words import tiles_of
from mjlog.referee.rulebook import Held, Outcome, Winner
from mjlog.rules import load
from mjlog.rules.sichuan.events import Events, Exit, Kong

READY = {0: "123m456m78m99p555p", 1: "+222p +666p 44m77m999p", 2: "11335577m2288p9p",
         3: "+888p 2223334445p"}  # fmt: skip
VOID = {0: 2, 1: 2, 2: 2, 3: 0}
"""Hands that wait for so many fan, and the suits that they give up."""
NOT_READY = "+111m 2468m3579p55p"
"""A hand that waits for nothing; with a tile of bamboo it holds the void suit."""

DEALS = [
    (20, "", "win B 2; win D 0", "-7 15 -7 -1"),
    (21, "", "win B 1 off C; win D 2 off C; win A 3 off C", "8 2 -14 4"),
    (22, "", "win B 1, D 3 off A", "-10 2 0 8"),
    (23, "", "kong A exposed C; kong B concealed; kong C added; kong D late", "-1 5 -1 -3"),
    (24, "", "win B 0 off A; kong C concealed; kong D added", "-4 1 3 0"),
    (25, "", "kong A concealed; shot C 2 off A", "-4 0 4 0"),
    (26, "shot_after_kong=transfer", "kong A concealed; shot C 2 off A", "-4 -2 8 -2"),
    (27, "shot_after_kong=transfer transfer_amount=all_kongs",
     "kong A added; kong A exposed B; shot C 2, D 1 off A", "-11 -3 8 6"),
    (28, "shot_after_kong=transfer transfer_several=split",
     "kong A added; kong A exposed B; shot C 2, D 1 off A", "-3 -3 4 2"),
    (29, "", "win C 1 off A", "-2 0 2 0"),
    (30, "", "kong B exposed D; after B 2", "-5 17 -5 -7"),
    (31, "exposed_kong_win=discard", "kong B exposed D; after B 2", "0 6 0 -6"),
    (32, "", "kong B concealed; win D 1 off A; wall A 2, B -, C -", "6 -4 -4 2"),
    (33, "", "win D 0; wall A 2, B -, C active", "6 -6 -30 6"),
    (34, "void_holder=penalty_48", "win D 0; wall A 2, B -, C active", "6 -6 -54 6"),
    (35, "void_holder=pay_16_each", "win D 0; wall A 2, B -, C active", "22 10 -54 22"),
    (36, "void_holder=pay_cap_each void_holder_not_ready=no", "win D 0; wall A 2, B -, C active",
     "10 2 -18 6"),
    (37, "void_holder=pay_cap_each void_holder_not_ready=no void_holder_pays_winners=yes",
     "win D 0; wall A 2, B -, C active", "10 2 -26 14"),
    (38, "", "wall A 1, B 3, C -, D passive", "4 16 -10 -10"),
    (39, "", "kong A concealed; kong C added; wall A -, B -, C -, D -", "0 0 0 0"),
    (40, "", "win B 1 off C; kong D concealed; win D 2; win A 3 off C", "1 2 -17 14"),
    (41, "", "kong B added; false B; win C 1 off D; wall A 0, D -", "1 -24 2 -3"),
    (42, "false_win=eight_each", "kong B added; false B; win C 1 off D; wall A 0, D -",
     "9 -24 10 5"),
    (43, "self_draw=fan", "win B 3", "-8 24 -8 -8"),
    (44, "self_draw=none", "win B 2", "-4 12 -4 -4"),
    ("11.4", "", "kong C concealed; idle C; wall A 1, B -, C 3, D 0", "2 -3 0 1"),
    ("7.4", "", "shown 3336669999m; wall A 0, B 1, C -, D 2", "1 2 -7 4"),
    ("7.4", "dead_wait=visible", "shown 3333p; wall A 1, B 1, C -, D 0", "2 2 -5 1"),
    ("7.4", "dead_wait=visible", "shown 3336669999m; wall A 0, B 1, C -, D 2", "-6 4 -6 8"),
    ("11.4", "", "kong C concealed; idle C; wall A 1, B -, C -, D 0", "4 -3 -3 2"),
    (45, "exposed_kong=3 late_kong=1", "kong A exposed C; kong D late", "2 -1 -4 3"),
]  # fmt: skip


class Course:
    """A deal that is put together event by event."""

    def __init__(self, options):
        self.rules = load(f"sichuan/1 {options}")
        self.kongs, self.exits, self.winners, self.scores, self.false = [], [], [], [], []
        self.held, self.broke, self.alone, self.voids = {}, [False] * 4, [False] * 4, [2] * 4
        self.washout, self.rulings, self.open = None, [], [0] * 27

    def shown(self, tiles):
        for tile in tiles_of(tiles):
            self.open[tile] += 1

    def idle(self, seat):
        self.rulings.append(Ruling("ABCD".index(seat), "no-win"))

    def others(self, seat):
        gone = {each.seat for each in self.exits}
        return tuple(s for s in range(4) if s != seat and s not in gone)

    def kong(self, seat, sort, feeder="?"):
        seat = "ABCD".index(seat)
        self.kongs.append(
            Kong(seat, sort, self.others(seat), "ABCD?".index(feeder), len(self.exits))
        )

    def win(self, words, *, shot=False, after=False):
        wins, _, source = words.partition(" off ")
        seats = [win.split() for win in wins.split(", ")]
        beside = {seat: self.others("ABCD".index(seat)) for seat, _ in seats}
        for letter, fan in seats:
            seat = "ABCD".index(letter)
            thrower = "ABCD".index(source) if source else seat
            feeder = self.kongs[-1].feeder if after else -1
            number = len(self.kongs) - 1 if shot else -1
            self.exits.append(Exit(seat, beside[letter], len(self.kongs), number, feeder=feeder))
            self.winners.append(Winner(seat, TILES["9p"], thrower, not source))
            self.scores.append(Score(seat, (Item("total", int(fan)),)))

    def shot(self, words):
        self.win(words, shot=True)

    def after(self, words):
        self.win(words, after=True)

    def false_win(self, seat):
        seat = "ABCD".index(seat)
        self.exits.append(Exit(seat, self.others(seat), len(self.kongs)))
        self.false.append(Winner(seat, TILES["9p"], seat, own_draw=True))

    def wall(self, words):
        self.washout = NoWin("wall")
        for state in words.split(", "):
            letter, how = state.split()
            seat = "ABCD".index(letter)
            hand = NOT_READY
            if how.isdigit():
                hand, self.voids[seat] = READY[int(how)], VOID[int(how)]
            elif how in {"active", "passive"}:
                hand = NOT_READY.replace("55p", "5p1s")
                self.broke[seat] = how == "active"
                self.alone[seat] = how == "passive"
            *melds, tiles = hand.split()
            sets = tuple(ShownMeld(meld[0], tiles_of(meld[1:])) for meld in melds)
            self.held[seat] = Held(seat, tiles_of(tiles), sets)

    def net(self, events):
        """Play the events; answer what they change by the rules."""
        for event in events.split("; "):
            sort, _, words = event.partition(" ")
            if sort == "kong":
                self.kong(*words.split())
            else:
                getattr(self, "false_win" if sort == "false" else sort)(words)
        seen = Events(
            tuple(self.kongs),
            tuple(self.exits),
            True,
            tuple(self.voids),
            tuple(self.broke),
            tuple(self.alone),
            rulings=tuple(self.rulings),
            visible=tuple(self.open),
        )
        outcome = Outcome(
            4,
            0,
            tuple(self.winners),
            tuple(self.false),
            self.washout,
            hands=tuple(self.held.get(seat, Held(seat)) for seat in range(4)),
            seen=seen,
            plays_on=True,
        )
        settlement = self.rules.scoring.settle(outcome, self.scores)
        assert not settlement.untold
        return settlement.net(4)
