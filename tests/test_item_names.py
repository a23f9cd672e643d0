"""Every item that a sheet can name has a name for people, in each language."""

import pytest
from kit.sizes import each

from mjlog import rules
from mjlog.text.languages import NAMES, language

SETS = [
    name
    for name in rules.names()
    for name in (name, *(f"{name} preset={p}" for p in rules.load(name).presets))
]


@each(SETS)
def test_every_item_of_a_rule_set_has_a_name(words):
    rule_set = rules.load(words)
    assert all(rule_set.item_named(item)[0] for item in rule_set.scoring.item_names)


@pytest.mark.parametrize("tag", sorted(set(NAMES) - {"en"}))
def test_every_name_is_translated(tag):
    spoken = language(tag)
    named = [
        (rule_set, name)
        for rule_set in sorted(rules.BUILT_IN)
        for name in rules.load(rule_set).names.items.values()
    ]
    told = {name: spoken.pgettext(rule_set, name) for rule_set, name in named}
    assert [name for name, words in told.items() if words == name] == []


def test_an_item_that_nobody_knows_keeps_its_name():
    assert rules.load("riichi").item_named("strange") == ("", "strange")


def test_what_has_no_name_of_its_own_is_called_as_in_the_rule_set_it_comes_from():
    tibet = rules.load("tibet")
    assert tibet.item_named("dora") == ("riichi", "dora")
    assert tibet.item_named("menzen") == ("tibet", "closed hand")
    assert rules.load("taiyuan").item_named("dora") == ("", "dora")
