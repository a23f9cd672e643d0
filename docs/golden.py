"""``make docs``: the lists by which tests notice that words changed or that a name vanished.

`tests/data/messages.tsv` holds what is said of every broken sample, `tests/data/expected.tsv` the
place, the clause, what is recorded and what is expected. `tests/data/answers/` holds all that the
audit answers to altered records, without sentences; each record is named by a line there, so a line
added by hand gets its answers. `tests/data/digests.txt` has a number for each of many more, by
which a change is noticed but not seen. `tests/data/slips.tsv` holds what is said of
slips of the pen. `tests/data/names.tsv` holds the names that are permanent:
new ones are added here, and none is ever taken away.
"""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import click

from mjlog import rules
from mjlog.auditor.audit import audit
from mjlog.batch.deals_table import OF_A_SEAT, OF_THE_DEAL
from mjlog.cli.main import main
from mjlog.model.findings import Finding
from mjlog.model.record import seat_name
from mjlog.notation import read
from mjlog.referee.rule_set import RuleSet
from mjlog.report import finding_codes

ROOT: Final = Path(__file__).parents[1]
BROKEN: Final = ROOT / "samples" / "broken"
MESSAGES: Final = ROOT / "tests" / "data" / "messages.tsv"
EXPECTED: Final = ROOT / "tests" / "data" / "expected.tsv"
NAMES: Final = ROOT / "tests" / "data" / "names.tsv"
MESSAGES_HEAD: Final = "record\tline\tcode\tseverity\tmessage\n"
EXPECTED_HEAD: Final = "record\tline\tcode\twhere\tclause\trecorded\texpected\n"
NAMES_HEAD: Final = "kind\tname\n"


def messages() -> str:
    """What is said of every broken sample, a row a finding."""
    return MESSAGES_HEAD + "".join(rows(lambda each: f"{each.severity}\t{each.message}"))


def expected() -> str:
    """Where findings about broken samples stand, by which clause, what is recorded and expected."""
    return EXPECTED_HEAD + "".join(rows(judged))


def rows(told: Callable[[Finding], str]) -> Iterator[str]:
    """A row for each finding of the broken samples; `told` makes its last columns."""
    for path in sorted(BROKEN.rglob("*.mjl")):
        yield from rows_of(path, told)


def rows_of(path: Path, told: Callable[[Finding], str]) -> Iterator[str]:
    """The rows of one sample."""
    record = path.relative_to(BROKEN).as_posix()
    for each in audit(read(path.read_bytes())).findings:
        yield f"{record}\t{each.place.line}\t{each.code}\t{told(each)}\n"


def judged(finding: Finding) -> str:
    """Column, deal, go-around, step and seat of a finding; its clause; what differs."""
    place = finding.place
    where = f"{place.column} {place.deal}.{place.turn}.{place.step} {seat_name(place.seat)}"
    clause = finding.clause.number if finding.clause else ""
    return f"{where}\t{clause}\t{finding.recorded}\t{finding.expected}".replace("\n", " ")


def names() -> str:
    """Every permanent name: those that are written down already, and those that came since."""
    written = set(NAMES.read_text("utf-8").splitlines(keepends=True)[1:])
    return NAMES_HEAD + "".join(sorted(written | present_names()))


def present_names() -> set[str]:
    """The permanent names that the program has today, a row a name."""
    rows = {("code", code) for code in finding_codes.known()}
    for name in sorted(rules.BUILT_IN):
        rows.update((kind, f"{name} {word}") for kind, word in names_of_rules(rules.load(name)))
    for file in sorted((ROOT / "schemas").glob("*.json")):
        schema = json.loads(file.read_text("utf-8"))
        rows.update(("member", f"{file.name} {member}") for member in members(schema, ""))
    rows.update(("column", column) for column in (*OF_THE_DEAL, *OF_A_SEAT))
    rows.update(("command", word) for word in command_words(main, "mjlog"))
    return {f"{kind}\t{name}\n" for kind, name in rows}


def names_of_rules(known: RuleSet) -> Iterator[tuple[str, str]]:
    """Numbers of sentences, options with their values, presets and items of a rule set."""
    yield from (("clause", number) for number in known.laws)
    yield from (("option", option.name) for option in known.choices.options)
    for option in known.choices.options:
        former = [earlier for earlier, _ in option.former]
        yield from (("value", f"{option.name}={word}") for word in (*option.values, *former))
    yield from (("preset", preset) for preset in known.choices.presets)
    yield from (("item", item) for item in known.scoring.item_names)


def members(schema: Any, place: str) -> Iterator[str]:
    """The members of the objects that a schema describes, each with the place where it stands."""
    if isinstance(schema, list):
        for each in schema:
            yield from members(each, place)
    if isinstance(schema, dict):
        for name, part in schema.get("properties", {}).items():
            yield f"{place}.{name}"
            yield from members(part, f"{place}.{name}")
        for name, part in schema.get("$defs", {}).items():
            yield from members(part, name)
        for keyword in ("items", "oneOf", "anyOf", "allOf", "additionalProperties"):
            yield from members(schema.get(keyword), place)


def command_words(command: click.Command, name: str) -> Iterator[str]:
    """A command, its options and the commands in it."""
    yield name
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            yield from (f"{name} {word}" for word in parameter.opts + parameter.secondary_opts)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for word in command.list_commands(context):
            inner = command.get_command(context, word)
            if inner is not None:
                yield from command_words(inner, f"{name} {word}")


def write_slips() -> None:
    """Write what is said of each slip of the pen that the file names."""
    sys.path.insert(0, str(ROOT / "tests"))
    from kit.slips import FILE, slips  # noqa: PLC0415  tests need no documents

    FILE.write_text("".join([slip.row for slip in slips()]), encoding="utf-8")


def write_answers() -> None:
    """All that is answered to the altered records that the files name."""
    sys.path.insert(0, str(ROOT / "tests"))
    # tests need no documents
    from kit.altered import (  # noqa: PLC0415
        DIGESTS,
        FILES,
        answers_of,
        cases_in,
        digest_of,
        lines_by_case,
    )

    for path in FILES:
        path.write_text(answers_of(cases_in(path.read_text("utf-8"))), encoding="utf-8")
    digests = map(digest_of, sorted(lines_by_case(DIGESTS.read_text("utf-8"))))
    DIGESTS.write_text("".join(f"{line}\n" for line in digests), encoding="utf-8")


if __name__ == "__main__":
    MESSAGES.write_text(messages(), encoding="utf-8")
    EXPECTED.write_text(expected(), encoding="utf-8")
    NAMES.write_text(names(), encoding="utf-8")
    write_slips()
    write_answers()
