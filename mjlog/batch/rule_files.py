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
    """A file of rules: its name without folders, and its text."""

    name: str
    text: str


def keep(file: RuleFile) -> None:
    """Keep a file of rules, which was checked before, so that headers can name it by its digest."""
    club.add_file(file.name, file.text.encode())


def file_of(header: str) -> RuleFile | None:
    """Return the file of rules whose digest a `Rules:` header names; None if it is not kept."""
    if not header.startswith(club.PREFIX):
        return None
    try:
        return RuleFile(*club.text_of(header.split(maxsplit=1)[0].partition("/")[0]))
    except RulesError:
        return None


def keep_below(paths: Iterable[str]) -> None:
    """Keep all files of rules in these folders and in the folders of these files.

    Call it before worker processes start, which get what is kept. Wrong files are left out here and
    reported when they are read.
    """
    folders: set[Path] = set()
    for path in paths:
        with suppress(OSError):  # such as an address, which is no name of a file
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
    """Keep the files of rules among the sources, and yield all other sources.

    A wrong file of rules is yielded as a source without a game, with its findings. `brought`: the
    files come from a visitor of a page.
    """
    for source in sources:
        if source.format != RULES:
            yield source
            continue
        name = source.path.replace(":", "/").rpartition("/")[2]
        try:
            header = club.add_file(name, source.text, brought=brought)
            load(header)  # finds the other mistakes
        except RulesError as problem:
            findings = [
                Finding.telling("format.unread", "error", words) for words in problem.problems
            ]
            yield Source(source.path, RULES, None, tuple(findings))
