"""How a game goes on: what `next` lines and headers say of it, in every rule set."""

import pytest
from kit.records import SEATS

from mjlog.auditor.audit import audit
from mjlog.auditor.deal_check import claim_name
from mjlog.notation import read


def report(rules, deals):
    return audit(read(f"%mjlog 1.0\nRules: {rules}\n{SEATS}\n{deals}\n"))


def faults(found, severity="error"):
    said = [f for f in found.findings if f.severity == severity]
    return [(f.place.line, f.code, f.clause.number if f.clause else "") for f in said]


def answers(found):
    return {
        claim_name(verdict.claim): verdict.answer
        for verdict in found.verdicts
        if claim_name(verdict.claim).startswith("next")
    }


DRAWN = "@ {label} dealer=A\ndraw wall\n{tenpai}"
STAYS = {"riichi/1": "tenpai A\n", "taiwanese/1": "", "american/1": ""}
PASSES = {"tibet/1 preset=tibet-winds": "", "riichi/1": "tenpai B\n"}


@pytest.mark.parametrize("rules", STAYS)
@pytest.mark.parametrize("label", ["E2", "S1", "W3", "N4.7"])
def test_a_wrong_name_is_found_where_the_dealer_stays(rules, label):
    found = report(rules, DRAWN.format(label="E1", tenpai=STAYS[rules]) + f"next {label} dealer=A")
    assert [code for _, code, _ in faults(found)] == ["next.round"]
    assert answers(found) == {"next dealer": "agrees", "next deal": "differs"}


@pytest.mark.parametrize("rules", PASSES)
@pytest.mark.parametrize(
    ("label", "answer"), [("E2", "agrees"), ("E1", "differs"), ("E3", "differs")]
)
def test_a_name_is_judged_where_the_deal_passes(rules, label, answer):
    found = report(rules, DRAWN.format(label="E1", tenpai=PASSES[rules]) + f"next {label} dealer=B")
    assert answers(found) == {"next dealer": "agrees", "next deal": answer}


@pytest.mark.parametrize(
    ("label", "answer"), [("6", "agrees"), ("7", "differs"), ("5", "differs"), ("E2", "unverified")]
)
def test_deals_that_are_counted_through(label, answer):
    found = report("taiyuan/1", f"@ 5 dealer=A\nwin B 3p from C\nnext {label} dealer=B")
    assert answers(found)["next deal"] == answer


GOES_ON = {"next dealer": "agrees", "next deal": "unverified"}
BEHIND_THE_LAST = {
    "american/1": {"next end": "differs"},
    "riichi/1": GOES_ON,
    "taiwanese/1": {"next end": "differs"},
    "taiyuan/1": GOES_ON,
    "tibet/1 preset=tibet-winds": GOES_ON,
}


@pytest.mark.parametrize("rules", BEHIND_THE_LAST)
def test_no_deal_has_a_name_behind_the_last_of_the_north_round(rules):
    found = report(rules, "@ N4 dealer=D\nwin A 3p from C\nnext E1 dealer=A")
    assert answers(found) == BEHIND_THE_LAST[rules]


THE_SHEET_HOLDS = {
    "taiyuan/1": "2.5",
    "taiwanese/1": "2.4",
    "american/1": "6.3a",
    "riichi/1": "8.5",
    "tibet/1 preset=tibet-7": "9.3a",
}


@pytest.mark.parametrize("rules", ["taiyuan/1", "tibet/1 preset=tibet-7"])
def test_numbers_count_the_deals_one_by_one(rules):
    found = report(rules, "@ 5 dealer=A\nwin B 3p from C\nnext 8 dealer=B")
    assert faults(found) == [(10, "next.round", THE_SHEET_HOLDS[rules])]


@pytest.mark.parametrize("rules", THE_SHEET_HOLDS)
def test_a_deal_after_the_end_that_the_sheet_tells_cites_that_the_sheet_holds(rules):
    found = report(rules, "@ E1 dealer=A\ndraw wall\nnext end for=time\n\n@ E2 dealer=B\ndraw wall")
    assert faults(found) == [(12, "next.end", THE_SHEET_HOLDS[rules])]


@pytest.mark.parametrize("rules", THE_SHEET_HOLDS)
def test_another_dealer_than_the_sheet_tells_cites_that_the_sheet_holds(rules):
    found = report(rules, "@ E1 dealer=A\nnext dealer=B\n\n@ E2 dealer=C\ndraw wall")
    assert (11, "next.dealer", THE_SHEET_HOLDS[rules]) in faults(found)


@pytest.mark.parametrize(
    ("end", "claim", "clause"),
    [
        ("win B 3p from C", "next dealer=A", "2.3"),
        ("draw wall\nshow C *5555z", "next dealer=A", "2.4"),
    ],
)
def test_the_clause_that_decides_who_deals_is_cited(end, claim, clause):
    found = report("taiyuan/1", f"@ 1 dealer=A\n{end}\n{claim}")
    assert [(code, number) for _, code, number in faults(found)] == [("next.dealer", clause)]


def test_of_two_lines_the_first_announces_the_next_deal():
    deals = "@ E1 dealer=A\ndraw wall\nnext dealer={first}\nnext dealer={second}\n\n@ E2 dealer=B\n"
    agreeing = report("riichi/1", deals.format(first="B", second="C"))
    assert [line for line, _, _ in faults(agreeing) if line == 13] == []
    other = report("riichi/1", deals.format(first="C", second="B"))
    assert [code for line, code, _ in faults(other)] == ["next.dealer", "line.twice"]


def test_what_the_line_says_wrong_is_not_said_again_of_the_header():
    deals = "@ E1 dealer=A\ndraw wall\nnext W3 dealer=C\n\n@ {header}\ndraw wall\n"
    for header in ("W3 dealer=C", "E1.1 dealer=A"):
        assert [
            line for line, _, _ in faults(report("american/1", deals.format(header=header)))
        ] == [10]
    found = report("american/1", deals.format(header="S2 dealer=D"))
    assert [line for line, _, _ in faults(found)] == [10, 12]


@pytest.mark.parametrize(
    ("deal", "clause"),
    [
        ("@ S4.0 dealer=D scores=34200,28800,17900,19100\ndraw wall\ntenpai A", "9.1"),
        (
            (
                "@ E2.0 dealer=B scores=500,50000,24500,25000\nwin B 2z from A\nscore -500 "
                "51000 24500 25000"
            ),
            "9.4",
        ),
        (
            (
                "@ S4.0 dealer=D scores=20000,20000,20000,40000\nwin D 1z from A\nscore 18500 "
                "20000 20000 41500"
            ),
            "9.5",
        ),
        ("@ W4.0 dealer=D scores=25000,25000,25000,25000\ndraw wall\ntenpai A B C", "9.3"),
    ],
)
def test_going_on_after_the_last_deal_of_riichi(deal, clause):
    found = report("riichi/1 preset=tenhou length=south", f"{deal}\nnext dealer=A")
    assert (faults(found)[-1][1:]) == ("next.end", clause)
    assert answers(report("riichi/1 preset=tenhou length=south", f"{deal}\nnext end")) == {
        "next end": "agrees"
    }


@pytest.mark.parametrize("rules", ["american/1", "taiwanese/1"])
def test_going_on_after_the_north_round(rules):
    won = "@ N4 dealer=D\nwin A 1p from B\n"
    assert [code for _, code, _ in faults(report(rules, f"{won}next E1 dealer=A"))] == ["next.end"]
    for label in ("E1", "N5"):
        found = report(rules, f"{won}\n@ {label} dealer=A\ndraw wall")
        assert [code for _, code, _ in faults(found)] == ["next.end"]


EARLY = "@ E2 dealer=B scores=25000,25000,25000,25000\ndraw wall\ntenpai A\nnext end"


@pytest.mark.parametrize(
    ("rules", "severity"),
    [
        ("riichi/1 length=south", "error"),
        ("riichi/1 preset=tenhou", "error"),
        ("riichi/1 bust=false", "note"),
    ],
)
def test_an_early_end_is_an_error_only_where_the_record_fixes_the_length(rules, severity):
    assert [code for _, code, _ in faults(report(rules, EARLY), severity)] == ["next.end"]
    assert faults(report(rules, EARLY), "note" if severity == "error" else "error") == []


@pytest.mark.parametrize("cause", ["time", "agreed", "ruling"])
@pytest.mark.parametrize("rules", ["riichi/1 preset=tenhou", "riichi/1", "riichi/1 length=south"])
def test_a_game_ends_by_the_clock_a_walk_out_or_a_ruling(rules, cause):
    found = report(rules, f"{EARLY} for={cause}")
    assert answers(found) == {"next end": "agrees"}
    assert faults(found) == faults(found, "note") == []


def test_a_cause_that_nobody_knows_excuses_nothing():
    found = report("riichi/1 preset=tenhou", f"{EARLY} for=lunch")
    assert [code for _, code, _ in faults(found)] == ["next.end"]
    assert "for=lunch" in found.findings[-1].message


@pytest.mark.parametrize("end", ["next end", "next end for=agreed"])
def test_a_deal_after_the_end_that_the_record_itself_tells(end):
    found = report(
        "tibet/1 preset=tibet-7", f"@ 1 dealer=A\ndraw wall\n{end}\n\n@ 2 dealer=B\ndraw wall"
    )
    assert [code for _, code, _ in faults(found)] == ["next.end"]


def test_totals_that_disagree_leave_it_open_who_is_below_zero():
    lines = (
        "@ 1 dealer=A\nwin B 3p from C\nready B C\nshow B 2'3'4'm567m345p678s11z\nscore 1 3 0 "
        "0\nnext dealer=B"
    )
    found = report("taiyuan/1 start_points=1 allow_negative=false", lines)
    assert "next.end" not in [code for _, code, _ in faults(found)]


@pytest.mark.parametrize("follows", ["next end", "next dealer=A"])
def test_totals_that_disagree_leave_it_open_whether_somebody_has_enough(follows):
    deal = "@ S4.0 dealer=D scores=34200,28800,17900,19100\ndraw wall\ntenpai A\n"
    found = report(
        "riichi/1 preset=tenhou length=south", f"{deal}score 29000 29000 21000 21000\n{follows}"
    )
    assert "score.chain" in [code for _, code, _ in faults(found)]
    assert "next.end" not in [code for _, code, _ in faults(found)]


def test_of_two_names_on_a_line_the_first_is_the_next_deal():
    found = report("taiyuan/1", "@ 5 dealer=A\nwin B 3p from C\nnext 6 7 dealer=B")
    assert answers(found)["next deal"] == "agrees"


def words_of(found):
    return [finding.message for finding in found.findings if finding.code.startswith("next.")]


def test_a_deal_whose_dealer_is_unknown_is_still_to_come():
    found = report("taiyuan/1 max_hands=2", "@ 1\nwin B 3p from C\nnext end")
    assert "by the rules deal 2 is still to come" in words_of(found)[0]


@pytest.mark.parametrize(("label", "due"), [("E1", "E1"), ("E1.0", "E1.0")])
def test_the_next_deal_is_named_as_the_sheet_names_deals(label, due):
    found = report(
        "riichi/1", f"@ {label} dealer=A\ndraw void\nrule table stopped\nnext E1.1 dealer=A"
    )
    assert words_of(found) == [f"by the rules deal {due} follows, not E1.1"]


@pytest.mark.parametrize("rules", ["riichi/1", "taiyuan/1", "taiyuan/1 max_hands=1", "american/1"])
@pytest.mark.parametrize(("cause", "told"), [("hunger", True), ("time", False)])
def test_a_cause_that_nobody_knows_is_told(rules, cause, told):
    found = report(rules, f"@ 1 dealer=A\nwin B 3p from C\nnext end for={cause}")
    assert any("`for=hunger` is no known cause" in each for each in words_of(found)) is told
    assert bool(faults(found) + faults(found, "warning")) is told


@pytest.mark.parametrize(
    ("counters", "answer"), [("1", "agrees"), ("2", "differs"), ("02", "differs"), ("x", "differs")]
)
def test_counters_are_quoted_as_they_are_written(counters, answer):
    won = f"@ E1 dealer=A continued=0\nwin A ? self\nnext dealer=A continued={counters}"
    found = report("taiwanese/1", won)
    (verdict,) = [each for each in found.verdicts if claim_name(each.claim) == "next counters"]
    assert verdict.answer == answer
    wrong = [(each.recorded, each.expected) for each in found.findings if each.is_error]
    assert wrong == ([] if answer == "agrees" else [(counters, "1")])
    assert all(f"the record has {counters}, the rules give 1" in f.message for f in found.findings)


@pytest.mark.parametrize(
    ("drawn", "declared", "answer"),
    [
        ("1. A:1z. B:2z. ~resync\ndraw wall\ntenpai A\n", "ready\n", "unverified"),
        ("draw wall\ntenpai A\n", "", "given"),
    ],
    ids=["turns that nobody wrote", "nobody says who declared"],
)
@pytest.mark.parametrize("taken", [0, 1000, 2000])
def test_what_a_draw_leaves_on_the_table_is_not_known_where_stakes_are_not(
    drawn, declared, answer, taken
):
    paid = f"pay C>B 2300{f', table>B {taken}' if taken else ''}\n"
    won = f"@ E1.1 dealer=A\n{declared}win B ? from C\nfan B han 2, fu 30\n{paid}"
    found = report("riichi/1", f"@ E1.0 dealer=A\n{drawn}\n{won}")
    table = [v for v in found.verdicts if v.claim.kind == "pay" and v.claim.seat == -2]
    assert [verdict.answer for verdict in table] == [answer] * bool(taken)
    assert faults(found) == []


def test_no_stake_is_missed_where_turns_before_were_not_written():
    drawn = "1. A:1z. B:2z. ~resync\ndraw abort nine-terminals\n"
    after = "@ E1.1 dealer=A sticks=1\nready\ndraw wall\ntenpai A\n"
    found = report("riichi/1", f"@ E1.0 dealer=A\n{drawn}\n{after}")
    assert faults(found) == []


@pytest.mark.parametrize("rules", ["riichi/1", "mcr/1", "tibet/1 preset=tibet-winds", "zungjung/1"])
@pytest.mark.parametrize(
    "names", ["E1 E2 W3 E4 S1 S2", "E1 E2 W3 W4 S1 S2", "S1 S2 E3 E4", "W1 W2 W3 E4 S1 S2 S3"]
)
def test_a_right_name_behind_several_wrong_ones_is_not_accused(rules, names):
    names = names.split()
    end = "win {winner} ? from {loser}" if rules == "riichi/1" else "draw wall"
    deals = []
    for number, name in enumerate(names):
        dealer, winner, loser = [SEATS_IN_ORDER[(number + more) % 4] for more in (0, 1, 2)]
        deals.append(f"@ {name} dealer={dealer}\n{end.format(winner=winner, loser=loser)}")
    found = report(rules, "\n\n".join(deals))
    accused = {finding.recorded for finding in found.findings if finding.code == "next.round"}
    right = [f"{wind}{number}" for wind in "ES" for number in (1, 2, 3, 4)]
    wrong = {name for name, due in zip(names, right, strict=False) if name != due}
    assert accused
    assert accused <= wrong


@pytest.mark.parametrize("names", ["S1 S2 S4 W1 W2 W3", "S1 S2 S3 E4", "S1 E2 S3 S4"])
def test_the_first_name_is_right_if_most_others_follow_from_it(names):
    deals = [
        f"@ {name} dealer={name_dealer}\ndraw wall"
        for name, name_dealer in zip(names.split(), "ABCDAB", strict=False)
    ]
    found = report("mcr/1", "\n\n".join(deals))
    assert "S1" not in {finding.recorded for finding in found.findings}


SEATS_IN_ORDER = "ABCD"


@pytest.mark.parametrize(
    ("names", "due"),
    [
        ("S4 W1 W2 W3 W4 N1 N2 N3", "N1"),
        ("E1 E2 E3 E4 S1 S2 S3 S4 E1 E2 E3 E4", "E1"),
    ],
)
def test_deals_behind_the_end_of_a_game_are_one_error(names, due):
    rows = [
        f"@ {name} dealer={dealer}\nwin {winner} ? from {payer}\nfan {winner} han 1, fu 30\n"
        for name in names.split()
        for dealer, winner, payer in [("ABC", "BCD", "CDA", "DAB")[int(name[1]) - 1]]
    ]
    found = report("riichi/1", "\n".join(rows))
    ((line, _, _),) = faults(found) + faults(found, "warning")
    last = len(rows) - 1 - names.split()[::-1].index(due)
    assert line == 8 + 4 * last
