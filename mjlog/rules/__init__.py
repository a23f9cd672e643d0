"""Rule sets, one folder each; `load` builds the one that a ``Rules:`` header names.

Rule sets import the model and the parts of a rulebook from the referee. A rule set is a value: it
replays no record and reads no file. Only the Tibet ladder imports another rule set. What several of
them need is in `mjlog.rules.shared` and `mjlog.rules.kit`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Final

from mjlog.model.lazy_pattern import lazy_pattern
from mjlog.model.messages import msg
from mjlog.model.near_words import near_words
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import RulesError, dated_presets

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from mjlog.rules.kit.club import Maker

BUILT_IN: Final[Mapping[str, str]] = {
    room.name.replace("_", "-"): f"{__name__}.{room.name}"
    for room in iter_modules(__path__)
    if room.ispkg and room.name not in {"kit", "shared"}
}
"""Rule sets that come with mjlog, one for each folder here: name and module that builds it.

Other packages register theirs as entry points in the group `GROUP`.
"""

GROUP: Final = "mjlog.rules"
_QUOTES: Final = lazy_pattern("[\"'“”‘’`\u00ad\u200b-\u200f\u2060\ufeff]")
"""Quotes, and characters without width that copying adds."""
_OTHER_BREAKS: Final = lazy_pattern(r"[,;](?=\s|[a-z_]+=)|[，；|]|(?<=[a-z_]):(?= )")
"""Signs that people write between words or around values, where the notation has only blanks.

A value may contain commas: ``special_hands=jade:600,other:800``.
"""
_NAME_AND_EDITION: Final = lazy_pattern(
    r"(.+?)[\s/_:\\.,#-]*(?:(?<![a-z])(?:v|ed|edition|version)\.?[\s/]*)?([0-9]+)?(?:\.0)?"
)
_WORDS_BESIDE_NAMES: Final = lazy_pattern(
    "mahjongg?|majiang|majong|mahjonng|majan|rules?|style|oldstyle|standard|classic"
    "|麻将|麻將|麻雀|规则|規則|ルール"
)
"""Words that titles of games have besides their names."""
_SIGN_BEFORE_VALUE: Final = lazy_pattern(r"(?<= )([a-z_]+)(?: ?= | =|: ?)(?=[^ ])")
_MOST_SLIPS: Final = 5
"""Most words of one header that are corrected."""

Builder = Callable[[Sequence[str]], RuleSet]
"""A function that makes a rule set from the words after ``name/edition`` in a ``Rules:`` header."""


def names() -> tuple[str, ...]:
    """Return the names of all installed rule sets, in alphabetical order.

    These are the rule sets of mjlog and of other packages, including rule sets that cannot be
    loaded.
    """
    return tuple(sorted({*BUILT_IN, *_strangers()}))


def loadable() -> tuple[RuleSet, ...]:
    """Return all installed rule sets that can be loaded, with their default options.

    Rule sets of other packages are included. The order is alphabetical by name.
    """
    return tuple(load(name) for name in names() if not why_broken(name))


def from_other_packages() -> tuple[RuleSet, ...]:
    """Return the rule sets that other packages provide, with their default options.

    Rule sets that cannot be loaded are left out.
    """
    return tuple(load(name) for name in sorted(_strangers()) if not why_broken(name))


@cache
def why_broken(name: str) -> str:
    """Return the error message if a rule set cannot be loaded, or an empty text if it loads.

    An unknown name has an error message, too. Results are cached.
    """
    try:
        load(name)
    except RulesError as problem:
        return str(problem)
    return ""


def package_of(name: str) -> str:
    """Return the name of the Python package that provides a rule set.

    The name is empty for a rule set of mjlog itself and for an unknown rule set.
    """
    point = _strangers().get(name)
    if point is None:
        return ""
    return point.dist.name if point.dist else point.module


def failing_package(problem: Exception) -> tuple[str, str] | None:
    """Return the package whose rules raised this exception, and the ``file:line`` in its code.

    Return None if the exception was not raised in another package's rule set.
    """
    from traceback import walk_tb

    roots = {point.module.partition(".")[0]: name for name, point in _strangers().items()}
    for frame, line in reversed(list(walk_tb(problem.__traceback__))):
        root = frame.f_globals.get("__name__", "").partition(".")[0]
        if root in roots:
            file = "/".join(frame.f_code.co_filename.replace("\\", "/").rsplit("/", 2)[-2:])
            return package_of(roots[root]), f"{file}:{line}"
    return None


@cache
def _strangers() -> Mapping[str, EntryPoint]:
    """Return the entry points of rule sets in other packages, by name of the rule set.

    The result is cached because the search for entry points takes longer than an audit.
    """
    from importlib.metadata import entry_points  # loads a third of all that an audit loads

    points_by_name = {point.name: point for point in entry_points(group=GROUP)}
    return {name: point for name, point in points_by_name.items() if name not in BUILT_IN}


@lru_cache(maxsize=256)
def load(text: str) -> RuleSet:
    """Load the rule set that a ``Rules:`` header names, for example ``taiyuan/1 preset=regional``.

    Raise `RulesError` if the rule set, its edition, an option or a value is unknown, or if the
    package that provides the rule set fails.

    >>> load("taiyuan/1 start_points=50").progress.start_points
    50
    """
    name, *words = text.split() or [""]
    name, _, edition = name.partition("/")
    if (_OTHER_BREAKS.search(text) or _QUOTES.search(text)) and not name.startswith("file:"):
        _complain_of_breaks(text)
    if name.startswith("file:"):
        from mjlog.rules.kit import club  # most runs have no rules from a file

        file, content = club.text_of(name)
        return club.game_of(file, content, _made_by_the_kit, words, name)
    is_known = name in BUILT_IN or name in _strangers()
    if not is_known or not f"{edition}1".isdecimal() or (words and "=" not in words[0]):
        _complain_of_name(text)
    if not edition and words:
        _complain_of_blank(name, words[0])
    editions = _editions(name)
    if edition and edition not in editions:
        known_editions = ", ".join(editions)
        has = "{rules} has no edition {edition}; it has {known}"
        raise RulesError(msg(has, rules=name, edition=repr(edition), known=known_editions))
    build = editions[edition] if edition else [*editions.values()][-1]
    return build(words) if name in BUILT_IN else _build_foreign(name, build, words)


def with_edition(header: str) -> str:
    """Add the newest edition to a ``Rules:`` header that names no edition, and return the header.

    A record with an edition keeps its meaning when a later edition appears. A header of an unknown
    rule set is returned unchanged.

    >>> with_edition("mcr minimum=0"), with_edition("chess")
    ('mcr/1 minimum=0', 'chess')
    """
    name, blank, options = header.partition(" ")
    if not name or "/" in name:
        return header
    try:
        edition = load(name).edition
    except RulesError:  # code that uses the rules will report the error
        return header
    return f"{name}/{edition}{blank}{options}"


def _complain_of_breaks(text: str) -> None:
    """Raise `RulesError` because a ``Rules:`` header has commas, semicolons or quotes.

    Only blanks may separate the words of a header. The error suggests the header without these
    signs.
    """
    meant = _SIGN_BEFORE_VALUE.sub(r"\1=", _QUOTES.sub("", text))
    meant = _OTHER_BREAKS.sub(" ", meant)
    meant = " ".join(meant.split())
    breaks = "only blanks may be between the words of rules; did you mean {near}?"
    words = msg(breaks, near=f"`{meant}`")
    raise RulesError(words, written=text, meant=meant)


def _complain_of_blank(name: str, word: str) -> None:
    """Raise `RulesError` if a blank splits a rule set's name, or separates it from the edition.

    `name` and `word` are successive words of a header. For example, ``hong kong`` should be
    ``hongkong``, and ``mcr 1`` should be ``mcr/1``; the error says so.
    """
    if word.isdecimal():
        near = near_words(name.lower(), names(), 1)
        meant = f"{near[0]}/{word}" if near else ""
    else:
        joined = f"{name}{word}".lower()
        meant = joined if joined.partition("/")[0] in names() else ""
    if meant:
        unknown = "unknown rule set {rules}; did you mean {near}?"
        words = msg(unknown, rules=repr(f"{name} {word}"), near=f"`{meant}`")
        raise RulesError(words, written=f"{name} {word}", meant=meant)


def _complain_of_name(text: str) -> None:
    """Raise `RulesError` if a header names a rule set or edition in a wrong spelling.

    The error suggests the right name and edition. Return without an error if the spelling is right,
    if the header begins with the name of a preset, or if no rule set has a similar name.
    """
    words = text.partition("=")[0].split()
    words = words[: -1 if "=" in text else None]
    for size in range(len(words), 0, -1):
        written = " ".join(words[:size])
        name, _, edition = written.partition("/")
        if written.lower() in _owners_of_presets():
            return  # another function reports what the name means
        if name in names() and f"{edition}1".isdecimal():
            return
        parts = _NAME_AND_EDITION.fullmatch(written.casefold())
        name = _named_so(parts[1]) if parts is not None else ""
        if parts is None or not name:
            continue
        editions = [*_editions(name)]
        meant = f"{name}/{parts[2] if parts[2] in editions else editions[-1]}"
        if meant != written:
            unknown = "unknown rule set {rules}; did you mean {near}?"
            problem = msg(unknown, rules=repr(written), near=f"`{meant}`")
            raise RulesError(problem, written=written, meant=meant)


def _named_so(called: str) -> str:
    """Return the name of the rule set that people call `called`, or an empty text if there is none.

    Upper and lower case, and signs and blanks between words, are ignored.
    """
    close = _close(called)
    short = _WORDS_BESIDE_NAMES.sub("", close)
    names_called = _names_by_what_they_are_called()
    return names_called.get(close) or names_called.get(short, "")


@cache
def _names_by_what_they_are_called() -> Mapping[str, str]:
    """Return a dictionary from what people call a rule set to the rule set's name.

    The keys are names, titles and other names, all normalized by `_close`.
    """
    called: dict[str, str] = {}
    for rules in loadable():
        titles = (rules.title, rules.title.partition(",")[0], *rules.names.known_as.split())
        called |= {_close(word): rules.name for word in titles if _close(word)}
    return called | {_close(name): name for name in names()}


def _close(name: str) -> str:
    """Convert a name to lower case and remove signs and blanks, for comparing names."""
    return _BETWEEN_PARTS.sub("", name.casefold())


_BETWEEN_PARTS: Final = lazy_pattern(r"[\W_]+")


def likely_header(text: str) -> str:
    """Return the correct ``Rules:`` header that a misspelt header probably means.

    Return an empty text if the header is already correct or if its meaning is unclear.

    >>> likely_header("richi/1 preset=tenhuo"), likely_header("riichi/1"), likely_header("chess")
    ('riichi/1 preset=tenhou', '', '')
    """
    header = " ".join(text.split())
    for _ in range(_MOST_SLIPS):
        try:
            load(header)
        except RulesError as problem:
            if not problem.meant:
                return ""
            likely = f" {header}".replace(f" {problem.written}", f" {problem.meant}", 1)
            # A separate edition belongs to the name before it.
            header = likely.replace(" /", "/").strip()
        else:
            return header if header != text else ""
    return ""


def _made_by_the_kit(name: str) -> tuple[RuleSet, Maker]:
    """Return a rule set made with the kit, and the function that builds its game.

    `name` is the rule set that a club's rules file changes; it is empty for a plain game without
    patterns. The function gets options and patterns. A name without an edition means edition 1, so
    that the file keeps its meaning when a later edition appears. Raise `RulesError` if `name` is
    not a rule set made with `mjlog.rules.kit`.
    """
    if not name:
        from mjlog.rules.kit import plain

        return plain.from_words([]), plain.game
    kit_sets = [each for each in BUILT_IN if hasattr(import_module(BUILT_IN[each]), "game")]
    plain_name, _, _ = name.partition("/")
    if plain_name not in kit_sets or " " in name:
        words = "a game in a file can be like {known}, not like {rules}"
        problem = msg(words, known=", ".join(kit_sets), rules=repr(name))
        near = near_words(plain_name, kit_sets, 1)
        if near and near[0] != plain_name:
            problem = msg("{problem}; did you mean {near}?", problem=problem, near=near[0])
        raise RulesError(problem)
    return load(name if "/" in name else f"{name}/1"), import_module(BUILT_IN[plain_name]).game


def _editions(name: str) -> Mapping[str, Builder]:
    """Return the functions that build a rule set, by edition; the newest edition is last.

    Raise `RulesError` for an unknown rule set; the error suggests similar names.
    """
    if name in BUILT_IN:
        return {"1": import_module(BUILT_IN[name]).from_words}
    if name in _strangers():
        return _editions_of_a_stranger(name)
    if name.endswith(".toml"):
        from mjlog.rules.kit.club import digest_missing

        raise RulesError(digest_missing(name))
    # If the name is that of a preset, the message shows the header to write.
    owner = _owners_of_presets().get(name.lower())
    if owner:
        header = f"{owner}/1 preset={name.lower()}"
        preset = "{rules} is no rule set but a preset of one: {header}"
        raise RulesError(msg(preset, rules=name, header=header), written=name, meant=header)
    owners = _owners_of_presets()
    dated = [] if name.lower() in names() else dated_presets(name, owners)
    near = [f"{owners[preset]}/1 preset={preset}" for preset in dated]
    near = near or near_words(name.lower(), names(), 1)
    if near:
        unknown = "unknown rule set {rules}; did you mean {near}?"
        words = msg(unknown, rules=repr(name), near=", ".join([f"`{header}`" for header in near]))
        raise RulesError(words, written=name, meant=near[0] if len(near) == 1 else "")
    raise RulesError(
        msg(
            "unknown rule set {rules}; known are {known}",
            rules=repr(name),
            known=", ".join(names()),
        )
    )


@cache
def _owners_of_presets() -> Mapping[str, str]:
    """Return a dict from the name of each preset to the name of the built-in rule set that has it.

    If several rule sets have a preset of the same name, the value is the first of them.
    """
    presets = [(preset, rule_set) for rule_set in BUILT_IN for preset in load(rule_set).presets]
    return dict(reversed(presets))


@cache
def _editions_of_a_stranger(name: str) -> Mapping[str, Builder]:
    """Return the functions that build another package's rule set, by edition, the newest last.

    The entry point of the package is either one function that builds the rule set, or a mapping
    from editions to functions. Raise `RulesError` if loading the entry point fails.
    """
    try:
        named = _strangers()[name].load()
        if not isinstance(named, Mapping):
            named = {named([]).edition: named}
        return {str(number): named[number] for number in sorted(named)}
    except Exception as problem:
        raise _failed(name, problem) from problem


def _build_foreign(name: str, build: Builder, words: Sequence[str]) -> RuleSet:
    """Call a function of another package to build a rule set from the words of a header.

    Raise `RulesError` if the function fails, or if its result is not a rule set named `name`.
    """
    try:
        # Another package may raise any error. The message names the package, so that its authors
        # hear of it.
        made = build(words)
    except RulesError:  # the words name no option of the rule set
        raise
    except Exception as problem:
        raise _failed(name, problem) from problem
    if isinstance(made, RuleSet) and made.name == name:
        return made
    raise _failed(name, TypeError(f"{made!r} is no rule set of that name"))


def _failed(name: str, problem: Exception) -> RulesError:
    """Return an exception with the message that a rule set of another package cannot be loaded.

    The message names the package and the problem, so that users can report it to the authors.
    """
    says = "the rule set {rules} of the package {package} cannot be loaded: {problem}"
    reason = f"{type(problem).__name__}: {problem}"
    return RulesError(msg(says, rules=name, package=package_of(name), problem=reason))
