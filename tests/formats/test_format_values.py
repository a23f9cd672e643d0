"""A format is one value: those of mjlog, and those that another package registers."""

from importlib.metadata import EntryPoint, entry_points

import pytest
from click.testing import CliRunner

from mjlog.cli.main import main
from mjlog.formats import export, known
from mjlog.formats import load as load_files
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
    monkeypatch.setattr(
        "importlib.metadata.entry_points",
        lambda group: [point] if group == known.GROUP else entry_points(group=group),
    )
    monkeypatch.setattr(EntryPoint, "load", lambda _self: PLAIN)
    known.load_others.cache_clear()
    yield
    known.load_others.cache_clear()


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
    games = [source.game for source in load_files(MARK + b"\nOne\nTwo\n", "x")]
    assert [game.header("Title") for game in games] == ["One in x", "Two in x"]
    assert [source.format for source in load_files(MARK + b"\nOne\n")] == ["plain"]


@pytest.mark.usefixtures("registered")
def test_a_format_that_is_only_read_says_so():
    with pytest.raises(CannotExportError, match="plain is read and never written"):
        export(Game(), "plain")


def register(monkeypatch, load):
    """Registers a format that another package fails to bring."""
    point = EntryPoint("plain", "plain_package:PLAIN", known.GROUP)
    monkeypatch.setattr(
        "importlib.metadata.entry_points",
        lambda group: [point] if group == known.GROUP else entry_points(group=group),
    )
    monkeypatch.setattr(EntryPoint, "load", load)
    monkeypatch.setattr(known, "failures", {})
    known.load_others.cache_clear()


def fails(*_arguments):
    raise ModuleNotFoundError("No module named 'tea'")


NAMED = "the format plain of the package plain_package fails: ModuleNotFoundError: No module named"


@pytest.mark.parametrize(
    ("load", "named"),
    [
        (fails, NAMED),
        (lambda _point: "tea", "plain_package fails: TypeError: 'tea' is no format"),
        (lambda _point: Format("plain", fails, plain_text), NAMED),
    ],
)
def test_a_package_that_fails_is_named_and_breaks_no_other_file(monkeypatch, load, named):
    with monkeypatch.context() as patch:
        register(patch, load)
        (unknown,) = load_files(b"rice, tea")
        assert [finding.code for finding in unknown.findings] == ["format.unknown"]
        assert named in unknown.findings[0].message
        (own,) = load_files(b"%mjlog 1.0\n")
        assert (own.format, own.findings) == ("mjlog", ())
        (foreign,) = load_files(EVENTS)
        assert foreign.format == "mjai"
    known.load_others.cache_clear()


EVENTS = b'{"type":"start_game","names":["a","b","c","d"]}\n{"type":"end_game"}\n'


def test_a_reader_of_another_package_that_fails_is_named(monkeypatch):
    with monkeypatch.context() as patch:
        register(patch, lambda _point: Format("plain", PLAIN.matches, fails))
        (source,) = load_files(MARK + b"\nOne\n")
        assert [finding.code for finding in source.findings] == ["format.unread"]
        assert NAMED in source.findings[0].message
    known.load_others.cache_clear()


def test_a_writer_of_another_package_that_fails_is_named(monkeypatch):
    with monkeypatch.context() as patch:
        register(patch, lambda _point: Format("plain", PLAIN.matches, plain_text, fails, rules=""))
        with pytest.raises(CannotExportError, match=NAMED):
            export(Game(), "plain")
    known.load_others.cache_clear()


def test_a_word_for_a_format_that_fails_is_explained(monkeypatch):
    with monkeypatch.context() as patch:
        register(patch, fails)
        done = CliRunner().invoke(main, ["convert", "--from", "plain", "x", "--to", "mjl"])
        assert done.exit_code == 2
        assert NAMED in " ".join(done.stderr.split())
    known.load_others.cache_clear()


def test_an_unknown_word_is_named():
    with pytest.raises(CannotExportError, match="no format is called tea"):
        export(Game(), "tea")


def test_the_package_of_the_guide_reads_what_it_can_and_tells_the_rest(monkeypatch, request):
    guide = (request.config.rootpath / "docs" / "adding-a-format.md").read_text()
    package = {}
    exec(guide.split("```python\n")[1].split("```")[0], package)  # noqa: S102 the page's own code
    with monkeypatch.context() as patch:
        register(patch, lambda _point: package["PLAIN"])
        (source,) = load_files(b"Plain game\nAmy wins from Ben, 5 faan\nCho sleeps\n")
    known.load_others.cache_clear()
    assert [deal.label for deal in source.game.deals] == ["1"]
    (finding,) = source.game.findings
    assert finding.code == "format.element"
    assert (finding.place.line, finding.message) == (3, "'Cho sleeps' is no result; it is left out")
