"""Rule sets: rulebooks as values that can judge, score and settle deals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mjlog.model.findings import Law
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.notebook_display import brief, table
from mjlog.model.record import Deal
from mjlog.model.table import Table
from mjlog.referee.message_fields import Words, tiles_counted
from mjlog.referee.parts import Book, Choices, Names, Penalties, Play, Pot, Progress, Scoring
from mjlog.referee.rulebook import KINDS_OF_ACTS, Bound, Clause, Judgement, Option, Test

if TYPE_CHECKING:
    from mjlog.referee.position import Position


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RuleSet:
    """A rule set, put together from its parts by the ``build(settings)`` of its module.

    `judges` has the clauses with their laws, by kind of act; `tests` has only the functions of
    these clauses. `fast_tests` has for each kind of act a function that is true only if no clause
    is broken.
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
        """Compute the fields `judges`, `tests` and `fast_tests`: the checks for each kind of act.

        Also add the fields of messages that all rule sets have.
        """
        play = self.play
        words: Words = {
            "live_tiles": lambda table, _: tiles_counted(play.spec.live(table)),
            "whole_wall": lambda table, _: str(play.spec.wall_size(table.seats)),
            **play.words,
        }
        # The class is frozen, so these computed fields are set in this way.
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
        """Rules (numbered sentences) of the rulebook, by their numbers."""
        return self.book.laws

    @property
    def is_unknown(self) -> bool:
        """Whether this object stands for unknown rules, so that only sums can be checked."""
        return not self.name

    @property
    def judges_play(self) -> bool:
        """Whether the rule set judges the acts of play, and not only payments."""
        return bool(self.play.bindings)

    @property
    def options(self) -> tuple[Option, ...]:
        """Options of the rule set that a record can choose."""
        return self.choices.options

    @property
    def settings(self) -> Mapping[str, str]:
        """Value of every option of the rule set, by the name of the option."""
        return self.choices.settings

    @property
    def presets(self) -> Mapping[str, Mapping[str, str]]:
        """Values of the options in each preset, by the name of the preset."""
        return self.choices.presets

    def __eq__(self, other: object) -> bool:
        """Return whether `other` is the same edition of the same rules, with equal settings.

        The notes on unclear rules must be equal, too.
        """
        if not isinstance(other, RuleSet):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        """Return a hash value of the rule set; equal rule sets have equal values."""
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
        """Return what pickle needs to copy the rule set: its builder and its settings.

        Raise TypeError if the rule set has no builder.
        """
        if self.choices.build is None:
            raise TypeError(f"the rule set {self.name} names no `build`, so it cannot be pickled")
        return _built, (
            self.choices.build,
            tuple(self.settings.items()),
            tuple(self.choices.open_options.items()),
        )

    def __repr__(self) -> str:
        """Return a short text for the prompt: the rule set's header and its title."""
        return brief("RuleSet", f"{self.header}: {self.title}")

    def _repr_html_(self) -> str:
        """Return a table of the rule set's options and their values, as HTML for a notebook."""
        rows = ((o.name, self.settings[o.name], o.default, o.text) for o in self.options)
        return table(repr(self), ("option", "value", "default", "meaning"), rows)

    def having(self, name: str, value: str) -> RuleSet:
        """Return this rule set with the option `name` set to `value`.

        A rule set that has no `build` function is returned unchanged.
        """
        if self.choices.build is None:
            return self
        kept = self._others.get((name, value))
        if kept is None:
            kept = self._others[name, value] = self.choices.build({**self.settings, name: value})
        return kept

    def by_preset(self, name: str) -> RuleSet:
        """Return this rule set with the option values of a preset; other options keep their values.

        A rule set that has no `build` function is returned unchanged.
        """
        if self.choices.build is None:
            return self
        other = self._others.get(("preset", name))
        if other is None:
            settings = {**self.settings, **self.presets[name]}
            other = self._others["preset", name] = self.choices.build(settings)
        return other

    def steps(self, deal: Deal, *, seats: int = 0) -> Iterator[Position]:
        """Return an iterator over the positions of a deal: as dealt, then after each act.

        The acts are judged by these rules. `seats` is the number of players; 0 means the most that
        the rules allow.
        """
        from mjlog.referee.position import steps  # noqa: PLC0415  positions are judged by rule sets

        return steps(deal, self, seats=seats or max(self.play.spec.seats))

    @property
    def bound(self) -> frozenset[tuple[str, str]]:
        """All pairs of the number of a rule and the code of a finding that cites this rule."""
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
        """Value of the header ``Rules:`` for this rule set, such as ``riichi/1 length=east``.

        It has the name, the edition, and each option whose value is not the default.
        """
        changed = [
            f"{o.name}={self.settings[o.name]}"
            for o in self.options
            if self.settings[o.name] != o.default
        ]
        return " ".join([self.name_and_edition, *changed])

    @property
    def name_and_edition(self) -> str:
        """Name and edition of the rule set, such as ``riichi/1``; a rules file has no edition."""
        return self.name if self.name.startswith("file:") else f"{self.name}/{self.edition}"

    @property
    def item_names_by_rules(self) -> tuple[tuple[str, Mapping[str, str]], ...]:
        """The English names of items, as pairs of the rule set that translates them and a dict.

        The dict maps an item's name in records to its English name. The rule set's own names come
        first; names of the rule set that it is like follow.
        """
        return (self.name, self.names.items), self.names.items_like

    def item_named(self, item: str) -> tuple[str, str]:
        """Return the rule set that has a name for a scored item, and the item's English name.

        Usually this is the rule set itself; some use the names of another rule set. If there is no
        English name, return an empty string and `item`, the name in records.
        """
        for rule_set, names in self.item_names_by_rules:
            if item in names:
                return rule_set, names[item]
        return "", item

    def law(self, code: str) -> Law | None:
        """Return the rule that findings about the sheet with this code cite; None if there is none.

        A finding about play cites the rule whose check failed instead.
        """
        return self.laws.get(self.book.cites.get(code, ""))


Settings = tuple[tuple[str, str], ...]


@lru_cache(maxsize=64)
def _built(
    build: Callable[[Mapping[str, str]], RuleSet], settings: Settings, read: Settings
) -> RuleSet:
    """Build the rule set again from its settings. Called by pickle.

    `settings` has the option values, `read` the notes on rules that the sources leave open.
    """
    rules = build(dict(settings))
    if not read:
        return rules
    return reading(rules, dict(read))


def reading(rules: RuleSet, notes: Mapping[str, str]) -> RuleSet:
    """Return a copy of the rule set with notes on the rules that its sources leave unclear.

    `notes` maps the name of the option for an unclear rule to a text about the interpretation used.
    An act that is legal under another value of such an option is reported as a note, not as an
    error.
    """
    return replace(rules, choices=replace(rules.choices, open_options=notes))


def _never(_table: Table, _act: object) -> Judgement:
    """Return False, as the fast test for kinds of acts without one; all rules are then checked."""
    return False


def bind(
    laws: Mapping[str, Law], bindings: Sequence[tuple[str, Clause]]
) -> tuple[tuple[Bound, ...], ...]:
    """Join each check (`Clause`) with the rule (`Law`) that it checks, grouped by the kind of act.

    `bindings` has pairs of a rule's number and a check. Return a tuple with one element for each
    kind of act: a tuple of the checks for this kind, in the order of `bindings`.
    """
    return tuple(
        tuple(
            Bound(each.test, each, laws[number]) for number, each in bindings if kind in each.kinds
        )
        for kind in range(KINDS_OF_ACTS)
    )
