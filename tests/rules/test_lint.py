"""The checks that every rule set must pass, as authors of rule sets run them."""

import pytest
from kit.commands import run
from kit.places import ROOT

from mjlog import rules
from mjlog.model.findings import Law
from mjlog.model.lazy_dataclass import replace
from mjlog.referee.parts import Book
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Option
from mjlog.rules import lint

pytest_plugins = ["mjlog.testing"]


@pytest.mark.parametrize("name", ["hongkong", "zungjung", "mcr"])
def test_sets_of_the_kit_have_no_problem(name, rule_set_problems):
    assert rule_set_problems(name, ROOT / "samples" / name) == []
    assert rule_set_problems(name, ROOT / "samples" / "broken" / name) == []


def test_every_built_in_set_has_no_problem():
    for name in rules.BUILT_IN:
        assert (name, list(lint.problems(rules.load(name)))) == (name, [])


def spoiled(change):
    known = rules.load("zungjung/1")
    parts = {
        part: getattr(known, part)
        for part in ("name", "edition", "title", "book", "choices", "play", "scoring", "progress",
                     "pot", "penalties", "names")
    }  # fmt: skip
    return RuleSet(**{**parts, **change(known)})


def with_laws(known, law):
    laws = {**known.laws, law.number: law}
    return {"book": Book(laws, known.book.cites, sources=known.book.sources)}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda known: with_laws(known, Law("4.7", "No stop", "zjmj", "definition")), "full stop"),
        (lambda known: with_laws(known, Law("4.8", "A.", "zjmj")), "names the codes"),
        (lambda known: with_laws(known, Law("4.8", "A.", "Xy", "definition")), "no document"),
        (lambda known: with_laws(known, Law("4.8", "A.", "zjmj", codes=("dora.none.x",))),
         "nothing ever finds"),
        (lambda known: {"choices": replace(known.choices, options=(Option("a", "b", "", ("c",)),))},
         "does not take its default"),
        (lambda known: {"choices": replace(known.choices, options=(Option("a", "1", "", clause="9.9"
         ),))}, "no sentence 9.9"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(change, says):
    assert any(says in problem for problem in lint.problems(spoiled(change)))


def test_the_command_line_says_what_is_wrong_or_that_nothing_is():
    done = run("rules", "mcr", "--lint")
    assert (done.exit_code, done.output) == (0, "mcr/1: nothing to complain about\n")
    assert run("rules", "--lint").exit_code == 2


def test_a_sample_that_does_not_say_what_is_wrong_is_named(tmp_path, rule_set_problems):
    broken = ROOT / "samples" / "broken" / "mcr" / "win.shape.mjl"
    text = broken.read_text(encoding="utf-8")
    (tmp_path / "silent.mjl").write_text(text.replace(" {expect win.shape}", ""), encoding="utf-8")
    (tmp_path / "wrong.mjl").write_text(text.replace("win.shape", "win.tile"), encoding="utf-8")
    problems = rule_set_problems("mcr", tmp_path)
    assert any("silent.mjl" in each and "not expected" in each for each in problems)
    assert any("wrong.mjl" in each and "not found" in each for each in problems)
