"""A club's own game: a text in TOML with rows of patterns, whole or "like that one, but".

A record names such rules by the digest of the file, ``file:club.toml#sha256:…``. Its name opens no
path: the text is one that was given, and has that digest.
"""

from __future__ import annotations

import re
import tomllib
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import msg
from mjlog.referee.parts import Choices
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import RulesError, settings
from mjlog.rules.kit.game import Game
from mjlog.rules.kit.patterns import NEVER, Cells, Row, Table, checked, row_of
from mjlog.rules.shared.text_rows import RowError

PREFIX: Final = "file:"
_DIGEST: Final = "#sha256:"
_LARGEST: Final = 256 * 1024
_MEMBERS: Final = frozenset({"title", "like", "options", "pattern", "without"})
_OF_A_PATTERN: Final = frozenset({"item", "points", "when", "excludes", "only", "sentence"})

Maker = Callable[[Mapping[str, str]], Game]
"""Makes the game of a rule set with the value of every option."""


class ClubFileError(RulesError):
    """A file of rules cannot be read; the message names its line and column."""


class Place(NamedTuple):
    """A place in the text of a file."""

    line: int
    column: int


_kept: dict[str, tuple[str, str]] = {}
"""The texts that were given, by digest, each with the name of its file."""
_brought: OrderedDict[str, tuple[str, str]] = OrderedDict()
"""The same of visitors; the oldest makes room."""
_MOST_BROUGHT: Final = 64
_MOST_PATTERNS: Final = 300


def give(name: str, data: bytes, *, brought: bool = False) -> str:
    """Keep the text of a file of rules; return the words by which a record names it.

    `name` is the name of the file without its folder. What visitors have `brought` is kept until
    64 others came. Raises `ClubFileError` for a text that is no game.
    """
    if len(data) > _LARGEST:
        raise ClubFileError(msg("{file} is larger than a file of rules can be", file=name))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise ClubFileError(msg("{file} is not a text in UTF-8", file=name)) from None
    digest = sha256(data).hexdigest()
    safe = "".join([c if c.isalnum() or c in "._-" else "-" for c in name]) or "club.toml"
    _read(safe, text)
    if not brought:
        _kept[digest] = (safe, text)
    elif digest not in _kept:
        _brought[digest] = (safe, text)
        while len(_brought) > _MOST_BROUGHT:
            _brought.popitem(last=False)
    return f"{PREFIX}{safe}{_DIGEST}{digest}"


def text_of(name: str) -> tuple[str, str]:
    """Return the name and text of the file that a record means.

    Raises `RulesError` if it was not given.
    """
    _, _, digest = name.partition(_DIGEST)
    given = _kept.get(digest) or _brought.get(digest)
    if given is not None:
        return given
    lacking = "the record was made by rules in a file, {file}; give that file with --rules"
    raise RulesError(msg(lacking, file=name.removeprefix(PREFIX)[:80]))


def _read(file: str, text: str) -> Mapping[str, Any]:
    """Return the members of a file; raises with the line and column of what is wrong."""
    try:
        members = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise ClubFileError(msg("{file}: {problem}", file=file, problem=str(problem))) from None
    except RecursionError:
        too_deep = "{file} has more brackets inside each other than a file of rules can have"
        raise ClubFileError(msg(too_deep, file=file)) from None
    for name in members:
        if name not in _MEMBERS:
            known = ", ".join(sorted(_MEMBERS))
            words = msg("unknown member {name}; known are {known}", name=name, known=known)
            raise _wrong(file, text, name, words)
    if "like" not in members and not members.get("pattern"):
        lacking = (
            '{file}: `like = "hongkong"` names the rule set that the game changes; a whole game '
            "has `[[pattern]]`"
        )
        raise ClubFileError(msg(lacking, file=file))
    if not isinstance(members.get("like", ""), str):
        raise _wrong(file, text, "like", msg("`like` is the name of a rule set"))
    return members


def _wrong(file: str, text: str, word: str, words: object, *, pattern: str = "") -> ClubFileError:
    """Return the error about a word of the file, with the place of the word.

    `pattern` is the item of the pattern that has the word.
    """
    place = _place_of(text, word, pattern)
    where = f"{file}, line {place.line}, column {place.column}"
    return ClubFileError(msg("{where}: {problem}", where=where, problem=words))


def _place_of(text: str, word: str, pattern: str) -> Place:
    lines = text.splitlines()
    item = re.compile(rf"\s*item\s*=\s*[\"']{re.escape(pattern)}[\"']")
    begin = next((n for n, line in enumerate(lines) if pattern and item.match(line)), 0)
    for number, line in enumerate(lines[begin:], begin + 1):
        column = line.find(word)
        if column >= 0:
            return Place(number, column + 1)
    return Place(begin + 1, 1)


def game_of(file: str, text: str, maker: Callable[[str], tuple[Any, Maker]], words: Sequence[str],
            name: str) -> RuleSet:  # fmt: skip
    """Return the rule set of a file's text.

    `maker` answers, for the rule set that the game is like, that set and what makes its game; for
    an empty name the game without patterns.
    """
    members = _read(file, text)
    try:
        like, make = maker(members.get("like", ""))
    except RulesError as problem:
        raise _wrong(file, text, members.get("like", ""), problem.said) from None
    options = members.get("options", {})
    if not isinstance(options, dict):
        raise _wrong(file, text, "options", msg("options are a table of names and values"))
    plain: list[str] = []
    chosen = settings(like.options, like.presets, plain)
    for key, value in options.items():
        plain.append(f"{key}={_word(value)}")
        try:
            chosen = settings(like.options, like.presets, plain)
        except RulesError as problem:
            raise _wrong(file, text, key, problem.said) from None
    defaults = tuple([replace(option, default=chosen[option.name]) for option in like.options])

    def build(values: Mapping[str, str]) -> RuleSet:
        game = make(values)
        table = _changed(game.table, members, file, text)
        try:
            worth = replace(game.worth, patterns=table.chosen(values))
        except RowError as problem:
            words = msg("{item}: {problem}", item=problem.item, problem=problem.why)
            raise _wrong(file, text, problem.item, words) from None
        made = replace(
            game,
            name=name,
            title=str(members.get("title", file)),
            table=table,
            worth=worth,
            choices=Choices(defaults, dict(values), like.presets, build=build),
        ).rule_set()
        # The other items are called, in every language, as in the game that this one is like.
        known = like.names.items
        items = {item: called for item, called in made.names.items.items() if item not in known}
        likeness = (like.name, known)
        return replace(made, names=replace(made.names, items=items, items_like=likeness))

    return build(settings(defaults, like.presets, words))


def _word(value: object) -> str:
    """Return a value of TOML as the word of an option."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _changed(table: Table, members: Mapping[str, Any], file: str, text: str) -> Table:
    """Return the table with the rows of the file in the place of theirs, and others added."""
    without = members.get("without", [])
    patterns = members.get("pattern", [])
    if not isinstance(without, list) or not isinstance(patterns, list):
        raise _wrong(file, text, "without", msg("`without` and `[[pattern]]` are lists"))
    if len(patterns) > _MOST_PATTERNS:
        words = msg("more than {number} patterns", number=_MOST_PATTERNS)
        raise _wrong(file, text, "[[pattern]]", words)
    rows = list(table.rows)
    for item in without:
        if item not in table.items:
            known = ", ".join(table.items)
            words = msg("no pattern is called {name}; known are {known}", name=item, known=known)
            raise _wrong(file, text, str(item), words)
    replaced = {*without, *(str(p.get("item")) for p in patterns if isinstance(p, dict))}
    # A row that no choice reaches keeps its sentence, so that the numbers of others stay.
    never = ((NEVER, frozenset({"never"})),)
    rows = [row._replace(only=never) if row.item in replaced else row for row in rows]
    rows += _rows(patterns, file, text, len(rows))
    try:
        return checked(rows)
    except RowError as problem:
        raise _wrong(file, text, problem.item, msg("{problem}", problem=problem.why)) from None


def _rows(patterns: Sequence[Any], file: str, text: str, before: int) -> Iterator[Row]:
    for number, pattern in enumerate(patterns, before + 1):
        if not isinstance(pattern, dict) or not _OF_A_PATTERN.issuperset(pattern):
            known = ", ".join(sorted(_OF_A_PATTERN))
            raise _wrong(file, text, "[[pattern]]", msg("a pattern has {known}", known=known))
        item = str(pattern.get("item", ""))
        cells = Cells(
            item,
            str(pattern.get("points", "")),
            str(pattern.get("when", "")).split(),
            str(pattern.get("excludes", "")).split(),
            str(pattern.get("only", "")).split(),
            str(pattern.get("sentence", "")),
        )
        try:
            yield row_of(number, cells)
        except RowError as problem:
            word = next((w for w in cells.words if f"'{w}'" in problem.why), item)
            words = msg("{item}: {problem}", item=item, problem=problem.why)
            raise _wrong(file, text, word, words, pattern=item) from None
