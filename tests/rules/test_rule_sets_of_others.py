"""Rule sets that other packages bring: their editions, and those that fail."""

import re
from dataclasses import replace
from importlib.metadata import EntryPoint

import pytest
from click.testing import CliRunner

from mjlog import audit, read, rules
from mjlog.batch.internal_errors import audit_what_can_be
from mjlog.cli.main import main
from mjlog.referee.rulebook import RulesError
from mjlog.report import finding_codes
from mjlog.text import languages
from webviewer import create_app

TIBET = rules.load("tibet/1")
RECORD = "%mjlog 1.0\nRules: {}\n\n@ 1 dealer=A\nwin A 1p from B\n"
CACHES = (rules._strangers, rules._editions_of_a_stranger, rules.why_broken, rules.load)


def first(_words):
    return replace(TIBET, name="growing", edition=1)


def second(_words):
    return replace(TIBET, name="growing", edition=2)


def failing(_words):
    raise ZeroDivisionError("no tiles")


def of_another_name(_words):
    return TIBET


def broken_scorer(_winner, _outcome):
    raise LookupError("no such item")


def failing_later(_words):
    scoring = replace(TIBET.scoring, score=broken_scorer)
    return replace(TIBET, name="later", scoring=scoring)


def that_counts_no_hands(_words):
    return replace(TIBET, name="uncounted", scoring=replace(TIBET.scoring, score=None))


def that_pays_nothing(_words):
    return replace(TIBET, name="unpaid", scoring=replace(TIBET.scoring, settle=None))


GROWING = {2: second, 1: first}
NUMBER = 7


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    """Rule sets as if other packages had registered them."""
    here = {
        "absent": "no_such_module:from_words",
        "growing": f"{__name__}:GROWING",
        "failing": f"{__name__}:failing",
        "strange": f"{__name__}:NUMBER",
        "misnamed": f"{__name__}:of_another_name",
        "later": f"{__name__}:failing_later",
        "uncounted": f"{__name__}:that_counts_no_hands",
        "unpaid": f"{__name__}:that_pays_nothing",
        "tibet": f"{__name__}:failing",
    }
    points = [EntryPoint(name, value, rules.GROUP) for name, value in here.items()]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_group: points)
    for cache in CACHES:
        cache.cache_clear()
    yield
    for cache in CACHES:
        cache.cache_clear()


@pytest.mark.parametrize(
    ("header", "edition"), [("growing/1", 1), ("growing/2", 2), ("growing", 2)]
)
def test_an_edition_is_judged_by_its_own_rules(header, edition):
    assert rules.load(header).edition == edition


def test_an_edition_that_there_is_not_is_refused_with_those_that_there_are():
    with pytest.raises(RulesError, match="growing has no edition '3'; it has 1, 2"):
        rules.load("growing/3")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("absent", "No module named"),
        ("failing", "ZeroDivisionError: no tiles"),
        ("strange", "TypeError"),
        ("misnamed", "is no rule set of that name"),
    ],
)
def test_a_rule_set_that_fails_is_named_with_its_package_and_the_reason(name, why):
    with pytest.raises(RulesError, match=f"the rule set {name} of the package .*{why}"):
        rules.load(name)
    (finding,) = [f for f in audit(read(RECORD.format(name))).findings if f.code == "rules.unknown"]
    assert why in finding.message


def test_a_rule_set_that_comes_with_mjlog_is_not_replaced():
    assert rules.load("tibet/1").play.spec == TIBET.play.spec


def test_the_list_tells_which_are_broken_and_shows_the_others():
    shown = CliRunner().invoke(main, ["rules"], catch_exceptions=False).output
    for name in ("absent", "failing", "strange", "misnamed"):
        assert f"broken  the rule set {name} of the package" in shown
    assert "growing/2  " in shown
    assert "riichi/1  " in shown


def test_everything_else_goes_on_beside_a_broken_one():
    assert finding_codes.names("win.tile")
    assert create_app().test_client().get("/").status_code == 200
    assert not [f for f in audit(read(RECORD.format("tibet/1"))).findings if "rules" in f.code]


def test_a_rule_set_that_fails_on_a_record_is_named():
    report = audit_what_can_be(read(RECORD.format("later")))
    (finding,) = [each for each in report.findings if each.code == "internal.error"]
    assert f"mjlog, with the rule set later of the package {__name__}" in finding.message
    assert re.search(r"no such item at rules/test_rule_sets_of_others\.py:[0-9]+", finding.message)
    assert "LookupError: no such item" in finding.message


def test_a_command_names_the_line_of_the_package_that_failed():
    hand = ["--hand", "123m456m789m111p22p", "--from", "B", "--round", "E"]
    failed = CliRunner().invoke(main, ["score", "--rules", "later", *hand])
    assert failed.exit_code == 1
    assert f"a rule set of the package {__name__} failed (LookupError" in failed.output
    assert "test_rule_sets_of_others.py:" in failed.output


def test_a_damaged_catalog_is_named_and_left_out(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(languages, "_added", {})
    damaged = languages.compiled("ja", "later", tmp_path)
    damaged.parent.mkdir(parents=True)
    damaged.write_bytes(b"no catalog")
    languages.add_catalogs("later", str(tmp_path))
    assert languages.language("ja").gettext("Not Found") == "見つかりません"
    assert str(damaged) in caplog.text
    languages.language.cache_clear()


@pytest.mark.parametrize("name", sorted(rules.BUILT_IN))
def test_what_comes_with_mjlog_is_of_the_first_edition(name):
    assert rules.load(name).edition == rules.load(f"{name}/1").edition == 1
    with pytest.raises(RulesError, match="edition"):
        rules.load(f"{name}/2")


@pytest.mark.parametrize("name", ["uncounted", "unpaid"])
def test_rules_that_count_no_hands_or_pay_nothing_leave_payments_open(name):
    report = audit(read(f"{RECORD.format(name)}pay B>A 1000\n"))
    assert [each.code for each in report.findings if each.code == "internal.error"] == []
    assert {each.answer for each in report.verdicts if each.claim.kind == "pay"} == {"unverified"}
