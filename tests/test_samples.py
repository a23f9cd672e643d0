"""Every sample does what it says.

Legal ones are clean, in broken ones the faulty lines name the findings.

A comment ``{expect win.missed}`` at the end of a line names the codes found on that line; standing
alone it speaks of the line below, and ``{expect line 1: syntax.bom}`` of the line it names. Notes
count only where they are named.
"""

import re
import runpy
from functools import cache
from pathlib import Path

from kit.records import report_on
from kit.sizes import each

from mjlog import notation
from mjlog.notation import read

SAMPLES = Path(__file__).parents[1] / "samples"
MESSAGES = Path(__file__).parent / "data" / "messages.tsv"
EXPECTED = MESSAGES.with_name("expected.tsv")
BROKEN = sorted((SAMPLES / "broken").rglob("*.mjl"))
LEGAL = sorted(set(SAMPLES.rglob("*.mjl")) - set(BROKEN))
golden = runpy.run_path(str(SAMPLES.parent / "docs" / "golden.py"))
EXPECT = re.compile(r"\{expect (?:line (\d+): )?([^}]*)\}")


def name(path):
    return path.relative_to(SAMPLES).as_posix()


def expected(data):
    named = set()
    for number, line in enumerate(data.decode(errors="replace").splitlines(), 1):
        alone = EXPECT.fullmatch(line) is not None
        for at, codes in EXPECT.findall(line):
            named |= {(int(at or number + alone), code) for code in codes.split()}
    return named


def found(path):
    return report_on(path).findings


def turns(sample):
    return read((SAMPLES / "taiyuan" / sample).read_bytes()).deals[0].turns


@each(LEGAL, name)
def test_a_legal_sample_has_no_fault(path):
    assert not [finding for finding in found(path) if finding.severity != "note"]


@each(BROKEN, name)
def test_a_broken_sample_has_exactly_the_faults_it_names(path):
    named = expected(path.read_bytes())
    codes = {code for _, code in named}
    assert {
        (f.place.line, f.code) for f in found(path) if f.severity != "note" or f.code in codes
    } == named


@each(BROKEN, name)
def test_a_broken_sample_is_named_after_its_fault(path):
    assert any(path.stem.startswith(code) for _, code in expected(path.read_bytes()))


@cache
def reviewed(list_of_rows):
    """The rows about each broken sample, as somebody has read them."""
    rows = {}
    for row in list_of_rows.read_text(encoding="utf-8").splitlines()[1:]:
        record, _, rest = row.partition("\t")
        rows.setdefault(record, []).append(rest)
    return rows


@each(BROKEN, name)
def test_what_is_said_of_a_broken_sample_was_reviewed(path):
    """`make docs`, or docs/golden.py alone, writes the list anew; its difference is to be read."""
    said = [f"{f.place.line}\t{f.code}\t{f.severity}\t{f.message}" for f in found(path)]
    record = path.relative_to(SAMPLES / "broken").as_posix()
    assert said == reviewed(MESSAGES).get(record, []), "read the new words, then run docs/golden.py"


@each(BROKEN, name)
def test_what_is_expected_in_a_broken_sample_was_reviewed(path):
    told = [f"{f.place.line}\t{f.code}\t{golden['judged'](f)}" for f in found(path)]
    record = path.relative_to(SAMPLES / "broken").as_posix()
    assert told == reviewed(EXPECTED).get(record, []), "read it, then run docs/golden.py"


def test_every_reviewed_message_has_its_sample():
    assert set(reviewed(MESSAGES)) | set(reviewed(EXPECTED)) <= {
        path.relative_to(SAMPLES / "broken").as_posix() for path in BROKEN
    }


def test_three_views_of_one_deal_agree():
    fair, table, ledger = (
        read((SAMPLES / "taiyuan" / f"everything-{view}.mjl").read_bytes())
        for view in ("fair-copy", "table-view", "ledger")
    )
    assert ledger.deals[0].turns == fair.deals[0].turns
    assert not notation.refines(fair, table)
    assert notation.refines(table, fair)
