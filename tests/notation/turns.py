"""Any turn that the notation can say, built from acts and not from words."""

import string

from hypothesis import strategies as st

from mjlog.model.record import (
    MANNER_DRAWN,
    MANNER_FROM_HAND,
    MANNER_UNKNOWN,
    AddedKong,
    Claim,
    ConcealedKong,
    Discard,
    Draw,
    Irregularity,
    Ready,
    Replace,
    Reveal,
    SetOut,
    Take,
    Turn,
    Win,
)
from mjlog.model.tiles import FACES, PILLAR, UNKNOWN, canonical
from mjlog.notation.lines.plain_line import SIGNS
from mjlog.notation.play.spelling import implied_set_out, spell

faces = st.integers(0, 33) | st.integers(0, FACES - 1)
marked = faces | faces.map(lambda tile: tile | PILLAR)
names = st.text(string.ascii_lowercase + string.digits + "-", max_size=8).map(
    lambda rest: "n" + rest
)
arguments = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters=" \t\r\n\0(){};" + SIGNS),
    min_size=1,
    max_size=9,
)


def hands(low, high, tiles=faces):
    return st.lists(tiles, min_size=low, max_size=high).map(canonical)


class Word:
    """The acts of one word as they come; `batch` and `owed` are what the reader counts, too."""

    def __init__(self, pick, seat):
        self.pick = pick
        self.seat = seat
        self.acts = []
        self.batch = ()
        self.owed = ""

    def say(self, kind, *details):
        self.acts.append(kind(self.seat, *details))

    def one_of(self, *ways):
        self.pick(st.sampled_from(ways))()

    def count(self, *numbers):
        return range(self.pick(st.sampled_from(numbers)))

    @property
    def unrecorded(self):
        return self.acts == [Take(self.seat)]

    # -------------------------------------------------- how it begins

    def begin(self):
        self.one_of(
            self.take,
            self.take,
            self.draw,
            self.draw,
            self.claim,
            self.claim_kong,
            self.bonus,
            self.replace,
        )

    def take(self):
        self.say(Take)

    def draw(self):
        tile = self.pick(faces)
        self.say(Draw, tile)
        self.batch = (tile,)

    def claim(self):
        self.say(Claim, self.pick(hands(2, 2, marked)))

    def claim_kong(self):
        self.say(Claim, self.pick(hands(3, 3, marked)))
        self.owed = "kong"

    def bonus(self):
        self.say(SetOut, self.pick(hands(1, 4, marked)))
        self.batch, self.owed = (), "bonus"

    # -------------------------------------------------- how it goes on

    def step(self):
        ways = [self.concealed, self.added]
        if not self.unrecorded:
            ways += [self.set_out, self.more]
            ways += (
                [self.reveal] if len(self.acts) > 1 or not isinstance(self.acts[0], Draw) else []
            )
        self.one_of(*ways)

    def settle(self):
        if self.owed:
            self.say(Replace, UNKNOWN)
            self.batch, self.owed = (UNKNOWN,), ""

    def concealed(self):
        self.settle()
        self.say(ConcealedKong, self.pick(hands(4, 4, marked)))
        self.owed = "kong"

    def added(self):
        self.settle()
        self.say(AddedKong, self.pick(marked))
        self.owed = "kong"

    def set_out(self):
        self.settle()
        self.bonus()

    def more(self):
        if self.batch and not self.owed:
            self.say(SetOut, implied_set_out(self.batch) or self.batch[-1:])
        self.replace()

    def replace(self):
        tiles = tuple(self.pick(st.lists(faces, min_size=1, max_size=3)))
        for tile in tiles:
            self.say(Replace, tile)
        self.batch, self.owed = tiles, ""

    def reveal(self):
        self.say(Reveal, self.pick(faces))

    # -------------------------------------------------- how it ends

    def end(self):
        ways = [self.discard, self.discard]
        ways += [] if self.unrecorded else [lambda: None]
        ways += [self.win] if self.batch or self.owed else []
        self.one_of(*ways)

    def win(self):
        if self.owed == "kong":
            self.settle()
        self.say(Win, True)

    def discard(self):
        self.settle()
        manner = MANNER_UNKNOWN if self.unrecorded else MANNER_FROM_HAND
        tile = self.pick(marked)
        if self.batch and self.pick(st.booleans()):
            manner, tile = MANNER_DRAWN, self.batch[-1]
        face_down, ready = self.pick(st.booleans()), self.pick(st.booleans())
        face, pillar = tile & ~PILLAR, tile & PILLAR != 0
        if ready:
            self.say(Ready, face, face_down, pillar)
        self.say(Discard, face, manner, face_down, ready, pillar)
        for _ in self.count(0, 0, 0, 1, 2):
            self.reveal()


@st.composite
def acts_of_play(draw, seat):
    word = Word(draw, seat)
    word.begin()
    for _ in word.count(0, 0, 0, 1, 2, 3):
        word.step()
    word.end()
    return tuple(word.acts)


def turns(seats):
    """Turns of any seat."""
    return st.integers(0, seats - 1).flatmap(turns_of)


def turns_of(seat):
    irregular = st.builds(
        lambda *details: (Irregularity(seat, *details),), names, st.just("") | arguments
    )
    others = st.sampled_from([(Win(seat, False),), (Reveal(seat, 3),), (Draw(seat, UNKNOWN),)])
    plays = acts_of_play(seat) | acts_of_play(seat) | others
    return st.builds(turn, plays, st.sampled_from([False, False, False, True])) | irregular.map(
        turn
    )


def turn(acts, stood=False):
    return Turn(acts[0].seat, spell(acts, stood=stood), acts, stood=stood)
