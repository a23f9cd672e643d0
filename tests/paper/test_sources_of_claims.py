"""The remarks that say where the claims of a photographed sheet come from."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.notation import read, write
from mjlog.paper.sources import Confirmation, PageSource, Source, sources_in
from mjlog.shared_files import shared_file

SCHEMA = json.loads(shared_file("schemas", "record.schema.json").decode())
COLUMNS = st.sampled_from(["deal", "han", "change", "total"])
SEATS = st.sampled_from(["", *"ABCD"])
# A line of a record has no ends of lines in it, and blanks are one wide.
TEXTS = st.text("ab{}\\ ?-19田李é", max_size=12).map(lambda text: " ".join(text.split()))
LENGTHS = st.integers(0, 4000).map(lambda tenths: tenths / 10)
SHARES = st.integers(0, 10_000).map(lambda parts: parts / 10_000)
PAGES = st.builds(PageSource, st.integers(1, 9), st.just("0123456789abcdef" * 4), st.integers(1, 9))
SOURCES = st.builds(
    Source, COLUMNS, SEATS, TEXTS, st.integers(1, 9), st.tuples(*[LENGTHS] * 4), SHARES
)
CONFIRMATIONS = st.builds(Confirmation, COLUMNS, SEATS, TEXTS, TEXTS)


@given(st.lists(PAGES | SOURCES | CONFIRMATIONS, max_size=6))
def test_what_is_written_is_read_again(sources):
    lines = "".join(f"{source.line}\n" for source in sources)
    game = read(f"%mjlog 1.0\n\n@ E1\n{lines}")
    assert list(sources_in(game.deals[0])) == sources
    again = read(write(game))
    assert list(sources_in(again.deals[0])) == sources
    pattern = SCHEMA["$defs"]["source_note"]["pattern"]
    assert all(re.search(pattern, source.line.removeprefix("note ")) for source in sources)


@pytest.mark.parametrize(
    "line",
    [
        "note read the rules aloud",
        "note confirmed by all",
        "note read change A {8} page=1 box=1,2,3 share=0.9",
        "note page 1 of the book",
        "sign read han {3} page=1 box=1,2,3,4 share=0.9",
    ],
)
def test_another_remark_is_no_source(line):
    assert not list(sources_in(read(f"%mjlog 1.0\n\n@ E1\n{line}\n").deals[0]))
