"""Which tests run a function of the program, the quick ones first.

One run of all tests with coverage tells: for each line it remembers the tests that ran it. What a
test takes from a cache it does not run itself, so the whole files of these tests come behind them.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from coverage import CoverageData

QUICK: Final = 20.0
"""So many seconds of single tests are tried before whole files."""
OPTIONS: Final = (
    *("--cov=mjlog", "--cov-context=test", "--cov-report="),
    *("--durations=0", "--durations-min=0.001"),
)
"""What pytest must be told so that its run can be read here."""
_TIME: Final = re.compile(r"^(\d+\.\d+)s (?:call|setup|teardown) +(\S.*)$", re.MULTILINE)
Lines = dict[int, list[str]]


@dataclass(frozen=True)
class TestMap:
    """Who ran each line of each module, and how many seconds each test took."""

    ran: dict[str, Lines]
    seconds: Counter[str]

    @classmethod
    def of(cls, folder: Path, output: str) -> TestMap:
        """Reads what a run in that folder left there, and what it printed."""
        data = CoverageData(str(folder / ".coverage"))
        data.read()
        seconds: Counter[str] = Counter()
        for took, test in _TIME.findall(output):
            seconds[test] += float(took)
        files = {str(Path(file).relative_to(folder)): file for file in data.measured_files()}
        return cls({name: data.contexts_by_lineno(file) for name, file in files.items()}, seconds)

    def stages(self, module: str, source: str, line: int) -> list[list[str]]:
        """Tests of the function that holds the line: single ones, then their whole files."""
        near = self._of_lines(module, function_around(source, line)) or self._of_module(module)
        files = sorted({_file(test) for test in near}, key=self._seconds_of_file)
        return [stage for stage in (self._quick(near), files) if stage]

    def seconds_of(self, tests: list[str]) -> float:
        """How long tests, or files of tests, took."""
        return sum(
            self._seconds_of_file(test) if "::" not in test else self.seconds[test]
            for test in tests
        )

    def _of_lines(self, module: str, lines: range) -> set[str]:
        ran = self.ran.get(module, {})
        return {_test(told) for line in lines for told in ran.get(line, ()) if told}

    def _of_module(self, module: str) -> set[str]:
        """Tests that run anything of a module; every test where none does."""
        ran = self.ran.get(module, {})
        return self._of_lines(module, range(1, max(ran, default=0) + 1)) or set(self.seconds)

    def _quick(self, tests: set[str]) -> list[str]:
        """The quickest tests, one of each file in turn, as many as the time allows."""
        chosen: list[str] = []
        left = QUICK
        for test in sorted(tests, key=lambda test: (self.seconds[test], test)):
            left -= self.seconds[test]
            if left < 0:
                break
            chosen.append(test)
        return chosen

    def _seconds_of_file(self, file: str) -> float:
        return sum(took for test, took in self.seconds.items() if _file(test) == file)


def function_around(source: str, line: int) -> range:
    """The lines of the smallest function around a line; none where it stands in no function."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    around = [
        range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, kinds)
    ]
    return min((lines for lines in around if line in lines), key=len, default=range(0))


def _test(context: str) -> str:
    """The name of a test without the phase that coverage adds."""
    return context.rpartition("|")[0]


def _file(test: str) -> str:
    return test.partition("::")[0]
