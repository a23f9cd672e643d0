"""``make docs``: lists that show which messages, answers and permanent names have changed.

Tests compare these files with the program. `tests/data/messages.tsv` has the message of every
finding about a broken sample. `tests/data/expected.tsv` has place, clause, recorded and expected
value of each. `tests/data/answers/` has all answers of the audit to altered records, without
sentences; each record is named by a line there, so adding a line adds its answers.
`tests/data/digests.txt` has a hash of the answers for each of many more. `tests/data/slips.tsv` has
the explanations of wrong entries. `tests/data/names.tsv` has the permanent names: new ones are
added, and none is ever removed.
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
    """Return the list of messages about broken samples, a row for each finding."""
    return MESSAGES_HEAD + "".join(rows(lambda each: f"{each.severity}\t{each.message}"))


def expected() -> str:
    """Return the list of places, clauses, recorded and expected values, a row for each finding."""
    return EXPECTED_HEAD + "".join(rows(judged))


def rows(told: Callable[[Finding], str]) -> Iterator[str]:
    """Yield a row for each finding about the broken samples; `told` makes its last columns."""
    for path in sorted(BROKEN.rglob("*.mjl")):
        yield from rows_of(path, told)


def rows_of(path: Path, told: Callable[[Finding], str]) -> Iterator[str]:
    """Yield the rows of one sample."""
    record = path.relative_to(BROKEN).as_posix()
    for each in audit(read(path.read_bytes())).findings:
        yield f"{record}\t{each.place.line}\t{each.code}\t{told(each)}\n"


def judged(finding: Finding) -> str:
    """Return the last columns of a finding: place and seat, clause, recorded and expected value."""
    place = finding.place
    where = f"{place.column} {place.deal}.{place.turn}.{place.step} {seat_name(place.seat)}"
    clause = finding.clause.number if finding.clause else ""
    return f"{where}\t{clause}\t{finding.recorded}\t{finding.expected}".replace("\n", " ")


def names() -> str:
    """Return the list of permanent names: those in the file, and new ones of the program."""
    written = set(NAMES.read_text("utf-8").splitlines(keepends=True)[1:])
    return NAMES_HEAD + "".join(sorted(written | present_names()))


def present_names() -> set[str]:
    """Return the permanent names that the program has now, a row for each."""
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
    """Yield kind and name of a rule set's clauses, options, values, presets and items."""
    yield from (("clause", number) for number in known.laws)
    yield from (("option", option.name) for option in known.choices.options)
    for option in known.choices.options:
        former = [earlier for earlier, _ in option.former]
        yield from (("value", f"{option.name}={word}") for word in (*option.values, *former))
    yield from (("preset", preset) for preset in known.choices.presets)
    yield from (("item", item) for item in known.scoring.item_names)


def members(schema: Any, place: str) -> Iterator[str]:
    """Yield the members of all objects that a schema describes, each after its place."""
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
    """Yield the name of a command, its options, and the same of its subcommands."""
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
    """Write the audit's explanation of each wrong entry in the file."""
    sys.path.insert(0, str(ROOT / "tests"))
    from kit.slips import FILE, slips  # noqa: PLC0415  tests need no documents

    FILE.write_text("".join([slip.row for slip in slips()]), encoding="utf-8")


def write_answers() -> None:
    """Write the audit's answers to the altered records named in the files."""
    sys.path.insert(0, str(ROOT / "tests"))
    # tests run without documents
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
