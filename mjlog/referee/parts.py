"""The parts of a rule set: play, scoring, progress, pot, penalties, names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from mjlog.model.findings import Law, Source
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.messages import Message
from mjlog.model.record import Deal, Game, Seat
from mjlog.model.settlement import Payment, Score
from mjlog.model.table import Hand, Table
from mjlog.model.tiles import Tile
from mjlog.referee.message_fields import Words
from mjlog.referee.needed_facts import NeededFact
from mjlog.referee.passing import Passing
from mjlog.referee.presentation import Presentation
from mjlog.referee.rulebook import (
    FALSE_WIN,
    ClaimScorer,
    Clause,
    Coming,
    Finals,
    HandClaim,
    ItemsClaimed,
    KongItems,
    LetPass,
    Option,
    Outcome,
    Progression,
    Scorer,
    Settler,
    Spec,
    Stride,
    Test,
    Unclear,
    Weigher,
    Winner,
)

if TYPE_CHECKING:
    from mjlog.referee.rule_set import RuleSet


@dataclass(frozen=True, slots=True)
class Book:
    """The numbered sentences of a rulebook.

    `cites` maps codes of claims to clause numbers, `foreign` those of what readers of other formats
    find in play. `sources` are the documents that sentences cite, `headings` those of the sections
    by their numbers.
    """

    laws: Mapping[str, Law]
    cites: Mapping[str, str] = field(default_factory=dict)
    foreign: Mapping[str, str] = field(default_factory=dict)
    sources: Sequence[Source] = ()
    headings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choices:
    """The options of a rule set, and what is chosen.

    `habits` are settings that are often met together; `fitting` finds settings by the amounts of a
    game's sheet, `other_sum` that a sum on it is another one, by the names of both. `readings` has,
    by preset and option, what the sources leave open and how the preset reads it; `open_options`
    are the notes in force. `beside_payments` and `of_tiles` are the options that say so of
    themselves (`Option.affects`); of the others `matters` tells whether one can change what a deal
    is worth or what is due after it, before another value is tried. `build` makes the rule set of
    other settings. `other_sets` has the presets that are another rule set, with its header.
    """

    options: tuple[Option, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    presets: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    other_sets: Mapping[str, str] = field(default_factory=dict)
    habits: tuple[str, ...] = ()
    fitting: Callable[[Game], Sequence[str]] | None = None
    other_sum: Callable[[Game], tuple[str, str] | None] | None = None
    readings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    open_options: Mapping[str, str] = field(default_factory=dict)
    matters: Callable[[str, Outcome, Sequence[Score]], bool] | None = None
    build: Callable[[Mapping[str, str]], RuleSet] | None = None
    left_open: tuple[Option, ...] = field(init=False, compare=False)
    beside_payments: frozenset[str] = field(init=False, compare=False)
    of_tiles: frozenset[str] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Find the options whose notes are in force, and what each option affects."""
        left_open = [option for option in self.options if option.name in self.open_options]
        object.__setattr__(self, "left_open", tuple(left_open))
        object.__setattr__(self, "beside_payments", self._affecting("play"))
        object.__setattr__(self, "of_tiles", self._affecting("hands"))

    def _affecting(self, effect: str) -> frozenset[str]:
        return frozenset([option.name for option in self.options if option.affects == effect])


def _nothing_is_passed(_deal: Deal) -> bool:
    """Return False: in most games nobody passes tiles before play."""
    return False


@dataclass(frozen=True, slots=True)
class Play:
    """The course of a deal: tiles, clauses about acts, waits.

    `bindings` are the clauses under their numbers. `waits` answers which kinds complete a hand, as
    bits. `words` are fields of the clauses' messages. `fast_clauses` has for draws and for discards
    (`DRAW`, `DISCARD`) a test that holds only where every clause about such acts holds: most acts
    pass it, and no clause need be asked about those; `fast_run` lays turns made of nothing else.
    `barred` finds the players who may not win, `let_pass` those who by the rules had to win and did
    not. `collect_events` looks a deal over for what only this rule set asks (`Outcome.seen`).
    `special_hands` count the tiles that a hand lacks of shapes other than sets and a pair, from its
    concealed tiles of each kind and the number of its melds. `needs` yields the facts that the
    record of a played deal should have and lacks, in the order in which they come up. `passings`
    are the ways in which players pass each other tiles; `passes` tells whether they do so before a
    deal.
    """

    spec: Spec
    bindings: tuple[tuple[str, Clause], ...]
    waits: Callable[[Hand], int]
    words: Words = field(default_factory=dict)
    fast_clauses: Mapping[int, Test] = field(default_factory=dict)
    fast_run: Stride | None = None
    barred: Callable[[Table], frozenset[Seat]] | None = None
    let_pass: LetPass | None = None
    collect_events: Callable[[Deal, Table], Any] | None = None
    special_hands: tuple[Callable[[Sequence[int], int], int], ...] = ()
    needs: Callable[[Deal, Table], Iterator[NeededFact]] | None = None
    passings: tuple[Passing, ...] = ()
    passes: Callable[[Deal], bool] = _nothing_is_passed


def _any_worth(_name: str, _points: int) -> bool:
    """Return True: without the hand nobody knows what such an item is worth."""
    return True


@dataclass(frozen=True, slots=True)
class Scoring:
    """What hands are worth and who pays.

    Without `score` and `settle` the claims of records stay *unverified*. `claimed` makes a score of
    what a sheet claims of a hand whose tiles nobody shows; `near_claims` are claims of a little
    more or less, the nearest first, `possible_claims` all worths that hands have, the commonest
    first. `exact`: a hand that is none of these brings nothing. Amounts are multiples of `step`. A
    win worth less than `minimum` is none; `counts_for_minimum` tells what of a score counts for
    that, if not all. `may_claim_less`: a sheet that misses patterns of a hand is not wrong.
    `shares` tells how many times the value of the winning
    hand each loser pays the winner, `bystander_least` is the least that anybody pays for a win on
    another's discard: None where that may be any amount. `scores_losers`: every hand is counted,
    not only those that win. `winners_kongs` is the clause by which kongs earn for the winner alone.
    `item_can_be` tells whether an item has that worth in any hand at all, `kong_names` are the
    items of a `kong` line, `declared_items` those of a player who has declared ready,
    `item_points` are the points that an item brings once, by one or several of its rows,
    `never_together` pairs of items that no hand has both, `repeated_items` those that a sheet may
    name once for each set or tile. `indicated` is the kind that an indicator
    marks, None in a game without indicators. `circumstances`: it counts how a win came about;
    `course_items` are the items that the course of play may bring a winner, which no tile shows,
    with their points where these vary.
    `asks_dealer`: payments hang on who deals. `other_hands`: hands that no source describes may
    win. `sum_stated` is the item by which a sheet states all that a hand is worth as one number,
    empty where it takes several; `sums` are the items that add up others, or name what all come to.
    `lesson` tells line by line how a winning hand comes to its value, for people. `kongs_of` has
    the kongs of any player as items of a sheet, in a game that pays kongs to whoever makes them.
    `may_hide_ready`: who is one tile short may say that it is not. `stated_values` are the worths
    that a scribe chooses from, if they are not all of `possible_claims`; `value_words` says what
    such a worth is called, if the names of its items do not.
    """

    score: Scorer | None = None
    settle: Settler | None = None
    claimed: ClaimScorer | None = None
    near_claims: Callable[[Seat, Outcome], Iterator[HandClaim]] | None = None
    possible_claims: Callable[[Seat, Outcome], Iterator[HandClaim]] | None = None
    exact: bool = False
    minimum: int = 0
    counts_for_minimum: Callable[[Score], int] | None = None
    step: int = 1
    shares: Callable[[Outcome], Mapping[Seat, int]] | None = None
    bystander_least: int | None = None
    scores_losers: bool = False
    winners_kongs: str = ""
    item_names: frozenset[str] = frozenset()
    item_can_be: Callable[[str, int], bool] = _any_worth
    item_points: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    kong_names: frozenset[str] = frozenset()
    declared_items: frozenset[str] = frozenset()
    never_together: frozenset[frozenset[str]] = frozenset()
    repeated_items: frozenset[str] = frozenset()
    indicated: Callable[[Tile], Tile] | None = None
    circumstances: bool = False
    course_items: Callable[[Winner, Outcome], Sequence[tuple[str, int | None]]] | None = None
    asks_dealer: bool = True
    other_hands: bool = False
    sum_stated: str = ""
    sums: frozenset[str] = frozenset()
    lesson: Callable[[Winner, Outcome], Iterator[str]] | None = None
    may_claim_less: bool = False
    may_hide_ready: bool = False
    stated_values: Callable[[], Iterator[HandClaim]] | None = None
    value_words: Callable[[ItemsClaimed], Message] | None = None
    kongs_of: KongItems | None = None

    def toward_minimum(self, score: Score) -> int:
        """Return the part of a hand's value that counts toward the minimum."""
        return self.counts_for_minimum(score) if self.counts_for_minimum else score.value

    def is_too_little(self, score: Score) -> bool:
        """Return whether a hand is worth less than a win needs."""
        return self.minimum > 0 and self.toward_minimum(score) < self.minimum


@dataclass(frozen=True, slots=True)
class Progress:
    """How a game goes on from deal to deal, and how it ends.

    `next_deal` tells how the game goes on from a deal and from the points that everybody has;
    `next_law` which clause decides who deals. `sheet_law` is the clause by which the next deal is
    what its sheet says and numbers count deals one by one. `decides_void`: `next_dealer` knows who
    deals after a deal declared void, too. `rounds` is the number of rounds in a game, 0 where the
    deals are not counted so. `counter_word` is the word of a deal's header that counts the deals in
    a row, empty where nothing hangs on them; `name_counts`: the number behind the dot of a deal's
    name is that count, too. `repeat_word` is the word that counts the counters on the table;
    `counters_anyway` tells those after a deal whoever deals next. `final_points` is asked with the
    points, what lies on the table, the referees' decisions of the whole game, and who dealt first;
    in a log that has `log_header` also with its day, if they are different from some day on.
    `seat_breaks_ties`: of equal points those of the seat nearer to the first dealer are before.
    `numbers_deals`: deals are counted and have no names of rounds.
    """

    next_dealer: Progression | None = None
    next_deal: Callable[[Outcome, Sequence[int | None]], Coming | Unclear] | None = None
    next_law: Callable[[Outcome], str] | None = None
    sheet_law: str = ""
    decides_void: bool = False
    start_points: int | None = None
    allow_negative: bool = True
    rounds: int = 0
    max_deals: int = 0
    counter_word: str = ""
    name_counts: bool = True
    repeat_word: str = ""
    counters_anyway: Callable[[Outcome], int | None] | None = None
    final_points: Callable[..., Finals] | None = None
    log_header: str = ""
    seat_breaks_ties: bool = False
    numbers_deals: bool = False


@dataclass(frozen=True, slots=True)
class Pot:
    """Points that lie on the table between deals.

    `word` is the word of a deal's header that counts them, in units of `unit`. `stake` is what a
    player lays there at once, one such unit where it is 0. `moves` has by payer and payee the
    amounts that may go to the table or come from it after a win, whatever the winning hand is.
    `stakes` is what players lay there in each deal that is played to its end.
    """

    used: bool = False
    word: str = "pool"
    unit: int = 1
    stake: int = 0
    moves: Callable[[Outcome], Mapping[tuple[Seat, Seat], tuple[int, ...]]] | None = None
    stakes: Callable[[Outcome], tuple[Payment, ...]] | None = None

    @property
    def step(self) -> int:
        """All that comes and goes is a multiple of it; 0 where nothing does."""
        if not self.used:
            return 0
        return self.stake or self.unit


@dataclass(frozen=True, slots=True)
class Penalties:
    """What slips cost.

    `to_each` has by cause what the player pays each of the others, `to_nobody` what is taken off,
    and no other player gets; `price` answers what one player owes another for causes in neither.
    `check_ruling` answers a referee's decision. `causes` has the words behind `for=` that the rule
    set knows and what each means; of those in `ruled` a ruling makes the price due, of the others
    the settlement. Rulings named in `false_wins` take back a win after which the deal went on.
    """

    price: Callable[[Outcome, str, Seat, Seat], int | Unclear] | None = None
    check_ruling: Weigher | None = None
    causes: Mapping[str, str] = field(default_factory=lambda: FALSE_WIN)
    ruled: frozenset[str] = frozenset(FALSE_WIN)
    false_wins: frozenset[str] = frozenset(FALSE_WIN)
    to_each: Mapping[str, int] = field(default_factory=dict)
    to_nobody: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Names:
    """What things are called.

    `presentation` is how the table looks. `record_words` are further words that records may
    hold, as a scribe writes them, and what each means. `items` is what items are called, in
    English, by their names in records; what has no name there is called as in `items_like`,
    another rule set and its names. `known_as` are words that people have for the rule set above
    a table, small and without blanks in a word; `presets_known_as` has those for its presets,
    by the names of these without their years. `said` has further words of score sheets for an
    item, apart by blanks; `draws_said` has those of people for an end without a win. `columns`
    are the heads of columns for what a hand is worth, by the item that a cell below states;
    without them a sheet has one for all items. `catalogs` is the folder with the translations
    of a rule set that does not come with mjlog, laid out as gettext has them:
    ``zh_Hans/LC_MESSAGES/NAME.mo``.
    """

    presentation: Presentation = field(default_factory=Presentation)
    record_words: Mapping[str, str] = field(default_factory=dict)
    items: Mapping[str, str] = field(default_factory=dict)
    items_like: tuple[str, Mapping[str, str]] = ("", MappingProxyType({}))
    known_as: str = ""
    presets_known_as: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)
    draws_said: Mapping[str, str] = field(default_factory=dict)
    columns: Mapping[str, str] = field(default_factory=dict)
    catalogs: str = ""
