"""The list of mutants that nothing can notice speaks of the code as it stands."""

from kit.places import ROOT

ROWS = (ROOT / "benchmarks" / "survivors.tsv").read_text(encoding="utf-8").splitlines()


def test_each_row_names_a_line_that_is_there_and_gives_a_reason():
    assert ROWS[0] == "module\tline\treason"
    for row in ROWS[1:]:
        module, line, reason = row.split("\t")
        lines = (ROOT / module).read_text(encoding="utf-8").splitlines()
        assert line in {each.strip() for each in lines}, f"{module} has no line {line!r} any more"
        assert reason.endswith(".")


def test_no_line_stands_twice():
    named = [tuple(row.split("\t")[:2]) for row in ROWS[1:]]
    assert len(set(named)) == len(named)
