"""Every sentence of a rulebook is enforced, a definition, not recordable.

Or open with our reading.
"""

import re
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest
from kit.sizes import each

from mjlog import rules
from mjlog.model.record import (
    ADDED_KONG,
    CLAIM,
    CONCEALED_KONG,
    DISCARD,
    DRAW,
    REPLACE,
    SET_OUT,
)
from mjlog.referee.rulebook import DEALT
from mjlog.report.rulebook_page import rulebook_markdown

ROOT = Path(__file__).parents[2]
BROKEN = ROOT / "samples" / "broken"
NAMES = rules.names()
PLAYED = [name for name in NAMES if rules.load(name).judges_play]
TAIYUAN = rules.load("taiyuan/1")


def ever_bound(known):
    """Every (sentence, code) that the rule set cites under a preset or an option's value."""
    chosen = [known] + [
        known.having(option.name, value) for option in known.options for value in option.values
    ]
    presets = [rules.load(f"{known.name} preset={preset}") for preset in known.presets]
    return frozenset().union(
        *(each.bound for each in [*chosen, *presets] if each.name == known.name)
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_sentence_has_its_standing(name):
    for law in rules.load(name).laws.values():
        assert law.standing in {"enforced", "open", "definition", "not recordable"}, law.number
        assert bool(law.codes) or law.standing != "enforced", law.number
        assert not law.codes or law.standing in {"enforced", "open"}, law.number
        assert bool(law.reading) == (law.standing == "open"), law.number
        assert law.text.endswith("."), law.number


@pytest.mark.parametrize("name", NAMES)
def test_every_sentence_that_is_enforced_is_enforced_by_the_rule_set(name):
    known = rules.load(name)
    codes = {code for _, code in ever_bound(known)}
    for law in known.laws.values():
        assert set(law.codes) <= codes, law.number


TILES_TURN_UP = (DEALT, DRAW, REPLACE, DISCARD, CLAIM, CONCEALED_KONG, ADDED_KONG, SET_OUT)
NOT_BOUND = {
    ("abort.none", "riichi"): "deals can be aborted (8.2)",
    ("bonus.held", "taiyuan"): "nothing is set aside (1.2a)",
    ("bonus.held", "tibet"): "nothing is set aside (1.6)",
    ("bonus.none", "american"): "flowers are set out (2.5)",
    ("bonus.none", "riichi"): "norths are set aside (1.2)",
    ("bonus.shown", "riichi"): "a north may stay in the hand (1.2)",
    ("bonus.shown", "taiyuan"): "nothing is set aside (1.2a)",
    ("bonus.shown", "tibet"): "nothing is set aside (1.6)",
    ("bonus.tile", "riichi"): "norths are set aside, by a code of their own (1.2)",
    ("bonus.tile", "taiyuan"): "nothing is set aside (1.2a)",
    ("bonus.tile", "tibet"): "nothing is set aside (1.6)",
    ("claim.last_discard", "american"): "the last discard may be claimed (4.5)",
    ("claim.last_discard", "taiwanese"): "the last discard may be claimed (8.1)",
    ("claim.locked", "american"): "nobody declares ready (1.5)",
    ("claim.locked", "taiwanese"): "the original hand does not bind (5.10)",
    ("deal.bonus_order", "riichi"): "norths are set aside in any turn (1.2)",
    ("deal.bonus_order", "taiyuan"): "nothing is set aside (1.2a)",
    ("deal.bonus_order", "tibet"): "nothing is set aside (1.6)",
    ("deal.break", "american"): "the throw is not recordable (2.1)",
    ("deal.break", "riichi"): "no sentence on the break",
    ("deal.break", "tibet"): "the throw is not recordable (3.3b)",
    ("deal.shelf", "taiyuan"): "pillars are used (5.3)",
    ("discard.locked", "american"): "nobody declares ready (1.5)",
    ("discard.locked", "taiwanese"): "the original hand does not bind (5.10)",
    ("dora.none", "riichi"): "indicators are turned up (5.23)",
    ("kong.after_claim", "american"): "the rulebook does not forbid it (4.7)",
    ("kong.after_claim", "taiwanese"): "the rulebook does not forbid it (5.6)",
    ("kong.after_claim", "tibet"): "a kong may follow a call (6.6)",
    ("kong.locked", "american"): "nobody declares ready (1.5)",
    ("kong.locked", "taiwanese"): "the original hand does not bind (5.10)",
    ("kong.locked", "tibet"): "a closed hand has no pung to add to (7.2)",
    ("ready.closed", "american"): "nobody declares ready (1.5)",
    ("ready.closed", "taiwanese"): "sets that were claimed are ready.original (5.10)",
    ("ready.closed", "taiyuan"): "Ting is declared with claimed sets as well (8.1)",
    ("ready.none", "riichi"): "riichi is declared (4.1)",
    ("ready.none", "taiyuan"): "Ting is declared (8.1)",
    ("ready.once", "american"): "nobody declares ready (1.5)",
    ("ready.once", "taiwanese"): "it comes with the first discard: ready.original (5.10)",
    ("ready.tenpai", "american"): "nobody declares ready (1.5)",
    ("ready.tenpai", "taiwanese"): "a hand that does not wait is ready.original (5.10)",
    ("turn.seat", "riichi"): "a north is set aside in turn: turn.size (1.2)",
    ("turn.seat", "taiyuan"): "nothing is set aside (1.2a)",
    ("turn.seat", "tibet"): "nothing is set aside (1.6)",
    ("turn.size", "american"): "nobody declares ready (1.5)",
    ("turn.size", "taiwanese"): "the ready discard is judged as a discard (5.1a)",
    ("win.missed", "american"): "letting a win pass costs nothing (5.1)",
    ("bonus.unused", "american"): "a flower never enters a set: bonus.tile (2.5)",
    ("bonus.unused", "riichi"): "norths are tiles of the hand (1.2)",
    ("bonus.unused", "taiyuan"): "nothing is set aside (1.2a)",
    ("bonus.unused", "tibet"): "nothing is set aside (1.6)",
    ("deal.bonus_order", "american"): "flowers are set out in any turn (2.5)",
}
"""Why a rule set has no clause where other rule sets have a shared one about the same acts."""
OF_THE_KIT = {
    **dict.fromkeys(
        ("claim.locked", "discard.locked", "kong.locked", "ready.closed", "ready.once",
         "ready.tenpai", "turn.size"),
        "nobody declares ready (1.2)",
    ),
}  # fmt: skip
"""The same for all sets that the kit makes, which have the play as usual."""
KIT = [name for name in PLAYED if hasattr(import_module(rules.BUILT_IN[name]), "game")]
NOT_BOUND |= {
    ("bonus.shown", "mcr"): "a bonus tile may be kept (1.4)",
    ("win.missed", "mcr"): "letting a win pass costs nothing (3.7)",
    **dict.fromkeys(
        (
            ("bonus.held", "sichuan"),
            ("bonus.shown", "sichuan"),
            ("bonus.tile", "sichuan"),
            ("bonus.unused", "sichuan"),
            ("deal.bonus_order", "sichuan"),
            ("turn.seat", "sichuan"),
        ),
        "nothing is set aside (1.4)",
    ),
    ("claim.last_discard", "sichuan"): "the last discard may make a pung (2.7)",
    ("claim.nearest", "sichuan"): "several players win on one tile (3.3)",
    ("win.missed", "zungjung"): "letting a win pass costs nothing (3.7)",
}
NOT_BOUND |= {(code, name): reason for code, reason in OF_THE_KIT.items() for name in KIT}
NOT_BOUND |= {
    (code, name): "no sentence on the break or the order of the deal"
    for code in ("deal.break", "deal.order")
    for name in set(KIT) - {"mcr", "sichuan"}
}
NOT_BOUND |= {
    ("win.dead_hand", name): "no sentence takes the right to win from a hand"
    for name in PLAYED
    if name not in {"mcr", "taiwanese"}
}


def clauses_of(known):
    """Return every clause that the rule set binds under a preset or an option's value."""
    chosen = [known, *(rules.load(f"{known.name} preset={name}") for name in known.presets)]
    chosen += [known.having(o.name, value) for o in known.options for value in o.values]
    same = [each for each in chosen if each.name == known.name]
    return {clause for each in same for _, clause in each.play.bindings}


def test_a_set_binds_what_two_others_bind_or_says_why_not():
    """A clause that was forgotten in one rule set lets its mistake pass there."""
    bound = {
        name: {(each.code, kind) for each in clauses_of(rules.load(name)) for kind in each.kinds}
        for name in PLAYED
    }
    number = Counter(pair for pairs in bound.values() for pair in pairs)
    shared = [pair for pair in number if number[pair] > 1]
    missing = {(pair[0], name) for pair in shared for name in PLAYED if pair not in bound[name]}
    assert missing == set(NOT_BOUND)
    for (_, name), reason in NOT_BOUND.items():
        assert set(re.findall(r"\((\d+\.\d+\w?)\)", reason)) <= set(rules.load(name).laws), reason


@pytest.mark.parametrize("name", PLAYED)
def test_every_choice_counts_the_copies_of_each_tile_that_turns_up(name):
    known = rules.load(name)
    for other in [known, *(known.having(o.name, v) for o in known.options for v in o.values)]:
        if other.name == name:
            counting = [c for _, c in other.play.bindings if c.code == "deal.copies"]
            assert {*TILES_TURN_UP} <= {kind for clause in counting for kind in clause.kinds}


def test_every_clause_and_claim_cites_a_sentence_that_names_its_code():
    for number, code in ever_bound(TAIYUAN):
        assert code in TAIYUAN.laws[number].codes, (number, code)


@each(sorted({code for _, code in ever_bound(TAIYUAN)}))
def test_every_code_is_shown_by_a_broken_deal(code):
    sample = BROKEN / "taiyuan" / f"{code}.mjl"
    assert re.search(rf"\{{expect [^}}]*{re.escape(code)}[ }}]", sample.read_text(encoding="utf-8"))


def test_every_open_sentence_names_the_options_that_answer_it_otherwise():
    options = {option.name for option in TAIYUAN.options} | {"preset=regional"}
    for law in TAIYUAN.laws.values():
        named = {
            word
            for words in re.findall(r"\(([a-z_=, ]+)\)", law.reading)
            for word in words.split(", ")
        }
        assert named <= options, law.number
        assert bool(named) == (law.standing == "open"), law.number


def test_every_option_answers_a_sentence_that_is_open():
    for option in TAIYUAN.options:
        assert TAIYUAN.laws[option.clause].standing == "open", option.name


@pytest.mark.parametrize("name", NAMES)
def test_the_page_of_the_rulebook_is_what_the_rule_set_prints(name):
    page = ROOT / "docs" / "rulebooks" / f"{name}.md"
    assert page.read_text(encoding="utf-8") == rulebook_markdown(rules.load(name))
