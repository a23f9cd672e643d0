"""The example of the kit in `docs/examples/`, and what an author does wrong with the kit."""

from dataclasses import replace
from importlib.metadata import EntryPoint

import pytest
from kit.places import ROOT
from kit.sheets import agreeing_claims, wrong_cells

from mjlog import audit, rules
from mjlog.bots.generate import games
from mjlog.model.findings import faults
from mjlog.model.record import DISCARD
from mjlog.notation import read, write
from mjlog.referee.rulebook import Spec, clause, copies
from mjlog.rules.kit import CLASSES, SETS, Family, RowError, Section, play_as_usual, table
from mjlog.sheets.reading import read_sheet
from mjlog.sheets.template import template_csv

pytest_plugins = ["mjlog.testing"]

EXAMPLE = ROOT / "docs" / "examples" / "two-point-mahjong"
CACHES = (rules._strangers, rules._editions_of_a_stranger, rules.why_broken, rules.load)
SPEC = Spec(copies())


@pytest.fixture
def example(monkeypatch):
    """The module of the example, registered as an installed package registers it."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    points = [EntryPoint("two-point", "mjlog_two_point:from_words", rules.GROUP)]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_group: points)
    for cache in CACHES:
        cache.cache_clear()
    yield __import__("mjlog_two_point")
    for cache in CACHES:
        cache.cache_clear()


@pytest.mark.usefixtures("example")
def test_the_example_has_no_problem(rule_set_problems):
    assert rule_set_problems("two-point", EXAMPLE / "samples") == []


@pytest.mark.usefixtures("example")
def test_what_the_example_generates_is_right():
    for game in games("two-point", seed=3, deals=12):
        findings = audit(read(write(game).encode())).findings
        assert [finding for finding in findings if finding.severity == "error"] == []


@pytest.mark.usefixtures("example")
def test_bamboos_are_not_there():
    held = rules.load("two-point").play.spec.copies
    assert sum(held) == 104
    assert not any(held[kind] for kind in CLASSES["bamboos"])


@pytest.mark.usefixtures("example")
def test_payments_cite_the_sentence_that_the_book_marks():
    record = (EXAMPLE / "samples" / "all-pungs-and-a-flower.mjl").read_text(encoding="utf-8")
    wrong = record.replace("C>B 14", "C>B 15")
    assert {
        finding.clause.number for finding in audit(read(wrong.encode())).findings if finding.clause
    } == {"4.3"}


def test_an_option_that_is_not_there_is_named_with_its_row():
    rows = table("all-pungs | {pung} | pungs=4")
    with pytest.raises(RowError, match="row 1, all-pungs: no option is called 'pung'; did you me"):
        rows.chosen({"pungs": "3"})
    with pytest.raises(RowError, match="no option is called 'flowrs'; did you mean flowers"):
        table("all-pungs | 3 | pungs=4 | | flowrs=8").chosen({"flowers": "8"})


def test_a_section_that_is_not_there_cannot_be_left_out():
    with pytest.raises(ValueError, match=r"no section 2\.44; there are 1\.1, 1\.2"):
        play_as_usual(SPEC, (SETS,)).but(without=["2.44"])


@clause("discard.early_dragon", DISCARD, says="{seat} discards {tile}")
def nobody_discards(_table, _discard):
    """Nobody discards."""
    return False


def test_a_clause_of_ones_own_is_asked_of_acts_that_are_ordinary_else(example, monkeypatch):
    (game,) = games("two-point", seed=3, deals=1, fast=True)
    assert audit(read(write(game).encode())).findings == ()
    usual = example.play_as_usual
    section = Section("2.8", "Nobody discards.", (nobody_discards,))
    monkeypatch.setattr(
        example, "play_as_usual", lambda *words: usual(*words).but(instead=[section])
    )
    rules.load.cache_clear()
    findings = audit(read(write(game).encode())).findings
    assert "discard.early_dragon" in {finding.code for finding in findings}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            {"outside_minimum": frozenset({"flowr"})},
            "outside_minimum: no pattern is called 'flowr'",
        ),
        (
            {"called": {"dragons": "dragons"}},
            "called: no pattern is called 'dragons'; did you mean",
        ),
    ],
)
def test_names_of_items_without_a_row_are_refused(example, monkeypatch, change, says):
    game = example.Game
    monkeypatch.setattr(example, "Game", lambda **parts: replace(game(**parts), **change))
    with pytest.raises(ValueError, match=says):
        example.from_words(())


def test_the_payments_of_the_guide_count_kongs(example, monkeypatch):
    guide = (ROOT / "docs" / "adding-a-rule-set.md").read_text(encoding="utf-8")
    (block,) = [code for code in guide.split("```python\n") if "def pay(" in code]
    package = {}
    exec(block.split("```")[0], package)  # noqa: S102 the page's own code
    family = Family(lambda of: replace(example.game(of), pay=package["pay"]), example.OPTIONS)
    monkeypatch.setattr(example, "from_words", family.from_words)
    record = (EXAMPLE / "samples" / "all-pungs-and-a-flower.mjl").read_text(encoding="utf-8")
    with_kong = record.replace("444m222p999p55m", "*9999p 444m222p55m").replace(
        "-10 34 -14 -10", "-2 10 -6 -2"
    )
    right = with_kong.replace("A>B 10, C>B 14, D>B 10", "A>B 2, C>B 6, D>B 2")
    assert not faults(audit(read(right)).findings)
    wrong = audit(read(right.replace("C>B 6, D>B 2", "C>B 4, D>B 4")))
    assert "pay.seats" in {finding.code for finding in faults(wrong.findings)}


POCKET = ROOT / "docs" / "examples" / "pocket-mahjong"
STARS = """\
{rules}
Deal,Dealer,Winner,From,Stars,Ana,Ben,Chu,Dae
E1,Ana,Ben,Chu,{stars},-10,34,-14,-10
E2,Ben,Ana,self,3,39,-13,-13,-13
E3,Chu,Dae,Ana,2,-12,-10,-10,32
"""
PARTS = """\
Rules,pocket/1
Deal,Dealer,Winner,From,Whole,Dragons,Bamboos,Ana,Ben,Chu
E1,Ana,Ana,Chu,1,{dragons},,6,0,-6
E2,Ben,Ben,Ana,1,,3,-8,8,0
"""


def with_columns(monkeypatch, module, columns):
    """Let the rule set of a package have these columns on score sheets."""

    def changed(words, original=module.from_words):
        made = original(words)
        return replace(made, names=replace(made.names, columns=columns))

    monkeypatch.setattr(module, "from_words", changed)
    rules.load.cache_clear()


@pytest.mark.parametrize(("named", "row"), [("Rules,two-point/1", 3), ("", 2)])
def test_a_column_that_only_a_package_has_is_judged(monkeypatch, example, named, row):
    with_columns(monkeypatch, example, {"total": "Stars"})
    assert wrong_cells(STARS.format(rules=named, stars=4).lstrip()) == []
    assert agreeing_claims(STARS.format(rules=named, stars=4).lstrip()) == 15
    assert wrong_cells(STARS.format(rules=named, stars=5).lstrip()) == [f"E{row}"]
    heads = template_csv(rules.load("two-point"), "two-point/1").splitlines()[-1]
    assert heads.startswith("Deal,Dealer,Winner,From,Stars,")


def test_a_part_of_the_hand_beside_its_sum_accuses_nobody(monkeypatch, example):
    with_columns(monkeypatch, example, {"total": "Stars", "flower": "Blossoms"})
    text = STARS.format(rules="Rules,two-point/1", stars=4)
    lines = [line.split(",") for line in text.splitlines()]
    more = ["Blossoms", "1", "", ""]
    wide = [[*line[:5], word, *line[5:]] for line, word in zip(lines[1:], more, strict=True)]
    assert wrong_cells("\n".join(",".join(line) for line in [lines[0], *wide])) == []


@pytest.mark.usefixtures("example")
def test_several_columns_of_a_package_make_up_the_hand(monkeypatch):
    monkeypatch.syspath_prepend(str(POCKET))
    points = [EntryPoint("pocket", "mjlog_pocket:from_words", rules.GROUP)]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_group: points)
    rules._strangers.cache_clear()
    columns = {"hand": "Whole", "dragon-set": "Dragons", "all-bamboo": "Bamboos"}
    with_columns(monkeypatch, __import__("mjlog_pocket"), columns)
    (game,) = read_sheet(PARTS.format(dragons=2)).games
    lines = [line for line in game.text.splitlines() if line.startswith("fan")]
    assert lines == ["fan A hand 1, dragon-set 2", "fan B hand 1, all-bamboo 3"]
