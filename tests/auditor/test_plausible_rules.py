"""Which rules a file is read by that does not say its own: a judge with set answers is asked."""

from dataclasses import dataclass, field, replace

import pytest
from kit.builds import source_alone

from mjlog.auditor.audit import audit, audit_quickly
from mjlog.auditor.inferred_rules import read_openly
from mjlog.model.findings import Claim, Finding, Place, Verdict
from mjlog.model.messages import msg
from mjlog.notation import read
from mjlog.rules import load

pytestmark = source_alone  # the judge answers with reports of its own kind

HEAD = "%mjlog 1.0\nRules: riichi/1 preset=tenhou\nA: A\nB: B\nC: C\nD: D\n\n"
LIKELY = "20_10"
"""The placement points of the rules that are likeliest; the sign by which the judge knows them."""


def sheet(deals, turns="", words=""):
    """A record of so many deals that somebody won."""
    one = f"@ E1 dealer=A\n{turns}win B ? from C\nfan B han 2, fu 30\n"
    game = read(
        HEAD.replace(" preset=tenhou", words or " preset=tenhou") + "\n".join([one] * deals)
    )
    laid = [replace(deal, span=replace(deal.span, line=n)) for n, deal in enumerate(game.deals, 1)]
    return replace(game, deals=tuple(laid))


def wrong(code, deal=1, recorded="1"):
    return Finding.telling(code, "error", msg("wrong"), Place(deal, 1, deal), recorded=recorded)


def verdict(answer, deal=1, kind="pay", seat=0):
    claim = Claim(kind, seat)
    return Verdict(answer, claim, Place(deal, 1, deal), because=msg("so much is due"))


@dataclass
class Report:
    findings: tuple[Finding, ...] = ()
    verdicts: tuple[Verdict, ...] = ()


@dataclass
class Judge:
    """Answers by the placement points of the rules; all others as the likeliest ones."""

    answers: dict[str, Report]
    asked: list[tuple[str, bool, bool]] = field(default_factory=list)
    looked_at: list[tuple[int, ...]] = field(default_factory=list)
    """The deals that a glance is given, by their numbers in the whole game."""

    def __call__(self, game, rules, *, tried, plain=False):
        if rules.is_unknown:
            return audit_quickly(game, "")
        uma = rules.settings["uma"]
        self.asked.append((uma, tried, plain))
        if plain:
            self.looked_at.append(tuple(deal.span.line for deal in game.deals))
        answer = self.answers.get(uma, self.answers[LIKELY])
        if not plain:
            return answer
        # Of a part of the game the findings bear the numbers of that part.
        numbers = {deal.span.line: number for number, deal in enumerate(game.deals, 1)}
        return replace(
            answer,
            findings=tuple(
                replace(each, place=replace(each.place, deal=numbers[each.place.line]))
                for each in answer.findings
                if each.place.line in numbers
            ),
        )


def opened(answers, deals=1, turns="", words=""):
    """The report, its findings and verdicts, and the judge."""
    judge = Judge(answers)
    game = sheet(deals, turns, words)
    return (*read_openly(game, load(game.rules), judge), judge)


def note_on_rules(findings):
    (note,) = [f.message for f in findings if f.code == "rules.inferred"]
    return note


def codes(findings):
    return [f.code for f in findings if f.is_error]


def test_the_likeliest_rules_are_named_where_nothing_that_hangs_on_rules_is_wrong():
    ill = wrong("discard.held")
    right = [verdict("agrees"), verdict("given"), verdict("unverified")]
    report = Report((ill,), tuple(right))
    chosen, findings, verdicts, judge = opened({LIKELY: report})
    assert chosen == report
    assert "riichi/1 preset=tenhou: nothing" in note_on_rules(findings)
    assert "and 2 claims agree" in note_on_rules(findings)
    assert (codes(findings), list(verdicts), len(judge.asked)) == (["discard.held"], right, 1)


def test_the_first_rules_that_make_all_right_are_named_with_their_words():
    fitting = Report((), (verdict("agrees"),))
    _, findings, verdicts, judge = opened(
        {LIKELY: Report((wrong("pay.seats"),)), "10_5": fitting, "20_0": Report()}
    )
    assert "uma=10_5: nothing" in note_on_rules(findings)
    assert "and 1 claim agrees" in note_on_rules(findings)
    assert (codes(findings), verdicts) == ([], fitting.verdicts)
    # At a glance first, then wholly, and once more with all its hints.
    assert [each for each in judge.asked if each[0] == "10_5"] == [
        ("10_5", True, True),
        ("10_5", True, False),
        ("10_5", False, False),
    ]
    assert not [each for each in judge.asked if each[0] == "20_0"]


def test_rules_that_leave_more_open_are_not_plausible():
    _, findings, _, _ = opened(
        {LIKELY: Report((wrong("pay.seats"),)), "10_5": Report((), (verdict("unverified"),))}
    )
    assert "no known rules fit" in note_on_rules(findings)
    assert codes(findings) == ["pay.seats"]


def test_rules_by_which_play_is_wrong_are_not_plausible():
    _, findings, _, _ = opened(
        {LIKELY: Report((wrong("pay.seats"),)), "10_5": Report((wrong("discard.held"),))}
    )
    assert "no known rules fit" in note_on_rules(findings)
    damaged = Report((wrong("format.tile"),))
    _, findings, _, _ = opened({LIKELY: Report((wrong("pay.seats"),)), "10_5": damaged})
    assert "uma=10_5" in note_on_rules(findings)


def test_the_rules_that_leave_least_to_explain_win_play_included():
    likely = Report((wrong("pay.seats", 1), wrong("dora.count", 2)))
    _, findings, _, _ = opened({LIKELY: likely, "10_5": Report()}, 2)
    assert "uma=10_5: nothing" in note_on_rules(findings)


def test_rules_that_fit_all_deals_but_one_are_named():
    likely = Report((wrong("pay.seats", 1), wrong("pay.seats", 2)))
    other = Report((wrong("discard.held", 3), wrong("pay.seats", 3)))
    _, findings, _, _ = opened({LIKELY: likely, "10_5": other}, 4, "1. A:1z\n")
    assert "uma=10_5: all deals but one" not in note_on_rules(
        findings
    )  # as much is wrong by the likely
    other = Report((wrong("pay.seats", 3),))
    _, findings, _, _ = opened({LIKELY: likely, "10_5": other}, 4, "1. A:1z\n")
    assert "uma=10_5: all deals but one" in note_on_rules(findings)
    assert codes(findings) == ["pay.seats"]


def test_what_other_plausible_rules_make_right_is_left_open():
    both = (wrong("pay.seats", 1), wrong("net.differs", 2))
    likely = Report(both, (verdict("differs", 1), verdict("differs", 2, "net")))
    other = Report(both[1:], (verdict("agrees", 1), verdict("differs", 2, "net")))
    chosen, findings, verdicts, judge = opened({LIKELY: likely, "10_5": other}, 2, "1. A:1z\n")
    # Fewer are wrong by the other rules: those are the best, and none excuse the second.
    assert chosen == other
    assert (codes(findings), ("10_5", False, False) in judge.asked) == (["net.differs"], True)
    assert [each.answer for each in verdicts] == ["agrees", "differs"]
    assert "no known rules fit" in note_on_rules(findings)


def test_of_rules_that_are_as_good_the_one_excuses_what_the_other_finds():
    likely = Report((wrong("pay.seats", 1),), (verdict("differs", 1), verdict("agrees", 2)))
    other = Report((wrong("net.differs", 2),), (verdict("agrees", 1), verdict("differs", 2)))
    chosen, findings, verdicts, _ = opened({LIKELY: likely, "10_5": other}, 2, "1. A:1z\n")
    assert (chosen, codes(findings)) == (likely, [])
    assert [each.answer for each in verdicts] == ["unverified", "agrees"]
    assert verdicts[0].reason.startswith("the file does not name its rules; by one reading so much")


@pytest.mark.parametrize(
    ("turns", "left"), [("1. A:1z\n", []), ("", ["pay.seats", "pay.zero"])], ids=["play", "sheet"]
)
def test_rules_by_which_more_of_a_sheet_is_wrong_excuse_nothing(turns, left):
    likely = Report((wrong("pay.seats", 1), wrong("pay.zero", 1)))
    more = Report((wrong("net.differs", 2), wrong("pay.zero", 2), wrong("pay.draw", 2)))
    _, findings, _, _ = opened({LIKELY: likely, "10_5": more}, 2, turns)
    assert codes(findings) == left


@pytest.mark.parametrize(("number", "fits"), [(1, True), (2, False)])
def test_rules_are_not_tried_by_which_more_of_a_sheet_is_wrong_at_a_glance(number, fits):
    """The other rules excuse what is wrong, with one error elsewhere or with two."""
    likely = Report((wrong("pay.seats", 1),))
    glanced = tuple([wrong("net.differs", 1, str(each)) for each in range(number)])
    _, _, _, judge = opened({LIKELY: likely, "10_5": Report(glanced)})
    assert (("10_5", True, False) in judge.asked) is fits


def test_errors_in_fewer_deals_may_be_explained_by_fewer_slips():
    likely = Report((wrong("pay.seats", 1), wrong("pay.zero", 2)))
    glanced = tuple([wrong("net.differs", 2, str(each)) for each in range(3)])
    _, _, _, judge = opened({LIKELY: likely, "10_5": Report(glanced)}, 2)
    assert ("10_5", True, False) in judge.asked


def test_rules_by_which_nothing_wrong_is_right_are_not_tried():
    likely = Report((wrong("pay.seats", 1),))
    other = Report((wrong("pay.seats", 1), wrong("pay.zero", 1)))
    _, _, _, judge = opened({LIKELY: likely, "10_5": other})
    assert ("10_5", True, True) in judge.asked
    assert ("10_5", True, False) not in judge.asked


def test_a_long_game_is_looked_at_where_something_is_wrong():
    likely = Report((wrong("pay.seats", 5),))
    chosen, findings, _, judge = opened({LIKELY: likely, "10_5": Report()}, 5)
    assert "uma=10_5: nothing" in note_on_rules(findings)
    assert chosen.findings == ()
    assert ("10_5", False, False) in judge.asked
    _, _, _, judge = opened({LIKELY: likely, "10_5": likely}, 5)
    assert ("10_5", True, False) not in judge.asked


@pytest.mark.parametrize(
    ("deals", "wrong_in", "looked_at"),
    [
        (9, [3], (2, 3)),
        (9, [1], (1,)),
        (9, [3, 6], (2, 3, 5, 6)),
        (9, [0], (8, 9)),
        (4, [2], (1, 2)),
        (3, [2], (1, 2, 3)),
        (9, [2, 5, 8], (1, 2, 3, 4, 5, 6, 7, 8, 9)),
    ],
)
def test_each_deal_in_which_something_is_wrong_is_looked_at_with_the_one_before(
    deals, wrong_in, looked_at
):
    # What is said of no deal is said of how the game ends.
    found = [wrong("pay.seats", deal) if deal else OF_THE_GAME for deal in wrong_in]
    _, _, _, judge = opened({LIKELY: Report(tuple(found))}, deals)
    assert judge.looked_at[0] == looked_at


OF_THE_GAME = replace(wrong("final.differs", 9), place=Place(9))
LONG = 100


def wrong_in(deals, code="pay.seats"):
    return tuple(wrong(code, deal) for deal in deals)


def test_the_first_deals_of_a_long_game_say_by_which_rules_it_is_read():
    likely = Report(wrong_in(range(1, LONG + 1)))
    _, findings, _, judge = opened({LIKELY: likely, "20_0": Report()}, LONG)
    assert "uma=20_0: nothing" in note_on_rules(findings)
    assert {len(deals) for deals in judge.looked_at[:-1]} == {16}
    assert [uma for uma, _, plain in judge.asked if not plain] == ["20_0"]


def test_a_slip_in_the_first_deals_hides_no_rules_that_fit_the_rest():
    answers = {LIKELY: Report(wrong_in(range(30, 90))), "10_5": Report(wrong_in([3]))}
    _, findings, _, judge = opened(answers, LONG)
    assert "uma=10_5: all deals but one" in note_on_rules(findings)
    assert codes(findings) == ["pay.seats"]
    assert [uma for uma, _, plain in judge.asked if not plain] == ["10_5"]


def test_a_long_game_of_other_rules_is_read_whole_once():
    several = range(2)
    differ = [verdict("differs", deal, seat=s) for deal in range(1, LONG + 1) for s in several]
    likely = Report(wrong_in(range(1, LONG + 1)), tuple(differ))
    _, findings, _, judge = opened({LIKELY: likely}, LONG)
    assert (codes(findings), "no known rules fit" in note_on_rules(findings)) == ([], True)
    assert [len(deals) for deals in judge.looked_at].count(LONG) == 1
    assert not [each for each in judge.asked if not each[2]]


def test_what_hangs_on_deals_left_out_is_seen_in_the_whole_game():
    # The glance at the deals concerned does not find what is wrong.
    carried = replace(wrong("score.chain"), place=Place(99, 1, 5))
    _, _, _, judge = opened({LIKELY: Report((carried,))}, 9)
    assert judge.looked_at[:2] == [(4, 5), (1, 2, 3, 4, 5, 6, 7, 8, 9)]
    assert {*judge.looked_at[2:]} == {(1, 2, 3, 4, 5, 6, 7, 8, 9)}
    assert not [each for each in judge.asked[1:] if not each[2]]


@pytest.mark.parametrize(
    ("words", "uma", "named"),
    [
        (" preset=tenhou uma=20_10", "10_5", "riichi/1 preset=tenhou uma=10_5"),
        (
            " preset=tenhou uma=20_10 honba_points=300",
            "10_5",
            "riichi/1 preset=tenhou honba_points=300 uma=10_5",
        ),
        (
            " preset=tenhou honba_points=300",
            "floating",
            "riichi/1 preset=jpml-2022 honba_points=300",
        ),
        (" honba_points=300", "10_5", "riichi/1 honba_points=300 uma=10_5"),
    ],
)
def test_what_the_file_says_of_its_rules_stays_as_far_as_it_can(words, uma, named):
    answers = {LIKELY: Report((wrong("pay.seats"),)), uma: Report()}
    _, findings, _, _ = opened(answers, words=words)
    assert f"mjlog reads {named}" in note_on_rules(findings)


def test_rules_for_as_many_players_are_tried_and_no_others():
    answers = {LIKELY: Report((wrong("pay.seats"),)), "20_0": Report()}
    # Three players share their placement points so by a preset of theirs.
    _, findings, _, _ = opened(answers)
    assert "mjlog reads riichi/1 preset=tenhou uma=20_0: nothing" in note_on_rules(findings)


@pytest.mark.parametrize(
    ("answers", "deals", "is_other"),
    [
        ([1, 1, 2, 2], 3, True),
        ([1, 1], 1, False),
        ([1, 1, 2], 3, False),
        ([1, 1, 2, 2], 4, False),
        ([1, 1, 2, 2], 2, True),
    ],
    ids=["most", "a single deal", "one slip", "half", "all"],
)
def test_a_table_with_rules_of_its_own_is_not_judged_by_any_other(answers, deals, is_other):
    """Where most deals differ by several claims each, no amount is called wrong."""
    differ = tuple([verdict("differs", deal, seat=s) for s, deal in enumerate(answers)])
    found = tuple([wrong("pay.seats", deal, str(s)) for s, deal in enumerate(answers)])
    _, findings, verdicts, _ = opened({LIKELY: Report(found, differ)}, deals)
    assert (codes(findings) == []) is is_other
    assert {each.answer for each in verdicts} == {"unverified" if is_other else "differs"}


@pytest.mark.parametrize(
    ("head", "place"),
    [("", (1, 1)), ("Rules: nonsense/1\n", (2, 1)), ("Event: x\nRules: nonsense/1\n", (3, 1))],
)
def test_rules_that_nobody_knows_are_told_where_they_are_named(head, place):
    record = HEAD.replace("Rules: riichi/1 preset=tenhou\n", head) + "@ E1 dealer=A\ndraw wall\n"
    (found,) = [f for f in audit(read(record)).findings if f.code == "rules.unknown"]
    assert (found.place.line, found.place.column) == place


TOTALS = "@ E1.0 dealer=A\n{result}\nscore {totals}\nnext dealer=B\n"


@pytest.mark.parametrize(
    ("result", "totals", "told"),
    [
        ("draw wall", "23500 26500 23400 26500", [("score.chain", 2, "23400", "23500")]),
        ("draw wall", "23500 26500 23500 26400", [("score.chain", 3, "26400", "26500")]),
        ("win D ? from A", "23700 24300 27700 24200", [("pay.zero", -1, "99900", "100000")]),
    ],
)
def test_rules_by_which_everybody_began_with_other_points_do_not_look_better(result, totals, told):
    text = HEAD.replace("\n\n", "\nRules-Told: no\n\n")
    report = audit(read(text + TOTALS.format(result=result, totals=totals)))
    wrong = [each for each in report.findings if each.severity == "error"]
    assert [(e.code, e.place.seat, e.recorded, e.expected) for e in wrong] == told
