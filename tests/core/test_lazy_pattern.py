"""Expressions that are compiled late say what compiled ones say."""

import re

import pytest

from mjlog.model.lazy_pattern import lazy_pattern


def test_it_is_compiled_when_it_is_first_asked(monkeypatch):
    compiled = []
    now = re.compile
    monkeypatch.setattr(re, "compile", lambda written: compiled.append(written) or now(written))
    number = lazy_pattern("[0-9]+")
    assert not compiled
    assert number.fullmatch("12")[0] == "12"
    assert number.search("a 3")[0] == "3"
    assert number.match("x") is None
    assert number.sub("n", "1 and 2") == "n and n"
    assert compiled == ["[0-9]+"]


def test_what_is_written_wrong_is_refused_when_it_is_asked():
    wrong = lazy_pattern("(")
    with pytest.raises(re.error):
        wrong.match("")


def test_it_has_nothing_else():
    with pytest.raises(AttributeError):
        lazy_pattern("a").nothing  # noqa: B018  asking is what is tested
