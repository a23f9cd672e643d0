"""Riichi at the edges: the last tile of a kind, the very point that is asked for."""

import pytest
from kit.places import SAMPLES
from kit.records import errors, sheet

from mjlog.auditor.audit import audit
from mjlog.notation import read

ROOM = "riichi/1 preset=tenhou"


def found(rules, lines, *, headers="", deal="@ E1.0 dealer=A"):
    return audit(read(sheet(rules, lines, headers=headers, deal=deal)))


@pytest.mark.parametrize(
    ("thrown", "wrong"),
    [
        *((f"{kind}z", []) for kind in (1, 2, 3, 4)),
        ("5z", ["abort.kind"]),
        ("7z", ["abort.kind"]),
        ("9s", ["abort.kind"]),
    ],
)
def test_any_of_the_four_winds_breaks_a_deal_off_and_no_other_tile(thrown, wrong):
    first = f"1. A:{thrown} {thrown}. {thrown}. {thrown}."
    assert errors(found(ROOM, f"{first}\ndraw abort four-winds")) == wrong
    assert errors(found(ROOM, f"{first}\n2. 9m.\ndraw void\nrule table stopped")) == (
        [] if wrong else ["abort.due"]
    )


@pytest.mark.parametrize(("best", "ends"), [(29900, False), (30000, True), (30100, True)])
def test_a_dealer_who_leads_at_the_end_needs_the_target_itself(best, ends):
    deal = f"@ S4 dealer=D sticks=0 scores=28000,23000,{52000 - best},{best - 3000}"
    drawn = "draw wall\ntenpai D\nnet -1000 -1000 -1000 +3000\nnext"
    assert errors(found(ROOM, f"{drawn} end", deal=deal)) == ([] if ends else ["next.end"])


@pytest.mark.parametrize(
    ("points", "finals"),
    [
        ((30100, 30000, 29900, 30000), "8.1 2.0 -12.1 2.0"),
        ((30200, 29900, 29900, 30000), "8.2 -6.1 -6.1 4.0"),
        ((30300, 29900, 29900, 29900), "12.3 -4.1 -4.1 -4.1"),
    ],
)
def test_who_has_what_all_began_with_is_not_below_it_for_floating_points(points, finals):
    deal = f"@ S4 dealer=D scores={','.join(map(str, points))}"
    score = " ".join(map(str, points))
    lines = f"draw wall\ntenpai A B C D\nscore {score}\nnext end for=time"
    report = found(
        "riichi/1 preset=jpml-2022", lines, headers=f"Final-Points: {finals}\n", deal=deal
    )
    assert errors(report) == []


@pytest.mark.parametrize(("claim", "right"), [("yakuman ?", 1), ("limits 1", 1), ("limits 2", 2)])
def test_a_yakuman_without_a_number_is_one(claim, right):
    for paid in (1, 2):
        report = found(ROOM, f"win B ? from C\nfan B {claim}\npay C>B {32000 * paid}")
        assert errors(report) == ([] if paid == right else ["pay.seats"])


def test_points_that_no_hand_moves_are_wrong_where_one_player_pays_them():
    assert errors(found(ROOM, "win B ? from C\nfan B points 1234")) == ["score.item"]
    assert errors(found(ROOM, "win B ? self\nfan B points 1234")) == []  # perhaps one share
    assert errors(found(ROOM, "win B ? from C\nfan B points 3900, han 3")) == []
    assert errors(found(ROOM, "win B ? from C\nfan B points 3900, han 4")) == ["score.item"]


@pytest.mark.parametrize(
    ("deal", "told", "codes"),
    [("N3", "N4.1", []), ("N3", "N4.0", ["next.round"]), ("N4", "E1.0", ["next.end"])],
)
def test_no_deal_follows_the_north_round(deal, told, codes):
    first, second = ("ABCD"[int(name[1]) - 1] for name in (deal, told))
    behind = f"\n@ {told} dealer={second}\ndraw wall\n"
    report = found("riichi/1", f"draw wall\ntenpai\n{behind}", deal=f"@ {deal}.0 dealer={first}")
    assert errors(report) == codes


@pytest.mark.parametrize(
    ("claim", "right"),
    [
        ("fu 30, points 1000", True),
        ("fu 40, points 700", False),
        ("fu 30, points 24000", True),
        ("fu 30, points 32000", True),
        ("fu 30, points 900", False),
    ],
)
def test_points_are_those_of_one_han_up_to_a_counted_yakuman(claim, right):
    report = found(ROOM, f"win B ? from C\nfan B {claim}")
    assert errors(report) == ([] if right else ["score.item"])


def test_riichi_comes_first_of_what_happened_whether_the_sheet_names_it_or_not():
    shown = "dora 1z\nwin B 6p from C\nready B\nshow B 234345m22456p678s\nfan B"
    for claim in ("ippatsu 1, pinfu 1", "riichi 1, ippatsu 1, pinfu 1"):
        (score,) = found("riichi/1", f"{shown} {claim}").settlements[0].scores
        assert [item.name for item in score.items] == ["riichi", "ippatsu", "tanyao", "pinfu"]


@pytest.mark.parametrize(("sample", "owner"), [("nagashi-mangan", "D"), ("nine-terminals", "A")])
@pytest.mark.parametrize("named", "ABCD")
def test_the_line_of_the_end_names_whom_the_turns_show(sample, owner, named):
    right = (SAMPLES / "riichi" / f"{sample}.mjl").read_text("utf-8")
    report = audit(read(right.replace(f"by={owner}", f"by={named}")))
    assert errors(report) == ([] if named == owner else ["win.line"])
    for finding in report.findings:
        line = right.splitlines()[finding.place.line - 1]
        assert line.startswith("draw")
        assert line.endswith(f"by={owner}")


@pytest.mark.parametrize(
    ("lines", "wrong"), [("ura 9m1p", 0), ("ura 9m\nura 1p", 0), ("ura 9m", 1), ("ura 9m1p4z", 1)]
)
def test_all_lines_of_hidden_indicators_are_counted_together(lines, wrong):
    right = (SAMPLES / "riichi" / "game-three-players.mjl").read_text("utf-8")
    report = audit(read(right.replace("ura 9m1p", lines)))
    assert errors(report) == ["dora.ura"] * wrong
