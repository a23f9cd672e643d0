"""What a reader is told of the rule behind a finding: one plain sentence in each language.

English has at most 25 words. Chinese and Japanese have no spaces between words: there the bound is
60 characters, and what English joins with a semicolon may be two short sentences.
"""

import re

import pytest
from kit.places import SAMPLES
from kit.records import report_on

from mjlog import rules
from mjlog.report.code_help import HELP, short_rule
from mjlog.text.languages import language

BROKEN = sorted((SAMPLES / "broken").rglob("*.mjl"))
WORDS = 25
CHARACTERS = 60
OPTION = re.compile(r"[a-z]+_[a-z]+|[a-z]=|`[a-z]")
"""How a sentence tells of an option or of something to be written."""


@pytest.fixture(scope="module")
def reached():
    """The sentences that the findings of the broken samples come to, each with a file."""
    told = {}
    for path in BROKEN:
        for finding in report_on(path).findings:
            told.setdefault(short_rule(finding), f"{path.name}: {finding.code}")
    return told


def bound():
    """The sentences of all clauses that a finding may cite, and of all codes that cite none."""
    for known in rules.loadable():
        for number, _ in known.bound:
            yield known.laws[number].in_short
    yield from (told.means for told in HELP.values())


def is_plain(sentence):
    """Whether it is a sentence without the number of a clause before it and names of options."""
    ends = sentence.endswith((".", "。"))
    return ends and not re.match(r"\d+\.\d", sentence) and not OPTION.search(sentence)


def test_the_broken_samples_reach_many_rules(reached):
    assert len(BROKEN) > 300
    assert len(reached) > 200
    assert "" not in reached


def test_a_rule_is_one_plain_english_sentence(reached):
    told = {*reached, *bound()}
    assert [each for each in told if not is_plain(each)] == []
    assert [each for each in told if re.search(r"\. \w", each)] == []
    assert [each for each in told if len(each.split()) > WORDS] == []


@pytest.mark.parametrize("tag", ["zh-Hans", "zh-Hant", "ja"])
def test_a_rule_is_as_plain_in_every_language(reached, tag):
    translated = {each: language(tag).gettext(each) for each in {*reached, *bound()}}
    assert [each for each, words in translated.items() if words == each] == []
    assert [words for words in translated.values() if not is_plain(words)] == []
    assert [words for words in translated.values() if len(words) > CHARACTERS] == []
