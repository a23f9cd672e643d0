"""The terminal of a scribe: what it shows, what it answers, with and without the extra."""

import builtins
import sys
from contextvars import copy_context
from threading import Thread

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from tables import PUBLIC, new, table

from mjlog.cli.recording.record_terminal import Scribe, scribe


@pytest.fixture
def at_the_table(tmp_path):
    with table(new(tmp_path / "t.mjl")) as session:
        yield Scribe(session)


def test_the_prompt_tells_whose_turn_it_is(at_the_table):
    assert at_the_table.prompt() == "@ E1 dealer=A > "
    assert at_the_table.take("1z") == ["ok @ E1 dealer=A | 0001 A:1z"]
    assert at_the_table.prompt() == "E1 B> "


def test_the_ghost_tells_how_a_word_is_read(at_the_table):
    assert "first deal" in at_the_table.ghost("")
    at_the_table.take("1z")
    assert "B" in at_the_table.ghost("5p")
    assert "5p" in at_the_table.ghost("5p")
    assert "begins no line" in at_the_table.ghost("zz")
    assert at_the_table.ghost("") == at_the_table.take("?")[0].removeprefix("expected: ")
    assert len(at_the_table.session.deal.turns) == 1


def test_a_win_is_followed_by_what_is_proposed(at_the_table):
    at_the_table.take(PUBLIC)
    said = at_the_table.take("show C *5555z 3'3'm2'34p234777s")
    assert said[-1].startswith("ok writes: win C 2s self | fan C basic 1")
    assert at_the_table.take("ok")[0].startswith("ok 0044 win C 2s self")
    assert at_the_table.prompt() == "@ E2 dealer=B > "


def test_what_the_table_says_otherwise_is_told(at_the_table):
    for line in (PUBLIC, "show C *5555z 3'3'm2'34p234777s", "pay A>C 10, B>C 7, D>C 4"):
        said = at_the_table.take(line)
    assert any(line.startswith("error pay.") and "12" in line for line in said)


def test_legal_acts_are_told(at_the_table):
    at_the_table.take("deal A [27m5s1z] 1457m8p149s4z")
    at_the_table.take("deal B [19m2p2s] 55m178p6s237z")
    at_the_table.take("7m-5m")
    said = at_the_table.take("?")
    assert any(line.startswith("B: ") and "+55m" in line for line in said)


def test_the_keypad_is_a_mode(at_the_table):
    assert at_the_table.take("keypad")[0].startswith("keypad")
    assert at_the_table.take("5/") == ["ok @ E1 dealer=A | 0001 A:5m"]
    at_the_table.take("keypad")
    assert at_the_table.take("5/")[0].startswith("no:")


def typing(monkeypatch, lines):
    left = iter(lines)

    def ask(_prompt=""):
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr(builtins, "input", ask)


def test_without_the_extra_lines_are_asked_for_plainly(at_the_table, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "prompt_toolkit", None)
    typing(monkeypatch, ["1z", "2z", "u"])
    scribe(at_the_table.session)
    out = capsys.readouterr().out
    assert "mjlog[live]" in out
    assert "ok 0002 B:2z" in out
    assert "ok 0003 del 0002" in out


def test_with_the_extra_the_line_below_is_there(at_the_table, capsys):
    with create_pipe_input() as keys, create_app_session(keys, DummyOutput()):
        keys.send_text("n\rs\rq\r")
        # A thread of its own: the browser of another test may have an event loop in this one.
        typing = Thread(target=copy_context().run, args=(scribe, at_the_table.session))
        typing.start()
        typing.join(60)
    assert [turn.word for turn in at_the_table.session.deal.turns] == ["4z", "2z"]
    assert "ok 0002 B:2z" in capsys.readouterr().out
