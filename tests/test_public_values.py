"""What the package hands out: short to print, safe to show, possible to copy and to pickle."""

import copy
import pickle

import pytest
from kit.places import EVERY, ROOT, slug
from kit.sizes import each

import mjlog
from mjlog.model.settlement import Payment, Settlement

MOST = 200


def values(path):
    """Every value that a program comes by, made from one record."""
    game = mjlog.read(path.read_bytes())
    source = mjlog.Source(str(path), "mjl", game)
    report = mjlog.audit(game)
    yield from (source, game, report, *game.deals, *report.findings, *report.verdicts)
    yield from (settled for settled in report.settlements if settled is not None)
    yield from (turn for deal in game.deals for turn in deal.turns[:2])
    yield from (finding.place for finding in report.findings)
    if report.rules is None or game.seats not in report.rules.play.spec.seats:
        return
    yield report.rules
    for deal in game.deals:
        yield mjlog.replay(deal, report.rules, seats=game.seats)
        yield from list(deal.steps(report.rules, seats=game.seats))[::40]


@pytest.mark.slow
@each(EVERY, slug, one_in=16)
def test_every_value_is_picklable_and_short_to_print(path):
    for value in values(path):
        again = pickle.loads(pickle.dumps(value))  # noqa: S301  what was just written
        assert type(again) is type(value)
        assert repr(again) == repr(value)
        assert len(repr(value)) <= MOST or type(value).__name__ in {"Turn", "Place"}
        if not isinstance(value, mjlog.Played):  # its table is live
            assert again == value


@pytest.mark.slow
@each(EVERY[5:], slug, one_in=45)
def test_every_value_is_copyable_and_shows_itself_in_a_notebook(path):
    for value in values(path):
        assert repr(copy.deepcopy(value)) == repr(copy.copy(value)) == repr(value)
        page = getattr(value, "_repr_html_", lambda: "<table></table>")()
        assert page.startswith(("<table>", "<figure>"))


def test_a_copied_record_knows_where_its_turns_stand():
    game = mjlog.read((ROOT / "samples/taiyuan/everything-fair-copy.mjl").read_bytes())
    again = pickle.loads(pickle.dumps(game))  # noqa: S301  what was just written
    [deal], [copied] = game.deals, again.deals
    places = [deal.place(index) for index in range(len(deal.turns))]
    assert [copied.place(index) for index in range(len(deal.turns))] == places


@pytest.mark.parametrize(
    "header",
    [
        "taiyuan/1",
        "taiyuan/1 preset=regional",
        "riichi/1",
        "tibet/1",
        "riichi/1 preset=ema-2016",
        "american/1",
        "taiwanese/1",
    ],
)
def test_a_rule_set_comes_back_as_itself(header):
    rules = mjlog.rules.load(header)
    again = pickle.loads(pickle.dumps(rules))  # noqa: S301  what was just written
    assert again == rules
    assert hash(again) == hash(rules)
    assert again.choices.open_options == rules.choices.open_options
    name = next(o.name for o in rules.options if {*o.values} == {"true", "false"})
    flipped = "false" if rules.settings[name] == "true" else "true"
    assert rules != rules.having(name, flipped)


def test_problems_can_be_sent_on():
    with pytest.raises(mjlog.RulesError) as refused:
        mjlog.rules.load("taiyuan/1 nothing=1")
    again = pickle.loads(pickle.dumps(refused.value))  # noqa: S301  what was just written
    assert str(again) == str(refused.value)
    with pytest.raises(mjlog.Unreadable) as unreadable:
        mjlog.read(b"\x00\x01\x02")
    again = pickle.loads(pickle.dumps(unreadable.value))  # noqa: S301  what was just written
    assert again.finding == unreadable.value.finding


def test_nothing_in_a_record_becomes_markup():
    evil = "<script>alert(1)</script>&\"'"
    heads = f"%mjlog 1.0\nRules: taiyuan/1 {evil}\nEvent: {evil}"
    game = mjlog.read(f"{heads}\n\n@ <b> dealer=A\n1. A:<i>\n")
    report = mjlog.audit(game)
    for value in (game, *game.deals, report, *report.findings):
        page = value._repr_html_()
        assert "<script" not in page
        assert "<b>" not in page
        assert "<i>" not in page


def test_a_settlement_says_who_pays_whom():
    paid = Settlement((Payment(1, 0, 300), Payment(2, 0, 500)))
    assert repr(paid) == "<Settlement B>A 300, C>A 500>"
    assert repr(Settlement()) == "<Settlement without payments>"
