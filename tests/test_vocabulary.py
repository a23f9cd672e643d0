"""Whatever a sheet may say of a rule set stands on a page that a scribe finds."""

import re

import pytest
from click.testing import CliRunner

from mjlog import rules
from mjlog.cli import main
from mjlog.notation import read
from mjlog.rulebook_text import rulebook_markdown
from mjlog.vocabulary import vocabulary

SETS = [name for name in rules.names() for name in (name, *(f"{name} preset={p}" for p in rules.load(name).presets))]
HEAD = "%mjlog 1.0\n@ 1 dealer=A\n"


def written(header):
    return {word for sort in vocabulary(rules.load(header)) for word, _ in sort.rows}


@pytest.mark.parametrize("header", SETS)
def test_items_causes_and_rulings_are_told(header):
    known = rules.load(header)
    words = written(header)
    assert known.item_names <= words
    assert set(known.causes) <= words
    assert {f"rule B {name}" for name in known.penalties} <= words
    assert all(means for sort in vocabulary(known) for _, means in sort.rows)


@pytest.mark.parametrize("header", SETS)
def test_each_word_can_be_written_as_it_stands_there(header):
    for word in written(header):
        if word.startswith(("rule ", "draw ", "kong ")):
            line = word
        elif re.match(r"[a-z]+=", word):
            line = f"@ 2 {word}"
        elif word.startswith("~"):
            line = f"A:{word}"
        else:
            continue
        assert not read(f"{HEAD}{line}\n").findings


@pytest.mark.parametrize("name", rules.names())
def test_the_rulebook_page_holds_the_words_of_every_preset(name):
    page = rulebook_markdown(rules.load(name))
    for header in (name, *(f"{name} preset={preset}" for preset in rules.load(name).presets)):
        assert all(f"| `{word}` |" in page for word in written(header))


def test_the_command_shows_them():
    shown = CliRunner().invoke(main, ["rules", "taiwanese", "--items"])
    assert shown.exit_code == 0
    assert all(word in shown.output for word in written("taiwanese"))
    assert CliRunner().invoke(main, ["rules", "--items"]).exit_code == 2
    assert CliRunner().invoke(main, ["rules", "nonesuch", "--items"]).exit_code == 2
