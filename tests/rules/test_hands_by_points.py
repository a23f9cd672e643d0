"""Riichi sheets that tell of a hand only what it moves: its points, the shares of a self-draw."""

import pytest

from mjlog import audit, read
from tests.kit.records import errors

HEAD = "%mjlog 1.0\nRules: riichi/1{options}\nA: Ann\nB: Bob\nC: Cid\nD: Dee\n\n"
DEAL = "@ {label} dealer=A\n{ready}win B ? {how}\nfan B {worth}\nnet {net}\n"


def report(how, worth, net, *, label="E1.0", ready="", options=""):
    lines = DEAL.format(label=label, how=how, worth=worth, net=net, ready=ready)
    return audit(read(HEAD.format(options=options) + lines))


def answers(found):
    return {verdict.answer for verdict in found.verdicts}


def nets(found):
    return found.settlements[0].net(4)


@pytest.mark.parametrize(
    ("how", "worth", "net"),
    [
        ("from D", "points 7700", "0 7700 0 -7700"),
        ("from A", "points 8000", "-8000 8000 0 0"),
        ("self", "points 5200", "-2600 5200 -1300 -1300"),
        ("self", "share 1300, dealer-share 2600", "-2600 5200 -1300 -1300"),
        ("from D", "riichi ?, tanyao ?, points 2600", "0 2600 0 -2600"),
        ("from D", "riichi ?, tanyao ?, han 3, fu 30", "0 3900 0 -3900"),
        ("from D", "han 3, points 3900", "0 3900 0 -3900"),
    ],
)
def test_what_a_hand_moves_tells_every_payment(how, worth, net):
    ready = "ready B\n" if "riichi" in worth else ""
    found = report(how, worth, net, ready=ready)
    assert errors(found) == []
    assert answers(found) == {"given"}


def test_a_wrong_share_is_named_with_what_is_due():
    found = report("self", "points 5200", "-2600 5300 -1300 -1400")
    assert errors(found) == ["net.differs"]
    assert [each.expected for each in found.findings] == ["-1300"]


def test_points_that_no_hand_has_are_an_error_at_the_value():
    found = report("from D", "points 7600", "0 7700 0 -7700")
    (wrong,) = [each for each in found.findings if each.severity == "error"]
    assert wrong.code == "score.item"
    assert wrong.place.line == 10


@pytest.mark.parametrize("options", ["", " round_up_mangan=true"])
def test_whether_7700_is_a_hand_is_an_option(options):
    found = report("from D", "points 7700", "0 7700 0 -7700", options=options)
    assert bool(errors(found)) == bool(options)


@pytest.mark.parametrize("worth", ["points 8000", "points 8600"])
def test_points_are_told_with_what_counters_bring_or_without(worth):
    found = report("from D", worth, "0 8600 0 -8600", label="E1.2")
    assert errors(found) == []
    assert answers(found) == {"given"}


def test_points_that_do_not_fit_the_changes_are_explained_by_the_nearest_that_do():
    found = report("from D", "points 7700", "0 8000 0 -8000")
    (wrong,) = [each for each in found.findings if each.severity == "error"]
    assert wrong.code == "score.item"
    assert "the value of B's hand" in f"{wrong}"


def test_of_a_self_draw_points_may_be_a_share_so_that_nobody_is_accused():
    found = report("self", "points 1300", "-2600 5200 -1300 -1300")
    assert errors(found) == []
    assert answers(found) == {"unverified"}


def test_patterns_that_lack_of_the_sum_are_one_finding():
    found = report("from D", "tanyao 1, han 3, fu 30", "0 3900 0 -3900")
    assert errors(found) == ["score.total"]


def test_every_amount_that_payments_come_to_is_read_back():
    """What han and fu come to, told as points, pays the same."""
    for han, fu in ((1, 30), (2, 25), (2, 40), (3, 70), (4, 20), (5, 30), (8, 30), (11, 30)):
        for how, net in (("from D", "0 ? 0 ?"), ("self", "? ? ? ?")):
            counted = report(how, f"han {han}, fu {fu}", net)
            (score,) = counted.settlements[0].scores
            points = next(item.points for item in score.worth if item.name == "points")
            by_points = report(how, f"points {points}", net)
            assert nets(by_points) == nets(counted)
