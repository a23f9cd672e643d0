"""Sheets that do not say who was ready, or who waited: the state that fits them is found."""

from itertools import chain, combinations

import pytest
from kit.builds import source_alone
from kit.records import faults, sheet

from mjlog.auditor.audit import audit
from mjlog.auditor.checks.game_headers import may_have_moved
from mjlog.auditor.checks.shown_hand import same_tiles as is_same
from mjlog.auditor.diagnosis.number_slips import Cell
from mjlog.auditor.diagnosis.number_slips import _slip_of_both as of_two
from mjlog.auditor.diagnosis.sheet_suspects import _near as near_numbers
from mjlog.auditor.diagnosis.supplied_lines import State
from mjlog.model.findings import Claim, Place
from mjlog.model.record import NOBODY, Line, WinLine
from mjlog.model.slips import Slip
from mjlog.model.tiles import PILLAR, UNKNOWN
from mjlog.notation import read

HEAD = "@ E1.0 dealer=A scores=25000,25000,25000,25000 sticks=0"
BEFORE = 25000
STICK = 1000


def subsets(seats):
    return list(chain.from_iterable(combinations(seats, size) for size in range(len(seats) + 1)))


def row(numbers):
    return " ".join(f"{number:+}" for number in numbers)


def checked(lines):
    return audit(read(sheet("riichi/1", lines, deal=HEAD)))


def answers(report, kind):
    return {each.claim.seat: each.answer for each in report.verdicts if each.claim.kind == kind}


# ----------------------------------------------------------------- a win of a stated worth

WON = "win B 5p from C\nfan B tanyao 1, pinfu 1, dora 1, fu 30\npay C>B 3900"


def won(ready):
    """The change of everybody where these losers had laid a stick, and the lines of the win."""
    change = [0, 3900 + STICK * len(ready), -3900, 0]
    for seat in ready:
        change[seat] -= STICK
    stakes = f", table>B {STICK * len(ready)}" if ready else ""
    return change, WON + stakes


@pytest.mark.parametrize("ready", subsets((0, 2, 3)))
def test_totals_tell_who_laid_the_sticks_that_the_winner_takes_up(ready):
    change, lines = won(ready)
    totals = " ".join(str(BEFORE + each) for each in change)
    report = checked(f"{lines}\nscore {totals}")
    assert faults(report) == []
    assert set(answers(report, "score").values()) <= {"agrees", "given"}


@pytest.mark.parametrize("ready", subsets((0, 2, 3)))
@pytest.mark.parametrize("wrong", range(4))
def test_a_total_that_no_stick_explains_is_wrong_whoever_laid_one(ready, wrong):
    change, lines = won(ready)
    change[wrong] += 300
    totals = " ".join(str(BEFORE + each) for each in change)
    report = checked(f"{lines}\nscore {totals}")
    assert faults(report) == ["score.chain"]
    assert [seat for seat, how in answers(report, "score").items() if how == "differs"] == [wrong]


# ----------------------------------------------------------------- a drawn deal


def drawn(waiting, ready):
    """The change of everybody where these waited, and had laid a stick."""
    change = [0] * 4
    if 0 < len(waiting) < 4:
        for seat in range(4):
            waits = seat in waiting
            change[seat] = 3000 // len(waiting) if waits else -3000 // (4 - len(waiting))
    for seat in ready:
        change[seat] -= STICK
    return change


DRAWN = [(waiting, ready) for waiting in subsets(range(4)) for ready in subsets(waiting)]


@pytest.mark.parametrize(("waiting", "ready"), DRAWN)
def test_changes_tell_who_waited_and_who_had_laid_a_stick(waiting, ready):
    change = drawn(waiting, ready)
    for line in (f"net {row(change)}", f"score {' '.join(str(BEFORE + each) for each in change)}"):
        report = checked(f"draw wall\n{line}")
        assert faults(report) == []
        assert set(answers(report, line.partition(" ")[0]).values()) <= {"agrees", "given"}


POSSIBLE = {tuple(drawn(waiting, ready)) for waiting, ready in DRAWN}


def one_cell_beside(change):
    """The cells of which one, written otherwise, would make the changes possible."""
    return {
        seat
        for right in POSSIBLE
        for seat in range(4)
        if [where for where in range(4) if right[where] != change[where]] == [seat]
    }


@pytest.mark.parametrize(("waiting", "ready"), DRAWN)
@pytest.mark.parametrize("wrong", range(4))
@pytest.mark.parametrize("by", [300, 2000])
def test_a_change_that_nothing_explains_is_wrong_whoever_waited(waiting, ready, wrong, by):
    change = drawn(waiting, ready)
    change[wrong] += by
    report = checked(f"draw wall\nnet {row(change)}")
    accused = [finding.place.seat for finding in report.findings]
    several = len(one_cell_beside(change)) > 1
    if tuple(change) in POSSIBLE:
        assert accused == []
    else:
        assert accused == [NOBODY if several else wrong]
        assert "differs" in answers(report, "net").values()


def test_each_of_several_cells_that_may_be_wrong_is_named():
    report = checked("draw wall\nnet +500 +500 +500 -1500")
    [finding], [explained] = report.findings, report.explanations
    assert finding.place.seat == NOBODY
    assert finding.message == (
        "C's points change by -1500, not by +500; or another entry is wrong: "
        "`net B`, which would read -1500 or `net A`, which would read -1500"
    )
    slips = [each.slips for each in explained.explanations]
    assert [(slip.claim.seat, slip.expected) for [slip] in slips] == [
        (2, "-1500"),
        (1, "-1500"),
        (0, "-1500"),
    ]


# ----------------------------------------------------------------- by how much it is off


def amount(recorded, expected):
    return Slip("amount", Claim("net", 0), Place(9), recorded, expected)


@source_alone
def test_amounts_are_off_by_their_differences_whatever_their_signs():
    slips = [amount("-1000", "2000"), amount("2000", "1900"), amount("1000", "--")]
    assert State(None, slips, 3).points_off == 3100
    assert State(None, [], 0).points_off == 0


@pytest.mark.parametrize(
    ("stated", "due", "moved"),
    [
        ((30.0, 20.0, 25.0, 25.0), (25.0, 25.0, 25.0, 25.0), True),
        ((31.0, 20.0, 25.0, 25.0), (25.0, 25.0, 25.0, 25.0), False),
        ((30.0, 20.0, 25.0, 25.0), (20.0, 30.0, 25.0, 25.0), False),
        ((50.0, 50.0), (25.0, 25.0, 25.0, 25.0), False),
        ("20 25", (25.0, 25.0, 25.0, 25.0), False),
        ("four", (25.0, 25.0, 25.0, 25.0), False),
    ],
)
def test_players_may_have_paid_each_other_what_comes_to_nothing_in_all(stated, due, moved):
    assert may_have_moved(stated, due) is moved


# ----------------------------------------------------------------- tiles as they are shown


@pytest.mark.parametrize(
    ("held", "shown", "same"),
    [
        ((5, 5 | PILLAR, 6), (6, 5, 5), True),
        ((5, 5 | PILLAR, 6), (6, 5 | PILLAR, 5), True),
        ((5, 5 | PILLAR, 6), (6, 5 | PILLAR, 5 | PILLAR), False),
        ((5, 5 | PILLAR, 6), (6 | PILLAR, 5, 5), False),
        ((5, 5 | PILLAR, 6), (5, 5, 7), False),
        ((5, 5 | PILLAR, 6), (5, 6, UNKNOWN), True),
        ((5, 5 | PILLAR, 6), (5, 7, UNKNOWN), False),
        ((5, 5 | PILLAR, 6), (5, 6, UNKNOWN, UNKNOWN), False),
        ((5, 5 | PILLAR, 6), (5, 5, 5), False),
    ],
)
def test_marks_of_pillars_count_where_some_are_shown(held, shown, same):
    assert is_same(held, shown) is same


# ----------------------------------------------------------------- what no state explains


@pytest.mark.parametrize(("points", "possible"), [(3900, True), (1000, True), (3950, False)])
def test_a_payment_that_no_hand_brings_is_wrong_whatever_the_hand_was(points, possible):
    report = checked(f"win B 5p from C\npay C>B {points}")
    assert faults(report) == ([] if possible else ["pay.seats"])


@pytest.mark.parametrize(
    ("number", "near"),
    [(0, [1, 2]), (1, [0, 2, 3]), (5, [4, 6, 0, 7])],
)
def test_numbers_that_a_slip_makes_of_another(number, near):
    assert near_numbers(number) == near


def cell(payer, payee, recorded, due):
    return Cell(Claim("pay", payer, payee), Line(WinLine(0, 0, 1)), recorded, due)


@pytest.mark.parametrize(
    ("one", "other", "slip"),
    [
        ((2, 0, 100, 0), (1, 0, None, 100), "payer"),
        ((2, 0, 100, 0), (2, 1, None, 100), "payee"),
        ((2, 0, 100, 0), (1, 3, None, 100), None),
        ((2, 0, 100, 0), (1, 0, None, 200), None),
        ((2, 0, 100, 200), (1, 0, 200, 100), "exchanged"),
        ((2, 0, 300, 200), (1, 0, 200, 300), "exchanged"),
        ((2, 0, 300, 200), (1, 0, 100, 200), None),
    ],
)
def test_two_payments_that_one_slip_explains(one, other, slip):
    assert of_two(cell(*one), cell(*other)) == slip


RIGHT_SHEETS = {
    "a change without the own stick, and no result": (
        "riichi/1", "@ E1.0 dealer=A\nnet 0 4900 -3900 0\nscore 25000 28900 21100 25000",
    ),
    "kongs of two players that may have gone back": (
        "sichuan/1", ("@ 1 dealer=A\nwin D 5m self\ndraw wall\nfan D all-pungs 1, total 1\n"
        "kong B exposed 2\nkong C concealed 2\nnet -3 -3 -3 9\npay A>D 3, B>D 3, C>D 3"),
    ),
    "a hand with a bonus tile that no column names": (
        "hongkong/1", ("@ 1 dealer=A\nwin B 2s self\nshow B 22255577s444666z\nfan B half-flush 3, "
        "dragon 1, four-concealed 8, self-draw 1, concealed-hand 1, total 13"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("about", RIGHT_SHEETS)
def test_right_sheets_that_leave_something_out_accuse_nobody(about):
    rules, lines = RIGHT_SHEETS[about]
    game = read(f"%mjlog 1.0\nRules: {rules}\nA: A\nB: B\nC: C\nD: D\n\n{lines}\n")
    assert [finding.message for finding in audit(game).findings if finding.is_error] == []


@pytest.mark.parametrize("rules", ["hongkong/1", "taiyuan/1", "taiwanese/1", "american/1"])
def test_a_change_that_no_hand_brings_is_told_with_the_win_line(rules):
    lines = "@ 1 dealer=A\nwin B ? from C\nnet 16 -16 0 0\n@ 2 dealer=B\nwin B ? from C"
    game = read(f"%mjlog 1.0\nRules: {rules}\nA: A\nB: B\nC: C\nD: D\n\n{lines}\n")
    (finding,) = [finding for finding in audit(game).findings if finding.is_error]
    assert (finding.code, finding.place.line, finding.other.line) == ("net.differs", 10, 9)
