"""A rulebook made executable."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mjlog.model.display import brief, table
from mjlog.model.findings import Law
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.record import Deal
from mjlog.model.table import Table
from mjlog.referee.message_fields import Words, tiles_counted
from mjlog.referee.parts import Book, Choices, Names, Penalties, Play, Pot, Progress, Scoring
from mjlog.referee.rulebook import KINDS_OF_ACTS, Bound, Clause, Judgement, Option, Test

if TYPE_CHECKING:
    from mjlog.referee.position import Position


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RuleSet:
    """A rule set: a value, put together from its parts by its module's ``build(settings)``.

    `judges` are the clauses by kind of act, with their laws; `tests` and `fast_tests` the same bare
    for the replay.
    """

    name: str
    edition: int
    title: str
    book: Book
    choices: Choices
    play: Play
    scoring: Scoring = field(default_factory=Scoring)
    progress: Progress = field(default_factory=Progress)
    pot: Pot = field(default_factory=Pot)
    penalties: Penalties = field(default_factory=Penalties)
    names: Names = field(default_factory=Names)
    judges: tuple[tuple[Bound, ...], ...] = field(init=False)
    tests: tuple[tuple[Test, ...], ...] = field(init=False)
    fast_tests: tuple[Test, ...] = field(init=False)
    _others: dict[tuple[str, str], RuleSet] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        """Sort the clauses by the kind of act that they judge."""
        play = self.play
        words: Words = {
            "live_tiles": lambda table, _: tiles_counted(play.spec.live(table)),
            "whole_wall": lambda table, _: str(play.spec.wall_size(table.seats)),
            **play.words,
        }
        # The class is frozen, and these fields are made of its other ones.
        object.__setattr__(self, "play", replace(play, words=words))
        judges = bind(self.laws, play.bindings)
        object.__setattr__(self, "judges", judges)
        object.__setattr__(
            self, "tests", tuple(tuple(bound.test for bound in each) for each in judges)
        )
        fast = (play.fast_clauses.get(kind, _never) for kind in range(KINDS_OF_ACTS))
        object.__setattr__(self, "fast_tests", tuple(fast))

    @property
    def laws(self) -> Mapping[str, Law]:
        """The sentences of the rulebook by their numbers."""
        return self.book.laws

    @property
    def is_unknown(self) -> bool:
        """Whether nobody knows the rules, so that only sums can be checked."""
        return not self.name

    @property
    def judges_play(self) -> bool:
        """Whether it has clauses about play, and not about payments alone."""
        return bool(self.play.bindings)

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen."""
        return self.choices.options

    @property
    def settings(self) -> Mapping[str, str]:
        """What is chosen: the value of every option."""
        return self.choices.settings

    @property
    def presets(self) -> Mapping[str, Mapping[str, str]]:
        """Named choices."""
        return self.choices.presets

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same edition of the same rules with the same options."""
        if not isinstance(other, RuleSet):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        """Return a hash: equal rule sets have equal numbers."""
        return hash((self.name, self.edition, self.header))

    def _key(self) -> tuple[object, ...]:
        return (
            self.name,
            self.edition,
            dict(self.settings),
            dict(self.choices.open_options),
            self.choices.build,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to copy the rules: from options and builder; the clauses are bound again."""
        if self.choices.build is None:
            raise TypeError(f"the rule set {self.name} names no `build`, so it cannot be pickled")
        return _built, (
            self.choices.build,
            tuple(self.settings.items()),
            tuple(self.choices.open_options.items()),
        )

    def __repr__(self) -> str:
        """Return the header that gives it, and its title."""
        return brief("RuleSet", f"{self.header}: {self.title}")

    def _repr_html_(self) -> str:
        """Return what a notebook shows: its options as they are chosen."""
        rows = ((o.name, self.settings[o.name], o.default, o.text) for o in self.options)
        return table(repr(self), ("option", "value", "default", "meaning"), rows)

    def having(self, name: str, value: str) -> RuleSet:
        """Return the same rule set with one option changed."""
        if self.choices.build is None:
            return self
        kept = self._others.get((name, value))
        if kept is None:
            kept = self._others[name, value] = self.choices.build({**self.settings, name: value})
        return kept

    def by_preset(self, name: str) -> RuleSet:
        """Return the same rule set with the options of a preset."""
        if self.choices.build is None:
            return self
        other = self._others.get(("preset", name))
        if other is None:
            chosen = {**self.settings, **self.presets[name]}
            other = self._others["preset", name] = self.choices.build(chosen)
        return other

    def steps(self, deal: Deal, *, seats: int = 0) -> Iterator[Position]:
        """Yield the positions of a deal by these rules, with as many seats as they take at most."""
        from mjlog.referee.position import steps  # noqa: PLC0415  positions are judged by rule sets

        return steps(deal, self, seats=seats or max(self.play.spec.seats))

    @property
    def bound(self) -> frozenset[tuple[str, str]]:
        """Every (clause number, finding code) that this rule set can cite."""
        sheet = self.laws.get(self.progress.sheet_law)
        return frozenset().union(
            ((number, each.code) for number, each in self.play.bindings),
            ((number, code) for code, number in self.book.cites.items()),
            (
                (self.progress.sheet_law, code)
                for code in (sheet.codes if sheet is not None else ())
            ),
        )

    @property
    def header(self) -> str:
        """The value of a ``Rules:`` header that gives this rule set.

        The options that differ from their defaults.
        """
        changed = [
            f"{o.name}={self.settings[o.name]}"
            for o in self.options
            if self.settings[o.name] != o.default
        ]
        return " ".join([self.name_and_edition, *changed])

    @property
    def name_and_edition(self) -> str:
        """The name as records write it; a file of rules has a digest in place of an edition."""
        return self.name if self.name.startswith("file:") else f"{self.name}/{self.edition}"

    def item_named(self, item: str) -> tuple[str, str]:
        """Return the rule set that names an item, and the name in English.

        If no rule set has a name for it, return its name in records.
        """
        for rule_set, names in ((self.name, self.names.items), self.names.items_like):
            if item in names:
                return rule_set, names[item]
        return "", item

    def law(self, code: str) -> Law | None:
        """Return the law that the code of a claim's finding cites."""
        return self.laws.get(self.book.cites.get(code, ""))


Settings = tuple[tuple[str, str], ...]


@lru_cache(maxsize=64)
def _built(
    build: Callable[[Mapping[str, str]], RuleSet], chosen: Settings, read: Settings
) -> RuleSet:
    """Return the rule set of these options, with the readings in force."""
    rules = build(dict(chosen))
    if not read:
        return rules
    return reading(rules, dict(read))


def reading(rules: RuleSet, notes: Mapping[str, str]) -> RuleSet:
    """Return the rule set with these notes in force on what its sources leave open."""
    return replace(rules, choices=replace(rules.choices, open_options=notes))


def _never(_table: Table, _act: object) -> Judgement:
    """Return the test of a rule set that has no ordinary acts."""
    return False


def bind(
    laws: Mapping[str, Law], bindings: Sequence[tuple[str, Clause]]
) -> tuple[tuple[Bound, ...], ...]:
    """Return the clauses by kind of act, in the order they are listed."""
    return tuple(
        tuple(
            Bound(each.test, each, laws[number]) for number, each in bindings if kind in each.kinds
        )
        for kind in range(KINDS_OF_ACTS)
    )
