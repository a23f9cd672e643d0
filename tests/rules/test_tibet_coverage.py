"""A broken deal for every enforced sentence of the Tibet rulebook, a legal one for each step."""

import re
from pathlib import Path

import pytest
from cited import cited
from kit.records import report_on
from kit.sizes import each

from mjlog import rules
from mjlog.auditor.audit import audit
from mjlog.notation import read

SAMPLES = Path(__file__).parents[2] / "samples"
LEGAL = sorted((SAMPLES / "tibet").glob("*.mjl"))
TIBET = rules.load("tibet/1")
STEPS = [name for name in TIBET.presets if name != "tibet-riichi"]
EVERY = [rules.load(f"tibet/1 preset={name}") for name in STEPS]
FULL = [
    rules.load("tibet/1 preset=tibet-kan riichi=true furiten=true"),
    rules.load("tibet/1 last_discard_claims=any"),
]
BOUND = frozenset().union(*(each.bound for each in [*EVERY, *FULL]))

# step, tiles in play, tiles in the hand, tiles to draw with four at the table
NUMBERS = [
    ("tibet-4", 36, 4, 20),
    ("tibet-4-open", 36, 4, 20),
    ("tibet-7", 36, 7, 8),
    ("tibet-7-two-suits", 72, 7, 44),
    ("tibet-10", 72, 10, 32),
    ("tibet-10-three-suits", 108, 10, 68),
    ("tibet-10-dragons-pon", 84, 10, 44),
    ("tibet-10-dragons-pon-chii", 84, 10, 44),
    ("tibet-10-scored", 84, 10, 44),
    ("tibet-13-two-suits", 72, 13, 20),
    ("tibet-13", 108, 13, 56),
    ("tibet-13-dragons", 120, 13, 68),
    ("tibet-13-scored", 120, 13, 68),
    ("tibet-13-walls", 120, 13, 68),
    ("tibet-winds", 136, 13, 84),
    ("tibet-deadwall", 136, 13, 70),
    ("tibet-kan", 136, 13, 70),
    ("tibet-riichi", 136, 13, 70),
]

SHOWN_BY_HEART = {
    "1.4": ("tibet/four-alike", r"Four alike in the hand, three of them a set"),
    "1.5": ("tibet/two-players", r"A: Ana\nB: Ben\n\n"),
    "2.1": ("tibet/tibet-4", r"deal A \d{4}p\n"),
    "2.3": ("tibet/tibet-7", r"deal A \d{7}p\n"),
    "2.4": ("tibet/tibet-7-two-suits", r"deal A \d+p\d+s\n"),
    "2.5": ("tibet/tibet-10", r"draw wall|win"),
    "2.6": ("tibet/tibet-10-three-suits", r"deal A \d+m\d+p\d+s\n"),
    "2.9": ("tibet/tibet-10-scored", r"\npay "),
    "2.10": ("tibet/tibet-13-two-suits", r"\ndraw wall|\nwin"),
    "2.11": ("tibet/tibet-13-walls", r"\nwall "),
    "2.12": ("tibet/tibet-winds", r"\+44z"),
    "2.13": ("tibet/tibet-deadwall", r"\ndraw wall"),
    "2.16": ("tibet/tibet-riichi", r", fu \d+"),
    "5.4": ("broken/tibet/turn.seat-draws-after-a-call", r"D:\+55z D:7s-1p \{expect turn.seat\}"),
    "5.8": ("tibet/swap-calling", r"3p\. \+45p-6p \+78p-6p"),
    "6.3": ("broken/tibet/wall.exhausted-after-a-kong", r"\{expect wall.exhausted\}"),
    "6.6": ("tibet/kong-after-a-call", r"\+55z\*1111m"),
    "7.6": ("tibet/riichi", r"m!(?s:.*)score -10 -5 20 -5"),
    "7.7": ("tibet/furiten-not-minded", r"8s\. 1z\.\n.*-8s C:#"),
    "7.8a": ("tibet/passed-tile-bars-nobody", r"A:6s\. 6s\. #"),
    "8.2": ("broken/tibet/win.tile", r"8p-\n2\. C:# \{expect win.tile\}"),
    "8.3": ("tibet/nothing-in-the-hand", r"show C .*\npay D>C 3"),
    "9.2": ("tibet/last-discard", r"#\nwin"),
    "9.4": ("tibet/tibet-winds", r"dealer=A(?s:.*)\+444z(?s:.*)fan D seat-wind 1"),
    "9.5": ("tibet/round-wind", r"@ S1 (?s:.*)round-wind 1"),
    "10.1a": ("tibet/dearest-reading", r"222333444p(?s:.*)toitoi 2"),
    "10.7a": ("tibet/one-suit-and-winds", r"honitsu 2"),
    "11.6": ("tibet/nothing-in-the-hand", r"pay D>C 3"),
    "12.1": ("tibet/nothing-in-the-hand", r"score 0 0 3 -3"),
}
"""Sentences that no finding and no payment of a sample cites.

A sample that shows each, and where.
"""


@pytest.mark.parametrize(("step", "tiles", "hand", "draws"), NUMBERS)
def test_the_numbers_of_a_step(step, tiles, hand, draws):
    spec = rules.load(f"tibet/1 preset={step}").play.spec
    assert (spec.size, spec.resting, spec.size - 4 * spec.resting - spec.dead_wall) == (
        tiles,
        hand,
        draws,
    )


def test_every_step_has_its_numbers():
    assert [step for step, *_ in NUMBERS] == list(TIBET.presets)


def test_at_the_top_stands_riichi():
    top = rules.load("tibet/1 preset=tibet-riichi swap_calling=allowed")
    assert (top.name, top.settings["red_fives"], top.settings["swap_calling"]) == (
        "riichi",
        "0",
        "allowed",
    )


@pytest.mark.parametrize("step", TIBET.presets)
def test_a_step_has_a_legal_deal(step):
    text = (SAMPLES / "tibet" / f"{step}.mjl").read_text(encoding="utf-8")
    assert f"Rules: tibet/1 preset={step}\n" in text


@each(LEGAL, name=lambda path: path.stem)
def test_no_claim_of_a_legal_deal_differs(path):
    found = report_on(path)
    assert found.counts()["differs"] == 0
    assert found.counts()["agrees"]


def test_every_clause_and_claim_cites_a_sentence_that_names_its_code():
    for number, code in BOUND:
        assert code in TIBET.laws[number].codes, (number, code)


def test_every_sentence_that_a_record_can_show_is_shown():
    samples = [*LEGAL, *sorted((SAMPLES / "broken" / "tibet").glob("*.mjl"))]
    reports = [report_on(path) for path in samples]
    shown = {
        n
        for found in reports
        if found.rules is not None and found.rules.name == "tibet"
        for n in cited(found)
    }
    unseen = {law.number for law in TIBET.laws.values() if law.standing == "not recordable"}
    assert set(TIBET.laws) - shown - unseen == set(SHOWN_BY_HEART)
    assert unseen == {"3.1", "3.3a", "3.3b", "5.5", "5.5a", "5.6"}


@pytest.mark.parametrize("number", SHOWN_BY_HEART)
def test_what_no_finding_cites_is_shown_by_a_sample(number):
    sample, words = SHOWN_BY_HEART[number]
    assert re.search(words, (SAMPLES / f"{sample}.mjl").read_text(encoding="utf-8"))


@each(sorted({code for _, code in BOUND}))
def test_every_code_is_shown_by_a_broken_deal(code):
    sample = SAMPLES / "broken" / "tibet" / f"{code}.mjl"
    assert re.search(rf"\{{expect [^}}]*{re.escape(code)}[ }}]", sample.read_text(encoding="utf-8"))


def test_every_option_named_in_a_reading_exists():
    options = {option.name for option in TIBET.options} | {
        f"preset={step}" for step in TIBET.presets
    }
    for law in TIBET.laws.values():
        named = {
            word
            for words in re.findall(r"\(([a-z_=, ]+)\)", law.reading)
            for word in words.split(", ")
        }
        assert named <= options, law.number
    answered = {option.clause for option in TIBET.options}
    assert answered <= set(TIBET.laws)


# A deal, an option, and what it makes of the deal.
OPTIONS = [
    ("last-discard-called", "last_discard_claims=win_only", "claim.last_discard"),
    ("two-win-at-once", "multi_ron=nearest", "claim.nearest pay.seats"),
    ("tibet-4", "open_hands=true", "win.tile"),
    ("tibet-10-dragons-pon", "pung=false", "claim.pung"),
    ("tibet-10-dragons-pon-chii", "chow=false", "claim.chow"),
    ("kong-added", "kong=false", "kong.none"),
    ("riichi", "riichi=false", "ready.none score.item"),
    ("tibet-10-scored", "scoring=false", "pay.seats score.item"),
    ("tibet-13-walls", "wall=pool", ""),
    ("tibet-10-scored", "start_points=100", "score.chain"),
]


@pytest.mark.parametrize(("sample", "option", "codes"), OPTIONS)
def test_an_option_changes_what_is_found(sample, option, codes):
    text = (SAMPLES / "tibet" / f"{sample}.mjl").read_text(encoding="utf-8")
    name, value = option.split("=")
    text = re.sub(rf" {name}=\S+", "", text, count=1)
    text = re.sub(r"(Rules: .*)", rf"\1 {name}={value}", text, count=1)
    found = audit(read(text)).findings
    assert " ".join(sorted({finding.code for finding in found})) == codes
