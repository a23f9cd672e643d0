"""`Game`: a rule set made of a table of patterns, the usual play, and a function that pays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, Final

from mjlog.model.deal_labels import label_of, named, next_label
from mjlog.model.findings import Law, Source
from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.messages import msg
from mjlog.model.record import DISCARD, DRAW, REPLACE, SET_OUT, Deal, Seat
from mjlog.model.settlement import Payment, PaymentSet, Score, Settlement
from mjlog.model.table import Hand
from mjlog.model.table import Table as Played
from mjlog.model.tiles import BONUS, JOKER
from mjlog.referee.message_fields import Words
from mjlog.referee.parts import Book, Choices, Names, Penalties, Play, Progress
from mjlog.referee.passing import Passing
from mjlog.referee.presentation import Presentation
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Continuation,
    Finals,
    KongItems,
    Option,
    Outcome,
    Progression,
    Settler,
    Spec,
    Test,
    Unclear,
    Winner,
    settings,
)
from mjlog.rules.kit.patterns import Table, unknown_item
from mjlog.rules.kit.play import Usual, ordinary_acts, waits_of, words_of
from mjlog.rules.kit.scoring import CHICKEN, TOTAL, Worth, scoring
from mjlog.rules.kit.seating import Places, letters_of, seated
from mjlog.rules.shared import bonus_tiles, fast_path
from mjlog.rules.shared.rulebook_text import place_of
from mjlog.rules.shared.sources import cited

HEADINGS: Final = {
    "1": "Tiles and the deal",
    "2": "Turns and claims",
    "3": "Winning",
    "4": "Points, payments, the next deal",
    "5": "Patterns",
}

_OF_STRIDES: Final = frozenset({DRAW, DISCARD, REPLACE, SET_OUT})
"""Kinds of acts of which whole turns are played at once."""

Payer = Callable[[Winner, Score, Outcome], Iterator[Payment] | Unclear]
"""A function that yields the payments to a winner."""
Alternatives = Callable[[Winner, Score, Outcome], Iterator[PaymentSet]]
"""A function that yields alternative payments, if the record leaves open which are due."""
Staying = Callable[[Outcome], bool | Unclear]
"""A function that returns whether the dealer deals again."""


@dataclass(frozen=True, slots=True)
class Sources:
    """The documents from which the sentences of a rulebook are taken.

    `documents` describes them. `play` names the documents, joined by ``; ``, for every sentence
    that is not in `of`. `of` maps the number of a sentence or the name of a pattern to its
    documents; the key ``5`` is for all patterns without a key of their own.
    """

    documents: tuple[Source, ...]
    play: str
    of: Mapping[str, str] = field(default_factory=dict)


def never_stays(_outcome: Outcome) -> bool:
    """Return False, for games in which every deal has a new dealer."""
    return False


def stays_after_a_win(outcome: Outcome) -> bool:
    """Return whether the dealer won, for games in which a dealer deals again only after winning."""
    return outcome.dealer_wins


def stays_after_a_draw(outcome: Outcome) -> bool:
    """Return whether the dealer deals again: after winning, and also if nobody won."""
    return outcome.dealer_wins or not outcome.winners


@dataclass(frozen=True, slots=True)
class Course:
    """How a game goes on after a deal, and how its final points are computed.

    `stays` says whether the dealer deals again; `rounds` is the number of rounds. `places` has for
    each round which players of the first round sit at East, South, West and North; empty if nobody
    changes seats. `next_dealer` is a function that returns the next dealer; with such a function,
    deals have numbers instead of rounds. `final_points` computes the final points; None if they are
    the points won.
    """

    stays: Staying = never_stays
    rounds: int = 4
    places: Places = ()
    next_dealer: Progression | None = None
    start_points: int = 0
    final_points: Callable[..., Finals] | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """All parts of a game under one choice of options.

    `book` has the rulebook sentences that are not about play or patterns. `pay` yields the payments
    for a win, `alternatives` alternative payments. `one_winner`: if several players win, only the
    nearest is paid. `minimum` is the number of points that a win needs; items in `outside_minimum`
    do not count for it, and a hand with an item of `always_enough` needs no minimum. `called` maps
    an item's name in records to its displayed name, if the two differ, `known_as` other names of
    the game, `rulings` the meaning of each ruling. `settle` computes all payments of a deal;
    without it, only wins are paid. `kongs_of` returns a player's kongs as items of a sheet,
    `kong_names` are the names of these items. `waits` returns the kinds that a hand waits for, if
    they differ from the kinds that complete its shape. `words` has functions that fill in messages,
    `record_words` explains words of records. `ordinary_discard` returns True only for a discard
    that certainly breaks no rule. `pays_by_dealer`: the payments for a hand of known value depend
    on who is the dealer.
    """

    name: str
    title: str
    table: Table
    spec: Spec
    usual: Usual
    worth: Worth
    pay: Payer
    course: Course
    sources: Sources
    book: Book
    choices: Choices = field(default_factory=Choices)
    penalties: Penalties = field(default_factory=Penalties)
    alternatives: Alternatives | None = None
    one_winner: bool = True
    minimum: int = 0
    outside_minimum: frozenset[str] = frozenset()
    always_enough: frozenset[str] = frozenset()
    called: Mapping[str, str] = field(default_factory=dict)
    rulings: Mapping[str, str] = field(default_factory=dict)
    events: Callable[[Deal, Played], Any] | None = None
    settle: Settler | None = None
    kongs_of: KongItems | None = None
    kong_names: frozenset[str] = frozenset()
    may_hide_ready: bool = False
    waits: Callable[[Hand], int] | None = None
    words: Words = field(default_factory=dict)
    record_words: Mapping[str, str] = field(default_factory=dict)
    ordinary_discard: Test | None = None
    passings: tuple[Passing, ...] = ()
    known_as: str = ""
    catalogs: str = ""
    edition: int = 1
    pays_by_dealer: bool = True

    def rule_set(self) -> RuleSet:
        """Build the rule set of this game from its parts.

        Raise `ValueError` if the game names a pattern that its table does not have, or if the same
        sentence number occurs in `usual` (the sentences about play) and in `book`. Raise
        `TypeError` if the numbers of players are not a tuple.
        """
        self._check_names()
        bonus = any(self.spec.copies[BONUS:JOKER])
        own_kinds = self.usual.own_kinds
        may_stride = own_kinds.isdisjoint(_OF_STRIDES) and not self.spec.private_walls
        stride = bonus_tiles.ordinary_turns if bonus else fast_path.ordinary_turns
        ordinary = ordinary_acts(self.spec)
        fast_clauses = {kind: test for kind, test in ordinary.items() if kind not in own_kinds}
        if self.ordinary_discard is not None:
            fast_clauses[DISCARD] = self.ordinary_discard
        named = (*self.table.items, *sorted(self.kong_names))
        items = {item: self.called.get(item, item.replace("-", " ")) for item in named}
        return RuleSet(
            name=self.name,
            edition=self.edition,
            title=self.title,
            book=Book(
                {
                    law.number: replace(law, cited=cited(law.source, self.sources.documents))
                    for law in self._laws()
                },
                {**self.usual.cites, **self.book.cites},
                sources=self.sources.documents,
                headings=HEADINGS,
            ),
            choices=self.choices,
            play=Play(
                self.spec,
                self.usual.bindings,
                self.waits or waits_of(self.worth.shapes),
                words={**words_of(self.worth.shapes), **self.words},
                fast_clauses=fast_clauses,
                fast_run=stride(self.spec) if may_stride else None,
                collect_events=self.events,
                special_hands=tuple(
                    shape.lacks for shape in self.worth.shapes if shape.lacks is not None
                ),
                passings=self.passings,
                passes=lambda _: bool(self.passings),
            ),
            scoring=replace(
                scoring(self.table, self.worth, self.settle or self._settle),
                minimum=self.minimum,
                counts_for_minimum=self._counts_for_minimum,
                kong_names=self.kong_names,
                kongs_of=self.kongs_of,
                may_hide_ready=self.may_hide_ready,
                pays_by_dealer=self.pays_by_dealer,
            ),
            progress=self._progress(),
            penalties=self.penalties,
            names=Names(
                presentation=Presentation(
                    bonus="flowers" if bonus else "",
                    dead_wall="dead wall" if self.spec.dead_wall else "",
                ),
                record_words={
                    **{f"rule B {name}": means for name, means in self.rulings.items()},
                    **self.record_words,
                },
                items={CHICKEN: "chicken hand", **items, TOTAL: "all together"},
                known_as=self.known_as,
                columns={TOTAL: self.worth.unit.capitalize()},
                catalogs=self.catalogs,
            ),
        )

    def _check_names(self) -> None:
        """Check the pattern names, the sentence numbers and the numbers of players of the game.

        Raise `ValueError` for an unknown pattern, or if `usual` (the sentences about play) and
        `book` have a sentence of the same number. Raise `TypeError` if the numbers of players are
        not a tuple.
        """
        named = {
            "outside_minimum": self.outside_minimum,
            "always_enough": self.always_enough,
            "called": self.called,
        }
        for member, items in named.items():
            for item in items:
                if item not in self.table.items and item not in self.kong_names:
                    raise ValueError(f"{member}: {unknown_item(item, self.table.items)}")
        if not isinstance(self.spec.seats, tuple):
            raise TypeError(f"spec: seats={self.spec.seats!r}; write the players as seats=(3,)")
        for section in self.usual.sections:
            if section.number in self.book.laws:
                hint = "change that one by `but`, or number yours otherwise"
                raise ValueError(f"book: play has a sentence {section.number}; {hint}")

    def _progress(self) -> Progress:
        """Return a `Progress`: the functions that find the next dealer and the next deal.

        Deals are named by rounds, such as ``E2``. They are only numbered if the game has its own
        function that finds the next dealer.
        """
        course = self.course
        if course.next_dealer is not None:
            return Progress(
                course.next_dealer,
                sheet_law=self.book.cites.get("next.round", ""),
                start_points=course.start_points,
                final_points=course.final_points,
                numbers_deals=True,
            )
        return Progress(
            self._next_dealer,
            self._next_deal,
            decides_void=True,
            start_points=course.start_points,
            rounds=course.rounds,
            final_points=course.final_points,
        )

    def _laws(self) -> Iterator[Law]:
        plays = self.usual.laws(self.sources.play, self.sources.of)
        yield from sorted([*plays, *self.book.laws.values()], key=place_of)
        for item in self.table.items:
            number = self.table.clause_of(item)
            rows = [row for row in self.table.rows if row.item == item]
            sentence = next((row.sentence for row in rows if row.sentence), "")
            named = self.called.get(item, item.replace("-", " "))
            yield Law(
                number,
                sentence or f"The pattern {named} counts.",
                self.sources.of.get(item, self.sources.of.get("5", self.sources.play)),
                "definition",
            )

    def _counts_for_minimum(self, score: Score) -> int:
        if not self.always_enough.isdisjoint(score.patterns):
            return max(self.minimum, score.value)
        outside = [item.points for item in score.items if item.name in self.outside_minimum]
        return score.value - sum(outside) if outside else score.value

    def _settle(self, outcome: Outcome, scores: Sequence[Score]) -> Settlement | Unclear:
        """Return the payments to the winners, as a `Settlement`; it is empty without a winner.

        If the record leaves the payments uncertain, the result also has alternative payments. If
        the game has `one_winner` set, only the winner next after the discarder is paid. Payments of
        0 points are left out. Return an `Unclear`, which states the reason, if the game's function
        `pay` returns one.
        """
        won = outcome.nearest_first(scores)
        if self.one_winner:
            del won[1:]
        payments: list[Payment] = []
        alternatives: list[PaymentSet] = []
        for winner, score in won:
            paid = self.pay(winner, score, outcome)
            if isinstance(paid, Unclear):
                return paid
            clause = self.book.cites.get("pay.seats", "")
            payments += [
                payment if payment.clause else replace(payment, clause=clause)
                for payment in paid
                if payment.points
            ]
            if self.alternatives is not None:
                alternatives += self.alternatives(winner, score, outcome)
        return Settlement(tuple(payments), tuple(scores), alternatives=tuple(alternatives))

    def _next_dealer(self, outcome: Outcome) -> Seat | Unclear:
        stays = self._stays(outcome)
        if isinstance(stays, Unclear):
            return stays
        if stays or not self.course.places:
            return outcome.dealer if stays else outcome.next_seat
        deal = named(outcome.label)
        if deal is None:
            return _NO_ROUND
        coming = next_label(deal, outcome.seats, stays=False)
        return seated(outcome, deal, coming, self.course.places)[coming[1]]

    def _stays(self, outcome: Outcome) -> bool | Unclear:
        if not outcome.has_ended:
            return Unclear(msg("the deal has no result").lacking("result"))
        return self.course.stays(outcome)

    def _next_deal(self, outcome: Outcome, _points: Sequence[int | None]) -> Continuation | Unclear:
        stays = self._stays(outcome)
        if isinstance(stays, Unclear):
            return stays
        dealer = outcome.dealer if stays else outcome.next_seat
        deal = named(outcome.label)
        if deal is None:
            return _NO_ROUND if self.course.places else Continuation(dealer, counters=None)
        coming = next_label(deal, outcome.seats, stays=stays)
        over = coming[0] >= self.course.rounds
        going_on = Continuation(dealer, "" if over else label_of(coming), None, over)
        # Three at a table of four change no places.
        if over or not self.course.places or outcome.seats != len(self.course.places[0]):
            return going_on
        players = seated(outcome, deal, coming, self.course.places)
        return replace(
            going_on,
            dealer=players[coming[1]],
            seating=letters_of(players),
            or_dealer=None if outcome.seating else dealer,
        )


_NO_ROUND: Final = Unclear(
    msg("players change places after a round, and the deal's name does not say its round")
)


@dataclass(frozen=True)
class Family:
    """A game with options: builds the rule set for each choice of options.

    `game` returns the game for a value of every option. The entry point of a rule set's package
    names the method `from_words`.
    """

    game: Callable[[Mapping[str, str]], Game]
    options: tuple[Option, ...]
    presets: Mapping[str, Mapping[str, str]] = field(default_factory=dict, hash=False)

    def __call__(self, settings: Mapping[str, str]) -> RuleSet:
        """Build the rule set; `settings` maps the name of every option to its value."""
        choices = Choices(self.options, dict(settings), self.presets, build=self)
        return replace(self.game(settings), choices=choices).rule_set()

    def from_words(self, words: Sequence[str]) -> RuleSet:
        """Build the rule set from the option words of a ``Rules:`` header, such as ``minimum=3``.

        Raise `RulesError` for a word that names no option or gives an option an impossible value.
        """
        return self(settings(self.options, self.presets, words))
