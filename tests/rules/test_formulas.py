"""Formulas: the number is the one that the words say, the table leads to, and the payment is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.sizes import examples

import mjlog
from mjlog import rules
from mjlog.auditor.settled_deal import check_deal
from mjlog.bots.generate import games
from mjlog.model.formula import Formula
from mjlog.model.settlement import Settlement
from mjlog.referee.outcome import outcome_of
from mjlog.referee.replay import replay
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Outcome,
)
from mjlog.text.languages import NAMES, language

SAMPLES = Path(__file__).parents[2] / "samples"
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
DEALS = 12


# --------------------------------------------------------------------------- a second reader


class Reading:
    """Works out a formula from its English words alone, as a reader with a pencil would."""

    def __init__(self, words: str) -> None:
        self.words = words
        self.at = 0

    def worth(self) -> int:
        found = self.line()
        assert self.at == len(self.words), self.words[self.at :]
        return found

    def takes(self, pattern: str) -> str:
        """What stands here if it has that form, and goes on behind it."""
        found = re.compile(pattern).match(self.words, self.at)
        self.at = found.end() if found else self.at
        return found[0] if found else ""

    def line(self) -> int:
        found = self.sum()
        while True:
            if unit := self.takes(", rounded up to (hundreds|tens)"):
                size = 100 if unit.endswith("hundreds") else 10
                assert found % size, "nothing to round"
                found = -(-found // size) * size
            elif self.takes(", rounded down"):
                assert found % 1, "nothing to round"
                found = int(found)
            elif most := self.takes(r", at most \d+"):
                assert found > int(most.split()[-1]), "nothing to cut"
                found = int(most.split()[-1])
            else:
                break
        if self.takes("; "):
            self.name()
        assert found == int(found)
        return int(found)

    def sum(self) -> float:
        found = self.product()
        while sign := self.takes(r" [+−] "):
            found += self.product() if "+" in sign else -self.product()
        return found

    def product(self) -> float:
        found = self.operand()
        while sign := self.takes(r" [×/] "):
            found = found * self.operand() if "×" in sign else found / self.operand()
        return found

    def operand(self) -> float:
        if self.takes(r"\("):
            found: float = self.line()
            assert self.takes(r"\)")
            return found
        self.takes(r"[a-z][a-z ]* (?=\d)")
        digits = self.takes(r"\d+")
        power = self.takes("[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
        if not self.takes(r" \((?=.)"):
            self.takes(r" (?:fu|han|points)\b")
        else:
            self.name()
            assert self.takes(r"\)")
        return int(digits) ** int(power.translate(RAISED)) if power else int(digits)

    def name(self) -> None:
        """Goes on to the end of a name, past the brackets in it."""
        depth = 0
        while self.at < len(self.words) and (depth or self.words[self.at] != ")"):
            depth += {"(": 1, ")": -1}.get(self.words[self.at], 0)
            self.at += 1


def by_table(formula: Formula) -> int:
    """What the rows of the table come to, one after another."""
    found = 0
    for step in formula.steps():
        match step.sign:
            case "+":
                found += step.number
            case "−":
                found -= step.number
            case "×":
                found *= step.number
            case "/":
                found //= step.number
            case "=":
                assert found == step.number
            case "limit":
                assert found > step.number
                found = step.number
            case "up":
                assert found < step.number < found + 100
                found = step.number
            case "":
                found = step.number
            case "down":
                assert found == step.number
            case sign:
                pytest.fail(f"no row has the sign {sign}")
    return found


# --------------------------------------------------------------------------- settlements


@cache
def outcomes(name: str) -> tuple[tuple[RuleSet, Outcome], ...]:
    """How the deals of all samples of a rule set end, and those of some made-up games."""
    records = [mjlog.read(p.read_bytes()) for p in sorted((SAMPLES / name).glob("*.mjl"))]
    if rules.load(name).judges_play:
        records += games(name, seed=5, deals=DEALS)
    return tuple(_ends(records))


def _ends(records: list[mjlog.Game]) -> Iterator[tuple[RuleSet, Outcome]]:
    for game in records:
        try:
            known = rules.load(game.rules)
        except rules.RulesError:
            continue
        for deal in game.deals:
            table = replay(deal, known, seats=game.seats).table
            outcome = outcome_of(deal, table, known)
            if outcome.winners or outcome.washout is not None:
                yield known, outcome


def formulas_of(settlement: Settlement) -> Iterator[Formula]:
    for payment in (*settlement.payments, *settlement.staked):
        assert payment.formula is not None, payment
        assert payment.formula.number == payment.points
        yield payment.formula
    for score in settlement.scores:
        if score.formula is not None:
            assert score.formula.number == score.value
            yield score.formula
        for item in score.totals:
            if item.formula is not None:
                assert item.formula.number == item.points
                yield item.formula


def otherwise(known: RuleSet, data: st.DataObject) -> RuleSet:
    """The rule set with some options drawn at random."""
    choices = [option for option in known.options if option.values and option.name != "players"]
    for option in data.draw(st.lists(st.sampled_from(choices), max_size=4)):
        value = data.draw(st.sampled_from(option.values))
        known = known.having(option.name, value)
    return known


@pytest.mark.slow
@pytest.mark.parametrize("name", rules.names())
@examples(25)
@given(data=st.data())
def test_the_number_of_a_formula_is_the_one_that_its_words_say(
    name: str, data: st.DataObject
) -> None:
    known, outcome = data.draw(st.sampled_from(outcomes(name)))
    _, settlement = check_deal(otherwise(known, data), outcome)
    if isinstance(settlement, Settlement):
        for formula in formulas_of(settlement):
            assert by_table(formula) == formula.number, formula
            for term in formula.terms():
                if term.sign != "^":
                    assert Reading(term.words.english).worth() == term.number, term.words.english


@pytest.mark.parametrize("name", rules.names())
@pytest.mark.parametrize("tag", [tag for tag in NAMES if tag != "en"])
def test_a_formula_speaks_every_language(name: str, tag: str) -> None:
    speaks, seen = language(tag), 0
    for known, outcome in outcomes(name):
        _, settlement = check_deal(known, outcome)
        if isinstance(settlement, Settlement):
            for formula in formulas_of(settlement):
                assert speaks.knows(formula.words), formula.words.english
                seen += 1
    assert seen > 20


def test_the_second_reader_tells_wrong_words() -> None:
    assert Reading("(hand value 3 + dealer 1) × 3 (not ready) + 2 (not ready)").worth() == 14
    assert Reading("30 fu × 2⁴ (2 + 2 han) × 4, rounded up to hundreds").worth() == 2000
    with pytest.raises(AssertionError):
        Reading("40, at most 50").worth()
    with pytest.raises(AssertionError):
        Reading("40 and 50").worth()
