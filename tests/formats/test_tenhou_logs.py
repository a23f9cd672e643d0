"""The real Tenhou logs beside the checkout: all read, their walls rebuilt, every deal replayed."""

import pytest

from mjlog.auditor.audit import audit
from mjlog.formats import load
from mjlog.formats.tenhou_xml.elements import parse_with_expat, quick
from mjlog.formats.tenhou_xml.reader import read

pytestmark = [pytest.mark.logs, pytest.mark.slow]
EVERY = 7


@pytest.fixture(scope="module")
def folder(logs):
    return logs / "riichi" / "tenhou_xml"


def sample(folder):
    """One of seven, so that the suite stays quick; all of the small folders."""
    files = sorted(folder.rglob("*.xml"))
    return [path for number, path in enumerate(files) if number % EVERY == 0 or "mjx_" in str(path)]


@pytest.mark.soak
def test_every_log_is_read(folder):
    deals = cut = 0
    for source in load(folder, wall=False):
        deals += len(source.game.deals)
        codes = {finding.code for finding in source.game.findings}
        complete = "mjx_truncated" not in source.path
        assert codes == (set() if complete else {"format.truncated"}), source.path
        cut += not complete
    assert (deals, cut) == (8573, 36)


def test_walls_and_draws_are_what_the_seeds_give(folder):
    for path in sample(folder):
        codes = {(finding.code, finding.severity) for finding in read(path.read_bytes()).findings}
        accused = {code for code, severity in codes if severity == "error"}
        assert not accused, path
        assert ("wall.seed", "note") not in codes or path.name == "west.xml", path


def test_both_roads_read_the_same(folder):
    took = 0
    for path in sample(folder):
        data = path.read_bytes()
        found = quick(data)
        took += found is not None
        assert found is None or found == parse_with_expat(data), path
    assert took > 100


def test_no_record_of_a_real_game_is_accused(folder):
    for path in sample(folder):
        report = audit(read(path.read_bytes()))
        accused = [
            (f.code, f.place.deal, f.message) for f in report.findings if f.severity == "error"
        ]
        assert not accused, path
