"""Every item that a sheet can name has a name for people, in each language."""

import pytest

from mjlog import rules
from mjlog.text import item_names
from mjlog.text.languages import NAMES, language

SETS = [
    name
    for name in rules.names()
    for name in (name, *(f"{name} preset={p}" for p in rules.load(name).presets))
]


@pytest.mark.parametrize("words", SETS)
def test_every_item_of_a_rule_set_has_a_name(words):
    rule_set = rules.load(words)
    assert all(item_names.name_of(item, rule_set.name)[0] for item in rule_set.scoring.item_names)


@pytest.mark.parametrize("tag", sorted(set(NAMES) - {"en"}))
def test_every_name_is_translated(tag):
    spoken = language(tag)
    named = [
        (rule_set, name) for rule_set, items in item_names.NAMES.items() for name in items.values()
    ]
    told = {name: spoken.pgettext(rule_set, name) for rule_set, name in named}
    assert [name for name, words in told.items() if words == name] == []


def test_an_item_that_nobody_knows_keeps_its_name():
    assert item_names.name_of("strange", "riichi") == ("", "strange")
