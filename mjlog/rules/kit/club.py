"""A club's own rules in a TOML file: a whole game, or another rule set with changes.

A record names such rules by the digest of the file, ``file:club.toml#sha256:…``. The name never
opens a file: a text with that digest must have been passed to `add_file` before.
"""

from __future__ import annotations

import re
import tomllib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, NamedTuple

from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.messages import Message, Sentence, counting, msg
from mjlog.model.near_words import near_words
from mjlog.referee.parts import Choices
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Option, RulesError, settings
from mjlog.rules.kit.assembled_game import Game
from mjlog.rules.kit.patterns import (
    NEVER,
    Cells,
    Row,
    Table,
    read_row,
    unknown_item,
    unknown_option,
    words_of,
    wrong_rows,
)
from mjlog.rules.kit.scoring import CHICKEN, TOTAL
from mjlog.rules.kit.terms import with_near
from mjlog.rules.shared.text_rows import RowError

PREFIX: Final = "file:"
_DIGEST: Final = "#sha256:"
_WHOLE_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_LARGEST: Final = 256 * 1024
_MEMBERS: Final[Mapping[str, tuple[type, str]]] = {
    "title": (str, 'title = "Friday club"'),
    "like": (str, 'like = "hongkong"'),
    "without": (list, 'without = ["human-hand"]'),
    "options": (dict, "[options]"),
    "pattern": (list, "[[pattern]]"),
}
"""Members of a file, each with the type of its value and an example."""
_OF_A_PATTERN: Final[Mapping[str, tuple[type, str]]] = {
    "item": (str, 'item = "all-fives"'),
    "points": (int, "points = 5"),
    "when": (str, 'when = "each_has(5) shape=sets"'),
    "excludes": (str, 'excludes = "all-simples"'),
    "only": (str, 'only = "flowers=8"'),
    "sentence": (str, 'sentence = "A five in each set."'),
}
"""Members of a pattern, each with the type of its value and an example."""
_NEEDED: Final = ("item", "points", "when")
_HEAD: Final = re.compile(r"\s*\[{1,2}\s*[\"']?(\w+)")
"""First line of a table of the file."""
_PRICE: Final = re.compile(r"[0-9]{1,6}")
_TOML_PLACE: Final = re.compile(r"(.+) \(at line ([0-9]+), column ([0-9]+)\)")

Maker = Callable[..., Game]
"""A function that makes the game, given a value for each option, and other patterns if wanted."""


class Place(NamedTuple):
    """A place in the text of a file: its line and column, both counted from 1."""

    line: int
    column: int


class Mistake(NamedTuple):
    """A mistake in a file of rules: its place, and the message about it."""

    place: Place
    problem: Sentence


class ClubFileError(RulesError):
    """Raised if a file of rules cannot be read.

    The message names each mistake with its line and column.
    """

    def __init__(self, *problems: Message) -> None:
        template = "; ".join([f"{{problem_{number}}}" for number in range(len(problems))])
        values = {f"problem_{number}": problem for number, problem in enumerate(problems)}
        super().__init__(Message(template, values), problems)


_kept: dict[str, tuple[str, str]] = {}
"""Texts that were added, by digest, each with the name of its file."""
_brought: OrderedDict[str, tuple[str, str]] = OrderedDict()
"""Texts that visitors added, by digest; if there are too many, the oldest is removed."""
_MOST_BROUGHT: Final = 64
_MOST_PATTERNS: Final = 300
_LEFT_OUT: Final = ((NEVER, frozenset({"never"})),)
"""Option that a left-out row needs.

The row keeps its sentence, so that the numbers of the other sentences do not change.
"""
_MOST_MISTAKES: Final = 30
"""Most mistakes that one message names."""


def add_file(name: str, data: bytes, *, brought: bool = False) -> str:
    """Store the text of a club's rules file and return the name under which records refer to it.

    The returned name has the file name and the digest of the text. `name` is the file name without
    its folder. `brought`: a visitor of the web server uploaded the file; only the latest 64 of
    these files are stored. Raise `ClubFileError` if the file is too large, not in UTF-8 or not
    TOML; `load` reports all other mistakes in it.
    """
    if len(data) > _LARGEST:
        raise ClubFileError(msg("{file} is larger than a file of rules can be", file=name))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise ClubFileError(msg("{file} is not a text in UTF-8", file=name)) from None
    digest = sha256(data).hexdigest()
    safe = "".join([c if c.isalnum() or c in "._-" else "-" for c in name]) or "club.toml"
    _File(safe, text).toml()
    if not brought:
        _kept[digest] = (safe, text)
    elif digest not in _kept:
        _brought[digest] = (safe, text)
        while len(_brought) > _MOST_BROUGHT:
            _brought.popitem(last=False)
    return f"{PREFIX}{safe}{_DIGEST}{digest}"


def kept() -> dict[str, tuple[str, str]]:
    """Return the files stored by `add_file`, except files of visitors.

    The result maps the digest of a file to its name and text. Used to pass the files to another
    process.
    """
    return dict(_kept)


def take_over(texts: Mapping[str, tuple[str, str]]) -> None:
    """Store the files that another process passes on; `texts` is what its `kept` returned."""
    _kept.update(texts)


def text_of(name: str) -> tuple[str, str]:
    """Return the file name and the text of the rules file that a record names.

    `name` includes the digest of the text. Raise `RulesError` if no file with this digest was
    stored.
    """
    _, _, digest = name.partition(_DIGEST)
    given = _kept.get(digest) or _brought.get(digest)
    if given is not None:
        return given
    file = name.removeprefix(PREFIX).partition(_DIGEST)[0][:80]
    if not _WHOLE_DIGEST.fullmatch(digest):
        raise RulesError(digest_missing(file))
    if any(file == given_name for given_name, _ in _kept.values()):
        other = (
            "the record was made by rules in a file, {file}, and the file of that name that was "
            "given has another text; give that of the record with --rules"
        )
    else:
        other = "the record was made by rules in a file, {file}; give that file with --rules"
    raise RulesError(msg(other, file=f"{file} (sha256 {digest[:12]}…)"))


def digest_missing(file: str) -> Message:
    """Return the message that a record must name a rules file with its digest."""
    words = (
        "{file} is a file of rules, which records and sheets name by its digest: "
        "`mjlog rules {file}` prints the name"
    )
    return msg(words, file=file)


class _File(NamedTuple):
    """A file of rules: its name without a folder, and its text."""

    name: str
    text: str

    def mistake(
        self, problem: Sentence, key: str = "", word: str = "", *, within: str | int = ""
    ) -> Mistake:
        """Return an error of the file, with its line and column, as a `Mistake`.

        `problem` is the message. `key` is the TOML key that is wrong, `word` the wrong word in its
        value. `within` is the name of the TOML table that has the key, or the number of a
        ``[[pattern]]`` from 0. Without a key, the place is the first line of that table or pattern.
        """
        return Mistake(self._place_of(key, word, within), problem)

    def error(self, *mistakes: Mistake) -> ClubFileError:
        """Return an exception that lists these mistakes with their places, in file order.

        At most 30 mistakes are listed; the message then says how many more there are.
        """
        placed = "{file}, line {line}, column {column}: {problem}"
        mistakes_by_place = sorted(mistakes, key=lambda mistake: mistake.place)
        problems = [
            msg(placed, file=self.name, line=line, column=column, problem=problem)
            for (line, column), problem in mistakes_by_place[:_MOST_MISTAKES]
        ]
        more = len(mistakes) - len(problems)
        if more:
            problems.append(counting("and one mistake more", "and {number} mistakes more", more))
        return ClubFileError(*problems)

    def _place_of(self, key: str, word: str, within: str | int) -> Place:
        lines = self.text.splitlines()
        begin, end = _block(lines, within)
        is_key = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=")
        line = next((n for n in range(begin, end) if key and is_key.match(lines[n])), -1)
        if line < 0 and within == "":  # the member may be a table of its own
            begin, _ = _block(lines, 0 if key == "pattern" else key)
        if line < 0:
            return Place(begin + 1, 1)
        for number in range(line, end if word else line):
            column = lines[number].find(word, lines[number].find("=") if number == line else 0)
            if column >= 0:
                return Place(number + 1, column + 1)
        return Place(line + 1, lines[line].find(key) + 1)

    def toml(self) -> dict[str, Any]:
        """Parse the text of the file as TOML.

        Raise `ClubFileError` if the text is not TOML or if its brackets are nested too deeply.
        """
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as problem:
            raise self._syntax_error(str(problem)) from None
        except RecursionError:
            too_deep = "{file} has more brackets inside each other than a file of rules can have"
            raise ClubFileError(msg(too_deep, file=self.name)) from None

    def members(self, mistakes: list[Mistake]) -> Mapping[str, Any]:
        """Return the valid top-level TOML keys of the file with their values.

        The value of ``pattern`` maps the number of each pattern, from 0, to the valid keys of that
        pattern. Append each mistake to `mistakes`. Raise `ClubFileError` if the text is not TOML,
        or if the key ``like``, which names the rule set to change, is misspelt or has no text.
        """
        written = self.toml()
        sound = self._sound(written, _MEMBERS, "", mistakes)
        if "like" not in sound and "like" in {*written, *self._meant(written, _MEMBERS)}:
            # without the game that it changes, the rest of the file cannot be checked
            raise self.error(*mistakes)
        if not all(isinstance(item, str) for item in sound.get("without", [])):
            mistakes.append(self._wrong_kind("without", "", _MEMBERS))
            del sound["without"]
        patterns = sound.get("pattern", [])
        if not all(isinstance(pattern, dict) for pattern in patterns):
            mistakes.append(self._wrong_kind("pattern", "", _MEMBERS))
            patterns = []
        if len(patterns) > _MOST_PATTERNS:
            too_many = msg("more than {number} patterns", number=_MOST_PATTERNS)
            mistakes.append(self.mistake(too_many, within=0))
            patterns = []
        sound["pattern"] = {
            number: self._pattern(pattern, number, mistakes)
            for number, pattern in enumerate(patterns)
        }
        if "pattern" not in written and not written.get("like"):
            lacking = (
                '`like = "hongkong"` names the rule set that the game changes; a whole game has '
                "`[[pattern]]`"
            )
            mistakes.append(self.mistake(msg(lacking)))
        return sound

    def _pattern(
        self, pattern: Mapping[str, Any], number: int, mistakes: list[Mistake]
    ) -> Mapping[str, Any]:
        """Return the valid TOML keys of a ``[[pattern]]`` with their values.

        Append an error to `mistakes` for each invalid key, and for each required key that is
        missing. `number` counts the patterns of the file from 0.
        """
        meant = self._meant(pattern, _OF_A_PATTERN)
        for name in _NEEDED:
            if name not in pattern and name not in meant:
                lacking = msg(
                    "the pattern has no `{name}`; write it like {example}",
                    name=name,
                    example=f"`{_OF_A_PATTERN[name][1]}`",
                )
                mistakes.append(self.mistake(lacking, within=number))
        return self._sound(pattern, _OF_A_PATTERN, number, mistakes)

    @staticmethod
    def _meant(table: Iterable[str], known: Iterable[str]) -> set[str]:
        """Return the known names that the unknown names in `table` were probably meant to be.

        `known` are the known names. For example, the unknown name ``pionts`` gives ``points``.
        """
        names = list(known)
        return {near for name in table if name not in names for near in near_words(name, names, 1)}

    def _sound(
        self,
        table: Mapping[str, Any],
        kinds: Mapping[str, tuple[type, str]],
        within: str | int,
        mistakes: list[Mistake],
    ) -> dict[str, Any]:
        """Return those TOML keys of a table that have a known name and a value of the right type.

        The result maps these keys to their values. `kinds` maps each known name to its type and an
        example. For every other key, and for a text with invisible characters, append an error to
        `mistakes`. `within` is the name of the table, or the number of a ``[[pattern]]``.
        """
        sound = {}
        for name, value in table.items():
            if name not in kinds:
                unknown = with_near(msg("unknown member {name}", name=name), name, kinds)
                mistakes.append(self.mistake(unknown, name, within=within))
                continue
            kind = kinds[name][0]
            is_points = kind is int and isinstance(value, str)
            if isinstance(value, bool) or not (is_points or isinstance(value, kind)):
                mistakes.append(self._wrong_kind(name, within, kinds))
            elif isinstance(value, str) and not " ".join(value.split()).isprintable():
                unseen = msg("`{name}` has a character that cannot be seen", name=name)
                mistakes.append(self.mistake(unseen, name, within=within))
            else:
                sound[name] = value
        return sound

    def _wrong_kind(
        self, name: str, within: str | int, kinds: Mapping[str, tuple[type, str]]
    ) -> Mistake:
        other = "`{name}` has another kind of value here; write it like {example}"
        example = f"`{kinds[name][1]}`"
        return self.mistake(msg(other, name=name, example=example), name, within=within)

    def _syntax_error(self, problem: str) -> ClubFileError:
        """Return the exception for a file that is not TOML, with the line and column of the error.

        `problem` is the message of the TOML parser.
        """
        lines = self.text.splitlines() or [""]
        placed = _TOML_PLACE.fullmatch(problem)
        place = Place(int(placed[2]), int(placed[3])) if placed else Place(len(lines), 1)
        line = lines[min(place.line, len(lines)) - 1].strip()[:80]
        no_toml = "this is no TOML ({problem}): {line}"
        why = placed[1] if placed else problem
        return self.error(Mistake(place, msg(no_toml, problem=why, line=f"`{line}`")))


def _block(lines: Sequence[str], within: str | int) -> tuple[int, int]:
    """Return where a TOML table of the file begins and ends: two line numbers, counted from 0.

    The first number is that of the table's first line, the second that of the line after its last.
    `lines` are the lines of the file. `within` is the name of the table, the number of a
    ``[[pattern]]``, or empty for the lines before all tables. If there is no such table, return the
    numbers for the whole file.
    """
    begin, patterns = 0, -1
    is_inside = within == ""
    for number, line in enumerate(lines):
        head = _HEAD.match(line)
        if head is None:
            continue
        if is_inside:
            return begin, number
        patterns += head[1] == "pattern"
        is_inside = head[1] == within or (head[1] == "pattern" and patterns == within)
        if is_inside:
            begin = number
    return begin, len(lines)


LikeWhat = Callable[[str], tuple[RuleSet, Maker]]
"""A function that returns the rule set that a file changes, and the function that makes its game.

For an empty name it returns the game without patterns.
"""


def game_of(file: str, text: str, like_what: LikeWhat, words: Sequence[str], name: str) -> RuleSet:
    """Build the rule set that a club's rules file describes.

    `file` is the name of the file and `text` its content. `like_what` finds the rule set that the
    file changes, and the function that makes its game. `words` are the option words of the
    ``Rules:`` header, `name` is the name under which records refer to the file. Raise `RulesError`
    if the file or an option word is wrong.
    """
    builder = _Builder(_File(file, text), like_what, name)
    read = _read(builder.file, like_what)
    return builder(settings(read.defaults, read.like.presets, words))


class _Read(NamedTuple):
    """The contents of a rules file: the rule set it changes, title, option defaults, patterns.

    `make` is the function that makes the game of that rule set. `table` has the patterns after the
    changes.
    """

    like: RuleSet
    make: Maker
    title: str
    defaults: tuple[Option, ...]
    table: Table


@lru_cache(maxsize=_MOST_BROUGHT)
def _read(file: _File, like_what: LikeWhat) -> _Read:
    """Parse and check a club's rules file, and return its content as a `_Read`.

    `like_what` finds the rule set that the file changes and the function that makes its game. Raise
    `ClubFileError` with all errors in the file.
    """
    mistakes: list[Mistake] = []
    members = file.members(mistakes)
    try:
        like, make = like_what(members.get("like", ""))
    except RulesError as problem:
        mistakes.append(file.mistake(problem.sentence, "like", members["like"]))
        raise file.error(*mistakes) from None
    settings = _choose_options(members.get("options", {}), file, like, mistakes)
    table = _changed(make(settings), members, file, like.options, mistakes)
    if mistakes:
        raise file.error(*mistakes)
    defaults = tuple(replace(option, default=settings[option.name]) for option in like.options)
    return _Read(like, make, members.get("title", file.name), defaults, table)


def _choose_options(
    values: Mapping[str, Any], file: _File, like: RuleSet, mistakes: list[Mistake]
) -> dict[str, str]:
    """Return a value for every option: the value in the file, or else the rule set's default.

    `values` are the options in the file. For an option or value that the rule set does not have,
    append an error to `mistakes`.
    """
    words: list[str] = []
    for key, value in values.items():
        option = next((option for option in like.options if option.name == key), None)
        word = f"{key}={_word(value, option)}"
        try:
            settings(like.options, like.presets, [word])
        except RulesError as problem:
            sentence: Sentence = problem.sentence
            written = ""
            if option is not None:
                sentence, written = _wrong_value(value, option, sentence)
            mistakes.append(file.mistake(sentence, key, written, within="options"))
        else:
            words.append(word)
    return settings(like.options, like.presets, words)


def _wrong_value(value: object, option: Option, problem: Sentence) -> tuple[Sentence, str]:
    """Return the error message for a wrong value of an option, and the wrong word in that value.

    For example, if the value is a list of words, the second result is the word that the option does
    not have. If the wrong word cannot be found, return the general message `problem` and the whole
    value.
    """
    if isinstance(value, bool | float) and option.is_number:
        word = str(value).lower()
        number = "option {option} takes a whole number from {least} on; not {value}"
        return msg(number, option=option.name, least=option.least, value=repr(word)), word
    for word in _listed(value, option):
        if option.pattern and not _PRICE.fullmatch(word):
            no_price = "{word} is no price: a whole number from 0 to 999999"
            return msg(no_price, word=repr(word)), word
        if option.joined and word not in {*option.values, *option.joined}:
            no_word = msg("{option} does not take {word}", option=option.name, word=repr(word))
            return with_near(no_word, word, option.joined), word
    if option.pattern:
        form = "{option} takes {values} or a list of prices such as {example}, not {word}"
        values, example = ", ".join(option.values), "`[1, 2, 4, 8]`"
        given = repr(str(value))
        problem = msg(form, option=option.name, values=values, example=example, word=given)
        near = near_words(str(value).lower(), option.values, 1)
        if near:
            problem = msg("{problem}; did you mean {near}?", problem=problem, near=near[0])
    return problem, str(value)


def _listed(value: object, option: Option) -> list[str]:
    """Split an option's value into words: a TOML list, or a text with blanks or commas.

    Return an empty list if the value is neither a list nor a text of several words.
    """
    if isinstance(value, list):
        return [str(cell).lower() if isinstance(cell, bool) else str(cell) for cell in value]
    if not isinstance(value, str):
        return []
    kind, colon, _ = option.pattern.partition(":")
    text = value.removeprefix(kind + colon)
    words = text.replace(",", " ").split()
    return words if len(words) > 1 and ":" not in text else []


@dataclass(frozen=True, slots=True)
class _Builder:
    """Builds the rule set that a rules file describes, for any values of the options."""

    file: _File
    like_what: LikeWhat
    name: str

    def __call__(self, values: Mapping[str, str]) -> RuleSet:
        """Build the rule set that the file describes.

        `values` maps the name of each option to its value.
        """
        like, make, title, defaults, table = _read(self.file, self.like_what)
        made = replace(
            make(values, table),
            name=self.name,
            title=title,
            choices=Choices(defaults, dict(values), like.presets, build=self),
        ).rule_set()
        # All other items have the same names as in the game that the file changes, in every
        # language.
        item_names = like.names.items
        items = {
            item: called for item, called in made.names.items.items() if item not in item_names
        }
        likeness = (like.name, item_names)
        return replace(made, names=replace(made.names, items=items, items_like=likeness))


def _word(value: object, option: Option | None) -> str:
    """Convert a TOML value into the text that this option has in a ``Rules:`` header.

    For example, ``true`` becomes ``yes`` if the option has the values ``yes`` and ``no``.
    """
    if isinstance(value, bool) and option is not None:
        words = ("yes", "true", "on") if value else ("no", "false", "off")
        return next((word for word in words if word in option.values), str(value).lower())
    if isinstance(value, list) and option is not None and (option.pattern or option.joined):
        # A list of prices is a value after a word: `table:1,2,4`.
        kind, colon, _ = option.pattern.partition(":")
        return kind + colon + ",".join([str(cell) for cell in value])
    if isinstance(value, str) and option is not None and option.joined:
        return ",".join(value.replace(",", " ").split())
    return str(value)


def _changed(
    game: Game,
    members: Mapping[str, Any],
    file: _File,
    options: Sequence[Option],
    mistakes: list[Mistake],
) -> Table:
    """Return the game's table of patterns with the changes that the file makes.

    `members` are the parsed keys of the file. Patterns that the key ``without`` lists do not count
    any more, and a pattern of the file replaces all rows of the same name. Append each error to
    `mistakes`; `options` are the options that patterns may name.
    """
    table = game.table
    without = members.get("without", [])
    mistakes += [
        file.mistake(unknown_item(item, table.items), "without", item)
        for item in without
        if item not in table.items
    ]
    patterns = members["pattern"]
    named = [pattern["item"] for pattern in patterns.values() if "item" in pattern]
    replaced = {*without, *named}
    rows = [row._replace(only=_LEFT_OUT) if row.item in replaced else row for row in table.rows]
    before = len(rows)
    most = game.worth.most
    if 0 < most < game.minimum and not game.worth.limit_hands_exceed:
        too_much = "a win needs {minimum} points, and no hand has more than {most}"
        problem = msg(too_much, minimum=game.minimum, most=most)
        mistakes.append(file.mistake(problem, "minimum", within="options"))
    wrong: list[RowError] = []
    for number, pattern in patterns.items():
        if not all(name in pattern for name in _NEEDED):
            continue
        row = read_row(before + number, _cells(pattern), wrong)
        wrong += [*_wrong_in(row, game), *_wrong_options(row, options)]
        rows.append(row)
    wrong += wrong_rows(rows, {*table.items, *named})
    for row_error in wrong:
        words = msg("{item}: {problem}", item=row_error.item or "pattern", problem=row_error.why)
        within = row_error.row - before
        mistakes.append(file.mistake(words, row_error.cell, row_error.word, within=within))
    return Table(tuple(rows))


def _cells(pattern: Mapping[str, Any]) -> Cells:
    return Cells(
        pattern["item"],
        str(pattern["points"]),
        words_of(pattern["when"]),
        pattern.get("excludes", "").split(),
        words_of(pattern.get("only", "")),
        pattern.get("sentence", ""),
    )


def _wrong_in(row: Row, game: Game) -> Iterator[RowError]:
    """Yield an error for each reason why a pattern of a club's rules file is impossible.

    There are two possible reasons: sheets use the pattern's name for something else, for example
    for the total, or the pattern needs a shape that no hand of the game has.
    """
    if row.item == TOTAL or (row.item == CHICKEN and CHICKEN not in game.table.items):
        taken = msg("sheets call something else {name}; take another name", name=row.item)
        yield RowError(row.number, row.item, taken, "item", row.item)
    shapes = [shape.name for shape in game.worth.shapes]
    for test in row.tests:
        head, _, shape = test.text.partition("=")
        if head == "shape" and shape not in shapes:
            absent = msg("no hand of this game has {word}", word=repr(test.text))
            near = with_near(absent, shape, shapes)
            yield RowError(row.number, row.item, near, "when", test.text)


def _wrong_options(row: Row, options: Sequence[Option]) -> Iterator[RowError]:
    """Yield an error for each option, or option value, of a row that the game does not have."""
    by_name = {option.name: option for option in options}
    if row.option and row.option not in by_name:
        unknown = unknown_option(row.option, by_name)
        yield RowError(row.number, row.item, unknown, "points", row.option)
    for name, values in row.only:
        if name not in by_name:
            yield RowError(row.number, row.item, unknown_option(name, by_name), "only", name)
            continue
        for value in sorted(values):
            try:
                by_name[name].check(value)
            except RulesError as problem:
                yield RowError(row.number, row.item, problem.sentence, "only", value)
