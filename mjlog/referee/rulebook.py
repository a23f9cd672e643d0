"""What a rule set is made of.

Laws, clauses that enforce them, options, numbers, and the verdict with three values.

A clause is a statement about the table *before* an act, asked of every act of its kinds. It answers
True (holds), False (broken) or None (cannot tell, because an unknown tile decides); it changes
nothing and never raises.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict, Unpack

from mjlog.model.findings import Law, Severity
from mjlog.model.frozen import value
from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.lazy_pattern import lazy_pattern
from mjlog.model.messages import Message, Sentence, msg, to_message
from mjlog.model.near_words import near_words
from mjlog.model.record import (
    DRAW,
    EXCHANGE,
    REPLACE,
    NoWin,
    Ruling,
    Seat,
    ShownMeld,
    Turn,
    seat_name,
    tiles_of,
)
from mjlog.model.settlement import Item, Score, Settlement
from mjlog.model.table import Table
from mjlog.model.tiles import EAST, KIND, KINDS, PILLAR, Tile
from mjlog.model.turn_order import USUAL, TurnOrder, turn_order

if TYPE_CHECKING:
    from fractions import Fraction

Judgement = bool | None
Test = Callable[[Table, Any], Judgement]
Stride = Callable[[Table, Sequence[Turn], int], int]
"""Lays ordinary turns from an index on, as many as come one after the other.

And answers the index where it stopped.
"""

DEALT: Final = EXCHANGE + 1
NO_WIN: Final = EXCHANGE + 2
OPENED: Final = EXCHANGE + 3
TURNED_UP: Final = EXCHANGE + 4
WALLED: Final = EXCHANGE + 5
KINDS_OF_ACTS: Final = EXCHANGE + 6
"""Beside the kinds of acts a clause can be asked of each `deal` line, of the `draw` line, of the
deal as a whole, of each line of indicators once play is over, and of the `wall` line.
"""


_INTEGER: Final = lazy_pattern(r"-?[0-9]{1,9}")
_SHOWN: Final = 40


class RulesError(ValueError):
    """A ``Rules:`` header names a rule set, option or value that does not exist.

    The message lists those that do.

    `said` is the message as a sentence; words that a rule set of another package gives are English
    in every language. `problems` are the mistakes one by one, if there are several. `written` is
    the part of the header that is wrong and `meant` what was likely meant, where that is certain.
    """

    def __init__(
        self,
        words: Sentence,
        problems: Sequence[Message] = (),
        *,
        written: str = "",
        meant: str = "",
    ) -> None:
        self.said = to_message(words)
        self.problems = tuple(problems) or (self.said,)
        self.written = written
        self.meant = meant
        super().__init__(self.said.english)


Against = Literal["", "turn", "discard", "copies", "count", "draws", "indicators", "bonus"]
"""The sort of entry that contradicts an act; empty where there is none."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A statement that an act must fulfil.

    `says` tells, in the words of `mjlog.referee.message_fields`, what is wrong if not.

    `bars` is how the same is told of a win that nobody has declared: why it could not be; empty
    where `says` will do. `against` is the entry that contradicts the act where either of the two
    may be written down wrong, so that nobody is to blame: the ``turn`` before, the ``discard`` that
    lies there, another of the ``copies`` of the tile, a word without its draw by which the
    ``count`` of tiles is wrong, the ``indicators`` that lie open from the deal on, or the hand of
    another player who still holds or owes ``bonus`` tiles.
    """

    code: str
    name: str
    kinds: tuple[int, ...]
    test: Test
    says: str
    expects: str = ""
    severity: Severity = "error"
    bars: str = ""
    against: Against = ""


class ClauseWords(TypedDict, total=False):
    """What else a clause may say; each is a field of `Clause`."""

    expects: str
    severity: Severity
    bars: str
    against: Against


def clause(
    code: str, *kinds: int, says: str, **more: Unpack[ClauseWords]
) -> Callable[[Test], Clause]:
    """Make a predicate a clause.

    `code`: name for programs; `kinds`: the acts it judges; `says`: the message for people.
    """

    def wrap(test: Test) -> Clause:
        name = getattr(test, "__name__", type(test).__name__)  # compiled inner functions have none
        return Clause(code, name, kinds, test, says, **more)

    return wrap


def all_hold(answers: Collection[Judgement]) -> Judgement:
    """Return whether every answer is yes: False if one is no, else None if one is unknown.

    >>> all_hold([True, None]), all_hold([None, False]), all_hold([])
    (None, False, True)
    """
    if False in answers:
        return False
    if None in answers:
        return None
    return True


def wanted_of(
    by_option: Iterable[tuple[str, Clause, bool]],
) -> tuple[tuple[str, Clause], ...]:
    """Return the clauses that the options ask for, each with the number of its sentence."""
    return tuple((number, each) for number, each, wanted in by_option if wanted)


def laws_by_number(laws: Iterable[Law]) -> dict[str, Law]:
    """Return the sentences of a rulebook by their numbers."""
    return {law.number: law for law in laws}


def switched_on(chosen: Mapping[str, str]) -> set[str]:
    """Return the options that are on, among those that can be on or off."""
    return {name for name, choice in chosen.items() if choice == "true"}


@dataclass(frozen=True, slots=True)
class Bound:
    """A clause under its number in one rulebook, ready to be asked."""

    test: Test
    clause: Clause
    law: Law


@dataclass(frozen=True, slots=True)
class Option:
    """A named choice of a rule set.

    `values` lists the words it takes; empty means a whole number from `least` on. `counted` is a
    word that, followed by a whole number, is a value too (``pay_each:8``). `named` are words of
    which any number, each with a whole number behind it, make a value too (``jade:500,ruby:800``).
    `joined` are words of which any number, joined by commas, make a value. `pattern` describes
    values that no list can hold. `former` has earlier names of values, each with the name of today.
    `affects` is ``play`` if the option changes neither what a hand is worth nor who pays for it,
    ``hands`` if it matters to hands alone whose tiles are known.
    """

    name: str
    default: str
    text: str
    values: tuple[str, ...] = ()
    clause: str = ""
    least: int = 0
    counted: str = ""
    named: tuple[str, ...] = ()
    pattern: str = ""
    former: tuple[tuple[str, str], ...] = ()
    joined: tuple[str, ...] = ()
    affects: str = ""

    def check(self, value: str) -> str:
        """Return the value in its one spelling.

        Raises `RulesError` if the option does not take it.
        """
        value = dict(self.former).get(value, value)
        if set(self.values) == {"true", "false"}:
            value = {"on": "true", "off": "false"}.get(value, value)
        if self.pattern and re.fullmatch(self.pattern, value):
            return value
        if self.named and value not in self.values:
            return self._check_named(value)
        if self.joined and value not in self.values:
            return self._check_joined(value)
        if self.values:
            return self._check_word(value)
        if _INTEGER.fullmatch(value) and int(value) >= self.least:
            return str(int(value))
        digits = re.sub(r"[.,' _]", "", value)
        if _INTEGER.fullmatch(digits) and int(digits) >= self.least:
            plain_number = "option {option} takes digits alone; did you mean `{option}={digits}`?"
            words = msg(plain_number, option=self.name, digits=digits)
            raise RulesError(words, written=f"{self.name}={value}", meant=f"{self.name}={digits}")
        number = "option {option} takes a whole number from {least} on; not {value}"
        raise RulesError(msg(number, option=self.name, least=self.least, value=_quoted(value)))

    @property
    def is_number(self) -> bool:
        """Whether it takes any whole number and no word."""
        return not (self.values or self.named or self.joined or self.pattern)

    @property
    def takes(self) -> str:
        """The words that it takes, `…` where a number stands."""
        free = [f"{self.counted}…"] if self.counted else []
        rows = [f"{self.pattern.partition(':')[0]}:…"] if self.pattern else []
        named = [f"{name}:…" for name in self.named]
        return ", ".join([*self.values, *free, *rows, *named, *self.joined])

    def _check_word(self, value: str) -> str:
        number = value.removeprefix(self.counted) if self.counted else value
        if value in self.values or (number != value and _is_amount(number)):
            return value
        takes = "option {option} takes {values}; not {value}"
        words = msg(takes, option=self.name, values=self.takes, value=_quoted(value))
        near = near_words(value.lower(), self.values)
        likely = f"{self.name}={near[0]}" if near else ""
        raise RulesError(words, written=f"{self.name}={value}", meant=likely)

    def _check_joined(self, value: str) -> str:
        """Return the words in the order of the option. Raises if one is unknown or given twice."""
        words = value.split(",")
        if set(words) <= set(self.joined) and len(set(words)) == len(words):
            return ",".join([word for word in self.joined if word in words])
        several = "option {option} takes {values}, several joined by commas; not {value}"
        raise RulesError(msg(several, option=self.name, values=self.takes, value=_quoted(value)))

    def _check_named(self, value: str) -> str:
        pairs = [part.partition(":")[::2] for part in value.split(",")]
        is_valid = all(name in self.named and _is_amount(number) for name, number in pairs)
        if is_valid and len({name for name, _ in pairs}) == len(pairs):
            return value
        several = "option {option} takes {values}, several joined by commas; not {value}"
        raise RulesError(msg(several, option=self.name, values=self.takes, value=_quoted(value)))


def _quoted(value: str) -> str:
    """Return the value in quotation marks, as a message shows it."""
    return repr(value if len(value) <= _SHOWN else f"{value[:_SHOWN]}…")


def _is_amount(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 7


def amounts(value: str) -> dict[str, int]:
    """Return the numbers by name in an option's value such as ``jade:500,ruby:800``.

    A value without numbers has none.

    >>> amounts("jade:500,ruby:800"), amounts("none")
    ({'jade': 500, 'ruby': 800}, {})
    """
    pairs = (part.partition(":")[::2] for part in value.split(","))
    return {name: int(number) for name, number in pairs if number}


@dataclass(frozen=True, slots=True)
class Spec:
    """The numbers of a rule set that the table and the shared clauses need.

    `copies` says for each face how many the set has; `resting` is the hand between turns,
    `dead_wall` the tiles never drawn from the front, `pillars` how many tiles stand apart.
    `plays_on`: a win ends the play of its winner alone, until one player is left.
    `gives_up_suit`: everybody names a suit before play that the hand will not have.
    `private_walls`: each player draws from a wall of their own.
    """

    copies: tuple[int, ...]
    resting: int = 13
    dead_wall: int = 14
    dead_wall_refilled: bool = True
    pillars: int = 0
    seats: tuple[int, ...] = (4,)
    ready_locks: bool = False
    plays_on: bool = False
    gives_up_suit: bool = False
    private_walls: bool = False
    size: int = field(init=False)

    def __post_init__(self) -> None:
        """Count the tiles of the set."""
        object.__setattr__(self, "size", sum(self.copies))

    def live(self, table: Table) -> int:
        """Return how many tiles can still be drawn from the front of the wall.

        Of private walls, count that of the player in turn.
        """
        if self.private_walls:
            return self.own_wall(table, table.turn)
        return self._common_wall(table)

    def live_before(self, table: Table, step: int) -> int:
        """Return how many tiles of the common wall could still be drawn before a step."""
        drawn = [act for act in table.past[step:] if act.kind in {DRAW, REPLACE}]
        return self._common_wall(table) + len(drawn)

    def _common_wall(self, table: Table) -> int:
        dead = self.dead_wall if self.dead_wall_refilled else self.dead_wall - table.replaced
        return table.undrawn - dead

    def own_wall(self, table: Table, seat: Seat) -> int:
        """Return how many tiles are left in a player's private wall."""
        acts = [act for act in table.past if act.seat == seat]
        taken = [act for act in acts if act.kind in {DRAW, REPLACE}]
        # A dealer who acts without a draw was dealt the first tile of the wall with the hand.
        had_one_more = seat == table.dealer and acts[:1] != taken[:1]
        return self.wall_size(table.seats) - self.resting - len(taken) - had_one_more

    def wall_size(self, seats: int) -> int:
        """Return how many tiles a wall begins with: the set, or a player's part of it."""
        return self.size // seats if self.private_walls else self.size

    def place_in_own_wall(self, table: Table, seat: Seat) -> int:
        """Return where a player's next tile is among the walls of all players end to end."""
        return (seat + 1) * self.wall_size(table.seats) - self.own_wall(table, seat)


def copies(
    *, bonus: int = 0, jokers: int = 0, red_fives: int = 0, without: Collection[Tile] = ()
) -> tuple[int, ...]:
    """Return the number of each tile: four of each kind except those that it is `without`.

    `bonus` different bonus tiles, jokers, and red fives in place of plain ones are added.
    """
    reds = red_fives // 3
    plain = [4 - reds if kind in {4, 13, 22} else 4 for kind in range(KINDS)]
    plain = [0 if kind in without else number for kind, number in enumerate(plain)]
    return (*plain, reds, reds, reds, *(1 if n < bonus else 0 for n in range(8)), jokers)


@value
class Winner:
    """One winning hand as far as it is known.

    `tiles` are the concealed tiles with the winning one (None when some are unknown), pillars
    flagged where the record tells; `own_draw` and `robbed` say how the tile came, `source` from
    whom. `circumstances` are words of `mjlog.referee.events` for a rule set that asks for them,
    None where the record does not tell them.
    """

    seat: Seat
    tile: Tile
    source: Seat
    own_draw: bool
    robbed: bool = False
    tiles: tuple[Tile, ...] | None = None
    melds: tuple[ShownMeld, ...] | None = None
    circumstances: frozenset[str] | None = None

    def is_paid_by(self, seat: Seat) -> bool:
        """Whether that player gave the winning tile, or everybody pays for a self-draw."""
        return self.own_draw or seat == self.source

    @property
    def tiles_seen(self) -> tuple[Tile, ...]:
        """Its concealed tiles with the winning one; none where some are unknown."""
        return self.tiles or ()

    @property
    def sets_seen(self) -> tuple[ShownMeld, ...]:
        """Its sets; none where the record does not tell them."""
        return self.melds or ()

    @property
    def has_odd_sets(self) -> bool:
        """Whether a flower or a joker that stands for nothing is in a set."""
        return any(not 0 <= KIND[tile & ~PILLAR] < KINDS for tile in tiles_of(self.sets_seen))

    @property
    def is_seen(self) -> bool:
        """Whether both its concealed tiles and its sets are known."""
        return self.tiles is not None and self.melds is not None

    @property
    def every_tile(self) -> list[Tile]:
        """The tiles that are known, those of its sets last."""
        return [*self.tiles_seen, *tiles_of(self.sets_seen)]


@value
class Held:
    """What one player held when the deal was over, as far as it is known.

    Concealed tiles, melds, bonus tiles.
    """

    seat: Seat
    tiles: tuple[Tile, ...] | None = None
    melds: tuple[ShownMeld, ...] | None = None
    bonus: tuple[Tile, ...] | None = None


ItemsClaimed = tuple[tuple[str, int | None], ...]
"""Named items with their points, None where the sheet does not state them."""


@value
class HandClaim:
    """What a sheet claims of one hand: the items of its value, and its kongs."""

    items: ItemsClaimed = ()
    kongs: ItemsClaimed = ()


@value
class Outcome:
    """What a deal came to, put together from its turns or, without turns, from its lines.

    `ready` holds the seats that had declared ready, None when the record does not say. `kong` tells
    whether anybody declared a kong, None when unknown. `false_wins` are the wins that by the rules
    were none. `barred` are the seats that had lost their right to win, `perhaps_barred` those of
    which the record does not tell it. `round_wind` is the prevailing wind as the label of the deal
    tells it. `hands` has what each seat held at the end; `pool` are the points that lay on the
    table before the deal, None when unknown. `seen` is what the rule set's own `look` found,
    `counters` how many deals in a row the dealer has dealt on, None when unknown. `claimed` has by
    seat what the sheet claims of hands. `label` is what the deal is called, `seating` the letters
    of the players in the order of play, empty for the usual one. `plays_on`: a win does not end the
    deal.
    """

    seats: int
    dealer: Seat
    winners: tuple[Winner, ...] = ()
    false_wins: tuple[Winner, ...] = ()
    washout: NoWin | None = None
    ready: frozenset[Seat] | None = None
    kong: bool | None = None
    barred: frozenset[Seat] = frozenset()
    perhaps_barred: frozenset[Seat] = frozenset()
    round_wind: Tile | None = None
    hands: Sequence[Held] = ()
    pool: int | None = None
    seen: Any = None
    counters: int | None = None
    claimed: Mapping[Seat, HandClaim] = field(default_factory=dict, hash=False)
    label: str = ""
    seating: str = ""
    plays_on: bool = False

    @property
    def order(self) -> TurnOrder:
        """The order in which the players take turns."""
        return turn_order(self.seating, self.seats) if self.seating else USUAL[self.seats]

    def others(self, seat: Seat) -> list[Seat]:
        """Return everybody at the table except that seat."""
        seats = list(range(self.seats))
        if seat in seats:
            seats.remove(seat)
        return seats

    def held(self, seat: Seat) -> Held | None:
        """Return the tiles of that seat at the end; None if nothing is known."""
        hands = self.hands
        if 0 <= seat < len(hands) and hands[seat].seat == seat:
            return hands[seat]
        return next((held for held in hands if held.seat == seat), None)

    @property
    def declared(self) -> tuple[Winner, ...]:
        """All who declared the win on the tile that ended the deal, rightly or not."""
        return (*self.winners, *self.false_wins)

    @property
    def is_false(self) -> bool:
        """Whether the deal ended with a win that is none by the rules, and no other."""
        if self.plays_on and self.washout is not None:
            return False
        return bool(self.false_wins) and not self.winners

    @property
    def winning_seats(self) -> set[Seat]:
        """Everybody who wins."""
        return {winner.seat for winner in self.winners}

    @property
    def false_seats(self) -> set[Seat]:
        """Everybody whose win was none by the rules."""
        return {winner.seat for winner in self.false_wins}

    @property
    def declaring_seats(self) -> set[Seat]:
        """Everybody who declared the win, rightly or not."""
        return {winner.seat for winner in self.declared}

    @property
    def dealer_wins(self) -> bool:
        """Whether the dealer is among the winners."""
        return self.dealer in self.winning_seats

    @property
    def washed_out_by(self) -> str:
        """What ends a deal that nobody wins, as a record says it: `wall`, `abort` or `void`.

        Empty where no line says that nobody wins.
        """
        if self.washout is None:
            return ""
        return self.washout.how

    @property
    def has_ended(self) -> bool:
        """Whether somebody wins, or the record says that nobody does."""
        return bool(self.winners) or self.washout is not None

    def winner_of(self, seat: Seat) -> Winner | None:
        """Return the win of that seat; None where it does not win."""
        for each in self.winners:
            if each.seat == seat:
                return each
        return None

    @property
    def next_seat(self) -> Seat:
        """Who deals once the deal passes."""
        return self.order.after[self.dealer]

    def wind_of(self, seat: Seat) -> Tile:
        """Return the wind of that seat."""
        return EAST + self.order.distance(seat, self.dealer)

    def bonus_of(self, seat: Seat) -> tuple[Tile, ...] | None:
        """Return the bonus tiles of that seat; None if the record does not say."""
        return next((held.bonus for held in self.hands if held.seat == seat), ())

    def nearest_first(self, scores: Sequence[Score]) -> list[tuple[Winner, Score]]:
        """Return the winners with their scores, the nearest to the discarder first."""
        won = zip(self.winners, scores, strict=True)
        order = self.order
        return sorted(won, key=lambda pair: order.distance(pair[0].seat, pair[0].source))


@dataclass(frozen=True, slots=True)
class Unclear:
    """Why something cannot be computed; the audit answers *unverified* with these words.

    `amounts` are the only two values that it can have, where that is known: of a fine (of all who
    are paid it one at most gets the second), or the seats of which one deals next. `never` is the
    item of the sheet that no such hand can have, if that is why.
    """

    words: Sentence
    amounts: tuple[int, ...] = ()
    never: str = ""

    @property
    def reason(self) -> str:
        """The words in English."""
        return to_message(self.words).english


NO_ROUND_WIND: Final = msg("the label of the deal does not tell the wind of the round")
"""Why a hand with sets of winds cannot be counted."""


@lru_cache(maxsize=8)
def hand_unknown(seat: Seat) -> Unclear:
    """Say that a hand is not judged because the record has only a part of it."""
    return Unclear(
        msg("not every tile of {seat}'s hand is recorded", seat=seat_name(seat)).lacking("hands")
    )


def hand_incomplete(seat: Seat) -> Unclear:
    """Say that a hand that is not complete has no known value."""
    return Unclear(msg("{seat}'s hand is not complete", seat=seat_name(seat)).lacking("hands"))


def not_fourteen(seat: Seat) -> Unclear:
    """Say that a hand of the wrong size has no known value."""
    return Unclear(
        msg(
            "{seat}'s hand does not have fourteen tiles (a meld counts three)", seat=seat_name(seat)
        ).lacking("hands")
    )


def wrong_size(seat: Seat, size: int) -> Unclear:
    """Say that a hand with a wrong number of tiles is not counted."""
    if size == 14:
        return not_fourteen(seat)
    words = "{seat}'s hand does not have the {size} tiles of this step (a meld counts three)"
    return Unclear(msg(words, seat=seat_name(seat), size=size))


def winning_tile_missing(seat: Seat) -> Unclear:
    """Say that a hand without its winning tile has no known value."""
    return Unclear(
        msg("the winning tile is not among {seat}'s tiles", seat=seat_name(seat)).lacking("hands")
    )


def no_price(cause: str) -> Message:
    """Say that a payment for that cause is not checked because the rules name no price."""
    return msg("the rule set names no price for {cause}", cause=cause).lacking("rules")


NEVER: Final = 1 << 62
"""More points than anybody pays."""

FALSE_WIN: Final[Mapping[str, str]] = {
    "false-win": "what a false win costs, as a ruling of that name says"
}
"""The cause that every rule set knows, whether or not it names a price."""

Scorer = Callable[[Winner, Outcome], Score | Unclear]
"""Answers what a winning hand is worth, or why it cannot be told."""

LetPass = Callable[..., Iterator[tuple[int, Seat, Message]]]
"""Answers who let a winning tile pass: the steps of the past, the seats, the words.

Asked if the deal `washed_out`.
"""

ClaimScorer = Callable[[Seat, Outcome], Score | Unclear]
"""Answers what a hand is worth by what the sheet claims of it, or why that cannot be told."""

KongItems = Callable[[Seat, Outcome], tuple[Item, ...]]
"""Answers which kongs a player has, as items of a sheet."""

Settler = Callable[[Outcome, Sequence[Score]], Settlement | Unclear]
"""Answers who pays whom for a deal whose winning hands are worth these scores.

Or why it cannot be told.
"""


@value
class Coming:
    """What follows a deal: who deals, how the next deal is named, the counters.

    `over` tells whether none follows.

    An empty label and None say that the rule set has no opinion. `may_end`: somebody may choose to
    end the game. `end_clause` is the number of the clause that ends the game here or lets it go on,
    empty for the usual one. `seating` has the letters of the players in the order of play, empty
    for the usual one, None without an opinion; `or_dealer` deals if the record names no seats and
    the players kept them.
    """

    dealer: Seat
    label: str = ""
    counters: int | None = 0
    over: bool | None = None
    may_end: bool = False
    end_clause: str = ""
    seating: str | None = None
    or_dealer: Seat | None = None

    def with_end_open(self) -> Coming:
        """Return what follows, with the end of the game left open."""
        return replace(self, over=None, may_end=False, end_clause="")


Weigher = Callable[[Ruling, Outcome, Sequence[Score]], Sentence | Unclear | None]
"""Answers a ruling: empty where the rules bear it out, else why they do not.

None where they do not know such.
"""


NOTHING_OF_PLACES: Final = msg("the record does not tell what places bring")


@dataclass(frozen=True, slots=True)
class Finals:
    """The end of a game: everybody's points, and what they come to with places counted.

    In thousands.

    `places` has more than one answer where either is right, none where nothing is known of it, and
    `why` not.
    """

    score: tuple[int, ...]
    places: tuple[tuple[Fraction, ...], ...]
    why: Sentence = NOTHING_OF_PLACES


Progression = Callable[[Outcome], Seat | Unclear]
"""Answers who deals next, or why it cannot be told."""


def readings_in_force(
    readings: Mapping[str, Mapping[str, str]], words: Sequence[str]
) -> dict[str, str]:
    """Return how the preset among the words reads the open sentences of its sources.

    Options that the words set themselves are left out.
    """
    given = dict(word.partition("=")[::2] for word in words)
    noted = readings.get(given.get("preset", ""), {})
    return {option: note for option, note in noted.items() if option not in given}


def stated(words: str, options: Sequence[Option]) -> frozenset[str]:
    """Return the options that a ``Rules:`` header sets: those it names, all if it names a preset.

    >>> sorted(stated("riichi/1 length=east", ()))
    ['length']
    """
    given = frozenset([word.partition("=")[0] for word in words.split()[1:]])
    if "preset" in given:
        return frozenset([option.name for option in options])
    return given


def settings(
    options: Sequence[Option], presets: Mapping[str, Mapping[str, str]], words: Sequence[str]
) -> dict[str, str]:
    """Return each option's value, by ``name=value`` words, else a preset, else the default."""
    by_name = {option.name: option for option in options}
    given: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if name != "preset" and name not in by_name:
            raise _unknown_option(word, presets, ["preset", *by_name])
        if not equals:
            raise _missing_value(name, words)
        if name in given:
            raise RulesError(msg("option {option} is given twice", option=name))
        given[name] = value
    preset = given.pop("preset", None)
    if preset is not None and preset not in presets:
        raise _unknown_preset(preset, presets)
    chosen = {option.name: option.default for option in options}
    chosen.update(presets[preset] if preset is not None else {})
    chosen.update({name: by_name[name].check(value) for name, value in given.items()})
    return chosen


def _unknown_option(word: str, presets: Mapping[str, object], known: Sequence[str]) -> RulesError:
    """Suggest what a word that names no option means: the nearest options, or a preset."""
    name, _, value = word.partition("=")
    preset = name.lower()
    if preset in presets and not value:
        unknown = "{word} is no option but a preset: write preset={preset}"
        words = msg(unknown, word=_quoted(name), preset=preset)
        return RulesError(words, written=word, meant=f"preset={preset}")
    if name.isdecimal():
        words = msg("an edition stands behind a slash: write /{edition}", edition=name)
        return RulesError(words, written=word, meant=f"/{name}")
    small = name.lower().replace("-", "_")
    near = [f"preset={dated}" for dated in dated_presets(word, presets)]
    near = near or near_words(small, known) or sorted(each for each in known if small in each)[:3]
    if near:
        meant = "unknown option {option}; did you mean {near}?"
        words = msg(meant, option=_quoted(name), near=_code_words(near))
        return RulesError(words, written=name, meant=near[0] if len(near) == 1 else "")
    unknown = "unknown option {option}; known are {known}"
    return RulesError(msg(unknown, option=_quoted(name), known=", ".join(known)))


def _missing_value(name: str, words: Sequence[str]) -> RulesError:
    """Say how an option gets its value; the next word is likely meant for it."""
    behind = words[words.index(name) + 1 :]
    blank = " = " if behind[:1] == ["="] else " "
    behind = behind[blank == " = " :]
    value = behind[0] if behind and "=" not in behind[0] else ""
    needs = "option {option} needs a value: {option}={value}"
    needed = msg(needs, option=name, value=value or "…")
    likely = f"{name}={value}" if value else ""
    return RulesError(needed, written=f"{name}{blank}{value}", meant=likely)


def _unknown_preset(preset: str, presets: Mapping[str, object]) -> RulesError:
    """List the presets, the likely one first."""
    near = dated_presets(preset, presets) or near_words(preset.lower(), presets)
    if near:
        meant = "unknown preset {preset}; did you mean {near}?"
        words = msg(meant, preset=_quoted(preset), near=_code_words(near))
        likely = f"preset={near[0]}" if len(near) == 1 else ""
        return RulesError(words, written=f"preset={preset}", meant=likely)
    words = msg(
        "unknown preset {preset}; this rule set knows {known}",
        preset=_quoted(preset),
        known=", ".join(sorted(presets)) or msg("none"),
    )
    return RulesError(words)


def dated_presets(name: str, presets: Collection[str]) -> list[str]:
    """Return the presets that people know by this name without its year.

    >>> dated_presets("EMA", ["ema-2016", "ema-2025", "tenhou"])
    ['ema-2016', 'ema-2025']
    """
    small = name.lower()
    is_preset = small in presets
    return [] if is_preset else sorted(each for each in presets if each.startswith(f"{small}-"))


def _code_words(names: Iterable[str]) -> str:
    """Return names as a message shows words to type."""
    return ", ".join([f"`{name}`" for name in names])
