"""Messages are plain English: one thing is counted as one, and players read no names of options."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from kit.places import DATA

ROWS = [row.split("\t") for row in (DATA / "messages.tsv").read_text("utf-8").splitlines()[1:]]
SETTING = re.compile(r"\b[a-z_]+=[^\s=]")
ABOUT_SETTINGS = {"deal.dealer", "next.end", "rules.unknown", "syntax.header"}
"""Codes about a word of a header or of a line: their messages name that word."""
EXPLAINED = re.compile(r"; with [a-z_]+=\S.* it would be right")
"""What an explanation says: it names the options under which the claim would be right."""
CHANGE = re.compile(r"(?:[+-][1-9]\d*|0)")


def wrong_words(message: str) -> Iterator[str]:
    """What no message should say."""
    yield from re.findall(r"\b1 (?:tiles|points|deals|claims|kongs|acts|places|numbers)\b", message)
    yield from re.findall(r"\(s\)|\bof which\b|\b(?:is|are) said to\b|\bhangs? on\b", message)


def test_messages_count_and_name_plainly() -> None:
    assert not [(record, message) for record, *_, message in ROWS if list(wrong_words(message))]


@pytest.mark.parametrize(
    "planted", ["A is dealt 1 tiles", "1 finding(s)", "the wall is said to be used up"]
)
def test_a_planted_slip_is_found(planted: str) -> None:
    assert list(wrong_words(planted))


def test_players_read_no_options() -> None:
    findings = [(code, EXPLAINED.sub("", message)) for _, _, code, _, message in ROWS]
    assert {code for code, message in findings if SETTING.search(message)} <= ABOUT_SETTINGS


def test_changes_bear_their_signs() -> None:
    said = [message for _, _, code, _, message in ROWS if code == "net.differs"]
    assert len(said) > 10
    for message in said:
        numbers = re.findall(r"\bby ([+-]?\d+)", message)
        assert all(CHANGE.fullmatch(number) for number in numbers), message
