"""Every sample does what it says.

Legal ones are clean, in broken ones the faulty lines name the findings.

A comment ``{expect win.missed}`` at the end of a line names the codes found on that line; standing
alone it speaks of the line below, and ``{expect line 1: syntax.bom}`` of the line it names. Notes
count only where they are named.
"""

import re
from pathlib import Path

import pytest

from mjlog import notation
from mjlog.auditor.audit import audit
from mjlog.notation import read

SAMPLES = Path(__file__).parents[1] / "samples"
BROKEN = sorted((SAMPLES / "broken").rglob("*.mjl"))
LEGAL = sorted(set(SAMPLES.rglob("*.mjl")) - set(BROKEN))
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


def found(data):
    return audit(read(data)).findings


def turns(sample):
    return read((SAMPLES / "taiyuan" / sample).read_bytes()).deals[0].turns


@pytest.mark.parametrize("path", LEGAL, ids=name)
def test_a_legal_sample_has_no_fault(path):
    assert not [finding for finding in found(path.read_bytes()) if finding.severity != "note"]


@pytest.mark.parametrize("path", BROKEN, ids=name)
def test_a_broken_sample_has_exactly_the_faults_it_names(path):
    data = path.read_bytes()
    named = expected(data)
    codes = {code for _, code in named}
    assert {
        (f.place.line, f.code) for f in found(data) if f.severity != "note" or f.code in codes
    } == named


@pytest.mark.parametrize("path", BROKEN, ids=name)
def test_a_broken_sample_is_named_after_its_fault(path):
    assert any(path.stem.startswith(code) for _, code in expected(path.read_bytes()))


def test_three_views_of_one_deal_agree():
    fair, table, ledger = (
        read((SAMPLES / "taiyuan" / f"everything-{view}.mjl").read_bytes())
        for view in ("fair-copy", "table-view", "ledger")
    )
    assert ledger.deals[0].turns == fair.deals[0].turns
    assert not notation.refines(fair, table)
    assert notation.refines(table, fair)
