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
    Continuation,
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

    `cites` maps codes of claims to clause numbers. `reader_errors` does so for the codes of errors
    in play that readers of other formats report. `sources` are the documents that sentences cite.
    `headings` are the titles of sections, by number.
    """

    laws: Mapping[str, Law]
    cites: Mapping[str, str] = field(default_factory=dict)
    reader_errors: Mapping[str, str] = field(default_factory=dict)
    sources: Sequence[Source] = ()
    headings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choices:
    """The options of a rule set, and their values.

    `habits` are settings that tables often use together. `fitting` computes settings from the
    amounts of a game's sheet. `other_sum` finds out whether the sheets mean another sum by the name
    of an item, and returns the name on the sheets and the name in mjlog. `readings` maps a preset
    and an option to a note: what the sources leave open, and how the preset interprets it.
    `open_options` are the notes that apply now, and `left_open` their options. `beside_payments`
    has the names of options that change only play, `of_tiles` those of options that change only
    hands with known tiles. For any other option, `matters` says whether it can change what a deal
    is worth, before another value is tried. `build` returns the rule set with the given settings.
    `other_sets` maps a preset that is another rule set to the header of that rule set.
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
        """Compute the fields `left_open`, `beside_payments` and `of_tiles` from the options.

        `left_open` has the options about which the official sources are unclear, `beside_payments`
        the names of options that change only play, and `of_tiles` the names of options that change
        only hands with known tiles.
        """
        left_open = [option for option in self.options if option.name in self.open_options]
        object.__setattr__(self, "left_open", tuple(left_open))
        object.__setattr__(self, "beside_payments", self._affecting("play"))
        object.__setattr__(self, "of_tiles", self._affecting("hands"))

    def _affecting(self, effect: str) -> frozenset[str]:
        return frozenset([option.name for option in self.options if option.affects == effect])


def _nothing_is_passed(_deal: Deal) -> bool:
    """Return False: no tiles are passed before play. Used for all games without such a rule."""
    return False


@dataclass(frozen=True, slots=True)
class Play:
    """The course of a deal: tiles, clauses about acts, waits.

    `bindings` are the clauses with their numbers. `waits` returns the kinds that complete a hand,
    as a bit mask. `words` are fields of the clauses' messages. `fast_clauses` has a test for draws
    and a test for discards. A test is true only if no clause about such an act is broken: most acts
    pass it, so no clause is called. `fast_run` carries out turns that consist of such acts.

    `barred` finds the players who may not win, `let_pass` those who had to win by the rules and did
    not. `collect_events` collects what only this rule set needs of a deal (`Outcome.seen`).
    `special_hands` count the tiles that a hand lacks for shapes other than sets and a pair, given
    the number of its concealed tiles of each kind and the number of its melds. `needs` yields the
    facts that the record of a played deal lacks, in the order in which they come up. `passings` are
    the ways in which players pass each other tiles; `passes` says whether they do so before a deal.
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
    """Return True: any points are possible for an item.

    Used for rules that do not limit the points.
    """
    return True


@dataclass(frozen=True, slots=True)
class Scoring:
    """What hands are worth, and who pays.

    Without `score` and `settle` the claims of records stay *unverified*. `claimed` scores a hand
    whose tiles nobody shows by the items on the sheet. `near_claims` yields items that are worth a
    little more or less than those on the sheet, the nearest first. `possible_claims` yields items
    for all values of hands, the commonest value first; `exact`: no hand has another value.
    `stated_values` yields the values that a scribe chooses from, if these are not all of
    `possible_claims`; `value_words` names such a value, if the names of its items do not. Amounts
    are multiples of `step`.

    A win worth less than `minimum` is not legal. `counts_for_minimum` returns the part of a score
    that counts for the minimum; without it, the whole score counts. `may_claim_less`: a sheet may
    leave out patterns of a hand. `shares` says how many times the value of the winning hand each
    loser pays. `bystander_least` is the least that a player pays for a win on another player's
    discard, None if it may be any amount. `scores_losers`: the hands of losers are scored, too.
    `asks_dealer`: payments may depend on the dealer. `pays_by_dealer`: they do even if the value of
    the hand is known. `other_hands`: hands that no source describes may win. `may_hide_ready`: a
    player who is one tile from winning need not say so.

    `item_can_be` says whether an item can have that number of points in some hand. `item_points`
    are the points that an item brings once. `kong_names` are the items of `kong` lines,
    `declared_items` those of players who declared ready, `never_together` pairs of items that no
    hand has both, `repeated_items` those that a sheet may name once for each set or tile,
    `course_items` those that depend on the course of play and on no tile, with their points if
    these vary. `sum_stated` is the item with which a sheet states the whole value of a hand as one
    number, empty if it needs several numbers; `sums` are the items that add up others or name the
    total.

    `indicated` returns the kind that an indicator marks, None in a game without indicators.
    `circumstances`: it matters how a win came about. `winners_kongs` is the clause by which only
    the winner is paid for kongs. `kongs_of` returns any player's kongs as items, in a game that
    pays for all kongs. `lesson` explains the value of a winning hand line by line.
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
    pays_by_dealer: bool = True
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
        """Return the part of a hand's value that counts toward the minimum which a win needs."""
        return self.counts_for_minimum(score) if self.counts_for_minimum else score.value

    def is_too_little(self, score: Score) -> bool:
        """Return whether a hand is worth less than the minimum that a win needs."""
        return self.minimum > 0 and self.toward_minimum(score) < self.minimum


@dataclass(frozen=True, slots=True)
class Progress:
    """How a game goes on from deal to deal, and how it ends.

    `next_deal` returns what follows a deal, given everybody's points; `next_dealer` returns only
    who deals next. `next_law` returns the number of the clause about the next dealer. `sheet_law`
    is the number of the clause that deals follow in the order of the sheet and are numbered.
    `decides_void`: `next_dealer` also knows who deals after a void deal. `rounds` is the number of
    rounds in a game, 0 if deals are not counted in rounds. `numbers_deals`: deals have numbers, not
    names of rounds.

    `counter_word` is the word of a deal's header for how often in a row the dealer has dealt again,
    empty if nothing depends on this count. `name_counts`: the number after the dot of a deal's
    label is this count, too. `repeat_word` is the word for the counters on the table.
    `counters_anyway` returns the counters after a deal, if they do not depend on who deals next.

    `final_points` is called with everybody's points, the points on the table, all rulings of the
    game and the first dealer. For a log with the header `log_header`, it is also called with the
    date, because the rule for final points changed on a certain day. `seat_breaks_ties`: of equal
    points, the seat nearer to the first dealer is placed first.
    """

    next_dealer: Progression | None = None
    next_deal: Callable[[Outcome, Sequence[int | None]], Continuation | Unclear] | None = None
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

    `word` is the word of a deal's header that counts them in units of `unit`. `stake` is what a
    player lays on the table at once; 0 means one unit. `moves` returns, by payer and payee, the
    amounts that may go to or from the table after a win, whatever the winning hand is. `stakes`
    returns what players lay on the table in each deal that is played to its end.
    """

    used: bool = False
    word: str = "pool"
    unit: int = 1
    stake: int = 0
    moves: Callable[[Outcome], Mapping[tuple[Seat, Seat], tuple[int, ...]]] | None = None
    stakes: Callable[[Outcome], tuple[Payment, ...]] | None = None

    @property
    def step(self) -> int:
        """The size of one stake (what a player lays on the table at once) in points.

        0 if these rules never have points on the table.
        """
        if not self.used:
            return 0
        return self.stake or self.unit


@dataclass(frozen=True, slots=True)
class Penalties:
    """Penalties for mistakes and false wins.

    `to_each` maps a cause to the points that the player pays each other player, `to_nobody` to the
    points that the player loses and nobody gets. `price` returns what one player owes another for
    any other cause. `check_ruling` judges a referee's decision. `causes` has the words after `for=`
    that the rule set knows, with their meanings. A payment for a cause in `ruled` is due by a
    ruling, any other payment by the settlement. The rulings in `false_wins` take back a win after
    which the deal went on.
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
    """Names and words of a rule set.

    `presentation` is how the table looks. `record_words` are further words of records, as a scribe
    writes them, with their meanings. `items` maps names of items in records to English names;
    `items_like` has another rule set and its names, for the items that `items` lacks. `known_as`
    are words that people use for the rule set, in lower case; `presets_known_as` maps the name of a
    preset, without its year, to such words. `item_words` maps an item to further words of score
    sheets for it, separated by spaces; `draw_words` maps the name of a draw to words that people
    use for it. `columns` maps an item that the cells of a column state to the heading of the
    column; if it is empty, a sheet has one column for all items. `catalogs` is the folder with the
    translations of a rule set that does not come with mjlog, laid out as for gettext:
    ``zh_Hans/LC_MESSAGES/NAME.mo``.
    """

    presentation: Presentation = field(default_factory=Presentation)
    record_words: Mapping[str, str] = field(default_factory=dict)
    items: Mapping[str, str] = field(default_factory=dict)
    items_like: tuple[str, Mapping[str, str]] = ("", MappingProxyType({}))
    known_as: str = ""
    presets_known_as: Mapping[str, str] = field(default_factory=dict)
    item_words: Mapping[str, str] = field(default_factory=dict)
    draw_words: Mapping[str, str] = field(default_factory=dict)
    columns: Mapping[str, str] = field(default_factory=dict)
    catalogs: str = ""
