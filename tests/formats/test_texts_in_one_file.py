"""Several records in one text are several records, and their places are those of the file."""

from mjlog.auditor.audit import audit
from mjlog.formats import load

ONE = "%mjlog 1.0\nRules: taiyuan/1\nA: a\nB: b\nC: c\nD: d\n\n@ 1 dealer=A\ndraw abort {}\n"


def test_each_begins_with_the_line_that_names_the_version():
    found = list(load((ONE.format("one") + "\n" + ONE.format("two")).encode(), "games.mjl"))
    assert [source.path for source in found] == ["games.mjl:1", "games.mjl:2"]
    assert [source.game.deals[0].lines[0].content.name for source in found] == ["one", "two"]


def test_lines_are_counted_on():
    *_, last = load((ONE.format("one") + ONE.format("two")).encode(), "games.mjl")
    assert [(f.place.line, f.code) for f in audit(last.game).findings] == [(18, "abort.none")]


def test_one_record_keeps_its_path():
    assert [source.path for source in load(ONE.format("one").encode(), "game.mjl")] == ["game.mjl"]


def test_a_line_that_only_looks_so_begins_none():
    text = ONE.format("one") + "note %mjlog 1.0\n"
    assert len(list(load(text.encode(), "game.mjl"))) == 1
