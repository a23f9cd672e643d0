"""The table of codes is whole: no finding can have a code that is not in it."""

import ast
import re
from pathlib import Path

import pytest
from kit.records import report_on
from kit.sizes import each

from mjlog.auditor.audit import audit
from mjlog.formats import export, load
from mjlog.report import finding_codes
from mjlog.report.code_help import HELP

ROOT = Path(__file__).parents[2]
CODE = re.compile(r"[a-z]+\.[a-z_]+")


def made():
    """The codes written down where findings are made."""
    for file in (ROOT / "mjlog").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                maker = getattr(node.func, "id", getattr(node.func, "attr", ""))
                first = node.args[0].value
                if maker in {"Finding", "clause"}:
                    yield str(first)
                elif (
                    "notation" in file.parts
                    and maker in {"add", "_bare"}
                    and isinstance(first, str)
                    and first.isidentifier()
                ):
                    yield f"syntax.{first}"


@pytest.mark.slow
def test_every_code_that_is_made_is_known():
    assert {code for code in made() if not finding_codes.names(code)} == set()


@pytest.mark.slow
def test_every_code_of_our_own_is_made():
    written = set(made())
    for file in (ROOT / "mjlog").rglob("*.py"):
        if file.name != "codes.py":
            written |= set(CODE.findall(file.read_text(encoding="utf-8")))
    assert set(finding_codes.OWN) - written == set()


def test_broken_samples_are_named_after_codes():
    found = {file.stem.partition("-")[0] for file in (ROOT / "samples" / "broken").glob("*/*.*")}
    assert {code for code in found if not finding_codes.names(code)} == set()


OF_THE_FILE = {"file", "format", "syntax", "schema", "line", "result", "rules"}
OF_THE_RECORD = {
    "deal.dealer",
    "deal.label",
    "deal.twice",
    "deal.seats",
    "rule.unknown",
    "void.none",
}


@pytest.mark.slow
@each(sorted((ROOT / "samples" / "broken").glob("*/*.mjl")), lambda path: path.stem)
def test_whoever_is_accused_is_told_the_sentence(path):
    for finding in report_on(path).findings:
        if finding.severity != "note" and finding.code.partition(".")[0] not in OF_THE_FILE:
            assert (finding.clause is not None) == (finding.code not in OF_THE_RECORD), finding


def mjai(change):
    """What is found in a game written as mjai, with one event changed."""
    (source,) = load(ROOT / "samples" / "riichi" / "liable-dragons-drawn.mjl")
    lines = change(export(source.game, "mjai").text.splitlines())
    (again,) = load("\n".join(lines).encode(), "game.json")
    return [
        f
        for f in audit(again.game).findings
        if f.severity == "error" and f.code.startswith("format.")
    ]


def without(lines, beginning):
    at = next(number for number, line in enumerate(lines) if beginning in line)
    return lines[:at] + lines[at + 1 :]


def test_a_draw_that_is_missing_cites_the_order_of_play():
    (found,) = mjai(lambda lines: without(lines, '"type":"tsumo"'))
    assert (found.code, found.clause.number, found.place.seat) == ("format.gap", "2.1", 0)


def test_a_call_of_another_tile_cites_the_latest_discard():
    def elsewhere(lines):
        at = next(number for number, line in enumerate(lines) if '"type":"pon"' in line)
        return [*lines[:at], re.sub(r'"target":\d', '"target":3', lines[at]), *lines[at + 1 :]]

    found = mjai(elsewhere)
    assert [(each.code, each.clause.number) for each in found] == [("format.meld", "2.3")]


def test_what_is_wrong_with_the_file_alone_cites_nothing():
    (source,) = load(
        b'{"type":"start_game","names":["a","b","c","d"]}\n{"type":"dora","dora_marker":"1m"}\n',
        "x.json",
    )
    assert all(
        f.clause is None for f in audit(source.game).findings if f.code.startswith("format.")
    )


def test_every_code_says_what_it_means_what_happened_and_what_to_do():
    assert set(HELP) == finding_codes.known() | {"schema"}


@each(sorted(HELP))
def test_its_three_sentences_are_short_and_plain(code):
    for sentence in HELP[code]:
        assert sentence.endswith(".")
        assert sentence[0].isupper() or sentence.startswith("mjlog ")
        assert len(sentence.split()) <= 25
        assert not re.search(r"of which|is said to|[a-z_]+=[a-z0-9]|\\{", sentence)
    assert len({*HELP[code]}) == 3
