"""A name that records, reports or commands use is permanent: none may vanish."""

from __future__ import annotations

import runpy
from collections import Counter

import pytest
from kit.places import ROOT

GOLDEN = runpy.run_path(str(ROOT / "docs" / "golden.py"))
WRITTEN = frozenset(GOLDEN["NAMES"].read_text("utf-8").splitlines(keepends=True)[1:])
PRESENT = frozenset(GOLDEN["present_names"]())


def test_no_name_has_vanished() -> None:
    assert not sorted(WRITTEN - PRESENT)


def test_every_name_is_written_down() -> None:
    assert not sorted(PRESENT - WRITTEN), "`make docs` adds new names"


@pytest.mark.parametrize(
    ("kind", "least"),
    [
        ("code", 150), ("clause", 500), ("option", 100), ("value", 200), ("preset", 30),
        ("item", 150), ("member", 200), ("column", 20), ("command", 50),
    ],
)  # fmt: skip
def test_there_are_names_of_every_kind(kind: str, least: int) -> None:
    kinds = Counter(row.partition("\t")[0] for row in WRITTEN)
    assert kinds[kind] >= least
