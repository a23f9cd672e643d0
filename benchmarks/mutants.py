"""Change the rules, the table, the settlement and the claims at random; tests must notice.

    make mutants                     200 mutants of seed 1
    make mutants MUTANTS=50 SEED=7   another sample

Each mutant is one small change in one module (a number, a comparison, `and` for `or` ...), made by
the package cosmic-ray in a copy of the project. The samples, original and altered, test all mutants
first; the tests nearest to the module those that are left; all other tests the rest. A mutant that
no test notices survives. A survivor is known if `survivors.tsv` gives the reason why nothing can
notice it: then it equals the program, and is counted apart. The run fails if fewer than 92 of a
hundred other mutants are killed, or if a survivor is not known.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from resource import RLIMIT_AS, RLIMIT_CPU, prlimit, setrlimit
from signal import SIGKILL, SIGXCPU, Signals
from threading import Lock, Timer
from typing import NamedTuple

import parso
from cosmic_ray.ast import ast_nodes
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

ROOT = Path(__file__).parents[1]
SURVIVORS = Path(__file__).with_name("survivors.tsv")
MODULES = (
    "mjlog/rules/**/*.py",
    "mjlog/auditor/**/*.py",
    "mjlog/model/table.py",
    "mjlog/model/settlement.py",
)
BAR = 0.92
OPERATORS = [
    "core/NumberReplacer",
    "core/ReplaceTrueWithFalse",
    "core/ReplaceFalseWithTrue",
    "core/ReplaceAndWithOr",
    "core/ReplaceOrWithAnd",
    "core/AddNot",
    "core/ReplaceUnaryOperator_Delete_Not",
    "core/ReplaceBreakWithContinue",
    "core/ReplaceContinueWithBreak",
    "core/ZeroIterationForLoop",
    *(
        f"core/ReplaceComparisonOperator_{one}_{other}"
        for one, other in (
            ("Eq", "NotEq"),
            ("NotEq", "Eq"),
            ("Lt", "LtE"),
            ("LtE", "Lt"),
            ("Gt", "GtE"),
            ("GtE", "Gt"),
            ("Lt", "GtE"),
            ("Gt", "LtE"),
            ("Is", "IsNot"),
            ("IsNot", "Is"),
        )
    ),
    *(
        f"core/ReplaceBinaryOperator_{one}_{other}"
        for one, other in (
            ("Add", "Sub"),
            ("Sub", "Add"),
            ("Mul", "Add"),
            ("Mod", "Add"),
            ("FloorDiv", "Mul"),
            ("Pow", "Mul"),
        )
    ),
]
SAMPLES = ("tests/test_samples.py", "tests/auditor/test_answers.py")
LAST = 2
"""The stage after which a mutant has survived; see `stages`."""
Stages = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
NEAREST = {
    "mjlog/rules/hongkong_faan": (
        "tests/sheets/test_sheet_faan.py",
        "tests/auditor/test_claims_in_parts.py",
    ),
    "mjlog/rules/american": ("tests/rules/test_american*.py",),
    "mjlog/rules/riichi": ("tests/rules/test_riichi*.py", "tests/formats/test_worth.py"),
    "mjlog/rules/shared": ("tests/rules/test_ordinary.py", "tests/core/test_*.py"),
    "mjlog/rules/taiwanese": ("tests/rules/test_taiwanese*.py",),
    "mjlog/rules/taiyuan": ("tests/rules/test_taiyuan*.py",),
    "mjlog/rules/tibet": ("tests/rules/test_tibet*.py",),
    "mjlog/model": ("tests/core/test_*.py", "tests/rules/test_[af]*.py"),
    "mjlog/auditor": ("tests/auditor/test_*.py", "tests/archive/test_standings.py"),
}
"""The tests nearest to the modules of a folder."""
OTHERS = (
    "tests/core/test_*.py",
    "tests/rules/test_*.py",
    "tests/formats/test_[lortw]*.py",
    "tests/auditor/test_*.py",
    "tests/sheets/test_*.py",
    "tests/test_*.py",
)
NOT_ABOUT_RULES = re.compile(
    r"_(api|artwork|conformance|elements|example_rule_set|export_api|failure|fuzz|item_names|layers|"
    r"losses|own_suffix|svg|tenhou_wall|vocabulary)\.py"
)
"""Tests of the documents, of pictures and of other programs, and those that take very long."""
NO_RULE = re.compile(r"strict=True|@dataclass\(")
"""Lines of which no test can tell a change: lengths that are equal anyway, how a class is laid."""
REMEMBERED = "lru_cache(maxsize="
"""How many answers are remembered: with more or fewer of them each is the same."""
PATIENCE = 60.0, 6.0
"""Seconds of a core that tests may use, and how many times as many as unchanged besides.

Not seconds of a clock: other work on the machine must not make a change look noticed.
"""
NO_TESTS = 5
"""How pytest ends that finds none: no example in the module, and no test near its folder."""
LOADED = 20
"""So many times as long by the clock they may take: then they wait for what never comes."""
MEMORY = 4 << 30
"""So many bytes each process may take: a change may make a loop endless that fills a list."""


@dataclass(frozen=True)
class Mutant:
    """One change: the `occurrence`-th place in `module` that the operator can change."""

    module: str
    operator: str
    occurrence: int
    line: int
    source: str
    """The line that is changed, without its indentation."""

    def __str__(self) -> str:
        """Return place, operator and line."""
        return f"{self.module}:{self.line} {self.operator.removeprefix('core/')}: {self.source}"


def mutants(module: str) -> list[Mutant]:
    """Return all mutants of a module."""
    text = (ROOT / module).read_text(encoding="utf-8")
    tree, lines = parso.parse(text), ["", *map(str.strip, text.splitlines())]
    found = []
    for name in OPERATORS:
        operator = get_operator(name)()
        places = [place for node in ast_nodes(tree) for place in operator.mutation_positions(node)]
        at = [start[0] for start, _ in places]
        found += [Mutant(module, name, number, row, lines[row]) for number, row in enumerate(at)]
    return [mutant for mutant in found if not _is_no_rule(mutant)]


def _is_no_rule(mutant: Mutant) -> bool:
    if mutant.operator == "core/NumberReplacer":
        return REMEMBERED in mutant.source
    return mutant.operator == "core/ReplaceTrueWithFalse" and bool(NO_RULE.search(mutant.source))


def sample(number: int, seed: int, only: str = "") -> list[Mutant]:
    """Return random mutants of all modules whose path contains `only`; all are equally likely."""
    modules = sorted(
        str(path.relative_to(ROOT)) for pattern in MODULES for path in ROOT.glob(pattern)
    )
    every = [mutant for module in modules if only in module for mutant in mutants(module)]
    return random.Random(seed).sample(every, min(number, len(every)))


def copy_of_the_project(folder: Path) -> Path:
    """Copy all files that git tracks into the folder, and return it."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in listed.stdout.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


@contextmanager
def changed(mutant: Mutant, copy: Path) -> Iterator[None]:
    """Apply the mutant to the copy while the block runs."""
    path = copy / mutant.module
    good = path.read_text(encoding="utf-8")
    bad = mutate_code(good, get_operator(mutant.operator)(), mutant.occurrence)
    if bad is None:
        raise ValueError(f"{mutant} cannot be made")
    path.write_text(bad, encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(good, encoding="utf-8")


def stages(module: str, copy: Path) -> Stages:
    """Return the test files of each stage: samples, the nearest to the module, all others.

    The examples in the module's docstrings are among the nearest.
    """
    near = files(NEAREST.get(str(Path(module).parent), ()), copy, SAMPLES)
    return SAMPLES, (module, *near), files(OTHERS, copy, (*SAMPLES, *near))


def files(patterns: Sequence[str], copy: Path, but: Sequence[str]) -> tuple[str, ...]:
    """Return the test files about rules that match the patterns, without those in `but`."""
    found = {str(path.relative_to(copy)) for pattern in patterns for path in copy.glob(pattern)}
    return tuple(sorted(name for name in found - set(but) if not NOT_ABOUT_RULES.search(name)))


class Trial(NamedTuple):
    """The end of a test run."""

    failed: str
    """The first test that fails, in a few words; empty where all pass."""
    seconds: float
    """The time that the tests used of a core."""


@dataclass
class Trials:
    """Tests mutants in copies of the project, and remembers how long tests take without any."""

    copies: Queue[Path] = field(default_factory=Queue)
    seconds: dict[tuple[str, ...], float] = field(default_factory=dict)
    measuring: Lock = field(default_factory=Lock)

    def left(self, chosen: Sequence[Mutant], stage: int) -> list[Mutant]:
        """Return the mutants that the tests of a stage do not notice; print each result."""
        with ThreadPoolExecutor(self.copies.qsize()) as pool:
            killers = pool.map(lambda mutant: self._killer(mutant, stage), chosen)
            return [mutant for mutant, by in zip(chosen, killers, strict=True) if not by]

    def _killer(self, mutant: Mutant, stage: int) -> str:
        """Return the first test that fails with the mutant; empty if all pass."""
        copy, started = self.copies.get(), time.monotonic()
        try:
            failed = self._failed(mutant, stages(mutant.module, copy)[stage], copy)
        finally:
            self.copies.put(copy)
        answer = "killed" if failed else "survives its last tests" if stage == LAST else "passes"
        print(f"{answer} {mutant}\n    {time.monotonic() - started:.0f} s {failed}", flush=True)
        return failed

    def _failed(self, mutant: Mutant, tests: tuple[str, ...], copy: Path) -> str:
        if not tests:
            return ""
        patience = PATIENCE[0] + PATIENCE[1] * self._usual(tests, copy)
        with changed(mutant, copy):
            return failure(tests, copy, patience).failed

    def _usual(self, tests: tuple[str, ...], copy: Path) -> float:
        """Return the seconds that these tests take without a mutant; end the program if one fails.

        If a similar set of tests was measured (less than a tenth differs), its seconds are
        returned.
        """
        with self.measuring:
            for known, seconds in self.seconds.items():
                if len({*known} ^ {*tests}) * 10 < len(tests):
                    return seconds
            trial = failure(tests, copy)
            if trial.failed:
                raise SystemExit(f"Without any change a test fails; mend that: {trial.failed}")
            self.seconds[tests] = trial.seconds
            return trial.seconds


def failure(tests: Sequence[str], copy: Path, patience: float | None = None) -> Trial:
    """Run tests in the copy, with at most `patience` seconds of processor time."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    with tempfile.TemporaryFile("w+") as output:
        started = subprocess.Popen(command, cwd=copy, env=environment, stdout=output, stderr=output)
        waited = Timer((patience or PATIENCE[0]) * LOADED, started.kill)
        if patience is not None:
            prlimit(started.pid, RLIMIT_CPU, (round(patience), round(patience) + 5))
            waited.start()
        _, status, used = os.wait4(started.pid, 0)
        waited.cancel()
        started.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        return Trial(_told(started.returncode, output.read()), used.ru_utime + used.ru_stime)


def _told(status: int, output: str) -> str:
    """Return the end of a test run in a few words; empty if all tests pass."""
    if status in {0, NO_TESTS}:
        return ""
    if status in {-SIGXCPU, -SIGKILL}:
        return f"the tests never end: {Signals(-status).name}"
    failed = [line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0].partition(" - ")[0] if failed else f"pytest ends with {status}"


def known_survivors() -> dict[tuple[str, str], str]:
    """Return the reason why nothing can notice a change, by module and line."""
    rows = SURVIVORS.read_text(encoding="utf-8").splitlines()[1:]
    return {(module, line): reason for module, line, reason in (row.split("\t") for row in rows)}


def main() -> int:
    """Run a sample and print the survivors; return 1 if there are too many or unknown ones."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("number", type=int, nargs="?", default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="modules whose path holds this")
    arguments = parser.parse_args()
    setrlimit(RLIMIT_AS, (MEMORY, MEMORY))
    chosen = sample(arguments.number, arguments.seed, arguments.only)
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        copies = [copy_of_the_project(Path(folder) / str(job)) for job in range(arguments.jobs)]
        survivors = tried(chosen, copies)
    return report(chosen, survivors, time.monotonic() - started)


def tried(chosen: list[Mutant], copies: list[Path]) -> list[Mutant]:
    """Return the mutants that no test notices; fast tests try all before slow ones begin."""
    trials, left = Trials(), chosen
    for copy in copies:
        trials.copies.put(copy)
    for stage in range(LAST + 1):
        left = trials.left(left, stage)
        print(f"{len(left)} of {len(chosen)} are left after stage {stage + 1}", flush=True)
    return left


def report(chosen: list[Mutant], survivors: list[Mutant], seconds: float) -> int:
    """Print the figures; return 1 if too many mutants survive, or one that is not known."""
    reasons = known_survivors()
    told = [reasons.get((mutant.module, mutant.source)) for mutant in survivors]
    equal = sum(reason is not None for reason in told)
    killed, differing = len(chosen) - len(survivors), len(chosen) - equal
    share = killed / differing if differing else 1.0
    print(
        f"{killed} of {differing} mutants killed: {share:.1%}, {equal} more equal the program; "
        f"{seconds:.0f} s"
    )
    for mutant, reason in zip(survivors, told, strict=True):
        print(f"{mutant}\n    {reason or 'no reason is known: add a test'}")
    return int(share < BAR or equal < len(survivors))


if __name__ == "__main__":
    sys.exit(main())
