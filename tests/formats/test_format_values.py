"""A format is one value: those of mjlog, and those that another package registers."""

from importlib.metadata import EntryPoint

import pytest

from mjlog.formats import export, known, load
from mjlog.formats.format import Content, Format
from mjlog.formats.registry import CannotExportError
from mjlog.model.record import Game
from mjlog.notation import read

MARK = b"Plain game"


def plain_text(data, how):
    """A format of one line a game, for the test."""
    for line in data.splitlines()[1:]:
        yield read(f"%mjlog 1.0\nTitle: {line.decode()} in {how.path}\n")


PLAIN = Format(
    "plain", lambda content: content.text.startswith(MARK), plain_text, target="plain", rules=""
)


@pytest.fixture
def registered(monkeypatch):
    """The plain format, registered as another package would do it."""
    point = EntryPoint("plain", f"{__name__}:PLAIN", known.GROUP)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_group: [point])
    monkeypatch.setattr(EntryPoint, "load", lambda _self: PLAIN)
    known.of_others.cache_clear()
    yield
    known.of_others.cache_clear()


def test_every_format_has_its_own_name_and_word():
    names = [each.name for each in known.formats()]
    words = [each.target for each in known.formats()]
    assert len(set(names)) == len(names)
    assert len(set(words)) == len(words)
    assert [each.target for each in known.BUILT_IN if each.write] != []


@pytest.mark.parametrize("form", known.BUILT_IN, ids=lambda form: form.name)
def test_no_format_claims_what_it_does_not_know(form):
    for text in (b"", b"rice, tea", b"<html>", b"{"):
        assert not form.matches(Content(text))
    assert not form.matches(Content(b"{}", {"a": 1}))


@pytest.mark.usefixtures("registered")
def test_a_format_of_another_package_is_recognised_and_read():
    games = [source.game for source in load(MARK + b"\nOne\nTwo\n", "x")]
    assert [game.header("Title") for game in games] == ["One in x", "Two in x"]
    assert [source.format for source in load(MARK + b"\nOne\n")] == ["plain"]


@pytest.mark.usefixtures("registered")
def test_a_format_that_is_only_read_says_so():
    with pytest.raises(CannotExportError, match="plain is read and never written"):
        export(Game(), "plain")


def test_an_unknown_word_is_named():
    with pytest.raises(CannotExportError, match="no format is called tea"):
        export(Game(), "tea")
