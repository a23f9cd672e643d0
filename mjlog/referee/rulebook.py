"""Building blocks of a rule set: laws, clauses that enforce them, options, and numbers.

A clause is a statement about the table *before* an act, and is checked for every act of its kinds.
It returns True (holds), False (broken) or None (cannot tell, because an unknown tile decides). It
changes nothing and never raises.
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
"""A function that carries out ordinary turns from an index on, as long as they follow each other.

It returns the index at which it stopped.
"""

DEALT: Final = EXCHANGE + 1
NO_WIN: Final = EXCHANGE + 2
OPENED: Final = EXCHANGE + 3
TURNED_UP: Final = EXCHANGE + 4
WALLED: Final = EXCHANGE + 5
KINDS_OF_ACTS: Final = EXCHANGE + 6
"""Number of kinds that a clause can judge.

Besides the kinds of acts these are each `deal` line, the `draw` line, the deal as a whole, each
line of indicators after play, and the `wall` line.
"""


_INTEGER: Final = lazy_pattern(r"-?[0-9]{1,9}")
_SHOWN: Final = 40
_VALUE_SYNONYMS: Final[Mapping[str, str]] = {
    "true": "yes on y ja oui si 1 with allowed ari 是 有 あり",
    "false": "no off n nein non none 0 without nashi 否 无 無 なし",
    "south": "hanchan half full southround 半荘 半庄 東南戦 东南",
    "east": "tonpuu tonpuusen tonpu eastround eastonly 東風戦 东风",
}
"""Words that people use for values that many rule sets have."""
_OPTION_WITH_ANOTHER_SIGN: Final = lazy_pattern(r"([A-Za-z_]+)(?:[:/~>-]|:=|==|->|=>)([^=].*)")
"""An option and its value with another sign than `=` between them."""


class RulesError(ValueError):
    """A ``Rules:`` header names a rule set, option or value that does not exist.

    The message lists what exists. `sentence` is the message to translate; words of a rule set from
    another package stay English. `problems` are the mistakes one by one, if there are several.
    `written` is the wrong part of the header, and `meant` its correction if this is certain.
    """

    def __init__(
        self,
        words: Sentence,
        problems: Sequence[Message] = (),
        *,
        written: str = "",
        meant: str = "",
    ) -> None:
        self.sentence = to_message(words)
        self.problems = tuple(problems) or (self.sentence,)
        self.written = written
        self.meant = meant
        super().__init__(self.sentence.english)


Against = Literal["", "turn", "discard", "copies", "count", "draws", "indicators", "bonus"]
"""Sort of the entry that contradicts an act; empty if there is none."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A statement that an act must fulfil.

    `says` is the message about an act that breaks it, with fields of
    `mjlog.referee.message_fields`. `bars` is the message that says why a win that nobody has
    declared is not possible; if it is empty, `says` is used. `against` names the kind of entry that
    may be wrong instead of the act, so that neither is blamed: ``turn`` (the turn before),
    ``discard`` (the claimed discard), ``copies`` (another entry with the tile), ``count`` (a turn
    without its draw, which makes the number of tiles wrong), ``draws`` (an earlier draw),
    ``indicators`` (those open from the start of the deal), or ``bonus`` (the hand of another player
    who did not lay out or replace bonus tiles).
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
    """Optional fields of a `Clause`."""

    expects: str
    severity: Severity
    bars: str
    against: Against


def clause(
    code: str, *kinds: int, says: str, **more: Unpack[ClauseWords]
) -> Callable[[Test], Clause]:
    """Return a decorator that turns a function into a `Clause`, which checks acts by one rule.

    `code` is the code of its findings, `kinds` are the kinds of acts that it checks, `says` is its
    message. `more` are values for further fields of `Clause`.
    """

    def wrap(test: Test) -> Clause:
        # functions inside compiled functions have no name
        name = getattr(test, "__name__", type(test).__name__)
        return Clause(code, name, kinds, test, says, **more)

    return wrap


def all_hold(answers: Collection[Judgement]) -> Judgement:
    """Return True if every answer is True, False if one is False, and otherwise None.

    An answer is None if it depends on unknown tiles.

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
    """Return the checks that are used, each as a tuple of its rule's number and the `Clause`.

    `by_option` has triples: the number of the rule, the clause, and whether it is used with the
    chosen options.
    """
    return tuple((number, each) for number, each, wanted in by_option if wanted)


def switched_on(settings: Mapping[str, str]) -> set[str]:
    """Return the names of the options whose value is ``true``."""
    return {name for name, choice in settings.items() if choice == "true"}


@dataclass(frozen=True, slots=True)
class Bound:
    """A clause together with the rule of a rulebook that it enforces."""

    test: Test
    clause: Clause
    law: Law


@dataclass(frozen=True, slots=True)
class Option:
    """A named option of a rule set.

    `values` lists the words that it takes; if empty, it takes a whole number from `least` on.
    `counted` is a word that makes a value together with a number (``pay_each:8``). `named` are
    words of which several, each with a number, make a value (``jade:500,ruby:800``). `joined` are
    words of which several, joined by commas, make a value. `pattern` is a regular expression for
    all other values. `former` has pairs of a value's earlier name and its present name. `affects`
    is ``play`` if the option does not change what a hand is worth or who pays for it, and ``hands``
    if it matters only for hands whose tiles are known.
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
        """Check a value for this option, and return the value in its standard spelling.

        For example ``on`` becomes ``true``. Raise `RulesError` if the option does not allow the
        value.
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
        """Whether the values of the option are whole numbers, and never words."""
        return not (self.values or self.named or self.joined or self.pattern)

    @property
    def takes(self) -> str:
        """Text that lists the allowed values, joined by commas, with `…` for any number.

        Empty if only a plain number is allowed.
        """
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
        near = [
            each for each in self.values if value.lower() in _VALUE_SYNONYMS.get(each, "").split()
        ]
        near = near or near_words(value.lower(), self.values)
        likely = f"{self.name}={near[0]}" if near else ""
        if near:
            advice = msg("did you mean {likely}?", likely=f"`{likely}`")
            words = msg("{words}; {advice}", words=words, advice=advice)
        raise RulesError(words, written=f"{self.name}={value}", meant=likely)

    def _check_joined(self, value: str) -> str:
        """Check a value of several words joined by commas, and put the words in standard order.

        Return the value with its words in this order. Raise `RulesError` if a word is unknown or
        repeated.
        """
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
    """Return a value in quotation marks for a message; a long value is cut."""
    return repr(value if len(value) <= _SHOWN else f"{value[:_SHOWN]}…")


def _is_amount(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 7


def amounts(value: str) -> dict[str, int]:
    """Parse the value of an option such as ``jade:500,ruby:800`` to a dictionary.

    The keys are the names, the values are the numbers. A word without a number is left out.

    >>> amounts("jade:500,ruby:800"), amounts("none")
    ({'jade': 500, 'ruby': 800}, {})
    """
    pairs = (part.partition(":")[::2] for part in value.split(","))
    return {name: int(number) for name, number in pairs if number}


@dataclass(frozen=True, slots=True)
class Spec:
    """The numbers of a rule set that the table and the shared clauses need.

    `copies` is how many of each tile the set has, `resting` the size of a hand between turns,
    `dead_wall` the number of tiles that are not drawn from the front, `pillars` how many tiles of a
    hand stand apart. `seats` are the possible numbers of players. `ready_locks`: after declaring
    ready, a player discards each tile drawn. `plays_on`: a win ends only the play of its winner,
    until one player is left. `gives_up_suit`: every player names a suit before play that the hand
    will not have. `private_walls`: each player draws from a private wall.
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
        """Compute `size`, the number of tiles in the game."""
        object.__setattr__(self, "size", sum(self.copies))

    def live(self, table: Table) -> int:
        """Return how many tiles can still be drawn from the front of the wall.

        If each player has a private wall, the wall of the player in turn is counted. The result is
        negative if more tiles were drawn than the wall had.
        """
        if self.private_walls:
            return self.own_wall(table, table.turn)
        return self._common_wall(table)

    def live_before(self, table: Table, step: int) -> int:
        """Return how many tiles could still be drawn before the act at index `step`.

        Use it only for games in which all players draw from one wall.
        """
        drawn = [act for act in table.past[step:] if act.kind in {DRAW, REPLACE}]
        return self._common_wall(table) + len(drawn)

    def _common_wall(self, table: Table) -> int:
        dead = self.dead_wall if self.dead_wall_refilled else self.dead_wall - table.replaced
        return table.undrawn - dead

    def own_wall(self, table: Table, seat: Seat) -> int:
        """Return how many tiles are left in the private wall of the player `seat`."""
        acts = [act for act in table.past if act.seat == seat]
        taken = [act for act in acts if act.kind in {DRAW, REPLACE}]
        # A dealer who acts without a draw was dealt the first tile of the wall.
        had_one_more = seat == table.dealer and acts[:1] != taken[:1]
        return self.wall_size(table.seats) - self.resting - len(taken) - had_one_more

    def wall_size(self, seats: int) -> int:
        """Return how many tiles a full wall has, before the deal.

        If each player has a private wall, return the number of tiles of one private wall.
        """
        return self.size // seats if self.private_walls else self.size

    def place_in_own_wall(self, table: Table, seat: Seat) -> int:
        """Return the index of a player's next tile in the row of all private walls.

        In the row, the walls of the players A, B, C, D follow each other. The next tile is that of
        the wall of `seat`.
        """
        return (seat + 1) * self.wall_size(table.seats) - self.own_wall(table, seat)


def copies(
    *, bonus: int = 0, jokers: int = 0, red_fives: int = 0, without: Collection[Tile] = ()
) -> tuple[int, ...]:
    """Return how many copies of each tile a game has: four of each kind, and further tiles.

    There are no copies of the kinds in `without`. `bonus` is the number of different bonus tiles
    (at most 8), `jokers` the number of jokers. `red_fives` is the number of red fives, which
    replace plain fives, equally in each suit.
    """
    reds = red_fives // 3
    plain = [4 - reds if kind in {4, 13, 22} else 4 for kind in range(KINDS)]
    plain = [0 if kind in without else number for kind, number in enumerate(plain)]
    return (*plain, reds, reds, reds, *(1 if n < bonus else 0 for n in range(8)), jokers)


@value
class Winner:
    """A winning hand, as far as it is known.

    `tile` is the winning tile, `source` the player who gave it, or the winner after a self-draw.
    `own_draw`: it was drawn; `robbed`: it was robbed from a kong. `tiles` are the concealed tiles
    with the winning tile, with pillar flags if the record has them; None if one is unknown. `melds`
    is None if melds are unknown. `circumstances` are words of `mjlog.referee.events`; None if the
    record does not say them or the rule set does not need them.
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
        """Return whether the player gave the winning tile, or the win is a self-draw.

        After a self-draw, return True for every player, even for the winner.
        """
        return self.own_draw or seat == self.source

    @property
    def tiles_seen(self) -> tuple[Tile, ...]:
        """Concealed tiles of the winner with the winning tile; an empty tuple if one is unknown."""
        return self.tiles or ()

    @property
    def sets_seen(self) -> tuple[ShownMeld, ...]:
        """Melds of the winner; an empty tuple if they are unknown."""
        return self.melds or ()

    @property
    def has_odd_sets(self) -> bool:
        """Whether a meld has a bonus tile, or a joker that does not stand for a certain tile."""
        return any(not 0 <= KIND[tile & ~PILLAR] < KINDS for tile in tiles_of(self.sets_seen))

    @property
    def is_seen(self) -> bool:
        """Whether all concealed tiles and all melds of the winner are known."""
        return self.tiles is not None and self.melds is not None

    @property
    def every_tile(self) -> list[Tile]:
        """All known tiles of the winner: the concealed tiles, then the tiles of melds."""
        return [*self.tiles_seen, *tiles_of(self.sets_seen)]


@value
class PlayerTiles:
    """A player's tiles at the end of a deal: concealed tiles, melds, bonus tiles.

    A field is None if its tiles are unknown.
    """

    seat: Seat
    tiles: tuple[Tile, ...] | None = None
    melds: tuple[ShownMeld, ...] | None = None
    bonus: tuple[Tile, ...] | None = None


ItemsClaimed = tuple[tuple[str, int | None], ...]
"""Named items with their points, None if the sheet does not state them."""


@value
class HandClaim:
    """What a score sheet states about one hand: the items of its value, and its kongs."""

    items: ItemsClaimed = ()
    kongs: ItemsClaimed = ()


@value
class Outcome:
    """The outcome of a deal, by its turns, or by its lines if it has no turns.

    `winners` have legal wins, `false_wins` are declared wins that are not legal. `washout` is the
    line that says nobody won. `ready` are the players who had declared ready, None if the record
    does not say. `kong`: whether a player declared a kong, None if unknown. `barred` are the
    players who had lost the right to win, `perhaps_barred` those who may have lost it. `round_wind`
    is the prevailing wind by the deal's label. `hands` has each player's tiles at the end. `pool`
    is the points on the table before the deal, None if unknown. `seen` are the events that the rule
    set collected. `counters` is how often in a row the dealer has dealt again, None if unknown.
    `claimed` has the sheet's claims about hands, by seat. `label` is the label of the deal.
    `seating` is the seats in the order of play, empty for the usual order. `plays_on`: a win does
    not end the deal.
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
    hands: Sequence[PlayerTiles] = ()
    pool: int | None = None
    seen: Any = None
    counters: int | None = None
    claimed: Mapping[Seat, HandClaim] = field(default_factory=dict, hash=False)
    label: str = ""
    seating: str = ""
    plays_on: bool = False

    @property
    def order(self) -> TurnOrder:
        """Order in which the players take turns in this deal."""
        return turn_order(self.seating, self.seats) if self.seating else USUAL[self.seats]

    def others(self, seat: Seat) -> list[Seat]:
        """Return all seats of the table except the seat `seat`, as a list."""
        seats = list(range(self.seats))
        if seat in seats:
            seats.remove(seat)
        return seats

    def tiles_of(self, seat: Seat) -> PlayerTiles | None:
        """Return a player's tiles at the end of the deal; None if `hands` does not have them."""
        hands = self.hands
        if 0 <= seat < len(hands) and hands[seat].seat == seat:
            return hands[seat]
        return next((held for held in hands if held.seat == seat), None)

    @property
    def declared(self) -> tuple[Winner, ...]:
        """All wins that were declared in the deal: first the legal wins, then the others."""
        return (*self.winners, *self.false_wins)

    @property
    def is_false(self) -> bool:
        """Whether wins were declared in the deal, but none of them is legal.

        False if play goes on after wins and the record says that nobody won at the end.
        """
        if self.plays_on and self.washout is not None:
            return False
        return bool(self.false_wins) and not self.winners

    @property
    def winning_seats(self) -> set[Seat]:
        """Seats of the players with a legal win."""
        return {winner.seat for winner in self.winners}

    @property
    def false_seats(self) -> set[Seat]:
        """Seats of the players who declared a win that is not legal."""
        return {winner.seat for winner in self.false_wins}

    @property
    def declaring_seats(self) -> set[Seat]:
        """Seats of the players who declared a win, legal or not."""
        return {winner.seat for winner in self.declared}

    @property
    def dealer_wins(self) -> bool:
        """Whether the dealer has a legal win."""
        return self.dealer in self.winning_seats

    @property
    def washed_out_by(self) -> str:
        """How a deal without a winner ended, as the record says: `wall`, `abort` or `void`.

        Empty if no line of the record says that nobody won.
        """
        if self.washout is None:
            return ""
        return self.washout.how

    @property
    def has_ended(self) -> bool:
        """Whether a player has a legal win, or the record says that nobody won."""
        return bool(self.winners) or self.washout is not None

    def winner_of(self, seat: Seat) -> Winner | None:
        """Return the legal win of the player `seat`; None if the player has none."""
        for each in self.winners:
            if each.seat == seat:
                return each
        return None

    @property
    def next_seat(self) -> Seat:
        """Player who deals the next deal if the dealer does not deal again."""
        return self.order.after[self.dealer]

    def wind_of(self, seat: Seat) -> Tile:
        """Return the seat wind of a player as a tile; the dealer is East."""
        return EAST + self.order.distance(seat, self.dealer)

    def bonus_of(self, seat: Seat) -> tuple[Tile, ...] | None:
        """Return the bonus tiles of a player; None if the record does not say which.

        Return an empty tuple if the player has none, or if `hands` has no entry for the player.
        """
        return next((held.bonus for held in self.hands if held.seat == seat), ())

    def nearest_first(self, scores: Sequence[Score]) -> list[tuple[Winner, Score]]:
        """Return pairs of winner and score, in turn order after the player who discarded.

        `scores` has one score for each of `winners`, in the same order.
        """
        won = zip(self.winners, scores, strict=True)
        order = self.order
        return sorted(won, key=lambda pair: order.distance(pair[0].seat, pair[0].source))


@dataclass(frozen=True, slots=True)
class Unclear:
    """The reason why something cannot be computed; the audit answers *unverified* with it.

    `amounts` are the two possible amounts of a fine (at most one payee gets the second), or the two
    seats of which one deals next; empty if unknown. If the reason is an item on the sheet that the
    hand cannot have with these points, `never` is the name of this item.
    """

    words: Sentence
    amounts: tuple[int, ...] = ()
    never: str = ""

    @property
    def reason(self) -> str:
        """The reason, in English, why something cannot be computed."""
        return to_message(self.words).english


NO_ROUND_WIND: Final = msg("the label of the deal does not say the wind of the round")
"""Reason why a hand with sets of winds cannot be counted."""


@lru_cache(maxsize=8)
def hand_unknown(seat: Seat) -> Unclear:
    """Return why a hand cannot be scored: the record has only a part of its tiles."""
    return Unclear(
        msg("not every tile of {seat}'s hand is recorded", seat=seat_name(seat)).lacking("hands")
    )


def hand_incomplete(seat: Seat) -> Unclear:
    """Return why a hand cannot be scored: by the rules it is not a complete hand."""
    return Unclear(msg("{seat}'s hand is not complete", seat=seat_name(seat)).lacking("hands"))


def not_fourteen(seat: Seat) -> Unclear:
    """Return why a hand cannot be scored: it does not have fourteen tiles."""
    return Unclear(
        msg(
            "{seat}'s hand does not have fourteen tiles (a meld counts three)", seat=seat_name(seat)
        ).lacking("hands")
    )


def wrong_size(seat: Seat, size: int) -> Unclear:
    """Return why a hand cannot be scored: it does not have `size` tiles."""
    if size == 14:
        return not_fourteen(seat)
    words = "{seat}'s hand does not have the {size} tiles of this step (a meld counts three)"
    return Unclear(msg(words, seat=seat_name(seat), size=size))


def winning_tile_missing(seat: Seat) -> Unclear:
    """Return why a hand cannot be scored: it does not contain the winning tile."""
    return Unclear(
        msg("the winning tile is not among {seat}'s tiles", seat=seat_name(seat)).lacking("hands")
    )


def no_price(cause: str) -> Message:
    """Return the message that the rules name no price for a payment with this cause."""
    return msg("the rule set names no price for {cause}", cause=cause).lacking("rules")


NEVER: Final = 1 << 62
"""More points than anybody ever pays."""

FALSE_WIN: Final[Mapping[str, str]] = {
    "false-win": "what a false win costs, by a ruling of that name"
}
"""Cause of payments that every rule set knows, even if it has no price for it."""

Scorer = Callable[[Winner, Outcome], Score | Unclear]
"""A function that returns the score of a winning hand, or the reason why it is unknown."""

LetPass = Callable[..., Iterator[tuple[int, Seat, Message]]]
"""A function that yields wins that were missed: step, seat and sentence.

It is called for a deal only if that deal `washed_out`.
"""

ClaimScorer = Callable[[Seat, Outcome], Score | Unclear]
"""A function that returns the score of a hand by the claims of the sheet, or why it is unknown."""

KongItems = Callable[[Seat, Outcome], tuple[Item, ...]]
"""A function that returns a player's kongs as items of a sheet."""

Settler = Callable[[Outcome, Sequence[Score]], Settlement | Unclear]
"""A function that returns the payments of a deal, given the scores of the winning hands.

It returns `Unclear` with the reason if they are unknown.
"""


@value
class Continuation:
    """What follows a deal by the rules: the next deal's dealer, label and counters, or the end.

    `is_over`: the game is over; None if the rules do not say. An empty label, or counters of None,
    mean that the rules do not say. `may_end`: a player may choose to end the game. `end_clause` is
    the number of the clause that ends the game here or lets it go on, empty for the usual one.
    `seating` is the seats in the order of play, empty for the usual order, None if the rules do not
    say. `or_dealer` is the player who deals if the record names no seats and the players kept their
    seats.
    """

    dealer: Seat
    label: str = ""
    counters: int | None = 0
    is_over: bool | None = None
    may_end: bool = False
    end_clause: str = ""
    seating: str | None = None
    or_dealer: Seat | None = None

    def with_end_open(self) -> Continuation:
        """Return a copy in which it is left unknown whether the game is over."""
        return replace(self, is_over=None, may_end=False, end_clause="")


Weigher = Callable[[Ruling, Outcome, Sequence[Score]], Sentence | Unclear | None]
"""A function that checks a ruling.

It returns an empty sentence if the rules confirm the ruling, otherwise the reason against it, and
None if the rules do not know such a ruling.
"""


NOTHING_OF_PLACES: Final = msg("the record does not say what each place is worth")


@dataclass(frozen=True, slots=True)
class Finals:
    """Final points of a game: everybody's points, and the final points in thousands.

    A row of `places` has the final points by seat. There are several rows if each of them is right,
    and no row if the final points are unknown for the reason `why`.
    """

    score: tuple[int, ...]
    places: tuple[tuple[Fraction, ...], ...]
    why: Sentence = NOTHING_OF_PLACES


Progression = Callable[[Outcome], Seat | Unclear]
"""A function that returns the next dealer, or the reason why it is unknown."""


def readings_in_force(
    readings: Mapping[str, Mapping[str, str]], words: Sequence[str]
) -> dict[str, str]:
    """Return the notes on unclear rules that the preset in a `Rules:` header brings with it.

    A preset is a named collection of option values. `words` are the words of the header. `readings`
    maps the name of a preset to a dict from option to note; the note says how the preset interprets
    an unclear rule. Return such a dict for the preset of the header, without the options that the
    header itself sets; an empty dict without a preset.
    """
    given = dict(word.partition("=")[::2] for word in words)
    noted = readings.get(given.get("preset", ""), {})
    return {option: note for option, note in noted.items() if option not in given}


def stated(words: str, options: Sequence[Option]) -> frozenset[str]:
    """Return the names of the options that a ``Rules:`` header sets.

    If the header names a preset, these are all options, because a preset sets them all.

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
    """Return a dict from each option to its value, as the words of a `Rules:` header set it.

    If no word `name=value` sets an option, the option has its value in the preset that the header
    names, or else its default. Raise `RulesError` if a word names no option or preset, if a value
    is not allowed, or if an option is set twice.
    """
    by_name = {option.name: option for option in options}
    given: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if name != "preset" and name not in by_name:
            raise _unknown_option(word, presets, ["preset", *by_name], words)
        if not equals:
            raise _missing_value(name, words)
        if name in given:
            raise RulesError(msg("option {option} is given twice", option=name))
        given[name] = value
    preset = given.pop("preset", None)
    if preset is not None and preset not in presets:
        raise _unknown_preset(preset, presets)
    settings = {option.name: option.default for option in options}
    settings.update(presets[preset] if preset is not None else {})
    settings.update({name: by_name[name].check(value) for name, value in given.items()})
    return settings


def _unknown_option(
    word: str, presets: Mapping[str, object], known: Sequence[str], words_given: Sequence[str]
) -> RulesError:
    """Return the error that a word of a `Rules:` header names no option, with advice if possible.

    `word` is this word, `words_given` are all words of the header. `presets` and `known` have the
    names of presets and options, from which the advice is chosen.
    """
    name, _, value = word.partition("=")
    preset = name.lower().strip("()[],;")
    if preset in presets and not value:
        unknown = "{word} is no option but a preset: write preset={preset}"
        words = msg(unknown, word=_quoted(name), preset=preset)
        return RulesError(words, written=word, meant=f"preset={preset}")
    if option := _option_in_words(word, words_given, known):
        behind = words_given[words_given.index(word) :]
        numbers = [each for each in behind if each.isdecimal()]
        value = numbers[0] if len(numbers) == 1 and not any("=" in each for each in behind) else ""
        needs = "option {option} needs a value: {option}={value}"
        needed = msg(needs, option=option, value=value or "…")
        likely = f"{option}={value}" if value else ""
        return RulesError(needed, written=" ".join(behind), meant=likely)
    if name.isdecimal():
        words = msg("an edition comes after a slash: write /{edition}", edition=name)
        return RulesError(words, written=word, meant=f"/{name}")
    small = name.lower().replace("-", "_")
    parts = _OPTION_WITH_ANOTHER_SIGN.fullmatch(word)
    if parts is not None and parts[1].lower() in known:
        likely = f"{parts[1].lower()}={parts[2]}"
        unknown = "unknown option {option}; did you mean {near}?"
        words = msg(unknown, option=_quoted(word), near=_code_words([likely]))
        return RulesError(words, written=word, meant=likely)
    near = [f"preset={dated}" for dated in dated_presets(word, presets)]
    near = near or [option for option in known if option.startswith(f"{small}_")]
    near = near or near_words(small, known) or sorted(each for each in known if small in each)[:3]
    if near:
        meant = "unknown option {option}; did you mean {near}?"
        words = msg(meant, option=_quoted(name), near=_code_words(near))
        return RulesError(words, written=name, meant=near[0] if len(near) == 1 else "")
    unknown = "unknown option {option}; known are {known}"
    return RulesError(msg(unknown, option=_quoted(name), known=", ".join(known)))


def _option_in_words(word: str, words: Sequence[str], known: Sequence[str]) -> str:
    """Return the option that a header writes as separate words, such as ``false win``.

    In this example, the result is ``false_win``. `words` are the words of the header; the search
    begins with `word`. Return an empty string if the words name no option.
    """
    bare = [each.lower() for each in words[words.index(word) :] if "=" not in each]
    for first in range(len(bare)):
        for last in range(len(bare), first, -1):
            name = "_".join(bare[first:last])
            if name in known and (first or last > 1):
                return name
    return ""


def _missing_value(name: str, words: Sequence[str]) -> RulesError:
    """Return the error that the option `name` has no value in a `Rules:` header.

    If the next word of the header may be the value, the message proposes it. `words` are the words
    of the header.
    """
    behind = words[words.index(name) + 1 :]
    blank = " = " if behind[:1] == ["="] else " "
    behind = behind[blank == " = " :]
    value = behind[0] if behind and "=" not in behind[0] else ""
    needs = "option {option} needs a value: {option}={value}"
    needed = msg(needs, option=name, value=value or "…")
    likely = f"{name}={value}" if value else ""
    return RulesError(needed, written=f"{name}{blank}{value}", meant=likely)


def _unknown_preset(preset: str, presets: Mapping[str, object]) -> RulesError:
    """Return the error for a preset that does not exist.

    The message suggests similar presets; if there are none, it lists all presets.
    """
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
    """Return the presets whose name begins with `name` and a hyphen, usually followed by a year.

    Return an empty list if `name` itself is a preset.

    >>> dated_presets("EMA", ["ema-2016", "ema-2025", "tenhou"])
    ['ema-2016', 'ema-2025']
    """
    small = name.lower()
    is_preset = small in presets
    return [] if is_preset else sorted(each for each in presets if each.startswith(f"{small}-"))


def _code_words(names: Iterable[str]) -> str:
    """Join names by commas, each in backquotes, for a message."""
    return ", ".join([f"`{name}`" for name in names])
