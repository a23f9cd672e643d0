"""Files with a club's own rules next to its records, kept by digest so that records find them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from mjlog.formats.sources import RULES, Source, files, is_rules
from mjlog.model.findings import Finding
from mjlog.referee.rulebook import RulesError
from mjlog.rules import load
from mjlog.rules.kit import club


class RuleFile(NamedTuple):
    """A file of club rules: its name without folders, and its text."""

    name: str
    text: str


def store_rule_file(file: RuleFile) -> None:
    """Store a file of club rules in memory, so that `Rules:` headers can refer to it by its digest.

    The file must have been checked before.
    """
    club.add_file(file.name, file.text.encode())


def file_of(header: str) -> RuleFile | None:
    """Return the file of club rules to which a `Rules:` header refers by its digest.

    Return None if no such file is stored.
    """
    if not header.startswith(club.PREFIX):
        return None
    try:
        return RuleFile(*club.text_of(header.split(maxsplit=1)[0].partition("/")[0]))
    except RulesError:
        return None


def keep_below(paths: Iterable[str]) -> None:
    """Store in memory all files of club rules in folders of `paths`, or next to files of `paths`.

    Call this before worker processes start, because they get a copy of what is stored. Faulty files
    are left out here, and reported later when they are read.
    """
    folders: set[Path] = set()
    for path in paths:
        with suppress(OSError):  # some paths, such as addresses, cannot be names of files
            place = Path(path)
            if place.is_dir():
                _keep_all(files(place))
            elif place.is_file() and place.parent not in folders:
                folders.add(place.parent)
                _keep_all(sorted(place.parent.glob("*.toml")))


def _keep_all(paths: Iterable[Path]) -> None:
    for path in paths:
        if path.suffix == ".toml":
            with suppress(OSError, RulesError):
                data = path.read_bytes()
                if is_rules(data):
                    club.add_file(path.name, data)


def keep_rules(sources: Iterable[Source], *, brought: bool = False) -> Iterator[Source]:
    """Yield the sources that are records, and store those that are files of club rules in memory.

    A faulty file of rules is yielded as a source without a game, with its findings (messages).
    `brought` says that a visitor of a web page sent the files; of such files only the latest stay
    in memory.
    """
    for source in sources:
        if source.format != RULES:
            yield source
            continue
        name = source.path.replace(":", "/").rpartition("/")[2]
        try:
            header = club.add_file(name, source.text, brought=brought)
            load(header)  # reports the other mistakes
        except RulesError as problem:
            findings = [
                Finding.telling("format.unread", "error", words) for words in problem.problems
            ]
            yield Source(source.path, RULES, None, tuple(findings))
