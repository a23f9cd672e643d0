"""The worked deals of Sichuan as events: what happens in their order, and what it comes to."""

from pathlib import Path

from mjlog.model.record import NoWin, Ruling, ShownMeld
from mjlog.model.settlement import Item, Score
from mjlog.model.tiles import TILES
from mjlog.notation.play.tile_words import tiles_of
from mjlog.referee.rulebook import Outcome, PlayerTiles, Winner
from mjlog.rules import load
from mjlog.rules.sichuan.events import Events, Exit, Kong

READY = {0: "123m456m78m99p555p", 1: "+222p +666p 44m77m999p", 2: "11335577m2288p9p",
         3: "+888p 2223334445p"}  # fmt: skip
VOID = {0: 2, 1: 2, 2: 2, 3: 0}
"""Hands that wait for so many fan, and the suits that they give up."""
NOT_READY = "+111m 2468m3579p55p"
"""A hand that waits for nothing; with a tile of bamboo it holds the void suit."""

FOLDER = Path(__file__).parents[1] / "data" / "worked"


def worked_deals():
    """Read the deals: of each the number, the options, what happens with what it changes."""
    deals = []
    for line in (FOLDER / "sichuan-deals.txt").read_text("utf-8").splitlines():
        first, _, second = line.partition("|")
        if line.startswith(" "):
            deals[-1][2].append((first.strip(), [int(points) for points in second.split()]))
        elif not line.startswith("#"):
            deals.append((first.strip(), second.strip(), []))
    return deals


def ready_hands():
    """Read hands that wait: number, hand, void suit, options, waits, what it is paid."""
    lines = (FOLDER / "sichuan-ready.txt").read_text("utf-8").splitlines()
    rows = [[cell.strip() for cell in line.split("|")] for line in lines if line[0] != "#"]
    return [(*row[:5], int(row[5])) for row in rows]


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
            self.held[seat] = PlayerTiles(seat, tiles_of(tiles), sets)

    def play(self, event):
        """Let an event happen."""
        sort, _, words = event.partition(" ")
        if sort == "kong":
            self.kong(*words.split())
        else:
            getattr(self, "false_win" if sort == "false" else sort)(words)

    def net(self):
        """Answer what all that happened changes by the rules."""
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
            hands=tuple(self.held.get(seat, PlayerTiles(seat)) for seat in range(4)),
            seen=seen,
            plays_on=True,
        )
        settlement = self.rules.scoring.settle(outcome, self.scores)
        assert not settlement.unknown_pairs
        return settlement.net(4)
