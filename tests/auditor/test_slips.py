"""One slip of the pen on a sheet without tiles: one finding, at the entry to blame."""

import pytest
from kit.commands import run

import mjlog
from mjlog.bots.generate import games
from mjlog.model.record import Items
from mjlog.results.effects import with_effects
from mjlog.rules import load

HEAD = "%mjlog 1.0\nRules: riichi/1\nA: A\nB: B\nC: C\nD: D\n\n"
SHEET = HEAD + (
    "@ E1 dealer=A\nwin B ? from C\nfan B han 2, fu 30\npay C>B 2000\nnet 0 2000 -2000 0\n"
    "score 25000 27000 23000 25000\n\n"
    "@ E2 dealer=B\nwin C ? self\nready A\nfan C han 3, fu 30\n"
    "pay A>C 1000, B>C 2000, D>C 1000, table>C 1000\nnet -2000 -2000 5000 -1000\n"
    "score 23000 25000 28000 24000\n"
)
SLIPS = [
    ("from C", "from D", 9, "discarder"),
    ("fan B han 2", "fan B han 3", 10, "step"),
    ("pay C>B 2000", "pay D>B 2000", 11, "payer"),
    ("pay C>B 2000", "pay C>B 2100", 11, "unit"),
    ("net 0 2000 -2000 0", "net 0 2000 2000 0", 12, "sign"),
    ("score 25000 27000", "score 25000 72000", 13, "digits"),
    ("score 25000 27000", "score 26000 27000", 13, "sum"),
    ("A>C 1000, B>C 2000", "A>C 2000, B>C 1000", 19, "exchanged"),
    ("table>C 1000", "table>C 1500", 19, "sticks"),
    ("ready A\n", "", 15, "ready"),
    ("ready A\n", "ready A D\n", 17, "ready"),
]


def audited(text):
    report = mjlog.audit(mjlog.read(text))
    return report, [f for f in report.findings if f.severity in {"error", "warning"}]


def test_a_right_sheet_agrees_given_what_it_claims():
    report, found = audited(SHEET)
    assert not found
    assert not report.explanations
    assert report.counts()["given"] > 15
    assert report.counts()["differs"] == 0


@pytest.mark.parametrize(("old", "new", "line", "kind"), SLIPS)
def test_one_slip_is_one_finding_at_its_entry(old, new, line, kind):
    if kind == "ready" and not new:
        text = SHEET.replace(old, new) + "\n@ E3 dealer=C\nready B\ndraw wall\ntenpai B\n"
    else:
        text = SHEET.replace(old, new, 1)
    report, found = audited(text)
    assert [finding.place.line for finding in found] == [line]
    [explained] = report.explanations
    assert explained.is_certain
    assert [slip.kind for slip in explained.explanations[0].slips] == [kind]


def test_two_equally_small_explanations_blame_nobody():
    text = HEAD + "@ E1 dealer=A\nwin B ? from C\nfan B han 2, fu 30\npay C>B 3900\n"
    report, [finding] = audited(text)
    assert finding.place.seat == -1
    assert finding.other is not None
    assert not report.explanations[0].is_certain


TAIWANESE = HEAD.replace("riichi/1", "taiwanese/1") + (
    "@ E1 dealer=A continued=0\nwin B ? from C\nfan B fl_none 2, pung 10, win 2, base 13\n"
    "net 0 13 -13 0\npay C>B 13\n"
)


def test_an_item_with_other_points_is_one_slip_where_the_sum_fits_all_else():
    report, [finding] = audited(TAIWANESE)
    [explained] = report.explanations
    assert finding.code == "score.item"
    assert [(slip.kind, slip.expected) for slip in explained.explanations[0].slips] == [
        ("step", "base 13")
    ]


def test_an_option_under_which_a_sheet_is_right_as_it_stands_is_named_beside_the_slip():
    sheet = HEAD + (
        "@ E1 dealer=A\nwin B ? from C\nfan B han 4, fu 30\npay C>B 8000\n"
        "net 0 8000 -8000 0\nscore 25000 33000 17000 25000\n"
    )
    _, [finding] = audited(sheet)
    assert finding.code == "score.item"
    assert finding.settings == ("round_up_mangan=true",)


def test_what_a_sheet_has_no_line_for_accuses_nobody():
    text = SHEET.replace("ready A\n", "")
    report, found = audited(text)
    assert not found
    assert any("had declared ready" in verdict.reason for verdict in report.verdicts)


@pytest.mark.parametrize(
    ("rules", "pay"), [("riichi/1", 2150), ("tibet/1 preset=tibet-13-scored", 21)]
)
def test_an_amount_that_no_hand_brings(rules, pay):
    head = HEAD.replace("riichi/1", rules)
    _, found = audited(head + f"@ E1 dealer=A\nwin B ? from C\npay C>B {pay}\n")
    assert [finding.code for finding in found] == ["pay.seats"]


DEALERS = HEAD + (
    "@ E1 dealer=A\nwin B ? from C\nfan B han 2, fu 30\npay C>B 2000\n\n"
    "@ E2 dealer={dealer}\nwin C ? from D\nfan C han 2, fu 30\npay D>C {points}\n\n"
    "@ E3 dealer=C\ndraw wall\ntenpai C\n"
)


@pytest.mark.parametrize(
    ("dealer", "points", "lines"), [("B", 2000, []), ("D", 2000, [13]), ("C", 2900, [13, 16])]
)
def test_another_dealer_than_the_deals_name_has_is_one_finding(dealer, points, lines):
    _, found = audited(DEALERS.format(dealer=dealer, points=points))
    assert [finding.place.line for finding in found] == lines


def test_a_payment_without_its_counters_is_told_as_such():
    text = HEAD + (
        "@ E1.1 dealer=A\nwin B ? self\nfan B han 5, fu 30\n"
        "pay A>B 4100, C>B 2000, D>B 2100\nnet -4100 8300 -2100 -2100\n"
    )
    report, _ = audited(text)
    kinds = [slip.kind for slip in report.explanations[0].explanations[0].slips]
    assert kinds == ["counters"]


def effect_of(text):
    report, _ = audited(text)
    return with_effects(report)[0].explanations[0].effect


def test_a_total_added_wrong_tells_what_it_changes_at_the_end():
    effect = effect_of(SHEET.replace("score 23000 25000 28000", "score 29000 25000 28000"))
    assert effect.points == (29000, 25000, 28000, 24000)
    assert effect.put_right == (23000, 25000, 28000, 24000)
    assert (effect.ranks, effect.ranks_put_right) == ((1, 3, 2, 4), (4, 2, 1, 3))
    assert effect.moved == (0, 1, 2, 3)
    assert effect.final_points[0] > 0 > effect.final_points_put_right[0]


def test_a_total_carried_on_from_a_wrong_one_moves_the_end_by_as_much():
    wrong = SHEET.replace("score 25000 27000", "score 26000 27000")
    effect = effect_of(wrong.replace("score 23000 25000 28000", "score 24000 25000 28000"))
    assert effect.points[0] - effect.put_right[0] == 1000
    assert effect.changed == (0, 3)
    assert effect.moved == (0, 3)


def test_a_slip_that_no_total_was_added_from_changes_nothing_at_the_end():
    effect = effect_of(SHEET.replace("pay C>B 2000", "pay C>B 2100"))
    assert effect.points == effect.put_right
    assert not effect.changed


def test_the_report_for_people_says_in_one_line_how_the_game_ends(tmp_path):
    path = tmp_path / "sheet.mjl"
    path.write_text(SHEET.replace("score 23000 25000 28000", "score 29000 25000 28000"))
    done = run("check", path)
    [line] = [each for each in done.output.splitlines() if "put right the game ends" in each]
    assert "A 23,000 (not 29,000)" in line
    assert "rank 4 (not 1)" in line


@pytest.mark.parametrize("rules", ["riichi/1", "taiwanese/1", "american/1", "tibet/1"])
def test_no_hand_that_is_counted_has_items_that_exclude_each_other(rules):
    pairs = load(rules).scoring.never_together
    hands = [
        {name for name, points in told.items if points}
        for game in games(rules, seed=5, deals=25, fast=True)
        for deal in game.deals
        for told in deal.contents(Items)
    ]
    assert pairs
    assert frozenset().union(*pairs) <= load(rules).scoring.item_names
    assert not [hand for hand in hands for pair in pairs if pair <= hand]


def test_who_won_by_a_self_draw_is_one_slip_where_everybody_pays_another_player():
    text = TAIWANESE.partition("win")[0] + (
        "win B 7p self\nfan B total 5\npay A>C 5, B>C 5, D>C 5\nnet -5 -5 15 -5\n"
    )
    report, [finding] = audited(text)
    assert (finding.code, finding.expected) == ("win.line", "C")
    [explained] = report.explanations
    assert [slip.kind for slip in explained.explanations[0].slips] == ["winner"]
