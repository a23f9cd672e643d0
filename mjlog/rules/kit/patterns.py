"""The table of a rule set: one row for each pattern, as text that people read.

A row has the item, its points, what the hand must have, the items that do not count together with
it, and the options under which the row counts. A line that begins with blanks and ``|`` continues
the row. The sentence of the rulebook follows on lines that begin with blanks::

    half-flush | 3 | suits=1 has(honours)
        All tiles are of one suit or honours, and there are both.

Points are a number, or ``{option}`` for the number that an option has. After the points, ``!``
marks a limit hand, which excludes other patterns, and ``+`` a pattern that no limit hand excludes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import combinations
from typing import Final, NamedTuple

from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.messages import Sentence, msg
from mjlog.rules.kit.hand import Reading, WinningHand
from mjlog.rules.kit.terms import (
    ANY,
    Term,
    Test,
    UnknownWord,
    contradiction,
    parse,
    with_near,
)
from mjlog.rules.shared.text_rows import RowError, TextRow, read_rows

NEVER: Final = "without"
"""Option of rows that a file of rules leaves out. No game has this option."""
_POINTS: Final = re.compile(r"([0-9]{1,6}|\{([a-z_]+)\})([!+]?)")
_COMPARED: Final = re.compile(r"\s*([<>]?=)\s*")
_ITEM: Final = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")


class Row(NamedTuple):
    """A row of a pattern table as written: its number, its cells, its sentence.

    `points` is a number or ``{option}``, `option` is the option named there, `mark` is the sign
    after it (``!`` for a limit hand). `only` has options and the values for which the row counts.
    """

    number: int
    item: str
    points: str
    option: str
    mark: str
    tests: tuple[Test, ...]
    excludes: tuple[str, ...]
    only: tuple[tuple[str, frozenset[str]], ...]
    sentence: str


class Pattern(NamedTuple):
    """A pattern of hands, with its points under the options that are chosen."""

    item: str
    points: int
    tests: tuple[Test, ...]
    excludes: tuple[str, ...]
    is_limit: bool
    is_beside_limit: bool
    clause: str

    @property
    def combining_test(self) -> Test | None:
        """The test of the pattern that combines several sets, or None if no test does.

        For example, the test ``chows[0,3,6]/1`` combines the three chows of a straight.
        """
        return next((test for test in self.tests if test.steps and test.bounds[0]), None)

    @property
    def happenings(self) -> list[str]:
        """Words for events during play that the pattern needs, such as ``robbed``."""
        return [test.happening for test in self.tests if test.happening]

    @property
    def is_countable(self) -> bool:
        """Whether a hand may have the pattern several times.

        False if the pattern has a test that only says yes or no.
        """
        unsigned = [test for test in self.tests if not test.sign]
        return bool(unsigned) and all(test.counts for test in unsigned)

    def times(self, hand: WinningHand, reading: Reading) -> int:
        """Return how many times a hand has the pattern.

        `reading` is one way to group the tiles of the hand into sets and a pair. The number is 0 if
        the hand does not have the pattern.
        """
        return times_of(self.tests, hand, reading)


def times_of(tests: Sequence[Test], hand: WinningHand, reading: Reading) -> int:
    """Return how many times a hand passes all tests of a pattern; 0 if it fails one of them.

    `reading` is one way to group the tiles of the hand. A hand can pass some tests several times,
    for example a test for pungs of dragons. The lowest of their numbers is returned, or 1 if all
    tests only say yes or no.
    """
    fewest = ANY
    for test in tests:
        number = test.times(hand, reading)
        if not number:
            return 0
        fewest = min(fewest, number)
    return 1 if fewest == ANY else fewest


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a rule set's patterns.

    `laws` maps an item to the number of its sentence, if the sentence is elsewhere in the rulebook.
    """

    rows: tuple[Row, ...]
    laws: Mapping[str, str] = field(default_factory=dict)

    @property
    def items(self) -> tuple[str, ...]:
        """Names of the patterns in the table, each once, in the order of their first rows."""
        return tuple(dict.fromkeys([row.item for row in self.rows]))

    def clause_of(self, item: str) -> str:
        """Return the number of the rulebook sentence about a pattern, for example ``5.12``.

        `item` is the name of the pattern.
        """
        return self.laws.get(item) or f"5.{self.items.index(item) + 1}"

    def chosen(self, settings: Mapping[str, str]) -> tuple[Pattern, ...]:
        """Return the patterns that count with these options, with their points.

        `settings` maps the name of each option to its value. A row of the table is left out if it
        is for other values of the options. It is also left out if an option sets its points and the
        value is 0 or no number. Raise `RowError` for a row that names an unknown option.
        """
        for row in self.rows:
            if row.option and row.option not in settings:
                problem = unknown_option(row.option, settings)
                raise RowError(row.number, row.item, problem, "points", row.option)
            for option, _ in row.only:
                if option not in settings and option != NEVER:
                    problem = unknown_option(option, settings)
                    raise RowError(row.number, row.item, problem, "only", option)
        return tuple(_patterns(self, settings))

    def never_excluding(self, item: str) -> Table:
        """Return a copy of the table in which no pattern excludes the pattern `item`.

        A pattern that excludes another one prevents it from counting.
        """
        return Table(
            tuple(
                row._replace(excludes=tuple(other for other in row.excludes if other != item))
                for row in self.rows
            ),
            self.laws,
        )

    def never_together(self) -> frozenset[frozenset[str]]:
        """Return the pairs of pattern names that no hand can have together.

        No hand can if every row of one pattern excludes, or contradicts, every row of the other.
        Rows contradict each other if they need different numbers of the same thing, such as pungs.
        """
        rows: dict[str, list[Row]] = {}
        for row in self.rows:
            rows.setdefault(row.item, []).append(row)
        return frozenset([
            frozenset((one, other))
            for one, other in combinations(rows, 2)
            if all(_exclude(row, beside) for row in rows[one] for beside in rows[other])
        ])  # fmt: skip


def _exclude(one: Row, other: Row) -> bool:
    """Return whether the patterns of two rows never count together.

    They do not if one excludes the other, or if their tests contradict each other.
    """
    if one.item in other.excludes or other.item in one.excludes:
        return True
    return not (one.only or other.only) and _contradict(one.tests, other.tests)


def _contradict(one: Sequence[Test], other: Sequence[Test]) -> bool:
    """Return whether the tests of two rows need different numbers of the same thing, such as pungs.

    `one` and `other` are the tests of the rows.
    """
    wanted = {test.text.partition("=")[0]: test for test in one if test.sign == "="}
    for test in other:
        same = wanted.get(test.text.partition("=")[0])
        if same is not None and test.sign == "=" and same.text != test.text:
            return True
    return False


def _patterns(table: Table, settings: Mapping[str, str]) -> Iterator[Pattern]:
    for row in table.rows:
        if any(settings.get(option, "") not in values for option, values in row.only):
            continue
        value = settings[row.option] if row.option else row.points
        if not value.isdigit() or not int(value):  # under this option the pattern does not count
            continue
        yield Pattern(
            row.item,
            int(value),
            row.tests,
            row.excludes,
            row.mark == "!",
            row.mark == "+",
            table.clause_of(row.item),
        )


def table(
    text: str,
    predicates: Mapping[str, Term] | None = None,
    laws: Mapping[str, str] | None = None,
) -> Table:
    """Parse the text of a table of patterns.

    Each row has a name, the points and the tests for the hand. `predicates` maps words for tests
    that only this rule set has to the functions that compute them. `laws` maps a pattern to the
    number of its rulebook sentence, if that is not the usual number. Raise `RowError` for the first
    wrong row; notes on the exception name the other wrong rows.

    >>> table("all-pungs | 3 | pungs=4").items
    ('all-pungs',)
    >>> table("pungs | 3 | pugs=4")
    Traceback (most recent call last):
    mjlog.rules.shared.text_rows.RowError: row 1, pungs: unknown word 'pugs=4'; did you mean pungs?
    """
    problems: list[RowError] = []
    rows = tuple(_row(row, predicates, problems) for row in read_rows(text))
    problems += wrong_rows(rows, {row.item for row in rows})
    if problems:
        for problem in problems[1:]:
            problems[0].add_note(str(problem))
        raise problems[0]
    return Table(rows, laws or {})


def unknown_item(name: str, items: Iterable[str]) -> Sentence:
    """Return the message that no pattern has this name; the message suggests similar names.

    >>> str(unknown_item("pugs", ["pungs", "chows"]))
    "no pattern is called 'pugs'; did you mean pungs?"
    """
    return with_near(msg("no pattern is called {name}", name=repr(name)), name, items)


def unknown_option(name: str, options: Iterable[str]) -> Sentence:
    """Return the message that no option has this name.

    The message suggests similar names, or lists all options if no name is similar.
    """
    return with_near(msg("no option is called {name}", name=repr(name)), name, options)


def wrong_rows(rows: Sequence[Row], items: Collection[str]) -> Iterator[RowError]:
    """Yield an error for each conflict among the rows of a table.

    There are four conflicts: a row excludes an unknown pattern, a row excludes itself, rows exclude
    each other in a circle (A excludes B, and B excludes A), and two rows of one pattern have the
    same tests and could both count. `items` are the names of all patterns.
    """
    excluded: dict[str, set[str]] = {}
    for number, row in enumerate(rows):
        for other in row.excludes:
            if other not in items:
                unknown = unknown_item(other, [item for item in items if item != row.item])
                yield RowError(row.number, row.item, unknown, "excludes", other)
            if other == row.item:
                itself = msg("the pattern excludes itself")
                yield RowError(row.number, row.item, itself, "excludes", other)
                continue
            if row.only:  # under other options another row may count
                continue
            way = _way(other, row.item, excluded)
            if way:
                circle = msg("{items} exclude each other", items=", ".join([row.item, *way]))
                yield RowError(row.number, row.item, circle, "excludes", other)
            else:
                excluded.setdefault(row.item, set()).add(other)
        if any(_count_alike(row, other) for other in rows[:number]):
            twice = msg("another row of that name asks for the same, and both would count")
            yield RowError(row.number, row.item, twice, "item", row.item)


def _way(item: str, end: str, excluded: Mapping[str, Collection[str]]) -> list[str]:
    """Return a chain of patterns from `item` on, in which each pattern excludes the next one.

    The last pattern in the chain excludes `end`. Used to find patterns that exclude each other in a
    circle. `excluded` maps a pattern to the patterns that it excludes. Return an empty list if
    there is no such chain.
    """
    ways = [[item]]
    seen = {item}
    for way in ways:
        beside = excluded.get(way[-1], ())
        if end in beside:
            return way
        ways += [[*way, other] for other in sorted(beside) if other not in seen]
        seen.update(beside)
    return []


def _count_alike(one: Row, other: Row) -> bool:
    """Return whether two rows of one pattern have the same tests and could count at the same time.

    Return False if the rows need different options, or if a club's rules file has switched off the
    second row.
    """
    if one.item != other.item or {t.text for t in one.tests} != {t.text for t in other.tests}:
        return False
    values = dict(other.only)
    if NEVER in values:
        return False
    return all(not chosen.isdisjoint(values.get(option, chosen)) for option, chosen in one.only)


def _row(row: TextRow, predicates: Mapping[str, Term] | None, problems: list[RowError]) -> Row:
    cells = [*row.cells, "", ""]
    if not 3 <= len(row.cells) <= 5:
        form = "a row has 3 to 5 cells; this one has {number}"
        raise RowError(row.number, cells[0], msg(form, number=len(row.cells)))
    item, points, words, excludes, only = cells[:5]
    written = Cells(
        item, points, words_of(words), excludes.split(), words_of(only), sentence=row.sentences
    )
    return read_row(row.number, written, problems, predicates)


def words_of(cell: str) -> list[str]:
    """Split a cell into words; remove blanks around comparison signs first.

    >>> words_of("suits = 1 bonus >=7")
    ['suits=1', 'bonus>=7']
    """
    return _COMPARED.sub(r"\1", cell).split()


class Cells(NamedTuple):
    """The cells of a row: the words of the pattern, the items it excludes, the options it needs."""

    item: str
    points: str
    words: Sequence[str]
    excludes: Sequence[str] = ()
    only: Sequence[str] = ()
    sentence: str = ""


def read_row(
    number: int,
    cells: Cells,
    problems: list[RowError],
    predicates: Mapping[str, Term] | None = None,
) -> Row:
    """Convert the cells of one row of a pattern table into a `Row`.

    `number` is the number of the row. An error for each wrong cell is appended to `problems`.
    `predicates` maps words for tests that only this rule set has to the functions that compute
    them.
    """
    item = cells.item
    if _ITEM.fullmatch(item) is None:
        form = msg("the name of an item is small letters, joined by `-`")
        plain = "-".join(re.findall("[a-z0-9]+", item.lower()))
        meant = msg("{problem}; did you mean {near}?", problem=form, near=plain)
        problems.append(RowError(number, item, meant if plain else form, "item", item))
    worth = _POINTS.fullmatch(cells.points)
    if worth is None:
        form = msg("{word} is no number of points, such as 3, 13! or 1+", word=repr(cells.points))
        problems.append(RowError(number, item, form, "points", cells.points))
    elif worth[1].isdigit() and not int(worth[1]):
        never = msg("a pattern of no points never counts")
        problems.append(RowError(number, item, never, "points", worth[1]))
    tests = _tests(number, cells, problems, predicates)
    chosen = []
    for condition in cells.only:
        option, equals, values = condition.partition("=")
        if not equals or not option or not values:
            form = msg("{word} is no choice, such as flowers=8", word=repr(condition))
            problems.append(RowError(number, item, form, "only", condition))
        chosen.append((option, frozenset(values.split("/"))))
    points, option, mark = worth.groups("") if worth is not None else ("", "", "")
    return Row(
        number,
        item,
        points,
        option,
        mark,
        tests,
        tuple(cells.excludes),
        tuple(chosen),
        cells.sentence,
    )


def _tests(
    number: int,
    cells: Cells,
    problems: list[RowError],
    predicates: Mapping[str, Term] | None,
) -> tuple[Test, ...]:
    """Parse the words in the last cell of a row into tests of a hand.

    An error for each wrong word is appended to `problems`. `number` is the number of the row.
    `predicates` maps words for tests that only this rule set has to the functions that compute
    them.
    """
    if not cells.words:
        silent = msg("the row does not say what the hand has")
        problems.append(RowError(number, cells.item, silent, "when"))
    tests = []
    for word in cells.words:
        try:
            tests.append(parse(word, predicates))
        except UnknownWord as problem:
            problems.append(RowError(number, cells.item, problem.sentence, "when", word))
    why = contradiction(tests)
    if why is not None:
        problems.append(RowError(number, cells.item, why, "when"))
    return tuple(tests)
