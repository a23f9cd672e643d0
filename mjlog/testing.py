"""A pytest plugin for authors of rule sets: the checks that every rule set must pass.

In ``conftest.py``::

    pytest_plugins = ["mjlog.testing"]

and in a test::

    def test_my_rules(rule_set_problems):
        assert rule_set_problems("pocket", "samples") == []
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mjlog.auditor.audit import audit
from mjlog.notation import read
from mjlog.rules import lint, load

_EXPECT = re.compile(r"\{expect ([a-z_. ]+)\}")

Problems = Callable[..., list[str]]


@pytest.fixture
def rule_set_problems() -> Problems:
    """Return a function that lists the problems of a rule set and of its samples.

    Its arguments are the value of a ``Rules:`` header and, optionally, a folder of sample records.
    Samples must be legal records, except in a folder ``broken``: there, comments ``{expect CODE}``
    say which findings a record must have.
    """

    def problems(header: str, samples: str | Path | None = None) -> list[str]:
        problems_found = list(lint.problems(load(header)))
        if samples is not None:
            for path in sorted(Path(samples).rglob("*.mjl")):
                problems_found += _sample_problems(path)
        return problems_found

    return problems


def _sample_problems(path: Path) -> Iterator[str]:
    """Yield a sentence for each finding of a sample that is unexpected or missing.

    A finding is expected if a comment ``{expect CODE}`` on its own line names its code. Findings of
    severity `note` are ignored, unless a comment on any line of the sample names their code.
    """
    data = path.read_bytes()
    named = {
        (number, code)
        for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1)
        for codes in _EXPECT.findall(line)
        for code in codes.split()
    }
    wanted = {code for _, code in named}
    seen = {
        (finding.place.line, finding.code)
        for finding in audit(read(data)).findings
        if finding.severity != "note" or finding.code in wanted
    }
    for line, code in sorted(seen - named):
        yield f"{path.name}, line {line}: {code} is found and not expected"
    for line, code in sorted(named - seen):
        yield f"{path.name}, line {line}: {code} is expected and not found"
